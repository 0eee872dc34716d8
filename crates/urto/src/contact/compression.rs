//! What all impacts share: an overlap, a spring that stores energy, and the guard that keeps
//! every step passive.

use super::ROUNDING;
use super::path::Path;
use crate::energy::{Books, Health};
use crate::math;

/// A force that takes less than this share of the bodies' motion is light: its law knows it
/// better than the motion does.
const LIGHT: f64 = 1e-4;
/// How well a displacement must fit the law to count as its solution.
const SOLVED: f64 = 1e-11;

/// A spring with the potential k·x^(a+1)/(a+1) for x > 0.
pub(super) struct Compression {
    /// Stiffness in force: the asked one, or less until release.
    pub k: f64,
    asked: f64,
    path: Path,
    /// 1/(a + 1).
    share: f64,
    /// How far the bodies overlap \[m\]; negative for a gap.
    pub overlap: f64,
    pub stored: f64,
    /// Rounding of the bodies' energy in the present step \[J\].
    slack: f64,
    pub books: Books,
    pub health: Health,
}

impl Compression {
    pub fn new(stiffness: f64, exponent: f64) -> Self {
        Self {
            k: stiffness,
            asked: stiffness,
            path: Path::new(exponent),
            share: 1.0 / (exponent + 1.0),
            overlap: 0.0,
            stored: 0.0,
            slack: 0.0,
            books: Books::default(),
            health: Health::default(),
        }
    }

    #[inline]
    pub fn exponent(&self) -> f64 {
        self.path.exponent()
    }

    /// Elastic force at an overlap \[N\].
    #[inline]
    pub fn force(&self, x: f64) -> f64 {
        self.k * self.path.at(x)
    }

    /// Elastic force where the bodies are \[N\], from the energy held there.
    #[inline]
    pub fn present(&self) -> f64 {
        if self.overlap > 0.0 {
            self.stored * (self.exponent() + 1.0) / self.overlap
        } else {
            0.0
        }
    }

    /// Energy at an overlap \[J\].
    #[inline]
    pub fn potential(&self, x: f64) -> f64 {
        self.energy(self.force(x), x)
    }

    /// The same where the elastic force is known \[J\].
    #[inline]
    pub fn energy(&self, force: f64, x: f64) -> f64 {
        self.share * force * x
    }

    /// Mean elastic force over a displacement from where the bodies are \[N\], and its slope.
    #[inline]
    pub fn mean(&self, displacement: f64) -> (f64, f64) {
        let (mean, slope) = self.path.mean(self.overlap, displacement);
        (self.k * mean, self.k * slope)
    }

    /// Overlap at which the spring holds an energy \[m\].
    pub fn reach(&self, energy: f64) -> f64 {
        math::pow((self.exponent() + 1.0) * energy / self.k, self.share)
    }

    /// The force that belongs to a displacement `s` found for a free one, `law` giving force and
    /// slope of the law there. The difference of displacements over the compliance loses its
    /// digits when the force hardly matters to the bodies; the law loses them when it is steep.
    #[inline]
    pub fn force_at(
        &mut self,
        free: f64,
        s: f64,
        compliance: f64,
        law: impl FnOnce(&Self) -> (f64, f64),
    ) -> f64 {
        let by_motion = ((free - s) / compliance).max(0.0);
        let size = free.abs();
        self.slack = 4e-16 * free * free / compliance;
        // A force that matters much by motion does so by law, or the law is not solved.
        if free - s > (LIGHT + 2.0 * SOLVED) * size {
            return by_motion;
        }
        let (by_law, slope) = law(self);
        let weight = compliance * by_law / size;
        let steep = compliance * slope;
        // A displacement that does not solve the law (a step that stops dead) is not its affair.
        let same = compliance * (by_law - by_motion).abs() <= SOLVED * size;
        if same && weight < LIGHT && weight * steep < 1.0 {
            self.slack = 4e-16 * size * by_law * (1.0 + steep);
            by_law
        } else {
            by_motion
        }
    }

    /// Several contacts are solved together, from here: their forces are the unknowns, so no
    /// digits are lost in differences.
    pub fn meet(&mut self) {
        self.slack = 0.0;
    }

    pub fn acts(&self, displacement: f64) -> bool {
        self.overlap > 0.0 || self.overlap + displacement > 0.0
    }

    /// Puts the asked stiffness into force, times `ratio`, at the onset of a contact.
    pub fn onset(&mut self, ratio: f64) {
        self.k = self.asked * ratio;
    }

    /// Moves on. The spring never holds more than it held plus what the bodies gave.
    pub fn commit(&mut self, force: f64, displacement: f64) {
        let taken = force * displacement;
        let end = self.overlap + displacement;
        let mut held = self.potential(end);
        let allowed = self.stored + taken;
        let scale = self.stored + held + taken.abs();
        if held > allowed + self.slack + ROUNDING * scale {
            // The solver stopped early; the spring gives way until release.
            self.health.unconverged += u64::from(held > allowed + 1e-6 * scale);
            let left = allowed.max(0.0);
            self.k = if held > 0.0 {
                self.k * left / held
            } else {
                self.k
            };
            held = left;
        }
        self.books.dissipated += allowed - held;
        self.stored = held;
        self.overlap = end;
        if end <= 0.0 {
            self.k = self.asked;
        }
    }

    /// Changes the spring. A softened contact stays softened by the same ratio.
    ///
    /// A compressed one becomes softer where it is, but stiffer under the force that it bears: what
    /// is pressed in is then pressed in less, as if the surfaces had been exchanged under the load.
    /// So its force never rises by the change; a stiffness turned up with the overlap held would
    /// throw the bodies apart with whatever energy that takes. What the change gives or takes is
    /// work of the outside.
    pub fn set(&mut self, stiffness: f64, exponent: f64) {
        if stiffness == self.asked && exponent == self.exponent() {
            return;
        }
        let force = self.present();
        self.k *= stiffness / self.asked;
        self.asked = stiffness;
        self.path.set(exponent);
        self.share = 1.0 / (exponent + 1.0);
        if force > 0.0 {
            let borne = math::pow(force / self.k, 1.0 / exponent);
            self.overlap = self.overlap.min(borne);
        }
        let held = self.potential(self.overlap);
        self.books.injected += held - self.stored;
        self.stored = held;
    }

    /// Says where the bodies are, while nothing is stored.
    pub fn place(&mut self, overlap: f64) {
        self.overlap = overlap;
        self.stored = self.potential(overlap);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    /// Whatever is turned while it is compressed, the force does not rise, energy stays within what
    /// that force can hold, and the books say what was given.
    #[test]
    fn no_change_makes_a_compressed_spring_push_harder() {
        let mut rng = Rng::new(4);
        for _ in 0..2000 {
            let mut law = || (rng.log_uniform(1e2, 1e16), 1.0 + 3.0 * rng.uniform());
            let (first, then) = (law(), law());
            let mut spring = Compression::new(first.0, first.1);
            spring.place(rng.log_uniform(1e-9, 0.1));
            let (force, before) = (spring.present(), (spring.overlap, spring.stored));
            spring.set(then.0, then.1);
            assert!(
                spring.present() <= force * (1.0 + 1e-9),
                "{first:?} {then:?}"
            );
            assert!(spring.overlap <= before.0);
            assert!(spring.stored <= 0.5 * force * before.0 * (1.0 + 1e-9));
            assert_eq!(spring.books.injected, spring.stored - before.1);
        }
    }
}
