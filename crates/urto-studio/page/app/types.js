// The engine's shapes under short names. Types only: nothing here runs.

/** @typedef {import("../engine/engine.js").Engine} Engine */
/** @typedef {import("../engine/types.js").ParamInfo} ParamInfo */
/** @typedef {import("../engine/types.js").MacroInfo} MacroInfo */
/** @typedef {import("../engine/types.js").SoundInfo} SoundInfo */
/** @typedef {import("../engine/types.js").PresetInfo} PresetInfo */
/** @typedef {import("../engine/types.js").Kind} Kind */
/** @typedef {import("../engine/types.js").Catalogue} Catalogue */
/** @typedef {import("../engine/types.js").Value} Value */
/** @typedef {import("../engine/types.js").Instance} Instance */
/** @typedef {import("../engine/types.js").Level} Level */
/** @typedef {import("../engine/types.js").Meters} Meters */
/** @typedef {import("../engine/types.js").Change} Change */

export {};
