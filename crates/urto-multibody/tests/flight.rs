//! Bodies that nothing touches: energy, angular momentum, and the flip about the middle axis.

mod common;

use common::{length, turned_back};
use urto_multibody::{Body, Collisions, Pose, Settings, Touch, World};

struct Nothing;

impl Collisions for Nothing {
    fn touches(&mut self, _: &[Pose], _: &mut Vec<Touch>) {}
}

const PLATE: [f64; 3] = [0.2, 0.16, 0.003];
const MASS: f64 = 7850.0 * 0.2 * 0.16 * 0.003;

fn plate(spin: [f64; 3]) -> World {
    let mut world = World::new(Settings::default()).unwrap();
    let mut plate = Body::block("plate", MASS, PLATE);
    plate.spin = spin;
    plate.velocity = [0.3, 0.0, 5.0];
    world.add(plate).unwrap();
    world
}

/// A plate that tumbles for ten seconds keeps both to 1e-6 (rounding leaves some 1e-12), and falls
/// as a parabola does.
#[test]
fn a_tumbling_plate_keeps_energy_and_angular_momentum() {
    let mut world = plate([0.6, 60.0, 0.6]);
    let (energy, momentum) = (world.energy(), world.angular_momentum(0).unwrap());
    let moving = 0.5 * MASS * 25.09;
    let spinning = energy - moving;
    let mut worst = [0.0f64; 2];
    for step in 0..325_000 {
        world.step(&mut Nothing);
        if step % 100 == 0 {
            worst[0] = worst[0].max((world.energy() - energy).abs() / spinning);
            let now = world.angular_momentum(0).unwrap();
            let off = [0, 1, 2].map(|k| now[k] - momentum[k]);
            worst[1] = worst[1].max(length(&off) / length(&momentum));
        }
    }
    let time = world.time();
    assert!((time - 10.0).abs() < 1e-9);
    println!("energy {:.1e}, angular momentum {:.1e}", worst[0], worst[1]);
    assert!(worst[0] < 1e-6 && worst[1] < 1e-6, "{worst:?}");
    let fallen = world.pose(0).unwrap().place[2] - (5.0 * time - 0.5 * 9.81 * time * time);
    assert!(fallen.abs() < 1e-7, "off the parabola by {fallen:e} m");
    assert!(world.health().is_good());
}

/// Period of the middle component of the spin: 4·K(m)/rate, by the arithmetic-geometric mean
/// (Landau & Lifshitz, Mechanics, section 37).
fn period(inertia: [f64; 3], energy: f64, momentum: f64) -> f64 {
    let [low, middle, high] = inertia;
    let square = momentum * momentum;
    let about_high = (high - middle) * (square - 2.0 * energy * low);
    let about_low = (middle - low) * (2.0 * energy * high - square);
    let larger = about_high.max(about_low);
    let m = about_high.min(about_low) / larger;
    let rate = (larger / (low * middle * high)).sqrt();
    let (mut a, mut g) = (1.0f64, (1.0 - m).sqrt());
    for _ in 0..20 {
        (a, g) = (0.5 * (a + g), (a * g).sqrt());
    }
    4.0 * (0.5 * core::f64::consts::PI / a) / rate
}

/// The middle component changes sign twice in a period.
#[test]
fn the_flip_about_the_middle_axis_has_its_period() {
    let [x, y, z] = PLATE.map(|side| MASS * side * side / 12.0);
    // Least about x + ... of the long side: sorted as low, middle, high.
    let inertia = [y + z, x + z, x + y];
    for spin in [[0.6, 60.0, 0.6], [6.0, 60.0, 1.0]] {
        let mut world = plate(spin);
        let own = [0, 1, 2].map(|k| inertia[k] * spin[k]);
        let energy = 0.5 * (0..3).map(|k| own[k] * spin[k]).sum::<f64>();
        let wanted = period(inertia, energy, length(&own));
        let middle = |world: &World| {
            let (_, spin) = world.motion(0).unwrap();
            turned_back(world.pose(0).unwrap().turn, spin)[1]
        };
        let (mut before, mut crossings) = (middle(&world), Vec::new());
        while crossings.len() < 9 && world.time() < 5.0 {
            let start = world.time();
            world.step(&mut Nothing);
            let now = middle(&world);
            if before * now < 0.0 {
                let share = before / (before - now);
                crossings.push(start + share * (world.time() - start));
            }
            before = now;
        }
        assert_eq!(crossings.len(), 9);
        let found = 2.0 * (crossings[8] - crossings[0]) / 8.0;
        println!(
            "period {found} s, closed form {wanted} s: {:.1e}",
            found / wanted - 1.0
        );
        assert!(
            (found / wanted - 1.0).abs() < 1e-5,
            "{found} s, not {wanted} s"
        );
    }
}
