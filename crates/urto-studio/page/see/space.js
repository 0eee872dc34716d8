// A picture of a thing in space: one turns around it, comes nearer, and takes it by hand. What is drawn
// and what a hand does are its own.

import { coloursAt } from "./colours.js";
import { Orbit } from "./orbit.js";
import { Picture } from "./picture.js";
import { saveMenu } from "./save.js";
import { sheet } from "./sheet.js";

/** Turns for each pixel [rad], and for each key. */
const TURN = 0.008;
const KEY = 0.12;
/** How much nearer one comes for each step of a wheel, and for each key. */
const WHEEL = 0.0015;
const STEP = 1.2;
/** With reduced motion a picture changes at most so often [ms], unless a hand moves it. */
const CALM = 500;
/** The main button of a mouse; a finger and a pen have no other. */
const MAIN = 0;

/** How all of them are looked at from elsewhere. */
export const TURNS = "Drag to turn it; wheel or two fingers come nearer";

const spaceSheet = sheet(`
canvas { cursor: grab; touch-action: none; }
canvas:focus-visible { outline: 2px solid var(--focus, var(--accent, currentColor)); outline-offset: -2px; border-radius: 6px; }
:host([over]) canvas { cursor: crosshair; }
:host([held]) canvas { cursor: grabbing; }
`);

/**
 * @abstract
 * @template D what draws on the graphics card
 */
export class SpacePicture extends Picture {
  /**
   * @param {string} heading
   * @param {string} empty
   * @param {{antialias: boolean}} how
   */
  constructor(heading, empty, { antialias }) {
    super(heading, empty, ["body"]);
    this.shadowRoot?.adoptedStyleSheets.push(spaceSheet);
    this.antialias = antialias;
    this.orbit = new Orbit();
    /** @type {D | null} */
    this.drawing = null;
    this.refused = false;
    /** @type {Map<number, number[]>} */
    this.fingers = new Map();
    this.touched = false;
    /** Mean time that drawing takes here [ms], and pictures drawn; for tests. */
    this.cost = 0;
    this.drawn = 0;
    this.canvas.tabIndex = 0;
    this.canvas.dataset.tip = TURNS;
    const on = (/** @type {string} */ name, /** @type {(event: any) => void} */ act, passive = true) =>
      this.canvas.addEventListener(name, act, { passive });
    on("pointerdown", (event) => this.down(event));
    on("pointermove", (event) => this.moved(event));
    for (const name of ["pointerup", "pointercancel", "lostpointercapture"]) on(name, (event) => this.up(event));
    on("contextmenu", (event) => event.preventDefault(), false);
    on("wheel", (event) => this.wheel(event), false);
    on("keydown", (event) => this.key(event), false);
    on("webglcontextlost", (event) => {
      event.preventDefault();
      this.drawing = null;
    }, false);
    on("webglcontextrestored", () => this.again());
  }

  /** It is drawn by the graphics card: as dots, not as lines. @returns {HTMLElement[]} @override */
  tools() {
    return [saveMenu(this.heading, () => this.dots(), { lines: false })];
  }

  /** The picture as it is seen now. @returns {import("./save.js").Sheet | null} */
  dots() {
    const { clientWidth: width, clientHeight: height } = this.box;
    if (!this.some || width < 40 || height < 40) return null;
    // What the card has drawn is there until the page is shown next: it is drawn again, and copied.
    const draw = (/** @type {CanvasRenderingContext2D} */ pen) => {
      this.paint(width, height, performance.now());
      pen.drawImage(this.canvas, 0, 0, width, height);
    };
    return { title: this.heading, told: this.read(), width, height, dense: this.canvas.width / width, colours: coloursAt(this), draw };
  }

  /** What it is called: a network, a liquid, a fire or pieces. @param {string} heading */
  rename(heading) {
    if (this.heading === heading) return;
    Object.assign(this, { heading });
    const title = this.titles.querySelector(".title");
    if (title) title.textContent = heading;
    this.setAttribute("aria-label", heading);
    this.toolbox?.querySelector("button")?.setAttribute("aria-label", `${heading}: save the picture`);
    this.dirty = true;
  }

  /** @override */
  disconnectedCallback() {
    this.lift();
    this.letGo();
    super.disconnectedCallback();
  }

  /** Draws anew as soon as may be. */
  again() {
    this.dirty = true;
    this.touched = true;
    this.feed?.wake();
  }

  /** @returns {D | null} */
  get glass() {
    if (this.drawing || this.refused) return this.drawing;
    const gl = this.canvas.getContext("webgl2", { antialias: this.antialias, premultipliedAlpha: true });
    this.refused = !gl;
    if (gl && !gl.isContextLost()) this.drawing = this.drawOn(gl);
    return this.drawing;
  }

