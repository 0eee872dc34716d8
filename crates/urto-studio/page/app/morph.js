// Morphing: between two presets on a line, four on a square, or among those of a palette on a map.

import { Part, app, follow, instance, soundInfo } from "./context.js";
import { clamp, fill, h, say } from "./dom.js";
import { mapPart } from "./map.js";
import { presetsOf } from "./presets.js";
import { followUi, ui } from "./ui.js";
import { groupTitle } from "./words.js";

/** Corners in the order of the square: bottom left, bottom right, top left, top right. */
const NAMES = ["bottom left", "bottom right", "top left", "top right"];
/** While one moves, blows come no faster than this [ms]: each is heard on its own. */
const BLOWS = 180;

class Morph extends Part {
  instance = 0;

  /** @param {AbortSignal} signal */
  start(signal) {
    const id = this.instance;
    const corners = NAMES.map((name, at) => corner(id, at, name));
    const puck = h("span", { class: "puck", "aria-hidden": "true" });
    const square = h(
      "div",
      {
        class: "morph-square",
        tabindex: "0",
        role: "application",
        "aria-roledescription": "morph square",
        "aria-label": "Morph square: arrow keys move between the corners",
        data: { test: "morph-square", tip: "Drag between the four corners; the nearer one is, the more it counts. Arrow keys move it" },
      },
      puck,
    );
    const line = h("input", {
      type: "range",
      class: "slider",
      min: "0",
      max: "1",
      step: "any",
      "aria-label": "Morph from the left preset to the right one",
      data: { test: "morph-line", tip: "Every number goes along its own slider, from one preset to the other" },
    });
    const words = h("p", { class: "small quiet", role: "status", data: { test: "morph-words" } });
    const mode = (/** @type {"line"|"square"|"map"} */ kind, /** @type {string} */ word, /** @type {string} */ tip) =>
      h(
        "button",
        {
          type: "button",
          "aria-pressed": "false",
          data: { test: `morph-mode-${kind}`, kind, tip },
          on: { click: () => ui.set({ square: kind === "square", map: kind === "map" }) },
        },
        word,
      );
    const modes = [
      mode("line", "Line", "Between two presets"),
      mode("square", "Square", "Between four presets"),
      mode("map", "Map", "Among as many presets as one likes, laid out freely: a palette"),
    ];
    const structure = h("input", {
      type: "checkbox",
      role: "switch",
      checked: ui.now.structure,
      data: { test: "morph-structure", tip: "Also what has no values between: kinds of bodies, laws, numbers of things. It changes half way" },
      on: { change: () => ui.set({ structure: structure.checked }) },
    });
    const sounds = h("input", {
      type: "checkbox",
      role: "switch",
      checked: ui.now.sounds,
      data: { test: "morph-sounds", tip: "Blows follow each other while one moves; what goes on sounds on" },
      on: { change: () => ui.set({ sounds: sounds.checked }) },
    });
    const info = soundInfo(instance(id)?.sound ?? "");
    const rings = (info?.resonators ?? []).map((key) => ({
      key,
      button: h(
        "button",
        {
          type: "button",
          class: "tag",
          "aria-pressed": "false",
          data: { test: "morph-loose", key, tip: "Whether the morph changes this too; what rings is built anew then" },
          on: { click: () => app.engine.loosen(id, key, !instance(id)?.loose.includes(key)) },
        },
        groupTitle(key),
      ),
    }));
    const sound = sounding(id, info?.held ?? false);
    signal.addEventListener("abort", () => sound(true));
    const seconds = h("input", {
      type: "number",
      min: "0.1",
      max: "600",
      step: "0.1",
      value: "3",
      "aria-label": "Seconds from one preset to the other",
      data: { test: "morph-seconds", tip: "How long the way takes, from 0.1 s to 600 s" },
    });
    const { eases } = app.engine.catalogue;
    const curve = h(
      "select",
      {
        "aria-label": "How it goes on in time",
        data: { test: "morph-curve", tip: "Evenly; slowly at both ends; most of it early; or most of it late." },
      },
      eases.map((own) => h("option", { value: own.name }, own.name)),
    );
    const trip = h(
      "span",
      { class: "morph-trip" },
      h(
        "button",
        {
          type: "button",
          class: "button",
          data: { test: "morph-go", tip: "Goes to the other end of the line by itself, in the seconds set beside it." },
          on: { click: () => travel() },
        },
        "Pass over in",
      ),
      seconds,
      h("span", null, "s"),
      curve,
    );
    const stage = h(
      "div",
      { class: "morph-stage" },
      corners.map((each) => each.element),
      square,
      line,
    );
    const mapped = h("div", { hidden: true });
    fill(
      this,
      h(
        "div",
        { class: "morph-tools" },
        h("span", { class: "segments", role: "group", "aria-label": "Kind of morph" }, modes),
        h(
          "label",
          {
            class: "switch",
            data: { tip: "On: what is chosen (a law, a material) switches at the middle. Off: it stays." },
          },
          structure,
          h("span", null, "Switch choices at the middle"),
        ),
        h("label", { class: "switch" }, sounds, h("span", null, "Sound as it moves")),
        trip,
      ),
      stage,
      words,
      mapped,
      h(
        "div",
        { class: "morph-rings", hidden: rings.length === 0 },
        h("span", { class: "small quiet", id: "morph-rings" }, "What rings stays as it is, unless it may change too:"),
        h("span", { class: "tags", role: "group", "aria-labelledby": "morph-rings" }, rings.map((each) => each.button)),
      ),
    );
    this.#drag(square, id, sound);
    const go = (/** @type {boolean} */ settled) => {
      app.engine.morph(id, { x: Number(line.value), y: 0 }, { settled, structure: ui.now.structure });
      sound(settled);
    };
    // A hand on the line ends a trip, and so does another trip.
    let trips = 0;
    const travel = () => {
      const from = instance(id)?.morph.x ?? 0;
      if (line.disabled) return;
      const [own, to] = [++trips, from < 0.5 ? 1 : 0];
      const [start, lasts] = [performance.now(), 1000 * clamp(Number(seconds.value) || 3, 0.1, 600)];
      const { shares } = eases.find((own) => own.name === curve.value) ?? eases[0];
      const step = () => {
        if (signal.aborted || own !== trips || !instance(id)) return;
        const time = clamp((performance.now() - start) / lasts, 0, 1);
        line.value = String(from + (to - from) * between(shares, time));
        go(time === 1);
        if (time < 1) requestAnimationFrame(step);
      };
      step();
    };
    line.addEventListener("input", () => {
      trips += 1;
      go(false);
    });
    line.addEventListener("change", () => go(true));
    const firm = () => rings.map((each) => each.key).filter((key) => !instance(id)?.loose.includes(key));
    const show = () => {
      const now = instance(id);
      if (!now) return;
      const { map } = ui.now;
      const four = ui.now.square && !map;
      stage.hidden = words.hidden = map;
      mapped.hidden = !map;
      if (map && !mapped.firstChild) fill(mapped, mapPart(id, signal, sound, (blend) => told(blend, firm())));
      stage.classList.toggle("four", four);
      modes.forEach((button, at) => button.setAttribute("aria-pressed", String(at === (map ? 2 : Number(four)))));
      square.hidden = !four;
      line.hidden = four;
      trip.hidden = four || map;
      corners.forEach((each, at) => {
        each.element.hidden = !four && at > 1;
        each.show(now);
      });
      for (const { key, button } of rings) button.setAttribute("aria-pressed", String(now.loose.includes(key)));
      const set = now.corners.slice(0, four ? 4 : 2).filter(Boolean).length;
      const ready = set >= 2;
      line.disabled = !ready;
      square.classList.toggle("off", !ready);
      square.setAttribute("aria-disabled", String(!ready));
      if (document.activeElement !== line) line.value = String(now.morph.x);
      line.style.setProperty("--at", String(now.morph.x));
      square.style.setProperty("--x", String(now.morph.x));
      square.style.setProperty("--y", String(now.morph.y));
      say(
        words,
        ready
          ? told(blend(now, four), firm())
          : `Choose presets for ${four ? "at least two corners" : "both ends"}, then move between them.`,
      );
    };
    follow(signal, (change) => {
      if (change.id === null || change.id === id) show();
    });
    followUi(signal, show);
  }

