// Layers: one trigger, several instances, each with a delay and a level of its own.

import { app } from "./context.js";
import { fill, h } from "./dom.js";
import { icon } from "./icons.js";
import { goesOn, isKept } from "./latch.js";

/** Kept with the project under this name. */
const NAME = "layers";
/** Longest delay [s] and strongest level. */
const LATEST = 10;
const STRONGEST = 2;
const MOST = 32;

/** @typedef {{slot: number, delay: number, level: number}} Member delay in s, level a factor on the strength */
/** @typedef {{name: string, members: Member[]}} Layer */

/** The layers of the project; what does not fit is left out. @returns {Layer[]} */
export function layers() {
  try {
    const read = JSON.parse(app.engine.state.page[NAME] ?? "[]");
    if (!Array.isArray(read)) return [];
    return read.slice(0, MOST).flatMap((own) => {
      if (typeof own?.name !== "string" || !Array.isArray(own.members)) return [];
      const fits = (/** @type {any} */ one) =>
        Number.isInteger(one?.slot) && one.delay >= 0 && one.delay <= LATEST && one.level >= 0 && one.level <= STRONGEST;
      const members = own.members.filter(fits).map((/** @type {Member} */ { slot, delay, level }) => ({ slot, delay, level }));
      return [{ name: own.name.slice(0, 120), members }];
    });
  } catch {
    return [];
  }
}

/** @param {Layer[]} all */
const keep = (all) => app.engine.keepText(NAME, all.length > 0 ? JSON.stringify(all) : null);

/** @param {Member[]} members */
const there = (members) =>
  members.flatMap((own) => {
    const id = app.engine.state.instances.find((one) => one.slot === own.slot)?.id;
    return id === undefined ? [] : [{ id, delay: own.delay, strength: own.level }];
  });

/** Plays a layer by its number. @param {number} at @param {number} strength */
export function playLayer(at, strength = 1) {
  const members = there(layers()[at]?.members ?? []);
  app.engine.triggerAll(members.map((own) => ({ ...own, strength: own.strength * strength })));
}

/** Lets go what one trigger of several held; what sounds on without a hand stays. @param {readonly {id: number}[]} held */
function letGo(held) {
  for (const { id } of held) if (goesOn(id) && !isKept(id)) app.engine.release(id);
}

/** Lets go what is held of it. @param {number} at */
export const releaseLayer = (at) => letGo(there(layers()[at]?.members ?? []));

/**
 * A button that plays while it is pressed, by pointer, key or a screen reader's click.
 * @param {HTMLElement} button @param {() => void} on @param {() => void} off
 */
export function pressed(button, on, off) {
  let down = false;
  const start = () => {
    if (down) return;
    down = true;
    button.classList.add("down");
    on();
  };
  const end = () => {
    if (!down) return;
    down = false;
    button.classList.remove("down");
    off();
  };
  button.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    button.setPointerCapture(event.pointerId);
    start();
  });
  for (const type of ["pointerup", "pointercancel", "lostpointercapture", "blur"]) button.addEventListener(type, end);
  button.addEventListener("contextmenu", (event) => event.preventDefault());
  button.addEventListener("keydown", (event) => {
    if (event.key !== " " && event.key !== "Enter") return;
    event.preventDefault();
    event.stopPropagation();
    if (!event.repeat) start();
  });
  button.addEventListener("keyup", (event) => {
    if (event.key !== " " && event.key !== "Enter") return;
    event.preventDefault();
    end();
  });
  button.addEventListener("click", (event) => {
    if (event.detail !== 0 || down) return;
    start();
    end();
  });
}

