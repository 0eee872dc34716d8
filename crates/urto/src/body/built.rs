//! A body that has been built: which modes it has, and how they follow its parameters.

use super::carrying::carried;
use super::finger::Finger;
use super::placed::Seen;
use super::spot::{Looked, Spot};
use super::stiff::keep_one_heard;
use super::{BodyParams, Maker, ObjectMaker};
use crate::air::Radiates;
use crate::error::{BuildError, OutOfRange};
use crate::network::{Network, ObjectId};
use crate::object::{
    Carrier, Direction, Found, Modal, ModalParams, Mode, NamedPoint, Object, Shapes, Surface, made,
};
use crate::param::{Declared, Params, Range};
use crate::picture::{Sketch, Vector};
use crate::rate::Rate;
use crate::tape::{Dear, dear};
use std::sync::Arc;

/// A body's modes, kept in step with its parameters.
///
/// ```
/// use urto::body::{Body, BodyKind, BodyParams, MaterialKind};
/// let glass = BodyParams { kind: BodyKind::Glass, material: MaterialKind::Glass, size: 0.12, ..Default::default() };
/// let glass = Body::new(&glass)?;
/// assert!((800.0..850.0).contains(&glass.modes()[0].frequency));
/// # Ok::<(), urto::BuildError>(())
/// ```
#[derive(Clone)]
pub struct Body {
    /// Who made it.
    maker: Arc<dyn Maker>,
    modes: Vec<Mode>,
    /// The bank's, as it was told last: with `tuning` and `ringing` in them, and a finger on it.
    told: Vec<Mode>,
    /// Shapes at equal distances along the body, if they were tabled.
    table: Vec<f64>,
    /// How it sounds around it, in the size it was built with.
    radiates: Option<Arc<dyn Radiates>>,
    /// Whether single modes are changed: then it is a bank of them, whatever it is else.
    edited: bool,
}

/// How many distances there are between tabled shapes, at least: four in half a wave, so that cubics
/// between them are right within a fiftieth. With this many, waves are also counted.
const SPANS: usize = 40;
const IN_HALF_A_WAVE: usize = 4;

impl Body {
    /// Lets the body be made and takes its modes over. Allocates.
    pub fn new(params: &BodyParams) -> Result<Self, BuildError> {
        params.check()?;
        let maker = params.maker()?;
        let edits = params.edits();
        let mode = |index| edits.apply(index, maker.mode(index, params));
        let mut modes: Vec<Mode> = (0..maker.count()).map(mode).collect();
        keep_one_heard(&mut modes, params.all.tuning, params.all.ringing);
        let finger = params.finger.on(maker.as_ref());
        let tuned: Vec<Mode> = (modes.iter().enumerate())
            .map(|(index, mode)| told(maker.as_ref(), params, finger, index, mode))
            .collect();
        // What a maker of another crate gives is brought into range, but NaN has no place there.
        for (index, mode) in tuned.iter().enumerate() {
            mode.check().map_err(|wrong| OutOfRange {
                key: format!("modes/{index}/{}", wrong.key),
                ..wrong
            })?;
        }
        Ok(Self {
            told: tuned,
            radiates: maker.radiates(params),
            edited: !params.edit.is_empty(),
            maker,
            modes,
            table: Vec::new(),
        })
    }

    /// Tables the shapes along the body, for a point that moves while it sounds: they take too long
    /// to work out. Allocates.
    pub fn tabled(mut self) -> Self {
        self.table = dear(Dear::Shapes, || self.lay_out_finely());
        self
    }

    /// The shapes, fine enough for the shortest wave; none if that is too short.
    fn lay_out_finely(&self) -> Vec<f64> {
        let waves = |row: &[f64]| {
            row.windows(2)
                .filter(|pair| pair[0] * pair[1] < 0.0)
                .count()
        };
        let table = self.lay_out(SPANS);
        let most = table.chunks_exact(SPANS + 1).map(waves).max();
        let most = most.unwrap_or(0);
        if most > SPANS / 2 {
            // Too short to be counted: such a body works its shapes out each time.
            Vec::new()
        } else if IN_HALF_A_WAVE * most > SPANS {
            self.lay_out(IN_HALF_A_WAVE * most)
        } else {
            table
        }
    }

