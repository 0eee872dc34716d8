// A level meter from -60 to 0 dB that falls slowly and keeps its peak for a while.

import { h } from "./dom.js";

const FLOOR = -60;
const FALL = 0.012; // share of the scale per frame, about 40 dB/s
const KEEP = 70; // frames

/** @type {WeakMap<HTMLElement, {at: number, top: number, age: number}>} */
const states = new WeakMap();

/** @param {string} label */
export function meter(label) {
  const element = h(
    "div",
    { class: "meter", role: "img", "aria-label": label, data: { test: "meter" } },
    h("span", { class: "meter-fill" }),
    h("span", { class: "meter-top" }),
  );
  states.set(element, { at: 0, top: 0, age: 0 });
  return element;
}

/** @param {HTMLElement} element @param {number} peak linear */
export function showLevel(element, peak) {
  const state = states.get(element);
  if (!state) return;
  const now = peak > 0 ? Math.min(1, Math.max(0, 1 - (20 * Math.log10(peak)) / FLOOR)) : 0;
  const at = Math.max(now, state.at - FALL, 0);
  const fresh = now >= state.top || state.age > KEEP;
  const top = fresh ? Math.max(now, state.age > KEEP ? state.top - FALL : 0) : state.top;
  const age = now >= state.top ? 0 : state.age + 1;
  if (at !== state.at || top !== state.top) {
    element.style.setProperty("--level", at.toFixed(3));
    element.style.setProperty("--top", top.toFixed(3));
    element.classList.toggle("over", peak >= 1);
  }
  states.set(element, { at, top, age });
}
