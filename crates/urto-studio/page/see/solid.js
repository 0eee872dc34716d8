// A body in space on a flat picture: where its points are seen, and how a skin is lit and coloured.

import { rgb } from "./colours.js";

/** Where the light comes from, in the picture's frame: right, up, towards the eye. */
export const LIGHT = unit([-0.45, 0.75, 0.5]);
/** How dark a skin is that turns away from the light. */
export const DARKEST = 0.68;
/** Steps of light and of speed; a picture needs no more. */
const LIGHTS = 24;
const SPEEDS = 32;
/** So much edges lie before the skin, as a share of the picture. */
const NEARER = 0.008;
/** Colours follow the share of the greatest speed by this power: slow parts are seen, too. */
export const FAINT = 0.65;

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
 * Where the points of a body are seen.
 * @param {import("../engine/types.js").Geometry} geometry
 * @param {{now: Float32Array}} shown how far points are drawn from where they rest [m]
 * @param {import("./orbit.js").Orbit} orbit
 * @returns {View}
 */
export function project({ points }, { now }, orbit) {
  const count = points.length / 3;
  const view = {
    x: new Float32Array(count),
    y: new Float32Array(count),
    depth: new Float32Array(count),
    restX: new Float32Array(count),
    restY: new Float32Array(count),
    nearer: NEARER * Math.min(orbit.wide, orbit.high),
  };
  const { right, up, away } = orbit.ways;
  const { scale, middle, wide, high } = orbit;
  for (let n = 0; n < count; n++) {
    const [x, y, z] = [points[3 * n] - middle[0], points[3 * n + 1] - middle[1], points[3 * n + 2] - middle[2]];
    const [u, v, w] = [x + now[3 * n], y + now[3 * n + 1], z + now[3 * n + 2]];
    view.restX[n] = wide / 2 + scale * (right[0] * x + right[1] * y + right[2] * z);
    view.restY[n] = high / 2 - scale * (up[0] * x + up[1] * y + up[2] * z);
    view.x[n] = wide / 2 + scale * (right[0] * u + right[1] * v + right[2] * w);
    view.y[n] = high / 2 - scale * (up[0] * u + up[1] * v + up[2] * w);
    view.depth[n] = scale * (away[0] * u + away[1] * v + away[2] * w);
  }
  return view;
}

/**
 * Colours of a skin at rest, where it moves fastest, and of lines at rest: red, green and blue, 0 to 1.
 * @param {import("./colours.js").Colours} colours
 */
export function skinColours(colours) {
  const [paper, ink, accent, cool] = [colours.paper, colours.ink, colours.accent, colours.cool].map(rgb);
  return { rest: mix(mix(paper, ink, colours.dark ? 0.38 : 0.07), cool, 0.1), fast: accent, line: mix(paper, ink, 0.7), ink };
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
    const { rest, fast, line } = skinColours(colours);
    this.table = [];
    this.lines = [];
    for (let speed = 0; speed < SPEEDS; speed++) {
      const share = (speed / (SPEEDS - 1)) ** FAINT;
      const own = mix(rest, fast, share);
      this.lines.push(css(mix(line, fast, share)));
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
