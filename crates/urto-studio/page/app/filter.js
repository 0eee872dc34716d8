// Which sounds and presets a search and a set of tags leave.

import { FAVOURITES, LATELY_USED, marks } from "./marks.js";

/** @typedef {import("./types.js").SoundInfo} SoundInfo */
/** @typedef {import("./types.js").PresetInfo} PresetInfo */
/** @typedef {{sound: SoundInfo, presets: PresetInfo[], own: PresetInfo[], named: boolean}} Shelf */

const plain = (/** @type {string} */ text) =>
  text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replace(/_/g, " ");

/** @param {string} hay @param {string[]} words */
const hasAll = (hay, words) => words.every((word) => hay.includes(word));

/**
 * @param {import("./types.js").Catalogue} catalogue @param {readonly PresetInfo[]} own
 * @param {string} text @param {ReadonlySet<string>} tags @returns {Shelf[]}
 */
export function shelves(catalogue, own, text, tags) {
  const words = plain(text).split(/\s+/).filter(Boolean);
  const open = words.length === 0 && tags.size === 0;
  return catalogue.sounds
    .map((sound) => {
      const about = plain(
        `${sound.key} ${sound.title} ${sound.hear} ${sound.family} ${sound.form} ${sound.builtOn.join(" ")}`,
      );
      const named = words.length > 0 && tags.size === 0 && hasAll(plain(`${sound.key} ${sound.title}`), words);
      const all = (/** @type {PresetInfo} */ preset) => [...preset.tags, ...marks.tagsOf(preset.name)];
      const told = (/** @type {PresetInfo} */ preset) => plain(`${preset.name} ${preset.about} ${all(preset).join(" ")}`);
      const fits = (/** @type {PresetInfo} */ preset) => {
        const tagged = [...tags].every((tag) => all(preset).includes(tag));
        return tagged && (named || hasAll(`${told(preset)} ${about}`, words));
      };
      // What is named so comes first, then what is told of so, then what only its sound is.
      const near = (/** @type {PresetInfo} */ preset) =>
        hasAll(plain(preset.name), words) ? 0 : hasAll(told(preset), words) ? 1 : 2;
      const stars = (/** @type {PresetInfo} */ preset) => marks.now.stars[preset.name] ?? 0;
      const found = (/** @type {readonly PresetInfo[]} */ list) =>
        list.filter((preset) => preset.sound === sound.key && fits(preset)).sort((a, b) => near(a) - near(b) || stars(b) - stars(a));
      return {
        sound,
        presets: found(catalogue.presets),
        own: found(own),
        named: open || named || (tags.size === 0 && hasAll(about, words)),
      };
    })
    .filter((shelf) => shelf.named || shelf.presets.length + shelf.own.length > 0);
}

/** Tags worth a button, most used first; those that only repeat the taxonomy are left out. @param {import("./types.js").Catalogue} catalogue @param {readonly PresetInfo[]} own */
export function tagList(catalogue, own) {
  const taxonomy = new Set(catalogue.sounds.flatMap((sound) => [sound.family, sound.form, sound.key]));
  /** @type {Map<string, number>} */
  const count = new Map();
  for (const preset of [...catalogue.presets, ...own])
    for (const tag of [...preset.tags, ...(marks.now.tags[preset.name] ?? [])]) if (!taxonomy.has(tag)) count.set(tag, (count.get(tag) ?? 0) + 1);
  const named = [...count].sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0])).map(([tag, uses]) => ({ tag, uses }));
  const { favourites, lately } = marks.now;
  const first = [{ tag: FAVOURITES, uses: favourites.length }, { tag: LATELY_USED, uses: lately.length }];
  return [...first.filter(({ uses }) => uses > 0), ...named];
}
