//! The page's side: questions and edits as text in, JSON out.
//!
//! A question is a word, sometimes with more behind it; `edit LINE` is one line of
//! [`urto_engine::Edit`]. What cannot be done is `{"error": "..."}` and changes nothing.

use crate::catalogue::catalogue;
use crate::instance;
use crate::score;
use serde_json::{Map, Value as Json, json};
use std::sync::Arc;
use urto::Rate;
use urto::sound::Quality;
use urto_engine::{Desk, Document, Edit, Instance, Order, Problem};
use urto_file::Preset;

/// A desk, and what the page has been told of it.
#[derive(Default)]
pub struct Host {
    pub(crate) desk: Desk,
    told: Option<Document>,
    /// What is told each time, being small.
    small: Json,
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
            "project" => Ok(json!({ "text": self.desk.project_text() })),
            "import" => self.import(rest.as_bytes()),
            "forget" => self.forget(rest),
            "cut" => self.cut(rest),
            "theme" => self.theme(rest),
            "modes" => crate::modes::modes(self, rest),
            "scene" => self.scene(rest),
            "varied" => self.varied(rest),
            "parts" => score::parts(self.desk.document(), rest).map(|text| json!({ "text": text })),
            "whole" => score::whole(self.desk.document(), rest).map(|text| json!({ "text": text })),
            "back" => Ok(json!({ "orders": lines(&score::back(self.desk.document())) })),
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

    /// A take has ended: `FRAMES RATE`, then the score, one `FRAME ORDER` per line.
    fn cut(&mut self, told: &str) -> Result<Json, Problem> {
        let (facts, score) = told.split_once('\n').unwrap_or((told, ""));
        let wrong = || Problem::new("the take cannot be read");
        let (frames, rate) = facts.split_once(' ').ok_or_else(wrong)?;
        let rate = Rate::new(rate.parse().map_err(|_| wrong())?)?;
        let frames = frames.parse().map_err(|_| wrong())?;
        for line in score.lines() {
            let (frame, order) = line.split_once(' ').ok_or_else(wrong)?;
            let frame = frame.parse().map_err(|_| wrong())?;
            self.desk.note(frame, Order::parse(order)?);
        }
        let none = || Problem::new("nothing is being recorded");
        let text = self.desk.end_take(frames, rate).ok_or_else(none)?;
        Ok(json!({ "text": text, "news": self.news(Vec::new()) }))
    }

    /// What the player must be told, and what is new for the page: instances that changed since
    /// it was told last, the presets if they did, and everything that is small.
    pub(crate) fn news(&mut self, orders: Vec<Order>) -> Json {
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
        let known = |told: &Document| same_presets(told, now);
        let presets = (!self.told.as_ref().is_some_and(known)).then(|| {
            let presets = now.presets.iter();
            presets.map(|own| preset_facts(own)).collect::<Vec<_>>()
        });
        let same_score = |told: &Document| match (&told.score, &now.score) {
            (Some(a), Some(b)) => Arc::ptr_eq(a, b),
            (a, b) => a.is_none() && b.is_none(),
        };
        let score = (!self.told.as_ref().is_some_and(same_score)).then(|| {
            let facts = now.score.as_deref().map(score::facts);
            json!({ "is": facts })
        });
        values_only &= score.is_none();
        let small = json!({
            "page": now.page,
            "ids": ids,
            "lastId": self.desk.last_id(),
            "selected": self.desk.selected(),
            "undoLabel": self.desk.undo_label(),
            "redoLabel": self.desk.redo_label(),
            "quality": match now.quality {
                Quality::Fast => "fast",
                Quality::Exact => "exact",
            },
            "recording": self.desk.is_recording(),
            "master": { "gain": now.master },
            "files": self.files(),
        });
        let same = self.told.is_some() && self.small == small;
        let answer = json!({
            "orders": lines(&orders),
            "changed": !(same && fresh.is_empty() && presets.is_none() && score.is_none()),
            "what": if values_only { "values" } else { "structure" },
            "id": only,
            "fresh": fresh,
            "userPresets": presets,
            "score": score,
            "notes": self.desk.notes(),
            "small": small,
        });
        self.small = small;
        self.told = Some(now.clone());
        answer
    }

