//! `urto-modes` as its users meet it.

mod cache;
mod common;
mod modes;
mod pictures;
