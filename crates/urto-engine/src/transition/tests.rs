use super::*;

fn preset(name: &str) -> Preset {
    urto_file::find_preset(name).unwrap().unwrap()
}

fn rate() -> Rate {
    Rate::new(48_000.0).unwrap()
}

fn put(name: &str) -> Order {
    diff::put(&Instance::of_preset(1, 0, &preset(name)).unwrap())
}

fn morph_to(to: &str, seconds: f64, curve: Ease, loose: &[&str]) -> Order {
    Order::Morph {
        slot: 0,
        to: to.to_owned(),
        seconds,
        curve,
        loosened: Loosened(loose.iter().map(|key| (*key).to_owned()).collect()),
    }
}

/// What plays in slot 0 after these orders.
fn after(orders: &[Order]) -> Instance {
    let mut known = Instances::default();
    orders.iter().for_each(|order| known.follow(order).unwrap());
    known.0.remove(&0).unwrap()
}

fn spelled(order: Order, frames: u64) -> Vec<(u64, Order)> {
    let start = [put("wine glass")];
    spelled_out(&start, vec![(100, order)], &[], (frames, rate())).unwrap()
}

/// Numbers arrive exactly, by the curve, and what rings stays or passes over as is said.
#[test]
fn a_preset_becomes_another_one() {
    let (glass, bell) = (preset("wine glass"), preset("church bell"));
    for loose in [&[][..], &["body", "striker.body", "support"]] {
        let orders = spelled(morph_to("church bell", 0.5, Ease::Even, loose), 48_000);
        assert!(orders.windows(2).all(|pair| pair[0].0 <= pair[1].0));
        assert!(orders.iter().all(|(at, _)| (164..=24_100).contains(at)));
        let all: Vec<Order> = [put("wine glass")]
            .into_iter()
            .chain(orders.into_iter().map(|own| own.1))
            .collect();
        let now = after(&all);
        let of = |preset: &Preset, key: &str| {
            let id = preset.params.table().find(key).unwrap();
            preset.params.value(&id).unwrap()
        };
        let found = |key: &str| {
            now.values
                .value(&now.values.table().find(key).unwrap())
                .unwrap()
        };
        for key in ["contact.stiffness", "striker.mass", "velocity"] {
            if now.values.table().find(key).is_ok() {
                assert_eq!(found(key), of(&bell, key), "{key}");
            }
        }
        let rings = if loose.is_empty() { &glass } else { &bell };
        for key in ["body.kind", "body.size", "body.material"] {
            assert_eq!(found(key), of(rings, key), "{key} {loose:?}");
        }
    }
}

/// One that begins while another goes on takes its place from where it is, and one that is put in ends it.
#[test]
fn one_transition_at_a_time() {
    let start = [put("wine glass")];
    let first = (0, morph_to("church bell", 1.0, Ease::Even, &[]));
    let second = (24_000, morph_to("wine glass", 0.5, Ease::Smooth, &[]));
    let orders = spelled_out(&start, vec![first.clone(), second], &[], (96_000, rate())).unwrap();
    let all: Vec<Order> = start
        .iter()
        .cloned()
        .chain(orders.into_iter().map(|own| own.1))
        .collect();
    let now = after(&all);
    let glass = preset("wine glass");
    for (id, spec) in urto::param::leaves(glass.params.as_ref()) {
        if matches!(spec.kind, Kind::Number(_)) {
            assert_eq!(
                now.values.value(&id),
                glass.params.value(&id),
                "{}",
                spec.key
            );
        }
    }
    let orders = spelled_out(
        &start,
        vec![first, (1000, put("gong"))],
        &[],
        (96_000, rate()),
    )
    .unwrap();
    assert_eq!(orders.last().unwrap().0, 1000);
}

#[test]
fn what_cannot_be_is_said() {
    let start = [put("wine glass")];
    let refused = |order: Order| {
        let told = spelled_out(&start, vec![(7, order)], &[], (48_000, rate()));
        told.unwrap_err().to_string()
    };
    for (order, wrong) in [
        (
            morph_to("church bel", 1.0, Ease::Even, &[]),
            "score, frame 7: there is no preset 'church bel'",
        ),
        (
            morph_to("squeaky hinge", 1.0, Ease::Even, &[]),
            "score, frame 7: 'squeaky hinge' is a preset of squeaking_door, and a transition stays within one sound: here impact",
        ),
        (
            morph_to("gong", 0.0, Ease::Even, &[]),
            "score, frame 7: a transition lasts 0.02 to 3600 s, not 0",
        ),
        (
            morph_to("gong", 1.0, Ease::Even, &["contact"]),
            "score, frame 7: nothing that rings is called 'contact'; this sound has striker.body, body, support",
        ),
        (
            Order::Morph {
                slot: 3,
                to: "gong".into(),
                seconds: 1.0,
                curve: Ease::Even,
                loosened: Loosened::default(),
            },
            "score, frame 7: there is no sound in slot 3 that could become 'gong'",
        ),
    ] {
        assert_eq!(refused(order), wrong);
    }
    assert_eq!(
        Order::parse("morph 0 gong 1 bent").unwrap_err().to_string(),
        "'bent' is no curve of a transition; there are even, smooth, early, late"
    );
}

/// A plan's project says all of it in its file, and is read again and rendered.
#[test]
fn a_plan_is_a_project() {
    let plan = TransitionPlan {
        seconds: 0.6,
        curve: Ease::Smooth,
        loosened: vec!["body".to_owned()],
        blows: 4,
        rate: rate(),
        lasts: Some(1.2),
    };
    let project = plan
        .project(&preset("wine glass"), &preset("church bell"))
        .unwrap();
    let text = urto_file::write_project(&project);
    assert!(
        text.contains("0 morph 0 \"church bell\" 0.6 smooth body"),
        "{text}"
    );
    let again = urto_file::read_project("plan", text.as_bytes()).unwrap();
    let mut rendered = Vec::new();
    for project in [&project, &again] {
        let take = crate::Take::of(project).unwrap().unwrap();
        let mut offline = crate::Offline::of(&take, urto_file::Shelf::default()).unwrap();
        let (mut left, mut right) = (vec![0.0f32; 57_600], vec![0.0f32; 57_600]);
        offline.render(&mut [&mut left, &mut right]);
        assert_eq!(offline.problems(), &[] as &[String]);
        assert_eq!(offline.health().non_finite, 0);
        // Each blow is heard.
        for blow in 0..4 {
            let part = &left[9600 * blow..9600 * blow + 4800];
            assert!(part.iter().any(|x| x.abs() > 0.01), "{blow}");
        }
        rendered.push(left);
    }
    assert!(rendered[0] == rendered[1]);
    // What is wrong is said before anything is rendered.
    let wrong = plan.project(&preset("wine glass"), &preset("squeaky hinge"));
    assert!(wrong.err().unwrap().to_string().contains("squeaking_door"));
    // A held sound is held all the time, and released at the end.
    let held = TransitionPlan {
        loosened: Vec::new(),
        lasts: None,
        ..plan
    };
    let held = held.project(&preset("squeaky hinge"), &preset("old door opening"));
    let take = held.unwrap().take.unwrap();
    let told: Vec<&str> = take
        .score
        .iter()
        .map(|(_, line)| line.split(' ').next().unwrap())
        .collect();
    assert_eq!(told, ["trigger", "morph", "release"]);
    assert_eq!(take.frames, 48_000 * 36 / 10);
}
