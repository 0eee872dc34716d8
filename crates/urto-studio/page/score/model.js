// What can be done to a score: every step gives a new one and leaves the old as it was.

/** @typedef {import("../engine/types.js").Score} Score */
/** @typedef {import("../engine/types.js").Lane} Lane */
/** @typedef {import("../engine/types.js").Cue} Cue */
/** @typedef {import("../engine/types.js").Pattern} Pattern */
/** @typedef {readonly (readonly [number, number])[]} Points */

/** What the file takes of an event. */
const STRONGEST = 10;
/** Times are kept to a microsecond of a second or beat: shorter than any sample. */
const GRAIN = 1e6;

/** @param {number} time */
export const tidy = (time) => Math.round(Math.max(0, time) * GRAIN) / GRAIN;

/** @returns {Score} */
export const emptyScore = () => ({ beats: true, tempo: 120, length: 16, cycle: [0, 8], lanes: [], shapes: [] });

/** @param {Score|null} score @param {number} slot @returns {Lane} */
export const laneOf = (score, slot) =>
  score?.lanes.find((lane) => lane.slot === slot) ?? { slot, events: [], curves: [], patterns: [] };

/** @param {Score} score @param {Lane} lane @returns {Score} */
export function withLane(score, lane) {
  const bare = lane.events.length + lane.curves.length + lane.patterns.length === 0;
  const others = score.lanes.filter((own) => own.slot !== lane.slot);
  return { ...score, lanes: bare ? others : [...others, lane].sort((a, b) => a.slot - b.slot) };
}

/** @param {readonly Cue[]} events */
const inTime = (events) => [...events].sort((a, b) => a.at - b.at);

/** @param {Score} score @param {number} slot @param {readonly Cue[]} events @returns {Score} */
export const withEvents = (score, slot, events) =>
  withLane(score, { ...laneOf(score, slot), events: inTime(events) });

/** An event of one strength, and nothing else said. @param {number} at @param {number} strength @param {number|null} hold @returns {Cue} */
export const cue = (at, strength, hold = null) => ({ at: tidy(at), strength, hold });

/**
 * Moves events in time and in strength or what else their height shows; those that would leave the
 * score stop at its ends together.
 * @param {readonly Cue[]} events @param {ReadonlySet<Cue>} chosen
 * @param {{time: number, height: number, shows: Shows, length: number}} by
 */
export function moved(events, chosen, { time, height, shows, length }) {
  const times = [...chosen].map(({ at }) => at);
  const step = Math.min(Math.max(time, -Math.min(...times)), Math.max(0, length - Math.max(...times)));
  /** @type {Map<Cue, Cue>} */
  const become = new Map();
  for (const own of chosen) become.set(own, raised({ ...own, at: tidy(own.at + step) }, height, shows));
  return { events: events.map((own) => become.get(own) ?? own), chosen: new Set(become.values()) };
}

/** @typedef {"strength"|"place"|"pitch"} Shows what an event's height shows */

/** What the height of an event is, 0 to 1. @param {Cue} own @param {Shows} shows */
export function heightOf(own, shows) {
  if (shows === "place") return own.place ?? 0.5;
  if (shows === "pitch") return 0.5 + semitones(own.pitch ?? 1) / 48;
  return Math.min(1, own.strength / 2);
}

/** @param {number} factor */
export const semitones = (factor) => 12 * Math.log2(factor);

/** The same event at another height. @param {Cue} own @param {number} by @param {Shows} shows @returns {Cue} */
export function raised(own, by, shows) {
  if (by === 0) return own;
  const to = Math.min(1, Math.max(0, heightOf(own, shows) + by));
  if (shows === "place") return { ...own, place: rounded(to) };
  // Of pitches, whole semitones.
  if (shows === "pitch") return { ...own, pitch: 2 ** (Math.round(48 * (to - 0.5)) / 12) };
  return { ...own, strength: Math.min(STRONGEST, rounded(2 * to)) };
}

/** @param {number} value */
const rounded = (value) => Math.round(value * 1000) / 1000;

/** To the nearest line of a grid, a share of the way. @param {readonly Cue[]} events @param {number} grid @param {number} share 0 to 1 */
export const quantised = (events, grid, share = 1) =>
  grid > 0
    ? inTime(events.map((own) => ({ ...own, at: tidy(own.at + share * (Math.round(own.at / grid) * grid - own.at)) })))
    : [...events];

/** Copies that begin at a time. @param {readonly Cue[]} events @param {number} at @param {number} length */
export function pasted(events, at, length) {
  const first = Math.min(...events.map((own) => own.at));
  return events.map((own) => ({ ...own, at: tidy(own.at - first + at) })).filter((own) => own.at < length);
}

// Curves.

/** @param {Score} score @param {number} slot @param {string} key */
export const curveOf = (score, slot, key) => laneOf(score, slot).curves.find((own) => own.key === key)?.points ?? null;

/** Another curve for a number; none of it takes the curve away. @param {Score} score @param {number} slot @param {string} key @param {Points|null} points @returns {Score} */
export function withCurve(score, slot, key, points) {
  const lane = laneOf(score, slot);
  const others = lane.curves.filter((own) => own.key !== key);
  const at = lane.curves.findIndex((own) => own.key === key);
  if (points && points.length > 0) others.splice(at < 0 ? others.length : at, 0, { key, points: rising(points) });
  return withLane(score, { ...lane, curves: others });
}

