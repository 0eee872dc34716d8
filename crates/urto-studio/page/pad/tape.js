// A gesture on the pad, written down: where its two directions are aimed, over time.

/** Nobody holds a gesture longer than this [s]. */
const LONGEST = 600;
/** Samples closer than this say nothing new [s]. */
const CLOSEST = 0.002;

/** @typedef {{time: number, x: number, y: number}} Sample s from its start, and places from 0 to 1 */

export class Tape {
  /** @param {number} now ms @param {{x: number, y: number}} aim */
  constructor(now, { x, y }) {
    this.begun = now;
    /** @type {Sample[]} */
    this.samples = [{ time: 0, x, y }];
  }

  get last() {
    return this.samples[this.samples.length - 1];
  }

  /** What is aimed at now; of times that come late or twice the last one counts. @param {number} now ms @param {{x: number, y: number}} aim */
  add(now, { x, y }) {
    const time = Math.min((now - this.begun) / 1000, LONGEST);
    if (time - this.last.time >= CLOSEST) this.samples.push({ time, x, y });
    else if (time >= this.last.time && this.samples.length > 1) Object.assign(this.last, { x, y });
  }

  /** It is over: what was aimed at last held until now. @param {number} now ms */
  end(now) {
    this.add(now, this.last);
    return this.samples;
  }
}

/** How far a direction went, as a share of all its way. @param {readonly Sample[]} samples @param {"x" | "y"} axis */
export function span(samples, axis) {
  const all = samples.map((own) => own[axis]);
  return Math.max(...all) - Math.min(...all);
}
