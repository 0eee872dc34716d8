// Nine candidates to hear beside each other: varied from what is set, between presets, or bred from two that
// are marked.

import { app, instance, soundInfo } from "./context.js";
import { fill, h, say } from "./dom.js";
import { icon } from "./icons.js";
import { PadAxis } from "../pad/axis.js";
import { blended, palettes, valuesOf } from "./palettes.js";
import { presetsOf } from "./presets.js";
import { ui } from "./ui.js";

const COUNT = 9;
/** How far a child may leave the way between its parents, as a share of it. */
const BEYOND = 0.15;
/** A candidate between two presets has at least this share of each. */
const LEAST_SHARE = 0.15;
/** So long from a blow to the next one when all are heard [ms]. */
const APART = 900;

/** @typedef {Map<string, number>} Candidate values of its numbers */

/** Random numbers from 0 to 1 by a seed (SplitMix32). @param {number} seed */
export function chance(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    let x = state;
    x = Math.imul(x ^ (x >>> 16), 0x21f0aaad);
    x = Math.imul(x ^ (x >>> 15), 0x735a2d97);
    return ((x ^ (x >>> 15)) >>> 0) / 2 ** 32;
  };
}

/**
 * A child of two: each number somewhere between its parents', a little beyond at most, on its own scale.
 * @param {Candidate} a @param {Candidate} b @param {readonly import("./types.js").ParamInfo[]} params @param {() => number} rng
 * @returns {Candidate}
 */
export function child(a, b, params, rng) {
  const all = new Map();
  for (const [key, value] of a) {
    const share = rng() * (1 + 2 * BEYOND) - BEYOND;
    const param = params.find((own) => own.key === key);
    const other = b.get(key) ?? value;
    if (!param || other === value) {
      all.set(key, value);
      continue;
    }
    const axis = new PadAxis({ key, from: param.min ?? 0, to: param.max ?? 1 }, /** @type {any} */ ({ params: [param] }));
    const at = axis.place(value) + share * (axis.place(other) - axis.place(value));
    all.set(key, axis.value(Math.min(1, Math.max(0, at))));
  }
  return all;
}

/** @param {Record<string, import("./types.js").Value>} values @returns {Candidate} */
const numbers = (values) => new Map(Object.entries(values).flatMap(([key, { number, locked }]) => (number === null || locked ? [] : [[key, number]])));

