//! Routes: sample-exact in dependency order, a loop costs one block, a step is heard at once.

use urto::Rate;
use urto::param::number_of;
use urto::sound::{Event, Signal, Sound};
use urto_engine::{Desk, Edit, Engine, Offline, SLOTS, Take, Workshop};

const HERTZ: f64 = 48_000.0;
const FRAMES: usize = 9600;
/// Two instances that rub, heard on one side each.
const PAIR: [&str; 4] = ["add squeaking_door", "add braking", "pan 1 -1", "pan 2 1"];

fn rate() -> Rate {
    Rate::new(HERTZ).unwrap()
}

struct Host {
    desk: Desk,
    workshop: Workshop,
    engine: Engine,
}

impl Host {
    fn new(lines: &[&str]) -> Self {
        let mut own = Self {
            desk: Desk::new(),
            workshop: Workshop::new(rate(), SLOTS + 1),
            engine: Engine::new(rate(), SLOTS + 1),
        };
        own.follow("quality exact");
        lines.iter().for_each(|line| own.follow(line));
        // Until faders stand where they were put.
        own.render(&[], FRAMES);
        own
    }

    fn follow(&mut self, line: &str) {
        let edit = Edit::parse(line).unwrap_or_else(|why| panic!("{line}: {why}"));
        assert_eq!(Edit::parse(&edit.to_string()).unwrap(), edit);
        let orders = self.desk.apply(&edit);
        for order in orders.unwrap_or_else(|why| panic!("{line}: {why}")) {
            let now = self.engine.frame();
            self.desk.note(now, order.clone());
            let command = self.workshop.command(&order).unwrap();
            assert!(self.engine.tell(now, command).is_ok());
        }
    }

    /// What is heard left and right, with an input.
    fn render(&mut self, input: &[f32], size: usize) -> [Vec<f32>; 2] {
        let (mut left, mut right) = (vec![0.0; FRAMES], vec![0.0; FRAMES]);
        let mut at = 0;
        while at < FRAMES {
            let part = at..(at + size).min(FRAMES);
            let input = input.get(part.clone()).unwrap_or(&[]);
            let (left, right) = (&mut left[part.clone()], &mut right[part.clone()]);
            self.engine.render_with(&[input], &mut [left, right]);
            at = part.end;
        }
        [left, right]
    }

    fn refused(&mut self, line: &str) -> String {
        let before = self.desk.project_text();
        let refused = self.desk.apply(&Edit::parse(line).unwrap());
        assert_eq!(before, self.desk.project_text());
        refused.unwrap_err().to_string()
    }
}

/// A sound alone, with its gesture begun.
fn alone(key: &str) -> Box<dyn Sound> {
    let mut sound = (urto::sounds::find(key).unwrap().make)();
    sound.prepare(rate(), 128);
    sound.reset(0);
    sound.event(0, Event::trigger(1.0));
    sound
}

/// One sample of a sound whose pressure is moved from what is set.
fn sample(sound: &mut dyn Sound, key: &str, moved: f64) -> f32 {
    let id = sound.params().table().find(key).unwrap();
    let (set, range) = number_of(sound.params(), &id).unwrap();
    let values = &[range.clamp(set + moved) as f32];
    let mut out = [0.0];
    sound.render(&[Signal { id, values }], &mut [&mut out]);
    out[0]
}

#[test]
fn a_route_is_sample_exact_in_whatever_order_the_instances_stand() {
    // The second instance moves the first, so that it must play before it.
    let mut host = Host::new(&PAIR);
    host.follow("route tap 2 force 1 pressure 0.05 0.5 units");
    host.follow("trigger 1 1");
    host.follow("trigger 2 1");
    let [door, brake] = host.render(&[], 500);
    let (mut first, mut second) = (alone("squeaking_door"), alone("braking"));
    let mut pushed = false;
    for n in 0..FRAMES {
        let mut out = [0.0];
        second.render(&[], &mut [&mut out]);
        assert_eq!(out[0], brake[n], "sample {n}");
        let force = second.touch().force as f32;
        pushed |= force != 0.0;
        let heard = sample(first.as_mut(), "pressure", 0.05 * f64::from(force) + 0.5);
        assert_eq!(heard, door[n], "sample {n}");
    }
    assert!(pushed);
}

