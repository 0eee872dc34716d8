// What a body stands on, from above and to scale, in a corner of the body's picture: a dot says where it
// stands, and is dragged there. The support itself is mostly too large to stand in the same picture.

import { clamp } from "../pad/axis.js";
import { coloursAt, veil } from "./colours.js";
import { partsOf } from "./parts.js";
import { make } from "./picture.js";
import { numbersOf, placeNow, spotOf } from "./places.js";
import { sheet } from "./sheet.js";
import { si } from "./units.js";

/** What says where it stands, and what says on what. */
const KEY = "support.place";
const KIND = "support.kind";
const TABLE = "support.body.";
/** How far a key moves it, and with Shift. */
const STEP = 0.02;
const STRIDE = 0.1;
/** Room around the support, and the least size of what stands on it [px]. */
const EDGE = 8;
const LEAST = 5;

/** @typedef {import("./touch.js").Touched} Touched */
/** @typedef {import("../engine/types.js").Geometry} Geometry */

export const supportSheet = sheet(`
.support { position: absolute; left: 0; top: 0; width: 116px; height: 88px; box-sizing: border-box; display: grid; grid-template-rows: minmax(0, 1fr) auto; border-radius: 8px; background: color-mix(in srgb, var(--paper, light-dark(#faf8f4, #191816)) 82%, transparent); cursor: grab; touch-action: none; user-select: none; -webkit-user-select: none; }
.support[hidden] { display: none; }
.support[data-held] { cursor: grabbing; }
.support:focus-visible { outline: 2px solid var(--focus, var(--accent, currentColor)); outline-offset: -2px; }
.support canvas { position: static; width: 100%; height: 100%; cursor: inherit; }
.support p { margin: 0; padding: 0 6px 4px; font-size: 0.6875rem; line-height: 1.25; color: var(--quiet, light-dark(#6b665d, #a19b90)); white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
`);

export class Support {
  /** @param {HTMLElement} box @param {() => void} again draws the picture anew */
  constructor(box, again) {
    this.again = again;
    /** @type {Touched | null} */
    this.touched = null;
    /** What it looks like, and what that was worked out from. @type {import("./parts.js").BodyPart | null} */
    this.part = null;
    this.known = "";
    /** How wide the body is that stands on it [m]. */
    this.foot = 0;
    /** What is drawn now. */
    this.drawn = "";
    this.held = false;
    this.element = make("div", "support");
    this.element.tabIndex = 0;
    this.element.hidden = true;
    this.element.dataset.test = "support";
    this.element.setAttribute("role", "slider");
    this.element.setAttribute("aria-label", "Where it stands on its support");
    this.element.setAttribute("aria-valuemin", "0");
    this.element.setAttribute("aria-valuemax", "100");
    this.canvas = document.createElement("canvas");
    this.canvas.setAttribute("aria-hidden", "true");
    this.words = make("p", "");
    this.words.setAttribute("aria-hidden", "true");
    this.element.append(this.canvas, this.words);
    box.append(this.element);
    this.listen();
  }

