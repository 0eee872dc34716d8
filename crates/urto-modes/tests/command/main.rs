//! `urto-modes` as its users meet it.

mod common;
mod modes;
