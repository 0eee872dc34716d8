// The body itself, to scale and in space: it bends in the modes that ring, enlarged and slowed down so
// that one sees it, and is coloured where it moves fast. One strikes it, rubs it and throws at it.

import { BodyDrawing } from "./body-gl.js";
import { coloursAt } from "./colours.js";
import { Damper } from "./damper.js";
import { FlatBody } from "./flat-body.js";
import { lookUp } from "./host.js";
import { Marks, marksSheet } from "./marks.js";
import { partsOf } from "./parts.js";
import { isHidden, pick, placeIn } from "./pick.js";
import { placeNow, placesOf, numbersOf } from "./places.js";
import { Shown } from "./pose.js";
import { project, skinColours } from "./solid.js";
import { Support, supportSheet } from "./support.js";
import { SpacePicture, TURNS } from "./space.js";
import { Touch } from "./touch.js";
import { pressed } from "../pad/press.js";
import { lightly } from "../pad/rake.js";
import { plain, si } from "./units.js";

/** A table of modes, a recording or grains. */
const FORMLESS = "It is known how this rings, not what it looks like: there is no form to draw. Its modes are shown beside.";
/** How far a key moves the place that is touched, as a share of the picture's shorter side. */
const STRIDE = 0.04;
/** How fast a key passes over what is raked, of what is fastest. */
const KEYS = 0.5;
/** A pickup is taken within so much [px]. */
const NEAR = 14;

/** @type {Record<string, {touched: string, hint: string, tip: string, keys: string}>} */
const WORDS = {
  strike: { touched: "struck", hint: "Tap it to strike, drag across it to rake", tip: "Tap it to strike. Drag across it to rake. Drag off it and let go towards it to throw. Shift or a second finger lays a fingertip on it. Drag beside it to turn it; wheel or two fingers come nearer", keys: "Enter strikes it, and while it is down Shift and arrow keys rake it; D damps it with a fingertip while it is held" },
  drag: { touched: "rubbed", hint: "Drag on it: the faster, the more", tip: "Drag on it: the faster, the more. Drag beside it to turn it; wheel or two fingers come nearer", keys: "Enter sets the hand down and lifts it" },
  hold: { touched: "touched", hint: "Hold it where it is to sound", tip: "Hold it where it is to sound. Drag beside it to turn it; wheel or two fingers come nearer", keys: "Enter sets the hand down and lifts it" },
};

