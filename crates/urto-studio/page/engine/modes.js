// How a small mesh rings, found in a worker.

/**
 * @typedef {object} Request
 * @property {string} name of the file
 * @property {string} unit m, cm, mm or in
 * @property {string} material
 * @property {number} count of modes
 * @property {boolean} repair whether the surface is mended
 * @property {"none"|"preview"|"normal"} air how carefully it is found how they sound in the air
 */
/** @typedef {{body: ArrayBuffer, notes: string[]} | {large: string} | {problem: string}} Outcome */

export class Search {
  /**
   * @param {Request} asked
   * @param {ArrayBuffer} content
   * @param {(share: number) => void} reach is told which share of the work is done
   */
  constructor({ name, unit, material, count, repair, air }, content, reach) {
    this.worker = new Worker(new URL("./modes-worker.js", import.meta.url), { type: "module" });
    const plain = name.replace(/[\r\n]/g, " ");
    const asked = [plain, unit, material, count, repair ? "repair" : "", air, ""].join("\n");
    const file = new URL("./modes.wasm", import.meta.url).href;
    /** Ends it. @type {() => void} */
    this.stop = () => {};
    /** What came of it; null if it was stopped. @type {Promise<Outcome|null>} */
    this.outcome = new Promise((done) => {
      this.stop = () => {
        this.worker.terminate();
        done(null);
      };
      this.worker.onmessage = ({ data }) => {
        if ("share" in data) return reach(data.share);
        done(data);
        this.worker.terminate();
      };
      this.worker.onerror = (event) => {
        done({ problem: event.message || "the worker could not be started" });
        this.worker.terminate();
      };
    });
    this.worker.postMessage({ file, asked, bytes: content });
  }
}
