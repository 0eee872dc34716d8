// How the large spectrogram is drawn: columns for what is in sight, the cursor, the mark and the partials.

import { clamp } from "../app/dom.js";
import { evenMap } from "./colours.js";
import { area, axes, scale } from "./plot.js";
import { HIGHEST, LOWEST, Spectra, Tape } from "./spectra.js";
import { frequencies } from "./spectrogram.js";
import { si } from "./units.js";

const SIZE = 4096;
const ROWS = 400;
/** Columns of the picture at most: more than that no screen shows apart. */
const COLUMNS = 1600;
/** Columns are worked out for so long in one frame [ms]. */
const BUDGET = 12;
/** A partial so near the pointer is meant [px]. */
const NEAR = 7;
/** Room right of the plot, for the frequencies of partials [px]. */
const ROOM = 62;
/** Room left of it, for those of the axis [px]. */
const LEFT = 54;
/** Names of partials stand at least so far apart [px]. */
const APART = 13;

export class LargeDrawing {
  /**
   * @param {import("./streams.js").Sound} sound
   * @param {import("./reading.js").Reader} reader
   */
  constructor(sound, reader) {
    this.sound = sound;
    this.reader = reader;
    this.spectra = new Spectra(ROWS, SIZE);
    this.tape = new Tape(1, ROWS);
    this.view = { from: -1, to: 0 };
    this.box = { left: 0, top: 0, right: 1, bottom: 1 };
    /** What stands on the tape, in which colours, and how many columns of it are done. */
    this.laid = "";
    this.look = "";
    this.done = 0;
  }

  /** Width of the plot [px]. */
  get wide() {
    return this.box.right - this.box.left;
  }

  /** Whether all columns are done. */
  get whole() {
    return this.done >= this.tape.columns;
  }

  /** So near a partial is meant [ratio of frequencies]. */
  get near() {
    const per = Math.log(HIGHEST / LOWEST) / Math.max(this.box.bottom - this.box.top, 100);
    return Math.exp(NEAR * per);
  }

  /**
   * The columns of what is in sight, a few at a time.
   * @param {import("./picture.js").Frame} frame
   * @param {{from: number, to: number}} view s before the newest sample
   */
  lay(frame, view) {
    const { sound, spectra } = this;
    const { colours, whole } = frame;
    this.view = view;
    this.box = area(frame, { left: LEFT, right: ROOM });
    const columns = Math.round(clamp(this.wide, 100, COLUMNS));
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

  /**
   * @param {import("./picture.js").Frame} frame
   * @param {import("./reading.js").Read} cursor
   * @param {import("./reading.js").Read | null} mark
   */
  draw(frame, cursor, mark) {
    const { pen } = frame;
    const { box, tape } = this;
    pen.drawImage(tape.canvas, 0, 0, tape.columns, ROWS, box.left, box.top, this.wide, box.bottom - box.top);
    axes(frame, box, { ...this.view, unit: "s", name: "time" }, null);
    frequencies(frame, box);
    if (mark) this.cross(frame, mark, frame.colours.cool);
    this.cross(frame, cursor, frame.colours.accent);
    this.names(frame, cursor.time);
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

  /** Rings around the partials at the cursor's time, and their frequencies beside the plot. @param {import("./picture.js").Frame} frame @param {number} time */
  names({ pen, colours }, time) {
    const { box, scales } = this;
    const x = scales.x(time);
    /** @type {number[]} */
    const taken = [];
    pen.textAlign = "left";
    pen.textBaseline = "middle";
    pen.lineWidth = 1.5;
    // The strongest first: where there is no room the weaker one goes without.
    for (const { frequency } of this.reader.partials(time).toSorted((one, other) => other.level - one.level)) {
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
}
