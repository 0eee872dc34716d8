// The picture of a run: the bodies in space, turned by hand, wheel and keys.

import { rgb } from "../see/colours.js";
import { Camera } from "./camera.js";
import { RunDrawing } from "./drawing.js";
import { Film } from "./film.js";

/** A drag across the picture turns by so much [rad]; keys by so much, and go nearer by this. */
const ACROSS = Math.PI;
const TURN = Math.PI / 36;
const NEARER = 1.15;
/** A notch of a wheel is so many of what it tells [px]. */
const NOTCH = 240;
/** Bodies that do not move are looked at too if they are no farther around than this, in sizes of what moves. */
const BESIDE = 4;
/** Hues of bodies, apart however many there are: turns of the circle by the golden ratio. */
const GOLDEN = 0.618034;

export class View {
  /** @param {HTMLElement} frame @param {HTMLCanvasElement} canvas @param {() => void} again @param {() => void} looked */
  constructor(frame, canvas, again, looked) {
    this.canvas = canvas;
    this.again = again;
    this.looked = looked;
    this.camera = new Camera();
    /** @type {Film|null} */
    this.film = null;
    /** @type {RunDrawing|null} */
    this.drawing = null;
    /** @type {Float32Array[]} */
    this.poses = [];
    /** @type {import("./drawing.js").Paint|null} */
    this.look = null;
    /** @type {import("../engine/contacts.js").Opened|null} */
    this.opened = null;
    const gl = canvas.getContext("webgl2", { antialias: true, premultipliedAlpha: true });
    if (gl) this.drawing = new RunDrawing(gl);
    else frame.append(Object.assign(document.createElement("p"), { className: "run-flat", textContent: "This browser draws nothing in space (WebGL 2); what happens is heard all the same." }));
    /** Hands on the picture. @type {Map<number, {x: number, y: number}>} */
    this.hands = new Map();
    frame.addEventListener("pointerdown", (event) => {
      frame.setPointerCapture(event.pointerId);
      this.hands.set(event.pointerId, { x: event.clientX, y: event.clientY });
    });
    frame.addEventListener("pointermove", (event) => this.drag(event));
    for (const end of /** @type {const} */ (["pointerup", "pointercancel"])) frame.addEventListener(end, (event) => this.hands.delete(event.pointerId));
    frame.addEventListener(
      "wheel",
      (event) => {
        event.preventDefault();
        this.go(() => this.camera.nearer(2 ** (-event.deltaY / NOTCH)));
      },
      { passive: false },
    );
  }

  /** @param {import("../engine/contacts.js").Opened} opened */
  show(opened) {
    this.opened = opened;
    const { told, shapes } = opened;
    this.film = new Film(opened);
    this.poses = told.bodies.map(() => Float32Array.of(0, 0, 0, 1, 0, 0, 0));
    const grounds = told.bodies.map((own) => own.form === "plane");
    const { film } = this;
    const moves = told.bodies.map((_, n) => !grounds[n] && film.moves(n));
    const around = film.around(shapes, moves.some(Boolean) ? moves : grounds.map((own) => !own));
    // What lies beside it belongs to it: a table under a cup, a rail under a marble.
    const all = film.around(shapes, grounds.map((own) => !own));
    const seen = all.reach <= BESIDE * around.reach ? all : around;
    this.drawing?.show(shapes, grounds, seen.reach);
    this.camera.see(seen.middle, seen.reach);
    this.home();
  }

  /** Where the scene says that one listens. */
  home() {
    const listener = this.opened?.told.listener;
    if (listener) this.camera.stand(listener.place);
    this.looked();
  }

  /** @param {import("../see/colours.js").Colours} colours */
  paint(colours) {
    const bodies = (this.opened?.told.bodies ?? []).map((_, n) => tint((0.07 + GOLDEN * n) % 1, colours.dark));
    this.look = { bodies, ink: rgb(colours.ink), accent: rgb(colours.accent), shadow: colours.dark ? 0.45 : 0.16 };
  }

  /** @param {number} time s */
  draw(time) {
    const { canvas, drawing, film, look } = this;
    if (!drawing || !film || !look || canvas.clientWidth < 2) return;
    const dense = Math.min(globalThis.devicePixelRatio || 1, 3);
    const [width, height] = [Math.round(canvas.clientWidth * dense), Math.round(canvas.clientHeight * dense)];
    if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height] = [width, height];
    this.poses.forEach((pose, body) => film.pose(body, time, pose));
    drawing.draw(this.camera, this.poses, film.pressing(time), look, { dense });
  }

  /** @param {PointerEvent} event */
  drag(event) {
    const before = this.hands.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    const other = [...this.hands].find(([id]) => id !== event.pointerId)?.[1];
    const size = Math.max(Math.min(this.canvas.clientWidth, this.canvas.clientHeight), 1);
    this.hands.set(event.pointerId, now);
    if (other) {
      const [was, is] = [before, now].map(({ x, y }) => Math.hypot(x - other.x, y - other.y));
      if (was > 1) this.go(() => this.camera.nearer(is / was));
    } else this.go(() => this.camera.move((-ACROSS * (now.x - before.x)) / size, (ACROSS * (now.y - before.y)) / size));
  }

  /** @param {KeyboardEvent} event @returns {boolean} whether it meant something */
  key({ key }) {
    const turns = /** @type {Record<string, [number, number]>} */ ({ ArrowLeft: [TURN, 0], ArrowRight: [-TURN, 0], ArrowUp: [0, TURN], ArrowDown: [0, -TURN] });
    const turn = turns[key];
    if (turn) this.go(() => this.camera.move(...turn));
    else if (key === "+" || key === "=") this.go(() => this.camera.nearer(NEARER));
    else if (key === "-") this.go(() => this.camera.nearer(1 / NEARER));
    else return false;
    return true;
  }

  /** @param {() => void} act */
  go(act) {
    act();
    this.looked();
  }

  /** Lets the graphics card go. */
  end() {
    this.drawing?.gl.getExtension("WEBGL_lose_context")?.loseContext();
    this.drawing = null;
  }
}

/** A colour of its own: even in lightness, so that none stands out. @param {number} hue 0 to 1 @param {boolean} dark */
function tint(hue, dark) {
  const [light, chroma] = dark ? [0.72, 0.085] : [0.66, 0.095];
  const [a, b] = [chroma * Math.cos(2 * Math.PI * hue), chroma * Math.sin(2 * Math.PI * hue)];
  const colour = rgb(`oklab(${light} ${a.toFixed(4)} ${b.toFixed(4)})`);
  return [...colour];
}

