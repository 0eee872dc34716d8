// The grid of pictures: whatever their number and the room there is, no row is left unfilled.

import assert from "node:assert/strict";
import { test } from "node:test";
import { until } from "../harness.mjs";
import { studioForAll } from "../ui.mjs";

const open = studioForAll();

test("no picture stands alone in its row", async () => {
  const visit = await open();
  await visit.open("impact");
  const pictures = visit.page.locator("urto-pictures");
  for (const width of [1600, 1280, 1100, 900, 820, 640]) {
    await visit.page.setViewportSize({ width, height: 800 });
    await until(
      () =>
        pictures.evaluate((own) => {
          const all = own.getBoundingClientRect();
          /** @type {Map<number, number>} */
          const rows = new Map();
          for (const picture of own.children) {
            const box = picture.getBoundingClientRect();
            if (box.width > 0) rows.set(box.top, Math.max(rows.get(box.top) ?? 0, box.right));
          }
          return rows.size > 1 && [...rows.values()].every((right) => Math.abs(right - all.right) < 1);
        }),
      `rows are full at ${width}`,
    );
    const least = await pictures.evaluate((own) =>
      Math.min(...[...own.children].map((one) => one.getBoundingClientRect().width).filter((wide) => wide > 0)),
    );
    assert(least >= 230, `${width}: ${least}`);
  }
  await visit.end();
});
