// A page on which nothing happens draws nothing, and still shows what was heard.

import assert from "node:assert/strict";
import { test } from "node:test";
import { until } from "../harness.mjs";
import { studioForAll } from "../ui.mjs";

const open = studioForAll();
/** Longer than the pictures look back [s]. */
const LONG = 6.5;

test("an idle page does not draw, and keeps what was heard", async () => {
  const visit = await open();
  await visit.open("impact");
  const { page } = visit;
  // What has a form takes more room once that is known; what comes after it is in sight then.
  await page.locator("urto-body[formed]").waitFor();
  const strike = async () => {
    await page.evaluate(() => window.studio.trigger(window.studio.state.selected, 1));
    await page.locator("urto-spectrogram").scrollIntoViewIfNeeded();
  };
  await page.evaluate(() => {
    const draws = { count: 0 };
    const own = CanvasRenderingContext2D.prototype;
    const { clearRect } = own;
    own.clearRect = function (...box) {
      draws.count++;
      return clearRect.apply(this, box);
    };
    const glass = WebGL2RenderingContext.prototype;
    const { clear } = glass;
    glass.clear = function (mask) {
      draws.count++;
      return clear.call(this, mask);
    };
    Object.assign(window, { draws });
  });
  const drawn = () => page.evaluate(() => window.draws.count);
  await visit.hears("a blow", strike);
  await until(async () => (await drawn()) > 0, "the blow is drawn");
  await visit.quiet("the blow dies away");
  await page.evaluate((seconds) => window.ears.pass(window.studio, seconds), LONG);
  await until(async () => {
    const before = await drawn();
    await page.evaluate(() => window.ears.pass(window.studio, 1));
    return (await drawn()) === before;
  }, "a second without drawing");
  const before = await drawn();
  await page.evaluate(() => window.ears.pass(window.studio, 1.5));
  assert.equal(await drawn(), before);
  for (const name of ["urto-waveform", "urto-spectrogram"]) {
    assert(await page.locator(name).evaluate((picture) => picture.some), `${name} was wiped`);
  }
  const peak = await page.locator("urto-waveform").evaluate((picture) => picture.peak);
  assert(peak > 1e-3, `a peak of ${peak}`);
  await visit.hears("another blow", strike);
  await until(async () => (await drawn()) > before, "it is drawn again");
  await visit.end();
});
