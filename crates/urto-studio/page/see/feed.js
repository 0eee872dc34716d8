// The one place that asks the engine, once per animation frame, and tells the pictures.

import { Held } from "./hold.js";
import { Contact, Energy, Sound } from "./streams.js";
import { Trigger } from "./trigger.js";
import { partials } from "./partials.js";
import { bodyOf, differ, stageOf } from "./stage.js";
import { SlipCounter } from "./slips.js";

/** Seconds of the past that pictures show. */
export const PAST = 6;
/** Seconds that are kept, to be looked back through: 5.8 MB at 48 kHz, and as much again while they are held. */
export const HISTORY = 30;
/** How often slips are counted [ms]. */
const COUNTING = 200;
/** Taps in which they are counted: 0.17 s at 48 kHz, five periods of a double bass. */
const COUNTED = 8192;

/** @typedef {"sound" | "contact" | "energy" | "modes" | "body" | "stage"} News */

/**
 * @typedef {object} Viewer
 * @property {boolean} visible
 * @property {News[]} follows
 * @property {(news: Set<News>, now: number) => void} refresh
 * @property {() => void} [showHeld]
 * @property {() => void} [showStage]
 */

export class Feed {
  /** @param {import("./host.js").PictureHost} engine */
  constructor(engine) {
    this.engine = engine;
    this.sound = new Sound(HISTORY);
    /** What is held still of it. @type {Held | null} */
    this.held = null;
    this.contact = new Contact();
    this.trigger = new Trigger();
    this.energy = new Energy(PAST);
    /** @type {import("./host.js").Physics | null} */
    this.physics = null;
    /** What is watched, as it looks. @type {ReturnType<NonNullable<import("./host.js").PictureHost["body"]>>} */
    this.body = null;
    /** The same before it was parted into bodies and what is around them. @type {Feed["body"]} */
    this.whole = null;
    /** What is around the bodies, and what happens there. @type {import("./stage.js").Stage | null} */
    this.stage = null;
    /** @type {import("./slips.js").Slips | null} */
    this.slips = null;
    /** Partials of a rubbed motion that repeats. @type {import("./host.js").Physics["modes"] | null} */
    this.partials = null;
    /** Known period of what is rubbed [s]. @type {number | null} */
    this.hint = null;
    /** Whether what is watched rubs, so that compression is the bending of bristles. */
    this.rubbed = false;
    this.counter = new SlipCounter(COUNTED);
    this.stretch = new Float32Array(COUNTED);
    this.counted = 0;
    /** Whether a mode rang when last looked at. */
    this.rang = false;
    /** Mean time that a frame of all pictures takes [ms]. */
    this.cost = 0;
    this.worst = 0;
    this.drawn = 0;
    /** @type {Set<Viewer>} */
    this.viewers = new Set();
    this.pending = 0;
    this.reduced = matchMedia("(prefers-reduced-motion: reduce)");
    this.frame = this.frame.bind(this);
  }

  /**
   * @param {Viewer} viewer
   */
  join(viewer) {
    this.viewers.add(viewer);
    this.look();
    this.wake();
  }

  /** Asks for the body only while somebody sees it. */
  look() {
    this.engine.look?.([...this.viewers].some((viewer) => viewer.visible && (viewer.follows.includes("body") || viewer.follows.includes("stage"))));
  }

  /** @param {Viewer} viewer */
  leave(viewer) {
    this.viewers.delete(viewer);
    this.look();
  }

  /** Goes on if there is anybody to look. */
  wake() {
    if (this.pending === 0 && [...this.viewers].some((viewer) => viewer.visible)) {
      this.pending = requestAnimationFrame(this.frame);
    }
  }

  /** Holds what was heard, or lets it go on. @param {boolean} on */
  hold(on) {
    if (on === (this.held !== null) || (on && this.sound.silent)) return;
    this.held = on ? new Held(this.sound) : null;
    for (const viewer of this.viewers) viewer.showHeld?.();
  }

  /** Looks back in what is held. @param {number} back seconds */
  lookBack(back) {
    if (this.held?.look(back, PAST)) for (const viewer of this.viewers) viewer.showHeld?.();
  }

