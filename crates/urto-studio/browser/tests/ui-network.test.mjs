// The picture of a network: it is drawn, moves when it is played, turns and comes nearer; a mass that
// is pulled follows the hand, and rings when it is let go. Sixty thousand masses are drawn, too.

import assert from "node:assert/strict";
import { test } from "node:test";
import { PATIENCE, until } from "../harness.mjs";
import { SIZES, studioForAll } from "../ui.mjs";

const open = studioForAll();

/** What the picture shows. @param {import("playwright-core").Locator} picture */
const look = (picture) =>
  picture.evaluate((one) => {
    const { pose, orbit, feed, some, held, canvas, drawn, cost, note } = one;
    return {
      some,
      held,
      drawn,
      cost,
      told: Boolean(feed.body?.pose),
      points: (pose.geometry?.points.length ?? 0) / 3,
      edges: (pose.geometry?.edges.length ?? 0) / 2,
      most: pose.most,
      factor: pose.factor,
      turn: orbit.turn,
      zoom: orbit.zoom,
      stored: feed.physics?.stored ?? 0,
      injected: feed.physics?.injected ?? 0,
      words: canvas.getAttribute("aria-label"),
      note: note.textContent,
    };
  });

/** Where a mass is on the page. @param {import("playwright-core").Locator} picture @param {number} mass */
const placeOf = (picture, mass) =>
  picture.evaluate((one, mass) => {
    const [x, y] = one.placeOf(mass);
    const box = one.canvas.getBoundingClientRect();
    return { x: box.left + x, y: box.top + y };
  }, mass);

/** Shares of the picture that are drawn on, and that are coloured. @param {import("playwright-core").Locator} picture */
const ink = (picture) =>
  picture.evaluate(async (one) => {
    // Right after it was drawn: later the graphics card has forgotten it.
    one.refresh(new Set(), performance.now(), true);
    const { canvas } = one;
    const pen = /** @type {OffscreenCanvasRenderingContext2D} */ (new OffscreenCanvas(canvas.width, canvas.height).getContext("2d", { willReadFrequently: true }));
    pen.drawImage(canvas, 0, 0);
    const { data } = pen.getImageData(0, 0, canvas.width, canvas.height);
    let [drawn, coloured] = [0, 0];
    for (let n = 0; n < data.length; n += 4) {
      if (data[n + 3] === 0) continue;
      drawn += 1;
      if (Math.abs(data[n] - data[n + 2]) > 60) coloured += 1;
    }
    const all = canvas.width * canvas.height;
    return { drawn: drawn / all, coloured: coloured / all };
  });

/** All of it is seen, nothing lies over it. @param {import("playwright-core").Locator} picture */
const seeAll = (picture) => picture.evaluate((one) => one.scrollIntoView({ block: "center", behavior: "instant" }));

/** @param {Awaited<ReturnType<typeof open>>} visit @param {string} file */
async function network(visit, file) {
  await visit.open("network");
  const picture = visit.page.locator("urto-network");
  if (file) await visit.page.evaluate((file) => window.studio.use(window.studio.state.selected, "file", file), file);
  await seeAll(picture);
  return picture;
}

