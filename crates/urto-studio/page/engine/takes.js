// Takes: the samples that were heard and the score that made them, for a file that can be
// rendered again.

import { wav } from "./wav.js";

/** How long the player may take to hand out the score [ms]. */
const PATIENCE = 5000;

/** @typedef {{pieces: Float32Array<ArrayBuffer>[], frames: number, score: string}} Tape */

export class Takes {
  constructor() {
    /** @type {Float32Array<ArrayBuffer>[]} */
    this.pieces = [];
    this.count = 0;
    /** @type {((tape: Tape) => void) | null} */
    this.finish = null;
  }

  begin() {
    this.pieces = [];
  }

  /** @param {{pcm: Float32Array<ArrayBuffer>} | {tape: Uint8Array, frames: number}} news */
  hear(news) {
    if ("pcm" in news) {
      this.pieces.push(news.pcm);
      return;
    }
    const { pieces } = this;
    this.pieces = [];
    this.finish?.({ pieces, frames: news.frames, score: new TextDecoder().decode(news.tape) });
    this.finish = null;
  }

  /**
   * Ends the take.
   * @param {() => void} cut tells the player
   * @returns {Promise<Tape>}
   */
  end(cut) {
    return new Promise((finish, fail) => {
      this.finish = finish;
      setTimeout(() => fail(new Error("the player does not answer; is the sound on?")), PATIENCE);
      cut();
    });
  }

  /**
   * @param {Tape} tape
   * @param {number} rate
   * @param {string} recipe
   * @param {string} software
   */
  file(tape, rate, recipe, software) {
    this.count += 1;
    const blob = new Blob(wav(tape.pieces, 2, rate, recipe, software), { type: "audio/wav" });
    return { blob, seconds: tape.frames / rate, name: `urto-take-${this.count}.wav` };
  }
}
