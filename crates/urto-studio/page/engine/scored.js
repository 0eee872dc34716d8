// The engine's score: written into the document, played by the player at its very frames.

import { Host } from "./host.js";
import { CHANGE, HALT, PLAY, SCORE } from "./player.js";
import { scoreFile } from "./score-file.js";
import { scoreText } from "./score-text.js";
import { recipeOf } from "./take.js";

export class Scored extends Host {
  /** @param {WebAssembly.Module} module */
  constructor(module) {
    super(module);
    /** Where it was started [the score's unit], while it runs; whether the player has begun. @type {{from: number, begun: boolean} | null} */
    this.run = null;
  }

  /**
   * Writes a score; nothing takes it away. What runs goes on with it.
   * @param {import("./types.js").Score | null} score
   */
  setScore(score) {
    const before = this.state.score;
    if (!this.edit("score", score && scoreText(score))) return false;
    this.playOn(before);
    return true;
  }

  /** What runs goes on with the score as it is now. @param {import("./types.js").Score | null} before */
  playOn(before) {
    const { score } = this.state;
    if (!this.run || score === before) return;
    if (!score) return this.haltScore();
    // What counts time otherwise begins anew where it is.
    const same = before && before.beats === score.beats && before.tempo === score.tempo && String(before.cycle) === String(score.cycle);
    if (!same) return this.playScore(Math.min(this.scorePosition() ?? 0, score.length));
    const parts = this.parts(this.run.from);
    if (parts === null) return;
    this.send(SCORE, parts);
    this.send(CHANGE, "");
  }

  /**
   * The score as a WAV file: its length once, whatever is looped.
   * @param {string} software @param {(done: number) => void} onProgress
   * @returns {Promise<Blob | null>} null if it cannot be done
   */
  async saveScore(software, onProgress = () => {}) {
    const { score } = this.state;
    if (!score) return null;
    try {
      const { rate, module } = this;
      const seconds = score.length * unitOf(score);
      const parts = String(this.desk.ask(`whole ${rate}`).text);
      const start = String(this.desk.ask("start").orders);
      const recipe = recipeOf(String(this.desk.ask("project").text), rate, parts);
      return await scoreFile({ module, rate, seconds, parts, start, recipe, software, files: this.namedFiles() }, onProgress);
    } catch (error) {
      this.complain(error);
      return null;
    }
  }

  /** A text that the page keeps with the project. @param {string} name @param {string | null} text */
  keepText(name, text) {
    return this.edit("keep", name, text);
  }

  /** @param {number} from @returns {string | null} what the player is told */
  parts(from) {
    try {
      return String(this.desk.ask(`parts ${this.rate} ${from}`).text);
    } catch (error) {
      this.complain(error);
      return null;
    }
  }

  /** Everything starts anew from rest, and the score is played. @param {number} from in its own unit */
  playScore(from = 0) {
    this.run = { from, begun: false };
    this.sounding(() => {
      if (!this.run) return;
      const parts = this.parts(from);
      if (parts === null) return this.ended();
      this.send(SCORE, parts);
      this.send(PLAY, String(this.desk.ask("start").orders));
      this.dispatchEvent(new CustomEvent("released", { detail: { id: null } }));
    });
    this.tellRun();
  }

  /** It stops; what rings rings on, what is held is let go, and what curves moved goes back. */
  haltScore() {
    if (!this.run) return;
    this.send(HALT, this.backAndReleased());
    this.ended();
  }

  /** Orders that leave everything as the document says. */
  backAndReleased() {
    const slots = this.state.score?.lanes.map(({ slot }) => slot) ?? [];
    return String(this.desk.ask("back").orders) + slots.map((slot) => `release ${slot}\n`).join("");
  }

  ended() {
    this.run = null;
    this.tellRun();
  }

  tellRun() {
    this.dispatchEvent(new CustomEvent("score", { detail: { runs: this.run !== null } }));
  }

  /** Where the score is, in its own unit; nothing while it does not run. Whoever draws it asks each frame. */
  scorePosition() {
    const { run, reports, state } = this;
    if (!run || !state.score) return null;
    this.output?.poll();
    if (reports.position < 0) {
      if (!run.begun) return run.from;
      // It has come to its end by itself.
      this.send(HALT, this.backAndReleased());
      this.ended();
      return null;
    }
    run.begun = true;
    return reports.position / this.rate / unitOf(state.score);
  }
}

/** How long one unit of its times is [s]. @param {import("./types.js").Score} score */
export const unitOf = ({ beats, tempo }) => (beats ? 60 / tempo : 1);
