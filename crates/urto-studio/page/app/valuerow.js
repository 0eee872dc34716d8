// One value: its name (press for help), its control by scale, lock and reset.

import { app, instance } from "./context.js";
import { fill, h, say } from "./dom.js";
import { icon } from "./icons.js";
import { choiceControl } from "./choice.js";
import { explained, lawOf } from "./laws.js";
import { numberControl } from "./number.js";
import { resourceControl } from "./resource.js";
import { textControl } from "./text.js";
import { leafTitle, plainly } from "./words.js";

/** @typedef {import("./types.js").Value} Value */
/** @typedef {{element: Node[], show: (value: Value) => void}} Control */

/** When a change is heard. @type {Record<string, string>} */
const UPDATE = {
  sample: "Changes at once.",
  block: "Changes at once.",
  event: "Heard from the next start on.",
  rebuild: "Builds the sound anew, with a short crossfade.",
};

let serial = 0;

/** A name that unfolds what it means. @param {string} word @param {string} tip @param {HTMLElement} help @param {string} test */
export function nameButton(word, tip, help, test) {
  const name = h(
    "button",
    {
      type: "button",
      class: "value-name",
      "aria-expanded": "false",
      "aria-controls": help.id,
      data: { test, tip },
      on: {
        click: () => {
          help.hidden = !help.hidden;
          name.setAttribute("aria-expanded", String(!help.hidden));
        },
      },
    },
    word,
  );
  return name;
}

/** @param {number} id @param {import("./types.js").ParamInfo} param */
export function valueRow(id, param) {
  const help = h("p", { class: "value-help small", id: `help-${++serial}`, hidden: true });
  const why = h("p", { class: "value-why small", id: `why-${serial}`, hidden: true });
  const word = leafTitle(param.key);
  const { sound = "" } = instance(id) ?? {};
  const tip = explained(sound, param);
  const name = nameButton(word, tip, help, "value-help");
  const lock = h(
    "button",
    {
      type: "button",
      class: "bare value-lock",
      "aria-pressed": "false",
      data: { test: "lock" },
      on: { click: () => app.engine.lock(id, param.key, lock.getAttribute("aria-pressed") !== "true") },
    },
    icon("unlock"),
  );
  const reset = h(
    "button",
    {
      type: "button",
      class: "bare value-reset",
      "aria-label": `Reset ${word}`,
      data: { test: "reset", tip: "Back to the sound’s own value" },
      on: { click: () => app.engine.resetParam(id, param.key) },
    },
    icon("reset"),
  );
  const about = { label: word, describedBy: `${help.id} ${why.id}` };
  const control = make(id, param, about);
  // A slider explains itself as its name does.
  for (const own of control.element) if (own instanceof HTMLElement) own.dataset.tip ??= tip;
  const law = lawOf(sound, param.key);
  fill(
    help,
    plainly(param.about),
    " ",
    h("span", { class: "quiet" }, [range(param), UPDATE[param.update] ?? "", param.key].filter(Boolean).join(" · ")),
    law && h("span", { class: "quiet value-law" }, `Law: ${law.law} (${law.source}).`),
  );
  const element = h(
    "div",
    {
      class: `value value-${param.scale}`,
      role: "group",
      "aria-label": word,
      data: { test: "value", key: param.key, tier: param.tier },
    },
    name,
    control.element,
    h("span", { class: "value-tools-end" }, reset, lock),
    help,
    why,
  );
  let locked = false;
  return {
    element,
    param,
    /** @param {Value|undefined} value @param {boolean} asleep whether it has no effect now @param {string|null} reason why, if it is to be said here */
    show(value, asleep, reason) {
      if (!value) return;
      control.show(value);
      reset.classList.toggle("vain", !value.changed);
      reset.disabled = !value.changed;
      element.classList.toggle("changed", value.changed);
      element.classList.toggle("asleep", asleep);
      why.hidden = reason === null;
      say(why, reason ?? "");
      if (value.locked !== locked) {
        locked = value.locked;
        lock.replaceChildren(icon(locked ? "lock" : "unlock"));
      }
      lock.setAttribute("aria-pressed", String(locked));
      lock.setAttribute("aria-label", `Lock ${word}`);
      lock.dataset.tip = locked ? "Locked: Vary leaves it alone" : "Lock it against Vary";
    },
  };
}

/** @param {number} id @param {import("./types.js").ParamInfo} param @param {{label: string, describedBy: string}} about @returns {Control} */
function make(id, param, about) {
  if (param.scale === "choice") return choiceControl(id, param, about);
  if (param.scale === "resource") return resourceControl(id, param, about);
  if (param.scale === "list" || param.scale === "curve") return textControl(id, param, about);
  return numberControl(id, param, about);
}

/** @param {import("./types.js").ParamInfo} param */
function range(param) {
  if (param.scale === "choice" || param.min === null || param.max === null) return "";
  const unit = param.unit ? ` ${param.unit}` : "";
  if (param.scale === "list") return `${param.min} to ${param.max} entries`;
  return `${param.scale === "zero-log" ? "0, or " : ""}${short(param.min)} to ${short(param.max)}${unit}`;
}

/** @param {number} x */
function short(x) {
  const size = Math.abs(x);
  return size !== 0 && (size >= 1e5 || size < 1e-3)
    ? x.toExponential().replace("e+", "e")
    : String(Number(x.toPrecision(4)));
}
