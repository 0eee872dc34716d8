//! Ears that were measured: answers to a click from many directions, as SOFA files hold them.
//!
//! Law:    each answer is its delay up to the first sound, and the rest. Between directions delays and
//!         rests are mixed each by itself, with the shares of the three measured directions around: mixed
//!         with their delays, two clicks would be heard. In a measured direction both together are what
//!         was measured, wherever the first sound was found.
//! Step:   the first sound is where an answer, low-passed at 3 kHz, comes to within 30 dB of its own
//!         peak, between samples: of many ways the one after which listeners find a source nearest to
//!         where it was (Andreopoulou & Katz 2017). Minimum phase would be smoother still, but would
//!         give up what was measured.
//! Limits: an answer has 5.3 ms behind its first sound (256 samples at 48 kHz), of which as many are kept
//!         as hold all of the energy but what is 70 dB below: two ears cost at most 2·256 multiplications a sample,
//!         twice that while they turn. One distance, the one that has most directions.
//! Refs:   Andreopoulou & Katz 2017; Gamper 2013; Kaiser 1974.

use super::around::{Around, distance, unit};
use super::kernel::{CROSSINGS, Kernel};
use super::onset::Onset;
use super::sphere::Series;
use super::{EARS, HeadParams, LEVEL, towards};
use crate::air::SOUND_SPEED;
use crate::analysis::Fourier;
use crate::math::{TAU, cos};
use crate::rate::Rate;
use core::f64::consts::PI;
use std::sync::{Arc, Mutex, PoisonError};
use thiserror::Error;

/// Most numbers in the answers of all directions and both ears \[64 MiB as 32-bit floats\].
pub const MOST_ANSWERED: usize = 1 << 24;
/// Most directions.
pub const MOST_DIRECTIONS: usize = 1 << 16;
/// Longest answer \[samples\].
pub const LONGEST_ANSWER: usize = 8192;
/// What is kept of an answer \[s\]: outer ears and shoulders answer within a millisecond, the
/// lowest tones take some more; later comes what the measured room threw back.
const KEPT: f64 = 256.0 / 48e3;
/// All but this share of the energy is kept: the lowest tones have little of it, all in the tail (of
/// 1e-5 they would miss 1.5 dB at 500 Hz).
const DROPPED: f64 = 1e-7;
/// Samples kept before the first sound: what is moved between samples begins earlier.
const LEAD: usize = 8;
/// Answers of one distance differ in it by at most this share.
const ONE_DISTANCE: f64 = 0.1;
/// Where loudness is compared with the sphere's \[Hz\]: below, rooms are never quite free of echoes;
/// above, ears differ.
const COMPARED: [f64; 2] = [200.0, 2000.0];
/// What was measured.
#[derive(Clone, Debug, Default)]
pub struct HeadMeasurement {
    /// Sample rate \[Hz\].
    pub rate: f64,
    /// How many samples an answer has.
    pub taps: usize,
    /// From the middle of the head to where the source was \[m\]: to the front, to the left, up.
    pub places: Vec<[f64; 3]>,
    /// What both ears answered to a click: for each place the left ear's samples, then the right one's.
    pub answers: Vec<f32>,
    /// How much later these are heard \[samples\], for each place left and right.
    pub delays: Vec<[f64; 2]>,
}

/// Why ears cannot be made of a measurement.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum HeadError {
    /// The sample rate.
    #[error("its sample rate is {0} Hz; it can be from 8 to 384 kHz")]
    Rate(f64),
    /// How much there is.
    #[error(
        "it has {0} directions of {1} samples; it can have 1 to {MOST_DIRECTIONS} of 2 to {LONGEST_ANSWER}, and {MOST_ANSWERED} for both ears together"
    )]
    Size(usize, usize),
    /// A number that is none, or far too large.
    #[error("a number of {0} is not finite or too large; measure it again")]
    Number(&'static str),
    /// A source in the middle of the head.
    #[error("direction {0} has no distance from the head; say where its source was")]
    Nowhere(usize),
    /// Nothing was heard.
    #[error("its answers are silent; measure them again")]
    Silent,
}

