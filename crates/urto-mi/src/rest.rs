//! A network as it waits for others to touch it: nothing plays it, nothing falls, nothing floats
//! away, and it is at rest.

use crate::advisor;
use crate::law::Spring;
use crate::model::{Mass, MassId, Model, ModelError};
use crate::network::MassNetwork;
use crate::vector::{difference, length};

/// Pulls that nothing balances, as a share of the largest pull, below which it is at rest: some
/// million roundings, so that nothing is heard before it is touched.
const AT_REST: f64 = 1e-9;
/// The same, above which it is not: it would sound by itself.
const NOT_AT_REST: f64 = 1e-3;
/// Links stretched by a smaller share of their length count as stretched so far.
const TENSED: f64 = 1e-4;
/// Steps in which it is to come to rest.
const STEPS: usize = 40_000;
/// Steps after which is looked whether it did.
const LOOKED_AFTER: usize = 100;

/// What floats hangs on threads, on which it swings so often in a second \[Hz\]: far below what is
/// heard, yet firm enough to lean on.
const SWINGS: f64 = 4.0;
/// Threads of each part that floats: enough to hold it, too few to cost time.
const THREADS: usize = 16;

/// A network that waits.
pub(crate) struct Waiting {
    pub model: Model,
    /// Whether parts of it hang on threads.
    pub hangs: bool,
}

/// Makes a network wait where it comes to rest; `None` if it does not.
pub(crate) fn waiting(model: &Model) -> Result<Option<Waiting>, ModelError> {
    let mut model = model.unplayed();
    let floating = advisor::floating(&model);
    for part in &floating {
        hang(&mut model, part)?;
    }
    let hangs = !floating.is_empty();
    Ok(settled(model)?.map(|model| Waiting { model, hangs }))
}

/// Hangs a part on threads.
fn hang(model: &mut Model, part: &[MassId]) -> Result<(), ModelError> {
    let weight: f64 = (part.iter())
        .map(|mass| model.masses()[mass.index()].mass)
        .sum();
    let every = part.len().div_ceil(THREADS).max(1);
    let threads = part.iter().step_by(every);
    let omega = urto::math::TAU * SWINGS;
    let thread = Spring {
        stiffness: weight * omega * omega / threads.len() as f64,
        length: Some(0.0),
        ..Spring::default()
    };
    for mass in threads {
        let hook = Mass::at(model.masses()[mass.index()].position).fixed();
        let hook = model.add(hook)?;
        model.join([hook, *mass], thread)?;
    }
    Ok(())
}

/// Lets it move to where its links are in balance: whenever it slows down it is stopped, which takes
/// its energy away soonest.
fn settled(mut model: Model) -> Result<Option<Model>, ModelError> {
    let largest = model.links().iter().map(|link| {
        let [a, b] = link.ends.map(|end| model.masses()[end.index()].position);
        let distance = length(difference(b, a));
        let felt = link.law.straight(distance);
        let tension = if felt.slack { 0.0 } else { felt.tension.abs() };
        // Where nothing is tensed, pulls are nothing but the rounding of places.
        let stiffness = link.spring().map_or(0.0, |own| own.stiffness);
        tension.max(TENSED * stiffness * distance)
    });
    let largest = largest.fold(0.0, f64::max);
    let masses: Vec<MassId> = (0..model.masses().len() as u32).map(MassId).collect();
    let left = |network: &MassNetwork| {
        let free = masses
            .iter()
            .filter(|own| !model.masses()[own.index()].is_held());
        free.map(|own| length(network.force(*own)))
            .fold(0.0, f64::max)
    };
    let mut network = MassNetwork::new(&model)?;
    if left(&network) <= AT_REST * largest {
        return Ok(Some(model));
    }
    let mut before = 0.0;
    for step in 1..=STEPS {
        network.step();
        let now = network.motion();
        before = if now < before {
            network.calm();
            0.0
        } else {
            now
        };
        if step % LOOKED_AFTER == 0 {
            network.calm();
            before = 0.0;
            if left(&network) <= AT_REST * largest {
                break;
            }
        }
    }
    network.calm();
    if left(&network) > NOT_AT_REST * largest {
        return Ok(None);
    }
    model.place(masses.iter().map(|own| network.position(*own)));
    Ok(Some(model))
}
