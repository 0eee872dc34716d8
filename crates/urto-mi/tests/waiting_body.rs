//! A network as a body of sounds: what is known of it beforehand, and the contract that every object
//! keeps while it is pushed anywhere, tuned and brought to rest.

use urto::Rate;
use urto::body::{BodyParams, Maker, ObjectMaker};
use urto::math::{LN_1000, TAU};
use urto::object::{AllModes, NamedPoint, Object, Place, Point, Position};
use urto::rng::Rng;
use urto_mi::{Hold, Lattice, Mass, Model, NetworkMaker, Row, Spring, Touch, Unfit};

const RATE: f64 = 48_000.0;

fn rate() -> Rate {
    Rate::new(RATE).unwrap()
}

fn maker(model: &Model) -> NetworkMaker {
    NetworkMaker::new("it", model, &Touch::default()).unwrap()
}

fn points(places: &[f64]) -> Vec<NamedPoint> {
    let named = places.iter().enumerate();
    named
        .map(|(n, place)| NamedPoint {
            name: format!("p{n}"),
            place: Place::Along(*place),
        })
        .collect()
}

fn tuned(tuning: f64, ringing: f64) -> BodyParams {
    BodyParams {
        all: AllModes { tuning, ringing },
        ..BodyParams::default()
    }
}

fn string() -> Model {
    let mut model = Model::new(RATE).unwrap();
    let row = Row {
        count: 32,
        to: [0.31, 0.0, 0.0],
        mass: 1e-4,
        spring: Spring {
            stiffness: 5e4,
            length: Some(0.009),
            ..Spring::default()
        },
        ..Row::default()
    };
    row.build(&mut model, "m").unwrap();
    model.set_friction(2e-4).unwrap();
    model
}

fn block(damping: f64) -> Model {
    let mut model = Model::new(RATE).unwrap();
    let lattice = Lattice {
        counts: [5, 3, 2],
        spring: Spring {
            stiffness: 1e4,
            damping,
            ..Spring::default()
        },
        hold: Hold::Nothing,
        ..Lattice::default()
    };
    lattice.build(&mut model, "l").unwrap();
    model
}

/// A string: tones of the formula (as leapfrog plays them), half its weight in each mode, decay by
/// friction alone (2·ln(1000)·m/c), shapes that are sines.
#[test]
fn modes_are_those_of_a_string() {
    let maker = maker(&string());
    let params = BodyParams::default();
    let h = 1.0 / RATE;
    // Pull T over the distance d of masses: T/d = k·(1 - l/d).
    let across = 5e4 * (1.0 - 0.009 / 0.01);
    for n in 0..5 {
        let half = TAU / 4.0 * (n + 1) as f64 / 31.0;
        let sine = h * (across / 1e-4f64).sqrt() * urto::math::sin(half);
        let hertz = urto::math::atan2(sine, (1.0 - sine * sine).sqrt()) * RATE * 2.0 / TAU;
        // Both directions across have it: either alone, or shared among the two.
        let own = (0..maker.count()).filter(|mode| {
            let found = maker.mode(*mode, &params).frequency;
            (found / hertz - 1.0).abs() < 1e-9
        });
        let mut mobility = 0.0;
        for mode in own {
            let Mode { decay, mass, .. } = Mode::of(&maker, mode);
            assert!((decay / (2.0 * LN_1000 * 1e-4 / 2e-4) - 1.0).abs() < 1e-9);
            let place = (n + 1) as f64;
            let shape = maker.shape(mode, 0.5 / place * 31.0 / 29.0 - 1.0 / 29.0);
            mobility += shape * shape / mass;
        }
        let wanted = 1.0 / (0.5 * 31.0 * 1e-4);
        // The crest lies between two masses, where shapes are straight lines.
        assert!(
            (mobility / wanted - 1.0).abs() < 0.05,
            "{n}: {mobility} {wanted}"
        );
    }
}

