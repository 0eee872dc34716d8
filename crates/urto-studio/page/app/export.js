// Sounds as files: blows and variations of what is on the bench, and the score's instances each alone,
// named, as loud as asked for, in one ZIP.

import { app, instance } from "./context.js";
import { leave, show } from "./dialogs.js";
import { download, fileName, h, say } from "./dom.js";
import { toast } from "./toasts.js";
import { ui } from "./ui.js";
import { counted } from "./words.js";

/** How files can be written. @type {{word: string, format: "wav"|"flac", bits: import("../engine/wav.js").Bits}[]} */
const FORMATS = [
  { word: "WAV 32f bit", format: "wav", bits: "32f" },
  { word: "WAV 24 bit", format: "wav", bits: 24 },
  { word: "WAV 16 bit", format: "wav", bits: 16 },
  { word: "FLAC 24 bit", format: "flac", bits: 24 },
  { word: "FLAC 16 bit", format: "flac", bits: 16 },
];
const NAMES = "{name}-{number}";
/** What no file's name may hold on one system or another. */
const ODD = /[\p{Cc}/\\:*?"<>|]+/gu;

/** Names of files by a pattern; two that are alike are told apart. @param {string} pattern @param {{name: string, preset: string, number: string, seed: string}[]} all */
export function namesOf(pattern, all) {
  /** @type {Map<string, number>} */
  const taken = new Map();
  return all.map((words) => {
    const name = pattern.replace(/\{(name|preset|number|seed)\}/g, (_, word) => words[/** @type {keyof typeof words} */ (word)]);
    const plain = name.replace(ODD, "-").replace(/^[.\s]+|[.\s]+$/g, "") || "urto";
    // Some systems do not tell small letters from large ones.
    const key = plain.toLowerCase();
    const before = taken.get(key) ?? 0;
    taken.set(key, before + 1);
    return before === 0 ? plain : `${plain} (${before + 1})`;
  });
}

/** The panel that renders files. @param {number} [chosen] the one instance that is asked for; all of them without */
export function exportDialog(chosen) {
  const { instances, score } = app.engine.state;
  const stops = new AbortController();
  const which = instances.map(({ id, name, sound }) => {
    const scene = sound === "scene";
    const box = h("input", { type: "checkbox", checked: !scene && (chosen === undefined || chosen === id), disabled: scene, data: { test: "export-instance", id: String(id), tip: scene ? "A scene plays in the score alone: its stem is saved" : "Whether blows of it are rendered" } });
    return { id, box, row: h("label", { class: "check" }, box, h("span", null, name, scene && h("span", { class: "small quiet" }, " a scene: with the score alone"))) };
  });
  const stems = h("input", { type: "checkbox", data: { test: "export-stems" } });
  const hasScore = Boolean(score?.lanes.some(({ events, patterns }) => events.length + patterns.length > 0));
  const number = (/** @type {string} */ word, /** @type {string} */ tip, /** @type {string} */ test, /** @type {Record<string, string|number|boolean>} */ props) => {
    const input = h("input", { type: "number", step: "1", ...props, data: { test, tip } });
    return { input, row: h("label", { class: "field" }, h("span", null, word), input) };
  };
  const count = number("How many", "So many of each, each with the next seed: no two blows are alike", "variations-count", { value: chosen === undefined ? "1" : String(ui.now.count), min: "1", max: "999", required: true });
  const amount = number("Varied, %", "How far every value that is not locked is moved along its slider; 0 leaves them as they are", "variations-amount", { value: chosen === undefined ? "0" : String(ui.now.amount), min: "0", max: "100", required: true });
  const seed = number("Seed", "The same seed gives the same files", "variations-seed", { value: String(ui.now.seed), min: "0", max: "4294967295", required: true });
  const seconds = number("Length, s", "Left empty, each lasts as long as its sound usually does", "export-seconds", { placeholder: "as it comes", min: "0.05", max: "600", step: "any" });
  const lufs = number("Loudness, LUFS", "The greatest momentary loudness of each file (EBU R 128), with a true peak of −1 dBFS at most. Left empty, each is as loud as it is set", "export-lufs", { placeholder: "as it is set", min: "-60", max: "-5", step: "any" });
  const format = h("select", { data: { test: "export-format", tip: "32f, floats of 32 bit, are exactly what was computed; 16 bit are dithered; FLAC is packed without loss" } }, FORMATS.map(({ word }, at) => h("option", { value: String(at) }, word)));
  const pattern = h("input", { type: "text", value: NAMES, maxlength: "120", required: true, autocomplete: "off", spellcheck: "false", data: { test: "export-names", tip: "{name}, {preset}, {number} and {seed} stand for those of each file" } });
  const example = h("span", { class: "small quiet", data: { test: "export-example" } });
  const bar = h("progress", { max: "1", value: 0, "aria-label": "Rendered so far", data: { test: "variations-progress" } });
  const words = h("p", { class: "small quiet", role: "status" });
  const go = h("button", { type: "submit", class: "button primary", data: { test: "variations-go", tip: "Renders all files and saves them as one ZIP" } }, "Render");
  const waiting = h("div", { class: "progress", hidden: true }, bar, words);

  /** All files that are asked for. */
  const asked = () => {
    const many = Math.min(999, Math.max(1, Math.round(Number(count.input.value)) || 1));
    const digits = Math.max(2, String(many).length);
    const wanted = which.flatMap(({ id, box }) => (box.checked ? (instance(id) ?? []) : []));
    const blows = wanted.flatMap((own) =>
      Array.from({ length: many }, (_, at) => ({
        name: own.name,
        preset: own.preset ?? own.name,
        number: String(at + 1).padStart(digits, "0"),
        seed: String(Number(seed.input.value) + at),
      })),
    );
    // Who is muted is not heard in the score, nor in its stems.
    const heard = hasScore && stems.checked ? app.engine.state.instances.filter(({ mute }) => !mute) : [];
    const alone = heard.map((own) => ({ name: `${own.name} stem`, preset: own.preset ?? own.name, number: "", seed: String(own.seed) }));
    const names = [...namesOf(pattern.value, blows), ...namesOf("{name}", alone)];
    return {
      names,
      blows: wanted.map(({ id }, at) => ({ id, names: names.slice(at * many, (at + 1) * many) })),
      stems: heard.map(({ slot }, at) => ({ slot, name: names[blows.length + at] })),
    };
  };
  const tell = () => {
    const { names } = asked();
    const { format: ending } = FORMATS[Number(format.value)];
    say(example, names.length === 0 ? "Nothing is chosen yet." : `${counted(names.length, "file")}: ${names[0]}.${ending}${names.length > 1 ? " …" : ""}`);
    go.disabled = names.length === 0;
  };

  const render = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const { names, blows, stems } = asked();
    const { format: ending, bits } = FORMATS[Number(format.value)];
    ui.set({ count: Number(count.input.value), amount: Number(amount.input.value), seed: Number(seed.input.value) });
    go.disabled = true;
    waiting.hidden = false;
    const moved = { amount: ui.now.amount / 100, seed: ui.now.seed, seconds: seconds.input.value === "" ? null : Number(seconds.input.value) };
    const what = { blows: blows.map((own) => ({ ...own, ...moved })), stems };
    const written = { format: ending, bits, lufs: lufs.input.value === "" ? null : Number(lufs.input.value) };
    const progress = (/** @type {number} */ done) => {
      bar.value = done / names.length;
      say(words, `${done} of ${names.length}`);
    };
    try {
      const made = await app.engine.export(what, written, progress, stops.signal);
      if (!made) return;
      const first = blows.length === 1 ? instance(blows[0].id)?.name : undefined;
      download(`${fileName(first ?? "urto sounds")}.zip`, made.zip);
      const missed = made.notes.length === 0 ? "" : ` ${counted(made.notes.length, "file")} could not be as loud as asked: ${made.notes[0]}.`;
      toast(`${counted(names.length, "file")} ${names.length === 1 ? "is" : "are"} in your downloads.${missed}`);
      leave(dialog);
    } finally {
      go.disabled = false;
      waiting.hidden = true;
    }
  };
  const dialog = show(
    "Save as sound files",
    h(
      "form",
      { class: "dialog-form", on: { submit: render, input: tell } },
      h("p", { class: "quiet" }, "Renders all of it here, as fast as this machine can, into one ZIP. Every file holds what it was made of, and the command makes it again."),
      instances.length > 1 || instances[0]?.sound === "scene" ? h("fieldset", { class: "checks" }, h("legend", null, "Blows of"), which.map(({ row }) => row)) : null,
      h("div", { class: "fields" }, count.row, amount.row, seed.row),
      hasScore ? h("label", { class: "check", data: { tip: "One file for each instance that is not muted, as long as the score: together they are the mix" } }, stems, h("span", null, "Stems: the score, each instance alone")) : null,
      h("div", { class: "fields" }, h("label", { class: "field" }, h("span", null, "Format"), format), lufs.row, seconds.row),
      h("label", { class: "field" }, h("span", null, "Names"), pattern, example),
      waiting,
      h("footer", null, go),
    ),
    "variations-dialog",
  );
  dialog.addEventListener("close", () => stops.abort());
  tell();
}
