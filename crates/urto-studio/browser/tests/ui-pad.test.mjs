// The pad with other numbers on its two directions, and gestures on it that become curves: by mouse, by
// the keyboard alone, and by touch.

import assert from "node:assert/strict";
import { test } from "node:test";
import { until } from "../harness.mjs";
import { SIZES, studioForAll } from "../ui.mjs";

const open = studioForAll();

/** @typedef {import("../ui.mjs").Visit} Visit */

/** The pad's surface, in sight. @param {Visit} visit */
async function surface(visit) {
  const own = visit.page.locator("urto-pad .surface");
  await own.evaluate((one) => one.scrollIntoView({ block: "center" }));
  return own;
}

/** A dot of the pad in the window, shares of it from its lower left corner. @param {Visit} visit @param {number} x @param {number} y @returns {Promise<[number, number]>} */
async function dot(visit, x, y) {
  const box = await (await surface(visit)).boundingBox();
  assert(box, "there is no pad");
  return [box.x + x * box.width, box.y + (1 - y) * box.height];
}

/** What the pad says that it does. @param {Visit} visit */
const words = async (visit) => (await (await surface(visit)).getAttribute("aria-valuetext")) ?? "";

/** A number's place on its slider. @param {Visit} visit @param {string} key */
const place = async (visit, key) => (await visit.now()).values[key].position;

/** @param {Visit} visit @returns {Promise<import("../../page/engine/types.js").Score>} */
const score = async (visit) => (await visit.state()).score;

/** Fingers on the page. @param {Visit} visit */
async function fingers(visit) {
  const session = await visit.page.context().newCDPSession(visit.page);
  return (/** @type {"touchStart"|"touchMove"|"touchEnd"} */ type, /** @type {[number, number][]} */ all) =>
    session.send("Input.dispatchTouchEvent", { type, touchPoints: all.map(([x, y], id) => ({ x, y, id })) });
}

test("other numbers are put on the pad, moved by the mouse, undone, kept, and put back", async () => {
  const visit = await open();
  const { mouse, keyboard } = visit.page;
  await visit.open("impact");
  assert.match(await words(visit), /^strike .*strength/);
  await visit.part("pad-x").selectOption("body.size");
  await visit.part("pad-y").selectOption("hardness");
  await until(async () => /body size .*m, hardness \d/.test(await words(visit)), "both are named, with their units");
  // Left and low: small and soft; then dragged to the right and up while it rings.
  await mouse.move(...(await dot(visit, 0.25, 0.2)));
  await mouse.down();
  await visit.heard("the blow");
  await until(async () => Math.abs((await place(visit, "body.size")) - 0.25) < 0.02, "the size goes where it was struck");
  assert(Math.abs((await visit.now()).macros.hardness - 20) < 2);
  await mouse.move(...(await dot(visit, 0.75, 0.6)), { steps: 6 });
  await until(async () => Math.abs((await place(visit, "body.size")) - 0.75) < 0.02, "the size follows the hand");
  await mouse.up();
  assert(Math.abs((await visit.now()).macros.hardness - 60) < 2);
  // A gesture is one step to undo, and each choice is one.
  await keyboard.press("Control+z");
  await until(async () => Math.abs((await place(visit, "body.size")) - 0.75) > 0.1, "the gesture is undone");
  await keyboard.press("Control+z");
  await until(async () => (await visit.part("pad-y").inputValue()) === "", "the choice of height is undone");
  assert.equal(await visit.part("pad-x").inputValue(), "body.size");
  await keyboard.press("Control+Shift+z");
  await until(async () => (await visit.part("pad-y").inputValue()) === "hardness", "and done again");
  // It is kept with the project, for this instance alone.
  await visit.page.evaluate(() => dispatchEvent(new Event("pagehide")));
  await visit.reload();
  assert.equal(await visit.part("pad-x").inputValue(), "body.size");
  await visit.open("wine glass");
  assert.equal(await visit.part("pad-x").inputValue(), "");
  await visit.page.keyboard.press("1");
  await until(async () => (await visit.part("pad-x").inputValue()) === "body.size", "the first has its own again");
  await visit.part("pad-x").selectOption("");
  await visit.part("pad-y").selectOption("");
  await until(async () => /^strike .*strength/.test(await words(visit)), "as the sound has it");
  assert.equal((await visit.state()).page.pad, undefined);
  await visit.end();
});

