//! Chance: when drops and bubbles come, how large they are, and the hiss of those too many to count.

use urto::Rate;
use urto::math;
use urto::rng::Rng;

/// A number of mean 0 and variance 1 of the normal law (Box & Muller).
pub fn normal(rng: &mut Rng) -> f64 {
    let far = (-2.0 * math::log(1.0 - rng.uniform())).sqrt();
    far * math::cos(math::TAU * rng.uniform())
}

/// Where bell curves end \[spreads\]: one in forty would lie beyond and lies there, as real drops and
/// bubbles break up before they are as large as the tails have it.
pub const TAIL: f64 = 2.24;

/// A factor whose logarithm is normal and has this spread, but for its tails.
pub fn factor(spread: f64, rng: &mut Rng) -> f64 {
    math::exp(spread * normal(rng).clamp(-TAIL, TAIL))
}

/// Events at random moments, any as likely as any other: a Poisson process.
#[derive(Clone, Debug)]
pub struct Arrivals {
    /// Mean intervals until the next.
    left: f64,
}

impl Arrivals {
    pub fn new(rng: &mut Rng) -> Self {
        Self { left: wait(rng) }
    }

    /// Lets a step pass in which so many come on average; tells whether one comes. Of several the
    /// others follow in the next steps.
    pub fn pass(&mut self, mean: f64, rng: &mut Rng) -> bool {
        self.left -= mean;
        if self.left > 0.0 {
            return false;
        }
        // More than one a step does not pile up.
        self.left = (self.left + wait(rng)).max(-1.0);
        true
    }
}

/// An interval of a Poisson process of rate 1.
pub fn wait(rng: &mut Rng) -> f64 {
    -math::log(1.0 - rng.uniform())
}

/// Noise between two pitches: what a crowd too dense to count sums up to. As strong at each pitch at
/// every rate.
pub struct Hiss {
    rate: Rate,
    rng: Rng,
    /// State of the low-pass and the high-pass, two poles each.
    low: [f64; 2],
    high: [f64; 2],
    turns: [f64; 2],
    cut: [f64; 2],
    finer: f64,
}

impl Hiss {
    pub fn new(rate: Rate) -> Self {
        Self {
            rate,
            rng: Rng::new(0),
            low: [0.0; 2],
            high: [0.0; 2],
            turns: [0.0; 2],
            cut: [0.0; 2],
            // Variance per hertz is that at 48 kHz.
            finer: (rate.hertz() / 48e3).sqrt(),
        }
    }

    /// Lets pass what lies between two pitches \[Hz\].
    pub fn tune(&mut self, from: f64, to: f64) {
        if self.cut == [from, to] {
            return;
        }
        self.cut = [from, to];
        self.turns = [from, to].map(|hertz| {
            let hertz = hertz.clamp(5.0, 0.4 * self.rate.hertz());
            let g = math::tan(core::f64::consts::PI * hertz * self.rate.step());
            g / (1.0 + g)
        });
    }

    /// RMS of what [`next`](Self::next) gives.
    pub fn rms(from: f64, to: f64) -> f64 {
        // One pole below and two above: about so wide.
        let wide = (1.2 * to - 0.8 * from).max(0.3 * to);
        (wide / 24e3 / 3.0).min(1.0 / 3.0).sqrt()
    }

    pub fn next(&mut self) -> f64 {
        let mut x = self.finer * self.rng.signed();
        for state in &mut self.low {
            let by = self.turns[1] * (x - *state);
            x = *state + by;
            *state = x + by;
        }
        for state in &mut self.high {
            let by = self.turns[0] * (x - *state);
            let low = *state + by;
            *state = low + by;
            x -= low;
        }
        x
    }

    pub fn reset(&mut self, seed: u64) {
        self.rng = Rng::new(seed);
        self.low = [0.0; 2];
        self.high = [0.0; 2];
    }
}

/// Rain, drop by drop.
///
/// Law:  diameters N(D) = N0·exp(-L·D), N0 = 8e6 /m⁴, L = 4100·R^-0.21 /m for R mm/h (Marshall &
///       Palmer 1948), that fall at 9.65 - 10.3·exp(-600·D) m/s (Atlas 1973); so through a square metre
///       a second fall N0·(9.65/L·e^(-L·d) - 10.3/(L + 600)·e^(-(L + 600)·d)) that are larger than d.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rainfall {
    steep: f64,
}

impl Rainfall {
    /// Smallest drop that is heard \[m\], and largest that holds together.
    pub const LEAST: f64 = 4e-4;
    pub const MOST: f64 = 6e-3;
    const N0: f64 = 8e6;

    /// Of so many mm/h.
    pub fn new(intensity: f64) -> Self {
        Self {
            steep: 4100.0 * math::pow(intensity, -0.21),
        }
    }