    /// Works out all shapes at N equal distances.
    fn lay_out(&self, spans: usize) -> Vec<f64> {
        let modes = 0..self.modes.len();
        let row = |mode| (0..=spans).map(move |at| (mode, at as f64 / spans as f64));
        let shapes = modes.flat_map(row);
        shapes.map(|(mode, at)| self.shape(mode, at)).collect()
    }

    /// The modes as the parameters say, lowest first when they were chosen; frequencies and decay
    /// times without the factors `tuning` and `ringing`.
    pub fn modes(&self) -> &[Mode] {
        &self.modes
    }

    /// One of its modes with all that is changed of it, and under a finger.
    pub(super) fn ringing(&self, params: &BodyParams, index: usize) -> Mode {
        let maker = self.maker.as_ref();
        let finger = params.finger.on(maker);
        told(maker, params, finger, index, &self.modes[index])
    }

    /// Shape of a mode at a position from 0 to 1.
    pub fn shape(&self, mode: usize, position: f64) -> f64 {
        self.maker.shape(mode, position)
    }

    /// A place, looked for once for the shapes of all modes there.
    pub(super) fn looked(&self, spot: Spot) -> Looked {
        Looked::at(spot, self.maker.as_ref())
    }

    /// Shape of a mode at a place that was looked for.
    pub(super) fn shape_looked(&self, mode: usize, place: Looked) -> f64 {
        place.shape(self.maker.as_ref(), mode)
    }

