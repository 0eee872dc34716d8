//! Strikes a glass: a built-in sound with typed parameters.

use urto::Rate;
use urto::body::{BodyKind, BodyParams, MaterialKind};
use urto::sound::{Event, Player, Sound};
use urto::sounds::impact::{Impact, ImpactParams};
use urto_examples::{Outcome, RATE, save};

fn main() -> Outcome {
    let glass = BodyParams {
        kind: BodyKind::Glass,
        material: MaterialKind::Glass,
        size: 0.12,
        ..BodyParams::default()
    };
    let params = ImpactParams {
        velocity: 0.8,
        body: glass,
        ..ImpactParams::default()
    };
    // A value outside its range is refused here, in words.
    let mut sound = Player::<Impact>::with(params)?;
    sound.prepare(Rate::new(RATE)?, 512);
    sound.event(0, Event::trigger(1.0));

    let mut samples = vec![0.0; 2 * RATE as usize];
    // Any block size gives the same samples.
    for block in samples.chunks_mut(512) {
        sound.render(&[], &mut [block]);
    }
    save("strike_a_glass", &[samples], Some(1.0))
}
