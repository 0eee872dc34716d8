// Reads the player's reports; `Player::report` of crates/urto-web says how they lie.

/** The slot of the preview; instances have those below. */
export const PREVIEW = 63;
/** Load, underruns, memory, the longest block, results worked out and frames missed, before the report proper [bytes]. */
const BEFORE = 48;
const FACTS = 13;
/** Numbers of a speck: see `SPECK` of see/stage.js. */
const SPECK = 7;
/** Taps that nobody takes are forgotten beyond this count: a second's worth at 48 kHz. */
const MOST_TAPS = 48000;

/** @typedef {import("./types.js").Level} Level */
/** @typedef {Omit<import("./types.js").Taps, "rate">} Seen */

/**
 * Reads what a body looks like; `seen.rs` of crates/urto-web says how it lies.
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @returns {import("./types.js").Geometry}
 */
export function readGeometry({ buffer, byteOffset: start, length }) {
  const [slot, number, points, edges, triangles, parts, specks] = new Float64Array(buffer, start, 7);
  let at = start + 56;
  const places = new Float32Array(buffer, at, 3 * points);
  at += 12 * points;
  /** @param {number} count */
  const numbers = (count) => {
    const part = new Uint32Array(buffer, at, count);
    at += 4 * count;
    return part;
  };
  const form = { slot, number, points: places, edges: numbers(2 * edges), triangles: numbers(3 * triangles), specks };
  const sizes = numbers(5 * parts);
  /** @param {number} count */
  const lengths = (count) => {
    const part = new Float32Array(buffer, at, count);
    at += 4 * count;
    return part;
  };
  const all = Array.from({ length: parts }, (_, n) => {
    const [count, places, known] = sizes.subarray(5 * n, 5 * n + 3);
    return { points: count, role: sizes[5 * n + 4], line: lengths(3 * places), positions: lengths(known) };
  });
  const words = new Uint8Array(buffer, at, start + length - at);
  let read = 0;
  const named = all.map((part, n) => {
    const name = new TextDecoder().decode(words.subarray(read, (read += sizes[5 * n + 3])));
    return { name, ...part };
  });
  return { ...form, parts: named };
}

export class Reports {
  constructor() {
    /** @type {Seen[]} */
    this.waiting = [];
    this.count = 0;
    /** @type {import("./types.js").Physics | null} */
    this.physics = null;
    this.load = 0;
    this.underruns = 0;
    this.memory = 0;
    /** The longest block so far; whoever measures sets it back [ms]. */
    this.longest = 0;
    /** Dear results that the player worked out itself, instead of getting them from the builder. */
    this.workedOut = 0;
    /** Frames that the output went on without asking for them, so that nothing was heard. */
    this.missed = 0;
    this.frame = 0;
    this.voices = 0;
    /** Where in the score that runs; -1 if none does [frames]. */
    this.position = -1;
    /** @type {Map<number, Level>} */
    this.levels = new Map();
    /** Where the points of the watched body are. @type {import("./types.js").Pose | null} */
    this.pose = null;
    /** What it looks like. @type {import("./types.js").Geometry | null} */
    this.geometry = null;
  }

  /** Forgets what was seen of the watched instance. */
  clear() {
    this.waiting = [];
    this.count = 0;
    this.physics = null;
    this.pose = null;
    this.geometry = null;
  }

  /** What the watched body looks like. @param {Uint8Array<ArrayBuffer>} bytes */
  see(bytes) {
    this.geometry = readGeometry(bytes);
  }

  /**
   * The same body in other sizes; one with other parts comes from the player.
   * @param {Uint8Array<ArrayBuffer>} bytes
   */
  reshape(bytes) {
    const { geometry } = this;
    const form = readGeometry(bytes);
    const all = /** @type {const} */ (["points", "edges", "triangles"]);
    if (geometry?.slot !== form.slot || all.some((key) => form[key].length !== geometry[key].length)) return;
    this.geometry = { ...geometry, points: form.points, parts: form.parts };
  }

  /** @param {Uint8Array<ArrayBuffer>} report */
  take(report) {
    const { buffer, byteOffset: start } = report;
    let longest = 0;
    [this.load, this.underruns, this.memory, longest, this.workedOut, this.missed] = new Float64Array(buffer, start, BEFORE / 8);
    this.longest = Math.max(this.longest, longest);
    const facts = new Float64Array(buffer, start + BEFORE, FACTS);
    const [frame, voices, initial, injected, dissipated, stored, taps, modes, rows, number, points, position, specks] = facts;
    this.frame = frame;
    this.voices = voices;
    this.position = position;
    let at = start + BEFORE + 8 * FACTS;
    const index = new Float64Array(buffer, at, taps);
    at += 8 * taps;
    /** @param {number} count */
    const floats = (count) => {
      const part = new Float32Array(buffer, at, count);
      at += 4 * count;
      return part;
    };
    this.keep({ index, force: floats(taps), compression: floats(taps), velocity: floats(taps) });
    const ringing = { frequency: floats(modes), level: floats(modes) };
    this.physics = { initial, injected, dissipated, stored, modes: ringing };
    // Not every report has the places of very many points: then the last ones stand.
    if (points > 0) this.pose = { number, displacement: floats(3 * points), speed: floats(points), specks: floats(SPECK * specks) };
    else if (this.pose?.number !== number) this.pose = null;
    this.levels = new Map();
    for (let row = 0; row <= rows; row++) {
      const [slot, left, right, rms, lufs] = floats(5);
      this.levels.set(slot, { peak: [left, right], rms, lufs });
    }
  }

  /** @param {Seen} taps */
  keep(taps) {
    if (taps.index.length === 0) return;
    this.waiting.push(taps);
    this.count += taps.index.length;
    while (this.count > MOST_TAPS && this.waiting.length > 1) {
      this.count -= this.waiting.shift()?.index.length ?? 0;
    }
  }

  /** All taps since the last time. */
  drain() {
    const { waiting, count } = this;
    const all = {
      index: new Float64Array(count),
      force: new Float32Array(count),
      compression: new Float32Array(count),
      velocity: new Float32Array(count),
    };
    let at = 0;
    for (const taps of waiting) {
      all.index.set(taps.index, at);
      all.force.set(taps.force, at);
      all.compression.set(taps.compression, at);
      all.velocity.set(taps.velocity, at);
      at += taps.index.length;
    }
    this.waiting = [];
    this.count = 0;
    return all;
  }
}
