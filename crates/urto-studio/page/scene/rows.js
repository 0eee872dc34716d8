// One number or choice of a scene's body or contact.

import { app } from "../app/context.js";
import { h, say, slides } from "../app/dom.js";
import { icon } from "../app/icons.js";
import { partExplained } from "../app/laws.js";
import { nameButton } from "../app/valuerow.js";
import { leafTitle, plainly, title } from "../app/words.js";
import { si } from "../see/units.js";
import { axisOf, numberOf } from "./model.js";

/** @typedef {import("./model.js").Scene} Scene */
/** @typedef {import("./model.js").Part} ScenePart */
/** @typedef {import("../engine/types.js").ParamInfo} ParamInfo */
/** @typedef {ReturnType<typeof import("./writing.js").writing>} Write */

let serial = 0;

/** @param {string} word @param {string} told what it is, in lines @param {(Node|string|null)[]} control @param {Node|null} reset @param {Record<string, string>} data */
function rowBox(word, told, control, reset, data) {
  const [about, ...more] = told.split("\n");
  const help = h("p", { class: "value-help small", id: `scene-help-${++serial}`, hidden: true }, about, " ", h("span", { class: "quiet" }, more.join(" ")));
  return h("div", { class: "choice" in data ? "value value-choice" : "value", role: "group", "aria-label": word, data: { ...data, tip: told } }, nameButton(word, told, help, "value-help"), control, h("span", { class: "value-tools-end" }, reset), help);
}

/** @param {number} id @param {ScenePart} part @param {import("../engine/types.js").Kind|undefined} kind @param {ParamInfo} param @param {Write} write */
export function rowOf(id, part, kind, param, write) {
  const word = leafTitle(param.key);
  const about = partExplained(kind, param);
  const keep = `${part.name}.${param.key}`;
  const reset = h("button", { type: "button", class: "bare value-reset", "aria-label": `Reset ${word}`, data: { test: "scene-reset", keep: `${keep} reset`, tip: "Back to the usual value" }, on: { click: () => void write((scene) => scene.reset(part, param)) } }, icon("reset"));
  const own = (/** @type {boolean} */ set) => {
    reset.classList.toggle("vain", !set);
    reset.disabled = !set;
  };
  const data = { test: "scene-value", key: param.key };
  if (param.scale === "choice") {
    const select = h("select", { "aria-label": word, data: { test: "scene-choice", key: param.key, keep } }, (param.options ?? []).map(({ key }) => h("option", { value: key }, title(key))));
    const told = h("p", { class: "value-hint small quiet" });
    select.addEventListener("change", () => {
      write((scene) => scene.set(part, param, select.value));
      app.engine.trigger(id, 1);
    });
    return {
      element: rowBox(word, about, [h("div", { class: "value-choice-box" }, select, told)], reset, { ...data, choice: "" }),
      /** @param {Scene} scene */
      show(scene) {
        const { value, own: set } = scene.value(part, param);
        select.value = String(value ?? "");
        say(told, plainly(param.options?.find(({ key }) => key === value)?.about ?? ""));
        own(set);
      },
    };
  }
  const axis = axisOf(param);
  const number = numbers(word, param.unit, keep, param.key, (at) => axis.value(at), (value, settled) => {
    write((scene) => scene.set(part, param, value), settled);
    if (settled) app.engine.trigger(id, 1);
  });
  return {
    element: rowBox(word, about, number.element, reset, data),
    /** @param {Scene} scene */
    show(scene) {
      const { value, own: set } = scene.value(part, param);
      number.show(typeof value === "number" ? value : null, typeof value === "number" ? axis.place(value) : 0);
      own(set);
    },
  };
}

/** Where a point lies along its body. @param {number} id @param {string} body @param {string} point @param {Write} write */
export function placeRow(id, body, point, write) {
  const word = `Place of ${point}`;
  const number = numbers(word, "", `${body}@${point}`, point, (at) => at, (value, settled) => {
    write((scene) => scene.movePoint(body, point, typeof value === "number" ? Math.min(1, Math.max(0, value)) : Number.NaN), settled);
    if (settled) app.engine.trigger(id, 1);
  });
  return {
    element: rowBox(word, "Where it lies along the body: what is joined and heard there moves with it.\nFrom 0 to 1.", number.element, null, { test: "scene-place", key: point }),
    /** @param {Scene} scene */
    show(scene) {
      const place = scene.bodies.find(({ name }) => name === body)?.points.find(({ name }) => name === point)?.place ?? null;
      number.show(place, place ?? 0);
    },
  };
}

/**
 * A slider and a field that takes units.
 * @param {string} word @param {string} unit @param {string} keep @param {string} key @param {(at: number) => number} valueAt
 * @param {(value: number|string, settled: boolean) => void} set
 */
function numbers(word, unit, keep, key, valueAt, set) {
  const range = h("input", { type: "range", class: "slider", min: "0", max: "1", step: "any", "aria-label": word, data: { test: "scene-slider", key, keep } });
  const field = h("input", { type: "text", class: "value-field number", "aria-label": `${word}, typed`, spellcheck: "false", autocomplete: "off", data: { test: "scene-field", key, keep: `${keep} typed` } });
  let text = "";
  const moving = slides(range, (settled) => set(valueAt(Number(range.value)), settled));
  const typed = () => {
    const wanted = field.value.trim();
    if (wanted === text) return;
    // A number in words that are none is the engine's to refuse.
    const value = numberOf({ kind: "text", value: wanted.replaceAll("−", "-").replaceAll("\u00a0", " "), from: 0, to: 0 }, unit);
    set(value ?? wanted, true);
    field.value = text;
  };
  field.addEventListener("change", typed);
  field.addEventListener("focus", () => field.select());
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter") typed();
    else if (event.key === "Escape") {
      field.value = text;
      field.blur();
      event.stopPropagation();
    }
  });
  return {
    element: [range, field],
    /** @param {number|null} value null: as the file has it @param {number} at */
    show(value, at) {
      if (!moving()) range.value = String(at);
      range.disabled = value === null;
      range.style.setProperty("--at", String(at));
      const told = value === null ? "as in the file" : si(value, unit, 4);
      range.setAttribute("aria-valuetext", told);
      if (text !== told || document.activeElement !== field) {
        text = told;
        field.value = told;
      }
    },
  };
}
