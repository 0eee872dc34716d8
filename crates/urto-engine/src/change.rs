//! What every edit does to a document.

use crate::connection::{self, Connection};
use crate::document::{Corner, Document, Instance, alike, fader};
use crate::edit::{CornerFrom, Edit};
use crate::morph::{morph, resonators};
use crate::state::State;
use crate::voices::MOST_VOICES;
use crate::{Problem, SLOTS, project};
use std::sync::Arc;
use urto::param::{Macro, Value, leaves, number_of, vary};
use urto::rng::Rng;
use urto::sound::Axis;
use urto_file::{MOST_CHANNELS, MOST_PAGE, Preset, ProjectScore};

/// Longest name of an instance or a preset \[characters\].
const LONGEST_NAME: usize = 200;

/// Changes a document.
pub(crate) fn change(
    document: &mut Document,
    edit: &Edit,
    last_id: &mut u32,
    notes: &mut Vec<String>,
) -> Result<(), Problem> {
    match edit {
        Edit::Add { name } => {
            let preset = document.find(name)?;
            let slot = document.free_slot(SLOTS)?;
            let new = Instance::of_preset(fresh(last_id), slot, &preset)?;
            document.instances.push(Arc::new(new));
        }
        Edit::AddScene { name, text } => {
            let slot = document.free_slot(SLOTS)?;
            let new = Instance::of_scene(fresh(last_id), slot, &checked(name)?, text)?;
            document.instances.push(Arc::new(new));
        }
        Edit::Rewrite { id, text } => document.change(*id)?.rewrite(text)?,
        Edit::Remove { id } => {
            document.change(*id)?;
            document.instances.retain(|own| own.id != *id);
            document.routes.retain(|own| !own.touches(*id));
            leave_score(document);
        }
        Edit::Duplicate { id } => {
            let slot = document.free_slot(SLOTS)?;
            let mut copy = document.change(*id)?.clone();
            copy.id = fresh(last_id);
            copy.slot = slot;
            let place = document.instances.iter().position(|own| own.id == *id);
            let place = place.map_or(document.instances.len(), |place| place + 1);
            let new = copy.id;
            document.instances.insert(place, Arc::new(copy));
            connection::duplicate(document, *id, new)?;
        }
        Edit::Rename { id, name } => document.change(*id)?.name = checked(name)?,
        Edit::Voices { id, count } => document.change(*id)?.voices = (*count).clamp(1, MOST_VOICES),
        Edit::Seed { id, seed } => document.change(*id)?.seed = *seed,
        Edit::Gain { id, decibels } => document.change(*id)?.gain = fader(*decibels),
        Edit::Pan { id, pan } => document.change(*id)?.pan = pan.clamp(-1.0, 1.0),
        Edit::Channel { id, channel } => {
            let last = document.channels - 1;
            if *channel > last {
                return Err(Problem::new(format!(
                    "there is no output {channel}; this project has 0 to {last}"
                )));
            }
            document.change(*id)?.channel = *channel;
        }
        Edit::Channels { count } => set_channels(document, *count)?,
        Edit::Mute { id, on } => document.change(*id)?.mute = *on,
        Edit::Solo { id, on } => document.change(*id)?.solo = *on,
        Edit::Master { decibels } => document.master = fader(*decibels),
        Edit::Route {
            source,
            id,
            key,
            amount,
            offset,
            measure,
        } => {
            let new = Connection {
                number: 0,
                source: source.clone(),
                id: *id,
                key: key.clone(),
                amount: *amount,
                offset: *offset,
                measure: *measure,
                kept: Vec::new(),
            };
            connection::connect(document, new)?;
        }
        Edit::RouteAmount {
            number,
            amount,
            offset,
        } => connection::change(document, *number, [*amount, *offset])?,
        Edit::Unroute { number } => connection::disconnect(document, *number)?,
        Edit::RenamePreset { from, to } => rename_preset(document, from, to)?,
        Edit::DeletePreset { name } => {
            let index = own_preset(document, name)?;
            document.presets.remove(index);
        }
        Edit::ImportPreset { file, text } => {
            let mut preset = urto_file::read_preset_kept(file, text.as_bytes())?;
            let unknown = preset.kept.iter().map(|kept| &kept.key);
            notes.extend(
                unknown.map(|key| format!("{file}: '{key}' is not known here; it is kept")),
            );
            let stem = file.rsplit('/').next().unwrap_or(file);
            let stem = stem.strip_suffix(".toml").unwrap_or(stem);
            let name = preset.name.unwrap_or_else(|| stem.to_owned());
            preset.name = Some(checked(&name)?);
            keep_preset(document, preset);
        }
        Edit::Store {
            id,
            name,
            about,
            tags,
        } => store(document, *id, name, about, tags)?,
        Edit::Recall { id, name } => recall(document, *id, name)?,
        Edit::Corner { id, corner, from } => set_corner(document, *id, *corner, from)?,
        Edit::Score { text } => {
            let score = text.as_deref().map(urto_file::read_score).transpose()?;
            document.score = score.map(Arc::new);
            if let Some(score) = &document.score {
                check_score(document, score)?;
            }
        }
        Edit::Keep { name, text: None } => {
            document.page.remove(name);
        }
        Edit::Keep {
            name,
            text: Some(text),
        } => {
            let full = document.page.len() >= MOST_PAGE && !document.page.contains_key(name);
            if full || !urto_file::is_page_text(name, text) {
                return Err(Problem::new(format!("'{name}' is too much to keep")));
            }
            document.page.insert(name.clone(), text.clone());
        }
        Edit::Open { file, text } => {
            notes.extend(project::open(document, file, text, last_id)?);
        }
        other => change_values(document, other)?,
    }
    Ok(())
}

