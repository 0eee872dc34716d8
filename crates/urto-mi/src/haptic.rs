//! A network that is felt: a device tells where a hand is, a thousand times a second, and gets the
//! force on it.
//!
//! Law:    the hand and a mass are joined by a spring with a damper; the device gets what that pulls
//!         the hand with.
//! Step:   each tick of a millisecond goes as many steps as the network has in it, while the hand goes
//!         evenly from where it was to where it was told to be; so it is one tick late. There is no
//!         clock inside: whoever calls [`HapticLoop::tick`] has it.
//! Limits: where nothing is heard of the hand for [`PATIENCE`] ticks, the force fades within
//!         [`FADE`] ticks, and comes back as slowly. A hand goes no faster than [`FASTEST`].
//!
//! Packets are described in docs/haptics.md.
//!
//! ```
//! use urto_mi::haptic::{ForceOnHand, Grip, HapticLoop, HandPlace};
//! let string = urto_mi::NetworkPiece::string()?;
//! let middle = string.model().find("string.32").unwrap();
//! let mut network = HapticLoop::new(&string, middle, Grip::default())?;
//! let up = [0.0, 0.0, 0.005];
//! for sequence in 1..200 {
//!     network.receive(&HandPlace { sequence, position: up }.to_bytes());
//!     network.tick();
//! }
//! let felt = ForceOnHand::of_bytes(&network.tick()).unwrap();
//! // It pulls the hand down again.
//! assert!(felt.force[2] < -0.1);
//! # Ok::<(), urto_mi::ModelError>(())
//! ```

mod packet;
mod simulated;

pub use packet::{ForceOnHand, HandPlace};
pub use simulated::SimulatedHand;

use crate::hand::Hand;
use crate::model::{MassId, ModelError};
use crate::network::MassNetwork;
use crate::piece::NetworkPiece;
use crate::score::Played;
use crate::vector::{difference, length, scaled, sum};

/// Ticks a second.
pub const TICKS: f64 = 1000.0;
/// Ticks without news of the hand until its force fades.
pub const PATIENCE: u32 = 5;
/// Ticks in which it fades.
pub const FADE: u32 = 50;
/// A hand goes no faster \[m/s\]: what seems to is a packet after many that were lost.
pub const FASTEST: f64 = 20.0;
/// Farthest that a hand may be from where its mass started \[m\].
const FARTHEST: f64 = 1000.0;

/// How a hand holds its mass.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grip {
    /// Force for each metre at most \[N/m\]. A device that is told a thousand times a second stays
    /// calm up to about 1 N/mm; the links at the mass may make it softer.
    pub stiffness: f64,
    /// Greatest force \[N\].
    pub force: f64,
}

impl Default for Grip {
    fn default() -> Self {
        Self {
            stiffness: 1000.0,
            force: 10.0,
        }
    }
}

/// What became of packets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Taken.
    pub taken: u64,
    /// Older than one that was taken before, or the same again.
    pub late: u64,
    /// Not understood, or with a place that no hand can be at.
    pub wrong: u64,
}

/// A network, a mass that is held, and the hand that holds it.
pub struct HapticLoop {
    played: Played,
    hand: Hand,
    mass: MassId,
    grip: Grip,
    /// Steps in a tick, and what is left over of the last one.
    steps: f64,
    over: f64,
    /// The newest packet, if there was any, and ticks since it came.
    newest: Option<HandPlace>,
    silent: u32,
    /// Where the hand is, from where the mass started \[m\]; nothing before it was told.
    at: Option<[f64; 3]>,
    /// Share of the force that is allowed.
    share: f64,
    counts: Counts,
}

impl HapticLoop {
    /// Holds a mass of a network, whose own score plays meanwhile.
    pub fn new(piece: &NetworkPiece, mass: MassId, grip: Grip) -> Result<Self, ModelError> {
        let model = piece.model();
        model.known(mass)?;
        let mut hand = Hand::new(model);
        hand.soften(mass, grip.stiffness);
        Ok(Self {
            played: piece.played()?,
            hand,
            mass,
            grip,
            steps: model.hertz() / TICKS,
            over: 0.0,
            newest: None,
            silent: 0,
            at: None,
            share: 0.0,
            counts: Counts::default(),
        })
    }

    /// The network.
    pub fn network(&self) -> &MassNetwork {
        self.played.network()
    }

    /// What became of packets so far.
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// The force on the hand now \[N\]: the opposite of what it pulls the mass with.
    pub fn force(&self) -> [f64; 3] {
        scaled(self.hand.pull(), -1.0)
    }

    /// Takes a packet; tells whether it is news. What is late, twice or not understood changes nothing.
    pub fn receive(&mut self, packet: &[u8]) -> bool {
        let sane = |told: &HandPlace| told.position.iter().all(|own| own.abs() <= FARTHEST);
        let Some(told) = HandPlace::of_bytes(packet).filter(sane) else {
            self.counts.wrong += 1;
            return false;
        };
        // Numbers begin anew after the largest: what is less than half a round ahead is newer. After
        // a fade anything is: the device may have begun anew.
        let newer =
            |last: HandPlace| told.sequence.wrapping_sub(last.sequence).wrapping_sub(1) < 1 << 31;
        if self.share > 0.0 && !self.newest.is_none_or(newer) {
            self.counts.late += 1;
            return false;
        }
        self.newest = Some(told);
        self.silent = 0;
        self.counts.taken += 1;
        true
    }

    /// A millisecond passes; gives the packet for the device.
    pub fn tick(&mut self) -> [u8; ForceOnHand::BYTES] {
        self.fade();
        let (from, to) = self.way();
        self.over += self.steps;
        let steps = self.over as usize;
        self.over -= steps as f64;
        for step in 0..steps {
            self.played.drive();
            match (from, to) {
                (Some(from), Some(to)) => {
                    let share = (step + 1) as f64 / steps as f64;
                    let at = sum(from, scaled(difference(to, from), share));
                    let place = sum(self.played.start(self.mass), at);
                    self.hand.loosen(self.share);
                    let network = self.played.network_mut();
                    self.hand.act(network, self.mass, place, self.grip.force);
                }
                _ => self.hand.open(),
            }
            self.played.finish();
        }
        self.at = to;
        self.felt().to_bytes()
    }

    /// What the device is told.
    fn felt(&self) -> ForceOnHand {
        let position = self.network().position(self.mass);
        ForceOnHand {
            sequence: self.newest.map_or(0, |told| told.sequence),
            force: self.force(),
            position: difference(position, self.played.start(self.mass)),
        }
    }

    /// The force comes and goes slowly.
    fn fade(&mut self) {
        let heard = self.newest.is_some() && self.silent <= PATIENCE;
        let by = 1.0 / f64::from(FADE);
        self.share = match heard {
            true => (self.share + by).min(1.0),
            false => (self.share - by).max(0.0),
        };
        self.silent = self.silent.saturating_add(1);
    }

    /// Where the hand was, and where it goes in this tick.
    fn way(&self) -> (Option<[f64; 3]>, Option<[f64; 3]>) {
        let Some(told) = self.newest.filter(|_| self.share > 0.0) else {
            return (None, None);
        };
        let from = self.at.unwrap_or(told.position);
        let way = difference(told.position, from);
        let (long, most) = (length(way), FASTEST / TICKS);
        let way = match long > most {
            true => scaled(way, most / long),
            false => way,
        };
        (Some(from), Some(sum(from, way)))
    }
}