  /**
   * @param {Set<import("./feed.js").News>} news
   * @param {number} now
   * @param {boolean} [must]
   * @override
   */
  refresh(news, now, must = false) {
    const { feed } = this;
    if (!feed) return;
    if (this.follows.some((what) => news.has(what)) || this.moving) this.dirty = true;
    if (this.visible && !this.last.told) this.tell(now);
    if (!this.visible || (!this.dirty && !must)) return;
    if (feed.reduced.matches && now - this.last.drawn < CALM && !must && !this.touched) return;
    const { clientWidth: width, clientHeight: height } = this.box;
    if (width < 40 || height < 40) return;
    const start = performance.now();
    this.last.drawn = now;
    this.dirty = false;
    this.touched = false;
    this.some = this.paint(width, height, now);
    this.cost += 0.05 * (performance.now() - start - this.cost);
    this.drawn++;
    if (this.note.hidden !== this.some) this.note.hidden = this.some;
    this.last.told = false;
    this.tell(now);
  }

  /** @param {PointerEvent} event */
  down(event) {
    this.fingers.set(event.pointerId, [event.offsetX, event.offsetY]);
    try {
      this.canvas.setPointerCapture(event.pointerId);
    } catch {
      // The pointer is gone already; its end has been told.
    }
    this.canvas.focus({ preventScroll: true });
    // A second finger, or Shift, may rest on what is there.
    const second = this.fingers.size === 2 && this.holds;
    if ((second || (this.fingers.size === 1 && event.button === MAIN && event.shiftKey)) && this.rest(event)) return;
    if (this.fingers.size > 1) return this.letGo();
    // Another button, or shift beside it, turns whatever is under the pointer.
    if (event.button === MAIN && !event.shiftKey) this.take(event);
  }

  /** @param {PointerEvent} event */
  moved(event) {
    const before = this.fingers.get(event.pointerId);
    if (!before) return this.hover(event);
    const now = [event.offsetX, event.offsetY];
    if (this.rests(event)) this.slide(event);
    else if (this.holds) this.pull(event);
    else if (this.fingers.size === 1) this.turn(now[0] - before[0], now[1] - before[1]);
    else {
      const other = [...this.fingers].find(([id]) => id !== event.pointerId)?.[1] ?? before;
      const far = (/** @type {number[]} */ one) => Math.max(Math.hypot(one[0] - other[0], one[1] - other[1]), 1);
      this.orbit.nearer(far(now) / far(before));
      // Each of two fingers moves what is between them by half.
      if (this.fingers.size === 2) this.turn((now[0] - before[0]) / 2, (now[1] - before[1]) / 2);
    }
    this.fingers.set(event.pointerId, now);
    this.again();
  }

  /** @param {number} dx px @param {number} dy px */
  turn(dx, dy) {
    this.orbit.move(TURN * dx, TURN * dy);
  }

  /** @param {PointerEvent} event */
  up(event) {
    if (!this.fingers.delete(event.pointerId)) return;
    if (this.rests(event)) this.lift();
    else this.letGo(event);
    this.again();
  }

  /** A wheel comes nearer once the picture was touched; until then the page is scrolled. @param {WheelEvent} event */
  wheel(event) {
    if (this.shadowRoot?.activeElement !== this.canvas) return;
    event.preventDefault();
    this.orbit.nearer(Math.exp(-WHEEL * event.deltaY));
    this.again();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { orbit } = this;
    /** @type {Record<string, () => void>} */
    const does = {
      ArrowLeft: () => orbit.move(-KEY, 0),
      ArrowRight: () => orbit.move(KEY, 0),
      ArrowUp: () => orbit.move(0, -KEY),
      ArrowDown: () => orbit.move(0, KEY),
      "+": () => orbit.nearer(STEP),
      "-": () => orbit.nearer(1 / STEP),
      Home: () => orbit.home(),
    };
    if (!does[event.key]) return;
    event.preventDefault();
    does[event.key]();
    this.again();
  }

  // What each picture has of its own.

  /** @param {WebGL2RenderingContext} gl @returns {D} */
  drawOn(gl) {
    void gl;
    throw new Error("a picture in space says how it is drawn");
  }

  /** @param {number} width @param {number} height @param {number} now @returns {boolean} whether there is anything to see */
  paint(width, height, now) {
    void [width, height, now];
    return false;
  }

  /** Whether it moves by itself, without news. */
  get moving() {
    return false;
  }

  /** Whether a hand holds something. */
  get holds() {
    return false;
  }

  /** A hand comes down; it may take what is there. @param {PointerEvent} event */
  take(event) {
    void event;
  }

  /** The hand that holds something moves. @param {PointerEvent} event */
  pull(event) {
    void event;
  }

  /** A finger may be laid on what is there; tells whether it was. @param {PointerEvent} event @returns {boolean} */
  rest(event) {
    void event;
    return false;
  }

  /** Whether this pointer is a finger that rests there. @param {PointerEvent} event @returns {boolean} */
  rests(event) {
    void event;
    return false;
  }

  /** The finger that rests moves. @param {PointerEvent} event */
  slide(event) {
    void event;
  }

  /** The finger that rests is lifted. */
  lift() {}

  /** A pointer that holds nothing moves. @param {PointerEvent} event */
  hover(event) {
    void event;
  }

  /** The hand lets go; without an event something else ended it. @param {PointerEvent} [event] */
  letGo(event) {
    void event;
  }
}
