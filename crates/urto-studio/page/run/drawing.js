// Draws the bodies of a run on the graphics card: each in its own colour, lit, with its shadow on the
// ground, and a dot where it presses.

import { program } from "../see/network-gl.js";
import { DARKEST, LIGHT } from "../see/solid.js";

/** Triangles that meet at less than this angle are one curved skin; a box keeps its edges [cos]. */
const SMOOTH = Math.cos((40 * Math.PI) / 180);
/** The ground is seen so far, in sizes of what lies on it. */
const WIDE = 6;
/** Where corners find their numbers. */
const AT = { own: 0, normal: 1, shade: 2 };

const BODY = `#version 300 es
precision highp float;
in vec3 own;
in vec3 normal;
in float shade;
uniform mat4 seen;
uniform mat3 ways;
uniform vec3 place;
uniform vec4 turn;
uniform vec4 floor_at;
out vec3 way;
out float dark;
out vec2 flat_at;
vec3 turned(vec3 v) { return v + 2.0 * cross(turn.yzw, cross(turn.yzw, v) + turn.x * v); }
void main() {
  vec3 at = place + turned(own);
  // A shadow falls straight onto the ground.
  if (floor_at.xyz != vec3(0.0)) at -= floor_at.xyz * (dot(floor_at.xyz, at) - floor_at.w);
  way = turned(normal) * ways;
  dark = shade;
  flat_at = own.xy;
  gl_Position = seen * vec4(at, 1.0);
}`;

const BODY_COLOUR = `#version 300 es
precision highp float;
in vec3 way;
in float dark;
uniform vec3 tint;
uniform vec3 light;
uniform float cover;
out vec4 colour;
void main() {
  vec3 own = normalize(way);
  float lit = clamp(dot(own.z < 0.0 ? -own : own, light), 0.0, 1.0);
  vec3 shown = tint * dark * (${(DARKEST - 0.2).toFixed(2)} + ${(1.2 - DARKEST).toFixed(2)} * lit);
  colour = cover < 1.0 ? vec4(tint * cover, cover) : vec4(shown, 1.0);
}`;

// The ground is a grid that ends in the paper.
const GROUND_COLOUR = `#version 300 es
precision highp float;
in vec2 flat_at;
uniform vec3 tint;
uniform vec2 middle;
uniform float cell;
uniform float wide;
out vec4 colour;
void main() {
  vec2 cells = flat_at / cell;
  vec2 thin = max(fwidth(cells), vec2(1e-6));
  vec2 near = abs(fract(cells - 0.5) - 0.5) / thin;
  float line = 1.0 - min(min(near.x, near.y), 1.0);
  // Where lines would lie closer than dots there are none.
  line *= clamp(1.5 - 3.0 * max(thin.x, thin.y), 0.0, 1.0);
  float fade = clamp(1.0 - length(flat_at - middle) / wide, 0.0, 1.0);
  float cover = (0.05 + 0.35 * line) * fade;
  colour = vec4(tint * cover, cover);
}`;

const DOT = `#version 300 es
precision highp float;
in vec4 own;
uniform mat4 seen;
uniform float dense;
out float strong;
void main() {
  strong = own.w;
  gl_Position = seen * vec4(own.xyz, 1.0);
  gl_PointSize = dense * (5.0 + 22.0 * own.w);
}`;

const DOT_COLOUR = `#version 300 es
precision highp float;
in float strong;
uniform vec3 tint;
out vec4 colour;
void main() {
  float far = 2.0 * length(gl_PointCoord - 0.5);
  float cover = clamp(1.0 - far, 0.0, 1.0) * (0.35 + 0.65 * strong);
  colour = vec4(tint * cover, cover);
}`;

/** @typedef {import("../engine/contacts.js").Shape} Shape */
/** @typedef {{array: WebGLVertexArrayObject, count: number, ground: boolean}} Drawn */
/** @typedef {{bodies: number[][], ink: number[], accent: number[], shadow: number}} Paint red, green and blue, 0 to 1 */

export class RunDrawing {
  /** @param {WebGL2RenderingContext} gl */
  constructor(gl) {
    this.gl = gl;
    this.body = program(gl, BODY, BODY_COLOUR, AT);
    this.ground = program(gl, BODY, GROUND_COLOUR, AT);
    this.dot = program(gl, DOT, DOT_COLOUR, AT);
    this.dots = gl.createBuffer();
    /** @type {Drawn[]} */
    this.drawn = [];
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
  }

