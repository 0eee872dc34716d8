// The ruler above the lanes: times, the line from which it is played, and the cycle.

import { app } from "../app/context.js";
import { h } from "../app/dom.js";
import { Surface, drag } from "./surface.js";
import { words } from "./lane.js";

/** Less than this is a tap, not a drag [px]. */
const TAP = 4;

/** @param {import("./editor.js").Editor} editor @param {AbortSignal} signal */
export function ruler(editor, signal) {
  const canvas = h("canvas", {
    class: "score-ruler",
    tabindex: "0",
    role: "slider",
    "aria-label": "Where it is played from",
    "aria-valuemin": "0",
    data: {
      test: "score-ruler",
      tip: "Tap to choose where it is played from; drag across to choose what is played again and again. Arrows move the line",
    },
  });
  /** @type {[number, number] | null} */
  let drawn = null;
  const surface = new Surface(
    canvas,
    (pen, width, height, colours) => {
      const { axis } = editor;
      const cycle = drawn ?? editor.score.cycle;
      if (cycle) {
        const [from, to] = cycle.map((time) => axis.place(time, width));
        pen.fillStyle = colours.accent;
        pen.globalAlpha = 0.22;
        pen.fillRect(from, 0, to - from, height);
        pen.globalAlpha = 1;
        pen.fillRect(from, height - 3, to - from, 3);
      }
      pen.font = `11px ${colours.font}`;
      let free = -Infinity;
      for (const { time, strong } of axis.lines(width, 14)) {
        const x = Math.round(axis.place(time, width));
        pen.fillStyle = colours.quiet;
        pen.fillRect(x, strong ? height - 10 : height - 6, 1, strong ? 10 : 6);
        const text = words(time);
        if (x < free || !(strong || axis.span < 4)) continue;
        pen.fillText(text, Math.min(x + 3, width - pen.measureText(text).width - 2), 12);
        free = x + pen.measureText(text).width + 12;
      }
      const x = axis.place(editor.cursor, width);
      pen.fillStyle = colours.ink;
      pen.beginPath();
      pen.moveTo(x - 5, height - 9);
      pen.lineTo(x + 5, height - 9);
      pen.lineTo(x, height);
      pen.fill();
    },
    signal,
  );
  const go = (/** @type {number} */ time) => {
    editor.cursor = Math.min(Math.max(0, time), editor.score.length);
    editor.tell();
    if (app.engine.run) app.engine.playScore(editor.cursor);
  };
  canvas.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    const start = surface.at(event);
    const from = editor.axis.snap(editor.axis.time(start.x, surface.width));
    drag(
      canvas,
      event,
      (own) => {
        const at = surface.at(own);
        const to = editor.axis.snap(editor.axis.time(at.x, surface.width));
        drawn = Math.abs(at.x - start.x) > TAP && Math.abs(to - from) >= 0.01 ? [Math.min(from, to), Math.max(from, to)] : null;
        surface.again();
      },
      (_, whole) => {
        const cycle = drawn;
        drawn = null;
        surface.again();
        if (!whole) return;
        if (cycle) editor.write({ ...editor.score, cycle });
        else go(from);
      },
    );
  });
  canvas.addEventListener("keydown", (event) => {
    const step = editor.axis.grid || 0.1;
    const to = { ArrowLeft: editor.cursor - step, ArrowRight: editor.cursor + step, Home: 0, End: editor.score.length }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    go(to);
  });
  return {
    canvas,
    show() {
      const { score, cursor } = editor;
      canvas.setAttribute("aria-valuemax", String(score.length));
      canvas.setAttribute("aria-valuenow", String(cursor));
      canvas.setAttribute("aria-valuetext", `${words(cursor)} ${score.beats ? "beats" : "seconds"}`);
      surface.again();
    },
  };
}
