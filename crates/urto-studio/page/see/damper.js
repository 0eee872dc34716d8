// A fingertip that a hand lays on a body in its picture: where it rests, the body's motion is taken. It is
// told to the player alone; the document does not change, and there is nothing to undo.

import { numbersOf } from "./places.js";

/** How hard a fingertip holds that is not felt to press [N·s/m], and how hard at most. */
const USUAL = 3;
const HARDEST = 12;

/** @typedef {import("./parts.js").Place} Place */
/** @typedef {import("./touch.js").Touched} Touched */

/** The finger's table of a part of the picture; null where its body feels none. @param {Touched} touched @param {string} part */
export function fingerOf({ instance }, part) {
  const tables = [part, `${part}.body`, "body"].map((own) => `${own}.finger`);
  return tables.find((own) => `${own}.resistance` in instance.values) ?? null;
}

export class Damper {
  constructor() {
    /** @type {{pointer: number|null, touched: Touched, table: string, place: Place}|null} */
    this.held = null;
    this.sent = "";
  }

  /**
   * The finger comes down; false where it is not felt.
   * @param {number|null} pointer null: a key
   * @param {Touched} touched @param {Place} place @param {number} [press] 0 to 1
   */
  take(pointer, touched, place, press) {
    const table = fingerOf(touched, place.part.name);
    if (!table || !touched.host.damp) return false;
    this.held = { pointer, touched, table, place };
    this.sent = "";
    touched.host.wake();
    this.move(place, press);
    return true;
  }

  /** @param {Place|null} place beside the body it stays where it was @param {number} [press] */
  move(place, press) {
    const { held } = this;
    if (!held) return;
    if (place?.part.name === held.place.part.name) held.place = place;
    const { touched, table } = held;
    const { sound, instance, host } = touched;
    const spot = `${table}.place_spot`;
    const at = { kind: /** @type {const} */ ("touched"), part: held.place.part, key: `${table}.place`, spot: this.onSurface(touched, held.place.part) ? spot : null };
    const numbers = numbersOf(at, sound, held.place).map(({ key, value }) => ({ key, value: key === `${spot}.on` ? "surface" : value }));
    const resistance = press === undefined ? USUAL : Math.max(HARDEST * press, 0.1);
    const values = [...numbers, { key: `${table}.resistance`, value: resistance }];
    const said = JSON.stringify(values);
    if (said === this.sent) return;
    this.sent = said;
    host.damp?.(instance.id, values);
  }

  /** Whether places are told on its surface, as where it is touched. @param {Touched} touched @param {import("./parts.js").BodyPart} part */
  onSurface({ places }, part) {
    return places.some((own) => own.part === part && own.spot !== null);
  }

  /** It is lifted; what the sound itself has of it comes back. */
  end() {
    const { held } = this;
    if (!held) return;
    this.held = null;
    const { touched, table } = held;
    const keys = ["resistance", "place"].map((name) => `${table}.${name}`);
    const own = keys.map((key) => ({ key, value: touched.instance.values[key]?.number ?? 0 }));
    touched.host.damp?.(touched.instance.id, own);
  }
}
