// A take is downloaded, and the command makes it again from its score: bit for bit in exact
// quality, within -100 dB in fast. Variations come as files that the command makes again too.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { engineIn, folder, pageForAll, readWav, run } from "../harness.mjs";

const open = pageForAll();

/**
 * Saves what the page offers for download as a link would.
 * @param {import("playwright-core").Page} page
 * @param {string} handle expression for a Blob
 * @param {string} path
 */
async function download(page, handle, path) {
  const [saved] = await Promise.all([
    page.waitForEvent("download"),
    page.evaluate((name) => {
      const link = document.createElement("a");
      link.href = URL.createObjectURL(/** @type {any} */ (window)[name]);
      link.download = "take.wav";
      link.click();
    }, handle),
  ]);
  await saved.saveAs(path);
}

/**
 * Plays a take of several things: blows, a bow that is drawn and lifted, values and places that
 * move, an instance that comes and one that goes, the preview.
 * @param {import("playwright-core").Page} page
 * @param {"fast" | "exact"} quality
 */
function playTake(page, quality) {
  return page.evaluate(async (quality) => {
    const w = /** @type {any} */ (window);
    const { engine } = w;
    /** @param {number} ms of what is played */
    const pause = (ms) => w.ears.pass(engine, ms / 1000);
    for (const { id } of engine.state.instances) engine.remove(id);
    engine.setQuality(quality);
    const glass = engine.add("wine glass");
    const bow = engine.add("bowed_string");
    engine.mix(glass, { gain: -6, pan: -0.5 });
    engine.trigger(glass, 2);
    await pause(50);
    engine.recordStart();
    engine.trigger(glass, 0.7);
    await pause(120);
    engine.trigger(bow);
    for (let step = 0; step < 20; step++) {
      engine.gesture(bow, { x: step / 20, y: 0.5 });
      engine.mix(bow, { pan: step / 20 });
      await pause(15);
    }
    engine.release(bow);
    const ball = engine.add("bouncing");
    engine.trigger(ball, 1.3);
    await pause(200);
    engine.setPosition(glass, "contact.stiffness", 0.3);
    engine.set(glass, "body.size", "9 cm");
    engine.trigger(glass, 1);
    engine.audition("church bell");
    await pause(300);
    engine.undo();
    engine.remove(ball);
    engine.master({ gain: -3 });
    await pause(200);
    const take = await engine.recordStop();
    w.take = take.blob;
    return { seconds: take.seconds, name: take.name, recording: engine.state.recording };
  }, quality);
}

/**
 * How far two recordings are apart, in dB of full scale.
 * @param {Float32Array} a
 * @param {Float32Array} b
 */
function apart(a, b) {
  assert.equal(a.length, b.length);
  let most = 0;
  for (let i = 0; i < a.length; i++) most = Math.max(most, Math.abs(a[i] - b[i]));
  return 20 * Math.log10(most);
}

for (const quality of /** @type {const} */ (["exact", "fast"])) {
  test(`a take in ${quality} quality is made again by the command`, async (t) => {
    const place = await folder(t);
    const { page, errors, close } = await open();
    await engineIn(page);
    const take = await playTake(page, quality);
    assert(take.seconds > 1 && !take.recording);
    const [path, again] = [join(place, "take.wav"), join(place, "again.wav")];
    await download(page, "take", path);
    await run("render", path, "-o", again);
    const [own, made] = await Promise.all([readFile(path), readFile(again)]);
    const [heard, rendered] = [readWav(own), readWav(made)];
    assert.equal(heard.channels, 2);
    const loudest = heard.samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
    assert(loudest > 0.01 && loudest <= 1, `${loudest}`);
    assert.equal(Math.round(take.seconds * heard.rate), heard.samples.length / 2);
    const decibels = apart(heard.samples, rendered.samples);
    console.log(`# ${quality}: ${take.seconds.toFixed(2)} s, peak ${loudest.toFixed(3)}, the command's is ${decibels} dB apart`);
    if (quality === "exact") assert(own.equals(made), "the files differ");
    else assert(decibels <= -100, `${decibels} dB`);
    assert.deepEqual(await page.evaluate(() => /** @type {any} */ (window).problems), []);
    assert.deepEqual(errors, []);
    await close();
  });
}

test("variations are files that the command makes again bit for bit", async (t) => {
  const place = await folder(t);
  const { page, errors, close } = await open();
  await engineIn(page);
  const steps = await page.evaluate(async () => {
    const w = /** @type {any} */ (window);
    const id = w.engine.add("wine glass");
    w.engine.lock(id, "body.size", true);
    /** @type {number[]} */
    const steps = [];
    w.zip = await w.engine.variations(id, 30, 0.25, 7, (/** @type {number} */ done) => steps.push(done));
    return steps;
  });
  assert.deepEqual(steps, Array.from({ length: 30 }, (_, n) => n + 1));
  const zip = join(place, "variations.zip");
  await download(page, "zip", zip);
  // Another program opens it.
  await promisify(execFile)("python3", ["-m", "zipfile", "-e", zip, join(place, "out")]);
  await promisify(execFile)("python3", ["-m", "zipfile", "-t", zip]);
  const names = (await readdir(join(place, "out"))).sort();
  assert.equal(names.length, 30);
  assert.equal(names[0], "wine glass-01.wav");
  for (const name of [names[0], names[29]]) {
    const again = join(place, `again-${name}`);
    await run("render", join(place, "out", name), "-o", again);
    const [own, made] = await Promise.all([readFile(join(place, "out", name)), readFile(again)]);
    assert(own.equals(made), name);
  }
  const [first, last] = await Promise.all([names[0], names[29]].map((name) => readFile(join(place, "out", name))));
  assert(!first.equals(last));
  assert.deepEqual(errors, []);
  await close();
});

test("a take that was downloaded can be opened again", async () => {
  const { page, errors, close } = await open();
  await engineIn(page);
  await playTake(page, "fast");
  const opened = await page.evaluate(async () => {
    const w = /** @type {any} */ (window);
    const names = () => w.engine.state.instances.map((/** @type {any} */ own) => own.name);
    const bytes = await w.take.arrayBuffer();
    for (const { id } of w.engine.state.instances) w.engine.remove(id);
    const { take, ...file } = w.engine.importFile("take.wav", bytes);
    return { file, blows: take.lines.filter((/** @type {string} */ line) => line.includes(" trigger ")).length, names: names(), problems: w.problems };
  });
  assert.deepEqual(opened, {
    file: { kind: "project", name: "take" },
    blows: 5,
    names: ["wine glass", "Bowed string"],
    problems: [],
  });
  assert.deepEqual(errors, []);
  await close();
});

