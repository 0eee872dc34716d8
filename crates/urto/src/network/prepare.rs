//! The room that a change needs, worked out before it is made.

use super::change::ChangeBuilder;
use super::island::{self, Island};
use super::layout::Layout;
use super::pair;
use super::ringing::Run;
use super::slot::{NEVER, Slots};
use super::{End, Gone, Joint, Motion, NetworkEar};
use crate::object::{Object, Point, Touched};
use std::sync::Arc;

impl ChangeBuilder {
    /// The change, with all room that it needs; `seed` is for the noise of new contacts.
    pub fn prepare(self, seed: u64) -> Change {
        let Self {
            before,
            mut after,
            objects,
            laws,
        } = self;
        after.find_islands();
        let links = after.links();
        let had = before.links();
        let stays = Stays::between(&before, &after);
        let mut bodies: Vec<Box<dyn Object>> = Vec::new();
        bodies.resize_with(after.objects.len(), || Box::new(Gone));
        for (slot, mut object) in objects {
            pair::touch(object.as_mut(), pair::touched(&links, slot));
            bodies[slot] = object;
        }
        let nowhere = End {
            object: 0,
            point: Point(0),
        };
        let nothing = || Joint::new(String::new(), Box::new(Gone), [nowhere; 2]);
        let mut joints: Vec<Joint> = Vec::new();
        joints.resize_with(after.contacts.len(), nothing);
        for (slot, mut law) in laws {
            law.reset(seed.wrapping_add(slot as u64));
            if let Some(seat) = &after.contacts[slot] {
                joints[slot] = Joint::new(seat.name.clone(), law, seat.link.ends);
            }
        }
        let touched = after.objects.iter().enumerate().filter_map(|(slot, seat)| {
            let point = pair::touched(&links, slot);
            let is_new = !stays.objects.get(slot).is_some_and(|stays| *stays);
            let moved = seat.as_ref()?.modal && !is_new && point != pair::touched(&had, slot);
            moved.then_some((slot, point))
        });
        let touched = touched.collect();
        let islands = after.islands.iter();
        let kept_islands: Vec<Option<usize>> = islands
            .map(|members| {
                let same = |contact: &usize| {
                    stays.contacts.get(*contact) == Some(&true) && had[*contact] == links[*contact]
                };
                let old = before.islands.iter().position(|old| old == members)?;
                members.iter().all(same).then_some(old)
            })
            .collect();
        let islands = after.islands.iter().zip(&kept_islands);
        let islands = islands
            .map(|(members, kept)| match kept {
                Some(_) => Island::new(Vec::new(), &links),
                None => Island::new(members.clone(), &links),
            })
            .collect();
        let is_rigid = |object| after.is_rigid(object);
        let present = |slot: &usize| after.objects[*slot].is_some();
        let mut end = island::stepped(after.objects.len(), &after.islands, &links, is_rigid);
        end.retain(present);
        let begins = |slot: &usize| after.objects[*slot].as_ref().is_some_and(|s| s.begins);
        let begin = (0..after.objects.len()).filter(begins).collect();
        let kept_ears = kept_ears(&before, &after);
        let ears: Vec<NetworkEar> = after
            .all_ears()
            .map(|seat| NetworkEar {
                end: seat.map_or(nowhere, |seat| seat.end),
                motion: seat.map_or(Motion::Velocity, |seat| seat.motion),
                made: seat.map_or(NEVER, |seat| seat.made),
                value: 0.0,
                velocity: 0.0,
                way: None,
            })
            .collect();
        let pressing: Vec<(Option<usize>, bool)> = (0..links.len())
            .map(|slot| {
                let by = links[slot].and_then(|link| link.pressed_by);
                let mut all = links.iter().flatten();
                (by, all.any(|link| link.pressed_by == Some(slot)))
            })
            .collect();
        let names = after.objects.iter().map(|seat| match seat {
            Some(seat) => seat.name.clone(),
            None => String::new(),
        });
        Change {
            lineage: before.lineage,
            follows: before.changes,
            is_made: false,
            names: names.collect(),
            slots: Slots {
                objects: made(&after.objects, |seat| seat.made),
                contacts: made(&after.contacts, |seat| seat.made),
            },
            objects: bodies,
            joints,
            stays,
            islands,
            kept_islands,
            begin,
            end,
            run: Run::for_ears(ears.len()),
            ears,
            kept_ears,
            asides: after.asides.len(),
            pressing,
            touched,
            layout: after,
        }
    }
}

