// A value that names a file: one that is here, one that comes with urto, or one that is opened.

import { app } from "./context.js";
import { h, fill } from "./dom.js";
import { openInto } from "./files.js";

/** What there is without a file. */
const NOTHING = { network: "A plucked string", body: "None", sofa: "Ears on a sphere" };

/** @param {number} id @param {import("./types.js").ParamInfo} param @param {{label: string, describedBy: string}} about @returns {import("./valuerow.js").Control} */
export function resourceControl(id, param, about) {
  const select = h("select", {
    "aria-label": about.label,
    "aria-describedby": about.describedBy,
    data: { test: "resource", key: param.key },
    on: {
      change: () => {
        const name = select.value;
        if (name === "") app.engine.resetParam(id, param.key);
        else app.engine.use(id, param.key, name);
      },
    },
  });
  const open = h(
    "button",
    {
      type: "button",
      class: "button",
      data: { test: "resource-open", key: param.key },
      on: { click: () => openInto(id, param.key) },
    },
    "Open …",
  );
  let listed = "";
  return {
    element: [h("div", { class: "value-choice-box value-file" }, select, open)],
    show(value) {
      const { networks, bodies } = app.engine.catalogue;
      const { sort = "body" } = param;
      // A network of masses is a body too.
      const fits = app.engine.state.files.filter((file) => file.sort === sort || (sort === "body" && file.sort === "network"));
      const own = fits.map((file) => file.name);
      const comes = { network: networks, body: bodies, sofa: [] }[sort];
      const others = comes.filter((body) => !own.includes(body.name));
      const list = own.join("\n");
      if (list !== listed || select.children.length === 0) {
        listed = list;
        fill(
          select,
          h("option", { value: "" }, NOTHING[sort]),
          own.length > 0 &&
            h(
              "optgroup",
              { label: "Yours" },
              own.map((name) => h("option", { value: name }, name)),
            ),
          others.length > 0 &&
            h(
              "optgroup",
              { label: "With urto" },
              others.map((body) => h("option", { value: body.name, title: body.about }, body.name)),
            ),
        );
      }
      select.value = value.text;
    },
  };
}
