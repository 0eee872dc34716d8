//! Which things hang together.

/// Things by number, joined two at a time (union-find).
pub(crate) struct Groups {
    above: Vec<u32>,
}

impl Groups {
    pub fn new(count: usize) -> Self {
        Self {
            above: (0..count as u32).collect(),
        }
    }

    /// The group of a thing, by the smallest number in it.
    pub fn of(&mut self, thing: usize) -> usize {
        let mut own = thing;
        while self.above[own] as usize != own {
            // Shortens the way for the next time.
            self.above[own] = self.above[self.above[own] as usize];
            own = self.above[own] as usize;
        }
        own
    }

    pub fn join(&mut self, a: usize, b: usize) {
        let [a, b] = [self.of(a), self.of(b)];
        self.above[a.max(b)] = a.min(b) as u32;
    }
}
