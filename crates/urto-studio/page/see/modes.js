// The modes of what rings: a bar for each, as high as it rings loud.

import { veil } from "./colours.js";
import { Picture } from "./picture.js";
import { area, axes } from "./plot.js";
import { si } from "./units.js";

/** Heights shown [dB below the loudest]. */
const RANGE = 72;
/** How fast a bar's mark falls [dB/s] and the reference follows. */
const FALL = 24;
const REFERENCE_FALL = 1.5;

export class ModeBars extends Picture {
  constructor() {
    super("Modes", "Play it to see the modes it rings in.", ["modes", "contact"]);
    this.marks = new Float32Array(0);
    this.reference = -Infinity;
    this.time = 0;
    this.loudest = { frequency: 0, count: 0 };
    this.range = { low: 100, high: 10000 };
    this.key = "";
    this.word = "mode";
  }

  /**
   * Round ends around all modes, at least two octaves.
   * @param {ArrayLike<number>} frequency
   */
  span(frequency) {
    let low = Infinity;
    let high = 0;
    for (let n = 0; n < frequency.length; n++) {
      if (!(frequency[n] > 0)) continue;
      low = Math.min(low, frequency[n]);
      high = Math.max(high, frequency[n]);
    }
    if (high === 0) return;
    // A finger's vibrato does not move the axis.
    const key = [low, high].map((end) => Math.round(6 * Math.log2(end))).join() + ` ${frequency.length}`;
    if (key === this.key) return;
    this.key = key;
    const middle = Math.sqrt(low * high);
    this.range.low = Math.max(Math.min(low / 1.25, middle / 2), 10);
    this.range.high = Math.min(Math.max(high * 1.25, middle * 2), 24000);
    this.marks = new Float32Array(frequency.length).fill(-1e3);
  }

  /**
   * @param {import("./picture.js").Frame} frame
   * @override
   */
  draw(frame) {
    const modes = this.feed?.modes;
    const { physics, contact, rubbed } = this.feed ?? {};
    const waits = rubbed ? "Partials show once the motion repeats." : "Nothing here rings in modes.";
    const none = physics?.modes.frequency.length === 0 && contact?.total ? waits : this.empty;
    if (this.note.textContent !== none) this.note.textContent = none;
    this.word = modes && modes === this.feed?.partials ? "partial" : "mode";
    if (!modes) return false;
    const { pen, colours, now } = frame;
    const passed = Math.min(Math.max(now - this.time, 0), 200) / 1000;
    this.time = now;
    this.span(modes.frequency);
    const count = Math.min(modes.frequency.length, modes.level.length, this.marks.length);
    let top = -Infinity;
    for (let n = 0; n < count; n++) {
      const level = decibels(modes.level[n]);
      if (level > top) {
        top = level;
        this.loudest.frequency = modes.frequency[n];
      }
    }
    this.reference = Math.max(top, this.reference - REFERENCE_FALL * passed);
    if (this.reference < -260) return false;
    const box = area(frame);
    const across = { from: this.range.low, to: this.range.high, unit: "Hz", log: true };
    const up = { from: -RANGE, to: 3, unit: "dB", at: [-60, -40, -20, 0], name: "level" };
    const { x, y } = axes(frame, box, across, up);
    const wide = Math.min(Math.max((0.5 * (box.right - box.left)) / count, 1.5), 7);
    this.loudest.count = 0;
    let falling = false;
    // A mark falls slowly, a bar with its mode.
    pen.fillStyle = veil(colours.accent, 0.35);
    for (let n = 0; n < count; n++) {
      const level = decibels(modes.level[n]) - this.reference;
      this.marks[n] = Math.max(level, this.marks[n] - FALL * passed);
      falling ||= this.marks[n] > Math.max(level, -RANGE);
      if (this.marks[n] > -RANGE) pen.fillRect(x(modes.frequency[n]) - wide / 2 - 1, y(this.marks[n]) - 1, wide + 2, 2);
    }
    if (falling) this.dirty = true; // also when nothing is new
    pen.fillStyle = colours.accent;
    pen.beginPath();
    for (let n = 0; n < count; n++) {
      const level = decibels(modes.level[n]) - this.reference;
      if (level <= -RANGE) continue;
      this.loudest.count++;
      const at = y(Math.min(level, 3));
      pen.roundRect(x(modes.frequency[n]) - wide / 2, at, wide, box.bottom - at, [wide / 2, wide / 2, 0, 0]);
    }
    pen.fill();
    pen.strokeStyle = colours.line;
    pen.beginPath();
    pen.moveTo(box.left, box.bottom + 0.5);
    pen.lineTo(box.right, box.bottom + 0.5);
    pen.stroke();
    return true;
  }

  /** @override */
  read() {
    const { frequency, count } = this.loudest;
    return count > 0 ? `${count} ${this.word}${count === 1 ? "" : "s"}, most at ${si(frequency, "Hz")}` : "at rest";
  }

  /** @override */
  describe() {
    const { frequency, count } = this.loudest;
    return count > 0
      ? `${count} of ${this.marks.length} ${this.word}s ${count === 1 ? "rings" : "ring"}; the strongest at ${si(frequency, "Hz")}.`
      : `${this.marks.length} ${this.word}s, all at rest.`;
  }
}

/** @param {number} level */
function decibels(level) {
  return level > 1e-15 ? 20 * Math.log10(level) : -300;
}

customElements.define("urto-modes", ModeBars);
