//! What every named body tells of itself: its ways of vibrating, how high, how heavy, and what
//! they look like along one line on it.

use super::drawn::{Drawn, DrawnSpot};
use super::material::Material;
use super::{BodyKind, bar, block, plate, rim, round, string, tube};
use crate::picture::Vector;

/// How large a body is, and of what.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dimensions {
    /// Its length, height or diameter \[m\].
    pub size: f64,
    /// Its second measure \[m\]: see the kinds.
    pub width: f64,
    /// Thickness of the bar, plate or wall \[m\].
    pub thickness: f64,
    pub material: Material,
}

/// What is usual for a kind, as shares of its size.
#[derive(Clone, Copy, Debug)]
pub(super) struct Proportions {
    pub width: f64,
    pub thickness: f64,
}

/// How a part of the body moves, where there are several ways.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum BendWay {
    /// Bending, the way the blow goes.
    Bend,
    /// Bending across the blow.
    Sway,
    /// Twisting about the length.
    Twist,
    /// Stretching along the length.
    Stretch,
    /// The section changes from round to oval and more.
    Breathe,
}

/// One way of vibrating, without the body's measures.
#[derive(Clone, Copy, Debug)]
pub(super) struct Partial {
    pub way: BendWay,
    /// Its place in the first row of its family: half waves along, axial order, nodal circles.
    pub m: usize,
    /// And in the second: half waves across, waves around.
    pub n: usize,
    /// The number that its frequency is made of, where that has no short form.
    pub root: f64,
    /// Share of the body's mass that it feels like where its shape is 1.
    pub share: f64,
    /// For bodies of revolution: the second of a pair, turned by a quarter wave.
    pub turned: bool,
}

impl Partial {
    pub const BEND: Self = Self {
        way: BendWay::Bend,
        m: 0,
        n: 0,
        root: 0.0,
        share: 0.25,
        turned: false,
    };
}

/// Numbers of a partial on the [tape](crate::tape).
const FLAT: usize = 6;
const WAYS: [BendWay; 5] = [
    BendWay::Bend,
    BendWay::Sway,
    BendWay::Twist,
    BendWay::Stretch,
    BendWay::Breathe,
];

/// Partials as plain numbers.
pub(super) fn flattened(partials: &[Partial]) -> Vec<f64> {
    let flat = |own: &Partial| -> [f64; FLAT] {
        let (way, turned) = (own.way as u8, u8::from(own.turned));
        let (m, n) = (own.m as f64, own.n as f64);
        [way.into(), m, n, own.root, own.share, turned.into()]
    };
    partials.iter().flat_map(flat).collect()
}

/// And back.
pub(super) fn unflattened(flat: &[f64]) -> Vec<Partial> {
    let partial = |own: &[f64]| Partial {
        way: WAYS[(own[0] as usize).min(WAYS.len() - 1)],
        m: own[1] as usize,
        n: own[2] as usize,
        root: own[3],
        share: own[4],
        turned: own[5] != 0.0,
    };
    flat.chunks_exact(FLAT).map(partial).collect()
}

/// A kind of body.
pub(super) trait BodyForm: Sync {
    /// Usual proportions.
    fn usual(&self) -> Proportions;
    /// How much matter there is \[m³\].
    fn volume(&self, body: &Dimensions) -> f64;
    /// Its ways of vibrating, in no order: all that may be heard.
    fn partials(&self) -> Vec<Partial>;
    /// How high one rings \[Hz\].
    fn frequency(&self, partial: &Partial, body: &Dimensions) -> f64;
    /// Time in which a vibration at a frequency dies away by 60 dB \[s\]; never longer for a higher
    /// one.
    fn decay(&self, hertz: f64, body: &Dimensions) -> f64 {
        body.material.decay(hertz)
    }
    /// How high the lowest rings \[Hz\].
    fn lowest(&self, body: &Dimensions) -> f64;
    /// Signed shape at a position from 0 to 1 along the kind's line.
    fn shape(&self, partial: &Partial, position: f64) -> f64;
    /// Whether it is so thin that it stretches when it is bent far, and its modes pass energy on.
    fn stretches(&self) -> bool {
        false
    }
    /// What it looks like; `None` if it cannot be drawn.
    fn drawn(&self, body: &Dimensions) -> Option<Drawn> {
        let _ = body;
        None
    }
    /// Where a position from 0 to 1 along its line is on what is drawn.
    fn line(&self, body: &Dimensions, position: f64) -> Option<DrawnSpot> {
        let _ = (body, position);
        None
    }
    /// The position along its line at which it sounds most like at a spot beside it.
    fn position(&self, spot: &DrawnSpot) -> f64 {
        spot.along
    }
    /// What a partial moves a spot of what is drawn, along x, y and z; along the body's line as
    /// [`shape`](Form::shape) says.
    fn moved(&self, partial: &Partial, spot: &DrawnSpot) -> Vector {
        let _ = (partial, spot);
        [0.0; 3]
    }
}

