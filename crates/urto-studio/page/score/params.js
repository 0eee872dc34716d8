// The numbers of an instance that a curve may move, and their way from bottom to top of a lane.

import { instance, soundInfo } from "../app/context.js";
import { groupTitle, leafTitle } from "../app/words.js";
import { PadAxis } from "../pad/axis.js";
import { MIX, isLive } from "../pad/ways.js";

/** @param {number} id */
export function movable(id) {
  const params = soundInfo(instance(id)?.sound ?? "")?.params ?? [];
  return [...params.filter(isLive), ...MIX];
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
