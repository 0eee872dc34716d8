// The X/Y pad: a sound is struck, raked, held or dragged, by mouse, touch, pen and keys.

import { lookUp } from "../see/host.js";
import { make } from "../see/picture.js";
import { clamp, PadAxis } from "./axis.js";
import { chosenFor } from "./chosen.js";
import { step } from "./keys.js";
import { Notes } from "./notes.js";
import { Painter } from "./painter.js";
import { pressed } from "./press.js";
import { lightly, Rake } from "./rake.js";
import { padSheet } from "./sheet.js";
import { Speed } from "./speed.js";
import { Tape } from "./tape.js";
import { movedBy, numberOf } from "./ways.js";
import { hint, label } from "./words.js";

/** Pointer speed at which a dragged thing is at its fastest: pad widths in a second. */
const FULL_SPEED = 2;
/** How fast an arrow key passes over what is raked, of what is fastest; with Shift it is the fastest. */
const KEYS = 0.4;
/** So long after a drag its speed is given back [ms]: what was dragged has come to rest. */
const GIVES_BACK = 400;
/** @type {import("../see/host.js").ExpressionSpec} */
const NOTHING = { pitch: [], pressure: [], place: null };
/** From the weakest to the strongest blow. */
const STRENGTH = new PadAxis(null, null);

export class Pad extends HTMLElement {
  constructor() {
    super();
    /** @type {import("../see/host.js").PadHost | null} */
    this.host = null;
    /** @type {unknown} */
    this.id_ = null;
    /** @type {"strike" | "hold" | "drag"} */
    this.style_ = "strike";
    /** The sound, and what was chosen for its two directions. */
    this.form = "";
    this.x = new PadAxis(null, null);
    this.y = new PadAxis(null, null);
    /** Where the point is, and what was last sent. */
    this.at = { x: 0.5, y: 0.5 };
    this.sent = { x: NaN, y: NaN };
    /** Where the document has the two numbers. */
    this.known = { x: NaN, y: NaN };
    /** What a gesture's place and pressure move. @type {import("../see/host.js").ExpressionSpec} */
    this.follows = NOTHING;
    /** Where the first number is while nobody plays, and whether a pointer left the point elsewhere. */
    this.rest = 0.5;
    this.roamed = false;
    /** A speed that is to be given back when a drag has ended. @type {{id: unknown, x: number, timer: number} | null} */
    this.owed = null;
    /** What a pen presses with, 0 to 1. @type {number | undefined} */
    this.press = undefined;
    /** Whether the next gesture is written down, and what is written of the one that is made. @type {boolean} */
    this.armed = false;
    /** @type {Tape | null} */
    this.tape = null;
    /** How hard a blow was that is written down. */
    this.hard = 1;
    /** Pointer that plays, or the key that does. @type {number | "key" | "latch" | "note" | null} */
    this.player = null;
    this.speed = new Speed();
    this.rake = new Rake();
    this.share = 0;
    this.loud = 0;
    this.pending = 0;
    this.spoken = "";
    const root = this.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [padSheet];
    this.surface = make("div", "surface");
    this.surface.tabIndex = 0;
    this.surface.setAttribute("role", "slider");
    this.surface.setAttribute("aria-roledescription", "two-way pad");
    this.surface.setAttribute("aria-valuemin", "0");
    this.surface.setAttribute("aria-valuemax", "100");
    this.canvas = document.createElement("canvas");
    this.up = make("p", "label up");
    this.across = make("p", "label across");
    this.hint = make("p", "hint");
    for (const part of [this.canvas, this.up, this.across, this.hint]) part.setAttribute("aria-hidden", "true");
    this.surface.append(this.canvas, this.up, this.across, this.hint);
    this.notes = new Notes((pitch) => this.note(pitch), () => this.player === "note" && this.lift());
    root.append(this.surface, this.notes.row);
    this.painter = new Painter(this.canvas);
    this.listen();
    this.changed = () => this.adapt();
    this.resized = new ResizeObserver(() => this.wake());
    this.unTheme = () => {};
    this.frame = this.frame.bind(this);
  }

