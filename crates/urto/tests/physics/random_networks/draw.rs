//! Bodies, contacts and networks at random, with parameters from the ends of their ranges.

use urto::catalogue::Catalogue;
use urto::network::{
    ChangeBuilder, ContactId, Layout, Motion, Network, NetworkBuilder, ObjectId, Pressed, Thrown,
};
use urto::object::{
    Modal, ModalParams, NamedPoint, Object, Place, Point, Position, Surface, SurfacePlace,
};
use urto::param::{Kind, Params, Scale, Value, leaves};
use urto::rng::Rng;
use urto::{BuildError, Rate};

/// A random allowed value for a parameter, over its whole range; `None` if it is not a number
/// or choice.
pub fn draw(params: &dyn Params, key: &str, rng: &mut Rng) -> Option<Value> {
    let (_, spec) = params.table().locate(key).ok()?;
    match spec.kind {
        Kind::Number(range) => {
            let value = match range.scale {
                Scale::ZeroLog if rng.below(4) == 0 => 0.0,
                _ => range.value_at(rng.uniform()),
            };
            Some(Value::Number(value))
        }
        Kind::Choice { options, .. } => Some(Value::Choice(rng.below(options.len()))),
        _ => None,
    }
}

/// All parameters at random; lists get a few entries. Places and speeds stay near each other,
/// so that bodies meet. Steep networks have the hardest laws between the lightest and fastest
/// bodies, which start as deep in one another as is allowed.
pub fn scramble(params: &mut dyn Params, steep: bool, rng: &mut Rng) {
    for (id, spec) in leaves(params) {
        if let Kind::List { .. } = spec.kind {
            params.assign(&id, &Value::Count(1 + rng.below(6))).unwrap();
        }
    }
    for (id, _) in leaves(params) {
        let key = params.table().key_of(&id).unwrap();
        // A mass in space has three of each.
        let axis = ["_x", "_y", "_z"]
            .iter()
            .find_map(|axis| key.strip_suffix(axis));
        let stem = axis.unwrap_or(&key);
        let value = match stem {
            // Now and then bodies start deep inside each other.
            "position" => {
                let deep = steep || rng.below(10) == 0;
                let furthest = if deep { 0.1 } else { 1e-3 };
                Some(Value::Number(
                    rng.signed() * rng.log_uniform(1e-7, furthest),
                ))
            }
            "velocity" if steep => Some(Value::Number(100.0 * rng.signed())),
            "stiffness" if steep => Some(Value::Number(rng.log_uniform(1e12, 1e16))),
            "exponent" if steep => Some(Value::Number(
                4.0 - 3.0 * urto::math::pow(rng.uniform(), 3.0),
            )),
            "velocity" => Some(Value::Number(rng.signed() * rng.log_uniform(1e-3, 20.0))),
            "force" => Some(Value::Number(rng.signed() * rng.log_uniform(1e-6, 1e3))),
            key if key.ends_with("/frequency") => Some(Value::Number(rng.log_uniform(0.1, 4e4))),
            key if key.ends_with("mass") && steep => {
                Some(Value::Number(rng.log_uniform(1e-6, 1e-3)))
            }
            key if key.ends_with("mass") => Some(Value::Number(rng.log_uniform(1e-6, 1e3))),
            _ => draw(params, &key, rng),
        };
        if let Some(value) = value {
            // A mass of a string, say, has a narrower range: then its own draw counts.
            if params.assign(&id, &value).is_err() {
                let value = draw(params, &key, rng).unwrap();
                params.assign(&id, &value).unwrap();
            }
        }
    }
}

/// Where the points of a body can be moved to.
#[derive(Clone, Copy, PartialEq)]
pub enum Moves {
    Nowhere,
    Along,
    Surface,
}

