// Where one looks from, in perspective: around a middle, nearer and farther. Who listens stands there.

/** Straight from above and from below, where up and down would change places, it ends [rad]. */
const STEEPEST = 1.55;
/** How much of the height is seen: from a long lens to a wide one [rad]. */
const LENS = [0.06, 1.05];
/** Room around what is seen. */
const ROOM = 1.25;
/** How near and how far one goes, in sizes of what is seen, and no farther than this [m]. */
const NEAREST = 1.2;
const FARTHEST = 900;

/** @typedef {import("../engine/contacts.js").Pose} Pose */
/** @typedef {[number, number, number]} Three */

/** A place of a body's frame, or a way (with no `place`), in the world. @param {readonly number[]} turn w, x, y, z @param {Three} own @returns {Three} */
export function turned([w, x, y, z], [a, b, c]) {
  // v + 2 q × (q × v + w v)
  const [s, t, u] = [y * c - z * b + w * a, z * a - x * c + w * b, x * b - y * a + w * c];
  return [a + 2 * (y * u - z * t), b + 2 * (z * s - x * u), c + 2 * (x * t - y * s)];
}

export class Camera {
  constructor() {
    /** The middle of what is seen, and how far it reaches [m]. @type {Three} */
    this.middle = [0, 0, 0];
    this.reach = 1;
    this.distance = 3;
    this.turn = 0.6;
    this.tilt = 0.4;
    this.lens = 0.7;
    /** Whether it stands where the scene says that one listens. */
    this.atHome = true;
  }

  /** @param {Three} middle @param {number} reach */
  see(middle, reach) {
    this.middle = middle;
    this.reach = Math.max(reach, 1e-3);
  }

  /** Stands where one listens and looks at what is there. @param {Three} place */
  stand(place) {
    const [x, y, z] = this.middle.map((own, axis) => own - place[axis]);
    const flat = Math.hypot(x, y);
    this.distance = Math.max(Math.hypot(flat, z), NEAREST * this.reach);
    if (flat > 1e-9) this.turn = Math.atan2(y, x);
    this.tilt = Math.min(Math.max(Math.atan2(-z, flat), -STEEPEST), STEEPEST);
    const half = Math.asin(Math.min((ROOM * this.reach) / this.distance, 0.95));
    this.lens = Math.min(Math.max(2 * half, LENS[0]), LENS[1]);
    this.atHome = true;
  }

  /** @param {number} dx rad @param {number} dy rad */
  move(dx, dy) {
    this.turn = (this.turn + dx) % (2 * Math.PI);
    this.tilt = Math.min(Math.max(this.tilt + dy, -STEEPEST), STEEPEST);
    this.atHome = false;
  }

  /** @param {number} factor */
  nearer(factor) {
    this.distance = Math.min(Math.max(this.distance / factor, NEAREST * this.reach), FARTHEST);
    this.atHome = false;
  }

  /** Unit vectors of the picture. @returns {{right: Three, up: Three, forward: Three}} */
  get ways() {
    const [s, c, st, ct] = [Math.sin(this.turn), Math.cos(this.turn), Math.sin(this.tilt), Math.cos(this.tilt)];
    return { right: [s, -c, 0], up: [c * st, s * st, ct], forward: [c * ct, s * ct, -st] };
  }

  /** Where the eye is. @returns {Three} */
  get eye() {
    const { forward } = this.ways;
    const [x, y, z] = this.middle;
    return [x - this.distance * forward[0], y - this.distance * forward[1], z - this.distance * forward[2]];
  }

  /** Who listens there and looks the same way: x ahead, y to the left, z up. @returns {Pose} */
  get pose() {
    const half = [Math.cos(this.turn / 2), Math.sin(this.turn / 2), Math.cos(this.tilt / 2), Math.sin(this.tilt / 2)];
    const [ca, sa, ct, st] = half;
    // First down, about y, then around z.
    return { place: this.eye, turn: [ca * ct, -sa * st, ca * st, sa * ct] };
  }

  /** From the world to the picture, by columns. @param {number} aspect width over height */
  matrix(aspect) {
    const { right, up, forward } = this.ways;
    const eye = this.eye;
    const dot = (/** @type {Three} */ a) => a[0] * eye[0] + a[1] * eye[1] + a[2] * eye[2];
    const f = 1 / Math.tan(this.lens / 2);
    const near = Math.max(this.distance - 4 * this.reach, 0.02 * this.distance);
    const far = this.distance + 30 * this.reach;
    const [a, b] = [(far + near) / (far - near), (-2 * far * near) / (far - near)];
    // Narrow pictures show the same width as square ones.
    const [fx, fy] = aspect < 1 ? [f, f * aspect] : [f / aspect, f];
    const column = (/** @type {number} */ axis) => [fx * right[axis], fy * up[axis], a * forward[axis], forward[axis]];
    return new Float32Array([...column(0), ...column(1), ...column(2), -fx * dot(right), -fy * dot(up), b - a * dot(forward), -dot(forward)]);
  }
}
