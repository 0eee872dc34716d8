//! fundsp's banks in a process of their own, for the bench to build with
//! `-C target-cpu=native`. Prints lines `name modes nanoseconds`.
//!
//! usage: fundsp_native MILLISECONDS MODES...

#[path = "../peers/fundsp.rs"]
mod fundsp;

use fundsp::{BLOCK, Banks, Bus, Filter};
use std::hint::black_box;
use std::time::{Duration, Instant};
use urto::rng::Rng;

/// Length of a piece \[ns\]: short enough to fit between two disturbances.
const PIECE: f64 = 5e5;

/// Nanoseconds per sample of the fastest piece within a time.
fn fastest(filter: &mut dyn Filter, time: Duration) -> f64 {
    let mut rng = Rng::new(1);
    let input: [f32; BLOCK] = core::array::from_fn(|_| rng.signed() as f32);
    let mut output = [0.0; BLOCK];
    let mut best = f64::INFINITY;
    let mut blocks = 1;
    let begun = Instant::now();
    while best.is_infinite() || begun.elapsed() < time {
        let start = Instant::now();
        for _ in 0..blocks {
            filter.filter(black_box(&input), &mut output);
            black_box(&mut output);
        }
        best = best.min(start.elapsed().as_nanos() as f64 / (blocks * BLOCK) as f64);
        blocks = (PIECE / (best * BLOCK as f64)).max(1.0) as usize;
    }
    best
}

fn main() {
    let mut words = std::env::args().skip(1).map_while(|word| word.parse().ok());
    let time = Duration::from_millis(words.next().unwrap_or(10) as u64);
    for modes in words {
        let bank = fastest(&mut Banks::new(modes, 1.0), time);
        println!("fundsp bank native {modes} {bank:.4}");
        if let Some(mut bus) = Bus::new(modes) {
            println!("fundsp bus native {modes} {:.4}", fastest(&mut bus, time));
        }
    }
}
