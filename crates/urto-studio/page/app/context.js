// What every part of the page shares: the engine, the view's own small state, one pulse per frame.

/** @typedef {import("./types.js").Engine} Engine */
/** @typedef {import("./types.js").Instance} Instance */
/** @typedef {import("./types.js").SoundInfo} SoundInfo */

/** Filled once at the start, before any part is connected. */
export const app = /** @type {{engine: Engine}} */ ({});

/** Base of the page's own elements: `start` runs when shown, its signal ends when taken away. */
export class Part extends HTMLElement {
  #ending = new AbortController();
  connectedCallback() {
    this.#ending = new AbortController();
    this.start(this.#ending.signal);
  }
  disconnectedCallback() {
    this.#ending.abort();
  }
  /** @param {AbortSignal} _signal */
  start(_signal) {}
}

/** Calls now and after every change of the document. @param {AbortSignal} signal @param {(change: import("./types.js").Change) => void} call */
export function follow(signal, call) {
  app.engine.addEventListener("change", (event) => call(/** @type {CustomEvent} */ (event).detail), { signal });
  call({ what: "structure", id: null });
}

/** @param {number|null} id @returns {Instance|undefined} */
export const instance = (id) => app.engine.state.instances.find((each) => each.id === id);

/** The selected instance; while some are open, one of them always is. */
export const selected = () => instance(app.engine.state.selected) ?? app.engine.state.instances[0];

/** @param {string} key @returns {SoundInfo|undefined} */
export const soundInfo = (key) => app.engine.catalogue.sounds.find((each) => each.key === key);

/** @type {Set<(meters: import("./types.js").Meters) => void>} */
const beating = new Set();
let beats = false;

/** Calls with the meters once per frame while the page is seen. @param {AbortSignal} signal @param {(meters: import("./types.js").Meters) => void} call */
export function pulse(signal, call) {
  if (signal.aborted) return;
  beating.add(call);
  signal.addEventListener("abort", () => beating.delete(call));
  if (!beats) {
    beats = true;
    requestAnimationFrame(beat);
  }
}

function beat() {
  if (beating.size === 0) {
    beats = false;
    return;
  }
  requestAnimationFrame(beat); // first, so that nothing below can stop it
  const meters = app.engine.meters();
  for (const call of beating) call(meters);
}

/** How strongly something is lit by what it sounds, 0 to 1. @param {import("./types.js").Level|undefined} level */
export const glow = (level) => (level ? Math.min(1, Math.sqrt(Math.max(...level.peak))) || 0 : 0);