/// A listener's own ears, ready to hear by.
///
/// ```
/// use urto::space::{HeadMeasurement, HeadResponses};
/// // Both ears answer at once, wherever the source is: as if there were no head.
/// let measured = HeadMeasurement {
///     rate: 48_000.0,
///     taps: 4,
///     places: vec![[1.0, 0.0, 0.0]],
///     answers: vec![0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0],
///     delays: vec![[0.0; 2]],
/// };
/// let ears = HeadResponses::new(measured)?;
/// assert_eq!(ears.directions(), 1);
/// # Ok::<(), urto::space::HeadError>(())
/// ```
pub struct HeadResponses {
    measured: HeadMeasurement,
    around: Around,
    /// At the rate that was last asked for.
    resampled: Mutex<Option<Arc<Answers>>>,
}

/// Answers at one rate.
pub(super) struct Answers {
    rate: f64,
    taps: usize,
    /// For each corner, each ear.
    all: Vec<f32>,
    /// Before each of them \[samples\]; the least is 0.
    delays: Vec<[f64; 2]>,
}

impl HeadResponses {
    /// Checks, aligns and shortens what was measured, and makes it as loud as the usual head: in front
    /// the mean of both ears between 200 Hz and 2 kHz, and softer where a tone would else come out
    /// louder than it goes in. Allocates,
    /// and takes some time: a tenth of a second for some thousand directions.
    pub fn new(mut measured: HeadMeasurement) -> Result<Self, HeadError> {
        check(&measured)?;
        keep_one_distance(&mut measured);
        let kernel = Kernel::new();
        let aligned = align(&measured, &kernel);
        measured.taps = aligned.taps;
        measured.answers = aligned.answers;
        measured.delays = aligned.delays;
        level(&mut measured)?;
        Ok(Self::of_aligned(measured))
    }

    /// How many directions it knows.
    pub fn directions(&self) -> usize {
        self.measured.places.len()
    }

    /// How many samples an ear's answer has at the rate of the file: what one ear costs, in
    /// multiplications a sample.
    pub fn taps(&self) -> usize {
        self.measured.taps
    }

    /// The sample rate of the measurement \[Hz\].
    pub fn rate(&self) -> f64 {
        self.measured.rate
    }

    /// In plain numbers, for [`of_numbers`](Self::of_numbers).
    pub fn to_numbers(&self) -> Vec<f64> {
        let own = &self.measured;
        let mut all = vec![own.rate, own.taps as f64, own.places.len() as f64];
        all.extend(own.places.as_flattened());
        all.extend(own.delays.as_flattened());
        all.extend(own.answers.iter().map(|own| f64::from(*own)));
        all
    }

    /// Made again from [`to_numbers`](Self::to_numbers); none of others.
    pub fn of_numbers(numbers: &[f64]) -> Option<Self> {
        let (&[rate, taps, count], rest) = numbers.split_first_chunk::<3>()?;
        let (taps, count) = (taps as usize, count as usize);
        if taps > LONGEST_ANSWER || count > MOST_DIRECTIONS {
            return None;
        }
        let (places, rest) = rest.split_at_checked(3 * count)?;
        let (delays, answers) = rest.split_at_checked(2 * count)?;
        let measured = HeadMeasurement {
            rate,
            taps,
            places: places.as_chunks::<3>().0.to_vec(),
            answers: answers.iter().map(|own| *own as f32).collect(),
            delays: delays.as_chunks::<2>().0.to_vec(),
        };
        check(&measured).ok()?;
        Some(Self::of_aligned(measured))
    }

    fn of_aligned(measured: HeadMeasurement) -> Self {
        let directions: Vec<[f64; 3]> = measured.places.iter().map(|own| unit(*own)).collect();
        Self {
            around: Around::new(&directions),
            measured,
            resampled: Mutex::default(),
        }
    }

    pub(super) fn around(&self) -> &Around {
        &self.around
    }

    /// Answers of all corners at a rate, worked out once for all who hear by them. Allocates.
    pub(super) fn answers(&self, rate: Rate) -> Arc<Answers> {
        let kept = self.resampled.lock();
        let mut kept = kept.unwrap_or_else(PoisonError::into_inner);
        match &*kept {
            Some(own) if own.rate == rate.hertz() => own.clone(),
            _ => {
                let made = Arc::new(self.resample(rate.hertz()));
                *kept = Some(made.clone());
                made
            }
        }
    }

