//! A bowed string, and what its motion is: the bench of the paper's section 5.1.
//!
//! The string is urto's own. `frequency` is that of its length alone; losses at the bridge are a
//! gain exp(-pi/q) and a one-pole low-pass whose delay flattens the free pitch a little further,
//! as in the paper's waveguides.

use crate::rosin::{Rosin, RosinLaw};
use urto::contact::{Bristles, Contact};
use urto::math::{self, TAU};
use urto::network::NetworkBuilder;
use urto::object::{
    Driven, DrivenParams, NamedPoint, Object, Place, Point, StringBody, StringParams,
};
use urto::{BuildError, Rate};

use crate::rubbing::Law;

/// A string and how it is bowed.
#[derive(Clone, Copy, Debug)]
pub struct Bowing {
    /// One over the time a wave takes to the nut, the bridge and back \[Hz\].
    pub frequency: f64,
    /// Wave impedance \[kg/s\].
    pub impedance: f64,
    /// Quality factor: per period the bridge leaves exp(-pi/q).
    pub q: f64,
    /// Corner of the low-pass at the bridge \[Hz\].
    pub cutoff: f64,
    /// Stiffness of the string: partial n lies at n·sqrt(1 + B·n²).
    pub inharmonicity: f64,
    /// Distance of the bow from the bridge, as a share of the length.
    pub position: f64,
    /// Speed of the bow \[m/s\], reached after `ramp`.
    pub velocity: f64,
    /// Time in which the bow comes to speed \[s\].
    pub ramp: f64,
}

/// What rubs.
#[derive(Clone, Copy, Debug)]
pub enum Rubs {
    /// Bristles; forces in newtons.
    Bristles(Law),
    /// Rosin that yields when warm.
    Rosin(RosinLaw),
}

impl Rubs {
    fn contact(&self, rate: Rate) -> Result<Box<dyn Contact>, BuildError> {
        Ok(match self {
            Rubs::Bristles(law) => Box::new(law.contact(Bristles::ElastoPlastic, rate)?),
            Rubs::Rosin(law) => Box::new(Rosin::new(*law, rate)),
        })
    }
}

/// One value per step.
#[derive(Clone, Debug, Default)]
pub struct BowMotion {
    /// Steps per second \[Hz\].
    pub rate: f64,
    /// Velocity of the string under the bow \[m/s\].
    pub velocity: Vec<f64>,
    /// Friction force on the string \[N\].
    pub force: Vec<f64>,
    /// What the rate did not allow, in words.
    pub notes: Vec<String>,
}

impl Bowing {
    /// Urto's string that answers the same way.
    fn string(&self, rate: Rate) -> StringParams {
        let (h, memory) = (rate.step(), 1.0 / (TAU * self.cutoff));
        let a = memory / (memory + h);
        // Gain and delay [s] of the low-pass, at the pitch it leaves.
        let (mut pitch, mut gain) = (self.frequency, 1.0);
        for _ in 0..20 {
            let w = TAU * pitch * h;
            let (re, im) = (1.0 - a * math::cos(w), a * math::sin(w));
            pitch = 1.0 / (1.0 / self.frequency + math::atan2(im, re) / w * h);
            gain =
                math::exp(-core::f64::consts::PI / self.q) * (1.0 - a) / (re * re + im * im).sqrt();
        }
        // The low-pass takes memory·(memory + h)·w²/2 of a wave; urto's string wants to know
        // where that equals the plain loss pi/q.
        let brightness = (2.0 * core::f64::consts::PI / self.q / (memory * (memory + h))).sqrt();
        StringParams {
            pitch,
            impedance: self.impedance,
            decay: -math::LN_1000 / (math::log(gain) * pitch),
            brightness: brightness / TAU,
            stiffness: self.inharmonicity,
            ..StringParams::default()
        }
    }

    /// Bows for `seconds` and keeps what happens from `from` on.
    pub fn play(
        &self,
        rubs: &Rubs,
        rate: Rate,
        seconds: f64,
        from: f64,
    ) -> Result<BowMotion, BuildError> {
        let mut network = NetworkBuilder::new(rate);
        let driven = Driven::new(&DrivenParams::default(), &[], rate)?;
        let bow = network.add("bow", Box::new(driven))?;
        let bow = network.thrown(bow, Point(0))?;
        let string = self.string(rate);
        // What the low-pass delays lies behind the bridge, so the bow's place counts from there.
        let to_nut = (1.0 - self.position) * string.pitch / self.frequency;
        let points = [NamedPoint {
            name: "bow".into(),
            place: Place::Along(1.0 - to_nut),
        }];
        let string = StringBody::new(&string, &points, rate)?;
        network.add("string", Box::new(string))?;
        let rub = network.join("rub", rubs.contact(rate)?, ["bow", "string@bow"])?;
        let mut network = network.build(0);
        let ramp = (self.ramp * rate.hertz()).max(1.0);
        let mut motion = BowMotion {
            rate: rate.hertz(),
            notes: network.notes(),
            ..BowMotion::default()
        };
        let (first, end) = (
            (from * rate.hertz()) as usize,
            (seconds * rate.hertz()) as usize,
        );
        for step in 0..end {
            let v = self.velocity * (step as f64 / ramp).min(1.0);
            network.throw(bow, v);
            network.step();
            if step >= first {
                motion.velocity.push(v - network.contact_velocity(rub));
                motion.force.push(network.contact_state(rub).0);
            }
        }
        Ok(motion)
    }
}

