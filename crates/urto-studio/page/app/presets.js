// Presets of an instance: choose, store, rename, delete, save to a file.

import { app, follow, instance } from "./context.js";
import { ask, sure } from "./dialogs.js";
import { fill, h, say } from "./dom.js";
import { deletePreset, saveAs } from "./head.js";
import { icon } from "./icons.js";
import { place } from "./menu.js";

/** All presets of a sound, the person's own first. @param {string} sound */
export function presetsOf(sound) {
  const of = (/** @type {readonly import("./types.js").PresetInfo[]} */ list) =>
    list.filter((preset) => preset.sound === sound);
  return { own: of(app.engine.state.userPresets), built: of(app.engine.catalogue.presets) };
}

/** A button with the present preset that opens the list of all. @param {number} id @param {AbortSignal} signal */
export function presetPicker(id, signal) {
  const word = h("span", { class: "picker-word" });
  const list = h("div", {
    class: "menu picker",
    id: `presets-${id}`,
    popover: "auto",
    role: "dialog",
    "aria-label": "Presets",
  });
  const button = h(
    "button",
    {
      type: "button",
      class: "button picker-button",
      "aria-haspopup": "dialog",
      "aria-expanded": "false",
      popovertarget: `presets-${id}`,
      data: { test: "preset-picker", tip: "Gives the instance the values of another preset" },
    },
    word,
    icon("down"),
  );
  list.addEventListener("beforetoggle", (event) => {
    if (/** @type {ToggleEvent} */ (event).newState === "open") show();
  });
  list.addEventListener("toggle", (event) => {
    const open = /** @type {ToggleEvent} */ (event).newState === "open";
    button.setAttribute("aria-expanded", String(open));
    if (open) place(list, button);
  });
  const show = () => {
    const now = instance(id);
    if (!now) return;
    const { own, built } = presetsOf(now.sound);
    const rows = [...own.map((preset) => row(preset, true)), ...built.map((preset) => row(preset, false))];
    const find = h("input", {
      type: "search",
      placeholder: "Find a preset",
      autofocus: true,
      "aria-label": "Find a preset",
      data: { tip: "Leaves the presets whose name, sentence or tags have this" },
      on: {
        input: () => {
          const text = find.value.toLowerCase();
          for (const each of rows) each.hidden = !(each.dataset.words ?? "").includes(text);
        },
      },
    });
    fill(
      list,
      find,
      h(
        "ul",
        null,
        h(
          "li",
          { class: "picker-row", data: { words: "as it comes default" } },
          h(
            "button",
            {
              type: "button",
              "aria-pressed": String(now.preset === null),
              data: { test: "recall", name: now.sound, tip: "Puts all values back to the sound’s own" },
              on: { click: () => recall(now.sound) },
            },
            "As it comes",
            h("span", { class: "quiet small" }, "the sound’s own values"),
          ),
        ),
        rows,
      ),
    );
  };
  const recall = (/** @type {string} */ name) => {
    app.engine.recall(id, name);
    list.hidePopover();
  };
  const row = (/** @type {import("./types.js").PresetInfo} */ preset, /** @type {boolean} */ mine) =>
    h(
      "li",
      { class: "picker-row", data: { words: `${preset.name} ${preset.about} ${preset.tags.join(" ")}`.toLowerCase() } },
      h(
        "button",
        {
          type: "button",
          "aria-pressed": String(instance(id)?.preset === preset.name),
          data: { test: "recall", name: preset.name, tip: "Sets all values as this preset has them" },
          on: { click: () => recall(preset.name) },
        },
        mine && icon("star"),
        preset.name,
        h("span", { class: "quiet small" }, preset.about),
      ),
      mine &&
        h(
          "span",
          { class: "picker-tools" },
          tool("pencil", `Rename ${preset.name}`, "rename-preset", () => {
            list.hidePopover();
            renameDialog(preset.name);
          }),
          tool("save", `Save ${preset.name} to a file`, "export-preset", () => saveAs(preset.name)),
          tool("trash", `Delete ${preset.name}`, "delete-preset", () => {
            list.hidePopover();
            deletePreset(preset.name);
          }),
        ),
    );
  follow(signal, () => {
    const now = instance(id);
    say(word, now?.preset ?? "As it comes");
    button.setAttribute("aria-label", `Preset: ${now?.preset ?? "as it comes"}`);
  });
  return h("span", { class: "menu-holder" }, button, list);
}

/** @param {string} name @param {string} label @param {string} test @param {() => void} run */
const tool = (name, label, test, run) =>
  h(
    "button",
    { type: "button", class: "bare", "aria-label": label, data: { test, tip: label }, on: { click: run } },
    icon(name),
  );

/** @param {string} name */
async function renameDialog(name) {
  const answer = await ask(
    "Rename the preset",
    [{ name: "name", label: "Name", value: name }],
    "Rename",
    "rename-preset-dialog",
  );
  if (answer && answer.name !== name) app.engine.renamePreset(name, answer.name);
}

/** Stores the present values under a name. @param {number} id */
export async function storeDialog(id) {
  const now = instance(id);
  if (!now) return;
  const { userPresets } = app.engine.state;
  const old = userPresets.find((preset) => preset.name === now.preset);
  const answer = await ask(
    "Store a preset",
    [
      { name: "name", label: "Name", value: old?.name ?? `my ${now.name}` },
      { name: "about", label: "What it is", value: old?.about ?? "" },
      { name: "tags", label: "Tags", value: old?.tags.join(", ") ?? "", hint: "separated by commas" },
    ],
    "Store",
    "store-dialog",
  );
  if (!answer) return;
  if (
    userPresets.some((preset) => preset.name === answer.name) &&
    answer.name !== old?.name &&
    !(await sure(`Replace “${answer.name}”?`, "You have a preset of that name already.", "Replace"))
  )
    return;
  app.engine.storePreset(
    id,
    answer.name,
    answer.about,
    answer.tags
      .split(",")
      .map((tag) => tag.trim())
      .filter(Boolean),
  );
}
