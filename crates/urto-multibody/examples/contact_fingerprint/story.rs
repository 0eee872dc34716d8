//! Short stories of bodies in contact, and fingerprints of what happens and of what is heard.

use std::sync::Arc;
use urto::Rate;
use urto::body::{BodyKind, BodyParams, MaterialKind};
use urto::object::{Mode, Surface};
use urto_body::{MeshBody, MeshMode};
use urto_multibody::collide::{Mesh, Shape};
use urto_multibody::scene::{
    Drive, Form, Grain, Hearing, JointKind, Path, Scene, SceneBody, SceneJoint, ScenePair, Voice,
};
use urto_multibody::sound::{How, listen};
use urto_multibody::{
    Body, Pace, Pair, Pose, Ringing, Settings, ShapedWorld, Simulation, Weakening, World,
};

/// What is told.
pub const NAMES: [&str; 4] = [
    "bodies_on_a_slab",
    "the_same_at_a_pace",
    "a_plate_and_a_marble",
    "a_body_with_a_lid_at_a_pace",
];

/// Fingerprint of a story; 0 if it cannot be told.
pub fn fingerprint(index: usize, threads: usize) -> u64 {
    let told = match index {
        0 => on_a_slab(None),
        1 => on_a_slab(Some(Pace::default())),
        2 => heard(threads),
        _ => lidded(threads),
    };
    told.map_or(0, |own| own.0)
}

/// FNV-1a over the bits of numbers.
struct Hash(u64);

impl Hash {
    fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    fn add(&mut self, value: f64) {
        self.0 = (self.0 ^ value.to_bits()).wrapping_mul(0x0000_0100_0000_01b3);
    }
}

/// Corners and triangles of a block.
fn block(half: [f64; 3]) -> urto_mesh::Surface {
    let mut surface = urto_mesh::Surface::default();
    for corner in 0..8 {
        let side = |axis: usize| {
            if corner >> axis & 1 == 1 {
                half[axis]
            } else {
                -half[axis]
            }
        };
        surface.points.push([side(0), side(1), side(2)]);
    }
    for axis in 0..3 {
        let [along, across] = [1u32 << ((axis + 1) % 3), 1 << ((axis + 2) % 3)];
        for far in [0, 1u32 << axis] {
            let [a, b, c, d] = [far, far + along, far + along + across, far + across];
            surface.triangles.extend(match far {
                0 => [[a, c, b], [a, d, c]],
                _ => [[a, b, c], [a, c, d]],
            });
        }
    }
    surface
}

/// A slab that twists and bends, on a floor; boxes, a ball, a rod and a capsule fall on it.
fn on_a_slab(pace: Option<Pace>) -> Option<Hash> {
    let settings = Settings {
        pace,
        ..Settings::default()
    };
    let mut world = World::new(settings).ok()?;
    let pair = Pair {
        restitution: 0.3,
        ..Pair::default()
    };
    world.set_usual(pair).ok()?;
    world.add(Body::fixed("floor")).ok()?;
    let mut shapes = vec![Shape::Plane];
    let half = [0.1, 0.06, 0.005];
    let surface = block(half);
    let corners = surface.triangles.iter().map(|own| own.map(|k| k as usize));
    let twisted = surface
        .points
        .iter()
        .map(|[x, y, _]| [0.0, 0.0, (x * y).signum()]);
    let bent = surface
        .points
        .iter()
        .map(|[x, _, z]| [-(x * z).signum() * 0.1, 0.0, 0.7]);
    let drawn = Surface::new(
        surface.points.clone(),
        corners.collect(),
        vec![twisted.collect(), bent.collect()],
    )
    .ok()?;
    let mass = 1.0;
    let mode = |frequency: f64| Mode {
        frequency,
        decay: 0.3,
        mass,
    };
    let modes = [mode(700.0), mode(2100.0)];
    let mut slab = Body::block("slab", mass, half.map(|own| 2.0 * own));
    slab.ringing = Some(Ringing::new("slab", &modes, &drawn, 2e4).ok()?);
    slab.pose.place[2] = 0.0052;
    world.add(slab).ok()?;
    shapes.push(Shape::Mesh(Box::new(Mesh::flexible(&surface).ok()?)));
    let falling = [
        Shape::Box {
            half: [0.01, 0.008, 0.005],
        },
        Shape::Sphere { radius: 0.008 },
        Shape::Cylinder {
            radius: 0.006,
            half: 0.01,
        },
        Shape::Capsule {
            radius: 0.004,
            half: 0.01,
        },
    ];
    for (n, shape) in falling.into_iter().enumerate() {
        let along = n as f64;
        let mut body = Body::block("falling", 0.02, [0.016, 0.014, 0.012]);
        body.pose = Pose {
            place: [0.04 * along - 0.06, 0.01, 0.028 + 0.003 * along],
            turn: [0.8, 0.6, 0.0, 0.0],
        };
        body.velocity = [0.2, 0.1, -0.4];
        body.spin = [3.0, along, 1.0];
        world.add(body).ok()?;
        shapes.push(shape);
    }
    let mut world = ShapedWorld::new(world, shapes).ok()?;
    let mut hash = Hash::new();
    while world.world().time() < 0.08 {
        world.step();
        for own in world.world().contacts() {
            own.impulse.into_iter().for_each(|x| hash.add(x));
        }
    }
    hash.add(world.world().energy());
    Some(hash)
}

