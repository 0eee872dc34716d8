//! A whole impact, stepped by one of the methods from before the touch to the release.
//!
//! As in the thesis, the velocity after the impact is that of the first sample at which the mass
//! no longer touches, without interpolation.

use super::closed::Release;
use super::method::{State, Stepper};
use super::{Approximation, Correction, Impact, Method};
use crate::StudyError;
use urto::Rate;
use urto::contact::{HuntCrossley, ImpactLaw, Scheme};
use urto::network::NetworkBuilder;
use urto::object::{Mass, MassParams, Point, Wall, WallParams};

/// What to simulate, and how.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Run {
    /// The impact.
    pub impact: Impact,
    /// How it is stepped.
    pub method: Method,
    /// Outside force towards the wall \[N\].
    pub outside: f64,
    /// Steps per second, oversampling included.
    pub rate: Rate,
    /// Time between the start and the touch \[steps\], 0 to 1.
    pub phase: f64,
    /// How closed forms mend it; for urto's own methods, not at all.
    pub correction: Correction,
    /// Largest error of the approximate output velocity that is taken \[%\].
    pub threshold: f64,
}

impl Run {
    /// A method as the thesis uses it: the first sample is the touch, nothing is mended.
    pub fn plain(impact: Impact, method: Method, rate: Rate) -> Self {
        Self {
            impact,
            method,
            outside: 0.0,
            rate,
            phase: 0.0,
            correction: Correction::None,
            threshold: 0.1,
        }
    }
}

/// A sample of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// Time since the start \[s\].
    pub time: f64,
    /// Compression \[m\]; negative away from the wall.
    pub x: f64,
    /// Velocity towards the wall \[m/s\].
    pub v: f64,
    /// Force of the wall \[N\], as the method has it.
    pub force: f64,
}

/// What became of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Course {
    /// Samples from the start to the release, thinned out where there are very many.
    pub samples: Vec<Sample>,
    /// Velocity at the first sample after the contact \[m/s\].
    pub v_out: Option<f64>,
    /// The same at the release itself: without what an outside force did since \[m/s\].
    pub v_release: Option<f64>,
    /// Time in contact, its ends interpolated between samples \[s\].
    pub contact_time: Option<f64>,
    /// Greatest compression at a sample \[m\].
    pub max_compression: f64,
    /// Error (1.28) of the compression against x(v), over the samples in contact \[%\].
    pub compression_error: f64,
    /// Error (1.29) of the energy against H(v), over the samples in contact, relative to the
    /// energy lost \[%\]; infinite without dissipation.
    pub hamiltonian_error: f64,
    /// The same with the first sample after the contact.
    pub hamiltonian_error_with_release: f64,
    /// Steps taken.
    pub steps: usize,
    /// Whether every number stayed finite.
    pub finite: bool,
    /// Whether the contact was softened because the rate cannot carry it (urto's own methods).
    pub softened: bool,
}

/// Most steps of one run: some seconds of work.
const MOST_STEPS: f64 = 1.5e7;
/// A mass that is pressed to the wall may stay there for good: N steps are enough to see it.
const PRESSED_STEPS: f64 = 2e6;
/// Samples kept, at most twice as many.
const KEPT: usize = 4000;

/// Runs an impact from before the touch to the release.
pub fn simulate(run: &Run) -> Result<Course, StudyError> {
    simulate_for(run, run.impact.contact_time())
}

/// The same where the contact is known to last about so long \[s\].
pub(super) fn simulate_for(run: &Run, lasts: f64) -> Result<Course, StudyError> {
    let expected = lasts * run.rate.hertz();
    if expected > MOST_STEPS {
        return Err(StudyError::Refused(format!(
            "the contact lasts {lasts:.3} s, {expected:.1e} steps at this rate and oversampling; \
             lower them (at most {MOST_STEPS:.0e} steps)"
        )));
    }
    // A method may hold on for longer, and an outside force for good: look ten contacts long.
    let patience = 10.0 * expected + 1000.0;
    let patience = patience.min((2.0 * expected).max(PRESSED_STEPS)) as usize;
    let mut watch = Watch::new(run, (expected as usize / KEPT).max(1));
    match run.method {
        Method::DgPhi => production(run, Scheme::Exact, patience, &mut watch)?,
        Method::DgA => production(run, Scheme::Cheap, patience, &mut watch)?,
        _ => thesis(run, patience, &mut watch),
    }
    Ok(watch.course)
}

