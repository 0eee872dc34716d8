// What a sound of many small things does: the vessel and how far it is full, every bubble as it sounds,
// drops, shards, grains and creases where they are. One turns it and comes nearer, as a body.

import { coloursAt } from "./colours.js";
import { drawStage } from "./pieces-drawing.js";
import { saveMenu } from "./save.js";
import { SpacePicture } from "./space.js";
import { KINDS, ROLE, SPECK } from "./stage.js";
import { plain, si } from "./units.js";

/** The middle one of small things is drawn with at least this radius [px], and enlarged by no more. */
const LEAST = 3.2;
const MOST = 1000;
/** A factor stays until another one would be so many times as large or small. */
const STAYS = 2.6;
/** Fainter specks are not counted: they no longer happen. */
const COUNTED = 0.3;

/** @extends {SpacePicture<null>} */
export class PiecesPicture extends SpacePicture {
  constructor() {
    super("Pieces", "Play it to see what happens in it.", { antialias: true });
    /** @type {import("./feed.js").News[]} */
    this.follows = ["stage"];
    /** How often each kind is enlarged. */
    this.factors = KINDS.map(() => 1);
    /** How many of each kind happen now, and the least and largest of their radii [m]. */
    this.counts = KINDS.map(() => 0);
    this.sizes = KINDS.map(() => [0, 0]);
    /** How high the liquid stands [m]; null where there is none. @type {number | null} */
    this.level = null;
  }

  /** @override */
  tools() {
    return [saveMenu(this.heading, () => this.sheet())];
  }

  /** What is to be seen has become another thing. */
  showStage() {
    this.dispatchEvent(new Event("staged", { bubbles: true }));
  }

  /** @param {number} width @param {number} height @param {number} now @override */
  paint(width, height, now) {
    const pen = this.canvas.getContext("2d");
    if (!pen) return false;
    const dense = this.canvas.width / width;
    pen.setTransform(dense, 0, 0, dense, 0, 0);
    pen.clearRect(0, 0, width, height);
    this.colours ??= coloursAt(this);
    return this.draw({ pen, width, height, colours: this.colours, now });
  }

  /** @param {import("./picture.js").Frame} frame @override */
  draw({ pen, width, height, colours }) {
    const stage = this.feed?.stage;
    if (!stage) return false;
    const { orbit } = this;
    orbit.see(stage.points);
    orbit.fit(width, height);
    this.measure(stage);
    drawStage(pen, stage, orbit, { factors: this.factors, colours });
    return true;
  }

  /** Counts what happens, and finds how often it is enlarged. @param {import("./stage.js").Stage} stage */
  measure({ parts, points, specks }) {
    /** @type {number[][]} */
    const found = KINDS.map(() => []);
    this.counts.fill(0);
    for (let n = 0; n < specks.length; n += SPECK) {
      found[specks[n]]?.push(specks[n + 5]);
      if (specks[n + 6] > COUNTED) this.counts[specks[n]] += 1;
    }
    const { scale } = this.orbit;
    found.forEach((sizes, kind) => {
      // Rings grow by themselves.
      if (sizes.length === 0 || KINDS[kind] === "ring") return;
      sizes.sort((a, b) => a - b);
      this.sizes[kind] = [sizes[0], sizes[sizes.length - 1]];
      const wanted = Math.min(Math.max(LEAST / (scale * sizes[sizes.length >> 1]), 1), MOST);
      const now = this.factors[kind];
      if (wanted > STAYS * now || wanted < now / STAYS) this.factors[kind] = wanted > 1.2 ? round(wanted) : 1;
    });
    const liquid = parts.find((part) => part.role === ROLE.liquid && part.name === "liquid");
    this.level = liquid ? reach(points, liquid.first, liquid.count) : null;
    if (!(Number(this.level) > 0)) this.level = null;
  }

  /** The kind of which most happen; rings count where there is nothing else. */
  get main() {
    const own = this.counts.map((count, n) => (KINDS[n] === "ring" ? Math.min(count, 0.5) : count));
    const most = Math.max(...own);
    return most > 0 ? own.indexOf(most) : -1;
  }

  /** @override */
  read() {
    const { main, level } = this;
    const said = level === null ? [] : [`level ${si(level, "m", 2)}`];
    if (main >= 0) said.push(count(this.counts[main], KINDS[main]));
    const large = main >= 0 ? this.factors[main] : 1;
    if (large > 1) said.push(`shown ${plain(large)}\u00a0×`);
    return said.join(", ");
  }

  /** @override */
  describe() {
    const { level } = this;
    const said = level === null ? [] : [`The liquid stands ${si(level, "m", 2)} high.`];
    KINDS.forEach((kind, n) => {
      if (this.counts[n] === 0 || kind === "ring") return;
      const [least, most] = this.sizes[n];
      const sizes = least === most ? si(least, "m", 2) : `${si(least, "m", 2)} to ${si(most, "m", 2)}`;
      const radius = kind === "crease" ? "half as long as" : "with a radius of";
      const shown = this.factors[n] > 1 ? `, shown ${plain(this.factors[n])} times as large` : "";
      said.push(`${count(this.counts[n], kind)}, ${radius} ${sizes}${shown}.`);
    });
    return said.join(" ") || "At rest. Arrow keys turn the picture, plus and minus zoom.";
  }
}

/** @param {number} many @param {string} kind */
const count = (many, kind) => `${plain(many)}\u00a0${kind}${many === 1 ? "" : "s"}`;

/** 1, 2 or 5 times a power of ten, the next above. @param {number} value */
function round(value) {
  const power = 10 ** Math.floor(Math.log10(value));
  return power * ([1, 2, 5].find((digit) => digit * power >= value) ?? 10);
}

/** How high points reach above the lowest of them. @param {Float32Array} points @param {number} first @param {number} many */
function reach(points, first, many) {
  let [low, high] = [Infinity, -Infinity];
  for (let n = first; n < first + many; n++) {
    low = Math.min(low, points[3 * n + 2]);
    high = Math.max(high, points[3 * n + 2]);
  }
  return high - low;
}

customElements.define("urto-pieces", PiecesPicture);
