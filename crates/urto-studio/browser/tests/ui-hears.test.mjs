// What one hears as controls: the right physical values move, and the sound then measures so.

import assert from "node:assert/strict";
import { test } from "node:test";
import { run, until } from "../harness.mjs";
import { PATIENCE, SIZES, studioForAll } from "../ui.mjs";

/** @typedef {import("../ui.mjs").Visit} Visit */

const open = studioForAll();

/** Opens the values of a sound and waits until its targets are measured. @param {Visit} visit @param {string} name */
async function opened(visit, name) {
  await visit.open(name);
  await visit.drawer("values");
  // On a phone it is folded, so that the values come first.
  const folds = visit.part("hears");
  await folds.waitFor();
  if ((await folds.getAttribute("open")) === null) await folds.locator("summary").click();
  await visit.part("target").first().waitFor();
  await ranged(visit);
}

/** Waits until all is solved and measured and every range stands. @param {Visit} visit */
const ranged = (visit) =>
  until(async () => {
    const words = await visit.part("target-reach").allInnerTexts();
    const busy = await visit.page.locator("urto-hears").getAttribute("aria-busy");
    return busy === "false" && words.length > 0 && words.every((each) => / to |cannot be moved/.test(each));
  }, "every target has its range", 4 * PATIENCE);

/** A target as the sound itself measures, apart from what the page shows. @param {Visit} visit @param {string} key @returns {Promise<number>} */
const measured = (visit, key) =>
  visit.page.evaluate(async (key) => {
    const { studio } = window;
    const { now } = await studio.aims.ask("measure", studio.presetOf(studio.state.selected), key);
    return now;
  }, key);

/** Writes a wish and waits for the answer. @param {Visit} visit @param {string} key @param {string} text */
async function wish(visit, key, text) {
  await visit.part("target-field", { key }).fill(text);
  await visit.part("target-field", { key }).press("Enter");
}

/** @param {Visit} visit @param {RegExp} words */
const told = (visit, words) => visit.part("target-told").filter({ hasText: words }).waitFor();

/** What differs between two states of the values. @param {Record<string, any>} a @param {Record<string, any>} b */
const moved = (a, b) => Object.keys(a).filter((key) => a[key].number !== b[key].number).sort();

test("a typed wish moves the right values, is met, and is one step to undo", async () => {
  const visit = await open();
  await opened(visit, "impact");
  const keys = await visit.part("target").evaluateAll((all) => all.map((one) => one.dataset.key));
  assert.deepEqual(keys, ["contact_time", "centroid", "restitution", "pitch", "decay"]);
  const before = (await visit.now()).values;

  await wish(visit, "contact_time", "0.8 ms");
  await told(visit, /Contact time is 800.µs, as asked/);
  const after = (await visit.now()).values;
  assert.deepEqual(moved(before, after), ["contact.stiffness"]);
  const time = await measured(visit, "contact_time");
  assert(Math.abs(time / 0.8e-3 - 1) < 0.01, `${time}`);
  // The values found are told, and lead to where they stand.
  await visit.press("target-value", { key: "contact.stiffness" });
  assert.equal(await visit.part("field", { key: "contact.stiffness" }).inputValue(), after["contact.stiffness"].text);
  assert.equal((await visit.state()).undoLabel, "Change what is heard");
  await visit.press("undo");
  assert.deepEqual(moved(before, (await visit.now()).values), []);
  await until(async () => (await visit.part("target-field", { key: "contact_time" }).inputValue()) !== "800\u00a0µs", "the control follows");

  // Words that are no value are refused in words.
  await wish(visit, "pitch", "three apples");
  await told(visit, /apples/);
  await wish(visit, "pitch", "3 kg");
  await told(visit, /kg/);
  assert.deepEqual(moved(before, (await visit.now()).values), []);
  await visit.end();
});

