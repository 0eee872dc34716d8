// Contact scenes in the page: a run is opened, seen, played, looked at from elsewhere and heard from
// there; a small scene is moved here, as the command moves it.

import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { folder, readWav, root, run, until } from "../harness.mjs";
import { SIZES, studioForAll } from "../ui.mjs";

const open = studioForAll();
const scene = (/** @type {string} */ name) => readFile(join(root, "scenes", name));

/** What the run shows. @param {import("../ui.mjs").Visit} visit */
const look = (visit) =>
  visit.page.locator("urto-run").evaluate((one) => ({
    time: one.sound.time,
    runs: one.sound.runs,
    seconds: one.sound.seconds,
    asScene: one.asScene,
    gain: one.heard?.gain,
    peak: one.heard?.peak,
    channels: one.heard?.channels.length,
    eye: one.view.camera.eye,
    distance: one.view.camera.distance,
    marble: [...(one.view.poses[1] ?? [])],
    status: one.status.textContent,
  }));

/** Waits until it is heard. @param {import("../ui.mjs").Visit} visit */
const ready = (visit) => visit.page.locator('[data-test="run-play"]:enabled').waitFor();

/** Dots of the picture that bodies cover, and where they lie in the mean (shares of its size). @param {import("../ui.mjs").Visit} visit */
const drawn = (visit) =>
  visit.page.locator("urto-run").evaluate((one) => {
    // Right after it was drawn: later the graphics card has forgotten it.
    one.view.draw(one.sound.time);
    const { canvas } = one.view;
    const pen = /** @type {OffscreenCanvasRenderingContext2D} */ (new OffscreenCanvas(canvas.width, canvas.height).getContext("2d", { willReadFrequently: true }));
    pen.drawImage(canvas, 0, 0);
    const { data } = pen.getImageData(0, 0, canvas.width, canvas.height);
    const own = one.view.look.bodies[1].map((part) => 255 * part);
    let [count, high] = [0, 0];
    for (let n = 0; n < data.length; n += 4) {
      // Lit more or less, in the marble's own hue, which is nobody else's.
      const [red, green, blue] = [data[n], data[n + 1], data[n + 2]];
      const bright = Math.max(red, green, blue);
      if (data[n + 3] < 250 || bright < 20) continue;
      const scale = bright / Math.max(...own);
      if (Math.abs(red - scale * own[0]) + Math.abs(green - scale * own[1]) + Math.abs(blue - scale * own[2]) > 24) continue;
      count += 1;
      high += Math.floor(n / 4 / canvas.width) / canvas.height;
    }
    return { count, high: high / Math.max(count, 1) };
  });

/** A sound file is made again by the command, with the same samples. @param {import("node:test").TestContext} t @param {Buffer} bytes */
async function madeAgain(t, bytes) {
  const there = await folder(t);
  const [one, two] = [join(there, "saved.wav"), join(there, "again.wav")];
  await writeFile(one, bytes);
  await run("render", one, "-o", two, "--bits", "32f");
  const [saved, again] = [readWav(bytes), readWav(await readFile(two))];
  assert.equal(again.channels, saved.channels);
  assert.equal(again.samples.length, saved.samples.length);
  const apart = saved.samples.reduce((most, sample, n) => Math.max(most, Math.abs(sample - again.samples[n])), 0);
  assert(apart < 1e-6, `${apart} apart`);
  return saved;
}

