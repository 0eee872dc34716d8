// What stands on a pad.

const HINTS = {
  strike: "Tap to strike",
  hold: "Press and hold, then move",
  drag: "Drag: the faster, the more",
};

/**
 * How a pad is played, in words, and what its directions do.
 * @param {"strike" | "hold" | "drag"} style
 * @param {string} place what the place of a blow moves, if anything
 * @param {string} second what height moves, if anything but strength
 * @param {{chosen?: boolean, armed?: boolean}} [now] whether another number was put there than the place of a blow; whether the next gesture is written down
 */
export function hint(style, place, second, { chosen = false, armed = false } = {}) {
  if (armed) return "The next touch is recorded, until it is let go";
  if (chosen && style !== "drag") {
    const across = place ? `left to right is ${place}` : "";
    const up = second ? `height is ${second}` : style === "strike" ? "height is how hard" : "";
    return `${HINTS[style]}: ${[across, up].filter(Boolean).join(", ")}`;
  }
  if (style === "drag") return second ? `${HINTS.drag}; height is ${second}` : HINTS.drag;
  if (style === "hold" || !place) return HINTS[style];
  return `${HINTS.strike}, drag to rake: left to right is where, height ${second ? `is ${second}` : "how hard"}`;
}

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
