//! A world whose bodies have shapes: what moves them and what finds where they touch, run together.

use crate::body::Motion;
use crate::collide::{Contacts, Shape, ShapeError};
use crate::state::{Reader, StateError, Writer};
use crate::world::World;

/// Bodies with shapes that fall, roll and ring.
///
/// ```
/// use urto_multibody::collide::Shape;
/// use urto_multibody::{Body, Settings, ShapedWorld, World};
///
/// let mut world = World::new(Settings::default())?;
/// world.add(Body::fixed("floor"))?;
/// let mut ball = Body::ball("ball", 0.01, 0.01);
/// ball.pose.place[2] = 0.02;
/// let ball = world.add(ball)?;
/// let shapes = vec![Shape::Plane, Shape::Sphere { radius: 0.01 }];
/// let mut world = ShapedWorld::new(world, shapes)?;
/// for _ in 0..3000 {
///     world.step();
/// }
/// assert!((world.world().pose(ball).unwrap().place[2] - 0.01).abs() < 1e-9);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct ShapedWorld {
    world: World,
    contacts: Contacts,
}

impl ShapedWorld {
    /// With a shape for each body in their order. A flexible mesh has the corners of its body's
    /// [`Ringing`](crate::Ringing) surface, less the centre of mass. Bodies that a joint holds together do not
    /// touch each other.
    pub fn new(world: World, shapes: Vec<Shape>) -> Result<Self, ShapeError> {
        if shapes.len() != world.bodies.len() {
            return Err(ShapeError::Count {
                bodies: world.bodies.len(),
                shapes: shapes.len(),
            });
        }
        let mut contacts = Contacts::new(shapes)?;
        for (number, body) in world.bodies.iter().enumerate() {
            let still = matches!(body.motion, Motion::Fixed) && body.modes() == 0;
            contacts.set_fixed(number, still);
        }
        for [a, b] in world.joined() {
            contacts.part(a, b);
        }
        Ok(Self { world, contacts })
    }

    /// Takes a step.
    pub fn step(&mut self) {
        self.world.step(&mut self.contacts);
    }

    /// The bodies, and what the last step did.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// To strike and to change how pairs rub. Bodies and joints are there from the beginning.
    pub fn world_mut(&mut self) -> &mut World {
        &mut self.world
    }

    /// What finds touches.
    pub fn search(&self) -> &Contacts {
        &self.contacts
    }

    /// The same, to set its band or to let bodies pass through each other.
    pub fn search_mut(&mut self) -> &mut Contacts {
        &mut self.contacts
    }

    /// The whole state: with [`load`](Self::load) the same scene goes on with the same bits.
    pub fn save(&self) -> Vec<u8> {
        let mut to = Writer(self.world.save());
        self.contacts.write(&mut to);
        to.0
    }

    /// Takes a state that the same scene saved.
    pub fn load(&mut self, bytes: &[u8]) -> Result<(), StateError> {
        let mut from = Reader(bytes);
        self.world.take(&mut from)?;
        self.contacts.read(&mut from)?;
        let mut corners = Vec::new();
        for (number, body) in self.world.bodies.iter().enumerate() {
            if let Some(ring) = &body.ring {
                ring.bent(&mut corners);
                let each = corners.iter().copied().enumerate();
                self.contacts.displace(number, each);
            }
        }
        Ok(())
    }
}
