//! The advisor, against formulas and against real steps.

use std::f64::consts::PI;
use urto::math::sin;
use urto::rng::Rng;
use urto_mi::advisor::{check, check_modes};
use urto_mi::law::Side;
use urto_mi::{Freedom, Lattice, Mass, MassId, Model, Row, Spring};

const RATE: f64 = 44_100.0;

/// A model with all stiffnesses multiplied.
fn times(model: &Model, factor: f64) -> Model {
    let mut other = Model::new(model.hertz()).unwrap();
    for mass in model.masses() {
        other.add(mass.clone()).unwrap();
    }
    for link in model.links() {
        let own = link.spring().unwrap();
        let spring = Spring {
            stiffness: factor * own.stiffness,
            cubic: factor * own.cubic,
            ..*own
        };
        other.join(link.ends, spring).unwrap();
    }
    other.set_friction(model.friction()).unwrap();
    other
}

/// Plain leapfrog, without guards: how far the farthest mass is from where it was placed after
/// some steps, if all masses begin a little off.
fn wanders(model: &Model, steps: usize) -> f64 {
    const OFF: f64 = 1e-10;
    let h = model.step();
    let mut rng = Rng::new(3);
    let placed: Vec<[f64; 3]> = model.masses().iter().map(|own| own.position).collect();
    let mut u = placed.clone();
    for (u, mass) in u.iter_mut().zip(model.masses()) {
        if !mass.is_held() {
            *u = u.map(|own| own + OFF * rng.signed());
        }
    }
    let mut before = u.clone();
    let length = |a: [f64; 3]| (a[0] * a[0] + a[1] * a[1] + a[2] * a[2]).sqrt();
    let minus = |a: [f64; 3], b: [f64; 3]| -> [f64; 3] { std::array::from_fn(|k| a[k] - b[k]) };
    for _ in 0..steps {
        let mut force = vec![[0.0; 3]; u.len()];
        for link in model.links() {
            let [a, b] = link.ends.map(MassId::index);
            let way = minus(u[b], u[a]);
            let (d, old) = (length(way), length(minus(before[b], before[a])));
            let own = link.spring().unwrap();
            let stretch = d - own.length.unwrap();
            let elastic = stretch * (own.stiffness + own.cubic * stretch * stretch);
            let tension = elastic + own.damping * (d - old) / h;
            for k in 0..3 {
                force[a][k] += tension * way[k] / d;
                force[b][k] -= tension * way[k] / d;
            }
        }
        for n in 0..u.len() {
            let mass = &model.masses()[n];
            for k in 0..3 {
                let moved = u[n][k] - before[n][k];
                before[n][k] = u[n][k];
                if !mass.is_held() {
                    let pushed = force[n][k] - model.friction() * moved / h;
                    u[n][k] += moved + h * h * pushed / mass.mass;
                }
            }
        }
        let farthest = u.iter().zip(&placed).map(|(a, b)| length(minus(*a, *b)));
        let farthest = farthest.fold(0.0, f64::max);
        if farthest > 1e-3 {
            return farthest;
        }
    }
    let farthest = u.iter().zip(&placed).map(|(a, b)| length(minus(*a, *b)));
    farthest.fold(0.0, f64::max)
}

/// A little below the margin steps stay where they are, a little above they fly apart.
fn the_margin_is_true(model: &Model, what: &str) {
    let margin = check(model).margin;
    let (below, above) = (times(model, 0.99 * margin), times(model, 1.01 * margin));
    let (stays, flies) = (wanders(&below, 20_000), wanders(&above, 20_000));
    println!("{what}: margin {margin}; 99 %: {stays:e} m, 101 %: {flies:e} m");
    assert!(check(&below).stable && !check(&above).stable, "{what}");
    assert!((check(&below).margin - 1.0 / 0.99).abs() < 1e-6, "{what}");
    assert!(stays < 1e-7, "{what}: {stays}");
    assert!(flies > 1e-3 || flies.is_nan(), "{what}: {flies}");
}

