//! Documents and takes to and from files.

use crate::document::{Corner, Document, Instance, Matter};
use crate::score::{Score, Track};
use crate::state::State;
use crate::{Order, Problem, connection, diff};
use std::sync::Arc;
use urto::Rate;
use urto::sound::Quality;
use urto_file::{
    Playing, Preset, Project, ProjectCorner, ProjectInstance, ProjectTake, ProjectTrack,
};

/// A take: where it started from, and what was played.
pub struct Take {
    /// The orders that build everything at its first frame.
    pub start: Vec<Order>,
    /// What was played.
    pub score: Score,
    /// Presets that the project brings, for transitions.
    pub presets: Vec<Preset>,
    /// Its length.
    pub frames: u64,
    /// Its sample rate.
    pub rate: Rate,
    /// How many outputs it is rendered to.
    pub channels: usize,
}

impl Take {
    /// Reads what a project's take says. Lines that are not understood are errors: what is
    /// rendered is what was played, or nothing.
    pub fn of(project: &Project) -> Result<Option<Self>, Problem> {
        let Some(take) = &project.take else {
            return Ok(None);
        };
        let mut document = Document::default();
        fill(&mut document, project, &mut 0)?;
        let order = |(at, line): &(u64, String)| {
            let order = Order::parse(line);
            let order = order.map_err(|why| Problem::new(format!("score, frame {at}: {why}")));
            Ok((*at, order?))
        };
        let events: Result<Vec<_>, Problem> = take.score.iter().map(order).collect();
        let track = |track: &ProjectTrack| Track {
            slot: track.slot,
            key: track.key.clone(),
            curve: track.curve.clone(),
        };
        Ok(Some(Self {
            start: diff::start(&document),
            presets: project.presets.clone(),
            score: Score {
                events: events?,
                tracks: take.tracks.iter().map(track).collect(),
            },
            frames: take.frames,
            rate: Rate::new(take.rate)?,
            channels: project.channels,
        }))
    }
}

/// A document as a project, with what was played from it, if anything.
pub(crate) fn project(document: &Document, take: Option<ProjectTake>) -> Project {
    Project {
        version: Some(env!("CARGO_PKG_VERSION").to_owned()),
        master: document.master,
        channels: document.channels,
        fast: document.quality == Quality::Fast,
        instances: document.instances.iter().map(|own| written(own)).collect(),
        routes: connection::written(document),
        presets: document
            .presets
            .iter()
            .map(|own| own.as_ref().clone())
            .collect(),
        take,
        score: document.score.as_deref().cloned(),
        page: document.page.clone().into_iter().collect(),
        resources: document.resources.clone(),
        kept: document.kept.clone(),
    }
}

/// A take for a project.
pub(crate) fn take(score: &Score, frames: u64, rate: Rate) -> ProjectTake {
    let track = |track: &Track| ProjectTrack {
        slot: track.slot,
        key: track.key.clone(),
        curve: track.curve.clone(),
        kept: Vec::new(),
    };
    let line = |(at, order): &(u64, Order)| (*at, order.to_string());
    ProjectTake {
        rate: rate.hertz(),
        frames,
        score: score.events.iter().map(line).collect(),
        tracks: score.tracks.iter().map(track).collect(),
        kept: Vec::new(),
    }
}

fn written(own: &Instance) -> ProjectInstance {
    let corner = |(place, corner): (usize, &Option<Corner>)| {
        let corner = corner.as_ref()?;
        Some(ProjectCorner {
            place,
            name: corner.name.clone(),
            params: corner.values.boxed(),
            kept: corner.kept.clone(),
        })
    };
    ProjectInstance {
        slot: own.slot,
        name: own.name.clone(),
        playing: match &own.matter {
            Matter::Sound(entry) => Playing::Sound(entry.key.to_owned()),
            Matter::Scene(text) => Playing::Scene(text.to_string()),
        },
        preset: own.preset.clone(),
        params: own.values.boxed(),
        seed: own.seed,
        voices: own.voices,
        gain: own.gain,
        pan: own.pan,
        channel: own.channel,
        mute: own.mute,
        solo: own.solo,
        corners: own.corners.iter().enumerate().filter_map(corner).collect(),
        morph: own.morph,
        structure: own.structure,
        loose: own.loose.iter().cloned().collect(),
        locks: own.locks.iter().cloned().collect(),
        other: own.other.as_ref().map(|other| other.boxed()),
        side: own.side,
        kept: own.kept.clone(),
    }
}

/// Takes the place of a document; tells what was not understood and is kept.
pub(crate) fn open(
    document: &mut Document,
    file: &str,
    text: &str,
    last_id: &mut u32,
) -> Result<Vec<String>, Problem> {
    let project = urto_file::read_project(file, text.as_bytes())?;
    let before = document.clone();
    fill(document, &project, last_id)?;
    // Quality belongs to the machine, not to the work; a take brings its own.
    document.quality = before.quality;
    // The user's presets stay; of two with one name the project's is taken.
    let mut presets = core::mem::take(&mut document.presets);
    let name = |preset: &Preset| urto_file::spoken(preset.name.as_deref().unwrap_or_default());
    let new: Vec<String> = presets.iter().map(|own| name(own)).collect();
    let kept = before.presets.into_iter();
    document.presets = kept.filter(|own| !new.contains(&name(own))).collect();
    document.presets.append(&mut presets);
    let unknown = project.unknown().into_iter();
    Ok(unknown
        .map(|key| format!("{file}: '{key}' is not known here; it is kept"))
        .collect())
}

fn fill(document: &mut Document, project: &Project, last_id: &mut u32) -> Result<(), Problem> {
    let mut instances = Vec::new();
    for own in &project.instances {
        *last_id += 1;
        instances.push(Arc::new(read(own, *last_id)?));
    }
    *document = Document {
        routes: connection::read(project, &instances),
        instances,
        presets: project.presets.iter().cloned().map(Arc::new).collect(),
        master: project.master,
        channels: project.channels,
        quality: match project.fast {
            true => Quality::Fast,
            false => Quality::Exact,
        },
        score: project.score.clone().map(Arc::new),
        page: project.page.iter().cloned().collect(),
        resources: project.resources.clone(),
        kept: project.kept.clone(),
    };
    Ok(())
}

fn read(own: &ProjectInstance, id: u32) -> Result<Instance, Problem> {
    let matter = match &own.playing {
        Playing::Sound(key) => Matter::Sound(urto_file::catalogue().sound(key)?),
        Playing::Scene(text) => Matter::Scene(text.as_str().into()),
    };
    let mut corners = [None, None, None, None];
    for corner in &own.corners {
        if let Some(place) = corners.get_mut(corner.place) {
            *place = Some(Corner {
                name: corner.name.clone(),
                values: State::of(corner.params.as_ref()),
                kept: corner.kept.clone(),
            });
        }
    }
    Ok(Instance {
        id,
        slot: own.slot,
        name: own.name.clone(),
        matter,
        preset: own.preset.clone(),
        values: State::of(own.params.as_ref()),
        seed: own.seed,
        voices: own.voices,
        gain: own.gain,
        pan: own.pan,
        channel: own.channel,
        mute: own.mute,
        solo: own.solo,
        corners,
        morph: own.morph,
        structure: own.structure,
        loose: own.loose.iter().cloned().collect(),
        locks: own.locks.iter().cloned().collect(),
        other: own.other.as_ref().map(|other| State::of(other.as_ref())),
        side: own.side,
        kept: own.kept.clone(),
    })
}
