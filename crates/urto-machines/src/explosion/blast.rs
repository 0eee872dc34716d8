//! The wave of a blast, and those of a long channel.

use super::ExplosionParams;
use crate::parts::SOUND_SPEED;
use urto::math;
use urto::rng::Rng;

/// Pressure of the air \[Pa\].
const ATMOSPHERE: f64 = 101_325.0;

/// Overpressure \[Pa\] and duration of the positive phase \[s\] of a charge of TNT \[kg\] at a distance
/// \[m\]: both scale with the cube root of the charge (Hopkinson 1915); the curves are those of Kinney
/// and Graham (1985).
pub(super) fn kinney_graham(charge: f64, distance: f64) -> (f64, f64) {
    let scale = math::pow(charge, 1.0 / 3.0);
    let z = (distance / scale).clamp(0.05, 1e5);
    let over = |a: f64| (z / a) * (z / a);
    let sink = ((1.0 + over(0.048)) * (1.0 + over(0.32)) * (1.0 + over(1.35))).sqrt();
    let pressure = ATMOSPHERE * 808.0 * (1.0 + over(4.5)) / sink;
    let power = |a: f64, n: f64| 1.0 + math::pow(z / a, n);
    let duration =
        0.98 * power(0.54, 10.0) / (power(0.02, 3.0) * power(0.74, 6.0) * power(6.9, 2.0).sqrt());
    (pressure, duration * scale)
}

/// The integral of Friedlander's wave p·(1 - s)·exp(-b·s), s = t/duration, from 0 to s, over p and the
/// duration.
pub(super) fn impulse(s: f64, b: f64, fallen: f64) -> f64 {
    (1.0 / b - 1.0 / (b * b)) * (1.0 - fallen) + s / b * fallen
}

/// A wave on its way.
#[derive(Clone, Copy, Default)]
pub(super) struct Wave {
    /// When it arrives \[s\] after the first.
    pub at: f64,
    pub height: f64,
    pub duration: f64,
}

/// A wave that is heard: its mean over each sample, from the integral before and after it.
#[derive(Clone, Copy, Default)]
pub(super) struct Heard {
    scale: f64,
    s: f64,
    step: f64,
    fallen: f64,
    falls: f64,
    before: f64,
    b: f64,
    pub left: u32,
}

/// A wave is over when it has fallen by so many nepers.
const OVER: f64 = 14.0;

impl Heard {
    /// A wave that begins `late` seconds before the end of the coming sample.
    pub fn new(wave: Wave, b: f64, late: f64, seconds: f64) -> Self {
        let step = seconds / wave.duration;
        let first = (late / wave.duration).clamp(0.0, step);
        // After the first sample, whole steps follow.
        let fallen = math::exp(-b * first);
        let falls = math::exp(-b * step);
        Self {
            scale: wave.height / step,
            s: first,
            step,
            fallen,
            falls,
            before: 0.0,
            b,
            left: (OVER / (b * step)).min(4e9) as u32 + 2,
        }
    }

    #[inline]
    pub fn next(&mut self) -> f64 {
        let now = impulse(self.s, self.b, self.fallen);
        let mean = self.scale * (now - self.before);
        self.before = now;
        self.s += self.step;
        self.fallen *= self.falls;
        self.left -= 1;
        mean
    }
}

/// Most pieces of a channel.
pub(super) const PIECES: usize = 256;
/// Length of a piece of a channel \[m\]: lightning turns about as often (Hill 1968).
const PIECE: f64 = 15.0;

