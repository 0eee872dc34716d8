// A hand on a body, without a browser: which place a dot of the picture is, which numbers say so, and
// what becomes of a click, a drag and a throw.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Orbit } from "../../page/see/orbit.js";
import { partsOf } from "../../page/see/parts.js";
import { isHidden, pick, placeIn } from "../../page/see/pick.js";
import { numbersOf, placeNow, placesOf } from "../../page/see/places.js";
import { project } from "../../page/see/solid.js";
import { Touch } from "../../page/see/touch.js";

/** A box of 2 by 1 by 0.5 m, and the hammer beside it, a point. */
const LOW = [-1, -0.5, -0.25];
const HIGH = [1, 0.5, 0.25];
const CORNERS = Array.from({ length: 8 }, (_, n) => [n & 1, (n >> 1) & 1, n >> 2].map((end, axis) => (end ? HIGH : LOW)[axis]));
const SIDES = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
const geometry = /** @type {any} */ ({
  slot: 0,
  number: 1,
  points: Float32Array.from([9, 9, 9, ...CORNERS.flat()]),
  edges: Uint32Array.from([1, 2]),
  triangles: Uint32Array.from(SIDES.flatMap(([a, b, c, d]) => [a, b, c, a, c, d]).map((n) => n + 1)),
  parts: [
    { name: "striker", points: 1, line: new Float32Array(0), positions: new Float32Array(0) },
    { name: "body", points: 8, line: Float32Array.from([-1, 0, 0.25, 0, 0, 0.25, 1, 0, 0.25]), positions: new Float32Array(0) },
  ],
});

/** Seen straight from above, 400 by 300 dots. */
function above() {
  const parts = partsOf(geometry).filter((part) => part.seen);
  const orbit = new Orbit();
  orbit.turn = 0;
  orbit.tilt = Math.PI / 2;
  orbit.see(Float32Array.from([...LOW, ...HIGH]));
  orbit.fit(400, 300);
  const view = project(geometry, { now: new Float32Array(geometry.points.length) }, orbit);
  return { parts, orbit, view, body: parts[0] };
}

/** @param {number[]} found @param {number[]} wanted @param {string} what */
const near = (found, wanted, what) => found.forEach((own, n) => assert(Math.abs(own - wanted[n]) < 1e-5, `${what}: ${found} is not ${wanted}`));

test("a dot of the picture is the place on the body that one sees there", () => {
  const { parts, orbit, view, body } = above();
  assert.equal(parts.length, 1, "a hammer has no form");
  for (const wanted of [[0.3, 0.2, 0.25], [-0.9, -0.4, 0.25], [0, 0, 0.25]]) {
    const [x, y] = orbit.at(wanted[0], wanted[1], wanted[2]);
    const found = pick(parts, view, x, y);
    assert(found);
    near(body.at(found.place), wanted, "the top, not what lies under it");
    const back = placeIn(view, found.place);
    near([back.x, back.y], [x, y], "and back");
    assert(!isHidden(parts, view, back));
  }
  assert.equal(pick(parts, view, 3, 3), null, "beside it there is nothing");
  const under = body.nearest([0.3, 0.2, -2]);
  assert(under);
  near(body.at(under), [0.3, 0.2, -0.25], "nearest from below");
  assert(isHidden(parts, view, placeIn(view, under)), "what lies below is behind");
  // From anywhere: what is nearest to a point that lies on the body is that point.
  for (let n = 0; n < 200; n++) {
    const shares = [0, 1, 2].map((axis) => ((n * [7, 11, 13][axis]) % 101) / 100);
    shares[n % 3] = n % 2;
    const point = body.within(shares);
    const place = body.nearest(point);
    assert(place);
    near(body.at(place), point, `place ${n}`);
    near(body.shares(body.at(place)), shares, `shares ${n}`);
  }
});

