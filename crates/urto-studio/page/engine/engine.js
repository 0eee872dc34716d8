// The engine as the page sees it: a document to edit, sounds to touch, and what goes on inside.

import { begin } from "./module.js";
import { Aims } from "./aims.js";
import { CUT, ORDERS, TAKE } from "./player.js";
import { exported } from "./export.js";
import { bodyOf } from "./recording.js";
import { Scored, unitOf } from "./scored.js";
import { matterOf } from "./shape.js";
import { takeOf } from "./take.js";

/** A hand pulls as hard as its spring does, and no harder than this [N]. */
const STRONGEST = 1e6;

export class Engine extends Scored {
  /** Loads the module and lays an empty desk. Makes no sound yet and needs no gesture. */
  static async load() {
    const answer = await fetch(new URL("./urto.wasm", import.meta.url));
    if (!answer.ok) throw new Error(`the engine could not be loaded (${answer.status})`);
    // Not by streaming: plain web servers often do not know the file's type.
    return new Engine(await begin(await WebAssembly.compile(await answer.arrayBuffer())));
  }

  /** Plays a preset or sound at once, beside the instances. @param {string} name */
  audition(name) {
    this.sounding(() => this.edit("audition", name));
  }

  /**
   * Adds a preset or sound and selects it.
   * @param {string} name
   * @returns {number | null} its id
   */
  add(name) {
    return this.edit("add", name) ? this.selectLast() : null;
  }

  selectLast() {
    const id = this.state.instances.reduce((last, own) => Math.max(last, own.id), 0);
    this.select(id);
    return id;
  }

  /** @param {number} id */
  remove(id) {
    this.edit("remove", id);
  }

  /**
   * @param {number} id
   * @returns {number | null} the id of the copy
   */
  duplicate(id) {
    return this.edit("duplicate", id) ? this.selectLast() : null;
  }

  /** @param {number} id @param {string} name */
  rename(id, name) {
    this.edit("rename", id, name);
  }

  /** @param {number | null} id */
  select(id) {
    this.edit("select", id);
  }

  /** @param {number} id @param {string} key @param {string | number} value */
  set(id, key, value) {
    return this.edit("set", id, key, String(value));
  }

  /** @param {number} id @param {string} key @param {number} position 0 to 1 @param {{settled?: boolean}} how */
  setPosition(id, key, position, { settled = true } = {}) {
    this.edit("position", id, key, position);
    if (settled) this.edit("settle");
  }

  /** @param {number} id @param {string} key @param {number} position 0 to 100 @param {{settled?: boolean}} how */
  setMacro(id, key, position, { settled = true } = {}) {
    this.edit("macro", id, key, position);
    if (settled) this.edit("settle");
  }

  // By what one hears.

  /** The worker that knows what one hears; it starts when it is first asked. */
  get aims() {
    this.aiming ??= new Aims(this.module, this.namedFiles());
    return this.aiming;
  }

  /** An instance as a file of its own; null for a scene. @param {number} id @returns {string | null} */
  presetOf(id) {
    const sound = this.instance(id)?.sound;
    return sound && sound !== "scene" ? String(this.desk.ask(`theme ${id}`).text) : null;
  }

  /** Sets what was found. @param {number} id @param {import("./aims.js").Found[]} set @param {{settled?: boolean}} how */
  aim(id, set, { settled = true } = {}) {
    if (set.length > 0) this.edit("aim", id, set.length, ...set.flatMap(({ key, value }) => [key, value]));
    if (settled) this.edit("settle");
  }

  /**
   * A hand touches a body: numbers that say where, how fast and how hard, and choices by the number of
   * their option; one step to undo until it is settled.
   * @param {number} id
   * @param {{key: string, value: number}[]} numbers
   * @param {{settled?: boolean}} how
   */
  touch(id, numbers, { settled = true } = {}) {
    if (numbers.length > 0) this.edit("touch", id, numbers.length, ...numbers.flatMap(({ key, value }) => [key, value]));
    if (settled) this.edit("settle");
  }

  /** @param {number} id @param {string} key */
  resetParam(id, key) {
    this.edit("reset", id, key);
  }

  /** The file of a scene; null for a sound. @param {number} id @returns {string | null} */
  sceneText(id) {
    return this.instance(id)?.sound === "scene" ? this.text(`scene ${id}`) : null;
  }

  /** Gives a scene another file; false, and said, if it is none. @param {number} id @param {string} text @param {{settled?: boolean}} how */
  rewriteScene(id, text, { settled = true } = {}) {
    const done = this.edit("rewrite", id, text);
    if (settled) this.edit("settle");
    return done;
  }

