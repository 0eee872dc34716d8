// A command to copy: what the page leaves to it.

import { h } from "./dom.js";
import { toast } from "./toasts.js";

/** @param {string} command @param {string} test @param {{primary?: boolean}} how */
export function commandLine(command, test, { primary = true } = {}) {
  const line = h("input", { type: "text", readonly: true, value: command, "aria-label": "Command", class: "command", data: { test: `${test}-command`, tip: "What to type in a terminal" }, on: { focus: () => line.select() } });
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(command);
      toast("The command is copied.");
    } catch {
      line.select();
    }
  };
  const button = h("button", { type: "button", class: primary ? "button primary" : "button", autofocus: primary, data: { test: `${test}-copy`, tip: "Copies the command" }, on: { click: copy } }, "Copy");
  return h("div", { class: "row" }, line, button);
}
