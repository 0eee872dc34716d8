// Seeded random variation: how much, which seed, what is locked.

import { Part, app, follow, instance } from "./context.js";
import { fill, h, say } from "./dom.js";
import { exportDialog } from "./export.js";
import { icon } from "./icons.js";
import { ninePart } from "./nine.js";
import { ui } from "./ui.js";
import { counted } from "./words.js";

class Vary extends Part {
  instance = 0;

  /** @param {AbortSignal} signal */
  start(signal) {
    const id = this.instance;
    const shown = h("output", { class: "number" });
    const amount = h("input", {
      type: "range",
      class: "slider",
      min: "0",
      max: "100",
      step: "1",
      value: String(ui.now.amount),
      "aria-label": "How much to vary, in percent",
      data: { test: "vary-amount", tip: "How far every value that is not locked may move along its slider, in percent of its way" },
    });
    const seed = h("input", {
      type: "number",
      class: "number",
      min: "0",
      max: "4294967295",
      step: "1",
      value: String(ui.now.seed),
      "aria-label": "Seed",
      data: { test: "vary-seed", tip: "Where chance starts: the same seed gives the same variation" },
    });
    const locks = h("p", { class: "small quiet", data: { test: "vary-locks" } });
    const show = () => {
      amount.style.setProperty("--at", String(Number(amount.value) / 100));
      say(shown, `${amount.value} %`);
    };
    amount.addEventListener("input", () => {
      ui.set({ amount: Number(amount.value) });
      show();
    });
    seed.addEventListener("change", () => {
      if (seed.checkValidity() && seed.value !== "") ui.set({ seed: Number(seed.value) });
      seed.value = String(ui.now.seed);
    });
    const vary = (/** @type {boolean} */ next) => {
      if (next) ui.set({ seed: (ui.now.seed + 1) % 4294967296 });
      seed.value = String(ui.now.seed);
      app.engine.vary(id, ui.now.amount / 100, ui.now.seed);
      app.engine.trigger(id, 1);
    };
    fill(
      this,
      h(
        "div",
        { class: "vary" },
        h("label", { class: "vary-amount" }, h("span", null, "How much"), amount, shown),
        h("label", { class: "vary-seed" }, h("span", null, "Seed"), seed),
        h(
          "div",
          { class: "row" },
          h(
            "button",
            {
              type: "button",
              class: "button primary",
              data: { test: "vary-next", tip: "Vary with the next seed, and hear it" },
              on: { click: () => vary(true) },
            },
            icon("dice"),
            "Another",
          ),
          h(
            "button",
            {
              type: "button",
              class: "button",
              data: { test: "vary-same", tip: "Vary with this very seed" },
              on: { click: () => vary(false) },
            },
            "With this seed",
          ),
          h(
            "button",
            {
              type: "button",
              class: "button",
              data: { test: "many-variations", tip: "Renders as many variations as you like to sound files in one ZIP" },
              on: { click: () => exportDialog(id) },
            },
            icon("save"),
            "Many as ZIP …",
          ),
        ),
      ),
      locks,
      ninePart(id, signal),
    );
    show();
    follow(signal, (change) => {
      const now = instance(id);
      if (!now || (change.id !== null && change.id !== id)) return;
      const locked = Object.values(now.values).filter((value) => value.locked).length;
      say(
        locks,
        locked
          ? `${counted(locked, "value")} ${locked === 1 ? "is" : "are"} locked and will stay.`
          : "Lock values in “All values” to keep them as they are.",
      );
    });
  }
}
customElements.define("urto-vary", Vary);
