// Draws a stage: what is around, then what happens in it, far things first where that matters. What is
// curved is drawn by its outline, which is the hull of its points as they are seen.

import { rgb, veil } from "./colours.js";
import { KINDS, ROLE, SPECK } from "./stage.js";

/** No small thing is drawn smaller or larger than this [px]. */
const SMALLEST = 0.8;
const LARGEST = 160;
/** How bright a thing is that lies at rest; see `DIM` in crates/urto. */
const REST = 0.25;
/** What a golden angle is, so that neighbours in number look unlike. */
const GOLDEN = 2.399963;

/** @typedef {import("./stage.js").Stage} Stage */
/** @typedef {{x: Float32Array, y: Float32Array}} Seen px */
/** @typedef {{factors: number[], colours: import("./colours.js").Colours}} How */

/**
 * @param {CanvasRenderingContext2D} pen in CSS pixels, on a clear ground
 * @param {Stage} stage
 * @param {import("./orbit.js").Orbit} orbit
 * @param {How} how
 */
export function drawStage(pen, stage, orbit, { factors, colours }) {
  const view = new View(orbit);
  const seen = view.all(stage.points);
  const wet = stage.parts.some((part) => part.role === ROLE.liquid);
  const { ink, cool, accent, warm, quiet, paper, dark } = colours;
  pen.lineJoin = "round";
  pen.lineCap = "round";
  pen.lineWidth = 1;
  const parts = (/** @type {number[]} */ ...roles) => stage.parts.filter((part) => roles.includes(part.role));
  for (const part of parts(ROLE.ground, ROLE.body)) {
    fill(pen, triangles(pen, part, seen), veil(ink, dark ? 0.09 : 0.06));
    stroke(pen, edges(pen, part, seen), veil(ink, 0.35));
  }
  const walls = parts(ROLE.vessel).map((part) => ({ part, rim: hull(part, seen) }));
  for (const { rim } of walls) fill(pen, polygon(pen, rim), veil(ink, dark ? 0.06 : 0.035));
  for (const part of parts(ROLE.liquid)) fill(pen, polygon(pen, hull(part, seen)), veil(cool, 0.24));
  const paint = { wet, ink, cool, accent, warm, quiet, paper };
  const specks = stage.specks.length > 0 ? order(stage.specks, view) : [];
  for (const part of parts(ROLE.liquid)) fill(pen, triangles(pen, part, seen), veil(cool, 0.3));
  for (const at of specks) if (KINDS[stage.specks[at]] === "bubble") speck(pen, stage.specks, at, view, factors, paint);
  for (const part of parts(ROLE.liquid)) stroke(pen, edges(pen, part, seen), veil(cool, 0.75));
  for (const part of parts(ROLE.flame)) fill(pen, polygon(pen, hull(part, seen)), veil(part.name === "heart" ? warm : accent, 0.34));
  for (const at of specks) if (KINDS[stage.specks[at]] !== "bubble") speck(pen, stage.specks, at, view, factors, paint);
  for (const { part, rim } of walls) {
    stroke(pen, polygon(pen, rim), veil(ink, 0.4));
    stroke(pen, edges(pen, part, seen), veil(ink, 0.28));
  }
}

/** From space to the picture, all points by the same numbers. */
class View {
  /** @param {import("./orbit.js").Orbit} orbit */
  constructor(orbit) {
    const { right, up, away } = orbit.ways;
    this.right = right;
    this.up = up;
    this.away = away;
    this.scale = orbit.scale;
    this.middle = orbit.middle;
    this.left = orbit.wide / 2;
    this.top = orbit.high / 2;
  }

  /** @param {number} x @param {number} y @param {number} z @returns {[number, number]} */
  at(x, y, z) {
    const [a, b, c] = [x - this.middle[0], y - this.middle[1], z - this.middle[2]];
    const { right, up, scale } = this;
    return [this.left + scale * (right[0] * a + right[1] * b + right[2] * c), this.top - scale * (up[0] * a + up[1] * b + up[2] * c)];
  }

  /** @param {number} x @param {number} y @param {number} z */
  far(x, y, z) {
    return this.away[0] * x + this.away[1] * y + this.away[2] * z;
  }

