// Shapes of what the engine tells and takes. Types only: nothing here runs.

/** @typedef {{key: string, about: string}} Option */
/**
 * @typedef {object} ParamInfo
 * @property {string} key
 * @property {string} about
 * @property {string} unit
 * @property {string} update
 * @property {"basic"|"expert"} tier
 * @property {"linear"|"log"|"zero-log"|"integer"|"choice"|"list"|"curve"|"resource"} scale
 * @property {any} default
 * @property {number|null} min
 * @property {number|null} max
 * @property {Option[]} [options]
 * @property {"body"|"network"|"sofa"} [sort] of a resource: what its file holds
 */
/** @typedef {{key: string, from: number, to: number, over: [number, number]}} Aim */
/** @typedef {{key: string, about: string, default: number, aims: Aim[]}} MacroInfo */
/** @typedef {{key: string, from: number, to: number}} Axis a parameter and its values at 0 and 1 */
/**
 * @typedef {object} SoundInfo
 * @property {string} key
 * @property {string} title
 * @property {string} hear
 * @property {string} family
 * @property {string} form
 * @property {string[]} builtOn
 * @property {boolean} held
 * @property {number} seconds
 * @property {{style: "strike"|"hold"|"drag", x: Axis|null, y: Axis|null}} pad
 * @property {MacroInfo[]} macros
 * @property {string[]} resonators tables of what rings
 * @property {{pitch: string[], pressure: string[], place: Axis|null}} [expression] what an event's pitch, pressure and place move
 * @property {import("./aims.js").Target[]} targets what can be asked for, as the sound comes
 * @property {ParamInfo[]} params
 */
/** @typedef {{name: string, sound: string, about: string, tags: string[], seconds?: number}} PresetInfo */
/** @typedef {{version: string, sounds: SoundInfo[], presets: PresetInfo[], lowLevel: Option[], bodies: {name: string, about: string}[], networks: {name: string, about: string}[], projects: {name: string, about: string, text: string}[], eases: {name: string, shares: number[]}[], objects: Kind[], laws: Kind[]}} Catalogue */
/** @typedef {{key: string, table: string, about: string, params: ParamInfo[]|null}} Kind of a body or a law of contact in a scene; `params` are told of the first of a table */
/** @typedef {{name: string, hash: string, size: number, named: boolean, sort: "body"|"network"|"sofa"}} FileInfo a file that parameters may name, and whether any does */
/**
 * @typedef {object} Value
 * @property {string} text
 * @property {number|null} number
 * @property {number|null} position 0 to 1
 * @property {string|null} choice
 * @property {boolean} changed
 * @property {boolean} locked
 */
/**
 * @typedef {object} Instance
 * @property {number} id
 * @property {number} slot
 * @property {string} name
 * @property {string} sound
 * @property {string|null} preset
 * @property {number} seed
 * @property {number} voices
 * @property {number} gain dB, -60 is off
 * @property {number} pan -1 to 1
 * @property {boolean} mute
 * @property {boolean} solo
 * @property {Record<string, Value>} values
 * @property {Record<string, number>} macros 0 to 100
 * @property {({name: string}|null)[]} corners
 * @property {{x: number, y: number}} morph
 * @property {boolean} structure whether a morph takes over choices and lists from the nearest corner
 * @property {string[]} loose tables of what rings that a morph changes
 * @property {"a"|"b"|null} compare
 * @property {string[]} notes
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
 * @property {readonly FileInfo[]} files
 * @property {Record<string, string>} page texts that the page keeps with the project
 * @property {Score|null} score
 */