test("by the keyboard alone: chosen, moved while Space is down", async () => {
  const visit = await open();
  const { keyboard } = visit.page;
  await visit.open("impact");
  await visit.part("pad-x").focus();
  const before = (await visit.now()).macros;
  // As one types in a list.
  await keyboard.type("Weight");
  await until(async () => (await visit.part("pad-x").inputValue()) === "weight", "it is chosen by its name");
  const pad = await surface(visit);
  await pad.focus();
  await keyboard.press("Home");
  for (let step = 0; step < 5; step++) await keyboard.press("Shift+ArrowRight");
  await keyboard.down("Space");
  await visit.heard("the blow");
  await until(async () => Math.abs((await visit.now()).macros.weight - 50) < 1, "the weight is in the middle");
  for (let step = 0; step < 4; step++) await keyboard.press("Shift+ArrowRight");
  await until(async () => Math.abs((await visit.now()).macros.weight - 90) < 1, "it follows the arrows");
  await keyboard.up("Space");
  assert.match(await words(visit), /weight 90, strength/);
  await keyboard.press("Control+z");
  await until(async () => Math.abs((await visit.now()).macros.weight - before.weight) < 1e-6, "one step");
  await visit.end();
});

test("what is dragged goes by place once another number lies across", async () => {
  const visit = await open();
  const { mouse } = visit.page;
  await visit.open("rolling");
  await visit.part("pad-x").selectOption("ball.diameter");
  await mouse.move(...(await dot(visit, 0.3, 0.5)));
  await mouse.down();
  await visit.heard("the ball");
  await until(async () => Math.abs((await place(visit, "ball.diameter")) - 0.3) < 0.02, "it goes where the hand is");
  await mouse.up();
  await visit.quiet("it comes to rest", 1e-3);
  await visit.end();
});

test("a gesture is recorded into curves of the score and under a name, and plays", async () => {
  const visit = await open();
  const { mouse } = visit.page;
  await visit.open("friction");
  await visit.part("pad-x").selectOption("unevenness");
  await visit.press("pad-record");
  assert.equal(await visit.part("pad-record").getAttribute("aria-pressed"), "true");
  await mouse.move(...(await dot(visit, 0.1, 0.3)));
  await mouse.down();
  await until(() => visit.page.evaluate(() => document.querySelector("urto-pad")?.tape !== null), "it is recorded");
  for (let step = 1; step <= 10; step++) {
    await mouse.move(...(await dot(visit, 0.1 + 0.07 * step, 0.3)));
    await visit.page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
  }
  await mouse.up();
  await visit.part("gesture-dialog").waitFor();
  assert.equal(await visit.part("pad-record").getAttribute("aria-pressed"), "false");
  // Height stood still: it is offered, but not taken.
  assert(await visit.part("gesture-lane-x").isChecked());
  assert(!(await visit.part("gesture-store-y").isChecked()));
  await visit.part("gesture-name").fill("push");
  await visit.part("gesture-from").fill("2");
  await visit.press("gesture-keep");
  const own = await score(visit);
  const [lane] = own.lanes;
  assert.equal(lane.events.length, 1);
  assert(lane.events[0].at === 2 && (lane.events[0].hold ?? 0) > 0, JSON.stringify(lane.events));
  const [curve] = lane.curves;
  assert.deepEqual([lane.curves.length, curve.key], [1, "unevenness"]);
  // Its way goes evenly from 0 to 2.
  const placeOf = (/** @type {number} */ value) => value / 2;
  const [first, last] = [curve.points[0], curve.points[curve.points.length - 1]];
  assert(first[0] === 2 && Math.abs(placeOf(first[1]) - 0.1) < 0.02, JSON.stringify(first));
  assert(Math.abs(last[0] - (2 + (lane.events[0].hold ?? 0))) < 1e-3 && Math.abs(placeOf(last[1]) - 0.8) < 0.02, JSON.stringify(last));
  // As a shape: times and places from 0 to 1.
  assert.equal(own.shapes.length, 1);
  const [shape] = own.shapes;
  assert.equal(shape.name, "push");
  assert.deepEqual([shape.points[0][0], shape.points[shape.points.length - 1][0]], [0, 1]);
  assert(Math.abs(shape.points[0][1] - 0.1) < 0.02 && Math.abs(shape.points[shape.points.length - 1][1] - 0.8) < 0.02);
  // It is played, and put on another number.
  await visit.goTo("score");
  await visit.part("lane-menu").click();
  await visit.page.locator('[data-test="add-curve-mix.pan"]:visible').click();
  await visit.part("curve-menu").nth(1).click();
  await visit.page.locator('[data-test="shape-push"]:visible').click();
  const pan = (await score(visit)).lanes[0].curves[1];
  assert(pan.key === "mix.pan" && Math.abs(pan.points[0][1] + 0.8) < 0.05, JSON.stringify(pan));
  await visit.hush();
  await visit.press("score-play");
  await visit.heard("the gesture");
  await visit.press("score-play");
  // One step to undo each.
  for (let step = 0; step < 3; step++) await visit.press("undo");
  assert.equal(await score(visit), null);
  await visit.end();
});

