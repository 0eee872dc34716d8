//! What single events are like: rise, fall, colour, and how they differ.

use super::descriptor::{Description, Descriptor as D};
use super::events::{Events, STEP, fall, levels};
use super::frames::{Powers, Thirds, closed_hann, hertz};
use super::stats::{
    decibels, deviation, flatness, greatest, mean, median, octaves, place_of_greatest,
};
use urto::math;

/// Bands whose fall is measured \[Hz\].
const BANDS: [(D, f64, f64); 3] = [
    (D::DecayLow, 125.0, 500.0),
    (D::DecayMiddle, 500.0, 2000.0),
    (D::DecayHigh, 2000.0, 8000.0),
];
/// The fall of the last event is followed so long \[ms\].
const LONGEST: usize = 3000;
/// What lies within this before the next event may be its beginning \[ms\].
const MARGIN: usize = 8;
/// Spectra of a few milliseconds, and of a whole event.
const SHORT: usize = 2048;
const LONG: usize = 4096;

/// What was measured of each event; descriptors are medians.
#[derive(Default)]
struct Found {
    attack: Vec<f64>,
    decay: Vec<f64>,
    decays: [Vec<f64>; 3],
    hit_noise: Vec<f64>,
    hit_bright: Vec<f64>,
    tail: Vec<f64>,
    late: Vec<f64>,
    levels: Vec<f64>,
    spectra: Vec<Vec<f64>>,
}

pub fn describe(samples: &[f64], into: &mut Description) {
    let events = Events::of(samples);
    let between: Vec<f64> = events
        .at
        .windows(2)
        .map(|pair| (pair[1] - pair[0]) as f64)
        .collect();
    if between.len() >= 2 {
        into.set(D::Rate, 1000.0 / median(&between));
    }
    if between.len() >= 3 {
        into.set(D::Irregular, deviation(&between) / mean(&between));
    }
    let bands = BANDS.map(|(_, low, high)| levels(samples, low, high));
    let mut meter = Meter::new();
    let mut found = Found::default();
    // Events that are much weaker than the strongest are heard as its company.
    let main = greatest(&events.levels) - 20.0;
    for place in 0..events.at.len() {
        if events.levels[events.at[place]] > main {
            let event = Event::new(samples, &events, place);
            event.rise_and_fall(&bands, &mut found);
            event.colour(&mut meter, &mut found);
        }
    }
    found.tell(into);
}

impl Found {
    fn tell(&self, into: &mut Description) {
        let time = |values: &[f64]| math::log10(median(values).max(1.0));
        let all = [
            &self.decay,
            &self.decays[0],
            &self.decays[1],
            &self.decays[2],
        ];
        let names = [D::Decay, D::DecayLow, D::DecayMiddle, D::DecayHigh];
        for (name, values) in names.into_iter().zip(all) {
            if !values.is_empty() {
                into.set(name, time(values));
            }
        }
        if !self.attack.is_empty() {
            into.set(D::Attack, time(&self.attack));
        }
        into.set(D::HitNoise, median(&self.hit_noise));
        into.set(D::HitBright, median(&self.hit_bright));
        into.set(D::Tail, median(&self.tail));
        into.set(D::Late, median(&self.late));
        if self.levels.len() >= 3 {
            into.set(D::LevelSpread, deviation(&self.levels));
        }
        if self.spectra.len() >= 3 {
            into.set(D::EventSpread, spread(&self.spectra));
        }
    }
}

/// How far spectra lie from their median on the mean \[dB\], level apart.
fn spread(spectra: &[Vec<f64>]) -> f64 {
    let shapes: Vec<Vec<f64>> = spectra
        .iter()
        .map(|own| {
            let level = mean(own);
            own.iter().map(|band| band - level).collect()
        })
        .collect();
    let bands = shapes[0].len();
    let off = |band: usize| {
        let all: Vec<f64> = shapes.iter().map(|shape| shape[band]).collect();
        let middle = median(&all);
        all.iter().map(|level| (level - middle).abs()).sum::<f64>()
    };
    (0..bands).map(off).sum::<f64>() / (bands * shapes.len()) as f64
}

