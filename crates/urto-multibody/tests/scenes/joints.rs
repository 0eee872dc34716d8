//! Joints hold: periods and motions against closed forms, drift and energy.

use crate::{ball, block, run, turn};
use urto::math::{GRAVITY, TAU, cos, sin};
use urto::rng::Rng;
use urto_multibody::{Body, Joint, Pair, Settings, World};

/// A bar that swings about a hinge at its end, by a small and by a large angle.
#[test]
fn a_pendulum_keeps_its_period_and_energy() {
    // Of a bar of length 0.3 m about its end, with the period's series for large angles.
    let (long, wide) = (0.3, 0.02);
    for angle in [0.05, 1.5] {
        let mut world = World::new(Settings::default()).unwrap();
        world.add(Body::fixed("wall")).unwrap();
        let mut bar = Body::block("bar", 0.5, [wide, wide, long]);
        let half = 0.5 * long;
        bar.pose.place = [half * sin(angle), 0.0, -half * cos(angle)];
        bar.pose.turn = turn([0.0, 1.0, 0.0], -angle);
        world.add(bar).unwrap();
        let hinge = Joint::hinge(0, 1, [0.0; 3], [0.0, 1.0, 0.0]);
        let hinge = world.join(&hinge).unwrap();
        let moment = (long * long + wide * wide) / 12.0 + half * half;
        // Arithmetic-geometric mean: exact for every angle.
        let (mut a, mut b) = (1.0, cos(0.5 * angle));
        for _ in 0..8 {
            (a, b) = (0.5 * (a + b), f64::sqrt(a * b));
        }
        let period = TAU * (moment / (GRAVITY * half)).sqrt() / a;
        let lowest = -0.5 * GRAVITY * half;
        let at_play = world.energy() - lowest;
        let mut nothing = Nothing;
        let (mut before, mut crossings, mut drift, mut risen) = (1.0, Vec::new(), 0.0f64, 0.0);
        let mut energy = world.energy();
        for _ in 0..65_000 {
            world.step(&mut nothing);
            let now = world.pose(1).unwrap().place[0];
            if before > 0.0 && now <= 0.0 {
                let share = before / (before - now);
                crossings.push(world.time() + (share - 1.0) * Settings::default().step);
            }
            before = now;
            drift = drift.max(world.joint_error(hinge).unwrap());
            risen += (world.energy() - energy).max(0.0);
            energy = world.energy();
        }
        let count = crossings.len() - 1;
        let measured = (crossings[count] - crossings[0]) / count as f64;
        let off = world.energy() - lowest - at_play;
        println!(
            "{angle}: period {measured} not {period} ({:.1e}), drift {drift:.1e}, energy {:.1e}, risen {:.1e}",
            measured / period - 1.0,
            off / at_play,
            risen / at_play
        );
        assert!((measured / period - 1.0).abs() < 1e-5);
        assert!(drift < 1e-12, "{drift:e}");
        // Over 4 s: what the lean takes.
        assert!(off <= 0.0 && off > -1e-4 * at_play, "{:e}", off / at_play);
        assert!(risen <= 1e-9 * at_play, "{:e}", risen / at_play);
        assert!(world.health().is_good());
    }
}

struct Nothing;

impl urto_multibody::Collisions for Nothing {
    fn touches(&mut self, _: &[urto_multibody::Pose], _: &mut Vec<urto_multibody::Touch>) {}
}

/// Two halves that are welded tumble as the whole does.
#[test]
fn a_weld_makes_one_body_of_two() {
    let settings = Settings {
        gravity: [0.0; 3],
        ..Settings::default()
    };
    let spin = [3.0, 20.0, 1.0];
    let mut whole = World::new(settings).unwrap();
    let mut body = Body::block("whole", 0.2, [0.2, 0.06, 0.02]);
    body.spin = spin;
    whole.add(body).unwrap();
    let mut halves = World::new(settings).unwrap();
    for side in [-1.0, 1.0] {
        let mut half = Body::block("half", 0.1, [0.1, 0.06, 0.02]);
        half.pose.place = [0.05 * side, 0.0, 0.0];
        half.spin = spin;
        // w x r
        half.velocity = [0.0, spin[2] * 0.05 * side, -spin[1] * 0.05 * side];
        halves.add(half).unwrap();
    }
    let weld = halves.join(&Joint::weld(0, 1, [0.0; 3])).unwrap();
    let energy = halves.energy();
    let mut drift = 0.0f64;
    for _ in 0..32_500 {
        whole.step(&mut Nothing);
        halves.step(&mut Nothing);
        drift = drift.max(halves.joint_error(weld).unwrap());
    }
    let (one, two) = (whole.pose(0).unwrap().turn, halves.pose(0).unwrap().turn);
    let alike: f64 = one.iter().zip(two).map(|(a, b)| a * b).sum();
    let lost = halves.energy() / energy - 1.0;
    println!(
        "drift {drift:.1e}, turned alike {:.1e}, energy {lost:.1e}",
        1.0 - alike.abs()
    );
    assert!(drift < 1e-12, "{drift:e}");
    assert!(1.0 - alike.abs() < 1e-6);
    assert!(lost <= 1e-12 && lost > -1e-4, "{lost:e}");
}

