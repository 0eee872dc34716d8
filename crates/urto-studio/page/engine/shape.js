// What comes in and what goes out: what files hold, and states that nobody can change.

/** Largest text that is looked at, and largest pack of several files [MiB]. */
const TEXT = 16;
const PACK = 64;
/** What a pack begins with. */
const FIRST = "urto-pack/";

/**
 * Freezes a tree; what is frozen already is left alone.
 * @template T
 * @param {T} tree
 * @returns {T}
 */
export function freeze(tree) {
  if (typeof tree === "object" && tree !== null && !Object.isFrozen(tree)) {
    Object.freeze(tree);
    Object.values(tree).forEach(freeze);
  }
  return tree;
}

/**
 * What the desk takes of a file: all of it, or what a WAV file says that it was made of.
 * @param {string} name
 * @param {string | ArrayBuffer} content
 */
export function matterOf(name, content) {
  const matter = typeof content === "string" ? new TextEncoder().encode(content) : recipeOf(name, content);
  const most = String.fromCharCode(...matter.subarray(0, FIRST.length)) === FIRST ? PACK : TEXT;
  if (matter.byteLength > most << 20) throw new Error(`${name}: the file is larger than ${most} MiB, the most that is read`);
  return matter;
}

/**
 * All of a file, or the chunk `urto` of a WAV file, however long that is.
 * @param {string} name
 * @param {ArrayBuffer} content
 */
function recipeOf(name, content) {
  if (!isWav(content)) return new Uint8Array(content);
  const recipe = partOf(content, "urto");
  if (!recipe) throw new Error(`${name}: the file does not say how it was made`);
  return recipe;
}

/** @param {ArrayBuffer} content @param {number} at */
const letters = (content, at) => String.fromCharCode(...new Uint8Array(content.slice(at, at + 4)));

/** @param {ArrayBuffer} content */
const isWav = (content) => letters(content, 0) === "RIFF" && letters(content, 8) === "WAVE";

/**
 * A chunk of a WAV file; null if there is none.
 * @param {ArrayBuffer} content
 * @param {string} wanted
 */
export function partOf(content, wanted) {
  if (!isWav(content)) return null;
  const view = new DataView(content);
  const name = [...wanted].reduce((code, letter) => 256 * code + letter.charCodeAt(0), 0);
  for (let at = 12; at + 8 <= content.byteLength; ) {
    const length = view.getUint32(at + 4, true);
    if (view.getUint32(at) === name) return new Uint8Array(content).subarray(at + 8, at + 8 + length);
    at += 8 + length + (length % 2);
  }
  return null;
}

/** Lists of a body, which its form does not need. */
const LISTS = ["modes", "edit"];

/**
 * The order that puts in a body by itself, struck: what stands in a table of an instance.
 * @param {Readonly<Record<string, import("./types.js").Value>>} values @param {string} table
 */
export function bodyLine(values, table) {
  const own = Object.entries(values).flatMap(([key, { number, choice, text }]) => {
    const name = key.startsWith(`${table}.`) ? key.slice(table.length + 1) : "";
    if (!/^[a-z_]+$/.test(name) || LISTS.includes(name)) return [];
    const said = choice ?? text;
    if (number === null && said === "") return [];
    return [`${name} = ${number ?? JSON.stringify(said)}`];
  });
  const params = `{ body = { ${own.join(", ")} } }`;
  return `put 0 impact 0 1 "${params.replace(/["\\]/g, "\\$&")}"`;
}
