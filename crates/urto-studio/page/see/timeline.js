// A picture of the last seconds of sound. It can be held, and looked back through: all of them are
// held together, so that they show the same time.

import { PAST } from "./feed.js";
import { make, Picture } from "./picture.js";
import { sheet } from "./sheet.js";
import { plain } from "./units.js";

/** How far an arrow key goes [s]. */
const STEP = 0.25;
/** Room beside the plot, where the scroll bar does not go [px]; `area` of plot.js leaves it. */
const BESIDE = 46 + 8;
/** The scroll bar's handle is at least so wide [px]. */
const HANDLE = 28;

const timelineSheet = sheet(`
:host([still]) .box { touch-action: pan-y; cursor: grab; }
.back {
  appearance: none;
  position: absolute;
  left: 46px;
  right: 8px;
  bottom: 8px;
  height: 24px;
  margin: 0;
  background: none;
  cursor: grab;
}
.back::-webkit-slider-runnable-track { height: 4px; border-radius: 2px; background: var(--line, light-dark(#dcd7cc, #37342f)); }
.back::-moz-range-track { height: 4px; border-radius: 2px; background: var(--line, light-dark(#dcd7cc, #37342f)); }
.back::-webkit-slider-thumb { appearance: none; width: var(--handle, ${HANDLE}px); height: 8px; margin-top: -2px; border-radius: 4px; background: var(--quiet, light-dark(#6b665d, #a19b90)); }
.back::-moz-range-thumb { width: var(--handle, ${HANDLE}px); height: 8px; border: 0; border-radius: 4px; background: var(--quiet, light-dark(#6b665d, #a19b90)); }
.back:focus-visible { outline: 2px solid var(--focus, var(--accent, currentColor)); outline-offset: -3px; border-radius: 6px; }
.back[hidden] { display: none; }
`);

/** @abstract */
export class Timeline extends Picture {
  /** @param {ConstructorParameters<typeof Picture>} how */
  constructor(...how) {
    super(...how);
    this.shadowRoot?.adoptedStyleSheets.push(timelineSheet);
    this.hold = /** @type {HTMLButtonElement} */ (make("button", "picture-tool"));
    this.hold.type = "button";
    this.hold.dataset.test = "hold";
    this.hold.addEventListener("click", () => this.feed?.hold(this.feed.held === null));
    this.bar = /** @type {HTMLInputElement} */ (make("input", "back"));
    this.bar.type = "range";
    this.bar.max = "0";
    this.bar.step = String(STEP);
    this.bar.setAttribute("aria-label", `${this.heading}: time shown`);
    this.bar.dataset.tip = "Drag to look back at what was heard before";
    this.bar.addEventListener("input", () => this.feed?.lookBack(-Number(this.bar.value)));
    this.box.append(this.bar);
    this.box.addEventListener("pointerdown", (event) => this.drag(event));
    this.box.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    this.showHeld();
  }

  /** @override */
  tools() {
    return [this.hold, ...this.ownTools(), ...super.tools()];
  }

  /** Tools that one of them alone has. @returns {HTMLElement[]} */
  ownTools() {
    return [];
  }

  get held() {
    return this.feed?.held ?? null;
  }

  /** The sound that is to be seen: what is held, or what goes on. */
  get shown() {
    return this.held?.sound ?? this.feed?.sound ?? null;
  }

  /** How long ago the picture ends [s]. */
  get back() {
    return this.held?.back ?? 0;
  }

  /** The axis of time. @returns {import("./plot.js").Axis} */
  get time() {
    return { from: -PAST - this.back, to: -this.back, unit: "s", name: "time" };
  }

  /** @override */
  get still() {
    return this.held !== null;
  }

  /** Held, let go, or scrolled: shows it at once. @override */
  showHeld() {
    const { held, hold, bar } = this;
    this.toggleAttribute("still", held !== null);
    hold.textContent = held ? "live" : "hold";
    hold.setAttribute("aria-label", `${this.heading}: ${held ? "live again" : "hold it still"}`);
    hold.dataset.tip = held ? "Shows what sounds now again (H)" : "Holds the picture still, to look back up to 30 seconds (H)";
    const most = held?.most(PAST) ?? 0;
    bar.hidden = most === 0;
    if (held && most > 0) {
      const room = Math.max(this.box.clientWidth - BESIDE, HANDLE);
      bar.style.setProperty("--handle", `${Math.max(HANDLE, Math.round((room * PAST) / (PAST + most)))}px`);
      bar.min = String(-Math.ceil(most / STEP) * STEP);
      bar.value = String(-held.back);
      bar.setAttribute("aria-valuetext", `from ${plain(held.back + PAST)} to ${plain(held.back)} seconds before it was held`);
    }
    this.dirty = true;
    this.last.reading = this.last.words = -Infinity;
    if (this.visible) this.refresh(new Set(), performance.now(), true);
  }

  /** @param {PointerEvent} event */
  drag(event) {
    const { held, box, feed } = this;
    if (!held || !feed || event.button !== 0 || event.target === this.bar) return;
    box.setPointerCapture(event.pointerId);
    const [from, back] = [event.clientX, held.back];
    const per = PAST / Math.max(box.clientWidth - BESIDE, 1);
    const over = new AbortController();
    const { signal } = over;
    box.addEventListener("pointermove", (moved) => feed.lookBack(back + (moved.clientX - from) * per), { signal });
    for (const end of ["pointerup", "pointercancel"]) box.addEventListener(end, () => over.abort(), { signal });
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    const { held, feed, box } = this;
    // Some browsers turn a wheel with Shift sideways, some do not.
    const by = event.deltaX || (event.shiftKey ? event.deltaY : 0);
    if (!held || !feed || by === 0) return;
    event.preventDefault();
    const pixels = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 * by : by;
    feed.lookBack(held.back - (pixels * PAST) / Math.max(box.clientWidth - BESIDE, 1));
  }
}