fn oscillator(stiffness: f64, damping: f64) -> Model {
    let mut model = Model::new(RATE).unwrap();
    let wall = model.add(Mass::at([0.0; 3]).fixed()).unwrap();
    let ball = Mass::at([1.0, 0.0, 0.0]).of(1.0).named("ball");
    let ball = model.add(ball).unwrap();
    let spring = model.discrete(stiffness, damping);
    model.join([wall, ball], spring).unwrap();
    model
}

/// The paper's string of 32.
fn string(length: f64) -> Model {
    let mut model = Model::new(RATE).unwrap();
    let row = Row {
        count: 32,
        to: [31.0, 0.0, 0.0],
        mass: 1.0,
        spring: Spring {
            length: Some(length),
            ..model.discrete(0.1, 0.0)
        },
        ..Row::default()
    };
    row.build(&mut model, "s").unwrap();
    model
}

fn string_mode(mode: usize) -> f64 {
    let along = sin(mode as f64 * PI / 62.0);
    RATE / PI * ((0.1f64 * (1.0 - 0.9)).sqrt() * along).asin()
}

fn cube(span: f64) -> Model {
    let mut model = Model::new(RATE).unwrap();
    let lattice = Lattice {
        counts: [2, 2, 2],
        spacing: 1.0,
        mass: 1.0,
        spring: model.discrete(0.01, 0.0),
        span,
        ..Lattice::default()
    };
    lattice.build(&mut model, "c").unwrap();
    model
}

#[test]
fn an_oscillator_has_the_pitch_and_the_limit_of_the_formula() {
    for (stiffness, damping) in [(0.1, 0.0), (1.0, 0.3), (3.9, 0.0), (0.5, 1.7), (2.0, 1.1)] {
        let advice = check(&oscillator(stiffness, damping));
        let limit = (4.0 - 2.0 * damping) / stiffness;
        assert!((advice.margin / limit - 1.0).abs() < 1e-8, "{advice:?}");
        assert!((advice.lambda_max - stiffness - 2.0 * damping).abs() < 1e-8);
        assert_eq!(advice.stable, stiffness + 2.0 * damping < 4.0);
        let wanted = RATE / PI * (0.5 * f64::sqrt(stiffness)).asin();
        assert_eq!(advice.modes.len(), 1);
        assert!((advice.modes[0] / wanted - 1.0).abs() < 1e-12);
        assert_eq!(advice.pitch, Some(advice.modes[0]));
        // It swings about the wall as a whole: two ways.
        assert_eq!((advice.rigid_modes, advice.zero_modes), (2, 0));
    }
    let strong = check(&oscillator(0.1, 2.1));
    assert_eq!((strong.margin, strong.stable), (0.0, false));
    let told = strong.suggested.unwrap();
    assert!(told.contains("0.952") && told.contains("'ball'"), "{told}");
}

#[test]
fn the_margin_is_where_steps_fly_apart() {
    the_margin_is_true(&oscillator(1.0, 0.0), "oscillator");
    the_margin_is_true(&oscillator(1.0, 0.4), "damped oscillator");
    the_margin_is_true(&string(0.9), "string");
    let mut damped = string(0.9);
    for n in 0..31 {
        let damper = Spring::damper((0.05 + 0.01 * n as f64) * RATE);
        let ends = [n, n + 1].map(|n| damped.find(&format!("s.{n}")).unwrap());
        damped.join(ends, damper).unwrap();
    }
    damped.set_friction(0.1 * RATE).unwrap();
    the_margin_is_true(&damped, "damped string");
    the_margin_is_true(&cube(1.8), "cube");
    let mut model = Model::new(RATE).unwrap();
    let lattice = Lattice {
        counts: [5, 4, 3],
        ..Lattice::default()
    };
    lattice.build(&mut model, "l").unwrap();
    the_margin_is_true(&model, "lattice");
}

