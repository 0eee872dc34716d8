// A run of a contact scene, seen and heard: its bodies in space, its time, and who listens where one
// looks from. A small scene is moved first, here, in a worker.

import { commandLine } from "../app/command.js";
import { app } from "../app/context.js";
import { leave, show } from "../app/dialogs.js";
import { download, fill, fileName, h, say } from "../app/dom.js";
import { icon } from "../app/icons.js";
import { toast } from "../app/toasts.js";
import { ContactStage } from "../engine/contacts.js";
import { wav } from "../engine/wav.js";
import { coloursAt, onTheme } from "../see/colours.js";
import { plain, si } from "../see/units.js";
import { RunSound } from "./sound.js";
import { View } from "./view.js";

/** Keys move by so much of the time [s]. */
const STEP = 0.02;
const LEAP = 0.25;

/** @typedef {import("../engine/contacts.js").Opened} Opened */
/** @typedef {import("../engine/contacts.js").Heard} Heard */

const KEYS =
  "Space plays and pauses; the comma and the full stop step through time. Drag turns the view, the wheel goes nearer; so do arrow keys, plus and minus. Home goes back to where the scene listens, H hears it from where you are.";

/** Opens a run or a scene in a dialog of its own. @param {string} name @param {ArrayBuffer} bytes @param {{name: string, bytes: Uint8Array}[]} files */
export function openRun(name, bytes, files = []) {
  const run = new Run(name, bytes, files);
  const dialog = show(name.replace(/\.(urun|toml)$/i, ""), run, "run");
  dialog.classList.add("large");
  run.start(dialog);
  return run;
}

export class Run extends HTMLElement {
  /** @param {string} name @param {ArrayBuffer} bytes @param {{name: string, bytes: Uint8Array}[]} files */
  constructor(name, bytes, files) {
    super();
    this.name = name;
    this.stage = new ContactStage(name, bytes, files);
    this.sound = new RunSound();
    /** @type {Opened|null} */
    this.opened = null;
    /** @type {Heard|null} */
    this.heard = null;
    /** Whether what is heard is heard from where the scene says. */
    this.asScene = true;
    /** Whether the sound is worked out now. */
    this.listens = false;
    this.moved = false;
    /** One for all that is heard, so that levels can be compared; the sound card's, if that is known [Hz]. */
    this.rate = app.engine.rate;
    this.frame = 0;
    /** @type {HTMLDialogElement|null} */
    this.dialog = null;
    this.#build();
  }

