// Where a pointer meets a body in its picture. Far and near are drawn alike, so a ray is a dot.

/** @typedef {import("./solid.js").View} View */
/** @typedef {import("./parts.js").Place} Place */

/** A string is met within so many pixels. */
const BESIDE = 12;

/**
 * What is seen at a dot, as a place; the nearest to the eye where several lie behind each other.
 * @param {import("./parts.js").BodyPart[]} parts
 * @param {View} view
 * @param {number} x px
 * @param {number} y px
 * @returns {{place: Place, depth: number} | null}
 */
export function pick(parts, view, x, y) {
  /** @type {{place: Place, depth: number} | null} */
  let found = null;
  for (const part of parts) {
    for (const corners of part.triangles) {
      const shares = sharesAt(view, corners, x, y);
      if (!shares) continue;
      const depth = shares.reduce((sum, share, n) => sum + share * view.depth[corners[n]], 0);
      if (!found || depth < found.depth) found = { place: { part, corners: Array.from(corners), shares }, depth };
    }
  }
  return found ?? pickLine(parts, view, x, y);
}

/** Shares of a triangle's corners at a dot, if it lies on it. @param {View} view @param {Uint32Array} corners @param {number} x @param {number} y */
function sharesAt({ x: left, y: top }, [a, b, c], x, y) {
  const [bx, by, cx, cy] = [left[b] - left[a], top[b] - top[a], left[c] - left[a], top[c] - top[a]];
  const area = bx * cy - by * cx;
  // Seen from its edge it hides nothing.
  if (Math.abs(area) < 1e-9) return null;
  const [px, py] = [x - left[a], y - top[a]];
  const second = (px * cy - py * cx) / area;
  const third = (bx * py - by * px) / area;
  return second >= 0 && third >= 0 && second + third <= 1 ? [1 - second - third, second, third] : null;
}

/**
 * The nearest line of what has no skin.
 * @param {import("./parts.js").BodyPart[]} parts
 * @param {View} view
 * @param {number} x
 * @param {number} y
 */
function pickLine(parts, view, x, y) {
  let best = BESIDE * BESIDE;
  /** @type {{place: Place, depth: number} | null} */
  let found = null;
  for (const part of parts) {
    if (part.skinned) continue;
    for (const [a, b] of part.edges) {
      const [dx, dy] = [view.x[b] - view.x[a], view.y[b] - view.y[a]];
      const length = dx * dx + dy * dy;
      const share = length > 0 ? Math.min(Math.max(((x - view.x[a]) * dx + (y - view.y[a]) * dy) / length, 0), 1) : 0;
      const far = (view.x[a] + share * dx - x) ** 2 + (view.y[a] + share * dy - y) ** 2;
      if (far >= best) continue;
      best = far;
      const depth = view.depth[a] + share * (view.depth[b] - view.depth[a]);
      found = { place: { part, corners: [a, b], shares: [1 - share, share] }, depth };
    }
  }
  return found;
}

/** Where a place is in the picture. @param {View} view @param {Place} place */
export function placeIn(view, { corners, shares }) {
  const mean = (/** @type {Float32Array} */ of) => corners.reduce((sum, corner, n) => sum + shares[n] * of[corner], 0);
  return { x: mean(view.x), y: mean(view.y), depth: mean(view.depth) };
}

/**
 * Whether something lies before a place.
 * @param {import("./parts.js").BodyPart[]} parts
 * @param {View} view
 * @param {{x: number, y: number, depth: number}} at
 */
export function isHidden(parts, view, { x, y, depth }) {
  const seen = pick(parts, view, x, y);
  return seen !== null && seen.depth < depth - 2 * view.nearer;
}
