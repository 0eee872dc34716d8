// Presets, comparing, morphing, undo, variation; nothing is lost by a reload.

import assert from "node:assert/strict";
import { test } from "node:test";
import { until } from "../harness.mjs";
import { studioForAll } from "../ui.mjs";

const open = studioForAll();

test("a preset is stored, survives a reload, is recalled, renamed and deleted", async () => {
  const visit = await open();
  await visit.open("wine glass");
  await visit.type("body.size", "33 mm");
  await visit.press("store-preset");
  await visit.answer({ name: "tiny glass", about: "a glass for a doll", tags: "toy, tiny" });
  const [stored] = (await visit.state()).userPresets;
  assert.equal(stored.name, "tiny glass");
  assert.deepEqual(stored.tags, ["toy", "tiny"]);
  const texts = await visit.texts();
  await visit.reload();
  assert.deepEqual((await visit.state()).userPresets, [stored]);
  assert.deepEqual(await visit.texts(), texts);

  await visit.type("body.size", "50 cm");
  assert.notDeepEqual(await visit.texts(), texts);
  await visit.press("preset-picker");
  await visit.press("recall", { name: "tiny glass" });
  assert.deepEqual(await visit.texts(), texts);

  // Among the sounds it stands with the others, and its tag finds it.
  await visit.goTo("sounds");
  await visit.part("search").fill("doll");
  await visit.hears("one's own preset", () => visit.press("hear-preset", { name: "tiny glass" }));
  await visit.goTo("play");

  await visit.press("preset-picker");
  await visit.press("rename-preset");
  await visit.answer({ name: "doll's glass" });
  assert.deepEqual((await visit.state()).userPresets.map((preset) => preset.name), ["doll's glass"]);
  await visit.press("preset-picker");
  await visit.press("delete-preset");
  await visit.answer();
  assert.deepEqual((await visit.state()).userPresets, []);
  await visit.press("undo");
  assert.deepEqual((await visit.state()).userPresets.map((preset) => preset.name), ["doll's glass"]);
  await visit.end();
});

test("A and B are two states that one changes between", async () => {
  const visit = await open();
  await visit.open("impact");
  await visit.type("body.tuning", "0.5");
  await visit.press("compare-b");
  await visit.type("body.tuning", "4");
  await visit.press("compare-a");
  assert.equal((await visit.now()).values["body.tuning"].number, 0.5);
  assert.equal(await visit.part("compare-a").getAttribute("aria-pressed"), "true");
  await visit.press("compare-b");
  assert.equal((await visit.now()).values["body.tuning"].number, 4);
  await visit.end();
});

