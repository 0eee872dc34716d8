// How fast a pointer moves: the way it went within the last moment.

/** The moment [ms]: short enough to follow a hand, long enough to even out its events. */
const MOMENT = 100;
/** So long without news is not yet standing still [ms]; more where news come seldom anyway. */
const LATE = 40;
const LATEST = 120;
/** How far apart events of a hand that just starts are taken to be [ms]. */
const USUAL = 16;
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
    const last = this.path[this.path.length - 1];
    // After a rest the motion has begun just now.
    if (time - last.time > LATEST) this.path = [{ ...last, time: time - USUAL }];
    this.path.push({ time, x, y });
    if (this.path.length > 512) this.path.splice(0, 256);
  }

  /**
   * Speed now [px/s].
   * @param {number} now ms, on the events' clock
   */
  at(now) {
    const { path } = this;
    while (path.length > 2 && path[1].time < now - MOMENT) path.shift();
    const last = path[path.length - 1];
    const silent = Math.max(now - last.time, 0);
    let raw = 0;
    if (path.length > 1) {
      const late = Math.min(Math.max(1.5 * (last.time - path[path.length - 2].time), LATE), LATEST);
      let way = 0;
      for (let n = 1; n < path.length; n++) way += Math.hypot(path[n].x - path[n - 1].x, path[n].y - path[n - 1].y);
      const span = Math.max(last.time - path[0].time, USUAL / 2) + Math.max(silent - late, 0);
      if (silent < late + MOMENT) raw = (way / span) * 1000;
    }
    const passed = Math.max(now - this.time, 0);
    this.time = now;
    this.value += (raw - this.value) * (1 - Math.exp(-passed / FOLLOWS));
    // Standing is standing.
    if (raw === 0 && this.value < 1) this.value = 0;
    return this.value;
  }
}
