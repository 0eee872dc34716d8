//! Where grains lie in their vessel, and how they hop when they were met: for pictures.
//!
//! Law:    a grain that collides at a speed leaves with the share e of it, and if that is upwards it is
//!         at e·v·t - g·t²/2 until it lies again.
//! Limits: the sound knows which grain collides and how fast, not where: every grain has a place of its
//!         own, by its number, and moves off it a little with every collision. Heaps are not drawn.

use crate::math::{self, GRAVITY};
use crate::picture::{Frame, Geometry, Speck, SpeckKind, Vector};
use crate::rate::Rate;

/// Grains that are drawn; of more, as many share a place.
const MOST: usize = 160;
/// How fast what was met grows dark \[1/s\], and how bright it is at rest.
const FADES: f64 = 10.0;
const DIM: f64 = 0.25;
/// Faster than this a grain is at its brightest \[m/s\].
const BRIGHT: f64 = 1.0;

/// A grain.
#[derive(Clone, Copy, Default)]
struct Grain {
    /// Its diameter \[m\]; 0 where there is none.
    size: f64,
    /// How fast it was met last \[m/s\], when, and how often.
    speed: f64,
    since: u64,
    hits: u32,
}

/// All that lie there.
pub(super) struct Lying {
    grains: Box<[Grain; MOST]>,
    keeps: f64,
    now: u64,
    step: f64,
}

impl Lying {
    /// None. Allocates.
    pub fn new(rate: Rate) -> Self {
        Self {
            grains: Box::new([Grain::default(); MOST]),
            keeps: 0.0,
            now: 0,
            step: rate.step(),
        }
    }

    /// So many lie there from now on, besides those that were met, each of a size of its own.
    pub fn lay(&mut self, count: usize, keeps: f64, size: impl Fn(u64) -> f64) {
        self.keeps = keeps;
        for (number, grain) in self.grains.iter_mut().enumerate() {
            if number < count {
                grain.size = size(number as u64);
            } else if grain.hits == 0 {
                grain.size = 0.0;
            }
        }
    }

    /// None was met.
    pub fn reset(&mut self) {
        self.grains.fill(Grain::default());
        self.now = 0;
    }

    /// A grain of a number is met.
    pub fn hit(&mut self, number: u64, size: f64, speed: f64) {
        let grain = &mut self.grains[(number % MOST as u64) as usize];
        *grain = Grain {
            size,
            speed,
            since: self.now,
            hits: grain.hits.wrapping_add(1).max(1),
        };
    }

    /// A sample passes.
    pub fn pass(&mut self) {
        self.now += 1;
    }

    pub fn geometry(bodies: Geometry) -> Geometry {
        bodies.with_specks(MOST)
    }

    pub fn picture(&self, geometry: &Geometry, frame: &mut Frame) {
        let Some(vessel) = geometry.parts().next() else {
            return;
        };
        let [low, high] = vessel.sketch().ends();
        let side = (high[0] - low[0]).min(high[1] - low[1]);
        let deep = high[2] - low[2];
        // In what is hollow they lie on the floor, else on top.
        let hollow = deep > 0.3 * side;
        let floor = if hollow { low[2] } else { high[2] };
        let roof = if hollow { deep } else { side };
        for (number, grain) in self.grains.iter().enumerate() {
            let radius = 0.5 * grain.size;
            let time = (self.now - grain.since) as f64 * self.step;
            let met = grain.hits > 0;
            let up = if met {
                self.keeps.max(0.3) * grain.speed
            } else {
                0.0
            };
            let hop = (up * time - 0.5 * GRAVITY * time * time).max(0.0);
            let bright = (grain.speed / BRIGHT).min(1.0) * math::exp(-FADES * time);
            let room = (0.5 * side - radius).max(0.0);
            let [x, y] = place(number as u64, grain.hits);
            let at: Vector = [
                0.5 * (low[0] + high[0]) + room * x,
                0.5 * (low[1] + high[1]) + room * y,
                floor + radius + hop.min((roof - grain.size).max(0.0)),
            ];
            frame.show(Speck {
                kind: SpeckKind::Grain,
                number: number as u32,
                at,
                size: radius,
                // What came to rest does not change any more.
                glow: match met && bright > 0.01 {
                    true => DIM + (1.0 - DIM) * bright,
                    false => DIM,
                },
            });
        }
    }
}

/// The place of a grain in a circle of radius 1: all of them cover it evenly (Vogel's spiral, turned by
/// the golden angle), and each goes round by a little when it is met.
fn place(number: u64, hits: u32) -> [f64; 2] {
    const GOLDEN: f64 = 0.381_966_011_250_105;
    let far = ((number as f64 + 0.5) / MOST as f64).sqrt();
    // Numbers that follow each other are not neighbours.
    let far = (far + 0.618_033_988_749_895 * number as f64).fract().sqrt();
    let turn = math::TAU * ((number as f64 * GOLDEN).fract() + 0.013 * f64::from(hits % 77));
    [far * math::cos(turn), far * math::sin(turn)]
}
