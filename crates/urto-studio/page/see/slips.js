// How often a rubbed surface slips in one period: Helmholtz motion of a bowed string slips once.

import { Fourier } from "./fft.js";

/** A slip starts where speed passes this share of the greatest, and ends below the second. */
const STARTS = 0.3;
const ENDS = 0.15;
/** Share of a period that a slip takes at least. */
const SHORTEST = 0.01;
/** How alike two neighbouring periods must be (1: the same) for the motion to count as periodic. */
const ALIKE = 0.75;
/** Slower than this nothing moves; rounding would be counted [m/s]. */
const STILL = 1e-6;

/**
 * @typedef {object} Slips
 * @property {number | null} period s; null where the motion is not periodic
 * @property {number | null} perPeriod slips in one period, a mean over the whole periods seen
 * @property {number} likeness of neighbouring periods, up to 1
 * @property {number[]} onsets sample numbers at which slips start
 */

/** Every N samples suffice to find the period. */
const THIN = 2;

/** Counts slips in stretches of one length. */
export class SlipCounter {
  /** @param {number} length samples in a stretch: a power of two */
  constructor(length) {
    this.length = length;
    this.thinned = new Float32Array(length / THIN);
    this.fourier = new Fourier((2 * length) / THIN);
    this.alike = new Float32Array(length / THIN);
  }

  /**
   * @param {Float32Array} velocity of one surface against the other, `length` samples
   * @param {number} rate Hz
   * @param {number | null} [hint] a period that is known beforehand [s]: the string's
   * @returns {Slips}
   */
  count(velocity, rate, hint = null) {
    for (let n = 0; n < this.thinned.length; n++) {
      this.thinned[n] = 0;
      for (let k = 0; k < THIN; k++) this.thinned[n] += velocity[THIN * n + k] / THIN;
    }
    const found = this.period(rate / THIN, hint);
    const lag = THIN * (found?.lag ?? 0);
    const onsets = findOnsets(velocity, found ? Math.ceil(lag) : velocity.length);
    const likeness = found?.likeness ?? 0;
    const periods = found ? Math.floor(velocity.length / lag) : 0;
    if (likeness < ALIKE || periods < 2) {
      return { period: null, perPeriod: null, likeness, onsets };
    }
    return { period: lag / rate, perPeriod: rateOf(onsets, lag), likeness, onsets };
  }

  /**
   * The shortest lag at which the motion is nearly as much like itself as at any (McLeod and
   * Wyvill 2005), from the autocorrelation over both stretches' energy.
   * @param {number} rate of the thinned samples
   * @param {number | null} hint
   * @returns {{lag: number, likeness: number} | null} lag in thinned samples
   */
  period(rate, hint) {
    const length = this.thinned.length;
    if (!this.compare()) return null;
    const { alike } = this;
    // A known period is searched near itself: a bow may flatten it, a finger move it.
    const shortest = hint ? Math.max(Math.floor(0.85 * hint * rate), 1) : Math.ceil(rate / 6000);
    const longest = Math.min(hint ? Math.ceil(1.25 * hint * rate) : length / 2, length / 2);
    let lag = shortest;
    // An unknown one from where the first hill has been left.
    if (!hint) while (lag < longest && alike[lag] > 0) lag++;
    let best = 0;
    const peaks = [];
    for (; lag < longest; lag++) {
      if (alike[lag] > 0 && alike[lag] >= alike[lag - 1] && alike[lag] > alike[lag + 1]) {
        peaks.push(lag);
        best = Math.max(best, alike[lag]);
      }
    }
    const first = peaks.find((at) => alike[at] >= (hint ? 1 : 0.93) * best);
    return first === undefined ? null : { lag: refine(alike, first), likeness: alike[first] };
  }

  /** Fills `alike` for every lag; false where nothing moves. */
  compare() {
    const { fourier, alike, thinned } = this;
    const { real, imag } = fourier;
    const length = thinned.length;
    let mean = 0;
    for (const one of thinned) mean += one / length;
    let both = 0;
    for (let n = 0; n < length; n++) {
      thinned[n] -= mean;
      real[n] = thinned[n];
      real[n + length] = 0;
      both += 2 * thinned[n] ** 2;
    }
    if (both < 2 * length * STILL * STILL) return false;
    imag.fill(0);
    fourier.run();
    for (let n = 0; n < 2 * length; n++) {
      real[n] = real[n] ** 2 + imag[n] ** 2;
      imag[n] = 0;
    }
    fourier.run();
    for (let lag = 0; lag < length; lag++) {
      alike[lag] = both > 0 ? real[lag] / length / both : 0;
      both -= thinned[lag] ** 2 + thinned[length - 1 - lag] ** 2;
    }
    return true;
  }
}

/**
 * Slips per period: from one slip to its like, a whole number of periods later, as far as can be.
 * @param {number[]} onsets
 * @param {number} lag
 */
function rateOf(onsets, lag) {
  let [best, per] = [Infinity, 0];
  for (let last = onsets.length - 1; last > Math.max(onsets.length / 2, 0); last--) {
    const periods = (onsets[last] - onsets[0]) / lag;
    const off = Math.abs(periods - Math.round(periods));
    // Of equals the longest stretch.
    if (off < best - 0.05 && Math.round(periods) > 0) [best, per] = [off, last / Math.round(periods)];
  }
  return per;
}

/**
 * The top of the parabola through three values.
 * @param {Float32Array} values
 * @param {number} at
 */
function refine(values, at) {
  const [left, top, right] = [values[at - 1], values[at], values[at + 1]];
  const bend = left - 2 * top + right;
  return bend < 0 ? at + (0.5 * (left - right)) / bend : at;
}

/**
 * Where slips start. A hand is not steady, so speeds are held against the greatest one nearby.
 * @param {Float32Array} velocity
 * @param {number} near samples: a period
 * @returns {number[]}
 */
function findOnsets(velocity, near) {
  const count = Math.ceil(velocity.length / near);
  const most = new Float32Array(count + 2);
  for (let n = 0; n < velocity.length; n++) {
    const at = 1 + Math.floor(n / near);
    most[at] = Math.max(most[at], Math.abs(velocity[n]));
  }
  const onsets = [];
  // What slips at the beginning has begun before; a spike is no slip.
  let slipping = true;
  let begun = -1;
  const shortest = Math.max(2, Math.min(SHORTEST * near, 8));
  for (let n = 0; n < velocity.length; n++) {
    const at = 1 + Math.floor(n / near);
    const greatest = Math.max(STILL, most[at - 1], most[at], most[at + 1]);
    const speed = Math.abs(velocity[n]);
    if (slipping) {
      slipping = speed > ENDS * greatest;
      if (!slipping && begun >= 0 && n - begun >= shortest) onsets.push(begun);
    } else if (speed > STARTS * greatest) {
      slipping = true;
      begun = n;
    }
  }
  return onsets;
}
