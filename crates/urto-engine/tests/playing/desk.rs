//! The desk: what edits do to the document, and that undo takes all of it back.

use urto::param::{Kind, Update, Value, leaves, number_of};
use urto::rng::Rng;
use urto_engine::{Desk, Edit, Instance, Offline, Order, Problem, Score, WireValue};

fn does(desk: &mut Desk, line: &str) -> Vec<Order> {
    let edit = Edit::parse(line).unwrap_or_else(|why| panic!("{line}: {why}"));
    assert_eq!(Edit::parse(&edit.to_string()).unwrap(), edit);
    desk.apply(&edit)
        .unwrap_or_else(|why| panic!("{line}: {why}"))
}

fn refused(desk: &mut Desk, line: &str) -> Problem {
    let before = desk.project_text();
    let problem = desk.apply(&Edit::parse(line).unwrap()).unwrap_err();
    assert_eq!(desk.project_text(), before, "{line}");
    problem
}

fn first(desk: &Desk) -> &Instance {
    &desk.document().instances[0]
}

fn number(own: &Instance, key: &str) -> f64 {
    let id = own.values.table().find(key).unwrap();
    number_of(&*own.values, &id).unwrap().0
}

fn with(lines: &[&str]) -> Desk {
    let mut desk = Desk::new();
    lines.iter().for_each(|line| drop(does(&mut desk, line)));
    desk
}

#[test]
fn live_values_are_set_and_others_built_anew() {
    let mut desk = with(&["add impact"]);
    let orders = does(&mut desk, "set 1 velocity \"50 cm/s\"");
    let value = WireValue::Number(0.5);
    let key = "velocity".to_owned();
    assert_eq!(
        orders,
        [Order::Set {
            slot: 0,
            key,
            value
        }]
    );
    let orders = does(&mut desk, "set 1 contact.law felt");
    assert!(
        matches!(&orders[..], [Order::Put { slot: 0, .. }]),
        "{orders:?}"
    );
    // A macro is nothing but the numbers it moves: dissipation, and the stiffness of each law.
    let orders = does(&mut desk, "macro 1 hardness 80.0");
    let moved = orders
        .iter()
        .filter(|order| matches!(order, Order::Set { .. }));
    assert_eq!((orders.len(), moved.count()), (5, 5), "{orders:?}");
    // What is as it was is not told.
    assert!(does(&mut desk, "macro 1 hardness 80.0").is_empty());
}

#[test]
fn an_aim_is_one_step_until_it_settles() {
    let mut desk = with(&["add impact"]);
    let before = desk.project_text();
    let line = |k: &str| format!("aim 1 2 contact.stiffness {k} contact.dissipation 0.25");
    let orders = does(&mut desk, &line("1e7"));
    let set = |order: &Order| matches!(order, Order::Set { slot: 0, .. });
    assert!(orders.len() == 2 && orders.iter().all(set), "{orders:?}");
    does(&mut desk, &line("2e7"));
    does(&mut desk, "settle");
    assert_eq!(number(first(&desk), "contact.stiffness"), 2e7);
    assert_eq!(desk.undo_label(), Some("Change what is heard"));
    does(&mut desk, &line("3e7"));
    does(&mut desk, "undo");
    assert_eq!(number(first(&desk), "contact.stiffness"), 2e7);
    does(&mut desk, "undo");
    assert_eq!(desk.project_text(), before);
    // What one of them cannot be, none becomes.
    for (wrong, why) in [
        ("1e99 contact.dissipation 1", "outside"),
        ("1e7 contact.law 1", "one of its options"),
        ("1e7 nothing 1", "no parameter"),
    ] {
        let problem = refused(&mut desk, &format!("aim 1 2 contact.stiffness {wrong}"));
        assert!(problem.to_string().contains(why), "{problem}");
    }
}

#[test]
fn a_touch_sets_numbers_and_choices_in_one_step() {
    let mut desk = with(&["add impact"]);
    let before = desk.project_text();
    // Glass is the second material, counted from 0.
    let line = |place: &str| format!("touch 1 2 strike {place} body.material 1");
    does(&mut desk, &line("0.2"));
    let orders = does(&mut desk, &line("0.4"));
    assert!(
        matches!(&orders[..], [Order::Set { slot: 0, key, .. }] if key == "strike"),
        "{orders:?}"
    );
    does(&mut desk, "settle");
    assert_eq!(number(first(&desk), "strike"), 0.4);
    assert!(desk.project_text().contains("glass"));
    assert_eq!(desk.undo_label(), Some("Touch elsewhere"));
    does(&mut desk, "undo");
    assert_eq!(desk.project_text(), before);
    for (wrong, why) in [
        ("strike 9", "outside"),
        ("body.material 99", "one of its options"),
    ] {
        let problem = refused(&mut desk, &format!("touch 1 1 {wrong}"));
        assert!(problem.to_string().contains(why), "{problem}");
    }
}

