// The keyboard: space strikes, digits select, the usual keys undo and save.

import { app, instance, selected, soundInfo } from "./context.js";
import { openFiles, saveProject } from "./files.js";
import { keysDialog } from "./help.js";
import { hearAgain } from "./preview.js";
import { toggleRecording } from "./takes.js";
import { ui } from "./ui.js";

/** Letters that play pitches on the pad. */
const PITCHES = new Set("awsedftgyhujk");

/** @param {EventTarget|null} target is it a place where one types? */
const typing = (target) =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches("textarea, select, input:not([type=range], [type=checkbox], [type=radio], [type=button])"));

/** What got the focus by the keyboard. A key pressed later makes the focus of a click visible too, but nobody chose that. @type {EventTarget|null} */
let chosen = null;

/** Does Space mean something to what has the focus by the keyboard? @param {EventTarget|null} target */
const pressable = (target) =>
  target instanceof HTMLElement &&
  target === chosen &&
  target.closest("button, summary, a, label, input[type=checkbox], input[type=radio], [role=menu]") !== null;

/** @param {AbortSignal} signal */
export function listenToKeys(signal) {
  /** The instance that a held Space sounds. @type {number|null} */
  let held = null;
  addEventListener(
    "focusin",
    ({ target }) => (chosen = target instanceof HTMLElement && target.matches(":focus-visible") ? target : null),
    { signal },
  );
  addEventListener(
    "keydown",
    (event) => {
      if (event.defaultPrevented) return;
      if (event.ctrlKey || event.metaKey) return withControl(event);
      // On the pad these letters are pitches; where a sound has none, they mean nothing else.
      if (PITCHES.has(event.key.toLowerCase()) && event.target instanceof Element && event.target.closest("urto-pad")) return;
      if (event.altKey || typing(event.target) || document.querySelector("dialog[open], :popover-open:not(.tip)"))
        return;
      // Shift and Caps Lock change no letter's meaning.
      const key = event.key.toLowerCase();
      if (event.key === " " && event.shiftKey) {
        event.preventDefault();
        if (event.repeat || !app.engine.state.score) return;
        app.engine.run ? app.engine.haltScore() : app.engine.playScore(0);
      } else if (event.key === " ") {
        if (pressable(event.target)) return;
        event.preventDefault();
        if (event.repeat) return;
        if (ui.now.view === "sounds" && hearAgain()) return;
        const now = selected();
        if (!now) return;
        held = now.id;
        app.engine.trigger(now.id, 1);
      } else if (/^[0-9]$/.test(event.key)) {
        const found = app.engine.state.instances[(Number(event.key) + 9) % 10];
        if (found) {
          app.engine.select(found.id);
          ui.set({ view: "play" });
        }
      } else if (event.key === "?") keysDialog();
      else if (event.key === "Escape") app.engine.stopAll();
      else if (event.key === "/") {
        ui.set({ view: "sounds" });
        event.preventDefault();
        /** @type {HTMLElement|null} */ (document.querySelector('[data-test="search"]'))?.focus();
      } else if (key === "h") {
        /** @type {import("../see/pictures.js").Pictures | null} */ (document.querySelector("urto-pictures"))?.hold?.();
      } else if (key === "r") toggleRecording();
      else if (key === "b") otherState();
      else if (key === "s") ui.set({ view: "sounds" });
      else if (key === "p") ui.set({ view: "play" });
      else if (key === "t") ui.set({ view: "score" });
    },
    { signal },
  );
  addEventListener(
    "keyup",
    (event) => {
      if (event.key !== " ") return;
      if (event.target instanceof HTMLButtonElement && !pressable(event.target)) event.preventDefault();
      if (held === null) return;
      const now = instance(held);
      if (now && soundInfo(now.sound)?.held) app.engine.release(held);
      held = null;
    },
    { signal },
  );
}

/** To and fro between the two states of what is on the bench. */
function otherState() {
  const now = selected();
  if (now && ui.now.view === "play") app.engine.compare(now.id, now.compare === "b" ? "a" : "b");
}

/** @param {KeyboardEvent} event */
function withControl(event) {
  const key = event.key.toLowerCase();
  if (key === "z" && !typing(event.target)) {
    event.preventDefault();
    event.shiftKey ? app.engine.redo() : app.engine.undo();
  } else if (key === "y" && !typing(event.target)) {
    event.preventDefault();
    app.engine.redo();
  } else if (key === "s") {
    event.preventDefault();
    saveProject();
  } else if (key === "o") {
    event.preventDefault();
    openFiles();
  }
}