  /** @param {HTMLElement} square @param {number} id @param {(settled: boolean) => void} sound */
  #drag(square, id, sound) {
    const ready = () => square.getAttribute("aria-disabled") !== "true";
    const go = (/** @type {number} */ x, /** @type {number} */ y, /** @type {boolean} */ settled) => {
      app.engine.morph(id, { x: clamp(x, 0, 1), y: clamp(y, 0, 1) }, { settled, structure: ui.now.structure });
      sound(settled);
    };
    const at = (/** @type {PointerEvent} */ event, /** @type {boolean} */ settled) => {
      const box = square.getBoundingClientRect();
      go((event.clientX - box.left) / box.width, 1 - (event.clientY - box.top) / box.height, settled);
    };
    square.addEventListener("pointerdown", (event) => {
      if (!ready() || event.button !== 0) return;
      square.setPointerCapture(event.pointerId);
      at(event, false);
    });
    square.addEventListener("pointermove", (event) => {
      if (square.hasPointerCapture(event.pointerId)) at(event, false);
    });
    square.addEventListener("pointerup", (event) => {
      if (square.hasPointerCapture(event.pointerId)) at(event, true);
    });
    square.addEventListener("keydown", (event) => {
      const step = event.shiftKey ? 0.1 : 0.02;
      const [dx, dy] = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, step], ArrowDown: [0, -step] }[
        event.key
      ] ?? [0, 0];
      const now = instance(id);
      if (!ready() || !now || (!dx && !dy)) return;
      event.preventDefault();
      go(now.morph.x + dx, now.morph.y + dy, true);
    });
  }
}
customElements.define("urto-morph", Morph);

