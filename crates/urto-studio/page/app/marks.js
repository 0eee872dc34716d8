// What a person thinks of sounds and presets: favourites, ratings, tags of one's own, lately used.
// Kept in this browser, not in projects.

const KEY = "urto.marks";
/** How many are remembered as lately used. */
const LATELY = 24;
const MOST = 2000;
const MOST_STARS = 5;

/** Words that stand for these among the tags. */
export const FAVOURITES = "★ favourites";
export const LATELY_USED = "lately used";

/** @typedef {{stars: Record<string, number>, favourites: string[], lately: string[], tags: Record<string, string[]>}} Marks */

/** @returns {Marks} */
function read() {
  const found = { stars: {}, favourites: [], lately: [], tags: {} };
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    const names = (/** @type {unknown} */ list) => (Array.isArray(list) ? list.filter((own) => typeof own === "string").slice(0, MOST) : []);
    const entries = (/** @type {unknown} */ own) => (typeof own === "object" && own !== null ? Object.entries(own).slice(0, MOST) : []);
    return {
      favourites: names(kept.favourites),
      lately: names(kept.lately).slice(0, LATELY),
      stars: Object.fromEntries(entries(kept.stars).filter(([, stars]) => Number.isInteger(stars) && stars >= 1 && stars <= MOST_STARS)),
      tags: Object.fromEntries(entries(kept.tags).map(([name, tags]) => [name, names(tags)])),
    };
  } catch {
    return found;
  }
}

class MarkState extends EventTarget {
  now = read();

  /** @param {Partial<Marks>} change */
  set(change) {
    this.now = { ...this.now, ...change };
    try {
      localStorage.setItem(KEY, JSON.stringify(this.now));
    } catch {
      /* private mode: it holds for this visit */
    }
    this.dispatchEvent(new Event("change"));
  }

  /** @param {string} name */
  isFavourite(name) {
    return this.now.favourites.includes(name);
  }

  /** @param {string} name */
  toggle(name) {
    const { favourites } = this.now;
    this.set({ favourites: this.isFavourite(name) ? favourites.filter((own) => own !== name) : [...favourites, name] });
  }

  /** The same stars again take them away. @param {string} name @param {number} stars */
  rate(name, stars) {
    const { [name]: before, ...others } = this.now.stars;
    this.set({ stars: before === stars ? others : { ...others, [name]: stars } });
  }

  /** @param {string} name */
  use(name) {
    if (this.now.lately[0] !== name) this.set({ lately: [name, ...this.now.lately.filter((own) => own !== name)].slice(0, LATELY) });
  }

  /** @param {string} name @param {string[]} tags */
  tag(name, tags) {
    const { [name]: _, ...others } = this.now.tags;
    this.set({ tags: tags.length > 0 ? { ...others, [name]: tags } : others });
  }

  /** All that a search may find a name by. @param {string} name */
  tagsOf(name) {
    const own = this.now.tags[name] ?? [];
    return [...own, ...(this.isFavourite(name) ? [FAVOURITES] : []), ...(this.now.lately.includes(name) ? [LATELY_USED] : [])];
  }
}

export const marks = new MarkState();
export { MOST_STARS };
