//! Networks of masses as sounds: every one that comes with urto, played, seen and held by hand.

use urto::Rate;
use urto::param::Value;
use urto::picture::Frame;
use urto::sound::{Event, Sound};

/// The sound of a network that comes with urto.
fn sound(file: &str, hertz: f64) -> Box<dyn Sound> {
    let entry = urto_file::catalogue().sound("network").unwrap();
    let mut sound = (entry.make)();
    let mut params = sound.params().boxed();
    urto_file::assign_text(params.as_mut(), "file", file).unwrap();
    let mut fetch = |name: &str| urto_file::Shelf::default().fetch(name);
    urto_file::load_resources(params.as_mut(), &mut fetch).unwrap();
    let id = params.table().find("file").unwrap();
    sound.set(&id, &params.value(&id).unwrap());
    sound.prepare(Rate::new(hertz).unwrap(), 512);
    assert_eq!(sound.notes(), Vec::<String>::new(), "{file}");
    sound
}

fn set(sound: &mut dyn Sound, key: &str, value: f64) {
    let id = sound.params().table().find(key).unwrap();
    sound.set(&id, &Value::Number(value));
}

fn render(sound: &mut dyn Sound, samples: usize) -> Vec<f32> {
    let mut out = vec![0.0; samples];
    sound.render(&[], &mut [&mut out]);
    out
}

fn peak(samples: &[f32]) -> f32 {
    samples.iter().fold(0.0, |most, own| most.max(own.abs()))
}

/// Each is heard at a sensible level, without a sample that had to be bent, and its books add up:
/// one in three, all of them with `URTO_FULL=1`.
#[test]
fn networks_are_heard_and_their_books_add_up() {
    let full = std::env::var("URTO_FULL").is_ok_and(|value| value != "0");
    for (file, text) in urto_file::NETWORKS.iter().step_by(if full { 1 } else { 3 }) {
        let read = urto_file::read_network(file, text.as_bytes()).unwrap();
        let mut sound = sound(file, 44_100.0);
        assert_eq!(sound.channels(), read.listeners.len(), "{file}");
        sound.event(0, Event::trigger(1.0));
        let heard = render(
            sound.as_mut(),
            (44_100.0 * read.seconds.unwrap().min(1.5)) as usize,
        );
        println!("{file}: peak {:.3}", peak(&heard));
        assert!(
            (0.05..0.9).contains(&peak(&heard)),
            "{file}: {}",
            peak(&heard)
        );
        let (ledger, health) = (sound.ledger(), sound.health());
        assert_eq!((health.clamped, health.non_finite), (0, 0), "{file}");
        let scale = ledger.injected.abs() + ledger.initial + ledger.dissipated;
        assert!(ledger.error().abs() < 1e-9 * scale, "{file}: {ledger:?}");
        // A second gesture, while it sounds.
        sound.event(0, Event::trigger(0.5));
        let again = render(sound.as_mut(), 6000);
        let ledger = sound.ledger();
        assert!(
            ledger.error().abs() < 1e-9 * (scale + ledger.injected.abs()),
            "{file}"
        );
        assert!(
            peak(&again) > 1e-3 || read.events.iter().any(|own| own.at > 0.1),
            "{file}"
        );
    }
}

/// At its own rate it is what `urto render` makes of the file, but for a gain, what is too slow to
/// be heard, and 64 steps of delay.
#[test]
fn it_sounds_as_the_file_does() {
    let (file, text) = urto_file::NETWORKS
        .iter()
        .find(|(name, _)| *name == "membrane.mi.toml")
        .unwrap();
    let read = urto_file::read_network(file, text.as_bytes()).unwrap();
    let count = 20_000;
    let mut plain = vec![0.0; count];
    read.played().unwrap().render(&mut [&mut plain]);
    let mut sound = sound(file, read.model.hertz());
    sound.event(0, Event::trigger(1.0));
    let heard = render(sound.as_mut(), count + 64);
    let heard: Vec<f64> = heard[64..].iter().map(|own| f64::from(*own)).collect();
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    let like = dot(&plain, &heard) / (dot(&plain, &plain) * dot(&heard, &heard)).sqrt();
    assert!(like > 0.99, "{like}");
}

/// A mass that is held goes where the hand goes, the picture shows it, the hand does the work; and
/// what is let go rings.
#[test]
fn a_hand_pulls_a_mass_and_lets_it_ring() {
    let mut sound = sound("string.mi.toml", 48_000.0);
    let geometry = sound.geometry();
    assert_eq!(geometry.points(), 64);
    assert_eq!(geometry.parts().next().unwrap().sketch().edges.len(), 63);
    let mut frame = Frame::new(&geometry);
    assert_eq!(peak(&render(sound.as_mut(), 4800)), 0.0);
    set(sound.as_mut(), "hand.mass", 20.0);
    set(sound.as_mut(), "hand.force", 1000.0);
    set(sound.as_mut(), "hand.z", 0.02);
    render(sound.as_mut(), 96_000);
    assert!(sound.picture(&geometry, &mut frame));
    let up = |frame: &Frame, mass: usize| frame.displacements[mass][2];
    assert!(
        (0.01..0.021).contains(&up(&frame, 20)),
        "{}",
        up(&frame, 20)
    );
    assert!(up(&frame, 10) > 0.0 && up(&frame, 10) < up(&frame, 20));
    assert_eq!(up(&frame, 0), 0.0);
    let (ledger, taps) = (sound.ledger(), sound.taps());
    assert!(
        ledger.injected > 0.01 && taps.force > 1.0,
        "{ledger:?} {taps:?}"
    );
    assert!(ledger.error().abs() < 1e-9 * (ledger.injected + ledger.initial));
    let held = peak(&render(sound.as_mut(), 4800));
    set(sound.as_mut(), "hand.force", 0.0);
    let rings = render(sound.as_mut(), 48_000);
    assert!(peak(&rings) > 0.05 && peak(&rings) > 10.0 * held);
    // The hand does nothing any more.
    let before = sound.ledger().injected;
    render(sound.as_mut(), 4800);
    assert_eq!(sound.ledger().injected, before);
    assert_eq!(sound.taps().force, 0.0);
}

