//! Contracts that every sound of the catalogue keeps, without special cases.

use crate::of;
use crate::sweeps::{MOST_FULL, saturated};
use urto::Rate;
use urto::param::{Kind, Macro, ParamId, Params, Scale, Spec, Update, Value, leaves};
use urto::rng::Rng;
use urto::sound::{Entry, Event, Expression, LOW_LEVEL, Quality, Signal, Sound};
use urto_file::catalogue;

/// A name, and what is held of a sound.
pub type Contract = (&'static str, fn(&Entry));

/// All of them, by name.
pub const CONTRACTS: &[Contract] = &[
    (
        "defaults_are_audible_and_below_clipping",
        defaults_are_audible_and_below_clipping,
    ),
    (
        "any_block_size_gives_the_same_samples",
        any_block_size_gives_the_same_samples,
    ),
    (
        "any_block_size_gives_the_same_samples_in_fast_quality",
        any_block_size_gives_the_same_samples_in_fast_quality,
    ),
    (
        "reset_and_seed_reproduce_bit_for_bit",
        reset_and_seed_reproduce_bit_for_bit,
    ),
    ("no_two_blows_are_alike", no_two_blows_are_alike),
    (
        "what_the_tables_allow_can_be_built",
        what_the_tables_allow_can_be_built,
    ),
    (
        "random_extremes_stay_finite_and_passive",
        random_extremes_stay_finite_and_passive,
    ),
    (
        "rebuilding_while_it_plays_fades_over",
        rebuilding_while_it_plays_fades_over,
    ),
    (
        "an_event_beyond_all_time_never_comes",
        an_event_beyond_all_time_never_comes,
    ),
    (
        "out_of_range_and_nan_are_clamped_and_counted",
        out_of_range_and_nan_are_clamped_and_counted,
    ),
    (
        "defaults_are_allowed_and_positions_round_trip",
        defaults_are_allowed_and_positions_round_trip,
    ),
    (
        "macros_have_no_silent_or_unstable_corner",
        macros_have_no_silent_or_unstable_corner,
    ),
    ("macros_round_trip", macros_round_trip),
    (
        "sounds_are_built_on_what_there_is",
        sounds_are_built_on_what_there_is,
    ),
];

fn prepared(entry: &Entry, hertz: f64, seed: u64) -> Box<dyn Sound> {
    let mut sound = (entry.make)();
    sound.prepare(Rate::new(hertz).unwrap(), 512);
    sound.reset(seed);
    sound
}

fn start(entry: &Entry, sound: &mut dyn Sound, hertz: f64) {
    sound.event(0, Event::trigger(1.0));
    if let Some(seconds) = entry.release {
        sound.event((seconds * hertz) as usize, Event::Release);
    }
}

fn render(sound: &mut dyn Sound, samples: usize) -> Vec<f32> {
    let mut out = vec![0.0; samples];
    sound.render(&[], &mut [&mut out]);
    out
}

/// A random allowed value.
fn draw(params: &dyn Params, rng: &mut Rng) -> Option<(ParamId, Value)> {
    draw_of(&leaves(params), rng)
}

/// A random allowed value of one of these.
pub fn draw_of(all: &[(ParamId, &Spec)], rng: &mut Rng) -> Option<(ParamId, Value)> {
    let (id, spec) = all[rng.below(all.len())];
    let value = match spec.kind {
        Kind::Number(range) => {
            let at = match rng.below(4) {
                0 => 0.0,
                1 => 1.0,
                _ => rng.uniform(),
            };
            Value::Number(range.value_at(at))
        }
        Kind::Choice { options, .. } => Value::Choice(rng.below(options.len())),
        Kind::List { min, max, .. } => Value::Count(min + rng.below((max - min).min(8) + 1)),
        _ => return None,
    };
    Some((id, value))
}

fn defaults_are_audible_and_below_clipping(entry: &Entry) {
    for hertz in [44_100.0, 48_000.0, 96_000.0, 192_000.0] {
        let mut sound = prepared(entry, hertz, 0);
        start(entry, sound.as_mut(), hertz);
        let out = render(sound.as_mut(), (entry.seconds * hertz) as usize);
        let peak = out.iter().fold(0.0f32, |most, x| most.max(x.abs()));
        let loudest = out
            .chunks((0.4 * hertz) as usize)
            .map(|c| (c.iter().map(|x| x * x).sum::<f32>() / (0.4 * hertz as f32)).sqrt())
            .fold(0.0f32, f32::max);
        println!(
            "{} at {hertz}: peak {peak:.3}, loudest 0.4 s {:.1} dB",
            entry.key,
            20.0 * loudest.log10()
        );
        assert!((0.1..0.9).contains(&peak), "{} peaks at {peak}", entry.key);
        assert!(20.0 * loudest.log10() > -35.0);
        assert!(sound.health().is_good(), "{:?}", sound.health());
        let ledger = sound.ledger();
        let scale = ledger.injected.abs() + ledger.initial + ledger.dissipated;
        assert!(ledger.error().abs() <= 1e-9 * scale, "{ledger:?}");
    }
}

/// The same story (changes, events, signals) told in blocks of other sizes.
fn story(entry: &Entry, quality: Quality, sizes: &mut dyn FnMut() -> usize) -> Vec<f32> {
    let hertz = 48_000.0;
    let mut sound = prepared(entry, hertz, 5);
    sound.set_quality(quality);
    start(entry, sound.as_mut(), hertz);
    let mut rng = Rng::new(11);
    let of_class_sample = |(id, spec): (ParamId, &Spec)| {
        let number = matches!(spec.kind, Kind::Number(_));
        (number && spec.update == Update::Sample).then_some(id)
    };
    let driven = leaves(sound.params()).into_iter();
    let driven: Vec<ParamId> = driven.filter_map(of_class_sample).collect();
    let mut out = Vec::new();
    // Changes come at fixed times, whatever the blocks.
    for part in 0..6 {
        // First as it is by default, so that there is something to hear.
        for _ in 0..if part == 0 { 0 } else { 3 } {
            if let Some((id, value)) = draw(sound.params(), &mut rng) {
                sound.set(&id, &value);
            }
        }
        // A gain that moves while bodies ring is another way to the same samples.
        if let Ok(level) = entry.table.find("level") {
            sound.set(&level, &Value::Number(-(part as f64)));
        }
        // Some gestures tell more than others.
        let expression = match part % 3 {
            0 => Expression::default(),
            1 => Expression::default().with_pitch(1.3).with_place(0.4),
            _ => Expression::default().with_pressure(1.5),
        };
        sound.event(part * 37, Event::with(0.7, expression));
        let length = 3001;
        let signal: Vec<f32> = (0..length).map(|n| 0.1 + 1e-5 * n as f32).collect();
        let mut at = 0;
        while at < length {
            let size = sizes().min(length - at);
            let mut block = vec![0.0; size];
            let values: &[f32] = if part % 2 == 1 {
                &signal[at..at + size]
            } else {
                &[]
            };
            let signal = |id: &ParamId| Signal { id: *id, values };
            let signals: Vec<Signal> = driven.iter().map(signal).collect();
            sound.render(&signals, &mut [&mut block]);
            out.extend(block);
            at += size;
        }
    }
    out
}

fn any_block_size_gives_the_same_samples(entry: &Entry) {
    let story = |sizes: &mut dyn FnMut() -> usize| story(entry, Quality::Exact, sizes);
    let reference = story(&mut || 64);
    assert!(
        reference.iter().any(|x| *x != 0.0),
        "{} is silent",
        entry.key
    );
    for size in [1, 2, 7, 63, 65, 128, 512, 1000, 4096] {
        assert!(
            story(&mut || size) == reference,
            "{} in blocks of {size}",
            entry.key
        );
    }
    let mut rng = Rng::new(9);
    let odd = story(&mut || 1 + rng.below(4096));
    assert!(odd == reference, "{} in random blocks", entry.key);
}

fn any_block_size_gives_the_same_samples_in_fast_quality(entry: &Entry) {
    let story = |size: usize| story(entry, Quality::Fast, &mut || size);
    let reference = story(64);
    for size in [1, 65, 1000] {
        assert!(
            story(size) == reference,
            "{} in blocks of {size}",
            entry.key
        );
    }
}

fn reset_and_seed_reproduce_bit_for_bit(entry: &Entry) {
    let mut sound = prepared(entry, 48_000.0, 3);
    let mut play = |seed: u64| {
        sound.reset(seed);
        start(entry, sound.as_mut(), 48_000.0);
        render(sound.as_mut(), 20_000)
    };
    let first = play(3);
    assert!(play(4) == play(4));
    assert!(play(3) == first, "{}", entry.key);
    let mut other = prepared(entry, 48_000.0, 3);
    start(entry, other.as_mut(), 48_000.0);
    assert!(render(other.as_mut(), 20_000) == first, "{}", entry.key);
}

/// Two triggers of one run are two blows: beyond 0.2 % of the peak they differ, long after the
/// first has rung out. What is held is drawn anew by its own hand.
fn no_two_blows_are_alike(entry: &Entry) {
    if entry.is_held() {
        return;
    }
    let hertz = 48_000.0;
    let mut sound = prepared(entry, hertz, 1);
    // Ten seconds are enough for 60 dB of all but bells.
    let wait = sound.tail().clamp(0.5, 10.0);
    let mut play = || {
        sound.event(0, Event::trigger(1.0));
        render(sound.as_mut(), (wait * hertz) as usize)
    };
    let (first, second) = (play(), play());
    let largest = |all: &mut dyn Iterator<Item = f32>| all.fold(0.0, f32::max);
    let peak = largest(&mut first.iter().map(|x| x.abs()));
    let apart = largest(&mut first.iter().zip(&second).map(|(a, b)| (a - b).abs()));
    println!("{}: {apart:.3} apart, of {peak:.3}", entry.key);
    assert!(apart > 0.002 * peak, "{}: {apart} of {peak}", entry.key);
}

/// A sound makes bodies and laws of its parameters: none of them may then be refused.
fn what_the_tables_allow_can_be_built(entry: &Entry) {
    for seed in 0..of(80, 4) {
        let mut rng = Rng::new(7000 + seed);
        let mut sound = (entry.make)();
        for _ in 0..60 {
            if let Some((id, value)) = draw(sound.params(), &mut rng) {
                sound.set(&id, &value);
            }
        }
        sound.prepare(Rate::new(rng.log_uniform(8e3, 192e3)).unwrap(), 64);
        let refused = |note: &String| note.contains("outside") || note.contains("allowed");
        let notes = sound.notes();
        assert!(
            !notes.iter().any(refused),
            "{} {seed}: {notes:?}",
            entry.key
        );
    }
}

/// An expression that may be anything.
fn wild(rng: &mut Rng) -> Expression {
    let mut number = || match rng.below(8) {
        0 => f64::NAN,
        1 => f64::INFINITY,
        2 => -1.0,
        3 => 0.0,
        _ => rng.log_uniform(1e-2, 1e2),
    };
    let (pitch, pressure, place) = (number(), number(), number());
    let mut wild = Expression::default();
    if rng.below(2) == 0 {
        wild = wild.with_pitch(pitch);
    }
    if rng.below(2) == 0 {
        wild = wild.with_pressure(pressure);
    }
    if rng.below(2) == 0 {
        wild = wild.with_place(place);
    }
    wild
}

/// Corners and random extremes, changed while it plays: finite, bounded, and passive.
fn random_extremes_stay_finite_and_passive(entry: &Entry) {
    let mut unconverged = 0;
    for seed in 0..of(120, 4) {
        let (mut rng, mut own) = (Rng::new(1000 + seed), Rng::new(seed));
        let hertz = rng.log_uniform(8e3, 192e3);
        let mut sound = (entry.make)();
        for _ in 0..rng.below(30) {
            if let Some((id, value)) = draw(sound.params(), &mut rng) {
                sound.set(&id, &value);
            }
        }
        sound.prepare(Rate::new(hertz).unwrap(), 64);
        sound.reset(seed);
        start(entry, sound.as_mut(), hertz);
        let mut peak = 0.0f64;
        let mut last = sound.ledger();
        for block in 0..40 {
            if block % 4 == 3 {
                if let Some((id, value)) = draw(sound.params(), &mut rng) {
                    sound.set(&id, &value);
                }
                sound.event(
                    rng.below(50),
                    Event::with(10.0 * rng.uniform(), wild(&mut own)),
                );
                // A rebuilt sound has a new ledger.
                last = sound.ledger();
            }
            for sample in render(sound.as_mut(), 100) {
                assert!(sample.is_finite(), "{} seed {seed}: {sample}", entry.key);
            }
            let now = sound.ledger();
            let values = [now.injected, now.dissipated, now.stored];
            assert!(
                values.iter().all(|x| x.is_finite()),
                "{} seed {seed}: {now:?}",
                entry.key
            );
            peak = peak
                .max(now.stored)
                .max((now.injected - last.injected).abs());
            let lost = now.dissipated - last.dissipated;
            let rounding = 1e-13 * (now.injected.abs() + now.dissipated.abs());
            assert!(
                lost >= -1e-10 * peak - rounding,
                "{} seed {seed}: {lost:e} {now:?} {last:?}",
                entry.key
            );
            last = now;
        }
        assert_eq!(sound.health().non_finite, 0);
        unconverged += sound.health().unconverged;
    }
    println!("{}: {unconverged} unconverged steps", entry.key);
}

/// A held gesture goes on when the sound is built anew; a blow is not repeated.
fn rebuilding_while_it_plays_fades_over(entry: &Entry) {
    let mut sound = prepared(entry, 48_000.0, 0);
    sound.event(0, Event::trigger(1.0));
    render(sound.as_mut(), 24_000);
    // What is built anew of the space behind it leaves the sound as it is.
    let of_space = |key: &str| {
        let mut spaces = catalogue().spaces().iter();
        key == "space" || spaces.any(|space| key.split('.').next() == Some(space.key))
    };
    let Some((id, value)) = leaves(sound.params()).into_iter().find_map(|(id, spec)| {
        let key = sound.params().table().key_of(&id)?;
        let now = sound.params().value(&id).filter(|_| !of_space(&key))?;
        (spec.update == Update::Rebuild).then_some((id, now))
    }) else {
        return;
    };
    sound.set(&id, &value);
    let out = render(sound.as_mut(), 24_000);
    let loud = out[20_000..].iter().any(|x| x.abs() > 1e-3);
    assert_eq!(loud, entry.release.is_some(), "{}", entry.key);
    // No step larger than the sound itself makes.
    let jump = out
        .windows(2)
        .map(|w| (w[1] - w[0]).abs())
        .fold(0.0, f32::max);
    assert!(jump < 0.5, "{} jumps by {jump}", entry.key);
}

/// Not even when the clock runs already.
fn an_event_beyond_all_time_never_comes(entry: &Entry) {
    let mut sound = prepared(entry, 48_000.0, 0);
    render(sound.as_mut(), 1000);
    sound.event(usize::MAX, Event::trigger(1.0));
    let mut still = prepared(entry, 48_000.0, 0);
    render(still.as_mut(), 1000);
    assert!(render(sound.as_mut(), 4800) == render(still.as_mut(), 4800));
}

fn out_of_range_and_nan_are_clamped_and_counted(entry: &Entry) {
    let mut sound = prepared(entry, 48_000.0, 0);
    start(entry, sound.as_mut(), 48_000.0);
    let mut bad = 0;
    for (id, spec) in leaves(sound.params()) {
        // Rebuilding would start the sound, and its count, anew.
        if let (Kind::Number(range), false) = (spec.kind, spec.update == Update::Rebuild) {
            for value in [f64::NAN, f64::INFINITY, -1e300, 1e300] {
                sound.set(&id, &Value::Number(value));
                bad += 1;
                let Some(Value::Number(now)) = sound.params().value(&id) else {
                    panic!()
                };
                assert!(range.contains(now), "{} {}", spec.key, now);
            }
        }
    }
    assert_eq!(sound.health().clamped, bad);
    let out = render(sound.as_mut(), 20_000);
    assert!(out.iter().all(|x| x.is_finite()));
}

/// Every number's declared default is in range (checked at compile time), and so is every value
/// of the sound's own defaults, nested tables and lists included.
fn defaults_are_allowed_and_positions_round_trip(entry: &Entry) {
    let sound = (entry.make)();
    let params = sound.params();
    for (id, spec) in leaves(params) {
        let value = params.value(&id).unwrap();
        spec.check(&value)
            .unwrap_or_else(|refusal| panic!("{}: {refusal}", spec.key));
        assert!(!spec.about.is_empty());
        if let (Kind::Number(range), Value::Number(value)) = (spec.kind, value)
            && range.scale != Scale::Integer
        {
            let back = range.value_at(range.position(value));
            assert!(
                (back - value).abs() <= 1e-12 * value.abs() + 1e-15,
                "{}",
                spec.key
            );
        }
    }
}

/// A peak of -50 dBFS: what is below is silent.
const SILENT: f32 = 0.00316;

/// Plays a sound with its macros at these positions: finite, passive, and neither silent
/// nor saturated. Tells its peak.
fn play_macros(entry: &Entry, positions: &[(&'static Macro, f64)]) -> f32 {
    let told = || {
        let parts = positions.iter().map(|(m, at)| format!("{}={at:.1}", m.key));
        format!("{} {}", entry.key, parts.collect::<Vec<_>>().join(" "))
    };
    let hertz = 48_000.0;
    let mut sound = (entry.make)();
    for (control, at) in positions {
        for (id, value) in control.settings(entry.table, *at) {
            sound.set(&id, &Value::Number(value));
        }
    }
    sound.prepare(Rate::new(hertz).unwrap(), 512);
    start(entry, sound.as_mut(), hertz);
    let (mut peak, mut lost, mut held) = (0.0f32, 0.0, 0.0f64);
    let (mut played, mut hides) = (0.0, 0.0f64);
    // Half a second shows the start; who is soft until then has the sound's usual length.
    while played < 0.5 || (played < entry.seconds && peak < 10.0 * SILENT) {
        let moment = render(sound.as_mut(), 2400);
        for sample in &moment {
            assert!(sample.is_finite(), "{}", told());
            peak = peak.max(sample.abs());
        }
        hides = hides.max(saturated(&moment));
        played += 0.05;
        let ledger = sound.ledger();
        held = held.max(ledger.stored);
        let scale = ledger.injected.abs() + ledger.initial + ledger.dissipated;
        assert!(
            ledger.error().abs() <= 1e-9 * scale,
            "{}: {ledger:?}",
            told()
        );
        assert!(
            ledger.dissipated >= lost - 1e-10 * held - 1e-13 * scale,
            "{}: {ledger:?}",
            told()
        );
        lost = ledger.dissipated;
    }
    assert!(peak >= SILENT, "{} peaks at {peak}", told());
    let percent = 100.0 * hides;
    assert!(
        hides <= MOST_FULL,
        "{} is saturated for {percent:.0} % of a moment",
        told()
    );
    assert_eq!(sound.health().non_finite, 0, "{}", told());
    peak
}

/// A macro never makes an unstable, silent or saturated corner.
fn macros_have_no_silent_or_unstable_corner(entry: &Entry) {
    let macros = entry.table.macros;
    // The spaces behind it bring theirs.
    let brought: usize = catalogue()
        .spaces()
        .iter()
        .map(|kind| kind.macros.len())
        .sum();
    let own = macros.len() - brought;
    assert!((4..=8).contains(&own), "{} has {own}", entry.key);
    let mut peaks = Vec::new();
    for (index, control) in macros.iter().enumerate() {
        assert!(!control.about.is_empty());
        for at in [0.0, 25.0, 50.0, 75.0, 100.0] {
            peaks.push(play_macros(entry, &[(control, at)]));
        }
        for (n, other) in macros[..index].iter().enumerate() {
            // A sample has one of the four corners of each pair.
            for corner in (0..4).filter(|corner| of(4, 4) == 4 || *corner == (n + index) % 4) {
                let at = |bit: usize| if corner & bit > 0 { 100.0 } else { 0.0 };
                let corner = [(control, at(1)), (other, at(2))];
                peaks.push(play_macros(entry, &corner));
            }
        }
    }
    let mut rng = Rng::new(77);
    for _ in 0..of(30, 5) {
        let all: Vec<_> = macros.iter().map(|m| (m, 100.0 * rng.uniform())).collect();
        peaks.push(play_macros(entry, &all));
    }
    let (least, most) = (
        peaks.iter().copied().fold(1.0, f32::min),
        peaks.iter().copied().fold(0.0, f32::max),
    );
    println!(
        "{}: {} settings peak at {least:.3} to {most:.3}",
        entry.key,
        peaks.len()
    );
}

/// A slider stands where it was put, unless a later macro has moved what it moves.
fn macros_round_trip(entry: &Entry) {
    for control in entry.table.macros {
        for at in [0.0, 12.5, 50.0, 99.0, 100.0] {
            let mut params = (entry.make)().params().boxed();
            control.apply(params.as_mut(), at);
            for (id, value) in control.settings(entry.table, at) {
                assert_eq!(params.value(&id), Some(Value::Number(value)));
            }
            let back = control.position(params.as_ref());
            let whole = control.targets.iter().any(|aim| {
                let (_, spec) = entry.table.locate(aim.key).unwrap();
                matches!(spec.kind, Kind::Number(range) if range.scale == Scale::Integer)
                    || aim.over != (0.0, Macro::FULL)
            });
            assert!(whole || (back - at).abs() < 1e-6, "{} {back}", control.key);
        }
    }
}

/// What a sound is built on exists.
fn sounds_are_built_on_what_there_is(entry: &Entry) {
    assert!(!entry.built_on.is_empty(), "{}", entry.key);
    for key in entry.built_on {
        let low = LOW_LEVEL.iter().any(|model| model.key == *key);
        let other = catalogue()
            .sounds()
            .iter()
            .any(|other| other.key == *key && *key != entry.key);
        assert!(low || other, "{} is built on '{key}'", entry.key);
    }
}
