// A large spectrogram to measure in: a cursor that reads time, frequency and level, and a mark to
// compare it with.

import { leave, show } from "../app/dialogs.js";
import { clamp, fill, h, later, say } from "../app/dom.js";
import { coloursAt, onTheme } from "./colours.js";
import { PAST } from "./feed.js";
import { frozen, lasting } from "./hold.js";
import { LargeDrawing } from "./large-drawing.js";
import { note } from "./pitch.js";
import { Reader, between, told } from "./reading.js";
import { saveMenu } from "./save.js";
import { HIGHEST, LOWEST } from "./spectra.js";
import { plain, si } from "./units.js";

/** What is shown is at least so long, and zooms by so much [s]. */
const SHORTEST = 0.25;
const ZOOM = 1.6;
/** Keys move by this share of the time shown, and by this ratio of frequencies: 20 cents. */
const SHARE = 1 / 200;
const RATIO = 2 ** (20 / 1200);
/** A reading is spoken when it has stood so long [ms]. */
const SPEAK = 500;

/** Narrower than this the reading does not stand beside a saved title [px]. */
const NARROW = 500;

const HINT = "Drag moves the cursor. ";
const KEYS =
  "With Shift it moves the mark, to compare with. Arrow keys do the same; Page keys go to the next partial, Enter sets the mark, Delete takes it away, plus and minus zoom.";

/** @typedef {import("./reading.js").Place} Place */

export class Large {
  /** @param {import("./feed.js").Feed} feed */
  constructor(feed) {
    this.sound = feed.held?.sound ?? frozen(feed.sound);
    this.length = Math.max(lasting(this.sound), SHORTEST);
    const back = feed.held?.back ?? 0;
    /** What is in sight [s before the newest sample]. */
    this.view = { from: -Math.min(this.length, PAST + back), to: -Math.min(back, this.length - SHORTEST) };
    this.reader = new Reader(this.sound);
    this.drawing = new LargeDrawing(this.sound, this.reader);
    this.pending = 0;
    /** @type {Place} */
    this.cursor = this.strongest();
    /** @type {Place | null} */
    this.mark = null;
    this.words = h("p", { class: "number", data: { test: "large-reading" } });
    this.compared = h("p", { class: "number quiet", data: { test: "large-compared" } });
    this.spoken = h("p", { class: "unseen", "aria-live": "polite", data: { test: "large-spoken" } });
    this.speak = later(SPEAK, () => say(this.spoken, `${this.words.textContent} ${this.compared.textContent}`));
    this.build();
  }

  build() {
    const button = (/** @type {string} */ word, /** @type {string} */ test, /** @type {string} */ tip, /** @type {() => void} */ click) =>
      h("button", { type: "button", class: "button small-button", "aria-label": tip.startsWith(word) ? tip : `${word}: ${tip}`, data: { test, tip }, on: { click } }, word);
    this.canvas = h("canvas", { "aria-hidden": "true" });
    this.plot = h(
      "div",
      { class: "large-plot", tabindex: "0", autofocus: true, role: "application", "aria-label": "Large spectrogram", "aria-describedby": "large-keys", data: { test: "large-plot", tip: "Point at it to read time, frequency and level; arrow keys do the same" } },
      this.canvas,
    );
    this.bar = h("input", { type: "range", class: "large-bar", step: "0.01", "aria-label": "Time shown", data: { test: "large-bar", tip: "Goes to an earlier or later time" } });
    this.list = h("div", { class: "large-partials", role: "group", "aria-label": "Partials at the cursor’s time", data: { test: "large-partials" } });
    this.marker = button("Set mark", "large-mark", "Set mark at the cursor, to compare with", () => this.setMark(this.mark ? null : this.place()));
    const tools = h(
      "div",
      { class: "row large-tools" },
      this.marker,
      button("Closer", "large-closer", "Closer: a shorter time", () => this.zoom(1 / ZOOM)),
      button("Wider", "large-wider", "Wider: a longer time", () => this.zoom(ZOOM)),
      saveMenu("Large spectrogram", () => this.sheet(), { word: "Save", look: "button small-button" }),
    );
    const silent = this.sound.silent;
    const content = silent
      ? h("p", { class: "quiet" }, "Nothing was heard yet. Close this, play something, and open it again.")
      : h("div", { class: "large-all" }, this.plot, this.bar, h("div", { class: "large-told" }, this.words, this.compared, this.spoken), this.list, tools, h("p", { class: "small quiet", id: "large-keys" }, HINT, h("span", { class: "large-keys" }, KEYS)));
    this.dialog = show("Spectrogram", content, "large-spectrogram");
    if (silent) return;
    this.dialog.classList.add("large");
    const resized = new ResizeObserver(() => this.again());
    resized.observe(this.plot);
    const unTheme = onTheme(() => this.again());
    this.dialog.addEventListener("close", () => {
      resized.disconnect();
      unTheme();
      cancelAnimationFrame(this.pending);
      this.pending = -1;
    });
    this.plot.addEventListener("keydown", (event) => this.key(event));
    this.plot.addEventListener("pointermove", (event) => this.point(event));
    this.plot.addEventListener("pointerdown", (event) => this.point(event));
    this.plot.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    const { bar } = this;
    bar.addEventListener("input", () => this.scroll(Number(bar.value) - this.view.from));
    this.see();
    this.told();
  }

