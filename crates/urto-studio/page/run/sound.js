// What a run sounds like, and the time that goes by: by the clock of the sound where there is one, so
// that what is seen and heard stay together.

/** How long one sound takes over from another [s]. */
const OVER = 0.02;

export class RunSound {
  constructor() {
    /** @type {AudioContext|null} */
    this.context = null;
    /** @type {AudioBuffer|null} */
    this.buffer = null;
    /** @type {{source: AudioBufferSourceNode, level: GainNode}|null} */
    this.playing = null;
    /** Where it stands while it rests [s], and when it would have begun while it plays. */
    this.at = 0;
    this.begun = 0;
    this.runs = false;
    this.seconds = 0;
  }

  /** @param {Float32Array<ArrayBuffer>[]} channels @param {number} rate */
  load(channels, rate) {
    const buffer = new AudioBuffer({ numberOfChannels: channels.length, length: Math.max(channels[0].length, 1), sampleRate: rate });
    channels.forEach((own, n) => buffer.copyToChannel(own, n));
    this.buffer = buffer;
    if (!this.runs) return;
    const { time } = this;
    this.quiet();
    this.sound(time);
  }

  /** @param {AudioContext|null} context without one it is only seen */
  play(context) {
    if (this.runs) return;
    this.context = context;
    if (this.at >= this.seconds - 1e-3) this.at = 0;
    this.runs = true;
    this.begun = this.clock() - this.at;
    this.sound(this.at);
  }

  pause() {
    if (!this.runs) return;
    this.at = this.time;
    this.runs = false;
    this.quiet();
  }

  /** @param {number} time s */
  seek(time) {
    this.at = Math.min(Math.max(time, 0), this.seconds);
    if (!this.runs) return;
    this.begun = this.clock() - this.at;
    this.quiet();
    this.sound(this.at);
  }

  /** What is heard now [s]. */
  get time() {
    if (!this.runs) return this.at;
    const late = this.context?.outputLatency || 0;
    return Math.min(Math.max(this.clock() - this.begun - late, 0), this.seconds);
  }

  /** s */
  clock() {
    return this.context ? this.context.currentTime : performance.now() / 1000;
  }

  /** @param {number} from s */
  sound(from) {
    const { context, buffer } = this;
    if (!context || !buffer || from >= buffer.duration) return;
    const source = new AudioBufferSourceNode(context, { buffer });
    const level = new GainNode(context, { gain: 0 });
    level.gain.setTargetAtTime(1, context.currentTime, OVER / 4);
    source.connect(level).connect(context.destination);
    source.start(0, Math.max(from, 0));
    this.playing = { source, level };
  }

  quiet() {
    const { context, playing } = this;
    this.playing = null;
    if (!context || !playing) return;
    playing.level.gain.cancelScheduledValues(context.currentTime);
    playing.level.gain.setTargetAtTime(0, context.currentTime, OVER / 4);
    playing.source.stop(context.currentTime + 2 * OVER);
  }

  /** The least and the greatest of each column of a picture. @param {number} columns */
  outline(columns) {
    const { buffer, seconds } = this;
    const low = new Float32Array(columns);
    const high = new Float32Array(columns);
    if (!buffer || seconds <= 0) return { low, high };
    for (let side = 0; side < buffer.numberOfChannels; side++) {
      const samples = buffer.getChannelData(side);
      for (let n = 0; n < columns; n++) {
        const from = Math.floor((n / columns) * seconds * buffer.sampleRate);
        const to = Math.min(Math.ceil(((n + 1) / columns) * seconds * buffer.sampleRate), samples.length);
        for (let k = from; k < to; k++) {
          if (samples[k] < low[n]) low[n] = samples[k];
          if (samples[k] > high[n]) high[n] = samples[k];
        }
      }
    }
    return { low, high };
  }
}
