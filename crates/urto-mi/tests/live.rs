//! Networks that change while they move: the account holds, and nothing clicks.

mod drawn;

use drawn::{drawn, tie};
use urto::rng::Rng;
use urto_mi::{
    Amount, Change, Course, Driven, Driver, Heard, LinkId, Listener, Mass, MassId, MassNetwork,
    Model, ModelError, Planned, Played, Precision, Prepared, Row, Spring, StepQuality, Stepping,
};

/// A mass of 1 g on a spring along x, 10 mm from where it rests.
fn oscillator(stiffness: f64) -> (Model, MassId) {
    let mut model = Model::new(44_100.0).unwrap();
    let wall = model.add(Mass::at([0.0; 3]).fixed()).unwrap();
    let ball = model.add(Mass::at([0.11, 0.0, 0.0]).named("ball")).unwrap();
    let spring = Spring {
        stiffness,
        length: Some(0.1),
        ..Spring::default()
    };
    model
        .link([wall, ball], spring.into(), None, "spring")
        .unwrap();
    (model, ball)
}

fn stiffness(model: &Model, group: &str, amount: Amount) -> Change {
    let links = model.links_of(group);
    Change::Stiffness { links, amount }
}

fn prepared(network: &MassNetwork, model: &Model, change: Change, over: f64) -> Prepared {
    let after = model.changed(&[change]).unwrap();
    Prepared::new(network, model, &after, over).unwrap()
}

fn is_closed(network: &MassNetwork, start: f64) {
    let total = start + network.injected();
    let missed = total - network.energy() - network.dissipated();
    assert!(
        missed.abs() < 1e-9 * (start + network.injected().abs()),
        "{missed}"
    );
}

/// A stretched spring that becomes stiffer at once holds dk·e²/2 more.
#[test]
fn a_sudden_change_does_the_work_of_its_springs() {
    let (model, _) = oscillator(4e3);
    let mut network = MassNetwork::new(&model).unwrap();
    let start = network.energy();
    assert!((start - 0.5 * 4e3 * 1e-4).abs() < 1e-12);
    let twice = stiffness(&model, "spring", Amount::To(8e3));
    prepared(&network, &model, twice, 0.0).act(&mut network);
    let work = 0.5 * 4e3 * 1e-4;
    assert!((network.injected() / work - 1.0).abs() < 1e-12);
    // Longer by 5 mm: half as much stretched, a quarter of the energy.
    let mut softer = MassNetwork::new(&model).unwrap();
    let longer = Change::Length {
        links: model.links_of("spring"),
        amount: Amount::Times(1.05),
    };
    prepared(&softer, &model, longer, 0.0).act(&mut softer);
    assert!((softer.injected() / (-0.75 * start) - 1.0).abs() < 1e-12);
    // A mass that becomes three times as heavy at 2 m/s.
    let mut moving = model.clone();
    let thrown = Mass {
        velocity: [2.0, 0.0, 0.0],
        ..Mass::at([0.11, 0.1, 0.0])
    };
    let ball = moving.add(thrown).unwrap();
    let mut heavier = MassNetwork::new(&moving).unwrap();
    let masses = vec![ball];
    let amount = Amount::To(3e-3);
    prepared(&heavier, &moving, Change::Mass { masses, amount }, 0.0).act(&mut heavier);
    assert!((heavier.injected() - 0.5 * 2e-3 * 4.0).abs() < 1e-12);
    let thrown = start + 0.5 * 1e-3 * 4.0;
    for (own, start) in [
        (&mut network, start),
        (&mut softer, start),
        (&mut heavier, thrown),
    ] {
        let held = own.energy();
        for _ in 0..10_000 {
            own.step();
            assert!(own.energy() <= held * (1.0 + 1e-12));
        }
        is_closed(own, start);
        // What was booked is what moves.
        let apart = own.mechanical() / own.energy() - 1.0;
        assert!(apart.abs() < 1e-6, "{apart}");
        assert_eq!(own.guards(), Default::default());
    }
}

/// How often it passes the middle in a second, and how far it swings.
fn heard(network: &mut MassNetwork, ball: MassId) -> (f64, f64) {
    let (mut crossings, mut far) = (0, 0.0f64);
    let mut before = network.position(ball)[0] - 0.1;
    for _ in 0..44_100 {
        network.step();
        let now = network.position(ball)[0] - 0.1;
        crossings += u32::from(now * before < 0.0);
        far = far.max(now.abs());
        before = now;
    }
    (0.5 * f64::from(crossings), far)
}

