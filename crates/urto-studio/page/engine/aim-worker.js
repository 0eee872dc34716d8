// Finds parameters by what one hears, aside of the page and of the sound: the fourth use of the module.

import { shelve } from "./desk.js";
import { Room } from "./module.js";

/** @typedef {"targets"|"measure"|"reachable"|"solve"} Call */
/** @typedef {{module: WebAssembly.Module} | {files: {name: string, bytes: Uint8Array}[]} | {task: number, call: Call, preset: string, words: string}} Asked */

/** @type {Room | null} */
let room = null;
/** The preset that the module holds. @type {string | null} */
let held = null;

/** @param {MessageEvent<Asked>} event */
self.onmessage = ({ data }) => {
  if ("module" in data) {
    room = new Room(data.module);
    return;
  }
  if ("files" in data) {
    shelve(room, data.files);
    held = null;
    return;
  }
  const { task, call, preset, words } = data;
  try {
    if (preset !== held && call !== "targets") ask("targets", preset);
    const answer = ask(call, call === "targets" ? preset : words);
    held = preset;
    self.postMessage({ task, answer });
  } catch (error) {
    held = null;
    self.postMessage({ task, problem: error instanceof Error ? error.message : String(error) });
  }
};

/** @param {Call} call @param {string} words */
function ask(call, words) {
  if (!room) throw new Error("the module is not there");
  const length = room.put(new TextEncoder().encode(words));
  return JSON.parse(new TextDecoder().decode(room.take(room.calls[`urto_${call}`](length))));
}
