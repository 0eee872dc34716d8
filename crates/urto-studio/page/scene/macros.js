// The macros of a scene: one slider over all numbers of a sort.

import { Part, app, follow, instance } from "../app/context.js";
import { fill, h, say, slides } from "../app/dom.js";
import { title } from "../app/words.js";
import { sceneOf, writing } from "./writing.js";

class SceneMacros extends Part {
  instance = 0;

  /** @param {AbortSignal} signal */
  start(signal) {
    const id = this.instance;
    const write = writing(id);
    const box = h("div", { class: "macros", role: "group", "aria-label": "Macros" });
    fill(this, box);
    /** @type {ReturnType<typeof strip>[]} */
    let strips = [];
    /** @type {unknown} */
    let shown = null;
    follow(signal, (change) => {
      if (change.id !== null && change.id !== id) return;
      const now = instance(id);
      if (!now || now === shown) return;
      shown = now;
      const macros = sceneOf(id)?.macros() ?? [];
      if (macros.map(({ key }) => key).join() !== strips.map(({ key }) => key).join()) {
        strips = macros.map((macro) => strip(id, macro, write));
        fill(box, strips.map(({ element }) => element));
      }
      strips.forEach((each, at) => each.show(macros[at].targets));
      this.hidden = macros.length === 0;
    });
  }
}
customElements.define("urto-scene-macros", SceneMacros);

/** @typedef {ReturnType<import("./model.js").Scene["macros"]>[number]} Macro */

/** @param {number} id @param {Omit<Macro, "targets">} macro @param {ReturnType<typeof writing>} write */
function strip(id, { key, about }, write) {
  const number = h("output", { class: "number", "aria-hidden": "true" });
  const told = `about-scene-macro-${id}-${key}`;
  const range = h("input", { type: "range", min: "0", max: "100", step: "any", "aria-label": title(key), "aria-describedby": told, data: { test: "macro", key } });
  const element = h(
    "div",
    { class: "strip", data: { test: "macro-strip", key, tip: about } },
    h("span", { class: "strip-name" }, title(key)),
    number,
    h("span", { class: "strip-about small", id: told }, about),
    range,
  );
  /** Where all were when the hand came: they keep their distances while it moves. @type {Macro["targets"] | null} */
  let from = null;
  const moving = slides(range, (settled) => {
    from ??= sceneOf(id)?.macros().find((own) => own.key === key)?.targets ?? [];
    const by = Number(range.value) / 100 - mean(from);
    const all = from;
    if (settled) from = null;
    write((scene) => scene.setAll(all.map((own) => own.write(Math.min(1, Math.max(0, own.at + by))))), settled);
    if (settled) app.engine.trigger(id, 1);
  });
  return {
    element,
    key,
    /** @param {Macro["targets"]} targets */
    show(targets) {
      const value = 100 * mean(targets);
      if (!moving()) range.value = String(value);
      element.style.setProperty("--at", String(value / 100));
      say(number, String(Math.round(value)));
      range.setAttribute("aria-valuetext", String(Math.round(value)));
    },
  };
}

/** @param {Macro["targets"]} targets */
const mean = (targets) => targets.reduce((sum, { at }) => sum + at, 0) / Math.max(1, targets.length);
