//! Pictures show bodies where they are: a vertex moves as the body's own point there does.

use urto::Rate;
use urto::body::{Body, BodyKind, BodyParams};
use urto::math;
use urto::network::{Network, NetworkBuilder, ObjectId};
use urto::object::{
    Direction, Modal, ModalParams, Mode, NamedPoint, Object, Place, Point, StringBody,
    StringParams, Surface, SurfacePlace,
};
use urto::param::ChoiceField;
use urto::picture::{Frame, Geometry, MOST_POINTS};
use urto::sound::Event;

const LOUD: f64 = 10.0;

fn along(place: f64) -> NamedPoint {
    NamedPoint {
        name: format!("at{place}"),
        place: Place::Along(place),
    }
}

/// A body that was struck at its first point and rings.
fn struck(object: Box<dyn Object>) -> (Network, ObjectId) {
    let mut network = NetworkBuilder::new(Rate::new(48_000.0).unwrap());
    let body = network.add("body", object).unwrap();
    let mut network = network.build(0);
    for step in 0..300 {
        if step < 20 {
            network.push(body, Point(0), LOUD);
        }
        network.step();
    }
    (network, body)
}

fn seen(network: &Network) -> (Geometry, Frame) {
    let geometry = network.geometry();
    let mut frame = Frame::new(&geometry);
    network.picture(&geometry, &mut frame);
    (geometry, frame)
}

fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// Compares vertices, each with a direction, with the body's points in order: within 1e-12 m, and
/// within a millionth of the largest of them, so that small motion is compared too.
fn agree(what: &str, network: &Network, body: ObjectId, vertices: &[(usize, [f64; 3])]) {
    let (_, frame) = seen(network);
    let own = |n: usize| network.look(body).displacement(Point(n as u32));
    let most = (0..vertices.len())
        .map(|n| own(n).abs())
        .fold(0.0, f64::max);
    assert!(most > 1e-9, "{what}: {most}");
    for (n, (vertex, direction)) in vertices.iter().enumerate() {
        let drawn = dot(frame.displacements[*vertex], *direction);
        let apart = (drawn - own(n)).abs();
        assert!(
            apart < (1e-6 * most).min(1e-12),
            "{what} {n}: {drawn} {}",
            own(n)
        );
    }
}

/// Along its line every kind is drawn where it is.
#[test]
fn a_vertex_moves_as_the_body_does_there() {
    const UP: [f64; 3] = [0.0, 0.0, 1.0];
    let rim = |n: usize| {
        let angle = std::f64::consts::TAU * n as f64 / 36.0;
        [math::cos(angle), math::sin(angle), 0.0]
    };
    // Positions on the line, and the vertices there.
    type Line = Vec<(f64, (usize, [f64; 3]))>;
    let bar: Line = (0..49).map(|n| (n as f64 / 48.0, (4 * n, UP))).collect();
    let plate: Line = (0..21).map(|n| (n as f64 / 20.0, (22 * n, UP))).collect();
    let disc = |spoke: usize, side: f64| {
        (1..=10).map(move |n| (0.5 + side * n as f64 / 20.0, ((n - 1) * 36 + spoke, UP)))
    };
    let disc: Line = disc(0, -1.0).chain(disc(18, 1.0)).collect();
    let around = |row: usize| {
        let spoke = move |n: usize| (n as f64 / 18.0, (36 * row + n, rim(n)));
        (0..=18).map(spoke).collect::<Line>()
    };
    let tube: Line = (0..31).map(|n| (n as f64 / 30.0, (16 * n, UP))).collect();
    for (kind, line) in [
        (BodyKind::Bar, bar),
        (BodyKind::Plate, plate.clone()),
        (BodyKind::Sheet, plate),
        (BodyKind::Disc, disc.clone()),
        (BodyKind::Gong, disc),
        (BodyKind::Tube, tube),
        (BodyKind::Glass, around(9)),
        (BodyKind::Bowl, around(8)),
        (BodyKind::Bell, around(10)),
        (BodyKind::Ring, around(1)),
    ] {
        let params = BodyParams {
            kind,
            ..BodyParams::default()
        };
        let body = Body::new(&params).unwrap();
        let points: Vec<NamedPoint> = line.iter().map(|(place, _)| along(*place)).collect();
        let rate = Rate::new(48_000.0).unwrap();
        let body = body.object(&params, &points, rate).unwrap();
        let (network, id) = struck(body);
        let vertices: Vec<_> = line.iter().map(|(_, vertex)| *vertex).collect();
        agree(BodyKind::OPTIONS[kind.index()].key, &network, id, &vertices);
    }
}

#[test]
fn a_string_is_drawn_where_its_points_are() {
    let vertices = [13, 40, 64, 90, 110];
    let points: Vec<_> = vertices
        .iter()
        .map(|n| along(1.0 - f64::from(*n) / 127.0))
        .collect();
    let rate = Rate::new(48_000.0).unwrap();
    let string = StringBody::new(&StringParams::default(), &points, rate).unwrap();
    let (network, id) = struck(Box::new(string));
    let vertices = vertices.map(|n| (n as usize, [0.0, 0.0, 1.0]));
    agree("string", &network, id, &vertices);
}

