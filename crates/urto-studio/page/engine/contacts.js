// A contact scene in a worker: opened, moved, listened to. A worker that was stopped is begun anew from
// what is there when it is next asked.

/** @typedef {{place: [number, number, number], turn: [number, number, number, number]}} Pose where, and a quaternion w, x, y, z */
/** @typedef {{name: string, form: "sphere"|"box"|"plane"|"cylinder"|"capsule"|"mesh", kilograms: number|null, free: boolean}} Body */
/** @typedef {{seconds: number, steps: number, contacts: number, problems: number, unsolved: number, looks: number, rate: number}} Happened */
/** @typedef {{name: string, about: string|null, seconds: number, guess: number, bodies: Body[], listener: Pose & {walks: boolean}, space: string|null, gain: number|null, run: Happened|null}} Told */
/** @typedef {{points: Float32Array, normals: Float32Array, shades: Float32Array, triangles: Uint32Array}} Shape */
/** @typedef {{poses: Float32Array, presses: Float32Array}} Film seven numbers for each body at each look; five for each press: time, place, force */
/** @typedef {{told: Told, shapes: Shape[], film: Film|null}} Opened */
/** @typedef {{rate: number, ears: "scene"|"two", from: Pose|null, gain: number|null}} Listening */
/** @typedef {{channels: Float32Array<ArrayBuffer>[], peak: number, gain: number, recipe: string|null}} Heard */
/** @typedef {{problem: string} | {long: string}} Refused */

/** Whether bytes begin like a run. @param {string|ArrayBuffer} content */
export function isRun(content) {
  if (typeof content === "string") return false;
  return new TextDecoder().decode(content.slice(0, 12)) === 'urto = "run/';
}

/** Whether a text says that it is a contact scene. @param {string|ArrayBuffer} content @returns {content is string} */
export const isContactScene = (content) => typeof content === "string" && /^\s*(#.*\n\s*)*urto\s*=\s*"contact-scene\//.test(content);

export class ContactStage {
  /** @type {Worker|null} */
  #worker = null;
  #last = 0;
  /** @type {Map<number, {done: (answer: any) => void, reach: (share: number) => void}>} */
  #waiting = new Map();

  /** @param {string} name @param {ArrayBuffer} bytes of a run or a scene @param {{name: string, bytes: Uint8Array}[]} files that a scene may name */
  constructor(name, bytes, files = []) {
    this.name = name;
    /** A run, once there is one: it can be saved, and opened again. */
    this.bytes = bytes;
    this.files = files;
  }

  /** @returns {Promise<Opened|Refused|null>} null if it was stopped */
  async open() {
    this.stop();
    this.#begin();
    const file = new URL("./contacts.wasm", import.meta.url).href;
    const { name, bytes, files } = this;
    return opened(await this.#ask({ order: "open", file, name, bytes, files }, () => {}));
  }

  /** Moves the bodies. @param {(share: number) => void} reach @returns {Promise<Opened|Refused|null>} */
  async simulate(reach) {
    const again = await this.#ready();
    if (again) return again;
    const answer = await this.#ask({ order: "simulate" }, reach);
    if (answer?.run) this.bytes = answer.run;
    return opened(answer);
  }

  /** @param {Listening} how @param {(share: number) => void} reach @returns {Promise<Heard|Refused|null>} */
  async hear({ rate, ears, from, gain }, reach) {
    const again = await this.#ready();
    if (again) return again;
    const pose = from ? [...from.place, ...from.turn].join(" ") : "scene";
    const answer = await this.#ask({ order: "hear", how: [rate, ears, pose, gain ?? "", ""].join("\n") }, reach);
    if (!answer || !("found" in answer)) return answer;
    return { channels: answer.channels, ...answer.found };
  }

  /** Ends what goes on; what was opened is opened again when it is wanted. */
  stop() {
    this.#worker?.terminate();
    this.#worker = null;
    for (const { done } of this.#waiting.values()) done(null);
    this.#waiting.clear();
  }

  /** A stopped worker opens again what was there; what went wrong, else null. @returns {Promise<Refused|null>} */
  async #ready() {
    if (this.#worker) return null;
    const found = await this.open();
    return found && ("problem" in found || "long" in found) ? found : null;
  }

  #begin() {
    const worker = new Worker(new URL("./contacts-worker.js", import.meta.url), { type: "module" });
    this.#worker = worker;
    worker.onmessage = ({ data }) => {
      const waiting = this.#waiting.get(data.id);
      if ("share" in data) return waiting?.reach(data.share);
      this.#waiting.delete(data.id);
      waiting?.done(data);
    };
    worker.onerror = (event) => {
      for (const { done } of this.#waiting.values()) done({ problem: event.message || "the worker could not be started" });
      this.#waiting.clear();
    };
  }

  /** @param {object} order @param {(share: number) => void} reach @returns {Promise<any>} */
  #ask(order, reach) {
    const id = ++this.#last;
    return new Promise((done) => {
      this.#waiting.set(id, { done, reach });
      this.#worker?.postMessage({ id, ...order });
    });
  }
}

/** @param {any} answer @returns {Opened|Refused|null} */
function opened(answer) {
  if (!answer || !("found" in answer)) return answer;
  const { found, shapes, film } = answer;
  const numbers = (/** @type {ArrayBuffer} */ own) => new Float32Array(own);
  return {
    told: found,
    shapes: shapes.map(shape),
    film: film && { poses: numbers(film.poses), presses: numbers(film.presses) },
  };
}

/** @param {ArrayBuffer} bytes @returns {Shape} */
function shape(bytes) {
  const [corners, triangles, has] = new Uint32Array(bytes, 0, 3);
  let at = 12;
  const take = (/** @type {number} */ count) => {
    const own = new Float32Array(bytes, at, count);
    at += 4 * count;
    return own;
  };
  const points = take(3 * corners);
  const normals = take(has & 1 ? 3 * corners : 0);
  const shades = take(has & 2 ? corners : 0);
  return { points, normals, shades, triangles: new Uint32Array(bytes, at, 3 * triangles) };
}
