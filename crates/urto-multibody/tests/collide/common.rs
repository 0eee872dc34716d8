//! Poses, vectors and meshes that the tests share.

use urto::math::{cos, sin};
use urto::rng::Rng;
use urto_mesh::Surface;
use urto_multibody::collide::{Contacts, Shape};
use urto_multibody::{Collisions, Pose, Touch};

pub type Vector = [f64; 3];

pub fn sum(a: Vector, b: Vector) -> Vector {
    core::array::from_fn(|n| a[n] + b[n])
}

pub fn difference(a: Vector, b: Vector) -> Vector {
    core::array::from_fn(|n| a[n] - b[n])
}

pub fn scaled(a: Vector, by: f64) -> Vector {
    a.map(|own| own * by)
}

pub fn dot(a: Vector, b: Vector) -> f64 {
    (0..3).map(|n| a[n] * b[n]).sum()
}

pub fn cross(a: Vector, b: Vector) -> Vector {
    core::array::from_fn(|n| {
        let (k, l) = ((n + 1) % 3, (n + 2) % 3);
        a[k] * b[l] - a[l] * b[k]
    })
}

pub fn length(a: Vector) -> f64 {
    dot(a, a).sqrt()
}

pub fn unit(a: Vector) -> Vector {
    scaled(a, 1.0 / length(a))
}

pub const UPRIGHT: [f64; 4] = [1.0, 0.0, 0.0, 0.0];

pub fn at(place: Vector) -> Pose {
    Pose {
        place,
        turn: UPRIGHT,
    }
}

/// Turned about an axis by an angle.
pub fn turned(place: Vector, axis: Vector, angle: f64) -> Pose {
    let [x, y, z] = scaled(unit(axis), sin(0.5 * angle));
    Pose {
        place,
        turn: [cos(0.5 * angle), x, y, z],
    }
}

/// A way of the body in the world: q v q*.
pub fn way(pose: &Pose, own: Vector) -> Vector {
    let [w, x, y, z] = pose.turn;
    let axis = [x, y, z];
    let twice = scaled(cross(axis, own), 2.0);
    sum(own, sum(scaled(twice, w), cross(axis, twice)))
}

pub fn out(pose: &Pose, own: Vector) -> Vector {
    sum(way(pose, own), pose.place)
}

pub fn way_in(pose: &Pose, world: Vector) -> Vector {
    let [w, x, y, z] = pose.turn;
    let back = Pose {
        place: [0.0; 3],
        turn: [w, -x, -y, -z],
    };
    way(&back, world)
}

pub fn into_own(pose: &Pose, world: Vector) -> Vector {
    way_in(pose, difference(world, pose.place))
}

pub fn any_way(rng: &mut Rng) -> Vector {
    loop {
        let way = [0; 3].map(|_| rng.signed());
        let long = length(way);
        if (0.1..1.0).contains(&long) {
            return unit(way);
        }
    }
}

pub fn any_pose(rng: &mut Rng, far: f64) -> Pose {
    let place = [0; 3].map(|_| far * rng.signed());
    turned(place, any_way(rng), 6.0 * rng.uniform())
}

/// The touches of some bodies, seen once.
pub fn touches(shapes: Vec<Shape>, band: f64, poses: &[Pose]) -> Vec<Touch> {
    let mut contacts = Contacts::new(shapes).unwrap();
    contacts.set_band(band);
    let mut found = Vec::new();
    contacts.touches(poses, &mut found);
    found
}

pub fn least(touches: &[Touch]) -> f64 {
    touches.iter().map(|own| own.gap).fold(f64::MAX, f64::min)
}

/// Each touch says the same thing twice: by its gap, and by its places and normal.
pub fn agree(touches: &[Touch], poses: &[Pose], tolerance: f64) {
    for touch in touches {
        let [a, b] = [0, 1].map(|n| out(&poses[touch.bodies[n]], touch.places[n]));
        let apart = difference(b, a);
        assert!((length(touch.normal) - 1.0).abs() < 1e-12, "{touch:?}");
        let along = dot(apart, touch.normal);
        assert!((along - touch.gap).abs() < tolerance, "{along} {touch:?}");
    }
}

