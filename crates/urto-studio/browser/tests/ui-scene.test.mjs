// A dropped scene: its bodies and contacts as a graph, changed by mouse, by keys and by touch.

import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { folder, root, run, until } from "../harness.mjs";
import { SIZES, studioForAll } from "../ui.mjs";

const open = studioForAll();
const SCENE = await readFile(join(root, "crates/urto-cli/src/new/scene.toml"), "utf8");

/** @typedef {import("../ui.mjs").Visit} Visit */

/** @param {Visit} visit */
async function dropped(visit) {
  await visit.drop([{ name: "bell.toml", text: SCENE }]);
  await visit.part("scene-panel").waitFor();
}

/** @param {Visit} visit @returns {Promise<string>} */
const text = (visit) => visit.page.evaluate(() => window.studio.sceneText(window.studio.state.selected) ?? "");

/** @param {Visit} visit @param {RegExp} wanted @param {string} what */
const comes = (visit, wanted, what) => until(async () => wanted.test(await text(visit)), what);

test("a scene has values, macros and a graph; what is changed is heard, undone, and read by the command", async (t) => {
  const visit = await open();
  await dropped(visit);
  assert.equal(await visit.part("scene-body").count(), 2);
  assert.equal(await visit.part("scene-contact").count(), 1);
  assert.equal(await visit.part("scene-ear").count(), 2);
  await visit.axe();
  await visit.hears("the bell", () => visit.press("trigger"));
  // A value by a field with a unit, one by a slider, one by a list.
  const field = visit.part("scene-field", { key: "size" });
  await field.fill("33 cm");
  await field.press("Enter");
  await comes(visit, /size = 0\.33\n/, "the size");
  await visit.drag(visit.part("scene-slider", { key: "ringing" }), [0.5, 0.5], [0.6, 0.5]);
  await comes(visit, /ringing = /, "how long it rings");
  await visit.part("scene-choice", { key: "material" }).selectOption("glass");
  await comes(visit, /material = "glass"/, "the material");
  await visit.press("undo");
  await comes(visit, /material = "brass"/, "one step is undone");
  await visit.press("undo");
  assert.doesNotMatch(await text(visit), /ringing/, "a drag is one step");
  // What cannot be is refused in words.
  await field.fill("33 hours");
  await field.press("Enter");
  await visit.problem(/size/);
  assert.match(await text(visit), /size = 0\.33\n/);
  // A macro moves all of a sort.
  const hardness = visit.part("macro", { key: "hardness" });
  await hardness.focus();
  await hardness.press("End");
  await comes(visit, /stiffness = (1e\+?16|10000000000000000)/, "the hardest");
  await visit.hears("it is hard now", () => visit.press("trigger"));
  // The file is a scene that the command plays, and its comments are there.
  const now = await text(visit);
  assert(now.includes("# What strikes. A mass has one point"), now);
  const place = await folder(t);
  await writeFile(join(place, "bell.toml"), now);
  await run("render", join(place, "bell.toml"), "-o", join(place, "bell.wav"));
  // It is there after a reload.
  await until(async () => (await visit.page.evaluate(() => localStorage.getItem("urto.project") ?? "")).includes("0.33"), "it is kept");
  await visit.reload();
  await visit.part("scene-graph").waitFor();
  assert.equal(await text(visit), now);
  await visit.end();
});

