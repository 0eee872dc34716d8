//! The head against Rayleigh's series, moving, and at its limits.

use super::sphere::{Complex, Series};
use super::*;
use crate::air::SOUND_SPEED;
use crate::math::{TAU, atan2, log10};
use crate::rng::Rng;

fn at(azimuth: f64, distance: f64) -> HeadParams {
    HeadParams {
        azimuth,
        distance,
        ..HeadParams::default()
    }
}

fn made(params: &HeadParams, rate: f64) -> Made {
    let mut made = Made::new(params, Rate::new(rate).unwrap());
    made.aim(params);
    made
}

/// What both ears answer to a click.
fn click(made: &mut Made) -> Vec<[f64; 2]> {
    let sample = |n: usize| if n == 0 { 1.0 } else { 0.0 };
    (0..made.memory()).map(|n| made.pass(sample(n))).collect()
}

/// What that is at a frequency, time as e^{-iωt} as in the series.
fn transfer(click: &[[f64; 2]], hertz: f64, rate: f64) -> [Complex; 2] {
    let mut sums = [[0.0; 2]; 2];
    let turn = TAU * hertz / rate;
    for (n, heard) in click.iter().enumerate() {
        let [re, im] = [cos(turn * n as f64), sin(turn * n as f64)];
        for (sum, own) in sums.iter_mut().zip(heard) {
            sum[0] += own * re;
            sum[1] += own * im;
        }
    }
    sums
}

fn series(params: &HeadParams, hertz: f64) -> [Complex; 2] {
    let mu = TAU * hertz * params.radius / SOUND_SPEED;
    let exact = Series::new(mu, params.distance / params.radius);
    let source = towards(params.azimuth, params.elevation);
    [-EARS, EARS].map(|side| {
        let own = towards(side, 0.0);
        exact.at(source.iter().zip(own).map(|(a, b)| a * b).sum())
    })
}

fn level([re, im]: Complex) -> f64 {
    10.0 * log10(re * re + im * im)
}

/// Right against left: decibels, and how much earlier \[s\], by the phase.
fn differs([left, right]: [Complex; 2], hertz: f64) -> (f64, f64) {
    // left·conj(right): what comes later has the larger phase.
    let phase = atan2(
        left[1] * right[0] - left[0] * right[1],
        left[0] * right[0] + left[1] * right[1],
    );
    (level(right) - level(left), phase / (TAU * hertz))
}

const HERTZ: [f64; 12] = [
    200.0, 315.0, 500.0, 800.0, 1250.0, 2000.0, 3150.0, 4000.0, 5000.0, 6300.0, 8000.0, 10_000.0,
];

/// From 200 Hz to 10 kHz left and right differ as the series says, within 1 dB and 5 us, and each
/// ear alone is as loud within 1 dB ten metres away; nearer, both are made softer alike. Where ways
/// around the head cancel, 25 dB below what faces the source, nothing is said.
#[test]
fn ears_differ_as_on_a_sphere() {
    let (mut counted, mut worst) = (0, [0.0_f64; 3]);
    for rate in [44_100.0, 96_000.0] {
        let mut head = made(&at(0.0, 1.0), rate);
        for distance in [0.3, 1.0, 10.0] {
            for azimuth in [0.0, 7.0, 33.0, 58.0, 90.0, 131.0, 180.0, -45.0] {
                let params = at(azimuth, distance);
                head.aim(&params);
                let click = click(&mut head);
                head.still = usize::MAX;
                for hertz in HERTZ {
                    let (found, exact) = (transfer(&click, hertz, rate), series(&params, hertz));
                    if exact.iter().any(|own| level(*own) < -19.0) {
                        continue;
                    }
                    let (mine, wanted) = (differs(found, hertz), differs(exact, hertz));
                    let late = (mine.1 - wanted.1).abs();
                    // A whole period more or less is the same phase.
                    let late = late.min((late - 1.0 / hertz).abs());
                    let softer = 20.0 * log10(LEVEL / distance.max(1.0));
                    let own = level(found[1]) - level(exact[1]) - softer;
                    let own = if distance < 10.0 { 0.0 } else { own.abs() };
                    let apart = [(mine.0 - wanted.0).abs(), late, own];
                    for (worst, own) in worst.iter_mut().zip(apart) {
                        *worst = worst.max(own);
                    }
                    assert!(
                        apart[0] < 1.0 && apart[1] < 5e-6 && apart[2] < 1.0,
                        "{rate} Hz, {distance} m, {azimuth} degrees, {hertz} Hz: {apart:?}"
                    );
                    counted += 1;
                }
            }
        }
    }
    assert!(counted > 400, "{counted}");
    println!("worst: {worst:?} dB, s, dB of {counted}");
}

