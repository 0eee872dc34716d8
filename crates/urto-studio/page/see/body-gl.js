// Draws a body on the graphics card: its skin, lit and coloured by how fast it moves, and its edges.
// A body has some hundred points: the page works out where they are seen, and the card fills in.

import { program } from "./network-gl.js";
import { DARKEST, FAINT, LIGHT } from "./solid.js";

/** Skins that meet at less than this angle are drawn as one that is curved; a box keeps its edges [cos]. */
const SMOOTH = Math.cos((40 * Math.PI) / 180);
/** How wide edges of a skin are drawn, and a string, and where it rests [px]. */
const EDGE = 0.9;
const STRING = 2.25;
const REST = 1;
/** Edges lie so much before the skin, of all the depth there is. */
const BEFORE = 0.004;

const SKIN = `#version 300 es
precision highp float;
in vec3 at;
in vec3 normal;
in float share;
out vec3 way;
out float fast;
void main() {
  way = normal;
  fast = share;
  gl_Position = vec4(at, 1.0);
}`;

// Both sides of a thin skin are seen.
const SKIN_COLOUR = `#version 300 es
precision highp float;
in vec3 way;
in float fast;
uniform vec3 resting;
uniform vec3 moving;
uniform vec3 light;
out vec4 colour;
void main() {
  vec3 own = normalize(way);
  float lit = dot(own.z < 0.0 ? -own : own, light);
  float share = pow(clamp(fast, 0.0, 1.0), ${FAINT.toFixed(2)});
  float bright = ${DARKEST.toFixed(2)} + ${(1 - DARKEST).toFixed(2)} * clamp(lit, 0.0, 1.0);
  colour = vec4(mix(resting, moving, share) * bright, 1.0);
}`;

const LINE = `#version 300 es
precision highp float;
in vec3 at;
in vec4 tint;
out vec4 own;
void main() {
  own = tint;
  gl_Position = vec4(at, 1.0);
}`;

const LINE_COLOUR = `#version 300 es
precision highp float;
in vec4 own;
out vec4 colour;
void main() { colour = vec4(own.rgb * own.a, own.a); }`;

/** @typedef {import("../engine/types.js").Geometry} Geometry */
/** @typedef {{rest: number[], fast: number[], line: number[], ink: number[], dark: boolean}} BodyPaint red, green and blue, 0 to 1 */

export class BodyDrawing {
  /** @param {WebGL2RenderingContext} gl */
  constructor(gl) {
    this.gl = gl;
    this.skin = program(gl, SKIN, SKIN_COLOUR, { at: 0, normal: 1, share: 2 });
    this.lines = program(gl, LINE, LINE_COLOUR, { at: 0, tint: 1 });
    this.buffer = gl.createBuffer();
    /** @type {Geometry | null} */
    this.geometry = null;
    /** Of each corner of each triangle, those whose normals are its own. @type {Uint32Array[]} */
    this.around = [];
    this.faces = new Float32Array(0);
    this.filled = new Float32Array(0);
    gl.enable(gl.DEPTH_TEST);
    gl.depthFunc(gl.LEQUAL);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
  }

  /** What is drawn from now on. @param {Geometry} geometry */
  show(geometry) {
    this.geometry = geometry;
    const { triangles, points } = geometry;
    this.faces = new Float32Array(triangles.length);
    this.filled = new Float32Array(7 * triangles.length);
    this.normals((n, axis) => points[3 * n + axis]);
    /** @type {number[][]} */
    const at = Array.from({ length: points.length / 3 }, () => []);
    triangles.forEach((corner, n) => at[corner].push(Math.floor(n / 3)));
    const { faces } = this;
    const length = (/** @type {number} */ n) => Math.hypot(faces[3 * n], faces[3 * n + 1], faces[3 * n + 2]);
    this.around = Array.from(triangles, (corner, n) => {
      const own = Math.floor(n / 3);
      return Uint32Array.from(
        at[corner].filter((other) => {
          const dot = faces[3 * own] * faces[3 * other] + faces[3 * own + 1] * faces[3 * other + 1] + faces[3 * own + 2] * faces[3 * other + 2];
          return other === own || dot > SMOOTH * length(own) * length(other);
        }),
      );
    });
  }

  /** The normals of all triangles, as long as these are large. @param {(point: number, axis: number) => number} of */
  normals(of) {
    const triangles = this.geometry?.triangles ?? new Uint32Array(0);
    for (let n = 0; n < triangles.length; n += 3) {
      const [a, b, c] = [triangles[n], triangles[n + 1], triangles[n + 2]];
      const [x, y, z] = [of(a, 0), of(a, 1), of(a, 2)];
      const [ux, uy, uz] = [of(b, 0) - x, of(b, 1) - y, of(b, 2) - z];
      const [vx, vy, vz] = [of(c, 0) - x, of(c, 1) - y, of(c, 2) - z];
      this.faces[n] = uy * vz - uz * vy;
      this.faces[n + 1] = uz * vx - ux * vz;
      this.faces[n + 2] = ux * vy - uy * vx;
    }
  }

