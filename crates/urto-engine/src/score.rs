//! A score: orders at frames, and numbers that follow curves; and how it is rendered.

use crate::mix::slices;
use crate::order::{Order, WireValue};
use crate::transition::spelled_out;
use crate::{Engine, Problem, SLOTS, Take, Workshop};
use urto::param::Curve;
use urto::{Health, Rate};
use urto_file::{MOST_CHANNELS, Preset, Shelf};

/// A curve sets its number every N frames; sounds smooth over the same.
pub(crate) const EVERY: u64 = 64;

/// A number that follows a curve.
#[derive(Clone, Debug, PartialEq)]
pub struct Track {
    /// Which instance.
    pub slot: usize,
    /// The number's key.
    pub key: String,
    /// Its value over time \[s\].
    pub curve: Curve,
}

/// What happens when.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Score {
    /// Orders at frames.
    pub events: Vec<(u64, Order)>,
    /// Numbers that follow curves.
    pub tracks: Vec<Track>,
}

impl Score {
    /// Everything as orders in time, up to a number of frames. At one frame, events come in
    /// their order, before what curves say.
    pub fn orders(&self, frames: u64, rate: Rate) -> Vec<(u64, Order)> {
        let mut all: Vec<(u64, Order)> = Vec::new();
        all.extend(self.events.iter().filter(|(at, _)| *at < frames).cloned());
        for track in &self.tracks {
            let mut last = None;
            let end = track.curve.points().last().map_or(0.0, |(time, _)| *time);
            let end = ((end * rate.hertz()).ceil() as u64).saturating_add(EVERY);
            for at in (0..frames.min(end)).step_by(EVERY as usize) {
                let value = track.curve.at(at as f64 * rate.step());
                if last != Some(value) {
                    last = Some(value);
                    all.push((
                        at,
                        Order::Set {
                            slot: track.slot,
                            key: track.key.clone(),
                            value: WireValue::Number(value),
                        },
                    ));
                }
            }
        }
        // Stable: what stands first at a frame happens first.
        all.sort_by_key(|(at, _)| *at);
        all
    }
}

/// Renders a score without a host, exactly as it was played.
pub struct Offline {
    engine: Engine,
    workshop: Workshop,
    orders: std::vec::IntoIter<(u64, Order)>,
    next: Option<(u64, Order)>,
    problems: Vec<String>,
}

impl Offline {
    /// Starts from orders that build everything ([`Desk::start_take`](crate::Desk::start_take)),
    /// then follows a score. Orders that could not be followed when they were played are left
    /// out here too, and told. There are two outputs.
    pub fn new(start: &[Order], score: &Score, frames: u64, rate: Rate) -> Result<Self, Problem> {
        let engine = Engine::new(rate, SLOTS + 1);
        Self::with(engine, start, score, frames, (&[], Shelf::default()))
    }

    /// What was played, on as many outputs as its project has, with the files that parameters
    /// name.
    pub fn of(take: &Take, shelf: Shelf) -> Result<Self, Problem> {
        let engine = Engine::with_channels(take.rate, SLOTS + 1, take.channels);
        let files = (&take.presets[..], shelf);
        Self::with(engine, &take.start, &take.score, take.frames, files)
    }

    fn with(
        engine: Engine,
        start: &[Order],
        score: &Score,
        frames: u64,
        (presets, shelf): (&[Preset], Shelf),
    ) -> Result<Self, Problem> {
        let rate = engine.rate();
        let orders = score.orders(frames, rate);
        let orders = spelled_out(start, orders, presets, (frames, rate))?;
        let mut own = Self {
            engine,
            workshop: Workshop::new(rate, SLOTS + 1),
            orders: orders.into_iter(),
            next: None,
            problems: Vec::new(),
        };
        own.workshop.set_shelf(shelf);
        for order in start {
            let command = own.workshop.command(order)?;
            own.engine
                .tell(0, command)
                .map_err(|_| Problem::new("there is too much at the start of the score"))?;
        }
        own.next = own.orders.next();
        Ok(own)
    }

    /// How many outputs there are.
    pub fn channels(&self) -> usize {
        self.engine.channels()
    }

    /// Renders on, into one slice per output. All have one length, which may be any.
    pub fn render(&mut self, outputs: &mut [&mut [f32]]) {
        let channels = outputs.len().min(MOST_CHANNELS);
        let outputs = &mut outputs[..channels];
        let frames = outputs.iter().map(|out| out.len()).min().unwrap_or(0);
        let mut at = 0;
        while at < frames {
            self.follow();
            let now = self.engine.frame();
            let until = self.next.as_ref().map_or(u64::MAX, |(due, _)| due - now);
            let count = until.min((frames - at) as u64) as usize;
            let mut parts = slices(outputs.iter_mut().map(|out| &mut out[at..at + count]));
            self.engine.render(&mut parts[..channels]);
            while self.engine.take_retired().is_some() {}
            at += count;
        }
    }

    /// Tells the engine what is due.
    fn follow(&mut self) {
        let now = self.engine.frame();
        while let Some((due, order)) = &self.next
            && *due <= now
        {
            let told = self.workshop.command(order).and_then(|command| {
                // The queue was emptied when this frame was reached, and takes thousands.
                let told = self.engine.tell(now, command);
                told.map_err(|_| Problem::new("there is too much at once"))
            });
            if let Err(problem) = told {
                self.problems.push(format!("frame {due}: {problem}"));
            }
            self.next = self.orders.next();
        }
    }

    /// What had to be mended so far.
    pub fn health(&self) -> Health {
        self.engine.health()
    }

    /// Orders that could not be followed.
    pub fn problems(&self) -> &[String] {
        &self.problems
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn curves_are_followed_in_small_steps_and_then_left_alone() {
        let rate = Rate::new(48_000.0).unwrap();
        let release = Order::Release { slot: 0 };
        let score = Score {
            events: vec![(640, release.clone()), (5000, release.clone())],
            tracks: vec![Track {
                slot: 3,
                key: "velocity".to_owned(),
                curve: Curve::new([(0.0, 1.0), (0.02, 2.0)]).unwrap(),
            }],
        };
        let orders = score.orders(4800, rate);
        // 960 frames in steps of 64, both ends included, and one event; the other is too late.
        assert_eq!(orders.len(), 17);
        assert!(orders.windows(2).all(|pair| pair[0].0 <= pair[1].0));
        let event = orders.iter().position(|(_, order)| *order == release);
        assert_eq!(event.map(|at| orders[at + 1].0), Some(640));
        let value = |at: usize| match &orders[at] {
            (
                _,
                Order::Set {
                    value: WireValue::Number(value),
                    ..
                },
            ) => *value,
            other => panic!("{other:?}"),
        };
        assert_eq!((value(0), value(16)), (1.0, 2.0));
        assert!((value(3) - (1.0 + 3.0 * 64.0 / 960.0)).abs() < 1e-12);
    }
}
