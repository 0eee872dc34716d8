// What stands behind the engine: the desk that holds the document, the player that sounds, and the
// news that go between them and the page.

import { Builder } from "./builder.js";
import { Desk } from "./desk.js";
import { Forms } from "./forms.js";
import { Output } from "./output.js";
import { ORDERS, WATCH } from "./player.js";
import { PREVIEW, Reports, readGeometry } from "./report.js";
import { bodyLine, freeze } from "./shape.js";
import { Takes } from "./takes.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Meters} Meters */
/** @typedef {import("./types.js").Level} Level */
/** @typedef {import("./desk.js").Word} Word */

/** Longest message that is shown; it may quote what a file says. */
const LONGEST_MESSAGE = 400;
/** @type {Level} */
const SILENCE = { peak: [0, 0], rms: 0, lufs: -Infinity };

export class Host extends EventTarget {
  /**
   * @param {WebAssembly.Module} module
   */
  constructor(module) {
    super();
    this.module = module;
    this.desk = new Desk(module);
    /** @type {import("./types.js").Catalogue} */
    this.catalogue = freeze(this.desk.ask("catalogue"));
    /** What had to be changed to build the sound of a slot. @type {Map<number, string[]>} */
    this.notes = new Map();
    /** @type {State} */
    this.state = this.shown(this.desk.ask("state"));
    this.reports = new Reports();
    this.takes = new Takes();
    /** @type {Output | null} */
    this.output = null;
    /** @type {Builder | null} */
    this.builder = null;
    /** @type {Promise<void> | null} */
    this.waking = null;
    /** @type {number | null} */
    this.watched = null;
    /** Whether somebody looks at the body of what is watched. */
    this.looks = false;
    this.forms = new Forms(() => this.form(), (form) => (this.awake ? this.reports.reshape(form) : this.reports.see(form)));
    /** Works out what bodies look like before there is sound. @type {Builder | null} */
    this.early = null;
    /** Instances whose values have moved since they were built, or may have. @type {Set<number>} */
    this.moved = new Set();
    /** @type {import("./aims.js").Aims | null} */
    this.aiming = null;
    /** Hashes of the files that the builder has, by name. @type {Map<string, string>} */
    this.shared = new Map();
  }

  // Sound on and off.

  /** Starts the sound; call it from a click or a key. Does nothing where it sounds already. */
  wake() {
    if (this.output) return this.output.resume();
    this.waking ??= this.open().finally(() => (this.waking = null));
    return this.waking;
  }

  async open() {
    try {
      const output = await Output.open(this.module, (news) => this.hear(news));
      this.output = output;
      const pass = (/** @type {number} */ kind, /** @type {Uint8Array} */ bytes) => this.pass(kind, bytes);
      this.builder = new Builder(this.module, output.context.sampleRate, pass, () => this.namedFiles());
      this.early?.end();
      this.early = null;
      this.share(this.state.files);
      this.send(ORDERS, this.desk.ask("start").orders);
      this.watch(this.watched);
    } catch (error) {
      this.complain(error);
    }
  }

  /** Whether there is a player to be heard. */
  get awake() {
    return this.output !== null;
  }

  /** The master's AnalyserNode, once awake. */
  get analyser() {
    return this.output?.analyser ?? null;
  }

  /** Samples per second; what a browser usually has, until it is known. */
  get rate() {
    return this.output?.context.sampleRate ?? 48000;
  }

  /**
   * @param {number} kind
   * @param {string} lines
   */
  send(kind, lines) {
    if (lines !== "" || kind !== ORDERS) this.builder?.tell(kind, lines);
  }

  /**
   * @param {number} kind
   * @param {Uint8Array} bytes
   */
  pass(kind, bytes) {
    const message = new Uint8Array(1 + bytes.length);
    message[0] = kind;
    message.set(bytes, 1);
    this.output?.send(message);
  }

  /** The files that something names. @param {{files: readonly import("./types.js").FileInfo[]}} state */
  namedFiles({ files } = this.state) {
    return files.filter((file) => file.named).map(({ name }) => ({ name, bytes: this.desk.file(name) ?? new Uint8Array() }));
  }

