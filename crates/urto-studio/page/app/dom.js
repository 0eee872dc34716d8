// Small helpers for the document. Everything that comes from outside enters it as text.

/** @typedef {Node|string|number|null|undefined|false} Child */

/**
 * Makes an element. `on` holds listeners, `data` data attributes; what names a property of the
 * element with a value of its own (value, checked, disabled ...) is set as one, all else as an attribute.
 * @template {string} K
 * @param {K} tag
 * @param {Record<string, any>|null} [props]
 * @param {...(Child|Child[])} children
 * @returns {K extends keyof HTMLElementTagNameMap ? HTMLElementTagNameMap[K] : HTMLElement}
 */
export function h(tag, props, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === null || value === undefined) continue;
    if (name === "on")
      for (const [type, listener] of Object.entries(value))
        element.addEventListener(type, /** @type {EventListener} */ (listener));
    else if (name === "data") Object.assign(element.dataset, value);
    else if (PROPERTIES.has(name)) /** @type {any} */ (element)[name] = value;
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false) element.setAttribute(name, String(value));
  }
  add(element, children);
  return /** @type {any} */ (element);
}

const PROPERTIES = new Set(["value", "checked", "disabled", "hidden", "selected", "readOnly", "instance", "engine"]);

/** @param {Element} parent @param {(Child|Child[])[]} children */
function add(parent, children) {
  for (const child of children.flat()) {
    if (child === null || child === undefined || child === false) continue;
    parent.append(child instanceof Node ? child : String(child));
  }
}

/** Replaces all children. @param {Element} parent @param {...(Child|Child[])} children */
export function fill(parent, ...children) {
  parent.replaceChildren();
  add(parent, children);
}

/** Sets text only when it differs, so that nothing is laid out for nothing. @param {Element} element @param {string} text */
export function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** The element found, or an error that names what is missing. @param {ParentNode} root @param {string} selector @returns {HTMLElement} */
export function need(root, selector) {
  const found = root.querySelector(selector);
  if (!(found instanceof HTMLElement)) throw new Error(`the page has no ${selector}`);
  return found;
}

/** @param {number} x @param {number} low @param {number} high */
export const clamp = (x, low, high) => Math.min(high, Math.max(low, x));

/** Marks the place that is shown among those one can go to. @param {Element} button @param {boolean} is */
export const current = (button, is) => (is ? button.setAttribute("aria-current", "page") : button.removeAttribute("aria-current"));

/** Calls once things have been quiet for a while. @param {number} ms @param {() => void} call */
export function later(ms, call) {
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  let timer;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(call, ms);
  };
}

/** Gives the person a file. @param {string} name @param {Blob|string} content */
export function download(name, content) {
  const blob = typeof content === "string" ? new Blob([content], { type: "application/toml" }) : content;
  const url = URL.createObjectURL(blob);
  const link = h("a", { href: url, download: name, hidden: true });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** A name that every file system takes. @param {string} name */
export const fileName = (name) =>
  name
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "") || "urto";

/** Asks for files. @param {string} accept @returns {Promise<File[]>} */
export function pickFiles(accept) {
  return new Promise((resolve) => {
    const input = h("input", { type: "file", accept, multiple: true, hidden: true, data: { test: "file-input" } });
    const done = () => {
      resolve([...(input.files ?? [])]);
      input.remove();
    };
    input.addEventListener("change", done);
    input.addEventListener("cancel", done);
    document.body.append(input);
    input.click();
  });
}

/**
 * Follows a hand on a slider: sends every move, and at the end that it settled.
 * @param {HTMLInputElement} range @param {(settled: boolean) => void} send
 * @returns {() => boolean} whether it is being moved
 */
export function slides(range, send) {
  let moving = false;
  range.addEventListener("input", () => {
    moving = true;
    send(false);
  });
  range.addEventListener("change", () => {
    moving = false;
    send(true);
  });
  return () => moving;
}
