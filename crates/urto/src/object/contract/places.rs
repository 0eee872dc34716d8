//! The contract at places with directions, and on surfaces.

use super::{DrawnCase, keeps_the_contract, some_mode};
use crate::Rate;
use crate::object::{
    FreeRun, Modal, ModalParams, NamedPoint, Object, Place, Point, Position, Shapes, Sounding,
    Surface, SurfacePlace, free_bar_shape,
};
use crate::rng::Rng;

#[test]
fn directions_at_a_place_keep_the_contract() {
    keeps_the_contract("in space", 200, &|rate, rng| {
        let params = some_modes(rng);
        let mut row = || -> Vec<f64> { params.modes.iter().map(|_| rng.signed()).collect() };
        let mut named = NamedPoint::in_space("tip", row(), vec![row(), row()]);
        named.extend(NamedPoint::in_space("heel", row(), vec![row()]));
        let build = |_| -> Box<dyn Object> { Box::new(Modal::new(&params, &named, rate).unwrap()) };
        let bodies = [0, 1].map(build);
        // Maxwell: a force here moves there as much as one there moves here.
        for at in (0..5).map(Point) {
            for from in (0..5).map(Point) {
                let there = bodies[0].response(at, from);
                assert_eq!(there, bodies[0].response(from, at));
                let both = bodies[0].response(at, at).displacement
                    * bodies[0].response(from, from).displacement;
                let cross = there.displacement;
                assert!(cross * cross <= both * (1.0 + 1e-9));
            }
        }
        // The whole body flies along the normal alone.
        if params.inertia > 0.0 {
            let mut thrown = build(0);
            thrown.throwable().unwrap().throw(Point(0), 1.0);
            let speeds = [0, 1, 2, 3, 4].map(|point| thrown.velocity(Point(point)));
            assert_eq!(speeds, [1.0, 0.0, 0.0, 1.0, 0.0]);
        }
        let mut drawn = DrawnCase::bare(bodies, named.len());
        drawn.params = Some(Box::new(params));
        drawn
    });
}

pub(super) fn some_place(triangles: usize, rng: &mut Rng) -> SurfacePlace {
    match rng.below(3) {
        0 => SurfacePlace::Within {
            triangle: rng.below(triangles),
            shares: [0; 3].map(|_| rng.uniform()),
        },
        1 => SurfacePlace::InBox {
            shares: [0; 3].map(|_| rng.uniform()),
            aside: [0.0, rng.signed()][rng.below(2)],
        },
        _ => SurfacePlace::Nearest([0; 3].map(|_| 2.0 * rng.signed())),
    }
}

/// Some modes of a body that flies or is held.
fn some_modes(rng: &mut Rng) -> ModalParams {
    ModalParams {
        modes: (0..1 + rng.below(9)).map(|_| some_mode(rng)).collect(),
        inertia: [0.0, rng.log_uniform(1e-3, 10.0)][rng.below(2)],
        ..ModalParams::default()
    }
}

/// A tetrahedron that modes move in all directions.
fn some_surface(modes: usize, rng: &mut Rng) -> Surface {
    let corners = vec![[0.0; 3], [1.0, 0.0, 0.1], [0.1, 1.0, 0.0], [0.0, 0.2, 1.0]];
    let faces = vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]];
    let mut shape = || (0..4).map(|_| [0; 3].map(|_| rng.signed())).collect();
    Surface::new(corners, faces, (0..modes).map(|_| shape()).collect()).unwrap()
}

#[test]
fn places_on_a_surface_keep_the_contract() {
    keeps_the_contract("on a surface", 200, &|rate, rng| {
        let params = some_modes(rng);
        let surface = some_surface(params.modes.len(), rng);
        let mut named = NamedPoint::on_surface("tip", SurfacePlace::Nearest([0.3, 0.2, 2.0]));
        let centre = SurfacePlace::Within {
            triangle: 1,
            shares: [0.5, 0.25, 0.25],
        };
        named.extend(NamedPoint::on_surface("heel", centre));
        let build = |_| -> Box<dyn Object> {
            let surface = Box::new(surface.clone());
            Box::new(Modal::with_shapes(&params, surface, &named, rate).unwrap())
        };
        let bodies = [0, 1].map(build);
        for at in (0..6).map(Point) {
            for from in (0..6).map(Point) {
                assert_eq!(bodies[0].response(at, from), bodies[0].response(from, at));
            }
        }
        let mut drawn = DrawnCase::bare(bodies, named.len());
        drawn.params = Some(Box::new(params));
        drawn.triangles = 4;
        drawn
    });
}

/// A body that has a line, and a surface too.
struct Both(Surface);

impl Shapes for Both {
    fn at(&self, mode: usize, position: f64) -> f64 {
        free_bar_shape(mode, position)
    }
    fn surface(&self) -> Option<&Surface> {
        Some(&self.0)
    }
}