/// Transforms that all events share.
struct Meter {
    short: Powers,
    long: Powers,
    thirds: Thirds,
}

impl Meter {
    fn new() -> Self {
        Self {
            short: Powers::new(SHORT),
            long: Powers::new(LONG),
            thirds: Thirds::new(LONG),
        }
    }

    /// Spectrum of a few milliseconds, from 200 Hz to 12 kHz: lines with their frequencies \[Hz\].
    fn of_hit(&mut self, part: &[f64]) -> Vec<(f64, f64)> {
        let powers = self.short.of(windowed(part));
        let lines = powers.into_iter().enumerate();
        lines
            .map(|(line, power)| (hertz(line, SHORT), power))
            .filter(|(frequency, _)| *frequency > 200.0 && *frequency < 12_000.0)
            .collect()
    }
}

fn windowed(part: &[f64]) -> impl Iterator<Item = f64> {
    part.iter().zip(closed_hann(part.len())).map(|(x, w)| x * w)
}

/// Middle of a spectrum by amplitude \[octaves above 1 kHz\].
fn middle(lines: &[(f64, f64)]) -> f64 {
    let (mut sum, mut all) = (0.0, 0.0);
    for (frequency, power) in lines {
        sum += power.sqrt() * octaves(*frequency);
        all += power.sqrt();
    }
    sum / all
}

/// One event within a sound.
struct Event<'a> {
    samples: &'a [f64],
    levels: &'a [f64],
    /// Where it is loudest \[ms\].
    at: usize,
    /// Until the next event, or the end \[ms\].
    gap: usize,
    /// Until where its fall is followed \[ms\].
    end: usize,
    /// Whether none follows.
    last: bool,
}

impl<'a> Event<'a> {
    fn new(samples: &'a [f64], events: &'a Events, place: usize) -> Self {
        let (at, length) = (events.at[place], events.levels.len());
        let next = events.at.get(place + 1).copied();
        let end = next.unwrap_or(at + LONGEST).min(length);
        Self {
            samples,
            levels: &events.levels,
            at,
            gap: next.unwrap_or(length) - at,
            end: end.saturating_sub(MARGIN),
            last: next.is_none(),
        }
    }

    /// Whether there is so much time until the next event \[ms\].
    fn alone(&self, milliseconds: usize) -> bool {
        self.last || self.gap > milliseconds
    }

    /// Samples from N before to M after its peak.
    fn part(&self, from: isize, to: isize) -> &'a [f64] {
        let place = |offset: isize| {
            let place = (self.at * STEP) as isize + offset;
            place.clamp(0, self.samples.len() as isize) as usize
        };
        &self.samples[place(from)..place(to)]
    }

    fn rise_and_fall(&self, bands: &[Vec<f64>; 3], found: &mut Found) {
        let level = self.levels[self.at];
        found.levels.push(level);
        let before = &self.levels[self.at.saturating_sub(100)..=self.at];
        let last_below = |by: f64| before.iter().rposition(|own| *own < level - by);
        // From 10 % to 90 %.
        if let (Some(low), Some(high)) = (last_below(20.0), last_below(1.0)) {
            found.attack.push((high - low).max(1) as f64);
        }
        // One that does not get there rings at least until the next.
        let at_least = |from: usize| (self.end as f64 - from as f64).max(1.0);
        match fall(self.levels, self.at, 20.0, self.end) {
            Some(time) => found.decay.push(time),
            None if self.alone(150) => found.decay.push(at_least(self.at)),
            None => {}
        }
        for (own, into) in bands.iter().zip(&mut found.decays) {
            // A band may be loudest a little before or after the whole.
            let from = self.at.saturating_sub(5);
            let from = from + place_of_greatest(&own[from..(self.at + 25).min(own.len())]);
            match fall(own, from, 20.0, self.end) {
                Some(time) => into.push(time),
                None if self.alone(150) => into.push(at_least(from)),
                None => {}
            }
        }
        if self.alone(120) {
            let time = |by: f64| fall(self.levels, self.at, by, self.end);
            if let (Some(early), Some(middle), Some(late)) = (time(12.0), time(15.0), time(30.0))
                && early > 0.0
            {
                let ratio = (late - middle).max(1.0) / 15.0 / (early / 12.0);
                found.tail.push(math::log(ratio) / core::f64::consts::LN_2);
            }
        }
    }

    fn colour(&self, meter: &mut Meter, found: &mut Found) {
        if self.alone(120) {
            // 6 ms to both sides of the peak, and 40 to 100 ms after it.
            let (hit, ring) = (self.part(-264, 264), self.part(1764, 4410));
            if ring.len() > 2000 && ring.iter().any(|x| *x != 0.0) {
                compare(hit, ring, meter, found);
            }
        }
        if self.alone(250) {
            let energy = |part: &[f64]| part.iter().map(|x| x * x).sum::<f64>();
            // From 5 ms before, to 60 ms, to 300 ms.
            let (early, late) = (self.part(-220, 2646), self.part(2646, 13_230));
            if energy(early) > 0.0 && late.len() > 4000 {
                found.late.push(decibels(energy(late) / energy(early)));
            }
        }
        // From 5 ms before it, for 80 ms or until the next, but 10 ms at least.
        let length = (self.gap * STEP).clamp(441, 3528);
        let part = self.part(-220, length as isize);
        if part.len() > 400 {
            let levels = meter.thirds.of(&meter.long.of(windowed(part)));
            let least = greatest(&levels) - 45.0;
            found
                .spectra
                .push(levels.into_iter().map(|level| level.max(least)).collect());
        }
    }
}

