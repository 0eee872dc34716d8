//! Threads that help with a step.
//!
//! Step:   the work of a step comes in parts that do not depend on each other. Each thread takes the
//!         parts next to its own place first (they are in its cache from the step before), then
//!         whatever is left: so a thread that comes late, or not at all, holds nobody up. Who did a
//!         part does not change its result.
//! Limits: helpers wait by looking, for about a tenth of a millisecond, and then sleep until they are
//!         called. Nothing here locks or allocates once it is made.
//!
//! Safety: work is lent to helpers as a pointer. A helper counts itself in before it looks whether
//! work is open, and out when it has let go of it; whoever lent the work closes it, and returns only
//! when nobody is counted in.
#![allow(unsafe_code)]

use core::cell::UnsafeCell;
use core::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::SeqCst};
use std::sync::Arc;
use std::thread::{self, JoinHandle, Thread};

/// How often a helper looks for work before it sleeps: about a tenth of a millisecond.
const LOOKS: u32 = 4000;

/// Parts for each thread: more can be shared out more evenly, fewer lie closer together.
const PARTS_EACH: usize = 2;

/// Work in parts, each of which may be done by any thread.
pub(crate) trait Parts: Sync {
    fn part(&self, part: usize);
}

type Lent = *const (dyn Parts + 'static);

struct Shared {
    /// The work that is lent while `open`.
    work: UnsafeCell<Option<Lent>>,
    open: AtomicBool,
    /// Counts what was lent: helpers wait for it to change.
    round: AtomicU64,
    /// The round in which each part was taken last.
    taken: Vec<AtomicU64>,
    done: AtomicUsize,
    inside: AtomicUsize,
    asleep: Vec<AtomicBool>,
    ends: AtomicBool,
}

// Safety: `work` is written only while nobody is inside and it is not open.
unsafe impl Sync for Shared {}
// Safety: what it points to is `Sync`, and is not used after it was taken back.
unsafe impl Send for Shared {}

/// Some threads. Clones share them: one of them gets help at a time, others work alone.
#[derive(Clone)]
pub(crate) struct Pool(Arc<Owner>);

struct Owner {
    shared: Arc<Shared>,
    helpers: Vec<JoinHandle<()>>,
    called: Vec<Thread>,
    busy: AtomicBool,
}

impl Pool {
    /// Of `threads` threads at most, this one counted; `None` where there would be no other.
    pub fn new(threads: usize) -> Option<Self> {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let helpers = threads.min(cores).saturating_sub(1);
        let shared = Arc::new(Shared {
            work: UnsafeCell::new(None),
            open: AtomicBool::new(false),
            round: AtomicU64::new(0),
            taken: (0..(helpers + 1) * PARTS_EACH)
                .map(|_| AtomicU64::new(0))
                .collect(),
            done: AtomicUsize::new(0),
            inside: AtomicUsize::new(0),
            asleep: (0..helpers).map(|_| AtomicBool::new(false)).collect(),
            ends: AtomicBool::new(false),
        });
        let start = |number: usize| {
            let shared = shared.clone();
            let name = format!("urto masses {}", number + 1);
            // A system that gives no thread: the others do the work.
            thread::Builder::new()
                .name(name)
                .spawn(move || shared.help(number))
                .ok()
        };
        let helpers: Vec<JoinHandle<()>> = (0..helpers).map_while(start).collect();
        let called: Vec<Thread> = helpers.iter().map(|own| own.thread().clone()).collect();
        (!helpers.is_empty()).then(|| {
            let busy = AtomicBool::new(false);
            Self(Arc::new(Owner {
                shared,
                helpers,
                called,
                busy,
            }))
        })
    }

    /// Into how many parts work is to be divided.
    pub fn parts(&self) -> usize {
        self.0.shared.taken.len()
    }

    /// Does all parts of each work in turn, or gives `false` if others have the threads.
    pub fn run(&self, works: &[&dyn Parts]) -> bool {
        if self.0.busy.swap(true, SeqCst) {
            return false;
        }
        for work in works {
            self.0.lend(*work);
        }
        self.0.busy.store(false, SeqCst);
        true
    }
}

impl Owner {
    fn lend(&self, work: &dyn Parts) {
        let shared = &*self.shared;
        // Safety: not open, and nobody inside, so that nobody reads it. The lifetime is cut off by
        // the wait below.
        unsafe { *shared.work.get() = Some(core::mem::transmute::<*const dyn Parts, Lent>(work)) };
        shared.done.store(0, SeqCst);
        let round = shared.round.load(SeqCst) + 1;
        shared.open.store(true, SeqCst);
        let closing = Closing(shared);
        shared.round.store(round, SeqCst);
        for (asleep, thread) in shared.asleep.iter().zip(&self.called) {
            if asleep.swap(false, SeqCst) {
                thread.unpark();
            }
        }
        shared.work_on(work, 0, round);
        while shared.done.load(SeqCst) < shared.taken.len() {
            core::hint::spin_loop();
        }
        drop(closing);
    }
}

/// Takes work back when it goes, also if a part of it panics.
struct Closing<'a>(&'a Shared);

