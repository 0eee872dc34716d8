//! What every body is made of, whoever made it: the one door through which sounds see it.

use super::BodyParams;
use super::audible::{Audibility, choose};
use super::built::within_range;
use super::drawn::Drawn;
use super::form::{BodyForm, Dimensions, Partial, flattened, form, unflattened};
use crate::air::Radiates;
use crate::error::BuildError;
use crate::object::{Direction, Found, Mode, NamedPoint, Object, Surface, free_bar_shape};
use crate::picture::{Sketch, Vector};
use crate::rate::Rate;
use crate::tape::{Dear, dear};
use std::sync::Arc;

/// A body that somebody made from a description: a named shape of a material, a table of modes, a
/// recording, or whatever a loader of the [catalogue](crate::catalogue) makes of a file.
///
/// It tells what is known of the body beforehand, and how that follows live changes of
/// [`BodyParams`]. Modes come without the factors `tuning` and `ringing`: the body that sounds
/// hold ([`Body`](super::Body)) puts those on any of them.
///
/// Most bodies are no more than their modes, and a bank of them sounds. One that is more (a network
/// of masses, a string that slaps) brings an [object](Maker::object) of its own; its modes are then
/// what is known of it beforehand, by which loudness is judged.
pub trait Maker: Send + Sync {
    /// How many modes it has; the same whatever is changed live.
    fn count(&self) -> usize;
    /// One of its modes, as the parameters say now. Does not allocate.
    fn mode(&self, index: usize, params: &BodyParams) -> Mode;
    /// Signed shape of a mode at a position from 0 to 1 along the body, 1 where the mode's mass is
    /// given.
    fn shape(&self, mode: usize, position: f64) -> f64;
    /// What it weighs \[kg\], if that is known.
    fn weight(&self, params: &BodyParams) -> Option<f64> {
        let _ = params;
        None
    }
    /// The longest time in which one of its modes dies away by 60 dB \[s\].
    fn longest_decay(&self, params: &BodyParams) -> f64 {
        let decays = (0..self.count()).map(|index| self.mode(index, params).decay);
        decays.fold(0.0, f64::max)
    }
    /// Whether positions mean anything; if not, it is touched where every shape is 1.
    fn has_places(&self) -> bool {
        true
    }
    /// Who builds the object that sounds, if that is not a bank of its modes. Pieces of which there
    /// are many at once (grains, shards) ring as banks of modes all the same.
    fn object(&self) -> Option<&dyn ObjectMaker> {
        None
    }
    /// Itself, if it is no more than measured modes and their shapes at places: then it can be handed
    /// to another thread as plain numbers. A body that is not is read from its file where it is built.
    fn recorded(&self) -> Option<&Recorded> {
        None
    }
    /// How its modes sound in the air around it, as the parameters say now, if that is known.
    /// Allocates.
    fn radiates(&self, params: &BodyParams) -> Option<Arc<dyn Radiates>> {
        let _ = params;
        None
    }
    /// Itself as plain numbers for another thread, if it is more than that: as bytes, little-endian,
    /// they are a file that its loader [fits](BodyLoader::fits) and reads without delay. Allocates.
    fn flat(&self) -> Option<Vec<f64>> {
        None
    }
    /// Its surface, if places can be told on one.
    fn surface(&self) -> Option<&Surface> {
        None
    }
    /// What a mode moves a place of its surface, along a direction.
    fn on_surface(&self, mode: usize, at: Found, direction: Direction) -> f64 {
        let surface = self.surface();
        surface.map_or(0.0, |surface| surface.moves(at, direction, mode))
    }
    /// The places of its surface that have names.
    fn patches(&self) -> &[Patch] {
        &[]
    }
    /// What it looks like as it was built, for pictures; `None` if that is not known. Allocates.
    fn sketch(&self) -> Option<Sketch> {
        None
    }
    /// What a mode moves each point of the sketch, along x, y and z. Allocates.
    fn moved(&self, mode: usize) -> Vec<Vector> {
        let _ = mode;
        Vec::new()
    }
}

/// A patch of a surface that has a name, such as a rim or a handle.
#[derive(Clone, Debug, PartialEq)]
pub struct Patch {
    /// Its name.
    pub name: String,
    /// Its middle, in the frame of the surface \[m\]: the nearest place of the surface is meant.
    pub at: Vector,
}

