//! From a scene to a world, and what cannot be one.

use super::path::Followed;
use super::{Beginning, Drive, Form, JointKind, Scene, SceneBody};
use crate::body::{Body, Motion};
use crate::collide::{Contacts, Mesh, Shape, ShapeError};
use crate::error::WorldError;
use crate::joint::Joint;
use crate::mesh::Weighed;
use crate::shaped::ShapedWorld;
use crate::touch::{Collisions, Pose, Touch};
use crate::vector::{difference, matrix, sum, times};
use crate::world::World;
use urto_body::MeshBody;
use urto_mesh::Surface;

/// Which part of a scene is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// All of it.
    Whole,
    /// A body, counted from 0.
    Body(usize),
    /// A pair that something is said of.
    Pair(usize),
    /// A joint.
    Joint(usize),
    /// A blow.
    Blow(usize),
    /// What it goes on from.
    Beginning,
}

/// A scene that cannot be. Correct the part that is named.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{why}")]
pub struct SceneError {
    /// Where.
    pub part: Part,
    /// What, and what would be right.
    pub why: String,
}

impl SceneError {
    fn new(part: Part, why: impl ToString) -> Self {
        Self {
            part,
            why: why.to_string(),
        }
    }
}

/// A scene that is ready to be stepped.
pub struct Built {
    /// Its bodies in motion, in the order of the scene.
    pub world: ShapedWorld,
    /// Where the centre of mass of each body is, in the frame in which its form is given \[m\].
    pub centres: Vec<[f64; 3]>,
    /// What is odd, and may be meant.
    pub remarks: Vec<String>,
}

impl Scene {
    /// Builds the world, and says what cannot be.
    pub fn build(&self) -> Result<Built, SceneError> {
        let whole = |error: WorldError| SceneError::new(Part::Whole, error);
        if self.bodies.is_empty() {
            let why = "there is no body; write one, for example [body.marble]";
            return Err(SceneError::new(Part::Whole, why));
        }
        let mut world = World::new(self.settings).map_err(whole)?;
        world.set_usual(self.usual).map_err(whole)?;
        let mut shapes = Vec::new();
        let mut centres = Vec::new();
        for (number, own) in self.bodies.iter().enumerate() {
            let wrong = |why: String| SceneError::new(Part::Body(number), why);
            let (body, shape, centre) = body(own).map_err(wrong)?;
            world.add(body).map_err(|error| wrong(error.to_string()))?;
            shapes.push(shape);
            centres.push(centre);
        }
        for (number, own) in self.pairs.iter().enumerate() {
            let [a, b] = own.bodies;
            let set = world.set_pair(a, b, own.pair);
            set.map_err(|error| SceneError::new(Part::Pair(number), error))?;
        }
        for (number, own) in self.joints.iter().enumerate() {
            let ([a, b], place) = (own.bodies, own.place);
            let joint = match own.kind {
                JointKind::Hinge => Joint::hinge(a, b, place, own.axis),
                JointKind::Slider => Joint::slider(a, b, place, own.axis),
                JointKind::Weld => Joint::weld(a, b, place),
            };
            let joined = world.join(&joint);
            joined.map_err(|error| SceneError::new(Part::Joint(number), error))?;
        }
        for (number, blow) in self.blows.iter().enumerate() {
            let Some(own) = self.bodies.get(blow.body) else {
                return Err(SceneError::new(Part::Blow(number), "there is no such body"));
            };
            let rings = own.flexible.is_some();
            if !matches!(own.drive, Drive::Free) && !rings && matches!(own.form, Form::Plane) {
                let why = format!(
                    "'{}' cannot be struck: it neither moves nor rings",
                    own.name
                );
                return Err(SceneError::new(Part::Blow(number), why));
            }
        }
        if let Some(own) = &self.beginning {
            begin(&mut world, own).map_err(|why| SceneError::new(Part::Beginning, why))?;
        }
        let refused = |error: ShapeError| {
            let part = match &error {
                ShapeError::Length { body, .. } => Part::Body(*body),
                _ => Part::Whole,
            };
            SceneError::new(part, error)
        };
        let mut contacts = Contacts::new(shapes.clone()).map_err(refused)?;
        for own in &self.joints {
            contacts.part(own.bodies[0], own.bodies[1]);
        }
        let remarks = self.check_overlaps(&world, contacts)?;
        let world = ShapedWorld::new(world, shapes).map_err(refused)?;
        Ok(Built {
            world,
            centres,
            remarks,
        })
    }