/** @param {number} id @param {AbortSignal} signal */
export function ninePart(id, signal) {
  /** @type {Candidate[]} */
  let all = [];
  /** What was there before the first was heard. @type {Candidate | null} */
  let before = null;
  /** @type {Set<number>} */
  let marked = new Set();
  let heard = -1;
  let timer = 0;
  const status = h("p", { class: "small quiet", role: "status", data: { test: "nine-status" } });
  const grid = h("ol", { class: "nine", "aria-label": "Candidates" });
  const own = () => instance(id);
  const params = () => soundInfo(own()?.sound ?? "")?.params ?? [];

  /** @param {Candidate} to @param {boolean} settled */
  const become = (to, settled) => {
    const now = numbers(own()?.values ?? {});
    const other = [...to].filter(([key, value]) => now.get(key) !== value).map(([key, value]) => ({ key, value }));
    app.engine.touch(id, other, { settled });
  };
  const hear = (/** @type {number} */ at) => {
    before ??= numbers(own()?.values ?? {});
    heard = at;
    become(all[at], false);
    app.engine.trigger(id, 1);
    show();
  };
  const fresh = (/** @type {Candidate[]} */ candidates, /** @type {string} */ word) => {
    clearTimeout(timer);
    all = candidates;
    marked = new Set();
    heard = -1;
    say(status, word);
    show();
  };
  const vary = () => {
    leave();
    const candidates = Array.from({ length: COUNT }, (_, at) => app.engine.varied(id, ui.now.amount / 100, ui.now.seed + at + 1));
    ui.set({ seed: (ui.now.seed + COUNT) % 4294967296 });
    fresh(candidates.flatMap((values) => (values ? [numbers(values)] : [])), "Nine are ready: press one to hear it.");
  };
  /** Each between two presets: of the sound's palettes, where it has any, or else of all there are. */
  const between = async () => {
    leave();
    const { sound = "" } = own() ?? {};
    const laid = palettes().filter((one) => one.sound === sound).flatMap(({ points }) => points.map(({ preset }) => preset));
    const { own: mine, built } = presetsOf(sound);
    const every = [...mine, ...built].map(({ name }) => name);
    const pool = [...new Set(laid)].filter((name) => every.includes(name));
    const names = pool.length > 1 ? pool : every;
    if (names.length < 2) return say(status, "There are no two presets of this sound to go between: store some.");
    const rng = chance(ui.now.seed);
    ui.set({ seed: (ui.now.seed + 1) % 4294967296 });
    const pairs = Array.from({ length: COUNT }, () => {
      const first = Math.floor(rng() * names.length);
      const second = (first + 1 + Math.floor(rng() * (names.length - 1))) % names.length;
      return { pair: [names[first], names[second]], share: LEAST_SHARE + (1 - 2 * LEAST_SHARE) * rng() };
    });
    try {
      const values = await Promise.all(pairs.map(({ pair }) => Promise.all(pair.map(valuesOf))));
      const now = numbers(own()?.values ?? {});
      if (signal.aborted) return;
      const candidates = values.map((two, at) => {
        const { share } = pairs[at];
        const candidate = new Map(now);
        for (const { key, value } of blended(id, two, [1 - share, share], false)) candidate.set(key, value);
        return candidate;
      });
      fresh(candidates, `Nine between presets, the first between ${pairs[0].pair.join(" and ")}: press one to hear it. What rings stays, unless “Morph” lets it change.`);
    } catch (error) {
      say(status, `A preset cannot be read: ${error instanceof Error ? error.message : error}`);
    }
  };
  const breed = () => {
    const [a, b] = [...marked].map((at) => all[at]);
    const rng = chance(ui.now.seed);
    ui.set({ seed: (ui.now.seed + 1) % 4294967296 });
    // The parents stay, first and last, to be compared with.
    fresh([a, ...Array.from({ length: COUNT - 2 }, () => child(a, b, params(), rng)), b], "The two stand first and last, their children between.");
  };
  /** What was there before is there again, unless one was kept. */
  const leave = () => {
    clearTimeout(timer);
    if (before && own()) become(before, true);
    before = null;
    heard = -1;
  };
  const keep = () => {
    clearTimeout(timer);
    app.engine.edit("settle");
    before = null;
    say(status, `Candidate ${heard + 1} is kept; Undo brings back what was there.`);
    heard = -1;
    show();
  };
  const hearAll = (at = 0) => {
    if (at >= all.length || !grid.isConnected) return;
    hear(at);
    timer = window.setTimeout(() => hearAll(at + 1), APART);
  };
  const tool = (/** @type {string} */ word, /** @type {string} */ test, /** @type {string} */ tip, /** @type {() => void} */ click) =>
    h("button", { type: "button", class: "button", data: { test, tip }, on: { click } }, word);
  const more = tool("Nine candidates", "nine-vary", "Varied from what is set, as far as the slider above says", vary);
  const mixed = tool("Nine between presets", "nine-between", "Each between two presets of this sound, or of its palettes if there are any", between);
  const every = tool("Hear all", "nine-all", "One after the other", () => hearAll());
  const mix = tool("Breed the two", "nine-breed", "Nine between the two that are marked", breed);
  const take = tool("Keep it", "nine-keep", "What was heard last stays", keep);
  const drop = tool("Back", "nine-back", "What was there before comes back", () => {
    leave();
    say(status, "What was there before is there again.");
    show();
  });
  function show() {
    if (grid.children.length !== all.length) fill(grid, all.map((_, at) => cell(at)));
    [...grid.children].forEach((one, at) => {
      const [play, mark] = one.querySelectorAll("button");
      play.setAttribute("aria-pressed", String(at === heard));
      mark.setAttribute("aria-pressed", String(marked.has(at)));
    });
    every.disabled = all.length === 0;
    mix.disabled = marked.size !== 2;
    take.disabled = drop.disabled = before === null;
  }
  const cell = (/** @type {number} */ at) =>
    h(
      "li",
      null,
      h("button", { type: "button", class: "nine-play", "aria-label": `Hear candidate ${at + 1}`, data: { test: "nine-hear", at: String(at), tip: "Hears it" }, on: { click: () => (clearTimeout(timer), hear(at)) } }, String(at + 1)),
      h(
        "button",
        {
          type: "button",
          class: "bare",
          "aria-label": `Mark candidate ${at + 1}`,
          data: { test: "nine-mark", at: String(at), tip: "Marks it: two that are marked can be bred" },
          on: {
            click: () => {
              marked.has(at) ? marked.delete(at) : marked.add(at);
              show();
            },
          },
        },
        icon("star"),
      ),
    );
  // Who goes elsewhere without keeping one has what was there before.
  signal.addEventListener("abort", leave);
  show();
  return h("section", { class: "nine-part", "aria-label": "Nine candidates", data: { test: "nine" } }, h("div", { class: "row" }, more, mixed, every, mix, take, drop), grid, status);
}
