//! `contact-events/1`: contacts from elsewhere, a JSON object on each line, to be heard.
//!
//! The first line says what it is and how long a step is: `{"urto": "contact-events/1", "step":
//! 0.004}`. Each other line is where a body is (`{"time": 0.1, "body": "mug", "place": [x, y, z],
//! "turn": [w, x, y, z]}`) or a contact (`{"time": 0.1, "bodies": ["mug", "table"], "point": [x, y,
//! z], "normal": [x, y, z], "impulse": [x, y, z], "slip": [x, y, z], "speed": 0.3, "id": 7}`), in SI
//! units along the axes of the world. Times never fall. `docs/contact-scenes.md` tells more.

use crate::error::{FileError, hint};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use urto::closest;
use urto_multibody::Pose;
use urto_multibody::run::{Block, Entry, Frame, Run, Side};
use urto_multibody::scene::Scene;

/// Largest file that is read \[bytes\], longest time \[s\], and steps \[s\].
const LARGEST: usize = 1 << 30;
const LONGEST: f64 = 3600.0;
const STEPS: [f64; 2] = [1e-6, 0.1];

type Vector = [f64; 3];

/// Reads events as what happened in a scene; `file` is their name, for messages. The scene says what
/// the bodies are.
pub fn read_contact_events(file: &str, bytes: &[u8], scene: &Scene) -> Result<Run, FileError> {
    let wrong = |line: Option<usize>, why: String| FileError::new(file, line, "", why);
    if bytes.len() > LARGEST {
        return Err(wrong(
            None,
            "the file is larger than 1 GiB, the most that is read".into(),
        ));
    }
    let text =
        str::from_utf8(bytes).map_err(|_| wrong(None, "the file is not text in UTF-8".into()))?;
    let mut lines = text
        .lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty());
    let first = "the first line must be {\"urto\": \"contact-events/1\", \"step\": 0.004}";
    let Some((number, line)) = lines.next() else {
        return Err(wrong(None, format!("the file is empty; {first}")));
    };
    let head = Line::of(file, number, line)?;
    if head.own.get("urto").and_then(Value::as_str) != Some("contact-events/1") {
        return Err(head.fail(first));
    }
    head.only(&["urto", "step"])?;
    let step = head.number("step", STEPS)?;
    let mut own = Events {
        run: Run::new(step),
        block: Block::default(),
        scene,
        poses: (0..scene.bodies.len()).map(|n| start(scene, n)).collect(),
        centres: (0..scene.bodies.len()).map(|n| scene.centre(n)).collect(),
        tracks: BTreeMap::new(),
        pressed: BTreeMap::new(),
        at: 0,
    };
    own.frame();
    for (number, line) in lines {
        own.line(&Line::of(file, number, line)?)?;
    }
    own.let_go(u32::MAX);
    own.frame();
    let at = own.at;
    let Events { mut run, block, .. } = own;
    run.add(block);
    run.steps = at + 1;
    run.whole = true;
    Ok(run)
}

fn start(scene: &Scene, body: usize) -> Pose {
    let own = &scene.bodies[body];
    Pose {
        place: own.place,
        turn: own.turn,
    }
}

/// A line of the file.
struct Line<'a> {
    file: &'a str,
    number: usize,
    own: Map<String, Value>,
}

impl<'a> Line<'a> {
    fn of(file: &'a str, number: usize, line: &str) -> Result<Self, FileError> {
        let wrong = |why: String| FileError::new(file, Some(number + 1), "", why);
        match serde_json::from_str(line) {
            Ok(Value::Object(own)) => Ok(Self { file, number, own }),
            Ok(_) => Err(wrong("each line is an object in braces".into())),
            Err(error) => Err(wrong(format!("not valid JSON: {error}"))),
        }
    }

    fn fail(&self, why: impl ToString) -> FileError {
        FileError::new(self.file, Some(self.number + 1), "", why)
    }

    fn only(&self, allowed: &[&str]) -> Result<(), FileError> {
        match self.own.keys().find(|key| !allowed.contains(&key.as_str())) {
            None => Ok(()),
            Some(key) => {
                let near = closest(key, allowed.iter().copied()).map(str::to_owned);
                let allowed = allowed.join(", ");
                Err(self.fail(format!(
                    "unknown key '{key}'{} (allowed: {allowed})",
                    hint(&near)
                )))
            }
        }
    }

    fn number(&self, key: &str, [min, max]: [f64; 2]) -> Result<f64, FileError> {
        let Some(value) = self.own.get(key) else {
            return Err(self.fail(format!("'{key}' is missing")));
        };
        match value.as_f64() {
            Some(own) if (min..=max).contains(&own) => Ok(own),
            _ => Err(self.fail(format!(
                "'{key}' is {value}; it is a number from {min} to {max}"
            ))),
        }
    }

