// Playing: the selected instance with its pad, macros, pictures, and the drawers behind.

import { Part, app, follow, instance, selected, soundInfo } from "./context.js";
import { fill, h, need } from "./dom.js";
import { loadPart } from "./late.js";
import { followUi, ui } from "./ui.js";
import "./head.js";
import "./others.js";
import "./macros.js";
import "./padtools.js";
import "./trigger.js";
import "./values.js";
import "./morph.js";
import "./vary.js";
import "./edit.js";
import "../scene/scene.js";
import "../scene/macros.js";

/** @typedef {"values"|"edit"|"morph"|"vary"} Drawer */

class Bench extends Part {
  // These stay while instances change: pictures go on, and nothing is loaded twice.
  #pad = h("div", { class: "pad-slot", hidden: true, data: { test: "pad-slot" } });
  #pictures = h("div", { class: "pictures-slot", hidden: true, data: { test: "pictures-slot" } });

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
    fill(
      this,
      h(
        "div",
        { class: "nothing", data: { test: "bench-empty" } },
        h("h2", null, "Nothing is open yet"),
        h("p", { class: "quiet" }, "Choose a sound; it comes here with its pad, its sliders and its pictures."),
        h(
          "button",
          {
            type: "button",
            class: "button primary",
            data: { test: "to-sounds", tip: "All sounds and presets, to hear and open" },
            on: { click: () => ui.set({ view: "sounds" }) },
          },
          "Go to the sounds",
        ),
      ),
    );
  }

  /** @param {import("./types.js").Instance} now @param {AbortSignal} signal */
  #open(now, signal) {
    const info = soundInfo(now.sound);
    const scene = now.sound === "scene";
    const part = (/** @type {string} */ tag) => Object.assign(h(tag, null), { instance: now.id });
    const tab = (/** @type {Drawer} */ name, /** @type {string} */ word, /** @type {string} */ hint, /** @type {string} */ tip) =>
      h(
        "button",
        {
          type: "button",
          class: "drawer-tab",
          "aria-expanded": "false",
          "aria-controls": "drawer",
          data: { drawer: name, test: `drawer-${name}`, tip },
          on: { click: () => this.#toggle(name) },
        },
        word,
        h("span", { class: "badge number" }, hint),
      );
    fill(
      this,
      part("urto-others"),
      part("urto-head"),
      h(
        "div",
        { class: "play-side" },
        h(
          "div",
          { class: "play-area" },
          h("div", { class: "play-left" }, this.#pad, part("urto-pad-tools"), part("urto-trigger")),
          h("div", { class: "play-right" }, part(scene ? "urto-scene-macros" : "urto-macros")),
        ),
        this.#pictures,
      ),
      h(
        "div",
        { class: "drawer-tabs" },
        tab("values", scene ? "Bodies and contacts" : "All values", info ? String(info.params.length) : "", scene ? "What the scene is made of, and every number of it" : "Every number of the sound, and what one hears of it"),
        info?.params.some(({ key, scale }) => scale === "list" && key.endsWith(".edit")) && tab("edit", "Modes", "", "Each mode of the body by itself: frequency, decay, gain, muted or alone"),
        !scene && tab("morph", "Morph", "", "Between presets: on a line, on a square or on a map"),
        !scene && tab("vary", "Vary", "", "By chance: one variation, nine to choose from, or many files"),
        h("span", { class: "grow" }),
        Object.assign(part("urto-trigger"), { small: true }),
      ),
      h("div", { class: "drawer-body", id: "drawer", data: { test: "drawer" }, hidden: true }),
    );
    loadPart(this.#pad, "urto-pad", "../pad/pad.js", now.id, signal);
    loadPart(this.#pictures, "urto-pictures", "../see/pictures.js", now.id, signal);
    this.dataset.instance = String(now.id);
    app.engine.watch(now.id);
    this.#drawers();
  }

  /** @param {Drawer} name */
  #toggle(name) {
    const open = this.querySelector(`[data-drawer="${name}"]`)?.getAttribute("aria-expanded") === "true";
    ui.set({ drawer: open ? null : name });
    const body = need(this, ".drawer-body");
    const { top } = body.getBoundingClientRect();
    if (ui.now.drawer && (top > innerHeight / 2 || top < 0))
      body.scrollIntoView({
        block: "start",
        behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth",
      });
  }

  /** Opens the drawer that is chosen; a closed one holds nothing and costs nothing. */
  #drawers() {
    const body = /** @type {HTMLElement|null} */ (this.querySelector(".drawer-body"));
    if (!body) return;
    const scene = instance(Number(this.dataset.instance))?.sound === "scene";
    // A scene has one drawer.
    const drawer = scene && ui.now.drawer ? "values" : ui.now.drawer;
    for (const tab of /** @type {NodeListOf<HTMLElement>} */ (this.querySelectorAll(".drawer-tab")))
      tab.setAttribute("aria-expanded", String(tab.dataset.drawer === drawer));
    this.toggleAttribute("data-drawer", drawer !== null);
    body.hidden = drawer === null;
    const tag = scene && drawer ? "urto-scene" : drawer ? `urto-${drawer}` : "";
    if (body.firstElementChild?.localName === tag || (!tag && !body.firstChild)) return;
    fill(body, tag ? Object.assign(h(tag, null), { instance: Number(this.dataset.instance) }) : null);
  }
}
customElements.define("urto-bench", Bench);
