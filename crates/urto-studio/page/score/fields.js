// A small field for a number, with its unit.

import { h, say } from "../app/dom.js";

/**
 * @param {string} word @param {string} tip @param {string} test
 * @param {() => number | null} now null: it is not the same for all
 * @param {(value: number) => void} set
 * @param {{min: number, max: number, step: number, unit?: () => string}} range
 */
export function number(word, tip, test, now, set, { min, max, step, unit = () => "" }) {
  const input = h("input", {
    type: "number",
    class: "number",
    min: String(min),
    max: String(max),
    step: step >= 1 && Number.isInteger(min) ? "1" : "any",
    data: { test, tip },
  });
  const units = h("span", { class: "small quiet" });
  const take = () => {
    const value = Number(input.value);
    if (input.value === "" || !Number.isFinite(value)) return show();
    const within = Math.min(max, Math.max(min, step >= 1 && Number.isInteger(min) ? Math.round(value) : value));
    if (within !== now()) set(within);
    show();
  };
  input.addEventListener("change", take);
  input.addEventListener("keydown", (event) => {
    const by = { ArrowUp: step, ArrowDown: -step }[event.key];
    if (event.key === "Enter") take();
    if (!by) return;
    event.preventDefault();
    const value = Math.min(max, Math.max(min, Number(((now() ?? 0) + by).toFixed(6))));
    set(value);
    show();
  });
  const element = h("label", { class: "score-field" }, h("span", { class: "small" }, word), h("span", { class: "row" }, input, units));
  function show() {
    const value = now();
    const text = value === null ? "" : String(Math.round(value * 1e6) / 1e6);
    if (input.value !== text) input.value = text;
    say(units, unit());
  }
  return { element, input, show };
}
