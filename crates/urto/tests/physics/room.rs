//! The room: decay after Eyring, echoes where images stand, bounded and without clicks.

use urto::Rate;
use urto::math;
use urto::rng::Rng;
use urto::space::{Room, RoomParams};

const RATE: f64 = 48_000.0;

fn room() -> Room {
    Room::new(Rate::new(RATE).unwrap())
}

/// What comes back for a click.
fn response(params: &RoomParams, seconds: f64) -> Vec<f64> {
    let mut room = room();
    let click = |n| if n == 0 { 1.0 } else { 0.0 };
    (0..(seconds * RATE) as usize)
        .map(|n| room.pass(params, click(n)))
        .collect()
}

/// Decay time from the energy that is still to come (Schroeder), between two levels \[dB\].
fn decay(response: &[f64], from: f64, to: f64) -> f64 {
    let mut left: f64 = response.iter().map(|x| x * x).sum();
    let whole = left;
    let (mut start, mut end) = (None, None);
    for (n, x) in response.iter().enumerate() {
        let level = 10.0 * math::log10(left / whole);
        if level < from && start.is_none() {
            start = Some(n);
        }
        if level < to && end.is_none() {
            end = Some(n);
        }
        left -= x * x;
    }
    (end.unwrap() - start.unwrap()) as f64 / RATE * 60.0 / (from - to)
}

/// What a resonance as wide as a tenth of its frequency hears.
fn band(signal: &[f64], hertz: f64) -> Vec<f64> {
    let radius = math::exp(-0.05 * math::TAU * hertz / RATE);
    let turn = 2.0 * radius * math::cos(math::TAU * hertz / RATE);
    let (mut one, mut two) = (0.0, 0.0);
    let mut out = Vec::new();
    for x in signal {
        let new = x + turn * one - radius * radius * two;
        (one, two) = (new, one);
        out.push(new);
    }
    out
}

/// T60 within 15 % of Eyring's, from a cupboard to a hall, bare and soft.
#[test]
fn tails_decay_as_eyring_says() {
    for size in [1.5, 3.0, 6.0, 12.0, 20.0] {
        for absorption in [0.05, 0.15, 0.3, 0.6] {
            let params = RoomParams {
                level: 1.0,
                size,
                absorption,
                distance: 20.0,
                highs: 1.0,
                hush: 0.0,
                ..RoomParams::default()
            };
            let known = params.decay();
            let measured = decay(&response(&params, 2.0 * known + 0.2), -10.0, -40.0);
            let ratio = measured / known;
            println!("{size} m, {absorption}: {known:.3} s, ratio {ratio:.3}");
            assert!(
                (0.85..1.15).contains(&ratio),
                "{size} {absorption}: {ratio}"
            );
        }
    }
}

/// `highs` shortens the highest frequencies and leaves the lowest.
#[test]
fn highs_die_sooner() {
    let params = RoomParams {
        level: 1.0,
        highs: 0.2,
        absorption: 0.1,
        hush: 0.0,
        ..RoomParams::default()
    };
    let whole = response(&params, 3.0);
    let known = params.decay();
    for (hertz, share) in [(250.0, 1.0), (8000.0, 0.2)] {
        let measured = decay(&band(&band(&whole, hertz), hertz), -10.0, -35.0);
        let ratio = measured / (share * known);
        println!("{hertz} Hz: {measured} s, ratio {ratio}");
        assert!((0.8..1.2).contains(&ratio), "{hertz} Hz: {ratio}");
    }
}

/// Reverberant over direct energy is the diffuse field's, 16·pi·r²·(1 - a)/(S·a), within 2 dB.
#[test]
fn the_field_is_as_strong_as_theory_says() {
    for distance in [0.3, 1.0, 2.0] {
        let params = RoomParams {
            level: 1.0,
            size: 6.0,
            absorption: 0.2,
            distance,
            highs: 1.0,
            hush: 0.0,
            ..RoomParams::default()
        };
        let out = response(&params, 3.0);
        let direct = out[0] * out[0];
        let field: f64 = out[1..].iter().map(|x| x * x).sum();
        let [x, y, z] = [6.0, 6.0 * 1.4 / 1.9, 6.0 / 1.9];
        let open = 2.0 * (x * y + y * z + z * x) * 0.2 / 0.8;
        let known = 8.0 * math::TAU * distance * distance / open;
        let decibels = 10.0 * math::log10(field / direct / known);
        println!(
            "{distance} m: {decibels:.2} dB, whole {:.2}",
            direct + field
        );
        assert!(decibels.abs() < 2.0);
        // And the whole is as loud as without a room.
        assert!((10.0 * math::log10(direct + field)).abs() < 2.0);
    }
}

