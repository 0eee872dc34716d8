// The WebAssembly module: calls, and bytes in and out of its memory.

/**
 * @typedef {object} Calls what `crates/urto-web/src/ffi.rs` offers
 * @property {WebAssembly.Memory} memory
 * @property {(length: number) => number} urto_input
 * @property {() => number} urto_output
 * @property {(length: number) => number} urto_ask
 * @property {(length: number) => number} urto_import
 * @property {(length: number) => number} urto_file
 * @property {() => number} urto_pack
 * @property {(length: number) => void} urto_shelve
 * @property {(length: number) => void} urto_unshelve
 * @property {(rate: number) => number} urto_open
 * @property {(length: number, rate: number) => number} urto_build
 * @property {(length: number, rate: number) => number} urto_form
 * @property {(length: number) => void} urto_know
 * @property {() => number} urto_worked_out
 * @property {(length: number, kind: number) => void} urto_tell
 * @property {(frames: number) => void} urto_render
 * @property {(side: number) => number} urto_channel
 * @property {(slot: number, looks: number) => void} urto_watch
 * @property {() => number} urto_geometry
 * @property {() => number} urto_report
 * @property {() => number} urto_problem
 * @property {() => number} urto_notes
 * @property {(length: number) => void} urto_take_score
 * @property {() => number} urto_heard
 * @property {() => number} urto_is_taping
 * @property {() => number} urto_score
 * @property {(length: number, rate: number, seconds: number, amount: number) => number} urto_theme
 * @property {(seed: number) => number} urto_variation
 * @property {() => number} urto_samples
 * @property {() => number} urto_samples_length
 * @property {(length: number, rate: number) => number} urto_recording
 * @property {(length: number) => number} urto_targets
 * @property {(length: number) => number} urto_measure
 * @property {(length: number) => number} urto_reachable
 * @property {(length: number) => number} urto_solve
 */

/**
 * Instances that were begun without keeping the page waiting: browsers refuse to do that at once with
 * a module of more than 8 MB, but in workers.
 * @type {WeakMap<WebAssembly.Module, WebAssembly.Instance[]>}
 */
const begun = new WeakMap();

/** Begins an instance for the next room of a module. @param {WebAssembly.Module} module */
export async function begin(module) {
  const instance = await WebAssembly.instantiate(module, {});
  begun.set(module, [...(begun.get(module) ?? []), instance]);
  return module;
}

export class Room {
  /** @param {WebAssembly.Module} module @param {WebAssembly.Imports} imports what it calls; the engine's needs nothing */
  constructor(module, imports = {}) {
    const instance = begun.get(module)?.shift() ?? new WebAssembly.Instance(module, imports);
    this.calls = /** @type {Calls} */ (/** @type {unknown} */ (instance.exports));
  }

  /**
   * Puts bytes where the module reads them.
   * @param {Uint8Array} bytes
   */
  put(bytes) {
    const at = this.calls.urto_input(bytes.length);
    if (at === 0) throw new Error("this is too much at once");
    new Uint8Array(this.calls.memory.buffer, at, bytes.length).set(bytes);
    return bytes.length;
  }

  /**
   * A copy of the module's answer.
   * @param {number} length
   */
  take(length) {
    const at = this.calls.urto_output();
    return new Uint8Array(this.calls.memory.buffer, at, length).slice();
  }
}
