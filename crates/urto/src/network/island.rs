//! Contacts that share bodies, solved together.
//!
//! Contacts touch bodies at ports: a port is a point of an object, once however many contacts
//! sit there. A contact that acts alone solves its own scalar step; several are solved in
//! `newton`.

use super::newton::Workspace;
use super::outside::Outside;
use super::pair::{Pair, known};
use super::pressed_pair::PressedPair;
use super::pressing::{ContactPress, Tried};
use super::{End, Joint};
use crate::contact::Meeting;
use crate::energy::Health;
use crate::object::{Coast, Modal, Object};
use crate::rate::Rate;
use core::any::Any;

/// Contacts that share bodies, and those bodies.
pub(super) struct Island {
    pub(super) joints: Vec<usize>,
    /// The points that contacts touch, each once, and which two belong to each joint.
    pub(super) ports: Vec<End>,
    pub(super) sides: Vec<[usize; 2]>,
    /// Displacement of each port by one newton at each, row by row.
    pub(super) response: Vec<f64>,
    /// Net force on each port, and how far it moves them. Forces on one port are summed before
    /// they move anything, so that large opposite ones cancel without loss.
    pub(super) net: Vec<f64>,
    pub(super) moved: Vec<f64>,
    /// Forces on each port that are known beforehand: surface noise, and the bodies' thrust.
    known: Vec<f64>,
    /// Displacement of each port, and of each joint, under no force at all.
    pub(super) coasted: Vec<f64>,
    base: Vec<f64>,
    pub(super) velocity_response: Vec<f64>,
    objects: Vec<usize>,
    /// Which of them are banks of modes.
    banks: Vec<usize>,
    /// Whether those were told that all contacts are out of reach.
    told: Option<bool>,
    revisions: Vec<u32>,
    asleep: bool,
    /// B, row by row over all joints of the island.
    pub(super) compliance: Vec<f64>,
    /// Response of each joint's velocity to its own force.
    pub(super) mobility: Vec<f64>,
    /// Displacement of each joint without the laws' forces.
    pub(super) free: Vec<f64>,
    /// Which joints act, as indices into `joints`.
    pub(super) acting: Vec<usize>,
    pub(super) room: Workspace,
    /// Which of its contacts press which.
    pub(super) presses: Vec<ContactPress>,
    /// Contacts of it (joints of the network) and those of earlier islands that press them.
    pressed: Vec<[usize; 2]>,
    pair: Pair,
    pub(super) pressed_pair: PressedPair,
}

/// What is to be known of a contact to find its island.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct IslandLink {
    pub ends: [End; 2],
    pub pressed_by: Option<usize>,
}

/// Groups contacts that share an object which can give way. Groups that press on others come
/// before those. Where a contact was taken out, there is no link.
pub(super) fn find(
    links: &[Option<IslandLink>],
    is_rigid: impl Fn(usize) -> bool,
) -> Vec<Vec<usize>> {
    let mut parent: Vec<usize> = (0..links.len()).collect();
    let ends = links.iter().flatten().flat_map(|link| link.ends);
    let objects = ends.map(|end| end.object + 1).max().unwrap_or(0);
    // The first contact at each object.
    let mut first: Vec<Option<usize>> = vec![None; objects];
    for (contact, link) in links.iter().enumerate() {
        let ends = link.iter().flat_map(|link| link.ends);
        for end in ends.filter(|end| !is_rigid(end.object)) {
            match first[end.object] {
                None => first[end.object] = Some(contact),
                Some(other) => {
                    let roots = [contact, other].map(|own| root(&mut parent, own));
                    parent[roots[0].max(roots[1])] = roots[0].min(roots[1]);
                }
            }
        }
    }
    let mut group: Vec<usize> = (0..links.len())
        .map(|contact| root(&mut parent, contact))
        .collect();
    join_pressing(links, &mut group);
    let mut groups = vec![Vec::new(); links.len()];
    for (contact, link) in links.iter().enumerate() {
        if link.is_some() {
            groups[group[contact]].push(contact);
        }
    }
    groups.retain(|members| !members.is_empty());
    groups.sort_by_key(|members| {
        let pressers = members
            .iter()
            .filter_map(|member| links[*member]?.pressed_by);
        pressers.filter(|by| !members.contains(by)).count() > 0
    });
    groups
}

