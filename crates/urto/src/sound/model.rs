//! What a sound is made of: its physics, and where changes of parameters go.

use super::{Event, ExpressionKeys, FoundLevel, Meant, ModeLevel, Pieces, Taps, Work};
use crate::energy::{Health, Ledger};
use crate::error::BuildError;
use crate::network::{ContactId, Network, ObjectId};
use crate::param::{Declared, ParamId, Value};
use crate::picture::{Frame, Geometry};
use crate::quality::Quality;
use crate::rate::Rate;

/// The physics of a sound: what the parameters do to it, most often by way of a network.
pub trait Model: Send + Sized + 'static {
    /// Its parameters.
    type Params: Declared;
    /// Whether a gesture goes on until it is released (a bow), rather than being over at once (a
    /// blow). When such a sound is built anew while it plays, its gesture goes on.
    const HELD: bool = false;
    /// How long its gesture is rehearsed unheard to find the level \[s\], 50 to 300 ms; 0 where the
    /// model knows its level beforehand.
    const REHEARSED: f64 = 0.0;
    /// Whether what is rehearsed goes on as it is, rather than die away: then it is as loud as it
    /// becomes.
    const STEADY: bool = Self::HELD;
    /// How often the gesture is made meanwhile: several times where chance makes them differ.
    const BLOWS: usize = 1;
    /// What the pitch, the pressure and the place of an event move: that of its `ENTRY`. The
    /// player moves them before the event comes.
    const EXPRESSION: ExpressionKeys = ExpressionKeys::NONE;
    /// Builds it at rest. May allocate. Parameters that their table allows should not fail; if
    /// they do, the sound stays silent and says why in its notes.
    fn build(params: &Self::Params, rate: Rate, seed: u64) -> Result<Self, BuildError>;
    /// Goes on with what [`build`](Model::build) left to do, for about a millisecond; tells whether
    /// all is done. Gets the same parameters and seed.
    fn finish(&mut self, params: &Self::Params, seed: u64) -> Result<bool, BuildError> {
        let _ = (params, seed);
        Ok(true)
    }
    /// Its network and what goes with it, if it has one.
    fn rig(&self) -> Option<&Rig> {
        None
    }
    /// Its network and what goes with it, to change them.
    fn rig_mut(&mut self) -> Option<&mut Rig> {
        None
    }
    /// Exact or fast from now on.
    fn set_quality(&mut self, quality: Quality) {
        if let Some(rig) = self.rig_mut() {
            rig.network.set_quality(quality);
        }
    }
    /// A parameter that no route takes has changed.
    fn change(&mut self, params: &Self::Params, id: &ParamId);
    /// Something happens.
    fn event(&mut self, params: &Self::Params, event: Event);
    /// Begins the gesture that a rehearsal hears: the whole one, or where that takes long to grow,
    /// its height at once. Tells how many times more happens than in truth, where that would be too
    /// little to judge by.
    fn rehearse(&mut self, params: &Self::Params) -> f64 {
        self.event(params, Event::trigger(1.0));
        1.0
    }
    /// Begins the same gesture at its own pace, where [`rehearse`](Model::rehearse) hurried it; tells
    /// whether it did.
    fn rehearse_plainly(&mut self, params: &Self::Params) -> bool {
        let _ = params;
        false
    }
    /// Whether it is rehearsed anew while it plays, when this parameter has changed. A body is; not
    /// so a number on its way that, heard for a moment, says nothing of what comes (a pressure that
    /// rises from none): that is rehearsed once it is built or reset, or if the level was made
    /// louder by the last rehearsal.
    fn rehearsed_live(id: &ParamId) -> bool {
        let _ = id;
        true
    }
    /// Takes one step and gives one sample.
    fn tick(&mut self, params: &Self::Params) -> f64;
    /// For how many samples it will do nothing by itself: no gesture, no glide, no other blow.
    /// Meanwhile the player may let the network ring on untouched instead of calling
    /// [`tick`](Model::tick).
    fn idle_for(&self, params: &Self::Params) -> usize {
        let _ = params;
        0
    }
    /// The network has rung on for as many samples as `out` takes, no more than it was to be idle:
    /// makes samples of what the ears heard ([`Network::rang`]), and lets its own clocks run.
    fn rang(&mut self, params: &Self::Params, out: &mut [f32], health: &mut Health) {
        let _ = (params, health);
        out.fill(0.0);
    }
    /// How many channels it has, 1 to 16: one for each place at which it is heard.
    fn channels(params: &Self::Params) -> usize {
        let _ = params;
        1
    }
    /// The bodies of which it has many at once. Its other bodies are found by themselves.
    fn pieces(params: &Self::Params) -> Option<Pieces> {
        let _ = params;
        None
    }
    /// What it does beside the modes of its bodies, if that depends on its parameters.
    fn work(&self) -> Work {
        Work::default()
    }
    /// Where a channel is to be heard in a mix of two, from -1 left to 1 right; nothing where hosts
    /// spread channels as they like.
    fn pan(params: &Self::Params, channel: usize) -> Option<f64> {
        let _ = (params, channel);
        None
    }
    /// What the last [`tick`](Model::tick) gave in a channel after the first; nothing if there is no
    /// such channel.
    fn further(&self, channel: usize) -> Option<f64> {
        let _ = channel;
        None
    }
    /// What the last [`rang`](Model::rang) gave in a channel after the first.
    fn rang_further(&self, channel: usize) -> Option<&[f32]> {
        let _ = channel;
        None
    }
    /// Whether it is sure of its level as it was built, so that nothing need be rehearsed before
    /// it is heard: a rehearsal can take longer than a short sound.
    fn is_sure(&self) -> bool {
        false
    }
    /// How much louder than usual it means to be now.
    fn meant(&self) -> Meant {
        Meant::default()
    }
    /// The rehearsal tells to multiply the level with a factor.
    fn correct(&mut self, params: &Self::Params, found: FoundLevel) {
        let _ = (params, found);
    }
    /// How long it may ring on \[s\].
    fn tail(params: &Self::Params) -> f64;
    /// Back to rest, without allocation.
    fn reset(&mut self, params: &Self::Params, seed: u64) {
        let _ = params;
        if let Some(rig) = self.rig_mut() {
            rig.network.reset(seed);
        }
    }
    /// What goes on at the contact now, and the energy held; the latter only if it is `wanted`, as
    /// it takes long to sum up.
    fn taps(&self, wanted: bool) -> Taps {
        self.rig().map_or(Taps::default(), |rig| rig.taps(wanted))
    }
    /// How its bodies' modes ring, as many as there is room for; tells how many those are.
    fn modes(&self, into: &mut [ModeLevel]) -> usize {
        self.rig().map_or(0, |rig| rig.network.modes(into))
    }
    /// What it looks like, for pictures. Allocates.
    fn geometry(&self) -> Geometry {
        self.rig()
            .map_or(Geometry::default(), |rig| rig.network.geometry())
    }
    /// Where the points of its geometry are now.
    fn picture(&self, geometry: &Geometry, frame: &mut Frame) {
        if let Some(rig) = self.rig() {
            rig.network.picture(geometry, frame);
        }
    }
    /// Energy bookkeeping since the last reset.
    fn ledger(&self) -> Ledger {
        self.rig()
            .map_or(Ledger::default(), |rig| rig.network.ledger())
    }
    /// What had to be mended since the last reset.
    fn health(&self) -> Health {
        self.rig()
            .map_or(Health::default(), |rig| rig.network.health())
    }
    /// What had to be changed to build it, in plain words.
    fn notes(&self) -> Vec<String> {
        self.rig().map_or(Vec::new(), |rig| rig.network.notes())
    }
}

