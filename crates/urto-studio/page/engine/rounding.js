// From what was computed to integers of a file, number for number as the command rounds them.

/** Dither is the same in every file, so that files come out the same. */
const SEED = 0x7572_746f;
const FULL = { 16: 32_767, 24: 8_388_607 };

/** @typedef {16|24} Width bits of an integer */

/**
 * Random numbers from 0 to 1, 53 bits of each (SplitMix64, in halves of 32 bits).
 * @param {number} seed below 2^32
 */
function uniform(seed) {
  let [high, low] = [0, seed >>> 0];
  /** The lower 64 bits of a product. @param {number} h @param {number} l @param {number} mh @param {number} ml @returns {[number, number]} */
  const times = (h, l, mh, ml) => {
    const [l0, l1, m0, m1] = [l & 0xffff, l >>> 16, ml & 0xffff, ml >>> 16];
    const [low, middle] = [l0 * m0, l1 * m0 + ((l0 * m0) >>> 16)];
    const cross = l0 * m1 + (middle & 0xffff);
    const carried = l1 * m1 + Math.floor(middle / 65536) + Math.floor(cross / 65536);
    return [(Math.imul(h, ml) + Math.imul(l, mh) + carried) >>> 0, ((cross << 16) | (low & 0xffff)) >>> 0];
  };
  return () => {
    const sum = low + 0x7f4a7c15;
    high = (high + 0x9e3779b9 + (sum > 0xffffffff ? 1 : 0)) >>> 0;
    low = sum >>> 0;
    let [h, l] = [high, low];
    [h, l] = times((h ^ (h >>> 30)) >>> 0, (l ^ ((l >>> 30) | (h << 2))) >>> 0, 0xbf58476d, 0x1ce4e5b9);
    [h, l] = times((h ^ (h >>> 27)) >>> 0, (l ^ ((l >>> 27) | (h << 5))) >>> 0, 0x94d049bb, 0x133111eb);
    [h, l] = [(h ^ (h >>> 31)) >>> 0, (l ^ ((l >>> 31) | (h << 1))) >>> 0];
    return (h * 2 ** 21 + (l >>> 11)) / 2 ** 53;
  };
}

/**
 * Samples of one file as integers, in their order: of 16 bits with dither, two uniform numbers that
 * make a triangle two steps wide; or of 24.
 * @param {Width} bits
 * @param {Float32Array[]} pieces
 */
export function rounded(bits, pieces) {
  const full = FULL[bits];
  const chance = uniform(SEED);
  const whole = new Int32Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    for (const sample of piece) {
      const noise = bits === 16 ? chance() - chance() : 0;
      const scaled = Math.min(full, Math.max(-full, sample * full + noise));
      // Halves go away from zero.
      whole[at++] = scaled < 0 ? -Math.floor(0.5 - scaled) : Math.floor(scaled + 0.5);
    }
  }
  return whole;
}