#[test]
fn a_touch_moves_the_mixer_with_the_sound_in_one_step() {
    let mut desk = with(&["add impact"]);
    let before = desk.project_text();
    for step in 1..=4 {
        let pan = 0.2 * f64::from(step);
        does(
            &mut desk,
            &format!("touch 1 3 mix.gain -{step} mix.pan {pan} strike 0.3"),
        );
    }
    does(&mut desk, "settle");
    let now = first(&desk);
    assert_eq!((now.gain, now.pan), (-4.0, 0.8));
    assert_eq!(number(now, "strike"), 0.3);
    // What is beyond the strip's ends stops there.
    does(&mut desk, "touch 1 1 mix.pan 9");
    assert_eq!(first(&desk).pan, 1.0);
    // What one of them cannot be, none becomes.
    let problem = refused(&mut desk, "touch 1 2 mix.gain -9 strike 9");
    assert!(problem.to_string().contains("outside"), "{problem}");
    assert_eq!(first(&desk).gain, -4.0);
    does(&mut desk, "undo");
    does(&mut desk, "undo");
    assert_eq!(desk.project_text(), before);
}

#[test]
fn what_cannot_be_done_changes_nothing_and_says_why() {
    let mut desk = with(&["add impact", "add friction", "store 2 door - 0"]);
    for (line, part) in [
        ("set 1 velocity 99", "99 is outside"),
        ("set 1 velosity 1", "did you mean 'velocity'?"),
        ("set 7 velocity 1", "no instance 7"),
        ("add nothing-like-it", "no sound and no preset"),
        ("recall 1 door", "another sound"),
        ("corner 1 0 preset door", "another sound"),
        ("corner 1 9 now", "corners 0 to 3"),
        ("rename 1 \"\"", "1 to 200 characters"),
        ("delete-preset glass", "no preset 'glass'"),
        ("lock 1 nothing on", "no parameter"),
        ("open x.toml nonsense", "first line"),
        (
            "import-preset x.toml \"urto = \\\"preset/1\\\"\\nsound = 3\\n\"",
            "sound",
        ),
        ("position 1 contact.law 0.5", "not a number"),
    ] {
        let why = refused(&mut desk, line).to_string();
        assert!(why.contains(part), "{line}: {why}");
    }
    for _ in 2..63 {
        does(&mut desk, "add soft_impact");
    }
    let why = refused(&mut desk, "add impact").to_string();
    assert!(why.contains("63 instances"), "{why}");
}

#[test]
fn a_drag_is_one_step_to_undo() {
    let mut desk = with(&["add impact"]);
    let start = desk.project_text();
    for n in 0..20 {
        does(
            &mut desk,
            &format!("position 1 velocity {:?}", f64::from(n) / 20.0),
        );
    }
    let once = desk.project_text();
    does(&mut desk, "settle");
    does(&mut desk, "position 1 velocity 0.1");
    let twice = desk.project_text();
    assert_eq!(desk.undo_label(), Some("Change value"));
    does(&mut desk, "undo");
    assert_eq!(desk.project_text(), once);
    let orders = does(&mut desk, "undo");
    assert_eq!(desk.project_text(), start);
    assert!(matches!(&orders[..], [Order::Set { .. }]), "{orders:?}");
    does(&mut desk, "redo");
    does(&mut desk, "redo");
    assert_eq!((desk.project_text(), desk.redo_label()), (twice, None));
    // A gesture ends with its release.
    does(&mut desk, "gesture 1 0.1 -");
    does(&mut desk, "trigger 1 1.0");
    does(&mut desk, "gesture 1 0.9 -");
    does(&mut desk, "release 1");
    does(&mut desk, "gesture 1 0.5 -");
    assert!((number(first(&desk), "strike") - 0.25).abs() < 1e-12);
    does(&mut desk, "undo");
    assert!((number(first(&desk), "strike") - 0.45).abs() < 1e-12);
    does(&mut desk, "undo");
    assert_eq!(number(first(&desk), "strike"), 0.0);
}

