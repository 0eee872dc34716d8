//! Networks of masses as bodies of sounds: they ring as they are written, bend as springs in space
//! do, and are refused in words.

use urto::Rate;
use urto::param::{Params, Value, leaves};
use urto::sound::{Event, Sound};
use urto_file::{assign_text, catalogue, load_resources};

const RATE: f64 = 48_000.0;
/// A string of 54.1 Hz, hardly taut: a blow makes it longer by much.
const STRING: &str = r#"urto = "mi/1"
friction = 1e-4
[[row]]
name = "wire"
count = 33
from = [0, 0, 0]
to = [0.64, 0, 0]
mass = 1e-4
stiffness = 4e4
length = 0.0194
"#;

fn params_of(key: &str, settings: &[(&str, &str)], text: &str) -> Result<Box<dyn Params>, String> {
    let mut params = (catalogue().sound(key).unwrap().make)().params().boxed();
    for (key, value) in settings {
        assign_text(params.as_mut(), key, value).unwrap();
    }
    load_resources(params.as_mut(), &mut |_| Ok(text.into()))?;
    Ok(params)
}

fn sound_of(key: &str, settings: &[(&str, &str)], text: &str, rate: f64) -> Box<dyn Sound> {
    let params = params_of(key, settings, text).unwrap();
    let mut sound = (catalogue().sound(key).unwrap().make)();
    for (id, _) in leaves(params.as_ref()) {
        sound.set(&id, &params.value(&id).unwrap());
    }
    sound.prepare(Rate::new(rate).unwrap(), 4096);
    sound.reset(1);
    sound
}

const FILE: [(&str, &str); 2] = [("body.kind", "file"), ("body.file", "it.mi.toml")];

/// The strongest frequency near one, by steps of a tenth of a hertz.
fn peak(heard: &[f32], near: f64) -> f64 {
    let level = |hertz: f64| {
        let turn = urto::math::TAU * hertz / RATE;
        let (mut x, mut y) = (0.0, 0.0);
        for (n, own) in heard.iter().enumerate() {
            // A smooth window, so that neighbours do not leak.
            let hill = urto::math::sin(0.5 * urto::math::TAU * n as f64 / heard.len() as f64);
            let (own, angle) = (hill * hill * f64::from(*own), turn * n as f64);
            x += own * urto::math::cos(angle);
            y += own * urto::math::sin(angle);
        }
        x * x + y * y
    };
    let tones = (-200..=200).map(|n| near + 0.1 * f64::from(n));
    tones
        .max_by(|a, b| level(*a).total_cmp(&level(*b)))
        .unwrap()
}

fn struck(settings: &[(&str, &str)]) -> Vec<f32> {
    let mut sound = sound_of("impact", &[&FILE, settings].concat(), STRING, RATE);
    sound.event(0, Event::trigger(1.0));
    let mut heard = vec![0.0; 24_000];
    sound.render(&[], &mut [&mut heard]);
    assert_eq!(sound.notes(), [""; 0]);
    heard
}

/// Lowest tone: sqrt(T/(m·d))·sin(pi/64)/pi with T/d = k·(1 - l/d).
fn lowest() -> f64 {
    let across = 4e4 * (1.0 - 0.0194 / 0.02f64);
    let pi = core::f64::consts::PI;
    (across / 1e-4).sqrt() * urto::math::sin(pi / 64.0) / pi
}

/// Struck softly it has the pitch of the formula, tuned up a fifth that, and struck hard it is
/// higher at first: springs in space are not linear.
#[test]
fn it_rings_as_it_is_written_and_bends_when_struck_hard() {
    let soft = [("velocity", "0.02")];
    let found = peak(&struck(&soft), lowest());
    assert!((found - lowest()).abs() < 0.5, "{found} {}", lowest());
    let fifth = [&soft[..], &[("body.tuning", "1.5")]].concat();
    let found = peak(&struck(&fifth), 1.5 * lowest());
    assert!((found - 1.5 * lowest()).abs() < 0.7, "{found}");
    let hard = struck(&[("velocity", "20"), ("strike", "0.3"), ("level", "-30")]);
    let [early, late] = [&hard[1000..12_000], &hard[13_000..]].map(|own| peak(own, lowest() + 8.0));
    assert!(
        early > lowest() + 3.0 && early > late + 0.3,
        "{early} {late}"
    );
}

/// Struck again while it rings it answers otherwise, so that it is one body for all blows; a recorded
/// cup is not.
#[test]
fn it_is_one_body() {
    let network = params_of("impact", &FILE, STRING).unwrap();
    assert!(!urto::sound::superposes(network.as_ref()));
    let cup = "urto = \"modal/1\"\nmodes = [{ frequency = 1320, decay = 0.4, mass = 0.03 }]\n";
    let cup = params_of("impact", &FILE, cup).unwrap();
    assert!(urto::sound::superposes(cup.as_ref()));
}

/// A live change of tuning goes through the sound to the network.
#[test]
fn a_sound_bends_it() {
    let settings = [&FILE[..], &[("velocity", "0.02")]].concat();
    let mut sound = sound_of("impact", &settings, STRING, RATE);
    let tuning = catalogue()
        .sound("impact")
        .unwrap()
        .table
        .find("body.tuning");
    sound.event(0, Event::trigger(1.0));
    let mut heard = vec![0.0; 24_000];
    sound.render(&[], &mut [&mut heard]);
    sound.set(&tuning.unwrap(), &Value::Number(1.25));
    sound.render(&[], &mut [&mut heard]);
    let found = peak(&heard[8000..], 1.25 * lowest());
    assert!((found - 1.25 * lowest()).abs() < 1.0, "{found}");
}

