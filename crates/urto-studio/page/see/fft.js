// A Fourier transform of one fixed power-of-two size, in place; all tables made beforehand.

export class Fourier {
  /** @param {number} size a power of two */
  constructor(size) {
    this.size = size;
    this.real = new Float32Array(size);
    this.imag = new Float32Array(size);
    this.cosine = Float32Array.from({ length: size / 2 }, (_, n) => Math.cos((2 * Math.PI * n) / size));
    this.sine = Float32Array.from({ length: size / 2 }, (_, n) => Math.sin((2 * Math.PI * n) / size));
    const bits = Math.log2(size);
    this.swap = Uint32Array.from({ length: size }, (_, n) => {
      let turned = 0;
      for (let bit = 0; bit < bits; bit++) turned |= ((n >> bit) & 1) << (bits - 1 - bit);
      return turned;
    });
  }

  /** Transforms what is in `real` and `imag`. */
  run() {
    const { size, real, imag, cosine, sine, swap } = this;
    for (let n = 0; n < size; n++) {
      const other = swap[n];
      if (other > n) {
        const [re, im] = [real[n], imag[n]];
        real[n] = real[other];
        imag[n] = imag[other];
        real[other] = re;
        imag[other] = im;
      }
    }
    for (let half = 1; half < size; half *= 2) {
      const stride = size / (2 * half);
      for (let start = 0; start < size; start += 2 * half) {
        for (let k = 0, at = 0; k < half; k++, at += stride) {
          const low = start + k;
          const high = low + half;
          const re = real[high] * cosine[at] + imag[high] * sine[at];
          const im = imag[high] * cosine[at] - real[high] * sine[at];
          real[high] = real[low] - re;
          imag[high] = imag[low] - im;
          real[low] += re;
          imag[low] += im;
        }
      }
    }
  }
}

/**
 * A Hann window whose sum is one, doubled: a sine of amplitude 1 has level 1.
 * @param {number} size
 */
export function hann(size) {
  return Float32Array.from({ length: size }, (_, n) => (2 * (1 - Math.cos((2 * Math.PI * n) / size))) / size);
}
