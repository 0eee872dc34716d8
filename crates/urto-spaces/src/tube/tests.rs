use super::*;
use crate::testing::{Driver, bend, energy, level, loudest, never_gives_more, pitch};
use urto::math::{cos, log10, pow, sin};
use urto::rng::Rng;

fn tube(settings: &[(&str, f64)], rate: f64) -> Driver {
    Driver::new(&TUBE, settings, rate)
}

/// A tube that is hard everywhere and dies away slowly.
const HARD: [(&str, f64); 6] = [
    ("near", 1.0),
    ("far", 1.0),
    ("absorption", 0.001),
    ("end_absorption", 0.001),
    ("highs", 20_000.0),
    ("end_highs", 20_000.0),
];

#[test]
fn no_tube_gives_more_than_it_gets() {
    never_gives_more(&TUBE, 8);
    never_gives_more(&crate::AIR, 12);
}

/// In the mesh itself, step by step: ports never take out more than they gave, while they move at random
/// through a tube that loses nothing, near or far from each other; what the ears hear is less than that,
/// and nearly all that was given comes out in the end.
#[test]
fn ports_and_walls_hold_the_balance() {
    let mut rng = Rng::new(3);
    for turn in 0..12 {
        let sides = [0.3 + 2.0 * rng.uniform(), 0.05 + 0.5 * rng.uniform()];
        let layout = Layout::new(sides, 0.03, SOUND_SPEED);
        // Every second tube loses nothing at its walls.
        let hard = turn % 2 == 0;
        let poles = [rng.uniform(), rng.uniform()].map(|own| if hard { 0.0 } else { 0.99 * own });
        let mut mesh = Mesh::new(layout, poles, 0.2 + 9.0 * rng.uniform());
        for wall in &mut mesh.walls {
            wall.reflect(if rng.below(2) == 0 { 1.0 } else { -1.0 }, 0);
        }
        let (mut given, mut taken, mut most) = (0.0, 0.0, 0.0f64);
        let mut places = [[0.0; 2]; 3];
        for n in 0..8000 {
            if n < 2000 || n % 100 == 0 {
                for place in &mut places {
                    *place = [sides[0] * rng.uniform(), sides[1] * rng.uniform()];
                }
                if rng.below(3) == 0 {
                    places[1] = places[0];
                }
                mesh.go(places);
            }
            let enters = if n < 2000 { rng.signed() } else { 0.0 };
            given += enters * enters;
            taken += mesh.step(enters).map(|own| own * own).iter().sum::<f64>();
            most = most.max(mesh.balance);
            assert!(
                mesh.balance >= -1e-9 * most,
                "{turn} {n}: {} of {most}",
                mesh.balance
            );
            assert!(taken <= given * (1.0 + 1e-9), "{turn} {n}: {taken} {given}");
        }
        let left = mesh.balance / most;
        assert!(!hard || (-1e-9..0.3).contains(&left), "{turn}: {left}");
    }
}

/// Which tone of those around one is loudest \[Hz\].
fn peak(samples: &[f64], around: f64, width: f64, rate: f64) -> f64 {
    let tones = (-20..=20).map(|n| around * (1.0 + width / 20.0 * f64::from(n)));
    let loud = tones.map(|hertz| (hertz, level(samples, hertz, rate)));
    loud.fold(
        (0.0, 0.0),
        |best, own| if own.1 > best.1 { own } else { best },
    )
    .0
}

/// What is heard in a tube has its resonances where ideal air has them, within 1 %.
#[test]
fn resonances_are_those_of_the_tube() {
    let (length, width, rate) = (3.0, 0.9, 48_000.0);
    for (far, half) in [(1.0, 0.0), (0.0, 0.5)] {
        let own = [("length", length), ("width", width), ("far", far)];
        let places = [("source", 0.2), ("across", 0.1), ("listener", 0.1)];
        let mut own = tube(&[&HARD[..], &own, &places].concat(), rate);
        let [left, _] = own.click((1.5 * rate) as usize);
        for along in [1.0, 2.0] {
            let wanted = (along + half) * SOUND_SPEED / (2.0 * length);
            let found = peak(&left, wanted, 0.015, rate);
            assert!(
                (found / wanted - 1.0).abs() < 0.01,
                "{far} {along}: {found} {wanted}"
            );
        }
    }
}

