//! Recordings are made in rooms, and things are struck more than once.

use urto::math::{LN_1000, TAU, cos, exp};
use urto::rng::Rng;
use urto::{Rate, math};

/// Frequency \[Hz\], decay \[s\], amplitude.
const PARTIALS: [[f64; 3]; 3] = [[220.0, 2.0, 0.15], [611.0, 1.2, 0.1], [1477.0, 0.8, 0.1]];

fn blow(at: usize, rate: Rate, into: &mut [f64], share: f64) {
    for (n, sample) in into.iter_mut().skip(at).enumerate() {
        let t = n as f64 * rate.step();
        for [hertz, decay, amplitude] in PARTIALS {
            *sample += share * amplitude * exp(-LN_1000 * t / decay) * cos(TAU * hertz * t);
        }
    }
}

/// Thirty echoes that die away by 60 dB in 0.3 s, together 10 dB below the direct sound.
#[test]
fn a_bell_struck_twice_in_a_room_is_told_by_its_first_blow() {
    let rate = Rate::new(48_000.0).unwrap();
    let mut rng = Rng::new(5);
    let mut sound = vec![0.0; 56_000];
    let echoes: Vec<(usize, f64)> = (0..30)
        .map(|_| {
            let later = 0.005 + 0.2 * rng.uniform();
            let share = exp(-LN_1000 * later / 0.3) * rng.signed();
            ((later * rate.hertz()) as usize, share)
        })
        .collect();
    let all: f64 = echoes.iter().map(|(_, share)| share * share).sum();
    let quieter = (0.1 / all).sqrt();
    for first in [0, 40_000] {
        blow(first, rate, &mut sound, 1.0);
        for (later, share) in &echoes {
            blow(first + later, rate, &mut sound, share * quieter);
        }
    }
    let sound: Vec<f32> = sound.iter().map(|x| *x as f32).collect();
    let found = urto_analyse::analyse(&sound, rate);
    assert!((found.until - 40_000.0 * rate.step()).abs() < 0.006);
    for [hertz, decay, amplitude] in PARTIALS {
        let level = 20.0 * math::log10(amplitude);
        // The echoes add to it.
        let told = found.partials.iter().any(|one| {
            (one.frequency / hertz - 1.0).abs() < 1e-3
                && (one.decay / decay - 1.0).abs() < 0.05
                && (one.level - level).abs() < 6.0
        });
        assert!(told, "{hertz} Hz: {:?}", found.partials);
    }
}
