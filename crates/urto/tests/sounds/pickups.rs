//! Several places of one body: as many channels, each as if one listened there alone.

use urto::Rate;
use urto::catalogue::Catalogue;
use urto::param::{Table, Value};
use urto::rng::Rng;
use urto::sound::{Event, Quality, Sound};

const FRAMES: usize = 14_400;

/// The sounds that take more pickups than one.
fn keys() -> Vec<&'static str> {
    let catalogue = Catalogue::of_urto();
    let all = catalogue.sounds().iter();
    let with = all.filter(|entry| named(entry.table, "pickups").is_some());
    with.map(|entry| entry.key).collect()
}

/// What a table calls something: rubbed things have it among what is said of hearing, and of the
/// two bodies of `friction` the second one is heard.
fn named(table: &Table, key: &str) -> Option<String> {
    let names = [
        key.to_owned(),
        format!("hearing.{key}"),
        format!("second.{key}"),
    ];
    names.into_iter().find(|name| table.find(name).is_ok())
}

/// A sound on a plate, not loud enough to be limited.
fn made(key: &str, places: &[f64], more: &[(&str, f64)]) -> Box<dyn Sound> {
    let mut sound = urto::sounds::make(key).unwrap();
    let table = sound.params().table();
    let mut set = |key: &str, value: Value| {
        let (list, rest) = key.split_at(key.find('/').unwrap_or(key.len()));
        if let Some(name) = named(table, list) {
            let id = table.find(&format!("{name}{rest}")).unwrap();
            sound.set(&id, &value);
        }
    };
    let kinds = table.find(&named(table, "body.kind").unwrap()).unwrap();
    let plate = match table.spec_of(&kinds).unwrap().kind {
        urto::param::Kind::Choice { options, .. } => {
            options.iter().position(|option| option.key == "plate")
        }
        _ => None,
    };
    set("body.kind", Value::Choice(plate.unwrap()));
    set("level", Value::Number(-20.0));
    // A crowd of pieces sounds the same everywhere; what they fall on is to be heard.
    set("coupling", Value::Number(1.0));
    set("pickup", Value::Number(places[0]));
    set("pickups", Value::Count(places.len() - 1));
    for (index, place) in places[1..].iter().enumerate() {
        set(&format!("pickups/{index}/place"), Value::Number(*place));
    }
    for (key, value) in more {
        set(key, Value::Number(*value));
    }
    sound.prepare(Rate::new(48_000.0).unwrap(), 512);
    sound.event(0, Event::trigger(1.0));
    sound
}

fn heard(sound: &mut dyn Sound, blocks: &mut dyn FnMut() -> usize) -> Vec<Vec<f32>> {
    heard_for(FRAMES, sound, blocks)
}

fn heard_for(
    frames: usize,
    sound: &mut dyn Sound,
    blocks: &mut dyn FnMut() -> usize,
) -> Vec<Vec<f32>> {
    let mut heard = vec![vec![0.0f32; frames]; sound.channels()];
    let mut at = 0;
    while at < frames {
        let end = (at + blocks()).min(frames);
        let mut outputs: Vec<&mut [f32]> = heard.iter_mut().map(|out| &mut out[at..end]).collect();
        sound.render(&[], &mut outputs);
        at = end;
    }
    assert!(
        heard
            .iter()
            .flatten()
            .all(|x| x.is_finite() && x.abs() <= 1.0)
    );
    heard
}

/// The factor between two signals, and what is left of the second one, as a share of its peak.
fn alike(a: &[f32], b: &[f32]) -> (f64, f64) {
    let pairs = || a.iter().zip(b).map(|(a, b)| (f64::from(*a), f64::from(*b)));
    let (power, both) = pairs().fold((0.0, 0.0), |(p, q), (a, b)| (p + a * a, q + a * b));
    let factor = both / power;
    let left = pairs().fold(0.0, |most: f64, (a, b)| most.max((b - factor * a).abs()));
    let peak = pairs().fold(0.0, |most: f64, (_, b)| most.max(b.abs()));
    (factor, left / peak)
}