/// The same up to a quarter of the mesh's rate, in a tube as short and narrow as there are, where
/// resonances lie far apart: each is heard as a peak within 1 % of its place, though ears and source
/// take a good part of what passes.
#[test]
fn resonances_are_true_up_to_a_quarter_of_the_rate() {
    let (length, width, rate) = (0.3, 0.05, 48_000.0);
    for (far, half) in [(1.0, 0.0), (0.0, 0.5)] {
        let own = [("length", length), ("width", width), ("far", far)];
        let places = [("source", 0.0), ("across", 0.5), ("listener", 0.0)];
        let mut own = tube(&[&HARD[..], &own, &places].concat(), rate);
        let [left, _] = own.click((0.2 * rate) as usize);
        let params = TubeParams {
            length,
            width,
            ..TubeParams::default()
        };
        let quarter = 0.25 / layout(&params).step;
        let wanted = (2..).map(|along| (f64::from(along) + half) * SOUND_SPEED / (2.0 * length));
        let wanted: Vec<f64> = wanted.take_while(|hertz| *hertz < 0.97 * quarter).collect();
        assert!(wanted.len() >= 8, "{wanted:?}");
        for hertz in wanted {
            let tones = (-40..=40).map(|n| hertz * (1.0 + 0.001 * f64::from(n)));
            let found = tones
                .max_by(|a, b| strength(&left, *a, rate).total_cmp(&strength(&left, *b, rate)));
            let found = found.unwrap() / hertz - 1.0;
            assert!(found.abs() < 0.01, "{far} {hertz}: {found}");
        }
    }
}

/// How strong a tone is in samples that begin with a click.
fn strength(samples: &[f64], hertz: f64, rate: f64) -> f64 {
    let angle = TAU * hertz / rate;
    let [c, s] = [cos(angle), sin(angle)];
    let (mut re, mut im) = (0.0, 0.0);
    for sample in samples {
        (re, im) = (re * c - im * s + sample, re * s + im * c);
    }
    re * re + im * im
}

/// Further away it is softer, and more of it has been at the walls.
#[test]
fn far_sounds_are_softer_and_have_more_walls_in_them() {
    let rate = 48_000.0;
    let (mut last, mut share) = (f64::INFINITY, 0.0);
    for source in [0.6, 1.2, 2.4, 4.8, 7.0] {
        let settings = [
            ("length", 10.0),
            ("width", 1.0),
            ("source", source),
            ("absorption", 0.1),
            ("end_absorption", 0.5),
            ("near", 1.0),
            ("far", 1.0),
        ];
        let mut own = tube(&settings, rate);
        let [left, right] = own.click((0.5 * rate) as usize);
        let both = energy(&left) + energy(&right);
        // What comes straight, and nearly so.
        let arrives = left.iter().position(|own| own.abs() > 0.1 * loudest(&left));
        let first = arrives.unwrap() + 480;
        let late = energy(&left[first..]) / energy(&left);
        println!("{source} m: {:.1} dB, {late:.3} late", 10.0 * log10(both));
        assert!(both < 0.95 * last, "{source}: {both} {last}");
        assert!(late > share, "{source}: {late} {share}");
        (last, share) = (both, late);
    }
}

