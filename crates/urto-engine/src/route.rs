//! A route: something that moves a parameter of an instance, sample by sample.

use crate::Problem;
use crate::words::{Spoken, Words};
use urto::Ramp;
use urto::math::{GRAVITY, TAU, cos, sin};
use urto::param::{Curve, ParamId, Range, Table};
use urto_file::{
    Along, FASTEST, Incline, MOST_CHANNELS, Measure, Source, TapPoint, Wave, routable,
};

/// A route as the [`Engine`](crate::Engine) takes it: the parameter is its set value plus
/// `amount·source + offset` of all its routes, kept within its range, and is not smoothed again.
pub struct Route {
    pub(crate) source: Source,
    pub(crate) slot: usize,
    /// The table that the handle belongs to.
    pub(crate) table: &'static str,
    pub(crate) id: ParamId,
    pub(crate) measure: Measure,
    pub(crate) amount: Ramp,
    pub(crate) offset: Ramp,
    /// Whether it closes a loop, and so comes one block late.
    pub(crate) late: bool,
}

impl Route {
    /// A route to the parameter `key` of an instance that has this table. A tapped instance is
    /// named by its slot.
    pub fn new(
        source: Source,
        slot: usize,
        table: &'static Table,
        key: &str,
        [amount, offset]: [f64; 2],
        measure: Measure,
    ) -> Result<Self, Problem> {
        check(&source, amount, offset)?;
        Ok(Self {
            source,
            slot,
            table: table.key,
            id: routable(table, key).map_err(Problem::new)?,
            measure,
            amount: Ramp::at(amount),
            offset: Ramp::at(offset),
            late: false,
        })
    }

    /// The slot it listens to.
    pub(crate) fn tapped(&self) -> Option<(usize, TapPoint)> {
        match self.source {
            Source::Tap { instance, point } => Some((instance as usize, point)),
            _ => None,
        }
    }

    /// Takes over from a route that was here, so that its amount and offset move during N
    /// samples; from nothing, if that was another one or none.
    pub(crate) fn follow(&mut self, old: Option<&Route>, samples: u32) {
        let alike = |old: &&Route| {
            let to = |own: &Route| (own.slot, own.table, own.id, own.measure);
            self.source == old.source && to(self) == to(old)
        };
        let from = old.filter(alike);
        let from = from.map_or([Ramp::at(0.0); 2], |old| [old.amount, old.offset]);
        for (own, mut from) in [&mut self.amount, &mut self.offset].into_iter().zip(from) {
            from.follow(own.goal(), samples);
            *own = from;
        }
    }
}

/// Refuses what no route can be.
pub(crate) fn check(source: &Source, amount: f64, offset: f64) -> Result<(), Problem> {
    if !(amount.is_finite() && offset.is_finite()) {
        return Err(Problem::new("a route's amount and offset are finite"));
    }
    match source {
        Source::Input(input) if *input >= MOST_CHANNELS => Err(Problem::new(format!(
            "there is no input {input}; inputs are 0 to {}",
            MOST_CHANNELS - 1
        ))),
        Source::Oscillator {
            frequency, phase, ..
        } if !((0.0..=FASTEST).contains(frequency) && (0.0..=1.0).contains(phase)) => {
            Err(Problem::new(format!(
                "an oscillator swings 0 to {FASTEST} times a second and starts at a phase from 0 to 1"
            )))
        }
        Source::Incline { plane, .. } => {
            let numbers = plane.numbers().into_iter().zip(Incline::WITHIN);
            for (number, (name, least, most)) in numbers {
                if !(least..=most).contains(&number) {
                    return Err(Problem::new(format!(
                        "the {name} of an inclined plane is {least} to {most}, not {number}"
                    )));
                }
            }
            Ok(())
        }
        _ => Ok(()),
    }
}

