//! The control side: a document, edits that change it, and what the player is told of them.

use crate::change::change;
use crate::diff;
use crate::document::{Document, Instance};
use crate::edit::Edit;
use crate::files::Files;
use crate::history::History;
use crate::order::Order;
use crate::score::Score;
use crate::{PREVIEW, Problem, project};
use urto::Rate;
use urto::sound::Expression;
use urto_file::Shelf;

/// Holds the document. Every [`Edit`] changes it and gives the orders that make the player follow;
/// an edit that cannot be done changes nothing and says why.
#[derive(Default)]
pub struct Desk {
    document: Document,
    history: History,
    selected: Option<u32>,
    last_id: u32,
    /// The document at the start of the running take, and what was played since.
    take: Option<(Document, Score)>,
    /// What is worth saying about the last edit.
    notes: Vec<String>,
    /// Files that parameters may name.
    files: Files,
}

impl Desk {
    /// An empty desk.
    pub fn new() -> Self {
        Self::default()
    }

    /// What is edited.
    pub fn document(&self) -> &Document {
        &self.document
    }

    /// The instance that is looked at.
    pub fn selected(&self) -> Option<u32> {
        self.selected
    }

    /// The number that the last instance got.
    pub fn last_id(&self) -> u32 {
        self.last_id
    }

