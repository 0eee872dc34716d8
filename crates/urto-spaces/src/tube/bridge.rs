//! From the host's rate to a mesh's own and back.
//!
//! One low-pass does both: a sinc under a Kaiser window, read between the entries of a table. It
//! passes less than it gets at every frequency, so the bridge gives no energy.

use urto::math::{TAU, sin};

/// Half the length of the low-pass, in its zeros.
const ZEROS: f64 = 6.0;
/// Table entries from zero to zero: straight lines between them are off by 2e-5 of its peak.
const FINE: usize = 256;
/// Kaiser's beta: 60 dB of stop band.
const BETA: f64 = 6.0;
/// What the pass band's ripple and the table's steps may add, taken away beforehand.
const SAFE: f64 = 0.998;

/// The low-pass, as a function of time.
pub(super) struct LowPass {
    table: Vec<f64>,
    /// Half its length \[s\].
    pub half: f64,
    per_second: f64,
}

/// The modified Bessel function of order 0, by its series.
fn bessel(x: f64) -> f64 {
    let (mut sum, mut term) = (1.0, 1.0);
    for n in 1..40 {
        term *= 0.25 * x * x / f64::from(n * n);
        sum += term;
    }
    sum
}

impl LowPass {
    /// Which takes half the amplitude at a frequency \[Hz\]. Allocates.
    pub fn new(hertz: f64) -> Self {
        let length = ZEROS as usize * FINE;
        let entry = |n: usize| {
            let zeros = n as f64 / FINE as f64;
            let x = 0.5 * TAU * zeros;
            let sinc = if n == 0 { 1.0 } else { sin(x) / x };
            let place = zeros / ZEROS;
            let window = bessel(BETA * (1.0 - place * place).max(0.0).sqrt()) / bessel(BETA);
            sinc * window
        };
        let mut table: Vec<f64> = (0..=length).map(entry).collect();
        let step = 1.0 / (2.0 * hertz * FINE as f64);
        let whole = step * (table[0] + 2.0 * table[1..].iter().sum::<f64>());
        table.iter_mut().for_each(|own| *own *= SAFE / whole);
        table.push(0.0);
        Self {
            table,
            half: ZEROS / (2.0 * hertz),
            per_second: 1.0 / step,
        }
    }

    /// Its value at a time \[s\], per second.
    #[inline]
    fn at(&self, time: f64) -> f64 {
        let place = time.abs() * self.per_second;
        let index = place as usize;
        match self.table.get(index..index + 2) {
            Some([near, far]) => near + (place - index as f64) * (far - near),
            _ => 0.0,
        }
    }
}

/// The last samples of one or two channels.
struct Past<const N: usize> {
    samples: Vec<[f64; N]>,
    head: usize,
}

impl<const N: usize> Past<N> {
    fn new(most: f64) -> Self {
        Self {
            samples: vec![[0.0; N]; (most as usize + 4).next_power_of_two()],
            head: 0,
        }
    }

    fn write(&mut self, sample: [f64; N]) {
        self.head = (self.head + 1) & (self.samples.len() - 1);
        self.samples[self.head] = sample;
    }

    /// Through the low-pass, so long after the newest sample \[s\], which are `step` apart.
    fn read(&self, pass: &LowPass, age: f64, step: f64) -> [f64; N] {
        let first = ((age - pass.half) / step).ceil().max(0.0) as usize;
        let last = (((age + pass.half) / step).max(0.0) as usize).min(self.samples.len() - 1);
        let mask = self.samples.len() - 1;
        let mut sums = [0.0; N];
        for back in first..=last {
            let weight = pass.at(age - back as f64 * step);
            let sample = &self.samples[self.head.wrapping_sub(back) & mask];
            for (sum, sample) in sums.iter_mut().zip(sample) {
                *sum += weight * sample;
            }
        }
        sums.map(|sum| step * sum)
    }
}

/// To a mesh and back.
pub(super) struct Bridge {
    pass: LowPass,
    /// From sample to sample of the host and of the mesh \[s\].
    host: f64,
    mesh: f64,
    /// How late the mesh's next step is, against when what it needs has come in \[s\].
    late: f64,
    inside: Past<1>,
    outside: Past<2>,
}

impl Bridge {
    /// Between two rates, given by their steps \[s\]. Allocates.
    pub fn new(host: f64, mesh: f64) -> Self {
        // Waves along a mesh end at a quarter of its rate; 0.37 of the host's leaves its images out.
        let pass = LowPass::new((0.25 / mesh).min(0.37 / host));
        let (into, out) = (2.0 * pass.half + mesh, 2.0 * pass.half);
        Self {
            inside: Past::new(into / host),
            outside: Past::new(out / mesh),
            late: -mesh,
            host,
            mesh,
            pass,
        }
    }

    pub fn clear(&mut self) {
        self.inside.samples.fill([0.0]);
        self.outside.samples.fill([0.0; 2]);
        self.late = -self.mesh;
    }

    /// By how much it delays \[s\].
    pub fn delay(&self) -> f64 {
        2.0 * self.pass.half
    }

    /// One sample of the host: lets the mesh step as often as is due, and gives what comes out.
    pub fn pass(&mut self, sample: f64, mut step: impl FnMut(f64) -> [f64; 2]) -> [f64; 2] {
        self.inside.write([sample]);
        self.late += self.host;
        while self.late >= 0.0 {
            let age = self.pass.half + self.late;
            let [enters] = self.inside.read(&self.pass, age, self.host);
            self.outside.write(step(enters));
            self.late -= self.mesh;
        }
        let age = self.late + self.mesh - self.pass.half;
        // Seen from the newest sample of the mesh, what is heard lies in the past.
        self.outside.read(&self.pass, -age, self.mesh)
    }

    /// The loudest that is still to come out.
    pub fn rest(&self) -> f64 {
        let all = self.outside.samples.iter().flatten();
        all.fold(0.0, |most, own| own.abs().max(most))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A tone crosses as loud as it was, late by what is said, at every pair of rates; and what a
    /// mesh cannot carry does not come back as something else.
    #[test]
    fn tones_cross_and_nothing_else_does() {
        for (host, mesh) in [(48e3, 24_254.0), (44.1e3, 48_508.0), (192e3, 6_064.0)] {
            let mut bridge = Bridge::new(1.0 / host, 1.0 / mesh);
            let end = (0.25 * mesh).min(0.37 * host);
            for (share, loud) in [(0.1, 1.0), (0.5, 1.0), (1.4, 0.0)] {
                bridge.clear();
                let hertz = share * end;
                let tone = |time: f64| sin(TAU * hertz * time);
                let mut worst = 0.0f64;
                for n in 0..20_000 {
                    let time = f64::from(n) / host;
                    let [left, _] = bridge.pass(tone(time), |x| [x, 0.0]);
                    if time > 2.0 * bridge.delay() {
                        worst = worst.max((left - loud * tone(time - bridge.delay())).abs());
                    }
                }
                assert!(worst < 0.008, "{host} {mesh} {share}: {worst}");
            }
        }
    }
}
