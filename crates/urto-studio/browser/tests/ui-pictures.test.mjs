// The pictures: whatever their number and the room there is, no row of the grid is left unfilled; and
// none asks for what its sound cannot show.

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
    // Rows are full at once, but their number follows the width a moment later: wait for both.
    await until(
      () =>
        pictures.evaluate((own) => {
          const all = own.getBoundingClientRect();
          const boxes = [...own.children].map((one) => one.getBoundingClientRect()).filter((box) => box.width > 0);
          /** @type {Map<number, number>} */
          const rows = new Map();
          for (const box of boxes) rows.set(box.top, Math.max(rows.get(box.top) ?? 0, box.right));
          const full = [...rows.values()].every((right) => Math.abs(right - all.right) < 1);
          return rows.size > 1 && full && boxes.every((box) => box.width >= 230);
        }),
      `rows are full and pictures wide enough at ${width}`,
    );
  }
  await visit.end();
});

test("every picture that a sound has shows something once it is played, or says why not", async () => {
  // All pictures are in sight: what is not seen is not drawn.
  const visit = await open({ viewport: { width: 1280, height: 1600 } });
  const pictures = () => visit.page.locator("urto-pictures");
  /** What a sound has not. @type {[string, string[]][]} */
  const lacking = [
    ["impact", ["urto-network", "urto-pieces", "urto-friction-loop"]],
    ["rolling", ["urto-network", "urto-pieces", "urto-friction-loop"]],
    ["scraping", ["urto-network", "urto-pieces", "urto-friction-loop"]],
    ["bowed_string", ["urto-network", "urto-pieces", "urto-portrait"]],
    ["crumpling", ["urto-network", "urto-contact", "urto-portrait", "urto-friction-loop"]],
    ["soft_impact", ["urto-network", "urto-pieces", "urto-contact", "urto-portrait", "urto-friction-loop"]],
    ["network", ["urto-pieces", "urto-body", "urto-contact", "urto-portrait", "urto-friction-loop", "urto-modes"]],
  ];
  for (const [sound, none] of lacking) {
    await visit.open(sound);
    const { id } = await visit.now();
    const hidden = await pictures().evaluate((own) => [...own.children].filter((one) => one.hidden).map((one) => one.localName));
    assert.deepEqual(hidden, none, sound);
    await visit.page.evaluate((id) => window.studio.trigger(id, 1), id);
    const asking = () =>
      pictures().evaluate((own) =>
        [...own.children].filter((one) => !one.hidden && !one.some && one.note.textContent === one.empty).map((one) => one.localName),
      );
    let left = await asking();
    await until(async () => (left = await asking()).length === 0, `${sound}: all show something`).catch((why) => {
      throw new Error(`${why.message} (still asking: ${left})`);
    });
    await visit.page.evaluate((id) => window.studio.remove(id), id);
  }
  await visit.end();
});