/// A lane goes with its instance: whatever comes to its slot next is another thing.
fn leave_score(document: &mut Document) {
    let Some(score) = &mut document.score else {
        return;
    };
    let there = |slot: usize| document.instances.iter().any(|own| own.slot == slot);
    if score.lanes.iter().any(|lane| !there(lane.slot)) {
        Arc::make_mut(score).lanes.retain(|lane| there(lane.slot));
    }
}

/// Refuses lanes without an instance, and curves of what is no number that moves live.
fn check_score(document: &Document, score: &ProjectScore) -> Result<(), Problem> {
    for lane in &score.lanes {
        let own = document.instances.iter().find(|own| own.slot == lane.slot);
        let none = || Problem::new(format!("there is nothing in slot {} to play", lane.slot));
        let values = &own.ok_or_else(none)?.values;
        for curve in &lane.curves {
            if ["mix.gain", "mix.pan"].contains(&curve.key.as_str()) {
                continue;
            }
            let at = values.table().find(&curve.key)?;
            let live = |spec: &urto::param::Spec| spec.update != urto::param::Update::Rebuild;
            let spec = values.table().spec_of(&at).filter(|spec| live(spec));
            if spec.is_none() || number_of(&**values, &at).is_none() {
                return Err(Problem::new(format!(
                    "'{}' is no number that can move while it sounds",
                    curve.key
                )));
            }
        }
    }
    Ok(())
}

/// Another number of outputs, which stand in a ring.
fn set_channels(document: &mut Document, count: usize) -> Result<(), Problem> {
    if !(1..=MOST_CHANNELS).contains(&count) {
        return Err(Problem::new(format!(
            "a project has 1 to {MOST_CHANNELS} outputs, not {count}"
        )));
    }
    document.channels = count;
    for own in &mut document.instances {
        if own.channel >= count {
            Arc::make_mut(own).channel %= count;
        }
    }
    Ok(())
}

