// Draws masses and links on the graphics card. A few links are strips: each corner looks both ends
// up in a picture of numbers, three for each mass. Many links are lines between corners that all links
// at a mass share, which is far quicker.

/** Masses in a row of that picture. */
const ROW = 512;

const SEEN = `
uniform vec3 middle;
uniform mat3 ways;
uniform vec3 scale;
uniform float factor;
vec3 seen(vec3 start, vec3 away) { return scale * ((start + factor * away - middle) * ways); }
`;

const PLACES = `${SEEN}
uniform highp sampler2D rest;
uniform highp sampler2D gone;
ivec2 place(uint n) { return ivec2(int(n) % ${ROW}, int(n) / ${ROW}); }
vec3 away(uint n) { return texelFetch(gone, place(n), 0).xyz; }
vec3 start(uint n) { return texelFetch(rest, place(n), 0).xyz; }
vec3 seen(uint n) { return seen(start(n), away(n)); }
`;

// A link is two triangles; each corner knows its own end and the other one. Strain is how
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
out float beside;
void main() {
  uint own = ends.x;
  uint other = ends.y;
  vec3 at = seen(own);
  vec2 way = (seen(other) - at).xy * size;
  int corner = gl_VertexID % 6;
  float side = corner == 0 || corner == 5 ? 1.0 : -1.0;
  // Half a dot more, on which it fades: so its rims are smooth.
  float half_wide = wide + 0.5;
  beside = half_wide * (corner == 0 || corner == 2 || corner == 3 ? 1.0 : -1.0);
  vec2 across = length(way) > 1e-6 ? normalize(vec2(-way.y, way.x)) : vec2(0.0);
  vec3 straight = start(other) - start(own);
  float before = length(straight);
  float now = length(straight + away(other) - away(own));
  strain = before > 0.0 ? (now - before) / before * strained : 0.0;
  depth = at.z;
  gl_Position = vec4(at.xy + side * half_wide * across / size, at.z, 1.0);
}`;

const LINE = `#version 300 es
precision highp float;
${SEEN}
in vec3 start;
in vec3 away;
in float own_strain;
uniform float strained;
out float strain;
out float depth;
out float beside;
void main() {
  vec3 at = seen(start, away);
  beside = 0.0;
  strain = own_strain * strained;
  depth = at.z;
  gl_Position = vec4(at, 1.0);
}`;

const LINK_COLOUR = `#version 300 es
precision highp float;
in float strain;
in float depth;
in float beside;
uniform float wide;
uniform vec3 calm;
uniform vec3 longer;
uniform vec3 shorter;
uniform vec3 paper;
out vec4 colour;
void main() {
  float share = pow(clamp(abs(strain), 0.0, 1.0), 0.65);
  vec3 own = mix(calm, strain > 0.0 ? longer : shorter, share);
  float cover = clamp(wide + 0.5 - abs(beside), 0.0, 1.0);
  colour = cover * vec4(mix(own, paper, 0.45 * clamp(0.5 + 0.5 * depth, 0.0, 1.0)), 1.0);
}`;

const MASS = `#version 300 es
precision highp float;
${SEEN}
in vec3 start;
in vec3 away;
uniform float dot;
uniform int held;
out float depth;
flat out int is_held;
flat out float across;
void main() {
  vec3 at = seen(start, away);
  is_held = gl_VertexID == held ? 1 : 0;
  depth = at.z;
  gl_Position = vec4(at.xy, at.z - 0.002 - 0.5 * float(is_held), 1.0);
  across = dot * (is_held == 1 ? 2.2 : 1.0);
  gl_PointSize = across;
}`;

const MASS_COLOUR = `#version 300 es
precision highp float;
in float depth;
flat in int is_held;
flat in float across;
uniform vec3 ink;
uniform vec3 grip;
uniform vec3 paper;
out vec4 colour;
void main() {
  float cover = across > 2.0 ? clamp(across * (0.5 - length(gl_PointCoord - 0.5)) + 0.5, 0.0, 1.0) : 1.0;
  if (cover == 0.0) discard;
  vec3 own = is_held == 1 ? grip : mix(ink, paper, 0.45 * clamp(0.5 + 0.5 * depth, 0.0, 1.0));
  colour = cover * vec4(own, 1.0);
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
export const FEW = 6000;
/** Where the corners of masses and lines find their numbers. */
const AT = { start: 0, away: 1, own_strain: 2 };
/** The corners of a strip, by which of its two ends each is at; the shader knows the sides. */
const CORNERS = [0, 0, 1, 1, 0, 1];

/**
 * Own end and other end of each corner of all strips.
 * @param {Uint32Array} edges
 */
function cornersOf(edges) {
  const all = new Uint32Array(edges.length * CORNERS.length);
  let at = 0;
  for (let n = 0; n < edges.length; n += 2) {
    for (const end of CORNERS) {
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
    this.lines = program(gl, LINE, LINK_COLOUR);
    this.masses = program(gl, MASS, MASS_COLOUR);
    this.hand = program(gl, HAND, HAND_COLOUR);
    this.rest = texture(gl);
    this.gone = texture(gl);
    this.ends = gl.createBuffer();
    this.strips = gl.createVertexArray();
    this.start = gl.createBuffer();
    this.away = gl.createBuffer();
    this.strain = gl.createBuffer();
    this.edge = gl.createBuffer();
    this.shared = gl.createVertexArray();
    this.points = 0;
    this.edges = 0;
    /** Room for whole rows. */
    this.room = new Float32Array(0);
    gl.bindVertexArray(this.shared);
    for (const [buffer, at, count] of /** @type {const} */ ([[this.start, AT.start, 3], [this.away, AT.away, 3], [this.strain, AT.own_strain, 1]])) {
      gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
      gl.enableVertexAttribArray(at);
      gl.vertexAttribPointer(at, count, gl.FLOAT, false, 0, 0);
    }
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, this.edge);
    gl.bindVertexArray(this.strips);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.ends);
    const at = gl.getAttribLocation(this.links, "ends");
    gl.enableVertexAttribArray(at);
    gl.vertexAttribIPointer(at, 2, gl.UNSIGNED_INT, 0, 0);
    gl.bindVertexArray(null);
    gl.enable(gl.DEPTH_TEST);
    gl.depthFunc(gl.LEQUAL);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
  }

  /** What is drawn from now on. @param {import("../engine/types.js").Geometry} geometry */
  show({ points, edges }) {
    const { gl } = this;
    this.points = points.length / 3;
    this.edges = edges.length / 2;
    this.room = new Float32Array(3 * ROW * Math.max(Math.ceil(this.points / ROW), 1));
    this.fill(this.start, points);
    this.fill(this.strain, new Float32Array(this.points));
    if (this.edges <= FEW) {
      this.put(this.rest, points);
      this.fill(this.ends, cornersOf(edges));
    } else {
      gl.bindVertexArray(this.shared);
      gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, this.edge);
      gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, edges, gl.STATIC_DRAW);
      gl.bindVertexArray(null);
    }
  }

  /** @param {WebGLBuffer | null} buffer @param {Float32Array | Uint32Array} numbers */
  fill(buffer, numbers) {
    const { gl } = this;
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
    gl.bufferData(gl.ARRAY_BUFFER, numbers, gl.DYNAMIC_DRAW);
  }

  /** @param {WebGLTexture | null} texture @param {Float32Array} numbers three for each mass */
  put(texture, numbers) {
    const { gl, room } = this;
    room.set(numbers.subarray(0, room.length));
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGB32F, ROW, room.length / (3 * ROW), 0, gl.RGB, gl.FLOAT, room);
  }

  /**
   * @param {{now: Float32Array, strains: Float32Array | null}} pose how far each mass is from where it starts [m], and of many how strained its links are
   * @param {import("./orbit.js").Orbit} orbit
   * @param {{factor: number, strained: number, held: number, hand: number[] | null, dense: number}} how
   * @param {Paint} paint
   */
  draw({ now, strains }, orbit, { factor, strained, held, hand, dense }, paint) {
    const { gl } = this;
    const { canvas } = gl;
    gl.viewport(0, 0, canvas.width, canvas.height);
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    this.fill(this.away, now);
    const { right, up, away } = orbit.ways;
    const { scale, reach, wide, high } = orbit;
    const shared = {
      middle: orbit.middle,
      scale: [(2 * scale) / wide, (2 * scale) / high, 0.25 / (reach * Math.max(factor, 1))],
      factor: [factor],
    };
    const ways = [...right, ...up, ...away];
    const few = this.edges <= FEW;
    const { calm, longer, shorter, paper, ink, grip } = paint;
    const look = { ...shared, strained: [strained], wide: [dense], calm, longer, shorter, paper };
    if (few) {
      this.put(this.gone, now);
      this.use(this.links, { ...look, size: [canvas.width / 2, canvas.height / 2] }, ways);
      this.lookUp(this.links);
      gl.bindVertexArray(this.strips);
      gl.drawArrays(gl.TRIANGLES, 0, CORNERS.length * this.edges);
      gl.bindVertexArray(this.shared);
    } else {
      if (strains) this.fill(this.strain, strains);
      this.use(this.lines, look, ways);
      gl.bindVertexArray(this.shared);
      gl.drawElements(gl.LINES, 2 * this.edges, gl.UNSIGNED_INT, 0);
    }
    // Dots that do not hide what is between them.
    const apart = Math.sqrt((wide * high) / Math.max(this.points, 1));
    const dot = Math.min(Math.max(0.25 * apart * Math.sqrt(orbit.zoom), 1), 6);
    this.use(this.masses, { ...shared, dot: [dot * dense], ink, grip, paper }, ways, held);
    gl.drawArrays(gl.POINTS, 0, this.points);
    gl.bindVertexArray(null);
    if (hand) {
      this.use(this.hand, { line: hand, grip });
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
    if (ways) gl.uniformMatrix3fv(at("ways"), false, ways);
    if (held !== undefined) gl.uniform1i(at("held"), held);
  }

  /** Where strips find their masses. @param {WebGLProgram} program */
  lookUp(program) {
    const { gl } = this;
    for (const [unit, name] of ["rest", "gone"].entries()) {
      gl.uniform1i(gl.getUniformLocation(program, name), unit);
      gl.activeTexture(gl.TEXTURE0 + unit);
      gl.bindTexture(gl.TEXTURE_2D, unit === 0 ? this.rest : this.gone);
    }
    gl.activeTexture(gl.TEXTURE0);
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
 * @param {Record<string, number>} places where corners find their numbers
 * @returns {WebGLProgram}
 */
export function program(gl, corners, dots, places = AT) {
  const made = gl.createProgram();
  for (const [kind, text] of /** @type {const} */ ([[gl.VERTEX_SHADER, corners], [gl.FRAGMENT_SHADER, dots]])) {
    const shader = gl.createShader(kind);
    if (!shader) throw new Error("the graphics card gives no room for a picture");
    gl.shaderSource(shader, text);
    gl.compileShader(shader);
    gl.attachShader(made, shader);
  }
  for (const [name, place] of Object.entries(places)) gl.bindAttribLocation(made, place, name);
  gl.linkProgram(made);
  if (!gl.getProgramParameter(made, gl.LINK_STATUS)) throw new Error(`the graphics card refuses a picture: ${gl.getProgramInfoLog(made)}`);
  return made;
}
