// The score: what happens when, in lanes of events, curves and patterns; played, recorded, looped.

import { Part, app, follow, instance, pulse } from "../app/context.js";
import { ask } from "../app/dialogs.js";
import { download, fill, h, say } from "../app/dom.js";
import { icon } from "../app/icons.js";
import { menuButton } from "../app/menu.js";
import { toast } from "../app/toasts.js";
import { unitOf } from "../engine/scored.js";
import { GRIDS } from "./axis.js";
import { curveSurface } from "./curve.js";
import { Editor } from "./editor.js";
import { number } from "./fields.js";
import { inspector } from "./inspector.js";
import { laneSurface, words } from "./lane.js";
import { counted, curveOf, emptyScore, laneOf, lengthened, newPattern, quantised, shapeOf, shaped, withCurve, withPattern } from "./model.js";
import { keyTitle, movable, valueNow, wayOf } from "./params.js";
import { patternPanel } from "./pattern.js";
import { recorded } from "./record.js";
import { ruler } from "./ruler.js";

/** Shapes that are there from the start. @type {{name: string, points: [number, number][]}[]} */
const SHAPES = [
  { name: "Rise", points: [[0, 0], [1, 1]] },
  { name: "Fall", points: [[0, 1], [1, 0]] },
  { name: "Swell", points: [[0, 0], [0.5, 1], [1, 0]] },
];

class ScoreView extends Part {
  editor = new Editor();
  /** What hands did since it was armed. @type {string[]} */
  heard = [];
  /** What numbers were as recording began. @type {Map<string, number | null>} */
  was = new Map();

  /** @param {AbortSignal} signal */
  start(signal) {
    const { editor } = this;
    const spoken = h("p", { class: "unseen", role: "status", "aria-live": "polite" });
    const speak = (/** @type {string} */ text) => say(spoken, text);
    const above = ruler(editor, signal);
    const list = h("div", { class: "score-lanes", data: { test: "score-lanes" } });
    const line = h("div", { class: "score-line", "aria-hidden": "true" });
    const nothing = h("p", { class: "quiet nothing-here" }, "Open a sound, and it gets a lane here: add events, or record what you play.");
    /** @type {Map<string, {element: HTMLElement, show: () => void, paste?: () => void, end: AbortController}>} */
    const rows = new Map();
    const idOf = (/** @type {number} */ slot) => app.engine.state.instances.find((own) => own.slot === slot)?.id;
    const below = inspector(editor, idOf, () => rows.get(`lane ${pasteSlot()}`)?.paste?.());
    const pasteSlot = () => (idOf(editor.chosen.slot) === undefined ? (instance(app.engine.state.selected)?.slot ?? -1) : editor.chosen.slot);
    const bar = this.toolbar();
    fill(
      this,
      h("h2", { class: "unseen" }, "Score"),
      bar.element,
      nothing,
      h("div", { class: "score-board" }, h("div", { class: "score-over" }, bar.zoom, above.canvas), list, line),
      below.element,
      spoken,
    );

    /** @param {string} name @param {(signal: AbortSignal) => {element: HTMLElement, show: () => void, paste?: () => void}} make */
    const row = (name, make) => {
      let own = rows.get(name);
      if (!own) {
        const end = new AbortController();
        own = { ...make(AbortSignal.any([signal, end.signal])), end };
        rows.set(name, own);
      }
      return own;
    };
    const show = () => {
      editor.refresh();
      const { instances } = app.engine.state;
      const wanted = instances.flatMap(({ id, slot }) => {
        const lane = laneOf(editor.score, slot);
        return [
          { name: `lane ${slot}`, of: `${id}`, make: (/** @type {AbortSignal} */ end) => this.lane(id, slot, end, speak) },
          ...lane.curves.map(({ key }) => ({ name: `curve ${slot} ${key}`, of: `${id}`, make: (/** @type {AbortSignal} */ end) => this.curve(id, slot, key, end, speak) })),
          ...lane.patterns.map((_, at) => ({ name: `pattern ${slot} ${at}`, of: `${id}`, make: () => this.pattern(slot, at) })),
        ];
      });
      for (const [name, own] of rows)
        if (!wanted.some((one) => one.name === name && own.element.dataset.of === one.of)) {
          own.end.abort();
          own.element.remove();
          rows.delete(name);
        }
      wanted.forEach(({ name, of, make }, at) => {
        const own = row(name, make);
        own.element.dataset.of = of;
        if (list.children[at] !== own.element) list.insertBefore(own.element, list.children[at] ?? null);
      });
      nothing.hidden = instances.length > 0;
      for (const own of rows.values()) own.show();
      above.show();
      below.show();
      bar.show();
    };
    follow(signal, show);
    editor.addEventListener("change", show, { signal });
    app.engine.addEventListener("score", () => this.runs(bar.show), { signal });
    app.engine.addEventListener("heard", (event) => this.hear(/** @type {CustomEvent<string>} */ (event).detail), { signal });
    signal.addEventListener("abort", () => this.disarm());
    pulse(signal, () => {
      const at = app.engine.scorePosition();
      const seen = at ?? editor.cursor;
      const share = (seen - editor.axis.from) / editor.axis.span;
      line.hidden = share < 0 || share > 1;
      line.style.setProperty("--at", share.toFixed(5));
      line.classList.toggle("running", at !== null);
      say(bar.clock, time(seen, editor.score));
      // What is played is seen.
      if (at !== null && editor.axis.seen && (share > 1 || share < 0)) {
        editor.axis.scroll(at - 0.02 * editor.axis.span);
        show();
      }
    });
  }

