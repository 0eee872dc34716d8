//! What every sound of the catalogue keeps: one test per sound and contract, so that all cores work.
//!
//! `URTO_FULL=1` runs wide sweeps whole, of which else a sample is drawn.

mod cost;
mod every_sound;
mod sweeps;

use libtest_mimic::{Arguments, Trial};
use std::process::ExitCode;
use urto_file::catalogue;

/// Whether wide sweeps are run whole.
fn full() -> bool {
    std::env::var("URTO_FULL").is_ok_and(|value| value != "0")
}

/// How many out of `all` are tried: a sample is one of 3N. (N was chosen for half as many sounds with
/// fewer rows.)
fn of(all: u64, n: u64) -> u64 {
    if full() { all } else { all.div_ceil(3 * n) }
}

fn main() -> ExitCode {
    let sweeps: every_sound::Contract = ("sweeps_do_not_click", sweeps::sweeps_do_not_click);
    let cost: every_sound::Contract = (
        "one_core_can_play_whatever_is_set",
        cost::one_core_can_play_whatever_is_set,
    );
    let contracts = every_sound::CONTRACTS.iter().chain([&sweeps, &cost]);
    let mut trials = Vec::new();
    for (name, contract) in contracts {
        for entry in catalogue().sounds() {
            let (entry, contract) = (*entry, *contract);
            trials.push(Trial::test(format!("{name}::{}", entry.key), move || {
                contract(entry);
                Ok(())
            }));
        }
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}
