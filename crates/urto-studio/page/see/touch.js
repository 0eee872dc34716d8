// What a hand does to a body in its picture: it strikes where it comes down, rakes what it strikes where
// it passes, rubs what is rubbed, and throws at the body what it pulled off. The numbers that say where
// are the sound's own.

import { clamp, PadAxis } from "../pad/axis.js";
import { pressed } from "../pad/press.js";
import { lightly, Rake } from "../pad/rake.js";
import { Speed } from "../pad/speed.js";
import { numbersOf } from "./places.js";

/** Pointer speed at which a hand is at its fastest: as many times in a second along the picture's shorter side. */
const FULL_SPEED = 2.5;
/** How hard a pointer strikes that rests, of what the fastest does. A finger that is not felt to move strikes as it is set. */
const RESTING = 0.32;
/** What is let go slower than this is dropped, not thrown [px/s]. */
const THROWN = 80;
/** Where it goes is where the hand went in its last moment [ms]. */
const HEADING = 50;
/** A throw flies no longer than this [ms]. */
const FLIGHT = 350;
/** So long after rubbing its speed is given back [ms]: what was rubbed has come to rest. */
const GIVES_BACK = 400;
/** From the weakest to the strongest blow, as the pad has it. */
const STRENGTH = new PadAxis(null, null);

/** @typedef {import("./parts.js").Place} Place */
/** @typedef {ReturnType<typeof setTimeout>} Timer */
/**
 * @typedef {object} TouchHost what the engine does for a hand
 * @property {() => any} wake
 * @property {(id: any, strength?: number) => void} trigger
 * @property {(id: any) => void} release
 * @property {(id: any, numbers: {key: string, value: number}[], how: {settled: boolean}) => void} touch
 * @property {(id: any, values: {key: string, value: number|string}[]) => void} [damp]
 * @property {(id: any, table: string) => Promise<import("../engine/types.js").Geometry | null>} [bodyForm] what a body looks like whose numbers stand in a table
 */
/**
 * @typedef {object} Touched what is touched
 * @property {TouchHost} host
 * @property {import("./host.js").InstanceState} instance
 * @property {import("./host.js").SoundSpec} sound
 * @property {import("./places.js").PlaceKey[]} places where it can be touched
 */
/** @typedef {{from: number[], to: number[], begun: number, lasts: number, timer: Timer}} Flight px, ms */

export class Touch {
  constructor() {
    this.speed = new Speed();
    this.rake = new Rake();
    /** Whether it has struck since it came down. */
    this.raked = false;
    /** What the hand holds. @type {(Touched & {pointer: number, rubs: boolean}) | null} */
    this.held = null;
    /** Whether the hand is beside the body, with what it throws; where it is [px]. */
    this.off = false;
    this.at = [0, 0];
    /** Whether what is rubbed is in touch. */
    this.down = false;
    /** Where the hand rubs now, and how hard a pen presses. @type {Place | null} */
    this.place = null;
    /** @type {number | undefined} */
    this.press = undefined;
    /** What was sent last, so that what stays is not sent again. */
    this.sent = "";
    /** What flies. @type {Flight | null} */
    this.flight = null;
    /** A speed that is to be given back. @type {{touched: Touched, key: string, value: number, timer: Timer | undefined} | null} */
    this.owed = null;
  }

  /** @param {PointerEvent} event */
  hover({ timeStamp, offsetX, offsetY }) {
    if (this.speed.path.length === 0) this.speed.start(timeStamp, offsetX, offsetY);
    else this.speed.move(timeStamp, offsetX, offsetY);
  }

