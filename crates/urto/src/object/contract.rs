//! The contract, for every kind of object there is: energy changes by the sum of newtons times
//! displacement, plus what was injected, minus a loss that is not negative; the body moves as it
//! said it would; and asking it anything changes nothing.

use super::ensemble::{Member, MemberPoint};
use super::{
    Carried, Carrier, Ensemble, KINDS, Modal, ModalParams, Mode, NamedPoint, Object, Outline,
    Particle, ParticleParams, Place, Point, Position, SprungMass, Surface, SurfacePlace, Tumble,
};
use crate::Rate;
use crate::param::{Declared, Kind, ParamId, Params, Value, leaves};
use crate::rng::Rng;
use core::any::Any;

const TOLERANCE: f64 = 1e-11;

/// A body that was drawn, with its twin that is asked more often.
struct Drawn {
    bodies: [Box<dyn Object>; 2],
    /// Points that can be pushed, from 0 on.
    points: usize,
    /// What can be set: a table's numbers, or these positive ones.
    params: Option<Box<dyn Params>>,
    set: Vec<ParamId>,
    /// Whether its points move along the lines that its responses are taken on.
    straight: bool,
    /// Triangles of its surface, if its points are moved there.
    triangles: usize,
}

impl Drawn {
    /// A body without a table.
    fn bare(bodies: [Box<dyn Object>; 2], points: usize) -> Self {
        Self {
            bodies,
            points,
            set: Vec::new(),
            params: None,
            straight: true,
            triangles: 0,
        }
    }

    /// Some place on it.
    fn place(&self, rng: &mut Rng) -> Position {
        match self.triangles {
            0 => Position::Along(rng.uniform()),
            count => Position::Surface(some_place(count, rng)),
        }
    }

    /// A number of the body's at random.
    fn change(&self, rng: &mut Rng) -> Option<(ParamId, Value)> {
        if let Some(params) = &self.params {
            let all = leaves(params.as_ref());
            let (id, spec) = all[rng.below(all.len())];
            return match spec.kind {
                Kind::Number(range) => Some((id, Value::Number(range.value_at(rng.uniform())))),
                _ => None,
            };
        }
        if self.set.is_empty() {
            return None;
        }
        let id = self.set[rng.below(self.set.len())];
        Some((id, Value::Number(rng.log_uniform(1e-3, 1.0))))
    }
}

fn scramble(params: &mut dyn Params, rng: &mut Rng) {
    for (id, spec) in leaves(params) {
        if let Kind::List { .. } = spec.kind {
            params
                .assign(&id, &Value::Count(1 + rng.below(12)))
                .unwrap();
        }
    }
    for (id, spec) in leaves(params) {
        let value = match spec.kind {
            Kind::Number(range) => Value::Number(range.value_at(rng.uniform())),
            Kind::Choice { options, .. } => Value::Choice(rng.below(options.len())),
            _ => continue,
        };
        params.assign(&id, &value).unwrap();
    }
}

fn some_mode(rng: &mut Rng) -> Mode {
    Mode {
        frequency: rng.log_uniform(1.0, 40e3),
        decay: rng.log_uniform(1e-3, 100.0),
        mass: rng.log_uniform(1e-6, 1e3),
    }
}

/// Asks a body everything that can be asked.
fn question(body: &mut dyn Object, points: usize) {
    for at in (0..points as u32).map(Point) {
        body.coast(at);
        body.thrust(at);
        body.response(at, Point(0));
        body.displacement(at);
        body.ringing(at);
        if let Some(free) = body.free_run() {
            free.reach(at, 64);
        }
    }
    body.energy();
    body.books();
}

