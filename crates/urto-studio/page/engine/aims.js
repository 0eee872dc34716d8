// Asks a worker what one hears of a sound, and for parameters by it. Answers come in the order asked.

/** @typedef {import("./aim-worker.js").Call} Call */
/** @typedef {{key: string, about: string, unit: string}} Target */
/** @typedef {{low: number, high: number}} Reach */
/** @typedef {{key: string, wanted: number, got: number}} Met */
/** @typedef {{key: string, value: number, text: string}} Found a parameter and the value found for it */
/** @typedef {{met: Met[], set: Found[]}} Solved */
/** @typedef {{error: string}} Refused */

export class Aims {
  /**
   * @param {WebAssembly.Module} module
   * @param {{name: string, bytes: Uint8Array}[]} files that presets may name
   */
  constructor(module, files) {
    this.worker = new Worker(new URL("./aim-worker.js", import.meta.url), { type: "module" });
    this.tasks = 0;
    /** @type {Map<number, {done: (answer: any) => void, fail: (why: Error) => void}>} */
    this.open = new Map();
    this.worker.onmessage = ({ data }) => {
      const waiting = this.open.get(data.task);
      this.open.delete(data.task);
      if ("problem" in data) waiting?.fail(new Error(data.problem));
      else waiting?.done(data.answer);
    };
    this.worker.onerror = (event) => {
      const why = new Error(event.message || "the worker could not be started");
      for (const { fail } of this.open.values()) fail(why);
      this.open.clear();
    };
    this.worker.postMessage({ module });
    this.share(files);
  }

  /** Gives it the files that presets may name. @param {{name: string, bytes: Uint8Array}[]} files */
  share(files) {
    this.worker.postMessage({ files });
  }

  /**
   * @param {Call} call
   * @param {string} preset the sound with all its values, as a file has it
   * @param {string} words
   * @returns {Promise<any>}
   */
  ask(call, preset, words = "") {
    return new Promise((done, fail) => {
      const task = ++this.tasks;
      this.open.set(task, { done, fail });
      this.worker.postMessage({ task, call, preset, words });
    });
  }
}
