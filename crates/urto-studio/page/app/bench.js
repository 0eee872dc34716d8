// Playing: the selected instance with its pad, macros, pictures, and the drawers behind.

import { Part, app, follow, selected, soundInfo } from "./context.js";
import { fill, h } from "./dom.js";
import { icon } from "./icons.js";
import { loadPart } from "./late.js";
import { followUi, ui } from "./ui.js";
import { counted } from "./words.js";
import "./head.js";
import "./macros.js";
import "./trigger.js";
import "./values.js";
import "./morph.js";
import "./vary.js";

class Bench extends Part {
  /** @param {AbortSignal} signal */
  start(signal) {
    let shown = "";
    follow(signal, () => {
      const now = selected();
      const key = now ? `${now.id} ${now.sound}` : "";
      if (key === shown && this.children.length) return;
      shown = key;
      now ? this.#open(now, signal) : this.#empty();
    });
    followUi(signal, () => this.#drawers());
  }

  #empty() {
    fill(this, h("div", { class: "nothing", data: { test: "bench-empty" } },
      h("h2", null, "Nothing is open yet"),
      h("p", { class: "quiet" }, "Choose a sound; it comes here with its pad, its sliders and its pictures."),
      h("button", { type: "button", class: "button primary", data: { test: "to-sounds" }, on: { click: () => ui.set({ view: "sounds" }) } }, "Go to the sounds")));
  }

  /** @param {import("./types.js").Instance} now @param {AbortSignal} signal */
  #open(now, signal) {
    const info = soundInfo(now.sound);
    const part = (/** @type {any} */ tag) => Object.assign(h(tag, null), { instance: now.id });
    const pad = h("div", { class: "slot pad-slot", data: { test: "pad-slot" } });
    const pictures = h("div", { class: "slot pictures-slot", data: { test: "pictures-slot" } });
    const drawer = (/** @type {"values"|"morph"|"vary"} */ name, /** @type {string} */ word, /** @type {string} */ hint, /** @type {string} */ tag) => h("section", { class: "drawer", data: { drawer: name } },
      h("h3", null, h("button", { type: "button", "aria-expanded": "false", "aria-controls": `drawer-${name}`, data: { test: `drawer-${name}` }, on: { click: () => ui.set({ drawer: ui.now.drawer === name ? null : name }) } }, icon("right"), h("span", null, word), h("span", { class: "quiet small" }, hint))),
      h("div", { class: "drawer-body", id: `drawer-${name}`, hidden: true, data: { tag } }));
    fill(this,
      part("urto-head"),
      h("div", { class: "play-area" },
        h("div", { class: "play-left" }, pad, part("urto-trigger")),
        h("div", { class: "play-right" }, part("urto-macros"), pictures)),
      h("div", { class: "drawers" },
        drawer("values", "All values", info ? counted(info.params.length, "physical value") : "", "urto-values"),
        drawer("morph", "Morph", "between presets, on a line or a square", "urto-morph"),
        drawer("vary", "Vary", "at random, as far as you like", "urto-vary")));
    loadPart(pad, "urto-pad", "../pad/pad.js", now.id, signal);
    loadPart(pictures, "urto-pictures", "../see/pictures.js", now.id, signal);
    this.dataset.instance = String(now.id);
    app.engine.watch(now.id);
    this.#drawers();
  }

  /** Opens the drawer that is chosen; a closed one holds nothing and costs nothing. */
  #drawers() {
    for (const section of /** @type {NodeListOf<HTMLElement>} */ (this.querySelectorAll(".drawer"))) {
      const open = section.dataset.drawer === ui.now.drawer;
      const body = /** @type {HTMLElement} */ (section.querySelector(".drawer-body"));
      section.querySelector("button")?.setAttribute("aria-expanded", String(open));
      if (open && !body.firstChild) body.append(Object.assign(document.createElement(/** @type {string} */ (body.dataset.tag)), { instance: Number(this.dataset.instance) }));
      if (!open) body.replaceChildren();
      body.hidden = !open;
    }
  }
}
customElements.define("urto-bench", Bench);