  /** @param {number} id @param {number} count */
  setVoices(id, count) {
    this.edit("voices", id, count);
  }

  /** @param {number} id @param {number} seed */
  setSeed(id, seed) {
    this.edit("seed", id, seed);
  }

  // Playing.

  /**
   * A gesture starts. Pitch and pressure are factors, 1 is as it is set; place goes from 0 to 1.
   * @param {number} id
   * @param {number} strength
   * @param {{pitch?: number, pressure?: number, place?: number}} expression what else is known of it
   */
  trigger(id, strength = 1, expression = {}) {
    const told = Object.entries(expression).flatMap(([name, value]) => (value === undefined ? [] : [name, value]));
    this.sounding(() => this.edit("trigger", id, strength, ...told));
    this.dispatchEvent(new CustomEvent("triggered", { detail: { id } }));
  }

  /**
   * Gestures of several instances start together: at one sample, each as much later as it says.
   * @param {{id: number, strength?: number, delay?: number}[]} all delays in seconds
   */
  triggerAll(all) {
    this.sounding(() => {
      const lines = all.flatMap(({ id, strength = 1, delay = 0 }) => {
        const slot = this.instance(id)?.slot;
        const later = delay > 0 ? `@${Math.round(delay * this.rate)} ` : "";
        return slot === undefined ? [] : [`${later}trigger ${slot} ${strength} -\n`];
      });
      this.send(ORDERS, lines.join(""));
    });
  }

  /**
   * A number is bent while a gesture sounds. It is told to the player alone: the document does not
   * change, and there is nothing to undo.
   * @param {number} id @param {readonly string[]} keys @param {number} factor 1: as it is set
   */
  bend(id, keys, factor) {
    const own = this.instance(id);
    if (!own || !this.awake) return;
    const set = (/** @type {string} */ key) => {
      const number = own.values[key]?.number;
      return typeof number === "number" ? `set ${own.slot} ${key} ${number * factor}\n` : "";
    };
    this.send(ORDERS, keys.map(set).join(""));
  }

  /**
   * A finger rests on a body, or leaves it. It is told to the player alone: the document does not
   * change, and there is nothing to undo.
   * @param {number} id @param {{key: string, value: number|string}[]} values where, and how hard
   */
  damp(id, values) {
    const slot = this.instance(id)?.slot;
    if (slot === undefined || !this.awake) return;
    this.send(ORDERS, values.map(({ key, value }) => `set ${slot} ${key} ${value}\n`).join(""));
  }

  /** @param {number} id */
  release(id) {
    this.sounding(() => this.edit("release", id));
    this.dispatchEvent(new CustomEvent("released", { detail: { id } }));
  }

  stopAll() {
    if (this.run) this.haltScore();
    this.edit("stop");
    this.dispatchEvent(new CustomEvent("released", { detail: { id: null } }));
  }

  /** The pad: places along its two directions, 0 to 1. @param {number} id @param {{x?: number|null, y?: number|null}} at */
  gesture(id, { x = null, y = null }) {
    this.edit("gesture", id, x, y);
  }

  /** What was being moved is let go: the next move is another step to undo. */
  settle() {
    this.edit("settle");
  }

  /**
   * A hand holds a mass of a network and pulls it. It is told to the player alone: the document does
   * not change, and there is nothing to undo.
   * @param {number} id
   * @param {number} mass
   * @param {readonly number[]} at from where the mass starts, along x, y and z [m]
   */
  grab(id, mass, [x, y, z]) {
    const slot = this.instance(id)?.slot;
    if (slot === undefined) return;
    const set = (/** @type {string} */ key, /** @type {number} */ value) => `set ${slot} hand.${key} ${value}\n`;
    const lines = set("mass", mass) + set("x", x) + set("y", y) + set("z", z) + set("force", STRONGEST);
    this.sounding(() => this.send(ORDERS, lines));
  }

  /** The hand lets go. @param {number} id */
  letGo(id) {
    const slot = this.instance(id)?.slot;
    if (slot !== undefined && this.awake) this.send(ORDERS, `set ${slot} hand.force 0`);
  }

  /** @param {number} id @param {{gain?: number, pan?: number, mute?: boolean, solo?: boolean}} to gain in dB */
  mix(id, { gain, pan, mute, solo }) {
    if (gain !== undefined) this.edit("gain", id, gain);
    if (pan !== undefined) this.edit("pan", id, pan);
    if (mute !== undefined) this.edit("mute", id, mute);
    if (solo !== undefined) this.edit("solo", id, solo);
  }

