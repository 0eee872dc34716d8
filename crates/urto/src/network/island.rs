//! Contacts that share bodies, solved together.
//!
//! Contacts touch bodies at ports. A net force u on the ports moves them by R·u (R: responses,
//! symmetric and not negative), so that displacements are s = s~ - Sᵀ·R·u, where S sums the two
//! opposite forces of each contact on its ports. A contact that acts alone solves its own scalar
//! step. Several act as increasing functions f = F(s), so that u = S·F(s) is the minimum of a
//! convex function, found by Newton's method with a line search: the residual u - S·F(s(u)) has
//! the Jacobian I + S·D·Sᵀ·R (D = F' >= 0), which is never singular (also when two contacts sit
//! on one mass), and its step always descends. The net forces are the unknowns because opposite
//! forces may be many orders larger than their difference, which is what moves the body.
//!
//! Passive whatever comes out: each law is, at its own force and displacement; and if the net
//! forces do not match the laws' to rounding, the laws' forces are applied instead, scaled by
//! the largest share in [0, 1] at which no contact gives more than it holds, and each contact
//! then stores at most what is left.

use super::{End, Joint};
use crate::contact::{Meeting, ROUNDING};
use crate::energy::Health;
use crate::object::Object;
use crate::rate::Rate;

/// Most Newton steps; convergence is quadratic near the solution and takes about six.
const NEWTON_STEPS: usize = 40;
/// Most halvings of a Newton step that goes too far.
const HALVINGS: usize = 40;

/// Contacts that share bodies, and those bodies.
pub(super) struct Island {
    joints: Vec<usize>,
    /// The points that contacts touch, each once, and which two belong to each joint.
    ports: Vec<End>,
    sides: Vec<[usize; 2]>,
    /// Displacement of each port by one newton at each, row by row.
    response: Vec<f64>,
    /// Net force on each port, and how far it moves them. Forces on one port are summed before
    /// they move anything, so that large opposite ones cancel without loss.
    net: Vec<f64>,
    moved: Vec<f64>,
    velocity_response: Vec<f64>,
    objects: Vec<usize>,
    revisions: Vec<u32>,
    asleep: bool,
    /// B, row by row over all joints of the island.
    compliance: Vec<f64>,
    /// Response of each joint's velocity to its own force.
    mobility: Vec<f64>,
    /// Displacement of each joint without the laws' forces.
    free: Vec<f64>,
    /// Which joints act, as indices into `joints`.
    acting: Vec<usize>,
    room: Room,
}

/// Scratch for the solver, one entry (or row) per port.
struct Room {
    /// Net forces found so far.
    found: Vec<f64>,
    /// u - S·F(s(u)).
    miss: Vec<f64>,
    newton: Vec<f64>,
    /// R times the Newton step.
    shift: Vec<f64>,
    /// Slope of each joint's law.
    slope: Vec<f64>,
    matrix: Vec<f64>,
}

/// Groups contacts that share an object which can give way.
pub(super) fn find(joints: &[Joint], objects: &[Box<dyn Object>]) -> Vec<Island> {
    let mut group: Vec<usize> = (0..joints.len()).collect();
    for (a, first) in joints.iter().enumerate() {
        for (b, second) in joints.iter().enumerate().skip(a + 1) {
            let shared = first.ends.iter().any(|end| {
                let moves = !objects[end.object].is_rigid();
                moves && second.ends.iter().any(|other| other.object == end.object)
            });
            if shared && group[a] != group[b] {
                let (keep, merge) = (group[a], group[b]);
                group
                    .iter_mut()
                    .filter(|g| **g == merge)
                    .for_each(|g| *g = keep);
            }
        }
    }
    (0..joints.len())
        .map(|id| {
            (0..joints.len())
                .filter(|joint| group[*joint] == id)
                .collect()
        })
        .filter(|members: &Vec<usize>| !members.is_empty())
        .map(|members| Island::new(members, joints))
        .collect()
}