#[test]
fn a_loop_costs_exactly_one_block() {
    let mut host = Host::new(&PAIR);
    host.follow("route tap 1 force 2 pressure 2 0 units");
    host.follow("route tap 2 speed 1 pressure -0.5 0 units");
    host.follow("trigger 1 1");
    host.follow("trigger 2 1");
    let [door, brake] = host.render(&[], 77);
    let (mut first, mut second) = (alone("squeaking_door"), alone("braking"));
    let mut speeds = vec![0.0f32; 64];
    for n in 0..FRAMES {
        let heard = sample(first.as_mut(), "pressure", -0.5 * f64::from(speeds[n]));
        assert_eq!(heard, door[n], "sample {n}");
        let force = f64::from(first.touch().force as f32);
        let heard = sample(second.as_mut(), "pressure", 2.0 * force);
        assert_eq!(heard, brake[n], "sample {n}");
        speeds.push(second.touch().velocity as f32);
    }
    assert!(speeds.iter().any(|speed| *speed != 0.0));
}

/// Whoever listens to a loop without being part of it is not late.
#[test]
fn only_what_closes_a_loop_is_late() {
    let mut host = Host::new(&["add chalk", "add squeaking_door", "pan 1 -1", "mute 2 on"]);
    host.follow("route tap 2 force 1 pressure 1 0 units");
    host.follow("route tap 2 force 2 pressure 0.1 0 units");
    host.follow("trigger 1 1");
    host.follow("trigger 2 1");
    let [chalk, _] = host.render(&[], 128);
    let (mut first, mut second) = (alone("chalk"), alone("squeaking_door"));
    let mut forces = vec![0.0f32; 64];
    for n in 0..FRAMES {
        sample(second.as_mut(), "pressure", 0.1 * f64::from(forces[n]));
        forces.push(second.touch().force as f32);
        let heard = sample(first.as_mut(), "pressure", f64::from(forces[n + 64]));
        assert_eq!(heard, chalk[n], "sample {n}");
    }
}

#[test]
fn a_routed_step_is_heard_within_two_milliseconds() {
    let mut late = Vec::new();
    for (sound, key, measure) in [
        ("squeaking_door", "pressure", "units"),
        ("friction", "velocity", "travel"),
        ("bowed_string", "bow.normal_force", "units"),
        ("scraping", "speed", "units"),
        // Of class `Block`: at the next multiple of 64 samples.
        ("friction", "level", "units"),
        ("squeaking_door", "hearing.level", "units"),
    ] {
        let heard = |step: f32| {
            let mut host = Host::new(&[&format!("add {sound}"), "pan 1 -1"]);
            host.follow(&format!("route input 0 1 {key} 0.3 0 {measure}"));
            host.follow("trigger 1 1");
            let mut input = vec![0.0; FRAMES];
            input[5000..].fill(step);
            let [left, _] = host.render(&input, 256);
            left
        };
        let (rests, steps) = (heard(0.0), heard(1.0));
        let differs = rests.iter().zip(&steps).position(|(a, b)| a != b);
        late.push((sound, key, differs.map(|n| n as i64 - 5000)));
    }
    println!("{late:?}");
    for (sound, key, late) in late {
        let most = (0.002 * HERTZ) as i64;
        assert!(
            late.is_some_and(|late| (0..=most).contains(&late)),
            "{sound} {key}"
        );
    }
}