impl Moves {
    pub fn place(self, rng: &mut Rng) -> Option<Position> {
        let at = |rng: &mut Rng| [0; 3].map(|_| 0.2 * rng.signed());
        match self {
            Moves::Nowhere => None,
            Moves::Along => Some(rng.uniform().into()),
            Moves::Surface => {
                let place = match rng.below(3) {
                    0 => SurfacePlace::Nearest(at(rng)),
                    1 => SurfacePlace::Within {
                        triangle: rng.below(4),
                        shares: [0; 3].map(|_| rng.uniform()),
                    },
                    _ => SurfacePlace::InBox {
                        shares: [0; 3].map(|_| rng.uniform()),
                        aside: rng.signed(),
                    },
                };
                Some(place.into())
            }
        }
    }
}

/// A body that was drawn.
pub struct Body {
    pub name: String,
    pub id: ObjectId,
    pub params: Box<dyn Params>,
    pub moves: Moves,
}

/// A contact that was drawn.
pub struct Tie {
    pub name: String,
    pub id: ContactId,
    pub params: Box<dyn Params>,
}

pub struct Drawn {
    pub network: Network,
    pub layout: Layout,
    pub steep: bool,
    /// How many bodies and contacts came so far.
    pub came: usize,
    pub objects: Vec<Body>,
    pub contacts: Vec<Tie>,
    pub thrown: Vec<Thrown>,
    pub pressed: Vec<Pressed>,
    /// Everywhere one can touch, as it is written, with the body's name.
    pub points: Vec<String>,
}

/// A tetrahedron of 10 cm, that each mode moves in all directions.
fn some_surface(modes: usize, rng: &mut Rng) -> Surface {
    let corners = vec![
        [0.0; 3],
        [0.1, 0.0, 0.01],
        [0.01, 0.1, 0.0],
        [0.0, 0.02, 0.1],
    ];
    let faces = vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]];
    let mut shape = || (0..4).map(|_| [0; 3].map(|_| rng.signed())).collect();
    Surface::new(corners, faces, (0..modes).map(|_| shape()).collect()).unwrap()
}

/// A body of any kind: its parameters, the names of its points, and where they can be moved.
pub fn some_body(
    steep: bool,
    rate: Rate,
    rng: &mut Rng,
) -> (Box<dyn Object>, Box<dyn Params>, Vec<String>, Moves) {
    let catalogue = Catalogue::of_urto();
    let kinds = catalogue.objects();
    let names = |points: &[NamedPoint]| points.iter().map(|p| p.name.clone()).collect();
    let kind = rng.below(kinds.len() + 1);
    if kind == kinds.len() {
        let mut params = ModalParams::default();
        scramble(&mut params, steep, rng);
        let surface = some_surface(params.modes.len(), rng);
        let points = NamedPoint::on_surface("tip", SurfacePlace::Nearest([0.1, 0.02, 0.03]));
        let body = Modal::with_shapes(&params, Box::new(surface), &points, rate).unwrap();
        return (
            Box::new(body),
            Box::new(params),
            names(&points),
            Moves::Surface,
        );
    }
    let kind = kinds[kind];
    let mut params = (kind.params)();
    scramble(params.as_mut(), steep, rng);
    let (points, moves): (Vec<NamedPoint>, Moves) = match kind.key {
        // A place with a tangent, by shapes.
        "modal" if rng.below(2) == 0 => {
            let list = params.table().locate("modes").unwrap().0;
            let Some(Value::Count(count)) = params.value(&list) else {
                panic!("modes are a list");
            };
            let mut row = || (0..count).map(|_| rng.signed()).collect::<Vec<f64>>();
            (
                NamedPoint::in_space("tip", row(), vec![row()]),
                Moves::Nowhere,
            )
        }
        "modal" | "string" => {
            let points = ["a", "b"].map(|name| NamedPoint {
                name: name.to_owned(),
                place: Place::Along(rng.uniform()),
            });
            (points.to_vec(), Moves::Along)
        }
        "particle" => {
            let slope = NamedPoint {
                name: "slope".to_owned(),
                place: Place::Shape((0..3).map(|_| 0.1 + rng.uniform()).collect()),
            };
            (vec![slope], Moves::Nowhere)
        }
        _ => (Vec::new(), Moves::Nowhere),
    };
    match (kind.build)(params.as_ref(), &points, rate) {
        Ok(body) => {
            let mut names: Vec<String> = names(&points);
            if kind.key == "particle" {
                names.extend(["x", "y", "z"].map(str::to_owned));
            }
            (body, params, names, moves)
        }
        // A body from a file, and no file: another one.
        Err(BuildError::NotLoaded { .. }) => some_body(steep, rate, rng),
        Err(error) => panic!("{error}"),
    }
}

