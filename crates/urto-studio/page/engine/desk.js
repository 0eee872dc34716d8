// The desk: the document lives in the module, on the page's own thread, and answers at once.

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
    const length = this.room.put(encoder.encode(question));
    const answer = JSON.parse(decoder.decode(this.room.take(this.room.calls.urto_ask(length))));
    if (answer.error !== undefined) throw new Error(answer.error);
    return answer;
  }

  /**
   * @param {...Word} words of an edit
   * @returns {import("./types.js").News}
   */
  edit(...words) {
    return this.ask(`edit ${line(...words)}`);
  }
}