    fn row<const N: usize>(&self, key: &str, most: f64) -> Result<Option<[f64; N]>, FileError> {
        let Some(value) = self.own.get(key) else {
            return Ok(None);
        };
        let bad = || self.fail(format!("'{key}' is {N} numbers from -{most} to {most}"));
        let list = value
            .as_array()
            .filter(|own| own.len() == N)
            .ok_or_else(bad)?;
        let mut all = [0.0; N];
        for (to, own) in all.iter_mut().zip(list) {
            let own = own.as_f64().filter(|own| own.abs() <= most);
            *to = own.ok_or_else(bad)?;
        }
        Ok(Some(all))
    }

    fn need<const N: usize>(&self, key: &str, most: f64) -> Result<[f64; N], FileError> {
        let row = self.row(key, most)?;
        row.ok_or_else(|| self.fail(format!("'{key}' is missing")))
    }

    fn body(&self, scene: &Scene, value: &Value) -> Result<usize, FileError> {
        let Some(name) = value.as_str() else {
            return Err(self.fail("a body is told by its name in quotes"));
        };
        scene.find(name).ok_or_else(|| {
            let names = scene.bodies.iter().map(|own| own.name.as_str());
            let near = closest(name, names).map(str::to_owned);
            self.fail(format!("the scene has no body '{name}'{}", hint(&near)))
        })
    }
}

/// The run in the making.
struct Events<'a> {
    run: Run,
    block: Block,
    scene: &'a Scene,
    poses: Vec<Pose>,
    centres: Vec<Vector>,
    tracks: BTreeMap<([u32; 2], u64), u32>,
    /// Tracks that pressed in the last step, and what they did.
    pressed: BTreeMap<u32, Entry>,
    at: u32,
}

impl Events<'_> {
    fn line(&mut self, line: &Line) -> Result<(), FileError> {
        let time = line.number("time", [0.0, LONGEST])?;
        let at = (time / self.run.step).round() as u32;
        if at < self.at {
            return Err(line.fail("times must not fall from line to line"));
        }
        if at > self.at {
            self.frame();
            self.let_go(at);
            self.at = at;
        }
        if let Some(body) = line.own.get("body") {
            line.only(&["time", "body", "place", "turn"])?;
            let number = line.body(self.scene, body)?;
            let turn: [f64; 4] = line.row("turn", 1.001)?.unwrap_or([1.0, 0.0, 0.0, 0.0]);
            let long = turn.iter().map(|x| x * x).sum::<f64>().sqrt();
            if !(0.9..=1.1).contains(&long) {
                return Err(line.fail("the four numbers of 'turn' have the length 1"));
            }
            self.poses[number] = Pose {
                place: line.need("place", 1e4)?,
                turn: turn.map(|x| x / long),
            };
            return Ok(());
        }
        self.contact(line, at)
    }

    fn contact(&mut self, line: &Line, at: u32) -> Result<(), FileError> {
        line.only(&[
            "time", "bodies", "point", "normal", "impulse", "slip", "speed", "id",
        ])?;
        let bodies = line.own.get("bodies").and_then(Value::as_array);
        let Some([a, b]) = bodies.map(Vec::as_slice) else {
            return Err(line.fail("'bodies' names two: [\"mug\", \"table\"]"));
        };
        let [a, b] = [line.body(self.scene, a)?, line.body(self.scene, b)?];
        if a == b {
            return Err(line.fail("a body does not touch itself"));
        }
        let point: Vector = line.need("point", 1e4)?;
        let normal: Vector = line.need("normal", 1.001)?;
        let long = normal.iter().map(|x| x * x).sum::<f64>().sqrt();
        if !(0.9..=1.1).contains(&long) {
            return Err(line.fail("'normal' has the length 1"));
        }
        let impulse: Vector = line.need("impulse", 1e6)?;
        let slip: Vector = line.row("slip", 1e4)?.unwrap_or_default();
        let speed = match line.own.get("speed") {
            Some(_) => Some(line.number("speed", [0.0, 1e4])?),
            None => None,
        };
        let id = line.own.get("id").map_or(Some(0), Value::as_u64);
        let id = id.ok_or_else(|| line.fail("'id' is a whole number from 0"))?;
        let key = ([a as u32, b as u32], id);
        let fresh = self.tracks.len() as u32;
        let track = *self.tracks.entry(key).or_insert(fresh);
        if track == fresh {
            self.block.tracks.push((key.0, Side::Both));
        }
        let small = |own: Vector| own.map(|x| x as f32);
        let along: f64 = normal.iter().zip(impulse).map(|(n, p)| n * p).sum();
        // What begins without a word of its speed is a blow of what its bodies weigh.
        let before = self.pressed.get(&track).map(|own| own.at);
        if before == Some(at) {
            return Err(line.fail(
                "these bodies have such a contact at this time already; give each an 'id' of its own",
            ));
        }
        let begins = before.is_none();
        let speed = speed.unwrap_or(if begins {
            along.abs() * self.scene.yielding(a, b)
        } else {
            0.0
        });
        let entry = Entry {
            at,
            places: [self.own_place(a, point), self.own_place(b, point)].map(small),
            normal: small(normal.map(|x| x / long)),
            impulse: small(impulse),
            slip: small(slip),
            opening: -speed as f32,
            took: 0.0,
        };
        self.pressed.insert(track, entry);
        self.block.entries.push((track, entry));
        Ok(())
    }

    /// A place of the world from the centre of mass of a body, along its axes.
    fn own_place(&self, body: usize, point: Vector) -> Vector {
        let pose = self.poses[body];
        let away: Vector = core::array::from_fn(|n| point[n] - pose.place[n]);
        let own = urto_multibody::scene::turned_back(pose.turn, away);
        core::array::from_fn(|n| own[n] - self.centres[body][n])
    }

    /// What is not told again in the step to come pushes no more.
    fn let_go(&mut self, at: u32) {
        let gone = |own: &Entry| own.at.saturating_add(1) < at;
        for (track, own) in self.pressed.iter().filter(|(_, own)| gone(own)) {
            let none = Entry {
                at: own.at + 1,
                impulse: [0.0; 3],
                slip: [0.0; 3],
                opening: 0.0,
                ..*own
            };
            self.block.entries.push((*track, none));
        }
        self.pressed.retain(|_, own| !gone(own));
    }

    fn frame(&mut self) {
        let poses = (0..self.poses.len()).map(|n| {
            let pose = self.poses[n];
            let [x, y, z] = urto_multibody::scene::moved(&pose, self.centres[n]);
            let [w, i, j, k] = pose.turn;
            [x, y, z, w, i, j, k].map(|own| own as f32)
        });
        let frame = Frame {
            at: self.at,
            poses: poses.collect(),
        };
        if self
            .block
            .frames
            .last()
            .is_none_or(|last| last.at < frame.at)
        {
            self.block.frames.push(frame);
        }
    }
}

