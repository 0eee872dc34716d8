// The first visit: five steps, by doing them; and nine candidates.

import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { folder, readWav, run, startStudio, until } from "../harness.mjs";
import { SIZES, plainBrowser, visit as visitAt } from "../ui.mjs";

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

test("five steps: touch, change, compare, record, ask; shown once", async () => {
  const visit = await visitAt(browser, `${studio.url}?first`, SIZES.wide);
  const tour = visit.part("tour");
  await tour.waitFor();
  const done = async (/** @type {string} */ step) => {
    assert.equal(await tour.getAttribute("data-step"), step);
    await visit.page.locator(".first-visit.done").waitFor();
    await visit.press("tour-next");
  };
  await visit.open("wine glass");
  await visit.page.keyboard.press("Space");
  await done("1");
  await visit.drag(visit.page.locator("urto-macros input[type=range]").first(), [0.3, 0.5], [0.7, 0.5]);
  await done("2");
  await visit.press("compare-b");
  await done("3");
  await visit.press("record");
  await visit.page.waitForTimeout(300);
  await visit.download(() => visit.press("record"));
  await done("4");
  await visit.drawer("values");
  await visit.part("hears").waitFor();
  if ((await visit.part("hears").getAttribute("open")) === null) await visit.part("hears").locator("summary").click();
  await done("5");
  assert.equal(await tour.count(), 0);
  await visit.reload();
  assert.equal(await tour.count(), 0, "it is shown once");
  await visit.press("menu");
  await visit.press("tour-again");
  await visit.press("tour-close");
  assert.equal(await tour.count(), 0);
  await visit.end();
});

test("a new user: from the address to a struck glass, another material, a take and a file on disk", async (t) => {
  // Nothing outside the page: what is pressed is found by the words that it shows, with a mouse.
  const visit = await visitAt(browser, `${studio.url}?first`, SIZES.wide);
  const { page } = visit;
  const tour = visit.part("tour");
  await tour.getByText("wine glass", { exact: false }).waitFor();
  await page.getByPlaceholder(/search/i).or(page.getByRole("searchbox")).first().fill("wine glass");
  await page.getByRole("button", { name: /^wine glass/i }).first().click();
  await visit.heard("what was pressed sounds at once");
  await visit.part("preview").getByRole("button", { name: "Open", exact: true }).click();
  // The glass itself, struck where one clicks.
  const body = page.locator("urto-body");
  await body.evaluate((one) => one.scrollIntoView({ block: "center", behavior: "instant" }));
  await body.getByText(/Tap it to strike/).waitFor();
  await until(() => body.evaluate((one) => one.hasAttribute("formed") && !one.moving), "the glass, at rest");
  const at = await body.evaluate((one) => {
    const mark = one.marked.find((/** @type {any} */ own) => own.own.kind === "touched");
    const box = one.canvas.getBoundingClientRect();
    return { x: box.left + mark.x, y: box.top + mark.y };
  });
  await visit.hears("the glass", () => page.mouse.click(at.x, at.y));
  await page.locator(".first-visit.done").waitFor();
  // Another material: it rings otherwise.
  const ring = () => page.evaluate(() => window.studio.physics()?.modes.frequency[0] ?? 0);
  const glass = await ring();
  await page.getByRole("button", { name: /^All values/ }).click();
  await page.getByRole("group", { name: "Parts of the sound" }).getByRole("button", { name: /^Body/ }).first().click();
  await page.getByRole("combobox", { name: "Material" }).first().selectOption("Brass");
  assert.equal((await visit.now()).values["body.material"].text, "brass");
  await visit.hears("a glass of brass", () => visit.press("trigger"));
  await until(async () => Math.abs((await ring()) / glass - 1) > 0.001, "its pitch is that of brass");
  // A take of it, which the command makes again, and the project.
  await page.getByRole("button", { name: /^Record/ }).first().click();
  await visit.hears("a blow that is recorded", () => page.keyboard.press("Space"));
  const take = await visit.download(() => page.getByRole("button", { name: /record/i }).first().click());
  assert.match(take.name, /\.wav$/);
  const place = await folder(t);
  await writeFile(join(place, "take.wav"), take.bytes);
  await run("render", join(place, "take.wav"), "-o", join(place, "again.wav"));
  const [own, again] = [readWav(take.bytes), readWav(await readFile(join(place, "again.wav")))];
  assert(own.samples.some((sample) => Math.abs(sample) > 0.01), "the take is silent");
  assert.equal(own.samples.length, again.samples.length);
  await page.getByRole("button", { name: "Menu" }).first().click();
  const project = await visit.download(() => page.getByRole("menuitem", { name: /^Save to a file/ }).click());
  assert.match(project.bytes.toString("utf8"), /^urto = "project\/1"[\s\S]*brass/m);
  await visit.end();
});