/// The points of a body as they are written.
fn written(name: &str, points: &[String]) -> Vec<String> {
    match points {
        [] => vec![name.to_owned()],
        _ => points
            .iter()
            .map(|point| format!("{name}@{point}"))
            .collect(),
    }
}

/// In `pairs`, every contact is an impact of some kind with friction beside it that it presses.
pub fn draw_network(seed: u64, pairs: bool, rng: &mut Rng) -> Option<Drawn> {
    let rate = Rate::new(rng.log_uniform(8e3, 192e3)).unwrap();
    let catalogue = Catalogue::of_urto();
    let steep = rng.below(4) == 0;
    let mut network = NetworkBuilder::new(rate);
    let mut objects = Vec::new();
    let mut points = Vec::new();
    for index in 0..2 + rng.below(3) {
        let (body, params, named, moves) = some_body(steep, rate, rng);
        let name = format!("{}{index}", params.table().key);
        let id = network.add(&name, body).unwrap();
        points.extend(written(&name, &named));
        objects.push(Body {
            name,
            id,
            params,
            moves,
        });
    }
    let mut contacts = Vec::new();
    for index in 0..if pairs { 1 + rng.below(2) } else { 0 } {
        draw_pair(
            &mut network,
            &mut contacts,
            &points,
            (index, steep, rate),
            rng,
        );
    }
    for index in 0..if pairs {
        rng.below(2)
    } else {
        1 + rng.below(4)
    } {
        let law = catalogue.laws()[rng.below(catalogue.laws().len())];
        let mut params = (law.params)();
        scramble(params.as_mut(), steep, rng);
        let contact = (law.build)(params.as_ref(), rate).unwrap();
        // Two contacts may well sit on one mass.
        let between = [
            &points[rng.below(points.len())],
            &points[rng.below(points.len())],
        ];
        let name = format!("contact{index}");
        if let Ok(id) = network.join(&name, contact, between.map(String::as_str)) {
            contacts.push(Tie { name, id, params });
        }
    }
    network.listen(&points[0], Motion::Velocity).unwrap();
    if let ([first, .., last], 0) = (&contacts[..], rng.below(2))
        && let Ok(last) = network.pressed(last.id)
    {
        // Refused where the first one is friction, too.
        let _ = network.press_by(last, first.id);
    }
    let thrown = objects.iter().map(|body| network.thrown(body.id, Point(0)));
    let thrown = thrown.filter_map(Result::ok).collect();
    let pressed = contacts.iter().map(|tie| network.pressed(tie.id));
    let pressed = pressed.filter_map(Result::ok).collect();
    if contacts.is_empty() {
        return None;
    }
    let mut network = network.build(seed);
    Some(Drawn {
        layout: network.layout(),
        network,
        steep,
        came: 0,
        thrown,
        pressed,
        objects,
        contacts,
        points,
    })
}

