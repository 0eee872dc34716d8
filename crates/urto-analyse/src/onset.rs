//! When a sound starts.

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

#[cfg(test)]
mod tests {
    use super::*;
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
}
