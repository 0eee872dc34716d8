// Shapes of what the page reads and drives. Types only: nothing here runs.

/** @typedef {{key: string, about: string}} Option */
/** @typedef {"linear"|"log"|"zero-log"|"integer"|"choice"|"list"|"curve"|"resource"} Scale */
/**
 * @typedef {object} ParamInfo
 * @property {string} key
 * @property {string} about
 * @property {string} unit
 * @property {string} update
 * @property {"basic"|"expert"} tier
 * @property {Scale} scale
 * @property {any} default
 * @property {number|null} min
 * @property {number|null} max
 * @property {Option[]} [options]
 */
/** @typedef {{key: string, about: string, default: number}} MacroInfo */
/**
 * @typedef {object} SoundInfo
 * @property {string} key
 * @property {string} title
 * @property {string} hear
 * @property {string} family
 * @property {string} form
 * @property {string[]} builtOn
 * @property {boolean} held
 * @property {{style: "strike"|"hold"|"drag", x: string|null, y: string|null}} pad
 * @property {MacroInfo[]} macros
 * @property {ParamInfo[]} params
 */
/** @typedef {{name: string, sound: string, about: string, tags: string[], seconds?: number}} PresetInfo */
/** @typedef {{sounds: SoundInfo[], presets: PresetInfo[], lowLevel: Option[]}} Catalogue */
/** @typedef {{text: string, number: number|null, position: number|null, choice: string|null, changed: boolean, locked: boolean}} Value */
/**
 * @typedef {object} Instance
 * @property {number} id
 * @property {string} name
 * @property {string} sound
 * @property {string|null} preset
 * @property {number} seed
 * @property {number} voices
 * @property {number} gain
 * @property {number} pan
 * @property {boolean} mute
 * @property {boolean} solo
 * @property {Record<string, Value>} values
 * @property {Record<string, number>} macros
 * @property {({name: string}|null)[]} corners
 * @property {{x: number, y: number}} morph
 * @property {string[]} notes
 * @property {"a"|"b"|null} [compare]
 */
/**
 * @typedef {object} State
 * @property {readonly Instance[]} instances
 * @property {number|null} selected
 * @property {readonly PresetInfo[]} userPresets
 * @property {boolean} canUndo
 * @property {boolean} canRedo
 * @property {string|null} undoLabel
 * @property {string|null} redoLabel
 * @property {"fast"|"exact"} quality
 * @property {boolean} recording
 * @property {{gain: number}} master
 */
/** @typedef {{peak: number|number[], rms: number, lufs: number}} Level */
/** @typedef {{master: Level, instances: Record<string, Level>, load: number, underruns: number}} Meters */
/** @typedef {{what: "values"|"structure", id: number|null}} Change */
/** @typedef {import("../engine/engine.js").Engine} Engine */

export {};
