// A curve of one number: points that are added, dragged and deleted, or drawn freehand.

import { h, say } from "../app/dom.js";
import { icon } from "../app/icons.js";
import { curveOf, drawnOver, thinned, valueAt, withCurve } from "./model.js";
import { Surface, drag, gridLines } from "./surface.js";
import { keyTitle, wayOf } from "./params.js";

/** How near a pointer must come to a point [px]. */
const NEAR = 9;
const NEAR_TOUCH = 18;
/** A hand's line may miss this much of the lane's height. */
const THIN = 0.012;

/** @typedef {readonly (readonly [number, number])[]} Points */

/**
 * @param {import("./editor.js").Editor} editor
 * @param {number} id @param {number} slot @param {string} key
 * @param {AbortSignal} signal
 * @param {(text: string) => void} speak
 */
export function curveSurface(editor, id, slot, key, signal, speak) {
  const title = keyTitle(key);
  const value = h("output", { class: "number small quiet", data: { test: "curve-value" } });
  const canvas = h("canvas", {
    class: "score-curve",
    tabindex: "0",
    role: "application",
    "aria-roledescription": "curve",
    data: {
      test: "score-curve",
      key,
      tip: "Tap to add a point, drag one to move it, double click to delete it; with Freehand on, draw. Arrows choose, Alt and arrows move, Enter adds, Delete removes",
    },
  });
  const less = h("button", { type: "button", class: "bare", "aria-label": `Delete the chosen point of ${title}`, disabled: true, data: { test: "curve-point-delete", tip: "Takes the chosen point away: tap a point to choose it" } }, icon("trash"));
  less.addEventListener("click", () => remove());
  /** What a drag shows before it is let go. @type {Points | null} */
  let shown = null;
  /** The point that is chosen, by its number. */
  let chosen = -1;
  const points = () => shown ?? curveOf(editor.score, slot, key) ?? [];
  const way = () => wayOf(id, key);
  const write = (/** @type {Points} */ all) => editor.write(withCurve(editor.score, slot, key, all));

  const surface = new Surface(
    canvas,
    (pen, width, height, colours) => {
      gridLines(pen, width, height, editor.axis, colours);
      const axis = way();
      const all = points();
      if (!axis || all.length === 0) return;
      const y = (/** @type {number} */ own) => height - 5 - axis.place(own) * (height - 10);
      pen.strokeStyle = colours.warm;
      pen.lineWidth = 2;
      pen.beginPath();
      // Straight in values is bent where the lane is not even in them.
      const x = (/** @type {number} */ time) => editor.axis.place(time, width);
      pen.moveTo(0, y(valueAt(all, editor.axis.from)));
      for (let at = 2; at <= width; at += 2) pen.lineTo(at, y(valueAt(all, editor.axis.from + (at / width) * editor.axis.span)));
      pen.stroke();
      if (all.length > width / 6) return;
      all.forEach(([time, own], at) => {
        pen.beginPath();
        pen.arc(x(time), y(own), at === chosen ? 6 : 4, 0, 2 * Math.PI);
        pen.fillStyle = at === chosen ? colours.ink : colours.warm;
        pen.fill();
      });
    },
    signal,
  );

  /** @param {{x: number, y: number}} at @returns {[number, number]} */
  const told = (at) => {
    const share = 1 - (at.y - 5) / (surface.height - 10);
    return [editor.axis.time(at.x, surface.width), way()?.value(Math.min(1, Math.max(0, share))) ?? 0];
  };
  /** @param {{x: number, y: number}} at @param {number} near */
  const found = (at, near) => {
    const axis = way();
    if (!axis) return -1;
    const away = points().map(([time, own]) =>
      Math.hypot(editor.axis.place(time, surface.width) - at.x, surface.height - 5 - axis.place(own) * (surface.height - 10) - at.y),
    );
    const nearest = away.indexOf(Math.min(...away));
    return away[nearest] <= near ? nearest : -1;
  };
  const tell = () => {
    const own = points()[chosen];
    const axis = way();
    // The last point is the curve itself; that is taken away by its menu.
    less.disabled = !own || points().length < 2;
    if (!own || !axis) return say(value, "");
    const text = axis.words(axis.place(own[1]));
    say(value, text);
    speak(`Point ${chosen + 1} of ${points().length} of ${title}: at ${Math.round(own[0] * 1000) / 1000}, ${text}`);
  };

  canvas.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    canvas.focus({ preventScroll: true });
    const start = surface.at(event);
    if (editor.free) return freehand(event);
    const base = curveOf(editor.score, slot, key) ?? [];
    chosen = found(start, event.pointerType === "touch" ? NEAR_TOUCH : NEAR);
    let all = base;
    if (chosen < 0) {
      const [time, own] = told(start);
      const at = editor.axis.snap(time);
      all = drawnOver(base, [[at, own]]);
      chosen = all.findIndex(([other]) => Math.abs(other - at) < 1e-6);
      shown = all;
    }
    tell();
    surface.again();
    drag(
      canvas,
      event,
      (own) => {
        const [time, to] = told(surface.at(own));
        // Between its neighbours, so that it stays this point.
        const low = (all[chosen - 1]?.[0] ?? -1) + 1e-4;
        const high = (all[chosen + 1]?.[0] ?? editor.score.length + 1) - 1e-4;
        const at = Math.min(Math.max(editor.axis.snap(time), low, 0), high, editor.score.length);
        shown = all.map((point, n) => (n === chosen ? [at, to] : point));
        tell();
        surface.again();
      },
      (_, whole) => {
        const done = shown;
        shown = null;
        if (whole && done) write(done);
        surface.again();
      },
    );
  });

  /** @param {PointerEvent} event */
  function freehand(event) {
    const base = curveOf(editor.score, slot, key);
    /** @type {[number, number][]} */
    const line = [told(surface.at(event))];
    chosen = -1;
    const add = (/** @type {PointerEvent} */ own) => {
      const seen = own.getCoalescedEvents?.() ?? [];
      for (const one of seen.length > 0 ? seen : [own]) line.push(told(surface.at(one)));
      shown = drawnOver(base, byTime(line));
      surface.again();
    };
    drag(canvas, event, add, (_, whole) => {
      shown = null;
      const axis = way();
      if (whole && axis && line.length > 1) {
        // Thinned as it is seen: in places, not in values, between which the curve goes straight.
        write(drawnOver(base, thinned(byTime(line), THIN, (value) => axis.place(value))));
      }
      surface.again();
    });
  }

  canvas.addEventListener("dblclick", (event) => {
    const at = found(surface.at(event), NEAR);
    if (at < 0 || editor.free) return;
    chosen = at;
    remove();
  });

  function remove() {
    const all = points();
    if (chosen < 0 || all.length < 2) return;
    write(all.filter((_, at) => at !== chosen));
    chosen = Math.min(chosen, all.length - 2);
    tell();
    surface.again();
  }

  canvas.addEventListener("keydown", (event) => {
    const all = points();
    const axis = way();
    const side = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const up = { ArrowDown: -1, ArrowUp: 1 }[event.key];
    if (!axis) return;
    if (side && event.altKey && all[chosen]) {
      const low = (all[chosen - 1]?.[0] ?? -1) + 1e-4;
      const high = Math.min((all[chosen + 1]?.[0] ?? Infinity) - 1e-4, editor.score.length);
      const to = Math.min(Math.max(all[chosen][0] + side * (editor.axis.grid || 0.01), low, 0), high);
      write(all.map((own, at) => (at === chosen ? [to, own[1]] : own)));
    } else if (side) chosen = Math.min(Math.max(chosen + side, 0), all.length - 1);
    else if (up && all[chosen]) {
      const to = axis.value(Math.min(1, Math.max(0, axis.place(all[chosen][1]) + up * (event.shiftKey ? 0.1 : 0.01))));
      write(all.map((own, at) => (at === chosen ? [own[0], to] : own)));
    } else if (event.key === "Enter") {
      const at = editor.axis.snap(editor.cursor);
      write(drawnOver(all, [[at, all.length > 0 ? valueAt(all, at) : axis.value(0.5)]]));
      chosen = points().findIndex(([time]) => Math.abs(time - at) < 1e-6);
    } else if (event.key === "Delete" || event.key === "Backspace") remove();
    else return;
    event.preventDefault();
    event.stopPropagation();
    tell();
    surface.again();
  });

  return {
    canvas,
    value,
    less,
    show() {
      const count = points().length;
      less.disabled = chosen < 0 || chosen >= count || count < 2;
      canvas.setAttribute("aria-label", `Curve of ${title}: ${count === 1 ? "1 point" : `${count} points`}`);
      surface.again();
    },
  };
}

/** A line's points in time, where a hand went back the last ones. @param {readonly [number, number][]} line @returns {[number, number][]} */
function byTime(line) {
  const way = line[line.length - 1][0] >= line[0][0] ? 1 : -1;
  /** @type {[number, number][]} */
  const forward = [];
  for (const point of line) {
    while (forward.length > 0 && way * (point[0] - forward[forward.length - 1][0]) <= 0) forward.pop();
    forward.push(point);
  }
  return way > 0 ? forward : forward.reverse();
}
