// The picture of the body: drawn before anything sounds, bent by a blow, and at rest when it has
// died away. Nobody works it out while nobody looks.

import assert from "node:assert/strict";
import { test } from "node:test";
import { until } from "../harness.mjs";
import { SIZES, studioForAll } from "../ui.mjs";

const open = studioForAll();

/** What the picture shows. @param {import("playwright-core").Locator} picture */
const look = (picture) =>
  picture.evaluate((one) => {
    const { shown, canvas, feed, some } = one;
    const far = shown.now.reduce((/** @type {number} */ most, /** @type {number} */ own) => Math.max(most, Math.abs(own)), 0);
    const form = feed.body?.geometry;
    return {
      some,
      bent: far / shown.size,
      moving: shown.moving,
      factor: shown.factor,
      points: (form?.points.length ?? 0) / 3,
      triangles: (form?.triangles.length ?? 0) / 3,
      words: canvas.getAttribute("aria-label"),
    };
  });

/** The share of the picture on which something is drawn. @param {import("playwright-core").Locator} picture */
const covered = (picture) =>
  picture.evaluate((one) => {
    // Right after it was drawn: later the graphics card has forgotten it.
    one.refresh(new Set(), performance.now(), true);
    const { canvas } = one;
    const pen = /** @type {OffscreenCanvasRenderingContext2D} */ (new OffscreenCanvas(canvas.width, canvas.height).getContext("2d", { willReadFrequently: true }));
    pen.drawImage(canvas, 0, 0);
    const { data } = pen.getImageData(0, 0, canvas.width, canvas.height);
    let ink = 0;
    for (let n = 3; n < data.length; n += 4) ink += data[n] > 0 ? 1 : 0;
    return ink / (canvas.width * canvas.height);
  });

test("a body is drawn, bends after a blow and rests after it", async () => {
  const visit = await open();
  await visit.open("impact");
  const picture = visit.page.locator("urto-body");
  await picture.scrollIntoViewIfNeeded();
  await visit.hears("a blow", () => visit.press("trigger"));
  for (const kind of ["glass", "plate", "bar", "string"]) {
    await visit.page.evaluate((kind) => {
      const { studio } = window;
      const id = studio.state.selected;
      studio.set(id, "body.kind", kind);
      // Short, so that the test need not wait.
      studio.set(id, "body.ringing", "0.05");
    }, kind);
    await picture.scrollIntoViewIfNeeded();
    await visit.hush();
    await until(async () => {
      const { some, moving } = await look(picture);
      return some && !moving;
    }, `the ${kind} at rest`);
    const rest = await look(picture);
    const ink = await covered(picture);
    assert(ink > (kind === "string" ? 0.002 : 0.05), `${kind}: ${ink} covered`);
    assert.equal(rest.bent, 0);
    assert.equal(rest.triangles > 0, kind !== "string");
    assert(rest.points > 100 && rest.points <= 512, `${kind}: ${rest.points} points`);
    let most = 0;
    let factor = 0;
    await until(async () => {
      await visit.press("trigger");
      const now = await look(picture);
      if (now.bent > most) [most, factor] = [now.bent, now.factor];
      return most > 0.01;
    }, `the ${kind} bends`);
    assert(most < 0.12 && factor > 1, `${kind} bends by ${most} of its size, ${factor} times`);
    await until(async () => !(await look(picture)).moving, `the ${kind} comes to rest`);
    assert.equal((await look(picture)).bent, 0);
  }
  // A change of size is seen while it plays: nothing is built anew.
  await visit.page.evaluate(() => window.studio.set(window.studio.state.selected, "body.kind", "bar"));
  const form = () => picture.evaluate(({ feed, shown }) => ({ number: feed.body?.geometry.number, wide: shown.wide }));
  const becomes = async (/** @type {number} */ size) => {
    await visit.page.evaluate((size) => window.studio.set(window.studio.state.selected, "body.size", String(size)), size);
    await until(async () => Math.abs((await form()).wide - size) < 1e-3, `a bar of ${size} m`);
    return form();
  };
  await until(async () => (await look(picture)).triangles > 0, "the bar");
  const short = await becomes(0.1);
  const long = await becomes(0.4);
  assert.equal(long.number, short.number);
  // What has no form says so.
  await visit.page.evaluate(() => window.studio.set(window.studio.state.selected, "body.kind", "modes"));
  await until(async () => !(await look(picture)).some, "nothing to draw");
  await until(async () => /no form to draw/.test((await look(picture)).words ?? ""), "and words for it");
  await visit.end();
});

test("nobody works a body out that nobody looks at", async () => {
  const visit = await open(SIZES.phone);
  await visit.open("wine glass");
  // A phone has no button for it: its pad is struck.
  const strike = () => visit.page.evaluate(() => window.studio.trigger(window.studio.state.selected, 1));
  await visit.hears("a blow", strike);
  const told = () => visit.page.evaluate(() => window.studio.meters() && window.studio.reports.pose?.speed.length);
  const tabs = visit.page.locator("urto-pictures");
  await tabs.getByRole("tab", { name: "Body" }).click();
  await tabs.scrollIntoViewIfNeeded();
  await until(async () => ((await told()) ?? 0) > 100, "the glass is told");
  await tabs.getByRole("tab", { name: "Energy" }).click();
  await until(async () => (await told()) === undefined, "nothing is told any more");
  await visit.end();
});
