//! Contact time and spectral centroid of a struck bar (Avanzini & Rocchesso 2004) against runs
//! at 64 times the rate.

use crate::common::{facts, number};
use serde_json::Value as Json;
use urto::contact::{HuntCrossley, ImpactLaw};
use urto::object::{Mass, MassParams, Point, Wall, WallParams};
use urto_study::wall::Impact;

fn records() -> Vec<Json> {
    let all: Json = serde_json::from_str(include_str!("../data/impact_bar_centroid.json")).unwrap();
    all["data"].as_array().unwrap().clone()
}

fn heard(record: &Json, oversample: f64) -> Json {
    let numbers = [
        ("mass", number(record, "m")),
        ("stiffness", number(record, "k")),
        ("dissipation", number(record, "mu")),
        ("exponent", number(record, "alpha")),
        ("velocity", number(record, "v_in")),
        ("oversample", oversample),
        ("sweep", 0.0),
    ];
    facts("centroid", &numbers)
}

#[test]
fn sixteen_steps_per_sample_are_as_good_as_sixty_four() {
    for record in records() {
        let heard = heard(&record, 16.0);
        let time = number(&heard, "contact_time") / number(&record, "t0_first") - 1.0;
        let centroid = number(&heard, "centroid_mean") / number(&record, "cav_disp_hann") - 1.0;
        println!("contact time {time:+.1e}, centroid {centroid:+.1e}");
        assert!(time.abs() < 0.01, "{record}: {heard}");
        assert!(centroid.abs() < 0.005, "{record}: {heard}");
        assert_eq!(heard["contacts"], record["n_contacts"]);
    }
}

/// A contact of seven steps would be timed 2.7 % too long: the finer stopwatch must see it.
#[test]
fn short_contacts_are_timed_finely() {
    let numbers = [("exponent", 1.5), ("sweep", 0.0)];
    let time = |oversample: f64, key: &str| {
        let mut numbers = numbers.to_vec();
        numbers.push(("oversample", oversample));
        number(&facts("centroid", &numbers), key)
    };
    let exact = time(64.0, "contact_time");
    assert!((time(16.0, "contact_time") / exact - 1.0).abs() < 0.005);
    assert!((time(16.0, "contact_time_at_rate") / exact - 1.0).abs() > 0.02);
}

