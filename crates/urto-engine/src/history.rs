//! Undo and redo: the documents before and after, and what happened between them.

use crate::document::Document;

/// Steps that are remembered. Documents share what did not change, so that they are small.
const MOST: usize = 500;

/// One step.
struct Step {
    label: &'static str,
    /// Edits with the same join it while it is open.
    group: Option<String>,
    before: Document,
    after: Document,
}

/// What was done, and what was undone.
#[derive(Default)]
pub(crate) struct History {
    done: Vec<Step>,
    undone: Vec<Step>,
    /// Whether the last step may still be joined.
    open: bool,
}

impl History {
    /// Something was done.
    pub fn push(
        &mut self,
        label: &'static str,
        group: Option<String>,
        before: Document,
        after: Document,
    ) {
        self.undone.clear();
        let open = self.open && group.is_some();
        self.open = true;
        if let Some(last) = self.done.last_mut()
            && open
            && last.group == group
        {
            last.after = after;
            return;
        }
        if self.done.len() == MOST {
            self.done.remove(0);
        }
        self.done.push(Step {
            label,
            group,
            before,
            after,
        });
    }

    /// Whether nothing was done yet.
    pub fn is_empty(&self) -> bool {
        self.done.is_empty() && self.undone.is_empty()
    }

    /// The next edit is another step.
    pub fn settle(&mut self) {
        self.open = false;
    }

    /// The document before the last step.
    pub fn undo(&mut self) -> Option<Document> {
        self.open = false;
        let step = self.done.pop()?;
        let before = step.before.clone();
        self.undone.push(step);
        Some(before)
    }

    /// The document after the step that was undone last.
    pub fn redo(&mut self) -> Option<Document> {
        self.open = false;
        let step = self.undone.pop()?;
        let after = step.after.clone();
        self.done.push(step);
        Some(after)
    }

    /// What would be undone.
    pub fn undo_label(&self) -> Option<&'static str> {
        self.done.last().map(|step| step.label)
    }

    /// What would be done again.
    pub fn redo_label(&self) -> Option<&'static str> {
        self.undone.last().map(|step| step.label)
    }
}