/// A ball of triangles: an icosahedron divided so many times, its corners on the sphere.
pub fn ball(radius: f64, divided: usize) -> Surface {
    let g = 0.5 * (1.0 + 5f64.sqrt());
    let mut points: Vec<Vector> = [
        [-1.0, g, 0.0],
        [1.0, g, 0.0],
        [-1.0, -g, 0.0],
        [1.0, -g, 0.0],
        [0.0, -1.0, g],
        [0.0, 1.0, g],
        [0.0, -1.0, -g],
        [0.0, 1.0, -g],
        [g, 0.0, -1.0],
        [g, 0.0, 1.0],
        [-g, 0.0, -1.0],
        [-g, 0.0, 1.0],
    ]
    .map(unit)
    .to_vec();
    let mut triangles: Vec<[u32; 3]> = vec![
        [0, 11, 5],
        [0, 5, 1],
        [0, 1, 7],
        [0, 7, 10],
        [0, 10, 11],
        [1, 5, 9],
        [5, 11, 4],
        [11, 10, 2],
        [10, 7, 6],
        [7, 1, 8],
        [3, 9, 4],
        [3, 4, 2],
        [3, 2, 6],
        [3, 6, 8],
        [3, 8, 9],
        [4, 9, 5],
        [2, 4, 11],
        [6, 2, 10],
        [8, 6, 7],
        [9, 8, 1],
    ];
    for _ in 0..divided {
        let mut known = std::collections::BTreeMap::new();
        let mut middle = |a: u32, b: u32| {
            *known.entry((a.min(b), a.max(b))).or_insert_with(|| {
                points.push(unit(sum(points[a as usize], points[b as usize])));
                points.len() as u32 - 1
            })
        };
        triangles = triangles
            .iter()
            .flat_map(|[a, b, c]| {
                let [ab, bc, ca] = [middle(*a, *b), middle(*b, *c), middle(*c, *a)];
                [[*a, ab, ca], [*b, bc, ab], [*c, ca, bc], [ab, bc, ca]]
            })
            .collect();
    }
    let points = points.iter().map(|own| scaled(*own, radius)).collect();
    Surface { points, triangles }
}

/// The same with its corners shaken along the sphere by a share of an edge.
pub fn shaken(mut surface: Surface, radius: f64, share: f64, rng: &mut Rng) -> Surface {
    let [a, b, _] = surface.triangles[0].map(|own| surface.points[own as usize]);
    let edge = length(difference(a, b));
    for point in &mut surface.points {
        let by = scaled(any_way(rng), share * edge * rng.uniform());
        *point = scaled(unit(sum(*point, by)), radius);
    }
    surface
}

/// The same seen from inside: a hollow.
pub fn hollow(mut surface: Surface) -> Surface {
    surface.triangles.iter_mut().for_each(|own| own.swap(1, 2));
    surface
}

/// A block, each side divided into so many squares.
pub fn block(half: Vector, divided: usize) -> Surface {
    let mut surface = Surface::default();
    for axis in 0..3 {
        for side in [-1.0, 1.0] {
            let first = surface.points.len() as u32;
            let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
            let count = divided + 1;
            for n in 0..count * count {
                let share = |n: usize| 2.0 * n as f64 / divided as f64 - 1.0;
                let mut point = [0.0; 3];
                point[axis] = side * half[axis];
                point[u] = share(n % count) * half[u];
                point[v] = share(n / count) * half[v];
                surface.points.push(point);
            }
            for n in 0..divided * divided {
                let from = first + (n / divided * count + n % divided) as u32;
                let [a, b, c, d] = [from, from + 1, from + 1 + count as u32, from + count as u32];
                let both = [[a, b, c], [a, c, d]];
                let turned = |own: [u32; 3]| {
                    if side > 0.0 {
                        own
                    } else {
                        [own[0], own[2], own[1]]
                    }
                };
                surface.triangles.extend(both.map(turned));
            }
        }
    }
    surface.merged()
}

/// A cylinder along z with so many sides.
pub fn prism(radius: f64, half: f64, sides: usize) -> Surface {
    let mut surface = Surface::default();
    for n in 0..sides {
        let angle = core::f64::consts::TAU * n as f64 / sides as f64;
        for height in [-half, half] {
            surface
                .points
                .push([radius * cos(angle), radius * sin(angle), height]);
        }
    }
    let [low, high] = [2 * sides as u32, 2 * sides as u32 + 1];
    surface.points.extend([[0.0, 0.0, -half], [0.0, 0.0, half]]);
    for n in 0..sides as u32 {
        let [a, b] = [2 * n, 2 * ((n + 1) % sides as u32)];
        let own = [
            [a, b, b + 1],
            [a, b + 1, a + 1],
            [low, b, a],
            [high, a + 1, b + 1],
        ];
        surface.triangles.extend(own);
    }
    surface
}
