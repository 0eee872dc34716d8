// Lets a worker build what orders say, and what is told wait for its turn: messages reach the player
// in the order in which they were sent, those that build after the worker is done with them.

import { named } from "./desk.js";
import { KNOW, SHELVE, UNSHELVE } from "./player.js";

/** Whether orders build anything. */
const BUILDS = /^(put|scene) /m;

/** @typedef {{name: string, bytes: Uint8Array}} Named */
/** @typedef {{kind: number, bytes: Uint8Array, task: number | null}} Waiting task: of the worker, until it is done */

export class Builder {
  /**
   * @param {WebAssembly.Module} module
   * @param {number} rate
   * @param {(kind: number, bytes: Uint8Array) => void} pass to the player
   * @param {() => Named[]} files that orders may name now
   */
  constructor(module, rate, pass, files) {
    this.pass = pass;
    this.files = files;
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

  /**
   * Gives whoever builds exactly these files for orders to name. The player gets none from a worker:
   * what a body's file says comes with what is known of its order.
   * @param {Named[]} files
   */
  share(files) {
    if (this.worker) this.worker.postMessage({ files });
    else for (const { kind, bytes } of shelving(files)) this.send(kind, bytes);
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

  /** Nobody asks any more. */
  end() {
    this.worker?.terminate();
    this.worker = null;
    for (const done of this.asked.splice(0)) done(null);
  }

  /** Without a worker the player builds by itself, a part in each block. */
  fail() {
    this.worker?.terminate();
    this.worker = null;
    for (const done of this.asked.splice(0)) done(null);
    for (const waiting of this.line) waiting.task = null;
    this.line.unshift(...shelving(this.files()));
    this.flush();
  }
}

/** What gives the player exactly these files. @param {Named[]} files @returns {Waiting[]} */
function shelving(files) {
  const clear = { kind: UNSHELVE, bytes: new Uint8Array(), task: null };
  return [clear, ...files.map(({ name, bytes }) => ({ kind: SHELVE, bytes: named(name, bytes), task: null }))];
}
