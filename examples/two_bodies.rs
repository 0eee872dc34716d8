//! Two bodies and a contact: a mass strikes a bank of modes, and the energy is accounted for.

use urto::Rate;
use urto::contact::{HuntCrossley, ImpactLaw};
use urto::network::{Motion, NetworkBuilder};
use urto::object::{Mass, MassParams, Modal, ModalParams, Mode};
use urto_examples::{Outcome, RATE, save};

fn main() -> Outcome {
    let rate = Rate::new(RATE)?;
    let mode = |frequency, decay| Mode {
        frequency,
        decay,
        mass: 0.05,
    };
    let bar = ModalParams {
        modes: vec![mode(440.0, 1.5), mode(1213.0, 0.9), mode(2379.0, 0.5)],
        ..ModalParams::default()
    };
    let hammer = MassParams {
        mass: 0.02,
        velocity: 1.0,
        ..MassParams::default()
    };

    let mut parts = NetworkBuilder::new(rate);
    parts.add("hammer", Box::new(Mass::new(&hammer, &[], rate)?))?;
    parts.add("bar", Box::new(Modal::new(&bar, &[], rate)?))?;
    let touch = HuntCrossley::new(&ImpactLaw::default(), rate)?;
    parts.join("touch", Box::new(touch), ["hammer", "bar"])?;
    parts.listen("bar", Motion::Velocity)?;

    let mut network = parts.build(0);
    let mut samples = vec![0.0; 2 * RATE as usize];
    for sample in &mut samples {
        network.step();
        *sample = network.heard(0) as f32;
    }
    let ledger = network.ledger();
    println!(
        "{:.4} J at the start = {:.4} J lost + {:.4} J still there",
        ledger.initial, ledger.dissipated, ledger.stored
    );
    save("two_bodies", &[samples], None)
}
