//! From a body to who listens: the time that sound takes, and the space around.

use super::body::BLOCK;
use crate::touch::Pose;
use crate::vector::{Vector, length, matrix, times_transposed};
use urto::Rate;
use urto::air::SOUND_SPEED;
use urto::param::Value;
use urto::space::Space;

/// The distance of a body over time.
pub(super) struct Way {
    /// Distance at the end of each block, with its sample \[m\].
    at: Vec<(usize, f64)>,
    frames: usize,
}

impl Way {
    pub fn new(frames: usize) -> Self {
        Self {
            at: Vec::new(),
            frames,
        }
    }

    /// At this sample it is so far.
    pub fn reach(&mut self, sample: usize, distance: f64) {
        self.at.push((sample, distance));
    }

    /// What set out, as it arrives.
    pub fn arrived(&self, source: &[f64], rate: f64) -> Vec<f64> {
        let mut out = vec![0.0; self.frames];
        let mut before = (0, self.at.first().map_or(1.0, |own| own.1));
        for &(last, distance) in &self.at {
            let (first, from) = before;
            for (k, out) in out[first..last].iter_mut().enumerate() {
                let share = (k + 1) as f64 / (last - first) as f64;
                let metres = from + share * (distance - from);
                *out = between(source, (first + k) as f64 - metres / SOUND_SPEED * rate);
            }
            before = (last, distance);
        }
        out
    }
}

/// What lies between samples: a polynomial through the nearest six.
fn between(samples: &[f64], at: f64) -> f64 {
    if at < -3.0 {
        return 0.0;
    }
    let floor = at.floor();
    let t = at - floor;
    let get = |n: i64| {
        let index = usize::try_from(floor as i64 + n);
        index
            .ok()
            .and_then(|n| samples.get(n))
            .copied()
            .unwrap_or(0.0)
    };
    let [a, b, c, d, e, f] = [t + 2.0, t + 1.0, t, t - 1.0, t - 2.0, t - 3.0];
    let (left, right) = (a * b * c, d * e * f);
    get(-2) * (b * c * right) / -120.0
        + get(-1) * (a * c * right) / 24.0
        + get(0) * (a * b * right) / -12.0
        + get(1) * (left * e * f) / 12.0
        + get(2) * (left * d * f) / -24.0
        + get(3) * (left * d * e) / 120.0
}

/// Where a body is for who listens: degrees to the right and upwards, and metres. One looks along x.
pub(super) fn towards(ear: &Pose, away: Vector) -> [f64; 3] {
    let [x, y, z] = times_transposed(&matrix(ear.turn), away);
    let flat = (x * x + y * y).sqrt();
    let right = -urto::math::atan2(y, x).to_degrees();
    let up = urto::math::atan2(z, flat).to_degrees();
    [right, up, length(away)]
}

/// A body in a head's space of its own, whose direction is set for every block.
pub(super) fn head_towards(
    space: &mut dyn Space,
    rate: Rate,
    directions: &[[f64; 3]],
    source: &[f64],
) -> Vec<Vec<f64>> {
    let table = space.params().table();
    let ids = ["azimuth", "elevation", "distance"].map(|key| table.find(key).ok());
    let set = |space: &mut dyn Space, own: &[f64; 3]| {
        // Beyond a metre the way through the air has made it softer already.
        let values = [own[0], own[1], own[2].clamp(0.1, 1.0)];
        for (id, value) in ids.iter().zip(values) {
            if let Some(id) = id {
                space.set(id, &Value::Number(value));
            }
        }
    };
    if let Some(first) = directions.first() {
        set(space, first);
    }
    space.prepare(rate, 1);
    space.reset(0);
    let mut out = vec![vec![0.0; source.len()]; space.channels(1)];
    for (n, block) in source.chunks(BLOCK).enumerate() {
        if let Some(own) = directions.get(n) {
            set(space, own);
        }
        pass(space, &[block], n * BLOCK, &mut out);
    }
    out
}

/// Louder than full scale nothing enters a space: pressures are brought down before, and up again.
pub(super) fn through(space: &mut dyn Space, rate: Rate, seed: u64, channels: &mut Vec<Vec<f64>>) {
    let inputs = channels.len();
    space.prepare(rate, inputs);
    space.reset(seed);
    if space.is_open() {
        return;
    }
    let all = channels.iter().flatten();
    let peak = all.fold(0.0, |most: f64, own| most.max(own.abs()));
    let down = if peak > 0.0 { 0.5 / peak } else { 1.0 };
    let frames = channels.first().map_or(0, Vec::len);
    let mut out = vec![vec![0.0; frames]; space.channels(inputs)];
    let own: Vec<Vec<f64>> = channels
        .iter()
        .map(|own| own.iter().map(|x| x * down).collect())
        .collect();
    for first in (0..frames).step_by(BLOCK) {
        let last = (first + BLOCK).min(frames);
        let parts: Vec<&[f64]> = own.iter().map(|own| &own[first..last]).collect();
        pass(space, &parts, first, &mut out);
    }
    out.iter_mut().flatten().for_each(|own| *own /= down);
    *channels = out;
}

fn pass(space: &mut dyn Space, inputs: &[&[f64]], first: usize, out: &mut [Vec<f64>]) {
    let last = first + inputs.first().map_or(0, |own| own.len());
    let mut parts: Vec<&mut [f64]> = out.iter_mut().map(|own| &mut own[first..last]).collect();
    space.pass(inputs, &mut parts);
}
