// Twelve instances of mixed sounds play at once; and how many do so in blocks of 128 frames without a
// gap, which depends on the machine and is printed.

import assert from "node:assert/strict";
import { test } from "node:test";
import { engineIn, pageForAll } from "../harness.mjs";

/** Must play; more are tried in steps of as many. */
const LEAST = 12;
/** Tried at most; more only with URTO_LONG=1, since how many depends on the machine and is only printed. */
const MOST = process.env.URTO_LONG ? 48 : LEAST;
/** Other programs on the machine make gaps too: so often is each number tried. */
const TRIES = process.env.URTO_LONG ? 5 : 1;
/** How long each number of instances plays, and how late the browser may tell of a gap [ms]. */
const PLAY = 2500;
const LATE = 1200;
const MIXED = ["impact", "bowed_string", "rolling", "friction", "wine glass", "scraping", "footsteps", "bouncing", "rubbed_glass", "crumpling", "grains", "church bell"];

const open = pageForAll();

test("twelve instances play at once, and as many more as there is time for", async () => {
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
        const missedBefore = engine.reports.missed;
        let load = 0;
        /** The loudest sample of each, over all reports: a knock is short. @type {Map<number, number>} */
        const loudest = new Map();
        const { reports } = engine;
        const take = reports.take;
        reports.take = (report) => {
          take.call(reports, report);
          for (const [slot, { peak }] of reports.levels) loudest.set(slot, Math.max(loudest.get(slot) ?? 0, ...peak));
        };
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
        reports.take = take;
        for (const { id } of engine.state.instances) engine.release(id);
        const silent = engine.state.instances.filter(({ slot }) => !((loudest.get(slot) ?? 0) > 1e-4));
        return { gaps: underruns - before, load, voices, missed: reports.missed - missedBefore, silent: silent.map(({ name }) => name) };
      },
      /** @type {const} */ ([count, MIXED, PLAY, LATE]),
    );
    console.log(`# ${count} instances: ${played.gaps} gaps, load ${(100 * played.load).toFixed(0)} %, ${played.voices} voices at the end`);
    // What is heard, and whether every block of the output was asked for and made, is no matter of time.
    assert.deepEqual(played.silent, [], `${count} instances`);
    assert.equal(played.missed, 0, `${count} instances`);
    assert.equal(await page.evaluate(() => window.engine.state.instances.length), count);
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
