//! The page's side: questions and edits as text in, JSON out.
//!
//! A question is a word, sometimes with more behind it; `edit LINE` is one line of
//! [`urto_engine::Edit`]. What cannot be done is `{"error": "..."}` and changes nothing.

use crate::catalogue::catalogue;
use crate::instance;
use serde_json::{Map, Value as Json, json};
use std::sync::Arc;
use urto::sound::Quality;
use urto_engine::{Desk, Document, Edit, Instance, Order, Problem};
use urto_file::Preset;

/// A desk, and what the page has been told of it.
#[derive(Default)]
pub struct Host {
    desk: Desk,
    told: Option<Document>,
}

impl Host {
    /// Answers a question.
    pub fn ask(&mut self, asked: &str) -> String {
        let (word, rest) = asked.split_once(' ').unwrap_or((asked, ""));
        let answer = match word {
            "catalogue" => catalogue().map_err(Problem::from),
            "state" => {
                self.told = None;
                Ok(self.news(Vec::new()))
            }
            "edit" => self.edit(rest),
            "start" => Ok(json!({ "orders": lines(&self.desk.start_orders()) })),
            "take" => {
                let orders = self.desk.start_take();
                Ok(self.news(orders))
            }
            "preset" => self
                .desk
                .preset_text(rest)
                .map(|text| json!({ "text": text })),
            "theme" => self.theme(rest),
            _ => Err(Problem::new(format!("'{word}' cannot be asked"))),
        };
        let answer = answer.unwrap_or_else(|problem| json!({ "error": problem.to_string() }));
        answer.to_string()
    }

    fn edit(&mut self, line: &str) -> Result<Json, Problem> {
        let edit = Edit::parse(line)?;
        let orders = self.desk.apply(&edit)?;
        Ok(self.news(orders))
    }

    /// What the player must be told, and what is new for the page: instances that changed since
    /// it was told last, and everything that is small.
    fn news(&mut self, orders: Vec<Order>) -> Json {
        let now = self.desk.document();
        let (mut fresh, mut only) = (Map::new(), None);
        let mut values_only = self.told.is_some();
        for own in &now.instances {
            let before = self.told.as_ref().and_then(|told| known(told, own));
            if before.is_some_and(|before| Arc::ptr_eq(before, own)) {
                continue;
            }
            values_only &= before.is_some_and(|before| same_form(before, own));
            only = if fresh.is_empty() { Some(own.id) } else { None };
            fresh.insert(own.id.to_string(), instance::facts(own));
        }
        let ids: Vec<u32> = now.instances.iter().map(|own| own.id).collect();
        if let Some(told) = &self.told {
            let before: Vec<u32> = told.instances.iter().map(|own| own.id).collect();
            values_only &= before == ids && same_presets(told, now);
        }
        let presets: Vec<Json> = now
            .presets
            .iter()
            .map(|preset| preset_facts(preset))
            .collect();
        let answer = json!({
            "orders": lines(&orders),
            "what": if values_only { "values" } else { "structure" },
            "id": only,
            "fresh": fresh,
            "ids": ids,
            "lastId": self.desk.last_id(),
            "selected": self.desk.selected(),
            "userPresets": presets,
            "undoLabel": self.desk.undo_label(),
            "redoLabel": self.desk.redo_label(),
            "quality": match now.quality {
                Quality::Fast => "fast",
                Quality::Exact => "exact",
            },
            "recording": self.desk.is_recording(),
            "master": { "gain": now.master },
        });
        self.told = Some(now.clone());
        answer
    }

    /// An instance as a preset, and its locks, to make variations of.
    fn theme(&self, id: &str) -> Result<Json, Problem> {
        let found = id
            .parse()
            .ok()
            .and_then(|id| self.desk.document().instance(id));
        let own = found.ok_or_else(|| Problem::new(format!("there is no instance {id}")))?;
        let scene = || Problem::new("a scene has no variations");
        let entry = own.entry().ok_or_else(scene)?;
        let preset = Preset {
            name: own.preset.clone(),
            params: own.values.boxed(),
            sound: entry.key.to_owned(),
            about: None,
            tags: Vec::new(),
            seed: None,
            rate: None,
            seconds: None,
            version: None,
        };
        let locked: Vec<&String> = own.locks.iter().collect();
        Ok(json!({
            "text": urto_file::write_preset(&preset, true),
            "locked": locked,
            "name": own.name,
            "seconds": entry.seconds,
        }))
    }
}

fn known<'a>(told: &'a Document, own: &Instance) -> Option<&'a Arc<Instance>> {
    told.instances.iter().find(|other| other.id == own.id)
}

/// Whether two states of an instance differ only in what sliders and faders show.
fn same_form(a: &Instance, b: &Instance) -> bool {
    let names = |own: &Instance| own.corners.clone().map(|corner| corner.map(|c| c.name));
    a.name == b.name
        && a.matter == b.matter
        && a.preset == b.preset
        && a.seed == b.seed
        && a.voices == b.voices
        && a.structure == b.structure
        && a.locks == b.locks
        && a.side == b.side
        && names(a) == names(b)
}

fn same_presets(a: &Document, b: &Document) -> bool {
    let pairs = || a.presets.iter().zip(&b.presets);
    a.presets.len() == b.presets.len() && pairs().all(|(a, b)| Arc::ptr_eq(a, b))
}

fn preset_facts(preset: &Preset) -> Json {
    json!({
        "name": preset.name,
        "sound": preset.sound,
        "about": preset.about.as_deref().unwrap_or_default(),
        "tags": preset.tags,
    })
}

fn lines(orders: &[Order]) -> String {
    orders.iter().map(|order| format!("{order}\n")).collect()
}
