// The first screen and one sound: found, heard, opened, struck, changed.

import assert from "node:assert/strict";
import { test } from "node:test";
import { until } from "../harness.mjs";
import { SIZES, studioForAll } from "../ui.mjs";

const open = studioForAll();

test("the first screen shows the taxonomy, finds and plays", async () => {
  const visit = await open();
  const { page } = visit;
  const catalogue = await page.evaluate(() => window.studio.catalogue);
  const families = new Set(catalogue.sounds.map((sound) => sound.family));
  assert.equal(await visit.part("family").count(), families.size);
  assert.equal(await visit.part("sound").count(), catalogue.sounds.length);
  for (const { key, title } of catalogue.sounds) {
    assert.match(await visit.part("sound", { sound: key }).innerText(), new RegExp(title));
  }
  // One click, and it is heard; no preset is farther away than that.
  await visit.hears("a sound", () => visit.press("hear-sound", { name: "impact" }));
  await visit.hears("a preset", () => visit.press("hear-preset", { name: "church bell" }));
  assert.match(await visit.part("preview").innerText(), /church bell/);
  while (await visit.part("more-presets").count()) await visit.part("more-presets").first().click();
  assert.equal(await visit.part("hear-preset").count(), catalogue.presets.length);

  const names = () => visit.part("hear-preset").evaluateAll((keys) => keys.map((key) => key.dataset.name));
  await visit.part("search").fill("wine glass");
  assert((await names()).includes("wine glass"));
  assert((await names()).length < 12, `${await names()}`);
  // What is named so comes before what is only told of so.
  await visit.part("search").fill("snow");
  assert.equal((await names())[0], "snow");
  await visit.part("search").fill("");
  await visit.press("tag", { tag: "kitchen" });
  while (await visit.part("more-presets").count()) await visit.part("more-presets").first().click();
  const kitchen = catalogue.presets.filter((preset) => preset.tags.includes("kitchen")).map((preset) => preset.name);
  assert.deepEqual((await names()).sort(), kitchen.sort());
  await visit.part("search").fill("no such thing");
  assert.match(await visit.part("nothing-found").innerText(), /“no such thing” and kitchen/);
  await visit.press("clear-search");
  assert.equal(await visit.part("sound").count(), catalogue.sounds.length);
  await visit.end();
});

