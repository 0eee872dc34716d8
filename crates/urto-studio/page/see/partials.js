// Partials of a motion that repeats: a string has no table of modes, but it rings in these.

/** Most partials that are measured, and the highest [Hz]. */
const MOST = 40;
const HIGHEST = 12000;

/**
 * Amplitudes at whole multiples of one over the period, over as many whole periods as there are.
 * @param {Float32Array} motion speeds [m/s]
 * @param {number} rate Hz
 * @param {number} period s
 * @returns {{frequency: Float32Array, level: Float32Array}} Hz, m/s
 */
export function partials(motion, rate, period) {
  const lag = period * rate;
  const length = Math.min(Math.round(Math.floor(motion.length / lag) * lag), motion.length);
  const count = length < 2 ? 0 : Math.min(MOST, Math.floor(Math.min(HIGHEST, 0.45 * rate) * period));
  const frequency = new Float32Array(count);
  const level = new Float32Array(count);
  const start = motion.length - length;
  let mean = 0;
  for (let n = start; n < motion.length; n++) mean += motion[n] / length;
  for (let k = 0; k < count; k++) {
    frequency[k] = (k + 1) / period;
    // Goertzel (1958): two sums by one recursion.
    const turn = (2 * Math.PI * (k + 1)) / lag;
    const twice = 2 * Math.cos(turn);
    let [last, before] = [0, 0];
    for (let n = start; n < motion.length; n++) {
      [last, before] = [motion[n] - mean + twice * last - before, last];
    }
    const power = last * last + before * before - twice * last * before;
    level[k] = (2 * Math.sqrt(Math.max(power, 0))) / length;
  }
  return { frequency, level };
}