    /// What would be undone, if anything.
    pub fn undo_label(&self) -> Option<&'static str> {
        self.history.undo_label()
    }

    /// What would be done again, if anything.
    pub fn redo_label(&self) -> Option<&'static str> {
        self.history.redo_label()
    }

    /// Does what the user asks for; gives what the player must be told.
    pub fn apply(&mut self, edit: &Edit) -> Result<Vec<Order>, Problem> {
        match edit {
            Edit::Undo => return Ok(self.undo()),
            Edit::Redo => return Ok(self.redo()),
            Edit::Settle => {
                self.history.settle();
                return Ok(Vec::new());
            }
            Edit::Select { id } => {
                if let Some(id) = id {
                    self.existing(*id)?;
                }
                self.selected = *id;
                return Ok(Vec::new());
            }
            Edit::Audition { name } => return self.audition(name),
            Edit::Trigger {
                id,
                strength,
                expression,
            } => {
                let slot = self.existing(*id)?.slot;
                return Ok(vec![Order::Trigger {
                    slot,
                    strength: *strength,
                    hold: None,
                    expression: *expression,
                }]);
            }
            Edit::Release { id } => {
                let slot = self.existing(*id)?.slot;
                self.history.settle();
                return Ok(vec![Order::Release { slot }]);
            }
            Edit::Stop => return Ok(vec![Order::Stop]),
            Edit::Quality { quality } => {
                self.document.quality = *quality;
                let quality = *quality;
                return Ok(vec![Order::Quality { quality }]);
            }
            _ => {}
        }
        let mut after = self.document.clone();
        let (mut last_id, mut notes) = (self.last_id, Vec::new());
        change(&mut after, edit, &mut last_id, &mut notes)?;
        self.files.check(&self.document, &after)?;
        self.notes = notes;
        let orders = diff::orders(&self.document, &after);
        let before = core::mem::replace(&mut self.document, after.clone());
        self.last_id = last_id;
        self.keep_selection(&before);
        // What an empty desk is filled with at first is where one starts, not a step.
        let starts = matches!(edit, Edit::Open { .. }) && before.instances.is_empty();
        if !(starts && self.history.is_empty()) {
            self.history.push(edit.label(), edit.group(), before, after);
        }
        if matches!(edit, Edit::Morph { settled: true, .. }) {
            self.history.settle();
        }
        Ok(orders)
    }

    /// What an instance would be after a variation; nothing changes.
    pub fn varied(&self, id: u32, amount: f64, seed: u64) -> Result<Instance, Problem> {
        let mut after = self.document.clone();
        let edit = Edit::Vary { id, amount, seed };
        change(&mut after, &edit, &mut { self.last_id }, &mut Vec::new())?;
        after.existing(id).cloned()
    }

    fn existing(&self, id: u32) -> Result<&Instance, Problem> {
        self.document.existing(id)
    }

    fn undo(&mut self) -> Vec<Order> {
        match self.history.undo() {
            Some(before) => self.go_to(before),
            None => Vec::new(),
        }
    }

    fn redo(&mut self) -> Vec<Order> {
        match self.history.redo() {
            Some(after) => self.go_to(after),
            None => Vec::new(),
        }
    }

    fn go_to(&mut self, mut document: Document) -> Vec<Order> {
        // Quality belongs to the machine, not to the work.
        document.quality = self.document.quality;
        let orders = diff::orders(&self.document, &document);
        let before = core::mem::replace(&mut self.document, document);
        self.keep_selection(&before);
        orders
    }

    /// Looks at an instance that is there: the one it was, or else the one that took its place,
    /// counted from where it stood before.
    fn keep_selection(&mut self, before: &Document) {
        let place = |document: &Document, id: u32| {
            let mut all = document.instances.iter();
            all.position(|own| own.id == id)
        };
        let now = &self.document.instances;
        let there = self
            .selected
            .filter(|id| place(&self.document, *id).is_some());
        let stood = self.selected.and_then(|id| place(before, id)).unwrap_or(0);
        let nearest = now.get(stood).or(now.last()).map(|own| own.id);
        self.selected = there.or(nearest);
    }

    fn audition(&self, name: &str) -> Result<Vec<Order>, Problem> {
        let preset = self.document.find(name)?.demonstrated();
        let instance = Instance::of_preset(0, PREVIEW, &preset)?;
        self.files.check_instance(&instance)?;
        let hold = instance.entry().and_then(|entry| entry.release);
        Ok(vec![
            diff::put(&instance),
            Order::Trigger {
                slot: PREVIEW,
                strength: 1.0,
                hold,
                expression: Expression::default(),
            },
        ])
    }

    /// What builds everything from nothing, as a player that has just started needs it.
    pub fn start_orders(&self) -> Vec<Order> {
        diff::start(&self.document)
    }

    /// A take starts: gives what the player must be told, all at one frame, which is the take's
    /// first. From there on every sample follows from these orders and the later ones.
    pub fn start_take(&mut self) -> Vec<Order> {
        self.take = Some((self.document.clone(), Score::default()));
        self.start_orders()
    }

    /// Whether a take runs.
    pub fn is_recording(&self) -> bool {
        self.take.is_some()
    }

    /// The player has followed an order, N frames after the take's first.
    pub fn note(&mut self, frame: u64, order: Order) {
        if let Some((_, score)) = &mut self.take {
            score.events.push((frame, order));
        }
    }

    /// The take is over after N frames: gives its project, from which it can be rendered
    /// again; nothing if none ran.
    pub fn end_take(&mut self, frames: u64, rate: Rate) -> Option<String> {
        let (document, score) = self.take.take()?;
        let take = project::take(&score, frames, rate);
        let mut project = project::project(&document, Some(take));
        self.files.note(&document, &mut project);
        Some(urto_file::write_project(&project))
    }

    /// The document as a project's file.
    pub fn project_text(&self) -> String {
        let mut project = project::project(&self.document, None);
        self.files.note(&self.document, &mut project);
        urto_file::write_project(&project)
    }

    /// The document and every file that it names, as one [pack](urto_file::write_pack).
    pub fn pack(&self) -> Vec<u8> {
        self.files.pack(&self.document, self.project_text())
    }

    /// The files that parameters may name, besides those that come with urto.
    pub fn shelf(&self) -> &Shelf {
        self.files.shelf()
    }

    /// Has these files instead of all others; what the document names should be among them.
    pub fn set_shelf(&mut self, shelf: Shelf) {
        self.files = Files::new(shelf);
    }

    /// Takes in a file that parameters may name from now on, in the place of one of that name;
    /// gives what the player must be told where it is in play. What is no body is refused in one
    /// sentence.
    pub fn shelve(&mut self, name: &str, bytes: &[u8]) -> Result<Vec<Order>, Problem> {
        if !self.files.put(name, bytes)? {
            return Ok(Vec::new());
        }
        let named = |own: &&std::sync::Arc<Instance>| own.files().any(|own| own == name);
        let instances = self.document.instances.iter().filter(named);
        Ok(instances.map(|own| diff::put(own)).collect())
    }

    /// What is worth saying about the last edit: keys of a file that are not known, say.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// A preset as a file has it: the user's own, or one of an instance.
    pub fn preset_text(&self, name: &str) -> Result<String, Problem> {
        let preset = self.document.find(name)?;
        Ok(urto_file::write_preset(&preset, false))
    }
}
