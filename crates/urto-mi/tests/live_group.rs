//! Groups of links that become stiffer or softer while they move: the pitch follows, the account holds.

mod drawn;

use drawn::{drawn, tie};
use urto::math;
use urto::rng::Rng;
use urto_mi::{
    Amount, Change, LinkId, LiveGroup, Mass, MassId, MassNetwork, Model, Precision, Prepared, Row,
    Spring, StepQuality, Stepping,
};

/// A taut string of 32 masses that swings a little in its lowest mode.
fn string() -> (Model, MassNetwork, MassId) {
    let mut model = Model::new(44_100.0).unwrap();
    let spring = Spring {
        stiffness: 2e4,
        length: Some(0.01),
        ..Spring::default()
    };
    let row = Row {
        spring,
        mass: 1e-4,
        ..Row::default()
    };
    let masses = row.build(&mut model, "string").unwrap();
    let mut network = MassNetwork::new(&model).unwrap();
    let last = (masses.len() - 1) as f64;
    for (n, mass) in masses.iter().enumerate() {
        let speed = 1e-3 * math::sin(core::f64::consts::PI * n as f64 / last);
        network.throw(*mass, [0.0, 0.0, speed]);
    }
    (model, network, masses[masses.len() / 2])
}

/// How often a mass passes upwards through where it started \[Hz\], between the first and the last time
/// in half a second.
fn pitch(network: &mut MassNetwork, mass: MassId) -> f64 {
    let (mut times, mut before) = (Vec::new(), network.position(mass)[2]);
    for n in 0..22_050 {
        network.step();
        let now = network.position(mass)[2];
        if before < 0.0 && now >= 0.0 {
            times.push(f64::from(n) + before / (before - now));
        }
        before = now;
    }
    let [first, .., last] = times.as_slice() else {
        panic!("it does not swing");
    };
    44_100.0 * (times.len() - 1) as f64 / (last - first)
}

fn is_closed(network: &MassNetwork, start: f64) {
    let missed = start + network.injected() - network.energy() - network.dissipated();
    let scale = start + network.injected().abs();
    assert!(missed.abs() < 1e-9 * scale, "{missed} of {scale}");
    let apart = network.mechanical() / network.energy() - 1.0;
    assert!(apart.abs() < 1e-6, "{apart:e}");
    assert_eq!(network.guards(), Default::default());
}

/// All links s times as stiff, by a ramp of a tenth of a second: the pitch is sqrt(s) times as high, and
/// what was put in is what the stretched links hold more.
#[test]
fn the_pitch_follows_the_root_of_the_stiffness() {
    for factor in [0.25, 0.5, 1.5, 4.0] {
        let (model, mut network, middle) = string();
        let mut group = LiveGroup::new(&mut network, &model, &model.links_of("string")).unwrap();
        let start = network.energy();
        let low = pitch(&mut network, middle);
        for n in 1..=4410 {
            group.aim(1.0 + (factor - 1.0) * f64::from(n) / 4410.0, 1.0);
            group.act(&mut network);
            network.step();
        }
        assert_eq!(group.factors(), [factor, 1.0]);
        let high = pitch(&mut network, middle);
        let cents = |ratio: f64| 1200.0 * math::log(ratio) / math::log(2.0);
        // Steps play what they are given sharp, by (w·h)²/24 of it.
        let sharp = |hertz: f64| {
            let angle = math::TAU * hertz / 44_100.0;
            cents(1.0 + angle * angle / 24.0)
        };
        let off = cents(high / low / factor.sqrt()) - sharp(high) + sharp(low);
        println!("{factor}: {low:.3} to {high:.3} Hz, {off:.5} cent off");
        assert!(off.abs() < 2e-3, "{factor}: {off} cent");
        is_closed(&network, start);
        // Nearly all of it is in the stretch of a string at rest.
        let work = network.injected() / ((factor - 1.0) * start);
        assert!((work - 1.0).abs() < 1e-3, "{factor}: {work}");
    }
}

/// Twice as strongly damped, what swings falls twice as fast: by exp(-z·t/2m) of a mass on a spring.
#[test]
fn what_swings_falls_as_fast_as_the_group_brakes() {
    let mut model = Model::new(44_100.0).unwrap();
    let wall = model.add(Mass::at([0.0; 3]).fixed()).unwrap();
    let ball = model.add(Mass::at([0.1, 0.0, 0.0])).unwrap();
    let spring = Spring {
        stiffness: 4e3,
        damping: 0.01,
        ..Spring::default()
    };
    model.join([wall, ball], spring).unwrap();
    let left = |braked: f64| {
        let mut network = MassNetwork::new(&model).unwrap();
        let mut group = LiveGroup::new(&mut network, &model, &[]).unwrap();
        let all = model.links_where(|_| true);
        let mut other = LiveGroup::new(&mut network, &model, &all).unwrap();
        network.throw(ball, [1.0, 0.0, 0.0]);
        let start = network.energy();
        // One without links does nothing.
        group.aim(3.0, 3.0);
        other.aim(1.0, braked);
        for _ in 0..4410 {
            group.act(&mut network);
            other.act(&mut network);
            network.step();
        }
        assert_eq!(network.injected(), start);
        (network.mechanical() / start, network.dissipated() / start)
    };
    for braked in [0.5, 1.0, 2.0] {
        let (kept, lost) = left(braked);
        let told = math::exp(-braked * 0.01 * 0.1 / 1e-3);
        assert!((kept / told - 1.0).abs() < 0.01, "{braked}: {kept} {told}");
        assert!(lost > 0.5 * (1.0 - told), "{braked}: {lost}");
    }
}

