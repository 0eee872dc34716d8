// What can be read off a sound at a time and a frequency, and between two such places.

import { interval, note } from "./pitch.js";
import { Spectra } from "./spectra.js";
import { plain, si } from "./units.js";

/** 171 ms at 48 kHz: partials 24 Hz apart are two. */
const SIZE = 8192;
/** So many partials are told, and so far below the strongest [dB]. */
const MOST = 12;
const BELOW = 50;
/** Nearer than this two frequencies are the same partial: a third of a semitone. */
const SAME = 2 ** (1 / 36);
/** Closer in time there is no telling how fast it fades [s]. */
const LEAST = 0.02;
/** Less than this is no fading [dB]. */
const STEADY = 1;
/** A decay is told to its 60th decibel. */
const DECAY = 60;

/** @typedef {{time: number, hertz: number}} Place time: s before the newest sample, negative */
/** @typedef {{time: number, hertz: number, level: number, partial: boolean}} Read level: dB below a full-scale sine */

export class Reader {
  /** @param {import("./streams.js").Sound} sound */
  constructor(sound) {
    this.sound = sound;
    this.spectra = new Spectra(1, SIZE);
    this.time = NaN;
    /** @type {{frequency: number, level: number}[]} */
    this.peaks = [];
  }

  /** The partials at a time, from low to high. @param {number} time */
  partials(time) {
    if (time !== this.time) {
      this.time = time;
      this.spectra.analyse(this.sound, Math.round(-time * this.sound.rate - SIZE / 2));
      this.peaks = this.spectra.peaks(MOST, BELOW);
    }
    return this.peaks;
  }

  /**
   * What is heard at a place; a partial that is near is meant.
   * @param {Place} place
   * @param {number} near ratio of frequencies
   * @returns {Read}
   */
  read({ time, hertz }, near) {
    const away = (/** @type {{frequency: number}} */ peak) => Math.abs(Math.log(peak.frequency / hertz));
    const nearest = this.partials(time).reduce((/** @type {{frequency: number, level: number} | null} */ best, peak) => (best && away(best) <= away(peak) ? best : peak), null);
    return nearest && away(nearest) <= Math.log(near)
      ? { time, hertz: nearest.frequency, level: nearest.level, partial: true }
      : { time, hertz, level: this.spectra.level(hertz), partial: false };
  }
}

/** @param {number} level */
const decibels = (level) => `${plain(Math.round(10 * level) / 10, 4)}\u00a0dB`;

/** @param {Read} read */
export function told({ time, hertz, level, partial }) {
  const when = time === 0 ? "at the end" : `${si(-time, "s")} before the end`;
  return `${partial ? "Partial at " : ""}${si(hertz, "Hz", 4)}, ${note(hertz)}, ${decibels(level)}, ${when}`;
}

/**
 * From the second cursor to the first.
 * @param {Read} from
 * @param {Read} to
 */
export function between(from, to) {
  const time = to.time - from.time;
  const ratio = to.hertz / from.hertz;
  const said = [`${si(time, "s")} ${time < 0 ? "earlier" : "later"}`.replace("−", ""), `frequency × ${plain(ratio, 4)} (${interval(ratio)})`, `level ${decibels(to.level - from.level)}`];
  const same = Math.abs(Math.log(ratio)) < Math.log(SAME);
  if (same && Math.abs(time) >= LEAST) {
    const rate = (to.level - from.level) / time;
    const steady = Math.abs(to.level - from.level) < STEADY;
    said.push(steady ? "steady" : `${plain(rate, 3)}\u00a0dB/s`);
    if (rate < 0 && !steady) said.push(`T60 ${si(-DECAY / rate, "s")}`);
  }
  return `From the mark: ${said.join(", ")}`;
}
