// From the page to the ear: the audio context, the player in it, and the way to and fro.

import { begin } from "./module.js";
import { PART, Player } from "./player.js";
import { Ring } from "./ring.js";

/** Memory for messages to the player, and for its reports [bytes]: a report of 65,536 points has one MiB. */
const INBOX = 1 << 20;
const OUTBOX = 1 << 22;
/** Messages that found no room are sent again after so long [ms]. */
const AGAIN = 10;
/** Block of a player on the page's own thread [frames]. */
const PAGE_BLOCK = 1024;
/** How long to wait for a context that the browser does not let sound yet [ms]. */
const PATIENCE = 1500;

/** @typedef {import("./player.js").News} News */

/**
 * A message in pieces that the ring can hold: all but the last are marked as the beginning.
 * @param {Uint8Array} message
 * @param {number} most bytes of each
 */
export function parts(message, most) {
  if (message.length <= most) return [message];
  const pieces = [];
  for (let at = 1; at < message.length; at += most) {
    const last = at + most >= message.length;
    const piece = new Uint8Array(1 + Math.min(most, message.length - at));
    piece[0] = last ? message[0] : PART;
    piece.set(message.subarray(at, at + most), 1);
    pieces.push(piece);
  }
  return pieces;
}

export class Output {
  /**
   * @param {AudioContext} context
   * @param {(news: News) => void} hear
   */
  constructor(context, hear) {
    this.context = context;
    this.hear = hear;
    this.analyser = new AnalyserNode(context, { fftSize: 4096, smoothingTimeConstant: 0 });
    /** @type {AudioNode | null} */
    this.node = null;
    /** @type {Ring | null} */
    this.inbox = null;
    /** @type {Ring | null} */
    this.outbox = null;
    /** @type {Uint8Array[]} */
    this.unsent = [];
    /** @type {(message: Uint8Array) => void} */
    this.deliver = () => {};
    /** Where the player runs. @type {"audio thread, shared memory" | "audio thread, messages" | "page"} */
    this.way = "page";
  }

  /**
   * @param {WebAssembly.Module} module
   * @param {(news: News) => void} hear
   */
  static async open(module, hear) {
    const context = new AudioContext({ latencyHint: "interactive" });
    try {
      return await Output.in(context, module, hear);
    } catch (error) {
      context.close();
      throw error;
    }
  }

  /**
   * @param {AudioContext} context
   * @param {WebAssembly.Module} module
   * @param {(news: News) => void} hear
   */
  static async in(context, module, hear) {
    const output = new Output(context, hear);
    // Browsers give an audio thread only to pages from https or from the machine itself.
    const node = context.audioWorklet ? await output.worklet(module) : await output.page(module);
    output.node = node;
    node.connect(context.destination);
    node.connect(output.analyser);
    await output.resume();
    return output;
  }

  /** Lets it sound, as soon as the browser allows. */
  async resume() {
    if (this.context.state === "running") return;
    const running = this.context.resume().catch(() => {});
    await Promise.race([running, new Promise((done) => setTimeout(done, PATIENCE))]);
  }

  /** @param {WebAssembly.Module} module */
  async worklet(module) {
    await this.context.audioWorklet.addModule(new URL("./worklet.js", import.meta.url));
    const shared = globalThis.crossOriginIsolated === true;
    const inbox = shared ? Ring.memory(INBOX) : null;
    const outbox = shared ? Ring.memory(OUTBOX) : null;
    const node = new AudioWorkletNode(this.context, "urto", {
      numberOfInputs: 0,
      outputChannelCount: [2],
      processorOptions: { module, inbox, outbox },
    });
    node.port.onmessage = ({ data }) => this.hear(data);
    node.onprocessorerror = () => {
      this.hear({ problem: new TextEncoder().encode("the sound engine stopped; reload the page") });
    };
    this.inbox = inbox && new Ring(inbox);
    this.outbox = outbox && new Ring(outbox);
    this.way = shared ? "audio thread, shared memory" : "audio thread, messages";
    this.deliver = (message) => node.port.postMessage(message);
    return node;
  }

  /**
   * A player on the page's own thread: it may stutter when the page is busy, but it plays.
   * @param {WebAssembly.Module} module
   */
  async page(module) {
    const player = new Player(await begin(module), this.context.sampleRate, (news) => this.hear(news));
    const node = this.context.createScriptProcessor(PAGE_BLOCK, 0, 2);
    node.onaudioprocess = ({ outputBuffer }) => {
      player.render(outputBuffer.getChannelData(0), outputBuffer.getChannelData(1));
    };
    this.deliver = (message) => player.receive(message);
    return node;
  }

  /**
   * Sends a message to the player; messages arrive in order.
   * @param {Uint8Array} message
   */
  send(message) {
    if (!this.inbox) return this.deliver(message);
    this.unsent.push(...parts(message, this.inbox.size / 4));
    this.push();
  }

  /** Moves what waits into the ring, as far as there is room. */
  push() {
    while (this.unsent.length > 0 && this.inbox?.push(this.unsent[0])) this.unsent.shift();
    if (this.unsent.length > 0) setTimeout(() => this.push(), AGAIN);
  }

  /** Hears what came through shared memory. */
  poll() {
    for (let report = this.outbox?.shift(); report; report = this.outbox?.shift()) {
      this.hear({ report });
    }
  }

  /** Times at which sound was missing, if the browser tells. @returns {number | null} */
  get underruns() {
    const stats = /** @type {{playbackStats?: {underrunEvents?: number}}} */ (this.context).playbackStats;
    return stats?.underrunEvents ?? null;
  }
}
