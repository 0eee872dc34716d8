// A gesture that was written down on the pad: it becomes curves of the score's lanes, and curves that
// are stored under a name.

import { span } from "../pad/tape.js";
import { isLive, MIX, movedBy } from "../pad/ways.js";
import { cue, curveOf, drawnOver, emptyScore, laneOf, lengthened, thinned, tidy, withCurve, withEvents } from "../score/model.js";
import { app, instance, soundInfo } from "./context.js";
import { leave, show } from "./dialogs.js";
import { h } from "./dom.js";
import { toast } from "./toasts.js";
import { ui } from "./ui.js";

/** What a drawn line may miss, as a share of its way. */
const THIN = 0.004;
/** A direction that went less than this stood still. */
const STILL = 0.01;

/** @typedef {import("../pad/axis.js").PadAxis} PadAxis */
/** @typedef {import("../pad/tape.js").Sample} Sample */
/** @typedef {{id: number, style: "strike"|"hold"|"drag", hard: number, placed: boolean, x: PadAxis, y: PadAxis, samples: Sample[]}} Gesture */
/** @typedef {"x"|"y"} Side */

/** What a direction of a gesture is called. @param {Gesture} own @param {Side} side */
const sideName = (own, side) => own[side].name || (side === "y" && own.style === "strike" ? "strength" : side === "x" ? "across" : "height");

/** The numbers that lanes' curves may move for a direction, each with its way. @param {Gesture} own @param {Side} side */
function numbersOf({ id, placed, ...own }, side) {
  const sound = soundInfo(instance(id)?.sound ?? "");
  if (!sound || (side === "x" && placed)) return [];
  return movedBy(own[side], sound).filter(({ axis }) => [...sound.params.filter(isLive), ...MIX].some((one) => one.key === axis.way?.key));
}

/** A direction's points: times from 0 to its length, places from 0 to 1. @param {Gesture} own @param {Side} side @returns {[number, number][]} */
const pointsOf = ({ samples }, side) => /** @type {[number, number][]} */ ([...thinned(samples.map((one) => [one.time, one[side]]), THIN)]);

/** Asks what is to become of it. @param {Gesture} own */
export function gestureDialog(own) {
  const seconds = own.samples[own.samples.length - 1].time;
  const now = instance(own.id);
  if (!now || seconds <= 0) return toast("The touch was too short to be a gesture.");
  const sides = /** @type {Side[]} */ (["x", "y"]).filter((side) => own[side].is || side === "y" || own.placed);
  const score = app.engine.state.score ?? emptyScore();
  const unit = score.beats ? "beats" : "s";
  const number = 1 + Math.max(0, ...score.shapes.map(({ name }) => Number(/^Gesture (\d+)/.exec(name)?.[1] ?? 0)));
  const check = (/** @type {string} */ word, /** @type {string} */ test, /** @type {string} */ tip, /** @type {boolean} */ checked) => {
    const input = h("input", { type: "checkbox", checked, data: { test, tip } });
    return { input, element: h("label", { class: "gesture-check" }, input, h("span", null, word)) };
  };
  const moved = (/** @type {Side} */ side) => span(own.samples, side) >= STILL;
  const lanes = sides.flatMap((side) => {
    const count = numbersOf(own, side).length;
    const word = count > 1 ? `Curves of the ${count} numbers that ${sideName(own, side)} moves` : `Curve of ${sideName(own, side)}`;
    return count > 0 ? [{ side, ...check(word, `gesture-lane-${side}`, "Written into the lane of this instance, to be played with the score", moved(side)) }] : [];
  });
  const touch = check("The touch itself, as an event", "gesture-event", "What struck or held it becomes an event of the lane", true);
  const stored = sides.map((side) => ({ side, ...check(sideName(own, side), `gesture-store-${side}`, "Kept as a shape under this name: a curve of any number can take it", moved(side)) }));
  const name = h("input", { type: "text", value: `Gesture ${number}`, maxlength: "100", required: true, autocomplete: "off", spellcheck: "false", data: { test: "gesture-name", tip: "What the stored shapes are called" } });
  const from = h("input", { type: "number", class: "number", value: "0", min: "0", max: "3600", step: "any", "aria-label": `Where in the score it begins [${unit}]`, data: { test: "gesture-from", tip: `Where in the score it begins, in ${score.beats ? "beats" : "seconds"}` } });
  const form = h(
    "form",
    { class: "gesture-form" },
    preview(own, sides, seconds),
    h("fieldset", null, h("legend", null, `Into the score, for ${now.name}`), lanes.map((one) => one.element), touch.element, h("label", { class: "gesture-check" }, h("span", null, "from"), from, h("span", { class: "quiet" }, unit))),
    h("fieldset", null, h("legend", null, "Stored, to be put on any number"), h("label", { class: "field" }, h("span", null, "Name"), name), stored.map((one) => one.element)),
    h("footer", null, h("button", { type: "button", class: "button", data: { test: "gesture-drop", tip: "Nothing is kept of it" }, on: { click: () => leave(dialog) } }, "Drop it"), h("button", { type: "submit", class: "button primary", data: { test: "gesture-keep", tip: "Writes what is ticked, as one step to undo" } }, "Keep it")),
  );
  const dialog = show("A gesture on the pad", form, "gesture-dialog");
  name.focus();
  name.select();
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const kept = written(own, {
      from: Math.max(0, Number(from.value) || 0),
      lanes: lanes.filter(({ input }) => input.checked).map(({ side }) => side),
      touch: touch.input.checked,
      name: name.value.trim(),
      stored: stored.filter(({ input }) => input.checked).map(({ side }) => side),
    });
    leave(dialog);
    const words = [kept.scored && "in the score", kept.names.length > 0 && `stored as ${kept.names.map((one) => `“${one}”`).join(" and ")}`].filter(Boolean).join(" and ");
    if (words) toast(`The gesture is ${words}.`, { action: "Show the score", run: () => ui.set({ view: "score" }) });
  });
}

