//! A body of one's own, from outside the library: its maker, its loader, and one line.

use std::sync::Arc;
use urto::Rate;
use urto::body::{BodyLoader, BodyParams, Maker};
use urto::object::Mode;
use urto::param::leaves;
use urto::sound::Event;
use urto_file::{assign_text, catalogue, compose, install, load_resources};

/// A chime: bars of one weight at the pitches that its file lists, one byte each \[20 Hz\].
struct Chime(Vec<u8>);

impl Maker for Chime {
    fn count(&self) -> usize {
        self.0.len()
    }
    fn mode(&self, index: usize, _: &BodyParams) -> Mode {
        Mode {
            frequency: 20.0 * f64::from(self.0[index]),
            decay: 2.0,
            mass: 0.1,
        }
    }
    fn shape(&self, _: usize, _: f64) -> f64 {
        1.0
    }
    fn weight(&self, _: &BodyParams) -> Option<f64> {
        Some(0.1 * self.0.len() as f64)
    }
}

static CHIME: BodyLoader = BodyLoader {
    key: "chime",
    fits: |bytes| bytes.starts_with(b"CHIME"),
    load: |name, bytes| match &bytes[5..] {
        [] => Err(format!("'{name}' ends before its first bar")),
        bars => Ok(Arc::new(Chime(bars.to_vec()))),
    },
};

#[test]
fn a_body_of_another_crate_is_struck() {
    assert!(install(compose().with_body(&CHIME)).is_ok());
    let entry = catalogue().sound("impact").unwrap();
    let mut params = (entry.make)().params().boxed();
    assign_text(params.as_mut(), "body.kind", "file").unwrap();
    assign_text(params.as_mut(), "body.file", "a.chime").unwrap();
    let mut load = |bytes: &[u8]| load_resources(params.as_mut(), &mut |_| Ok(bytes.to_vec()));
    assert_eq!(
        load(b"CHIME").unwrap_err(),
        "body.file: 'a.chime' ends before its first bar"
    );
    assert_eq!(
        load(b"RIFF").unwrap_err(),
        "body.file: 'a.chime' holds no body that is known here (known: modal, chime)"
    );
    load(b"CHIME\x16\x21\x2c").unwrap();

    let mut sound = (entry.make)();
    for (id, _) in leaves(params.as_ref()) {
        sound.set(&id, &params.value(&id).unwrap());
    }
    sound.prepare(Rate::new(48_000.0).unwrap(), 4096);
    sound.event(0, Event::Trigger { strength: 1.0 });
    let mut heard = vec![0.0f32; 24_000];
    sound.render(&[], &mut [&mut heard]);
    // What is heard in the end are its three bars, and nothing between them.
    let level = |hertz: f64| {
        let late = heard[4800..].iter().enumerate();
        let (cos, sin) = late.fold((0.0, 0.0), |(cos, sin), (n, x)| {
            let angle = urto::math::TAU * hertz / 48_000.0 * n as f64;
            let x = f64::from(*x);
            (
                cos + x * urto::math::cos(angle),
                sin + x * urto::math::sin(angle),
            )
        });
        (cos * cos + sin * sin).sqrt()
    };
    for bar in [0x16, 0x21, 0x2c] {
        let hertz = 20.0 * f64::from(bar);
        assert!(level(hertz) > 20.0 * level(hertz + 90.0), "{hertz}");
    }
}
