// A scene's file as the page reads it: what stands where, so that a change touches nothing else. The engine
// has read the text before, and reads each change again.

/**
 * @typedef {{kind: "table", entries: Map<string, Node>, inline: boolean, from: number, to: number}} Table
 * @typedef {{kind: "list", items: Node[], from: number, to: number}} List
 * @typedef {{kind: "number"|"text"|"other", value: number|string, from: number, to: number}} Leaf
 * @typedef {Table|List|Leaf} Node
 * @typedef {{path: string[], from: number, body: number, to: number}} Section from its header, or the comment above it, to the next one
 * @typedef {{path: string[], from: number, to: number}} Line what a key is set by, with its end of line
 */

const BARE = /[A-Za-z0-9_-]/;
const NUMBER = /^[+-]?(?:\d[\d_]*(?:\.[\d_]+)?(?:[eE][+-]?[\d_]+)?|inf|nan|0x[\da-fA-F_]+|0o[0-7_]+|0b[01_]+)$/;
/** @type {Record<string, string>} */
const ESCAPES = { b: "\b", t: "\t", n: "\n", f: "\f", r: "\r", e: "\u001b", '"': '"', "\\": "\\" };

/** @param {number} from @param {boolean} inline @returns {Table} */
const table = (from, inline = false) => ({ kind: "table", entries: new Map(), inline, from, to: from });

/** Reads a file; throws where it is not as it should be. */
export class Toml {
  /** @param {string} text */
  constructor(text) {
    this.text = text;
    this.at = 0;
    this.root = table(0);
    /** @type {Section[]} */
    this.sections = [];
    /** @type {Line[]} */
    this.lines = [];
    /** What keys are set in now. */
    this.into = this.root;
    /** @type {string[]} */
    this.path = [];
    this.read();
  }

  read() {
    const { text } = this;
    // Comments right above a header go with it.
    let above = -1;
    for (;;) {
      this.skip(/[ \t]/);
      const start = this.at;
      if (start >= text.length) break;
      if (/[\r\n]/.test(text[start])) {
        this.at += 1;
        above = -1;
      } else if (text[start] === "#") {
        if (above < 0) above = start;
        this.comment();
        this.skip(/\r/);
        this.at += 1;
      } else if (text[start] === "[") {
        this.header(above < 0 ? start : above);
        above = -1;
      } else {
        this.line(start);
        above = -1;
      }
    }
    const last = this.sections.at(-1);
    if (last) last.to = text.length;
  }

  /** @param {number} from */
  header(from) {
    const many = this.text[this.at + 1] === "[";
    this.at += many ? 2 : 1;
    const path = this.keys("]");
    this.at += many ? 2 : 1;
    this.restOfLine();
    const last = this.sections.at(-1);
    if (last) last.to = from;
    const up = this.within(this.root, path.slice(0, -1));
    const leaf = path[path.length - 1];
    const own = table(from);
    if (many) {
      const list = up.entries.get(leaf) ?? /** @type {List} */ ({ kind: "list", items: [], from, to: from });
      if (list.kind !== "list") throw this.wrong();
      list.items.push(own);
      up.entries.set(leaf, list);
      this.into = own;
      this.path = [...path, String(list.items.length - 1)];
    } else {
      this.into = this.within(up, [leaf]);
      this.path = path;
    }
    this.sections.push({ path: this.path, from, body: this.at, to: this.at });
  }

  /** @param {number} from */
  line(from) {
    const path = this.keys("=");
    this.at += 1;
    this.skip(/[ \t]/);
    const value = this.value();
    this.within(this.into, path.slice(0, -1)).entries.set(path[path.length - 1], value);
    this.restOfLine();
    this.lines.push({ path: [...this.path, ...path], from, to: this.at });
  }

  /** The table at a path, made where there is none; of several the last. @param {Table} from @param {string[]} path @returns {Table} */
  within(from, path) {
    let now = from;
    for (const key of path) {
      const next = now.entries.get(key) ?? table(this.at);
      now.entries.set(key, next);
      const last = next.kind === "list" ? next.items.at(-1) : next;
      if (last?.kind !== "table") throw this.wrong();
      now = last;
    }
    return now;
  }

  /** @param {string} end */
  keys(end) {
    /** @type {string[]} */
    const path = [];
    for (;;) {
      this.skip(/[ \t]/);
      const now = this.text[this.at];
      if (now === '"' || now === "'") path.push(String(this.string().value));
      else {
        const from = this.at;
        this.skip(BARE);
        if (this.at === from) throw this.wrong();
        path.push(this.text.slice(from, this.at));
      }
      this.skip(/[ \t]/);
      if (this.text[this.at] === end) return path;
      if (this.text[this.at] !== ".") throw this.wrong();
      this.at += 1;
    }
  }

  /** @returns {Node} */
  value() {
    const from = this.at;
    const now = this.text[from];
    if (now === '"' || now === "'") return this.string();
    if (now === "[") return this.list();
    if (now === "{") return this.inline();
    this.skip(/[^\s,\]}#]/);
    const word = this.text.slice(from, this.at);
    if (word === "") throw this.wrong();
    const number = NUMBER.test(word) ? Number(word.replaceAll("_", "").replace(/^\+/, "").replace("inf", "Infinity")) : null;
    return number === null ? { kind: "other", value: word, from, to: this.at } : { kind: "number", value: number, from, to: this.at };
  }

