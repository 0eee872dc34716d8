// What a scene is made of, read from its file, and its file with something else in it.

import { PadAxis } from "../pad/axis.js";
import { Toml, replaced, written } from "./toml.js";

/** @typedef {import("../engine/types.js").ParamInfo} ParamInfo */
/** @typedef {import("../engine/types.js").Kind} Kind */
/** @typedef {{name: string, place: number|null}} Point its place along the body, where it is one */
/** @typedef {{name: string, kind: string, points: Point[], at: string[]}} Body `at` are the points as contacts and pickups name them */
/** @typedef {{name: string, law: string, between: string[], pressedBy: string|null}} Contact */
/** @typedef {{what: "object"|"contact", name: string}} Part one of them */

/** Factors of prefixes before a unit. @type {Record<string, number>} */
const PREFIXES = { n: 1e-9, u: 1e-6, µ: 1e-6, m: 1e-3, c: 1e-2, d: 0.1, "": 1, k: 1e3, M: 1e6, G: 1e9 };
const DIRECTIONS = ["x", "y", "z"];
/** Digits of a number that the page writes. */
const DIGITS = 5;
/** What a new body is called, and where on it one may strike. */
const SPOT = "spot";
/** Bodies that are one point. */
const POINTS = ["mass", "wall", "driven"];

/** A number that may carry a unit: "25 cm"; null if it is none. @param {import("./toml.js").Node|undefined} node @param {string} unit */
export function numberOf(node, unit) {
  if (node?.kind === "number") return Number(node.value);
  if (node?.kind !== "text") return null;
  const found = /^\s*([-+]?[\d._]*\d\.?(?:[eE][-+]?\d+)?)\s*(.*?)\s*$/.exec(String(node.value));
  if (!found) return null;
  const [, digits, own] = found;
  const number = Number(digits.replaceAll("_", ""));
  if (own === "" || own === unit) return number;
  const [base, whole] = unit === "kg" ? ["g", 1e-3] : [unit, 1];
  const factor = base !== "" && own.endsWith(base) ? PREFIXES[own.slice(0, -base.length)] : undefined;
  return factor === undefined ? null : number * factor * whole;
}

/** A number as a file has it. @param {number} value */
export const short = (value) => String(Number(value.toPrecision(DIGITS)));

/** The way of a number from 0 to 1. @param {ParamInfo} param */
export const axisOf = (param) => new PadAxis({ key: param.key, from: param.min ?? 0, to: param.max ?? 1 }, /** @type {any} */ ({ params: [param] }));

export class Scene {
  /** @param {string} text @param {{objects: readonly Kind[], laws: readonly Kind[]}} catalogue */
  constructor(text, catalogue) {
    this.text = text;
    this.catalogue = catalogue;
    this.toml = new Toml(text);
    /** @type {Body[]} */
    this.bodies = this.tables("object").map(([name, own]) => this.body(name, own));
    /** @type {Contact[]} */
    this.contacts = this.tables("contact").map(([name, own]) => {
      const text = (/** @type {string} */ key) => textOf(own.entries.get(key));
      return { name, law: text("law") ?? "", between: textsOf(own.entries.get("between")), pressedBy: text("pressed_by") };
    });
    /** @type {string[]} */
    this.pickups = textsOf(this.toml.find(["listen", "at"]));
  }

  /** @param {string} what @returns {[string, import("./toml.js").Table][]} */
  tables(what) {
    const all = this.toml.find([what]);
    return all?.kind === "table" ? [...all.entries].flatMap(([name, own]) => (own.kind === "table" ? [/** @type {[string, import("./toml.js").Table]} */ ([name, own])] : [])) : [];
  }

  /** @param {string} name @param {import("./toml.js").Table} own @returns {Body} */
  body(name, own) {
    const kind = textOf(own.entries.get("kind")) ?? "";
    const named = own.entries.get("points");
    const entries = named?.kind === "table" ? [...named.entries] : [];
    const points = entries.map(([point, place]) => ({ name: point, place: place.kind === "number" ? Number(place.value) : null }));
    const all = entries.flatMap(([point, place]) => {
      const tangents = place.kind === "table" ? [...place.entries.keys()].filter((key) => key.startsWith("tangent")) : [];
      return [point, ...tangents.map((key) => `${point}.${key}`)];
    });
    if (kind === "particle") all.unshift(...DIRECTIONS);
    return { name, kind, points, at: all.length > 0 ? all.map((point) => `${name}@${point}`) : [name] };
  }

  /** What a body or a contact is of. @param {Part} part @returns {Kind|undefined} */
  kindOf({ what, name }) {
    if (what === "object") return this.catalogue.objects.find(({ key }) => key === this.bodies.find((own) => own.name === name)?.kind);
    return this.catalogue.laws.find(({ key }) => key === this.contacts.find((own) => own.name === name)?.law);
  }

