// What the header's menu offers: project, quality, theme, keys.

import { app } from "./context.js";
import { exportDialog } from "./export.js";
import { firstVisit } from "./firstvisit.js";
import { about, keysDialog } from "./help.js";
import { handsDialog } from "../hands/dialog.js";
import { forgetFiles, newProject, openExample, openFiles, saveProject } from "./files.js";
import { copyLink } from "./share.js";
import { ui } from "./ui.js";
import { capital } from "./words.js";

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
    { word: "Save as sound files …", icon: "sound", test: "export", disabled: state.instances.length === 0, run: () => exportDialog() },
    { word: "Copy a link to it", icon: "copy", test: "project-link", disabled: state.instances.length === 0, run: copyLink },
    ...(state.files.some((file) => !file.named)
      ? [{ word: "Forget unused body files", test: "files-forget", run: forgetFiles }]
      : []),
    { heading: "Play it" },
    { word: "Hands and machines …", icon: "hand", test: "hands", run: handsDialog },
    { heading: "Examples" },
    ...app.engine.catalogue.projects.map((project) => ({
      word: capital(project.name.replace(/_/g, " ")),
      test: `example-${project.name}`,
      run: () => openExample(project),
    })),
    { heading: "Sound quality" },
    quality("fast", "Fast, for playing"),
    quality("exact", "Exact, the same everywhere"),
    { heading: "Look" },
    theme("auto", "As the system"),
    theme("light", "Light"),
    theme("dark", "Dark"),
    "line",
    { word: "First steps", icon: "right", test: "tour-again", run: () => firstVisit({ asked: true }) },
    { word: "Keys", test: "help-keys", keys: "?", run: keysDialog },
    { word: "About urto", test: "about", run: about },
  ];
}
