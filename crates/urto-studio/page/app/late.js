// Parts that are loaded when first needed; without them the page goes on.

import { app } from "./context.js";

/**
 * Puts an element into its slot once its module is there, or shows another instance in the one
 * that stands there; an empty slot stays hidden.
 * @param {HTMLElement} slot @param {string} tag @param {string} module @param {number} id @param {AbortSignal} signal
 */
export async function loadPart(slot, tag, module, id, signal) {
  slot.dataset.instance = String(id);
  if (slot.firstElementChild) {
    Object.assign(slot.firstElementChild, { instance: id });
    return;
  }
  try {
    await import(module);
  } catch (error) {
    console.info(`${tag} is not there: ${error instanceof Error ? error.message : error}`);
    return;
  }
  if (signal.aborted || slot.firstElementChild || !customElements.get(tag)) return;
  const element = Object.assign(document.createElement(tag), {
    engine: app.engine,
    instance: Number(slot.dataset.instance),
  });
  slot.replaceChildren(element);
  slot.hidden = false;
}
