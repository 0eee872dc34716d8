// The engine in the browser's audio thread.

import { Player } from "./player.js";
import { Ring } from "./ring.js";

/**
 * @typedef {object} WorkletOptions
 * @property {WebAssembly.Module} module
 * @property {SharedArrayBuffer | null} inbox messages to the player, where memory can be shared
 * @property {SharedArrayBuffer | null} outbox its reports
 */

class UrtoProcessor extends AudioWorkletProcessor {
  /** @param {{processorOptions: WorkletOptions}} options */
  constructor({ processorOptions: { module, inbox, outbox } }) {
    super();
    this.player = new Player(module, sampleRate, (news, transfer) => this.port.postMessage(news, transfer));
    this.inbox = inbox && new Ring(inbox);
    this.player.ring = outbox && new Ring(outbox);
    this.port.onmessage = ({ data }) => this.player.receive(data);
  }

  /**
   * @param {Float32Array[][]} _
   * @param {Float32Array[][]} outputs
   */
  process(_, [[left, right]]) {
    for (let message = this.inbox?.shift(); message; message = this.inbox?.shift()) {
      this.player.receive(message);
    }
    this.player.render(left, right, currentFrame);
    return true;
  }
}

registerProcessor("urto", UrtoProcessor);