test("a sound is opened, struck on its pad, and changed by slider and by typing", async () => {
  const visit = await open();
  const { page } = visit;
  await visit.open("impact");
  assert.equal(await visit.part("instance-name").innerText(), "Impact");

  // A tap strikes where it falls, and harder the higher; by nothing else, so that two can be compared.
  await page.evaluate(() => window.studio.set(window.studio.state.selected, "variation", 0));
  const { undoLabel } = await visit.state();
  const pad = page.locator("urto-pad .surface");
  const loudest = async (/** @type {number} */ high) => {
    const first = await visit.hears("a tap", async () => {
      const box = await pad.boundingBox();
      assert(box, "there is no pad");
      await pad.click({ position: { x: 0.2 * box.width, y: (1 - high) * box.height } });
    });
    return page.evaluate(async (first) => {
      await window.ears.pass(window.studio, 0.15);
      window.studio.meters();
      return Math.max(first, window.ears.loudest);
    }, first);
  };
  const soft = await loudest(0.1);
  const hard = await loudest(0.9);
  assert(hard > 1.2 * soft, `soft ${soft}, hard ${hard}`);
  // The place goes with the blow, and sets nothing.
  const told = await pad.getAttribute("aria-valuetext");
  assert.match(told ?? "", /^strike 0\.1, strength/);
  assert.equal((await visit.state()).undoLabel, undoLabel);

  // The lowest strong partial that a blow leaves ringing, in steps of the analyser.
  const partial = async () => {
    await visit.hears("a blow", () => visit.press("trigger"));
    return page.evaluate(async () => {
      const { analyser } = window.studio;
      await window.ears.pass(window.studio, 0.15);
      const levels = new Float32Array(analyser.frequencyBinCount);
      analyser.getFloatFrequencyData(levels);
      const most = Math.max(...levels);
      return levels.findIndex((level) => level > most - 15);
    });
  };
  // Two blows that agree [Hz]: where the machine is busy one may be looked at when it has faded.
  const pitch = async () => {
    let last = await partial();
    await until(async () => {
      const before = last;
      last = await partial();
      return last > 0 && Math.abs(last - before) <= 1;
    }, "two blows of the same pitch");
    return last * (await page.evaluate(() => window.studio.rate / window.studio.analyser.fftSize));
  };
  const low = await pitch();
  const before = await visit.texts();
  await visit.type("body.tuning", "2");
  const high = await pitch();
  assert(Math.abs(high / low - 2) < 0.15, `${low} Hz, then ${high} Hz`);

  // A slider moves its own parameter and no other.
  const slider = visit.part("slider", { key: "body.tuning" });
  await visit.drag(slider, [0.666, 0.5], [0.5, 0.5]);
  assert(Math.abs((await visit.now()).values["body.tuning"].number - 1) < 0.1);
  await visit.drag(slider, [0.5, 0.5], [0.8, 0.5]);
  const { number } = (await visit.now()).values["body.tuning"];
  assert(number > 3 && number < 4.5, `${number}`); // 0.8 along 0.125 to 8 on a log scale is 3.5
  const after = await visit.texts();
  const changed = Object.keys(after).filter((key) => after[key] !== before[key]);
  assert.deepEqual(changed, ["body.tuning"]);
  const higher = await pitch();
  assert(Math.abs(higher / low / number - 1) < 0.1, `${low} Hz, then ${higher} Hz at ${number}`);
  // Double click and the arrow put it back.
  await visit.part("value", { key: "body.tuning" }).locator('[data-test="reset"]').click();
  assert.equal((await visit.now()).values["body.tuning"].number, 1);

  await visit.type("body.thickness", "3 mm");
  assert.equal((await visit.now()).values["body.thickness"].number, 0.003);
  assert.equal(await visit.part("field", { key: "body.thickness" }).inputValue(), "3 mm");
  await visit.type("body.thickness", "0.4cm");
  assert.equal((await visit.now()).values["body.thickness"].number, 0.004);
  for (const [text, about] of /** @type {const} */ ([["three", /three/], ["3 kg", /kg/], ["1e9 m", /0\.5|range|large|between|most/], ["NaN", /NaN/i]])) {
    await visit.type("body.thickness", text);
    const words = await visit.problem(about);
    assert(words.length > 10 && !/undefined|\[object/.test(words), words);
    assert.equal((await visit.now()).values["body.thickness"].number, 0.004);
    assert.equal(await visit.part("field", { key: "body.thickness" }).inputValue(), "4 mm");
  }

  // A choice and a macro.
  await visit.value("body.material");
  const select = visit.part("select", { key: "body.material" });
  await select.selectOption("glass");
  assert.equal((await visit.now()).values["body.material"].choice, "glass");
  const macro = visit.part("macro", { key: "size" });
  await visit.drag(macro, [0.5, 0.5], [0.9, 0.5]);
  const { macros, values } = await visit.now();
  assert(macros["size"] > 80, `${macros["size"]}`);
  assert.notEqual(values["body.size"].text, before["body.size"]);
  await visit.end();
});

test("the mixer mutes, pans and plays several instances", async () => {
  const visit = await open();
  await visit.open("church bell");
  await visit.open("wine glass");
  assert.equal(await visit.part("strip").count(), 2);
  const [bell] = (await visit.state()).instances;
  const strip = visit.part("strip", { id: String(bell.id) });
  await strip.locator('[data-test="select-instance"]').click();
  assert.equal((await visit.now()).name, "church bell");
  const side = async () => visit.page.evaluate(() => window.studio.meters().master.peak);
  await visit.drag(strip.locator('[data-test="pan"]'), [0.5, 0.5], [0.01, 0.5]);
  await visit.hears("the bell", () => visit.press("trigger"));
  await until(async () => { const [left, right] = await side(); return left > 20 * right; }, "the bell at the left");
  await strip.locator('[data-test="mute"]').click();
  await visit.quiet("a muted bell");
  assert.equal((await visit.state()).instances[0].mute, true);
  await strip.locator('[data-test="remove-instance"]').click();
  assert.equal(await visit.part("strip").count(), 1);
  await visit.end();
});

test("on a phone a finger plays and the mixer is a place of its own", async () => {
  const visit = await open(SIZES.phone);
  const { page } = visit;
  await visit.part("hear-preset", { name: "church bell" }).tap();
  await visit.heard("a bell");
  await visit.part("open-heard").tap();
  await page.locator("urto-pad").waitFor();
  await visit.hush();
  await page.locator("urto-pad").tap();
  await visit.heard("a finger");
  // A browser makes a click of a finger's touch a moment later.
  const tap = async (/** @type {string} */ place, /** @type {import("playwright-core").Locator} */ shows) => {
    await visit.part(`tab-${place}`).tap();
    await shows.waitFor();
  };
  await tap("mix", visit.part("strip"));
  assert(!(await page.locator("urto-pad").isVisible()));
  // Nothing sticks out at the side.
  for (const [place, shows] of /** @type {const} */ ([["sounds", visit.part("search")], ["play", page.locator("urto-pad")], ["mix", visit.part("strip")]])) {
    await tap(place, shows);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390, place);
  }
  await visit.end();
});
