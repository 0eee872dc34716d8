// Builds sounds aside of the audio thread, which gets what was dear about them as flat arrays.

import { shelve } from "./desk.js";
import { Room } from "./module.js";

/** @typedef {{module: WebAssembly.Module, rate: number} | {files: {name: string, bytes: Uint8Array}[]} | {form: Uint8Array} | {task: number, lines: Uint8Array}} Asked */

/** @type {Room | null} */
let room = null;
let rate = 48000;

/** @param {MessageEvent<Asked>} event */
self.onmessage = ({ data }) => {
  if ("module" in data) {
    room = new Room(data.module);
    rate = data.rate;
  } else if ("files" in data) {
    shelve(room, data.files);
  } else if (room && "form" in data) {
    const form = room.take(room.calls.urto_form(room.put(data.form), rate));
    self.postMessage({ form }, { transfer: [form.buffer] });
  } else if (room && "task" in data) {
    const { task, lines } = data;
    const known = room.take(room.calls.urto_build(room.put(lines), rate));
    self.postMessage({ task, known }, { transfer: [known.buffer] });
  }
};
