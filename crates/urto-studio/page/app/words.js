// Keys of the tables as words for people.

/** "normal_force" -> "Normal force". @param {string} key */
export function title(key) {
  const words = key.replace(/_/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** "striker.body" -> "Striker · body". @param {string} path */
export const groupTitle = (path) =>
  path === ""
    ? "Main"
    : path
        .split(".")
        .map((part, at) => (at ? part.replace(/_/g, " ") : title(part)))
        .join(" · ");

/** The last part: "striker.mass" -> "Mass", "body.modes/2/decay" -> "3 · decay". @param {string} key */
export function leafTitle(key) {
  const leaf = key.slice(key.lastIndexOf(".") + 1).split("/");
  const name = /** @type {string} */ (leaf.pop());
  const index = leaf.find((part) => /^\d+$/.test(part));
  return index === undefined ? title(name) : `${Number(index) + 1} · ${name.replace(/_/g, " ")}`;
}

/** Words of the docs without their marks for code: "`f = k·x^a`" -> "f = k·x^a". @param {string} text */
export const plainly = (text) => text.replaceAll("`", "");

/** @param {number} count @param {string} one @param {string} [many] */
export const counted = (count, one, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

/** What the taxonomy's words mean. @type {Record<string, string>} */
export const FAMILIES = {
  solids: "Things that strike, rub, roll, crumple and break.",
  liquids: "Drops, streams, bubbles and splashes.",
  gases: "Wind, breath, bursts and flames.",
  machines: "Motors, gears and what they drive.",
};

/** @type {Record<string, {many: string, about: string}>} */
export const FORMS = {
  event: { many: "Events", about: "happen once" },
  texture: { many: "Textures", about: "go on as long as one likes" },
  process: { many: "Processes", about: "run their course" },
};

/** A gain in words: "−6.0 dB"; -60 is off. @param {number} db */
export function decibels(db) {
  if (!(db > -60)) return "off";
  return `${db > 0.05 ? "+" : db < -0.05 ? "−" : ""}${Math.abs(db).toFixed(1)} dB`;
}

/** @param {number} pan from -1 to 1 */
export function panned(pan) {
  const share = Math.round(Math.abs(pan) * 100);
  return share === 0 ? "centre" : `${share} % ${pan < 0 ? "left" : "right"}`;
}

/** @param {number} seconds */
export function clock(seconds) {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/**
 * With a capital at its beginning.
 * @param {string} text
 */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