impl Island {
    fn new(members: Vec<usize>, joints: &[Joint]) -> Self {
        let n = members.len();
        let mut objects: Vec<usize> = members
            .iter()
            .flat_map(|joint| joints[*joint].ends)
            .map(|end| end.object)
            .collect();
        objects.sort_unstable();
        objects.dedup();
        let mut ports: Vec<End> = Vec::new();
        let mut sides = Vec::new();
        for joint in &members {
            sides.push(joints[*joint].ends.map(|end| {
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
        Self {
            response: vec![0.0; count * count],
            velocity_response: vec![0.0; count * count],
            net: vec![0.0; count],
            moved: vec![0.0; count],
            ports,
            sides,
            revisions: Vec::with_capacity(objects.len()),
            asleep: false,
            compliance: vec![0.0; n * n],
            mobility: vec![0.0; n],
            free: vec![0.0; n],
            acting: Vec::with_capacity(n),
            room: Room {
                found: vec![0.0; count],
                miss: vec![0.0; count],
                newton: vec![0.0; count],
                shift: vec![0.0; count],
                slope: vec![0.0; n],
                matrix: vec![0.0; count * count],
            },
            joints: members,
            objects,
        }
    }

    pub fn wake(&mut self) {
        self.asleep = false;
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
                !joint.law.acts(0.0) && joint.next_offset == joint.offset && joint.slipped == 0.0
            });
    }

    /// Works out the forces of the coming step, pushes them and moves the contacts on.
    pub fn solve(
        &mut self,
        joints: &mut [Joint],
        objects: &mut [Box<dyn Object>],
        rate: Rate,
        health: &mut Health,
    ) {
        if self.asleep {
            return;
        }
        self.refresh(objects);
        self.gather(joints, objects, rate);
        self.acting.clear();
        self.spread(|_| 0.0);
        self.enlist(joints);
        let mut settled = self.acting.is_empty();
        while !settled {
            match self.acting[..] {
                [only] => self.alone(only, joints),
                _ => self.together(joints, health),
            }
            // The forces may close contacts that were open.
            let before = self.acting.len();
            self.enlist(joints);
            settled = self.acting.len() == before;
        }
        self.push(joints, objects);
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

    /// Asks the bodies for their free motion, and the laws for known forces.
    fn gather(&mut self, joints: &mut [Joint], objects: &[Box<dyn Object>], rate: Rate) {
        for index in &self.joints {
            let joint = &mut joints[*index];
            joint.bias = joint.law.begin();
            joint.force = 0.0;
            joint.drift = joint.next_offset - joint.offset + joint.slipped;
            let [a, b] = joint.ends;
            let first = objects[a.object].coast(a.point);
            let second = objects[b.object].coast(b.point);
            let speed = joint.drift * rate.hertz();
            joint.free = first.gained - second.gained + joint.drift;
            joint.before = first.before - second.before + speed;
            joint.after = first.after - second.after + speed;
        }
        self.spread(|joint| joints[joint].bias);
        for (i, index) in self.joints.iter().enumerate() {
            self.free[i] = joints[*index].free + self.yielded(i);
        }
    }

    /// Sums forces (by joint of the network) on the ports, and works out how far these move.
    fn spread(&mut self, force: impl Fn(usize) -> f64) {
        self.net.fill(0.0);
        for (joint, [a, b]) in self.joints.iter().zip(&self.sides) {
            let newtons = force(*joint);
            self.net[*a] -= newtons;
            self.net[*b] += newtons;
        }
        self.respond();
    }

    /// How far the net forces move the ports.
    fn respond(&mut self) {
        let count = self.ports.len();
        for (p, moved) in self.moved.iter_mut().enumerate() {
            let row = &self.response[p * count..(p + 1) * count];
            *moved = row
                .iter()
                .zip(&self.net)
                .map(|(response, net)| response * net)
                .sum();
        }
    }

    /// How far the forces last spread move a joint's first point against its second.
    fn yielded(&self, i: usize) -> f64 {
        let [a, b] = self.sides[i];
        self.moved[a] - self.moved[b]
    }

    /// Displacement of a joint under the forces last spread.
    fn displacement(&self, i: usize) -> f64 {
        self.free[i] + self.yielded(i)
    }

    /// Adds the contacts that act under the present forces to those that are solved for.
    fn enlist(&mut self, joints: &[Joint]) {
        for i in 0..self.joints.len() {
            if !self.acting.contains(&i) {
                let moved = self.displacement(i);
                if joints[self.joints[i]].law.acts(moved) {
                    self.acting.push(i);
                }
            }
        }
    }

    fn alone(&mut self, i: usize, joints: &mut [Joint]) {
        let joint = &mut joints[self.joints[i]];
        let n = self.joints.len();
        let compliance = self.compliance[i * n + i];
        joint.force = joint.law.alone(&Meeting {
            gained: self.free[i],
            before: joint.before,
            after: joint.after - self.mobility[i] * joint.bias,
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
            joint.law.commit(joint.force, joint.displacement);
            joint.injected += (joint.force + joint.bias) * joint.drift;
            joint.offset = joint.next_offset;
            joint.slipped = 0.0;
            let [a, b] = self.sides[i];
            self.net[a] -= joint.bias;
            self.net[b] += joint.bias;
        }
        for (port, newtons) in self.ports.iter().zip(&self.net) {
            objects[port.object].push(port.point, *newtons);
        }
    }

    /// Solves all acting contacts together, leaving their forces in the joints and the net
    /// forces in `net`. Two rounds: the second freezes the laws at what the first one found.
    fn together(&mut self, joints: &mut [Joint], health: &mut Health) {
        let n = self.joints.len();
        self.spread(|joint| joints[joint].force);
        self.room.found.copy_from_slice(&self.net);
        let mut converged = false;
        for round in 0..2 {
            for i in &self.acting {
                let own = joints[self.joints[*i]].force;
                let compliance = self.compliance[i * n + i];
                let moved = self.displacement(*i);
                let guess = (round > 0).then_some(moved);
                let law = &mut joints[self.joints[*i]].law;
                law.freeze(moved + compliance * own, compliance, guess);
            }
            converged = self.newton(joints);
        }
        // What does not yield takes the laws' forces as they are.
        for port in 0..self.ports.len() {
            if self.response[port * (self.ports.len() + 1)] == 0.0 {
                self.net[port] -= self.room.miss[port];
                self.room.miss[port] = 0.0;
            }
        }
        if !self.agrees(joints, ROUNDING) || !self.is_within(joints, 1.0) {
            health.unconverged += u64::from(!converged && !self.agrees(joints, 1e-6));
            self.restrain(joints, health);
        }
    }

    /// u - S·F(s(u)) at the net forces in `net`; leaves the laws' forces in the joints.
    fn residual(&mut self, joints: &mut [Joint]) {
        self.respond();
        self.room.miss.copy_from_slice(&self.net);
        for i in &self.acting {
            let moved = self.displacement(*i);
            let joint = &mut joints[self.joints[*i]];
            let (force, slope) = joint.law.law(moved);
            joint.force = force;
            self.room.slope[*i] = slope;
            let [a, b] = self.sides[*i];
            self.room.miss[a] += force;
            self.room.miss[b] -= force;
        }
    }

    /// I + S·D·Sᵀ·R into `matrix`.
    fn jacobian(&mut self) {
        let count = self.ports.len();
        for row in 0..count {
            for column in 0..count {
                self.room.matrix[row * count + column] = if row == column { 1.0 } else { 0.0 };
            }
        }
        for i in &self.acting {
            let [a, b] = self.sides[*i];
            for column in 0..count {
                let apart = self.response[b * count + column] - self.response[a * count + column];
                self.room.matrix[b * count + column] += self.room.slope[*i] * apart;
                self.room.matrix[a * count + column] -= self.room.slope[*i] * apart;
            }
        }
    }

    /// Newton's method with a line search along which the convex function's slope is sought
    /// near zero. Leaves net forces in `net` and the laws' forces in the joints; tells whether
    /// they have converged.
    fn newton(&mut self, joints: &mut [Joint]) -> bool {
        let count = self.ports.len();
        self.net.copy_from_slice(&self.room.found);
        self.residual(joints);
        let mut steps_left = NEWTON_STEPS;
        loop {
            self.jacobian();
            for (step, miss) in self.room.newton.iter_mut().zip(&self.room.miss) {
                *step = -miss;
            }
            if !solve_linear(&mut self.room.matrix, &mut self.room.newton) {
                return false;
            }
            let mut small = true;
            for port in 0..count {
                let row = &self.response[port * count..(port + 1) * count];
                let shift: f64 = row
                    .iter()
                    .zip(&self.room.newton)
                    .map(|(r, step)| r * step)
                    .sum();
                self.room.shift[port] = shift;
                small &= shift.abs() <= 1e-15 * self.moved[port].abs()
                    || self.room.newton[port].abs() <= 1e-15 * self.net[port].abs();
            }
            if small || steps_left == 0 {
                return small;
            }
            steps_left -= 1;
            self.search(joints);
        }
    }

    /// Moves `net` along the Newton step, as far as the convex function falls.
    fn search(&mut self, joints: &mut [Joint]) {
        let slope = |room: &Room| -> f64 {
            room.miss
                .iter()
                .zip(&room.shift)
                .map(|(miss, shift)| miss * shift)
                .sum()
        };
        let start = slope(&self.room).abs();
        self.room.found.copy_from_slice(&self.net);
        let (mut near, mut far, mut share) = (0.0, 1.0, 1.0);
        for _ in 0..HALVINGS {
            for (port, net) in self.net.iter_mut().enumerate() {
                *net = self.room.found[port] + share * self.room.newton[port];
            }
            self.residual(joints);
            let now = slope(&self.room);
            if now > 0.5 * start {
                far = share;
            } else if now < -0.5 * start && far < 1.0 {
                near = share;
            } else {
                break;
            }
            share = 0.5 * (near + far);
        }
        self.room.found.copy_from_slice(&self.net);
    }

    /// Whether net forces and laws' forces do the same work, up to a share of the work in play.
    /// Steep laws amplify the rounding of displacements, so converged forces may still differ.
    fn agrees(&self, joints: &[Joint], tolerance: f64) -> bool {
        let miss = self
            .room
            .miss
            .iter()
            .zip(&self.moved)
            .map(|(miss, moved)| miss * moved);
        let scale: f64 = self
            .acting
            .iter()
            .map(|i| {
                let joint = &joints[self.joints[*i]];
                // A held body's displacement is the small difference of these two.
                let ways = self.free[*i].abs() + self.yielded(*i).abs();
                joint.law.stored() + joint.force.abs() * ways
            })
            .sum();
        scale.is_finite() && miss.map(f64::abs).sum::<f64>() <= tolerance * scale
    }

    /// Whether every contact holds what it gives, at a share of the forces last spread.
    fn is_within(&self, joints: &[Joint], share: f64) -> bool {
        self.acting.iter().all(|i| {
            let joint = &joints[self.joints[*i]];
            let moved = self.free[*i] + share * self.yielded(*i);
            let taken = share * joint.force * moved;
            let held = joint.law.stored();
            taken.is_finite() && held + taken >= -ROUNDING * (held + taken.abs())
        })
    }

    /// Applies the laws' forces themselves, scaled down until no contact gives more energy than
    /// it holds.
    fn restrain(&mut self, joints: &mut [Joint], health: &mut Health) {
        for i in &self.acting {
            let joint = &mut joints[self.joints[*i]];
            if !joint.force.is_finite() {
                joint.force = 0.0;
                health.non_finite += 1;
            }
        }
        self.spread(|joint| joints[joint].force);
        if self.is_within(joints, 1.0) {
            return;
        }
        let (mut low, mut high) = (0.0, 1.0);
        for _ in 0..40 {
            let middle = 0.5 * (low + high);
            if self.is_within(joints, middle) {
                low = middle
            } else {
                high = middle
            }
        }
        health.unconverged += u64::from(low < 1.0 - 1e-6);
        for i in &self.acting {
            joints[self.joints[*i]].force *= low;
        }
        self.spread(|joint| joints[joint].force);
    }
}

/// Solves a small dense system in place (Gauss with row exchange). Tells whether it could.
fn solve_linear(matrix: &mut [f64], right: &mut [f64]) -> bool {
    let n = right.len();
    for column in 0..n {
        let pivot = (column..n)
            .max_by(|a, b| {
                matrix[a * n + column]
                    .abs()
                    .total_cmp(&matrix[b * n + column].abs())
            })
            .unwrap_or(column);
        let largest = matrix[pivot * n + column];
        if !(largest.is_finite() && largest != 0.0) {
            return false;
        }
        if pivot != column {
            for k in 0..n {
                matrix.swap(pivot * n + k, column * n + k);
            }
            right.swap(pivot, column);
        }
        for row in column + 1..n {
            let factor = matrix[row * n + column] / largest;
            for k in column..n {
                matrix[row * n + k] -= factor * matrix[column * n + k];
            }
            right[row] -= factor * right[column];
        }
    }
    for row in (0..n).rev() {
        for k in row + 1..n {
            right[row] -= matrix[row * n + k] * right[k];
        }
        right[row] /= matrix[row * n + row];
    }
    right.iter().all(|x| x.is_finite())
}
