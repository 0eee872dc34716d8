//! Laws of links: how two masses pull or push along the line between them.
//!
//! Law:    a link that is stretched by e beyond its length l pulls with f(e) = dV/de, and with
//!         z·(d - d_before)/h while it is being stretched: the radial rate, the only one that does
//!         not slow down a body which turns as a whole.
//! Limits: where a law is stiffer than its step can carry it goes on straight (springs), or is made
//!         softer (all others): see [`Law::new`].

use crate::spring::StraightSpring;
use urto::math;

/// Which way a link acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Side {
    /// It pulls when it is longer and pushes when it is shorter than its length.
    #[default]
    Both,
    /// It pulls only: a rope, or a shell around a mass that must stay inside.
    Pulls,
    /// It pushes only: two balls that touch.
    Pushes,
}

/// A spring with a damper beside it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spring {
    /// Force for each metre \[N/m\].
    pub stiffness: f64,
    /// Force that grows with the square of the stretch \[N/m²\], against it on both sides.
    pub quadratic: f64,
    /// Force that grows with the third power of the stretch \[N/m³\].
    pub cubic: f64,
    /// Force at a stretch of one metre \[N\] that grows with another power of the stretch,
    pub power: f64,
    /// and that power, 1 to 10.
    pub exponent: f64,
    /// Force for each metre per second \[N·s/m\].
    pub damping: f64,
    /// Length at which it neither pulls nor pushes \[m\]; `None`: as its masses are placed.
    pub length: Option<f64>,
    /// Which way it acts.
    pub side: Side,
}

impl Default for Spring {
    fn default() -> Self {
        Self {
            stiffness: 1000.0,
            quadratic: 0.0,
            cubic: 0.0,
            power: 0.0,
            exponent: 1.5,
            damping: 0.0,
            length: None,
            side: Side::Both,
        }
    }
}

impl Spring {
    /// A damper alone.
    pub fn damper(damping: f64) -> Self {
        Self {
            stiffness: 0.0,
            damping,
            ..Self::default()
        }
    }

    /// Pulls only, once it is longer than this \[m\].
    pub fn rope(stiffness: f64, length: f64) -> Self {
        Self {
            stiffness,
            length: Some(length),
            side: Side::Pulls,
            ..Self::default()
        }
    }

    /// Pushes only, once two balls whose radii make up this length \[m\] touch.
    pub fn contact(stiffness: f64, length: f64) -> Self {
        Self {
            side: Side::Pushes,
            ..Self::rope(stiffness, length)
        }
    }

    /// Pull and slope of the spring alone, for a stretch that is not negative \[N, N/m\].
    fn pull(&self, stretch: f64) -> [f64; 2] {
        let Self {
            stiffness: k,
            quadratic: q,
            cubic: c,
            ..
        } = *self;
        let mut pull = stretch * (k + stretch * (q + stretch * c));
        let mut slope = k + stretch * (2.0 * q + 3.0 * c * stretch);
        if self.power > 0.0 {
            let part = self.power * math::power(stretch, self.exponent - 1.0);
            pull += part * stretch;
            slope += part * self.exponent;
        }
        [pull, slope]
    }

    /// What it holds at a stretch that is not negative \[J\].
    fn held(&self, stretch: f64) -> f64 {
        let Self {
            stiffness: k,
            quadratic: q,
            cubic: c,
            ..
        } = *self;
        let own = stretch * stretch * (0.5 * k + stretch * (q / 3.0 + 0.25 * c * stretch));
        if self.power > 0.0 {
            let next = self.exponent + 1.0;
            own + self.power * math::power(stretch, next) / next
        } else {
            own
        }
    }

    /// Whether it is not a straight line.
    fn bends(&self) -> bool {
        self.quadratic > 0.0 || self.cubic > 0.0 || self.power > 0.0
    }
}