/// Random edits: undoing all of them leads back to the start, doing them again to the end; the
/// orders on the way would keep a player in step.
#[test]
fn undo_and_redo_are_exact() {
    for seed in 0..20 {
        let rng = &mut Rng::new(seed);
        let mut desk = with(&["add impact", "add rolling", "store 1 mine - 1 word"]);
        let mut past = vec![desk.project_text()];
        for _ in 0..40 {
            let ids: Vec<u32> = desk.document().instances.iter().map(|own| own.id).collect();
            let id = ids[rng.below(ids.len())];
            let x = rng.uniform();
            let line = match rng.below(14) {
                0 => format!("vary {id} {x:?} {}", rng.bits()),
                1 => format!("gain {id} {:?}", -30.0 * x),
                2 => format!("duplicate {id}"),
                3 if ids.len() > 1 => format!("remove {id}"),
                4 => format!("rename {id} \"name {x}\""),
                5 => format!("corner {id} {} now", rng.below(4)),
                6 => format!("morph {id} {x:?} {:?} on", rng.uniform()),
                7 => format!("compare {id} {}", rng.below(2)),
                8 => format!("lock {id} room {}", ["on", "off"][rng.below(2)]),
                9 => format!("store {id} \"preset {}\" - 0", rng.below(3)),
                10 => format!("mute {id} {}", ["on", "off"][rng.below(2)]),
                11 => format!(
                    "add {}",
                    urto_file::catalogue().sounds()
                        [rng.below(urto_file::catalogue().sounds().len())]
                    .key
                ),
                12 => format!("seed {id} {}", rng.bits()),
                _ => format!("set {id} room.level {x:?}"),
            };
            does(&mut desk, &line);
            does(&mut desk, "settle");
            past.push(desk.project_text());
        }
        let steps = past.len() - 1;
        for n in (0..steps).rev() {
            does(&mut desk, "undo");
            assert_eq!(desk.project_text(), past[n], "seed {seed}, step {n}");
        }
        for text in &past[1..] {
            does(&mut desk, "redo");
            assert_eq!(&desk.project_text(), text);
        }
    }
}

#[test]
fn a_morph_goes_evenly_on_every_scale_and_leaves_structure_alone() {
    let mut desk = with(&[
        "add impact",
        "set 1 contact.stiffness 1e4",
        "set 1 velocity 0.1",
        "corner 1 0 now",
        "set 1 contact.stiffness 1e8",
        "set 1 velocity 10",
        "set 1 contact.law felt",
        "corner 1 1 now",
        "set 1 contact.law impact",
        "lock 1 level on",
    ]);
    let orders = does(&mut desk, "morph 1 0.5 0.0 off");
    assert!(
        orders
            .iter()
            .all(|order| matches!(order, Order::Set { .. })),
        "{orders:?}"
    );
    assert!((number(first(&desk), "contact.stiffness") / 1e6 - 1.0).abs() < 1e-9);
    assert!((number(first(&desk), "velocity") - 1.0).abs() < 1e-9);
    does(&mut desk, "morph 1 1.0 0.7 on");
    assert_eq!(number(first(&desk), "velocity"), 10.0);
    let law = |desk: &Desk| {
        let own = first(desk);
        own.values
            .value(&own.values.table().find("contact.law").unwrap())
    };
    assert_eq!(law(&desk), Some(Value::Choice(0)));
    // Choices lie nowhere between: they switch at the middle, once, while the pointer moves.
    does(&mut desk, "structure 1 on");
    does(&mut desk, "morph 1 0.4 0.0 off");
    assert_eq!(law(&desk), Some(Value::Choice(0)));
    let orders = does(&mut desk, "morph 1 0.6 0.0 off");
    assert_eq!(law(&desk), Some(Value::Choice(1)));
    assert!(matches!(&orders[..], [Order::Put { .. }]), "{orders:?}");
    let orders = does(&mut desk, "morph 1 0.9 0.0 on");
    let sets = orders
        .iter()
        .all(|order| matches!(order, Order::Set { .. }));
    assert!(sets, "{orders:?}");
}

