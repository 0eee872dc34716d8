// What lies over the picture of a body: dots where it is touched and heard, what a hand throws, and a
// line that says what a hand can do.

import { make } from "./picture.js";
import { sheet } from "./sheet.js";

export const marksSheet = sheet(`
.marks { position: absolute; inset: 0; overflow: hidden; pointer-events: none; }
.mark { position: absolute; left: 0; top: 0; width: 0; height: 0; font-size: 0.6875rem; line-height: 1; color: var(--ink, light-dark(#22201c, #ece8e0)); }
.mark[hidden] { display: none; }
.mark::before { content: ""; position: absolute; box-sizing: border-box; width: 12px; height: 12px; left: -6px; top: -6px; border-radius: 50%; }
.mark[data-kind="touched"]::before { background: var(--accent, light-dark(#b4481e, #f08a5d)); border: 2px solid var(--paper, light-dark(#faf8f4, #191816)); box-shadow: 0 0 0 1px var(--accent, light-dark(#b4481e, #f08a5d)); }
.mark[data-kind="heard"]::before { border: 2.5px solid var(--cool, light-dark(#2d6f8e, #6db3d1)); background: color-mix(in srgb, var(--paper, light-dark(#faf8f4, #191816)) 70%, transparent); }
.mark[data-kind="finger"]::before { width: 20px; height: 20px; left: -10px; top: -10px; border: 3px solid var(--ink, light-dark(#22201c, #ece8e0)); background: color-mix(in srgb, var(--ink, light-dark(#22201c, #ece8e0)) 25%, transparent); }
.mark[data-kind="ball"]::before { width: 18px; height: 18px; left: -9px; top: -9px; background: var(--ink, light-dark(#22201c, #ece8e0)); }
.mark[data-behind]::before { opacity: 0.45; border-style: dashed; }
.mark[data-behind] .name { opacity: 0.7; }
.name { position: absolute; left: 10px; top: -0.5em; padding: 1px 4px; margin-top: -1px; border-radius: 4px; white-space: nowrap; background: color-mix(in srgb, var(--paper, light-dark(#faf8f4, #191816)) 78%, transparent); }
.mark[data-left] .name { left: auto; right: 10px; }
.hint { position: absolute; inset: auto 0 2px; justify-self: center; width: fit-content; margin: 0 auto; padding: 1px 8px; border-radius: 6px; background: color-mix(in srgb, var(--paper, light-dark(#faf8f4, #191816)) 70%, transparent); text-align: center; text-wrap: balance; pointer-events: none; font-size: 0.8125rem; color: var(--quiet, light-dark(#6b665d, #a19b90)); transition: opacity 0.4s; }
.hint[data-used] { opacity: 0; }
@media (prefers-reduced-motion: reduce) { .hint { transition: none; } }
`);

/** @typedef {{kind: "touched" | "heard" | "stands" | "finger", x: number, y: number, behind: boolean}} Mark px */

/** Nearer to the right end than this, a name stands on the left [px]. */
const ROOM = 64;

export class Marks {
  /** @param {HTMLElement} box */
  constructor(box) {
    this.layer = make("div", "marks");
    // The picture says the same in words.
    this.layer.setAttribute("aria-hidden", "true");
    this.ballMark = this.dot("ball", "");
    this.ballMark.hidden = true;
    /** @type {HTMLElement[]} */
    this.dots = [];
    /** What they are. */
    this.kinds = "";
    this.hint = make("p", "hint");
    this.hint.setAttribute("aria-hidden", "true");
    box.append(this.layer, this.hint);
  }

  /** @param {string} kind @param {string} name */
  dot(kind, name) {
    const dot = make("span", "mark");
    dot.dataset.kind = kind;
    if (name) {
      const label = make("span", "name");
      label.textContent = name;
      dot.append(label);
    }
    this.layer.append(dot);
    return dot;
  }

  /** @param {Mark[]} marks @param {number} width px @param {{touched: string, heard: string, stands?: string, finger?: string}} names */
  show(marks, width, names) {
    const kinds = marks.map(({ kind }) => names[kind] ?? "").join();
    if (this.kinds !== kinds) {
      this.kinds = kinds;
      for (const dot of this.dots) dot.remove();
      // One of each kind is named; more would hide each other.
      this.dots = marks.map(({ kind }, n) => this.dot(kind, marks.findIndex((one) => one.kind === kind) === n ? (names[kind] ?? "") : ""));
    }
    marks.forEach(({ x, y, behind }, n) => {
      const dot = this.dots[n];
      dot.style.translate = `${x.toFixed(1)}px ${y.toFixed(1)}px`;
      dot.toggleAttribute("data-behind", behind);
      dot.toggleAttribute("data-left", x > width - ROOM);
    });
  }

  /** What is thrown. @param {number[] | null} at px */
  ball(at) {
    this.ballMark.hidden = at === null;
    if (at) this.ballMark.style.translate = `${at[0].toFixed(1)}px ${at[1].toFixed(1)}px`;
  }

  /** @param {string} text @param {boolean} used whether it was done already */
  say(text, used) {
    if (this.hint.textContent !== text) this.hint.textContent = text;
    this.hint.toggleAttribute("data-used", used || text === "");
  }
}