/// Two masses that attract each other as stars do, or push each other away.
///
/// Law: strength·d/(d² + core²)^1.5: with the square of the distance, and finite where they meet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Attractor {
    /// Force at one metre \[N·m²\]; negative: away from each other.
    pub strength: f64,
    /// Distance below which it is weaker than that \[m\].
    pub core: f64,
}

/// A plectrum: it takes along, and lets go at a distance.
///
/// Law: k·e·(1 - (e/reach)²)² within its reach, nothing beyond.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pluck {
    /// Force for each metre \[N/m\], for small ones.
    pub stiffness: f64,
    /// Where it lets go \[m\]; its greatest force is 0.286·stiffness·reach.
    pub reach: f64,
}

/// A bow: it rubs against how fast the two masses pass each other.
///
/// Law: force·x·exp((1 - x²)/2) for x = velocity/speed: greatest at that speed, less beyond (Bilbao,
/// Numerical Sound Synthesis, 2009, section 4.3.1). Stick and slip of real bristles is urto's own
/// friction law, which can rub any mass.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bow {
    /// Greatest force \[N\].
    pub force: f64,
    /// The velocity at which it is that \[m/s\].
    pub speed: f64,
}

/// What is between two masses.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum LinkLaw {
    /// Springs, dampers, ropes, contacts.
    Spring(Spring),
    /// See [`Attractor`].
    Attractor(Attractor),
    /// See [`Pluck`].
    Pluck(Pluck),
    /// See [`Bow`].
    Bow(Bow),
}

impl From<Spring> for LinkLaw {
    fn from(spring: Spring) -> Self {
        Self::Spring(spring)
    }
}

impl LinkLaw {
    /// The length at which it does nothing \[m\], where it has one.
    pub fn length(&self) -> f64 {
        match self {
            Self::Spring(spring) => spring.length.unwrap_or(0.0),
            _ => 0.0,
        }
    }

    /// The same with all its lengths `factor` times as long.
    pub fn scaled(self, factor: f64) -> Self {
        match self {
            Self::Spring(own) => Self::Spring(Spring {
                length: own.length.map(|length| length * factor),
                ..own
            }),
            Self::Attractor(own) => Self::Attractor(Attractor {
                core: own.core * factor,
                ..own
            }),
            Self::Pluck(own) => Self::Pluck(Pluck {
                reach: own.reach * factor,
                ..own
            }),
            Self::Bow(_) => self,
        }
    }

    /// How it resists small motions about a distance of its masses.
    pub(crate) fn straight(&self, distance: f64) -> Linearised {
        match self {
            Self::Spring(own) => {
                let stretch = distance - own.length.unwrap_or(distance);
                let [pull, slope] = own.pull(stretch.abs());
                Linearised {
                    tension: pull.copysign(stretch),
                    slope,
                    brake: own.damping,
                    slack: match own.side {
                        Side::Both => false,
                        Side::Pulls => stretch <= 0.0,
                        Side::Pushes => stretch >= 0.0,
                    },
                }
            }
            Self::Attractor(own) => {
                let (d, c) = (distance * distance, own.core * own.core);
                let far = (d + c).sqrt();
                let slope = own.strength * (c - 2.0 * d) / (far * far * far * (d + c));
                Linearised {
                    tension: own.at(distance).tension,
                    slope,
                    ..Linearised::default()
                }
            }
            Self::Pluck(own) => {
                let x = distance / own.reach;
                let left = (1.0 - x * x).max(0.0);
                Linearised {
                    tension: own.at(distance).tension,
                    slope: own.stiffness * left * (1.0 - 5.0 * x * x),
                    ..Linearised::default()
                }
            }
            Self::Bow(own) => Linearised {
                brake: own.force * ROOT_E / own.speed,
                ..Linearised::default()
            },
        }
    }