#[test]
fn a_string_has_the_modes_of_the_formula() {
    let advice = check_modes(&string(0.9), 90);
    assert_eq!(advice.modes.len(), 90);
    assert!(advice.modes_found);
    let none = (advice.rigid_modes, advice.zero_modes, advice.buckling);
    assert_eq!(none, (0, 0, 0));
    for (mode, told) in [(1, 71.09890244), (30, 1404.2860)] {
        let wanted = string_mode(mode);
        assert!((wanted - told).abs() < 1e-4);
        let near = |own: &&f64| (*own / wanted - 1.0).abs() < 1e-6;
        // Up and sideways.
        assert_eq!(advice.modes.iter().filter(near).count(), 2, "{mode}");
    }
    assert!((advice.modes[0] / 71.09890244 - 1.0).abs() < 1e-9);
    assert_eq!(advice.pitch, Some(advice.modes[0]));
    assert_eq!(check(&string(0.9)).modes, advice.modes[..30]);
}

#[test]
fn what_folds_or_buckles_is_told() {
    let loose = check(&string(1.0));
    assert_eq!((loose.rigid_modes, loose.zero_modes), (0, 60));
    assert!(loose.remarks[0].starts_with("It folds: there are 60 ways to move it"));
    let pressed = check(&string(1.1));
    assert_eq!((pressed.zero_modes, pressed.buckling), (0, 60));
    assert!(pressed.remarks[0].contains("buckles"));
    let hinged = check(&cube(1.0));
    assert_eq!((hinged.rigid_modes, hinged.zero_modes), (6, 6));
    assert_eq!(hinged.modes.len(), 12);
    let braced = check(&cube(1.8));
    assert_eq!((braced.rigid_modes, braced.zero_modes), (6, 0));
    assert_eq!(braced.modes.len(), 18);
    assert!(braced.remarks.is_empty(), "{:?}", braced.remarks);
}

/// Ways to move as a whole, by what is held and by shape.
#[test]
fn motions_as_a_whole_are_counted() {
    let built = |places: &[[f64; 3]], held: &[usize], links: &[[usize; 2]]| {
        let mut model = Model::new(RATE).unwrap();
        let masses: Vec<MassId> = (0..places.len())
            .map(|n| {
                let mut mass = Mass::at(places[n]).of(0.1 + n as f64);
                if held.contains(&n) {
                    mass = mass.fixed();
                }
                model.add(mass).unwrap()
            })
            .collect();
        for ends in links {
            let spring = model.discrete(0.01, 0.0);
            model.join(ends.map(|n| masses[n]), spring).unwrap();
        }
        let advice = check(&model);
        (advice.rigid_modes, advice.zero_modes, advice.modes.len())
    };
    let triangle = [[0.3, 0.1, 7.0], [1.3, 0.2, 7.1], [0.4, 1.0, 6.0]];
    let sides = [[0, 1], [1, 2], [0, 2]];
    assert_eq!(built(&triangle, &[], &sides), (6, 0, 3));
    assert_eq!(built(&triangle, &[0], &sides), (3, 0, 3));
    // A turn about the line through the held two.
    assert_eq!(built(&triangle, &[0, 1], &sides), (1, 0, 2));
    assert_eq!(built(&triangle, &[0, 1, 2], &sides), (0, 0, 0));
    let row = [0.0, 0.1, 0.25, 0.3].map(|x| [1.0 + x, 2.0 - 3.0 * x, 0.5 * x]);
    let chain = [[0, 1], [1, 2], [2, 3]];
    assert_eq!(built(&row, &[], &chain), (5, 4, 3));
    assert_eq!(built(&row, &[0], &chain), (2, 4, 3));
    assert_eq!(built(&row, &[0, 3], &chain), (0, 4, 2));
    // Two pairs and a lone mass; then two bodies that share only a held mass.
    let five = [
        [0.0; 3],
        [1.0, 0.0, 0.0],
        [0.0, 2.0, 0.0],
        [0.0, 2.0, 1.0],
        [5.0; 3],
    ];
    assert_eq!(built(&five, &[], &[[0, 1], [2, 3]]), (13, 0, 2));
    assert_eq!(built(&five[..3], &[0], &[[0, 1], [0, 2]]), (4, 0, 2));
}

