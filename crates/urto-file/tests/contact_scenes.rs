//! Contact scenes and contact events: what is read, and what is refused in which words.

use core::f64::consts::PI;
use std::path::Path;
use std::sync::Arc;
use urto_file::{
    FileError, exercise, exercise_events, exercise_run, read_contact_events, read_contact_scene,
    with_changes, write_contact_events,
};
use urto_multibody::Simulation;
use urto_multibody::run::Run;
use urto_multibody::scene::{Drive, Form};
use urto_multibody::sound::{How, listen, vibration};

const HEAD: &str = "urto = \"contact-scene/1\"\n";
const FLOOR: &str = "[body.floor]\nshape = \"plane\"\n";
const BALL: &str = "[body.ball]\nshape = \"sphere\"\nradius = \"10 mm\"\n";

fn read(text: &str) -> Result<urto_file::ContactSceneFile, FileError> {
    let mut fetch = |name: &str| match urto_file::built_in(name) {
        Some(bytes) => Ok(bytes.to_vec()),
        None => Err(format!("there is no file '{name}'")),
    };
    read_contact_scene("s.toml", text.as_bytes(), &mut fetch)
}

/// What reading or building says against it.
fn said(text: &str) -> String {
    match read(text) {
        Err(error) => error.to_string(),
        Ok(file) => match Simulation::new(&Arc::new(file.scene.clone())) {
            Err(error) => file.refuse(&error).to_string(),
            Ok(simulation) => simulation.remarks().join("; "),
        },
    }
}

/// Each fault is told with its line, what is wrong, and what would be right.
#[test]
fn what_cannot_be_is_refused_in_words() {
    let scene = |rest: &str| format!("{HEAD}{FLOOR}{BALL}{rest}");
    let cases = [
        (
            scene("place = [0, 0, 0.002]\n"),
            "s.toml:4: body.ball: 'floor' and 'ball' overlap by 8.000 mm",
        ),
        (
            scene("mass = 0\n"),
            "s.toml:7: body.ball.mass: 0 is outside",
        ),
        (
            scene("place = [nan, 0, 0]\n"),
            "s.toml:7: body.ball.place/0: NaN is not a finite number",
        ),
        (
            scene("turn = [0, 0, 0, 0]\n"),
            "s.toml:7: body.ball.turn: the four numbers of a turn have the length 1",
        ),
        (
            scene("[pair.p]\nbetween = [\"ball\", \"flor\"]\n"),
            "s.toml:8: pair.p.between/1: there is no body 'flor'; did you mean 'floor'?",
        ),
        (
            scene("[[blow]]\nat = 0\nbody = \"mug\"\nimpulse = [0, 0, 1]\n"),
            "s.toml:9: blow/0/body: there is no body 'mug'",
        ),
        (
            scene("motion = \"fixed\"\nplace = [0, 0, 0.005]\n"),
            "'floor' and 'ball' overlap by 5.000 mm, and both are held",
        ),
        (
            scene("flexible = 5000\nplace = [0, 0, 1]\n"),
            "'ball' has no modes that contacts could feel",
        ),
        (
            scene("raduis = 1\n"),
            "s.toml:7: body.ball.raduis: unknown key; did you mean 'radius'?",
        ),
        (
            scene("height = 1\n"),
            "s.toml:7: body.ball.height: a sphere has none; it takes radius",
        ),
        (
            scene("material = \"stel\"\n"),
            "'stel' is not known; did you mean 'steel'?",
        ),
        (
            scene("path = [{ at = 1 }, { at = 0.5 }]\n"),
            "times must rise from stop to stop",
        ),
        (HEAD.to_owned(), "'body' is missing"),
        (
            format!("{HEAD}[body.mug]\nfile = \"no.body\"\n"),
            "s.toml:3: body.mug.file: there is no file 'no.body'",
        ),
        (
            scene("[listen]\nplace = [0, 0]\n"),
            "expected three numbers",
        ),
        (scene("[room]\nlevel = 1\n"), "the space is not 'room'"),
        (
            format!("urto = \"contact-scene/2\"\n{FLOOR}"),
            "version '2' of 'contact-scene' is not known",
        ),
        (
            scene(
                "[joint.j]\nkind = \"hinge\"\nbetween = [\"ball\", \"floor\"]\nplace = [0, 0, 0]\n",
            ),
            "'axis' is missing",
        ),
        (
            format!("seconds = 9999\n{HEAD}"),
            "the first line must say what the file is",
        ),
        (
            scene("").replace("10 mm", "10 s"),
            "'s' is not a unit that fits",
        ),
    ];
    for (text, wanted) in cases {
        let said = said(&text);
        assert!(
            said.contains(wanted),
            "{said}\nis not\n{wanted}\nfor\n{text}"
        );
    }
    // A scene that would take a day says so by its guess.
    let text = format!(
        "{HEAD}seconds = 600\ncontact_rate = \"1 MHz\"\n{FLOOR}{}",
        (0..10)
            .map(|n| format!(
                "[body.b{n}]\nshape = \"box\"\nsize = [1, 1, 1]\nplace = [0, 0, {}]\n",
                2 * n + 1
            ))
            .collect::<String>()
    );
    assert!(read(&text).unwrap().scene.guess() > 86_400.0);
}

