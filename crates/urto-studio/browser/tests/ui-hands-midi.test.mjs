// Hands and machines, as a person uses them: a MIDI port that is not there, letters, a gamepad.

import assert from "node:assert/strict";
import { test } from "node:test";
import { SIZES, studioForAll } from "../ui.mjs";
import { until } from "../harness.mjs";

const open = studioForAll();

/** A port whose messages a test sends, as `window.port`. */
const fakePort = () => {
  /** @type {{name: string, onmidimessage: ((event: {data: Uint8Array}) => void) | null}} */
  const input = { name: "Test keys", onmidimessage: null };
  const access = { inputs: new Map([["1", input]]), onstatechange: null };
  Object.assign(window, { port: (...data) => input.onmidimessage?.({ data: Uint8Array.from(data) }) });
  Object.defineProperty(navigator, "requestMIDIAccess", { value: async () => access });
};

/** What is told to the player from now on, as `window.told`. */
const listen = () => {
  const told = [];
  const { studio } = window;
  const send = studio.send.bind(studio);
  studio.send = (kind, lines) => {
    told.push(...String(lines).split("\n").filter((line) => line !== ""));
    send(kind, lines);
  };
  Object.assign(window, { told });
};

/** Out of silence, also behind a dialog. @param {import("../ui.mjs").Visit} visit @param {string} what @param {() => Promise<any>} act */
async function hears(visit, what, act) {
  await visit.page.evaluate(() => window.studio.stopAll());
  await visit.quiet(`silence before ${what}`);
  await act();
  await visit.heard(what);
}

/** @param {import("../ui.mjs").Visit} visit */
async function withPort(visit) {
  await visit.page.evaluate(fakePort);
  await visit.press("menu");
  await visit.press("hands");
  await visit.part("port-midi").check();
  await visit.part("hands-devices").filter({ hasText: "Test keys" }).waitFor();
}

const send = (/** @type {import("../ui.mjs").Visit} */ visit, /** @type {number[]} */ ...data) => visit.page.evaluate((own) => window.port(...own), data);
const told = (/** @type {import("../ui.mjs").Visit} */ visit) => visit.page.evaluate(() => window.told.splice(0));

test("a virtual port drives strength, pitch and a learned control", async () => {
  const visit = await open();
  await visit.open("wine glass");
  await withPort(visit);
  await visit.page.evaluate(listen);
  await hears(visit, "a note", () => send(visit, 0x90, 72, 127));
  assert((await told(visit)).includes("trigger 0 2.0 - pitch 2.0"), "as hard as can be, an octave up");
  await send(visit, 0x90, 48, 1);
  const [soft] = await told(visit);
  const [, , strength, , , pitch] = soft.split(" ");
  assert(Number(strength) < 0.2 && Number(pitch) === 0.5, soft);
  // Learned: a knob moves a macro.
  await visit.press("hands-learn");
  await send(visit, 0xb0, 21, 127);
  await visit.part("hand-row").nth(1).waitFor();
  const row = visit.part("hand-row").nth(1);
  assert.match(await row.innerText(), /MIDI control 21/);
  const target = await row.locator('[data-test="hand-target"]').inputValue();
  const key = target.replace("macro ", "");
  for (const [value, place] of [[127, 100], [0, 0], [64, (64 / 127) * 100]]) {
    await send(visit, 0xb0, 21, value);
    const now = (await visit.now()).macros[key];
    assert(Math.abs(now - place) < 1, `${key} is at ${now} and not ${place}`);
  }
  // Its way turned round, and a value instead of a macro.
  await row.locator('[data-test="hand-target"]').selectOption("gain ");
  await row.locator('[data-test="hand-to-low"]').fill("100");
  await row.locator('[data-test="hand-to-low"]').press("Enter");
  await row.locator('[data-test="hand-to-high"]').fill("0");
  await row.locator('[data-test="hand-to-high"]').press("Enter");
  await send(visit, 0xb0, 21, 127);
  assert.equal((await visit.now()).gain, -60);
  await send(visit, 0xb0, 21, 0);
  assert.equal((await visit.now()).gain, 12);
  // It is in the project's file, and comes back with it.
  const text = await visit.page.evaluate(() => window.studio.exportProject());
  assert.match(text, /\[page\]\nhands = /);
  await visit.press("hands-reset");
  assert.equal(await visit.part("hand-row").count(), 1);
  await visit.page.evaluate((text) => window.studio.importFile("p.toml", text), text);
  assert.equal(await visit.part("hand-row").count(), 2);
  await visit.end();
});

test("what is held sounds as long as its key is down, bends, and is pressed", async () => {
  const visit = await open();
  await visit.open("bowed_string");
  await withPort(visit);
  await hears(visit, "a held note", () => send(visit, 0x90, 60, 100));
  await visit.page.evaluate(listen);
  await send(visit, 0xe0, 127, 127);
  const bent = await told(visit);
  assert(bent.length > 0 && bent.every((line) => line.startsWith("set 0 ")), bent.join("; "));
  await send(visit, 0xd0, 127);
  assert((await told(visit)).some((line) => line.startsWith("set 0 ")));
  // A second key takes over, and gives back what is still down.
  await send(visit, 0x90, 67, 100);
  await send(visit, 0x80, 67, 0);
  assert.equal((await told(visit)).filter((line) => line.startsWith("trigger")).length, 2);
  await send(visit, 0x80, 60, 0);
  assert((await told(visit)).includes("release 0"));
  await visit.quiet("the end of the note");
  // The document has not moved, and what was bent is as it was.
  assert.equal((await visit.now()).values["string.frequency"]?.changed ?? false, false);
  await visit.end();
});