    /// Refuses bodies that overlap too deeply to be pushed apart, and tells of fixed ones that do.
    fn check_overlaps(
        &self,
        world: &World,
        mut contacts: Contacts,
    ) -> Result<Vec<String>, SceneError> {
        let poses = (0..self.bodies.len()).map(|n| world.pose(n).unwrap_or_default());
        let poses: Vec<Pose> = poses.collect();
        let mut touches: Vec<Touch> = Vec::new();
        contacts.touches(&poses, &mut touches);
        let mut deepest: std::collections::BTreeMap<[usize; 2], f64> = Default::default();
        for touch in &touches {
            let own = deepest.entry(touch.bodies).or_insert(0.0);
            *own = own.min(touch.gap);
        }
        let mut remarks = Vec::new();
        for (bodies, gap) in deepest {
            let [a, b] = bodies.map(|n| &self.bodies[n]);
            let held = |own: &SceneBody| !matches!(own.drive, Drive::Free);
            let millimetres = -1e3 * gap;
            if held(a) && held(b) {
                if -gap > self.overlap && a.flexible.is_none() && b.flexible.is_none() {
                    remarks.push(format!(
                        "'{}' and '{}' overlap by {millimetres:.3} mm, and both are held: they do \
                         not push on each other",
                        a.name, b.name
                    ));
                }
                continue;
            }
            if -gap > self.overlap {
                let most = 1e3 * self.overlap;
                return Err(SceneError::new(
                    Part::Body(bodies[1]),
                    format!(
                        "'{}' and '{}' overlap by {millimetres:.3} mm at the start; move one of \
                         them (up to {most} mm is pushed apart: 'overlap' says how much)",
                        a.name, b.name
                    ),
                ));
            }
        }
        Ok(remarks)
    }
}

/// Takes over how the bodies of another scene ended.
fn begin(world: &mut World, from: &Beginning) -> Result<(), String> {
    let name = &from.name;
    let taken = world.begin_from(&from.state);
    let taken = taken.map_err(|error| format!("'{name}': {error}"))?;
    if taken.is_empty() {
        return Err(format!(
            "no body of this scene was in '{name}'; what is to go on must have the same name there"
        ));
    }
    Ok(())
}