    /// How stiff it is at a distance \[N/m\], as steps of `h` seconds feel it; a damper counts as
    /// its greatest slope over half a step.
    pub(crate) fn stiffness_at(&self, distance: f64, h: f64) -> f64 {
        match self {
            Self::Spring(spring) => spring.pull(distance.abs())[1],
            Self::Attractor(own) => own.strength.abs() / (own.core * own.core * own.core),
            Self::Pluck(own) => own.stiffness,
            Self::Bow(own) => 2.0 * own.force * ROOT_E / (own.speed * h),
        }
    }
}

/// A law, made straight at a distance.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Linearised {
    /// Pull \[N\], its slope \[N/m\] and how much it brakes \[N·s/m\].
    pub tension: f64,
    pub slope: f64,
    pub brake: f64,
    /// Whether it does nothing at this distance, but would on one side of it.
    pub slack: bool,
}

/// exp(1/2): the slope of a bow's force at rest is this times force/speed.
const ROOT_E: f64 = 1.648_721_270_700_128;

/// A law as it is stepped.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Law {
    /// See [`Spring`].
    Spring(SpringLaw),
    /// See [`Attractor`].
    Attractor(Attractor),
    /// See [`Pluck`].
    Pluck(Pluck),
    /// See [`Bow`].
    Bow(Bow),
}

/// What a link does at a stretch.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Stretched {
    /// Pull \[N\]; a push is negative.
    pub tension: f64,
    /// Energy that it holds \[J\], never negative.
    pub energy: f64,
}

impl Law {
    /// A law that is no steeper than `steepest` \[N/m\] anywhere, for steps of `h` seconds.
    pub fn new(law: &LinkLaw, steepest: f64, h: f64) -> Self {
        match *law {
            LinkLaw::Spring(spring) => Self::Spring(SpringLaw::new(&spring, steepest)),
            LinkLaw::Attractor(own) => {
                let softest = math::power(own.strength.abs() / steepest, 1.0 / 3.0);
                Self::Attractor(Attractor {
                    core: own.core.max(softest),
                    ..own
                })
            }
            LinkLaw::Pluck(own) => Self::Pluck(Pluck {
                stiffness: own.stiffness.min(steepest),
                ..own
            }),
            LinkLaw::Bow(own) => {
                let slowest = 2.0 * own.force * ROOT_E / (steepest * h);
                Self::Bow(Bow {
                    speed: own.speed.max(slowest),
                    ..own
                })
            }
        }
    }

    /// Makes it so many times as stiff, and what brakes in it so many times as strong: its energy is
    /// then `stiffer` times what it was, at any distance.
    pub(crate) fn temper(&mut self, stiffer: f64, braked: f64) {
        match self {
            Self::Spring(SpringLaw { own, steepest, .. }) => {
                own.stiffness *= stiffer;
                own.quadratic *= stiffer;
                own.cubic *= stiffer;
                own.power *= stiffer;
                *steepest *= stiffer;
                own.damping *= braked;
            }
            Self::Attractor(own) => own.strength *= stiffer,
            Self::Pluck(own) => own.stiffness *= stiffer,
            Self::Bow(own) => own.force *= braked,
        }
    }

    /// So many times as stiff, and braked so many times as strongly; what bends is nowhere steeper than
    /// before.
    pub(crate) fn eased(mut self, stiffer: f64, braked: f64) -> Self {
        match &mut self {
            Self::Spring(own) if stiffer > 1.0 && own.own.bends() => {
                own.stiffen(stiffer);
                own.own.damping *= braked;
            }
            _ => self.temper(stiffer, braked),
        }
        self
    }

    /// What it loads its masses with, as steps of `h` seconds feel it \[N/m\]: by its stiffness, by what
    /// brakes, and, where it bends, by the steepest that it may become.
    pub(crate) fn loads(&self, h: f64) -> [f64; 3] {
        match self {
            Self::Spring(own) => {
                let braked = 2.0 * own.own.damping / h;
                match own.own.bends() {
                    true => [0.0, braked, own.steepest],
                    false => [own.own.stiffness, braked, 0.0],
                }
            }
            Self::Attractor(own) => [LinkLaw::Attractor(*own).stiffness_at(0.0, h), 0.0, 0.0],
            Self::Pluck(own) => [own.stiffness, 0.0, 0.0],
            Self::Bow(own) => [0.0, LinkLaw::Bow(*own).stiffness_at(0.0, h), 0.0],
        }
    }