/// A block glides down an inclined slider as without friction, and does not turn.
#[test]
fn a_slider_lets_glide_and_nothing_else() {
    let angle = 0.4;
    let axis = [cos(angle), 0.0, -sin(angle)];
    let mut world = World::new(Settings::default()).unwrap();
    world.add(Body::fixed("rail")).unwrap();
    let mut sled = Body::block("sled", 0.3, [0.1, 0.05, 0.02]);
    sled.pose.place = [0.0, 0.0, 0.03];
    world.add(sled).unwrap();
    let rail = world.join(&Joint::slider(0, 1, [0.0; 3], axis)).unwrap();
    for _ in 0..16_250 {
        world.step(&mut Nothing);
    }
    let time = world.time();
    let (velocity, spin) = world.motion(1).unwrap();
    let along: f64 = (0..3).map(|k| velocity[k] * axis[k]).sum();
    let wanted = GRAVITY * sin(angle) * time;
    let error = world.joint_error(rail).unwrap();
    println!("{along} not {wanted}, spin {spin:?}, drift {error:.1e}");
    assert!((along / wanted - 1.0).abs() < 1e-9);
    assert!(spin.iter().all(|own| own.abs() < 1e-8));
    assert!(error < 1e-12, "{error:e}");
}

/// A cart on four hinged wheels rolls down a slope: with the closed form's acceleration, and silent
/// joints.
#[test]
fn a_cart_rolls_on_its_wheels() {
    let lean = 0.1;
    let settings = Settings {
        gravity: [GRAVITY * sin(lean), 0.0, -GRAVITY * cos(lean)],
        ..Settings::default()
    };
    let mut world = World::new(settings).unwrap();
    let pair = Pair {
        friction: 0.6,
        damping: 0.0,
        ..Pair::default()
    };
    world.set_usual(pair).unwrap();
    let radius = 0.03;
    world.add(Body::fixed("slope")).unwrap();
    let (mut cart, shape) = block("cart", [0.2, 0.1, 0.04], [0.0, 0.0, 0.05]);
    cart.mass = 0.5;
    let mut shapes = vec![urto_multibody::collide::Shape::Plane, shape];
    world.add(cart).unwrap();
    let mut wheels = Vec::new();
    for (x, y) in [(-0.08, -0.08), (-0.08, 0.08), (0.08, -0.08), (0.08, 0.08)] {
        let (wheel, shape) = ball("wheel", radius, [x, y, radius]);
        let number = world.add(wheel).unwrap();
        shapes.push(shape);
        let hinge = Joint::hinge(1, number, [x, y, radius], [0.0, 1.0, 0.0]);
        wheels.push(world.join(&hinge).unwrap());
    }
    let mass = 4.0 / 3.0 * core::f64::consts::PI * (radius * radius * radius) * 2500.0;
    let mut world = urto_multibody::ShapedWorld::new(world, shapes).unwrap();
    let mut drift = 0.0f64;
    let start = world.world().energy();
    let risen = run(&mut world, 3_000, |world| {
        for own in &wheels {
            drift = drift.max(world.joint_error(*own).unwrap());
        }
    });
    let pull = (0.5 + 4.0 * mass) * GRAVITY * sin(lean);
    let wanted = pull / (0.5 + 4.0 * mass * 1.4) * world.world().time();
    let (velocity, _) = world.world().motion(1).unwrap();
    let kinetic = 0.5 * 0.5 * wanted * wanted;
    println!(
        "{} not {wanted}, drift {drift:.1e}, risen {:.1e}, lost {:.1e}; {:?}",
        velocity[0],
        risen / kinetic,
        (world.world().energy() - start) / kinetic,
        world.world().statistics()
    );
    assert!((velocity[0] / wanted - 1.0).abs() < 1e-3);
    assert!(drift < 1e-9, "{drift:e}");
    assert!(risen <= 1e-9 * kinetic, "{:e}", risen / kinetic);
    assert!(world.world().health().is_good());
}

/// Chains of joined bodies in extreme motion stay finite and gain nothing.
#[test]
fn wild_chains_stay_finite_and_passive() {
    let mut rng = Rng::new(5);
    for case in 0..40 {
        let settings = Settings {
            step: rng.log_uniform(1e-6, 1e-2),
            gravity: [0; 3].map(|_: i32| 100.0 * rng.signed()),
            ..Settings::default()
        };
        let mut world = World::new(settings).unwrap();
        world.add(Body::fixed("wall")).unwrap();
        let fast = rng.log_uniform(1e-3, 1e3);
        for n in 1..5 {
            let mass = rng.log_uniform(1e-6, 1e3);
            let sides = [0; 3].map(|_: i32| rng.log_uniform(1e-3, 1.0));
            let mut body = Body::block("link", mass, sides);
            body.pose.place = [0; 3].map(|_: i32| rng.signed());
            body.velocity = [0; 3].map(|_: i32| 0.01 * fast * rng.signed());
            body.spin = [0; 3].map(|_: i32| fast * rng.signed());
            world.add(body).unwrap();
            let at = [0; 3].map(|_: i32| rng.signed());
            let axis = [1.0, rng.signed(), rng.signed()];
            let joint = match (3.0 * rng.uniform()) as usize {
                0 => Joint::hinge(n - 1, n, at, axis),
                1 => Joint::slider(n - 1, n, at, axis),
                _ => Joint::weld(n - 1, n, at),
            };
            world.join(&joint).unwrap();
        }
        for _ in 0..300 {
            let before = world.energy();
            world.step(&mut Nothing);
            let now = world.energy();
            assert!(now.is_finite());
            let ledger = world.ledger();
            let size = before.abs() + now.abs() + ledger.injected.abs() + ledger.dissipated.abs();
            assert!(
                ledger.error().abs() <= 1e-7 * size,
                "{case}: {ledger:?} {:e}",
                ledger.error()
            );
        }
        let given = world.statistics().given;
        let size = world.ledger().initial.abs() + world.ledger().dissipated;
        assert!(given <= 1e-4 * size, "{case}: {given:e} of {size:e}");
    }
}
