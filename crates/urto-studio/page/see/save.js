// Pictures as files: PNG as on the screen, SVG as lines and words.

import { download, fileName } from "../app/dom.js";
import { menuButton } from "../app/menu.js";
import { SvgPen, written } from "./svg.js";

/** Room for the title above the picture, and around it [px]. */
const HEAD = 26;
const EDGE = 8;
/** Letters of pictures, and of their titles [px]. */
const LETTERS = 11;
const TITLE = 13;

/**
 * @typedef {object} Sheet a picture as it is to be saved
 * @property {string} title
 * @property {string} told what is read off it
 * @property {number} width px of the page
 * @property {number} height
 * @property {number} dense dots of the screen for each
 * @property {import("./colours.js").Colours} colours
 * @property {(pen: CanvasRenderingContext2D) => unknown} draw
 */

/**
 * @param {string} heading
 * @param {() => Sheet | null} sheet null while there is nothing to see
 * @param {{word?: string, look?: string, lines?: boolean}} how word and look of its button; whether it can be saved as lines
 */
export function saveMenu(heading, sheet, { word = "save", look = "picture-tool", lines = true } = {}) {
  const menu = menuButton({
    label: `${heading}: save the picture`,
    word,
    class: look,
    test: "save-picture",
    items: () => {
      const drawn = sheet() !== null;
      const item = (/** @type {string} */ word, /** @type {string} */ test, /** @type {(sheet: Sheet) => Promise<Blob>} */ make) => ({
        word,
        test,
        icon: "save",
        disabled: !drawn,
        run: async () => {
          const now = sheet();
          if (now) download(`${fileName(now.title)}.${test.slice(5)}`, await make(now));
        },
      });
      const dots = item("As dots (PNG)", "save-png", png);
      return lines ? [dots, item("As lines and words (SVG)", "save-svg", async (now) => svg(now))] : [dots];
    },
  });
  const button = menu.querySelector("button");
  if (button) button.dataset.tip = "Saves the picture as a file";
  return menu;
}

/** @param {Sheet} sheet */
export function png(sheet) {
  const canvas = document.createElement("canvas");
  canvas.width = Math.round((sheet.width + 2 * EDGE) * sheet.dense);
  canvas.height = Math.round((sheet.height + HEAD + EDGE) * sheet.dense);
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  pen.scale(sheet.dense, sheet.dense);
  whole(sheet, pen);
  return /** @type {Promise<Blob>} */ (
    new Promise((done, fail) => canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error("The browser cannot save this picture as PNG; save it as SVG."))), "image/png"))
  );
}

/** @param {Sheet} sheet */
export function svg(sheet) {
  const width = sheet.width + 2 * EDGE;
  const height = sheet.height + HEAD + EDGE;
  const pen = new SvgPen();
  whole(sheet, /** @type {any} */ (pen));
  const text = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<title>${written(sheet.title)}</title>`,
    ...pen.end(),
    "</svg>",
  ];
  return new Blob([`${text.join("\n")}\n`], { type: "image/svg+xml" });
}

/** Paper, title and picture. @param {Sheet} sheet @param {CanvasRenderingContext2D} pen */
function whole(sheet, pen) {
  const { colours, width, height } = sheet;
  pen.fillStyle = colours.paper;
  pen.fillRect(0, 0, width + 2 * EDGE, height + HEAD + EDGE);
  pen.textBaseline = "alphabetic";
  pen.fillStyle = colours.ink;
  pen.font = `600 ${TITLE}px ${colours.font}`;
  pen.textAlign = "left";
  pen.fillText(sheet.title, EDGE, HEAD - 9);
  pen.fillStyle = colours.quiet;
  pen.font = `${LETTERS}px ${colours.font}`;
  pen.textAlign = "right";
  pen.fillText(sheet.told, width + EDGE, HEAD - 9);
  pen.translate(EDGE, HEAD);
  pen.lineJoin = "round";
  sheet.draw(pen);
}
