// The numbers of an instance that a curve may move, and their way from bottom to top of a lane.

import { instance, soundInfo } from "../app/context.js";
import { groupTitle, leafTitle } from "../app/words.js";
import { PadAxis } from "../pad/axis.js";

/** Of the mixer's strip. @type {{key: string, about: string, unit: string, scale: any, min: number, max: number}[]} */
const MIX = [
  { key: "mix.gain", about: "Loudness in the mixer", unit: "dB", scale: "linear", min: -60, max: 12 },
  { key: "mix.pan", about: "From left to right", unit: "", scale: "linear", min: -1, max: 1 },
];
const NUMBERS = ["linear", "log", "zero-log", "integer"];

/** @param {number} id */
export function movable(id) {
  const params = soundInfo(instance(id)?.sound ?? "")?.params ?? [];
  const live = params.filter((one) => one.update !== "rebuild" && NUMBERS.includes(one.scale) && !one.key.includes("/"));
  return [...live, ...MIX];
}

/** The way of a number; nothing if it is none. @param {number} id @param {string} key */
export function wayOf(id, key) {
  const param = movable(id).find((one) => one.key === key);
  if (!param) return null;
  const way = { key, from: param.min ?? 0, to: param.max ?? 1 };
  return new PadAxis(way, /** @type {any} */ ({ params: [param] }));
}

/** What a number is now. @param {number} id @param {string} key @returns {number | null} */
export function valueNow(id, key) {
  const own = instance(id);
  if (!own) return null;
  if (key === "mix.gain") return own.gain;
  if (key === "mix.pan") return own.pan;
  return movable(id).some((one) => one.key === key) ? (own.values[key]?.number ?? null) : null;
}

/** A number's name for people. @param {string} key */
export function keyTitle(key) {
  if (key === "mix.gain") return "Mixer · gain";
  if (key === "mix.pan") return "Mixer · pan";
  const at = key.lastIndexOf(".");
  return at < 0 ? leafTitle(key) : `${groupTitle(key.slice(0, at))} · ${leafTitle(key).toLowerCase()}`;
}