/// Every scene that comes with urto is read and can be built, with what lies beside it; those that go on
/// where another ends by themselves, with their own places.
#[test]
fn the_scenes_that_come_with_it_are_sound() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes");
    let mut fetch = |name: &str| {
        let beside = std::fs::read(folder.join(name)).ok();
        let own = beside.or_else(|| urto_file::built_in(name).map(<[u8]>::to_vec));
        own.ok_or_else(|| format!("there is no file '{name}'"))
    };
    let mut count = 0;
    for entry in std::fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|ending| ending != "toml") {
            continue;
        }
        count += 1;
        let text = std::fs::read_to_string(&path).unwrap();
        let alone = |own: &&str| !own.starts_with("after = ");
        let text: Vec<&str> = text.lines().filter(alone).collect();
        let read = read_contact_scene("s.toml", text.join("\n").as_bytes(), &mut fetch);
        let file = read.unwrap_or_else(|error| panic!("{path:?}: {error}"));
        let built = Simulation::new(&Arc::new(file.scene.clone()));
        let refused = built.err().map(|error| file.refuse(&error).to_string());
        assert_eq!(refused, None, "{path:?}");
        assert!(file.about.is_some(), "{path:?} says not what it is");
    }
    assert!(count >= 16, "{count}");
}

/// What a scene says is what it holds.
#[test]
fn figures_are_taken_as_they_are_written() {
    let text = format!(
        "{HEAD}seconds = 3\nseed = 9\ncontact_rate = \"40 kHz\"\n[contact]\nfriction = 0.2\n\
         restitution = 0.5\n{FLOOR}{BALL}material = \"glass\"\ndamping = 2\nplace = [0, 0, 0.5]\n\
         turn = {{ axis = [0, 0, 2], angle = 90 }}\nvelocity = [1, 0, 0]\n\
         grain = {{ slope = 0.1, length = \"1 mm\" }}\n\
         [body.hand]\nshape = \"box\"\nsize = [0.1, 0.1, 0.1]\n\
         path = [{{ at = 0, place = [5, 0, 0] }}, {{ at = 1, place = [6, 0, 0] }}]\n\
         [pair.p]\nbetween = [\"ball\", \"hand\"]\nfriction = 1\n"
    );
    let own = read(&text).unwrap().scene;
    assert_eq!(
        (own.seconds, own.seed, own.settings.step),
        (3.0, 9, 1.0 / 40e3)
    );
    let ball = &own.bodies[1];
    assert!(matches!(ball.form, Form::Sphere { radius } if radius == 0.01));
    assert_eq!(ball.material.eta, 1.6e-3);
    assert!((ball.turn[3] - core::f64::consts::FRAC_1_SQRT_2).abs() < 1e-12);
    assert_eq!(ball.grain.unwrap().length, 1e-3);
    let Drive::Path(path) = &own.bodies[2].drive else {
        panic!("it has a path")
    };
    assert_eq!(path.at(0.5).place[0], 5.5);
    assert_eq!(
        (own.pair(1, 2).friction, own.pair(1, 2).restitution),
        (1.0, 0.5)
    );
    assert_eq!(own.pair(0, 1).friction, 0.2);
}