test("a run is dropped, seen, played by keys, and heard from where one looks", async (t) => {
  const there = await folder(t);
  await run("simulate", join(root, "scenes/marble.toml"), "-o", join(there, "marble.urun"));
  const visit = await open();
  const { page } = visit;
  const { keyboard } = page;
  await visit.drop([{ name: "marble.urun", text: await readFile(join(there, "marble.urun")) }]);
  await ready(visit);
  assert.match(await visit.part("run-about").innerText(), /glass marble .* 2 bodies, 1 of them free/);
  const first = await look(visit);
  assert(first.seconds > 2 && first.asScene && first.peak === 0.5 && first.channels === 1, JSON.stringify(first));
  assert(Math.hypot(first.eye[0], first.eye[1] + 0.6, first.eye[2] - 0.3) < 1e-6, `${first.eye}`);

  // The marble is seen high up, and lower when it has fallen: by the slider's own keys.
  const up = await drawn(visit);
  assert(up.count > 50, `${up.count} dots`);
  await visit.part("run-bar").fill("0.245");
  const down = await drawn(visit);
  assert(down.count > 50 && down.high > up.high + 0.1, `${up.high} ${down.high}`);
  const struck = await look(visit);
  // Free fall from 0.3 m onto a radius of 8 mm takes 0.2440 s.
  assert(struck.marble[2] < 0.0125, `${struck.marble}`);

  // Space plays: time goes by, and it sounds.
  // On a busy machine it may be over before one looks: then it is played again.
  let loudest = 0;
  for (let tries = 0; tries < 5 && loudest <= 0.02; tries++) {
    await visit.part("run-bar").fill("0.2");
    await visit.part("run-scene").focus();
    await keyboard.press("Space");
    loudest = await page.locator("urto-run").evaluate(async (one) => {
      const pause = () => new Promise((done) => setTimeout(done, 20));
      for (let n = 0; n < 50 && !one.sound.playing; n++) await pause();
      if (!one.sound.playing) return 0;
      const analyser = new AnalyserNode(one.sound.context, { fftSize: 32768 });
      one.sound.playing.level.connect(analyser);
      const samples = new Float32Array(32768);
      let most = 0;
      // It is looked at late, and bounces for a second.
      do {
        await pause();
        analyser.getFloatTimeDomainData(samples);
        most = samples.reduce((most, own) => Math.max(most, Math.abs(own)), most);
      } while (most < 0.02 && one.sound.runs);
      return most;
    });
  }
  assert(loudest > 0.02, `${loudest}`);
  if ((await look(visit)).runs) await keyboard.press("Space");
  const paused = await look(visit);
  assert(!paused.runs && paused.time > 0.2, `${paused.time}`);
  await keyboard.press(",");
  assert(Math.abs((await look(visit)).time - paused.time + 0.02) < 1e-9);
  // To the end, where it rests by itself.
  await visit.part("run-bar").fill("1.95");
  await visit.part("run-scene").focus();
  await keyboard.press("Space");
  await until(async () => !(await look(visit)).runs, "the end");

  // Nearer, and to the side: it is heard from there, with two ears.
  for (let n = 0; n < 4; n++) await keyboard.press("ArrowLeft");
  for (let n = 0; n < 6; n++) await keyboard.press("+");
  const near = await look(visit);
  assert(near.distance < 0.5 * first.distance, `${near.distance}`);
  await keyboard.press("h");
  await until(async () => /Heard from/.test((await look(visit)).status ?? ""), "it is heard from there");
  const here = await look(visit);
  assert(!here.asScene && here.gain === first.gain && (here.peak ?? 0) > 1.3 * 0.5, `${here.peak}`);
  const mono = await visit.download(() => visit.press("run-save"));
  assert.match(mono.name, /^marble\.wav$/);
  await madeAgain(t, mono.bytes);
  await visit.part("run-ears").selectOption("two");
  await until(async () => (await look(visit)).channels === 2, "two ears");
  const saved = await madeAgain(t, (await visit.download(() => visit.press("run-save"))).bytes);
  // From the side both ears hear it, and not alike.
  const [left, right] = [0, 1].map((side) => saved.samples.filter((_, n) => n % 2 === side).reduce((sum, own) => sum + own * own, 0));
  assert(left > 0 && right > 0 && left !== right, `${left} ${right}`);

  // Home: as the scene has it.
  await visit.part("run-ears").selectOption("scene");
  await until(async () => (await look(visit)).channels === 1, "one ear");
  await visit.part("run-scene").focus();
  await keyboard.press("Home");
  await until(async () => (await look(visit)).asScene && /as the scene/.test((await look(visit)).status ?? ""), "as the scene listens");
  assert.equal((await look(visit)).peak, 0.5);
  await keyboard.press("Escape");
  await page.locator("dialog[open]").waitFor({ state: "detached" });
  await visit.end();
});

test("a small scene is moved here, bit for bit as the command does", async (t) => {
  const visit = await open();
  await visit.choose([{ name: "marble.toml", text: await scene("marble.toml") }]);
  await ready(visit);
  const { bytes, name } = await visit.download(() => visit.press("run-save-run"));
  assert.equal(name, "marble.urun");
  const there = await folder(t);
  await run("simulate", join(root, "scenes/marble.toml"), "-o", join(there, "marble.urun"));
  assert.deepEqual(bytes, await readFile(join(there, "marble.urun")));
  await visit.end();
});

