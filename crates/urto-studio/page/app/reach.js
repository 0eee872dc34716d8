// Where a value lies on the way from the lowest to the highest that can be reached.

import { si } from "../see/units.js";

/** @typedef {import("../engine/aims.js").Reach} Reach */

/** So much of a track lies beyond either end of what can be reached, to show that it ends. */
const BEYOND = 0.06;

/** What the worker tells, if anything can be reached. @param {{low?: number|null, high?: number|null}} told @returns {Reach|null} */
export const reachOf = ({ low, high }) =>
  typeof low === "number" && typeof high === "number" ? { low, high } : null;

/** Shares go evenly, all else in ratios, as one hears it. */
export class Track {
  /** @param {Reach} reach @param {string} unit */
  constructor({ low, high }, unit) {
    const even = unit === "" || low <= 0;
    this.to = even ? (/** @type {number} */ x) => x : Math.log;
    this.from = even ? (/** @type {number} */ x) => x : Math.exp;
    const [a, b] = [this.to(low), this.to(high)];
    const more = Math.max(b - a, 1e-9) * BEYOND;
    this.start = a - more;
    this.length = b - a + 2 * more;
  }

  /** From 0 to 1. @param {number} value */
  place(value) {
    const place = (this.to(value) - this.start) / this.length;
    return Number.isFinite(place) ? Math.min(1, Math.max(0, place)) : 0;
  }

  /** The value at a place, to the digits that are shown. @param {number} place */
  value(place) {
    return Number(this.from(this.start + place * this.length).toPrecision(4));
  }
}

/** A value in words. @param {number} value @param {string} unit @param {number} digits */
export const said = (value, unit, digits = 4) => si(value, unit, digits);

/** How near a wish came, in words. @param {import("../engine/aims.js").Met} met @param {string} unit */
export function nearness({ wanted, got }, unit) {
  const off = unit === "" ? Math.abs(got - wanted) : Math.abs(got / wanted - 1);
  if (off < 5e-4) return `is ${said(got, unit)}, as asked`;
  const apart = unit === "" ? `by ${si(off, "", 2)}` : `by ${si(100 * off, "%", 2)}`;
  return `is ${said(got, unit)} for ${said(wanted, unit)} asked, off ${apart}`;
}
