// What happened, by time: where bodies are, and where they press.

/** Numbers of a pose and of a press. */
const POSE = 7;
const PRESS = 5;
/** Presses are told so often a second. */
const PRESSES = 60;
/** A press is seen for so long after it was [s]: a blow is over within a millisecond. */
const SEEN = 0.2;

/** @typedef {import("../engine/contacts.js").Opened} Opened */

export class Film {
  /** @param {Opened} opened */
  constructor({ told, film }) {
    this.bodies = told.bodies.length;
    this.poses = film?.poses ?? new Float32Array(0);
    this.presses = film?.presses ?? new Float32Array(0);
    this.rate = told.run?.rate ?? 1;
    this.seconds = told.run?.seconds ?? 0;
    this.looks = Math.floor(this.poses.length / (POSE * Math.max(this.bodies, 1)));
    this.strongest = 0;
    for (let n = 4; n < this.presses.length; n += PRESS) this.strongest = Math.max(this.strongest, this.presses[n]);
  }

  /** Whether a body is ever elsewhere. @param {number} body */
  moves(body) {
    for (let look = 1; look < this.looks; look++) {
      for (let n = 0; n < POSE; n++) {
        if (this.poses[(look * this.bodies + body) * POSE + n] !== this.poses[body * POSE + n]) return true;
      }
    }
    return false;
  }

  /**
   * Where a body is: place and turn (w, x, y, z).
   * @param {number} body @param {number} time s @param {Float32Array} into seven numbers
   */
  pose(body, time, into) {
    if (this.looks === 0) return;
    const at = Math.min(Math.max(time * this.rate, 0), this.looks - 1);
    const first = Math.min(Math.floor(at), Math.max(this.looks - 2, 0));
    const share = Math.min(at - first, 1);
    const one = (first * this.bodies + body) * POSE;
    const two = (Math.min(first + 1, this.looks - 1) * this.bodies + body) * POSE;
    let along = 0;
    for (let n = 3; n < POSE; n++) along += this.poses[one + n] * this.poses[two + n];
    let square = 0;
    for (let n = 0; n < POSE; n++) {
      const sign = n > 2 && along < 0 ? -1 : 1;
      into[n] = this.poses[one + n] * (1 - share) + share * sign * this.poses[two + n];
      if (n > 2) square += into[n] * into[n];
    }
    const long = Math.sqrt(square) || 1;
    for (let n = 3; n < POSE; n++) into[n] /= long;
  }

  /**
   * Where bodies press at a time, and did a moment ago: places, and how strong that is seen, 0 to 1.
   * @param {number} time s
   * @returns {number[]} four numbers each
   */
  pressing(time) {
    /** @type {number[]} */
    const all = [];
    const last = Math.floor(time * PRESSES);
    const { presses } = this;
    let [low, high] = [0, presses.length / PRESS];
    const from = last - Math.ceil(SEEN * PRESSES);
    while (low < high) {
      const half = (low + high) >> 1;
      if (presses[half * PRESS] < from) low = half + 1;
      else high = half;
    }
    for (let n = low * PRESS; n < presses.length && presses[n] <= last; n += PRESS) {
      const ago = Math.max(time - (presses[n] + 1) / PRESSES, 0);
      const share = Math.cbrt(presses[n + 4] / (this.strongest || 1)) * (1 - ago / SEEN);
      if (share > 0.02) all.push(presses[n + 1], presses[n + 2], presses[n + 3], share);
    }
    return all;
  }

  /** The ends of all that moves (or of all bodies if nothing does): a middle and a reach. @param {import("../engine/contacts.js").Shape[]} shapes @param {boolean[]} counted @returns {{middle: [number, number, number], reach: number}} */
  around(shapes, counted) {
    const low = [Infinity, Infinity, Infinity];
    const high = [-Infinity, -Infinity, -Infinity];
    const pose = new Float32Array(POSE);
    shapes.forEach(({ points }, body) => {
      if (!counted[body]) return;
      let far = 0;
      for (let n = 0; n < points.length; n += 3) far = Math.max(far, Math.hypot(points[n], points[n + 1], points[n + 2]));
      for (let look = 0; look < this.looks; look += Math.max(1, Math.floor(this.looks / 200))) {
        this.pose(body, look / this.rate, pose);
        for (let axis = 0; axis < 3; axis++) {
          low[axis] = Math.min(low[axis], pose[axis] - far);
          high[axis] = Math.max(high[axis], pose[axis] + far);
        }
      }
    });
    if (!(low[0] <= high[0])) return { middle: [0, 0, 0], reach: 1 };
    const middle = /** @type {[number, number, number]} */ (low.map((own, axis) => (own + high[axis]) / 2));
    return { middle, reach: Math.hypot(...low.map((own, axis) => high[axis] - own)) / 2 };
  }
}
