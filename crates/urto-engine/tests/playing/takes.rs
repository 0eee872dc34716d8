//! What was played is rendered again from its file, bit for bit: random edits and gestures on
//! random instances, in blocks of random sizes and in both qualities.

use urto::Rate;
use urto::param::{Kind, leaves};
use urto::rng::Rng;
use urto::sound::Expression;
use urto_engine::{Desk, Edit, Engine, Offline, Order, PREVIEW, SLOTS, Take, Workshop};

/// A host that plays and records.
struct Live {
    desk: Desk,
    engine: Engine,
    workshop: Workshop,
    /// The take's first frame.
    first: u64,
    heard: [Vec<f32>; 2],
}

impl Live {
    fn new(rate: Rate) -> Self {
        Self {
            desk: Desk::new(),
            engine: Engine::new(rate, SLOTS + 1),
            workshop: Workshop::new(rate, SLOTS + 1),
            first: 0,
            heard: [Vec::new(), Vec::new()],
        }
    }

    fn follow(&mut self, orders: Vec<Order>) {
        for order in orders {
            // Orders travel as text.
            let order = Order::parse(&order.to_string()).unwrap();
            let now = self.engine.frame();
            let command = self.workshop.command(&order).unwrap();
            assert!(self.engine.tell(now, command).is_ok());
            self.desk.note(now - self.first, order);
        }
    }

    fn apply(&mut self, edit: Edit) {
        let edit = Edit::parse(&edit.to_string()).unwrap();
        let orders = self
            .desk
            .apply(&edit)
            .unwrap_or_else(|why| panic!("{edit}: {why}"));
        self.follow(orders);
    }

    fn play(&mut self, frames: usize) {
        let (mut left, mut right) = (vec![0.0; frames], vec![0.0; frames]);
        self.engine.render(&mut [&mut left, &mut right]);
        while self.engine.take_retired().is_some() {}
        self.heard[0].extend(left);
        self.heard[1].extend(right);
    }

    fn record(&mut self) {
        let orders = self.desk.start_take();
        self.first = self.engine.frame();
        for order in orders {
            let command = self.workshop.command(&order).unwrap();
            assert!(self.engine.tell(self.first, command).is_ok());
        }
        self.heard = [Vec::new(), Vec::new()];
    }
}

/// Some edit of some instance, as a user might make it.
fn any_edit(desk: &Desk, rng: &mut Rng) -> Edit {
    let all = &desk.document().instances;
    let own = &all[rng.below(all.len())];
    let id = own.id;
    let keys = leaves(&*own.values);
    let numbers: Vec<String> = keys
        .iter()
        .filter(|(_, spec)| matches!(spec.kind, Kind::Number(_)))
        .filter_map(|(at, _)| own.values.table().key_of(at))
        .collect();
    let key = numbers[rng.below(numbers.len())].clone();
    let x = rng.uniform();
    match rng.below(24) {
        0..=5 => Edit::Trigger {
            id,
            strength: 2.0 * x,
            expression: match rng.below(3) {
                0 => Expression::default().with_pitch(0.5 + x),
                1 => Expression::default().with_place(x).with_pressure(2.0 * x),
                _ => Expression::default(),
            },
        },
        6 => Edit::Release { id },
        7..=9 => Edit::Position {
            id,
            key,
            position: x,
        },
        10 => Edit::Gesture {
            id,
            x: Some(x),
            y: Some(rng.uniform()),
        },
        11 => {
            let macros = own.values.table().macros;
            let key = macros[rng.below(macros.len())].key.to_owned();
            Edit::Macro {
                id,
                key,
                position: 100.0 * x,
            }
        }
        12 => Edit::Gain {
            id,
            decibels: -60.0 + 72.0 * x,
        },
        13 => Edit::Pan {
            id,
            pan: 2.0 * x - 1.0,
        },
        14 => Edit::Mute { id, on: x < 0.5 },
        15 => Edit::Solo { id, on: x < 0.3 },
        16 => Edit::Vary {
            id,
            amount: x,
            seed: rng.bits(),
        },
        17 if all.len() > 2 => Edit::Remove { id },
        18 => Edit::Undo,
        19 => Edit::Redo,
        20 => Edit::Voices {
            id,
            count: 1 + rng.below(3),
        },
        21 => Edit::Audition {
            name: "wine glass".into(),
        },
        22 if x < 0.3 => Edit::Stop,
        23 if all.len() < 6 => Edit::Duplicate { id },
        _ => Edit::Master {
            decibels: -12.0 * x,
        },
    }
}