    /// Shape of every mode at a place, in their order.
    pub fn shapes_at(&self, spot: impl Into<Spot>) -> impl Iterator<Item = f64> + Clone + '_ {
        let maker = self.maker.as_ref();
        let looked = Looked::at(spot.into(), maker);
        (0..self.modes.len()).map(move |mode| looked.shape(maker, mode))
    }

    /// Its modes for a touch and an ear, at positions from 0 to 1 or on its surface.
    pub fn seen<'a>(
        &'a self,
        params: &'a BodyParams,
        touch: impl Into<Spot>,
        ear: impl Into<Spot>,
    ) -> impl Iterator<Item = Seen> + Clone + 'a {
        let maker = self.maker.as_ref();
        let [touch, ear] = [touch.into(), ear.into()].map(|spot| Looked::at(spot, maker));
        let modes = self.modes.iter().enumerate();
        modes.map(move |(index, mode)| Seen {
            hertz: mode.frequency * params.all.tuning,
            decay: mode.decay * params.all.ringing,
            mass: mode.mass,
            touched: touch.shape(maker, index),
            heard: ear.shape(maker, index),
        })
    }

    /// The same, as they are heard a metre away in the air if so asked, where that is known.
    pub(crate) fn heard<'a>(
        &'a self,
        params: &'a BodyParams,
        touch: impl Into<Spot>,
        (ear, in_air): (impl Into<Spot>, bool),
    ) -> impl Iterator<Item = Seen> + Clone + 'a {
        let radiates = self.radiates.as_ref().filter(|_| in_air);
        let modes = self.seen(params, touch, ear).enumerate();
        modes.map(move |(index, mode)| match radiates {
            None => mode,
            Some(own) => Seen {
                heard: own.at_a_metre(index),
                ..mode
            },
        })
    }

    /// The bank of modes, as it is built. Allocates.
    pub fn modal(&self, params: &BodyParams) -> ModalParams {
        ModalParams {
            modes: self.told.clone(),
            inertia: params.inertia,
            ..ModalParams::default()
        }
    }

    /// The modes' shapes along the body. Allocates.
    pub fn shapes(&self) -> Box<dyn Shapes> {
        if !self.table.is_empty() {
            return Box::new(Tabled {
                row: self.table.len() / self.modes.len(),
                shapes: self.table.clone(),
                maker: Arc::clone(&self.maker),
                radiates: self.radiates.clone(),
            });
        }
        Box::new(LineShapes {
            maker: Arc::clone(&self.maker),
            radiates: self.radiates.clone(),
        })
    }

    /// The object for a network. A table of modes without points is struck where every shape is
    /// 1. Allocates.
    pub fn object(
        &self,
        params: &BodyParams,
        points: &[NamedPoint],
        rate: Rate,
    ) -> Result<Box<dyn Object>, BuildError> {
        match self.maker() {
            None => {
                let bank = self.bank(params, points, rate)?;
                Ok(params.stretched(bank, self.modes.len(), rate))
            }
            Some(maker) => {
                params.check()?;
                let flight = Carrier {
                    bank: ModalParams {
                        modes: Vec::new(),
                        inertia: params.inertia,
                        ..ModalParams::default()
                    },
                    first: self.modes.len(),
                    further: &[],
                };
                carried(maker.build(params, points, rate)?, flight, points, rate)
            }
        }
    }

    /// The same as a bank of its modes, whatever it is. Allocates.
    pub(crate) fn bank(
        &self,
        params: &BodyParams,
        points: &[NamedPoint],
        rate: Rate,
    ) -> Result<Modal, BuildError> {
        params.check()?;
        Modal::of_modes(self.modal(params), self.shapes(), points, rate)
    }

    /// Who builds its object, if that is not a bank of modes.
    pub(super) fn maker(&self) -> Option<&dyn ObjectMaker> {
        self.maker.object().filter(|_| !self.edited)
    }

    /// Works out frequencies, decay times and masses anew, without allocation.
    pub fn fill(&mut self, params: &BodyParams) {
        let edits = params.edits();
        for (index, mode) in self.modes.iter_mut().enumerate() {
            *mode = edits.apply(index, self.maker.mode(index, params));
        }
        keep_one_heard(&mut self.modes, params.all.tuning, params.all.ringing);
    }

    /// Its modes as a bank has them: with `tuning` and `ringing` in them, and within what a bank
    /// takes.
    pub fn tuned<'a>(&'a self, params: &'a BodyParams) -> impl Iterator<Item = Mode> + 'a {
        self.modes.iter().map(|mode| tuned(mode, params))
    }

    /// Takes changed parameters over, without allocation. The network's object goes there: at once
    /// if it is at rest, else in its own steps.
    pub fn follow(&mut self, params: &BodyParams, network: &mut Network, object: ObjectId) {
        self.fill(params);
        if let Some(maker) = self.maker() {
            network.adapt(object, |object| maker.follow(made(object), params));
            return;
        }
        let mut changed = false;
        let maker = self.maker.as_ref();
        let finger = params.finger.on(maker);
        for (index, mode) in self.modes.iter().enumerate() {
            let goal = told(maker, params, finger, index, mode);
            if self.told[index] != goal {
                network.aim(object, index, &goal);
                self.told[index] = goal;
                changed = true;
            }
        }
        if changed {
            params.stretch_anew(self.modes.len(), network, object);
        }
    }
}

/// A mode within what a bank takes.
pub(super) fn within_range(mode: &Mode) -> Mode {
    let within = |range: Range, value: f64| value.clamp(range.min, range.max);
    Mode {
        frequency: within(const { Mode::TABLE.range("frequency") }, mode.frequency),
        decay: within(const { Mode::TABLE.range("decay") }, mode.decay),
        mass: within(const { Mode::TABLE.range("mass") }, mode.mass),
    }
}

/// A mode as the bank has it: with the factors on all of them.
fn tuned(mode: &Mode, params: &BodyParams) -> Mode {
    within_range(&Mode {
        frequency: mode.frequency * params.all.tuning,
        decay: mode.decay * params.all.ringing,
        mass: mode.mass,
    })
}

