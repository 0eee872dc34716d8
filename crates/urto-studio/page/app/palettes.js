// Palettes: named sets of presets of one sound, laid out on a map to go about in. Kept with the project.

import { begin } from "../engine/module.js";
import { Desk } from "../engine/desk.js";
import { PadAxis } from "../pad/axis.js";
import { app, instance, soundInfo } from "./context.js";
import { weights } from "./weights.js";

/** Kept under this name. */
const NAME = "palettes";
const MOST = 32;
const MOST_POINTS = 24;
/** A share that is nearer to 1 than this is all. */
const WHOLE = 1e-9;
/** Numbers of a place are written with so many digits. */
const DIGITS = 4;

/** @typedef {{preset: string, x: number, y: number}} MapPoint */
/** @typedef {{name: string, sound: string, way: import("./weights.js").Way, points: MapPoint[]}} Palette */
/** @typedef {{numbers: Map<string, number>, choices: Map<string, number>}} Numbers choices by the number of their option */

const isShare = (/** @type {unknown} */ x) => typeof x === "number" && x >= 0 && x <= 1;

/** The palettes of the project; what does not fit is left out. @returns {Palette[]} */
export function palettes() {
  try {
    const read = JSON.parse(app.engine.state.page[NAME] ?? "[]");
    if (!Array.isArray(read)) return [];
    return read.slice(0, MOST).flatMap((own) => {
      if (typeof own?.name !== "string" || typeof own.sound !== "string" || !Array.isArray(own.points)) return [];
      const points = own.points
        .filter((/** @type {any} */ one) => typeof one?.preset === "string" && isShare(one.x) && isShare(one.y))
        .slice(0, MOST_POINTS)
        .map((/** @type {MapPoint} */ { preset, x, y }) => ({ preset, x, y }));
      return [{ name: own.name.slice(0, 120), sound: own.sound, way: own.way === "distance" ? "distance" : "triangles", points }];
    });
  } catch {
    return [];
  }
}

/** @param {Palette[]} all */
function keep(all) {
  app.engine.keepText(NAME, all.length > 0 ? JSON.stringify(all) : null);
  app.engine.edit("settle");
}

/** A name that no palette has yet. @param {string} like */
export function freeName(like) {
  const taken = palettes().map(({ name }) => name);
  for (let count = 1; ; count++) {
    const name = count === 1 ? like : `${like} ${count}`;
    if (!taken.includes(name)) return name;
  }
}

/** @param {string} name @param {string} sound */
export function addPalette(name, sound) {
  keep([...palettes(), { name, sound, way: "triangles", points: [] }]);
}

/** @param {string} name @param {(own: Palette) => Palette|null} change null takes it away */
export function changePalette(name, change) {
  keep(palettes().flatMap((own) => (own.name === name ? (change(own) ?? []) : [own])));
}

/** Where the next preset lies: in the corners first, then spread by the golden angle. @param {number} count how many there are */
export function nextPlace(count) {
  const corners = [[0.12, 0.15], [0.88, 0.15], [0.12, 0.85], [0.88, 0.85], [0.5, 0.5]];
  const turn = count * Math.PI * (3 - Math.sqrt(5));
  const [x, y] = corners[count] ?? [0.5 + 0.3 * Math.cos(turn), 0.5 + 0.3 * Math.sin(turn)];
  return { x: round(x), y: round(y) };
}

/** @param {number} x */
export const round = (x) => Number(Math.min(1, Math.max(0, x)).toFixed(DIGITS));

/** A desk aside, on which presets are looked at. @type {Promise<Desk> | null} */
let aside = null;
/** What presets come to, by their text. @type {Map<string, Promise<Numbers>>} */
const known = new Map();

/** The values of a preset. @param {string} name @returns {Promise<Numbers>} */
export function valuesOf(name) {
  const text = app.engine.exportPreset(name);
  const found = known.get(text) ?? read(text);
  known.set(text, found);
  // What could not be read may come to be.
  found.catch(() => known.delete(text));
  return found;
}

/** @param {string} text of a preset */
async function read(text) {
  aside ??= begin(app.engine.module).then((module) => {
    const desk = new Desk(module);
    desk.ask("state");
    return desk;
  });
  const desk = await aside;
  for (const { name, bytes } of app.engine.namedFiles()) desk.import(name, bytes);
  const { title } = desk.import("preset.toml", new TextEncoder().encode(text));
  const { fresh, small } = desk.edit("add", title);
  const own = fresh[small.lastId];
  desk.edit("remove", small.lastId);
  const params = soundInfo(own.sound)?.params ?? [];
  /** @type {Numbers} */
  const all = { numbers: new Map(), choices: new Map() };
  for (const { key, scale, options } of params) {
    const value = own.values[key];
    if (!value) continue;
    if (scale === "choice") all.choices.set(key, options?.findIndex((option) => option.key === value.choice) ?? 0);
    else if (value.number !== null) all.numbers.set(key, value.number);
  }
  return all;
}

/**
 * What an instance becomes at a place of the map: numbers between those of the presets, each on its own scale;
 * choices, if they are to change, from the preset that counts most. What rings stays, unless it is loose.
 * @param {number} id @param {Numbers[]} presets @param {number[]} shares @param {boolean} structure
 */
export function blended(id, presets, shares, structure) {
  const now = instance(id);
  const info = soundInfo(now?.sound ?? "");
  if (!now || !info || presets.length === 0) return [];
  const firm = info.resonators.filter((key) => !now.loose.includes(key));
  const nearest = presets[shares.indexOf(Math.max(...shares))];
  return info.params.flatMap((param) => {
    const { key, scale } = param;
    if (now.values[key]?.locked || firm.some((own) => key === own || key.startsWith(`${own}.`))) return [];
    if (scale === "choice") {
      const option = nearest.choices.get(key);
      const is = param.options?.findIndex((own) => own.key === now.values[key]?.choice);
      return structure && option !== undefined && option !== is ? [{ key, value: option }] : [];
    }
    if (param.update === "rebuild" || presets.some(({ numbers }) => !numbers.has(key))) return [];
    const values = presets.map(({ numbers }) => numbers.get(key) ?? 0);
    const axis = new PadAxis({ key, from: param.min ?? 0, to: param.max ?? 1 }, /** @type {any} */ ({ params: [param] }));
    // On a preset it is that very preset.
    const on = values.every((value) => value === values[0]) ? 0 : shares.findIndex((share) => share > 1 - WHOLE);
    const value = on >= 0 ? values[on] : axis.value(values.reduce((sum, own, at) => sum + shares[at] * axis.place(own), 0));
    return value === now.values[key]?.number ? [] : [{ key, value }];
  });
}

/** Shares of a palette's presets at a place. @param {Palette} palette @param {import("./weights.js").Place} at */
export const sharesAt = ({ points, way }, at) => weights(points, at, way);
