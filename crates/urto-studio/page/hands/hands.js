// What hands and machines do reaches sounds: through the project's table, row by row.

import { app, instance, soundInfo } from "../app/context.js";
import { goesOn } from "../app/latch.js";
import { layers, playLayer, releaseLayer } from "../app/layers.js";
import { PadAxis } from "../pad/axis.js";
import { wayOf } from "../score/params.js";
import { FIRST, NAME, followed, isDown, isPressed, led, matches, readRows } from "./map.js";
import { BEND, BEND_MPE, MIDDLE } from "./midi.js";

/** @typedef {import("./map.js").Row} Row */
/** @typedef {import("./midi.js").Happened} Happened */

/** From the weakest to the strongest blow. */
const STRENGTH = new PadAxis(null, null);
/** Of MPE: the control by which a finger slides along its key. */
const SLIDE = 74;

/** @typedef {{id: number, channel: number, note: number, pressure: number}} Sounding */

export class Hands extends EventTarget {
  /** Where rows are on their way, while they follow smoothly. @type {Map<number, {at: number, wanted: number}>} */
  moving = new Map();
  pending = 0;
  last = 0;
  /** @type {Sounding[]} */
  sounding = [];
  /** Bend and slide of each channel, as they were last said. @type {Map<number, {bend: number, slide: number | null, pressure: number | null}>} */
  channels = new Map();
  /** What was struck, and is bent still though its key is up, by channel. @type {Map<number, Set<number>>} */
  left = new Map();
  /** Whether a channel is one finger's. @type {(channel: number) => boolean} */
  isFinger = () => false;
  /** Who waits for the next thing that moves. @type {((happened: Happened) => void) | null} */
  learner = null;
  /** @type {{text: string | undefined, rows: Row[]}} */
  read = { text: undefined, rows: FIRST };

  /** @returns {Row[]} */
  get rows() {
    const text = app.engine.state.page[NAME];
    if (text !== this.read.text) this.read = { text, rows: text === undefined ? FIRST : readRows(text) };
    return this.read.rows;
  }

  /** @param {Row[]} rows */
  write(rows) {
    app.engine.keepText(NAME, JSON.stringify(rows));
    this.dispatchEvent(new Event("change"));
  }

  /** @param {((happened: Happened) => void) | null} learner */
  learn(learner) {
    this.learner = learner;
    this.dispatchEvent(new Event("change"));
  }

  /** Something happened: told to whoever learns, or to all rows that wait for it. @param {Happened} happened */
  take(happened) {
    const { source, value } = happened;
    if (this.learner) {
      // What is let go, and what hardly moves, is not meant.
      if (isPressed(source) ? value > 0 : Math.abs(value - 0.5) > 0.2) {
        const { learner } = this;
        this.learn(null);
        learner(happened);
      }
      return;
    }
    this.note(happened);
    this.rows.forEach((row, at) => {
      if (matches(row.source, source)) this.play(row, at, happened);
    });
  }

  /** What a channel's bend, slide and pressure say of the notes that sound on it. @param {Happened} happened */
  note({ source, value, note }) {
    const own = this.channels.get(source.channel) ?? { bend: 0.5, slide: null, pressure: null };
    const finger = this.isFinger(source.channel);
    if (source.kind === "bend") own.bend = value;
    else if (source.kind === "control" && source.number === SLIDE && finger) own.slide = value;
    else if (source.kind === "pressure") own.pressure = value;
    else if (source.kind !== "touch") return;
    if (source.kind !== "touch") this.channels.set(source.channel, own);
    if (source.kind === "bend") this.unbend(source.channel);
    for (const one of this.sounding) {
      if (one.channel !== source.channel || (source.kind === "touch" && one.note !== note)) continue;
      const follows = soundInfo(instance(one.id)?.sound ?? "")?.expression;
      if (source.kind === "bend") app.engine.bend(one.id, follows?.pitch ?? [], this.bent(source.channel));
      else if (source.kind !== "control" && goesOn(one.id)) app.engine.bend(one.id, follows?.pressure ?? [], 2 * value);
    }
  }

  /** What was left bent as its key came up follows the wheel on its way back. @param {number} channel */
  unbend(channel) {
    const factor = this.bent(channel);
    for (const id of this.left.get(channel) ?? []) app.engine.bend(id, soundInfo(instance(id)?.sound ?? "")?.expression?.pitch ?? [], factor);
    if (factor === 1) this.left.delete(channel);
  }

  /** The factor that a channel's bend is. @param {number} channel */
  bent(channel) {
    const { bend = 0.5 } = this.channels.get(channel) ?? {};
    return 2 ** (((2 * bend - 1) * (this.isFinger(channel) ? BEND_MPE : BEND)) / 12);
  }

  /** The instance that a row means. @param {Row} row */
  idOf({ target: { slot } }) {
    const { instances, selected } = app.engine.state;
    return slot < 0 ? (selected ?? instances[0]?.id) : instances.find((own) => own.slot === slot)?.id;
  }

  /** @param {Row} row @param {number} at @param {Happened} happened */
  play(row, at, happened) {
    const { target, source } = row;
    const { value } = happened;
    if (target.what === "notes" && happened.note !== undefined) return this.playNote(row, happened);
    if (["notes", "strike", "layer", "score"].includes(target.what)) {
      // What has no press of its own is pressed beyond the middle of its way.
      const wanted = led(row, value);
      const down = isPressed(source) ? value > 0 : isDown(wanted);
      const was = this.moving.get(at)?.wanted === 1;
      if (down === was) return;
      this.moving.set(at, { at: 0, wanted: Number(down) });
      return this.press(row, down, isPressed(source) && value < 1 ? STRENGTH.value(wanted) : 1);
    }
    const own = this.moving.get(at);
    const wanted = led(row, value);
    if (row.smooth <= 0) return this.move(row, wanted, true);
    this.moving.set(at, { at: own?.at ?? this.place(row) ?? wanted, wanted });
    this.pending ||= requestAnimationFrame((time) => this.step((this.last = time)));
  }

