//! What is behind a sound: chosen, changed and left out, without the sound's knowing.

use urto::Rate;
use urto::catalogue::Catalogue;
use urto::param::Value;
use urto::rng::Rng;
use urto::sound::{Event, Player, Sound};
use urto::sounds::impact::{Impact, ImpactParams};

const RATE: f64 = 48_000.0;

fn set(sound: &mut dyn Sound, key: &str, value: &str) {
    let (id, spec) = sound.params().table().locate(key).unwrap();
    let value = match spec.kind {
        urto::param::Kind::Choice { options, .. } => {
            Value::Choice(options.iter().position(|own| own.key == value).unwrap())
        }
        _ => Value::Number(value.parse().unwrap()),
    };
    sound.set(&id, &value);
}

fn struck(mut sound: Box<dyn Sound>, settings: &[(&str, &str)]) -> Box<dyn Sound> {
    for (key, value) in settings {
        set(sound.as_mut(), key, value);
    }
    sound.prepare(Rate::new(RATE).unwrap(), 512);
    sound.event(0, Event::trigger(1.0));
    sound
}

fn heard(sound: &mut dyn Sound, frames: usize) -> Vec<f32> {
    let mut out = vec![0.0; frames];
    sound.render(&[], &mut [&mut out]);
    out
}

fn impact() -> Box<dyn Sound> {
    urto::sounds::make("impact").unwrap()
}

#[test]
fn nothing_around_a_sound_leaves_it_as_it_is() {
    let plain = heard(struck(Player::<Impact>::boxed(), &[]).as_mut(), 24_000);
    assert!(plain.iter().any(|x| x.abs() > 0.1));
    let bare = [("space", "none"), ("room.level", "0.9")];
    let bare = struck(impact(), &bare);
    assert_eq!(bare.tail(), struck(Player::<Impact>::boxed(), &[]).tail());
    for mut sound in [bare, struck(impact(), &[])] {
        assert!(heard(sound.as_mut(), 24_000) == plain);
    }
    let mut roomy = struck(impact(), &[("room.level", "0.9")]);
    assert!(roomy.tail() > struck(impact(), &[]).tail());
    assert!(heard(roomy.as_mut(), 24_000) != plain);
}

/// The sound's own handles are the same with and without spaces behind it.
#[test]
fn a_stage_moves_no_handle() {
    let sound = impact();
    let table = sound.params().table();
    for (id, _) in urto::param::leaves(&ImpactParams::default()) {
        let key = Player::<Impact>::boxed().params().table().key_of(&id);
        assert_eq!(table.key_of(&id), key);
    }
    let size = urto::key!(ImpactParams, body.size);
    assert_eq!(table.find("body.size").unwrap(), size);
    assert!(sound.params().as_any().is::<ImpactParams>());
}

/// A space that comes or goes while it sounds fades over, and so does a room whose level moves.
#[test]
fn a_space_is_changed_while_it_sounds_without_a_click() {
    let roughest = |samples: &[f32]| {
        let bends = samples.windows(3).map(|x| (x[0] - 2.0 * x[1] + x[2]).abs());
        bends.fold(0.0f32, f32::max)
    };
    let soft = [
        ("contact.stiffness", "1e5"),
        ("room.level", "0.8"),
        ("body.ringing", "20"),
        ("room.hush", "0"),
        ("variation", "0"),
    ];
    let mut sound = struck(impact(), &soft);
    heard(sound.as_mut(), 4800);
    let calm = roughest(&heard(sound.as_mut(), 2000));
    for (key, value) in [
        ("space", "none"),
        ("space", "room"),
        ("room.level", "0"),
        ("space", "none"),
    ] {
        set(sound.as_mut(), key, value);
        let now = roughest(&heard(sound.as_mut(), 2000));
        assert!(now < 1.5 * calm, "{key} {value}: {now} {calm}");
    }
}

/// Whatever is set when, blocks of any size give the same samples, bounded and finite.
#[test]
fn storms_of_spaces_are_the_same_in_any_block() {
    let told = |sizes: &mut dyn FnMut() -> usize| {
        let mut sound = struck(impact(), &[("level", "12")]);
        let (mut rng, mut all) = (Rng::new(8), Vec::new());
        for _ in 0..40 {
            let share = rng.uniform();
            match rng.below(4) {
                0 => set(sound.as_mut(), "space", ["room", "none"][rng.below(2)]),
                1 => set(
                    sound.as_mut(),
                    "room.size",
                    &format!("{}", 1.0 + 19.0 * share),
                ),
                2 => set(sound.as_mut(), "room.level", "0"),
                _ => set(sound.as_mut(), "room.level", &format!("{share}")),
            }
            sound.event(rng.below(100), Event::trigger(1.0));
            let mut left = 100 + rng.below(1500);
            while left > 0 {
                let frames = sizes().min(left);
                all.extend(heard(sound.as_mut(), frames));
                left -= frames;
            }
        }
        assert_eq!(sound.health().non_finite, 0);
        all
    };
    let plain = told(&mut || 512);
    assert!(plain.iter().all(|x| x.abs() <= 1.0) && plain.iter().any(|x| x.abs() > 0.5));
    assert!(told(&mut || 1) == plain);
    let mut rng = Rng::new(2);
    assert!(told(&mut || 1 + rng.below(700)) == plain);
}