/// How far and how fast a ruler's free end goes to and fro, and how much of it is free.
struct Free {
    times: Vec<f64>,
    ends: Vec<f64>,
    lengths: Vec<f64>,
}

impl Free {
    /// The frequency that is loudest between two times, and the length in the middle.
    fn pitch(&self, from: f64, to: f64) -> (f64, f64) {
        let own = self.times.iter().zip(&self.ends);
        let own: Vec<_> = own.filter(|(t, _)| (from..to).contains(t)).collect();
        let mean = own.iter().map(|(_, z)| **z).sum::<f64>() / own.len() as f64;
        let loud = |hertz: f64| {
            let [mut re, mut im] = [0.0; 2];
            for (t, z) in &own {
                let window = urto::math::sin(PI * (**t - from) / (to - from));
                let angle = 2.0 * PI * hertz * **t;
                re += window * window * (**z - mean) * urto::math::cos(angle);
                im += window * window * (**z - mean) * urto::math::sin(angle);
            }
            re * re + im * im
        };
        let all = (120..1200).map(|n| 0.25 * f64::from(n));
        let best = all.max_by(|a, b| loud(*a).total_cmp(&loud(*b)));
        let at = self.times.partition_point(|t| *t < 0.5 * (from + to));
        (best.unwrap(), self.lengths[at])
    }
}

/// What a ruler did.
struct Drawn {
    scene: Arc<urto_multibody::scene::Scene>,
    run: Run,
    free: Free,
    /// Its lowest mode, in each step.
    lowest: Vec<f64>,
}

/// When pitches are looked at, and when it is drawn in \[s\].
const WINDOWS: [(f64, f64); 4] = [(0.015, 0.1), (0.13, 0.17), (0.15, 0.19), (0.23, 0.33)];
const DRAWN: core::ops::Range<f64> = 0.1..0.22;

impl Drawn {
    fn pitches(&self) -> [(f64, f64); 4] {
        WINDOWS.map(|(from, to)| self.free.pitch(from, to))
    }
}