#[test]
fn off_is_the_sample_itself_and_comes_back_empty() {
    let mut rng = Rng::new(1);
    let (mut room, off) = (room(), RoomParams::default());
    for _ in 0..1000 {
        let x = rng.signed();
        assert_eq!(room.pass(&off, x), x);
    }
    let on = RoomParams {
        level: 1.0,
        ..off.clone()
    };
    for _ in 0..10_000 {
        room.pass(&on, rng.signed());
    }
    for _ in 0..5000 {
        room.pass(&off, 0.0);
    }
    assert_eq!(room.pass(&off, 0.5), 0.5);
    // What sounded before does not come back.
    for _ in 0..20_000 {
        assert_eq!(room.pass(&on, 0.0), 0.0);
    }
}

/// Any parameters, changed at any time, full-scale noise, not-a-number: bounded, and silent
/// in the end.
#[test]
fn any_room_is_bounded_and_comes_to_rest() {
    for seed in 0..20 {
        let mut rng = Rng::new(seed);
        let mut room = room();
        let mut params = RoomParams::default();
        let mut peak = 0.0f64;
        for n in 0..100_000 {
            if n % 3000 == 0 {
                let low_or = |rng: &mut Rng, low: f64, high: f64| match rng.below(3) {
                    0 => low,
                    1 => high,
                    _ => rng.log_uniform(low, high),
                };
                params = RoomParams {
                    level: rng.uniform(),
                    size: low_or(&mut rng, 1.0, 20.0),
                    absorption: low_or(&mut rng, 0.03, 0.95),
                    distance: low_or(&mut rng, 0.1, 20.0),
                    highs: low_or(&mut rng, 0.05, 1.0),
                    hush: low_or(&mut rng, 1e-6, 0.1),
                    ears: 1,
                };
            }
            peak = peak.max(room.pass(&params, rng.signed()).abs());
        }
        assert!(peak < 20.0, "{peak}");
        assert!(room.pass(&params, f64::NAN).is_nan());
        let (mut silent, mut n) = (0, 0);
        while silent < 48_000 {
            silent = if room.pass(&params, 0.0) == 0.0 {
                silent + 1
            } else {
                0
            };
            n += 1;
            assert!(
                n < 80 * RATE as usize,
                "{seed} {params:?} {}",
                room.pass(&params, 0.0)
            );
        }
    }
}

/// Sweeping size, absorption, distance and level makes no step: for a low tone the second
/// difference stays near that of the tone itself.
#[test]
fn changes_do_not_click() {
    let tone = |n: usize| math::sin(math::TAU * 200.0 * n as f64 / RATE);
    let roughest = |params: &mut dyn FnMut(f64) -> RoomParams| {
        let mut room = room();
        let out: Vec<f64> = (0..72_000)
            .map(|n| {
                let at = ((n as f64 - 24_000.0) / 2400.0).clamp(0.0, 1.0);
                room.pass(&params(at), tone(n))
            })
            .collect();
        out[12_000..]
            .windows(3)
            .map(|w| (w[2] - 2.0 * w[1] + w[0]).abs())
            .fold(0.0, f64::max)
    };
    let base = RoomParams {
        level: 1.0,
        highs: 1.0,
        ..RoomParams::default()
    };
    let small = RoomParams {
        size: 1.0,
        ..base.clone()
    };
    let steady = roughest(&mut |_| base.clone()).max(roughest(&mut |_| small.clone()));
    let sizes = roughest(&mut |at| RoomParams {
        size: 1.0 + 19.0 * at,
        ..base.clone()
    });
    let levels = roughest(&mut |at| RoomParams {
        level: at,
        ..base.clone()
    });
    let walls = roughest(&mut |at| RoomParams {
        absorption: 0.05 + 0.9 * at,
        ..base.clone()
    });
    let far = roughest(&mut |at| RoomParams {
        distance: 0.1 + 19.0 * at,
        ..base.clone()
    });
    println!("steady {steady:.2e}: {sizes:.2e} {levels:.2e} {walls:.2e} {far:.2e}");
    for changed in [sizes, levels, walls, far] {
        assert!(changed < 3.0 * steady, "{changed} {steady}");
    }
}