  /** What can be set of it. @param {Part} part @returns {readonly ParamInfo[]} */
  params(part) {
    const kind = this.kindOf(part);
    const all = part.what === "object" ? this.catalogue.objects : this.catalogue.laws;
    const told = kind?.params ?? all.find((own) => own.table === kind?.table && own.params)?.params ?? [];
    // What says the kind of a named body is the body's kind itself.
    return told.filter(({ key, scale }) => !["list", "curve", "resource"].includes(scale) && !(part.what === "object" && key === "kind"));
  }

  /** A value as the file has it, or the kind's own. @param {Part} part @param {ParamInfo} param @returns {{value: number|string|null, own: boolean}} null: it is written in a way the page does not know */
  value({ what, name }, param) {
    const node = this.toml.find([what, name, ...param.key.split(".")]);
    if (!node) return { value: param.default, own: false };
    if (param.scale === "choice") return { value: textOf(node), own: true };
    return { value: numberOf(node, param.unit), own: true };
  }

  /** @param {Part} part @param {ParamInfo} param @param {string|number} value @returns {string} the text with it */
  set({ what, name }, param, value) {
    return this.toml.with([what, name, ...param.key.split(".")], typeof value === "number" ? short(value) : JSON.stringify(value));
  }

  /** As the kind has it. @param {Part} part @param {ParamInfo} param */
  reset({ what, name }, param) {
    const path = [what, name, ...param.key.split(".")];
    const up = this.toml.find(path.slice(0, -1));
    // Within braces a value is set to the kind's own; by itself its line goes.
    return up?.kind === "table" && up.inline ? this.set({ what, name }, param, param.default) : this.toml.without(path);
  }

  /** @param {string} body @param {string} point @param {number} place */
  movePoint(body, point, place) {
    return this.toml.with(["object", body, "points", point], short(place));
  }

  /** A name that nothing has yet. @param {"object"|"contact"} what @param {string} like */
  free(what, like) {
    const taken = new Set(this.tables(what).map(([name]) => name));
    for (let count = 1; ; count++) {
      const name = count === 1 ? like : `${like}_${count}`;
      if (!taken.has(name)) return name;
    }
  }

  /** Another body; gives its name too. @param {string} kind */
  add(kind) {
    const name = this.free("object", kind);
    const points = POINTS.includes(kind) || kind === "particle" ? "" : kind === "modal" ? `points = { ${SPOT} = [1.0] }\n` : `points = { ${SPOT} = 0.3 }\n`;
    return { name, text: `${this.text.trimEnd()}\n\n[object.${written(name)}]\nkind = ${JSON.stringify(kind)}\n${points}` };
  }

  /** Another place to strike and to hear. @param {string} body */
  addPoint(body) {
    const taken = new Set(this.bodies.find(({ name }) => name === body)?.points.map(({ name }) => name));
    let name = SPOT;
    for (let count = 2; taken.has(name); count++) name = `${SPOT}_${count}`;
    return this.toml.with(["object", body, "points"], this.pointsWith(body, name));
  }

  /** @param {string} body @param {string} point */
  pointsWith(body, point) {
    const there = this.toml.find(["object", body, "points"]);
    if (there?.kind !== "table") return `{ ${point} = 0.5 }`;
    const now = this.text.slice(there.from, there.to);
    if (!there.inline) throw new Error(`the points of ${body} are written line by line: add one in the file`);
    return `${now.slice(0, -1).trimEnd()}${there.entries.size > 0 ? "," : ""} ${point} = 0.5 }`;
  }

  /** Two points touch; gives the contact's name too. @param {string} first @param {string} second @param {string} law */
  join(first, second, law) {
    const name = this.free("contact", law);
    const text = `${this.text.trimEnd()}\n\n[contact.${written(name)}]\nbetween = ${JSON.stringify([first, second]).replace(",", ", ")}\nlaw = ${JSON.stringify(law)}\n`;
    return { name, text };
  }

  /** Another end of a contact. @param {string} contact @param {number} end @param {string} point */
  rejoin(contact, end, point) {
    const between = this.contacts.find(({ name }) => name === contact)?.between.with(end, point) ?? [];
    return this.toml.with(["contact", contact, "between"], JSON.stringify(between).replace(",", ", "));
  }

  /** @param {string[]} points where it is heard, a channel each */
  listen(points) {
    return this.toml.with(["listen", "at"], `[${points.map((point) => JSON.stringify(point)).join(", ")}]`);
  }

  /** Whether a point, or what else is named, is of a body. @param {string} ref @param {string} body */
  static isOf(ref, body) {
    return ref === body || ref.startsWith(`${body}@`);
  }

