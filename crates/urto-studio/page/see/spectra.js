// Spectra of a stretch of sound, in rows of a logarithmic axis.

import { Fourier, hann } from "./fft.js";

/** Ends of the axis [Hz]. */
export const LOWEST = 40;
export const HIGHEST = 18000;
/** Levels shown [dB below a full-scale sine]. */
export const FLOOR = -96;
export const CEILING = -12;

export class Spectra {
  /**
   * @param {number} rows
   * @param {number} size samples of each spectrum; a power of two
   */
  constructor(rows, size) {
    this.rows = rows;
    this.size = size;
    this.fourier = new Fourier(size);
    this.window = hann(size);
    this.power = new Float32Array(size / 2 + 1);
    /** Edges of the rows, in bins, from the top row down. */
    this.edges = new Float32Array(rows + 1);
    this.rate = 0;
    /** The strongest of what was laid in rows last [Hz, dB]. */
    this.strongest = { frequency: 0, level: FLOOR };
  }

  /**
   * The powers of the stretch that ends `ago` samples before the newest.
   * @param {import("./streams.js").Sound} sound
   * @param {number} ago
   */
  analyse(sound, ago) {
    const { fourier, window, power, size } = this;
    this.rate = sound.rate;
    sound.copy(fourier.real, ago);
    for (let n = 0; n < size; n++) fourier.real[n] *= window[n];
    fourier.imag.fill(0);
    fourier.run();
    for (let bin = 0; bin < power.length; bin++) power[bin] = fourier.real[bin] ** 2 + fourier.imag[bin] ** 2;
  }

  /**
   * Lays the powers into the rows, from 0 for the floor to 255.
   * @param {Uint8Array} into
   * @param {number} start
   */
  fill(into, start) {
    const { power, edges, rows, size, rate } = this;
    const per = Math.log(HIGHEST / LOWEST) / rows;
    for (let row = 0; row <= rows; row++) edges[row] = (HIGHEST * Math.exp(-row * per) * size) / rate;
    let best = 0;
    let bestBin = 0;
    for (let row = 0; row < rows; row++) {
      const high = edges[row];
      const low = edges[row + 1];
      let found = 0;
      if (high - low < 1) {
        // Between two bins: as much as lies between them.
        found = this.between(0.5 * (high + low));
      } else {
        for (let bin = Math.ceil(low); bin <= high && bin < power.length; bin++) found = Math.max(found, power[bin]);
      }
      if (found > best) {
        best = found;
        bestBin = 0.5 * (high + low);
      }
      const share = (decibels(found) - FLOOR) / (CEILING - FLOOR);
      into[start + row] = Math.min(Math.max(share, 0), 1) * 255;
    }
    this.strongest = { frequency: (bestBin * rate) / size, level: decibels(best) };
  }

  /** The power between two bins. @param {number} at */
  between(at) {
    const bin = Math.min(Math.max(Math.floor(at), 0), this.power.length - 2);
    return this.power[bin] + (this.power[bin + 1] - this.power[bin]) * Math.min(at - bin, 1);
  }

  /** The level at a frequency [dB]. @param {number} hertz */
  level(hertz) {
    return decibels(this.between((hertz * this.size) / this.rate));
  }

  /**
   * The strongest peaks, from low to high.
   * @param {number} most so many at most
   * @param {number} below so far below the strongest they still count [dB]
   * @returns {{frequency: number, level: number}[]} Hz, dB below a full-scale sine
   */
  peaks(most, below) {
    const { power, size, rate } = this;
    // A sine shows in four bins through a Hann window: a peak is the greatest of its neighbours.
    const beside = 3;
    const first = Math.max(Math.ceil((LOWEST * size) / rate), beside);
    const last = Math.min(Math.floor((HIGHEST * size) / rate), power.length - 1 - beside);
    /** @type {{frequency: number, level: number}[]} */
    const found = [];
    for (let bin = first; bin <= last; bin++) {
      let greatest = power[bin] > 0;
      for (let away = 1; away <= beside && greatest; away++) {
        greatest = power[bin] > power[bin - away] && power[bin] >= power[bin + away];
      }
      if (!greatest) continue;
      // A parabola through three levels in dB.
      const [low, middle, high] = [decibels(power[bin - 1]), decibels(power[bin]), decibels(power[bin + 1])];
      const bend = low - 2 * middle + high;
      const off = bend < 0 ? (0.5 * (low - high)) / bend : 0;
      found.push({ frequency: ((bin + off) * rate) / size, level: middle - 0.25 * (low - high) * off });
    }
    found.sort((one, other) => other.level - one.level);
    const least = Math.max(FLOOR, (found[0]?.level ?? 0) - below);
    return found
      .filter((peak, at) => at < most && peak.level >= least)
      .sort((one, other) => one.frequency - other.frequency);
  }
}

/** @param {number} power share of a full-scale sine's */
export const decibels = (power) => 10 * Math.log10(power + 1e-20);

/**
 * Levels as a picture, a column for each time.
 */
export class Tape {
  /** @param {number} columns @param {number} rows */
  constructor(columns, rows) {
    this.columns = columns;
    this.rows = rows;
    this.levels = new Uint8Array(columns * rows);
    this.canvas = document.createElement("canvas");
    this.canvas.width = columns;
    this.canvas.height = rows;
    this.ink = this.canvas.getContext("2d");
    this.strip = new ImageData(1, rows);
    this.dots = new Uint32Array(this.strip.data.buffer);
    /** @type {Uint32Array | null} */
    this.map = null;
  }

  /** @param {number} column */
  paint(column) {
    const { map, rows } = this;
    if (!map) return;
    for (let row = 0; row < rows; row++) this.dots[row] = map[this.levels[column * rows + row]];
    this.ink?.putImageData(this.strip, column, 0);
  }

  /** @param {number} column */
  wipe(column) {
    this.levels.fill(0, column * this.rows, (column + 1) * this.rows);
    this.paint(column);
  }

  /** Paints all anew in other colours. @param {Uint32Array} map of `evenMap` */
  colour(map) {
    this.map = map;
    for (let column = 0; column < this.columns; column++) this.paint(column);
  }
}