/// The quiet room's own noise: as loud as asked for, falling by 6 dB per octave, of a seed's own,
/// there only while something sounds and for some seconds after.
#[test]
fn the_room_breathes_while_something_sounds() {
    let params = RoomParams {
        level: 1.0,
        ..RoomParams::default()
    };
    let listen = |seed: u64, clicks: bool| -> Vec<f64> {
        let mut room = room();
        room.reset(seed);
        let input = |n: usize| {
            if clicks && n.is_multiple_of(48_000) {
                1e-4
            } else {
                0.0
            }
        };
        (0..10 * RATE as usize)
            .map(|n| room.pass(&params, if n < 4 * RATE as usize { input(n) } else { 0.0 }))
            .collect()
    };
    assert!(listen(1, false).iter().all(|x| *x == 0.0));
    let heard = listen(1, true);
    assert_ne!(heard, listen(2, true));
    let mean = |signal: &[f64]| signal.iter().map(|x| x * x).sum::<f64>() / signal.len() as f64;
    let steady = &heard[48_000..6 * 48_000];
    let rms = mean(steady).sqrt() / params.hush;
    assert!((0.93..1.07).contains(&rms), "{rms}");
    let mut rng = Rng::new(3);
    let white: Vec<f64> = steady.iter().map(|_| rng.signed()).collect();
    let level = |signal: &[f64], hertz: f64| {
        let narrow = band(&band(signal, hertz), hertz);
        10.0 * math::log10(mean(&narrow[4800..]))
    };
    let fall = |hertz: f64| {
        let over = |hertz: f64| level(steady, hertz) - level(&white, hertz);
        over(2.0 * hertz) - over(hertz)
    };
    for hertz in [500.0, 1000.0, 4000.0] {
        assert!(
            (fall(hertz) + 6.0).abs() < 1.0,
            "{hertz} Hz: {}",
            fall(hertz)
        );
    }
    assert!(heard[7 * 48_000..].iter().all(|x| *x == 0.0));
}

/// What both ears hear of a click.
fn heard_by_two(params: &RoomParams, seconds: f64) -> [Vec<f64>; 2] {
    let mut room = Room::with_two_ears(Rate::new(RATE).unwrap());
    let mut ears = [Vec::new(), Vec::new()];
    for n in 0..(seconds * RATE) as usize {
        let click = if n == 0 { 1.0 } else { 0.0 };
        for (ear, heard) in ears.iter_mut().zip(room.hear(params, [click; 2])) {
            ear.push(heard);
        }
    }
    ears
}

fn energy(signal: &[f64]) -> f64 {
    signal.iter().map(|x| x * x).sum()
}

/// The direct sound is the same in both ears; echoes come at other times; the tail has nothing in
/// common within a millisecond (a head is crossed in half of one); and both are as loud as one ear.
#[test]
fn two_ears_hear_different_echoes_and_tails_equally_loud() {
    for (size, absorption) in [(3.0, 0.3), (5.0, 0.1), (12.0, 0.2), (20.0, 0.5)] {
        let params = RoomParams {
            level: 1.0,
            size,
            absorption,
            hush: 0.0,
            ears: 2,
            ..RoomParams::default()
        };
        let [left, right] = heard_by_two(&params, 2.0 * params.decay());
        assert_eq!(left[0], right[0]);
        // Until the first echoes are over, a size's length later.
        let early = (size / 343.0 * RATE) as usize;
        assert!(left[1..early] != right[1..early], "{size}");
        let alone = response(&params, 2.0 * params.decay());
        for ear in [&left, &right] {
            let louder = 10.0 * math::log10(energy(ear) / energy(&alone));
            assert!(louder.abs() < 1.0, "{size}: {louder} dB");
        }
        // The tail, from when most walls have been met several times.
        let late = (0.3 * params.decay() * RATE) as usize;
        let (left, right) = (&left[late..], &right[late..]);
        let scale = (energy(left) * energy(right)).sqrt();
        let most = (-48i64..=48).map(|lag| {
            let (a, b) = match lag {
                0.. => (&left[lag as usize..], right),
                _ => (left, &right[-lag as usize..]),
            };
            let common: f64 = a.iter().zip(b).map(|(a, b)| a * b).sum();
            (common / scale).abs()
        });
        let most = most.fold(0.0, f64::max);
        println!("{size} m, {absorption}: correlated by {most:.3}");
        assert!(most < 0.35, "{size} m, {absorption}: {most}");
    }
}