/// Neighbours in a sweep whose reference differs by more than 0.2 % keep their order without
/// oversampling.
#[test]
fn trends_keep_their_order_at_44100_hertz() {
    let mut compared = 0;
    for sweep in ["mh", "k", "mu", "a"] {
        let records: Vec<Json> = records()
            .into_iter()
            .filter(|record| record["sweep"] == sweep)
            .collect();
        let heard: Vec<Json> = records.iter().map(|record| heard(record, 1.0)).collect();
        for (exact, found) in [
            ("t0_first", "contact_time_at_rate"),
            ("cav_disp_hann", "centroid_mean"),
        ] {
            for n in 1..records.len() {
                let rise = number(&records[n], exact) / number(&records[n - 1], exact);
                if (rise - 1.0).abs() > 0.002 {
                    let ours = number(&heard[n], found) / number(&heard[n - 1], found);
                    assert_eq!(ours > 1.0, rise > 1.0, "{sweep} {exact} {n}: {ours} {rise}");
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 30, "{compared}");
}

#[test]
fn contact_time_on_a_wall_is_that_of_equation_12() {
    let facts = facts("contact-time", &[("sweep", 3.0)]);
    for row in facts["velocities"].as_array().unwrap() {
        let hit = Impact {
            mass: 0.01,
            stiffness: 1.5e11,
            exponent: 2.8,
            dissipation: 0.6,
            velocity: number(row, "velocity"),
        };
        assert_eq!(number(row, "contact_time"), hit.contact_time());
        let simulated = number(row, "contact_time_wall");
        assert!((simulated / hit.contact_time() - 1.0).abs() < 1e-3);
        assert!((number(row, "v_out_wall") / hit.rebound() - 1.0).abs() < 1e-9);
        // What is struck gives way.
        assert!(number(row, "contact_time_bar") > simulated);
    }
    // t0 goes with (m/k)^(1/(a+1)).
    let sweeps = facts["sweeps"].as_array().unwrap();
    for (sweep, power) in [(0, 1.0 / 3.8), (1, -1.0 / 3.8)] {
        let points = sweeps[sweep]["points"].as_array().unwrap();
        let (first, last) = (&points[0], &points[points.len() - 1]);
        let ratio = number(last, "contact_time") / number(first, "contact_time");
        let wanted = urto::math::pow(number(last, "value") / number(first, "value"), power);
        assert!((ratio / wanted - 1.0).abs() < 1e-9, "{ratio} {wanted}");
    }
}

#[test]
fn attacks_differ_as_in_figure_4() {
    let facts = facts("attack", &[]);
    let blows = facts["blows"].as_array().unwrap();
    assert!(number(&blows[0], "contact_time") < 0.1 * number(&blows[1], "contact_time"));
    assert!(number(&blows[2], "displacement_max") > 1.1 * number(&blows[3], "displacement_max"));
    assert!(number(&blows[4], "contacts") > 1.0 && number(&blows[5], "contacts") == 1.0);
}

/// The inverse is the inverse, and what it proposes sounds nearly as asked.
#[test]
fn the_map_leads_there_and_back() {
    let facts = facts("hardness-map", &[("sweep", 7.0), ("oversample", 4.0)]);
    let numbers = |of: &str, key: &str| -> Vec<f64> {
        let flat = |value: &Json| match value.as_array() {
            Some(row) => row.iter().map(|x| x.as_f64().unwrap()).collect(),
            None => vec![value.as_f64().unwrap()],
        };
        facts[of][key]
            .as_array()
            .unwrap()
            .iter()
            .flat_map(flat)
            .collect()
    };
    let (a, b) = (numbers("map", "matrix"), numbers("map", "offset"));
    let (c, d) = (numbers("inverse", "matrix"), numbers("inverse", "offset"));
    let asked = [4e-4, 1115.0].map(urto::math::log10);
    let put = |m: &[f64], o: &[f64], x: [f64; 2]| {
        [
            m[0] * x[0] + m[1] * x[1] + o[0],
            m[2] * x[0] + m[3] * x[1] + o[1],
        ]
    };
    let proposed = put(&c, &d, asked);
    assert!((proposed[0] - urto::math::log10(number(&facts, "stiffness"))).abs() < 1e-9);
    let back = put(&a, &b, proposed);
    assert!((back[0] - asked[0]).abs() < 1e-9 && (back[1] - asked[1]).abs() < 1e-9);
    assert!((number(&facts, "contact_time") / 4e-4 - 1.0).abs() < 0.03);
    assert!((number(&facts, "centroid_mean") / 1115.0 - 1.0).abs() < 0.005);
    // Stiffer is shorter and brighter, deader duller.
    assert!(a[0] < 0.0 && a[2] > 0.0 && a[3] < 0.0);
    assert!(
        (a[0] + 1.0 / 3.5).abs() < 0.01,
        "close to a wall's -1/(a+1)"
    );
}

/// The lower half of figure 1(a): from inside the wall and faster than -1/mu, the law pulls. Each
/// way out slows down, never to the limit, as RK4 finds; and it is the law's: v·dv/dx = -f/m.
#[test]
fn below_the_limit_a_hammer_is_held_back() {
    let facts = facts("contact-time", &[("sweep", 2.0)]);
    let hit = Impact {
        mass: 0.01,
        stiffness: 1.5e11,
        exponent: 2.8,
        dissipation: 0.6,
        velocity: 4.0,
    };
    let limit = -1.0 / hit.dissipation;
    let ways = facts["lower_half"].as_array().unwrap();
    assert_eq!(ways.len(), 4);
    for way in ways {
        let (start, out) = (number(way, "velocity"), number(way, "v_out"));
        assert!(start < out && out < limit, "{way}");
        assert!((number(way, "v_out_rk4") / out - 1.0).abs() < 1e-8, "{way}");
        let path = hit.beyond(hit.max_compression(), start).unwrap();
        for part in [0.1, 0.5, 0.9] {
            let v = start + part * (out - start);
            let step = 1e-5 * (out - start);
            let [before, x, after] = [v - step, v, v + step].map(|v| path.compression(v));
            let slope = 2.0 * step / (after - before);
            let ratio = v * slope / (-hit.force(x, v) / hit.mass);
            assert!((ratio - 1.0).abs() < 1e-6, "{start} {v}: {ratio}");
        }
    }
    assert!(hit.beyond(1e-4, 0.9 * limit).is_none());
}

/// urto's contact never pulls: from there it lets the hammer go as it is.
#[test]
fn urto_does_not_hold_a_hammer_back() {
    let rate = urto::Rate::new(44_100.0).unwrap();
    let mut network = urto::network::NetworkBuilder::new(rate);
    let mass = MassParams {
        mass: 0.01,
        position: 1e-4,
        velocity: -3.0,
        ..MassParams::default()
    };
    let body = Box::new(Mass::new(&mass, &[], rate).unwrap());
    let body = network.add("mass", body).unwrap();
    let wall = Wall::new(&WallParams::default(), &[]).unwrap();
    network.add("wall", Box::new(wall)).unwrap();
    let law = ImpactLaw {
        stiffness: 1e6,
        exponent: 2.8,
        dissipation: 0.6,
        ..ImpactLaw::default()
    };
    let law = Box::new(HuntCrossley::new(&law, rate).unwrap());
    network.join("hit", law, ["mass", "wall"]).unwrap();
    let mut network = network.build(0);
    (0..10).for_each(|_| network.step());
    let v = network.look(body).velocity(Point(0));
    assert!((v + 3.0).abs() < 1e-12, "{v}");
}

/// The paper's own step: Newton converges, long contacts are as good as urto's, and short ones,
/// where the force turns within a sample, make energy and throw the hammer.
#[test]
fn the_papers_step_makes_energy_in_short_contacts() {
    let of = |exponent: f64, dissipation: f64| {
        let numbers = [
            ("exponent", exponent),
            ("dissipation", dissipation),
            ("sweep", 6.0),
            ("reference", 32.0),
            ("duration", 0.05),
        ];
        facts("impact-step", &numbers)["trials"]
            .as_array()
            .unwrap()
            .clone()
    };
    // Figure 3's own numbers, k from 1e8 to 1e13.
    let own = of(2.5, 0.5);
    for trial in &own {
        assert_eq!(number(trial, "unconverged"), 0.0);
        assert!(number(trial, "iterations_most") <= 5.0, "{trial}");
        assert!(number(trial, "energy_gain_percent") < 1e-9, "{trial}");
    }
    let hammer = |trial: &Json, whose: &str| number(&trial[whose], "hammer_percent").abs();
    assert!(hammer(&own[0], "paper") < 0.05);
    assert!(hammer(&own[5], "paper") > 10.0);
    assert!(hammer(&own[5], "urto") < 7.0);
    // Round and without loss: two samples of contact and less.
    let short = of(1.5, 0.0);
    for trial in short.iter().filter(|t| number(t, "contact_samples") < 2.5) {
        assert!(number(trial, "energy_gain_percent") > 10.0, "{trial}");
        assert!(hammer(trial, "paper") > 15.0, "{trial}");
        assert!(hammer(trial, "urto") < 7.0, "{trial}");
    }
}
