// What sounds on without a hand, of every instance: on the bench, in the mixer, by a mapped button.

import { app, soundInfo, instance } from "./context.js";

/** Instances that sound on, also while another one is on the bench. @type {Set<number>} */
const kept = new Set();
const told = new EventTarget();

/** @param {number} id */
export const isKept = (id) => kept.has(id);

/** Whether a sound goes on as long as it is held. @param {number} id */
export const goesOn = (id) => soundInfo(instance(id)?.sound ?? "")?.held ?? false;

/** Lets it sound on, or lets it go. @param {number} id */
export function toggleKept(id) {
  if (kept.has(id)) return app.engine.release(id);
  kept.add(id);
  app.engine.trigger(id, 1);
  told.dispatchEvent(new Event("change"));
}

/** Calls now and whenever something is kept on or let go. @param {AbortSignal} signal @param {() => void} call */
export function followKept(signal, call) {
  listen();
  told.addEventListener("change", call, { signal });
  call();
}

let listens = false;
/** Whatever lets it go (a key, the pad, the button that stops all) lets go what is kept on. */
function listen() {
  if (listens) return;
  listens = true;
  app.engine.addEventListener("released", (event) => {
    const { id } = /** @type {CustomEvent<{id: number|null}>} */ (event).detail;
    if (id === null) kept.clear();
    else kept.delete(id);
    told.dispatchEvent(new Event("change"));
  });
  app.engine.addEventListener("change", () => {
    for (const id of kept) if (!instance(id)) kept.delete(id);
  });
}
