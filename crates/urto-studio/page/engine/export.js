// Sounds as files of one ZIP, rendered in a worker of their own.

/**
 * How the files are written.
 * @typedef {object} Written
 * @property {"wav"|"flac"} format
 * @property {import("./wav.js").Bits} bits a FLAC file holds integers only
 * @property {number|null} lufs how loud each is to be [LUFS]; null as it is set
 */

/**
 * @param {import("./export-worker.js").Task} task
 * @param {(done: number) => void} onProgress how many files are made
 * @param {AbortSignal} [signal] ends it
 * @returns {Promise<{zip: Blob, notes: string[]} | null>} null if it was ended
 */
export function exported(task, onProgress, signal) {
  const worker = new Worker(new URL("./export-worker.js", import.meta.url), { type: "module" });
  const made = new Promise((finish, fail) => {
    worker.onmessage = ({ data }) => {
      if ("zip" in data) finish(data);
      else if ("problem" in data) fail(new Error(data.problem));
      else onProgress(data.done);
    };
    worker.onerror = (event) => fail(new Error(event.message || "the renderer could not be started"));
    signal?.addEventListener("abort", () => finish(null));
    worker.postMessage(task);
  });
  return made.finally(() => worker.terminate());
}
