// A drag across what is struck rakes it: a light blow for each stretch of the way, where the hand passes.

/** From one blow to the next, as a share of the picture's shorter side. */
const APART = 0.06;
/** Never closer [px]: a finger that taps trembles, and is to strike once. */
const CLOSEST = 16;
/** How strong the blows of the fastest hand are, of the strongest; and of one that hardly moves. */
const STRONGEST = 0.4;
const WEAKEST = 0.04;

/** How hard a hand that passes strikes, of the strongest blow. @param {number} share of its fastest */
export const lightly = (share) => WEAKEST + (STRONGEST - WEAKEST) * share;

export class Rake {
  /** Where the last blow was [px]. */
  last = [0, 0];

  /** @param {number} x px @param {number} y px */
  start(x, y) {
    this.last = [x, y];
  }

  /**
   * The dots at which blows fall on the way to the next one that the hand is at.
   * @param {number} x px @param {number} y px @param {number} side the picture's shorter side [px]
   */
  to(x, y, side) {
    const apart = Math.max(APART * side, CLOSEST);
    /** @type {number[][]} */
    const blows = [];
    for (;;) {
      const [from, down] = this.last;
      const far = Math.hypot(x - from, y - down);
      if (far < apart) return blows;
      this.last = [from + (apart * (x - from)) / far, down + (apart * (y - down)) / far];
      blows.push(this.last);
    }
  }
}
