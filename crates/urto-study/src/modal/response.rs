//! A response that rings at one frequency, taken apart.

use urto::Rate;
use urto::math::{self, TAU};

/// A response that rings at one frequency, taken apart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RingingResponse {
    /// Natural frequency \[Hz\].
    pub frequency: f64,
    /// Damping g \[1/s\].
    pub damping: f64,
    /// Size of the ringing at the time of the impulse \[m\].
    pub amplitude: f64,
    /// x(0), x(1), x(2) and the recursion x(n) = a·x(n-1) - b·x(n-2) of the later ones.
    first: [f64; 3],
    recursion: [f64; 2],
    rate: f64,
}

impl RingingResponse {
    /// Finds frequency, damping and size of samples after an impulse.
    pub fn new(samples: &[f64], rate: Rate) -> Self {
        let fs = rate.hertz();
        // x(n) = a·x(n-1) - b·x(n-2) from n = 3 on, by least squares.
        let (mut xx, mut xy, mut yy, mut zx, mut zy) = (0.0, 0.0, 0.0, 0.0, 0.0);
        for three in samples[1..].windows(3) {
            let (y, x, z) = (three[0], three[1], three[2]);
            xx += x * x;
            xy += x * y;
            yy += y * y;
            zx += z * x;
            zy += z * y;
        }
        let det = xx * yy - xy * xy;
        let (a, b) = ((zx * yy - zy * xy) / det, (zx * xy - zy * xx) / det);
        let angle = math::atan2((b - 0.25 * a * a).max(0.0).sqrt(), 0.5 * a);
        let damping = -math::log(b) * fs;
        let (ringing, size) = (angle * fs, b.sqrt());
        let natural = (ringing * ringing + 0.25 * damping * damping).sqrt();
        // x(n) = size^n·(c·cos(angle·n) + s·sin(angle·n)) through n = 1 and 2.
        let (x1, x2) = (samples[1] / size, samples[2] / b);
        let turn = |n: f64| (math::cos(angle * n), math::sin(angle * n));
        let ((c1, s1), (c2, s2)) = (turn(1.0), turn(2.0));
        let det = c1 * s2 - c2 * s1;
        let (c, s) = ((x1 * s2 - x2 * s1) / det, (c1 * x2 - c2 * x1) / det);
        Self {
            frequency: natural / TAU,
            damping,
            amplitude: (c * c + s * s).sqrt(),
            first: [samples[0], samples[1], samples[2]],
            recursion: [a, b],
            rate: fs,
        }
    }

    /// Displacement per newton at a frequency \[m/N\], its size.
    pub fn gain(&self, hertz: f64) -> f64 {
        let angle = TAU * hertz / self.rate;
        let [a, b] = self.recursion;
        let [x0, x1, x2] = self.first;
        let (c1, s1) = (math::cos(angle), math::sin(angle));
        let (c2, s2) = (math::cos(2.0 * angle), math::sin(2.0 * angle));
        // x0 + (x1·z + (x2 - a·x1)·z²)/(1 - a·z + b·z²), z = e^(-i·angle)
        let rest = x2 - a * x1;
        let (above, above_i) = (x1 * c1 + rest * c2, -x1 * s1 - rest * s2);
        let (below, below_i) = (1.0 - a * c1 + b * c2, a * s1 - b * s2);
        let size = below * below + below_i * below_i;
        let real = x0 + (above * below + above_i * below_i) / size;
        let imaginary = (above_i * below - above * below_i) / size;
        (real * real + imaginary * imaginary).sqrt() / self.rate
    }
}
