// Everything by keyboard alone, with the focus in sight.

import assert from "node:assert/strict";
import { test } from "node:test";
import { studioForAll } from "../ui.mjs";

const open = studioForAll();
/** Nothing is farther than this many steps away. */
const FAR = 120;

/** What has the focus, also inside of shadows. */
const focused = () => {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  return element;
};

/** Goes on with Tab to a part; every stop on the way must show that it is there. @param {import("../ui.mjs").Visit} visit @param {string} selector */
async function tabTo(visit, selector) {
  for (let step = 0; step < FAR; step++) {
    await visit.page.keyboard.press("Tab");
    const stop = await visit.page.evaluate(([find, selector]) => {
      const element = new Function(`return (${find})()`)();
      if (!element || element === document.body) return { there: false, name: "", seen: true };
      const mark = (one, part) => {
        const style = getComputedStyle(one, part);
        return (style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2) || /\d+px/.test(style.boxShadow.replace(/inset/g, ""));
      };
      const around = [element, element.nextElementSibling, element.parentElement].filter(Boolean);
      const seen = element.matches(":focus-visible") && around.some((one) => mark(one));
      const box = element.getBoundingClientRect();
      const inside = box.bottom > 0 && box.top < innerHeight && box.width > 0;
      return { there: element.matches(selector), name: element.outerHTML.slice(0, 160), seen: seen && inside };
    }, /** @type {const} */ ([focused.toString(), selector]));
    assert(stop.seen, `the focus is not seen on ${stop.name}`);
    if (stop.there) return;
  }
  assert.fail(`no way to ${selector} by Tab`);
}

test("by keyboard alone a sound is found, heard, opened, changed and played", async () => {
  const visit = await open();
  const { keyboard } = visit.page;
  await tabTo(visit, ".skip");
  await tabTo(visit, '[data-test="search"]');
  await keyboard.type("gong");
  await tabTo(visit, '[data-test="hear-sound"]');
  await keyboard.press("ArrowRight");
  await keyboard.press("ArrowRight");
  await keyboard.press("Enter");
  await visit.heard("a preset by Enter");
  assert.match(await visit.part("preview").innerText(), /gong/);
  await keyboard.press("Shift+Enter");
  await visit.part("instance-name").waitFor();
  assert.equal(await visit.part("instance-name").innerText(), "gong");
  await keyboard.press("Escape");
  await visit.quiet("Escape stops all sound");

  await tabTo(visit, '[data-test="macro"]');
  const key = await visit.page.evaluate(() => document.activeElement?.getAttribute("data-key") ?? "");
  const before = (await visit.now()).macros[key];
  await keyboard.press("ArrowRight");
  const after = (await visit.now()).macros[key];
  assert(Math.abs(after - before - 1) < 0.01, `${key}: ${before}, then ${after}`);
  await keyboard.press("Space");
  await visit.heard("a blow by Space");
  await keyboard.press("Escape");
  await visit.quiet("silence");

  await tabTo(visit, '[data-test="drawer-values"]');
  await keyboard.press("Enter");
  await visit.part("value-list").waitFor();
  await tabTo(visit, '[data-test="group"]');
  await tabTo(visit, '[data-test="slider"]');
  const value = await visit.page.evaluate(() => document.activeElement?.getAttribute("data-key") ?? "");
  const place = (await visit.now()).values[value].position;
  await keyboard.press("ArrowLeft");
  assert((await visit.now()).values[value].position < place, value);
  await tabTo(visit, '[data-test="field"]');
  await keyboard.press("Control+a");
  await keyboard.type("0.5");
  await keyboard.press("Enter");
  assert.equal((await visit.now()).values[value].number, 0.5, value);
  await visit.end();
});

test("Space strikes also after a click on a button", async () => {
  const visit = await open();
  const { keyboard } = visit.page;
  await visit.open("wine glass");
  for (const button of ["trigger", "drawer-values"]) {
    await visit.press(button);
    await visit.hush();
    await keyboard.press("Space");
    await visit.heard(`Space after a click on ${button}`);
  }
  // Who came by the keyboard presses the button.
  await tabTo(visit, '[data-test="drawer-morph"]');
  await keyboard.press("Space");
  await visit.part("drawer").locator("urto-morph").waitFor();
  await visit.end();
});

test("letters go to places and to the other state, with Caps Lock and on the pad too", async () => {
  const visit = await open();
  const { keyboard } = visit.page;
  await visit.open("wine glass");
  const at = async (/** @type {string} */ place) => assert.equal(await visit.part(`nav-${place}`).getAttribute("aria-current"), "page", place);
  // As Caps Lock has it: the letter is large, and Shift is not down.
  for (const [large, place] of [["T", "score"], ["S", "sounds"], ["P", "play"]]) {
    await keyboard.press(large);
    await at(place);
    await keyboard.press("t");
    await at("score");
  }
  await keyboard.press("p");
  const side = async () => (await visit.now()).compare ?? "a";
  await keyboard.press("b");
  assert.equal(await side(), "b");
  await keyboard.press("B");
  assert.equal(await side(), "a");
  // A hand that came from the pad finds its keys, too; pitches stay pitches.
  await visit.page.locator("urto-pad .surface").click();
  await keyboard.press("b");
  assert.equal(await side(), "b");
  await keyboard.press("s");
  await at("play");
  await keyboard.press("Escape");
  await visit.quiet("Escape stops all sound");
  await visit.end();
});

test("the pad, the menu and dialogs are reached and left by keys", async () => {
  const visit = await open();
  const { keyboard } = visit.page;
  await visit.open("wine glass");
  await visit.hush();
  await visit.part("instance-name").click();
  await tabTo(visit, ".surface");
  await keyboard.press("Home");
  await keyboard.press("PageUp");
  await keyboard.press("Enter");
  await visit.heard("the pad by Enter");
  const told = await visit.page.locator("urto-pad .surface").getAttribute("aria-valuetext");
  assert.match(told ?? "", /^strike 0, strength/);

  await visit.part("menu").focus();
  await keyboard.press("Enter");
  assert(await visit.part("project-new").isVisible());
  assert.equal(await visit.page.evaluate(() => document.activeElement?.dataset.test), "project-new");
  await keyboard.press("ArrowUp");
  assert.equal(await visit.page.evaluate(() => document.activeElement?.dataset.test), "about");
  await keyboard.press("Enter");
  await visit.part("about-dialog").waitFor();
  await keyboard.press("Escape");
  await visit.part("about-dialog").waitFor({ state: "detached" });
  await keyboard.press("?");
  await visit.part("keys-dialog").waitFor();
  await keyboard.press("Escape");
  await visit.part("keys-dialog").waitFor({ state: "detached" });
  await keyboard.press("/");
  assert.equal(await visit.page.evaluate(() => document.activeElement?.dataset.test), "search");
  await visit.end();
});