test("morphing goes along a line and over a square", async () => {
  const visit = await open();
  await visit.open("impact");
  const shape = async () => (await visit.now()).values["body.size"].position;
  const ends = {};
  for (const name of ["wine glass", "church bell", "anvil", "xylophone bar"]) {
    await visit.press("preset-picker");
    await visit.press("recall", { name });
    ends[name] = await shape();
  }
  await visit.drawer("morph");
  await visit.press("morph-mode-line");
  const corner = (/** @type {number} */ at, /** @type {string} */ name) => visit.part("corner", { corner: String(at) }).selectOption(`p${name}`);
  await corner(0, "wine glass");
  await corner(1, "church bell");
  const line = visit.part("morph-line");
  // What rings stays what it is, from end to end; the blow on it moves.
  const rings = async () => Object.entries(await visit.texts()).filter(([key]) => /^(body|support|striker\.body)\./.test(key));
  const [body, struck] = [await rings(), (await visit.texts())["striker.mass"]];
  await line.focus();
  await visit.page.keyboard.press("End");
  assert.deepEqual(await rings(), body);
  assert.notEqual((await visit.texts())["striker.mass"], struck);
  assert.match(await visit.part("morph-words").innerText(), /^How it is played: 100 % church bell; .*body.* stay as they were\.$/);
  // A blow sounds as it moves, if one wants that.
  await visit.part("morph-sounds").check();
  await visit.hears("a blow on the way", () => visit.drag(line, [0.9, 0.5], [0.02, 0.5]));
  await visit.part("morph-sounds").uncheck();
  // The body moves along once it may.
  await visit.press("morph-loose", { key: "body" });
  await visit.part("morph-structure").uncheck();
  await visit.drag(line, [0.02, 0.5], [0.5, 0.5]);
  const { morph, values } = await visit.now();
  assert(Math.abs(morph.x - 0.5) < 0.05, `${morph.x}`);
  const between = (1 - morph.x) * ends["wine glass"] + morph.x * ends["church bell"];
  assert(Math.abs(values["body.size"].position - between) < 1e-6, `${values["body.size"].position}, not ${between}`);
  assert.match(await visit.part("morph-words").innerText(), /\d+ % wine glass, \d+ % church bell; striker's body and support stay/);
  // Choices stay as long as nobody asks for them.
  const kind = values["body.kind"].choice;
  await line.focus();
  await visit.page.keyboard.press("End");
  assert.equal((await visit.now()).values["body.kind"].choice, kind);
  assert(Math.abs((await shape()) - ends["church bell"]) < 1e-6);
  await visit.part("morph-structure").check();
  await visit.page.keyboard.press("Home");
  await visit.drag(line, [0.02, 0.5], [0.8, 0.5]);
  assert.equal((await visit.now()).values["body.kind"].choice, "bell");
  await visit.hears("what is between", () => visit.press("trigger"));

  await visit.press("morph-mode-square");
  await corner(2, "anvil");
  await corner(3, "xylophone bar");
  const square = visit.part("morph-square");
  await visit.drag(square, [0.1, 0.9], [0.75, 0.25]);
  const at = await visit.now();
  const { x, y } = at.morph;
  assert(Math.abs(x - 0.75) < 0.05 && Math.abs(y - 0.75) < 0.05, `${x}, ${y}`);
  const mean = (1 - y) * ((1 - x) * ends["wine glass"] + x * ends["church bell"]) + y * ((1 - x) * ends["anvil"] + x * ends["xylophone bar"]);
  assert(Math.abs(at.values["body.size"].position - mean) < 1e-6, `${at.values["body.size"].position}, not ${mean}`);
  await square.focus();
  await visit.page.keyboard.press("Shift+ArrowLeft");
  assert(Math.abs((await visit.now()).morph.x - (x - 0.1)) < 1e-6);
  await visit.hears("the square", () => visit.press("trigger"));
  await visit.end();
});

test("a trip between two presets goes by its curve, and what rings is kept", async () => {
  const visit = await open();
  await visit.open("impact");
  await visit.drawer("morph");
  await visit.press("morph-mode-line");
  await visit.part("corner", { corner: "0" }).selectOption("pwine glass");
  await visit.part("corner", { corner: "1" }).selectOption("pchurch bell");
  await visit.part("morph-seconds").fill("10");
  const line = visit.part("morph-line");
  await line.focus();
  await visit.page.keyboard.press("Home");
  const rings = async () => Object.entries(await visit.texts()).filter(([key]) => /^(body|support|striker\.body)\./.test(key));
  const body = await rings();
  // The page's clock is ours while it travels, so that nothing hangs on how fast this machine is.
  await visit.page.evaluate(() => {
    const own = /** @type {any} */ (window);
    own.clock = performance.now();
    performance.now = () => own.clock;
  });
  const comesTo = async (/** @type {number} */ x) => {
    let seen = Number.NaN;
    for (let tries = 0; tries < 200; tries += 1) {
      seen = (await visit.now()).morph.x;
      if (Math.abs(seen - x) < 1e-3) return;
      await visit.page.waitForTimeout(20);
    }
    assert.fail(`the trip stands at ${seen}, not at ${x}`);
  };
  const trip = async (/** @type {string} */ curve, /** @type {number} */ time, /** @type {number} */ at, /** @type {number} */ end) => {
    await visit.part("morph-curve").selectOption(curve);
    await visit.press("morph-go");
    const pass = (/** @type {number} */ seconds) =>
      visit.page.evaluate((ms) => void (/** @type {any} */ (window).clock += ms), 1000 * seconds);
    await pass(time);
    await comesTo(at);
    await pass(10 - time);
    await comesTo(end);
  };
  await trip("even", 4, 0.4, 1);
  await trip("early", 5, 1 - 0.75, 0);
  await trip("late", 5, 0.25, 1);
  await trip("smooth", 2.5, 1 - 0.15625, 0);
  assert.deepEqual(await rings(), body);
  // It passes over where that is allowed.
  await visit.press("morph-loose", { key: "body" });
  await trip("late", 5, 0.25, 1);
  assert.notDeepEqual(await rings(), body);
  await visit.end();
});

test("every step is undone and redone, by buttons and by keys", async () => {
  const visit = await open();
  const { keyboard } = visit.page;
  await visit.open("impact");
  const seen = [await visit.texts()];
  // A whole drag is one step.
  const macro = visit.part("macro", { key: "size" });
  await visit.drag(macro, [0.5, 0.5], [0.8, 0.5]);
  seen.push(await visit.texts());
  await visit.type("body.tuning", "3");
  seen.push(await visit.texts());
  await visit.part("instance-name").click(); // away from the field
  assert.notDeepEqual(seen[1], seen[0]);
  assert.match((await visit.part("undo").getAttribute("aria-label")) ?? "", /^Undo: ./);
  await visit.press("undo");
  assert.deepEqual(await visit.texts(), seen[1]);
  await visit.press("undo");
  assert.deepEqual(await visit.texts(), seen[0]);
  await visit.press("redo");
  await visit.press("redo");
  assert.deepEqual(await visit.texts(), seen[2]);
  assert(await visit.part("redo").isDisabled());
  await keyboard.press("Control+z");
  assert.deepEqual(await visit.texts(), seen[1]);
  await keyboard.press("Control+z");
  assert.deepEqual(await visit.texts(), seen[0]);
  await keyboard.press("Control+Shift+Z");
  assert.deepEqual(await visit.texts(), seen[1]);
  await keyboard.press("Control+y");
  assert.deepEqual(await visit.texts(), seen[2]);
  await visit.end();
});

test("variation is seeded and leaves locked values alone", async () => {
  const visit = await open();
  await visit.open("church bell");
  const before = await visit.texts();
  await visit.value("body.size");
  await visit.part("value", { key: "body.size" }).locator('[data-test="lock"]').click();
  await visit.drawer("vary");
  assert.match(await visit.part("vary-locks").innerText(), /^1 value is locked/);
  await visit.hears("a variation", () => visit.press("vary-next"));
  const varied = await visit.texts();
  const changed = Object.keys(varied).filter((key) => varied[key] !== before[key]);
  assert(changed.length > 5, `${changed}`);
  assert(!changed.includes("body.size"));
  await visit.press("undo");
  assert.deepEqual(await visit.texts(), before);
  await visit.press("vary-same");
  assert.deepEqual(await visit.texts(), varied);
  await visit.end();
});

test("a reload loses nothing, and a project comes back from its file", async () => {
  const visit = await open();
  const { page } = visit;
  await visit.open("wine glass");
  await visit.type("body.size", "5 cm");
  await visit.value("body.material");
  await visit.part("value", { key: "body.material" }).locator('[data-test="lock"]').click();
  await visit.press("rename");
  await visit.answer({ name: "glass of mine" });
  await visit.press("store-preset");
  await visit.answer({ name: "kept", about: "", tags: "" });
  await visit.open("bowed_string");
  const strips = visit.part("strip");
  await visit.drag(strips.nth(1).locator('[data-test="pan"]'), [0.5, 0.5], [0.9, 0.5]);
  await strips.nth(0).locator('[data-test="gain"]').press("ArrowLeft");
  await visit.drawer("morph");
  await visit.part("corner", { corner: "0" }).selectOption("pcello D string");
  await visit.part("corner", { corner: "1" }).selectOption("pviolin open A");
  await visit.drag(visit.part("morph-line"), [0.02, 0.5], [0.3, 0.5]);

  // What there is to come back; the ids may be new ones.
  const document = async () => {
    const { instances, userPresets, master, quality } = await visit.state();
    return { instances: instances.map(({ id, slot, ...rest }) => rest), userPresets, master, quality };
  };
  const before = await document();
  assert.equal(before.instances.length, 2);
  await visit.reload();
  assert.deepEqual(await document(), before);
  assert.equal((await visit.state()).canUndo, false, "nothing to undo after a reload");

  const file = await visit.download(() => page.keyboard.press("Control+s"));
  assert.match(file.name, /\.toml$/);
  await visit.press("menu");
  await visit.press("project-new");
  await visit.answer();
  assert.deepEqual((await visit.state()).instances, []);
  assert.deepEqual((await visit.state()).userPresets.map((preset) => preset.name), ["kept"], "one's presets stay");
  const again = await open();
  assert.deepEqual((await again.state()).instances, []);
  await again.choose([{ name: file.name, text: file.bytes }]);
  await until(async () => (await again.state()).instances.length === 2, "the project");
  const { instances, userPresets } = await again.state();
  assert.deepEqual({ ...before, instances: instances.map(({ id, slot, ...rest }) => rest), userPresets }, before);
  await again.hears("the project", () => again.press("trigger"));
  await again.end();
  await visit.end();
});
