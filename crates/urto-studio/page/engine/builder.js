// Lets a worker build what orders say, and what is told wait for its turn: messages reach the player
// in the order in which they were sent, those that build after the worker is done with them.

import { KNOW } from "./player.js";

/** Whether orders build anything. */
const BUILDS = /^(put|scene) /m;

/** @typedef {{kind: number, bytes: Uint8Array, task: number | null}} Waiting task: of the worker, until it is done */

export class Builder {
  /**
   * @param {WebAssembly.Module} module
   * @param {number} rate
   * @param {(kind: number, bytes: Uint8Array) => void} pass to the player
   */
  constructor(module, rate, pass) {
    this.pass = pass;
    this.tasks = 0;
    /** @type {Waiting[]} */
    this.line = [];
    /** @type {Worker | null} */
    this.worker = new Worker(new URL("./builder-worker.js", import.meta.url), { type: "module" });
    /** Who waits for a form, in the order of the questions. @type {((form: Uint8Array<ArrayBuffer> | null) => void)[]} */
    this.asked = [];
    this.worker.onmessage = ({ data: { task, known, form } }) =>
      form ? this.asked.shift()?.(form.length > 0 ? form : null) : this.built(task, known);
    this.worker.onerror = () => this.fail();
    this.worker.postMessage({ module, rate });
  }

  /** Gives the worker the files that orders may name. @param {{name: string, bytes: Uint8Array}[]} files */
  share(files) {
    this.worker?.postMessage({ files });
  }

  /**
   * What the sound of an order looks like.
   * @param {string} line
   * @returns {Promise<Uint8Array<ArrayBuffer> | null>}
   */
  form(line) {
    return new Promise((done) => {
      if (!this.worker) return done(null);
      this.asked.push(done);
      this.worker.postMessage({ form: new TextEncoder().encode(line) });
    });
  }

  /** @param {number} kind @param {string} lines */
  tell(kind, lines) {
    const bytes = new TextEncoder().encode(lines);
    const task = this.worker && BUILDS.test(lines) ? ++this.tasks : null;
    if (task) this.worker?.postMessage({ task, lines: bytes });
    this.send(kind, bytes, task);
  }

  /** @param {number} kind @param {Uint8Array} bytes @param {number | null} task */
  send(kind, bytes, task = null) {
    this.line.push({ kind, bytes, task });
    this.flush();
  }

  flush() {
    while (this.line.length > 0 && this.line[0].task === null) {
      const { kind, bytes } = /** @type {Waiting} */ (this.line.shift());
      this.pass(kind, bytes);
    }
  }

  /** @param {number} task @param {Uint8Array} known */
  built(task, known) {
    const at = this.line.findIndex((waiting) => waiting.task === task);
    if (at < 0) return;
    this.line[at].task = null;
    if (known.length > 0) this.line.splice(at, 0, { kind: KNOW, bytes: known, task: null });
    this.flush();
  }

  /** Without a worker the player builds by itself, a part in each block. */
  fail() {
    this.worker?.terminate();
    this.worker = null;
    for (const done of this.asked.splice(0)) done(null);
    for (const waiting of this.line) waiting.task = null;
    this.flush();
  }
}
