// All pictures of one instance: a calm grid where there is room, tabs where there is not.

import "./network.js";
import "./body.js";
import "./pieces.js";
import "./waveform.js";
import "./spectrogram.js";
import "./contact.js";
import "./portrait.js";
import "./friction-loop.js";
import "./modes.js";
import "./ledger.js";
import { feedOf } from "./feed.js";
import { isBuiltOn, lookUp } from "./host.js";
import { make } from "./picture.js";
import { picturesSheet } from "./sheet.js";
import { ROLE } from "./stage.js";

/** Narrower than this there are tabs [px]. */
const NARROW = 500;
/** A picture's least width, and the room between two [px]. */
const LEAST = 240;
const GAP = 24;

/** Pictures in order, with short names for tabs, and what each shows. */
const ALL = [
  { tag: "urto-network", name: "Network", about: "Masses and links in space, as they move" },
  { tag: "urto-pieces", name: "Pieces", about: "What is around, and the small things that happen there" },
  { tag: "urto-body", name: "Body", about: "The body in space, as it bends" },
  { tag: "urto-waveform", name: "Wave", about: "The sound over time" },
  { tag: "urto-spectrogram", name: "Spectrum", about: "The sound over time and frequency" },
  { tag: "urto-contact", name: "Contact", about: "Force and compression where two bodies touch" },
  { tag: "urto-portrait", name: "Portrait", about: "Compression against its speed, blow for blow" },
  { tag: "urto-friction-loop", name: "Friction", about: "Friction's force against the speed of sliding" },
  { tag: "urto-modes", name: "Modes", about: "How much each mode of the body rings" },
  { tag: "urto-ledger", name: "Energy", about: "Energy that was put in, is stored, and was lost" },
];

export class Pictures extends HTMLElement {
  constructor() {
    super();
    /** @type {import("./host.js").PictureHost | null} */
    this.host = null;
    /** @type {unknown} */
    this.id_ = null;
    const root = this.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [picturesSheet];
    this.tabs = make("div", "tabs");
    this.tabs.setAttribute("role", "tablist");
    this.tabs.setAttribute("aria-label", "Pictures");
    this.grid = make("div", "grid");
    this.grid.append(document.createElement("slot"));
    root.append(this.tabs, this.grid);
    /** @type {import("./picture.js").Picture[]} */
    this.pictures = [];
    /** @type {HTMLButtonElement[]} */
    this.buttons = [];
    this.chosen = 0;
    this.tabs.addEventListener("keydown", (event) => this.key(event));
    this.addEventListener("formed", () => this.lay());
    this.addEventListener("staged", () => this.adapt());
    this.resized = new ResizeObserver(() => this.lay());
    this.changed = () => this.adapt();
  }

  connectedCallback() {
    if (this.pictures.length === 0) this.fill();
    this.resized.observe(this);
    this.listen(true);
    this.lay();
    this.adapt();
  }

  disconnectedCallback() {
    this.resized.disconnect();
    this.listen(false);
  }

  /** @param {boolean} on */
  listen(on) {
    const target = /** @type {any} */ (this.host);
    if (on) target?.addEventListener?.("change", this.changed);
    else target?.removeEventListener?.("change", this.changed);
  }

  fill() {
    this.pictures = ALL.map(({ tag, name, about }, n) => {
      const picture = /** @type {import("./picture.js").Picture} */ (document.createElement(tag));
      picture.engine = this.host;
      const button = /** @type {HTMLButtonElement} */ (make("button", "tab"));
      button.type = "button";
      button.textContent = name;
      button.dataset.tip = about;
      button.setAttribute("role", "tab");
      button.addEventListener("click", () => this.choose(n));
      this.buttons.push(button);
      return picture;
    });
    this.tabs.append(...this.buttons);
    this.append(...this.pictures);
    this.choose(0);
  }

  /** @param {import("./host.js").PictureHost | null} engine */
  set engine(engine) {
    this.listen(false);
    this.host = engine;
    this.listen(this.isConnected);
    for (const picture of this.pictures) picture.engine = engine;
    this.watch();
  }

  get engine() {
    return this.host;
  }

  /** Whose taps are shown. @param {unknown} id */
  set instance(id) {
    if (id === this.id_) return;
    this.id_ = id;
    this.watch();
  }

  get instance() {
    return this.id_;
  }

  watch() {
    if (!this.host) return;
    feedOf(this.host).clear();
    if (this.id_ !== null && this.id_ !== undefined) this.host.watch(this.id_);
    this.adapt();
  }

