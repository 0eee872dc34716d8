// One strip of the mixer.

import { app, soundInfo } from "./context.js";
import { fill, h, say } from "./dom.js";
import { icon } from "./icons.js";
import { followKept, goesOn, isKept, toggleKept } from "./latch.js";
import { pressed } from "./layers.js";
import { meter, showLevel } from "./meter.js";
import { decibels, panned } from "./words.js";

/** Gains go from -60 dB, which is off, to +12 dB; the fader is finer at the top. */
const LEAST = -60;
const MOST = 12;
const toDecibels = (/** @type {number} */ at) => LEAST + (MOST - LEAST) * Math.sqrt(at);
const toPlace = (/** @type {number} */ db) => (Math.max(0, db - LEAST) / (MOST - LEAST)) ** 2;

/** @param {string} label @param {string} test @param {(db: number) => void} send */
export function fader(label, test, send) {
  const range = h("input", {
    type: "range",
    class: "slider fader",
    min: "0",
    max: "1",
    step: "any",
    "aria-label": label,
    data: { test, tip: "Double click for 0 dB" },
  });
  const text = h("output", { class: "number small" });
  range.addEventListener("input", () => send(toDecibels(Number(range.value))));
  range.addEventListener("change", () => app.engine.edit("settle"));
  range.addEventListener("dblclick", () => send(0));
  return {
    element: h("div", { class: "fader-row" }, range, text),
    /** @param {number} db */
    show(db) {
      const at = toPlace(db);
      if (document.activeElement !== range || Math.abs(Number(range.value) - at) > 0.005) range.value = String(at);
      range.style.setProperty("--at", String(at));
      range.setAttribute("aria-valuetext", decibels(db));
      say(text, decibels(db));
    },
  };
}

/** @param {number} id @param {() => void} select */
export function mixerStrip(id, select) {
  const digit = h("span", { class: "digit number" });
  const name = h("span", { class: "strip-title" });
  const of = h("span", { class: "unseen" });
  const choose = h(
    "button",
    { type: "button", class: "strip-select", data: { test: "select-instance", tip: "Brings it to the bench, to play and change" }, on: { click: select } },
    digit,
    name,
    of,
  );
  const level = meter("Level");
  const gain = fader("Gain", "gain", (db) => app.engine.mix(id, { gain: db }));
  const pan = h("input", {
    type: "range",
    class: "slider pan",
    min: "-1",
    max: "1",
    step: "0.01",
    "aria-label": "Pan",
    data: { test: "pan" },
    on: {
      input: () => app.engine.mix(id, { pan: Number(pan.value) }),
      change: () => app.engine.edit("settle"),
      dblclick: () => app.engine.mix(id, { pan: 0 }),
    },
  });
  const key = (/** @type {"mute"|"solo"} */ what, /** @type {string} */ letter) =>
    h(
      "button",
      {
        type: "button",
        class: `toggle ${what}`,
        "aria-pressed": "false",
        "aria-label": what === "mute" ? "Mute" : "Solo",
        data: { test: what, tip: what === "mute" ? "Mute" : "Solo" },
        on: {
          click: () => app.engine.mix(id, { [what]: keys[what].getAttribute("aria-pressed") !== "true" }),
        },
      },
      letter,
    );
  const keys = { mute: key("mute", "M"), solo: key("solo", "S") };
  const close = h(
    "button",
    {
      type: "button",
      class: "bare strip-close",
      data: { test: "remove-instance", tip: "Close" },
      on: { click: () => app.engine.remove(id) },
    },
    icon("close"),
  );
  const play = h("button", { type: "button", class: "strip-play", data: { test: "strip-play" } }, icon("play"));
  pressed(play, () => app.engine.trigger(id, 1), () => goesOn(id) && app.engine.release(id));
  const keep = h("button", { type: "button", class: "toggle latch", "aria-pressed": "false", data: { test: "strip-keep", tip: "Sounds on without a hand; press again to let it go" }, on: { click: () => toggleKept(id) } }, icon("keep"));
  const end = new AbortController();
  followKept(end.signal, () => keep.setAttribute("aria-pressed", String(isKept(id))));
  const element = h("li", { class: "mix-strip", data: { test: "strip", id: String(id) } });
  fill(
    element,
    h("div", { class: "strip-head" }, play, choose, keep, close),
    level,
    gain.element,
    h("div", { class: "strip-foot" }, pan, keys.mute, keys.solo),
  );
  return {
    element,
    end: () => end.abort(),
    /** @param {import("./types.js").Instance} now @param {number} at @param {boolean} chosen @param {boolean} soloed */
    show(now, at, chosen, soloed) {
      say(digit, at < 10 ? String((at + 1) % 10) : "");
      say(name, now.name);
      say(of, `, ${soundInfo(now.sound)?.title ?? "a scene"}`);
      choose.setAttribute("aria-pressed", String(chosen));
      close.setAttribute("aria-label", `Close ${now.name}`);
      play.setAttribute("aria-label", `Play ${now.name}`);
      play.dataset.tip = goesOn(id) ? "Sounds while it is pressed" : "Strikes it";
      keep.hidden = !goesOn(id);
      keep.setAttribute("aria-label", `Keep ${now.name} on`);
      element.classList.toggle("chosen", chosen);
      element.classList.toggle("quieted", now.mute || (soloed && !now.solo));
      element.setAttribute("aria-label", now.name);
      gain.show(now.gain);
      if (document.activeElement !== pan) pan.value = String(now.pan);
      pan.style.setProperty("--at", String((now.pan + 1) / 2));
      pan.setAttribute("aria-valuetext", panned(now.pan));
      pan.dataset.tip = `Pan: ${panned(now.pan)}`;
      keys.mute.setAttribute("aria-pressed", String(now.mute));
      keys.solo.setAttribute("aria-pressed", String(now.solo));
    },
    /** @param {import("./types.js").Level|undefined} now */
    level(now) {
      showLevel(level, now ? Math.max(...now.peak) : 0);
    },
  };
}
