//! One blow, stepped until the two are apart for good.
//!
//! Step: time in touch is counted with the fractions of the steps in which it begins and ends.
//!       What is apart for longer than it was in touch has had its blow; what touches later is
//!       another one, and only heard.

use urto::network::{ContactId, Network, ObjectId};
use urto::object::Point;
use urto::sound::ModeLevel;

/// The first touch of a blow.
#[derive(Clone, Copy, Debug)]
pub(super) struct Touchdown {
    /// How long it lasts \[s\].
    pub time: f64,
    /// Speed back over speed forth.
    pub restitution: f64,
}

impl Touchdown {
    pub fn new([touched, flight]: [f64; 2], rate: f64, velocity: f64) -> Self {
        Self {
            time: touched / rate,
            restitution: -flight / velocity,
        }
    }
}

/// A blow under way.
pub(super) struct HammerTouch<'a> {
    network: &'a mut Network,
    hit: ContactId,
    striker: ObjectId,
    body: ObjectId,
    /// Overlap of the two before the last step \[m\].
    before: f64,
    /// Steps in touch, with their fractions; steps apart since; and all steps.
    pub touched: f64,
    pub apart: usize,
    pub passed: usize,
    /// Steps that were worked out one by one, or at once: what it cost.
    pub cost: usize,
    /// Steps in touch after which it does not matter how many.
    patience: f64,
    /// Steps in touch of the whole blow, and the striker's speed after it \[m/s\].
    pub done: Option<[f64; 2]>,
}

impl<'a> HammerTouch<'a> {
    /// A blow that begins now: of the first object on the second's first point. Whoever touches
    /// for more steps than `patience` is not waited for.
    pub fn new(
        network: &'a mut Network,
        hit: ContactId,
        [striker, body]: [ObjectId; 2],
        patience: f64,
    ) -> Self {
        Self {
            network,
            hit,
            striker,
            body,
            before: 0.0,
            touched: 0.0,
            apart: 0,
            passed: 0,
            cost: 0,
            patience,
            done: None,
        }
    }

    pub fn step(&mut self) {
        self.network.step();
        self.passed += 1;
        let (_, now) = self.network.contact_state(self.hit);
        let before = self.before;
        // Share of the step in touch.
        self.touched += match (before > 0.0 || self.passed == 1, now > 0.0) {
            (true, true) => 1.0,
            (true, false) => (before / (before - now)).clamp(0.0, 1.0),
            (false, true) => (now / (now - before)).clamp(0.0, 1.0),
            (false, false) => 0.0,
        };
        self.apart = if now > 0.0 { 0 } else { self.apart + 1 };
        self.before = now;
        self.cost += 1;
        if self.done.is_none() && (self.is_away() || self.is_gone() || self.is_too_long()) {
            self.done = Some([self.touched, self.flight()]);
        }
    }

    /// Whether it touches for longer than anyone waits.
    pub fn is_too_long(&self) -> bool {
        self.touched > self.patience
    }

    /// Takes steps without touch at once, as many as are sure to have none, at most N.
    pub fn glide(&mut self, most: usize) -> usize {
        let count = self.network.ring(most);
        if count > 0 {
            self.network.catch_up();
            self.passed += count;
            self.cost += 1;
            self.apart += count;
            self.before = self.network.contact_state(self.hit).1;
        }
        count
    }

    /// Whether it is apart for longer than it was in touch.
    pub fn is_away(&self) -> bool {
        self.apart as f64 > self.touched
    }

    /// Whether nothing will touch again; looked at in every 16th step apart.
    pub fn is_gone(&mut self) -> bool {
        self.apart % 16 == 1 && {
            // The struck point is a body's first; beyond its reach nothing touches again.
            let reach = self.network.reach(self.body, Point(0), 1 << 20);
            let rest = self.network.look(self.body).displacement(Point(0));
            self.flight() < 0.0 && reach.is_some_and(|[low, _]| self.before < low - rest)
        }
    }

    pub fn flight(&self) -> f64 {
        self.network.look(self.striker).flight()
    }

    pub fn levels(&self, into: &mut [ModeLevel]) -> usize {
        self.network.look(self.body).levels(into)
    }
}
