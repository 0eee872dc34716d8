// Frequencies as notes.

const NAMES = ["C", "C♯", "D", "D♯", "E", "F", "F♯", "G", "G♯", "A", "A♯", "B"];
/** A4 [Hz], and its number among the notes. */
const TUNING = 440;
const A4 = 69;

/** The nearest note of equal temperament, and how far off it is. @param {number} hertz */
export function note(hertz) {
  const at = A4 + 12 * Math.log2(hertz / TUNING);
  const nearest = Math.round(at);
  const cents = Math.round(100 * (at - nearest));
  const unit = Math.abs(cents) === 1 ? "cent" : "cents";
  const name = `${NAMES[((nearest % 12) + 12) % 12]}${Math.floor(nearest / 12) - 1}`;
  return `${name} ${cents < 0 ? "−" : "+"}${Math.abs(cents)}\u00a0${unit}`;
}

/** How much higher one frequency is than another, in semitones and cents. @param {number} ratio */
export function interval(ratio) {
  const cents = Math.round(1200 * Math.log2(ratio));
  const size = Math.abs(cents);
  const counted = (/** @type {number} */ count, /** @type {string} */ unit) => `${count}\u00a0${unit}${count === 1 ? "" : "s"}`;
  const whole = Math.floor(size / 100);
  const words = whole === 0 ? counted(size, "cent") : `${counted(whole, "semitone")} ${counted(size % 100, "cent")}`;
  return cents === 0 ? "the same pitch" : `${words} ${cents > 0 ? "higher" : "lower"}`;
}