/// Energy over frequency stays as it is where stiffness changes slowly (Ehrenfest): four times as stiff
/// is an octave higher, twice the energy, and swings 4^(-1/4) times as far.
#[test]
fn a_slow_change_keeps_energy_over_frequency() {
    let (model, ball) = oscillator(4e3);
    let mut network = MassNetwork::new(&model).unwrap();
    let start = network.energy();
    let (hertz, far) = heard(&mut network, ball);
    let stiffer = stiffness(&model, "spring", Amount::Times(4.0));
    let mut change = prepared(&network, &model, stiffer, 2.0);
    let mut steps = 0;
    while !change.is_done() {
        change.act(&mut network);
        network.step();
        steps += 1;
    }
    assert!((88_200..88_210).contains(&steps), "{steps}");
    let (new_hertz, new_far) = heard(&mut network, ball);
    println!(
        "{hertz} to {new_hertz} Hz, {far} to {new_far} m, {} J",
        network.energy() / start
    );
    assert!((new_hertz / hertz - 2.0).abs() < 0.01);
    assert!((new_far / far - 0.5f64.sqrt()).abs() < 1e-3);
    // Steps of finite length play them a little apart: (w·h)²/6 and twice that.
    assert!((network.energy() / start - 2.0).abs() < 2e-3);
    assert!((network.mechanical() / network.energy() - 1.0).abs() < 1e-9);
    is_closed(&network, start);
    assert_eq!(network.guards(), Default::default());
}

/// A mass of which half is taken away slowly is half an octave higher.
#[test]
fn a_lighter_mass_is_faster() {
    let (model, ball) = oscillator(4e3);
    let mut network = MassNetwork::new(&model).unwrap();
    let start = network.energy();
    let (hertz, _) = heard(&mut network, ball);
    let (masses, amount) = (vec![ball], Amount::Times(0.5));
    let mut change = prepared(&network, &model, Change::Mass { masses, amount }, 1.0);
    while !change.is_done() {
        change.act(&mut network);
        network.step();
    }
    assert_eq!(network.mass(ball), 0.5e-3);
    let (new_hertz, _) = heard(&mut network, ball);
    assert!(
        (new_hertz / hertz - 2.0f64.sqrt()).abs() < 0.01,
        "{hertz} {new_hertz}"
    );
    assert!((network.mechanical() / network.energy() - 1.0).abs() < 1e-6);
    is_closed(&network, start);
}

/// A plucked string of 32 masses with dampers.
fn string() -> (Model, Vec<MassId>) {
    let mut model = Model::new(44_100.0).unwrap();
    let row = Row {
        spring: Spring {
            stiffness: 2e4,
            damping: 2e-3,
            length: Some(0.01),
            ..Spring::default()
        },
        mass: 1e-4,
        ..Row::default()
    };
    let masses = row.build(&mut model, "string").unwrap();
    (model, masses)
}

fn steppings() -> [Stepping; 2] {
    [Precision::Double, Precision::Single].map(|precision| Stepping {
        precision,
        ..Stepping::default()
    })
}

/// Exchanged with one of the same model, it goes on bit for bit, and nothing is put in or lost.
#[test]
fn an_exchange_for_the_same_changes_nothing() {
    for stepping in steppings() {
        let (model, masses) = string();
        let mut left = MassNetwork::with(&model, stepping).unwrap();
        let mut right = MassNetwork::with(&model, stepping).unwrap();
        for n in 0..4000 {
            for own in [&mut left, &mut right] {
                if n < 50 {
                    own.push(masses[7], [0.0, 0.3, 0.2]);
                }
            }
            if n % 100 == 57 {
                let mut next = MassNetwork::with(&model, stepping).unwrap();
                assert!(right.exchange(&mut next));
            }
            left.step();
            right.step();
            for mass in &masses {
                assert_eq!(left.position(*mass), right.position(*mass), "{n}");
            }
            assert_eq!(
                (left.energy(), left.injected()),
                (right.energy(), right.injected())
            );
        }
        assert!(left.position(masses[9]) != model.masses()[9].position);
    }
}

