//! What a sound costs live, whatever is set.

use crate::every_sound::draw_of;
use crate::of;
use urto::Rate;
use urto::param::{Kind, ParamId, Spec, Value, leaves};
use urto::rng::Rng;
use urto::sound::{Entry, Event, Family, MOST_WORK, ModeLevel, Sound};

/// How long a gesture is listened to \[s\], in parts of so many samples.
const LISTENED: f64 = 0.3;
const PART: usize = 256;

/// The share of a core that bubbles, pops, waves and their like take: those that sound at a time, and
/// those that begin.
fn small_things(sound: &mut dyn Sound, hertz: f64) -> f64 {
    sound.reset(1);
    sound.event(0, Event::trigger(1.0));
    let mut out = [0.0f32; PART];
    let (mut each, mut begun) = (0.0f64, 0.0f64);
    for _ in 0..(LISTENED * hertz) as usize / PART {
        sound.render(&[], &mut [&mut out]);
        let work = sound.work();
        (each, begun) = (each.max(work.each), work.begun);
    }
    (each * hertz + begun / LISTENED) / MOST_WORK
}

/// Live, the work stays below what a core can do, whatever was set: counted, since times are those
/// of this machine. Modes of bodies that come in numbers are heard as one, all others by each ear.
pub fn one_core_can_play_whatever_is_set(entry: &Entry) {
    let in_numbers = |(id, spec): &(ParamId, &Spec)| {
        let of_many = |key: String| {
            let parts = ["grain.", "piece.", "facet."];
            parts.iter().any(|part| key.starts_with(part))
        };
        spec.key == "count" && entry.table.key_of(id).is_some_and(of_many)
    };
    let mut levels = vec![ModeLevel::default(); 1 << 17];
    let (mut most, mut beside, mut shed) = (0.0f64, 0.0f64, 0);
    for seed in 0..of(5000, 500) {
        let mut rng = Rng::new(9000 + seed);
        let mut sound = (entry.make)();
        // Long lists first, so that there is something to leave out.
        for (id, spec) in leaves(sound.params()) {
            if let (Kind::List { max, .. }, 0) = (spec.kind, rng.below(2)) {
                sound.set(&id, &Value::Count(max));
            }
            if let ("kind", 0) = (spec.key, rng.below(2)) {
                sound.set(&id, &Value::Choice(0));
            }
        }
        // Lists of thousands of modes are not gone through for each of them, only when they change.
        let mut all = leaves(sound.params());
        for _ in 0..60 {
            if let Some((id, value)) = draw_of(&all, &mut rng) {
                sound.set(&id, &value);
                if matches!(value, Value::Count(_)) {
                    all = leaves(sound.params());
                }
            }
        }
        // Two ears, in a room or of a head, hear one source: its modes are summed once.
        if let Ok(ears) = sound.params().table().find("room.ears") {
            sound.set(&ears, &Value::Number(1.0));
        }
        if let Ok(space) = sound.params().table().find("space") {
            sound.set(&space, &Value::Choice(0));
        }
        let hertz = [44_100.0, 48_000.0, 96_000.0, 192_000.0][rng.below(4)];
        let voices = 1 + rng.below(9);
        sound.set_live(voices);
        // What it costs is known before its level is found, which takes longest.
        let rate = Rate::new(hertz).unwrap();
        let mut built = sound.prepare_part(rate, 512);
        while !built && sound.modes(&mut levels) == 0 {
            built = sound.prepare_part(rate, 512);
        }
        let crowd = all.iter().any(in_numbers);
        let per_mode = if crowd { 2 } else { 1 + sound.channels() };
        let per_mode = (per_mode * voices) as f64 * hertz / MOST_WORK;
        let work = sound.modes(&mut levels) as f64 * per_mode;
        // Even a body that is too much keeps one mode, and what holds it may have one.
        assert!(
            work <= 1.01 + per_mode,
            "{} {seed}: {work} of what a core can do",
            entry.key
        );
        most = most.max(work);
        shed += usize::from(sound.health().shed > 0);
        // Solids have bodies alone, and contacts, whose solvers are bounded by themselves.
        if entry.family == Family::Solids {
            continue;
        }
        while !built {
            built = sound.prepare_part(rate, 512);
        }
        let small = small_things(sound.as_mut(), hertz);
        // Each voice is played by itself, so that a second one waits for a second core.
        assert!(
            small <= 1.0,
            "{} {seed}: small things take {small} of what a core can do",
            entry.key
        );
        beside = beside.max(small);
    }
    println!(
        "{}: {most:.3} of a core at most, {beside:.3} beside modes; modes left out of {shed} sets",
        entry.key
    );
}
