//! Parts of a waveguide whose energy is known exactly: two rails of travelling velocity waves,
//! lossless all-pass sections, a lossy bridge and a loss filter.
//!
//! All energies here are in units of wave value squared; times `impedance·step` they are joules
//! (a rail cell of length c·h holds the energy Z·h·v²).

use crate::math;

/// A delay line that moves by one cell per step without copying.
pub(super) struct Rail {
    cells: Vec<f64>,
    head: usize,
    length: usize,
}

impl Rail {
    pub fn new(capacity: usize) -> Self {
        Self {
            cells: vec![0.0; capacity],
            head: 0,
            length: capacity,
        }
    }

    pub fn len(&self) -> usize {
        self.length
    }

    fn slot(&self, index: usize) -> usize {
        let slot = self.head + index;
        if slot >= self.length {
            slot - self.length
        } else {
            slot
        }
    }

    pub fn get(&self, index: usize) -> f64 {
        self.cells[self.slot(index)]
    }

    pub fn add(&mut self, index: usize, amount: f64) {
        let slot = self.slot(index);
        self.cells[slot] += amount;
    }

    /// Every value one cell up; a new one enters at 0.
    pub fn shift_up(&mut self, entering: f64) {
        self.head = if self.head == 0 {
            self.length - 1
        } else {
            self.head - 1
        };
        self.cells[self.head] = entering;
    }

    /// Every value one cell down; a new one enters at the top.
    pub fn shift_down(&mut self, entering: f64) {
        self.cells[self.head] = entering;
        self.head = if self.head + 1 == self.length {
            0
        } else {
            self.head + 1
        };
    }

    /// One cell more at the top.
    pub fn push_top(&mut self, value: f64) {
        self.cells[..self.length].rotate_left(self.head);
        self.head = 0;
        if self.length < self.cells.len() {
            self.cells[self.length] = value;
            self.length += 1;
        }
    }

    /// One cell less at the top.
    pub fn pop_top(&mut self) {
        self.cells[..self.length].rotate_left(self.head);
        self.head = 0;
        self.length -= 1;
    }

    pub fn energy(&self) -> f64 {
        self.cells[..self.length].iter().map(|v| v * v).sum()
    }

    pub fn loudest(&self) -> f64 {
        self.cells[..self.length]
            .iter()
            .fold(0.0, |most, v| v.abs().max(most))
    }

    pub fn scale(&mut self, factor: f64) {
        self.cells[..self.length]
            .iter_mut()
            .for_each(|v| *v *= factor);
    }

    pub fn clear(&mut self) {
        self.cells.fill(0.0);
    }

    /// Stretches the contents to another length, by straight lines between cells. `room` is
    /// scratch of at least the old length.
    pub fn stretch(&mut self, length: usize, room: &mut [f64]) {
        let old = self.length;
        for (index, cell) in room[..old].iter_mut().enumerate() {
            *cell = self.get(index);
        }
        self.head = 0;
        self.length = length.min(self.cells.len());
        let ratio = old as f64 / self.length as f64;
        for index in 0..self.length {
            // Cells are centred: cell i covers i to i+1.
            let place = ((index as f64 + 0.5) * ratio - 0.5).clamp(0.0, (old - 1) as f64);
            let low = place as usize;
            let high = (low + 1).min(old - 1);
            let part = place - low as f64;
            self.cells[index] = room[low] + part * (room[high] - room[low]);
        }
    }
}

/// A first-order all-pass section in normalised form: an orthogonal matrix, so that what goes
/// in, comes out or stays in the state, exactly, also while its coefficient changes.
#[derive(Clone, Copy, Default)]
pub(super) struct Allpass {
    k: f64,
    c: f64,
    pub state: f64,
}

impl Allpass {
    pub fn set(&mut self, k: f64) {
        // Beyond this the section would ring longer than the string.
        let k = k.clamp(-0.999, 0.999);
        self.k = k;
        self.c = (1.0 - k * k).sqrt();
    }

    /// Its coefficient and √(1-k²).
    pub fn parts(&self) -> (f64, f64) {
        (self.k, self.c)
    }

    pub fn step(&mut self, x: f64) -> f64 {
        let y = self.k * x + self.c * self.state;
        self.state = self.c * x - self.k * self.state;
        y
    }

    /// The coefficient that delays a frequency `w` \[radians per sample\] by `delay` samples.
    pub fn coefficient(delay: f64, w: f64) -> f64 {
        math::sin(0.5 * (1.0 - delay) * w) / math::sin(0.5 * (1.0 + delay) * w)
    }

