//! A game engine's physics, heard: rapier moves the bodies of a contact scene, and each of its contacts
//! becomes a line of `contact-events/1`.
//!
//! `cargo run -- stairs.toml stairs.jsonl`, then `urto render stairs.toml --events stairs.jsonl`.

use rapier3d::prelude::*;
use serde_json::{Value as Json, json};
use std::collections::{HashMap, HashSet};
use std::error::Error;
use toml_edit::{DocumentMut, Table};

/// As games step \[s\].
const STEP: f32 = 1.0 / 120.0;
const SECONDS: f32 = 1.5;
/// Steps between words of where bodies are.
const POSES: usize = 4;
/// Softer contacts are left out: the weight of ten milligrams \[N·s\].
const LEAST: f32 = 1e-4 * STEP;

fn main() -> Result<(), Box<dyn Error>> {
    let paths: Vec<String> = std::env::args().skip(1).collect();
    let [scene, events] = paths.as_slice() else {
        return Err("say which scene, and where to: stairs.toml stairs.jsonl".into());
    };
    let scene: DocumentMut = std::fs::read_to_string(scene)?.parse()?;
    let mut game = Game::new(&scene)?;
    let lines = game.play();
    println!("{events}: {} lines", lines.len());
    std::fs::write(events, lines.join("\n") + "\n")?;
    Ok(())
}

/// A world of rapier's, and the names of its bodies by their colliders.
struct Game {
    world: PhysicsWorld,
    names: HashMap<ColliderHandle, String>,
}

impl Game {
    fn new(scene: &DocumentMut) -> Result<Self, Box<dyn Error>> {
        let mut world = PhysicsWorld::new();
        world.gravity = -9.81 * Vector::Z;
        world.integration_parameters.dt = STEP;
        // Its tolerances are meant for metres; here things are as large as a hand.
        world.integration_parameters.length_unit = 0.05;
        let contact = scene["contact"].as_table().ok_or("no [contact]")?;
        let bodies = scene["body"].as_table().ok_or("no [body.NAME]")?;
        let mut names = HashMap::new();
        for (name, body) in bodies {
            let own = body.as_table().ok_or("a body is a table")?;
            let moves = own.contains_key("mass");
            let body = match moves {
                true => RigidBodyBuilder::dynamic(),
                false => RigidBodyBuilder::fixed(),
            };
            let body = body
                .translation(vector(own, "place"))
                .linvel(vector(own, "velocity"))
                .angvel(vector(own, "spin"))
                .ccd_enabled(true);
            let mut collider = shape(own)?
                .friction(number(contact, "friction"))
                .restitution(number(contact, "restitution"));
            if moves {
                collider = collider.mass(number(own, "mass"));
            }
            let (_, collider) = world.insert(body, collider);
            names.insert(collider, name.to_owned());
        }
        Ok(Self { world, names })
    }

    /// Plays, and tells of every contact of every step.
    fn play(&mut self) -> Vec<String> {
        let head = json!({ "urto": "contact-events/1", "step": short(STEP) });
        let mut lines = vec![head.to_string()];
        let mut touching = HashSet::new();
        for step in 0..(SECONDS / STEP) as usize {
            let time = short(step as f32 * STEP);
            if step % POSES == 0 {
                lines.extend(self.poses(&time));
            }
            // How fast things come together is told before the step takes that from them.
            let before = self.motions();
            self.world.step();
            let mut now = HashSet::new();
            for pair in self.world.narrow_phase.contact_pairs() {
                for (id, manifold) in pair.manifolds().iter().enumerate() {
                    let Some((point, impulse)) = self.pressed(pair, manifold) else {
                        continue;
                    };
                    let normal = manifold.data.normal;
                    let speed_of = |own| before[own].at(point);
                    let apart = speed_of(&pair.collider2) - speed_of(&pair.collider1);
                    let out = apart.dot(normal);
                    let mut line = json!({
                        "time": time,
                        "bodies": [self.names[&pair.collider1], self.names[&pair.collider2]],
                        "point": three(point),
                        "normal": three(normal),
                        "impulse": three(normal * impulse),
                        "slip": three(apart - normal * out),
                    });
                    if id > 0 {
                        line["id"] = json!(id);
                    }
                    let key = (pair.collider1, pair.collider2, id);
                    if !touching.contains(&key) {
                        line["speed"] = short((-out).max(0.0));
                    }
                    now.insert(key);
                    lines.push(line.to_string());
                }
            }
            touching = now;
        }
        lines
    }