/// Builds the object of a body that is more than a bank of modes.
pub trait ObjectMaker {
    /// The object at rest, with these points, each to be found by its name: positions from 0 to 1
    /// along the body, where the body [has places](Maker::has_places). It is held in place, and
    /// touched nowhere else: whatever it flies with or stands on is put under it. Allocates.
    fn build(
        &self,
        params: &BodyParams,
        points: &[NamedPoint],
        rate: Rate,
    ) -> Result<Box<dyn Object>, BuildError>;
    /// Takes changed parameters over into an object that [`build`](ObjectMaker::build) gave,
    /// without allocation: at once if it is at rest, else it goes there in its own steps, without
    /// gain of energy, and is there when it is [reset](Object::reset).
    fn follow(&self, object: &mut dyn Object, params: &BodyParams);
}

/// Makes a body of a file's name and bytes, or says in one sentence why not.
pub type LoadBody = fn(&str, &[u8]) -> Result<Arc<dyn Maker>, String>;

/// Turns the bytes of a file into a body: a line of the [catalogue](crate::catalogue).
pub struct BodyLoader {
    /// Its key, for people: `modal`.
    pub key: &'static str,
    /// Whether bytes are such a file, as far as their beginning tells.
    pub fits: fn(&[u8]) -> bool,
    /// Makes the body.
    pub load: LoadBody,
}

/// A body as a loader hands it to a [`Resource`](crate::param::Resource).
///
/// ```
/// use std::sync::Arc;
/// use urto::body::{BodyKind, BodyParams, Loaded, Recorded};
/// use urto::object::Mode;
/// use urto::param::Resource;
/// let cup = Recorded::new(vec![Mode { frequency: 1900.0, decay: 0.4, mass: 0.02 }], vec![]);
/// let params = BodyParams {
///     kind: BodyKind::File,
///     file: Resource::loaded("cup.toml", Arc::new(Loaded(Arc::new(cup)))),
///     ..BodyParams::default()
/// };
/// assert_eq!(urto::body::Body::new(&params)?.modes()[0].frequency, 1900.0);
/// # Ok::<(), urto::BuildError>(())
/// ```
#[derive(Clone)]
pub struct Loaded(pub Arc<dyn Maker>);

impl BodyParams {
    /// The maker of what the parameters describe. Allocates.
    pub(super) fn maker(&self) -> Result<Arc<dyn Maker>, BuildError> {
        if let Some(form) = form(self.kind) {
            return Ok(Arc::new(Named::new(form, self)));
        }
        match self.loaded() {
            Some(Loaded(maker)) => Ok(Arc::clone(maker)),
            // Another body in its place would be heard as if it were the one that was asked for.
            None if self.kind == super::BodyKind::File => Err(BuildError::NotLoaded {
                name: self.file.name().to_owned(),
            }),
            None => Ok(Arc::new(Listed(self.modes.clone()))),
        }
    }

    /// Whether an object of its own sounds, and not a bank of its modes.
    pub(crate) fn is_more_than_modes(&self) -> bool {
        let own = self.loaded().and_then(|Loaded(own)| own.object());
        own.is_some() && self.edit.is_empty()
    }

    /// What was loaded for the kind `file`.
    pub(super) fn loaded(&self) -> Option<&Loaded> {
        let file = self.kind == super::BodyKind::File;
        file.then(|| self.file.data()).flatten()
    }
}

/// Pieces of the line along which places lie, in pictures: fine enough for half a circle.
const LINE: usize = 32;

/// A shape by name, of a size and a material.
struct Named {
    form: &'static dyn BodyForm,
    partials: Vec<Partial>,
    /// As it was built.
    dimensions: Dimensions,
}

impl Named {
    /// Chooses the modes.
    fn new(form: &'static dyn BodyForm, params: &BodyParams) -> Self {
        let hearing = Audibility {
            budget: params.count as usize,
            tuning: params.all.tuning,
            ringing: params.all.ringing,
        };
        let dimensions = params.dimensions(form);
        let chosen = || choose(form, &dimensions, &hearing);
        let flat = dear(Dear::Partials, || flattened(&chosen()));
        let partials = unflattened(&flat);
        Self {
            form,
            partials,
            dimensions,
        }
    }
}