/// A vertex of a surface moves in all three directions.
#[test]
fn a_surface_is_drawn_by_its_own_triangles() {
    let corners = vec![[0.0; 3], [0.1, 0.0, 0.02], [0.0, 0.1, 0.0], [0.1, 0.1, 0.0]];
    let shapes = vec![
        vec![
            [0.1, 0.2, 1.0],
            [0.4, -0.3, 0.2],
            [0.3; 3],
            [0.0, 0.5, -1.0],
        ],
        vec![
            [-0.6, 0.1, 0.3],
            [0.2, 0.9, -0.2],
            [0.1; 3],
            [0.7, 0.0, 0.4],
        ],
    ];
    let triangles = vec![[0, 1, 2], [1, 3, 2]];
    let surface = Surface::new(corners.clone(), triangles.clone(), shapes).unwrap();
    let mode = |frequency| Mode {
        frequency,
        ..Mode::default()
    };
    let params = ModalParams {
        modes: vec![mode(440.0), mode(777.0)],
        ..ModalParams::default()
    };
    let corner = SurfacePlace::Within {
        triangle: 0,
        shares: [0.0, 1.0, 0.0],
    };
    let points = NamedPoint::on_surface("corner", corner);
    assert_eq!(points.len(), Direction::ALL.len());
    let rate = Rate::new(48_000.0).unwrap();
    let body = Modal::with_shapes(&params, Box::new(surface), &points, rate).unwrap();
    let (network, id) = struck(Box::new(body));
    let (geometry, frame) = seen(&network);
    let sketch = geometry.parts().next().unwrap().sketch();
    assert_eq!(sketch.points, corners);
    assert_eq!(sketch.triangles, [[0, 1, 2], [1, 3, 2]]);
    assert_eq!(sketch.edges, [[0, 1], [0, 2], [1, 3], [2, 3]]);
    // Its directions are at right angles: the sum of squares is the same in both frames.
    let own = |n| network.look(id).displacement(Point(n));
    let squares: f64 = (0..3).map(|n| own(n) * own(n)).sum();
    let moved = frame.displacements[1];
    assert!(squares > 1e-20);
    assert!((dot(moved, moved).sqrt() - squares.sqrt()).abs() < 1e-12 * squares.sqrt().max(1e-3));
    let fast = |n| network.look(id).velocity(Point(n));
    let squares: f64 = (0..3).map(|n| fast(n) * fast(n)).sum();
    assert!((frame.speeds[1] - squares.sqrt()).abs() < 1e-12);
}

/// Every kind has a form within bounds, however it is measured, and it moves by finite steps.
#[test]
fn every_form_is_bounded() {
    let rate = Rate::new(44_100.0).unwrap();
    let mut drawn = 0;
    for kind in (0..BodyKind::OPTIONS.len()).filter_map(BodyKind::from_index) {
        for [size, width, thickness] in [[0.2, 0.0, 0.0], [0.01, 5.0, 0.5], [5.0, 1e-3, 1e-4]] {
            let params = BodyParams {
                kind,
                size,
                width,
                thickness,
                inertia: 0.5,
                ..BodyParams::default()
            };
            let Ok(body) = Body::new(&params) else {
                continue;
            };
            let body = body.object(&params, &[], rate).unwrap();
            let (network, _) = struck(body);
            let (geometry, frame) = seen(&network);
            let Some(part) = geometry.parts().next() else {
                assert!(matches!(kind, BodyKind::Modes | BodyKind::File), "{kind:?}");
                continue;
            };
            drawn += 1;
            let sketch = part.sketch();
            let points = sketch.points.len();
            assert!((2..=MOST_POINTS).contains(&points), "{kind:?} {points}");
            let corners = sketch.triangles.as_flattened().iter();
            let mut named = corners.chain(sketch.edges.as_flattened());
            assert!(named.all(|n| (*n as usize) < points), "{kind:?}");
            let places = sketch.points.as_flattened().iter();
            let mut numbers = places.chain(frame.displacements.as_flattened());
            assert!(
                numbers.all(|own| own.is_finite() && own.abs() < 10.0),
                "{kind:?}"
            );
            assert!(frame.speeds.iter().all(|speed| speed.is_finite()));
        }
    }
    assert!(drawn >= 45, "{drawn}");
}

/// Looking changes nothing that is heard; what is built anew has another geometry.
#[test]
fn looking_changes_no_sample() {
    let played = |looks: bool| {
        let mut sound = urto::sounds::make("impact").unwrap();
        sound.prepare(Rate::new(48_000.0).unwrap(), 64);
        let geometry = sound.geometry();
        let mut frame = Frame::new(&geometry);
        sound.event(0, Event::trigger(1.0));
        let mut heard = Vec::new();
        for _ in 0..100 {
            let mut block = [0.0; 100];
            sound.render(&[], &mut [&mut block]);
            heard.extend(block);
            if looks {
                assert!(sound.picture(&geometry, &mut frame));
            }
        }
        if looks {
            assert!(frame.speeds.iter().any(|speed| *speed > 0.0));
            let kind = sound.params().table().find("body.kind").unwrap();
            let glass = urto::param::Value::Choice(BodyKind::Glass as usize);
            sound.set(&kind, &glass);
            assert!(!sound.picture(&geometry, &mut frame));
        }
        heard
    };
    assert!(played(true) == played(false));
}
