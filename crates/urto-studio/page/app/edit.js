// Single modes of a body: each moved along frequency and level, muted or alone, and how long each rings,
// by hand, by keys or by numbers. What is changed is kept as factors on the body.

import { coloursAt, onTheme, veil } from "../see/colours.js";
import { area, axes } from "../see/plot.js";
import { plain, si } from "../see/units.js";
import { Part, app, follow, soundInfo } from "./context.js";
import { clamp, fill, h, say } from "./dom.js";
import { Modes, ON, MUTED, ALONE, RANGES } from "./edit-model.js";
import { title } from "./words.js";

/** How far levels are shown [dB below the strongest], and above it. */
const DEEP = 66;
const ABOVE = 26;
/** A mode is taken within so much [px], and a drag goes one way after so much. */
const NEAR = 16;
const DECIDES = 5;
/** What stands so near to each other is dragged together [px]. */
const SAME = 2;
/** Keys: cents, decibels, and how many times as long. */
const CENTS = 20;
const DECIBEL = 1;
const LONGER = 1.1;
/** The share of the height that levels have; the rest is for decays. */
const UPPER = 0.62;

const HINT =
  "Drag a mode up and down for its level, to the sides for its frequency; below, drag how long it rings, or draw over many. Modes that share a frequency move together; hold Alt to move one of them. ";
const KEYS =
  "Left and right go from mode to mode, with Shift they tune by 20 cents; up and down change the level, Page keys the decay; M mutes, S hears it alone, Delete takes changes back, Enter strikes.";

/** @typedef {"frequency"|"gain"|"decay"|"draw"} Way */

class Edit extends Part {
  instance = 0;
  /** Which mode is meant. */
  chosen = 0;
  pending = 0;

  /** @param {AbortSignal} signal */
  start(signal) {
    const id = this.instance;
    const own = app.engine.state.instances.find((each) => each.id === id);
    const keys = (soundInfo(own?.sound ?? "")?.params ?? []).filter((each) => each.scale === "list" && each.key.endsWith(".edit")).map((each) => each.key.slice(0, -".edit".length));
    // What is struck before what strikes it, and what it stands on.
    keys.sort((a, b) => Number(b === "body") - Number(a === "body"));
    if (keys.length === 0) {
      fill(this, h("p", { class: "quiet", data: { test: "edit-none" } }, "What sounds here has no body whose modes could be changed."));
      return;
    }
    this.model = new Modes(id, keys[0]);
    /** @type {{way: Way|null, x: number, y: number, from: {n: number, edit: import("./edit-model.js").ModeEdit}[], last: {x: number, y: number}}|null} */
    this.drag = null;
    this.#build(keys);
    const again = () => this.#again();
    follow(signal, (change) => {
      if (change.what === "values" && change.id !== null && change.id !== id) return;
      this.model?.read();
      again();
    });
    const resized = new ResizeObserver(again);
    if (this.plot) resized.observe(this.plot);
    const unTheme = onTheme(again);
    signal.addEventListener("abort", () => {
      resized.disconnect();
      unTheme();
      cancelAnimationFrame(this.pending);
      this.pending = 0;
    });
  }