/// How long a string is listened to for its partials \[s\]: a peak is then some 8 Hz wide, far less
/// than partials lie apart.
const LISTENED: f64 = 0.5;

impl Bowing {
    /// Frequencies of the first partials of the string, left alone after a push under the bow
    /// \[Hz\]; fewer where the rate ends.
    pub fn partials(&self, rate: Rate, count: usize) -> Result<Vec<f64>, BuildError> {
        let params = self.string(rate);
        // Where every partial has a part.
        let points = [NamedPoint {
            name: "pluck".into(),
            place: Place::Along(core::f64::consts::FRAC_1_PI * 0.1),
        }];
        let mut string = StringBody::new(&params, &points, rate)?;
        let samples = (LISTENED * rate.hertz()) as usize;
        // Partials lie far below the middle of what this keeps.
        let stride = (rate.hertz() / 44_100.0).round().max(1.0) as usize;
        let mut heard = Vec::with_capacity(samples / stride + 1);
        for n in 0..samples {
            string.begin();
            if n == 0 {
                string.push(Point(0), 1.0);
            }
            string.end();
            if n % stride == 0 {
                heard.push(string.velocity(Point(0)));
            }
        }
        let length = heard.len() as f64;
        for (n, x) in heard.iter_mut().enumerate() {
            *x *= 0.5 - 0.5 * math::cos(TAU * n as f64 / length);
        }
        let rate = rate.hertz() / stride as f64;
        let mut found = Vec::new();
        for n in 1..=count {
            let order = n as f64;
            let near = params.pitch * order * (1.0 + self.inharmonicity * order * order).sqrt();
            if near > 0.3 * rate {
                break;
            }
            found.push(peak(&heard, 1.0 / rate, near));
        }
        Ok(found)
    }
}

/// The frequency near `hertz` at which a sound has most \[Hz\]: searched within 3 %, then three
/// times on a grid eight times finer.
fn peak(heard: &[f64], step: f64, hertz: f64) -> f64 {
    let size = |f: f64| {
        let angle = TAU * f * step;
        let (cos, sin) = (math::cos(angle), math::sin(angle));
        let (mut re, mut im) = (1.0, 0.0);
        let (mut a, mut b) = (0.0, 0.0);
        for x in heard {
            a += x * re;
            b += x * im;
            (re, im) = (re * cos - im * sin, re * sin + im * cos);
        }
        a * a + b * b
    };
    let mut grid = 0.5 / LISTENED;
    let mut reach = (0.03 * hertz / grid).ceil().min(400.0) as i32;
    let mut middle = hertz;
    for _ in 0..4 {
        let around = (-reach..=reach).map(|n| middle + f64::from(n) * grid);
        let sizes = around.map(|f| (size(f), f));
        middle = sizes
            .max_by(|a, b| a.0.total_cmp(&b.0))
            .map_or(middle, |best| best.1);
        (grid, reach) = (0.125 * grid, 8);
    }
    middle
}

/// What a steady motion is made of.
#[derive(Clone, Copy, Debug, Default)]
pub struct Regime {
    /// How often the string slips in a period.
    pub slips_per_period: f64,
    /// How often the motion repeats \[Hz\].
    pub f0: f64,
    /// How well it repeats: correlation of the velocity with itself a period later.
    pub periodicity: f64,
    /// Part of the time during which it slips.
    pub slip_fraction: f64,
    /// Greatest friction force \[N\].
    pub force_max: f64,
    /// Least friction force \[N\].
    pub force_min: f64,
    /// Lowest velocity of the string under the bow \[m/s\].
    pub velocity_min: f64,
}

/// Names of motions, from too little force to too much.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// It never slips, or never sticks.
    Silent,
    /// Several slips in a period.
    MultipleSlip,
    /// One slip in a period.
    Helmholtz,
    /// It does not repeat with the string's period.
    Raucous,
}

impl Kind {
    /// All of them.
    pub const ALL: [Kind; 4] = [
        Kind::Silent,
        Kind::MultipleSlip,
        Kind::Helmholtz,
        Kind::Raucous,
    ];

    /// In words.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Silent => "no stick-slip",
            Kind::MultipleSlip => "multiple slip",
            Kind::Helmholtz => "Helmholtz",
            Kind::Raucous => "raucous",
        }
    }
}

