// What a control explains of itself: what it is, its range and unit, the law that takes the number, and
// where that law was published.

import { soundInfo } from "./context.js";
import { leafTitle, plainly, title } from "./words.js";
import { si } from "../see/units.js";

/** @typedef {{law: string, source: string}} Law */

/** Laws by the names of what sounds are built on, and of tables that have their own. @type {Record<string, Law>} */
const LAWS = {
  impact: { law: "f = k·x^a·(1 + μ·v) while two bodies overlap by x", source: "Hunt & Crossley 1975; Papetti 2010, ch. 1" },
  linear: { law: "f = k·x + d·v while two bodies overlap by x", source: "Papetti 2010, 2.2.2" },
  extended_hertz: { law: "f = k·x^a + l·x^b·v while two bodies overlap by x", source: "Papetti 2010, 1.1; Brilliantov et al. 1996" },
  felt: { law: "a spring k·x^a that remembers how far it was pressed, and relaxes", source: "Stulov 1995" },
  friction: { law: "bristles between two surfaces bend, hold and give way: f = σ₀·z + σ₁·ż + σ₂·v", source: "Dupont et al. 2002; Avanzini, Serafin & Rocchesso 2005" },
  rosin: { law: "friction that gives way as a thin layer of rosin warms, and grips again as it cools", source: "Smith & Woodhouse 2000; Woodhouse & Galluzzo 2025" },
  modes: { law: "each mode a damped oscillator, m·(q″ + 2σ·q′ + ω²·q) = f, with σ = ln 1000 / T60", source: "Fletcher & Rossing 1998; Blevins 1979" },
  material: { law: "13.8 / T60 = α + η·ω + β·ω²", source: "Ashby, Materials Selection in Mechanical Design; Cremer & Heckl, Structure-Borne Sound" },
  string: { law: "waves that run to and fro between nut and bridge, with their losses at the bridge", source: "Smith 1992; Karjalainen et al. 1998" },
  masses: { law: "m·u″ = the forces of all links, and those from outside", source: "Villeneuve & Leonard 2019" },
  bubble: { law: "f = sqrt(3·γ·p / ρ) / (2π·r), damped by sound, heat and viscosity", source: "Minnaert 1933; Devin 1959; van den Doel 2005" },
  noise: { law: "noise, shaped as the sum of many small contacts is", source: "Papetti 2010, 2.2.5" },
  profile: { law: "a contact passes over the height of a rough surface, which pushes it", source: "van den Doel, Kry & Pai 2001; Rath & Rocchesso 2005" },
  chance: { law: "events by chance: waiting times of a Poisson process, strengths of a power law", source: "Houle & Sethna 1996; Papetti 2010, 2.2.5" },
  tube: { law: "waves of air that run to and fro between the ends of a tube", source: "Smith 1992; Papetti 2010, figure 2.17" },
  flow: { law: "vortices leave at f = St·v / d; turbulent air hisses", source: "Blevins 1979; Fletcher & Rossing 1998" },
  blast: { law: "p = p₀·(1 − t/T)·exp(−b·t/T) after the front", source: "Friedlander 1946" },
  rotor: { law: "torque falls with speed; what is carried round passes by as often as it turns", source: "Fitzgerald et al. 2003; Gieras et al. 2006" },
  finger: { law: "f = −R·v: each mode loses R·shape² / (2·m) more", source: "Zheng & James 2011, equation 20" },
  room: { law: "first echoes from the images of the source, then a tail with Eyring's T60", source: "Allen & Berkley 1979; Eyring 1930" },
  head: { law: "the pressure of a source on a rigid sphere, Rayleigh's series", source: "Rayleigh 1904; Duda & Martens 1998" },
  tube_space: { law: "waves in two dimensions over the cells of a mesh", source: "Van Duyne & Smith 1993; Savioja & Välimäki 2000" },
  open_air: { law: "1/r, r/c on the way, and of each tone what air leaves of it", source: "ISO 9613-1:1993" },
  spring_space: { law: "a row of equal masses and springs, pushed at one end and heard at the other", source: "Villeneuve & Leonard 2019" },
};

