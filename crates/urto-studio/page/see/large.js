// A large spectrogram to measure in: a cursor that reads time, frequency and level, and a mark to
// compare it with.

import { leave, show } from "../app/dialogs.js";
import { clamp, fill, h, later, say } from "../app/dom.js";
import { coloursAt, evenMap, onTheme } from "./colours.js";
import { PAST } from "./feed.js";
import { frozen, lasting } from "./hold.js";
import { area, axes, scale } from "./plot.js";
import { note } from "./pitch.js";
import { Reader, between, told } from "./reading.js";
import { saveMenu } from "./save.js";
import { HIGHEST, LOWEST, Spectra, Tape } from "./spectra.js";
import { frequencies } from "./spectrogram.js";
import { plain, si } from "./units.js";

const SIZE = 4096;
const ROWS = 400;
/** Columns of the picture at most: more than that no screen shows apart. */
const COLUMNS = 1600;
/** Columns are worked out for so long in one frame [ms]. */
const BUDGET = 12;
/** What is shown is at least so long, and zooms by so much [s]. */
const SHORTEST = 0.25;
const ZOOM = 1.6;
/** Keys move by this share of the time shown, and by this ratio of frequencies: 20 cents. */
const SHARE = 1 / 200;
const RATIO = 2 ** (20 / 1200);
/** A partial so near the pointer is meant [px]. */
const NEAR = 7;
/** A reading is spoken when it has stood so long [ms]. */
const SPEAK = 500;
/** Room right of the plot, for the frequencies of partials, where it is not narrow [px]. */
const ROOM = 62;
const LESS = 52;
/** Room left of it, for those of the axis [px]. */
const LEFT = 54;
const NARROW = 500;
/** Names of partials stand at least so far apart [px]. */
const APART = 13;

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
    this.spectra = new Spectra(ROWS, SIZE);
    this.reader = new Reader(this.sound);
    this.tape = new Tape(1, ROWS);
    this.laid = "";
    this.done = 0;
    this.pending = 0;
    /** @type {Place} */
    this.cursor = this.strongest();
    /** @type {Place | null} */
    this.mark = null;
    this.words = h("p", { class: "number", data: { test: "large-reading" } });
    this.compared = h("p", { class: "number quiet", data: { test: "large-compared" } });
    this.spoken = h("p", { class: "unseen", "aria-live": "polite", data: { test: "large-spoken" } });
    this.look = "";
    this.box = { left: 0, top: 0, right: 1, bottom: 1 };
    this.speak = later(SPEAK, () => say(this.spoken, `${this.words.textContent} ${this.compared.textContent}`));
    this.build();
  }

  build() {
    const button = (/** @type {string} */ word, /** @type {string} */ test, /** @type {string} */ tip, /** @type {() => void} */ click) =>
      h("button", { type: "button", class: "button small-button", "aria-label": tip.startsWith(word) ? tip : `${word}: ${tip}`, data: { test, tip }, on: { click } }, word);
    this.canvas = h("canvas", { "aria-hidden": "true" });
    this.plot = h(
      "div",
      { class: "large-plot", tabindex: "0", autofocus: true, role: "application", "aria-label": "Large spectrogram", "aria-describedby": "large-keys", data: { test: "large-plot" } },
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
      saveMenu("Large spectrogram", () => this.sheet(), "Save", "button small-button"),
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
    if (this.done < this.tape.columns) this.again();
  }

  /**
   * The columns of what is in sight, a few at a time.
   * @param {import("./picture.js").Frame} frame
   * @param {number} wide px
   */
  lay({ colours, whole }, wide) {
    const { view, sound, spectra } = this;
    const columns = Math.round(clamp(wide, 100, COLUMNS));
    const key = `${view.from} ${view.to} ${columns}`;
    const look = `${colours.paper} ${colours.accent} ${colours.cool} ${colours.warm}`;
    if (key !== this.laid) {
      this.laid = key;
      this.tape = new Tape(columns, ROWS);
      this.done = 0;
      this.look = "";
    }
    if (look !== this.look) {
      this.look = look;
      this.tape.colour(evenMap(colours));
    }
    const end = performance.now() + (whole ? Infinity : BUDGET);
    for (; this.done < columns && performance.now() < end; this.done++) {
      const time = view.from + ((this.done + 0.5) / columns) * (view.to - view.from);
      spectra.analyse(sound, Math.round(-time * sound.rate - SIZE / 2));
      spectra.fill(this.tape.levels, this.done * ROWS);
      this.tape.paint(this.done);
    }
  }

  /** @param {import("./picture.js").Frame} frame */
  draw(frame) {
    const { pen, width } = frame;
    const box = area(frame, { left: width < NARROW ? LESS : LEFT, right: width < NARROW ? LESS : ROOM });
    this.box = box;
    this.lay(frame, box.right - box.left);
    pen.drawImage(this.tape.canvas, 0, 0, this.tape.columns, ROWS, box.left, box.top, box.right - box.left, box.bottom - box.top);
    axes(frame, box, { ...this.view, unit: "s", name: "time" }, null);
    frequencies(frame, box);
    const { mark } = this;
    if (mark) this.cross(frame, this.reader.read(mark, 1), frame.colours.cool);
    this.cross(frame, this.read(), frame.colours.accent);
    this.names(frame);
  }

  /** Pixels of the plot. */
  get scales() {
    const { box, view } = this;
    return {
      x: scale({ ...view, unit: "s" }, box.left, box.right),
      y: scale({ from: LOWEST, to: HIGHEST, unit: "Hz", log: true }, box.bottom, box.top),
    };
  }

  /** @param {import("./picture.js").Frame} frame @param {import("./reading.js").Read} at @param {string} colour */
  cross({ pen, colours }, at, colour) {
    const { box, scales } = this;
    const [x, y] = [scales.x(at.time), scales.y(at.hertz)];
    if (x < box.left - 1 || x > box.right + 1) return;
    for (const [wide, ink] of /** @type {const} */ ([[3, colours.paper], [1, colour]])) {
      pen.beginPath();
      pen.moveTo(x, box.top);
      pen.lineTo(x, box.bottom);
      pen.moveTo(box.left, y);
      pen.lineTo(box.right, y);
      pen.lineWidth = wide;
      pen.globalAlpha = wide > 1 ? 0.5 : 1;
      pen.strokeStyle = ink;
      pen.stroke();
    }
    pen.globalAlpha = 1;
    pen.beginPath();
    pen.arc(x, y, 4, 0, 2 * Math.PI);
    pen.fillStyle = colour;
    pen.fill();
  }

  /** Rings around the partials at the cursor's time, and their frequencies beside the plot. @param {import("./picture.js").Frame} frame */
  names({ pen, colours }) {
    const { box, scales, cursor } = this;
    const x = scales.x(cursor.time);
    /** @type {number[]} */
    const taken = [];
    pen.textAlign = "left";
    pen.textBaseline = "middle";
    pen.lineWidth = 1.5;
    // The strongest first: where there is no room the weaker one goes without.
    for (const { frequency } of this.reader.partials(cursor.time).toSorted((one, other) => other.level - one.level)) {
      const y = scales.y(frequency);
      if (x >= box.left - 1 && x <= box.right + 1) {
        pen.beginPath();
        pen.arc(x, y, 4.5, 0, 2 * Math.PI);
        pen.strokeStyle = colours.accent;
        pen.stroke();
      }
      if (taken.some((other) => Math.abs(other - y) < APART)) continue;
      taken.push(y);
      pen.fillStyle = colours.ink;
      pen.fillText(si(frequency, "Hz"), box.right + 5, clamp(y, box.top + 5, box.bottom - 5));
    }
  }

  /** What the cursor reads. */
  read() {
    return this.reader.read(this.cursor, this.near);
  }

  /** So near a partial is meant [ratio of frequencies]. */
  get near() {
    const per = Math.log(HIGHEST / LOWEST) / Math.max(this.box.bottom - this.box.top, 100);
    return Math.exp(NEAR * per);
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
    const { plot, box, view } = this;
    if (!plot) return;
    // What is pressed moves it: a pointer that only passes by leaves it where it is read.
    if ((event.buttons & 1) === 0) return;
    if (event.type === "pointerdown") plot.setPointerCapture(event.pointerId);
    const at = plot.getBoundingClientRect();
    const x = clamp((event.clientX - at.left - box.left) / (box.right - box.left), 0, 1);
    const y = clamp((event.clientY - at.top - box.top) / (box.bottom - box.top), 0, 1);
    const place = { time: view.from + x * (view.to - view.from), hertz: HIGHEST * (LOWEST / HIGHEST) ** y };
    if (!event.shiftKey) return this.move(place.time, place.hertz);
    const { time, hertz } = this.reader.read(place, this.near);
    this.setMark({ time, hertz });
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    event.preventDefault();
    const span = this.view.to - this.view.from;
    const by = event.deltaX || (event.shiftKey ? event.deltaY : 0);
    if (by) this.scroll((by / (this.box.right - this.box.left)) * span);
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
