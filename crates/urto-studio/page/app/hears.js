// What one hears, as controls: a wish is solved for physical values, in a worker of its own.
// All of it follows from the targets that the sound tells; nothing is known here about any sound.

import { Part, app, follow, instance, soundInfo } from "./context.js";
import { fill, h, later, say } from "./dom.js";
import { tableOf } from "./table.js";
import { targetCard } from "./target.js";
import { nearness, reachOf } from "./reach.js";
import { ui } from "./ui.js";
import { groupTitle, leafTitle, title } from "./words.js";

/** @typedef {import("./target.js").Card} Card */
/** @typedef {{key: string, text: string, settled: boolean}} Wish */
/** @typedef {{preset: string, values: Record<string, import("./types.js").Value>, moved: Set<string>}} Hand where a move began, and what it has moved */

/** Nothing is measured anew before values have been quiet for so long [ms]. */
const QUIET = 150;
/** A search that lasts longer than this says so [ms]. */
const PATIENCE = 300;

class Hears extends Part {
  instance = 0;
  /** @type {Card[]} */
  #cards = [];
  /** What is to be solved for next; a newer wish takes the place of one that waits. @type {Wish|null} */
  #wish = null;
  /** The move that goes on. @type {Hand|null} */
  #hand = null;
  /** What is still to be measured. @type {(() => Promise<void>)[]} */
  #rest = [];
  #busy = false;
  /** The sound as it was when it was last looked at. */
  #seen = "";
  /** The sound that the last wish left behind: values that differ came from another hand. */
  #stands = "";
  #list = h("div", { class: "targets" });
  #told = h("p", { class: "target-told", role: "status", data: { test: "target-told" } });
  #found = h("p", { class: "target-found small", data: { test: "target-found" } });
  #signal = new AbortController().signal;

  /** @param {AbortSignal} signal */
  start(signal) {
    this.#signal = signal;
    // All of it stands at once; numbers come as they are measured.
    this.#lay(soundInfo(this.#sound)?.targets ?? []);
    const details = h(
      "details",
      { class: "hears", data: { test: "hears" } },
      h(
        "summary",
        { data: { tip: "Says what is to be heard, how long a contact lasts or how high it sounds, and finds the values for it" } },
        h("h3", null, "What one hears"),
        h("span", { class: "small quiet" }, "Move it, and the physical values that make it are found."),
      ),
      this.#list,
      this.#told,
      this.#found,
    );
    details.open = ui.now.hears;
    details.addEventListener("toggle", () => {
      if (details.open !== ui.now.hears) ui.set({ hears: details.open });
      if (details.open) this.#look();
    });
    fill(this, details);
    const soon = later(QUIET, () => this.#look());
    follow(signal, (change) => {
      if (change.id === null || change.id === this.instance) soon();
    });
  }

  get #held() {
    return ui.now.held[this.#sound] ?? [];
  }

  get #sound() {
    return instance(this.instance)?.sound ?? "";
  }

