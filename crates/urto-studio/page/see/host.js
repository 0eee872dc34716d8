// What the pictures and the pad ask of the engine; `engine/engine.js` has it.

/**
 * @typedef {object} AxisSpec one parameter, as far as the pad needs it
 * @property {string} key
 * @property {string} about
 * @property {string} unit
 * @property {string} scale
 * @property {number | null} min
 * @property {number | null} max
 * @property {string} [update]
 */
/**
 * @typedef {object} MacroSpec
 * @property {string} key
 * @property {string} about
 * @property {{key: string, from: number, to: number, over?: readonly [number, number]}[]} [aims]
 */
/** @typedef {{key: string, from: number, to: number}} AxisWay a parameter and its values at 0 and 1 */
/**
 * @typedef {object} PadSpec
 * @property {"strike" | "hold" | "drag"} style
 * @property {AxisWay | null} x
 * @property {AxisWay | null} y
 */
/** @typedef {{pitch: readonly string[], pressure: readonly string[], place: AxisWay | null}} ExpressionSpec what a gesture's pitch, pressure and place move */
/**
 * @typedef {object} SoundSpec
 * @property {string} key
 * @property {string} title
 * @property {string[]} builtOn
 * @property {PadSpec} pad
 * @property {ExpressionSpec} [expression]
 * @property {MacroSpec[]} macros
 * @property {AxisSpec[]} params
 */
/**
 * @typedef {object} InstanceState
 * @property {string | number} id
 * @property {string} name
 * @property {string} sound
 * @property {{[key: string]: {text: string, number: number | null, position: number | null}}} values
 * @property {{[key: string]: number}} macros
 * @property {number} [slot]
 * @property {number} [gain] dB
 * @property {number} [pan] -1 to 1
 */
/**
 * @typedef {object} Taps
 * @property {number} rate
 * @property {ArrayLike<number>} force N
 * @property {ArrayLike<number>} compression m
 * @property {ArrayLike<number>} velocity m/s
 * @property {ArrayLike<number>} index frame numbers
 */
/**
 * @typedef {object} Physics
 * @property {number} injected J
 * @property {number} dissipated J
 * @property {number} stored J
 * @property {number} [initial] J
 * @property {{frequency: ArrayLike<number>, level: ArrayLike<number>}} modes
 */
/**
 * The part of an AnalyserNode that is used; a test may give another one.
 * @typedef {object} Ear
 * @property {number} fftSize
 * @property {{currentTime: number, sampleRate: number}} context
 * @property {(into: Float32Array<ArrayBuffer>) => void} getFloatTimeDomainData
 */
/**
 * @typedef {object} PictureHost
 * @property {{sounds: readonly SoundSpec[]}} catalogue
 * @property {{instances: readonly InstanceState[]}} state
 * @property {Ear | null | undefined} analyser
 * @property {(id: any) => void} watch
 * @property {() => Taps | null} taps
 * @property {() => Physics | null} physics
 * @property {any} [watched] whose contact is looked at
 * @property {(on: boolean) => void} [look]
 * @property {() => {geometry: import("../engine/types.js").Geometry, pose: import("../engine/types.js").Pose | null} | null} [body]
 */
/**
 * @typedef {object} PadHost
 * @property {{sounds: readonly SoundSpec[]}} catalogue
 * @property {{instances: readonly InstanceState[], page?: Readonly<Record<string, string>>}} state
 * @property {() => any} wake
 * @property {(id: any, strength?: number, expression?: {pitch?: number, pressure?: number, place?: number}) => void} trigger
 * @property {(id: any) => void} release
 * @property {(id: any, at: {x?: number, y?: number}) => void} gesture
 * @property {(id: any, numbers: {key: string, value: number}[], how: {settled: boolean}) => void} [touch] numbers, one step to undo until it is settled
 * @property {() => void} [settle] the gesture is over: what comes next is another step to undo
 * @property {() => {instances: {[id: string]: {rms: number}}} | null} meters
 * @property {(name: string, listener: (event: any) => void) => void} addEventListener
 * @property {(name: string, listener: (event: any) => void) => void} removeEventListener
 */

/**
 * The sound an instance plays, if it is one of the catalogue.
 * @param {{catalogue: {sounds: readonly SoundSpec[]}, state: {instances: readonly InstanceState[]}} | null} engine
 * @param {unknown} id
 * @returns {{instance: InstanceState, sound: SoundSpec | null} | null}
 */
export function lookUp(engine, id) {
  const instance = engine?.state?.instances?.find((one) => one.id === id);
  if (!engine || !instance) return null;
  const sound = engine.catalogue.sounds.find((one) => one.key === instance.sound);
  return { instance, sound: sound ?? null };
}

/**
 * Whether a sound is made, at any depth, of a basic model.
 * @param {readonly SoundSpec[]} sounds
 * @param {SoundSpec | null} sound
 * @param {string} model
 * @returns {boolean}
 */
export function isBuiltOn(sounds, sound, model) {
  /** @type {Set<string>} */
  const seen = new Set();
  /** @type {(one: SoundSpec | null | undefined) => boolean} */
  const ask = (one) => {
    if (!one || seen.has(one.key)) return false;
    seen.add(one.key);
    return one.builtOn.some(
      (key) =>
        key === model || (key !== one.key && ask(sounds.find((other) => other.key === key))),
    );
  };
  return ask(sound);
}
