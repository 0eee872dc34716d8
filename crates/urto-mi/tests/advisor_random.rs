//! The advisor on networks drawn at random, against another solver.

use std::f64::consts::PI;
use urto::rng::Rng;
use urto_mi::advisor::check_modes;
use urto_mi::law::Side;
use urto_mi::{Mass, MassId, Model, Spring};

const RATE: f64 = 44_100.0;

/// All eigenvalues of a symmetric matrix, by turning pairs of rows (Jacobi 1846).
fn jacobi(mut a: Vec<Vec<f64>>) -> Vec<f64> {
    let n = a.len();
    for _ in 0..30 {
        for p in 0..n {
            for q in p + 1..n {
                if a[p][q].abs() < 1e-300 {
                    continue;
                }
                let half = (a[q][q] - a[p][p]) / (2.0 * a[p][q]);
                let t = 1.0f64.copysign(half) / (half.abs() + (half * half + 1.0).sqrt());
                let c = 1.0 / (t * t + 1.0).sqrt();
                let s = t * c;
                for row in a.iter_mut() {
                    (row[p], row[q]) = (c * row[p] - s * row[q], s * row[p] + c * row[q]);
                }
                let (upper, lower) = a.split_at_mut(q);
                for (x, y) in upper[p].iter_mut().zip(&mut lower[0]) {
                    (*x, *y) = (c * *x - s * *y, s * *x + c * *y);
                }
            }
        }
    }
    let mut values: Vec<f64> = (0..n).map(|k| a[k][k]).collect();
    values.sort_by(f64::total_cmp);
    values
}

/// h²·K + 2·h·Z, or h²·K alone, scaled by the masses; written out once more, in nothing of the
/// advisor's own.
fn by_hand(model: &Model, damped: bool) -> Vec<Vec<f64>> {
    let h = model.step();
    let free: Vec<usize> = (0..model.masses().len())
        .filter(|n| !model.masses()[*n].is_held())
        .collect();
    let mut a = vec![vec![0.0; 3 * free.len()]; 3 * free.len()];
    let local = |mass: usize| free.iter().position(|own| *own == mass);
    for link in model.links() {
        let [first, second] = link.ends.map(MassId::index);
        let [x, y] = [first, second].map(|n| model.masses()[n].position);
        let way: [f64; 3] = std::array::from_fn(|k| y[k] - x[k]);
        let d = way.iter().map(|own| own * own).sum::<f64>().sqrt();
        let spring = link.spring().unwrap();
        let stretch = d - spring.length.unwrap();
        let tension = spring.stiffness * stretch + spring.cubic * stretch * stretch * stretch;
        let slope = spring.stiffness + 3.0 * spring.cubic * stretch * stretch;
        let damping = if damped { spring.damping } else { 0.0 };
        for (end, other) in [
            (first, first),
            (first, second),
            (second, first),
            (second, second),
        ] {
            let (Some(row), Some(column)) = (local(end), local(other)) else {
                continue;
            };
            let sign = if end == other { 1.0 } else { -1.0 };
            let heavy = (model.masses()[end].mass * model.masses()[other].mass).sqrt();
            for (j, k) in (0..9).map(|n| (n / 3, n % 3)) {
                let square = way[j] * way[k] / (d * d);
                let unit = f64::from(u8::from(j == k));
                let stiff = slope * square + tension / d * (unit - square);
                let value = h * h * stiff + 2.0 * h * damping * square;
                a[3 * row + j][3 * column + k] += sign * value / heavy;
            }
        }
    }
    for (n, mass) in free.iter().enumerate() {
        let friction = if damped { model.friction() } else { 0.0 };
        for (k, row) in a.iter_mut().enumerate().skip(3 * n).take(3) {
            row[k] += 2.0 * h * friction / model.masses()[*mass].mass;
        }
    }
    a
}

fn drawn(rng: &mut Rng) -> Model {
    let mut model = Model::new(RATE).unwrap();
    let masses: Vec<MassId> = (0..30)
        .map(|_| {
            let place = [0; 3].map(|_| rng.signed());
            let mut mass = Mass::at(place).of(rng.log_uniform(0.1, 10.0));
            if rng.below(8) == 0 {
                mass = mass.fixed();
            }
            model.add(mass).unwrap()
        })
        .collect();
    for _ in 0..30 + rng.below(90) {
        let ends = [0; 2].map(|_| masses[rng.below(30)]);
        if ends[0] == ends[1] {
            continue;
        }
        let damping = if rng.below(2) == 0 { 0.1 } else { 0.0 } * rng.uniform();
        let spring = Spring {
            length: (rng.below(2) == 0).then(|| 1.5 * rng.uniform()),
            cubic: RATE * RATE * if rng.below(3) == 0 { 0.1 } else { 0.0 },
            ..model.discrete(rng.log_uniform(1e-3, 1.0), damping)
        };
        model.join(ends, spring).unwrap();
    }
    if rng.below(2) == 0 {
        model.set_friction(0.05 * RATE).unwrap();
    }
    model
}