/// A listener who comes nearer hears f·(1 + v/c) within 2 %, one who goes f·(1 - v/c), and no click:
/// nothing bends more than a tone of that pitch does, and a little for the colour that moves.
#[test]
fn a_listener_who_moves_hears_another_pitch() {
    let rate = 48_000.0;
    for (key, from, pace) in [
        ("listener", 1.0, 9.0),
        ("listener", 7.0, -9.0),
        ("source", 8.0, -9.0),
        ("listener", 3.0, 0.4),
    ] {
        // Hardly anything comes back from the ends.
        let settings = [
            ("length", 10.0),
            ("width", 0.12),
            ("source", 9.0),
            ("listener", 0.5),
            ("absorption", 0.02),
            ("end_absorption", 0.99),
            ("end_highs", 20_000.0),
            ("near", 1.0),
            ("far", 1.0),
            (key, from),
        ];
        let mut own = tube(&settings, rate);
        own.tone(500.0, 0.3);
        let start = own.frame;
        let goes = |n: usize| [(key, from + pace * (n - start) as f64 / rate)];
        let [left, right] = own.moving(500.0, 0.5, goes);
        let towards = if key == "listener" { pace } else { -pace };
        let wanted = match key {
            "listener" => 500.0 * (1.0 + towards / SOUND_SPEED),
            _ => 500.0 / (1.0 - towards / SOUND_SPEED),
        };
        let heard = pitch(&left[4800..], rate);
        assert!(
            (heard / wanted - 1.0).abs() < 0.02,
            "{key} {pace}: {heard} {wanted}"
        );
        if pace.abs() > 1.0 {
            assert!((heard / 500.0 - 1.0).abs() > 0.02 * pace.abs() / 9.0);
        }
        for ear in [left, right] {
            let calm = 1.4 * pow(TAU * 500.0 / rate, 2.0) * loudest(&ear);
            assert!(bend(&ear) < calm, "{key} {pace}: {} {calm}", bend(&ear));
        }
    }
}

/// At any speed, of the sound or of the listener, a tone of any pitch is shifted as it should be: the
/// pitch is right within 2 %, and so is the shift itself where it is more than a percent.
#[test]
fn any_speed_shifts_the_pitch_by_its_law() {
    let rate = 48_000.0;
    let mut rng = Rng::new(7);
    for turn in 0..12 {
        let hertz = 300.0 + 900.0 * rng.uniform();
        // To either side, the slowest of them a stroll and the fastest just what a port can.
        let pace = (1.0 + 38.0 * rng.uniform()) * if rng.below(2) == 0 { 1.0 } else { -1.0 };
        let key = if turn % 2 == 0 { "listener" } else { "source" };
        let other = if turn % 2 == 0 { "source" } else { "listener" };
        // It comes up to half a metre of the other, or goes from there.
        let (way, near) = (10.0, 0.8);
        let from = if pace > 0.0 { way } else { near };
        let settings = [
            ("length", 12.0),
            ("width", 0.12),
            (other, 0.3),
            (key, 0.3 + from),
            ("absorption", 0.02),
            ("highs", 20_000.0),
            ("end_absorption", 0.99),
            ("end_highs", 20_000.0),
            ("near", 1.0),
            ("far", 1.0),
        ];
        let mut own = tube(&settings, rate);
        own.tone(hertz, 0.2);
        let start = own.frame;
        let seconds = ((way - near) / pace.abs()).min(0.5);
        let goes = |n: usize| [(key, 0.3 + from - pace * (n - start) as f64 / rate)];
        let [left, _] = own.moving(hertz, seconds, goes);
        let wanted = match key {
            "listener" => 1.0 + pace / SOUND_SPEED,
            _ => 1.0 / (1.0 - pace / SOUND_SPEED),
        };
        // What was on its way when it began to move has arrived.
        let heard = pitch(&left[(0.04 * rate) as usize..], rate) / hertz;
        println!("{key} {pace:.1} m/s, {hertz:.0} Hz: {heard:.4} of {wanted:.4}");
        assert!(
            (heard / wanted - 1.0).abs() < 0.02,
            "{key} {pace}: {heard} {wanted}"
        );
        let shift = (wanted - 1.0).abs();
        if shift > 0.01 {
            assert!(
                (heard - wanted).abs() < 0.02 * shift,
                "{key} {pace}: {heard} {wanted}"
            );
        }
    }
}