/// In front both ears hear the same, bit for bit; left is the mirror of right.
#[test]
fn left_is_the_mirror_of_right() {
    let heard = |azimuth: f64| -> Vec<[f64; 2]> {
        let mut made = made(&at(azimuth, 2.0), 48_000.0);
        let mut rng = Rng::new(1);
        (0..500).map(|_| made.pass(rng.signed())).collect()
    };
    assert!(heard(0.0).iter().all(|[left, right]| left == right));
    let (left, right) = (heard(-70.0), heard(70.0));
    for (one, other) in left.iter().zip(&right) {
        assert!((one[0] - other[1]).abs() < 1e-12 && (one[1] - other[0]).abs() < 1e-12);
    }
}

/// A tone of 500 Hz that goes around the head in a second bends no more sharply than while it stands.
#[test]
fn a_source_that_moves_does_not_click() {
    let still = roughest(at(0.0, 1.0), |_, _| {});
    let moving = roughest(at(0.0, 1.0), |params, n| {
        params.azimuth = -180.0 + 360.0 * n as f64 / 48_000.0;
        params.distance = 1.0 + 0.5 * sin(1e-4 * n as f64);
    });
    assert!(moving < 4.0 * still, "{moving} {still}");
}

/// The sharpest bend in what is heard of a tone while a second of moves goes on, one in 64 samples.
fn roughest(mut params: HeadParams, moves: impl Fn(&mut HeadParams, usize)) -> f64 {
    let mut made = made(&params, 48_000.0);
    let mut heard = Vec::new();
    for n in 0..48_000 {
        if n % 64 == 0 {
            moves(&mut params, n);
            made.aim(&params);
        }
        let tone = sin(TAU * 500.0 / 48_000.0 * n as f64);
        heard.push(made.pass(tone)[0]);
    }
    // Third differences: of a tone they are tiny, of a step they are not.
    let bends = heard[1000..].windows(4);
    let bends = bends.map(|x| (x[3] - 3.0 * x[2] + 3.0 * x[1] - x[0]).abs());
    bends.fold(0.0, f64::max)
}

/// Whatever is set and sent, what comes out is finite and bounded, and silence ends as silence.
#[test]
fn it_stays_bounded() {
    let mut rng = Rng::new(5);
    let mut params = HeadParams::default();
    let mut made = made(&params, 48_000.0);
    for n in 0..60_000 {
        if n % 37 == 0 {
            params.azimuth = 180.0 * rng.signed();
            params.elevation = 90.0 * rng.signed();
            params.distance = rng.log_uniform(0.1, 50.0);
            made.aim(&params);
        }
        let sample = match n % 1000 {
            998 => f64::NAN,
            999 => f64::INFINITY,
            _ => rng.signed().signum(),
        };
        let most = if n % 1000 > 900 || n % 1000 < 200 {
            1e4
        } else {
            4.0
        };
        let heard = made.pass(sample);
        assert!(heard.iter().all(|own| own.abs() < most), "{n}: {heard:?}");
    }
    let memory = made.memory();
    (0..=memory + 1).for_each(|_| {
        made.pass(0.0);
    });
    assert_eq!(made.pass(0.0), [0.0; 2]);
}

/// No filter gives more than goes in at any frequency.
#[test]
fn nothing_comes_out_louder_than_it_goes_in() {
    let mut head = made(&at(0.0, 1.0), 48_000.0);
    for (azimuth, distance) in [(100.0, 0.1), (100.0, 0.2), (-100.0, 1.0), (0.0, 0.12)] {
        head.aim(&at(azimuth, distance));
        let click = click(&mut head);
        head.still = usize::MAX;
        for hertz in [50.0, 1000.0, 5000.0, 15_000.0, 20_000.0] {
            for ear in transfer(&click, hertz, 48_000.0) {
                let loud = level(ear);
                assert!(loud < 0.3, "{azimuth} {distance} {hertz}: {loud}");
            }
        }
    }
}

