//! Listens to one plate at several places: a stereo plate is one plate with two pickups.

use std::f64::consts::PI;
use urto::Rate;
use urto::contact::{HuntCrossley, ImpactLaw};
use urto::math::sin;
use urto::network::{Motion, NetworkBuilder};
use urto::object::{Mass, MassParams, Modal, ModalParams, Mode, NamedPoint, Place};
use urto_examples::{Outcome, RATE, save};

/// Half waves along and across the plate, mode by mode.
const WAVES: [[f64; 2]; 5] = [[1.0, 1.0], [2.0, 1.0], [1.0, 2.0], [2.0, 2.0], [3.0, 1.0]];

fn main() -> Outcome {
    let rate = Rate::new(RATE)?;
    // A thin plate held at its edges: frequencies go with (m/length)² + (n/width)².
    let modes = WAVES.map(|[m, n]| Mode {
        frequency: 90.0 * (m * m + 1.7 * n * n),
        decay: 1.5,
        mass: 0.1,
    });
    let plate = ModalParams {
        modes: modes.to_vec(),
        ..ModalParams::default()
    };
    // A place is told by how far each mode moves it.
    let place = |name: &str, x: f64, y: f64| NamedPoint {
        name: name.to_owned(),
        place: Place::Shape(
            WAVES
                .map(|[m, n]| sin(m * PI * x) * sin(n * PI * y))
                .to_vec(),
        ),
    };
    let points = [
        place("blow", 0.4, 0.3),
        place("left", 0.15, 0.5),
        place("right", 0.85, 0.4),
    ];
    let hammer = MassParams {
        velocity: 1.0,
        ..MassParams::default()
    };

    let mut parts = NetworkBuilder::new(rate);
    parts.add("hammer", Box::new(Mass::new(&hammer, &[], rate)?))?;
    parts.add("plate", Box::new(Modal::new(&plate, &points, rate)?))?;
    let touch = HuntCrossley::new(&ImpactLaw::default(), rate)?;
    parts.join("touch", Box::new(touch), ["hammer", "plate@blow"])?;
    let ears = ["plate@left", "plate@right"];
    for ear in ears {
        parts.listen(ear, Motion::Velocity)?;
    }
    let mut network = parts.build(0);
    let mut channels = vec![Vec::new(); ears.len()];
    for _ in 0..2 * RATE as usize {
        network.step();
        for (ear, channel) in channels.iter_mut().enumerate() {
            channel.push(network.heard(ear) as f32);
        }
    }
    save("many_pickups", &channels, None)
}
