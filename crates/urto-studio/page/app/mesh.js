// A mesh that was dropped: what it is, and the command that finds how it rings. The page's own engine
// has no solver: that would make it several times as large.

import { show } from "./dialogs.js";
import { h } from "./dom.js";
import { toast } from "./toasts.js";

/** Endings of files that hold a mesh. */
const MESH = /\.(obj|stl|ply|gltf|glb|msh|vtk)$/i;
/** Larger ones are not read here [MiB]. */
const MOST = 16;

/** Says so if a file is a mesh that is too large to be looked at here. @param {File} file */
export function isLargeMesh(file) {
  if (!MESH.test(file.name) || file.size <= MOST << 20) return false;
  const stem = file.name.replace(MESH, "");
  const mebibytes = Math.ceil(file.size / (1 << 20));
  meshHelp({ name: file.name, about: `${file.name} has ${mebibytes} MiB, and the page reads meshes of up to ${MOST}`, command: `urto modes "${file.name}" -o "${stem}.body"` });
  return true;
}

/** @param {{name: string, about?: string, command?: string}} found */
export function meshHelp({ name, about = name, command = "" }) {
  const body = name.replace(MESH, ".body");
  const line = h("input", { type: "text", readonly: true, value: command, "aria-label": "Command", class: "command", data: { test: "mesh-command" }, on: { focus: () => line.select() } });
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(command);
      toast("The command is copied.");
    } catch {
      line.select();
    }
  };
  show(
    "A mesh",
    h(
      "div",
      { class: "mesh-help" },
      h("p", null, `${about}. How it rings is worked out by this command, in a folder that holds the file:`),
      h("div", { class: "row" }, line, h("button", { type: "button", class: "button primary", autofocus: true, data: { test: "mesh-copy" }, on: { click: copy } }, "Copy")),
      h("p", { class: "quiet" }, `Add --material wood, or another one, if it is not of steel. Then drop ${body} here: every sound takes it, and you can strike it wherever you click.`),
    ),
    "mesh-help",
  );
}