/// The sphere, measured as ears are: every 5 degrees around and up, at 48 kHz.
fn measured_sphere() -> Arc<HeadResponses> {
    static MADE: std::sync::OnceLock<Arc<HeadResponses>> = std::sync::OnceLock::new();
    let make = || {
        let mut head = made(&at(0.0, 1.0), 48_000.0);
        let mut all = HeadMeasurement {
            rate: 48_000.0,
            taps: head.memory(),
            ..HeadMeasurement::default()
        };
        for elevation in (-90..=90).step_by(5) {
            for azimuth in (-180..180).step_by(5) {
                let [azimuth, elevation] = [azimuth, elevation].map(f64::from);
                head.aim(&HeadParams {
                    elevation,
                    ..at(azimuth, 1.0)
                });
                let click = click(&mut head);
                head.still = usize::MAX;
                all.places.push(towards(azimuth, elevation));
                all.delays.push([0.0; 2]);
                for ear in 0..2 {
                    all.answers.extend(click.iter().map(|own| own[ear] as f32));
                }
            }
        }
        Arc::new(HeadResponses::new(all).unwrap())
    };
    MADE.get_or_init(make).clone()
}

/// Somebody with these ears.
fn with_own(params: HeadParams) -> HeadParams {
    HeadParams {
        file: Resource::loaded("sphere.sofa", measured_sphere()),
        ..params
    }
}

/// [`band`] of what is as loud as what goes in: nine times it \[dB\].
const LOUDEST_BAND: f64 = 9.54;

/// Power in a third of an octave, by nine tones \[dB\].
fn band(click: &[[f64; 2]], hertz: f64, rate: f64) -> [f64; 2] {
    let mut sums = [0.0; 2];
    for n in -4..=4 {
        let own = hertz * crate::math::pow(2.0, f64::from(n) / 27.0);
        for (sum, [re, im]) in sums.iter_mut().zip(transfer(click, own, rate)) {
            *sum += re * re + im * im;
        }
    }
    sums.map(|own| 10.0 * log10(own))
}

/// Heard by what was measured of it, the sphere is the sphere: where it was measured and between, at the
/// rate of the measurement and at others, both ears come within 20 us of each other as they did, and
/// each third of an octave is as loud within 1 dB. In the shadow, from 12 to 25 dB below what faces the
/// source, ways around the head cancel, and between directions 5 degrees apart it is within 3 dB.
#[test]
fn a_measured_sphere_is_heard_as_the_sphere() {
    let (mut worst, mut counted) = ([0.0_f64; 3], 0);
    for rate in [44_100.0, 48_000.0, 96_000.0] {
        let mut sphere = made(&at(0.0, 1.0), rate);
        let mut own = made(&with_own(at(0.0, 1.0)), rate);
        for azimuth in [0.0, 30.0, 47.5, 62.3, 90.0, 121.0, 180.0, -12.5, -75.0] {
            for elevation in [0.0, 4.0, -35.0, 75.0] {
                let params = HeadParams {
                    elevation,
                    ..at(azimuth, 1.0)
                };
                let clicks = [&mut sphere, &mut own].map(|head| {
                    head.aim(&params);
                    let click = click(head);
                    head.still = usize::MAX;
                    click
                });
                for hertz in HERTZ {
                    let [wanted, found] = clicks.each_ref().map(|own| band(own, hertz, rate));
                    let times = clicks
                        .each_ref()
                        .map(|own| differs(transfer(own, hertz, rate), hertz).1);
                    let late = (times[0] - times[1]).abs();
                    let late = late.min((late - 1.0 / hertz).abs());
                    for ear in 0..2 {
                        if wanted[ear] < LOUDEST_BAND - 25.0 {
                            continue;
                        }
                        let apart = [(wanted[ear] - found[ear]).abs(), late];
                        let there = azimuth % 5.0 == 0.0 && elevation == 0.0;
                        let shadow = !there && wanted[ear] < LOUDEST_BAND - 12.0;
                        assert!(
                            apart[0] < if shadow { 3.0 } else { 1.0 } && apart[1] < 20e-6,
                            "{rate} Hz, {azimuth} {elevation} degrees, {hertz} Hz, ear {ear}: {apart:?}"
                        );
                        let own = usize::from(shadow);
                        worst[own] = worst[own].max(apart[0]);
                        worst[2] = worst[2].max(apart[1]);
                        counted += 1;
                    }
                }
            }
        }
    }
    assert!(counted > 1500, "{counted}");
    println!("worst: {worst:?} dB, in the shadow, s of {counted}");
}

