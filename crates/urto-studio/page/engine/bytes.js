// Bytes in pieces.

/**
 * All pieces as one.
 * @param {Uint8Array[]} pieces
 */
export function join(pieces) {
  const bytes = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}
