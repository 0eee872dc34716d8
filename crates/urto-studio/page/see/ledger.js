// The energy ledger: what was put in is either still there or lost, and nothing else.

import { veil } from "./colours.js";
import { PAST } from "./feed.js";
import { Picture } from "./picture.js";
import { area, axes, Ease } from "./plot.js";
import { plain, roundUp, si } from "./units.js";

export class EnergyLedger extends Picture {
  constructor() {
    super("Energy", "Put energy in to see where it goes.", ["energy"]);
    this.most = new Ease(1e-12);
    this.now = { injected: 0, dissipated: 0, stored: 0, error: 0 };
  }

  /** What does not add up, as a share of all energy that went in. */
  get closingError() {
    const newest = this.feed?.energy.past.at(-1);
    const turned = newest ? Math.max(Math.abs(newest.injected), newest.dissipated + newest.stored) : 0;
    return newest && turned > 0 ? newest.error / turned : 0;
  }

  /**
   * @param {import("./picture.js").Frame} frame
   * @override
   */
  draw(frame) {
    const past = this.feed?.energy.past;
    const newest = past?.at(-1);
    if (!past || !newest || !past.some((one) => one.stored + one.dissipated > 0)) return false;
    const { now } = frame;
    const books = [...split(past)];
    let most = 0;
    for (const { entries, base } of books) {
      for (const one of entries) most = Math.max(most, one.injected - base, one.stored + one.dissipated - base);
    }
    this.now = newest;
    const end = roundUp(this.most.follow(most * 1.02, now));
    const box = area(frame);
    const across = { from: -PAST, to: 0, unit: "s", name: "time" };
    const { x, y } = axes(frame, box, across, { from: 0, to: end, unit: "J" });
    const place = (/** @type {number} */ time) => Math.max(x(time - newest.time), box.left);
    for (const { entries, base } of books) this.drawBook(frame, entries, place, (energy) => y(energy - base), box.bottom);
    this.legend(frame, box);
    return true;
  }

  /**
   * Lost at the bottom, held on top of it, and what was put in as a line that must meet both.
   * @param {import("./picture.js").Frame} frame
   * @param {import("./streams.js").Entry[]} entries
   * @param {(time: number) => number} x
   * @param {(energy: number) => number} y
   * @param {number} ground
   */
  drawBook(frame, entries, x, y, ground) {
    const { pen, colours } = frame;
    const last = entries.length - 1;
    /** @type {(n: number) => number} */
    const lost = (n) => y(entries[n].dissipated);
    /** @type {(n: number) => number} */
    const held = (n) => y(entries[n].dissipated + entries[n].stored);
    /** @param {(n: number) => number} top @param {(n: number) => number} bottom @param {string} colour */
    const band = (top, bottom, colour) => {
      pen.beginPath();
      for (let n = 0; n <= last; n++) pen.lineTo(x(entries[n].time), top(n));
      for (let n = last; n >= 0; n--) pen.lineTo(x(entries[n].time), bottom(n));
      pen.fillStyle = colour;
      pen.fill();
    };
    band(lost, () => ground, veil(colours.quiet, 0.38));
    band(held, lost, veil(colours.cool, 0.6));
    pen.beginPath();
    for (let n = 0; n <= last; n++) pen.lineTo(x(entries[n].time), y(entries[n].injected));
    pen.strokeStyle = colours.accent;
    pen.lineWidth = 1.75;
    pen.stroke();
  }

  /**
   * @param {import("./picture.js").Frame} frame
   * @param {import("./plot.js").Area} box
   */
  legend(frame, box) {
    const { pen, colours } = frame;
    pen.textAlign = "left";
    pen.textBaseline = "top";
    let at = box.left + 6;
    pen.lineWidth = 3;
    pen.strokeStyle = colours.paper;
    for (const [words, colour] of [
      ["put in", colours.accent],
      ["= held", colours.cool],
      ["+ lost", colours.quiet],
    ]) {
      pen.fillStyle = colour;
      pen.strokeText(words, at, box.top + 3);
      pen.fillText(words, at, box.top + 3);
      at += pen.measureText(words).width + 5;
    }
  }

  /** @override */
  read() {
    const { stored } = this.now;
    return `held ${si(stored < 1e-15 ? 0 : stored, "J")}, off by ${share(this.closingError)}`;
  }

  /** @override */
  describe() {
    const { injected, dissipated, stored } = this.now;
    return `Put in ${si(injected, "J")}; ${si(stored, "J")} of it is held and ${si(dissipated, "J")} is lost. The books are off by ${share(this.closingError)}.`;
  }
}

/**
 * The books that are seen, each with what was lost before: that counts for neither side.
 * @param {import("./streams.js").Entry[]} past
 */
function* split(past) {
  for (let start = 0; start < past.length; ) {
    let end = start;
    while (end < past.length && past[end].book === past[start].book) end++;
    yield { entries: past.slice(start, end), base: start === 0 ? past[0].dissipated : 0 };
    start = end;
  }
}

/** @param {number} value */
function share(value) {
  const size = Math.abs(value);
  return size < 1e-15 ? "nothing" : size < 1e-3 ? plain(size, 2) : `${plain(100 * size, 2)}\u00a0%`;
}

customElements.define("urto-ledger", EnergyLedger);