  /** Another instance is watched: what was seen is not its own. */
  clear() {
    this.contact.clear();
    this.trigger.clear();
    this.energy.clear();
    this.physics = null;
    this.body = null;
    this.whole = null;
    this.stage = null;
    this.slips = null;
    this.partials = null;
    const all = new Set(/** @type {News[]} */ (["contact", "energy", "modes", "body", "stage"]));
    for (const viewer of this.viewers) viewer.refresh(all, performance.now());
  }

  /** @param {number} now ms */
  frame(now) {
    this.pending = 0;
    const start = performance.now();
    const news = this.ask(now);
    for (const viewer of this.viewers) viewer.refresh(news, now);
    const took = performance.now() - start;
    this.cost += 0.02 * (took - this.cost);
    this.worst = Math.max(this.worst, took);
    this.drawn++;
    this.wake();
  }

  /**
   * @param {number} now
   * @returns {Set<News>}
   */
  ask(now) {
    /** @type {Set<News>} */
    const news = new Set();
    const { engine } = this;
    if (engine.analyser && this.sound.take(engine.analyser) > 0 && !this.sound.silent) news.add("sound");
    const taps = engine.taps();
    if (taps && taps.index.length > 0) {
      const before = this.trigger.lasting;
      const changed = this.trigger.take(taps);
      this.contact.take(taps);
      // In flight nothing is new.
      if (changed || before || this.trigger.lasting) news.add("contact");
    }
    const physics = engine.physics();
    if (physics) {
      this.physics = physics;
      if (this.energy.take(physics, now / 1000)) news.add("energy");
      // A body at rest has nothing new.
      const rings = Array.from(this.modes?.level ?? []).some((level) => level > 0);
      if (rings || this.rang) news.add("modes");
      this.rang = rings;
    }
    const whole = engine.body?.() ?? null;
    if (whole?.pose !== this.whole?.pose || whole?.geometry !== this.whole?.geometry) this.follow(whole, news);
    if (news.has("contact") && now - this.counted > COUNTING) {
      this.counted = now;
      this.count();
    }
    return news;
  }

  /**
   * What is watched looks otherwise: its bodies, or what is around them.
   * @param {Feed["body"]} whole
   * @param {Set<News>} news
   */
  follow(whole, news) {
    const other = whole?.geometry !== this.whole?.geometry;
    this.whole = whole;
    const body = whole && bodyOf(whole);
    const moves = (/** @type {typeof body} */ one) => one?.pose?.speed.some((speed) => speed > 0) ?? false;
    if (moves(body) || moves(this.body) || body?.geometry !== this.body?.geometry) news.add("body");
    this.body = body;
    const stage = whole && stageOf(whole);
    if (differ(stage, this.stage)) news.add("stage");
    this.stage = stage;
    if (other) for (const viewer of this.viewers) viewer.showStage?.();
  }

  count() {
    // Only what touches all the time can stick and slip.
    if (!this.trigger.lasting || this.contact.row < COUNTED) {
      this.slips = null;
      this.partials = silent(this.partials);
      return;
    }
    this.contact.copy("velocity", this.stretch);
    this.slips = this.counter.count(this.stretch, this.contact.rate, this.hint);
    const { period } = this.slips;
    this.partials = period ? partials(this.stretch, this.contact.rate, period) : silent(this.partials);
  }

  /** What rings: the modes of a body, or the partials of a string; null if there are none. */
  get modes() {
    const modes = this.physics?.modes;
    return modes && modes.frequency.length > 0 ? modes : this.partials;
  }
}

/** The same partials, at rest. @param {import("./host.js").Physics["modes"] | null} partials */
function silent(partials) {
  return partials && { ...partials, level: new Float32Array(partials.level.length) };
}

/** @type {WeakMap<object, Feed>} */
const feeds = new WeakMap();

/**
 * The feed of an engine; all pictures share one.
 * @param {import("./host.js").PictureHost} engine
 */
export function feedOf(engine) {
  let feed = feeds.get(engine);
  if (!feed) {
    feed = new Feed(engine);
    feeds.set(engine, feed);
  }
  return feed;
}
