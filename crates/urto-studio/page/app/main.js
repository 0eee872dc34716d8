// Starts the studio: the engine, what was kept, then the page.

import { Engine } from "../engine/engine.js";
import { app } from "./context.js";
import { fill, h } from "./dom.js";
import { firstVisit } from "./firstvisit.js";
import { bringBack, keepFiles } from "./kept.js";
import { keep, restore } from "./store.js";
import { openLinks } from "./share.js";
import { toast } from "./toasts.js";
import "./frame.js";

async function start() {
  const frame = document.querySelector("urto-app");
  try {
    app.engine = await Engine.load();
  } catch (error) {
    if (frame)
      fill(
        frame,
        h(
          "p",
          { class: "waking", role: "alert", data: { test: "no-engine" } },
          `The sound engine could not be loaded: ${error instanceof Error ? error.message : error}`,
        ),
      );
    return;
  }
  app.engine.addEventListener("problem", (event) =>
    toast(String(/** @type {CustomEvent} */ (event).detail.message), { problem: true }),
  );
  await bringBack();
  restore();
  keep();
  keepFiles();
  /** @type {import("./frame.js").Frame|null} */ (frame)?.show();
  await openLinks();
  firstVisit();
}

start();
