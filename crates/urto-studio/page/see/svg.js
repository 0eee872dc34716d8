// A pen that writes SVG: it takes what pictures ask of a canvas, and no more than that.

/** Where the baseline lies below what a text is held by [share of its size]; programs differ in how they read it from SVG. */
const HANGS = { top: 0.8, middle: 0.35, alphabetic: 0 };
const ANCHORS = { left: "start", center: "middle", right: "end" };

/** @typedef {{fillStyle: string, strokeStyle: string, lineWidth: number, lineCap: string, lineJoin: string, font: string, textAlign: keyof typeof ANCHORS, textBaseline: keyof typeof HANGS, globalAlpha: number}} Look */

/** Text as it stands in XML. @param {string} text */
export const written = (text) => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);

/** Hundredths of a pixel. @param {number} x */
const short = (x) => String(Math.round(x * 100) / 100);

export class SvgPen {
  constructor() {
    this.fillStyle = "#000";
    this.strokeStyle = "#000";
    this.lineWidth = 1;
    this.lineCap = "butt";
    this.lineJoin = "miter";
    this.font = "10px sans-serif";
    /** @type {keyof typeof ANCHORS} */
    this.textAlign = "left";
    /** @type {keyof typeof HANGS} */
    this.textBaseline = "alphabetic";
    this.globalAlpha = 1;
    this.imageSmoothingEnabled = true;
    /** @type {string[]} */
    this.lines = [];
    this.path = "";
    /** Groups that are open, those of each `save`. */
    this.open = 0;
    /** @type {{look: Look, open: number}[]} */
    this.saved = [];
    this.clips = 0;
    this.ruler = document.createElement("canvas").getContext("2d");
  }

  /** What was written. */
  end() {
    while (this.open > 0) this.shut();
    return this.lines;
  }

  shut() {
    this.lines.push("</g>");
    this.open--;
  }

  save() {
    const { fillStyle, strokeStyle, lineWidth, lineCap, lineJoin, font, textAlign, textBaseline, globalAlpha } = this;
    const look = { fillStyle, strokeStyle, lineWidth, lineCap, lineJoin, font, textAlign, textBaseline, globalAlpha };
    this.saved.push({ look, open: this.open });
  }

  restore() {
    const before = this.saved.pop();
    if (!before) return;
    while (this.open > before.open) this.shut();
    Object.assign(this, before.look);
  }

  /** @param {number} x @param {number} y */
  translate(x, y) {
    this.lines.push(`<g transform="translate(${short(x)} ${short(y)})">`);
    this.open++;
  }

  clip() {
    const id = `clip${++this.clips}`;
    this.lines.push(`<clipPath id="${id}"><path d="${this.path}"/></clipPath>`, `<g clip-path="url(#${id})">`);
    this.open++;
  }

  beginPath() {
    this.path = "";
  }

  closePath() {
    this.path += "Z";
  }

  /** @param {number} x @param {number} y */
  moveTo(x, y) {
    if (Number.isFinite(x + y)) this.path += `M${short(x)} ${short(y)}`;
  }

  /** @param {number} x @param {number} y */
  lineTo(x, y) {
    if (Number.isFinite(x + y)) this.path += `${this.path ? "L" : "M"}${short(x)} ${short(y)}`;
  }

  /** @param {number} x @param {number} y @param {number} width @param {number} height */
  rect(x, y, width, height) {
    this.path += `M${short(x)} ${short(y)}h${short(width)}v${short(height)}h${short(-width)}Z`;
  }

  /** Rounded alike at the upper corners, as bars are. @param {number} x @param {number} y @param {number} width @param {number} height @param {number[]} radii */
  roundRect(x, y, width, height, radii) {
    const r = Math.min(radii[0] ?? 0, Math.abs(width) / 2, Math.abs(height));
    this.path += `M${short(x)} ${short(y + height)}V${short(y + r)}a${short(r)} ${short(r)} 0 0 1 ${short(r)} ${short(-r)}h${short(width - 2 * r)}a${short(r)} ${short(r)} 0 0 1 ${short(r)} ${short(r)}V${short(y + height)}Z`;
  }

