// What was heard, held still: one looks back through it while new sounds go on.

import { Sound } from "./streams.js";

export class Held {
  /** @param {Sound} sound which goes on; its past is copied once, here */
  constructor(sound) {
    this.sound = frozen(sound);
    /** How long before the newest sample the picture ends [s]. */
    this.back = 0;
  }

  /**
   * How far one can look back with so much in sight [s].
   * @param {number} span seconds in sight
   */
  most(span) {
    return Math.max(0, lasting(this.sound) - span);
  }

  /**
   * @param {number} back seconds
   * @param {number} span seconds in sight
   * @returns {boolean} whether it moved
   */
  look(back, span) {
    const to = Math.min(Math.max(back, 0), this.most(span));
    if (to === this.back) return false;
    this.back = to;
    return true;
  }
}

/**
 * A copy to which nothing is added.
 * @param {Sound} sound
 */
export function frozen(sound) {
  const copy = new Sound(sound.seconds);
  copy.rate = sound.rate;
  copy.samples = sound.samples.slice();
  copy.total = sound.total;
  copy.heard = sound.heard;
  return copy;
}

/** How much of a sound is kept [s]. @param {Sound} sound */
export const lasting = (sound) => Math.min(sound.total, sound.samples.length) / sound.rate;
