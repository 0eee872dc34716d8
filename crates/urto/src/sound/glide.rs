//! Numbers on their way to where they were set, and what signals say to them.

use super::Signal;
use crate::energy::Health;
use crate::param::{Kind, ParamId, Params, Range, Scale, Update, Value, number_of};
use crate::rate::Rate;

/// Block changes take effect at multiples of this many samples of the sound's own clock.
pub(crate) const BLOCK: u64 = 64;
/// Smoothing and crossfades last so long \[s\].
const FADE: f64 = 0.02;
/// Most changes that move at once, and most events that wait.
pub(crate) const WAITING: usize = 256;

/// How long crossfades last \[samples\].
pub(crate) fn fade_samples(rate: Rate) -> u64 {
    (FADE * rate.hertz()) as u64
}

/// A number on its way to a new value.
#[derive(Clone, Copy)]
struct ParamGlide {
    id: ParamId,
    /// Whether it moves with every sample, or with every block.
    fine: bool,
    steps_left: u32,
}

/// Numbers on their way. `Default` has no memory for any.
#[derive(Default)]
pub(crate) struct Glides(Vec<ParamGlide>);

impl Glides {
    /// None yet. Allocates for as many as there may be.
    pub fn new() -> Self {
        Self(Vec::with_capacity(WAITING))
    }

    pub fn clear(&mut self) {
        self.0.clear();
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Starts a number of this class on its way anew; tells whether there was memory for it.
    pub fn begin(&mut self, id: &ParamId, update: Update, rate: Rate) -> bool {
        self.forget(id);
        if self.0.len() == WAITING {
            return false;
        }
        // A signal is taken as it comes; what is set now and then moves through a block.
        let fine = update == Update::Sample;
        let steps = if fine {
            BLOCK
        } else {
            (fade_samples(rate) / BLOCK).max(1)
        };
        self.0.push(ParamGlide {
            id: *id,
            fine,
            steps_left: steps as u32,
        });
        true
    }

    /// Lets a number stay where it is.
    pub fn forget(&mut self, id: &ParamId) {
        self.0.retain(|glide| glide.id != *id);
    }

    /// For how many samples nothing moves after what moved when the clock stood there.
    pub fn rest(&self, clock: u64) -> u64 {
        match &self.0[..] {
            [] => u64::MAX,
            some if some.iter().any(|glide| glide.fine) => 1,
            _ => BLOCK - clock % BLOCK,
        }
    }

    /// Moves them on, some with every sample, some with every block: `advance` gets each with its
    /// steps left, and tells whether it goes on.
    pub fn step(&mut self, clock: u64, mut advance: impl FnMut(&ParamId, u32) -> bool) {
        let block = clock.is_multiple_of(BLOCK);
        let mut index = 0;
        while let Some(glide) = self.0.get_mut(index) {
            if !(glide.fine || block) {
                index += 1;
            } else if advance(&glide.id, glide.steps_left) {
                glide.steps_left -= 1;
                index += 1;
            } else {
                self.0.swap_remove(index);
            }
        }
    }
}

/// Where a number goes next on its way from `live` to `target` with N steps left, and
/// whether there are more after that. Not a [`Ramp`](crate::Ramp), which goes in a straight line:
/// a glide goes evenly along the number's own scale, and from wherever the number has come to.
pub(crate) fn towards(
    target: &dyn Params,
    live: &dyn Params,
    id: &ParamId,
    steps_left: u32,
) -> (Option<Value>, bool) {
    let goal = number_of(target, id);
    let now = number_of(live, id);
    // Between zero and a ratio scale there is no way to glide.
    let jumps = |value: Option<(f64, Range)>| {
        value.is_some_and(|(value, range)| range.scale == Scale::ZeroLog && value == 0.0)
    };
    let glides = steps_left > 1 && !jumps(goal) && !jumps(now);
    if let (Some((goal, range)), Some((now, _)), true) = (goal, now, glides) {
        let (from, to) = (range.position(now), range.position(goal));
        let next = range.value_at(from + (to - from) / f64::from(steps_left));
        (Some(Value::Number(next)), true)
    } else {
        (target.value(id), false)
    }
}

/// What a signal says to its parameter at a sample, when the sound's clock stands there: the value
/// to take over, if that differs from the one there is. Lowers `count` to the samples for which it
/// says the same; a value that does not move is taken once, so that what rings rings on.
pub(crate) fn said(
    signal: &Signal,
    (live, id): (&dyn Params, &ParamId),
    (at, clock): (usize, u64),
    count: &mut usize,
    health: &mut Health,
) -> Option<Value> {
    let spec = live.table().spec_of(id)?;
    let (Kind::Number(range), Update::Sample | Update::Block) = (spec.kind, spec.update) else {
        // It takes no signal.
        health.clamped += u64::from(at == 0);
        return None;
    };
    let now = signal.values.get(at)?;
    let in_block = clock % BLOCK;
    let stays = if spec.update == Update::Block {
        (BLOCK - in_block) as usize
    } else {
        let coming = signal.values[at + 1..]
            .iter()
            .take(BLOCK.min(*count as u64) as usize);
        let alike = |next: &&f32| next.to_bits() == now.to_bits();
        1 + coming.take_while(alike).count()
    };
    *count = stays.min(*count);
    let value = f64::from(*now);
    if value.is_nan() || spec.update == Update::Block && in_block != 0 {
        return None;
    }
    let taken = range.clamp(value);
    let moves = number_of(live, id).is_some_and(|(now, _)| now != taken);
    moves.then(|| {
        health.clamped += u64::from(value != taken);
        Value::Number(taken)
    })
}
