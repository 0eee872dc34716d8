//! A listener's own ears: a SOFA file behind a sound, in a project's way and in a contact scene, against
//! the sphere from which the file was computed.

use assert_no_alloc::{AllocDisabler, assert_no_alloc, violation_count};
use urto::math::{TAU, atan2, cos, log10, pow, sin};
use urto::param::{Resource, Value};
use urto::{Rate, space::Space};
use urto_file::{Shelf, assign_text, catalogue, load_resources};

#[global_allocator]
static ALLOCATOR: AllocDisabler = AllocDisabler;

/// Made by `make.py` beside them, from Rayleigh's series for a sphere of 8.75 cm, 1.2 m away.
const FILES: [(&str, &[u8]); 3] = [
    (
        "old.sofa",
        include_bytes!("../../urto-sofa/tests/data/sphere_old.sofa"),
    ),
    (
        "new.sofa",
        include_bytes!("../../urto-sofa/tests/data/sphere_new.sofa"),
    ),
    (
        "netcdf.sofa",
        include_bytes!("../../urto-sofa/tests/data/sphere_netcdf.sofa"),
    ),
];

fn shelf() -> Shelf {
    let mut shelf = Shelf::default();
    for (name, bytes) in FILES {
        shelf.put(name, bytes);
    }
    shelf
}

/// A file as the parameter `head.file` holds it.
fn ears(name: &str) -> Value {
    let mut params = (catalogue().sound("impact").unwrap().make)()
        .params()
        .boxed();
    assign_text(params.as_mut(), "head.file", name).unwrap();
    load_resources(params.as_mut(), &mut |name| shelf().fetch(name)).unwrap();
    let id = params.table().find("head.file").unwrap();
    params.value(&id).unwrap()
}

fn head(file: Option<&Value>, azimuth: f64, rate: f64) -> Box<dyn Space> {
    let kind = catalogue().space("head").unwrap();
    let mut head = (kind.make)();
    let mut set = |key: &str, value: &Value| head.set(&kind.table.find(key).unwrap(), value);
    if let Some(file) = file {
        set("file", file);
    }
    set("azimuth", &Value::Number(azimuth));
    head.prepare(Rate::new(rate).unwrap(), 1);
    head.reset(0);
    head
}

fn pass(head: &mut dyn Space, source: &[f64]) -> [Vec<f64>; 2] {
    let (mut left, mut right) = (vec![0.0; source.len()], vec![0.0; source.len()]);
    head.pass(&[source], &mut [&mut left, &mut right]);
    [left, right]
}

fn click(file: Option<&Value>, azimuth: f64, rate: f64) -> [Vec<f64>; 2] {
    let mut source = vec![0.0; 600];
    source[0] = 1.0;
    pass(head(file, azimuth, rate).as_mut(), &source)
}

fn transfer(click: &[f64], hertz: f64, rate: f64) -> [f64; 2] {
    let turn = |n: usize| TAU * hertz / rate * n as f64;
    click
        .iter()
        .enumerate()
        .fold([0.0; 2], |[re, im], (n, own)| {
            [re + own * cos(turn(n)), im + own * sin(turn(n))]
        })
}

/// Power in a third of an octave \[dB\], by nine tones.
fn band(click: &[f64], hertz: f64, rate: f64) -> f64 {
    let tones = (-4..=4).map(|n| transfer(click, hertz * pow(2.0, f64::from(n) / 27.0), rate));
    10.0 * log10(tones.map(|[re, im]| re * re + im * im).sum::<f64>() / 9.0)
}

/// By how much later the left ear hears a tone \[s\].
fn later([left, right]: &[Vec<f64>; 2], hertz: f64, rate: f64) -> f64 {
    let [[a, b], [c, d]] = [left, right].map(|own| transfer(own, hertz, rate));
    atan2(b * c - a * d, a * c + b * d) / (TAU * hertz)
}

/// In measured directions, at the file's rate and another, whatever wrote the file: both ears come within
/// 20 us of each other as on the sphere, and thirds of octaves are as loud within 1 dB, from 500 Hz on:
/// 96 samples do not hold lower tones.
#[test]
fn a_file_of_the_sphere_is_heard_as_the_sphere() {
    for (name, _) in FILES {
        let file = ears(name);
        for rate in [44_100.0, 48_000.0] {
            for azimuth in [0.0, 30.0, 60.0, 90.0, -30.0, -120.0, 180.0] {
                let [found, wanted] = [Some(&file), None].map(|file| click(file, azimuth, rate));
                for hertz in [500.0, 800.0, 1250.0, 2000.0, 3150.0, 5000.0, 8000.0] {
                    let late = later(&found, hertz, rate) - later(&wanted, hertz, rate);
                    let late = late.abs().min((late.abs() - 1.0 / hertz).abs());
                    assert!(late < 20e-6, "{name} {rate} {azimuth} {hertz}: {late} s");
                    for ear in 0..2 {
                        let sphere = band(&wanted[ear], hertz, rate);
                        let apart = band(&found[ear], hertz, rate) - sphere;
                        // 20 dB in the shadow a file of 14 directions and 1.2 m is not asked.
                        assert!(
                            apart.abs() < 1.0 || sphere < -20.0,
                            "{name} {rate} Hz, {azimuth} degrees, {hertz} Hz, ear {ear}: {apart} dB"
                        );
                    }
                }
            }
        }
    }
}

