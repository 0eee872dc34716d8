// ZIP files without packing: sound hardly packs, and every system opens these.

/** Versions, flags and times that all files share: made by version 2.0, names in UTF-8. */
const VERSION = 20;
const UTF8 = 0x0800;
/** The first of January 1980: the same files give the same ZIP. */
const DATE = 0x0021;

const TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  for (let bit = 0; bit < 8; bit++) n = n & 1 ? (n >>> 1) ^ 0xedb88320 : n >>> 1;
  return n;
});

/**
 * CRC-32 of bytes in pieces.
 * @param {Uint8Array[]} pieces
 */
export function crc32(pieces) {
  let crc = -1;
  for (const piece of pieces) {
    for (let i = 0; i < piece.length; i++) crc = TABLE[(crc ^ piece[i]) & 255] ^ (crc >>> 8);
  }
  return ~crc >>> 0;
}

export class Zip {
  constructor() {
    /** @type {Uint8Array<ArrayBuffer>[]} */
    this.pieces = [];
    /** @type {Uint8Array<ArrayBuffer>[]} */
    this.directory = [];
    this.length = 0;
    this.entries = 0;
  }

  /**
   * @param {string} name
   * @param {Uint8Array<ArrayBuffer>[]} pieces
   */
  add(name, pieces) {
    const letters = new TextEncoder().encode(name);
    const size = pieces.reduce((sum, piece) => sum + piece.length, 0);
    if (this.length + size > 0xffff_0000 || this.entries >= 0xffff) {
      throw new Error("this is more than a ZIP file holds: ask for fewer or shorter sounds");
    }
    const facts = [u16(VERSION), u16(UTF8), u16(0), u16(0), u16(DATE), u32(crc32(pieces)), u32(size), u32(size), u16(letters.length), u16(0)];
    const at = this.length;
    this.put(this.pieces, [u32(0x04034b50), ...facts, letters, ...pieces]);
    const entry = [u32(0x02014b50), u16(VERSION), ...facts, u16(0), u16(0), u16(0), u32(0), u32(at), letters];
    this.directory.push(...entry);
    this.entries += 1;
  }

  /**
   * @param {Uint8Array<ArrayBuffer>[]} to
   * @param {Uint8Array<ArrayBuffer>[]} pieces
   */
  put(to, pieces) {
    to.push(...pieces);
    this.length += pieces.reduce((sum, piece) => sum + piece.length, 0);
  }

  /** The whole file. */
  blob() {
    const size = this.directory.reduce((sum, piece) => sum + piece.length, 0);
    const count = u16(this.entries);
    const end = [u32(0x06054b50), u16(0), u16(0), count, count, u32(size), u32(this.length), u16(0)];
    return new Blob([...this.pieces, ...this.directory, ...end], { type: "application/zip" });
  }
}

/** @param {number} value */
function u16(value) {
  return Uint8Array.of(value, value >>> 8);
}

/** @param {number} value */
function u32(value) {
  return Uint8Array.of(value, value >>> 8, value >>> 16, value >>> 24);
}
