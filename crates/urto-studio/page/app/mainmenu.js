// What the header's menu offers: project, quality, theme, keys.

import { app } from "./context.js";
import { about, keysDialog } from "./help.js";
import { forgetFiles, newProject, openFiles, saveProject } from "./files.js";
import { ui } from "./ui.js";

/** @returns {import("./menu.js").Entry[]} */
export function mainMenu() {
  const { state } = app.engine;
  const theme = (/** @type {"auto"|"light"|"dark"} */ value, /** @type {string} */ word) => ({
    word,
    on: ui.now.theme === value,
    test: `theme-${value}`,
    run: () => ui.set({ theme: value }),
  });
  const quality = (/** @type {"fast"|"exact"} */ value, /** @type {string} */ word) => ({
    word,
    on: state.quality === value,
    test: `quality-${value}`,
    run: () => app.engine.setQuality(value),
  });
  return [
    { heading: "Project" },
    { word: "New", icon: "plus", test: "project-new", run: newProject },
    { word: "Open files …", icon: "open", test: "project-open", keys: "Ctrl+O", run: openFiles },
    { word: "Save to a file", icon: "save", test: "project-save", keys: "Ctrl+S", run: saveProject },
    ...(state.files.some((file) => !file.named)
      ? [{ word: "Forget unused body files", test: "files-forget", run: forgetFiles }]
      : []),
    { heading: "Sound quality" },
    quality("fast", "Fast, for playing"),
    quality("exact", "Exact, the same everywhere"),
    { heading: "Look" },
    theme("auto", "As the system"),
    theme("light", "Light"),
    theme("dark", "Dark"),
    "line",
    { word: "Keys", test: "help-keys", keys: "?", run: keysDialog },
    { word: "About urto", test: "about", run: about },
  ];
}
