// Draws a body without a graphics card: far parts first, so that near ones hide them.

import { veil } from "./colours.js";
import { Shade } from "./solid.js";

/** @typedef {import("../engine/types.js").Geometry} Geometry */
/** @typedef {import("./solid.js").View} View */

export class FlatBody {
  constructor() {
    this.shade = new Shade();
  }

  /**
   * @param {CanvasRenderingContext2D} pen in CSS pixels, on a clear ground
   * @param {Geometry} geometry
   * @param {View} view
   * @param {Float32Array} shares of the greatest speed
   * @param {import("./colours.js").Colours} colours
   */
  draw(pen, geometry, view, shares, colours) {
    this.shade.choose(colours);
    pen.lineJoin = "round";
    if (geometry.triangles.length > 0) this.solid(pen, geometry, view, shares, colours);
    else this.lines(pen, geometry, view, shares, colours);
  }

  /** @param {CanvasRenderingContext2D} pen @param {Geometry} geometry @param {View} view @param {Float32Array} shares @param {import("./colours.js").Colours} colours */
  solid(pen, { edges, triangles }, view, shares, colours) {
    const { x, y, depth } = view;
    const count = triangles.length / 3;
    const far = (/** @type {number} */ n) =>
      n < count
        ? (depth[triangles[3 * n]] + depth[triangles[3 * n + 1]] + depth[triangles[3 * n + 2]]) / 3
        : // A line lies on the skin whose edge it is.
          (depth[edges[2 * (n - count)]] + depth[edges[2 * (n - count) + 1]]) / 2 - view.nearer;
    const order = Array.from({ length: count + edges.length / 2 }, (_, n) => ({ n, far: far(n) }));
    order.sort((a, b) => b.far - a.far);
    pen.lineWidth = 0.75;
    const line = veil(colours.ink, colours.dark ? 0.55 : 0.45);
    for (const { n } of order) {
      pen.beginPath();
      if (n < count) {
        const corners = triangles.subarray(3 * n, 3 * n + 3);
        for (const corner of corners) pen.lineTo(x[corner], y[corner]);
        pen.closePath();
        pen.fillStyle = this.shade.of(view, corners, shares);
        pen.strokeStyle = pen.fillStyle; // else the ground shows between two
        pen.fill();
        pen.stroke();
      } else {
        const [a, b] = edges.subarray(2 * (n - count), 2 * (n - count) + 2);
        pen.moveTo(x[a], y[a]);
        pen.lineTo(x[b], y[b]);
        pen.strokeStyle = line;
        pen.stroke();
      }
    }
  }

  /** A string: where it rests, and where it is. @param {CanvasRenderingContext2D} pen @param {Geometry} geometry @param {View} view @param {Float32Array} shares @param {import("./colours.js").Colours} colours */
  lines(pen, { edges }, view, shares, colours) {
    const { x, y, restX, restY } = view;
    pen.lineWidth = 1;
    pen.strokeStyle = colours.line;
    pen.beginPath();
    for (let n = 0; n < edges.length; n += 2) {
      pen.moveTo(restX[edges[n]], restY[edges[n]]);
      pen.lineTo(restX[edges[n + 1]], restY[edges[n + 1]]);
    }
    pen.stroke();
    pen.lineWidth = 2.25;
    pen.lineCap = "round";
    for (let n = 0; n < edges.length; n += 2) {
      const [a, b] = edges.subarray(n, n + 2);
      pen.strokeStyle = this.shade.line((shares[a] + shares[b]) / 2);
      pen.beginPath();
      pen.moveTo(x[a], y[a]);
      pen.lineTo(x[b], y[b]);
      pen.stroke();
    }
    pen.lineCap = "butt";
  }
}
