// What a body stands on, in a corner of its picture: where it stands is dragged there, by mouse, by keys
// and by a finger.

import assert from "node:assert/strict";
import { test } from "node:test";
import { until } from "../harness.mjs";
import { SIZES, studioForAll } from "../ui.mjs";

const open = studioForAll();

/** A mug that stands on a table, whose form is known. @param {import("../ui.mjs").Visit} visit */
async function mug(visit) {
  await visit.open("coffee mug on table");
  const body = visit.page.locator("urto-body");
  await body.evaluate((one) => one.scrollIntoView({ block: "center" }));
  await until(() => body.evaluate((one) => one.support.part !== null && !one.support.element.hidden), "the table");
  // What it stands on is said with its size.
  await until(async () => / across/.test((await visit.part("support").getAttribute("aria-valuetext")) ?? ""), "its words");
  return visit.part("support");
}

/** @param {import("../ui.mjs").Visit} visit @returns {Promise<number>} */
const place = async (visit) => (await visit.now()).values["support.place"].number;

/** Where the dot lies in the window, and how wide the table is drawn. @param {import("playwright-core").Locator} support */
const dot = (support) =>
  support.evaluate((one) => {
    const own = /** @type {any} */ (one.getRootNode()).host.support;
    const box = own.canvas.getBoundingClientRect();
    const [x, y] = own.dot;
    return { x: box.left + x, y: box.top + y, left: box.left, right: box.right, middle: box.top + box.height / 2 };
  });

test("where it stands is dragged and moved by keys, as steps to undo", async () => {
  const visit = await open();
  const support = await mug(visit);
  const { mouse, keyboard } = visit.page;
  const before = await place(visit);
  const at = await dot(support);
  await mouse.move(at.x, at.y);
  await mouse.down();
  await mouse.move(at.right - 24, at.middle, { steps: 6 });
  await mouse.up();
  const after = await place(visit);
  assert(Math.abs(after - before) > 0.1, `${before} ${after}`);
  // The dot is where the hand let go, as near as the table's line comes to it.
  const there = await dot(support);
  assert(Math.abs(there.x - at.x) > 10, JSON.stringify([at, there]));
  assert.equal(await support.getAttribute("aria-valuenow"), String(Math.round(100 * after)));
  await keyboard.press("Control+z");
  await until(async () => (await place(visit)) === before, "the drag is one step");
  // By keys.
  await support.focus();
  await keyboard.press("Home");
  assert.equal(await place(visit), 0);
  await keyboard.press("Shift+ArrowRight");
  await keyboard.press("ArrowRight");
  assert(Math.abs((await place(visit)) - 0.12) < 1e-9, String(await place(visit)));
  await keyboard.press("End");
  assert.equal(await place(visit), 1);
  // It is the place of the next blow; and what stands on nothing shows nothing.
  await visit.hears("a blow", () => visit.page.evaluate(() => window.studio.trigger(window.studio.state.selected, 1)));
  await visit.page.evaluate(() => window.studio.set(window.studio.state.selected, "support.kind", "nothing"));
  await until(() => support.isHidden(), "nothing under it");
  await visit.axe();
  await visit.end();
});

test("on a phone, by a finger", async () => {
  const visit = await open(SIZES.phone);
  const support = await mug(visit);
  const before = await place(visit);
  const at = await dot(support);
  const session = await visit.page.context().newCDPSession(visit.page);
  const send = (/** @type {"touchStart"|"touchMove"|"touchEnd"} */ type, /** @type {{x: number, y: number}[]} */ touchPoints) => session.send("Input.dispatchTouchEvent", { type, touchPoints });
  await send("touchStart", [{ x: at.x, y: at.y }]);
  for (let step = 1; step <= 4; step++) await send("touchMove", [{ x: at.x + ((at.right - 20 - at.x) * step) / 4, y: at.middle }]);
  await send("touchEnd", []);
  await until(async () => Math.abs((await place(visit)) - before) > 0.1, "it stands elsewhere");
  assert.equal(await visit.page.evaluate(() => scrollX), 0);
  await visit.end();
});
