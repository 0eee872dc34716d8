//! Crackle: when a sheet gives way, and with how much energy each time.
//!
//! Hear:   crackling, from a few loud clicks among many faint ones.
//! Law:    energies are drawn from p(E) ~ E^(-exponent) between a smallest and a largest one,
//!         placed so that their mean is the one asked for; intervals are those of a Poisson
//!         process, p(t) ~ exp(-granularity·t): every moment is as likely as any other.
//! Step:   the next energy and interval by inversion of their distributions.
//! Limits: energies do not depend on time or on each other (Houle and Sethna found no sign that
//!         they do); after-shocks are left out.
//! Refs:   Houle & Sethna 1996 (exponent 1.3 to 1.6); Kramer & Lobkovsky 1996 (exponent 1, six
//!         decades); Fontana & Bresin 2003; Papetti 2010, 2.2.5.

use crate::math;
use crate::rng::Rng;

crate::params! {
    /// How a thing crackles when it gives way.
    pub struct CrackleParams("crackle") {
        /// Average number of cracks per second.
        granularity: 300.0, Log(0.1, 5000.0), "1/s", Block, spread 0.08;
        /// Mean energy of a crack.
        energy: 1e-4, Log(1e-9, 10.0), "J", Block, spread 0.05;
        /// Exponent of the energy distribution: larger means fewer loud events.
        exponent: 1.4, Linear(1.0, 3.0), "", Block, spread 0.05;
        /// Ratio of the largest to the smallest event energy.
        range: 100.0, Log(1.0, 1e8), "", Block, expert, spread 0.03;
    }
}

impl CrackleParams {
    /// The smallest energy \[J\]: so that the mean of the power law is the one asked for.
    pub fn least(&self) -> f64 {
        self.energy / self.mean_over_least()
    }

    /// The largest energy \[J\].
    pub fn most(&self) -> f64 {
        self.least() * self.range
    }

    /// The integral of E·p(E), in smallest energies. With `r` the range and `a` the exponent it
    /// is I(2 - a)/I(1 - a), I(s) = (r^s - 1)/s; `expm1` keeps its digits where s goes to 0.
    fn mean_over_least(&self) -> f64 {
        let log_range = math::log(self.range);
        let integral = |s: f64| {
            if (s * log_range).abs() < 1e-12 {
                log_range.max(1e-300)
            } else {
                math::expm1(s * log_range) / s
            }
        };
        if log_range < 1e-12 {
            return 1.0;
        }
        integral(2.0 - self.exponent) / integral(1.0 - self.exponent)
    }

    /// The energy below which a share of all events lies \[J\].
    pub fn quantile(&self, share: f64) -> f64 {
        let s = 1.0 - self.exponent;
        let log_range = math::log(self.range);
        let in_logs = if (s * log_range).abs() < 1e-12 {
            share * log_range
        } else {
            math::log1p(share * math::expm1(s * log_range)) / s
        };
        self.least() * math::exp(in_logs)
    }
}

/// The process: it tells when something gives way.
///
/// ```
/// use urto::texture::{Crackle, CrackleParams};
/// let params = CrackleParams::default();
/// let mut crackle = Crackle::new(1);
/// let events = (0..48_000).filter_map(|_| crackle.pass(&params, 1.0 / 48e3)).count();
/// assert!((250..350).contains(&events));
/// ```
pub struct Crackle {
    rng: Rng,
    /// Mean intervals until the next event.
    left: f64,
}

impl Crackle {
    /// The process of this seed.
    pub fn new(seed: u64) -> Self {
        let mut rng = Rng::new(seed);
        let left = wait(&mut rng);
        Self { rng, left }
    }

    /// Starts from the seed again.
    pub fn reset(&mut self, seed: u64) {
        *self = Self::new(seed);
    }

    /// Lets time pass \[s\]; gives the energy of an event \[J\] if there is one.
    pub fn pass(&mut self, params: &CrackleParams, seconds: f64) -> Option<f64> {
        self.advance(params, params.granularity * seconds)
    }

    /// Lets a number of mean intervals pass, for a process that is not driven by time; gives the
    /// energy of an event \[J\] if there is one. Of several in one step the first is given and
    /// the others follow in the next steps.
    pub fn advance(&mut self, params: &CrackleParams, intervals: f64) -> Option<f64> {
        self.left -= intervals;
        if self.left > 0.0 {
            return None;
        }
        self.left += wait(&mut self.rng);
        // A rate beyond one event per step does not pile up.
        self.left = self.left.max(-1.0);
        Some(params.quantile(self.rng.uniform()))
    }
}

/// An interval of a Poisson process of rate 1.
fn wait(rng: &mut Rng) -> f64 {
    -math::log(1.0 - rng.uniform())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn params(exponent: f64, range: f64) -> CrackleParams {
        CrackleParams {
            exponent,
            range,
            ..CrackleParams::default()
        }
    }

    /// A million midpoint quantiles have the mean asked for, within 0.1 %.
    #[test]
    fn the_mean_energy_is_the_one_asked_for() {
        for exponent in [1.0, 1.4, 2.0, 3.0] {
            for range in [1.0, 10.0, 1e4] {
                let params = params(exponent, range);
                let count = 1_000_000;
                let sum: f64 = (0..count)
                    .map(|n| params.quantile((f64::from(n) + 0.5) / f64::from(count)))
                    .sum();
                let mean = sum / f64::from(count);
                assert!(
                    (mean / params.energy - 1.0).abs() < 1e-3,
                    "{exponent} {range}: {mean}"
                );
            }
        }
    }
}
