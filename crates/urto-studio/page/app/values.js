// All physical values of an instance, one nested table at a time.

import { Part, follow, instance, soundInfo } from "./context.js";
import { fill, h, say } from "./dom.js";
import { icon } from "./icons.js";
import { valueRow } from "./valuerow.js";
import { fits, groups, idle, rules } from "./table.js";
import { followUi, ui } from "./ui.js";
import "./hears.js";
import { counted, groupTitle, leafTitle, title } from "./words.js";

/** @typedef {ReturnType<typeof valueRow>} Row */

class Values extends Part {
  instance = 0;
  #find = "";
  /** @type {Row[]} */
  #rows = [];
  /** @type {import("./table.js").Group[]} */
  #groups = [];
  /** @type {import("./table.js").Rule[]} */
  #rules = [];
  #nav = h("div", { class: "value-groups", role: "group", "aria-label": "Parts of the sound" });
  #list = h("div", { class: "value-list", data: { test: "value-list" } });
  #idle = h("p", { class: "value-idle", role: "status" });
  #hidden = h("p", { class: "small quiet value-more" });

  /** @param {AbortSignal} signal */
  start(signal) {
    const info = soundInfo(instance(this.instance)?.sound ?? "");
    this.#groups = groups(info?.params ?? []);
    this.#rules = rules(info?.params ?? []);
    const find = h("input", {
      type: "search",
      placeholder: "Find a value",
      "aria-label": "Find a value",
      autocomplete: "off",
      spellcheck: "false",
      data: { test: "find-value", tip: "Finds values by their names and by what they mean" },
      on: {
        input: () => {
          this.#find = find.value;
          this.#build();
        },
      },
    });
    const expert = h("input", {
      type: "checkbox",
      role: "switch",
      checked: ui.now.expert,
      data: { test: "expert", tip: "Shows the values that are seldom needed too" },
      on: { change: () => ui.set({ expert: expert.checked }) },
    });
    fill(
      this,
      h("urto-hears", { instance: this.instance, hidden: true }),
      h(
        "div",
        { class: "value-tools" },
        h("label", { class: "search" }, icon("search"), find),
        h("label", { class: "switch" }, expert, h("span", null, "Expert values")),
      ),
      h("div", { class: "value-body" }, this.#nav, h("div", null, this.#idle, this.#list, this.#hidden)),
    );
    followUi(signal, (change) => {
      if ("expert" in change || "groups" in change) this.#build();
    });
    follow(signal, (change) => {
      if (change.id === null || change.id === this.instance) this.#refresh();
    });
  }

  get #sound() {
    return instance(this.instance)?.sound ?? "";
  }

  get #group() {
    const wanted = ui.now.groups[this.#sound];
    return this.#shown.find((group) => group.path === wanted) ?? this.#shown[0];
  }