  #build() {
    const button = (/** @type {string} */ word, /** @type {string} */ test, /** @type {string} */ tip, /** @type {() => void} */ click, kind = "button") =>
      h("button", { type: "button", class: kind, data: { test, tip }, on: { click } }, word);
    this.about = h("p", { class: "run-about", data: { test: "run-about" } });
    this.canvas = h("canvas", { "aria-hidden": "true" });
    this.words = h("p", { class: "run-words small number", "aria-hidden": "true" });
    this.scene = h("div", { class: "run-scene", tabindex: "0", role: "application", "aria-label": "The bodies, from where one listens", "aria-describedby": "run-keys", data: { test: "run-scene", tip: "Drag to look from elsewhere, wheel to come nearer" } }, this.canvas, this.words);
    this.view = new View(this.scene, this.canvas, () => this.again(), () => this.#looked());
    this.playButton = h("button", { type: "button", class: "button primary run-play", disabled: true, data: { test: "run-play", tip: "Plays what happened, and stops it (Space)" }, on: { click: () => this.toggle() } });
    this.wave = h("canvas", { "aria-hidden": "true" });
    this.bar = h("input", { type: "range", class: "run-bar", min: "0", max: "1", step: "any", value: "0", disabled: true, "aria-label": "Time", data: { test: "run-bar", tip: "Where in the run one is: drag to another time" } });
    this.clock = h("span", { class: "number run-clock", data: { test: "run-clock" } });
    this.here = button("Hear it from here", "run-here", "Listens again from where you look (H)", () => this.hear(false));
    this.back = button("As the scene listens", "run-back", "Goes back to where the scene says that one listens (Home)", () => this.#home());
    this.ears = h("select", { "aria-label": "Ears", data: { test: "run-ears", tip: "How it is listened to: by the microphones of the scene, or with the two ears of a head" } }, h("option", { value: "scene" }, "As the scene says"), h("option", { value: "two" }, "Two ears, for headphones"));
    this.saveSound = button("Save the sound", "run-save", "A WAV file, 32 bits", () => this.#saveSound(), "button small-button");
    this.saveRun = button("Save the run", "run-save-run", "What happened, to be heard again: .urun", () => this.#saveRun(), "button small-button");
    this.status = h("p", { class: "small quiet run-status", role: "status", data: { test: "run-status" } });
    this.progress = h("progress", { max: "1", value: 0, "aria-label": "Done so far", hidden: true, data: { test: "run-progress" } });
    this.stopButton = button("Stop", "run-stop", "Ends what is worked out", () => this.#stop());
    this.stopButton.hidden = true;
    this.controls = h(
      "div",
      { class: "run-controls", hidden: true },
      h("div", { class: "run-time" }, this.playButton, h("div", { class: "run-track" }, this.wave, this.bar), this.clock),
      h("div", { class: "row run-tools" }, this.here, this.back, h("label", { class: "row small" }, "Ears", this.ears), h("span", { class: "grow" }), this.saveSound, this.saveRun),
    );
    this.below = h("div", { class: "run-below" }, this.controls, h("div", { class: "row run-work" }, this.status, this.progress, this.stopButton));
    fill(this, this.about, this.scene, this.below, h("p", { class: "small quiet run-keys", id: "run-keys" }, KEYS));
    this.bar.addEventListener("input", () => {
      this.sound.seek(Number(this.bar?.value));
      this.again();
    });
    this.ears.addEventListener("change", () => this.hear(this.asScene));
    this.addEventListener("keydown", (event) => this.#key(event));
  }

  /** @param {HTMLDialogElement} dialog */
  async start(dialog) {
    this.dialog = dialog;
    const unTheme = onTheme(() => this.#looks());
    const resized = new ResizeObserver(() => this.again());
    resized.observe(this);
    dialog.addEventListener("close", () => {
      this.stage.stop();
      this.sound.pause();
      cancelAnimationFrame(this.frame);
      this.frame = -1;
      this.view?.end();
      resized.disconnect();
      unTheme();
    });
    this.#working("Reading it …");
    let found = await this.stage.open();
    if (found && "told" in found && !found.film) {
      const { guess } = found.told;
      this.#shown(found);
      this.#working(`Moving the bodies, which takes about ${si(Math.max(guess, 0.1), "s", 1)} on a usual machine …`, true);
      found = await this.stage.simulate((share) => this.#reach(share, "moved"));
      this.moved = true;
    }
    this.#rest();
    if (!this.isConnected) return;
    if (!found) return this.#unmoved();
    if ("long" in found) return this.#tooLong(found.long);
    if ("problem" in found) {
      leave(dialog);
      return toast(found.problem, { problem: true });
    }
    this.#shown(found);
    if (this.controls) this.controls.hidden = false;
    if (this.saveRun) this.saveRun.hidden = !this.moved;
    await this.hear(true);
    if (this.playButton && this.isConnected) this.playButton.focus();
  }

  /** @param {Opened} opened */
  #shown(opened) {
    this.opened = opened;
    const { told } = opened;
    const free = told.bodies.filter((own) => own.free).length;
    const run = told.run;
    const counts = `${told.bodies.length} bodies, ${free} of them free${run ? `; ${run.contacts} contacts in ${run.steps} steps` : ""}`;
    fill(this.about ?? h("p", null), told.about ? `${told.about} ` : null, h("span", { class: "quiet" }, `${counts}.`));
    this.view?.show(opened);
    this.sound.seconds = run?.seconds ?? 0;
    this.#looks();
  }

  /** Listens: as the scene says, or from where one looks. @param {boolean} asScene */
  async hear(asScene) {
    const { opened, view, ears } = this;
    if (!opened?.film || !view || !ears || this.listens) return;
    this.listens = true;
    if (this.here) this.here.disabled = true;
    this.#working("Listening …", true);
    const { rate } = this;
    const from = asScene ? null : view.camera.pose;
    const how = { rate, ears: /** @type {"scene"|"two"} */ (ears.value), from, gain: this.heard?.gain ?? null };
    const heard = await this.stage.hear(how, (share) => this.#reach(share, "heard"));
    this.listens = false;
    if (this.here) this.here.disabled = false;
    this.#rest();
    if (!this.isConnected) return;
    if (!heard || !("channels" in heard)) {
      if (heard) toast("problem" in heard ? heard.problem : heard.long, { problem: true });
      this.#enable();
      return;
    }
    this.heard = heard;
    this.asScene = asScene;
    this.sound.seconds = Math.max(opened.told.run?.seconds ?? 0, heard.channels[0].length / rate);
    this.sound.load(heard.channels, rate);
    this.#enable();
    const where = asScene ? "as the scene listens" : `from ${si(view.camera.distance, "m")} away`;
    const loud = heard.peak > 1 ? "; it was too loud there, and is clipped" : heard.peak < 1e-6 ? "; nothing is heard" : "";
    say(this.status ?? this, `Heard ${where}${ears.value === "two" ? ", with two ears" : ""}${loud}.`);
    this.again();
  }

  #enable() {
    const { bar, playButton, sound } = this;
    if (!bar || !playButton) return;
    bar.max = String(sound.seconds);
    bar.disabled = false;
    playButton.disabled = false;
    this.#drawWave();
    this.again();
  }

  toggle() {
    if (this.sound.runs) this.sound.pause();
    else this.#play();
    this.again();
  }

  async #play() {
    await app.engine.wake();
    if (!this.isConnected) return;
    // A page that may not sound yet is seen all the same.
    const context = app.engine.output?.context;
    this.sound.play(context?.state === "running" ? context : null);
    this.again();
  }

  /** Draws once, soon; and on, while it plays. */
  again() {
    if (this.frame !== 0) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      this.#paint();
    });
  }

  #paint() {
    const { sound, view, bar, clock, playButton } = this;
    const { time } = sound;
    if (sound.runs && time >= sound.seconds) sound.pause();
    view?.draw(time);
    const label = sound.runs ? "Pause" : "Play";
    if (playButton && playButton.dataset.shows !== label) {
      playButton.dataset.shows = label;
      fill(playButton, icon(sound.runs ? "pause" : "play"), label);
    }
    if (bar && document.activeElement !== bar) bar.value = String(time);
    else if (bar && sound.runs) bar.value = String(time);
    bar?.setAttribute("aria-valuetext", `${plain(time, 3)} of ${plain(sound.seconds, 3)} seconds`);
    if (clock) say(clock, `${time.toFixed(2)} / ${sound.seconds.toFixed(2)} s`);
    if (this.words && view && this.opened) say(this.words, `${si(view.camera.distance, "m")} away${view.camera.atHome ? ", where the scene listens" : ""}`);
    if (sound.runs) this.again();
  }

  /** Whoever has gone elsewhere may want to hear it from there. */
  #looked() {
    this.here?.classList.toggle("primary", !this.view?.camera.atHome);
    this.again();
  }

  #home() {
    this.view?.home();
    if (!this.asScene) this.hear(true);
  }