/// Another file while it sounds: the new network is struck, and nothing breaks.
#[test]
fn the_file_may_change_while_it_sounds() {
    let mut sound = sound_of("impact", &FILE, STRING, RATE);
    sound.event(0, Event::trigger(1.0));
    let mut heard = vec![0.0; 24_000];
    sound.render(&[], &mut [&mut heard[..4800]]);
    let higher = STRING.replace("mass = 1e-4", "mass = 2.5e-5");
    let params = params_of(
        "impact",
        &[&FILE[..1], &[("body.file", "b.mi.toml")]].concat(),
        &higher,
    );
    let params = params.unwrap();
    let file = params.table().find("body.file").unwrap();
    sound.set(&file, &params.value(&file).unwrap());
    sound.prepare(Rate::new(RATE).unwrap(), 4096);
    sound.event(0, Event::trigger(1.0));
    sound.render(&[], &mut [&mut heard]);
    assert_eq!((sound.notes().len(), sound.health().non_finite), (0, 0));
    // Masses a quarter as heavy: an octave higher.
    let found = peak(&heard[4800..], 2.0 * lowest());
    assert!((found - 2.0 * lowest()).abs() < 1.0, "{found}");
}

/// What cannot be a body, or not at this rate, is told in a sentence.
#[test]
fn what_does_not_fit_is_told() {
    let told = |text: &str| params_of("impact", &FILE, text).err().unwrap();
    let no_mass = told("urto = \"mi/1\"\n");
    assert_eq!(
        no_mass,
        "body.file: the network 'it.mi.toml' cannot be a body: it has no mass that moves; add masses \
         that are not fixed"
    );
    let wrong = told(&STRING.replace("count = 33", "count = 0"));
    assert!(
        wrong.starts_with("body.file: it.mi.toml:5: row/0/count"),
        "{wrong}"
    );
    let axis = told(&format!("{STRING}[body]\naxis = [0, 0, 0]\n"));
    assert!(
        axis.contains("it.mi.toml:12: body.axis: an axis is not zero"),
        "{axis}"
    );
    let line = told(&format!("{STRING}[body]\nmasses = [\"wire.99\"]\n"));
    assert!(line.contains("there is no mass 'wire.99'"), "{line}");
    // Too stiff for slow steps: silent, with a note that says which would do.
    let stiff = STRING
        .replace("stiffness = 4e4", "stiffness = 1e5")
        .replace("0.0194", "0.01999");
    let sound = sound_of("impact", &FILE, &stiff, 16_000.0);
    let notes = sound.notes().join(" ");
    assert!(
        notes.contains("do not carry the network 'it.mi.toml'; choose a rate of 44100 Hz"),
        "{notes}"
    );
    assert_eq!(sound_of("impact", &FILE, &stiff, RATE).notes(), [""; 0]);
}

/// `[body]` says where it is touched: at its middle mass, every second tone is missing.
#[test]
fn the_file_says_where_it_is_touched() {
    let middle = format!("{STRING}[body]\nmasses = [\"wire.16\"]\naxis = [0, 1, 0]\n");
    let heard = |text: &str| {
        let settings = [&FILE[..], &[("velocity", "0.02")]].concat();
        let mut sound = sound_of("impact", &settings, text, RATE);
        sound.event(0, Event::trigger(1.0));
        let mut heard = vec![0.0; 24_000];
        sound.render(&[], &mut [&mut heard]);
        let level = |hertz: f64| {
            let turn = urto::math::TAU * hertz / RATE;
            let tone = heard[4800..].iter().enumerate();
            let (x, y) = tone.fold((0.0, 0.0), |(x, y), (n, own)| {
                let (own, angle) = (f64::from(*own), turn * n as f64);
                (
                    x + own * urto::math::cos(angle),
                    y + own * urto::math::sin(angle),
                )
            });
            (x * x + y * y).sqrt()
        };
        level(2.0 * lowest()) / level(lowest())
    };
    let (anywhere, there) = (heard(STRING), heard(&middle));
    assert!(
        anywhere > 0.1 && there < 0.1 * anywhere,
        "{anywhere} {there}"
    );
}

/// A spring behind a sound: louder and longer, still finite, and passed by when it is off.
#[test]
fn a_spring_may_be_behind_any_sound() {
    let render = |settings: &[(&str, &str)]| {
        let mut sound = sound_of("impact", settings, "", RATE);
        sound.event(0, Event::trigger(1.0));
        let mut heard = vec![0.0; 48_000];
        sound.render(&[], &mut [&mut heard]);
        let health = sound.health();
        assert_eq!((health.non_finite, health.clamped), (0, 0));
        heard
    };
    let dry = render(&[("space", "none"), ("body.ringing", "0.1")]);
    let off = render(&[("space", "spring"), ("body.ringing", "0.1")]);
    assert_eq!(dry, off);
    let wet = render(&[
        ("space", "spring"),
        ("spring.level", "1"),
        ("body.ringing", "0.1"),
    ]);
    let power = |heard: &[f32]| {
        heard[24_000..]
            .iter()
            .map(|x| f64::from(x * x))
            .sum::<f64>()
    };
    assert!(
        power(&wet) > 1e3 * power(&dry),
        "{} {}",
        power(&wet),
        power(&dry)
    );
}
