//! Partials: which decaying sines a struck sound is made of.
//!
//! Law:  x(t) = sum of a·exp(-s·t)·cos(w·t + p) once the blow is over.
//! Step: slices of three widths. In the narrowest, long partials are found one Hertz apart from
//!       each other; they are taken out, and what is left is looked through in wider slices,
//!       for partials so short that a narrow slice would smear them. Then all are made to fit
//!       together, each in the slice that suits its decay. What does not last as it began, or may
//!       be an echo of its neighbour, is left out on the way (`sift`).
//! Limits: the first blow of a sound. In a room, partials that die away faster than its echoes are
//!       told with the echoes' decay, or not at all.

use crate::band::{C, Slice, Slicer};
use crate::esprit;
use crate::fit::{self, Sine, Weights};
use crate::sift;
use urto::Rate;
use urto::math::{self, LN_1000, TAU};

/// One partial.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Partial {
    /// Frequency \[Hz\].
    pub frequency: f64,
    /// Time in which it dies away by 60 dB \[s\]; at most [`Partial::LONGEST`].
    pub decay: f64,
    /// Amplitude at the onset, in decibels below full scale.
    pub level: f64,
}

impl Partial {
    /// Longest decay that is told \[s\]: what rings longer is as good as steady, a hum and no mode.
    pub const LONGEST: f64 = 1000.0;

    /// Whether it does not die away, as far as can be told.
    pub fn is_steady(&self) -> bool {
        self.decay >= Self::LONGEST
    }
}

/// Widths of slices \[Hz\].
const WIDTHS: [f64; 3] = [250.0, 1000.0, 4000.0];
/// A partial belongs into the narrowest slice in which it lasts so long \[samples, for a fall by
/// 60 dB\]: four times as long as the slice's filter.
const LASTS: f64 = 48.0;
/// And is told from the narrowest in which it lasts so long: what is lost of it while the first
/// sample of a slice is formed then hardly matters.
const TOLD: f64 = 100.0;
/// Samples of a slice that are taken apart, and those that everything is fitted to.
const LOOKED_AT: usize = 384;
const FITTED: usize = 4000;
/// Energy of a partial over that of the noise in one sample: below, chance makes as good ones (of
/// a hundred thousand places the best has 2·ln(1e5) = 23), echoes make better ones (up to about
/// 100 in the rooms that were tried), and decays would be guesses.
const CERTAIN: f64 = 100.0;
/// Partials so far below the strongest are not told \[dB\].
const FAINTEST: f64 = 80.0;
/// What is so far below the strongest slice is no partial, as a share: the filters let 1e-5 of a
/// sine through at places where it is not (`band`), and without noise such a ghost is as certain
/// as the sine itself. Midway between that and [`FAINTEST`].
const GHOST: f64 = 3.2e-5;
/// A sine grows by less than this share while it is heard: rounding of one that is steady.
const STEADY: f64 = 0.05;
/// A partial falls by less than this during the blow, as a logarithm: 20 dB. What it had been
/// before would be a guess that grows without bound.
const LOST: f64 = LN_1000 / 3.0;
/// Sines N times as large as all that rings cancel each other: together they stand for
/// something that is no sum of sines, as the echoes of a room.
const CANCELS: f64 = 2.0;
/// Partials that are fitted at most: more than any body of ours has. Noise and echoes that were
/// taken for sines can be many more, and the cost grows with the square of their number.
const MOST: usize = 256;
/// How often all are fitted together. In the first fit some neighbours are not yet where they
/// belong, so none tells how certain another is; in the second the least certain spoil others.
const FITS: usize = 4;
/// Rounds in which a slice's sines are sifted.
const ROUNDS: usize = 3;
/// A slice with fewer samples tells nothing.
const FEWEST: usize = 24;
/// Lowest pitch that is told \[Hz\].
const LOWEST: f64 = 20.0;
/// Partials that differ by less than this share of their width, in pitch and in width, are one.
const SAME: f64 = 0.2;

/// Partials nearer than N of their widths overlap.
const OVERLAP: f64 = 2.0;
/// One of them must take N times the noise of one sample out of the rest: a sine has four
/// numbers, and each is worth ln(1000) or so (Schwarz 1978).
const NEEDED: f64 = 30.0;

/// A partial while it is worked on: exp(log·t) per second, amplitude and phase at the start.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found {
    pub(crate) log: C,
    pub(crate) start: C,
    /// Energy over that of the noise in one sample.
    pub(crate) certain: f64,
    /// Whether what is left around it dies away, as echoes do.
    pub(crate) echoes: bool,
}

