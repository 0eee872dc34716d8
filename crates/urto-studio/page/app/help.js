// Help: the keys, and what this is.

import { app } from "./context.js";
import { h } from "./dom.js";
import { show } from "./dialogs.js";
import { counted } from "./words.js";

/** @type {[string, string][]} */
const KEYS = [
  ["Space", "Strike the selected instance; hold it for sounds that go on"],
  ["Shift+Space", "Play the score from its start, and stop it"],
  ["A W S E D F … K", "On the pad or its keys: play pitches, as on a piano; Shift an octave below"],
  ["1 … 9, 0", "Select an instance"],
  ["S  ·  P  ·  T", "Go to the sounds, to playing, or to the score"],
  ["/", "Search the sounds"],
  ["H", "Hold the waveform and the spectrogram to look back, and let them go on"],
  ["B", "To and fro between the two states, A and B, of the selected instance"],
  ["R", "Start and stop recording"],
  ["Esc", "Stop all sound"],
  ["Ctrl+Z  ·  Shift+Ctrl+Z", "Undo, redo"],
  ["Ctrl+S  ·  Ctrl+O", "Save the project, open files"],
  ["Arrow keys", "Among the sounds: go from name to name; Shift+Enter opens"],
  ["Arrow keys", "Move the focused slider by a hundredth; Page keys by a tenth"],
  ["Enter  ·  D", "On the body: strike it; damp it with a fingertip while it is held. L, then Shift and arrows: move where it is heard"],
  ["Double click", "Put a slider back to the sound’s own value"],
  ["?", "This list"],
];

export function keysDialog() {
  show(
    "Keys",
    h(
      "dl",
      { class: "keys" },
      KEYS.map(([key, does]) => h("div", null, h("dt", null, key), h("dd", null, does))),
    ),
    "keys-dialog",
  );
}

export function about() {
  const { sounds, presets } = app.engine.catalogue;
  show(
    "urto",
    h(
      "div",
      { class: "prose" },
      h(
        "p",
        null,
        "urto is Italian for a knock. Every sound here is the motion of bodies that push on each other, computed from their size, material and contact while you touch them; nothing is a recording.",
      ),
      h(
        "p",
        null,
        `${counted(sounds.length, "sound")} and ${counted(presets.length, "preset")}. All of it runs in this page; nothing leaves your machine.`,
      ),
    ),
    "about-dialog",
  );
}