/// The first contact of those that one is known to be grouped with; ways there become shorter.
fn root(parent: &mut [usize], mut contact: usize) -> usize {
    while parent[contact] != contact {
        parent[contact] = parent[parent[contact]];
        contact = parent[contact];
    }
    contact
}

/// Merges groups until none that is pressed by another presses on one: then those that press can
/// come first.
fn join_pressing(links: &[Option<IslandLink>], group: &mut [usize]) {
    let pressing = || {
        let all = links.iter().enumerate();
        all.filter_map(|(contact, link)| Some((contact, link.as_ref()?.pressed_by?)))
    };
    while let Some((contact, by)) = pressing().find(|(contact, by)| {
        group[*contact] != group[*by]
            && pressing().any(|(other, presser)| {
                group[presser] == group[*contact] && group[other] != group[presser]
            })
    }) {
        let (keep, merge) = (group[by], group[contact]);
        group
            .iter_mut()
            .filter(|g| **g == merge)
            .for_each(|g| *g = keep);
    }
}

/// The objects of a network of N whose step no island takes: all but those that a
/// single contact alone touches (see `pair`).
pub(super) fn stepped(
    objects: usize,
    groups: &[Vec<usize>],
    links: &[Option<IslandLink>],
    is_rigid: impl Fn(usize) -> bool,
) -> Vec<usize> {
    let mut owned = vec![false; objects];
    let single = groups.iter().filter(|members| members.len() == 1);
    for link in single.filter_map(|members| links[members[0]]) {
        link.ends.iter().for_each(|end| owned[end.object] = true);
    }
    (0..objects)
        .filter(|object| is_rigid(*object) || !owned[*object])
        .collect()
}

impl Island {
    /// Room for the contacts of a group, all of which are there.
    pub fn new(members: Vec<usize>, links: &[Option<IslandLink>]) -> Self {
        let n = members.len();
        let own: Vec<IslandLink> = members.iter().filter_map(|joint| links[*joint]).collect();
        let mut objects: Vec<usize> = own
            .iter()
            .flat_map(|link| link.ends)
            .map(|end| end.object)
            .collect();
        objects.sort_unstable();
        objects.dedup();
        let mut ports: Vec<End> = Vec::new();
        let mut sides = Vec::new();
        for link in &own {
            sides.push(link.ends.map(|end| {
                ports
                    .iter()
                    .position(|port| *port == end)
                    .unwrap_or_else(|| {
                        ports.push(end);
                        ports.len() - 1
                    })
            }));
        }
        let count = ports.len();
        let place = |joint: usize| members.iter().position(|member| *member == joint);
        let (mut presses, mut pressed) = (Vec::new(), Vec::new());
        for (i, (joint, link)) in members.iter().zip(&own).enumerate() {
            let Some(by) = link.pressed_by else {
                continue;
            };
            match place(by) {
                Some(by) => presses.push(ContactPress::new(i, by)),
                None => pressed.push([*joint, by]),
            }
        }
        Self {
            presses,
            pressed,
            response: vec![0.0; count * count],
            velocity_response: vec![0.0; count * count],
            net: vec![0.0; count],
            moved: vec![0.0; count],
            known: vec![0.0; count],
            coasted: vec![0.0; count],
            base: vec![0.0; n],
            ports,
            sides,
            revisions: Vec::with_capacity(objects.len()),
            asleep: false,
            compliance: vec![0.0; n * n],
            mobility: vec![0.0; n],
            free: vec![0.0; n],
            acting: Vec::with_capacity(n),
            room: Workspace::new(n, count),
            pair: Pair::default(),
            pressed_pair: PressedPair::default(),
            joints: members,
            banks: Vec::with_capacity(objects.len()),
            told: None,
            objects,
        }
    }