  // Playing and recording.

  toggle() {
    if (app.engine.run) app.engine.haltScore();
    else this.play();
  }

  play() {
    const { editor } = this;
    if (!app.engine.state.score) editor.write(emptyScore());
    const { cycle, length } = editor.score;
    const end = cycle && editor.cursor < cycle[1] ? cycle[1] : length;
    if (editor.cursor >= end) editor.cursor = 0;
    app.engine.playScore(editor.cursor);
  }

  record() {
    const { editor } = this;
    if (editor.armed) return this.disarm();
    editor.armed = true;
    this.heard = [];
    this.was = new Map();
    for (const { id, slot } of app.engine.state.instances)
      for (const { key } of movable(id)) this.was.set(`${slot} ${key}`, valueNow(id, key));
    if (!app.engine.run) this.play();
    editor.tell();
  }

  /** What was played is written down. */
  disarm() {
    const { editor } = this;
    if (!editor.armed) return;
    editor.armed = false;
    const { heard } = this;
    this.heard = [];
    const was = (/** @type {number} */ slot, /** @type {string} */ key) => this.was.get(`${slot} ${key}`) ?? null;
    const { score, count } = recorded(editor.score, heard, app.engine.rate, unitOf(editor.score), was);
    if (count > 0) editor.write(score);
    toast(count > 0 ? "What was played is in the score." : "Nothing was played: strike a pad or move a slider while it records.");
    editor.tell();
  }

  /** @param {string} lines */
  hear(lines) {
    if (this.editor.armed) this.heard.push(...lines.split("\n").filter((own) => own !== ""));
  }

  /** It has started or stopped. @param {() => void} show */
  runs(show) {
    if (!app.engine.run) this.disarm();
    show();
  }

  // Parts.

