// The body itself, to scale and in space: it bends in the modes that ring, enlarged and slowed down so
// that one sees it, and is coloured where it moves fast. One strikes it, rubs it and throws at it.

import { BodyDrawing } from "./body-gl.js";
import { coloursAt } from "./colours.js";
import { FlatBody } from "./flat-body.js";
import { lookUp } from "./host.js";
import { Marks, marksSheet } from "./marks.js";
import { partsOf } from "./parts.js";
import { isHidden, pick, placeIn } from "./pick.js";
import { placeNow, placesOf, numbersOf } from "./places.js";
import { Shown } from "./pose.js";
import { project, skinColours } from "./solid.js";
import { SpacePicture } from "./space.js";
import { Touch } from "./touch.js";
import { plain, si } from "./units.js";

/** A table of modes, a recording or grains. */
const FORMLESS = "It is known how this rings, not what it looks like: there is no form to draw. Its modes are shown beside.";
/** How far a key moves the place that is touched, as a share of the picture's shorter side. */
const STRIDE = 0.04;

/** @type {Record<string, {touched: string, hint: string, keys: string}>} */
const WORDS = {
  strike: { touched: "struck", hint: "Strike it anywhere; drag off it to throw; drag beside it to turn it", keys: "Enter strikes it" },
  drag: { touched: "rubbed", hint: "Drag on it: the faster, the more; drag beside it to turn it", keys: "Enter sets the hand down and lifts it" },
  hold: { touched: "touched", hint: "Hold it where it is to sound; drag beside it to turn it", keys: "Enter sets the hand down and lifts it" },
};

/** @extends {SpacePicture<BodyDrawing>} */
export class BodyPicture extends SpacePicture {
  constructor() {
    super("Body", "Play it to see how it bends.", { antialias: true });
    this.shadowRoot?.adoptedStyleSheets.push(marksSheet);
    this.shown = new Shown();
    this.flat = new FlatBody();
    this.touch = new Touch();
    this.marks = new Marks(this.box);
    /** @type {import("./parts.js").BodyPart[]} */
    this.parts = [];
    /** What is drawn now. @type {import("./solid.js").View | null} */
    this.view = null;
    /** Places by what they were worked out from: the nearest place is looked for among all triangles. @type {Map<string, {said: string, place: import("./parts.js").Place | null}>} */
    this.known = new Map();
    /** Sounds that were touched here: they need no hint. @type {Set<string>} */
    this.used = new Set();
    /** Whether a key has set the hand down. */
    this.latched = false;
    this.canvas.addEventListener("blur", () => this.latched && this.latch());
  }

  /** @override */
  disconnectedCallback() {
    if (this.latched) this.latch();
    this.touch.giveBack();
    super.disconnectedCallback();
  }

  /** @param {WebGL2RenderingContext} gl @override */
  drawOn(gl) {
    const drawing = new BodyDrawing(gl);
    if (this.shown.geometry) drawing.show(this.shown.geometry);
    return drawing;
  }

  /** @override */
  get moving() {
    return this.shown.moving || this.touch.flight !== null || this.touch.down;
  }

  /** Its shorter side [px]. */
  get side() {
    return Math.min(this.orbit.wide, this.orbit.high);
  }

  /** Whose body it is, and where it can be touched. @returns {import("./touch.js").Touched | null} */
  get subject() {
    const engine = /** @type {any} */ (this.feed?.engine);
    const found = engine ? lookUp(engine, engine.watched) : null;
    if (!found?.sound || !engine.touch) return null;
    const { instance, sound } = found;
    const places = placesOf(sound, instance.values, this.parts);
    return { host: engine, instance, sound, places };
  }