  /**
   * Gives the builder the files that are named, where they are others than before, ahead of the
   * orders that name them.
   * @param {readonly import("./types.js").FileInfo[]} files
   */
  share(files) {
    if (!this.builder) return;
    const wanted = new Map(files.filter((file) => file.named).map(({ name, hash }) => [name, hash]));
    if (wanted.size === this.shared.size && [...wanted].every(([name, hash]) => this.shared.get(name) === hash)) return;
    this.builder.share(this.namedFiles({ files }));
    this.shared = wanted;
  }

  /** @param {import("./player.js").News} news */
  hear(news) {
    if ("report" in news) this.reports.take(news.report);
    else if ("geometry" in news) this.see(news.geometry);
    else if ("problem" in news) this.complain(new TextDecoder().decode(news.problem));
    else if ("heard" in news) this.dispatchEvent(new CustomEvent("heard", { detail: new TextDecoder().decode(news.heard) }));
    else if ("notes" in news) this.note(new TextDecoder().decode(news.notes));
    else this.takes.hear(news);
  }

  /** @param {unknown} why */
  complain(why) {
    const whole = why instanceof Error ? why.message : String(why);
    const message = whole.length > LONGEST_MESSAGE ? `${whole.slice(0, LONGEST_MESSAGE)} ...` : whole;
    this.dispatchEvent(new CustomEvent("problem", { detail: { message } }));
  }

  // Edits.

  /**
   * Does an edit and tells the player and the page; tells whether it could be done.
   * @param {...Word} words
   */
  edit(...words) {
    try {
      this.follow(this.desk.edit(...words));
      return true;
    } catch (error) {
      this.complain(error);
      return false;
    }
  }

  /**
   * Passes on what the desk says: orders to the player, the rest to the page.
   * @param {import("./types.js").News} news
   * @param {number} kind
   */
  follow(news, kind = ORDERS) {
    this.share(news.small.files);
    this.send(kind, news.orders);
    news.notes.forEach((note) => this.complain(note));
    if (!news.changed) return;
    const { files } = this.state;
    this.state = this.shown(news);
    if (JSON.stringify(files) !== JSON.stringify(this.state.files)) this.aiming?.share(this.namedFiles());
    this.tellChange(news.what, news.id);
    if (news.id !== null) this.moved.add(news.id);
    if (this.looks && (news.id === this.watched || news.id === null)) this.forms.want();
  }

  /**
   * @param {"values"|"structure"} what
   * @param {number | null} id
   */
  tellChange(what, id) {
    this.dispatchEvent(new CustomEvent("change", { detail: { what, id } }));
  }

  /**
   * The document as the page shows it; what has not changed is the same object as before.
   * @param {import("./types.js").News} news
   * @returns {State}
   */
  shown({ fresh, userPresets, score, small }) {
    const before = new Map(this.state?.instances.map((own) => [own.id, own]));
    const instances = small.ids.map((id) => {
      const own = fresh[id] ?? before.get(id);
      return freeze(id in fresh ? { ...own, notes: this.notes.get(own.slot) ?? [] } : own);
    });
    const { selected, undoLabel, redoLabel, quality, recording, master, files, page } = small;
    return freeze({
      instances,
      selected,
      userPresets: userPresets ?? this.state.userPresets,
      canUndo: undoLabel !== null,
      canRedo: redoLabel !== null,
      undoLabel,
      redoLabel,
      quality,
      recording,
      master,
      files,
      page,
      score: score ? score.is : this.state.score,
    });
  }

  /**
   * What had to be changed to build a sound, in words.
   * @param {string} text the slot, then a note per line
   */
  note(text) {
    const [slot, ...notes] = text.split("\n").filter((line) => line !== "");
    const own = this.state.instances.find((instance) => instance.slot === Number(slot));
    this.notes.set(Number(slot), notes);
    if (!own || own.notes.join() === notes.join()) return;
    const instances = this.state.instances.map((other) => (other === own ? { ...own, notes } : other));
    this.state = freeze({ ...this.state, instances });
    this.tellChange("values", own.id);
  }

