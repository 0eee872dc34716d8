//! A hammer strikes a bar of three modes: the bench of Avanzini & Rocchesso 2004, section 4.
//!
//! The hammer is a mass, the bar has the first three partials of a free one, and both are
//! urto's own bodies with its own impact law between them. What the paper does not give (quality
//! factor, modal masses, speed) is part of [`BarStrike`].

use urto::contact::{HuntCrossley, ImpactLaw};
use urto::math::{self, TAU};
use urto::network::{Motion, NetworkBuilder};
use urto::object::{Mass, MassParams, Modal, ModalParams, Mode, Object, Point, Wall, WallParams};
use urto::{BuildError, Rate};

/// Half wave numbers of a free bar's first modes, as the paper rounds them: frequencies go with
/// their squares.
pub const PARTIALS: [f64; 3] = [3.011, 5.0, 7.0];

/// What strikes, how, and what is struck.
#[derive(Clone, Copy, Debug)]
pub struct BarStrike {
    /// Mass of the hammer \[kg\].
    pub mass: f64,
    /// Stiffness of the contact \[N/m^a\].
    pub stiffness: f64,
    /// Dissipation of the contact \[s/m\].
    pub dissipation: f64,
    /// Exponent of the contact.
    pub exponent: f64,
    /// Speed at which the hammer arrives \[m/s\].
    pub velocity: f64,
    /// Frequency of the bar's first partial \[Hz\].
    pub pitch: f64,
    /// Quality factor of the partials.
    pub q: f64,
    /// Mass of each mode where it is struck \[kg\].
    pub modal_mass: f64,
}

impl Default for BarStrike {
    /// The values of the paper's figure 3, and for what it leaves out those usual here.
    fn default() -> Self {
        Self {
            mass: 1e-3,
            stiffness: 5e10,
            dissipation: 0.5,
            exponent: 2.5,
            velocity: 1.0,
            pitch: 1000.0,
            q: 200.0,
            modal_mass: 0.01,
        }
    }
}

/// What became of a blow.
#[derive(Clone, Debug, Default)]
pub struct Struck {
    /// From the first touch to the first release, as these steps have it \[s\]; none if it
    /// never let go.
    pub contact_time: Option<f64>,
    /// How often the hammer touched the bar.
    pub contacts: usize,
    /// Displacement of the bar where it is struck, one value per sample \[m\].
    pub bar: Vec<f64>,
    /// Displacement of the hammer, likewise \[m\].
    pub hammer: Vec<f64>,
    /// Force, the mean over each sample \[N\].
    pub force: Vec<f64>,
    /// What the rate did not allow (partials too high for it), in words.
    pub notes: Vec<String>,
}

/// The four numbers of the contact that the paper varies, one at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Varied {
    /// Mass of the hammer.
    Mass,
    /// Stiffness of the contact.
    Stiffness,
    /// Dissipation of the contact.
    Dissipation,
    /// Exponent of the contact.
    Exponent,
}

impl Varied {
    /// All four, in the order of figure 3.
    pub const ALL: [Varied; 4] = [
        Varied::Mass,
        Varied::Stiffness,
        Varied::Dissipation,
        Varied::Exponent,
    ];

    /// Name of the parameter, letter in the paper, unit.
    pub fn words(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Varied::Mass => ("mass", "m", "kg"),
            Varied::Stiffness => ("stiffness", "k", "N/m^a"),
            Varied::Dissipation => ("dissipation", "\u{b5}", "s/m"),
            Varied::Exponent => ("exponent", "\u{3b1}", ""),
        }
    }

    /// The blow with this number changed.
    pub fn put(self, blow: &BarStrike, value: f64) -> BarStrike {
        let mut blow = *blow;
        match self {
            Varied::Mass => blow.mass = value,
            Varied::Stiffness => blow.stiffness = value,
            Varied::Dissipation => blow.dissipation = value,
            Varied::Exponent => blow.exponent = value,
        }
        blow
    }

    /// Whether it is spread over ratios.
    pub fn is_ratio(self) -> bool {
        self != Varied::Exponent
    }

    /// So many values over the range of the paper's figure.
    pub fn values(self, count: usize) -> Vec<f64> {
        let (low, high) = match self {
            Varied::Mass => (1e-4, 1e-1),
            Varied::Stiffness => (1e8, 1e13),
            Varied::Dissipation => (1e-3, 10.0),
            Varied::Exponent => (1.5, 4.0),
        };
        spread(low, high, count, self.is_ratio())
    }
}

/// So many values from `low` to `high`, at equal ratios or at equal distances.
pub fn spread(low: f64, high: f64, count: usize, ratios: bool) -> Vec<f64> {
    let last = count.saturating_sub(1).max(1) as f64;
    (0..count)
        .map(|n| {
            let part = n as f64 / last;
            if ratios {
                low * math::pow(high / low, part)
            } else {
                low + (high - low) * part
            }
        })
        .collect()
}

