// Questions and panels in the browser's own dialog: focus, Escape and the backdrop come with it.

import { fill, h } from "./dom.js";
import { icon } from "./icons.js";

/** @param {HTMLDialogElement} dialog */
function open(dialog) {
  document.body.append(dialog);
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  dialog.showModal();
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
            data: { test: "dialog-close" },
            on: { click: () => dialog.close() },
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

/** @typedef {{name: string, label: string, value?: string, hint?: string}} Field */

/**
 * Asks for one or more lines of text.
 * @param {string} title @param {Field[]} fields @param {string} go @param {string} test
 * @returns {Promise<Record<string, string>|null>}
 */
export function ask(title, fields, go, test) {
  return new Promise((resolve) => {
    /** @type {Record<string, string>|null} */
    let answer = null;
    const inputs = fields.map((field, at) =>
      h("input", {
        type: "text",
        value: field.value ?? "",
        maxlength: "120",
        autocomplete: "off",
        spellcheck: "false",
        required: at === 0,
        autofocus: at === 0,
        data: { test: `field-${field.name}` },
      }),
    );
    const dialog = h("dialog", { "aria-label": title, data: { test } });
    const send = (/** @type {Event} */ event) => {
      event.preventDefault();
      if (inputs[0].value.trim() === "") return;
      answer = Object.fromEntries(fields.map((field, at) => [field.name, inputs[at].value.trim()]));
      dialog.close();
    };
    fill(
      dialog,
      h(
        "form",
        { class: "dialog-body", on: { submit: send } },
        h("header", null, h("h2", null, title)),
        fields.map((field, at) =>
          h(
            "label",
            { class: "field" },
            h("span", null, field.label),
            inputs[at],
            field.hint && h("span", { class: "small quiet" }, field.hint),
          ),
        ),
        buttons(dialog, go, "submit"),
      ),
    );
    dialog.addEventListener("close", () => resolve(answer));
    open(dialog);
    inputs[0].select();
  });
}

/** @param {string} title @param {string} text @param {string} go @returns {Promise<boolean>} */
export function sure(title, text, go) {
  return new Promise((resolve) => {
    const dialog = h("dialog", { "aria-label": title, data: { test: "confirm" } });
    let yes = false;
    const send = (/** @type {Event} */ event) => {
      event.preventDefault();
      yes = true;
      dialog.close();
    };
    fill(
      dialog,
      h(
        "form",
        { class: "dialog-body", on: { submit: send } },
        h("header", null, h("h2", null, title)),
        h("p", { class: "quiet" }, text),
        buttons(dialog, go, "submit"),
      ),
    );
    dialog.addEventListener("close", () => resolve(yes));
    open(dialog);
  });
}

/** @param {HTMLDialogElement} dialog @param {string} go @param {"submit"} type */
const buttons = (dialog, go, type) =>
  h(
    "footer",
    null,
    h(
      "button",
      { type: "button", class: "button", data: { test: "dialog-cancel" }, on: { click: () => dialog.close() } },
      "Cancel",
    ),
    h("button", { type, class: "button primary", data: { test: "dialog-ok" } }, go),
  );
