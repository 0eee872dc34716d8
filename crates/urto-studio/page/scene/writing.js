// A scene of the document, read, and written anew as fast as a hand moves.

import { app } from "../app/context.js";
import { toast } from "../app/toasts.js";
import { Scene } from "./model.js";

/** The player builds a scene anew for each text: no faster than this while a hand moves [ms]. */
const APART = 120;

/** Larger ones are played, but not drawn: characters of the file, and bodies and contacts. */
const LONGEST = 1 << 19;
const MOST = 150;

/** The last that was read. @type {{text: string, scene: Scene | null} | null} */
let last = null;

/** A scene as its file has it; null where the page cannot read it, or it is too large. @param {number} id */
export function sceneOf(id) {
  const text = app.engine.sceneText(id);
  if (text === null) return null;
  if (last?.text === text) return last.scene;
  last = { text, scene: null };
  try {
    const scene = text.length > LONGEST ? null : new Scene(text, app.engine.catalogue);
    if (scene && scene.bodies.length + scene.contacts.length <= MOST) last = { text, scene };
  } catch {
    /* what the page cannot read stays null */
  }
  return last.scene;
}

/** Gives a way to change a scene: at once where it settles, now and then while a hand moves. @param {number} id */
export function writing(id) {
  /** @type {((scene: Scene) => string) | null} */
  let wanted = null;
  let timer = 0;
  const write = (/** @type {boolean} */ settled) => {
    const change = wanted;
    wanted = null;
    const scene = sceneOf(id);
    if (!scene || !change) return false;
    try {
      return app.engine.rewriteScene(id, change(scene), { settled });
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error), { problem: true });
      return false;
    }
  };
  return (/** @type {(scene: Scene) => string} */ change, /** @type {boolean} */ settled = true) => {
    wanted = change;
    if (settled) {
      clearTimeout(timer);
      timer = 0;
      return write(true);
    }
    timer ||= window.setTimeout(() => {
      timer = 0;
      write(false);
    }, APART);
    return true;
  };
}
