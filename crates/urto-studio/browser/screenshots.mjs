// Pictures of every screen, light and dark, wide and narrow, into target/screenshots.

import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { root, startStudio } from "./harness.mjs";
import { SCREENS, tour } from "./screens.mjs";
import { plainBrowser } from "./ui.mjs";

const folder = join(root, "target/screenshots");
await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
const [studio, browser] = await Promise.all([startStudio(), plainBrowser()]);
try {
  for (const shape of /** @type {const} */ (["wide", "phone"])) {
    await tour(browser, studio.url, shape, async ({ page }, screen, theme) => {
      const number = String(SCREENS.indexOf(screen) + 1).padStart(2, "0");
      const path = (/** @type {string} */ more) => join(folder, `${shape}-${theme}-${number}-${screen.name}${more}.png`);
      await page.screenshot({ path: path("") });
      if (!screen.tall) return;
      // As a taller window has it: what sticks to the edges stays there.
      const height = await page.evaluate(() => Math.min(document.documentElement.scrollHeight, 3000));
      const size = page.viewportSize();
      if (!size || height <= size.height) return;
      const at = await page.evaluate(() => scrollY);
      await page.setViewportSize({ ...size, height });
      await page.waitForTimeout(250);
      await page.screenshot({ path: path("-whole") });
      await page.setViewportSize(size);
      await page.evaluate((at) => scrollTo(0, at), at);
    });
    console.log(`${SCREENS.length} screens, ${shape}, light and dark: ${folder}`);
  }
} finally {
  await browser.close();
  await studio.stop();
}
