// Where hands and machines come in: MIDI ports, gamepads, the keyboard, a phone's motion.

import { toast } from "../app/toasts.js";
import { hands } from "./hands.js";
import { Zones, heard } from "./midi.js";

/** Switches that the browser remembers: what was allowed is not asked for again. */
const KEY = "urto.hands";
/** Less than this of its way is a gamepad's trembling. */
const TREMBLES = 0.004;
/** A tilt of so many degrees is its whole way to one side, a jolt of so many m/s² all of a shake. */
const TILT = 60;
const SHAKE = 25;
/** The letters of a keyboard as they lie under a pianist's hand, in half steps from the sound as it is set. */
const LETTERS = ["KeyA", "KeyW", "KeyS", "KeyE", "KeyD", "KeyF", "KeyT", "KeyG", "KeyY", "KeyH", "KeyU", "KeyJ", "KeyK", "KeyO", "KeyL", "KeyP", "Semicolon"];
/** The keys that shift them by an octave. @type {Record<string, number>} */
const OCTAVES = { KeyZ: -1, KeyX: 1 };
const MIDDLE = 60;
const VELOCITY = 0.5;

/** @typedef {"midi"|"letters"|"motion"} Port */

class Ports extends EventTarget {
  /** What is on. @type {Record<Port, boolean>} */
  on = { midi: false, letters: false, motion: false };
  /** What stands in the way, in words. @type {Partial<Record<Port, string>>} */
  why = {};
  /** @type {MIDIAccess | null} */
  access = null;
  zones = new Zones();
  octave = 0;
  /** What letters are down, and the notes that they play. @type {Map<string, number>} */
  down = new Map();
  /** @type {Map<string, number>} */
  pads = new Map();
  /** @type {AbortController | null} */
  moving = null;

