// The one table through which hands and machines reach sounds: a source, its way, and a target.

/**
 * What moves.
 * @typedef {object} Source
 * @property {"note"|"control"|"bend"|"pressure"|"touch"|"key"|"axis"|"button"|"tilt"|"shake"} kind
 *   note, control, bend and pressure (of a channel) and touch (of a note) are MIDI's
 * @property {number} number of a control, axis or button; of a tilt 0 (to the front) or 1 (to the side)
 * @property {number} channel MIDI's, 1 to 16; 0: any
 * @property {string} device part of its name; "": any
 * @property {string} code of a key, as its place on the keyboard is called
 */
/**
 * What is moved.
 * @typedef {object} Target
 * @property {"notes"|"strike"|"param"|"macro"|"gain"|"pan"|"layer"|"score"} what
 * @property {number} slot of the instance; -1: the one that is chosen
 * @property {string} key of a parameter or macro; the number of a layer
 */
/**
 * @typedef {object} Row
 * @property {Source} source
 * @property {[number, number]} range the part of the source's way that counts, each 0 to 1
 * @property {number} dead share of it around its rest that does nothing
 * @property {number} curve -1 to 1: quick at first, even, slow at first
 * @property {number} smooth how long it takes to follow [s]
 * @property {[number, number]} to where its ends lead, each 0 to 1 of the target's way
 * @property {Target} target
 */

export const NAME = "hands";
export const MOST_ROWS = 128;
const KINDS = ["note", "control", "bend", "pressure", "touch", "key", "axis", "button", "tilt", "shake"];
const WHATS = ["notes", "strike", "param", "macro", "gain", "pan", "layer", "score"];
/** Sources that rest in the middle of their way. */
const CENTRED = ["bend", "axis", "tilt"];
/** Sources that are pressed and let go. */
const PRESSED = ["note", "key", "button"];
/** Slowest that anything follows [s]. */
const SLOWEST = 5;
/** A pressed source is down above the half of its way. */
const DOWN = 0.5;

/** @param {Source} source */
export const isPressed = ({ kind }) => PRESSED.includes(kind);
/** @param {Source} source */
export const isCentred = ({ kind }) => CENTRED.includes(kind);

/** @param {Partial<Source>} source @param {Partial<Target>} target @returns {Row} */
export const newRow = (source, target) => ({
  source: { kind: "control", number: 0, channel: 0, device: "", code: "", ...source },
  range: [0, 1],
  dead: source.kind === "axis" ? 0.1 : source.kind === "tilt" ? 0.05 : 0,
  curve: 0,
  smooth: ["tilt", "shake", "axis"].includes(source.kind ?? "") ? 0.05 : 0,
  to: [0, 1],
  target: { what: "param", slot: -1, key: "", ...target },
});

/** What is there for a first MIDI device: its notes play what is chosen. */
export const FIRST = [newRow({ kind: "note" }, { what: "notes" })];

/** @param {any} value @param {number} low @param {number} high */
const within = (value, low, high) => typeof value === "number" && value >= low && value <= high;
/** @param {any} pair @returns {pair is [number, number]} */
const isPair = (pair) => Array.isArray(pair) && pair.length === 2 && pair.every((own) => within(own, 0, 1));

/**
 * Reads a table as a project keeps it; what does not fit is left out.
 * @param {string | undefined} text
 * @returns {Row[]}
 */
export function readRows(text) {
  try {
    const all = JSON.parse(text ?? "[]");
    if (!Array.isArray(all)) return [];
    return all.slice(0, MOST_ROWS).flatMap((own) => {
      const { source, target } = own ?? {};
      const sound =
        KINDS.includes(source?.kind) && within(source.number, 0, 127) && within(source.channel, 0, 16) && typeof source.device === "string" && typeof source.code === "string" &&
        WHATS.includes(target?.what) && within(target.slot, -1, 62) && typeof target.key === "string" &&
        isPair(own.range) && isPair(own.to) && within(own.dead, 0, 0.9) && within(own.curve, -1, 1) && within(own.smooth, 0, SLOWEST);
      if (!sound) return [];
      const { kind, number, channel, device, code } = source;
      const { what, slot, key } = target;
      const { range, dead, curve, smooth, to } = own;
      return [{ source: { kind, number, channel, device, code }, range, dead, curve, smooth, to, target: { what, slot, key } }];
    });
  } catch {
    return [];
  }
}

/**
 * Whether something that happened is what a row waits for.
 * @param {Source} source @param {Source} happened
 */
export function matches(source, happened) {
  if (source.kind !== happened.kind) return false;
  if (source.kind === "key") return source.code === happened.code;
  if (source.channel !== 0 && source.channel !== happened.channel) return false;
  if (source.device !== "" && !happened.device.includes(source.device)) return false;
  return ["note", "bend", "pressure", "touch", "shake"].includes(source.kind) || source.number === happened.number;
}

/**
 * Where a value of a source leads on the target's way, 0 to 1.
 * @param {Row} row @param {number} value 0 to 1; what rests in its middle rests at 0.5
 */
export function led({ source, range: [low, high], dead, curve, to: [first, last] }, value) {
  const centre = isCentred(source) ? 0.5 : 0;
  const reach = value >= centre ? 1 - centre : centre;
  const off = reach > 0 ? Math.abs(value - centre) / reach : 0;
  // Beyond the dead band the way begins anew, so that nothing jumps.
  const alive = dead < 1 ? Math.max(0, off - dead) / (1 - dead) : 0;
  const lively = centre + Math.sign(value - centre) * alive * reach;
  const share = high === low ? Number(lively >= high) : (lively - low) / (high - low);
  const at = bent(Math.min(1, Math.max(0, share)), curve);
  return first + (last - first) * at;
}

/** From 0 to 1 by a power: 0 is even, 1 slow at first, -1 quick. @param {number} at @param {number} curve */
export const bent = (at, curve) => at ** (4 ** curve);

/** Whether what is pressed and let go is down. @param {number} value */
export const isDown = (value) => value > DOWN;

/**
 * One step of following: nearer by what the time since the last step allows.
 * @param {number} now @param {number} wanted @param {number} passed [s] @param {number} smooth [s]
 */
export const followed = (now, wanted, passed, smooth) => {
  if (smooth <= 0) return wanted;
  const next = wanted + (now - wanted) * Math.exp(-passed / smooth);
  return Math.abs(next - wanted) < 1e-4 ? wanted : next;
};

/** A source in words. @param {Source} source */
export function sourceWords({ kind, number, channel, device, code }) {
  const on = [channel > 0 ? `channel ${channel}` : "", device].filter((own) => own !== "").join(", ");
  const names = {
    note: "MIDI notes",
    control: `MIDI control ${number}`,
    bend: "MIDI pitch bend",
    pressure: "MIDI pressure",
    touch: "MIDI pressure of a note",
    key: `Key ${code.replace(/^(Key|Digit)/, "")}`,
    axis: `Gamepad axis ${number + 1}`,
    button: `Gamepad button ${number + 1}`,
    tilt: number === 0 ? "Tilt to the front" : "Tilt to the side",
    shake: "Shake",
  };
  return on ? `${names[kind]} (${on})` : names[kind];
}