  /** Where the sound is strongest of what is in sight. @returns {Place} */
  strongest() {
    const { view, sound } = this;
    const step = 512;
    const end = Math.round(-view.from * sound.rate);
    const stretch = new Float32Array(step);
    let [most, at] = [0, 0];
    for (let ago = Math.round(-view.to * sound.rate); ago + step <= end; ago += step) {
      sound.copy(stretch, ago);
      let power = 0;
      for (const sample of stretch) power += sample * sample;
      if (power > most) [most, at] = [power, ago];
    }
    const time = -at / sound.rate;
    const peaks = this.reader.partials(time);
    const best = peaks.reduce((one, other) => (other.level > one.level ? other : one), peaks[0]);
    return { time, hertz: best?.frequency ?? 440 };
  }

  /** Draws once, soon. */
  again() {
    if (this.pending !== 0) return;
    this.pending = requestAnimationFrame(() => {
      this.pending = 0;
      this.paint();
    });
  }

  paint() {
    const { plot, canvas } = this;
    if (!plot || !canvas) return;
    const { clientWidth: width, clientHeight: height } = plot;
    const pen = canvas.getContext("2d");
    if (!pen || width < 80 || height < 80) return;
    const dense = Math.min(globalThis.devicePixelRatio || 1, 3);
    canvas.width = Math.round(width * dense);
    canvas.height = Math.round(height * dense);
    pen.scale(dense, dense);
    const colours = coloursAt(plot);
    pen.font = `12px ${colours.font}`;
    pen.lineJoin = "round";
    this.draw({ pen, width, height, colours, now: performance.now() });
    if (!this.drawing.whole) this.again();
  }

  /** @param {import("./picture.js").Frame} frame */
  draw(frame) {
    const { drawing, view, mark } = this;
    drawing.lay(frame, view);
    drawing.draw(frame, this.read(), mark && this.reader.read(mark, 1));
  }

  /** What the cursor reads. */
  read() {
    return this.reader.read(this.cursor, this.drawing.near);
  }

  /** The place that the cursor reads, on the partial if one is near. @returns {Place} */
  place() {
    const { time, hertz } = this.read();
    return { time, hertz };
  }

  /** Words for the cursor and the mark, and the partials. */
  told() {
    const { words, compared, marker, list, mark } = this;
    if (!marker || !list) return;
    const compare = mark ? this.reader.read(mark, 1) : null;
    const now = this.read();
    say(words, told(now));
    say(compared, compare ? between(compare, now) : "");
    say(marker, mark ? "Remove mark" : "Set mark");
    marker.setAttribute("aria-label", mark ? "Remove mark" : "Set mark at the cursor, to compare with");
    marker.dataset.tip = mark ? "Takes the mark away" : "Set mark at the cursor, to compare with";
    const partials = this.reader.partials(this.cursor.time);
    const key = partials.map(({ frequency }) => frequency).join();
    if (list.dataset.key !== key) {
      list.dataset.key = key;
      fill(
        list,
        partials.map(({ frequency, level }) =>
          h(
            "button",
            {
              type: "button",
              class: "large-partial number",
              data: { test: "large-partial", tip: `${note(frequency)}; puts the cursor there` },
              on: { click: () => this.move(this.cursor.time, frequency) },
            },
            si(frequency, "Hz", 4),
            h("span", { class: "quiet" }, ` ${plain(Math.round(level))}\u00a0dB`),
          ),
        ),
      );
    }
    this.speak();
    this.again();
  }

  /** @param {number} time @param {number} hertz */
  move(time, hertz) {
    this.cursor = this.within(time, hertz);
    this.follow(this.cursor.time);
    this.told();
  }

  /** @param {Place | null} place */
  setMark(place) {
    this.mark = place && this.within(place.time, place.hertz);
    if (this.mark) this.follow(this.mark.time);
    this.told();
  }

  /** @param {number} time @param {number} hertz @returns {Place} */
  within(time, hertz) {
    return { time: clamp(time, -this.length, 0), hertz: clamp(hertz, LOWEST, HIGHEST) };
  }

