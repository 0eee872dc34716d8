// Renders files aside of the page: blows and their variations, each as the command would, and the stems
// of a score, each instance alone. What a file holds makes it again.

import { Desk, shelve } from "./desk.js";
import { flac } from "./flac.js";
import { loudness } from "./loudness.js";
import { Room } from "./module.js";
import { scoreSamples } from "./score-file.js";
import { wav } from "./wav.js";
import { Zip } from "./zip.js";

/** Highest true peak where a loudness is asked for: -1, and a hundredth for rounding and dither [dBFS]. */
const CEILING = -1.01;
/** Levels that are nearer to each other than this are as good [dB]; so often one is looked for. */
const NEAR = 0.05;
const ROUNDS = 5;

/**
 * Blows of one sound, each varied by the next seed.
 * @typedef {object} Blows
 * @property {string} preset its text
 * @property {string[]} locked
 * @property {string[]} names of its files, without an ending
 * @property {number} amount 0 to 1
 * @property {number} seed of the first
 * @property {number} seconds
 * @property {{key: string, least: number, most: number}|null} level the parameter that makes it louder [dB]
 */
/** @typedef {{slot: number, name: string}} Stem an instance that is heard alone */
/**
 * @typedef {object} Task
 * @property {WebAssembly.Module} module
 * @property {{name: string, bytes: Uint8Array}[]} files that presets name
 * @property {Blows[]} blows
 * @property {{project: string, quality: "fast"|"exact", seconds: number, stems: Stem[]}|null} score
 * @property {import("./export.js").Written} written
 * @property {number} rate
 * @property {string} software
 */

self.onmessage = async ({ data }) => {
  try {
    self.postMessage(await render(data));
  } catch (error) {
    self.postMessage({ problem: error instanceof Error ? error.message : String(error) });
  }
};

/** @param {Task} task */
async function render({ module, files, blows, score, written, rate, software }) {
  const zip = new Zip();
  /** @type {string[]} */
  const notes = [];
  const room = new Room(module);
  shelve(room, files);
  let done = 0;
  const add = (/** @type {string} */ name, /** @type {Float32Array<ArrayBuffer>[]} */ pieces, /** @type {number} */ channels, /** @type {string} */ recipe) => {
    const { format, bits } = written;
    const file =
      format === "flac" ? flac(pieces, channels, rate, recipe, software, bits === 16 ? 16 : 24) : wav(pieces, channels, rate, recipe, software, bits);
    zip.add(`${name}.${format}`, file);
    done += 1;
    self.postMessage({ done });
  };
  for (const each of blows)
    each.names.forEach((name, at) => {
      const one = variation(room, rate, each, each.preset, each.amount, each.seed + at);
      const { samples, channels, recipe, note } = written.lufs === null || !each.level ? one : asLoud(room, rate, each, one, each.seed + at, written.lufs);
      if (note) notes.push(`${name}: ${note}`);
      add(name, [samples], channels, recipe);
    });
  if (score)
    for (const { slot, name } of score.stems) {
      const { pieces, recipe } = await stem(module, files, score, slot, rate);
      add(name, pieces, 2, recipe);
    }
  return { zip: zip.blob(), notes };
}

/** @typedef {{samples: Float32Array<ArrayBuffer>, channels: number, recipe: string, note?: string}} Made */

/** @param {Room} room @param {number} rate @param {Blows} blows @param {string} preset @param {number} amount @param {number} seed @returns {Made} */
function variation(room, rate, { locked, seconds }, preset, amount, seed) {
  const { calls } = room;
  const text = new TextDecoder();
  const wrong = calls.urto_theme(room.put(new TextEncoder().encode(`${locked.join(" ")}\n${preset}`)), rate, seconds, amount);
  if (wrong > 0) throw new Error(text.decode(room.take(wrong)));
  const length = calls.urto_variation(seed);
  if (length === 0) throw new Error("this sound cannot be rendered");
  const recipe = text.decode(room.take(length));
  const samples = new Float32Array(calls.memory.buffer, calls.urto_samples(), calls.urto_samples_length()).slice();
  const frames = Math.max(1, Math.round(seconds * rate));
  return { samples, channels: samples.length / frames, recipe };
}

/**
 * The same by a level at which it is as loud as asked for, or as near as its true peak lets it.
 * @param {Room} room @param {number} rate @param {Blows} blows @param {Made} one @param {number} seed @param {number} wanted
 * @returns {Made}
 */
function asLoud(room, rate, blows, one, seed, wanted) {
  if (!blows.level) return one;
  const { key, least, most } = blows.level;
  // Played so softly at first that nothing is limited; then nearer, as some of a sound may not follow its level.
  let level = least;
  /** @type {Made & {why?: string}} */
  let made = one;
  let reached = -Infinity;
  for (let round = 0; round < ROUNDS; round++) {
    made = variation(room, rate, blows, withNumber(one.recipe, key, level), 0, seed);
    const { lufs, peak } = loudness(made.samples, made.channels, rate);
    if (lufs === -Infinity) return one;
    reached = lufs;
    const [byLoudness, byPeak] = [level + wanted - lufs, level + CEILING - peak];
    const next = Math.min(most, Math.max(least, Math.floor(100 * Math.min(byLoudness, byPeak)) / 100));
    made.why = byPeak < byLoudness && byPeak < most ? "to keep its true peak at −1 dBFS" : "as its level goes no further";
    if (Math.abs(next - level) < NEAR) break;
    level = next;
  }
  const note = Math.abs(reached - wanted) < 2 * NEAR ? undefined : `${reached.toFixed(1)} instead of ${wanted} LUFS, ${made.why}`;
  return { ...made, note };
}

/** The text of a preset, which has all its numbers, with another one. @param {string} text @param {string} key such as `hearing.level` @param {number} value */
export function withNumber(text, key, value) {
  const path = `params.${key}`;
  let table = "";
  const lines = text.split("\n").map((line) => {
    table = /^\[(.+)\]$/.exec(line)?.[1] ?? table;
    const leaf = line.slice(0, Math.max(0, line.indexOf(" = ")));
    return leaf !== "" && (leaf === path || `${table}.${leaf}` === path) ? `${leaf} = ${value}` : line;
  });
  return lines.join("\n");
}

/**
 * The score with one instance alone, at its own gain and place.
 * @param {WebAssembly.Module} module @param {{name: string, bytes: Uint8Array}[]} files
 * @param {{project: string, quality: "fast"|"exact", seconds: number}} score @param {number} slot @param {number} rate
 */
async function stem(module, files, { project, quality, seconds }, slot, rate) {
  const desk = new Desk(module);
  desk.ask("state");
  for (const { name, bytes } of files) desk.import(name, bytes);
  const { news } = desk.import("project.toml", new TextEncoder().encode(project));
  // Which belongs to the machine, and is not taken over with a project.
  desk.edit("quality", quality);
  for (const own of Object.values(news.fresh)) {
    if (own.solo) desk.edit("solo", own.id, false);
    desk.edit("mute", own.id, own.slot !== slot);
  }
  const recipe = String(desk.ask("project").text);
  const parts = String(desk.ask(`whole ${rate}`).text);
  const start = String(desk.ask("start").orders);
  return { pieces: await scoreSamples({ module, rate, seconds, parts, start, files }), recipe };
}