  /** @param {Float32Array} points @returns {Seen} */
  all(points) {
    const count = points.length / 3;
    const seen = { x: new Float32Array(count), y: new Float32Array(count) };
    for (let n = 0; n < count; n++) [seen.x[n], seen.y[n]] = this.at(points[3 * n], points[3 * n + 1], points[3 * n + 2]);
    return seen;
  }
}

/** Where specks begin in their row, far ones first. @param {Float32Array} specks @param {View} view */
function order(specks, view) {
  const all = Array.from({ length: specks.length / SPECK }, (_, n) => SPECK * n);
  const far = (/** @type {number} */ at) => view.far(specks[at + 2], specks[at + 3], specks[at + 4]);
  return all.sort((a, b) => far(b) - far(a));
}

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {Float32Array} specks
 * @param {number} at
 * @param {View} view
 * @param {number[]} factors
 * @param {{wet: boolean, ink: string, cool: string, accent: string, warm: string, quiet: string, paper: string}} paint
 */
function speck(pen, specks, at, view, factors, { wet, cool, accent, warm, quiet, paper }) {
  const [kind, number, px, py, pz, size, glow] = specks.subarray(at, at + SPECK);
  const [x, y] = view.at(px, py, pz);
  const name = KINDS[kind];
  const radius = Math.min(Math.max(size * view.scale * (name === "ring" ? 1 : factors[kind]), SMALLEST), LARGEST);
  // From what lies there to what happens.
  const lit = Math.max((glow - REST) / (1 - REST), 0);
  const flat = Math.abs(view.up[0]) + Math.abs(view.up[1]) > 0 ? Math.hypot(view.up[0], view.up[1]) : 0;
  pen.beginPath();
  if (name === "bubble") {
    pen.arc(x, y, radius, 0, 2 * Math.PI);
    pen.fillStyle = veil(accent, 0.5 * glow);
    pen.strokeStyle = veil(accent, Math.min(0.25 + glow, 1) * Math.min(3 * glow, 1));
    pen.lineWidth = 1.25;
    pen.fill();
    pen.stroke();
    // The light on it.
    if (radius > 3) {
      pen.beginPath();
      pen.arc(x - 0.35 * radius, y - 0.35 * radius, 0.22 * radius, 0, 2 * Math.PI);
      pen.fillStyle = veil(paper, 0.8 * glow);
      pen.fill();
    }
  } else if (name === "drop") {
    // Round below, with a tip above.
    pen.arc(x, y, radius, -0.15 * Math.PI, 1.15 * Math.PI);
    pen.lineTo(x, y - 1.9 * radius);
    pen.closePath();
    pen.fillStyle = veil(cool, Math.min(0.4 + glow, 1));
    pen.fill();
  } else if (name === "ring") {
    pen.ellipse(x, y, radius, Math.max(flat * radius, 0.3), 0, 0, 2 * Math.PI);
    pen.strokeStyle = veil(wet ? cool : accent, glow);
    pen.lineWidth = 0.75 + 1.25 * glow;
    pen.stroke();
  } else if (name === "crease") {
    const turn = GOLDEN * number;
    const [dx, dy] = [Math.cos(turn) * size * factors[kind], Math.sin(turn) * size * factors[kind]];
    pen.moveTo(...view.at(px - dx, py - dy, pz));
    pen.lineTo(...view.at(px + dx, py + dy, pz));
    pen.strokeStyle = mixed(quiet, accent, lit, 0.35 + 0.65 * glow);
    pen.lineWidth = 0.75 + 2.25 * lit;
    pen.stroke();
  } else if (name === "piece") {
    outline(pen, number, radius, x, y, view);
    pen.fillStyle = mixed(quiet, accent, lit, 0.25 + 0.55 * lit);
    pen.strokeStyle = mixed(quiet, accent, lit, 0.9);
    pen.lineWidth = 0.75;
    pen.fill();
    pen.stroke();
  } else {
    pen.arc(x, y, radius, 0, 2 * Math.PI);
    const hot = name === "spark";
    pen.fillStyle = hot ? veil(warm, glow) : mixed(quiet, accent, lit, 0.85);
    pen.fill();
    if (!hot && radius > 2) {
      // So that one is told from another behind it.
      pen.strokeStyle = veil(paper, 0.7);
      pen.lineWidth = 0.75;
      pen.stroke();
    }
  }
}

