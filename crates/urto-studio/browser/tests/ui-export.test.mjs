// Sounds as files: several instances, formats, loudness, names, and the stems of a score, in one ZIP.

import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { folder, readWav, run } from "../harness.mjs";
import { SIZES, studioForAll } from "../ui.mjs";

const open = studioForAll();

/** What lies in a ZIP that packs nothing. @param {Buffer} bytes @returns {Record<string, Buffer>} */
function unzipped(bytes) {
  /** @type {Record<string, Buffer>} */
  const files = {};
  for (let at = 0; bytes.readUInt32LE(at) === 0x04034b50; ) {
    const [size, letters] = [bytes.readUInt32LE(at + 18), bytes.readUInt16LE(at + 26)];
    const from = at + 30 + letters;
    files[bytes.toString("utf8", at + 30, from)] = bytes.subarray(from, from + size);
    at = from + size;
  }
  return files;
}

/** @param {import("../ui.mjs").Visit} visit */
const toDialog = async (visit) => {
  await visit.press("menu");
  await visit.press("export");
  await visit.part("variations-dialog").waitFor();
};

test("two instances become files of one name pattern, as loud as asked, that the command makes again", async (t) => {
  const place = await folder(t);
  const visit = await open();
  await visit.open("wine glass");
  await visit.open("wooden door knock");
  await toDialog(visit);
  await visit.axe();
  assert.match(await visit.part("export-example").innerText(), /^2 files: wine glass-01\.wav/);
  await visit.part("variations-count").fill("2");
  await visit.part("variations-amount").fill("10");
  await visit.part("export-seconds").fill("0.8");
  await visit.part("export-lufs").fill("-23");
  await visit.part("export-names").fill("{number} {name}: {seed}");
  await visit.part("export-format").selectOption({ label: "WAV 24 bit" });
  assert.match(await visit.part("export-example").innerText(), /^4 files: 01 wine glass- 1\.wav/);
  const { name, bytes } = await visit.download(() => visit.press("variations-go"));
  assert.equal(name, "urto-sounds.zip");
  const files = unzipped(bytes);
  assert.deepEqual(Object.keys(files), ["01 wine glass- 1.wav", "02 wine glass- 2.wav", "01 wooden door knock- 1.wav", "02 wooden door knock- 2.wav"]);
  for (const [name, file] of Object.entries(files)) {
    const [own, again] = [join(place, name), join(place, `again ${name}`)];
    await writeFile(own, file);
    const { lufs } = JSON.parse(await run("analyse", own, "--json"));
    assert(Math.abs(lufs + 23) < 0.1, `${name}: ${lufs} LUFS`);
    await run("render", own, "-o", again);
    assert((await readFile(again)).equals(file), `${name} is made again`);
  }
  await visit.end();
});

test("FLAC holds the samples of the WAV file, and both are rounded as the command does", async (t) => {
  const place = await folder(t);
  const visit = await open();
  await visit.open("wooden door knock");
  /** @type {Buffer[]} */
  const made = [];
  for (const label of ["WAV 16 bit", "FLAC 16 bit", "WAV 24 bit", "FLAC 24 bit"]) {
    await toDialog(visit);
    await visit.part("export-seconds").fill("0.7");
    await visit.part("export-format").selectOption({ label });
    const { bytes } = await visit.download(() => visit.press("variations-go"));
    const [[name, file]] = Object.entries(unzipped(bytes));
    assert(name.endsWith(label.startsWith("WAV") ? ".wav" : ".flac"), name);
    made.push(file);
    await visit.part("variations-dialog").waitFor({ state: "detached" });
  }
  for (const [at, bits] of /** @type {[number, number][]} */ ([[0, 16], [2, 24]])) {
    const [wav, flac] = made.slice(at, at + 2);
    assert(flac.length < wav.length, "it is packed");
    const [own, again] = [join(place, `${bits}.wav`), join(place, `${bits} again.wav`)];
    await writeFile(own, wav);
    await run("render", own, "-o", again);
    assert((await readFile(again)).equals(wav), `${bits} bit are rounded alike`);
    // What the command makes of the FLAC file's recipe is what lies in it.
    const packed = join(place, `${bits}.flac`);
    await writeFile(packed, flac);
    const remade = join(place, `${bits} remade.wav`);
    await run("render", packed, "-o", remade, "--bits", String(bits));
    assert((await readFile(remade)).equals(wav), "and by the FLAC file's recipe");
    const alike = await visit.page.evaluate(async (all) => {
      const decoded = await Promise.all(
        all.map(async (text) => {
          const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
          const sound = await new OfflineAudioContext(1, 1, 48000).decodeAudioData(bytes.buffer);
          return sound.getChannelData(0);
        }),
      );
      const [a, b] = decoded;
      const apart = a.length === b.length ? a.reduce((most, sample, at) => Math.max(most, Math.abs(sample - b[at])), 0) : 1;
      return { apart, loudest: a.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0) };
    }, [wav, flac].map((file) => file.toString("base64")));
    assert(alike.loudest > 0.01 && alike.apart < 2 ** -bits, JSON.stringify(alike));
  }
  await visit.end();
});

