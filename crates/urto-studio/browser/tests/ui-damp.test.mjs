// A fingertip on a body in its picture: with Shift, by a second finger, by a key; and pickups that are
// dragged on it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { until } from "../harness.mjs";
import { SIZES, studioForAll } from "../ui.mjs";

const open = studioForAll();

/** Where a mark lies in the window. @param {import("../ui.mjs").Visit} visit @param {"touched"|"heard"} kind */
const mark = (visit, kind) =>
  visit.page.locator("urto-body").evaluate((one, kind) => {
    const found = one.marked.find((/** @type {any} */ each) => each.own.kind === kind);
    const box = one.canvas.getBoundingClientRect();
    return { x: box.left + found.x, y: box.top + found.y, key: found.own.key };
  }, kind);

/** The picture of the chosen body, at rest and in sight. @param {import("../ui.mjs").Visit} visit */
async function picture(visit) {
  const body = visit.page.locator("urto-body");
  // Off the bars at both ends.
  await body.evaluate((one) => one.scrollIntoView({ block: "center" }));
  const { slot } = await visit.now();
  // Of this instance, not of the one that was looked at before; drawn as it is known, and not bent.
  const there = () =>
    body.evaluate((one, slot) => {
      const geometry = one.feed.body?.geometry;
      return Boolean(one.some && geometry?.slot === slot && one.shown.geometry === geometry && !one.shown.moving && one.marked.length > 1);
    }, slot);
  await until(there, "the body");
  return body;
}

/**
 * A dot of the body in the window with most of it around: it is also there while the body bends. It is
 * not far from the one that is struck, so that a finger there holds what that one moves.
 * @param {import("../ui.mjs").Visit} visit
 */
const inside = (visit) =>
  visit.page.locator("urto-body").evaluate((one) => {
    const from = one.marked.find((/** @type {any} */ each) => each.own.kind === "touched");
    const box = one.canvas.getBoundingClientRect();
    let best = { margin: -1, x: 0, y: 0 };
    for (let dx = -32; dx <= 32; dx += 8) {
      for (let dy = -64; dy <= 64; dy += 8) {
        const [x, y] = [from.x + dx, from.y + dy];
        let margin = 0;
        const around = (/** @type {number} */ far) => [[1, 0], [-1, 0], [0, 1], [0, -1]].every(([a, b]) => one.find(x + a * far, y + b * far));
        while (margin < 60 && around(margin + 4)) margin += 4;
        if (margin > best.margin) best = { margin, x: box.left + x, y: box.top + y };
      }
    }
    return best;
  });

/** @typedef {{frame: number, joules: number}} Held what is stored at a frame, from one report */

/**
 * Strikes it, and tells how many decibels of energy it loses a second, by the clock of its sound: how
 * long a page takes to act differs.
 * @param {import("../ui.mjs").Visit} visit @param {() => Promise<void>} before the blow @param {() => Promise<void>} after
 */
async function loses(visit, before, after) {
  await visit.hush();
  await before();
  // A report tells both, so that they belong together however late it is read.
  const held = () =>
    visit.page.evaluate(() => {
      const studio = /** @type {any} */ (window.studio);
      return { frame: studio.reports.frame, joules: studio.physics()?.stored ?? 0, rate: studio.rate };
    });
  const reached = async (/** @type {(own: Held) => boolean} */ is, /** @type {string} */ what) => {
    let own = await held();
    await until(async () => is((own = await held())), what);
    return own;
  };
  await visit.page.evaluate(() => window.studio.trigger(window.studio.state.selected, 1));
  const { frame, rate } = await held();
  const start = await reached((own) => own.frame > frame + 0.15 * rate && own.joules > 0, "a blow");
  const end = await reached((own) => own.frame > start.frame + 0.6 * rate, "more than half a second");
  await after();
  return (10 * Math.log10(start.joules / Math.max(end.joules, 1e-30))) / ((end.frame - start.frame) / rate);
}

