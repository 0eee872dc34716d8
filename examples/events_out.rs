//! Hears what happens: every bounce of a ball with its time and speed, for pictures or haptics.

use urto::Rate;
use urto::sound::{ContactWatch, Event, Happening, TapSignals};
use urto_examples::{Outcome, RATE, save};

fn main() -> Outcome {
    let rate = Rate::new(RATE)?;
    let entry = urto::sounds::find("bouncing")?;
    let mut sound = (entry.make)();
    sound.prepare(rate, 512);
    sound.event(0, Event::trigger(1.0));

    let mut watch = ContactWatch::of(entry, rate);
    let mut samples = vec![0.0; 3 * RATE as usize];
    let (mut force, mut speed) = (vec![0.0; 512], vec![0.0; 512]);
    for block in samples.chunks_mut(512) {
        let count = block.len();
        let mut taps = TapSignals {
            force: &mut force[..count],
            speed: &mut speed[..count],
            ..TapSignals::default()
        };
        sound.render_tapped(&[], &mut [block], &mut taps);
        watch.read(&force[..count], &speed[..count], |occurrence| {
            if occurrence.what == Happening::Touch {
                let seconds = occurrence.sample as f64 / RATE;
                println!("{seconds:.3} s: touch at {:.2} m/s", occurrence.strength);
            }
        });
    }
    save("events_out", &[samples], Some(1.0))
}
