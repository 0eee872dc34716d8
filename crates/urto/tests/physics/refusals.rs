//! What a table does not allow is built by nobody: every number of every table, tried with values
//! that its range does not hold.

use std::sync::Arc;
use urto::body::{Body, BodyKind, BodyParams, Loaded, Recorded, Standing, SupportParams};
use urto::catalogue::Catalogue;
use urto::contact::{ExtendedHertzLaw, FeltLaw, FrictionLaw, ImpactLaw, LinearLaw, RosinLaw};
use urto::error::OutOfRange;
use urto::gesture::{Burst, BurstParams, SurfaceParams, Track};
use urto::network::{Motion, Network, NetworkBuilder, Quality};
use urto::object::{
    DrivenParams, Mass, MassParams, Modal, ModalParams, Mode, NamedPoint, Outline, Place,
    Resonator, StringBody, StringParams, Tumble, WallParams,
};
use urto::param::{ChoiceField, Declared, Kind, Params, Range, Resource, Scale, Value, leaves};
use urto::rng::Rng;
use urto::scene::{Action, Cue, Listen, Scene, SceneObject};
use urto::space::{Room, RoomParams};
use urto::{BuildError, PartSort, Rate};

fn rate() -> Rate {
    Rate::new(48_000.0).unwrap()
}

