// Drawing that pictures share: a quiet frame with labelled axes, and lines.

import { label, si, ticks } from "./units.js";

/** @typedef {{left: number, top: number, right: number, bottom: number}} Area */

/**
 * @typedef {object} Axis
 * @property {number} from value at the left or bottom
 * @property {number} to
 * @property {string} unit
 * @property {boolean} [log]
 * @property {number[]} [at] where labels stand
 * @property {(value: number) => string} [label]
 * @property {string} [name] in plain words
 */

/** Room around a plot for its labels. */
const LEFT = 46;
const BOTTOM = 20;
const TOP = 6;
const RIGHT = 8;

/**
 * The part of a picture inside its labels.
 * @param {import("./picture.js").Frame} frame
 * @param {{left?: number, right?: number, bottom?: number, top?: number}} [room]
 * @returns {Area}
 */
export function area(frame, room = {}) {
  return {
    left: room.left ?? LEFT,
    top: room.top ?? TOP,
    right: frame.width - (room.right ?? RIGHT),
    bottom: frame.height - (room.bottom ?? BOTTOM),
  };
}

/**
 * Maps values to pixels.
 * @param {Axis} axis
 * @param {number} start pixel of `from`
 * @param {number} end
 * @returns {(value: number) => number}
 */
export function scale(axis, start, end) {
  if (axis.log) {
    const low = Math.log(axis.from);
    const per = (end - start) / (Math.log(axis.to) - low);
    return (value) => start + (Math.log(Math.max(value, 1e-12)) - low) * per;
  }
  const per = (end - start) / (axis.to - axis.from);
  return (value) => start + (value - axis.from) * per;
}

/** 20 Hz to 20 kHz as people write it. */
const DECADES = [20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 20000];

/**
 * Where labels of an axis stand, as many as there is room for.
 * @param {Axis} axis
 * @param {number} room pixels
 * @param {number} each pixels that a label takes
 */
function places(axis, room, each) {
  if (axis.at) return axis.at;
  if (!axis.log) return ticks(axis.from, axis.to, Math.max(2, Math.floor(room / each)));
  const inside = DECADES.filter((value) => value >= axis.from * 0.999 && value <= axis.to * 1.001);
  const pixels = room / Math.log10(axis.to / axis.from);
  if (pixels * 0.3 >= 0.75 * each) return inside;
  return inside.filter((value) => /^1/.test(String(value)));
}

/**
 * Draws both axes: hairlines, labels with units, names in words.
 * @param {import("./picture.js").Frame} frame
 * @param {Area} box
 * @param {Axis | null} across
 * @param {Axis | null} up
 * @returns {{x: (value: number) => number, y: (value: number) => number}}
 */
export function axes(frame, box, across, up) {
  const { pen, colours } = frame;
  const x = across ? scale(across, box.left, box.right) : (/** @type {number} */ value) => value;
  const y = up ? scale(up, box.bottom, box.top) : (/** @type {number} */ value) => value;
  pen.strokeStyle = colours.line;
  pen.fillStyle = colours.quiet;
  pen.lineWidth = 1;
  if (up) {
    pen.textAlign = "right";
    pen.textBaseline = "middle";
    pen.beginPath();
    for (const value of places(up, box.bottom - box.top, 34)) {
      const at = Math.round(y(value)) + 0.5;
      pen.moveTo(box.left, at);
      pen.lineTo(box.right, at);
      const inside = Math.min(Math.max(at, box.top + 4), box.bottom - 3);
      pen.fillText(text(up, value), box.left - 6, inside, box.left - 8);
    }
    pen.stroke();
    if (up.name) {
      pen.textAlign = "right";
      pen.textBaseline = "top";
      haloed(frame, up.name, box.right - 2, box.top + 3);
    }
  }
  if (across) {
    pen.textAlign = "center";
    pen.textBaseline = "alphabetic";
    const taken = across.name ? pen.measureText(across.name).width + 8 : 0;
    pen.beginPath();
    for (const value of places(across, box.right - box.left, 58)) {
      const at = Math.round(x(value)) + 0.5;
      pen.moveTo(at, box.bottom);
      pen.lineTo(at, box.bottom + 3);
      const words = text(across, value);
      const half = pen.measureText(words).width / 2;
      const inside = Math.min(Math.max(at, half), frame.width - half);
      if (inside + half < frame.width - taken) pen.fillText(words, inside, box.bottom + 15);
    }
    pen.stroke();
    if (across.name) {
      pen.textAlign = "right";
      pen.fillText(across.name, frame.width - 2, box.bottom + 15);
    }
  }
  return { x, y };
}

/**
 * Words that stay readable over lines.
 * @param {import("./picture.js").Frame} frame
 * @param {string} words
 * @param {number} x
 * @param {number} y
 */
function haloed(frame, words, x, y) {
  const { pen, colours } = frame;
  const line = pen.lineWidth;
  const stroke = pen.strokeStyle;
  pen.lineWidth = 3;
  pen.strokeStyle = colours.paper;
  pen.strokeText(words, x, y);
  pen.fillText(words, x, y);
  pen.lineWidth = line;
  pen.strokeStyle = stroke;
}

/**
 * @param {Axis} axis
 * @param {number} value
 */
function text(axis, value) {
  if (axis.label) return axis.label(value);
  if (axis.log) return si(value, axis.unit);
  return label(value, axis.unit, Math.max(Math.abs(axis.from), Math.abs(axis.to)));
}

/**
 * A line through points.
 * @param {CanvasRenderingContext2D} pen
 * @param {number} count
 * @param {(n: number) => number} x
 * @param {(n: number) => number} y
 */
export function trace(pen, count, x, y) {
  pen.beginPath();
  for (let n = 0; n < count; n++) pen.lineTo(x(n), y(n));
}

/** Both ends of an axis around what moves, with a little room; they widen at once and close slowly. */
export class Around {
  /** @param {number} least smallest span */
  constructor(least) {
    this.least = least;
    this.low = NaN;
    this.high = NaN;
    this.time = 0;
  }

  /**
   * @param {ArrayLike<number>} values
   * @param {number} now ms
   * @param {boolean} [zero] whether zero is to be seen
   * @returns {{from: number, to: number}}
   */
  follow(values, now, zero = false) {
    let [low, high] = zero ? [0, 0] : [Infinity, -Infinity];
    for (let n = 0; n < values.length; n++) {
      low = Math.min(low, values[n]);
      high = Math.max(high, values[n]);
    }
    const room = 0.12 * Math.max(high - low, this.least);
    low -= room;
    high += room;
    const share = 1 - Math.exp(-Math.min(Math.max(now - this.time, 0), 100) / 700);
    this.time = now;
    this.low = low < this.low || Number.isNaN(this.low) ? low : this.low + (low - this.low) * share;
    this.high = high > this.high || Number.isNaN(this.high) ? high : this.high + (high - this.high) * share;
    return { from: this.low, to: this.high };
  }
}

/** An axis end that grows at once and shrinks slowly, so that a picture stands still. */
export class Ease {
  /** @param {number} least it never shrinks below */
  constructor(least) {
    this.least = least;
    this.size = least;
    this.time = 0;
  }

  /**
   * @param {number} wanted
   * @param {number} now ms
   */
  follow(wanted, now) {
    const passed = Math.min(Math.max(now - this.time, 0), 100);
    this.time = now;
    const goal = Math.max(wanted, this.least);
    // Halved in 1.4 s.
    this.size = goal > this.size ? goal : Math.max(goal, this.size * Math.exp(-passed / 2000));
    return this.size;
  }
}
