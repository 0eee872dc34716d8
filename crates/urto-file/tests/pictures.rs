//! Pictures of liquids, of a fire and of what is made of pieces follow the physics: the level is that of the
//! formula, bubbles have the radii of those that sound, pieces lie and bounce where they do; there are
//! never too many, and looking costs nothing.

use assert_no_alloc::{AllocDisabler, assert_no_alloc, violation_count};
use core::f64::consts::PI;
use urto::Rate;
use urto::param::Value;
use urto::picture::{Frame, Geometry, MOST_SPECKS, Speck, SpeckKind};
use urto::sound::{Event, Sound};

#[global_allocator]
static GUARD: AllocDisabler = AllocDisabler;

const RATE: f64 = 48_000.0;
const GRAVITY: f64 = 9.81;

fn made(key: &str, settings: &[(&str, f64)]) -> Box<dyn Sound> {
    let catalogue = urto_file::catalogue();
    let mut sound = (catalogue.sound(key).unwrap().make)();
    for (key, value) in settings {
        let id = sound.params().table().find(key).unwrap();
        sound.set(&id, &Value::Number(*value));
    }
    sound.prepare(Rate::new(RATE).unwrap(), 512);
    sound.reset(3);
    sound
}

fn play(sound: &mut dyn Sound, seconds: f64) -> Vec<f32> {
    let mut planes = vec![vec![0.0; (seconds * RATE) as usize]; sound.channels()];
    let mut outputs: Vec<&mut [f32]> = planes.iter_mut().map(Vec::as_mut_slice).collect();
    sound.render(&[], &mut outputs);
    planes.swap_remove(0)
}

fn look(sound: &dyn Sound, geometry: &Geometry) -> Frame {
    let mut frame = Frame::new(geometry);
    assert!(sound.picture(geometry, &mut frame));
    frame
}

/// How high the points of a part reach \[m\].
fn reaches(geometry: &Geometry, frame: &Frame, name: &str) -> f64 {
    let mut first = 0;
    for part in geometry.parts() {
        let rest = &part.sketch().points;
        if part.name == name {
            let now = rest.iter().zip(&frame.displacements[first..]);
            return now.map(|(at, gone)| at[2] + gone[2]).fold(0.0, f64::max);
        }
        first += rest.len();
    }
    panic!("there is no {name}");
}

fn of_kind(frame: &Frame, kind: SpeckKind) -> Vec<Speck> {
    let all = frame.specks().iter();
    all.filter(|speck| speck.kind == kind).copied().collect()
}

/// The level rises by Q·t/S from where it began, within a tenth of a millimetre; every bubble lies in
/// the liquid.
#[test]
fn the_level_drawn_is_what_was_poured() {
    let (height, radius, flow, full) = (0.2, 0.04, 0.08, 0.1);
    let settings = [
        ("vessel.height", height),
        ("vessel.radius", radius),
        ("flow", flow),
        ("full", full),
        ("gusts", 0.0),
    ];
    let mut sound = made("pouring", &settings);
    let geometry = sound.geometry();
    let at_rest = reaches(&geometry, &look(&*sound, &geometry), "liquid");
    assert!((at_rest - full * height).abs() < 1e-9, "{at_rest}");
    sound.event(0, Event::trigger(1.0));
    let mut seen = 0;
    for n in 1..=20 {
        play(&mut *sound, 0.1);
        let frame = look(&*sound, &geometry);
        let level = reaches(&geometry, &frame, "liquid");
        let poured = flow * 1e-3 * 0.1 * f64::from(n) / (PI * radius * radius);
        let wanted = full * height + poured;
        assert!((level - wanted).abs() < 1e-4, "{n}: {level} {wanted}");
        for Speck { at, .. } in of_kind(&frame, SpeckKind::Bubble) {
            seen += 1;
            assert!((at[0] * at[0] + at[1] * at[1]).sqrt() < radius);
            assert!(at[2] > -1e-9 && at[2] < level + 1e-4, "{at:?} {level}");
        }
    }
    assert!(seen > 20, "{seen}");
}

