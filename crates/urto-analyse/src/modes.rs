//! From partials to a body: what was heard, as modes to be struck.

use crate::{Analysis, Partial};
use urto::object::Mode;
use urto::param::Declared;

/// Mass of the strongest mode \[kg\]: a cup's, about. A recording does not tell how heavy a thing is;
/// weaker modes are heavier in proportion.
const MASS: f64 = 0.05;

impl Analysis {
    /// The partials as modes of a body: a mode's mass is the lower the louder it was. None if no
    /// partial stands out of the noise and dies away; what does not die away is a hum, no mode of a
    /// thing that was struck.
    ///
    /// ```
    /// use urto::{Rate, math};
    /// let rate = Rate::new(48_000.0)?;
    /// let rung = |t: f64| 0.5 * math::exp(-math::LN_1000 * t / 0.8) * math::sin(math::TAU * 440.0 * t);
    /// let bar: Vec<f32> = (0..48_000).map(|n| rung(f64::from(n) * rate.step()) as f32).collect();
    /// let modes = urto_analyse::analyse(&bar, rate).modes();
    /// assert!(modes.len() == 1 && (modes[0].frequency - 440.0).abs() < 0.01);
    /// assert!(urto_analyse::analyse(&[0.0; 48_000], rate).modes().is_empty());
    /// # Ok::<(), urto::BuildError>(())
    /// ```
    pub fn modes(&self) -> Vec<Mode> {
        let partials = self.partials.iter().filter(|one| !one.is_steady());
        let loudest = partials.clone().map(|one| one.level);
        let loudest = loudest.fold(f64::NEG_INFINITY, f64::max);
        let mode = |one: &Partial| {
            let mass = MASS * urto::math::pow(10.0, (loudest - one.level) / 20.0);
            Mode {
                frequency: const { Mode::TABLE.range("frequency") }.clamp(rounded(one.frequency)),
                decay: const { Mode::TABLE.range("decay") }.clamp(rounded(one.decay)),
                mass: const { Mode::TABLE.range("mass") }.clamp(rounded(mass)),
            }
        };
        partials.map(mode).collect()
    }
}

/// To seven digits: more than a recording tells.
fn rounded(value: f64) -> f64 {
    format!("{value:.6e}").parse().unwrap_or(value)
}
