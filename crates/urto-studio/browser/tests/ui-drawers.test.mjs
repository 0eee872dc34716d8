// The drawers: what they change is seen and heard beside them.

import assert from "node:assert/strict";
import { test } from "node:test";
import { until } from "../harness.mjs";
import { SIZES, studioForAll } from "../ui.mjs";

const open = studioForAll();

/** Whether a part is in the window, most of its height. @param {import("playwright-core").Locator} part */
const inSight = (part) =>
  part.evaluate((own) => {
    const { top, bottom, height, width } = own.getBoundingClientRect();
    const seen = Math.min(bottom, innerHeight) - Math.max(top, 0);
    return width > 0 && seen > 0.8 * Math.min(height, innerHeight);
  });

test("on a wide screen pad and pictures stand beside the values, also far down", async () => {
  const visit = await open({ viewport: { width: 1440, height: 900 } });
  await visit.open("impact");
  await visit.drawer("values");
  await visit.part("expert").check();
  await visit.press("group", { group: "body" });
  const beside = async (/** @type {string} */ when) => {
    for (const part of [visit.page.locator("urto-pad"), visit.part("trigger"), visit.page.locator("urto-pictures > [shown]")])
      await until(() => inSight(part), `${when}: ${part} is in sight`);
  };
  await beside("at first");
  await visit.part("value", { key: "body.size" }).waitFor();
  assert(await inSight(visit.part("value", { key: "body.size" })));
  // To the last value, however long the list is.
  await visit.part("value").last().scrollIntoViewIfNeeded();
  await beside("at the end");
  assert(await inSight(visit.part("value").last()));
  await visit.hears("the pad", () => visit.press("trigger"));
  // Nothing is cut off or wider than the window.
  const wide = await visit.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert(wide <= 0, `${wide} px too wide`);
  await visit.press("drawer-values");
  await until(() => visit.part("drawer").isHidden(), "the drawer is closed");
  await visit.end();
});

test("on a phone the trigger stays in sight while values are changed", async () => {
  const visit = await open(SIZES.phone);
  await visit.open("impact");
  await visit.drawer("values");
  await visit.part("expert").check();
  await visit.press("group", { group: "body" });
  for (const at of ["first", "last"]) {
    await (at === "first" ? visit.part("value").first() : visit.part("value").last()).scrollIntoViewIfNeeded();
    assert(await inSight(visit.part("trigger-small")), at);
  }
  await visit.hears("a blow", () => visit.part("trigger-small").tap());
  await visit.end();
});
