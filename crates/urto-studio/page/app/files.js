// Files in and out: projects, presets and takes, by menu or by dropping them on the page.

import { app } from "./context.js";
import { sure } from "./dialogs.js";
import { download, h, pickFiles } from "./dom.js";
import { toast } from "./toasts.js";
import { ui } from "./ui.js";

/** Larger files are refused before they are read. */
const MOST_BYTES = 50_000_000;

export async function newProject() {
  const { instances } = app.engine.state;
  if (
    instances.length &&
    !(await sure("Start a new project?", "The instances on the bench are closed. Your presets stay.", "Start anew"))
  )
    return;
  take("new.toml", 'urto = "project/1"\n', false);
  ui.set({ view: "sounds" });
}

export function saveProject() {
  const text = app.engine.exportProject();
  if (text === "") return;
  download("project.urto.toml", text);
  toast("The project is saved to your downloads.");
}

export async function openFiles() {
  await open(await pickFiles(".toml,.wav,text/plain,application/toml,audio/wav"));
}

/** @param {File[]} files */
async function open(files) {
  for (const file of files) {
    if (file.size >= MOST_BYTES) {
      toast(`${file.name} is too large: files of urto have less than 50 MB.`, { problem: true });
      continue;
    }
    try {
      take(file.name, /\.wav$/i.test(file.name) ? await file.arrayBuffer() : await file.text(), true);
    } catch (error) {
      toast(`${file.name} could not be read: ${error instanceof Error ? error.message : error}`, { problem: true });
    }
  }
}

/** @param {string} name @param {string|ArrayBuffer} content @param {boolean} tell */
function take(name, content, tell) {
  const found = app.engine.importFile(name, content);
  if (!found || !tell) return;
  if (found.kind === "preset") {
    toast(`The preset “${found.name}” is among yours now.`, {
      action: "Open it",
      run: () => {
        app.engine.add(found.name);
        ui.set({ view: "play" });
      },
    });
    return;
  }
  ui.set({ view: app.engine.state.instances.length ? "play" : "sounds" });
  toast(`Opened ${name}.`, app.engine.state.canUndo ? { action: "Undo", run: () => app.engine.undo() } : {});
}

/** Takes files dropped anywhere. @param {HTMLElement} frame @param {AbortSignal} signal */
export function dropping(frame, signal) {
  const veil = h(
    "div",
    { class: "veil", hidden: true, "aria-hidden": "true" },
    h("p", null, "Drop projects, presets or takes"),
  );
  frame.append(veil);
  const hasFiles = (/** @type {DragEvent} */ event) => event.dataTransfer?.types.includes("Files") ?? false;
  addEventListener(
    "dragenter",
    (event) => {
      if (hasFiles(event)) veil.hidden = false;
    },
    { signal },
  );
  addEventListener(
    "dragover",
    (event) => {
      if (hasFiles(event)) event.preventDefault();
    },
    { signal },
  );
  addEventListener(
    "dragleave",
    (event) => {
      if (event.relatedTarget === null) veil.hidden = true;
    },
    { signal },
  );
  addEventListener(
    "drop",
    (event) => {
      veil.hidden = true;
      if (!hasFiles(event)) return;
      event.preventDefault();
      open([...(event.dataTransfer?.files ?? [])]);
    },
    { signal },
  );
}