test("letters play notes anywhere, and a learned key strikes", async () => {
  const visit = await open();
  await visit.open("wine glass");
  await visit.press("menu");
  await visit.press("hands");
  await visit.part("port-letters").check();
  await visit.page.keyboard.press("Escape");
  await hears(visit, "a letter", () => visit.page.keyboard.press("s"));
  assert.equal(await visit.page.evaluate(() => document.querySelector("urto-app")?.getAttribute("data-view")), "play", "S is a note now");
  await visit.page.evaluate(listen);
  await visit.page.keyboard.press("x");
  await visit.page.keyboard.press("a");
  assert((await told(visit)).some((line) => line.includes("pitch 2.0")));
  // Where one writes, letters are letters.
  await visit.press("nav-sounds");
  await visit.part("search").fill("");
  await visit.part("search").pressSequentially("gas");
  assert.equal(await visit.part("search").inputValue(), "gas");
  await visit.press("nav-play");
  await visit.press("menu");
  await visit.press("hands");
  await visit.part("port-letters").uncheck();
  await visit.press("hands-learn");
  await visit.page.keyboard.press("b");
  await visit.part("hand-row").filter({ hasText: "Key B" }).waitFor();
  await visit.page.keyboard.press("Escape");
  await hears(visit, "a learned key", () => visit.page.keyboard.press("b"));
  await visit.end();
});

test("a gamepad's stick moves smoothly, its button strikes", async () => {
  const visit = await open();
  await visit.open("wine glass");
  await visit.page.evaluate(() => {
    const pad = { id: "Test pad (Vendor: 1)", index: 0, connected: true, axes: [0, 0], buttons: [{ value: 0 }, { value: 0 }] };
    Object.assign(window, { pad });
    Object.defineProperty(navigator, "getGamepads", { value: () => [pad] });
    dispatchEvent(new Event("gamepadconnected"));
  });
  const move = (/** @type {number} */ axis) => visit.page.evaluate((to) => void (window.pad.axes[0] = to), axis);
  await visit.press("menu");
  await visit.press("hands");
  await visit.part("hands-devices").filter({ hasText: "Test pad" }).waitFor();
  await visit.press("hands-learn");
  await visit.page.waitForTimeout(100);
  await move(1);
  const row = visit.part("hand-row").filter({ hasText: "Gamepad axis 1" });
  await row.waitFor();
  await row.locator('[data-test="hand-target"]').selectOption("pan ");
  await move(-1);
  await until(async () => (await visit.now()).pan < -0.99, "the stick has led it to the left");
  await move(0.02);
  await until(async () => Math.abs((await visit.now()).pan) < 1e-6, "in its dead band it rests in the middle");
  await visit.press("hands-learn");
  await visit.page.evaluate(() => void (window.pad.buttons[1] = { value: 1 }));
  await visit.part("hand-row").filter({ hasText: "Gamepad button 2" }).waitFor();
  await visit.page.evaluate(() => void (window.pad.buttons[1] = { value: 0 }));
  await visit.page.waitForTimeout(100);
  await hears(visit, "a button", () => visit.page.evaluate(() => void (window.pad.buttons[1] = { value: 1 })));
  await visit.end();
});

test("a phone's tilt and shaking are sources too", async () => {
  const visit = await open(SIZES.phone);
  await visit.open("wine glass");
  await visit.press("menu");
  await visit.press("hands");
  await visit.part("port-motion").check();
  await visit.press("hands-learn");
  const tilt = (/** @type {number} */ gamma) => visit.page.evaluate((gamma) => dispatchEvent(new DeviceOrientationEvent("deviceorientation", { alpha: 0, beta: 45, gamma })), gamma);
  await tilt(60);
  const row = visit.part("hand-row").filter({ hasText: "Tilt to the side" });
  await row.waitFor();
  await row.locator('[data-test="hand-target"]').selectOption("pan ");
  await tilt(-60);
  await until(async () => (await visit.now()).pan < -0.99, "tilted to the left");
  const wide = await visit.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert(wide <= 0, `the table is ${wide} px wider than the phone`);
  await visit.end();
});

test("a browser without MIDI says so", async () => {
  const visit = await open();
  await visit.page.evaluate(() => Object.defineProperty(navigator, "requestMIDIAccess", { value: undefined }));
  await visit.press("menu");
  await visit.press("hands");
  await visit.part("port-midi").click();
  await visit.part("hands-devices").filter({ hasText: "offers no MIDI" }).waitFor();
  assert.equal(await visit.part("port-midi").isChecked(), false);
  await visit.end();
});
