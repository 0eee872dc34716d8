//! The commonest island, one contact between two bodies, without the general machinery: the
//! same sums in the same order, but for products with the zeros of a response between different
//! bodies.
//!
//! All that is done for speed alone is here: which bodies are banks of modes or plain masses, and
//! which law is one of the commonest, is found out once, when the network is built, so that their
//! steps need no calls through tables; and a bank moves on as far as it can while friction is being
//! solved.

use super::Joint;
use super::island::IslandLink;
use super::outside::Outside;
use crate::contact::{Contact, ElastoPlastic, HuntCrossley, Linear, Meeting};
use crate::object::{Coast, Mass, Modal, Object, Point, Response, Touched};
use crate::rate::Rate;
use core::any::Any;

/// What two bodies answer to the force between them, as long as neither changes.
#[derive(Default)]
pub(super) struct Pair {
    /// The bodies' revisions for which this holds.
    seen: Option<[u32; 2]>,
    first: Response,
    second: Response,
    /// Whether it takes the step of its bodies: those that no other contact touches.
    owns: [bool; 2],
    /// What its bodies and its law are.
    bodies: [BodyType; 2],
    law: LawType,
}

/// What a body is.
#[derive(Clone, Copy, Default)]
pub(super) enum BodyType {
    Modal,
    Mass,
    #[default]
    Other,
}

impl BodyType {
    pub fn of(body: &dyn Any) -> Self {
        match body {
            body if body.is::<Modal>() => BodyType::Modal,
            body if body.is::<Mass>() => BodyType::Mass,
            _ => BodyType::Other,
        }
    }
}

/// What a law is.
#[derive(Clone, Copy, Default)]
pub(super) enum LawType {
    Impact,
    Linear,
    Friction,
    #[default]
    Other,
}

impl LawType {
    pub fn of(law: &dyn Any) -> Self {
        match law {
            law if law.is::<HuntCrossley>() => LawType::Impact,
            law if law.is::<Linear>() => LawType::Linear,
            law if law.is::<ElastoPlastic>() => LawType::Friction,
            _ => LawType::Other,
        }
    }
}

/// Its type was found out when the network was built.
#[inline(always)]
pub(super) fn known<T: Any>(any: &mut dyn Any) -> &mut T {
    any.downcast_mut().unwrap_or_else(|| unreachable!())
}

