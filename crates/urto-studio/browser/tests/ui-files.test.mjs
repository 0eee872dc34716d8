// Takes and files through the page, and files that mean no good.

import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { folder, readWav, until } from "../harness.mjs";
import { studioForAll } from "../ui.mjs";

const open = studioForAll();
/** A name that would run if it were taken for anything but text. */
const EVIL = `<img src=x onerror="window.evil=1"><script>window.evil=1</script>"'`;

test("what is played is recorded and comes down as a WAV file that knows its score", async () => {
  const visit = await open();
  await visit.open("wine glass");
  await visit.press("record");
  await until(async () => (await visit.state()).recording, "recording");
  await visit.press("trigger");
  await visit.heard("the take");
  await visit.drag(visit.part("macro", { key: "hardness" }), [0.5, 0.5], [0.2, 0.5]);
  await visit.press("trigger");
  await visit.page.evaluate(() => window.ears.pass(window.studio, 0.3));
  const { name, bytes } = await visit.download(() => visit.press("record"));
  assert.match(name, /\.wav$/);
  const wav = readWav(bytes);
  assert.equal(wav.channels, 2);
  const peak = wav.samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  assert(peak > 0.01 && peak <= 1, `${peak}`);
  assert.match(wav.recipe ?? "", /^urto = "project\/1"/m);
  assert.match(wav.recipe ?? "", /trigger/);
  assert.match(await visit.part("toast").first().innerText(), /take/);

  // The page itself opens it again.
  await visit.press("menu");
  await visit.press("project-new");
  await visit.answer();
  await visit.choose([{ name, text: bytes }]);
  await until(async () => (await visit.state()).instances.length === 1, "the take's instance");
  await visit.end();
});

test("variations come down as one ZIP", async () => {
  const visit = await open();
  await visit.open("wooden door knock");
  await visit.drawer("vary");
  await visit.press("many-variations");
  await visit.part("variations-count").fill("3");
  const { name, bytes } = await visit.download(() => visit.press("variations-go"));
  assert.match(name, /\.zip$/);
  assert.equal(bytes.toString("latin1", 0, 2), "PK");
  const entries = bytes.toString("latin1").match(/PK\x01\x02/g) ?? [];
  assert.equal(entries.length, 3);
  await visit.end();
});

test("names are text wherever they are shown", async () => {
  const visit = await open();
  const { page } = visit;
  await visit.open("wine glass");
  await visit.press("rename");
  await visit.answer({ name: EVIL });
  assert.equal(await visit.part("instance-name").innerText(), EVIL);
  await visit.press("store-preset");
  await visit.answer({ name: EVIL, about: EVIL, tags: EVIL });
  const preset = await visit.download(async () => {
    await visit.press("preset-picker");
    await visit.part("export-preset").first().click();
  });
  assert(!/[<>"/]/.test(preset.name), preset.name);
  await page.keyboard.press("Escape");
  await visit.drawer("morph");
  await visit.part("corner", { corner: "0" }).selectOption(`p${EVIL}`);
  await visit.press("preset-picker");
  await visit.part("delete-preset").click();
  await visit.answer();
  await visit.choose([{ name: `${EVIL}.toml`, text: preset.bytes }]);
  await until(async () => (await visit.state()).userPresets.length === 1, "the preset");
  await visit.goTo("sounds");
  await visit.part("search").fill(EVIL);
  await visit.hears("the preset", () => visit.part("hear-preset").first().click());
  await visit.part("search").fill(`${EVIL}${EVIL}`);
  await visit.part("nothing-found").waitFor();
  await visit.choose([{ name: `${EVIL}.toml`, text: "urto = 3" }]);
  await visit.problem(/onerror/);
  await visit.reload();
  assert.equal(await page.locator("img, script:not([src]), [onerror]").count(), 0);
  assert.equal(await page.evaluate(() => window.evil), undefined);
  await visit.end();
});

test("files that are none are refused in words and change nothing", async (t) => {
  const visit = await open();
  await visit.open("impact");
  const project = (await visit.download(() => visit.page.keyboard.press("Control+s"))).bytes.toString();
  const before = await visit.state();
  const preset = (/** @type {string} */ rest) => `urto = "preset/1"\nsound = "impact"\n${rest}`;
  /** @type {Record<string, string|Buffer>} */
  const files = {
    "empty.toml": "",
    "nonsense.toml": "\u0000\u0001 {{{{",
    "number.toml": "urto = 3",
    "later.toml": 'urto = "project/99"',
    "list.toml": 'urto = "project/1"\ninstance = 7',
    "cut.toml": project.slice(0, project.length / 2) + '\n"',
    "nan.toml": preset('name = "x"\n[params]\nvelocity = nan'),
    "inf.toml": preset('name = "x"\n[params]\nvelocity = inf'),
    "type.toml": preset('name = "x"\n[params]\nvelocity = [1, 2]'),
    "sound.toml": 'urto = "preset/1"\nsound = "no such sound"',
    "noise.wav": Buffer.alloc(400, 7),
    "plain.wav": Buffer.concat([Buffer.from("RIFF\x24\0\0\0WAVEfmt \x10\0\0\0", "latin1"), Buffer.alloc(24)]),
  };
  const path = join(await folder(t), "huge.toml");
  await writeFile(path, Buffer.alloc(50_000_000, "x"));
  const chosen = Object.entries(files).map(([name, text]) => ({ name, text }));
  for (const file of [...chosen, path]) {
    const name = typeof file === "string" ? "huge.toml" : file.name;
    await visit.choose([file]);
    const words = await visit.problem(new RegExp(name.replace(".", "\\.")));
    console.log(`# ${words.replace(/\s+/g, " ")}`);
    assert(words.length > name.length + 10 && words.length < 400 && !/undefined|\[object|panicked|unreachable/.test(words), words);
    assert.deepEqual(await visit.state(), before, name);
    await visit.part("problem").getByRole("button", { name: "Dismiss" }).first().click();
  }
  await visit.hears("that the page goes on", () => visit.press("trigger"));
  await visit.end();
});

test("what was kept and cannot be read is put aside, and the page goes on", async () => {
  const visit = await open();
  // Before the page's own scripts: it keeps what it has when it is left.
  await visit.page.addInitScript(() => {
    localStorage.setItem("urto.project", "urto = [broken");
    localStorage.setItem("urto.ui", '{"view": 7, "theme": "<b>", "groups": 3, "seed": "x"}');
  });
  // It is said as the page opens and goes by itself: look for it from the beginning.
  await Promise.all([visit.part("toast").filter({ hasText: /could not be read/ }).waitFor(), visit.reload()]);
  assert.equal(await visit.page.evaluate(() => localStorage.getItem("urto.project.unread")), "urto = [broken");
  await visit.hears("the page goes on", () => visit.press("hear-sound", { name: "impact" }));
  await visit.end();
});