  /** @param {number} x @param {number} y @param {number} r @param {number} from @param {number} to rad */
  arc(x, y, r, from, to) {
    const at = (/** @type {number} */ angle) => `${short(x + r * Math.cos(angle))} ${short(y + r * Math.sin(angle))}`;
    const part = (/** @type {number} */ angle, /** @type {number} */ turn) =>
      `A${short(r)} ${short(r)} 0 ${Math.abs(turn) > Math.PI ? 1 : 0} ${turn > 0 ? 1 : 0} ${at(angle)}`;
    const turn = Math.min(to - from, 2 * Math.PI);
    // A whole circle ends where it begins, which one arc cannot.
    const middle = from + turn / 2;
    this.path += `${this.path ? "L" : "M"}${at(from)}${part(middle, turn / 2)}${part(from + turn, turn / 2)}`;
  }

  fill() {
    this.lines.push(`<path d="${this.path}" ${this.paint("fill", this.fillStyle)}/>`);
  }

  stroke() {
    if (this.path) this.lines.push(`<path d="${this.path}" fill="none" ${this.stroked()}/>`);
  }

  /** @param {number} x @param {number} y @param {number} width @param {number} height */
  fillRect(x, y, width, height) {
    this.lines.push(`<rect x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${short(height)}" ${this.paint("fill", this.fillStyle)}/>`);
  }

  stroked() {
    return `${this.paint("stroke", this.strokeStyle)} stroke-width="${short(this.lineWidth)}" stroke-linecap="${this.lineCap}" stroke-linejoin="${this.lineJoin}"`;
  }

  /** A colour, with its cover apart: not every program reads both in one. @param {"fill" | "stroke"} what @param {string} colour */
  paint(what, colour) {
    const parts = /^rgba?\((\d+)[ ,]+(\d+)[ ,]+(\d+)[ ]*[/,][ ]*([\d.]+)\)$/.exec(colour);
    const cover = this.globalAlpha * (parts ? Number(parts[4]) : 1);
    const plain = parts ? `rgb(${parts[1]},${parts[2]},${parts[3]})` : colour;
    return `${what}="${written(plain)}"${cover < 1 ? ` ${what}-opacity="${short(cover)}"` : ""}`;
  }

  /** @param {string} text */
  measureText(text) {
    const { ruler } = this;
    if (!ruler) return { width: text.length * 6 };
    ruler.font = this.font;
    return ruler.measureText(text);
  }

  /** @param {string} text @param {number} x @param {number} y @param {string} how */
  text(text, x, y, how) {
    const [, weight, size, family] = /^(?:(\d+) )?([\d.]+)px (.*)$/.exec(this.font) ?? [];
    const down = y + HANGS[this.textBaseline] * Number(size);
    const heavy = weight ? ` font-weight="${weight}"` : "";
    this.lines.push(
      `<text x="${short(x)}" y="${short(down)}" text-anchor="${ANCHORS[this.textAlign]}" font-family="${written(family ?? "sans-serif")}" font-size="${size}"${heavy} ${how}>${written(text)}</text>`,
    );
  }

  /** @param {string} text @param {number} x @param {number} y */
  fillText(text, x, y) {
    this.text(text, x, y, this.paint("fill", this.fillStyle));
  }

  /** @param {string} text @param {number} x @param {number} y */
  strokeText(text, x, y) {
    this.text(text, x, y, `fill="none" ${this.stroked()}`);
  }

  /**
   * A part of another canvas, as a picture within.
   * @param {HTMLCanvasElement} from @param {number} left @param {number} top @param {number} wide @param {number} high
   * @param {number} x @param {number} y @param {number} width @param {number} height
   */
  drawImage(from, left, top, wide, high, x, y, width, height) {
    const part = document.createElement("canvas");
    part.width = wide;
    part.height = high;
    part.getContext("2d")?.drawImage(from, left, top, wide, high, 0, 0, wide, high);
    this.lines.push(
      `<image x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${short(height)}" preserveAspectRatio="none" href="${part.toDataURL("image/png")}"/>`,
    );
  }
}
