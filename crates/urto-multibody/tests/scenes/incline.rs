//! A box on a slope, touched where collisions find it: on a plane under gravity that leans, and on a
//! block that is tilted.

use crate::{block, scene, shapes, turn};
use urto::math::{GRAVITY, atan2, cos, sin};
use urto_multibody::collide::Shape;
use urto_multibody::{Motion, Pair, Settings, ShapedWorld};

/// Steps that it is watched for.
const STEPS: usize = 600;

fn rubbing(friction: f64) -> Pair {
    Pair {
        friction,
        damping: 0.0,
        ..Pair::default()
    }
}

/// On the floor, with gravity that leans: the number of the box.
fn on_a_plane(friction: f64, lean: f64) -> (ShapedWorld, usize) {
    let settings = Settings {
        gravity: [GRAVITY * sin(lean), 0.0, -GRAVITY * cos(lean)],
        ..Settings::default()
    };
    let own = block("box", [0.1, 0.1, 0.04], [0.0, 0.0, 0.02]);
    (scene(vec![own], rubbing(friction), settings), 1)
}

/// On a block that leans, which is as wide as a box or wider.
fn on_a_block(friction: f64, lean: f64) -> (ShapedWorld, usize) {
    let about = turn([0.0, 1.0, 0.0], lean);
    let up = [sin(lean), 0.0, cos(lean)];
    let (mut slope, form) = block("slope", [1.0, 0.3, 0.1], [0.0; 3]);
    slope.motion = Motion::Fixed;
    slope.pose.turn = about;
    slope.pose.place = [0.0, 0.0, 2.0];
    let (mut own, shape) = block("box", [0.1, 0.1, 0.04], [0.0; 3]);
    own.pose.place = shapes::sum(slope.pose.place, shapes::scaled(up, 0.05 + 0.02));
    own.pose.turn = about;
    let bodies: Vec<(_, Shape)> = vec![(slope, form), (own, shape)];
    (scene(bodies, rubbing(friction), Settings::default()), 2)
}

/// It sticks if mu > tan(angle), and slides with g·(sin - mu·cos) otherwise, a thousandth on either
/// side.
#[test]
fn a_box_sticks_or_slides_on_what_it_touches() {
    for (what, build) in [
        ("plane", on_a_plane as fn(f64, f64) -> _),
        ("block", on_a_block),
    ] {
        for friction in [0.2, 0.7] {
            for ratio in [0.999, 1.001, 1.3] {
                let lean = atan2(friction * ratio, 1.0);
                let (mut world, number) = build(friction, lean);
                for _ in 0..STEPS {
                    world.step();
                }
                let world = world.world();
                let speed = shapes::length(world.motion(number).unwrap().0);
                let pull = GRAVITY * sin(lean) * world.time();
                let case = format!("on a {what}, mu {friction}, tan/mu {ratio}: {speed:e}");
                println!("{case}");
                if ratio < 1.0 {
                    assert!(speed < 1e-9 * pull, "crept: {case}");
                } else {
                    let wanted = pull - friction * GRAVITY * cos(lean) * world.time();
                    // A millionth of the acceleration; just over the limit that is a difference of
                    // two numbers a thousand times as large.
                    assert!(
                        (speed - wanted).abs() < 1e-6 * wanted.max(1e-2 * pull),
                        "{case} not {wanted:e}"
                    );
                }
                assert!(world.ledger().error().abs() < 1e-10, "{case}");
            }
        }
    }
}