/** Tables of a sound that are of one law. @type {Record<string, string>} */
const TABLES = {
  linear: "linear",
  extended_hertz: "extended_hertz",
  felt: "felt",
  rosin: "rosin",
  body: "modes",
  support: "modes",
  facet: "modes",
  piece: "modes",
  grain: "modes",
  string: "string",
  room: "room",
  head: "head",
  open_air: "open_air",
  air: "modes",
};
/** Tables of a contact: its law is the sound's own. */
const CONTACTS = ["contact", "rub", "bow", "pin", "joint", "surface", "pad"];
/** Tables of a scene's bodies whose names are not those of laws. @type {Record<string, string>} */
const KINDS = { body: "modes", modal: "modes", mass: "masses", particle: "masses" };
/** What says of what a body is made. */
const OF_MATERIAL = ["material", "damping", "ringing"];

/** The law that takes a parameter. @param {string} sound @param {string} key @returns {Law|null} */
export function lawOf(sound, key) {
  const builtOn = soundInfo(sound)?.builtOn ?? [];
  const path = key.split("/")[0].split(".");
  const leaf = /** @type {string} */ (path.pop());
  // How loud it is, and how it is heard, are no law of what sounds.
  if (path.length === 0 && leaf === "level") return null;
  if (path[0] === "tube" && !builtOn.includes("tube")) return LAWS.tube_space;
  if (path[0] === "spring") return LAWS.spring_space;
  if (path.length > 1 && path.includes("finger")) return LAWS.finger;
  for (const table of path.toReversed()) {
    if (TABLES[table] === "modes" && OF_MATERIAL.includes(leaf)) return LAWS.material;
    if (TABLES[table]) return LAWS[TABLES[table]];
    if (CONTACTS.includes(table)) return LAWS[builtOn.includes("impact") && !builtOn.includes("friction") ? "impact" : (builtOn[0] ?? "")] ?? null;
  }
  return LAWS[builtOn[0]] ?? null;
}

/** The range of a parameter, in its unit. @param {import("./types.js").ParamInfo} param */
export function rangeOf({ scale, min, max, unit }) {
  if (scale === "choice" || scale === "list" || min === null || max === null) return "";
  return `${scale === "zero-log" ? "0, or " : ""}${si(min, unit)} to ${si(max, unit)}`;
}

/** @param {Law|null} law */
const told = (law) => (law ? [`Law: ${law.law}.`, `Source: ${law.source}.`] : []);

/** The law that takes a number of a scene's body or contact; nothing of what only stands or is driven. @param {import("./types.js").Kind|undefined} kind @param {string} key @returns {Law|null} */
export function lawOfPart(kind, key) {
  if (!kind) return null;
  const own = KINDS[kind.table] ?? kind.table;
  return own === "modes" && OF_MATERIAL.includes(key) ? LAWS.material : (LAWS[own] ?? null);
}

/** What a number of a scene is, in lines. @param {import("./types.js").Kind|undefined} kind @param {import("./types.js").ParamInfo} param */
export function partExplained(kind, param) {
  const range = rangeOf(param);
  return [plainly(param.about), range && `From ${range}.`.replace("From 0, or", "0, or from"), ...told(lawOfPart(kind, param.key))].filter(Boolean).join("\n");
}

/** What a value is, in lines. @param {string} sound @param {import("./types.js").ParamInfo} param */
export function explained(sound, param) {
  const range = rangeOf(param);
  return [plainly(param.about), range && `From ${range}.`.replace("From 0, or", "0, or from"), ...told(lawOf(sound, param.key))].filter(Boolean).join("\n");
}

/** What a macro is, and what it moves. @param {string} sound @param {import("./types.js").MacroInfo} macro */
export function macroExplained(sound, macro) {
  const params = soundInfo(sound)?.params ?? [];
  const moves = macro.aims.map(({ key, from, to }) => {
    const unit = params.find((own) => own.key === key)?.unit ?? "";
    const name = key.includes(".") ? `${title(key.slice(0, key.lastIndexOf("."))).replaceAll(".", " ")}: ${leafTitle(key).toLowerCase()}` : leafTitle(key);
    return `${name} from ${si(from, unit)} to ${si(to, unit)}.`;
  });
  return [plainly(macro.about), ...moves, ...told(lawOf(sound, macro.aims[0]?.key ?? ""))].join("\n");
}
