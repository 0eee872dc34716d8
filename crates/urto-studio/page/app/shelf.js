// One sound of the palette with its presets as keys to press.

import { app } from "./context.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { marks } from "./marks.js";
import { hear } from "./preview.js";
import { ui } from "./ui.js";
import { counted } from "./words.js";

/** Presets shown before one asks for the rest. */
const FEW = 10;

/** Opens a sound or preset on the bench. @param {string} name */
export function openOnBench(name) {
  const id = app.engine.add(name);
  if (id === null) return;
  marks.use(name);
  ui.set({ view: "play" });
  scrollTo(0, 0);
}

/** @param {import("./filter.js").Shelf} shelf */
export function shelfRow(shelf) {
  const { sound } = shelf;
  const all = [
    ...shelf.own.map((preset) => ({ preset, own: true })),
    ...shelf.presets.map((preset) => ({ preset, own: false })),
  ];
  const few = all.length > FEW + 2 ? all.slice(0, FEW) : all;
  const keys = h("ul", { class: "keys-row", "aria-label": `Presets of ${sound.title}` }, few.map(presetKey));
  const rest = all.length - few.length;
  if (rest > 0) {
    const more = h(
      "button",
      {
        type: "button",
        class: "tag more",
        data: { test: "more-presets", sound: sound.key, tip: `Shows all presets of ${sound.title}` },
        on: {
          click: () => {
            const at = keys.children.length - 1;
            more.parentElement?.remove();
            keys.append(...all.slice(FEW).map(presetKey));
            /** @type {HTMLElement|null} */ (keys.children[at]?.querySelector("button"))?.focus();
          },
        },
      },
      `${rest} more`,
    );
    keys.append(h("li", null, more));
  }
  return h(
    "li",
    { class: "shelf", data: { test: "sound", sound: sound.key } },
    h(
      "div",
      { class: "shelf-head" },
      h(
        "button",
        {
          type: "button",
          class: "hear",
          "aria-label": `Hear ${sound.title}`,
          data: { test: "hear-sound", name: sound.key, hear: sound.key, tip: `Hears ${sound.title} as it comes` },
          on: { click: () => hear(sound.key) },
        },
        icon("play"),
      ),
      h("div", null, h("h4", null, sound.title), h("p", { class: "small quiet" }, sound.hear)),
      h(
        "button",
        {
          type: "button",
          class: "ghost",
          "aria-label": `Open ${sound.title}`,
          data: {
            test: "open-sound",
            name: sound.key,
            tip: `Open ${sound.title} to play and change it (${counted(sound.params.length, "value")})`,
          },
          on: { click: () => openOnBench(sound.key) },
        },
        "Open",
      ),
    ),
    keys,
  );
}

/** @param {{preset: import("./types.js").PresetInfo, own: boolean}} each */
function presetKey({ preset, own }) {
  return h(
    "li",
    { class: own ? "cap own" : "cap", data: { hear: preset.name } },
    h(
      "button",
      {
        type: "button",
        class: "cap-name",
        data: { test: "hear-preset", name: preset.name, tip: preset.about || preset.name },
        on: { click: () => hear(preset.name) },
      },
      own && icon("star"),
      preset.name,
    ),
    h(
      "button",
      {
        type: "button",
        class: "cap-open",
        tabindex: "-1",
        "aria-label": `Open ${preset.name}`,
        data: { test: "open-preset", name: preset.name, tip: `Opens ${preset.name} to play and change it` },
        on: { click: () => openOnBench(preset.name) },
      },
      icon("plus"),
    ),
  );
}
