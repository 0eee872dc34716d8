// Every screen, on a wide screen, a tablet and a phone: axe-core finds nothing that keeps people out, every
// control explains itself, and nothing is wider than the window. Colours do not depend on the size: in dark
// the wide screen is looked at, with URTO_LONG=1 all of them.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startStudio } from "../harness.mjs";
import { SCREENS, tour } from "../screens.mjs";
import { plainBrowser } from "../ui.mjs";

/** @type {Awaited<ReturnType<typeof startStudio>>} */
let studio;
/** @type {import("playwright-core").Browser} */
let browser;
before(async () => {
  [studio, browser] = await Promise.all([startStudio(), plainBrowser()]);
});
after(async () => {
  await browser?.close();
  await studio?.stop();
});

/** @type {readonly ("light"|"dark")[]} */
const BOTH = ["light", "dark"];

for (const size of /** @type {const} */ (["wide", "tablet", "phone"])) {
  const themes = process.env.URTO_LONG || size === "wide" ? BOTH : BOTH.slice(0, 1);
  test(`axe finds nothing on any screen, and every control there explains itself, ${size}`, async () => {
    /** @type {Set<string>} */
    const found = new Set();
    let looked = 0;
    await tour(browser, studio.url, size, async (visit, screen, theme) => {
      looked += 1;
      const where = `${screen.name}, ${theme}`;
      // A screen wider than the window pushes what sticks to its lower edge out of reach on a phone.
      const width = await visit.page.evaluate(() => Math.max(innerWidth, document.documentElement.scrollWidth));
      if (width > (visit.page.viewportSize()?.width ?? 0)) found.add(`${where}: ${width} px wide`);
      for (const told of await visit.barriers()) found.add(`${where}: ${told}`);
      // What a control says does not depend on colours.
      if (theme === "light") for (const told of await visit.silent()) found.add(`${where}: no words on ${told}`);
    }, themes);
    assert.equal(looked, themes.length * SCREENS.length);
    assert.deepEqual([...found], []);
  });
}
