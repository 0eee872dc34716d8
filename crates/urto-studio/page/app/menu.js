// A button that opens a list of actions. The browser's own popover closes it (Escape, a click elsewhere).

import { clamp, fill, h } from "./dom.js";
import { icon } from "./icons.js";

/** @typedef {{word: string, icon?: string, test?: string, keys?: string, on?: boolean, danger?: boolean, disabled?: boolean, run: () => void}} Item */
/** @typedef {Item|"line"|{heading: string}} Entry */

let serial = 0;

/** @param {{label: string, icon?: string, word?: string, class?: string, test?: string, items: () => Entry[]}} options */
export function menuButton(options) {
  const id = `menu-${++serial}`;
  const list = h("div", { class: "menu", id, popover: "auto", role: "menu", "aria-label": options.label });
  const button = h(
    "button",
    {
      type: "button",
      class: options.class ?? "tool",
      "aria-label": options.label,
      "aria-haspopup": "menu",
      "aria-expanded": "false",
      popovertarget: id,
      data: { test: options.test ?? "menu", tip: options.label },
    },
    options.icon ? icon(options.icon) : null,
    options.word ?? null,
  );
  list.addEventListener("beforetoggle", (event) => {
    if (/** @type {ToggleEvent} */ (event).newState !== "open") return;
    fill(
      list,
      options.items().map((entry) => row(entry, list)),
    );
    // The browser gives it the focus as the list opens: a key pressed right after finds it there.
    items(list)[0]?.setAttribute("autofocus", "");
  });
  list.addEventListener("toggle", (event) => {
    const open = /** @type {ToggleEvent} */ (event).newState === "open";
    button.setAttribute("aria-expanded", String(open));
    if (!open) return;
    place(list, button);
  });
  list.addEventListener("keydown", (event) => {
    const all = items(list);
    const at = all.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    all[(to + all.length) % all.length]?.focus();
  });
  return h("span", { class: "menu-holder" }, button, list);
}

/** @param {HTMLElement} list @returns {HTMLElement[]} */
const items = (list) => [...list.querySelectorAll("button")].filter((button) => !button.disabled);

/** @param {Entry} entry @param {HTMLElement} list */
function row(entry, list) {
  if (entry === "line") return h("hr", null);
  if ("heading" in entry) return h("div", { class: "menu-heading", role: "presentation" }, entry.heading);
  return h(
    "button",
    {
      type: "button",
      role: entry.on === undefined ? "menuitem" : "menuitemradio",
      "aria-checked": entry.on === undefined ? null : String(entry.on),
      class: entry.danger ? "danger" : null,
      disabled: entry.disabled ?? false,
      data: { test: entry.test ?? "menu-item" },
      on: {
        click: () => {
          list.hidePopover();
          entry.run();
        },
      },
    },
    entry.icon ? icon(entry.icon) : h("span", { class: "icon" }, entry.on ? "•" : ""),
    h("span", { class: "grow" }, entry.word),
    entry.keys && h("kbd", null, entry.keys),
  );
}

/** Puts a floating box under (or over) what opened it. @param {HTMLElement} box @param {Element} by */
export function place(box, by) {
  const from = by.getBoundingClientRect();
  const size = box.getBoundingClientRect();
  const left = clamp(
    from.right - size.width > 8 && from.left + size.width > innerWidth - 8 ? from.right - size.width : from.left,
    8,
    Math.max(8, innerWidth - size.width - 8),
  );
  const below = from.bottom + 6;
  const top =
    below + size.height > innerHeight - 8 && from.top - size.height - 6 > 8
      ? from.top - size.height - 6
      : Math.min(below, Math.max(8, innerHeight - size.height - 8));
  box.style.setProperty("left", `${left}px`);
  box.style.setProperty("top", `${top}px`);
}