/// A score goes on where it was, with what is still to come.
#[test]
fn an_exchange_keeps_the_place_in_the_score() {
    let (model, masses) = string();
    let blow = |at: f64, n: usize| urto_mi::Event {
        at,
        drive: urto_mi::Drive::Force {
            mass: masses[n],
            newtons: [0.0, 1.0, 0.0],
            steps: 60,
        },
    };
    let ear = Listener::new(masses[5], [0.0, 1.0, 0.0], Heard::Velocity);
    let score = [blow(0.0, 7), blow(0.01, 9), blow(0.02, 20)];
    let played = || Played::new(&model, &score, core::slice::from_ref(&ear)).unwrap();
    let (mut left, mut right) = (played(), played());
    for n in 0..1500 {
        // Before all, while a blow goes on, at the time of one, and after all.
        if [0, 30, 441, 500, 1200].contains(&n) {
            let mut next = played();
            assert!(right.exchange(&mut next));
        }
        left.step();
        right.step();
        assert_eq!(left.heard(0), right.heard(0), "{n}");
    }
    assert!(left.heard(0) != 0.0);
    assert_eq!(left.network().injected(), right.network().injected());
}

/// A bead on a spring of its own is hung on a string that sounds; then the string is cut.
#[test]
fn masses_and_links_come_by_exchange_and_go() {
    let (model, masses) = string();
    let mut network = MassNetwork::new(&model).unwrap();
    let start = network.energy();
    for n in 0..2000 {
        if n < 50 {
            network.push(masses[7], [0.0, 0.5, 0.0]);
        }
        network.step();
    }
    let before = (network.energy(), network.injected());
    let mut more = model.clone();
    let bead = more
        .add(Mass {
            velocity: [0.0, 0.0, 3.0],
            ..Mass::at([0.3, 0.1, 0.0]).of(2e-3)
        })
        .unwrap();
    let spring = Spring {
        stiffness: 500.0,
        ..Spring::default()
    };
    more.join([masses[15], bead], spring).unwrap();
    let mut next = MassNetwork::new(&more).unwrap();
    assert!(network.exchange(&mut next));
    let places: Vec<_> = masses.iter().map(|own| next.position(*own)).collect();
    let now: Vec<_> = masses.iter().map(|own| network.position(*own)).collect();
    assert_eq!(places, now);
    // The bead's motion, and what the link holds by now.
    let put_in = network.injected() - before.1;
    assert!((0.5 * 2e-3 * 9.0..0.02).contains(&put_in), "{put_in}");
    assert!((network.energy() - before.0 - put_in).abs() < 1e-12);
    for _ in 0..2000 {
        network.step();
    }
    assert!(network.position(bead) != [0.3, 0.1, 0.0]);
    is_closed(&network, start);
    // Cut: two links and a mass are no longer there.
    let cut = Change::Remove {
        masses: vec![masses[20]],
        links: Vec::new(),
    };
    let held = network.energy();
    prepared(&network, &more, cut, 0.0).act(&mut network);
    assert!(network.energy() < held);
    let (place, held) = (network.position(masses[20]), network.energy());
    for _ in 0..2000 {
        network.step();
        assert!(network.energy() <= held);
    }
    assert_eq!(network.position(masses[20]), place);
    is_closed(&network, start);
    // An older one with fewer masses cannot take over.
    assert!(!network.exchange(&mut MassNetwork::new(&model).unwrap()));
}

/// Fixed in the middle, a string sounds an octave higher; what the mass had of motion is gone.
#[test]
fn what_is_fixed_rests_and_what_is_freed_moves() {
    let (model, masses) = string();
    let mut network = MassNetwork::new(&model).unwrap();
    network.throw(masses[16], [0.0, 2.0, 0.0]);
    let (start, held) = (network.energy() - network.injected(), network.energy());
    let fix = Change::Fix(vec![masses[16]]);
    let fixed = model.changed(core::slice::from_ref(&fix)).unwrap();
    prepared(&network, &model, fix, 0.0).act(&mut network);
    assert!((held - network.energy() - 0.5 * 1e-4 * 4.0).abs() < 1e-12);
    let place = network.position(masses[16]);
    for n in 0..1000 {
        if n < 50 {
            network.push(masses[7], [0.0, 1.0, 0.0]);
        }
        network.step();
    }
    assert_eq!(
        (network.position(masses[16]), network.is_held(masses[16])),
        (place, true)
    );
    let beyond = network.position(masses[20])[1];
    assert!(network.position(masses[7])[1].abs() > 1e-4 && beyond.abs() < 1e-12);
    prepared(&network, &fixed, Change::Free(vec![masses[16]]), 0.0).act(&mut network);
    for _ in 0..1000 {
        network.step();
    }
    assert!(network.position(masses[16]) != place && network.position(masses[20])[1].abs() > 1e-5);
    is_closed(&network, start);
}

