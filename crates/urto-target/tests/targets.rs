//! Sounds by what one hears: contact times, centroids, pitches and slips that were asked for.

use urto::param::{Params, Value};
use urto::rng::Rng;
use urto::sounds;
use urto_target::{TargetError, Wish, measure, reachable, solve, targets};

fn impact() -> Box<dyn Params> {
    (sounds::find("impact").unwrap().make)().params().boxed()
}

fn set(params: &mut dyn Params, key: &str, value: f64) {
    let id = params.table().find(key).unwrap();
    params.assign(&id, &Value::Number(value)).unwrap();
}

/// A hammer on a bar of 16 modes.
fn hammer() -> Box<dyn Params> {
    let mut params = impact();
    set(params.as_mut(), "body.count", 16.0);
    params
}

/// Pairs that are tried.
const PAIRS: usize = 200;

/// A random blow that can be heard, and the same with random stiffness and dissipation.
fn blows(rng: &mut Rng) -> [Box<dyn Params>; 2] {
    loop {
        let mut params = hammer();
        set(params.as_mut(), "striker.mass", rng.log_uniform(0.002, 0.2));
        set(params.as_mut(), "velocity", rng.log_uniform(0.2, 5.0));
        set(params.as_mut(), "strike", 0.5 * rng.uniform());
        let mut other = params.boxed();
        let stiffness = rng.log_uniform(1e6, 1e11);
        let dissipation = rng.log_uniform(1e-2, 3.0);
        set(other.as_mut(), "contact.stiffness", stiffness);
        set(other.as_mut(), "contact.dissipation", dissipation);
        // A shorter touch has less than five samples of the attack: no rate can carry it.
        if measure(other.as_ref(), "contact_time").unwrap() >= 1e-4 {
            return [params, other];
        }
    }
}

/// Asks a blow for what another one is; notes a refusal. Gives what was asked for, and what it
/// costs and is, measured anew with the parameters found.
fn asked(
    [params, other]: &[Box<dyn Params>; 2],
    keys: [&str; 2],
    wrong: &mut Vec<String>,
) -> Option<([Wish; 2], usize, [f64; 2])> {
    let wishes = keys.map(|key| Wish::new(key, measure(other.as_ref(), key).unwrap()));
    match solve(params.as_ref(), &wishes) {
        Ok(solved) => {
            let got = keys.map(|key| measure(solved.params.as_ref(), key).unwrap());
            Some((wishes, solved.steps, got))
        }
        Err(error) => {
            wrong.push(error.to_string());
            None
        }
    }
}

/// What random stiffness and dissipation make is asked for, from another start, and met.
#[test]
fn random_pairs_of_contact_time_and_centroid_are_met() {
    let mut rng = Rng::new(11);
    let mut wrong = Vec::new();
    let mut costs = Vec::new();
    for case in 1..=PAIRS {
        let blows = blows(&mut rng);
        let Some((wishes, cost, got)) = asked(&blows, ["contact_time", "centroid"], &mut wrong)
        else {
            continue;
        };
        costs.push(cost);
        let time = got[0] / wishes[0].value - 1.0;
        // The range costs a hundred solves: where the value is met far better than any range is
        // narrow, only some are looked at.
        let share = got[1] / wishes[1].value - 1.0;
        let mut centroid = share;
        if share.abs() > 2e-4 || case % 20 == 0 {
            let (low, high) = reachable(blows[0].as_ref(), "centroid", &wishes[..1]).unwrap();
            centroid *= wishes[1].value / (high - low);
        }
        if time.abs() > 0.01 || centroid.abs() > 0.05 {
            wrong.push(format!("{case}: {time:.1e} {centroid:.1e}"));
        }
    }
    assert!(wrong.is_empty(), "{}\n{}", wrong.len(), wrong.join("\n"));
    // An attack has 4352 samples, and most solves render one or two. Where blows of several
    // touches leave gaps on the way, a map of both knobs is made: rarely.
    costs.sort_unstable();
    let share = |percent: usize| costs[percent * costs.len() / 100];
    assert!(share(50) < 10_500, "{}", share(50));
    assert!(share(90) < 20_000, "{}", share(90));
    assert!(share(95) < 25_000, "{}", share(95));
    assert!(share(98) < 42_000, "{}", share(98));
    assert!(costs[costs.len() - 1] < 270_000, "{costs:?}");
}

