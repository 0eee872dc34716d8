// The score's steps, without a page: what they give and what they leave as it was.

import assert from "node:assert/strict";
import { test } from "node:test";
import { TimeAxis } from "../../page/score/axis.js";
import * as model from "../../page/score/model.js";
import { recorded } from "../../page/score/record.js";
import { scoreText } from "../../page/engine/score-text.js";

const { cue } = model;

/** @param {readonly {at: number}[]} events */
const times = (events) => events.map(({ at }) => at);

test("events move together and stop at the ends of the score", () => {
  const events = [cue(1, 1), cue(2, 0.5), cue(15, 1)];
  const all = new Set(events.slice(0, 2));
  const right = model.moved(events, all, { time: 20, height: 0, shows: "strength", length: 16 });
  assert.deepEqual(times(right.events), [15, 16, 15]);
  const left = model.moved(events, all, { time: -5, height: 0.25, shows: "strength", length: 16 });
  assert.deepEqual(times(left.events), [0, 1, 15]);
  assert.deepEqual(left.events.map((own) => own.strength), [1.5, 1, 1]);
  assert.deepEqual(times(events), [1, 2, 15], "what was there is left as it was");
  const placed = model.moved(events, all, { time: 0, height: 1, shows: "place", length: 16 });
  assert.equal(placed.events[0].place, 1);
  const pitched = model.moved(events, all, { time: 0, height: 7 / 48, shows: "pitch", length: 16 });
  assert(Math.abs(model.semitones(pitched.events[0].pitch ?? 0) - 7) < 1e-9);
});

test("quantising goes to the grid, or a part of the way", () => {
  const events = [cue(0.9, 1), cue(0.3, 1), cue(2.13, 1)];
  assert.deepEqual(times(model.quantised(events, 0.5)), [0.5, 1, 2]);
  assert.deepEqual(times(model.quantised(events, 0.5, 0.5)), [0.4, 0.95, 2.065]);
  assert.deepEqual(times(model.quantised(events, 0)), [0.9, 0.3, 2.13]);
});

test("beats and seconds are the same score", () => {
  const beats = { ...model.withEvents({ ...model.emptyScore(), tempo: 90 }, 2, [cue(3, 1, 0.5)]), cycle: /** @type {[number, number]} */ ([3, 6]) };
  const seconds = model.counted(beats, false);
  assert.deepEqual([seconds.lanes[0].events[0].at, seconds.cycle], [2, [2, 4]]);
  assert.deepEqual(model.counted(seconds, true), beats);
});

test("a drawn line takes the place of what was there, thinned to what is seen", () => {
  const drawn = Array.from({ length: 101 }, (_, n) => /** @type {[number, number]} */ ([1 + n / 100, Math.abs(n - 50)]));
  const thin = model.thinned(drawn, 0.5);
  assert.deepEqual(thin, [[1, 50], [1.5, 0], [2, 50]]);
  const over = model.drawnOver([[0, 7], [1.2, 8], [3, 9]], thin);
  assert.deepEqual(over, [[0, 7], [1, 50], [1.5, 0], [2, 50], [3, 9]]);
  assert.equal(model.valueAt(over, 1.25), 25);
  assert.deepEqual([model.valueAt(over, -1), model.valueAt(over, 9)], [7, 9]);
  const shape = model.shapeOf([[2, 10], [4, 20]], (value) => (value - 10) / 10);
  assert.deepEqual(shape, [[0, 0], [1, 1]]);
  assert.deepEqual(model.shaped(shape, [5, 9], (share) => 3 * share), [[5, 0], [9, 3]]);
});

test("what hands did becomes events with their lengths, and curves", () => {
  const score = { ...model.emptyScore(), beats: false, length: 8, cycle: null };
  const lines = [
    "0 trigger 0 1.0 -",
    "48000 trigger 1 0.5 - pitch 1.5 place 0.25",
    "72000 release 1",
    ...Array.from({ length: 101 }, (_, n) => `${96000 + 480 * n} set 0 velocity ${1 + n / 100}`),
    "96000 set 0 unknown 3",
    "97000 gain 1 -6.0",
    "nonsense",
    "9999999999 trigger 0 1 -",
  ];
  const was = (/** @type {number} */ _, /** @type {string} */ key) => (key === "unknown" ? null : key === "mix.gain" ? 0 : 1);
  const { score: done, count } = recorded(score, lines, 48000, 1, was);
  assert.equal(count, 104);
  assert.deepEqual(model.laneOf(done, 0).events, [{ at: 0, strength: 1, hold: null }]);
  assert.deepEqual(model.laneOf(done, 1).events, [{ at: 1, strength: 0.5, hold: 0.5, pitch: 1.5, place: 0.25 }]);
  // A straight move is two points, with the value before it held to its beginning.
  const curve = model.curveOf(done, 0, "velocity") ?? [];
  assert(curve.length <= 3 && curve[curve.length - 1][0] === 3, JSON.stringify(curve));
  assert(Math.abs(model.valueAt(curve, 2.5) - 1.5) < 0.01 && model.valueAt(curve, 1) === 1);
  assert.equal(model.curveOf(done, 0, "unknown"), null);
  assert.deepEqual(model.curveOf(done, 1, "mix.gain")?.at(-1), [97000 / 48000, -6].map((own) => Math.round(own * 1e6) / 1e6));
  // Held over the end of a round.
  const round = { ...score, cycle: /** @type {[number, number]} */ ([0, 2]) };
  const held = recorded(round, ["72000 trigger 0 1 -", "24000 release 0"], 48000, 1, was);
  assert.equal(model.laneOf(held.score, 0).events[0].hold, 1);
  assert.deepEqual(score.lanes, []);
});

test("the axis zooms around what is looked at, and its lines never crowd", () => {
  const axis = new TimeAxis();
  axis.length = 64;
  axis.zoom(8, 32);
  assert.deepEqual([axis.from, axis.span], [28, 8]);
  axis.scroll(1000);
  assert.equal(axis.from, 56);
  axis.zoom(1000, 60);
  assert.equal(axis.span, 0.25);
  axis.zoom(1e-6, 60);
  assert.deepEqual([axis.seen, axis.from], [null, 0]);
  axis.grid = 1 / 8;
  assert(axis.lines(400).length <= 45);
  assert.deepEqual([axis.snap(1.07), axis.snap(99)], [1.125, 64]);
});

test("a score's text is what the desk reads", () => {
  const score = model.withCurve(model.withPattern(model.withEvents(model.emptyScore(), 1, [{ at: 1, strength: 1, hold: null, pitch: 2 }]), 1, 0, model.newPattern(2, true)), 1, 'a "b"', [[0, 1]]);
  const text = scoreText(score);
  assert(text.includes('events = "1 1 - pitch 2"') && text.includes('key = "a \\"b\\""') && text.includes("swing = 0.5"), text);
});
