//! The engine in the browser: one WebAssembly module with a plain C interface and no imports,
//! used six times. On the page's thread it is the desk (`urto_ask`: JSON in, JSON out), in the
//! audio thread the player (`urto_tell`, `urto_render`), in one worker it builds sounds for the player
//! (`urto_build`), in another it renders variations, in another it finds parameters by what one hears
//! (`urto_targets`, `urto_solve`), and in another it takes recordings apart (`urto_recording`).

mod aim;
mod builder;
mod catalogue;
mod desk;
mod ffi;
mod import;
mod instance;
mod mesh;
mod modes;
mod player;
mod recording;
mod running;
mod score;
mod seen;
mod variation;
mod words;