/// A number of a struct by its key, past the table.
type Setter<P> = (&'static str, fn(&mut P, f64));

/// A struct whose numbers can be set past its table.
trait Numbers: Declared {
    fn numbers() -> Vec<Setter<Self>>;
}

macro_rules! numbers {
    ($type:ty: $($key:literal = |$p:ident, $x:ident| $set:expr;)*) => {
        impl Numbers for $type {
            fn numbers() -> Vec<Setter<Self>> {
                vec![$(($key, |$p, $x| $set)),*]
            }
        }
    };
    ($type:ty: $($field:ident),*) => {
        numbers! { $type: $(|$field|)* }
    };
    ($type:ty: $(|$field:ident|)*) => {
        impl Numbers for $type {
            fn numbers() -> Vec<Setter<Self>> {
                vec![$((stringify!($field), |p, x| p.$field = x)),*]
            }
        }
    };
}

numbers!(MassParams: mass, force, position, velocity);
numbers!(WallParams: position);
numbers!(DrivenParams: velocity, position);
numbers!(StringParams: pitch, impedance, length, tension, mass, decay, brightness, stiffness);
numbers!(ImpactLaw: stiffness, exponent, dissipation);
numbers!(LinearLaw: stiffness, damping);
numbers!(ExtendedHertzLaw: stiffness, exponent, damping, damping_exponent);
numbers!(RosinLaw: normal_force, cold_friction, hot_friction, softening, cooling, conductance,
    carrying, stiffness, damping, noise);
numbers!(FeltLaw: stiffness, exponent, hysteresis, relaxation);
numbers!(FrictionLaw: normal_force, dynamic_friction, static_friction, stribeck, stiffness,
    damping, viscosity, break_away, noise);
numbers!(BurstParams: force, press, attack, decay, sustain, hold, release, highpass, lowpass);
numbers!(RoomParams: level, size, absorption, distance, highs, hush);
numbers! { SurfaceParams:
    "roughness" = |p, x| p.roughness = x;
    "grain" = |p, x| p.grain = x;
    "octaves" = |p, x| p.octaves = x as i64;
    "hurst" = |p, x| p.hurst = x;
    "ridge" = |p, x| p.ridge = x;
    "spacing" = |p, x| p.spacing = x;
    "breadth" = |p, x| p.breadth = x;
}
numbers! { ModalParams:
    "modes/0/frequency" = |p, x| p.modes[0].frequency = x;
    "modes/0/decay" = |p, x| p.modes[0].decay = x;
    "modes/0/mass" = |p, x| p.modes[0].mass = x;
    "inertia" = |p, x| p.inertia = x;
    "tuning" = |p, x| p.all.tuning = x;
    "ringing" = |p, x| p.all.ringing = x;
}
numbers! { BodyParams:
    "size" = |p, x| p.size = x;
    "width" = |p, x| p.width = x;
    "thickness" = |p, x| p.thickness = x;
    "density" = |p, x| p.density = x;
    "modulus" = |p, x| p.modulus = x;
    "damping" = |p, x| p.damping = x;
    "tuning" = |p, x| p.all.tuning = x;
    "ringing" = |p, x| p.all.ringing = x;
    "count" = |p, x| p.count = x as i64;
    "inertia" = |p, x| p.inertia = x;
    "modes/0/frequency" = |p, x| p.modes[0].frequency = x;
    "modes/0/decay" = |p, x| p.modes[0].decay = x;
    "modes/0/mass" = |p, x| p.modes[0].mass = x;
    "finger.resistance" = |p, x| p.finger.resistance = x;
    "finger.place" = |p, x| p.finger.place = x;
    "finger.place_spot.x" = |p, x| p.finger.place_spot.x = x;
    "finger.place_spot.y" = |p, x| p.finger.place_spot.y = x;
    "finger.place_spot.z" = |p, x| p.finger.place_spot.z = x;
}

impl Numbers for SupportParams {
    fn numbers() -> Vec<Setter<Self>> {
        vec![
            ("place", |p, x| p.place = x),
            ("place_spot.x", |p, x| p.place_spot.x = x),
            ("place_spot.y", |p, x| p.place_spot.y = x),
            ("place_spot.z", |p, x| p.place_spot.z = x),
            ("coupling", |p, x| p.coupling = x),
            ("foot", |p, x| p.foot = x),
            ("level", |p, x| p.level = x),
            ("body.size", |p, x| p.body.size = x),
            ("body.width", |p, x| p.body.width = x),
            ("body.thickness", |p, x| p.body.thickness = x),
            ("body.density", |p, x| p.body.density = x),
            ("body.modulus", |p, x| p.body.modulus = x),
            ("body.damping", |p, x| p.body.damping = x),
            ("body.tuning", |p, x| p.body.all.tuning = x),
            ("body.ringing", |p, x| p.body.all.ringing = x),
            ("body.count", |p, x| p.body.count = x as i64),
            ("body.inertia", |p, x| p.body.inertia = x),
            ("body.modes/0/frequency", |p, x| {
                p.body.modes[0].frequency = x
            }),
            ("body.modes/0/decay", |p, x| p.body.modes[0].decay = x),
            ("body.modes/0/mass", |p, x| p.body.modes[0].mass = x),
            ("body.finger.resistance", |p, x| {
                p.body.finger.resistance = x
            }),
            ("body.finger.place", |p, x| p.body.finger.place = x),
            ("body.finger.place_spot.x", |p, x| {
                p.body.finger.place_spot.x = x
            }),
            ("body.finger.place_spot.y", |p, x| {
                p.body.finger.place_spot.y = x
            }),
            ("body.finger.place_spot.z", |p, x| {
                p.body.finger.place_spot.z = x
            }),
        ]
    }
}

/// The range of a key.
fn range<P: Declared>(key: &str) -> Range {
    match P::TABLE.locate(key).unwrap().1.kind {
        Kind::Number(range) => range,
        other => panic!("{key} is no number: {other:?}"),
    }
}

/// Values that the range does not hold.
fn outside(range: &Range) -> Vec<f64> {
    if range.scale == Scale::Integer {
        return vec![range.min - 1.0, range.max + 1.0];
    }
    let (below, above) = (range.min.next_down(), range.max.next_up());
    vec![f64::NAN, f64::INFINITY, f64::NEG_INFINITY, below, above]
}

/// Tries every number of a struct with every value outside its range; tells how many rows it has.
fn refuses<P: Numbers>(whole: &P, build: impl Fn(&P) -> Result<(), BuildError>) -> usize {
    build(whole).unwrap();
    let numbers = P::numbers();
    let known: Vec<&str> = numbers.iter().map(|(key, _)| *key).collect();
    let rows = leaves(whole).into_iter();
    let rows = rows.filter(|(_, spec)| matches!(spec.kind, Kind::Number(_)));
    let rows: Vec<String> = rows.map(|(id, _)| P::TABLE.key_of(&id).unwrap()).collect();
    for row in &rows {
        assert!(known.contains(&row.as_str()), "{row} is not tried");
    }
    for (key, set) in &numbers {
        let allowed = range::<P>(key);
        for value in outside(&allowed) {
            let mut params = whole.clone();
            set(&mut params, value);
            let error = build(&params).unwrap_err();
            let BuildError::OutOfRange(wrong) = &error else {
                panic!("{key} = {value}: {error}");
            };
            let OutOfRange {
                kind,
                key: named,
                value: given,
                allowed: told,
                ..
            } = wrong;
            // A support's body may be refused by the body's own table.
            assert!(
                named == key || *kind == "body" && key.ends_with(named.as_str()),
                "{error}"
            );
            assert!(given.to_bits() == value.to_bits(), "{key}: {given} {value}");
            assert_eq!(*told, allowed);
            let said = error.to_string();
            for word in [named.as_str(), &urto::param::written(allowed.max)] {
                assert!(said.contains(word), "{said}");
            }
        }
    }
    rows.len()
}

/// The same for an object kind or a law of the catalogue.
fn object<P: Numbers>(key: &str, whole: &P) -> usize {
    let kind = Catalogue::of_urto().object(key).unwrap();
    refuses(whole, |params| (kind.build)(params, &[], rate()).map(drop))
}

fn law<P: Numbers>() -> usize {
    let law = Catalogue::of_urto().law(P::TABLE.key).unwrap();
    refuses(&P::default(), |params| {
        (law.build)(params, rate()).map(drop)
    })
}

/// Before the builders looked at the tables none of these rows was refused.
#[test]
fn every_number_of_every_table_is_refused_outside_its_range() {
    let mut rows = object("mass", &MassParams::default());
    rows += object("wall", &WallParams::default());
    rows += object("driven", &DrivenParams::default());
    rows += object("string", &StringParams::default());
    rows += object("modal", &ModalParams::default());
    let cup = Recorded::new(vec![Mode::default()], Vec::new());
    let cup = Resource::loaded("cup.toml", Arc::new(Loaded(Arc::new(cup))));
    for kind in (0..).map_while(BodyKind::from_index) {
        let body = BodyParams {
            kind,
            file: cup.clone(),
            ..BodyParams::default()
        };
        let key = BodyKind::OPTIONS[kind.index()].key;
        if Catalogue::of_urto().object(key).is_ok() && kind != BodyKind::String {
            rows += object(key, &body);
        }
        refuses(&body, |params| Body::new(params).map(drop));
    }
    rows += law::<ImpactLaw>() + law::<LinearLaw>() + law::<FeltLaw>() + law::<FrictionLaw>();
    rows += law::<ExtendedHertzLaw>() + law::<RosinLaw>();
    rows += refuses(&ModalParams::default(), |params| {
        Resonator::new(params, &[], &[], rate(), Quality::Exact).map(drop)
    });
    let cup = BodyParams::default();
    let body = Body::new(&cup).unwrap();
    rows += refuses(&SupportParams::default(), |under| {
        Standing::object(under, &body, &cup, &[], rate()).map(drop)
    });
    rows += refuses(&BurstParams::default(), |params| {
        Burst::new(params, rate(), 1).map(drop)
    });
    rows += refuses(&SurfaceParams::default(), |surface| {
        Track::new(surface, 0.01, rate(), 1).map(drop)
    });
    assert!(rows >= 209, "{rows}");
}

/// A list that is too short, a value that no table has, and parameters of another kind.
#[test]
fn what_no_table_has_is_refused_too() {
    let empty = ModalParams {
        modes: Vec::new(),
        ..ModalParams::default()
    };
    let error = Modal::new(&empty, &[], rate()).err().unwrap();
    let said = "parameter 'modes' of 'modal': 0 is outside 1 to 4096 entries";
    assert_eq!(error.to_string(), said);
    let other = Modal::new(&MassParams::default(), &[], rate())
        .err()
        .unwrap();
    let (given, wanted) = ("mass", "modal");
    assert_eq!(other, BuildError::OtherParams { given, wanted });
    let bad = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -1e4, 1e4];
    for value in bad {
        let at = |place| {
            [NamedPoint {
                name: "tip".to_owned(),
                place,
            }]
        };
        let along = at(Place::Along(value));
        let shape = at(Place::Shape(vec![value]));
        let refused = |built: Result<(), BuildError>| match built.unwrap_err() {
            BuildError::Measure {
                what, value: given, ..
            } => {
                assert!(what.contains("tip") || what.contains("struck") || what.contains("[m]"));
                assert_eq!(given.to_bits(), value.to_bits());
            }
            error => panic!("{error}"),
        };
        let modal = ModalParams::default();
        refused(Modal::new(&modal, &along, rate()).map(drop));
        refused(Modal::new(&modal, &shape, rate()).map(drop));
        refused(StringBody::new(&StringParams::default(), &along, rate()).map(drop));
        refused(Resonator::new(&modal, &[value], &[], rate(), Quality::Fast).map(drop));
        refused(Track::new(&SurfaceParams::default(), value, rate(), 1).map(drop));
        let shape = Outline {
            size: value,
            sphericity: 0.5,
            corners: 4,
            elongation: 1.0,
        };
        refused(Tumble::new(&shape, 0.1, None, rate()).map(drop));
    }
}

