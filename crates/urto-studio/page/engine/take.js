// Takes in a project's file: what was played, order by order at the frames of a rate. The desk edits none;
// the page makes lanes of those that come in, and writes one into the recipe of a score that it renders.

import { Toml } from "../scene/toml.js";

/**
 * @typedef {object} Take
 * @property {number} seconds
 * @property {number} rate
 * @property {string[]} lines `FRAME ORDER`
 * @property {{slot: number, key: string, points: [number, number][]}[]} tracks numbers that follow curves, in seconds
 */

/**
 * The take that a project brings, if it does and no score says what is to be played: a rendered score has
 * both, which say the same.
 * @param {Uint8Array} matter a project's file that the desk has read
 * @returns {Take | null}
 */
export function takeOf(matter) {
  const text = new TextDecoder().decode(matter);
  if (!/^\s*\[take\]/m.test(text)) return null;
  try {
    const { entries } = new Toml(text).root;
    const take = entries.get("take");
    if (take?.kind !== "table" || entries.has("score")) return null;
    const leaf = (/** @type {import("../scene/toml.js").Table} */ table, /** @type {string} */ key) => {
      const own = table.entries.get(key);
      return own && "value" in own ? own.value : undefined;
    };
    const rate = Number(leaf(take, "rate"));
    const seconds = Number(leaf(take, "frames")) / rate;
    if (!(rate > 0 && seconds > 0)) return null;
    const lines = String(leaf(take, "score") ?? "").split("\n").map((line) => line.trim()).filter((line) => line !== "");
    const tracks = take.entries.get("track");
    return { seconds, rate, lines, tracks: tracks?.kind === "list" ? tracks.items.flatMap((own) => track(own, leaf)) : [] };
  } catch {
    return null;
  }
}

/**
 * @param {import("../scene/toml.js").Node} own
 * @param {(table: import("../scene/toml.js").Table, key: string) => unknown} leaf
 */
function track(own, leaf) {
  if (own.kind !== "table") return [];
  const points = own.entries.get("points");
  const pairs = points?.kind === "list" ? points.items : [];
  const all = pairs.flatMap((pair) => (pair.kind === "list" ? [pair.items.map((one) => ("value" in one ? Number(one.value) : NaN))] : []));
  return [{ slot: Number(leaf(own, "slot")), key: String(leaf(own, "key")), points: /** @type {[number, number][]} */ (all) }];
}

/**
 * A project as the recipe of its score, rendered at a rate: with a take, as the command writes it, from which
 * alone the same samples are made again.
 * @param {string} project its file, without a take
 * @param {number} rate
 * @param {string} parts the whole score as the player is told it: `part 0 FRAMES`, then a `FRAME ORDER` per line
 */
export function recipeOf(project, rate, parts) {
  const end = parts.indexOf("\n");
  const frames = parts.slice(0, end).split(" ")[2];
  return `${project}\n[take]\nrate = ${rate}\nframes = ${frames}\nscore = '''\n${parts.slice(end + 1)}'''\n`;
}
