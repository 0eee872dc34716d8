// Numbers as people read them: three digits and an SI prefix.

const PREFIXES = ["p", "n", "µ", "m", "", "k", "M", "G"];
const PLAIN = 4;
// A number and its unit stay on one line.
const SPACE = "\u00a0";

/**
 * A quantity in words: `si(0.00123, "N")` is "1.23 mN".
 * @param {number} value in the unit
 * @param {string} unit
 * @param {number} [digits] how many digits that count
 * @returns {string}
 */
export function si(value, unit, digits = 3) {
  if (!Number.isFinite(value)) return "–";
  if (value === 0) return unit ? `0${SPACE}${unit}` : "0";
  if (!takesPrefix(unit)) return join(plain(value, digits), unit);
  // A kilogram has a prefix of its own.
  const heavy = unit.startsWith("kg");
  if (heavy && Math.abs(value) < 0.9995) return si(value * 1000, unit.slice(1), digits);
  const power = Math.floor(Math.log10(Math.abs(value) * (1 + 1e-9)) / 3);
  if (power + PLAIN < 0) return join(plain(value, digits), unit);
  const at = Math.min(power + PLAIN, heavy ? PLAIN : PREFIXES.length - 1);
  const scaled = value / 1000 ** (at - PLAIN);
  // Rounding may carry into the next prefix: 999.7 m is 1 km.
  if (Math.abs(Number(scaled.toPrecision(digits))) >= 1000 && at + 1 < PREFIXES.length && !heavy) {
    return join(plain(scaled / 1000, digits), PREFIXES[at + 1] + unit);
  }
  return join(plain(scaled, digits), PREFIXES[at] + unit);
}

/**
 * Whether a prefix before a unit is a power of ten of the value: not before a square (500 mm² are no half of
 * a square metre), a number (1/s), a word or a ratio, nor where there is a prefix already (mm/h).
 * @param {string} unit
 */
function takesPrefix(unit) {
  const first = unit.split(/[*/]/)[0];
  return /^(m|s|g|kg|N|J|W|K|l|Hz|Pa|Pa s|rad)$/.test(first);
}

/**
 * The same for labels of an axis: all with the prefix that suits its end, and zero without a unit.
 * @param {number} value
 * @param {string} unit
 * @param {number} end the greatest size on the axis
 */
export function label(value, unit, end) {
  if (value === 0) return "0";
  const power = Math.floor(Math.log10(Math.max(Math.abs(end), 1e-300) * (1 + 1e-9)) / 3);
  const at = power + PLAIN;
  if (!takesPrefix(unit) || unit.startsWith("kg") || at < 0 || at >= PREFIXES.length) return si(value, unit);
  return join(plain(value / 1000 ** power, 3), PREFIXES[at] + unit);
}

/**
 * @param {string} number
 * @param {string} unit
 */
function join(number, unit) {
  return unit ? `${number}${SPACE}${unit.replace("*", "·")}` : number;
}

/**
 * A number without an exponent where that is short, with a true minus.
 * @param {number} value
 * @param {number} [digits]
 */
export function plain(value, digits = 3) {
  if (!Number.isFinite(value)) return "–";
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-3 || size >= 1e6)) {
    const [mantissa, power] = value.toExponential(Math.max(digits - 2, 0)).split("e");
    return `${mantissa}·10${superscript(Number(power))}`.replace("-", "−");
  }
  return String(Number(value.toPrecision(digits))).replace("-", "−");
}

/** @param {number} power */
function superscript(power) {
  return String(power).replace(/[-0-9]/g, (sign) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(sign)] ?? "⁻");
}

/**
 * Round steps for an axis: 1, 2 or 5 times a power of ten, at most `most` of them.
 * @param {number} low
 * @param {number} high
 * @param {number} most
 * @returns {number[]}
 */
export function ticks(low, high, most) {
  const span = high - low;
  if (!(span > 0) || most < 1) return [];
  const raw = span / most;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = power * ([1, 2, 5, 10].find((times) => times * power >= raw * (1 - 1e-9)) ?? 10);
  const found = [];
  for (let n = Math.ceil(low / step - 1e-9); n * step <= high + step * 1e-9; n++) {
    found.push(n === 0 ? 0 : n * step);
  }
  return found;
}

/**
 * A round number at or above a size, for the end of an axis: 1, 1.5, 2, 3, 5 or 7 times a power.
 * @param {number} size
 */
export function roundUp(size) {
  if (!(size > 0) || !Number.isFinite(size)) return 1;
  const power = 10 ** Math.floor(Math.log10(size));
  return power * ([1, 1.5, 2, 3, 5, 7, 10].find((times) => times * power >= size * (1 - 1e-9)) ?? 10);
}
