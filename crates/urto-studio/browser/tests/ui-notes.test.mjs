// The pad's keys play pitches, and its places and a pen's pressure go with the gesture.

import assert from "node:assert/strict";
import { test } from "node:test";
import { studioForAll } from "../ui.mjs";

const open = studioForAll();

/** Keeps what gestures are told. @param {import("../ui.mjs").Visit} visit */
const eavesdrop = (visit) => visit.page.evaluate(() => {
  const { studio } = window;
  const trigger = studio.trigger.bind(studio);
  Object.assign(window, { told: [] });
  studio.trigger = (id, strength, expression) => {
    window.told.push({ strength, ...expression });
    trigger(id, strength, expression);
  };
});

/** What the last gesture was told. @param {import("../ui.mjs").Visit} visit @returns {Promise<any>} */
const told = (visit) => visit.page.evaluate(() => window.told.at(-1));

/** The frequency of the strongest partial that a blow leaves ringing, in steps of the analyser. @param {import("../ui.mjs").Visit} visit @param {() => Promise<void>} blow */
async function ringing(visit, blow) {
  if (await visit.page.evaluate(() => window.studio.awake)) await visit.hush();
  await visit.page.locator("urto-pad .surface").focus();
  await blow();
  await visit.heard("a blow");
  return visit.page.evaluate(async () => {
    const { analyser } = window.studio;
    // High partials of a thin glass are the strongest at first, and are over sooner.
    await window.ears.pass(window.studio, 1);
    const levels = new Float32Array(analyser.frequencyBinCount);
    analyser.getFloatFrequencyData(levels);
    return levels.indexOf(Math.max(...levels));
  });
}

test("letters and the row of keys play a glass at other pitches", async () => {
  const visit = await open();
  const { keyboard } = visit.page;
  await visit.open("wine glass");
  await eavesdrop(visit);
  const low = await ringing(visit, () => keyboard.press("KeyA"));
  assert.equal((await told(visit)).pitch, 1);
  const high = await ringing(visit, () => keyboard.press("KeyK"));
  assert.equal((await told(visit)).pitch, 2);
  assert(Math.abs(high / low - 2) < 0.1, `${low}, then ${high}`);
  await keyboard.press("Shift+KeyA");
  assert.equal((await told(visit)).pitch, 0.5);
  // A letter on the pad is no shortcut of the page.
  await keyboard.press("KeyS");
  assert.equal((await told(visit)).pitch.toFixed(4), "1.1225");
  assert(await visit.part("instance-name").isVisible());

  const row = visit.page.locator("urto-pad .notes");
  await row.locator('[data-step="7"]').click();
  assert.equal((await told(visit)).pitch.toFixed(4), "1.4983");
  await row.focus();
  await keyboard.press("ArrowLeft");
  assert.equal(await row.getAttribute("aria-valuetext"), "6 half steps up");
  await keyboard.press("Enter");
  assert.equal((await told(visit)).pitch.toFixed(4), "1.4142");
  // Where a tap falls goes with the blow.
  const pad = visit.page.locator("urto-pad .surface");
  const box = await pad.boundingBox();
  assert(box, "there is no pad");
  await pad.click({ position: { x: 0.25 * box.width, y: 0.5 * box.height } });
  assert(Math.abs((await told(visit)).place - 0.25) < 0.01);
  assert.equal((await told(visit)).pitch, undefined);
  await visit.end();
});

test("a string sounds at a pitch while its key is down", async () => {
  const visit = await open();
  const { keyboard } = visit.page;
  await visit.open("bowed_string");
  await eavesdrop(visit);
  await visit.page.locator("urto-pad .surface").focus();
  await keyboard.down("KeyA");
  await visit.heard("a bowed string");
  await keyboard.down("KeyG");
  assert.equal((await told(visit)).pitch.toFixed(4), "1.4983");
  await keyboard.up("KeyG");
  // The one that is still down goes on.
  assert.equal((await told(visit)).pitch, 1);
  await keyboard.up("KeyA");
  await visit.quiet("the string comes to rest", 1e-3);
  // A finger on the row, and one that slides.
  const key = (/** @type {number} */ step) => visit.page.locator(`urto-pad [data-step="${step}"]`);
  await key(0).hover();
  await visit.page.mouse.down();
  await visit.heard("the string by the row of keys");
  await key(4).hover();
  assert.equal((await told(visit)).pitch.toFixed(4), "1.2599");
  await visit.page.mouse.up();
  await visit.quiet("the string comes to rest again", 1e-3);
  await visit.end();
});

test("a pen presses, and sounds without a pitch have no keys", async () => {
  const visit = await open();
  await visit.open("soft_impact");
  await eavesdrop(visit);
  const surface = visit.page.locator("urto-pad .surface");
  const tap = (/** @type {string} */ pointerType, /** @type {number} */ pressure) =>
    surface.evaluate((surface, [pointerType, pressure]) => {
      const { left, top, width, height } = surface.getBoundingClientRect();
      const at = { clientX: left + 0.5 * width, clientY: top + 0.5 * height };
      const event = { ...at, pointerType, pressure, pointerId: 7, button: 0, bubbles: true };
      surface.dispatchEvent(new PointerEvent("pointerdown", event));
      surface.dispatchEvent(new PointerEvent("pointerup", event));
    }, /** @type {const} */ ([pointerType, pressure]));
  await tap("pen", 0.75);
  assert.equal((await told(visit)).pressure, 1.5);
  await tap("touch", 0.25);
  assert.equal((await told(visit)).pressure, 0.5);
  // A mouse says a half, and a screen without force too: nothing is known.
  for (const kind of ["mouse", "touch"]) {
    await tap(kind, 0.5);
    assert.equal((await told(visit)).pressure, undefined);
    assert(Math.abs((await told(visit)).place - 0.5) < 0.01);
  }
  assert(await visit.page.locator("urto-pad .notes").isVisible());
  await visit.open("footsteps");
  assert(!(await visit.page.locator("urto-pad .notes").isVisible()));
  await visit.end();
});
