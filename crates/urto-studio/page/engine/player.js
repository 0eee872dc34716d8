// The audio side: receives messages, renders blocks, reports. Runs in the audio thread, or on the
// page's own where the browser has no audio thread to give. There is neither TextDecoder nor
// performance.now in an audio thread: texts stay bytes, and time is counted in milliseconds.

import { join } from "./bytes.js";
import { Room } from "./module.js";

/** First byte of a message: orders, */
export const ORDERS = 1;
/** orders with which a take begins, */
export const TAKE = 2;
/** the end of the take, */
export const CUT = 3;
/** whose contact is looked at (the second byte is the slot, 255 for none; the third whether its picture is wanted), */
export const WATCH = 4;
/** the beginning of what is too long for one message, */
export const PART = 5;
/** a file that orders may name (its name on a line, then its bytes), */
export const SHELVE = 6;
/** the names of those files that are still wanted, line by line, */
export const UNSHELVE = 7;
/** what a worker worked out for the orders that come next, */
export const KNOW = 8;
/** a score to be played, */
export const SCORE = 9;
/** orders with which it begins, */
export const PLAY = 10;
/** orders with which it stops, */
export const HALT = 11;
/** that the score told last takes the place of the one that runs. */
export const CHANGE = 12;

/** How the player is told what orders mean, by kind of message. @type {Record<number, number>} */
const TELLING = { [ORDERS]: 0, [TAKE]: 1, [CUT]: 2, [PLAY]: 3, [HALT]: 4, [CHANGE]: 5 };

/** How often reports are made [1/s]. */
const REPORTS = 60;
/** Samples of a take that travel together. */
const PIECE = 8192;
/** The load is the mean over so long [s]. */
const LOAD_TIME = 0.5;
/** The clock may run ahead of the samples by so much, as buffers are filled in bursts [ms]. */
const BURST = 60;
/** Clocks of sound and machine differ by less than this share. */
const DRIFT = 1e-3;

const now = globalThis.performance ? () => performance.now() : () => Date.now();

/**
 * @typedef {{pcm: Float32Array<ArrayBuffer>} | {tape: Uint8Array<ArrayBuffer>, frames: number}
 *   | {geometry: Uint8Array<ArrayBuffer>} | {problem: Uint8Array<ArrayBuffer>} | {notes: Uint8Array<ArrayBuffer>} | {heard: Uint8Array<ArrayBuffer>} | {report: Uint8Array<ArrayBuffer>}} News
 */

export class Player {
  /**
   * @param {WebAssembly.Module} module
   * @param {number} rate
   * @param {(news: News, transfer: Transferable[]) => void} post
   */
  constructor(module, rate, post) {
    this.room = new Room(module);
    this.calls = this.room.calls;
    if (!this.calls.urto_open(rate)) throw new Error(`a sample rate of ${rate} Hz cannot be played`);
    this.rate = rate;
    this.post = post;
    /** Where reports go instead of `post`, if anywhere. @type {import("./ring.js").Ring | null} */
    this.ring = null;
    this.sinceReport = 0;
    /** @type {Uint8Array[]} */
    this.parts = [];
    /** @type {Float32Array<ArrayBuffer> | null} */
    this.piece = null;
    this.filled = 0;
    this.taped = 0;
    this.load = 0;
    this.busy = 0;
    this.loadFrames = 0;
    this.underruns = 0;
    /** The longest block since the last report [ms]. */
    this.longest = 0;
    this.begun = 0;
    this.frames = 0;
    this.lag = Infinity;
    /** Where the output is after the last block, and what it went on without being asked for [frames]. @type {number | null} */
    this.after = null;
    this.missed = 0;
  }

  /** @param {Uint8Array} message */
  receive(message) {
    switch (message[0]) {
      case ORDERS:
      case TAKE:
      case CUT:
      case PLAY:
      case HALT:
      case CHANGE:
        return this.tell(message.subarray(1), TELLING[message[0]]);
      case SCORE:
        return this.calls.urto_take_score(this.room.put(this.whole(message.subarray(1))));
      case WATCH:
        return this.calls.urto_watch(message[1] === 255 ? -1 : message[1], message[2] ?? 0);
      case SHELVE:
        return this.calls.urto_shelve(this.room.put(this.whole(message.subarray(1))));
      case UNSHELVE:
        return this.calls.urto_unshelve(this.room.put(this.whole(message.subarray(1))));
      case KNOW:
        return this.calls.urto_know(this.room.put(this.whole(message.subarray(1))));
      case PART:
        this.parts.push(message.slice(1));
    }
  }

