//! Putting a network together: objects, contacts and ears by name. Once it is built nothing can be
//! added, but by a [`Change`](super::Change) that was prepared aside; what plays cannot fail.

use super::island::{Island, IslandLink};
use super::outside::Outside;
use super::parts::SampleParts;
use super::ringing::Run;
use super::slot::{NEVER, Slots};
use super::{
    ContactId, DEEPEST, End, Joint, Motion, Network, NetworkEar, ObjectId, Pressed, Thrown,
};
use super::{island, pair};
use crate::contact::Contact;
use crate::energy::Health;
use crate::error::{BuildError, PartSort};
use crate::object::{Object, Point, begins};
use crate::rate::Rate;
use std::sync::Arc;

/// A network that is being put together.
///
/// Names and numbers of objects, contacts and ears hold in the network that comes of it:
///
/// ```
/// use urto::network::{Motion, NetworkBuilder};
/// use urto::object::{Mass, MassParams};
///
/// let rate = urto::Rate::new(48_000.0)?;
/// let mut parts = NetworkBuilder::new(rate);
/// let ball = parts.add("ball", Box::new(Mass::new(&MassParams::default(), &[], rate)?))?;
/// parts.listen("ball", Motion::Velocity)?;
/// let mut network = parts.build(0);
/// network.step();
/// assert_eq!(network.look(ball).energy(), 0.0);
/// # Ok::<(), urto::BuildError>(())
/// ```
///
/// To a network that plays nothing can be added, but by a [`Change`](super::Change):
///
/// ```compile_fail
/// # use urto::network::NetworkBuilder;
/// # use urto::object::{Mass, MassParams};
/// # let rate = urto::Rate::new(48_000.0)?;
/// let mut network = NetworkBuilder::new(rate).build(0);
/// network.add("late", Box::new(Mass::new(&MassParams::default(), &[], rate)?))?;
/// # Ok::<(), urto::BuildError>(())
/// ```
pub struct NetworkBuilder {
    pub(super) rate: Rate,
    pub(super) names: Vec<String>,
    pub(super) objects: Vec<Box<dyn Object>>,
    joints: Vec<Joint>,
    pub(super) ears: Vec<NetworkEar>,
    pub(super) asides: Vec<NetworkEar>,
    divides: bool,
}

impl NetworkBuilder {
    /// Most contacts of one network: those on one body are solved together, at a cost that
    /// grows with the cube of their number.
    pub const MOST_CONTACTS: usize = 512;

    /// Nothing yet.
    pub fn new(rate: Rate) -> Self {
        Self {
            rate,
            names: Vec::new(),
            objects: Vec::new(),
            joints: Vec::new(),
            ears: Vec::new(),
            asides: Vec::new(),
            divides: false,
        }
    }

    /// Lets blows that last a few samples be stepped in parts of a sample, where all bodies and
    /// laws can: they are then the same at every rate, at some times the cost while they last.
    pub fn divide_short_blows(&mut self) {
        self.divides = true;
    }

    /// The network, ready to be stepped from the bodies' starting places.
    pub fn build(self, seed: u64) -> Network {
        let Self {
            rate,
            names,
            mut objects,
            mut joints,
            mut ears,
            asides,
            divides,
        } = self;
        let parts = match divides {
            true => SampleParts::of(rate, &mut objects, &mut joints),
            false => None,
        };
        let aside = asides.len();
        ears.extend(asides);
        let links: Vec<Option<IslandLink>> =
            joints.iter().map(|joint| Some(joint.link())).collect();
        let is_rigid = |object: usize| objects[object].is_rigid();
        let groups = island::find(&links, is_rigid);
        let end = island::stepped(objects.len(), &groups, &links, is_rigid);
        let mut islands: Vec<Island> = groups
            .into_iter()
            .map(|members| Island::new(members, &links))
            .collect();
        for island in &mut islands {
            island.know(&joints, &objects);
        }
        for (index, object) in objects.iter_mut().enumerate() {
            pair::touch(object.as_mut(), pair::touched(&links, index));
        }
        let begin = (0..objects.len())
            .filter(|object| begins(objects[*object].as_ref()))
            .collect();
        let mut network = Network {
            rate,
            parts,
            run: Run::for_ears(ears.len()),
            names,
            slots: Slots {
                objects: vec![0; objects.len()],
                contacts: vec![0; joints.len()],
            },
            objects,
            joints,
            islands,
            begin,
            end,
            ears,
            asides: aside,
            outside: Outside::new(),
            initial: 0.0,
            given: 0.0,
            lost: 0.0,
            clock: 0,
            health: Health::default(),
            changes: 0,
            lineage: Arc::new(()),
        };
        network.reset(seed);
        network
    }

