// The page loads, wakes, and a wine glass is heard.

import assert from "node:assert/strict";
import { test } from "node:test";
import { pageForAll, until } from "../harness.mjs";

const open = pageForAll();

/** Other programs on the machine take time too: the best of N counts. */
const TRIES = 5;

test("a wine glass is heard soon after the page is opened", async () => {
  let best = Infinity;
  for (let tries = 0; tries < TRIES && best >= 3; tries++) {
    const begun = Date.now();
    const { page, errors, close } = await open();
    // The page's own engine, as a click on its palette would reach it.
    const wakes = async () => {
      const { app } = await import(new URL("app/context.js", location.href).href);
      if (!app.engine) return false;
      const w = /** @type {any} */ (window);
      w.engine = app.engine;
      w.problems = [];
      w.engine.addEventListener("problem", (/** @type {CustomEvent} */ event) => w.problems.push(event.detail.message));
      w.engine.audition("wine glass");
      return true;
    };
    // Not `waitForFunction`, to which a promise is already something.
    await until(() => page.evaluate(wakes), "the engine");
    await until(() => page.evaluate(() => /** @type {any} */ (window).engine.meters().master.peak[0] > 0.01), "a sound");
    const seconds = (Date.now() - begun) / 1000;
    console.log(`# from the address to the first sound: ${seconds.toFixed(2)} s`);
    best = Math.min(best, seconds);
    assert.equal(await page.evaluate(() => window.crossOriginIsolated), true);
    assert.equal(await page.evaluate(() => /** @type {any} */ (window).engine.output.way), "audio thread, shared memory");
    assert.deepEqual(await page.evaluate(() => /** @type {any} */ (window).problems), []);
    assert.deepEqual(errors, []);
    await close();
  }
  // Printed, since no test depends on the clock: the aim is below 3 s.
  console.log(`# the best of them: ${best.toFixed(2)} s`);
});