    /// Where the points of a manifold press in the mean, and how hard.
    fn pressed(&self, pair: &ContactPair, manifold: &ContactManifold) -> Option<(Vector, f32)> {
        let (mut sum, mut impulse) = (Vector::ZERO, 0.0);
        let pose = self.world.colliders[pair.collider1].position();
        for own in &manifold.points {
            sum += (pose * own.local_p1) * own.data.impulse;
            impulse += own.data.impulse;
        }
        (impulse > LEAST).then(|| (sum / impulse, impulse))
    }

    /// How all bodies move, by their colliders.
    fn motions(&self) -> HashMap<ColliderHandle, Moving> {
        let of = |own: &ColliderHandle| {
            let body = &self.world.bodies[self.world.colliders[*own].parent().unwrap_or_default()];
            Moving {
                place: body.translation(),
                velocity: body.linvel(),
                spin: body.angvel(),
            }
        };
        self.names.keys().map(|own| (*own, of(own))).collect()
    }

    /// Where all that moves is, always in the same order.
    fn poses(&self, time: &Json) -> Vec<String> {
        let mut all = Vec::new();
        for (collider, name) in &self.names {
            let handle = self.world.colliders[*collider].parent().unwrap_or_default();
            let body = &self.world.bodies[handle];
            if body.is_dynamic() {
                let turn = body.rotation();
                let turn = [turn.w, turn.x, turn.y, turn.z].map(short);
                let place = three(body.translation());
                let line = json!({ "time": time, "body": name, "place": place, "turn": turn });
                all.push(line.to_string());
            }
        }
        all.sort();
        all
    }
}

/// How a body moves.
struct Moving {
    place: Vector,
    velocity: Vector,
    spin: Vector,
}

impl Moving {
    /// How fast a point of it moves \[m/s\].
    fn at(&self, point: Vector) -> Vector {
        self.velocity + self.spin.cross(point - self.place)
    }
}

fn shape(body: &Table) -> Result<ColliderBuilder, String> {
    Ok(match body["shape"].as_str() {
        Some("sphere") => ColliderBuilder::ball(number(body, "radius")),
        Some("box") => {
            let half = 0.5 * vector(body, "size");
            ColliderBuilder::cuboid(half.x, half.y, half.z)
        }
        Some("plane") => ColliderBuilder::cuboid(50.0, 50.0, 1.0).translation(-Vector::Z),
        other => return Err(format!("this example knows no shape {other:?}")),
    })
}

/// A number of a table; 0 if it is not there.
fn number(table: &Table, key: &str) -> f32 {
    let own = table.get(key);
    let float = own.and_then(|own| own.as_float().or(own.as_integer().map(|n| n as f64)));
    float.unwrap_or_default() as f32
}

/// Three numbers of a table; 0 if they are not there.
fn vector(table: &Table, key: &str) -> Vector {
    let own = table.get(key).and_then(|own| own.as_array());
    let at = |n: usize| {
        let value = own.and_then(|own| own.get(n));
        let float = value.and_then(|own| own.as_float().or(own.as_integer().map(|n| n as f64)));
        float.unwrap_or_default() as f32
    };
    Vector::new(at(0), at(1), at(2))
}

fn three(own: Vector) -> [Json; 3] {
    [own.x, own.y, own.z].map(short)
}

/// Five digits: single precision has little more.
fn short(own: f32) -> Json {
    let text = format!("{own:.4e}");
    json!(text.parse::<f64>().unwrap_or_default())
}
