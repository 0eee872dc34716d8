//! What a network is made of, without the parts: so that a change can be prepared elsewhere while
//! it plays.

use super::build::{find, no_point};
use super::island::{self, IslandLink};
use super::slot::NEVER;
use super::{End, Motion, Network};
use crate::error::BuildError;
use crate::object::{Modal, Object, Point, begins};
use crate::rate::Rate;
use core::any::Any;
use std::sync::Arc;

/// Names and places of a network's parts, as they are after a number of changes. Had from
/// [`Network::layout`] at first and from each [`Change`](super::Change) after it.
#[derive(Clone)]
pub struct Layout {
    pub(super) rate: Rate,
    pub(super) lineage: Arc<()>,
    pub(super) changes: u32,
    pub(super) objects: Vec<Option<ObjectSeat>>,
    pub(super) contacts: Vec<Option<ContactSeat>>,
    pub(super) islands: Vec<Vec<usize>>,
    pub(super) ears: Vec<Option<EarSeat>>,
    pub(super) asides: Vec<Option<EarSeat>>,
}

/// What is known of an object.
#[derive(Clone)]
pub(super) struct ObjectSeat {
    /// The change in which it came.
    pub made: u32,
    pub name: String,
    pub rigid: bool,
    pub begins: bool,
    pub modal: bool,
    pub throwable: bool,
    points: Vec<(String, Point)>,
    /// The point that is meant when none is named.
    only: Option<Point>,
}

/// What is known of a contact.
#[derive(Clone)]
pub(super) struct ContactSeat {
    pub made: u32,
    pub name: String,
    pub link: IslandLink,
    pub pressable: bool,
}

/// What is known of an ear.
#[derive(Clone, Copy)]
pub(super) struct EarSeat {
    pub made: u32,
    pub end: End,
    pub motion: Motion,
}

impl ObjectSeat {
    pub fn of(name: &str, made: u32, object: &mut dyn Object) -> Self {
        let (mut points, mut only) = (Vec::new(), Some(Point(0)));
        if let Some(own) = object.points() {
            let named = own.names().into_iter();
            let found = named.filter_map(|name| Some((name.to_owned(), own.find(name)?)));
            points = found.collect();
            only = own.find("");
        }
        Self {
            made,
            name: name.to_owned(),
            rigid: object.is_rigid(),
            begins: begins(object),
            modal: (object as &dyn Any).is::<Modal>(),
            throwable: object.throwable().is_some(),
            points,
            only,
        }
    }

    fn point(&self, name: &str) -> Result<Point, BuildError> {
        let named = self.points.iter().find(|(own, _)| own == name);
        let only = self.only.filter(|_| name.is_empty());
        named.map(|(_, point)| *point).or(only).ok_or_else(|| {
            let known = self.points.iter().map(|(own, _)| own.as_str());
            no_point(&self.name, name, known.collect())
        })
    }
}

impl Layout {
    /// The rate at which the network is stepped, for which new parts are built.
    pub fn rate(&self) -> Rate {
        self.rate
    }

    /// The slot of an object, and in which change it came.
    pub(super) fn object(&self, name: &str) -> Result<(usize, u32), BuildError> {
        let gone = ("", NEVER);
        let seats = self.objects.iter().map(Option::as_ref);
        let named = seats.map(|seat| seat.map_or(gone, |seat| (seat.name.as_str(), seat.made)));
        find("object", name, named)
    }

    /// The slot of a contact, and in which change it came.
    pub(super) fn contact(&self, name: &str) -> Result<(usize, u32), BuildError> {
        let gone = ("", NEVER);
        let seats = self.contacts.iter().map(Option::as_ref);
        let named = seats.map(|seat| seat.map_or(gone, |seat| (seat.name.as_str(), seat.made)));
        find("contact", name, named)
    }

    /// A point, written `object` or `object@point`.
    pub(super) fn end(&self, written: &str) -> Result<End, BuildError> {
        let (name, point) = written.split_once('@').unwrap_or((written, ""));
        let (object, _) = self.object(name)?;
        let seat = self.objects[object].as_ref();
        let point = seat.map_or(Ok(Point(0)), |seat| seat.point(point))?;
        Ok(End { object, point })
    }

    /// Whether nothing moves an object; what is not there does not move.
    pub(super) fn is_rigid(&self, object: usize) -> bool {
        self.objects[object].as_ref().is_none_or(|seat| seat.rigid)
    }

    pub(super) fn links(&self) -> Vec<Option<IslandLink>> {
        let seats = self.contacts.iter();
        seats
            .map(|seat| seat.as_ref().map(|seat| seat.link))
            .collect()
    }

    /// The contacts that are solved together.
    pub(super) fn find_islands(&mut self) {
        self.islands = island::find(&self.links(), |object| self.is_rigid(object));
    }

    /// Ears and those that listen aside, in the network's order.
    pub(super) fn all_ears(&self) -> impl Iterator<Item = Option<EarSeat>> {
        self.ears.iter().chain(&self.asides).copied()
    }
}

impl Network {
    /// What it is made of, to prepare a change from it. This allocates: ask before it plays, and the
    /// [`Change`](super::Change)s afterwards.
    pub fn layout(&mut self) -> Layout {
        let mut objects = Vec::new();
        let bodies = self.objects.iter_mut().zip(&self.slots.objects);
        for ((body, made), name) in bodies.zip(&self.names) {
            let seat = || ObjectSeat::of(name, *made, body.as_mut());
            objects.push((*made != NEVER).then(seat));
        }
        let mut contacts = Vec::new();
        for (joint, made) in self.joints.iter_mut().zip(&self.slots.contacts) {
            let seat = || ContactSeat {
                made: *made,
                name: joint.name.clone(),
                link: joint.link(),
                pressable: joint.law.pressable().is_some(),
            };
            contacts.push((*made != NEVER).then(seat));
        }
        let ears = self.ears.iter().map(|ear| {
            let seat = EarSeat {
                made: ear.made,
                end: ear.end,
                motion: ear.motion,
            };
            (ear.made != NEVER).then_some(seat)
        });
        let mut ears: Vec<_> = ears.collect();
        let asides = ears.split_off(self.ears());
        let mut layout = Layout {
            rate: self.rate,
            lineage: self.lineage.clone(),
            changes: self.changes,
            objects,
            contacts,
            islands: Vec::new(),
            ears,
            asides,
        };
        layout.find_islands();
        layout
    }
}