  /** @param {Shape[]} shapes @param {boolean[]} grounds endless ones @param {number} reach of what is seen */
  show(shapes, grounds, reach) {
    const { gl } = this;
    for (const { array } of this.drawn) gl.deleteVertexArray(array);
    this.drawn = shapes.map((shape, n) => {
      const corners = spread(grounds[n] ? endless(shape, 2 * WIDE * reach) : shape);
      const array = /** @type {WebGLVertexArrayObject} */ (gl.createVertexArray());
      gl.bindVertexArray(array);
      gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
      gl.bufferData(gl.ARRAY_BUFFER, corners, gl.STATIC_DRAW);
      for (const [place, count, before] of [[0, 3, 0], [1, 3, 12], [2, 1, 24]]) {
        gl.enableVertexAttribArray(place);
        gl.vertexAttribPointer(place, count, gl.FLOAT, false, 28, before);
      }
      gl.bindVertexArray(null);
      return { array, count: corners.length / 7, ground: grounds[n] };
    });
  }

  /**
   * @param {import("./camera.js").Camera} camera
   * @param {Float32Array[]} poses of all bodies
   * @param {number[]} pressing four numbers each
   * @param {Paint} paint
   * @param {{dense: number}} how
   */
  draw(camera, poses, pressing, paint, { dense }) {
    const { gl } = this;
    const { width, height } = gl.canvas;
    gl.viewport(0, 0, width, height);
    gl.clearColor(0, 0, 0, 0);
    gl.depthMask(true);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    gl.enable(gl.DEPTH_TEST);
    const seen = camera.matrix(width / Math.max(height, 1));
    const { right, up, forward } = camera.ways;
    const ways = [...right, ...up, ...forward.map((own) => -own)];
    const none = [0, 0, 0, 0];
    const stand = (/** @type {WebGLProgram} */ own, /** @type {number} */ n, /** @type {number[]} */ floor) => {
      this.set(own, "place", [...poses[n].subarray(0, 3)]);
      this.set(own, "turn", [...poses[n].subarray(3, 7)]);
      this.set(own, "floor_at", floor);
      gl.bindVertexArray(this.drawn[n].array);
      gl.drawArrays(gl.TRIANGLES, 0, this.drawn[n].count);
    };
    const begin = (/** @type {WebGLProgram} */ own) => {
      gl.useProgram(own);
      gl.uniformMatrix4fv(gl.getUniformLocation(own, "seen"), false, seen);
      gl.uniformMatrix3fv(gl.getUniformLocation(own, "ways"), false, ways);
    };
    begin(this.body);
    this.set(this.body, "light", LIGHT);
    this.set(this.body, "cover", [1]);
    this.drawn.forEach(({ ground }, n) => {
      if (ground) return;
      this.set(this.body, "tint", paint.bodies[n]);
      stand(this.body, n, none);
    });
    gl.depthMask(false);
    this.drawn.forEach(({ ground }, n) => {
      if (!ground) return;
      const [x, y, z, w, i, j, k] = poses[n];
      // The ground's own way up, and how high it lies along that.
      const normal = [2 * (i * k + w * j), 2 * (j * k - w * i), 1 - 2 * (i * i + j * j)];
      const high = normal[0] * x + normal[1] * y + normal[2] * z;
      const [a, b, c] = camera.middle.map((own, axis) => own - poses[n][axis]);
      begin(this.ground);
      this.set(this.ground, "tint", paint.ink);
      // Where one looks at, along the ground's own axes: turned back.
      const back = (/** @type {number} */ p, /** @type {number} */ q, /** @type {number} */ r) => p * a + q * b + r * c;
      this.set(this.ground, "middle", [
        back(1 - 2 * (j * j + k * k), 2 * (i * j + w * k), 2 * (i * k - w * j)),
        back(2 * (i * j - w * k), 1 - 2 * (i * i + k * k), 2 * (j * k + w * i)),
      ]);
      this.set(this.ground, "cell", [rounded(camera.reach / 4)]);
      this.set(this.ground, "wide", [WIDE * camera.reach]);
      stand(this.ground, n, none);
      begin(this.body);
      this.set(this.body, "tint", [0, 0, 0]);
      this.set(this.body, "cover", [paint.shadow]);
      // Each dot is darkened once, however many bodies lie above it.
      gl.depthMask(true);
      gl.depthFunc(gl.LESS);
      const floor = [...normal, high + 2e-3 * camera.reach];
      this.drawn.forEach((own, other) => !own.ground && stand(this.body, other, floor));
      gl.depthFunc(gl.LEQUAL);
      gl.depthMask(false);
    });
    gl.disable(gl.DEPTH_TEST);
    gl.useProgram(this.dot);
    gl.uniformMatrix4fv(gl.getUniformLocation(this.dot, "seen"), false, seen);
    this.set(this.dot, "tint", paint.accent);
    this.set(this.dot, "dense", [dense]);
    gl.bindVertexArray(null);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.dots);
    gl.bufferData(gl.ARRAY_BUFFER, Float32Array.from(pressing), gl.DYNAMIC_DRAW);
    gl.enableVertexAttribArray(0);
    gl.vertexAttribPointer(0, 4, gl.FLOAT, false, 0, 0);
    gl.drawArrays(gl.POINTS, 0, pressing.length / 4);
  }

  /** @param {WebGLProgram} program @param {string} name @param {number[]} value */
  set(program, name, value) {
    const { gl } = this;
    const set = [gl.uniform1fv, gl.uniform2fv, gl.uniform3fv, gl.uniform4fv][value.length - 1];
    set.call(gl, gl.getUniformLocation(program, name), value);
  }
}