test("a body is added, joined and heard by keyboard alone", async () => {
  const visit = await open();
  await dropped(visit);
  const { keyboard } = visit.page;
  await visit.part("scene-add").focus();
  await keyboard.press("Enter");
  await visit.part("add-glass").waitFor();
  for (let tries = 0; (await visit.page.evaluate(() => /** @type {HTMLElement|null} */ (document.activeElement)?.dataset.test)) !== "add-glass"; tries++) {
    assert(tries < 40, "the menu is gone through");
    await keyboard.press("ArrowDown");
  }
  await keyboard.press("Enter");
  await comes(visit, /\[object\.glass\]/, "a glass");
  await visit.part("join-first").focus();
  for (const word of ["clapper", "glass@spot", "Impact"]) {
    await keyboard.type(word);
    await keyboard.press("Tab");
  }
  assert.equal(await visit.part("join-second").inputValue(), "glass@spot");
  await keyboard.press("Enter");
  await comes(visit, /\[contact\.impact\]\nbetween = \["clapper", "glass@spot"\]/, "a contact");
  // Its numbers are there at once.
  await visit.part("scene-value", { key: "stiffness" }).waitFor();
  await visit.part("scene-ear", { name: "1" }).focus();
  await keyboard.press("Enter");
  await visit.part("pickup-point").focus();
  await keyboard.type("glass");
  await comes(visit, /at = \["bell@rim", "glass@spot"\]/, "the pickup is on the glass");
  await visit.axe();
  await visit.part("scene-body", { name: "glass" }).focus();
  await keyboard.press("Enter");
  await visit.part("scene-place", { key: "spot" }).locator("input[type=range]").press("ArrowRight");
  await comes(visit, /points = \{ spot = 0\.3\d+ \}/, "its place has moved");
  await visit.part("scene-remove").press("Enter");
  await comes(visit, /at = \["bell@rim"\]/, "with it its pickup goes");
  const now = await text(visit);
  assert(!now.includes("glass@") && !now.includes("[contact.impact]"), now);
  // What is heard alone cannot go.
  await visit.part("scene-body", { name: "bell" }).press("Enter");
  await visit.part("scene-remove").press("Enter");
  await visit.problem(/nothing would be heard without bell/);
  assert.equal(await text(visit), now);
  await visit.end();
});

/** Drags from the middle of one part to that of another. @param {Visit} visit @param {import("playwright-core").Locator} from @param {import("playwright-core").Locator} to */
async function across(visit, from, to) {
  await from.scrollIntoViewIfNeeded();
  const [a, b] = await Promise.all([from.boundingBox(), to.boundingBox()]);
  assert(a && b);
  const { mouse } = visit.page;
  await mouse.move(a.x + a.width / 2, a.y + a.height / 2);
  await mouse.down();
  await mouse.move(a.x + a.width / 2 + 20, a.y + a.height / 2 + 5);
  await mouse.move(b.x + b.width / 2, b.y + b.height / 2, { steps: 4 });
  await mouse.up();
}

test("a drag joins two bodies, and moves a pickup", async () => {
  const visit = await open();
  await dropped(visit);
  await visit.press("scene-add");
  await visit.press("add-plate");
  await comes(visit, /\[object\.plate\]/, "a plate");
  await visit.part("scene-graph").evaluate((graph) => graph.scrollIntoView({ block: "center" }));
  await across(visit, visit.part("scene-body", { name: "bell" }), visit.part("scene-body", { name: "plate" }));
  await comes(visit, /between = \["bell@rim", "plate@spot"\]/, "they touch");
  assert.equal(await visit.part("scene-contact", { name: "impact" }).getAttribute("aria-pressed"), "true");
  await across(visit, visit.part("scene-ear", { name: "0" }), visit.part("scene-body", { name: "plate" }));
  await comes(visit, /at = \["plate@spot", "bell@side"\]/, "it is heard there");
  // A drag that ends nowhere does nothing, and does not choose.
  const before = await text(visit);
  const graph = visit.part("scene-graph");
  await visit.part("scene-contact", { name: "hit" }).click();
  await across(visit, visit.part("scene-body", { name: "bell" }), graph);
  assert.equal(await text(visit), before);
  assert.equal(await visit.part("scene-contact", { name: "hit" }).getAttribute("aria-pressed"), "true");
  await visit.press("scene-remove");
  await until(async () => !(await text(visit)).includes("[contact.hit]"), "the contact is gone");
  await visit.end();
});

test("on a phone a finger adds, joins and moves, and nothing is wider than the screen", async () => {
  const visit = await open(SIZES.phone);
  await dropped(visit);
  await visit.part("scene-add").tap();
  await visit.part("add-string").tap();
  await visit.part("join-first").selectOption("clapper");
  await visit.part("join-second").selectOption("string@spot");
  await visit.part("scene-join").tap();
  await comes(visit, /between = \["clapper", "string@spot"\]/, "they touch");
  await visit.part("scene-body", { name: "string" }).tap();
  await visit.part("scene-value", { key: "pitch" }).waitFor();
  await visit.axe();
  assert(await visit.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  await visit.end();
});