/**
 * Writes it into the score, as one step to undo.
 * @param {Gesture} own
 * @param {{from: number, lanes: Side[], touch: boolean, name: string, stored: Side[]}} what
 */
function written(own, { from, lanes, touch, name, stored }) {
  const slot = instance(own.id)?.slot;
  const scored = lanes.length > 0 || touch;
  /** @type {string[]} */
  const names = [];
  if (slot === undefined || (!scored && stored.length === 0)) return { scored: false, names };
  let score = app.engine.state.score ?? emptyScore();
  const unit = score.beats ? 60 / score.tempo : 1;
  const seconds = own.samples[own.samples.length - 1].time;
  const end = from + seconds / unit;
  if (scored && end > score.length) score = lengthened(score, Math.ceil(end));
  for (const { axis, share, side } of lanes.flatMap((side) => numbersOf(own, side).map((one) => ({ ...one, side })))) {
    const key = /** @type {string} */ (axis.way?.key);
    const points = own.samples.map((one) => /** @type {const} */ ([from + one.time / unit, axis.value(share(one[side]))]));
    const drawn = thinned(points, THIN, (value) => axis.place(value));
    score = withCurve(score, slot, key, drawnOver(curveOf(score, slot, key), drawn));
  }
  if (touch) {
    const held = own.style !== "strike";
    const event = { ...cue(from, own.hard, held ? tidy(seconds / unit) || 1e-3 : null), ...(own.placed ? { place: own.samples[0].x } : {}) };
    score = withEvents(score, slot, [...laneOf(score, slot).events, event]);
  }
  for (const side of stored) {
    const word = stored.length > 1 ? `${name}, ${sideName(own, side)}` : name;
    names.push(word);
    const points = pointsOf(own, side).map(([time, place]) => /** @type {const} */ ([time / seconds, Math.min(1, Math.max(0, place))]));
    score = { ...score, shapes: [...score.shapes.filter((shape) => shape.name !== word), { name: word, points }] };
  }
  return app.engine.setScore(score) ? { scored, names } : { scored: false, names: [] };
}

/** What was drawn, over time. @param {Gesture} own @param {Side[]} sides @param {number} seconds */
function preview(own, sides, seconds) {
  const [wide, high] = [320, 90];
  const made = (/** @type {string} */ tag, /** @type {Record<string, string>} */ facts) => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [key, value] of Object.entries(facts)) element.setAttribute(key, value);
    return element;
  };
  const told = sides.map((side) => {
    const axis = own[side];
    const all = own.samples.map((one) => one[side]);
    return `${sideName(own, side)} from ${axis.words(Math.min(...all))} to ${axis.words(Math.max(...all))}`;
  });
  const svg = made("svg", { viewBox: `0 0 ${wide} ${high}`, class: "gesture-preview", role: "img", "aria-label": `${seconds.toFixed(2)} s: ${told.join(", ")}` });
  for (const side of sides) {
    const points = pointsOf(own, side).map(([time, place]) => `${((time / seconds) * (wide - 8) + 4).toFixed(1)},${(high - 5 - place * (high - 10)).toFixed(1)}`);
    svg.append(made("polyline", { points: points.join(" "), class: `side-${side}` }));
  }
  return h("figure", null, svg, h("figcaption", { class: "small quiet" }, `${seconds.toFixed(seconds < 10 ? 2 : 1)} s · ${told.join(" · ")}`));
}
