// The graph of a scene: bodies as keys to press, contacts as lines between them, pickups beneath. A drag
// from one body to another joins them; a pickup is dragged onto the body where it is to be heard.

import { fill, h } from "../app/dom.js";
import { icon } from "../app/icons.js";
import { title } from "../app/words.js";
import { Scene } from "./model.js";

const SVG = "http://www.w3.org/2000/svg";
/** A pointer that has gone so far drags [px]. */
const FAR = 8;
/** Bodies lie on an ellipse of these half axes [%]. */
const WIDE = 36;
const HIGH = 32;
/** Contacts of the same two lie so far from each other [%]. */
const BESIDE = 15;

/** @typedef {import("./scene.js").Chosen} Chosen */

export class Graph {
  /**
   * @param {(to: Chosen) => void} choose
   * @param {(first: string, second: string) => void} join
   * @param {(at: number, point: string) => void} hear
   */
  constructor(choose, join, hear) {
    this.choose = choose;
    this.join = join;
    this.hear = hear;
    this.lines = document.createElementNS(SVG, "svg");
    this.lines.setAttribute("viewBox", "0 0 100 100");
    this.lines.setAttribute("preserveAspectRatio", "none");
    this.lines.setAttribute("aria-hidden", "true");
    this.parts = h("div", null);
    this.element = h("div", { class: "scene-graph", role: "group", "aria-label": "Bodies and contacts", data: { test: "scene-graph" } }, this.lines, this.parts);
    /** @type {Scene|null} */
    this.scene = null;
    this.laid = "";
  }

  /** @param {Scene} scene @param {Chosen|null} chosen */
  show(scene, chosen) {
    this.scene = scene;
    const { bodies, contacts, pickups } = scene;
    const form = JSON.stringify([bodies.map(({ name, kind }) => [name, kind]), contacts.map(({ name, law, between }) => [name, law, between]), pickups]);
    if (form !== this.laid) {
      this.laid = form;
      const focused = /** @type {HTMLElement|null} */ (document.activeElement);
      const within = this.element.contains(focused) ? focused?.dataset.part : undefined;
      this.lay();
      if (within) /** @type {HTMLElement|null} */ (this.element.querySelector(`[data-part="${CSS.escape(within)}"]`))?.focus();
    }
    const now = chosen && `${chosen.what} ${chosen.name}`;
    for (const part of /** @type {NodeListOf<HTMLElement>} */ (this.element.querySelectorAll("[data-part]"))) part.setAttribute("aria-pressed", String(part.dataset.part === now));
  }

