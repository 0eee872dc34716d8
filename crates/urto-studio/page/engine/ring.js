// A ring of messages in shared memory: one thread writes, one reads, nobody waits.

/** Room for the two counters at the start [bytes]. */
const HEAD = 8;
/** Each message is preceded by its length [bytes]. */
const LENGTH = 4;

export class Ring {
  /**
   * Memory for a ring.
   * @param {number} size bytes, a power of two
   */
  static memory(size) {
    return new SharedArrayBuffer(HEAD + size);
  }

  /** @param {SharedArrayBuffer} memory */
  constructor(memory) {
    /** Bytes ever written and ever read, modulo 2^32; their difference is what waits. */
    this.counters = new Int32Array(memory, 0, 2);
    this.bytes = new Uint8Array(memory, HEAD);
    this.length = new Uint8Array(LENGTH);
  }

  /** How much can wait [bytes]. */
  get size() {
    return this.bytes.length;
  }

  /**
   * Appends a message; `false` if there is no room for it now.
   * @param {Uint8Array} message
   */
  push(message) {
    const written = Atomics.load(this.counters, 0);
    const read = Atomics.load(this.counters, 1);
    const free = this.size - ((written - read) >>> 0);
    const needed = LENGTH + message.length;
    if (needed > free) return false;
    new DataView(this.length.buffer).setUint32(0, message.length, true);
    this.write(written, this.length);
    this.write(written + LENGTH, message);
    // Only now does the reader see it.
    Atomics.store(this.counters, 0, (written + needed) | 0);
    return true;
  }

  /**
   * Takes the oldest message, or `null` if there is none.
   * @returns {Uint8Array<ArrayBuffer> | null}
   */
  shift() {
    const written = Atomics.load(this.counters, 0);
    const read = Atomics.load(this.counters, 1);
    if (written === read) return null;
    this.read(read, this.length);
    const length = new DataView(this.length.buffer).getUint32(0, true);
    const message = new Uint8Array(length);
    this.read(read + LENGTH, message);
    Atomics.store(this.counters, 1, (read + LENGTH + length) | 0);
    return message;
  }

  /**
   * @param {number} at
   * @param {Uint8Array} from
   */
  write(at, from) {
    const start = (at >>> 0) % this.size;
    const first = Math.min(from.length, this.size - start);
    this.bytes.set(from.subarray(0, first), start);
    this.bytes.set(from.subarray(first), 0);
  }

  /**
   * @param {number} at
   * @param {Uint8Array} into
   */
  read(at, into) {
    const start = (at >>> 0) % this.size;
    const first = Math.min(into.length, this.size - start);
    into.set(this.bytes.subarray(start, start + first));
    into.set(this.bytes.subarray(0, into.length - first), first);
  }
}
