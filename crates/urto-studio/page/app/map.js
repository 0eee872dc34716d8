// The map of a palette: presets as points that can be moved, and a puck that goes among them.

import { app, follow, instance } from "./context.js";
import { ask, sure } from "./dialogs.js";
import { clamp, fill, h, say } from "./dom.js";
import { icon } from "./icons.js";
import { addPalette, blended, changePalette, freeName, nextPlace, palettes, round, sharesAt, valuesOf } from "./palettes.js";
import { presetsOf } from "./presets.js";
import { toast } from "./toasts.js";
import { triangles } from "./weights.js";
import { ui } from "./ui.js";

const SVG = "http://www.w3.org/2000/svg";
/** A pointer that has gone so far moves a point [px]. */
const FAR = 5;
/** A step of an arrow key, and with Shift. */
const STEP = 0.02;
const FAST = 0.1;

/**
 * @param {number} id @param {AbortSignal} signal @param {(settled: boolean) => void} sound
 * @param {(blend: string) => string} told what is heard, and what stays
 */
export function mapPart(id, signal, sound, told) {
  const own = () => instance(id);
  /** Which palette, by its name, and where one is in it. */
  let name = "";
  let at = { x: 0.5, y: 0.5 };
  /** The points' values, once they are known. @type {import("./palettes.js").Numbers[] | null} */
  let values = null;
  const palette = () => palettes().find((one) => one.name === name && one.sound === own()?.sound);

  const pick = h("select", { "aria-label": "Palette", data: { test: "palette", tip: "A named set of presets of this sound, kept with the project" } });
  const tool = (/** @type {string} */ sign, /** @type {string} */ word, /** @type {string} */ test, /** @type {() => void} */ click) =>
    h("button", { type: "button", class: "bare", "aria-label": word, data: { test, tip: word }, on: { click } }, icon(sign));
  const make = h("button", { type: "button", class: "button", data: { test: "palette-new", tip: "Begins a palette with the presets one adds" }, on: { click: () => begin() } }, icon("plus"), "New palette");
  const rename = tool("pencil", "Rename the palette", "palette-rename", async () => {
    const answer = await ask("Rename the palette", [{ name: "name", label: "Name", value: name }], "Rename", "palette-dialog");
    if (!answer || answer.name === name) return;
    const to = freeName(answer.name);
    const from = name;
    name = to;
    changePalette(from, (one) => ({ ...one, name: to }));
  });
  const drop = tool("trash", "Delete the palette", "palette-delete", async () => {
    if (await sure(`Delete “${name}”?`, "Its presets stay. Undo brings it back.", "Delete")) changePalette(name, () => null);
  });
  const add = h("select", { "aria-label": "Preset to add", data: { test: "palette-add", tip: "A preset to put on the map" } });
  const way = (/** @type {import("./weights.js").Way} */ to, /** @type {string} */ word, /** @type {string} */ tip) =>
    h("button", { type: "button", "aria-pressed": "false", data: { test: `palette-${to}`, way: to, tip }, on: { click: () => changePalette(name, (one) => ({ ...one, way: to })) } }, word);
  const ways = [
    way("triangles", "Triangles", "Between the three presets around the puck: straight from each to the others (Delaunay)"),
    way("distance", "Distance", "All presets sound everywhere, near ones most: a preset twice as far away counts a quarter as much (Shepard)"),
  ];
  const lines = document.createElementNS(SVG, "svg");
  lines.setAttribute("viewBox", "0 0 100 100");
  lines.setAttribute("preserveAspectRatio", "none");
  lines.setAttribute("aria-hidden", "true");
  const points = h("div", { class: "map-points" });
  const map = h(
    "div",
    { class: "morph-square map", tabindex: "0", role: "application", "aria-roledescription": "map", "aria-label": "Map of presets: arrow keys move among them, Tab goes to the presets", data: { test: "palette-map", tip: "Drag the puck between presets; drag a preset to put it elsewhere. Arrow keys move the puck" } },
    lines,
    points,
    h("span", { class: "puck", "aria-hidden": "true" }),
  );
  const words = h("p", { class: "small quiet", role: "status", data: { test: "palette-words" } });
  const put = h("button", { type: "button", class: "button", data: { test: "palette-put", tip: "Puts this preset on the map" }, on: { click: () => changePalette(name, (one) => ({ ...one, points: [...one.points, { preset: add.value, ...nextPlace(one.points.length) }] })) } }, "Add");
  const adding = h("span", { class: "row palette-tools" }, add, put);
  const inside = [
    h("span", { class: "row palette-tools" }, pick, rename, drop),
    h("span", { class: "segments", role: "group", "aria-label": "How presets are mixed" }, ways),
    adding,
  ];
  const element = h("div", { class: "palette-part", data: { test: "palette-part" } }, h("div", { class: "palette-bar" }, make, inside), map, words);

  pick.addEventListener("change", () => {
    name = pick.value;
    show();
  });
  const begin = () => {
    const sound = own()?.sound;
    if (!sound) return;
    name = freeName("palette");
    addPalette(name, sound);
    add.focus();
  };

  /** What the points come to; where one cannot be read it says so. @param {import("./palettes.js").Palette} now */
  const learn = async (now) => {
    values = null;
    const form = laid;
    try {
      const found = await Promise.all(now.points.map(({ preset }) => valuesOf(preset)));
      if (form === laid) values = found;
    } catch (error) {
      toast(`A preset of ${now.name} cannot be read: ${error instanceof Error ? error.message : error}`, { problem: true });
    }
    if (!signal.aborted && form === laid) tell(now);
  };

  /** @param {import("./palettes.js").Palette} now */
  const tell = (now) => {
    const shares = sharesAt(now, at);
    map.classList.toggle("off", values === null || now.points.length < 2);
    map.setAttribute("aria-disabled", String(values === null || now.points.length < 2));
    map.style.setProperty("--x", String(at.x));
    map.style.setProperty("--y", String(at.y));
    const heard = now.points.map(({ preset }, n) => ({ preset, share: Math.round(100 * shares[n]) })).filter(({ share }) => share > 0);
    for (const [n, point] of [...points.children].entries()) /** @type {HTMLElement} */ (point).style.setProperty("--share", String(shares[n] ?? 0));
    say(words, now.points.length < 2 ? "Add two presets or more, then move among them; drag them to where they should lie." : told(heard.map(({ preset, share }) => `${share} % ${preset}`).join(", ")));
  };

  /** Goes to a place. @param {number} x @param {number} y @param {boolean} settled */
  const go = (x, y, settled) => {
    const now = palette();
    if (!now || !values || now.points.length < 2) return;
    at = { x: clamp(x, 0, 1), y: clamp(y, 0, 1) };
    app.engine.touch(id, blended(id, values, sharesAt(now, at), ui.now.structure), { settled });
    sound(settled);
    tell(now);
  };
  const placeOf = (/** @type {PointerEvent} */ event) => {
    const box = map.getBoundingClientRect();
    return { x: clamp((event.clientX - box.left) / box.width, 0, 1), y: clamp(1 - (event.clientY - box.top) / box.height, 0, 1) };
  };
  const arrow = (/** @type {KeyboardEvent} */ event) => {
    const step = event.shiftKey ? FAST : STEP;
    return { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, step], ArrowDown: [0, -step] }[event.key];
  };
  map.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || event.target instanceof HTMLElement && event.target.closest(".map-point")) return;
    map.setPointerCapture(event.pointerId);
    const { x, y } = placeOf(event);
    go(x, y, false);
  });
  for (const type of /** @type {const} */ (["pointermove", "pointerup"]))
    map.addEventListener(type, (event) => {
      if (!map.hasPointerCapture(event.pointerId)) return;
      const { x, y } = placeOf(event);
      go(x, y, type === "pointerup");
    });
  map.addEventListener("keydown", (event) => {
    const by = arrow(event);
    if (event.target !== map || !by) return;
    event.preventDefault();
    go(at.x + by[0], at.y + by[1], true);
  });

  /** A preset on the map. @param {import("./palettes.js").MapPoint} one @param {number} number */
  const pointOf = ({ preset, x, y }, number) => {
    const move = (/** @type {number} */ x, /** @type {number} */ y) => changePalette(name, (now) => ({ ...now, points: now.points.map((own, n) => (n === number ? { ...own, x: round(x), y: round(y) } : own)) }));
    const lay = (/** @type {number} */ x, /** @type {number} */ y) => {
      element.style.setProperty("--x", String(x));
      element.style.setProperty("--y", String(y));
    };
    let from = { x: 0, y: 0 };
    let far = false;
    const element = h(
      "button",
      { type: "button", class: "map-point", data: { test: "map-point", preset, number: String(number), tip: "Press it to go there; drag it, or press arrow keys, to move it; Delete takes it off" }, on: { click: () => far || go(x, y, true) } },
      preset,
    );
    lay(x, y);
    element.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      element.setPointerCapture(event.pointerId);
      from = { x: event.clientX, y: event.clientY };
      far = false;
    });
    element.addEventListener("pointermove", (event) => {
      if (!element.hasPointerCapture(event.pointerId)) return;
      far ||= Math.hypot(event.clientX - from.x, event.clientY - from.y) > FAR;
      if (!far) return;
      const to = placeOf(event);
      lay(to.x, to.y);
    });
    element.addEventListener("pointerup", (event) => {
      if (!far) return;
      const to = placeOf(event);
      move(to.x, to.y);
    });
    element.addEventListener("keydown", (event) => {
      const by = arrow(event);
      if (by) move(x + by[0], y + by[1]);
      else if (event.key === "Delete" || event.key === "Backspace") changePalette(name, (now) => ({ ...now, points: now.points.filter((_, n) => n !== number) }));
      else return;
      event.preventDefault();
      event.stopPropagation();
    });
    return element;
  };

  let laid = "";
  let offered = "";
  const show = () => {
    const now = own();
    if (!now) return;
    const all = palettes().filter(({ sound }) => sound === now.sound);
    if (!all.some((one) => one.name === name)) name = all[0]?.name ?? "";
    const chosen = palette();
    const { own: mine, built } = presetsOf(now.sound);
    const presets = [...mine, ...built].map((preset) => preset.name);
    const offer = JSON.stringify([all.map((one) => one.name), name, presets]);
    if (offer !== offered) {
      offered = offer;
      fill(pick, all.map((one) => h("option", { value: one.name, selected: one.name === name }, one.name)));
      const before = add.value;
      fill(add, presets.map((preset) => h("option", { value: preset, selected: preset === before }, preset)));
      put.disabled = presets.length === 0;
    }
    for (const part of inside) part.hidden = !chosen;
    map.hidden = !chosen;
    for (const button of ways) button.setAttribute("aria-pressed", String(button.dataset.way === chosen?.way));
    if (!chosen) {
      laid = "";
      fill(points);
      say(words, "A palette is a set of presets that one moves among on a map. Begin one here; it is kept with the project.");
      return;
    }
    const form = JSON.stringify(chosen);
    if (form === laid) return;
    laid = form;
    const focused = /** @type {HTMLElement|null} */ (document.activeElement);
    const within = points.contains(focused) ? focused?.dataset.number : undefined;
    fill(points, chosen.points.map(pointOf));
    lines.replaceChildren();
    for (const corners of chosen.way === "triangles" ? triangles(chosen.points) : []) {
      const line = document.createElementNS(SVG, "polygon");
      line.setAttribute("points", corners.map((corner) => `${100 * chosen.points[corner].x},${100 * (1 - chosen.points[corner].y)}`).join(" "));
      line.setAttribute("vector-effect", "non-scaling-stroke");
      lines.append(line);
    }
    if (within !== undefined) (/** @type {HTMLElement|null} */ (points.children[Math.min(Number(within), chosen.points.length - 1)]) ?? map).focus();
    tell(chosen);
    learn(chosen);
  };
  follow(signal, (change) => {
    if (change.id === null || change.id === id) show();
  });
  return element;
}
