// The pad bows a string into Helmholtz motion: one slip per period, seen in the page.

import assert from "node:assert/strict";
import { test } from "node:test";
import { until } from "../harness.mjs";
import { PATIENCE, studioForAll } from "../ui.mjs";

const open = studioForAll();
/** Pitch of the string as it comes [Hz]. */
const PITCH = 147;
/** How often in a row the picture must say the same. */
const STEADY = 8;

/** Waits for one slip per period that stays so. @param {import("../ui.mjs").Visit} visit @param {string} how */
async function helmholtz(visit, how) {
  const loop = visit.page.locator("urto-friction-loop");
  let steady = 0;
  /** @type {{slips: number|null, period: number|null}} */
  let seen = { slips: null, period: null };
  await until(async () => {
    seen = await loop.evaluate((picture) => ({ slips: picture.slipsPerPeriod, period: picture.period }));
    steady = seen.slips !== null && Math.abs(seen.slips - 1) < 0.05 ? steady + 1 : 0;
    await visit.page.waitForTimeout(60);
    return steady >= STEADY;
  }, `one slip per period, bowed by ${how}`, 2 * PATIENCE).catch((error) => {
    throw new Error(`${error.message}; last seen ${JSON.stringify(seen)}`);
  });
  console.log(`# bowed by ${how}: ${seen.slips?.toFixed(2)} slips per period of ${(1000 * (seen.period ?? 0)).toFixed(2)} ms`);
  // A hard bow flattens a string a little.
  assert(Math.abs((seen.period ?? 0) * PITCH - 1) < 0.04, `${seen.period} s`);
}

test("keys on the pad bow a string into Helmholtz motion", async () => {
  const visit = await open();
  const { keyboard } = visit.page;
  await visit.open("bowed_string");
  await visit.hush();
  const surface = visit.page.locator("urto-pad .surface");
  await surface.focus();
  const bow = async () => {
    const words = (await surface.getAttribute("aria-valuetext")) ?? "";
    const found = /velocity (-?[\d.]+)\s*(mm|cm|m)\/s.*force ([\d.]+)\s*N/.exec(words);
    assert(found, words);
    return { speed: Number(found[1]) * { mm: 1e-3, cm: 1e-2, m: 1 }[found[2]], force: Number(found[3]) };
  };
  await keyboard.press("Home");
  for (let step = 0; step < 3; step++) await keyboard.press("Shift+ArrowRight");
  while ((await bow()).force < 2.9) await keyboard.press("ArrowUp");
  while ((await bow()).force > 3.5) await keyboard.press("ArrowDown");
  assert(Math.abs((await bow()).speed - 0.12) < 0.01, JSON.stringify(await bow()));
  await keyboard.down("Space");
  await visit.heard("the bow");
  await helmholtz(visit, "keys");
  const { velocity, "bow.normal_force": force } = (await visit.now()).values;
  assert(Math.abs(velocity.number - 0.12) < 0.01 && force.number > 2.5 && force.number < 4, `${velocity.text}, ${force.text}`);
  // A string has no table of modes; the partials of its motion stand in their place.
  const bars = visit.page.locator("urto-modes");
  await bars.scrollIntoViewIfNeeded();
  await until(async () => {
    const { word, frequency, count } = await bars.evaluate((picture) => ({ word: picture.word, ...picture.loudest }));
    const number = frequency / PITCH;
    return word === "partial" && count > 8 && Math.abs(number / Math.round(number) - 1) < 0.04;
  }, "many partials of the string are seen");
  await keyboard.up("Space");
  await visit.quiet("the string comes to rest", 1e-3);
  await visit.end();
});

