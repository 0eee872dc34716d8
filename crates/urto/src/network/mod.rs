//! Objects and contacts by name, stepped together.
//!
//! In each step every object tells its free motion; contacts that share a body that can give
//! way (an island) are solved together; forces are pushed; every object takes the step once.
//! The ledger closes to rounding, and nothing here allocates once the network is built.
//!
//! ```
//! use urto::contact::{HuntCrossley, ImpactLaw};
//! use urto::network::{Motion, NetworkBuilder};
//! use urto::object::{Mass, MassParams, Modal, ModalParams};
//!
//! let rate = urto::Rate::new(48_000.0)?;
//! let mut network = NetworkBuilder::new(rate);
//! let hammer = MassParams { velocity: 1.0, position: -1e-4, ..Default::default() };
//! network.add("hammer", Box::new(Mass::new(&hammer, &[], rate)?))?;
//! network.add("bar", Box::new(Modal::new(&ModalParams::default(), &[], rate)?))?;
//! network.join("hit", Box::new(HuntCrossley::new(&ImpactLaw::default(), rate)?), ["hammer", "bar"])?;
//! network.listen("bar", Motion::Velocity)?;
//! let mut network = network.build(0);
//! for _ in 0..1000 {
//!     network.step();
//! }
//! assert!(network.heard(0).abs() > 0.0);
//! assert!(network.ledger().error().abs() < 1e-12);
//! # Ok::<(), urto::BuildError>(())
//! ```

mod air;
mod build;
mod change;
mod gone;
mod island;
mod layout;
mod live;
mod newton;
mod outside;
mod pair;
mod parts;
mod prepare;
mod pressed_pair;
mod pressing;
mod ringing;
mod seen;
mod slot;
mod swap;

use crate::air::AirPath;
use crate::contact::Contact;
use crate::energy::{Health, Ledger};
use crate::object::{ModeLevel, Object, Point};
use crate::rate::Rate;
use gone::Gone;
use island::{Island, IslandLink};
use outside::Outside;
use parts::{SampleParts, ShortBlow};
use ringing::Run;
use slot::{NEVER, Slots};
use std::sync::Arc;

pub use crate::quality::Quality;
pub use build::NetworkBuilder;
pub use change::ChangeBuilder;
pub use layout::Layout;
pub use prepare::Change;
pub use ringing::Samples;
pub use slot::{ContactId, ObjectId};
pub use swap::Carried;

/// What is listened to at a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Motion {
    /// Displacement \[m\].
    Displacement,
    /// Velocity \[m/s\].
    Velocity,
    /// Velocity \[m/s\] as it is heard: without the flight of the whole body, and without what is
    /// too slow to hear.
    Ringing,
    /// Acceleration, the mean over the step \[m/s²\].
    Acceleration,
}

/// A body that can be thrown, at one of its points. Had from [`NetworkBuilder::thrown`], which
/// refuses what cannot be thrown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thrown {
    object: ObjectId,
    point: Point,
}

/// A contact whose surfaces can be pressed together from outside. Had from
/// [`NetworkBuilder::pressed`], which refuses those that make their own normal force.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pressed(ContactId);

impl Pressed {
    /// The contact.
    pub fn contact(self) -> ContactId {
        self.0
    }
}

/// One end of a contact: an object and a point of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct End {
    object: usize,
    point: Point,
}

/// A contact and what the network knows of it.
struct Joint {
    name: String,
    law: Box<dyn Contact>,
    ends: [End; 2],
    /// Offset now, and at the end of the coming step \[m\].
    offset: f64,
    next_offset: f64,
    /// Distance by which a moved point jumped since the last step \[m\].
    slipped: f64,
    /// Contact whose force presses this one, and whether this one presses others.
    pressed_by: Option<usize>,
    presses: bool,
    /// Taken out of reach: it does not act.
    apart: bool,
    /// Work done by whoever moves the offset \[J\].
    injected: f64,
    /// Motion of the offset and of moved points in the coming step \[m\].
    drift: f64,
    /// Free relative motion of the coming step, offset included.
    free: f64,
    before: f64,
    after: f64,
    /// Known force on top of the law's.
    bias: f64,
    /// The law's own force.
    force: f64,
    /// Displacement of the two points by this step, offset included.
    displacement: f64,
    blow: ShortBlow,
}

impl Joint {
    fn new(name: String, law: Box<dyn Contact>, ends: [End; 2]) -> Self {
        Self {
            name,
            law,
            ends,
            offset: 0.0,
            next_offset: 0.0,
            slipped: 0.0,
            pressed_by: None,
            presses: false,
            apart: false,
            injected: 0.0,
            drift: 0.0,
            free: 0.0,
            before: 0.0,
            after: 0.0,
            bias: 0.0,
            force: 0.0,
            displacement: 0.0,
            blow: ShortBlow::default(),
        }
    }