#[test]
fn empty_and_held_and_lone_are_clear() {
    let mut model = Model::new(RATE).unwrap();
    for (words, masses) in [("no masses", 0), ("Nothing can move", 2)] {
        for n in 0..masses {
            let place = [n as f64, 0.0, 0.0];
            model.add(Mass::at(place).fixed()).unwrap();
        }
        let advice = check(&model);
        assert!(advice.stable && advice.margin == f64::INFINITY);
        assert!(advice.modes.is_empty() && advice.pitch.is_none() && advice.modes_found);
        assert_eq!((advice.rigid_modes, advice.zero_modes), (0, 0));
        assert!(advice.remarks[0].contains(words), "{:?}", advice.remarks);
    }
    model.add(Mass::at([0.3; 3]).named("bird")).unwrap();
    let advice = check(&model);
    assert!(advice.stable && advice.margin == f64::INFINITY);
    assert_eq!((advice.rigid_modes, advice.zero_modes), (3, 0));
    assert!(advice.remarks[0].contains("'bird'"), "{:?}", advice.remarks);
}

/// A mass on a spring without length, at the place of its wall, swings alike all ways; one with a
/// length has a way of its own.
#[test]
fn masses_at_one_place() {
    for (length, modes, zero) in [(0.0, 3, 0), (0.1, 1, 2)] {
        let mut model = Model::new(RATE).unwrap();
        let wall = model.add(Mass::at([0.2; 3]).fixed()).unwrap();
        let ball = model.add(Mass::at([0.2; 3]).of(1.0)).unwrap();
        let spring = Spring {
            length: Some(length),
            ..model.discrete(0.1, 0.0)
        };
        model.join([wall, ball], spring).unwrap();
        let advice = check(&model);
        assert_eq!((advice.modes.len(), advice.zero_modes), (modes, zero));
        let wanted = RATE / PI * (0.5 * 0.1f64.sqrt()).asin();
        assert!((advice.modes[0] / wanted - 1.0).abs() < 1e-12);
    }
}

/// A weight on a string swings as a pendulum, although it moves about its nail as a whole.
#[test]
fn a_pendulum_swings() {
    let mut model = Model::new(RATE).unwrap();
    let nail = model.add(Mass::at([0.0; 3]).fixed()).unwrap();
    let ball = model.add(Mass::at([0.0, 0.0, -0.8]).of(0.2)).unwrap();
    let (stiffness, gravity) = (1e4, 9.81);
    let spring = Spring {
        stiffness,
        length: Some(0.8 - 0.2 * gravity / stiffness),
        ..Spring::default()
    };
    model.join([nail, ball], spring).unwrap();
    model.set_gravity([0.0, 0.0, -gravity]).unwrap();
    let advice = check(&model);
    let swing = (gravity / 0.8).sqrt() / (2.0 * PI);
    assert_eq!((advice.rigid_modes, advice.modes.len()), (0, 3));
    assert!((advice.modes[0] / swing - 1.0).abs() < 1e-6);
    assert!((advice.modes[1] / swing - 1.0).abs() < 1e-6);
    // It hangs in balance; without gravity it does not.
    assert!(advice.remarks.is_empty(), "{:?}", advice.remarks);
    model.set_gravity([0.0; 3]).unwrap();
    assert!(check(&model).remarks[0].contains("not at rest"));
}