/// A scene's own numbers, and that the error names the part.
#[test]
fn a_scene_says_which_part_is_wrong() {
    let kind = Catalogue::of_urto().object("mass").unwrap();
    let scene = |mass: f64, action: Option<Action>, at: f64| {
        let ball = |name: &str, mass| SceneObject {
            name: name.to_owned(),
            kind,
            params: Box::new(MassParams {
                mass,
                ..MassParams::default()
            }),
            points: Vec::new(),
            surface: None,
        };
        Scene {
            objects: vec![ball("good", 0.1), ball("ball", mass)],
            listen: vec![Listen {
                point: "ball".to_owned(),
                motion: Motion::Velocity,
            }],
            score: action
                .into_iter()
                .map(|action| Cue {
                    at,
                    over: 0.0,
                    action,
                })
                .collect(),
            ..Scene::default()
        }
    };
    let throw = |velocity| {
        Some(Action::Throw {
            object: "ball".to_owned(),
            velocity,
        })
    };
    assert!(scene(0.1, throw(1.0), 0.0).build(rate()).is_ok());
    let error = scene(f64::NAN, None, 0.0).build(rate()).err().unwrap();
    let part = error.part().unwrap();
    assert_eq!(
        (part.sort, part.index, &*part.name),
        (PartSort::Object, 1, "ball")
    );
    assert!(matches!(error.cause(), BuildError::OutOfRange(wrong) if wrong.key == "mass"));
    let said = "object 'ball': parameter 'mass' of 'mass': NaN is outside 1e-6 to 1000 kg";
    assert_eq!(error.to_string(), said);
    let set = |value| {
        Some(Action::Set {
            target: "object.ball.force".to_owned(),
            value,
        })
    };
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e9] {
        for scene in [
            scene(0.1, throw(bad), 0.0),
            scene(0.1, set(bad), 0.0),
            scene(0.1, throw(1.0), bad),
        ] {
            let error = scene.build(rate()).err().unwrap();
            assert_eq!(error.part().unwrap().sort, PartSort::Cue, "{error}");
        }
        let loud = Scene {
            gain: Some(bad * 1e9),
            ..scene(0.1, None, 0.0)
        };
        assert!(loud.build(rate()).is_err());
    }
}

