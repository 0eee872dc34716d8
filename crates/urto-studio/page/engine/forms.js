// What the watched body looks like while its values move: the worker that builds sounds works it
// out, never the audio thread, and not too often.

/** So long from a change to the question [ms]: the worker builds the sound for each. */
const PAUSE = 150;

export class Forms {
  /**
   * @param {() => Promise<Uint8Array<ArrayBuffer> | null>} ask
   * @param {(form: Uint8Array<ArrayBuffer>) => void} take
   */
  constructor(ask, take) {
    this.ask = ask;
    this.take = take;
    this.busy = false;
    this.again = false;
  }

  /** It may look otherwise now. One question at a time; what changes meanwhile is asked after it. */
  want() {
    this.again = this.busy;
    if (this.busy) return;
    this.busy = true;
    setTimeout(async () => {
      const form = await this.ask();
      if (form) this.take(form);
      this.busy = false;
      if (this.again) this.want();
    }, PAUSE);
  }
}