    /// Finds out what a single contact, or two, and their bodies are.
    pub fn know(&mut self, joints: &[Joint], objects: &[Box<dyn Object>]) {
        let is_bank = |object: &usize| (objects[*object].as_ref() as &dyn Any).is::<Modal>();
        self.told = None;
        self.banks.clear();
        self.banks
            .extend(self.objects.iter().copied().filter(is_bank));
        if let [only] = self.joints[..] {
            self.pair.know(&joints[only], objects);
        }
        if let ([first, second], [press]) = (&self.joints[..], &self.presses[..]) {
            let pair = [&joints[*first], &joints[*second]];
            self.pressed_pair = PressedPair::of(pair, press.by(), objects);
        }
    }

    pub fn wake(&mut self) {
        self.asleep = false;
    }

    /// Nothing has happened yet: no guess comes from what did.
    pub fn reset(&mut self) {
        self.wake();
        self.presses.iter_mut().for_each(ContactPress::forget);
    }

    pub fn is_asleep(&self) -> bool {
        self.asleep
    }

    /// Sleeps when all its bodies rest, its contacts are open or slack and nothing moves them.
    pub fn sleep_if_quiet(&mut self, joints: &[Joint], objects: &[Box<dyn Object>]) {
        self.asleep = self
            .objects
            .iter()
            .all(|object| objects[*object].is_asleep())
            && self.joints.iter().all(|index| {
                let joint = &joints[*index];
                let still = joint.next_offset == joint.offset && joint.slipped == 0.0;
                let lets_go = !joint.presses || joint.force == 0.0;
                !joint.law.acts(0.0) && still && lets_go
            });
    }

    /// Takes the normal forces that earlier islands make in this step.
    #[inline(always)]
    pub fn take_pressure(&self, joints: &mut [Joint]) {
        for [contact, by] in &self.pressed {
            let newtons = joints[*by].pressure();
            joints[*contact].press(newtons, false);
        }
    }

    /// Works out the forces of the coming step, pushes them and moves the contacts on.
    #[inline(always)]
    pub fn solve(
        &mut self,
        joints: &mut [Joint],
        objects: &mut [Box<dyn Object>],
        outside: &Outside,
        rate: Rate,
        health: &mut Health,
    ) {
        if let [only] = self.joints[..] {
            if self.asleep {
                return self.pair.pass(&joints[only], objects, outside);
            }
            return self.pair.solve(&mut joints[only], objects, outside, rate);
        }
        if self.asleep {
            return;
        }
        self.solve_all(joints, objects, outside, rate, health);
    }

    #[inline(never)]
    fn solve_all(
        &mut self,
        joints: &mut [Joint],
        objects: &mut [Box<dyn Object>],
        outside: &Outside,
        rate: Rate,
        health: &mut Health,
    ) {
        let mut tried = Tried::Not;
        if self.pressed_pair.is_one && outside.is_empty() {
            self.refresh(objects);
            tried = self.solve_pressed_pair(joints, objects, rate);
            if tried == Tried::Solved {
                return self.tell_banks(false, objects);
            }
        }
        let apart = self.joints.iter().all(|joint| joints[*joint].apart);
        self.tell_banks(apart, objects);
        if apart {
            return;
        }
        self.refresh(objects);
        self.gather(joints, objects, outside, rate, tried != Tried::Not);
        self.acting.clear();
        if self.presses.is_empty() {
            self.find_forces(joints, health, false);
        } else {
            self.settle_pressed(joints, health, tried);
        }
        self.push(joints, objects);
    }

    /// Tells banks of modes whether any contact may ask for their motion.
    #[inline(always)]
    fn tell_banks(&mut self, apart: bool, objects: &mut [Box<dyn Object>]) {
        if self.told == Some(apart) {
            return;
        }
        self.told = Some(apart);
        for bank in &self.banks {
            known::<Modal>(objects[*bank].as_mut()).leave_alone(apart);
        }
    }