test("a drag over the pad bows a string into Helmholtz motion", async () => {
  const visit = await open();
  await visit.open("bowed_string");
  // The first real touch wakes the sound.
  await visit.hears("the button", async () => {
    await visit.part("trigger").hover();
    await visit.page.mouse.down();
  });
  await visit.page.mouse.up();
  await visit.hush();
  // Events of a hand that moves evenly to and fro: a mouse driven from outside comes in fits and starts
  // where the machine is busy, and a bow that jerks is no test. Every 16 ms one, whatever frames come
  // late: each frame is told all that the hand has done since the last, at its times.
  await visit.page.locator("urto-pad").evaluate((pad) => {
    const surface = /** @type {HTMLElement} */ (pad.shadowRoot?.querySelector(".surface"));
    const box = surface.getBoundingClientRect();
    const begun = performance.now();
    let told = begun;
    const tell = (/** @type {string} */ type, /** @type {number} */ time) => {
      const way = ((time - begun) / 1000) * 0.4; // pad widths: 0.08 m/s
      const x = 0.1 + 0.8 * (1 - Math.abs(1 - ((way / 0.8) % 2)));
      const at = { clientX: box.left + x * box.width, clientY: box.top + 0.3 * box.height };
      const event = new PointerEvent(type, { pointerId: 1, isPrimary: true, button: 0, buttons: 1, bubbles: true, ...at });
      Object.defineProperty(event, "timeStamp", { value: time });
      surface.dispatchEvent(event);
    };
    tell("pointerdown", begun);
    const frame = () => {
      const now = performance.now();
      for (told = Math.max(told + 16, now - 500); told <= now; told += 16) tell("pointermove", told);
      told -= 16;
      if (window.lift) return tell("pointerup", now);
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
  await helmholtz(visit, "a drag");
  await visit.page.evaluate(() => Object.assign(window, { lift: true }));
  await visit.quiet("the string comes to rest", 1e-3);
  await visit.end();
});

test("the pictures follow what is played", async () => {
  const visit = await open();
  await visit.open("impact");
  await visit.hears("a blow", () => visit.press("trigger"));
  const { page } = visit;
  // What a passive thing stores and loses is what it was given.
  const ledger = page.locator("urto-ledger");
  await until(() => ledger.evaluate((picture) => picture.feed.energy.past.at(-1)?.dissipated > 0), "the energy ledger");
  const error = await ledger.evaluate((picture) => picture.closingError);
  assert(Math.abs(error) < 1e-6, `the ledger closes to ${error}`);
  const portrait = page.locator("urto-portrait");
  /** @type {number|null} */
  let bounce = null;
  await until(async () => (bounce = await portrait.evaluate((picture) => picture.restitution)) !== null, "the contact's portrait");
  assert(bounce !== null && bounce > 0 && bounce <= 1, `restitution ${bounce}`);
  const names = await page.locator("urto-pictures").evaluate((all) => [...all.children].filter((one) => !(/** @type {HTMLElement} */ (one)).hidden).map((one) => one.localName));
  assert.equal(names.length, 7);
  // What a graphics processor drew is gone after its frame: such a picture counts its frames instead.
  const isDrawn = (/** @type {string} */ name) => page.locator(name).evaluate((/** @type {any} */ one) => {
    if (one.drawn !== undefined) return one.drawn > 0;
    const canvas = one.shadowRoot.querySelector("canvas");
    const pen = /** @type {OffscreenCanvasRenderingContext2D} */ (new OffscreenCanvas(canvas.width, canvas.height).getContext("2d", { willReadFrequently: true }));
    pen.drawImage(canvas, 0, 0);
    const { data } = pen.getImageData(0, 0, canvas.width, canvas.height);
    return new Set(new Uint32Array(data.buffer)).size > 8;
  });
  for (const name of names) {
    await page.locator(name).scrollIntoViewIfNeeded(); // what is not seen is not drawn
    // Where the machine is slow a blow has died away before a picture is in sight: it is struck again.
    await until(async () => {
      if (await isDrawn(name)) return true;
      await page.evaluate(() => window.studio.trigger(window.studio.state.selected, 1));
      return false;
    }, `${name} is drawn`);
  }
  await visit.end();
});
