// Several things at once: strips that play and sound on, everything together, and layers.

import assert from "node:assert/strict";
import { test } from "node:test";
import { until } from "../harness.mjs";
import { SIZES, studioForAll } from "../ui.mjs";

const open = studioForAll();

/** @param {import("../ui.mjs").Visit} visit @param {number} at */
const strip = (visit, at) => visit.part("strip").nth(at);
/** @param {import("../ui.mjs").Visit} visit @param {number} at */
const level = (visit, at) => visit.page.evaluate((at) => Math.max(...window.studio.meters().instances[window.studio.state.instances[at].id].peak), at);
const listen = () => {
  const told = [];
  const { studio } = window;
  const send = studio.send.bind(studio);
  studio.send = (kind, lines) => (told.push(String(lines)), send(kind, lines));
  Object.assign(window, { told });
};

test("textures sound on from two strips while a macro of a third is turned with the mouse", async () => {
  const visit = await open();
  for (const name of ["rolling", "scraping", "wine glass"]) await visit.open(name);
  await strip(visit, 0).locator('[data-test="strip-keep"]').click();
  await strip(visit, 1).locator('[data-test="strip-keep"]').click();
  assert.equal(await strip(visit, 2).locator('[data-test="strip-keep"]').isVisible(), false, "a blow ends by itself");
  const both = async () => (await level(visit, 0)) > 1e-4 && (await level(visit, 1)) > 1e-4;
  await until(both, "both are heard");
  const macro = visit.page.locator("urto-macros input[type=range]").first();
  const before = (await visit.now()).macros;
  await visit.drag(macro, [0.3, 0.5], [0.8, 0.5]);
  assert.notDeepEqual((await visit.now()).macros, before);
  await until(both, "both still are");
  // Another instance on the bench changes nothing, and its own button knows.
  await strip(visit, 0).locator('[data-test="select-instance"]').click();
  assert.equal(await visit.part("keep-on").first().getAttribute("aria-pressed"), "true");
  await until(both, "both still are, with another chosen");
  await strip(visit, 0).locator('[data-test="strip-keep"]').click();
  assert.equal(await visit.part("keep-on").first().getAttribute("aria-pressed"), "false");
  await visit.press("stop-all");
  assert.equal(await strip(visit, 1).locator('[data-test="strip-keep"]').getAttribute("aria-pressed"), "false");
  await visit.end();
});

test("a strip is struck, held by key, and all are played together at one sample", async () => {
  const visit = await open();
  for (const name of ["wine glass", "rolling", "gong"]) await visit.open(name);
  await visit.hears("a struck strip", () => strip(visit, 0).locator('[data-test="strip-play"]').click());
  await visit.page.evaluate(listen);
  const play = strip(visit, 1).locator('[data-test="strip-play"]');
  await play.focus();
  await visit.page.keyboard.down("Space");
  await visit.page.keyboard.up("Space");
  const told = await visit.page.evaluate(() => window.told.splice(0).join("").trim().split("\n"));
  assert.deepEqual(told.map((line) => line.split(" ").slice(0, 2).join(" ")), ["trigger 1", "release 1"]);
  await strip(visit, 2).locator('[data-test="mute"]').click();
  await visit.page.evaluate(() => window.told.splice(0));
  await visit.press("play-together");
  const [together] = await visit.page.evaluate(() => window.told.splice(0));
  assert.equal(together, "trigger 0 1 -\ntrigger 1 1 -\n");
  await visit.end();
});

test("what sounds on without a hand stays when all is played together, or as a layer", async () => {
  const visit = await open();
  for (const name of ["rolling", "scraping", "wine glass"]) await visit.open(name);
  const keep = strip(visit, 0).locator('[data-test="strip-keep"]');
  await keep.click();
  await until(async () => (await level(visit, 0)) > 1e-4, "it is heard");
  await visit.press("add-layer");
  await visit.page.evaluate(listen);
  for (const button of ["play-together", "play-layer"]) {
    await visit.press(button);
    const told = (await visit.page.evaluate(() => window.told.splice(0).join(""))).trim().split("\n");
    assert.deepEqual(told.filter((line) => line.startsWith("release")), ["release 1"], `${button}: what was only held is let go`);
    assert.equal(await keep.getAttribute("aria-pressed"), "true", button);
  }
  await until(async () => (await level(visit, 0)) > 1e-4, "it is still heard");
  await keep.click();
  const told = await visit.page.evaluate(() => window.told.splice(0).join(""));
  assert.match(told, /^release 0$/m);
  await visit.end();
});

test("a layer: one trigger, several instances with delays and levels, kept with the project", async () => {
  const visit = await open(SIZES.phone);
  for (const name of ["wine glass", "gong", "anvil"]) await visit.open(name);
  await visit.goTo("mix");
  await visit.press("add-layer");
  const layer = visit.part("layer");
  await layer.locator('[data-test="layer-member"][data-slot="2"]').uncheck();
  const set = async (/** @type {string} */ field, /** @type {string} */ value) => {
    await layer.locator(`[data-test="${field}"][data-slot="1"]`).fill(value);
    await layer.locator(`[data-test="${field}"][data-slot="1"]`).press("Enter");
  };
  await set("layer-delay", "250");
  await set("layer-level", "50");
  await visit.page.evaluate(listen);
  await visit.hears("the layer", () => visit.press("play-layer"));
  const rate = await visit.page.evaluate(() => window.studio.rate);
  const told = (await visit.page.evaluate(() => window.told)).find((lines) => lines.includes("trigger"));
  assert.equal(told, `trigger 0 1 -\n@${Math.round(0.25 * rate)} trigger 1 0.5 -\n`);
  await until(async () => (await level(visit, 1)) > 1e-4, "the second follows");
  const text = await visit.page.evaluate(() => window.studio.exportProject());
  await visit.press("delete-layer");
  assert.equal(await layer.count(), 0);
  await visit.page.evaluate((text) => window.studio.importFile("p.toml", text), text);
  assert.equal(await layer.count(), 1);
  assert.equal(await layer.locator('[data-test="layer-delay"][data-slot="1"]').inputValue(), "250");
  await visit.page.evaluate(() => window.studio.keepText("layers", "nonsense"));
  assert.equal(await layer.count(), 0, "what is no list of layers is left out");
  await visit.end();
});
