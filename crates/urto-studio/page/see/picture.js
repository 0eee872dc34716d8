// What all pictures share: a titled canvas that is crisp, knows the page's colours, draws only
// when it is seen and there is something new, and says in words what it shows.

import { coloursAt, onTheme } from "./colours.js";
import { feedOf } from "./feed.js";
import { saveMenu } from "./save.js";
import { pictureSheet } from "./sheet.js";

/** Numbers and words change at most so often [ms]. */
const READING = 200;
const WORDS = 1000;
/** With reduced motion a picture changes at most so often [ms]. */
const CALM = 500;

/**
 * @typedef {object} Frame where to draw, in CSS pixels
 * @property {CanvasRenderingContext2D} pen
 * @property {number} width
 * @property {number} height
 * @property {import("./colours.js").Colours} colours
 * @property {number} now ms
 * @property {boolean} [whole] all at once, however long it takes: it is to be saved
 */

/** @abstract */
export class Picture extends HTMLElement {
  /**
   * @param {string} heading
   * @param {string} empty what stands there until there is something to see
   * @param {import("./feed.js").News[]} follows
   */
  constructor(heading, empty, follows) {
    super();
    this.heading = heading;
    this.empty = empty;
    this.follows = follows;
    /** @type {import("./feed.js").Feed | null} */
    this.feed = null;
    this.visible = false;
    this.dirty = true;
    /** Whether there is anything to see. */
    this.some = false;
    this.last = { drawn: -1e9, reading: -1e9, words: -1e9, told: true };
    const root = this.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [pictureSheet];
    this.head = make("div", "head");
    const title = make("h3", "title");
    title.textContent = heading;
    this.reading = make("p", "reading");
    this.titles = make("div", "beside");
    const tools = document.createElement("slot");
    tools.name = "tools";
    this.titles.append(title, tools);
    this.head.append(this.titles, this.reading);
    /** What stands beside the title, in the page's own style. @type {HTMLElement | null} */
    this.toolbox = null;
    this.box = make("div", "box");
    this.canvas = document.createElement("canvas");
    this.canvas.setAttribute("role", "img");
    this.canvas.setAttribute("aria-label", `${heading}. ${empty}`);
    this.note = make("p", "note");
    this.note.textContent = empty;
    // The canvas says the same.
    this.note.setAttribute("aria-hidden", "true");
    this.box.append(this.canvas, this.note);
    root.append(this.head, this.box);
    /** @type {import("./colours.js").Colours | null} */
    this.colours = null;
    this.resized = new ResizeObserver(() => this.fit());
    this.seen = new IntersectionObserver((entries) => {
      this.visible = entries.at(-1)?.isIntersecting ?? false;
      this.feed?.look();
      if (this.visible) {
        this.dirty = true;
        this.feed?.wake();
      }
    });
    this.unTheme = () => {};
  }

  connectedCallback() {
    if (!this.hasAttribute("role")) this.setAttribute("role", "group");
    this.setAttribute("aria-label", this.heading);
    if (!this.toolbox) {
      this.toolbox = make("span", "picture-tools");
      this.toolbox.slot = "tools";
      this.toolbox.append(...this.tools());
      this.append(this.toolbox);
    }
    this.resized.observe(this.box);
    this.seen.observe(this.box);
    this.unTheme = onTheme(() => {
      this.colours = null;
      this.last.drawn = -Infinity; // at once, also where pictures are calm
      this.dirty = true;
      this.feed?.wake();
    });
    this.feed?.join(this);
  }

  disconnectedCallback() {
    this.resized.disconnect();
    this.seen.disconnect();
    this.unTheme();
    this.visible = false;
    this.feed?.leave(this);
  }

  /** @param {import("./host.js").PictureHost | null} engine */
  set engine(engine) {
    this.feed?.leave(this);
    this.feed = engine ? feedOf(engine) : null;
    this.dirty = true;
    if (this.isConnected) this.feed?.join(this);
  }

