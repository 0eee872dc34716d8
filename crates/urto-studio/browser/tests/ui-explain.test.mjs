// Every control explains itself, to the pointer and to the keyboard: what it is, its unit and range, the law
// behind it and where that law stands.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { root, until } from "../harness.mjs";
import { studioForAll } from "../ui.mjs";

const open = studioForAll();

test("no control is without words on any screen", async () => {
  const visit = await open();
  assert.deepEqual(await visit.silent(), [], "sounds");
  await visit.open("wine glass");
  for (const name of /** @type {const} */ (["values", "edit", "morph", "vary"])) {
    await visit.drawer(name);
    assert.deepEqual(await visit.silent(), [], name);
  }
  await visit.press("nine-vary");
  assert.deepEqual(await visit.silent(), [], "nine");
  await visit.page.keyboard.press("t");
  await visit.part("score-lane").first().waitFor();
  assert.deepEqual(await visit.silent(), [], "score");
  await visit.page.keyboard.press("p");
  await visit.press("add-layer");
  assert.deepEqual(await visit.silent(), [], "a layer");
  // What is seen for a moment: dialogs.
  await visit.press("pad-record");
  await visit.drag(visit.page.locator("urto-pad .surface"), [0.2, 0.7], [0.8, 0.3]);
  await visit.part("gesture-dialog").waitFor();
  assert.deepEqual(await visit.silent(), [], "a gesture");
  await visit.press("gesture-drop");
  await visit.press("menu");
  await visit.press("hands");
  assert.deepEqual(await visit.silent(), [], "hands");
  await visit.page.keyboard.press("Escape");
  await visit.drop([{ name: "marble.toml", text: await readFile(join(root, "scenes/marble.toml")) }]);
  await visit.page.locator('[data-test="run-play"]:enabled').waitFor();
  assert.deepEqual(await visit.silent(), [], "a run");
  await visit.end();
});

test("a value tells its range, unit, law and source to the pointer and to the keyboard", async () => {
  const visit = await open();
  await visit.open("wine glass");
  await visit.value("contact.stiffness");
  const tip = visit.page.locator(".tip");
  const slider = visit.part("slider", { key: "contact.stiffness" });
  await slider.scrollIntoViewIfNeeded();
  await slider.hover();
  const told = /Stiffness[\s\S]*N\/m[\s\S]*Law: f = k·x\^a[\s\S]*Source: Hunt & Crossley 1975/;
  await until(async () => told.test((await tip.textContent()) ?? "") && (await tip.isVisible()), "to the pointer");
  await visit.page.mouse.move(5, 5);
  await until(() => tip.isHidden(), "it goes");
  await visit.part("field", { key: "contact.stiffness" }).focus();
  await visit.page.keyboard.press("Shift+Tab");
  await until(async () => told.test((await tip.textContent()) ?? "") && (await tip.isVisible()), "to the keyboard");
  // What is pressed for help says so too, and stays.
  await visit.part("value", { key: "contact.stiffness" }).locator('[data-test="value-help"]').click();
  await visit.part("value", { key: "contact.stiffness" }).getByText(/Law: f = k·x\^a.*Hunt & Crossley 1975/).waitFor();
  // A macro tells what it moves.
  const macro = visit.part("macro-strip").first();
  assert.match((await macro.getAttribute("data-tip")) ?? "", /from .* to .*\nLaw: /);
  await visit.end();
});

test("a value of a scene tells its range, unit, law and source, too", async () => {
  const visit = await open();
  await visit.drop([{ name: "bell.toml", text: await readFile(join(root, "crates/urto-cli/src/new/scene.toml")) }]);
  await visit.part("scene-panel").waitFor();
  await visit.press("scene-add");
  await visit.press("add-glass");
  const told = async (/** @type {string} */ key) => (await visit.part("scene-value", { key }).getAttribute("data-tip")) ?? "";
  await visit.part("scene-value", { key: "size" }).waitFor();
  assert.match(await told("size"), /From .*m to .*m\.\nLaw: each mode a damped oscillator.*\nSource: Fletcher & Rossing/);
  assert.match(await told("material"), /Law: 13\.8 \/ T60/);
  // Where it is pressed for help it stands there, too.
  await visit.part("scene-value", { key: "size" }).locator('[data-test="value-help"]').click();
  await visit.part("scene-value", { key: "size" }).getByText(/Source: Fletcher & Rossing/).waitFor();
  await visit.end();
});

test("every value of every sound is explained in a few lines without odd letters", async () => {
  const visit = await open();
  const odd = await visit.page.evaluate(async () => {
    const { explained, lawOf, macroExplained } = await import(new URL("app/laws.js", location.href).href);
    /** @type {string[]} */
    const odd = [];
    for (const sound of window.studio.catalogue.sounds) {
      for (const param of sound.params) {
        const words = explained(sound.key, param);
        if (words.length < 20 || words.length > 1200 || /undefined|NaN|\[object|`/.test(words)) odd.push(`${sound.key} ${param.key}: ${words}`);
      }
      for (const macro of sound.macros) {
        const words = macroExplained(sound.key, macro);
        if (words.length < 20 || /undefined|NaN|\[object|`/.test(words)) odd.push(`${sound.key} ${macro.key}: ${words}`);
      }
      if (!sound.params.some((/** @type {any} */ { key }) => lawOf(sound.key, key))) odd.push(`${sound.key} has no law`);
    }
    return odd;
  });
  assert.deepEqual(odd, []);
  await visit.end();
});
