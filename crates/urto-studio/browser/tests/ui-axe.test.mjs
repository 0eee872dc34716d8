// Every screen, light and dark, wide and narrow: what keeps people out is found by axe-core, and
// nothing is wider than the window.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { startStudio } from "../harness.mjs";
import { SCREENS, tour } from "../screens.mjs";
import { plainBrowser } from "../ui.mjs";

/** @type {Awaited<ReturnType<typeof startStudio>>} */
let studio;
/** @type {import("playwright-core").Browser} */
let browser;
let axe = "";
before(async () => {
  axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
  [studio, browser] = await Promise.all([startStudio(), plainBrowser()]);
});
after(async () => {
  await browser?.close();
  await studio?.stop();
});

for (const size of /** @type {const} */ (["wide", "phone"])) {
  test(`axe finds nothing serious on any screen, ${size}`, async () => {
    /** @type {Set<string>} */
    const serious = new Set();
    /** @type {Set<string>} */
    const slight = new Set();
    let looked = 0;
    await tour(browser, studio.url, size, async ({ page }, screen, theme) => {
      if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe);
      // Themes differ in colour alone.
      const only = theme === "dark" ? { runOnly: ["color-contrast"] } : {};
      const { violations } = await page.evaluate((only) => window.axe.run(document, { resultTypes: ["violations"], ...only }), only);
      looked += 1;
      // A screen wider than the window pushes what sticks to its lower edge out of reach on a phone.
      const width = await page.evaluate(() => Math.max(innerWidth, document.documentElement.scrollWidth));
      if (width > (page.viewportSize()?.width ?? 0)) serious.add(`${screen.name}, ${theme}: ${width} px wide`);
      for (const { id, impact, help, nodes } of violations) {
        const found = ["serious", "critical"].includes(impact) ? serious : slight;
        for (const node of nodes.slice(0, 4)) found.add(`${screen.name}, ${theme}: ${id} (${help}): ${node.target.join(" ")} ${node.any.map((each) => each.message).join("; ").slice(0, 160)}`);
      }
    });
    assert.equal(looked, 2 * SCREENS.length);
    for (const each of slight) console.log(`# slight: ${each}`);
    assert.deepEqual([...serious], []);
  });
}