    fn resample(&self, rate: f64) -> Answers {
        let own = &self.measured;
        let ratio = rate / own.rate;
        let taps = ((own.taps as f64 * ratio).ceil() as usize).next_multiple_of(4);
        // Each new sample is a sum of the same old ones in all answers.
        let rows = (ratio != 1.0).then(|| {
            let kernel = Kernel::new();
            let row = |n: usize| kernel.row(n as f64 / ratio, ratio.min(1.0), own.taps);
            (0..taps).map(row).collect::<Vec<_>>()
        });
        let corners = self.around.places().len();
        let mut all = Vec::with_capacity(2 * corners * taps);
        let mut delays = Vec::with_capacity(corners);
        for corner in 0..corners {
            let Some(direction) = self.around.owner(corner) else {
                all.resize(all.len() + 2 * taps, 0.0);
                delays.push([0.0; 2]);
                continue;
            };
            delays.push(own.delays[direction].map(|own| own * ratio));
            for ear in 0..2 {
                let from = (2 * direction + ear) * own.taps;
                let old = &own.answers[from..from + own.taps];
                match &rows {
                    None => {
                        all.extend_from_slice(old);
                        all.resize(all.len() + taps - own.taps, 0.0);
                    }
                    // Twice as many samples of a click are half as high.
                    Some(rows) => all.extend(rows.iter().map(|(first, weights)| {
                        let old = weights.iter().zip(&old[*first..]);
                        let sum: f64 = old.map(|(weight, old)| weight * f64::from(*old)).sum();
                        (sum / ratio) as f32
                    })),
                }
            }
        }
        let mut made = Answers {
            rate,
            taps,
            all,
            delays,
        };
        for corner in (0..corners).filter(|own| self.around.owner(*own).is_none()) {
            self.fill_in(corner, &mut made);
        }
        made
    }

    /// A corner at which nothing was measured hears as its neighbours do, the nearer the more.
    fn fill_in(&self, corner: usize, made: &mut Answers) {
        let places = self.around.places();
        let measured = |own: &usize| self.around.owner(*own).is_some();
        let mut others = self.around.neighbours(corner);
        others.retain(measured);
        if others.is_empty() {
            others = (0..places.len()).filter(measured).collect();
        }
        let weight = |own: usize| {
            let far = distance(places[own], places[corner]).max(1e-3);
            1.0 / (far * far)
        };
        let sum: f64 = others.iter().map(|own| weight(*own)).sum();
        let (row, mut delay) = (2 * made.taps, [0.0; 2]);
        let mut mixed = vec![0.0; row];
        for other in others {
            let share = weight(other) / sum;
            for (own, delay) in delay.iter_mut().zip(made.delays[other]) {
                *own += share * delay;
            }
            for (own, tap) in mixed.iter_mut().zip(&made.all[other * row..]) {
                *own += share * f64::from(*tap);
            }
        }
        made.delays[corner] = delay;
        for (own, mixed) in made.all[corner * row..].iter_mut().zip(mixed) {
            *own = mixed as f32;
        }
    }
}

impl Answers {
    pub fn taps(&self) -> usize {
        self.taps
    }

    /// The longest delay before an answer \[samples\].
    pub fn longest(&self) -> f64 {
        self.delays
            .as_flattened()
            .iter()
            .fold(0.0, |most, own| most.max(*own))
    }

    /// The answer of an ear (0 is left), mixed of three, times a level; tells the delay before it
    /// \[samples\]. Does not allocate.
    pub fn mix(&self, shares: &[(usize, f64); 3], ear: usize, level: f64, into: &mut [f64]) -> f64 {
        let rows = shares.map(|(corner, share)| {
            let from = (2 * corner + ear) * self.taps;
            (&self.all[from..from + self.taps], level * share)
        });
        let [(one, a), (two, b), (three, c)] = rows;
        let taps = one.iter().zip(two).zip(three);
        for (own, ((one, two), three)) in into.iter_mut().zip(taps) {
            *own = a * f64::from(*one) + b * f64::from(*two) + c * f64::from(*three);
        }
        shares
            .iter()
            .map(|(corner, share)| share * self.delays[*corner][ear])
            .sum()
    }
}