  /** Groups that hold anything at the present tier. */
  get #shown() {
    return this.#groups.filter((group) => ui.now.expert || group.params.some((param) => param.tier === "basic"));
  }

  #build() {
    const values = instance(this.instance)?.values ?? {};
    const current = this.#group;
    fill(
      this.#nav,
      this.#shown.map((group) =>
        h(
          "button",
          {
            type: "button",
            class: "value-group",
            "aria-pressed": String(group === current && !this.#find),
            data: { test: "group", group: group.path, depth: String(group.path.split(".").length), tip: `${groupTitle(group.path)}: ${counted(group.params.length, "value")}` },
            on: { click: () => this.#choose(group.path) },
          },
          h(
            "span",
            { class: "nav-short" },
            group.path.includes(".") &&
              h("span", { class: "unseen" }, `${groupTitle(group.path.slice(0, group.path.lastIndexOf(".")))} `),
            navTitle(group.path),
          ),
          h("span", { class: "nav-long" }, groupTitle(group.path)),
          h("span", { class: "group-changed number" }),
          h("span", { class: "unseen" }),
        ),
      ),
    );
    const chosen = /** @type {HTMLElement|null} */ (this.#nav.querySelector("[aria-pressed=true]"));
    if (chosen) this.#nav.scrollLeft = chosen.offsetLeft - (this.#nav.clientWidth - chosen.offsetWidth) / 2;
    const tier = (/** @type {import("./types.js").ParamInfo} */ param) =>
      (ui.now.expert || param.tier === "basic") && values[param.key] !== undefined;
    const searched = this.#find.trim() !== "";
    const sections = (searched ? this.#shown : current ? [current] : [])
      .map((group) => ({
        group,
        params: group.params.filter((param) => tier(param) && (!searched || fits(param, this.#find))),
      }))
      .filter((section) => section.params.length > 0);
    this.#rows = [];
    fill(
      this.#list,
      sections.map(({ group, params }) => {
        const rows = [...params]
          .sort((a, b) => Number(a.tier === "expert") - Number(b.tier === "expert"))
          .map((param) => valueRow(this.instance, param));
        this.#rows.push(...rows);
        return h(
          "section",
          { "aria-label": groupTitle(group.path) },
          h("h4", { class: searched || sections.length > 1 ? "" : "unseen" }, groupTitle(group.path)),
          rows.map((row) => row.element),
        );
      }),
    );
    if (sections.length === 0)
      fill(
        this.#list,
        h(
          "p",
          { class: "quiet nothing-here" },
          searched
            ? `No value is called “${this.#find.trim()}”${ui.now.expert ? "." : " among the basic ones."}`
            : "No values here.",
        ),
      );
    const more = searched || !current ? 0 : current.params.filter((param) => param.tier === "expert").length;
    say(this.#hidden, !ui.now.expert && more ? `${counted(more, "expert value")} more behind the switch.` : "");
    this.#refresh();
  }

  /** @param {string} path */
  #choose(path) {
    this.#find = "";
    const find = /** @type {HTMLInputElement|null} */ (this.querySelector('[data-test="find-value"]'));
    if (find) find.value = "";
    ui.set({ groups: { ...ui.now.groups, [this.#sound]: path } });
    /** @type {HTMLElement|null} */ (this.#nav.querySelector(`[data-group="${CSS.escape(path)}"]`))?.focus();
  }

  #refresh() {
    const values = instance(this.instance)?.values;
    if (!values) return;
    const reasons = this.#rows.map((row) => {
      const rule = idle(this.#rules, row.param.key, values);
      return rule ? reason(rule) : null;
    });
    // What holds for all is said once, above them.
    const common = reasons.length > 1 && reasons.every((each) => each === reasons[0]) ? reasons[0] : null;
    say(this.#idle, common ?? "");
    this.#rows.forEach((row, at) => row.show(values[row.param.key], reasons[at] !== null, common ? null : reasons[at]));
    for (const button of /** @type {NodeListOf<HTMLElement>} */ (this.#nav.querySelectorAll("[data-group]"))) {
      const group = this.#groups.find((each) => each.path === button.dataset.group);
      const changed = group?.params.filter((param) => values[param.key]?.changed).length ?? 0;
      const [count, words] = [...button.children].slice(-2);
      say(count, changed ? String(changed) : "");
      const asleep = group?.params.every((param) => idle(this.#rules, param.key, values)) ?? false;
      button.classList.toggle("asleep", asleep);
      button.hidden = asleep && (group?.params.every((param) => param.key.includes("/")) ?? false);
      say(words, `${changed ? " changed" : ""}${asleep ? ", not in play" : ""}`);
    }
  }
}
customElements.define("urto-values", Values);

/** Nested tables stand under their parent, so that their own name is enough. @param {string} path */
const navTitle = (path) => (path.includes(".") ? title(path.slice(path.lastIndexOf(".") + 1)) : groupTitle(path));

/** Why a value has no effect now. @param {import("./table.js").Rule} rule */
function reason(rule) {
  const choice = leafTitle(rule.choice).toLowerCase();
  const of = rule.choice.includes(".")
    ? ` of ${groupTitle(rule.choice.slice(0, rule.choice.lastIndexOf("."))).toLowerCase()}`
    : "";
  return rule.off
    ? `Not in play while ${choice}${of} is “${rule.option}”.`
    : `In play when ${choice}${of} is “${rule.option}”.`;
}
