// A score as the desk reads it: TOML, as in a project's file.

/** @param {number} value */
const number = (value) => String(value);

/** @param {readonly (readonly [number, number])[]} all */
const points = (all) => `[${all.map(([time, value]) => `[${number(time)}, ${number(value)}]`).join(", ")}]`;

/** @param {readonly number[]} all */
const list = (all) => `[${all.map(number).join(", ")}]`;

/** @param {string} text */
const quoted = (text) => JSON.stringify(text).replace(/\u007f/g, "\\u007f");

/** @param {import("./types.js").Cue} cue */
export function cueText({ at, strength, hold, pitch, pressure, place }) {
  const more = Object.entries({ pitch, pressure, place }).flatMap(([name, value]) => (value === undefined ? [] : [`${name} ${number(value)}`]));
  return [number(at), number(strength), hold === null ? "-" : number(hold), ...more].join(" ");
}

/** @param {import("./types.js").Score} score */
export function scoreText({ beats, tempo, length, cycle, lanes, shapes }) {
  const lines = [`beats = ${beats}`, `tempo = ${number(tempo)}`, `length = ${number(length)}`];
  if (cycle) lines.push(`cycle = ${list(cycle)}`);
  for (const { slot, events, curves, patterns } of lanes) {
    lines.push("[[lane]]", `slot = ${slot}`, `events = "${events.map(cueText).join("\\n")}"`);
    for (const curve of curves) lines.push("[[lane.curve]]", `key = ${quoted(curve.key)}`, `points = ${points(curve.points)}`);
    for (const own of patterns) {
      lines.push("[[lane.pattern]]", `at = ${number(own.at)}`, `step = ${number(own.step)}`, `times = ${own.times}`);
      lines.push(`steps = ${list(own.steps)}`, `pitch = ${list(own.pitch)}`, `place = ${list(own.place)}`);
      if (own.hold !== null) lines.push(`hold = ${number(own.hold)}`);
      lines.push(`swing = ${number(own.swing)}`, `vary = ${number(own.vary)}`, `seed = ${own.seed}`);
    }
  }
  for (const { name, points: all } of shapes) lines.push("[[shape]]", `name = ${quoted(name)}`, `points = ${points(all)}`);
  return lines.join("\n");
}