  /** Follows what is there from the start. */
  start() {
    hands.isFinger = (channel) => this.zones.isFinger(channel);
    try {
      const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}");
      if (kept.letters === true) this.on.letters = true;
      // Asked for once, it is allowed; else a person switches it on.
      if (kept.midi === true) this.allowed().then(async (allowed) => {
        if (allowed) await this.turn("midi", true);
      });
    } catch {
      /* nothing kept */
    }
    addEventListener("keydown", (event) => this.key(event, true), { capture: true });
    addEventListener("keyup", (event) => this.key(event, false), { capture: true });
    addEventListener("blur", () => {
      for (const code of [...this.down.keys()]) this.letter(code, false);
    });
    addEventListener("gamepadconnected", () => {
      this.tell();
      requestAnimationFrame(() => this.poll());
    });
    addEventListener("gamepaddisconnected", () => this.tell());
  }

  async allowed() {
    try {
      return (await navigator.permissions.query(/** @type {any} */ ({ name: "midi" }))).state === "granted";
    } catch {
      return false;
    }
  }

  tell() {
    this.dispatchEvent(new Event("change"));
  }

  /** @param {Port} port @param {boolean} on */
  async turn(port, on) {
    delete this.why[port];
    this.on[port] = on;
    try {
      if (port === "midi") await (on ? this.openMidi() : this.closeMidi());
      if (port === "motion") await (on ? this.openMotion() : this.closeMotion());
    } catch (error) {
      this.on[port] = false;
      this.why[port] = error instanceof Error ? error.message : String(error);
    }
    try {
      localStorage.setItem(KEY, JSON.stringify({ midi: this.on.midi, letters: this.on.letters }));
    } catch {
      /* private mode: it holds for this visit */
    }
    this.tell();
  }

  // MIDI.

  async openMidi() {
    if (!navigator.requestMIDIAccess) throw new Error("This browser offers no MIDI; Chromium, Edge and Firefox do.");
    try {
      this.access = await navigator.requestMIDIAccess();
    } catch {
      throw new Error("The browser does not allow MIDI for this page; look at the sign beside its address.");
    }
    const listen = () => {
      for (const input of this.access?.inputs.values() ?? []) input.onmidimessage = (event) => this.midi(event.data ?? [], input.name ?? "");
      this.tell();
    };
    this.access.onstatechange = listen;
    listen();
  }

  closeMidi() {
    for (const input of this.access?.inputs.values() ?? []) input.onmidimessage = null;
    if (this.access) this.access.onstatechange = null;
    this.access = null;
  }

  /** The names of what is connected. */
  get devices() {
    const midi = [...(this.access?.inputs.values() ?? [])].map((input) => input.name ?? "MIDI");
    const pads = [...(navigator.getGamepads?.() ?? [])].flatMap((pad) => (pad ? [pad.id.replace(/\s*\(.*\)$/, "")] : []));
    return [...midi, ...pads];
  }

  /** @param {ArrayLike<number>} data @param {string} name */
  midi(data, name) {
    this.zones.hear(data);
    const happened = heard(data, name);
    if (happened) hands.take(happened);
  }

  // Keys.

  /** @param {KeyboardEvent} event @param {boolean} isDown */
  key(event, isDown) {
    const { code, target } = event;
    if (!isDown && this.down.has(code)) return this.letter(code, false);
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const typed = target instanceof HTMLElement && (target.isContentEditable || target.matches("textarea, select, input:not([type=range], [type=checkbox], [type=radio], [type=button])"));
    // The pad and its keys know letters by themselves.
    if (typed || (target instanceof Element && target.closest("urto-pad"))) return;
    const source = { kind: /** @type {const} */ ("key"), number: 0, channel: 0, device: "", code };
    const learns = hands.learner !== null && !["Escape", "Tab", "Enter", "Space"].includes(code);
    const mapped = hands.rows.some((row) => row.source.kind === "key" && row.source.code === code);
    if (document.querySelector("dialog[open]") && !learns && !mapped) return;
    if (learns || mapped) {
      event.preventDefault();
      event.stopPropagation();
      if (!event.repeat) hands.take({ source, value: Number(isDown) });
    } else if (this.on.letters && isDown && (LETTERS.includes(code) || code in OCTAVES)) {
      event.preventDefault();
      event.stopPropagation();
      if (event.repeat) return;
      if (code in OCTAVES) this.octave = Math.min(3, Math.max(-3, this.octave + OCTAVES[code]));
      else this.letter(code, true);
    }
  }

  /** @param {string} code @param {boolean} isDown */
  letter(code, isDown) {
    const note = isDown ? MIDDLE + 12 * this.octave + LETTERS.indexOf(code) : (this.down.get(code) ?? MIDDLE);
    if (isDown) this.down.set(code, note);
    else this.down.delete(code);
    const source = { kind: /** @type {const} */ ("note"), number: 0, channel: 0, device: "keyboard", code: "" };
    hands.take({ source, value: isDown ? VELOCITY : 0, note });
  }

  // Gamepads.

  poll() {
    const pads = [...(navigator.getGamepads?.() ?? [])].flatMap((pad) => (pad?.connected ? [pad] : []));
    for (const pad of pads) {
      const tell = (/** @type {"axis"|"button"} */ kind, /** @type {number} */ number, /** @type {number} */ value) => {
        const key = `${pad.index} ${kind} ${number}`;
        const before = this.pads.get(key);
        if (before !== undefined && Math.abs(before - value) < TREMBLES) return;
        this.pads.set(key, value);
        // Where it stands as it is first seen is nobody's doing.
        if (before !== undefined) hands.take({ source: { kind, number, channel: 0, device: pad.id, code: "" }, value });
      };
      pad.axes.forEach((value, at) => tell("axis", at, (value + 1) / 2));
      pad.buttons.forEach(({ value }, at) => tell("button", at, value));
    }
    if (pads.length > 0) requestAnimationFrame(() => this.poll());
  }

  // Motion.

  async openMotion() {
    if (!("DeviceOrientationEvent" in globalThis)) throw new Error("This device does not tell how it is moved.");
    // Some phones ask.
    const asks = /** @type {any} */ (DeviceOrientationEvent);
    if (asks.requestPermission && (await asks.requestPermission()) !== "granted") throw new Error("This phone does not allow its motion to be read.");
    this.moving = new AbortController();
    const { signal } = this.moving;
    const way = (/** @type {number} */ degrees) => Math.min(1, Math.max(0, 0.5 + degrees / (2 * TILT)));
    const take = (/** @type {"tilt"|"shake"} */ kind, /** @type {number} */ number, /** @type {number} */ value) =>
      hands.take({ source: { kind, number, channel: 0, device: "", code: "" }, value });
    let seen = false;
    addEventListener(
      "deviceorientation",
      ({ beta, gamma }) => {
        if (beta === null || gamma === null) return;
        seen = true;
        // A phone lies in the hand a little raised: that is its rest.
        take("tilt", 0, way(beta - 45));
        take("tilt", 1, way(gamma));
      },
      { signal },
    );
    addEventListener(
      "devicemotion",
      ({ acceleration }) => {
        const { x, y, z } = acceleration ?? {};
        if (typeof x === "number") take("shake", 0, Math.min(1, Math.hypot(x, y ?? 0, z ?? 0) / SHAKE));
      },
      { signal },
    );
    setTimeout(() => this.on.motion && !seen && toast("This device tells nothing of its motion."), 3000);
  }

  closeMotion() {
    this.moving?.abort();
    this.moving = null;
  }
}

export const ports = new Ports();
