// Files that parameters name, kept in the browser's own store, so that a reload loses none.

import { app } from "./context.js";
import { toast } from "./toasts.js";

const BASE = "urto";
const FILES = "files";

/** @returns {Promise<IDBDatabase>} */
function base() {
  return new Promise((done, fail) => {
    const asked = indexedDB.open(BASE, 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(FILES, { keyPath: "name" });
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => fail(asked.error);
    asked.onblocked = () => fail(new Error("another page holds the store"));
  });
}

/**
 * Does something with the store; it is closed again afterwards.
 * @template T
 * @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore) => IDBRequest<T> | null} act
 * @returns {Promise<T | undefined>}
 */
async function within(mode, act) {
  const open = await base();
  try {
    return await new Promise((done, fail) => {
      const deal = open.transaction(FILES, mode);
      const asked = act(deal.objectStore(FILES));
      deal.oncomplete = () => done(asked?.result);
      deal.onerror = () => fail(deal.error);
      deal.onabort = () => fail(deal.error);
    });
  } finally {
    open.close();
  }
}

/** Brings back the files that were kept, before anything names them. */
export async function bringBack() {
  try {
    const kept = await within("readonly", (store) => store.getAll());
    for (const { name, bytes } of kept ?? []) app.engine.importFile(name, bytes);
  } catch {
    /* a browser without a store keeps nothing; what then is missing is said where it is named */
  }
}

/** Keeps every file that comes, and lets go what is forgotten, from now on. */
export function keepFiles() {
  const known = new Map(app.engine.state.files.map(({ name, hash }) => [name, hash]));
  app.engine.addEventListener("change", () => {
    const { files } = app.engine.state;
    const gone = [...known.keys()].filter((name) => !files.some((file) => file.name === name));
    const fresh = files.filter(({ name, hash }) => known.get(name) !== hash);
    if (gone.length + fresh.length === 0) return;
    for (const name of gone) known.delete(name);
    for (const { name, hash } of fresh) known.set(name, hash);
    const put = fresh.map(({ name }) => ({ name, bytes: app.engine.desk.file(name)?.buffer }));
    within("readwrite", (store) => {
      for (const name of gone) store.delete(name);
      for (const file of put) store.put(file);
      return null;
    }).catch(() => toast("The browser has no room to keep this file: it is here until the page is closed."));
  });
}
