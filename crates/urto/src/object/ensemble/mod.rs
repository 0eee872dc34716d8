//! Ensemble: many small bodies in one bank of modes, struck one by one and heard together.
//!
//! Hear:   each rings at its own pitch; what is small against the waves in air is heard weakly.
//! Law:    independent modes (see `mode`). A body of size s sends out its area s² times its
//!         velocity, through a high-pass at c/(pi·s): below it, waves flow about the body instead
//!         of leaving (the radiation of a piston).
//! Step:   exact for forces held during the step; one pass over all modes of all bodies. The
//!         filter is linear, so each mode has its own and all are summed up once.
//! Limits: linear; bodies do not touch each other; a mode at or above 0.49 of the rate is silent.

mod abilities;

use super::aired::Aired;
use super::bank::Bank;
use super::mode::{Mode, Step};
use super::{Coast, FreeRun, Object, Point, Points, QUIET, Response, Retunable, Sounding};
use crate::energy::Books;
use crate::high_pass;
use crate::math::{self, TAU};
use crate::param::{ParamId, Value};
use crate::rate::Rate;
use crate::simd::{GROUP, Lanes, modes};
use core::ops::Range;

/// A place where a body may be struck.
#[derive(Clone)]
pub(crate) struct MemberPoint {
    /// Where, from 0 to 1,
    pub place: f64,
    /// and the modes' shapes there.
    pub shapes: Vec<f64>,
}

/// One of the bodies, as it joins a crowd.
pub(crate) struct Member {
    /// Its modes,
    pub modes: Vec<Mode>,
    /// their shapes where it is struck, and where it is heard.
    pub struck: Vec<f64>,
    pub heard: Vec<f64>,
    /// Where it may be struck instead.
    pub elsewhere: Vec<MemberPoint>,
    /// How large it is \[m\].
    pub size: f64,
}

/// Frequency \[Hz\] below which a body is smaller than the waves around it, which then flow about
/// it instead of leaving: its sound falls by 6 dB per octave (the radiation of a piston; 1/pi of
/// the wave length is its size).
pub fn corner(size: f64) -> f64 {
    const SPEED_OF_SOUND: f64 = 343.0;
    SPEED_OF_SOUND / (core::f64::consts::PI * size)
}

/// How often quiet modes are looked for \[steps\].
const LOOK: u32 = 64;
/// Modes below this \[Hz\] are felt rather than heard; an octave above it 16/17 is left.
const LOWEST: f64 = 20.0;

/// Many small bodies.
///
/// Points by number: each body where it is struck; then all of those that are torn at once, every
/// other one the other way; then what all send into the air \[m³\] and \[m³/s\].
pub(crate) struct Ensemble {
    rate: Rate,
    steps: Vec<Step>,
    /// A mode's frequency \[Hz\], 0 for one that is silent; to which body it belongs, and its shape
    /// where that is heard.
    hertz: Vec<f64>,
    owners: Vec<usize>,
    ears: Vec<f64>,
    /// The bodies' sizes \[m\].
    sizes: Vec<f64>,
    /// Shapes of all modes at each point that can be pushed, and the whole groups of modes among
    /// which those that move it are.
    rows: Vec<Lanes<f64>>,
    spans: Vec<Range<usize>>,
    /// Each body's first mode, and where it may be struck.
    elsewhere: Vec<(usize, Vec<MemberPoint>)>,
    /// What is heard of a mode's velocity \[m²\], the slow part of it that is not, and how fast
    /// that follows: `slow += pole·(v - slow)`.
    loud: Lanes<f64>,
    slow: Lanes<f64>,
    pole: Lanes<f64>,
    /// What all modes send into the air now \[m³/s\].
    air: f64,
    /// What they send into the air while nothing touches them.
    aired: Aired,
    bank: Bank,
    pushed: bool,
    awake: bool,
    clock: u32,
    received: f64,
    revision: u32,
}

