// A network of masses in space: one turns around it, comes nearer, and takes any mass by hand. Links
// are coloured by how much longer or shorter they are than at rest.

import { coloursAt, rgb } from "./colours.js";
import { NetworkDrawing } from "./network-gl.js";
import { NetworkPose } from "./network-pose.js";
import { Orbit } from "./orbit.js";
import { Picture } from "./picture.js";
import { sheet } from "./sheet.js";
import { plain, si } from "./units.js";

/** What stands there where nothing can be drawn. */
const NO_WEBGL = "This browser has no WebGL 2, by which networks are drawn. They sound all the same.";
/** A mass is taken within so many pixels of the pointer: of a mouse, and of a finger. */
const NEAR = { mouse: 14, other: 26 };
/** Turns for each pixel [rad], and for each key. */
const TURN = 0.008;
const KEY = 0.12;
/** How much nearer one comes for each step of a wheel, and for each key. */
const WHEEL = 0.0015;
const STEP = 1.2;
/** With reduced motion a picture changes at most so often [ms], unless a hand moves it. */
const CALM = 500;

const networkSheet = sheet(`
canvas { cursor: grab; touch-action: none; }
canvas:focus-visible { outline: 2px solid var(--focus, var(--accent, currentColor)); outline-offset: -2px; border-radius: 6px; }
:host([held]) canvas { cursor: grabbing; }
`);

/**
 * @typedef {object} Grabber what the engine does for a hand
 * @property {(id: any, mass: number, at: number[]) => void} grab at: from where the mass starts [m]
 * @property {(id: any) => void} letGo
 */

export class NetworkPicture extends Picture {
  constructor() {
    super("Network", "Play it to see how it moves; drag a mass to pull it, drag beside it to turn.", ["body"]);
    this.shadowRoot?.adoptedStyleSheets.push(networkSheet);
    this.pose = new NetworkPose();
    this.orbit = new Orbit();
    /** @type {NetworkDrawing | null} */
    this.drawing = null;
    this.refused = false;
    /** The mass in the hand, and where the hand is in the picture [px]. */
    this.held = -1;
    this.hand = [0, 0];
    /** From the pointer to the mass when it was taken [px]. */
    this.beside = [0, 0];
    /** @type {Map<number, number[]>} */
    this.fingers = new Map();
    this.touched = false;
    /** Mean time that drawing takes here [ms], and pictures drawn; for tests. */
    this.cost = 0;
    this.drawn = 0;
    this.canvas.tabIndex = 0;
    const on = (/** @type {string} */ name, /** @type {(event: any) => void} */ act, passive = true) =>
      this.canvas.addEventListener(name, act, { passive });
    on("pointerdown", (event) => this.down(event));
    on("pointermove", (event) => this.moved(event));
    for (const name of ["pointerup", "pointercancel", "lostpointercapture"]) on(name, (event) => this.up(event));
    on("wheel", (event) => this.wheel(event), false);
    on("keydown", (event) => this.key(event), false);
    on("webglcontextlost", (event) => {
      event.preventDefault();
      this.drawing = null;
    }, false);
    on("webglcontextrestored", () => this.again());
  }

  /** @override */
  disconnectedCallback() {
    this.letGo();
    super.disconnectedCallback();
  }

  /** Draws anew as soon as may be. */
  again() {
    this.dirty = true;
    this.touched = true;
    this.feed?.wake();
  }

