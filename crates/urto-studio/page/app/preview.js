// The bar that tells what was heard last, and opens it.

import { Part, app, glow, pulse, soundInfo } from "./context.js";
import { fill, h } from "./dom.js";
import { icon } from "./icons.js";
import { openOnBench } from "./shelf.js";
import { followUi, ui } from "./ui.js";

const heard = new EventTarget();
/** @type {string|null} */
let last = null;

/** Plays a sound or preset at once. @param {string} name */
export function hear(name) {
  last = name;
  app.engine.audition(name);
  heard.dispatchEvent(new Event("heard"));
}

/** Plays the last one again; false if there was none. */
export function hearAgain() {
  if (last === null) return false;
  hear(last);
  return true;
}

class Preview extends Part {
  /** @param {AbortSignal} signal */
  start(signal) {
    const name = h("strong", null);
    const about = h("span", { class: "quiet small" });
    fill(
      this,
      h(
        "div",
        { class: "preview-bar", role: "region", "aria-label": "Heard last", data: { test: "preview" } },
        h(
          "button",
          {
            type: "button",
            class: "hear",
            "aria-label": "Hear it again",
            data: { test: "hear-again", tip: "Hear it again (Space)" },
            on: { click: hearAgain },
          },
          icon("play"),
        ),
        h("p", { class: "preview-words", "aria-live": "polite" }, name, about),
        h(
          "button",
          {
            type: "button",
            class: "button primary",
            data: { test: "open-heard" },
            on: { click: () => last !== null && openOnBench(last) },
          },
          "Open",
        ),
      ),
    );
    const refresh = () => {
      this.hidden = last === null || ui.now.view !== "sounds";
      if (last === null) return;
      const preset = [...app.engine.state.userPresets, ...app.engine.catalogue.presets].find(
        (each) => each.name === last,
      );
      const sound = soundInfo(preset?.sound ?? last);
      name.textContent = preset?.name ?? sound?.title ?? last;
      about.textContent = preset?.about || sound?.hear || "";
      for (const each of document.querySelectorAll("urto-palette [data-hear]")) {
        const lit = /** @type {HTMLElement} */ (each).dataset.hear === last;
        each.toggleAttribute("data-heard", lit);
        if (lit && !this.hidden) each.scrollIntoView({ block: "nearest" }); // out from under the bar
      }
    };
    heard.addEventListener("heard", refresh, { signal });
    followUi(signal, refresh);
    // The key that was pressed glows with what is heard.
    let shown = 0;
    pulse(signal, (meters) => {
      if (this.hidden) return;
      shown = Math.max(glow(meters.preview), shown * 0.9);
      document.documentElement.style.setProperty("--heard", shown < 0.01 ? "0" : shown.toFixed(2));
    });
  }
}
customElements.define("urto-preview", Preview);
