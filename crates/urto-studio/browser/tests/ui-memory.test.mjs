// Random play: what the page holds does not grow. A minute; ten with URTO_LONG=1.

import assert from "node:assert/strict";
import { test } from "node:test";
import { studioForAll } from "../ui.mjs";

const open = studioForAll();
const MINUTES = process.env.URTO_LONG ? 10 : 1;
/** Instances that are open at most. */
const MOST = 6;
/** One waits no longer for what cannot be reached just now [ms]. */
const SHORT = 4000;
/** What the heap may gain: undo keeps up to 500 steps, and caches fill [bytes]. */
const HEAP = 6e6;

/** @param {number} seed */
function random(seed) {
  return (/** @type {number} */ below) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return Math.floor((seed / 2 ** 32) * below);
  };
}

test(`memory stays flat over ${MINUTES} min of random play`, async () => {
  const visit = await open();
  const { page } = visit;
  const probe = await page.context().newCDPSession(page);
  await probe.send("Performance.enable");
  const draw = random(5);
  const names = await page.evaluate(() => [
    ...window.studio.catalogue.presets.map((preset) => preset.name),
    ...window.studio.catalogue.sounds.map((sound) => sound.key),
  ]);
  /** What is held now, after all that can go has gone. */
  const held = async () => {
    await visit.press("stop-all");
    for (let round = 0; round < 2; round++) await probe.send("HeapProfiler.collectGarbage");
    const { metrics } = await probe.send("Performance.getMetrics");
    const of = (/** @type {string} */ name) => metrics.find((metric) => metric.name === name)?.value ?? NaN;
    const wasm = await page.evaluate(() => ({
      desk: window.studio.desk.room.calls.memory.buffer.byteLength,
      player: window.studio.meters().memory ?? 0,
    }));
    return { heap: of("JSHeapUsedSize"), nodes: of("Nodes"), listeners: of("JSEventListeners"), ...wasm };
  };
  const tell = (/** @type {string} */ when, /** @type {Awaited<ReturnType<typeof held>>} */ now) =>
    console.log(`# ${when}: heap ${(now.heap / 1e6).toFixed(1)} MB, ${now.nodes} nodes, ${now.listeners} listeners, wasm ${(now.desk / 1e6).toFixed(1)} MB at the desk and ${(now.player / 1e6).toFixed(1)} MB at the player`);

  // What one wants may be out of reach just now; then one does something else.
  const outOfReach = (/** @type {Error} */ error) => {
    if (error?.name !== "TimeoutError") throw error;
  };
  /** @type {(() => Promise<unknown>)[]} */
  const acts = [
    async () => {
      await visit.goTo("sounds");
      await visit.part("hear-preset").nth(draw(60)).click();
    },
    async () => {
      await visit.goTo("sounds");
      await visit.part("search").fill(["glass", "", "wood", "no such thing", "s"][draw(5)]);
      await visit.part("search").fill("");
    },
    async () => {
      if ((await visit.part("strip").count()) >= MOST) await visit.part("remove-instance").nth(draw(MOST)).click();
      await page.evaluate((name) => window.studio.add(name), names[draw(names.length)]);
    },
    async () => {
      const strips = visit.part("select-instance");
      await strips.nth(draw(await strips.count())).click();
    },
    async () => {
      const macros = visit.part("macro");
      if ((await macros.count()) === 0) return;
      await macros.nth(draw(await macros.count())).press(["ArrowRight", "ArrowLeft", "PageUp", "PageDown"][draw(4)]);
    },
    async () => {
      const box = await page.locator("urto-pad").boundingBox();
      if (!box) return;
      await page.mouse.move(box.x + (0.1 + 0.8 * (draw(100) / 100)) * box.width, box.y + 0.2 * box.height);
      await page.mouse.down();
      await page.mouse.move(box.x + 0.5 * box.width, box.y + 0.5 * box.height, { steps: 6 });
      await page.mouse.up();
    },
    async () => visit.press(["drawer-values", "drawer-morph", "drawer-vary"][draw(3)]),
    async () => page.evaluate((seed) => {
      const { selected } = window.studio.state;
      if (selected !== null) window.studio.vary(selected, 0.5, seed);
    }, draw(1e6)),
    async () => page.evaluate(() => (window.studio.state.canUndo ? window.studio.undo() : null)),
    async () => page.evaluate(() => {
      for (const { id } of window.studio.state.instances) window.studio.trigger(id, 0.2 + Math.random());
    }),
  ];
  await visit.open("wine glass");
  tell("at first", await held());
  // Room for the most that can be needed at once: all open instances of the largest sound, whichever it is.
  await page.evaluate(async (most) => {
    const { studio } = window;
    await studio.wake();
    const others = studio.state.instances.length;
    // How many the player has now: they are built and dropped one after the other.
    const there = async (/** @type {number} */ count) => {
      const found = () => [...studio.reports.levels.keys()].filter((slot) => slot >= 0 && slot !== 63).length;
      for (studio.meters(); found() !== count; studio.meters()) await window.ears.pass(studio, 0.02);
    };
    for (const { key } of studio.catalogue.sounds) {
      const ids = Array.from({ length: most + 2 }, () => studio.add(key));
      for (const id of ids) studio.trigger(id, 1);
      await there(others + ids.length);
      await window.ears.pass(studio, 0.15);
      for (const id of ids) studio.release(id);
      for (const id of ids) studio.remove(id);
      await there(others);
      await window.ears.pass(studio, 0.15);
    }
  }, MOST);
  // One round through everything the page can show.
  page.setDefaultTimeout(SHORT);
  for (const act of [...acts, ...acts]) await act().catch(outOfReach);
  const warm = await held();
  tell("warm", warm);
  const end = Date.now() + MINUTES * 60_000;
  let done = 0;
  let halfway = false;
  while (Date.now() < end || done <= 20 * MINUTES) {
    if (!halfway && Date.now() > end - MINUTES * 30_000) {
      halfway = true;
      tell(`half way, after ${done} random acts`, await held());
    }
    if ((await visit.part("strip").count()) === 0) await page.evaluate((name) => window.studio.add(name), names[draw(names.length)]);
    if (!(await page.locator("urto-pad").isVisible()) && draw(3) > 0) await visit.goTo("play").catch(outOfReach);
    await acts[draw(acts.length)]().catch(outOfReach);
    done += 1;
  }
  const after = await held();
  tell(`after ${done} random acts`, after);
  assert(after.heap - warm.heap < HEAP, `the heap grew by ${after.heap - warm.heap} bytes`);
  assert(after.nodes < 2 * warm.nodes + 2000, `${after.nodes} nodes, ${warm.nodes} before`);
  assert(after.listeners < 2 * warm.listeners + 2000, `${after.listeners} listeners, ${warm.listeners} before`);
  assert(after.player <= 1.3 * warm.player, `the player's memory grew from ${warm.player} to ${after.player}`);
  assert(after.desk <= 1.3 * warm.desk, `the desk's memory grew from ${warm.desk} to ${after.desk}`);
  assert(Number.isFinite(await visit.level()));
  await visit.end();
});
