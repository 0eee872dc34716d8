//! Networks of masses among the heart's bodies, at random and from the ends of all ranges: laws of the
//! heart join them, and energy never rises without booked work.
//!
//! 150 by default; `URTO_FULL=1` draws forty times as many.

mod drawn;

use drawn::{drawn as drawn_model, tie};
use urto::Rate;
use urto::catalogue::Catalogue;
use urto::network::{ContactId, Motion, Network, NetworkBuilder, Thrown};
use urto::object::Point;
use urto::param::{Kind, Params, Value, leaves};
use urto::rng::Rng;
use urto_mi::{MassBody, MassPoint};

/// All numbers and choices at random; bodies start near each other and meet.
fn scramble(params: &mut dyn Params, rng: &mut Rng) {
    for (id, spec) in leaves(params) {
        let key = params.table().key_of(&id).unwrap();
        let value = match spec.kind {
            Kind::Number(_) if key.starts_with("position") => {
                Value::Number(rng.signed() * rng.log_uniform(1e-7, 1e-3))
            }
            Kind::Number(_) if key.starts_with("velocity") => {
                Value::Number(rng.signed() * rng.log_uniform(1e-3, 20.0))
            }
            Kind::Number(range) => Value::Number(range.value_at(rng.uniform())),
            Kind::Choice { options, .. } => Value::Choice(rng.below(options.len())),
            _ => continue,
        };
        params.assign(&id, &value).unwrap();
    }
}

/// A contact that was drawn.
struct Tie {
    id: ContactId,
    params: Box<dyn Params>,
}

/// What was drawn.
struct Company {
    network: Network,
    ties: Vec<Tie>,
    thrown: Vec<Thrown>,
}

/// A network of masses with one to three bodies beside it; nothing where no mass of it can be touched, or
/// nothing is joined.
fn company(rng: &mut Rng) -> Option<Company> {
    let (mut model, masses) = drawn_model(rng, false);
    if rng.below(2) == 0 {
        tie(rng, &mut model, &masses, false);
    }
    let rate = Rate::new(model.hertz()).ok()?;
    let free: Vec<_> = (masses.iter().copied())
        .filter(|mass| !model.masses()[mass.index()].is_held())
        .collect();
    let (first, last) = (*free.first()?, *free.last()?);
    let points: Vec<MassPoint> = [first, last, free[rng.below(free.len())]]
        .into_iter()
        .enumerate()
        .map(|(n, mass)| MassPoint {
            name: format!("p{n}"),
            mass,
            along: [0; 3].map(|_| rng.signed()),
        })
        .collect();
    let body = MassBody::new(&model, &points).ok()?;
    let mut network = NetworkBuilder::new(rate);
    network.add("web", Box::new(body)).unwrap();
    let mut places: Vec<String> = (0..3).map(|n| format!("web@p{n}")).collect();
    let catalogue = Catalogue::of_urto();
    let mut bodies = Vec::new();
    for n in 0..1 + rng.below(3) {
        let kind = catalogue
            .object(["mass", "mass", "wall"][rng.below(3)])
            .unwrap();
        let mut params = (kind.params)();
        scramble(params.as_mut(), rng);
        let body = (kind.build)(params.as_ref(), &[], rate).unwrap();
        let name = format!("b{n}");
        bodies.push(network.add(&name, body).unwrap());
        places.push(name);
    }
    let mut ties = Vec::new();
    for n in 0..1 + rng.below(4) {
        let law = catalogue.laws()[rng.below(catalogue.laws().len())];
        let mut params = (law.params)();
        scramble(params.as_mut(), rng);
        let contact = (law.build)(params.as_ref(), rate).unwrap();
        let mut between = [rng.below(3), rng.below(places.len())];
        between.rotate_left(rng.below(2));
        let between = between.map(|place| places[place].as_str());
        if let Ok(id) = network.join(&format!("c{n}"), contact, between) {
            ties.push(Tie { id, params });
        }
    }
    if ties.is_empty() {
        return None;
    }
    network.listen(&places[0], Motion::Velocity).unwrap();
    let thrown = bodies.iter().map(|body| network.thrown(*body, Point(0)));
    let thrown = thrown.filter_map(Result::ok).collect();
    let network = network.build(rng.bits());
    Some(Company {
        network,
        ties,
        thrown,
    })
}

/// Something changes while it plays.
fn disturb(company: &mut Company, rng: &mut Rng) {
    let tie = &company.ties[rng.below(company.ties.len())];
    match rng.below(3) {
        0 => {
            let mut params = tie.params.boxed();
            scramble(params.as_mut(), rng);
            for (id, _) in leaves(params.as_ref()) {
                if let Some(value) = params.value(&id) {
                    company.network.set_contact(tie.id, &id, &value);
                }
            }
        }
        1 => {
            let to = rng.signed() * rng.log_uniform(1e-9, 1e-4);
            company.network.offset(tie.id, to);
        }
        _ => {
            let speed = rng.signed() * rng.log_uniform(1e-3, 20.0);
            if !company.thrown.is_empty() {
                let which = rng.below(company.thrown.len());
                company.network.throw(company.thrown[which], speed);
            }
        }
    }
}

#[test]
fn energy_never_rises_among_bodies_of_the_heart() {
    let full = std::env::var("URTO_FULL").is_ok_and(|value| value != "0");
    let count = if full { 6000 } else { 150 };
    let (mut worst, mut unconverged, mut touched, mut done) = (0.0f64, 0, 0, 0);
    let mut seed = 0;
    while done < count {
        seed += 1;
        let mut rng = Rng::new(seed);
        let Some(mut company) = company(&mut rng) else {
            continue;
        };
        done += 1;
        let mut last = company.network.ledger();
        let (mut peak, mut largest) = (last.stored, last.stored);
        let mut hardest = 0.0f64;
        for step in 0..300 {
            if rng.below(20) == 0 {
                disturb(&mut company, &mut rng);
            }
            company.network.step();
            let (now, health) = (company.network.ledger(), company.network.health());
            let seen = || format!("seed {seed} step {step}: {now:?} after {last:?}, {health:?}");
            assert!(
                [
                    now.stored,
                    now.injected,
                    now.dissipated,
                    company.network.heard(0)
                ]
                .iter()
                .all(|own| own.is_finite()),
                "{}",
                seen()
            );
            assert_eq!(health.non_finite, 0, "{}", seen());
            let given = now.injected - last.injected;
            peak = peak.max(now.stored).max(given.abs());
            let totals = now.injected.abs().max(now.dissipated.abs());
            largest = largest.max(peak).max(totals);
            let forces = company.ties.iter();
            let forces = forces.map(|tie| company.network.contact_state(tie.id).0.abs());
            hardest = hardest.max(forces.fold(0.0, f64::max));
            let gained = now.stored - last.stored - given;
            assert!(gained <= 1e-11 * peak + 1e-15 * totals, "{}", seen());
            let missed = now.error().abs();
            assert!(missed <= 1e-9 * largest, "{missed:e}: {}", seen());
            worst = worst.max(missed / largest.max(1e-300));
            last = now;
        }
        touched += usize::from(hardest > 0.0);
        unconverged += company.network.health().unconverged;
    }
    println!(
        "{count} networks of 300 steps, {touched} touched: ledger within {worst:e}, {unconverged} steps \
         unconverged"
    );
    assert!(2 * touched > count, "{touched} of {count} have touched");
    assert!(unconverged as f64 <= 1e-2 * 300.0 * count as f64);
}
