// Every sound and every preset of the palette is heard: not silent, finite, without an error.

import assert from "node:assert/strict";
import { test } from "node:test";
import { PATIENCE, engineIn, pageForAll } from "../harness.mjs";

/** Quieter than this nobody hears [share of full scale]. */
const AUDIBLE = 1e-3;
const open = pageForAll();

test("every sound and preset of the palette is heard", async () => {
  const { page, errors, close } = await open();
  await engineIn(page);
  const names = await page.evaluate(() => [
    ...window.engine.catalogue.sounds.map((sound) => sound.key),
    ...window.engine.catalogue.presets.map((preset) => preset.name),
  ]);
  assert(names.length > 100, `${names.length}`);
  let slowest = { name: "", ms: 0 };
  for (const name of names) {
    const heard = await page.evaluate(
      async ([name, audible, patience]) => {
        const { engine } = window;
        const wave = new Float32Array(engine.analyser.fftSize);
        const peak = () => {
          engine.analyser.getFloatTimeDomainData(wave);
          return wave.reduce((most, sample) => Math.max(most, Number.isFinite(sample) ? Math.abs(sample) : Infinity), 0);
        };
        const pause = (ms) => new Promise((done) => setTimeout(done, ms));
        engine.stopAll();
        for (let waited = 0; peak() > audible / 10 && waited < 2000; waited += 10) await pause(10);
        engine.meters();
        window.ears.loudest = 0;
        const begun = performance.now();
        engine.audition(name);
        // Each look shows what is there now, the ears all that there was since: one of them sees what is not finite.
        const most = () => {
          engine.meters();
          return Math.max(window.ears.loudest, peak());
        };
        while (most() < audible && performance.now() - begun < patience) await pause(5);
        const ms = performance.now() - begun;
        // It goes on a little: what is not finite later counts too.
        await window.ears.pass(engine, 0.06);
        return { most: most(), ms };
      },
      /** @type {const} */ ([name, AUDIBLE, PATIENCE]),
    );
    assert(heard.most >= AUDIBLE && heard.most <= 1, `${name}: peak ${heard.most}`);
    if (heard.ms > slowest.ms) slowest = { name, ms: heard.ms };
  }
  console.log(`# ${names.length} sounds and presets heard; slowest to begin: ${slowest.name}, ${slowest.ms.toFixed(0)} ms`);
  assert.deepEqual(await page.evaluate(() => window.problems), []);
  assert.deepEqual(errors, []);
  await close();
});
