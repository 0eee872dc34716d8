// WAV files that hold what they were made of, byte for byte as the command writes them: samples as
// 32-bit floats or integers, then the chunk `urto` with the recipe, then `LIST`/`INFO` with the software.

import { join } from "./bytes.js";
import { rounded } from "./rounding.js";

/** What the extensible format says of its samples, after what they are: 1 integers, 3 floats. */
const KIND = [0, 0, 0, 0, 0, 16, 0, 128, 0, 0, 170, 0, 56, 155, 113];
const INTEGERS = 1;
const FLOATS = 3;

/** @typedef {16|24|"32f"} Bits of a sample */

/**
 * A WAV file in pieces, for a Blob or a ZIP.
 * @param {Float32Array<ArrayBuffer>[]} pieces interleaved samples
 * @param {number} channels
 * @param {number} rate
 * @param {string} recipe
 * @param {string} software
 * @param {Bits} bits
 * @returns {Uint8Array<ArrayBuffer>[]}
 */
export function wav(pieces, channels, rate, recipe, software, bits = "32f") {
  const bytes = bits === "32f" ? pieces.map((piece) => new Uint8Array(piece.buffer, piece.byteOffset, piece.byteLength)) : [integers(bits, pieces)];
  const samples = bytes.reduce((sum, piece) => sum + piece.length, 0);
  const text = new TextEncoder();
  const info = join([text.encode("INFO"), chunk("ISFT", text.encode(`${software}\0`))]);
  const even = new Uint8Array(samples % 2);
  const tail = join([even, chunk("urto", text.encode(recipe)), chunk("LIST", info)]);
  return [head(samples, tail.length, channels, rate, bits), ...bytes, tail];
}

/** @param {16|24} bits @param {Float32Array[]} pieces */
function integers(bits, pieces) {
  const size = bits / 8;
  const all = rounded(bits, pieces);
  const bytes = new Uint8Array(all.length * size);
  for (let n = 0; n < all.length; n++)
    for (let byte = 0; byte < size; byte++) bytes[n * size + byte] = all[n] >> (8 * byte);
  return bytes;
}

/**
 * What stands before the samples: plain where a plain one is enough for 16 bits, or else extensible.
 * @param {number} samples bytes
 * @param {number} tail bytes
 * @param {number} channels
 * @param {number} rate
 * @param {Bits} bits
 */
function head(samples, tail, channels, rate, bits) {
  const width = bits === "32f" ? 32 : bits;
  const plain = width === 16 && channels <= 2;
  const format = plain ? 16 : 40;
  const bytes = new Uint8Array(20 + format + 8);
  const view = new DataView(bytes.buffer);
  put(bytes, 0, "RIFF");
  view.setUint32(4, bytes.length - 8 + samples + tail, true);
  put(bytes, 8, "WAVEfmt ");
  view.setUint32(16, format, true);
  view.setUint16(20, plain ? INTEGERS : 0xfffe, true);
  view.setUint16(22, channels, true);
  view.setUint32(24, rate, true);
  view.setUint32(28, (rate * channels * width) / 8, true);
  view.setUint16(32, (channels * width) / 8, true);
  view.setUint16(34, width, true);
  if (!plain) {
    view.setUint16(36, 22, true);
    view.setUint16(38, width, true);
    // Nothing is known of where more than two are heard.
    view.setUint32(40, channels > 2 ? 0 : 2 ** channels - 1, true);
    bytes.set([bits === "32f" ? FLOATS : INTEGERS, ...KIND], 44);
  }
  put(bytes, 20 + format, "data");
  view.setUint32(24 + format, samples, true);
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
