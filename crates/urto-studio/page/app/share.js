// A project in an address: all of it behind the #, packed; nothing is sent anywhere.

import { app } from "./context.js";
import { sure } from "./dialogs.js";
import { toast } from "./toasts.js";
import { ui } from "./ui.js";

/** What a link's part behind the # begins with: the version of how it is packed. */
const VERSION = "1.";
/** Longest part behind the # [bytes]: longer ones are cut by mail programs and the like. */
const LONGEST = 8192;
/** Largest text that a link may unfold to [bytes]. */
const LARGEST = 1 << 20;

/** What a link brings: everything but the presets that lie on the shelf. @param {string} text of a project */
const shared = (text) =>
  text
    .split(/\n(?=\[)/)
    .filter((part) => !part.startsWith("[[preset]]"))
    .join("\n");

/** @param {BlobPart} bytes @param {CompressionStream | DecompressionStream} through @param {number} most */
async function through(bytes, through, most) {
  const reader = new Blob([bytes]).stream().pipeThrough(through).getReader();
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const parts = [];
  let size = 0;
  for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
    const part = /** @type {Uint8Array<ArrayBuffer>} */ (value);
    parts.push(part);
    size += part.length;
    if (size > most) {
      await reader.cancel();
      throw new Error("it unfolds to more than a project can be");
    }
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** The part of an address that holds a project. @param {string} text */
export async function packed(text) {
  const bytes = await through(shared(text), new CompressionStream("deflate-raw"), LARGEST);
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return VERSION + btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The project in such a part; throws what is wrong with it. @param {string} hash without its # */
export async function unpacked(hash) {
  if (hash.length > LONGEST) throw new Error(`it is longer than ${LONGEST / 1024} kB`);
  if (!hash.startsWith(VERSION)) throw new Error("it was made by another version of urto");
  try {
    const letters = atob(hash.slice(VERSION.length).replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    return new TextDecoder("utf-8", { fatal: true }).decode(await through(bytes, new DecompressionStream("deflate-raw"), LARGEST));
  } catch (error) {
    throw new Error(error instanceof Error && error.message.startsWith("it unfolds") ? error.message : "a part of it is missing or was changed");
  }
}

/** Puts a link to what is on the bench where one can paste it. */
export async function copyLink() {
  const hash = await packed(app.engine.exportProject());
  if (hash.length > LONGEST) {
    toast(`This project would need ${Math.ceil(hash.length / 1024)} kB, and a link holds ${LONGEST / 1024}: save it to a file instead.`, { problem: true });
    return;
  }
  const link = new URL(`#${hash}`, location.href.split("#")[0]).href;
  const files = app.engine.state.files.filter((file) => file.named).map((file) => file.name);
  const also = files.length > 0 ? ` Send ${files.join(", ")} along: a link only names files.` : "";
  try {
    await navigator.clipboard.writeText(link);
    toast(`A link to this project is copied.${also}`);
  } catch {
    history.replaceState(null, "", link);
    toast(`The link is in the address bar: copy it there.${also}`);
  }
}

/** Opens what the address brings, now and whenever it changes. */
export function openLinks() {
  const open = async () => {
    const hash = location.hash.slice(1);
    // A place of the page, such as its main part, is none.
    if (!/^\d+\./.test(hash)) return;
    history.replaceState(null, "", location.href.split("#")[0]);
    try {
      const text = await unpacked(hash);
      const { instances } = app.engine.state;
      if (instances.length > 0 && !(await sure("Open the project of this link?", "It takes the place of what is on the bench. Undo brings that back.", "Open"))) return;
      if (app.engine.importFile("link.toml", text)) ui.set({ view: "play" });
    } catch (error) {
      toast(`The link cannot be opened: ${error instanceof Error ? error.message : error}.`, { problem: true });
    }
  };
  addEventListener("hashchange", open);
  return open();
}