/// What rings stays as it is, its kind too, while the blow on it moves; what is loosened moves along.
#[test]
fn a_morph_leaves_resonators_alone_until_they_are_loosened() {
    let lines = [
        "add \"wine glass\"",
        "corner 1 0 preset \"wine glass\"",
        "corner 1 1 preset gong",
        "structure 1 on",
    ];
    let mut desk = with(&lines);
    let rings = |desk: &Desk| {
        let own = first(desk);
        let inside = |key: &str| {
            let all = urto_engine::resonators(own.values.table());
            all.iter().any(|own| key.starts_with(&format!("{own}.")))
        };
        let all = leaves(&*own.values).into_iter().filter_map(|(id, _)| {
            let key = own.values.table().key_of(&id).filter(|key| inside(key))?;
            Some((key, own.values.value(&id)))
        });
        all.collect::<Vec<_>>()
    };
    let (before, struck) = (rings(&desk), number(first(&desk), "striker.mass"));
    assert!(before.len() > 30);
    does(&mut desk, "morph 1 1.0 0.0 on");
    assert_eq!(rings(&desk), before);
    let gong = number(first(&desk), "striker.mass");
    assert!((gong / struck - 1.0).abs() > 0.1, "{struck} and {gong}");
    assert!(
        refused(&mut desk, "loosen 1 contact on")
            .to_string()
            .contains("striker.body, body, support")
    );
    does(&mut desk, "loosen 1 body on");
    does(&mut desk, "morph 1 1.0 0.0 on");
    let goal = &first(&desk).corners[1].as_ref().unwrap().values;
    for (key, value) in rings(&desk) {
        let id = goal.table().find(&key).unwrap();
        if key.starts_with("body.") {
            assert_eq!(value, goal.value(&id), "{key}");
        } else {
            assert!(before.contains(&(key, value)));
        }
    }
    // It is kept in the project.
    let mut other = with(&["add impact"]);
    let text = desk.project_text();
    assert!(text.contains("loose = [\"body\"]"), "{text}");
    let open = Edit::Open {
        file: "again.toml".to_owned(),
        text,
    };
    other.apply(&open).unwrap();
    assert_eq!(first(&other).loose, first(&desk).loose);
}

/// A thickness of 0 means the usual one: between it and a number lies what is between the usual one
/// and the number, and not a jump at the middle.
#[test]
fn what_is_usual_is_known_before_it_is_morphed() {
    let mut desk = with(&[
        "add impact",
        "set 1 body.kind bar",
        "set 1 body.size 0.2",
        "set 1 body.thickness 0",
        "corner 1 0 now",
        "set 1 body.thickness 0.1",
        "corner 1 1 now",
        "loosen 1 body on",
    ]);
    let bar = urto::body::BodyParams {
        kind: urto::body::BodyKind::Bar,
        size: 0.2,
        ..Default::default()
    };
    let [_, usual] = bar.measures().unwrap();
    let mut thickness = |place: &str| {
        does(&mut desk, &format!("morph 1 {place} 0.0 off"));
        number(first(&desk), "body.thickness")
    };
    let middle = thickness("0.5");
    assert!((middle / (usual * 0.1).sqrt() - 1.0).abs() < 1e-9);
    let quarter = thickness("0.25");
    assert!((quarter / (usual * middle).sqrt() - 1.0).abs() < 1e-9);
    assert_eq!(thickness("0.0"), 0.0);
    assert_eq!(thickness("1.0"), 0.1);
    // On a body of another kind the usual one of the corner is a number.
    does(&mut desk, "morph 1 1.0 0.0 on");
    does(&mut desk, "set 1 body.kind plate");
    does(&mut desk, "morph 1 0.0 0.0 off");
    let told = number(first(&desk), "body.thickness");
    assert!((told / usual - 1.0).abs() < 1e-9, "{told}, not {usual}");
}

/// At a corner an instance is that preset, for every sound, but for structure, locks and what rings
/// and is not loosened.
#[test]
fn corners_are_exact() {
    for entry in urto_file::catalogue().sounds() {
        let mut desk = with(&[&format!("add {}", entry.key)]);
        for corner in 0..4 {
            does(&mut desk, &format!("vary 1 1.0 {corner}"));
            does(&mut desk, &format!("corner 1 {corner} now"));
        }
        for key in urto_engine::resonators(entry.table) {
            does(&mut desk, &format!("loosen 1 {key} on"));
        }
        for (corner, place) in ["0.0 0.0", "1.0 0.0", "0.0 1.0", "1.0 1.0"]
            .iter()
            .enumerate()
        {
            does(&mut desk, &format!("morph 1 {place} off"));
            let own = first(&desk);
            let goal = &own.corners[corner].as_ref().unwrap().values;
            for (id, spec) in leaves(&**goal) {
                let live = matches!(spec.kind, Kind::Number(_)) && spec.update != Update::Rebuild;
                if live {
                    assert_eq!(
                        own.values.value(&id),
                        goal.value(&id),
                        "{} {}",
                        entry.key,
                        spec.key
                    );
                }
            }
        }
    }
}

