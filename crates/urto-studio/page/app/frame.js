// The frame: header, the three places (sounds, play, mix), preview bar, messages.

import { Part, app, follow, selected } from "./context.js";
import { current, fill, h } from "./dom.js";
import { dropping } from "./files.js";
import { icon } from "./icons.js";
import { ports } from "../hands/ports.js";
import { listenToKeys } from "./keys.js";
import { tips } from "./tip.js";
import { toastTray } from "./toasts.js";
import { followUi, ui } from "./ui.js";
import { VIEWS } from "./header.js";
import "./palette.js";
import "./preview.js";
import "./bench.js";
import "./mixer.js";
import "../score/score.js";

/** @type {{view: import("./ui.js").View, word: string, icon: string}[]} */
const PLACES = [
  { view: "sounds", word: "Sounds", icon: "sound" },
  { view: "play", word: "Play", icon: "hand" },
  { view: "score", word: "Score", icon: "score" },
  { view: "mix", word: "Mix", icon: "sliders" },
];

export class Frame extends Part {
  /** Shows the studio in place of the waiting line. */
  show() {
    const signal = new AbortController().signal;
    const palette = h("urto-palette", { data: { test: "view-sounds" } });
    const bench = h("urto-bench", { data: { test: "view-play" } });
    const mixer = h("urto-mixer", { data: { test: "mixer" } });
    const score = h("urto-score", { data: { test: "view-score" } });
    const main = h("main", { id: "main", tabindex: "-1" }, palette, bench, score);
    const tabs = PLACES.map(({ view, word, icon: name }) =>
      h(
        "button",
        { type: "button", class: "place", data: { view, test: `tab-${view}`, tip: VIEWS[view] }, on: { click: () => ui.set({ view }) } },
        icon(name),
        h("span", null, word),
      ),
    );
    fill(
      this,
      h("a", { class: "skip", href: "#main" }, "Skip to the main part"),
      h("urto-header", { role: "banner" }),
      main,
      mixer,
      h("urto-preview", null),
      h("nav", { class: "places", "aria-label": "Places" }, tabs),
      toastTray(),
    );

    if (app.engine.state.instances.length === 0) ui.set({ view: "sounds" });
    const wide = matchMedia("(min-width: 1001px)");
    /** How far each place was scrolled when one left it. @type {Record<string, number>} */
    const scrolled = {};
    const goThere = () => {
      // Where there is room the mixer stands beside, and is no place of its own.
      const view = wide.matches && ui.now.view === "mix" ? "play" : ui.now.view;
      const from = this.dataset.view;
      if (from && from !== view) scrolled[from] = scrollY;
      this.dataset.view = view;
      palette.hidden = view !== "sounds";
      bench.hidden = view !== "play";
      score.hidden = view !== "score";
      for (const tab of tabs) current(tab, tab.dataset.view === view);
      if (!from || from === view) return;
      scrollTo(0, scrolled[view] ?? 0);
      // What was pressed may be gone: the keyboard goes on from the new place.
      if (!document.activeElement?.checkVisibility() || document.activeElement === document.body)
        main.focus({ preventScroll: true });
    };
    followUi(signal, goThere);
    wide.addEventListener("change", goThere);
    follow(signal, () => {
      const count = app.engine.state.instances.length;
      this.toggleAttribute("data-empty", count === 0);
      if (count === 0) scrolled.play = 0;
      const name = selected()?.name;
      document.title = name ? `${name} · urto` : "urto";
    });
    ports.start();
    listenToKeys(signal);
    dropping(this, signal);
    tips(signal);
    // The first touch anywhere wakes the sound, so that the first blow is not late.
    addEventListener("pointerdown", () => app.engine.wake(), { once: true, capture: true });
  }
}
customElements.define("urto-app", Frame);