  /** @param {{gain?: number}} to dB */
  master({ gain }) {
    if (gain !== undefined) this.edit("master", gain);
  }

  // Presets and files.

  /** @param {number} id @param {string} name @param {string|null} about @param {string[]} tags */
  storePreset(id, name, about = null, tags = []) {
    return this.edit("store", id, name, about || null, tags.length, ...tags);
  }

  /** @param {number} id @param {string} name */
  recall(id, name) {
    this.edit("recall", id, name);
  }

  /** @param {string} from @param {string} to */
  renamePreset(from, to) {
    this.edit("rename-preset", from, to);
  }

  /** @param {string} name */
  deletePreset(name) {
    this.edit("delete-preset", name);
  }

  /** The preset as a file has it. @param {string} name */
  exportPreset(name) {
    return this.text(`preset ${name}`);
  }

  /** Everything as a file has it. */
  exportProject() {
    return this.text("project");
  }

  /** Everything and the files that it names, as one file. */
  exportPack() {
    return new Blob([this.desk.pack()], { type: "application/octet-stream" });
  }

  /** Puts a file into play. @param {number} id @param {string} key of the parameter @param {string} name of the file */
  use(id, key, name) {
    return this.edit("use", id, key, name);
  }

  /** Lets a file go that nothing names. @param {string} name */
  forget(name) {
    try {
      this.follow(this.desk.ask(`forget ${name}`));
    } catch (error) {
      this.complain(error);
    }
  }

  /** @param {string} question */
  text(question) {
    try {
      return String(this.desk.ask(question).text);
    } catch (error) {
      this.complain(error);
      return "";
    }
  }

  /**
   * Takes a file in: a preset, a scene, a project, a WAV file that holds one of them, a pack, or a
   * body or a network of masses that parameters may name. Of a mesh it only says what it is, and
   * which command finds how it rings.
   * @param {string} name
   * @param {string | ArrayBuffer} content
   * @returns {{kind: "preset"|"scene"|"project"|"body"|"network"|"sofa"|"mesh", name: string, take?: import("./take.js").Take | null, about?: string, command?: string, unit?: string, repair?: boolean} | null} null if it cannot be used
   */
  importFile(name, content) {
    try {
      const matter = matterOf(name, content);
      const { news, kind, title, about, command, unit, repair } = this.desk.import(name, matter);
      this.follow(news);
      if (kind === "project") return { kind, name: title, take: takeOf(matter) };
      return kind === "mesh" ? { kind, name: title, about, command, unit, repair } : { kind, name: title };
    } catch (error) {
      this.complain(error);
      return null;
    }
  }

  /**
   * Takes a recording in: the body that was struck in it, as a file that parameters may name.
   * @param {string} name
   * @param {ArrayBuffer} content
   * @returns {Promise<{kind: "body", name: string} | null>} null if nothing can be made of it
   */
  async importRecording(name, content) {
    try {
      const body = await bodyOf(this.module, name, content);
      const found = this.importFile(`${name.replace(/\.[^./\\]*$/, "")}.toml`, body);
      return found && { kind: "body", name: found.name };
    } catch (error) {
      this.complain(error);
      return null;
    }
  }

  // Between presets.

  /** @param {number} id @param {0|1|2|3|number} corner @param {string|null} from a preset's name, "now", or nothing */
  setCorner(id, corner, from) {
    if (from === null || from === "now") this.edit("corner", id, corner, from);
    else this.edit("corner", id, corner, "preset", from);
  }

  /**
   * @param {number} id
   * @param {{x: number, y: number}} at
   * @param {{settled?: boolean, structure?: boolean}} how
   */
  morph(id, { x, y }, { settled = true, structure } = {}) {
    if (structure !== undefined && structure !== this.instance(id)?.structure) this.edit("structure", id, structure);
    this.edit("morph", id, x, y, settled);
  }

  /** Whether a morph changes something that rings. @param {number} id @param {string} key @param {boolean} on */
  loosen(id, key, on) {
    this.edit("loosen", id, key, on);
  }

  /** @param {number} id @param {"a"|"b"} side */
  compare(id, side) {
    this.edit("compare", id, side === "b" ? 1 : 0);
  }

  /** @param {number} id @param {string} key @param {boolean} on */
  lock(id, key, on) {
    this.edit("lock", id, key, on);
  }

  /** @param {number} id @param {number} amount 0 to 1 @param {number} seed */
  vary(id, amount, seed) {
    this.edit("vary", id, amount, seed);
  }