/// What falls starts over with a gesture; what rings is pushed on.
#[test]
fn a_gesture_starts_over_what_moves_by_itself() {
    let play = |file: &str| {
        let mut sound = sound(file, 44_100.0);
        sound.event(0, Event::trigger(1.0));
        let first = render(sound.as_mut(), 30_000);
        sound.event(0, Event::trigger(1.0));
        let second = render(sound.as_mut(), 30_000);
        // What is heard from its start on, 50 ms after which nothing is left of what was cut.
        let late = 2205..30_000;
        let far = first[late.clone()].iter().zip(&second[late.clone()]);
        far.map(|(a, b)| (a - b).abs()).fold(0.0, f32::max) / peak(&first[late])
    };
    let (jelly, string) = (play("jelly.mi.toml"), play("string.mi.toml"));
    assert!(jelly < 0.01, "{jelly}");
    assert!(string > 0.1, "{string}");
}

/// A sound's signal moves a mass as the same motion in the file does, one or two samples apart at most.
#[test]
fn a_signal_moves_a_mass_as_a_file_does() {
    let text = |course: &str| {
        format!(
            "urto = \"mi/1\"\nrate = 48000\n[[mass]]\nname = \"hand\"\nposition = [0, 0, 0]\ndriven = \
             true\n[[mass]]\nname = \"ball\"\nposition = [0.1, 0, 0]\n[[mass]]\nname = \"wall\"\nposition = \
             [0.2, 0, 0]\nfixed = true\n[[link]]\nkind = \"spring\"\nbetween = [\"hand\", \"ball\"]\nstiffness \
             = 3000\ndamping = 0.5\n[[link]]\nkind = \"spring\"\nbetween = [\"ball\", \"wall\"]\nstiffness = \
             3000\n[[driver]]\nmass = \"hand\"\naxis = [1, 0, 0]\n{course}\n[[listen]]\nmass = \"ball\"\naxis \
             = [1, 0, 0]\nwhat = \"velocity\"\n"
        )
    };
    let play = |course: &str, signal: bool| {
        let entry = urto_file::catalogue().sound("network").unwrap();
        let mut sound = (entry.make)();
        let mut params = sound.params().boxed();
        urto_file::assign_text(params.as_mut(), "file", "it.mi.toml").unwrap();
        let mut fetch = |_: &str| Ok(text(course).into());
        urto_file::load_resources(params.as_mut(), &mut fetch).unwrap();
        let id = params.table().find("file").unwrap();
        sound.set(&id, &params.value(&id).unwrap());
        let id = params.table().find("signal.c").unwrap();
        sound.prepare(Rate::new(48_000.0).unwrap(), 24_000);
        // A position is that at the end of a step.
        let sine = |n: usize| urto::math::sin(urto::math::TAU * 300.0 * (n + 1) as f64 / 48e3);
        let values: Vec<f32> = (0..24_000).map(|n| 1e-3 * sine(n) as f32).collect();
        let signals = [urto::sound::Signal {
            id,
            values: &values,
        }];
        sound.event(0, Event::trigger(1.0));
        let mut out = vec![0.0; 24_000];
        sound.render(&signals[..usize::from(signal)], &mut [&mut out]);
        let ledger = sound.ledger();
        assert!(ledger.error().abs() <= 1e-9 * (ledger.injected.abs() + ledger.initial));
        out
    };
    let by_file = play("sine = { frequency = 300, amplitude = 1e-3 }", false);
    let by_signal = play("signal = \"c\"", true);
    assert_eq!(peak(&play("signal = \"c\"", false)), 0.0);
    // Levels differ: nobody knows how loud a signal will be.
    let dot = |a: &[f32], b: &[f32]| {
        let products = a.iter().zip(b).map(|(a, b)| f64::from(*a) * f64::from(*b));
        products.sum::<f64>()
    };
    let (a, b) = (&by_file[4800..], &by_signal[4800..]);
    let like = dot(a, b) / (dot(a, a) * dot(b, b)).sqrt();
    assert!(like > 0.9999, "{like}");
}

/// A file that is not there, or is none, is refused with a reason.
#[test]
fn what_cannot_be_loaded_says_why() {
    let entry = urto_file::catalogue().sound("network").unwrap();
    let mut params = (entry.make)().params().boxed();
    urto_file::assign_text(params.as_mut(), "file", "bell.toml").unwrap();
    let mut fetch = |_: &str| Ok(b"urto = \"modal/1\"\nmodes = [{ frequency = 1 }]\n".to_vec());
    let why = urto_file::load_resources(params.as_mut(), &mut fetch).unwrap_err();
    assert!(why.contains("a modal object"), "{why}");
    // Without being loaded it is silent and says so.
    let mut sound = (entry.make)();
    let id = params.table().find("file").unwrap();
    sound.set(&id, &params.value(&id).unwrap());
    sound.prepare(Rate::new(48_000.0).unwrap(), 64);
    sound.event(0, Event::trigger(1.0));
    assert_eq!(peak(&render(sound.as_mut(), 4800)), 0.0);
    assert!(
        sound.notes()[0].contains("is not loaded"),
        "{:?}",
        sound.notes()
    );
}