test("what takes long can be stopped, and what takes too long has a command", async () => {
  const visit = await open();
  const text = (await scene("marble.toml")).toString().replace("seconds = 2", "seconds = 60");
  await visit.drop([{ name: "long.toml", text }]);
  await visit.press("run-stop");
  await visit.part("run-again").waitFor();
  assert.match((await look(visit)).status ?? "", /stopped/);
  // It can be begun again.
  await visit.press("run-again");
  await visit.press("run-stop");
  await visit.part("run-again").waitFor();
  await visit.press("dialog-close");

  await visit.drop([{ name: "longer.toml", text: text.replace("seconds = 60", "seconds = 600") }]);
  const words = await visit.part("run-long").innerText();
  assert.match(words, /2 bodies through 19500000 steps takes about 2 minutes/);
  assert.equal(await visit.part("run-command").inputValue(), 'urto simulate "longer.toml" -o "longer.urun"');
  await visit.press("dialog-close");
  await visit.end();
});

test("files that name what is not there, or are damaged, give one sentence", async (t) => {
  const there = await folder(t);
  await run("simulate", join(root, "scenes/marble.toml"), "-o", join(there, "marble.urun"));
  const whole = await readFile(join(there, "marble.urun"));
  const damaged = Buffer.from(whole);
  damaged[5000] ^= 1;
  const visit = await open();
  const wrong = async (/** @type {string} */ name, /** @type {string|Buffer} */ text, /** @type {RegExp} */ about) => {
    await visit.drop([{ name, text }]);
    const words = await visit.problem(about);
    assert(!words.trim().includes("\n"), words);
    assert.equal(await visit.page.locator("urto-run").count(), 0);
    await visit.part("problem").filter({ hasText: about }).first().getByRole("button").last().click();
  };
  await wrong("damaged.urun", damaged, /damaged at byte/);
  await wrong("half.urun", whole.subarray(0, 4000), /not finished/);
  const mug = (await scene("mug-upright.toml")).toString();
  await wrong("cup.toml", mug.replace("mug.body", "cup.body"), /there is no file 'cup.body' here; drop it together/);
  await wrong("nan.toml", (await scene("marble.toml")).toString().replace("seconds = 2", "seconds = nan"), /nan.toml:3: seconds/);
  // A body that comes with urto is found.
  await visit.drop([{ name: "mug.toml", text: mug.replace("seconds = 1.5", "seconds = 0.02").replace("at = 0.5", "at = 0.01") }]);
  await ready(visit);
  assert.match(await visit.part("run-about").innerText(), /mug/);
  await visit.end();
});

test("on a phone a finger turns it", async () => {
  const visit = await open(SIZES.phone);
  await visit.drop([{ name: "marble.toml", text: await scene("marble.toml") }]);
  await ready(visit);
  const before = await look(visit);
  const box = await visit.part("run-scene").boundingBox();
  assert(box && box.height > 150, `${box?.height}`);
  const touch = await visit.page.context().newCDPSession(visit.page);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const points = (/** @type {number[][]} */ all) => all.map(([x, y], id) => ({ x, y, id }));
  await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: points([[x, y]]) });
  await touch.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: points([[x + 60, y + 30]]) });
  await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  const turned = await look(visit);
  assert(Math.abs(turned.eye[0] - before.eye[0]) > 0.05, `${turned.eye}`);
  // Two fingers that part go nearer.
  await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: points([[x - 30, y], [x + 30, y]]) });
  await touch.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: points([[x - 60, y], [x + 60, y]]) });
  await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  const near = await look(visit);
  assert(Math.abs(near.distance / turned.distance - 0.5) < 0.02, `${near.distance} ${turned.distance}`);
  await visit.page.touchscreen.tap(...(await middle(visit, "run-here")));
  await until(async () => /Heard from/.test((await look(visit)).status ?? ""), "it is heard from there");
  await visit.end();
});

/** @param {import("../ui.mjs").Visit} visit @param {string} name @returns {Promise<[number, number]>} */
async function middle(visit, name) {
  await visit.part(name).scrollIntoViewIfNeeded();
  const box = await visit.part(name).boundingBox();
  assert(box);
  return [box.x + box.width / 2, box.y + box.height / 2];
}
