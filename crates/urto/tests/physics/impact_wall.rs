//! A mass on a rigid wall against closed forms computed with fifty digits.

use serde_json::Value;
use urto::Rate;
use urto::contact::{HuntCrossley, ImpactLaw, Scheme, rebound_speed};
use urto::network::{Network, NetworkBuilder};
use urto::object::{Mass, MassParams, Point, Wall, WallParams};

const RATE: f64 = 44_100.0;

struct Case {
    m: f64,
    k: f64,
    alpha: f64,
    mu: f64,
    v_in: f64,
    v_out: f64,
    tau: f64,
}

fn cases() -> Vec<Case> {
    let all: Value = serde_json::from_str(include_str!("../data/impact_wall.json")).unwrap();
    let number = |record: &Value, key: &str| record[key].as_f64().unwrap();
    all.as_array()
        .unwrap()
        .iter()
        .map(|r| Case {
            m: number(r, "m"),
            k: number(r, "k"),
            alpha: number(r, "alpha"),
            mu: number(r, "mu"),
            v_in: number(r, "v_in"),
            v_out: number(r, "v_out"),
            tau: number(r, "tau"),
        })
        .filter(|case| case.tau * RATE <= 3000.0)
        .collect()
}

/// A mass thrown at a wall from `phase` steps before it; returns its speed after release, the
/// time in contact \[steps\], and whether the onset was softened.
fn bounce(case: &Case, phase: f64) -> (f64, f64, bool) {
    bounce_by(Scheme::Exact, case, phase)
}

fn bounce_by(scheme: Scheme, case: &Case, phase: f64) -> (f64, f64, bool) {
    let rate = Rate::new(RATE).unwrap();
    let mut network = NetworkBuilder::new(rate);
    let mass = MassParams {
        mass: case.m,
        position: -phase * case.v_in / RATE,
        velocity: case.v_in,
        ..MassParams::default()
    };
    let body = network
        .add("mass", Box::new(Mass::new(&mass, &[], rate).unwrap()))
        .unwrap();
    let wall = Wall::new(&WallParams::default(), &[]).unwrap();
    network.add("wall", Box::new(wall)).unwrap();
    let law = ImpactLaw {
        stiffness: case.k,
        exponent: case.alpha,
        dissipation: case.mu,
        scheme,
    };
    let hit = network
        .join(
            "hit",
            Box::new(HuntCrossley::new(&law, rate).unwrap()),
            ["mass", "wall"],
        )
        .unwrap();
    let mut network = network.build(0);
    let overlap = |network: &Network| network.contact_state(hit).1;
    let (mut onset, mut before) = (None, overlap(&network));
    for step in 0..20_000 {
        network.step();
        let now = overlap(&network);
        let crossing = step as f64 + before / (before - now);
        if before <= 0.0 && now > 0.0 && onset.is_none() {
            onset = Some(crossing);
        }
        if let (true, Some(onset)) = (now <= 0.0, onset) {
            let speed = network.look(body).velocity(Point(0));
            let softened = network.health().softened > 0;
            return (speed, crossing - onset, softened);
        }
        before = now;
    }
    panic!(
        "no release: m {} k {} a {} mu {} v {} phase {phase} {:?}",
        case.m,
        case.k,
        case.alpha,
        case.mu,
        case.v_in,
        network.ledger()
    );
}

#[test]
fn rebound_and_contact_time_are_exact_at_every_onset_phase() {
    let cases = cases();
    assert!(cases.len() > 100);
    let mut softened = 0;
    let mut worst = [0.0f64; 2];
    for case in &cases {
        let gentle = case.mu * case.v_in < 1.0;
        let mut squares = 0.0;
        for phase in 0..16 {
            let (v_out, steps, soft) = bounce(case, (phase as f64 + 0.37) / 16.0);
            softened += usize::from(soft);
            let tolerance = if gentle { 1e-9 } else { 1e-4 };
            let error = (v_out / case.v_out - 1.0).abs();
            assert!(
                error < tolerance,
                "k {:e} a {} mu {} v {} tau {}: {v_out} {} ({error:e})",
                case.k,
                case.alpha,
                case.mu,
                case.v_in,
                case.tau * RATE,
                case.v_out
            );
            assert!(v_out.abs() <= case.v_in * (1.0 + 1e-12));
            worst[usize::from(!gentle)] = worst[usize::from(!gentle)].max(error);
            let late = steps - case.tau * RATE;
            squares += late * late;
        }
        let rms = (squares / 16.0).sqrt();
        if gentle && case.tau * RATE > 4.0 {
            assert!(rms < 0.3, "tau {} samples: rms {rms}", case.tau * RATE);
        }
    }
    // Hits that the rate cannot carry exist among the records, and are reported.
    println!(
        "worst error of v_out: {:e} for mu v < 1, {:e} beyond",
        worst[0], worst[1]
    );
    println!("{softened} of {} hits were softened", 16 * cases.len());
    assert!(softened > 0);
}

#[test]
fn the_closed_form_agrees_with_the_references() {
    for case in cases() {
        let error = rebound_speed(case.v_in, case.mu) / -case.v_out - 1.0;
        assert!(
            error.abs() < 1e-10,
            "mu v {}: {error:e}",
            case.mu * case.v_in
        );
    }
}

/// Papetti's table 1.4: 100 impacts, each starting with the speed the last one ended with.
#[test]
fn a_hundred_impacts_lose_what_they_should() {
    let base = |k, alpha, mu, v_in| Case {
        m: 0.01,
        k,
        alpha,
        mu,
        v_in,
        v_out: 0.0,
        tau: 0.0,
    };
    for (mut case, exact) in [
        (base(1e7, 1.3, 0.01, 0.5), 0.374_999_921_874_987),
        (base(1e9, 1.5, 0.5, 1.0), 0.029_117_075_129_718_5),
    ] {
        for impact in 0..100 {
            let phase = (impact * 7 % 16) as f64 / 16.0 + 0.01;
            case.v_in = -bounce(&case, phase).0;
        }
        let energy_error = case.v_in * case.v_in / (exact * exact) - 1.0;
        println!("residual energy off by {:e} %", 100.0 * energy_error);
        assert!(energy_error.abs() < 1e-9, "{} {exact}", case.v_in);
    }
}

/// The cheap step never rebounds faster either, and is near enough for contacts of some length.
#[test]
fn the_cheap_step_is_passive_and_close() {
    for case in cases() {
        let steps = case.tau * RATE;
        for phase in [0.1, 0.4, 0.9] {
            let (v_out, _, _) = bounce_by(Scheme::Cheap, &case, phase);
            assert!(v_out.abs() <= case.v_in * (1.0 + 1e-12));
            if steps > 10.0 && case.mu * case.v_in < 1.0 {
                let error = (v_out / case.v_out - 1.0).abs();
                assert!(error < 0.02, "{steps} samples: {v_out} {}", case.v_out);
            }
        }
    }
}
