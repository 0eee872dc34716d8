// Draws masses and links on the graphics card. Where masses are is told to it as a picture of numbers,
// three for each mass; lines are bent and coloured there.

/** Masses in a row of that picture. */
const ROW = 512;

const PLACES = `
uniform highp sampler2D rest;
uniform highp sampler2D gone;
uniform vec3 middle;
uniform mat3 ways;
uniform vec3 scale;
uniform float factor;
ivec2 place(uint n) { return ivec2(int(n) % ${ROW}, int(n) / ${ROW}); }
vec3 away(uint n) { return texelFetch(gone, place(n), 0).xyz; }
vec3 start(uint n) { return texelFetch(rest, place(n), 0).xyz; }
vec3 seen(uint n) { return scale * ((start(n) + factor * away(n) - middle) * ways); }
`;

// A link is two triangles, or a line; each corner knows its own end and the other one. Strain is how
// much longer a link is than at rest, against that.
const LINK = `#version 300 es
precision highp float;
${PLACES}
in uvec2 ends;
uniform vec2 size;
uniform float wide;
uniform float strained;
out float strain;
out float depth;
void main() {
  uint own = ends.x;
  uint other = ends.y;
  vec3 at = seen(own);
  vec2 way = (seen(other) - at).xy * size;
  int corner = gl_VertexID % 6;
  float side = corner == 0 || corner == 5 ? 1.0 : -1.0;
  vec2 across = length(way) > 1e-6 ? normalize(vec2(-way.y, way.x)) : vec2(0.0);
  vec3 straight = start(other) - start(own);
  float before = length(straight);
  float now = length(straight + away(other) - away(own));
  strain = before > 0.0 ? (now - before) / before * strained : 0.0;
  depth = at.z;
  gl_Position = vec4(at.xy + side * wide * across / size, at.z, 1.0);
}`;

const LINK_COLOUR = `#version 300 es
precision highp float;
in float strain;
in float depth;
uniform vec3 calm;
uniform vec3 longer;
uniform vec3 shorter;
uniform vec3 paper;
out vec4 colour;
void main() {
  float share = pow(clamp(abs(strain), 0.0, 1.0), 0.65);
  vec3 own = mix(calm, strain > 0.0 ? longer : shorter, share);
  colour = vec4(mix(own, paper, 0.45 * clamp(0.5 + 0.5 * depth, 0.0, 1.0)), 1.0);
}`;

const MASS = `#version 300 es
precision highp float;
${PLACES}
uniform float dot;
uniform int held;
out float depth;
flat out int is_held;
void main() {
  vec3 at = seen(uint(gl_VertexID));
  is_held = gl_VertexID == held ? 1 : 0;
  depth = at.z;
  gl_Position = vec4(at.xy, at.z - 0.002 - 0.5 * float(is_held), 1.0);
  gl_PointSize = dot * (is_held == 1 ? 2.2 : 1.0);
}`;

const MASS_COLOUR = `#version 300 es
precision highp float;
in float depth;
flat in int is_held;
uniform vec3 ink;
uniform vec3 grip;
uniform vec3 paper;
out vec4 colour;
void main() {
  if (length(gl_PointCoord - 0.5) > 0.5) discard;
  vec3 own = is_held == 1 ? grip : mix(ink, paper, 0.45 * clamp(0.5 + 0.5 * depth, 0.0, 1.0));
  colour = vec4(own, 1.0);
}`;

// The hand: a line from the mass to where it is pulled.
const HAND = `#version 300 es
precision highp float;
uniform vec4 line;
void main() { gl_Position = vec4(gl_VertexID == 0 ? line.xy : line.zw, -0.99, 1.0); }`;

const HAND_COLOUR = `#version 300 es
precision highp float;
uniform vec3 grip;
out vec4 colour;
void main() { colour = vec4(grip, 1.0); }`;

/** Links up to this count are strips, which look well; more are lines, which are quick. */
const FEW = 6000;
/** The corners of a strip, by which of its two ends each is at; the shader knows the sides. */
const CORNERS = [0, 0, 1, 1, 0, 1];

/**
 * Own end and other end of each corner of all links. Plain corners, as to draw many small things as
 * instances of one is slow on many machines.
 * @param {Uint32Array} edges
 * @param {number[]} corners
 */
function cornersOf(edges, corners) {
  const all = new Uint32Array(edges.length * corners.length);
  let at = 0;
  for (let n = 0; n < edges.length; n += 2) {
    for (const end of corners) {
      all[at++] = edges[n + end];
      all[at++] = edges[n + 1 - end];
    }
  }
  return all;
}

/** @typedef {{calm: number[], longer: number[], shorter: number[], ink: number[], grip: number[], paper: number[]}} Paint red, green and blue, 0 to 1 */

