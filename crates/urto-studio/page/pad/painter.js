// What a pad looks like while it is played: ripples, a comet's tail, the thing that is dragged.

import { coloursAt, onTheme, veil } from "../see/colours.js";

/** How long ripples and tails are seen [ms]. */
const RIPPLE = 900;
const TAIL = 650;

/** @typedef {{x: number, y: number, time: number, strength: number}} Mark place in 0..1, y up */

export class Painter {
  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas) {
    this.canvas = canvas;
    /** @type {Mark[]} */
    this.ripples = [];
    /** @type {Mark[]} */
    this.tail = [];
    /** @type {import("../see/colours.js").Colours | null} */
    this.colours = null;
    this.reduced = matchMedia("(prefers-reduced-motion: reduce)");
  }

  /** Follows the theme until the returned function is called. @param {() => void} again */
  follow(again) {
    return onTheme(() => {
      this.colours = null;
      again();
    });
  }

  /** @param {number} now */
  moving(now) {
    this.ripples = this.ripples.filter((one) => now - one.time < RIPPLE);
    while (this.tail.length > 0 && now - this.tail[0].time > TAIL) this.tail.shift();
    return this.ripples.length > 0 || this.tail.length > 0;
  }

  /** @param {Mark} mark */
  ripple(mark) {
    this.ripples.push(mark);
    if (this.ripples.length > 24) this.ripples.shift();
  }

  /** @param {Mark} mark */
  trail(mark) {
    this.tail.push(mark);
    if (this.tail.length > 400) this.tail.shift();
  }

  /**
   * @param {object} scene
   * @param {number} scene.now ms
   * @param {"strike" | "hold" | "drag"} scene.style
   * @param {number} scene.x
   * @param {number} scene.y
   * @param {boolean} scene.down
   * @param {boolean} scene.focus whether keys play
   * @param {number} scene.speed share of full speed
   * @param {number} scene.loud 0 to 1: how loud the instance sounds
   */
  paint(scene) {
    const { canvas } = this;
    const pen = canvas.getContext("2d");
    const { clientWidth: width, clientHeight: height } = canvas;
    if (!pen || width < 20 || height < 20) return;
    const dense = Math.min(globalThis.devicePixelRatio || 1, 3);
    if (canvas.width !== Math.round(width * dense) || canvas.height !== Math.round(height * dense)) {
      canvas.width = Math.round(width * dense);
      canvas.height = Math.round(height * dense);
    }
    this.colours ??= coloursAt(canvas);
    pen.setTransform(dense, 0, 0, dense, 0, 0);
    pen.clearRect(0, 0, width, height);
    const at = { x: scene.x * width, y: (1 - scene.y) * height };
    this.grid(pen, width, height);
    if (scene.style !== "drag" || scene.focus) this.cross(pen, at, width, height, scene.down);
    if (!this.reduced.matches) {
      this.paintRipples(pen, width, height, scene.now);
      this.paintTail(pen, width, height, scene.now);
    }
    this.paintPoint(pen, at, scene);
  }

  /**
   * @param {CanvasRenderingContext2D} pen
   * @param {number} width
   * @param {number} height
   */
  grid(pen, width, height) {
    if (!this.colours) return;
    pen.fillStyle = veil(this.colours.quiet, 0.35);
    const step = Math.max(24, Math.min(width, height) / 10);
    const columns = Math.max(2, Math.round(width / step));
    const rows = Math.max(2, Math.round(height / step));
    pen.beginPath();
    for (let column = 1; column < columns; column++) {
      for (let row = 1; row < rows; row++) {
        pen.rect(Math.round((column * width) / columns) - 0.5, Math.round((row * height) / rows) - 0.5, 1.25, 1.25);
      }
    }
    pen.fill();
  }

  /**
   * @param {CanvasRenderingContext2D} pen
   * @param {{x: number, y: number}} at
   * @param {number} width
   * @param {number} height
   * @param {boolean} down
   */
  cross(pen, at, width, height, down) {
    if (!this.colours) return;
    pen.strokeStyle = down ? veil(this.colours.accent, 0.5) : veil(this.colours.quiet, 0.3);
    pen.lineWidth = 1;
    pen.beginPath();
    pen.moveTo(Math.round(at.x) + 0.5, 0);
    pen.lineTo(Math.round(at.x) + 0.5, height);
    pen.moveTo(0, Math.round(at.y) + 0.5);
    pen.lineTo(width, Math.round(at.y) + 0.5);
    pen.stroke();
  }

  /**
   * @param {CanvasRenderingContext2D} pen
   * @param {number} width
   * @param {number} height
   * @param {number} now
   */
  paintRipples(pen, width, height, now) {
    if (!this.colours) return;
    const reach = 0.45 * Math.min(width, height);
    for (const one of this.ripples) {
      const age = Math.max((now - one.time) / RIPPLE, 0);
      const force = 0.35 + 0.4 * Math.min(one.strength, 2);
      for (let ring = 0; ring < 3; ring++) {
        // Later rings start later; all slow down as they spread.
        const grown = age - 0.12 * ring;
        if (grown <= 0) continue;
        const fade = (1 - age) ** 2 * (1 - 0.3 * ring);
        pen.beginPath();
        pen.arc(one.x * width, (1 - one.y) * height, 6 + reach * force * (1 - (1 - grown) ** 3), 0, 2 * Math.PI);
        pen.strokeStyle = veil(this.colours.accent, 0.8 * fade);
        pen.lineWidth = 0.5 + 2.5 * fade * force;
        pen.stroke();
      }
    }
  }

  /**
   * @param {CanvasRenderingContext2D} pen
   * @param {number} width
   * @param {number} height
   * @param {number} now
   */
  paintTail(pen, width, height, now) {
    if (!this.colours || this.tail.length < 2) return;
    pen.lineCap = "round";
    for (let n = 1; n < this.tail.length; n++) {
      const [from, to] = [this.tail[n - 1], this.tail[n]];
      const left = 1 - (now - to.time) / TAIL;
      if (left <= 0 || from.strength === 0) continue;
      pen.beginPath();
      pen.moveTo(from.x * width, (1 - from.y) * height);
      pen.lineTo(to.x * width, (1 - to.y) * height);
      pen.strokeStyle = veil(this.colours.accent, 0.5 * left * left);
      pen.lineWidth = 1 + 15 * left * left;
      pen.stroke();
    }
  }

  /**
   * @param {CanvasRenderingContext2D} pen
   * @param {{x: number, y: number}} place
   * @param {{style: string, down: boolean, loud: number, speed: number}} scene
   */
  paintPoint(pen, place, scene) {
    if (!this.colours) return;
    const { accent, paper } = this.colours;
    const drag = scene.style === "drag";
    const radius = drag ? 17 : scene.down ? 11 : 8;
    // At the edge the mark stays whole; the lines through it tell the place.
    const whole = (/** @type {number} */ at, /** @type {number} */ size) =>
      Math.min(Math.max(at, radius + 2), size - radius - 2);
    const { clientWidth, clientHeight } = this.canvas;
    const at = { x: whole(place.x, clientWidth), y: whole(place.y, clientHeight) };
    if (scene.loud > 0.01) {
      // It hums as loud as it sounds.
      const halo = radius + 6 + 34 * scene.loud;
      const glow = pen.createRadialGradient(at.x, at.y, radius * 0.6, at.x, at.y, halo);
      glow.addColorStop(0, veil(accent, 0.45));
      glow.addColorStop(1, veil(accent, 0));
      pen.fillStyle = glow;
      pen.beginPath();
      pen.arc(at.x, at.y, halo, 0, 2 * Math.PI);
      pen.fill();
    }
    pen.beginPath();
    pen.arc(at.x, at.y, radius, 0, 2 * Math.PI);
    pen.fillStyle = scene.down ? accent : paper;
    pen.fill();
    pen.strokeStyle = accent;
    pen.lineWidth = 2;
    pen.stroke();
    if (drag && scene.speed > 0.005) {
      // Around the thing: how fast it goes.
      pen.beginPath();
      pen.arc(at.x, at.y, radius + 5, -0.5 * Math.PI, (-0.5 + 2 * Math.min(scene.speed, 1)) * Math.PI);
      pen.lineWidth = 3;
      pen.lineCap = "round";
      pen.stroke();
    }
  }
}