/// Just what is looked at.
struct Mode {
    decay: f64,
    mass: f64,
}

impl Mode {
    fn of(maker: &NetworkMaker, mode: usize) -> Self {
        let urto::object::Mode { decay, mass, .. } = maker.mode(mode, &BodyParams::default());
        Self { decay, mass }
    }
}

/// Energy changes by newtons times displacement and by a loss, wherever it is pushed, while points
/// move along it and its springs and dampers change; and a point moves as it said it would.
#[test]
fn the_contract_holds_while_it_is_tuned_and_touched() {
    let mut heard = 0.0f64;
    for seed in 0..60 {
        let mut rng = Rng::new(seed);
        let model = if seed % 2 == 0 { string() } else { block(0.01) };
        let maker = maker(&model);
        let mut body = maker
            .build(&BodyParams::default(), &points(&[0.2, 0.7]), rate())
            .unwrap();
        let body: &mut dyn Object = body.as_mut();
        let ends = [Point(0), Point(1)];
        let mut largest = 0.0f64;
        for step in 0..1500 {
            if rng.below(200) == 0 {
                let params = tuned(rng.log_uniform(0.125, 8.0), rng.log_uniform(0.01, 100.0));
                maker.follow(body, &params);
            }
            if rng.below(20) == 0 {
                let to = Position::Along(rng.uniform());
                let point = ends[rng.below(2)];
                let before = body.displacement(point);
                let jump = body.points().unwrap().move_point(point, to).unwrap();
                assert!((body.displacement(point) - before - jump).abs() < 1e-15);
            }
            let (energy, books) = (body.energy(), body.books());
            let before = ends.map(|point| body.displacement(point));
            body.begin();
            let newtons = ends.map(|_| match rng.below(10) {
                0 => rng.log_uniform(1e-3, 10.0) * rng.signed(),
                _ => 0.0,
            });
            let foretold = ends.map(|at| {
                let felt = ends.iter().zip(newtons);
                let pushed =
                    felt.map(|(from, force)| body.response(at, *from).displacement * force);
                body.coast(at).gained + pushed.sum::<f64>()
            });
            for (point, newtons) in ends.iter().zip(newtons) {
                body.push(*point, newtons);
            }
            body.end();
            let mut work = 0.0;
            for n in 0..2 {
                let moved = body.displacement(ends[n]) - before[n];
                let error = (moved - foretold[n]).abs();
                assert!(error <= 1e-12, "{seed} {step}: {moved} {}", foretold[n]);
                work += moved * newtons[n];
                heard = heard.max(body.velocity(ends[n]).abs());
            }
            let (after, now) = (body.energy(), body.books());
            largest = largest.max(after).max(work.abs());
            let lost = now.dissipated - books.dissipated;
            // What it holds at rest is far larger than what it swings with.
            let small = 1e-11 * (largest + 1.0);
            assert!(lost >= -small, "{seed} {step}: {lost}");
            let missed = after - energy - work - (now.injected - books.injected) + lost;
            assert!(missed.abs() <= small, "{seed} {step}: {missed} {largest}");
        }
        // Back at rest, it is as it was built.
        body.reset();
        assert_eq!(
            (body.displacement(ends[0]), body.velocity(ends[1])),
            (0.0, 0.0)
        );
        assert!(body.energy().abs() <= 1e-12 && body.books().dissipated == 0.0);
    }
    assert!(heard > 0.01 && heard < 1e4, "{heard}");
}

/// How many times it crosses zero upwards in some steps, by a share of the last period too.
fn pitch(body: &mut dyn Object, steps: usize) -> f64 {
    let mut crossings: Vec<f64> = Vec::new();
    let mut before = 0.0;
    for n in 0..steps {
        body.begin();
        body.end();
        let now = body.displacement(Point(0));
        if before < 0.0 && now >= 0.0 {
            crossings.push(n as f64 - now / (now - before));
        }
        before = now;
    }
    let (first, last) = (crossings[0], crossings[crossings.len() - 1]);
    RATE * (crossings.len() - 1) as f64 / (last - first)
}

