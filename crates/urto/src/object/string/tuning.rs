//! Tuning a string: how its loop of cells and filters comes to have the pitch, the losses and the
//! partials asked for, also while it sounds.
//!
//! Law:    while it sounds, decay, brightness and stiffness move by at most 4 % per 8 samples at
//!         48 kHz, so that the waves have time to fit the changed filters; from end to end of
//!         their ranges that takes 50 ms. The sections that disperse a stiff string come and go in
//!         pairs, for a cell on each rail. Pitch and impedance, or what they follow from, go to
//!         what is set within 64 samples: hosts change them about as often, and each time the waves
//!         would leap. A thousandth, as of a vibrato, is taken at once.
//! Limits: a string at rest changes at once.

use super::params::{impedance_of, loss_memory, per_period};
use super::waveguide::Allpass;
use super::{FEWEST, StringBody, StringParams};
use crate::math;
use crate::object::Object;

/// All-pass sections that disperse a stiff string.
pub(super) const SECTIONS: usize = 8;
/// Delays \[samples\] that the tuning section may have. Cells come in pairs (to the bridge and
/// back), so that a fresh tuning lies in the middle two samples of this; small changes of pitch
/// then move the section alone and leave the waves in peace.
const TUNING: core::ops::Range<f64> = 0.4..3.2;
const FRESH_TUNING: f64 = 0.75;
/// Delay of filters \[samples\] for which spots make room at the bridge. Beyond it the string is so
/// dead or so stiff that the end of its rails is where it may be.
const FILTERS: f64 = 2.0;
/// Losses and stiffness follow every N steps, each time by so much at 48 kHz.
pub(super) const EVERY: u32 = 8;
const FOLLOWS: f64 = 0.04;
/// Pitch and impedance arrive in N of these, and at once if they change by no more than this.
pub(super) const ARRIVES: u32 = 8;
const AT_ONCE: f64 = 1e-3;
/// A stiffness that bends nothing: the eighth partial by a millionth.
const LIMP: f64 = 1e-7;

impl StringBody {
    /// Brings what glides nearer to what was set, and takes the rest over.
    pub(super) fn follow(&mut self) {
        let mut live = self.params.clone();
        if self.awake {
            let most = 1.0 + FOLLOWS * 48_000.0 * self.step;
            let toward = |now: f64, goal: f64| goal.clamp(now / most, now * most);
            live.decay = toward(self.live.decay, live.decay);
            live.brightness = toward(self.live.brightness, live.brightness);
            let stiff = toward(self.live.stiffness.max(LIMP), live.stiffness.max(LIMP));
            live.stiffness = if stiff > LIMP { stiff } else { 0.0 };
            let share = 1.0 / f64::from(self.arriving.max(1));
            let glide = |now: f64, goal: &mut f64| {
                if (*goal - now).abs() > AT_ONCE * now {
                    *goal = now + share * (*goal - now);
                }
            };
            glide(self.live.pitch, &mut live.pitch);
            glide(self.live.impedance, &mut live.impedance);
            glide(self.live.length, &mut live.length);
            glide(self.live.tension, &mut live.tension);
            glide(self.live.mass, &mut live.mass);
            self.arriving = self.arriving.saturating_sub(1);
        }
        self.live = live;
        self.tune(false);
        self.settled = self.live == self.params && self.sections == self.wanted_sections();
    }

    /// Takes the parameters over. What changes keeps the string's energy, but a string that is made
    /// lighter keeps its speed. Unless it is tuned afresh, small changes leave the cells as they are.
    pub(super) fn tune(&mut self, afresh: bool) {
        let before = self.energy();
        let pitch = self.reachable();
        let impedance = impedance_of(&self.live);
        let w = math::TAU * pitch * self.step;
        let lighter = (impedance / self.impedance).min(1.0);
        self.impedance = impedance;
        self.loss.set(loss_memory(&self.live, pitch, self.step));
        let (through_loss, _) = self.loss.at(w);
        let gain = per_period(&self.live, pitch) / through_loss;
        self.bridge.set(gain, pitch, impedance, self.step);
        let rest = 1.0 / (pitch * self.step) - self.bridge.at(w).1 - self.loss.at(w).1;
        let dispersed = self.disperse(w, rest, afresh || !self.awake);
        let open = rest - dispersed;
        // A pitch beyond what there is room for leaves the section at the edge of its range.
        let coefficient = |cells: usize| {
            let delay = open - (2 * cells) as f64;
            Allpass::coefficient(0.5 * delay.clamp(TUNING.start, TUNING.end), w)
        };
        let cells = self.to_bridge.len();
        let fresh = ((open - FRESH_TUNING) * 0.5).max(FEWEST as f64) as usize;
        let fresh = fresh.min(self.scratch.len());
        let fits = !afresh && TUNING.contains(&(open - (2 * cells) as f64));
        if !fits && !afresh && self.awake && fresh.abs_diff(cells) == 1 {
            self.shift_cell(fresh > cells, coefficient(fresh));
        } else if !fits {
            self.to_bridge.stretch(fresh, &mut self.scratch);
            self.to_nut.stretch(fresh, &mut self.scratch);
        }
        let coefficient = coefficient(self.to_bridge.len());
        self.tuning
            .iter_mut()
            .for_each(|section| section.set(coefficient));
        self.half_loop = 0.5 / (pitch * self.step);
        // The tuning and the filters share what the rails leave of the loop.
        let filters = (2.0 * self.half_loop - open).min(FILTERS);
        self.end = self.half_loop - 0.5 * (TUNING.end + filters) - 1.0;
        self.keep_energy(before * lighter);
        self.books.dissipated += before - self.energy();
        for index in 0..self.spots.len() {
            self.place(index);
            self.spots[index].displacement = self.rise(index, 0) + self.first_cell();
        }
        self.revision = self.revision.wrapping_add(1);
    }

