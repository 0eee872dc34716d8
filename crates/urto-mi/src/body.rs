//! A network as a body that any contact law can touch.
//!
//! Law:    a contact sees a mass at mid-step, y = u - w/2: a force held over the step moves it by
//!         exactly h²·f/2m, so that newtons times displacement is the work done, and laws that are
//!         passive on other bodies are passive here (see [`network`](crate::network)). A point between
//!         two masses moves as both do, each by its share, and a force there is shared likewise: the
//!         work is the same.
//! Limits: the velocity of a point is that of the last step; displacements are counted from where
//!         masses started. What waits along a line counts energy from what it holds
//!         at rest.

use crate::line::{Line, Share};
use crate::model::{MassId, Model, ModelError, unit};
use crate::network::MassNetwork;
use crate::vector::{Vector, difference, dot, scaled};
use std::sync::Arc;
use urto::energy::Books;
use urto::math::TAU;
use urto::object::{Coast, ModeLevel, Object, Point, Points, Position, Response, Sounding};
use urto::param::{ParamId, Value};

/// A mass, seen along a direction.
#[derive(Clone, Debug, PartialEq)]
pub struct MassPoint {
    /// What the point is called.
    pub name: String,
    /// The mass.
    pub mass: MassId,
    /// The way it is pushed and seen, of any length but none.
    pub along: [f64; 3],
}

/// A point as it is kept: the masses that share it.
#[derive(Clone, Debug)]
struct Spot {
    name: String,
    shares: [Share; 2],
    along: Vector,
    slow: Slow,
}

/// What is too slow to be heard is taken away twice, each time by a running mean.
#[derive(Clone, Copy, Debug, Default)]
struct Slow {
    means: [f64; 2],
    left: f64,
}

/// Below this nothing is heard of a body that hangs on threads \[Hz\]: beneath the lowest note of an
/// organ, and far above the threads.
const HEARD_FROM: f64 = 15.0;
/// All speeds below this are rest \[m/s\]: 50 dB below what could be heard at the body itself, and
/// above the rounding of places that are a metre apart.
const STILL: f64 = 1e-10;
/// How long that must last \[s\]: a period of the lowest tone.
const STILL_FOR: f64 = 0.05;
/// Steps after which is looked whether it moves, or is to be tuned.
const LOOKED_AFTER: u32 = 16;
/// How far its tuning goes at a time: an octave in some 40 ms.
const GLIDES: f64 = 0.005;

/// A network of masses and links as an [`Object`].
///
/// ```
/// use urto::object::{Object, Point};
/// use urto_mi::{Mass, MassBody, MassPoint, Model, Spring};
/// let mut model = Model::new(48_000.0)?;
/// let wall = model.add(Mass::at([0.0; 3]).fixed())?;
/// let ball = model.add(Mass::at([0.1, 0.0, 0.0]))?;
/// model.join([wall, ball], Spring::default())?;
/// let along = [1.0, 0.0, 0.0];
/// let point = MassPoint { name: "ball".to_owned(), mass: ball, along };
/// let mut body = MassBody::new(&model, &[point])?;
/// body.begin();
/// body.push(Point(0), 1.0);
/// body.end();
/// assert!(body.displacement(Point(0)) > 0.0);
/// # Ok::<(), urto_mi::ModelError>(())
/// ```
pub struct MassBody {
    network: MassNetwork,
    start: MassNetwork,
    spots: Vec<Spot>,
    /// The line along which points can be moved.
    line: Option<Arc<Line>>,
    /// Whether it hangs on threads, whose swings are not heard.
    hangs: bool,
    /// What it holds at rest \[J\], if it was built to wait there; else 0.
    rest: f64,
    /// Lost because it was tuned or came to rest \[J\].
    lost: f64,
    /// Factors on pitch and decay times: now, and where they go.
    tuned: Tuned,
    goal: Tuned,
    /// The highest factor on the pitch that its steps carry.
    highest: f64,
    steps: u32,
    /// Steps for which it has been still, and whether it sleeps.
    still: u32,
    asleep: bool,
    revision: u32,
    step: f64,
    notes: Vec<String>,
}

/// Factors on all frequencies and decay times.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Tuned {
    pub tuning: f64,
    pub ringing: f64,
}

impl Tuned {
    const NOT: Self = Self {
        tuning: 1.0,
        ringing: 1.0,
    };
}