impl Regime {
    /// What it is called. Slips may be lost or gained at the ends of what was watched, and a
    /// settling tail still changes a little from period to period.
    pub fn kind(&self) -> Kind {
        let slips = self.slips_per_period;
        if self.slip_fraction == 0.0 || slips < 0.1 {
            Kind::Silent
        } else if self.periodicity < 0.9 || slips < 0.9 {
            Kind::Raucous
        } else if slips < 1.1 {
            Kind::Helmholtz
        } else {
            Kind::MultipleSlip
        }
    }
}

/// Share of the bow's speed above which the string goes along with it.
const CAUGHT: f64 = 0.8;

impl BowMotion {
    /// Steps, with fractions, at which the string begins to slip: it falls below half the speed
    /// of the bow, having been caught before. Ripples of a slip that do not bring it back to the
    /// bow are no slips of their own.
    fn slips(&self, bow: f64) -> Vec<f64> {
        let v = &self.velocity;
        let mut slips = Vec::new();
        let mut caught = false;
        for n in 1..v.len() {
            caught |= v[n - 1] > CAUGHT * bow;
            if caught && v[n - 1] >= 0.5 * bow && v[n] < 0.5 * bow {
                slips.push(n as f64 - (0.5 * bow - v[n]) / (v[n - 1] - v[n]));
                caught = false;
            }
        }
        slips
    }

    /// Frequency near `expected` at which the velocity repeats, and how well. Looked at no more
    /// than about 44,100 times a second: the waves have lost what lies above.
    fn repeats(&self, expected: f64) -> (f64, f64) {
        let stride = (self.rate / 44_100.0).round().max(1.0) as usize;
        let rate = self.rate / stride as f64;
        let mean = self.velocity.iter().sum::<f64>() / self.velocity.len() as f64;
        let v: Vec<f64> = self
            .velocity
            .iter()
            .step_by(stride)
            .map(|v| v - mean)
            .collect();
        let alike = |lag: usize| {
            let (a, b) = (&v[..v.len() - lag], &v[lag..]);
            let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(x, y)| x * y).sum::<f64>();
            let size = (dot(a, a) * dot(b, b)).sqrt();
            if size > 0.0 { dot(a, b) / size } else { 0.0 }
        };
        let around = rate / expected;
        let (from, to) = ((0.8 * around) as usize, (1.25 * around) as usize + 1);
        if from < 2 || to + 2 > v.len() / 2 {
            return (0.0, 0.0);
        }
        let (mut best, mut most) = (from, f64::MIN);
        for lag in from..=to {
            let found = alike(lag);
            if found > most {
                (best, most) = (lag, found);
            }
        }
        let (a, b, c) = (alike(best - 1), most, alike(best + 1));
        let bend = a - 2.0 * b + c;
        let shift = if bend < 0.0 {
            0.5 * (a - c) / bend
        } else {
            0.0
        };
        (rate / (best as f64 + shift), most)
    }

    /// What it is made of, when the bow moves at `bow` and the string's own frequency is about
    /// `expected`.
    pub fn regime(&self, bow: f64, expected: f64) -> Regime {
        let most = |values: &[f64]| values.iter().copied().fold(f64::MIN, f64::max);
        let least = |values: &[f64]| values.iter().copied().fold(f64::MAX, f64::min);
        let slips = self.slips(bow);
        let (mut f0, periodicity) = self.repeats(expected);
        let seconds = self.velocity.len() as f64 / self.rate;
        let mut slips_per_period = 0.0;
        let mut watched = 0..self.velocity.len();
        if f0 > 0.0 && slips.len() > 2 {
            let gaps = (slips.len() - 1) as f64;
            let spacing = (slips[slips.len() - 1] - slips[0]) / gaps / self.rate;
            slips_per_period = 1.0 / (spacing * f0);
            let per = slips_per_period.round();
            // As many slips in every period: then their distance is the better clock.
            if per >= 1.0 && (slips_per_period / per - 1.0).abs() < 0.02 && periodicity > 0.9 {
                let per = per as usize;
                let last = (slips.len() - 1) / per * per;
                let periods = (last / per) as f64;
                f0 = self.rate * periods / (slips[last] - slips[0]);
                slips_per_period = per as f64;
                watched = slips[0] as usize..slips[last] as usize;
            }
        } else if f0 > 0.0 {
            slips_per_period = slips.len() as f64 / (seconds * f0);
        }
        let inside = &self.velocity[watched];
        let slow = inside.iter().filter(|v| **v < 0.5 * bow).count();
        Regime {
            slips_per_period,
            f0,
            periodicity,
            slip_fraction: slow as f64 / inside.len().max(1) as f64,
            force_max: most(&self.force),
            force_min: least(&self.force),
            velocity_min: least(&self.velocity),
        }
    }
}