/// The same for what is heard and how far the striker flies back. Where blows of several touches
/// follow each other closely, both are so uneven that one in a hundred is not found.
#[test]
fn random_pairs_of_centroid_and_restitution_are_met() {
    let mut rng = Rng::new(12);
    let mut wrong = Vec::new();
    let mut costs = Vec::new();
    for case in 1..=PAIRS / 4 {
        let blows = blows(&mut rng);
        let Some((wishes, cost, got)) = asked(&blows, ["centroid", "restitution"], &mut wrong)
        else {
            continue;
        };
        costs.push(cost);
        let centroid = got[0] / wishes[0].value - 1.0;
        let restitution = got[1] - wishes[1].value;
        if centroid.abs() > 0.011 || restitution.abs() > 0.006 {
            wrong.push(format!("{case}: {centroid:.1e} {restitution:.1e}"));
        }
    }
    assert!(wrong.len() <= 1, "{}\n{}", wrong.len(), wrong.join("\n"));
    costs.sort_unstable();
    let share = |percent: usize| costs[percent * costs.len() / 100];
    assert!(share(50) < 15_000, "{}", share(50));
    assert!(share(90) < 300_000, "{}", share(90));
}

/// What a blow is now lies within what is told that it can be, alone and beside what it also is
/// now; but for narrow tops, which are not looked for.
#[test]
fn what_is_now_can_be_reached() {
    let mut rng = Rng::new(5);
    let mut wrong = Vec::new();
    for _ in 0..20 {
        let mut params = hammer();
        set(params.as_mut(), "striker.mass", rng.log_uniform(0.002, 0.2));
        set(params.as_mut(), "velocity", rng.log_uniform(0.2, 5.0));
        let stiffness = rng.log_uniform(1e6, 1e11);
        set(params.as_mut(), "contact.stiffness", stiffness);
        let now = |key| measure(params.as_ref(), key).unwrap();
        let beside = [Wish::new("contact_time", now("contact_time"))];
        for (key, others) in [
            ("centroid", &[][..]),
            ("contact_time", &[][..]),
            ("restitution", &[][..]),
            ("centroid", &beside[..]),
        ] {
            let (low, high) = reachable(params.as_ref(), key, others).unwrap();
            let inside = 0.9 * low <= now(key) && now(key) <= 1.1 * high;
            if !inside {
                let held = others.len();
                wrong.push(format!("{key} {held}: {} of {low} to {high}", now(key)));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// On a body of ten tons, as on a wall: 0.41436540 ms by quadrature of the closed form (Avanzini
/// & Rocchesso 2004, equation 12), and the restitution of the exact law.
#[test]
fn a_wall_has_the_closed_forms() {
    let mut params = impact();
    let (kind, _) = params.table().locate("body.kind").unwrap();
    params.assign(&kind, &Value::Choice(0)).unwrap();
    for (key, value) in [
        ("body.modes/0/mass", 1e4),
        ("striker.mass", 1e-3),
        ("contact.stiffness", 5e10),
        ("contact.exponent", 2.5),
        ("contact.dissipation", 0.5),
    ] {
        set(params.as_mut(), key, value);
    }
    let time = measure(params.as_ref(), "contact_time").unwrap();
    assert!((time / 4.143653977e-4 - 1.0).abs() < 2e-3, "{time}");
    let restitution = measure(params.as_ref(), "restitution").unwrap();
    let exact = urto::contact::rebound_speed(1.0, 0.5);
    assert!(
        (restitution / exact - 1.0).abs() < 1e-3,
        "{restitution} {exact}"
    );
}

/// Felt has a stiffness and a loss of its own.
#[test]
fn a_felt_hammer_is_as_soft_as_asked_for() {
    let mut params = impact();
    let law = params.table().find("contact.law").unwrap();
    params.assign(&law, &Value::Choice(1)).unwrap();
    for time in [1e-3, 3e-3] {
        let solved = solve(params.as_ref(), &[Wish::new("contact_time", time)]).unwrap();
        assert_eq!(solved.set[0].0, "contact.felt.stiffness");
        let got = measure(solved.params.as_ref(), "contact_time").unwrap();
        assert!((got / time - 1.0).abs() < 0.01, "{time} {got}");
    }
}

/// The paper's pair on the usual bar.
#[test]
fn a_blow_is_as_long_and_as_bright_as_asked_for() {
    let wishes = [
        Wish::new("contact_time", 0.8e-3),
        Wish::new("centroid", 1500.0),
    ];
    let solved = solve(impact().as_ref(), &wishes).unwrap();
    let keys: Vec<&str> = solved.set.iter().map(|(key, _)| key.as_str()).collect();
    assert_eq!(keys, ["contact.stiffness", "contact.dissipation"]);
    for wish in &wishes {
        let got = measure(solved.params.as_ref(), &wish.key).unwrap();
        assert!((got / wish.value - 1.0).abs() < 1e-3, "{wish:?} {got}");
    }
}

#[test]
fn single_targets_are_met_by_what_fits_them() {
    for (key, value, set) in [
        ("contact_time", 0.3e-3, "contact.stiffness"),
        ("centroid", 2000.0, "contact.stiffness"),
        ("restitution", 0.4, "contact.dissipation"),
        ("pitch", 880.0, "body.size"),
        ("decay", 0.5, "body.damping"),
    ] {
        let solved = solve(impact().as_ref(), &[Wish::new(key, value)]).unwrap();
        let keys: Vec<&str> = solved.set.iter().map(|(key, _)| key.as_str()).collect();
        assert_eq!(keys, [set]);
        let got = measure(solved.params.as_ref(), key).unwrap();
        assert!((got / value - 1.0).abs() < 5e-3, "{key}: {got}");
        assert_eq!(solved.met.len(), 1);
    }
}

/// All measures of a body grow together, so its partials keep their ratios.
#[test]
fn pitch_and_decay_of_every_kind_of_body() {
    use urto::param::Kind;
    let table = impact().table();
    let (id, spec) = table.locate("body.kind").unwrap();
    let Kind::Choice { options, .. } = spec.kind else {
        panic!("a choice");
    };
    for (index, option) in options.iter().enumerate() {
        let mut params = impact();
        params.assign(&id, &Value::Choice(index)).unwrap();
        if option.key == "file" {
            // There is none: that is told, not measured.
            let told = measure(params.as_ref(), "pitch").unwrap_err().to_string();
            assert!(told.contains("file"), "{told}");
            let wish = [Wish::new("decay", 0.7)];
            assert!(solve(params.as_ref(), &wish).is_err());
            continue;
        }
        let now = measure(params.as_ref(), "pitch").unwrap();
        let wishes = [Wish::new("pitch", 1.5 * now), Wish::new("decay", 0.7)];
        let solved = solve(params.as_ref(), &wishes).unwrap();
        for met in solved.met {
            let off = met.got / met.wanted - 1.0;
            assert!(off.abs() < 1e-6, "{}: {met:?}", option.key);
        }
    }
}

#[test]
fn what_cannot_be_is_refused_with_the_range() {
    let ask = |wishes: &[Wish]| solve(impact().as_ref(), wishes).err().unwrap();
    let TargetError::Unreachable { range, .. } = ask(&[Wish::new("pitch", 1e5)]) else {
        panic!("unreachable");
    };
    let (low, high) = (range.low, range.high);
    assert!(low < 100.0 && high > 2000.0 && high < 1e5, "{low} {high}");
    let wishes = [
        Wish::new("contact_time", 0.8e-3),
        Wish::new("centroid", 15_000.0),
    ];
    let told = ask(&wishes).to_string();
    let (start, end) = (
        "centroid: 15000 Hz cannot be reached; it can be ",
        " Hz with a contact_time of 0.8 ms",
    );
    assert!(told.starts_with(start) && told.ends_with(end), "{told}");
    let (low, high) = reachable(impact().as_ref(), "centroid", &wishes).unwrap();
    assert!(low < 1000.0 && high > 1500.0 && high < 15_000.0);
    for (wishes, expected) in [
        (
            vec![Wish::new("contact_tim", 1.0)],
            "this sound has no target 'contact_tim'; did you mean 'contact_time'?",
        ),
        (vec![Wish::new("pitch", f64::NAN)], "pitch: NaN is not"),
        (vec![Wish::new("decay", -1.0)], "decay: -1 is not"),
        (
            vec![Wish::new("pitch", 440.0), Wish::new("pitch", 441.0)],
            "the target 'pitch' is given twice",
        ),
        (
            ["contact_time", "centroid", "restitution"]
                .map(|key| Wish::new(key, 0.5))
                .into(),
            "contact_time, centroid, restitution share two parameters",
        ),
    ] {
        let told = ask(&wishes).to_string();
        assert!(told.starts_with(expected), "{told}");
    }
}

#[test]
fn friction_slips_as_often_as_asked_for() {
    let friction = (sounds::find("friction").unwrap().make)();
    let keys: Vec<&str> = targets(friction.params()).iter().map(|t| t.key).collect();
    assert_eq!(keys, ["pitch", "decay", "slip_rate"]);
    let (low, high) = reachable(friction.params(), "slip_rate", &[]).unwrap();
    assert!(low < 8.0 && high > 30.0, "{low} {high}");
    // Slower than its grip swings, a block slips k·V/(2·D) times a second: 15.5 here.
    let now = measure(friction.params(), "slip_rate").unwrap();
    assert!((now / 15.5 - 1.0).abs() < 0.1, "{now}");
    // What it costs, in samples: little where the closed form leads straight there, more where
    // slips are uneven and other speeds are looked through. How much each takes depends on the
    // last digits of every step, so that each has a wide bound and all together a closer one.
    let mut steps = 0;
    for wanted in [8.0, 10.0, 12.0, 14.0, 18.0] {
        let wish = Wish::new("slip_rate", wanted);
        let solved = solve(friction.params(), &[wish]).unwrap();
        assert_eq!(solved.set[0].0, "velocity");
        assert!(solved.steps < 720_000, "{wanted}: {}", solved.steps);
        steps += solved.steps;
        let got = measure(solved.params.as_ref(), "slip_rate").unwrap();
        assert!((got / wanted - 1.0).abs() < 0.05, "{wanted} {got}");
    }
    assert!(steps < 2_000_000, "{steps}");
    // Between slips of the block and slips with the body's modes there is nothing.
    let error = solve(friction.params(), &[Wish::new("slip_rate", 45.0)]).err();
    let Some(TargetError::Unreachable { range, .. }) = error else {
        panic!("unreachable");
    };
    assert!(range.low < 8.0 && range.high > 100.0, "{range:?}");
    assert!((range.nearest / 45.0 - 1.0).abs() > 0.05, "{range:?}");
    let told = solve(friction.params(), &[Wish::new("slip_rate", 5000.0)]).err();
    assert!(told.unwrap().to_string().contains("it can be "));
}

/// Every sound tells its targets, and they can be measured.
#[test]
fn targets_of_every_sound_can_be_measured() {
    for entry in urto::catalogue::Catalogue::of_urto().sounds() {
        let sound = (entry.make)();
        for quantity in targets(sound.params()) {
            let value = measure(sound.params(), quantity.key).unwrap();
            assert!(value.is_finite(), "{}: {}", entry.key, quantity.key);
        }
    }
}