    /// What a variation (`ID AMOUNT SEED`) would come to; the document stays as it is.
    fn varied(&self, told: &str) -> Result<Json, Problem> {
        let Edit::Vary { id, amount, seed } = Edit::parse(&format!("vary {told}"))? else {
            return Err(Problem::new("this is no variation"));
        };
        let own = self.desk.varied(id, amount, seed)?;
        Ok(json!({ "values": instance::facts(&own)["values"] }))
    }

    /// The text of a scene.
    fn scene(&self, id: &str) -> Result<Json, Problem> {
        let found = id.parse().ok();
        let own = found.and_then(|id| self.desk.document().instance(id));
        let text = own.and_then(|own| own.scene());
        let none = || Problem::new(format!("there is no scene {id}"));
        Ok(json!({ "text": text.ok_or_else(none)? }))
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
            ..Preset::plain(entry)
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

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(host: &mut Host, question: &str) -> Json {
        serde_json::from_str(&host.ask(question)).unwrap()
    }

    /// A host with a wine glass, whose state was told.
    fn host() -> (Host, u64) {
        let mut host = Host::default();
        asked(&mut host, "state");
        let news = asked(&mut host, "edit add \"wine glass\"");
        let id = news["small"]["lastId"].as_u64().unwrap();
        (host, id)
    }

    #[test]
    fn an_edit_tells_what_changed_and_no_more() {
        let (mut host, id) = host();
        let other = asked(&mut host, "edit add rolling");
        assert_eq!(other["what"], "structure");
        assert_eq!(other["small"]["ids"].as_array().unwrap().len(), 2);
        assert_eq!(other["fresh"].as_object().unwrap().len(), 1);
        let key = "contact.stiffness";
        let moved = asked(&mut host, &format!("edit position {id} {key} 0.25"));
        assert_eq!(
            (&moved["what"], &moved["id"]),
            (&json!("values"), &json!(id))
        );
        let value = &moved["fresh"][id.to_string()]["values"][key];
        assert!((value["position"].as_f64().unwrap() - 0.25).abs() < 1e-9);
        assert!(
            moved["orders"]
                .as_str()
                .unwrap()
                .starts_with("set 0 contact.stiffness ")
        );
        let undone = asked(&mut host, "edit undo");
        let value = &undone["fresh"][id.to_string()]["values"][key];
        assert!((value["position"].as_f64().unwrap() - 0.25).abs() > 1e-3);
        assert_eq!(undone["small"]["redoLabel"], "Change value");
        let named = asked(&mut host, &format!("edit rename {id} mine"));
        assert_eq!(named["what"], "structure");
        // After undoing, something is chosen again, whichever; the other one is then news.
        asked(
            &mut host,
            &format!("edit select {}", other["small"]["lastId"]),
        );
        // Nothing that was told before is told again.
        let chosen = asked(&mut host, &format!("edit select {id}"));
        assert!(chosen["fresh"].as_object().unwrap().is_empty());
        assert_eq!(chosen["small"]["selected"], id);
        assert_eq!(
            (&chosen["changed"], &chosen["userPresets"]),
            (&json!(true), &Json::Null)
        );
        let struck = asked(&mut host, &format!("edit trigger {id} 1.0"));
        assert_eq!(struck["changed"], false);
        assert_eq!(struck["orders"], "trigger 0 1.0 -\n");
    }

    #[test]
    fn what_cannot_be_done_is_an_error_and_changes_nothing() {
        let (mut host, id) = host();
        let before = asked(&mut host, "state");
        for wrong in [
            "",
            "nonsense",
            "edit",
            "edit nonsense",
            "edit add nothing-of-that-name",
            "edit remove 999",
            "edit set 1 nothing 3",
            "edit set 1 contact.stiffness NaN",
            "edit set 1 contact.stiffness inf",
            "edit position 1 contact.stiffness nan",
            "edit set 1 contact.stiffness \"3 apples\"",
            "import a.toml",
            "import a.toml\nurto = \"nonsense/1\"",
            "import a.toml\nurto = \"project/99\"",
            "import a.toml\nurto = \"preset/1\"\nsound = 3",
            "cut",
            "cut 1 48000\n",
            "cut 1 nan\n",
            "cut 1 48000\nx y",
            "theme 999",
            "preset no such preset",
            "\u{0}\u{7f}\u{2028}",
        ] {
            let answer = asked(&mut host, wrong);
            let message = answer["error"].as_str().unwrap_or_default();
            assert!(!message.is_empty(), "{wrong}: {answer}");
        }
        let after = asked(&mut host, "state");
        assert_eq!(
            before["fresh"][id.to_string()],
            after["fresh"][id.to_string()]
        );
        assert_eq!(before, after);
    }

    #[test]
    fn files_come_in_as_what_they_say_they_are() {
        let (mut host, id) = host();
        let stored = asked(&mut host, &format!("edit store {id} \"My glass\" - 0"));
        assert_eq!(stored["userPresets"][0]["name"], "My glass");
        let text = asked(&mut host, "preset My glass")["text"].clone();
        let text = text.as_str().unwrap().to_owned();
        asked(&mut host, "edit delete-preset \"My glass\"");
        let back = asked(&mut host, &format!("import dir/x.toml\n{text}"));
        assert_eq!(
            (&back["kind"], &back["title"]),
            (&json!("preset"), &json!("My glass"))
        );
        let project = asked(&mut host, "project")["text"].clone();
        let mut fresh = Host::default();
        let opened = asked(
            &mut fresh,
            &format!("import p.toml\n# mine\n{}", project.as_str().unwrap()),
        );
        assert_eq!(
            (&opened["kind"], &opened["title"]),
            (&json!("project"), &json!("p"))
        );
        assert_eq!(opened["news"]["userPresets"][0]["name"], "My glass");
        assert_eq!(opened["news"]["small"]["ids"].as_array().unwrap().len(), 1);
    }

    #[test]
    fn a_take_becomes_a_project_with_a_score() {
        let (mut host, _) = host();
        let begun = asked(&mut host, "take");
        assert_eq!(begun["small"]["recording"], true);
        assert!(begun["orders"].as_str().unwrap().starts_with("clear\n"));
        let score = "0 trigger 0 1.0 -\n4800 trigger 0 0.5 -\n";
        let cut = asked(&mut host, &format!("cut 48000 44100\n{score}"));
        assert_eq!(cut["news"]["small"]["recording"], false);
        let project = urto_file::read_project("take", cut["text"].as_str().unwrap().as_bytes());
        let take = project.unwrap().take.unwrap();
        assert_eq!(
            (take.frames, take.rate, take.score.len()),
            (48_000, 44_100.0, 2)
        );
    }

    #[test]
    fn a_variation_is_told_and_changes_nothing() {
        let (mut host, id) = host();
        let before = asked(&mut host, "project");
        let told = asked(&mut host, &format!("varied {id} 0.5 7"));
        assert_eq!(asked(&mut host, "project"), before);
        let done = asked(&mut host, &format!("edit vary {id} 0.5 7"));
        assert_eq!(done["fresh"][id.to_string()]["values"], told["values"]);
        assert!(asked(&mut host, "varied 99 0.5 7")["error"].is_string());
    }

    #[test]
    fn a_theme_is_a_preset_that_reads_back() {
        let (mut host, id) = host();
        asked(&mut host, &format!("edit lock {id} velocity on"));
        let theme = asked(&mut host, &format!("theme {id}"));
        assert_eq!(theme["locked"], json!(["velocity"]));
        let preset = urto_file::read_preset("theme", theme["text"].as_str().unwrap().as_bytes());
        assert_eq!(preset.unwrap().sound, "impact");
    }
}
