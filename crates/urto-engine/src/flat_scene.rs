//! A scene as flat numbers: what its file says, read and checked once aside, and put together again
//! without reading, on a thread that must not be kept.
//!
//! Objects, contacts, score and listening points, each list after its length; names as
//! [`put_text`] writes them, parameters as [`flat::write`] does. What the host says elsewhere (gain,
//! rate, length) is left out.

use crate::flat::{self, Numbers, put_row, put_text};
use urto::network::Motion;
use urto::object::{Direction, NamedPoint, Place, Surface, SurfacePlace};
use urto::param::Params;
use urto::scene::{Action, Cue, Listen, Scene, SceneContact, SceneObject};

/// The motions, by their numbers.
const MOTIONS: [Motion; 4] = [
    Motion::Displacement,
    Motion::Velocity,
    Motion::Ringing,
    Motion::Acceleration,
];

/// The numbers; nothing if something has no such form.
pub(crate) fn write(scene: &Scene) -> Option<Vec<f64>> {
    let mut numbers = Vec::new();
    let all = &mut numbers;
    all.push(scene.objects.len() as f64);
    for object in &scene.objects {
        put_text(all, &object.name);
        put_text(all, object.kind.key);
        put_row(all, &flat::write(object.params.as_ref())?);
        all.push(object.points.len() as f64);
        for point in &object.points {
            put_text(all, &point.name);
            put_place(all, &point.place);
        }
        all.push(f64::from(object.surface.is_some()));
        if let Some(surface) = &object.surface {
            put_surface(all, surface);
        }
    }
    all.push(scene.contacts.len() as f64);
    for contact in &scene.contacts {
        put_text(all, &contact.name);
        put_text(all, &contact.between[0]);
        put_text(all, &contact.between[1]);
        put_text(all, contact.law.key);
        put_row(all, &flat::write(contact.params.as_ref())?);
        // No contact has an empty name.
        put_text(all, contact.pressed_by.as_deref().unwrap_or(""));
    }
    all.push(scene.score.len() as f64);
    for cue in &scene.score {
        let (number, name, to) = match &cue.action {
            Action::Drive { object, velocity } => (0.0, object, velocity),
            Action::Throw { object, velocity } => (1.0, object, velocity),
            Action::Move { point, to } => (2.0, point, to),
            Action::Offset { contact, to } => (3.0, contact, to),
            Action::Set { target, value } => (4.0, target, value),
            _ => return None,
        };
        all.extend([cue.at, cue.over, number, *to]);
        put_text(all, name);
    }
    all.push(scene.listen.len() as f64);
    for listen in &scene.listen {
        let motion = MOTIONS.iter().position(|own| *own == listen.motion)?;
        all.push(motion as f64);
        put_text(all, &listen.point);
    }
    Some(numbers)
}

fn put_place(all: &mut Vec<f64>, place: &Place) {
    match place {
        Place::Along(position) => all.extend([0.0, *position]),
        Place::Shape(shape) => {
            all.push(1.0);
            put_row(all, shape);
        }
        Place::Tangent(shape) => {
            all.push(2.0);
            put_row(all, shape);
        }
        Place::Surface(place, direction) => {
            let direction = Direction::ALL.iter().position(|own| own == direction);
            let direction = direction.unwrap_or(0) as f64;
            match place {
                SurfacePlace::Within { triangle, shares } => {
                    all.extend([3.0, direction, *triangle as f64]);
                    all.extend(shares);
                }
                SurfacePlace::Nearest(xyz) => {
                    all.extend([4.0, direction]);
                    all.extend(xyz);
                }
                SurfacePlace::InBox { shares, aside } => {
                    all.extend([5.0, direction, *aside]);
                    all.extend(shares);
                }
            }
        }
    }
}

fn put_surface(all: &mut Vec<f64>, surface: &Surface) {
    put_row(all, surface.vertices().as_flattened());
    let corners = surface.corners().as_flattened().iter();
    let corners: Vec<f64> = corners.map(|corner| *corner as f64).collect();
    put_row(all, &corners);
    all.push(surface.modes() as f64);
    for shape in surface.shapes() {
        put_row(all, shape.as_flattened());
    }
}

/// The scene that numbers say; nothing if they do not fit.
pub(crate) fn read(numbers: &[f64]) -> Option<Scene> {
    let numbers = &mut Numbers(numbers);
    let scene = Scene {
        objects: list(numbers, object)?,
        contacts: list(numbers, contact)?,
        score: list(numbers, cue)?,
        listen: list(numbers, |numbers| {
            let motion = *MOTIONS.get(numbers.count()?)?;
            let point = numbers.text()?;
            Some(Listen { point, motion })
        })?,
        ..Scene::default()
    };
    numbers.0.is_empty().then_some(scene)
}

fn list<T>(numbers: &mut Numbers, one: fn(&mut Numbers) -> Option<T>) -> Option<Vec<T>> {
    (0..numbers.count()?).map(|_| one(numbers)).collect()
}

/// Fills parameters that are as their kind has them.
fn filled(mut params: Box<dyn Params>, numbers: &mut Numbers) -> Option<Box<dyn Params>> {
    flat::read(params.as_mut(), numbers.row()?).then_some(params)
}