#[test]
fn what_is_slack_counts_for_nothing() {
    let mut model = oscillator(0.1, 0.0);
    let ends = [0, 1].map(|n| model.masses()[n].position);
    assert_eq!(ends[1][0] - ends[0][0], 1.0);
    let alone = check(&model);
    let pair_ends = model.links()[0].ends;
    for (side, length) in [(Side::Pulls, 1.1), (Side::Pushes, 0.9)] {
        let spring = Spring {
            length: Some(length),
            side,
            ..model.discrete(10.0, 1.0)
        };
        model.join(pair_ends, spring).unwrap();
    }
    let advice = check(&model);
    assert_eq!((advice.modes, advice.margin), (alone.modes, alone.margin));
    let told = &advice.remarks[0];
    assert!(
        told.contains("2 links") && told.contains("Once they act"),
        "{told}"
    );
    // A slack rope does not make one body of two.
    let mut pair = Model::new(RATE).unwrap();
    let ends = [0.0, 1.0].map(|x| pair.add(Mass::at([x, 0.0, 0.0])).unwrap());
    pair.join(ends, Spring::rope(1e3, 1.5)).unwrap();
    let two = check(&pair);
    assert_eq!((two.rigid_modes, two.zero_modes), (6, 0));
    // The same rope, taut: stiffer, and its pull turns the swing into a mode.
    let taut = Spring {
        length: Some(0.9),
        side: Side::Pulls,
        ..model.discrete(0.1, 0.0)
    };
    model.join(pair_ends, taut).unwrap();
    let advice = check(&model);
    let lambda = |value: f64| RATE / PI * (0.5 * value.sqrt()).asin();
    let wanted = [lambda(0.1 * 0.1), lambda(0.1 * 0.1), lambda(0.2)];
    assert_eq!(advice.modes.len(), 3);
    for (mode, wanted) in advice.modes.iter().zip(wanted) {
        assert!((mode / wanted - 1.0).abs() < 1e-9, "{:?}", advice.modes);
    }
    assert!(advice.remarks.iter().any(|own| own.contains("not at rest")));
}

/// Who follows the suggestion gets a stable model.
#[test]
fn the_suggestion_helps() {
    let mut model = times(&string(0.9), 5.0);
    let ends = ["s.10", "s.11"].map(|name| model.find(name).unwrap());
    let stiff = model.discrete(9.0, 0.0);
    model.join(ends, stiff).unwrap();
    let advice = check(&model);
    assert!(!advice.stable);
    let told = advice.suggested.unwrap();
    println!("{told}");
    let number = |before: &str| -> f64 {
        let rest = told.split(before).nth(1).unwrap();
        rest.split(' ').next().unwrap().parse().unwrap()
    };
    let factor = number("every stiffness by ");
    assert!((factor / advice.margin - 1.0).abs() < 1e-2 && factor < advice.margin);
    assert!(check(&times(&model, factor)).stable);
    assert!(told.contains("'s.10'") && told.contains("'s.11'"), "{told}");
    // Softening the one link.
    let softer = number("N/m: ");
    let with = |stiffness: f64| {
        let mut other = times(&string(0.9), 5.0);
        let spring = Spring {
            stiffness,
            ..Spring::default()
        };
        other.join(ends, spring).unwrap();
        check(&other).stable
    };
    assert!(with(softer) && !with(1.02 * softer), "{told}");
}

/// A mass that moves along z, on a spring along z to a wall beside it: it cannot turn about the wall,
/// but swings at (fs/pi)·asin(sqrt(K)/2).
#[test]
fn a_spring_along_an_axis_resists_being_turned() {
    let mut model = Model::new(44_100.0).unwrap();
    let mut mass = Mass::at([0.0; 3]).of(1.0);
    mass.freedom = Freedom::Along(2);
    let mass = model.add(mass).unwrap();
    let wall = model.add(Mass::at([1.0, 0.0, 0.0]).fixed()).unwrap();
    let spring = Spring {
        length: Some(0.0),
        ..model.discrete(0.1, 0.0)
    };
    let up = Some([0.0, 0.0, 1.0]);
    model.link([wall, mass], spring.into(), up, "").unwrap();
    let advice = check(&model);
    let expected = RATE / PI * 0.158_780_214_645_760_7;
    assert_eq!((advice.rigid_modes, advice.modes.len()), (0, 1));
    assert!(
        (advice.modes[0] / expected - 1.0).abs() < 1e-9,
        "{advice:?}"
    );
}
