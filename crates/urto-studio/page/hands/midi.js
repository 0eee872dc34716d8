// What MIDI messages say, as things that happened.

/** @typedef {import("./map.js").Source} Source */
/** @typedef {{source: Source, value: number, note?: number}} Happened value 0 to 1; of a note its velocity, 0 when it is let go */

/** The note that sounds as it is set: middle C. */
export const MIDDLE = 60;
/** How far a pitch bend goes: of a keyboard, and of each finger's channel (MPE) [half steps]. */
export const BEND = 2;
export const BEND_MPE = 48;
/** Controls that turn all notes off. */
const SILENCE = [120, 123];

/**
 * @param {ArrayLike<number>} data one message
 * @param {string} device
 * @returns {Happened | null} null for what is not played: clocks, programs and the like
 */
export function heard(data, device) {
  const [status = 0, first = 0, second = 0] = Array.from(data);
  if (status < 0x80 || status >= 0xf0 || first > 127 || second > 127) return null;
  const source = (/** @type {Source["kind"]} */ kind, /** @type {number} */ number) => ({ kind, number, channel: (status & 15) + 1, device, code: "" });
  switch (status >> 4) {
    case 8:
      return { source: source("note", 0), value: 0, note: first };
    case 9:
      return { source: source("note", 0), value: second / 127, note: first };
    case 10:
      return { source: source("touch", 0), value: second / 127, note: first };
    case 11:
      if (SILENCE.includes(first)) return { source: source("note", 0), value: 0, note: -1 };
      return { source: source("control", first), value: second / 127 };
    case 13:
      return { source: source("pressure", 0), value: first / 127 };
    case 14: {
      // Its middle is 8192 of 16383: both halves are whole.
      const bend = first + 128 * second - 8192;
      return { source: source("bend", 0), value: 0.5 + bend / (bend < 0 ? 16384 : 16382) };
    }
    default:
      return null;
  }
}

/**
 * Whether a channel belongs to one finger: a message that sets up MPE (RPN 6 on channel 1 or 16) says
 * how many channels do.
 */
export class Zones {
  lower = 0;
  upper = 0;
  /** What was said of the parameter that is being set. @type {Map<number, [number, number]>} */
  asked = new Map();

  /** @param {ArrayLike<number>} data */
  hear(data) {
    const [status, control, value] = Array.from(data);
    if (status >> 4 !== 11) return;
    const channel = (status & 15) + 1;
    const asked = this.asked.get(channel) ?? [127, 127];
    if (control === 101) this.asked.set(channel, [value, asked[1]]);
    else if (control === 100) this.asked.set(channel, [asked[0], value]);
    else if (control === 6 && asked[0] === 0 && asked[1] === 6) {
      if (channel === 1) this.lower = Math.min(15, value);
      if (channel === 16) this.upper = Math.min(15, value);
    }
  }

  /** @param {number} channel */
  isFinger(channel) {
    return (channel > 1 && channel <= 1 + this.lower) || (channel < 16 && channel >= 16 - this.upper);
  }
}