/// The paper's ruler, cut down, in so many steps a second.
fn drawn_in(rate: &str) -> Drawn {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes/ruler.toml");
    let text = std::fs::read_to_string(path).unwrap();
    let changes = [
        ("seconds", "0.33"),
        ("contact_rate", rate),
        ("body.ruler.place", "[-0.17, -0.0125, 0]"),
        ("body.weight.place", "[-0.158, 0, 0.011]"),
        ("joint.weight.place", "[-0.158, 0, 0]"),
        (
            "body.sled.path",
            "[{ at = 0.1, place = [-0.158, 0, -0.004] }, { at = 0.22, place = [-0.218, 0, -0.004] }]",
        ),
        ("body.finger.path", "[{ at = 0, place = [1, 0, 0] }]"),
    ]
    .map(|(key, value)| (key.to_owned(), value.to_owned()));
    let text = with_changes("ruler.toml", &text, &changes).unwrap();
    let blow = "[[blow]]\nat = 0.01\nbody = \"ruler\"\npatch = \"end\"\nimpulse = [0, 0, -0.003]\n";
    let scene = Arc::new(read(&(text + blow)).unwrap().scene);
    let body = scene.find("ruler").unwrap();
    let Form::Mesh(mesh) = &scene.bodies[body].form else {
        panic!("it comes from a file")
    };
    let vertices = mesh.surface().vertices();
    let end = (0..vertices.len()).max_by(|a, b| vertices[*a][0].total_cmp(&vertices[*b][0]));
    let end = end.unwrap();
    let shapes: Vec<[f64; 3]> = mesh
        .modes()
        .map(|own| own.shape[end].map(|x| x / own.mass.sqrt()))
        .collect();
    let centre = scene.centre(body);
    let mut simulation = Simulation::new(&scene).unwrap();
    let mut run = Run::new(scene.settings.step);
    let mut free = Free {
        times: vec![],
        ends: vec![],
        lengths: vec![],
    };
    let mut lowest = vec![];
    while simulation.step() {
        let world = simulation.world();
        let (q, _) = world.modes(body).unwrap();
        lowest.push(q[0]);
        let bent = [0, 1, 2].map(|axis| {
            let moved = shapes.iter().zip(q).map(|(own, q)| own[axis] * q);
            vertices[end][axis] - centre[axis] + moved.sum::<f64>()
        });
        let there = urto_multibody::scene::moved(&world.pose(body).unwrap(), bent);
        free.times.push(world.time());
        free.lengths.push(there[0]);
        free.ends.push(there[2]);
    }
    run.add(simulation.take());
    simulation.last_frame();
    run.add(simulation.take());
    run.steps = simulation.progress().0;
    Drawn {
        scene,
        run,
        free,
        lowest,
    }
}

/// What is free of the ruler sounds as a clamped bar does, f ~ 1/L², while it is drawn in, where the free
/// length counts from a little behind the edge (it is held by places, not in a vice). What is heard of
/// its modes is what the motion felt of them. Steps a quarter as long sound alike.
#[test]
fn a_ruler_that_is_drawn_in_rises() {
    let drawn = drawn_in("8000");
    let Drawn {
        scene, run, lowest, ..
    } = &drawn;
    let body = scene.find("ruler").unwrap();
    let Form::Mesh(mesh) = &scene.bodies[body].form else {
        panic!("it comes from a file")
    };
    // Clamped at one end: f = 1.8751²/2π·(h/√12)·√(E/ρ)/L². It is held by places in a line, not in a
    // vice: 4 mm behind the edge, by which one figure all pitches are as they should be.
    let material = mesh.material();
    let speed = (material.modulus / material.density).sqrt();
    let thick = 1e-3;
    let behind = 4e-3;
    let found = drawn.pitches();
    println!("{found:?}");
    for ((from, _), (pitch, long)) in WINDOWS.into_iter().zip(found) {
        let length = long + behind;
        let wanted = 3.516 / (2.0 * PI) * thick / 12f64.sqrt() * speed / (length * length);
        let off = pitch / wanted - 1.0;
        // While it goes on, the pitch of a window is not quite that of its middle.
        let moves = DRAWN.contains(&from);
        assert!(
            off.abs() < if moves { 0.1 } else { 0.03 },
            "{pitch} Hz at {long} m: {wanted}"
        );
    }
    let pitches = found.map(|own| own.0);
    assert!(
        pitches.is_sorted() && pitches[3] >= 3.0 * pitches[0],
        "{pitches:?}"
    );
    // Half a minute of work.
    if std::env::var("URTO_FULL").is_ok_and(|value| value != "0") {
        let fine = drawn_in("32000").pitches();
        println!("{fine:?}");
        for (own, (fine, _)) in pitches.into_iter().zip(fine) {
            assert!((own / fine - 1.0).abs() < 0.03, "{own} Hz, fine {fine} Hz");
        }
    }
    let heard = vibration(scene, run, body, 1).unwrap();
    let unit = 1.0 / mesh.modes().next().unwrap().mass.sqrt();
    let (mut off, mut all) = (0.0, 0.0);
    for (n, own) in lowest.iter().enumerate() {
        let at = (n + 1) as f64 * scene.settings.step * heard.rate;
        let near = at as usize..at as usize + 2;
        let Some([a, b]) = heard.amplitudes[0].get(near) else {
            break;
        };
        let there = (a + at.fract() * (b - a)) / unit;
        off += (there - own) * (there - own);
        all += own * own;
    }
    // Blows take their time when they are heard, and come that much later.
    assert!(off.sqrt() < 0.5 * all.sqrt(), "{off:e} of {all:e}");
}