  /** @returns {NetworkDrawing | null} */
  get glass() {
    if (this.drawing || this.refused) return this.drawing;
    // Rims are made smooth where they are drawn: to do it for all of the picture takes twice the time.
    const gl = this.canvas.getContext("webgl2", { antialias: false, premultipliedAlpha: true });
    this.refused = !gl;
    if (gl && !gl.isContextLost()) {
      this.drawing = new NetworkDrawing(gl);
      if (this.pose.geometry) this.drawing.show(this.pose.geometry);
    }
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
    if (news.has("body") || this.pose.moving) this.dirty = true;
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

  /** @param {number} width @param {number} height @param {number} now @returns {boolean} whether there is anything to see */
  paint(width, height, now) {
    const { glass, pose, orbit } = this;
    const empty = glass ? this.empty : NO_WEBGL;
    if (this.note.textContent !== empty) this.note.textContent = empty;
    const body = this.feed?.body;
    if (!glass || !body || body.geometry.points.length === 0) return false;
    if (pose.geometry !== body.geometry) this.become(body.geometry, glass);
    orbit.fit(width, height);
    const still = this.feed?.reduced.matches ?? false;
    pose.follow(body.pose, now, { still, held: this.held >= 0 });
    this.colours ??= coloursAt(this);
    const dense = this.canvas.width / width;
    const hand = this.held >= 0 ? this.line(width, height) : null;
    const how = { factor: pose.factor, strained: 1 / pose.strained, held: this.held, hand, dense };
    glass.draw(pose, orbit, how, paintOf(this.colours));
    return true;
  }

  /**
   * Another network, or the same that was told again: what is in the hand stays there then.
   * @param {import("../engine/types.js").Geometry} geometry
   * @param {NetworkDrawing} glass
   */
  become(geometry, glass) {
    const { pose, orbit } = this;
    const old = pose.geometry;
    const same = old?.slot === geometry.slot && old.number === geometry.number && old.points.length === geometry.points.length;
    orbit.see(geometry.points);
    if (same) pose.geometry = geometry;
    else {
      this.letGo();
      pose.begin(geometry, 2 * orbit.reach);
    }
    glass.show(geometry);
  }

  /** From the mass to the hand, as the graphics card counts. @param {number} width @param {number} height */
  line(width, height) {
    const ends = [...this.placeOf(this.held), ...this.hand];
    return ends.map((own, n) => (n % 2 === 0 ? (2 * own) / width - 1 : 1 - (2 * own) / height));
  }

  /** Where a mass is in the picture [px]. @param {number} n */
  placeOf(n) {
    const { pose, orbit } = this;
    const points = pose.geometry?.points ?? new Float32Array(3 * n + 3);
    const at = (/** @type {number} */ axis) => points[3 * n + axis] + pose.factor * pose.now[3 * n + axis];
    return orbit.at(at(0), at(1), at(2));
  }

  /** The mass next to a place in the picture, if there is one. @param {number} x @param {number} y @param {number} reach px */
  near(x, y, reach) {
    const { pose, orbit } = this;
    const points = pose.geometry?.points;
    if (!points) return -1;
    // What `placeOf` does, for all.
    const { right, up } = orbit.ways;
    const { scale, middle, wide, high } = orbit;
    let [best, found] = [reach * reach, -1];
    for (let n = 0; n < points.length; n += 3) {
      const dx = points[n] + pose.factor * pose.now[n] - middle[0];
      const dy = points[n + 1] + pose.factor * pose.now[n + 1] - middle[1];
      const dz = points[n + 2] + pose.factor * pose.now[n + 2] - middle[2];
      const left = wide / 2 + scale * (right[0] * dx + right[1] * dy + right[2] * dz) - x;
      const top = high / 2 - scale * (up[0] * dx + up[1] * dy + up[2] * dz) - y;
      const far = left * left + top * top;
      if (far < best) [best, found] = [far, n / 3];
    }
    return found;
  }

  /** @param {PointerEvent} event */
  down(event) {
    this.fingers.set(event.pointerId, [event.offsetX, event.offsetY]);
    this.canvas.setPointerCapture(event.pointerId);
    this.canvas.focus({ preventScroll: true });
    if (this.fingers.size > 1) return this.letGo();
    const reach = event.pointerType === "mouse" ? NEAR.mouse : NEAR.other;
    const mass = event.shiftKey ? -1 : this.near(event.offsetX, event.offsetY, reach);
    if (mass < 0) return;
    this.pose.plain();
    this.held = mass;
    this.toggleAttribute("held", true);
    const [x, y] = this.placeOf(mass);
    this.beside = [x - event.offsetX, y - event.offsetY];
    this.pull(event.offsetX, event.offsetY);
  }

  /** @param {PointerEvent} event */
  moved(event) {
    const before = this.fingers.get(event.pointerId);
    if (!before) return;
    const now = [event.offsetX, event.offsetY];
    if (this.held >= 0) this.pull(now[0], now[1]);
    else if (this.fingers.size === 1) this.orbit.move(TURN * (now[0] - before[0]), TURN * (now[1] - before[1]));
    else {
      const other = [...this.fingers].find(([id]) => id !== event.pointerId)?.[1] ?? before;
      const far = (/** @type {number[]} */ one) => Math.max(Math.hypot(one[0] - other[0], one[1] - other[1]), 1);
      this.orbit.nearer(far(now) / far(before));
    }
    this.fingers.set(event.pointerId, now);
    this.again();
  }

  /** @param {PointerEvent} event */
  up(event) {
    if (!this.fingers.delete(event.pointerId)) return;
    this.letGo();
    this.again();
  }

  /** The hand goes to a place in the picture; it stays as near and far as its mass is. @param {number} x @param {number} y */
  pull(x, y) {
    const { pose, orbit, held } = this;
    this.hand = [x + this.beside[0], y + this.beside[1]];
    const [left, top] = this.placeOf(held);
    const way = orbit.way(this.hand[0] - left, this.hand[1] - top);
    const at = way.map((own, axis) => pose.now[3 * held + axis] + own / pose.factor);
    this.grabber?.grab(this.feed?.engine.watched, held, at);
    this.again();
  }

  letGo() {
    if (this.held < 0) return;
    this.held = -1;
    this.toggleAttribute("held", false);
    this.grabber?.letGo(this.feed?.engine.watched);
  }

  /** @returns {Grabber | null} */
  get grabber() {
    const engine = /** @type {any} */ (this.feed?.engine);
    return engine?.grab ? engine : null;
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

  /** @override */
  read() {
    const { strain, factor, most, geometry } = this.pose;
    const count = plain((geometry?.points.length ?? 0) / 3);
    if (!(most > 0)) return `${count} masses`;
    const shown = factor > 1.05 ? `, shown ${plain(Number(factor.toPrecision(2)))}\u00a0×` : "";
    return `${plain(Number((100 * strain).toPrecision(2)))}\u00a0% strain${shown}`;
  }

  /** @override */
  describe() {
    const { strain, most, fastest, geometry } = this.pose;
    const count = `${plain((geometry?.points.length ?? 0) / 3)} masses and ${plain((geometry?.edges.length ?? 0) / 2)} links`;
    if (!(most > 0)) return `${count}, at rest. Drag a mass to pull it; arrow keys turn the picture, plus and minus zoom.`;
    return `${count}, moved by up to ${si(most, "m", 2)} at up to ${si(fastest, "m/s", 2)}; links are strained by up to ${plain(Number((100 * strain).toPrecision(2)))} percent.`;
  }
}

/** @param {import("./colours.js").Colours} colours @returns {import("./network-gl.js").Paint} */
function paintOf(colours) {
  const [paper, ink, accent, cool] = [colours.paper, colours.ink, colours.accent, colours.cool].map(rgb);
  const mix = (/** @type {number[]} */ a, /** @type {number[]} */ b, /** @type {number} */ share) => a.map((own, n) => own + (b[n] - own) * share);
  return { paper, ink: mix(paper, ink, 0.85), calm: mix(paper, ink, 0.5), longer: accent, shorter: cool, grip: accent };
}

customElements.define("urto-network", NetworkPicture);