/// What is heard with two ears dies away too, from any setting to any other: no ear hears more in
/// a stretch of time than in the loudest one before, and in the end there is silence.
#[test]
fn a_room_with_two_ears_is_bounded_and_comes_to_rest() {
    let mut rng = Rng::new(21);
    for _ in 0..6 {
        let mut room = Room::with_two_ears(Rate::new(RATE).unwrap());
        let mut params = RoomParams::default();
        let mut peak = 0.0f64;
        for n in 0..30_000 {
            if n % 700 == 0 {
                params = RoomParams {
                    level: rng.uniform(),
                    size: 1.0 + 19.0 * rng.uniform(),
                    absorption: 0.03 + 0.92 * rng.uniform(),
                    distance: 0.1 + 20.0 * rng.uniform(),
                    highs: 0.05 + 0.95 * rng.uniform(),
                    hush: 0.0,
                    ears: 2,
                };
            }
            let heard = room.hear(&params, [rng.signed(), rng.signed()]);
            peak = heard.iter().fold(peak, |most, x| most.max(x.abs()));
        }
        assert!(peak < 20.0, "{peak}");
        params.absorption = 0.2;
        let mut loudest = f64::INFINITY;
        // Slides are over after a while; from then on a stretch of echoes never grows.
        for stretch in 0..40 {
            let mut sum = 0.0;
            for _ in 0..(RATE as usize / 5) {
                let [left, right] = room.hear(&params, [0.0; 2]);
                sum += left * left + right * right;
            }
            if stretch > 4 {
                assert!(sum <= loudest, "{sum} after {loudest}");
                loudest = sum;
            }
        }
        assert!(loudest < 1e-12 * peak * peak, "{loudest}");
    }
}

/// What is left of a steady tone in a room: its amplitude, after all that came before has died away.
fn tone_in(params: &RoomParams, hertz: f64, rate: f64) -> f64 {
    let mut room = Room::new(Rate::new(rate).unwrap());
    let (start, end) = (
        (2.0 * params.decay() * rate) as usize,
        ((2.0 * params.decay() + 0.1) * rate) as usize,
    );
    let (mut cosine, mut sine) = (0.0, 0.0);
    for n in 0..end {
        let turn = math::TAU * hertz * n as f64 / rate;
        let heard = room.pass(params, math::sin(turn));
        if n >= start {
            cosine += heard * math::cos(turn);
            sine += heard * math::sin(turn);
        }
    }
    2.0 * (cosine * cosine + sine * sine).sqrt() / (end - start) as f64
}

/// Echoes come at the same times at every rate, between samples too: what a room makes of a tone is
/// the same within 0.5 dB up to 5 kHz (with echoes at whole samples it lay up to 9 dB apart).
#[test]
fn a_room_is_the_same_at_every_rate() {
    let params = RoomParams {
        level: 1.0,
        size: 8.0,
        absorption: 0.2,
        distance: 1.8,
        hush: 0.0,
        ..RoomParams::default()
    };
    let mut furthest = 0.0f64;
    for hertz in [440.0, 758.0, 1866.4, 2611.0, 5219.0] {
        let usual = tone_in(&params, hertz, 48e3);
        for rate in [44.1e3, 96e3, 192e3] {
            let apart = 20.0 * math::log10(tone_in(&params, hertz, rate) / usual);
            println!("{hertz} Hz at {rate}: {apart:.2} dB");
            furthest = furthest.max(apart.abs());
        }
    }
    assert!(furthest < 0.5, "{furthest} dB");
}