    /// The same doing nothing.
    pub(crate) fn off(mut self) -> Self {
        self.temper(0.0, 0.0);
        self
    }

    /// On the way from one to another of its kind; nowhere steeper than a share of either is.
    pub(crate) fn between(&self, end: &Self, share: f64) -> Self {
        if share >= 1.0 {
            return *end;
        }
        let mix = |a: f64, b: f64| a + share * (b - a);
        match (*self, *end) {
            (Self::Spring(a), Self::Spring(b)) => Self::Spring(SpringLaw {
                own: Spring {
                    stiffness: mix(a.own.stiffness, b.own.stiffness),
                    quadratic: mix(a.own.quadratic, b.own.quadratic),
                    cubic: mix(a.own.cubic, b.own.cubic),
                    power: mix(a.own.power, b.own.power),
                    damping: mix(a.own.damping, b.own.damping),
                    ..b.own
                },
                length: mix(a.length, b.length),
                steepest: mix(a.steepest, b.steepest),
                straight_from: a.straight_from.min(b.straight_from),
            }),
            (Self::Attractor(a), Self::Attractor(b)) => Self::Attractor(Attractor {
                strength: mix(a.strength, b.strength),
                core: mix(a.core, b.core),
            }),
            (Self::Pluck(a), Self::Pluck(b)) => Self::Pluck(Pluck {
                stiffness: mix(a.stiffness, b.stiffness),
                reach: mix(a.reach, b.reach),
            }),
            (Self::Bow(a), Self::Bow(b)) => Self::Bow(Bow {
                force: mix(a.force, b.force),
                speed: mix(a.speed, b.speed),
            }),
            _ => *end,
        }
    }

    /// Stiffness, damping over a step of `h` seconds and length, of a spring.
    pub(crate) fn plain(&self, h: f64) -> Option<[f64; 3]> {
        match self {
            Self::Spring(own) => Some([own.own.stiffness, own.own.damping / h, own.length]),
            _ => None,
        }
    }

    /// Pull and energy at a distance of its masses, now and a step of `h` seconds before.
    #[inline]
    pub fn at(&self, distance: f64, before: f64, h: f64) -> Stretched {
        match self {
            Self::Spring(own) => own.at(distance, before, h),
            Self::Attractor(own) => own.at(distance),
            Self::Pluck(own) => own.at(distance),
            Self::Bow(own) => own.at((distance - before) / h),
        }
    }
}

impl Attractor {
    fn at(&self, distance: f64) -> Stretched {
        let far = (distance * distance + self.core * self.core).sqrt();
        let outside = self.strength / far;
        Stretched {
            tension: outside * distance / (far * far),
            energy: if self.strength < 0.0 {
                -outside
            } else {
                self.strength / self.core - outside
            },
        }
    }
}

impl Pluck {
    fn at(&self, distance: f64) -> Stretched {
        let x = distance / self.reach;
        let left = (1.0 - x * x).max(0.0);
        Stretched {
            tension: self.stiffness * distance * left * left,
            energy: self.stiffness * self.reach * self.reach * (1.0 - left * left * left) / 6.0,
        }
    }
}

impl Bow {
    fn at(&self, velocity: f64) -> Stretched {
        let x = velocity / self.speed;
        Stretched {
            tension: self.force * x * math::exp(0.5 - 0.5 * (x * x).min(1e3)),
            energy: 0.0,
        }
    }
}

/// A spring as it is stepped.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SpringLaw {
    own: Spring,
    length: f64,
    /// The steepest that it becomes \[N/m\], and the stretch from which on it is.
    steepest: f64,
    straight_from: f64,
}

