// The body in space: one turns it and comes nearer, strikes it where one clicks, rubs it by dragging and
// throws at it; and what one hears depends on where.

import assert from "node:assert/strict";
import { test } from "node:test";
import { deflateSync } from "node:zlib";
import { until } from "../harness.mjs";
import { SIZES, studioForAll } from "../ui.mjs";

const open = studioForAll();

/** @typedef {import("playwright-core").Locator} Locator */

/** All of it is seen, nothing lies over it. @param {Locator} picture */
const seeAll = (picture) => picture.evaluate((one) => one.scrollIntoView({ block: "center", behavior: "instant" }));

/** What the picture shows. @param {Locator} picture */
const look = (picture) =>
  picture.evaluate((one) => ({
    some: one.some,
    formed: one.hasAttribute("formed"),
    parts: one.parts.map((/** @type {any} */ part) => part.name),
    turn: one.orbit.turn,
    zoom: one.orbit.zoom,
    holds: one.holds,
    words: one.canvas.getAttribute("aria-label"),
    marks: one.marks.dots.map((/** @type {HTMLElement} */ dot) => dot.dataset.kind),
    hint: one.marks.hint.textContent,
  }));

/** Where a point of the body's box is on the page: shares of it. @param {Locator} picture @param {number[]} shares */
const on = (picture, shares) =>
  picture.evaluate((one, shares) => {
    const part = one.parts.find((/** @type {any} */ part) => part.name === "body");
    const [x, y] = one.orbit.at(...part.at(part.nearest(part.within(shares))));
    const box = one.canvas.getBoundingClientRect();
    return { x: box.left + x, y: box.top + y };
  }, shares);

/** A body of this kind, to be struck; the sound is awake. @param {Awaited<ReturnType<typeof open>>} visit @param {string} kind */
async function body(visit, kind) {
  await visit.open("impact");
  const picture = visit.page.locator("urto-body");
  await visit.page.evaluate((kind) => window.studio.set(window.studio.state.selected, "body.kind", kind), kind);
  await seeAll(picture);
  await until(async () => (await look(picture)).formed, "its form, before anything sounds");
  await seeAll(picture);
  return picture;
}

/** Struck at rest: what still bends is not where it was. @param {Awaited<ReturnType<typeof open>>} visit @param {Locator} picture */
async function still(visit, picture) {
  if (await visit.page.evaluate(() => window.studio.awake)) await visit.hush();
  await until(() => picture.evaluate((one) => !one.moving), "the body at rest");
}

/** How fast each of its modes moves a moment after a blow, when nothing of the last one is in what the page was told [m/s]. @param {Awaited<ReturnType<typeof open>>} visit @param {() => Promise<void>} act @returns {Promise<number[]>} */
async function motion(visit, act) {
  await visit.hears("a blow", act);
  return visit.page.evaluate(async () => {
    await new Promise((done) => setTimeout(done, 100));
    return [...(window.studio.physics()?.modes.level ?? [])];
  });
}

/** The same, each against the loudest. @param {Awaited<ReturnType<typeof open>>} visit @param {() => Promise<void>} act */
async function partials(visit, act) {
  const most = await motion(visit, act);
  const loudest = Math.max(...most);
  return most.map((own) => own / loudest);
}

/** Counts blows from now on. @param {Awaited<ReturnType<typeof open>>} visit @returns {Promise<() => Promise<number>>} */
async function counted(visit) {
  await visit.page.evaluate(() => {
    const w = /** @type {any} */ (window);
    const own = w.studio.trigger;
    w.count = 0;
    w.studio.trigger = function (/** @type {any[]} */ ...words) {
      w.count++;
      return own.apply(this, words);
    };
  });
  return () => visit.page.evaluate(() => /** @type {any} */ (window).count);
}

