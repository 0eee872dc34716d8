//! The values of an instance, which can be copied and compared without knowing their type.

use core::ops::{Deref, DerefMut};
use urto::param::{Params, leaves};

/// Parameters of some sound.
pub struct State(Box<dyn Params>);

impl State {
    /// A copy of these parameters.
    pub fn of(params: &dyn Params) -> Self {
        Self(params.boxed())
    }
}

impl Clone for State {
    fn clone(&self) -> Self {
        Self(self.0.boxed())
    }
}

impl Deref for State {
    type Target = dyn Params;
    fn deref(&self) -> &Self::Target {
        self.0.as_ref()
    }
}

impl DerefMut for State {
    fn deref_mut(&mut self) -> &mut Self::Target {
        self.0.as_mut()
    }
}

impl PartialEq for State {
    fn eq(&self, other: &Self) -> bool {
        let (own, others) = (leaves(self.0.as_ref()), leaves(other.0.as_ref()));
        let same = |a, b| self.0.value(a) == other.0.value(b);
        self.0.table() == other.0.table()
            && own.len() == others.len()
            && own
                .iter()
                .zip(&others)
                .all(|((a, _), (b, _))| a == b && same(a, b))
    }
}

impl core::fmt::Debug for State {
    fn fmt(&self, out: &mut core::fmt::Formatter) -> core::fmt::Result {
        out.write_str(&urto_file::write_params(self.0.as_ref(), None))
    }
}