/// The paper's table, cut down: the ball strikes at once. What lies on a table that bends jumps as a
/// ball that is thrown up at some tenths of a metre a second; on the same one, rigid, it lies still.
#[test]
fn what_lies_on_a_table_jumps_if_it_bends() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes/table.toml");
    let text = std::fs::read_to_string(path).unwrap();
    let changes = [
        ("seconds", "0.05"),
        ("body.ball.place", "[0.2, 0.16, 0.037]"),
        ("body.ball.velocity", "[0, 0, -2]"),
    ]
    .map(|(key, value)| (key.to_owned(), value.to_owned()));
    let text = with_changes("table.toml", &text, &changes).unwrap();
    let rises = |text: &str| {
        let scene = Arc::new(read(text).unwrap().scene);
        let run = Simulation::new(&scene).unwrap().finish(|_| ());
        ["saucer", "pea"].map(|name| {
            let n = scene.find(name).unwrap();
            let all = run.frames.iter().map(|own| f64::from(own.poses[n][2]));
            all.fold(0.0, f64::max) - scene.bodies[n].place[2]
        })
    };
    let rigid: Vec<&str> = text
        .lines()
        .filter(|own| !own.starts_with("flexible"))
        .collect();
    let (bends, rigid) = (rises(&text), rises(&rigid.join("\n")));
    for (bends, rigid) in bends.into_iter().zip(rigid) {
        // 5 mm is a throw at 0.3 m/s.
        assert!(bends > 5e-3 && bends < 0.03, "{bends}");
        assert!(rigid < 1e-5, "{rigid}");
    }
}

/// A run that is written as events and read again pushes as much, where and when it did.
#[test]
fn events_are_read_back() {
    let text = format!(
        "{HEAD}seconds = 0.12\n{FLOOR}{BALL}place = [0, 0, 0.03]\nvelocity = [0.2, 0, 0]\n"
    );
    let scene = Arc::new(read(&text).unwrap().scene);
    let run = Simulation::new(&scene).unwrap().finish(|_| ());
    let written = write_contact_events(&scene, &run);
    let again = read_contact_events("e.jsonl", written.as_bytes(), &scene).unwrap();
    let sum = |run: &urto_multibody::run::Run| {
        let mut sum = 0.0;
        for track in &run.tracks {
            for (n, own) in track.entries.iter().enumerate() {
                let until = track.entries.get(n + 1).map_or(run.steps, |next| next.at);
                sum += f64::from(own.impulse[2]) * f64::from(until - own.at);
            }
        }
        sum
    };
    let (one, two) = (sum(&run), sum(&again));
    assert!(one > 0.0 && (one / two - 1.0).abs() < 1e-3, "{one} {two}");
    let at = |run: &urto_multibody::run::Run| run.pose(1, 0.1).unwrap().place;
    let (one, two) = (at(&run), at(&again));
    assert!(
        (one[0] - two[0]).abs() < 1e-4 && (one[2] - two[2]).abs() < 1e-4,
        "{one:?} {two:?}"
    );
    for (line, wanted) in [
        ("{\"time\": 1}", "'bodies' names two"),
        ("{\"time\": -1, \"body\": \"ball\"}", "'time' is -1"),
        ("[1]", "each line is an object"),
        (
            "{\"time\": 1, \"body\": \"bal\", \"place\": [0,0,0]}",
            "did you mean 'ball'?",
        ),
        ("{", "not valid JSON"),
        (
            "{\"time\": 1, \"body\": \"ball\", \"place\": [0,0]}",
            "'place' is 3 numbers",
        ),
        (
            "{\"time\": 1, \"body\": \"ball\", \"places\": [0,0,0]}",
            "unknown key 'places'; did you mean 'place'?",
        ),
    ] {
        let text = format!("{{\"urto\": \"contact-events/1\", \"step\": 0.01}}\n{line}\n");
        let error = read_contact_events("e", text.as_bytes(), &scene)
            .unwrap_err()
            .to_string();
        assert!(
            error.starts_with("e:2: ") && error.contains(wanted),
            "{error}\nis not {wanted}"
        );
    }
}

