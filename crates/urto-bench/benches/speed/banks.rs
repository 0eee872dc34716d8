//! fundsp's banks, built like the rest of the bench.

use crate::clock::{Race, Runner};
use crate::fundsp::{BLOCK, Banks, Bus, Filter};
use crate::ringing::{Driven, mass, noise};
use std::hint::black_box;
use urto::network::Quality;

/// A bank fed with noise.
struct Fed<F> {
    filter: F,
    input: [f32; BLOCK],
    output: [f32; BLOCK],
}

/// Noise for a block.
fn input() -> [f32; BLOCK] {
    let noise = noise(BLOCK);
    core::array::from_fn(|i| noise[i] as f32)
}

impl<F: Filter> Runner for Fed<F> {
    fn run(&mut self, samples: usize) {
        for _ in 0..samples / BLOCK {
            self.filter.filter(black_box(&self.input), &mut self.output);
            black_box(&mut self.output);
        }
    }
    // Whole blocks only, so that no sample is counted that was not made.
    fn piece(&self, fitting: usize) -> usize {
        BLOCK * (fitting / BLOCK).clamp(1, 256)
    }
    fn fault(&self) -> Option<String> {
        let sounds = self.output.iter().all(|x| x.is_finite()) && self.output[1] != 0.0;
        (!sounds).then(|| "the bank does not sound".to_owned())
    }
}

/// Adds the rows.
pub fn enter(race: &mut Race, sizes: &[usize]) {
    for &count in sizes {
        let output = [0.0; BLOCK];
        race.add("fundsp bank", count, || Fed {
            filter: Banks::new(count, mass(count)),
            input: input(),
            output,
        });
        if let Some(filter) = Bus::new(count) {
            race.add("fundsp bus", count, || Fed {
                filter,
                input: input(),
                output,
            });
        }
    }
}

/// Whether the bank sounds like urto's modes under the same force: the root mean square of the
/// difference over that of the sound.
pub fn difference(count: usize) -> f64 {
    let (mut ours, mut theirs) = (
        Driven::new(count, Quality::Exact),
        Banks::new(count, mass(count)),
    );
    let (mut difference, mut sound) = (0.0, 0.0);
    for block in noise(32 * BLOCK).chunks(BLOCK) {
        let (mut a, mut b) = ([0.0; BLOCK], [0.0f32; BLOCK]);
        ours.drive(block, &mut a);
        theirs.filter(&core::array::from_fn(|i| block[i] as f32), &mut b);
        for (a, b) in a.iter().zip(&b) {
            difference += (a - f64::from(*b)) * (a - f64::from(*b));
            sound += a * a;
        }
    }
    (difference / sound).sqrt()
}
