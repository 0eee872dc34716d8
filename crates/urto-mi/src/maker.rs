//! A network as a body for every sound: what is known of it beforehand, and who builds it.
//!
//! Law:    what sounds is the network itself ([`MassBody`]), whose springs are not linear; its modes
//!         for small motion are what loudness is judged by.
//! Step:   at the rate of the sound, whatever rate the network was written for: all is in SI units.
//! Limits: of what the network was written with, a body takes masses and links; what plays it (driven
//!         masses and their links, events) and gravity are left out. What floats hangs on threads.
//!         Tuning goes up only as far as the steps carry.

mod flat;

pub use flat::is_flat_network;

use crate::advisor::{self, Vibration};
use crate::body::{MassBody, Tuned};
use crate::line::Line;
use crate::model::{MassId, Model, ModelError};
use crate::rest;
use crate::vector::dot;
use core::any::Any;
use std::sync::Arc;
use urto::body::{BodyParams, Maker, ObjectMaker};
use urto::math::LN_1000;
use urto::object::{Mode, NamedPoint, Object, Place};
use urto::picture::{Sketch, Vector};
use urto::{BuildError, Rate};

/// Modes that are looked for in a large network, as many as named bodies have; most that are kept, of
/// those that are seen; and their range \[Hz\]: what is heard.
const LOOKED_FOR: usize = 48;
const MODES: usize = 96;
const HEARD: [f64; 2] = [16.0, 20_000.0];
/// A mode counts if it moves the line by this share of what it moves anything: -80 dB.
const SEEN: f64 = 1e-4;
/// Share of the stiffness at which steps become unstable that tuning may use: at the limit itself
/// pitches are far off.
const USED: f64 = 0.8;
/// Longest decay of a mode that nothing damps \[s\].
const ENDLESS: f64 = 1e6;
/// Most points of a picture.
const DRAWN: usize = urto::picture::MOST_POINTS;
/// Pieces of its line in pictures.
const LINE: usize = 32;

/// Where a network is touched, if not along its longest line and across.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Touch {
    /// Masses in order, from position 0 to 1; none: the longest line.
    pub masses: Vec<MassId>,
    /// The way it is pushed and heard; `None`: across.
    pub along: Option<[f64; 3]>,
}

/// A network cannot be a body.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Unfit {
    /// It has no mass that could be touched.
    #[error("it has no mass that moves; add masses that are not fixed")]
    NothingMoves,
    /// Its links pull, and nothing balances them.
    #[error(
        "its links pull it on and on, and it does not come to rest, as a body must before it is touched; place its masses where links balance, or give them lengths as placed"
    )]
    Restless,
    /// It has no mode that is heard where it is touched.
    #[error(
        "nothing in it rings between {low} and {high} Hz along [{}, {}, {}]; make its links stiffer, or choose another axis in [body]", .along[0], .along[1], .along[2]
    )]
    Mute {
        /// The lowest and highest tones that are looked for \[Hz\].
        low: f64,
        /// See `low`.
        high: f64,
        /// Which way it is touched.
        along: [f64; 3],
    },
    /// See the error.
    #[error(transparent)]
    Model(#[from] ModelError),
}

/// Makes bodies of a network.
pub struct NetworkMaker {
    name: String,
    model: Model,
    hangs: bool,
    line: Arc<Line>,
    modes: Vec<Mode>,
    /// Shapes of each mode at the masses of the line.
    shapes: Vec<Vec<f64>>,
    /// How each mode moves the points of the picture.
    moved: Vec<Vec<Vector>>,
    weight: f64,
}

impl NetworkMaker {
    /// A network of this name, for messages. Allocates, and takes up to some seconds for thousands of
    /// masses.
    ///
    /// ```
    /// use urto::body::Maker;
    /// use urto_mi::{Model, NetworkMaker, Row, Spring, Touch};
    /// let mut model = Model::new(44_100.0)?;
    /// let wire = Spring { stiffness: 6e4, length: Some(0.01), ..Spring::default() };
    /// Row { spring: wire, ..Row::default() }.build(&mut model, "string")?;
    /// let maker = NetworkMaker::new("string", &model, &Touch::default())?;
    /// assert!(maker.count() > 20);
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn new(name: &str, model: &Model, touch: &Touch) -> Result<Self, Unfit> {
        let waiting = rest::waiting(model)?.ok_or(Unfit::Restless)?;
        let model = waiting.model;
        let line = Line::longest(&model, touch.along).ok_or(Unfit::NothingMoves)?;
        let line = match touch.masses.is_empty() {
            true => line,
            false => {
                let through = Line::through(&model, &touch.masses, line.along());
                through.ok_or(Unfit::NothingMoves)?
            }
        };
        let free = model.masses().iter().filter(|mass| !mass.is_held());
        let mut own = Self {
            name: name.to_owned(),
            weight: free.map(|mass| mass.mass).sum(),
            hangs: waiting.hangs,
            line: Arc::new(line),
            modes: Vec::new(),
            shapes: Vec::new(),
            moved: Vec::new(),
            model,
        };
        let [low, high] = HEARD;
        for vibration in advisor::vibrations(&own.model, LOOKED_FOR) {
            if (low..=high).contains(&vibration.hertz) && own.modes.len() < MODES {
                own.take(&vibration);
            }
        }
        if own.modes.is_empty() {
            // As many digits as a person wants to read.
            let along = own.line.along().map(|own| (1e3 * own).round() / 1e3);
            return Err(Unfit::Mute { low, high, along });
        }
        Ok(own)
    }