/// Edits of one instance's values.
fn change_values(document: &mut Document, edit: &Edit) -> Result<(), Problem> {
    match edit {
        Edit::Set { id, key, text } => {
            let own = document.change(*id)?;
            let mut fresh = own.values.clone();
            urto_file::assign_text(&mut *fresh, key, text)?;
            own.values = fresh;
        }
        Edit::Use { id, key, file } => {
            let own = document.change(*id)?;
            let mut fresh = own.values.clone();
            urto_file::assign_text(&mut *fresh, key, file)?;
            let at = fresh.table().find(key)?;
            if let Some((choice, option)) = urto_file::switch_of(&*fresh, &at) {
                let option = Value::Choice(option);
                fresh.assign(&choice, &option).map_err(Problem::new)?;
            }
            own.values = fresh;
        }
        Edit::Position { id, key, position } => {
            let values = &mut document.change(*id)?.values;
            let at = values.table().find(key)?;
            let not = || Problem::new(format!("'{key}' is not a number"));
            let (_, range) = number_of(&**values, &at).ok_or_else(not)?;
            let value = Value::Number(range.value_at(*position));
            values.assign(&at, &value).map_err(Problem::new)?;
        }
        Edit::Macro { id, key, position } => {
            let values = &mut document.change(*id)?.values;
            let none = || Problem::new(format!("there is no macro '{key}'"));
            let control = values.table().find_macro(key).ok_or_else(none)?;
            control.apply(&mut **values, position.clamp(0.0, Macro::FULL));
        }
        Edit::Aim { id, values } => {
            let own = document.change(*id)?;
            let mut fresh = own.values.clone();
            for (key, value) in values {
                let at = fresh.table().find(key)?;
                let value = Value::Number(*value);
                fresh.assign(&at, &value).map_err(Problem::new)?;
            }
            own.values = fresh;
        }
        Edit::Touch { id, values } => {
            let own = document.change(*id)?;
            let mut fresh = own.values.clone();
            let (mut gain, mut pan) = (own.gain, own.pan);
            for (key, value) in values {
                // Its strip in the mixer goes by the names that curves of the score know.
                match key.as_str() {
                    "mix.gain" => gain = fader(*value),
                    "mix.pan" => pan = value.clamp(-1.0, 1.0),
                    _ => {
                        let at = fresh.table().find(key)?;
                        let value = match fresh.value(&at) {
                            Some(Value::Choice(_)) => Value::Choice(value.max(0.0) as usize),
                            _ => Value::Number(*value),
                        };
                        fresh.assign(&at, &value).map_err(Problem::new)?;
                    }
                }
            }
            (own.values, own.gain, own.pan) = (fresh, gain, pan);
        }
        Edit::Reset { id, key } => reset(document.change(*id)?, key)?,
        Edit::Gesture { id, x, y } => {
            let own = document.change(*id)?;
            if let Some(entry) = own.entry() {
                touch(&mut own.values, entry.pad.x, *x);
                touch(&mut own.values, entry.pad.y, *y);
            }
        }
        Edit::Morph { id, x, y, .. } => morph(document.change(*id)?, [*x, *y]),
        Edit::Structure { id, on } => document.change(*id)?.structure = *on,
        Edit::Loosen { id, key, on } => {
            let own = document.change(*id)?;
            let all = resonators(own.values.table());
            if !all.contains(key) {
                return Err(Problem::new(format!(
                    "'{key}' is not one of what rings here ({})",
                    all.join(", ")
                )));
            }
            if *on {
                own.loose.insert(key.clone());
            } else {
                own.loose.remove(key);
            }
        }
        Edit::Compare { id, side } => {
            let own = document.change(*id)?;
            if (*side).min(1) != own.side {
                own.side = (*side).min(1);
                let other = own.other.take().unwrap_or_else(|| own.values.clone());
                own.other = Some(core::mem::replace(&mut own.values, other));
            }
        }
        Edit::Lock { id, key, on } => {
            let own = document.change(*id)?;
            own.values.table().find(key)?;
            if *on {
                own.locks.insert(key.clone());
            } else {
                own.locks.remove(key);
            }
        }
        Edit::Vary { id, amount, seed } => {
            let own = document.change(*id)?;
            let mut varied = own.values.clone();
            vary(&mut *varied, amount.clamp(0.0, 1.0), &mut Rng::new(*seed));
            for (at, _) in leaves(&*own.values) {
                let key = own.values.table().key_of(&at);
                let locked = key.is_some_and(|key| own.is_locked(&key));
                if let (true, Some(value)) = (locked, own.values.value(&at)) {
                    let _ = varied.assign(&at, &value);
                }
            }
            own.values = varied;
        }
        _ => {}
    }
    Ok(())
}

fn fresh(last_id: &mut u32) -> u32 {
    *last_id += 1;
    *last_id
}

/// A name that can be shown.
fn checked(name: &str) -> Result<String, Problem> {
    let name = name.trim();
    if name.is_empty() || name.chars().count() > LONGEST_NAME || name.contains(char::is_control) {
        return Err(Problem::new(format!(
            "a name has 1 to {LONGEST_NAME} characters, and none that cannot be seen"
        )));
    }
    Ok(name.to_owned())
}