    fn link(&self) -> IslandLink {
        IslandLink {
            ends: self.ends,
            pressed_by: self.pressed_by,
        }
    }

    /// How far the first point now lies beyond the second \[m\].
    fn overlap(&self, objects: &[Box<dyn Object>]) -> f64 {
        let [first, second] = self
            .ends
            .map(|end| objects[end.object].displacement(end.point));
        first - second + self.offset
    }
}

/// A listening point.
struct NetworkEar {
    end: End,
    motion: Motion,
    /// The change in which it came; `NEVER` for one that hears nothing any more.
    made: u32,
    value: f64,
    velocity: f64,
    /// How what it hears comes to it, if it is in the air.
    way: Option<Box<AirPath>>,
}

/// How often open contacts take their place anew from the bodies, and quiet islands are
/// looked for \[steps\].
const LOOK: u32 = crate::object::BLOCK as u32;

/// How far bodies may start inside one another \[m\]. A contact is a dent, small against the bodies
/// it is in; bodies that one hears are centimetres to metres in size, and the softest of them (a
/// cushion, a drum's skin) is not dented further than this.
const DEEPEST: f64 = 0.1;

/// Objects, contacts and listening points, made by a [`NetworkBuilder`].
pub struct Network {
    rate: Rate,
    parts: Option<SampleParts>,
    names: Vec<String>,
    objects: Vec<Box<dyn Object>>,
    joints: Vec<Joint>,
    slots: Slots,
    islands: Vec<Island>,
    /// Objects that have something to do when a step begins, and those that no island ends.
    begin: Vec<usize>,
    end: Vec<usize>,
    /// The last ones listen aside.
    ears: Vec<NetworkEar>,
    asides: usize,
    outside: Outside,
    run: Run,
    initial: f64,
    /// Energy given and lost by restarts \[J\].
    given: f64,
    lost: f64,
    clock: u32,
    health: Health,
    /// How many changes it has taken, and what changes that were prepared for it share.
    changes: u32,
    lineage: Arc<()>,
}

impl Network {
    /// Back to the start, without allocation.
    pub fn reset(&mut self, seed: u64) {
        for object in &mut self.objects {
            object.reset();
        }
        for (index, joint) in self.joints.iter_mut().enumerate() {
            joint.law.reset(seed.wrapping_add(index as u64));
            joint.offset = joint.next_offset;
            joint.slipped = 0.0;
            joint.injected = 0.0;
            joint.force = 0.0;
            joint.displacement = 0.0;
            joint.blow = ShortBlow::default();
            joint.apart = false;
        }
        self.health = Health::default();
        self.press_contacts();
        self.place_contacts(true);
        self.islands.iter_mut().for_each(Island::reset);
        for ear in self.ears.iter_mut().filter(|ear| ear.made != NEVER) {
            ear.velocity = self.objects[ear.end.object].velocity(ear.end.point);
            ear.value = 0.0;
            if let Some(way) = &mut ear.way {
                way.reset();
            }
        }
        self.clock = 0;
        self.outside.reset();
        self.run.drop();
        self.given = 0.0;
        self.lost = 0.0;
        self.initial = self.stored();
    }

    /// Open contacts take their place from the bodies, so that rounding does not add up.
    fn place_contacts(&mut self, at_start: bool) {
        for joint in &mut self.joints {
            if !joint.law.needs_place() || (!at_start && joint.law.state() > 0.0) {
                continue;
            }
            let overlap = joint.overlap(&self.objects);
            // Later on, touching must come from motion, or energy would appear from nowhere.
            let deepest = if at_start { DEEPEST } else { 0.0 };
            self.health.clamped += u64::from(at_start && overlap > deepest);
            joint.law.place(overlap.min(deepest));
        }
    }

    /// One step of everything.
    pub fn step(&mut self) {
        self.interrupt();
        self.press_contacts();
        match self.divided() {
            Some(parts) => self.move_in_parts(parts),
            None => self.move_on(self.rate),
        }
        self.listen();
        self.clock += 1;
        if self.clock >= LOOK {
            self.clock = 0;
            self.take_stock();
        }
    }

    /// Moves everything on by a step of this rate.
    fn move_on(&mut self, rate: Rate) {
        for object in &self.begin {
            self.objects[*object].begin();
        }
        for island in &mut self.islands {
            island.take_pressure(&mut self.joints);
            island.solve(
                &mut self.joints,
                &mut self.objects,
                &self.outside,
                rate,
                &mut self.health,
            );
        }
        if self.outside.is_empty() {
            for object in &self.end {
                self.objects[*object].end();
            }
        } else {
            self.outside.act(&mut self.objects);
            self.objects.iter_mut().for_each(|object| object.end());
            self.outside.book(&self.objects);
        }
    }