/// A room is told its numbers while it sounds: nothing that it is told makes it infinite.
#[test]
fn a_room_stays_finite_whatever_it_is_told() {
    for (key, set) in RoomParams::numbers() {
        for value in outside(&range::<RoomParams>(key)) {
            let mut room = Room::new(rate());
            let mut params = RoomParams {
                level: 1.0,
                ..RoomParams::default()
            };
            room.pass(&params, 1.0);
            set(&mut params, value);
            for _ in 0..9600 {
                let heard = room.pass(&params, 0.1);
                assert!(heard.abs() < 100.0, "{key} = {value}: {heard}");
            }
        }
    }
}

/// Any number at all, a value outside most ranges or inside many.
fn any_number(rng: &mut Rng) -> f64 {
    match rng.below(5) {
        0 => f64::NAN,
        1 => f64::from_bits(rng.bits()),
        2 => rng.signed() * f64::MAX,
        3 => rng.signed() * 1e-300,
        _ => rng.signed().signum() * rng.log_uniform(1e-12, 1e12),
    }
}

/// Numbers of a struct as its table allows them, one of them replaced by any number if `wrong`.
fn drawn<P: Numbers>(wrong: bool, rng: &mut Rng) -> P {
    let mut params = P::default();
    let numbers = P::numbers();
    for (key, set) in &numbers {
        set(&mut params, range::<P>(key).value_at(rng.uniform()));
    }
    let (_, set) = numbers[rng.below(numbers.len())];
    if wrong {
        set(&mut params, any_number(rng));
    }
    params
}

