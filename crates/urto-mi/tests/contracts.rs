//! What every sound keeps, of the sound that this crate brings.

#[path = "../../urto/tests/contracts/cost.rs"]
mod cost;
#[path = "../../urto/tests/contracts/every_sound.rs"]
mod every_sound;
#[path = "../../urto/tests/contracts/sweeps.rs"]
mod sweeps;

use urto::catalogue::Catalogue;

fn full() -> bool {
    std::env::var("URTO_FULL").is_ok_and(|value| value != "0")
}

fn of(all: u64, n: u64) -> u64 {
    if full() { all } else { all.div_ceil(n) }
}

#[test]
fn the_network_keeps_what_every_sound_keeps() {
    let catalogue = Catalogue::of_urto().with_sound(&urto_mi::sound::ENTRY);
    let entry = catalogue.sound("network").unwrap();
    for (name, contract) in every_sound::CONTRACTS {
        println!("{name}");
        contract(entry);
    }
    cost::one_core_can_play_whatever_is_set(entry);
}

#[test]
fn sweeps_do_not_click() {
    let catalogue = Catalogue::of_urto().with_sound(&urto_mi::sound::ENTRY);
    sweeps::sweeps_do_not_click(catalogue.sound("network").unwrap());
}
