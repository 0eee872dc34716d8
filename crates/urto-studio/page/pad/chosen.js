// Which numbers the pad's two directions move, where others were chosen than the sound's own. It is
// kept with the project, under the instance's slot, and goes with its sound.

import { specOf } from "./ways.js";

/** Kept with the project under this name. */
export const NAME = "pad";
/** More are not read. */
const MOST = 64;

/** @typedef {{slot: number, sound: string, x: string | null, y: string | null}} Choice keys; null: as the sound has it */
/** @typedef {{slot: number, sound: string}} Whose */

/** @param {Readonly<Record<string, string>>} page @returns {Choice[]} */
function all(page) {
  try {
    const read = JSON.parse(page[NAME] ?? "[]");
    if (!Array.isArray(read)) return [];
    const key = (/** @type {any} */ own) => own === null || typeof own === "string";
    return read.slice(0, MOST).filter((own) => Number.isInteger(own?.slot) && typeof own.sound === "string" && key(own.x) && key(own.y));
  } catch {
    return [];
  }
}

/**
 * What was chosen for an instance: keys of numbers that its sound has.
 * @param {Readonly<Record<string, string>>} page @param {Whose} whose @param {import("../see/host.js").SoundSpec | null} sound
 * @returns {{x: string | null, y: string | null}}
 */
export function chosenFor(page, whose, sound) {
  const own = all(page).find(({ slot, sound }) => slot === whose.slot && sound === whose.sound);
  const there = (/** @type {string | null | undefined} */ key) => (key && specOf(sound, key) ? key : null);
  return { x: there(own?.x), y: there(own?.y) };
}

/**
 * The page's text with another choice; null if nothing is chosen anywhere.
 * @param {Readonly<Record<string, string>>} page @param {Whose} whose @param {"x" | "y"} axis @param {string | null} key
 */
export function withChosen(page, { slot, sound }, axis, key) {
  const before = all(page).find((own) => own.slot === slot && own.sound === sound) ?? { slot, sound, x: null, y: null };
  const own = { ...before, [axis]: key };
  const others = all(page).filter((other) => other.slot !== slot);
  const kept = own.x === null && own.y === null ? others : [...others, own];
  return kept.length > 0 ? JSON.stringify(kept) : null;
}