/// A marble falls on a rough plate, and one listens.
fn heard(threads: usize) -> Option<Hash> {
    let ground = body("ground", Form::Plane, MaterialKind::Stone, Drive::Fixed);
    let sides = [0.2, 0.15, 0.004];
    let mut plate = body(
        "plate",
        Form::Box { sides },
        MaterialKind::Steel,
        Drive::Free,
    );
    plate.place[2] = 0.002 + 1e-4;
    plate.grain = Some(Grain {
        slope: 0.05,
        length: 1e-3,
    });
    plate.voice = Voice::Named(Box::new(BodyParams {
        kind: BodyKind::Plate,
        size: 0.2,
        width: 0.15,
        thickness: 0.004,
        material: MaterialKind::Steel,
        ..BodyParams::default()
    }));
    let radius = 0.008;
    let mut marble = body(
        "marble",
        Form::Sphere { radius },
        MaterialKind::Glass,
        Drive::Free,
    );
    marble.place = [0.03, 0.02, 0.02];
    marble.velocity = [0.3, 0.0, 0.0];
    let scene = Scene {
        bodies: vec![ground, plate, marble],
        ..scene(0.1)
    };
    listened(&scene, threads)
}

/// A body from a mesh that bends slides over stone, which holds it the less the faster it slides, with a
/// lid on a hinge; in longer steps where these do.
fn lidded(threads: usize) -> Option<Hash> {
    let half = [0.06, 0.04, 0.003];
    let surface = block(half);
    let corners = surface.triangles.iter().map(|own| own.map(|k| k as usize));
    let moved =
        |of: &dyn Fn([f64; 3]) -> [f64; 3]| surface.points.iter().map(|own| of(*own)).collect();
    let mode = |frequency: f64, shape: Vec<[f64; 3]>| MeshMode {
        frequency,
        mass: 0.02,
        radiated: 0.1,
        air: None,
        shape,
    };
    let modes = vec![
        mode(900.0, moved(&|[x, y, _]| [0.0, 0.0, (x * y).signum()])),
        mode(
            2300.0,
            moved(&|[x, _, z]| [-0.1 * (x * z).signum(), 0.0, 0.7]),
        ),
        mode(
            7100.0,
            moved(&|[x, y, z]| [0.0, 0.2 * (x * z).signum(), y.signum()]),
        ),
    ];
    let steel = MaterialKind::Steel.figures();
    let weight = 8.0 * half.iter().product::<f64>() * steel.density;
    let mesh = MeshBody::new(
        "tray",
        steel,
        weight,
        surface.points.clone(),
        corners.collect(),
        modes,
    );
    let ground = body("ground", Form::Plane, MaterialKind::Stone, Drive::Fixed);
    let form = Form::Mesh(Arc::new(mesh.ok()?));
    let mut tray = body("tray", form, MaterialKind::Steel, Drive::Free);
    tray.place[2] = half[2] + 2e-4;
    tray.velocity = [0.3, 0.1, -0.2];
    tray.flexible = Some(3e3);
    let sides = [0.1, 0.06, 0.002];
    let mut lid = body("lid", Form::Box { sides }, MaterialKind::Wood, Drive::Free);
    lid.place = [0.0, 0.0, 2.0 * half[2] + 0.0014];
    lid.velocity = tray.velocity;
    lid.spin = [2.0, 0.0, 0.0];
    let weakening = Some(Weakening {
        sliding: 0.2,
        speed: 0.05,
    });
    let own = scene(0.06);
    let scene = Scene {
        bodies: vec![ground, tray, lid],
        settings: Settings {
            pace: Some(Pace::default()),
            ..own.settings
        },
        pairs: vec![ScenePair {
            bodies: [0, 1],
            pair: Pair {
                friction: 0.6,
                weakening,
                ..Pair::default()
            },
        }],
        joints: vec![SceneJoint {
            kind: JointKind::Hinge,
            bodies: [1, 2],
            place: [0.0, -0.03, 2.0 * half[2] + 0.0014],
            axis: [1.0, 0.0, 0.0],
        }],
        ..own
    };
    listened(&scene, threads)
}

fn body(name: &str, form: Form, material: MaterialKind, drive: Drive) -> SceneBody {
    SceneBody {
        name: name.to_owned(),
        form,
        material: material.figures(),
        mass: None,
        drive,
        place: [0.0; 3],
        turn: [1.0, 0.0, 0.0, 0.0],
        velocity: [0.0; 3],
        spin: [0.0; 3],
        flexible: None,
        voice: Voice::Own,
        grain: None,
        roundness: None,
        gain: 1.0,
    }
}

/// A scene without bodies, of so many seconds.
fn scene(seconds: f64) -> Scene {
    Scene {
        seconds,
        settings: Settings::default(),
        seed: 5,
        overlap: 1e-4,
        bodies: vec![],
        usual: Pair::default(),
        pairs: vec![],
        joints: vec![],
        blows: vec![],
        beginning: None,
        hearing: Hearing {
            path: Path::still(Pose {
                place: [0.0, -1.0, 0.3],
                ..Pose::default()
            }),
            space: None,
            settings: vec![],
            gain: None,
        },
    }
}

/// What is heard of a scene.
fn listened(scene: &Scene, threads: usize) -> Option<Hash> {
    let run = Simulation::new(&Arc::new(scene.clone()))
        .ok()?
        .finish(|_| ());
    let how = How {
        rate: Rate::new(44_100.0).ok()?,
        seconds: Some(0.15),
        space: None,
        each: false,
        threads,
        progress: &|_| (),
    };
    let mut hash = Hash::new();
    let all = listen(scene, &run, &how);
    all.channels.iter().flatten().for_each(|own| hash.add(*own));
    Some(hash)
}
