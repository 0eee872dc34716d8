// Every control explains itself, to the pointer and to the keyboard: what it is, its unit and range, the law
// behind it and where that law stands.

import assert from "node:assert/strict";
import { test } from "node:test";
import { until } from "../harness.mjs";
import { studioForAll } from "../ui.mjs";

const open = studioForAll();

/** Controls that are seen and say nothing of themselves. @param {import("../ui.mjs").Visit} visit @returns {Promise<string[]>} */
const silent = (visit) =>
  visit.page.evaluate(() =>
    [...document.querySelectorAll("button, input, select, summary, [role=application]")]
      .filter((own) => own.checkVisibility() && !own.closest("[data-tip]"))
      .map((own) => `${own.localName} ${/** @type {HTMLElement} */ (own).dataset.test ?? ""} ${own.getAttribute("aria-label") ?? own.textContent?.slice(0, 40)}`),
  );

test("no control is without words on any screen", async () => {
  const visit = await open();
  assert.deepEqual(await silent(visit), [], "sounds");
  await visit.open("wine glass");
  for (const name of /** @type {const} */ (["values", "edit", "morph", "vary"])) {
    await visit.drawer(name);
    assert.deepEqual(await silent(visit), [], name);
  }
  await visit.press("nine-vary");
  assert.deepEqual(await silent(visit), [], "nine");
  await visit.page.keyboard.press("t");
  await visit.part("score-lane").first().waitFor();
  assert.deepEqual(await silent(visit), [], "score");
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
