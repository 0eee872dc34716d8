// Pictures of every screen, light and dark, wide, tablet and phone, into target/screenshots.
// `node screenshots.mjs readme` takes the README's picture alone: docs/studio.png.

import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { root, startStudio } from "./harness.mjs";
import { SCREENS, tour } from "./screens.mjs";
import { plainBrowser, visit as visitAt } from "./ui.mjs";

/** The README's: as wide as the bench and the mixer, as tall as the first pictures [px]. */
const README = { width: 1280, height: 1180 };

/** A wine glass that was struck some times, as it bends. @param {import("playwright-core").Browser} browser @param {string} url */
async function readme(browser, url) {
  const visit = await visitAt(browser, url, { viewport: README, colorScheme: "light", reducedMotion: "no-preference" });
  await visit.open("wine glass");
  for (let blow = 0; blow < 4; blow++) {
    await visit.page.keyboard.press("Space");
    await visit.page.waitForTimeout(900);
  }
  await visit.page.keyboard.press("Space");
  await visit.page.mouse.move(640, README.height - 20);
  await visit.page.waitForTimeout(350);
  await visit.page.screenshot({ path: join(root, "docs/studio.png") });
  await visit.end();
}

const folder = join(root, "target/screenshots");
const alone = process.argv.includes("readme");
if (!alone) {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
}
const [studio, browser] = await Promise.all([startStudio(), plainBrowser()]);
try {
  if (alone) await readme(browser, studio.url);
  else for (const shape of /** @type {const} */ (["wide", "tablet", "phone"])) {
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
