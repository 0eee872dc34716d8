//! A thing that falls, hits with one corner or another, turns and falls again; it can ring.
//!
//! Hear:   a ball keeps time; a block or a rod trades height for spin and clatters.
//! Law:    a rigid body in the plane under gravity, height y (down is positive) and angle t.
//!         Corner i lies at y + r_i·sin(t + p_i); a force f there gives it f/m and the torque
//!         r_i·cos(t + p_i)·f. Rounded corners of radius q only shift y. On smooth ground
//!         nothing else acts, so heights and spins are exchanged by the contacts themselves.
//! Step:   exact for forces held during the step and lever arms frozen in it. A corner's motion
//!         is then linear in the forces, and work is exactly force times displacement; arms are
//!         taken anew when the body has turned by a milliradian.
//! Limits: a plane, no ground friction; it rings the same way however it is turned.
//! Refs:   Papetti 2010, 2.2.5, which modulates intervals and speeds by chance instead; Goldsmith
//!         1960, Impact, ch. 2 (eccentric impact of rigid bodies).

mod abilities;

use super::outline::Outline;
use super::two_points::Touched;
use super::{
    Coast, DIVIDED, Divisible, FreeRun, Modal, ModalParams, Object, Point, Points, Response,
    Retunable, Sounding, Throwable,
};
use crate::energy::Books;
use crate::error::{BuildError, within};
use crate::math::{self, GRAVITY};
use crate::param::{ParamId, Value};
use crate::rate::Rate;
use core::any::Any;

/// A corner, in polar coordinates.
#[derive(Clone, Copy)]
struct Corner {
    radius: f64,
    angle: f64,
}

/// Turning by more than this \[rad\] changes the lever arms: a thousandth of a radius is far
/// below what makes two blows differ.
const TURNED: f64 = 1e-3;

/// A falling thing. Its points are its corners; then its centre, where the ring is heard; then
/// its spin, which can be thrown \[rad/s\] and whose place is the angle it starts from \[turns\].
pub struct Tumble {
    step: f64,
    /// A step that is a whole sample, and one that is a part of it \[s\].
    steps: [f64; 2],
    mass: f64,
    /// Square of the radius of gyration \[m²\].
    gyration: f64,
    corners: Vec<Corner>,
    arms: Vec<f64>,
    /// Angle at which the arms were taken \[rad\].
    taken_at: f64,
    ring: Option<Box<dyn Object>>,
    /// What the ring answers between corners, row by row, and for which state of it.
    answers: Vec<Response>,
    answered: u32,
    height: f64,
    velocity: f64,
    angle: f64,
    spin: f64,
    start_angle: f64,
    force: f64,
    torque: f64,
    books: Books,
    revision: u32,
}

impl Tumble {
    /// At rest on the ground, standing as it likes. The first points of `ring` must be one for each
    /// of the shape's corners and one where it is heard, and it must be held in place (no inertia).
    pub fn new(
        shape: &Outline,
        mass: f64,
        ring: Option<Box<dyn Object>>,
        rate: Rate,
    ) -> Result<Self, BuildError> {
        within("the mass of a falling thing [kg]", mass, [1e-6, 1e4])?;
        shape.check()?;
        let (outline, gyration) = shape.outline();
        let corners: Vec<Corner> = outline
            .iter()
            .map(|(along, across)| Corner {
                radius: (along * along + across * across).sqrt(),
                angle: math::atan2(*across, *along),
            })
            .collect();
        let count = corners.len();
        let mut tumble = Self {
            step: rate.step(),
            steps: [rate.step(); 2],
            mass,
            gyration,
            arms: vec![0.0; count],
            corners,
            taken_at: 0.0,
            ring,
            answers: vec![Response::default(); count * count],
            answered: 0,
            height: 0.0,
            velocity: 0.0,
            angle: 0.0,
            spin: 0.0,
            start_angle: 0.0,
            force: 0.0,
            torque: 0.0,
            books: Books::default(),
            revision: 0,
        };
        if let Some(ring) = tumble.bank_mut() {
            // One corner is all that ever touches.
            ring.touch_at(match count {
                1 => Touched::At(Point(0)),
                _ => Touched::Anywhere,
            });
        }
        tumble.reset();
        tumble.ask_ring();
        Ok(tumble)
    }