    /// Adds an object.
    pub fn add(&mut self, name: &str, object: Box<dyn Object>) -> Result<ObjectId, BuildError> {
        if self.names.iter().any(|own| own == name) {
            return Err(BuildError::Duplicate {
                what: "object",
                name: name.to_owned(),
            });
        }
        self.names.push(name.to_owned());
        self.objects.push(object);
        Ok(ObjectId::new(self.objects.len() - 1, 0))
    }

    /// Joins two points, written `object` or `object@point`. The first presses on the second
    /// when it moves in the positive direction.
    pub fn join(
        &mut self,
        name: &str,
        law: Box<dyn Contact>,
        between: [&str; 2],
    ) -> Result<ContactId, BuildError> {
        if self.joints.iter().any(|joint| joint.name == name) {
            return Err(BuildError::Duplicate {
                what: "contact",
                name: name.to_owned(),
            });
        }
        let index = self.joints.len();
        let joint = self.joint(name, law, between);
        let joint = joint.map_err(|error| error.of(PartSort::Contact, index, name))?;
        self.joints.push(joint);
        Ok(ContactId::new(index, 0))
    }

    fn joint(
        &mut self,
        name: &str,
        law: Box<dyn Contact>,
        between: [&str; 2],
    ) -> Result<Joint, BuildError> {
        if self.joints.len() == Self::MOST_CONTACTS {
            return Err(BuildError::TooManyContacts(Self::MOST_CONTACTS));
        }
        let ends = [self.end(between[0])?, self.end(between[1])?];
        if ends.iter().all(|end| self.objects[end.object].is_rigid()) {
            return Err(BuildError::Rigid);
        }
        if ends[0].object == ends[1].object {
            return Err(BuildError::Itself(self.names[ends[0].object].clone()));
        }
        let joint = Joint::new(name.to_owned(), law, ends);
        let overlap = joint.overlap(&self.objects);
        // An object of another crate may start anywhere, and nowhere.
        let means = overlap.is_finite() && overlap <= DEEPEST;
        if joint.law.needs_place() && !means {
            return Err(BuildError::Overlap {
                between: between.map(str::to_owned),
                overlap,
                deepest: DEEPEST,
            });
        }
        Ok(joint)
    }

    /// Listens to a point, written `object` or `object@point`. Returns the ear's number.
    pub fn listen(&mut self, point: &str, motion: Motion) -> Result<usize, BuildError> {
        let ear = self.ear(point, motion, self.ears.len())?;
        self.ears.push(ear);
        Ok(self.ears.len() - 1)
    }

    /// Listens to a point besides, for a channel of its own: not one of the ears that a sound adds
    /// up. Returns its number among such.
    pub fn listen_aside(&mut self, point: &str, motion: Motion) -> Result<usize, BuildError> {
        let ear = self.ear(point, motion, self.asides.len())?;
        self.asides.push(ear);
        Ok(self.asides.len() - 1)
    }

    fn ear(&mut self, point: &str, motion: Motion, index: usize) -> Result<NetworkEar, BuildError> {
        let end = self.end(point);
        Ok(NetworkEar {
            end: end.map_err(|error| error.of(PartSort::Ear, index, point))?,
            motion,
            made: 0,
            value: 0.0,
            velocity: 0.0,
            way: None,
        })
    }

    /// Lets one contact's force be the normal force of another: both are solved in the same step.
    /// What presses must make its own normal force: friction cannot press.
    ///
    /// ```
    /// use urto::contact::{ElastoPlastic, FrictionLaw, HuntCrossley, ImpactLaw};
    /// use urto::network::NetworkBuilder;
    /// use urto::object::{Driven, DrivenParams, Mass, MassParams, Modal, ModalParams};
    ///
    /// let rate = urto::Rate::new(48_000.0)?;
    /// let mut network = NetworkBuilder::new(rate);
    /// let falling = MassParams { velocity: 1.0, ..Default::default() };
    /// let moving = DrivenParams { velocity: 0.2, ..Default::default() };
    /// network.add("tip", Box::new(Mass::new(&falling, &[], rate)?))?;
    /// network.add("stroke", Box::new(Driven::new(&moving, &[], rate)?))?;
    /// network.add("bar", Box::new(Modal::new(&ModalParams::default(), &[], rate)?))?;
    /// let touch = Box::new(HuntCrossley::new(&ImpactLaw::default(), rate)?);
    /// let touch = network.join("touch", touch, ["tip", "bar"])?;
    /// let rub = Box::new(ElastoPlastic::new(&FrictionLaw::default(), rate)?);
    /// let rub = network.join("rub", rub, ["stroke", "bar"])?;
    /// let pressed = network.pressed(rub)?;
    /// network.press_by(pressed, touch)?;
    /// let mut network = network.build(0);
    /// network.step();
    /// assert!(network.contact_state(rub).0 > 0.0);
    /// # Ok::<(), urto::BuildError>(())
    /// ```
    pub fn press_by(&mut self, contact: Pressed, by: ContactId) -> Result<(), BuildError> {
        let slot = contact.contact().slot();
        let name = self.joints[slot].name.clone();
        let wrong = |cause: BuildError| Err(cause.of(PartSort::Contact, slot, &name));
        if contact.contact() == by {
            return wrong(BuildError::PressedByItself);
        }
        let Some(presser) = self.joints.get_mut(by.slot()) else {
            return wrong(BuildError::PressedByNothing);
        };
        if presser.law.pressable().is_some() {
            return wrong(BuildError::PressesNothing(presser.name.clone()));
        }
        presser.presses = true;
        self.joints[slot].pressed_by = Some(by.slot());
        Ok(())
    }

