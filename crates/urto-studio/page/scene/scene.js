// A scene on the bench: its bodies and what joins them, as a graph that is changed by hand or by keys, and
// the numbers of what is chosen in it.

import { Part, app, follow, instance } from "../app/context.js";
import { fill, h, say } from "../app/dom.js";
import { icon } from "../app/icons.js";
import { menuButton } from "../app/menu.js";
import { followUi, ui } from "../app/ui.js";
import { title } from "../app/words.js";
import { Graph } from "./graph.js";
import { rowOf, placeRow } from "./rows.js";
import { sceneOf, writing } from "./writing.js";

/** @typedef {import("./model.js").Scene} Scene */
/** @typedef {{what: "object"|"contact"|"pickup", name: string}} Chosen of a pickup its number */

class SceneEditor extends Part {
  instance = 0;
  /** @type {Chosen|null} */
  #chosen = null;
  /** @type {(scene: Scene) => void} */
  #show = () => {};

  /** @param {AbortSignal} signal */
  start(signal) {
    const id = this.instance;
    const write = writing(id);
    const status = h("p", { class: "small quiet", role: "status", data: { test: "scene-status" } });
    const panel = h("div", { class: "scene-panel", data: { test: "scene-panel" } });
    const choose = (/** @type {Chosen|null} */ to) => {
      this.#chosen = to;
      const scene = sceneOf(id);
      if (scene) this.#show(scene);
    };
    const told = (/** @type {string} */ words) => say(status, words);
    const join = (/** @type {string} */ first, /** @type {string} */ second) => {
      let name = "";
      const done = write((scene) => {
        const made = scene.join(first, second, law.value);
        name = made.name;
        return made.text;
      });
      if (!done) return;
      told(`${first} and ${second} touch now: ${law.value}.`);
      choose({ what: "contact", name });
    };
    const graph = new Graph(choose, join, (at, point) => hear(at, point));
    /** Hears a channel somewhere else, or one more. @param {number} at @param {string} point */
    const hear = (at, point) => {
      if (!write((scene) => scene.listen(at < scene.pickups.length ? scene.pickups.with(at, point) : [...scene.pickups, point]))) return;
      told(`It is heard at ${point} now.`);
      choose({ what: "pickup", name: String(at) });
    };

    const add = menuButton({
      label: "Add a body",
      word: "Add a body",
      icon: "plus",
      class: "button",
      test: "scene-add",
      items: () =>
        kinds().map(({ key }) => ({
          word: title(key),
          test: `add-${key}`,
          run: () => {
            let name = "";
            const done = write((scene) => {
              const made = scene.add(key);
              name = made.name;
              return made.text;
            });
            if (!done) return;
            told(`${name} is in the scene: join it with what it is to touch.`);
            choose({ what: "object", name });
          },
        })),
    });
    const { objects, laws } = app.engine.catalogue;
    // A list of modes is written in a file; all else is made here.
    const kinds = () => objects.filter(({ key }) => !["modal", "modes", "file", "body"].includes(key));
    const select = (/** @type {string} */ word, /** @type {string} */ test, /** @type {string} */ tip) => h("select", { "aria-label": word, data: { test, tip } });
    const first = select("One point", "join-first", "A point of one body");
    const second = select("The other point", "join-second", "A point of the other body; in an impact the first presses on the second from below");
    const law = select("Law of the contact", "join-law", "How the two push on each other");
    fill(law, laws.map(({ key }) => h("option", { value: key }, title(key))));
    const go = h("button", { type: "button", class: "button", data: { test: "scene-join", tip: "Joins the two points by a contact; in the graph, drag from one body to another" }, on: { click: () => join(first.value, second.value) } }, "Join");
    const more = h("button", { type: "button", class: "button", data: { test: "scene-hear", tip: "Hears the scene at one more point: another channel" }, on: { click: () => hear(Infinity, first.value) } }, icon("sound"), "Hear there");
    const unread = h("p", { class: "quiet nothing-here", hidden: true }, "This scene is too large for a graph, or written in a way that the page cannot change. It plays all the same; change its file and drop it again.");
    const all = h(
      "div",
      { class: "scene-all" },
      h("div", { class: "scene-tools" }, add, h("span", { class: "scene-join", role: "group", "aria-label": "Join two points" }, first, second, law, go, more)),
      graph.element,
      status,
      panel,
    );
    fill(this, unread, all);

    /** @type {{show: (scene: Scene) => void}[]} */
    let rows = [];
    let laid = "";
    this.#show = (scene) => {
      const { bodies, contacts, pickups } = scene;
      // What is gone is chosen no more.
      const there = { object: (/** @type {string} */ name) => bodies.some((own) => own.name === name), contact: (/** @type {string} */ name) => contacts.some((own) => own.name === name), pickup: (/** @type {string} */ at) => Number(at) < pickups.length };
      if (this.#chosen && !there[this.#chosen.what](this.#chosen.name)) this.#chosen = null;
      this.#chosen ??= bodies.length > 0 ? { what: "object", name: bodies[0].name } : null;
      graph.show(scene, this.#chosen);
      const points = bodies.flatMap(({ at }) => at);
      const form = JSON.stringify([bodies.map(({ name, kind, at }) => [name, kind, at]), contacts, pickups, this.#chosen, ui.now.expert]);
      if (form !== laid) {
        laid = form;
        for (const [own, at] of /** @type {[HTMLSelectElement, number][]} */ ([[first, 0], [second, 1]])) {
          const before = own.value;
          fill(own, points.map((point) => h("option", { value: point }, point)));
          own.value = points.includes(before) ? before : (points[at] ?? "");
        }
        go.disabled = points.length < 2;
        const focused = /** @type {HTMLElement|null} */ (document.activeElement);
        const within = panel.contains(focused) ? focused?.dataset.keep : undefined;
        rows = this.#panel(panel, scene, write, { told, choose, hear });
        if (within) /** @type {HTMLElement|null} */ (panel.querySelector(`[data-keep="${CSS.escape(within)}"]`))?.focus();
      }
      for (const row of rows) row.show(scene);
    };
    /** @type {unknown} */
    let shown = null;
    const refresh = () => {
      const now = instance(id);
      if (!now) return;
      shown = now;
      const scene = sceneOf(id);
      unread.hidden = scene !== null;
      all.hidden = scene === null;
      if (scene) this.#show(scene);
    };
    follow(signal, (change) => {
      if ((change.id === null || change.id === id) && instance(id) !== shown) refresh();
    });
    followUi(signal, (change) => {
      if ("expert" in change) refresh();
    });
  }

  /**
   * What is chosen, with all that can be set of it.
   * @param {HTMLElement} panel @param {Scene} scene @param {ReturnType<typeof writing>} write
   * @param {{told: (words: string) => void, choose: (to: Chosen|null) => void, hear: (at: number, point: string) => void}} can
   */
  #panel(panel, scene, write, { told, choose, hear }) {
    const chosen = this.#chosen;
    if (!chosen) {
      fill(panel, h("p", { class: "quiet" }, "Nothing is in this scene yet: add a body."));
      return [];
    }
    const points = scene.bodies.flatMap(({ at }) => at);
    const { what, name } = chosen;
    const button = (/** @type {string} */ word, /** @type {string} */ test, /** @type {string} */ tip, /** @type {() => void} */ click, /** @type {boolean} */ disabled = false) =>
      h("button", { type: "button", class: "button", disabled, data: { test, tip, keep: test }, on: { click } }, word);
    const pointSelect = (/** @type {string} */ word, /** @type {string} */ test, /** @type {string} */ tip, /** @type {string} */ value, /** @type {(point: string) => void} */ set) => {
      const own = h("select", { data: { test, tip, keep: test } }, points.map((point) => h("option", { value: point, selected: point === value }, point)));
      own.addEventListener("change", () => set(own.value));
      return h("label", { class: "field" }, h("span", null, word), own);
    };
    const remove = (/** @type {() => void} */ run, /** @type {boolean} */ last = false) => button("Take away", "scene-remove", last ? "A scene is heard at one point at least" : "Undo brings it back", run, last);
    if (what === "pickup") {
      const at = Number(name);
      fill(
        panel,
        h("header", null, h("h3", null, `Pickup ${at + 1}`), h("p", { class: "small quiet" }, "Where the scene is heard: the speed of this point is its channel. In the graph, drag it onto another body.")),
        h("div", { class: "fields" }, pointSelect("Heard at", "pickup-point", "The point that is heard", scene.pickups[at], (point) => hear(at, point))),
        h("div", { class: "row" }, remove(() => {
          if (write((now) => now.listen(now.pickups.filter((_, own) => own !== at)))) told(`It is heard at ${scene.pickups[at]} no more.`);
        }, scene.pickups.length < 2)),
      );
      return [];
    }
    const part = { what, name };
    const expert = h("input", { type: "checkbox", role: "switch", checked: ui.now.expert, data: { test: "scene-expert", keep: "scene-expert", tip: "Shows the numbers that are seldom needed, too" }, on: { change: () => ui.set({ expert: expert.checked }) } });
    const kind = scene.kindOf(part);
    const all = scene.params(part);
    const seen = all.filter(({ tier }) => ui.now.expert || tier === "basic");
    const rows = seen.map((param) => rowOf(this.instance, part, kind, param, write));
    const takeAway = remove(() => {
      if (!write((now) => now.remove(part))) return;
      told(`${name} is gone; Undo brings it back.`);
      choose(null);
    });
    const body = scene.bodies.find((own) => own.name === name);
    const contact = scene.contacts.find((own) => own.name === name);
    const places = what === "object" ? (body?.points ?? []).flatMap((point) => (point.place === null ? [] : [placeRow(this.instance, name, point.name, write)])) : [];
    // Points that are given by the shapes of modes, or on a surface, are the file's.
    const along = what === "object" && body?.kind !== "particle" && body?.kind !== "modal" && places.length > 0;
    fill(
      panel,
      h("header", null, h("h3", null, name), h("p", { class: "small quiet" }, aboutKind(kind))),
      contact
        ? h(
            "div",
            { class: "fields" },
            pointSelect("Between", "contact-first", "The first point: it presses on the second when it is the one that lies higher", contact.between[0], (point) => void write((now) => now.rejoin(name, 0, point))),
            pointSelect("and", "contact-second", "The second point", contact.between[1], (point) => void write((now) => now.rejoin(name, 1, point))),
          )
        : null,
      contact?.pressedBy ? h("p", { class: "small quiet" }, `Pressed by ${contact.pressedBy}.`) : null,
      [...places, ...rows].map(({ element }) => element),
      h(
        "div",
        { class: "row scene-more" },
        along ? button("Another point", "scene-point", "One more place on it to strike, join or hear", () => void write((now) => now.addPoint(name))) : null,
        takeAway,
        h("span", { class: "grow" }),
        all.length > all.filter(({ tier }) => tier === "basic").length ? h("label", { class: "switch" }, expert, h("span", null, "Expert values")) : null,
      ),
    );
    return [...places, ...rows];
  }
}
customElements.define("urto-scene", SceneEditor);

/** What a kind is; of a body by name, what its option says. @param {import("../engine/types.js").Kind|undefined} kind */
function aboutKind(kind) {
  if (!kind) return "";
  const first = app.engine.catalogue.objects.find(({ table, params }) => table === kind.table && params);
  const option = first?.params?.find(({ key }) => key === "kind")?.options?.find(({ key }) => key === kind.key);
  return (option?.about ?? kind.about).replaceAll("`", "");
}
