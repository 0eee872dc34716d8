// Finds how a mesh rings, aside of the page: a module of its own, used once. Ending the worker stops it.

import { Room } from "./module.js";

/** @typedef {{file: string, asked: string, bytes: ArrayBuffer}} Asked `file` is where the module is */

/** A step that is worth telling. */
const STEP = 0.004;

/** @param {MessageEvent<Asked>} event */
self.onmessage = async ({ data: { file, asked, bytes } }) => {
  try {
    const answer = await fetch(file);
    if (!answer.ok) throw new Error(`the solver could not be loaded (${answer.status})`);
    // Not by streaming: plain web servers often do not know the file's type.
    const module = await WebAssembly.compile(await answer.arrayBuffer());
    let told = -1;
    const reach = (/** @type {number} */ share) => {
      if (share < told + STEP) return;
      told = share;
      self.postMessage({ share });
    };
    const room = new Room(module, { urto: { reach } });
    const calls = /** @type {any} */ (room.calls);
    const head = new TextEncoder().encode(asked);
    const input = new Uint8Array(head.length + bytes.byteLength);
    input.set(head);
    input.set(new Uint8Array(bytes), head.length);
    const outcome = calls.urto_modes(room.put(input));
    const output = room.take(calls.urto_length());
    const text = () => new TextDecoder().decode(output);
    if (outcome === 0) {
      const notes = new TextDecoder().decode(room.take(calls.urto_notes())).split("\n");
      self.postMessage({ body: output.buffer, notes }, { transfer: [output.buffer] });
    } else if (outcome === 2) self.postMessage({ large: text() });
    else self.postMessage({ problem: text() });
  } catch (error) {
    self.postMessage({ problem: error instanceof Error ? error.message : String(error) });
  }
};
