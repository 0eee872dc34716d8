//! Modes without contact: ringing freely, and driven by a force that is known beforehand.

use crate::clock::{Race, Runner};
use crate::fundsp::{RATE, T60, hertz};
use std::hint::black_box;
use urto::Rate;
use urto::object::{Modal, ModalParams, Mode, NamedPoint, Object, Place, Point};
use urto::rng::Rng;

/// Where bodies are struck and heard.
pub const STRIKE: Point = Point(0);
/// See [`STRIKE`].
pub const PICKUP: Point = Point(1);

/// Modal mass of every mode \[kg\]: all of them together feel like 1 kg.
pub fn mass(modes: usize) -> f64 {
    modes as f64
}

/// The rate of all rows.
pub fn rate() -> Rate {
    Rate::new(RATE).expect("the bench's rate is a rate")
}

/// A table of modes.
pub fn modes(count: usize) -> Vec<Mode> {
    let mode = |index| Mode {
        frequency: hertz(index, count),
        decay: T60,
        mass: mass(count),
    };
    (0..count).map(mode).collect()
}

/// A body of that many modes, struck where all shapes are 1 and heard where they are 1 too.
pub fn body(count: usize) -> Modal {
    let params = ModalParams {
        modes: modes(count),
        ..ModalParams::default()
    };
    let points = ["strike", "pickup"].map(|name| NamedPoint {
        name: name.to_owned(),
        place: Place::Shape(vec![1.0; count]),
    });
    let body = Modal::new(&params, &points, rate()).expect("the bench's body can be built");
    assert_eq!(body.heard(), count, "every mode must ring");
    body
}

/// White noise between -1 and 1.
pub fn noise(samples: usize) -> Vec<f64> {
    let mut rng = Rng::new(1);
    (0..samples).map(|_| rng.signed()).collect()
}

/// Rings freely, in calls of some frames each.
struct Free {
    body: Modal,
    out: Vec<f64>,
}

impl Free {
    fn new(count: usize, frames: usize) -> Self {
        Self {
            body: body(count),
            out: vec![0.0; frames],
        }
    }
}

impl Runner for Free {
    fn rewind(&mut self) {
        self.body.reset();
        self.body.begin();
        self.body.push(STRIKE, 1e4);
        self.body.end();
        self.body.run_free(PICKUP, &mut self.out);
    }
    fn run(&mut self, samples: usize) {
        let mut left = samples;
        while left > 0 {
            let frames = left.min(self.out.len());
            self.body.run_free(PICKUP, &mut self.out[..frames]);
            black_box(&mut self.out);
            left -= frames;
        }
    }
    fn fault(&self) -> Option<String> {
        let rings = self.out.iter().all(|x| x.is_finite()) && self.body.energy() > 1e-6;
        (!rings).then(|| "the body does not ring".to_owned())
    }
}

/// Driven by noise, heard at another point.
pub struct Driven {
    body: Modal,
    force: Vec<f64>,
    out: Vec<f64>,
}

impl Driven {
    /// A body at rest.
    pub fn new(count: usize) -> Self {
        let force = noise(1024);
        Self {
            body: body(count),
            out: vec![0.0; force.len()],
            force,
        }
    }

    /// Drives the body through a block. Sample by sample: there is no block function yet.
    pub fn drive(&mut self, force: &[f64], out: &mut [f64]) {
        for (force, out) in force.iter().zip(out) {
            self.body.begin();
            self.body.push(STRIKE, *force);
            self.body.end();
            *out = self.body.velocity(PICKUP);
        }
    }
}

impl Runner for Driven {
    fn run(&mut self, samples: usize) {
        let (force, mut out) = (
            core::mem::take(&mut self.force),
            core::mem::take(&mut self.out),
        );
        let mut left = samples;
        while left > 0 {
            let frames = left.min(out.len());
            self.drive(black_box(&force[..frames]), &mut out[..frames]);
            black_box(&mut out);
            left -= frames;
        }
        (self.force, self.out) = (force, out);
    }
    fn fault(&self) -> Option<String> {
        let sounds = self.out.iter().all(|x| x.is_finite()) && self.out[0] != 0.0;
        (!sounds).then(|| "the body does not sound".to_owned())
    }
}

/// Adds the rows. A faster quality, or calls of other lengths, are further lines here.
pub fn enter(race: &mut Race, sizes: &[usize]) {
    for &count in sizes {
        race.add("free 128", count, || Free::new(count, 128));
        race.add("free 1024", count, || Free::new(count, 1024));
        race.add("driven", count, || Driven::new(count));
    }
}

/// Fastest time of the free ring in a process of its own \[ns per sample\].
pub fn alone(count: usize, pieces: usize) -> f64 {
    let mut free = Free::new(count, 128);
    let samples = 128 * 187;
    let mut best = f64::INFINITY;
    for _ in 0..pieces {
        free.rewind();
        let start = std::time::Instant::now();
        free.run(samples);
        best = best.min(start.elapsed().as_nanos() as f64 / samples as f64);
    }
    best
}
