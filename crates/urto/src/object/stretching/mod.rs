//! A thin plate that stretches as it bends: a bank of modes that pass energy on to each other.
//!
//! Hear:   struck softly, a bank of modes and no more; struck hard, its pitch sinks while it dies
//!         away, and it grows brighter after the blow, as a gong does.
//! Law:    bending by w stretches a plate at each place by e = |grad w|²/2, and holds the energy
//!         V = K/2·<e²>, K = E·t·A/(1 - nu²) (Berger's first invariant of strain). e is told by a
//!         few patterns over the plate, p²/2 being the energy of one: p is quadratic in the modes,
//!         p = sqrt(K)·share·sum(±slope_i·slope_j·q_i·q_j), slope = k·sqrt(<shape²>). A wide
//!         pattern joins modes whose waves are nearly as long: j = i + d, with one d for each.
//! Step:   before the modes' own exact step, the force -F = -dV/dq at the displacements there are
//!         acts for one step on their speeds alone, v' = v - h·F/m: together with the exact step a
//!         splitting of second order. What is stretched is held as S = P²/2. With P = sqrt(2·V),
//!         G = F/P and u = (v + v')/2 it goes from P - h/2·G·u before the kick to P + h/2·G·u after
//!         it, so that P is always what the displacements say, and S gains P·h·G·u = h·F·u, which
//!         is what m·v²/2 loses: multiply the kick by m·u.
//!         What S was left at after the last kick and what it should be before this one differ by a
//!         little (third order in the step). All speeds are scaled by one factor c that pays for it:
//!             c²·m·v²/2 + (P - h/2·G·u(c))²/2 = m·v²/2 + S,
//!         a quadratic equation for c. So energy is kept exactly, and nothing drifts or piles up.
//!         Where speeds cannot pay, it is stretched by less: the same equation with c held, solved
//!         for the share of P. Kicks stay below what a step can follow (see `STIFFEST`).
//! Limits: which sign joins two modes is drawn, not integrated over the plate: what is passed on
//!         is right in size and law, not mode by mode. No curvature: a dome's own asymmetry (pitch
//!         that first rises) is left out.
//! Refs:   Berger 1955 (J. Applied Mechanics 22); Ducceschi & Touzé 2015 (modes of von Karman
//!         plates); Bilbao, Ducceschi & Zama 2023 (energies as states of their own: explicit steps
//!         that keep energy exactly).

mod kick;
#[cfg(test)]
mod tests;

use super::{
    Coast, FreeRun, Modal, Object, Point, Points, Response, Retunable, Shaped, Sounding, Throwable,
};
use crate::energy::Books;
use crate::math::TAU;
use crate::param::{ParamId, Value};
use crate::rate::Rate;
use crate::rng::Rng;
use crate::simd::Lanes;
use crate::simd::stretch::{
    EDGE, accelerate, add_slope, change_speeds, multiply, paired, with_edges,
};
use kick::{Kick, Outcome};

/// How far the two modes that a pattern joins are apart, counted by pitch: neighbours first, then
/// further and further (Fibonacci's numbers), so that energy finds ways between all.
const APART: [usize; 9] = [1, 2, 3, 5, 8, 13, 21, 34, 55];
const _: () = assert!(APART[APART.len() - 1] <= EDGE);
/// Share of a pattern in how two modes stretch the plate: the mean square of the product of two
/// slopes in random directions is a half of the product of their mean squares.
const SHARE: f64 = core::f64::consts::FRAC_1_SQRT_2;
/// And of the pattern that is alike everywhere, which alone sharpens the pitch: an edge that is
/// free gives way to half of it.
const EVEN: f64 = 0.5;
/// Modes above this \[Hz\] neither give nor take: there, samples at the usual rates are too far
/// apart for products of two of them. At low rates, those above this share of the rate.
const HIGHEST: f64 = 8000.0;
const HIGHEST_SHARE: f64 = 0.2;
/// The most by which stretching may stiffen a mode, as (h·w)²: kicks between exact steps are
/// stable up to 2·(1 + cos)/sinc of the mode's own h·w, which is 1.9 at a fifth of the rate. A
/// plate bent further than that stretches by less.
const STIFFEST: f64 = 1.0;
/// How often it is looked whether it stretches at all \[steps\], and the share of stretching in the
/// energy below which nobody hears of it: it shifts a pitch by as much. Then it is left alone, for
/// speed, once this many looks in a row have found no more.
const LOOK: u32 = 16;
const LITTLE: f64 = 1e-5;
const LONG: u32 = 256;

/// One pattern of stretching.
struct Pattern {
    /// How far its modes are apart; 0 is the one that is alike everywhere.
    apart: usize,
    /// Its share, with the sign of each pair, by the lower mode.
    joins: Lanes<f64>,
    share: f64,
    /// Square root of twice its energy, by displacements.
    p: f64,
}

