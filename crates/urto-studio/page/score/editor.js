// What all parts of the score's page share: the score, the stretch seen, what is chosen, the tool.

import { app } from "../app/context.js";
import { toast } from "../app/toasts.js";
import { TimeAxis } from "./axis.js";
import { emptyScore, withEvents, laneOf } from "./model.js";

/** @typedef {import("../engine/types.js").Cue} Cue */

export class Editor extends EventTarget {
  axis = new TimeAxis();
  /** Where it is played from, and where what is pasted goes. */
  cursor = 0;
  /** What an event's height shows. @type {import("./model.js").Shows} */
  shows = "strength";
  /** The lane whose events are chosen, and those. @type {{slot: number, events: ReadonlySet<Cue>}} */
  chosen = { slot: -1, events: new Set() };
  /** Whether curves are drawn freehand. */
  free = false;
  /** @type {readonly Cue[]} */
  clipboard = [];
  /** Whether what is played is written down. */
  armed = false;

  get score() {
    return app.engine.state.score ?? emptyScore();
  }

  /** @param {import("../engine/types.js").Score} score */
  write(score) {
    return app.engine.setScore(score);
  }

  /** Something that is seen changed, but nothing in the score. */
  tell() {
    this.dispatchEvent(new Event("change"));
  }

  /** @param {number} slot @param {Iterable<Cue>} events */
  choose(slot, events) {
    this.chosen = { slot, events: new Set(events) };
    this.tell();
  }

  /** After another edit what is chosen is found again among what is there; else nothing is. */
  refresh() {
    const { slot, events } = this.chosen;
    const there = laneOf(this.score, slot).events;
    const same = (/** @type {Cue} */ a, /** @type {Cue} */ b) =>
      a.at === b.at && a.strength === b.strength && a.hold === b.hold && a.pitch === b.pitch && a.place === b.place;
    const found = [...events].flatMap((own) => there.find((other) => other === own || same(own, other)) ?? []);
    this.chosen = { slot, events: new Set(found) };
    this.axis.length = this.score.length;
    this.cursor = Math.min(this.cursor, this.score.length);
  }

  /** Other events for a lane, and which of them are chosen. @param {number} slot @param {readonly Cue[]} events @param {Iterable<Cue>} chosen */
  writeEvents(slot, events, chosen) {
    this.chosen = { slot, events: new Set(chosen) };
    this.write(withEvents(this.score, slot, events));
    this.tell();
  }

  // What is chosen.

  remove() {
    const { slot, events } = this.chosen;
    if (events.size === 0) return;
    this.writeEvents(slot, laneOf(this.score, slot).events.filter((own) => !events.has(own)), []);
  }

  copy() {
    const { events } = this.chosen;
    if (events.size === 0) return;
    this.clipboard = [...events].sort((a, b) => a.at - b.at);
    toast(events.size === 1 ? "One event is copied; paste puts it at the line." : `${events.size} events are copied; paste puts them at the line.`);
    this.tell();
  }

  /** Changes what is chosen. @param {(own: Cue) => Cue} change */
  change(change) {
    const { slot, events } = this.chosen;
    /** @type {Map<Cue, Cue>} */
    const become = new Map([...events].map((own) => [own, change(own)]));
    this.writeEvents(slot, laneOf(this.score, slot).events.map((own) => become.get(own) ?? own), become.values());
  }
}
