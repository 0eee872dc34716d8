// What was played in a take that came with a project, as lanes of the score: blows are at their very frames,
// what moved becomes curves, and what lanes cannot hold is said.

import { emptyScore, withCurve } from "../score/model.js";
import { recorded } from "../score/record.js";
import { valueNow } from "../score/params.js";
import { app } from "./context.js";

/** What lanes hold, as orders say it; the end of a gesture belongs to its beginning. */
const ENDS = "release";
const MOVES = ["set", "gain", "pan"];

/**
 * Writes a take into the score; gives what is to be said of it.
 * @param {import("../engine/take.js").Take} take @param {string} name of its file
 */
export function takeIntoLanes(take, name) {
  const ids = new Map(app.engine.state.instances.map(({ id, slot }) => [slot, id]));
  const was = (/** @type {number} */ slot, /** @type {string} */ key) => valueNow(ids.get(slot) ?? -1, key);
  const there = take.lines.filter((line) => ids.has(Number(line.split(" ")[2])) || !/ (trigger|release|set|gain|pan) /.test(line));
  const bare = { ...emptyScore(), beats: false, length: Math.max(take.seconds, 0.01), cycle: null };
  let { score, count } = recorded(bare, there, take.rate, 1, was);
  for (const { slot, key, points } of take.tracks) if (was(slot, key) !== null && points.length > 0) score = withCurve(score, slot, key, points);
  if (!app.engine.setScore(score)) return "What was played in it could not be written into the score.";
  const words = take.lines.map((line) => line.split(" ")[1] ?? "");
  const left = take.lines.length - count - words.filter((word) => word === ENDS).length;
  if (left > 0) {
    const others = [...new Set(words.filter((word) => word !== ENDS && word !== "trigger" && !MOVES.includes(word)))];
    const what = others.length > 0 ? ` (${others.join(", ")})` : "";
    return `What was played in it is in the score, but for ${left} of ${take.lines.length} orders${what}, which only the command plays: urto render ${name}.`;
  }
  if (words.some((word) => MOVES.includes(word))) return "What was played in it is in the score; what moved has become curves.";
  return "What was played in it is in the score.";
}
