// What stands on a pad.

/** How a pad is played, in words. */
export const HINTS = {
  strike: "Tap to strike",
  hold: "Press and hold, then move",
  drag: "Drag: the faster, the more",
};

/**
 * A name and its value, the value bold.
 * @param {HTMLElement} where
 * @param {string} name
 * @param {string} value
 */
export function label(where, name, value) {
  if (!name) return where.replaceChildren();
  let bold = where.querySelector("b");
  if (!bold || where.firstChild?.textContent !== `${name} `) {
    bold = document.createElement("b");
    where.replaceChildren(`${name} `, bold);
  }
  bold.textContent = value;
}
