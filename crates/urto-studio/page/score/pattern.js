// A pattern sequencer: steps to press, how long they are, how they swing and vary.

import { fill, h } from "../app/dom.js";
import { icon } from "../app/icons.js";
import { number } from "./fields.js";
import { laneOf, loosened, semitones, withPattern } from "./model.js";
import { words } from "./lane.js";

const MOST_STEPS = 64;

/** @typedef {import("../engine/types.js").Pattern} Pattern */

/**
 * What a step shows and sets, as the height of events does: its value, what a press goes through, how
 * far an arrow goes, how high it is drawn.
 * @typedef {object} Way
 * @property {(own: Pattern, step: number) => number} now
 * @property {(own: Pattern, step: number, value: number) => Partial<Pattern>} set
 * @property {number[]} presses
 * @property {number} fine
 * @property {[number, number]} range
 * @property {(value: number) => number} high
 * @property {(value: number) => string} words
 */

/** @param {readonly number[]} list @param {Pattern} own @param {number} usual @param {number} step @param {number} value */
const listed = (list, own, usual, step, value) => own.steps.map((_, at) => (at === step ? value : (list[at % list.length] ?? usual)));

/** @type {Record<import("./model.js").Shows, Way>} */
const WAYS = {
  strength: {
    now: (own, step) => own.steps[step],
    set: (own, step, value) => ({ steps: own.steps.map((other, at) => (at === step ? value : other)) }),
    presses: [0, 1, 0.5, 1.5],
    fine: 0.05,
    range: [0, 10],
    high: (value) => Math.min(1, value / 1.5),
    words: (value) => `strength ${words(value)}`,
  },
  place: {
    now: (own, step) => own.place[step % own.place.length] ?? 0.5,
    set: (own, step, value) => ({ place: listed(own.place, own, 0.5, step, value) }),
    presses: [0, 0.25, 0.5, 0.75, 1],
    fine: 0.05,
    range: [0, 1],
    high: (value) => Math.max(0.04, value),
    words: (value) => `place ${Math.round(100 * value)} %`,
  },
  pitch: {
    now: (own, step) => Math.round(1e3 * semitones(own.pitch[step % own.pitch.length] ?? 1)) / 1e3,
    set: (own, step, value) => ({ pitch: listed(own.pitch, own, 1, step, 2 ** (value / 12)) }),
    presses: [-12, -7, -5, 0, 4, 5, 7, 12],
    fine: 1,
    range: [-72, 72],
    high: (value) => Math.min(1, Math.max(0.04, 0.5 + value / 24)),
    words: (value) => `${words(value)} half steps`,
  },
};

/**
 * @param {import("./editor.js").Editor} editor
 * @param {number} slot @param {number} at its number in the lane
 */
