// The first visit: five steps, each done by doing it, and left at any time.

import { app, selected } from "./context.js";
import { fill, h, say } from "./dom.js";
import { icon } from "./icons.js";
import { ui } from "./ui.js";

const KEY = "urto.toured";

/**
 * What is to be done, and what has changed once it is.
 * @typedef {object} Step
 * @property {string} title
 * @property {string} words
 * @property {() => string} now
 */

/** How many blows were struck since the tour began, and how many takes were begun. */
let blows = 0;
let takes = 0;

/** @type {Step[]} */
const STEPS = [
  {
    title: "Touch",
    words: "Open a sound from the list, a wine glass say, and strike it: tap the pad, or press Space.",
    now: () => String(blows),
  },
  {
    title: "Change",
    words: "Move one of the sliders beside the pad, and strike again: it is another thing now.",
    now: () => JSON.stringify([selected()?.id, selected()?.macros]),
  },
  {
    title: "Compare",
    words: "Press B, the button or the key: two states of one sound. Change one, then go to and fro between A and B.",
    now: () => selected()?.compare ?? "a",
  },
  {
    title: "Record",
    words: "Press the red dot, play, and press it again: a WAV file is in your downloads, and the command makes it again from what it holds.",
    now: () => String(takes),
  },
  {
    title: "Ask for what you hear",
    words: "Open “All values”, then “By what one hears”: say how long the contact lasts or how high it sounds, and the values are found.",
    now: () => String(ui.now.drawer === "values" && ui.now.hears),
  },
];

/** Shows the tour if nobody has seen it, or if it is asked for. @param {{asked?: boolean}} how */
export function firstVisit({ asked = false } = {}) {
  try {
    if (!asked && (localStorage.getItem(KEY) !== null || app.engine.state.instances.length > 0)) return;
  } catch {
    return;
  }
  document.querySelector(".first-visit")?.remove();
  const over = new AbortController();
  const { signal } = over;
  let at = 0;
  let was = STEPS[0].now();
  const count = h("span", { class: "small quiet" });
  const title = h("h2", null);
  const words = h("p", { role: "status" });
  const next = h("button", { type: "button", class: "button", data: { test: "tour-next" }, on: { click: () => go(at + 1) } });
  const close = h("button", { type: "button", class: "tool", "aria-label": "Leave the tour", data: { test: "tour-close", tip: "Leave the tour; the menu has it again" }, on: { click: () => end() } }, icon("close"));
  const box = h("section", { class: "first-visit", "aria-label": "First steps", data: { test: "tour" } }, h("header", null, count, close), title, words, next);
  const end = () => {
    over.abort();
    box.remove();
    try {
      localStorage.setItem(KEY, "1");
    } catch {
      /* private mode: it is shown again next time */
    }
  };
  const go = (/** @type {number} */ to) => {
    if (to >= STEPS.length) return end();
    at = to;
    was = STEPS[at].now();
    box.classList.remove("done");
    say(count, `${at + 1} of ${STEPS.length}`);
    say(title, STEPS[at].title);
    say(words, STEPS[at].words);
    say(next, at + 1 < STEPS.length ? "Skip" : "Done");
    box.dataset.step = String(at + 1);
  };
  const look = () => {
    if (STEPS[at].now() === was || box.classList.contains("done")) return;
    box.classList.add("done");
    say(next, at + 1 < STEPS.length ? `Next: ${STEPS[at + 1].title.toLowerCase()}` : "Done");
  };
  // What is done is seen where it is done: by pad, key, button or machine alike.
  app.engine.addEventListener(
    "triggered",
    () => {
      blows += 1;
      look();
    },
    { signal },
  );
  let recording = app.engine.state.recording;
  app.engine.addEventListener(
    "change",
    () => {
      if (recording && !app.engine.state.recording) takes += 1;
      recording = app.engine.state.recording;
      look();
    },
    { signal },
  );
  ui.addEventListener("change", look, { signal });
  fill(document.body.querySelector(".tour-place") ?? document.body.appendChild(h("div", { class: "tour-place" })), box);
  go(0);
}
