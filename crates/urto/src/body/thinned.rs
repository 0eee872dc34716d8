//! A body with fewer modes than it was described with, where a host cannot play them all.

use super::maker::Loaded;
use super::{BodyKind, BodyParams, Maker, Patch};
use crate::object::{Direction, Found, Mode, Surface};
use crate::param::Resource;
use crate::picture::{Sketch, Vector};
use std::sync::Arc;

/// Some of the modes of a body.
struct Thinned {
    body: Arc<dyn Maker>,
    kept: Vec<usize>,
}

impl Maker for Thinned {
    fn count(&self) -> usize {
        self.kept.len()
    }
    fn mode(&self, index: usize, params: &BodyParams) -> Mode {
        self.body.mode(self.kept[index], params)
    }
    fn shape(&self, mode: usize, position: f64) -> f64 {
        self.body.shape(self.kept[mode], position)
    }
    fn weight(&self, params: &BodyParams) -> Option<f64> {
        self.body.weight(params)
    }
    fn has_places(&self) -> bool {
        self.body.has_places()
    }
    fn surface(&self) -> Option<&Surface> {
        self.body.surface()
    }
    fn on_surface(&self, mode: usize, at: Found, direction: Direction) -> f64 {
        self.body.on_surface(self.kept[mode], at, direction)
    }
    fn patches(&self) -> &[Patch] {
        self.body.patches()
    }
    fn sketch(&self) -> Option<Sketch> {
        self.body.sketch()
    }
    fn moved(&self, mode: usize) -> Vec<Vector> {
        self.body.moved(self.kept[mode])
    }
}

/// How much sound a blow leaves in a mode: an impulse gives it a speed of one over its mass, and it
/// rings for its decay time.
fn loudness(mode: &Mode) -> f64 {
    mode.decay / (mode.mass * mode.mass)
}

impl BodyParams {
    /// How many modes it has at most; that of a named shape may have fewer that are heard.
    pub(crate) fn most_modes(&self) -> usize {
        match self.kind {
            BodyKind::Modes => self.modes.len(),
            BodyKind::File => self.loaded().map_or(0, |Loaded(body)| body.count()),
            _ => self.count as usize,
        }
    }

    /// Leaves out all but N modes, those that are heard least first; tells how many those are. A
    /// body that is more than its modes stays whole. Allocates.
    pub(crate) fn thin_out(&mut self, most: usize) -> usize {
        // One that cannot be made has none: whoever builds the sound says why.
        let Ok(body) = self.maker() else { return 0 };
        let count = body.count();
        if count <= most || self.is_more_than_modes() {
            return 0;
        }
        if !matches!(self.kind, BodyKind::Modes | BodyKind::File) {
            self.count = most as i64;
            return count - most;
        }
        let mut kept: Vec<usize> = (0..count).collect();
        let edits = self.edits();
        let heard = |index: &usize| loudness(&edits.apply(*index, body.mode(*index, self)));
        kept.sort_by(|a, b| heard(b).total_cmp(&heard(a)));
        kept.truncate(most);
        kept.sort_unstable();
        if !self.edit.is_empty() {
            let own = |index: &usize| self.edit.get(*index).cloned().unwrap_or_default();
            self.edit = kept.iter().map(own).collect();
        }
        let name = match self.kind {
            BodyKind::File => self.file.name().to_owned(),
            _ => String::new(),
        };
        let thinned = Loaded(Arc::new(Thinned { body, kept }));
        self.file = Resource::loaded(name, Arc::new(thinned));
        self.kind = BodyKind::File;
        count - most
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::body::Body;

    fn mode(number: usize) -> Mode {
        Mode {
            frequency: 100.0 * (number + 1) as f64,
            decay: 1.0,
            // Every third is light, and so is loud.
            mass: if number % 3 == 1 { 0.01 } else { 0.1 },
        }
    }

    #[test]
    fn what_is_heard_most_is_kept_with_its_shape() {
        let mut body = BodyParams {
            kind: BodyKind::Modes,
            modes: (0..30).map(mode).collect(),
            ..BodyParams::default()
        };
        let whole = Body::new(&body).unwrap();
        assert_eq!(body.thin_out(30), 0);
        assert_eq!(body.thin_out(10), 20);
        let thin = Body::new(&body).unwrap();
        assert_eq!(thin.modes().len(), 10);
        for (index, mode) in thin.modes().iter().enumerate() {
            let from = 3 * index + 1;
            assert_eq!(*mode, whole.modes()[from]);
            assert_eq!(thin.shape(index, 0.3), whole.shape(from, 0.3));
        }
        // What was left out once is not counted again.
        assert_eq!(body.thin_out(10), 0);
    }

    #[test]
    fn a_named_shape_keeps_its_lowest() {
        let mut plate = BodyParams {
            kind: BodyKind::Gong,
            count: 400,
            ..BodyParams::default()
        };
        let lowest = Body::new(&plate).unwrap().modes()[0].clone();
        assert!(plate.thin_out(20) > 0);
        let thin = Body::new(&plate).unwrap();
        assert_eq!((thin.modes().len(), &thin.modes()[0]), (20, &lowest));
    }
}