test("a network is drawn, moves, turns, and is pulled by hand", async () => {
  const visit = await open();
  const picture = await network(visit, "");
  await visit.hears("a string", () => visit.press("trigger"));
  await until(async () => (await look(picture)).points === 64, "64 masses");
  assert.equal((await look(picture)).edges, 63);
  await until(async () => (await look(picture)).most > 0, "they move");
  assert((await look(picture)).factor > 1, "small motion is enlarged");
  const { drawn } = await ink(picture);
  assert(drawn > 0.002, `${drawn} drawn`);
  await visit.hush();

  // Beside the masses one turns it; a wheel comes nearer.
  const box = await picture.locator("canvas").boundingBox();
  assert(box);
  const before = await look(picture);
  await visit.page.mouse.move(box.x + 12, box.y + 12);
  await visit.page.mouse.down();
  await visit.page.mouse.move(box.x + 72, box.y + 22, { steps: 4 });
  await visit.page.mouse.up();
  const turned = await look(picture);
  assert(Math.abs(turned.turn - before.turn - 60 * 0.008) < 1e-6 && turned.held === -1);
  await visit.page.mouse.wheel(0, -200);
  await until(async () => (await look(picture)).zoom > 1.2, "it comes nearer");
  await picture.locator("canvas").press("Home");
  assert.equal((await look(picture)).zoom, 1);

  // A mass that is pulled follows.
  await until(async () => (await look(picture)).most < 1e-6, "it rests");
  const rest = await look(picture);
  const at = await placeOf(picture, 20);
  await visit.page.mouse.move(at.x, at.y);
  await visit.page.mouse.down();
  await visit.page.mouse.move(at.x, at.y - 40, { steps: 5 });
  await until(async () => (await look(picture)).most > 1e-4, "the mass goes along");
  const pulled = await look(picture);
  assert.equal(pulled.held, 20);
  assert(pulled.injected > rest.injected && pulled.stored > rest.stored, "the hand does the work");
  await until(async () => {
    const { x, y } = await placeOf(picture, 20);
    return Math.hypot(x - at.x, y - (at.y - 40)) < 30;
  }, "it is near the hand");
  const strained = await ink(picture);
  assert(strained.coloured > 0.0005, `${strained.coloured} coloured by strain`);
  if (process.env.URTO_SHOT) await picture.screenshot({ path: `${process.env.URTO_SHOT}/network-pulled.png` });
  await visit.page.evaluate(() => Object.assign(window.ears, { loudest: 0 }));
  await visit.page.mouse.up();
  await visit.heard("the string that was let go");
  assert.equal((await look(picture)).held, -1);
  // The document knows nothing of the hand.
  assert.equal((await visit.texts())["hand.force"], "0 N");
  await visit.end();
});

test("a gong, and a network of one's own that is dropped on the page", async () => {
  const visit = await open();
  const picture = await network(visit, "gong.mi.toml");
  await visit.hears("a gong", () => visit.press("trigger"));
  await until(async () => (await look(picture)).points === 288, "288 masses");
  await until(async () => (await look(picture)).most > 0, "it moves");
  if (process.env.URTO_SHOT) await picture.screenshot({ path: `${process.env.URTO_SHOT}/network-gong.png` });
  const own = 'urto = "mi/1"\n[[row]]\nname = "s"\ncount = 9\nfrom = [0, 0, 0]\nto = [0.4, 0, 0]\nmass = 1e-3\nstiffness = 1e4\nlength = 0.04\n[[event]]\nforce = { mass = "s.3", value = [0, 0, 5] }\n[[listen]]\nmass = "s.4"\naxis = [0, 0, 1]\n';
  const found = await visit.page.evaluate((own) => {
    const { studio } = window;
    const found = studio.importFile("nine.mi.toml", own);
    studio.use(studio.state.selected, "file", "nine.mi.toml");
    return found;
  }, own);
  assert.deepEqual(found, { kind: "network", name: "nine.mi.toml" });
  await until(async () => (await look(picture)).points === 9, "nine masses");
  await visit.end();
});

