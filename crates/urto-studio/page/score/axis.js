// Which stretch of the score is seen, and the grid that times fall on.

/** Least and most that is seen of a score [its unit]. */
const NARROWEST = 0.25;
/** So many lines are drawn at most, and so close [px]. */
const CLOSEST = 9;

/** What a grid's lines are apart, and its word. @type {{grid: number, word: string}[]} */
export const GRIDS = [
  { grid: 0, word: "Free" },
  { grid: 4, word: "4" },
  { grid: 1, word: "1" },
  { grid: 1 / 2, word: "1/2" },
  { grid: 1 / 3, word: "1/3" },
  { grid: 1 / 4, word: "1/4" },
  { grid: 1 / 6, word: "1/6" },
  { grid: 1 / 8, word: "1/8" },
];

export class TimeAxis {
  /** What is seen begins here and is so long; null: all of it. @type {{from: number, span: number} | null} */
  seen = null;
  length = 16;
  grid = 1 / 4;

  get from() {
    return this.seen ? Math.min(this.seen.from, Math.max(0, this.length - this.span)) : 0;
  }

  get span() {
    return this.seen ? Math.min(Math.max(this.seen.span, NARROWEST), this.length) : this.length;
  }

  /** @param {number} time @param {number} width px */
  place(time, width) {
    return ((time - this.from) / this.span) * width;
  }

  /** @param {number} x @param {number} width px */
  time(x, width) {
    return Math.min(this.length, Math.max(0, this.from + (x / width) * this.span));
  }

  /** To the nearest line of the grid. @param {number} time */
  snap(time) {
    return this.grid > 0 ? Math.min(this.length, Math.round(time / this.grid) * this.grid) : time;
  }

  /** Seen larger or smaller around a time. @param {number} factor @param {number} about */
  zoom(factor, about) {
    const span = Math.min(this.length, Math.max(NARROWEST, this.span / factor));
    const share = (about - this.from) / this.span;
    this.seen = span >= this.length ? null : { from: Math.max(0, about - share * span), span };
  }

  /** @param {number} from */
  scroll(from) {
    if (this.seen) this.seen = { ...this.seen, from: Math.min(Math.max(0, from), this.length - this.span) };
  }

  /**
   * The lines that there is room for: times, and which of them are whole.
   * @param {number} width px
   * @param {number} least how far apart lines stand at least [px]
   */
  lines(width, least = CLOSEST) {
    let step = this.grid || 1 / 4;
    while ((step / this.span) * width < least) step = step < 1 ? Math.min(1, step * 2) : step * (step < 4 ? 4 : 2);
    const lines = [];
    for (let n = Math.ceil(this.from / step - 1e-9); n * step <= this.from + this.span + 1e-9; n++)
      lines.push({ time: n * step, strong: Math.abs((n * step) / 4 - Math.round((n * step) / 4)) < 1e-6 });
    return lines;
  }
}
