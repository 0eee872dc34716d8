// Body files through the page: opened, put into play, kept, packed, and refused in one sentence.

import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { folder, run, until } from "../harness.mjs";
import { studioForAll } from "../ui.mjs";

const open = studioForAll();
const CUP = 'urto = "modal/1"\nmodes = [{ frequency = 1320, decay = 0.6, mass = 0.03 }, { frequency = 2900, decay = 0.3, mass = 0.05 }]\n';
const PROJECT = `urto = "project/1"
[[instance]]
slot = 0
name = "cup"
sound = "impact"
params.body.kind = "file"
params.body.file = "cup.toml"
`;

test("a body file is opened, struck, kept over a reload, and leaves in a pack that plays elsewhere", async () => {
  const visit = await open();
  await visit.choose([{ name: "cup.toml", text: CUP }]);
  const values = async () => (await visit.state()).instances[0]?.values ?? {};
  await until(async () => (await values())["body.file"]?.text === "cup.toml", "the file in play");
  assert.equal((await values())["body.kind"].choice, "file");
  await visit.hears("the cup", () => visit.press("trigger"));
  await visit.reload();
  await visit.hears("the kept cup", () => visit.press("trigger"));
  const pack = await visit.download(() => visit.page.keyboard.press("Control+s"));
  assert.match(pack.name, /\.urto$/);

  // Elsewhere: a browser that knows nothing of the cup.
  const other = await open();
  await other.choose([{ name: "song.toml", text: PROJECT }]);
  await other.problem(/no file 'cup\.toml' here/);
  assert.equal((await other.state()).instances.length, 0);
  await other.choose([{ name: pack.name, text: pack.bytes }]);
  await until(async () => (await other.state()).instances.length === 1, "the pack's instance");
  await other.hears("the packed cup", () => other.press("trigger"));
  await visit.end();
  await other.end();
});

test("a pack of the command opens and plays", async (t) => {
  const place = await folder(t);
  await writeFile(join(place, "cup.toml"), CUP);
  await writeFile(join(place, "song.toml"), PROJECT);
  await run("pack", join(place, "song.toml"), "-o", join(place, "song.urto"));
  const visit = await open();
  await visit.choose([join(place, "song.urto")]);
  await until(async () => (await visit.state()).instances.length === 1, "the instance");
  await visit.hears("the cup", () => visit.press("trigger"));
  await visit.end();
});

test("a bad file is one sentence, and what sounds goes on", async () => {
  const visit = await open();
  await visit.open("wine glass");
  const before = await visit.state();
  const pack = await visit.page.evaluate(
    async ([cup, project]) => {
      const { studio } = window;
      studio.importFile("cup.toml", cup);
      studio.importFile("song.toml", project);
      const pack = new Uint8Array(await studio.exportPack().arrayBuffer());
      studio.undo();
      studio.forget("cup.toml");
      return [...pack];
    },
    /** @type {const} */ ([CUP, PROJECT]),
  );
  const whole = Buffer.from(pack);
  const flipped = Buffer.from(pack);
  flipped[flipped.length - 9] ^= 1;
  const wrong = [
    { name: "missing.toml", text: PROJECT, why: /no file 'cup\.toml' here/ },
    { name: "short.urto", text: whole.subarray(0, whole.length - 9), why: /ends too early/ },
    { name: "flipped.urto", text: flipped, why: /is not what was packed/ },
    { name: "cut.toml", text: CUP.slice(0, -9), why: /cut\.toml:2/ },
    { name: "kind.toml", text: 'urto = "modal/9"\n', why: /kind\.toml/ },
    { name: "hash.toml", text: `${PROJECT}[[resource]]\nname = "teacup.toml"\nhash = "0123456789abcdef"\n`.replace("cup.toml", "teacup.toml"), why: /its bytes differ/ },
  ];
  for (const { name, text, why } of wrong) {
    await visit.choose([{ name, text }]);
    const words = await visit.problem(why);
    assert(words.length < 300, words);
    assert.deepEqual((await visit.state()).instances, before.instances, name);
    await visit.part("problem").getByRole("button", { name: "Dismiss" }).first().click();
  }
  await visit.hears("that the glass still rings", () => visit.press("trigger"));

  // A kind that wants a file while none is named: the old sound goes on, and it is said what to do.
  await visit.page.evaluate(() => window.studio.set(window.studio.state.selected, "body.kind", "file"));
  await visit.problem(/no file is named; name one/);
  await visit.hears("the old body", () => visit.press("trigger"));
  await visit.page.evaluate(() => window.studio.use(window.studio.state.selected, "body.file", "teacup.toml"));
  await visit.hears("a body that comes with urto", () => visit.press("trigger"));
  await visit.end();
});

/**
 * A WAV file of 16 bits that says nothing of how it was made: partials that die away.
 * @param {[number, number, number][]} partials frequency, decay, level
 * @param {number} rate Hz
 * @param {number} seconds
 */