test("a liquid of particles is seen to fall, under words of its own, and no hand takes hold of it", async () => {
  const visit = await open();
  await visit.open("fluid_particles");
  const picture = visit.page.locator("urto-network");
  await seeAll(picture);
  await until(async () => (await look(picture)).points > 100, "its points");
  assert.equal(await picture.getAttribute("aria-label"), "Liquid");
  const said = await look(picture);
  assert.doesNotMatch(`${said.words} ${said.note}`, /mass|link|network/i);
  await visit.hears("it falls", () => visit.press("trigger"));
  await until(async () => (await look(picture)).most > 0.01, "it moves by more than a centimetre");
  // Not only told: the picture changes.
  const dots = () => picture.evaluate((one) => [...one.pose.now].reduce((sum, own) => sum + Math.abs(own), 0));
  const before = await dots();
  await until(async () => Math.abs((await dots()) - before) > 0.01, "it goes on");
  const { drawn } = await ink(picture);
  assert(drawn > 0.002, `${drawn} drawn`);
  assert.match((await look(picture)).words ?? "", /Liquid/);
  const box = await picture.locator("canvas").boundingBox();
  assert(box);
  const { turn } = await look(picture);
  await visit.page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await visit.page.mouse.down();
  await visit.page.mouse.move(box.x + box.width / 2 + 60, box.y + box.height / 2, { steps: 4 });
  assert.equal((await look(picture)).held, -1, "nothing is held");
  await visit.page.mouse.up();
  assert(Math.abs((await look(picture)).turn - turn) > 0.1, "a drag turns it");
  // A network has its own words again.
  await visit.open("network");
  await until(async () => (await picture.getAttribute("aria-label")) === "Network", "its name");
  await visit.end();
});

test("a phone pulls a mass with a finger", async () => {
  const visit = await open(SIZES.phone);
  const picture = await network(visit, "");
  const tabs = visit.page.locator("urto-pictures");
  await tabs.getByRole("tab", { name: "Network" }).click();
  await visit.hears("a string", () => visit.page.evaluate(() => window.studio.trigger(window.studio.state.selected, 1)));
  await seeAll(picture);
  await until(async () => {
    const { points, told } = await look(picture);
    return points === 64 && told;
  }, "64 masses");
  // Where the mass is at that moment, as the string swings.
  const touch = (/** @type {string} */ type, /** @type {number} */ above) =>
    picture.evaluate(
      (one, { type, above }) => {
        const [x, y] = one.placeOf(30);
        const event = new PointerEvent(type, { pointerId: 5, pointerType: "touch", bubbles: true });
        one.canvas.setPointerCapture = () => {};
        Object.defineProperties(event, { offsetX: { value: x }, offsetY: { value: y - above } });
        one.canvas.dispatchEvent(event);
      },
      { type, above },
    );
  await touch("pointerdown", -8);
  assert((await look(picture)).held >= 0, "a finger takes a mass that is near");
  await touch("pointermove", 30);
  await until(async () => (await look(picture)).injected > 0, "the hand does work");
  await touch("pointerup", 30);
  assert.equal((await look(picture)).held, -1);
  await visit.end();
});

test("where there is no WebGL 2 a sentence says so", async () => {
  const visit = await open();
  await visit.page.evaluate(() => {
    const own = HTMLCanvasElement.prototype.getContext;
    // @ts-ignore: only this one is refused
    HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
      return kind === "webgl2" ? null : own.call(this, kind, ...rest);
    };
  });
  const picture = await network(visit, "");
  await until(async () => /no WebGL 2/.test((await look(picture)).note ?? ""), "the sentence");
  await visit.hears("it all the same", () => visit.press("trigger"));
  await visit.end();
});

