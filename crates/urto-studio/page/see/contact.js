// Force and compression while two bodies touch, from the moment they meet.

import { veil } from "./colours.js";
import { Picture } from "./picture.js";
import { area, axes, Ease, scale, trace } from "./plot.js";
import { roundUp, si } from "./units.js";

/** What is shown of a contact that lasts, if it is not periodic [s]. */
const STRETCH = 0.03;
/** Periods shown if it is. */
const PERIODS = 4;

/** @typedef {{count: number, time: (n: number) => number, force: Float32Array, compression: Float32Array, span: number}} Shown */

export class ContactForce extends Picture {
  constructor() {
    super("Contact", "Let two things touch to see their force.", ["contact"]);
    this.force = new Float32Array(0);
    this.compression = new Float32Array(0);
    this.velocity = new Float32Array(0);
    this.most = { force: new Ease(1e-6), compression: new Ease(1e-12) };
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
      compression: touch.compression,
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
      this.compression = new Float32Array(count);
    }
    const ago = this.slipOnset(contact, count);
    contact.copy("force", this.force, ago);
    contact.copy("compression", this.compression, ago);
    return { count, time: (/** @type {number} */ n) => n / contact.rate, force: this.force, compression: this.compression, span: count / contact.rate };
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
    const { pen, colours, now } = frame;
    let [least, most, shallow, deep] = [0, 0, 0, 0];
    for (let n = 0; n < shown.count; n++) {
      most = Math.max(most, shown.force[n]);
      least = Math.min(least, shown.force[n]);
      deep = Math.max(deep, shown.compression[n]);
      shallow = Math.min(shallow, shown.compression[n]);
    }
    this.peak = Math.max(most, -least);
    this.depth = Math.max(deep, -shallow);
    this.span = shown.span;
    const force = this.lasting ? this.most.force.follow(this.peak, now) : this.peak;
    const depth = this.lasting ? this.most.compression.follow(this.depth, now) : this.depth;
    // A blow only presses; what rubs goes either way.
    const up = ends(force, least, most);
    const box = area(frame, { right: 52 });
    const across = { from: 0, to: shown.span, unit: "s", name: "" };
    const { x, y } = axes(frame, box, across, { ...up, unit: "N" });
    const right = { ...ends(depth, shallow, deep), unit: "m" };
    const z = scale(right, box.bottom, box.top);
    pen.fillStyle = colours.cool;
    pen.textAlign = "left";
    pen.textBaseline = "middle";
    for (const value of [right.from, right.to]) {
      if (value !== 0) pen.fillText(si(value, "m"), box.right + 5, Math.min(Math.max(z(value), box.top + 4), box.bottom - 3));
    }
    pen.save();
    pen.beginPath();
    pen.rect(box.left, box.top - 2, box.right - box.left, box.bottom - box.top + 4);
    pen.clip();
    trace(pen, shown.count, (n) => x(shown.time(n)), (n) => z(shown.compression[n]));
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
   * @param {import("./picture.js").Frame} frame
   * @param {import("./plot.js").Area} box
   */
  legend(frame, box) {
    const { pen, colours } = frame;
    pen.textBaseline = "top";
    pen.textAlign = "right";
    const second = this.feed?.rubbed ? "bending" : "compression";
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

/**
 * Ends of an axis: from zero where nothing goes below it.
 * @param {number} size
 * @param {number} least
 * @param {number} most
 */
function ends(size, least, most) {
  const end = roundUp(Math.max(size, 1e-15) * 1.05);
  const below = least < -0.05 * size;
  const above = most > 0.05 * size || !below;
  return { from: below ? -end : 0, to: above ? end : 0 };
}

customElements.define("urto-contact", ContactForce);