test("a gesture by the keyboard alone, and one that is dropped", async () => {
  const visit = await open();
  const { keyboard } = visit.page;
  await visit.open("impact");
  await visit.part("pad-x").selectOption("hardness");
  await visit.part("pad-record").focus();
  await keyboard.press("Enter");
  const pad = await surface(visit);
  await pad.focus();
  await keyboard.press("Home");
  await keyboard.down("Space");
  await visit.heard("the blow");
  for (let step = 0; step < 6; step++) {
    await keyboard.press("Shift+ArrowRight");
    await visit.page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
  }
  await keyboard.up("Space");
  await visit.part("gesture-dialog").waitFor();
  // What has the focus is the name; Enter keeps it.
  await keyboard.type("ring");
  await keyboard.press("Enter");
  await visit.part("gesture-dialog").waitFor({ state: "detached" });
  const own = await score(visit);
  assert.equal(own.shapes[0].name, "ring");
  // A macro moves several numbers, each along its own way.
  const aims = await visit.page.evaluate(() => window.studio.catalogue.sounds.find((one) => one.key === "impact").macros.find((one) => one.key === "hardness").aims.map((one) => one.key));
  assert.deepEqual(own.lanes[0].curves.map(({ key }) => key).sort(), aims.sort());
  assert.equal(own.lanes[0].events[0].hold, null);
  // Another one is dropped: nothing is left of it.
  await visit.part("pad-record").focus();
  await keyboard.press("Enter");
  await pad.focus();
  await keyboard.press("Enter");
  for (let step = 0; step < 3; step++) await keyboard.press("ArrowLeft");
  await keyboard.press("Escape");
  await visit.part("gesture-dialog").waitFor();
  await keyboard.press("Escape");
  await visit.part("gesture-dialog").waitFor({ state: "detached" });
  assert.deepEqual(await score(visit), own);
  await visit.end();
});

test("on a phone, by touch: chosen, played with a finger, recorded", async () => {
  const visit = await open(SIZES.phone);
  await visit.open("impact");
  await visit.part("pad-y").selectOption("body.damping");
  const touch = await fingers(visit);
  await visit.part("pad-record").tap();
  await surface(visit);
  await touch("touchStart", [await dot(visit, 0.4, 0.8)]);
  await visit.heard("the blow");
  await until(async () => Math.abs((await place(visit, "body.damping")) - 0.8) < 0.03, "the damping is where the finger is");
  for (let step = 1; step <= 6; step++) {
    await touch("touchMove", [await dot(visit, 0.4, 0.8 - 0.1 * step)]);
    await visit.page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
  }
  await until(async () => Math.abs((await place(visit, "body.damping")) - 0.2) < 0.03, "and follows it");
  await touch("touchEnd", []);
  await visit.part("gesture-dialog").waitFor();
  await visit.part("gesture-keep").tap();
  const own = await score(visit);
  assert.deepEqual(own.lanes[0].curves.map(({ key }) => key), ["body.damping"]);
  assert.equal(own.lanes[0].events[0].place !== undefined, true);
  const wide = await visit.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert(wide <= 0, `the page is ${wide} px wider than the phone`);
  await visit.end();
});