    /// Takes a vibration as a mode, if it is seen along the line.
    fn take(&mut self, vibration: &Vibration) {
        let along = self.line.along();
        let seen = |mass: MassId| dot(vibration.moved[mass.index()], along);
        let row: Vec<f64> = self.line.masses().map(seen).collect();
        let most = |all: &mut dyn Iterator<Item = f64>| all.fold(0.0f64, |a, b| a.max(b.abs()));
        let largest = most(&mut row.iter().copied());
        let anywhere = most(&mut vibration.moved.iter().flatten().copied());
        if largest <= SEEN * anywhere {
            return;
        }
        self.modes.push(Mode {
            frequency: vibration.hertz,
            decay: (2.0 * LN_1000 / vibration.braked.max(1e-30)).min(ENDLESS),
            // A kilogram where it moves by that much: where it moves by 1, the square less.
            mass: 1.0 / (largest * largest),
        });
        self.shapes
            .push(row.iter().map(|own| own / largest).collect());
        let drawn = vibration.moved.iter().take(DRAWN);
        let moved = drawn.map(|own| own.map(|own| own / largest));
        self.moved.push(moved.collect());
    }

    /// The line along which it is touched.
    pub fn line(&self) -> &Line {
        &self.line
    }

    /// Where a position from 0 to 1 along the line lies \[m\].
    fn place(&self, position: f64) -> Vector {
        let mut place = [0.0; 3];
        for (mass, share) in self.line.at(position) {
            let at = self.model.masses()[mass.index()].position;
            for (own, at) in place.iter_mut().zip(at) {
                *own += share * at;
            }
        }
        place
    }

    /// How far it may be tuned with steps of a model, 1 at least; an error if these do not carry it.
    fn highest(&self, model: &Model) -> Result<f64, BuildError> {
        let margin = advisor::margin(model);
        if margin > 1.0 {
            return Ok((USED * margin).sqrt().max(1.0));
        }
        let rates = [
            44_100.0, 48_000.0, 88_200.0, 96_000.0, 176_400.0, 192_000.0, 384_000.0,
        ];
        let carries = |hertz: &f64| {
            let finer = model.clone().with_rate(*hertz);
            *hertz > model.hertz() && finer.is_ok_and(|finer| advisor::margin(&finer) > 1.0)
        };
        let (name, hertz) = (&self.name, model.hertz());
        let help = match rates.iter().copied().find(carries) {
            Some(rate) => format!("choose a rate of {rate} Hz or more, or make its links softer"),
            None => "make its links softer or its masses heavier".to_owned(),
        };
        Err(BuildError::Unfit(format!(
            "the steps of {hertz} Hz do not carry the network '{name}'; {help}"
        )))
    }
}

impl Maker for NetworkMaker {
    fn count(&self) -> usize {
        self.modes.len()
    }
    fn mode(&self, index: usize, _: &BodyParams) -> Mode {
        self.modes[index].clone()
    }
    fn shape(&self, mode: usize, position: f64) -> f64 {
        let Some(row) = self.shapes.get(mode) else {
            return 0.0;
        };
        let [(a, first), (b, second)] = self.line.at_station(position);
        first * row[a] + second * row[b]
    }
    fn weight(&self, _: &BodyParams) -> Option<f64> {
        Some(self.weight)
    }
    fn object(&self) -> Option<&dyn ObjectMaker> {
        Some(self)
    }
    fn flat(&self) -> Option<Vec<f64>> {
        Some(self.to_numbers())
    }
    fn sketch(&self) -> Option<Sketch> {
        let points = self.model.masses().iter().take(DRAWN);
        let ends = self.model.links().iter().map(|link| link.ends);
        let edges = ends.map(|own| own.map(|end| end.index() as u32));
        let drawn = |own: &[u32; 2]| own.iter().all(|end| (*end as usize) < DRAWN);
        Some(Sketch {
            points: points.map(|mass| mass.position).collect(),
            edges: edges.filter(drawn).collect(),
            line: (0..=LINE)
                .map(|n| self.place(n as f64 / LINE as f64))
                .collect(),
            ..Sketch::default()
        })
    }
    fn moved(&self, mode: usize) -> Vec<Vector> {
        self.moved.get(mode).cloned().unwrap_or_default()
    }
}

impl ObjectMaker for NetworkMaker {
    fn build(
        &self,
        params: &BodyParams,
        points: &[NamedPoint],
        rate: Rate,
    ) -> Result<Box<dyn Object>, BuildError> {
        let unfit = |error: ModelError| BuildError::Unfit(error.to_string());
        let model = self.model.clone().with_rate(rate.hertz()).map_err(unfit)?;
        let highest = self.highest(&model)?;
        let places: Result<Vec<(String, f64)>, BuildError> = (points.iter())
            .map(|point| match point.place {
                Place::Along(position) => Ok((point.name.clone(), position)),
                _ => Err(BuildError::NoSurface(point.name.clone())),
            })
            .collect();
        let line = Arc::clone(&self.line);
        let body = MassBody::along(&model, line, &places?, self.hangs).map_err(unfit)?;
        let too_high = params.all.tuning > highest;
        let note = too_high.then(|| {
            format!(
                "the steps of {} Hz carry the network '{}' tuned up to {highest:.3} at most, which it \
                 is; a higher rate carries more",
                rate.hertz(),
                self.name
            )
        });
        let mut body = body.up_to(highest).noted(note);
        body.tune(wanted(params));
        Ok(Box::new(body))
    }
    fn follow(&self, object: &mut dyn Object, params: &BodyParams) {
        let object: &mut dyn Any = object;
        if let Some(body) = object.downcast_mut::<MassBody>() {
            body.tune(wanted(params));
        }
    }
}

/// The factors that parameters ask for.
fn wanted(params: &BodyParams) -> Tuned {
    Tuned {
        tuning: params.all.tuning,
        ringing: params.all.ringing,
    }
}
