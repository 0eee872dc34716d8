// A body in space on a flat picture: seen from the side and a little from above, lit from the left.

import { rgb } from "./colours.js";

/** From where one looks: turned about the vertical, and from above [rad]. */
const TURN = -0.42;
const TILT = 0.5;
/** Where the light comes from, in the picture's frame: right, up, towards the eye. */
const LIGHT = unit([-0.45, 0.75, 0.5]);
/** How dark a skin is that turns away from the light. */
const DARKEST = 0.68;
/** Steps of light and of speed; a picture needs no more. */
const LIGHTS = 24;
const SPEEDS = 32;

/**
 * @typedef {object} View points in the picture
 * @property {Float32Array} x px
 * @property {Float32Array} y px
 * @property {Float32Array} depth away from the eye, px
 * @property {Float32Array} restX
 * @property {Float32Array} restY
 * @property {number} nearer so much edges lie before the skin, px
 */

/**
 * Fits a body into a picture.
 * @param {import("../engine/types.js").Geometry} geometry
 * @param {{now: Float32Array}} shown how far points are drawn from where they rest [m]
 * @param {{width: number, height: number}} frame
 * @param {number} margin share of the picture
 * @returns {View}
 */
export function project({ points, edges }, { now }, { width, height }, margin) {
  const count = points.length / 3;
  const view = {
    x: new Float32Array(count),
    y: new Float32Array(count),
    depth: new Float32Array(count),
    restX: new Float32Array(count),
    restY: new Float32Array(count),
    nearer: 0,
  };
  const [s, c, up, flat] = [Math.sin(TURN), Math.cos(TURN), Math.cos(TILT), Math.sin(TILT)];
  for (let n = 0; n < count; n++) {
    const [x, y, z] = [points[3 * n], points[3 * n + 1], points[3 * n + 2]];
    const [dx, dy, dz] = [now[3 * n], now[3 * n + 1], now[3 * n + 2]];
    view.restX[n] = c * x - s * y;
    view.restY[n] = -(up * z + flat * (s * x + c * y));
    view.x[n] = view.restX[n] + c * dx - s * dy;
    view.y[n] = view.restY[n] - (up * dz + flat * (s * dx + c * dy));
    view.depth[n] = up * (s * (x + dx) + c * (y + dy)) - flat * (z + dz);
  }
  // What has no form of its own takes no room.
  const drawn = edges.length > 0 ? edges : Uint32Array.from({ length: count }, (_, n) => n);
  const [left, right] = ends(view.restX, drawn);
  const [top, bottom] = ends(view.restY, drawn);
  const room = 1 - 2 * margin;
  const scale = Math.min((room * width) / Math.max(right - left, 1e-9), (room * height) / Math.max(bottom - top, 1e-9));
  const place = (/** @type {Float32Array} */ values, /** @type {number} */ middle, /** @type {number} */ centre) => {
    for (let n = 0; n < count; n++) values[n] = centre + scale * (values[n] - middle);
  };
  for (const values of [view.x, view.restX]) place(values, (left + right) / 2, width / 2);
  for (const values of [view.y, view.restY]) place(values, (top + bottom) / 2, height / 2);
  place(view.depth, 0, 0);
  view.nearer = 0.008 * Math.min(width, height);
  return view;
}

/** @param {Float32Array} values @param {Uint32Array} drawn */
function ends(values, drawn) {
  let [low, high] = [Infinity, -Infinity];
  for (const n of drawn) {
    low = Math.min(low, values[n]);
    high = Math.max(high, values[n]);
  }
  return [low, high];
}

/** @param {number[]} of */
function unit(of) {
  const length = Math.hypot(...of);
  return of.map((part) => part / length);
}

/** Colours of a skin, by light and speed. */
export class Shade {
  constructor() {
    /** @type {import("./colours.js").Colours | null} */
    this.colours = null;
    /** @type {string[]} */
    this.table = [];
    /** @type {string[]} */
    this.lines = [];
  }

  /** @param {import("./colours.js").Colours} colours */
  choose(colours) {
    if (this.colours === colours) return;
    this.colours = colours;
    const [paper, ink, accent, cool] = [colours.paper, colours.ink, colours.accent, colours.cool].map(rgb);
    const rest = mix(mix(paper, ink, colours.dark ? 0.38 : 0.07), cool, 0.1);
    this.table = [];
    this.lines = [];
    for (let speed = 0; speed < SPEEDS; speed++) {
      const share = (speed / (SPEEDS - 1)) ** 0.65;
      const own = mix(rest, accent, share);
      this.lines.push(css(mix(mix(paper, ink, 0.7), accent, share)));
      for (let light = 0; light < LIGHTS; light++) {
        const lit = DARKEST + (1 - DARKEST) * (light / (LIGHTS - 1));
        this.table.push(css(own.map((part) => part * lit)));
      }
    }
  }

  /**
   * Of a triangle.
   * @param {View} view
   * @param {ArrayLike<number>} corners
   * @param {Float32Array} shares of the greatest speed
   */
  of({ x, y, depth }, corners, shares) {
    const [a, b, c] = [corners[0], corners[1], corners[2]];
    const [ux, uy, uz] = [x[b] - x[a], y[a] - y[b], depth[a] - depth[b]];
    const [vx, vy, vz] = [x[c] - x[a], y[a] - y[c], depth[a] - depth[c]];
    const normal = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    const length = Math.hypot(...normal) || 1;
    // Both sides of a thin skin are seen.
    const facing = normal[2] < 0 ? -1 : 1;
    const light = (facing * (normal[0] * LIGHT[0] + normal[1] * LIGHT[1] + normal[2] * LIGHT[2])) / length;
    const speed = step((shares[a] + shares[b] + shares[c]) / 3, SPEEDS);
    return this.table[speed * LIGHTS + step(light, LIGHTS)];
  }

  /** Of a line. @param {number} share */
  line(share) {
    return this.lines[step(share, SPEEDS)];
  }
}

/** @param {number} share @param {number} count */
function step(share, count) {
  return Math.round(Math.min(Math.max(share, 0), 1) * (count - 1));
}

/** @param {number[]} parts 0 to 1 */
function css(parts) {
  return `rgb(${parts.map((part) => Math.round(255 * part)).join(" ")})`;
}

/** @param {number[]} a @param {number[]} b @param {number} share */
function mix(a, b, share) {
  return a.map((part, n) => part + (b[n] - part) * share);
}
