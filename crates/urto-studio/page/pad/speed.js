// How fast a pointer moves: the way it went within the last moment.

/** The moment [ms]: short enough to follow a hand, long enough to bridge late events. */
const MOMENT = 100;
/** So long without news is not yet standing still [ms]. */
const LATE = 40;
/** How long the speed takes to follow [ms]: an arm has mass. */
const FOLLOWS = 40;

export class Speed {
  constructor() {
    /** @type {{time: number, x: number, y: number}[]} */
    this.path = [];
    this.value = 0;
    this.time = 0;
  }

  /**
   * @param {number} time ms
   * @param {number} x px
   * @param {number} y px
   */
  start(time, x, y) {
    this.path = [{ time, x, y }];
    this.value = 0;
    this.time = time;
  }

  /**
   * @param {number} time ms
   * @param {number} x
   * @param {number} y
   */
  move(time, x, y) {
    this.path.push({ time, x, y });
    if (this.path.length > 512) this.path.splice(0, 256);
  }

  /**
   * Speed now [px/s].
   * @param {number} now ms, on the events' clock
   */
  at(now) {
    while (this.path.length > 1 && this.path[1].time < now - MOMENT) this.path.shift();
    let way = 0;
    for (let n = 1; n < this.path.length; n++) {
      const step = Math.hypot(this.path[n].x - this.path[n - 1].x, this.path[n].y - this.path[n - 1].y);
      // A step that began before the moment counts with its share.
      const length = Math.max(this.path[n].time - this.path[n - 1].time, 1e-3);
      const inside = Math.min(this.path[n].time - (now - MOMENT), length);
      way += step * Math.max(inside / length, 0);
    }
    const silent = Math.max(now - this.path[this.path.length - 1].time, 0);
    const raw = (way / (MOMENT - Math.min(silent, LATE))) * 1000;
    const passed = Math.max(now - this.time, 0);
    this.time = now;
    this.value += (raw - this.value) * (1 - Math.exp(-passed / FOLLOWS));
    // Standing is standing.
    if (raw === 0 && this.value < 1) this.value = 0;
    return this.value;
  }
}
