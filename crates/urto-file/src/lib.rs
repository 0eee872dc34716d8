//! Reads and writes every file of urto.
#![forbid(unsafe_code)]