/** Straight between values at even steps. @param {readonly number[]} values @param {number} at 0 to 1 */
function between(values, at) {
  const place = at * (values.length - 1);
  const low = Math.min(Math.floor(place), values.length - 2);
  return values[low] + (values[low + 1] - values[low]) * (place - low);
}

/**
 * Sounds while one moves, if that is wanted: blows one after the other, or one gesture that goes on.
 * @param {number} id
 * @param {boolean} held
 * @returns {(settled: boolean) => void}
 */
function sounding(id, held) {
  let last = -Infinity;
  let on = false;
  return (settled) => {
    if (held) {
      if (on && settled) app.engine.release(id);
      else if (!on && !settled && ui.now.sounds) app.engine.trigger(id, 1);
      else return;
      on = !settled;
    } else if (ui.now.sounds && performance.now() - last > BLOWS) {
      last = performance.now();
      app.engine.trigger(id, 1);
    }
  };
}

/** What is heard, and what stays as it is, in words. @param {string} blend @param {string[]} firm keys of what rings */
function told(blend, firm) {
  if (firm.length === 0 || blend === "") return blend;
  const names = firm.map((key) => key.replace(/_/g, " ").replace(".", "'s "));
  const last = names.pop();
  const stay = names.length ? `${names.join(", ")} and ${last} stay as they were` : `the ${last} stays as it was`;
  return `How it is played: ${blend}; ${stay}.`;
}

/** How much of each corner is heard, in words. @param {import("./types.js").Instance} now @param {boolean} four */
function blend(now, four) {
  const { x } = now.morph;
  const y = four ? now.morph.y : 0;
  const weights = [(1 - x) * (1 - y), x * (1 - y), (1 - x) * y, x * y];
  const held = now.corners.map((each, at) => ({ name: each?.name ?? "", weight: each ? weights[at] : 0 }));
  const all = held.reduce((sum, each) => sum + each.weight, 0);
  if (all <= 0) return "";
  return held
    .filter((each) => each.weight / all >= 0.005)
    .map((each) => `${Math.round((100 * each.weight) / all)} % ${each.name}`)
    .join(", ");
}

/** The select of one corner. @param {number} id @param {number} at @param {string} name */
function corner(id, at, name) {
  const select = h("select", {
    "aria-label": `Preset at the ${name}`,
    data: { test: "corner", corner: String(at), tip: `The preset at the ${name}` },
    on: {
      change: () => {
        const [kind, value] = [select.value.slice(0, 1), select.value.slice(1)];
        app.engine.setCorner(id, at, kind === "p" ? value : kind === "n" ? "now" : null);
      },
    },
  });
  let filled = "";
  return {
    element: h("div", { class: `corner corner-${at}` }, select),
    /** @param {import("./types.js").Instance} now */
    show(now) {
      const { own, built } = presetsOf(now.sound);
      const held = now.corners[at]?.name ?? null;
      const names = [...own, ...built].map((preset) => preset.name);
      const key = JSON.stringify([names, held]);
      if (key === filled) return;
      filled = key;
      const known = held !== null && names.includes(held);
      fill(
        select,
        h("option", { value: "-", selected: held === null }, "Choose …"),
        held !== null && !known && h("option", { value: "=", selected: true }, held),
        h("option", { value: "n" }, "The values as they are now"),
        names.map((each) => h("option", { value: `p${each}`, selected: each === held }, each)),
      );
      select.classList.toggle("set", held !== null);
    },
  };
}
