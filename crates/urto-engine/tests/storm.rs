//! Ten thousand random messages per second for a minute: every command at random times, with
//! values at random extremes and beyond (NaN, infinities, slots and options that do not exist).
//! Samples stay finite and bounded, nothing allocates, and the same storm in blocks of another
//! size gives the same samples, so that no block's edge is heard.

use assert_no_alloc::{AllocDisabler, assert_no_alloc, violation_count};
use urto::Rate;
use urto::param::{Curve, Kind, ParamId, leaves};
use urto::rng::Rng;
use urto::sound::{Expression, Quality, Sound};
use urto_engine::{
    Command, Engine, MOST_CHANNELS, MOST_ROUTES, Measure, Route, Setting, Source, Tap, TapPoint,
    Voices, Wave,
};

#[global_allocator]
static GUARD: AllocDisabler = AllocDisabler;

const HERTZ: f64 = 48_000.0;
const SLOTS: usize = 6;
/// Messages per second.
const MESSAGES: f64 = 10_000.0;

fn rate() -> Rate {
    Rate::new(HERTZ).unwrap()
}

/// What the storm draws from.
struct Weather {
    rng: Rng,
    /// Every number and choice of every sound, with its range's ends.
    targets: Vec<(ParamId, Vec<Setting>)>,
}

impl Weather {
    fn new(seed: u64) -> Self {
        let mut targets = Vec::new();
        for entry in urto_file::catalogue().sounds() {
            let sound = (entry.make)();
            for (id, spec) in leaves(sound.params()) {
                let ends = match spec.kind {
                    Kind::Number(range) => vec![
                        Setting::Number(range.min),
                        Setting::Number(range.max),
                        Setting::Number(range.default),
                        Setting::Number(range.value_at(0.3)),
                        Setting::Number(range.value_at(0.7)),
                    ],
                    Kind::Choice { options, .. } => {
                        (0..=options.len()).map(Setting::Choice).collect()
                    }
                    _ => vec![Setting::Number(1.0)],
                };
                targets.push((id, ends));
            }
        }
        Self {
            rng: Rng::new(seed),
            targets,
        }
    }

    /// Any number at all.
    fn wild(&mut self) -> f64 {
        let wild = [
            f64::NAN,
            f64::INFINITY,
            f64::NEG_INFINITY,
            0.0,
            -0.0,
            -1.0,
            1e300,
            -1e300,
            1e-310,
        ];
        match self.rng.below(3) {
            0 => wild[self.rng.below(wild.len())],
            _ => 2.0 * self.rng.uniform(),
        }
    }

    fn slot(&mut self) -> usize {
        match self.rng.below(200) {
            0 => usize::MAX,
            1 => SLOTS,
            _ => self.rng.below(SLOTS),
        }
    }

    /// A sound of the registry, as the workshop would build it.
    fn voices(&mut self) -> Box<Voices> {
        let entry =
            urto_file::catalogue().sounds()[self.rng.below(urto_file::catalogue().sounds().len())];
        let seed = self.rng.bits();
        let build = || {
            let mut sound: Box<dyn Sound> = (entry.make)();
            sound.prepare(rate(), 128);
            sound
        };
        Box::new(if entry.is_held() {
            Voices::held(build(), seed, rate())
        } else {
            Voices::struck((0..3).map(|_| build()).collect(), seed, rate())
        })
    }

    /// A route to some number of some sound, which may or may not be what plays there.
    fn route(&mut self) -> Command {
        let number = self.rng.below(MOST_ROUTES + 1);
        let source = match self.rng.below(5) {
            0 if self.rng.below(2) == 0 => Source::Incline {
                gives: urto_engine::Along::Position,
                plane: urto_engine::Incline::of([1.0, 10.0 * self.rng.uniform(), 5.0, 0.01]),
            },
            0 => Source::Input(self.rng.below(2)),
            1 => Source::Oscillator {
                wave: Wave::ALL[self.rng.below(Wave::ALL.len())],
                frequency: 2000.0 * self.rng.uniform(),
                phase: self.rng.uniform(),
            },
            2 => Source::Curve(Curve::new([(0.0, 0.0), (0.01, self.rng.uniform())]).unwrap()),
            _ => Source::Tap {
                instance: self.rng.below(SLOTS + 1) as u32,
                point: TapPoint::ALL[self.rng.below(TapPoint::ALL.len())],
            },
        };
        let measure = Measure::ALL[self.rng.below(2)];
        let amounts = [[1e6, 1.0, -1.0, 0.1][self.rng.below(4)], self.rng.uniform()];
        loop {
            let sounds = urto_file::catalogue().sounds();
            let table = sounds[self.rng.below(sounds.len())].table;
            let keys = table.keys();
            let (key, _) = &keys[self.rng.below(keys.len())];
            let slot = self.rng.below(SLOTS + 1);
            if let Ok(route) = Route::new(source.clone(), slot, table, key, amounts, measure) {
                let route = Box::new(route);
                return Command::Route { number, route };
            }
        }
    }

