//! Somebody who watches a long experiment, and is told how far it is.

/// Is told which share of an experiment is done, from 0 to 1.
#[derive(Clone, Copy, Default)]
pub struct Watch<'a> {
    tell: Option<&'a dyn Fn(f64)>,
}

impl<'a> Watch<'a> {
    /// Calls this function from time to time.
    pub fn new(tell: &'a dyn Fn(f64)) -> Self {
        Self { tell: Some(tell) }
    }

    /// This share is done.
    pub fn at(&self, share: f64) {
        if let Some(tell) = self.tell {
            tell(share);
        }
    }

    /// Goes through items that take about as long each; this is the part of the whole from `from`
    /// to `to`.
    pub(crate) fn over<T>(
        self,
        items: impl ExactSizeIterator<Item = T>,
        (from, to): (f64, f64),
    ) -> impl Iterator<Item = T> {
        let count = items.len().max(1) as f64;
        items.enumerate().map(move |(index, item)| {
            self.at(from + (to - from) * index as f64 / count);
            item
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ALL;
    use std::cell::RefCell;

    /// Those that take seconds tell how far they are, and give the same.
    #[test]
    fn long_studies_tell_how_far_they_are() {
        for key in [
            "centroid",
            "friction-steady",
            "friction-step",
            "hardness-map",
            "helmholtz-map",
            "impact-step",
            "stick-slip",
        ] {
            let study = ALL.iter().find(|study| study.key == key).unwrap();
            let params = (study.reduced)();
            let told = RefCell::new(Vec::new());
            let tell = |share| told.borrow_mut().push(share);
            let report = study
                .run_watched(params.as_ref(), Watch::new(&tell))
                .unwrap();
            let told = told.into_inner();
            assert!(told.len() > 2, "{key}: {told:?}");
            assert!(told.is_sorted(), "{key}: {told:?}");
            assert!(
                told.iter().all(|share| (0.0..=1.0).contains(share)),
                "{key}"
            );
            assert_eq!(report.facts, study.run(params.as_ref()).unwrap().facts);
        }
    }
}
