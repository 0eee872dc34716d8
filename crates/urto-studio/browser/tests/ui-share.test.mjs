// Links that hold a project, and what a person thinks of presets.

import assert from "node:assert/strict";
import { test } from "node:test";
import { deflateRawSync } from "node:zlib";
import { studioForAll } from "../ui.mjs";

const open = studioForAll();

/** @param {string} text */
const hash = (text) => `#1.${deflateRawSync(Buffer.from(text), { level: 9 }).toString("base64url")}`;

test("a link brings the whole patch, asks before it replaces, and is at most 8 kB", async () => {
  const visit = await open();
  await visit.open("wine glass");
  await visit.type("body.size", "33 mm");
  await visit.page.evaluate(() => {
    window.studio.setScore({ beats: false, tempo: 120, length: 4, cycle: null, lanes: [{ slot: 0, events: [{ at: 1, strength: 1, hold: null }], curves: [], patterns: [] }], shapes: [] });
    Object.defineProperty(navigator, "clipboard", { value: { writeText: async (/** @type {string} */ text) => Object.assign(window, { link: text }) } });
  });
  await visit.press("menu");
  await visit.press("project-link");
  await visit.page.getByText("A link to this project is copied").waitFor();
  const link = new URL(await visit.page.evaluate(() => window.link));
  assert(link.hash.startsWith("#1.") && link.hash.length < 2000, `${link.hash.length} bytes`);
  // Where something is on the bench already, it is asked for first.
  await visit.open("gong");
  await visit.page.evaluate((hash) => void (location.hash = hash), link.hash);
  await visit.press("dialog-cancel");
  assert.equal((await visit.state()).instances.length, 2);
  await visit.page.evaluate((hash) => void (location.hash = hash), link.hash);
  await visit.press("dialog-ok");
  const now = await visit.state();
  assert.deepEqual([now.instances.length, now.instances[0].values["body.size"].text, now.score.lanes[0].events[0].at], [1, "33 mm", 1]);
  assert.equal(await visit.page.evaluate(() => location.hash), "", "a reload does not ask again");
  await visit.press("undo");
  assert.equal((await visit.state()).instances.length, 2);
  await visit.end();
});

test("hostile links say one sentence and change nothing", async () => {
  const visit = await open();
  await visit.open("wine glass");
  const before = await visit.page.evaluate(() => window.studio.exportProject());
  const project = await visit.page.evaluate(() => window.studio.exportProject());
  for (const [odd, why] of /** @type {[string, RegExp][]} */ ([
    ["#9.abc", /another version/],
    ["#1.%%%", /missing or was changed/],
    [`#1.${"A".repeat(9000)}`, /longer than 8 kB/],
    [hash(project).slice(0, -20), /missing or was changed/],
    [hash(" ".repeat(4 << 20)), /unfolds to more/],
  ])) {
    await visit.page.evaluate((odd) => void (location.hash = odd), odd);
    await visit.page.locator('[data-test="problem"]').filter({ hasText: why }).first().waitFor();
    assert.equal(await visit.page.evaluate(() => window.studio.exportProject()), before);
  }
  await visit.page.evaluate((odd) => void (location.hash = odd), hash('urto = "project/1"\n[score]\nlength = -1\n'));
  await visit.press("dialog-ok");
  await visit.problem(/length/);
  assert.equal(await visit.page.evaluate(() => window.studio.exportProject()), before);
  await visit.end();
});

test("favourites, ratings, own tags and what was lately used are found again", async () => {
  const visit = await open();
  await visit.part("search").fill("gong");
  await visit.press("hear-preset", { name: "gong" });
  await visit.press("favourite");
  await visit.part("rate", { stars: "4" }).click();
  assert.equal(await visit.part("rate", { stars: "4" }).getAttribute("aria-pressed"), "true");
  await visit.press("edit-tags");
  await visit.answer({ tags: "Winterhall, loud" });
  await visit.open("anvil");
  await visit.reload();
  await visit.goTo("sounds");
  await visit.part("search").fill("");
  await visit.press("tag", { tag: "★ favourites" });
  assert.equal(await visit.part("hear-preset").count(), 1);
  await visit.press("tag", { tag: "★ favourites" });
  await visit.press("tag", { tag: "lately used" });
  await visit.part("hear-preset", { name: "anvil" }).waitFor();
  assert.equal(await visit.part("hear-preset").count(), 1);
  await visit.press("tag", { tag: "lately used" });
  await visit.part("search").fill("winterhall");
  assert.equal(await visit.part("hear-preset").count(), 1);
  await visit.press("hear-preset", { name: "gong" });
  assert.equal(await visit.part("favourite").getAttribute("aria-pressed"), "true");
  await visit.press("edit-tags");
  await visit.answer({ tags: "" });
  await visit.part("nothing-found").waitFor();
  await visit.end();
});
