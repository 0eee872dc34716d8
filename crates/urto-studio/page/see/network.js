// A network of masses in space: one turns around it, comes nearer, and takes any mass by hand. Links
// are coloured by how much longer or shorter they are than at rest. The particles of a liquid are such
// masses, too; no hand takes hold of those.

import { coloursAt, rgb } from "./colours.js";
import { NetworkDrawing } from "./network-gl.js";
import { NetworkPose } from "./network-pose.js";
import { SpacePicture, TURNS } from "./space.js";
import { plain, si } from "./units.js";

/** What stands there where nothing can be drawn. */
const NO_WEBGL = "This browser has no WebGL 2, by which networks are drawn. They sound all the same.";
/** A mass is taken within so many pixels of the pointer: of a mouse, and of a finger. */
const NEAR = { mouse: 14, other: 26 };
const GRABS = "Drag a mass to pull it. Drag beside it to turn it; wheel or two fingers come nearer";
/** What stands there before it was played. */
const EMPTY = {
  network: "Play it to see how it moves; drag a mass to pull it, drag beside it to turn.",
  liquid: "Play it to see how it flows; drag to turn it.",
};

/**
 * @typedef {object} Grabber what the engine does for a hand
 * @property {(id: any, mass: number, at: number[]) => void} grab at: from where the mass starts [m]
 * @property {(id: any) => void} letGo
 */

/** @extends {SpacePicture<NetworkDrawing>} */
export class NetworkPicture extends SpacePicture {
  constructor() {
    // Rims are made smooth where they are drawn: to do it for all of the picture takes twice the time.
    super("Network", EMPTY.network, { antialias: false });
    this.canvas.dataset.tip = GRABS;
    this.pose = new NetworkPose();
    /** Whether a hand can take hold of its masses. */
    this.grabs = true;
    /** The mass in the hand, and where the hand is in the picture [px]. */
    this.held = -1;
    this.hand = [0, 0];
    /** From the pointer to the mass when it was taken [px]. */
    this.beside = [0, 0];
  }

  /** It is a network whose masses a hand takes, or a liquid. @param {boolean} grabs */
  let(grabs) {
    if (this.grabs === grabs) return;
    this.letGo();
    this.grabs = grabs;
    this.empty = grabs ? EMPTY.network : EMPTY.liquid;
    this.canvas.dataset.tip = grabs ? GRABS : TURNS;
    this.again();
  }

  /** @param {WebGL2RenderingContext} gl @override */
  drawOn(gl) {
    const drawing = new NetworkDrawing(gl);
    if (this.pose.geometry) drawing.show(this.pose.geometry);
    return drawing;
  }

  /** @override */
  get moving() {
    return this.pose.moving;
  }

  /** @override */
  get holds() {
    return this.held >= 0;
  }

  /** @param {number} width @param {number} height @param {number} now @override */
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

  /** @param {PointerEvent} event @override */
  take(event) {
    const reach = event.pointerType === "mouse" ? NEAR.mouse : NEAR.other;
    const mass = this.grabs ? this.near(event.offsetX, event.offsetY, reach) : -1;
    if (mass < 0) return;
    this.pose.plain();
    this.held = mass;
    this.toggleAttribute("held", true);
    const [x, y] = this.placeOf(mass);
    this.beside = [x - event.offsetX, y - event.offsetY];
    this.pull(event);
  }

  /** The hand goes to a place in the picture; it stays as near and far as its mass is. @param {PointerEvent} event @override */
  pull({ offsetX, offsetY }) {
    const { pose, orbit, held } = this;
    this.hand = [offsetX + this.beside[0], offsetY + this.beside[1]];
    const [left, top] = this.placeOf(held);
    const way = orbit.way(this.hand[0] - left, this.hand[1] - top);
    const at = way.map((own, axis) => pose.now[3 * held + axis] + own / pose.factor);
    this.grabber?.grab(this.feed?.engine.watched, held, at);
    this.again();
  }

  /** @override */
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

  /** @override */
  read() {
    const { strain, factor, most, fastest, geometry } = this.pose;
    const count = plain((geometry?.points.length ?? 0) / 3);
    if (!this.grabs) return most > 0 ? `${count} points, up to ${si(fastest, "m/s", 2)}` : `${count} points`;
    if (!(most > 0)) return `${count} masses`;
    const shown = factor > 1.05 ? `, shown ${plain(Number(factor.toPrecision(2)))}\u00a0×` : "";
    return `${plain(Number((100 * strain).toPrecision(2)))}\u00a0% strain${shown}`;
  }

  /** @override */
  describe() {
    const { strain, most, fastest, geometry } = this.pose;
    if (!this.grabs) {
      const points = `The liquid as ${plain((geometry?.points.length ?? 0) / 3)} points in its vessel`;
      return most > 0 ? `${points}, moved by up to ${si(most, "m", 2)} at up to ${si(fastest, "m/s", 2)}.` : `${points}, at rest. Arrow keys turn the picture, plus and minus zoom.`;
    }
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
