// Recording to WAV.

import { app } from "./context.js";
import { download, fileName } from "./dom.js";
import { toast } from "./toasts.js";
import { clock } from "./words.js";

export async function toggleRecording() {
  if (!app.engine.state.recording) {
    app.engine.recordStart();
    return;
  }
  const take = await app.engine.recordStop();
  if (!take) return;
  const save = () => download(`${fileName(take.name.replace(/\.wav$/i, ""))}.wav`, take.blob);
  save();
  toast(`A take of ${clock(take.seconds)} is in your downloads.`, { action: "Save again", run: save });
}
