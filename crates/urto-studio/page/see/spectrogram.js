// Which frequencies sound when: a scrolling spectrogram on a logarithmic axis.

import { evenMap } from "./colours.js";
import { HISTORY, PAST } from "./feed.js";
import { make } from "./picture.js";
import { area, axes } from "./plot.js";
import { FLOOR, HIGHEST, LOWEST, Spectra, Tape } from "./spectra.js";
import { Timeline } from "./timeline.js";
import { si } from "./units.js";

/** 85 ms at 48 kHz: low partials stay apart, and a blow is still an edge. */
const SIZE = 4096;
const HOP = 512;
const ROWS = 220;
/** Columns are worked out for so long in one frame [ms]; what is left comes with the next. */
const BUDGET = 8;
/** No hop at all. */
const NONE = -(2 ** 31);

/**
 * The columns are a ring over the history: at 48 kHz 2814 of 220 rows, 0.6 MB of levels and 2.5 MB
 * as painted. One is worked out when it is first looked at.
 */
export class Spectrogram extends Timeline {
  constructor() {
    super("Spectrogram", "Play something to see its frequencies.", ["sound"]);
    this.spectra = new Spectra(ROWS, SIZE);
    this.tape = new Tape(1, ROWS);
    this.rate = 0;
    /** Which hop stands in each column, and what is strongest there. */
    this.made = new Int32Array(0);
    this.best = { frequency: new Float32Array(0), level: new Float32Array(0) };
    this.mapped = "";
    this.strongest = { frequency: 0, level: FLOOR };
  }

  /** @override */
  ownTools() {
    const measure = /** @type {HTMLButtonElement} */ (make("button", "picture-tool"));
    measure.type = "button";
    measure.textContent = "measure";
    measure.setAttribute("aria-label", "Spectrogram: measure in a large one");
    measure.dataset.test = "measure";
    measure.dataset.tip = "Opens a large spectrogram that tells time, frequency and level";
    measure.addEventListener("click", async () => {
      const { Large } = await import("./large.js");
      if (this.feed) new Large(this.feed);
    });
    return [measure];
  }

  /** @param {import("./streams.js").Sound} sound */
  lay(sound) {
    if (this.rate === sound.rate) return;
    this.rate = sound.rate;
    const columns = Math.ceil((HISTORY * sound.rate) / HOP) + 1;
    this.tape = new Tape(columns, ROWS);
    this.made = new Int32Array(columns).fill(NONE);
    this.best = { frequency: new Float32Array(columns), level: new Float32Array(columns).fill(FLOOR) };
    this.mapped = "";
  }

  /**
   * Works out what is missing of a stretch of columns.
   * @param {import("./streams.js").Sound} sound
   * @param {number} first hop
   * @param {number} last
   * @param {number} budget ms
   * @returns {boolean} whether all is there
   */
  gather(sound, first, last, budget) {
    const { spectra, tape, made, best } = this;
    const end = performance.now() + budget;
    let all = true;
    for (let hop = first; hop <= last; hop++) {
      const column = modulo(hop, tape.columns);
      if (made[column] === hop) continue;
      if (performance.now() < end) {
        spectra.analyse(sound, sound.total - hop * HOP);
        spectra.fill(tape.levels, column * ROWS);
        tape.paint(column);
        made[column] = hop;
        best.frequency[column] = spectra.strongest.frequency;
        best.level[column] = spectra.strongest.level;
        continue;
      }
      all = false;
      if (made[column] === NONE) continue;
      made[column] = NONE;
      tape.wipe(column);
    }
    return all;
  }

  /**
   * @param {import("./picture.js").Frame} frame
   * @override
   */
  draw(frame) {
    const sound = this.shown;
    if (!sound || sound.samples.length === 0 || sound.silent) return false;
    const { pen, colours } = frame;
    this.lay(sound);
    const { tape } = this;
    const key = `${colours.paper} ${colours.accent} ${colours.cool} ${colours.warm}`;
    if (this.mapped !== key) {
      tape.colour(evenMap(colours));
      this.mapped = key;
    }
    const last = Math.floor(sound.total / HOP) - Math.round((this.back * sound.rate) / HOP);
    const count = Math.round((PAST * sound.rate) / HOP);
    const first = last - count + 1;
    if (!this.gather(sound, first, last, frame.whole ? Infinity : BUDGET)) {
      this.dirty = true;
      this.last.drawn = -Infinity; // goes on at once, also where pictures are calm
    }
    const newest = modulo(last, tape.columns);
    this.strongest = { frequency: this.best.frequency[newest], level: this.best.level[newest] };
    const box = area(frame);
    const width = box.right - box.left;
    const height = box.bottom - box.top;
    const from = modulo(first, tape.columns);
    const before = Math.min(count, tape.columns - from);
    const older = (before / count) * width;
    pen.imageSmoothingEnabled = true;
    pen.drawImage(tape.canvas, from, 0, before, ROWS, box.left, box.top, older, height);
    if (before < count) {
      pen.drawImage(tape.canvas, 0, 0, count - before, ROWS, box.left + older, box.top, width - older, height);
    }
    axes(frame, box, this.time, null);
    frequencies(frame, box);
    return true;
  }

  /** @override */
  read() {
    const { frequency, level } = this.strongest;
    return level > FLOOR ? `${si(frequency, "Hz", 2)} strongest` : "";
  }

  /** @override */
  describe() {
    const { frequency, level } = this.strongest;
    const when = this.held ? "at the end of the time shown" : "now";
    return level > FLOOR ? `The strongest frequency ${when} is ${si(frequency, "Hz", 2)}.` : `Silent ${when}.`;
  }
}

/**
 * Labels beside the image: lines over it would hide partials.
 * @param {import("./picture.js").Frame} frame
 * @param {import("./plot.js").Area} box
 */
export function frequencies(frame, box) {
  const { pen, colours } = frame;
  const room = box.bottom - box.top;
  const all = room > 95 ? [100, 200, 500, 1000, 2000, 5000, 10000] : [100, 1000, 10000];
  pen.fillStyle = colours.quiet;
  pen.strokeStyle = colours.line;
  pen.lineWidth = 1;
  pen.textAlign = "right";
  pen.textBaseline = "middle";
  pen.beginPath();
  for (const hertz of all) {
    const at = Math.round(box.bottom - (room * Math.log(hertz / LOWEST)) / Math.log(HIGHEST / LOWEST)) + 0.5;
    pen.moveTo(box.left - 3, at);
    pen.lineTo(box.left, at);
    pen.fillText(si(hertz, "Hz"), box.left - 6, at);
  }
  pen.stroke();
}

/** @param {number} n @param {number} size */
const modulo = (n, size) => ((n % size) + size) % size;

customElements.define("urto-spectrogram", Spectrogram);
