// The score, as a person uses it: lanes, curves and patterns; played, recorded, saved and rendered.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { root, until } from "../harness.mjs";
import { SIZES, studioForAll } from "../ui.mjs";

const open = studioForAll();
const run = promisify(execFile);
const command = process.env.URTO_COMMAND ?? process.env.URTO ?? join(root, "target/debug/urto");

/** @param {import("../ui.mjs").Visit} visit */
const score = async (visit) => (await visit.state()).score;
/** @param {import("../ui.mjs").Visit} visit @param {number} at */
const lane = (visit, at = 0) => visit.part("score-lane").nth(at);

/** Taps at shares of an element. @param {import("../ui.mjs").Visit} visit @param {import("playwright-core").Locator} target @param {number} x @param {number} y */
async function tap(visit, target, x, y) {
  const box = await target.boundingBox();
  assert(box);
  const place = /** @type {const} */ ([box.x + x * box.width, box.y + y * box.height]);
  if (visit.narrow) await visit.page.touchscreen.tap(...place);
  else await visit.page.mouse.click(...place);
}

/** The samples of a WAV file's data. @param {Buffer} file */
function samples(file) {
  for (let at = 12; at < file.length; ) {
    const length = file.readUInt32LE(at + 4);
    if (file.toString("latin1", at, at + 4) === "data") return file.subarray(at + 8, at + 8 + length);
    at += 8 + length + (length % 2);
  }
  return assert.fail("there are no samples");
}

/** @param {import("../ui.mjs").Visit} visit @param {string} menu @param {number} at @param {string} item */
async function choose(visit, menu, at, item) {
  await visit.part(menu).nth(at).click();
  await visit.page.locator(`[data-test="${item}"]:visible`).click();
}

test("events are tapped, dragged, copied, quantised, deleted and undone", async () => {
  const visit = await open();
  await visit.open("wine glass");
  await visit.goTo("score");
  await lane(visit).waitFor();
  await visit.part("score-grid").selectOption("0");
  await tap(visit, lane(visit), 0.26, 0.5);
  await visit.heard("the event that was added");
  await tap(visit, lane(visit), 0.51, 0.2);
  let events = (await score(visit)).lanes[0].events;
  assert.equal(events.length, 2);
  assert(Math.abs(events[0].at - 4.16) < 0.05 && events[1].strength > events[0].strength, JSON.stringify(events));
  // Dragged with the grid off: later and softer.
  const top = (/** @type {number} */ strength) => (84 - 4 - (strength / 2) * 72) / 84;
  await visit.drag(lane(visit), [events[0].at / 16, top(events[0].strength)], [0.4, 0.9]);
  events = (await score(visit)).lanes[0].events;
  assert(Math.abs(events[0].at - 6.4) < 0.1 && events[0].strength < 0.5, JSON.stringify(events));
  // A box chooses both, and they move to the grid.
  await visit.drag(lane(visit), [0.3, 0.02], [0.6, 0.98]);
  await visit.part("chosen-count").filter({ hasText: "2 events" }).waitFor();
  await visit.part("score-grid").selectOption("1");
  await visit.press("score-quantise");
  assert.deepEqual((await score(visit)).lanes[0].events.map((/** @type {any} */ own) => own.at), [6, 8]);
  await visit.press("events-copy");
  await tap(visit, visit.part("score-ruler"), 0.75, 0.5);
  await visit.press("events-paste");
  assert.deepEqual((await score(visit)).lanes[0].events.map((/** @type {any} */ own) => own.at), [6, 8, 12, 14]);
  // In numbers.
  await visit.part("event-at").fill("1");
  await visit.part("event-at").press("Enter");
  assert.deepEqual((await score(visit)).lanes[0].events.map((/** @type {any} */ own) => own.at), [1, 3, 6, 8]);
  await visit.part("event-strength").fill("1.5");
  await visit.part("event-strength").press("Enter");
  await visit.press("events-delete");
  assert.equal((await score(visit)).lanes[0].events.length, 2);
  for (let step = 0; step < 4; step++) await visit.press("undo");
  assert.equal((await score(visit)).lanes[0].events.length, 2, "before the copies were put in");
  await visit.end();
});