  /** @param {PointerEvent} event @param {Touched} touched @param {Place} place @param {number} side the picture's shorter side [px] */
  take(event, touched, place, side) {
    const rubs = touched.sound.pad.style !== "strike";
    this.held = { ...touched, pointer: event.pointerId, rubs };
    this.off = false;
    this.at = [event.offsetX, event.offsetY];
    this.place = place;
    this.press = pressed(event);
    touched.host.wake();
    if (rubs) {
      this.speed.start(event.timeStamp, event.offsetX, event.offsetY);
      this.setDown();
      return;
    }
    this.hover(event);
    this.rake.start(event.offsetX, event.offsetY);
    this.raked = false;
    const share = event.pointerType === "mouse" ? RESTING + (1 - RESTING) * this.share(event.timeStamp, side) : undefined;
    this.strike(touched, place, this.press ?? share);
  }

  /** Share of the fastest, 0 to 1. @param {number} now ms @param {number} side px */
  share(now, side) {
    return clamp(this.speed.at(now) / (FULL_SPEED * Math.max(side, 1)));
  }

  /** @param {Touched} touched @param {Place} place @param {number} [hard] 0 to 1; without it, as it is set @param {boolean} [settled] whether it is a step to undo */
  strike({ host, instance, sound, places }, place, hard, settled = true) {
    const at = touchedAt(places, place);
    if (at) host.touch(instance.id, numbersOf(at, sound, place), { settled });
    host.trigger(instance.id, hard === undefined ? 1 : STRENGTH.value(hard));
  }

  /** A light blow where a hand passes. What has no place to be struck at falls or breaks: passing does not repeat that. @param {Touched} touched @param {Place} place @param {number} hard 0 to 1 */
  brush(touched, place, hard) {
    if (!touchedAt(touched.places, place)) return;
    this.raked = true;
    this.strike(touched, place, hard, false);
  }

  /** What was raked is one step to undo. @param {Touched} touched */
  settle({ host, instance }) {
    if (this.raked) host.touch(instance.id, [], { settled: true });
    this.raked = false;
  }

  /**
   * The hand moves; nothing is under it beside the body.
   * @param {PointerEvent} event
   * @param {(x: number, y: number) => Place | null} find what is at a dot of the picture
   * @param {number} side the picture's shorter side [px]
   */
  pull(event, find, side) {
    const { held } = this;
    if (!held || event.pointerId !== held.pointer) return;
    const seen = event.getCoalescedEvents?.() ?? [];
    for (const one of seen.length > 0 ? seen : [event]) this.speed.move(one.timeStamp, one.offsetX, one.offsetY);
    this.at = [event.offsetX, event.offsetY];
    const place = find(event.offsetX, event.offsetY);
    this.off = place === null;
    this.press = pressed(event);
    if (place) this.place = place;
    if (!held.rubs) return this.rakeOn(held, event, find, side);
    // What slides off the body is set down where it comes back.
    if (!place) this.lift();
    else if (!this.down) this.setDown();
  }

  /** Light blows along the way since the last one, as far as the body reaches. @param {Touched} touched @param {PointerEvent} event @param {(x: number, y: number) => Place | null} find @param {number} side px */
  rakeOn(touched, event, find, side) {
    const hard = this.press ?? this.share(event.timeStamp, side);
    for (const [x, y] of this.rake.to(event.offsetX, event.offsetY, side)) {
      const place = find(x, y);
      if (place) this.brush(touched, place, lightly(hard));
    }
  }

  /**
   * The hand lets go.
   * @param {PointerEvent | undefined} event without one something else ended it: nothing is thrown
   * @param {(x: number, y: number) => Place | null} find what is at a dot of the picture
   * @param {{side: number, reach: number}} picture its shorter side, and how far to look [px]
   */
  end(event, find, { side, reach }) {
    const { held } = this;
    if (!held || (event && event.pointerId !== held.pointer)) return;
    if (held.rubs) this.lift();
    else this.settle(held);
    if (!held.rubs && event?.type === "pointerup" && this.off) this.throwAt(held, event.timeStamp, find, { side, reach });
    this.held = null;
    this.off = false;
    this.place = null;
  }