fn object(numbers: &mut Numbers) -> Option<SceneObject> {
    let name = numbers.text()?;
    let kind = urto_file::catalogue().object(&numbers.text()?).ok()?;
    let params = filled((kind.params)(), numbers)?;
    let points = list(numbers, |numbers| {
        let name = numbers.text()?;
        let place = place(numbers)?;
        Some(NamedPoint { name, place })
    })?;
    let surface = match numbers.one()? == 0.0 {
        true => None,
        false => Some(surface(numbers)?),
    };
    Some(SceneObject {
        name,
        kind,
        params,
        points,
        surface,
    })
}

fn place(numbers: &mut Numbers) -> Option<Place> {
    Some(match numbers.count()? {
        0 => Place::Along(numbers.one()?),
        1 => Place::Shape(numbers.row()?.to_vec()),
        2 => Place::Tangent(numbers.row()?.to_vec()),
        3 => {
            let direction = *Direction::ALL.get(numbers.count()?)?;
            let triangle = numbers.count()?;
            let shares = numbers.many(3)?.try_into().ok()?;
            Place::Surface(SurfacePlace::Within { triangle, shares }, direction)
        }
        4 => {
            let direction = *Direction::ALL.get(numbers.count()?)?;
            let xyz = numbers.many(3)?.try_into().ok()?;
            Place::Surface(SurfacePlace::Nearest(xyz), direction)
        }
        5 => {
            let direction = *Direction::ALL.get(numbers.count()?)?;
            let aside = numbers.one()?;
            let shares = numbers.many(3)?.try_into().ok()?;
            Place::Surface(SurfacePlace::InBox { shares, aside }, direction)
        }
        _ => return None,
    })
}

fn surface(numbers: &mut Numbers) -> Option<Surface> {
    let (vertices, _) = numbers.row()?.as_chunks();
    let (corners, _) = numbers.row()?.as_chunks::<3>();
    let corners = corners
        .iter()
        .map(|own| own.map(|corner| corner as usize))
        .collect();
    let shapes = list(numbers, |numbers| {
        let (moved, _) = numbers.row()?.as_chunks();
        Some(moved.to_vec())
    })?;
    Surface::new(vertices.to_vec(), corners, shapes).ok()
}

fn contact(numbers: &mut Numbers) -> Option<SceneContact> {
    let name = numbers.text()?;
    let between = [numbers.text()?, numbers.text()?];
    let law = urto_file::catalogue().law(&numbers.text()?).ok()?;
    let params = filled((law.params)(), numbers)?;
    let pressed_by = Some(numbers.text()?).filter(|by| !by.is_empty());
    Some(SceneContact {
        name,
        between,
        law,
        params,
        pressed_by,
    })
}

fn cue(numbers: &mut Numbers) -> Option<Cue> {
    let [at, over, number, to] = numbers.many(4)?.try_into().ok()?;
    let name = numbers.text()?;
    let action = match number as usize {
        0 => Action::Drive {
            object: name,
            velocity: to,
        },
        1 => Action::Throw {
            object: name,
            velocity: to,
        },
        2 => Action::Move { point: name, to },
        3 => Action::Offset { contact: name, to },
        4 => Action::Set {
            target: name,
            value: to,
        },
        _ => return None,
    };
    Some(Cue { at, over, action })
}

#[cfg(test)]
mod tests {
    use super::*;

    const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../urto-file/tests/data/good");

    /// Every scene of the files' tests comes back: the same numbers again, the same samples, and
    /// nothing where numbers are missing or too many.
    #[test]
    fn scenes_come_back() {
        let rate = urto::Rate::new(48_000.0).unwrap();
        let played = |scene: &Scene| {
            let mut player = scene.build(rate).unwrap();
            urto::sound::Sound::prepare(&mut player, rate, 512);
            let mut heard = vec![vec![0.0f32; 512]; scene.listen.len()];
            let mut outs: Vec<&mut [f32]> = heard.iter_mut().map(|own| &mut own[..]).collect();
            urto::sound::Sound::render(&mut player, &[], &mut outs);
            heard
        };
        let mut read_ones = 0;
        let mut loud = 0;
        for file in std::fs::read_dir(FOLDER).unwrap() {
            let path = file.unwrap().path();
            let bytes = std::fs::read(&path).unwrap();
            let name = path.display().to_string();
            let Ok(mut scene) = urto_file::read_scene(&name, &bytes) else {
                continue;
            };
            // The host says it.
            scene.gain = None;
            read_ones += 1;
            let numbers = write(&scene).unwrap();
            let back = read(&numbers).unwrap();
            assert!(write(&back).unwrap() == numbers, "{name}");
            let heard = played(&scene);
            assert!(heard == played(&back), "{name}");
            loud += usize::from(heard.iter().flatten().any(|sample| *sample != 0.0));
            assert!(read(&numbers[..numbers.len() - 1]).is_none(), "{name}");
            assert!(read(&[&numbers[..], &[0.0]].concat()).is_none(), "{name}");
        }
        assert!(
            read_ones > 8 && loud > 5,
            "{read_ones} scenes, {loud} heard"
        );
    }
}