  listen() {
    const { element } = this;
    element.addEventListener("pointerdown", (event) => {
      if (event.button !== 0 || !this.touched) return;
      event.stopPropagation();
      try {
        element.setPointerCapture(event.pointerId);
      } catch {
        // The pointer is gone already; its end has been told.
      }
      this.held = true;
      element.dataset.held = "";
      this.carry(event);
    });
    element.addEventListener("pointermove", (event) => {
      if (this.held) this.carry(event);
    });
    for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) element.addEventListener(end, () => this.letGo());
    element.addEventListener("contextmenu", (event) => event.preventDefault());
    element.addEventListener("keydown", (event) => this.key(event));
  }

  /** Where it stands, 0 to 1 along the support's line. */
  get position() {
    return this.touched?.instance.values[KEY]?.number ?? 0.5;
  }

  /** As a place of its own kind: on a support from a mesh a spot of its surface. @returns {import("./places.js").PlaceKey | null} */
  get own() {
    const { part, touched } = this;
    return part && touched ? { kind: "stands", part, key: KEY, spot: spotOf(touched.instance.values, part, KEY) } : null;
  }

  /**
   * Follows what is looked at.
   * @param {Touched | null} touched @param {number} foot how wide the body is [m]
   */
  show(touched, foot) {
    const values = touched?.instance.values ?? {};
    const there = KEY in values && /** @type {any} */ (values[KIND])?.choice === "body";
    this.touched = there ? touched : null;
    this.foot = foot;
    if (this.element.hidden === there) {
      this.element.hidden = !there;
      this.drawn = "";
    }
    if (!there || !touched) return;
    const known = JSON.stringify(Object.entries(values).filter(([key]) => key.startsWith(TABLE)).map(([key, own]) => [key, own.text]));
    if (known !== this.known) {
      this.known = known;
      this.ask(touched, known);
    }
    this.paint();
  }

  /** Has it worked out what the support looks like. @param {Touched} touched @param {string} known */
  async ask({ host, instance }, known) {
    const geometry = (await host.bodyForm?.(instance.id, "support.body")) ?? null;
    if (known !== this.known) return;
    // What strikes it is a point, and not seen.
    this.part = (geometry && partsOf(geometry).find((part) => part.seen)) || null;
    if (this.part) this.part.name = "support";
    this.drawn = "";
    this.again();
  }

  /** From above: how a point lies in the corner, and back. */
  get view() {
    const { clientWidth: wide, clientHeight: high } = this.canvas;
    const { low, high: top } = this.part ?? { low: [0, 0, 0], high: [1, 0, 0] };
    // Its longer side lies across.
    const [across, up] = top[0] - low[0] >= top[1] - low[1] ? [0, 1] : [1, 0];
    const reach = [Math.max(top[across] - low[across], 1e-6), Math.max(top[up] - low[up], 0)];
    const scale = Math.min((wide - 2 * EDGE) / reach[0], reach[1] > 0 ? (high - 2 * EDGE) / reach[1] : Infinity);
    const middle = [across, up].map((axis) => (low[axis] + top[axis]) / 2);
    return {
      wide,
      high,
      scale,
      /** @param {number[]} point m */
      at: (point) => [wide / 2 + (point[across] - middle[0]) * scale, high / 2 - (point[up] - middle[1]) * scale],
      /** @param {number} x px @param {number} y px */
      point: (x, y) => {
        const point = [0, 0, top[2]];
        point[across] = middle[0] + (x - wide / 2) / scale;
        point[up] = middle[1] - (y - high / 2) / scale;
        return point;
      },
    };
  }

  /** Where the dot is [px]. */
  get dot() {
    const { view, own, touched } = this;
    const place = own && touched ? placeNow(own, touched.instance.values) : null;
    if (place && this.part) return view.at(this.part.at(place));
    return [EDGE + this.position * (view.wide - 2 * EDGE), view.high / 2];
  }

  paint() {
    const { canvas, touched, part } = this;
    const { clientWidth: wide, clientHeight: high } = canvas;
    if (!touched || wide < 2 * EDGE || high < 2 * EDGE) return;
    const colours = coloursAt(this.element);
    const dense = Math.min(globalThis.devicePixelRatio || 1, 3);
    const { dot, view } = this;
    const drawn = JSON.stringify([this.known, part !== null, dot, wide, high, dense, this.foot, colours.ink, colours.accent]);
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    canvas.width = Math.round(wide * dense);
    canvas.height = Math.round(high * dense);
    const pen = canvas.getContext("2d");
    if (!pen) return;
    pen.setTransform(dense, 0, 0, dense, 0, 0);
    pen.fillStyle = veil(colours.quiet, 0.22);
    pen.beginPath();
    for (const corners of part?.triangles ?? []) {
      corners.forEach((corner, n) => {
        const [x, y] = view.at(part?.point(corner) ?? [0, 0, 0]);
        if (n === 0) pen.moveTo(x, y);
        else pen.lineTo(x, y);
      });
      pen.closePath();
    }
    pen.fill();
    pen.strokeStyle = colours.quiet;
    pen.lineWidth = 1;
    pen.beginPath();
    for (const [a, b] of part?.edges ?? []) {
      pen.moveTo(...pair(view.at(part?.point(a) ?? [])));
      pen.lineTo(...pair(view.at(part?.point(b) ?? [])));
    }
    if (!part) {
      // A table of modes has no form: its line alone.
      pen.moveTo(EDGE, high / 2);
      pen.lineTo(wide - EDGE, high / 2);
    }
    pen.stroke();
    const radius = Math.max(LEAST, part ? (this.foot / 2) * view.scale : 0);
    pen.beginPath();
    pen.arc(dot[0], dot[1], Math.min(radius, high / 2), 0, 2 * Math.PI);
    pen.fillStyle = veil(colours.accent, 0.35);
    pen.fill();
    pen.strokeStyle = colours.accent;
    pen.lineWidth = 2;
    pen.stroke();
    this.say();
  }

  say() {
    const { touched, part } = this;
    if (!touched) return;
    const { values } = touched.instance;
    const material = values[`${TABLE}material`]?.text ?? "";
    const size = part ? Math.max(part.high[0] - part.low[0], part.high[1] - part.low[1]) : 0;
    const what = size > 0 ? `${material}, ${si(size, "m", 2)} across` : "its support";
    const text = size > 0 ? `on ${material}, ${si(size, "m", 2)}` : "on its support";
    if (this.words.textContent !== text) this.words.textContent = text;
    const percent = Math.round(100 * this.position);
    this.element.setAttribute("aria-valuenow", String(percent));
    this.element.setAttribute("aria-valuetext", `${percent} % of the way, on ${what}; you hear it when the sound starts next`);
    this.element.dataset.tip = "Drag it to where the body stands on its support; you hear it when the sound starts next";
  }

  // A hand.

  /** @param {PointerEvent} event */
  carry(event) {
    const { touched, own, part, view } = this;
    if (!touched) return;
    const box = this.canvas.getBoundingClientRect();
    const [x, y] = [event.clientX - box.left, event.clientY - box.top];
    const place = part?.nearest(view.point(x, y));
    if (own && place) this.put(numbersOf(own, touched.sound, place), false);
    else this.put([{ key: KEY, value: clamp((x - EDGE) / (view.wide - 2 * EDGE)) }], false);
  }

  /** @param {{key: string, value: number}[]} numbers @param {boolean} settled */
  put(numbers, settled) {
    const { touched } = this;
    touched?.host.touch(touched.instance.id, numbers, { settled });
    this.again();
  }

  letGo() {
    if (!this.held) return;
    this.held = false;
    delete this.element.dataset.held;
    this.put([], true);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { key, shiftKey, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey || !this.touched) return;
    const way = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[key];
    const to = key === "Home" ? 0 : key === "End" ? 1 : way ? clamp(this.position + way * (shiftKey ? STRIDE : STEP)) : null;
    if (to === null) return;
    event.preventDefault();
    event.stopPropagation();
    const { own } = this;
    const line = own?.spot ? [{ key: `${own.spot}.on`, value: 0 }] : [];
    this.put([{ key: KEY, value: to }, ...line], true);
  }
}

/** @param {number[]} point @returns {[number, number]} */
const pair = ([x, y]) => [x, y];