fn check(own: &HeadMeasurement) -> Result<(), HeadError> {
    let (count, taps) = (own.places.len(), own.taps);
    if Rate::new(own.rate).is_err() {
        return Err(HeadError::Rate(own.rate));
    }
    let fits = (1..=MOST_DIRECTIONS).contains(&count)
        && (2..=LONGEST_ANSWER).contains(&taps)
        && 2 * count * taps <= MOST_ANSWERED
        && own.answers.len() == 2 * count * taps
        && own.delays.len() == count;
    if !fits {
        return Err(HeadError::Size(count, taps));
    }
    // Louder than a million times full scale, or later than a second, nothing was ever measured.
    if !own.answers.iter().all(|own| own.abs() <= 1e6) {
        return Err(HeadError::Number("its answers"));
    }
    let soon = |delay: &f64| delay.abs() <= own.rate;
    if !own.delays.as_flattened().iter().all(soon) {
        return Err(HeadError::Number("its delays"));
    }
    let near = |metres: &f64| metres.abs() <= 1e6;
    if !own.places.as_flattened().iter().all(near) {
        return Err(HeadError::Number("its directions"));
    }
    match own
        .places
        .iter()
        .position(|own| distance(*own, [0.0; 3]) < 1e-6)
    {
        Some(at) => Err(HeadError::Nowhere(at + 1)),
        None => Ok(()),
    }
}

/// Leaves those directions that were measured from the distance from which most were.
fn keep_one_distance(own: &mut HeadMeasurement) {
    let metres: Vec<f64> = own
        .places
        .iter()
        .map(|own| distance(*own, [0.0; 3]))
        .collect();
    let mut sorted = metres.clone();
    sorted.sort_by(f64::total_cmp);
    let (mut best, mut first) = ((0, 0.0), 0);
    for (n, far) in sorted.iter().enumerate() {
        while sorted[first] * (1.0 + ONE_DISTANCE) < *far {
            first += 1;
        }
        if n + 1 - first > best.0 {
            best = (n + 1 - first, sorted[first]);
        }
    }
    let near = best.1;
    let fits = |n: usize| metres[n] >= near && metres[n] <= near * (1.0 + ONE_DISTANCE);
    if best.0 == metres.len() {
        return;
    }
    let kept: Vec<usize> = (0..metres.len()).filter(|n| fits(*n)).collect();
    let row = 2 * own.taps;
    let answers = kept
        .iter()
        .flat_map(|n| &own.answers[n * row..(n + 1) * row]);
    own.answers = answers.copied().collect();
    own.places = kept.iter().map(|n| own.places[*n]).collect();
    own.delays = kept.iter().map(|n| own.delays[*n]).collect();
}

/// Answers from their first sound on.
struct Aligned {
    taps: usize,
    answers: Vec<f32>,
    delays: Vec<[f64; 2]>,
}

fn align(own: &HeadMeasurement, kernel: &Kernel) -> Aligned {
    let most = (KEPT * own.rate) as usize;
    let most = most.min(own.taps + LEAD).max(2 * LEAD);
    let mut answers = Vec::with_capacity(2 * own.places.len() * most);
    let mut delays = own.delays.clone();
    let mut energies = vec![0.0; most];
    let finder = Onset::new(own.rate);
    let mut smooth = Vec::new();
    for (n, answer) in own.answers.chunks_exact(own.taps).enumerate() {
        let from = finder.find(answer, &mut smooth) - LEAD as f64;
        delays[n / 2][n % 2] += from;
        // Between samples by one set of weights.
        let (whole, part) = (from.floor(), from - from.floor());
        let weights = kernel.around(part);
        for (k, energy) in energies.iter_mut().enumerate() {
            let first = whole as isize + k as isize + 1 - CROSSINGS as isize;
            let old = |j: usize| {
                let at = usize::try_from(first + j as isize).ok();
                at.and_then(|at| answer.get(at))
                    .map_or(0.0, |own| f64::from(*own))
            };
            let sample: f64 = weights
                .iter()
                .enumerate()
                .map(|(j, own)| own * old(j))
                .sum();
            *energy += sample * sample;
            answers.push(sample as f32);
        }
    }
    let earliest = delays
        .as_flattened()
        .iter()
        .fold(f64::INFINITY, |least, own| least.min(*own));
    delays
        .as_flattened_mut()
        .iter_mut()
        .for_each(|own| *own -= earliest);
    let taps = shortened(&energies);
    // What is cut off fades out in its last eighth.
    let cut = energies[taps..].iter().any(|own| *own > 0.0);
    let fade = |k: usize| match (taps - k) as f64 / (taps as f64 / 8.0) {
        share if cut && share < 1.0 => (0.5 - 0.5 * cos(PI * share)) as f32,
        _ => 1.0,
    };
    let fades: Vec<f32> = (0..taps).map(fade).collect();
    for n in 0..2 * own.places.len() {
        for (k, fade) in fades.iter().enumerate() {
            answers[n * taps + k] = fade * answers[n * most + k];
        }
    }
    answers.truncate(2 * own.places.len() * taps);
    answers.shrink_to_fit();
    Aligned {
        taps,
        answers,
        delays,
    }
}