/// A single bubble has the radius of the one that sounds and fades as it rings off, slowed down to an
/// eighth of a second; once all is over there is nothing.
#[test]
fn a_bubble_is_drawn_as_large_as_it_sounds() {
    let (radius, depth) = (4e-3, 0.05);
    let settings = [("radius", radius), ("depth", depth), ("variation", 0.0)];
    let mut sound = made("bubble", &settings);
    let geometry = sound.geometry();
    assert_eq!(look(&*sound, &geometry).specks(), []);
    sound.event(0, Event::trigger(1.0));
    play(&mut *sound, 0.1);
    let frame = look(&*sound, &geometry);
    let all = of_kind(&frame, SpeckKind::Bubble);
    assert_eq!(all.len(), 1);
    assert!((all[0].size - radius).abs() < 1e-12);
    let fades = urto::math::exp(-0.8);
    assert!((all[0].glow - fades).abs() < 1e-3, "{:?}", all[0]);
    let level = reaches(&geometry, &frame, "liquid");
    assert!((level - all[0].at[2] - depth).abs() < 0.2 * depth);
    play(&mut *sound, 1.0);
    assert_eq!(look(&*sound, &geometry).specks(), []);
}

/// The whole lies there until it gives way; then there are as many pieces as asked, none as large, and
/// those that bounce fall freely: the second difference of their heights is -g.
#[test]
fn pieces_lie_and_bounce() {
    let settings = [("holds", 0.05), ("law", 1.0)];
    let mut sound = made("breaking", &settings);
    let geometry = sound.geometry();
    let whole = look(&*sound, &geometry).specks().to_vec();
    assert_eq!(whole.len(), 1);
    sound.event(0, Event::trigger(1.0));
    play(&mut *sound, 0.02);
    assert_eq!(look(&*sound, &geometry).specks().len(), 1);
    play(&mut *sound, 0.04);
    let mut heights = Vec::new();
    for _ in 0..3 {
        let pieces = of_kind(&look(&*sound, &geometry), SpeckKind::Shard);
        assert_eq!(pieces.len(), 60);
        assert!(pieces.iter().all(|own| own.size < whole[0].size));
        heights.push(pieces.iter().map(|own| own.at[2]).collect::<Vec<f64>>());
        play(&mut *sound, 0.01);
    }
    let free = (0..60).filter(|n| heights.iter().all(|own| own[*n] > 1e-3));
    let mut fall = 0;
    for n in free {
        let bends = heights[0][n] - 2.0 * heights[1][n] + heights[2][n];
        assert!((bends / 1e-4 + GRAVITY).abs() < 0.05, "{n}: {bends}");
        fall += 1;
    }
    assert!(fall > 0);
    play(&mut *sound, 4.0);
    // At rest nothing changes any more.
    let rest = look(&*sound, &geometry);
    play(&mut *sound, 0.1);
    assert_eq!(rest, look(&*sound, &geometry));
}

/// Grains lie on the floor of their vessel, fly while they are shaken, within it, and lie again.
#[test]
fn grains_fly_and_lie_again() {
    let mut sound = made("grains", &[]);
    let geometry = sound.geometry();
    let vessel = geometry.parts().next().unwrap().sketch().ends();
    let lie = |frame: &Frame| {
        let grains = of_kind(frame, SpeckKind::Grain);
        assert_eq!(grains.len(), 30);
        let on_floor = |own: &Speck| (own.at[2] - vessel[0][2] - own.size).abs() < 1e-9;
        for grain in &grains {
            let inside =
                |axis: usize| (vessel[0][axis]..=vessel[1][axis]).contains(&grain.at[axis]);
            assert!((0..3).all(inside), "{grain:?}");
        }
        grains.iter().filter(|own| on_floor(own)).count()
    };
    assert_eq!(lie(&look(&*sound, &geometry)), 30);
    sound.event(0, Event::trigger(1.0));
    play(&mut *sound, 0.1);
    assert!(lie(&look(&*sound, &geometry)) < 25);
    sound.event(0, Event::Release);
    play(&mut *sound, 2.0);
    assert_eq!(lie(&look(&*sound, &geometry)), 30);
}

