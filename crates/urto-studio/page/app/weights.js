// Shares of points that lie freely on a map, at a place among them: by the triangle around it, or by distance.

/** @typedef {{x: number, y: number}} Place from 0 to 1, to the right and up */
/** @typedef {"triangles"|"distance"} Way */

/** Nearer than this two places are one. */
const SAME = 1e-9;

/** @param {Place} a @param {Place} b @param {Place} c twice the area, more than 0 against the clock */
const area = (a, b, c) => (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);

/** Whether a place lies within the circle through three others, which go against the clock. @param {Place} a @param {Place} b @param {Place} c @param {Place} at */
function within(a, b, c, at) {
  const [p, q, r] = [a, b, c].map(({ x, y }) => ({ x: x - at.x, y: y - at.y, z: (x - at.x) ** 2 + (y - at.y) ** 2 }));
  return p.x * (q.y * r.z - r.y * q.z) - p.y * (q.x * r.z - r.x * q.z) + p.z * (q.x * r.y - r.x * q.y) > 0;
}

/**
 * The Delaunay triangles of points, by their numbers, each against the clock: no point lies within the circle of
 * another triangle. Each point in turn takes the place of the triangles whose circle it lies in (Bowyer 1981,
 * Watson 1981).
 * @param {readonly Place[]} points
 * @returns {[number, number, number][]}
 */
export function triangles(points) {
  const count = points.length;
  // Three far corners hold all at first.
  const all = [...points, { x: -1e4, y: -1e4 }, { x: 1e4, y: -1e4 }, { x: 0, y: 1e4 }];
  /** @type {[number, number, number][]} */
  let found = [[count, count + 1, count + 2]];
  for (let at = 0; at < count; at++) {
    const point = points[at];
    if (points.slice(0, at).some(({ x, y }) => Math.hypot(x - point.x, y - point.y) < SAME)) continue;
    const bad = found.filter(([a, b, c]) => within(all[a], all[b], all[c], point));
    const edges = bad.flatMap(([a, b, c]) => [[a, b], [b, c], [c, a]]);
    // The rim of the hole: edges that no other of these triangles has.
    const rim = edges.filter(([a, b]) => !edges.some(([c, d]) => a === d && b === c));
    found = found.filter((own) => !bad.includes(own));
    for (const [a, b] of rim) if (area(all[a], all[b], point) > SAME) found.push([a, b, at]);
  }
  return found.filter((own) => own.every((corner) => corner < count));
}

/** Shares of two ends at the place between them that is nearest. @param {Place} a @param {Place} b @param {Place} at */
function between(a, b, at) {
  const [x, y] = [b.x - a.x, b.y - a.y];
  const length = x * x + y * y;
  const share = length < SAME ? 0 : Math.min(1, Math.max(0, ((at.x - a.x) * x + (at.y - a.y) * y) / length));
  return { share, far: Math.hypot(a.x + share * x - at.x, a.y + share * y - at.y) };
}

/** @param {readonly Place[]} points @param {Place} at */
function byTriangles(points, at) {
  const shares = points.map(() => 0);
  for (const [a, b, c] of triangles(points)) {
    const whole = area(points[a], points[b], points[c]);
    const parts = [area(points[b], points[c], at), area(points[c], points[a], at), area(points[a], points[b], at)].map((part) => part / whole);
    if (parts.some((part) => part < -SAME)) continue;
    [a, b, c].forEach((corner, n) => (shares[corner] = Math.max(0, parts[n])));
    return shares;
  }
  // Outside of all: what is nearest on an edge between two of them. Edges within are further, or as good.
  let best = { far: Infinity, a: 0, b: 0, share: 0 };
  const edges = triangles(points).flatMap(([a, b, c]) => [[a, b], [b, c], [c, a]]);
  // On one line there are no triangles: each two may be ends, and the nearest to each other win.
  const pairs = edges.length > 0 ? edges : points.flatMap((_, a) => points.map((_, b) => [a, b])).sort(([a, b], [c, d]) => far(points[a], points[b]) - far(points[c], points[d]));
  for (const [a, b] of pairs) {
    const { share, far } = between(points[a], points[b], at);
    if (far < best.far - SAME) best = { far, a, b, share };
  }
  shares[best.a] += 1 - best.share;
  shares[best.b] += best.share;
  return shares;
}

/** @param {Place} a @param {Place} b */
const far = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);

/** By one over the square of the distance (Shepard 1968). @param {readonly Place[]} points @param {Place} at */
function byDistance(points, at) {
  const distances = points.map((own) => far(own, at));
  const on = distances.findIndex((own) => own < SAME);
  const parts = distances.map((own, n) => (on >= 0 ? Number(n === on) : 1 / own ** 2));
  const sum = parts.reduce((all, part) => all + part, 0);
  return parts.map((part) => part / sum);
}

/** How much of each point there is at a place: together 1. @param {readonly Place[]} points @param {Place} at @param {Way} way */
export function weights(points, at, way) {
  if (points.length === 0) return [];
  return way === "distance" ? byDistance(points, at) : byTriangles(points, at);
}