/// Place and velocity `phase` steps before the touch, under the outside force alone.
fn start(run: &Run) -> (f64, f64) {
    let time = run.phase * run.rate.step();
    let faster = run.outside / run.impact.mass;
    let v = run.impact.velocity - faster * time;
    let x = -time * (run.impact.velocity - 0.5 * faster * time);
    (x, v)
}

fn thesis(run: &Run, patience: usize, watch: &mut Watch) {
    let impact = &run.impact;
    let mut stepper = Stepper::<f64>::new(impact, run.outside, run.rate.step());
    if run.correction == Correction::Bound && run.outside == 0.0 {
        stepper.most = Some(impact.max_compression());
    }
    let (x, v) = start(run);
    let mut state = State { x, v, force: 0.0 };
    let mut touched = x == 0.0;
    let output = output_velocity(run);
    // The closed form holds without an outside force only.
    let hybrid = run.correction.is_hybrid() && run.outside == 0.0;
    watch.see(state.x, state.v, state.force);
    for _ in 0..patience {
        state = stepper.take(run.method, state);
        // Forward Euler is still at its first speed after the first step, where the closed form
        // has no compression: there is nothing to mend it with.
        if hybrid && state.x > 0.0 && state.v < impact.velocity {
            state.x = impact.compression(state.v);
            state.force = impact.force(state.x, state.v);
        }
        touched |= state.x > 0.0;
        if touched && state.x <= 0.0 {
            let crossing = state;
            if let Some(v) = output {
                state = State {
                    x: 0.0,
                    v,
                    force: 0.0,
                };
            }
            watch.release(crossing.x, state.x, state.v);
            return;
        }
        if !(state.x.is_finite() && state.v.is_finite()) {
            watch.course.finite = false;
            return;
        }
        let force = match run.method {
            Method::Rk4 => impact.force(state.x, state.v),
            _ => state.force,
        };
        watch.see(state.x, state.v, force);
    }
}

/// The output velocity that a correction sets, if its error is small enough; under an outside
/// force, by zero finding.
fn output_velocity(run: &Run) -> Option<f64> {
    if !run.correction.sets_output() {
        return None;
    }
    if run.outside != 0.0 {
        return run.impact.pressed(run.outside).release.map(|(v, _)| v);
    }
    let approximation = Approximation::new(4);
    let u = run.impact.dissipation * run.impact.velocity;
    let near = u < 1e-3 || approximation.error(u).abs() <= run.threshold;
    near.then(|| approximation.rebound(run.impact.velocity, run.impact.dissipation))
}

/// The same by urto's own contact, the path that sounds take.
fn production(
    run: &Run,
    scheme: Scheme,
    patience: usize,
    watch: &mut Watch,
) -> Result<(), StudyError> {
    let impact = &run.impact;
    let (position, velocity) = start(run);
    let mut network = NetworkBuilder::new(run.rate);
    let mass = MassParams {
        mass: impact.mass,
        force: run.outside,
        position,
        velocity,
    };
    let body = network.add("mass", Box::new(Mass::new(&mass, &[], run.rate)?))?;
    network.add("wall", Box::new(Wall::new(&WallParams::default(), &[])?))?;
    let law = ImpactLaw {
        stiffness: impact.stiffness,
        exponent: impact.exponent,
        dissipation: impact.dissipation,
        scheme,
    };
    let law = Box::new(HuntCrossley::new(&law, run.rate)?);
    let hit = network.join("hit", law, ["mass", "wall"])?;
    let mut network = network.build(0);
    let mut touched = position == 0.0;
    watch.see(position, velocity, 0.0);
    for _ in 0..patience {
        network.step();
        let x = network.contact_state(hit).1;
        let v = network.look(body).velocity(Point(0));
        touched |= x > 0.0;
        watch.course.softened |= network.health().softened > 0;
        if touched && x <= 0.0 {
            watch.release(x, x, v);
            return Ok(());
        }
        watch.see(x, v, impact.force(x, v));
    }
    Ok(())
}

