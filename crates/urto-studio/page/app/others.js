// On narrow screens: the other instances, one touch away.

import { Part, app, follow, selected } from "./context.js";
import { fill, h } from "./dom.js";

class Others extends Part {
  instance = 0;

  /** @param {AbortSignal} signal */
  start(signal) {
    let shown = "";
    const centre = () => {
      const chosen = /** @type {HTMLElement|null} */ (this.querySelector("[aria-pressed=true]"));
      const row = chosen?.parentElement;
      if (chosen && row) row.scrollLeft = chosen.offsetLeft - (row.clientWidth - chosen.offsetWidth) / 2;
    };
    follow(signal, () => {
      const { instances } = app.engine.state;
      const chosenId = selected()?.id;
      const now = JSON.stringify([chosenId, instances.map((each) => [each.id, each.name])]);
      if (now === shown) return;
      shown = now;
      this.hidden = instances.length < 2;
      fill(
        this,
        h(
          "div",
          { class: "others", role: "group", "aria-label": "Instances" },
          instances.map((each) =>
            h(
              "button",
              {
                type: "button",
                class: "tag",
                "aria-pressed": String(each.id === chosenId),
                data: { test: "other", id: String(each.id), tip: "Brings it to the bench" },
                on: { click: () => app.engine.select(each.id) },
              },
              each.name,
            ),
          ),
        ),
      );
      centre();
    });
    // What was opened elsewhere has no place here before it is seen.
    const seen = new ResizeObserver(centre);
    seen.observe(this);
    signal.addEventListener("abort", () => seen.disconnect());
  }
}
customElements.define("urto-others", Others);