#[test]
fn the_catalogue_knows_its_spaces() {
    let catalogue = Catalogue::of_urto();
    let keys: Vec<&str> = catalogue.spaces().iter().map(|kind| kind.key).collect();
    assert_eq!(keys, ["room", "none", "head"]);
    let wrong = catalogue.space("rom").err().unwrap().to_string();
    assert!(wrong.contains("did you mean 'room'?"), "{wrong}");
    for kind in catalogue.spaces() {
        assert_eq!(kind.table.key, kind.key);
        assert_eq!((kind.make)().params().table(), kind.table);
    }
}

/// With two ears there are two channels, whatever the pickups; without a room they are the sound's.
#[test]
fn two_ears_are_two_channels() {
    let both = |settings: &[(&str, &str)], pickups: usize| {
        let mut sound = impact();
        let id = sound.params().table().find("pickups").unwrap();
        sound.set(&id, &Value::Count(pickups));
        let mut sound = struck(sound, settings);
        assert_eq!(sound.channels(), 2);
        let mut ears = [vec![0.0f32; 24_000], vec![0.0f32; 24_000]];
        let [left, right] = &mut ears;
        sound.render(&[], &mut [left, right]);
        assert!(sound.health().is_good());
        ears
    };
    let alone = heard(struck(impact(), &[]).as_mut(), 24_000);
    let [left, right] = both(&[("room.ears", "2")], 0);
    assert!(left == alone && right == alone);
    // Two places are heard left and right, and more of them are mixed.
    let [left, right] = both(&[("room.ears", "2")], 1);
    assert!(left == alone && right != alone);
    for pickups in [0, 1, 2, 15] {
        let [left, right] = both(&[("room.ears", "2"), ("room.level", "0.8")], pickups);
        let energy = |ear: &[f32]| ear.iter().map(|x| f64::from(x * x)).sum::<f64>();
        assert!(left != right && energy(&left) > 0.1);
        let common = left.iter().zip(&right).map(|(l, r)| f64::from(l * r));
        let common = common.sum::<f64>() / (energy(&left) * energy(&right)).sqrt();
        assert!(common < 0.999, "{pickups}: {common}");
    }
}

/// A head has a left and a right ear: who is to the right is earlier and louder there, left is its
/// mirror, and a sound that goes around the head while it sounds is the same in any block.
#[test]
fn a_head_has_two_ears() {
    let ears = |settings: &[(&str, &str)], turns: bool, size: usize| {
        let mut sound = struck(impact(), settings);
        assert_eq!(sound.channels(), 2);
        let mut both = [Vec::new(), Vec::new()];
        for part in 0..40 {
            if turns {
                set(
                    sound.as_mut(),
                    "head.azimuth",
                    &format!("{}", 9 * part - 180),
                );
            }
            let mut left = 500;
            while left > 0 {
                let count = size.min(left);
                let (mut one, mut two) = (vec![0.0f32; count], vec![0.0f32; count]);
                sound.render(&[], &mut [&mut one, &mut two]);
                both[0].extend(one);
                both[1].extend(two);
                left -= count;
            }
        }
        assert_eq!(sound.health().non_finite, 0);
        both
    };
    let right = [("space", "head"), ("head.azimuth", "60")];
    let [left, near] = ears(&right, false, 512);
    let begins = |own: &[f32]| own.iter().position(|x| x.abs() > 1e-4).unwrap();
    let power = |own: &[f32]| own.iter().map(|x| x * x).sum::<f32>();
    // Some 26 samples for a head of 8.75 cm.
    assert!((15..35).contains(&(begins(&left) - begins(&near))));
    assert!(power(&near) > 2.0 * power(&left));
    let mirror = ears(&[("space", "head"), ("head.azimuth", "-60")], false, 512);
    let apart = mirror[0].iter().zip(&near).map(|(a, b)| (a - b).abs());
    assert!(apart.fold(0.0, f32::max) < 1e-6);
    let turning = ears(&right, true, 512);
    assert!(turning[0] != left);
    assert!(ears(&right, true, 1) == turning && ears(&right, true, 77) == turning);
}