/// Follows a run and measures it.
struct Watch<'a> {
    run: &'a Run,
    release: Release,
    /// Greatest compression \[m\] and energy lost \[J\] in closed form.
    depth: f64,
    loss: f64,
    stride: usize,
    last: f64,
    onset: f64,
    /// Largest deviations from x(v) \[m\] and H(v) \[J\].
    astray: f64,
    off: f64,
    course: Course,
}

impl<'a> Watch<'a> {
    fn new(run: &'a Run, stride: usize) -> Self {
        Self {
            run,
            release: run.impact.release(),
            depth: run.impact.max_compression(),
            loss: run.impact.loss(),
            stride,
            last: 0.0,
            onset: 0.0,
            astray: 0.0,
            off: 0.0,
            course: Course {
                samples: Vec::new(),
                v_out: None,
                v_release: None,
                contact_time: None,
                max_compression: 0.0,
                compression_error: 0.0,
                hamiltonian_error: 0.0,
                hamiltonian_error_with_release: 0.0,
                steps: 0,
                finite: true,
                softened: false,
            },
        }
    }

    /// The next sample, before the release.
    fn see(&mut self, x: f64, v: f64, force: f64) {
        let course = &mut self.course;
        let impact = &self.run.impact;
        let step = self.run.rate.step();
        if course.steps.is_multiple_of(self.stride) {
            let time = course.steps as f64 * step;
            course.samples.push(Sample { time, x, v, force });
        }
        if self.last <= 0.0 && x > 0.0 && course.steps > 0 {
            self.onset = course.steps as f64 - 1.0 + self.last / (self.last - x);
        }
        course.max_compression = course.max_compression.max(x);
        if x > 0.0 {
            let held = impact.held_before(&self.release, v);
            self.astray = self.astray.max((x - impact.reach(held)).abs());
            // The kinetic part is the same in both.
            let off = (impact.potential(x) - impact.mass * held).abs();
            self.off = self.off.max(off);
        }
        self.last = x;
        course.steps += 1;
        self.tell();
    }

    /// The first sample after the contact: where it is by the steps, how far that is since the
    /// release, and its velocity.
    fn release(&mut self, x: f64, flown: f64, v: f64) {
        let step = self.run.rate.step();
        let time = self.course.steps as f64 * step;
        let end = self.course.steps as f64 - 1.0 + self.last / (self.last - x);
        let lasted = if self.last > x { end - self.onset } else { 0.0 };
        self.course.contact_time = Some(lasted * step);
        self.course.v_out = Some(v);
        // Since the release only the outside force has worked.
        let pushed = 2.0 * self.run.outside / self.run.impact.mass * flown;
        self.course.v_release = Some(match self.run.outside == 0.0 {
            true => v,
            false => v.signum() * (v * v - pushed).max(0.0).sqrt(),
        });
        self.course.samples.push(Sample {
            time,
            x,
            v,
            force: 0.0,
        });
        self.tell();
        let late = self.run.impact.mass * self.run.impact.held_before(&self.release, v);
        self.course.hamiltonian_error_with_release = 100.0 * self.off.max(late) / self.loss;
    }

    fn tell(&mut self) {
        self.course.compression_error = 100.0 * self.astray / self.depth;
        self.course.hamiltonian_error = 100.0 * self.off / self.loss;
    }
}