  lay() {
    if (!this.scene) return;
    const { bodies, contacts, pickups } = this.scene;
    this.element.style.setProperty("--rows", String(Math.max(2, Math.ceil(bodies.length / 2))));
    const places = new Map(bodies.map(({ name }, at) => [name, placeOf(at, bodies.length)]));
    this.lines.replaceChildren();
    /** @type {Map<string, number>} */
    const beside = new Map();
    const joints = contacts.map(({ name, law, between }) => {
      const [a, b] = between.map((ref) => bodies.find((own) => Scene.isOf(ref, own.name))?.name ?? "");
      const [from, to] = [places.get(a) ?? { x: 50, y: 50 }, places.get(b) ?? { x: 50, y: 50 }];
      const pair = [a, b].sort().join(" ");
      const count = beside.get(pair) ?? 0;
      beside.set(pair, count + 1);
      const off = BESIDE * Math.ceil(count / 2) * (count % 2 ? 1 : -1);
      const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 + off };
      const line = document.createElementNS(SVG, "path");
      // The curve goes through the middle.
      line.setAttribute("d", `M${from.x} ${from.y} Q${middle.x} ${middle.y + off} ${to.x} ${to.y}`);
      line.setAttribute("vector-effect", "non-scaling-stroke");
      this.lines.append(line);
      return this.button("contact", name, middle, "scene-contact", [h("span", null, name), h("span", { class: "small" }, title(law)), h("span", { class: "unseen" }, `between ${between.join(" and ")}`)], `Contact ${name}: ${law.replace(/_/g, " ")} between ${between.join(" and ")}`);
    });
    const nodes = bodies.map(({ name, kind }) => {
      const ears = pickups.flatMap((ref, at) => (Scene.isOf(ref, name) ? [this.ear(ref, at)] : []));
      const node = this.button("object", name, null, "scene-body", [h("span", null, name), h("span", { class: "small" }, title(kind))], `Body ${name}: ${kind.replace(/_/g, " ")}`);
      this.dragged(node, (to) => {
        const [first, second] = [bodies.find((own) => own.name === name), bodies.find((own) => own.name === to)];
        if (first && second && first !== second) this.join(first.at[0], second.at[0]);
      });
      return at(h("div", { class: "scene-node", data: { body: name } }, node, ears.length > 0 && h("div", { class: "scene-ears" }, ears)), places.get(name) ?? { x: 50, y: 50 });
    });
    fill(this.parts, joints, nodes);
  }

  /** @param {string} ref @param {number} number */
  ear(ref, number) {
    const own = this.button("pickup", String(number), null, "scene-ear", [icon("sound")], `Pickup ${number + 1}, heard at ${ref}`);
    this.dragged(own, (to) => {
      const body = this.scene?.bodies.find(({ name }) => name === to);
      if (body && !Scene.isOf(ref, to)) this.hear(number, body.at[0]);
    });
    return own;
  }

  /** @param {Chosen["what"]} what @param {string} name @param {{x: number, y: number}|null} place @param {string} look @param {Node[]} inside @param {string} label */
  button(what, name, place, look, inside, label) {
    const own = h("button", { type: "button", class: look, "aria-label": what === "pickup" ? label : null, "aria-pressed": "false", data: { test: look, part: `${what} ${name}`, name, tip: label }, on: { click: () => this.choose({ what, name }) } }, inside);
    return place ? at(own, place) : own;
  }

  /** Follows a drag to the body that it ends on. @param {HTMLElement} part @param {(body: string) => void} drop */
  dragged(part, drop) {
    let from = { x: 0, y: 0 };
    let far = false;
    const line = document.createElementNS(SVG, "path");
    line.setAttribute("class", "drag");
    line.setAttribute("vector-effect", "non-scaling-stroke");
    part.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      part.setPointerCapture(event.pointerId);
      from = { x: event.clientX, y: event.clientY };
      far = false;
    });
    part.addEventListener("pointermove", (event) => {
      if (!part.hasPointerCapture(event.pointerId)) return;
      far ||= Math.hypot(event.clientX - from.x, event.clientY - from.y) > FAR;
      if (!far) return;
      const box = this.element.getBoundingClientRect();
      const share = (/** @type {number} */ x, /** @type {number} */ y) => `${(100 * (x - box.left)) / box.width} ${(100 * (y - box.top)) / box.height}`;
      line.setAttribute("d", `M${share(from.x, from.y)} L${share(event.clientX, event.clientY)}`);
      this.lines.append(line);
      for (const node of this.element.querySelectorAll(".scene-node")) node.classList.toggle("over", node === this.under(event));
    });
    const end = (/** @type {PointerEvent} */ event) => {
      line.remove();
      for (const node of this.element.querySelectorAll(".over")) node.classList.remove("over");
      const body = far && event.type === "pointerup" ? this.under(event)?.dataset.body : undefined;
      if (body) drop(body);
    };
    part.addEventListener("pointerup", end);
    part.addEventListener("pointercancel", end);
    // What was dragged was not pressed.
    part.addEventListener("click", (event) => far && event.stopImmediatePropagation(), { capture: true });
  }

  /** The body beneath the pointer. @param {PointerEvent} event @returns {HTMLElement|null} */
  under({ clientX, clientY }) {
    return document.elementsFromPoint(clientX, clientY).map((one) => /** @type {HTMLElement|null} */ (one.closest(".scene-node"))).find((one) => one && this.element.contains(one)) ?? null;
  }
}

/** Where a body lies: left first, then round. @param {number} number @param {number} count */
function placeOf(number, count) {
  if (count === 1) return { x: 50, y: 50 };
  const turn = Math.PI + (2 * Math.PI * number) / count;
  return { x: 50 + WIDE * Math.cos(turn), y: 50 + HIGH * Math.sin(turn) };
}

/** @template {HTMLElement} T @param {T} element @param {{x: number, y: number}} place @returns {T} */
function at(element, { x, y }) {
  element.style.setProperty("left", `${x}%`);
  element.style.setProperty("top", `${y}%`);
  return element;
}
