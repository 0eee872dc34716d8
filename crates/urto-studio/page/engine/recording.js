// Recordings: a sound file that says nothing of how it was made becomes the body that was struck in it.

import { partOf } from "./shape.js";

/** What sound files begin with, besides WAV files: FLAC, Ogg. */
const FIRST = ["fLaC", "OggS"];
/** The rate of what does not say it [Hz]. */
const USUAL = 48000;
/** What is longer is refused before it is gone through [s]; the module refuses it too. */
const LONGEST = 60;

/** Whether a file is a recording, and not what urto wrote. @param {string | ArrayBuffer} content @returns {content is ArrayBuffer} */
export function isRecording(content) {
  if (typeof content === "string") return false;
  const letters = String.fromCharCode(...new Uint8Array(content.slice(0, 12)));
  if (letters.startsWith("RIFF") && letters.endsWith("WAVE")) return !partOf(content, "urto");
  return FIRST.includes(letters.slice(0, 4));
}

/**
 * The file of the body that was struck; throws what is wrong.
 * @param {WebAssembly.Module} module
 * @param {string} name
 * @param {ArrayBuffer} content
 * @returns {Promise<string>}
 */
export async function bodyOf(module, name, content) {
  const { samples, rate } = await decoded(name, content);
  const worker = new Worker(new URL("./recording-worker.js", import.meta.url), { type: "module" });
  try {
    const { body, error } = await new Promise((done, fail) => {
      worker.onmessage = ({ data }) => done(data);
      worker.onerror = (event) => fail(new Error(`${name}: ${event.message || "the worker could not be started"}`));
      worker.postMessage({ module, name, samples, rate }, [samples.buffer]);
    });
    if (error) throw new Error(error);
    return body;
  } finally {
    worker.terminate();
  }
}

/**
 * The mean of all channels, at the rate of the recording where that is known.
 * @param {string} name
 * @param {ArrayBuffer} content
 */
async function decoded(name, content) {
  const format = partOf(content, "fmt ");
  const own = format && format.byteLength >= 8 ? new DataView(format.buffer, format.byteOffset).getUint32(4, true) : USUAL;
  const sound = await read(content, own).catch(() => {
    throw new Error(`${name}: this browser cannot read the sound in it; a WAV, FLAC or Ogg file that is whole is wanted`);
  });
  if (sound.duration > LONGEST) throw new Error(`${name} is longer than a minute; cut out a single blow and drop that`);
  const samples = new Float32Array(sound.length);
  for (let channel = 0; channel < sound.numberOfChannels; channel++) {
    sound.getChannelData(channel).forEach((sample, n) => (samples[n] += sample / sound.numberOfChannels));
  }
  return { samples, rate: sound.sampleRate };
}

/** Browsers bring what they read to the rate of who asks. @param {ArrayBuffer} content @param {number} rate */
async function read(content, rate) {
  return new OfflineAudioContext(1, 1, rate).decodeAudioData(content.slice(0));
}
