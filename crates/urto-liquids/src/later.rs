//! Later: what was begun and will be heard soon, such as a bubble that a drop closes off.

use crate::bank::Start;

/// Most that wait.
const MOST: usize = 64;

/// A bubble that will begin.
#[derive(Clone, Copy, Debug)]
struct Waiting {
    left: u32,
    start: Start,
}

/// All that wait.
pub struct Later {
    waiting: Vec<Waiting>,
}

impl Later {
    pub fn new() -> Self {
        Self {
            waiting: Vec::with_capacity(MOST),
        }
    }

    /// Lets a bubble begin in so many steps; one more than there is room for never does.
    pub fn put(&mut self, steps: f64, start: Start) {
        if self.waiting.len() < MOST {
            let left = steps.clamp(0.0, 4e9) as u32;
            self.waiting.push(Waiting { left, start });
        }
    }

    /// Lets a step pass; hands over those that begin now.
    pub fn pass(&mut self, mut begins: impl FnMut(&Start)) {
        self.waiting.retain_mut(|own| {
            if own.left == 0 {
                begins(&own.start);
                return false;
            }
            own.left -= 1;
            true
        });
    }

    pub fn reset(&mut self) {
        self.waiting.clear();
    }
}
