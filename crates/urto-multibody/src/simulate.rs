//! The first pass: a scene in motion, and what happened kept.

use crate::contact::Contact;
use crate::record::Statistics;
use crate::run::{Recorder, Run, Summary};
use crate::scene::{Blow, Form, Scene, SceneError};
use crate::shaped::ShapedWorld;
use crate::spread::Spreader;
use crate::vector::{Vector, difference, scaled};
use crate::world::World;
use std::sync::Arc;
use urto::object::SurfacePlace;

/// A scene in motion.
pub struct Simulation {
    world: ShapedWorld,
    recorder: Recorder,
    spreader: Spreader,
    scene: Arc<Scene>,
    centres: Vec<Vector>,
    remarks: Vec<String>,
    steps: u32,
    total: u32,
}

impl Simulation {
    /// Ready for the first step.
    pub fn new(scene: &Arc<Scene>) -> Result<Self, SceneError> {
        let mut built = scene.build()?;
        if scene.settings.pace.is_some() {
            for blow in &scene.blows {
                let (place, surface) = struck(scene, blow, built.centres[blow.body]);
                let world = built.world.world_mut();
                // The scene was checked: it has this body, and figures within bounds.
                let _ = world.strike_at(blow.time, blow.body, place, surface, blow.impulse);
            }
        }
        let long = u64::from(scene.settings.longest());
        let total = scene.steps().next_multiple_of(long);
        let mut recorder = Recorder::new(scene.settings.step);
        recorder.frame(0, built.world.world());
        Ok(Self {
            recorder,
            spreader: Spreader::new(scene),
            total: u32::try_from(total).unwrap_or(u32::MAX),
            world: built.world,
            centres: built.centres,
            remarks: built.remarks,
            scene: Arc::clone(scene),
            steps: 0,
        })
    }

    /// What is odd about the scene, and may be meant.
    pub fn remarks(&self) -> &[String] {
        &self.remarks
    }

    /// Steps taken, and to be taken in all.
    pub fn progress(&self) -> (u32, u32) {
        (self.steps, self.total)
    }

    /// The bodies in motion.
    pub fn world(&self) -> &World {
        self.world.world()
    }

    /// What all steps had to do.
    pub fn statistics(&self) -> &Statistics {
        self.world().statistics()
    }

    /// Takes a step, or, where groups take longer ones, the longest; tells whether there was one left.
    pub fn step(&mut self) -> bool {
        if self.steps >= self.total {
            return false;
        }
        let before = self.steps;
        self.strike();
        self.world.step();
        self.steps += self.scene.settings.longest();
        self.spreader.begin();
        if self.scene.settings.pace.is_some() {
            self.keep_paced(before);
        } else {
            let world = self.world.world();
            let told = self.spreader.spread(world, world.contacts());
            self.recorder.look(before, &told);
        }
        let world = self.world.world();
        // Bodies are now where the next step finds them.
        self.recorder.frame_since(before, self.steps, world);
        true
    }

    /// Keeps the contacts of a longest step, in each base step in which one begins or ends; in the
    /// others they go on as they are.
    fn keep_paced(&mut self, from: u32) {
        let world = self.world.world();
        let h = self.scene.settings.step;
        let begin = f64::from(from) * h;
        let count = |seconds: f64| (seconds / h).round() as u32;
        let span = |own: &Contact| {
            let first = count(own.time - begin);
            first..first + count(own.step)
        };
        let spans: Vec<_> = world.contacts().iter().map(span).collect();
        for step in 0..self.steps - from {
            if step > 0 && !(spans.iter()).any(|own| own.start == step || own.end == step) {
                continue;
            }
            let all = world.contacts().iter().zip(&spans);
            let now = all.filter(|(_, span)| span.contains(&step));
            let contacts: Vec<Contact> = now
                .map(|(own, _)| Contact {
                    impulse: scaled(own.impulse, h / own.step),
                    ..*own
                })
                .collect();
            let told = self.spreader.spread(world, &contacts);
            self.recorder.look(from + step, &told);
        }
    }