  /** @param {Touched} touched @param {number} now ms @param {(x: number, y: number) => Place | null} find @param {{side: number, reach: number}} picture */
  throwAt(touched, now, find, { side, reach }) {
    const { path } = this.speed;
    const last = path[path.length - 1];
    const first = path.find((own) => last.time - own.time <= HEADING) ?? last;
    const way = [last.x - first.x, last.y - first.y];
    const far = Math.hypot(way[0], way[1]);
    const hard = this.share(now, side);
    const fast = hard * FULL_SPEED * side;
    if (far === 0 || fast < THROWN) return;
    for (let gone = 0; gone < reach; gone += 2) {
      const to = [this.at[0] + (gone * way[0]) / far, this.at[1] + (gone * way[1]) / far];
      const place = find(to[0], to[1]);
      if (!place) continue;
      const lasts = Math.min((1000 * gone) / fast, FLIGHT);
      if (this.flight) clearTimeout(this.flight.timer);
      const timer = setTimeout(() => {
        this.flight = null;
        this.strike(touched, place, hard);
      }, lasts);
      this.flight = { from: this.at, to, begun: performance.now(), lasts, timer };
      return;
    }
  }

  /** What is thrown, in the hand or on its way [px]; nothing if there is none. @param {number} now ms @returns {number[] | null} */
  ball(now) {
    const { flight } = this;
    if (flight) {
      const share = clamp((now - flight.begun) / Math.max(flight.lasts, 1));
      return flight.from.map((own, axis) => own + share * (flight.to[axis] - own));
    }
    return this.held && !this.held.rubs && this.off ? this.at : null;
  }

  // Rubbing.

  setDown() {
    const { held } = this;
    if (!held) return;
    const { host, instance, sound } = held;
    const key = sound.pad.style === "drag" ? sound.pad.x?.key : undefined;
    const value = key === undefined ? undefined : instance.values[key]?.number;
    if (this.owed) clearTimeout(this.owed.timer);
    else if (key !== undefined && typeof value === "number") this.owed = { touched: held, key, value, timer: undefined };
    this.down = true;
    this.sent = "";
    this.send(0);
    host.trigger(instance.id, 1);
  }

  /** Tells the engine where the hand rubs, how fast and how hard. @param {number} share of its fastest */
  send(share) {
    const { held, place } = this;
    if (!held || !place || !this.down) return;
    const { sound, places, host, instance } = held;
    const at = touchedAt(places, place);
    const numbers = at ? numbersOf(at, sound, place) : [];
    const [x, y] = [new PadAxis(sound.pad.x, sound), new PadAxis(sound.pad.y, sound)];
    if (sound.pad.style === "drag" && x.way) numbers.push({ key: x.way.key, value: x.value(x.placeOfSpeed(share)) });
    if (y.way && this.press !== undefined) numbers.push({ key: y.way.key, value: y.value(this.press) });
    const said = JSON.stringify(numbers);
    if (said === this.sent || numbers.length === 0) return;
    this.sent = said;
    host.touch(instance.id, numbers, { settled: false });
  }

  /** Once per picture while something is rubbed. @param {number} now ms @param {number} side px */
  frame(now, side) {
    if (this.held?.rubs && this.down) this.send(this.share(now, side));
  }

  lift() {
    const { held } = this;
    if (!held || !this.down) return;
    this.down = false;
    held.host.release(held.instance.id);
    if (this.owed) this.owed.timer = setTimeout(() => this.giveBack(), GIVES_BACK);
    else held.host.touch(held.instance.id, [], { settled: true });
  }

  /** The speed was the hand's; what the sound itself has comes back after it. */
  giveBack() {
    const { owed } = this;
    if (!owed) return;
    clearTimeout(owed.timer);
    this.owed = null;
    const { touched, key, value } = owed;
    touched.host.touch(touched.instance.id, [{ key, value }], { settled: true });
  }
}

/**
 * The place of the sound that is touched there, if it has one. A body may be told anew while a hand is on
 * it: it is the same by its name.
 * @param {import("./places.js").PlaceKey[]} places @param {Place} place
 */
function touchedAt(places, { part }) {
  const found = places.find((own) => own.kind === "touched" && own.part.name === part.name);
  return found && { ...found, part };
}
