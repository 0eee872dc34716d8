//! Turns a knob while a sound plays: a ball that rolls faster and faster.

use urto::Rate;
use urto::param::Value;
use urto::sound::Event;
use urto_examples::{Outcome, RATE, save};

fn main() -> Outcome {
    let mut sound = urto::sounds::make("rolling")?;
    // Parameters are found once, by name; setting them neither allocates nor fails.
    let speed = sound.params().table().find("speed")?;
    sound.set(&speed, &Value::Number(0.2));
    sound.prepare(Rate::new(RATE)?, 512);
    sound.reset(7);
    sound.event(0, Event::trigger(1.0));

    let mut samples = vec![0.0; 4 * RATE as usize];
    let blocks = samples.len() / 480;
    for (number, block) in samples.chunks_mut(480).enumerate() {
        let metres_per_second = 0.2 + 1.8 * number as f64 / blocks as f64;
        sound.set(&speed, &Value::Number(metres_per_second));
        sound.render(&[], &mut [block]);
    }
    save("live_parameter", &[samples], Some(1.0))
}
