// Which numbers of a sound say where its bodies are touched and where they are heard.

/** @typedef {import("./host.js").SoundSpec} SoundSpec */
/** @typedef {import("./host.js").InstanceState["values"]} Values */
/** @typedef {import("./parts.js").BodyPart} BodyPart */
/**
 * A parameter that is a place on a body: a position along its line, or a spot on its surface beside it.
 * @typedef {object} PlaceKey
 * @property {"touched" | "heard" | "stands"} kind
 * @property {BodyPart} part
 * @property {string} key of the position
 * @property {string | null} spot table of the spot, if it has one and the body a surface
 */

/** What the table of a spot is called, beside its position. */
const SPOT = "_spot";
/** Its option that takes the place on the surface. */
const SURFACE = "surface";

/**
 * All places of the bodies that are seen, those that are touched first.
 * @param {SoundSpec} sound
 * @param {Values} values
 * @param {readonly BodyPart[]} parts
 * @returns {PlaceKey[]}
 */
export function placesOf(sound, values, parts) {
  const seen = parts.filter((part) => part.seen);
  /** @type {PlaceKey[]} */
  const touched = seen.flatMap((part) => {
    const key = touchKey(sound, values, part);
    return key ? [{ kind: "touched", part, key, spot: spotOf(values, part, key) }] : [];
  });
  const body = seen.find((part) => part.name === "body");
  const heard = body ? Object.keys(values).filter((key) => /(^|\.)pickup$|(^|\.)pickups\/\d+\/place$/.test(key)) : [];
  return [
    ...touched,
    ...heard.map((key) => ({ kind: /** @type {const} */ ("heard"), part: /** @type {BodyPart} */ (body), key, spot: spotOf(values, body, key) })),
  ];
}

/** Where a body is touched: its own position, or what a gesture's place moves. @param {SoundSpec} sound @param {Values} values @param {BodyPart} part */
function touchKey(sound, values, part) {
  const own = `${part.name}.position`;
  if (own in values) return own;
  const moved = sound.expression?.place?.key;
  // A place of another body says so in its name; what falls or strikes is not what is touched.
  return moved && ["body", "string"].includes(part.name) && moved in values ? moved : null;
}

/** The table of the spot beside a position, where it counts. @param {Values} values @param {BodyPart | undefined} part @param {string} key */
export function spotOf(values, part, key) {
  const spot = `${key}${SPOT}`;
  if (!part?.skinned || !(`${spot}.on` in values)) return null;
  const table = [`${part.name}.body.kind`, `${part.name}.kind`].find((kind) => kind in values);
  // Bodies by name have a line, and no surface of triangles.
  const kind = table && /** @type {any} */ (values[table]).choice;
  return kind === "file" ? spot : null;
}

/**
 * Where a place is now.
 * @param {PlaceKey} place
 * @param {Values} values
 * @returns {import("./parts.js").Place | null}
 */
export function placeNow({ part, key, spot }, values) {
  if (spot && /** @type {any} */ (values[`${spot}.on`])?.choice === SURFACE) {
    return part.nearest(part.within(["x", "y", "z"].map((axis) => values[`${spot}.${axis}`]?.number ?? 0.5)));
  }
  return part.nearest(part.onLine(values[key]?.number ?? 0.5));
}

/**
 * The numbers that put a place there: the position, and the spot where there is one.
 * @param {PlaceKey} at
 * @param {SoundSpec} sound
 * @param {import("./parts.js").Place} place
 * @returns {{key: string, value: number}[]}
 */
export function numbersOf({ part, key, spot }, sound, place) {
  const { min, max } = sound.params.find((one) => one.key === key) ?? {};
  const position = Math.min(Math.max(part.positionOf(place), min ?? 0), max ?? 1);
  const numbers = [{ key, value: position }];
  if (!spot) return numbers;
  const options = /** @type {any} */ (sound.params.find((one) => one.key === `${spot}.on`))?.options ?? [];
  const surface = options.findIndex((/** @type {{key: string}} */ option) => option.key === SURFACE);
  const shares = part.shares(part.at(place));
  numbers.push({ key: `${spot}.on`, value: Math.max(surface, 0) });
  for (const [axis, name] of ["x", "y", "z"].entries()) numbers.push({ key: `${spot}.${name}`, value: shares[axis] });
  return numbers;
}