/// The same under a finger, if there is one.
fn told(
    maker: &dyn Maker,
    params: &BodyParams,
    finger: Option<Finger>,
    index: usize,
    mode: &Mode,
) -> Mode {
    let mode = tuned(mode, params);
    finger.map_or_else(|| mode.clone(), |own| own.damped(maker, index, &mode))
}

/// Shapes along a body's line.
struct LineShapes {
    maker: Arc<dyn Maker>,
    radiates: Option<Arc<dyn Radiates>>,
}

impl Shapes for LineShapes {
    fn at(&self, mode: usize, position: f64) -> f64 {
        self.maker.shape(mode, position)
    }
    fn radiates(&self) -> Option<Arc<dyn Radiates>> {
        self.radiates.clone()
    }
    fn surface(&self) -> Option<&Surface> {
        self.maker.surface()
    }
    fn on_surface(&self, mode: usize, at: Found, direction: Direction) -> f64 {
        self.maker.on_surface(mode, at, direction)
    }
    fn sketch(&self) -> Option<Sketch> {
        self.maker.sketch()
    }
    fn moved(&self, mode: usize) -> Vec<Vector> {
        self.maker.moved(mode)
    }
}

/// Shapes along a body's line, tabled.
struct Tabled {
    shapes: Vec<f64>,
    /// How many of them each mode has.
    row: usize,
    maker: Arc<dyn Maker>,
    radiates: Option<Arc<dyn Radiates>>,
}

impl Shapes for Tabled {
    fn at(&self, mode: usize, position: f64) -> f64 {
        let Some(row) = self.shapes.chunks_exact(self.row).nth(mode) else {
            return 0.0;
        };
        let spans = self.row - 1;
        // Cubics through the nearest four.
        let at = position.clamp(0.0, 1.0) * spans as f64;
        let first = (at as usize).saturating_sub(1).min(spans - 3);
        let t = at - first as f64;
        let weights = [
            -(t - 1.0) * (t - 2.0) * (t - 3.0) / 6.0,
            t * (t - 2.0) * (t - 3.0) / 2.0,
            -t * (t - 1.0) * (t - 3.0) / 2.0,
            t * (t - 1.0) * (t - 2.0) / 6.0,
        ];
        let near = row[first..first + 4].iter();
        near.zip(weights)
            .map(|(shape, weight)| shape * weight)
            .sum()
    }
    fn radiates(&self) -> Option<Arc<dyn Radiates>> {
        self.radiates.clone()
    }
    fn surface(&self) -> Option<&Surface> {
        self.maker.surface()
    }
    fn on_surface(&self, mode: usize, at: Found, direction: Direction) -> f64 {
        self.maker.on_surface(mode, at, direction)
    }
    fn sketch(&self) -> Option<Sketch> {
        self.maker.sketch()
    }
    fn moved(&self, mode: usize) -> Vec<Vector> {
        self.maker.moved(mode)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::body::BodyKind;

    /// Tabled shapes are the shapes, within a fiftieth of the largest, of every mode of every kind
    /// with as many modes as by default.
    #[test]
    fn tabled_shapes_are_the_shapes() {
        for kind in [
            BodyKind::Plate,
            BodyKind::Disc,
            BodyKind::Bar,
            BodyKind::Glass,
        ] {
            let params = BodyParams {
                kind,
                ..BodyParams::default()
            };
            let body = Body::new(&params).unwrap().tabled();
            assert!(!body.table.is_empty(), "{kind:?}");
            let shapes = body.shapes();
            for mode in 0..body.modes().len() {
                let places = || (0..=1000).map(|n| f64::from(n) / 1000.0);
                let most = places().fold(0.0f64, |most, at| most.max(body.shape(mode, at).abs()));
                for at in places() {
                    let apart = (shapes.at(mode, at) - body.shape(mode, at)).abs();
                    assert!(apart <= 0.02 * most, "{kind:?} {mode} {at}: {apart} {most}");
                }
            }
        }
    }
}