  /** @param {number} time [ms] */
  step(time) {
    const passed = Math.min(0.1, Math.max(1e-3, (time - this.last) / 1000));
    this.last = time;
    let goesOn = false;
    for (const [at, own] of this.moving) {
      const row = this.rows[at];
      if (!row || ["strike", "layer", "score", "notes"].includes(row.target.what) || own.at === own.wanted) continue;
      own.at = followed(own.at, own.wanted, passed, row.smooth);
      const settled = own.at === own.wanted;
      this.move(row, own.at, settled);
      goesOn ||= !settled;
    }
    this.pending = goesOn ? requestAnimationFrame((next) => this.step(next)) : 0;
  }

  /** @param {Row} row @param {boolean} down @param {number} strength */
  press(row, down, strength) {
    const { what, key } = row.target;
    const id = this.idOf(row);
    if (what === "layer") return down ? playLayer(Number(key), strength) : releaseLayer(Number(key));
    if (what === "score") {
      if (!down || !app.engine.state.score) return;
      return app.engine.run ? app.engine.haltScore() : app.engine.playScore(0);
    }
    if (id === undefined) return;
    if (down) app.engine.trigger(id, strength);
    else if (goesOn(id)) app.engine.release(id);
  }

  /** A key of a keyboard: as strong as it was struck, at its pitch. @param {Row} row @param {Happened} happened */
  playNote(row, { source: { channel }, value, note = MIDDLE }) {
    const id = this.idOf(row);
    if (value <= 0) {
      const ended = this.sounding.filter((own) => own.channel === channel && (own.note === note || note < 0));
      this.sounding = this.sounding.filter((own) => !ended.includes(own));
      for (const own of ended) {
        if (!goesOn(own.id)) {
          if (this.bent(channel) !== 1) this.left.set(channel, (this.left.get(channel) ?? new Set()).add(own.id));
          continue;
        }
        // The one before it, if its key is still down, sounds on.
        const before = this.sounding.findLast((other) => other.id === own.id);
        if (before) app.engine.trigger(own.id, 1, { pitch: 2 ** ((before.note - MIDDLE) / 12) * this.bent(before.channel) });
        else {
          app.engine.release(own.id);
          const follows = soundInfo(instance(own.id)?.sound ?? "")?.expression;
          app.engine.bend(own.id, [...(follows?.pitch ?? []), ...(follows?.pressure ?? [])], 1);
        }
      }
      return;
    }
    if (id === undefined) return;
    const { slide = null, pressure = null } = this.channels.get(channel) ?? {};
    const follows = soundInfo(instance(id)?.sound ?? "")?.expression;
    // Bent before, it begins bent: as a factor of what is set, which the gesture's own pitch multiplies.
    const bent = this.bent(channel);
    if (bent !== 1 || this.left.get(channel)?.has(id)) app.engine.bend(id, follows?.pitch ?? [], bent);
    app.engine.trigger(id, STRENGTH.value(led(row, value)), {
      pitch: 2 ** ((note - MIDDLE) / 12),
      pressure: this.isFinger(channel) && pressure !== null && pressure > 0 ? 2 * pressure : undefined,
      place: slide ?? undefined,
    });
    this.sounding = [...this.sounding.filter((own) => own.note !== note || own.channel !== channel), { id, channel, note, pressure: 0 }];
  }

  /** Where the target is on its way now. @param {Row} row @returns {number | null} */
  place(row) {
    const id = this.idOf(row);
    const own = instance(id ?? -1);
    const { what, key } = row.target;
    if (!own) return null;
    if (what === "macro") return (own.macros[key] ?? 0) / 100;
    if (what === "gain") return wayOf(own.id, "mix.gain")?.place(own.gain) ?? null;
    if (what === "pan") return (own.pan + 1) / 2;
    return own.values[key]?.position ?? null;
  }

  /** @param {Row} row @param {number} to 0 to 1 @param {boolean} settled */
  move(row, to, settled) {
    const id = this.idOf(row);
    const own = instance(id ?? -1);
    const { what, key } = row.target;
    if (!own) return;
    if (what === "macro" && key in own.macros) app.engine.setMacro(own.id, key, 100 * to, { settled });
    else if (what === "gain") app.engine.mix(own.id, { gain: wayOf(own.id, "mix.gain")?.value(to) });
    else if (what === "pan") app.engine.mix(own.id, { pan: 2 * to - 1 });
    else if (what === "param" && typeof own.values[key]?.position === "number") app.engine.setPosition(own.id, key, to, { settled });
  }

  /** A target in words. @param {Row} row */
  targetWords(row) {
    const { what, key, slot } = row.target;
    const id = this.idOf(row);
    const of = slot < 0 ? "the chosen instance" : (instance(id ?? -1)?.name ?? "nothing");
    if (what === "layer") return layers()[Number(key)]?.name ?? "no layer";
    if (what === "score") return "Play and stop the score";
    const words = { notes: "Notes", strike: "Strike", gain: "Gain", pan: "Pan", param: key.replace(/[._]/g, " "), macro: key.replace(/_/g, " ") };
    return `${words[what]} of ${of}`;
  }
}

export const hands = new Hands();
