//! Nothing is cut in silence: where neither bodies nor laws lose anything, what is lost was given up
//! by the solver, and is counted.

use super::how_many;
use urto::Rate;
use urto::contact::{HuntCrossley, ImpactLaw, Linear, LinearLaw};
use urto::network::NetworkBuilder;
use urto::object::{Mass, MassParams};
use urto::rng::Rng;

#[test]
fn what_is_lost_without_a_loss_is_counted() {
    let (mut worst, mut told) = (0.0f64, 0);
    for seed in 0..how_many(500) as u64 {
        let mut rng = Rng::new(seed);
        let rate = Rate::new(rng.log_uniform(8e3, 192e3)).unwrap();
        let mut network = NetworkBuilder::new(rate);
        let bodies = 2 + rng.below(3);
        for index in 0..bodies {
            let params = MassParams {
                mass: rng.log_uniform(1e-6, 1e3),
                velocity: rng.signed() * rng.log_uniform(1e-3, 20.0),
                position: 1e-3 * rng.signed(),
                ..MassParams::default()
            };
            let mass = Mass::new(&params, &[], rate).unwrap();
            network.add(&format!("m{index}"), Box::new(mass)).unwrap();
        }
        for index in 0..1 + rng.below(4) {
            let between = [0; 2].map(|_| format!("m{}", rng.below(bodies)));
            let between = [between[0].as_str(), between[1].as_str()];
            let name = format!("c{index}");
            let _ = match rng.below(2) {
                0 => {
                    let law = ImpactLaw {
                        stiffness: rng.log_uniform(1e3, 1e12),
                        exponent: 1.0 + 2.0 * rng.uniform(),
                        dissipation: 0.0,
                        ..ImpactLaw::default()
                    };
                    let law = HuntCrossley::new(&law, rate).unwrap();
                    network.join(&name, Box::new(law), between)
                }
                _ => {
                    let law = LinearLaw {
                        stiffness: rng.log_uniform(1e3, 1e9),
                        damping: 0.0,
                    };
                    let law = Linear::new(&law, rate).unwrap();
                    network.join(&name, Box::new(law), between)
                }
            };
        }
        let mut network = network.build(seed);
        for step in 0..300 {
            network.step();
            let (ledger, health) = (network.ledger(), network.health());
            let lost = ledger.dissipated / ledger.initial.max(1e-300);
            if health.unconverged + health.softened + health.clamped > 0 {
                told += 1;
                break;
            }
            assert!(
                lost <= 1e-6,
                "seed {seed} step {step}: {lost:e} in silence, {ledger:?}"
            );
            worst = worst.max(lost);
        }
    }
    println!("lost without a word {worst:e}; {told} networks tell");
}