/// Of a measurement that is the same on both sides, left is the mirror of right, between what was
/// measured too.
#[test]
fn own_ears_of_a_symmetric_head_are_symmetric() {
    for (azimuth, elevation) in [(40.0, 0.0), (33.0, 17.0), (91.2, -44.0), (178.0, 81.0)] {
        let [left, right] = [-azimuth, azimuth].map(|azimuth| {
            let params = HeadParams {
                elevation,
                ..at(azimuth, 2.0)
            };
            click(&mut made(&with_own(params), 48_000.0))
        });
        for (one, other) in left.iter().zip(&right) {
            let apart = (one[0] - other[1]).abs().max((one[1] - other[0]).abs());
            assert!(apart < 1e-5, "{azimuth} {elevation}: {apart}");
        }
    }
}

/// A tone around somebody with own ears bends no more sharply than while it stands.
#[test]
fn own_ears_do_not_click() {
    let still = roughest(with_own(at(0.0, 1.0)), |_, _| {});
    let moving = roughest(with_own(at(0.0, 1.0)), |params, n| {
        params.azimuth = -180.0 + 360.0 * n as f64 / 48_000.0;
        params.elevation = 40.0 * sin(2e-4 * n as f64);
    });
    assert!(moving < 4.0 * still, "{moving} {still}");
}

/// Whatever is sent and however they turn, own ears give at most what the sum of an answer's samples
/// allows, and nothing rings on: they are silent when all of it has passed.
#[test]
fn own_ears_are_bounded_and_end() {
    let mut rng = Rng::new(8);
    let mut params = with_own(at(0.0, 1.0));
    let mut made = made(&params, 48_000.0);
    let HeardBy::Measured(_, answers) = &made.heard else {
        panic!("the sphere is heard");
    };
    let taps = answers.taps();
    assert!(taps <= 256, "{taps}");
    let (mut rows, corners) = (vec![0.0; taps], measured_sphere().around().places().len());
    let mut most = 0.0_f64;
    for corner in 0..corners {
        for ear in 0..2 {
            answers.mix(&[(corner, 1.0), (0, 0.0), (0, 0.0)], ear, 1.0, &mut rows);
            most = most.max(rows.iter().map(|own| own.abs()).sum());
        }
    }
    // Between samples, six are weighed by up to 1.9 together.
    most *= 1.9;
    for n in 0..30_000 {
        if n % 37 == 0 {
            params.azimuth = 180.0 * rng.signed();
            params.elevation = 90.0 * rng.signed();
            made.aim(&params);
        }
        let heard = made.pass(rng.signed().signum());
        assert!(
            heard.iter().all(|own| own.abs() <= most),
            "{n}: {heard:?} {most}"
        );
    }
    for _ in 0..=made.memory() + 1 {
        made.pass(0.0);
    }
    assert_eq!(made.pass(0.0), [0.0; 2]);
    // No frequency comes out louder than it goes in.
    for azimuth in [100.0, 80.0, -95.0, 0.0] {
        made.aim(&with_own(at(azimuth, 1.0)));
        let click = click(&mut made);
        made.still = usize::MAX;
        for hertz in [50.0, 1000.0, 5000.0, 15_000.0, 20_000.0] {
            for ear in transfer(&click, hertz, 48_000.0) {
                assert!(level(ear) < 0.3, "{azimuth} {hertz}: {}", level(ear));
            }
        }
    }
}

