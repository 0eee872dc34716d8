// Where the points of a body are drawn. A body swings hundreds of times a second, the screen shows
// sixty pictures: so now and then a pose is taken, as a flash would show it, and the body goes
// smoothly from one to the next.

/** From one pose to the next [ms]. */
const STEP = 140;
/** How far the largest motion is drawn, as a share of the body's size. */
const LARGEST = 0.11;
/** What the body is enlarged by follows what dies away so fast [dB/s], down to this share of the largest. */
const FALL = 15;
const LOWEST = 0.02;
/** How fast the largest is forgotten [dB/s], and how fast a point's colour fades [1/s]. */
const FORGET = 3;
const FADE = 2.5;
/** What moves less than this [m] is at rest; a hundredth of an atom. */
const STILL = 1e-12;
/** And less than this share of what it is enlarged by. */
const NOTHING = 0.01;

export class Shown {
  constructor() {
    /** How far points are drawn from where they rest [m]. */
    this.now = new Float32Array(0);
    this.from = new Float32Array(0);
    this.to = new Float32Array(0);
    /** How fast points move, against the fastest of late: 0 to 1. */
    this.share = new Float32Array(0);
    /** Points on which something is drawn. */
    this.drawn = new Uint32Array(0);
    /** @type {import("../engine/types.js").Geometry | null} */
    this.geometry = null;
    /** Size of the body, and its longest side [m]. */
    this.size = 1;
    this.wide = 1;
    /** How often its motion is enlarged. */
    this.factor = 1;
    /** How far it bends and how fast it moves at most, in the pose that is drawn [m], [m/s]. */
    this.most = 0;
    this.fastest = 0;
    /** Whether it is on its way. */
    this.moving = false;
    this.gone = new Reference();
    this.fast = new Reference();
    this.time = 0;
    this.begun = -1e9;
  }

  clear() {
    this.geometry = null;
    this.gone = new Reference();
    this.fast = new Reference();
    this.time = 0;
    this.begun = -1e9;
    this.most = 0;
    this.moving = false;
  }

  /** @param {import("../engine/types.js").Geometry} geometry */
  begin(geometry) {
    const { points } = geometry;
    this.clear();
    this.geometry = geometry;
    for (const key of /** @type {const} */ (["now", "from", "to"])) this[key] = new Float32Array(points.length);
    this.share = new Float32Array(points.length / 3);
    this.drawn = Uint32Array.from(new Set([...geometry.edges, ...geometry.triangles]));
    const reach = [0, 1, 2].map((axis) => {
      let [low, high] = [Infinity, -Infinity];
      for (const n of this.drawn) {
        low = Math.min(low, points[3 * n + axis]);
        high = Math.max(high, points[3 * n + axis]);
      }
      return high - low;
    });
    this.size = Math.max(Math.hypot(...reach), 1e-6);
    this.wide = Math.max(...reach);
  }

  /**
   * @param {import("../engine/types.js").Geometry} geometry
   * @param {import("../engine/types.js").Pose | null} pose
   * @param {number} now ms
   * @param {boolean} still whether motion is unwelcome: then a pose stands until the next
   */
  follow(geometry, pose, now, still) {
    if (this.geometry !== geometry) this.begin(geometry);
    const passed = Math.min(Math.max(now - this.time, 0), 200) / 1000;
    this.time = now;
    this.colour(pose, now, passed);
    if (now - this.begun >= STEP) this.take(pose, now);
    const at = still ? 1 : Math.min((now - this.begun) / STEP, 1);
    const ease = at * at * (3 - 2 * at);
    let far = 0;
    for (const point of this.drawn) {
      for (let n = 3 * point; n < 3 * point + 3; n++) {
        this.now[n] = this.from[n] + (this.to[n] - this.from[n]) * ease;
        far = Math.max(far, Math.abs(this.now[n]), Math.abs(this.to[n]));
      }
    }
    this.moving = far > 0 || this.share.some((share) => share > 0);
  }

  /**
   * The next pose to go to; one that is too small to be seen is rest.
   * @param {import("../engine/types.js").Pose | null} pose
   * @param {number} now
   */
  take(pose, now) {
    this.begun = now;
    this.from.set(this.now);
    const most = pose ? this.largest((n) => Math.hypot(pose.displacement[3 * n], pose.displacement[3 * n + 1], pose.displacement[3 * n + 2])) : 0;
    const reference = this.gone.follow(most, now);
    this.most = most > Math.max(STILL, NOTHING * reference) ? most : 0;
    if (this.most > 0 && pose) {
      this.factor = (LARGEST * this.size) / reference;
      for (let n = 0; n < this.to.length; n++) this.to[n] = this.factor * pose.displacement[n];
    } else {
      this.to.fill(0);
      this.fastest = 0;
    }
  }

  /**
   * Colours come at once and fade, so that a nodal line is seen though every flash finds its body
   * elsewhere.
   * @param {import("../engine/types.js").Pose | null} pose
   * @param {number} now ms
   * @param {number} passed s
   */
  colour(pose, now, passed) {
    const fast = pose ? this.largest((n) => pose.speed[n]) : 0;
    this.fastest = fast;
    const reference = this.fast.follow(fast, now);
    const some = fast > NOTHING * reference && pose;
    for (const n of this.drawn) {
      const share = some ? pose.speed[n] / reference : 0;
      const faded = this.share[n] - FADE * passed;
      this.share[n] = Math.max(share, faded, 0);
    }
  }

  /** The largest of all points that are drawn: a hammer that flies off is none of them. @param {(n: number) => number} of */
  largest(of) {
    let most = 0;
    for (const n of this.drawn) most = Math.max(most, of(n));
    return most;
  }
}

/** Against what a motion is shown: it grows at once, and follows what dies away, but not to the end. */
export class Reference {
  constructor() {
    this.size = 0;
    this.largest = 0;
    this.time = 0;
  }

  /**
   * @param {number} size
   * @param {number} now ms
   */
  follow(size, now) {
    const passed = Math.min(Math.max(now - this.time, 0), 500) / 1000;
    this.time = now;
    this.largest = Math.max(size, this.largest * 10 ** ((-FORGET * passed) / 20));
    this.size = Math.max(size, this.size * 10 ** ((-FALL * passed) / 20), LOWEST * this.largest);
    return this.size;
  }
}
