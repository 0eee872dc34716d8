// One thing that one hears: how it is, how far it can go, a slider and a field to wish with, and
// a switch that holds it while the others move.

import { h, say } from "./dom.js";
import { Track, said } from "./reach.js";
import { nameButton } from "./valuerow.js";
import { plainly, title } from "./words.js";

/** @typedef {import("./reach.js").Reach} Reach */
/** @typedef {ReturnType<typeof targetCard>} Card */

let serial = 0;

/**
 * @param {import("../engine/aims.js").Target} target
 * @param {{wish: (text: string, settled: boolean) => void, hold: (on: boolean) => void}} act
 */
export function targetCard(target, act) {
  const word = title(target.key);
  const id = `target-${++serial}`;
  const about = h("p", { class: "target-about small", id: `${id}-about`, hidden: true }, plainly(target.about));
  const name = nameButton(word, plainly(target.about), about, "target-help");
  const far = h("p", { class: "target-reach small quiet", id: `${id}-reach`, data: { test: "target-reach" } }, "…");
  const slider = h("input", {
    type: "range",
    class: "slider reach",
    min: "0",
    max: "1",
    step: "any",
    disabled: true,
    "aria-label": word,
    "aria-describedby": `${about.id} ${far.id}`,
    data: { test: "target-slider", key: target.key, tip: plainly(target.about) },
  });
  const field = h("input", {
    type: "text",
    class: "value-field number",
    "aria-label": `${word}, typed`,
    "aria-describedby": far.id,
    spellcheck: "false",
    autocomplete: "off",
    data: { test: "target-field", key: target.key, tip: plainly(target.about) },
  });
  const hold = h(
    "button",
    {
      type: "button",
      class: "target-hold",
      "aria-pressed": "false",
      "aria-label": `Hold ${word}`,
      data: { test: "target-hold", key: target.key, tip: "Keep it as it is while the others move" },
      on: { click: () => act.hold(hold.getAttribute("aria-pressed") !== "true") },
    },
    "Hold",
  );
  const element = h(
    "div",
    { class: "target", role: "group", "aria-label": word, data: { test: "target", key: target.key } },
    name,
    field,
    hold,
    slider,
    far,
    about,
  );
  /** @type {Track|null} */
  let track = null;
  let dragging = false;
  let text = "";
  const card = {
    element,
    key: target.key,
    unit: target.unit,
    /** What it is. @type {number|null} */
    now: null,
    /** What it was last wished to be, while that holds. @type {number|null} */
    wanted: null,
    /** @param {number|null} now */
    showNow(now) {
      card.now = now;
      show(now);
    },
    /** @param {number} wanted @param {number} got */
    showMet(wanted, got) {
      card.wanted = wanted;
      card.now = got;
      show(got);
    },
    /** @param {Reach|null} whole with the others as they may be @param {Reach|null} reach with those that are held @param {string[]} kept these */
    showReach(whole, reach, kept) {
      slider.disabled = whole === null;
      if (whole && !dragging) track = new Track(whole, target.unit);
      const ends = track && reach ? [track.place(reach.low), track.place(reach.high)] : [0, 0];
      slider.style.setProperty("--low", String(ends[0]));
      slider.style.setProperty("--high", String(ends[1]));
      const span = reach && `${said(reach.low, target.unit, 3)} to ${said(reach.high, target.unit, 3)}`;
      const narrower = reach?.low !== whole?.low || reach?.high !== whole?.high;
      const given = narrower && kept.length ? `, ${kept.join(" and ")} held` : "";
      say(far, span ? span + given : `cannot be moved${given}`);
      if (card.now !== null) show(card.now);
    },
    /** @param {boolean} on */
    showHeld(on) {
      hold.setAttribute("aria-pressed", String(on));
      element.classList.toggle("held", on);
    },
    /** The hand is off: the slider stands where the sound is. */
    letGo() {
      dragging = false;
      if (card.now !== null) show(card.now);
    },
  };
  const show = (/** @type {number|null} */ now) => {
    text = now === null ? "–" : said(now, target.unit);
    if (document.activeElement !== field || !field.matches(":focus-visible") || field.value === "") field.value = text;
    slider.setAttribute("aria-valuetext", text);
    if (!dragging && track && now !== null) slider.value = String(track.place(now));
  };
  const slide = (/** @type {boolean} */ settled) => {
    if (!track) return;
    dragging = true;
    act.wish(String(track.value(Number(slider.value))), settled);
  };
  slider.addEventListener("input", () => slide(false));
  slider.addEventListener("change", () => slide(true));
  const typed = () => {
    const wanted = field.value.trim();
    if (wanted === "" || wanted === text) return;
    text = wanted;
    act.wish(wanted, true);
  };
  field.addEventListener("change", typed);
  field.addEventListener("focus", () => field.select());
  // What was refused gives way to what holds.
  field.addEventListener("blur", () => show(card.now));
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter") typed();
    else if (event.key === "Escape") {
      if (card.now !== null) field.value = said(card.now, target.unit);
      field.blur();
      event.stopPropagation();
    }
  });
  return card;
}