fn any_body(wrong: bool, rng: &mut Rng) -> Box<dyn Params> {
    match rng.below(4) {
        0 => Box::new(drawn::<ModalParams>(wrong, rng)),
        1 => Box::new(drawn::<StringParams>(wrong, rng)),
        2 => Box::new(drawn::<BodyParams>(wrong, rng)),
        _ => Box::new(drawn::<MassParams>(wrong, rng)),
    }
}

fn any_law(wrong: bool, rng: &mut Rng) -> Box<dyn Params> {
    match rng.below(6) {
        0 => Box::new(drawn::<ImpactLaw>(wrong, rng)),
        1 => Box::new(drawn::<LinearLaw>(wrong, rng)),
        2 => Box::new(drawn::<FeltLaw>(wrong, rng)),
        3 => Box::new(drawn::<ExtendedHertzLaw>(wrong, rng)),
        4 => Box::new(drawn::<RosinLaw>(wrong, rng)),
        _ => Box::new(drawn::<FrictionLaw>(wrong, rng)),
    }
}

/// A hammer and a body that it touches, with any number somewhere.
fn any_network(rng: &mut Rng) -> Result<Network, BuildError> {
    let catalogue = Catalogue::of_urto();
    let mut network = NetworkBuilder::new(rate());
    let wrong = rng.below(3);
    let params = drawn::<MassParams>(wrong == 0, rng);
    network.add("hammer", Box::new(Mass::new(&params, &[], rate())?))?;
    let params = any_body(wrong == 1, rng);
    let key = params.table().key;
    let kind = catalogue.object(if key == "body" { "bar" } else { key })?;
    network.add("body", (kind.build)(params.as_ref(), &[], rate())?)?;
    let params = any_law(wrong == 2, rng);
    let law = catalogue.law(params.table().key)?;
    let law = (law.build)(params.as_ref(), rate())?;
    network.join("touch", law, ["hammer", "body"])?;
    network.listen("body", Motion::Velocity)?;
    Ok(network.build(1))
}

/// Either a network with one wrong number is refused, or nothing in it ever becomes infinite.
#[test]
fn one_wrong_number_never_makes_a_network_infinite() {
    let mut rng = Rng::new(15);
    let (mut built, mut refused) = (0, 0);
    for draw in 0..3000 {
        let Ok(mut network) = any_network(&mut rng) else {
            refused += 1;
            continue;
        };
        built += 1;
        for _ in 0..256 {
            network.step();
            assert!(network.heard(0).is_finite(), "{draw}");
        }
        let ledger = network.ledger();
        assert!(
            ledger.stored.is_finite() && ledger.dissipated.is_finite(),
            "{draw}"
        );
    }
    assert!(built > 100 && refused > 1000, "{built} {refused}");
}

/// Nothing else sounds in the place of a file that is not there.
#[test]
fn a_body_file_that_was_not_loaded_is_refused_and_the_sound_says_so() {
    let params = BodyParams {
        kind: BodyKind::File,
        file: Resource::named("cup.toml"),
        ..BodyParams::default()
    };
    let wanted = BuildError::NotLoaded {
        name: "cup.toml".to_owned(),
    };
    assert_eq!(Body::new(&params).map(drop), Err(wanted));

    let mut sound = urto::sounds::make("impact").unwrap();
    let kind = sound.params().table().find("body.kind").unwrap();
    sound.set(&kind, &Value::Choice(BodyKind::File.index()));
    sound.prepare(rate(), 64);
    let event = urto::sound::Event::trigger(1.0);
    sound.event(0, event);
    let mut heard = [1.0; 64];
    sound.render(&[], &mut [&mut heard]);
    assert!(heard.iter().all(|sample| *sample == 0.0));
    let notes = sound.notes().join(" ");
    assert!(notes.contains("no body file is named; name one"), "{notes}");
}

/// What a maker of another crate gives is looked at too.
#[test]
fn a_body_of_modes_that_are_no_numbers_is_refused() {
    let good = Mode::default();
    let bad = Mode {
        decay: f64::NAN,
        ..Mode::default()
    };
    let made = Recorded::new(vec![good, bad], Vec::new());
    let params = BodyParams {
        kind: BodyKind::File,
        file: Resource::loaded("bad.toml", Arc::new(Loaded(Arc::new(made)))),
        ..BodyParams::default()
    };
    let Err(BuildError::OutOfRange(wrong)) = Body::new(&params) else {
        panic!("a decay of NaN was taken");
    };
    assert_eq!((wrong.kind, wrong.key.as_str()), ("mode", "modes/1/decay"));
}