/// The hit against the ring, which is cut into parts as long as the hit.
fn compare(hit: &[f64], ring: &[f64], meter: &mut Meter, found: &mut Found) {
    let starts = (0..ring.len() - hit.len()).step_by((hit.len() / 2).max(1));
    let parts: Vec<Vec<(f64, f64)>> = starts
        .map(|start| meter.of_hit(&ring[start..start + hit.len()]))
        .collect();
    let hit = meter.of_hit(hit);
    let ring: Vec<(f64, f64)> = (0..hit.len())
        .map(|line| {
            let sum: f64 = parts.iter().map(|part| part[line].1).sum();
            (hit[line].0, sum / parts.len() as f64)
        })
        .collect();
    let flat = |lines: &[(f64, f64)]| flatness(lines.iter().map(|(_, power)| *power));
    found.hit_noise.push(flat(&hit) - flat(&ring));
    found.hit_bright.push(middle(&hit) - middle(&ring));
}

#[cfg(test)]
mod tests {
    use super::*;
    use urto::math::TAU;

    /// Four blows, each noise for 5 ms and then a tone that falls by 60 dB in 0.6 s.
    #[test]
    fn blows_rise_fall_and_lose_their_brightness() {
        let mut rng = urto::rng::Rng::new(4);
        let mut sound = vec![0.0; 4 * 22_050 + 22_050];
        for start in [0, 22_050, 44_100, 66_150] {
            for (n, x) in sound[start + 2000..].iter_mut().take(40_000).enumerate() {
                let t = n as f64 / 44_100.0;
                let tone = math::exp(-math::LN_1000 * t / 0.6) * math::sin(TAU * 700.0 * t);
                let noise = if t < 0.005 { rng.signed() } else { 0.0 };
                *x += tone + noise;
            }
        }
        let mut found = Description::default();
        describe(&sound, &mut found);
        let of = |descriptor| found.get(descriptor).unwrap();
        assert!((of(D::Rate) - 2.0).abs() < 0.05);
        assert!(of(D::Irregular) < 0.02);
        // 20 dB of a tone that falls by 60 in 600 ms, the noise above it a little shorter.
        assert!((math::pow(10.0, of(D::Decay)) - 180.0).abs() < 40.0);
        assert!((math::pow(10.0, of(D::DecayMiddle)) - 195.0).abs() < 25.0);
        assert!(of(D::HitBright) > 1.0 && of(D::HitNoise) > 3.0);
        assert!(of(D::LevelSpread) < 1.0);
    }
}