  /** Measures everything anew if the sound has changed. */
  async #look() {
    if (this.#signal.aborted) return;
    const preset = app.engine.presetOf(this.instance);
    if (preset === null || preset === this.#seen) return;
    this.#seen = preset;
    // A hand on the physical values gives up what was wished for before.
    if (preset !== this.#stands) {
      this.#stands = preset;
      for (const card of this.#cards) card.wanted = null;
      this.#tell("", []);
    }
    this.#rest = [() => this.#learn(preset), ...this.#surveys(preset)];
    if (!ui.now.hears) this.#seen = ""; // folded away nothing is measured, only whether there is anything
    this.#work();
  }

  /** Learns what can be asked for. @param {string} preset */
  async #learn(preset) {
    const { targets, error } = await app.engine.aims.ask("targets", preset);
    if (error) throw new Error(error);
    const keys = (/** @type {{key: string}[]} */ all) => all.map(({ key }) => key).join();
    if (keys(targets) !== keys(this.#cards)) {
      this.#lay(targets);
      this.#rest = this.#surveys(preset);
    }
  }

  /** @param {readonly import("../engine/aims.js").Target[]} targets */
  #lay(targets) {
    this.#cards = targets.map((target) =>
      targetCard(target, {
        wish: (text, settled) => this.#ask({ key: target.key, text, settled }),
        hold: (on) => this.#hold(target.key, on),
      }),
    );
    for (const card of this.#cards) card.showHeld(this.#held.includes(card.key));
    fill(
      this.#list,
      this.#cards.map((card) => card.element),
    );
    this.hidden = this.#cards.length === 0;
  }

  /** How everything is first, then how far each can go. @param {string} preset */
  #surveys(preset) {
    if (!ui.now.hears) return [];
    const now = this.#cards.map((card) => async () => {
      const { now } = await app.engine.aims.ask("measure", preset, card.key);
      card.showNow(Number.isFinite(now) ? now : null);
    });
    const far = this.#cards.map((card) => async () => {
      const whole = reachOf(await app.engine.aims.ask("reachable", preset, card.key));
      const kept = this.#kept(card.key);
      const asked = `${card.key}\n${lines(kept)}`;
      const reach = kept.length ? reachOf(await app.engine.aims.ask("reachable", preset, asked)) : whole;
      card.showReach(whole, reach, kept.map(({ key }) => title(key).toLowerCase()));
    });
    return [...now, ...far];
  }

  /** What is held beside one of them. @param {string} key @returns {{key: string, text: string}[]} */
  #kept(key) {
    const value = (/** @type {Card} */ card) => card.wanted ?? card.now;
    return this.#cards
      .filter((card) => card.key !== key && this.#held.includes(card.key) && value(card) !== null)
      .map((card) => ({ key: card.key, text: String(value(card)) }));
  }

  /** @param {string} key @param {boolean} on */
  #hold(key, on) {
    const held = this.#held.filter((other) => other !== key);
    ui.set({ held: { ...ui.now.held, [this.#sound]: on ? [...held, key] : held } });
    this.#cards.find((card) => card.key === key)?.showHeld(on);
    this.#seen = "";
    this.#look();
  }

  /** @param {Wish} wish */
  #ask(wish) {
    this.#wish = wish;
    // What was still to be measured is of a sound that goes; all of it comes when the hand rests.
    this.#rest = [];
    this.#seen = "";
    this.#work();
  }

  /** Does one thing after the other; wishes come first. */
  async #work() {
    if (this.#busy) return;
    this.#busy = true;
    this.setAttribute("aria-busy", "true");
    try {
      while (!this.#signal.aborted) {
        const wish = this.#wish;
        this.#wish = null;
        const next = wish ? () => this.#solve(wish) : this.#rest.shift();
        if (!next) break;
        await next();
      }
    } catch (error) {
      this.#rest = [];
      this.#tell(error instanceof Error ? error.message : String(error), []);
    } finally {
      this.#busy = false;
      this.setAttribute("aria-busy", "false");
    }
  }

  /**
   * Solves from where the hand began, so that what is found does not depend on its way.
   * @param {Wish} wish
   */
  async #solve({ key, text, settled }) {
    const card = this.#cards.find((each) => each.key === key);
    const before = app.engine.presetOf(this.instance);
    const values = instance(this.instance)?.values;
    if (!card || before === null || !values) return;
    if (before !== this.#stands) this.#hand = null;
    this.#hand ??= { preset: before, values, moved: new Set() };
    const hand = this.#hand;
    const all = [...this.#kept(key), { key, text }];
    const waits = setTimeout(() => this.#tell("", [], [], "Searching …"), PATIENCE);
    const asked = app.engine.aims.ask("solve", hand.preset, lines(all)).finally(() => clearTimeout(waits));
    /** @type {import("../engine/aims.js").Solved & {error?: string}} */
    const { met, set, error } = await asked;
    // What was changed or taken back meanwhile is another sound: the answer is not for it.
    if (app.engine.presetOf(this.instance) === before) {
      if (error === undefined) {
        for (const one of met) this.#cards.find((each) => each.key === one.key)?.showMet(one.wanted, one.got);
        this.#tell("", set, met);
        this.#put(hand, set);
      } else this.#tell(error, []);
      if (settled) app.engine.aim(this.instance, []);
      this.#stands = app.engine.presetOf(this.instance) ?? "";
    }
    if (settled && this.#wish === null) {
      this.#hand = null;
      card.letGo();
      this.#seen = "";
      this.#look();
    }
  }

  /** Sets what was found; what was found on the way and is no longer goes back. @param {Hand} hand @param {import("../engine/aims.js").Found[]} set */
  #put(hand, set) {
    const found = new Set(set.map(({ key }) => key));
    const back = [...hand.moved].filter((key) => !found.has(key));
    const old = back.map((key) => ({ key, value: hand.values[key].number ?? 0, text: "" }));
    hand.moved = found;
    app.engine.aim(this.instance, [...set, ...old], { settled: false });
  }

  /**
   * @param {string} problem
   * @param {import("../engine/aims.js").Found[]} set
   * @param {import("../engine/aims.js").Met[]} met
   * @param {string} otherwise
   */
  #tell(problem, set, met = [], otherwise = "") {
    this.#told.classList.toggle("refused", problem !== "");
    const units = new Map(this.#cards.map((card) => [card.key, card.unit]));
    const near = met.map((one) => `${title(one.key)} ${nearness(one, units.get(one.key) ?? "")}`).join("; ");
    say(this.#told, problem || (near && `${near}.`) || otherwise);
    fill(
      this.#found,
      set.length > 0 && "Found: ",
      set.map(({ key, text }) => this.#link(key, text)),
    );
  }

  /** A value that was found; pressing it shows where it stands. @param {string} key @param {string} text */
  #link(key, text) {
    const path = tableOf(key);
    const show = () => {
      const info = soundInfo(this.#sound)?.params.find((param) => param.key === key);
      ui.set({
        expert: ui.now.expert || info?.tier === "expert",
        groups: { ...ui.now.groups, [this.#sound]: path },
      });
      const field = this.parentElement?.querySelector(`[data-test="field"][data-key="${CSS.escape(key)}"]`);
      if (field instanceof HTMLElement) field.focus();
    };
    const where = path === "" ? "" : `${groupTitle(path)} · `;
    const name = `${where}${path === "" ? leafTitle(key) : leafTitle(key).toLowerCase()}`;
    return h(
      "button",
      { type: "button", class: "target-value", data: { test: "target-value", key, tip: "Goes to this value below" }, on: { click: show } },
      `${name} `,
      h("b", { class: "number" }, text),
    );
  }
}
customElements.define("urto-hears", Hears);

/** @param {{key: string, text: string}[]} wishes */
const lines = (wishes) => wishes.map(({ key, text }) => `${key} ${text}`).join("\n");