    /// How fast a drop of a diameter \[m\] falls \[m/s\].
    pub fn speed(diameter: f64) -> f64 {
        9.65 - 10.3 * math::exp(-600.0 * diameter)
    }

    /// Drops larger than this that fall through a square metre a second.
    pub fn beyond(&self, diameter: f64) -> f64 {
        let part = |steep: f64| math::exp(-steep * diameter) / steep;
        Self::N0 * (9.65 * part(self.steep) - 10.3 * part(self.steep + 600.0))
    }

    /// Drops that are heard, through a square metre a second.
    pub fn flux(&self) -> f64 {
        self.beyond(Self::LEAST) - self.beyond(Self::MOST)
    }

    /// The diameter of the next drop \[m\].
    pub fn draw(&self, rng: &mut Rng) -> f64 {
        // Drawn by number, kept by speed; half of the drops are kept, so 64 tries are enough.
        for _ in 0..64 {
            let reach = -math::expm1(-self.steep * (Self::MOST - Self::LEAST));
            let far = -math::log1p(-rng.uniform() * reach) / self.steep;
            let diameter = Self::LEAST + far;
            if rng.uniform() * 9.65 < Self::speed(diameter) {
                return diameter;
            }
        }
        Self::LEAST
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;

    /// The probability that draws of a law lie so far from it or further (Kolmogorov & Smirnov).
    pub fn likely(mut draws: Vec<f64>, law: impl Fn(f64) -> f64) -> f64 {
        draws.sort_by(f64::total_cmp);
        let count = draws.len() as f64;
        let apart = |(n, x): (usize, &f64)| {
            let at = law(*x);
            (at - n as f64 / count).max((n + 1) as f64 / count - at)
        };
        let most = draws.iter().enumerate().map(apart).fold(0.0, f64::max);
        let x = (count.sqrt() + 0.12 + 0.11 / count.sqrt()) * most;
        let term = |k: i32| {
            let sign = if k % 2 == 1 { 2.0 } else { -2.0 };
            sign * math::exp(-2.0 * f64::from(k * k) * x * x)
        };
        (1..100).map(term).sum::<f64>().clamp(0.0, 1.0)
    }

    /// The normal law, by Simpson's rule.
    pub fn normal_law(x: f64) -> f64 {
        let x = x.clamp(-6.0, 6.0);
        let density = |t: f64| math::exp(-0.5 * t * t) / math::TAU.sqrt();
        let h = x / 200.0;
        let weight = |n: usize| if n % 2 == 1 { 4.0 } else { 2.0 };
        let inner: f64 = (1..200).map(|n| weight(n) * density(h * n as f64)).sum();
        0.5 + h / 3.0 * (density(0.0) + inner + density(x))
    }

    #[test]
    fn drops_have_the_sizes_of_rain() {
        for seed in [1, 2, 3] {
            let mut rng = Rng::new(seed);
            let rain = Rainfall::new(10.0);
            let draws = (0..4000).map(|_| rain.draw(&mut rng)).collect();
            let law = |d: f64| (rain.beyond(Rainfall::LEAST) - rain.beyond(d)) / rain.flux();
            let p = likely(draws, law);
            assert!(p > 0.01, "{seed}: {p}");
        }
        // Millimetres an hour: what falls through a square metre, by its volume.
        let rain = Rainfall::new(10.0);
        let steps = 10_000;
        let wide = Rainfall::MOST / f64::from(steps);
        let volume = |n: i32| {
            let d = wide * (f64::from(n) + 0.5);
            let many = rain.beyond(d - 0.5 * wide) - rain.beyond(d + 0.5 * wide);
            many * core::f64::consts::PI / 6.0 * d * d * d
        };
        let fallen: f64 = (0..steps).map(volume).sum();
        let hourly = fallen * 3.6e6;
        assert!((7.0..13.0).contains(&hourly), "{hourly}");
    }

    #[test]
    fn hiss_is_as_strong_at_every_rate() {
        let power = |hertz: f64| {
            let mut hiss = Hiss::new(Rate::new(hertz).unwrap());
            hiss.tune(500.0, 3000.0);
            hiss.reset(3);
            let count = (2.0 * hertz) as usize;
            (0..count).map(|_| hiss.next()).map(|x| x * x).sum::<f64>() / count as f64
        };
        let first = power(48e3);
        let told = Hiss::rms(500.0, 3000.0);
        assert!(
            (0.6..1.6).contains(&(first.sqrt() / told)),
            "{first} {told}"
        );
        for hertz in [44.1e3, 96e3, 192e3] {
            assert!((power(hertz) / first - 1.0).abs() < 0.08);
        }
    }
}
