//! Ducts of several widths, one behind the other: an exhaust pipe, a muffler, a tail pipe.
//!
//! Law:    waves run both ways in each; where widths S1 and S2 meet, the pressure is
//!         2·(S1·a + S2·b)/(S1 + S2) of the waves a and b that arrive, and each side sends back what is
//!         left of it (Kelly and Lochbaum). A chamber of m times the area and length L lets
//!         1/(1 + (m - 1/m)²/4·sin²(k·L)) of the power through.
//! Step:   a junction keeps the power S·p²; lines are read between samples by linear interpolation,
//!         which at a fixed place passes no frequency with more than 1; losses and ends take away. So
//!         what is stored never grows without input; lengths are fixed once it is built.
//! Limits: plane waves: below the chamber's first cross mode this is how mufflers are designed.
//! Refs:   Kelly & Lochbaum 1962; Munjal 1987; Davis et al. 1954.

use crate::parts::filter::OnePole;
use crate::parts::tube::Line;
use crate::parts::{OPEN_END, SOUND_SPEED};
use urto::Rate;

/// A piece of duct.
#[derive(Clone, Copy)]
pub(super) struct Piece {
    /// Length \[m\] and cross-section, against the others'.
    pub length: f64,
    pub area: f64,
    /// Share of a wave that is left after it, and the corner above which less is \[Hz\].
    pub kept: f64,
    pub corner: f64,
}

struct Segment {
    forth: Line,
    back: Line,
    dull: [OnePole; 2],
    delay: f64,
    area: f64,
    kept: f64,
    /// What arrived at its far end and at its near one.
    arrived: [f64; 2],
}

/// Ducts, one behind the other.
pub(super) struct Ducts {
    segments: Vec<Segment>,
    /// What the near end sends back, and the far one: it loses high frequencies to the open air.
    near: f64,
    far: f64,
    open: OnePole,
    /// Flow that leaves the far end.
    flow: f64,
}

/// Corner above which an open end of a radius a no longer reflects: k·a = 1.
fn opens(radius: f64) -> f64 {
    SOUND_SPEED / (urto::math::TAU * radius)
}

impl Ducts {
    /// `near` and `far` are what the ends send back; `radius` that of the open end \[m\]. Allocates.
    pub fn new(pieces: &[Piece], near: f64, far: f64, radius: f64, rate: Rate) -> Self {
        let last = pieces.len().saturating_sub(1);
        let segment = |(n, piece): (usize, &Piece)| {
            let longer = if n == last { OPEN_END * radius } else { 0.0 };
            // A line is read a sample after it was written, and so is what a junction sends on.
            let delay = ((piece.length + longer) / SOUND_SPEED * rate.hertz()).max(1.0);
            Segment {
                forth: Line::new(delay + 2.0),
                back: Line::new(delay + 2.0),
                dull: [OnePole::new(piece.corner, rate); 2],
                delay,
                area: piece.area,
                kept: piece.kept.clamp(0.0, 1.0),
                arrived: [0.0; 2],
            }
        };
        Self {
            segments: pieces.iter().enumerate().map(segment).collect(),
            near: near.clamp(-1.0, 1.0),
            far: far.clamp(-1.0, 1.0),
            open: OnePole::new(opens(radius), rate),
            flow: 0.0,
        }
    }

    /// Blows into the near end; gives the flow out of the far one.
    #[inline]
    pub fn pass(&mut self, x: f64) -> f64 {
        for segment in &mut self.segments {
            let [forth, back] = &mut segment.dull;
            let there = segment.kept * forth.low(segment.forth.read(segment.delay));
            let here = segment.kept * back.low(segment.back.read(segment.delay));
            segment.arrived = [there, here];
        }
        let count = self.segments.len();
        for n in 0..count {
            let [there, here] = self.segments[n].arrived;
            if n == 0 {
                self.segments[0].forth.write(x + self.near * here);
            }
            if n + 1 == count {
                let sent = -self.far * self.open.low(there);
                self.flow = there - sent;
                self.segments[n].back.write(sent);
                break;
            }
            let (own, next) = (self.segments[n].area, self.segments[n + 1].area);
            let coming = self.segments[n + 1].arrived[1];
            let pressure = 2.0 * (own * there + next * coming) / (own + next);
            self.segments[n].back.write(pressure - there);
            self.segments[n + 1].forth.write(pressure - coming);
        }
        self.flow
    }

    pub fn reset(&mut self) {
        for segment in &mut self.segments {
            segment.forth.reset();
            segment.back.reset();
            segment.dull.iter_mut().for_each(OnePole::reset);
            segment.arrived = [0.0; 2];
        }
        self.open.reset();
        self.flow = 0.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use urto::math;

    fn rate() -> Rate {
        Rate::new(48e3).unwrap()
    }

    /// Without losses, and where nothing comes back from the ends, a chamber lets through what the
    /// closed form says: within 0.2 dB up to 1 kHz.
    #[test]
    fn a_chamber_mutes_as_its_formula_says() {
        let ratio = 9.0;
        let piece = |length: f64, area: f64| Piece {
            length,
            area,
            kept: 1.0,
            corner: 2e4,
        };
        // 40 samples of the chamber, as long as the line is.
        let length = 343.0 / 48e3 * 40.0;
        for hertz in [50.0, 150.0, 300.0, 450.0, 600.0, 800.0, 1000.0] {
            let straight = [piece(0.1, 1.0)];
            let muffled = [piece(0.1, 1.0), piece(length, ratio), piece(0.1, 1.0)];
            let through = |pieces: &[Piece]| {
                let mut ducts = Ducts::new(pieces, 0.0, 0.0, 1e-3, rate());
                let turn = math::TAU * hertz / 48e3;
                let out = (0..24_000).map(|n| ducts.pass(math::sin(turn * f64::from(n))));
                out.skip(12_000).map(f64::abs).fold(0.0, f64::max)
            };
            let lost = 20.0 * math::log10(through(&straight) / through(&muffled));
            let wave = math::sin(math::TAU * hertz / 343.0 * length);
            let m = ratio - 1.0 / ratio;
            let law = 10.0 * math::log10(1.0 + 0.25 * m * m * wave * wave);
            assert!((lost - law).abs() < 0.2, "{hertz}: {lost} {law}");
        }
    }

    /// Without input the power that is stored never grows.
    #[test]
    fn nothing_grows_by_itself() {
        let piece = |length: f64, area: f64| Piece {
            length,
            area,
            kept: 1.0,
            corner: 2e4,
        };
        let pieces = [piece(1.2, 1.0), piece(0.43, 12.0), piece(0.61, 0.5)];
        let mut ducts = Ducts::new(&pieces, 1.0, 1.0, 0.02, rate());
        for _ in 0..2000 {
            ducts.pass(1.0);
        }
        let loudest = |ducts: &mut Ducts| {
            let flows = (0..4000).map(|_| ducts.pass(0.0).abs());
            flows.fold(0.0, f64::max)
        };
        let first = loudest(&mut ducts);
        let mut last = first;
        for _ in 0..25 {
            last = loudest(&mut ducts);
            assert!(last <= first, "{last} {first}");
        }
        assert!(last < 0.95 * first, "{last} {first}");
    }
}