/** @extends {SpacePicture<BodyDrawing>} */
export class BodyPicture extends SpacePicture {
  constructor() {
    super("Body", "Play it to see how it bends.", { antialias: true });
    this.shadowRoot?.adoptedStyleSheets.push(marksSheet, supportSheet);
    this.shown = new Shown();
    this.flat = new FlatBody();
    this.touch = new Touch();
    this.damper = new Damper();
    /** A pickup that a hand moves. @type {{own: import("./places.js").PlaceKey, touched: import("./touch.js").Touched}|null} */
    this.carried = null;
    /** Which mark Shift and arrow keys move. @type {"touched"|"heard"} */
    this.moves = "touched";
    /** Where marks lie [px]. @type {{own: import("./places.js").PlaceKey, x: number, y: number}[]} */
    this.marked = [];
    this.marks = new Marks(this.box);
    this.support = new Support(this.box, () => this.again());
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
    /** Whether the key that strikes is down: what the place passes is struck then. */
    this.rakes = false;
    this.canvas.addEventListener("blur", () => {
      if (this.latched) this.latch();
      this.lift();
      this.endRake();
    });
    this.canvas.addEventListener("keyup", (event) => {
      if (event.key === "d" || event.key === "D") this.lift();
      if (event.key === "Enter" || event.key === " ") this.endRake();
    });
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
      this.support.show(this.subject, 0);
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
    this.support.show(this.subject, shown.wide);
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
    this.marked = [];
    /** @type {import("./marks.js").Mark[]} */
    const marks = (touched?.places ?? []).flatMap((own) => {
      const place = this.placeOf(own);
      if (!place) return [];
      const at = placeIn(view, place);
      this.marked.push({ own, x: at.x, y: at.y });
      return [{ kind: own.kind, x: at.x, y: at.y, behind: isHidden(this.parts, view, at) }];
    });
    // The touched one lies above.
    marks.sort((a, b) => Number(a.kind === "touched") - Number(b.kind === "touched"));
    const { held } = this.damper;
    if (held) {
      const at = placeIn(view, held.place);
      marks.push({ kind: "finger", x: at.x, y: at.y, behind: isHidden(this.parts, view, at) });
    }
    this.marks.show(marks, width, { touched: WORDS[style].touched, heard: "heard", finger: "damped" });
    this.marks.ball(this.touch.ball(now));
    this.marks.say(touched ? WORDS[style].hint : "", this.used.has(touched?.sound.key ?? ""));
    this.toggleAttribute("held", this.holds);
    const tip = touched ? WORDS[style].tip : TURNS;
    if (this.canvas.dataset.tip !== tip) this.canvas.dataset.tip = tip;
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

  /** What rests at a dot of the picture, wherever it is bent to. @param {number} x @param {number} y */
  resting(x, y) {
    const { view } = this;
    return view ? (pick(this.parts, { ...view, x: view.restX, y: view.restY }, x, y)?.place ?? null) : null;
  }

  // A hand.

  /** @override */
  get holds() {
    return this.touch.held !== null || this.carried !== null;
  }

  /** @param {PointerEvent} event @override */
  rest(event) {
    const place = this.find(event.offsetX, event.offsetY);
    const { subject: touched } = this;
    if (!place || !touched || !this.damper.take(event.pointerId, touched, place, pressed(event))) return false;
    this.again();
    return true;
  }

  /** @param {PointerEvent} event @override */
  rests(event) {
    return this.damper.held !== null && this.damper.held.pointer === event.pointerId;
  }

  /** @param {PointerEvent} event @override */
  slide(event) {
    this.damper.move(this.find(event.offsetX, event.offsetY), pressed(event));
    this.again();
  }

  /** @override */
  lift() {
    if (!this.damper?.held) return;
    this.damper.end();
    this.again();
  }

  /** The pickup that lies under a pointer, if one does. @param {PointerEvent} event */
  pickupAt({ offsetX, offsetY }) {
    const near = this.marked.filter(({ own, x, y }) => own.kind === "heard" && Math.hypot(x - offsetX, y - offsetY) < NEAR);
    return near.at(-1)?.own ?? null;
  }

  /** The pickup goes to a place of its body. @param {import("./parts.js").Place|null} place */
  carry(place) {
    const { carried } = this;
    if (place?.part.name !== carried?.own.part.name || !carried || !place) return;
    const { host, instance, sound } = carried.touched;
    host.touch(instance.id, numbersOf(carried.own, sound, place), { settled: false });
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
    if (!touched) return;
    const pickup = this.pickupAt(event);
    if (pickup) {
      this.carried = { own: pickup, touched };
      return this.again();
    }
    if (!place) return;
    this.used.add(touched.sound.key);
    this.touch.take(event, touched, place, this.side);
    this.again();
  }

  /** @param {PointerEvent} event @override */
  pull(event) {
    // What bends away from a hand that passes is where it rests, too.
    const find = (/** @type {number} */ x, /** @type {number} */ y) => this.find(x, y) ?? this.resting(x, y);
    if (this.carried) this.carry(find(event.offsetX, event.offsetY));
    else this.touch.pull(event, find, this.side);
    this.again();
  }

  /** @param {PointerEvent} [event] @override */
  letGo(event) {
    const { wide, high } = this.orbit;
    if (this.carried) {
      const { host, instance } = this.carried.touched;
      this.carried = null;
      host.touch(instance.id, [], { settled: true });
      return;
    }
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
    } else if ((event.key === "d" || event.key === "D") && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      event.stopPropagation();
      if (!event.repeat) this.dampHere();
    } else if ((event.key === "l" || event.key === "L") && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      event.stopPropagation();
      this.moves = this.moves === "touched" ? "heard" : "touched";
      this.tell(performance.now());
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
    if (touched.sound.pad.style === "strike") {
      touched.host.trigger(touched.instance.id, 1);
      this.rakes = true;
    } else this.latch();
    this.again();
  }

  /** The key that raked is up. */
  endRake() {
    const { subject: touched } = this;
    if (this.rakes && touched) this.touch.settle(touched);
    this.rakes = false;
  }

  /** A finger is laid where it is touched. */
  dampHere() {
    const { subject: touched } = this;
    const own = touched?.places.find((one) => one.kind === "touched");
    const place = own && this.placeOf(own);
    if (touched && place && this.damper.take(null, touched, place)) this.again();
  }

  latch() {
    const { subject: touched } = this;
    this.latched = !this.latched;
    if (this.latched) touched?.host.trigger(touched.instance.id, 1);
    else touched?.host.release(touched.instance.id);
  }

  /** The touched place, or the pickup, goes that way in the picture, as long as there is something. @param {number[]} way */
  step(way) {
    const { subject: touched, view } = this;
    const own = touched?.places.find((one) => one.kind === this.moves);
    const place = own && this.placeOf(own);
    if (!touched || !own || !place || !view) return;
    const { x, y } = placeIn(view, place);
    const next = this.find(x + STRIDE * this.side * way[0], y + STRIDE * this.side * way[1]);
    if (next?.part === own.part) {
      if (this.rakes && own.kind === "touched") this.touch.brush(touched, next, lightly(KEYS));
      else touched.host.touch(touched.instance.id, numbersOf(own, touched.sound, next), { settled: true });
    }
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
    const keys = touched ? ` ${WORDS[touched.sound.pad.style].keys}, shift and arrow keys move where${this.moves === "heard" ? " it is heard" : ""} (L: the pickup or the place); arrow keys turn the picture, plus and minus zoom.` : "";
    return `The body, ${si(wide, "m", 2)} across, is at rest.${keys}`;
  }
}

customElements.define("urto-body", BodyPicture);
