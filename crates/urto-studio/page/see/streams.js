// What the pictures keep of the past: the sound, the contact, the energy.

/** So much silence after a sound is kept [s]. */
const LULL = 0.5;
/** The analyser hands out whole quanta. */
const QUANTUM = 128;

/** So much is looked at at once, the most that there is: a page that is late by 0.6 s at 48 kHz misses nothing. */
const VIEW = 32768;

/** The last seconds of sound, put together from an analyser's overlapping views. */
export class Sound {
  /** @param {number} seconds */
  constructor(seconds) {
    this.seconds = seconds;
    this.rate = 48000;
    this.samples = new Float32Array(0);
    /** Samples taken so far; the newest is at `(total - 1) % samples.length`. */
    this.total = 0;
    this.view = new Float32Array(VIEW);
    this.before = new Float32Array(VIEW);
    this.time = -1;
    /** Total at which there last was anything to hear. */
    this.heard = -1e9;
  }

  /**
   * Takes what is new.
   * @param {import("./host.js").Ear} ear
   * @returns {number} how many samples came
   */
  take(ear) {
    const { currentTime, sampleRate } = ear.context;
    if (this.samples.length === 0 || this.rate !== sampleRate) {
      this.rate = sampleRate;
      this.samples = new Float32Array(Math.ceil(this.seconds * sampleRate));
    }
    if (currentTime === this.time) return 0;
    if (ear.fftSize !== this.view.length) ear.fftSize = this.view.length;
    [this.view, this.before] = [this.before, this.view];
    ear.getFloatTimeDomainData(this.view);
    const fresh = this.shift(Math.round(((currentTime - this.time) * sampleRate) / QUANTUM));
    this.time = currentTime;
    const start = this.view.length - fresh;
    let loudest = 0;
    for (let n = start; n < this.view.length; n++) loudest = Math.max(loudest, Math.abs(this.view[n]));
    // -110 dB: nobody sees that.
    const sounds = loudest > 3e-6;
    // Silence that lasts is left out: what was heard stays to be looked at.
    if (!sounds && this.total - this.heard > LULL * sampleRate) return 0;
    for (let n = start; n < this.view.length; n++) this.samples[this.total++ % this.samples.length] = this.view[n];
    if (sounds) this.heard = this.total;
    return fresh;
  }

  /** Whether nothing was heard yet. */
  get silent() {
    return this.heard < 0;
  }

  /**
   * By how many samples the view has moved on: a whole number of quanta, nearest to what the
   * clock says, such that the overlap is the same.
   * @param {number} guess quanta
   */
  shift(guess) {
    const size = this.view.length;
    const most = size / QUANTUM;
    if (!(guess >= 0) || guess >= most) return size;
    for (let away = 0; away <= 8; away++) {
      for (const quanta of away ? [guess + away, guess - away] : [guess]) {
        if (quanta >= 0 && quanta < most && this.fits(quanta * QUANTUM)) return quanta * QUANTUM;
      }
    }
    return Math.min(guess, most) * QUANTUM;
  }

  /** @param {number} by */
  fits(by) {
    const size = this.view.length;
    const overlap = size - by;
    const step = Math.max(1, Math.floor(overlap / 48));
    for (let n = overlap - 1; n >= 0; n -= step) {
      if (this.view[n] !== this.before[n + by]) return false;
    }
    return true;
  }

  /**
   * Copies a stretch that ends `ago` samples before the newest.
   * @param {Float32Array} into
   * @param {number} ago
   */
  copy(into, ago = 0) {
    const kept = this.samples.length;
    let at = this.total - ago - into.length;
    for (let n = 0; n < into.length; n++, at++) {
      into[n] = at < 0 || at >= this.total || at < this.total - kept ? 0 : this.samples[at % kept];
    }
  }
}

/** While two things are apart one tap out of so many is told. */
const SELDOM = 16;

