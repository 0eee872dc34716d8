// Questions and panels in the browser's own dialog: focus, Escape and the backdrop come with it.

import { fill, h } from "./dom.js";
import { icon } from "./icons.js";

/** @param {HTMLDialogElement} dialog */
function open(dialog) {
  document.body.append(dialog);
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (event) => event.target === dialog && leave(dialog));
  dialog.showModal();
}

/** Takes it away at once: the browser tells of the end an event later. @param {HTMLDialogElement} dialog */
export function leave(dialog) {
  dialog.close();
  dialog.remove();
}

/** A panel to read or work in. @param {string} title @param {Node} content @param {string} test */
export function show(title, content, test) {
  const dialog = h("dialog", { "aria-label": title, data: { test } });
  fill(
    dialog,
    h(
      "div",
      { class: "dialog-body" },
      h(
        "header",
        null,
        h("h2", null, title),
        h(
          "button",
          {
            type: "button",
            class: "tool",
            "aria-label": "Close",
            data: { test: "dialog-close", tip: "Closes it (Escape)" },
            on: { click: () => leave(dialog) },
          },
          icon("close"),
        ),
      ),
      content,
    ),
  );
  open(dialog);
  return dialog;
}

/** @typedef {{name: string, label: string, value?: string, hint?: string, optional?: boolean}} Field optional: of the first, that it may be empty */

/**
 * A question to answer or to leave.
 * @template T
 * @param {string} title @param {import("./dom.js").Child[]} content @param {string} go @param {string} test
 * @param {() => T|null} answer what it is answered with; null is not enough
 * @returns {Promise<T|null>} null if it was left
 */
function question(title, content, go, test, answer) {
  return new Promise((resolve) => {
    const dialog = h("dialog", { "aria-label": title, data: { test } });
    const send = (/** @type {Event} */ event) => {
      event.preventDefault();
      const given = answer();
      if (given === null) return;
      leave(dialog);
      resolve(given);
    };
    const cancel = h(
      "button",
      { type: "button", class: "button", data: { test: "dialog-cancel", tip: "Leaves all as it is (Escape)" }, on: { click: () => leave(dialog) } },
      "Cancel",
    );
    const take = h("button", { type: "submit", class: "button primary", data: { test: "dialog-ok", tip: title } }, go);
    fill(
      dialog,
      h(
        "form",
        { class: "dialog-body", on: { submit: send } },
        h("header", null, h("h2", null, title)),
        content,
        h("footer", null, cancel, take),
      ),
    );
    dialog.addEventListener("close", () => resolve(null)); // which does nothing once it is answered
    open(dialog);
  });
}

/**
 * Asks for one or more lines of text.
 * @param {string} title @param {Field[]} fields @param {string} go @param {string} test
 * @returns {Promise<Record<string, string>|null>}
 */
export function ask(title, fields, go, test) {
  const inputs = fields.map((field, at) =>
    h("input", {
      type: "text",
      value: field.value ?? "",
      maxlength: "120",
      autocomplete: "off",
      spellcheck: "false",
      required: at === 0 && !field.optional,
      autofocus: at === 0,
      data: { test: `field-${field.name}`, tip: field.hint ?? field.label },
    }),
  );
  const rows = fields.map((field, at) =>
    h(
      "label",
      { class: "field" },
      h("span", null, field.label),
      inputs[at],
      field.hint && h("span", { class: "small quiet" }, field.hint),
    ),
  );
  const asked = question(title, rows, go, test, () =>
    inputs[0].value.trim() === "" && !fields[0].optional
      ? null
      : Object.fromEntries(fields.map((field, at) => [field.name, inputs[at].value.trim()])),
  );
  inputs[0].select();
  return asked;
}

/** @param {string} title @param {string} text @param {string} go @returns {Promise<boolean>} */
export const sure = async (title, text, go) =>
  (await question(title, [h("p", { class: "quiet" }, text)], go, "confirm", () => true)) ?? false;
