// Moves contact scenes and listens to runs, aside of the page: a module of its own, which keeps what was
// opened until the worker is ended.

import { named } from "./desk.js";
import { Room } from "./module.js";

/** @typedef {{id: number, order: "open"|"simulate"|"hear", file?: string, name?: string, bytes?: ArrayBuffer, files?: {name: string, bytes: Uint8Array}[], how?: string, film?: boolean}} Asked */

/** A step that is worth telling. */
const STEP = 0.004;
/** What `urto_part` gives. */
const SHAPE = 0;
const POSES = 1;
const PRESSES = 2;
const RUN = 3;

/** @type {Room | null} */
let room = null;
let current = 0;
let told = -1;

/** @param {number} share */
function reach(share) {
  if (share < told + STEP) return;
  told = share;
  self.postMessage({ id: current, share });
}

/** @param {string} file where the module is */
async function begin(file) {
  const answer = await fetch(file);
  if (!answer.ok) throw new Error(`what moves scenes could not be loaded (${answer.status})`);
  // Not by streaming: plain web servers often do not know the file's type.
  return new Room(await WebAssembly.compile(await answer.arrayBuffer()), { urto: { reach } });
}

/** @param {MessageEvent<Asked>} event */
self.onmessage = async ({ data }) => {
  [current, told] = [data.id, -1];
  try {
    if (data.order === "open") room = await begin(String(data.file));
    if (!room) throw new Error("nothing is open");
    const { answer, transfer } = obey(room, data);
    self.postMessage({ id: data.id, ...answer }, { transfer });
  } catch (error) {
    // What runs out of memory stops the module with a trap, which says nothing.
    const trapped = error instanceof WebAssembly.RuntimeError;
    const problem = trapped ? "it does not fit into the browser’s memory" : error instanceof Error ? error.message : String(error);
    self.postMessage({ id: data.id, problem });
  }
};

/** @param {Room} room @param {Asked} asked @returns {{answer: object, transfer: ArrayBuffer[]}} */
function obey(room, { order, name = "", bytes = new ArrayBuffer(0), files = [], how = "" }) {
  const calls = /** @type {any} */ (room.calls);
  const words = () => new TextDecoder().decode(room.take(calls.urto_length()));
  const part = (/** @type {number} */ which, number = 0) => room.take(calls.urto_part(which, number));
  /** @type {number} */
  let outcome = 1;
  if (order === "open") {
    for (const file of files) calls.urto_shelve(room.put(named(file.name, file.bytes)));
    outcome = calls.urto_open(room.put(named(name, new Uint8Array(bytes))));
  } else if (order === "simulate") outcome = calls.urto_simulate();
  else outcome = calls.urto_hear(room.put(new TextEncoder().encode(how)));
  if (outcome === 2) return { answer: { long: words() }, transfer: [] };
  if (outcome !== 0) return { answer: { problem: words() }, transfer: [] };
  const found = JSON.parse(words());
  if (order === "hear") {
    /** @type {Float32Array<ArrayBuffer>[]} */
    const channels = [];
    for (let length = calls.urto_channel(0); length > 0; length = calls.urto_channel(channels.length)) {
      channels.push(new Float32Array(room.take(length).buffer));
    }
    return { answer: { found, channels }, transfer: channels.map((own) => own.buffer) };
  }
  const shapes = found.bodies.map((/** @type {unknown} */ _, /** @type {number} */ n) => part(SHAPE, n).buffer);
  const film = found.run ? { poses: part(POSES).buffer, presses: part(PRESSES).buffer } : null;
  // What was opened as a run is there already.
  const run = order === "simulate" ? part(RUN).buffer : null;
  const transfer = [...shapes, ...(film ? [film.poses, film.presses] : []), ...(run ? [run] : [])];
  return { answer: { found, shapes, film, run }, transfer };
}
