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
  await visit.part("toast").getByRole("button", { name: "Strike it" }).click();
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