test("sixty thousand masses are drawn", async (t) => {
  const visit = await open({ ...SIZES.wide, reducedMotion: "no-preference" });
  // Slow steps, so that the sound keeps up: what is measured is the drawing.
  const sheet = `urto = "mi/1"\nrate = 250\n[[lattice]]\nname = "s"\ncounts = [250, 240, 1]\nspacing = 0.004\nmass = 1e-3\nstiffness = 8\nhold = "rim"\n[[event]]\nforce = { mass = "s.80.90.0", value = [0, 0, 0.1], steps = 3 }\n[[listen]]\nmass = "s.125.120.0"\naxis = [0, 0, 1]\n`;
  // Without a graphics card the processor draws them, and builds the sheet besides.
  const long = 4 * PATIENCE;
  visit.page.setDefaultTimeout(long);
  const picture = await network(visit, "");
  await visit.hears("a string", () => visit.press("trigger"));
  await visit.page.evaluate((sheet) => {
    const { studio } = window;
    studio.importFile("sheet.mi.toml", sheet);
    studio.use(studio.state.selected, "file", "sheet.mi.toml");
  }, sheet);
  await until(async () => (await look(picture)).points === 60000, "60,000 masses", long);
  await visit.press("trigger");
  await until(async () => (await look(picture)).most > 0, "they move", long);
  const measured = await picture.evaluate(async (one) => {
    const { gl } = one.drawing;
    const least = { page: Infinity, whole: Infinity };
    for (let n = 0; n < 8; n++) {
      await new Promise(requestAnimationFrame);
      one.orbit.move(0.01, 0);
      gl.finish();
      // As if the pose were new: strain is looked at again.
      one.pose.measured = null;
      const start = performance.now();
      one.refresh(new Set(), start, true);
      least.page = Math.min(least.page, performance.now() - start);
      // Reading a dot back waits until all is drawn.
      gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4));
      least.whole = Math.min(least.whole, performance.now() - start);
    }
    return { ...least, load: one.feed.engine.meters().load };
  });
  const gl = await picture.evaluate((one) => {
    const { gl } = one.drawing;
    const more = gl.getExtension("WEBGL_debug_renderer_info");
    return String(gl.getParameter(more ? more.UNMASKED_RENDERER_WEBGL : gl.RENDERER));
  });
  const { page, whole, load } = measured;
  t.diagnostic(`60,000 masses on ${gl}: ${(1000 / whole).toFixed(0)} pictures a second at best, ${page.toFixed(1)} of ${whole.toFixed(1)} ms each by the page; audio load ${load.toFixed(2)}`);
  if (process.env.URTO_SHOT) await picture.screenshot({ path: `${process.env.URTO_SHOT}/network-sheet.png` });
  // What is done for a picture does not depend on the machine: three numbers for where a mass is and one
  // for its strain go to the graphics card, which draws two corners for each link and one for each
  // mass, all at once. At 30 pictures a second that is 29 MB/s and nine million corners, which any
  // graphics card does; strips, or links that are sent anew, would be several times as much.
  const pictures = 3;
  const counted = await picture.evaluate((one, pictures) => {
    const { gl } = one.drawing;
    const all = { sent: 0, calls: 0, corners: 0 };
    const bytes = (/** @type {any} */ data) => data?.byteLength ?? data ?? 0;
    const watch = (/** @type {any} */ of, /** @type {string} */ name, /** @type {(told: any[]) => void} */ see) => {
      const own = of[name];
      of[name] = (/** @type {any[]} */ ...told) => {
        see(told);
        return own.apply(of, told);
      };
    };
    watch(gl, "bufferData", (told) => (all.sent += bytes(told[1])));
    watch(gl, "bufferSubData", (told) => (all.sent += bytes(told[2])));
    for (const name of ["texImage2D", "texSubImage2D"]) watch(gl, name, (told) => (all.sent += bytes(told[8])));
    const draws = { drawArrays: 2, drawElements: 1, drawArraysInstanced: 2, drawElementsInstanced: 1 };
    for (const [name, count] of Object.entries(draws)) {
      watch(gl, name, (told) => {
        all.calls += 1;
        all.corners += told[count] * (name.endsWith("Instanced") ? told[told.length - 1] : 1);
      });
    }
    for (let n = 0; n < pictures; n++) one.refresh(new Set(), performance.now(), true);
    for (const name of ["bufferData", "bufferSubData", "texImage2D", "texSubImage2D", ...Object.keys(draws)]) delete (/** @type {any} */ (gl)[name]);
    return { ...all, links: one.drawing.edges };
  }, pictures);
  assert(counted.links > 100_000, `${counted.links} links`);
  assert.equal(counted.sent, pictures * 60_000 * 4 * (3 + 1), "bytes to the graphics card");
  assert.equal(counted.calls, pictures * 2, "calls to draw");
  assert.equal(counted.corners, pictures * (60_000 + 2 * counted.links), "corners drawn");
  await visit.end();
});
