// Reads a parameter table as the page shows it: groups by nested tables, and which values a
// choice puts out of play. All of it follows from the keys, nothing is known about any sound.

/** @typedef {import("./types.js").ParamInfo} ParamInfo */
/** @typedef {import("./types.js").Value} Value */
/** @typedef {{path: string, params: ParamInfo[]}} Group */
/** @typedef {{choice: string, option: string, scope: string, off: boolean}} Rule */

/** The table a key stands in: "body.modes/0/decay" -> "body.modes", "striker.mass" -> "striker". @param {string} key */
export function tableOf(key) {
  const list = key.indexOf("/");
  if (list >= 0) return key.slice(0, list);
  const dot = key.lastIndexOf(".");
  return dot < 0 ? "" : key.slice(0, dot);
}

/** Groups in the order of the table; the sound's own values come first. @param {ParamInfo[]} params @returns {Group[]} */
export function groups(params) {
  /** @type {Map<string, Group>} */
  const found = new Map([["", { path: "", params: [] }]]);
  for (const param of params) {
    const path = tableOf(param.key);
    const group = found.get(path) ?? { path, params: [] };
    group.params.push(param);
    found.set(path, group);
  }
  return [...found.values()].filter((group) => group.params.length > 0);
}

/** Options that mean that there is no such thing. */
const NOTHING = new Set(["nothing", "none", "off"]);

/**
 * An option that bears the name of a value or table beside its choice puts that one in play:
 * `striker.kind = body` the table `striker.body`, `contact.law = felt` the table `contact.felt`.
 * An option that says "nothing" puts all beside the choice out of play.
 * @param {ParamInfo[]} params @returns {Rule[]}
 */
export function rules(params) {
  /** @type {Rule[]} */
  const found = [];
  for (const choice of params) {
    if (choice.scale !== "choice" || !choice.options) continue;
    const path = tableOf(choice.key);
    const beside = (/** @type {string} */ name) => (path === "" ? name : `${path}.${name}`);
    for (const option of choice.options) {
      const scope = beside(option.key);
      if (NOTHING.has(option.key) && path !== "")
        found.push({ choice: choice.key, option: option.key, scope: path, off: true });
      else if (scope !== choice.key && params.some((param) => within(param.key, scope)))
        found.push({ choice: choice.key, option: option.key, scope, off: false });
    }
  }
  return found;
}

/** @param {string} key @param {string} scope */
const within = (key, scope) => key === scope || key.startsWith(`${scope}.`) || key.startsWith(`${scope}/`);

/** The rule that puts a value out of play now, if one does. @param {Rule[]} all @param {string} key @param {Record<string, Value>} values */
export const idle = (all, key, values) =>
  all.find(
    (rule) =>
      key !== rule.choice &&
      within(key, rule.scope) &&
      (values[rule.choice]?.choice === rule.option) === rule.off &&
      values[rule.choice] !== undefined,
  );

/** Does a search fit a value? @param {ParamInfo} param @param {string} text */
export function fits(param, text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const hay = `${param.key.replace(/[._/]/g, " ")} ${param.about} ${param.unit}`.toLowerCase();
  return words.every((word) => hay.includes(word));
}

/** Points of a curve written as text, for its picture; null if it is none. @param {string} text @returns {[number, number][]|null} */
export function curvePoints(text) {
  const numbers = text.match(/[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/gi)?.map(Number) ?? [];
  if (numbers.length < 4 || numbers.length % 2 || numbers.some((n) => !Number.isFinite(n))) return null;
  /** @type {[number, number][]} */
  const points = [];
  for (let at = 0; at < numbers.length; at += 2) points.push([numbers[at], numbers[at + 1]]);
  return points.every((point, at) => at === 0 || point[0] >= points[at - 1][0]) ? points : null;
}
