//! The command as its users meet it.

mod again;
mod analyse;
mod bodies;
mod common;
mod contact;
mod expression;
mod facts;
mod likeness;
mod loudness;
#[path = "../../../urto-file/tests/common/mod.rs"]
mod mesh_bar;
mod modes;
mod networks;
mod new;
mod ogg;
mod packs;
mod play;
mod played;
mod presets;
mod readme;
mod real_sounds;
mod refusals;
mod shell;
mod shown;
mod studio;
mod study;
mod tour;
mod tours;
mod transitions;
mod true_sounds;
mod view;
mod writing;