/// Behind a sound as a user asks for it, and nothing allocates while the source moves.
#[test]
fn a_sound_is_heard_by_own_ears() {
    let entry = catalogue().sound("impact").unwrap();
    let mut params = (entry.make)().params().boxed();
    for (key, text) in [
        ("space", "head"),
        ("head.azimuth", "60"),
        ("head.file", "new.sofa"),
    ] {
        assign_text(params.as_mut(), key, text).unwrap();
    }
    load_resources(params.as_mut(), &mut |name| shelf().fetch(name)).unwrap();
    let mut sound = (entry.make)();
    for (id, _) in urto::param::leaves(params.as_ref()) {
        if let Some(value) = params.value(&id) {
            sound.set(&id, &value);
        }
    }
    sound.prepare(Rate::new(48_000.0).unwrap(), 64);
    sound.reset(1);
    sound.event(0, urto::sound::Event::trigger(1.0));
    let azimuth = params.table().find("head.azimuth").unwrap();
    let mut energy = [0.0; 2];
    for n in 0..300 {
        let (mut left, mut right) = ([0.0f32; 64], [0.0f32; 64]);
        assert_no_alloc(|| {
            if n > 200 {
                sound.set(&azimuth, &Value::Number(f64::from(n)));
            }
            sound.render(&[], &mut [&mut left, &mut right]);
        });
        for (sum, own) in energy.iter_mut().zip([left, right]) {
            *sum += own.iter().map(|x| f64::from(x * x)).sum::<f64>();
        }
    }
    assert_eq!(violation_count(), 0);
    assert!(energy[1] > 2.0 * energy[0] && energy[0] > 0.0, "{energy:?}");
    assert_eq!(sound.health().non_finite, 0);
}

/// A file that is missing, of another sort or broken is refused with the key, the file and the reason;
/// the parameters stay as they were.
#[test]
fn what_is_wrong_with_a_file_is_said() {
    let entry = catalogue().sound("impact").unwrap();
    let mut params = (entry.make)().params().boxed();
    let mut said = |bytes: Result<&[u8], &str>| {
        assign_text(params.as_mut(), "head.file", "my.sofa").unwrap();
        let mut fetch = |_: &str| bytes.map(<[u8]>::to_vec).map_err(str::to_owned);
        let why = load_resources(params.as_mut(), &mut fetch).unwrap_err();
        let id = params.table().find("head.file").unwrap();
        let Some(Value::Resource(own)) = params.value(&id) else {
            panic!("it has no file");
        };
        assert!(!own.is_loaded());
        why
    };
    assert_eq!(
        said(Err("there is no such file")),
        "head.file: there is no such file"
    );
    let sentence = "head.file: 'my.sofa': it is no HDF5 file, as SOFA files are; name a file of measured ears (.sofa)";
    assert_eq!(said(Ok(b"urto = \"modal/1\"")), sentence);
    let half = &FILES[2].1[..9000];
    let sentence = "head.file: 'my.sofa': it ends too early; copy it again";
    assert_eq!(said(Ok(half)), sentence);
    for (name, bytes) in FILES {
        assert!(urto_file::check_file(name, bytes).is_ok());
        assert_eq!(urto_file::sort_of_file(bytes), "sofa");
    }
    assert!(
        urto_file::check_file("half", half)
            .unwrap_err()
            .contains("too early")
    );
}

/// A contact scene takes the file in the table of its space.
#[test]
fn a_contact_scene_is_heard_by_own_ears() {
    let text = "urto = \"contact-scene/1\"\nspace = \"head\"\n[head]\nfile = \"old.sofa\"\nradius = 0.09\n\
        [body.table]\nshape = \"plane\"\nmaterial = \"stone\"\n\
        [body.marble]\nshape = \"sphere\"\nradius = \"8 mm\"\nmaterial = \"glass\"\nplace = [0, 0, 0.2]\n";
    let shelf = shelf();
    let read = |text: &str| {
        urto_file::read_contact_scene("drop.toml", text.as_bytes(), &mut |name| shelf.fetch(name))
    };
    let own = read(text).unwrap();
    assert_eq!(own.files, ["old.sofa"]);
    let file = own
        .scene
        .hearing
        .settings
        .iter()
        .find(|(key, _)| key == "file");
    let loaded = |value: &Value| matches!(value, Value::Resource(own) if Resource::is_loaded(own));
    assert!(file.is_some_and(|(_, value)| loaded(value)));
    let why = read(&text.replace("old.sofa", "my.sofa"))
        .unwrap_err()
        .to_string();
    assert!(
        why.starts_with("drop.toml:4: head.file: there is no file 'my.sofa'"),
        "{why}"
    );
}