#[test]
fn random_networks_agree_with_another_solver() {
    for seed in 0..20 {
        let model = drawn(&mut Rng::new(seed));
        let advice = check_modes(&model, 90);
        let top = jacobi(by_hand(&model, true)).pop().unwrap();
        let off = advice.lambda_max / top - 1.0;
        assert!(off.abs() < 1e-9, "{seed}: {off:e}");
        let values = jacobi(by_hand(&model, false));
        let small = 1e-12 * values.iter().fold(0.0f64, |a, b| a.max(b.abs()));
        let negative = values.iter().filter(|own| **own < -small).count();
        let above = values.iter().filter(|own| **own > small);
        let zero = values.len() - negative - above.clone().count();
        println!(
            "{seed}: {negative} negative, {zero} zero of which {} rigid, off {off:e}",
            advice.rigid_modes
        );
        assert_eq!(advice.buckling, negative, "{seed}");
        assert_eq!(advice.rigid_modes + advice.zero_modes, zero, "{seed}");
        let hertz: Vec<f64> = above
            .filter(|own| **own < 4.0)
            .map(|own| RATE / PI * (0.5 * own.sqrt()).asin())
            .collect();
        assert_eq!(advice.modes.len(), hertz.len(), "{seed}");
        for (mode, wanted) in advice.modes.iter().zip(hertz) {
            // Low ones have fewer digits: rounding is a share of the highest.
            let allowed = 1e-9 * wanted + 1e-5 / wanted;
            assert!((mode - wanted).abs() < allowed, "{seed}: {mode} {wanted}");
        }
    }
}

/// Whatever a model may be: numbers, no panic, and every coordinate counted once.
#[test]
fn wild_networks_get_advice() {
    for seed in 0..300 {
        let mut rng = Rng::new(seed);
        let mut model = Model::new(rng.log_uniform(250.0, 192_000.0)).unwrap();
        let count = 1 + rng.below(20);
        let size = rng.log_uniform(1e-12, 1e12);
        let masses: Vec<MassId> = (0..count)
            .map(|_| {
                // Some at the same place.
                let place = [0; 3].map(|_| size * (3.0 * rng.signed()).round());
                let mut mass = Mass::at(place).of(rng.log_uniform(1e-12, 1e12));
                if rng.below(6) == 0 {
                    mass = mass.fixed();
                }
                model.add(mass).unwrap()
            })
            .collect();
        for _ in 0..rng.below(4 * count) {
            let ends = [0; 2].map(|_| masses[rng.below(count)]);
            let any = |rng: &mut Rng, high: f64| match rng.below(3) {
                0 => 0.0,
                _ => rng.log_uniform(1e-12, high),
            };
            let spring = Spring {
                stiffness: any(&mut rng, 1e15),
                cubic: any(&mut rng, 1e15),
                damping: any(&mut rng, 1e15),
                length: (rng.below(2) == 0).then(|| any(&mut rng, 1e15)),
                side: [Side::Both, Side::Pulls, Side::Pushes][rng.below(3)],
                ..Spring::default()
            };
            if ends[0] != ends[1] {
                model.join(ends, spring).unwrap();
            }
        }
        if rng.below(2) == 0 {
            model.set_friction(rng.log_uniform(1e-9, 1e15)).unwrap();
        }
        let advice = check_modes(&model, 1000);
        assert!(
            advice.margin >= 0.0 && advice.lambda_max.is_finite(),
            "{seed}"
        );
        assert_eq!(advice.stable, advice.margin > 1.0);
        assert_eq!(advice.suggested.is_some(), !advice.stable);
        assert!(advice.modes.is_sorted() && advice.modes.iter().all(|own| own.is_finite()));
        let free = 3 * model.masses().iter().filter(|own| !own.is_held()).count();
        let counted = advice.modes.len() + advice.rigid_modes + advice.zero_modes + advice.buckling;
        assert!(counted <= free, "{seed}: {counted} of {free}");
        // Those that the step cannot play are not told.
        assert!(
            counted == free || !advice.stable,
            "{seed}: {counted} of {free}"
        );
    }
}
