//! A body on a support: one bank of modes, felt and heard through the body.

use crate::ear::{RATE, choice, impact, probe, rate, render, strongest};
use urto::body::{Body, BodyKind, BodyParams, MaterialKind, Standing, SupportKind, SupportParams};
use urto::math;
use urto::object::{NamedPoint, Place, Point};
use urto::param::Value;

/// A mug of some 300 g: a china bowl.
fn mug() -> BodyParams {
    BodyParams {
        kind: BodyKind::Glass,
        material: MaterialKind::Ceramic,
        size: 0.1,
        thickness: 0.004,
        ..BodyParams::default()
    }
}

fn on_table(coupling: f64) -> SupportParams {
    SupportParams {
        kind: SupportKind::Body,
        coupling,
        ..SupportParams::default()
    }
}

fn strike() -> [NamedPoint; 1] {
    [NamedPoint {
        name: "strike".to_owned(),
        place: Place::Along(0.0),
    }]
}

fn velocity_per_newton(support: &SupportParams) -> f64 {
    let (cup, at) = (mug(), strike());
    let body = Body::new(&cup).unwrap();
    let (object, _) = Standing::object(support, &body, &cup, &at, rate()).unwrap();
    object.response(Point(0), Point(0)).velocity
}

/// The struck point gives way by what the table gives way at the place where the cup stands,
/// times the coupling: m·(1 + (f/fc)²)/(coupling·shape²) for every mode.
#[test]
fn the_table_is_felt_through_the_cup() {
    let nothing = velocity_per_newton(&SupportParams::default());
    let support = on_table(0.5);
    let table = Body::new(&support.body).unwrap();
    let weight = mug().weight().unwrap();
    let mut expected = 0.0;
    for (index, mode) in table.modes().iter().enumerate() {
        let w = math::TAU * mode.frequency;
        let shape = table.shape(index, support.place);
        let mass = mode.mass * (1.0 + w * w * weight / support.foot) / (0.5 * shape * shape);
        // Velocity gained in one step by a newton: exp(-s·h)·sin(w·h)/(w·m).
        let (h, sigma) = (1.0 / RATE, math::LN_1000 / mode.decay);
        if mass < 1e4 {
            expected += math::exp(-sigma * h) * math::sin(w * h) / (w * mass);
        }
    }
    let found = velocity_per_newton(&support) - nothing;
    println!("{found:e} {expected:e}, the cup itself {nothing:e}");
    // Modes that hardly move are kept at the heaviest mass a mode may have.
    assert!((found / expected - 1.0).abs() < 1e-3);
    // 32 modes of 10 t each are what is left of an uncoupled one.
    let off = velocity_per_newton(&on_table(0.0)) - nothing;
    assert!(off < 0.02 * expected);
}

/// A blow on a mug makes the table sound at the table's own pitch, and more so the better it is
/// coupled; nothing of it without a table.
#[test]
fn the_table_sounds_too() {
    let table = Body::new(&SupportParams::default().body).unwrap();
    // A mode that moves where the cup stands.
    let loudest = (0..table.modes().len())
        .filter(|mode| (100.0..500.0).contains(&table.modes()[*mode].frequency))
        .max_by(|a, b| {
            let felt = |mode: &usize| table.shape(*mode, 0.3).abs();
            felt(a).total_cmp(&felt(b))
        })
        .unwrap();
    let hertz = table.modes()[loudest].frequency;
    let heard = |kind: SupportKind, coupling: f64| {
        let mut sound = impact(&[
            ("body.kind", choice(BodyKind::Glass)),
            ("body.material", choice(MaterialKind::Ceramic)),
            ("body.size", Value::Number(0.1)),
            ("dynamics", Value::Number(0.0)),
            ("support.kind", choice(kind)),
            ("support.coupling", Value::Number(coupling)),
        ]);
        let out = render(sound.as_mut(), 0.08);
        if coupling == 1.0 && kind == SupportKind::Body {
            assert!((strongest(&out, hertz, 0.1) / hertz - 1.0).abs() < 0.05);
        }
        let whole = out.iter().map(|x| f64::from(x * x)).sum::<f64>().sqrt();
        probe(&out, hertz) / whole
    };
    let (none, weak, strong) = (
        heard(SupportKind::Nothing, 1.0),
        heard(SupportKind::Body, 0.2),
        heard(SupportKind::Body, 1.0),
    );
    println!("{hertz:.0} Hz: {none:e} {weak:e} {strong:e}");
    assert!(weak > 10.0 * none);
    assert!(strong > 2.0 * weak);
}

/// While it plays, changes of the table, of the place and of the coupling are taken over.
#[test]
fn the_table_follows_its_parameters() {
    let cup = mug();
    let mut network = urto::network::NetworkBuilder::new(rate());
    let mut support = on_table(1.0);
    let body = Body::new(&cup).unwrap();
    let (object, mut standing) =
        Standing::object(&support, &body, &cup, &strike(), rate()).unwrap();
    let object = network.add("cup", object).unwrap();
    let mut network = network.build(0);
    let gives = |network: &urto::network::Network| {
        let body = network.look(object);
        body.response(Point(0), Point(0)).velocity
    };
    let built = |support: &SupportParams| velocity_per_newton(support);
    let whole = gives(&network);
    for (coupling, place, damping) in [(0.4, 0.3, 2.0), (0.4, 0.1, 2.0), (1.0, 0.1, 20.0)] {
        support.coupling = coupling;
        support.place = place;
        support.body.damping = damping;
        standing.follow(&support, &cup, &mut network, object);
        standing.set_down(&support, &cup, &mut network, object);
        let now = gives(&network);
        assert!((now - whole).abs() > 1e-5 * whole);
        // As if it had been built so; how many modes there are depends on how long they ring.
        if damping == 2.0 {
            assert!((now / built(&support) - 1.0).abs() < 1e-9);
        }
    }
}

/// Every sound whose body can stand on something sounds with it, at a sensible level, otherwise
/// than without; and the books close.
#[test]
fn whatever_stands_on_a_table_sounds_with_it() {
    let mut count = 0;
    for entry in urto::catalogue::Catalogue::of_urto().sounds() {
        let Ok(id) = (entry.make)().params().table().find("support.kind") else {
            continue;
        };
        count += 1;
        let [alone, stood] = [0, 1].map(|kind| {
            let mut sound = (entry.make)();
            sound.set(&id, &Value::Choice(kind));
            sound.prepare(rate(), 512);
            sound.event(0, urto::sound::Event::trigger(1.0));
            let mut out = vec![0.0f32; (entry.seconds * RATE) as usize];
            sound.render(&[], &mut [&mut out]);
            let ledger = sound.ledger();
            let scale = ledger.injected.abs() + ledger.dissipated.abs() + ledger.stored;
            assert!(ledger.error().abs() <= 1e-9 * scale, "{}", entry.key);
            out
        });
        // A table under a sheet of paper is hardly heard.
        let differs = alone.iter().zip(&stood).any(|(a, b)| (a - b).abs() > 1e-5);
        assert!(differs, "{} does not hear its table", entry.key);
        let peak = stood.iter().fold(0.0f32, |peak, x| peak.max(x.abs()));
        assert!((0.05..0.98).contains(&peak), "{}: {peak}", entry.key);
    }
    assert!(count >= 14, "{count}");
}