  toolbar() {
    const { editor } = this;
    const button = (/** @type {string} */ test, /** @type {string} */ label, /** @type {string} */ tip, /** @type {Node[]} */ inside, /** @type {() => void} */ click) =>
      h("button", { type: "button", class: "button", "aria-label": label, "aria-pressed": "false", data: { test, tip }, on: { click } }, ...inside);
    const playing = h("span", null, "Play");
    const play = button("score-play", "Play the score", "Everything starts anew from rest, and the score is played", [icon("play"), playing], () => this.toggle());
    const record = button("score-record", "Record into the lanes", "What you strike, hold and move is written into the lanes while the score runs", [icon("record"), h("span", null, "Record")], () => this.record());
    const cycle = button("score-cycle", "Loop the marked part", "Plays the marked part again and again; drag across the ruler to mark one", [icon("reset"), h("span", null, "Loop")], () => {
      const { score } = editor;
      editor.write({ ...score, cycle: score.cycle ? null : [0, Math.min(score.length, 8)] });
    });
    const free = button("score-free", "Draw curves freehand", "Draws curves freehand instead of point by point", [icon("pencil"), h("span", null, "Freehand")], () => {
      editor.free = !editor.free;
      editor.tell();
    });
    const clock = h("span", { class: "number score-clock", data: { test: "score-clock", tip: "Where it is" } });
    const option = (/** @type {string} */ value, /** @type {string} */ word) => h("option", { value }, word);
    const choice = (/** @type {string} */ word, /** @type {string} */ tip, /** @type {string} */ test, /** @type {HTMLElement[]} */ options, /** @type {(value: string) => void} */ set) => {
      const select = h("select", { data: { test, tip } }, options);
      select.addEventListener("change", () => set(select.value));
      return { select, element: h("label", { class: "score-field" }, h("span", { class: "small" }, word), select) };
    };
    const count = choice("Time", "Whether times count beats or seconds; what is there sounds the same", "score-time", [option("beats", "Beats"), option("seconds", "Seconds")], (value) => editor.write(counted(editor.score, value === "beats")));
    const grid = choice("Grid", "What times fall on, as parts of a beat or second", "score-grid", GRIDS.map((own) => option(String(own.grid), own.word)), (value) => {
      editor.axis.grid = Number(value);
      editor.tell();
    });
    const shows = choice("Height is", "What the height of an event shows and sets", "score-shows", [option("strength", "Strength"), option("place", "Place"), option("pitch", "Pitch")], (value) => {
      editor.shows = /** @type {import("./model.js").Shows} */ (value);
      editor.tell();
    });
    const tempo = number("Tempo", "Beats per minute", "score-tempo", () => editor.score.tempo, (value) => editor.write({ ...editor.score, tempo: value }), { min: 10, max: 960, step: 1, unit: () => "/min" });
    const length = number("Length", "How long the score is", "score-length", () => editor.score.length, (value) => editor.write(lengthened(editor.score, value)), { min: 1, max: 3600, step: 1, unit: () => (editor.score.beats ? "beats" : "s") });
    const quantise = h("button", { type: "button", class: "button", data: { test: "score-quantise", tip: "Moves the chosen events, or all of the chosen lane, to the grid" }, on: { click: () => this.quantise() } }, "Quantise");
    const saving = h("span", null, "Save as WAV");
    const save = h("button", { type: "button", class: "button", data: { test: "score-save", tip: "Renders the score, its length once, into a WAV file that the command can make again" }, on: { click: async () => {
      if (!app.engine.state.score) return toast("There is nothing in the score yet.");
      save.disabled = true;
      const blob = await app.engine.saveScore(app.engine.software, (done) => say(saving, `${Math.round(100 * done)} %`));
      save.disabled = false;
      say(saving, "Save as WAV");
      if (!blob) return;
      download("urto-score.wav", blob);
      toast("The score is in your downloads.");
    } } }, icon("save"), saving);
    const zoomBy = (/** @type {number} */ factor) => () => {
      editor.axis.zoom(factor, app.engine.scorePosition() ?? editor.cursor);
      editor.tell();
    };
    const small = (/** @type {string} */ word, /** @type {string} */ sign, /** @type {string} */ test, /** @type {() => void} */ click) =>
      h("button", { type: "button", class: "bare", "aria-label": word, data: { test, tip: word }, on: { click } }, sign);
    const from = h("input", { type: "range", class: "slider", min: "0", max: "1", step: "any", value: "0", "aria-label": "Which part is seen", data: { test: "score-scroll", tip: "Which part of the score is seen" } });
    from.addEventListener("input", () => {
      editor.axis.scroll(Number(from.value) * (editor.score.length - editor.axis.span));
      editor.tell();
    });
    return {
      clock,
      zoom: h("div", { class: "score-zoom" }, small("See less, larger", "+", "zoom-in", zoomBy(2)), small("See more, smaller", "−", "zoom-out", zoomBy(0.5)), from),
      element: h(
        "div",
        { class: "score-bar", role: "toolbar", "aria-label": "Score" },
        play,
        record,
        cycle,
        clock,
        h("span", { class: "score-fields" }, tempo.element, length.element, count.element, grid.element, shows.element),
        quantise,
        free,
        save,
      ),
      show() {
        const { score } = editor;
        const runs = app.engine.run !== null;
        play.setAttribute("aria-pressed", String(runs));
        play.setAttribute("aria-label", runs ? "Stop the score" : "Play the score");
        play.replaceChildren(icon(runs ? "stop" : "play"), playing);
        say(playing, runs ? "Stop" : "Play");
        record.setAttribute("aria-pressed", String(editor.armed));
        cycle.setAttribute("aria-pressed", String(score.cycle !== null));
        free.setAttribute("aria-pressed", String(editor.free));
        count.select.value = score.beats ? "beats" : "seconds";
        grid.select.value = String(editor.axis.grid);
        shows.select.value = editor.shows;
        tempo.element.hidden = !score.beats;
        tempo.show();
        length.show();
        from.disabled = editor.axis.seen === null;
        const way = score.length - editor.axis.span;
        from.value = String(way > 0 ? editor.axis.from / way : 0);
      },
    };
  }

