// What is around the bodies of a picture, and the small things that come and go there: apart from the
// bodies, since it is drawn to scale, and moves as the sound says.

/** What parts are; `Role` of crates/urto says the same. */
export const ROLE = { body: 0, vessel: 1, liquid: 2, ground: 3, flame: 4 };
/** What specks are, in the order of `SpeckKind` of crates/urto. */
export const KINDS = /** @type {const} */ (["bubble", "drop", "ring", "piece", "grain", "crease", "spark"]);
/** Numbers of a speck: kind, number, x, y, z, size [m] and glow (0 to 1). */
export const SPECK = 7;

/**
 * @typedef {object} StagePart
 * @property {string} name
 * @property {number} role
 * @property {number} first of its points
 * @property {number} count of them
 * @property {Uint32Array} edges two points each
 * @property {Uint32Array} triangles three points each
 */
/**
 * @typedef {object} Stage
 * @property {import("../engine/types.js").Geometry} geometry of all
 * @property {StagePart[]} parts what is drawn: what is around the bodies, or where there is nothing, they
 * @property {Float32Array} points where they are now: x, y and z of each [m]
 * @property {Float32Array} specks `SPECK` numbers each
 */
/** @typedef {{geometry: import("../engine/types.js").Geometry, pose: import("../engine/types.js").Pose | null}} Seen */
/** @typedef {{body: import("../engine/types.js").Geometry, bodies: number, parts: StagePart[]} | null} Split */

/** @type {WeakMap<import("../engine/types.js").Geometry, {split: Split}>} */
const splits = new WeakMap();

/** The bodies stand first. @param {import("../engine/types.js").Geometry} geometry @returns {Split} */
function split(geometry) {
  const before = splits.get(geometry);
  if (before) return before.split;
  const made = parted(geometry);
  splits.set(geometry, { split: made });
  return made;
}

/** @param {import("../engine/types.js").Geometry} geometry @returns {Split} */
function parted(geometry) {
  const { points, edges, triangles, parts, specks } = geometry;
  const scenery = parts.findIndex((part) => part.role > ROLE.body);
  if (scenery < 0 && !specks) return null;
  let first = 0;
  /** @type {StagePart[]} */
  const all = parts.map(({ name, role, points: count }) => {
    const own = { name, role, first, count, edges: within(edges, 2, first, count), triangles: within(triangles, 3, first, count) };
    first += count;
    return own;
  });
  if (scenery < 0) return { body: geometry, bodies: points.length / 3, parts: all };
  const bodies = all[scenery].first;
  const body = {
    ...geometry,
    points: points.subarray(0, 3 * bodies),
    edges: within(edges, 2, 0, bodies),
    triangles: within(triangles, 3, 0, bodies),
    parts: parts.slice(0, scenery),
  };
  return { body, bodies, parts: all.slice(scenery) };
}

/** Those of a row of corners that belong to these points; they stand together. @param {Uint32Array} all @param {number} step @param {number} first @param {number} count */
function within(all, step, first, count) {
  let [from, to] = [all.length, 0];
  for (let n = 0; n < all.length; n += step) {
    if (all[n] < first || all[n] >= first + count) continue;
    from = Math.min(from, n);
    to = n + step;
  }
  return all.subarray(Math.min(from, to), to);
}

/** What is seen without what is around it. @param {Seen} seen @returns {Seen} */
export function bodyOf(seen) {
  const parts = split(seen.geometry);
  if (!parts || parts.body === seen.geometry) return seen;
  const { pose } = seen;
  const { bodies } = parts;
  const own = pose && { ...pose, displacement: pose.displacement.subarray(0, 3 * bodies), speed: pose.speed.subarray(0, bodies) };
  return { geometry: parts.body, pose: own };
}

/** What is around, and what happens there; null if there is nothing of the kind. @param {Seen} seen @returns {Stage | null} */
export function stageOf({ geometry, pose }) {
  const parts = split(geometry);
  if (!parts) return null;
  const points = Float32Array.from(geometry.points);
  // Bodies are drawn as they rest: here they are what things lie on.
  const gone = parts.body === geometry ? null : pose?.displacement;
  if (gone) for (let n = 3 * parts.bodies; n < points.length; n++) points[n] += gone[n];
  return { geometry, parts: parts.parts, points, specks: pose?.specks ?? new Float32Array(0) };
}

/** Whether two stages look different. @param {Stage | null} one @param {Stage | null} other */
export function differ(one, other) {
  if (!one || !other || one.geometry !== other.geometry) return one !== other;
  return unlike(one.specks, other.specks) || unlike(one.points, other.points);
}

/** @param {Float32Array} one @param {Float32Array} other */
function unlike(one, other) {
  if (one.length !== other.length) return true;
  for (let n = 0; n < one.length; n++) if (one[n] !== other[n]) return true;
  return false;
}
