// What hands did while the score ran, as events and curves of its lanes.

import { drawnOver, laneOf, thinned, tidy, withCurve, withEvents } from "./model.js";

/** @typedef {import("../engine/types.js").Score} Score */
/** @typedef {import("../engine/types.js").Cue} Cue */

/** A hand that was still so long held the value it had [s]; it left it so long before the next. */
const STILL = 0.15;
const LEAVES = 0.02;
/** What a drawn line may miss, as a share of all its values. */
const THIN = 0.004;
/** A trigger's strength, hold and more, as an order has them. */
const WORDS = /** @type {const} */ (["pitch", "pressure", "place"]);

/**
 * What was heard is written into a score.
 * @param {Score} score
 * @param {string[]} lines `FRAME ORDER`, as the player tells them
 * @param {number} rate frames per second
 * @param {number} unit seconds of one unit of the score's times
 * @param {(slot: number, key: string) => number | null} was the value before, null for what is no live number
 */
export function recorded(score, lines, rate, unit, was) {
  /** @type {Map<number, Cue[]>} */
  const events = new Map();
  /** @type {Map<number, {cue: Cue, at: number}>} */
  const open = new Map();
  /** @type {Map<string, {slot: number, key: string, points: [number, number][]}>} */
  const moves = new Map();
  const round = score.cycle ? score.cycle[1] - score.cycle[0] : score.length;
  let count = 0;
  for (const line of lines) {
    const [frame, word, ...rest] = line.split(" ");
    const at = Number(frame) / rate / unit;
    const slot = Number(rest[0]);
    if (!Number.isFinite(at) || !Number.isInteger(slot) || at > score.length) continue;
    if (word === "trigger") {
      const own = told(Number(frame) / rate / unit, rest);
      if (!own) continue;
      events.set(slot, [...(events.get(slot) ?? []), own]);
      open.set(slot, { cue: own, at });
      count += 1;
    } else if (word === "release") {
      const begun = open.get(slot);
      open.delete(slot);
      // Let go in the next round.
      if (begun && begun.cue.hold === null) begun.cue.hold = tidy(at > begun.at ? at - begun.at : at - begun.at + round) || 1e-3;
    } else if (["set", "gain", "pan"].includes(word)) {
      const key = word === "set" ? rest[1] : `mix.${word}`;
      const value = Number(rest[word === "set" ? 2 : 1]);
      const before = was(slot, key);
      if (!Number.isFinite(value) || before === null) continue;
      const name = `${slot} ${key}`;
      const move = moves.get(name) ?? { slot, key, points: [] };
      moves.set(name, move);
      const last = move.points[move.points.length - 1];
      // A new round begins another line over the old one.
      if (last && last[0] > at) {
        score = withCurve(score, slot, key, over(score, move));
        move.points = [];
      }
      const [since, held] = move.points[move.points.length - 1] ?? [0, before];
      const left = at - LEAVES / unit;
      if (at - since > STILL / unit && left > since) move.points.push([left, held]);
      move.points.push([at, value]);
      count += 1;
    }
  }
  for (const [slot, own] of events) score = withEvents(score, slot, [...laneOf(score, slot).events, ...own]);
  for (const move of moves.values()) score = withCurve(score, move.slot, move.key, over(score, move));
  return { score, count };
}

/** @param {number} at @param {string[]} words slot, strength, hold and what else is known @returns {Cue | null} */
function told(at, [, strength, hold, ...more]) {
  /** @type {Cue} */
  const own = { at: exact(at), strength: Number(strength), hold: hold === "-" || hold === undefined ? null : Number(hold) };
  for (let word = 0; word + 1 < more.length; word += 2) {
    const name = WORDS.find((known) => known === more[word]);
    if (name) own[name] = Number(more[word + 1]);
  }
  return Number.isFinite(own.strength) ? own : null;
}

/** Precise to far less than a sample, so that it is played at the frame at which it was struck. @param {number} time */
const exact = (time) => Number(time.toFixed(9));

/** @param {Score} score @param {{slot: number, key: string, points: [number, number][]}} move */
function over(score, { slot, key, points }) {
  const before = laneOf(score, slot).curves.find((own) => own.key === key)?.points ?? null;
  const values = points.map(([, value]) => value);
  const span = Math.max(...values) - Math.min(...values);
  return drawnOver(before, thinned(points, THIN * span));
}
