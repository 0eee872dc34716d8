// Force and compression while two bodies touch, from the moment they meet; where they rub, force
// and speed.

import { veil } from "./colours.js";
import { Picture } from "./picture.js";
import { area, Around, axes, scale, trace } from "./plot.js";
import { label, roundUp, si, ticks } from "./units.js";

/** What is shown of a contact that lasts, if it is not periodic [s]. */
const STRETCH = 0.03;
/** Periods shown if it is. */
const PERIODS = 4;

/** @typedef {{count: number, time: (n: number) => number, force: Float32Array, second: Float32Array, span: number}} Shown */

export class ContactForce extends Picture {
  constructor() {
    super("Contact", "Let two things touch to see their force.", ["contact"]);
    this.force = new Float32Array(0);
    this.second = new Float32Array(0);
    this.velocity = new Float32Array(0);
    this.around = { force: new Around(1e-6), compression: new Around(1e-12), velocity: new Around(1e-6) };
    this.peak = 0;
    this.depth = 0;
    this.span = 0;
    this.lasting = false;
  }

  /** @returns {Shown | null} */
  pick() {
    const feed = this.feed;
    if (!feed) return null;
    this.lasting = feed.trigger.lasting;
    if (this.lasting) return this.pickLasting(feed);
    const touch = feed.trigger.shown;
    if (!touch) return null;
    return {
      count: touch.time.length,
      time: (n) => touch.time[n],
      force: touch.force,
      second: touch.compression,
      span: Math.max(touch.duration, 2 / feed.contact.rate) * 1.15,
    };
  }

  /** @param {import("./feed.js").Feed} feed */
  pickLasting(feed) {
    const { contact, slips } = feed;
    const span = slips?.period ? PERIODS * slips.period : STRETCH;
    const count = Math.min(Math.round(span * contact.rate), 4096);
    if (contact.row < count + 2) return null;
    if (this.force.length !== count) {
      this.force = new Float32Array(count);
      this.second = new Float32Array(count);
    }
    const ago = this.slipOnset(contact, count);
    contact.copy("force", this.force, ago);
    contact.copy(feed.rubbed ? "velocity" : "compression", this.second, ago);
    const time = (/** @type {number} */ n) => n / contact.rate;
    return { count, time, force: this.force, second: this.second, span: count / contact.rate };
  }

  /**
   * How many taps to leave out at the end, so that the picture starts where a slip starts.
   * @param {import("./streams.js").Contact} contact
   * @param {number} count
   */
  slipOnset(contact, count) {
    const searched = Math.min(contact.row, 2 * count);
    if (this.velocity.length !== searched) this.velocity = new Float32Array(searched);
    contact.copy("velocity", this.velocity);
    let most = 0;
    for (const one of this.velocity) most = Math.max(most, Math.abs(one));
    for (let n = searched - count - 1; n > 0; n--) {
      if (Math.abs(this.velocity[n]) >= 0.3 * most && Math.abs(this.velocity[n - 1]) < 0.3 * most) {
        return searched - count - n;
      }
    }
    return 0;
  }

  /**
   * @param {import("./picture.js").Frame} frame
   * @override
   */
  draw(frame) {
    const shown = this.pick();
    if (!shown) return false;
    const { pen, colours } = frame;
    const speed = this.lasting && this.feed?.rubbed;
    const up = this.ends(shown, frame.now);
    this.span = shown.span;
    const right = { ...up.second, unit: speed ? "m/s" : "m" };
    const end = Math.max(Math.abs(right.from), Math.abs(right.to));
    const marks = ticks(right.from, right.to, 3).map((value) => ({ value, words: label(value, right.unit, end) }));
    // As wide as its longest label, and always as wide as usual, so that the picture does not breathe.
    const widest = Math.max(...marks.map(({ words }) => pen.measureText(words).width));
    const box = area(frame, { right: Math.max(52, Math.ceil(widest) + 8) });
    const across = { from: 0, to: shown.span, unit: "s", name: "" };
    const { x, y } = axes(frame, box, across, { ...up.force, unit: "N" });
    const z = scale(right, box.bottom, box.top);
    pen.fillStyle = colours.cool;
    pen.textAlign = "left";
    pen.textBaseline = "middle";
    for (const { value, words } of marks) {
      const at = Math.min(Math.max(z(value), box.top + 4), box.bottom - 3);
      if (value !== 0 || right.from !== 0) pen.fillText(words, box.right + 5, at);
    }
    pen.save();
    pen.beginPath();
    pen.rect(box.left, box.top - 2, box.right - box.left, box.bottom - box.top + 4);
    pen.clip();
    trace(pen, shown.count, (n) => x(shown.time(n)), (n) => z(shown.second[n]));
    pen.strokeStyle = colours.cool;
    pen.lineWidth = 1.5;
    pen.stroke();
    if (!this.lasting) {
      trace(pen, shown.count, (n) => x(shown.time(n)), (n) => y(shown.force[n]));
      pen.lineTo(x(shown.time(shown.count - 1)), y(0));
      pen.lineTo(x(0), y(0));
      pen.fillStyle = veil(colours.accent, 0.12);
      pen.fill();
    }
    trace(pen, shown.count, (n) => x(shown.time(n)), (n) => y(shown.force[n]));
    pen.strokeStyle = colours.accent;
    pen.lineWidth = 2;
    pen.stroke();
    pen.restore();
    this.legend(frame, box);
    return true;
  }

  /**
   * Ends of both axes: for a blow from nothing to a round number, else around what moves.
   * @param {Shown} shown
   * @param {number} now
   */
  ends(shown, now) {
    let [most, deep] = [0, 0];
    for (let n = 0; n < shown.count; n++) {
      most = Math.max(most, Math.abs(shown.force[n]));
      deep = Math.max(deep, Math.abs(shown.second[n]));
    }
    this.peak = most;
    this.depth = deep;
    if (!this.lasting) {
      return {
        force: { from: 0, to: roundUp(Math.max(most, 1e-12) * 1.05) },
        second: { from: 0, to: roundUp(Math.max(deep, 1e-15) * 1.05) },
      };
    }
    const { force, compression, velocity } = this.around;
    const second = this.feed?.rubbed ? velocity : compression;
    return { force: force.follow(shown.force, now), second: second.follow(shown.second, now) };
  }

  /**
   * @param {import("./picture.js").Frame} frame
   * @param {import("./plot.js").Area} box
   */
  legend(frame, box) {
    const { pen, colours } = frame;
    pen.textBaseline = "top";
    pen.textAlign = "right";
    const second = this.lasting && this.feed?.rubbed ? "speed" : "compression";
    pen.fillStyle = colours.cool;
    pen.fillText(second, box.right - 4, box.top + 3);
    const wide = pen.measureText(second).width;
    pen.fillStyle = colours.accent;
    pen.fillText("force", box.right - 14 - wide, box.top + 3);
  }

  /** @override */
  read() {
    if (this.lasting) return `${si(this.peak, "N")}`;
    const time = this.feed?.trigger.shown?.duration ?? 0;
    return `${si(this.peak, "N")}, ${si(this.depth, "m")}, ${si(time, "s", 2)}`;
  }

  /** @override */
  describe() {
    const time = this.feed?.trigger.shown?.duration ?? 0;
    return this.lasting
      ? `The two stay in touch; the force goes up to ${si(this.peak, "N")}.`
      : `The last contact took ${si(time, "s", 2)}, pressed with ${si(this.peak, "N")} at most and went ${si(this.depth, "m")} deep.`;
  }
}

customElements.define("urto-contact", ContactForce);
