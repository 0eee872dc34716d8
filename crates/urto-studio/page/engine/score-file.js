// A score rendered aside as fast as the machine can, with the samples that are heard.

import { named } from "./desk.js";
import { begin } from "./module.js";
import { PLAY, Player, SCORE, SHELVE } from "./player.js";
import { wav } from "./wav.js";

/** Frames of one turn, after which the page may do something else; a player takes 8192 at most. */
const TURN = 8192;
/** What a player says of itself before its report, and which fact is the place in the score; see report.js. */
const BEFORE = 48;
const POSITION = 11;
/** So many blocks may all be built in, at most: half a minute of sound. */
const PATIENCE = 12000;

/**
 * @typedef {object} Task
 * @property {WebAssembly.Module} module
 * @property {number} rate
 * @property {number} seconds
 * @property {string} parts what the player is told of the score
 * @property {string} start the orders that build everything
 * @property {{name: string, bytes: Uint8Array}[]} files that they name
 */

/**
 * A score as a WAV file.
 * @param {Task & {recipe: string, software: string}} task with its project
 * @param {(done: number) => void} onProgress a share
 */
export async function scoreFile({ recipe, software, ...task }, onProgress) {
  const pieces = await scoreSamples(task, onProgress);
  return new Blob(wav(pieces, 2, task.rate, recipe, software), { type: "audio/wav" });
}

/**
 * Its samples in pieces, of left and right in turn.
 * @param {Task} task
 * @param {(done: number) => void} onProgress a share
 */
export async function scoreSamples({ module, rate, seconds, parts, start, files }, onProgress = () => {}) {
  /** @type {string | null} */
  let problem = null;
  let position = -1;
  const player = new Player(await begin(module), rate, (news) => {
    if ("problem" in news) problem ??= new TextDecoder().decode(news.problem);
    if ("report" in news) position = new DataView(news.report.buffer).getFloat64(BEFORE + 8 * POSITION, true);
  });
  const send = (/** @type {number} */ kind, /** @type {Uint8Array} */ bytes) => {
    const message = new Uint8Array(1 + bytes.length);
    message[0] = kind;
    message.set(bytes, 1);
    player.receive(message);
  };
  for (const { name, bytes } of files) send(SHELVE, named(name, bytes));
  send(SCORE, new TextEncoder().encode(parts));
  send(PLAY, new TextEncoder().encode(start));
  // The block in which all is built is the first of the score.
  let block = [new Float32Array(128), new Float32Array(128)];
  for (let turn = 0; position < 0; turn++) {
    if (turn > PATIENCE) throw new Error(problem ?? "the score cannot be built");
    player.render(block[0], block[1]);
    player.report();
    if (turn % 64 === 0) await pause();
  }
  const frames = Math.round(seconds * rate);
  /** @type {Float32Array<ArrayBuffer>[]} */
  const pieces = [];
  for (let done = 0; done < frames; ) {
    const count = Math.min(block[0].length, frames - done);
    const piece = new Float32Array(2 * count);
    for (let at = 0; at < count; at++) {
      piece[2 * at] = block[0][at];
      piece[2 * at + 1] = block[1][at];
    }
    pieces.push(piece);
    done += count;
    onProgress(done / frames);
    if (done >= frames) break;
    if (block[0].length !== TURN) block = [new Float32Array(TURN), new Float32Array(TURN)];
    player.render(block[0], block[1]);
    await pause();
  }
  if (problem) throw new Error(problem);
  return pieces;
}

/** Lets the page do something else. */
const pause = () => new Promise((done) => setTimeout(done));