test("a body is struck where one clicks, and other places sound otherwise", async () => {
  const visit = await open();
  const picture = await body(visit, "bar");
  // The bench tells how it is touched a moment after its form is there.
  await until(async () => /Enter strikes it/.test((await look(picture)).words ?? ""), "words for who does not see it");
  const { parts, marks, hint } = await look(picture);
  assert.deepEqual(parts, ["body"]);
  assert.deepEqual(marks, ["heard", "touched"]);
  assert.match(hint ?? "", /Tap it to strike, drag across it to rake/);
  // Each blow where it is aimed: chance moves them a little.
  await visit.page.evaluate(() => window.studio.set(window.studio.state.selected, "variation", "0"));
  const click = async (/** @type {number[]} */ shares) => {
    await still(visit, picture);
    const { x, y } = await on(picture, shares);
    await visit.page.mouse.click(x, y);
  };
  // The first click also wakes the sound.
  await click([0.02, 0.5, 1]);
  await visit.heard("the first blow");
  const end = await partials(visit, () => click([0.02, 0.5, 1]));
  const place = async () => (await visit.now()).values.strike.number;
  assert(Math.abs((await place()) - 0.02) < 0.03, `${await place()}`);
  const middle = await partials(visit, () => click([0.5, 0.5, 1]));
  assert(Math.abs((await place()) - 0.5) < 0.03, `${await place()}`);
  // The second mode of a free bar is at rest in its middle: it does not speak there.
  // How loud it still is at the end depends on how late one looks: it dies away faster.
  assert(end[1] > 0.02 && middle[1] < 0.3 * end[1], `second mode ${end[1]} at the end, ${middle[1]} in the middle`);
  // Each click is one step to undo, as a place; so is what is raked by dragging on.
  const from = await on(picture, [0.2, 0.5, 1]);
  const to = await on(picture, [0.8, 0.5, 1]);
  await still(visit, picture);
  const blows = await counted(visit);
  await visit.page.mouse.move(from.x, from.y);
  await visit.page.mouse.down();
  await visit.page.mouse.move(to.x, to.y, { steps: 8 });
  await visit.page.mouse.up();
  // A blow for each stretch of the way, and the one that came down.
  const side = await picture.evaluate((one) => one.side);
  const stretches = Math.floor(Math.hypot(to.x - from.x, to.y - from.y) / Math.max(0.06 * side, 16));
  assert(stretches >= 4, `${stretches}`);
  assert.equal(await blows(), 1 + stretches);
  await until(async () => (await place()) > 0.6, "the last is where the hand was");
  await visit.press("undo");
  assert(Math.abs((await place()) - 0.2) < 0.03, `${await place()}`);
  await visit.press("undo");
  assert(Math.abs((await place()) - 0.5) < 0.03, `${await place()}`);

  // By keys: shift and arrows move the place, enter strikes.
  await picture.locator("canvas").first().focus();
  const before = await place();
  for (let n = 0; n < 3; n++) await visit.page.keyboard.press("Shift+ArrowRight");
  assert(Math.abs((await place()) - before) > 0.03, `${await place()}`);
  await visit.hears("a blow by key", () => picture.locator("canvas").first().press("Enter"));
  // While the key is down, what the place passes is struck.
  const struck = await blows();
  await visit.page.keyboard.down("Enter");
  for (let n = 0; n < 3; n++) await visit.page.keyboard.press("Shift+ArrowLeft");
  await visit.page.keyboard.up("Enter");
  await visit.page.keyboard.press("Shift+ArrowLeft");
  assert.equal((await blows()) - struck, 4);
  await visit.end();
});

/**
 * A `.body` file: a bar of 20 by 4 by 2 cm. Its first mode moves the end at low x, its second the other
 * one, each only where y is high.
 */
function barBody() {
  const [STATIONS, SIZE] = [12, [0.2, 0.04, 0.02]];
  const corners = [[0, 0], [1, 0], [1, 1], [0, 1]];
  const shares = Array.from({ length: STATIONS + 1 }, (_, n) => corners.map(([y, z]) => [n / STATIONS, y, z])).flat();
  /** @type {number[]} */
  const triangles = [];
  const quad = (/** @type {number} */ a, /** @type {number} */ b, /** @type {number} */ c, /** @type {number} */ d) => triangles.push(a, b, c, a, c, d);
  for (let n = 0; n < STATIONS; n++) for (let k = 0; k < 4; k++) quad(4 * n + k, 4 * n + 4 + k, 4 * n + 4 + ((k + 1) % 4), 4 * n + ((k + 1) % 4));
  quad(0, 1, 2, 3);
  const last = 4 * STATIONS;
  quad(last, last + 3, last + 2, last + 1);
  const bytes = [Buffer.from(Float32Array.from(shares.flatMap((own) => own.map((share, axis) => share * SIZE[axis]))).buffer), Buffer.from(Uint32Array.from(triangles).buffer)];
  for (const [frequency, side] of [[700, 0], [1700, 1]]) {
    bytes.push(Buffer.from(Float64Array.from([frequency, 0.05, 0, 1]).buffer));
    const shape = shares.flatMap(([x, y]) => [0, 0, Math.round(32767 * y * (side ? x : 1 - x) ** 2)]);
    bytes.push(Buffer.from(Int16Array.from(shape).buffer));
  }
  const text = `urto = "body/1"\nname = "bar"\ndensity = 7850.0\nmodulus = 200000000000.0\npoisson = 0.29\nalpha = 8.0\nbeta = 0.0\neta = 0.0\nweight = 1.25\nvertices = ${shares.length}\ntriangles = ${triangles.length / 3}\nmodes = 2\n---\n`;
  return Buffer.concat([Buffer.from(text), deflateSync(Buffer.concat(bytes))]);
}

