//! Two targets of a blow at once, from a start that is not far off.
//!
//! Step: Newton's method on both knobs, the slopes by small turns of each, then mended by what
//!       every step shows (Broyden 1965). The centroid is foretold; where it is met, the attack is
//!       rendered, and what the foretelling was off by is taken off from then on.

use super::bench::Bench;
use super::blow::{Place, RATE_JUMP, Trouble, allowed, off};

/// Most places that are looked at, and most attacks that are rendered.
const LOOKS: usize = 14;
const RENDERED: usize = 5;
/// So often it is gone on from what will do as foretold, but not as rendered.
const ROUNDS: usize = 3;
/// By so much of its travel a knob is turned to see what that does.
const ASIDE: f64 = 2e-3;
/// A step turns a knob by at most half a decade of stiffness, and as much of the loss's travel.
const FAR: f64 = 0.05;
/// Where a step would have to be so much longer than that, nothing is to be found.
const TOO_FAR: f64 = 8.0;
/// Of a centroid, such a share of all that it was seen to reach is near enough where nothing nearer
/// is found at once.
const FAIR: f64 = 0.02;
/// The first target is nearly met so near, and that is tried so often.
const NEARLY: f64 = 0.02;
const NEARER: usize = 4;
/// Shorter steps that are tried where one leads astray.
const SHORTER: usize = 2;

/// How near is enough here.
fn enough(key: &str) -> f64 {
    match key {
        "restitution" => 1e-3,
        "centroid" => 1e-4,
        // Half of what the step of the simulation leaves uncertain.
        _ => 5e-4,
    }
}

/// A place of both knobs, and how far off both targets are there.
#[derive(Clone, Copy)]
struct Here {
    at: [f64; 2],
    off: [f64; 2],
}

impl Here {
    /// How far off all in all.
    fn far(&self) -> f64 {
        self.off[0].abs() + self.off[1].abs()
    }
}

