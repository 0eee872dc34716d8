// One tooltip for all: what carries data-tip is explained when the pointer rests on it or the keyboard reaches it.
// Screen readers get the same words from labels and descriptions.

import { h } from "./dom.js";
import { place } from "./menu.js";

/** @param {AbortSignal} signal */
export function tips(signal) {
  const box = h("div", { class: "tip", popover: "manual", "aria-hidden": "true" });
  document.body.append(box);
  /** @type {Element|null} */
  let on = null;
  let timer = 0;
  const hide = () => {
    clearTimeout(timer);
    on = null;
    if (box.matches(":popover-open")) box.hidePopover();
  };
  const show = (/** @type {HTMLElement} */ element, /** @type {number} */ wait) => {
    if (element === on) return;
    hide();
    on = element;
    timer = setTimeout(() => {
      if (!element.isConnected || !element.dataset.tip || element.getAttribute("aria-expanded") === "true") return;
      box.textContent = element.dataset.tip;
      box.showPopover();
      place(box, element);
    }, wait);
  };
  // Also within parts that keep their inside to themselves.
  const found = (/** @type {Event} */ event) =>
    /** @type {HTMLElement|undefined} */ (
      event.composedPath().find((part) => part instanceof HTMLElement && part.dataset.tip !== undefined)
    ) ?? null;
  addEventListener(
    "pointerover",
    (event) => {
      if (event.pointerType !== "mouse") return;
      const element = found(event);
      element ? show(element, 450) : hide();
    },
    { signal },
  );
  addEventListener(
    "focusin",
    (event) => {
      const element = found(event);
      const [on] = event.composedPath();
      element && on instanceof Element && on.matches(":focus-visible") ? show(element, 150) : hide();
    },
    { signal },
  );
  for (const type of ["pointerdown", "keydown", "scroll", "focusout"])
    addEventListener(type, hide, { signal, capture: true, passive: true });
}