test("a body from a mesh is struck on its surface", async () => {
  const visit = await open();
  await visit.choose([{ name: "bar.body", text: barBody() }]);
  await until(async () => (await visit.now())?.values["body.file"]?.text === "bar.body", "the bar on the bench");
  const picture = visit.page.locator("urto-body");
  await seeAll(picture);
  await until(async () => (await look(picture)).formed, "its form");
  await seeAll(picture);
  const click = async (/** @type {number[]} */ shares) => {
    await still(visit, picture);
    const { x, y } = await on(picture, shares);
    await visit.page.mouse.click(x, y);
  };
  await click([0.1, 0.9, 1]);
  await visit.heard("the first blow");
  const left = await partials(visit, () => click([0.1, 0.9, 1]));
  const right = await partials(visit, () => click([0.9, 0.9, 1]));
  assert.equal(left.length, 2);
  assert(left[1] < 0.3 && right[0] < 0.3, `modes at one end ${left}, at the other ${right}`);
  const { values } = await visit.now();
  if ("strike_spot.on" in values) {
    assert.equal(values["strike_spot.on"].choice, "surface");
    for (const [axis, wanted] of [["x", 0.9], ["y", 0.9], ["z", 1]]) assert(Math.abs(values[`strike_spot.${axis}`].number - Number(wanted)) < 0.02, `${axis}: ${values[`strike_spot.${axis}`].number}`);
    // Across the bar, where both modes are nearly at rest, a blow moves them less; how loud that is
    // made is another matter.
    const moved = await motion(visit, () => click([0.1, 0.9, 1]));
    const little = await motion(visit, () => click([0.1, 0.05, 1]));
    assert(Math.max(...little) < 0.4 * Math.max(...moved), `${little} and ${moved}`);
  }
  await visit.end();
});

test("it is turned beside it, by another button and by keys, and a wheel comes nearer", async () => {
  const visit = await open();
  const picture = await body(visit, "plate");
  const blows = await counted(visit);
  const canvas = picture.locator("canvas").first();
  const box = await canvas.boundingBox();
  assert(box);
  const drag = async (/** @type {{x: number, y: number}} */ from, /** @type {"left" | "right"} */ button) => {
    const { turn } = await look(picture);
    await visit.page.mouse.move(from.x, from.y);
    await visit.page.mouse.down({ button });
    await visit.page.mouse.move(from.x + 50, from.y + 5, { steps: 4 });
    await visit.page.mouse.up({ button });
    return (await look(picture)).turn - turn;
  };
  assert(Math.abs((await drag({ x: box.x + 10, y: box.y + 10 }, "left")) - 50 * 0.008) < 1e-6);
  assert(Math.abs((await drag(await on(picture, [0.5, 0.5, 1]), "right")) - 50 * 0.008) < 1e-6);
  assert.equal(await blows(), 0, "turning sounds nothing");
  await visit.page.mouse.wheel(0, -200);
  await until(async () => (await look(picture)).zoom > 1.2, "it comes nearer");
  await canvas.press("Home");
  const { zoom, turn } = await look(picture);
  assert.equal(zoom, 1);
  await canvas.press("ArrowRight");
  assert.notEqual((await look(picture)).turn, turn);
  await visit.end();
});

