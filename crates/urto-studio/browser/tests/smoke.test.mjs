// The page loads, wakes, and a wine glass is heard.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { engineIn, openPage, startBrowser, startStudio, until } from "../harness.mjs";

/** @type {Awaited<ReturnType<typeof startStudio>>} */
let studio;
/** @type {Awaited<ReturnType<typeof startBrowser>>} */
let browser;
before(async () => {
  studio = await startStudio();
  browser = await startBrowser();
});
after(async () => {
  await browser?.close();
  await studio?.stop();
});

test("a wine glass is heard soon after the page is opened", async () => {
  const begun = Date.now();
  const { page, errors, close } = await openPage(browser, studio.url);
  await engineIn(page);
  await page.evaluate(() => window.engine.audition("wine glass"));
  await until(() => page.evaluate(() => window.engine.meters().master.peak[0] > 0.01), "a sound");
  const seconds = (Date.now() - begun) / 1000;
  console.log(`# from the address to the first sound: ${seconds.toFixed(2)} s`);
  assert(seconds < 3, `${seconds} s`);
  assert.equal(await page.evaluate(() => window.crossOriginIsolated), true);
  assert.equal(await page.evaluate(() => window.engine.output.way), "audio thread, shared memory");
  assert.deepEqual(await page.evaluate(() => window.problems), []);
  assert.deepEqual(errors, []);
  await close();
});