    /// Finds the forces of all contacts that act; `again`, from those found before for other
    /// normal forces.
    pub(super) fn find_forces(&mut self, joints: &mut [Joint], health: &mut Health, again: bool) {
        let mut again = again & !self.enlist(joints);
        let mut settled = self.acting.is_empty();
        while !settled {
            match self.acting[..] {
                [only] => self.alone(only, joints),
                _ => self.together(joints, health, again),
            }
            // The forces may close contacts that were open.
            settled = !self.enlist(joints);
            again = false;
        }
    }

    /// Takes the responses anew where a body has changed.
    fn refresh(&mut self, objects: &[Box<dyn Object>]) {
        let fresh = self.revisions.len() == self.objects.len()
            && self
                .objects
                .iter()
                .zip(&self.revisions)
                .all(|(o, r)| objects[*o].revision() == *r);
        if fresh {
            return;
        }
        self.revisions.clear();
        self.revisions.extend(
            self.objects
                .iter()
                .map(|object| objects[*object].revision()),
        );
        let (n, count) = (self.joints.len(), self.ports.len());
        for (p, at) in self.ports.iter().enumerate() {
            for (q, from) in self.ports.iter().enumerate() {
                let same = at.object == from.object;
                let answer = |object: &dyn Object| object.response(at.point, from.point);
                let response = same.then(|| answer(objects[at.object].as_ref()));
                self.response[p * count + q] = response.map_or(0.0, |r| r.displacement);
                self.velocity_response[p * count + q] = response.map_or(0.0, |r| r.velocity);
            }
        }
        // Forces on the two ends of a contact are opposite, and so do displacements count.
        let joined = |matrix: &[f64], [a, b]: [usize; 2], [c, d]: [usize; 2]| {
            matrix[a * count + c] - matrix[a * count + d] - matrix[b * count + c]
                + matrix[b * count + d]
        };
        for i in 0..n {
            for j in 0..n {
                self.compliance[i * n + j] = joined(&self.response, self.sides[i], self.sides[j]);
            }
            self.mobility[i] = joined(&self.velocity_response, self.sides[i], self.sides[i]);
        }
    }

    /// Asks the bodies for their free motion, and the laws for known forces, unless that has `begun`;
    /// no other forces are spread then.
    fn gather(
        &mut self,
        joints: &mut [Joint],
        objects: &[Box<dyn Object>],
        outside: &Outside,
        rate: Rate,
        begun: bool,
    ) {
        for (index, sides) in self.joints.iter().zip(&self.sides) {
            let joint = &mut joints[*index];
            if !begun {
                joint.bias = joint.law.begin();
            }
            let gained = joint.meet(objects, outside, rate);
            for (side, gained) in sides.iter().zip(gained) {
                self.coasted[*side] = gained;
            }
        }
        for (known, port) in self.known.iter_mut().zip(&self.ports) {
            *known = objects[port.object].thrust(port.point);
        }
        for (index, [a, b]) in self.joints.iter().zip(&self.sides) {
            self.known[*a] -= joints[*index].bias;
            self.known[*b] += joints[*index].bias;
        }
        self.spread(|_| 0.0);
        let count = self.ports.len();
        for (i, index) in self.joints.iter().enumerate() {
            let joint = &mut joints[*index];
            self.base[i] = joint.free;
            self.free[i] = self.displacement(i);
            let faster = |port: usize| -> f64 {
                let row = &self.velocity_response[port * count..(port + 1) * count];
                row.iter()
                    .zip(&self.known)
                    .map(|(response, known)| response * known)
                    .sum()
            };
            let [a, b] = self.sides[i];
            joint.after += faster(a) - faster(b);
        }
    }