test("what is rubbed sounds while one drags on it, there and as fast as one drags", async () => {
  const visit = await open();
  await visit.open("scraping");
  const picture = visit.page.locator("urto-body");
  await seeAll(picture);
  await until(async () => (await look(picture)).formed, "its form");
  await seeAll(picture);
  assert.match((await look(picture)).hint ?? "", /Drag on it/);
  const { values } = await visit.now();
  const [from, to] = [await on(picture, [0.15, 0.5, 1]), await on(picture, [0.85, 0.5, 1])];
  const { mouse } = visit.page;
  await mouse.move(from.x, from.y);
  await mouse.down();
  let fastest = 0;
  // Kept while it goes on: on a busy machine a hand may seem to rest when one looks.
  await visit.page.evaluate(() => {
    const w = /** @type {any} */ (window);
    const { touch } = w.studio;
    w.fastest = 0;
    w.studio.touch = function (/** @type {any} */ id, /** @type {{key: string, value: number}[]} */ numbers, /** @type {any} */ how) {
      for (const { key, value } of numbers) if (key === "speed") w.fastest = Math.max(w.fastest, value);
      return touch.call(this, id, numbers, how);
    };
  });
  await until(async () => {
    await mouse.move(to.x, to.y, { steps: 12 });
    await mouse.move(from.x, from.y, { steps: 12 });
    fastest = await visit.page.evaluate(() => /** @type {any} */ (window).fastest);
    return fastest > 0.05 && (await visit.page.evaluate(() => window.ears.loudest > 1e-3));
  }, "scraping is heard, and follows the hand");
  assert((await look(picture)).holds);
  await mouse.move(to.x, to.y, { steps: 4 });
  await until(async () => Math.abs((await visit.now()).values.place.number - values.place.number) > 0.1, "the place follows");
  await mouse.up();
  await visit.quiet("lifted");
  // The hand's speed is given back.
  await until(async () => (await visit.now()).values.speed.number === values.speed.number, "the speed of the sound");
  await visit.end();
});

test("what is pulled off the body and let go towards it is thrown at it", async () => {
  const visit = await open();
  const picture = await body(visit, "plate");
  const at = await picture.evaluate((one) => {
    const [part] = one.parts;
    return one.orbit.at(...part.at(part.nearest(part.within([0.5, 0.5, 1]))));
  });
  // As fast as a hand, whatever else the machine does: an event every 8 ms of the hand's own time.
  const hand = (/** @type {string[]} */ types, /** @type {number[]} */ from, /** @type {number[]} */ to, /** @type {number} */ start) =>
    picture.evaluate(
      (one, { types, from, to, start }) => {
        one.canvas.setPointerCapture = () => {};
        types.forEach((type, n) => {
          const share = types.length > 1 ? n / (types.length - 1) : 0;
          const event = new PointerEvent(type, { pointerId: 7, pointerType: "mouse", bubbles: true });
          const own = { timeStamp: start + 8 * n, offsetX: from[0] + share * (to[0] - from[0]), offsetY: from[1] + share * (to[1] - from[1]) };
          for (const [key, value] of Object.entries(own)) Object.defineProperty(event, key, { value });
          one.canvas.dispatchEvent(event);
        });
      },
      { types, from, to, start },
    );
  const moves = Array(12).fill("pointermove");
  const off = [at[0], 4];
  await hand(["pointerdown", ...moves], at, off, 1000);
  await visit.heard("the blow of the hand that comes down");
  await until(() => picture.evaluate((one) => !one.marks.ballMark.hidden), "what is thrown is seen");
  const blows = await counted(visit);
  await hand([...moves, "pointerup"], off, [at[0], 24], 1300);
  await until(async () => (await blows()) === 1, "the throw strikes");
  const { holds } = await look(picture);
  assert(!holds);
  // Let go away from it, nothing is met.
  await hand(["pointerdown", ...moves], at, [at[0], 20], 2000);
  const before = await blows();
  await hand([...moves, "pointerup"], [at[0], 20], [at[0], 2], 2200);
  await visit.page.waitForTimeout(500);
  assert.equal(await blows(), before, "no throw");
  await visit.end();
});