/// Writes a run as events, so that others can hear or look at it.
pub fn write_contact_events(scene: &Scene, run: &Run) -> String {
    let mut text = format!(
        "{}\n",
        json!({ "urto": "contact-events/1", "step": run.step })
    );
    let name = |n: u32| scene.bodies.get(n as usize).map(|own| own.name.as_str());
    let mut lines: Vec<(u32, u8, String)> = Vec::new();
    let exact = |own: &[f32]| own.iter().map(|x| f64::from(*x)).collect::<Vec<f64>>();
    for frame in &run.frames {
        let time = f64::from(frame.at) * run.step;
        for (n, own) in frame.poses.iter().enumerate() {
            let Some(body) = name(n as u32) else { continue };
            let pose = run.pose(n, time).unwrap_or_default();
            let place = urto_multibody::scene::moved(&pose, scene.centre(n).map(|x| -x));
            let line =
                json!({ "time": time, "body": body, "place": place, "turn": exact(&own[3..]) });
            lines.push((frame.at, 0, line.to_string()));
        }
    }
    for (id, track) in run.tracks.iter().enumerate() {
        let [Some(a), Some(b)] = track.bodies.map(name) else {
            continue;
        };
        // Each contact once: of those that both bodies hear, as the second does.
        let twice = |own: &urto_multibody::run::Track| {
            own.side == Side::Second && own.bodies == track.bodies
        };
        if track.side == Side::First && run.tracks.iter().any(twice) {
            continue;
        }
        for (n, entry) in track.entries.iter().enumerate() {
            if entry.impulse == [0.0; 3] {
                continue;
            }
            let until = track.entries.get(n + 1).map_or(run.steps, |next| next.at);
            // Whoever reads it knows no holding: each step is told.
            for at in entry.at..until.max(entry.at + 1) {
                let time = f64::from(at) * run.step;
                let body = track.bodies[1] as usize;
                let pose = run.pose(body, time).unwrap_or_default();
                let point = urto_multibody::scene::moved(&pose, entry.places[1].map(f64::from));
                let speed = if at == entry.at {
                    -entry.opening.min(0.0)
                } else {
                    0.0
                };
                let line = json!({
                    "time": time, "bodies": [a, b], "point": point, "normal": exact(&entry.normal),
                    "impulse": exact(&entry.impulse), "slip": exact(&entry.slip),
                    "speed": f64::from(speed), "id": id,
                });
                lines.push((at, 1, line.to_string()));
            }
        }
    }
    lines.sort_by_key(|own| (own.0, own.1));
    for (_, _, line) in lines {
        text += &line;
        text.push('\n');
    }
    text
}