/// How a plate answers to being bent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Stretch {
    /// K, Young's modulus times volume over 1 - nu² \[J\].
    pub stiffness: f64,
    /// Wave number squared over angular frequency, for bending waves: sqrt(12)/(c·t) \[s/m²\].
    pub bends: f64,
    /// What it weighs \[kg\]: a mode's share of that is the mean square of its shape.
    pub weight: f64,
    /// How many of the bank's modes are the plate's own: the first ones, lowest pitch first.
    pub modes: usize,
}

/// What of each mode takes part; zero for those that do not.
struct Partaking {
    /// K^(1/4) times root mean square slope where the shape is 1, also over mass.
    slope: Lanes<f64>,
    ease: Lanes<f64>,
    mass: Lanes<f64>,
    /// 1 for a mode that takes part.
    own: Lanes<f64>,
}

/// A bank of modes that stretches.
pub(crate) struct Stretching {
    bank: Modal,
    stretch: Stretch,
    patterns: Vec<Pattern>,
    modes: Partaking,
    /// slope·q of all modes, between edges.
    bent: Lanes<f64>,
    /// How far a mode can be stiffened by p = 1 \[1/s²\].
    stiffens: f64,
    /// Room for forces and what they do.
    pull: Lanes<f64>,
    /// Tuning of the bank for which this holds.
    tunings: Option<u32>,
    /// Energy of stretching \[J\].
    held: f64,
    rate: Rate,
    clock: u32,
    /// Whether it stretches noticeably, and the looks since it did.
    stretches: bool,
    little: u32,
}

/// What joins the modes of a pattern: a share with the same signs in every plate.
fn pattern(apart: usize, share: f64, modes: usize, rng: &mut Rng) -> Pattern {
    let mut joins = with_edges(modes);
    for join in &mut joins[EDGE..EDGE + modes.saturating_sub(apart)] {
        *join = match apart {
            0 => share,
            _ => share * rng.signed().signum(),
        };
    }
    Pattern {
        apart,
        joins,
        share,
        p: 0.0,
    }
}

impl Stretching {
    /// A plate at rest. Allocates.
    pub fn new(bank: Modal, stretch: Stretch, rate: Rate) -> Self {
        // A seed that means nothing.
        let mut rng = Rng::new(0);
        let count = stretch.modes;
        // A sum of squares has twice the slope of a sum of pairs.
        let mut patterns = vec![pattern(0, 0.5 * EVEN, count, &mut rng)];
        patterns.extend(APART.map(|apart| pattern(apart, SHARE, count, &mut rng)));
        let zeros = || Lanes::zeros(count);
        Self {
            bank,
            stretch,
            patterns,
            modes: Partaking {
                slope: zeros(),
                ease: zeros(),
                mass: zeros(),
                own: zeros(),
            },
            bent: with_edges(count),
            stiffens: 0.0,
            pull: zeros(),
            tunings: None,
            held: 0.0,
            rate,
            clock: 0,
            stretches: true,
            little: 0,
        }
    }

    /// Takes other measures over, without allocation. What it holds stays.
    pub fn follow(&mut self, stretch: Stretch) {
        let modes = self.stretch.modes;
        self.stretch = Stretch { modes, ..stretch };
        self.tunings = None;
    }

    /// Works out anew how the modes take part, if they have changed.
    fn join(&mut self) {
        if self.tunings == Some(self.bank.tunings()) {
            return;
        }
        self.tunings = Some(self.bank.tunings());
        let Stretch {
            stiffness,
            bends,
            weight,
            modes,
        } = self.stretch;
        let highest = HIGHEST.min(HIGHEST_SHARE * self.rate.hertz());
        self.stiffens = 0.0;
        for mode in 0..modes {
            let taken = self.bank.tuned(mode).filter(|(hertz, _)| *hertz <= highest);
            let (square, mass) = match taken {
                Some((hertz, mass)) => (TAU * hertz * bends / weight * stiffness.sqrt(), mass),
                None => (0.0, 0.0),
            };
            self.stiffens = square.max(self.stiffens);
            self.modes.slope[mode] = (square * mass).sqrt();
            self.modes.ease[mode] = if mass > 0.0 {
                (square / mass).sqrt()
            } else {
                0.0
            };
            self.modes.mass[mode] = mass;
            self.modes.own[mode] = if mass > 0.0 { 1.0 } else { 0.0 };
        }
    }