/// What a plane tells of the ball so many seconds after it was thrown with this strength. The ball rolls
/// without slipping, so that 5/7 of what pulls at it makes it go (2/5 of its mass is felt again in its
/// turning); on the way up the resistance pulls with its weight, on the way down against it.
pub(crate) fn rolled(gives: Along, plane: &Incline, strength: f64, seconds: f64) -> f64 {
    const ROLLS: f64 = 5.0 / 7.0;
    let tilt = plane.tilt.to_radians();
    let pull = ROLLS * GRAVITY * sin(tilt);
    let holds = ROLLS * GRAVITY * plane.resistance * cos(tilt);
    let thrown = plane.speed * strength;
    let slows = pull + holds;
    let turns = if slows > 0.0 {
        thrown / slows
    } else {
        f64::INFINITY
    };
    // As far up as it comes, if the plane is that long.
    let up = |time: f64| thrown * time - 0.5 * slows * time * time;
    let (position, speed) = if seconds <= turns {
        (up(seconds), thrown - slows * seconds)
    } else {
        let falls = (pull - holds).max(0.0);
        let since = seconds - turns;
        let place = up(turns) - 0.5 * falls * since * since;
        (place, if place > 0.0 { falls * since } else { 0.0 })
    };
    // Whoever has passed the upper end has fallen out.
    let out = up(seconds.min(turns)) >= plane.length;
    match gives {
        Along::Position if out => plane.length,
        Along::Position => position.clamp(0.0, plane.length),
        Along::Speed if out => 0.0,
        Along::Speed => speed,
    }
}

/// An oscillator's value after N periods.
pub(crate) fn swing(wave: Wave, periods: f64) -> f64 {
    let phase = periods - periods.floor();
    match wave {
        Wave::Sine => sin(TAU * phase),
        Wave::Triangle if phase < 0.25 => 4.0 * phase,
        Wave::Triangle if phase < 0.75 => 2.0 - 4.0 * phase,
        Wave::Triangle => 4.0 * phase - 4.0,
        Wave::Saw => 2.0 * phase - 1.0,
        Wave::Square if phase < 0.5 => 1.0,
        Wave::Square => -1.0,
    }
}

/// Where a parameter is, once it is moved from its set value by N units and so much of its
/// travel.
pub(crate) fn moved(range: &Range, set: f64, units: f64, travel: f64) -> f64 {
    let value = range.clamp(set + units);
    if travel == 0.0 {
        return value;
    }
    let place = range.position(value) + travel;
    if place.is_nan() {
        value
    } else {
        range.clamp(range.value_at(place))
    }
}

/// One of some names.
macro_rules! spoken_names {
    ($($kind:ty = $what:literal),*) => {$(
        impl Spoken for $kind {
            fn say(&self, line: &mut String) {
                self.name().to_owned().say(line);
            }
            fn hear(words: &mut Words) -> Result<Self, Problem> {
                let word = words.next()?.text;
                <$kind>::of(&word).ok_or_else(|| {
                    let known: Vec<&str> = <$kind>::ALL.iter().map(|own| own.name()).collect();
                    let known = known.join(", ");
                    Problem::new(format!("'{word}' is no {}; there are {known}", $what))
                })
            }
        }
    )*};
}
spoken_names!(
    TapPoint = "tap",
    Wave = "wave",
    Measure = "measure",
    Along = "thing that a plane tells"
);