  get engine() {
    return this.feed?.engine ?? null;
  }

  /** What one can do with the picture. @returns {HTMLElement[]} */
  tools() {
    return [saveMenu(this.heading, () => this.sheet())];
  }

  /** Whether it stays as it is, whatever is new. */
  get still() {
    return false;
  }

  /** Told when pictures are held, scrolled or let go. */
  showHeld() {}

  /** The picture as it is to be saved; null if there is nothing to see. @returns {import("./save.js").Sheet | null} */
  sheet() {
    const { clientWidth: width, clientHeight: height } = this.box;
    if (!this.some || width < 40 || height < 40) return null;
    const colours = coloursAt(this);
    const now = performance.now();
    const draw = (/** @type {CanvasRenderingContext2D} */ pen) => this.draw({ pen, width, height, colours, now, whole: true });
    return { title: this.heading, told: this.read(), width, height, dense: this.canvas.width / width, colours, draw };
  }

  /** As many dots as the screen has. */
  fit() {
    const { clientWidth, clientHeight } = this.box;
    const dense = Math.min(globalThis.devicePixelRatio || 1, 3);
    const width = Math.round(clientWidth * dense);
    const height = Math.round(clientHeight * dense);
    if (this.canvas.width !== width || this.canvas.height !== height) {
      this.canvas.width = width;
      this.canvas.height = height;
      this.dirty = true;
      // A canvas that changed its size is blank until drawn.
      if (this.visible) this.refresh(new Set(), performance.now(), true);
    }
  }

  /**
   * @param {Set<import("./feed.js").News>} news
   * @param {number} now
   * @param {boolean} [must] draws even if there is nothing new
   */
  refresh(news, now, must = false) {
    const { feed } = this;
    if (!feed) return;
    if (!this.still && this.follows.some((what) => news.has(what))) this.dirty = true;
    if (this.visible && !this.last.told) this.tell(now);
    if (!this.visible || (!this.dirty && !must)) return;
    if (feed.reduced.matches && now - this.last.drawn < CALM && !must) return;
    const pen = this.canvas.getContext("2d");
    const { clientWidth: width, clientHeight: height } = this.box;
    if (!pen || width < 40 || height < 40) return;
    this.last.drawn = now;
    this.dirty = false;
    this.colours ??= coloursAt(this);
    const dense = this.canvas.width / width;
    pen.setTransform(dense, 0, 0, dense, 0, 0);
    pen.clearRect(0, 0, width, height);
    pen.font = `11px ${this.colours.font}`;
    pen.lineJoin = "round";
    this.some = this.draw({ pen, width, height, colours: this.colours, now });
    if (this.note.hidden !== this.some) this.note.hidden = this.some;
    this.last.told = false;
    this.tell(now);
  }

  /** Numbers and words for what is drawn, not more often than they can be read or heard. @param {number} now */
  tell(now) {
    const { last, some } = this;
    const [shows, speaks] = [now - last.reading > READING, now - last.words > WORDS];
    if (shows) {
      last.reading = now;
      const reading = some ? this.read() : "";
      if (this.reading.textContent !== reading) this.reading.textContent = reading;
    }
    if (speaks) {
      last.words = now;
      const words = `${this.heading}. ${some ? this.describe() : this.note.textContent}`;
      if (this.canvas.getAttribute("aria-label") !== words) this.canvas.setAttribute("aria-label", words);
    }
    // What was too early now is told later.
    last.told = shows && speaks;
  }

  /**
   * Draws; false when there is nothing to see yet.
   * @param {Frame} frame
   * @returns {boolean}
   */
  draw(frame) {
    void frame;
    return false;
  }

  /** The number that matters, short. */
  read() {
    return "";
  }

  /** What is seen, in words. */
  describe() {
    return this.read();
  }
}

/**
 * @param {string} tag
 * @param {string} name of its class
 */
export function make(tag, name) {
  const element = document.createElement(tag);
  element.className = name;
  return element;
}