test("the mixer lies on the pad: gain and pan follow the hand, as one step to undo", async () => {
  const visit = await open();
  const { mouse, keyboard } = visit.page;
  await visit.open("rolling");
  await visit.part("pad-x").selectOption("mix.pan");
  await visit.part("pad-y").selectOption("mix.gain");
  await until(async () => /mix pan .*, mix gain .*dB/.test(await words(visit)), "both are named");
  const strip = async () => {
    const { gain, pan } = await visit.now();
    return { gain, pan };
  };
  const before = await strip();
  await mouse.move(...(await dot(visit, 0.25, 0.5)));
  await mouse.down();
  await visit.heard("the ball");
  // From left to right -1 to 1, from bottom to top -60 to 12 dB.
  await until(async () => Math.abs((await strip()).pan + 0.5) < 0.05 && Math.abs((await strip()).gain + 24) < 2, "they go where the hand is");
  await mouse.move(...(await dot(visit, 0.75, 0.75)), { steps: 6 });
  await until(async () => Math.abs((await strip()).pan - 0.5) < 0.05 && Math.abs((await strip()).gain + 6) < 2, "and follow it");
  assert.equal(await visit.part("strip").locator('[data-test="pan"]').inputValue(), String((await strip()).pan), "the mixer shows it");
  await mouse.up();
  await keyboard.press("Control+z");
  await until(async () => JSON.stringify(await strip()) === JSON.stringify(before), "one step");
  await visit.end();
});

/** What is struck from now on. @param {Visit} visit @returns {Promise<() => Promise<{strength: number, place: number}[]>>} */
async function struck(visit) {
  await visit.page.evaluate(() => {
    const w = /** @type {any} */ (window);
    const own = w.studio.trigger;
    w.struck = [];
    w.studio.trigger = function (/** @type {any} */ id, /** @type {number} */ strength, /** @type {any} */ how) {
      w.struck.push({ strength, place: how?.place });
      return own.call(this, id, strength, how);
    };
  });
  return () => visit.page.evaluate(() => /** @type {any} */ (window).struck.splice(0));
}

test("a drag across the pad rakes, by the mouse and by the arrows while Space is down", async () => {
  const visit = await open();
  const { mouse, keyboard } = visit.page;
  await visit.open("wine glass");
  const blows = await struck(visit);
  const box = await (await surface(visit)).boundingBox();
  assert(box);
  await mouse.move(...(await dot(visit, 0.1, 0.5)));
  await mouse.down();
  await mouse.move(...(await dot(visit, 0.9, 0.5)), { steps: 10 });
  await mouse.up();
  await visit.heard("the rake");
  const [first, ...rest] = await blows();
  assert.equal(rest.length, Math.floor((0.8 * box.width) / Math.max(0.06 * Math.min(box.width, box.height), 16)));
  assert(rest.every(({ strength }) => strength < 0.5 * first.strength), JSON.stringify(rest));
  // Evenly from left to right.
  rest.forEach(({ place }, n) => assert(Math.abs(place - (0.1 + (0.8 * (n + 1)) / (rest.length + 0.5))) < 0.05, `${n}: ${place}`));
  // A click is one blow, and so is Space; arrows alone are silent.
  await mouse.click(...(await dot(visit, 0.5, 0.5)));
  await keyboard.press("Space");
  await keyboard.press("ArrowRight");
  assert.equal((await blows()).length, 2);
  await keyboard.down("Space");
  for (let step = 0; step < 4; step++) await keyboard.press("ArrowLeft");
  await keyboard.up("Space");
  const keyed = await blows();
  assert.equal(keyed.length, 5);
  assert(keyed.slice(1).every(({ strength, place }, n) => strength < keyed[0].strength && (n === 0 || place < keyed[n].place)), JSON.stringify(keyed));
  // What falls or breaks has no place: it is not broken again on the way.
  await visit.open("breaking");
  await blows();
  await mouse.move(...(await dot(visit, 0.1, 0.5)));
  await mouse.down();
  await mouse.move(...(await dot(visit, 0.9, 0.5)), { steps: 10 });
  await mouse.up();
  assert.equal((await blows()).length, 1);
  await visit.end();
});

test("a tap with a finger is one blow, and a finger that is drawn across rakes", async () => {
  const visit = await open(SIZES.phone);
  await visit.open("wine glass");
  const blows = await struck(visit);
  const touch = await fingers(visit);
  const [x, y] = await dot(visit, 0.4, 0.5);
  for (const tremble of [0, 6]) {
    await touch("touchStart", [[x, y]]);
    for (let n = 1; n <= 6; n++) await touch("touchMove", [[x + tremble * (n % 2), y + tremble * (n % 3)]]);
    await touch("touchEnd", []);
    assert.equal((await blows()).length, 1, `trembling by ${tremble} px`);
  }
  await touch("touchStart", [await dot(visit, 0.1, 0.5)]);
  for (let step = 1; step <= 8; step++) await touch("touchMove", [await dot(visit, 0.1 + 0.1 * step, 0.5)]);
  await touch("touchEnd", []);
  assert((await blows()).length > 8);
  await visit.end();
});