  /** @param {number} width @param {number} height @param {number} now @override */
  paint(width, height, now) {
    const { shown, orbit } = this;
    const body = this.feed?.body;
    const formed = Boolean(body && body.geometry.edges.length + body.geometry.triangles.length > 0);
    const none = body && !formed ? FORMLESS : this.empty;
    if (this.note.textContent !== none) this.note.textContent = none;
    this.become(formed);
    if (!body || !formed) {
      shown.clear();
      this.view = null;
      this.parts = [];
      this.marks.show([], width, { touched: "", heard: "" });
      this.marks.say("", true);
      this.wipe();
      return false;
    }
    const { geometry } = body;
    const other = shown.geometry !== geometry;
    shown.follow(geometry, body.pose, now, this.feed?.reduced.matches ?? false);
    if (other) this.meet(geometry);
    orbit.fit(width, height);
    this.view = project(geometry, shown, orbit);
    this.colours ??= coloursAt(this);
    this.touch.frame(now, this.side);
    this.sketch(geometry, this.view, this.colours, width);
    this.mark(this.view, width, now);
    // A hand that rubs is followed at once, also where pictures are calm: one that rests is silent.
    if (this.touch.down) this.touched = true;
    return true;
  }

  /** What has a form takes more room. @param {boolean} formed */
  become(formed) {
    if (this.hasAttribute("formed") === formed) return;
    this.toggleAttribute("formed", formed);
    this.dispatchEvent(new Event("formed", { bubbles: true, composed: true }));
  }

  /** Another body, or the same in another size. @param {import("../engine/types.js").Geometry} geometry */
  meet(geometry) {
    this.parts = partsOf(geometry).filter((part) => part.seen);
    this.known.clear();
    const seen = this.parts.flatMap((part) => [part.low, part.high]).flat();
    this.orbit.see(Float32Array.from(seen));
    this.glass?.show(geometry);
  }

  /** @param {import("../engine/types.js").Geometry} geometry @param {import("./solid.js").View} view @param {import("./colours.js").Colours} colours @param {number} width */
  sketch(geometry, view, colours, width) {
    const { glass, shown } = this;
    if (glass) return glass.draw(view, shown.share, this.orbit, { ...skinColours(colours), dark: colours.dark });
    const pen = this.pen(width);
    if (pen) this.flat.draw(pen, geometry, view, shown.share, colours);
  }

  /** Where there is no graphics card: a clear picture to draw on. @param {number} width */
  pen(width) {
    const pen = this.refused ? this.canvas.getContext("2d") : null;
    const dense = this.canvas.width / width;
    pen?.setTransform(dense, 0, 0, dense, 0, 0);
    pen?.clearRect(0, 0, this.canvas.width, this.canvas.height);
    return pen;
  }

  wipe() {
    this.drawing?.clear();
    if (this.refused) this.pen(this.box.clientWidth);
  }

  /** Dots where it is touched and heard. @param {import("./solid.js").View} view @param {number} width @param {number} now */
  mark(view, width, now) {
    const { subject: touched } = this;
    const style = touched?.sound.pad.style ?? "strike";
    const marks = (touched?.places ?? []).flatMap((own) => {
      const place = this.placeOf(own);
      if (!place) return [];
      const at = placeIn(view, place);
      return [{ kind: own.kind, x: at.x, y: at.y, behind: isHidden(this.parts, view, at) }];
    });
    // The touched one lies above.
    marks.sort((a, b) => Number(a.kind === "touched") - Number(b.kind === "touched"));
    this.marks.show(marks, width, { touched: WORDS[style].touched, heard: "heard" });
    this.marks.ball(this.touch.ball(now));
    this.marks.say(touched ? WORDS[style].hint : "", this.used.has(touched?.sound.key ?? ""));
    this.toggleAttribute("held", this.holds);
  }

  /** Where a place of the sound is now. @param {import("./places.js").PlaceKey} own */
  placeOf(own) {
    const values = this.subject?.instance.values ?? {};
    const said = [own.key, own.spot && `${own.spot}.on`, ...["x", "y", "z"].map((axis) => own.spot && `${own.spot}.${axis}`)].map((key) => key && values[key]?.text).join();
    const before = this.known.get(own.key);
    if (before?.said === said) return before.place;
    const place = placeNow(own, values);
    this.known.set(own.key, { said, place });
    return place;
  }