  /**
   * @param {Uint8Array} lines the end of them, if parts came before
   * @param {number} kind
   */
  tell(lines, kind) {
    this.calls.urto_tell(this.room.put(this.whole(lines)), kind);
  }

  /** With the parts that came before. @param {Uint8Array} end */
  whole(end) {
    if (this.parts.length === 0) return end;
    const all = join([...this.parts, end]);
    this.parts = [];
    return all;
  }

  /**
   * Fills a block.
   * @param {Float32Array} left
   * @param {Float32Array} right
   * @param {number | null} at the block's first frame as the output counts, if it does
   */
  render(left, right, at = null) {
    if (at !== null) {
      this.missed += at - (this.after ?? at);
      this.after = at + left.length;
    }
    const start = now();
    const count = left.length;
    this.calls.urto_render(count);
    // Memory may have grown: views are made anew.
    const memory = this.calls.memory.buffer;
    left.set(new Float32Array(memory, this.calls.urto_channel(0), count));
    right.set(new Float32Array(memory, this.calls.urto_channel(1), count));
    this.tape(left, right);
    this.sinceReport += count;
    if (this.sinceReport >= this.rate / REPORTS) this.report();
    this.measure(start, now(), count);
  }

  /**
   * Milliseconds are coarse beside a block of three, but a block begins anywhere within one:
   * over many blocks the mean of what the clock shows is the mean of what they took.
   * @param {number} start
   * @param {number} end
   * @param {number} count
   */
  measure(start, end, count) {
    this.busy += end - start;
    this.longest = Math.max(this.longest, end - start);
    this.loadFrames += count;
    const time = this.loadFrames / this.rate;
    if (time >= LOAD_TIME) {
      this.load = this.busy / 1000 / time;
      this.busy = 0;
      this.loadFrames = 0;
    }
    // Samples that come later after the clock than ever before came too late to be heard.
    if (this.begun === 0) this.begun = start;
    const lag = start - this.begun - (1000 * this.frames) / this.rate;
    this.frames += count;
    if (lag > this.lag + BURST) {
      this.underruns += 1;
      this.lag = lag;
    }
    this.lag = Math.min(this.lag + (1000 * DRIFT * count) / this.rate, lag);
  }

  report() {
    this.sinceReport = 0;
    for (let length = this.calls.urto_problem(); length > 0; length = this.calls.urto_problem()) {
      this.post({ problem: this.room.take(length) }, []);
    }
    for (let length = this.calls.urto_notes(); length > 0; length = this.calls.urto_notes()) {
      this.post({ notes: this.room.take(length) }, []);
    }
    const heard = this.calls.urto_heard();
    if (heard > 0) this.post({ heard: this.room.take(heard) }, []);
    const form = this.calls.urto_geometry();
    if (form > 0) this.post({ geometry: this.room.take(form) }, []);
    const length = this.calls.urto_report();
    const memory = this.calls.memory.buffer;
    const before = [this.load, this.underruns, memory.byteLength, this.longest, this.calls.urto_worked_out(), this.missed];
    this.longest = 0;
    const report = new Uint8Array(8 * before.length + length);
    new Float64Array(report.buffer, 0, before.length).set(before);
    report.set(new Uint8Array(memory, this.calls.urto_output(), length), 8 * before.length);
    // A page that does not look misses some.
    if (this.ring) this.ring.push(report);
    else this.post({ report }, [report.buffer]);
  }

  /**
   * Keeps the block if it belongs to a take.
   * @param {Float32Array} left
   * @param {Float32Array} right
   */
  tape(left, right) {
    if (this.calls.urto_is_taping()) {
      this.taped += left.length;
      for (let i = 0; i < left.length; i++) {
        this.piece ??= new Float32Array(2 * PIECE);
        this.piece[2 * this.filled] = left[i];
        this.piece[2 * this.filled + 1] = right[i];
        this.filled += 1;
        if (this.filled === PIECE) this.flush();
      }
      return;
    }
    const length = this.calls.urto_score();
    if (length < 0) return;
    this.flush();
    this.post({ tape: this.room.take(length), frames: this.taped }, []);
    this.taped = 0;
  }

  flush() {
    if (!this.piece || this.filled === 0) return;
    const pcm = this.filled === PIECE ? this.piece : this.piece.slice(0, 2 * this.filled);
    this.piece = null;
    this.filled = 0;
    this.post({ pcm }, [pcm.buffer]);
  }
}