/** In time, and never two at once: the later one said holds. @param {Points} points @returns {[number, number][]} */
export function rising(points) {
  /** @type {Map<number, number>} */
  const all = new Map();
  for (const [time, value] of points) all.set(tidy(time), value);
  return [...all].sort((a, b) => a[0] - b[0]);
}

/** The value of a curve at a time. @param {Points} points @param {number} time */
export function valueAt(points, time) {
  if (time <= points[0][0]) return points[0][1];
  for (let at = 1; at < points.length; at++) {
    const [[from, low], [to, high]] = [points[at - 1], points[at]];
    if (time <= to) return low + ((high - low) * (time - from)) / (to - from);
  }
  return points[points.length - 1][1];
}

/**
 * Puts what a hand drew in the place of what was there in its time.
 * @param {Points|null} points @param {Points} drawn
 */
export function drawnOver(points, drawn) {
  const [first, last] = [drawn[0][0], drawn[drawn.length - 1][0]];
  const kept = (points ?? []).filter(([time]) => time < first || time > last);
  return rising([...kept, ...drawn]);
}

/**
 * Leaves out points that lie within a tolerance of the line between the others (Ramer, Douglas and
 * Peucker).
 * @param {Points} points @param {number} tolerance in values, or in places of them
 * @param {(value: number) => number} place of a value, where the way is not even in values
 * @returns {Points}
 */
export function thinned(points, tolerance, place = (value) => value) {
  if (points.length < 3) return points;
  const keep = new Uint8Array(points.length);
  keep[0] = keep[points.length - 1] = 1;
  const spans = [[0, points.length - 1]];
  for (let span = spans.pop(); span; span = spans.pop()) {
    const [from, to] = span;
    let [worst, at] = [tolerance, -1];
    for (let n = from + 1; n < to; n++) {
      const off = Math.abs(place(points[n][1]) - place(valueAt([points[from], points[to]], points[n][0])));
      if (off > worst) [worst, at] = [off, n];
    }
    if (at < 0) continue;
    keep[at] = 1;
    spans.push([from, at], [at, to]);
  }
  return points.filter((_, at) => keep[at]);
}

/**
 * A stored shape from one time to another, and from a value to another.
 * @param {Points} shape times and values from 0 to 1
 * @param {[number, number]} times @param {(share: number) => number} value
 * @returns {Points}
 */
export const shaped = (shape, [from, to], value) => shape.map(([t, v]) => [tidy(from + t * (to - from)), value(v)]);

/** A curve as a shape: times and places from 0 to 1. @param {Points} points @param {(value: number) => number} place @returns {Points} */
export function shapeOf(points, place) {
  const [first, last] = [points[0][0], points[points.length - 1][0]];
  const span = last - first || 1;
  return points.map(([time, value]) => [(time - first) / span, Math.min(1, Math.max(0, place(value)))]);
}

// Patterns.

/** @param {number} at @param {boolean} beats @returns {Pattern} */
export const newPattern = (at, beats) => ({
  at: tidy(at),
  step: beats ? 0.25 : 0.125,
  times: 2,
  steps: [1, 0, 0, 0.5, 1, 0, 0.5, 0, 1, 0, 0, 0.5, 1, 0, 0.75, 0.25],
  pitch: [],
  place: [],
  hold: null,
  swing: 0.5,
  vary: 0,
  seed: 1,
});

/** @param {Score} score @param {number} slot @param {number} at @param {Pattern|null} pattern null takes it away @returns {Score} */
export function withPattern(score, slot, at, pattern) {
  const lane = laneOf(score, slot);
  const patterns = lane.patterns.map(({ played: _, ...own }) => own);
  patterns.splice(at, at < patterns.length ? 1 : 0, ...(pattern ? [pattern] : []));
  return withLane(score, { ...lane, patterns });
}

/** A pattern's events as events of the lane, to be changed one by one. @param {Score} score @param {number} slot @param {number} at @returns {Score} */
export function loosened(score, slot, at) {
  const lane = laneOf(score, slot);
  const played = lane.patterns[at]?.played ?? [];
  return withEvents(withPattern(score, slot, at, null), slot, [...lane.events, ...played]);
}

// Time.

/** Another length; a cycle that no longer fits gets shorter or goes. @param {Score} score @param {number} length @returns {Score} */
export function lengthened(score, length) {
  const cycle = score.cycle && /** @type {[number, number]} */ ([score.cycle[0], Math.min(score.cycle[1], length)]);
  return { ...score, length, cycle: cycle && cycle[1] - cycle[0] >= 0.01 ? cycle : null };
}

/** The same score with its times in beats or in seconds: it sounds as before. @param {Score} score @param {boolean} beats @returns {Score} */
export function counted(score, beats) {
  if (beats === score.beats) return score;
  const factor = beats ? score.tempo / 60 : 60 / score.tempo;
  const time = (/** @type {number} */ own) => tidy(own * factor);
  const event = (/** @type {Cue} */ own) => ({ ...own, at: time(own.at), hold: own.hold === null ? null : time(own.hold) });
  return {
    ...score,
    beats,
    length: time(score.length),
    cycle: score.cycle && [time(score.cycle[0]), Math.min(time(score.cycle[1]), time(score.length))],
    lanes: score.lanes.map((lane) => ({
      slot: lane.slot,
      events: lane.events.map(event),
      curves: lane.curves.map(({ key, points }) => ({ key, points: rising(points.map(([t, v]) => [time(t), v])) })),
      patterns: lane.patterns.map(({ played: _, ...own }) => ({
        ...own,
        at: time(own.at),
        step: Math.max(1e-3, own.step * factor),
        hold: own.hold === null ? null : time(own.hold),
      })),
    })),
  };
}
