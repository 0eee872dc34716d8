// The bar that tells what was heard last, and opens it.

import { Part, app, glow, pulse, soundInfo } from "./context.js";
import { fill, h } from "./dom.js";
import { icon } from "./icons.js";
import { ask } from "./dialogs.js";
import { MOST_STARS, marks } from "./marks.js";
import { openOnBench } from "./shelf.js";
import { followUi, ui } from "./ui.js";

const heard = new EventTarget();
/** @type {string|null} */
let last = null;

/** Plays a sound or preset at once. @param {string} name */
export function hear(name) {
  last = name;
  app.engine.audition(name);
  heard.dispatchEvent(new Event("heard"));
}

/** Plays the last one again; false if there was none. */
export function hearAgain() {
  if (last === null) return false;
  hear(last);
  return true;
}

/** @param {string} name */
async function tagDialog(name) {
  const answer = await ask(
    `Tags of your own for “${name}”`,
    [
      { name: "tags", label: "Tags", value: (marks.now.tags[name] ?? []).join(", "), hint: "separated by commas; they are kept in this browser", optional: true },
    ],
    "Keep",
    "tags-dialog",
  );
  if (!answer) return;
  const tags = answer.tags.split(",").map((tag) => tag.trim().toLowerCase()).filter((tag) => tag !== "");
  marks.tag(name, [...new Set(tags)]);
}

class Preview extends Part {
  /** @param {AbortSignal} signal */
  start(signal) {
    const name = h("strong", null);
    const about = h("span", { class: "quiet small" });
    const favourite = h(
      "button",
      { type: "button", class: "bare favourite", "aria-pressed": "false", "aria-label": "Favourite", data: { test: "favourite", tip: "Among the favourites, which stand first among the tags" }, on: { click: () => last !== null && marks.toggle(last) } },
      icon("star"),
    );
    const tags = h("button", { type: "button", class: "bare", "aria-label": "Tags of your own", data: { test: "edit-tags", tip: "Tags of your own, to find it by" }, on: { click: () => last !== null && tagDialog(last) } }, icon("pencil"));
    const stars = h("span", { class: "stars", role: "group", "aria-label": "Rating" });
    const rates = Array.from({ length: MOST_STARS }, (_, at) =>
      h("button", { type: "button", class: "bare", "aria-pressed": "false", "aria-label": `${at + 1} of ${MOST_STARS}`, data: { test: "rate", stars: String(at + 1), tip: "The better rated stand first; press again to take it back" }, on: { click: () => last !== null && marks.rate(last, at + 1) } }, "•"),
    );
    fill(stars, rates);
    const mark = () => {
      if (last === null) return;
      favourite.setAttribute("aria-pressed", String(marks.isFavourite(last)));
      const given = marks.now.stars[last] ?? 0;
      rates.forEach((button, at) => {
        button.setAttribute("aria-pressed", String(at + 1 === given));
        button.classList.toggle("on", at < given);
      });
    };
    marks.addEventListener("change", mark, { signal });
    fill(
      this,
      h(
        "div",
        { class: "preview-bar", role: "region", "aria-label": "Heard last", data: { test: "preview" } },
        h(
          "button",
          {
            type: "button",
            class: "hear",
            "aria-label": "Hear it again",
            data: { test: "hear-again", tip: "Hear it again (Space)" },
            on: { click: hearAgain },
          },
          icon("play"),
        ),
        h("p", { class: "preview-words", "aria-live": "polite" }, name, about),
        stars,
        tags,
        favourite,
        h(
          "button",
          {
            type: "button",
            class: "button primary",
            data: { test: "open-heard", tip: "Brings it to the bench, to play and change" },
            on: { click: () => last !== null && openOnBench(last) },
          },
          "Open",
        ),
      ),
    );
    const refresh = () => {
      this.hidden = last === null || ui.now.view !== "sounds";
      if (last === null) return;
      const preset = [...app.engine.state.userPresets, ...app.engine.catalogue.presets].find(
        (each) => each.name === last,
      );
      const sound = soundInfo(preset?.sound ?? last);
      name.textContent = preset?.name ?? sound?.title ?? last;
      mark();
      about.textContent = preset?.about || sound?.hear || "";
      for (const each of document.querySelectorAll("urto-palette [data-hear]")) {
        const lit = /** @type {HTMLElement} */ (each).dataset.hear === last;
        each.toggleAttribute("data-heard", lit);
        if (lit && !this.hidden) each.scrollIntoView({ block: "nearest" }); // out from under the bar
      }
    };
    heard.addEventListener("heard", refresh, { signal });
    followUi(signal, refresh);
    // The key that was pressed glows with what is heard.
    let shown = 0;
    pulse(signal, (meters) => {
      if (this.hidden) return;
      shown = Math.max(glow(meters.preview), shown * 0.9);
      document.documentElement.style.setProperty("--heard", shown < 0.01 ? "0" : shown.toFixed(2));
    });
  }
}
customElements.define("urto-preview", Preview);