/** A shard that lies flat; its number says which corners it has. @param {CanvasRenderingContext2D} pen @param {number} number @param {number} radius px @param {number} x @param {number} y @param {View} view */
function outline(pen, number, radius, x, y, { right, up }) {
  const whole = number === 0;
  const corners = whole ? 24 : 3 + (number % 4);
  for (let n = 0; n < corners; n++) {
    const uneven = whole ? 0 : 0.35 * Math.sin(12.9898 * number + 78.233 * n);
    const turn = (2 * Math.PI * (n + uneven)) / corners + GOLDEN * number;
    const far = radius * (whole ? 1 : 0.8 + 0.35 * Math.cos(37.719 * number + 11.13 * n));
    const [a, b] = [far * Math.cos(turn), far * Math.sin(turn)];
    pen.lineTo(x + right[0] * a + right[1] * b, y - (up[0] * a + up[1] * b));
  }
  pen.closePath();
}

/** @param {string} from @param {string} to @param {number} share @param {number} cover */
function mixed(from, to, share, cover) {
  const [a, b] = [rgb(from), rgb(to)];
  const [red, green, blue] = a.map((own, n) => Math.round(255 * (own + (b[n] - own) * Math.min(share, 1))));
  return `rgb(${red} ${green} ${blue} / ${Math.min(cover, 1)})`;
}

/** @param {CanvasRenderingContext2D} pen @param {unknown} drawn @param {string} colour */
function fill(pen, drawn, colour) {
  if (!drawn) return;
  pen.fillStyle = colour;
  pen.fill();
}

/** @param {CanvasRenderingContext2D} pen @param {unknown} drawn @param {string} colour */
function stroke(pen, drawn, colour) {
  if (!drawn) return;
  pen.strokeStyle = colour;
  pen.lineWidth = 1;
  pen.stroke();
}

/** All triangles as one area, turned alike so that they do not cut holes into each other. @param {CanvasRenderingContext2D} pen @param {import("./stage.js").StagePart} part @param {Seen} seen */
function triangles(pen, part, { x, y }) {
  pen.beginPath();
  for (let n = 0; n < part.triangles.length; n += 3) {
    let [a, b, c] = part.triangles.subarray(n, n + 3);
    if ((x[b] - x[a]) * (y[c] - y[a]) - (x[c] - x[a]) * (y[b] - y[a]) < 0) [b, c] = [c, b];
    pen.moveTo(x[a], y[a]);
    pen.lineTo(x[b], y[b]);
    pen.lineTo(x[c], y[c]);
    pen.closePath();
  }
  return part.triangles.length > 0;
}

/** @param {CanvasRenderingContext2D} pen @param {import("./stage.js").StagePart} part @param {Seen} seen */
function edges(pen, part, { x, y }) {
  pen.beginPath();
  for (let n = 0; n < part.edges.length; n += 2) {
    const [a, b] = part.edges.subarray(n, n + 2);
    pen.moveTo(x[a], y[a]);
    pen.lineTo(x[b], y[b]);
  }
  return part.edges.length > 0;
}

/** @param {CanvasRenderingContext2D} pen @param {number[][]} corners */
function polygon(pen, corners) {
  pen.beginPath();
  for (const [x, y] of corners) pen.lineTo(x, y);
  pen.closePath();
  return corners.length > 2;
}

/** The convex outline of the points that edges name, by Andrew's chain. @param {import("./stage.js").StagePart} part @param {Seen} seen @returns {number[][]} */
function hull(part, { x, y }) {
  if (part.edges.length === 0) return [];
  const points = Array.from(new Set(part.edges), (n) => [x[n], y[n]]);
  points.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const side = (/** @type {number[][]} */ all) => {
    /** @type {number[][]} */
    const chain = [];
    for (const point of all) {
      while (chain.length > 1 && turns(chain[chain.length - 2], chain[chain.length - 1], point) <= 0) chain.pop();
      chain.push(point);
    }
    chain.pop();
    return chain;
  };
  return [...side(points), ...side(points.reverse())];
}

/** @param {number[]} a @param {number[]} b @param {number[]} c */
const turns = (a, b, c) => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
