// The macros: few, large, from 0 to 100.

import { Part, app, follow, instance, soundInfo } from "./context.js";
import { fill, h, say, slides } from "./dom.js";
import { macroExplained } from "./laws.js";
import { title } from "./words.js";

class Macros extends Part {
  instance = 0;

  /** @param {AbortSignal} signal */
  start(signal) {
    const id = this.instance;
    const { sound = "" } = instance(id) ?? {};
    const macros = soundInfo(sound)?.macros ?? [];
    const strips = macros.map((macro) => strip(id, sound, macro));
    fill(
      this,
      h(
        "div",
        { class: "macros", role: "group", "aria-label": "Macros" },
        strips.map((each) => each.element),
      ),
    );
    this.hidden = macros.length === 0;
    /** @type {import("./types.js").Instance|null} */
    let shown = null;
    follow(signal, (change) => {
      if (change.id !== null && change.id !== id) return;
      const now = instance(id);
      if (!now || now === shown) return;
      shown = now;
      for (const each of strips) each.show(now.macros[each.key] ?? 0);
    });
  }
}
customElements.define("urto-macros", Macros);

/** A strip to touch anywhere. @param {number} id @param {string} sound @param {import("./types.js").MacroInfo} macro */
function strip(id, sound, macro) {
  const number = h("output", { class: "number", "aria-hidden": "true" });
  const about = `about-macro-${id}-${macro.key}`;
  const range = h("input", {
    type: "range",
    min: "0",
    max: "100",
    step: "any",
    "aria-label": title(macro.key),
    "aria-describedby": about,
    data: { test: "macro", key: macro.key },
  });
  const element = h(
    "div",
    { class: "strip", data: { test: "macro-strip", key: macro.key, tip: macroExplained(sound, macro) } },
    h("span", { class: "strip-name" }, title(macro.key)),
    number,
    h("span", { class: "strip-about small", id: about }, macro.about),
    range,
  );
  const moving = slides(range, (settled) => app.engine.setMacro(id, macro.key, Number(range.value), { settled }));
  range.addEventListener("dblclick", () => app.engine.setMacro(id, macro.key, macro.default, { settled: true }));
  return {
    element,
    key: macro.key,
    /** @param {number} value */
    show(value) {
      if (!moving()) range.value = String(value);
      element.style.setProperty("--at", String(value / 100));
      say(number, String(Math.round(value)));
      range.setAttribute("aria-valuetext", String(Math.round(value)));
    },
  };
}
