// What stands under the pad: which numbers its two directions move, and a button that writes down the
// next gesture on it.

import { chosenFor, NAME, withChosen } from "../pad/chosen.js";
import { isLive, MIX } from "../pad/ways.js";
import { Part, app, follow, instance, soundInfo } from "./context.js";
import { fill, h } from "./dom.js";
import { gestureDialog } from "./gesture.js";
import { icon } from "./icons.js";
import { keyTitle } from "../score/params.js";
import { groupTitle, leafTitle, title } from "./words.js";

/** The sound's own, in the list of choices. */
const OWN = "";

/** @typedef {import("../pad/pad.js").Pad} Pad */

class PadTools extends Part {
  instance = 0;

  /** @param {AbortSignal} signal */
  start(signal) {
    const id = this.instance;
    const now = instance(id);
    const sound = soundInfo(now?.sound ?? "");
    this.hidden = !sound;
    if (!now || !sound) return;
    const select = (/** @type {"x"|"y"} */ axis, /** @type {string} */ sign, /** @type {string} */ word, /** @type {string} */ tip) => {
      const choice = h("select", { class: "pad-axis", "aria-label": word, data: { test: `pad-${axis}`, tip } }, options(sound, axis));
      choice.addEventListener("change", () => choose(id, axis, choice.value === OWN ? null : choice.value));
      return { choice, element: h("label", { class: "pad-axis-label" }, h("span", { "aria-hidden": "true" }, sign), choice) };
    };
    const x = select("x", "↔", "Across the pad", "What left to right on the pad moves");
    const y = select("y", "↕", "Up the pad", "What the height on the pad moves");
    const record = h(
      "button",
      {
        type: "button",
        class: "button small pad-record",
        "aria-pressed": "false",
        data: { test: "pad-record", tip: "The next touch on the pad becomes curves: of the score, or stored under a name" },
        on: { click: () => pad()?.arm(!pad()?.armed) },
      },
      icon("record"),
      h("span", null, "Gesture"),
    );
    fill(this, h("div", { class: "pad-tools", role: "group", "aria-label": "What the pad moves" }, x.element, y.element, record));

    // The pad comes late; what it tells bubbles to the slot that holds it.
    const slot = this.parentElement?.querySelector(".pad-slot");
    const pad = () => /** @type {Pad | null} */ (slot?.querySelector("urto-pad") ?? null);
    slot?.addEventListener("arm", (event) => record.setAttribute("aria-pressed", String(/** @type {CustomEvent} */ (event).detail.armed)), { signal });
    slot?.addEventListener("gesture", (event) => gestureDialog(/** @type {CustomEvent} */ (event).detail), { signal });
    signal.addEventListener("abort", () => pad()?.arm(false));
    follow(signal, () => {
      const own = instance(id);
      if (!own) return;
      const chosen = chosenFor(app.engine.state.page, own, sound);
      x.choice.value = chosen.x ?? OWN;
      y.choice.value = chosen.y ?? OWN;
    });
  }
}
customElements.define("urto-pad-tools", PadTools);

/** @param {number} id @param {"x"|"y"} axis @param {string|null} key */
function choose(id, axis, key) {
  const own = instance(id);
  if (!own) return;
  app.engine.keepText(NAME, withChosen(app.engine.state.page, own, axis, key));
  // Each choice is a step of its own to undo.
  app.engine.settle();
}

/** Everything that may be chosen, the sound's own first. @param {import("./types.js").SoundInfo} sound @param {"x"|"y"} axis */
function options(sound, axis) {
  const live = sound.params.filter(isLive);
  const groups = Map.groupBy(live, ({ key }) => (key.includes(".") ? key.slice(0, key.lastIndexOf(".")) : ""));
  const one = (/** @type {string} */ key, /** @type {string} */ word) => h("option", { value: key }, word);
  return [
    one(OWN, ownWord(sound, axis)),
    sound.macros.length > 0 && h("optgroup", { label: "Macros" }, sound.macros.map(({ key }) => one(key, title(key)))),
    ...[...groups].map(([group, params]) => h("optgroup", { label: groupTitle(group) }, params.map(({ key, unit }) => one(key, unit ? `${leafTitle(key)} (${unit.replace("*", "·")})` : leafTitle(key))))),
    h("optgroup", { label: "Mixer" }, MIX.map(({ key }) => one(key, keyTitle(key)))),
  ];
}

/** What the sound itself has there. @param {import("./types.js").SoundInfo} sound @param {"x"|"y"} axis */
function ownWord({ pad, expression }, axis) {
  const way = pad[axis];
  if (!way) return axis === "y" && pad.style === "strike" ? "Strength" : "Nothing";
  const word = leafTitle(way.key);
  if (axis === "x" && pad.style === "strike" && way.key === expression?.place?.key) return `${word}: the place struck`;
  return axis === "x" && pad.style === "drag" ? `${word}: as fast as you drag` : word;
}