#[test]
fn any_block_size_gives_the_same_samples() {
    let lines = [
        "add squeaking_door",
        "add impact",
        "add chalk",
        "route tap 1 envelope 3 pressure 5 0 units",
        "route tap 3 output 1 speed 0.2 0 units",
        "route oscillator triangle 3.5 0.25 1 pressure 0.2 0 travel",
        "route curve 3 0.0 0.0 0.05 1.0 0.1 0.0 3 speed 0.5 0 units",
        "route tap 2 position 3 hearing.level 1000 0 units",
    ];
    let heard = |size: usize| {
        let mut host = Host::new(&lines);
        (1..=3).for_each(|id| host.follow(&format!("trigger {id} 1")));
        let first = host.render(&[], size);
        host.follow("route-amount 2 0.1 0.1");
        host.follow("set 1 pressure 3");
        let second = host.render(&[], size);
        host.follow("unroute 2");
        host.follow("unroute 0");
        (first, second, host.render(&[], size))
    };
    let expected = heard(128);
    assert!(expected.0 != expected.1 && expected.2[0].iter().any(|x| x.abs() > 1e-3));
    for size in [1, 63, 500, FRAMES] {
        assert!(heard(size) == expected, "blocks of {size}");
    }
}

/// A parameter that is let go is as it was set, and a sound that nothing moves sounds as ever.
#[test]
fn what_is_let_go_goes_back() {
    let quiet = |lines: &[&str]| {
        let mut host = Host::new(&["add squeaking_door", "pan 1 -1"]);
        lines.iter().for_each(|line| host.follow(line));
        host.follow("trigger 1 1");
        let [left, _] = host.render(&[], 128);
        left
    };
    let plain = quiet(&[]);
    let route = "route oscillator square 0.0 0.0 1 pressure 5 0 units";
    assert!(quiet(&[route]) != plain);
    assert!(quiet(&[route, "unroute 0"]) == plain);
    assert!(quiet(&[route, "undo"]) == plain);
    assert!(quiet(&[route, "undo", "redo"]) == quiet(&[route]));
}

#[test]
fn a_take_with_routes_is_rendered_again() {
    let mut host = Host::new(&PAIR);
    host.follow("route tap 1 force 2 pressure 2 0 units");
    host.follow("route oscillator sine 5.0 0.0 1 speed 0.02 0 units");
    host.render(&[], 100);
    for order in host.desk.start_take() {
        let command = host.workshop.command(&order).unwrap();
        assert!(host.engine.tell(host.engine.frame(), command).is_ok());
    }
    let start = host.engine.frame();
    let mut live = [Vec::new(), Vec::new()];
    for (n, line) in [
        "trigger 1 1",
        "trigger 2 1",
        "route-amount 0 5 0.1",
        "unroute 1",
    ]
    .into_iter()
    .enumerate()
    {
        let edit = Edit::parse(line).unwrap();
        for order in host.desk.apply(&edit).unwrap() {
            let now = host.engine.frame();
            host.desk.note(now - start, order.clone());
            let command = host.workshop.command(&order).unwrap();
            assert!(host.engine.tell(now, command).is_ok());
        }
        let part = host.render(&[], 100 + n);
        live.iter_mut()
            .zip(part)
            .for_each(|(all, part)| all.extend(part));
    }
    let frames = live[0].len();
    let text = host.desk.end_take(frames as u64, rate()).unwrap();
    let project = urto_file::read_project("take.toml", text.as_bytes()).unwrap();
    assert_eq!(project.routes.len(), 2);
    assert_eq!(urto_file::write_project(&project), text);
    let take = Take::of(&project).unwrap().unwrap();
    let mut offline = Offline::new(&take.start, &take.score, take.frames, take.rate).unwrap();
    let (mut left, mut right) = (vec![0.0; frames], vec![0.0; frames]);
    offline.render(&mut [&mut left, &mut right]);
    assert!(live[0] == left && live[1] == right);
    assert!(offline.problems().is_empty());
}