/// The form of a kind; none for an explicit table of modes and for a file.
pub(super) fn form(kind: BodyKind) -> Option<&'static dyn BodyForm> {
    Some(match kind {
        BodyKind::Modes | BodyKind::File => return None,
        BodyKind::Bar => &bar::Bar,
        BodyKind::ClampedBar => &bar::ClampedBar,
        BodyKind::Plate => &plate::PLATE,
        BodyKind::ClampedPlate => &plate::CLAMPED,
        BodyKind::Sheet => &plate::SHEET,
        BodyKind::Disc => &round::DISC,
        BodyKind::Gong => &round::GONG,
        BodyKind::Membrane => &round::Membrane,
        BodyKind::Tube => &tube::Tube,
        BodyKind::Glass => &rim::Glass,
        BodyKind::Bowl => &rim::Bowl,
        BodyKind::Bell => &rim::BellForm,
        BodyKind::Ring => &rim::Ring,
        BodyKind::Block => &block::Block,
        BodyKind::String => &string::Wire,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::body::BodyParams;

    /// Along its line every kind is drawn where it is touched: what a partial moves there, out of the
    /// body, is its shape at that position.
    #[test]
    fn a_line_lies_where_its_positions_are() {
        use BodyKind as K;
        let flat = [
            K::Bar,
            K::ClampedBar,
            K::Plate,
            K::ClampedPlate,
            K::Sheet,
            K::Disc,
            K::Gong,
            K::Membrane,
            K::Tube,
            K::Block,
            K::String,
        ];
        let round = [K::Glass, K::Bowl, K::Bell, K::Ring];
        let kinds = flat.map(|kind| (kind, true)).into_iter();
        for (kind, is_flat) in kinds.chain(round.map(|kind| (kind, false))) {
            let form = form(kind).unwrap();
            let params = BodyParams {
                kind,
                ..BodyParams::default()
            };
            let body = params.dimensions(form);
            let drawn = form.drawn(&body).unwrap().sketch;
            let mut compared = 0;
            for position in [0.0, 0.1, 0.3, 0.5, 0.77, 1.0] {
                let spot = form.line(&body, position).unwrap();
                let found = form.position(&spot);
                assert!(
                    (found - position).abs() < 1e-9,
                    "{kind:?} {position}: {found}"
                );
                for (axis, at) in spot.at.into_iter().enumerate() {
                    let places = drawn.points.iter().map(|own| own[axis]);
                    let [low, high] = places.fold([f64::MAX, f64::MIN], |[low, high], own| {
                        [low.min(own), high.max(own)]
                    });
                    let inside = (low - 1e-9..=high + 1e-9).contains(&at);
                    assert!(
                        inside,
                        "{kind:?} {position}: {at} is not in {low} to {high}"
                    );
                }
                let outward = match is_flat {
                    true => [0.0, 0.0, 1.0],
                    false => [
                        crate::math::cos(spot.across),
                        crate::math::sin(spot.across),
                        0.0,
                    ],
                };
                for partial in form.partials().iter().take(24) {
                    // A blow from above does not show how a block moves in its other ways.
                    if kind == K::Block && partial.way != BendWay::Bend {
                        continue;
                    }
                    let moved = form.moved(partial, &spot);
                    let moved: f64 = (0..3).map(|axis| moved[axis] * outward[axis]).sum();
                    let shape = form.shape(partial, position);
                    assert!(
                        (moved - shape).abs() < 1e-9,
                        "{kind:?} {position} {partial:?}: {moved} {shape}"
                    );
                    compared += 1;
                }
            }
            assert!(compared > 20, "{kind:?}: {compared}");
        }
    }
}
