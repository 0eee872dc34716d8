// Arrow keys in the palette: along a sound's presets, and from sound to sound.

import { openOnBench } from "./shelf.js";

const STOPS = ".hear, .ghost, .cap-name, .tag.more";

/** @param {HTMLElement} palette @param {AbortSignal} signal */
export function roaming(palette, signal) {
  palette.addEventListener(
    "keydown",
    (event) => {
      const here = event.target;
      if (!(here instanceof HTMLElement) || !here.matches(STOPS)) return;
      const shelf = here.closest(".shelf");
      if (!shelf) return;
      if (event.key === "Enter" && event.shiftKey && here.dataset.name) {
        event.preventDefault();
        openOnBench(here.dataset.name);
        return;
      }
      const row = stops(shelf);
      const at = row.indexOf(here);
      const shelves = [...palette.querySelectorAll(".shelf")];
      const beside = (/** @type {number} */ step) => {
        const next = shelves[shelves.indexOf(shelf) + step];
        return next && stops(next)[Math.min(at, stops(next).length - 1)];
      };
      const to = {
        ArrowRight: () => row[at + 1],
        ArrowLeft: () => row[at - 1],
        Home: () => row[0],
        End: () => row[row.length - 1],
        ArrowDown: () => beside(1),
        ArrowUp: () => beside(-1),
      }[event.key];
      if (!to) return;
      event.preventDefault();
      to()?.focus();
    },
    { signal },
  );
}

/** @param {Element} shelf @returns {HTMLElement[]} */
const stops = (shelf) => [...shelf.querySelectorAll(STOPS)].filter((each) => each instanceof HTMLElement);

/**
 * What a search most likely means: the first name that has all its words, or else the first thing
 * that it left. @param {HTMLElement} palette @param {string} text @returns {HTMLElement|null}
 */
export function firstFound(palette, text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  /** @type {HTMLElement[]} */
  const all = [...palette.querySelectorAll(".hear, .cap-name")].filter((each) => each instanceof HTMLElement);
  const named = all.find((each) => words.every((word) => (each.dataset.name ?? "").toLowerCase().includes(word)));
  return (words.length > 0 ? named : undefined) ?? all[0] ?? null;
}
