//! The bowed string as it comes: it moves as Helmholtz saw it, and its vibrato does not click.

use urto::Rate;
use urto::param::Value;
use urto::sound::Event;

/// Largest second difference of a bowed note once it has settled.
fn roughness(rate: f64, cents: f64) -> f32 {
    let entry = urto::sounds::find("bowed_string").unwrap();
    let mut sound = (entry.make)();
    let settings = [
        ("velocity", 0.12),
        ("bow.normal_force", 2.9),
        ("bow.noise", 0.0),
        ("vibrato", cents),
    ];
    for (key, value) in settings {
        sound.set(&entry.table.find(key).unwrap(), &Value::Number(value));
    }
    sound.prepare(Rate::new(rate).unwrap(), 512);
    sound.event(0, Event::Trigger { strength: 1.0 });
    let mut samples = vec![0.0f32; (2.5 * rate) as usize];
    sound.render(&[], &mut [&mut samples]);
    samples[rate as usize..]
        .windows(3)
        .map(|w| (w[0] - 2.0 * w[1] + w[2]).abs())
        .fold(0.0, f32::max)
}

/// The string is stretched by straight lines only in leaps; with vibrato it used to be, and each
/// time clicked with six times the second difference of a still note.
#[test]
fn vibrato_does_not_click() {
    for rate in [44_100.0, 48_000.0, 96_000.0] {
        let still = roughness(rate, 0.0);
        for cents in [12.0, 60.0] {
            let moving = roughness(rate, cents);
            println!("{rate} Hz, {cents} cent: {:.2}", moving / still);
            assert!(moving < 2.0 * still, "{rate} {cents}: {moving} {still}");
        }
    }
}

/// One slip per period, without which a bowed string sounds thin and an octave too high.
#[test]
fn the_default_note_slips_once_per_period() {
    for rate in [44_100.0, 48_000.0, 96_000.0] {
        let entry = urto::sounds::find("bowed_string").unwrap();
        let mut sound = (entry.make)();
        let number = |key: &str| {
            let id = entry.table.find(key).unwrap();
            urto::param::number_of(sound.params(), &id).unwrap().0
        };
        let (speed, pitch) = (number("velocity"), number("string.pitch"));
        sound.prepare(Rate::new(rate).unwrap(), 1);
        sound.event(0, Event::Trigger { strength: 1.0 });
        let (mut sticks, mut slips) = (true, 0);
        for n in 0..(2.0 * rate) as usize {
            sound.render(&[], &mut [&mut [0.0f32]]);
            let slipping = sound.taps().velocity.abs();
            if n < rate as usize {
                continue;
            }
            if sticks && slipping > speed {
                sticks = false;
                slips += 1;
            }
            sticks |= slipping < 0.3 * speed;
        }
        let per_period = f64::from(slips) / pitch;
        println!("{rate} Hz: {per_period:.3} slips per period");
        assert!((per_period - 1.0).abs() < 0.02, "{rate}: {per_period}");
    }
}
