// How hard a pointer is pressed, where its device knows.

/** What devices say that know nothing of it, down and up: no pressure, half of it, or all. */
const UNKNOWN = [0, 0.5, 1];

/**
 * From 0 to 1; nothing from a mouse or a screen that feels no force.
 * @param {PointerEvent} event
 * @returns {number | undefined}
 */
export function pressed({ pointerType, pressure }) {
  if (pointerType === "pen") return pressure > 0 ? pressure : undefined;
  return pointerType === "touch" && !UNKNOWN.includes(pressure) ? pressure : undefined;
}
