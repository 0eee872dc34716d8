//! The first pass: a scene in motion, and what happened kept.

use crate::record::Statistics;
use crate::run::{Recorder, Run, Summary};
use crate::scene::{Form, Scene, SceneError};
use crate::shaped::ShapedWorld;
use crate::spread::Spreader;
use crate::vector::{Vector, difference};
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
        let built = scene.build()?;
        let mut recorder = Recorder::new(scene.settings.step);
        recorder.frame(0, built.world.world());
        Ok(Self {
            recorder,
            spreader: Spreader::new(scene),
            total: u32::try_from(scene.steps()).unwrap_or(u32::MAX),
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

    /// Takes a step; tells whether there was one left.
    pub fn step(&mut self) -> bool {
        if self.steps >= self.total {
            return false;
        }
        self.strike();
        self.world.step();
        let world = self.world.world();
        let told = self.spreader.spread(world);
        self.recorder.look(self.steps, world, &told);
        self.steps += 1;
        true
    }

    /// The blows that fall into the coming step.
    fn strike(&mut self) {
        let h = self.scene.settings.step;
        let now = f64::from(self.steps) * h;
        for blow in &self.scene.blows {
            if !(now..now + h).contains(&blow.time) {
                continue;
            }
            let own = &self.scene.bodies[blow.body];
            let place = difference(blow.place, self.centres[blow.body]);
            let surface = match &own.form {
                Form::Mesh(mesh) => match mesh.surface().find(SurfacePlace::Nearest(blow.place)) {
                    Some(found) => match found.within() {
                        SurfacePlace::Within { triangle, shares } => Some((triangle, shares)),
                        _ => None,
                    },
                    None => None,
                },
                _ => None,
            };
            // The scene was checked: it has this body, and figures within bounds.
            if self
                .world
                .world_mut()
                .strike(blow.body, place, surface, blow.impulse)
                .is_ok()
            {
                self.recorder
                    .blow(self.steps, blow.body, place, blow.impulse, blow.duration);
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
        run.whole = true;
        run
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
