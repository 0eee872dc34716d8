//! From one document to another: what the player must be told.
//!
//! Every edit, undo and redo goes through here, so that what plays always is what is shown.

use crate::connection;
use crate::document::{Document, Instance, Matter};
use crate::order::{Order, WireValue};
use crate::state::State;
use std::sync::Arc;
use urto::param::{Kind, ParamId, Spec, Update, Value, leaves};

/// What leads from one document to the other.
pub(crate) fn orders(from: &Document, to: &Document) -> Vec<Order> {
    let mut all = Vec::new();
    if from.quality != to.quality {
        let quality = to.quality;
        all.push(Order::Quality { quality });
    }
    if from.master != to.master {
        let decibels = to.master;
        all.push(Order::Master { decibels });
    }
    all.extend(connection::ended(from, to));
    for old in &from.instances {
        if !to.instances.iter().any(|new| new.slot == old.slot) {
            all.push(Order::Remove { slot: old.slot });
        }
    }
    for new in &to.instances {
        match from.instances.iter().find(|old| old.slot == new.slot) {
            Some(old) if Arc::ptr_eq(old, new) => {}
            Some(old) if old.id == new.id => changed(old, new, &mut all),
            _ => added(new, &mut all),
        }
    }
    all.extend(connection::begun(from, to));
    all
}

/// What builds a document from nothing, as a take starts.
pub(crate) fn start(document: &Document) -> Vec<Order> {
    let mut all = vec![
        Order::Clear,
        Order::Quality {
            quality: document.quality,
        },
        Order::Master {
            decibels: document.master,
        },
    ];
    document
        .instances
        .iter()
        .for_each(|own| added(own, &mut all));
    all.extend(connection::begun(&Document::default(), document));
    all
}

/// What leads from one state of an instance to another.
pub(crate) fn between(old: &Instance, new: &Instance) -> Vec<Order> {
    let mut all = Vec::new();
    changed(old, new, &mut all);
    all
}

fn added(new: &Instance, all: &mut Vec<Order>) {
    let slot = new.slot;
    all.push(Order::Gain {
        slot,
        decibels: new.gain,
    });
    all.push(Order::Pan { slot, pan: new.pan });
    all.push(Order::Channel {
        slot,
        channel: new.channel,
    });
    all.push(Order::Mute { slot, on: new.mute });
    all.push(Order::Solo { slot, on: new.solo });
    all.push(put(new));
}

/// The order that builds an instance.
pub(crate) fn put(new: &Instance) -> Order {
    match &new.matter {
        Matter::Sound(entry) => Order::Put {
            slot: new.slot,
            sound: entry.key.to_owned(),
            seed: new.seed,
            voices: new.voices,
            params: urto_file::write_params(&*new.values, Some(&*new.defaults())),
        },
        Matter::Scene(text) => Order::Scene {
            slot: new.slot,
            seed: new.seed,
            gain: gain_of(&new.values),
            text: text.to_string(),
        },
    }
}

fn gain_of(values: &State) -> f64 {
    let gain = values.table().find("gain").ok();
    let value = gain.and_then(|id| values.value(&id));
    match value {
        Some(Value::Number(gain)) => gain,
        _ => 1.0,
    }
}

fn changed(old: &Instance, new: &Instance, all: &mut Vec<Order>) {
    let slot = new.slot;
    if old.gain != new.gain {
        let decibels = new.gain;
        all.push(Order::Gain { slot, decibels });
    }
    if old.pan != new.pan {
        all.push(Order::Pan { slot, pan: new.pan });
    }
    if old.channel != new.channel {
        let channel = new.channel;
        all.push(Order::Channel { slot, channel });
    }
    if old.mute != new.mute {
        all.push(Order::Mute { slot, on: new.mute });
    }
    if old.solo != new.solo {
        all.push(Order::Solo { slot, on: new.solo });
    }
    let same = old.matter == new.matter && old.seed == new.seed && old.voices == new.voices;
    match live_changes(&old.values, &new.values) {
        Some(changes) if same => {
            all.extend(
                changes
                    .into_iter()
                    .map(|(key, value)| Order::Set { slot, key, value }),
            );
        }
        _ => all.push(put(new)),
    }
}

/// What differs, if all of it can be set while the sound plays.
fn live_changes(old: &State, new: &State) -> Option<Vec<(String, WireValue)>> {
    if old.table() != new.table() {
        return None;
    }
    let (before, after) = (leaves(&**old), leaves(&**new));
    if before.len() != after.len() {
        return None;
    }
    let mut changes = Vec::new();
    for ((id, spec), (other, _)) in after.iter().zip(&before) {
        if id != other {
            return None;
        }
        let value = new.value(id)?;
        if old.value(id).as_ref() != Some(&value) {
            changes.push(live_change(new, id, spec, value)?);
        }
    }
    Some(changes)
}

fn live_change(
    state: &State,
    id: &ParamId,
    spec: &Spec,
    value: Value,
) -> Option<(String, WireValue)> {
    if spec.update == Update::Rebuild {
        return None;
    }
    let key = state.table().key_of(id)?;
    match (spec.kind, value) {
        (Kind::Number(_), Value::Number(number)) => Some((key, WireValue::Number(number))),
        (Kind::Choice { options, .. }, Value::Choice(index)) => {
            let option = options.get(index)?;
            Some((key, WireValue::Option(option.key.to_owned())))
        }
        _ => None,
    }
}
