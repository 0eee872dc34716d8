//! Random scenes of all shapes, joints, figures and steps: they stay finite, their books close, and
//! contacts give nothing.

use crate::flexible::slab;
use crate::shapes::any_pose;
use urto::rng::Rng;
use urto_multibody::collide::{Mesh, Shape};
use urto_multibody::{Body, Joint, Pace, Pair, Settings, ShapedWorld, World};

/// Deeper than this bodies overlap \[m\]: what is shallower is not pushed out by work from outside.
const OVERLAP: f64 = -1e-6;

fn random(rng: &mut Rng) -> ShapedWorld {
    let settings = Settings {
        step: rng.log_uniform(1e-6, 1e-3),
        gravity: [0; 3].map(|_| 20.0 * rng.signed()),
        lean: 0.5 + 0.5 * rng.uniform(),
        pace: (rng.uniform() < 0.3).then(Pace::default),
        ..Settings::default()
    };
    let mut world = World::new(settings).unwrap();
    world
        .set_usual(Pair {
            friction: rng.log_uniform(1e-3, 10.0),
            damping: rng.log_uniform(1e-6, 1e2),
            restitution: rng.uniform(),
            weakening: None,
        })
        .unwrap();
    let mut shapes = vec![Shape::Plane];
    world.add(Body::fixed("floor")).unwrap();
    let count = 2 + (4.0 * rng.uniform()) as usize;
    let size = rng.log_uniform(3e-3, 0.3);
    for n in 1..=count {
        let mass = rng.log_uniform(1e-4, 10.0);
        let half = [0; 3].map(|_| size * (0.1 + rng.uniform()));
        let [x, y, z] = half.map(|own| 2.0 * own);
        let (mut body, shape) = match (6.0 * rng.uniform()) as usize {
            0 => (Body::ball("ball", mass, x), Shape::Sphere { radius: x }),
            1 => {
                let side = 1.7 * x;
                let body = Body::block("rod", mass, [side, side, 2.0 * y]);
                (body, Shape::Cylinder { radius: x, half: y })
            }
            2 => {
                let body = Body::block("capsule", mass, [x, x, 2.0 * (x + y)]);
                (body, Shape::Capsule { radius: x, half: y })
            }
            3 => {
                let surface = crate::shapes::block(half, 2);
                let mesh = Mesh::rigid(&surface).unwrap();
                (
                    Body::block("mesh", mass, [x, y, z]),
                    Shape::Mesh(Box::new(mesh)),
                )
            }
            4 if n == 1 => slab(3, 2),
            _ => (Body::block("box", mass, [x, y, z]), Shape::Box { half }),
        };
        let mut pose = any_pose(rng, 4.0 * size);
        pose.place[2] = pose.place[2].abs() + 3.0 * size;
        body.pose = pose;
        let fast = rng.log_uniform(1e-2, 20.0);
        body.velocity = [0; 3].map(|_| fast * rng.signed());
        body.spin = [0; 3].map(|_| fast / size * rng.signed());
        world.add(body).unwrap();
        shapes.push(shape);
        if n > 1 && rng.uniform() < 0.2 {
            let at = world.pose(n).unwrap().place;
            let axis = [rng.signed(), rng.signed(), 1.0];
            world.join(&Joint::hinge(n - 1, n, at, axis)).unwrap();
        }
    }
    ShapedWorld::new(world, shapes).unwrap()
}

#[test]
fn random_scenes_stay_finite_and_passive() {
    // All of them where CI has the time.
    let scenes = if std::env::var("URTO_FULL").is_ok() {
        300
    } else {
        10
    };
    let mut rng = Rng::new(77);
    let (mut problems, mut above, mut last_resorts, mut worst) = (0, [0; 2], 0, 0.0f64);
    let (mut apart, mut deep) = (0, 0);
    for scene in 0..scenes {
        let mut world = random(&mut rng);
        let start = world.world().energy();
        let mut size = start.abs();
        let mut placed = false;
        for step in 0..80 {
            world.step();
            let (own, ledger) = (world.world(), world.world().ledger());
            assert!(own.energy().is_finite(), "{scene} {step}");
            // What overlaps at the start may press only later, and is pushed out then.
            placed |= step == 0 && own.contacts().iter().any(|each| each.gap < OVERLAP);
            size = size.max(own.energy().abs()).max(ledger.dissipated.abs());
            assert!(
                ledger.error().abs() <= 1e-9 * (size + ledger.injected.abs()),
                "{scene} {step}: {ledger:?}"
            );
        }
        let statistics = world.world().statistics();
        let given = statistics.given / size;
        worst = worst.max(given);
        // What overlaps at the start is pushed out, which is work on the books.
        if placed {
            apart += 1;
        } else {
            deep += statistics.pushed_out;
            assert!(given <= 1e-9, "{scene}: {given:e} {statistics:?}");
        }
        assert_eq!(world.world().health().non_finite, 0, "{scene}");
        if statistics.above[1] > 0 {
            println!("{scene}: {statistics:?}");
        }
        problems += statistics.problems;
        above = [0, 1].map(|k| above[k] + statistics.above[k]);
        last_resorts += statistics.last_resorts;
    }
    println!(
        "{problems} problems: above 1e-6 {}, above 1e-3 {}, last resorts {last_resorts}; given {worst:e}, \
         {apart} scenes begin with overlaps, in the others {deep} later ones",
        above[0], above[1]
    );
}
