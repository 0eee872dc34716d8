//! One to sixteen outputs: every instance where it was put, sums that are sums, blocks of any
//! size.

use urto::Rate;
use urto::math::{cos, sin};
use urto::rng::Rng;
use urto_engine::{Desk, Edit, Engine, MOST_CHANNELS, Offline, Order, SLOTS, Take, Workshop};
use urto_file::Shelf;

const HERTZ: f64 = 48_000.0;
const FRAMES: usize = 4000;

struct Host {
    desk: Desk,
    engine: Engine,
    workshop: Workshop,
}

impl Host {
    fn new(channels: usize) -> Self {
        let rate = Rate::new(HERTZ).unwrap();
        Self {
            desk: Desk::new(),
            engine: Engine::with_channels(rate, SLOTS + 1, channels),
            workshop: Workshop::new(rate, SLOTS + 1),
        }
    }

    fn apply(&mut self, line: &str) {
        let edit = Edit::parse(line).unwrap();
        let orders = self.desk.apply(&edit);
        for order in orders.unwrap_or_else(|why| panic!("{line}: {why}")) {
            let command = self.workshop.command(&order).unwrap();
            assert!(self.engine.tell(0, command).is_ok());
        }
    }

    /// Strikes N instances, once faders have come to rest, and listens.
    fn strike(&mut self, count: usize, blocks: &mut dyn FnMut() -> usize) -> Vec<Vec<f32>> {
        self.play(&mut || 1000);
        for id in 1..=count {
            self.apply(&format!("trigger {id} 1.0"));
        }
        self.play(blocks)
    }

    fn play(&mut self, blocks: &mut dyn FnMut() -> usize) -> Vec<Vec<f32>> {
        let mut heard = vec![vec![0.0; FRAMES]; self.engine.channels()];
        let mut at = 0;
        while at < FRAMES {
            let end = (at + blocks()).min(FRAMES);
            let mut outputs: Vec<&mut [f32]> =
                heard.iter_mut().map(|out| &mut out[at..end]).collect();
            self.engine.render(&mut outputs);
            at = end;
        }
        heard
    }
}

/// The nth of sixteen instances, none of which sounds like another, hard to one side.
fn lines(number: usize, id: usize) -> Vec<String> {
    vec![
        "add impact".to_owned(),
        format!("set {id} body.size \"{} cm\"", 10 + 2 * number),
        format!("pan {id} -1.0"),
        format!("gain {id} -30.0"),
    ]
}

fn alone(number: usize) -> Vec<f32> {
    let mut host = Host::new(2);
    lines(number, 1).iter().for_each(|line| host.apply(line));
    let mut heard = host.strike(1, &mut || 128);
    assert!(heard[1].iter().all(|x| *x == 0.0));
    heard.remove(0)
}

fn all_together(channels: usize) -> Host {
    let mut host = Host::new(channels);
    host.apply(&format!("channels {channels}"));
    for number in 0..16 {
        lines(number, number + 1)
            .iter()
            .for_each(|line| host.apply(line));
        if channels > number {
            host.apply(&format!("channel {} {number}", number + 1));
        }
    }
    host
}

#[test]
fn every_instance_has_an_output_of_its_own() {
    let expected: Vec<_> = (0..16).map(alone).collect();
    let mut host = all_together(16);
    let heard = host.strike(16, &mut || 128);
    for (number, (heard, expected)) in heard.iter().zip(&expected).enumerate() {
        assert!(heard == expected, "output {number}");
        let peak = expected.iter().fold(0.0f32, |most, x| most.max(x.abs()));
        assert!(peak > 1e-3, "{peak}");
        let (all, own) = (host.engine.master(), host.engine.levels(number).unwrap());
        assert!((all.peak[number] - f64::from(peak)).abs() < 1e-6);
        assert!((own.peak[number] - f64::from(peak)).abs() < 1e-6);
        assert!((0..16).all(|other| other == number || own.peak[other] == 0.0));
    }
    let mut rng = Rng::new(3);
    assert!(all_together(16).strike(16, &mut || 1) == heard);
    assert!(all_together(16).strike(16, &mut || 1 + rng.below(500)) == heard);
}

