// Takes a recording apart, aside of the page: the modes that it rang in, as a body's file.

import { named } from "./desk.js";
import { Room } from "./module.js";

/** @typedef {{module: WebAssembly.Module, name: string, samples: Float32Array<ArrayBuffer>, rate: number}} Asked */

/** @param {MessageEvent<Asked>} event */
self.onmessage = ({ data: { module, name, samples, rate } }) => {
  const room = new Room(module);
  const length = room.put(named(name, new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength)));
  self.postMessage(JSON.parse(new TextDecoder().decode(room.take(room.calls.urto_recording(length, rate)))));
};