/// An impact between two points and friction that it presses: at the same points, at one of them, or
/// elsewhere, also on bodies that the impact does not touch.
fn draw_pair(
    network: &mut NetworkBuilder,
    contacts: &mut Vec<Tie>,
    points: &[String],
    (index, steep, rate): (usize, bool, Rate),
    rng: &mut Rng,
) {
    let laws = Catalogue::of_urto();
    let mut between = [0; 2].map(|_| rng.below(points.len()));
    let mut join = |key: &str, between: [usize; 2], rng: &mut Rng| {
        let law = laws.law(key).unwrap();
        let mut params = (law.params)();
        scramble(params.as_mut(), steep, rng);
        let contact = (law.build)(params.as_ref(), rate).unwrap();
        let between = between.map(|point| points[point].as_str());
        let name = format!("{key}{index}");
        let id = network.join(&name, contact, between);
        id.map(|id| Tie { name, id, params })
    };
    let normal = ["impact", "linear", "felt", "extended_hertz"][rng.below(4)];
    let normal = join(normal, between, rng);
    match rng.below(4) {
        0 | 1 => {}
        2 => between[rng.below(2)] = rng.below(points.len()),
        // Points of their own, on the same bodies or not.
        _ => between = [0; 2].map(|_| rng.below(points.len())),
    }
    let rub = join(
        ["friction", "friction", "rosin"][rng.below(3)],
        between,
        rng,
    );
    if let (Ok(normal), Ok(rub)) = (normal, rub) {
        let pressed = network.pressed(rub.id).unwrap();
        network.press_by(pressed, normal.id).unwrap();
        contacts.extend([normal, rub]);
    }
}

/// Bodies come, with contacts and friction that these press; others leave.
pub fn change_parts(drawn: &mut Drawn, rng: &mut Rng) {
    let mut change = drawn.layout.change();
    if drawn.objects.len() > 2 && rng.below(2) == 0 {
        let body = drawn.objects.swap_remove(rng.below(drawn.objects.len()));
        change.take_object(&body.name).unwrap();
        let apart = format!("{}@", body.name);
        let points = &mut drawn.points;
        points.retain(|point| *point != body.name && !point.starts_with(&apart));
    }
    if drawn.contacts.len() > 1 && rng.below(4) == 0 {
        let name = &drawn.contacts[rng.below(drawn.contacts.len())].name;
        // It may have left with its body.
        let _ = change.take_contact(name);
    }
    if drawn.objects.len() < 6 && rng.below(3) > 0 {
        let (body, params, named, moves) = some_body(drawn.steep, drawn.layout.rate(), rng);
        drawn.came += 1;
        let name = format!("late{}", drawn.came);
        let id = change.add(&name, body).unwrap();
        drawn.thrown.extend(change.thrown(id, Point(0)));
        let own = written(&name, &named);
        for _ in 0..rng.below(3) {
            join_late(drawn, &mut change, &own, rng);
        }
        drawn.points.extend(own);
        drawn.objects.push(Body {
            name,
            id,
            params,
            moves,
        });
    }
    drawn
        .contacts
        .retain(|tie| change.contact(&tie.name).is_ok());
    let mut change = change.prepare(rng.bits());
    drawn.network.swap(&mut change).unwrap();
    drawn.layout = change.layout().clone();
}

fn join_late(drawn: &mut Drawn, change: &mut ChangeBuilder, own: &[String], rng: &mut Rng) {
    let catalogue = Catalogue::of_urto();
    let law = catalogue.laws()[rng.below(catalogue.laws().len())];
    let mut params = (law.params)();
    scramble(params.as_mut(), drawn.steep, rng);
    let contact = (law.build)(params.as_ref(), drawn.layout.rate()).unwrap();
    let other = &drawn.points[rng.below(drawn.points.len())];
    let mut between = [own[rng.below(own.len())].as_str(), other.as_str()];
    between.rotate_left(rng.below(2));
    drawn.came += 1;
    let name = format!("tie{}", drawn.came);
    let Ok(id) = change.join(&name, contact, between) else {
        return;
    };
    if let Ok(pressed) = change.pressed(id) {
        drawn.pressed.push(pressed);
        let by = drawn.contacts[rng.below(drawn.contacts.len())].id;
        // Refused where that is friction, too, or has left.
        let _ = change.press_by(pressed, by);
    }
    drawn.contacts.push(Tie { name, id, params });
}
