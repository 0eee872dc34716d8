//! Parts that come to a network and leave it while it plays: prepared aside, then swapped in.

use super::island::IslandLink;
use super::layout::{ContactSeat, EarSeat, Layout, ObjectSeat};
use super::{ContactId, End, Motion, NetworkBuilder, ObjectId, Pressed, Thrown};
use crate::contact::Contact;
use crate::error::{BuildError, PartSort};
use crate::object::{Object, Point};

/// A change of a network that is being put together, away from where the network plays.
///
/// ```
/// use urto::contact::{HuntCrossley, ImpactLaw};
/// use urto::network::{Motion, NetworkBuilder};
/// use urto::object::{Mass, MassParams, Modal, ModalParams};
///
/// let rate = urto::Rate::new(48_000.0)?;
/// let mut network = NetworkBuilder::new(rate);
/// network.add("bar", Box::new(Modal::new(&ModalParams::default(), &[], rate)?))?;
/// network.listen("bar", Motion::Velocity)?;
/// let mut network = network.build(0);
///
/// // Anywhere, while the network plays:
/// let mut change = network.layout().change();
/// let flying = MassParams { velocity: 1.0, ..Default::default() };
/// change.add("hammer", Box::new(Mass::new(&flying, &[], rate)?))?;
/// change.join("hit", Box::new(HuntCrossley::new(&ImpactLaw::default(), rate)?), ["hammer", "bar"])?;
/// let mut change = change.prepare(1);
/// // Where it plays, without allocation:
/// let carried = network.swap(&mut change).expect("it was prepared for this network");
/// assert_eq!(carried.brought, 0.005);
/// network.step();
/// assert!(network.heard(0) > 0.0);
///
/// // The hammer is taken away again, and its contact with it.
/// let mut change = change.layout().change();
/// change.take_object("hammer")?;
/// let mut change = change.prepare(2);
/// network.swap(&mut change);
/// assert_eq!(change.into_objects()[0].0, "hammer");
/// assert!(network.contact("hit").is_err());
/// assert!(network.ledger().error().abs() < 1e-15);
/// # Ok::<(), urto::BuildError>(())
/// ```
pub struct ChangeBuilder {
    pub(super) before: Layout,
    pub(super) after: Layout,
    /// What is new, with its slot.
    pub(super) objects: Vec<(usize, Box<dyn Object>)>,
    pub(super) laws: Vec<(usize, Box<dyn Contact>)>,
}

impl Layout {
    /// Begins a change of the network that this describes.
    pub fn change(&self) -> ChangeBuilder {
        let mut after = self.clone();
        after.changes += 1;
        ChangeBuilder {
            before: self.clone(),
            after,
            objects: Vec::new(),
            laws: Vec::new(),
        }
    }
}

/// Puts a seat where there is none, or behind all others; tells where.
fn seat<T>(seats: &mut Vec<Option<T>>, new: T) -> usize {
    let free = seats.iter().position(Option::is_none);
    let slot = free.unwrap_or(seats.len());
    if slot == seats.len() {
        seats.push(None);
    }
    seats[slot] = Some(new);
    slot
}

impl ChangeBuilder {
    /// Adds an object. It comes as it is: in motion, if it moves. Its energy is booked as work from
    /// outside.
    pub fn add(&mut self, name: &str, mut object: Box<dyn Object>) -> Result<ObjectId, BuildError> {
        if self.after.object(name).is_ok() {
            return Err(BuildError::Duplicate {
                what: "object",
                name: name.to_owned(),
            });
        }
        let made = self.after.changes;
        let new = ObjectSeat::of(name, made, object.as_mut());
        let slot = seat(&mut self.after.objects, new);
        self.objects.push((slot, object));
        Ok(ObjectId::new(slot, made))
    }

    /// Joins two points, written `object` or `object@point`; see [`NetworkBuilder::join`]. Where
    /// they lie inside one another when the change is made, they begin to touch there: touching
    /// comes from motion.
    pub fn join(
        &mut self,
        name: &str,
        law: Box<dyn Contact>,
        between: [&str; 2],
    ) -> Result<ContactId, BuildError> {
        if self.after.contact(name).is_ok() {
            return Err(BuildError::Duplicate {
                what: "contact",
                name: name.to_owned(),
            });
        }
        let ends = self.ends(between);
        let index = self.after.contacts.iter().flatten().count();
        let ends = ends.map_err(|error| error.of(PartSort::Contact, index, name))?;
        let mut law = law;
        let made = self.after.changes;
        let new = ContactSeat {
            made,
            name: name.to_owned(),
            link: IslandLink {
                ends,
                pressed_by: None,
            },
            pressable: law.pressable().is_some(),
        };
        let slot = seat(&mut self.after.contacts, new);
        self.laws.push((slot, law));
        Ok(ContactId::new(slot, made))
    }

    fn ends(&self, between: [&str; 2]) -> Result<[End; 2], BuildError> {
        if self.after.contacts.iter().flatten().count() == NetworkBuilder::MOST_CONTACTS {
            return Err(BuildError::TooManyContacts(NetworkBuilder::MOST_CONTACTS));
        }
        let [first, second] = between.map(|written| self.after.end(written));
        let ends = [first?, second?];
        if ends.iter().all(|end| self.after.is_rigid(end.object)) {
            return Err(BuildError::Rigid);
        }
        if ends[0].object == ends[1].object {
            let name = between[0].split('@').next().unwrap_or_default();
            return Err(BuildError::Itself(name.to_owned()));
        }
        Ok(ends)
    }

