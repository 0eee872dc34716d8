//! Places on surfaces, and masses that move in space, in networks.

use urto::contact::{ElastoPlastic, FrictionLaw, HuntCrossley, ImpactLaw};
use urto::network::{Motion, NetworkBuilder};
use urto::object::{
    Driven, DrivenParams, Mass, MassParams, Modal, ModalParams, Mode, NamedPoint, Particle,
    ParticleParams, Place, Point, Surface, SurfacePlace, Wall, WallParams,
};
use urto::{BuildError, Rate};

fn rate() -> Rate {
    Rate::new(48e3).unwrap()
}

fn params() -> ModalParams {
    let mode = |frequency| Mode {
        frequency,
        ..Mode::default()
    };
    ModalParams {
        modes: vec![mode(440.0), mode(1210.0)],
        ..ModalParams::default()
    }
}

/// A folded sheet of two triangles; one mode moves it up, the other one edge aside.
fn sheet() -> Box<Surface> {
    let corners = vec![
        [0.0, 0.0, 0.0],
        [0.1, 0.0, 0.0],
        [0.0, 0.1, 0.0],
        [0.1, 0.1, 0.05],
    ];
    let up = vec![
        [0.0, 0.0, 1.0],
        [0.0, 0.0, 0.4],
        [0.0, 0.0, -0.3],
        [0.2, 0.1, -0.9],
    ];
    let aside = vec![
        [0.1, 0.0, 0.0],
        [0.9, 0.2, 0.3],
        [0.2, 0.5, 0.1],
        [0.7, 0.1, 0.1],
    ];
    let faces = vec![[0, 1, 2], [1, 3, 2]];
    Box::new(Surface::new(corners, faces, vec![up, aside]).unwrap())
}

fn body(place: SurfacePlace) -> Result<Modal, BuildError> {
    let points = NamedPoint::on_surface("tip", place);
    Modal::with_shapes(&params(), sheet(), &points, rate())
}

/// A stick falls on the sheet and is drawn over it, its friction pressed by the blow.
#[test]
fn a_contact_is_drawn_over_a_surface_with_its_friction() {
    let mut network = NetworkBuilder::new(rate());
    let stick = MassParams {
        velocity: 0.5,
        force: 3.0,
        position: -1e-5,
        ..MassParams::default()
    };
    let hand = DrivenParams {
        velocity: 0.2,
        ..DrivenParams::default()
    };
    let start = SurfacePlace::Nearest([0.01, 0.01, 0.0]);
    let stick = Mass::new(&stick, &[], rate()).unwrap();
    let hand = Driven::new(&hand, &[], rate()).unwrap();
    network.add("stick", Box::new(stick)).unwrap();
    network.add("hand", Box::new(hand)).unwrap();
    network
        .add("sheet", Box::new(body(start).unwrap()))
        .unwrap();
    let blow = HuntCrossley::new(&ImpactLaw::default(), rate()).unwrap();
    let rub = ElastoPlastic::new(&FrictionLaw::default(), rate()).unwrap();
    let blow = network
        .join("blow", Box::new(blow), ["stick", "sheet@tip"])
        .unwrap();
    let rub = network
        .join("rub", Box::new(rub), ["hand", "sheet@tip.tangent"])
        .unwrap();
    let pressed = network.pressed(rub).unwrap();
    network.press_by(pressed, blow).unwrap();
    network
        .listen("sheet@tip.tangent2", Motion::Velocity)
        .unwrap();
    let (sheet, tip) = network.point("sheet@tip").unwrap();
    let mut network = network.build(1);
    let (mut most, mut rubbed) = (network.stored(), false);
    for step in 0..20_000 {
        let way = step as f64 / 20_000.0;
        let place = SurfacePlace::Nearest([0.01 + 0.08 * way, 0.01 + 0.07 * way, 0.02]);
        network.move_point(sheet, tip, place);
        network.step();
        let ledger = network.ledger();
        most = most.max(ledger.stored).max(ledger.injected.abs());
        assert!(ledger.error().abs() <= 1e-9 * most, "{step}: {ledger:?}");
        rubbed |= network.contact_state(rub).0.abs() > 0.1;
    }
    assert!(rubbed && network.heard(0) != 0.0);
    assert!(network.health().is_good(), "{:?}", network.health());
    // The whole place went along, not the normal alone: one that is built there answers alike.
    let end = [0.01 + 0.08 * 0.99995, 0.01 + 0.07 * 0.99995, 0.02];
    let there = body(SurfacePlace::Nearest(end)).unwrap();
    use urto::object::Object;
    for points in [[0, 0], [0, 1], [1, 2], [2, 2]] {
        let [at, from] = points.map(Point);
        let (moved, built) = (
            network.look(sheet).response(at, from),
            there.response(at, from),
        );
        assert!((moved.displacement - built.displacement).abs() <= 1e-9 * built.displacement.abs());
    }
    // Where there is no such place, it stays, and that is counted.
    network.move_point(sheet, tip, 0.3);
    network.move_point(
        sheet,
        tip,
        SurfacePlace::Within {
            triangle: 2,
            shares: [1.0, 0.0, 0.0],
        },
    );
    assert_eq!(network.health().clamped, 2);
}

