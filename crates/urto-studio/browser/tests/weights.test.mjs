// Shares of points on a map: by triangles and by distance.

import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../harness.mjs";

const { triangles, weights } = await import(join(root, "crates/urto-studio/page/app/weights.js"));

/** Random numbers from 0 to 1 by a seed. @param {number} seed */
function chance(seed) {
  let state = seed;
  return () => (state = (state * 16807) % 2147483647) / 2147483647;
}
const sum = (/** @type {number[]} */ all) => all.reduce((a, b) => a + b, 0);

test("shares are from 0 to 1, together 1, and 1 on a point, wherever points lie", () => {
  const rng = chance(7);
  for (let round = 0; round < 300; round++) {
    const count = 1 + (round % 9);
    // Some on one line, some twice.
    const points = Array.from({ length: count }, (_, at) => ({ x: rng(), y: round % 5 === 0 ? 0.5 : rng(), at }));
    if (round % 7 === 0 && count > 2) points[1] = { ...points[0] };
    for (const way of ["triangles", "distance"]) {
      for (let n = 0; n < 20; n++) {
        const found = weights(points, { x: rng(), y: rng() }, way);
        assert(found.every((/** @type {number} */ one) => one >= 0 && one <= 1 + 1e-9), `${way} ${found}`);
        assert(Math.abs(sum(found) - 1) < 1e-9, `${way} ${found}`);
      }
      const own = weights(points, points[count - 1], way);
      assert(round % 7 === 0 || own[count - 1] > 1 - 1e-6, `${way} ${count} ${own}`);
    }
  }
});

test("no point lies within the circle of a triangle, and the triangles fill what the points span", () => {
  const rng = chance(3);
  for (let round = 0; round < 50; round++) {
    const points = Array.from({ length: 3 + (round % 12) }, () => ({ x: rng(), y: rng() }));
    const all = triangles(points);
    let area = 0;
    for (const [a, b, c] of all) {
      const [p, q, r] = [points[a], points[b], points[c]];
      area += Math.abs((q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x)) / 2;
      const d = 2 * (p.x * (q.y - r.y) + q.x * (r.y - p.y) + r.x * (p.y - q.y));
      const of = (/** @type {{x: number, y: number}} */ s) => s.x ** 2 + s.y ** 2;
      const x = (of(p) * (q.y - r.y) + of(q) * (r.y - p.y) + of(r) * (p.y - q.y)) / d;
      const y = (of(p) * (r.x - q.x) + of(q) * (p.x - r.x) + of(r) * (q.x - p.x)) / d;
      const radius = Math.hypot(p.x - x, p.y - y);
      points.forEach((own, at) => [a, b, c].includes(at) || assert(Math.hypot(own.x - x, own.y - y) > radius - 1e-7));
    }
    // The area of the hull, by gift wrapping.
    const hull = [points.reduce((least, own) => (own.x < least.x ? own : least))];
    for (;;) {
      const last = hull[hull.length - 1];
      const next = points.filter((own) => own !== last).find((own) => points.every((other) => (own.x - last.x) * (other.y - last.y) - (own.y - last.y) * (other.x - last.x) >= -1e-12));
      if (!next || next === hull[0]) break;
      hull.push(next);
    }
    const span = Math.abs(sum(hull.map((own, at) => own.x * hull[(at + 1) % hull.length].y - own.y * hull[(at + 1) % hull.length].x))) / 2;
    assert(Math.abs(area - span) < 1e-3, `${area} of ${span}`);
  }
});

test("within a triangle shares are straight, outside what is nearest counts", () => {
  const points = [{ x: 0, y: 0 }, { x: 1, y: 0 }, { x: 0, y: 1 }];
  const near = (/** @type {number[]} */ found, /** @type {number[]} */ wanted) => found.forEach((own, at) => assert(Math.abs(own - wanted[at]) < 1e-9, `${found}`));
  near(weights(points, { x: 0.25, y: 0.25 }, "triangles"), [0.5, 0.25, 0.25]);
  near(weights(points, { x: 1, y: 1 }, "triangles"), [0, 0.5, 0.5]);
  near(weights(points.slice(0, 2), { x: 0.3, y: 0.9 }, "triangles"), [0.7, 0.3]);
  // On one line only the two around it count.
  near(weights([{ x: 0, y: 0 }, { x: 0.5, y: 0 }, { x: 1, y: 0 }], { x: 0.75, y: 0.2 }, "triangles"), [0, 0.5, 0.5]);
  near(weights([{ x: 0, y: 0 }, { x: 1, y: 0 }], { x: 1 / 3, y: 0 }, "distance"), [0.8, 0.2]);
});
