// Recording to WAV, and many variations as one ZIP.

import { app, instance } from "./context.js";
import { leave, show } from "./dialogs.js";
import { download, fileName, h, say } from "./dom.js";
import { toast } from "./toasts.js";
import { ui } from "./ui.js";
import { clock, counted } from "./words.js";

export async function toggleRecording() {
  if (!app.engine.state.recording) {
    app.engine.recordStart();
    return;
  }
  const take = await app.engine.recordStop();
  if (!take) return;
  const save = () => download(`${fileName(take.name.replace(/\.wav$/i, ""))}.wav`, take.blob);
  save();
  toast(`A take of ${clock(take.seconds)} is in your downloads.`, { action: "Save again", run: save });
}

/** The panel that renders a batch of variations. @param {number} id */
export function variationsDialog(id) {
  const now = instance(id);
  if (!now) return;
  const number = (
    /** @type {string} */ label,
    /** @type {number} */ value,
    /** @type {number} */ min,
    /** @type {number} */ max,
    /** @type {string} */ test,
  ) => {
    const input = h("input", {
      type: "number",
      value: String(value),
      min: String(min),
      max: String(max),
      step: "1",
      required: true,
      data: { test },
    });
    return { input, row: h("label", { class: "field" }, h("span", null, label), input) };
  };
  const count = number("How many", ui.now.count, 1, 999, "variations-count");
  const amount = number("How different, in %", ui.now.amount, 0, 100, "variations-amount");
  const seed = number("Seed", ui.now.seed, 0, 4294967295, "variations-seed");
  const bar = h("progress", {
    max: "1",
    value: 0,
    "aria-label": "Rendered so far",
    data: { test: "variations-progress" },
  });
  const words = h("p", { class: "small quiet", role: "status" });
  const go = h("button", { type: "submit", class: "button primary", data: { test: "variations-go" } }, "Render");
  const waiting = h("div", { class: "progress", hidden: true }, bar, words);
  const render = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const many = Number(count.input.value);
    ui.set({ count: many, amount: Number(amount.input.value), seed: Number(seed.input.value) });
    go.disabled = true;
    waiting.hidden = false;
    try {
      const zip = await app.engine.variations(id, many, ui.now.amount / 100, ui.now.seed, (done, all) => {
        bar.value = done / all;
        say(words, `${done} of ${all}`);
      });
      if (!zip) return;
      download(`${fileName(now.name)}-${many}-variations.zip`, zip);
      toast(`${counted(many, "variation")} of ${now.name} are in your downloads.`);
      leave(dialog);
    } finally {
      go.disabled = false;
      waiting.hidden = true;
    }
  };
  const dialog = show(
    "Variations",
    h(
      "form",
      { class: "dialog-form", on: { submit: render } },
      h(
        "p",
        { class: "quiet" },
        `Renders “${now.name}” many times, each a little different, as WAV files in one ZIP. Locked values stay as they are; the same seed gives the same files.`,
      ),
      h("div", { class: "fields" }, count.row, amount.row, seed.row),
      waiting,
      h("footer", null, go),
    ),
    "variations-dialog",
  );
}