/// Fewest steps that must fall into a contact for its length to be trusted: the step itself
/// lengthens it by about one over the square of their number.
const STOPWATCH: f64 = 32.0;
/// Most steps per sample for that.
const FINEST: u32 = 1024;

impl Struck {
    /// Contact time \[s\], struck again with finer steps where the contact had too few of them.
    pub fn finer_contact_time(
        &self,
        blow: &BarStrike,
        rate: Rate,
        oversample: u32,
    ) -> Result<Option<f64>, BuildError> {
        let (mut time, mut divided) = (self.contact_time, oversample);
        while let Some(rough) = time {
            let steps = rough * rate.hertz() * f64::from(divided);
            if steps >= STOPWATCH || divided >= FINEST {
                break;
            }
            divided = (2 * divided).min(FINEST);
            let samples = (2.0 * rough * rate.hertz()) as usize + 2;
            time = strike(blow, rate, divided, samples)?.contact_time;
        }
        Ok(time)
    }
}

/// Strikes at the time 0 and follows `samples` samples of `rate`, each of `oversample` steps.
pub fn strike(
    blow: &BarStrike,
    rate: Rate,
    oversample: u32,
    samples: usize,
) -> Result<Struck, BuildError> {
    let fine = rate.oversampled(oversample);
    let mut network = NetworkBuilder::new(fine);
    network.add("hammer", hammer(blow, fine)?)?;
    network.add("bar", Box::new(Modal::new(&bar(blow), &[], fine)?))?;
    let law = Box::new(HuntCrossley::new(&law(blow), fine)?);
    let hit = network.join("hit", law, ["hammer", "bar"])?;
    let bar = network.listen("bar", Motion::Displacement)?;
    let hammer = network.listen("hammer", Motion::Displacement)?;
    let mut network = network.build(0);
    let mut struck = Struck {
        contacts: 1,
        notes: network.notes(),
        ..Struck::default()
    };
    let (mut step, mut before) = (0u64, 0.0);
    for _ in 0..samples {
        let mut force = 0.0;
        for _ in 0..oversample {
            network.step();
            let (newtons, now) = network.contact_state(hit);
            force += newtons;
            if before > 0.0 && now <= 0.0 && struck.contact_time.is_none() {
                // Near release nothing pushes, so the overlap falls in a straight line.
                let steps = step as f64 + before / (before - now);
                struck.contact_time = Some(steps * fine.step());
            }
            struck.contacts += usize::from(step > 0 && before <= 0.0 && now > 0.0);
            before = now;
            step += 1;
        }
        struck.bar.push(network.heard(bar));
        struck.hammer.push(network.heard(hammer));
        struck.force.push(force / f64::from(oversample));
    }
    Ok(struck)
}

/// The same hammer on a rigid wall: contact time \[s\] and velocity after it \[m/s\], as these
/// steps have it. `None` if it does not let go within `seconds`.
pub fn strike_wall(
    blow: &BarStrike,
    rate: Rate,
    seconds: f64,
) -> Result<Option<(f64, f64)>, BuildError> {
    let mut network = NetworkBuilder::new(rate);
    let hammer = hammer(blow, rate)?;
    let id = network.add("hammer", hammer)?;
    let wall = Wall::new(&WallParams::default(), &[])?;
    network.add("wall", Box::new(wall))?;
    let law = Box::new(HuntCrossley::new(&law(blow), rate)?);
    let hit = network.join("hit", law, ["hammer", "wall"])?;
    let mut network = network.build(0);
    let mut before = 0.0;
    for step in 0..(seconds * rate.hertz()) as u64 {
        network.step();
        let now = network.contact_state(hit).1;
        if before > 0.0 && now <= 0.0 {
            let time = (step as f64 + before / (before - now)) * rate.step();
            return Ok(Some((time, network.look(id).velocity(Point(0)))));
        }
        before = now;
    }
    Ok(None)
}

fn hammer(blow: &BarStrike, rate: Rate) -> Result<Box<dyn Object>, BuildError> {
    let params = MassParams {
        mass: blow.mass,
        velocity: blow.velocity,
        ..MassParams::default()
    };
    Ok(Box::new(Mass::new(&params, &[], rate)?))
}

fn law(blow: &BarStrike) -> ImpactLaw {
    ImpactLaw {
        stiffness: blow.stiffness,
        exponent: blow.exponent,
        dissipation: blow.dissipation,
        ..ImpactLaw::default()
    }
}

fn bar(blow: &BarStrike) -> ModalParams {
    let mode = |number: f64| {
        let ratio = number / PARTIALS[0];
        let undamped = blow.pitch * ratio * ratio;
        Mode {
            // The paper's modes are q'' + (w/q)·q' + w²·q; ours are given by how they ring.
            frequency: undamped * (1.0 - 0.25 / (blow.q * blow.q)).sqrt(),
            decay: math::LN_1000 * 2.0 * blow.q / (TAU * undamped),
            mass: blow.modal_mass,
        }
    };
    ModalParams {
        modes: PARTIALS.map(mode).to_vec(),
        ..ModalParams::default()
    }
}