  /** @param {number} id */
  instance(id) {
    return this.state.instances.find((own) => own.id === id) ?? null;
  }

  /**
   * Runs once there is sound: at once if there is, else as soon as it wakes.
   * @param {() => void} act
   */
  sounding(act) {
    if (this.output) {
      if (this.output.context.state !== "running") this.output.resume();
      act();
    } else {
      this.wake().then(() => this.output && act());
    }
  }

  // What goes on inside.

  /** Whose contact is looked at. @param {number | null} id */
  watch(id) {
    this.watched = id;
    this.reports.clear();
    const slot = id === null ? 255 : (this.instance(id)?.slot ?? 255);
    this.output?.send(Uint8Array.of(WATCH, slot, Number(this.looks)));
    if (!this.awake && this.looks && slot !== 255) this.forms.want();
  }

  /** Whether the body of what is watched is looked at: else nobody works out where it is. @param {boolean} on */
  look(on) {
    if (on === this.looks) return;
    this.looks = on;
    this.watch(this.watched);
  }

  /** What the watched body looks like as it was built. @param {Uint8Array<ArrayBuffer>} bytes */
  see(bytes) {
    this.reports.see(bytes);
    if (this.watched !== null && this.moved.has(this.watched)) this.forms.want();
  }

  /** What it looks like as it is set now; nothing while nobody looks. */
  async form() {
    const slot = this.instance(this.watched ?? -1)?.slot;
    if (!this.looks || slot === undefined) return null;
    /** @type {string[]} */
    const lines = this.desk.ask("start").orders.split("\n");
    const line = lines.find((own) => own.startsWith(`put ${slot} `));
    return line ? (this.builder ?? this.sketcher()).form(line) : null;
  }

  /**
   * What a body looks like whose numbers stand in a table of an instance: as if it were struck by itself.
   * @param {number} id @param {string} table
   * @returns {Promise<import("./types.js").Geometry | null>}
   */
  async bodyForm(id, table) {
    const own = this.instance(id);
    if (!own) return null;
    const line = bodyLine(own.values, table);
    const form = await (this.builder ?? this.sketcher()).form(line);
    return form && readGeometry(form);
  }

  /** Before there is sound nobody builds; a body is seen all the same, so that it can be struck. */
  sketcher() {
    this.early ??= new Builder(this.module, this.rate, () => {}, () => this.namedFiles());
    this.early.share(this.namedFiles());
    return this.early;
  }

  /**
   * What the watched body looks like, and where its points are.
   * @returns {{geometry: import("./types.js").Geometry, pose: import("./types.js").Pose | null} | null}
   */
  body() {
    this.output?.poll();
    const { geometry, pose } = this.reports;
    if (!geometry || geometry.slot !== this.instance(this.watched ?? -1)?.slot) return null;
    return { geometry, pose: pose?.number === geometry.number ? pose : null };
  }

  /** @returns {Meters} */
  meters() {
    this.output?.poll();
    const { levels, load, underruns, voices, memory } = this.reports;
    /** @type {Record<string, Level>} */
    const instances = {};
    for (const { id, slot } of this.state.instances) instances[id] = levels.get(slot) ?? SILENCE;
    return {
      master: levels.get(-1) ?? SILENCE,
      preview: levels.get(PREVIEW) ?? SILENCE,
      instances,
      load,
      underruns: this.output?.underruns ?? underruns,
      voices,
      memory,
    };
  }

  /** What was seen of the watched contact since the last call. @returns {import("./types.js").Taps} */
  taps() {
    this.output?.poll();
    return { rate: this.rate, ...this.reports.drain() };
  }

  /** Energy and modes of the watched instance. @returns {import("./types.js").Physics | null} */
  physics() {
    this.output?.poll();
    return this.watched === null ? null : this.reports.physics;
  }
}