test("a phone strikes with a finger, and turns with two", async () => {
  const visit = await open(SIZES.phone);
  await visit.open("impact");
  const picture = visit.page.locator("urto-body");
  await visit.page.locator("urto-pictures").getByRole("tab", { name: "Body" }).click();
  await seeAll(picture);
  await until(async () => (await look(picture)).formed, "its form");
  await seeAll(picture);
  const { x, y } = await on(picture, [0.3, 0.5, 1]);
  const blows = await counted(visit);
  await visit.page.touchscreen.tap(x, y);
  await visit.heard("a blow");
  assert.equal(await blows(), 1, "a tap is one blow");
  // A finger that is drawn across rakes it, and the page does not scroll.
  await still(visit, picture);
  const [from, to] = [await on(picture, [0.15, 0.5, 1]), await on(picture, [0.85, 0.5, 1])];
  const session = await visit.page.context().newCDPSession(visit.page);
  const finger = (/** @type {"touchStart"|"touchMove"|"touchEnd"} */ type, /** @type {number | null} */ share) =>
    session.send("Input.dispatchTouchEvent", { type, touchPoints: share === null ? [] : [{ x: from.x + share * (to.x - from.x), y: from.y + share * (to.y - from.y), id: 1 }] });
  const scrolled = await visit.page.evaluate(() => scrollY);
  const struck = await blows();
  await finger("touchStart", 0);
  for (let step = 1; step <= 12; step++) await finger("touchMove", step / 12);
  await finger("touchEnd", null);
  const apart = Math.max(0.06 * (await picture.evaluate((one) => one.side)), 16);
  const stretches = Math.floor(Math.hypot(to.x - from.x, to.y - from.y) / apart);
  assert(stretches >= 4, `${stretches}`);
  assert.equal((await blows()) - struck, 1 + stretches);
  assert.equal(await visit.page.evaluate(() => scrollY), scrolled);
  const { turn, zoom } = await look(picture);
  const box = await picture.locator("canvas").first().boundingBox();
  assert(box);
  const touch = (/** @type {string} */ type, /** @type {number} */ pointerId, /** @type {number} */ x, /** @type {number} */ y) =>
    picture.evaluate(
      (one, { type, pointerId, x, y }) => {
        const event = new PointerEvent(type, { pointerId, pointerType: "touch", bubbles: true });
        one.canvas.setPointerCapture = () => {};
        Object.defineProperties(event, { offsetX: { value: x }, offsetY: { value: y } });
        one.canvas.dispatchEvent(event);
      },
      { type, pointerId, x, y },
    );
  await touch("pointerdown", 11, 40, 150);
  await touch("pointerdown", 12, 240, 150);
  await touch("pointermove", 11, 20, 150);
  await touch("pointermove", 12, 280, 150);
  await touch("pointerup", 11, 20, 150);
  await touch("pointerup", 12, 280, 150);
  const after = await look(picture);
  assert(after.zoom > 1.1 * zoom && after.turn !== turn && !after.holds);
  await visit.end();
});

test("where there is no WebGL 2 a body is drawn all the same", async () => {
  const visit = await open();
  await visit.page.evaluate(() => {
    const own = HTMLCanvasElement.prototype.getContext;
    // @ts-ignore: only this one is refused
    HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
      return kind === "webgl2" ? null : own.call(this, kind, ...rest);
    };
  });
  const picture = await body(visit, "bell");
  await until(async () => (await look(picture)).some, "it is drawn");
  const inked = await picture.evaluate(({ canvas }) => {
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    let ink = 0;
    for (let n = 3; n < data.length; n += 4) ink += data[n] > 0 ? 1 : 0;
    return ink / (canvas.width * canvas.height);
  });
  assert(inked > 0.05, `${inked} covered`);
  await visit.end();
});

/** A box as an OBJ file. @param {number[]} sides */
function box(sides) {
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((n) => `v ${sides.map((side, axis) => side * ((n >> axis) & 1)).join(" ")}\n`);
  return `${corners.join("")}f 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n`;
}