    fn command(&mut self) -> Command {
        let slot = self.slot();
        let on = self.rng.below(4) == 0;
        match self.rng.below(10_000) {
            0..=4999 => {
                let (id, settings) = &self.targets[self.rng.below(self.targets.len())];
                let (id, setting) = (*id, settings[self.rng.below(settings.len())]);
                let setting = match self.rng.below(20) {
                    0 => Setting::Number(self.wild()),
                    1 => Setting::Choice(usize::MAX),
                    _ => setting,
                };
                Command::Set { slot, id, setting }
            }
            5000..=6499 => Command::Trigger {
                slot,
                strength: self.wild(),
                hold: [None, Some(self.rng.bits() % 5000), Some(u64::MAX)][self.rng.below(3)],
                expression: Expression::default()
                    .with_pitch(self.wild())
                    .with_pressure(self.wild())
                    .with_place(self.wild()),
            },
            6500..=7499 => Command::Release { slot },
            7500..=8299 => Command::Gain {
                slot,
                gain: self.wild(),
            },
            8300..=8899 => Command::Pan {
                slot,
                pan: self.wild(),
            },
            8900..=8949 => Command::Channel {
                slot,
                channel: self.rng.below(MOST_CHANNELS + 1),
            },
            8950..=9199 => Command::Mute { slot, on },
            9200..=9499 => Command::Solo { slot, on },
            9500..=9899 => Command::Master { gain: self.wild() },
            9900..=9919 => self.route(),
            9920..=9929 => Command::Unroute {
                number: self.rng.below(MOST_ROUTES + 1),
            },
            9930..=9969 => Command::Quality([Quality::Exact, Quality::Fast][usize::from(on)]),
            9970..=9979 => Command::Remove { slot },
            9980..=9982 => Command::StopAll,
            9983 if on => Command::Clear,
            9984..=9991 => Command::Release { slot },
            _ => Command::Put {
                slot,
                voices: self.voices(),
            },
        }
    }
}

/// A storm of some seconds, rendered in blocks whose size does not matter; gives a sum over all
/// samples' bits, and the loudest. Commands come in parts of fixed length, at frames in them.
fn storm(
    seed: u64,
    channels: usize,
    seconds: f64,
    blocks: &mut dyn FnMut() -> usize,
) -> (u64, f32) {
    const PART: usize = 1000;
    let mut weather = Weather::new(seed);
    let mut engine = Engine::with_channels(rate(), SLOTS, channels);
    let mut heard = vec![vec![0.0f32; PART]; channels];
    let mut taps = [Tap::default(); 512];
    let (mut sum, mut loudest) = (0u64, 0.0f32);
    for part in 0..(seconds * HERTZ / PART as f64) as usize {
        let count = (MESSAGES * PART as f64 / HERTZ) as usize;
        let mut commands: Vec<(u64, Command)> = Vec::with_capacity(count);
        for _ in 0..count {
            let at = engine.frame() + weather.rng.below(PART) as u64;
            commands.push((at, weather.command()));
        }
        let before = violation_count();
        assert_no_alloc(|| {
            for (at, command) in commands.drain(..) {
                if let Err(refused) = engine.tell(at, command) {
                    // There is room for all of this; nothing may be dropped here.
                    core::mem::forget(refused);
                    unreachable!("the queue is full");
                }
            }
            engine.watch(Some(part / 50 % SLOTS));
            let mut at = 0;
            while at < PART {
                let size = blocks().min(PART - at);
                let mut outputs: [&mut [f32]; MOST_CHANNELS] = Default::default();
                for (output, heard) in outputs.iter_mut().zip(&mut heard) {
                    *output = &mut heard[at..at + size];
                }
                engine.render(&mut outputs[..channels]);
                at += size;
            }
            engine.drain_taps(&mut taps);
            let _ = (engine.master(), engine.levels(0), engine.ledger());
        });
        assert_eq!(
            violation_count() - before,
            0,
            "seed {seed}: allocates in part {part}"
        );
        while engine.take_retired().is_some() {}
        for sample in heard.iter().flatten() {
            assert!(sample.is_finite() && sample.abs() <= 1.0, "{sample}");
            loudest = loudest.max(sample.abs());
            sum = sum.rotate_left(7) ^ u64::from(sample.to_bits());
        }
        let levels = engine.master();
        assert!(
            levels.rms.is_finite() && !levels.lufs.is_nan(),
            "{levels:?}"
        );
    }
    (sum, loudest)
}

/// Eight seconds of it; the whole with `URTO_FULL=1`.
#[test]
fn a_minute_of_storm_does_no_harm() {
    let full = std::env::var("URTO_FULL").is_ok_and(|value| value != "0");
    let seconds = if full { 60.0 } else { 8.0 };
    let (_, loudest) = storm(1, 2, seconds, &mut || 128);
    assert!(loudest > 0.1, "{loudest}");
}

#[test]
fn a_storm_sounds_the_same_in_blocks_of_any_size() {
    // Two of them; all with `URTO_FULL=1`.
    let full = std::env::var("URTO_FULL").is_ok_and(|value| value != "0");
    let storms = [(6, 16), (2, 2), (3, 2), (4, 1), (5, 3), (7, 2)];
    for (seed, channels) in storms.into_iter().take(if full { 6 } else { 2 }) {
        let expected = storm(seed, channels, 1.0, &mut || 128);

        let mut rng = Rng::new(seed);
        for size in [1, 7, 1000] {
            assert_eq!(
                storm(seed, channels, 1.0, &mut || size),
                expected,
                "seed {seed}, blocks of {size}"
            );
        }
        assert_eq!(
            storm(seed, channels, 1.0, &mut || 1 + rng.below(700)),
            expected
        );
    }
}

/// The guard is awake: it counts an allocation.
#[test]
fn the_guard_notices_an_allocation() {
    let before = violation_count();
    assert_no_alloc(|| std::hint::black_box(Vec::<u8>::with_capacity(16)));
    assert!(violation_count() > before);
}
