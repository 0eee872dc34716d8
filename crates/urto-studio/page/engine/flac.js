// FLAC files that hold what they were made of: the integers of a WAV file, packed without loss by their
// differences. Before the samples stand what the stream is, `APPLICATION` with the name `urto`, whose
// text is the recipe, and a comment that names the software. (RFC 9639)

import { join } from "./bytes.js";
import { rounded } from "./rounding.js";

/** Samples per channel that are packed together. */
const BLOCK = 4096;
/** Differences of differences are taken at most so often. */
const DEEPEST = 4;
/** Largest number of low bits that are written as they are. */
const MOST_LOW = 30;
/** Most channels, and the longest text, which counts its bytes in 24 bits. */
export const MOST_CHANNELS = 8;
const LONGEST = (1 << 24) - 5;

const INFO = 0;
const APPLICATION = 2;
const COMMENT = 4;
const LAST = 0x80;

/** Bits, the highest first, that become bytes. */
class Bits {
  /** @param {number} most bytes */
  constructor(most) {
    this.bytes = new Uint8Array(most);
    this.length = 0;
    this.held = 0;
    this.count = 0;
  }
  /** @param {number} value @param {number} width up to 32 */
  put(value, width) {
    if (width > 16) {
      this.put(value >>> 16, width - 16);
      width = 16;
    }
    this.held = ((this.held << width) | (value & ((1 << width) - 1))) >>> 0;
    this.count += width;
    while (this.count >= 8) {
      this.count -= 8;
      this.bytes[this.length++] = this.held >>> this.count;
      this.held &= (1 << this.count) - 1;
    }
  }
  /** So many noughts, then a one. @param {number} noughts */
  unary(noughts) {
    for (; noughts >= 16; noughts -= 16) this.put(0, 16);
    this.put(1, noughts + 1);
  }
  /** Fills the last byte. */
  end() {
    if (this.count > 0) this.put(0, 8 - this.count);
    return this.bytes.subarray(0, this.length);
  }
}

/** Sums that a decoder checks: a polynomial of so many bits. @param {number} polynomial @param {8|16} width */
function checksum(polynomial, width) {
  const top = 1 << (width - 1);
  const mask = 2 ** width - 1;
  const table = Array.from({ length: 256 }, (_, n) => {
    let sum = n << (width - 8);
    for (let bit = 0; bit < 8; bit++) sum = (sum & top ? (sum << 1) ^ polynomial : sum << 1) & mask;
    return sum;
  });
  return (/** @type {Uint8Array} */ bytes) => {
    let sum = 0;
    for (const byte of bytes) sum = ((sum << 8) ^ table[((sum >>> (width - 8)) ^ byte) & 255]) & mask;
    return sum;
  };
}
const crc8 = checksum(0x07, 8);
const crc16 = checksum(0x8005, 16);

/** A number as UTF-8 would write it, which is how frames are counted. @param {number} number below 2^31 */
function counted(number) {
  if (number < 0x80) return [number];
  const rest = [];
  for (let lead = 0x3f; number > lead; lead >>= 1) {
    rest.unshift(0x80 | (number & 0x3f));
    number = Math.floor(number / 64);
  }
  return [((0xff80 >> rest.length) & 0xff) | number, ...rest];
}

/**
 * How one channel of a block is packed best: how often differences are taken, and how many low bits
 * of each are written as they are.
 * @param {Int32Array} samples
 */
function best(samples) {
  let left = samples.slice();
  let found = { order: -1, low: 0, left, size: Infinity };
  for (let order = 0; order <= Math.min(DEEPEST, samples.length - 1); order++) {
    if (order > 0) {
      const next = left.slice();
      for (let n = order; n < left.length; n++) next[n] = left[n] - left[n - 1];
      left = next;
    }
    let sum = 0;
    let largest = 0;
    for (let n = order; n < left.length; n++) {
      const size = left[n] < 0 ? -2 * left[n] - 1 : 2 * left[n];
      sum += size;
      if (size > largest) largest = size;
    }
    if (largest >= 2 ** 31) continue;
    const count = left.length - order;
    const low = Math.min(MOST_LOW, Math.max(0, Math.floor(Math.log2(Math.max(1, (sum / count) * Math.LN2)))));
    const size = count * (low + 1) + sum / 2 ** low;
    if (size < found.size) found = { order, low, left, size };
  }
  return found;
}