/// A model's network, where the changes of its nested tables go, and the contact whose state the
/// taps show.
pub struct Rig {
    /// The network.
    pub network: Network,
    /// Nested tables whose changes go straight to an object or a contact.
    pub routes: Vec<Route>,
    /// The contact that pictures show.
    pub shown: ContactId,
}

impl Rig {
    /// Sends a change where it goes; tells whether a route takes it.
    pub(super) fn change(&mut self, id: &ParamId, value: &Value) -> bool {
        for route in &self.routes {
            if let Some(inner) = id.within(&route.table) {
                match route.target {
                    Target::Object(object) => self.network.set_object(object, &inner, value),
                    Target::Contact(contact) => self.network.set_contact(contact, &inner, value),
                };
                return true;
            }
        }
        false
    }

    fn taps(&self, with_energy: bool) -> Taps {
        let (force, compression) = self.network.contact_state(self.shown);
        Taps {
            force,
            compression,
            velocity: self.network.contact_velocity(self.shown),
            energy: if with_energy {
                self.network.stored()
            } else {
                0.0
            },
        }
    }
}

/// Where the changes of a nested table go.
#[derive(Clone, Copy, Debug)]
pub struct Route {
    /// The table.
    pub table: ParamId,
    /// Who takes them.
    pub target: Target,
}

/// Who takes a change.
#[derive(Clone, Copy, Debug)]
pub enum Target {
    /// An object of the network.
    Object(ObjectId),
    /// A contact of the network.
    Contact(ContactId),
}

impl Route {
    /// Sends the changes of a table, which [`key!`](crate::key) names, to a target.
    pub fn new(table: ParamId, target: Target) -> Self {
        Self { table, target }
    }
}