/// One output takes the sum of everything, whatever the pan.
#[test]
fn one_output_takes_the_sum() {
    let expected: Vec<_> = (0..16).map(alone).collect();
    let heard = all_together(1).strike(16, &mut || 100);
    let mut loudest = 0.0f64;
    for (n, heard) in heard[0].iter().enumerate() {
        let sum: f64 = expected.iter().map(|own| f64::from(own[n])).sum();
        assert!((f64::from(*heard) - sum).abs() < 1e-6, "{heard} {sum}");
        loudest = loudest.max(sum.abs());
    }
    assert!(loudest > 0.01 && loudest < 0.9, "{loudest}");
}

/// Between an output and the next one at equal power; after the last one comes the first.
#[test]
fn pans_lead_to_the_next_output_in_the_ring() {
    let expected = alone(5);
    for (channels, channel, pan) in [(5, 4, 0.0), (5, 1, 0.5), (3, 2, -0.25), (16, 15, 1.0)] {
        let mut host = Host::new(channels);
        host.apply(&format!("channels {channels}"));
        lines(5, 1).iter().for_each(|line| host.apply(line));
        host.apply(&format!("pan 1 {pan:?}"));
        host.apply(&format!("channel 1 {channel}"));
        let heard = host.strike(1, &mut || 333);
        let angle = std::f64::consts::FRAC_PI_4 * (1.0 + pan);
        for (output, heard) in heard.iter().enumerate() {
            let factor = match (output + channels - channel) % channels {
                0 => cos(angle),
                1 => sin(angle),
                _ => 0.0,
            };
            for n in 0..FRAMES {
                let error = f64::from(heard[n]) - factor * f64::from(expected[n]);
                assert!(error.abs() < 1e-7, "{channels} {channel} {pan}: {output}");
            }
        }
    }
}

/// What moves from one output to another fades over, without a step of its own.
#[test]
fn a_move_to_another_output_does_not_click() {
    let mut host = Host::new(4);
    for line in [
        "channels 4",
        "add bowed_string",
        "pan 1 -1.0",
        "trigger 1 1.0",
    ] {
        host.apply(line);
    }
    let steps = |heard: &[f32]| {
        let pairs = heard.windows(2).map(|pair| (pair[1] - pair[0]).abs());
        pairs.fold(0.0, f32::max)
    };
    for _ in 0..6 {
        host.play(&mut || 128);
    }
    let before = host.play(&mut || 128);
    let peak = before[0].iter().fold(0.0f32, |most, x| most.max(x.abs()));
    assert!(peak > 0.02, "{peak}");
    host.apply("channel 1 2");
    let after = host.play(&mut || 128);
    let most = 1.5 * steps(&before[0]) + 1.5 * peak / (0.02 * HERTZ as f32);
    assert!(steps(&after[0]) < most && steps(&after[2]) < most);
    assert!((after[0][0] - before[0][FRAMES - 1]).abs() < most);
    assert!(after[0][960..].iter().all(|x| *x == 0.0));
    assert!(steps(&after[2][960..]) > 0.1 * steps(&before[0]));
}