impl Spoken for Source {
    fn say(&self, line: &mut String) {
        match self {
            Source::Tap { instance, point } => {
                line.push_str(" tap");
                instance.say(line);
                point.say(line);
            }
            Source::Input(input) => {
                line.push_str(" input");
                input.say(line);
            }
            Source::Curve(curve) => {
                line.push_str(" curve");
                curve.points().to_vec().say(line);
            }
            Source::Oscillator {
                wave,
                frequency,
                phase,
            } => {
                line.push_str(" oscillator");
                wave.say(line);
                frequency.say(line);
                phase.say(line);
            }
            Source::Incline { gives, plane } => {
                line.push_str(" incline");
                gives.say(line);
                plane.numbers().iter().for_each(|own| own.say(line));
            }
        }
    }
    fn hear(words: &mut Words) -> Result<Self, Problem> {
        match words.next()?.text.as_str() {
            "tap" => Ok(Source::Tap {
                instance: Spoken::hear(words)?,
                point: Spoken::hear(words)?,
            }),
            "input" => Spoken::hear(words).map(Source::Input),
            "curve" => {
                let points: Vec<(f64, f64)> = Spoken::hear(words)?;
                let wrong = "a curve has points of a time and a value, with rising times";
                let curve = Curve::new(points).ok_or_else(|| Problem::new(wrong))?;
                Ok(Source::Curve(curve))
            }
            "oscillator" => Ok(Source::Oscillator {
                wave: Spoken::hear(words)?,
                frequency: Spoken::hear(words)?,
                phase: Spoken::hear(words)?,
            }),
            "incline" => Ok(Source::Incline {
                gives: Spoken::hear(words)?,
                plane: Incline::of([
                    Spoken::hear(words)?,
                    Spoken::hear(words)?,
                    Spoken::hear(words)?,
                    Spoken::hear(words)?,
                ]),
            }),
            other => Err(Problem::new(format!(
                "a route cannot come from '{other}'; it comes from a tap, an input, a curve, an oscillator or an incline"
            ))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use urto::param::Scale;

    #[test]
    fn oscillators_swing_between_minus_one_and_one() {
        for wave in Wave::ALL {
            let values: Vec<f64> = (0..1000)
                .map(|n| swing(*wave, f64::from(n) / 250.0))
                .collect();
            let least = values.iter().fold(1.0, |least: f64, x| least.min(*x));
            let most = values.iter().fold(-1.0, |most: f64, x| most.max(*x));
            assert!(
                (least + 1.0).abs() < 0.01 && (most - 1.0).abs() < 0.01,
                "{wave:?}"
            );
            assert_eq!(swing(*wave, 0.375), swing(*wave, 2.375));
        }
        assert_eq!(swing(Wave::Sine, 0.0), 0.0);
        assert_eq!(swing(Wave::Triangle, 0.25), 1.0);
    }

    /// A ball comes as high as its energy says, is back after the time that the closed form says, speed is
    /// the slope of the way, and a ball that is thrown too hard falls out.
    #[test]
    fn a_ball_rolls_up_an_inclined_plane_and_down_again() {
        let plane = Incline {
            length: 5.0,
            tilt: 10.0,
            speed: 3.0,
            resistance: 0.0,
        };
        let at = |gives, time: f64| rolled(gives, &plane, 1.0, time);
        let slows = 5.0 / 7.0 * GRAVITY * sin(10f64.to_radians());
        let turns = 3.0 / slows;
        assert!((at(Along::Position, turns) - 4.5 / slows).abs() < 1e-12);
        assert!(at(Along::Speed, turns).abs() < 1e-12 && at(Along::Speed, 0.0) == 3.0);
        assert!(at(Along::Position, 1.999 * turns) > 0.0);
        assert_eq!(
            [
                at(Along::Position, 2.001 * turns),
                at(Along::Speed, 2.001 * turns)
            ],
            [0.0; 2]
        );
        for n in 1..200 {
            let time = 0.009 * f64::from(n) * turns;
            let slope =
                (at(Along::Position, time + 1e-6) - at(Along::Position, time - 1e-6)) / 2e-6;
            assert!(
                (slope.abs() - at(Along::Speed, time)).abs() < 1e-4,
                "{time}"
            );
        }
        // Resistance takes from what comes back, and all of it if it holds.
        let rough = Incline {
            resistance: 0.05,
            ..plane
        };
        assert!(rolled(Along::Position, &rough, 1.0, turns) < at(Along::Position, turns));
        let stuck = Incline {
            resistance: 0.5,
            ..plane
        };
        let rests = rolled(Along::Position, &stuck, 1.0, 100.0);
        assert!(rests > 0.1 && rolled(Along::Speed, &stuck, 1.0, 100.0) == 0.0);
        // Twice as hard it would come four times as far.
        assert_eq!(rolled(Along::Position, &plane, 2.0, 60.0), 5.0);
        assert_eq!(rolled(Along::Speed, &plane, 2.0, 60.0), 0.0);
        for gives in Along::ALL {
            for strength in [0.0, 1.0, 10.0] {
                for time in [0.0, 1e-9, 1.0, 1e9] {
                    let flat = Incline {
                        tilt: 0.0,
                        resistance: 0.0,
                        ..plane
                    };
                    assert!(rolled(*gives, &flat, strength, time).is_finite());
                    assert!(rolled(*gives, &plane, strength, time).is_finite());
                }
            }
        }
    }

    #[test]
    fn a_moved_parameter_stays_within_its_range() {
        let range = Range {
            default: 1.0,
            min: 0.1,
            max: 10.0,
            scale: Scale::Log,
        };
        assert_eq!(moved(&range, 1.0, 2.0, 0.0), 3.0);
        assert!((moved(&range, 1.0, 0.0, 0.25) - 10f64.sqrt()).abs() < 1e-12);
        for wild in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e300, -1e300] {
            for other in [0.0, 0.5, wild] {
                assert!(range.contains(moved(&range, 1.0, wild, other)));
                assert!(range.contains(moved(&range, 1.0, other, wild)));
            }
        }
    }
}