const VALUES = (/** @type {string} */ kind) => ({
  strike: { text: "0.25", number: 0.25, position: 0.25 },
  pickup: { text: "1", number: 1, position: 1 },
  "body.kind": { text: kind, number: null, position: null, choice: kind },
  "strike_spot.on": { text: "line", number: null, position: null, choice: "line" },
  "strike_spot.x": { text: "0.5", number: 0.5, position: 0.5 },
  "strike_spot.y": { text: "0.5", number: 0.5, position: 0.5 },
  "strike_spot.z": { text: "0.5", number: 0.5, position: 0.5 },
  "pickups/0/place": { text: "0.5", number: 0.5, position: 0.5 },
});
const SPEC = (/** @type {"strike"|"drag"} */ style) => ({
  key: "impact",
  title: "Impact",
  builtOn: [],
  macros: [],
  pad: { style, x: style === "drag" ? { key: "speed", from: 0, to: 2 } : null, y: null },
  expression: { pitch: [], pressure: [], place: { key: "strike", from: 0, to: 0.5 } },
  params: [
    { key: "strike", about: "", unit: "", scale: "linear", min: 0, max: 0.9 },
    { key: "speed", about: "", unit: "m/s", scale: "linear", min: 0, max: 4 },
    { key: "strike_spot.on", about: "", unit: "", scale: "choice", min: null, max: null, options: [{ key: "line", about: "" }, { key: "surface", about: "" }] },
  ],
});

test("places are the sound's own numbers: a position, and a spot on the surface of a body from a file", () => {
  const { parts, body } = above();
  const place = body.nearest([0.5, -0.3, 1]);
  assert(place);
  for (const [kind, spot] of [["bar", null], ["file", "strike_spot"]]) {
    const values = VALUES(String(kind));
    const found = placesOf(SPEC("strike"), values, parts);
    assert.deepEqual(found.map((own) => [own.kind, own.key, own.spot]), [["touched", "strike", spot], ["heard", "pickup", null], ["heard", "pickups/0/place", null]]);
    const touched = found[0];
    const now = placeNow(touched, values);
    assert(now);
    near(body.at(now), [-0.5, 0, 0.25], "a quarter along the line");
    const numbers = Object.fromEntries(numbersOf(touched, SPEC("strike"), place).map(({ key, value }) => [key, value]));
    near([numbers.strike], [0.75], "the nearest position");
    if (!spot) {
      assert.deepEqual(Object.keys(numbers), ["strike"]);
      continue;
    }
    assert.equal(numbers["strike_spot.on"], 1);
    near(["x", "y", "z"].map((axis) => numbers[`strike_spot.${axis}`]), [0.75, 0.2, 1], "shares of the box");
    values["strike_spot.on"].choice = "surface";
    for (const axis of ["x", "y", "z"]) values[/** @type {"strike_spot.x"} */ (`strike_spot.${axis}`)].number = numbers[`strike_spot.${axis}`];
    const again = placeNow(touched, values);
    assert(again);
    near(body.at(again), [0.5, -0.3, 0.25], "the same place again");
  }
  // A position beyond what the sound takes is brought there.
  const far = body.nearest([1, 0, 0.25]);
  assert(far);
  const [touched] = placesOf(SPEC("strike"), VALUES("bar"), parts);
  near([numbersOf(touched, SPEC("strike"), far)[0].value], [0.9], "clamped");
});

