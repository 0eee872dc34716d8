// A reload loses nothing: the document as project text in the browser's own storage.

import { app, selected } from "./context.js";
import { download, later } from "./dom.js";
import { toast } from "./toasts.js";
import { ui } from "./ui.js";

const KEY = "urto.project";
const ASIDE = "urto.project.unread";

/** Brings back what was kept. What cannot be read is put aside, never thrown away. */
export function restore() {
  const kept = read();
  if (kept === null) return;
  if (app.engine.importFile("project.toml", kept)) {
    const chosen = app.engine.state.instances[ui.now.chosen];
    if (chosen) app.engine.select(chosen.id);
    return;
  }
  try {
    localStorage.setItem(ASIDE, kept);
  } catch {
    /* no room: it is still under its first name until the next change */
  }
  toast("What was kept from last time could not be read.", {
    action: "Save it as a file",
    run: () => download("unread-project.toml", kept),
  });
}

/** Keeps every change from now on. */
export function keep() {
  let warned = false;
  let last = read() ?? "";
  const save = () => {
    const chosen = app.engine.state.instances.findIndex((each) => each === selected());
    if (chosen >= 0 && chosen !== ui.now.chosen) ui.set({ chosen });
    const text = app.engine.exportProject();
    if (text === "" || text === last) return;
    try {
      localStorage.setItem(KEY, text);
      last = text;
      warned = false;
    } catch {
      if (!warned) toast("The browser has no room left to keep this project. Save it as a file.");
      warned = true;
    }
  };
  app.engine.addEventListener("change", later(400, save));
  // A take that is running cannot be kept: ask before it is lost.
  addEventListener("beforeunload", (event) => {
    if (app.engine.state.recording) event.preventDefault();
  });
  addEventListener("pagehide", save);
  document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" && save());
}

/** @returns {string|null} */
function read() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}