#[test]
fn chance_respects_locks_and_repeats() {
    let mut desk = with(&["add impact", "lock 1 contact on", "lock 1 velocity on"]);
    let before = number(first(&desk), "contact.stiffness");
    does(&mut desk, "vary 1 1.0 5");
    let once = desk.project_text();
    assert_eq!(number(first(&desk), "contact.stiffness"), before);
    assert_eq!(number(first(&desk), "velocity"), 1.0);
    assert_ne!(number(first(&desk), "striker.mass"), 0.02);
    does(&mut desk, "undo");
    does(&mut desk, "vary 1 1.0 5");
    assert_eq!(desk.project_text(), once);
}

#[test]
fn two_states_are_compared_and_presets_kept() {
    let mut desk = with(&[
        "add impact",
        "compare 1 1",
        "set 1 velocity 7",
        "compare 1 0",
    ]);
    assert_eq!(number(first(&desk), "velocity"), 1.0);
    does(&mut desk, "compare 1 1");
    assert_eq!(number(first(&desk), "velocity"), 7.0);
    does(&mut desk, "store 1 \"My glass\" \"about it\" 2 small mine");
    does(&mut desk, "reset 1 velocity");
    assert_eq!(number(first(&desk), "velocity"), 1.0);
    does(&mut desk, "recall 1 my-glass");
    assert_eq!(number(first(&desk), "velocity"), 7.0);
    does(&mut desk, "rename-preset \"my glass\" bell");
    let text = desk.preset_text("bell").unwrap();
    does(&mut desk, "delete-preset bell");
    assert!(desk.document().presets.is_empty());
    let file = "bell.toml".to_owned();
    // A later version's key comes along and goes out again.
    let text = text.replace("sound = ", "shine = [1, 2]\nsound = ");
    desk.apply(&Edit::ImportPreset { file, text }).unwrap();
    assert_eq!(
        desk.notes(),
        ["bell.toml: 'shine' is not known here; it is kept"]
    );
    assert!(desk.preset_text("bell").unwrap().contains("shine = [1, 2]"));
    assert_eq!(desk.document().presets[0].tags, ["small", "mine"]);
}

#[test]
fn a_project_opens_as_it_was_saved() {
    let mut desk = with(&[
        "add \"wine glass\"",
        "add bowed_string",
        "remove 1",
        "add breaking",
        "gain 2 -7.5",
        "solo 3 on",
        "corner 3 2 preset breaking",
        "lock 2 bow on",
        "master -4.0",
        "store 2 mine - 0",
    ]);
    let text = desk.project_text();
    let mut other = with(&["add impact"]);
    let file = "two.toml".to_owned();
    let orders = other
        .apply(&Edit::Open {
            file,
            text: text.clone(),
        })
        .unwrap();
    assert_eq!(other.project_text(), text);
    let puts = orders
        .iter()
        .filter(|order| matches!(order, Order::Put { .. }));
    assert_eq!(puts.count(), 2);
    // Numbers of instances are new, so that no host mistakes one for another.
    assert!(other.document().instances.iter().all(|own| own.id > 1));
    does(&mut other, "undo");
    assert_eq!(other.document().instances.len(), 1);
    does(&mut desk, "undo");
    assert!(desk.document().presets.is_empty());
}