    /// How many corners can touch.
    pub fn corners(&self) -> usize {
        self.corners.len()
    }

    /// The point where its ring is heard; throwing it there throws the whole.
    pub fn centre(&self) -> Point {
        Point(self.corners.len() as u32)
    }

    /// The point that stands for its turning.
    pub fn turning(&self) -> Point {
        Point(self.corners.len() as u32 + 1)
    }

    fn arm(&self, point: Point) -> f64 {
        self.arms.get(point.index()).copied().unwrap_or(0.0)
    }

    fn depth(&self, corner: &Corner) -> f64 {
        corner.radius * math::sin(self.angle + corner.angle)
    }

    fn take_arms(&mut self) {
        for (arm, corner) in self.arms.iter_mut().zip(&self.corners) {
            *arm = corner.radius * math::cos(self.angle + corner.angle);
        }
        self.taken_at = self.angle;
        self.revision = self.revision.wrapping_add(1);
    }

    /// Takes the ring's answers anew where it has changed.
    fn ask_ring(&mut self) {
        let Some(ring) = &self.ring else { return };
        let count = self.corners.len();
        for at in 0..count {
            for from in 0..count {
                self.answers[at * count + from] =
                    ring.response(Point(at as u32), Point(from as u32));
            }
        }
        self.answered = ring.revision();
        self.revision = self.revision.wrapping_add(1);
    }

    fn ask_changed_ring(&mut self) {
        let changed = |ring: &dyn Object| ring.revision() != self.answered;
        if self.ring.as_deref().is_some_and(changed) {
            self.ask_ring();
        }
    }

    /// The ring as it is felt at a point: the turning has none.
    fn rings(&self, point: Point) -> Option<&dyn Object> {
        let felt = point.index() <= self.corners.len();
        self.ring.as_deref().filter(|_| felt)
    }

    pub(super) fn has_ring(&self) -> bool {
        self.ring.is_some()
    }

    /// What rings.
    pub(super) fn ring(&mut self) -> Option<&mut dyn Object> {
        match &mut self.ring {
            Some(ring) => Some(ring.as_mut()),
            None => None,
        }
    }

    /// The ring, if it is a bank of modes: what it does untouched is known beforehand.
    fn bank(&self) -> Option<&Modal> {
        let ring: &dyn Any = self.ring.as_deref()?;
        ring.downcast_ref()
    }

    fn bank_mut(&mut self) -> Option<&mut Modal> {
        let ring: &mut dyn Any = self.ring.as_deref_mut()?;
        ring.downcast_mut()
    }
}