/// Plays, renders again, compares; tells the loudest sample.
fn take(seed: u64, quality: &str) -> f32 {
    let rate = Rate::new([44_100.0, 48_000.0][seed as usize % 2]).unwrap();
    let rng = &mut Rng::new(seed);
    let mut live = Live::new(rate);
    live.apply(Edit::parse(&format!("quality {quality}")).unwrap());
    for _ in 0..4 {
        let name = urto_file::catalogue().sounds()
            [rng.below(urto_file::catalogue().sounds().len())]
        .key
        .to_owned();
        live.apply(Edit::Add { name });
    }
    // Something rings and moves when the take starts; it must not matter.
    for _ in 0..20 {
        let edit = any_edit(&live.desk, rng);
        live.apply(edit);
        live.play(1 + rng.below(2000));
    }
    live.record();
    for _ in 0..60 {
        for _ in 0..rng.below(3) {
            let edit = any_edit(&live.desk, rng);
            live.apply(edit);
        }
        let most = [200, 3000][rng.below(2)];
        live.play(1 + rng.below(most));
    }
    let frames = live.engine.frame() - live.first;
    let text = live.desk.end_take(frames, rate).unwrap();
    let loudest = live
        .heard
        .iter()
        .flatten()
        .fold(0.0f32, |most, x| most.max(x.abs()));
    assert!(loudest <= 1.0, "seed {seed}: {loudest}");

    let project = urto_file::read_project("take", text.as_bytes()).unwrap();
    assert_eq!(urto_file::write_project(&project), text);
    let take = Take::of(&project).unwrap().unwrap();
    assert_eq!((take.frames, take.rate), (frames, rate));
    for block in [frames as usize, 333] {
        let mut offline = Offline::new(&take.start, &take.score, frames, rate).unwrap();
        let mut at = 0;
        while at < frames as usize {
            let count = block.min(frames as usize - at);
            let (mut left, mut right) = (vec![0.0; count], vec![0.0; count]);
            offline.render(&mut [&mut left, &mut right]);
            for (own, again) in live.heard.iter().zip([left, right]) {
                let own = &own[at..at + count];
                let mut both = own.iter().zip(&again);
                let other = both.position(|(a, b)| a.to_bits() != b.to_bits());
                assert_eq!(other, None, "seed {seed}, from frame {at}");
            }
            at += count;
        }
        assert!(offline.problems().is_empty(), "{:?}", offline.problems());
    }
    loudest
}

#[test]
fn exact_takes_are_rendered_again_bit_for_bit() {
    let loud = (0..8).filter(|seed| take(*seed, "exact") > 0.01);
    assert!(loud.count() >= 4);
}

#[test]
fn fast_takes_are_rendered_again_bit_for_bit() {
    let loud = (8..16).filter(|seed| take(*seed, "fast") > 0.01);
    assert!(loud.count() >= 4);
}

/// A preset that is struck once sounds as the same preset rendered alone, but for the mixer,
/// also where chance has a say.
#[test]
fn one_blow_is_the_preset_itself() {
    for name in ["wine glass", "window breaking", "coffee mug on table"] {
        strike_once(name);
    }
}

fn strike_once(name: &str) {
    let rate = Rate::new(48_000.0).unwrap();
    let preset = urto_file::find_preset(name).unwrap().unwrap();
    let mut alone = preset
        .start(rate, 512, 1.0, preset.seed.unwrap_or(0))
        .unwrap();
    let mut expected = vec![0.0; 48_000];
    alone.render(&[], &mut [&mut expected]);
    let mut live = Live::new(rate);
    for line in ["quality exact", &format!("add {name:?}"), "pan 1 -1.0"] {
        live.apply(Edit::parse(line).unwrap());
    }
    // Until the mixer stands still.
    live.play(1000);
    live.apply(Edit::parse("trigger 1 1.0").unwrap());
    live.play(48_000);
    assert!(live.heard[0][1000..] == expected);
    assert!(live.heard[1].iter().all(|x| *x == 0.0));
    // In the preview it is the same, in the middle.
    let mut live = Live::new(rate);
    live.apply(Edit::parse("quality exact").unwrap());
    live.apply(Edit::parse(&format!("audition {name:?}")).unwrap());
    live.play(4800);
    assert!(live.heard[0] == live.heard[1]);
    let middle = 0.5f64.sqrt();
    for (heard, expected) in live.heard[0].iter().zip(&expected) {
        assert!((f64::from(*heard) - middle * f64::from(*expected)).abs() < 1e-7);
    }
    assert!(live.engine.levels(PREVIEW).unwrap().lufs > -60.0);
}
