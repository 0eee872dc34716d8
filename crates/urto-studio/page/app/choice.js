// A choice: buttons side by side when they are few, else a list.

import { app } from "./context.js";
import { h, say } from "./dom.js";
import { plainly, title } from "./words.js";

/** Side by side up to this many options and letters. */
const FEW = 4;
const LETTERS = 34;

let serial = 0;

/** @param {number} id @param {import("./types.js").ParamInfo} param @param {{label: string, describedBy: string}} about @returns {import("./valuerow.js").Control} */
export function choiceControl(id, param, about) {
  const options = param.options ?? [];
  const hint = h("p", { class: "value-hint small quiet" });
  const tell = (/** @type {string|null} */ key) => say(hint, plainly(options.find((option) => option.key === key)?.about ?? ""));
  if (options.length <= FEW && options.reduce((sum, option) => sum + option.key.length, 0) <= LETTERS) {
    const name = `choice-${++serial}`;
    const radios = options.map((option) =>
      h("input", {
        type: "radio",
        name,
        value: option.key,
        data: { test: "option", key: param.key, option: option.key },
        on: { change: () => app.engine.set(id, param.key, option.key) },
      }),
    );
    const group = h(
      "div",
      { class: "segments", role: "radiogroup", "aria-label": about.label, "aria-describedby": about.describedBy },
      radios.map((radio, at) =>
        h("label", { data: { tip: plainly(options[at].about) } }, radio, h("span", null, title(options[at].key))),
      ),
    );
    return {
      element: [h("div", { class: "value-choice-box" }, group, hint)],
      show(value) {
        for (const radio of radios) radio.checked = radio.value === value.choice;
        tell(value.choice);
      },
    };
  }
  const select = h(
    "select",
    {
      "aria-label": about.label,
      "aria-describedby": about.describedBy,
      data: { test: "select", key: param.key },
      on: { change: () => app.engine.set(id, param.key, select.value) },
    },
    options.map((option) => h("option", { value: option.key }, title(option.key))),
  );
  return {
    element: [h("div", { class: "value-choice-box" }, select, hint)],
    show(value) {
      if (value.choice !== null) select.value = value.choice;
      tell(value.choice);
    },
  };
}