/// Pushes a body and its twin at random points with random forces for a while, moving points and
/// changing parameters now and then, and checks each step. Returns the worst errors.
fn exercise(drawn: &mut Drawn, rng: &mut Rng) -> [f64; 2] {
    let mut worst = [0.0f64; 2];
    let points = drawn.points;
    let mut peak = drawn.bodies[0].energy();
    let mut swing = 1e-300f64;
    let force = rng.log_uniform(1e-3, 1e3);
    // Some bodies are pushed at one point alone for long, which is when they look ahead.
    let one_point = rng.below(2) == 0;
    for step in 0..400 {
        let moves = if one_point { 100 } else { 4 };
        if rng.below(moves) == 0 && points > 1 {
            let (at, to) = (Point(rng.below(points) as u32), drawn.place(rng));
            for body in &mut drawn.bodies {
                if let Some(points) = body.points() {
                    points.move_point(at, to);
                }
            }
        }
        let change = if rng.below(40) == 0 {
            drawn.change(rng)
        } else {
            None
        };
        let straight = drawn.straight;
        let [body, twin] = &mut drawn.bodies;
        if let Some((id, value)) = change {
            let before = (body.energy(), body.books());
            body.set(&id, &value);
            twin.set(&id, &value);
            // A change keeps the books true by itself.
            let (energy, books) = (body.energy() - before.0, body.books());
            let booked =
                (books.injected - before.1.injected) - (books.dissipated - before.1.dissipated);
            let scale = peak + before.0 + before.1.dissipated.abs();
            assert!((energy - booked).abs() <= TOLERANCE * scale, "set {id:?}");
        }
        body.begin();
        twin.begin();
        question(twin.as_mut(), points);
        let (energy, books) = (body.energy(), body.books());
        let all: Vec<Point> = (0..points).map(|index| Point(index as u32)).collect();
        // Sometimes nothing, sometimes a push at several points at once.
        let mut pushes: Vec<f64> = Vec::new();
        for index in 0..points {
            let pushed = rng.below(3) != 0 && (index == 0 || !one_point);
            pushes.push(if pushed { force * rng.signed() } else { 0.0 });
        }
        let expected: Vec<f64> = all
            .iter()
            .map(|at| {
                let pushed = all.iter().zip(&pushes);
                let yielded = pushed.map(|(from, f)| {
                    body.response(*at, *from).displacement * (f + body.thrust(*from))
                });
                body.coast(*at).gained + yielded.sum::<f64>()
            })
            .collect();
        let before: Vec<f64> = all.iter().map(|p| body.displacement(*p)).collect();
        for (point, newtons) in all.iter().zip(&pushes) {
            body.push(*point, *newtons);
            twin.push(*point, *newtons);
        }
        body.end();
        twin.end();
        for ((point, was), moved) in all.iter().zip(&before).zip(&expected) {
            let now = body.displacement(*point);
            assert_eq!(
                now,
                twin.displacement(*point),
                "step {step}: asking moved it"
            );
            assert_eq!(body.velocity(*point), twin.velocity(*point), "step {step}");
            swing = swing.max(now.abs()).max(was.abs()).max(moved.abs());
            if straight {
                worst[0] = worst[0].max((now - was - moved).abs() / swing);
            }
        }
        let works = pushes.iter().zip(&expected).map(|(f, s)| f * s);
        let (work, gross) = works.fold((0.0, 0.0), |(sum, all), w| (sum + w, all + w.abs()));
        let lost = body.books().dissipated - books.dissipated;
        let given = body.books().injected - books.injected;
        peak = peak.max(body.energy()).max(gross).max(given.abs());
        let total = peak + books.dissipated.abs();
        let error = (body.energy() - energy) - (work + given - lost);
        worst[1] = worst[1].max(error.abs() / total);
        assert!(
            lost >= -TOLERANCE * total,
            "step {step}: loss {lost:e} of {peak:e}"
        );
    }
    worst
}

/// Draws bodies of one kind, and exercises them.
fn keeps_the_contract(what: &str, draws: u64, draw: &dyn Fn(Rate, &mut Rng) -> Drawn) {
    let mut worst = [0.0f64; 2];
    for seed in 0..draws {
        let mut rng = Rng::new(seed * 7 + 1);
        let rate = Rate::new(rng.log_uniform(8e3, 192e3)).unwrap();
        let mut drawn = draw(rate, &mut rng);
        let found = exercise(&mut drawn, &mut rng);
        for (most, now) in worst.iter_mut().zip(found) {
            *most = most.max(now);
        }
        assert!(
            found.iter().all(|error| *error < TOLERANCE),
            "{what} seed {seed}: {found:?}"
        );
    }
    let [motion, energy] = worst;
    println!("{what}: motion within {motion:e}, energy within {energy:e}");
}