impl Ensemble {
    /// All bodies at rest; the first N can be torn at once. Allocates.
    pub fn new(members: &[Member], torn: usize, rate: Rate) -> Self {
        let total = members.iter().map(|member| member.modes.len()).sum();
        let mut crowd = Self {
            rate,
            steps: vec![Step::silent(); total],
            hertz: vec![0.0; total],
            owners: Vec::with_capacity(total),
            ears: Vec::with_capacity(total),
            sizes: members.iter().map(|member| member.size).collect(),
            rows: Vec::new(),
            spans: Vec::new(),
            elsewhere: Vec::new(),
            loud: Lanes::zeros(total),
            slow: Lanes::zeros(total),
            pole: Lanes::zeros(total),
            air: 0.0,
            aired: Aired::new(total, members.len(), rate),
            bank: Bank::new(total),
            pushed: false,
            awake: false,
            clock: 0,
            received: 0.0,
            revision: 0,
        };
        let mut all = Lanes::zeros(total);
        for (index, member) in members.iter().enumerate() {
            let first = crowd.owners.len();
            let mut row = Lanes::zeros(total);
            let way = match index {
                _ if index >= torn => 0.0,
                _ if index % 2 == 0 => 1.0,
                _ => -1.0,
            };
            for (mode, shape) in (first..).zip(&member.struck) {
                row[mode] = *shape;
                all[mode] = way * shape;
            }
            crowd.rows.push(row);
            crowd.elsewhere.push((first, member.elsewhere.clone()));
            crowd.owners.resize(first + member.modes.len(), index);
            let (first, last) = (first / GROUP, crowd.owners.len().div_ceil(GROUP));
            crowd.spans.push(first * GROUP..last * GROUP);
            crowd.ears.extend(&member.heard);
        }
        let last = crowd.spans[..torn.min(members.len())].last();
        crowd.spans.push(0..last.map_or(0, |span| span.end));
        crowd.rows.push(all);
        let modes = members.iter().flat_map(|member| &member.modes);
        for (index, mode) in modes.enumerate() {
            crowd.retune(index, mode);
        }
        crowd
    }

    /// Where all that can be torn are.
    pub fn torn(&self) -> Point {
        Point(self.sizes.len() as u32)
    }

    /// The parameter that is a body's size.
    pub fn size_of(body: usize) -> Option<ParamId> {
        ParamId::default().then(body)
    }

    /// The sum of what modes do, by their shapes at a point that can be pushed.
    fn sum(&self, point: Point, modes: &Lanes<f64>) -> f64 {
        let span = self.spans[point.index()].clone();
        let shapes = &self.rows[point.index()][span.clone()];
        modes::dot(self.bank.level, shapes, &modes[span])
    }

    /// The air around all of them.
    fn is_air(&self, point: Point) -> bool {
        point.index() >= self.rows.len()
    }

    /// Works out what is heard of a mode: area, high-pass, and what is too slow to hear.
    fn hear(&mut self, mode: usize, hertz: f64) {
        self.hertz[mode] = hertz;
        let size = self.sizes[self.owners[mode]];
        let corner = corner(size);
        self.pole[mode] = -math::expm1(-TAU * corner * self.rate.step());
        let above = hertz / LOWEST;
        let power = above * above * above * above;
        let area = size * size * high_pass::of_remainders(corner, self.rate);
        self.loud[mode] = area * self.ears[mode] * power / (1.0 + power);
    }

    /// Lets the filters take a step.
    fn radiate(&mut self) {
        let (level, velocities) = (self.bank.level, &self.bank.state.v);
        let (slow, pole, loud) = (&mut self.slow, &self.pole, &self.loud);
        self.air = modes::pass_high(level, slow, pole, velocities, loud);
    }

    /// Puts to rest what can no longer be heard, before it becomes subnormal.
    fn rest(&mut self) {
        self.awake = self.bank.rest_if_below(QUIET);
        for slow in self.slow.iter_mut() {
            if !self.awake || slow.abs() < QUIET {
                *slow = 0.0;
            }
        }
    }
}

