// What the page itself remembers: view, theme, switches. Never part of a project.

/** @typedef {"sounds"|"play"|"score"|"mix"} View */
/** @typedef {"values"|"edit"|"morph"|"vary"|null} Drawer */
/** @typedef {{theme: "auto"|"light"|"dark", view: View, expert: boolean, drawer: Drawer, square: boolean, map: boolean, structure: boolean, sounds: boolean, hears: boolean, held: Record<string, string[]>, groups: Record<string, string>, amount: number, seed: number, count: number, chosen: number}} Ui */

const KEY = "urto.ui";

/** @type {Ui} */
const START = {
  theme: "auto",
  view: "sounds",
  expert: false,
  drawer: null,
  square: false,
  map: false,
  structure: true,
  sounds: false,
  hears: matchMedia("(min-width: 821px)").matches, // a phone shows the values first
  held: {},
  groups: {},
  amount: 25,
  seed: 1,
  count: 30,
  chosen: 0,
};

/** @type {Record<string, (value: any) => boolean>} */
const FITS = {
  theme: (v) => ["auto", "light", "dark"].includes(v),
  view: (v) => ["sounds", "play", "score", "mix"].includes(v),
  drawer: (v) => v === null || ["values", "edit", "morph", "vary"].includes(v),
  groups: (v) => typeof v === "object" && v !== null && Object.values(v).every((each) => typeof each === "string"),
  held: (v) =>
    typeof v === "object" &&
    v !== null &&
    Object.values(v).every((each) => Array.isArray(each) && each.every((key) => typeof key === "string")),
  amount: (v) => Number.isFinite(v) && v >= 0 && v <= 100,
  seed: (v) => Number.isSafeInteger(v) && v >= 0,
  count: (v) => Number.isInteger(v) && v >= 1 && v <= 999,
  chosen: (v) => Number.isInteger(v) && v >= 0,
};

/** Reads what was kept; what does not fit is left out. @returns {Ui} */
function read() {
  const found = { ...START };
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    for (const key of Object.keys(START)) {
      const fits = FITS[key] ?? ((v) => typeof v === "boolean");
      if (key in kept && fits(kept[key])) /** @type {any} */ (found)[key] = kept[key];
    }
  } catch {
    /* nothing kept, or not readable: start afresh */
  }
  return found;
}

class UiState extends EventTarget {
  #now = read();
  get now() {
    return this.#now;
  }
  /** @param {Partial<Ui>} change */
  set(change) {
    this.#now = { ...this.#now, ...change };
    try {
      localStorage.setItem(KEY, JSON.stringify(this.#now));
    } catch {
      /* private mode: it holds for this visit */
    }
    if ("theme" in change) document.dispatchEvent(new CustomEvent("themechoice", { detail: this.#now.theme }));
    this.dispatchEvent(new CustomEvent("change", { detail: change }));
  }
}

export const ui = new UiState();

/** Calls now and whenever the page's own state changes. @param {AbortSignal} signal @param {(change: Partial<Ui>) => void} call */
export function followUi(signal, call) {
  ui.addEventListener("change", (event) => call(/** @type {CustomEvent} */ (event).detail), { signal });
  call(ui.now);
}