export function patternPanel(editor, slot, at) {
  const element = h("div", { class: "score-pattern", role: "group", "aria-label": `Pattern ${at + 1}`, data: { test: "score-pattern" } });
  const steps = h("div", { class: "score-steps", role: "group", "aria-label": "Steps" });
  const now = () => laneOf(editor.score, slot).patterns[at];
  const change = (/** @type {Partial<Pattern>} */ to) => {
    const { played: _, ...own } = now();
    editor.write(withPattern(editor.score, slot, at, { ...own, ...to }));
  };
  const unit = () => (editor.score.beats ? "beats" : "s");
  const rows = [
    number("Begins", "When it begins", "pattern-at", () => now().at, (value) => change({ at: value }), { min: 0, max: 57600, step: 0.25, unit }),
    number("Step", "How long a step is", "pattern-step", () => now().step, (value) => change({ step: value }), { min: 0.001, max: 3600, step: 0.05, unit }),
    number("Steps", "How many steps there are", "pattern-count", () => now().steps.length, (value) => change({ steps: sized(now().steps, value) }), { min: 1, max: MOST_STEPS, step: 1 }),
    number("Times", "How often it is played", "pattern-times", () => now().times, (value) => change({ times: value }), { min: 1, max: 999, step: 1 }),
    number("Swing", "The first step’s share of each pair: 50 % is even, 67 % swings in triplets", "pattern-swing", () => Math.round(100 * now().swing), (value) => change({ swing: value / 100 }), { min: 50, max: 90, step: 1, unit: () => "%" }),
    number("Variation", "How far chance moves strength, place and time", "pattern-vary", () => Math.round(100 * now().vary), (value) => change({ vary: value / 100 }), { min: 0, max: 100, step: 5, unit: () => "%" }),
    number("Seed", "The same seed gives the same variation", "pattern-seed", () => now().seed, (value) => change({ seed: value }), { min: 0, max: 4294967295, step: 1 }),
    number("Held", "How long each step is held; 0: it is struck", "pattern-hold", () => now().hold ?? 0, (value) => change({ hold: value > 0 ? value : null }), { min: 0, max: 3600, step: 0.05, unit }),
  ];
  const tool = (/** @type {string} */ word, /** @type {string} */ name, /** @type {string} */ test, /** @type {string} */ tip, /** @type {() => void} */ click) =>
    h("button", { type: "button", class: "button small", "aria-label": word, data: { test, tip }, on: { click } }, icon(name), word);
  fill(
    element,
    steps,
    h(
      "div",
      { class: "score-fields" },
      rows.map((row) => row.element),
      tool("Loosen", "event", "pattern-loosen", "Makes single events of it, to be changed one by one", () => editor.write(loosened(editor.score, slot, at))),
      tool("Delete pattern", "trash", "pattern-delete", "Takes the pattern away", () => editor.write(withPattern(editor.score, slot, at, null))),
    ),
  );
  /** @type {HTMLElement[]} */
  let keys = [];
  return {
    element,
    show() {
      const own = now();
      if (!own) return;
      if (keys.length !== own.steps.length) {
        keys = own.steps.map((_, step) => stepKey(step, () => WAYS[editor.shows].now(now(), step), (value) => change(WAYS[editor.shows].set(now(), step, value)), () => WAYS[editor.shows]));
        fill(steps, keys);
      }
      const way = WAYS[editor.shows];
      own.steps.forEach((strength, step) => {
        const value = way.now(own, step);
        keys[step].style.setProperty("--strength", strength > 0 ? String(way.high(value)) : "0");
        keys[step].setAttribute("aria-pressed", String(strength > 0));
        keys[step].setAttribute("aria-label", `Step ${step + 1}: ${strength > 0 ? way.words(value) : "rest"}`);
      });
      for (const row of rows) row.show();
    },
  };
}

/** A step: a press goes on to the next value; arrows move it finely. @param {number} step @param {() => number} now @param {(value: number) => void} set @param {() => Way} way */
function stepKey(step, now, set, way) {
  const key = h(
    "button",
    {
      type: "button",
      class: step % 4 === 0 ? "score-step whole" : "score-step",
      data: { test: "score-step", step: String(step), tip: "Press for the next strength, or whatever height is set to show; arrows up and down move it finely" },
      on: {
        click: () => {
          const { presses } = way();
          const at = presses.findIndex((one) => Math.abs(one - now()) < 0.01);
          set(presses[(at + 1) % presses.length]);
        },
        keydown: (/** @type {KeyboardEvent} */ event) => {
          const { fine, range } = way();
          const up = { ArrowUp: fine, ArrowDown: -fine }[event.key];
          const side = { ArrowRight: key.nextElementSibling, ArrowLeft: key.previousElementSibling }[event.key];
          if (up) set(Math.min(range[1], Math.max(range[0], Math.round(100 * (now() + up)) / 100)));
          else if (side instanceof HTMLElement) side.focus();
          else return;
          event.preventDefault();
        },
      },
    },
    h("span", { class: "fill" }),
  );
  return key;
}

/** As many steps: what is added is what was there. @param {readonly number[]} steps @param {number} count */
const sized = (steps, count) => Array.from({ length: count }, (_, at) => steps[at % steps.length]);
