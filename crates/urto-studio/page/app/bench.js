// Playing: the selected instance with its pad, macros, pictures, and the drawers behind.

import { Part, app, follow, selected, soundInfo } from "./context.js";
import { fill, h, need } from "./dom.js";
import { loadPart } from "./late.js";
import { followUi, ui } from "./ui.js";
import "./head.js";
import "./others.js";
import "./macros.js";
import "./trigger.js";
import "./values.js";
import "./morph.js";
import "./vary.js";

/** @typedef {"values"|"morph"|"vary"} Drawer */

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
            data: { test: "to-sounds" },
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
    const part = (/** @type {string} */ tag) => Object.assign(h(tag, null), { instance: now.id });
    const tab = (/** @type {Drawer} */ name, /** @type {string} */ word, /** @type {string} */ hint) =>
      h(
        "button",
        {
          type: "button",
          class: "drawer-tab",
          "aria-expanded": "false",
          "aria-controls": "drawer",
          data: { drawer: name, test: `drawer-${name}` },
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
          h("div", { class: "play-left" }, this.#pad, part("urto-trigger")),
          h("div", { class: "play-right" }, part("urto-macros")),
        ),
        this.#pictures,
      ),
      h(
        "div",
        { class: "drawer-tabs" },
        tab("values", "All values", info ? String(info.params.length) : ""),
        tab("morph", "Morph", ""),
        tab("vary", "Vary", ""),
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
    ui.set({ drawer: ui.now.drawer === name ? null : name });
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
    const { drawer } = ui.now;
    for (const tab of /** @type {NodeListOf<HTMLElement>} */ (this.querySelectorAll(".drawer-tab")))
      tab.setAttribute("aria-expanded", String(tab.dataset.drawer === drawer));
    this.toggleAttribute("data-drawer", drawer !== null);
    body.hidden = drawer === null;
    const tag = drawer ? `urto-${drawer}` : "";
    if (body.firstElementChild?.localName === tag || (!tag && !body.firstChild)) return;
    fill(body, tag ? Object.assign(h(tag, null), { instance: Number(this.dataset.instance) }) : null);
  }
}
customElements.define("urto-bench", Bench);