/// What was changed and restored sounds as at first, bit for bit.
#[test]
fn a_score_with_changes_plays_the_same_again() {
    for stepping in steppings() {
        let (model, masses) = string();
        let of = |at: f64, over: f64, change: Change| Planned {
            at,
            over,
            changes: vec![change],
        };
        let planned = [
            of(0.02, 0.01, stiffness(&model, "string", Amount::Times(0.5))),
            of(0.025, 0.02, stiffness(&model, "string", Amount::Times(1.5))),
            of(0.01, 0.0, Change::Fix(vec![masses[12]])),
            of(
                0.03,
                0.0,
                Change::Remove {
                    masses: vec![masses[25]],
                    links: Vec::new(),
                },
            ),
            of(
                0.04,
                0.005,
                Change::Add {
                    masses: vec![masses[25]],
                    links: Vec::new(),
                },
            ),
        ];
        let ear = Listener::new(masses[5], [0.0, 1.0, 0.0], Heard::Velocity);
        let blow = urto_mi::Event {
            at: 0.0,
            drive: urto_mi::Drive::Force {
                mass: masses[7],
                newtons: [0.0, 1.0, 0.0],
                steps: 40,
            },
        };
        let mut played = Played::with(&model, &[blow], &[ear], stepping)
            .unwrap()
            .changing(&model, &planned)
            .unwrap();
        let fresh = played.network().clone();
        let mut once = vec![0.0; 4410];
        played.render(&mut [&mut once]);
        is_closed(played.network(), fresh.energy());
        let mut again = vec![0.0; 4410];
        played.begin_again(1.0);
        played.restore(&fresh);
        played.render(&mut [&mut again]);
        assert!(once == again);
        assert!(once[4000..].iter().any(|own| own.abs() > 1e-3));
    }
}

/// Some change of a model.
fn drawn_change(rng: &mut Rng, model: &Model, masses: &[MassId]) -> Change {
    let some = |rng: &mut Rng| -> Vec<MassId> {
        let count = 1 + rng.below(4);
        (0..count)
            .map(|_| masses[rng.below(masses.len())])
            .collect()
    };
    let all: Vec<LinkId> = model.links_where(|_| true);
    let links = |rng: &mut Rng| -> Vec<LinkId> {
        let every = 1 + rng.below(4);
        let own = all.iter().enumerate().filter(|(n, _)| n % every == 0);
        own.map(|(_, link)| *link).collect()
    };
    let amount = |rng: &mut Rng, low: f64, high: f64| match rng.below(2) {
        0 => Amount::Times(rng.log_uniform(0.01, 100.0)),
        _ => Amount::To(rng.log_uniform(low, high)),
    };
    match rng.below(8) {
        0 | 1 => Change::Stiffness {
            links: links(rng),
            amount: amount(rng, 1e-3, 1e9),
        },
        2 => Change::Damping {
            links: links(rng),
            amount: amount(rng, 1e-6, 1e3),
        },
        3 => Change::Length {
            links: links(rng),
            amount: amount(rng, 1e-3, 1.0),
        },
        4 => Change::Mass {
            masses: some(rng),
            amount: amount(rng, 1e-6, 10.0),
        },
        5 => Change::Fix(some(rng)),
        6 => Change::Free(some(rng)),
        _ => match rng.below(2) {
            0 => Change::Remove {
                masses: some(rng),
                links: links(rng),
            },
            _ => Change::Add {
                masses: some(rng),
                links: links(rng),
            },
        },
    }
}