fn made<T>(seats: &[Option<T>], of: impl Fn(&T) -> u32) -> Vec<u32> {
    let seats = seats.iter();
    seats.map(|seat| seat.as_ref().map_or(NEVER, &of)).collect()
}

/// Which of the present objects and contacts stay.
pub(super) struct Stays {
    pub objects: Vec<bool>,
    pub contacts: Vec<bool>,
}

impl Stays {
    fn between(before: &Layout, after: &Layout) -> Self {
        fn same<T>(old: &[Option<T>], new: &[Option<T>], made: impl Fn(&T) -> u32) -> Vec<bool> {
            let made = |seat: &Option<T>| seat.as_ref().map(&made);
            let pairs = old.iter().zip(new);
            let same = pairs.map(|(old, new)| old.is_some() && made(old) == made(new));
            same.collect()
        }
        Self {
            objects: same(&before.objects, &after.objects, |seat| seat.made),
            contacts: same(&before.contacts, &after.contacts, |seat| seat.made),
        }
    }
}

/// Which of the present ears each of the new ones is.
fn kept_ears(before: &Layout, after: &Layout) -> Vec<Option<usize>> {
    let old: Vec<_> = before.all_ears().collect();
    let (ears, asides) = (before.ears.len(), after.ears.len());
    let places = (0..after.ears.len()).chain((0..after.asides.len()).map(|n| ears + n));
    let pairs = after.all_ears().zip(places).enumerate();
    pairs
        .map(|(index, (new, place))| {
            let aside = index >= asides;
            let there = if aside {
                place < old.len()
            } else {
                place < ears
            };
            let old = old.get(place).filter(|_| there)?.as_ref()?;
            (old.made == new?.made).then_some(place)
        })
        .collect()
}

/// A change of a network, ready to be made by [`Network::swap`](super::Network::swap). Afterwards
/// it holds what was taken out, to be dropped where that may take its time.
pub struct Change {
    pub(super) lineage: Arc<()>,
    pub(super) follows: u32,
    pub(super) is_made: bool,
    pub(super) layout: Layout,
    pub(super) names: Vec<String>,
    pub(super) slots: Slots,
    /// What is new, in its slot, and nothing where something stays.
    pub(super) objects: Vec<Box<dyn Object>>,
    pub(super) joints: Vec<Joint>,
    pub(super) stays: Stays,
    pub(super) islands: Vec<Island>,
    /// Which of the present islands each of the new ones is.
    pub(super) kept_islands: Vec<Option<usize>>,
    pub(super) begin: Vec<usize>,
    pub(super) end: Vec<usize>,
    pub(super) ears: Vec<NetworkEar>,
    pub(super) kept_ears: Vec<Option<usize>>,
    pub(super) asides: usize,
    pub(super) run: Run,
    /// What presses each contact, and whether it presses others.
    pub(super) pressing: Vec<(Option<usize>, bool)>,
    /// Where banks of modes are touched, where that changes.
    pub(super) touched: Vec<(usize, Touched)>,
}

impl Change {
    /// The network as it is after this change: what the next one is prepared from.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The objects that were taken out, by name, as they were when they left; before the change is
    /// made, those that it brings.
    pub fn into_objects(self) -> Vec<(String, Box<dyn Object>)> {
        let (made, stays) = (self.slots.objects, self.stays.objects);
        let parts = self.names.into_iter().zip(self.objects).enumerate();
        let own = parts.filter(|(slot, _)| {
            made[*slot] != NEVER && !stays.get(*slot).is_some_and(|stays| *stays)
        });
        own.map(|(_, part)| part).collect()
    }
}