/// From its numbers a measurement comes back as it was; others are refused.
#[test]
fn own_ears_come_back_from_their_numbers() {
    let own = measured_sphere();
    let mut numbers = own.to_numbers();
    let back = HeadResponses::of_numbers(&numbers).unwrap();
    assert!(back.to_numbers() == numbers);
    assert_eq!(back.directions(), 37 * 72);
    numbers.pop();
    assert!(HeadResponses::of_numbers(&numbers).is_none());
}

/// What cannot be heard by is refused, with the reason; one direction alone is heard from everywhere.
#[test]
fn measurements_are_checked() {
    let good = HeadMeasurement {
        rate: 44_100.0,
        taps: 32,
        places: vec![[1.0, 0.0, 0.0]],
        answers: (0..64)
            .map(|n| if n % 32 == 9 { 1.0 } else { 0.0 })
            .collect(),
        delays: vec![[0.0, 10.0]],
    };
    let wrong = |change: &dyn Fn(&mut HeadMeasurement)| {
        let mut own = good.clone();
        change(&mut own);
        HeadResponses::new(own).err().unwrap()
    };
    assert_eq!(
        wrong(&|own| own.rate = f64::NAN).to_string(),
        "its sample rate is NaN Hz; it can be from 8 to 384 kHz"
    );
    assert_eq!(wrong(&|own| own.taps = 31), HeadError::Size(1, 31));
    assert_eq!(wrong(&|own| own.places.clear()), HeadError::Size(0, 32));
    assert_eq!(
        wrong(&|own| own.answers[3] = f32::NAN),
        HeadError::Number("its answers")
    );
    assert_eq!(
        wrong(&|own| own.delays[0][1] = 1e9),
        HeadError::Number("its delays")
    );
    assert_eq!(
        wrong(&|own| own.places[0] = [0.0; 3]),
        HeadError::Nowhere(1)
    );
    assert_eq!(wrong(&|own| own.answers.fill(0.0)), HeadError::Silent);
    let one = Arc::new(HeadResponses::new(good).unwrap());
    for azimuth in [0.0, 77.0, 180.0] {
        let params = HeadParams {
            file: Resource::loaded("one", one.clone()),
            ..at(azimuth, 1.0)
        };
        let click = click(&mut made(&params, 44_100.0));
        let first = |ear: usize| {
            let peak = |a: &usize, b: &usize| click[*a][ear].abs().total_cmp(&click[*b][ear].abs());
            (0..click.len()).max_by(peak).unwrap()
        };
        assert_eq!(first(1) - first(0), 10, "{azimuth}");
    }
}

/// Whatever a measurement may be, ears of it hear something finite at every rate, or say why not.
#[test]
fn any_measurement_is_heard_or_refused() {
    let mut rng = Rng::new(7);
    let mut heard_by = 0;
    for n in 0..200 {
        let between = |rng: &mut Rng, low: f64, high: f64| low + (high - low) * rng.uniform();
        let taps = if n < 40 {
            2 + n / 2
        } else {
            2 + (between(&mut rng, 0.0, 900.0) as usize)
        };
        let count = 1 + n % 6;
        let loud = [1e-30, 1e-3, 1.0, 1e6][n % 4];
        let own = HeadMeasurement {
            rate: [8e3, 44.1e3, 48e3, 384e3][n / 4 % 4],
            taps,
            places: (0..count)
                .map(|_| [0; 3].map(|_| between(&mut rng, -2.0, 2.0)))
                .collect(),
            answers: (0..2 * count * taps)
                .map(|_| (loud * between(&mut rng, -1.0, 1.0)) as f32)
                .collect(),
            delays: (0..count)
                .map(|_| [0; 2].map(|_| between(&mut rng, -8e3, 8e3)))
                .collect(),
        };
        let Ok(ears) = HeadResponses::new(own) else {
            continue;
        };
        heard_by += 1;
        for rate in [44_100.0, 192_000.0] {
            let answers = ears.answers(Rate::new(rate).unwrap());
            let mut heard = vec![0.0; answers.taps()];
            let late = answers.mix(&[(0, 0.2), (0, 0.3), (0, 0.5)], 0, 1.0, &mut heard);
            assert!(
                late.is_finite() && heard.iter().all(|own| own.is_finite()),
                "case {n}"
            );
        }
    }
    assert!(heard_by > 150, "{heard_by} of 200");
}