  quantise() {
    const { editor } = this;
    const slot = editor.chosen.slot >= 0 ? editor.chosen.slot : (instance(app.engine.state.selected)?.slot ?? -1);
    const { events } = laneOf(editor.score, slot);
    const chosen = editor.chosen.slot === slot && editor.chosen.events.size > 0 ? editor.chosen.events : new Set(events);
    if (chosen.size === 0 || editor.axis.grid === 0) {
      toast(editor.axis.grid === 0 ? "Choose a grid first." : "There is nothing in this lane to quantise.");
      return;
    }
    const done = quantised([...chosen], editor.axis.grid);
    editor.writeEvents(slot, [...events.filter((own) => !chosen.has(own)), ...done], done);
  }

  /** @param {number} id @param {number} slot @param {AbortSignal} signal @param {(text: string) => void} speak */
  lane(id, slot, signal, speak) {
    const { editor } = this;
    const own = laneSurface(editor, id, slot, signal, speak);
    const name = h("button", { type: "button", class: "score-name", data: { test: "score-choose", tip: "Chooses this instance" }, on: { click: () => app.engine.select(id) } });
    const strike = h("button", { type: "button", class: "bare", "aria-label": "Play it once", data: { test: "score-strike", tip: "Plays it once" } }, icon("play"));
    strike.addEventListener("click", () => app.engine.trigger(id, 1));
    const more = menuButton({ label: "Add to the lane", icon: "plus", class: "bare", test: "lane-menu", items: () => this.laneMenu(id, slot) });
    const element = h("div", { class: "score-row", data: { test: "score-row", slot: String(slot) } }, h("div", { class: "score-head" }, name, strike, more), own.canvas);
    return {
      element,
      paste: own.paste,
      show() {
        const now = instance(id);
        say(name, now?.name ?? "");
        element.classList.toggle("chosen", app.engine.state.selected === id);
        own.show();
      },
    };
  }