/// A scene is heard at four places: one output for each, or all of them spread over two.
#[test]
fn a_sound_of_several_channels_takes_several_outputs() {
    let scene = r#"urto = "scene/1"
rate = 48000
[object.bar]
kind = "modal"
modes = [ { frequency = 440, decay = 1.2, mass = 0.02 }, { frequency = 1210, decay = 0.7, mass = 0.02 } ]
points = { a = [1.0, 0.0], b = [0.0, 1.0], c = [0.5, 0.5], d = [1.0, -1.0] }
[object.hammer]
kind = "mass"
mass = 0.01
velocity = 1.0
[contact.hit]
between = ["hammer", "bar@d"]
law = "impact"
[listen]
at = ["bar@a", "bar@b", "bar@c", "bar@d"]
gain = 0.01
"#;
    let play = |channels: usize, channel: usize| {
        let mut host = Host::new(channels);
        host.apply(&format!("channels {channels}"));
        let added = Edit::AddScene {
            name: "bar".to_owned(),
            text: scene.to_owned(),
        };
        host.apply(&added.to_string());
        host.apply(&format!("channel 1 {channel}"));
        host.strike(1, &mut || 77)
    };
    let four = play(4, 0);
    for (a, b) in [(0, 1), (0, 3), (1, 2), (2, 3)] {
        assert!(four[a] != four[b], "{a} {b}");
    }
    assert!(four[3].iter().any(|x| x.abs() > 1e-4));
    // Each goes to one output, a place on.
    let moved = play(6, 5);
    for (own, heard) in four.iter().enumerate() {
        assert!(moved[(5 + own) % 6] == *heard, "{own}");
    }
    // In two outputs the first is left, the last is right, the others between, at half the power.
    let two = play(2, 0);
    let half = 0.5f64.sqrt();
    let near = |share: f64| cos(std::f64::consts::FRAC_PI_2 * share) * half;
    for n in 0..FRAMES {
        let [a, b, c, d] = [0, 1, 2, 3].map(|own| f64::from(four[own][n]));
        let left = half * a + near(1.0 / 3.0) * b + near(2.0 / 3.0) * c;
        let right = near(2.0 / 3.0) * b + near(1.0 / 3.0) * c + half * d;
        assert!((f64::from(two[0][n]) - left).abs() < 1e-6);
        assert!((f64::from(two[1][n]) - right).abs() < 1e-6);
    }
}

/// Two places of one plate are left and right; the pan is their balance.
#[test]
fn pickups_are_heard_left_and_right() {
    let play = |lines: &[&str]| {
        let mut host = Host::new(2);
        for line in ["add impact", "set 1 body.kind plate", "set 1 pickup 0.2"] {
            host.apply(line);
        }
        lines.iter().for_each(|line| host.apply(line));
        host.strike(1, &mut || 100)
    };
    let one = play(&[]);
    let pickups = "set 1 pickups \"[{ place = 0.7 }]\"";
    let two = play(&[pickups]);
    assert!(one[0] == one[1] && one[0] == two[0]);
    let aside = two[0].iter().zip(&two[1]);
    let aside = aside.fold(0.0f32, |most, (a, b)| most.max((a - b).abs()));
    assert!(aside > 0.01, "{aside}");
    let left = play(&[pickups, "pan 1 -1.0"]);
    assert!(left[1].iter().all(|x| *x == 0.0));
    // Half the power more than in the middle.
    for (left, middle) in left[0].iter().zip(&two[0]) {
        assert!((left - 2f32.sqrt() * middle).abs() < 1e-5);
    }
}

/// Pickups that say where they are heard are heard there, at equal power.
#[test]
fn pickups_have_pans_of_their_own() {
    let play = |lines: &[&str]| {
        let mut host = Host::new(2);
        for line in [
            "add impact",
            "set 1 body.kind plate",
            "set 1 pickup 0.2",
            "set 1 pickups \"[{ place = 0.7, pan = -0.5 }]\"",
        ] {
            host.apply(line);
        }
        lines.iter().for_each(|line| host.apply(line));
        host.strike(1, &mut || 100)
    };
    let even = play(&[]);
    // Without a word of it pans are not looked at.
    assert!(play(&["set 1 pan 0.25"]) == even);
    let own = play(&["set 1 panning own", "set 1 pan 0.25"]);
    // Two that are spread evenly are hard left and hard right.
    let [first, second] = [0.25, -0.5].map(|pan| std::f64::consts::FRAC_PI_4 * (1.0 + pan));
    for n in 0..FRAMES {
        let [a, b] = [0, 1].map(|channel| f64::from(even[channel][n]));
        let left = cos(first) * a + cos(second) * b;
        let right = sin(first) * a + sin(second) * b;
        assert!((f64::from(own[0][n]) - left).abs() < 1e-6);
        assert!((f64::from(own[1][n]) - right).abs() < 1e-6);
    }
    let swapped = play(&[
        "set 1 panning own",
        "set 1 pan 1.0",
        "set 1 pickups/0/pan -1.0",
    ]);
    assert!(swapped[0] == even[1] && swapped[1] == even[0]);
}

