//! Whole scenes: worlds whose bodies have shapes.

#[path = "../collide/common.rs"]
#[allow(dead_code, reason = "shared with the tests of collisions")]
mod shapes;

mod bounce;
mod flexible;
mod incline;
mod joints;
mod pace;
mod random;
mod rest;
mod rolling;
mod state;

use urto_multibody::collide::Shape;
use urto_multibody::{Body, Pair, Settings, ShapedWorld, World};

/// A floor, and bodies with shapes.
pub fn scene(bodies: Vec<(Body, Shape)>, pair: Pair, settings: Settings) -> ShapedWorld {
    let mut world = World::new(settings).unwrap();
    world.set_usual(pair).unwrap();
    let mut shapes = vec![Shape::Plane];
    world.add(Body::fixed("floor")).unwrap();
    for (body, shape) in bodies {
        world.add(body).unwrap();
        shapes.push(shape);
    }
    ShapedWorld::new(world, shapes).unwrap()
}

/// A wooden block.
pub fn block(name: &str, sides: [f64; 3], place: [f64; 3]) -> (Body, Shape) {
    let mass = 700.0 * sides.iter().product::<f64>();
    let mut body = Body::block(name, mass, sides);
    body.pose.place = place;
    let half = sides.map(|own| 0.5 * own);
    (body, Shape::Box { half })
}

/// A ball of glass.
pub fn ball(name: &str, radius: f64, place: [f64; 3]) -> (Body, Shape) {
    let mass = 4.0 / 3.0 * core::f64::consts::PI * radius * radius * radius * 2500.0;
    let mut body = Body::ball(name, mass, radius);
    body.pose.place = place;
    (body, Shape::Sphere { radius })
}

/// A turn about an axis.
pub fn turn(axis: [f64; 3], angle: f64) -> [f64; 4] {
    shapes::turned([0.0; 3], axis, angle).turn
}

/// The forces between a body and all that it touches, along z \[N\].
pub fn carried(world: &World, body: usize) -> f64 {
    let mut sum = 0.0;
    for own in world.contacts() {
        for (side, sign) in [(0, -1.0), (1, 1.0)] {
            if own.bodies[side] == body {
                sum += sign * own.impulse[2] / own.step;
            }
        }
    }
    sum
}

/// Deviation over mean.
pub fn unrest(forces: &[f64]) -> f64 {
    let count = forces.len() as f64;
    let mean = forces.iter().sum::<f64>() / count;
    let square = forces.iter().map(|f| (f - mean) * (f - mean)).sum::<f64>() / count;
    square.sqrt() / mean
}

/// Takes steps; gives the sum of all rises of energy \[J\].
pub fn run(world: &mut ShapedWorld, steps: usize, mut each: impl FnMut(&World)) -> f64 {
    let (mut before, mut risen) = (world.world().energy(), 0.0);
    for _ in 0..steps {
        world.step();
        let now = world.world().energy();
        risen += (now - before).max(0.0);
        before = now;
        each(world.world());
    }
    risen
}