/// What arrives of a charge: one wave, or those of all pieces of a channel, in their order.
pub(super) fn arrivals(params: &ExplosionParams, rng: &mut Rng, into: &mut Vec<Wave>) {
    into.clear();
    let distance = params.distance;
    let length = params.channel.length;
    let count = if length > 0.0 {
        ((length / PIECE) as usize).clamp(2, PIECES)
    } else {
        1
    };
    let charge = params.charge / count as f64;
    if count == 1 {
        let (height, duration) = kinney_graham(charge, distance);
        let at = 0.0;
        into.push(Wave {
            at,
            height,
            duration,
        });
        return;
    }
    let piece = length / count as f64;
    // It rises from the ground, leans, and turns at random.
    let turns = 3.0 * params.channel.bends;
    let lean = [0.6 * rng.signed(), 0.6 * rng.signed(), 0.8];
    let mut place = [distance, 0.0, 0.0];
    for _ in 0..count {
        let mut way = lean.map(|x| x + turns * rng.signed());
        let norm = way.iter().map(|x| x * x).sum::<f64>().sqrt().max(1e-6);
        way = way.map(|x| x / norm);
        // What goes below the ground goes up instead.
        if place[2] + piece * way[2] < 0.0 {
            way[2] = -way[2];
        }
        let middle = [0, 1, 2].map(|n: usize| place[n] + 0.5 * piece * way[n]);
        place = [0, 1, 2].map(|n: usize| place[n] + piece * way[n]);
        let away = middle.iter().map(|x| x * x).sum::<f64>().sqrt().max(1.0);
        let along = [0, 1, 2]
            .map(|n: usize| middle[n] * way[n])
            .iter()
            .sum::<f64>()
            / away;
        let (height, duration) = kinney_graham(charge, away);
        // A piece that lies across is heard whole; of one that points here, its end (Few 1969).
        let across = 0.15 + 0.85 * (1.0 - along * along);
        into.push(Wave {
            at: away / SOUND_SPEED,
            height: height * across,
            duration,
        });
    }
    into.sort_unstable_by(|a, b| a.at.total_cmp(&b.at));
    let first = into[0].at;
    into.iter_mut().for_each(|wave| wave.at -= first);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A kilogram at ten metres: 9.98 kPa and 3.47 ms, worked out by hand; eight kilograms at twice the
    /// distance have the same pressure for twice as long.
    #[test]
    fn pressure_and_duration_follow_the_curves_and_scale() {
        let (pressure, duration) = kinney_graham(1.0, 10.0);
        assert!((pressure / 9980.0 - 1.0).abs() < 0.01, "{pressure}");
        assert!((duration / 3.468e-3 - 1.0).abs() < 0.01, "{duration}");
        let (scaled, longer) = kinney_graham(8.0, 20.0);
        assert!((scaled / pressure - 1.0).abs() < 1e-9 && (longer / duration - 2.0).abs() < 1e-9);
        // Far away it is sound: half as strong at twice the distance.
        let ratio = kinney_graham(1.0, 1e3).0 / kinney_graham(1.0, 2e3).0;
        assert!((ratio - 2.0).abs() < 0.01, "{ratio}");
    }

    /// The samples of a wave are its means: their sum is its impulse, p·T/e up to where it crosses
    /// zero for b = 1, and none in all; and each lies on Friedlander's curve.
    #[test]
    fn a_wave_is_friedlanders() {
        let wave = Wave {
            at: 0.0,
            height: 2.0,
            duration: 5e-3,
        };
        let seconds = 1.0 / 48e3;
        let mut heard = Heard::new(wave, 1.0, seconds, seconds);
        let mut all = Vec::new();
        while heard.left > 0 {
            all.push(heard.next());
        }
        let positive = all[..240].iter().sum::<f64>() * seconds;
        assert!(
            (positive / (2.0 * 5e-3 * math::exp(-1.0)) - 1.0).abs() < 1e-9,
            "{positive}"
        );
        assert!((all.iter().sum::<f64>() * seconds).abs() < 1e-6);
        for n in [10usize, 100, 239, 400, 1000] {
            let s = (n as f64 + 0.5) * seconds / 5e-3;
            let law = 2.0 * (1.0 - s) * math::exp(-s);
            assert!((all[n] - law).abs() < 1e-4, "{n}: {} {law}", all[n]);
        }
        // One that begins between samples is as long.
        let mut late = Heard::new(wave, 1.0, 0.3 * seconds, seconds);
        let first = late.next();
        assert!((first / (0.3 * 2.0) - 1.0).abs() < 0.01, "{first}");
    }

    /// Waves of a channel arrive no later than its length allows, in order, the nearest first.
    #[test]
    fn a_channel_is_heard_as_long_as_it_is() {
        let mut params = ExplosionParams {
            distance: 800.0,
            charge: 300.0,
            ..Default::default()
        };
        params.channel.length = 4000.0;
        let mut waves = Vec::with_capacity(PIECES);
        arrivals(&params, &mut Rng::new(3), &mut waves);
        assert_eq!(waves.len(), 256);
        assert!(waves.windows(2).all(|w| w[0].at <= w[1].at) && waves[0].at == 0.0);
        let last = waves[255].at;
        assert!((0.5..4000.0 / 343.0).contains(&last), "{last}");
    }
}
