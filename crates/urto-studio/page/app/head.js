// The head of the instance: its name, its preset, A and B, and what else can be done with it.

import { Part, app, follow, instance, soundInfo } from "./context.js";
import { ask, sure } from "./dialogs.js";
import { download, fileName, fill, h, say } from "./dom.js";
import { bodyRow } from "./bodyrow.js";
import { exportDialog } from "./export.js";
import { icon } from "./icons.js";
import { menuButton } from "./menu.js";
import { presetPicker, storeDialog } from "./presets.js";

class Head extends Part {
  instance = 0;

  /** @param {AbortSignal} signal */
  start(signal) {
    const id = this.instance;
    const now = instance(id);
    const info = now && soundInfo(now.sound);
    const name = h("h2", { data: { test: "instance-name" } });
    const about = h("p", { class: "quiet" });
    const notes = h("ul", { class: "notes small quiet", data: { test: "notes" } });
    const side = (/** @type {"a"|"b"} */ which) =>
      h(
        "button",
        {
          type: "button",
          "aria-pressed": "false",
          "aria-label": `Compare: side ${which.toUpperCase()}`,
          data: { test: `compare-${which}`, tip: `Two states to compare: change one, then hear the other` },
          on: { click: () => this.#compare(which) },
        },
        which.toUpperCase(),
      );
    const sides = [side("a"), side("b")];
    const body = bodyRow(id);
    fill(
      this,
      h(
        "div",
        { class: "head-words" },
        h(
          "div",
          { class: "head-name" },
          name,
          h(
            "button",
            {
              type: "button",
              class: "bare",
              "aria-label": "Rename",
              data: { test: "rename", tip: "Rename" },
              on: { click: () => this.#rename() },
            },
            icon("pencil"),
          ),
        ),
        about,
        notes,
        body.element,
      ),
      h(
        "div",
        { class: "head-tools" },
        // Presets are of sounds; a scene is kept with its project.
        info && presetPicker(id, signal),
        info && h(
          "button",
          {
            type: "button",
            class: "button",
            data: { test: "store-preset", tip: "Store these values as a preset of yours" },
            on: { click: () => storeDialog(id) },
          },
          "Store",
        ),
        h("span", { class: "segments ab", role: "group", "aria-label": "Compare A and B" }, sides),
        menuButton({ label: "More", icon: "more", class: "tool", test: "instance-menu", items: () => this.#menu() }),
      ),
    );
    follow(signal, () => {
      const state = instance(id);
      if (!state) return;
      say(name, state.name);
      say(about, aboutOf(state, info));
      fill(
        notes,
        state.notes.map((note) => h("li", null, note)),
      );
      notes.hidden = state.notes.length === 0;
      body.show(state);
      const on = state.compare ?? "a";
      sides.forEach((button, at) => button.setAttribute("aria-pressed", String((at === 0 ? "a" : "b") === on)));
    });
  }

  /** @param {"a"|"b"} which */
  #compare(which) {
    if ((instance(this.instance)?.compare ?? "a") !== which) app.engine.compare(this.instance, which);
  }

  async #rename() {
    const answer = await ask(
      "Rename the instance",
      [{ name: "name", label: "Name", value: instance(this.instance)?.name ?? "" }],
      "Rename",
      "rename-dialog",
    );
    if (answer) app.engine.rename(this.instance, answer.name);
  }

  async #seed() {
    const answer = await ask(
      "Seed",
      [
        {
          name: "seed",
          label: "Whole number",
          value: String(instance(this.instance)?.seed ?? 0),
          hint: "The same seed gives the same accidents.",
        },
      ],
      "Set",
      "seed-dialog",
    );
    const seed = Number(answer?.seed);
    if (answer && Number.isSafeInteger(seed) && seed >= 0) app.engine.setSeed(this.instance, seed);
  }

  /** @returns {import("./menu.js").Entry[]} */
  #menu() {
    const id = this.instance;
    const now = instance(id);
    const voices = (/** @type {number} */ count) => ({
      word: count === 1 ? "One: a new blow ends the last" : `${count} blows may ring together`,
      on: now?.voices === count,
      test: `voices-${count}`,
      run: () => app.engine.setVoices(id, count),
    });
    return [
      {
        word: "Duplicate",
        icon: "copy",
        test: "duplicate",
        run: () => {
          app.engine.duplicate(id);
        },
      },
      { word: "Rename …", icon: "pencil", test: "menu-rename", run: () => this.#rename() },
      { word: "Save as sound files …", icon: "sound", test: "variations", run: () => exportDialog(id) },
      {
        word: "Save its preset to a file",
        icon: "save",
        test: "export-preset",
        disabled: !now?.preset,
        run: () => saveAs(now?.preset ?? ""),
      },
      ...(soundInfo(now?.sound ?? "")?.held ? [] : [{ heading: "Voices" }, voices(1), voices(4), voices(8)]),
      { heading: "Chance" },
      { word: `Seed ${now?.seed ?? 0} …`, icon: "dice", test: "seed", run: () => this.#seed() },
      "line",
      { word: "Close", icon: "close", test: "close-instance", danger: true, run: () => app.engine.remove(id) },
    ];
  }
}
customElements.define("urto-head", Head);

/** What an instance is: its preset's own sentence, or else its sound's. @param {import("./types.js").Instance} state @param {import("./types.js").SoundInfo|undefined} info */
function aboutOf(state, info) {
  if (!info) return "A scene: bodies that touch, a score that plays them, and places where they are heard.";
  const presets = [...app.engine.state.userPresets, ...app.engine.catalogue.presets];
  const preset = state.preset ? presets.find((each) => each.name === state.preset) : undefined;
  return `${state.name === info.title ? "" : `${info.title}. `}${preset?.about || info.hear}`;
}

/** @param {string} preset */
export function saveAs(preset) {
  const text = app.engine.exportPreset(preset);
  if (text !== "") download(`${fileName(preset)}.toml`, text);
}

/** Deletes a preset after a question. @param {string} preset */
export async function deletePreset(preset) {
  if (await sure(`Delete “${preset}”?`, "It can be brought back with Undo.", "Delete")) app.engine.deletePreset(preset);
}