/// One mass between two walls: an octave up and down, at once or while it rings, ends at the pitch
/// that was asked for; beyond what its steps carry it stays below and finite.
#[test]
fn it_follows_its_tuning() {
    let mut model = Model::new(RATE).unwrap();
    let ball = Mass::at([0.0; 3]).of(1e-3);
    let spring = Spring {
        stiffness: 1e3,
        ..Spring::default()
    };
    model.add_oscillator(ball, spring).unwrap();
    let maker = maker(&model);
    let own = maker.mode(0, &BodyParams::default()).frequency;
    for (first, then) in [(1.0, 2.0), (2.0, 1.0), (0.5, 0.5), (1.0, 8.0)] {
        let mut body = maker
            .build(&tuned(first, 1.0), &points(&[0.0]), rate())
            .unwrap();
        body.begin();
        body.push(Point(0), 1.0);
        body.end();
        let found = pitch(body.as_mut(), 9600);
        assert!(
            (found / (first * own) - 1.0).abs() < 1e-3,
            "{first}: {found}"
        );
        maker.follow(body.as_mut(), &tuned(then, 1.0));
        pitch(body.as_mut(), 9600);
        assert!(body.notes().is_empty());
        let found = pitch(body.as_mut(), 9600);
        assert!((found / (then * own) - 1.0).abs() < 3e-3, "{then}: {found}");
    }
}

/// What is damped comes to rest, sleeps, and wakes when it is pushed.
#[test]
fn it_sleeps_and_wakes() {
    for model in [string(), block(0.3)] {
        let maker = maker(&model);
        let mut body = maker
            .build(&tuned(1.0, 0.01), &points(&[0.3]), rate())
            .unwrap();
        assert!(body.is_asleep());
        let strike = |body: &mut dyn Object| {
            body.begin();
            body.push(Point(0), 0.1);
            body.end();
            assert!(!body.is_asleep() && body.velocity(Point(0)) != 0.0);
        };
        strike(body.as_mut());
        let mut steps = 0;
        // Threads swing on and on.
        let hangs = body.sounding().is_some();
        while !body.is_asleep() && steps < 400_000 {
            body.begin();
            body.end();
            steps += 1;
        }
        assert!(body.is_asleep() || hangs, "{steps}");
        strike(body.as_mut());
    }
}

/// What is leaned on for long gives way, stays awake, and springs back when it is let go.
#[test]
fn what_is_leaned_on_springs_back() {
    let maker = maker(&string());
    let mut body = maker
        .build(&tuned(1.0, 0.01), &points(&[0.5]), rate())
        .unwrap();
    let (mut before, mut foretold) = (0.0, 0.0);
    for step in 0..96_000 {
        let newtons = if step < 48_000 { 0.1 } else { 0.0 };
        body.begin();
        foretold += body.coast(Point(0)).gained;
        foretold += newtons * body.response(Point(0), Point(0)).displacement;
        body.push(Point(0), newtons);
        body.end();
        if step == 47_999 {
            before = body.displacement(Point(0));
            // T = 50 N at its middle: f·L/4T.
            assert!(
                (before / (0.1 * 0.31 / 200.0) - 1.0).abs() < 0.05,
                "{before}"
            );
        }
    }
    let after = body.displacement(Point(0));
    assert!(after.abs() < 1e-6 * before, "{after} {before}");
    assert!(
        (foretold - after).abs() < 1e-9 * before,
        "{foretold} {after}"
    );
}

