//! A progress bar on a terminal, for work that takes a while.

use indicatif::{ProgressBar, ProgressStyle};
use std::io::IsTerminal;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Shows how far the work is, if it takes long and somebody watches.
pub struct Progress {
    doing: &'static str,
    total: u64,
    start: Instant,
    watched: bool,
    done: AtomicU64,
    bar: OnceLock<ProgressBar>,
}

/// Work shorter than this needs no bar.
const PATIENCE: Duration = Duration::from_millis(400);

impl Progress {
    /// For a render of N samples.
    pub fn new(total: u64) -> Self {
        Self::of("rendering", total)
    }

    /// For other work, in N parts.
    pub fn of(doing: &'static str, total: u64) -> Self {
        Self {
            doing,
            total,
            start: Instant::now(),
            watched: std::io::stderr().is_terminal(),
            done: AtomicU64::new(0),
            bar: OnceLock::new(),
        }
    }

    /// This share of the work is done, from 0 to 1.
    pub fn reach(&self, share: f64) {
        let now = (share * self.total as f64) as u64;
        self.advance(now.saturating_sub(self.done.load(Ordering::Relaxed)));
    }

    /// N samples more are done.
    pub fn advance(&self, samples: u64) {
        let done = self.done.fetch_add(samples, Ordering::Relaxed) + samples;
        if self.watched && self.start.elapsed() > PATIENCE {
            let bar = self.bar.get_or_init(|| {
                let bar = ProgressBar::new(self.total);
                let template = format!("{} {{bar:32}} {{percent}}%, {{eta}} left", self.doing);
                if let Ok(style) = ProgressStyle::with_template(&template) {
                    bar.set_style(style);
                }
                bar
            });
            bar.set_position(done);
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = self.bar.get() {
            bar.finish_and_clear();
        }
    }
}