#[test]
fn each_channel_is_what_is_heard_at_its_place() {
    assert!(
        keys().len() >= 15 && keys().contains(&"impact"),
        "{:?}",
        keys()
    );
    for key in keys() {
        let mut alone = made(key, &[0.2], &[]);
        let mut other = made(key, &[0.7], &[]);
        let mut two = made(key, &[0.2, 0.7], &[]);
        assert_eq!((alone.channels(), two.channels()), (1, 2));
        let both = heard(two.as_mut(), &mut || 512);
        // The first one does not notice the second.
        let first = heard(alone.as_mut(), &mut || 512);
        assert!(both[0] == first[0], "{key}");
        assert_eq!(alone.ledger(), two.ledger(), "{key}");
        // The second one is what is heard there, but for the level, which follows the first. Two
        // bodies that rub are heard first where they do.
        if named(two.params().table(), "pickup").is_some() {
            let (factor, left) = alike(&heard(other.as_mut(), &mut || 512)[0], &both[1]);
            assert!(left < 1e-4 && factor > 0.0, "{key}: {factor} {left}");
        }
        let (_, left) = alike(&both[0], &both[1]);
        assert!(left > 0.05, "{key}: both sides are alike ({left})");
    }
}

#[test]
fn levels_are_those_of_the_places() {
    for key in keys() {
        let levels = [("pickups/1/level", -6.0), ("pickups/2/level", -60.0)];
        let mut sound = made(key, &[0.2, 0.7, 0.7, 0.7], &levels);
        let heard = heard(sound.as_mut(), &mut || 512);
        // Less what all channels share, which the last one has nearly alone.
        let own = |channel: usize, n: usize| f64::from(heard[channel][n] - heard[3][n]);
        let [softer, softest] = [-6.0, -60.0].map(|level| urto::math::pow(10.0, level / 20.0));
        let expected = (softer - softest) / (1.0 - softest);
        let peak = (heard[1].iter()).fold(0.0, |most: f64, x| most.max(f64::from(x.abs())));
        let most = (0..FRAMES).fold(0.0, |most: f64, n| most.max(own(1, n).abs()));
        assert!(most > 1e-4 * peak && peak > 0.0, "{key}: {most} {peak}");
        for n in 0..FRAMES {
            let off = own(2, n) - expected * own(1, n);
            assert!(off.abs() < 1e-6 * peak, "{key}: {off} {peak}");
        }
    }
}

#[test]
fn blocks_of_any_size_give_the_same_channels() {
    let heard =
        |sound: &mut dyn Sound, blocks: &mut dyn FnMut() -> usize| heard_for(3000, sound, blocks);
    let places: Vec<f64> = (0..16).map(|n| f64::from(n) / 15.0).collect();
    for key in keys() {
        for quality in [Quality::Exact, Quality::Fast] {
            let make = || {
                let mut sound = made(key, &places, &[("room.level", 0.5)]);
                assert_eq!(sound.channels(), 16);
                sound.set_quality(quality);
                sound
            };
            let expected = heard(make().as_mut(), &mut || 512);
            let mut rng = Rng::new(3);
            assert!(heard(make().as_mut(), &mut || 1) == expected, "{key}");
            assert!(
                heard(make().as_mut(), &mut || 1 + rng.below(900)) == expected,
                "{key}"
            );
            // And again after a reset.
            let mut sound = make();
            heard(sound.as_mut(), &mut || 100);
            sound.reset(0);
            sound.event(0, Event::trigger(1.0));
            assert!(heard(sound.as_mut(), &mut || 64) == expected, "{key}");
        }
    }
}

/// Places and levels move while it sounds; another number of them fades over.
#[test]
fn changes_while_it_sounds_do_not_click() {
    let step = |channel: &[f32]| {
        let pairs = channel.windows(2).map(|pair| (pair[1] - pair[0]).abs());
        pairs.fold(0.0, f32::max)
    };
    let mut sound = made("impact", &[0.2, 0.7], &[]);
    heard(sound.as_mut(), &mut || 512);
    let calm = heard(sound.as_mut(), &mut || 512);
    let table = sound.params().table();
    let set = |sound: &mut dyn Sound, key: &str, value: Value| {
        let id = table.find(key).unwrap();
        sound.set(&id, &value);
    };
    let calm = step(&calm[0]).max(step(&calm[1]));
    assert!(calm > 0.0);
    set(sound.as_mut(), "pickups/0/place", Value::Number(0.1));
    set(sound.as_mut(), "pickups/0/level", Value::Number(6.0));
    let moved = heard(sound.as_mut(), &mut || 512);
    assert!(step(&moved[1]) < 4.0 * calm, "{} {calm}", step(&moved[1]));
    set(sound.as_mut(), "pickups", Value::Count(4));
    assert_eq!(sound.channels(), 5);
    let more = heard(sound.as_mut(), &mut || 512);
    assert!(more.iter().all(|channel| step(channel) < 4.0 * calm));
}