  #looks() {
    this.view?.paint(coloursAt(this));
    this.#drawWave();
    this.again();
  }

  #drawWave() {
    const { wave, sound } = this;
    const pen = wave?.getContext("2d");
    if (!wave || !pen || wave.clientWidth < 2) return;
    const dense = Math.min(globalThis.devicePixelRatio || 1, 3);
    const [width, height] = [Math.round(wave.clientWidth * dense), Math.round(wave.clientHeight * dense)];
    [wave.width, wave.height] = [width, height];
    const { low, high } = sound.outline(width);
    const most = Math.max(1e-9, ...high, ...low.map((own) => -own));
    pen.fillStyle = coloursAt(wave).accent;
    for (let x = 0; x < width; x++) {
      const [top, bottom] = [0.5 - (0.48 * high[x]) / most, 0.5 - (0.48 * low[x]) / most];
      pen.fillRect(x, top * height, 1, Math.max((bottom - top) * height, dense / 2));
    }
  }

  /** @param {string} words @param {boolean} stoppable */
  #working(words, stoppable = false) {
    say(this.status ?? this, words);
    if (this.progress) [this.progress.hidden, this.progress.value] = [!stoppable, 0];
    if (this.stopButton) this.stopButton.hidden = !stoppable;
  }

  /** @param {number} share @param {string} word */
  #reach(share, word) {
    if (this.progress) this.progress.value = share;
    say(this.status ?? this, `${Math.round(100 * share)} % ${word}`);
  }

  #rest() {
    this.#working("");
  }

  /** What goes on is ended: a scene that was not moved can be begun again. */
  #stop() {
    this.stage.stop();
  }

  #unmoved() {
    const again = h("button", { type: "button", class: "button primary", autofocus: true, data: { test: "run-again" }, on: { click: () => this.dialog && this.start(this.dialog) } }, "Move the bodies");
    say(this.status ?? this, "It was stopped; nothing is kept of it.");
    this.querySelector(".run-again")?.remove();
    const row = h("div", { class: "row run-again" }, again);
    this.below?.append(row);
    again.addEventListener("click", () => row.remove());
    again.focus();
  }

  /** The command has the time for it. @param {string} why */
  #tooLong(why) {
    const run = this.name.replace(/(\.toml)?$/i, ".urun");
    this.below?.append(
      h("p", { role: "status", data: { test: "run-long" } }, `It is shown as it begins; ${why}. This command moves it, in a folder that holds its files:`),
      commandLine(`urto simulate "${this.name}" -o "${run}"`, "run"),
      h("p", { class: "quiet" }, `Then drop ${run} here.`),
    );
  }

  #saveSound() {
    const { heard } = this;
    if (!heard) return;
    const { rate } = this;
    const frames = heard.channels[0].length;
    const count = heard.channels.length;
    const samples = new Float32Array(frames * count);
    heard.channels.forEach((own, side) => own.forEach((sample, n) => (samples[n * count + side] = sample)));
    const pieces = wav([samples], count, rate, heard.recipe ?? "", "urto");
    download(`${fileName(this.name.replace(/\.[^.]*$/, ""))}.wav`, new Blob(pieces, { type: "audio/wav" }));
  }

  #saveRun() {
    const name = this.name.replace(/\.[^.]*$/, "");
    download(`${fileName(name)}.urun`, new Blob([this.stage.bytes]));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const { target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || target instanceof HTMLSelectElement) return;
    const onButton = target instanceof HTMLButtonElement;
    if (event.key === " " && !onButton) {
      if (this.playButton?.disabled === false && !event.repeat) this.toggle();
    } else if (event.key === "," || event.key === ".") {
      this.sound.pause();
      this.sound.seek(this.sound.time + (event.key === "," ? -STEP : STEP));
    } else if (event.key === "<" || event.key === ">") {
      this.sound.seek(this.sound.time + (event.key === "<" ? -LEAP : LEAP));
    } else if (event.key === "h" || event.key === "H") this.hear(false);
    else if (event.key === "Home" && target !== this.bar) this.#home();
    else if (target !== this.scene || !this.view?.key(event)) return;
    event.preventDefault();
    this.again();
  }
}
customElements.define("urto-run", Run);