#[test]
fn what_cannot_be_routed_is_told() {
    let mut host = Host::new(&["add impact", "add squeaking_door"]);
    for (line, why) in [
        (
            "route input 0 1 body.count 1 0 units",
            "'body.count' builds the sound anew; routes move what can change while it sounds (urto show SOUND tells which)",
        ),
        (
            "route input 0 1 velocity 1 0 units",
            "'velocity' is read once, when a gesture starts; routes move what can change while it sounds",
        ),
        (
            "route input 0 1 body.kind 1 0 units",
            "'body.kind' is not a number; routes move numbers",
        ),
        (
            "route input 16 2 pressure 1 0 units",
            "there is no input 16; inputs are 0 to 15",
        ),
        (
            "route tap 9 force 2 pressure 1 0 units",
            "there is no instance 9",
        ),
        ("route-amount 3 1 0", "there is no route 3"),
        ("unroute 0", "there is no route 0"),
    ] {
        assert_eq!(host.refused(line), why, "{line}");
    }
    for (line, why) in [
        (
            "route input 0 2 pressure 1 0 metres",
            "'metres' is no measure; there are units, travel",
        ),
        (
            "route tap 1 loudness 2 pressure 1 0 units",
            "'loudness' is no tap; there are output, force, speed, position, envelope",
        ),
    ] {
        assert_eq!(Edit::parse(line).unwrap_err().to_string(), why, "{line}");
    }
    for n in 0..64 {
        host.follow(&format!(
            "route oscillator sine {n}.0 0.0 2 pressure 0.1 0 units"
        ));
    }
    let full = host.refused("route input 0 2 pressure 1 0 units");
    assert_eq!(full, "there are 64 routes, the most there can be");
    host.follow("remove 2");
    assert_eq!(host.desk.document().routes.len(), 0);
    host.follow("undo");
    assert_eq!(host.desk.document().routes.len(), 64);
}

/// What a copy is moved by is moved by the same.
#[test]
fn a_copy_is_moved_too() {
    let mut host = Host::new(&PAIR);
    host.follow("route tap 1 force 2 pressure 2 0 units");
    host.follow("duplicate 2");
    let routes = &host.desk.document().routes;
    assert_eq!((routes.len(), routes[1].id), (2, 3));
    host.follow("remove 1");
    assert!(host.desk.document().routes.is_empty());
}

/// The page's project plays, and its routes are heard.
#[test]
fn the_example_of_the_page_plays() {
    let page = include_str!("../../../../docs/routes.md");
    let text = page.split("```toml\n").nth(1).unwrap();
    let text = text.split("```").next().unwrap();
    let heard = |text: &str| {
        let project = urto_file::read_project("door.toml", text.as_bytes()).unwrap();
        assert!(project.unknown().is_empty());
        let take = Take::of(&project).unwrap().unwrap();
        let mut offline = Offline::new(&take.start, &take.score, take.frames, take.rate).unwrap();
        let (mut left, mut right) = (vec![0.0; 24_000], vec![0.0; 24_000]);
        offline.render(&mut [&mut left, &mut right]);
        assert!(offline.health().is_good() && offline.problems().is_empty());
        left
    };
    let routed = heard(text);
    assert!(routed.iter().any(|x| x.abs() > 0.01));
    assert!(routed != heard(&text.replace("amount = 0.02", "amount = 0")));
    assert!(routed != heard(&text.replace("amount = 0.1", "amount = 0")));
}

/// The page's second project: a force by a route presses the ground. A host's inputs are silent here, so
/// a curve stands for the first.
#[test]
fn a_force_by_a_route_presses_the_ground() {
    let page = include_str!("../../../../docs/routes.md");
    let text = page.split("```toml\n").nth(2).unwrap();
    let text = text.split("```").next().unwrap();
    let step = "{ curve = [[0, 0], [0.1, 0], [0.25, 0.7], [0.4, 0]] }";
    let text = text.replace("{ input = 0 }", step);
    let take = "[take]\nrate = 48000\nframes = 24000\nscore = '''\n0 trigger 0 1.0 -\n'''\n";
    let text = format!("{text}\n{take}");
    let heard = |text: &str| {
        let project = urto_file::read_project("shoe.toml", text.as_bytes()).unwrap();
        assert!(project.unknown().is_empty());
        let take = Take::of(&project).unwrap().unwrap();
        let mut offline = Offline::new(&take.start, &take.score, take.frames, take.rate).unwrap();
        let (mut left, mut right) = (vec![0.0f32; 24_000], vec![0.0f32; 24_000]);
        offline.render(&mut [&mut left, &mut right]);
        assert!(offline.problems().is_empty());
        left
    };
    let loudest = |all: &[f32]| all.iter().fold(0.0f32, |most, x| most.max(x.abs()));
    let (pressed, still) = (
        heard(&text),
        heard(&text.replace("amount = 1000", "amount = 0")),
    );
    assert!(loudest(&pressed[..4800]) < 1e-6 && loudest(&pressed) > 0.02);
    assert!(loudest(&still) < 1e-6);
}