/// How many samples hold nearly all of the energy: a multiple of four, or all.
fn shortened(energies: &[f64]) -> usize {
    let whole: f64 = energies.iter().sum();
    let mut rest = 0.0;
    let mut taps = energies.len();
    for (k, energy) in energies.iter().enumerate().rev() {
        rest += energy;
        if rest > DROPPED * whole {
            break;
        }
        taps = k;
    }
    // The fade takes an eighth.
    (taps + taps / 7)
        .next_multiple_of(4)
        .clamp(2, energies.len())
}

/// Brings a measurement to the usual head's loudness.
fn level(own: &mut HeadMeasurement) -> Result<(), HeadError> {
    // Fine enough that no line lies more than 0.1 dB below a peak between two.
    let length = (4 * own.taps).next_power_of_two();
    let mut fourier = Fourier::new(length);
    let mut lines = [vec![0.0; length / 2 + 1], vec![0.0; length / 2 + 1]];
    let front = [1.0, 0.0, 0.0];
    let aside = |n: &usize| distance(unit(own.places[*n]), front);
    let front = (0..own.places.len()).min_by(|a, b| aside(a).total_cmp(&aside(b)));
    let (mut loudest, mut told) = (0.0_f64, 0.0);
    let bins = COMPARED.map(|own_hertz| own_hertz / own.rate * length as f64);
    let bins = bins[0].ceil() as usize..=bins[1] as usize;
    let mut frames = [vec![0.0; length], vec![0.0; length]];
    for n in 0..own.places.len() {
        for (ear, frame) in frames.iter_mut().enumerate() {
            let from = (2 * n + ear) * own.taps;
            for (to, tap) in frame.iter_mut().zip(&own.answers[from..from + own.taps]) {
                *to = f64::from(*tap);
            }
        }
        let [left, right] = &mut lines;
        fourier.magnitudes([&frames[0], &frames[1]], [left, right]);
        loudest = lines
            .iter()
            .flatten()
            .fold(loudest, |most, own| most.max(*own));
        if front == Some(n) {
            let power =
                |line: &Vec<f64>| line[bins.clone()].iter().map(|own| own * own).sum::<f64>();
            told = lines.iter().map(power).sum::<f64>() / (2 * bins.clone().count()).max(1) as f64;
        }
    }
    if loudest <= 0.0 {
        return Err(HeadError::Silent);
    }
    let place = front.map_or([1.0, 0.0, 0.0], |n| unit(own.places[n]));
    let usual = LEVEL * (sphere_power(place) / told.max(1e-20)).sqrt();
    let gain = usual.min(1.0 / loudest) as f32;
    own.answers.iter_mut().for_each(|own| *own *= gain);
    Ok(())
}

/// What both ears on the usual sphere hear from a direction where loudness is compared: mean squares.
fn sphere_power(place: [f64; 3]) -> f64 {
    let radius = HeadParams::default().radius;
    const POINTS: usize = 16;
    let mut sum = 0.0;
    for n in 0..POINTS {
        let along = (n as f64 + 0.5) / POINTS as f64;
        let hertz = COMPARED[0] + along * (COMPARED[1] - COMPARED[0]);
        let series = Series::new(TAU * hertz * radius / SOUND_SPEED, f64::INFINITY);
        for side in [-EARS, EARS] {
            let ear = towards(side, 0.0);
            let cos = ear.iter().zip(place).map(|(a, b)| a * b).sum();
            let [re, im] = series.at(cos);
            sum += re * re + im * im;
        }
    }
    sum / (2 * POINTS) as f64
}