/** The nearest of 1, 2 and 5 times a power of ten. @param {number} length */
export function rounded(length) {
  const power = 10 ** Math.floor(Math.log10(length));
  const part = length / power;
  return power * (part < 1.5 ? 1 : part < 3.5 ? 2 : part < 7.5 ? 5 : 10);
}

/** A ground as large as it is seen. @param {Shape} shape @param {number} reach m @returns {Shape} */
function endless(shape, reach) {
  const half = shape.points.reduce((most, own) => Math.max(most, Math.abs(own)), 1e-9);
  return { ...shape, points: shape.points.map((own) => (own * Math.max(reach, half)) / half) };
}

/** Every corner of every triangle: place, normal, shade. @param {Shape} shape */
function spread({ points, normals, shades, triangles }) {
  const all = new Float32Array(7 * triangles.length);
  const own = normals.length ? null : curved(points, triangles);
  triangles.forEach((corner, n) => {
    const at = 7 * n;
    for (let axis = 0; axis < 3; axis++) {
      all[at + axis] = points[3 * corner + axis];
      all[at + 3 + axis] = own ? own[3 * n + axis] : normals[3 * corner + axis];
    }
    all[at + 6] = shades.length ? shades[corner] : 1;
  });
  return all;
}

/** Normals of each corner of each triangle, by the triangles there that bend little. @param {Float32Array} points @param {Uint32Array} triangles */
function curved(points, triangles) {
  const faces = new Float32Array(triangles.length);
  const lengths = new Float32Array(triangles.length / 3);
  /** @type {number[][]} */
  const at = Array.from({ length: points.length / 3 }, () => []);
  for (let n = 0; n < triangles.length; n += 3) {
    const [a, b, c] = [3 * triangles[n], 3 * triangles[n + 1], 3 * triangles[n + 2]];
    const u = [0, 1, 2].map((axis) => points[b + axis] - points[a + axis]);
    const v = [0, 1, 2].map((axis) => points[c + axis] - points[a + axis]);
    faces.set([u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]], n);
    lengths[n / 3] = Math.hypot(faces[n], faces[n + 1], faces[n + 2]) || 1;
    for (let k = 0; k < 3; k++) at[triangles[n + k]].push(n / 3);
  }
  const all = new Float32Array(3 * triangles.length);
  triangles.forEach((corner, n) => {
    const own = Math.floor(n / 3);
    for (const other of at[corner]) {
      let dot = 0;
      for (let axis = 0; axis < 3; axis++) dot += faces[3 * own + axis] * faces[3 * other + axis];
      if (other !== own && dot <= SMOOTH * lengths[own] * lengths[other]) continue;
      for (let axis = 0; axis < 3; axis++) all[3 * n + axis] += faces[3 * other + axis];
    }
  });
  return all;
}