impl MassBody {
    /// Builds a network with points to touch.
    pub fn new(model: &Model, points: &[MassPoint]) -> Result<Self, ModelError> {
        let mut spots = Vec::with_capacity(points.len());
        for point in points {
            model.known(point.mass)?;
            let none = || ModelError::NoDirection(point.name.clone());
            spots.push(Spot {
                name: point.name.clone(),
                shares: [(point.mass, 1.0), (point.mass, 0.0)],
                along: unit(point.along).ok_or_else(none)?,
                slow: Slow::default(),
            });
        }
        Self::built(model, spots)
    }

    /// Builds a network that is touched at positions from 0 to 1 along a line. What `hangs` is heard
    /// without the swings of its threads.
    pub(crate) fn along(
        model: &Model,
        line: Arc<Line>,
        points: &[(String, f64)],
        hangs: bool,
    ) -> Result<Self, ModelError> {
        let spots = points.iter().map(|(name, position)| Spot {
            name: name.clone(),
            shares: line.at(*position),
            along: line.along(),
            slow: Slow::default(),
        });
        let mut own = Self::built(model, spots.collect())?;
        own.line = Some(line);
        own.hangs = hangs;
        own.rest = own.network.energy();
        own.asleep = true;
        Ok(own)
    }

    fn built(model: &Model, spots: Vec<Spot>) -> Result<Self, ModelError> {
        let network = MassNetwork::new(model)?;
        Ok(Self {
            start: network.clone(),
            rest: 0.0,
            network,
            spots,
            line: None,
            hangs: false,
            lost: 0.0,
            tuned: Tuned::NOT,
            goal: Tuned::NOT,
            highest: 1.0,
            steps: 0,
            still: 0,
            asleep: false,
            revision: 0,
            step: model.step(),
            notes: Vec::new(),
        })
    }

    /// The network itself.
    pub fn network(&self) -> &MassNetwork {
        &self.network
    }

    /// The same, to be tuned no higher than this.
    pub(crate) fn up_to(self, highest: f64) -> Self {
        Self { highest, ..self }
    }

    /// The same, with something to say about how it was built.
    pub(crate) fn noted(mut self, note: Option<String>) -> Self {
        self.notes.extend(note);
        self
    }

    /// Lets it go to other factors on pitch and decay times: at once if it is at rest.
    pub(crate) fn tune(&mut self, to: Tuned) {
        let tuning = to.tuning.min(self.highest);
        self.goal = Tuned { tuning, ..to };
        if self.asleep {
            self.temper(self.goal);
        }
    }

    fn temper(&mut self, to: Tuned) {
        if to == self.tuned {
            return;
        }
        let ratio = to.tuning / self.tuned.tuning;
        let (stiffer, braked) = (ratio * ratio, self.tuned.ringing / to.ringing);
        self.lost += self.network.temper(stiffer, braked, self.rest);
        self.start.temper(stiffer, braked, self.rest);
        self.rest *= stiffer;
        self.tuned = to;
    }

    /// One step of the way to where it is to be tuned.
    fn glide(&mut self) {
        let (now, goal) = (self.tuned, self.goal);
        let near = goal
            .tuning
            .clamp((1.0 - GLIDES) * now.tuning, (1.0 + GLIDES) * now.tuning);
        self.temper(Tuned {
            tuning: near,
            ringing: goal.ringing,
        });
    }

    /// Looks whether it came to rest.
    fn look(&mut self) {
        if self.network.fastest() >= STILL {
            self.still = 0;
            return;
        }
        self.still += LOOKED_AFTER;
        if f64::from(self.still) * self.step >= STILL_FOR {
            self.lost += self.network.calm();
            self.asleep = true;
        }
    }

    /// The sum over the masses of a point of what each has along it.
    fn seen(&self, point: Point, of: impl Fn(MassId) -> Vector) -> f64 {
        let spot = &self.spots[point.index()];
        let [(a, first), (b, second)] = spot.shares;
        let own = first * dot(of(a), spot.along);
        // Most points lie at one mass.
        if second == 0.0 {
            return own;
        }
        own + second * dot(of(b), spot.along)
    }
}