/// What is looked for.
pub(super) struct Aim<'a> {
    pub bench: &'a mut Bench,
    pub wishes: [(&'static str, f64); 2],
    pub trouble: &'a mut Trouble,
}

impl Aim<'_> {
    /// Both targets at a place, the centroid foretold or rendered.
    fn values(&mut self, at: [f64; 2], told: bool) -> Option<[f64; 2]> {
        self.bench.foretells = told;
        let [first, second] = self.wishes.map(|(key, _)| key);
        let one = self.trouble.note(self.bench.value(first, at));
        let two = one.and_then(|_| self.trouble.note(self.bench.value(second, at)));
        self.bench.foretells = false;
        Some([one?, two?])
    }

    fn off(&self, values: [f64; 2]) -> [f64; 2] {
        [0, 1].map(|n| off(self.wishes[n].0, Some(values[n]), self.wishes[n].1))
    }

    /// How far off both are, as foretold and with what that is known to be wrong by.
    fn look(&mut self, at: [f64; 2], wrong: [f64; 2]) -> Option<Here> {
        let values = self.values(at, true)?;
        let told = self.off(values);
        let off = [0, 1].map(|n| told[n] + wrong[n]);
        let finite = off.iter().all(|off| off.is_finite());
        finite.then_some(Here { at, off })
    }

    /// How both change with each knob.
    fn slopes(&mut self, here: Here, wrong: [f64; 2]) -> Option<[[f64; 2]; 2]> {
        let mut slopes = [[0.0; 2]; 2];
        for knob in 0..2 {
            let mut at = here.at;
            let leaps = |at: f64| knob == 1 && self.bench.leaps_before(here.at[1], at);
            let up = here.at[knob] + ASIDE;
            let aside = if up > 1.0 || leaps(up) { -ASIDE } else { ASIDE };
            at[knob] += aside;
            let there = self.look(at, wrong)?;
            for (n, slopes) in slopes.iter_mut().enumerate() {
                slopes[knob] = (there.off[n] - here.off[n]) / aside;
            }
        }
        Some(slopes)
    }

    fn met(&self, off: [f64; 2]) -> bool {
        (0..2).all(|n| off[n].abs() <= enough(self.wishes[n].0))
    }

    /// How far off is fair, the second being seen to reach so far: a share of that, if it is a
    /// centroid.
    pub fn fair(&self, reach: f64) -> [f64; 2] {
        self.wishes.map(|(key, _)| match key {
            "contact_time" => RATE_JUMP,
            "centroid" => (FAIR * reach).clamp(2.0 * enough(key), allowed(key)),
            _ => allowed(key),
        })
    }

    /// Turns the stiffness until the first is nearly met, then goes on with both.
    pub fn begin(&mut self, [stiffness, loss]: [f64; 2]) -> Option<Place> {
        let mut at = stiffness;
        if self.wishes[0].0 == "contact_time" {
            for _ in 0..NEARER {
                let value = self
                    .trouble
                    .note(self.bench.value("contact_time", [at, loss]));
                let off = off("contact_time", value, self.wishes[0].1);
                if off.abs() < NEARLY {
                    break;
                }
                at = self.bench.softened(at, off, FAR)?;
            }
        }
        let fair = self.fair(0.0);
        self.from([at, loss], 0.0, fair)
    }

    /// Goes from a start to where both are met. Where that is not to be had, the nearest place will
    /// do at which each is not further off than `fair`.
    pub fn from(&mut self, start: [f64; 2], wrong: f64, fair: [f64; 2]) -> Option<Place> {
        let mut wrong = self
            .wishes
            .map(|(key, _)| if key == "centroid" { wrong } else { 0.0 });
        let mut here = self.look(start, wrong)?;
        for _ in 0..ROUNDS {
            let mut best = here;
            let found = self.walk(here, &mut wrong, &mut best, fair);
            let near = |off: [f64; 2]| (0..2).all(|n| off[n].abs() <= fair[n]);
            if found.is_some() || !near(best.off) {
                return found;
            }
            let values = self.values(best.at, false)?;
            let off = self.off(values);
            if near(off) {
                return Some((best.at, values));
            }
            wrong = [0, 1].map(|n| wrong[n] + off[n] - best.off[n]);
            here = Here { off, ..best };
        }
        None
    }

    /// Takes a step, or a shorter one where it leads astray.
    fn stride(&mut self, here: Here, step: [f64; 2], wrong: [f64; 2]) -> Option<Here> {
        let mut there = None;
        let mut share = 1.0;
        for _ in 0..=SHORTER {
            let turn = |n: usize| (here.at[n] - share * step[n]).clamp(0.0, 1.0);
            let next = [0, 1].map(turn);
            if next == here.at {
                return None;
            }
            there = self.look(next, wrong);
            if there.is_some_and(|there| there.far() < here.far()) {
                break;
            }
            share *= 0.3;
        }
        there
    }

    fn walk(
        &mut self,
        mut here: Here,
        wrong: &mut [f64; 2],
        best: &mut Here,
        fair: [f64; 2],
    ) -> Option<Place> {
        let bright = self.wishes.iter().position(|(key, _)| *key == "centroid");
        let worth = |here: &Here| {
            (here.off[0] / fair[0])
                .abs()
                .max((here.off[1] / fair[1]).abs())
        };
        let mut slopes = self.slopes(here, *wrong)?;
        let mut fresh = true;
        let mut rendered = 0;
        for _ in 0..LOOKS {
            if self.met(here.off) {
                let values = self.values(here.at, bright.is_none())?;
                let off = self.off(values);
                if self.met(off) {
                    return Some((here.at, values));
                }
                rendered += 1;
                let bright = bright.filter(|_| rendered < RENDERED)?;
                wrong[bright] += off[bright] - here.off[bright];
                here.off = off;
                *best = here;
            }
            let step = solved(slopes, here.off, fair[1])?;
            let there = self.stride(here, step, *wrong)?;
            if worth(&there) < worth(best) {
                *best = there;
            }
            let slow = there.far() > 0.5 * here.far();
            if there.far() >= here.far() || (slow && !fresh) {
                if fresh {
                    return None;
                }
                if there.far() < here.far() {
                    here = there;
                }
                slopes = self.slopes(here, *wrong)?;
                fresh = true;
                continue;
            }
            mend(&mut slopes, here, there);
            fresh = false;
            here = there;
        }
        None
    }
}

/// The step that takes both offs away, as far as the slopes tell; not too far. Where the second
/// does not follow the knobs, but is fair, the first is met by the stiffness alone.
fn solved([a, b]: [[f64; 2]; 2], off: [f64; 2], fair: f64) -> Option<[f64; 2]> {
    let det = a[0] * b[1] - a[1] * b[0];
    let mut step = [
        (off[0] * b[1] - a[1] * off[1]) / det,
        (a[0] * off[1] - off[0] * b[0]) / det,
    ];
    if step[0].abs().max(step[1].abs()) > TOO_FAR * FAR {
        if off[1].abs() > fair {
            return None;
        }
        step = [off[0] / a[0], 0.0];
    }
    let most = step[0].abs().max(step[1].abs());
    let share = (FAR / most).min(1.0);
    let step = step.map(|step| share * step);
    step.iter().all(|step| step.is_finite()).then_some(step)
}

/// Takes over what a step showed: the least change of the slopes that explains it.
fn mend(slopes: &mut [[f64; 2]; 2], here: Here, there: Here) {
    let moved = [0, 1].map(|n| there.at[n] - here.at[n]);
    let square = moved[0] * moved[0] + moved[1] * moved[1];
    for (n, row) in slopes.iter_mut().enumerate() {
        let told = row[0] * moved[0] + row[1] * moved[1];
        let more = (there.off[n] - here.off[n] - told) / square;
        for (slope, moved) in row.iter_mut().zip(moved) {
            *slope += more * moved;
        }
    }
}