    /// Every ear hears where its point has come to.
    fn listen(&mut self) {
        for ear in self.ears.iter_mut().filter(|ear| ear.made != NEVER) {
            let object = &self.objects[ear.end.object];
            if ear.motion == Motion::Ringing {
                ear.value = object.ringing(ear.end.point);
                if let Some(way) = &mut ear.way {
                    ear.value = way.pass(ear.value);
                }
                continue;
            }
            let velocity = object.velocity(ear.end.point);
            ear.value = match ear.motion {
                Motion::Displacement => object.displacement(ear.end.point),
                Motion::Velocity | Motion::Ringing => velocity,
                Motion::Acceleration => (velocity - ear.velocity) * self.rate.hertz(),
            };
            ear.velocity = velocity;
            if let Some(way) = &mut ear.way {
                ear.value = way.pass(ear.value);
            }
        }
    }

    /// Contacts that others press are pressed as those were last: whatever a live change made of
    /// it, they have no normal force of their own.
    fn press_contacts(&mut self) {
        for joint in 0..self.joints.len() {
            if let Some(by) = self.joints[joint].pressed_by {
                let newtons = self.joints[by].pressure();
                self.joints[joint].press(newtons, false);
            }
        }
    }

    /// Places open contacts anew, and lets quiet islands sleep.
    fn take_stock(&mut self) {
        self.place_contacts(false);
        for island in &mut self.islands {
            island.sleep_if_quiet(&self.joints, &self.objects);
        }
    }

    /// What an ear hears now.
    pub fn heard(&self, ear: usize) -> f64 {
        self.ears[ear].value
    }

    /// How many ears there are.
    pub fn ears(&self) -> usize {
        self.ears.len() - self.asides
    }

    /// What is heard now at a point that is listened to aside
    /// ([`NetworkBuilder::listen_aside`](NetworkBuilder::listen_aside)).
    pub fn heard_aside(&self, number: usize) -> f64 {
        self.heard(self.ears() + number)
    }

    /// Whether everything is at rest, so that nothing will sound until something is changed.
    pub fn is_quiet(&self) -> bool {
        self.islands.iter().all(Island::is_asleep)
            && !self.is_on_its_way()
            && self
                .objects
                .iter()
                .all(|object| object.is_asleep() || object.is_rigid())
    }

    /// The law's force in the last step \[N\], and its compression or deflection now \[m\].
    pub fn contact_state(&self, contact: ContactId) -> (f64, f64) {
        let joint = self.slots.contact(contact).map(|slot| &self.joints[slot]);
        joint.map_or((0.0, 0.0), |joint| (joint.force, joint.law.state()))
    }

    /// Mean relative velocity of a contact's points in the last step \[m/s\].
    pub fn contact_velocity(&self, contact: ContactId) -> f64 {
        let joint = self.slots.contact(contact).map(|slot| &self.joints[slot]);
        joint.map_or(0.0, |joint| joint.displacement * self.rate.hertz())
    }

    /// How the modes of all bodies ring, in the bodies' order, as many as there is room for; tells
    /// how many those are.
    pub fn modes(&self, into: &mut [ModeLevel]) -> usize {
        let mut count = 0;
        for object in &self.objects {
            count += object.levels(&mut into[count..]);
        }
        count
    }

    /// Direct sight of an object; of one that rests at 0 where it was taken out.
    pub fn look(&self, object: ObjectId) -> &dyn Object {
        match self.slots.object(object) {
            Some(slot) => self.objects[slot].as_ref(),
            None => &Gone,
        }
    }

    /// Energy now held in bodies and contacts \[J\].
    pub fn stored(&self) -> f64 {
        let bodies: f64 = self.objects.iter().map(|object| object.energy()).sum();
        let contacts: f64 = self.joints.iter().map(|joint| joint.law.stored()).sum();
        bodies + contacts
    }

    /// Energy bookkeeping since the start.
    pub fn ledger(&self) -> Ledger {
        let mut ledger = Ledger {
            initial: self.initial,
            stored: self.stored(),
            injected: self.given + self.outside.given,
            dissipated: self.lost,
        };
        for books in self.objects.iter().map(|object| object.books()) {
            ledger.injected += books.injected;
            ledger.dissipated += books.dissipated;
        }
        for joint in &self.joints {
            let books = joint.law.books();
            ledger.injected += books.injected + joint.injected;
            ledger.dissipated += books.dissipated;
        }
        ledger
    }

    /// What had to be mended so far.
    pub fn health(&self) -> Health {
        let mut health = self.health;
        health.fast |= self.is_fast();
        for joint in &self.joints {
            health += joint.law.health();
        }
        health
    }

    /// What had to be changed to build the bodies, in plain words.
    pub fn notes(&self) -> Vec<String> {
        let mut all = Vec::new();
        for (name, object) in self.names.iter().zip(&self.objects) {
            all.extend(object.notes().iter().map(|note| format!("{name}: {note}")));
        }
        all
    }
}
