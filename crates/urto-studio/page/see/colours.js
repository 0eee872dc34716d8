// Colours of the page as canvases need them, and even colour maps made from them.

/** Names of the page's custom properties, with what stands in when a page has none. */
const FALLBACKS = {
  light: { paper: "#faf8f4", ink: "#22201c", quiet: "#6b665d", line: "#dcd7cc", accent: "#b4481e", warm: "#b07b12", cool: "#2d6f8e" },
  dark: { paper: "#191816", ink: "#ece8e0", quiet: "#a19b90", line: "#37342f", accent: "#f08a5d", warm: "#e0b04c", cool: "#6db3d1" },
};

/** @typedef {{paper: string, ink: string, quiet: string, line: string, accent: string, warm: string, cool: string, font: string, dark: boolean}} Colours */

/**
 * The colours that hold at an element.
 * @param {Element} element
 * @returns {Colours}
 */
export function coloursAt(element) {
  const style = getComputedStyle(element);
  const ground = read(style, "--paper");
  const asked = document.documentElement.dataset.theme;
  const dark = ground
    ? lightness(rgb(ground)) < 0.5
    : asked
      ? asked === "dark"
      : matchMedia("(prefers-color-scheme: dark)").matches;
  const fallback = dark ? FALLBACKS.dark : FALLBACKS.light;
  const get = (/** @type {keyof typeof fallback} */ name) => read(style, `--${name}`) || fallback[name];
  return {
    paper: get("paper"),
    ink: get("ink"),
    quiet: get("quiet"),
    line: get("line"),
    accent: get("accent"),
    warm: get("warm"),
    cool: get("cool"),
    font: style.fontFamily || "sans-serif",
    dark,
  };
}

/**
 * @param {CSSStyleDeclaration} style
 * @param {string} name
 */
function read(style, name) {
  return style.getPropertyValue(name).trim();
}

/** @type {CanvasRenderingContext2D | null} */
let probe = null;
/** A page has few colours, and asking a canvas is slow. @type {Map<string, [number, number, number]>} */
const known = new Map();

/**
 * Red, green and blue, 0 to 1, of any colour a canvas knows.
 * @param {string} colour
 * @returns {[number, number, number]}
 */
export function rgb(colour) {
  const before = known.get(colour);
  if (before) return before;
  if (!probe) {
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = 1;
    probe = canvas.getContext("2d", { willReadFrequently: true });
  }
  if (!probe) return [0, 0, 0];
  probe.fillStyle = "#000";
  probe.fillStyle = colour;
  probe.fillRect(0, 0, 1, 1);
  const [red, green, blue] = probe.getImageData(0, 0, 1, 1).data;
  /** @type {[number, number, number]} */
  const parts = [red / 255, green / 255, blue / 255];
  if (known.size > 200) known.clear();
  known.set(colour, parts);
  return parts;
}

/**
 * A colour with less cover.
 * @param {string} colour
 * @param {number} cover 0 to 1
 */
export function veil(colour, cover) {
  const [red, green, blue] = rgb(colour).map((part) => Math.round(part * 255));
  return `rgb(${red} ${green} ${blue} / ${cover})`;
}

// OKLab (Ottosson 2020): equal steps look equal.

/** @param {number} part */
const toLinear = (part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
/** @param {number} part */
const toSrgb = (part) => (part <= 0.0031308 ? 12.92 * part : 1.055 * part ** (1 / 2.4) - 0.055);

/**
 * @param {[number, number, number]} colour sRGB
 * @returns {[number, number, number]} lightness, green to red, blue to yellow
 */
function toLab(colour) {
  const [r, g, b] = colour.map(toLinear);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

/**
 * @param {number[]} lab
 * @returns {number[]} sRGB, clamped
 */
function fromLab([light, a, b]) {
  const l = (light + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (light - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (light - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map((part) => Math.min(Math.max(toSrgb(Math.max(part, 0)), 0), 1));
}

/** @param {[number, number, number]} colour */
function lightness(colour) {
  return toLab(colour)[0];
}

/**
 * 256 colours from the paper to the far end of lightness. Lightness moves evenly, so that equal
 * steps of level look equal; hue goes from the cool colour past violet to the accent and the warm
 * one, never through grey.
 * @param {Colours} colours
 * @returns {Uint32Array} as little-endian pixels, the first ones clear
 */
export function evenMap(colours) {
  const hues = [colours.cool, colours.accent, colours.warm].map((one) => {
    const [, a, b] = toLab(rgb(one));
    return Math.atan2(b, a);
  });
  for (let n = 1; n < hues.length; n++) while (hues[n] < hues[n - 1]) hues[n] += 2 * Math.PI;
  const from = lightness(rgb(colours.paper));
  const to = colours.dark ? 0.97 : 0.16;
  const pixels = new Uint32Array(256);
  for (let n = 0; n < 256; n++) {
    const share = n / 255;
    const at = Math.min(share * 2, 1.999);
    const hue = hues[Math.floor(at)] + (hues[Math.floor(at) + 1] - hues[Math.floor(at)]) * (at % 1);
    const light = from + (to - from) * share;
    // Near white and black there is no room for colour.
    const chroma = Math.min(0.14, 0.5 * light * (1 - light) + 0.015);
    const lab = [light, chroma * Math.cos(hue), chroma * Math.sin(hue)];
    const [red, green, blue] = fromLab(lab).map((part) => Math.round(part * 255));
    // What is silent shows the ground, whatever that is.
    const cover = Math.round(255 * Math.min(share * 8, 1));
    pixels[n] = (cover << 24) | (blue << 16) | (green << 8) | red;
  }
  return pixels;
}

/**
 * Calls back when the page turns light or dark.
 * @param {() => void} changed
 * @returns {() => void} ends it
 */
export function onTheme(changed) {
  const media = matchMedia("(prefers-color-scheme: dark)");
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: ["data-theme", "class"] });
  media.addEventListener("change", changed);
  return () => {
    observer.disconnect();
    media.removeEventListener("change", changed);
  };
}
