//! How loud a signal is: peak, root mean square, and loudness as ears judge it.

use ebur128::{Channel, EbuR128, Mode};

/// Levels of a finished signal. Peak and RMS are shares of full scale.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Levels {
    /// Largest sample.
    pub peak: f64,
    /// Root mean square over all channels.
    pub rms: f64,
    /// Greatest momentary loudness (EBU R 128, 400 ms) \[LUFS\]; `None` for silence, and where
    /// nobody asked for it.
    pub lufs: Option<f64>,
}

/// Beyond two channels nothing is known of where they are heard: all weigh the same.
fn listener(channels: usize, rate: f64) -> Option<EbuR128> {
    let mut listener = EbuR128::new(channels as u32, rate as u32, Mode::M).ok()?;
    if channels > 2 {
        let even = vec![Channel::Center; channels];
        listener.set_channel_map(&even).ok()?;
    }
    Some(listener)
}

/// Listens to a signal block by block.
pub struct Meter {
    channels: usize,
    peak: f64,
    squares: f64,
    samples: u64,
    loudness: Option<EbuR128>,
    loudest: f64,
    /// Samples of all channels between two looks at the loudness, and until the next.
    hop: usize,
    left: usize,
}

impl Meter {
    /// A meter for interleaved samples that leaves loudness out, which takes longer than many a
    /// sound does.
    pub fn of_peaks(channels: usize, rate: f64) -> Self {
        Self {
            loudness: None,
            ..Self::new(channels, rate)
        }
    }

    /// A meter for interleaved samples.
    pub fn new(channels: usize, rate: f64) -> Self {
        // 100 ms: EBU Tech 3341 asks for ten looks per second.
        let hop = (rate / 10.0).round() as usize * channels;
        Self {
            channels,
            peak: 0.0,
            squares: 0.0,
            samples: 0,
            loudness: listener(channels, rate),
            loudest: f64::NEG_INFINITY,
            hop,
            left: hop,
        }
    }

    /// Takes the next samples, interleaved.
    pub fn add(&mut self, samples: &[f32]) {
        // Several sums side by side: none of them waits for the one before.
        const LANES: usize = 8;
        let (mut peaks, mut squares) = ([0.0f32; LANES], [0.0f64; LANES]);
        let mut hear = |group: &[f32]| {
            for ((peak, square), sample) in peaks.iter_mut().zip(&mut squares).zip(group) {
                *peak = peak.max(sample.abs());
                *square += f64::from(*sample) * f64::from(*sample);
            }
        };
        let (groups, rest) = samples.as_chunks::<LANES>();
        groups.iter().for_each(|group| hear(group));
        hear(rest);
        let peak = peaks.into_iter().fold(0.0, f32::max);
        self.peak = self.peak.max(f64::from(peak));
        self.squares += squares.iter().sum::<f64>();
        self.samples += samples.len() as u64;
        self.judge(samples);
    }

    fn judge(&mut self, mut samples: &[f32]) {
        let Some(loudness) = &mut self.loudness else {
            return;
        };
        while !samples.is_empty() {
            let (now, later) = samples.split_at(samples.len().min(self.left));
            samples = later;
            self.left -= now.len();
            if loudness.add_frames_f32(now).is_err() {
                return;
            }
            if self.left == 0 {
                self.left = self.hop;
                let momentary = loudness.loudness_momentary();
                self.loudest = self.loudest.max(momentary.unwrap_or(f64::NEG_INFINITY));
            }
        }
    }

    /// The levels of all that was heard. The loudness is that of the signal followed by
    /// silence, so that short sounds fill a window.
    pub fn finish(mut self) -> Levels {
        let silence = vec![0.0; 4 * self.hop + self.left];
        self.judge(&silence[..silence.len() / self.channels * self.channels]);
        Levels {
            peak: self.peak,
            rms: (self.squares / self.samples.max(1) as f64).sqrt(),
            lufs: Some(self.loudest).filter(|loudest| loudest.is_finite()),
        }
    }
}

/// A share of full scale in decibels, in words.
pub fn decibels(share: f64) -> String {
    let tenths = (200.0 * urto::math::log10(share)).round();
    // Adding zero turns -0 into 0.
    format!("{:.1} dB", tenths / 10.0 + 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_scale_sine_reads_as_the_standard_says() {
        // ITU-R BS.1770: a 997 Hz sine at 0 dBFS in one channel reads -3.01 LKFS.
        let rate = 48_000.0;
        let mut meter = Meter::new(1, rate);
        let sine: Vec<f32> = (0..48_000)
            .map(|n| urto::math::sin(urto::math::TAU * 997.0 * f64::from(n) / rate) as f32)
            .collect();
        for block in sine.chunks(313) {
            meter.add(block);
        }
        let levels = meter.finish();
        assert!((levels.peak - 1.0).abs() < 1e-3);
        assert!((levels.rms - 0.5f64.sqrt()).abs() < 1e-3);
        assert!((levels.lufs.unwrap() + 3.01).abs() < 0.02, "{levels:?}");
    }

    #[test]
    fn silence_has_no_loudness_and_a_click_has() {
        let mut meter = Meter::new(2, 8000.0);
        meter.add(&[0.0; 100]);
        assert_eq!(meter.finish().lufs, None);
        let mut meter = Meter::new(1, 8000.0);
        meter.add(&[0.5]);
        assert!(meter.finish().lufs.is_some());
    }
}