  /**
   * @param {import("./solid.js").View} view
   * @param {Float32Array} shares of the greatest speed
   * @param {import("./orbit.js").Orbit} orbit
   * @param {BodyPaint} paint
   */
  draw(view, shares, orbit, paint) {
    const { geometry } = this;
    this.clear();
    if (!geometry) return;
    // What bends is drawn beyond where it rests.
    const deep = 1 / (1.5 * orbit.reach * orbit.scale);
    const seen = {
      x: (/** @type {number} */ px) => (2 * px) / orbit.wide - 1,
      y: (/** @type {number} */ px) => 1 - (2 * px) / orbit.high,
      z: (/** @type {number} */ px) => Math.min(Math.max(deep * px, -0.99), 0.99),
    };
    if (geometry.triangles.length > 0) this.fillSkin(geometry, view, shares, seen, paint);
    this.drawLines(geometry, view, shares, seen, paint);
  }

  clear() {
    const { gl } = this;
    gl.viewport(0, 0, gl.canvas.width, gl.canvas.height);
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
  }

  /** @param {Geometry} geometry @param {import("./solid.js").View} view @param {Float32Array} shares @param {Seen} seen @param {BodyPaint} paint */
  fillSkin({ triangles }, view, shares, seen, { rest, fast }) {
    const { gl, faces, filled } = this;
    // Right, up and towards the eye.
    this.normals((n, axis) => (axis === 0 ? view.x[n] : axis === 1 ? -view.y[n] : -view.depth[n]));
    for (let n = 0; n < triangles.length; n++) {
      const corner = triangles[n];
      let [x, y, z] = [0, 0, 0];
      for (const other of this.around[n]) {
        x += faces[3 * other];
        y += faces[3 * other + 1];
        z += faces[3 * other + 2];
      }
      const at = 7 * n;
      filled[at] = seen.x(view.x[corner]);
      filled[at + 1] = seen.y(view.y[corner]);
      filled[at + 2] = seen.z(view.depth[corner]);
      filled[at + 3] = x;
      filled[at + 4] = y;
      filled[at + 5] = z;
      filled[at + 6] = shares[corner];
    }
    gl.useProgram(this.skin);
    for (const [name, value] of Object.entries({ resting: rest, moving: fast, light: LIGHT })) {
      gl.uniform3fv(gl.getUniformLocation(this.skin, name), value);
    }
    this.send(filled, [3, 3, 1]);
    gl.drawArrays(gl.TRIANGLES, 0, triangles.length);
  }

  /** Edges of a skin, or a string: where it rests, and where it is. @param {Geometry} geometry @param {import("./solid.js").View} view @param {Float32Array} shares @param {Seen} seen @param {BodyPaint} paint */
  drawLines({ edges, triangles }, view, shares, seen, { line, fast, ink, dark }) {
    const { gl } = this;
    const skinned = triangles.length > 0;
    /** @type {number[]} */
    const all = [];
    const strip = (/** @type {Float32Array} */ x, /** @type {Float32Array} */ y, /** @type {number} */ wide, /** @type {number} */ before, /** @type {(n: number) => number[]} */ tint) => {
      for (let n = 0; n < edges.length; n += 2) {
        const [a, b] = [edges[n], edges[n + 1]];
        const [dx, dy] = [x[b] - x[a], y[b] - y[a]];
        const length = Math.hypot(dx, dy) || 1;
        const [ax, ay] = [(-0.5 * wide * dy) / length, (0.5 * wide * dx) / length];
        const corner = (/** @type {number} */ end, /** @type {number} */ side) =>
          all.push(seen.x(x[end] + side * ax), seen.y(y[end] + side * ay), seen.z(view.depth[end]) - before, ...tint(end));
        for (const [end, side] of [[a, 1], [a, -1], [b, -1], [b, -1], [b, 1], [a, 1]]) corner(end, side);
      }
    };
    if (skinned) strip(view.x, view.y, EDGE, BEFORE, () => [...ink, dark ? 0.55 : 0.45]);
    else {
      strip(view.restX, view.restY, REST, 0, () => [...line, 0.35]);
      strip(view.x, view.y, STRING, BEFORE, (n) => {
        const share = shares[n] ** FAINT;
        return [...line.map((own, part) => own + (fast[part] - own) * share), 1];
      });
    }
    gl.useProgram(this.lines);
    this.send(Float32Array.from(all), [3, 4]);
    gl.drawArrays(gl.TRIANGLES, 0, all.length / 7);
  }

  /** Rows of seven numbers, in groups. @param {Float32Array} numbers @param {number[]} groups */
  send(numbers, groups) {
    const { gl } = this;
    gl.bindBuffer(gl.ARRAY_BUFFER, this.buffer);
    gl.bufferData(gl.ARRAY_BUFFER, numbers, gl.DYNAMIC_DRAW);
    const row = groups.reduce((sum, own) => sum + own, 0);
    let before = 0;
    for (let place = 0; place < 3; place++) {
      if (place >= groups.length) {
        gl.disableVertexAttribArray(place);
        continue;
      }
      gl.enableVertexAttribArray(place);
      gl.vertexAttribPointer(place, groups[place], gl.FLOAT, false, 4 * row, 4 * before);
      before += groups[place];
    }
  }
}

/** @typedef {{x: (px: number) => number, y: (px: number) => number, z: (px: number) => number}} Seen from the picture to what the card counts in */
