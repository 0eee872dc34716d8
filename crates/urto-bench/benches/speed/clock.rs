//! Timing: all competitors interleaved in one process, many short pieces each, the fastest
//! piece counts. Noise of a shared machine only ever adds time, so the minimum is what the code
//! costs; and because all run in turns, a slow minute slows all of them alike.

use std::collections::BTreeMap;
use std::time::Instant;

/// Something that makes samples (or other units of work) when told to.
pub trait Runner {
    /// Goes to where a piece begins; not timed.
    fn rewind(&mut self) {}
    /// Makes this many samples.
    fn run(&mut self, samples: usize);
    /// How many samples make a piece if `fitting` fill its time. At most half a second unless
    /// said otherwise: bodies must still ring at its end.
    fn piece(&self, fitting: usize) -> usize {
        fitting.min(24_000)
    }
    /// What is wrong with the piece just run, if it was not what is claimed.
    fn fault(&self) -> Option<String> {
        None
    }
}

/// How much time is spent.
#[derive(Clone, Copy)]
pub struct Budget {
    /// Pieces of every competitor.
    pub pieces: usize,
    /// Length of a piece \[ns\].
    pub piece: f64,
    /// Time that a peer in a process of its own gets for each row \[ms\].
    pub outside: u32,
    /// How often all of this is done.
    pub passes: usize,
}

impl Budget {
    /// About a minute in all.
    pub const FULL: Self = Self {
        pieces: 60,
        piece: 1e6,
        outside: 40,
        passes: 3,
    };
    /// A few seconds; noisy.
    pub const QUICK: Self = Self {
        pieces: 15,
        piece: 4e5,
        outside: 10,
        passes: 1,
    };
    /// Only to see that everything runs.
    pub const SMOKE: Self = Self {
        pieces: 1,
        piece: 1.0,
        outside: 0,
        passes: 1,
    };
}

/// Fastest time of every row \[ns per sample\], by name and number of modes.
#[derive(Default)]
pub struct Times(BTreeMap<(String, usize), f64>);

impl Times {
    /// Takes a time if it is the fastest so far.
    pub fn take(&mut self, name: &str, modes: usize, ns: f64) {
        let best = self
            .0
            .entry((name.to_owned(), modes))
            .or_insert(f64::INFINITY);
        *best = best.min(ns);
    }

    /// The fastest time, if there is one.
    pub fn get(&self, name: &str, modes: usize) -> Option<f64> {
        self.0.get(&(name.to_owned(), modes)).copied()
    }

    /// Whether there is anything at all.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

struct Competitor {
    name: &'static str,
    modes: usize,
    runner: Box<dyn Runner>,
    /// Samples per piece, found on the first run.
    samples: usize,
}

/// Everything that runs in this process.
pub struct Race {
    wanted: Vec<String>,
    competitors: Vec<Competitor>,
}

impl Race {
    /// An empty race of rows whose name contains one of these words; of all, without words.
    pub fn new(wanted: Vec<String>) -> Self {
        Self {
            wanted,
            competitors: Vec::new(),
        }
    }

    /// Whether a row of this name is asked for.
    pub fn wants(&self, name: &str) -> bool {
        self.wanted.is_empty() || self.wanted.iter().any(|word| name.contains(word.as_str()))
    }

    /// Adds a competitor, if it is asked for.
    pub fn add<R: Runner + 'static>(
        &mut self,
        name: &'static str,
        modes: usize,
        make: impl FnOnce() -> R,
    ) {
        if self.wants(name) {
            self.competitors.push(Competitor {
                name,
                modes,
                runner: Box::new(make()),
                samples: 0,
            });
        }
    }

    /// Lets all run in turns.
    pub fn run(&mut self, budget: &Budget, times: &mut Times) -> Result<(), String> {
        for piece in 0..budget.pieces {
            for one in &mut self.competitors {
                if one.samples == 0 {
                    one.calibrate(budget.piece);
                }
                let ns = one.piece();
                times.take(one.name, one.modes, ns);
                if let (0, Some(fault)) = (piece, one.runner.fault()) {
                    let (name, modes) = (one.name, one.modes);
                    return Err(format!("row '{name}' with {modes} modes: {fault}"));
                }
            }
        }
        Ok(())
    }
}

impl Competitor {
    /// Finds how many samples fill a piece.
    fn calibrate(&mut self, piece: f64) {
        self.samples = self.runner.piece(64);
        let ns = self.piece().min(self.piece());
        self.samples = self.runner.piece(((piece / ns) as usize).max(64));
    }

    /// Runs one piece \[ns per sample\].
    fn piece(&mut self) -> f64 {
        self.runner.rewind();
        let start = Instant::now();
        self.runner.run(self.samples);
        start.elapsed().as_nanos() as f64 / self.samples as f64
    }
}