#[test]
fn places_that_a_body_does_not_have_are_refused_in_words() {
    let within = |triangle, shares| SurfacePlace::Within { triangle, shares };
    let said = |place| body(place).err().unwrap().to_string();
    let beyond = said(within(2, [1.0, 0.0, 0.0]));
    assert_eq!(
        beyond,
        "the triangle of point 'tip' is 2; allowed are 0 to 1"
    );
    assert!(said(within(0, [0.5, 0.7, -0.2])).contains("a corner's share"));
    assert!(said(within(0, [0.5, 0.2, 0.2])).contains("the sum of the corners' shares"));
    assert!(said(SurfacePlace::Nearest([f64::NAN; 3])).contains("point 'tip'"));
    let flat = NamedPoint::on_surface("tip", within(0, [1.0, 0.0, 0.0]));
    let bar = Modal::new(&params(), &flat, rate()).err().unwrap();
    assert_eq!(bar, BuildError::NoSurface("tip".to_owned()));
    let along = [NamedPoint {
        name: "tip".to_owned(),
        place: Place::Along(0.5),
    }];
    let line = Modal::with_shapes(&params(), sheet(), &along, rate());
    assert_eq!(line.err().unwrap(), BuildError::NoLine("tip".to_owned()));
    let few = Modal::with_shapes(&ModalParams::default(), sheet(), &flat, rate());
    assert!(few.err().unwrap().to_string().contains("2 shape values"));
    let mass = |place| {
        let point = [NamedPoint {
            name: "up".to_owned(),
            place,
        }];
        Particle::new(&ParticleParams::default(), &point, rate()).err()
    };
    let none = Some(BuildError::NoDirection("up".to_owned()));
    assert_eq!(mass(Place::Along(0.5)), none);
    assert_eq!(mass(Place::Shape(vec![0.0; 3])), none);
    assert_eq!(mass(Place::Shape(vec![1.0; 2])), none);
    assert_eq!(mass(Place::Shape(vec![1.0, 1.0, 0.0])), None);
}

/// A mass flies into a corner of two walls: each takes and gives back its own share of the motion.
#[test]
fn a_mass_in_space_rebounds_from_two_walls() {
    let mut network = NetworkBuilder::new(rate());
    let flying = ParticleParams {
        velocity_x: 1.0,
        velocity_y: 0.5,
        velocity_z: 0.25,
        position_x: -1e-3,
        position_y: -2e-3,
        ..ParticleParams::default()
    };
    let ball = Particle::new(&flying, &[], rate()).unwrap();
    let ball = network.add("ball", Box::new(ball)).unwrap();
    let elastic = ImpactLaw {
        dissipation: 0.0,
        ..ImpactLaw::default()
    };
    for (wall, point) in [("right", "ball@x"), ("back", "ball@y")] {
        let stands = Wall::new(&WallParams::default(), &[]).unwrap();
        network.add(wall, Box::new(stands)).unwrap();
        let law = HuntCrossley::new(&elastic, rate()).unwrap();
        network.join(wall, Box::new(law), [point, wall]).unwrap();
    }
    let mut network = network.build(0);
    for _ in 0..2000 {
        network.step();
    }
    let speeds = [0, 1, 2].map(|axis| network.look(ball).velocity(Point(axis)));
    for (speed, wanted) in speeds.iter().zip([-1.0, -0.5, 0.25]) {
        assert!((speed - wanted).abs() < 1e-6, "{speeds:?}");
    }
    assert!(network.ledger().error().abs() < 1e-14);
}