impl Found {
    fn hertz(&self) -> f64 {
        self.log.im / TAU
    }
    fn decay(&self) -> f64 {
        LN_1000 / (-self.log.re).max(LN_1000 / Partial::LONGEST)
    }
    /// In some unit.
    fn energy(&self) -> f64 {
        self.start.norm_sqr() * self.decay()
    }
    /// The other half of a real sine.
    fn image(&self) -> Self {
        Self {
            log: self.log.conj(),
            start: self.start.conj(),
            ..*self
        }
    }
    /// In a slice.
    fn within(&self, slicer: &Slicer, middle: f64) -> Sine {
        let log = (self.log - C::new(0.0, TAU * middle)) / slicer.low_rate();
        Sine {
            log,
            start: self.start * slicer.gain(log),
        }
    }
    /// Out of a slice.
    fn of(sine: &Sine, slicer: &Slicer, middle: f64, certain: f64) -> Self {
        Self {
            log: sine.log * slicer.low_rate() + C::new(0.0, TAU * middle),
            start: sine.start / slicer.gain(sine.log),
            certain,
            echoes: false,
        }
    }
}

/// The partials of a sound that starts with its onset, lowest first.
pub fn partials(sound: &[f32], rate: Rate) -> Vec<Partial> {
    let (first, end) = ringing(sound, rate);
    let ringing: Vec<f64> = sound[first..end].iter().map(|x| f64::from(*x)).collect();
    let slicers = WIDTHS.map(|width| Slicer::new(width, rate.hertz()));
    // A short sound leaves no samples to the narrow slices.
    let usable = |slicer: &Slicer| slicer.count(ringing.len()) >= FEWEST;
    let slicers: Vec<Slicer> = slicers.into_iter().filter(usable).collect();
    let mut found = peel(&ringing, &slicers, rate);
    keep_strongest(&mut found);
    let seconds = ringing.len() as f64 * rate.step();
    let peak = ringing.iter().fold(0.0f64, |peak, x| peak.max(x.abs()));
    for round in 0..FITS {
        fit_all(&ringing, &slicers, &mut found);
        merge(&mut found, 1.0 / seconds);
        found.retain(|one| {
            let steady = one.log.re * seconds < STEADY;
            let certain = one.certain > if round > 0 { CERTAIN } else { 0.0 };
            certain && steady && one.start.norm() < CANCELS * peak
        });
        if round > 1 {
            sift::leave_shadows(&mut found);
        }
    }
    let before = first as f64 * rate.step();
    // What had nearly died away when the blow was over cannot be told from it.
    found.retain(|one| -one.log.re * before < LOST);
    let mut partials: Vec<Partial> = found
        .iter()
        .map(|one| {
            // Back to the onset.
            let amplitude = one.start.norm() * math::exp((-one.log.re * before).max(0.0));
            Partial {
                frequency: one.hertz(),
                decay: one.decay(),
                level: 20.0 * math::log10(amplitude.max(1e-12)),
            }
        })
        .collect();
    let loudest = partials.iter().map(|one| one.level).fold(-300.0, f64::max);
    partials.retain(|one| {
        one.level > loudest - FAINTEST
            && one.frequency >= LOWEST
            && one.frequency < rate.highest_mode()
    });
    partials.sort_by(|a, b| a.frequency.total_cmp(&b.frequency));
    partials
}

/// Leaves the partials of most energy, in the order they have.
fn keep_strongest(found: &mut Vec<Found>) {
    let mut energies: Vec<f64> = found.iter().map(Found::energy).collect();
    energies.sort_by(|a, b| b.total_cmp(a));
    if let Some(least) = energies.get(MOST) {
        found.retain(|one| one.energy() > *least);
    }
}

/// From where to where the sound rings freely. The blow is over a millisecond after the highest
/// peak of the first 20 ms; the last 15 ms may be faded out.
fn ringing(sound: &[f32], rate: Rate) -> (usize, usize) {
    let samples = |seconds: f64| (seconds * rate.hertz()).round() as usize;
    let attack = &sound[..sound.len().min(samples(0.02))];
    let peak = attack.iter().enumerate();
    let peak = peak.max_by(|a, b| a.1.abs().total_cmp(&b.1.abs()));
    let first = (peak.map_or(0, |(n, _)| n) + samples(0.001)).max(samples(0.002));
    let end = sound.len().saturating_sub(samples(0.015));
    (first.min(end), end)
}

