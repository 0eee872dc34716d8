//! Forces of several contacts that share bodies, found together.
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
//! Passive whatever comes out: each law is, at its own force and displacement; and if the method
//! did not converge, or the net forces that would be pushed do other work on the bodies than the
//! laws book, the laws' forces are applied instead, scaled by the largest share in [0, 1] at which
//! no contact gives more than it holds, and each contact then stores at most what is left.

use super::Joint;
use super::island::Island;
use crate::contact::ROUNDING;
use crate::energy::Health;

/// Most Newton steps; convergence is quadratic near the solution and takes about six.
const NEWTON_STEPS: usize = 40;
/// Most halvings of a Newton step that goes too far.
const HALVINGS: usize = 40;

/// How far the work of net forces that have converged may lie from the laws', as a share of all
/// work in play: forces that nearly cancel round by their own size.
const ALLOWED: f64 = 1e-12;

/// Scratch for the solver, one entry (or row) per port.
pub(super) struct Workspace {
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

impl Workspace {
    pub fn new(joints: usize, ports: usize) -> Self {
        Self {
            found: vec![0.0; ports],
            miss: vec![0.0; ports],
            newton: vec![0.0; ports],
            shift: vec![0.0; ports],
            slope: vec![0.0; joints],
            matrix: vec![0.0; ports * ports],
        }
    }
}

impl Island {
    /// Solves all acting contacts together, leaving their forces in the joints and the net
    /// forces in `net`. Two rounds: the second freezes the laws at what the first one found, and
    /// `again` the first one too.
    pub fn together(&mut self, joints: &mut [Joint], health: &mut Health, again: bool) {
        let n = self.joints.len();
        self.spread(|joint| joints[joint].force);
        self.room.found.copy_from_slice(&self.net);
        let mut converged = false;
        for round in 0..2 {
            for i in &self.acting {
                let own = joints[self.joints[*i]].force;
                let compliance = self.compliance[i * n + i];
                let moved = self.displacement(*i);
                let guess = (again || round > 0).then_some(moved);
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
        // Where the method gave up, net forces are believed only if they do the laws' work as
        // exactly as the laws' own forces would.
        let tolerance = if converged { ALLOWED } else { ROUNDING };
        let honest = self.agrees(joints, ROUNDING) && self.tallies(joints, tolerance);
        if !honest || !self.is_within(joints, 1.0) {
            health.unconverged += u64::from(!self.tallies(joints, 1e-6));
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
            if !self.search(joints) {
                return false;
            }
        }
    }

    /// Moves `net` along the Newton step, as far as the convex function falls; where a law overflows
    /// however small the step, it stays where it was, and tells so.
    fn search(&mut self, joints: &mut [Joint]) -> bool {
        let slope = |room: &Workspace| -> f64 {
            room.miss
                .iter()
                .zip(&room.shift)
                .map(|(miss, shift)| miss * shift)
                .sum()
        };
        let start = slope(&self.room).abs();
        self.room.found.copy_from_slice(&self.net);
        let (mut near, mut far, mut share) = (0.0, 1.0, 1.0);
        let mut finite = true;
        for _ in 0..HALVINGS {
            for (port, net) in self.net.iter_mut().enumerate() {
                *net = self.room.found[port] + share * self.room.newton[port];
            }
            self.residual(joints);
            let now = slope(&self.room);
            finite = now.is_finite();
            if now > 0.5 * start || !finite {
                far = share;
            } else if now < -0.5 * start && far < 1.0 {
                near = share;
            } else {
                break;
            }
            share = 0.5 * (near + far);
        }
        if finite {
            self.room.found.copy_from_slice(&self.net);
        } else {
            self.net.copy_from_slice(&self.room.found);
            self.residual(joints);
        }
        finite
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

    /// Whether the net forces do the work on the bodies that the laws book, up to a share of all
    /// work in play: what a port travels by itself counts, not only what forces add.
    fn tallies(&self, joints: &[Joint], tolerance: f64) -> bool {
        let travelled = |port: usize| self.coasted[port] + self.moved[port];
        let ports = 0..self.ports.len();
        let missing: f64 = ports.map(|p| self.room.miss[p] * travelled(p)).sum();
        let scale: f64 = self
            .acting
            .iter()
            .map(|i| {
                let joint = &joints[self.joints[*i]];
                let ways = self.sides[*i].map(|p| self.coasted[p].abs() + self.moved[p].abs());
                joint.law.stored() + joint.force.abs() * (ways[0] + ways[1])
            })
            .sum();
        scale.is_finite() && missing.abs() <= tolerance * scale
    }

    /// Whether every contact holds what it gives, at a share of the forces last spread.
    pub(super) fn is_within(&self, joints: &[Joint], share: f64) -> bool {
        self.acting.iter().all(|i| {
            let joint = &joints[self.joints[*i]];
            let moved = self.free[*i] + share * self.yielded(*i);
            joint.holds(share * joint.force * moved)
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

impl Joint {
    /// Whether it has what it gives, when the bodies give it some energy \[J\], or take it.
    pub(super) fn holds(&self, taken: f64) -> bool {
        let held = self.law.stored();
        taken.is_finite() && held + taken >= -ROUNDING * (held + taken.abs())
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

#[cfg(test)]
mod tests {
    use crate::contact::{ElastoPlastic, FrictionLaw, HuntCrossley, ImpactLaw};
    use crate::network::{Network, NetworkBuilder};
    use crate::object::{Mass, MassParams, Object, StringBody, StringParams};
    use crate::rate::Rate;

    /// A light ball, flying, that an impact and a friction contact hold at once; the impact is
    /// put 20 m deep, further than a network may start.
    fn deep(rate: f64, law: &ImpactLaw, velocity: f64, deep: f64, strings: bool) -> Network {
        let rate = Rate::new(rate).unwrap();
        let mass = |velocity| {
            let params = MassParams {
                mass: 1e-6,
                velocity,
                ..MassParams::default()
            };
            Box::new(Mass::new(&params, &[], rate).unwrap())
        };
        let other = || -> Box<dyn Object> {
            match strings {
                true => Box::new(StringBody::new(&StringParams::default(), &[], rate).unwrap()),
                false => mass(0.0),
            }
        };
        let mut network = NetworkBuilder::new(rate);
        network.add("a", mass(velocity)).unwrap();
        network.add("b", other()).unwrap();
        let rubbed = if strings {
            network.add("c", other()).unwrap();
            "c"
        } else {
            "b"
        };
        let friction = FrictionLaw {
            dynamic_friction: if strings { 2.1707219046267814 } else { 0.3 },
            ..FrictionLaw::default()
        };
        let hit = Box::new(HuntCrossley::new(law, rate).unwrap());
        network.join("hit", hit, ["a", "b"]).unwrap();
        let rub = Box::new(ElastoPlastic::new(&friction, rate).unwrap());
        let between = if strings {
            [rubbed, "a"]
        } else {
            ["a", rubbed]
        };
        network.join("rub", rub, between).unwrap();
        let mut network = network.build(0);
        network.joints[0].law.place(deep);
        network.initial = network.stored();
        network
    }

    #[test]
    fn forces_that_were_not_found_give_no_energy() {
        let steep = ImpactLaw {
            stiffness: 1e16,
            exponent: 4.0,
            dissipation: 0.0,
            ..ImpactLaw::default()
        };
        let damped = ImpactLaw {
            dissipation: 100.0,
            ..steep.clone()
        };
        let round = ImpactLaw {
            stiffness: 1e16,
            ..ImpactLaw::default()
        };
        let cases = [
            ("lossless", deep(8e3, &steep, 100.0, 20.0, false)),
            ("damped", deep(8e3, &damped, 100.0, 20.0, false)),
            (
                "strings",
                deep(48e3, &round, -36.51772361759007, 5.4096, true),
            ),
        ];
        for (name, mut network) in cases {
            let start = network.ledger().initial;
            for step in 0..80 {
                network.step();
                let now = network.ledger();
                let seen = format!("{name} {step}: {now:?} {:?}", network.health());
                assert!(now.stored <= start * (1.0 + 1e-11), "{seen}");
                assert!(now.dissipated <= start * (1.0 + 1e-11), "{seen}");
                assert!(now.error().abs() <= 1e-11 * start, "{seen}");
            }
        }
    }
}