/// A file's routes are read strictly: what is wrong is told with its line and a remedy.
#[test]
fn what_is_wrong_in_a_file_is_told() {
    let file = |route: &str| {
        format!(
            "urto = \"project/1\"\n[[instance]]\nslot = 1\nname = \"a\"\nsound = \"chalk\"\n[[route]]\n{route}\n"
        )
    };
    for (route, why) in [
        (
            "from = { input = 0 }",
            "p.toml:6: route/0: 'to' is missing; for example to = { slot = 1, key = \"pressure\" }",
        ),
        (
            "to = { slot = 1, key = \"pressure\" }",
            "p.toml:6: route/0: 'from' is missing; for example from = { slot = 0, tap = \"force\" }",
        ),
        (
            "from = { input = 0 }\nto = { slot = 0, key = \"pressure\" }",
            "p.toml:8: route/0/to.slot: there is no [[instance]] with this slot",
        ),
        (
            "from = { input = 0 }\nto = { slot = 1, key = \"presure\" }",
            "p.toml:8: route/0/to.key: 'chalk' has no parameter 'presure'; did you mean 'pressure'?",
        ),
        (
            "from = { slot = 1, tap = \"forse\" }\nto = { slot = 1, key = \"pressure\" }",
            "p.toml:7: route/0/from.tap: there is no 'forse'; did you mean 'force'? (known: output, force, speed, position, envelope)",
        ),
        (
            "from = { slot = 1 }\nto = { slot = 1, key = \"pressure\" }",
            "p.toml:7: route/0/from: a route comes from one of { slot = 0, tap = \"force\" }, { input = 0 }, { curve = [[0, 0], [0.5, 1]] }, { oscillator = \"sine\", frequency = 2 } and { incline = \"position\", length = 4, tilt = 10, speed = 3 }",
        ),
        (
            "from = { input = 16 }\nto = { slot = 1, key = \"pressure\" }",
            "p.toml:7: route/0/from.input: expected a whole number from 0 to 15",
        ),
        (
            "from = { input = 0 }\nto = { slot = 1, key = \"pressure\" }\namount = nan",
            "p.toml:9: route/0/amount: NaN is not a finite number",
        ),
    ] {
        let read = urto_file::read_project("p.toml", file(route).as_bytes());
        assert_eq!(read.err().unwrap().to_string(), why);
    }
    // What a later version says is kept.
    let own = "from = { input = 0 }\nto = { slot = 1, key = \"pressure\" }\ncolour = \"red\"";
    let read = urto_file::read_project("p.toml", file(own).as_bytes()).unwrap();
    assert_eq!(read.unknown(), ["route/0/colour"]);
    assert!(urto_file::write_project(&read).contains("colour = \"red\""));
}

/// A force from outside needs no gesture: it wakes what sleeps, at its first sample.
#[test]
fn a_force_wakes_what_it_presses() {
    for (sound, key) in [("soft_impact", "force"), ("footsteps", "left.heel")] {
        let pressed = |size: usize| {
            let mut host = Host::new(&[&format!("add {sound}"), "pan 1 -1"]);
            host.follow(&format!("route input 0 1 {key} 200 0 units"));
            let mut heard = Vec::new();
            for pulse in [true, false, false, false, false, false, false, true] {
                let mut input = vec![0.0; FRAMES];
                if pulse {
                    input[2000..3000].fill(1.0);
                }
                heard.push(host.render(&input, size)[0].clone());
            }
            heard
        };
        let heard = pressed(256);
        for n in [0, heard.len() - 1] {
            let first = heard[n].iter().position(|sample| *sample != 0.0);
            let near = first.is_some_and(|first| (2000..2100).contains(&first));
            assert!(near, "{sound} {n}: first heard at {first:?}");
        }
        // In between it slept.
        assert!(heard[6].iter().all(|sample| *sample == 0.0), "{sound}");
        assert!(pressed(77) == heard, "{sound}");
    }
}
