// The page in Firefox: it stands, a sound is opened, its modes are edited by keys, and a contact scene is
// moved in a worker. Where there is no sound card Firefox starts no sound, so none is listened to here;
// where there is no graphics card pictures in space are drawn flat, or say so. With URTO_FIREFOX=1 or
// URTO_LONG=1, as starting a second browser takes a while.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { Firefox, firefoxPath } from "../firefox.mjs";
import { root, startStudio } from "../harness.mjs";

const asked = process.env.URTO_FIREFOX || process.env.URTO_LONG;
const skip = !asked ? "only with URTO_FIREFOX=1" : !firefoxPath() ? "firefox is not installed" : false;

test("the page in Firefox", { skip }, async () => {
  const studio = await startStudio();
  const firefox = await Firefox.start({ width: 1280, height: 900 });
  /** Waits for a part of the page. @param {string} what */
  const part = (what) =>
    firefox.run(async (what) => {
      for (let n = 0; n < 250; n++) {
        if (document.querySelector(what)) return;
        await new Promise((done) => setTimeout(done, 100));
      }
      throw new Error(`waited in vain: ${what}`);
    }, what);
  try {
    await firefox.open(studio.url);
    await firefox.run(() => localStorage.setItem("urto.toured", "1"));
    await part('[data-test="search"]');
    await firefox.run(async () => {
      const search = /** @type {HTMLInputElement} */ (document.querySelector('[data-test="search"]'));
      search.value = "impact";
      search.dispatchEvent(new Event("input", { bubbles: true }));
      while (!document.querySelector('[data-test="open-sound"][data-name="impact"]')) await new Promise((done) => setTimeout(done, 100));
      /** @type {HTMLElement} */ (document.querySelector('[data-test="open-sound"][data-name="impact"]')).click();
    });
    await part("urto-pad");
    await part("urto-body");
    // Its body is drawn, in space or flat.
    const body = await firefox.run(async () => {
      const one = /** @type {any} */ (document.querySelector("urto-body"));
      one.scrollIntoView();
      for (let n = 0; n < 200 && !/across/.test(one.canvas.getAttribute("aria-label")); n++) await new Promise((done) => setTimeout(done, 100));
      return { some: one.some, words: one.canvas.getAttribute("aria-label") };
    });
    assert(body.some && /200\s?mm across/.test(body.words ?? ""), JSON.stringify(body));
    // A mode is made softer by keys.
    await firefox.run(() => /** @type {HTMLElement} */ (document.querySelector('[data-test="drawer-edit"]')).click());
    await part('[data-test="edit-plot"]');
    await firefox.run(() => /** @type {HTMLElement} */ (document.querySelector('[data-test="edit-plot"]')).focus());
    await firefox.keys("\uE012", "\uE015", "\uE015", "\uE015"); // left, and three times down
    const words = await firefox.run(async () => {
      await new Promise((done) => setTimeout(done, 500));
      return document.querySelector('[data-test="edit-words"]')?.textContent;
    });
    assert.match(words ?? "", /^Mode 1 of \d+: .*−3 dB$/);
    // A scene is moved and heard in a worker.
    const text = (await readFile(join(root, "scenes/marble.toml"))).toString();
    const status = await firefox.run(async (text) => {
      const data = new DataTransfer();
      data.items.add(new File([text], "marble.toml"));
      for (const type of ["dragenter", "dragover", "drop"]) window.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
      const found = () => document.querySelector('[data-test="run-status"]')?.textContent ?? "";
      for (let n = 0; n < 400 && !found().startsWith("Heard"); n++) await new Promise((done) => setTimeout(done, 100));
      return found();
    }, text);
    assert.equal(status, "Heard as the scene listens.");
  } finally {
    await firefox.stop();
    await studio.stop();
  }
});