impl Object for Tumble {
    fn begin(&mut self) {
        self.force = 0.0;
        self.torque = 0.0;
        if let Some(ring) = &mut self.ring {
            ring.begin();
        }
        self.ask_changed_ring();
    }
    fn coast(&self, point: Point) -> Coast {
        let falls = self.step * GRAVITY;
        let before = self.velocity + self.arm(point) * self.spin;
        let mut coast = Coast {
            gained: self.step * (before + 0.5 * falls),
            before,
            after: before + falls,
        };
        if let Some(ring) = self.rings(point) {
            let own = ring.coast(point);
            coast.gained += own.gained;
            coast.before += own.before;
            coast.after += own.after;
        }
        coast
    }
    fn response(&self, at: Point, from: Point) -> Response {
        let levers = self.arm(at) * self.arm(from) / self.gyration;
        let velocity = self.step * (1.0 + levers) / self.mass;
        let count = self.corners.len();
        let own = if at.index() < count && from.index() < count {
            self.answers[at.index() * count + from.index()]
        } else {
            Response::default()
        };
        Response {
            displacement: 0.5 * self.step * velocity + own.displacement,
            velocity: velocity + own.velocity,
        }
    }
    fn push(&mut self, point: Point, newtons: f64) {
        self.force += newtons;
        self.torque += self.arm(point) * newtons;
        if point.index() < self.corners.len()
            && let Some(ring) = &mut self.ring
        {
            ring.push(point, newtons);
        }
    }
    fn end(&mut self) {
        let faster = self.step * (self.force / self.mass + GRAVITY);
        let turned = self.step * self.torque / (self.mass * self.gyration);
        let fallen = self.step * (self.velocity + 0.5 * faster);
        self.books.injected += self.mass * GRAVITY * fallen;
        self.height += fallen;
        self.velocity += faster;
        self.angle += self.step * (self.spin + 0.5 * turned);
        self.spin += turned;
        if let Some(ring) = &mut self.ring {
            ring.end();
        }
        if self.corners.len() > 1 && (self.angle - self.taken_at).abs() > TURNED {
            self.take_arms();
        }
    }
    fn energy(&self) -> f64 {
        let moving = self.velocity * self.velocity + self.gyration * self.spin * self.spin;
        0.5 * self.mass * moving + self.ring.as_ref().map_or(0.0, |ring| ring.energy())
    }
    fn books(&self) -> Books {
        let own = self.ring.as_ref().map(|ring| ring.books());
        let own = own.unwrap_or_default();
        Books {
            injected: self.books.injected + own.injected,
            dissipated: self.books.dissipated + own.dissipated,
        }
    }
    fn displacement(&self, point: Point) -> f64 {
        let corner = self.corners.get(point.index());
        let ring = self.rings(point).map_or(0.0, |r| r.displacement(point));
        self.height + corner.map_or(0.0, |corner| self.depth(corner)) + ring
    }
    fn velocity(&self, point: Point) -> f64 {
        let ring = self.rings(point).map_or(0.0, |ring| ring.velocity(point));
        self.velocity + self.arm(point) * self.spin + ring
    }
    /// Takes the numbers of a bank of modes; `inertia` is the mass of the whole.
    fn set(&mut self, id: &ParamId, value: &Value) -> bool {
        if *id == crate::key!(ModalParams, inertia) {
            let Value::Number(mass) = *value else {
                return false;
            };
            if !(mass.is_finite() && mass > 0.0) {
                return false;
            }
            // A change of mass keeps the energy, as a retuned mode does.
            let slower = (self.mass / mass).sqrt();
            self.velocity *= slower;
            self.spin *= slower;
            self.mass = mass;
            self.revision = self.revision.wrapping_add(1);
            return true;
        }
        let taken = self.ring.as_mut().is_some_and(|ring| ring.set(id, value));
        self.ask_changed_ring();
        taken
    }
    /// Standing on its lowest corner, at the angle where it starts.
    fn reset(&mut self) {
        self.angle = self.start_angle;
        self.velocity = 0.0;
        self.spin = 0.0;
        let lowest = self.corners.iter().map(|corner| self.depth(corner));
        self.height = -lowest.fold(f64::NEG_INFINITY, f64::max);
        self.books = Books::default();
        if let Some(ring) = &mut self.ring {
            ring.reset();
        }
        self.take_arms();
    }
    fn revision(&self) -> u32 {
        self.revision
    }
    fn notes(&self) -> &[String] {
        self.ring.as_ref().map_or(&[], |ring| ring.notes())
    }
    fn points(&mut self) -> Option<&mut dyn Points> {
        Some(self)
    }
    fn throwable(&mut self) -> Option<&mut dyn Throwable> {
        Some(self)
    }
    fn retunable(&mut self) -> Option<&mut dyn Retunable> {
        Some(self)
    }
    fn free_run(&mut self) -> Option<&mut dyn FreeRun> {
        let known = self.ring.is_none() || self.bank().is_some();
        known.then_some(self as _)
    }
    fn divisible(&mut self) -> Option<&mut dyn Divisible> {
        let whole = match &mut self.ring {
            Some(ring) => ring.divisible().is_some(),
            None => true,
        };
        whole.then_some(self as _)
    }
    fn sounding(&self) -> Option<&dyn Sounding> {
        Some(self)
    }
}