/** @typedef {{at: number, strength: number, hold: number|null, pitch?: number, pressure?: number, place?: number}} Cue an event; times in the score's unit */
/** @typedef {{key: string, points: readonly (readonly [number, number])[]}} LaneCurve */
/**
 * @typedef {object} Pattern a gesture that repeats in even steps
 * @property {number} at
 * @property {number} step
 * @property {number} times
 * @property {readonly number[]} steps strengths; 0 is a rest
 * @property {readonly number[]} pitch
 * @property {readonly number[]} place
 * @property {number|null} hold
 * @property {number} swing
 * @property {number} vary
 * @property {number} seed
 * @property {readonly Cue[]} [played] what it comes to
 */
/** @typedef {{slot: number, events: readonly Cue[], curves: readonly LaneCurve[], patterns: readonly Pattern[]}} Lane */
/** @typedef {{name: string, points: readonly (readonly [number, number])[]}} Shape */
/**
 * @typedef {object} Score
 * @property {boolean} beats whether its times count beats; else they are seconds
 * @property {number} tempo
 * @property {number} length
 * @property {readonly [number, number]|null} cycle
 * @property {readonly Lane[]} lanes
 * @property {readonly Shape[]} shapes
 */
/** @typedef {{what: "values"|"structure", id: number|null}} Change */
/** @typedef {{peak: [number, number], rms: number, lufs: number}} Level peaks and rms as shares of full scale */
/**
 * @typedef {object} Meters
 * @property {Level} master
 * @property {Record<string, Level>} instances by id
 * @property {Level} preview
 * @property {number} load share of the time that the player works
 * @property {number} underruns times at which sound was missing
 * @property {number} voices that sound now
 * @property {number} memory of the player, in bytes
 */
/**
 * @typedef {object} Taps
 * @property {number} rate
 * @property {Float32Array} force N
 * @property {Float32Array} compression m
 * @property {Float32Array} velocity m/s
 * @property {Float64Array} index frames
 */
/**
 * @typedef {object} Physics
 * @property {number} initial J
 * @property {number} injected J
 * @property {number} dissipated J
 * @property {number} stored J
 * @property {{frequency: Float32Array, level: Float32Array}} modes Hz, and m/s where the shape is 1
 */
/**
 * @typedef {object} Part a body of a geometry
 * @property {string} name
 * @property {number} points how many are its own
 * @property {number} role what it is: see `ROLE` of see/stage.js
 * @property {Float32Array} line x, y and z of places that lie evenly along its positions from 0 to 1 [m]; none if that is not known
 * @property {Float32Array} positions of each point, the position at which it sounds most like there; none if that is not known
 */
/**
 * @typedef {object} Geometry what a body looks like at rest
 * @property {number} slot
 * @property {number} number which of this slot's
 * @property {Float32Array} points x, y and z of each [m]
 * @property {Uint32Array} edges two points each
 * @property {Uint32Array} triangles three points each
 * @property {number} specks how many small things there may be at a time
 * @property {Part[]} parts
 */
/**
 * @typedef {object} Pose where its points are
 * @property {number} number of its geometry
 * @property {Float32Array} displacement x, y and z of each [m]
 * @property {Float32Array} speed of each [m/s]
 * @property {Float32Array} specks small things that are there now: see `SPECK` of see/stage.js
 */
/**
 * @typedef {object} News what the desk answers to an edit
 * @property {string} orders for the player
 * @property {boolean} changed whether anything that is shown is new
 * @property {"values"|"structure"} what
 * @property {number|null} id the one instance that changed
 * @property {Record<string, Instance>} fresh instances that changed
 * @property {PresetInfo[]|null} userPresets if they changed
 * @property {{is: Score|null}|null} score if it changed
 * @property {string[]} notes worth saying about the edit
 * @property {Small} small
 */
/**
 * @typedef {object} Small
 * @property {number[]} ids of all instances, in order
 * @property {number} lastId
 * @property {number|null} selected
 * @property {string|null} undoLabel
 * @property {string|null} redoLabel
 * @property {"fast"|"exact"} quality
 * @property {boolean} recording
 * @property {{gain: number}} master
 * @property {readonly FileInfo[]} files
 * @property {Record<string, string>} page
 */

export {};