  /** Keeps a time in sight. @param {number} time */
  follow(time) {
    const { from, to } = this.view;
    if (time < from) this.scroll(time - from);
    else if (time > to) this.scroll(time - to);
  }

  /** @param {number} by s */
  scroll(by) {
    const span = this.view.to - this.view.from;
    const from = clamp(this.view.from + by, -this.length, -span);
    this.view = { from, to: from + span };
    this.see();
  }

  /** Shows more or less time, around the cursor. @param {number} times */
  zoom(times) {
    const { from, to } = this.view;
    const span = clamp((to - from) * times, SHORTEST, this.length);
    const middle = clamp(this.cursor.time, from, to);
    const start = clamp(middle - ((middle - from) / (to - from)) * span, -this.length, -span);
    this.view = { from: start, to: start + span };
    this.see();
  }

  /** The bar follows what is in sight. */
  see() {
    const { bar, view, length } = this;
    if (!bar) return;
    const span = view.to - view.from;
    bar.min = String(-length);
    bar.max = String(-span);
    bar.value = String(view.from);
    bar.disabled = span >= length - 0.01;
    bar.setAttribute("aria-valuetext", `from ${plain(-view.from)} to ${plain(-view.to)} seconds before the end`);
    this.again();
  }

  /** @param {PointerEvent} event */
  point(event) {
    const { plot, view } = this;
    const { box } = this.drawing;
    if (!plot) return;
    // What is pressed moves it: a pointer that only passes by leaves it where it is read.
    if ((event.buttons & 1) === 0) return;
    if (event.type === "pointerdown") plot.setPointerCapture(event.pointerId);
    const at = plot.getBoundingClientRect();
    const x = clamp((event.clientX - at.left - box.left) / (box.right - box.left), 0, 1);
    const y = clamp((event.clientY - at.top - box.top) / (box.bottom - box.top), 0, 1);
    const place = { time: view.from + x * (view.to - view.from), hertz: HIGHEST * (LOWEST / HIGHEST) ** y };
    if (!event.shiftKey) return this.move(place.time, place.hertz);
    const { time, hertz } = this.reader.read(place, this.drawing.near);
    this.setMark({ time, hertz });
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    event.preventDefault();
    const span = this.view.to - this.view.from;
    const by = event.deltaX || (event.shiftKey ? event.deltaY : 0);
    if (by) this.scroll((by / this.drawing.wide) * span);
    else this.zoom(event.deltaY > 0 ? ZOOM : 1 / ZOOM);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { cursor, view } = this;
    const step = SHARE * (view.to - view.from);
    const moves = /** @type {Record<string, [number, number]>} */ ({ ArrowLeft: [-step, 1], ArrowRight: [step, 1], ArrowUp: [0, RATIO], ArrowDown: [0, 1 / RATIO] });
    const by = moves[event.key];
    if (by && event.shiftKey) {
      const mark = this.mark ?? this.place();
      this.setMark({ time: mark.time + by[0], hertz: mark.hertz * by[1] });
    } else if (by) this.move(cursor.time + by[0], cursor.hertz * by[1]);
    else if (event.key === "PageUp" || event.key === "PageDown") this.next(event.key === "PageUp");
    else if (event.key === "Home") this.move(view.from, cursor.hertz);
    else if (event.key === "End") this.move(view.to, cursor.hertz);
    else if (event.key === "Enter" || event.key === " ") this.setMark(this.place());
    else if (event.key === "Delete" || event.key === "Backspace") this.setMark(null);
    else if (event.key === "+" || event.key === "=") this.zoom(1 / ZOOM);
    else if (event.key === "-") this.zoom(ZOOM);
    else return;
    event.preventDefault();
  }

  /** To the next partial. @param {boolean} up */
  next(up) {
    const { time } = this.cursor;
    const here = this.place().hertz;
    const partials = this.reader.partials(time);
    const found = up
      ? partials.find(({ frequency }) => frequency > here * 1.0001)
      : partials.findLast(({ frequency }) => frequency < here * 0.9999);
    if (found) this.move(time, found.frequency);
  }

  /** @returns {import("./save.js").Sheet | null} */
  sheet() {
    const { plot } = this;
    if (!plot) return null;
    const { clientWidth: width, clientHeight: height } = plot;
    const colours = coloursAt(plot);
    const dense = Math.min(globalThis.devicePixelRatio || 1, 3);
    const draw = (/** @type {CanvasRenderingContext2D} */ pen) => this.draw({ pen, width, height, colours, now: performance.now(), whole: true });
    return { title: "Spectrogram", told: width < NARROW ? "" : told(this.read()), width, height, dense, colours, draw };
  }

  close() {
    if (this.dialog) leave(this.dialog);
  }
}
