//! A body, a space and a sound of one's own, from outside the library: each is what it is, and one
//! line where the catalogue is composed.

use std::sync::{Arc, Once};
use urto::body::{BodyLoader, BodyParams, Maker};
use urto::object::Mode;
use urto::param::{Declared, ParamId, Params, Value, leaves};
use urto::sound::{Entry, Event, Signal, Sound, TapSignals, Taps};
use urto::space::{Space, SpaceKind};
use urto::{Health, Ledger, Rate};
use urto_file::{assign_text, catalogue, compose, install, load_resources};
use urto_file::{read_preset, write_preset};

/// The catalogue of this program, with what follows.
fn composed() -> &'static urto::catalogue::Catalogue {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let all = compose()
            .with_body(&CHIME)
            .with_space(&SLAP)
            .with_sound(&BEEP);
        assert!(install(all).is_ok());
    });
    catalogue()
}

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
    let entry = composed().sound("impact").unwrap();
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
        "body.file: 'a.chime' holds no body that is known here (known: modal, network, mesh, chime)"
    );
    load(b"CHIME\x16\x21\x2c").unwrap();

    let mut sound = (entry.make)();
    for (id, _) in leaves(params.as_ref()) {
        sound.set(&id, &params.value(&id).unwrap());
    }
    sound.prepare(Rate::new(48_000.0).unwrap(), 4096);
    sound.event(0, Event::trigger(1.0));
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

urto::params! {
    /// One echo.
    pub struct SlapParams("slap") {
        /// How loud the echo is.
        level: 0.5, Linear(0.0, 1.0), "", Block;
        /// How late it is.
        samples: 100, Integer(1, 1000), "", Rebuild;
    }
}

/// The first channel as it is, and a second one with its echo.
#[derive(Default)]
struct Slap {
    params: SlapParams,
    past: std::collections::VecDeque<f64>,
}

static SLAP: SpaceKind = SpaceKind {
    key: "slap",
    about: "A wall far away.",
    table: &SlapParams::TABLE,
    macros: &[],
    make: || Box::new(Slap::default()),
};

impl Space for Slap {
    fn params(&self) -> &dyn Params {
        &self.params
    }
    fn set(&mut self, id: &ParamId, value: &Value) {
        let _ = self.params.assign(id, value);
    }
    fn channels(&self, _: usize) -> usize {
        2
    }
    fn prepare(&mut self, _: Rate, _: usize) {
        self.past = vec![0.0; self.params.samples as usize].into();
    }
    fn reset(&mut self, _: u64) {
        self.past.iter_mut().for_each(|sample| *sample = 0.0);
    }
    fn pass(&mut self, inputs: &[&[f64]], outputs: &mut [&mut [f64]]) {
        for (n, sample) in inputs[0].iter().enumerate() {
            self.past.push_back(*sample);
            outputs[0][n] = *sample;
            outputs[1][n] = self.params.level * self.past.pop_front().unwrap_or(0.0);
        }
    }
    fn tail(&self) -> f64 {
        0.1
    }
}

urto::params! {
    /// A beep.
    pub struct BeepParams("beep") {
        /// How long a period is.
        period: 40, Integer(2, 1000), "", Event;
        /// A key that a space has too.
        room: 1.0, Linear(0.0, 1.0), "", Event;
    }
}

/// A square wave from its first trigger on: a sound without a network or a player.
#[derive(Default)]
struct Beep {
    params: BeepParams,
    clock: i64,
    starts: Option<i64>,
}

static BEEP: Entry = Entry {
    key: "beep",
    title: "Beep",
    hear: "A square wave.",
    family: urto::sound::Family::Machines,
    form: urto::sound::Form::Process,
    built_on: &["chance"],
    table: &BeepParams::TABLE,
    make: &|| Box::new(Beep::default()),
    seconds: 1.0,
    release: None,
    pad: urto::sounds::impact::ENTRY.pad,
    expression: urto::sound::ExpressionKeys::NONE,
};

impl Sound for Beep {
    fn params(&self) -> &dyn Params {
        &self.params
    }
    fn prepare(&mut self, _: Rate, _: usize) {
        self.reset(0);
    }
    fn reset(&mut self, _: u64) {
        (self.clock, self.starts) = (0, None);
    }
    fn set(&mut self, id: &ParamId, value: &Value) {
        urto::param::put(&mut self.params, id, value);
    }
    fn event(&mut self, at: usize, _: Event) {
        self.starts.get_or_insert(self.clock + at as i64);
    }
    fn render_tapped(&mut self, _: &[Signal], outputs: &mut [&mut [f32]], _: &mut TapSignals) {
        for n in 0..outputs[0].len() {
            let since = self.starts.map_or(-1, |starts| self.clock - starts);
            let high = since % self.params.period < self.params.period / 2;
            let sample = if since < 0 {
                0.0
            } else if high {
                0.25
            } else {
                -0.25
            };
            outputs.iter_mut().for_each(|out| out[n] = sample);
            self.clock += 1;
        }
    }
    fn taps(&self) -> Taps {
        Taps::default()
    }
    fn tail(&self) -> f64 {
        0.0
    }
    fn health(&self) -> Health {
        Health::default()
    }
    fn ledger(&self) -> Ledger {
        Ledger::default()
    }
    fn notes(&self) -> Vec<String> {
        Vec::new()
    }
}

/// Own sounds in own spaces, by files: the second channel is the first, later and softer.
#[test]
fn any_sound_is_heard_in_a_space_of_another_crate() {
    for key in ["beep", "impact", "footsteps"] {
        let text = format!(
            "urto = \"preset/1\"\nname = \"echo\"\nsound = \"{key}\"\n\
             [params]\nspace = \"slap\"\nslap.samples = 150\nslap.level = 0.25\n"
        );
        composed();
        let preset = read_preset("echo", text.as_bytes()).unwrap();
        let written = write_preset(&preset, false);
        assert!(written.contains("space = \"slap\""), "{written}");
        let again = read_preset("echo", written.as_bytes()).unwrap();
        for preset in [preset, again] {
            let rate = Rate::new(48_000.0).unwrap();
            let mut sound = preset.start(rate, 512, 1.0, 0).unwrap();
            assert_eq!(sound.channels(), 2);
            let (mut dry, mut late) = (vec![0.0f32; 24_000], vec![0.0f32; 24_000]);
            for part in 0..100 {
                let part = 240 * part..240 * part + 240;
                sound.render(&[], &mut [&mut dry[part.clone()], &mut late[part]]);
            }
            assert!(dry.iter().any(|x| x.abs() > 0.05), "{key}");
            assert!(late[..150].iter().all(|x| *x == 0.0));
            for (dry, late) in dry.iter().zip(&late[150..]) {
                assert!((0.25 * dry - late).abs() < 1e-6, "{key}: {dry} {late}");
            }
        }
    }
}

/// A key that a sound has itself is the sound's.
#[test]
fn a_sounds_own_key_goes_before_that_of_a_space() {
    let beep = composed().sound("beep").unwrap();
    assert_eq!(
        beep.table.find("room").unwrap(),
        BeepParams::TABLE.find("room").unwrap()
    );
    assert!(beep.table.find("room.level").is_err() && beep.table.find("slap.level").is_ok());
    assert!(beep.table.find_macro("distance").is_none());
    beep.table.check();
}
