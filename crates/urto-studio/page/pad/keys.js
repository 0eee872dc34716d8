// How far a key moves the point of a pad.

/** What an arrow key moves, and with shift: shares of the pad. */
const STEP = 0.02;
const STRIDE = 0.1;

/** @type {Map<string, {x: number, y: number}>} */
const WAYS = new Map([
  ["ArrowLeft", { x: -1, y: 0 }],
  ["ArrowRight", { x: 1, y: 0 }],
  ["ArrowDown", { x: 0, y: -1 }],
  ["ArrowUp", { x: 0, y: 1 }],
]);

/**
 * What a key moves, or null where it moves nothing.
 * @param {KeyboardEvent} event
 * @returns {{x: number, y: number} | null}
 */
export function step(event) {
  switch (event.key) {
    case "PageUp":
      return { x: 0, y: STRIDE };
    case "PageDown":
      return { x: 0, y: -STRIDE };
    case "Home":
      return { x: -1, y: 0 };
    case "End":
      return { x: 1, y: 0 };
  }
  const way = WAYS.get(event.key);
  const far = event.shiftKey ? STRIDE : STEP;
  return way ? { x: way.x * far, y: way.y * far } : null;
}
