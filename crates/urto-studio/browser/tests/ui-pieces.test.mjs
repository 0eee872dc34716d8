// Liquids show their level and each bubble as it sounds, what is made of pieces shows them; at rest
// nothing moves, and nothing is drawn.

import assert from "node:assert/strict";
import { test } from "node:test";
import { until } from "../harness.mjs";
import { SIZES, studioForAll } from "../ui.mjs";

const open = studioForAll();

/** @typedef {import("playwright-core").Locator} Locator */

/** What the picture shows. @param {Locator} picture */
const look = (picture) =>
  picture.evaluate((one) => ({
    hidden: one.hidden,
    some: one.some,
    level: one.level,
    drawn: one.drawn,
    heading: one.heading,
    words: one.canvas.getAttribute("aria-label"),
    specks: one.feed.stage ? Array.from(one.feed.stage.specks) : [],
  }));

/** Kinds of what is there now. @param {Awaited<ReturnType<typeof look>>} seen */
const kinds = ({ specks }) => specks.filter((_, n) => n % 7 === 0);

/** @param {Awaited<ReturnType<typeof open>>} visit @param {string} sound */
async function opened(visit, sound) {
  await visit.open(sound);
  const picture = visit.page.locator("urto-pieces");
  await picture.evaluate((one) => one.scrollIntoView({ block: "center", behavior: "instant" }));
  await until(async () => (await look(picture)).some, `${sound} is seen before it sounds`);
  return picture;
}

/** @param {Awaited<ReturnType<typeof open>>} visit @param {"trigger" | "release"} what */
const hand = async (visit, what) => {
  const { id } = await visit.now();
  await visit.page.evaluate(([id, what]) => (what === "trigger" ? window.studio.trigger(id, 1) : window.studio.release(id)), [id, what]);
};

for (const size of /** @type {const} */ (["wide", "phone"])) {
  test(`what is poured rises, and its bubbles are seen: ${size}`, async () => {
    const visit = await open(SIZES[size]);
    const picture = await opened(visit, "pouring");
    const before = await look(picture);
    assert.equal(before.heading, "Liquid");
    assert.deepEqual(before.specks, []);
    assert(Math.abs((before.level ?? 0) - 0.012) < 1e-4, `${before.level}: a tenth of 12 cm`);
    await visit.hears("pouring", () => hand(visit, "trigger"));
    await until(async () => (await look(picture)).level > 1.3 * 0.012, "the level rises");
    await until(async () => kinds(await look(picture)).includes(0), "bubbles are seen");
    const { words } = await look(picture);
    assert.match(words ?? "", /Liquid\. /u);
    await hand(visit, "release");
    await until(async () => (await look(picture)).specks.length === 0, "it rests");
    const { drawn } = await look(picture);
    await visit.page.waitForTimeout(1500);
    assert((await look(picture)).drawn <= drawn + 1, "an idle picture is not drawn");
    await visit.end();
  });
}

test("what is made of pieces shows them", async () => {
  const visit = await open();
  for (const [sound, kind] of /** @type {const} */ ([["grains", 4], ["breaking", 3], ["crumpling", 5], ["rain", 2]])) {
    const picture = await opened(visit, sound);
    await hand(visit, "trigger");
    await until(async () => kinds(await look(picture)).filter((own) => own === kind).length > 5, `${sound}: its pieces`);
    const { id } = await visit.now();
    await visit.page.evaluate((id) => window.studio.remove(id), id);
  }
  await visit.open("impact");
  assert((await look(visit.page.locator("urto-pieces"))).hidden, "a struck body has none");
  await visit.end();
});

test("a fire is seen: flames rise and fall, sparks fly as it crackles, and it goes out", async () => {
  const visit = await open();
  const picture = await opened(visit, "fire");
  const seen = await look(picture);
  assert.equal(seen.heading, "Fire");
  assert.deepEqual(seen.specks, []);
  /** How high the flames are [m]. */
  const high = () =>
    picture.evaluate((one) => {
      const { parts, points } = one.feed.stage;
      const flames = parts.filter((/** @type {any} */ part) => part.role === 4);
      return Math.max(...flames.flatMap((/** @type {any} */ part) => Array.from({ length: part.count }, (_, n) => points[3 * (part.first + n) + 2])));
    });
  assert.equal(await high(), 0);
  await visit.hears("the fire", () => hand(visit, "trigger"));
  await until(async () => (await high()) > 0.5, "a fire of half a metre is higher than that");
  await until(async () => kinds(await look(picture)).includes(6), "sparks are seen");
  const before = await high();
  await until(async () => Math.abs((await high()) - before) > 0.05, "flames rise and fall");
  await hand(visit, "release");
  await until(async () => (await high()) < 0.01, "it goes out");
  await visit.end();
});
