// Files that mean harm: an error in words, nothing runs, and the page plays on.

import assert from "node:assert/strict";
import { test } from "node:test";
import { engineIn, pageForAll, until } from "../harness.mjs";

const open = pageForAll();

const SCRIPT = `<img src=x onerror="window.harmed=true"><script>window.harmed=true</script>`;
const PRESET = `urto = "preset/1"\nsound = "impact"\n`;
const PROJECT = `urto = "project/1"\n`;

/** Each is refused: name and text, or bytes of them made in the page. @type {[string, string][]} */
const REFUSED = [
  ["empty.toml", ""],
  ["noise.toml", "\u0000\u0001\uffff\u2028 nonsense"],
  ["kind.toml", `urto = "nonsense/1"\n`],
  ["version.toml", `urto = "project/99"\n`],
  ["type.toml", `${PRESET}[params]\nvelocity = [1, 2]\n`],
  ["table.toml", `${PRESET}params = 3\n`],
  ["nan.toml", `${PRESET}[params]\nvelocity = nan\n`],
  ["inf.toml", `${PRESET}[params]\nvelocity = inf\n`],
  ["word.toml", `${PRESET}[params]\nvelocity = "NaN"\n`],
  ["range.toml", `${PRESET}[params]\nvelocity = 1e300\n`],
  ["sound.toml", `urto = "preset/1"\nsound = "${"x".repeat(10_000)}"\n`],
  ["deep.toml", `${PRESET}params = ${"[".repeat(50_000)}\n`],
  ["gain.toml", `${PROJECT}[[instance]]\nsound = "impact"\ngain = nan\n`],
  ["slot.toml", `${PROJECT}[[instance]]\nsound = "impact"\nslot = -1\n`],
  ["many.toml", PROJECT + `[[instance]]\nsound = "impact"\n`.repeat(5000)],
  ["name.toml", `${PROJECT}[[instance]]\nsound = "impact"\nname = 7\n`],
  ["score.toml", `${PROJECT}[take]\nrate = -1\nframes = 1e99\n`],
  ["scene.toml", `urto = "scene/1"\n[object.a]\nkind = "nonsense"\n`],
  ["empty.obj", ""],
  ["nan.obj", "v nan 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"],
  ["huge.obj", "v 1e308 0 0\nv -1e308 0 0\nv 0 1e308 0\nv 0 0 1e308\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"],
  ["beyond.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 4294967297\n"],
  ["before.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf -1 -2 -9\n"],
  ["none.stl", "solid nothing\nendsolid nothing\n"],
  ["short.stl", `${"\u0000".repeat(80)}\u00ff\u00ff\u00ff\u00ff`],
  ["many.ply", "ply\nformat ascii 1.0\nelement vertex 99999999999\nproperty float x\nend_header\n"],
  ["deep.gltf", `{"asset":${"[".repeat(50_000)}`],
  ["nowhere.gltf", `{"asset":{"version":"2.0"},"meshes":[{"primitives":[{"attributes":{"POSITION":9}}]}]}`],
  ["short.glb", "glTF\u0002\u0000\u0000\u0000\u00ff\u00ff\u00ff\u00ff"],
  ["many.msh", "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$Nodes\n1 999999999999 1 1\n$EndNodes\n"],
  ["many.vtk", "# vtk DataFile Version 3.0\nx\nASCII\nDATASET POLYDATA\nPOINTS 999999999999 float\n"],
];

test("files that mean harm are refused in words, and the page plays on", async () => {
  const { page, errors, close } = await open();
  await engineIn(page);
  for (const [name, text] of REFUSED) {
    const told = await page.evaluate(
      ([name, text]) => {
        const w = /** @type {any} */ (window);
        w.problems.length = 0;
        const before = w.engine.state;
        const taken = w.engine.importFile(name, text);
        return { taken, problems: [...w.problems], same: before === w.engine.state };
      },
      /** @type {const} */ ([name, text]),
    );
    assert.equal(told.taken, null, name);
    assert.equal(told.problems.length, 1, `${name}: ${told.problems}`);
    assert(told.problems[0].length > 10 && told.problems[0].length < 600, `${name}: ${told.problems[0]}`);
    assert(told.same, name);
  }
  await plays(page);
  assert.deepEqual(errors, []);
  await close();
});

test("50 MB are refused at once, as text and as bytes", async () => {
  const { page, errors, close } = await open();
  await engineIn(page);
  const told = await page.evaluate(
    async ([preset, project]) => {
      const w = /** @type {any} */ (window);
      const size = 50 << 20;
      const fill = "# filled up\n";
      const large = (/** @type {string} */ head) => head + fill.repeat(size / fill.length);
      /** @type {[string, string | ArrayBuffer][]} */
      const files = [
        ["preset.toml", large(preset)],
        ["project.toml", large(project)],
        ["bytes.toml", new TextEncoder().encode(large(preset)).buffer],
        ["zero.wav", new ArrayBuffer(size)],
        ["wide.toml", `${preset}name = "${"x".repeat(5 << 20)}"`],
      ];
      const memory = () => w.engine.desk.room.calls.memory.buffer.byteLength;
      const before = memory();
      const begun = performance.now();
      const taken = files.map(([name, content]) => w.engine.importFile(name, content));
      return { taken, problems: w.problems, ms: performance.now() - begun, grown: memory() - before };
    },
    /** @type {const} */ ([PRESET, PROJECT]),
  );
  console.log(`# ${told.problems.join("\n# ")}\n# in ${told.ms.toFixed(0)} ms`);
  assert.deepEqual(told.taken, [null, null, null, null, null]);
  assert.equal(told.problems.length, 5);
  // Nobody has read them: the desk never had the 50 MB, only the 5 MB of a name.
  assert(told.grown < 50 << 20, `${told.grown} bytes`);
  await page.evaluate(() => (/** @type {any} */ (window).problems.length = 0));
  await plays(page);
  assert.deepEqual(errors, []);
  await close();
});

test("script in names stays text", async () => {
  const { page, errors, close } = await open();
  await engineIn(page);
  const names = await page.evaluate(
    ([script, preset]) => {
      const { engine } = /** @type {any} */ (window);
      const id = engine.add("impact");
      engine.rename(id, script);
      engine.storePreset(id, `stored ${script}`, script, [script]);
      engine.importFile("a.toml", `${preset}name = ${JSON.stringify(`read ${script}`)}\n`);
      const project = engine.exportProject();
      engine.importFile("b.toml", project);
      return {
        name: engine.state.instances[0].name,
        presets: engine.state.userPresets.map((/** @type {any} */ own) => own.name),
        about: engine.state.userPresets[0].about,
      };
    },
    /** @type {const} */ ([SCRIPT, PRESET]),
  );
  assert.deepEqual(names, { name: SCRIPT, presets: [`stored ${SCRIPT}`, `read ${SCRIPT}`], about: SCRIPT });
  assert.equal(await page.evaluate(() => /** @type {any} */ (window).harmed), undefined);
  assert.deepEqual(errors, []);
  await close();
});

/** @param {import("playwright-core").Page} page */
async function plays(page) {
  await page.evaluate(() => {
    const w = /** @type {any} */ (window);
    w.problems.length = 0;
    w.engine.audition("wine glass");
  });
  await until(() => page.evaluate(() => /** @type {any} */ (window).engine.meters().master.peak[0] > 0.01), "a sound");
  assert.deepEqual(await page.evaluate(() => /** @type {any} */ (window).problems), []);
}
