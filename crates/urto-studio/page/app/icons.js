// The few pictograms of the page, drawn as strokes on a 24 by 24 grid.

const SVG = "http://www.w3.org/2000/svg";

/** Strokes; a part that begins with `!` is filled instead. @type {Record<string, string[]>} */
const SHAPES = {
  play: ["!M8 5.5v13l10.5-6.5z"],
  stop: ["!M7 7h10v10H7z"],
  pause: ["!M7.5 6h3.4v12H7.5z", "!M13.1 6h3.4v12h-3.4z"],
  record: ["!M12 6a6 6 0 1 0 0 12 6 6 0 0 0 0-12z"],
  undo: ["M9 7 5 11l4 4", "M5 11h9a5 5 0 0 1 0 10h-2"],
  redo: ["m15 7 4 4-4 4", "M19 11h-9a5 5 0 0 0 0 10h2"],
  plus: ["M12 5v14M5 12h14"],
  close: ["M6 6l12 12M18 6 6 18"],
  more: [
    "!M5 10.4a1.6 1.6 0 1 0 0 3.2 1.6 1.6 0 0 0 0-3.2z",
    "!M12 10.4a1.6 1.6 0 1 0 0 3.2 1.6 1.6 0 0 0 0-3.2z",
    "!M19 10.4a1.6 1.6 0 1 0 0 3.2 1.6 1.6 0 0 0 0-3.2z",
  ],
  search: ["M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13z", "m15.5 15.5 5 5"],
  reset: ["M5 12a7 7 0 1 0 2.2-5.1", "M7 3v4h4"],
  lock: ["M7 11V8a5 5 0 0 1 10 0v3", "M5.5 11h13v9h-13z"],
  unlock: ["M7 11V8a5 5 0 0 1 9.6-2", "M5.5 11h13v9h-13z"],
  score: ["M4 7h16M4 12h16M4 17h16", "!M8 9.6a2.4 2.4 0 1 0 0 4.8 2.4 2.4 0 0 0 0-4.8z", "!M15 4.6a2.4 2.4 0 1 0 0 4.8 2.4 2.4 0 0 0 0-4.8z"],
  keep: ["M8.5 9.5a3.5 3.5 0 1 0 0 5l7-5a3.5 3.5 0 1 1 0 5z"],
  dice: [
    "M5 5h14v14H5z",
    "!M9 8a1.2 1.2 0 1 0 0 2.4A1.2 1.2 0 0 0 9 8z",
    "!M15 13.6a1.2 1.2 0 1 0 0 2.4 1.2 1.2 0 0 0 0-2.4z",
    "!M12 10.8a1.2 1.2 0 1 0 0 2.4 1.2 1.2 0 0 0 0-2.4z",
  ],
  down: ["m6 9 6 6 6-6"],
  right: ["m9 6 6 6-6 6"],
  pencil: ["M5 19l1-4L16.5 4.5l3 3L9 18z"],
  trash: ["M5 7h14M10 7V5h4v2M7 7l1 13h8l1-13"],
  save: ["M12 4v11", "m7.5 11 4.5 4.5 4.5-4.5", "M5 19.5h14"],
  open: ["M12 16V5", "M7.5 9 12 4.5 16.5 9", "M5 19.5h14"],
  copy: ["M9 9h11v11H9z", "M5 15H4V4h11v1"],
  star: ["m12 4 2.5 5.2 5.5.8-4 4 1 5.7-5-2.7-5 2.7 1-5.7-4-4 5.5-.8z"],
  sound: ["M4 10v4h4l5 4V6L8 10z", "M16.5 9a4 4 0 0 1 0 6", "M19 6.5a8 8 0 0 1 0 11"],
  hand: ["M12 4v9", "M8.5 13V6.5M15.5 13V6.5", "M5 12.5c0 5 3 8 7 8s7-3 7-8V9"],
  sliders: ["M6 4v6M6 14v6M12 4v2M12 10v10M18 4v9M18 17v3", "M4 12h4M10 8h4M16 15h4"],
  theme: ["M12 4a8 8 0 1 0 0 16z", "M12 4a8 8 0 0 1 0 16"],
  event: ["M4 12h3l2-7 3 14 2-9 1.5 4 1-2H20"],
  texture: ["M3 12c1.5-5 3-5 4.5 0s3 5 4.5 0 3-5 4.5 0 3 5 4.5 0"],
  process: ["M3 17c3 0 4-10 7-10 2 0 2 6 4 6s2-3 3.5-3S20 13 21 13"],
};

/** @param {string} name @returns {SVGElement} */
export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  for (const shape of SHAPES[name] ?? []) {
    const path = document.createElementNS(SVG, "path");
    const solid = shape.startsWith("!");
    path.setAttribute("d", solid ? shape.slice(1) : shape);
    if (solid) path.setAttribute("class", "solid");
    svg.append(path);
  }
  return svg;
}
