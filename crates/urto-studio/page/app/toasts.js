// Short messages in plain words that leave by themselves.

import { fill, h } from "./dom.js";
import { icon } from "./icons.js";

/** @type {HTMLElement|null} */
let tray = null;

/** The tray, made once. It is a live region, so that it must stand before the first message. */
export function toastTray() {
  tray ??= h("div", { class: "toasts", role: "status", "aria-live": "polite", data: { test: "toasts" } });
  return tray;
}

/** @param {string} message @param {{action?: string, run?: () => void, problem?: boolean}} [more] */
export function toast(message, more = {}) {
  const place = toastTray();
  for (const old of [...place.children]) if (old.firstElementChild?.textContent === message) old.remove();
  while (place.children.length >= 4) place.firstElementChild?.remove();
  const note = h("div", {
    class: more.problem ? "toast problem" : "toast",
    data: { test: more.problem ? "problem" : "toast" },
  });
  const leave = () => note.remove();
  let timer = setTimeout(leave, more.problem ? 9000 : 6000);
  fill(
    note,
    h("span", null, message),
    more.action &&
      h(
        "button",
        {
          class: "link",
          type: "button",
          data: { tip: message },
          on: {
            click: () => {
              leave();
              more.run?.();
            },
          },
        },
        more.action,
      ),
    h("button", { class: "bare", type: "button", "aria-label": "Dismiss", data: { tip: "Takes the message away" }, on: { click: leave } }, icon("close")),
  );
  note.addEventListener("pointerenter", () => clearTimeout(timer));
  note.addEventListener("pointerleave", () => {
    timer = setTimeout(leave, 3000);
  });
  place.append(note);
}
