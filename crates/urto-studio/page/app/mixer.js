// The mixer: one strip per instance, and the master.

import { Part, app, follow, pulse, selected } from "./context.js";
import { fill, h } from "./dom.js";
import { icon } from "./icons.js";
import { layersPart, playTogether, pressed, releaseTogether } from "./layers.js";
import { meter, showLevel } from "./meter.js";
import { fader, mixerStrip } from "./strip.js";
import { ui } from "./ui.js";
import { counted } from "./words.js";

class Mixer extends Part {
  /** @param {AbortSignal} signal */
  start(signal) {
    const list = h("ol", { class: "strips", "aria-label": "Instances" });
    const nothing = h("p", { class: "quiet nothing-here" }, "What you open is mixed here.");
    const levels = [meter("Left"), meter("Right")];
    const loudness = h("span", { class: "number small quiet", data: { test: "loudness" } });
    const master = fader("Master gain", "master-gain", (gain) => app.engine.master({ gain }));
    const layered = layersPart();
    const scroller = h("div", { class: "mixer-scroll" }, list, layered.element);
    const together = h(
      "button",
      { type: "button", class: "tool", "aria-label": "Play all together", data: { test: "play-together", tip: "Plays everything that is not muted, at once; what goes on sounds while it is pressed" } },
      icon("play"),
    );
    pressed(together, playTogether, releaseTogether);
    fill(
      this,
      h(
        "aside",
        { class: "mixer", "aria-label": "Mixer" },
        h(
          "header",
          null,
          h("h2", null, "Mixer"),
          h("span", { class: "grow" }),
          together,
          h(
            "button",
            {
              type: "button",
              class: "tool",
              "aria-label": "Add a sound",
              data: { test: "add-sound", tip: "Add a sound" },
              on: { click: () => ui.set({ view: "sounds" }) },
            },
            icon("plus"),
          ),
        ),
        nothing,
        scroller,
        h(
          "section",
          { class: "master", "aria-label": "Master" },
          h("div", { class: "row" }, h("h3", null, "Master"), loudness),
          h("div", { class: "meters", data: { test: "master-meter" } }, levels),
          master.element,
        ),
      ),
    );
    /** @type {Map<number, ReturnType<typeof mixerStrip>>} */
    const strips = new Map();
    /** The chosen strip that was brought into view. @type {Element|null} */
    let shown = null;
    const bring = () => {
      const chosen = strips.get(selected()?.id ?? NaN)?.element ?? null;
      if (chosen === shown || scroller.clientHeight === 0) return;
      shown = chosen;
      if (!chosen) return;
      // Within the list alone, without moving the page.
      const [box, own] = [scroller.getBoundingClientRect(), chosen.getBoundingClientRect()];
      scroller.scrollTop += Math.min(own.top - box.top, Math.max(own.bottom - box.bottom, 0));
    };
    follow(signal, () => {
      const { state } = app.engine;
      const alive = new Set(state.instances.map((each) => each.id));
      for (const [id, strip] of strips)
        if (!alive.has(id)) {
          strip.end();
          strip.element.remove();
          strips.delete(id);
        }
      state.instances.forEach((each, at) => {
        let strip = strips.get(each.id);
        if (!strip) {
          strip = mixerStrip(each.id, () => open(each.id));
          strips.set(each.id, strip);
        }
        if (list.children[at] !== strip.element) list.insertBefore(strip.element, list.children[at] ?? null);
        strip.show(
          each,
          at,
          each.id === selected()?.id,
          state.instances.some((other) => other.solo),
        );
      });
      nothing.hidden = state.instances.length > 0;
      list.setAttribute("aria-label", counted(state.instances.length, "instance"));
      master.show(state.master.gain);
      together.disabled = state.instances.length === 0;
      layered.element.hidden = state.instances.length === 0;
      layered.show();
      bring();
    });
    // What was opened elsewhere has no place here before it is seen.
    const seen = new ResizeObserver(bring);
    seen.observe(scroller);
    signal.addEventListener("abort", () => seen.disconnect());
    let wait = 0;
    pulse(signal, (meters) => {
      levels.forEach((each, at) => showLevel(each, meters.master.peak[at] ?? 0));
      for (const [id, strip] of strips) strip.level(meters.instances[id]);
      if (++wait % 12 === 0)
        loudness.textContent =
          meters.master.lufs > -70 ? `${meters.master.lufs.toFixed(0).replace("-", "−")} LUFS` : "";
    });
  }
}
customElements.define("urto-mixer", Mixer);

/** Goes to an instance. @param {number} id */
function open(id) {
  app.engine.select(id);
  ui.set({ view: "play" });
}