impl SpringLaw {
    /// No steeper than `steepest` \[N/m\] anywhere. Where the law would be steeper, it goes on
    /// straight, and so does its energy: force and energy still belong together, which is all that
    /// the account needs.
    fn new(spring: &Spring, steepest: f64) -> Self {
        let own = Spring {
            stiffness: spring.stiffness.min(steepest),
            ..*spring
        };
        let straight_from = if own.bends() {
            straight_from(&own, steepest)
        } else {
            f64::INFINITY
        };
        Self {
            own,
            length: spring.length.unwrap_or(0.0),
            steepest,
            straight_from,
        }
    }

    /// Makes all its stiffnesses larger. Where that would be steeper than it may be, it goes on straight
    /// from a smaller stretch: at a share x of the stretch its slope is beyond the first stiffness by
    /// at most x to the lowest power that the slope grows with, times what it is at the whole.
    fn stiffen(&mut self, stiffer: f64) {
        let Spring {
            stiffness,
            quadratic,
            cubic,
            power,
            exponent,
            ..
        } = self.own;
        let grown = self.own.pull(self.straight_from)[1] - stiffness;
        let room = (self.steepest / stiffer - stiffness).max(0.0);
        if grown > room {
            let powers = [(quadratic, 1.0), (cubic, 2.0), (power, exponent - 1.0)];
            let present = powers.iter().filter(|(own, _)| *own > 0.0);
            let lowest = present.fold(f64::INFINITY, |least, (_, own)| least.min(*own));
            // What does not grow is as steep everywhere.
            let share = match lowest > 0.0 {
                true => math::power(room / grown, 1.0 / lowest),
                false => 0.0,
            };
            self.straight_from *= share;
        }
        self.own.stiffness = (stiffness * stiffer).min(self.steepest);
        self.own.quadratic *= stiffer;
        self.own.cubic *= stiffer;
        self.own.power *= stiffer;
    }

    /// The same as plain numbers, for steps of `h` seconds, if it is a straight line and acts both
    /// ways.
    pub(crate) fn straight(&self, ends: [usize; 2], h: f64) -> Option<StraightSpring> {
        let plain = self.own.side == Side::Both && self.straight_from == f64::INFINITY;
        plain.then(|| StraightSpring {
            ends,
            link: 0,
            stiffness: self.own.stiffness,
            damping: self.own.damping / h,
            length: self.length,
        })
    }

    #[inline]
    fn at(&self, distance: f64, before: f64, h: f64) -> Stretched {
        let stretch = distance - self.length;
        let acts = match self.own.side {
            Side::Both => true,
            Side::Pulls => stretch > 0.0,
            Side::Pushes => stretch < 0.0,
        };
        if !acts {
            return Stretched::default();
        }
        let mut own = self.elastic(stretch.abs());
        own.tension = own.tension.copysign(stretch) + self.own.damping * (distance - before) / h;
        own
    }

    /// Without the damper, for a stretch that is not negative.
    #[inline]
    fn elastic(&self, stretch: f64) -> Stretched {
        if self.straight_from == f64::INFINITY {
            let tension = self.own.stiffness * stretch;
            return Stretched {
                tension,
                energy: 0.5 * stretch * tension,
            };
        }
        let bent = stretch.min(self.straight_from);
        let beyond = stretch - bent;
        let tension = self.own.pull(bent)[0];
        Stretched {
            tension: tension + self.steepest * beyond,
            energy: self.own.held(bent) + beyond * (tension + 0.5 * self.steepest * beyond),
        }
    }
}

/// The stretch at which a spring that bends is as steep as may be \[m\]: its slope grows with the
/// stretch.
fn straight_from(spring: &Spring, steepest: f64) -> f64 {
    let (mut under, mut over) = (0.0, FARTHEST);
    if spring.pull(over)[1] <= steepest {
        return over;
    }
    // Halves the decades first: it may be anywhere between.
    for _ in 0..200 {
        let middle = if under == 0.0 {
            over * 1e-3
        } else {
            (under * over).sqrt()
        };
        if middle < 1e-30 {
            return 0.0;
        }
        if spring.pull(middle)[1] <= steepest {
            under = middle;
        } else {
            over = middle;
        }
    }
    under
}