  /** What is at a dot of the picture. @param {number} x @param {number} y */
  find(x, y) {
    return this.view ? (pick(this.parts, this.view, x, y)?.place ?? null) : null;
  }

  // A hand.

  /** @override */
  get holds() {
    return this.touch.held !== null;
  }

  /** @param {PointerEvent} event @override */
  hover(event) {
    this.touch.hover(event);
    this.toggleAttribute("over", this.find(event.offsetX, event.offsetY) !== null);
  }

  /** @param {PointerEvent} event @override */
  take(event) {
    const place = this.find(event.offsetX, event.offsetY);
    const { subject: touched } = this;
    if (!place || !touched) return;
    this.used.add(touched.sound.key);
    this.touch.take(event, touched, place, this.side);
    this.again();
  }

  /** @param {PointerEvent} event @override */
  pull(event) {
    this.touch.pull(event, this.find(event.offsetX, event.offsetY));
    this.again();
  }

  /** @param {PointerEvent} [event] @override */
  letGo(event) {
    const { wide, high } = this.orbit;
    this.touch.end(event, (x, y) => this.find(x, y), { side: this.side, reach: wide + high });
  }

  /** @param {KeyboardEvent} event @override */
  key(event) {
    const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const way = ways[/** @type {keyof typeof ways} */ (event.key)];
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      event.stopPropagation();
      if (!event.repeat) this.act();
    } else if (way && event.shiftKey) {
      event.preventDefault();
      event.stopPropagation();
      this.step(way);
    } else super.key(event);
  }

  /** Strikes where it is marked, or sets the hand down and lifts it. */
  act() {
    const { subject: touched } = this;
    if (!touched) return;
    this.used.add(touched.sound.key);
    touched.host.wake();
    if (touched.sound.pad.style === "strike") touched.host.trigger(touched.instance.id, 1);
    else this.latch();
    this.again();
  }

  latch() {
    const { subject: touched } = this;
    this.latched = !this.latched;
    if (this.latched) touched?.host.trigger(touched.instance.id, 1);
    else touched?.host.release(touched.instance.id);
  }

  /** The touched place goes that way in the picture, as long as there is something. @param {number[]} way */
  step(way) {
    const { subject: touched, view } = this;
    const own = touched?.places.find((one) => one.kind === "touched");
    const place = own && this.placeOf(own);
    if (!touched || !own || !place || !view) return;
    const { x, y } = placeIn(view, place);
    const next = this.find(x + STRIDE * this.side * way[0], y + STRIDE * this.side * way[1]);
    if (next?.part === own.part) touched.host.touch(touched.instance.id, numbersOf(own, touched.sound, next), { settled: true });
    this.again();
  }

  /** @override */
  read() {
    const { most, factor } = this.shown;
    return most > 0 ? `${si(most, "m", 2)}, shown ${plain(Number(factor.toPrecision(2)))}\u00a0×` : `${si(this.shown.wide, "m", 2)} across`;
  }

  /** @override */
  describe() {
    const { most, fastest, factor, wide } = this.shown;
    if (most > 0) {
      return `The body bends by up to ${si(most, "m", 2)} and moves at up to ${si(fastest, "m/s", 2)}; shown ${plain(Number(factor.toPrecision(2)))} times as large, and slowed down.`;
    }
    const { subject: touched } = this;
    const keys = touched ? ` ${WORDS[touched.sound.pad.style].keys}, shift and arrow keys move where; arrow keys turn the picture, plus and minus zoom.` : "";
    return `The body, ${si(wide, "m", 2)} across, is at rest.${keys}`;
  }
}

customElements.define("urto-body", BodyPicture);