    /// The blows that fall into the coming step, or the longest one.
    fn strike(&mut self) {
        let h = self.scene.settings.step;
        let paced = self.scene.settings.pace.is_some();
        let until = self.steps + self.scene.settings.longest();
        let now = f64::from(self.steps) * h;
        for blow in &self.scene.blows {
            if !(now..f64::from(until) * h).contains(&blow.time) {
                continue;
            }
            let (place, surface) = struck(&self.scene, blow, self.centres[blow.body]);
            let world = self.world.world_mut();
            // A paced world strikes by itself. The scene was checked: it has this body, and figures
            // within bounds.
            if paced
                || world
                    .strike(blow.body, place, surface, blow.impulse)
                    .is_ok()
            {
                let at = self.steps + ((blow.time - now) / h) as u32;
                self.recorder
                    .blow(at, blow.body, place, blow.impulse, blow.duration);
            }
        }
    }

    /// What was kept since it was last taken.
    pub fn take(&mut self) -> crate::run::Block {
        self.recorder.take()
    }

    /// What the steps took so far.
    pub fn summary(&self) -> Summary {
        Summary::of(self.world.world())
    }

    /// Goes to the end, and gives what happened. `every` is called about a hundred times, with the
    /// share that is done.
    pub fn finish(mut self, mut every: impl FnMut(f64)) -> Run {
        let mut run = Run::new(self.scene.settings.step);
        let part = (self.total / 100).max(1);
        while self.step() {
            if self.steps.is_multiple_of(part) {
                run.add(self.take());
                every(f64::from(self.steps) / f64::from(self.total.max(1)));
            }
        }
        let end = self.steps;
        self.recorder.frame(end, self.world.world());
        run.add(self.take());
        run.steps = end;
        run.summary = self.summary();
        run.end = self.end();
        run.whole = true;
        run
    }

    /// How bodies are now, with which another scene can [begin](crate::scene::Beginning).
    pub fn end(&self) -> Vec<u8> {
        self.world().save()
    }

    /// Length of a step \[s\].
    pub fn step_length(&self) -> f64 {
        self.scene.settings.step
    }

    /// All that is needed to go on from here, if what was kept was taken.
    pub fn save(&self) -> Vec<u8> {
        let mut bytes = self.steps.to_le_bytes().to_vec();
        self.recorder.write(&mut bytes);
        self.spreader.write(&mut bytes);
        bytes.extend(self.world.save());
        bytes
    }

    /// Goes on from where it was saved; `run` is what was kept until then. If it cannot, it says
    /// `false`, and is of no use any more.
    pub fn load(&mut self, state: &[u8], run: &Run) -> bool {
        let Some((steps, rest)) = state.split_first_chunk() else {
            return false;
        };
        let steps = u32::from_le_bytes(*steps);
        let rest = self.recorder.read(rest, run);
        let Some(rest) = rest.and_then(|rest| self.spreader.read(rest)) else {
            return false;
        };
        self.steps = steps;
        steps <= self.total && self.world.load(rest).is_ok()
    }

    /// Keeps where bodies are at the end.
    pub fn last_frame(&mut self) {
        self.recorder.frame(self.steps, self.world.world());
    }
}

/// Where a blow falls: from the centre of mass, and on the surface of what bends.
fn struck(scene: &Scene, blow: &Blow, centre: Vector) -> (Vector, Option<(usize, [f64; 3])>) {
    let place = difference(blow.place, centre);
    let Form::Mesh(mesh) = &scene.bodies[blow.body].form else {
        return (place, None);
    };
    let found = mesh.surface().find(SurfacePlace::Nearest(blow.place));
    let surface = match found.map(|own| own.within()) {
        Some(SurfacePlace::Within { triangle, shares }) => Some((triangle, shares)),
        _ => None,
    };
    (place, surface)
}