#[test]
fn places_go_from_a_line_to_a_surface_and_back() {
    keeps_the_contract("line and surface", 200, &|rate, rng| {
        let params = some_modes(rng);
        let surface = some_surface(params.modes.len(), rng);
        let mut named = NamedPoint::on_surface("tip", SurfacePlace::Nearest([0.3, 0.2, 2.0]));
        named.push(NamedPoint {
            name: "heel".to_owned(),
            place: Place::Along(rng.uniform()),
        });
        let build = |_| -> Box<dyn Object> {
            let shapes = Box::new(Both(surface.clone()));
            Box::new(Modal::with_shapes(&params, shapes, &named, rate).unwrap())
        };
        let mut bodies = [0, 1].map(build);
        // Tangents stay on the surface; what looks out of it lies along the line as well.
        for body in &mut bodies {
            let points = body.points().unwrap();
            assert!(points.move_point(Point(0), 0.3.into()).is_some());
            assert_eq!(points.move_point(Point(1), 0.3.into()), None);
            assert!(points.move_point(Point(3), 0.3.into()).is_some());
        }
        let [alike, other] = [Point(0), Point(3)].map(|at| bodies[0].response(at, Point(0)));
        assert_eq!(alike, other);
        // The whole body flies along the normal alone.
        if params.inertia > 0.0 {
            let mut thrown = build(0);
            thrown.throwable().unwrap().throw(Point(0), 1.0);
            let speeds = [0, 1, 2, 3].map(|point| thrown.velocity(Point(point)));
            assert_eq!(speeds, [1.0, 0.0, 0.0, 1.0]);
        }
        let mut drawn = DrawnCase::bare(bodies, named.len());
        drawn.params = Some(Box::new(params));
        drawn.triangles = 4;
        drawn
    });
}

/// The whole body flies in space: each place sees the share along each of its directions, wherever
/// it is moved, and the energy is that of its mass.
#[test]
fn a_thrown_surface_flies_in_space() {
    let rate = Rate::new(48e3).unwrap();
    let mut rng = Rng::new(8);
    for _ in 0..50 {
        let params = ModalParams {
            modes: (0..3).map(|_| some_mode(&mut rng)).collect(),
            inertia: rng.log_uniform(1e-3, 10.0),
            ..ModalParams::default()
        };
        let surface = some_surface(3, &mut rng);
        let on = |triangle, rng: &mut Rng| SurfacePlace::Within {
            triangle,
            shares: some_shares(rng),
        };
        let mut named = NamedPoint::on_surface("tip", on(1, &mut rng));
        named.extend(NamedPoint::on_surface("heel", on(2, &mut rng)));
        let mut body =
            Modal::with_shapes(&params, Box::new(surface.clone()), &named, rate).unwrap();
        // Three throws along three directions at right angles are one throw in space.
        let thrown = [0; 3].map(|_| rng.signed());
        for (point, speed) in thrown.into_iter().enumerate() {
            body.throwable().unwrap().throw(Point(point as u32), speed);
        }
        let speed: f64 = thrown.iter().map(|v| v * v).sum();
        let near = |a: f64, b: f64| (a - b).abs() < 1e-12 * (1.0 + b.abs());
        assert!(near(body.energy(), 0.5 * params.inertia * speed));
        assert!(near(body.flight(), speed.sqrt()));
        for (point, speed) in thrown.into_iter().enumerate() {
            assert!(near(body.velocity(Point(point as u32)), speed));
        }
        // Elsewhere the directions differ, the flight does not; nor is any of it heard.
        for triangle in 0..4 {
            let to = on(triangle, &mut rng);
            let points = body.points().unwrap();
            for point in 3..6 {
                points.move_point(Point(point), to.into()).unwrap();
            }
            let seen = [3, 4, 5].map(|point| body.velocity(Point(point)));
            assert!(near(seen.iter().map(|v| v * v).sum(), speed));
            let heard = [3, 4, 5].map(|point| body.ringing(Point(point)));
            assert!(heard.iter().all(|v| v.abs() < 1e-12));
        }
        // As far as it said.
        let reach = [0, 4].map(|point| body.reach(Point(point), 300).unwrap());
        (0..300).for_each(|_| body.end());
        for (point, [low, high]) in [0, 4].into_iter().zip(reach) {
            let at = body.displacement(Point(point));
            assert!(low <= at && at <= high, "{low} {at} {high}");
        }
    }
}

fn some_shares(rng: &mut Rng) -> [f64; 3] {
    let [u, v] = [rng.uniform(), 0.5 * rng.uniform()];
    [1.0 - 0.5 * u - v, 0.5 * u, v]
}

#[test]
fn a_point_that_is_moved_on_a_surface_lies_there() {
    let mut rng = Rng::new(5);
    let params = ModalParams {
        modes: (0..4).map(|_| some_mode(&mut rng)).collect(),
        ..ModalParams::default()
    };
    let surface = some_surface(4, &mut rng);
    let rate = Rate::new(48e3).unwrap();
    let at = |place: SurfacePlace| {
        let named = NamedPoint::on_surface("tip", place);
        Modal::with_shapes(&params, Box::new(surface.clone()), &named, rate).unwrap()
    };
    let mut moved = at(SurfacePlace::Nearest([0.0; 3]));
    for _ in 0..200 {
        let place = SurfacePlace::Nearest([0; 3].map(|_| 2.0 * rng.signed()));
        let points = moved.points().unwrap();
        for number in 0..3 {
            let beside = points.beside(Point(1), number).unwrap();
            assert_eq!(beside, Point(number as u32));
            assert!(points.move_point(beside, place.into()).is_some());
        }
        assert_eq!(points.beside(Point(1), 3), None);
        let there = at(place);
        for (one, other) in [(0, 0), (0, 1), (1, 2), (2, 2)] {
            let [one, other] = [one, other].map(Point);
            assert_eq!(moved.response(one, other), there.response(one, other));
        }
    }
    // Places that it does not have.
    let points = moved.points().unwrap();
    let beyond = SurfacePlace::Within {
        triangle: 4,
        shares: [1.0, 0.0, 0.0],
    };
    for nowhere in [
        Position::Along(0.5),
        beyond.into(),
        SurfacePlace::Nearest([f64::NAN; 3]).into(),
    ] {
        assert_eq!(points.move_point(Point(0), nowhere), None);
    }
}