/// Nothing is stretched further \[m\].
const FARTHEST: f64 = 1e15;

#[cfg(test)]
mod tests {
    use super::*;

    fn laws() -> Vec<LinkLaw> {
        let mut all: Vec<LinkLaw> = [Side::Both, Side::Pulls, Side::Pushes]
            .map(|side| {
                Spring {
                    stiffness: 300.0,
                    cubic: 4e5,
                    quadratic: 2e3,
                    power: 100.0,
                    length: Some(0.1),
                    side,
                    ..Spring::default()
                }
                .into()
            })
            .into();
        for strength in [0.3, -0.3] {
            all.push(LinkLaw::Attractor(Attractor {
                strength,
                core: 0.01,
            }));
        }
        all.push(LinkLaw::Pluck(Pluck {
            stiffness: 5000.0,
            reach: 0.15,
        }));
        all
    }

    /// The pull is how fast the energy grows, also where the law was made straight; and no law is
    /// steeper than allowed.
    #[test]
    fn tension_is_the_slope_of_energy_and_no_steeper_than_allowed() {
        let built = laws()
            .into_iter()
            .map(|own| (own, Law::new(&own, 3000.0, 1e-5)));
        let eased = |stiffer: f64| {
            let springs = built.clone().take(3);
            springs.map(move |(own, law)| (own, law.eased(stiffer, 1.0)))
        };
        let eased: Vec<_> = [0.3, 1.7, 8.0, 20.0].into_iter().flat_map(eased).collect();
        for (own, law) in built.chain(eased) {
            for n in 1..200 {
                let (d, small) = (1e-3 * f64::from(n), 1e-7);
                let at = |d| law.at(d, d, 1.0);
                let slope = (at(d + small).energy - at(d - small).energy) / (2.0 * small);
                let tension = at(d).tension;
                assert!(
                    (slope - tension).abs() < 1e-3,
                    "{own:?} {d}: {slope} {tension}"
                );
                let steep = (at(d + 1e-3).tension - tension) / 1e-3;
                assert!(steep <= 3000.0 * (1.0 + 1e-9), "{own:?} {d}: {steep}");
                assert!(at(d).energy >= 0.0);
            }
        }
    }

    #[test]
    fn a_bow_is_strongest_at_its_speed_and_no_steeper_than_a_step_carries() {
        let own = LinkLaw::Bow(Bow {
            force: 2.0,
            speed: 0.1,
        });
        let pull = |law: &Law, v: f64| law.at(v, 0.0, 1.0).tension;
        let law = Law::new(&own, 1e12, 1e-5);
        assert!((pull(&law, 0.1) - 2.0).abs() < 1e-12);
        assert!(pull(&law, 0.05) < 2.0 && pull(&law, 0.2) < 1.0 && pull(&law, 1e9) < 1e-99);
        assert!((pull(&law, -0.1) + 2.0).abs() < 1e-12);
        let soft = Law::new(&own, 1e4, 1e-5);
        let slope = pull(&soft, 1e-9) / 1e-9;
        assert!((slope / (1e4 * 1e-5 / 2.0) - 1.0).abs() < 1e-6, "{slope}");
    }

    #[test]
    fn a_pluck_lets_go() {
        let law = Pluck {
            stiffness: 100.0,
            reach: 0.01,
        };
        assert_eq!(law.at(0.011).tension, 0.0);
        let highest = (0..1000).map(|n| law.at(1e-5 * f64::from(n)).tension);
        let highest = highest.fold(0.0, f64::max);
        assert!((highest - 0.286).abs() < 1e-3, "{highest}");
    }
}