/** The part of the mixer that has them. */
export function layersPart() {
  const list = h("ol", { class: "layers", "aria-label": "Layers" });
  const add = h(
    "button",
    {
      type: "button",
      class: "button small",
      data: { test: "add-layer", tip: "One trigger for several instances, each with a delay and a level of its own" },
      on: {
        click: () => {
          const all = layers();
          const members = app.engine.state.instances.map(({ slot }) => ({ slot, delay: 0, level: 1 }));
          keep([...all, { name: `Layer ${all.length + 1}`, members }]);
        },
      },
    },
    icon("plus"),
    "Add a layer",
  );
  const element = h("section", { class: "layers-part", "aria-label": "Layers", data: { test: "layers" } }, list, add);
  let drawn = "";
  return {
    element,
    show() {
      const { instances, page } = app.engine.state;
      add.disabled = instances.length === 0 || layers().length >= MOST;
      const form = JSON.stringify([page[NAME] ?? "", instances.map(({ slot, name }) => [slot, name])]);
      if (form === drawn) return;
      drawn = form;
      // What had the focus has it again: the list is made anew.
      const focus = document.activeElement instanceof HTMLElement && list.contains(document.activeElement) ? document.activeElement.dataset.focus : undefined;
      fill(list, layers().map(row));
      if (focus) /** @type {HTMLElement|null} */ (list.querySelector(`[data-focus="${CSS.escape(focus)}"]`))?.focus();
    },
  };
}

/** @param {Layer} own @param {number} at */
function row(own, at) {
  const change = (/** @type {Partial<Layer>} */ to) => keep(layers().map((one, n) => (n === at ? { ...one, ...to } : one)));
  const play = h("button", { type: "button", class: "layer-play", "aria-label": `Play ${own.name}`, data: { test: "play-layer", focus: `play-${at}`, tip: "Plays all of it; what goes on sounds while it is pressed" } }, icon("play"));
  pressed(play, () => playLayer(at), () => releaseLayer(at));
  const name = h("input", { type: "text", value: own.name, maxlength: "120", "aria-label": "Name of the layer", data: { test: "layer-name", focus: `name-${at}`, tip: "What the layer is called" } });
  name.addEventListener("change", () => change({ name: name.value.trim() || own.name }));
  const remove = h("button", { type: "button", class: "bare", "aria-label": `Delete ${own.name}`, data: { test: "delete-layer", tip: "Deletes the layer" }, on: { click: () => keep(layers().filter((_, n) => n !== at)) } }, icon("close"));
  const member = (/** @type {import("./types.js").Instance} */ { slot, name: word }) => {
    const is = own.members.find((one) => one.slot === slot);
    const set = (/** @type {Partial<Member> | null} */ to) => {
      const others = own.members.filter((one) => one.slot !== slot);
      change({ members: to ? [...others, { slot, delay: 0, level: 1, ...is, ...to }] : others });
    };
    const on = h("input", { type: "checkbox", checked: is !== undefined, data: { test: "layer-member", slot: String(slot), focus: `on-${at}-${slot}`, tip: "Whether it sounds in this layer" } });
    on.addEventListener("change", () => set(on.checked ? {} : null));
    const number = (/** @type {string} */ label, /** @type {string} */ test, /** @type {number} */ value, /** @type {number} */ most, /** @type {string} */ unit, /** @type {(value: number) => void} */ take) => {
      const input = h("input", { type: "number", class: "number", value: String(value), min: "0", max: String(most), step: "any", disabled: is === undefined, "aria-label": `${label} of ${word}`, data: { test, slot: String(slot), focus: `${test}-${at}-${slot}`, tip: label } });
      input.addEventListener("change", () => {
        const told = Number(input.value);
        if (input.value !== "" && Number.isFinite(told)) take(Math.min(most, Math.max(0, told)));
      });
      return h("span", { class: "layer-number" }, input, h("span", { class: "small quiet" }, unit));
    };
    return h(
      "li",
      null,
      h("label", null, on, h("span", null, word)),
      number("Delay", "layer-delay", Math.round(1e5 * (is?.delay ?? 0)) / 100, 1000 * LATEST, "ms", (ms) => set({ delay: ms / 1000 })),
      number("Level: factor on the strength", "layer-level", Math.round(1e3 * (is?.level ?? 1)) / 10, 100 * STRONGEST, "%", (percent) => set({ level: percent / 100 })),
    );
  };
  const element = h("li", { class: "layer", data: { test: "layer" } }, h("div", { class: "layer-head" }, play, name, remove), h("ul", null, app.engine.state.instances.map(member)));
  return element;
}

/** Everything that is not muted, at one sample. */
export function playTogether() {
  const { instances } = app.engine.state;
  const alone = instances.some((own) => own.solo);
  app.engine.triggerAll(instances.filter((own) => !own.mute && (!alone || own.solo)).map(({ id }) => ({ id })));
}

/** What is held of it is let go. */
export const releaseTogether = () => letGo(app.engine.state.instances);
