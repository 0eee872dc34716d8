//! The second pass: what the run of a scene sounds like to a listener.
//!
//! Hear:   blows ring what they strike by where they strike it; what lies on others is damped by
//!         them; small stiff things click; rough things hiss and rumble as they slide and roll.
//!         What rests is silent.
//! Law:    modes under the forces of contacts ([`bank`](self)), damped by contacts (equation 20 of
//!         the paper); each radiates by the multipoles of its body, or like an oscillating sphere of
//!         the body's volume; a free body is heard by its own acceleration too, as that sphere.
//! Step:   a force is a mean over each sample, so that no impulse is lost; modes take it exactly.
//!         Bodies are worked out one by one, on as many threads as one likes: the same bits on any
//!         number.
//! Limits: bodies do not shade each other, nor does the ground throw sound back; that is the
//!         business of spaces.
//! Refs:   Zheng & James 2011, section 5.

mod air;
mod bank;
mod body;
mod click;
mod force;
mod grain;
mod pulse;
mod vibration;

pub use pulse::{contact_time, stiffness_together};
pub use vibration::{Vibration, vibration};

use crate::run::Run;
use crate::scene::Scene;
use core::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Mutex;
use urto::Rate;
use urto::space::Space;

/// Density of the air \[kg/m³\].
pub(crate) const AIR: f64 = 1.2;

/// How a run is to be heard.
pub struct How<'a> {
    /// Samples a second.
    pub rate: Rate,
    /// How long it is listened to \[s\]; as long as the run and what rings on if none.
    pub seconds: Option<f64>,
    /// Makes the space, if the scene names one.
    pub space: Option<&'a (dyn Fn() -> Box<dyn Space> + Sync)>,
    /// Whether each body is put into a space of its own, in its direction: a head with two ears.
    pub each: bool,
    /// How many bodies are worked out at once.
    pub threads: usize,
    /// Called with the share that is done.
    pub progress: &'a (dyn Fn(f64) + Sync),
}

/// What a body did in the second pass.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BodyAccount {
    /// Modes that were heard.
    pub modes: usize,
    /// Blows, and what it took otherwise: entries of contacts that last.
    pub blows: usize,
    /// See `blows`.
    pub entries: usize,
    /// Loudest pressure where one listens \[Pa\].
    pub peak: f64,
    /// Work on its modes, what they lost, and what they hold at the end \[J\].
    pub injected: f64,
    /// See `injected`.
    pub dissipated: f64,
    /// See `injected`.
    pub stored: f64,
}

/// What is heard.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Heard {
    /// Pressure where one listens, or after the space \[Pa\].
    pub channels: Vec<Vec<f64>>,
    /// Of each body.
    pub bodies: Vec<BodyAccount>,
}

impl Heard {
    /// The loudest sample.
    pub fn peak(&self) -> f64 {
        let all = self.channels.iter().flatten();
        all.fold(0.0, |most: f64, own| most.max(own.abs()))
    }
}

/// Longest that ringing is waited for after the end of a run \[s\].
const LONGEST_TAIL: f64 = 10.0;

/// How long a run is listened to if nothing else is said \[s\].
pub fn natural_seconds(scene: &Scene, run: &Run) -> f64 {
    let decays = (0..scene.bodies.len()).map(|number| bank::longest_decay(scene, number));
    let tail: f64 = decays.fold(0.05, f64::max);
    run.seconds() + tail.min(0.5 * run.seconds()).min(LONGEST_TAIL)
}

/// Listens to a run.
pub fn listen(scene: &Scene, run: &Run, how: &How) -> Heard {
    let seconds = how.seconds.unwrap_or_else(|| natural_seconds(scene, run));
    let frames = ((seconds * how.rate.hertz()).round() as usize).max(1);
    let count = scene.bodies.len();
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let parts: Vec<Mutex<Option<body::Sounded>>> = (0..count).map(|_| Mutex::new(None)).collect();
    let work = || loop {
        let number = next.fetch_add(1, Ordering::Relaxed);
        if number >= count {
            break;
        }
        let sounded = body::sound(scene, run, number, frames, how);
        if let Ok(mut part) = parts[number].lock() {
            *part = Some(sounded);
        }
        let done = 1 + done.fetch_add(1, Ordering::Relaxed);
        (how.progress)(done as f64 / count.max(1) as f64);
    };
    std::thread::scope(|scope| {
        for _ in 1..how.threads.clamp(1, count.max(1)) {
            scope.spawn(work);
        }
        work();
    });
    let mut heard = Heard::default();
    // In the order of the scene, whoever was ready first.
    for part in parts {
        let own = part.into_inner().ok().flatten().unwrap_or_default();
        heard.bodies.push(own.account);
        for (n, channel) in own.channels.into_iter().enumerate() {
            match heard.channels.get_mut(n) {
                None => heard.channels.push(channel),
                Some(sum) => sum.iter_mut().zip(channel).for_each(|(to, own)| *to += own),
            }
        }
    }
    if heard.channels.is_empty() {
        let channels = if how.each { 2 } else { 1 };
        heard.channels = vec![vec![0.0; frames]; channels];
    }
    if let (Some(make), false) = (how.space, how.each) {
        air::through(make().as_mut(), how.rate, scene.seed, &mut heard.channels);
    }
    heard
}
