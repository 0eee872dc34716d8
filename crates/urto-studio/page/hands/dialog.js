// The table of hands and machines: what moves what, how, and learning it.

import { app, instance, soundInfo } from "../app/context.js";
import { show } from "../app/dialogs.js";
import { fill, h, say } from "../app/dom.js";
import { icon } from "../app/icons.js";
import { layers } from "../app/layers.js";
import { title } from "../app/words.js";
import { keyTitle, movable } from "../score/params.js";
import { number } from "../score/fields.js";
import { hands } from "./hands.js";
import { FIRST, MOST_ROWS, isPressed, newRow, sourceWords } from "./map.js";
import { ports } from "./ports.js";

/** @typedef {import("./map.js").Row} Row */

/** @type {{port: import("./ports.js").Port, word: string, about: string}[]} */
const PORTS = [
  { port: "midi", word: "MIDI", about: "Keyboards, knobs and other devices; the browser asks once" },
  { port: "letters", word: "Letters play notes", about: "A W S E D … as on a piano, Z and X an octave down and up; other keys with these letters rest meanwhile" },
  { port: "motion", word: "Motion", about: "How this phone is tilted and shaken" },
];

export function handsDialog() {
  const over = new AbortController();
  const { signal } = over;
  const devices = h("p", { class: "small quiet", role: "status", data: { test: "hands-devices" } });
  const list = h("ol", { class: "hand-rows", "aria-label": "What moves what" });
  const status = h("p", { class: "small", role: "status", data: { test: "hands-status" } });
  const learn = h(
    "button",
    { type: "button", class: "button primary", "aria-pressed": "false", data: { test: "hands-learn", tip: "Then move a knob, press a key or strike a note: it gets a row of its own" }, on: { click: () => (hands.learner ? hands.learn(null) : learnNew()) } },
    "Learn",
  );
  const reset = h("button", { type: "button", class: "button", data: { test: "hands-reset", tip: "Takes all lines away but the first: MIDI notes play the chosen instance" }, on: { click: () => hands.write(FIRST) } }, "As at first");
  const switches = PORTS.map(({ port, word, about }) => {
    const box = h("input", { type: "checkbox", data: { test: `port-${port}`, tip: about } });
    box.addEventListener("change", () => ports.turn(port, box.checked));
    return { port, box, element: h("label", { class: "switch-row" }, box, h("span", null, word, h("span", { class: "small quiet" }, ` ${about}`))) };
  });
  const dialog = show(
    "Hands and machines",
    h("div", { class: "prose hands" }, h("div", { class: "hand-ports" }, switches.map((own) => own.element)), devices, h("div", { class: "row" }, learn, reset), status, list),
    "hands-dialog",
  );
  dialog.classList.add("broad");
  dialog.addEventListener("close", () => {
    over.abort();
    hands.learn(null);
  });
  /** @type {{element: HTMLElement, show: () => void}[]} */
  let rows = [];
  let form = "";
  const draw = () => {
    for (const { port, box } of switches) box.checked = ports.on[port];
    const names = ports.devices;
    const why = Object.values(ports.why).join(" ");
    say(devices, why || (names.length > 0 ? `Connected: ${names.join(", ")}` : "Nothing is connected yet. Gamepads show themselves once a button is pressed."));
    learn.setAttribute("aria-pressed", String(hands.learner !== null));
    say(learn, hands.learner ? "Move something … or stop" : "Learn");
    // Rows are made anew when what they are is other, not when a number in them is.
    const { instances, selected } = app.engine.state;
    const rowsNow = hands.rows.map(({ source, target }) => [source.kind, target.what, target.slot]);
    const now = JSON.stringify([rowsNow, instances.map((own) => [own.slot, own.name, own.sound]), selected, layers()]);
    if (now !== form) {
      form = now;
      const focus = document.activeElement instanceof HTMLElement && list.contains(document.activeElement) ? document.activeElement.dataset.focus : undefined;
      rows = hands.rows.map((_, at) => row(at));
      fill(list, rows.map((own) => own.element));
      if (focus) /** @type {HTMLElement|null} */ (list.querySelector(`[data-focus="${focus}"]`))?.focus();
    }
    for (const own of rows) own.show();
  };
  const learnNew = () => {
    if (hands.rows.length >= MOST_ROWS) return say(status, `There are ${MOST_ROWS} rows, the most there can be.`);
    say(status, "");
    hands.learn(({ source }) => {
      const id = app.engine.state.selected ?? -1;
      const control = soundInfo(instance(id)?.sound ?? "")?.macros[0]?.key;
      /** @type {Partial<import("./map.js").Target>} */
      const target = source.kind === "note" ? { what: "notes" } : isPressed(source) ? { what: "strike" } : control ? { what: "macro", key: control } : { what: "gain" };
      // One part of a note's or key's way is enough; of MIDI, the device does not matter at first.
      hands.write([...hands.rows, newRow({ ...source, device: "" }, target)]);
      say(status, `${sourceWords({ ...source, device: "" })} has a row: choose what it moves.`);
      list.lastElementChild?.querySelector("select")?.focus();
    });
  };
  app.engine.addEventListener("change", draw, { signal });
  hands.addEventListener("change", draw, { signal });
  ports.addEventListener("change", draw, { signal });
  draw();
}

