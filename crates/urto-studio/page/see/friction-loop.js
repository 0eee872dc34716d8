// The bow's friction loop: force against velocity. The upright part is sticking, the way out and
// back is a slip; a string in Helmholtz motion goes around once per period.

import { veil } from "./colours.js";
import { Picture } from "./picture.js";
import { area, Around, axes, trace } from "./plot.js";
import { plain, si } from "./units.js";

/** What is drawn when nothing repeats [taps]. */
const STRETCH = 1536;
const MOST = 4096;

export class FrictionLoop extends Picture {
  constructor() {
    super("Friction loop", "Rub something to see it stick and slip.", ["contact"]);
    this.force = new Float32Array(MOST);
    this.velocity = new Float32Array(MOST);
    this.fast = new Around(1e-4);
    this.strong = new Around(1e-6);
    this.some = false;
  }

  /** Slips in one period, a mean over those seen; null where nothing periodic is rubbed. */
  get slipsPerPeriod() {
    return this.feed?.slips?.perPeriod ?? null;
  }

  /** The period [s], or null. */
  get period() {
    return this.feed?.slips?.period ?? null;
  }

  /**
   * @param {import("./picture.js").Frame} frame
   * @override
   */
  draw(frame) {
    const feed = this.feed;
    if (!feed) return false;
    const wanted = feed.slips?.period ? Math.ceil(2 * feed.slips.period * feed.contact.rate) : STRETCH;
    const count = Math.min(wanted, feed.contact.row, MOST);
    if (feed.trigger.lasting && count >= 256) {
      this.force = this.force.length === count ? this.force : new Float32Array(count);
      this.velocity = this.velocity.length === count ? this.velocity : new Float32Array(count);
      feed.contact.copy("force", this.force);
      feed.contact.copy("velocity", this.velocity);
      this.some = true;
    } else if (!this.some) return false;
    const { pen, colours, now } = frame;
    const { force, velocity } = this;
    const across = { ...this.fast.follow(velocity, now, true), unit: "m/s", name: "speed" };
    const up = { ...this.strong.follow(force, now), unit: "N", name: "friction force" };
    const box = area(frame);
    const { x, y } = axes(frame, box, across, up);
    pen.strokeStyle = veil(colours.quiet, 0.6);
    pen.lineWidth = 1;
    pen.beginPath();
    pen.moveTo(x(0), box.top);
    pen.lineTo(x(0), box.bottom);
    pen.stroke();
    trace(pen, force.length, (n) => x(velocity[n]), (n) => y(force[n]));
    pen.strokeStyle = veil(colours.accent, 0.85);
    pen.lineWidth = 1.5;
    pen.stroke();
    // Where it is now.
    const last = force.length - 1;
    pen.beginPath();
    pen.arc(x(velocity[last]), y(force[last]), 3.5, 0, 2 * Math.PI);
    pen.fillStyle = colours.ink;
    if (feed.trigger.lasting) pen.fill();
    return true;
  }

  /**
   * @param {Set<import("./feed.js").News>} news
   * @param {number} now
   * @param {boolean} [must]
   * @override
   */
  refresh(news, now, must = false) {
    super.refresh(news, now, must);
    const slips = this.slipsPerPeriod;
    const text = slips === null ? "" : slips.toFixed(2);
    if ((this.getAttribute("slips-per-period") ?? "") === text) return;
    if (text) this.setAttribute("slips-per-period", text);
    else this.removeAttribute("slips-per-period");
  }

  /** @override */
  read() {
    const { slipsPerPeriod: slips, period } = this;
    if (slips === null || !period) return this.feed?.trigger.lasting ? "not periodic" : "";
    return `${slipWords(slips)} per period, ${si(1 / period, "Hz")}`;
  }

  /** @override */
  describe() {
    const { slipsPerPeriod: slips, period } = this;
    if (slips === null || !period) return "Force against velocity of what is rubbed; the motion does not repeat.";
    return `Sticks and slips in periods, ${si(1 / period, "Hz")}; ${slipWords(slips)} in each.`;
  }
}

/** @param {number} slips */
function slipWords(slips) {
  const whole = Math.round(slips);
  if (Math.abs(slips - whole) > 0.1) return `${plain(slips, 2)} slips`;
  return whole === 1 ? "1 slip" : `${whole} slips`;
}

customElements.define("urto-friction-loop", FrictionLoop);