test("Shift lays a fingertip on the body, D does so where it is struck, and a pickup is dragged", async () => {
  const visit = await open();
  const { page } = visit;
  await visit.open("wine glass");
  const body = await picture(visit);
  const nothing = async () => {};
  const free = await loses(visit, nothing, nothing);
  const { mouse, keyboard } = page;
  const held = await loses(
    visit,
    async () => {
      // What is shown beside it may have moved it.
      await picture(visit);
      const { x, y } = await inside(visit);
      await mouse.move(x, y);
      await keyboard.down("Shift");
      await mouse.down();
      await until(() => body.evaluate((one) => one.damper.held !== null), "the finger");
    },
    async () => {
      await body.evaluate((one) => Object.assign(window, { finger: one.damper.held?.table }));
      await mouse.up();
      await keyboard.up("Shift");
    },
  );
  assert.equal(await page.evaluate(() => window.finger), "body.finger");
  assert(held > 1.5 * free, `${held} dB a second with a finger on it, ${free} without`);
  // It is off again: the next blow rings.
  const again = await loses(visit, nothing, nothing);
  assert(again < 1.3 * free, `${again} dB a second after it, ${free} before`);
  // Nothing of it is in the document.
  assert.equal((await visit.texts())["body.finger.resistance"], "0 N*s/m");

  // By key, while it is held.
  const keyed = await loses(
    visit,
    async () => {
      await body.evaluate((one) => one.canvas.focus());
      await keyboard.down("d");
      await until(() => body.evaluate((one) => one.damper.held !== null), "the finger");
    },
    () => keyboard.up("d"),
  );
  // Where it was struck, it stops nearly all.
  assert(keyed > 5 * free, `${keyed} ${free}`);
  assert.equal(await body.evaluate((one) => one.damper.held), null);

  // The pickup of a bar goes where it is dragged, as one step.
  await visit.open("impact");
  await picture(visit);
  const pickup = await mark(visit, "heard");
  const before = (await visit.now()).values[pickup.key].number;
  const to = await mark(visit, "touched");
  await mouse.move(pickup.x, pickup.y);
  await mouse.down();
  const middle = { x: (pickup.x + to.x) / 2, y: (pickup.y + to.y) / 2 };
  await mouse.move(middle.x, middle.y, { steps: 8 });
  await mouse.up();
  const after = (await visit.now()).values[pickup.key].number;
  assert(Math.abs(after - 0.5) < 0.06 && Math.abs(before - 0.5) > 0.3, `${before} ${after}`);
  await until(async () => {
    const moved = await mark(visit, "heard");
    return Math.hypot(moved.x - middle.x, moved.y - middle.y) < 16;
  }, "its mark is there");
  await keyboard.press("Control+z");
  await until(async () => Math.abs((await visit.now()).values[pickup.key].number - before) < 1e-9, "the drag is undone");
  // By keys: L, then Shift and arrows.
  await body.evaluate((one) => one.canvas.focus());
  await keyboard.press("l");
  for (let n = 0; n < 3; n++) await keyboard.press("Shift+ArrowLeft");
  for (let n = 0; n < 3; n++) await keyboard.press("Shift+ArrowUp");
  assert.notEqual((await visit.now()).values[pickup.key].number, before);
  await visit.end();
});

test("a second finger damps what the first has struck", async () => {
  const visit = await open(SIZES.phone);
  await visit.open("wine glass");
  const body = await picture(visit);
  await visit.hears("a first blow", () => visit.page.evaluate(() => window.studio.trigger(window.studio.state.selected, 1)));
  // Where it is also while it bends.
  await visit.hush();
  await picture(visit);
  const { x, y, margin } = await inside(visit);
  assert(margin > 16, `${margin} px of the glass around the finger`);
  const touch = await visit.page.context().newCDPSession(visit.page);
  const send = (/** @type {"touchStart"|"touchMove"|"touchEnd"} */ type, /** @type {number[][]} */ all) => touch.send("Input.dispatchTouchEvent", { type, touchPoints: all.map(([x, y], id) => ({ x, y, id })) });
  // Both on the glass: one strikes, the other holds.
  await send("touchStart", [[x, y]]);
  await visit.heard("the blow");
  await send("touchStart", [[x, y], [x + 3, y + 12]]);
  await until(() => body.evaluate((one) => one.damper.held !== null), "the second finger");
  await send("touchEnd", []);
  await until(() => body.evaluate((one) => one.damper.held === null), "it is lifted");
  assert.equal(await body.evaluate((one) => one.holds), false);
  await visit.end();
});