/// Networks of chance in which anything changes at any time: by ramps, at once, and by exchange for one
/// with more masses. Energy rises by outside work alone, the books close, and all stays finite.
#[test]
fn networks_of_chance_that_change_gain_nothing() {
    let full = std::env::var("URTO_FULL").is_ok_and(|value| value != "0");
    let count = if full { 10_000 } else { 250 };
    let (mut changes, mut exchanges) = (0, 0);
    for stepping in steppings() {
        for seed in 0..count {
            let mut rng = Rng::new(seed);
            let (mut model, mut masses) = drawn(&mut rng, false);
            if stepping.precision == Precision::Single {
                tie(&mut rng, &mut model, &masses, false);
            }
            let mut network = MassNetwork::with(&model, stepping).unwrap();
            let start = network.energy();
            let mut peak = start;
            let mut acting: Vec<Prepared> = Vec::new();
            for step in 0..400 {
                let before = (network.energy(), network.injected());
                let taken = network.dissipated();
                if rng.below(25) == 0 {
                    let change = drawn_change(&mut rng, &model, &masses);
                    if let Ok(after) = model.changed(&[change]) {
                        let over = [0.0, rng.log_uniform(1e-4, 0.1)][rng.below(2)];
                        match Prepared::new(&network, &model, &after, over) {
                            Ok(own) => acting.push(own),
                            Err(error) => {
                                assert!(matches!(error, ModelError::NeedsExchange(_)), "{error}");
                                continue;
                            }
                        }
                        model = after;
                        changes += 1;
                    }
                }
                if rng.below(100) == 0 {
                    let place = [0; 3].map(|_| rng.signed());
                    let more = model
                        .add(Mass::at(place).of(rng.log_uniform(1e-6, 10.0)))
                        .unwrap();
                    let other = masses[rng.below(masses.len())];
                    let stiffness = rng.log_uniform(1e-3, 1e9);
                    model
                        .join(
                            [more, other],
                            Spring {
                                stiffness,
                                ..Spring::default()
                            },
                        )
                        .unwrap();
                    masses.push(more);
                    let mut next = MassNetwork::with(&model, stepping).unwrap();
                    assert!(network.exchange(&mut next));
                    acting.clear();
                    exchanges += 1;
                }
                if rng.below(40) == 0 {
                    let newtons = [0; 3].map(|_| rng.log_uniform(1e-6, 1e3) * rng.signed());
                    network.push(masses[rng.below(masses.len())], newtons);
                }
                acting.iter_mut().for_each(|own| own.act(&mut network));
                acting.retain(|own| !own.is_done());
                network.step();
                let (energy, injected) = (network.energy(), network.injected());
                let largest = before
                    .0
                    .max(energy)
                    .max((injected - before.1).abs())
                    .max(start);
                peak = peak.max(largest);
                let gained = energy - before.0 - (injected - before.1);
                let rounding = 1e-15 * (injected.abs() + network.dissipated());
                assert!(
                    gained <= 1e-12 * (largest + peak) + rounding,
                    "{seed} {step}: gained {gained} of {largest}"
                );
                assert!(
                    network.dissipated() >= taken && energy >= 0.0,
                    "{seed} {step}"
                );
                for mass in &masses {
                    let [at, speed] = [network.position(*mass), network.velocity(*mass)];
                    let finite = at.iter().chain(&speed).all(|own| own.is_finite());
                    assert!(finite, "{seed} {step}: {at:?} {speed:?}");
                }
            }
            network.begin();
            let missed = start + network.injected() - network.energy() - network.dissipated();
            let scale = peak + network.dissipated() + network.injected().abs();
            assert!(missed.abs() <= 1e-9 * scale, "{seed}: {missed} of {scale}");
        }
    }
    println!("{changes} changes, {exchanges} exchanges");
    assert!(changes > 5 * count && exchanges > count);
}

