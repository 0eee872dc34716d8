// How many instances of mixed sounds play at once, in blocks of 128 frames, without a gap.

import assert from "node:assert/strict";
import { test } from "node:test";
import { engineIn, pageForAll } from "../harness.mjs";

/** Tried at least, and in steps of as many; printed, since no test depends on the clock. */
const LEAST = 12;
/** Tried at most. */
const MOST = 48;
/** Other programs on the machine make gaps too: so often is each number tried. */
const TRIES = 5;
/** How long each number of instances plays, and how late the browser may tell of a gap [ms]. */
const PLAY = 2500;
const LATE = 1200;
const MIXED = ["impact", "bowed_string", "rolling", "friction", "wine glass", "scraping", "footsteps", "bouncing", "rubbed_glass", "crumpling", "grains", "church bell"];

const open = pageForAll();

test("many instances play at once", async () => {
  const { page, errors, close } = await open();
  await engineIn(page);
  let reached = 0;
  for (let count = LEAST, tries = 0; count <= MOST; ) {
    const played = await page.evaluate(
      async ([count, mixed, play, late]) => {
        const { engine } = window;
        const pause = (ms) => new Promise((done) => setTimeout(done, ms));
        while (engine.state.instances.length < count) {
          const id = engine.add(mixed[engine.state.instances.length % mixed.length]);
          engine.mix(id, { gain: -12, pan: Math.sin(id) });
        }
        const kinds = new Map(engine.catalogue.sounds.map((sound) => [sound.key, sound]));
        await pause(late); // built, and what that made is told
        const before = engine.meters().underruns;
        let load = 0;
        const end = performance.now() + play;
        for (let blow = 0; performance.now() < end; blow++) {
          for (const { id, sound } of engine.state.instances) {
            if (kinds.get(sound).held ? blow === 0 : (blow + id) % 4 === 0) engine.trigger(id, 0.5 + (blow % 3) / 2);
          }
          await pause(100);
          load = Math.max(load, engine.meters().load);
        }
        const { voices } = engine.meters();
        await pause(late);
        const { underruns } = engine.meters();
        for (const { id } of engine.state.instances) engine.release(id);
        return { gaps: underruns - before, load, voices };
      },
      /** @type {const} */ ([count, MIXED, PLAY, LATE]),
    );
    console.log(`# ${count} instances: ${played.gaps} gaps, load ${(100 * played.load).toFixed(0)} %, ${played.voices} voices at the end`);
    tries += 1;
    if (played.gaps === 0) {
      reached = count;
      count += LEAST;
      tries = 0;
    } else if (tries === TRIES) {
      break;
    }
  }
  console.log(`# instances of mixed sounds at 128 frames without a gap: ${reached}`);
  assert.deepEqual(await page.evaluate(() => window.problems), []);
  assert.deepEqual(errors, []);
  await close();
});
