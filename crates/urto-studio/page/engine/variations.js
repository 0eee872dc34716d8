// Variations, rendered in a worker of their own.

/**
 * @param {import("./variations-worker.js").Task} task
 * @param {(done: number) => void} onProgress
 * @returns {Promise<Blob>}
 */
export function variations(task, onProgress) {
  const worker = new Worker(new URL("./variations-worker.js", import.meta.url), { type: "module" });
  const made = new Promise((finish, fail) => {
    worker.onmessage = ({ data }) => {
      if ("zip" in data) finish(data.zip);
      else if ("problem" in data) fail(new Error(data.problem));
      else onProgress(data.done);
    };
    worker.onerror = (event) => fail(new Error(event.message || "the renderer could not be started"));
    worker.postMessage(task);
  });
  return made.finally(() => worker.terminate());
}