#[test]
fn every_kind_keeps_the_contract_under_random_forces() {
    for kind in KINDS {
        keeps_the_contract(kind.key, 300, &|rate, rng| {
            let mut params = (kind.params)();
            scramble(params.as_mut(), rng);
            let named: Vec<NamedPoint> = match kind.key {
                "modal" | "string" => ["a", "b", "c"]
                    .map(|name| NamedPoint {
                        name: name.to_owned(),
                        place: Place::Along(rng.uniform()),
                    })
                    .to_vec(),
                _ => Vec::new(),
            };
            let touched = rng.below(2) == 0;
            let build = |_| {
                let mut body = (kind.build)(params.as_ref(), &named, rate).unwrap();
                let any: &mut dyn Any = body.as_mut();
                if let Some(modal) = any.downcast_mut::<Modal>() {
                    modal.touch_at(touched.then_some(Point(0)));
                }
                body
            };
            let mut drawn = Drawn::bare([0, 1].map(build), named.len().max(1));
            drawn.params = Some(params);
            drawn
        });
    }
}

#[test]
fn directions_at_a_place_keep_the_contract() {
    keeps_the_contract("in space", 200, &|rate, rng| {
        let params = ModalParams {
            modes: (0..1 + rng.below(9)).map(|_| some_mode(rng)).collect(),
            inertia: [0.0, rng.log_uniform(1e-3, 10.0)][rng.below(2)],
            ..ModalParams::default()
        };
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
        let mut drawn = Drawn::bare(bodies, named.len());
        drawn.params = Some(Box::new(params));
        drawn
    });
}

fn some_place(triangles: usize, rng: &mut Rng) -> SurfacePlace {
    match rng.below(2) {
        0 => SurfacePlace::Within {
            triangle: rng.below(triangles),
            shares: [0; 3].map(|_| rng.uniform()),
        },
        _ => SurfacePlace::Nearest([0; 3].map(|_| 2.0 * rng.signed())),
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
        let params = ModalParams {
            modes: (0..1 + rng.below(9)).map(|_| some_mode(rng)).collect(),
            inertia: [0.0, rng.log_uniform(1e-3, 10.0)][rng.below(2)],
            ..ModalParams::default()
        };
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
        let mut drawn = Drawn::bare(bodies, named.len());
        drawn.params = Some(Box::new(params));
        drawn.triangles = 4;
        drawn
    });
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

#[test]
fn a_mass_in_space_keeps_the_contract() {
    keeps_the_contract("particle", 300, &|rate, rng| {
        let mut params = ParticleParams::default();
        scramble(&mut params, rng);
        let slope = NamedPoint {
            name: "slope".to_owned(),
            place: Place::Shape((0..3).map(|_| 0.1 + rng.uniform()).collect()),
        };
        let build = |_| -> Box<dyn Object> {
            Box::new(Particle::new(&params, core::slice::from_ref(&slope), rate).unwrap())
        };
        let mut drawn = Drawn::bare([0, 1].map(build), 4);
        drawn.params = Some(Box::new(params.clone()));
        drawn
    });
}

#[test]
fn a_held_block_keeps_the_contract() {
    keeps_the_contract("held", 300, &|rate, rng| {
        let mode = some_mode(rng);
        let build = |_| -> Box<dyn Object> { Box::new(SprungMass::new(&mode, rate)) };
        let mut drawn = Drawn::bare([0, 1].map(build), 1);
        drawn.params = Some(Box::new(mode.clone()));
        drawn
    });
}

