//! Where channels are heard: from those of an instance to the outputs, which stand in a ring.

use crate::meter::Meter;
use crate::voices::CHUNK;
use urto::math::{TAU, cos, sin};
use urto_file::MOST_CHANNELS;

/// Slices of several buffers, the rest of them empty: what a render takes, without allocation.
pub(crate) fn slices<'a>(
    all: impl IntoIterator<Item = &'a mut [f32]>,
) -> [&'a mut [f32]; MOST_CHANNELS] {
    let mut slices: [&mut [f32]; MOST_CHANNELS] = Default::default();
    for (own, slice) in slices.iter_mut().zip(all) {
        *own = slice;
    }
    slices
}

/// How an instance is heard.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Placement {
    /// Factor on everything.
    pub gain: f64,
    /// From -1, at the first output, to 1, at the next one.
    pub pan: f64,
    /// The first output.
    pub channel: usize,
}

impl Placement {
    /// The factors with which channel `own` of N goes to every output.
    ///
    /// One channel is panned between its output and the next at equal power. Several go to one
    /// output each, and the pan is their balance; where there are fewer outputs than channels,
    /// these are spread over them evenly, at the same power. A single output takes everything.
    ///
    /// A channel that has a pan of its own goes between the first output and the next one at equal
    /// power, at the power that it would have anyhow; of a single one both pans add up.
    pub fn factors(
        &self,
        own: usize,
        channels: usize,
        outputs: usize,
        pan: Option<f64>,
    ) -> [f64; MOST_CHANNELS] {
        let mut factors = [0.0; MOST_CHANNELS];
        let ring = |place: usize| (self.channel + place) % outputs;
        // From left to right an eighth of a turn to each side.
        let angle = TAU / 8.0 * (1.0 + self.pan);
        let sides = [self.gain * cos(angle), self.gain * sin(angle)];
        // The cosine of a quarter turn is 6e-17 in floating point; nothing is meant.
        let [left, right] = sides.map(|side| if side < 1e-15 { 0.0 } else { side });
        if let (Some(pan), 2..) = (pan, outputs) {
            let pan = match channels {
                1 => (pan + self.pan).clamp(-1.0, 1.0),
                _ => pan.clamp(-1.0, 1.0),
            };
            let across = 0.5 * (1.0 + pan);
            let balance = match channels {
                1 => self.gain,
                _ => ((1.0 - across) * left * left + across * right * right).sqrt(),
            };
            let balance = balance * (2.0 / channels.max(2) as f64).sqrt();
            let turn = TAU / 4.0 * across;
            let sides = [balance * cos(turn), balance * sin(turn)];
            let [left, right] = sides.map(|side| if side < 1e-15 { 0.0 } else { side });
            factors[ring(0)] = left;
            factors[ring(1)] = right;
            return factors;
        }
        match (channels, outputs) {
            (1, 1) => factors[0] = self.gain,
            (1, _) => {
                factors[ring(0)] = left;
                factors[ring(1)] = right;
            }
            _ => {
                let across = own as f64 / (channels - 1) as f64;
                let balance = match own {
                    0 => left,
                    _ if own + 1 == channels => right,
                    _ => ((1.0 - across) * left * left + across * right * right).sqrt(),
                };
                if channels <= outputs {
                    factors[ring(own)] = balance;
                    return factors;
                }
                let balance = balance * (outputs as f64 / channels as f64).sqrt();
                let place = own as f64 * (outputs - 1) as f64 / (channels - 1) as f64;
                let turn = TAU / 4.0 * (place - place.floor());
                factors[ring(place as usize)] = balance * cos(turn);
                if turn > 0.0 {
                    factors[ring(place as usize + 1)] = balance * sin(turn);
                }
            }
        }
        factors
    }
}

/// The factors with which channel `own` of N goes to every output when nothing else plays and all
/// faders stand as they came: with its own pan, if it has one, at constant power.
pub fn panned(
    own: usize,
    channels: usize,
    outputs: usize,
    pan: Option<f64>,
) -> [f64; MOST_CHANNELS] {
    let plain = Placement {
        gain: 1.0,
        pan: 0.0,
        channel: 0,
    };
    plain.factors(own, channels, outputs, pan)
}

/// What everything is added to, and room to add up one instance in.
pub(crate) struct Mix {
    /// What every output has got so far.
    pub outputs: Vec<[f64; CHUNK]>,
    /// What one instance gives to every output, and the same as the ear weighs it.
    own: Vec<[f64; CHUNK]>,
    weighted: Vec<[f64; CHUNK]>,
    /// Whether it gives anything.
    gives: [bool; MOST_CHANNELS],
}

impl Mix {
    pub fn new(outputs: usize) -> Self {
        let silence = || vec![[0.0; CHUNK]; outputs];
        Self {
            outputs: silence(),
            own: silence(),
            weighted: silence(),
            gives: [false; MOST_CHANNELS],
        }
    }