/// A body of the world, its shape, and its centre of mass in the frame of its form.
fn body(own: &SceneBody) -> Result<(Body, Shape, [f64; 3]), String> {
    let volume = own.form.volume();
    let by_volume = own.material.density * volume;
    if own.mass.is_some_and(|mass| mass <= 0.0) {
        return Err(format!(
            "'{}' has a mass of {} kg; give one above 0, or leave it out",
            own.name,
            own.mass.unwrap_or_default()
        ));
    }
    let mass = own.mass.unwrap_or(by_volume);
    if own.flexible.is_some() && !matches!(own.form, Form::Mesh(_)) {
        return Err(format!(
            "'{}' has no modes that contacts could feel; give it the file of a body ('urto modes \
             MESH -o FILE.body' makes one), or leave 'flexible' out",
            own.name
        ));
    }
    let (mut body, shape, centre) = match &own.form {
        Form::Sphere { radius } => {
            let shape = Shape::Sphere { radius: *radius };
            (Body::ball(&own.name, mass, *radius), shape, [0.0; 3])
        }
        Form::Box { sides } => {
            let half = sides.map(|side| 0.5 * side);
            let body = Body::block(&own.name, mass, *sides);
            (body, Shape::Box { half }, [0.0; 3])
        }
        Form::Plane => (Body::fixed(&own.name), Shape::Plane, [0.0; 3]),
        Form::Cylinder { radius, height } => {
            let (r, half) = (*radius, 0.5 * height);
            let across = mass * (3.0 * r * r + height * height) / 12.0;
            let moments = [across, across, 0.5 * mass * r * r];
            let shape = Shape::Cylinder { radius: r, half };
            (Body::rigid(&own.name, mass, moments), shape, [0.0; 3])
        }
        Form::Capsule { radius, length } => {
            let straight = length - 2.0 * radius;
            if straight < 0.0 {
                return Err(format!(
                    "'{}' is {length} m long and {radius} m in radius; a capsule is at least as long \
                     as it is wide",
                    own.name
                ));
            }
            let moments = capsule_moments(mass, *radius, straight);
            let half = 0.5 * straight;
            let shape = Shape::Capsule {
                radius: *radius,
                half,
            };
            (Body::rigid(&own.name, mass, moments), shape, [0.0; 3])
        }
        Form::Mesh(mesh) => from_mesh(own, mesh, mass)?,
    };
    let at = Followed {
        path: super::Path::still(Pose {
            place: own.place,
            turn: own.turn,
        }),
        centre,
    };
    body.name.clone_from(&own.name);
    body.pose = crate::body::Script::pose(&at, 0.0);
    body.velocity = own.velocity;
    body.spin = own.spin;
    body.motion = match (&own.drive, &own.form) {
        (Drive::Fixed, _) | (_, Form::Plane) => Motion::Fixed,
        (Drive::Free, _) => Motion::Free,
        (Drive::Path(path), _) => Motion::Scripted(Box::new(Followed {
            path: path.clone(),
            centre,
        })),
    };
    if matches!(own.drive, Drive::Free) {
        // The velocity that is told is that of the form's origin.
        let arm = times(&matrix(own.turn), centre);
        body.velocity = sum(own.velocity, crate::vector::cross(own.spin, arm));
    }
    Ok((body, shape, centre))
}

fn from_mesh(
    own: &SceneBody,
    mesh: &MeshBody,
    mass: f64,
) -> Result<(Body, Shape, [f64; 3]), String> {
    let highest = own.flexible.unwrap_or(0.0);
    let weighed = Body::from_mesh(mesh, highest).map_err(|error| error.to_string())?;
    let Weighed { mut body, centre } = weighed;
    // Whoever says a mass says that of the same form, filled evenly.
    let by = mass / body.mass;
    body.mass = mass;
    body.inertia = body.inertia.map(|row| row.map(|x| by * x));
    let surface = mesh.surface();
    let places = surface.vertices().iter();
    let surface = Surface {
        points: places.map(|place| difference(*place, centre)).collect(),
        triangles: (surface.corners().iter())
            .map(|corners| corners.map(|corner| corner as u32))
            .collect(),
    };
    let made = match &body.ringing {
        Some(own) => Mesh::flexible(&surface).map(|mesh| mesh.with_feet(own.shapes())),
        None => Mesh::rigid(&surface),
    };
    let made = made.map_err(|error| format!("'{}': {error}", own.name))?;
    Ok((body, Shape::Mesh(Box::new(made)), centre))
}

/// Of a cylinder and the two halves of a ball at its ends.
fn capsule_moments(mass: f64, radius: f64, straight: f64) -> [f64; 3] {
    let (r, l) = (radius, straight);
    let whole = l + 4.0 / 3.0 * r;
    let [rod, ball] = [mass * l / whole, mass * (4.0 / 3.0 * r) / whole];
    let along = 0.5 * rod * r * r + 0.4 * ball * r * r;
    // The middle of a half ball is 3/8 of its radius away from the cut.
    let away = 0.5 * l * (0.5 * l + 0.75 * r);
    let across = rod * (3.0 * r * r + l * l) / 12.0 + ball * (0.4 * r * r + away);
    [across, across, along]
}
