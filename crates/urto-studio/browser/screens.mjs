// Every screen of the studio, in the order in which one comes to it.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { root } from "./harness.mjs";
import { SIZES, visit } from "./ui.mjs";

/** @typedef {import("./ui.mjs").Visit} Visit */
/** @typedef {{name: string, show: (visit: Visit) => Promise<void>, tall?: boolean}} Screen tall: worth to be seen beyond the window too */

/** @param {Visit} visit */
const escape = (visit) => visit.page.keyboard.press("Escape");

/** Sounds for a while, so that pictures show something. @param {Visit} visit @param {number} ms */
async function play(visit, ms) {
  const big = visit.part("trigger");
  const button = (await big.isVisible()) ? big : visit.part("trigger-small");
  await button.hover();
  await visit.page.mouse.down();
  await visit.heard("what is to be seen");
  await visit.page.waitForTimeout(ms);
  await visit.page.mouse.up();
}

/** Back to the top, with nothing focused. @param {Visit} visit */
const top = (visit) => visit.page.evaluate(() => {
  /** @type {HTMLElement|null} */ (document.activeElement)?.blur();
  scrollTo(0, 0);
});

/** @type {Screen[]} */
export const SCREENS = [
  { name: "sounds", tall: true, async show() {} },
  { name: "sounds-heard", async show(visit) {
    await visit.press("hear-preset", { name: "church bell" });
    await visit.heard("a bell");
  } },
  { name: "search", async show(visit) { await visit.part("search").fill("glass"); } },
  { name: "search-tags", async show(visit) {
    await visit.part("search").fill("");
    await visit.press("more-tags");
    await visit.press("tag", { tag: "kitchen" });
  } },
  { name: "search-nothing", async show(visit) { await visit.part("search").fill("thunder"); } },
  { name: "menu", async show(visit) { await visit.press("menu"); } },
  { name: "keys", async show(visit) { await escape(visit); await top(visit); await visit.page.keyboard.press("?"); } },
  { name: "about", async show(visit) { await escape(visit); await visit.press("menu"); await visit.press("about"); } },
  { name: "play-empty", async show(visit) { await escape(visit); await visit.press("clear-search"); await visit.goTo("play"); } },
  { name: "mix-empty", async show(visit) { await visit.goTo("mix"); } },
  { name: "play", tall: true, async show(visit) { await visit.open("wine glass"); } },
  { name: "play-struck", tall: true, async show(visit) { await play(visit, 100); await visit.page.waitForTimeout(500); } },
  { name: "gesture", tall: true, async show(visit) {
    await visit.press("pad-record");
    const surface = visit.page.locator("urto-pad .surface");
    await surface.evaluate((one) => one.scrollIntoView({ block: "center" }));
    await visit.drag(surface, [0.2, 0.7], [0.8, 0.3]);
    await visit.part("gesture-dialog").waitFor();
  } },
  { name: "presets", async show(visit) {
    await escape(visit);
    await top(visit);
    await visit.press("store-preset");
    await visit.answer({ name: "a glass of mine", about: "thinner than the other", tags: "mine, glass" });
    await visit.press("preset-picker");
  } },
  { name: "store", async show(visit) { await escape(visit); await visit.press("store-preset"); } },
  { name: "confirm", async show(visit) { await escape(visit); await visit.press("menu"); await visit.press("project-new"); } },
  { name: "instance-menu", async show(visit) { await escape(visit); await visit.press("instance-menu"); } },
  { name: "variations", async show(visit) { await visit.press("variations"); } },
  { name: "hears", async show(visit) {
    await escape(visit);
    await visit.drawer("values");
    await visit.part("hears").waitFor();
    if ((await visit.part("hears").getAttribute("open")) === null) await visit.part("hears").locator("summary").click();
    // What can be asked for is learned first, and then laid out anew: what was typed before is lost.
    await visit.part("target-reach").filter({ hasText: / to |cannot be moved/ }).first().waitFor();
    const asks = async (/** @type {string} */ key, /** @type {string} */ text, /** @type {RegExp} */ told) => {
      await visit.part("target-field", { key }).fill(text);
      await visit.part("target-field", { key }).press("Enter");
      await visit.part("target-told").filter({ hasText: told }).waitFor();
    };
    await asks("contact_time", "0.8 ms", /Contact time is/);
    await visit.press("target-hold", { key: "contact_time" });
    await visit.part("target").getByText("contact time held").first().waitFor();
    await asks("pitch", "1.2 kHz", /Pitch is/);
    await visit.part("hears").evaluate((part) => part.scrollIntoView({ block: "center" }));
  } },
  { name: "hears-refused", async show(visit) {
    await visit.part("target-field", { key: "contact_time" }).fill("30 s");
    await visit.part("target-field", { key: "contact_time" }).press("Enter");
    await visit.part("target-told").filter({ hasText: /cannot/ }).waitFor();
  } },
  { name: "values", tall: true, async show(visit) {
    await visit.press("undo"); // the pitch, and the contact time
    await visit.press("undo");
    if (visit.narrow) await visit.part("hears").locator("summary").click();
    await visit.type("body.size", "33 mm");
    await visit.part("value", { key: "body.size" }).locator('[data-test="lock"]').click();
    await visit.part("value", { key: "body.size" }).locator('[data-test="value-help"]').click();
    await visit.part("drawer").scrollIntoViewIfNeeded();
  } },
  { name: "values-choices", tall: true, async show(visit) { await visit.value("contact.law"); } },
  { name: "values-found", async show(visit) { await visit.part("find-value").fill("damping"); } },
  { name: "problem", async show(visit) { await visit.part("find-value").fill(""); await visit.type("body.size", "three apples"); await visit.problem(/apples/); } },
  { name: "vary", async show(visit) { await visit.part("problem").getByRole("button", { name: "Dismiss" }).click({ timeout: 3000 }).catch(() => {}); await visit.drawer("vary"); } },
  { name: "nine", async show(visit) {
    await visit.press("nine-vary");
    await visit.part("nine-hear", { at: "4" }).click();
    await visit.part("nine-mark", { at: "4" }).click();
    await visit.part("nine").scrollIntoViewIfNeeded();
  } },
  { name: "morph-empty", async show(visit) { await visit.drawer("morph"); } },
  { name: "morph-line", async show(visit) {
    await visit.part("corner", { corner: "0" }).selectOption("pwine glass");
    await visit.part("corner", { corner: "1" }).selectOption("pgong");
    await visit.drag(visit.part("morph-line"), [0.02, 0.5], [0.4, 0.5]);
  } },
  { name: "morph-square", async show(visit) {
    await visit.press("morph-mode-square");
    await visit.part("corner", { corner: "2" }).selectOption("panvil");
    await visit.part("corner", { corner: "3" }).selectOption("pxylophone bar");
    await visit.drag(visit.part("morph-square"), [0.5, 0.5], [0.7, 0.3]);
    await visit.part("morph-square").scrollIntoViewIfNeeded();
  } },
  { name: "play-bowed", tall: true, async show(visit) {
    await visit.press("drawer-morph");
    await visit.open("bowed_string");
    await visit.type("bow.normal_force", "3 N");
    await visit.press("drawer-values");
    await top(visit);
    // Enter sets the bow down until it is lifted.
    await visit.page.locator("urto-pad .surface").press("Enter");
    await visit.page.waitForTimeout(1500);
  } },
  { name: "pictures", async show(visit) {
    await visit.part("pictures-slot").evaluate((slot) => slot.scrollIntoView({ block: "center" }));
    await visit.page.waitForTimeout(500);
  } },
  { name: "pictures-bow", async show(visit) {
    const tab = visit.page.locator("urto-pictures").getByRole("tab", { name: "Friction" });
    if (!(await tab.isVisible())) return;
    await tab.click(); // the bow is lifted where the pad loses the focus
    await visit.page.locator("urto-pad .surface").evaluate((surface) => surface.focus({ preventScroll: true }));
    await visit.page.keyboard.press("Enter");
    await visit.page.waitForTimeout(1500);
  } },
  { name: "pictures-held", async show(visit) {
    await top(visit); // lifts the bow
    const tab = visit.page.locator("urto-pictures").getByRole("tab", { name: "Spectrum" });
    if (await tab.isVisible()) await tab.click();
    await visit.part("pictures-slot").evaluate((slot) => slot.scrollIntoView({ block: "center" }));
    await visit.page.locator('urto-spectrogram [data-test="hold"]').click();
    await visit.page.waitForTimeout(500);
  } },
  { name: "pictures-save", async show(visit) { await visit.page.locator('urto-spectrogram [data-test="save-picture"]').click(); } },
  { name: "measure", async show(visit) {
    await escape(visit);
    await visit.press("measure");
    await visit.part("large-plot").press("Enter"); // the mark
    for (let n = 0; n < 12; n++) await visit.part("large-plot").press("ArrowRight");
    await visit.page.waitForTimeout(1000);
  } },
  { name: "mix", async show(visit) {
    await escape(visit);
    await top(visit);
    await visit.page.keyboard.press("h");
    for (const name of ["church bell", "gravel path, boots", "marble on wood"]) await visit.open(name);
    await visit.goTo("mix");
    await visit.part("strip").nth(1).locator('[data-test="mute"]').click();
    await visit.part("strip").nth(2).locator('[data-test="pan"]').press("ArrowLeft");
  } },
  { name: "layers", async show(visit) {
    await visit.press("add-layer");
    await visit.part("layer").scrollIntoViewIfNeeded();
  } },
  { name: "modes", async show(visit) {
    await visit.goTo("play"); // on a phone it does not stand beside the mix
    await visit.drawer("edit");
    await visit.part("edit-plot").scrollIntoViewIfNeeded();
    await visit.part("edit-plot").focus();
    for (const key of ["ArrowRight", "ArrowRight", "ArrowDown", "PageUp", "m"]) await visit.page.keyboard.press(key);
  } },
  { name: "map", async show(visit) {
    await visit.drawer("morph");
    await visit.press("morph-mode-map");
    await visit.press("palette-new");
    for (const at of [0, 1, 2]) {
      await visit.part("palette-add").selectOption({ index: at });
      await visit.press("palette-put");
    }
    await visit.part("palette-map").scrollIntoViewIfNeeded();
  } },
  { name: "export", async show(visit) { await visit.press("menu"); await visit.press("export"); await visit.part("variations-go").waitFor(); } },
  { name: "score-empty", tall: true, async show(visit) { await escape(visit); await visit.goTo("score"); } },
  { name: "score", tall: true, async show(visit) {
    const lanes = visit.part("score-lane");
    const add = async (/** @type {number} */ lane, /** @type {string} */ item) => {
      await visit.part("lane-menu").nth(lane).click();
      await visit.page.locator(`[data-test="${item}"]:visible`).click();
    };
    for (const [x, y] of [[0.1, 0.5], [0.3, 0.2], [0.42, 0.7]]) {
      const box = await lanes.first().boundingBox();
      if (box) await lanes.first().click({ position: { x: x * box.width, y: y * box.height } });
    }
    await add(1, "add-pattern");
    await add(2, "add-curve-mix.gain");
    await visit.part("curve-menu").click();
    await visit.page.locator('[data-test="shape-Swell"]:visible').click();
    await top(visit);
  } },
  { name: "hands", async show(visit) { await visit.press("menu"); await visit.press("hands"); } },
  { name: "many", tall: true, async show(visit) {
    await escape(visit);
    for (const name of ["gong", "anvil", "squeaky hinge", "maracas", "basketball", "crumpled paper", "plate breaking", "hand clap"]) await visit.open(name);
  } },
  { name: "many-mix", tall: true, async show(visit) { await visit.goTo("mix"); } },
  { name: "scene", tall: true, async show(visit) {
    await visit.drop([{ name: "bell.toml", text: await readFile(join(root, "crates/urto-cli/src/new/scene.toml")) }]);
    await visit.part("scene-panel").waitFor();
    await visit.press("scene-add");
    await visit.press("add-glass");
    await visit.press("scene-join");
    await top(visit);
  } },
  { name: "run", async show(visit) {
    await visit.drop([{ name: "marble.toml", text: await readFile(join(root, "scenes/marble.toml")) }]);
    await visit.page.locator('[data-test="run-play"]:enabled').waitFor();
    // As the marble strikes the stone.
    await visit.part("run-bar").fill("0.25");
    await top(visit);
  } },
  { name: "mesh", async show(visit) {
    await escape(visit);
    const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((n) => `v ${[90, 60, 30].map((side, axis) => side * ((n >> axis) & 1)).join(" ")}\n`);
    await visit.drop([{ name: "box.obj", text: `${corners.join("")}f 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n` }]);
    await visit.part("mesh-go").waitFor();
  } },
  { name: "recording", async show(visit) {
    await escape(visit);
    await visit.goTo("play");
    await visit.press("record");
    await visit.page.waitForTimeout(1200);
  } },
];

/** Waits until colours have changed, also on canvases. @param {Visit} visit */
const settled = (visit) => visit.page.evaluate(async () => {
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  await frame();
  await frame();
  const ends = document.getAnimations().filter((each) => each.effect?.getComputedTiming().iterations !== Infinity);
  await Promise.all(ends.map((each) => each.finished.catch(() => {})));
  await frame();
});

/**
 * Goes through all screens at one size and hands each over in light and in dark.
 * @param {import("playwright-core").Browser} browser @param {string} url @param {"wide"|"tablet"|"phone"} size
 * @param {(visit: Visit, screen: Screen, theme: "light"|"dark") => Promise<void>} look
 * @param {readonly ("light"|"dark")[]} themes which of both
 */
export async function tour(browser, url, size, look, themes = ["light", "dark"]) {
  const here = await visit(browser, url, { ...SIZES[size], colorScheme: "light" });
  for (const screen of SCREENS) {
    await screen.show(here);
    for (const theme of themes) {
      await here.page.emulateMedia({ colorScheme: theme });
      await settled(here);
      await look(here, screen, theme);
    }
    await here.page.emulateMedia({ colorScheme: "light" });
  }
  await here.end();
}
