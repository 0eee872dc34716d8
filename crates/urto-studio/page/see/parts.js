// The bodies of a picture, one by one: which points are whose, the box around each, and which place on
// it a position or a share of that box means.

/**
 * A place that goes along with its body.
 * @typedef {object} Place
 * @property {BodyPart} part
 * @property {number[]} corners points of the geometry
 * @property {number[]} shares of them; their sum is 1
 */
/** @typedef {number[]} Vector x, y and z [m] */

export class BodyPart {
  /**
   * @param {import("../engine/types.js").Geometry} geometry
   * @param {import("../engine/types.js").Part} part
   * @param {number} first of its points
   */
  constructor({ points, edges, triangles }, part, first) {
    this.name = part.name;
    this.points = points;
    this.first = first;
    this.line = part.line;
    this.positions = part.positions;
    const end = first + part.points;
    const own = (/** @type {Uint32Array} */ all, /** @type {number} */ step) => {
      const kept = [];
      for (let n = 0; n < all.length; n += step) {
        if (all[n] >= first && all[n] < end) kept.push(all.subarray(n, n + step));
      }
      return kept;
    };
    /** Corners of its triangles; of a string or a network the ends of its lines. */
    this.triangles = own(triangles, 3);
    this.edges = own(edges, 2);
    this.low = [Infinity, Infinity, Infinity];
    this.high = [-Infinity, -Infinity, -Infinity];
    for (let n = 3 * first; n < 3 * end; n++) {
      this.low[n % 3] = Math.min(this.low[n % 3], points[n]);
      this.high[n % 3] = Math.max(this.high[n % 3], points[n]);
    }
  }

  /** Whether it has a form: a hammer is a point. */
  get seen() {
    return this.edges.length > 0 || this.triangles.length > 0;
  }

  /** Whether it has a skin to be touched anywhere. */
  get skinned() {
    return this.triangles.length > 0;
  }

  /** What it is made of, to be touched: triangles, or lines where there are none. */
  get pieces() {
    return this.skinned ? this.triangles : this.edges;
  }

  /** A point of the geometry. @param {number} n @returns {Vector} */
  point(n) {
    return [this.points[3 * n], this.points[3 * n + 1], this.points[3 * n + 2]];
  }

  /** Where a place is. @param {Place} place @returns {Vector} */
  at({ corners, shares }) {
    return [0, 1, 2].map((axis) => corners.reduce((sum, corner, n) => sum + shares[n] * this.points[3 * corner + axis], 0));
  }

  /** Shares of the box around it, 0 to 1. @param {Vector} point */
  shares(point) {
    return point.map((own, axis) => {
      const reach = this.high[axis] - this.low[axis];
      return reach > 0 ? Math.min(Math.max((own - this.low[axis]) / reach, 0), 1) : 0.5;
    });
  }

  /** The point of the box at these shares. @param {number[]} shares @returns {Vector} */
  within(shares) {
    return shares.map((share, axis) => this.low[axis] + share * (this.high[axis] - this.low[axis]));
  }

  /** The place on it that is nearest to a point. @param {Vector} point @returns {Place | null} */
  nearest(point) {
    let best = Infinity;
    /** @type {Place | null} */
    let found = null;
    for (const piece of this.pieces) {
      const corners = Array.from(piece);
      const ends = corners.map((corner) => this.point(corner));
      const shares = ends.length === 3 ? nearestShares(point, ends) : along(point, ends[0], ends[1]);
      const far = [0, 1, 2].reduce((sum, axis) => sum + (point[axis] - ends.reduce((at, end, n) => at + shares[n] * end[axis], 0)) ** 2, 0);
      if (far < best) [best, found] = [far, { part: this, corners, shares }];
    }
    return found;
  }

  /** The point of its line at a position from 0 to 1; where none is known, along the longest side of its box. @param {number} position @returns {Vector} */
  onLine(position) {
    const count = this.line.length / 3 - 1;
    if (count < 1) {
      const along = this.longest;
      return this.within([0, 1, 2].map((axis) => (axis === along ? position : 0.5)));
    }
    const at = Math.min(Math.max(position, 0), 1) * count;
    const n = Math.min(Math.floor(at), count - 1);
    const place = (/** @type {number} */ n, /** @type {number} */ axis) => this.line[3 * n + axis];
    return [0, 1, 2].map((axis) => place(n, axis) + (at - n) * (place(n + 1, axis) - place(n, axis)));
  }

  /** The position from 0 to 1 at which it sounds most like at a place. @param {Place} place */
  positionOf(place) {
    if (this.positions.length > 0) {
      return place.corners.reduce((sum, corner, n) => sum + place.shares[n] * this.positions[corner - this.first], 0);
    }
    const point = this.at(place);
    const count = this.line.length / 3 - 1;
    if (count < 1) return this.shares(point)[this.longest];
    let [best, found] = [Infinity, 0];
    for (let n = 0; n < count; n++) {
      const ends = [n, n + 1].map((n) => Array.from(this.line.subarray(3 * n, 3 * n + 3)));
      const [, share] = along(point, ends[0], ends[1]);
      const far = [0, 1, 2].reduce((sum, axis) => sum + (point[axis] - ends[0][axis] - share * (ends[1][axis] - ends[0][axis])) ** 2, 0);
      if (far < best) [best, found] = [far, (n + share) / count];
    }
    return found;
  }

  /** The axis along which it is longest. */
  get longest() {
    const sides = this.high.map((high, axis) => high - this.low[axis]);
    return sides.indexOf(Math.max(...sides));
  }
}

/** @param {import("../engine/types.js").Geometry} geometry */
export function partsOf(geometry) {
  let first = 0;
  return geometry.parts.map((part) => {
    const own = new BodyPart(geometry, part, first);
    first += part.points;
    return own;
  });
}

/** @param {Vector} a @param {Vector} b */
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
/** @param {Vector} a @param {Vector} b */
const minus = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];

/** Shares of a line's ends at its place nearest to a point. @param {Vector} p @param {Vector} a @param {Vector} b */
function along(p, a, b) {
  const way = minus(b, a);
  const length = dot(way, way);
  const share = length > 0 ? Math.min(Math.max(dot(minus(p, a), way) / length, 0), 1) : 0;
  return [1 - share, share];
}

/**
 * Shares of a triangle's corners at its place nearest to a point: within it where the point lies above
 * it, else on the nearest of its sides.
 * @param {Vector} p
 * @param {Vector[]} corners
 */
function nearestShares(p, [a, b, c]) {
  const [ab, ac, ap] = [minus(b, a), minus(c, a), minus(p, a)];
  const [bb, bc, cc] = [dot(ab, ab), dot(ab, ac), dot(ac, ac)];
  const [pb, pc] = [dot(ap, ab), dot(ap, ac)];
  const area = bb * cc - bc * bc;
  if (area > 0) {
    const [second, third] = [(cc * pb - bc * pc) / area, (bb * pc - bc * pb) / area];
    if (second >= 0 && third >= 0 && second + third <= 1) return [1 - second - third, second, third];
  }
  const corners = [a, b, c];
  let best = Infinity;
  let found = [1, 0, 0];
  for (const [from, to] of [[0, 1], [1, 2], [2, 0]]) {
    const [first, second] = along(p, corners[from], corners[to]);
    const away = minus(p, [0, 1, 2].map((axis) => first * corners[from][axis] + second * corners[to][axis]));
    const far = dot(away, away);
    if (far >= best) continue;
    best = far;
    found = [0, 0, 0];
    found[from] = first;
    found[to] += second;
  }
  return found;
}
