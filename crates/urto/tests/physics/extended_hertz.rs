//! Extended Hertz impacts on a rigid wall: against the law solved finely, a closed form for small
//! losses, and the impact law that it is where both exponents agree.

use urto::Rate;
use urto::contact::{
    Contact, ExtendedHertz, ExtendedHertzLaw, HuntCrossley, ImpactLaw, Scheme, rebound_speed,
};
use urto::math;
use urto::network::{ContactId, Network, NetworkBuilder, ObjectId};
use urto::object::{Mass, MassParams, Point, Wall, WallParams};

const RATE: f64 = 44_100.0;
const MASS: f64 = 0.01;

fn network(
    law: Box<dyn Contact>,
    rate: Rate,
    speed: f64,
    phase: f64,
) -> (Network, ObjectId, ContactId) {
    let mut network = NetworkBuilder::new(rate);
    let mass = MassParams {
        mass: MASS,
        position: -phase * speed * rate.step(),
        velocity: speed,
        ..MassParams::default()
    };
    let body = network
        .add("mass", Box::new(Mass::new(&mass, &[], rate).unwrap()))
        .unwrap();
    let wall = Wall::new(&WallParams::default(), &[]).unwrap();
    network.add("wall", Box::new(wall)).unwrap();
    let hit = network.join("hit", law, ["mass", "wall"]).unwrap();
    (network.build(0), body, hit)
}

/// Speed after release, and whether the onset was softened.
fn bounce(law: &ExtendedHertzLaw, rate: Rate, speed: f64, phase: f64) -> (f64, bool) {
    let contact = Box::new(ExtendedHertz::new(law, rate).unwrap());
    let (mut network, body, hit) = network(contact, rate, speed, phase);
    let mut touched = false;
    for _ in 0..400_000 {
        network.step();
        let overlap = network.contact_state(hit).1;
        touched |= overlap > 0.0;
        if touched && overlap <= 0.0 {
            let ledger = network.ledger();
            assert!(ledger.error().abs() <= 1e-9 * 0.5 * MASS * speed * speed);
            let out = -network.look(body).velocity(Point(0));
            return (out, network.health().softened > 0);
        }
    }
    // So strongly damped that it creeps out.
    (0.0, network.health().softened > 0)
}

/// The law by Runge-Kutta's fourth order: speed after release, and how long it touched \[s\].
fn exact(law: &ExtendedHertzLaw, speed: f64) -> (f64, f64) {
    let (a, b) = (law.exponent, law.damping_exponent);
    let push = |x: f64, v: f64| {
        if x <= 0.0 {
            return 0.0;
        }
        let force = law.stiffness * math::pow(x, a) + law.damping * math::pow(x, b) * v;
        -force.max(0.0) / MASS
    };
    // The elastic turn takes about this long.
    let reach = math::pow(
        (a + 1.0) * 0.5 * MASS * speed * speed / law.stiffness,
        1.0 / (a + 1.0),
    );
    let damped = math::pow(
        (b + 1.0) * MASS * speed / law.damping.max(1e-30),
        1.0 / (b + 1.0),
    );
    let h = reach.min(damped) / speed / 2e3;
    let (mut x, mut v, mut time) = (0.0, speed, 0.0);
    while time < 4e7 * h {
        let (k1, l1) = (v, push(x, v));
        let (k2, l2) = (v + 0.5 * h * l1, push(x + 0.5 * h * k1, v + 0.5 * h * l1));
        let (k3, l3) = (v + 0.5 * h * l2, push(x + 0.5 * h * k2, v + 0.5 * h * l2));
        let (k4, l4) = (v + h * l3, push(x + h * k3, v + h * l3));
        x += h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
        v += h / 6.0 * (l1 + 2.0 * l2 + 2.0 * l3 + l4);
        time += h;
        if x <= 0.0 {
            return (-v, time);
        }
    }
    (0.0, time)
}

/// Laws from soft to hard, and from nearly elastic to dead: what the damper takes at the elastic
/// turn is `grip` times the spring's force there.
fn laws(speed: f64) -> Vec<(f64, ExtendedHertzLaw)> {
    let mut all = Vec::new();
    for (a, b) in [(1.5, 0.5), (1.5, 0.0), (1.0, 1.0), (2.5, 1.5), (1.5, 3.0)] {
        for stiffness in [1e5, 1e7, 1e10] {
            for grip in [0.0, 0.02, 0.2, 1.0, 5.0] {
                let energy: f64 = (a + 1.0) * 0.5 * MASS * speed * speed / stiffness;
                let reach = math::pow(energy, 1.0 / (a + 1.0));
                let damping = grip * stiffness * math::pow(reach, a - b) / speed;
                let law = ExtendedHertzLaw {
                    stiffness,
                    exponent: a,
                    damping: if damping < 1e-3 {
                        0.0
                    } else {
                        damping.min(1e12)
                    },
                    damping_exponent: b,
                };
                all.push((grip, law));
            }
        }
    }
    all
}