    /// Works out how it is stretched, by displacements: sqrt(2·V).
    fn bend(&mut self) -> f64 {
        let (level, q) = self.bank.swings();
        multiply(level, &mut self.bent, &self.modes.slope, q);
        let mut squares = 0.0;
        let mut stiffer = 0.0;
        for own in &mut self.patterns {
            own.p = paired(level, &own.joins, &self.bent, own.apart);
            squares += own.p * own.p;
            // Each mode has two neighbours.
            stiffer += 2.0 * own.share * own.p.abs() * self.stiffens;
        }
        let h = self.rate.step();
        let most = STIFFEST / (h * h);
        if stiffer <= most {
            return squares.sqrt();
        }
        let less = most / stiffer;
        self.patterns.iter_mut().for_each(|own| own.p *= less);
        less * squares.sqrt()
    }

    /// Lets modes and what is stretched exchange energy; see the head of this file.
    fn exchange(&mut self) {
        if self.bank.is_asleep() {
            return self.rest();
        }
        self.clock = (self.clock + 1) % LOOK;
        if !self.stretches && self.clock != 0 {
            return;
        }
        self.join();
        let stretched = self.bend();
        if self.clock == 0 {
            self.look(stretched);
        }
        if self.stretches && stretched > 0.0 && stretched.is_finite() {
            self.kick(stretched);
        }
    }

    /// One step of the force of stretching.
    fn kick(&mut self, stretched: f64) {
        let h = self.rate.step();
        let (level, v) = self.bank.speeds();
        self.pull.fill(0.0);
        for own in &self.patterns {
            let Pattern { joins, apart, .. } = own;
            add_slope(level, &mut self.pull, joins, &self.bent, *apart, own.p);
        }
        let Partaking {
            slope,
            ease,
            mass,
            own,
        } = &self.modes;
        let [power, weighed, moving] = accelerate(level, &mut self.pull, slope, ease, mass, v);
        let kick = Kick::new(stretched, h, [power, weighed]);
        let Some(outcome) = kick.solve(0.5 * moving, self.held) else {
            return;
        };
        let Outcome { scale, time, held } = outcome;
        change_speeds(level, v, own, scale - 1.0, &self.pull, -time);
        self.held = held;
    }

    /// Looks whether it stretches noticeably.
    fn look(&mut self, stretched: f64) {
        let most = self.held.max(0.5 * stretched * stretched);
        if most > LITTLE * self.bank.energy() {
            self.little = 0;
            self.stretches = true;
        } else if self.stretches {
            self.little += 1;
            if self.little > LONG {
                // What is still held is lost.
                self.held = 0.0;
                self.stretches = false;
            }
        }
    }

    /// At rest. What moves it from there is followed from its first step on.
    fn rest(&mut self) {
        self.held = 0.0;
        self.stretches = true;
        self.little = 0;
        self.clock = 0;
    }
}

impl Object for Stretching {
    fn begin(&mut self) {
        self.bank.begin();
        self.exchange();
    }
    fn coast(&self, point: Point) -> Coast {
        self.bank.coast(point)
    }
    fn response(&self, at: Point, from: Point) -> Response {
        self.bank.response(at, from)
    }
    fn push(&mut self, point: Point, newtons: f64) {
        self.bank.push(point, newtons);
    }
    fn end(&mut self) {
        self.bank.end();
    }
    fn energy(&self) -> f64 {
        self.bank.energy() + self.held
    }
    /// The bank takes all that is missing from it for lost.
    fn books(&self) -> Books {
        let books = self.bank.books();
        Books {
            dissipated: books.dissipated - self.held,
            ..books
        }
    }
    fn displacement(&self, point: Point) -> f64 {
        self.bank.displacement(point)
    }
    fn velocity(&self, point: Point) -> f64 {
        self.bank.velocity(point)
    }
    fn set(&mut self, id: &ParamId, value: &Value) -> bool {
        self.bank.set(id, value)
    }
    fn reset(&mut self) {
        self.bank.reset();
        self.rest();
    }
    fn revision(&self) -> u32 {
        self.bank.revision()
    }
    fn is_asleep(&self) -> bool {
        self.bank.is_asleep()
    }
    fn notes(&self) -> &[String] {
        self.bank.notes()
    }
    fn points(&mut self) -> Option<&mut dyn Points> {
        self.bank.points()
    }
    fn throwable(&mut self) -> Option<&mut dyn Throwable> {
        self.bank.throwable()
    }
    fn retunable(&mut self) -> Option<&mut dyn Retunable> {
        self.bank.retunable()
    }
    /// While it does not stretch, it rings as its modes do; and at rest it rests as they do.
    fn free_run(&mut self) -> Option<&mut dyn FreeRun> {
        match self.stretches && !self.bank.is_asleep() {
            true => None,
            false => self.bank.free_run(),
        }
    }
    fn sounding(&self) -> Option<&dyn Sounding> {
        self.bank.sounding()
    }
    fn shape(&self) -> Option<&dyn Shaped> {
        self.bank.shape()
    }
}