/// A body, by its type where that is known.
pub(super) enum PairSide<'a> {
    Modal(&'a mut Modal),
    Mass(&'a mut Mass),
    Other(&'a mut dyn Object),
}

impl<'a> PairSide<'a> {
    #[inline(always)]
    pub fn of(body: &'a mut dyn Object, is: BodyType) -> Self {
        match is {
            BodyType::Modal => PairSide::Modal(known(body)),
            BodyType::Mass => PairSide::Mass(known(body)),
            BodyType::Other => PairSide::Other(body),
        }
    }

    /// Free motion of its point.
    #[inline(always)]
    pub fn coast(&self, point: Point) -> Coast {
        match self {
            PairSide::Modal(body) => body.coast(point),
            PairSide::Mass(body) => body.coast(point),
            PairSide::Other(body) => body.coast(point),
        }
    }

    /// Free motion of its point, external force there \[N\], and revision.
    #[inline(always)]
    fn meet(&self, point: Point) -> (Coast, f64, u32) {
        match self {
            PairSide::Modal(body) => (self.coast(point), 0.0, body.revision()),
            PairSide::Mass(body) => (self.coast(point), body.thrust(point), body.revision()),
            PairSide::Other(body) => (self.coast(point), body.thrust(point), body.revision()),
        }
    }

    fn response(&self, point: Point) -> Response {
        match self {
            PairSide::Modal(body) => body.response(point, point),
            PairSide::Mass(body) => body.response(point, point),
            PairSide::Other(body) => body.response(point, point),
        }
    }

    #[inline(always)]
    fn ready(&mut self) {
        if let PairSide::Modal(body) = self {
            body.ready();
        }
    }

    /// Pushes it, and lets it take the step if that is asked for.
    #[inline(always)]
    pub fn push(&mut self, point: Point, newtons: f64, ends: bool) {
        match self {
            PairSide::Modal(body) if ends => body.end_pushed(point, newtons),
            PairSide::Modal(body) => body.push(point, newtons),
            PairSide::Mass(body) => push_and_end(*body, point, newtons, ends),
            PairSide::Other(body) => push_and_end(*body, point, newtons, ends),
        }
    }
}

#[inline(always)]
fn push_and_end<O: Object + ?Sized>(body: &mut O, point: Point, newtons: f64, ends: bool) {
    body.push(point, newtons);
    if ends {
        body.end();
    }
}

/// How two bodies answer to the force between them in the coming step.
struct PairAnswers {
    /// Relative displacement if no force acts, not even the known ones \[m\].
    free: f64,
    /// Displacement of each by one newton \[m/N\].
    displacement: [f64; 2],
    /// Known force on each \[N\].
    thrust: [f64; 2],
}

/// What a law's step came to.
struct Taken {
    /// The law's force, and its known force on top \[N\].
    force: f64,
    bias: f64,
    /// How far the first point moved towards or past the second \[m\].
    moved: f64,
}

/// The whole step of a law; `meeting` comes without the known force of [`Contact::begin`].
#[inline(always)]
fn take<L: Contact + ?Sized>(
    law: &mut L,
    mut meeting: Meeting,
    bodies: &PairAnswers,
    alone: impl FnOnce(&mut L, &Meeting) -> f64,
) -> Taken {
    let bias = law.begin();
    if bias != 0.0 {
        meeting.gained -= meeting.compliance * bias;
        meeting.after -= meeting.mobility * bias;
    }
    let force = if law.acts(meeting.gained) {
        alone(law, &meeting)
    } else {
        0.0
    };
    let [one, two] = bodies.thrust;
    let moved_one = bodies.displacement[0] * ((one - bias) - force);
    let moved_two = bodies.displacement[1] * ((two + bias) + force);
    let moved = bodies.free + (moved_one - moved_two);
    law.commit(force, moved);
    Taken { force, bias, moved }
}

/// The same where nothing is done meanwhile.
#[inline(always)]
fn take_alone<L: Contact + ?Sized>(law: &mut L, meeting: Meeting, bodies: &PairAnswers) -> Taken {
    take(law, meeting, bodies, |law, meeting| law.alone(meeting))
}

impl Pair {
    /// Finds out what the two bodies and the law are.
    pub fn know(&mut self, joint: &Joint, objects: &[Box<dyn Object>]) {
        let bodies = joint.ends.map(|end| objects[end.object].as_ref());
        self.owns = bodies.map(|body| !body.is_rigid());
        self.bodies = bodies.map(|body| BodyType::of(body));
        self.law = LawType::of(joint.law.as_ref());
    }

    /// Works out the force of the only contact, pushes it and moves the contact on.
    ///
    /// The order is one of time: a step is a chain from the bodies' motion over the law to the
    /// bodies' next motion, so that what that chain does not need is asked for before, and done
    /// after it.
    #[inline(never)]
    pub fn solve(
        &mut self,
        joint: &mut Joint,
        objects: &mut [Box<dyn Object>],
        outside: &Outside,
        rate: Rate,
    ) {
        if joint.apart {
            return self.pass(joint, objects, outside);
        }
        let [a, b] = joint.ends;
        let drift = joint.next_offset - joint.offset + joint.slipped;
        let speed = drift * rate.hertz();
        let mut pushed = (0.0, 0.0);
        if !outside.is_empty() {
            let [first, second] = joint.ends.map(|end| outside.moves(end, objects));
            pushed = (first.0 - second.0, first.1 - second.1);
        }
        // A contact joins two different bodies.
        let Ok([first, second]) = objects.get_disjoint_mut([a.object, b.object]) else {
            return;
        };
        let mut first = PairSide::of(first.as_mut(), self.bodies[0]);
        let mut second = PairSide::of(second.as_mut(), self.bodies[1]);
        let (coast_a, thrust_a, revision_a) = first.meet(a.point);
        let (coast_b, thrust_b, revision_b) = second.meet(b.point);
        let seen = Some([revision_a, revision_b]);
        if self.seen != seen {
            self.seen = seen;
            self.first = first.response(a.point);
            self.second = second.response(b.point);
        }
        let (one, two) = (self.first, self.second);
        let further = one.displacement * thrust_a - two.displacement * thrust_b;
        let faster = one.velocity * thrust_a - two.velocity * thrust_b;
        let free = coast_a.gained - coast_b.gained + drift + pushed.0;
        let meeting = Meeting {
            gained: free + further,
            compliance: one.displacement + two.displacement,
            before: coast_a.before - coast_b.before + speed,
            mobility: one.velocity + two.velocity,
            after: coast_a.after - coast_b.after + speed + pushed.1 + faster,
        };
        let bodies = PairAnswers {
            free,
            displacement: [one.displacement, two.displacement],
            thrust: [thrust_a, thrust_b],
        };
        let law = joint.law.as_mut();
        let Taken { force, bias, moved } = match self.law {
            LawType::Impact => take_alone(known::<HuntCrossley>(law), meeting, &bodies),
            LawType::Linear => take_alone(known::<Linear>(law), meeting, &bodies),
            LawType::Friction => take(
                known::<ElastoPlastic>(law),
                meeting,
                &bodies,
                |law, meeting| {
                    law.alone_while(meeting, &mut || {
                        first.ready();
                        second.ready();
                    })
                },
            ),
            LawType::Other => take_alone(law, meeting, &bodies),
        };
        let owns = self.owns.map(|owns| owns && outside.is_empty());
        first.push(a.point, -force - bias, owns[0]);
        second.push(b.point, force + bias, owns[1]);
        joint.force = force;
        joint.displacement = moved;
        joint.injected += (force + bias) * drift;
        joint.offset = joint.next_offset;
        joint.slipped = 0.0;
    }

    /// Lets its bodies take the step without it.
    #[inline(never)]
    pub fn pass(&self, joint: &Joint, objects: &mut [Box<dyn Object>], outside: &Outside) {
        for (end, owns) in joint.ends.iter().zip(self.owns) {
            if owns && outside.is_empty() {
                objects[end.object].end();
            }
        }
    }
}

/// Where contacts touch an object.
pub(super) fn touched(links: &[Option<IslandLink>], object: usize) -> Touched {
    let ends = links.iter().flatten().flat_map(|link| link.ends);
    let points = ends.filter(|end| end.object == object).map(|end| end.point);
    let mut touched = Touched::Anywhere;
    for point in points {
        touched = match touched {
            Touched::Anywhere => Touched::At(point),
            Touched::At(first) if first != point => Touched::Both([first, point]),
            Touched::Both(both) if !both.contains(&point) => return Touched::Anywhere,
            same => same,
        };
    }
    touched
}

/// Tells a bank of modes where it is touched.
pub(super) fn touch(object: &mut dyn Object, touched: Touched) {
    let any: &mut dyn Any = object;
    if let Some(modal) = any.downcast_mut::<Modal>() {
        modal.touch_at(touched);
    }
}
