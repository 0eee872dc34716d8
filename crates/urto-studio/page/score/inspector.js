// What is chosen, in numbers: everything a pointer can do to events, for keyboard and touch alike.

import { instance, soundInfo } from "../app/context.js";
import { fill, h, say } from "../app/dom.js";
import { icon } from "../app/icons.js";
import { number } from "./fields.js";
import { semitones, tidy } from "./model.js";

/** @typedef {import("../engine/types.js").Cue} Cue */

/** @param {import("./editor.js").Editor} editor @param {(slot: number) => number|undefined} idOf @param {() => void} paste */
export function inspector(editor, idOf, paste) {
  const count = h("span", { class: "small", role: "status", data: { test: "chosen-count" } });
  const all = () => [...editor.chosen.events];
  const same = (/** @type {(own: Cue) => number} */ of) => {
    const values = all().map(of);
    return values.length > 0 && values.every((one) => Math.abs(one - values[0]) < 1e-9) ? values[0] : null;
  };
  const unit = () => (editor.score.beats ? "beats" : "s");
  const rows = {
    at: number("At", "When it happens; several keep their distance", "event-at", () => (all().length > 0 ? Math.min(...all().map((own) => own.at)) : null), (value) => {
      const first = Math.min(...all().map((own) => own.at));
      editor.change((own) => ({ ...own, at: tidy(Math.min(own.at - first + value, editor.score.length)) }));
    }, { min: 0, max: 57600, step: 0.25, unit }),
    strength: number("Strength", "Factor on the gesture’s speed: 1 is as it is set", "event-strength", () => same((own) => own.strength), (strength) => editor.change((own) => ({ ...own, strength })), { min: 0, max: 10, step: 0.05 }),
    hold: number("Held", "How long it is held; 0: until the sound ends by itself", "event-hold", () => same((own) => own.hold ?? 0), (hold) => editor.change((own) => ({ ...own, hold: hold > 0 ? hold : null })), { min: 0, max: 57600, step: 0.25, unit }),
    place: number("Place", "Where on the body, 0 to 100 %", "event-place", () => same((own) => 100 * (own.place ?? 0.5)), (place) => editor.change((own) => ({ ...own, place: place / 100 })), { min: 0, max: 100, step: 1, unit: () => "%" }),
    pitch: number("Pitch", "Half steps up or down; 0 is as it is set", "event-pitch", () => same((own) => Math.round(100 * semitones(own.pitch ?? 1)) / 100), (pitch) => editor.change((own) => ({ ...own, pitch: 2 ** (pitch / 12) })), { min: -72, max: 72, step: 1 }),
  };
  const tool = (/** @type {string} */ word, /** @type {string} */ name, /** @type {string} */ test, /** @type {string} */ tip, /** @type {() => void} */ click) =>
    h("button", { type: "button", class: "button small", data: { test, tip }, on: { click } }, icon(name), word);
  const copy = tool("Copy", "copy", "events-copy", "Copies what is chosen (Ctrl+C)", () => editor.copy());
  const put = tool("Paste", "plus", "events-paste", "Puts what was copied at the line (Ctrl+V)", paste);
  const remove = tool("Delete", "trash", "events-delete", "Takes away what is chosen (Delete)", () => editor.remove());
  const fields = h("div", { class: "score-fields" });
  const element = h("section", { class: "score-inspector", "aria-label": "Chosen events", data: { test: "score-inspector" } });
  fill(fields, Object.values(rows).map((row) => row.element));
  fill(element, count, fields, h("span", { class: "row" }, copy, put, remove));
  return {
    element,
    show() {
      const { slot, events } = editor.chosen;
      const id = idOf(slot);
      const sound = soundInfo(instance(id ?? -1)?.sound ?? "");
      const many = events.size;
      say(count, many === 0 ? "No event is chosen" : `${many === 1 ? "One event" : `${many} events`} of ${instance(id ?? -1)?.name ?? "a lane"}`);
      element.classList.toggle("empty", many === 0);
      fields.hidden = many === 0;
      copy.disabled = remove.disabled = many === 0;
      put.disabled = editor.clipboard.length === 0;
      rows.place.element.hidden = !sound?.expression?.place;
      rows.pitch.element.hidden = (sound?.expression?.pitch.length ?? 0) === 0;
      for (const row of Object.values(rows)) row.show();
    },
  };
}
