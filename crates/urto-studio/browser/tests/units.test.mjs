// How numbers are written, without a page: prefixes where they mean what they say, and whole labels.

import assert from "node:assert/strict";
import { test } from "node:test";
import { axes } from "../../page/see/plot.js";
import { label, si } from "../../page/see/units.js";

/** @param {string} text with plain spaces */
const spaced = (text) => text.replaceAll("\u00a0", " ");

test("a prefix stands only where it is a power of ten of the value", () => {
  for (const [value, unit, words] of /** @type {[number, string, string][]} */ ([
    [0.5, "m", "500 mm"],
    [1200, "Hz", "1.2 kHz"],
    [0.02, "kg", "20 g"],
    [1500, "kg", "1500 kg"],
    [0.5, "kg/s", "500 g/s"],
    [1500, "kg/s", "1500 kg/s"],
    [2e-5, "N*s", "20 µN·s"],
    [1e8, "N/m", "100 MN/m"],
    [0.5, "l/s", "500 ml/s"],
    // No thousand of words, of numbers, of what has a prefix already, nor of ratios.
    [1200, "times", "1200 times"],
    [1500, "1/s", "1500 1/s"],
    [1200, "1/min", "1200 1/min"],
    [1000, "mm/h", "1000 mm/h"],
    [1200, "cent", "1200 cent"],
    [0.02, "°", "0.02 °"],
    [1200, "%", "1200 %"],
    // A square millimetre is a millionth of a square metre.
    [0.5, "m^2", "0.5 m^2"],
    [0.002, "m³", "0.002 m³"],
  ])) {
    assert.equal(spaced(si(value, unit)), words);
    if (!unit.startsWith("kg")) assert.equal(spaced(label(value, unit, value)), words);
  }
});

test("the labels of an axis are whole, and keep out of its name", () => {
  /** @type {{words: string, from: number, to: number, foot: boolean}[]} */
  let written = [];
  let align = "center";
  const width = (/** @type {string} */ words) => 6 * words.length;
  const pen = new Proxy(/** @type {Record<string, unknown>} */ ({}), {
    get: (_, name) => {
      if (name === "measureText") return (/** @type {string} */ words) => ({ width: width(words) });
      if (name !== "fillText") return () => {};
      return (/** @type {string} */ words, /** @type {number} */ x, /** @type {number} */ y, most = Infinity) => {
        const wide = Math.min(width(words), most);
        const from = align === "right" ? x - wide : align === "center" ? x - wide / 2 : x;
        written.push({ words, from, to: from + wide, foot: y > 100 });
      };
    },
    set: (_, name, value) => {
      if (name === "textAlign") align = value;
      return true;
    },
  });
  for (const wide of [120, 200, 333, 640]) {
    for (const [end, unit] of /** @type {[number, string][]} */ ([[0.5, "m"], [0.05, "s"], [0.0123, "m"], [1200, "1/s"], [3e5, "N/m"]])) {
      for (const name of ["", "time"]) {
        written = [];
        const frame = /** @type {import("../../page/see/picture.js").Frame} */ (
          /** @type {unknown} */ ({ pen, colours: {}, width: wide, height: 120 })
        );
        const box = { left: 46, right: wide - 8, top: 6, bottom: 100 };
        axes(frame, box, { from: 0, to: end, unit, name }, { from: -end, to: end, unit, name: "" });
        // The name is written last, along the foot of the picture as the labels before it are.
        const last = name ? written.pop() : undefined;
        assert(written.length > 0, `${wide} ${end} ${unit}`);
        for (const { words, from, to, foot } of written) {
          assert(from >= 0 && to <= wide, `'${words}' from ${from} to ${to} of ${wide}`);
          assert(!last || !foot || to <= last.from, `'${words}' over '${name}' at ${wide}`);
        }
      }
    }
  }
});