impl Maker for Named {
    fn count(&self) -> usize {
        self.partials.len()
    }
    fn mode(&self, index: usize, params: &BodyParams) -> Mode {
        let body = params.dimensions(self.form);
        rings(self.form, &self.partials[index], &body)
    }
    fn shape(&self, mode: usize, position: f64) -> f64 {
        let partial = self.partials.get(mode);
        partial.map_or(0.0, |partial| self.form.shape(partial, position))
    }
    fn weight(&self, params: &BodyParams) -> Option<f64> {
        params.weight()
    }
    fn longest_decay(&self, params: &BodyParams) -> f64 {
        params.longest_decay() / (params.all.ringing * params.edits().longer())
    }
    fn sketch(&self) -> Option<Sketch> {
        let Drawn { mut sketch, spots } = self.form.drawn(&self.dimensions)?;
        let position = |spot| self.form.position(spot).clamp(0.0, 1.0);
        sketch.positions = spots.iter().map(position).collect();
        let places = (0..=LINE).map(|n| n as f64 / LINE as f64);
        let line = places.filter_map(|place| self.form.line(&self.dimensions, place));
        sketch.line = line.map(|spot| spot.at).collect();
        Some(sketch)
    }
    fn moved(&self, mode: usize) -> Vec<Vector> {
        let drawn = self.form.drawn(&self.dimensions);
        let (Some(drawn), Some(partial)) = (drawn, self.partials.get(mode)) else {
            return Vec::new();
        };
        let spots = drawn.spots.iter();
        spots.map(|spot| self.form.moved(partial, spot)).collect()
    }
}

/// One mode of a body, within what a mode may be.
fn rings(form: &dyn BodyForm, partial: &Partial, body: &Dimensions) -> Mode {
    let mass = form.volume(body) * body.material.density;
    let frequency = form.frequency(partial, body);
    within_range(&Mode {
        frequency,
        decay: form.decay(frequency, body),
        mass: mass * partial.share,
    })
}

/// An explicit table of modes; places are those of a free bar.
struct Listed(Vec<Mode>);

impl Maker for Listed {
    fn count(&self) -> usize {
        self.0.len()
    }
    fn mode(&self, index: usize, params: &BodyParams) -> Mode {
        let live = params.modes.get(index);
        live.unwrap_or(&self.0[index]).clone()
    }
    fn shape(&self, mode: usize, position: f64) -> f64 {
        free_bar_shape(mode, position)
    }
    fn has_places(&self) -> bool {
        false
    }
}

/// A body whose modes were measured, with their shapes at some places: a recorded object.
#[derive(Clone, Debug, PartialEq)]
pub struct Recorded {
    modes: Vec<Mode>,
    rows: Vec<Vec<f64>>,
}

impl Recorded {
    /// A body of these modes. Each row has the shape of every mode at one place; the places lie
    /// evenly along the body, from 0 to 1, and shapes go straight from one to the next. One row
    /// counts everywhere; without any, every shape is 1.
    pub fn new(modes: Vec<Mode>, rows: Vec<Vec<f64>>) -> Self {
        let modes = modes.iter().map(within_range).collect();
        Self { modes, rows }
    }

    /// Its modes.
    pub fn modes(&self) -> &[Mode] {
        &self.modes
    }

    /// The shapes of its modes, a row for each place.
    pub fn rows(&self) -> &[Vec<f64>] {
        &self.rows
    }
}

impl Maker for Recorded {
    fn count(&self) -> usize {
        self.modes.len()
    }
    fn mode(&self, index: usize, _: &BodyParams) -> Mode {
        self.modes[index].clone()
    }
    fn shape(&self, mode: usize, position: f64) -> f64 {
        let row = |index: usize| {
            let row = self.rows.get(index);
            row.and_then(|row| row.get(mode)).copied().unwrap_or(1.0)
        };
        if self.rows.len() < 2 {
            return row(0);
        }
        let spans = self.rows.len() - 1;
        let at = position.clamp(0.0, 1.0) * spans as f64;
        let first = (at as usize).min(spans - 1);
        let t = at - first as f64;
        row(first) * (1.0 - t) + row(first + 1) * t
    }
    fn has_places(&self) -> bool {
        !self.rows.is_empty()
    }
    fn recorded(&self) -> Option<&Recorded> {
        Some(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_of_a_recorded_body_go_from_place_to_place() {
        let modes = vec![Mode::default(); 2];
        let rows = vec![vec![1.0, -0.5], vec![0.0, 0.5], vec![0.4, 0.5]];
        let body = Recorded::new(modes.clone(), rows);
        assert_eq!(body.shape(0, 0.0), 1.0);
        assert_eq!(body.shape(0, 0.25), 0.5);
        assert_eq!(body.shape(1, 0.5), 0.5);
        assert_eq!(body.shape(0, 1.0), 0.4);
        assert_eq!(Recorded::new(modes, vec![]).shape(1, 0.3), 1.0);
    }
}
