// The modes of a body of an instance, and what is changed of single ones: the document's, told as it goes.

import { app } from "./context.js";
import { clamp } from "./dom.js";

/** Whether a mode sounds: the options of `sounds`, in their order. */
export const ON = 0;
export const MUTED = 1;
export const ALONE = 2;
const SOUNDS = ["on", "muted", "alone"];

/** What the document takes, as its tables have it. @type {Record<"frequency"|"decay"|"gain", [number, number]>} */
export const RANGES = { frequency: [0.125, 8], decay: [0.01, 100], gain: [-60, 24] };
/** Most modes that can be changed. */
const MOST = 512;

/** @typedef {{sounds: number, frequency: number, decay: number, gain: number}} ModeEdit */
/** @typedef {{frequency: number, decay: number, mass: number}} Mode */

/** @type {ModeEdit} */
const NONE = Object.freeze({ sounds: ON, frequency: 1, decay: 1, gain: 0 });

export class Modes {
  /** @param {number} id @param {string} key of the body */
  constructor(id, key) {
    this.id = id;
    this.key = key;
    /** @type {Mode[]} */
    this.modes = [];
    /** @type {ModeEdit[]} */
    this.edit = [];
    this.problem = "";
    this.lightest = 1;
    this.read();
  }

  /** As the document has it now. */
  read() {
    try {
      const { modes, edit } = app.engine.desk.ask(`modes ${this.id} ${this.key}`);
      this.modes = modes.slice(0, MOST);
      this.edit = edit;
      this.problem = "";
    } catch (error) {
      [this.modes, this.edit] = [[], []];
      this.problem = error instanceof Error ? error.message : String(error);
    }
    this.lightest = Math.min(...this.modes.map(({ mass }) => mass));
  }

  /** @param {number} n */
  of(n) {
    return this.edit[n] ?? NONE;
  }

  /** @param {number} n */
  isChanged(n) {
    const own = this.of(n);
    return /** @type {(keyof ModeEdit)[]} */ (Object.keys(NONE)).some((name) => own[name] !== NONE[name]);
  }

  /** Whether a mode is heard beside the others. @param {number} n */
  heard(n) {
    const { sounds } = this.of(n);
    return this.edit.some((own) => own.sounds === ALONE) ? sounds === ALONE : sounds !== MUTED;
  }

  /** A mode with its changes; its level is how strongly it answers a blow, against the one that does most. @param {number} n */
  shown(n) {
    const { frequency, decay, mass } = this.modes[n];
    const own = this.of(n);
    return { frequency: frequency * own.frequency, decay: decay * own.decay, level: own.gain - 20 * Math.log10(mass / this.lightest) };
  }

  /** The modes from the lowest to the highest. */
  byPitch() {
    return this.modes.map((_, n) => n).sort((a, b) => this.shown(a).frequency - this.shown(b).frequency);
  }

  /** Round ends around what the body itself has: axes stand still while a mode is dragged. */
  ends() {
    const of = (/** @type {keyof Mode} */ name) => this.modes.map((own) => own[name]);
    const [low, high] = [Math.min(...of("frequency")), Math.max(...of("frequency"))];
    const [short, long] = [Math.min(...of("decay")), Math.max(...of("decay"))];
    return { low: Math.max(low / 1.6, 10), high: Math.min(Math.max(high * 1.6, low * 4), 24000), short: short / 8, long: long * 8 };
  }

  /** @param {number} n @param {Partial<ModeEdit>} change */
  move(n, change) {
    this.moveAll([[n, change]]);
  }

  /**
   * Draws how long modes ring: those between two places of the picture.
   * @param {{x: number, y: number}} from @param {{x: number, y: number}} to
   * @param {(mode: {frequency: number}) => number} where a mode stands
   * @param {(y: number) => number} seconds
   */
  draw(from, to, where, seconds) {
    const [left, right] = from.x <= to.x ? [from, to] : [to, from];
    /** @type {[number, Partial<ModeEdit>][]} */
    const changes = [];
    this.modes.forEach((mode, n) => {
      const x = where(this.shown(n));
      if (x < left.x || x > right.x) return;
      const share = right.x > left.x ? (x - left.x) / (right.x - left.x) : 1;
      changes.push([n, { decay: seconds(left.y + share * (right.y - left.y)) / mode.decay }]);
    });
    this.moveAll(changes);
  }

  /** What was moved is let go: the next move is another step to undo. */
  settle() {
    app.engine.edit("settle");
  }

  /** @param {number} n */
  reset(n) {
    if (!this.isChanged(n)) return;
    this.#write(this.edit.map((own, at) => (at === n ? { ...NONE } : own)));
  }

  resetAll() {
    this.#write([]);
  }

  /** @param {[number, Partial<ModeEdit>][]} changes */
  moveAll(changes) {
    if (changes.length === 0) return;
    const { id, key } = this;
    // A list as long as is needed, before any of its entries is named.
    const count = Math.max(...changes.map(([n]) => n + 1));
    if (this.edit.length < count) {
      const all = Array.from({ length: count }, (_, n) => ({ ...this.of(n) }));
      if (!this.#write(all)) return;
    }
    const numbers = changes.flatMap(([n, change]) =>
      Object.entries(change).map(([name, value]) => {
        const range = RANGES[/** @type {"frequency"|"decay"|"gain"} */ (name)];
        return { key: `${key}.edit/${n}/${name}`, value: range ? clamp(value, ...range) : value };
      }),
    );
    app.engine.touch(id, numbers, { settled: false });
  }

  /** @param {ModeEdit[]} all @returns {boolean} whether it was taken */
  #write(all) {
    const entry = (/** @type {ModeEdit} */ own) => {
      const parts = [
        own.sounds !== ON && `sounds = "${SOUNDS[own.sounds]}"`,
        .../** @type {const} */ (["frequency", "decay", "gain"]).map((name) => own[name] !== NONE[name] && `${name} = ${own[name]}`),
      ];
      return `{ ${parts.filter(Boolean).join(", ")} }`;
    };
    return app.engine.set(this.id, `${this.key}.edit`, `[${all.map(entry).join(", ")}]`);
  }
}
