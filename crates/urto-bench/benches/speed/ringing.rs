//! Modes without contact: ringing freely, and driven by a force that is known beforehand.

use crate::clock::{Race, Runner};
use crate::fundsp::{RATE, T60, hertz};
use std::hint::black_box;
use urto::network::{Motion, Network, NetworkBuilder, ObjectId, Quality};
use urto::object::{BLOCK, Modal, ModalParams, Mode, NamedPoint, Place, Point, Resonator, SPAN};
use urto::rng::Rng;
use urto::{Rate, SimdLevel};

/// Where bodies are struck.
pub const STRIKE: Point = Point(0);

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

/// Rings freely in a network, in calls of some frames each.
struct Free {
    network: Network,
    body: ObjectId,
    frames: usize,
}

impl Free {
    fn new(count: usize, frames: usize, quality: Quality) -> Self {
        let mut network = NetworkBuilder::new(rate());
        let body = network.add("body", Box::new(body(count)));
        let ear = network.listen("body@pickup", Motion::Ringing);
        ear.expect("the body has such a point");
        let mut network = network.build(0);
        network.set_quality(quality);
        Self {
            network,
            body: body.expect("the first body"),
            frames,
        }
    }
}

impl Runner for Free {
    fn rewind(&mut self) {
        self.network.reset(0);
        self.network.push(self.body, STRIKE, 1e4);
        // Up to where the network looks ahead.
        (0..BLOCK).for_each(|_| self.network.step());
        self.network.ring(SPAN);
    }
    fn run(&mut self, samples: usize) {
        let mut left = samples;
        while left > 0 {
            let mut call = left.min(self.frames);
            left -= call;
            while call > 0 {
                let rang = self.network.ring(call);
                assert!(rang > 0, "nothing touches");
                black_box(self.network.rang(0));
                call -= rang;
            }
        }
    }
    // Whole calls: a last short one would work a whole span out and give a part of it.
    fn piece(&self, fitting: usize) -> usize {
        (fitting.min(24_000) / self.frames).max(1) * self.frames
    }
    fn fault(&self) -> Option<String> {
        let rings = self.network.look(self.body).energy() > 1e-6;
        (!rings).then(|| "the body does not ring".to_owned())
    }
}

/// Driven by noise, heard at another point.
pub struct Driven {
    body: Resonator,
    force: Vec<f32>,
    out: Vec<f32>,
}

impl Driven {
    /// A body at rest.
    pub fn new(count: usize, quality: Quality) -> Self {
        let params = ModalParams {
            modes: modes(count),
            ..ModalParams::default()
        };
        let force: Vec<f32> = noise(1024).iter().map(|x| *x as f32).collect();
        Self {
            body: Resonator::new(&params, &[], &[], rate(), quality).expect("a body"),
            out: vec![0.0; force.len()],
            force,
        }
    }

    /// Drives the body through a block.
    pub fn drive(&mut self, force: &[f64], out: &mut [f64]) {
        let force: Vec<f32> = force.iter().map(|x| *x as f32).collect();
        let mut heard = vec![0.0; force.len()];
        self.body.run(&force, &mut heard);
        out.iter_mut()
            .zip(heard)
            .for_each(|(out, x)| *out = f64::from(x));
    }
}

impl Runner for Driven {
    fn run(&mut self, samples: usize) {
        let mut left = samples;
        while left > 0 {
            let frames = left.min(self.out.len());
            self.body
                .run(black_box(&self.force[..frames]), &mut self.out[..frames]);
            black_box(&mut self.out);
            left -= frames;
        }
    }
    fn fault(&self) -> Option<String> {
        let sounds = self.out.iter().all(|x| x.is_finite()) && self.out[0] != 0.0;
        (!sounds).then(|| "the body does not sound".to_owned())
    }
}

/// Adds the rows.
pub fn enter(race: &mut Race, sizes: &[usize]) {
    use Quality::{Exact, Fast};
    for &count in sizes {
        race.add("free 128 fast", count, || Free::new(count, 128, Fast));
        race.add("free 1024 fast", count, || Free::new(count, 1024, Fast));
        race.add("driven fast", count, || Driven::new(count, Fast));
        race.add("free 128", count, || Free::new(count, 128, Exact));
        race.add("free 1024", count, || Free::new(count, 1024, Exact));
        race.add("driven", count, || Driven::new(count, Exact));
    }
}

/// Fastest time of the free ring in a process of its own, with what every CPU has \[ns per sample\].
pub fn alone(count: usize, pieces: usize) -> f64 {
    SimdLevel::plain().limit();
    let mut free = Free::new(count, 128, Quality::Fast);
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
