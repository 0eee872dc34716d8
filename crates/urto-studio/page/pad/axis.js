// One direction of a pad: a number, its way from 0 to 1, and the words for it.

import { plain, si } from "../see/units.js";
import { specOf } from "./ways.js";

/** Strength of a blow at the bottom and at the top of a pad. */
const WEAKEST = 0.1;
const STRONGEST = 2;

export class PadAxis {
  /**
   * @param {import("../see/host.js").AxisWay | null} way
   * @param {import("../see/host.js").SoundSpec | null} sound
   * @param {boolean} chosen whether somebody put it there in place of what the sound has
   */
  constructor(way, sound, chosen = false) {
    this.way = way;
    this.chosen = chosen;
    this.spec = way && (sound?.params.find((one) => one.key === way.key) ?? specOf(sound, way.key));
    /** Named as the parameter is: "bow normal force". */
    this.name = way ? way.key.replaceAll(/[._/]/g, " ") : "";
    this.about = this.spec?.about ?? "";
  }

  /** All the way of a number that was chosen. @param {import("../see/host.js").SoundSpec | null} sound @param {string} key */
  static of(sound, key) {
    const spec = specOf(sound, key);
    return new PadAxis(spec && { key, from: spec.min ?? 0, to: spec.max ?? 1 }, sound, true);
  }

  /** Whether there is anything to set. */
  get is() {
    return this.way !== null;
  }

  /**
   * Slider position of a value, as the parameter's scale has it.
   * @param {number} value
   */
  position(value) {
    const { scale = "linear", min = 0, max = 1 } = this.spec ?? {};
    const [low, high] = [min ?? 0, max ?? 1];
    if (scale === "log" || scale === "zero-log") {
      if (value < 0.5 * low) return 0;
      return Math.log(Math.max(value, low) / low) / Math.log(high / low);
    }
    return (value - low) / (high - low);
  }

  /**
   * The value at a place of the pad: even on the parameter's own scale.
   * @param {number} place 0 to 1
   */
  value(place) {
    const { way, spec } = this;
    if (!way) return WEAKEST + (STRONGEST - WEAKEST) * place;
    const { scale = "linear", min = 0, max = 1 } = spec ?? {};
    const [low, high] = [min ?? 0, max ?? 1];
    const start = this.position(way.from);
    const at = start + (this.position(way.to) - start) * place;
    if (scale === "zero-log" && at <= 0) return 0;
    // Rounding leads to no value beyond the range.
    if (scale === "log" || scale === "zero-log") return Math.min(high, Math.max(low, low * Math.exp(at * Math.log(high / low))));
    const value = low + at * (high - low);
    return scale === "integer" ? Math.round(value) : value;
  }

  /**
   * The place of a value, 0 to 1.
   * @param {number} value
   */
  place(value) {
    const { way } = this;
    if (!way) return clamp((value - WEAKEST) / (STRONGEST - WEAKEST));
    const start = this.position(way.from);
    const span = this.position(way.to) - start;
    return span === 0 ? 0 : clamp((this.position(value) - start) / span);
  }

  /**
   * The place for a share of full speed: the value goes in proportion, as speeds do.
   * @param {number} share 0 to 1
   */
  placeOfSpeed(share) {
    const { way } = this;
    if (!way || share <= 0) return 0;
    return this.place(way.from + (way.to - way.from) * Math.min(share, 1));
  }

  /**
   * The value in words: "1.5 N".
   * @param {number} place
   */
  words(place) {
    if (!this.way) return `${plain(this.value(place), 2)}\u00a0times`;
    return si(this.value(place), this.spec?.unit ?? "", 2);
  }
}

/** @param {number} share */
export function clamp(share) {
  return Math.min(Math.max(share, 0), 1);
}
