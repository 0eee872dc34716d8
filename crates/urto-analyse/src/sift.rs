//! Which sines are partials, and which only stand for echoes and noise.
//!
//! Law:  a partial falls by the same share in every while. A room's echoes are many copies of it
//!       that begin later, and noise is new at every moment: any stretch of either is a sum of
//!       sines, but the next stretch is a sum of others. Since a room only weighs the spectrum it
//!       is given, such sines stand on the skirts of real partials, a/|w - w0|.
//! Step: a sine is measured again when it has fallen by 20 dB, and must be what was foretold. One
//!       on the skirt of a stronger neighbour must also stand far out of what is left around it.

use crate::band::C;
use crate::fit::{self, Sine, Weights};
use crate::partials::Found;
use urto::math::LN_1000;

/// A sine is measured again when it has fallen by this, as a logarithm: 20 dB,
const LATER: f64 = LN_1000 / 3.0;
/// or N samples later, if that is longer.
const SOONEST: usize = 4;
/// And must then be what it was foretold to be, but for this share of it: echoes that add to a
/// partial while they last change it by less, and what is no partial differs by itself and more.
const UNLIKE: f64 = 0.4;
/// And but for what noise does: N times its variance, three standard deviations.
const BY_CHANCE: f64 = 9.0;
/// A skirt is N times as high as the smooth one: echoes add up by chance, seldom to thrice.
const ROUGH: f64 = 3.0;
/// And as wide as N of the sine's own widths. Further off, echoes are less than certain.
const WIDE: f64 = 8.0;
/// What is left falls by so much, in power, if it is echoes. Noise alone does so by chance in one
/// of 400 cases over the shortest while, four samples.
const DIES_AWAY: f64 = 3.0;
/// On a skirt, among echoes, a sine must be so certain: echoes came to 4700 in the rooms that were
/// tried, modes without a room and noise have 1e5 and more.
const BEYOND_ECHOES: f64 = 5000.0;

/// Mean square of what `unknowns` left of samples.
pub fn mean_square(samples: &[C], unknowns: usize) -> f64 {
    let sum: f64 = samples.iter().map(|y| y.norm_sqr()).sum();
    sum / samples.len().saturating_sub(unknowns).max(1) as f64
}

/// Samples after which a sine has fallen by 20 dB.
fn fall(sine: &Sine) -> usize {
    // The cast of a number beyond all counts gives the greatest one.
    ((LATER / (-sine.log.re).max(1e-9)) as usize).max(SOONEST)
}

/// Leaves the sines that go on as they began: all are measured again in what comes later, with
/// the same frequencies and decays.
pub fn lasting(samples: &[C], sines: &mut Vec<Sine>) {
    let count = samples.len();
    let logs: Vec<C> = sines.iter().map(|one| one.log).collect();
    // Later by a power of two, so that many sines share one fit.
    let later = |sine: &Sine| 1usize << fall(sine).min((count / 2).max(1)).ilog2();
    let laters: Vec<usize> = sines.iter().map(later).collect();
    let mut starts = laters.clone();
    starts.sort_unstable();
    starts.dedup();
    let mut lasts = vec![true; sines.len()];
    for start in starts {
        let Some(again) = fit::amplitudes(&samples[start..], &logs) else {
            continue;
        };
        let rest = fit::residual(&samples[start..], &again);
        // Of its end, where echoes are over.
        let noise = mean_square(&rest[rest.len() / 2..], 0);
        let even = Weights::even(rest.len());
        for (n, sine) in sines.iter().enumerate() {
            if laters[n] != start {
                continue;
            }
            let expected = sine.start * (sine.log * start as f64).exp();
            let found = again[n].start.norm_sqr();
            let chance = noise * found / again[n].energy(&even).max(1e-300);
            let allowed = UNLIKE * UNLIKE * expected.norm_sqr() + BY_CHANCE * chance;
            lasts[n] = (again[n].start - expected).norm_sqr() <= allowed;
        }
    }
    let mut lasts = lasts.into_iter();
    sines.retain(|_| lasts.next().unwrap_or(true));
}

/// Energy of a sine until it has fallen by 20 dB, over what is left in one sample of that while,
/// and whether that dies away too, as echoes do and noise does not.
pub fn certainty(sine: &Sine, rest: &[C]) -> (f64, bool) {
    let life = fall(sine).min(rest.len());
    let left = mean_square(&rest[..life], 0);
    let in_the_end = mean_square(&rest[rest.len() - rest.len() / 4..], 0);
    let certain = sine.energy(&Weights::even(life)) / left.max(1e-300);
    (certain, left > DIES_AWAY * in_the_end)
}

/// Leaves out what may be echoes of a stronger neighbour.
pub fn leave_shadows(found: &mut Vec<Found>) {
    let all = found.clone();
    // Height of its line in the spectrum.
    let width = |one: &Found| (-one.log.re).max(1e-9);
    let peak = |one: &Found| one.start.norm() / width(one);
    found.retain(|one| {
        let on_skirt = all.iter().any(|other| {
            let apart = (other.log.im - one.log.im).abs().max(width(other));
            let near = apart < WIDE * width(one) && peak(other) > peak(one);
            near && peak(one) < ROUGH * other.start.norm() / apart
        });
        !on_skirt || !one.echoes || one.certain > BEYOND_ECHOES
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sine(fall: f64, turn: f64, start: f64) -> Sine {
        Sine {
            log: C::new(-fall, turn),
            start: C::new(start, 0.0),
        }
    }

    fn sum(sines: &[Sine], count: usize) -> Vec<C> {
        let at = |n: usize| {
            let parts = sines
                .iter()
                .map(|one| one.start * (one.log * n as f64).exp());
            parts.sum()
        };
        (0..count).map(at).collect()
    }

    /// What stops halfway is no decaying sine, however well it began.
    #[test]
    fn what_stops_does_not_last() {
        let all = [
            sine(0.02, 0.5, 1.0),
            sine(0.02, -0.9, 0.5),
            sine(0.2, 1.7, 0.3),
        ];
        let mut samples = sum(&all, 200);
        let mut kept = all.to_vec();
        lasting(&samples, &mut kept);
        assert_eq!(kept.len(), 3);
        for (y, second) in samples.iter_mut().zip(sum(&all[1..2], 200)).skip(60) {
            *y -= second;
        }
        lasting(&samples, &mut kept);
        let turns: Vec<f64> = kept.iter().map(|one| one.log.im).collect();
        assert_eq!(turns, [0.5, 1.7]);
    }

    /// A short weak neighbour of a long strong partial is believed if little is left around it.
    #[test]
    fn a_skirt_holds_only_what_is_certain() {
        let one = |log: C, start: f64, certain: f64| Found {
            log,
            start: C::new(start, 0.0),
            certain,
            echoes: true,
        };
        for (certain, left) in [(4000.0, 2), (6000.0, 3)] {
            let mut found = vec![
                one(C::new(-2.0, 5000.0), 0.5, 1e5),
                one(C::new(-40.0, 5080.0), 0.2, certain),
                one(C::new(-40.0, 9000.0), 0.2, 500.0),
            ];
            leave_shadows(&mut found);
            assert_eq!(found.len(), left);
        }
    }
}
