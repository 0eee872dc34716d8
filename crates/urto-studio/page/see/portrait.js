// The contact's phase portrait: velocity against compression. A blow draws a lens: in at the top,
// out at the bottom, slower by what the contact has taken.

import { veil } from "./colours.js";
import { Picture } from "./picture.js";
import { area, axes, Ease, trace } from "./plot.js";
import { roundUp, si } from "./units.js";

/** What is shown of a contact that lasts [taps]: 20 ms at 48 kHz. */
const LASTING = 960;

export class PhasePortrait extends Picture {
  constructor() {
    super("Phase portrait", "Let two things meet to see how they give way and spring back.", ["contact"]);
    this.arrival = 0;
    this.departure = 0;
    this.depth = 0;
    this.lasting = false;
    this.compression = new Float32Array(LASTING);
    this.velocity = new Float32Array(LASTING);
    this.most = { speed: new Ease(1e-9), depth: new Ease(1e-12) };
  }

  /** Speed at which the two part over that at which they meet, or null before any blow. */
  get restitution() {
    const velocity = this.feed?.trigger.shown?.velocity;
    return velocity && velocity[0] > 0 ? -velocity[velocity.length - 1] / velocity[0] : null;
  }

  /**
   * @param {import("./picture.js").Frame} frame
   * @override
   */
  draw(frame) {
    const feed = this.feed;
    if (!feed) return false;
    const lasting = feed.trigger.lasting && feed.contact.row >= LASTING;
    if (lasting) {
      feed.contact.copy("compression", this.compression);
      // Apart, there is nothing to press.
      this.compression.forEach((one, n) => (this.compression[n] = Math.max(one, 0)));
      feed.contact.copy("velocity", this.velocity);
    }
    const touch = lasting ? this : feed.trigger.shown;
    if (!touch || touch.compression.length < 3) return false;
    const { pen, colours, now } = frame;
    const { compression, velocity } = touch;
    const count = compression.length;
    let [deepest, fast, slow] = [0, 0, 0];
    for (let n = 0; n < count; n++) {
      deepest = Math.max(deepest, compression[n]);
      fast = Math.max(fast, velocity[n]);
      slow = Math.min(slow, velocity[n]);
    }
    this.depth = deepest;
    this.arrival = velocity[0];
    this.departure = -velocity[count - 1];
    this.lasting = lasting;
    if (lasting) {
      // A lasting contact never stands still, but its picture should.
      deepest = this.most.depth.follow(deepest, now);
      fast = this.most.speed.follow(Math.max(fast, -slow), now);
    }
    const speed = roundUp(Math.max(fast, -slow) * 1.05);
    const depth = roundUp(deepest * 1.08);
    const box = area(frame);
    const across = { from: 0, to: depth, unit: "m", name: "compression" };
    const up = { from: -speed, to: speed, unit: "m/s", at: [-speed, 0, speed] };
    const { x, y } = axes(frame, box, across, up);
    const at = (/** @type {number} */ n) => x(compression[n]);
    trace(pen, count, at, (n) => y(velocity[n]));
    pen.closePath();
    pen.fillStyle = veil(colours.accent, 0.1);
    if (!lasting) pen.fill();
    trace(pen, count, at, (n) => y(velocity[n]));
    pen.strokeStyle = colours.accent;
    pen.lineWidth = lasting ? 1.25 : 2;
    pen.stroke();
    if (lasting) {
      // Where it is now.
      pen.beginPath();
      pen.arc(at(count - 1), y(velocity[count - 1]), 3.5, 0, 2 * Math.PI);
      pen.fillStyle = colours.ink;
      pen.fill();
    } else if (count < 120) {
      // Few enough to see what the computer saw.
      pen.fillStyle = colours.accent;
      pen.beginPath();
      for (let n = 0; n < count; n++) {
        pen.moveTo(at(n) + 2.2, y(velocity[n]));
        pen.arc(at(n), y(velocity[n]), 2.2, 0, 2 * Math.PI);
      }
      pen.fill();
    }
    pen.fillStyle = colours.quiet;
    pen.textAlign = "right";
    pen.textBaseline = "top";
    pen.fillText("coming in", box.right - 2, box.top + 3);
    pen.textBaseline = "bottom";
    pen.fillText("springing back", box.right - 2, box.bottom - 3);
    return true;
  }

  /** @override */
  read() {
    if (this.lasting) return `${si(this.depth, "m")} deep`;
    return `${si(this.arrival, "m/s")} in, ${si(this.departure, "m/s")} out`;
  }

  /** @override */
  describe() {
    if (this.lasting) return `The two stay in touch, up to ${si(this.depth, "m")} deep.`;
    return `Comes in at ${si(this.arrival, "m/s")}, goes ${si(this.depth, "m")} deep, leaves at ${si(this.departure, "m/s")}.`;
  }
}

customElements.define("urto-portrait", PhasePortrait);