/** @param {number} at */
function row(at) {
  const now = () => hands.rows[at];
  const change = (/** @type {Partial<Row>} */ to) => hands.write(hands.rows.map((own, n) => (n === at ? { ...own, ...to } : own)));
  const source = h("span", { class: "hand-source", data: { test: "hand-source" } });
  const again = h("button", { type: "button", class: "button small", data: { test: "hand-learn", focus: `learn-${at}`, tip: "Then move what is to do this" }, on: { click: () => hands.learn((happened) => change({ source: { ...happened.source, device: "" } })) } }, "Learn");
  const option = (/** @type {string} */ value, /** @type {string} */ word) => h("option", { value }, word);
  const whose = h("select", { "aria-label": "Which instance", data: { test: "hand-instance", tip: "Which instance it moves; the chosen one is the one on the bench", focus: `whose-${at}` } }, option("-1", "The chosen one"), app.engine.state.instances.map((own) => option(String(own.slot), own.name)));
  whose.addEventListener("change", () => change({ target: { ...now().target, slot: Number(whose.value) } }));
  const id = () => hands.idOf(now()) ?? -1;
  const macros = () => soundInfo(instance(id())?.sound ?? "")?.macros ?? [];
  const what = h("select", { "aria-label": "What it moves", data: { test: "hand-target", tip: "What it moves: strikes, the pitch, any number or macro, the mixer", focus: `what-${at}` } });
  fill(
    what,
    now().source.kind === "note" && option("notes ", "Notes: strength and pitch"),
    option("strike ", "Strike or hold"),
    h("optgroup", { label: "Macros" }, macros().map((own) => option(`macro ${own.key}`, title(own.key)))),
    h("optgroup", { label: "Mixer" }, option("gain ", "Gain"), option("pan ", "Pan")),
    h("optgroup", { label: "Values" }, movable(id()).filter((own) => !own.key.startsWith("mix.")).map((own) => option(`param ${own.key}`, keyTitle(own.key)))),
    layers().length > 0 && h("optgroup", { label: "Layers" }, layers().map((own, n) => option(`layer ${n}`, own.name))),
    option("score ", "Play and stop the score"),
  );
  what.addEventListener("change", () => {
    const [word, key] = what.value.split(" ");
    change({ target: { ...now().target, what: /** @type {import("./map.js").Target["what"]} */ (word), key } });
  });
  const percent = (/** @type {string} */ word, /** @type {string} */ tip, /** @type {string} */ test, /** @type {() => number} */ value, /** @type {(share: number) => void} */ set, /** @type {[number, number]} */ [min, max] = [0, 100]) =>
    number(word, tip, test, () => Math.round(1000 * value()) / 10, (own) => set(own / 100), { min, max, step: 1, unit: () => "%" });
  const fields = [
    percent("From", "What is below this of its way does nothing", "hand-low", () => now().range[0], (low) => change({ range: [low, now().range[1]] })),
    percent("up to", "What is above this of its way does nothing more", "hand-high", () => now().range[1], (high) => change({ range: [now().range[0], high] })),
    percent("Dead band", "So much around its rest does nothing", "hand-dead", () => now().dead, (dead) => change({ dead }), [0, 90]),
    percent("Curve", "Above 0 slow at first, below 0 quick at first", "hand-curve", () => now().curve, (curve) => change({ curve }), [-100, 100]),
    number("Smooth", "How long the target takes to follow", "hand-smooth", () => Math.round(1e5 * now().smooth) / 100, (ms) => change({ smooth: ms / 1000 }), { min: 0, max: 5000, step: 10, unit: () => "ms" }),
    percent("Leads from", "Where the target stands at one end", "hand-to-low", () => now().to[0], (low) => change({ to: [low, now().to[1]] })),
    percent("to", "Where the target stands at the other end", "hand-to-high", () => now().to[1], (high) => change({ to: [now().to[0], high] })),
    number("Channel", "MIDI channel; 0: any", "hand-channel", () => now().source.channel, (channel) => change({ source: { ...now().source, channel } }), { min: 0, max: 16, step: 1 }),
  ];
  const remove = h("button", { type: "button", class: "bare", data: { test: "hand-delete", tip: "Deletes the row" }, on: { click: () => hands.write(hands.rows.filter((_, n) => n !== at)) } }, icon("close"));
  const element = h("li", { class: "hand-row", data: { test: "hand-row" } }, h("div", { class: "hand-head" }, source, again, icon("right"), whose, what, remove), h("div", { class: "score-fields" }, fields.map((own) => own.element)));
  return {
    element,
    show() {
      const own = now();
      if (!own) return;
      say(source, sourceWords({ ...own.source, channel: 0 }));
      element.setAttribute("aria-label", `${sourceWords(own.source)}: ${hands.targetWords(own)}`);
      remove.setAttribute("aria-label", `Delete ${sourceWords(own.source)}`);
      again.setAttribute("aria-label", `Learn anew, instead of ${sourceWords(own.source)}`);
      whose.value = String(own.target.slot);
      what.value = `${own.target.what} ${own.target.key}`;
      whose.hidden = ["layer", "score"].includes(own.target.what);
      fields[7].element.hidden = !["note", "control", "bend", "pressure", "touch"].includes(own.source.kind);
      fields[4].element.hidden = isPressed(own.source);
      for (const field of fields) field.show();
    },
  };
}