test("a small mesh that is dropped is solved in the page, can be stopped, and is struck", async () => {
  const visit = await open();
  // Stout: it takes some seconds, in which it can be stopped.
  await visit.choose([{ name: "cube.obj", text: box([90, 90, 90]) }]);
  await visit.press("mesh-go");
  const bar = visit.part("mesh-progress");
  await until(async () => (await bar.evaluate((own) => /** @type {HTMLProgressElement} */ (own).value)) > 0.05, "progress");
  await visit.press("mesh-stop");
  await bar.waitFor({ state: "hidden" });
  assert.equal((await visit.state()).instances.length, 0);
  await visit.press("dialog-close");

  // A bar of 300 x 20 x 10 mm: 574.2 Hz by Timoshenko.
  await visit.choose([{ name: "bar.obj", text: box([300, 20, 10]) }]);
  assert.equal(await visit.part("mesh-unit").inputValue(), "mm");
  // Its 30 modes ask for 14,000 unknowns in the end, as in the command.
  await visit.press("mesh-go");
  await until(async () => (await visit.state()).instances.length === 1, "the bar on the bench", 90_000);
  const { name, values } = await visit.now();
  assert.equal(name, "bar");
  assert.equal(values["body.file"].text, "bar.body");
  await visit.hears("the bar", () => visit.press("trigger"));
  const modes = await visit.page.evaluate(() => [...window.studio.physics().modes.frequency]);
  assert(modes.some((hertz) => Math.abs(hertz / 574.2 - 1) < 0.01), `${modes}`);
  await visit.end();
});

test("a mesh that is too large for the page is told with the command that solves it", async () => {
  const visit = await open();
  // A hollow box with walls of 1 mm.
  const outer = box([90, 90, 90]);
  const inner = box([88, 88, 88]).replace(/^v (.*)$/gm, (_, at) => `v ${at.split(" ").map((/** @type {string} */ x) => Number(x) + 1).join(" ")}`);
  const turned = inner.replace(/^f (.*)$/gm, (_, corners) => `f ${corners.split(" ").map((/** @type {string} */ n) => Number(n) + 8).reverse().join(" ")}`);
  const text = outer.replace(/^f.*\n/gm, "") + turned.replace(/^f.*\n/gm, "") + [outer, turned].map((own) => own.replace(/^v.*\n/gm, "")).join("");
  await visit.choose([{ name: "case.obj", text }]);
  await visit.press("mesh-go");
  await visit.part("mesh-large").waitFor();
  assert.match(await visit.part("mesh-large").innerText(), /unknowns, and the page solves for 20000 at most|more than the 200000 that the page takes/);
  assert.equal(await visit.part("mesh-command").inputValue(), "urto modes case.obj --unit mm -o case.body");
  await visit.end();
});

test("a mesh that is dropped is told with the command that solves it", async () => {
  const visit = await open();
  const cube = "v 0 0 0\nv 90 0 0\nv 0 90 0\nv 0 0 90\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
  await visit.choose([{ name: "cup.obj", text: cube }]);
  assert.equal(await visit.part("mesh-command").inputValue(), "urto modes cup.obj --unit mm -o cup.body");
  assert.match(await visit.part("mesh-help").innerText(), /closed surface of 4 triangles, 0\.090 m long/);
  await visit.press("dialog-close");
  await visit.choose([{ name: "broken.obj", text: "v 0 0 0\nf 1 2 3\n" }]);
  await visit.problem(/broken\.obj/);
  await visit.end();
});

test("meshes that mean harm give one sentence, and change nothing of what is there", async () => {
  const visit = await open();
  await visit.open("impact");
  const state = async () => JSON.stringify(await visit.state());
  const before = await state();
  for (const [name, text] of [
    ["nan.obj", "v nan 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"],
    ["beyond.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 4294967297\n"],
    ["many.ply", "ply\nformat ascii 1.0\nelement vertex 99999999999\nproperty float x\nend_header\n"],
    ["short.stl", "\u0000".repeat(84)],
  ]) {
    await visit.drop([{ name, text }]);
    await visit.problem(new RegExp(name));
    const said = await visit.part("problem").filter({ hasText: name }).allInnerTexts();
    assert.equal(said.length, 1, name);
    await visit.part("problem").filter({ hasText: name }).getByRole("button", { name: "Dismiss" }).click();
    assert.equal(await visit.page.locator("dialog[open]").count(), 0, name);
    assert.equal(await state(), before, name);
  }
  // What can be read but not solved is refused as it is tried.
  await visit.drop([{ name: "flat.obj", text: "v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\n" }]);
  await visit.press("mesh-go");
  await visit.part("problem").or(visit.part("mesh-large")).first().waitFor();
  assert.equal(await state(), before);
  await visit.page.keyboard.press("Escape");
  await visit.hears("it plays on", () => visit.press("trigger"));
  await visit.end();
});
