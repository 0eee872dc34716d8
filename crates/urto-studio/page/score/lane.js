// A lane's events: bars at their times, as high as they are strong, as long as they are held.

import { app, instance, soundInfo } from "../app/context.js";
import { h } from "../app/dom.js";
import { Surface, drag, gridLines } from "./surface.js";
import { cue, heightOf, laneOf, moved, pasted, raised } from "./model.js";

/** How near a pointer must come to a bar [px]: a finger is broad. */
const NEAR = 7;
const NEAR_TOUCH = 14;
/** Less than this is a tap, not a drag [px]. */
const TAP = 4;

/** @typedef {import("../engine/types.js").Cue} Cue */

/**
 * @param {import("./editor.js").Editor} editor
 * @param {number} id @param {number} slot
 * @param {AbortSignal} signal
 * @param {(text: string) => void} speak
 */
export function laneSurface(editor, id, slot, signal, speak) {
  const canvas = h("canvas", {
    class: "score-lane",
    tabindex: "0",
    role: "application",
    "aria-roledescription": "lane of events",
    data: {
      test: "score-lane",
      slot: String(slot),
      tip: "Tap to add an event, drag one to move it; drag across to choose several. Arrows choose, Alt and arrows move, Enter adds, Delete removes",
    },
  });
  const held = () => soundInfo(instance(id)?.sound ?? "")?.held ?? false;
  /** What a drag shows before it is let go. @type {{events: readonly Cue[], chosen: ReadonlySet<Cue>} | null} */
  let shown = null;
  /** The box that is drawn to choose. @type {{x: number, y: number, w: number, h: number} | null} */
  let box = null;
  const events = () => shown?.events ?? laneOf(editor.score, slot).events;
  const chosen = () => shown?.chosen ?? (editor.chosen.slot === slot ? editor.chosen.events : new Set());
  const top = (/** @type {Cue} */ own, /** @type {number} */ height) =>
    height - 4 - heightOf(own, editor.shows) * (height - 12);

  const surface = new Surface(
    canvas,
    (pen, width, height, colours) => {
      const { axis } = editor;
      gridLines(pen, width, height, axis, colours);
      const unit = width / axis.span;
      const bar = (/** @type {Cue} */ own, /** @type {string} */ colour, /** @type {boolean} */ on) => {
        const x = axis.place(own.at, width);
        const y = top(own, height);
        const long = (own.hold ?? 0) * unit;
        if (x < -long - 8 || x > width + 8) return;
        pen.fillStyle = colour;
        pen.globalAlpha = 0.25;
        if (long > 0) pen.fillRect(x, y, Math.max(long, 3), height - 2 - y);
        pen.globalAlpha = 1;
        pen.fillRect(Math.round(x) - 1, y, 3, height - 2 - y);
        pen.beginPath();
        pen.arc(x + 0.5, y, on ? 6 : 4.5, 0, 2 * Math.PI);
        pen.fill();
        if (!on) return;
        pen.lineWidth = 2;
        pen.strokeStyle = colours.ink;
        pen.stroke();
      };
      for (const pattern of laneOf(editor.score, slot).patterns)
        for (const own of pattern.played ?? []) bar(own, colours.cool, false);
      const on = chosen();
      for (const own of events()) bar(own, colours.accent, on.has(own));
      if (!box) return;
      pen.strokeStyle = colours.ink;
      pen.setLineDash([4, 3]);
      pen.strokeRect(box.x, box.y, box.w, box.h);
      pen.setLineDash([]);
    },
    signal,
  );

  /** The event at a place. @param {number} x @param {number} y @param {number} near */
  const found = (x, y, near) => {
    const { width, height } = surface;
    const away = (/** @type {Cue} */ own) =>
      Math.abs(editor.axis.place(own.at, width) - x) + (y < top(own, height) - near ? 1000 : 0);
    const nearest = events().reduce((best, own) => (best === null || away(own) < away(best) ? own : best), /** @type {Cue|null} */ (null));
    return nearest && away(nearest) <= near ? nearest : null;
  };

  canvas.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    const start = surface.at(event);
    const hit = found(start.x, start.y, event.pointerType === "touch" ? NEAR_TOUCH : NEAR);
    const add = event.shiftKey || event.ctrlKey || event.metaKey;
    canvas.focus({ preventScroll: true });
    if (hit) return grabbed(event, hit, add);
    let far = false;
    drag(
      canvas,
      event,
      (own) => {
        const at = surface.at(own);
        far ||= Math.hypot(at.x - start.x, at.y - start.y) > TAP;
        if (!far) return;
        box = { x: Math.min(at.x, start.x), y: Math.min(at.y, start.y), w: Math.abs(at.x - start.x), h: Math.abs(at.y - start.y) };
        surface.again();
      },
      (own, whole) => {
        const around = box;
        box = null;
        surface.again();
        if (!whole) return;
        if (!far) return put(editor.axis.snap(editor.axis.time(start.x, surface.width)), 1 - (start.y - 8) / (surface.height - 12));
        if (!around) return;
        const inside = events().filter((one) => {
          const x = editor.axis.place(one.at, surface.width);
          return x >= around.x && x <= around.x + around.w && top(one, surface.height) <= around.y + around.h;
        });
        editor.choose(slot, add ? [...chosen(), ...inside] : inside);
        tellChosen();
      },
    );
  });

  // A finger on an event moves it, up and down too; beside events it scrolls the page.
  canvas.addEventListener(
    "touchstart",
    (event) => {
      const { x, y } = surface.at(event.changedTouches[0]);
      if (found(x, y, NEAR_TOUCH)) event.preventDefault();
    },
    { passive: false },
  );

  /** @param {PointerEvent} event @param {Cue} hit @param {boolean} add */
  function grabbed(event, hit, add) {
    const before = chosen();
    const all = before.has(hit) ? before : new Set(add ? [...before, hit] : [hit]);
    if (!before.has(hit)) editor.choose(slot, all);
    const start = surface.at(event);
    const copy = event.altKey;
    const base = laneOf(editor.score, slot).events;
    let far = false;
    drag(
      canvas,
      event,
      (own) => {
        const at = surface.at(own);
        far ||= Math.hypot(at.x - start.x, at.y - start.y) > TAP;
        if (!far) return;
        const to = editor.axis.snap(hit.at + (at.x - start.x) / (surface.width / editor.axis.span));
        const time = Math.abs(at.x - start.x) < TAP ? 0 : to - hit.at;
        const height = Math.abs(at.y - start.y) < TAP ? 0 : (start.y - at.y) / (surface.height - 12);
        const by = { time, height, shows: editor.shows, length: editor.score.length };
        shown = moved(base, all, by);
        if (copy) shown = { ...shown, events: [...base, ...shown.chosen] };
        surface.again();
      },
      (_, whole) => {
        const done = shown;
        shown = null;
        surface.again();
        if (whole && done) editor.writeEvents(slot, done.events, done.chosen);
        else if (whole && !far && add && before.has(hit)) editor.choose(slot, [...before].filter((one) => one !== hit));
        tellChosen();
      },
    );
  }

  /** Adds an event. @param {number} at @param {number} height 0 to 1 */
  function put(at, height) {
    const own = cue(at, 1, held() ? editor.axis.grid || 0.5 : null);
    const up = Math.min(1, Math.max(0.02, height));
    const raising = raised(own, up - heightOf(own, editor.shows), editor.shows);
    editor.writeEvents(slot, [...laneOf(editor.score, slot).events, raising], [raising]);
    if (!app.engine.run) app.engine.trigger(id, raising.strength, { pitch: raising.pitch, place: raising.place });
    if (!app.engine.run && held()) setTimeout(() => app.engine.release(id), 300);
    tellChosen();
  }

  function tellChosen() {
    const all = laneOf(editor.score, slot).events;
    const on = [...chosen()];
    if (on.length === 1) speak(`Event ${all.indexOf(on[0]) + 1} of ${all.length}: at ${words(on[0].at)}, strength ${words(on[0].strength)}`);
    else speak(on.length > 0 ? `${on.length} events are chosen` : "No event is chosen");
  }

  canvas.addEventListener("keydown", (event) => {
    const all = laneOf(editor.score, slot).events;
    const on = [...chosen()];
    const control = event.ctrlKey || event.metaKey;
    const side = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const up = { ArrowDown: -1, ArrowUp: 1 }[event.key];
    if (side && event.altKey) {
      const time = side * (editor.axis.grid || 0.01);
      if (on.length === 0) editor.cursor = Math.min(Math.max(0, editor.cursor + time), editor.score.length);
      const done = on.length > 0 && moved(all, new Set(on), { time, height: 0, shows: editor.shows, length: editor.score.length });
      if (done) editor.writeEvents(slot, done.events, done.chosen);
      else editor.tell();
    } else if (side) {
      const at = on.length > 0 ? all.indexOf(on[side > 0 ? on.length - 1 : 0]) + side : side > 0 ? 0 : all.length - 1;
      const next = all[Math.min(Math.max(at, 0), all.length - 1)];
      if (next) editor.choose(slot, event.shiftKey ? [...on, next] : [next]);
    } else if (up && on.length > 0) {
      const height = up * (event.shiftKey ? 0.1 : editor.shows === "pitch" ? 1 / 48 : 0.025);
      const done = moved(all, new Set(on), { time: 0, height, shows: editor.shows, length: editor.score.length });
      editor.writeEvents(slot, done.events, done.chosen);
    } else if (event.key === "Enter") put(editor.axis.snap(editor.cursor), 0.5);
    else if (event.key === "Delete" || event.key === "Backspace") editor.remove();
    else if (control && event.key === "a") editor.choose(slot, all);
    else if (control && event.key === "c") editor.copy();
    else if (control && event.key === "v") paste();
    else if (event.key === "Escape" && on.length > 0) editor.choose(slot, []);
    else return;
    event.preventDefault();
    event.stopPropagation();
    tellChosen();
  });

  /** What was copied, at the line. */
  function paste() {
    if (editor.clipboard.length === 0) return;
    const fresh = pasted(editor.clipboard, editor.axis.snap(editor.cursor), editor.score.length);
    editor.writeEvents(slot, [...laneOf(editor.score, slot).events, ...fresh], fresh);
  }

  return {
    canvas,
    paste,
    show() {
      const count = laneOf(editor.score, slot).events.length;
      canvas.setAttribute("aria-label", `${instance(id)?.name ?? "Lane"}: ${count === 1 ? "1 event" : `${count} events`}`);
      surface.again();
    },
  };
}

/** @param {number} value */
export const words = (value) => String(Math.round(value * 1000) / 1000);