test("by the keyboard alone", async () => {
  const visit = await open();
  await visit.open("wine glass");
  await visit.page.keyboard.press("t");
  await lane(visit).focus();
  const { keyboard } = visit.page;
  for (const key of ["Enter", "Alt+ArrowRight", "Alt+ArrowRight", "ArrowUp", "Enter"]) await keyboard.press(key);
  let events = (await score(visit)).lanes[0].events;
  assert.deepEqual(events.map((/** @type {any} */ own) => own.at), [0, 0.5]);
  assert(events[1].strength > events[0].strength);
  for (const key of ["ArrowRight", "Delete"]) await keyboard.press(key);
  assert.equal((await score(visit)).lanes[0].events.length, 1);
  await keyboard.press("Control+a");
  await keyboard.press("Control+c");
  await visit.part("score-ruler").focus();
  for (let step = 0; step < 4; step++) await keyboard.press("ArrowRight");
  await lane(visit).focus();
  await keyboard.press("Control+v");
  events = (await score(visit)).lanes[0].events;
  assert.equal(events.length, 2);
  assert.equal(events[1].at, 1);
  // A curve too.
  await choose(visit, "lane-menu", 0, "add-curve-mix.pan");
  await visit.part("score-curve").focus();
  for (const key of ["Enter", "ArrowUp", "Alt+ArrowRight"]) await keyboard.press(key);
  const [curve] = (await score(visit)).lanes[0].curves;
  assert.deepEqual(curve.points.map((/** @type {any} */ own) => own[0]), [0, 1.25]);
  assert(curve.points[1][1] > 0);
  await keyboard.press("Delete");
  assert.equal((await score(visit)).lanes[0].curves[0].points.length, 1);
  await visit.end();
});

test("curves: points, freehand, stored shapes; they move what they say and leave it as it was", async () => {
  const visit = await open();
  await visit.open("rolling");
  await visit.goTo("score");
  await choose(visit, "lane-menu", 0, "add-curve-mix.pan");
  const curve = visit.part("score-curve");
  await tap(visit, curve, 0.25, 0.1);
  await tap(visit, curve, 0.5, 0.9);
  let [{ points }] = (await score(visit)).lanes[0].curves;
  assert.equal(points.length, 3);
  assert(points[1][1] > 0.7 && points[2][1] < -0.7, JSON.stringify(points));
  const box = await curve.boundingBox();
  assert(box);
  await visit.page.mouse.dblclick(box.x + 0.25 * box.width, box.y + 5 + (1 - (points[1][1] + 1) / 2) * (box.height - 10));
  [{ points }] = (await score(visit)).lanes[0].curves;
  assert.equal(points.length, 2, "the point is deleted");
  await visit.press("score-free");
  await visit.drag(curve, [0.05, 0.9], [0.45, 0.1]);
  [{ points }] = (await score(visit)).lanes[0].curves;
  assert(points.length >= 3 && points.length < 12, `a straight line is a few points, not ${points.length}`);
  // A shape with a name, for another number.
  await choose(visit, "curve-menu", 0, "curve-store");
  await visit.answer({ name: "sway" });
  await choose(visit, "lane-menu", 0, "add-curve-mix.gain");
  await choose(visit, "curve-menu", 1, "shape-sway");
  const { curves, shapes } = { ...(await score(visit)).lanes[0], shapes: (await score(visit)).shapes };
  assert.equal(shapes[0].name, "sway");
  assert(curves[1].points.length >= 3);
  await choose(visit, "curve-menu", 1, "curve-delete");
  // Played from its middle: the player hears the curve, the document keeps its own.
  await visit.page.evaluate(() => {
    const { studio } = window;
    studio.orders = [];
    const send = studio.send.bind(studio);
    studio.send = (kind, lines) => (studio.orders.push(lines), send(kind, lines));
  });
  await visit.press("score-play");
  await until(() => visit.page.evaluate(() => window.studio.reports.position > 0), "it runs");
  assert.equal((await visit.now()).pan, 0);
  await visit.press("score-play");
  const orders = await visit.page.evaluate(() => window.studio.orders.join("\n"));
  assert.match(orders, /pan 0 -0\.\d/);
  assert.match(orders.trimEnd().split("\n").slice(-3).join("\n"), /pan 0 0/);
  await visit.end();
});