test("nine candidates are heard, kept, bred and left as it was", async () => {
  const visit = await visitAt(browser, studio.url, SIZES.phone);
  await visit.open("wine glass");
  await visit.drawer("vary");
  const text = () => visit.page.evaluate(() => window.studio.presetOf(window.studio.state.selected));
  const before = await text();
  await visit.press("nine-vary");
  assert.equal(await visit.part("nine-hear").count(), 9);
  assert.equal(await text(), before, "nothing has changed yet");
  await visit.hears("a candidate", () => visit.part("nine-hear", { at: "2" }).click());
  const third = await text();
  assert.notEqual(third, before);
  await visit.part("nine-hear", { at: "5" }).click();
  assert.notEqual(await text(), third);
  await visit.press("nine-back");
  assert.equal(await text(), before);
  await visit.part("nine-mark", { at: "2" }).click();
  await visit.part("nine-mark", { at: "5" }).click();
  await visit.press("nine-breed");
  await visit.part("nine-hear", { at: "0" }).click();
  assert.equal(await text(), third, "the first is a parent");
  await visit.part("nine-hear", { at: "4" }).click();
  const kept = await text();
  await visit.press("nine-keep");
  await visit.drawer("values");
  assert.equal(await text(), kept);
  await visit.press("undo");
  assert.notEqual(await text(), kept);
  // Who leaves without keeping one has what was there.
  await visit.drawer("vary");
  const now = await text();
  await visit.press("nine-vary");
  await visit.part("nine-hear", { at: "1" }).click();
  await visit.press("drawer-vary");
  assert.equal(await text(), now);
  // Between presets: heard, and left as it was.
  await visit.drawer("vary");
  await visit.press("nine-between");
  await visit.part("nine-status").getByText(/between .* and .*: press one/).waitFor();
  assert.equal(await text(), now, "nothing has changed yet");
  await visit.hears("one between presets", () => visit.part("nine-hear", { at: "3" }).click());
  assert.notEqual(await text(), now);
  await visit.press("nine-back");
  assert.equal(await text(), now);
  await visit.axe();
  await visit.end();
});

test("every example project opens from the menu and plays", async () => {
  const visit = await visitAt(browser, studio.url, SIZES.wide);
  const { projects } = await visit.page.evaluate(() => window.studio.catalogue);
  assert(projects.length > 0);
  for (const [at, { name }] of projects.entries()) {
    await visit.press("menu");
    await visit.press(`example-${name}`);
    if (at > 0) await visit.press("dialog-ok");
    const words = name.replaceAll("_", " ");
    const toast = visit.part("toast").filter({ hasText: words });
    await toast.waitFor();
    assert((await visit.state()).instances.length > 0, name);
    const play = toast.getByRole("button", { name: "Play it" });
    // One without a score is played by hand.
    await visit.hears(name, async () => {
      if (await play.count()) return play.click();
      await visit.part("trigger").hover();
      await visit.page.mouse.down();
    });
    await visit.page.mouse.up();
    await visit.hush();
  }
  await visit.end();
});
