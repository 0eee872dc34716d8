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
  const name = `${NAMES[((nearest % 12) + 12) % 12]}${Math.floor(nearest / 12) - 1}`;
  return `${name} ${cents < 0 ? "−" : "+"}${Math.abs(cents)}\u00a0cents`;
}

/** How much higher one frequency is than another, in semitones and cents. @param {number} ratio */
export function interval(ratio) {
  const cents = Math.round(1200 * Math.log2(ratio));
  const size = Math.abs(cents);
  const words = size < 100 ? `${size}\u00a0cents` : `${Math.floor(size / 100)}\u00a0semitones ${size % 100}\u00a0cents`;
  return cents === 0 ? "the same pitch" : `${words} ${cents > 0 ? "higher" : "lower"}`;
}