    /// Nothing has been heard yet.
    pub fn rest(&mut self, frames: usize) {
        for output in &mut self.outputs {
            output[..frames].fill(0.0);
        }
    }

    /// One channel of an instance goes to an output; every sample with a factor of its own.
    pub fn send(
        &mut self,
        output: usize,
        heard: &[f64],
        weighted: &[f64],
        mut factor: impl FnMut() -> f64,
    ) {
        let (own, ear) = (&mut self.own[output], &mut self.weighted[output]);
        if !core::mem::replace(&mut self.gives[output], true) {
            own[..heard.len()].fill(0.0);
            ear[..heard.len()].fill(0.0);
        }
        let samples = heard.iter().zip(weighted);
        for ((own, ear), (heard, weighted)) in own.iter_mut().zip(ear).zip(samples) {
            let factor = factor();
            *own += factor * heard;
            *ear += factor * weighted;
        }
    }

    /// Adds the instance to the outputs, from a sample on, and lets a meter hear it.
    pub fn add(&mut self, from: usize, frames: usize, meter: &mut Meter) {
        for n in 0..frames {
            for (output, mixed) in self.outputs.iter_mut().enumerate() {
                if self.gives[output] {
                    let own = self.own[output][n];
                    let weighted = self.weighted[output][n];
                    mixed[from + n] += own;
                    meter.add(output, own, weighted * weighted);
                }
            }
        }
        self.gives = [false; MOST_CHANNELS];
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use urto::rng::Rng;

    /// Whatever the numbers of channels and outputs: the power of all factors is that of equal
    /// power panning, channels / 2 (mono: 1), scaled down where channels share outputs; and each
    /// is heard where the ring says.
    #[test]
    fn factors_keep_the_power() {
        let mut rng = Rng::new(5);
        for channels in 1..=MOST_CHANNELS {
            for outputs in 1..=MOST_CHANNELS {
                let place = Placement {
                    gain: 0.5 + rng.uniform(),
                    pan: 2.0 * rng.uniform() - 1.0,
                    channel: rng.below(outputs),
                };
                let mut power = 0.0;
                for own in 0..channels {
                    let factors = place.factors(own, channels, outputs, None);
                    assert!(factors[outputs..].iter().all(|factor| *factor == 0.0));
                    assert!(factors.iter().all(|factor| *factor >= 0.0));
                    power += factors.iter().map(|factor| factor * factor).sum::<f64>();
                    if channels > 1 && channels <= outputs {
                        let only = (place.channel + own) % outputs;
                        let others = factors.iter().enumerate().filter(|(n, _)| *n != only);
                        assert!(others.into_iter().all(|(_, factor)| *factor == 0.0));
                    }
                }
                let expected = match channels {
                    1 => 1.0,
                    _ => 0.5 * channels.min(outputs) as f64,
                } * place.gain
                    * place.gain;
                let error = (power / expected - 1.0).abs();
                assert!(error < 1e-12, "{channels} in {outputs}: {power} {expected}");
            }
        }
    }

    /// Constant power: a channel's own pan p gives cos and sin of (1 + p)·45°, whatever the number
    /// of channels; in the middle each side has 0.7071 of it. Channels at -1 and 1 are as two that
    /// are spread evenly.
    #[test]
    fn own_pans_keep_the_power() {
        let middle = Placement {
            gain: 1.0,
            pan: 0.0,
            channel: 0,
        };
        for channels in 1..=MOST_CHANNELS {
            for step in -8..=8 {
                let pan = f64::from(step) / 8.0;
                let factors = middle.factors(0, channels, 2, Some(pan));
                let power = factors[0] * factors[0] + factors[1] * factors[1];
                let expected = 1.0 / channels as f64;
                assert!((power / expected - 1.0).abs() < 1e-12, "{channels} {pan}");
                let angle = core::f64::consts::FRAC_PI_4 * (1.0 + pan);
                let left = cos(angle) * expected.sqrt();
                assert!((factors[0] - left).abs() < 1e-12, "{channels} {pan}");
            }
        }
        for (own, pan) in [(0, -1.0), (1, 1.0)] {
            let even = middle.factors(own, 2, 2, None);
            let told = middle.factors(own, 2, 2, Some(pan));
            for (even, told) in even.iter().zip(told) {
                assert!((even - told).abs() < 1e-15, "{even} {told}");
            }
        }
        // A single output takes everything.
        assert_eq!(
            middle.factors(1, 2, 1, Some(0.5)),
            middle.factors(1, 2, 1, None)
        );
    }

    #[test]
    fn hard_pans_reach_one_output_alone() {
        for (pan, channel, expected) in [(-1.0, 2, 2), (1.0, 2, 3), (1.0, 3, 0)] {
            let place = Placement {
                gain: 1.0,
                pan,
                channel,
            };
            let factors = place.factors(0, 1, 4, None);
            for (output, factor) in factors.iter().enumerate() {
                let wanted = if output == expected { 1.0 } else { 0.0 };
                assert_eq!(*factor, wanted, "pan {pan} from {channel} to {output}");
            }
        }
    }
}