test("the stems of a score are the mix together, and by keyboard alone", async (t) => {
  const place = await folder(t);
  const visit = await open();
  await visit.open("wine glass");
  await visit.open("anvil");
  await visit.page.evaluate(() => {
    window.studio.setQuality("exact");
    const lane = (/** @type {number} */ slot, /** @type {number} */ at) => ({ slot, events: [{ at, strength: 0.2, hold: null }], curves: [], patterns: [] });
    window.studio.setScore({ beats: false, tempo: 120, length: 1, cycle: null, lanes: [lane(0, 0.1), lane(1, 0.4)], shapes: [] });
  });
  await writeFile(join(place, "both.toml"), await visit.page.evaluate(() => window.studio.exportProject()));
  await run("render", join(place, "both.toml"), "-o", join(place, "mix.wav"));
  const mix = readWav(await readFile(join(place, "mix.wav")));
  const { keyboard } = visit.page;
  const at = () => visit.page.evaluate(() => /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.test ?? "");
  const to = async (/** @type {string} */ name, /** @type {string} */ key) => {
    for (let tries = 0; (await at()) !== name; tries++) {
      assert(tries < 40, `${name} is not reached by ${key}; the focus is on ${await at()}`);
      await keyboard.press(key);
    }
  };
  await visit.part("menu").focus();
  await keyboard.press("Enter");
  await visit.part("export").waitFor();
  await to("export", "ArrowDown");
  await keyboard.press("Enter");
  await visit.part("variations-dialog").waitFor();
  for (let box = 0; box < 2; box++) {
    await keyboard.press("Tab");
    await to("export-instance", "Tab");
    await keyboard.press("Space");
  }
  assert.match(await visit.part("export-example").innerText(), /Nothing is chosen/);
  await to("export-stems", "Tab");
  await keyboard.press("Space");
  assert.match(await visit.part("export-example").innerText(), /^2 files: wine glass stem\.wav/);
  const { bytes } = await visit.download(() => keyboard.press("Enter"));
  const files = unzipped(bytes);
  assert.deepEqual(Object.keys(files), ["wine glass stem.wav", "anvil stem.wav"]);
  const stems = Object.values(files).map(readWav);
  for (const { samples } of stems) assert(samples.some((sample) => Math.abs(sample) > 1e-4), "each is heard");
  const apart = mix.samples.reduce((most, sample, n) => Math.max(most, Math.abs(sample - stems[0].samples[n] - stems[1].samples[n])), 0);
  assert(apart < 1e-6, `they are ${apart} apart`);
  // The command makes a stem again.
  const [own, again] = [join(place, "stem.wav"), join(place, "again.wav")];
  await writeFile(own, files["anvil stem.wav"]);
  await run("render", own, "-o", again);
  assert.deepEqual(readWav(await readFile(again)).samples, stems[1].samples);
  await visit.end();
});

test("on a phone it can be left while it renders, and nothing comes", async () => {
  const visit = await open(SIZES.phone);
  await visit.open("gong");
  await toDialog(visit);
  await visit.axe();
  await visit.part("variations-count").fill("999");
  await visit.press("variations-go");
  await visit.part("variations-progress").waitFor();
  await visit.press("dialog-close");
  await visit.part("variations-dialog").waitFor({ state: "detached" });
  assert.equal(await visit.part("toast").count(), 0);
  await visit.end();
});
