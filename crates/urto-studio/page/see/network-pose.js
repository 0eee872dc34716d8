// Where masses are drawn. Large motion is drawn as it is; small motion is enlarged, and since it
// swings faster than a screen shows, a pose is taken now and then and gone to smoothly.

import { Reference } from "./pose.js";

/** From one pose to the next, where small motion is enlarged [ms]. */
const STEP = 140;
/** How far the largest motion is drawn at least, as a share of the network's size. */
const LARGEST = 0.07;
/** Enlarged by no more than this. */
const MOST = 1e5;
/** What moves less than this [m] is at rest; a hundredth of an atom. */
const STILL = 1e-12;
/** Links that are looked at to find the largest strain. */
const LOOKED_AT = 4000;
/** Strain below which links are drawn calm. */
const CALM = 1e-6;

export class NetworkPose {
  constructor() {
    /** How far each mass is drawn from where it starts, before it is enlarged [m]. */
    this.now = new Float32Array(0);
    this.from = new Float32Array(0);
    this.to = new Float32Array(0);
    this.factor = 1;
    /** How far masses are, how fast, and how much longer links are, at most [m], [m/s], share. */
    this.most = 0;
    this.fastest = 0;
    this.strain = 0;
    /** Against what strain is coloured. */
    this.strained = CALM;
    this.size = 1;
    this.moving = false;
    /** @type {import("../engine/types.js").Geometry | null} */
    this.geometry = null;
    this.gone = new Reference();
    this.strains = new Reference();
    this.begun = -1e9;
  }

  /** True to scale, so that a hand pulls as far as one sees it pull. */
  plain() {
    this.factor = 1;
  }

  /** @param {import("../engine/types.js").Geometry} geometry @param {number} size [m] */
  begin(geometry, size) {
    this.geometry = geometry;
    this.size = size;
    for (const key of /** @type {const} */ (["now", "from", "to"])) this[key] = new Float32Array(geometry.points.length);
    this.gone = new Reference();
    this.strains = new Reference();
    this.factor = 1;
    this.begun = -1e9;
  }

  /**
   * @param {import("../engine/types.js").Pose | null} pose
   * @param {number} time ms
   * @param {{still: boolean, held: boolean}} how still: motion is unwelcome; held: a hand pulls, what is enlarged stays so
   */
  follow(pose, time, { still, held }) {
    this.measure(pose);
    const reference = this.gone.follow(this.most, time);
    if (!held && reference > STILL) this.factor = Math.min(Math.max((LARGEST * this.size) / reference, 1), MOST);
    this.strained = Math.max(this.strains.follow(this.strain, time), CALM);
    const direct = held || this.factor === 1;
    if (direct || time - this.begun >= STEP) {
      this.begun = time;
      this.from.set(this.now);
      if (pose) this.to.set(pose.displacement.subarray(0, this.to.length));
      else this.to.fill(0);
    }
    const at = direct || still ? 1 : Math.min((time - this.begun) / STEP, 1);
    const ease = at * at * (3 - 2 * at);
    const { now, from, to } = this;
    for (let n = 0; n < now.length; n++) now[n] = from[n] + (to[n] - from[n]) * ease;
    this.moving = this.most > STILL || at < 1;
  }

  /** @param {import("../engine/types.js").Pose | null} pose */
  measure(pose) {
    this.most = 0;
    this.fastest = 0;
    this.strain = 0;
    const { geometry } = this;
    if (!pose || !geometry) return;
    const { displacement: d, speed } = pose;
    let far = 0;
    for (let n = 0; n + 2 < d.length; n += 3) far = Math.max(far, d[n] * d[n] + d[n + 1] * d[n + 1] + d[n + 2] * d[n + 2]);
    this.most = Math.sqrt(far);
    for (const own of speed) if (own > this.fastest) this.fastest = own;
    const { points, edges } = geometry;
    const step = 2 * Math.max(Math.floor(edges.length / (2 * LOOKED_AT)), 1);
    for (let n = 0; n + 1 < edges.length; n += step) {
      const [a, b] = [3 * edges[n], 3 * edges[n + 1]];
      const [x, y, z] = [points[b] - points[a], points[b + 1] - points[a + 1], points[b + 2] - points[a + 2]];
      const before = Math.sqrt(x * x + y * y + z * z);
      const [u, v, w] = [x + d[b] - d[a], y + d[b + 1] - d[a + 1], z + d[b + 2] - d[a + 2]];
      const share = Math.abs(Math.sqrt(u * u + v * v + w * w) - before) / Math.max(before, 1e-12);
      if (share > this.strain) this.strain = share;
    }
  }
}
