//! What broke, and where its pieces lie: for pictures.
//!
//! Law:    the whole is a disc as large as its largest piece times `whole`; its pieces cover it evenly.
//!         They fly apart, those at the rim as fast as pieces leave the rupture, those in the middle not
//!         at all, and slide to rest by friction: v·t - friction·g·t²/2. The largest are as high as
//!         their bounces say.
//! Limits: the sound knows how fast pieces are and which of them collide, not where: the places are
//!         those of a pane that lies flat.

use super::pieces::Piece;
use super::{Breaking, BreakingParams};
use crate::math::{self, GRAVITY};
use crate::picture::{
    Frame, Geometry, MOST_SPECKS, PicturePart, Role, Sketch, Speck, SpeckKind, Vector,
};

/// How fast what was struck grows dark \[1/s\], and how bright pieces are at rest.
const FADES: f64 = 8.0;
const DIM: f64 = 0.25;
/// The least that slows a piece \[m/s²\].
const SLOWS: f64 = 0.5;

/// Sizes that pictures need.
#[derive(Clone, Copy, Default)]
pub(super) struct BreakScene {
    /// Of the largest piece, and of the whole \[m\].
    piece: f64,
    whole: f64,
    slows: f64,
    /// How fast the fastest of usual pieces leave \[m/s\].
    leaves: f64,
    /// Share of its speed with which a piece leaves.
    keeps: f64,
}

impl BreakScene {
    pub fn of(params: &BreakingParams) -> Self {
        Self {
            piece: params.piece.size,
            whole: params.piece.size * params.whole,
            slows: (params.friction * GRAVITY).max(SLOWS),
            leaves: params.velocity * params.restitution,
            keeps: params.restitution,
        }
    }

    /// How far a piece slides that leaves at a speed, after a time \[m\].
    fn slides(&self, speed: f64, time: f64) -> f64 {
        let time = time.min(speed / self.slows);
        speed * time - 0.5 * self.slows * time * time
    }

    /// Side of the floor that is drawn \[m\].
    fn floor(&self) -> f64 {
        self.whole + 2.0 * self.slides(self.leaves, f64::INFINITY)
    }

    /// Where a piece is, of so many.
    fn place(&self, piece: &Piece, [number, count]: [usize; 2], time: f64) -> [f64; 2] {
        const GOLDEN: f64 = 0.381_966_011_250_105;
        let far = ((number as f64 + 0.5) / count as f64).sqrt();
        let turn = math::TAU * (number as f64 * GOLDEN).fract();
        let gone = self.slides(piece.thrown * self.keeps * far, time);
        let away = 0.5 * self.whole * far + gone;
        [away * math::cos(turn), away * math::sin(turn)]
    }
}

impl Breaking {
    pub(super) fn drawn_geometry(&self, bodies: Geometry) -> Geometry {
        let floor = Sketch::square(self.scene.floor());
        bodies
            .with(PicturePart::scenery(Role::Ground, "floor", floor))
            .with_specks(MOST_SPECKS)
    }

    pub(super) fn draw(&self, geometry: &Geometry, frame: &mut Frame) {
        let half = 0.5 * self.scene.floor();
        frame.place(geometry, "floor", |_, [x, y, z]| {
            [half * x.signum(), half * y.signum(), z]
        });
        if !self.broken {
            frame.show(Speck {
                kind: SpeckKind::Shard,
                number: 0,
                at: [0.0; 3],
                size: 0.5 * self.scene.whole,
                glow: if self.holds.is_some() { 1.0 } else { DIM },
            });
            return;
        }
        let count = self.pieces.len();
        for (number, piece) in self.pieces.iter().enumerate() {
            let [x, y] = self.scene.place(piece, [number, count], self.since);
            let up = self
                .bouncers
                .get(number)
                .map_or(0.0, |own| own.height(self.since));
            let at: Vector = [x, y, up];
            let lit = piece.lit * math::exp(-FADES * (self.since - piece.met));
            frame.show(Speck {
                kind: SpeckKind::Shard,
                number: number as u32 + 1,
                at,
                size: 0.5 * piece.size * self.scene.piece,
                // What came to rest does not change any more.
                glow: match lit > 0.01 {
                    true => DIM + (1.0 - DIM) * lit,
                    false => DIM,
                },
            });
        }
    }
}
