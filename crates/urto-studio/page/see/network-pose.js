// Where masses are drawn. Large motion is drawn as it is; small motion is enlarged, and since it
// swings faster than a screen shows, a pose is taken now and then and gone to smoothly.

import { FEW } from "./network-gl.js";
import { Reference } from "./pose.js";

/** From one pose to the next, where small motion is enlarged [ms]. */
const STEP = 140;
/** How far the largest motion is drawn at least, as a share of the network's size. */
const LARGEST = 0.07;
/** Enlarged by no more than this. */
const MOST = 1e5;
/** What moves less than this [m] is at rest; a hundredth of an atom. */
const STILL = 1e-12;
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
    /** Of many links: the largest strain of those at each mass. @type {Float32Array | null} */
    this.strains = null;
    this.size = 1;
    this.moving = false;
    /** @type {import("../engine/types.js").Geometry | null} */
    this.geometry = null;
    this.gone = new Reference();
    this.usual = new Reference();
    this.begun = -1e9;
    /** The pose that was looked at last. @type {import("../engine/types.js").Pose | null} */
    this.measured = null;
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
    this.usual = new Reference();
    this.strains = geometry.edges.length > 2 * FEW ? new Float32Array(geometry.points.length / 3) : null;
    this.factor = 1;
    this.begun = -1e9;
    this.measured = null;
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
    this.strained = Math.max(this.usual.follow(this.strain, time), CALM);
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
    // Pictures may come more often than poses.
    if (pose && pose === this.measured) return;
    this.measured = pose;
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
    const { strains } = this;
    strains?.fill(0);
    for (let n = 0; n + 1 < edges.length; n += 2) {
      const a = 3 * edges[n];
      const b = 3 * edges[n + 1];
      const x = points[b] - points[a];
      const y = points[b + 1] - points[a + 1];
      const z = points[b + 2] - points[a + 2];
      const before = Math.sqrt(x * x + y * y + z * z);
      const u = x + d[b] - d[a];
      const v = y + d[b + 1] - d[a + 1];
      const w = z + d[b + 2] - d[a + 2];
      const share = before > 0 ? (Math.sqrt(u * u + v * v + w * w) - before) / before : 0;
      const size = Math.abs(share);
      if (size > this.strain) this.strain = size;
      if (strains) {
        if (size > Math.abs(strains[edges[n]])) strains[edges[n]] = share;
        if (size > Math.abs(strains[edges[n + 1]])) strains[edges[n + 1]] = share;
      }
    }
  }
}
