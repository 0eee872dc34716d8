// Lists and curves: written as text; a curve is also drawn.

import { app } from "./context.js";
import { h } from "./dom.js";
import { curvePoints } from "./table.js";

const SVG = "http://www.w3.org/2000/svg";
const WIDE = 240;
const HIGH = 56;

/** @param {number} id @param {import("./types.js").ParamInfo} param @param {{label: string, describedBy: string}} about @returns {import("./valuerow.js").Control} */
export function textControl(id, param, about) {
  const rows = param.scale === "curve" ? "2" : "3";
  const field = h("textarea", {
    class: "value-text number",
    rows,
    spellcheck: "false",
    "aria-label": about.label,
    "aria-describedby": about.describedBy,
    data: { test: "field", key: param.key },
  });
  let text = "";
  field.addEventListener("change", () => {
    const wanted = field.value.trim();
    if (wanted === text) return;
    app.engine.set(id, param.key, wanted);
    field.value = text;
  });
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      field.blur();
    } else if (event.key === "Escape") {
      field.value = text;
      field.blur();
      event.stopPropagation();
    }
  });
  const picture = param.scale === "curve" ? drawing() : null;
  return {
    element: [h("div", { class: "value-text-box" }, picture?.svg ?? null, field)],
    show(value) {
      if (text !== value.text || document.activeElement !== field) {
        text = value.text;
        field.value = text;
      }
      picture?.draw(value.text, param.min ?? 0, param.max ?? 1);
    },
  };
}

function drawing() {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", `0 0 ${WIDE} ${HIGH}`);
  svg.setAttribute("preserveAspectRatio", "none");
  svg.setAttribute("class", "curve");
  svg.setAttribute("aria-hidden", "true");
  const zero = document.createElementNS(SVG, "path");
  zero.setAttribute("class", "curve-zero");
  const line = document.createElementNS(SVG, "path");
  line.setAttribute("class", "curve-line");
  svg.append(zero, line);
  return {
    svg,
    /** @param {string} text @param {number} min @param {number} max */
    draw(text, min, max) {
      const points = curvePoints(text);
      svg.toggleAttribute("hidden", points === null);
      if (!points) return;
      const end = points[points.length - 1][0] || 1;
      const y = (/** @type {number} */ v) => (HIGH - 4) * (1 - (v - min) / (max - min || 1)) + 2;
      line.setAttribute(
        "d",
        points.map(([t, v], at) => `${at ? "L" : "M"}${((t / end) * WIDE).toFixed(1)} ${y(v).toFixed(1)}`).join(""),
      );
      zero.setAttribute("d", `M0 ${y(0).toFixed(1)}H${WIDE}`);
    },
  };
}