test("a pattern repeats with swing and variation, and can be loosened", async () => {
  const visit = await open();
  await visit.open("hand clap");
  await visit.goTo("score");
  await choose(visit, "lane-menu", 0, "add-pattern");
  const pattern = async () => (await score(visit)).lanes[0].patterns[0];
  assert.equal((await pattern()).played.length, 18);
  await visit.part("score-step", { step: "1" }).click();
  assert.equal((await pattern()).played.length, 20);
  await visit.part("pattern-swing").fill("66");
  await visit.part("pattern-swing").press("Enter");
  assert(Math.abs((await pattern()).played[1].at - 2 * 0.25 * 0.66) < 1e-9);
  await visit.part("pattern-vary").fill("50");
  await visit.part("pattern-vary").press("Enter");
  const varied = (await pattern()).played;
  await visit.part("pattern-seed").fill("7");
  await visit.part("pattern-seed").press("Enter");
  assert.notDeepEqual((await pattern()).played, varied);
  // Steps are changed while it is played, and it goes on where it is.
  await visit.press("score-play");
  await visit.heard("the pattern");
  await until(() => visit.page.evaluate(() => window.studio.reports.position > 20000), "it has gone on");
  const before = await visit.page.evaluate(() => window.studio.reports.position);
  await visit.part("score-step", { step: "2" }).click();
  await until(() => visit.page.evaluate((before) => window.studio.reports.position > before, before), "it goes on");
  await visit.press("score-play");
  await visit.part("score-shows").selectOption("pitch");
  await visit.part("score-step", { step: "0" }).press("ArrowUp");
  const { pitch } = await pattern();
  assert.deepEqual([pitch.length, pitch[0], pitch[1]], [16, 2 ** (1 / 12), 1]);
  await visit.press("pattern-loosen");
  const [own] = (await score(visit)).lanes;
  assert.deepEqual([own.patterns.length, own.events.length], [0, 22]);
  await visit.end();
});

test("what is played is recorded, kept, loaded and rendered by the command with the same samples", async () => {
  const visit = await open();
  await visit.open("wine glass");
  await visit.open("rolling");
  await visit.goTo("score");
  await visit.part("score-time").selectOption("seconds");
  await visit.part("score-length").fill("3");
  await visit.part("score-length").press("Enter");
  await visit.press("score-cycle");
  assert.equal((await score(visit)).cycle, null);
  // Fast is the same on one machine's browser, exact everywhere.
  await visit.press("menu");
  await visit.press("quality-exact");
  await visit.press("score-record");
  await until(() => visit.page.evaluate(() => window.studio.reports.position > 2000), "it runs");
  const strikes = visit.part("strip-play");
  await strikes.first().click();
  await strikes.nth(1).hover();
  await visit.page.mouse.down();
  await visit.page.waitForTimeout(200);
  const gain = visit.part("strip").first().locator('[data-test="gain"]');
  await visit.page.mouse.up();
  await gain.press("ArrowLeft");
  await gain.press("ArrowLeft");
  await until(async () => (await visit.part("score-record").getAttribute("aria-pressed")) === "false", "it has come to its end");
  const own = await score(visit);
  assert.equal(own.lanes[0].events.length, 1, JSON.stringify(own));
  assert(own.lanes[1].events[0].hold > 0.05, JSON.stringify(own.lanes[1]));
  assert.equal(own.lanes[0].curves[0].key, "mix.gain");

  // Played again, it gives these samples.
  const { text, rate, played } = await visit.page.evaluate(async () => {
    const { studio } = window;
    const { Player } = await import(new URL("engine/player.js", location.href).href);
    const { begin } = await import(new URL("engine/module.js", location.href).href);
    const news = [];
    const player = new Player(await begin(studio.module), studio.rate, (/** @type {any} */ own) => news.push(own));
    const send = (/** @type {number} */ kind, /** @type {string} */ lines) => player.receive(Uint8Array.from([kind, ...new TextEncoder().encode(lines)]));
    send(9, studio.parts(0));
    send(10, studio.desk.ask("start").orders);
    const [left, right] = [new Float32Array(128), new Float32Array(128)];
    // The block in which all is built is the first that counts.
    do player.render(left, right);
    while ((player.report(), new Float64Array(news.findLast((own) => "report" in own).report.buffer, 48, 12)[11]) < 0);
    const all = [];
    for (let frames = 0; frames < 3 * studio.rate; frames += 128) {
      for (let n = 0; n < 128; n++) all.push(left[n], right[n]);
      player.render(left, right);
    }
    return { text: studio.exportProject(), rate: studio.rate, played: all.slice(0, 6 * studio.rate) };
  });
  const folder = await mkdtemp(join(tmpdir(), "urto-score-"));
  try {
    await writeFile(join(folder, "score.urto.toml"), text);
    await run(command, ["render", join(folder, "score.urto.toml"), "-o", join(folder, "score.wav"), "--rate", String(rate)]);
    const data = samples(await readFile(join(folder, "score.wav")));
    const rendered = new Float32Array(data.buffer.slice(data.byteOffset, data.byteOffset + data.length));
    assert.equal(rendered.length, played.length);
    assert(played.some((own) => Math.abs(own) > 0.01), "something is heard");
    const off = played.findIndex((own, at) => own !== rendered[at]);
    assert.equal(off, -1, `sample ${off}: ${played[off]} and ${rendered[off]}`);
  } finally {
    await rm(folder, { recursive: true });
  }

  // The page's own file has the same samples, and the command makes it again.
  const file = await visit.download(() => visit.press("score-save"));
  const saved = samples(file.bytes);
  const wave = new Float32Array(saved.buffer.slice(saved.byteOffset, saved.byteOffset + saved.length));
  assert.deepEqual([wave.length, wave.findIndex((own, at) => own !== played[at])], [played.length, -1]);

  // It is there again after a reload, and in the project's file.
  await visit.page.waitForTimeout(500);
  await visit.reload();
  assert.deepEqual((await score(visit)).lanes[1].events, own.lanes[1].events);
  await visit.end();
});