/** A hand on the box, and what it told the engine. @param {"strike"|"drag"} style @param {any[]} [known] its places, if not those of the sound */
function hand(style, known) {
  const { parts, orbit, view } = above();
  /** @type {any[]} */
  const told = [];
  const host = {
    wake() {},
    trigger: (/** @type {any} */ id, strength = 1) => told.push(["trigger", strength]),
    release: () => told.push(["release"]),
    touch: (/** @type {any} */ id, /** @type {{key: string, value: number}[]} */ numbers, /** @type {{settled: boolean}} */ { settled }) =>
      told.push(["touch", Object.fromEntries(numbers.map(({ key, value }) => [key, value])), settled]),
  };
  const values = { ...VALUES("bar"), speed: { text: "1", number: 1, position: 0.25 } };
  const instance = { id: 1, name: "it", sound: "impact", values, macros: {} };
  const sound = SPEC(style);
  const touched = { host, instance, sound, places: known ?? placesOf(sound, values, parts) };
  const touch = new Touch();
  const find = (/** @type {number} */ x, /** @type {number} */ y) => pick(parts, view, x, y)?.place ?? null;
  let time = 1000;
  const event = (/** @type {number[]} */ at, type = "pointermove") => {
    const [x, y] = orbit.at(at[0], at[1], 0.25);
    return /** @type {any} */ ({ type, pointerId: 1, pointerType: "mouse", pressure: 0.5, button: 0, timeStamp: time, offsetX: x, offsetY: y });
  };
  const side = 300;
  return {
    told,
    touch,
    /** How far apart two places are in the picture [px]. */
    way(/** @type {number[]} */ from, /** @type {number[]} */ to) {
      const [a, b] = [orbit.at(from[0], from[1], 0.25), orbit.at(to[0], to[1], 0.25)];
      return Math.hypot(a[0] - b[0], a[1] - b[1]);
    },
    take(/** @type {number[]} */ at) {
      const down = event(at, "pointerdown");
      touch.take(down, touched, /** @type {any} */ (find(down.offsetX, down.offsetY)), side);
    },
    /** Along a straight way, an event every 8 ms. */
    move(/** @type {number[]} */ from, /** @type {number[]} */ to, steps = 20) {
      for (let n = 1; n <= steps; n++) {
        time += 8;
        const own = event(from.map((own, axis) => own + ((to[axis] - own) * n) / steps));
        touch.pull(own, find, side);
        touch.frame(time, side);
      }
    },
    end(/** @type {number[] | null} */ at) {
      touch.end(at ? event(at, "pointerup") : undefined, find, { side, reach: 700 });
    },
  };
}

test("a click strikes once, where it comes down, and so does a hand that trembles", () => {
  const { told, take, move, end } = hand("strike");
  take([0.5, 0.2]);
  for (let n = 0; n < 20; n++) move([0.5, 0.2], [0.5 + 0.04 * (n % 2), 0.2], 3);
  end([0.5, 0.2]);
  assert.deepEqual(told.map(([what]) => what), ["touch", "trigger"]);
  near([told[0][1].strike], [0.75], "where it came down");
  assert.equal(told[0][2], true);
  assert(told[1][1] > 0.3 && told[1][1] < 1.2, `${told[1][1]}`);
});

test("a drag across what is struck rakes it: a light blow for each stretch of the way, by the hand's speed", () => {
  /** @type {number[]} */
  const loudest = [];
  for (const steps of [120, 12]) {
    const { told, take, move, end, way } = hand("strike");
    take([-0.8, 0.1]);
    move([-0.8, 0.1], [0.8, 0.1], steps);
    end([0.8, 0.1]);
    // The first is the blow of the hand that comes down; the last tells that it is one step to undo.
    const blows = told.slice(2, -1);
    assert.deepEqual(told.at(-1), ["touch", {}, true]);
    // As many as the way has stretches of 6 hundredths of the picture's shorter side, however seldom the hand is seen.
    const stretches = way([-0.8, 0.1], [0.8, 0.1]) / (0.06 * 300);
    assert.equal(blows.length / 2, Math.floor(stretches), `${steps} events`);
    const places = blows.filter(([what]) => what === "touch");
    assert(places.every(([, , settled]) => !settled));
    places.forEach(([, { strike }], n) => assert(Math.abs(strike - Math.min(0.1 + (0.8 * (n + 1)) / stretches, 0.9)) < 0.01, `blow ${n}: ${strike}`));
    const strengths = blows.filter(([what]) => what === "trigger").map(([, strength]) => strength);
    assert(strengths.every((own) => own > 0.1 && own < 1), `light: ${strengths}`);
    loudest.push(Math.max(...strengths));
  }
  assert(loudest[1] > 1.5 * loudest[0], `${loudest}`);
  // What has no place to be struck at is not struck again, and nothing is struck beside the body.
  const bare = hand("strike", []);
  bare.take([-0.8, 0]);
  bare.move([-0.8, 0], [0.8, 0]);
  bare.end([0.8, 0]);
  assert.deepEqual(bare.told.map(([what]) => what), ["trigger"]);
  const beside = hand("strike");
  beside.take([0, 0]);
  beside.move([0, 0], [0, 0.9], 40);
  const count = beside.told.length;
  beside.move([0, 0.9], [0.9, 0.9], 40);
  assert.equal(beside.told.length, count);
});