test("a drag is one step to undo, and another target can be held meanwhile", async () => {
  const visit = await open();
  await opened(visit, "impact");
  await wish(visit, "contact_time", "0.8 ms");
  await told(visit, /as asked/);
  await ranged(visit);
  const free = await visit.part("target", { key: "centroid" }).locator('[data-test="target-reach"]').innerText();
  await visit.press("target-hold", { key: "contact_time" });
  // With one held the other goes less far, and the track shows it.
  await visit.part("target", { key: "centroid" }).getByText("contact time held").waitFor();
  assert.notEqual(await visit.part("target", { key: "centroid" }).locator('[data-test="target-reach"]').innerText(), free);
  const slider = visit.part("target-slider", { key: "centroid" });
  const [low, high, at] = await slider.evaluate((input) => [
    ...["--low", "--high"].map((name) => Number(input.style.getPropertyValue(name))),
    Number(input.value),
  ]);
  assert(low > 0 && high < 1 && high - low > 0.01, `${low} ${high}`);
  const before = (await visit.now()).values;

  // Not every place between the ends can be reached: a blow may touch twice, and the centroid jumps.
  const goal = await visit.page.evaluate(async ([low, high]) => {
    const { Track, reachOf } = await import(new URL("app/reach.js", location.href).href);
    const { studio } = window;
    const preset = studio.presetOf(studio.state.selected);
    const track = new Track(reachOf(await studio.aims.ask("reachable", preset, "centroid")), "Hz");
    const fits = [];
    for (let share = 0.9; share > 0.1; share -= 0.04) {
      const place = low + share * (high - low);
      const { error } = await studio.aims.ask("solve", preset, `contact_time 8e-4\ncentroid ${track.value(place)}`);
      fits.push(error === undefined ? place : null);
      if (fits.length > 2 && fits.slice(-3).every((place) => place !== null)) return fits[fits.length - 2];
    }
    return null;
  }, /** @type {const} */ ([low, high]));
  assert(goal, "nothing between the ends can be reached");
  await visit.drag(slider, [at, 0.5], [goal, 0.5]);
  await told(visit, /Contact time is .*; Centroid is/);
  await ranged(visit);
  const after = (await visit.now()).values;
  assert.deepEqual(moved(before, after), ["contact.dissipation", "contact.stiffness"]);
  await until(async () => {
    const wanted = await slider.evaluate((input) => input.getAttribute("aria-valuetext") ?? "");
    const now = await measured(visit, "centroid");
    return Math.abs(now / parseFloat(wanted.replace("kHz", "e3").replace(/[\s\u00a0]/g, "")) - 1) < 0.01;
  }, "the control says what the sound measures");
  assert(Math.abs((await measured(visit, "contact_time")) / 0.8e-3 - 1) < 0.01);
  await visit.press("undo");
  assert.deepEqual(moved(before, (await visit.now()).values), [], "one drag is one step");
  await visit.press("redo");
  assert.deepEqual(moved(after, (await visit.now()).values), []);
  // What is held stays so after a reload.
  await visit.reload();
  await ranged(visit);
  assert.equal(await visit.part("target-hold", { key: "contact_time" }).getAttribute("aria-pressed"), "true");
  await visit.end();
});

test("what cannot be reached is said with the range, and changes nothing", async () => {
  const visit = await open(SIZES.phone);
  await opened(visit, "wine glass");
  const before = (await visit.now()).values;
  await wish(visit, "contact_time", "30 s");
  await told(visit, /contact time of 30 s cannot be reached: it can be .* to .*s\./);
  assert.deepEqual(moved(before, (await visit.now()).values), []);
  // By the keyboard, too: beyond its end the track cannot be reached.
  const slider = visit.part("target-slider", { key: "pitch" });
  await slider.press("Home");
  await told(visit, /pitch of .* cannot be reached/);
  assert.deepEqual(moved(before, (await visit.now()).values), []);
  await wish(visit, "pitch", "1.2 kHz");
  await told(visit, /Pitch is 1\.2.kHz, as asked/);
  assert.equal(Math.round(await measured(visit, "pitch")), 1200);
  assert(moved(before, (await visit.now()).values).includes("body.size"));
  // Nothing hangs over the edge of the screen.
  assert(await visit.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  // It is heard, and the page was never stopped by the search.
  await visit.hears("the glass", () => visit.press("trigger-small"));
  await visit.end();
});

test("every sound has the controls that its table tells, also the slow ones", async () => {
  const visit = await open();
  for (const name of ["friction", "bowed_string", "soft_impact", "rolling", "crumpling"]) {
    const { targets } = JSON.parse(await run("show", name, "--json"));
    await visit.open(name);
    await visit.drawer("values");
    await until(async () => {
      const keys = await visit.part("target").evaluateAll((all) => all.map((one) => one.dataset.key));
      return keys.join() === targets.map((target) => target.key).join();
    }, `${name} shows its targets`);
    if (targets.length > 0) await ranged(visit);
  }
  await visit.end();
});

test("a friction is asked for slips while the page goes on", async () => {
  const visit = await open();
  await opened(visit, "friction");
  await visit.page.evaluate(() => {
    const w = /** @type {any} */ (window);
    w.longest = 0;
    w.ticks = 0;
    let last = performance.now();
    const tick = () => {
      w.longest = Math.max(w.longest, performance.now() - last);
      last = performance.now();
      w.ticks++;
      w.ticking = setTimeout(tick, 4);
    };
    tick();
  });
  const words = await visit.part("target", { key: "slip_rate" }).locator('[data-test="target-reach"]').innerText();
  const before = (await visit.now()).values;
  const now = await measured(visit, "slip_rate");
  // Slower, since faster it soon slips with the body instead of the block, and jumps.
  const wanted = 0.8 * now;
  await visit.page.evaluate(() => {
    window.ticks = 0;
  });
  await wish(visit, "slip_rate", `${wanted.toPrecision(3)} Hz`);
  await told(visit, /Slip rate is|cannot be reached/);
  const after = (await visit.now()).values;
  const got = await measured(visit, "slip_rate");
  assert(Math.abs(got / wanted - 1) < 0.06, `${got} for ${wanted}; ${words}; ${await visit.part("target-told").innerText()}`);
  assert.deepEqual(moved(before, after), ["velocity"]);
  const { longest, ticks } = await visit.page.evaluate(() => {
    clearTimeout(window.ticking);
    return { longest: window.longest, ticks: window.ticks };
  });
  console.log(`# the page's thread was busy for ${longest.toFixed(0)} ms at most while slips were sought`);
  // A search in the page's own thread would let it tick once or twice.
  assert(ticks > 10, `${ticks}`);
  await visit.end();
});