  /**
   * What a variation would come to; the document stays as it is.
   * @param {number} id @param {number} amount 0 to 1 @param {number} seed
   * @returns {Record<string, import("./types.js").Value> | null}
   */
  varied(id, amount, seed) {
    try {
      return this.desk.ask(`varied ${id} ${amount} ${seed}`).values;
    } catch (error) {
      this.complain(error);
      return null;
    }
  }

  undo() {
    const { score } = this.state;
    this.edit("undo");
    this.playOn(score);
  }

  redo() {
    const { score } = this.state;
    this.edit("redo");
    this.playOn(score);
  }

  /** @param {"fast"|"exact"} quality */
  setQuality(quality) {
    this.edit("quality", quality);
  }

  // Takes and variations.

  /** Everything starts anew from rest, and what is heard and done is kept. */
  recordStart() {
    if (this.state.recording) return;
    this.sounding(() => {
      if (this.run) this.haltScore();
      this.takes.begin();
      try {
        this.follow(this.desk.ask("take"), TAKE);
      } catch (error) {
        this.complain(error);
      }
    });
  }

  /**
   * Ends the take.
   * @returns {Promise<{blob: Blob, seconds: number, name: string} | null>} null if there was none
   */
  async recordStop() {
    if (!this.state.recording || !this.output) return null;
    const { sampleRate } = this.output.context;
    try {
      const tape = await this.takes.end(() => this.send(CUT, ""));
      if (!this.state.recording) return null;
      const { news, text } = this.desk.ask(`cut ${tape.frames} ${sampleRate}\n${tape.score}`);
      this.follow(news);
      return this.takes.file(tape, sampleRate, text, this.software);
    } catch (error) {
      this.complain(error);
      return null;
    }
  }

  get software() {
    return `urto ${this.catalogue.version}`;
  }

  /**
   * A ZIP of WAV files, each a variation of the instance with the next seed.
   * @param {number} id
   * @param {number} count
   * @param {number} amount 0 to 1
   * @param {number} seed
   * @param {(done: number, count: number) => void} [onProgress]
   * @returns {Promise<Blob | null>} null if it cannot be done
   */
  async variations(id, count, amount, seed, onProgress = () => {}) {
    const name = this.instance(id)?.name ?? "";
    const digits = Math.max(2, String(count).length);
    const names = Array.from({ length: count }, (_, at) => `${name}-${String(at + 1).padStart(digits, "0")}`);
    const blows = [{ id, names, amount, seed, seconds: null }];
    const made = await this.export({ blows, stems: [] }, { format: "wav", bits: "32f", lufs: null }, (done) => onProgress(done, count));
    return made?.zip ?? null;
  }

  /**
   * A ZIP of files: blows of instances, and instances of the score each alone.
   * @param {{blows: {id: number, names: string[], amount: number, seed: number, seconds: number|null}[], stems: import("./export-worker.js").Stem[]}} what lengths in seconds; null is the sound's own
   * @param {import("./export.js").Written} written
   * @param {(done: number) => void} onProgress how many files are made
   * @param {AbortSignal} [signal] ends it
   * @returns {Promise<{zip: Blob, notes: string[]} | null>} null if it was ended, or cannot be done
   */
  async export({ blows, stems }, written, onProgress, signal) {
    try {
      const { module, software, state } = this;
      const { score } = state;
      const task = {
        module,
        software,
        written,
        // The command's own rate, which files of projects do not tell.
        rate: 48000,
        files: this.namedFiles(),
        blows: blows.map(({ id, seconds, ...own }) => {
          const { text: preset, locked, seconds: usual } = this.desk.ask(`theme ${id}`);
          return { ...own, preset, locked, seconds: seconds ?? usual, level: this.levelOf(id) };
        }),
        score: score && stems.length > 0 ? { project: this.exportProject(), quality: state.quality, seconds: score.length * unitOf(score), stems } : null,
      };
      return await exported(task, onProgress, signal);
    } catch (error) {
      this.complain(error);
      return null;
    }
  }

  /** The parameter that makes a sound louder, in dB. @param {number} id */
  levelOf(id) {
    const params = this.catalogue.sounds.find(({ key }) => key === this.instance(id)?.sound)?.params ?? [];
    const found = params.find(({ key }) => key === "level") ?? params.find(({ key }) => key === "hearing.level");
    return found && found.min !== null && found.max !== null ? { key: found.key, least: found.min, most: found.max } : null;
  }
}