impl Object for Ensemble {
    fn begin(&mut self) {}
    fn coast(&self, point: Point) -> Coast {
        if !self.awake || self.is_air(point) {
            return Coast::default();
        }
        self.bank.coast(&self.rows[point.index()])
    }
    fn response(&self, at: Point, from: Point) -> Response {
        if self.is_air(at) || self.is_air(from) {
            return Response::default();
        }
        let (at, from) = (&self.rows[at.index()], &self.rows[from.index()]);
        let [displacement, velocity] = self.bank.respond(at, from);
        Response {
            displacement,
            velocity,
        }
    }
    fn push(&mut self, point: Point, newtons: f64) {
        if newtons != 0.0 && !self.is_air(point) {
            self.pushed = true;
            self.bank.push(&self.rows[point.index()], newtons);
        }
    }
    fn end(&mut self) {
        if self.pushed {
            self.pushed = false;
            self.awake = true;
            self.received += self.bank.end_pushed();
        } else if self.awake {
            self.bank.end_free();
        } else {
            return;
        }
        self.radiate();
        self.clock += 1;
        if self.clock >= LOOK {
            self.clock = 0;
            self.rest();
        }
    }
    fn energy(&self) -> f64 {
        let states = self.bank.state.q.iter().zip(self.bank.state.v.iter());
        let each = self.steps.iter().zip(states);
        each.map(|(step, (q, v))| step.energy(*q, *v)).sum()
    }
    fn books(&self) -> Books {
        Books {
            injected: 0.0,
            dissipated: self.received - self.energy(),
        }
    }
    fn displacement(&self, point: Point) -> f64 {
        if !self.awake || self.is_air(point) {
            return 0.0;
        }
        self.sum(point, &self.bank.state.q)
    }
    fn velocity(&self, point: Point) -> f64 {
        self.ringing(point)
    }
    /// A body becomes larger or smaller; its modes follow by themselves as they are retuned.
    fn set(&mut self, id: &ParamId, value: &Value) -> bool {
        match (id.path(), value) {
            ([body], Value::Number(size)) if (*body as usize) < self.sizes.len() => {
                self.sizes[*body as usize] = *size;
                true
            }
            _ => false,
        }
    }
    fn reset(&mut self) {
        self.bank.clear();
        self.slow.fill(0.0);
        self.air = 0.0;
        self.pushed = false;
        self.awake = false;
        self.clock = 0;
        self.received = 0.0;
    }
    fn revision(&self) -> u32 {
        self.revision
    }
    fn is_asleep(&self) -> bool {
        !self.awake
    }
    fn points(&mut self) -> Option<&mut dyn Points> {
        Some(self)
    }
    fn retunable(&mut self) -> Option<&mut dyn Retunable> {
        Some(self)
    }
    fn free_run(&mut self) -> Option<&mut dyn FreeRun> {
        Some(self)
    }
    fn sounding(&self) -> Option<&dyn Sounding> {
        Some(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::object::{BLOCK, Forecast, Outlook};

    fn crowd(hertz: &[f64], size: f64) -> Ensemble {
        let member = |hertz: &f64| Member {
            modes: vec![Mode {
                frequency: *hertz,
                decay: 10.0,
                mass: 0.01,
            }],
            struck: vec![1.0],
            heard: vec![1.0],
            elsewhere: [(0.2, 0.5), (0.8, -2.0)]
                .map(|(place, shape)| MemberPoint {
                    place,
                    shapes: vec![shape],
                })
                .to_vec(),
            size,
        };
        let members: Vec<Member> = hertz.iter().map(member).collect();
        Ensemble::new(&members, hertz.len(), Rate::new(48_000.0).unwrap())
    }

    /// What is heard is the velocity through the filter, stepped sample by sample.
    #[test]
    fn a_body_is_heard_as_through_the_filter() {
        for hertz in [200.0, 3000.0, 15_000.0] {
            let size = 0.03;
            let mut crowd = crowd(&[hertz], size);
            crowd.push(Point(0), 1.0);
            let air = crowd.find("air").unwrap();
            let pole = 1.0 - math::exp(-TAU * corner(size) / 48e3);
            let mut low = 0.0;
            for _ in 0..480 {
                crowd.end();
                let velocity = crowd.velocity(Point(0));
                low += pole * (velocity - low);
                let heard = size * size * (velocity - low);
                // It moves at 2 mm/s; at 200 Hz a share of 1e-4 is felt rather than heard.
                assert!((heard - crowd.ringing(air)).abs() < 3e-7 * size * size);
            }
        }
    }

    /// What is foreseen is what steps lead to, for bodies of two sizes in the midst of ringing, and
    /// the jump leads there too.
    #[test]
    fn a_run_is_what_steps_lead_to() {
        let [mut stepped, mut jumped] = [0, 1].map(|_| {
            let mut crowd = crowd(&[300.0, 2000.0, 9000.0], 0.05);
            crowd.set(&Ensemble::size_of(1).unwrap(), &Value::Number(0.01));
            let mode = Mode {
                frequency: 2500.0,
                decay: 0.05,
                mass: 0.01,
            };
            crowd.retune(1, &mode);
            for n in 0..40 {
                crowd.push(Point(n % 3), 1.0 - 0.04 * f64::from(n));
                crowd.end();
            }
            crowd
        });
        let air = stepped.find("air").unwrap();
        assert!(jumped.prepare());
        let mut exact = vec![0.0; 5 * BLOCK];
        let mut fast = vec![0.0f32; 5 * BLOCK];
        jumped.foresee(air, Forecast::Ringing, 0..5, Outlook::Exact(&mut exact));
        jumped.foresee(air, Forecast::Ringing, 0..5, Outlook::Fast(&mut fast));
        let mut loudest = 0.0f64;
        let mut wrong = [0.0f64; 2];
        for n in 0..5 * BLOCK - 10 {
            stepped.end();
            let heard = stepped.ringing(air);
            loudest = loudest.max(heard.abs());
            wrong[0] = wrong[0].max((heard - exact[n]).abs());
            wrong[1] = wrong[1].max((heard - f64::from(fast[n])).abs());
        }
        assert!(wrong[0] < 1e-11 * loudest, "{wrong:?} of {loudest}");
        assert!(wrong[1] < 1e-6 * loudest, "{wrong:?} of {loudest}");
        jumped.advance(5 * BLOCK - 10);
        assert!((jumped.ringing(air) - stepped.ringing(air)).abs() < 1e-11 * loudest);
        assert!((jumped.energy() / stepped.energy() - 1.0).abs() < 1e-11);
        for (one, other) in jumped.slow.iter().zip(stepped.slow.iter()) {
            assert!((one - other).abs() < 1e-11);
        }
    }

    /// Torn bodies go opposite ways, and the work of a push is what the crowd holds.
    #[test]
    fn torn_bodies_go_opposite_ways() {
        let mut crowd = crowd(&[500.0, 500.0], 0.1);
        crowd.push(crowd.torn(), 2.0);
        crowd.end();
        let [one, other] = [0, 1].map(|body| crowd.velocity(Point(body)));
        assert!(one > 0.0 && (one + other).abs() < 1e-15);
        let given = 2.0 * crowd.displacement(crowd.torn());
        // But for 60 dB in 10 s, a sample of which is 3e-5 of the energy.
        assert!((crowd.energy() / given - 1.0).abs() < 1e-4);
    }

    /// Struck elsewhere, a body moves by the shape there, and the others do not; what it already
    /// does goes on, seen from the new place.
    #[test]
    fn a_body_is_struck_at_the_nearest_place() {
        let mut crowd = crowd(&[500.0, 700.0], 0.1);
        let usual = crowd.response(Point(0), Point(0)).velocity;
        for (to, shape) in [(0.1, 0.5), (0.6, -2.0)] {
            crowd.push(Point(0), 1.0);
            crowd.end();
            let (before, energy) = (crowd.displacement(Point(0)), crowd.energy());
            let jump = crowd.move_point(Point(0), to.into()).unwrap();
            assert!((crowd.displacement(Point(0)) - before - jump).abs() < 1e-18);
            assert_eq!(crowd.energy(), energy);
            let there = crowd.response(Point(0), Point(0)).velocity;
            assert!((there / usual / (shape * shape) - 1.0).abs() < 1e-12);
            assert_eq!(crowd.velocity(Point(1)), 0.0);
        }
        assert_eq!(crowd.move_point(crowd.torn(), 0.5.into()), Some(0.0));
    }

    /// Another body in the place of one that rings has no more energy.
    #[test]
    fn another_body_gains_nothing() {
        for (frequency, mass) in [(1000.0, 0.1), (200.0, 1e-3), (3e4, 0.01), (600.0, 0.01)] {
            let mut crowd = crowd(&[500.0], 0.1);
            crowd.push(Point(0), 2.0);
            (0..37).for_each(|_| crowd.end());
            let before = crowd.energy();
            let decay = 1.0;
            crowd.retune(
                0,
                &Mode {
                    frequency,
                    decay,
                    mass,
                },
            );
            assert!(crowd.energy() <= before * (1.0 + 1e-12));
            assert!(crowd.books().dissipated >= 0.0);
        }
    }
}