  /** @param {string[]} keys of bodies */
  #build(keys) {
    const number = (/** @type {"frequency"|"decay"|"gain"} */ name, /** @type {string} */ word, /** @type {string} */ step) =>
      h("input", {
        type: "number",
        class: "number",
        step,
        min: String(RANGES[name][0]),
        max: String(RANGES[name][1]),
        "aria-label": word,
        data: { test: `edit-${name}`, name, tip: `${word}, from ${RANGES[name][0]} to ${RANGES[name][1]}` },
        on: { change: (/** @type {Event} */ event) => this.#typed(name, /** @type {HTMLInputElement} */ (event.target)) },
      });
    const button = (/** @type {string} */ word, /** @type {string} */ test, /** @type {string} */ tip, /** @type {() => void} */ click) =>
      h("button", { type: "button", class: "button small-button", data: { test, tip }, on: { click } }, word);
    this.canvas = h("canvas", { "aria-hidden": "true" });
    this.plot = h("div", { class: "edit-plot", tabindex: "0", role: "application", "aria-label": "Modes of the body", "aria-describedby": "edit-keys", data: { test: "edit-plot", tip: "Each line a mode: along frequency, as high as it is loud. Drag one; draw how long they ring" } }, this.canvas);
    this.words = h("p", { class: "number edit-words", "aria-live": "polite", data: { test: "edit-words" } });
    this.fields = { frequency: number("frequency", "Times its frequency", "0.001"), decay: number("decay", "Times its decay", "0.01"), gain: number("gain", "Louder by, in dB", "0.1") };
    this.mute = button("Mute", "edit-mute", "Is not heard (M)", () => this.#sounds(MUTED));
    this.alone = button("Alone", "edit-alone", "Is heard alone, with others that are (S)", () => this.#sounds(ALONE));
    for (const toggle of [this.mute, this.alone]) toggle.setAttribute("aria-pressed", "false");
    this.reset = button("Reset", "edit-reset", "Takes back what is changed of it (Delete)", () => this.model?.reset(this.chosen));
    this.resetAll = button("Reset all", "edit-reset-all", "Takes back what is changed of all modes", () => this.model?.resetAll());
    const which = keys.length > 1 && h("label", { class: "row small" }, "Body", h("select", { data: { test: "edit-body", tip: "Whose modes these are" }, on: { change: (/** @type {Event} */ event) => this.#choose(/** @type {HTMLSelectElement} */ (event.target).value) } }, keys.map((key) => h("option", { value: key }, title(key.replace(/\./g, " "))))));
    const field = (/** @type {string} */ word, /** @type {HTMLInputElement} */ input) => h("label", { class: "row small" }, word, input);
    fill(
      this,
      this.plot,
      this.words,
      h("div", { class: "row edit-tools" }, field("Frequency ×", this.fields.frequency), field("Decay ×", this.fields.decay), field("dB", this.fields.gain), this.mute, this.alone, this.reset, h("span", { class: "grow" }), which, this.resetAll),
      h("p", { class: "small quiet", id: "edit-keys" }, HINT, h("span", { class: "edit-keys" }, KEYS)),
    );
    const { plot } = this;
    plot.addEventListener("keydown", (event) => this.#key(event));
    plot.addEventListener("pointerdown", (event) => this.#down(event));
    plot.addEventListener("pointermove", (event) => this.#move(event));
    for (const end of /** @type {const} */ (["pointerup", "pointercancel"])) plot.addEventListener(end, () => this.#up());
  }

  /** @param {string} key */
  #choose(key) {
    this.model = new Modes(this.instance, key);
    this.chosen = 0;
    this.#again();
  }

  #again() {
    if (this.pending !== 0) return;
    this.pending = requestAnimationFrame(() => {
      this.pending = 0;
      this.#show();
    });
  }

  #show() {
    const { model, words, fields, mute, alone, reset, resetAll } = this;
    if (!model || !words || !fields || !mute || !alone || !reset || !resetAll) return;
    const count = model.modes.length;
    this.chosen = clamp(this.chosen, 0, Math.max(count - 1, 0));
    const none = count === 0;
    for (const control of [...Object.values(fields), mute, alone, reset]) control.disabled = none;
    resetAll.disabled = model.edit.length === 0;
    if (none) say(words, model.problem || "It has no modes.");
    else {
      const edit = model.of(this.chosen);
      const { frequency, decay } = model.shown(this.chosen);
      const state = edit.sounds === MUTED ? ", muted" : edit.sounds === ALONE ? ", alone" : model.heard(this.chosen) ? "" : ", not heard beside what is alone";
      const gain = edit.gain === 0 ? "" : `, ${edit.gain > 0 ? "+" : ""}${plain(edit.gain, 3)} dB`;
      say(words, `Mode ${this.chosen + 1} of ${count}: ${si(frequency, "Hz", 4)}, ${si(decay, "s")}${gain}${state}`);
      for (const [name, input] of Object.entries(fields)) {
        const text = plain(edit[/** @type {"frequency"|"decay"|"gain"} */ (name)], 4);
        if (document.activeElement !== input) input.value = text.replace("−", "-");
      }
      mute.setAttribute("aria-pressed", String(edit.sounds === MUTED));
      alone.setAttribute("aria-pressed", String(edit.sounds === ALONE));
      reset.disabled = !model.isChanged(this.chosen);
    }
    this.#paint();
  }

  /** What is drawn where. */
  #frame() {
    const { plot, canvas, model } = this;
    const pen = canvas?.getContext("2d");
    if (!plot || !canvas || !pen || !model || model.modes.length === 0 || plot.clientWidth < 80) return null;
    const [width, height] = [plot.clientWidth, plot.clientHeight];
    const dense = Math.min(globalThis.devicePixelRatio || 1, 3);
    if (canvas.width !== Math.round(width * dense)) canvas.width = Math.round(width * dense);
    if (canvas.height !== Math.round(height * dense)) canvas.height = Math.round(height * dense);
    pen.setTransform(dense, 0, 0, dense, 0, 0);
    pen.clearRect(0, 0, width, height);
    const colours = coloursAt(plot);
    pen.font = `12px ${colours.font}`;
    const frame = { pen, width, height, colours, now: 0 };
    const room = area(frame);
    const split = room.top + UPPER * (room.bottom - room.top);
    const { low, high, short, long } = model.ends();
    const across = { from: low, to: high, unit: "Hz", log: true };
    const upper = axes(frame, { ...room, bottom: split - 10 }, null, { from: -DEEP, to: ABOVE, unit: "dB", at: [-60, -40, -20, 0, 20], name: "level" });
    const lower = axes(frame, { ...room, top: split + 4 }, across, { from: short, to: long, unit: "s", log: true, at: decades(short, long), name: "decay" });
    return { pen, colours, split, x: lower.x, level: upper.y, decay: lower.y, bottom: split - 10, box: room, ends: { low, high, short, long } };
  }

  #paint() {
    const drawn = this.#frame();
    const { model, chosen } = this;
    if (!drawn || !model) return;
    this.drawn = drawn;
    const { pen, colours, x, level, decay, bottom } = drawn;
    // How long each rings, from one to the next.
    pen.strokeStyle = veil(colours.cool, 0.5);
    pen.lineWidth = 1.5;
    pen.beginPath();
    for (const n of model.byPitch()) pen.lineTo(x(model.shown(n).frequency), decay(model.shown(n).decay));
    pen.stroke();
    for (let n = 0; n < model.modes.length; n++) {
      const shown = model.shown(n);
      const [at, top] = [x(shown.frequency), Math.min(level(shown.level), bottom)];
      const heard = model.heard(n);
      const changed = model.isChanged(n);
      pen.strokeStyle = heard ? veil(colours.accent, n === chosen ? 1 : 0.55) : veil(colours.quiet, 0.35);
      pen.lineWidth = n === chosen ? 2.5 : 1.5;
      pen.beginPath();
      pen.moveTo(at, bottom);
      pen.lineTo(at, top);
      pen.stroke();
      pen.fillStyle = heard ? colours.accent : colours.paper;
      pen.lineWidth = 1.5;
      for (const [y, size] of [[top, n === chosen ? 6 : 4], [decay(shown.decay), n === chosen ? 5 : 3]]) {
        if (y !== top) pen.fillStyle = heard ? colours.cool : colours.paper;
        pen.beginPath();
        pen.arc(at, y, size, 0, 2 * Math.PI);
        pen.fill();
        pen.strokeStyle = n === chosen ? colours.ink : heard ? veil(colours.ink, changed ? 0.8 : 0) : colours.quiet;
        pen.stroke();
      }
    }
  }

  /** @param {PointerEvent} event */
  #at(event) {
    const box = this.plot?.getBoundingClientRect();
    return { x: event.clientX - (box?.left ?? 0), y: event.clientY - (box?.top ?? 0) };
  }

  /** The mode nearest to a place of the picture, if it is near. @param {{x: number, y: number}} at @param {boolean} below */
  #nearest({ x, y }, below) {
    const { drawn, model } = this;
    if (!drawn || !model) return null;
    let best = null;
    let least = NEAR;
    for (let n = 0; n < model.modes.length; n++) {
      const shown = model.shown(n);
      const dy = below ? y - drawn.decay(shown.decay) : y - Math.min(drawn.level(shown.level), drawn.bottom);
      // Above, the whole stem is meant, its head first.
      const away = below ? Math.hypot(x - drawn.x(shown.frequency), dy) : Math.abs(x - drawn.x(shown.frequency)) + (dy < 0 ? -dy : 0.05 * dy);
      if (away < least) [best, least] = [n, away];
    }
    return best;
  }

  /** The chosen mode and those that stand where it does: what is round has two of each. @param {boolean} single not those */
  #together(single) {
    const { model, drawn, chosen } = this;
    if (!model || !drawn) return [];
    const place = (/** @type {number} */ n) => {
      const { frequency, level, decay } = model.shown(n);
      return [drawn.x(frequency), drawn.level(level), drawn.decay(decay)];
    };
    const own = place(chosen);
    const same = (/** @type {number} */ n) => n === chosen || (!single && place(n).every((at, axis) => Math.abs(at - own[axis]) < SAME));
    return model.modes.map((_, n) => n).filter(same).map((n) => ({ n, edit: { ...model.of(n) } }));
  }

  /** @param {PointerEvent} event */
  #down(event) {
    const { drawn, model, plot } = this;
    if (!drawn || !model || !plot || event.button !== 0) return;
    const at = this.#at(event);
    const below = at.y > drawn.split - 3;
    const found = this.#nearest(at, below);
    if (found === null && !below) return;
    event.preventDefault();
    plot.focus({ preventScroll: true });
    plot.setPointerCapture(event.pointerId);
    if (found !== null) this.chosen = found;
    this.drag = { way: below ? (found === null ? "draw" : "decay") : null, ...at, from: this.#together(event.altKey), last: at };
    this.#again();
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const { drag, drawn, model } = this;
    if (!drag || !drawn || !model) return;
    const at = this.#at(event);
    const [dx, dy] = [at.x - drag.x, at.y - drag.y];
    if (drag.way === null && Math.hypot(dx, dy) > DECIDES) drag.way = Math.abs(dx) > Math.abs(dy) ? "frequency" : "gain";
    const { low, high, short, long } = drawn.ends;
    const wide = drawn.box.right - drawn.box.left;
    const all = (/** @type {(edit: import("./edit-model.js").ModeEdit) => Partial<import("./edit-model.js").ModeEdit>} */ change) => model.moveAll(drag.from.map(({ n, edit }) => [n, change(edit)]));
    if (drag.way === "frequency") all(({ frequency }) => ({ frequency: frequency * (high / low) ** (dx / wide) }));
    else if (drag.way === "gain") all(({ gain }) => ({ gain: gain - (dy * (DEEP + ABOVE)) / (drawn.level(-DEEP) - drawn.level(ABOVE)) }));
    else if (drag.way !== null) {
      const deep = drawn.decay(short) - drawn.decay(long);
      const seconds = (/** @type {number} */ y) => short * (long / short) ** clamp((drawn.decay(short) - y) / deep, -0.5, 1.5);
      if (drag.way === "decay") all(({ decay }) => ({ decay: (decay * seconds(at.y)) / seconds(drag.y) }));
      else model.draw(drag.last, at, (mode) => drawn.x(mode.frequency), seconds);
      drag.last = at;
    }
    if (drag.way !== null) this.#again();
  }

  #up() {
    if (!this.drag) return;
    if (this.drag.way !== null) this.model?.settle();
    this.drag = null;
  }

  /** @param {"frequency"|"decay"|"gain"} name @param {HTMLInputElement} input */
  #typed(name, input) {
    if (input.value === "" || !Number.isFinite(Number(input.value))) return this.#again();
    this.model?.move(this.chosen, { [name]: Number(input.value) });
    this.model?.settle();
    const edit = this.model?.of(this.chosen);
    if (edit) input.value = String(edit[name]);
    this.#again();
  }