function recorded(partials, rate = 44100, seconds = 1) {
  const data = Buffer.alloc(2 * rate * seconds);
  for (let n = 0; n < rate; n++) {
    const sum = partials.reduce((sum, [hertz, decay, level]) => sum + level * 10 ** ((-3 * n) / rate / decay) * Math.sin((2 * Math.PI * hertz * n) / rate), 0);
    data.writeInt16LE(Math.round(32767 * sum), 2 * n);
  }
  const head = Buffer.from("RIFF....WAVEfmt \x10\0\0\0\x01\0\x01\0........\x02\0\x10\0data....", "latin1");
  head.writeUInt32LE(36 + data.length, 4);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(2 * rate, 28);
  head.writeUInt32LE(data.length, 40);
  return Buffer.concat([head, data]);
}

/** Drops files on the page. @param {import("../ui.mjs").Visit} visit @param {{name: string, bytes: Buffer}[]} files */
const drop = (visit, files) =>
  visit.page.evaluate((files) => {
    const dataTransfer = new DataTransfer();
    for (const { name, bytes } of files) dataTransfer.items.add(new File([new Uint8Array(bytes)], name));
    dispatchEvent(new DragEvent("drop", { dataTransfer, cancelable: true }));
  }, files.map(({ name, bytes }) => ({ name, bytes: [...bytes] })));

test("a recording of a blow that is dropped is struck, in the pitch it was recorded in", async () => {
  const visit = await open();
  const cup = recorded([[1320, 0.6, 0.4], [2961, 0.3, 0.2]]);
  await drop(visit, [{ name: "my cup.wav", bytes: cup }]);
  await until(async () => (await visit.state()).instances.length === 1, "the cup on the bench");
  const { name, values } = await visit.now();
  assert.equal(name, "my cup");
  assert.equal(values["body.file"].text, "my cup.toml");
  await visit.hears("the cup", () => visit.press("trigger"));
  const modes = await visit.page.evaluate(() => [...window.studio.physics().modes.frequency]);
  for (const wanted of [1320, 2961]) assert(modes.some((hertz) => Math.abs(hertz - wanted) < 1), `${wanted} is none of ${modes}`);

  // Beside an open sound it is struck too, and that sound may have it instead.
  await visit.open("wine glass");
  await drop(visit, [{ name: "mug.toml", bytes: Buffer.from(CUP.replace("1320", "700")) }]);
  await until(async () => (await visit.now()).name === "mug", "the mug on the bench");
  await visit.part("toast").getByRole("button", { name: "Use it in wine glass instead" }).click();
  assert.deepEqual((await visit.state()).instances.map((own) => own.name), ["my cup", "wine glass"]);
  assert.equal((await visit.now()).values["body.file"].text, "mug.toml");
  await visit.hears("the glass with the mug's body", () => visit.press("trigger"));

  // What rings in nothing is refused in words, and nothing is opened.
  await drop(visit, [{ name: "silence.wav", bytes: recorded([]) }]);
  await visit.problem(/silence\.wav.*nothing to strike/);
  await drop(visit, [{ name: "cut.wav", bytes: cup.subarray(0, 30) }]);
  await visit.problem(/cut\.wav: this browser cannot read the sound/);
  await drop(visit, [{ name: "long.wav", bytes: recorded([[440, 0.5, 0.4]], 8000, 61) }]);
  await visit.problem(/long\.wav is longer than a minute/);
  assert.equal((await visit.state()).instances.length, 2);
  await visit.end();
});

test("what was recorded is struck, rolled on and bowed, and its partials are switched off", async () => {
  const visit = await open();
  await drop(visit, [{ name: "my cup.wav", bytes: recorded([[1320, 0.6, 0.4], [2961, 0.3, 0.2]]) }]);
  await visit.part("body-row").waitFor();
  assert.equal(await visit.part("body-way", { way: "impact" }).getAttribute("aria-pressed"), "true");
  for (const [way, key] of [["rolling", "body.file"], ["friction", "second.body.file"]]) {
    await visit.part("body-way", { way }).press("Enter");
    await until(async () => (await visit.now()).sound === way, way);
    const { name, values } = await visit.now();
    assert.deepEqual([name, values[key].text], ["my cup", "my cup.toml"]);
    const trigger = visit.part("trigger");
    await visit.hears(way, async () => {
      await trigger.hover();
      await visit.page.mouse.down();
    });
    await visit.page.mouse.up();
    await visit.hush();
  }
  // Another press goes back to what is there.
  await visit.part("body-way", { way: "impact" }).click();
  assert.equal((await visit.state()).instances.length, 3);
  assert.equal((await visit.now()).sound, "impact");
  // Its partials are modes: the first is muted by its key, and the second still sounds.
  await visit.press("body-partials");
  // They are worked out aside.
  await until(async () => /Mode 1 of 2: 1\.32\skHz/.test(await visit.part("edit-words").innerText()), "the first partial is shown");
  await visit.part("edit-plot").focus();
  await visit.page.keyboard.press("Home");
  await visit.page.keyboard.press("m");
  await until(async () => /muted/.test(await visit.part("edit-words").innerText()), "it is muted");
  await visit.hears("the second", () => visit.press("trigger"));
  await visit.axe();
  await visit.end();
});