    /// A contact, to be pressed; refused if its law makes its own normal force.
    pub fn pressed(&mut self, contact: ContactId) -> Result<Pressed, BuildError> {
        let slot = contact.slot();
        let joint = &mut self.joints[slot];
        match joint.law.pressable() {
            Some(_) => Ok(Pressed(contact)),
            None => Err(BuildError::NotPressable.of(PartSort::Contact, slot, &joint.name)),
        }
    }

    /// An object, to be thrown at a point of it; refused if it stands where it is.
    pub fn thrown(&mut self, object: ObjectId, point: Point) -> Result<Thrown, BuildError> {
        let slot = object.slot();
        match self.objects[slot].throwable() {
            Some(_) => Ok(Thrown { object, point }),
            None => {
                let name = &self.names[slot];
                Err(BuildError::NotThrowable.of(PartSort::Object, slot, name))
            }
        }
    }

    fn end(&mut self, written: &str) -> Result<End, BuildError> {
        let (name, point) = written.split_once('@').unwrap_or((written, ""));
        let object = self.object(name)?.slot();
        let points = self.objects[object].points();
        let found = match &points {
            Some(points) => points.find(point),
            None => point.is_empty().then_some(Point(0)),
        };
        let found = found.ok_or_else(|| {
            let known = points.map_or(Vec::new(), |points| points.names());
            no_point(name, point, known)
        })?;
        Ok(End {
            object,
            point: found,
        })
    }

    /// The object of this name.
    pub fn object(&self, name: &str) -> Result<ObjectId, BuildError> {
        let names = self.names.iter().map(|own| (own.as_str(), 0));
        find("object", name, names).map(|(slot, made)| ObjectId::new(slot, made))
    }

    /// The contact of this name.
    pub fn contact(&self, name: &str) -> Result<ContactId, BuildError> {
        let names = self.joints.iter().map(|own| (own.name.as_str(), 0));
        find("contact", name, names).map(|(slot, made)| ContactId::new(slot, made))
    }

    /// Finds a point, written `object@point`, to move it later.
    pub fn point(&mut self, written: &str) -> Result<(ObjectId, Point), BuildError> {
        self.end(written)
            .map(|end| (ObjectId::new(end.object, 0), end.point))
    }
}

impl Network {
    /// The object of this name.
    pub fn object(&self, name: &str) -> Result<ObjectId, BuildError> {
        let names = self.names.iter().map(String::as_str);
        let present = names.zip(&self.slots.objects);
        let found = find("object", name, present.map(|(name, made)| (name, *made)))?;
        Ok(ObjectId::new(found.0, found.1))
    }

    /// The contact of this name.
    pub fn contact(&self, name: &str) -> Result<ContactId, BuildError> {
        let names = self.joints.iter().map(|joint| joint.name.as_str());
        let present = names.zip(&self.slots.contacts);
        let found = find("contact", name, present.map(|(name, made)| (name, *made)))?;
        Ok(ContactId::new(found.0, found.1))
    }
}

/// The slot of a name, and the change in which it was made.
pub(super) fn find<'a>(
    what: &str,
    name: &str,
    all: impl Iterator<Item = (&'a str, u32)> + Clone,
) -> Result<(usize, u32), BuildError> {
    let present = all.enumerate().filter(|(_, (_, made))| *made != NEVER);
    let found = present.clone().find(|(_, (own, _))| *own == name);
    match found {
        Some((slot, (_, made))) => Ok((slot, made)),
        None => {
            let known = present.map(|(_, (own, _))| own);
            Err(BuildError::missing(what, name, known))
        }
    }
}

/// Why an object with these points has none of this name.
pub(super) fn no_point(object: &str, point: &str, known: Vec<&str>) -> BuildError {
    if known.is_empty() {
        BuildError::SinglePoint {
            object: object.to_owned(),
            point: point.to_owned(),
        }
    } else if point.is_empty() {
        BuildError::SeveralPoints {
            object: object.to_owned(),
            points: known.into_iter().map(str::to_owned).collect(),
        }
    } else {
        BuildError::missing(format!("point of object '{object}' called"), point, known)
    }
}