/// The cells' size alone decides: at every rate the same is heard, as late and as loud.
#[test]
fn a_tube_is_the_same_at_every_rate() {
    let told = |rate: f64| {
        let mut own = tube(&[], rate);
        let frames = (0.3 * rate) as usize;
        let mut heard = [Vec::new(), Vec::new()];
        for n in 0..frames {
            // A short tone under a window, the same in time at every rate.
            let time = n as f64 / rate;
            let window = if time < 0.01 {
                0.5 - 0.5 * cos(TAU * time / 0.01)
            } else {
                0.0
            };
            let out = own.pass(window * sin(TAU * 900.0 * time));
            heard
                .iter_mut()
                .zip(out)
                .for_each(|(all, own)| all.push(own));
        }
        let decibels = |part: core::ops::Range<f64>| {
            let part = (part.start * rate) as usize..(part.end * rate) as usize;
            10.0 * log10(energy(&heard[0][part]) / rate)
        };
        [
            decibels(0.0..0.02),
            decibels(0.02..0.06),
            decibels(0.06..0.2),
        ]
    };
    let usual = told(48_000.0);
    for rate in [44_100.0, 96_000.0, 192_000.0] {
        for (own, usual) in told(rate).iter().zip(usual) {
            assert!((own - usual).abs() < 0.3, "{rate}: {own} {usual}");
        }
    }
}

/// No tube costs more than is said, and one that has rung out costs nothing and is silent.
#[test]
fn work_is_bounded_and_ends() {
    let mut rng = Rng::new(9);
    for _ in 0..200 {
        let share = |rng: &mut Rng| {
            if rng.below(3) == 0 {
                1.0
            } else {
                rng.uniform()
            }
        };
        let params = TubeParams {
            length: 0.3 + 11.7 * share(&mut rng),
            width: 0.05 + 1.95 * share(&mut rng),
            decimation: 1 + rng.below(8) as i64,
            ..TubeParams::default()
        };
        let work = layout(&params).work();
        assert!(work < 1.3 * MOST_WORK, "{params:?}: {work}");
    }
    let usual = layout(&TubeParams::default());
    println!("its tail: {:.2} s", TubeParams::default().tail());
    println!(
        "the usual tube: {:?}, {:.1} million cells a second",
        usual.cells,
        usual.work() / 1e6
    );
    let mut own = tube(&[], 48_000.0);
    let seconds = 5.0 * own.space.tail() + 0.5;
    let [left, _] = own.click((seconds * 48_000.0) as usize);
    assert!(loudest(&left) > 1e-3);
    assert_eq!(loudest(&left[left.len() - 100..]), 0.0);
    // After its tail it is 60 dB softer, or nearly.
    let tail = (own.space.tail() * 48_000.0) as usize;
    let (early, late) = (
        energy(&left[..480 * 4]),
        energy(&left[tail..tail + 480 * 4]),
    );
    assert!(late < 1e-5 * early, "{late} {early}");
}

/// What is opened or closed while it sounds does not click.
#[test]
fn ends_open_and_close_without_a_click() {
    let mut own = tube(&[("listener", 1.0)], 48_000.0);
    own.tone(300.0, 0.5);
    for (key, value) in [
        ("near", 1.0),
        ("far", 1.0),
        ("absorption", 0.9),
        ("near", 0.0),
        ("source", 3.9),
        ("listener", 0.2),
    ] {
        own.set(&[(key, value)]);
        let [left, _] = own.tone(300.0, 0.3);
        // What hurries is higher, and gets louder or softer as it goes.
        let calm = 4.0 * pow(TAU * 400.0 / 48_000.0, 2.0) * loudest(&left);
        assert!(bend(&left) < calm, "{key} {value}: {} {calm}", bend(&left));
    }
}