  /**
   * What is rubbed has a friction loop, what is struck or ridden a phase portrait, and a crowd of
   * small events neither, since no two things touch; what is unknown has all.
   */
  adapt() {
    const { host } = this;
    if (!host || this.pictures.length === 0) return;
    const found = lookUp(host, this.id_);
    const sound = found?.sound ?? null;
    const rubbed = isBuiltOn(host.catalogue.sounds, sound, "friction");
    const values = found?.instance.values ?? {};
    const pitch = values["string.pitch"]?.number;
    const given = /** @type {any} */ (values["string.given"])?.choice ?? "pitch";
    // Where it is touched and heard may have changed.
    const body = /** @type {import("./body.js").BodyPicture} */ (this.pictures.find((one) => one.localName === "urto-body"));
    body.again();
    feedOf(host).rubbed = rubbed;
    feedOf(host).hint = pitch && given === "pitch" ? 1 / pitch : null;
    const struck = ["impact", "felt"].some((law) => isBuiltOn(host.catalogue.sounds, sound, law));
    const masses = isBuiltOn(host.catalogue.sounds, sound, "masses");
    this.offer("urto-network", masses);
    // What has no hand is the particles of a liquid.
    const network = /** @type {import("./network.js").NetworkPicture} */ (this.pictures.find((one) => one.localName === "urto-network"));
    const grabs = !sound || sound.params.some(({ key }) => key === "hand.force");
    network.let(grabs);
    this.name("urto-network", grabs ? "Network" : "Liquid");
    // A network has a picture of its own, and links instead of modes.
    const feed = feedOf(host);
    const wet = isBuiltOn(host.catalogue.sounds, sound, "bubble");
    // Before it is known what it looks like, what is made by chance may have pieces.
    const likely = wet || isBuiltOn(host.catalogue.sounds, sound, "chance");
    const staged = !masses && (feed.whole ? feed.stage !== null : likely);
    this.offer("urto-pieces", staged);
    const burns = feed.stage?.parts.some(({ role }) => role === ROLE.flame);
    this.name("urto-pieces", wet ? "Liquid" : burns ? "Fire" : "Pieces");
    const formless = feed.body !== null && feed.body.geometry.parts.length === 0;
    this.offer("urto-body", !masses && !(staged && formless));
    this.offer("urto-modes", !masses);
    this.offer("urto-contact", !sound || rubbed || struck);
    this.offer("urto-portrait", !sound || (struck && !rubbed));
    this.offer("urto-friction-loop", !sound || rubbed);
    if (this.pictures[this.chosen].hidden) this.choose(this.pictures.findIndex((one) => !one.hidden));
    this.lay();
  }

  /**
   * @param {string} tag
   * @param {boolean} fits
   */
  offer(tag, fits) {
    const at = ALL.findIndex((one) => one.tag === tag);
    if (this.pictures[at].hidden === !fits) return;
    this.pictures[at].hidden = !fits;
    this.buttons[at].hidden = !fits;
  }

  /** What a picture and its tab are called. @param {string} tag @param {string} name */
  name(tag, name) {
    const at = ALL.findIndex((one) => one.tag === tag);
    /** @type {import("./space.js").SpacePicture<any>} */ (this.pictures[at]).rename(name);
    if (this.buttons[at].textContent !== name) this.buttons[at].textContent = name;
  }

  lay() {
    const narrow = this.clientWidth > 0 && this.clientWidth < NARROW;
    if (this.hasAttribute("narrow") !== narrow) this.toggleAttribute("narrow", narrow);
    for (const picture of this.pictures) picture.setAttribute("role", narrow ? "tabpanel" : "group");
    this.columns(narrow);
  }

  /** Fills every row: the first picture, a stretch of time, takes the places that would stay empty. @param {boolean} narrow */
  columns(narrow) {
    // What is turned by hand has a row of its own.
    const whole = (/** @type {HTMLElement} */ picture) => picture.matches("urto-network, urto-pieces, urto-body[formed]");
    const offered = this.pictures.filter((picture) => !picture.hidden && !whole(picture));
    const fit = Math.floor((this.clientWidth + GAP) / (LEAST + GAP));
    const count = Math.min(Math.max(fit, 1), Math.max(offered.length, 1));
    const empty = (count - (offered.length % count)) % count;
    this.grid.style.setProperty("--columns", String(count));
    // Two of them share it.
    const turned = this.pictures.filter((picture) => !picture.hidden && whole(picture));
    const half = 1 + Math.ceil(count / 2);
    const row = (/** @type {HTMLElement} */ picture) => {
      if (turned.length !== 2 || count < 2) return "1 / -1";
      return picture === turned[0] ? `1 / ${half}` : `${half} / -1`;
    };
    for (const picture of this.pictures) {
      const wide = !narrow && picture === offered[0];
      const span = whole(picture) && !narrow ? row(picture) : wide ? `span ${1 + empty}` : "";
      if (picture.style.gridColumn !== span) picture.style.gridColumn = span;
    }
  }

  /** @param {number} n */
  choose(n) {
    this.chosen = Math.max(n, 0);
    this.pictures.forEach((picture, at) => picture.toggleAttribute("shown", at === this.chosen));
    this.buttons.forEach((button, at) => {
      button.setAttribute("aria-selected", String(at === this.chosen));
      button.tabIndex = at === this.chosen ? 0 : -1;
    });
    const chosen = this.buttons[this.chosen];
    if (chosen && this.isConnected) {
      // Into view sideways, without moving the page.
      this.tabs.scrollLeft = chosen.offsetLeft - (this.tabs.clientWidth - chosen.offsetWidth) / 2;
    }
  }

  /** Holds what was heard, if it is in sight, or lets it go on. */
  hold() {
    if (!this.host || !this.checkVisibility()) return;
    const feed = feedOf(this.host);
    feed.hold(feed.held === null);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const step = { ArrowRight: 1, ArrowLeft: -1, Home: 0, End: 0 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const offered = this.buttons.map((_, n) => n).filter((n) => !this.buttons[n].hidden);
    const at = offered.indexOf(this.chosen);
    const next = event.key === "Home" ? 0 : event.key === "End" ? offered.length - 1 : (at + step + offered.length) % offered.length;
    this.choose(offered[next]);
    this.buttons[offered[next]].focus();
  }

  /** Mean time of a frame of all pictures [ms]; for tests. */
  get cost() {
    return this.host ? feedOf(this.host).cost : 0;
  }
}

customElements.define("urto-pictures", Pictures);
