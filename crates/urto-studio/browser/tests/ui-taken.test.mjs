// Takes that come with projects: written into the score, where they are played as the command renders
// them, with their routes; and scores saved at another rate than the usual one, which the command alone
// makes again.

import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { folder, readWav, run, until } from "../harness.mjs";
import { SIZES, studioForAll } from "../ui.mjs";

const open = studioForAll();

/** Half a second: a glass is struck twice, and an oscillator moves where it is heard; a ball rolls meanwhile. */
const TAKE = `urto = "project/1"
[[instance]]
slot = 0
name = "glass"
sound = "impact"
[[instance]]
slot = 1
name = "ball"
sound = "rolling"
gain = -6
[[route]]
from = { oscillator = "sine", frequency = 3 }
to = { slot = 0, key = "pickup" }
amount = 0.3
[take]
rate = 48000
frames = 24000
score = '''
0 trigger 0 1.0 -
4801 trigger 1 0.7 -
12000 trigger 0 0.5 - pitch 1.5
19333 release 1
'''
`;

/** What the command makes of a file, with nothing else said. @param {string} where @param {string} name @param {string | Buffer} content */
async function rendered(where, name, content) {
  await writeFile(join(where, name), content);
  await run("render", join(where, name), "-o", join(where, "again.wav"));
  return readWav(await readFile(join(where, "again.wav")));
}

/** @param {Float32Array} page @param {Float32Array} command */
function same(page, command) {
  assert.equal(page.length, command.length);
  assert(page.some((own) => Math.abs(own) > 0.01), "something is heard");
  assert.equal(page.findIndex((own, at) => own !== command[at]), -1);
}

/** Has the page sound at this rate, and samples that are the same everywhere. @param {import("../ui.mjs").Visit} visit @param {number} rate */
async function exactly(visit, rate) {
  await visit.page.addInitScript((rate) => {
    const Usual = AudioContext;
    class Own extends Usual {
      constructor(/** @type {AudioContextOptions} */ how) {
        super({ ...how, sampleRate: rate });
      }
    }
    Object.assign(window, { AudioContext: Own });
  }, rate);
  await visit.reload();
  await visit.page.evaluate(() => window.studio.setQuality("exact"));
  await visit.page.evaluate(() => window.studio.wake());
}

test("a take that is dropped is played and saved as the command renders it", async (t) => {
  const visit = await open();
  await exactly(visit, 48_000);
  await visit.drop([{ name: "glass.urto.toml", text: TAKE }]);
  await visit.page.getByText("What was played in it is in the score.").waitFor();
  const { score } = await visit.state();
  assert.deepEqual(score.lanes.map((/** @type {any} */ own) => own.events.length), [2, 1]);
  assert(Math.abs(score.lanes[1].events[0].hold - (19333 - 4801) / 48_000) < 1e-6);
  await visit.goTo("score");
  await visit.press("score-play");
  await visit.heard("the take");
  await until(() => visit.page.evaluate(() => window.studio.run === null), "it has come to its end");
  const file = readWav((await visit.download(() => visit.press("score-save"))).bytes);
  same(file.samples, (await rendered(await folder(t), "glass.urto.toml", TAKE)).samples);
  // It is there again after a reload, and its routes.
  await visit.page.evaluate(() => dispatchEvent(new Event("pagehide")));
  await visit.reload();
  assert.equal((await visit.state()).score.lanes.length, 2);
  assert.match(await visit.page.evaluate(() => window.studio.exportProject()), /oscillator = "sine"/);
  await visit.end();
});

test("what lanes cannot hold is said; what moves becomes curves", async () => {
  const visit = await open();
  const moves = TAKE.replace("12000 trigger", "9600 gain 0 -3\n9600 set 1 speed 0.5\n12000 trigger");
  await visit.drop([{ name: "moves.toml", text: moves }]);
  await visit.page.getByText("what moved has become curves").waitFor();
  const keys = (await visit.state()).score.lanes.map((/** @type {any} */ own) => own.curves.map((/** @type {any} */ one) => one.key));
  assert.deepEqual(keys, [["mix.gain"], ["speed"]]);
  const builds = TAKE.replace("12000 trigger", "9600 put 0 impact 0 1 {}\n9600 mute 1 on\n12000 trigger");
  await visit.drop([{ name: "builds.toml", text: builds }]);
  await visit.page.getByText("but for 2 of 6 orders (put, mute), which only the command plays: urto render builds.toml").waitFor();
  await visit.end();
});

test("the projects of the menu play from a phone, with their routes", async () => {
  const visit = await open(SIZES.phone);
  await visit.press("menu");
  await visit.press("example-rolling_in_tube");
  await visit.part("score-lane").waitFor();
  const { score } = await visit.state();
  assert.deepEqual(score.lanes[0].events.map((/** @type {any} */ own) => [own.at, own.strength, own.hold]), [[0, 0.7, 3.5], [5, 1, 4.95], [11.5, 1.24, 6.1], [19, 1.6, 1.7]]);
  await visit.press("score-play");
  // The ball lies still by itself: its route throws it.
  await visit.heard("the ball");
  assert.equal((await visit.now()).values.speed.number, 0);
  await visit.press("score-play");
  await visit.quiet("it is let go", 1e-3);
  await visit.end();
});

test("a score saved at 44.1 kHz is made again by the command alone", async (t) => {
  const visit = await open();
  await exactly(visit, 44_100);
  await visit.open("wine glass");
  await visit.page.evaluate(() => {
    const { studio } = window;
    const lane = { slot: 0, events: [{ at: 0.1, strength: 1, hold: null }], curves: [{ key: "mix.pan", points: [[0, -1], [0.5, 1]] }], patterns: [] };
    studio.setScore({ beats: false, tempo: 120, length: 0.75, cycle: null, lanes: [lane], shapes: [] });
  });
  await visit.goTo("score");
  const { bytes } = await visit.download(() => visit.press("score-save"));
  const file = readWav(bytes);
  assert.deepEqual([file.rate, file.samples.length], [44_100, 2 * Math.round(0.75 * 44_100)]);
  const again = await rendered(await folder(t), "score.wav", bytes);
  assert.equal(again.rate, 44_100);
  same(file.samples, again.samples);
  // Opened in the page it is its score again.
  await visit.drop([{ name: "score.wav", text: bytes }]);
  await until(async () => (await visit.state()).score.lanes[0].events.length === 1, "the score is there again");
  await visit.end();
});
