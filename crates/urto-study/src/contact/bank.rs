//! The modes of the slab as they are heard: each under the forces of contacts, which are held over a
//! sample.
//!
//! Law:    q'' + 2·x·q' + w²·q = f/m, exactly over each sample; what is heard is the speed of a corner.

use super::slab::{SIDES, SlabMode};
use urto::math::{TAU, cos, exp, sin};

/// One mode in motion.
struct Sounding {
    mode: SlabMode,
    /// e^(-xh)·cos and e^(-xh)·sin of what a sample turns it by, and what stays of w and x.
    turn: [f64; 2],
    under: f64,
    loss: f64,
    stiffness: f64,
    /// How fast it moves the corner, and what it moves each place that is pressed.
    heard: f64,
    shapes: Vec<[f64; 3]>,
    q: f64,
    v: f64,
    force: f64,
}

/// All modes that are heard.
pub struct Bank {
    all: Vec<Sounding>,
}

impl Bank {
    /// At so many samples a second, with steel's losses times a factor, pressed at these places. Modes
    /// that the rate cannot tell are left out.
    pub fn new(rate: f64, losses: f64, places: &[[f64; 3]]) -> Self {
        let corner = [0.5 * SIDES[0], 0.5 * SIDES[1], 0.5 * SIDES[2]];
        let modes = SlabMode::heard().into_iter();
        let modes = modes.filter(|own| own.frequency < 0.45 * rate);
        let all = modes.map(|mode| {
            let (w, loss) = (TAU * mode.frequency, mode.loss(losses));
            let under = (w * w - loss * loss).max(1.0).sqrt();
            let fall = exp(-loss / rate);
            Sounding {
                turn: [fall * cos(under / rate), fall * sin(under / rate)],
                under,
                loss,
                stiffness: w * w,
                heard: mode.shape(corner)[2],
                shapes: places.iter().map(|place| mode.shape(*place)).collect(),
                q: 0.0,
                v: 0.0,
                force: 0.0,
                mode,
            }
        });
        Self { all: all.collect() }
    }

    /// Adds a force that is held over the coming sample \[N\], at one of its places, along the slab's axes.
    pub fn push(&mut self, place: usize, force: [f64; 3]) {
        for own in &mut self.all {
            let shape = own.shapes[place];
            let along: f64 = shape.iter().zip(force).map(|(s, f)| s * f).sum();
            own.force += along / own.mode.mass;
        }
    }

    /// Takes the sample; gives the speed of the corner \[m/s\].
    pub fn sample(&mut self) -> f64 {
        let mut sum = 0.0;
        for own in &mut self.all {
            // About the place at which the force would hold it.
            let held = core::mem::take(&mut own.force) / own.stiffness;
            let [even, odd] = own.turn;
            let (q, v) = (own.q - held, own.v);
            let across = (v + own.loss * q) / own.under;
            own.q = held + even * q + odd * across;
            own.v = even * v - odd * (own.stiffness * q + own.loss * v) / own.under;
            sum += own.heard * own.v;
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A force that is held bends it by f/(m·w²) for good; let go, it rings at its frequency and falls
    /// by its loss.
    #[test]
    fn what_is_held_is_bent_and_what_is_let_go_rings() {
        let rate = 32_500.0;
        let place = [0.15, 0.05, -0.005];
        let mut bank = Bank::new(rate, 30.0, &[place]);
        for _ in 0..40_000 {
            bank.push(0, [0.0, 0.0, 3.0]);
            bank.sample();
        }
        for own in &bank.all {
            let bent = 3.0 * own.mode.shape(place)[2] / own.mode.mass / own.stiffness;
            assert!((own.q / bent - 1.0).abs() < 1e-9, "{}", own.mode.frequency);
        }
        let lowest = |bank: &Bank| {
            let own = &bank.all[0];
            own.stiffness * own.q * own.q + own.v * own.v
        };
        let before = lowest(&bank);
        let mut turns = 0;
        let mut last = bank.all[0].v;
        for _ in 0..3250 {
            bank.sample();
            turns += usize::from(last < 0.0 && bank.all[0].v >= 0.0);
            last = bank.all[0].v;
        }
        assert!((turns as f64 - 57.4).abs() < 1.5, "{turns}");
        let fallen = urto::math::log(before / lowest(&bank)) / (2.0 * 0.1);
        assert!((fallen / bank.all[0].loss - 1.0).abs() < 0.02, "{fallen}");
    }
}