    /// Phase delay \[samples\] of this section.
    pub fn delay_at(&self, w: f64) -> f64 {
        Self::delay(self.k, w)
    }

    /// Phase delay \[samples\] of a section with coefficient `k`.
    pub fn delay(k: f64, w: f64) -> f64 {
        // Phase of (k + e^-jw)/(1 + k·e^-jw) is -w + 2·atan2(k·sin w, 1 + k·cos w).
        1.0 - 2.0 * math::atan2(k * math::sin(w), 1.0 + k * math::cos(w)) / w
    }
}

/// A one-pole low-pass `y = (1-a)·x + a·y_before`, realised as a projection (its matrix is
/// `u·uᵀ` with `u = (√a, √(1-a))`), so that its loss is the square of the part projected away.
#[derive(Clone, Copy, Default)]
pub(super) struct Loss {
    a: f64,
    cross: f64,
    pub state: f64,
}

impl Loss {
    /// Sets the filter's memory `a/(1-a)` \[samples\]. At low frequencies `w` \[radians per
    /// sample\] its attenuation is `memory·(1 + memory)·w²/2`.
    pub fn set(&mut self, memory: f64) {
        self.a = memory / (1.0 + memory);
        self.cross = (self.a * (1.0 - self.a)).sqrt();
    }

    /// Output, and energy lost (in units of wave squared).
    pub fn step(&mut self, x: f64) -> (f64, f64) {
        let lost = (1.0 - self.a).sqrt() * self.state - self.a.sqrt() * x;
        let y = self.cross * self.state + (1.0 - self.a) * x;
        self.state = self.a * self.state + self.cross * x;
        (y, lost * lost)
    }

    /// Gain and phase delay \[samples\] at `w` radians per sample.
    pub fn at(&self, w: f64) -> (f64, f64) {
        let (re, im) = (1.0 - self.a * math::cos(w), self.a * math::sin(w));
        (
            (1.0 - self.a) / (re * re + im * im).sqrt(),
            math::atan2(im, re) / w,
        )
    }
}

/// What holds the string's end: a damper and a soft spring side by side. The damper takes the
/// loss; the spring keeps a steady pull from dragging the bridge away.
///
/// With the wave `x` coming in, the bridge moves at `v` during the step, so that
/// `Z·(2x - v) = R·v + K·(u + h·v/2)`; the energy balance of that is exact.
#[derive(Clone, Copy, Default)]
pub(super) struct Bridge {
    impedance: f64,
    damper: f64,
    spring: f64,
    step: f64,
    /// Displacement \[m\].
    pub moved: f64,
}

impl Bridge {
    /// Sets the share `gain` of a wave that comes back at `hertz`.
    pub fn set(&mut self, gain: f64, hertz: f64, impedance: f64, step: f64) {
        // At 1 nothing would ever be lost; a string that rings for a day is long enough.
        let gain = gain.clamp(0.0, 1.0 - 1e-9);
        let held = self.spring * self.moved * self.moved;
        self.impedance = impedance;
        self.step = step;
        self.damper = impedance * (1.0 + gain) / (1.0 - gain);
        // The spring takes over below a twentieth of the pitch, where nothing sounds.
        self.spring = self.damper * math::TAU * hertz / 20.0;
        // A spring that changes keeps its energy.
        self.moved = self.moved.signum() * (held / self.spring).sqrt();
    }

    /// Wave sent back, and energy lost \[J\].
    pub fn step(&mut self, x: f64) -> (f64, f64) {
        let stiff = self.impedance + self.damper + 0.5 * self.spring * self.step;
        let v = (2.0 * self.impedance * x - self.spring * self.moved) / stiff;
        self.moved += self.step * v;
        (v - x, self.damper * v * v * self.step)
    }

    /// Energy in the spring \[J\].
    pub fn energy(&self) -> f64 {
        0.5 * self.spring * self.moved * self.moved
    }

    /// Gain and phase delay \[samples\] of the reflection, without its change of sign, at `w`
    /// radians per sample.
    pub fn at(&self, w: f64) -> (f64, f64) {
        // Bridge impedance R + K·h·(1+z)/(2(1-z)), z = e^-jw, whose last part is -j·X.
        let x = 0.5 * self.spring * self.step / math::tan(0.5 * w);
        let (z, r) = (self.impedance, self.damper);
        let (n_re, d_re) = (r - z, r + z);
        let (n, d) = (n_re * n_re + x * x, d_re * d_re + x * x);
        // (n_re - jx)/(d_re - jx)
        let phase = math::atan2(-x, n_re) - math::atan2(-x, d_re);
        ((n / d).sqrt(), -phase / w)
    }
}