  /** @param {number} id @param {number} slot @returns {import("../app/menu.js").Entry[]} */
  laneMenu(id, slot) {
    const { editor } = this;
    const there = laneOf(editor.score, slot).curves.map(({ key }) => key);
    const add = (/** @type {string} */ key) => {
      const value = valueNow(id, key);
      if (value !== null) editor.write(withCurve(editor.score, slot, key, [[0, value]]));
    };
    const basic = movable(id).filter((one) => !there.includes(one.key));
    return [
      { word: "Pattern of repeated gestures", icon: "event", test: "add-pattern", run: () => editor.write(withPattern(editor.score, slot, laneOf(editor.score, slot).patterns.length, newPattern(editor.cursor, editor.score.beats))) },
      { word: "Take all events away", icon: "trash", test: "clear-lane", disabled: laneOf(editor.score, slot).events.length === 0, run: () => editor.writeEvents(slot, [], []) },
      { heading: "Curve of" },
      ...basic.map((one) => ({ word: keyTitle(one.key), test: `add-curve-${one.key}`, run: () => add(one.key) })),
    ];
  }

  /** @param {number} id @param {number} slot @param {string} key @param {AbortSignal} signal @param {(text: string) => void} speak */
  curve(id, slot, key, signal, speak) {
    const own = curveSurface(this.editor, id, slot, key, signal, speak);
    const more = menuButton({ label: `Shapes for ${keyTitle(key)}`, icon: "more", class: "bare", test: "curve-menu", items: () => this.curveMenu(id, slot, key) });
    const element = h("div", { class: "score-row is-curve", data: { test: "score-curve-row", key } }, h("div", { class: "score-head" }, h("span", { class: "score-name" }, keyTitle(key)), own.value, own.less, more), own.canvas);
    return { element, show: own.show };
  }

  /** @param {number} id @param {number} slot @param {string} key @returns {import("../app/menu.js").Entry[]} */
  curveMenu(id, slot, key) {
    const { editor } = this;
    const axis = wayOf(id, key);
    const points = curveOf(editor.score, slot, key);
    const [from, to] = editor.score.cycle ?? [0, editor.score.length];
    const use = (/** @type {readonly (readonly [number, number])[]} */ shape) => {
      if (!axis) return;
      const kept = (points ?? []).filter(([at]) => at < from || at > to);
      editor.write(withCurve(editor.score, slot, key, [...kept, ...shaped(shape, [from, to], (share) => axis.value(share))]));
    };
    const store = async () => {
      if (!axis || !points) return;
      const answer = await ask("Store this curve", [{ name: "name", label: "Name", value: keyTitle(key), hint: "Its times and places from bottom to top are kept with the project, for any number." }], "Store", "store-curve");
      if (!answer) return;
      const shapes = editor.score.shapes.filter((own) => own.name !== answer.name);
      editor.write({ ...editor.score, shapes: [...shapes, { name: answer.name, points: shapeOf(points, (value) => axis.place(value)) }] });
    };
    const entry = (/** @type {{name: string, points: readonly (readonly [number, number])[]}} */ { name, points: shape }) => ({ word: name, test: `shape-${name}`, run: () => use(shape) });
    return [
      { heading: editor.score.cycle ? "A shape for the marked part" : "A shape for the whole score" },
      ...SHAPES.map(entry),
      ...editor.score.shapes.map(entry),
      "line",
      { word: "Store this curve …", icon: "save", test: "curve-store", disabled: (points?.length ?? 0) < 2, run: store },
      { word: "Take the curve away", icon: "trash", test: "curve-delete", run: () => editor.write(withCurve(editor.score, slot, key, null)) },
    ];
  }

  /** @param {number} slot @param {number} at */
  pattern(slot, at) {
    const own = patternPanel(this.editor, slot, at);
    const element = h("div", { class: "score-row is-pattern" }, own.element);
    return { element, show: own.show };
  }
}
customElements.define("urto-score", ScoreView);

/** Where something is, in words. @param {number} at @param {import("../engine/types.js").Score} score */
function time(at, score) {
  const seconds = `${(at * unitOf(score)).toFixed(2)} s`;
  return score.beats ? `${words(Math.floor(at * 100) / 100)} · ${seconds}` : seconds;
}