  /** The text without a contact, or without a body and all that touches, hears or plays it. @param {Part} part */
  remove({ what, name }) {
    const gone = what === "contact" ? [name] : this.contacts.filter(({ between }) => between.some((ref) => Scene.isOf(ref, name))).map((own) => own.name);
    const pickups = what === "contact" ? this.pickups : this.pickups.filter((ref) => !Scene.isOf(ref, name));
    if (pickups.length === 0) throw new Error(`nothing would be heard without ${name}: move the pickup to another body first`);
    const pressed = this.contacts.find(({ name: own, pressedBy }) => pressedBy !== null && gone.includes(pressedBy) && !gone.includes(own));
    if (pressed) throw new Error(`${pressed.name} is pressed by ${pressed.pressedBy}: take ${pressed.name} away first`);
    let now = /** @type {Scene} */ (this);
    const become = (/** @type {string} */ text) => (now = new Scene(text, this.catalogue));
    for (const contact of gone) become(now.toml.without(["contact", contact]));
    if (what === "object") become(now.toml.without(["object", name]));
    if (pickups.length !== this.pickups.length) become(now.listen(pickups));
    become(now.withoutCues((ref) => (what === "object" && (Scene.isOf(ref, name) || ref.startsWith(`object.${name}.`))) || gone.some((own) => ref === own || ref.startsWith(`contact.${own}.`))));
    return now.text;
  }

  /** @param {(ref: string) => boolean} names */
  withoutCues(names) {
    const score = this.toml.find(["score"]);
    if (score?.kind !== "list") return this.text;
    const wanted = score.items.map((cue) => !textsWithin(cue).some(names));
    if (wanted.every(Boolean)) return this.text;
    // Within brackets the list is written anew; by sections theirs go.
    if (score.to > score.from) {
      const kept = score.items.filter((_, at) => wanted[at]).map(({ from, to }) => this.text.slice(from, to));
      return replaced(this.text, [{ from: score.from, to: score.to, by: `[${kept.join(", ")}]` }]);
    }
    const sections = this.toml.sections.filter(({ path }) => path[0] === "score" && !wanted[Number(path[1])]);
    return replaced(this.text, sections.map(({ from, to }) => ({ from, to, by: "" })));
  }

  // Macros: one slider over all numbers of a sort, each on its own way.

  /** @returns {{key: string, about: string, targets: {at: number, write: (at: number) => {path: string[], value: string}}[]}[]} */
  macros() {
    return MACROS.map(({ key, about, what, keys }) => ({ key, about, targets: what === "score" ? this.throws() : this.numbers(what, keys) })).filter(({ targets }) => targets.length > 0);
  }

  /** @param {"object"|"contact"} what @param {string[]} keys */
  numbers(what, keys) {
    return this.tables(what).flatMap(([name]) =>
      this.params({ what, name })
        .filter(({ key }) => keys.includes(key))
        .flatMap((param) => {
          const { value } = this.value({ what, name }, param);
          if (typeof value !== "number") return [];
          const axis = axisOf(param);
          return [{ at: axis.place(value), write: (/** @type {number} */ at) => ({ path: [what, name, param.key], value: short(axis.value(at)) }) }];
        }),
    );
  }

  /** How fast things are thrown. */
  throws() {
    const score = this.toml.find(["score"]);
    const axis = axisOf(/** @type {any} */ ({ key: "velocity", scale: "log", min: SLOWEST, max: FASTEST, unit: "m/s", about: "" }));
    return (score?.kind === "list" ? score.items : []).flatMap((_, at) => {
      const path = ["score", String(at), "throw", "velocity"];
      const value = numberOf(this.toml.find(path), "m/s");
      if (value === null || value === 0) return [];
      const sign = Math.sign(value);
      return [{ at: axis.place(Math.abs(value)), write: (/** @type {number} */ to) => ({ path, value: short(sign * axis.value(to)) }) }];
    });
  }

  /** Several values at once. @param {{path: string[], value: string}[]} values */
  setAll(values) {
    let now = /** @type {Scene} */ (this);
    for (const { path, value } of values) now = new Scene(now.toml.with(path, value), this.catalogue);
    return now.text;
  }
}

/** Speeds of throws at the ends of the slider [m/s]. */
const SLOWEST = 0.01;
const FASTEST = 20;

/** @type {{key: string, about: string, what: "object"|"contact"|"score", keys: string[]}[]} */
const MACROS = [
  { key: "strength", about: "How fast everything is thrown that the scene throws.", what: "score", keys: [] },
  { key: "hardness", about: "How hard all contacts are: harder is shorter and brighter.", what: "contact", keys: ["stiffness"] },
  { key: "weight", about: "How heavy all hammers and balls are.", what: "object", keys: ["mass"] },
  { key: "size", about: "How large all bodies are: larger is lower.", what: "object", keys: ["size", "length"] },
  { key: "ringing", about: "How long all bodies ring.", what: "object", keys: ["ringing", "decay"] },
];

/** @param {import("./toml.js").Node|undefined} node */
const textOf = (node) => (node?.kind === "text" ? String(node.value) : null);

/** @param {import("./toml.js").Node|undefined} node */
const textsOf = (node) => (node?.kind === "list" ? node.items.flatMap((own) => textOf(own) ?? []) : []);

/** @param {import("./toml.js").Node} node @returns {string[]} */
function textsWithin(node) {
  if (node.kind === "text") return [String(node.value)];
  if (node.kind === "list") return node.items.flatMap(textsWithin);
  return node.kind === "table" ? [...node.entries.values()].flatMap(textsWithin) : [];
}
