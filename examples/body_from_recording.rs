//! Takes a recording apart and strikes what was recorded with a felt hammer.
//!
//! `body_from_recording cup.wav` reads a recording of one's own (one channel, 48 kHz, float);
//! without it, a bell is rendered first and taken for one.

use urto::Rate;
use urto::body::{BodyKind, BodyParams};
use urto::object::Mode;
use urto::sound::{Event, Player, Sound};
use urto::sounds::impact::{Impact, ImpactParams, Touch, TouchLaw};
use urto_examples::{Outcome, RATE, save};

fn main() -> Outcome {
    let recording: Vec<f32> = match std::env::args().nth(1) {
        Some(path) => hound::WavReader::open(path)?
            .samples()
            .collect::<Result<_, _>>()?,
        None => {
            let bell = BodyParams {
                kind: BodyKind::Bell,
                ..BodyParams::default()
            };
            struck(bell, TouchLaw::Impact)?
        }
    };
    let found = urto_analyse::analyse(&recording, Rate::new(RATE)?).partials;
    println!("{} partials", found.len());

    let levels = found.iter().map(|one| one.level);
    let loudest = levels.fold(f64::NEG_INFINITY, f64::max);
    let mode = |one: &urto_analyse::Partial| Mode {
        frequency: one.frequency,
        decay: one.decay.min(100.0),
        // The louder a partial, the lighter its mode.
        mass: 0.05 * urto::math::pow(10.0, (loudest - one.level) / 20.0),
    };
    let recorded = BodyParams {
        kind: BodyKind::Modes,
        modes: found.iter().map(mode).collect(),
        ..BodyParams::default()
    };
    let samples = struck(recorded, TouchLaw::Felt)?;
    save("body_from_recording", &[samples], Some(1.0))
}

/// A second of a blow on a body.
fn struck(body: BodyParams, law: TouchLaw) -> Result<Vec<f32>, urto::BuildError> {
    let params = ImpactParams {
        body,
        contact: Touch {
            law,
            ..Touch::default()
        },
        ..ImpactParams::default()
    };
    let mut sound = Player::<Impact>::with(params)?;
    sound.prepare(Rate::new(RATE)?, 512);
    sound.event(0, Event::trigger(1.0));
    let mut samples = vec![0.0; RATE as usize];
    sound.render(&[], &mut [&mut samples]);
    Ok(samples)
}
