// A number: a slider on the value's own scale, and a field that takes units ("3 mm").

import { app } from "./context.js";
import { h, slides } from "./dom.js";

/** @param {number} id @param {import("./types.js").ParamInfo} param @param {{label: string, describedBy: string}} about @returns {import("./valuerow.js").Control} */
export function numberControl(id, param, about) {
  const range = h("input", {
    type: "range",
    class: "slider",
    min: "0",
    max: "1",
    step: "any",
    "aria-label": about.label,
    "aria-describedby": about.describedBy,
    data: { test: "slider", key: param.key },
  });
  const field = h("input", {
    type: "text",
    class: "value-field number",
    "aria-label": `${about.label}, typed`,
    spellcheck: "false",
    autocomplete: "off",
    data: { test: "field", key: param.key },
  });
  let text = "";
  const moving = slides(range, (settled) =>
    app.engine.setPosition(id, param.key, Number(range.value), { settled }),
  );
  range.addEventListener("dblclick", () => app.engine.resetParam(id, param.key));
  const typed = () => {
    if (field.value.trim() === text) return;
    const wanted = field.value.trim();
    app.engine.set(id, param.key, wanted);
    // What was refused gives way to what holds; the engine has said why.
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
    } else if (event.key === "ArrowUp" || event.key === "ArrowDown") {
      event.preventDefault();
      const step = (event.shiftKey ? 0.1 : 0.01) * (event.key === "ArrowUp" ? 1 : -1);
      app.engine.setPosition(id, param.key, Math.min(1, Math.max(0, Number(range.value) + step)), { settled: true });
    }
  });
  return {
    element: [range, field],
    show(value) {
      const at = value.position ?? 0;
      if (!moving()) range.value = String(at);
      range.style.setProperty("--at", String(at));
      range.setAttribute("aria-valuetext", value.text);
      if (text !== value.text || document.activeElement !== field) {
        text = value.text;
        field.value = text;
      }
    },
  };
}