/// A scene that says no gain is heard at a sensible one.
#[test]
fn a_scene_plays_at_a_sensible_level() {
    let text = "urto = \"scene/1\"\n[object.bar]\nkind = \"modal\"\n\
                modes = [{ frequency = 440, decay = 1.2 }]\n[object.hammer]\nkind = \"mass\"\n\
                position = -1e-4\nvelocity = 1\n[contact.hit]\nbetween = [\"hammer\", \"bar\"]\n\
                law = \"impact\"\n[listen]\nat = [\"bar\"]\n";
    let mut desk = Desk::new();
    let (name, text) = ("bar".to_owned(), text.to_owned());
    let mut orders = desk.apply(&Edit::AddScene { name, text }).unwrap();
    orders.extend(does(&mut desk, "trigger 1 1.0"));
    let rate = urto::Rate::new(48_000.0).unwrap();
    let score = Score::default();
    let mut offline = Offline::new(&orders, &score, 9600, rate).unwrap();
    let (mut left, mut right) = (vec![0.0; 9600], vec![0.0; 9600]);
    offline.render(&mut [&mut left, &mut right]);
    let peak = left.iter().fold(0.0f32, |most, x| most.max(x.abs()));
    // Half of full scale, in the middle.
    assert!((peak - 0.5 * 0.5f32.sqrt()).abs() < 0.01, "{peak}");
}

/// A scene that is rewritten keeps its gain and its place, is one step to undo until it settles, and
/// a text that is none changes nothing.
#[test]
fn a_scene_is_rewritten() {
    let text = |frequency: u32| {
        format!(
            "urto = \"scene/1\"\n[object.bar]\nkind = \"modal\"\nmodes = [{{ frequency = {frequency}, \
             decay = 1.2 }}]\n[object.hammer]\nkind = \"mass\"\nposition = -1e-4\nvelocity = 1\n\
             [contact.hit]\nbetween = [\"hammer\", \"bar\"]\nlaw = \"impact\"\n[listen]\nat = [\"bar\"]\n"
        )
    };
    let mut desk = Desk::new();
    let added = Edit::AddScene {
        name: "bar".to_owned(),
        text: text(440),
    };
    desk.apply(&added).unwrap();
    let values = desk.document().instances[0].values.clone();
    let rewrite = |text: String| Edit::Rewrite { id: 1, text };
    for frequency in [500, 600] {
        let orders = desk.apply(&rewrite(text(frequency))).unwrap();
        assert!(matches!(&orders[..], [Order::Scene { slot: 0, .. }]));
    }
    let own = &desk.document().instances[0];
    assert_eq!((own.scene(), &own.values), (Some(&*text(600)), &values));
    assert!(desk.apply(&rewrite("urto = \"scene/1\"".into())).is_err());
    assert_eq!(desk.undo_label(), Some("Change scene"));
    desk.apply(&Edit::Undo).unwrap();
    assert_eq!(desk.document().instances[0].scene(), Some(&*text(440)));
    // What says its gain has it.
    desk.apply(&rewrite(format!("{}gain = 0.25\n", text(440))))
        .unwrap();
    assert_ne!(desk.document().instances[0].values, values);
    does(&mut desk, "add impact");
    let sound = Edit::Rewrite {
        id: 2,
        text: text(440),
    };
    assert!(desk.apply(&sound).is_err());
}

/// What an empty desk is filled with at first is no step; later it is, and presets stay.
#[test]
fn opening_at_the_start_is_not_undone() {
    let text = with(&["add impact", "store 1 mine - 0"]).project_text();
    let mut desk = Desk::new();
    let open = |text: &str| Edit::Open {
        file: "a.toml".into(),
        text: text.into(),
    };
    desk.apply(&open(&text)).unwrap();
    assert_eq!(desk.undo_label(), None);
    desk.apply(&open("urto = \"project/1\"\n")).unwrap();
    assert_eq!(
        (
            desk.document().instances.len(),
            desk.document().presets.len()
        ),
        (0, 1)
    );
    assert_eq!(desk.undo_label(), Some("Open project"));
    does(&mut desk, "undo");
    assert_eq!(desk.project_text(), text);
}

/// Something is always looked at, if there is anything.
#[test]
fn the_selection_stays_or_goes_to_the_neighbour() {
    let mut desk = with(&["add impact", "add rolling", "add friction", "select 2"]);
    does(&mut desk, "remove 2");
    assert_eq!(desk.selected(), Some(3));
    does(&mut desk, "remove 3");
    assert_eq!(desk.selected(), Some(1));
    let text = desk.project_text();
    let open = Edit::Open {
        file: "a.toml".into(),
        text,
    };
    desk.apply(&open).unwrap();
    assert_eq!(desk.selected(), Some(desk.last_id()));
    does(&mut desk, "undo");
    assert_eq!(desk.selected(), Some(1));
    does(&mut desk, "remove 1");
    assert_eq!(desk.selected(), None);
}
