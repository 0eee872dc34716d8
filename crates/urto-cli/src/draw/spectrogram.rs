//! What frequencies are in a sound when: fine in pitch below, fine in time above, as ears are.

use urto::analysis::Fourier;
use urto::math;

/// The frequencies that are shown, in equal steps of pitch.
#[derive(Clone, Copy)]
pub struct Band {
    /// Lowest \[Hz\].
    pub lowest: f64,
    /// Highest \[Hz\].
    pub highest: f64,
}

impl Band {
    /// The frequency at a share of the height from the top \[Hz\].
    pub fn frequency(self, share: f64) -> f64 {
        self.highest * math::exp(share * math::log(self.lowest / self.highest))
    }

    /// The share of the height from the top at which a frequency lies.
    pub fn height(self, hertz: f64) -> f64 {
        math::log(hertz / self.highest) / math::log(self.lowest / self.highest)
    }
}

/// Window lengths \[samples at 48 kHz\], short to long.
const WINDOWS: [usize; 5] = [512, 1024, 2048, 4096, 8192];
/// A window holds N periods of the frequency it is used for, where there is one so long.
const PERIODS: f64 = 40.0;

/// Level in decibels for every column (time) and row (frequency, highest first): the highest that a
/// window in the column sees. A sine of amplitude 1 has 0 dB.
pub fn spectrogram(
    samples: &[f32],
    rate: f64,
    band: Band,
    columns: usize,
    rows: usize,
) -> Vec<Vec<f64>> {
    let scale = rate / 48_000.0;
    let mut layers: Vec<(f64, Vec<Vec<f64>>)> = Vec::new();
    for length in WINDOWS {
        // A power of two is quickest.
        let length = ((length as f64 * scale) as usize).next_power_of_two();
        let mut fourier = Fourier::new(length);
        let window: Vec<f64> = (0..length)
            .map(|n| {
                let turn = (n as f64 + 0.5) / length as f64;
                0.5 - 0.5 * math::cos(math::TAU * turn)
            })
            .collect();
        let mut input = vec![0.0; length];
        let mut output = vec![0.0; length / 2 + 1];
        // Windows that overlap by half miss nothing, however long a column lasts.
        let wide = samples.len() as f64 / columns as f64;
        let count = (wide / (0.5 * length as f64)).ceil().max(1.0) as usize;
        let layer = (0..columns).map(|column| {
            let mut highest = vec![0.0f64; output.len()];
            for window_at in 0..count {
                let share = (window_at as f64 + 0.5) / count as f64;
                let middle = (column as f64 + share) * wide;
                let start = middle as i64 - length as i64 / 2;
                for (n, sample) in input.iter_mut().enumerate() {
                    let at = usize::try_from(start + n as i64).ok();
                    let heard = at.and_then(|at| samples.get(at)).copied();
                    *sample = heard.map_or(0.0, f64::from) * window[n];
                }
                fourier.magnitudes_of(&input, &mut output);
                // A sine of amplitude 1 gives 1.
                let unit = 4.0 / length as f64;
                for (highest, bin) in highest.iter_mut().zip(&output) {
                    *highest = highest.max(bin * unit);
                }
            }
            highest
        });
        let layer: Vec<Vec<f64>> = layer.collect();
        layers.push((length as f64, layer));
    }
    (0..columns)
        .map(|column| {
            (0..rows)
                .map(|row| {
                    let hertz = band.frequency((row as f64 + 0.5) / rows as f64);
                    level(&layers, column, hertz, rate)
                })
                .collect()
        })
        .collect()
}

/// Level at a frequency, from the two window lengths next to the best one \[dB\].
fn level(layers: &[(f64, Vec<Vec<f64>>)], column: usize, hertz: f64, rate: f64) -> f64 {
    const FLOOR: f64 = 1e-9;
    if hertz >= 0.5 * rate {
        return 20.0 * math::log10(FLOOR);
    }
    let shortest = layers.first().map_or(1.0, |(length, _)| *length);
    let octave = math::log(PERIODS * rate / hertz / shortest) / core::f64::consts::LN_2;
    let octave = octave.clamp(0.0, (layers.len() - 1) as f64);
    let lower = (octave as usize).min(layers.len() - 2);
    let share = octave - lower as f64;
    let at = |layer: usize| {
        let (length, bins) = &layers[layer];
        let place = hertz * length / rate;
        let bin = place as usize;
        let pair = [bin, bin + 1].map(|bin| {
            let size = bins[column].get(bin).copied().unwrap_or(0.0);
            20.0 * math::log10(size.max(FLOOR))
        });
        pair[0] + (place - bin as f64) * (pair[1] - pair[0])
    };
    at(lower) + share * (at(lower + 1) - at(lower))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sine_shows_at_its_frequency_and_level() {
        let rate = 48_000.0;
        let sine: Vec<f32> = (0..24_000)
            .map(|n| (0.5 * math::sin(math::TAU * 1000.0 * f64::from(n) / rate)) as f32)
            .collect();
        let band = Band {
            lowest: 50.0,
            highest: 20_000.0,
        };
        let levels = spectrogram(&sine, rate, band, 8, 300);
        let column = &levels[4];
        let loudest = (0..300).max_by(|a, b| column[*a].total_cmp(&column[*b]));
        let row = loudest.unwrap();
        let found = band.frequency((row as f64 + 0.5) / 300.0);
        assert!((found / 1000.0 - 1.0).abs() < 0.03, "{found}");
        // Between two bins a Hann window reads up to 1.4 dB low.
        let level = column[row];
        assert!((-7.8..-6.0).contains(&level), "{level}");
        assert!(column[20] < -80.0);
    }

    #[test]
    fn a_click_in_a_long_sound_is_seen() {
        let (rate, count) = (48_000.0, 480_000);
        let band = Band {
            lowest: 50.0,
            highest: 20_000.0,
        };
        for place in [1000, 57_123, 130_001, 479_000] {
            let mut samples = vec![0.0; count];
            samples[place] = 1.0;
            let levels = spectrogram(&samples, rate, band, 4, 10);
            let seen = |column: &Vec<f64>| column[0] > -70.0;
            assert_eq!(
                levels.iter().position(seen),
                Some(place * 4 / count),
                "{place}"
            );
        }
    }
}