/// Sets what one direction of a pad sets.
fn touch(values: &mut State, axis: Option<Axis>, place: Option<f64>) {
    let (Some(axis), Some(place)) = (axis, place) else {
        return;
    };
    let table = values.table();
    if let (Ok(id), Some(range)) = (table.find(axis.key), axis.range(table)) {
        let _ = values.assign(&id, &Value::Number(axis.value(&range, place)));
    }
}

/// A parameter, or all of a table or list, becomes what the preset has; what the sound has, if
/// there is no preset.
fn reset(own: &mut Instance, key: &str) -> Result<(), Problem> {
    let at = own.values.table().find(key)?;
    let defaults = own.defaults();
    let mut fresh = own.values.clone();
    // Lists come before their entries.
    for (id, _) in leaves(&*defaults) {
        let inside = id == at || id.within(&at).is_some();
        if let (true, Some(value)) = (inside, defaults.value(&id)) {
            fresh.assign(&id, &value).map_err(Problem::new)?;
        }
    }
    own.values = fresh;
    Ok(())
}

fn own_preset(document: &Document, name: &str) -> Result<usize, Problem> {
    let none = || Problem::new(format!("you have no preset '{name}'"));
    document.preset(name).ok_or_else(none)
}

/// Adds a preset, in place of one of that name.
fn keep_preset(document: &mut Document, preset: Preset) {
    let name = preset.name.clone().unwrap_or_default();
    let preset = Arc::new(preset);
    match document.preset(&name) {
        Some(index) => document.presets[index] = preset,
        None => document.presets.push(preset),
    }
}

fn rename_preset(document: &mut Document, from: &str, to: &str) -> Result<(), Problem> {
    let index = own_preset(document, from)?;
    let to = checked(to)?;
    if document.preset(&to).is_some_and(|other| other != index) {
        return Err(Problem::new(format!("you have a preset '{to}' already")));
    }
    let mut preset = document.presets[index].as_ref().clone();
    preset.name = Some(to);
    document.presets[index] = Arc::new(preset);
    Ok(())
}

fn store(
    document: &mut Document,
    id: u32,
    name: &str,
    about: &Option<String>,
    tags: &[String],
) -> Result<(), Problem> {
    let name = checked(name)?;
    let own = document.change(id)?;
    let scene = || Problem::new("a scene cannot be a preset; save the project instead");
    let entry = own.entry().ok_or_else(scene)?;
    own.preset = Some(name.clone());
    let preset = Preset {
        name: Some(name),
        about: about.clone(),
        tags: tags.to_vec(),
        seed: Some(own.seed),
        params: own.values.boxed(),
        ..Preset::plain(entry)
    };
    keep_preset(document, preset);
    Ok(())
}

fn recall(document: &mut Document, id: u32, name: &str) -> Result<(), Problem> {
    let preset = document.find(name)?;
    let own = document.change(id)?;
    if !alike(&*own.values, preset.params.as_ref()) {
        return Err(Problem::new(format!(
            "'{name}' is a preset of {}, another sound",
            preset.sound
        )));
    }
    own.values = State::of(preset.params.as_ref());
    own.seed = preset.seed.unwrap_or(own.seed);
    own.preset = preset.name;
    Ok(())
}

fn set_corner(
    document: &mut Document,
    id: u32,
    corner: usize,
    from: &CornerFrom,
) -> Result<(), Problem> {
    let preset = match from {
        CornerFrom::Preset(name) => Some(document.find(name)?),
        _ => None,
    };
    let own = document.change(id)?;
    let fresh = match (from, preset) {
        (CornerFrom::Now, _) => Some(Corner {
            name: own.name.clone(),
            values: own.values.clone(),
            kept: Vec::new(),
        }),
        (CornerFrom::Preset(name), Some(preset)) => {
            if !alike(&*own.values, preset.params.as_ref()) {
                return Err(Problem::new(format!(
                    "'{name}' is a preset of {}, another sound",
                    preset.sound
                )));
            }
            Some(Corner {
                name: preset.name.unwrap_or_else(|| name.clone()),
                values: State::of(preset.params.as_ref()),
                kept: Vec::new(),
            })
        }
        _ => None,
    };
    let none = || Problem::new("a square has corners 0 to 3");
    *own.corners.get_mut(corner).ok_or_else(none)? = fresh;
    Ok(())
}