export class NetworkDrawing {
  /** @param {WebGL2RenderingContext} gl */
  constructor(gl) {
    this.gl = gl;
    this.links = program(gl, LINK, LINK_COLOUR);
    this.masses = program(gl, MASS, MASS_COLOUR);
    this.hand = program(gl, HAND, HAND_COLOUR);
    this.rest = texture(gl);
    this.gone = texture(gl);
    this.ends = gl.createBuffer();
    this.array = gl.createVertexArray();
    this.points = 0;
    this.edges = 0;
    /** Room for whole rows. */
    this.room = new Float32Array(0);
    gl.bindVertexArray(this.array);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.ends);
    const at = gl.getAttribLocation(this.links, "ends");
    gl.enableVertexAttribArray(at);
    gl.vertexAttribIPointer(at, 2, gl.UNSIGNED_INT, 0, 0);
    gl.bindVertexArray(null);
    gl.enable(gl.DEPTH_TEST);
    gl.depthFunc(gl.LEQUAL);
  }

  /** What is drawn from now on. @param {import("../engine/types.js").Geometry} geometry */
  show({ points, edges }) {
    const { gl } = this;
    this.points = points.length / 3;
    this.edges = edges.length / 2;
    this.room = new Float32Array(3 * ROW * Math.max(Math.ceil(this.points / ROW), 1));
    this.put(this.rest, points);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.ends);
    gl.bufferData(gl.ARRAY_BUFFER, cornersOf(edges, this.edges <= FEW ? CORNERS : [0, 1]), gl.STATIC_DRAW);
  }

  /** @param {WebGLTexture | null} texture @param {Float32Array} numbers three for each mass */
  put(texture, numbers) {
    const { gl, room } = this;
    room.set(numbers.subarray(0, room.length));
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGB32F, ROW, room.length / (3 * ROW), 0, gl.RGB, gl.FLOAT, room);
  }

  /**
   * @param {Float32Array} gone how far each mass is from where it starts [m]
   * @param {import("./orbit.js").Orbit} orbit
   * @param {{factor: number, strained: number, held: number, hand: number[] | null, dense: number}} how
   * @param {Paint} paint
   */
  draw(gone, orbit, { factor, strained, held, hand, dense }, paint) {
    const { gl } = this;
    const { canvas } = gl;
    gl.viewport(0, 0, canvas.width, canvas.height);
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    this.put(this.gone, gone);
    const { right, up, away } = orbit.ways;
    const { scale, reach, wide, high } = orbit;
    const shared = {
      middle: orbit.middle,
      scale: [(2 * scale) / wide, (2 * scale) / high, 0.25 / (reach * Math.max(factor, 1))],
      factor: [factor],
    };
    const ways = [...right, ...up, ...away];
    const few = this.edges <= FEW;
    this.use(this.links, {
      ...shared,
      size: [canvas.width / 2, canvas.height / 2],
      wide: [few ? dense : 0],
      strained: [strained],
      calm: paint.calm,
      longer: paint.longer,
      shorter: paint.shorter,
      paper: paint.paper,
    }, ways);
    gl.bindVertexArray(this.array);
    if (few) gl.drawArrays(gl.TRIANGLES, 0, CORNERS.length * this.edges);
    else gl.drawArrays(gl.LINES, 0, 2 * this.edges);
    gl.bindVertexArray(null);
    // Dots that do not hide what is between them.
    const apart = Math.sqrt((wide * high) / Math.max(this.points, 1));
    const dot = Math.min(Math.max(0.25 * apart * Math.sqrt(orbit.zoom), 1), 6);
    this.use(this.masses, { ...shared, dot: [dot * dense], ink: paint.ink, grip: paint.grip, paper: paint.paper }, ways, held);
    gl.drawArrays(gl.POINTS, 0, this.points);
    if (hand) {
      this.use(this.hand, { line: hand, grip: paint.grip });
      gl.drawArrays(gl.LINES, 0, 2);
    }
  }

  /**
   * @param {WebGLProgram} program
   * @param {Record<string, number[]>} values
   * @param {number[]} [ways]
   * @param {number} [held]
   */
  use(program, values, ways, held) {
    const { gl } = this;
    gl.useProgram(program);
    const at = (/** @type {string} */ name) => gl.getUniformLocation(program, name);
    for (const [name, value] of Object.entries(values)) {
      const set = [gl.uniform1fv, gl.uniform2fv, gl.uniform3fv, gl.uniform4fv][value.length - 1];
      set.call(gl, at(name), value);
    }
    if (!ways) return;
    gl.uniformMatrix3fv(at("ways"), false, ways);
    if (held !== undefined) gl.uniform1i(at("held"), held);
    gl.uniform1i(at("rest"), 0);
    gl.uniform1i(at("gone"), 1);
    gl.activeTexture(gl.TEXTURE1);
    gl.bindTexture(gl.TEXTURE_2D, this.gone);
    gl.activeTexture(gl.TEXTURE0);
    gl.bindTexture(gl.TEXTURE_2D, this.rest);
  }
}

/** @param {WebGL2RenderingContext} gl */
function texture(gl) {
  const made = gl.createTexture();
  gl.bindTexture(gl.TEXTURE_2D, made);
  for (const which of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) gl.texParameteri(gl.TEXTURE_2D, which, gl.NEAREST);
  for (const which of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T]) gl.texParameteri(gl.TEXTURE_2D, which, gl.CLAMP_TO_EDGE);
  return made;
}

/**
 * @param {WebGL2RenderingContext} gl
 * @param {string} corners
 * @param {string} dots
 */
function program(gl, corners, dots) {
  const made = gl.createProgram();
  for (const [kind, text] of /** @type {const} */ ([[gl.VERTEX_SHADER, corners], [gl.FRAGMENT_SHADER, dots]])) {
    const shader = gl.createShader(kind);
    if (!shader) throw new Error("the graphics card gives no room for a picture");
    gl.shaderSource(shader, text);
    gl.compileShader(shader);
    gl.attachShader(made, shader);
  }
  gl.linkProgram(made);
  if (!gl.getProgramParameter(made, gl.LINK_STATUS)) throw new Error(`the graphics card refuses a picture: ${gl.getProgramInfoLog(made)}`);
  return made;
}
