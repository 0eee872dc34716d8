// What may be put on a direction of the pad: every number that moves while it sounds, macros, and the
// strip in the mixer; the score's curves move the same, macros apart.

import { clamp, PadAxis } from "./axis.js";

/** @typedef {import("../see/host.js").AxisSpec} AxisSpec */
/** @typedef {import("../see/host.js").SoundSpec} SoundSpec */
/** @typedef {import("../see/host.js").InstanceState} InstanceState */

/** Of the mixer's strip. @type {{key: string, about: string, unit: string, scale: any, min: number, max: number}[]} */
export const MIX = [
  { key: "mix.gain", about: "Loudness in the mixer", unit: "dB", scale: "linear", min: -60, max: 12 },
  { key: "mix.pan", about: "From left to right", unit: "", scale: "linear", min: -1, max: 1 },
];
const NUMBERS = ["linear", "log", "zero-log", "integer"];
/** Where a macro ends. */
const FULL = 100;

/** Whether a parameter is a number that moves while it sounds, and no entry of a list. @param {{key: string, scale: string, update?: string}} param */
export const isLive = ({ key, scale, update }) => update !== "rebuild" && NUMBERS.includes(scale) && !key.includes("/");

/** A number by its key, as far as it may be chosen; nothing if it may not. @param {SoundSpec | null} sound @param {string} key @returns {AxisSpec | null} */
export function specOf(sound, key) {
  const control = sound?.macros?.find((own) => own.key === key);
  if (control) return { key, about: control.about, unit: "", scale: "linear", min: 0, max: FULL };
  return sound?.params.find((own) => own.key === key && isLive(own)) ?? MIX.find((own) => own.key === key) ?? null;
}

/** What a number is now; nothing if there is none. @param {InstanceState} instance @param {string} key @returns {number | null} */
export function numberOf(instance, key) {
  if (key === "mix.gain") return instance.gain ?? null;
  if (key === "mix.pan") return instance.pan ?? null;
  return instance.macros[key] ?? instance.values[key]?.number ?? null;
}

/** A value's way from bottom to top. @typedef {{axis: PadAxis, share: (place: number) => number}} Moved */

/**
 * The numbers that move with a direction, each along its own way: one, or all that a macro moves.
 * @param {PadAxis} axis @param {SoundSpec | null} sound
 * @returns {Moved[]}
 */
export function movedBy(axis, sound) {
  const { way } = axis;
  if (!way) return [];
  const aims = sound?.macros?.find((one) => one.key === way.key)?.aims;
  if (!aims) return [{ axis, share: (place) => place }];
  return aims.map(({ key, from, to, over = [0, FULL] }) => ({
    axis: new PadAxis({ key, from, to }, sound),
    share: (place) => clamp((FULL * place - over[0]) / (over[1] - over[0])),
  }));
}