impl Object for MassBody {
    fn begin(&mut self) {
        if self.steps.is_multiple_of(LOOKED_AFTER) && self.goal != self.tuned {
            self.glide();
        }
        self.network.begin();
    }
    fn coast(&self, point: Point) -> Coast {
        Coast {
            gained: self.seen(point, |mass| self.network.free_way(mass).gained),
            before: self.seen(point, |mass| self.network.free_way(mass).before),
            after: self.seen(point, |mass| self.network.free_way(mass).after),
        }
    }
    fn response(&self, at: Point, from: Point) -> Response {
        let (seen, pushed) = (&self.spots[at.index()], &self.spots[from.index()]);
        let mut sum = Response::default();
        for (mass, share) in seen.shares {
            for (other, own) in pushed.shares {
                if mass == other && share * own != 0.0 {
                    let per_newton = self.network.response(mass);
                    let along = dot(seen.along, self.network.allowed(mass, pushed.along));
                    let shared = share * own * along;
                    sum.displacement += per_newton.displacement * shared;
                    sum.velocity += per_newton.velocity * shared;
                }
            }
        }
        sum
    }
    fn push(&mut self, point: Point, newtons: f64) {
        let spot = &self.spots[point.index()];
        if newtons != 0.0 {
            // What is leaned on does not sleep, however still: it is to spring back.
            (self.asleep, self.still) = (false, 0);
        }
        for (mass, share) in spot.shares {
            if share != 0.0 {
                self.network.push(mass, scaled(spot.along, share * newtons));
            }
        }
    }
    fn end(&mut self) {
        if self.asleep {
            return;
        }
        self.network.end();
        self.steps = self.steps.wrapping_add(1);
        if self.steps.is_multiple_of(LOOKED_AFTER) && self.line.is_some() {
            self.look();
        }
        if self.hangs {
            let share = TAU * HEARD_FROM * self.step;
            for n in 0..self.spots.len() {
                let mut left = self.velocity(Point(n as u32));
                let slow = &mut self.spots[n].slow;
                for mean in &mut slow.means {
                    *mean += share * (left - *mean);
                    left -= *mean;
                }
                slow.left = left;
            }
        }
    }
    fn energy(&self) -> f64 {
        self.network.energy() - self.rest
    }
    fn books(&self) -> Books {
        Books {
            injected: self.network.fallen() + self.network.driven(),
            dissipated: self.network.dissipated() + self.lost,
        }
    }
    fn displacement(&self, point: Point) -> f64 {
        self.seen(point, |mass| {
            difference(self.network.middle(mass), self.start.middle(mass))
        })
    }
    fn velocity(&self, point: Point) -> f64 {
        self.seen(point, |mass| self.network.velocity(mass))
    }
    fn set(&mut self, _: &ParamId, _: &Value) -> bool {
        false
    }
    fn reset(&mut self) {
        self.temper(self.goal);
        self.network.restore(&self.start);
        self.spots
            .iter_mut()
            .for_each(|spot| spot.slow = Slow::default());
        self.lost = 0.0;
        (self.steps, self.still) = (0, 0);
        // What was built to wait is at rest.
        self.asleep = self.line.is_some();
    }
    fn revision(&self) -> u32 {
        self.revision
    }
    fn is_asleep(&self) -> bool {
        self.asleep
    }
    fn notes(&self) -> &[String] {
        &self.notes
    }
    fn points(&mut self) -> Option<&mut dyn Points> {
        Some(self)
    }
    fn sounding(&self) -> Option<&dyn Sounding> {
        self.hangs.then_some(self)
    }
}

impl Points for MassBody {
    fn find(&self, name: &str) -> Option<Point> {
        let only = name.is_empty() && self.spots.len() == 1;
        let place = self.spots.iter().position(|own| own.name == name || only)?;
        Some(Point(place as u32))
    }
    fn names(&self) -> Vec<&str> {
        self.spots.iter().map(|own| own.name.as_str()).collect()
    }
    fn move_point(&mut self, point: Point, to: Position) -> Option<f64> {
        let (Position::Along(to), Some(line)) = (to, &self.line) else {
            return None;
        };
        let shares = line.at(to);
        let before = self.displacement(point);
        self.spots[point.index()].shares = shares;
        self.revision = self.revision.wrapping_add(1);
        Some(self.displacement(point) - before)
    }
}

impl Sounding for MassBody {
    fn flight(&self) -> f64 {
        0.0
    }
    fn ringing(&self, point: Point) -> f64 {
        if self.asleep {
            return 0.0;
        }
        self.spots[point.index()].slow.left
    }
    fn levels(&self, _: &mut [ModeLevel]) -> usize {
        0
    }
}
