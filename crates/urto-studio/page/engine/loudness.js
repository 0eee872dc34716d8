// How loud a finished sound is, as the command hears it: the greatest momentary loudness (ITU-R BS.1770,
// windows of 400 ms, ten looks a second) and the true peak between samples.

/** The shelf of the head and the cut below 38 Hz: corner [Hz], sharpness, and for the shelf its gain [dB]. */
const SHELF = { at: 1681.974450955533, q: 0.7071752369554196, gain: 3.999843853973347, share: 0.4996667741545416 };
const CUT = { at: 38.13547087602444, q: 0.5003270373238773 };
/** What the standard adds so that a full sine of 997 Hz in one channel reads -3.01 [dB]. */
const OFFSET = -0.691;
/** Looks in a window, and looks in a second. */
const LOOKS = 4;
const PER_SECOND = 10;
/** So many values between two samples, each from so many samples around. */
const BETWEEN = 4;
const AROUND = 12;

/** @typedef {[number, number, number, number, number]} Filter b0, b1, b2, a1, a2 */

/** @param {number} rate @returns {Filter[]} */
function filters(rate) {
  const shelf = Math.tan((Math.PI * SHELF.at) / rate);
  const high = 10 ** (SHELF.gain / 20);
  const middle = high ** SHELF.share;
  const one = 1 + shelf / SHELF.q + shelf * shelf;
  const cut = Math.tan((Math.PI * CUT.at) / rate);
  const two = 1 + cut / CUT.q + cut * cut;
  return [
    [
      (high + (middle * shelf) / SHELF.q + shelf * shelf) / one,
      (2 * (shelf * shelf - high)) / one,
      (high - (middle * shelf) / SHELF.q + shelf * shelf) / one,
      (2 * (shelf * shelf - 1)) / one,
      (1 - shelf / SHELF.q + shelf * shelf) / one,
    ],
    [1, -2, 1, (2 * (cut * cut - 1)) / two, (1 - cut / CUT.q + cut * cut) / two],
  ];
}

/** @param {Float64Array} x @param {Filter} filter in place */
function filtered(x, [b0, b1, b2, a1, a2]) {
  let [s1, s2] = [0, 0];
  for (let n = 0; n < x.length; n++) {
    const y = b0 * x[n] + s1;
    s1 = b1 * x[n] - a1 * y + s2;
    s2 = b2 * x[n] - a2 * y;
    x[n] = y;
  }
}

/** Weights of the samples around a place between two of them: a sinc in a Hann window. @param {number} share */
function weights(share) {
  return Float64Array.from({ length: 2 * AROUND }, (_, n) => {
    const from = n - AROUND + 1 - share;
    const window = 0.5 * (1 + Math.cos((Math.PI * from) / AROUND));
    return Math.abs(from) >= AROUND ? 0 : window * (from === 0 ? 1 : Math.sin(Math.PI * from) / (Math.PI * from));
  });
}

/**
 * @param {Float32Array} samples interleaved
 * @param {number} channels
 * @param {number} rate
 * @returns {{lufs: number, peak: number}} loudness, and true peak [dBFS]; both -Infinity for silence
 */
export function loudness(samples, channels, rate) {
  const frames = samples.length / channels;
  const hop = Math.round(rate / PER_SECOND);
  const looks = Math.ceil(frames / hop) + LOOKS;
  const sums = new Float64Array(looks);
  const tables = Array.from({ length: BETWEEN - 1 }, (_, at) => weights((at + 1) / BETWEEN));
  let peak = 0;
  for (let channel = 0; channel < channels; channel++) {
    const x = new Float64Array(looks * hop);
    for (let n = 0; n < frames; n++) x[n] = samples[n * channels + channel];
    peak = Math.max(peak, truePeak(x, frames, tables));
    for (const filter of filters(rate)) filtered(x, filter);
    for (let n = 0; n < x.length; n++) sums[Math.floor(n / hop)] += x[n] * x[n];
  }
  let most = 0;
  for (let at = 0; at < looks; at++) {
    let window = 0;
    for (let back = 0; back < LOOKS && back <= at; back++) window += sums[at - back];
    most = Math.max(most, window);
  }
  return { lufs: OFFSET + 10 * Math.log10(most / (LOOKS * hop)), peak: 20 * Math.log10(peak) };
}

/** @param {Float64Array} x @param {number} frames @param {Float64Array[]} tables */
function truePeak(x, frames, tables) {
  let peak = 0;
  for (let n = 0; n < frames; n++) peak = Math.max(peak, Math.abs(x[n]));
  // Between samples it can be higher only where they are high already.
  const worth = peak / 2;
  let most = peak;
  for (let n = 0; n < frames; n++) {
    if (Math.abs(x[n]) < worth && Math.abs(x[n + 1] ?? 0) < worth) continue;
    for (const table of tables) {
      let value = 0;
      for (let k = 0; k < table.length; k++) value += table[k] * (x[n + k - AROUND + 1] ?? 0);
      most = Math.max(most, Math.abs(value));
    }
  }
  return most;
}
