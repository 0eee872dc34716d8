//! Projects: what was played in the studio, rendered again.

use crate::cli::RenderArgs;
use crate::failure::Failure;
use urto::param::{ParamId, Params, Value};
use urto::scene::SceneParams;
use urto::sound::{Entry, Event, Expression, Signal, Sound, TapSignals, Taps};
use urto::{Health, Ledger, Rate};
use urto_engine::{Offline, Order, Take};
use urto_file::{Playing, Project, ProjectTake, Shelf};

/// A project of which nothing was recorded is struck once, and listened to this long \[s\].
const SCENE_SECONDS: f64 = 4.0;

/// Refuses what is said of single sounds.
pub fn check(asked: &RenderArgs) -> Result<(), Failure> {
    let given = [
        (!asked.param.is_empty(), "-p"),
        (asked.vary.is_some(), "--vary"),
        (asked.lufs.is_some(), "--lufs"),
        (asked.seed.is_some(), "--seed"),
    ];
    match given.iter().find(|(given, _)| *given) {
        Some((_, option)) => Err(Failure::usage(format!(
            "{option} is for a sound or a preset; a project is rendered as it was played"
        ))),
        None => Ok(()),
    }
}

fn entry(own: &Playing) -> Option<&'static Entry> {
    match own {
        Playing::Sound(key) => urto_file::catalogue().sound(key).ok(),
        Playing::Scene(_) => None,
    }
}

/// How long it lasts if nothing else is said \[s\].
pub fn natural_seconds(project: &Project) -> f64 {
    if let Some(take) = &project.take {
        return take.frames as f64 / take.rate;
    }
    if let Some(score) = &project.score {
        return score.seconds();
    }
    let all = project.instances.iter();
    let all = all.map(|own| entry(&own.playing).map_or(SCENE_SECONDS, |entry| entry.seconds));
    all.fold(1.0, f64::max)
}

/// Renders to another number of outputs: they stand in a ring, so that an instance beyond the last
/// one is heard again from the first on.
pub fn set_channels(project: &mut Project, channels: usize) {
    project.channels = channels;
    for own in &mut project.instances {
        own.channel %= channels;
    }
}

/// Fits the take to a rate and a length. A project without one gets one of its score or, if it has
/// none, one in which everything is played at once.
pub fn fit(project: &mut Project, rate: Rate, frames: u64) {
    let score = project.score.as_ref().filter(|_| project.take.is_none());
    if let Some(score) = score {
        let orders = urto_engine::lanes::orders(score, 0.0, score.length, rate);
        let line = |(at, order): &(u64, Order)| (*at, order.to_string());
        project.take = Some(ProjectTake {
            rate: rate.hertz(),
            frames,
            score: orders.iter().map(line).collect(),
            tracks: Vec::new(),
            kept: Vec::new(),
        });
        return;
    }
    let rate = rate.hertz();
    match &mut project.take {
        Some(take) => {
            if take.rate != rate {
                let scale = rate / take.rate;
                for (at, _) in &mut take.score {
                    *at = (*at as f64 * scale).round() as u64;
                }
                take.rate = rate;
            }
            take.frames = frames;
        }
        None => {
            let start = |own: &urto_file::ProjectInstance| {
                let order = Order::Trigger {
                    slot: own.slot,
                    strength: 1.0,
                    hold: entry(&own.playing).and_then(|entry| entry.release),
                    expression: Expression::default(),
                };
                (0, order.to_string())
            };
            project.take = Some(ProjectTake {
                rate,
                frames,
                score: project.instances.iter().map(start).collect(),
                tracks: Vec::new(),
                kept: Vec::new(),
            });
        }
    }
}

/// A project, ready to be rendered.
pub fn player(project: &Project, shelf: &Shelf) -> Result<Box<dyn Sound>, Failure> {
    let take = Take::of(project).map_err(Failure::other)?;
    let nothing = || Failure::other("this project has nothing to render");
    let take = take.ok_or_else(nothing)?;
    let offline = Offline::of(&take, shelf.clone());
    Ok(Box::new(Played {
        offline: offline.map_err(Failure::other)?,
        params: SceneParams::default(),
    }))
}

/// A score as the rest of the command takes sounds.
struct Played {
    offline: Offline,
    /// It has no parameters of its own; this stands for none.
    params: SceneParams,
}

impl Sound for Played {
    fn params(&self) -> &dyn Params {
        &self.params
    }
    fn prepare(&mut self, _: Rate, _: usize) {}
    fn reset(&mut self, _: u64) {}
    fn set(&mut self, _: &ParamId, _: &Value) {}
    fn event(&mut self, _: usize, _: Event) {}
    fn channels(&self) -> usize {
        self.offline.channels()
    }
    fn render_tapped(&mut self, _: &[Signal], outputs: &mut [&mut [f32]], _: &mut TapSignals) {
        self.offline.render(outputs);
    }
    fn taps(&self) -> Taps {
        Taps::default()
    }
    fn tail(&self) -> f64 {
        0.0
    }
    fn health(&self) -> Health {
        self.offline.health()
    }
    fn ledger(&self) -> Ledger {
        Ledger::default()
    }
    fn notes(&self) -> Vec<String> {
        self.offline.problems().to_vec()
    }
}