/// Finds partials in slices of every width, the narrowest first.
fn peel(ringing: &[f64], slicers: &[Slicer], rate: Rate) -> Vec<Found> {
    let mut left = ringing.to_vec();
    let mut all: Vec<Found> = Vec::new();
    // What is steady has no width but that of the time it was heard.
    let narrowest = 1.0 / (ringing.len() as f64 * rate.step());
    let mut strongest = 0.0f64;
    for (n, slicer) in slicers.iter().enumerate() {
        // What would have been found in a narrower slice is a remainder of what was found there.
        let longest = match n {
            0 => f64::INFINITY,
            _ => 2.0 * LASTS / slicers[n - 1].low_rate(),
        };
        let shortest = match slicers.get(n + 1) {
            Some(_) => LASTS / slicer.low_rate(),
            None => 0.5 * LASTS / slicer.low_rate(),
        };
        let middles = slicer.middles();
        let slices: Vec<Slice> = middles
            .map(|middle| slicer.slice(&left, middle, LOOKED_AT))
            .collect();
        strongest = slices.iter().map(Slice::peak).fold(strongest, f64::max);
        let faint = GHOST * strongest;
        let heard = slices.iter().filter(|slice| slice.peak() > faint);
        let mut new: Vec<Found> = heard
            .flat_map(|slice| look(slicer, slice, faint))
            .filter(|one| (shortest..longest).contains(&one.decay()))
            .collect();
        merge(&mut new, narrowest);
        for one in &new {
            take_out(&mut left, one, rate);
        }
        all.extend(new);
    }
    merge(&mut all, narrowest);
    all
}

/// At the edge of two slices both may have found a partial: the more certain one stays.
fn merge(all: &mut Vec<Found>, narrowest: f64) {
    all.sort_by(|a, b| a.log.im.total_cmp(&b.log.im));
    all.dedup_by(|b, a| {
        let width = a.log.re.abs().min(b.log.re.abs()).max(narrowest);
        let same = (b.log - a.log).norm() < SAME * width;
        if same && b.certain > a.certain {
            *a = *b;
        }
        same
    });
}

/// The partials of a slice, but those that are `faint`.
fn look(slicer: &Slicer, slice: &Slice, faint: f64) -> Vec<Found> {
    let samples = &slice.samples;
    let count = samples.len();
    let logs: Vec<C> = esprit::factors(samples)
        .iter()
        .map(|factor| factor.ln())
        .filter(|log| log.re.is_finite() && log.re * (count as f64) < 0.5)
        .collect();
    let Some(mut sines) = fit::amplitudes(samples, &logs) else {
        return Vec::new();
    };
    let mut noise = sift::mean_square(&fit::residual(samples, &sines), 2 * sines.len());
    let weights = Weights::even(count);
    for _ in 0..ROUNDS {
        let before = sines.len();
        sines.retain(|sine| sine.energy(&weights) > CERTAIN * noise && sine.start.norm() > faint);
        fit::refine(samples, &weights, &mut sines, fit::ROUGHLY);
        sift::lasting(samples, &mut sines);
        noise = fit::refine(samples, &weights, &mut sines, fit::ROUGHLY);
        if sines.len() == before {
            break;
        }
    }
    // On the very edge it must not fall between two slices.
    let edge = 0.51 * slicer.width / slicer.low_rate() * TAU;
    let inside = sines.iter().filter(|sine| sine.log.im.abs() <= edge);
    inside
        .map(|sine| {
            let certain = sine.energy(&weights) / noise.max(1e-300);
            Found::of(sine, slicer, slice.middle, certain)
        })
        .collect()
}

fn take_out(sound: &mut [f64], one: &Found, rate: Rate) {
    let factor = (one.log * rate.step()).exp();
    let mut now = one.start;
    for x in sound {
        *x -= now.re;
        now *= factor;
    }
}

/// Makes all partials fit together, each in the slice that suits it.
fn fit_all(ringing: &[f64], slicers: &[Slicer], found: &mut [Found]) {
    let home = |one: &Found| {
        let suits = |slicer: &Slicer| one.decay() * slicer.low_rate() >= TOLD;
        let place = slicers.iter().position(suits);
        place.unwrap_or(slicers.len() - 1)
    };
    let homes: Vec<usize> = found.iter().map(home).collect();
    for (n, slicer) in slicers.iter().enumerate() {
        for middle in slicer.middles() {
            let inside = |one: &Found| (one.hertz() - middle).abs() <= 0.5 * slicer.width;
            let owned: Vec<usize> = (0..found.len())
                .filter(|i| found[*i].certain > 0.0 && homes[*i] == n && inside(&found[*i]))
                .collect();
            if !owned.is_empty() {
                let known: Vec<bool> = homes.iter().map(|home| *home < n).collect();
                fit_slice(ringing, (slicer, middle), found, &owned, &known);
            }
        }
    }
}

