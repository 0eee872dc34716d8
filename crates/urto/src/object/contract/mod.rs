//! The contract, for every kind of object there is: energy changes by the sum of newtons times
//! displacement, plus what was injected, minus a loss that is not negative; the body moves as it
//! said it would; and asking it anything changes nothing.

mod bodies;
mod places;

use super::{Mode, Object, Point, Position};
use crate::Rate;
use crate::param::{Kind, ParamId, Params, Value, leaves};
use crate::rng::Rng;

const TOLERANCE: f64 = 1e-11;

/// A body that was drawn, with its twin that is asked more often.
struct DrawnCase {
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

impl DrawnCase {
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
            count => Position::Surface(places::some_place(count, rng)),
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
fn exercise(drawn: &mut DrawnCase, rng: &mut Rng) -> [f64; 2] {
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
fn keeps_the_contract(what: &str, draws: u64, draw: &dyn Fn(Rate, &mut Rng) -> DrawnCase) {
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
