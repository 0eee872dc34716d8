// The desk: the document lives in the module, on the page's own thread, and answers at once.

import { join } from "./bytes.js";
import { Room } from "./module.js";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** A word of a line; `null` is nothing. @typedef {string | number | boolean | null} Word */

/**
 * A line of words as the desk reads it: what is odd stands in quotes.
 * @param {...Word} words
 */
export function line(...words) {
  return words.map(written).join(" ");
}

/** @param {Word} word */
function written(word) {
  if (word === null) return "-";
  if (word === true) return "on";
  if (word === false) return "off";
  if (typeof word === "number") return String(word);
  if (/^[^\s"\\\p{Cc}]+$/u.test(word) && word !== "-") return word;
  const plain = word.replace(/["\\]/g, "\\$&").replace(/\n/g, "\\n");
  return `"${plain.replace(/\p{Cc}/gu, (odd) => `\\u{${odd.codePointAt(0)?.toString(16)}}`)}"`;
}

/**
 * A file as the module takes it: its name on a line, then its bytes.
 * @param {string} name
 * @param {Uint8Array} bytes
 */
export function named(name, bytes) {
  return join([encoder.encode(`${name.replace(/\p{Cc}/gu, " ")}\n`), bytes]);
}

/**
 * Gives a module exactly these files for parameters to name.
 * @param {Room | null} room
 * @param {{name: string, bytes: Uint8Array}[]} files
 */
export function shelve(room, files) {
  if (!room) return;
  room.calls.urto_unshelve(room.put(new Uint8Array()));
  for (const { name, bytes } of files) room.calls.urto_shelve(room.put(named(name, bytes)));
}

export class Desk {
  /** @param {WebAssembly.Module} module */
  constructor(module) {
    this.room = new Room(module);
  }

  /**
   * Asks; throws what the desk says cannot be done.
   * @param {string} question
   * @returns {any}
   */
  ask(question) {
    return this.answer(this.room.calls.urto_ask(this.room.put(encoder.encode(question))));
  }

  /** @param {number} length @returns {any} */
  answer(length) {
    const answer = JSON.parse(decoder.decode(this.room.take(length)));
    if (answer.error !== undefined) throw new Error(answer.error);
    return answer;
  }

  /**
   * Takes a file in; throws what is wrong with it.
   * @param {string} name
   * @param {Uint8Array} bytes
   * @returns {{kind: "preset"|"scene"|"project"|"body"|"network"|"sofa"|"mesh", title: string, about?: string, command?: string, unit?: string, repair?: boolean, news: import("./types.js").News}}
   */
  import(name, bytes) {
    return this.answer(this.room.calls.urto_import(this.room.put(named(name, bytes))));
  }

  /**
   * The bytes of a file that parameters may name.
   * @param {string} name
   */
  file(name) {
    const length = this.room.calls.urto_file(this.room.put(encoder.encode(name)));
    return length < 0 ? null : this.room.take(length);
  }

  /** Everything and the files that it names, as one file. */
  pack() {
    return this.room.take(this.room.calls.urto_pack());
  }

  /**
   * @param {...Word} words of an edit
   * @returns {import("./types.js").News}
   */
  edit(...words) {
    return this.ask(`edit ${line(...words)}`);
  }
}
