//! The engine in the browser: one WebAssembly module with a plain C interface and no imports,
//! used three times. On the page's thread it is the desk (`urto_ask`: JSON in, JSON out), in the
//! audio thread the player (`urto_tell`, `urto_render`), in a worker it renders variations.

mod catalogue;
mod desk;
mod ffi;
mod instance;
mod player;
mod variation;
mod words;