impl Divisible for Tumble {
    fn prepare_parts(&mut self, parts: u32) {
        self.steps[1] = self.steps[0] / f64::from(parts.max(1));
        if let Some(ring) = self.ring.as_mut().and_then(|ring| ring.divisible()) {
            ring.prepare_parts(parts);
        }
    }
    fn divide(&mut self, divided: bool) {
        self.step = self.steps[usize::from(divided)];
        if let Some(ring) = self.ring.as_mut().and_then(|ring| ring.divisible()) {
            ring.divide(divided);
        }
        self.revision ^= DIVIDED;
        self.ask_changed_ring();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::object::{Forecast, Outlook};
    use crate::rng::Rng;

    /// Energy changes by force times displacement and by gravity's work, whatever pushes.
    #[test]
    fn work_is_force_times_displacement() {
        let rate = Rate::new(48_000.0).unwrap();
        let shape = Outline {
            size: 0.05,
            sphericity: 0.2,
            corners: 5,
            elongation: 2.0,
        };
        let mut thing = Tumble::new(&shape, 0.1, None, rate).unwrap();
        thing.throw(thing.turning(), 9.0);
        let mut rng = Rng::new(3);
        let (mut worked, start) = (0.0, thing.energy() - thing.books().injected);
        for _ in 0..20_000 {
            let corner = Point(rng.below(5) as u32);
            let newtons = 3.0 * rng.signed();
            thing.begin();
            let free = thing.coast(corner).gained;
            let moved = free + thing.response(corner, corner).displacement * newtons;
            thing.push(corner, newtons);
            thing.end();
            worked += newtons * moved;
        }
        let error = thing.energy() - thing.books().injected - start - worked;
        assert!(error.abs() < 1e-10 * worked.abs().max(1.0), "{error:e}");
    }

    /// Flown all at once it is where steps lead it, within its reach, and heard alike.
    #[test]
    fn a_flight_at_once_is_a_flight_in_steps() {
        let rate = Rate::new(48_000.0).unwrap();
        let shape = Outline {
            size: 0.05,
            sphericity: 0.2,
            corners: 4,
            elongation: 2.0,
        };
        for (up, spin) in [(-2.0, 9.0), (1.0, -40.0)] {
            let [mut one, mut other] =
                [0, 1].map(|_| Tumble::new(&shape, 0.1, None, rate).unwrap());
            for thing in [&mut one, &mut other] {
                thing.throw(thing.centre(), up);
                thing.throw(thing.turning(), spin);
            }
            let reach = [0, 1, 2, 3].map(|corner| one.reach(Point(corner), 700).unwrap());
            let mut foreseen = vec![0.0; 704];
            let out = Outlook::Exact(&mut foreseen);
            one.foresee(Point(2), Forecast::Velocity, 0..11, out);
            for foreseen in &foreseen[..700] {
                other.begin();
                other.end();
                for (corner, [low, high]) in reach.iter().enumerate() {
                    let at = other.displacement(Point(corner as u32));
                    assert!(*low <= at && at <= *high, "{low} {at} {high}");
                }
                // Arms are taken anew every so often, so steps lag behind by up to 1e-3 of them.
                let velocity = other.velocity(Point(2));
                assert!((velocity - foreseen).abs() < 3e-3 * spin.abs() * shape.size);
            }
            one.advance(700);
            let near = |a: f64, b: f64| (a - b).abs() < 1e-12 * b.abs().max(1.0);
            assert!(near(one.height, other.height) && near(one.velocity, other.velocity));
            assert!(near(one.angle, other.angle) && near(one.energy(), other.energy()));
            assert!(near(one.books().injected, other.books().injected));
        }
    }

    /// Struck across, a rod's end gives way like a quarter of its mass.
    #[test]
    fn a_rods_end_is_a_quarter_of_its_mass() {
        let rate = Rate::new(48_000.0).unwrap();
        let rod = Outline {
            size: 0.2,
            sphericity: 0.0,
            corners: 2,
            elongation: 20.0,
        };
        let thing = Tumble::new(&rod, 0.02, None, rate).unwrap();
        let felt = thing.response(Point(0), Point(0)).velocity;
        assert!((felt * 0.02 / rate.step() - 4.0).abs() < 1e-9);
    }
}
