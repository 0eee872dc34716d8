// The first screen: the taxonomy of everyday sounds. A click on any name is heard at once.

import { Part, app, follow } from "./context.js";
import { fill, h, say } from "./dom.js";
import { shelves, tagList } from "./filter.js";
import { icon } from "./icons.js";
import { FAVOURITES, LATELY_USED, marks } from "./marks.js";
import { hear } from "./preview.js";
import { firstFound, roaming } from "./roam.js";
import { openOnBench, shelfRow } from "./shelf.js";
import { FAMILIES, FORMS, counted, title } from "./words.js";

/** Tags shown before one asks for more. */
const FEW = 10;

class Palette extends Part {
  #text = "";
  /** @type {Set<string>} */
  #tags = new Set();
  #allTags = false;
  #own = "";
  #marked = "";
  #list = h("div", { class: "taxonomy" });
  #tagRow = h("div", { class: "tags", role: "group", "aria-label": "Tags" });
  #count = h("p", { class: "unseen", role: "status" });

  /** @param {AbortSignal} signal */
  start(signal) {
    const search = h("input", {
      type: "search",
      placeholder: "Search: glass, squeak, kitchen …",
      "aria-label": "Search sounds and presets",
      autocomplete: "off",
      spellcheck: "false",
      value: this.#text,
      data: { test: "search", tip: "Finds names, materials, places and tags: Enter hears the first, Shift and Enter opens it" },
      on: {
        input: () => {
          this.#text = search.value;
          if (this.#allTags) {
            // What is found would stand far below them.
            this.#allTags = false;
            this.#showTags();
          }
          this.#show();
          this.#toTop();
        },
        keydown: (/** @type {KeyboardEvent} */ event) => {
          const first = firstFound(this.#list, this.#text);
          if (event.key === "ArrowDown") first?.focus();
          else if (event.key === "Enter" && event.shiftKey && first?.dataset.name) openOnBench(first.dataset.name);
          else if (event.key === "Enter" && first?.dataset.name) hear(first.dataset.name);
          else return;
          event.preventDefault();
        },
      },
    });
    const { sounds, presets } = app.engine.catalogue;
    fill(
      this,
      h(
        "div",
        { class: "hero" },
        h("h2", null, "Touch something."),
        h(
          "p",
          { class: "quiet" },
          `${counted(sounds.length, "everyday sound")}, made from physics while you listen. Press a name to hear it; open it to play it, change it, take it apart.`,
        ),
      ),
      h(
        "div",
        { class: "finder", role: "search" },
        h("label", { class: "search" }, icon("search"), search),
        this.#tagRow,
        this.#count,
      ),
      this.#list,
    );
    marks.addEventListener(
      "change",
      () => {
        const words = JSON.stringify([marks.now.favourites, marks.now.tags, marks.now.lately.length > 0]);
        if (words === this.#marked) return;
        this.#marked = words;
        // What no longer has any is no longer asked for.
        for (const tag of [FAVOURITES, LATELY_USED])
          if (!tagList(app.engine.catalogue, app.engine.state.userPresets).some((own) => own.tag === tag)) this.#tags.delete(tag);
        this.#showTags();
        if (this.#text.trim() !== "" || this.#tags.size > 0) this.#show();
      },
      { signal },
    );
    this.dataset.presets = String(presets.length);
    roaming(this.#list, signal);
    this.#own = "";
    follow(signal, () => {
      const own = JSON.stringify(
        app.engine.state.userPresets.map((preset) => [preset.name, preset.sound, preset.about, preset.tags]),
      );
      if (own === this.#own) return;
      this.#own = own;
      this.#showTags();
      this.#show();
    });
  }

  #showTags() {
    const all = tagList(app.engine.catalogue, app.engine.state.userPresets);
    const shown = this.#allTags ? all : all.filter(({ tag }, at) => at < FEW || this.#tags.has(tag));
    fill(
      this.#tagRow,
      shown.map(({ tag }) =>
        h(
          "button",
          {
            type: "button",
            class: "tag",
            "aria-pressed": String(this.#tags.has(tag)),
            data: { test: "tag", tag, tip: `Shows only what has the tag ${tag}` },
            on: {
              click: () => {
                this.#tags.has(tag) ? this.#tags.delete(tag) : this.#tags.add(tag);
                this.#showTags();
                this.#show();
                this.#focusTag(tag);
                this.#toTop();
              },
            },
          },
          tag,
        ),
      ),
      all.length > FEW &&
        h(
          "button",
          {
            type: "button",
            class: "tag more",
            "aria-expanded": String(this.#allTags),
            data: { test: "more-tags", tip: this.#allTags ? "Shows the most used tags only" : "Shows all tags" },
            on: {
              click: () => {
                this.#allTags = !this.#allTags;
                this.#showTags();
              },
            },
          },
          this.#allTags ? "fewer tags" : `all ${all.length} tags`,
        ),
    );
  }

  /** @param {string} tag */
  #focusTag(tag) {
    /** @type {HTMLElement|null} */ (this.#tagRow.querySelector(`[data-tag="${CSS.escape(tag)}"]`))?.focus();
  }

  /** What was found begins right below the search field. */
  #toTop() {
    const above = this.#list.getBoundingClientRect().top - this.#tagRow.getBoundingClientRect().bottom;
    if (above < 0) scrollBy(0, above);
  }

  #clear() {
    this.#text = "";
    this.#tags.clear();
    const search = /** @type {HTMLInputElement|null} */ (this.querySelector('[data-test="search"]'));
    if (search) search.value = "";
    this.#showTags();
    this.#show();
    search?.focus();
  }

  #show() {
    const { catalogue, state } = app.engine;
    const found = shelves(catalogue, state.userPresets, this.#text, this.#tags);
    const searching = this.#text.trim() !== "" || this.#tags.size > 0;
    const presets = found.reduce((sum, shelf) => sum + shelf.presets.length + shelf.own.length, 0);
    say(this.#count, searching ? `${counted(found.length, "sound")}, ${counted(presets, "preset")}` : "");
    if (found.length === 0) {
      const what = [this.#text.trim() && `“${this.#text.trim()}”`, ...this.#tags].filter(Boolean).join(" and ");
      fill(
        this.#list,
        h(
          "div",
          { class: "nothing", data: { test: "nothing-found" } },
          h("p", null, `Nothing here sounds like ${what}.`),
          h(
            "button",
            { type: "button", class: "button", data: { test: "clear-search", tip: "Takes back what was searched for" }, on: { click: () => this.#clear() } },
            "Show all sounds",
          ),
        ),
      );
      return;
    }
    const families = Object.keys(FAMILIES).concat(catalogue.sounds.map((sound) => sound.family));
    fill(
      this.#list,
      [...new Set(families)].map((family) => {
        const ofFamily = found.filter((shelf) => shelf.sound.family === family);
        if (ofFamily.length === 0) return null;
        const forms = Object.keys(FORMS).concat(ofFamily.map((shelf) => shelf.sound.form));
        return h(
          "section",
          { class: "family", "aria-label": title(family), data: { family, test: "family" } },
          h("header", null, h("h2", null, title(family)), h("p", { class: "quiet" }, FAMILIES[family] ?? "")),
          [...new Set(forms)].map((form) => {
            const ofForm = ofFamily.filter((shelf) => shelf.sound.form === form);
            if (ofForm.length === 0) return null;
            const words = FORMS[form] ?? { many: title(form), about: "" };
            return h(
              "section",
              { class: "form", "aria-label": `${title(family)}: ${words.many}`, data: { form, test: "form" } },
              h("h3", null, icon(form), h("span", null, words.many), h("span", { class: "quiet small" }, words.about)),
              h("ul", { class: "shelves" }, ofForm.map(shelfRow)),
            );
          }),
        );
      }),
    );
  }
}
customElements.define("urto-palette", Palette);