/// Contacts that rapier found (`examples/rapier`): a ball, two marbles and a block come down four stairs.
#[test]
fn contacts_of_a_game_engine_are_heard() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/rapier");
    let text = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap();
    let scene = read(&text("stairs.toml")).unwrap().scene;
    let run = read_contact_events("stairs.jsonl", text("stairs.jsonl").as_bytes(), &scene).unwrap();
    let rate = 48_000.0;
    let how = How {
        rate: urto::Rate::new(rate).unwrap(),
        seconds: None,
        space: None,
        each: false,
        threads: 1,
        progress: &|_| (),
    };
    let heard = listen(&scene, &run, &how);
    for (body, own) in scene.bodies.iter().zip(&heard.bodies) {
        if body.name.starts_with("stair") {
            assert!(own.modes > 0 && own.blows > 0, "{}: {own:?}", body.name);
            assert!(own.injected > 0.0, "{}: {own:?}", body.name);
        }
    }
    // The first contact is at 0.1417 s; the steel ball strikes the second stair at 0.2833 s, loudest.
    let loudest = |from: f64, to: f64| {
        let own = &heard.channels[0][(from * rate) as usize..(to * rate) as usize];
        own.iter().fold(0.0f64, |most, x| most.max(x.abs()))
    };
    let peak = heard.peak();
    assert!(peak > 0.1, "{peak} Pa");
    assert!(loudest(0.0, 0.14) < 1e-9 * peak);
    assert!(loudest(0.283, 0.3) == peak);
    // How hard rapier struck is how hard it is heard: a marble and the ball on the same stair.
    assert!(loudest(0.25, 0.27) < 0.5 * peak);
}

/// The fuzzer's corpus, and what becomes of it when it is tampered with.
#[test]
fn hostile_files_give_no_trouble() {
    let corpus = |folder: &str| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../../fuzz/corpus")
            .join(folder);
        let files = std::fs::read_dir(path).unwrap();
        let mut files: Vec<_> = files.map(|own| own.unwrap().path()).collect();
        files.sort();
        files.into_iter().map(|path| std::fs::read(path).unwrap())
    };
    let full = std::env::var("URTO_FULL").is_ok_and(|value| value != "0");
    let each = if full { 5000 } else { 60 };
    type Tried = fn(&[u8]);
    let todo: [(&str, Tried); 3] = [
        ("contact_scene", exercise),
        ("run", exercise_run),
        ("events", exercise_events),
    ];
    let mut rng = urto::rng::Rng::new(11);
    for (folder, tried) in todo {
        for bytes in corpus(folder) {
            tried(&bytes);
            for _ in 0..each {
                let mut own = bytes.clone();
                for _ in 0..1 + rng.below(3) {
                    if own.is_empty() {
                        break;
                    }
                    let at = rng.below(own.len());
                    match rng.below(3) {
                        0 => drop(own.remove(at)),
                        1 => own.insert(at, b"-9e.[\"\n0"[rng.below(8)]),
                        _ => own[at] = rng.below(256) as u8,
                    }
                }
                tried(&own);
            }
        }
    }
}
