// Finds contacts in the taps as an oscilloscope does: from onset to parting, held until the next.

/** Longer contacts are shown as they go on [s]. */
const LASTING = 0.1;
/** For so long after a contact only a stronger one takes its place, so that it can be seen [s]. */
const HOLD_OFF = 0.15;

/**
 * @typedef {object} Touch one contact
 * @property {Float64Array} time s from onset
 * @property {Float32Array} force N
 * @property {Float32Array} compression m
 * @property {Float32Array} velocity m/s
 * @property {number} onset frame
 * @property {number} peak N
 * @property {number} duration s
 */

export class Trigger {
  constructor(size = 8192) {
    this.force = new Float32Array(size);
    this.compression = new Float32Array(size);
    this.velocity = new Float32Array(size);
    this.index = new Float64Array(size);
    this.count = 0;
    /** Frame of the last tap with force. */
    this.touched = -1;
    this.open = false;
    /** Whether the two stay together: something is rubbed, or lies. */
    this.lasting = false;
    /** @type {Touch | null} */
    this.shown = null;
    /** Contacts seen. */
    this.contacts = 0;
  }

  clear() {
    this.count = 0;
    this.touched = -1;
    this.open = false;
    this.lasting = false;
    this.shown = null;
  }

  /**
   * @param {import("./host.js").Taps} taps
   * @returns {boolean} whether another contact is shown now
   */
  take(taps) {
    let changed = false;
    for (let n = 0; n < taps.index.length; n++) {
      const frame = taps.index[n];
      if (this.open) {
        const length = this.touched - this.index[0];
        // Short partings belong to one blow: a hammer chatters on a bar.
        const parted = frame - this.touched > Math.max(8, 0.5 * length);
        if (parted) changed = this.close(taps.rate) || changed;
      }
      if (taps.force[n] !== 0) {
        if (!this.open) this.begin(taps, n);
        this.touched = frame;
      }
      if (this.open && this.count < this.index.length) {
        this.force[this.count] = taps.force[n];
        this.compression[this.count] = taps.compression[n];
        this.velocity[this.count] = taps.velocity[n];
        this.index[this.count] = frame;
        this.count++;
      }
      if (this.open && frame - this.index[0] > LASTING * taps.rate) this.lasting = true;
    }
    return changed;
  }

  /**
   * A contact begins. The velocity is the mean of a step, so the compression before it is known.
   * @param {import("./host.js").Taps} taps
   * @param {number} n the first tap with force
   */
  begin(taps, n) {
    this.open = true;
    this.count = 1;
    this.force[0] = 0;
    this.compression[0] = taps.compression[n] - taps.velocity[n] / taps.rate;
    this.velocity[0] = taps.velocity[n];
    this.index[0] = taps.index[n] - 1;
  }

  /** @param {number} rate */
  close(rate) {
    this.open = false;
    this.contacts++;
    const lasted = this.lasting;
    this.lasting = false;
    // A lasting contact is no blow; what is shown stays.
    if (lasted) return false;
    const onset = this.index[0];
    let peak = 0;
    for (let n = 0; n < this.count; n++) peak = Math.max(peak, Math.abs(this.force[n]));
    const since = this.shown ? (onset - this.shown.onset) / rate : Infinity;
    if (this.shown && since >= 0 && since < HOLD_OFF && peak <= this.shown.peak) return false;
    // Up to parting, and the step after it if that was seen.
    let count = this.count;
    while (count > 1 && this.force[count - 1] === 0) count--;
    if (count < this.count && this.index[count] === this.index[count - 1] + 1) count++;
    this.shown = {
      time: this.index.slice(0, count).map((frame) => (frame - onset) / rate),
      force: this.force.slice(0, count),
      // Apart, there is nothing to press.
      compression: this.compression.slice(0, count).map((one) => Math.max(one, 0)),
      velocity: this.velocity.slice(0, count),
      onset,
      peak,
      duration: (this.touched - onset) / rate,
    };
    return true;
  }
}