  /** @returns {Leaf} */
  string() {
    const { text } = this;
    const from = this.at;
    const mark = text[from];
    const end = text.startsWith(mark.repeat(3), from) ? mark.repeat(3) : mark;
    this.at += end.length;
    let value = "";
    while (!text.startsWith(end, this.at)) {
      if (this.at >= text.length) throw this.wrong();
      if (mark === '"' && text[this.at] === "\\") {
        const [, letter, code] = /^\\(?:u([\da-fA-F]{4})|U([\da-fA-F]{8}))?/.exec(text.slice(this.at)) ?? [];
        const hex = letter ?? code;
        value += hex ? String.fromCodePoint(parseInt(hex, 16)) : (ESCAPES[text[this.at + 1]] ?? "");
        this.at += hex ? hex.length + 2 : 2;
      } else value += text[this.at++];
    }
    this.at += end.length;
    return { kind: "text", value, from, to: this.at };
  }

  /** @returns {List} */
  list() {
    const from = this.at++;
    /** @type {Node[]} */
    const items = [];
    for (;;) {
      this.space();
      if (this.text[this.at] === "]") break;
      items.push(this.value());
      this.space();
      if (this.text[this.at] === ",") this.at += 1;
      else if (this.text[this.at] !== "]") throw this.wrong();
    }
    this.at += 1;
    return { kind: "list", items, from, to: this.at };
  }

  /** @returns {Table} */
  inline() {
    const own = table(this.at++, true);
    for (;;) {
      this.space();
      if (this.text[this.at] === "}") break;
      const path = this.keys("=");
      this.at += 1;
      this.space();
      this.within(own, path.slice(0, -1)).entries.set(path[path.length - 1], this.value());
      this.space();
      if (this.text[this.at] === ",") this.at += 1;
      else if (this.text[this.at] !== "}") throw this.wrong();
    }
    this.at += 1;
    own.to = this.at;
    return own;
  }

  /** Space, ends of lines and comments. */
  space() {
    for (;;) {
      this.skip(/\s/);
      if (this.text[this.at] !== "#") return;
      this.comment();
    }
  }

  comment() {
    this.skip(/[^\n]/);
  }

  restOfLine() {
    this.skip(/[^\n]/);
    this.at = Math.min(this.at + 1, this.text.length);
  }

  /** @param {RegExp} letters */
  skip(letters) {
    while (this.at < this.text.length && letters.test(this.text[this.at])) this.at += 1;
  }

  wrong() {
    return new Error(`line ${this.text.slice(0, this.at).split("\n").length} cannot be read`);
  }

  /** What stands at a path; a list counts from 0. @param {string[]} path @returns {Node|undefined} */
  find(path) {
    /** @type {Node|undefined} */
    let now = this.root;
    for (const key of path) now = now?.kind === "table" ? now.entries.get(key) : now?.kind === "list" ? now.items[Number(key)] : undefined;
    return now;
  }

  /** The text with a value at a path, written as TOML has it. @param {string[]} path @param {string} value */
  with(path, value) {
    const { text } = this;
    const there = this.find(path);
    if (there && (there.kind !== "table" || there.inline)) return replaced(text, [{ ...there, by: value }]);
    const up = this.find(path.slice(0, -1));
    const key = written(path[path.length - 1]);
    if (up?.kind === "table" && up.inline) {
      const end = up.to - 1;
      const before = text.slice(0, end).trimEnd();
      return `${before}${up.entries.size > 0 ? "," : ""} ${key} = ${value} ${text.slice(end)}`;
    }
    const above = path.slice(0, -1);
    const section = this.sections.find((own) => starts(own.path, above) && own.path.length === above.length);
    if (!section) return `${text.trimEnd()}\n\n[${above.map(written).join(".")}]\n${key} = ${value}\n`;
    const inside = this.lines.filter(({ from }) => from >= section.body && from < section.to);
    const at = inside.at(-1)?.to ?? section.body;
    const line = `${key} = ${value}\n`;
    return `${text.slice(0, at)}${text[at - 1] === "\n" ? "" : "\n"}${line}${text.slice(at)}`;
  }

  /** The text without what stands at a path. @param {string[]} path */
  without(path) {
    const sections = this.sections.filter((own) => starts(own.path, path));
    const inside = (/** @type {Line} */ line) => sections.some(({ from, to }) => line.from >= from && line.to <= to);
    const lines = this.lines.filter((own) => starts(own.path, path) && !inside(own));
    return replaced(this.text, [...sections, ...lines].map(({ from, to }) => ({ from, to, by: "" })));
  }
}

/** Whether a path lies at or below another. @param {string[]} path @param {string[]} above */
const starts = (path, above) => above.every((key, at) => path[at] === key);

/** The text with pieces of it replaced. @param {string} text @param {{from: number, to: number, by: string}[]} pieces */
export function replaced(text, pieces) {
  let now = text;
  for (const { from, to, by } of [...pieces].sort((a, b) => b.from - a.from)) now = now.slice(0, from) + by + now.slice(to);
  return now;
}

/** A key as TOML has it. @param {string} key */
export const written = (key) => (/^[A-Za-z0-9_-]+$/.test(key) ? key : JSON.stringify(key));
