// What can be done with the body of a file, such as a recording: struck, rolled on, bowed, and its partials
// switched off one by one.

import { app } from "./context.js";
import { h, say } from "./dom.js";

/** How a body is made to sound: the sound that does it, and where that has its body. */
const WAYS = [
  { word: "Strike it", sound: "impact", key: "body.file", tip: "A hammer strikes this body" },
  { word: "Roll on it", sound: "rolling", key: "body.file", tip: "A ball rolls on this body" },
  { word: "Bow it", sound: "friction", key: "second.body.file", tip: "A bow is drawn over this body" },
];

/** The file that an instance has as the body that is heard. @param {import("./types.js").Instance} state */
const fileOf = ({ values }) => WAYS.map(({ key }) => values[key]?.text ?? "").find((name) => name !== "") ?? "";

/** @param {number} id */
export function bodyRow(id) {
  const name = h("span", { class: "small quiet" });
  let file = "";
  const ways = WAYS.map(({ word, sound, key, tip }) => ({
    sound,
    button: h("button", { type: "button", class: "tag", data: { test: "body-way", way: sound, tip }, on: { click: () => play(sound, key) } }, word),
  }));
  const partials = h("button", { type: "button", class: "tag", data: { test: "body-partials", tip: "Shows its partials as modes: mute them, tune them, draw how long they ring" }, on: { click: () => modes() } }, "Its partials");
  const element = h("p", { class: "row body-row", data: { test: "body-row" }, hidden: true }, name, ways.map(({ button }) => button), partials);
  /** The drawer of modes is opened where it stands, and brought into sight. */
  const modes = () => {
    const tab = /** @type {HTMLElement|null} */ (document.querySelector('.drawer-tab[data-drawer="edit"]'));
    if (tab?.getAttribute("aria-expanded") === "false") tab.click();
    else tab?.scrollIntoView({ block: "start" });
  };
  /** The same body, in another sound: the one that is here already, or a new one. @param {string} sound @param {string} key */
  const play = (sound, key) => {
    const there = app.engine.state.instances.find((own) => own.sound === sound && own.values[key]?.text === file);
    if (there) return app.engine.select(there.id);
    const title = app.engine.state.instances.find((own) => own.id === id)?.name ?? file;
    const made = app.engine.add(sound);
    if (made === null) return;
    app.engine.use(made, key, file);
    app.engine.rename(made, title);
  };
  return {
    element,
    /** @param {import("./types.js").Instance} state */
    show(state) {
      file = fileOf(state);
      element.hidden = file === "";
      say(name, file);
      for (const { sound, button } of ways) button.setAttribute("aria-pressed", String(sound === state.sound));
      partials.hidden = !Object.keys(state.values).some((key) => key.endsWith(".edit"));
    },
  };
}