  listen() {
    const { surface } = this;
    surface.addEventListener("pointerdown", (event) => this.pointerDown(event));
    surface.addEventListener("pointermove", (event) => this.pointerMove(event));
    for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) {
      surface.addEventListener(end, (event) => this.pointerUp(/** @type {PointerEvent} */ (event)));
    }
    surface.addEventListener("contextmenu", (event) => event.preventDefault());
    for (const part of [surface, this.notes.row]) {
      part.addEventListener("keydown", (event) => this.keyDown(event));
      part.addEventListener("keyup", (event) => this.keyUp(event));
    }
    surface.addEventListener("blur", () => {
      this.notes.liftKeys();
      if (this.player === "key" || this.player === "latch") this.lift();
      this.wake();
    });
    surface.addEventListener("focus", () => this.wake());
  }

  connectedCallback() {
    this.resized.observe(this);
    this.host?.addEventListener("change", this.changed);
    this.unTheme = this.painter.follow(() => this.wake());
    this.adapt();
  }

  disconnectedCallback() {
    this.lift();
    this.giveBack();
    this.resized.disconnect();
    this.host?.removeEventListener("change", this.changed);
    this.unTheme();
    cancelAnimationFrame(this.pending);
    this.pending = 0;
  }

  /** @param {import("../see/host.js").PadHost | null} engine */
  set engine(engine) {
    this.lift();
    this.host?.removeEventListener("change", this.changed);
    this.host = engine;
    if (this.isConnected) engine?.addEventListener("change", this.changed);
    this.adapt();
  }

  get engine() {
    return this.host;
  }

  /** What is played. @param {unknown} id */
  set instance(id) {
    if (id === this.id_) return;
    this.lift();
    this.arm(false);
    this.giveBack();
    this.id_ = id;
    this.form = "";
    this.adapt();
  }

  get instance() {
    return this.id_;
  }

  /** The document changed: another sound, or other values. */
  adapt() {
    const found = lookUp(this.host, this.id_);
    if (!found) return;
    const { instance, sound } = found;
    const chosen = chosenFor(this.host?.state.page ?? {}, { slot: instance.slot ?? -1, sound: instance.sound }, sound);
    const form = JSON.stringify([instance.sound, chosen]);
    if (form !== this.form) {
      this.lift();
      this.giveBack();
      this.form = form;
      this.roamed = false;
      const pad = sound?.pad ?? { style: "strike", x: null, y: null };
      // Where another number lies across, it goes by the place: nothing is left that a drag's speed would move.
      const style = pad.style === "drag" && chosen.x ? "hold" : pad.style;
      this.style_ = style;
      this.x = chosen.x ? PadAxis.of(sound, chosen.x) : new PadAxis(pad.x, sound);
      this.y = chosen.y ? PadAxis.of(sound, chosen.y) : new PadAxis(pad.y, sound);
      // A number lies on one direction alone: where it was put.
      if (this.x.is && this.x.way?.key === this.y.way?.key) this[chosen.y && !chosen.x ? "x" : "y"] = new PadAxis(null, null);
      this.follows = sound?.expression ?? NOTHING;
      this.notes.goesOn = style !== "strike";
      this.notes.row.hidden = this.follows.pitch.length === 0;
      this.at = { x: 0.5, y: 0.5 };
      this.known = { x: NaN, y: NaN };
      this.painter.tail.length = 0;
      this.surface.dataset.style = style;
      delete this.surface.dataset.used;
      this.hint.textContent = this.hintNow;
      this.surface.dataset.tip = `${this.hintNow}. Arrow keys move the point; ${style === "strike" ? "Space strikes" : "Space plays while it is down, Enter until it is pressed again"}`;
    }
    this.surface.setAttribute("aria-label", `Play ${instance.name}`);
    if (this.player === null) {
      for (const axis of /** @type {const} */ (["x", "y"])) {
        const number = this[axis].way && numberOf(instance, this[axis].way.key);
        if (typeof number !== "number" || (axis === "x" && this.owed)) continue;
        // What a blow alone was told stays in sight until the number itself is moved.
        if (axis === "x" && this.placed && this.known.x === number) continue;
        this.known[axis] = number;
        if (axis === "x") this.rest = this.x.place(number);
        if (axis === "y" || !this.roamed) this.at[axis] = this[axis].place(number);
      }
    }
    this.say();
    this.wake();
  }

  /**
   * Where a pointer is on the pad.
   * @param {PointerEvent} event
   */
  place(event) {
    const box = this.surface.getBoundingClientRect();
    const x = clamp((event.clientX - box.left) / box.width);
    const y = clamp(1 - (event.clientY - box.top) / box.height);
    // A pen presses by itself.
    return { x, y, press: (this.style_ !== "strike" && pressed(event)) || y };
  }

  /** How it is played now, in words. */
  get hintNow() {
    const chosen = this.x.chosen || this.y.chosen;
    return hint(this.style_, this.placed || chosen ? this.x.name : "", this.y.name, { chosen, armed: this.armed });
  }

  /** Whether a hand moves something while it is down after a blow, or is written down. */
  get trails() {
    return this.x.chosen || this.y.chosen || this.tape !== null;
  }

  /** Whether the first direction is the place of a blow: it goes with that blow, and sets nothing. */
  get placed() {
    return this.style_ === "strike" && this.x.is && this.x.way?.key === this.follows.place?.key;
  }

  /** Whether a hand that passes strikes: where the pad's width is the body, and not while a gesture is written down. */
  get rakes() {
    return this.placed && !this.trails;
  }

  /** @param {PointerEvent} event */
  pointerDown(event) {
    if (event.button !== 0) return;
    const place = this.place(event);
    if (this.style_ === "strike") {
      // Every finger strikes.
      this.capture(event.pointerId);
      this.player = event.pointerId;
      this.at = { x: place.x, y: place.y };
      this.speed.start(event.timeStamp, event.clientX, event.clientY);
      this.rake.start(event.clientX, event.clientY);
      this.strike({ press: pressed(event), time: event.timeStamp });
      return;
    }
    // A pointer takes over what keys play, at their pitch.
    if (this.player !== null && this.player !== "note") return;
    this.capture(event.pointerId);
    this.at = { x: place.x, y: place.y };
    this.roamed = this.style_ === "drag";
    this.press = place.press;
    this.speed.start(event.timeStamp, event.clientX, event.clientY);
    this.set(event.pointerId, event.timeStamp);
  }

  /** @param {number} pointer */
  capture(pointer) {
    try {
      this.surface.setPointerCapture(pointer);
    } catch {
      // The pointer is gone already; its end has been told.
    }
  }

  /** @param {PointerEvent} event */
  pointerMove(event) {
    if (event.pointerId !== this.player) return;
    const place = this.place(event);
    const strikes = this.style_ === "strike";
    if (strikes && !this.trails && !this.rakes) return;
    const seen = event.getCoalescedEvents?.() ?? [];
    for (const one of seen.length > 0 ? seen : [event]) {
      this.speed.move(one.timeStamp, one.clientX, one.clientY);
      const at = this.place(one);
      this.painter.trail({ x: at.x, y: at.y, time: performance.now(), strength: 1 });
      if (this.style_ !== "drag") this.tape?.add(one.timeStamp, { x: at.x, y: strikes ? at.y : at.press });
    }
    if (this.rakes) this.rakeTo(event);
    this.at = { x: place.x, y: place.y };
    this.press = strikes ? undefined : place.press;
    this.wake();
  }

  /** Light blows along the way, the stronger the faster; height says how hard the fastest is. @param {PointerEvent} event */
  rakeTo(event) {
    const box = this.surface.getBoundingClientRect();
    const inside = clamp(this.speed.at(event.timeStamp) / (FULL_SPEED * Math.max(box.width, 1)));
    const light = lightly(pressed(event) ?? inside);
    for (const [x, y] of this.rake.to(event.clientX, event.clientY, Math.min(box.width, box.height))) {
      const share = (x - box.left) / box.width;
      if (share < 0 || share > 1) continue;
      this.at = { x: share, y: clamp(1 - (y - box.top) / box.height) };
      this.strike({ light });
    }
  }

  /** @param {PointerEvent} event */
  pointerUp(event) {
    if (event.pointerId === this.player) this.lift(event.timeStamp);
  }

  /** Strikes where the point is. @param {{press?: number, pitch?: number, time?: number, light?: number}} how light: the share of the blow that a hand strikes which passes */
  strike({ press, pitch, time, light = 1 } = {}) {
    const { host } = this;
    if (!host) return;
    // Where height means something else, a pen strikes as hard as it presses.
    const byPress = press === undefined ? 1 : STRENGTH.value(press);
    const hard = light * (this.y.is ? byPress : this.y.value(this.at.y));
    const follows = !this.y.is && press !== undefined && this.follows.pressure.length > 0;
    host.wake();
    this.send(true);
    this.write(hard, time);
    host.trigger(this.id_, hard, {
      pitch,
      // Half of what a device can say is as it is set.
      pressure: follows ? 2 * press : undefined,
      place: this.placed ? this.at.x : undefined,
    });
    this.surface.dataset.used = "";
    this.painter.ripple({ x: this.at.x, y: this.at.y, time: performance.now(), strength: hard });
    this.say();
    this.wake();
  }

  /** A key that has a pitch: a blow, or what goes on at that pitch. @param {number} pitch factor */
  note(pitch) {
    if (this.style_ === "strike") return this.strike({ pitch });
    if (this.player !== null && this.player !== "note") return this.host?.trigger(this.id_, 1, { pitch });
    this.press = undefined;
    this.set("note");
  }

  // A gesture that is written down.

  /** The next gesture is written down, or no longer. @param {boolean} on */
  arm(on) {
    if (this.tape && !on) return this.written(performance.now());
    if (on === this.armed) return;
    this.armed = on;
    this.surface.toggleAttribute("data-armed", on);
    this.hint.textContent = this.hintNow;
    if (on) delete this.surface.dataset.used;
    this.dispatchEvent(new CustomEvent("arm", { bubbles: true, detail: { armed: on } }));
  }

  /** It begins, if it is to be written down. @param {number} hard @param {number} [time] ms, on the events' clock */
  write(hard, time = performance.now()) {
    if (!this.armed || this.tape) return;
    this.hard = hard;
    this.tape = new Tape(time, this.aim());
  }

  /** It is over. @param {number} now ms */
  written(now) {
    const { tape, id_: id, style_: style, hard, placed } = this;
    if (!tape) return;
    const samples = tape.end(now);
    this.tape = null;
    this.arm(false);
    this.dispatchEvent(new CustomEvent("gesture", { bubbles: true, detail: { id, style, hard, placed, x: this.x, y: this.y, samples } }));
  }

  /** Sets down what is held or dragged. @param {number | "key" | "latch" | "note"} player @param {number} [time] ms, on the events' clock */
  set(player, time) {
    const { host } = this;
    if (!host) return;
    this.player = player;
    this.share = 0;
    // Played on: what is owed stays owed.
    if (this.owed) clearTimeout(this.owed.timer);
    this.surface.dataset.used = "";
    this.surface.dataset.down = "";
    this.painter.trail({ x: this.at.x, y: this.at.y, time: performance.now(), strength: 0 });
    host.wake();
    this.send(true);
    this.write(1, time);
    host.trigger(this.id_, 1, { pitch: this.notes.pitch });
    this.say();
    this.wake();
  }

  /** Ends what is played. @param {number} [time] ms, on the events' clock */
  lift(time = performance.now()) {
    if (this.player === null) return;
    if (this.roamed) {
      const timer = window.setTimeout(() => this.giveBack(), GIVES_BACK);
      this.owed = { id: this.id_, x: this.owed?.x ?? this.rest, timer };
    }
    if (this.style_ === "strike" && this.trails) this.send();
    this.player = null;
    this.share = 0;
    delete this.surface.dataset.down;
    if (this.style_ !== "strike") this.host?.release(this.id_);
    else if (this.trails || this.rakes) this.host?.settle?.();
    this.written(time);
    this.wake();
  }

  /** A drag's speed was the hand's; what the sound itself has comes back after it. */
  giveBack() {
    const { owed } = this;
    if (!owed) return;
    clearTimeout(owed.timer);
    this.owed = null;
    if (this.x.is) this.host?.gesture(owed.id, { x: owed.x });
  }

  /** What the two numbers are to be now, 0 to 1 along their ways. */
  aim() {
    if (this.style_ !== "drag") return { x: this.at.x, y: this.at.y };
    // By keys the point itself is the speed.
    if (typeof this.player === "string") return { x: this.at.x, y: this.at.y };
    if (this.player === null) return { x: this.roamed ? this.rest : this.at.x, y: this.at.y };
    return { x: this.x.placeOfSpeed(this.share), y: this.press ?? this.at.y };
  }

  /** Tells the engine what changed. @param {boolean} [all] */
  send(all = false) {
    const { host } = this;
    if (!host) return;
    const aim = this.aim();
    const moved = /** @type {const} */ (["x", "y"]).filter((axis) => this[axis].is && !(axis === "x" && this.placed) && (all || aim[axis] !== this.sent[axis]));
    this.sent = aim;
    if (moved.length === 0) return;
    if (!this.x.chosen && !this.y.chosen) return host.gesture(this.id_, Object.fromEntries(moved.map((axis) => [axis, aim[axis]])));
    // What was chosen goes together with what the sound has, as one step to undo.
    const { sound } = lookUp(host, this.id_) ?? { sound: null };
    const numbers = moved.flatMap((axis) => movedBy(this[axis], sound).map(({ axis: own, share }) => ({ key: own.way?.key ?? "", value: own.value(share(aim[axis])) })));
    host.touch?.(this.id_, numbers, { settled: false });
  }

  /** @param {KeyboardEvent} event */
  keyDown(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (!this.notes.row.hidden && this.notes.keyDown(event)) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    if (event.target === this.notes.row) return;
    const way = step(event);
    if (this.roamed && this.player === null) {
      this.giveBack();
      this.roamed = false;
      this.at.x = this.rest;
    }
    if (way) {
      this.at = { x: clamp(this.at.x + way.x), y: clamp(this.at.y + way.y) };
      if (this.player !== null && this.style_ !== "strike") {
        this.painter.trail({ ...this.at, time: performance.now(), strength: 1 });
      }
      if (this.player === "key" && this.rakes) this.strike({ light: lightly(event.shiftKey ? 1 : KEYS) });
    } else if (event.key === " " || event.key === "Enter") {
      if (!event.repeat) this.act(event.key === "Enter");
    } else if (event.key === "Escape" && this.player !== null) {
      this.lift();
    } else return;
    event.preventDefault();
    event.stopPropagation();
    this.say();
    this.wake();
  }

  /** Space plays while it is down; enter sets down and lifts. @param {boolean} latch */
  act(latch) {
    if (this.style_ === "strike") {
      this.strike();
      // What was chosen follows the arrows while Space is down, as it follows a finger.
      if (this.tape && latch) this.player = "latch";
      else if ((this.trails || this.rakes) && !latch) this.player = "key";
    } else if (this.player === "latch" || this.player === "key") this.lift();
    else if (this.player === null) {
      this.press = undefined;
      this.set(latch ? "latch" : "key");
    }
  }

  /** @param {KeyboardEvent} event */
  keyUp(event) {
    this.notes.keyUp(event);
    if (event.key !== " ") return;
    event.preventDefault();
    event.stopPropagation();
    if (this.player === "key") this.lift();
  }

  wake() {
    if (this.pending === 0 && this.isConnected) this.pending = requestAnimationFrame(this.frame);
  }

  frame() {
    this.pending = 0;
    const now = performance.now();
    const strikes = this.style_ === "strike";
    const pointer = typeof this.player === "number" && !strikes;
    if (pointer && this.style_ === "drag") {
      const width = Math.max(this.surface.clientWidth, 1);
      this.share = clamp(this.speed.at(now) / (FULL_SPEED * width));
    } else if (this.style_ === "drag") this.share = this.player === null ? 0 : this.at.x;
    if (this.player !== null && (!strikes || this.trails)) {
      this.send();
      this.say();
      // Of a pointer that is where it says, every event was written already.
      if (typeof this.player !== "number" || this.style_ === "drag") this.tape?.add(now, this.aim());
    }
    const meter = this.host?.meters()?.instances[String(this.id_)];
    const level = meter ? clamp(1 + Math.log10(Math.max(meter.rms, 1e-4) / 0.3) / 2.4) : 0;
    this.loud += (level - this.loud) * 0.3;
    const focus = this.surface.matches(":focus-visible");
    const { at, loud, share: speed, style_: style } = this;
    this.painter.paint({ now, style, x: at.x, y: at.y, down: this.player !== null, focus, speed, loud });
    if (this.player !== null || this.loud > 0.01 || this.painter.moving(now)) this.wake();
  }

  /** Labels and words for what the point means. */
  say() {
    const aim = this.aim();
    const words = [];
    if (this.x.is) words.push(`${this.x.name} ${this.x.words(aim.x)}`);
    const second = this.y.is || this.style_ === "strike" ? `${this.y.name || "strength"} ${this.y.words(aim.y)}` : "";
    if (second) words.push(second);
    const text = words.join(", ");
    if (text === this.spoken) return;
    this.spoken = text;
    this.surface.setAttribute("aria-valuetext", text || "ready");
    this.surface.setAttribute("aria-valuenow", String(Math.round(100 * (this.x.is ? aim.x : aim.y))));
    label(this.across, this.x.is ? this.x.name : "", this.x.words(aim.x));
    label(this.up, second && (this.y.name || "strength"), this.y.words(aim.y));
  }
}

customElements.define("urto-pad", Pad);
