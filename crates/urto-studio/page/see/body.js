// The body itself, to scale: it bends in the modes that ring, enlarged and slowed down so that one
// sees it, and is coloured where it moves fast.

import { veil } from "./colours.js";
import { Picture } from "./picture.js";
import { Shown } from "./pose.js";
import { project, Shade } from "./solid.js";
import { plain, si } from "./units.js";

/** A table of modes, a recording or grains. */
const FORMLESS = "It is known how this rings, not what it looks like: there is no form to draw. Its modes are shown beside.";
/** Room around the body, as a share of the picture. */
const MARGIN = 0.08;

export class BodyPicture extends Picture {
  constructor() {
    super("Body", "Play it to see how it bends.", ["body"]);
    this.shown = new Shown();
    this.shade = new Shade();
    this.time = 0;
  }

  /**
   * @param {Set<import("./feed.js").News>} news
   * @param {number} now
   * @param {boolean} [must]
   * @override
   */
  refresh(news, now, must = false) {
    // On its way from one pose to the next it moves without news.
    if (this.shown.moving) this.dirty = true;
    super.refresh(news, now, must);
  }

  /**
   * @param {import("./picture.js").Frame} frame
   * @override
   */
  draw(frame) {
    const body = this.feed?.body;
    const none = body && body.geometry.edges.length === 0 ? FORMLESS : this.empty;
    if (this.note.textContent !== none) this.note.textContent = none;
    if (!body || body.geometry.edges.length === 0) {
      this.shown.clear();
      return false;
    }
    const { shown } = this;
    shown.follow(body.geometry, body.pose, frame.now, this.feed?.reduced.matches ?? false);
    const view = project(body.geometry, shown, frame, MARGIN);
    this.shade.choose(frame.colours);
    if (body.geometry.triangles.length > 0) this.solid(frame, body.geometry, view);
    else this.lines(frame, body.geometry, view);
    return true;
  }

  /**
   * Far parts first, so that near ones hide them.
   * @param {import("./picture.js").Frame} frame
   * @param {import("../engine/types.js").Geometry} geometry
   * @param {import("./solid.js").View} view
   */
  solid({ pen, colours }, { edges, triangles }, view) {
    const { x, y, depth } = view;
    const count = triangles.length / 3;
    const far = (/** @type {number} */ n) =>
      n < count
        ? (depth[triangles[3 * n]] + depth[triangles[3 * n + 1]] + depth[triangles[3 * n + 2]]) / 3
        : // A line lies on the skin whose edge it is.
          (depth[edges[2 * (n - count)]] + depth[edges[2 * (n - count) + 1]]) / 2 - view.nearer;
    const order = Array.from({ length: count + edges.length / 2 }, (_, n) => ({ n, far: far(n) }));
    order.sort((a, b) => b.far - a.far);
    pen.lineWidth = 0.75;
    const line = veil(colours.ink, colours.dark ? 0.55 : 0.45);
    for (const { n } of order) {
      pen.beginPath();
      if (n < count) {
        const corners = triangles.subarray(3 * n, 3 * n + 3);
        for (const corner of corners) pen.lineTo(x[corner], y[corner]);
        pen.closePath();
        pen.fillStyle = this.shade.of(view, corners, this.shown.share);
        pen.strokeStyle = pen.fillStyle; // else the ground shows between two
        pen.fill();
        pen.stroke();
      } else {
        const [a, b] = edges.subarray(2 * (n - count), 2 * (n - count) + 2);
        pen.moveTo(x[a], y[a]);
        pen.lineTo(x[b], y[b]);
        pen.strokeStyle = line;
        pen.stroke();
      }
    }
  }

  /**
   * A string: where it rests, and where it is.
   * @param {import("./picture.js").Frame} frame
   * @param {import("../engine/types.js").Geometry} geometry
   * @param {import("./solid.js").View} view
   */
  lines({ pen, colours }, { edges }, view) {
    const { x, y, restX, restY } = view;
    pen.lineWidth = 1;
    pen.strokeStyle = colours.line;
    pen.beginPath();
    for (let n = 0; n < edges.length; n += 2) {
      pen.moveTo(restX[edges[n]], restY[edges[n]]);
      pen.lineTo(restX[edges[n + 1]], restY[edges[n + 1]]);
    }
    pen.stroke();
    pen.lineWidth = 2.25;
    pen.lineCap = "round";
    for (let n = 0; n < edges.length; n += 2) {
      const [a, b] = edges.subarray(n, n + 2);
      pen.strokeStyle = this.shade.line((this.shown.share[a] + this.shown.share[b]) / 2);
      pen.beginPath();
      pen.moveTo(x[a], y[a]);
      pen.lineTo(x[b], y[b]);
      pen.stroke();
    }
    pen.lineCap = "butt";
  }

  /** @override */
  read() {
    const { most, factor } = this.shown;
    return most > 0 ? `${si(most, "m", 2)}, shown ${plain(Number(factor.toPrecision(2)))}\u00a0×` : `${si(this.shown.wide, "m", 2)} across`;
  }

  /** @override */
  describe() {
    const { most, fastest, factor, wide } = this.shown;
    if (!(most > 0)) return `The body, ${si(wide, "m", 2)} across, is at rest.`;
    return `The body bends by up to ${si(most, "m", 2)} and moves at up to ${si(fastest, "m/s", 2)}; shown ${plain(Number(factor.toPrecision(2)))} times as large, and slowed down.`;
  }
}

customElements.define("urto-body", BodyPicture);
