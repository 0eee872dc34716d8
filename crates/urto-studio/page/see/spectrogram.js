// Which frequencies sound when: a scrolling spectrogram on a logarithmic axis.

import { evenMap } from "./colours.js";
import { PAST } from "./feed.js";
import { Fourier, hann } from "./fft.js";
import { Picture } from "./picture.js";
import { area, axes } from "./plot.js";
import { si } from "./units.js";

/** 85 ms at 48 kHz: low partials stay apart, and a blow is still an edge. */
const SIZE = 4096;
const HOP = 512;
const LOWEST = 40;
const HIGHEST = 18000;
const ROWS = 220;
/** Levels shown [dB below a full-scale sine]. */
const FLOOR = -96;
const CEILING = -12;
/** Columns are worked out for so long in one frame [ms]; what is left comes with the next. */
const BUDGET = 8;

export class Spectrogram extends Picture {
  constructor() {
    super("Spectrogram", "Play something to see its frequencies.", ["sound"]);
    this.fourier = new Fourier(SIZE);
    this.window = hann(SIZE);
    this.power = new Float32Array(SIZE / 2 + 1);
    this.done = 0;
    this.columns = 0;
    this.levels = new Uint8Array(0);
    this.tape = document.createElement("canvas");
    /** @type {CanvasRenderingContext2D | null} */
    this.ink = null;
    this.strip = new ImageData(1, ROWS);
    this.dots = new Uint32Array(this.strip.data.buffer);
    /** @type {Uint32Array | null} */
    this.map = null;
    this.mapped = "";
    this.rows = new Float32Array(ROWS + 1);
    this.strongest = { frequency: 0, level: FLOOR };
  }

  /** @param {import("./streams.js").Sound} sound */
  lay(sound) {
    const columns = Math.ceil((PAST * sound.rate) / HOP);
    if (columns === this.columns) return;
    this.columns = columns;
    this.levels = new Uint8Array(columns * ROWS);
    this.tape.width = columns;
    this.tape.height = ROWS;
    this.ink = this.tape.getContext("2d");
    this.done = Math.floor(sound.total / HOP);
    this.map = null;
    const per = Math.log(HIGHEST / LOWEST) / ROWS;
    // Edges of the rows, in bins, from the top row down.
    for (let row = 0; row <= ROWS; row++) {
      this.rows[row] = (HIGHEST * Math.exp(-row * per) * SIZE) / sound.rate;
    }
  }

  /**
   * The levels of one column.
   * @param {import("./streams.js").Sound} sound
   * @param {number} ago samples before the newest
   * @param {number} column
   */
  analyse(sound, ago, column) {
    const { fourier, window, power } = this;
    sound.copy(fourier.real, ago);
    for (let n = 0; n < SIZE; n++) fourier.real[n] *= window[n];
    fourier.imag.fill(0);
    fourier.run();
    for (let bin = 0; bin < power.length; bin++) {
      power[bin] = fourier.real[bin] ** 2 + fourier.imag[bin] ** 2;
    }
    let best = 0;
    let bestBin = 0;
    for (let row = 0; row < ROWS; row++) {
      const high = this.rows[row];
      const low = this.rows[row + 1];
      let found = 0;
      if (high - low < 1) {
        // Between two bins: as much as lies between them.
        const middle = 0.5 * (high + low);
        const bin = Math.floor(middle);
        found = power[bin] + (power[bin + 1] - power[bin]) * (middle - bin);
      } else {
        for (let bin = Math.ceil(low); bin <= high && bin < power.length; bin++) {
          found = Math.max(found, power[bin]);
        }
      }
      if (found > best) {
        best = found;
        bestBin = 0.5 * (high + low);
      }
      const level = 10 * Math.log10(found + 1e-20);
      const share = (level - FLOOR) / (CEILING - FLOOR);
      this.levels[column * ROWS + row] = Math.min(Math.max(share, 0), 1) * 255;
    }
    this.strongest = { frequency: (bestBin * sound.rate) / SIZE, level: 10 * Math.log10(best + 1e-20) };
  }

  /** @param {number} column */
  paint(column) {
    const { map, ink } = this;
    if (!map || !ink) return;
    for (let row = 0; row < ROWS; row++) this.dots[row] = map[this.levels[column * ROWS + row]];
    ink.putImageData(this.strip, column, 0);
  }

  /**
   * @param {import("./picture.js").Frame} frame
   * @override
   */
  draw(frame) {
    const sound = this.feed?.sound;
    if (!sound || sound.samples.length === 0 || sound.silent) return false;
    const { pen, colours } = frame;
    this.lay(sound);
    const { columns } = this;
    const key = `${colours.paper} ${colours.accent} ${colours.cool} ${colours.warm}`;
    if (!this.map || this.mapped !== key) {
      this.map = evenMap(colours);
      this.mapped = key;
      for (let column = 0; column < columns; column++) this.paint(column);
    }
    const due = Math.floor(sound.total / HOP);
    // After a long absence only what still shows is worked out, a little in each frame.
    this.done = Math.max(this.done, due - columns + 1);
    const end = performance.now() + BUDGET;
    while (this.done < due && performance.now() < end) {
      this.done++;
      const column = this.done % columns;
      this.analyse(sound, sound.total - this.done * HOP, column);
      this.paint(column);
    }
    if (this.done < due) this.dirty = true;
    const box = area(frame);
    const head = (this.done + 1) % columns;
    const width = box.right - box.left;
    const height = box.bottom - box.top;
    const older = ((columns - head) / columns) * width;
    pen.imageSmoothingEnabled = true;
    if (head < columns) pen.drawImage(this.tape, head, 0, columns - head, ROWS, box.left, box.top, older, height);
    if (head > 0) pen.drawImage(this.tape, 0, 0, head, ROWS, box.left + older, box.top, width - older, height);
    const time = { from: -PAST, to: 0, unit: "s", name: "time" };
    axes(frame, box, time, null);
    this.label(frame, box);
    return true;
  }

  /**
   * Labels beside the image: lines over it would hide partials.
   * @param {import("./picture.js").Frame} frame
   * @param {import("./plot.js").Area} box
   */
  label(frame, box) {
    const { pen, colours } = frame;
    const room = box.bottom - box.top;
    const all = room > 95 ? [100, 200, 500, 1000, 2000, 5000, 10000] : [100, 1000, 10000];
    pen.fillStyle = colours.quiet;
    pen.strokeStyle = colours.line;
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

  /** @override */
  read() {
    const { frequency, level } = this.strongest;
    return level > FLOOR ? `most at ${si(frequency, "Hz", 2)}` : "";
  }

  /** @override */
  describe() {
    const { frequency, level } = this.strongest;
    return level > FLOOR ? `The strongest frequency now is ${si(frequency, "Hz", 2)}.` : "Silent now.";
  }
}

customElements.define("urto-spectrogram", Spectrogram);
