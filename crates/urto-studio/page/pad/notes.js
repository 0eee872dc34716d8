// A row of keys that plays pitches: by pointer, by arrow keys, and by the letters of a keyboard as
// they lie under a pianist's hand. The middle one is the sound as it is set.

import { make } from "../see/picture.js";

/** From and to, in half steps: wide enough for a finger in a narrow pad. */
const LOWEST = -5;
const HIGHEST = 12;
/** By place on the keyboard, whatever letter is printed there. */
const LETTERS = ["KeyA", "KeyW", "KeyS", "KeyE", "KeyD", "KeyF", "KeyT", "KeyG", "KeyY", "KeyH", "KeyU", "KeyJ", "KeyK"];
const OCTAVE = 12;
/** Raised keys of an octave. */
const RAISED = [1, 3, 6, 8, 10];

/** @param {number} step half steps */
const raised = (step) => RAISED.includes((step + OCTAVE) % OCTAVE);

/** The factor on all frequencies. @param {number} step half steps */
export const factor = (step) => 2 ** (step / OCTAVE);

/** @param {number} step */
function words(step) {
  if (step === 0) return "as it is set";
  const count = Math.abs(step);
  return `${count} half step${count === 1 ? "" : "s"} ${step > 0 ? "up" : "down"}`;
}

export class Notes {
  /**
   * @param {(pitch: number) => void} play
   * @param {() => void} stop nothing is down any more
   */
  constructor(play, stop) {
    this.play = play;
    this.stop = stop;
    /** What is down, the last one last: who pressed it, and how many half steps. @type {{who: string, step: number}[]} */
    this.down = [];
    this.chosen = 0;
    this.row = make("div", "notes");
    this.row.tabIndex = 0;
    this.row.setAttribute("role", "slider");
    this.row.setAttribute("aria-label", "Pitch keys");
    this.row.dataset.tip = "Plays pitches: press a key, or A W S E D F … K as on a piano; with Shift an octave below";
    this.row.setAttribute("aria-valuemin", String(LOWEST));
    this.row.setAttribute("aria-valuemax", String(HIGHEST));
    /** @type {Map<number, HTMLElement>} */
    this.keys = new Map();
    let flat = 0;
    for (let step = LOWEST; step <= HIGHEST; step++) {
      const key = make("span", raised(step) ? "key raised" : "key");
      key.dataset.step = String(step);
      key.setAttribute("aria-hidden", "true");
      key.style.setProperty("--at", String(flat));
      if (!raised(step)) flat++;
      const letter = LETTERS[step]?.slice(3) ?? "";
      key.append(make("b", "letter"));
      /** @type {HTMLElement} */ (key.firstChild).textContent = letter;
      this.keys.set(step, key);
      this.row.append(key);
    }
    this.row.style.setProperty("--flat", String(flat));
    this.show();
    this.listen();
  }

  listen() {
    const { row } = this;
    row.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      const step = this.stepAt(event);
      if (step === null) return;
      try {
        row.setPointerCapture(event.pointerId);
      } catch {
        // The pointer is gone already; its end has been told.
      }
      this.press(`pointer ${event.pointerId}`, step);
    });
    row.addEventListener("pointermove", (event) => {
      const who = `pointer ${event.pointerId}`;
      const step = this.stepAt(event);
      // A finger slides from key to key.
      if (step !== null && this.down.some((own) => own.who === who && own.step !== step)) this.press(who, step);
    });
    for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) {
      row.addEventListener(end, (event) => this.lift(`pointer ${/** @type {PointerEvent} */ (event).pointerId}`));
    }
    row.addEventListener("contextmenu", (event) => event.preventDefault());
    row.addEventListener("blur", () => this.liftKeys());
  }

  /** The key under a pointer. @param {PointerEvent} event */
  stepAt({ clientX, clientY }) {
    const holds = (/** @type {HTMLElement} */ key) => {
      const box = key.getBoundingClientRect();
      return clientX >= box.left && clientX < box.right && clientY >= box.top && clientY < box.bottom;
    };
    // Raised keys lie over the others.
    const all = [...this.keys].sort(([a], [b]) => Number(raised(b)) - Number(raised(a)));
    return all.find(([, key]) => holds(key))?.[0] ?? null;
  }

  /** @param {string} who @param {number} step half steps */
  press(who, step) {
    this.down = this.down.filter((own) => own.who !== who);
    this.down.push({ who, step });
    this.chosen = step;
    this.show();
    this.play(factor(step));
  }

  /** The last of those that are still down goes on; after none there is an end. @param {string} who */
  lift(who) {
    const before = this.down.at(-1);
    const left = this.down.filter((own) => own.who !== who);
    if (left.length === this.down.length) return;
    this.down = left;
    this.show();
    const now = left.at(-1);
    if (!now) this.stop();
    else if (now !== before) this.back(factor(now.step));
  }

  /** A key that is still down is heard again; for what is struck that is no news. @param {number} pitch */
  back(pitch) {
    if (this.goesOn) this.play(pitch);
  }

  /** Whether what is played goes on while a key is down. */
  goesOn = false;

  /** The factor of what is down; nothing if nothing is. */
  get pitch() {
    const last = this.down.at(-1);
    return last && factor(last.step);
  }

  /** The keyboard's keys are up: their end would be told elsewhere. Pointers tell their own. */
  liftKeys() {
    for (const { who } of [...this.down]) if (!who.startsWith("pointer")) this.lift(who);
  }

  /** A key of the keyboard; tells whether it was one of these. @param {KeyboardEvent} event */
  keyDown(event) {
    const place = LETTERS.indexOf(event.code);
    if (place >= 0) {
      if (!event.repeat) this.press(event.code, event.shiftKey ? place - OCTAVE : place);
      return true;
    }
    if (event.target !== this.row) return false;
    const step = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key];
    if (event.key === "Home") this.chosen = LOWEST;
    else if (event.key === "End") this.chosen = HIGHEST;
    else if (step) this.chosen = Math.min(Math.max(this.chosen + step, LOWEST), HIGHEST);
    else if (event.key === " " || event.key === "Enter") {
      if (!event.repeat) this.press(event.code, this.chosen);
    } else return false;
    this.show();
    return true;
  }

  /** @param {KeyboardEvent} event */
  keyUp(event) {
    this.lift(event.code);
  }

  show() {
    for (const [step, key] of this.keys) {
      key.toggleAttribute("data-down", this.down.some((own) => own.step === step));
      key.toggleAttribute("data-chosen", step === this.chosen);
    }
    this.row.setAttribute("aria-valuenow", String(this.chosen));
    this.row.setAttribute("aria-valuetext", words(this.chosen));
  }
}
