//! What the page draws: bodies as triangles, where they are when, and where they press.

use urto_multibody::run::{OUTSIDE, Run};
use urto_multibody::scene::{Scene, drawn, moved};

/// Poses a second, if there is room: what a fast screen shows, twice over.
const RATE: f64 = 240.0;
/// Room for all poses \[numbers\]: 64 MB.
const ROOM: f64 = 16e6;
/// Numbers of a pose.
const POSE: usize = 7;
/// Pressing is told so often a second.
pub const PRESSES: f64 = 60.0;
/// The strongest that are told of each such time.
const STRONGEST: usize = 32;

/// How many times poses are told, and how many a second.
pub fn looks(scene: &Scene, run: &Run) -> (usize, f64) {
    let seconds = run.seconds().max(1e-3);
    let numbers = (POSE * scene.bodies.len().max(1)) as f64;
    let rate = RATE.min(ROOM / (numbers * seconds)).max(1.0 / seconds);
    ((seconds * rate).floor() as usize + 1, rate)
}

/// Of each look the poses of all bodies: place, and turn as w, x, y, z.
pub fn poses(scene: &Scene, run: &Run) -> Vec<f32> {
    let (count, rate) = looks(scene, run);
    let mut all = Vec::with_capacity(count * scene.bodies.len() * POSE);
    for look in 0..count {
        for body in 0..scene.bodies.len() {
            let pose = run.pose(body, look as f64 / rate).unwrap_or_default();
            all.extend(pose.place.map(|own| own as f32));
            all.extend(pose.turn.map(|own| own as f32));
        }
    }
    all
}

/// A body as bytes: three counts (corners, triangles, and whether normals and shades follow), then
/// places, normals, shades (one for each corner), and the corners of triangles.
pub fn shape(scene: &Scene, run: Option<&Run>, number: usize) -> Option<Vec<u8>> {
    let own = scene.bodies.get(number)?;
    let none = Run::default();
    let far = drawn::far(scene, run.unwrap_or(&none), number);
    let body = drawn::draw(&own.form, scene.centre(number), far);
    let has = u32::from(!body.normals.is_empty()) + 2 * u32::from(!body.shades.is_empty());
    let mut bytes = Vec::new();
    for count in [body.points.len() as u32, body.triangles.len() as u32, has] {
        bytes.extend(count.to_le_bytes());
    }
    let numbers = body.points.as_flattened().iter();
    let numbers = numbers.chain(body.normals.as_flattened());
    for number in numbers.copied().chain(body.shades.iter().map(|own| own[0])) {
        bytes.extend(number.to_le_bytes());
    }
    for corner in body.triangles.as_flattened() {
        bytes.extend(corner.to_le_bytes());
    }
    Some(bytes)
}

/// Where bodies press on each other: rows of a time (counted in [`PRESSES`] a second), a place in the
/// world and a mean force \[N\], in order of time, the strongest first.
pub fn presses(run: &Run) -> Vec<f32> {
    let bins = (run.seconds() * PRESSES).ceil().max(1.0) as usize;
    let in_a_bin = 1.0 / (PRESSES * run.step);
    let mut all: Vec<Vec<([f64; 3], f64)>> = vec![Vec::new(); bins];
    for track in &run.tracks {
        let side = usize::from(track.bodies[0] == OUTSIDE);
        let body = track.bodies[side] as usize;
        let mut last: Option<usize> = None;
        for (n, entry) in track.entries.iter().enumerate() {
            let [x, y, z] = entry.impulse.map(f64::from);
            let impulse = (x * x + y * y + z * z).sqrt();
            if impulse == 0.0 {
                continue;
            }
            let until = track.entries.get(n + 1).map_or(run.steps, |own| own.at);
            let first = (f64::from(entry.at) / in_a_bin) as usize;
            let end = (f64::from(until) / in_a_bin).ceil() as usize;
            let within = all.iter_mut().enumerate().take(end.min(bins)).skip(first);
            for (bin, told) in within {
                let [from, to] = [bin as f64, (bin + 1) as f64].map(|own| own * in_a_bin);
                let held = f64::from(until).min(to) - f64::from(entry.at).max(from);
                let force = impulse * held.max(0.0) * PRESSES;
                if last == Some(bin) {
                    if let Some(own) = told.last_mut() {
                        own.1 += force;
                    }
                    continue;
                }
                let time = f64::from(entry.at).max(from) * run.step;
                let Some(pose) = run.pose(body, time) else {
                    continue;
                };
                told.push((moved(&pose, entry.places[side].map(f64::from)), force));
                last = Some(bin);
            }
        }
    }
    let mut rows = Vec::new();
    for (bin, mut own) in all.into_iter().enumerate() {
        own.sort_by(|a, b| b.1.total_cmp(&a.1));
        for ([x, y, z], force) in own.into_iter().take(STRONGEST) {
            rows.extend([bin as f64, x, y, z, force].map(|own| own as f32));
        }
    }
    rows
}
