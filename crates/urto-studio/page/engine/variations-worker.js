// Renders variations aside of the page: the third use of the module.

import { shelve } from "./desk.js";
import { Room } from "./module.js";
import { wav } from "./wav.js";
import { Zip } from "./zip.js";

/**
 * @typedef {object} Task
 * @property {WebAssembly.Module} module
 * @property {{name: string, bytes: Uint8Array}[]} files that the preset names
 * @property {string} preset text of the preset
 * @property {string[]} locked
 * @property {string} name of the files
 * @property {number} count
 * @property {number} amount
 * @property {number} seed
 * @property {number} rate
 * @property {number} seconds
 * @property {string} software
 */

self.onmessage = ({ data }) => {
  try {
    self.postMessage({ zip: render(data) });
  } catch (error) {
    self.postMessage({ problem: error instanceof Error ? error.message : String(error) });
  }
};

/** @param {Task} task */
function render({ module, files, preset, locked, name, count, amount, seed, rate, seconds, software }) {
  const room = new Room(module);
  const { calls } = room;
  shelve(room, files);
  const text = new TextDecoder();
  const length = room.put(new TextEncoder().encode(`${locked.join(" ")}\n${preset}`));
  const wrong = calls.urto_theme(length, rate, seconds, amount);
  if (wrong > 0) throw new Error(text.decode(room.take(wrong)));
  const zip = new Zip();
  const digits = Math.max(2, String(count).length);
  for (let n = 0; n < count; n++) {
    const recipe = calls.urto_variation(seed + n);
    if (recipe === 0) throw new Error("this sound cannot be rendered");
    const made = text.decode(room.take(recipe));
    const samples = new Float32Array(calls.memory.buffer, calls.urto_samples(), calls.urto_samples_length()).slice();
    const frames = Math.max(1, Math.round(seconds * rate));
    const number = String(n + 1).padStart(digits, "0");
    zip.add(`${name}-${number}.wav`, wav([samples], samples.length / frames, rate, made, software));
    self.postMessage({ done: n + 1 });
  }
  return zip.blob();
}