test("a hostile score changes nothing and says why in one sentence", async () => {
  const visit = await open();
  await visit.open("wine glass");
  const before = await visit.page.evaluate(() => window.studio.exportProject());
  for (const [odd, why] of [
    ['[score]\nlength = 1e99\n', /length/],
    ['[score]\n[[score.lane]]\nslot = 0\n[[score.lane.pattern]]\nsteps = [1]\ntimes = 1000000\n', /times/],
    ['[score]\n[[score.lane]]\nslot = 0\nevents = "nonsense"\n', /line 1/],
    [`[page]\nhands = "${"x".repeat(300000)}"\n`, /page keeps/],
  ]) {
    await visit.page.evaluate((odd) => window.studio.importFile("odd.toml", `urto = "project/1"\n${odd}`), odd);
    await visit.problem(/** @type {RegExp} */ (why));
    assert.equal(await visit.page.evaluate(() => window.studio.exportProject()), before);
  }
  await visit.end();
});

test("on a phone, by touch", async () => {
  const visit = await open(SIZES.phone);
  await visit.open("wine glass");
  await visit.goTo("score");
  await lane(visit).scrollIntoViewIfNeeded();
  await tap(visit, lane(visit), 0.5, 0.5);
  await visit.heard("the event that was tapped");
  assert.equal((await score(visit)).lanes[0].events[0].at, 8);
  // A finger draws an event down; beside it the page would scroll.
  const session = await visit.page.context().newCDPSession(visit.page);
  const box = await lane(visit).boundingBox();
  assert(box);
  const finger = (/** @type {"touchStart"|"touchMove"|"touchEnd"} */ type, /** @type {number | null} */ y) =>
    session.send("Input.dispatchTouchEvent", { type, touchPoints: y === null ? [] : [{ x: box.x + 0.5 * box.width, y: box.y + y * box.height, id: 1 }] });
  const { strength } = (await score(visit)).lanes[0].events[0];
  const scrolled = await visit.page.evaluate(() => scrollY);
  await finger("touchStart", 0.5);
  for (let step = 1; step <= 8; step++) await finger("touchMove", 0.5 + 0.05 * step);
  await finger("touchEnd", null);
  const [drawn] = (await score(visit)).lanes[0].events;
  assert(drawn.strength < 0.4 * strength && drawn.at === 8, JSON.stringify(drawn));
  assert.equal(await visit.page.evaluate(() => scrollY), scrolled);
  // A curve's point is chosen by a tap and taken away by a button.
  await choose(visit, "lane-menu", 0, "add-curve-mix.pan");
  const curve = visit.part("score-curve");
  await curve.scrollIntoViewIfNeeded();
  await tap(visit, curve, 0.5, 0.2);
  const points = async () => (await score(visit)).lanes[0].curves[0].points;
  assert.equal((await points()).length, 2);
  await visit.part("curve-point-delete").tap();
  assert.equal((await points()).length, 1);
  assert.equal(await visit.part("curve-point-delete").isDisabled(), true, "the last one stays");
  await visit.press("score-play");
  await until(() => visit.page.evaluate(() => window.studio.reports.position > 0), "it runs");
  await visit.press("score-play");
  const wide = await visit.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert(wide <= 0, `the score is ${wide} px wider than the phone`);
  await visit.end();
});
