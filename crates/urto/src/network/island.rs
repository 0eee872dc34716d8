//! Contacts that share bodies, solved together.
//!
//! With forces f, displacements are s = s~ - B·f, where B holds the responses of the shared
//! bodies (symmetric, not negative, singular when two contacts sit on one mass). A contact that
//! acts alone solves its own scalar step. Several act as increasing functions f = F(s), so that
//! the forces are the minimum of a convex function, found by Newton's method with a line search:
//! the residual r = f - F(s~ - B·f) has the Jacobian I + D·B (D = F' >= 0), which is never
//! singular, and its step always descends.
//!
//! Whatever comes out, the step is passive: forces are scaled by the largest share in [0, 1] at
//! which no contact gives more than it holds; each contact then stores at most what is left.

use super::Joint;
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

/// Scratch for the solver, one entry (or row) per acting contact.
struct Room {
    force: Vec<f64>,
    trial: Vec<f64>,
    miss: Vec<f64>,
    slope: Vec<f64>,
    newton: Vec<f64>,
    /// B times the Newton step.
    shift: Vec<f64>,
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
        Self {
            revisions: Vec::with_capacity(objects.len()),
            asleep: false,
            compliance: vec![0.0; n * n],
            mobility: vec![0.0; n],
            free: vec![0.0; n],
            acting: Vec::with_capacity(n),
            room: Room {
                force: vec![0.0; n],
                trial: vec![0.0; n],
                miss: vec![0.0; n],
                slope: vec![0.0; n],
                newton: vec![0.0; n],
                shift: vec![0.0; n],
                matrix: vec![0.0; n * n],
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
        self.refresh(joints, objects);
        self.gather(joints, objects, rate);
        self.acting.clear();
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
    fn refresh(&mut self, joints: &[Joint], objects: &[Box<dyn Object>]) {
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
        let n = self.joints.len();
        for i in 0..n {
            for j in 0..=i {
                let (mut displacement, mut velocity) = (0.0, 0.0);
                for (at, one) in joints[self.joints[i]].ends.iter().enumerate() {
                    for (from, other) in joints[self.joints[j]].ends.iter().enumerate() {
                        if one.object == other.object {
                            // Forces on the two ends are opposite, and so do displacements count.
                            let sign = if at == from { 1.0 } else { -1.0 };
                            let response = objects[one.object].response(one.point, other.point);
                            displacement += sign * response.displacement;
                            velocity += sign * response.velocity;
                        }
                    }
                }
                self.compliance[i * n + j] = displacement;
                self.compliance[j * n + i] = displacement;
                if i == j {
                    self.mobility[i] = velocity;
                }
            }
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
        let n = self.joints.len();
        for (i, index) in self.joints.iter().enumerate() {
            let mut free = joints[*index].free;
            for (j, other) in self.joints.iter().enumerate() {
                free -= self.compliance[i * n + j] * joints[*other].bias;
            }
            self.free[i] = free;
        }
    }

    /// Displacement of a joint under the laws' present forces.
    fn displacement(&self, i: usize, joints: &[Joint]) -> f64 {
        let n = self.joints.len();
        let mut moved = self.free[i];
        for (j, other) in self.joints.iter().enumerate() {
            moved -= self.compliance[i * n + j] * joints[*other].force;
        }
        moved
    }

    /// Adds the contacts that act under the present forces to those that are solved for.
    fn enlist(&mut self, joints: &[Joint]) {
        for i in 0..self.joints.len() {
            if !self.acting.contains(&i) {
                let moved = self.displacement(i, joints);
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
    }

    fn push(&mut self, joints: &mut [Joint], objects: &mut [Box<dyn Object>]) {
        for i in 0..self.joints.len() {
            let moved = self.displacement(i, joints);
            joints[self.joints[i]].displacement = moved;
        }
        for index in &self.joints {
            let joint = &mut joints[*index];
            let total = joint.force + joint.bias;
            let [a, b] = joint.ends;
            objects[a.object].push(a.point, -total);
            objects[b.object].push(b.point, total);
            joint.law.commit(joint.force, joint.displacement);
            joint.injected += total * joint.drift;
            joint.offset = joint.next_offset;
            joint.slipped = 0.0;
        }
    }

    /// Solves all acting contacts together. Two rounds: the second freezes the laws at what the
    /// first one found.
    fn together(&mut self, joints: &mut [Joint], health: &mut Health) {
        let n = self.joints.len();
        for (slot, i) in self.acting.iter().enumerate() {
            self.room.force[slot] = joints[self.joints[*i]].force;
        }
        for round in 0..2 {
            for i in &self.acting {
                let own = joints[self.joints[*i]].force;
                let compliance = self.compliance[i * n + i];
                let moved = self.displacement(*i, joints);
                let guess = (round > 0).then_some(moved);
                let law = &mut joints[self.joints[*i]].law;
                law.freeze(moved + compliance * own, compliance, guess);
            }
            if !self.newton(joints) {
                health.unconverged += 1;
            }
            for (slot, i) in self.acting.iter().enumerate() {
                joints[self.joints[*i]].force = self.room.force[slot];
            }
        }
        self.restrain(joints, health);
    }

    /// Entry of B between two acting contacts.
    fn coupling(&self, row: usize, column: usize) -> f64 {
        self.compliance[self.acting[row] * self.joints.len() + self.acting[column]]
    }

    /// f - F(s~ - B·f) at the forces in `trial`, into `miss` and `slope`.
    fn residual(&mut self, joints: &[Joint]) {
        for row in 0..self.acting.len() {
            let i = self.acting[row];
            let mut moved = self.free[i];
            for column in 0..self.acting.len() {
                moved -= self.coupling(row, column) * self.room.trial[column];
            }
            let (force, slope) = joints[self.joints[i]].law.law(moved);
            self.room.miss[row] = self.room.trial[row] - force;
            self.room.slope[row] = slope;
        }
    }

    /// Newton's method with a line search along which the convex function's slope is sought
    /// near zero. Leaves the forces in `room.force`; tells whether they have converged.
    fn newton(&mut self, joints: &[Joint]) -> bool {
        let n = self.acting.len();
        self.room.trial[..n].copy_from_slice(&self.room.force[..n]);
        self.residual(joints);
        for _ in 0..NEWTON_STEPS {
            for row in 0..n {
                for column in 0..n {
                    let unit = if row == column { 1.0 } else { 0.0 };
                    self.room.matrix[row * n + column] =
                        unit + self.room.slope[row] * self.coupling(row, column);
                }
                self.room.newton[row] = -self.room.miss[row];
            }
            if !solve_linear(&mut self.room.matrix[..n * n], &mut self.room.newton[..n]) {
                return false;
            }
            let mut small = true;
            for row in 0..n {
                let mut shift = 0.0;
                for column in 0..n {
                    shift += self.coupling(row, column) * self.room.newton[column];
                }
                self.room.shift[row] = shift;
                let own = self.coupling(row, row);
                let scale = self.free[self.acting[row]].abs() + own * self.room.force[row].abs();
                small &= shift.abs() <= 1e-15 * scale
                    || self.room.newton[row].abs() <= 1e-15 * self.room.force[row].abs();
            }
            if small {
                return true;
            }
            self.search(joints);
        }
        false
    }

    /// Moves `force` along the Newton step, as far as the convex function falls.
    fn search(&mut self, joints: &[Joint]) {
        let n = self.acting.len();
        let slope = |room: &Room| -> f64 {
            room.miss[..n]
                .iter()
                .zip(&room.shift[..n])
                .map(|(miss, shift)| miss * shift)
                .sum()
        };
        let start = slope(&self.room).abs();
        let (mut near, mut far, mut share) = (0.0, 1.0, 1.0);
        for _ in 0..HALVINGS {
            for row in 0..n {
                self.room.trial[row] = self.room.force[row] + share * self.room.newton[row];
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
        self.room.force[..n].copy_from_slice(&self.room.trial[..n]);
    }

    /// Scales the forces down until no contact gives more energy than it holds.
    fn restrain(&mut self, joints: &mut [Joint], health: &mut Health) {
        for i in &self.acting {
            let joint = &mut joints[self.joints[*i]];
            if !joint.force.is_finite() {
                joint.force = 0.0;
                health.non_finite += 1;
            }
        }
        let within = |island: &Self, joints: &[Joint], share: f64| {
            island.acting.iter().all(|i| {
                let joint = &joints[island.joints[*i]];
                let moved =
                    island.free[*i] - share * (island.free[*i] - island.displacement(*i, joints));
                let taken = share * joint.force * moved;
                joint.law.stored() + taken >= -ROUNDING * (joint.law.stored() + taken.abs())
            })
        };
        if within(self, joints, 1.0) {
            return;
        }
        let (mut low, mut high) = (0.0, 1.0);
        for _ in 0..40 {
            let middle = 0.5 * (low + high);
            if within(self, joints, middle) {
                low = middle
            } else {
                high = middle
            }
        }
        health.unconverged += 1;
        for i in &self.acting {
            joints[self.joints[*i]].force *= low;
        }
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
