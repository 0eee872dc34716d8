// The header: name, places, undo, recording, stop, load, menu.

import { Part, app, follow, pulse } from "./context.js";
import { current, fill, h, say } from "./dom.js";
import { icon } from "./icons.js";
import { menuButton } from "./menu.js";
import { mainMenu } from "./mainmenu.js";
import { toggleRecording } from "./takes.js";
import { followUi, ui } from "./ui.js";
import { clock, counted } from "./words.js";

/** What one does in each place. @type {Record<string, string>} */
export const VIEWS = {
  sounds: "All sounds and presets: hear them, open them (S)",
  play: "What is open: play it, change it, look into it (P)",
  score: "What happens when: events, patterns and curves (T)",
  mix: "Loudness and place of each instance, and layers of several",
};

class Header extends Part {
  /** @param {AbortSignal} signal */
  start(signal) {
    const place = (/** @type {import("./ui.js").View} */ view, /** @type {string} */ word) =>
      h(
        "button",
        { type: "button", class: "place", data: { view, test: `nav-${view}`, tip: VIEWS[view] }, on: { click: () => ui.set({ view }) } },
        word,
        view !== "sounds" && h("span", { class: "badge number" }),
        view === "play" && h("span", { class: "unseen" }),
      );
    const nav = [place("sounds", "Sounds"), place("play", "Play"), place("score", "Score")];
    const undo = h(
      "button",
      { type: "button", class: "tool", data: { test: "undo" }, on: { click: () => app.engine.undo() } },
      icon("undo"),
    );
    const redo = h(
      "button",
      { type: "button", class: "tool", data: { test: "redo" }, on: { click: () => app.engine.redo() } },
      icon("redo"),
    );
    const time = h("span", { class: "number time", "aria-hidden": "true" });
    const does = h("span", { class: "unseen" });
    const record = h(
      "button",
      {
        type: "button",
        class: "tool record",
        "aria-pressed": "false",
        data: { test: "record" },
        on: { click: toggleRecording },
      },
      icon("record"),
      does,
      time,
    );
    const stop = h(
      "button",
      {
        type: "button",
        class: "tool",
        "aria-label": "Stop all sound",
        data: { test: "stop-all", tip: "Stop all sound (Esc)" },
        on: { click: () => app.engine.stopAll() },
      },
      icon("stop"),
    );
    const load = h(
      "span",
      { class: "load", role: "img", data: { test: "load" } },
      h("span", { class: "bar" }),
      h("span", { class: "number small" }),
    );

    fill(
      this,
      h("h1", { class: "wordmark" }, mark(), "urto"),
      h("nav", { "aria-label": "Places", class: "tabs" }, nav),
      h("span", { class: "grow" }),
      load,
      h("span", { class: "cluster" }, undo, redo),
      h("span", { class: "cluster" }, record, stop),
      menuButton({ label: "Menu", icon: "more", items: mainMenu, class: "tool", test: "menu" }),
    );

    followUi(signal, () =>
      nav.forEach((button) => current(button, button.dataset.view === ui.now.view)),
    );
    let began = 0;
    follow(signal, () => {
      const { state } = app.engine;
      undo.disabled = !state.canUndo;
      redo.disabled = !state.canRedo;
      const undoing = state.undoLabel ? `Undo: ${state.undoLabel}` : "Undo";
      const redoing = state.redoLabel ? `Redo: ${state.redoLabel}` : "Redo";
      undo.setAttribute("aria-label", undoing);
      redo.setAttribute("aria-label", redoing);
      undo.dataset.tip = `${undoing} (Ctrl+Z)`;
      redo.dataset.tip = `${redoing} (Shift+Ctrl+Z)`;
      if (state.recording !== (record.getAttribute("aria-pressed") === "true")) began = performance.now();
      record.setAttribute("aria-pressed", String(state.recording));
      say(does, state.recording ? "Stop recording and save it" : "Record to a WAV file");
      record.dataset.tip = `${state.recording ? "Stop recording and save it" : "Record what is played to a WAV file"} (R)`;
      const badge = nav[1].querySelector(".badge");
      if (badge) say(badge, state.instances.length ? String(state.instances.length) : "");
      if (nav[1].lastElementChild)
        say(nav[1].lastElementChild, state.instances.length === 1 ? " instance" : " instances");
    });
    const scoreTab = nav[2];
    const sign = scoreTab.querySelector(".badge");
    app.engine.addEventListener("score", () => sign && say(sign, app.engine.run ? "▸" : ""), { signal });
    const [bar, words] = /** @type {HTMLElement[]} */ ([...load.children]);
    let shown = -1;
    pulse(signal, (meters) => {
      say(time, app.engine.state.recording ? clock((performance.now() - began) / 1000) : "");
      const percent = Math.round(meters.load * 100);
      if (percent === shown) return;
      shown = percent;
      bar.style.setProperty("--share", String(Math.min(1, percent / 100)));
      load.classList.toggle("high", percent > 80);
      say(words, `${percent} %`);
      const late = meters.underruns ? `, ${counted(meters.underruns, "gap")} so far` : "";
      load.setAttribute("aria-label", `Load of the sound engine: ${percent} %${late}`);
      load.dataset.tip = `How busy the sound engine is: ${percent} %${late}`;
    });
  }
}
customElements.define("urto-header", Header);

/** The mark: a ball that has just touched a skin. */
function mark() {
  const span = h("span", { class: "mark", "aria-hidden": "true" });
  span.append(h("span", { class: "ball" }), h("span", { class: "skin" }));
  return span;
}
