//! What passes between a sound and its host sample by sample.

use super::glide::BLOCK;
use super::{Sound, Taps};
use crate::math::exp;
use crate::param::ParamId;
use crate::rate::Rate;

/// Values for a parameter, one for each sample, in the parameter's unit.
///
/// A parameter of class `Sample` takes every value as it comes, without smoothing. One of class
/// `Block` takes those at multiples of 64 samples of the sound's own clock. Others take none.
#[derive(Clone, Copy, Debug)]
pub struct Signal<'a> {
    /// The parameter.
    pub id: ParamId,
    /// As many values as samples are asked for; where they end before, the last one stays.
    pub values: &'a [f32],
}

/// Most channels that a sound or a space has.
pub(crate) const MOST_CHANNELS: usize = 16;

/// Where samples go, one slice per channel.
pub enum Outlet<'a, 'b> {
    /// To a host: kept bounded by [`limit`](super::limit).
    Limited(&'a mut [&'b mut [f32]]),
    /// To a space, before they are limited, if the sound has them so.
    Open(&'a mut [&'b mut [f64]]),
}

impl Outlet<'_, '_> {
    /// Most samples that are asked for at a time before they are limited.
    pub const LONGEST: usize = BLOCK as usize;
}

/// A part of a block, from a sound that knows whole ones only.
pub(super) fn render_part<S: Sound + ?Sized>(
    sound: &mut S,
    signals: &[Signal],
    from: usize,
    outlet: Outlet,
    taps: &mut TapSignals,
) {
    let nothing = Signal {
        id: ParamId::ROOT,
        values: &[],
    };
    let (mut cut, count) = ([nothing; 64], signals.len().min(64));
    for (cut, whole) in cut.iter_mut().zip(signals) {
        *cut = Signal {
            id: whole.id,
            values: whole.values.get(from..).unwrap_or_default(),
        };
    }
    let cut = &cut[..count];
    match outlet {
        Outlet::Limited(outputs) => sound.render_tapped(cut, outputs, taps),
        Outlet::Open(outputs) => {
            let mut planes = [[0.0; Outlet::LONGEST]; MOST_CHANNELS];
            let frames = outputs.first().map_or(0, |out| out.len());
            let count = outputs.len().min(MOST_CHANNELS);
            let mut parts = planes.each_mut().map(|plane| &mut plane[..frames]);
            sound.render_tapped(cut, &mut parts[..count], taps);
            for (output, part) in outputs.iter_mut().zip(parts) {
                for (out, sample) in output.iter_mut().zip(part) {
                    *out = f64::from(*sample);
                }
            }
        }
    }
}

/// Room for what goes on at a sound's contact, one value for each sample. What is left empty is
/// not written; if all is, a sound need not look at its contact after every sample.
#[derive(Debug, Default)]
pub struct TapSignals<'a> {
    /// Contact force \[N\].
    pub force: &'a mut [f32],
    /// Relative velocity at the contact \[m/s\].
    pub speed: &'a mut [f32],
    /// Compression of an impact, deflection of friction \[m\].
    pub position: &'a mut [f32],
}

impl TapSignals<'_> {
    /// Whether anything is to be written.
    pub fn are_wanted(&self) -> bool {
        !(self.force.is_empty() && self.speed.is_empty() && self.position.is_empty())
    }

    /// The room for some of the samples.
    pub fn part(&mut self, part: core::ops::Range<usize>) -> TapSignals<'_> {
        let cut = |signal: &'_ mut [f32]| -> core::ops::Range<usize> {
            if signal.is_empty() {
                0..0
            } else {
                part.clone()
            }
        };
        let [force, speed, position] = [cut(self.force), cut(self.speed), cut(self.position)];
        TapSignals {
            force: &mut self.force[force],
            speed: &mut self.speed[speed],
            position: &mut self.position[position],
        }
    }

    /// Nothing goes on.
    pub fn rest(&mut self) {
        self.force.fill(0.0);
        self.speed.fill(0.0);
        self.position.fill(0.0);
    }

    /// Writes what goes on after a sample.
    pub fn write(&mut self, at: usize, taps: &Taps) {
        let all = [
            (&mut *self.force, taps.force),
            (&mut *self.speed, taps.velocity),
            (&mut *self.position, taps.compression),
        ];
        for (signal, value) in all {
            if let Some(place) = signal.get_mut(at) {
                *place = value as f32;
            }
        }
    }
}

/// Follows how loud a signal is: at once when it grows, and down to a tenth in 100 ms.
#[derive(Clone, Copy, Debug)]
pub struct Envelope {
    level: f64,
    /// Factor per sample.
    falls: f64,
}

impl Envelope {
    /// At rest.
    pub fn new(rate: Rate) -> Self {
        const TENTH: f64 = -core::f64::consts::LN_10;
        Self {
            level: 0.0,
            falls: exp(TENTH / (0.1 * rate.hertz())),
        }
    }

    /// Takes a sample and gives the level, 0 and above.
    pub fn follow(&mut self, sample: f32) -> f32 {
        let size = f64::from(sample.abs());
        let fallen = self.level * self.falls;
        // Below -200 dB nothing is left to follow, and no subnormal number arises.
        self.level = if size >= fallen {
            size
        } else if fallen < 1e-10 {
            0.0
        } else {
            fallen
        };
        self.level as f32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_envelope_rises_at_once_and_falls_to_a_tenth_in_100_ms() {
        let mut envelope = Envelope::new(Rate::new(48_000.0).unwrap());
        assert_eq!(envelope.follow(-0.5), 0.5);
        let mut last = 0.0;
        for _ in 0..4800 {
            last = envelope.follow(0.01);
        }
        assert!((last - 0.05).abs() < 1e-6, "{last}");
        for _ in 0..1_000_000 {
            last = envelope.follow(0.0);
        }
        assert_eq!(last, 0.0);
    }
}
