// Files in and out: projects, packs, presets, takes, bodies and recordings of them, by menu or by
// dropping them on the page.

import { isContactScene, isRun } from "../engine/contacts.js";
import { isRecording } from "../engine/recording.js";
import { app, selected, soundInfo } from "./context.js";
import { sure } from "./dialogs.js";
import { download, h, pickFiles } from "./dom.js";
import { isLargeMesh, meshHelp } from "./mesh.js";
import { takeIntoLanes } from "./taken.js";
import { toast } from "./toasts.js";
import { ui } from "./ui.js";
import { counted } from "./words.js";

/** Larger files are refused before they are read. */
const MOST_BYTES = 64 << 20;
/** What is offered to be chosen. */
const SOUNDS = ".wav,.flac,.ogg,audio/wav,audio/flac,audio/ogg";
const TEXTS = ".toml,text/plain,application/toml";
const EARS = ".sofa";
const RUNS = ".urun";
/** The files that a contact scene names. */
const NAMED = /\b(?:file|material)\s*=\s*"([^"]+)"/g;
const SHAPES = ".body,.obj,.stl,.ply,.gltf,.glb,.msh,.vtk";
/** Where a sound has the file of the body that is heard. */
const HEARD = ["body.file", "second.body.file"];
/** What the file of a body or a network begins with: it is taken in before a project that names it. */
const BODY = /^\s*(#.*\n\s*)*urto\s*=\s*"(modal|mi)\//;

export async function newProject() {
  const { instances } = app.engine.state;
  if (
    instances.length &&
    !(await sure("Start a new project?", "The instances on the bench are closed. Your presets stay.", "Start anew"))
  )
    return;
  app.engine.importFile("new.toml", 'urto = "project/1"\n');
  ui.set({ view: "sounds" });
}

/** Opens a project that comes with urto. @param {{name: string, text: string}} project */
export async function openExample({ name, text }) {
  const { instances } = app.engine.state;
  const word = name.replace(/_/g, " ");
  if (
    instances.length &&
    !(await sure(`Open "${word}"?`, "The instances on the bench are closed. Your presets stay.", "Open it"))
  )
    return;
  const found = app.engine.importFile(`${name}.toml`, text);
  if (!found) return;
  if (found.take) takeIntoLanes(found.take, name);
  const { score } = app.engine.state;
  ui.set({ view: score ? "score" : "play" });
  toast(`“${word}” is open.`, score ? { action: "Play it", run: () => app.engine.playScore() } : {});
}

export function saveProject() {
  const count = app.engine.state.files.filter((file) => file.named).length;
  if (count > 0) {
    download("project.urto", app.engine.exportPack());
    toast(`The project is saved to your downloads, with the ${counted(count, "file")} that it names.`);
    return;
  }
  const text = app.engine.exportProject();
  if (text === "") return;
  download("project.urto.toml", text);
  toast("The project is saved to your downloads.");
}

export async function openFiles() {
  await open(await pickFiles(`${TEXTS},.urto,${RUNS},${EARS},${SHAPES},${SOUNDS}`));
}

/** Asks for the file of a body, a network or somebody's ears and puts it into play. @param {number} id @param {string} key */
export async function openInto(id, key) {
  for (const file of await pickFiles(`${TEXTS},${EARS},${SHAPES},${SOUNDS}`)) {
    const content = await read(file);
    const found = content === null ? null : await taken(file.name, content);
    if (found?.kind === "body" || found?.kind === "network" || found?.kind === "sofa") app.engine.use(id, key, found.name);
    else if (found) tell(found, file.name, content);
  }
}

/** Lets go all files that nothing names. */
export function forgetFiles() {
  const unused = app.engine.state.files.filter((file) => !file.named);
  for (const { name } of unused) app.engine.forget(name);
  toast(`${counted(unused.length, "file")} forgotten.`);
}

/** @param {File[]} files */
async function open(files) {
  /** @type {{name: string, content: string|ArrayBuffer}[]} */
  const all = [];
  for (const file of files) {
    const content = await read(file);
    if (content !== null) all.push({ name: file.name, content });
  }
  const scene = all.find(({ content }) => isContactScene(content) || isRun(content));
  if (scene) return openScene(scene, all);
  const isBody = (/** @type {{name: string, content: string|ArrayBuffer}} */ { name, content }) =>
    typeof content === "string" ? BODY.test(content) : /\.body$/i.test(name) || isRecording(content);
  all.sort((a, b) => Number(isBody(b)) - Number(isBody(a)));
  // With a project that may name them, bodies come to be named; alone they come to be struck.
  const alone = all.every(isBody);
  for (const { name, content } of all) {
    const found = await taken(name, content);
    if (found?.kind === "network" && alone) play(found.name);
    else if (found?.kind === "body" && alone) strike(found.name);
    else if (found) tell(found, name, content);
  }
}

/**
 * Opens a run, or a contact scene with the files that it names: what was dropped with it, what is here
 * already, and what comes with urto.
 * @param {{name: string, content: string|ArrayBuffer}} scene @param {{name: string, content: string|ArrayBuffer}[]} all
 */
async function openScene({ name, content }, all) {
  const text = (/** @type {string|ArrayBuffer} */ own) => (typeof own === "string" ? new TextEncoder().encode(own) : new Uint8Array(own));
  /** @type {{name: string, bytes: Uint8Array}[]} */
  const files = [];
  const wanted = typeof content === "string" ? [...content.matchAll(NAMED)].map(([, own]) => own) : [];
  for (const own of new Set(wanted)) {
    const dropped = all.find((each) => each.name === own);
    const bytes = dropped ? text(dropped.content) : app.engine.desk.file(own);
    if (bytes) files.push({ name: own, bytes });
  }
  const { openRun } = await import("../run/run.js");
  openRun(name, text(content).slice().buffer, files);
}

/** What a file is, once it is taken in; null, and said, if nothing can be made of it. @param {string} name @param {string|ArrayBuffer} content */
async function taken(name, content) {
  if (!isRecording(content)) return app.engine.importFile(name, content);
  toast(`Taking ${name} apart …`);
  return app.engine.importRecording(name, content);
}

/** What a file holds; null, and said, if it cannot be read. @param {File} file */
async function read(file) {
  if (isLargeMesh(file)) return null;
  if (file.size > MOST_BYTES) {
    toast(`${file.name} is too large: files of urto have at most 64 MiB.`, { problem: true });
    return null;
  }
  try {
    return /\.toml$/i.test(file.name) ? await file.text() : await file.arrayBuffer();
  } catch (error) {
    toast(`${file.name} could not be read: ${error instanceof Error ? error.message : error}`, { problem: true });
    return null;
  }
}

/** @param {import("./mesh.js").Mesh & {kind: string, take?: import("../engine/take.js").Take | null}} found @param {string} name of its file @param {string|ArrayBuffer|null} content */
function tell(found, name, content) {
  if (found.kind === "mesh") return meshHelp(found, content, struck);
  if (found.kind === "body") {
    offer(found.name);
    return;
  }
  if (found.kind === "sofa") {
    toast(`${found.name} is here now: choose the space “head”, and these ears as its file.`);
    return;
  }
  if (found.kind === "network") {
    toast(`${found.name} is here now.`, { action: "Play it", run: () => play(found.name) });
    return;
  }
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
  if (found.kind === "scene") {
    app.engine.selectLast();
    ui.set({ drawer: "values" });
  }
  ui.set({ view: app.engine.state.instances.length ? "play" : "sounds" });
  if (found.take) {
    toast(`Opened ${name}. ${takeIntoLanes(found.take, name)}`, { action: "Play it", run: () => app.engine.playScore() });
    return;
  }
  toast(`Opened ${name}.`, app.engine.state.canUndo ? { action: "Undo", run: () => app.engine.undo() } : {});
}

/** A body has come with others: it is put into play where one wants it. @param {string} name */
function offer(name) {
  toast(`${name} is here now.`, { action: "Strike it", run: () => strike(name) });
}

/** A mesh has become a body: it is taken in as a file of one, and struck. @param {string} name @param {ArrayBuffer} body */
function struck(name, body) {
  const found = app.engine.importFile(name, body);
  if (found) strike(found.name);
}

/** Brings a network of masses to the bench. @param {string} name */
function play(name) {
  const id = app.engine.add("network");
  if (id === null) return;
  app.engine.use(id, "file", name);
  app.engine.rename(id, name.replace(/(\.mi)?\.[^.]*$/, ""));
  ui.set({ view: "play" });
}

/** Strikes a body, as the command does; or lets the sound that is open have it. @param {string} name */
function strike(name) {
  const own = selected();
  const files = soundInfo(own?.sound ?? "")?.params.filter((each) => each.scale === "resource") ?? [];
  // The body that is heard, where what strikes it has one too.
  const param = files.find((each) => HEARD.includes(each.key)) ?? files[0];
  const id = app.engine.add("impact");
  if (id === null) return;
  app.engine.use(id, "body.file", name);
  app.engine.rename(id, name.replace(/\.[^.]*$/, ""));
  ui.set({ view: "play" });
  if (!own || !param) return toast(`${name} is struck here now.`);
  const instead = () => {
    app.engine.remove(id);
    app.engine.use(own.id, param.key, name);
    app.engine.select(own.id);
  };
  toast(`${name} is struck here now.`, { action: `Use it in ${own.name} instead`, run: instead });
}

/** Takes files dropped anywhere. @param {HTMLElement} frame @param {AbortSignal} signal */
export function dropping(frame, signal) {
  const veil = h(
    "div",
    { class: "veil", hidden: true, "aria-hidden": "true" },
    h("p", null, "Drop projects, presets, scenes, runs, takes, bodies, meshes, networks, or recordings of a blow"),
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