/** The last taps of the contact that is watched. */
export class Contact {
  constructor(size = 16384) {
    this.size = size;
    this.force = new Float32Array(size);
    this.compression = new Float32Array(size);
    this.velocity = new Float32Array(size);
    this.index = new Float64Array(size);
    this.rate = 48000;
    this.total = 0;
    /** Newest taps in a row without a gap. */
    this.row = 0;
  }

  clear() {
    this.total = 0;
    this.row = 0;
  }

  /** @param {import("./host.js").Taps} taps */
  take(taps) {
    this.rate = taps.rate || this.rate;
    const count = Math.min(taps.index.length, taps.force.length);
    for (let n = 0; n < count; n++) {
      this.bridge(taps, n);
      this.put(taps.index[n], taps.force[n], taps.compression[n], taps.velocity[n]);
    }
    return count;
  }

  /**
   * What jumps along goes on being looked at: where it is apart for a moment there is no force, and
   * the rest goes straight from one tap to the next.
   * @param {import("./host.js").Taps} taps
   * @param {number} n the next tap
   */
  bridge(taps, n) {
    const last = (this.total + this.size - 1) % this.size;
    const gap = this.total > 0 ? taps.index[n] - this.index[last] : 0;
    if (gap > SELDOM) return;
    const [from, compression, velocity] = [this.index[last], this.compression[last], this.velocity[last]];
    for (let k = 1; k < gap; k++) {
      const share = k / gap;
      this.put(
        from + k,
        0,
        compression + share * (taps.compression[n] - compression),
        velocity + share * (taps.velocity[n] - velocity),
      );
    }
  }

  /** @param {number} index @param {number} force @param {number} compression @param {number} velocity */
  put(index, force, compression, velocity) {
    const at = this.total % this.size;
    const last = (this.total + this.size - 1) % this.size;
    const next = this.total > 0 && index === this.index[last] + 1;
    this.row = next ? Math.min(this.row + 1, this.size) : 1;
    this.force[at] = force;
    this.compression[at] = compression;
    this.velocity[at] = velocity;
    this.index[at] = index;
    this.total++;
  }

  /**
   * The newest `count` values of one quantity, in a row.
   * @param {"force" | "compression" | "velocity"} what
   * @param {Float32Array} into
   * @param {number} [ago] taps left out at the end
   */
  copy(what, into, ago = 0) {
    const from = this[what];
    const start = this.total - ago - into.length;
    for (let n = 0; n < into.length; n++) {
      into[n] = start + n < 0 ? 0 : from[(start + n) % this.size];
    }
  }
}

/**
 * @typedef {object} Entry of the ledger
 * @property {number} time s
 * @property {number} injected J
 * @property {number} dissipated J
 * @property {number} stored J
 * @property {number} error J: what does not add up
 * @property {number} book number of the book it stands in
 */

/** The energy ledger over the last seconds. */
export class Energy {
  /** @param {number} seconds */
  constructor(seconds) {
    this.seconds = seconds;
    /** @type {Entry[]} */
    this.past = [];
    this.book = 0;
  }

  clear() {
    this.past.length = 0;
  }

  /**
   * @param {import("./host.js").Physics} physics
   * @param {number} time s
   * @returns {boolean} whether anything changed
   */
  take(physics, time) {
    const { dissipated, stored } = physics;
    const injected = physics.injected + (physics.initial ?? 0);
    const newest = this.past.at(-1);
    // Another voice, or one that slept, has a book of its own.
    if (newest && dissipated < newest.dissipated * (1 - 1e-9)) this.book++;
    const same = newest && newest.injected === injected && newest.dissipated === dissipated && newest.stored === stored;
    const error = injected - dissipated - stored;
    this.past.push({ time, injected, dissipated, stored, error, book: this.book });
    while (this.past.length > 2 && this.past[1].time < time - this.seconds) this.past.shift();
    const oldest = this.past[0];
    return !same || oldest.dissipated !== dissipated || oldest.book !== this.book;
  }
}
