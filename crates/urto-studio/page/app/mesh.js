// A mesh that was dropped: what it is, and how it rings. Small ones are solved here, in a worker with a
// module of its own; for larger ones there is the command.

import { Search } from "../engine/modes.js";
import { commandLine } from "./command.js";
import { soundInfo } from "./context.js";
import { leave, show } from "./dialogs.js";
import { fill, h, say } from "./dom.js";
import { toast } from "./toasts.js";
import { title } from "./words.js";

/** @typedef {{name: string, about?: string, command?: string, unit?: string, repair?: boolean}} Mesh */

/** Endings of files that hold a mesh. */
const MESH = /\.(obj|stl|ply|gltf|glb|msh|vtk)$/i;
/** Larger ones are not read here [MiB]. */
const MOST = 16;
/** Modes that are sought: enough for what one hears of most bodies, in half the time of the command's 60. */
const COUNT = 30;
/** The body that a material is chosen for has it under this name. */
const MATERIAL = "body.material";

/** Says so if a file is a mesh that is too large to be looked at here. @param {File} file */
export function isLargeMesh(file) {
  if (!MESH.test(file.name) || file.size <= MOST << 20) return false;
  const stem = file.name.replace(MESH, "");
  const mebibytes = Math.ceil(file.size / (1 << 20));
  meshHelp({ name: file.name, about: `${file.name} has ${mebibytes} MiB, and the page reads meshes of up to ${MOST}`, command: `urto modes "${file.name}" -o "${stem}.body"` }, null, () => {});
  return true;
}

/**
 * @param {Mesh} mesh
 * @param {string|ArrayBuffer|null} content its bytes, if they may be solved here
 * @param {(name: string, body: ArrayBuffer) => void} struck takes the body that came of it
 */
export function meshHelp(mesh, content, struck) {
  const { name, about = name, command = "" } = mesh;
  const panel = h("div", { class: "mesh-help" });
  const dialog = show("A mesh", panel, "mesh-help");
  const isHere = content instanceof ArrayBuffer;
  fill(panel, h("p", null, `${about}.`), isHere && searchOf(mesh, content, { dialog, struck, large }), commandOf(name, command, isHere));

  /** The page cannot: the command can. @param {string} why */
  function large(why) {
    fill(panel, h("p", { role: "status", data: { test: "mesh-large" } }, `${about}. ${title(why)}.`), commandOf(name, command, false));
  }
}

/** The command that does it. @param {string} name @param {string} command @param {boolean} beside whether the page can too */
function commandOf(name, command, beside) {
  const body = name.replace(MESH, ".body");
  return h(
    "div",
    { class: "mesh-help" },
    h("p", { class: beside ? "quiet" : null }, beside ? "This command finds more modes, with elements as fine as one likes and their sound in the air within 5 %:" : "How it rings is worked out by this command, in a folder that holds the file:"),
    commandLine(command, "mesh", { primary: !beside }),
    h("p", { class: "quiet" }, `Add --material wood, or another one, if it is not of steel. Then drop ${body} here: every sound takes it, and you can strike it wherever you click.`),
  );
}

/**
 * The form that starts the search, and the search while it lasts.
 * @param {Mesh} mesh
 * @param {ArrayBuffer} content
 * @param {{dialog: HTMLDialogElement, struck: (name: string, body: ArrayBuffer) => void, large: (why: string) => void}} then
 */
function searchOf({ name, unit = "m", repair = false }, content, { dialog, struck, large }) {
  /** @type {Search|null} */
  let search = null;
  const named = soundInfo("impact")?.params.find((own) => own.key === MATERIAL)?.options ?? [{ key: "steel" }];
  const material = select("Made of", "mesh-material", "What it is made of: how stiff, how heavy, and how long it rings", named.map(({ key }) => [key, title(key)]), "steel");
  const drawn = select("Drawn in", "mesh-unit", "The unit of the file's numbers: a body ten times as large rings ten times as low", [["mm", "Millimetres"], ["cm", "Centimetres"], ["m", "Metres"], ["in", "Inches"]], unit);
  const bar = h("progress", { max: "1", value: 0, "aria-label": "Found so far", data: { test: "mesh-progress" } });
  const words = h("p", { class: "small quiet", role: "status", data: { test: "mesh-status" } });
  const stop = h("button", { type: "button", class: "button", data: { test: "mesh-stop", tip: "Leaves it unsolved" }, on: { click: () => search?.stop() } }, "Stop");
  const waiting = h("div", { class: "progress", hidden: true }, bar, h("div", { class: "row" }, words, stop));
  const go = h("button", { type: "submit", class: "button primary", autofocus: true, data: { test: "mesh-go", tip: "Finds its modes here, and puts it on the bench to be struck" } }, "Find how it rings");
  const find = async (/** @type {Event} */ event) => {
    event.preventDefault();
    go.disabled = true;
    waiting.hidden = false;
    bar.value = 0;
    say(words, "Filling it with elements …");
    const reach = (/** @type {number} */ share) => {
      bar.value = share;
      say(words, share < 0.05 ? "Filling it with elements …" : `${Math.round(100 * share)} % found`);
    };
    search = new Search({ name, unit: drawn.input.value, material: material.input.value, count: COUNT, repair, air: "preview" }, content, reach);
    const outcome = await search.outcome;
    search = null;
    go.disabled = false;
    waiting.hidden = true;
    if (outcome === null) return say(words, "");
    if ("large" in outcome) return large(outcome.large);
    if ("problem" in outcome) return toast(outcome.problem, { problem: true });
    leave(dialog);
    struck(name.replace(MESH, ".body"), outcome.body);
    toast(`${name}: ${outcome.notes.join(" ")}`);
  };
  // Who leaves does not want it any more.
  dialog.addEventListener("close", () => search?.stop());
  return h(
    "form",
    { class: "mesh-help", on: { submit: find } },
    h("div", { class: "row" }, material.row, drawn.row, go),
    waiting,
    h("p", { class: "small quiet" }, "This takes seconds to a minute. The mesh is filled with up to 20,000 unknowns, aiming at eight elements in each wave of the highest mode; a body that needs more gets coarser ones, and the page says so. How it sounds in the air is a preview: right where the body is smaller than the wave, else within about 6 dB."),
  );
}

/** @param {string} label @param {string} test @param {string} tip @param {string[][]} options @param {string} value */
function select(label, test, tip, options, value) {
  const input = h("select", { data: { test, tip } }, options.map(([key, text]) => h("option", { value: key }, text)));
  input.value = value;
  return { input, row: h("label", { class: "field" }, h("span", null, label), input) };
}