#[test]
fn a_crowd_keeps_the_contract() {
    keeps_the_contract("crowd", 200, &|rate, rng| {
        let bodies = 1 + rng.below(4);
        let mut members = Vec::new();
        for _ in 0..bodies {
            let count = 1 + rng.below(5);
            let shapes = |rng: &mut Rng| (0..count).map(|_| rng.signed()).collect::<Vec<_>>();
            let (struck, heard) = (shapes(rng), shapes(rng));
            let elsewhere = (0..3).map(|_| MemberPoint {
                place: rng.uniform(),
                shapes: (0..count).map(|_| rng.signed()).collect(),
            });
            let elsewhere = elsewhere.collect();
            members.push(Member {
                modes: (0..count).map(|_| some_mode(rng)).collect(),
                struck,
                heard,
                elsewhere,
                size: rng.log_uniform(1e-3, 1.0),
            });
        }
        let build = |_| -> Box<dyn Object> { Box::new(Ensemble::new(&members, bodies, rate)) };
        let mut drawn = Drawn::bare([0, 1].map(build), bodies + 1);
        drawn.set = (0..bodies).filter_map(Ensemble::size_of).collect();
        drawn
    });
}

/// Bodies of every kind, on modes that carry them and with a flight of their own.
#[test]
fn a_carried_body_keeps_the_contract() {
    for kind in KINDS.iter().filter(|kind| kind.key != "driven") {
        keeps_the_contract(&format!("carried {}", kind.key), 60, &|rate, rng| {
            let mut params = (kind.params)();
            scramble(params.as_mut(), rng);
            let names = ["a", "b", "c"].map(|name| NamedPoint {
                name: name.to_owned(),
                place: Place::Along(rng.uniform()),
            });
            let has_points = matches!(kind.key, "modal" | "string");
            let own: &[NamedPoint] = if has_points { &names } else { &[] };
            let bank = ModalParams {
                modes: (0..rng.below(5)).map(|_| some_mode(rng)).collect(),
                inertia: [0.0, rng.log_uniform(1e-3, 10.0)][rng.below(2)],
                ..ModalParams::default()
            };
            let heard = [NamedPoint {
                name: "under".to_owned(),
                place: Place::Shape(vec![3.0; bank.modes.len()]),
            }];
            let build = |_| -> Box<dyn Object> {
                let carrier = Carrier {
                    bank: bank.clone(),
                    first: 0,
                    further: &heard,
                };
                let own = (kind.build)(params.as_ref(), own, rate).unwrap();
                Box::new(Carried::new(own, carrier, &names, rate).unwrap())
            };
            let mut drawn = Drawn::bare([0, 1].map(build), names.len() + heard.len());
            drawn.params = Some(Box::new(bank.clone()));
            drawn
        });
    }
}

#[test]
fn a_tumbling_thing_keeps_the_contract() {
    keeps_the_contract("tumble", 200, &|rate, rng| {
        let shape = Outline {
            size: rng.log_uniform(1e-2, 0.5),
            sphericity: rng.uniform(),
            corners: 2 + rng.below(6),
            elongation: rng.log_uniform(1.0, 10.0),
        };
        let (mass, rings) = (rng.log_uniform(1e-3, 10.0), rng.below(2) == 0);
        let modes: Vec<Mode> = (0..3).map(|_| some_mode(rng)).collect();
        let corners = Tumble::new(&shape, mass, None, rate).unwrap().corners();
        let params = ModalParams {
            modes,
            ..ModalParams::default()
        };
        let named: Vec<NamedPoint> = (0..=corners)
            .map(|index| NamedPoint {
                name: format!("{index}"),
                place: Place::Along(rng.uniform()),
            })
            .collect();
        let build = |_| -> Box<dyn Object> {
            let ring =
                || -> Box<dyn Object> { Box::new(Modal::new(&params, &named, rate).unwrap()) };
            Box::new(Tumble::new(&shape, mass, rings.then(ring), rate).unwrap())
        };
        let mut drawn = Drawn::bare([0, 1].map(build), corners);
        // It turns, so that its corners move on arcs.
        drawn.straight = false;
        drawn.set = vec![ModalParams::TABLE.find("inertia").unwrap()];
        drawn
    });
}