  /** @param {number} what */
  #sounds(what) {
    const { model, chosen } = this;
    if (!model || model.modes.length === 0) return;
    model.move(chosen, { sounds: model.of(chosen).sounds === what ? ON : what });
    model.settle();
    this.#again();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const { model, chosen } = this;
    if (!model || model.modes.length === 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    const { key, shiftKey } = event;
    const own = model.of(chosen);
    const move = (/** @type {Partial<import("./edit-model.js").ModeEdit>} */ change) => {
      model.move(chosen, change);
      if (!event.repeat) model.settle();
    };
    const order = model.byPitch();
    const step = (/** @type {number} */ by) => {
      this.chosen = order[clamp(order.indexOf(chosen) + by, 0, order.length - 1)];
    };
    const side = key === "ArrowRight" ? 1 : key === "ArrowLeft" ? -1 : 0;
    if (side !== 0 && shiftKey) move({ frequency: own.frequency * 2 ** ((side * CENTS) / 1200) });
    else if (side !== 0) step(side);
    else if (key === "Home") step(-order.length);
    else if (key === "End") step(order.length);
    else if (key === "ArrowUp" || key === "ArrowDown") move({ gain: own.gain + (key === "ArrowUp" ? 1 : -1) * (shiftKey ? 0.1 : 1) * DECIBEL });
    else if (key === "PageUp" || key === "PageDown") move({ decay: own.decay * (key === "PageUp" ? LONGER : 1 / LONGER) });
    else if (key === "m" || key === "M") this.#sounds(MUTED);
    else if (key === "s" || key === "S") this.#sounds(ALONE);
    else if (key === "Delete" || key === "Backspace") model.reset(chosen);
    else if (key === "Enter") app.engine.trigger(this.instance, 1);
    else return;
    event.preventDefault();
    this.#again();
  }
}
customElements.define("urto-edit", Edit);

/** Where decays have labels. @param {number} short @param {number} long */
function decades(short, long) {
  const all = [];
  for (let power = Math.ceil(Math.log10(short)); 10 ** power <= long * 1.001; power++) all.push(10 ** power);
  return all;
}