/// Fits a slice's own partials, with all that reach into it. Those that are `known` from a
/// narrower slice stay as they are.
fn fit_slice(
    ringing: &[f64],
    (slicer, middle): (&Slicer, f64),
    found: &mut [Found],
    owned: &[usize],
    known: &[bool],
) {
    // While the longest of its own sounds.
    let longest = owned.iter().map(|i| found[*i].decay()).fold(0.0, f64::max);
    let needed = (longest * slicer.low_rate()).ceil() as usize;
    let slice = slicer.slice(ringing, middle, needed.clamp(LOOKED_AT, FITTED));
    let count = slice.samples.len();
    let apart = move |one: &Found| (one.hertz() - middle).abs();
    let sounds = |one: &Found| one.certain > 0.0;
    // What lies on the filter's slope is known better from elsewhere; beyond it nothing comes
    // through. A real sine is two complex ones; of low ones the other is near too.
    let (free, reach) = (0.9 * slicer.width, 1.5 * slicer.width);
    let images = found.iter().map(Found::image);
    let moves = |i: &usize| apart(&found[*i]) < free && !known[*i];
    let outside: Vec<Sine> = (0..found.len())
        .filter(|i| !moves(i))
        .map(|i| found[i])
        .chain(images)
        .filter(|one| apart(one) < reach && sounds(one))
        .map(|one| one.within(slicer, middle))
        .collect();
    let samples = fit::residual(&slice.samples, &outside);
    let mut members: Vec<usize> = (0..found.len())
        .filter(|i| moves(i) && sounds(&found[*i]))
        .collect();
    let inside = members.iter().map(|i| found[*i].within(slicer, middle));
    let mut sines: Vec<Sine> = inside.collect();
    fit::refine(&samples, &Weights::even(count), &mut sines, fit::ROUGHLY);
    let weights = Weights::of(&fit::residual(&samples, &sines));
    let noise = fit::refine(&samples, &weights, &mut sines, fit::FULLY).max(1e-300);
    leave_out((&samples, &weights), &mut sines, &mut members, owned, noise);
    let rest = fit::residual(&samples, &sines);
    for (sine, member) in sines.iter().zip(&members) {
        if owned.contains(member) {
            let (certain, echoes) = sift::certainty(sine, &rest);
            found[*member] = Found::of(sine, slicer, middle, certain);
            found[*member].echoes = echoes;
            // One that ran out of the slice fits nothing there.
            if apart(&found[*member]) > slicer.width {
                found[*member].certain = 0.0;
            }
        }
    }
    for gone in owned.iter().filter(|i| !members.contains(i)) {
        found[*gone].certain = 0.0;
    }
}

/// Of neighbours that overlap, leaves out those without which the rest fits as well.
fn leave_out(
    (samples, weights): (&[C], &Weights),
    sines: &mut Vec<Sine>,
    members: &mut Vec<usize>,
    owned: &[usize],
    mut noise: f64,
) {
    let count = samples.len() as f64;
    let mut place = 0;
    while place < members.len() {
        let this = sines[place];
        // A neighbour too short for this slice is judged in its own.
        let overlaps = |(n, other): (usize, &Sine)| {
            let widest = this.log.re.abs().max(other.log.re.abs());
            let near = (other.log - this.log).norm() < OVERLAP * widest;
            n != place && near && -other.log.re < LN_1000 / TOLD
        };
        if owned.contains(&members[place]) && sines.iter().enumerate().any(overlaps) {
            let mut others = sines.clone();
            others.remove(place);
            let left = fit::refine(samples, weights, &mut others, fit::ROUGHLY).max(1e-300);
            let heirs = successors(sines, &others);
            let gone = heirs.iter().position(Option::is_none).unwrap_or(place);
            if (left - noise) * count < NEEDED * noise && owned.contains(&members[gone]) {
                members.remove(gone);
                *sines = heirs.into_iter().flatten().collect();
                noise = left;
                continue;
            }
        }
        place += 1;
    }
}

/// Which of the new sines takes the place of each old one. There is one less: one that was left out
/// may have been replaced by a neighbour, and another has no successor.
fn successors(old: &[Sine], new: &[Sine]) -> Vec<Option<Sine>> {
    let mut heirs = vec![None; old.len()];
    for sine in new {
        let apart = |n: &usize| (old[*n].log - sine.log).norm();
        let open = (0..old.len()).filter(|n| heirs[*n].is_none());
        if let Some(best) = open.min_by(|a, b| apart(a).total_cmp(&apart(b))) {
            heirs[best] = Some(*sine);
        }
    }
    heirs
}
