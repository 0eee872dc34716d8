// WAV files that hold what they were made of, byte for byte as the command writes them: samples
// as 32-bit floats, then the chunk `urto` with the recipe, then `LIST`/`INFO` with the software.

import { join } from "./bytes.js";

/** Bytes before the samples. */
const HEAD = 68;
/** Marks 32-bit floats in the extensible format. */
const FLOATS = [3, 0, 0, 0, 0, 0, 16, 0, 128, 0, 0, 170, 0, 56, 155, 113];

/**
 * A WAV file in pieces, for a Blob or a ZIP.
 * @param {Float32Array<ArrayBuffer>[]} pieces interleaved samples
 * @param {number} channels
 * @param {number} rate
 * @param {string} recipe
 * @param {string} software
 * @returns {Uint8Array<ArrayBuffer>[]}
 */
export function wav(pieces, channels, rate, recipe, software) {
  const bytes = pieces.map((piece) => new Uint8Array(piece.buffer, piece.byteOffset, piece.byteLength));
  const samples = bytes.reduce((sum, piece) => sum + piece.length, 0);
  const text = new TextEncoder();
  const info = join([text.encode("INFO"), chunk("ISFT", text.encode(`${software}\0`))]);
  const tail = join([chunk("urto", text.encode(recipe)), chunk("LIST", info)]);
  return [head(samples, tail.length, channels, rate), ...bytes, tail];
}

/**
 * @param {number} samples bytes
 * @param {number} tail bytes
 * @param {number} channels
 * @param {number} rate
 */
function head(samples, tail, channels, rate) {
  const bytes = new Uint8Array(HEAD);
  const view = new DataView(bytes.buffer);
  put(bytes, 0, "RIFF");
  view.setUint32(4, HEAD - 8 + samples + tail, true);
  put(bytes, 8, "WAVEfmt ");
  view.setUint32(16, 40, true);
  view.setUint16(20, 0xfffe, true);
  view.setUint16(22, channels, true);
  view.setUint32(24, rate, true);
  view.setUint32(28, rate * channels * 4, true);
  view.setUint16(32, channels * 4, true);
  view.setUint16(34, 32, true);
  view.setUint16(36, 22, true);
  view.setUint16(38, 32, true);
  view.setUint32(40, 2 ** channels - 1, true);
  bytes.set(FLOATS, 44);
  put(bytes, 60, "data");
  view.setUint32(64, samples, true);
  return bytes;
}

/**
 * @param {Uint8Array} bytes
 * @param {number} at
 * @param {string} letters
 */
function put(bytes, at, letters) {
  for (let i = 0; i < letters.length; i++) bytes[at + i] = letters.charCodeAt(i);
}

/**
 * A chunk is its name, its length, and its bytes, padded to an even number.
 * @param {string} name
 * @param {Uint8Array} inside
 */
function chunk(name, inside) {
  const bytes = new Uint8Array(8 + inside.length + (inside.length % 2));
  put(bytes, 0, name);
  new DataView(bytes.buffer).setUint32(4, inside.length, true);
  bytes.set(inside, 8);
  return bytes;
}