impl Drop for Closing<'_> {
    fn drop(&mut self) {
        self.0.open.store(false, SeqCst);
        while self.0.inside.load(SeqCst) > 0 {
            core::hint::spin_loop();
        }
    }
}

impl Drop for Owner {
    fn drop(&mut self) {
        self.shared.ends.store(true, SeqCst);
        for helper in self.helpers.drain(..) {
            helper.thread().unpark();
            // It does nothing that could panic but the work itself, which then has been seen.
            let _ = helper.join();
        }
    }
}

impl Shared {
    /// Takes parts as long as there are some, those of its own place first.
    fn work_on(&self, work: &dyn Parts, place: usize, round: u64) {
        let count = self.taken.len();
        for n in 0..count {
            let part = (place * PARTS_EACH + n) % count;
            let before = self.taken[part].load(SeqCst);
            let free = before < round;
            if free
                && self.taken[part]
                    .compare_exchange(before, round, SeqCst, SeqCst)
                    .is_ok()
            {
                // Counted also if it panics, else everybody would wait for ever.
                let _done = Done(&self.done);
                work.part(part);
            }
        }
    }

    fn help(&self, number: usize) {
        let mut seen = 0;
        while !self.ends.load(SeqCst) {
            let round = self.wait(number, seen);
            self.inside.fetch_add(1, SeqCst);
            if self.open.load(SeqCst) && round != seen {
                // Safety: open while somebody is inside: it was lent, and is not taken back.
                let work = unsafe { (*self.work.get()).map(|own| &*own) };
                // Another round may have begun since: it is that one's work.
                let now = self.round.load(SeqCst);
                if let Some(work) = work {
                    self.work_on(work, number + 1, now);
                }
            }
            self.inside.fetch_sub(1, SeqCst);
            seen = round;
        }
    }

    /// Waits for another round than the one that was seen, or for the end.
    fn wait(&self, number: usize, seen: u64) -> u64 {
        loop {
            for _ in 0..LOOKS {
                let round = self.round.load(SeqCst);
                if round != seen || self.ends.load(SeqCst) {
                    return round;
                }
                core::hint::spin_loop();
            }
            self.asleep[number].store(true, SeqCst);
            if self.round.load(SeqCst) == seen && !self.ends.load(SeqCst) {
                thread::park();
            }
            self.asleep[number].store(false, SeqCst);
        }
    }
}

/// Counts a part as done when it goes.
struct Done<'a>(&'a AtomicUsize);

impl Drop for Done<'_> {
    fn drop(&mut self) {
        self.0.fetch_add(1, SeqCst);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Counted(Vec<AtomicUsize>);

    impl Parts for Counted {
        fn part(&self, part: usize) {
            self.0[part].fetch_add(1, SeqCst);
        }
    }

    /// Every part is done once in each round, however threads come and go.
    #[test]
    fn every_part_is_done_once() {
        let Some(pool) = Pool::new(2) else {
            return; // One core.
        };
        for round in 0..2000 {
            let works =
                [0; 2].map(|_| Counted((0..pool.parts()).map(|_| AtomicUsize::new(0)).collect()));
            assert!(pool.run(&[&works[0], &works[1]]));
            for own in works.iter().flat_map(|work| &work.0) {
                assert_eq!(own.load(SeqCst), 1, "{round}");
            }
            if round % 500 == 0 {
                // Long enough for helpers to fall asleep.
                thread::sleep(core::time::Duration::from_millis(20));
            }
        }
    }
}