/// Every crack leaves a crease on the sheet; a louder one is brighter at first.
#[test]
fn cracks_leave_creases() {
    for key in ["crumpling", "continuous_crumpling"] {
        let mut sound = made(key, &[]);
        let geometry = sound.geometry();
        let [low, high] = geometry.parts().next().unwrap().sketch().ends();
        sound.event(0, Event::trigger(1.0));
        let mut before = 0;
        for _ in 0..8 {
            play(&mut *sound, 0.05);
            let creases = of_kind(&look(&*sound, &geometry), SpeckKind::Crease);
            assert!(creases.len() >= before && creases.len() <= geometry.specks());
            before = creases.len();
            for crease in creases {
                let on =
                    |axis: usize| (low[axis] - 1e-9..=high[axis] + 1e-9).contains(&crease.at[axis]);
                assert!((0..3).all(on), "{key}: {crease:?}");
            }
        }
        assert!(before > 20, "{key}: {before}");
    }
}

/// Flames that do not flicker are 0.235·Q^(2/5) - 1.02·D high, Q of 500 kW for each square metre and the
/// square of the roar; flickering ones rise as often as they puff, 1.5/sqrt(D) times a second; and there
/// are no sparks where nothing crackles, else about as many as crackles.
#[test]
fn flames_are_as_high_as_the_fire_is_strong() {
    let burning = |settings: &[(&str, f64)], seconds: f64| {
        let mut sound = made("fire", settings);
        let geometry = sound.geometry();
        assert_eq!(reaches(&geometry, &look(&*sound, &geometry), "flame"), 0.0);
        sound.event(0, Event::trigger(1.0));
        play(&mut *sound, seconds);
        (sound, geometry)
    };
    for (size, roar) in [(0.2f64, 0.7), (1.0, 0.7), (1.0, 1.4)] {
        let settings = [
            ("size", size),
            ("roar", roar),
            ("flicker", 0.0),
            ("crackle.rate", 0.0),
        ];
        let (sound, geometry) = burning(&settings, 2.0);
        let frame = look(&*sound, &geometry);
        let power = 500.0 * 0.25 * PI * size * size * (roar / 0.7) * (roar / 0.7);
        let law = 0.235 * urto::math::pow(power, 0.4) - 1.02 * size;
        let high = reaches(&geometry, &frame, "flame");
        assert!(
            (high / law - 1.0).abs() < 1e-4,
            "{size} {roar}: {high} {law}"
        );
        assert_eq!(frame.specks(), []);
        // They die down once it is let go.
        let mut sound = sound;
        sound.event(0, Event::Release);
        play(&mut *sound, 3.0);
        assert!(reaches(&geometry, &look(&*sound, &geometry), "flame") < 0.01 * law);
    }
    let (mut sound, geometry) = burning(&[("size", 0.1), ("flicker", 0.5)], 1.0);
    let (mut puffs, mut sparks, mut heights) = (0, 0, [0.0; 2]);
    let mut last = None;
    for _ in 0..400 {
        play(&mut *sound, 0.02);
        let frame = look(&*sound, &geometry);
        let high = reaches(&geometry, &frame, "flame");
        puffs += u32::from(heights[1] > heights[0] && heights[1] > high);
        heights = [heights[1], high];
        let newest = of_kind(&frame, SpeckKind::Spark)
            .first()
            .map(|own| own.number);
        sparks += newest.unwrap_or(0).saturating_sub(last.unwrap_or(0));
        last = newest.or(last);
    }
    let law = 8.0 * 1.5 / 0.1f64.sqrt();
    assert!((f64::from(puffs) / law - 1.0).abs() < 0.2, "{puffs} {law}");
    // 8 a second, and as many again of 0.45 in runs.
    let law = 8.0 * 8.0 / (1.0 - 0.45);
    assert!(
        (f64::from(sparks) / law - 1.0).abs() < 0.3,
        "{sparks} {law}"
    );
}