/// Changes of a score and a group act together: twice and 1.5 times is thrice as stiff; restored it is as
/// it was built.
#[test]
fn changes_and_groups_act_together() {
    let (model, mut network, middle) = string();
    let (_, fresh, _) = string();
    let links = model.links_of("string");
    let mut group = LiveGroup::new(&mut network, &model, &links).unwrap();
    let start = network.energy();
    let low = pitch(&mut network, middle);
    let amount = Amount::Times(2.0);
    let after = model.changed(&[Change::Stiffness { links, amount }]);
    let mut change = Prepared::new(&network, &model, &after.unwrap(), 0.1).unwrap();
    group.aim(1.5, 1.0);
    while !change.is_done() {
        change.act(&mut network);
        group.act(&mut network);
        network.step();
    }
    let high = pitch(&mut network, middle);
    let cents = 1200.0 * math::log(high / low / 3.0f64.sqrt()) / math::log(2.0);
    // The sharpness of steps makes 0.034 cent of it.
    assert!(cents.abs() < 0.05, "{cents}");
    is_closed(&network, start);
    // As one that was never touched, from then on.
    network.restore(&fresh);
    let mut untouched = MassNetwork::new(&model).unwrap();
    untouched.restore(&fresh);
    let play = |network: &mut MassNetwork| {
        network.throw(middle, [0.0, 0.0, 1.0]);
        (0..2000).for_each(|_| network.step());
        (network.position(middle), network.energy())
    };
    assert_eq!(play(&mut network), play(&mut untouched));
    // What was aimed at is there at once again.
    network.restore(&fresh);
    group.act_at_once(&mut network);
    let again = pitch(&mut network, middle) / low / 1.5f64.sqrt();
    assert!((again - 1.0).abs() < 3e-5, "{again}");
}

/// Any links of networks of chance, as stiff and as damped as anybody asks for, from step to step: all
/// stays finite, energy rises by outside work alone, and the books close.
#[test]
fn groups_of_chance_gain_nothing() {
    let full = std::env::var("URTO_FULL").is_ok_and(|value| value != "0");
    let (mut acted, mut worked) = (0, 0);
    for seed in 0..if full { 10_000 } else { 250 } {
        let mut rng = Rng::new(seed);
        let (mut model, masses) = drawn(&mut rng, false);
        // Every other one in single precision, at fast quality where its dampers let it.
        let mut stepping = Stepping::default();
        if seed % 2 == 1 {
            tie(&mut rng, &mut model, &masses, false);
            stepping.precision = Precision::Single;
            stepping.quality = StepQuality::Fast;
        }
        let mut network = MassNetwork::with(&model, stepping).unwrap();
        let links: Vec<LinkId> = model.links_where(|_| rng.below(2) == 0);
        let mut group = LiveGroup::new(&mut network, &model, &links).unwrap();
        let start = network.energy();
        let mut peak = start;
        for step in 0..400 {
            let before = (network.energy(), network.injected());
            if rng.below(5) == 0 {
                let factors = [0; 2].map(|_| rng.log_uniform(1e-3, 1e3));
                group.aim(factors[0], factors[1]);
            }
            if rng.below(40) == 0 {
                let newtons = [0; 3].map(|_| rng.log_uniform(1e-6, 1e3) * rng.signed());
                network.push(masses[rng.below(masses.len())], newtons);
            }
            group.act(&mut network);
            acted += usize::from(group.factors() != [1.0; 2] && !links.is_empty());
            worked += usize::from(network.injected() != before.1);
            network.step();
            let (energy, injected) = (network.energy(), network.injected());
            peak = peak.max(energy).max((injected - before.1).abs());
            let gained = energy - before.0 - (injected - before.1);
            let rounding = 1e-12 * peak + 1e-15 * (injected.abs() + network.dissipated());
            assert!(gained <= rounding, "{seed} {step}: {gained} of {peak}");
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
    println!("{acted} steps, work in {worked}");
    assert!(acted > 50_000 && worked > 10_000);
}