    /// The pitch, as far as there is room for cells and filters.
    fn reachable(&self) -> f64 {
        let highest = 1.0 / (self.step * (2 * FEWEST + 4) as f64);
        self.live.fundamental().min(highest)
    }

    /// Room for each section \[samples\] in a loop from which the bridge's filters are taken.
    fn room(rest: f64) -> f64 {
        (rest - (2 * FEWEST + 3) as f64) / SECTIONS as f64
    }

    /// How many sections a string of this stiffness is to have.
    fn wanted_sections(&self) -> usize {
        let StringParams { stiffness, .. } = self.live;
        let w = math::TAU * self.reachable() * self.step;
        let rest = math::TAU / w - self.bridge.at(w).1 - self.loss.at(w).1;
        // Without room a very short string stays without dispersion.
        let fits = stiffness > 0.0 && Self::room(rest) > 1.0;
        if fits { SECTIONS } else { 0 }
    }

    /// Chooses the all-pass sections of a stiff string, and returns their delay at the pitch.
    fn disperse(&mut self, w: f64, rest: f64, at_once: bool) -> f64 {
        let wanted = self.wanted_sections();
        let room = Self::room(rest);
        if at_once || room <= 1.0 {
            if self.sections != wanted {
                self.dispersion = [Allpass::default(); SECTIONS];
            }
            self.sections = wanted;
        } else if self.sections != wanted {
            // Two more or less, all of them plain delays until they are complete.
            self.bend(0.0);
            self.shift_sections(wanted > self.sections);
        }
        let k = if wanted == 0 || self.sections < SECTIONS {
            0.0
        } else {
            self.bent_at(w, room)
        };
        self.bend(k);
        self.sections as f64 * Allpass::delay(k, w)
    }

    pub(super) fn bend(&mut self, k: f64) {
        self.dispersion
            .iter_mut()
            .for_each(|section| section.set(k));
    }

    /// The sections' coefficient. It fits the eighth partial (or one near a quarter of the rate):
    /// those below, by which the ear judges pitch, are then within a few cents, those above a
    /// little flat.
    fn bent_at(&mut self, w: f64, room: f64) -> f64 {
        let b = self.live.stiffness;
        // The delay at the pitch, about (1-k)/(1+k) per section, must fit the room.
        let deepest = ((1.0 - room) / (1.0 + room)).max(-0.99);
        if self.bent_for == [b, w] && self.bent > deepest {
            return self.bent;
        }
        let period = core::f64::consts::TAU / w;
        let n = (0.25 * period).clamp(2.0, 8.0).floor();
        let sharper = ((1.0 + b * n * n) / (1.0 + b)).sqrt();
        // By N samples the partial must go round faster than the first one does.
        let wanted = period * (1.0 - 1.0 / sharper);
        let gained = |k: f64| {
            SECTIONS as f64 * (Allpass::delay(k, w) - Allpass::delay(k, (n * sharper * w).min(3.0)))
        };
        let (mut low, mut high) = (deepest, 0.0);
        for _ in 0..40 {
            let middle = 0.5 * (low + high);
            if gained(middle) > wanted {
                low = middle;
            } else {
                high = middle;
            }
        }
        self.bent = 0.5 * (low + high);
        self.bent_for = [b, w];
        self.bent
    }

    /// Delay of the whole loop \[samples\] at `w` radians per sample.
    pub(super) fn loop_delay(&self, w: f64) -> f64 {
        let lines = 2 * self.to_bridge.len();
        let sections = self.dispersion[..self.sections]
            .iter()
            .map(|s| s.delay_at(w))
            .sum::<f64>();
        lines as f64
            + 2.0 * self.tuning[0].delay_at(w)
            + sections
            + self.bridge.at(w).1
            + self.loss.at(w).1
    }

    /// Scales all waves so that the energy is what it was.
    fn keep_energy(&mut self, before: f64) {
        let bridge = self.bridge.energy();
        let waves = self.energy() - bridge;
        if waves <= 0.0 {
            return;
        }
        let factor = ((before - bridge).max(0.0) / waves).sqrt();
        self.to_bridge.scale(factor);
        self.to_nut.scale(factor);
        self.tuning
            .iter_mut()
            .for_each(|section| section.state *= factor);
        self.loss.state *= factor;
        self.dispersion
            .iter_mut()
            .for_each(|section| section.state *= factor);
    }
}