#[test]
fn takes_and_files_keep_outputs() {
    let mut host = all_together(16);
    let text = host.desk.project_text();
    assert!(text.contains("\nchannels = 16\n") && text.contains("\nchannel = 15\n"));
    assert!(!text.contains("channel = 0"));
    let rate = Rate::new(HERTZ).unwrap();
    let mut live = Host::new(16);
    let mut follow = |order: &Order| {
        let command = live.workshop.command(order).unwrap();
        assert!(live.engine.tell(0, command).is_ok());
    };
    host.desk.start_take().iter().for_each(&mut follow);
    for number in 0..16 {
        let order = Order::parse(&format!("trigger {number} 1.0 -")).unwrap();
        follow(&order);
        host.desk.note(0, order);
    }
    let take = host.desk.end_take(FRAMES as u64, rate).unwrap();
    let project = urto_file::read_project("take", take.as_bytes()).unwrap();
    let take = Take::of(&project).unwrap().unwrap();
    let mut offline = Offline::of(&take, Shelf::default()).unwrap();
    let mut again = vec![vec![0.0; FRAMES]; offline.channels()];
    let mut outputs: Vec<&mut [f32]> = again.iter_mut().map(|out| &mut out[..]).collect();
    offline.render(&mut outputs);
    assert!(live.play(&mut || 64) == again);
    assert!(again.iter().all(|own| own.iter().any(|x| x.abs() > 1e-3)));
    let mut desk = Desk::new();
    let open = Edit::Open {
        file: "again.toml".to_owned(),
        text: text.clone(),
    };
    desk.apply(&open).unwrap();
    assert_eq!(desk.project_text(), text);
}

#[test]
fn outputs_that_are_not_there_are_refused_in_words() {
    let mut host = Host::new(2);
    host.apply("add impact");
    let mut refuse = |line: &str, why: &str| {
        let before = host.desk.project_text();
        let told = host.desk.apply(&Edit::parse(line).unwrap()).unwrap_err();
        assert_eq!(told.to_string(), why);
        assert_eq!(host.desk.project_text(), before);
    };
    refuse(
        "channel 1 2",
        "there is no output 2; this project has 0 to 1",
    );
    refuse("channels 0", "a project has 1 to 16 outputs, not 0");
    refuse("channels 17", "a project has 1 to 16 outputs, not 17");
    // Fewer outputs than before: the ring brings it back; undone, all is as it was.
    for line in ["channels 8", "channel 1 5"] {
        host.apply(line);
    }
    let before = host.desk.project_text();
    host.apply("channels 3");
    assert_eq!(host.desk.document().instances[0].channel, 2);
    host.apply("undo");
    assert_eq!(host.desk.project_text(), before);
    let wrong = [
        ("channels = 8", "channels = 17", "from 1 to 16"),
        ("channels = 8", "channels = 0", "from 1 to 16"),
        ("channels = 8", "channels = 2.5", "from 1 to 16"),
        ("channels = 8", "channels = 4", "from 0 to 3"),
        ("channel = 5", "channel = 8", "from 0 to 7"),
        ("channel = 5", "channel = -1", "from 0 to 7"),
    ];
    for (from, to, why) in wrong {
        let text = before.replace(from, to);
        let told = urto_file::read_project("x.toml", text.as_bytes());
        let told = told
            .err()
            .map(|error| error.to_string())
            .unwrap_or_default();
        assert!(told.contains(why), "{to}: {told}");
    }
    // The engine itself does not trust its callers either.
    let health = host.engine.health().clamped;
    let outside = urto_engine::Command::Channel {
        slot: 0,
        channel: MOST_CHANNELS,
    };
    assert!(host.engine.tell(0, outside).is_ok());
    host.play(&mut || 128);
    assert_eq!(host.engine.health().clamped, health + 1);
}
