//! How a network is stepped: how carefully, with how many digits, by how many threads.

use crate::law::Side;
use crate::model::{Link, Mass, MassId, Model};

/// How often the account of energy looks at a network.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StepQuality {
    /// At every step: motion never holds more than was put in.
    #[default]
    Exact,
    /// At every sixteenth step. Between, the motion is leapfrog's own, whose error may grow for those
    /// steps; it is taken back at the next look. Until a guard acts, samples are those of
    /// [`Exact`](StepQuality::Exact), bit for bit.
    Fast,
}

/// With how many digits places and forces are worked out; energy is always summed and kept in f64.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Precision {
    /// f64.
    #[default]
    Double,
    /// f32: about twice as fast in rows and lattices. Places are kept from where masses started, with 24 bits: what sounds
    /// stays the same as long as nothing travels far, so this is for networks of which every part
    /// is tied by springs to something that is held.
    Single,
}

/// How a network is stepped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stepping {
    /// How often the account looks.
    pub quality: StepQuality,
    /// How many digits.
    pub precision: Precision,
    /// How many threads at most, this one counted. Samples do not depend on it; small networks are
    /// stepped by one.
    pub threads: usize,
}

impl Default for Stepping {
    fn default() -> Self {
        Self {
            quality: StepQuality::Exact,
            precision: Precision::Double,
            threads: 1,
        }
    }
}

impl Stepping {
    /// The nearest to it that this model can be stepped with. Where gravity does work at every step, the
    /// account has to look at every step.
    pub(crate) fn fit_for(mut self, model: &Model) -> Self {
        if !carries_dampers(model) || model.gravity() != [0.0; 3] {
            self.quality = StepQuality::Exact;
        }
        if !is_tied(model) || !is_near(model) {
            self.precision = Precision::Double;
        }
        self
    }
}

/// Dampers count as this share of a mass at most.
pub(crate) const DAMPED: f64 = 0.1;

/// Whether dampers are weak beside every mass. Strong ones make motion grow without bounds from one
/// step to the next (beyond sum(k·h² + 2·z·h) = 2·m), and the account has to look at every step.
/// Springs are seen to when a network is built.
fn carries_dampers(model: &Model) -> bool {
    let h = model.step();
    let mut sums = vec![model.friction() * h; model.masses().len()];
    for link in model.acting() {
        let damping = link.spring().map_or(0.0, |own| own.damping);
        for end in link.ends {
            sums[end.index()] += damping * h;
        }
    }
    for contact in model.contacts() {
        for (mass, touched) in contact.touched() {
            sums[mass.index()] += touched * contact.spring.damping * h;
        }
    }
    let mut all = model.masses().iter().zip(sums);
    all.all(|(mass, sum)| mass.is_held() || sum <= DAMPED * mass.mass)
}

/// Greatest place and length with which squares stay within f32 \[m\].
const NEAR: f64 = 1e5;

fn is_near(model: &Model) -> bool {
    let places = model.masses().iter().flat_map(|mass| mass.position);
    let lengths = model.links().iter().map(|link| link.law.length());
    let touches = model.contacts().iter().filter_map(|own| own.spring.length);
    places
        .chain(lengths)
        .chain(touches)
        .all(|own| own.abs() <= NEAR)
}

/// Whether springs that pull and push tie every mass to one that is held.
fn is_tied(model: &Model) -> bool {
    let ties = |link: &&Link| {
        let spring = link.spring();
        spring.is_some_and(|own| own.side == Side::Both && own.stiffness > 0.0)
    };
    let mut beside: Vec<Vec<usize>> = vec![Vec::new(); model.masses().len()];
    for link in model.acting().filter(ties) {
        let [a, b] = link.ends.map(MassId::index);
        beside[a].push(b);
        beside[b].push(a);
    }
    let mut tied: Vec<bool> = model.masses().iter().map(Mass::is_held).collect();
    let mut next: Vec<usize> = (0..tied.len()).filter(|n| tied[*n]).collect();
    while let Some(mass) = next.pop() {
        for other in &beside[mass] {
            if !tied[*other] {
                tied[*other] = true;
                next.push(*other);
            }
        }
    }
    tied.iter().all(|own| *own)
}

macro_rules! named {
    ($type:ty, $($variant:ident = $name:literal),+) => {
        impl $type {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$variant),+];

            /// Its name in files and on the command line.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name),+
                }
            }
        }
    };
}
named!(StepQuality, Exact = "exact", Fast = "fast");
named!(Precision, Double = "double", Single = "single");
