//! Follows any lines as edits at a desk and orders of a player.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| urto_engine::exercise_lines(bytes));