/// Particles lie and fall within their vessel, which stays where it is; they move as far as they fall, and are at
/// rest at last. Nobody hears that they are looked at, and looking allocates nothing.
#[test]
fn particles_fall_within_their_vessel() {
    let (count, radius, fall) = (200, 0.08, 0.3);
    let settings = [
        ("particles", count as f64),
        ("volume", 0.5),
        ("vessel.radius", radius),
        ("fall", fall),
        ("thick", 0.6),
    ];
    let mut farthest = 0.0f64;
    let mut speeds = Vec::new();
    let mut played = |looks: bool| {
        let mut sound = made("fluid_particles", &settings);
        let geometry = sound.geometry();
        let rest = &geometry.parts().next().unwrap().sketch().points;
        let mut frame = look(&*sound, &geometry);
        let still = frame.clone();
        let mut heard = Vec::new();
        sound.event(0, Event::trigger(1.0));
        for _ in 0..40 {
            heard.extend(play(&mut *sound, 0.1));
            if !looks {
                continue;
            }
            let before = violation_count();
            assert_no_alloc(|| {
                sound.picture(&geometry, &mut frame);
            });
            assert_eq!(violation_count(), before);
            let now = rest.iter().zip(&frame.displacements);
            let now = now.map(|(at, gone)| [0, 1, 2].map(|axis| at[axis] + gone[axis]));
            for [x, y, z] in now {
                assert!((x * x + y * y).sqrt() < radius + 1e-9, "{x} {y}");
                assert!((-1e-9..2.0).contains(&z), "{z}");
            }
            let (liquid, vessel) = frame.displacements.split_at(count);
            assert!(vessel.iter().all(|gone| *gone == [0.0; 3]));
            let down = liquid.iter().map(|gone| -gone[2]);
            farthest = farthest.max(down.fold(0.0, f64::max));
            let all = &frame.speeds[..count];
            speeds.push(all.iter().sum::<f64>() / count as f64);
        }
        sound.reset(3);
        assert!(look(&*sound, &geometry) == still);
        heard
    };
    assert!(played(true) == played(false));
    println!("{farthest} {speeds:.2?}");
    assert!(farthest > fall, "{farthest}");
    let fastest = speeds.iter().copied().fold(0.0, f64::max);
    assert!(fastest > 0.5 && speeds[39] < 0.1 * fastest, "{speeds:?}");
}

/// Each shows what happens in it, within bounds and without allocation; nobody hears that it is looked
/// at; and once it is reset it is as it was.
#[test]
fn all_are_seen_and_nobody_hears_it() {
    for key in [
        "pouring",
        "dripping",
        "bubble",
        "bubble_stream",
        "rain",
        "waves",
        "splash",
        "fire",
        "breaking",
        "crumpling",
        "continuous_crumpling",
        "grains",
    ] {
        let mut most = 0;
        let mut played = |looks: bool| {
            let mut sound = made(key, &[]);
            let geometry = sound.geometry();
            assert!((1..=MOST_SPECKS).contains(&geometry.specks()), "{key}");
            let mut frame = Frame::new(&geometry);
            assert!(sound.picture(&geometry, &mut frame));
            let still = frame.specks().to_vec();
            let mut heard = Vec::new();
            sound.event(0, Event::trigger(1.0));
            for _ in 0..30 {
                heard.extend(play(&mut *sound, 0.05));
                if looks {
                    let before = violation_count();
                    assert_no_alloc(|| {
                        sound.picture(&geometry, &mut frame);
                    });
                    assert_eq!(violation_count(), before, "{key} allocates");
                    assert!(frame.specks().len() <= geometry.specks());
                    let numbers = frame.displacements.as_flattened().iter();
                    assert!(numbers.copied().all(f64::is_finite), "{key}");
                    let other = still != frame.specks();
                    most = most.max(if other { frame.specks().len() } else { 0 });
                }
            }
            sound.reset(3);
            assert!(sound.picture(&geometry, &mut frame));
            assert_eq!(frame.specks(), still, "{key}");
            heard
        };
        assert!(played(true) == played(false), "{key}");
        assert!(most > 0, "{key}");
    }
}