/** @param {Bits} bits @param {Int32Array} samples @param {number} width */
function pack(bits, samples, width) {
  if (samples.every((sample) => sample === samples[0])) {
    bits.put(0, 8);
    return bits.put(samples[0], width);
  }
  const { order, low, left, size } = best(samples);
  if (size >= samples.length * width) {
    bits.put(1 << 1, 8);
    for (const sample of samples) bits.put(sample, width);
    return;
  }
  bits.put((8 | order) << 1, 8);
  for (let n = 0; n < order; n++) bits.put(samples[n], width);
  // Low bits are told in 5 bits, for the whole block at once.
  bits.put(1, 2);
  bits.put(0, 4);
  bits.put(low, 5);
  for (let n = order; n < left.length; n++) {
    const size = left[n] < 0 ? -2 * left[n] - 1 : 2 * left[n];
    bits.unary(Math.floor(size / 2 ** low));
    if (low > 0) bits.put(size, low);
  }
}

/**
 * A FLAC file in pieces.
 * @param {Float32Array[]} pieces interleaved samples
 * @param {number} channels
 * @param {number} rate
 * @param {string} recipe
 * @param {string} software
 * @param {16|24} width bits of a sample
 * @returns {Uint8Array<ArrayBuffer>[]}
 */
export function flac(pieces, channels, rate, recipe, software, width) {
  if (channels > MOST_CHANNELS) throw new Error(`a FLAC file holds ${MOST_CHANNELS} channels at most, not ${channels}`);
  const text = new TextEncoder();
  const all = rounded(width, pieces);
  const frames = all.length / channels;
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const packed = [];
  for (let at = 0, number = 0; at < frames; at += BLOCK, number++) packed.push(frame(all, at, Math.min(BLOCK, frames - at), number, channels, width));
  const sizes = packed.map((piece) => piece.length);
  const info = new Bits(34);
  info.put(BLOCK, 16);
  info.put(BLOCK, 16);
  info.put(Math.min(...sizes), 24);
  info.put(Math.max(...sizes), 24);
  info.put(rate, 20);
  info.put(channels - 1, 3);
  info.put(width - 1, 5);
  info.put(0, 4);
  info.put(frames, 32);
  // The sum of the samples stays noughts, which says that none was made.
  const told = text.encode(recipe);
  if (told.length > LONGEST) throw new Error("what it is made of is more than a FLAC file can hold");
  const name = text.encode(software);
  const length = new Uint8Array(Uint32Array.of(name.length).buffer);
  return [
    text.encode("fLaC"),
    block(INFO, [info.bytes]),
    block(APPLICATION, [text.encode("urto"), told]),
    block(LAST | COMMENT, [length, name, new Uint8Array(4)]),
    ...packed,
  ];
}

/** @param {number} kind @param {Uint8Array[]} parts */
function block(kind, parts) {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  return join([Uint8Array.of(kind, length >> 16, length >> 8, length), ...parts]);
}

/** @param {Int32Array} all @param {number} at @param {number} count @param {number} number @param {number} channels @param {number} width */
function frame(all, at, count, number, channels, width) {
  const bits = new Bits(64 + channels * (8 + count * 5));
  bits.put(0xfff8, 16);
  // The length in 16 bits, the rate as the head says, each channel by itself, and the width.
  bits.put(0x70, 8);
  bits.put(((channels - 1) << 4) | ((width === 16 ? 4 : 6) << 1), 8);
  for (const byte of counted(number)) bits.put(byte, 8);
  bits.put(count - 1, 16);
  bits.put(crc8(bits.bytes.subarray(0, bits.length)), 8);
  for (let channel = 0; channel < channels; channel++) {
    const samples = new Int32Array(count);
    for (let n = 0; n < count; n++) samples[n] = all[(at + n) * channels + channel];
    pack(bits, samples, width);
  }
  bits.end();
  bits.put(crc16(bits.bytes.subarray(0, bits.length)), 16);
  return bits.bytes.slice(0, bits.length);
}