    /// Sums forces (by joint of the network) on the ports, and works out how far these move.
    pub(super) fn spread(&mut self, force: impl Fn(usize) -> f64) {
        self.net.fill(0.0);
        for (joint, [a, b]) in self.joints.iter().zip(&self.sides) {
            let newtons = force(*joint);
            self.net[*a] -= newtons;
            self.net[*b] += newtons;
        }
        self.respond();
    }

    /// How far the net and the known forces move the ports.
    pub(super) fn respond(&mut self) {
        let count = self.ports.len();
        for (p, moved) in self.moved.iter_mut().enumerate() {
            let row = &self.response[p * count..(p + 1) * count];
            *moved = row
                .iter()
                .zip(self.net.iter().zip(&self.known))
                .map(|(response, (net, known))| response * (net + known))
                .sum();
        }
    }

    /// How far the forces last spread change a joint's free displacement.
    pub(super) fn yielded(&self, i: usize) -> f64 {
        self.displacement(i) - self.free[i]
    }

    /// Displacement of a joint under the forces last spread and the known ones.
    pub(super) fn displacement(&self, i: usize) -> f64 {
        let [a, b] = self.sides[i];
        self.base[i] + (self.moved[a] - self.moved[b])
    }

    /// Adds the contacts that act under the present forces to those that are solved for; tells
    /// whether there are any.
    fn enlist(&mut self, joints: &[Joint]) -> bool {
        let before = self.acting.len();
        for i in 0..self.joints.len() {
            if !self.acting.contains(&i) {
                let moved = self.displacement(i);
                if joints[self.joints[i]].law.acts(moved) {
                    self.acting.push(i);
                }
            }
        }
        self.acting.len() > before
    }

    pub(super) fn alone(&mut self, i: usize, joints: &mut [Joint]) {
        let joint = &mut joints[self.joints[i]];
        let n = self.joints.len();
        let compliance = self.compliance[i * n + i];
        joint.force = joint.law.alone(&Meeting {
            gained: self.free[i],
            before: joint.before,
            after: joint.after,
            compliance,
            mobility: self.mobility[i],
        });
        self.spread(|joint| joints[joint].force);
    }

    /// Moves contacts and bodies on by the net forces that are now in `net`.
    fn push(&mut self, joints: &mut [Joint], objects: &mut [Box<dyn Object>]) {
        for (i, index) in self.joints.iter().enumerate() {
            let joint = &mut joints[*index];
            joint.displacement = self.displacement(i);
            joint.move_on();
            let [a, b] = self.sides[i];
            self.net[a] -= joint.bias;
            self.net[b] += joint.bias;
        }
        for (port, newtons) in self.ports.iter().zip(&self.net) {
            objects[port.object].push(port.point, *newtons);
        }
    }
}

impl Joint {
    /// Takes its ends' free motion, and its own.
    #[inline]
    pub(super) fn coast(&mut self, [first, second]: [Coast; 2], rate: Rate) {
        self.drift = self.next_offset - self.offset + self.slipped;
        let speed = self.drift * rate.hertz();
        self.free = first.gained - second.gained + self.drift;
        self.before = first.before - second.before + speed;
        self.after = first.after - second.after + speed;
    }

    /// Asks the bodies for their free motion. Returns what each end gains under no force.
    fn meet(&mut self, objects: &[Box<dyn Object>], outside: &Outside, rate: Rate) -> [f64; 2] {
        self.force = 0.0;
        let [first, second] = self.ends.map(|end| objects[end.object].coast(end.point));
        self.coast([first, second], rate);
        let mut gained = [first.gained, second.gained];
        if !outside.is_empty() {
            let [first, second] = self.ends.map(|end| outside.moves(end, objects));
            self.free += first.0 - second.0;
            self.after += first.1 - second.1;
            gained[0] += first.0;
            gained[1] += second.0;
        }
        gained
    }

    /// Moves the law on by the displacement found, and books what moved the offset.
    pub(super) fn move_on(&mut self) {
        self.law.commit(self.force, self.displacement);
        self.injected += (self.force + self.bias) * self.drift;
        self.offset = self.next_offset;
        self.slipped = 0.0;
    }
}
