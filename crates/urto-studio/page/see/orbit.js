// From where one looks at a thing in space: one turns around it and comes nearer. Far and near are
// drawn alike, so that a way on the screen is a way in space.

/** Where one looks from at first: turned about the vertical, and from above [rad]. */
const TURN = -0.42;
const TILT = 0.5;
/** Straight from above and from below, where up and down would change places, it ends. */
const STEEPEST = Math.PI / 2;
/** How near and how far one goes. */
const NEAREST = 60;
const FARTHEST = 0.3;
/** Room around it, as a share of the picture. */
const MARGIN = 0.1;

/** @typedef {{right: number[], up: number[], away: number[]}} Ways unit vectors of the picture, in space */

export class Orbit {
  constructor() {
    this.turn = TURN;
    this.tilt = TILT;
    this.zoom = 1;
    /** Where the middle of the picture is moved to [m along right and up]. */
    this.middle = [0, 0, 0];
    /** Half the length of what is looked at [m]. */
    this.reach = 1;
    this.wide = 1;
    this.high = 1;
  }

  /** As at first. */
  home() {
    [this.turn, this.tilt, this.zoom] = [TURN, TILT, 1];
  }

  /** What is looked at, by the ends of its points. @param {Float32Array} points */
  see(points) {
    const low = [Infinity, Infinity, Infinity];
    const high = [-Infinity, -Infinity, -Infinity];
    for (let n = 0; n < points.length; n++) {
      low[n % 3] = Math.min(low[n % 3], points[n]);
      high[n % 3] = Math.max(high[n % 3], points[n]);
    }
    this.middle = low.map((own, axis) => (own + high[axis]) / 2);
    this.sides = low.map((own, axis) => high[axis] - own);
    this.reach = Math.max(Math.hypot(...this.sides) / 2, 1e-9);
  }

  /** @param {number} width px @param {number} height px */
  fit(width, height) {
    [this.wide, this.high] = [Math.max(width, 1), Math.max(height, 1)];
  }

  /** @param {number} dx rad @param {number} dy rad */
  move(dx, dy) {
    this.turn = (this.turn + dx) % (2 * Math.PI);
    this.tilt = Math.min(Math.max(this.tilt + dy, -STEEPEST), STEEPEST);
  }

  /** @param {number} factor */
  nearer(factor) {
    this.zoom = Math.min(Math.max(this.zoom * factor, FARTHEST), NEAREST);
  }

  /** @returns {Ways} */
  get ways() {
    const [s, c, up, flat] = [Math.sin(this.turn), Math.cos(this.turn), Math.cos(this.tilt), Math.sin(this.tilt)];
    return { right: [c, -s, 0], up: [flat * s, flat * c, up], away: [up * s, up * c, -flat] };
  }

  /** Pixels for each metre: all of it fits as it is seen from here, whichever way one turns it. */
  get scale() {
    const { right, up } = this.ways;
    const sides = this.sides ?? [1, 1, 1];
    const seen = (/** @type {number[]} */ way) => sides.reduce((sum, side, axis) => sum + side * Math.abs(way[axis]), 0);
    // A flat thing that is seen from its edge would else fill the picture with its thickness.
    const least = 0.5 * this.reach;
    const room = 1 - 2 * MARGIN;
    const fits = Math.min((room * this.wide) / Math.max(seen(right), least), (room * this.high) / Math.max(seen(up), least));
    return this.zoom * fits;
  }

  /** Where a point is in the picture [px from its left and top]. @param {number} x @param {number} y @param {number} z */
  at(x, y, z) {
    const { right, up } = this.ways;
    const [dx, dy, dz] = [x - this.middle[0], y - this.middle[1], z - this.middle[2]];
    const { scale } = this;
    return [
      this.wide / 2 + scale * (right[0] * dx + right[1] * dy + right[2] * dz),
      this.high / 2 - scale * (up[0] * dx + up[1] * dy + up[2] * dz),
    ];
  }

  /** A way in the picture [px, down is positive] as one in space [m], neither nearer nor farther. @param {number} dx @param {number} dy */
  way(dx, dy) {
    const { right, up } = this.ways;
    const { scale } = this;
    return right.map((own, axis) => (dx * own - dy * up[axis]) / scale);
  }
}