test("what is pulled off and let go towards the body is thrown, the harder the faster", async () => {
  const strengths = [];
  for (const steps of [40, 8]) {
    const { told, take, move, end } = hand("strike");
    take([0.8, 0]);
    move([0.8, 0], [0.8, 0.8]);
    move([0.8, 0.8], [0.4, 0.55], steps);
    end([0.4, 0.55]);
    await new Promise((done) => setTimeout(done, 400));
    // On its way off it raked.
    assert.deepEqual(told.slice(-3).map(([what]) => what), ["touch", "touch", "trigger"]);
    // On its way on it meets the rim at y = 0.5.
    const [, [, thrown], [, strength]] = told.slice(-3);
    assert(Math.abs(thrown.strike - (1 + 0.4 - 0.05 * 1.6) / 2) < 0.03, `${thrown.strike}`);
    strengths.push(strength);
  }
  assert(strengths[1] > 1.5 * strengths[0], `${strengths}`);
  // Away from the body nothing is met, and what only ended is not thrown.
  for (const up of [true, false]) {
    const { told, take, move, end } = hand("strike");
    take([0.8, 0]);
    move([0.8, 0], [0.8, 0.8]);
    const before = told.length;
    end(up ? [0.8, 0.8] : null);
    await new Promise((done) => setTimeout(done, 400));
    assert.deepEqual(told.slice(before).map(([what]) => what), ["touch"]);
  }
});

test("a drag on what is rubbed moves the place, by the hand's speed, and gives that back", async () => {
  const { told, take, move, end } = hand("drag");
  take([-0.8, 0]);
  move([-0.8, 0], [0.6, 0], 30);
  end([0.6, 0]);
  const kinds = told.map(([what]) => what);
  assert.equal(kinds.filter((what) => what === "trigger").length, 1);
  assert.equal(kinds.at(-1), "release");
  const moves = told.filter(([what]) => what === "touch").map(([, numbers]) => numbers);
  assert(moves.length > 20);
  near([moves[0].strike, moves[0].speed], [0.1, 0], "set down at rest");
  near([moves.at(-1).strike], [0.8], "where it was lifted");
  assert(moves.at(-1).speed > 0.5 && moves.at(-1).speed <= 2, `${moves.at(-1).speed}`);
  assert(told.filter(([what]) => what === "touch").every(([, , settled]) => !settled), "one step to undo");
  await new Promise((done) => setTimeout(done, 450));
  assert.deepEqual(told.at(-1), ["touch", { speed: 1 }, true]);
});

test("what slides off the body sounds no more, and is set down where it comes back", () => {
  const { told, take, move, end } = hand("drag");
  take([0, 0]);
  move([0, 0], [0, 0.9]);
  assert.deepEqual(told.map(([what]) => what).filter((what) => what !== "touch"), ["trigger", "release"]);
  move([0, 0.9], [0.5, 0]);
  assert.deepEqual(told.map(([what]) => what).filter((what) => what !== "touch"), ["trigger", "release", "trigger"]);
  end([0.5, 0]);
  assert.equal(told.at(-1)[0], "release");
});