#[test]
fn rebounds_are_the_laws_at_every_onset_phase() {
    let rate = Rate::new(RATE).unwrap();
    let (mut worst, mut worst_long, mut softened) = (0.0f64, 0.0f64, 0);
    for speed in [0.1, 1.0, 5.0] {
        for (grip, law) in laws(speed) {
            let (expected, time) = exact(&law, speed);
            for n in 0..8 {
                let (found, soft) = bounce(&law, rate, speed, (f64::from(n) + 0.37) / 8.0);
                softened += usize::from(soft);
                assert!(found <= speed * (1.0 + 1e-12));
                let error = (found - expected).abs() / speed;
                let long = time * RATE > 30.0;
                let most = if long { 1.5e-3 } else { 0.045 };
                assert!(
                    error < most,
                    "{law:?} at {speed}, grip {grip}: {found} {expected}, {} samples, soft {soft}",
                    time * RATE
                );
                worst = worst.max(error);
                if long {
                    worst_long = worst_long.max(error);
                }
            }
        }
    }
    println!(
        "{worst} of the speed of arrival, {worst_long} beyond 30 samples, {softened} softened"
    );
    assert!(softened > 0);
}

/// To first order in l the loss is that of the elastic path, where v² = v0²·(1 - (x/X)^(a+1)):
/// 1 - e² = 4·l·X^(b+1)/(m·v0)·∫u^b·sqrt(1 - u^(a+1))·du. For balls it grows with v^(1/5).
#[test]
fn small_losses_are_those_of_the_elastic_path() {
    let fine = Rate::new(RATE).unwrap().oversampled(8);
    let law = ExtendedHertzLaw {
        stiffness: 1e6,
        damping: 3.0,
        ..ExtendedHertzLaw::default()
    };
    let (a, b) = (law.exponent, law.damping_exponent);
    let lost = |speed: f64| {
        let (out, _) = bounce(&law, fine, speed, 0.4);
        1.0 - math::pow(out / speed, 2.0)
    };
    // u = sin²(t) takes the roots' ends away.
    let count = 20_000;
    let integral: f64 = (0..count)
        .map(|n| {
            let t = (f64::from(n) + 0.5) / f64::from(count) * std::f64::consts::FRAC_PI_2;
            let u = math::pow(math::sin(t), 2.0);
            let du =
                2.0 * math::sin(t) * math::cos(t) * std::f64::consts::FRAC_PI_2 / f64::from(count);
            math::pow(u, b) * (1.0 - math::pow(u, a + 1.0)).sqrt() * du
        })
        .sum();
    for speed in [0.1, 1.0] {
        let reach = math::pow(
            (a + 1.0) * 0.5 * MASS * speed * speed / law.stiffness,
            1.0 / (a + 1.0),
        );
        let expected = 4.0 * law.damping * math::pow(reach, b + 1.0) / (MASS * speed) * integral;
        let found = lost(speed);
        assert!(expected < 0.05);
        assert!((found / expected - 1.0).abs() < 0.03, "{found} {expected}");
    }
    let grows = math::log10(lost(1.0) / lost(0.1));
    assert!((grows - 0.2).abs() < 0.01, "{grows}");
}

/// With b = a and l = k·mu it is the impact law: step by step its cheap scheme, and in the limit
/// the closed form of its rebound.
#[test]
fn equal_exponents_make_it_the_impact_law() {
    let rate = Rate::new(RATE).unwrap();
    let (stiffness, exponent, dissipation) = (1e6, 1.7, 0.6);
    let law = ExtendedHertzLaw {
        stiffness,
        exponent,
        damping: stiffness * dissipation,
        damping_exponent: exponent,
    };
    let same = ImpactLaw {
        stiffness,
        exponent,
        dissipation,
        scheme: Scheme::Cheap,
    };
    let contact = Box::new(ExtendedHertz::new(&law, rate).unwrap());
    let (mut one, _, hit) = network(contact, rate, 1.0, 0.4);
    let contact = Box::new(HuntCrossley::new(&same, rate).unwrap());
    let (mut other, ..) = network(contact, rate, 1.0, 0.4);
    let mut most = 0.0f64;
    for _ in 0..300 {
        one.step();
        other.step();
        let (force, overlap) = one.contact_state(hit);
        let (expected, there) = other.contact_state(hit);
        most = most.max(expected);
        assert!(
            (force - expected).abs() <= 1e-9 * most,
            "{force} {expected}"
        );
        assert!((overlap - there).abs() <= 1e-12);
    }
    assert!(most > 1.0);
    let (out, _) = bounce(&law, rate.oversampled(16), 1.0, 0.4);
    assert!(
        (out / rebound_speed(1.0, dissipation) - 1.0).abs() < 1e-4,
        "{out}"
    );
}
