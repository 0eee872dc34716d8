// A canvas that one writes on: sharp at any density, drawn when something changed, in the page's colours.

import { coloursAt, onTheme } from "../see/colours.js";

export class Surface {
  /**
   * @param {HTMLCanvasElement} canvas
   * @param {(pen: CanvasRenderingContext2D, width: number, height: number, colours: import("../see/colours.js").Colours) => void} paint
   * @param {AbortSignal} signal
   */
  constructor(canvas, paint, signal) {
    this.canvas = canvas;
    this.paint = paint;
    this.pending = 0;
    /** @type {import("../see/colours.js").Colours | null} */
    this.colours = null;
    const sized = new ResizeObserver(() => this.again());
    sized.observe(canvas);
    const unTheme = onTheme(() => {
      this.colours = null;
      this.again();
    });
    signal.addEventListener("abort", () => {
      sized.disconnect();
      unTheme();
      cancelAnimationFrame(this.pending);
    });
  }

  get width() {
    return Math.max(1, this.canvas.clientWidth);
  }

  get height() {
    return Math.max(1, this.canvas.clientHeight);
  }

  /** It is drawn anew with the next frame. */
  again() {
    this.pending ||= requestAnimationFrame(() => {
      this.pending = 0;
      this.draw();
    });
  }

  draw() {
    const { canvas, width, height } = this;
    const pen = canvas.getContext("2d");
    if (!pen || canvas.clientWidth === 0) return;
    const dense = Math.min(globalThis.devicePixelRatio || 1, 3);
    if (canvas.width !== Math.round(width * dense) || canvas.height !== Math.round(height * dense)) {
      canvas.width = Math.round(width * dense);
      canvas.height = Math.round(height * dense);
    }
    this.colours ??= coloursAt(canvas);
    pen.setTransform(dense, 0, 0, dense, 0, 0);
    pen.clearRect(0, 0, width, height);
    this.paint(pen, width, height, this.colours);
  }

  /** Where a pointer is. @param {{clientX: number, clientY: number}} event */
  at(event) {
    const box = this.canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }
}

/**
 * Follows a pointer from where it went down until it is let go.
 * @param {HTMLElement} element @param {PointerEvent} event
 * @param {(event: PointerEvent) => void} move @param {(event: PointerEvent, whole: boolean) => void} end whole: it was not taken away
 */
export function drag(element, event, move, end) {
  const { pointerId } = event;
  const over = new AbortController();
  try {
    element.setPointerCapture(pointerId);
  } catch {
    /* the pointer is gone already: its end has been told */
  }
  const on = (/** @type {string} */ type, /** @type {(event: PointerEvent) => void} */ call) =>
    element.addEventListener(
      type,
      (own) => {
        if (/** @type {PointerEvent} */ (own).pointerId === pointerId) call(/** @type {PointerEvent} */ (own));
      },
      { signal: over.signal },
    );
  on("pointermove", move);
  const done = (/** @type {PointerEvent} */ own) => {
    over.abort();
    end(own, own.type === "pointerup");
  };
  for (const type of ["pointerup", "pointercancel", "lostpointercapture"]) on(type, done);
}

/** The grid's lines. @param {CanvasRenderingContext2D} pen @param {number} width @param {number} height @param {import("./axis.js").TimeAxis} axis @param {import("../see/colours.js").Colours} colours */
export function gridLines(pen, width, height, axis, colours) {
  for (const { time, strong } of axis.lines(width)) {
    pen.fillStyle = colours.line;
    pen.globalAlpha = strong ? 1 : 0.45;
    pen.fillRect(Math.round(axis.place(time, width)), 0, 1, height);
  }
  pen.globalAlpha = 1;
}