    /// Listens to a point; see [`NetworkBuilder::listen`]. Returns the ear's number.
    pub fn listen(&mut self, point: &str, motion: Motion) -> Result<usize, BuildError> {
        let new = self.ear(point, motion, self.after.ears.len())?;
        Ok(seat(&mut self.after.ears, new))
    }

    /// Listens to a point besides; see [`NetworkBuilder::listen_aside`]. Returns its number among
    /// such.
    pub fn listen_aside(&mut self, point: &str, motion: Motion) -> Result<usize, BuildError> {
        let new = self.ear(point, motion, self.after.asides.len())?;
        Ok(seat(&mut self.after.asides, new))
    }

    fn ear(&self, point: &str, motion: Motion, index: usize) -> Result<EarSeat, BuildError> {
        let end = self.after.end(point);
        Ok(EarSeat {
            made: self.after.changes,
            end: end.map_err(|error| error.of(PartSort::Ear, index, point))?,
            motion,
        })
    }

    /// Takes an object out, with its contacts and ears. What it holds is carried away, and booked
    /// so. Its ears' numbers stay: they hear nothing until others are given them.
    pub fn take_object(&mut self, name: &str) -> Result<(), BuildError> {
        let (slot, _) = self.after.object(name)?;
        self.after.objects[slot] = None;
        self.objects.retain(|(own, _)| *own != slot);
        for contact in 0..self.after.contacts.len() {
            let touches = |seat: &ContactSeat| seat.link.ends.iter().any(|end| end.object == slot);
            if self.after.contacts[contact].as_ref().is_some_and(touches) {
                self.leave(contact);
            }
        }
        let ears = self.after.ears.iter_mut().chain(&mut self.after.asides);
        for ear in ears.filter(|ear| ear.is_some_and(|ear| ear.end.object == slot)) {
            *ear = None;
        }
        Ok(())
    }

    /// Takes a contact out. Friction that it pressed is no longer pressed.
    pub fn take_contact(&mut self, name: &str) -> Result<(), BuildError> {
        let (slot, _) = self.after.contact(name)?;
        self.leave(slot);
        Ok(())
    }

    fn leave(&mut self, slot: usize) {
        self.after.contacts[slot] = None;
        self.laws.retain(|(own, _)| *own != slot);
        for seat in self.after.contacts.iter_mut().flatten() {
            seat.link.pressed_by = seat.link.pressed_by.filter(|by| *by != slot);
        }
    }

    /// Stops listening with an ear, by its number; the others keep theirs.
    pub fn take_ear(&mut self, ear: usize) -> Result<(), BuildError> {
        let taken = self.after.ears.get_mut(ear).and_then(Option::take);
        let gone = || BuildError::TakenOut.of(PartSort::Ear, ear, "");
        taken.map(|_| ()).ok_or_else(gone)
    }

    /// Lets one contact's force be the normal force of another; see [`NetworkBuilder::press_by`].
    pub fn press_by(&mut self, contact: Pressed, by: ContactId) -> Result<(), BuildError> {
        let contact = contact.contact();
        let presser = self.there(by).map(|seat| (seat.pressable, &seat.name));
        let cause = match presser {
            _ if contact == by => Some(BuildError::PressedByItself),
            None => Some(BuildError::PressedByNothing),
            Some((true, name)) => Some(BuildError::PressesNothing(name.clone())),
            Some(_) => None,
        };
        let slot = contact.slot();
        let name = self.there(contact).map(|seat| seat.name.clone());
        let name = name.ok_or_else(|| BuildError::TakenOut.of(PartSort::Contact, slot, ""))?;
        if let Some(cause) = cause {
            return Err(cause.of(PartSort::Contact, slot, &name));
        }
        if let Some(seat) = &mut self.after.contacts[slot] {
            seat.link.pressed_by = Some(by.slot());
        }
        Ok(())
    }

    /// A contact, to be pressed; see [`NetworkBuilder::pressed`].
    pub fn pressed(&self, contact: ContactId) -> Result<Pressed, BuildError> {
        match self.there(contact) {
            Some(seat) if seat.pressable => Ok(Pressed(contact)),
            Some(seat) => {
                let cause = BuildError::NotPressable;
                Err(cause.of(PartSort::Contact, contact.slot(), &seat.name))
            }
            None => Err(BuildError::TakenOut.of(PartSort::Contact, contact.slot(), "")),
        }
    }

    /// An object, to be thrown at a point of it; see [`NetworkBuilder::thrown`].
    pub fn thrown(&self, object: ObjectId, point: Point) -> Result<Thrown, BuildError> {
        let seat = self
            .after
            .objects
            .get(object.slot())
            .and_then(Option::as_ref);
        match seat.filter(|seat| seat.made == object.made()) {
            Some(seat) if seat.throwable => Ok(Thrown { object, point }),
            Some(seat) => {
                let cause = BuildError::NotThrowable;
                Err(cause.of(PartSort::Object, object.slot(), &seat.name))
            }
            None => Err(BuildError::TakenOut.of(PartSort::Object, object.slot(), "")),
        }
    }

    fn there(&self, contact: ContactId) -> Option<&ContactSeat> {
        let seat = self.after.contacts.get(contact.slot())?.as_ref()?;
        (seat.made == contact.made()).then_some(seat)
    }

    /// The object of this name, after the change.
    pub fn object(&self, name: &str) -> Result<ObjectId, BuildError> {
        let found = self.after.object(name);
        found.map(|(slot, made)| ObjectId::new(slot, made))
    }

    /// The contact of this name, after the change.
    pub fn contact(&self, name: &str) -> Result<ContactId, BuildError> {
        let found = self.after.contact(name);
        found.map(|(slot, made)| ContactId::new(slot, made))
    }
}
