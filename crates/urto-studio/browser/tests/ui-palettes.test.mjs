// Palettes: presets on a map to go among, by mouse, keys and touch; kept with the project.

import assert from "node:assert/strict";
import { test } from "node:test";
import { until } from "../harness.mjs";
import { SIZES, studioForAll } from "../ui.mjs";

const open = studioForAll();

/** @typedef {import("../ui.mjs").Visit} Visit */

/** @param {Visit} visit @param {string[]} presets */
async function begun(visit, presets) {
  await visit.open("impact");
  await visit.drawer("morph");
  await visit.press("morph-mode-map");
  await visit.press("palette-new");
  await add(visit, presets);
}

/** @param {Visit} visit @param {string[]} presets */
async function add(visit, presets) {
  for (const preset of presets) {
    await visit.part("palette-add").selectOption(preset);
    await visit.press("palette-put");
    await visit.part("map-point", { preset }).waitFor();
  }
  await ready(visit);
}

/** The presets' values are known. @param {Visit} visit */
const ready = (visit) => until(async () => (await visit.part("palette-map").getAttribute("aria-disabled")) === "false", "the map is ready");

/** @param {Visit} visit @param {string} key @returns {Promise<number>} */
const number = async (visit, key) => (await visit.now()).values[key].number;

/** What a preset comes to by itself. @param {Visit} visit @param {string} preset @param {string} key @returns {Promise<number>} */
const numberOf = (visit, preset, key) =>
  visit.page.evaluate(async ([preset, key]) => {
    const { valuesOf } = await import(new URL("app/palettes.js", location.href).href);
    return (await valuesOf(preset)).numbers.get(key);
  }, [preset, key]);

const KEY = "contact.stiffness";

test("one goes among three presets, by triangles and by distance; it is heard, undone and kept", async () => {
  const visit = await open();
  await begun(visit, ["wine glass", "church bell", "anvil"]);
  const map = visit.part("palette-map");
  const all = await Promise.all(["wine glass", "church bell", "anvil"].map((preset) => numberOf(visit, preset, KEY)));
  assert(new Set(all).size > 1, "they differ");
  // On a preset it is that preset, as it is played.
  for (const [at, preset] of ["wine glass", "church bell", "anvil"].entries()) {
    await visit.part("map-point", { preset }).click();
    assert(Math.abs((await number(visit, KEY)) / all[at] - 1) < 1e-9, preset);
    assert.match(await visit.part("palette-words").innerText(), new RegExp(`100 % ${preset}`));
  }
  const body = (await visit.texts())["body.size"];
  // Half of the way between the first two: in the middle, on the scale of the slider.
  await map.scrollIntoViewIfNeeded();
  await visit.drag(map, [0.3, 0.9], [0.5, 0.85]);
  const half = Math.sqrt(all[0] * all[1]);
  assert(Math.abs(Math.log((await number(visit, KEY)) / half)) < 0.02, `${await number(visit, KEY)} for ${half}`);
  assert.equal((await visit.texts())["body.size"], body, "what rings stays");
  await visit.press("undo");
  assert(Math.abs((await number(visit, KEY)) / all[2] - 1) < 1e-9, "a drag is one step");
  // By distance all count, and the third one moves it too.
  await visit.press("palette-distance");
  await ready(visit);
  await visit.hears("while it moves", async () => {
    await visit.part("morph-sounds").check();
    await visit.drag(map, [0.3, 0.5], [0.5, 0.5]);
  });
  assert.match(await visit.part("palette-words").innerText(), /wine glass.*church bell.*anvil/);
  // A point is dragged, and the map is there after a reload.
  const bell = visit.part("map-point", { preset: "church bell" });
  await visit.drag(bell, [0.5, 0.5], [-1, -2]);
  const kept = () => visit.page.evaluate(() => JSON.parse(window.studio.state.page.palettes)[0]);
  const palette = await kept();
  assert.equal(palette.way, "distance");
  assert(palette.points[1].x < 0.85 && palette.points[1].y > 0.2, JSON.stringify(palette));
  await until(async () => (await visit.page.evaluate(() => localStorage.getItem("urto.project") ?? "")).includes("palettes"), "it is kept");
  await visit.reload();
  await visit.part("palette-map").waitFor();
  assert.deepEqual(await kept(), palette);
  assert.equal(await visit.part("map-point").count(), 3);
  await visit.end();
});

test("by keyboard alone: begun, filled, gone about in, changed, renamed and deleted", async () => {
  const visit = await open();
  await visit.open("impact");
  const { keyboard } = visit.page;
  await visit.part("drawer-morph").focus();
  await keyboard.press("Enter");
  await visit.part("morph-mode-map").focus();
  await keyboard.press("Enter");
  await visit.part("palette-new").focus();
  await keyboard.press("Enter");
  // The focus waits where presets are added.
  assert.equal(await visit.page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement).dataset.test), "palette-add");
  for (const preset of ["wine glass", "gong"]) {
    await visit.part("palette-add").focus();
    await keyboard.type(preset);
    await keyboard.press("Tab");
    await keyboard.press("Enter");
    await visit.part("map-point", { preset }).waitFor();
  }
  await ready(visit);
  await visit.axe();
  const words = () => visit.part("palette-words").innerText();
  await visit.part("palette-map").focus();
  const before = await words();
  for (let step = 0; step < 3; step++) await keyboard.press("Shift+ArrowRight");
  assert.notEqual(await words(), before);
  assert.match(await words(), /gong/);
  await keyboard.press("Tab");
  const point = visit.part("map-point", { preset: "wine glass" });
  assert(await point.evaluate((own) => own === document.activeElement), "Tab goes to the presets");
  await keyboard.press("ArrowUp");
  const places = () => visit.page.evaluate(() => JSON.parse(window.studio.state.page.palettes)[0].points.map((/** @type {any} */ { y }) => y));
  assert.deepEqual(await places(), [0.17, 0.15]);
  assert(await point.evaluate((own) => own === document.activeElement), "and stays on it");
  await keyboard.press("Delete");
  await until(async () => (await visit.part("map-point").count()) === 1, "it is off the map");
  await visit.part("palette-rename").press("Enter");
  await visit.answer({ name: "metal" });
  assert.equal(await visit.part("palette").inputValue(), "metal");
  await visit.part("palette-delete").press("Enter");
  await visit.press("dialog-ok");
  await visit.part("palette-map").waitFor({ state: "hidden" });
  await visit.end();
});

test("on a phone a finger goes about, and a damaged palette is left out", async () => {
  const visit = await open(SIZES.phone);
  await begun(visit, ["wine glass", "church bell"]);
  await visit.part("map-point", { preset: "church bell" }).tap();
  assert.match(await visit.part("palette-words").innerText(), /100 % church bell/);
  const map = visit.part("palette-map");
  await map.tap();
  assert.match(await visit.part("palette-words").innerText(), /50 % wine glass, 50 % church bell/);
  await visit.axe();
  assert(await visit.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  for (const odd of ["nonsense", "{}", '[{"name":1}]', '[{"name":"a","sound":"impact","points":[{"preset":"b","x":7,"y":0},{"preset":"<img src=x>","x":0.5,"y":0.5}]}]']) {
    await visit.page.evaluate((odd) => window.studio.keepText("palettes", odd), odd);
    await until(async () => (await visit.part("map-point").count()) < 2, "what does not fit is left out");
  }
  await visit.problem(/img src=x/);
  await visit.end();
});
