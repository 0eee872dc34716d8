//! A string's loop that grows or shrinks by one cell on each rail while it sounds.
//!
//! The cell at the bridge goes, or a new one comes, and the tuning section takes its two samples
//! of delay over. With x the waves that enter the section and y those that leave it: one cell
//! less, and the section sees each x a sample earlier but must give the last y once more; one
//! cell more, and it sees the last x again but must give the next y already. Its two states are
//! chosen so that the coming two y are those; nothing in the rails moves.
//!
//! Two plain delays behind the section, for a cell less on each rail, hold just those two y: what
//! is under way stays under way.

use super::StringBody;
use super::waveguide::Allpass;

impl StringBody {
    /// Changes the number of cells by one, and the tuning section to coefficient `k`.
    pub(super) fn shift_cell(&mut self, grows: bool, k: f64) {
        let last = self.to_bridge.len() - 1;
        let [now, next, later] = [0, 1, 2].map(|n| self.to_bridge.get(last - n));
        let mut old = self.tuning;
        let wave = run(&mut old, now);
        let (inputs, wanted) = if grows {
            // The filters behind the section take the wave that leaves it now.
            let back = self.reflect(wave).0;
            self.to_bridge.push_top(self.entered);
            self.to_nut.push_top(back);
            self.left = wave;
            let wanted = [run(&mut old, next), run(&mut old, later)];
            ([self.entered, now], wanted)
        } else {
            self.to_bridge.pop_top();
            self.to_nut.pop_top();
            self.entered = now;
            ([next, later], [self.left, wave])
        };
        self.tuning.iter_mut().for_each(|section| section.set(k));
        let [first, second] = states(&self.tuning[0], inputs, wanted);
        self.tuning[0].state = first;
        self.tuning[1].state = second;
    }
}

impl StringBody {
    /// Two dispersing sections more for a cell less on each rail, or the other way round. All
    /// sections must be plain delays.
    pub(super) fn shift_sections(&mut self, more: bool) {
        let count = self.sections;
        if more {
            let now = self.to_bridge.get(self.to_bridge.len() - 1);
            self.to_bridge.pop_top();
            self.to_nut.pop_top();
            self.entered = now;
            self.held = self.tuning.map(|section| section.state);
            self.left = run(&mut self.tuning, now);
            // The newest comes first; the wave that was on its way back comes to the bridge again.
            self.dispersion[..=count].rotate_right(1);
            self.dispersion[0].state = self.left;
            self.dispersion[count + 1].state = self.bridged;
            self.sections = count + 2;
        } else {
            let oldest = self.dispersion[count - 1].state;
            let (back, _) = self.return_wave(oldest);
            self.to_nut.push_top(back);
            self.to_bridge.push_top(self.entered);
            // The newest goes back to where it came from.
            for (section, held) in self.tuning.iter_mut().zip(self.held) {
                section.state = held;
            }
            self.dispersion[..count].rotate_left(1);
            self.dispersion[count - 2].state = 0.0;
            self.dispersion[count - 1].state = 0.0;
            self.sections = count - 2;
        }
    }
}

/// What two sections in a row give.
fn run(sections: &mut [Allpass; 2], x: f64) -> f64 {
    let between = sections[0].step(x);
    sections[1].step(between)
}

/// The states of two equal sections that turn two inputs into two outputs. With
/// `y = k·x + c·s` and `s' = c·x - k·s` in each, the outputs depend on the states by a matrix
/// of determinant -c⁴, which a tuning section keeps well away from 0.
fn states(section: &Allpass, [x0, x1]: [f64; 2], [y0, y1]: [f64; 2]) -> [f64; 2] {
    let (k, c) = section.parts();
    // Without state.
    let rest0 = k * k * x0;
    let rest1 = k * (k * x1 + c * c * x0) + c * c * k * x0;
    let (a, b) = (y0 - rest0, y1 - rest1);
    let across = c * (c * c - k * k);
    // k·c·s1 + c·s2 = a, across·s1 - c·k·s2 = b.
    let first = (b + k * a) / (across + k * k * c);
    [first, a / c - k * first]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::object::{Object, Point};

    /// Sections that come for cells, and cells for sections, leave what is under way as it is: the
    /// string moves on as if nothing had happened, but for one wave that met the lossy bridge twice.
    #[test]
    fn sections_hold_what_cells_held() {
        let rate = crate::Rate::new(48_000.0).unwrap();
        let mut strings = [0, 1].map(|_| {
            let params = crate::object::StringParams::default();
            StringBody::new(&params, &[], rate).unwrap()
        });
        for step in 0..4000 {
            let [one, other] = &mut strings;
            match step {
                1000 | 1010 | 1020 => {
                    other.bend(0.0);
                    other.shift_sections(true);
                }
                2000 | 2007 => other.shift_sections(false),
                _ => {}
            }
            let moved = [one, other].map(|string| {
                if step < 40 {
                    string.push(Point(0), 1.0);
                }
                string.end();
                string.velocity(Point(0))
            });
            // A newton throws both rails by 1/(2·Z), about 1 m/s: so much a lost wave would leave.
            assert!((moved[0] - moved[1]).abs() < 0.05, "{step}: {moved:?}");
        }
        let cells = strings.map(|string| string.to_bridge.len());
        assert_eq!(cells[0], cells[1] + 1);
    }

    #[test]
    fn states_give_the_wanted_outputs() {
        for k in [-0.4, 0.0, 0.3, 0.67] {
            let mut section = Allpass::default();
            section.set(k);
            let [first, second] = states(&section, [0.3, -0.7], [1.1, 0.2]);
            let mut both = [section; 2];
            both[0].state = first;
            both[1].state = second;
            assert!((run(&mut both, 0.3) - 1.1).abs() < 1e-13);
            assert!((run(&mut both, -0.7) - 0.2).abs() < 1e-13);
        }
    }
}