/// What floats is held by threads: pushed for a second, it stays near, and the push itself is not
/// heard.
#[test]
fn what_floats_stays_and_is_not_heard_to_swing() {
    let maker = maker(&block(0.05));
    let weight = maker.weight(&BodyParams::default()).unwrap();
    let params = BodyParams::default();
    let mut body = maker.build(&params, &points(&[0.5]), rate()).unwrap();
    let (mut farthest, mut swing, mut heard) = (0.0f64, 0.0f64, 0.0f64);
    for n in 0..96_000 {
        body.begin();
        // Half its weight, gently put on.
        let share = (f64::from(n) / 48_000.0).min(1.0);
        body.push(Point(0), 0.5 * 9.81 * weight * share);
        body.end();
        farthest = farthest.max(body.displacement(Point(0)));
        swing = swing.max(body.velocity(Point(0)).abs());
        heard = heard.max(body.sounding().unwrap().ringing(Point(0)).abs());
    }
    assert!((1e-3..0.1).contains(&farthest), "{farthest}");
    assert!(heard < 0.1 * swing, "{heard} {swing}");
}

/// A network whose links are too long for their places is let go to where they balance.
#[test]
fn it_starts_where_its_links_balance() {
    let mut model = Model::new(RATE).unwrap();
    let spring = |length| Spring {
        stiffness: 1e4,
        length: Some(length),
        ..Spring::default()
    };
    let wall = model.add(Mass::at([0.0; 3]).fixed()).unwrap();
    let ball = model.add(Mass::at([0.01, 0.0, 0.0])).unwrap();
    let other = model.add(Mass::at([0.03, 0.0, 0.0]).fixed()).unwrap();
    model.join([wall, ball], spring(0.01)).unwrap();
    model.join([ball, other], spring(0.01)).unwrap();
    let maker = NetworkMaker::new(
        "it",
        &model,
        &Touch {
            along: Some([1.0, 0.0, 0.0]),
            ..Touch::default()
        },
    )
    .unwrap();
    let mut body = maker
        .build(&BodyParams::default(), &points(&[0.0]), rate())
        .unwrap();
    // Woken by next to nothing, it does not move.
    body.begin();
    body.push(Point(0), 1e-12);
    for _ in 0..1000 {
        body.end();
        body.begin();
        assert!(body.velocity(Point(0)).abs() < 1e-6);
    }
}

#[test]
fn what_is_no_body_is_refused_in_words() {
    let refused = |model: &Model| match NetworkMaker::new("it", model, &Touch::default()) {
        Ok(_) => panic!("it was taken"),
        Err(error) => error,
    };
    let empty = Model::new(RATE).unwrap();
    assert_eq!(refused(&empty), Unfit::NothingMoves);
    let mut slow = Model::new(RATE).unwrap();
    let weak = Spring {
        stiffness: 0.1,
        ..Spring::default()
    };
    slow.add_oscillator(Mass::at([0.0; 3]).of(1.0), weak)
        .unwrap();
    let told = refused(&slow).to_string();
    assert!(
        told.contains("between 16 and 20000 Hz along [0, 0, 1]"),
        "{told}"
    );
    // Its steps carry it at its own rate, but not at a lower one.
    let mut stiff = Model::new(96_000.0).unwrap();
    let firm = Spring {
        stiffness: 1.2e7,
        ..Spring::default()
    };
    let ball = Mass::at([0.0; 3]).of(1e-3);
    stiff.add_oscillator(ball, firm).unwrap();
    let maker = maker(&stiff);
    let params = BodyParams::default();
    assert!(
        maker
            .build(&params, &[], Rate::new(96_000.0).unwrap())
            .is_ok()
    );
    let high = maker.build(&tuned(4.0, 1.0), &[], Rate::new(96_000.0).unwrap());
    let notes = high.unwrap().notes().join("");
    assert!(
        notes.starts_with("the steps of 96000 Hz carry the network 'it' tuned up to 1."),
        "{notes}"
    );
    let told = maker.build(&params, &[], rate()).err().unwrap().to_string();
    assert_eq!(
        told,
        "the steps of 48000 Hz do not carry the network 'it'; choose a rate of 88200 Hz or more, or \
         make its links softer"
    );
}
