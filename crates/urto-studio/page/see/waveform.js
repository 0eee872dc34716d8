// The sound as pressure over time: the last seconds, or the newest hundredths, held still.

import { PAST } from "./feed.js";
import { make } from "./picture.js";
import { area, axes, Ease, trace } from "./plot.js";
import { Timeline } from "./timeline.js";
import { plain, roundUp, si } from "./units.js";

/** Samples whose least and greatest make one column of the long view. */
const BUCKET = 512;
/** Length of the short view [s]. */
const MOMENT = 0.02;

export class Waveform extends Timeline {
  constructor() {
    super("Waveform", "Play something to see its sound.", ["sound"]);
    this.low = new Float32Array(0);
    this.high = new Float32Array(0);
    this.done = 0;
    this.peak = 0;
    this.size = new Ease(0.01);
    /** @type {"past" | "moment"} */
    this.span = "past";
    this.moment = new Float32Array(0);
    this.toggle = /** @type {HTMLButtonElement} */ (make("button", "toggle"));
    this.toggle.type = "button";
    this.toggle.addEventListener("click", () => this.show(this.span === "past" ? "moment" : "past"));
    this.titles.insertBefore(this.toggle, this.titles.querySelector("slot"));
    this.show("past");
  }

  /** @param {"past" | "moment"} span */
  show(span) {
    this.span = span;
    this.toggle.textContent = span === "past" ? "zoom in" : "zoom out";
    this.toggle.dataset.tip = span === "past" ? `Shows the last ${si(MOMENT, "s")}, as an oscilloscope does` : `Shows the last ${PAST} s again`;
    this.toggle.setAttribute("aria-label", `Waveform: ${span === "past" ? `zoom in to ${si(MOMENT, "s")}` : `show the last ${PAST} s`}`);
    this.dirty = true;
    this.feed?.wake();
  }

  /** Brings the columns up to date. @param {import("./streams.js").Sound} sound */
  gather(sound) {
    const columns = Math.floor(sound.samples.length / BUCKET);
    if (columns < 1) return;
    if (this.low.length !== columns) {
      this.low = new Float32Array(columns);
      this.high = new Float32Array(columns);
      this.done = 0;
    }
    const oldest = Math.max(this.done, sound.total - (columns - 1) * BUCKET);
    for (let start = Math.ceil(oldest / BUCKET) * BUCKET; start + BUCKET <= sound.total; start += BUCKET) {
      let low = 0;
      let high = 0;
      for (let n = start; n < start + BUCKET; n++) {
        const sample = sound.samples[n % sound.samples.length];
        if (sample < low) low = sample;
        if (sample > high) high = sample;
      }
      const at = (start / BUCKET) % columns;
      this.low[at] = low;
      this.high[at] = high;
      this.done = start + BUCKET;
    }
  }

  /**
   * @param {import("./picture.js").Frame} frame
   * @override
   */
  draw(frame) {
    const sound = this.shown;
    if (!sound || sound.silent) return false;
    this.gather(sound);
    return this.span === "past" ? this.drawPast(frame, sound) : this.drawMoment(frame, sound);
  }

  /** Half the axis: while it is held it only grows. @param {number} now */
  end(now) {
    const { peak, size } = this;
    if (this.held) size.size = Math.max(size.size, peak);
    return roundUp(this.held ? size.size : size.follow(peak, now));
  }

  /**
   * @param {import("./picture.js").Frame} frame
   * @param {import("./streams.js").Sound} sound
   */
  drawPast(frame, sound) {
    const { pen, colours, now } = frame;
    const kept = this.low.length;
    const newest = Math.floor(this.done / BUCKET);
    const columns = Math.floor((PAST * sound.rate) / BUCKET);
    const first = newest - Math.round((this.back * sound.rate) / BUCKET) - columns;
    const known = (/** @type {number} */ n) => first + n >= Math.max(0, newest - kept);
    let peak = 0;
    for (let n = 0; n < columns; n++) if (known(n)) peak = Math.max(peak, this.high[(first + n) % kept], -this.low[(first + n) % kept]);
    this.peak = peak;
    const end = this.end(now);
    const box = area(frame);
    const { x, y } = axes(frame, box, this.time, { from: -end, to: end, unit: "", at: [-end, 0, end], label: plain });
    const at = (/** @type {Float32Array} */ of, /** @type {number} */ n) => (known(n) ? of[(first + n) % kept] : 0);
    const place = (/** @type {number} */ n) => x(-this.back - PAST + (PAST * (n + 0.5)) / columns);
    pen.beginPath();
    for (let n = 0; n < columns; n++) pen.lineTo(place(n), y(at(this.high, n)) - 0.4);
    for (let n = columns - 1; n >= 0; n--) pen.lineTo(place(n), y(at(this.low, n)) + 0.4);
    pen.fillStyle = colours.accent;
    pen.fill();
    return true;
  }

  /**
   * @param {import("./picture.js").Frame} frame
   * @param {import("./streams.js").Sound} sound
   */
  drawMoment(frame, sound) {
    const { pen, colours, now } = frame;
    const count = Math.round(MOMENT * sound.rate);
    if (this.moment.length !== 3 * count) this.moment = new Float32Array(3 * count);
    sound.copy(this.moment, Math.round(this.back * sound.rate));
    let peak = 0;
    for (const sample of this.moment) peak = Math.max(peak, Math.abs(sample));
    this.peak = peak;
    // Held still where the sound rises steepest through zero.
    let start = 2 * count;
    let steepest = 0;
    for (let n = 1; n < 2 * count; n++) {
      const rise = this.moment[n] - this.moment[n - 1];
      if (this.moment[n - 1] < 0 && this.moment[n] >= 0 && rise > steepest * 1.02) {
        steepest = rise;
        start = n;
      }
    }
    const end = this.end(now);
    const box = area(frame);
    const across = { from: 0, to: MOMENT, unit: "s", name: "time" };
    const { x, y } = axes(frame, box, across, { from: -end, to: end, unit: "", at: [-end, 0, end], label: plain });
    trace(pen, count, (n) => x(n / sound.rate), (n) => y(this.moment[start + n]));
    pen.strokeStyle = colours.accent;
    pen.lineWidth = 1.5;
    pen.stroke();
    return true;
  }

  /** @override */
  read() {
    return this.peak > 1e-6 ? `peak ${plain(Math.round(20 * Math.log10(this.peak)))}\u00a0dB` : "silent";
  }

  /** @override */
  describe() {
    return this.peak > 1e-6
      ? `Loudest ${plain(Math.round(20 * Math.log10(this.peak)))} dB below full scale in the time shown.`.replace("−", "")
      : "Silent.";
  }
}

customElements.define("urto-waveform", Waveform);