/// A signal that is a sine moves what a driver with that sine moves, sample by sample.
#[test]
fn a_signal_drives_as_its_values_do() {
    for (what, early) in [
        (Driven::Position, 0.0),
        (Driven::Velocity, 0.5),
        (Driven::Force, 1.0),
    ] {
        let mut model = Model::new(44_100.0).unwrap();
        let hand = Mass::at([0.0; 3]);
        let hand = model
            .add(if what == Driven::Force {
                hand
            } else {
                hand.driven()
            })
            .unwrap();
        let ball = model.add(Mass::at([0.1, 0.0, 0.0])).unwrap();
        let wall = model.add(Mass::at([0.2, 0.0, 0.0]).fixed()).unwrap();
        for ends in [[hand, ball], [ball, wall]] {
            model
                .join(
                    ends,
                    Spring {
                        stiffness: 2e3,
                        damping: 0.01,
                        ..Spring::default()
                    },
                )
                .unwrap();
        }
        let ear = Listener::new(ball, [1.0, 0.0, 0.0], Heard::Velocity);
        let (hertz, amplitude, phase) = (220.0, 1e-3, 0.1);
        let sine = Course::Sine {
            hertz,
            amplitude,
            phase,
        };
        let played = |course: Course| {
            let driver = Driver {
                mass: hand,
                axis: [1.0, 0.0, 0.0],
                what,
                course,
            };
            let played = Played::new(&model, &[], core::slice::from_ref(&ear)).unwrap();
            played.driven(&model, &[driver]).unwrap()
        };
        let mut by_sine = played(sine.clone());
        let mut by_signal = played(Course::Signal(2));
        for n in 0..5000 {
            // The value at the end of the step, in its middle, or at its start.
            let h = model.step();
            by_signal.set_signal(2, sine.at((f64::from(n) + 1.0) * h - early * h));
            by_signal.set_signal(0, 7.0);
            by_sine.step();
            by_signal.step();
            assert_eq!(by_sine.heard(0), by_signal.heard(0), "{what:?} {n}");
        }
        assert!(by_signal.heard(0) != 0.0);
        by_signal.set_signal(2, f64::NAN);
        by_signal.step();
        assert!(by_signal.heard(0).is_finite());
    }
}

#[test]
fn what_cannot_change_is_refused_with_a_reason() {
    let (model, ball) = oscillator(4e3);
    let links = model.links_of("spring");
    let says = |change: Change, words: &str| {
        let why = model.changed(&[change]).unwrap_err().to_string();
        assert!(why.contains(words), "{why}");
    };
    let amount = Amount::Times(-1.0);
    says(
        Change::Stiffness {
            links: links.clone(),
            amount,
        },
        "allowed are 0 to",
    );
    let amount = Amount::To(f64::NAN);
    says(
        Change::Length { links, amount },
        "a length to which something changes is NaN",
    );
    let amount = Amount::Times(2.0);
    says(
        Change::Damping {
            links: Vec::new(),
            amount,
        },
        "none of these links has a damping",
    );
    says(
        Change::Mass {
            masses: vec![ball],
            amount: Amount::To(0.0),
        },
        "the new mass of 'ball' is 0",
    );
    says(Change::Fix(Vec::new()), "name one at least");
    says(
        Change::Remove {
            masses: Vec::new(),
            links: Vec::new(),
        },
        "name a mass or a link",
    );
    let mut other = model.clone();
    let hand = other
        .add(Mass::at([0.0; 3]).named("hand").driven())
        .unwrap();
    let why = other
        .changed(&[Change::Fix(vec![hand])])
        .unwrap_err()
        .to_string();
    assert!(why.contains("'hand' is moved by a driver"), "{why}");
    says(Change::Free(vec![hand]), "there is no mass number 2");
    // Not by numbers alone.
    let network = MassNetwork::new(&model).unwrap();
    let why = Prepared::new(&network, &model, &other, 0.0)
        .err()
        .unwrap()
        .to_string();
    assert!(why.contains("exchange the two"), "{why}");
    let planned = Planned {
        at: -1.0,
        over: 0.0,
        changes: Vec::new(),
    };
    let why = planned.after(&model).unwrap_err().to_string();
    assert!(why.contains("the time of a change is -1"), "{why}");
    // One that dampers would make unfit for fast steps.
    let fast = Stepping {
        quality: StepQuality::Fast,
        ..Stepping::default()
    };
    let network = MassNetwork::with(&model, fast).unwrap();
    let amount = Amount::To(1e3);
    let braked = model.changed(&[Change::Damping {
        links: model.links_of("spring"),
        amount,
    }]);
    let why = Prepared::new(&network, &model, &braked.unwrap(), 0.0)
        .err()
        .unwrap()
        .to_string();
    assert!(why.contains("fast quality"), "{why}");
}
