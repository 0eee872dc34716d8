//! When a sound starts, and when it is struck again.

use urto::Rate;

/// What reaches this share of the peak is no longer silence: -30 dB.
const SHARE: f64 = 0.03;
/// And it stands so far above the noise before it.
const ABOVE_NOISE: f64 = 6.0;
/// Noise is taken from the quietest stretch of this length \[s\].
const STRETCH: f64 = 0.02;

/// Sample at which the sound starts; `None` for silence.
///
/// It is the first that reaches 3 % of the peak and six times the noise, where the noise is the
/// root mean square of the quietest 20 ms.
pub fn onset(samples: &[f32], rate: Rate) -> Option<usize> {
    let peak = samples
        .iter()
        .fold(0.0f64, |p, x| p.max(f64::from(x.abs())));
    if peak == 0.0 {
        return None;
    }
    let length = (STRETCH * rate.hertz()) as usize;
    let power = |part: &[f32]| {
        let squares: f64 = part.iter().map(|x| f64::from(*x) * f64::from(*x)).sum();
        squares / part.len() as f64
    };
    let quietest = samples
        .chunks_exact(length)
        .map(power)
        .fold(f64::INFINITY, f64::min);
    let noise = if quietest.is_finite() {
        quietest.sqrt()
    } else {
        0.0
    };
    // Never so high that nothing is found.
    let limit = (SHARE * peak).max(ABOVE_NOISE * noise).min(0.5 * peak);
    samples.iter().position(|x| f64::from(x.abs()) >= limit)
}

/// Parts by which levels are followed, and how long before a blow is looked back \[s\]: beats and
/// low pitches reach their level again within that time.
const PART: f64 = 0.005;
const BACK: f64 = 0.05;
/// A blow adds to what still rings: N times the power of the loudest part before it,
const RISE: f32 = 4.0;
/// and so much of the loudest of all.
const LEAST: f32 = 1e-3;

/// Sample at which a sound that starts with its onset is struck again; its length if it is not.
///
/// A blow is a sudden rise: 5 ms that are 6 dB above everything in the 50 ms before them.
pub fn next_blow(sound: &[f32], rate: Rate) -> usize {
    let length = (PART * rate.hertz()) as usize;
    let parts = sound.chunks_exact(length.max(1));
    let levels: Vec<f32> = parts.map(|part| part.iter().map(|x| x * x).sum()).collect();
    let loudest = levels.iter().copied().fold(0.0, f32::max);
    let back = (BACK / PART) as usize;
    let is_blow = |at: &usize| {
        let before = levels[at - back..*at].iter().copied().fold(0.0, f32::max);
        levels[*at] > RISE * before && levels[*at] > LEAST * loudest
    };
    let blow = (back..levels.len()).find(is_blow);
    blow.map_or(sound.len(), |blow| blow * length)
}

#[cfg(test)]
mod tests {
    use super::*;
    use urto::math;
    use urto::rng::Rng;

    #[test]
    fn a_click_in_noise_is_found() {
        let rate = Rate::new(48_000.0).unwrap();
        let mut rng = Rng::new(3);
        let mut noise: Vec<f32> = (0..9600).map(|_| 0.01 * rng.signed() as f32).collect();
        noise[4321] = 0.8;
        assert_eq!(onset(&noise, rate), Some(4321));
        assert_eq!(onset(&[0.0; 9600], rate), None);
        assert_eq!(onset(&[], rate), None);
        assert_eq!(onset(&[0.0, 0.1], rate), Some(1));
    }

    #[test]
    fn a_second_blow_is_found_and_beats_are_none() {
        let rate = Rate::new(48_000.0).unwrap();
        let ring = |n: usize, decay: f64, hertz: f64| {
            let t = n as f64 * rate.step();
            0.3 * math::exp(-t / decay) * math::cos(math::TAU * hertz * t)
        };
        for beat in [1.0, 3.0, 8.0, 30.0, 100.0] {
            let beating = |n: usize| (ring(n, 0.5, 400.0) + ring(n, 0.5, 400.0 + beat)) as f32;
            let once: Vec<f32> = (0..72_000).map(beating).collect();
            assert_eq!(next_blow(&once, rate), once.len(), "{beat}");
            let twice: Vec<f32> = (0..72_000)
                .map(|n| once[n] + n.checked_sub(40_000).map_or(0.0, |n| once[n]))
                .collect();
            let blow = next_blow(&twice, rate);
            assert!((40_000 - 240..=40_000).contains(&blow), "{beat}: {blow}");
        }
        assert_eq!(next_blow(&[], rate), 0);
    }
}
