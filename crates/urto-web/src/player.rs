//! The audio side: lines of orders in, samples out, and reports of what goes on.

use crate::builder::Known;
use crate::running::{Parts, Running};
use crate::seen;
use std::collections::VecDeque;
use urto::picture::{Geometry, MOST_POINTS};
use urto::sound::ModeLevel;
use urto::{BuildError, Rate};
use urto_engine::{Command, Engine, Job, Levels, Order, Tap, Workshop};
use urto_file::Shelf;

/// Instances at once.
pub const SLOTS: usize = 64;
/// Frames of one call. Browsers ask for 128.
pub const BLOCK: usize = 8192;
/// Modes whose levels are reported.
const MODES: usize = 256;
/// Taps of one report. Reports come sixty times a second, so at 192 kHz there are 3200.
const TAPS: usize = 4096;
/// A geometry of more points is told with every other report.
const MANY_POINTS: usize = 1 << 14;
/// Numbers of a speck in a report.
const SPECK: usize = 7;
/// Messages that wait to be read; more would all say the same.
const PROBLEMS: usize = 16;
/// Parts of sounds that are built in a block while something sounds, and while nothing does. A part
/// takes about a millisecond, a block of 128 frames lasts 2.9 ms: three fill it, and nobody hears
/// what is left of it if it is silent.
const PARTS: [usize; 2] = [1, 3];

/// Plays what it is told.
///
/// Building a sound takes longer than a block lasts. So a worker builds it first and tells what is
/// dear about it; here it is only put together from that. And only a few voices, or parts of them,
/// are built in each block (all of their work, where there is no worker); what is told together
/// is kept until all of it is built and then happens at one sample, and what is told later
/// happens later.
pub struct WebPlayer {
    engine: Engine,
    workshop: Workshop,
    /// Left and right samples of the last call.
    pub out: [Vec<f32>; 2],
    told: VecDeque<Batch>,
    tape: Tape,
    /// The score that was told, and the one that runs.
    parts: Option<Parts>,
    running: Option<Running>,
    problems: VecDeque<String>,
    /// Slots in which something was built, and what had to be changed for it, line by line.
    notes: VecDeque<String>,
    taps: Vec<Tap>,
    modes: Vec<ModeLevel>,
    /// What is dear about orders to come, worked out elsewhere.
    known: Known,
    /// Whether somebody looks at the watched instance, and which of its geometries was told.
    looks: bool,
    shown: Option<u64>,
    watched: Option<usize>,
    /// Where the points of the geometry are, and reports until that is told again.
    pose: Vec<f32>,
    specks: Vec<f32>,
    pose_in: usize,
    /// How often something was put into each slot.
    puts: [u64; SLOTS],
}

/// What was told together.
struct Batch {
    kind: Telling,
    lines: VecDeque<String>,
    /// What is being built, voice by voice and part by part.
    job: Option<(Job, String)>,
    built: VecDeque<(Command, String)>,
}

/// What telling something means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Telling {
    /// Orders, to be done as soon as may be.
    Orders,
    /// Orders that build everything; with the sample at which they are done a take begins.
    Take,
    /// The take ends.
    Cut,
    /// Orders that build everything; with the sample at which they are done the score begins that
    /// was told before.
    Play,
    /// The score stops.
    Halt,
    /// The score that was told takes the place of the one that runs, where that one is.
    Change,
}

/// A take.
enum Tape {
    /// There is none.
    None,
    /// One runs.
    Runs {
        /// Its first frame.
        start: u64,
        /// Lines of a frame, counted from the start, and an order.
        score: String,
    },
    /// One has ended and waits to be fetched.
    Ended(String),
}

impl WebPlayer {
    /// Silence at this rate \[Hz\].
    pub fn new(rate: f64) -> Result<Self, BuildError> {
        let rate = Rate::new(rate)?;
        Ok(Self {
            engine: Engine::new(rate, SLOTS),
            workshop: Workshop::new(rate, SLOTS),
            out: [vec![0.0; BLOCK], vec![0.0; BLOCK]],
            told: VecDeque::new(),
            tape: Tape::None,
            parts: None,
            running: None,
            problems: VecDeque::new(),
            notes: VecDeque::new(),
            taps: vec![Tap::default(); TAPS],
            modes: vec![ModeLevel::default(); MODES],
            known: Known::default(),
            looks: false,
            shown: None,
            watched: None,
            pose: Vec::with_capacity(4 * MOST_POINTS),
            specks: Vec::new(),
            pose_in: 0,
            puts: [0; SLOTS],
        })
    }

    /// The files that orders may name from now on.
    pub fn shelf(&mut self) -> &mut Shelf {
        self.workshop.shelf_mut()
    }

    /// Takes what a [builder](crate::builder) worked out for orders that will be told next.
    pub fn know(&mut self, bytes: &[u8]) {
        self.known.put(bytes);
    }

    /// Takes lines of orders, for the next block or as soon as they are built.
    pub fn tell(&mut self, kind: Telling, lines: &str) {
        let lines = lines.lines().filter(|line| !line.trim().is_empty());
        self.told.push_back(Batch {
            kind,
            lines: lines.map(str::to_owned).collect(),
            job: None,
            built: VecDeque::new(),
        });
    }

    /// Takes a score, which begins with the next [`Telling::Play`].
    pub fn take_score(&mut self, text: &str) {
        self.parts = Parts::parse(text);
        if self.parts.is_none() {
            self.complain("this score cannot be read".to_owned());
        }
    }

    /// Where in the score one is \[frames\], while it runs.
    fn position(&self) -> Option<u64> {
        let running = self.running.as_ref()?;
        Some(running.position(self.engine.frame()))
    }

    /// What hands did while the score ran, a `FRAME ORDER` per line, since this was asked last.
    pub fn heard(&mut self) -> Option<String> {
        self.running.as_mut()?.take_heard()
    }

    /// Tells the engine what the score says of the coming block.
    fn perform(&mut self, frames: usize) {
        let Some(mut running) = self.running.take() else {
            return;
        };
        let until = self.engine.frame() + frames as u64;
        let Self {
            engine,
            workshop,
            tape,
            problems,
            ..
        } = self;
        let mut note = |at: u64, line: &str| {
            if let Tape::Runs { start, score } = tape {
                *score += &format!("{} {line}\n", at - *start);
            }
        };
        let mut fail = |problem: urto_engine::Problem| {
            if problems.len() < PROBLEMS {
                problems.push_back(problem.to_string());
            }
        };
        if running.play(engine, workshop, until, &mut note, &mut fail) {
            self.running = Some(running);
        }
    }

    /// Does what was told, as far as time and room allow.
    fn follow(&mut self) {
        let mut may_build = PARTS[usize::from(self.engine.awake() == 0)];
        while let Some(mut batch) = self.told.pop_front() {
            if !(self.build(&mut batch, &mut may_build) && self.pass(&mut batch)) {
                self.told.push_front(batch);
                return;
            }
        }
    }

    /// Builds what it may; tells whether all is built.
    fn build(&mut self, batch: &mut Batch, may_build: &mut usize) -> bool {
        loop {
            if let Some((mut job, line)) = batch.job.take() {
                if *may_build == 0 {
                    batch.job = Some((job, line));
                    return false;
                }
                *may_build -= 1;
                match job.step() {
                    Ok(Some(command)) => self.keep(batch, command, line),
                    Ok(None) => batch.job = Some((job, line)),
                    Err(problem) => self.complain(problem.to_string()),
                }
                continue;
            }
            let Some(line) = batch.lines.pop_front() else {
                return true;
            };
            // A scene of which nothing is known is built as it is begun.
            if *may_build == 0 && line.starts_with("scene ") {
                batch.lines.push_front(line);
                return false;
            }
            let (_, told) = delayed(&line);
            let begun = Order::parse(told).and_then(|order| {
                let known = self.known.take(&line);
                // What nobody worked out aside is not worked out here.
                self.workshop.set_pictures(!known.is_empty());
                let job = self.workshop.begin_with(&order, known)?;
                Ok((order.builds(), job))
            });
            match begun {
                Ok((true, job)) => batch.job = Some((job, line)),
                Ok((false, mut job)) => {
                    if let Ok(Some(command)) = job.step() {
                        self.keep(batch, command, line);
                    }
                }
                Err(problem) => self.complain(problem.to_string()),
            }
        }
    }

    fn keep(&mut self, batch: &mut Batch, command: Command, line: String) {
        self.take_notes(&command);
        batch.built.push_back((command, line));
    }

    /// Gives the engine what was built, for its next sample, and writes it down; tells whether
    /// there was room for all.
    fn pass(&mut self, batch: &mut Batch) -> bool {
        let now = self.engine.frame();
        while let Some((command, line)) = batch.built.pop_front() {
            let put = match &command {
                Command::Put { slot, .. } => self.puts.get_mut(*slot),
                _ => None,
            };
            let (later, told) = delayed(&line);
            if let Err(command) = self.engine.tell(now + later, command) {
                batch.built.push_front((command, line));
                return false;
            }
            if let Some(puts) = put {
                *puts += 1;
            }
            // What a take begins with is known from its document.
            if let (Tape::Runs { start, score }, Telling::Orders) =
                (&mut self.tape, tapes(batch.kind))
            {
                *score += &format!("{} {told}\n", now + later - *start);
            }
            if let (Some(running), Telling::Orders) = (&mut self.running, batch.kind) {
                running.hear(now + later, told);
            }
        }
        match batch.kind {
            Telling::Orders => {}
            Telling::Play => {
                self.running = self.parts.take().map(|parts| Running::new(parts, now));
            }
            Telling::Halt => self.running = None,
            Telling::Change => {
                if let (Some(running), Some(parts)) = (&mut self.running, self.parts.take()) {
                    running.change(parts, now);
                }
            }
            Telling::Take => {
                self.running = None;
                self.tape = Tape::Runs {
                    start: now,
                    score: String::new(),
                };
            }
            Telling::Cut => {
                if let Tape::Runs { score, .. } = std::mem::replace(&mut self.tape, Tape::None) {
                    self.tape = Tape::Ended(score);
                }
            }
        }
        true
    }

    /// Remembers what had to be changed to build a sound.
    fn take_notes(&mut self, command: &Command) {
        if let Command::Put { slot, voices } = command
            && self.notes.len() < SLOTS
        {
            let notes = voices.notes().join("\n");
            self.notes.push_back(format!("{slot}\n{notes}"));
        }
    }

    /// The oldest slot in which something was built, and what had to be changed for it, line by
    /// line.
    pub fn notes(&mut self) -> Option<String> {
        self.notes.pop_front()
    }

    fn complain(&mut self, message: String) {
        if self.problems.len() < PROBLEMS {
            self.problems.push_back(message);
        }
    }

    /// The oldest thing that could not be done, in words.
    pub fn problem(&mut self) -> Option<String> {
        self.problems.pop_front()
    }

    /// Whether the samples of the last call belong to a take.
    pub fn is_taping(&self) -> bool {
        matches!(self.tape, Tape::Runs { .. })
    }

    /// What was told during the take that has just ended, one `FRAME ORDER` per line; once.
    pub fn score(&mut self) -> Option<String> {
        match std::mem::replace(&mut self.tape, Tape::None) {
            Tape::Ended(score) => Some(score),
            other => {
                self.tape = other;
                None
            }
        }
    }

    /// Fills `out` with N frames, at most [`BLOCK`].
    pub fn render(&mut self, frames: usize) {
        // What was done with is dropped before the block: the engine then has all its room.
        while let Some(retired) = self.engine.take_retired() {
            drop(retired);
        }
        self.follow();
        let frames = frames.min(BLOCK);
        self.perform(frames);
        let [left, right] = &mut self.out;
        self.engine
            .render(&mut [&mut left[..frames], &mut right[..frames]]);
    }

    /// Whose contact is reported, and whether its picture is too.
    pub fn watch(&mut self, slot: Option<usize>, looks: bool) {
        self.engine.watch(slot);
        self.watched = slot;
        self.looks = looks;
        self.shown = None;
    }

    /// Which geometry of the watched slot is there now.
    fn number(&self) -> Option<(usize, u64)> {
        let slot = self.watched.filter(|_| self.looks)?;
        Some((slot, *self.puts.get(slot)?))
    }

    /// Writes what the watched instance looks like, if somebody looks and has not seen it yet; tells
    /// whether it did. See [`seen::write`].
    pub fn geometry(&mut self, into: &mut Vec<u8>) -> bool {
        let Some((slot, number)) = self.number() else {
            return false;
        };
        if self.shown == Some(number) {
            return false;
        }
        self.shown = Some(number);
        let none = Geometry::default();
        let geometry = self.engine.geometry().unwrap_or(&none);
        // Later, room would have to be found in the midst of a block.
        self.pose.clear();
        self.pose.reserve(4 * geometry.points());
        self.specks.clear();
        self.specks.reserve(SPECK * geometry.specks());
        self.pose_in = 0;
        seen::write(geometry, slot, number, into);
        true
    }

    /// Writes a report, little-endian:
    ///
    /// - f64: frame, voices awake, energy at first, injected, dissipated, stored; numbers of taps,
    ///   modes and instances; which geometry is seen, and its number of points (0 if none is, or if
    ///   there are so many that not every report has them), the frame of the score that runs, or -1,
    ///   and the number of specks;
    /// - f64 of each tap: its frame;
    /// - f32 of each tap: force, then of each: compression, then velocity;
    /// - f32 of each mode: frequency, then of each: level;
    /// - f32 of each point: how far it is from where it rests along x, y and z, then of each: speed;
    /// - f32 of each speck: kind, number, x, y, z, size and glow;
    /// - f32 of the master and of each instance: slot (master: -1), peaks left and right, rms,
    ///   lufs.
    pub fn report(&mut self, into: &mut Vec<u8>) {
        let taps = self.engine.drain_taps(&mut self.taps);
        let modes = self.engine.modes(&mut self.modes).min(MODES);
        let number = self.number();
        let position = self.position();
        self.pose.clear();
        self.specks.clear();
        self.pose_in = self.pose_in.saturating_sub(1);
        if let (Some(_), 0) = (number, self.pose_in)
            && let Some(frame) = self.engine.picture()
        {
            // Half as often where there are so many that telling them takes a part of a block.
            self.pose_in = 1 + usize::from(frame.speeds.len() > MANY_POINTS);
            let places = frame.displacements.as_flattened().iter();
            self.pose
                .extend(places.chain(&frame.speeds).map(|own| *own as f32));
            for own in frame.specks() {
                let [x, y, z] = own.at;
                let kind = f64::from(own.kind as u8);
                let row = [kind, f64::from(own.number), x, y, z, own.size, own.glow];
                self.specks.extend(row.map(|number| number as f32));
            }
        }
        let (taps, modes) = (&self.taps[..taps], &self.modes[..modes]);
        let levels = (0..SLOTS).filter_map(|slot| Some((slot, self.engine.levels(slot)?)));
        let instances = levels.clone().count();
        let ledger = self.engine.ledger();
        into.clear();
        for fact in [
            self.engine.frame() as f64,
            self.engine.awake() as f64,
            ledger.initial,
            ledger.injected,
            ledger.dissipated,
            ledger.stored,
            taps.len() as f64,
            modes.len() as f64,
            instances as f64,
            number.map_or(-1.0, |(_, number)| number as f64),
            (self.pose.len() / 4) as f64,
            position.map_or(-1.0, |frame| frame as f64),
            (self.specks.len() / SPECK) as f64,
        ] {
            into.extend(fact.to_le_bytes());
        }
        taps.iter()
            .for_each(|tap| into.extend((tap.frame as f64).to_le_bytes()));
        let mut put = |value: f32| into.extend(value.to_le_bytes());
        taps.iter().for_each(|tap| put(tap.force));
        taps.iter().for_each(|tap| put(tap.compression));
        taps.iter().for_each(|tap| put(tap.velocity));
        modes.iter().for_each(|mode| put(mode.frequency));
        modes.iter().for_each(|mode| put(mode.speed));
        self.pose.iter().for_each(|own| put(*own));
        self.specks.iter().for_each(|own| put(*own));
        let master = (-1.0, self.engine.master());
        let rows = levels.map(|(slot, levels)| (slot as f32, levels));
        for (slot, levels) in std::iter::once(master).chain(rows) {
            let Levels { peak, rms, lufs } = levels;
            put(slot);
            for value in [peak[0], peak[1], rms, lufs] {
                put(value as f32);
            }
        }
    }
}

/// Of what is told a take keeps all but that with which it begins, known from its document.
fn tapes(kind: Telling) -> Telling {
    match kind {
        Telling::Play | Telling::Halt | Telling::Change => Telling::Orders,
        other => other,
    }
}

/// A line that is to be followed N frames later begins with `@N`.
fn delayed(line: &str) -> (u64, &str) {
    let told = line.strip_prefix('@').and_then(|told| {
        let (frames, order) = told.split_once(' ')?;
        Some((frames.parse().ok()?, order))
    });
    told.unwrap_or((0, line))
}

#[cfg(test)]
mod tests {
    use super::*;

    use Telling::{Change, Cut, Halt, Orders, Play, Take};

    fn played(player: &mut WebPlayer, blocks: usize) -> Vec<f32> {
        let mut heard = Vec::new();
        for _ in 0..blocks {
            player.render(128);
            heard.extend_from_slice(&player.out[0][..128]);
        }
        heard
    }

    #[test]
    fn a_take_begins_and_ends_with_what_is_told() {
        let mut player = WebPlayer::new(48_000.0).unwrap();
        player.tell(Orders, "put 5 impact 0 1 {}\ntrigger 5 1 -");
        played(&mut player, 3);
        player.tell(Take, "clear\nput 0 impact 0 4 {}\nput 1 impact 0 4 {}");
        player.tell(Orders, "trigger 0 1 -\nnonsense");
        // Something sounds, so two times five voices are built in ten blocks; then it begins.
        for _ in 0..9 {
            player.render(128);
            assert!(!player.is_taping());
        }
        player.render(128);
        assert!(player.is_taping());
        let heard = &player.out[0][..128];
        assert!(heard.iter().any(|sample| sample.abs() > 0.001));
        played(&mut player, 99);
        player.tell(Orders, "trigger 0 0.5 -");
        player.tell(Cut, "");
        assert_eq!(player.score(), None);
        player.render(128);
        assert!(!player.is_taping());
        // What could not be done is not in the score.
        let score = player.score().unwrap();
        assert_eq!(score, "0 trigger 0 1 -\n12800 trigger 0 0.5 -\n");
        assert_eq!(player.score(), None);
        assert!(player.problem().unwrap().contains("nonsense"));
    }

    #[test]
    fn what_is_not_understood_is_said_and_changes_nothing() {
        let mut player = WebPlayer::new(44_100.0).unwrap();
        for wrong in [
            "nonsense",
            "put 0 nothing 0 1 {}",
            "put 99 impact 0 1 {}",
            "set 5 a 1",
        ] {
            player.tell(Orders, wrong);
            player.render(1);
            assert!(player.problem().is_some(), "{wrong}");
        }
        // However much is wrong, few messages wait.
        player.tell(Orders, &"nonsense\n".repeat(1000));
        assert!(played(&mut player, 10).iter().all(|sample| *sample == 0.0));
        assert_eq!(std::iter::from_fn(|| player.problem()).count(), PROBLEMS);
        assert!(WebPlayer::new(f64::NAN).is_err() && WebPlayer::new(0.0).is_err());
    }

    /// More orders than the engine takes at once wait for their turn and are all done.
    #[test]
    fn nothing_told_is_lost() {
        let mut player = WebPlayer::new(48_000.0).unwrap();
        player.tell(Take, "put 0 impact 0 1 {}");
        player.tell(Orders, &"pan 0 0.5\n".repeat(20_000));
        player.tell(Orders, "trigger 0 1 -");
        let heard = played(&mut player, 200);
        assert!(heard.iter().any(|sample| sample.abs() > 0.001));
        player.tell(Cut, "");
        player.render(1);
        assert_eq!(player.score().unwrap().lines().count(), 20_001);
    }

    #[test]
    fn a_report_has_the_length_it_says() {
        let mut player = WebPlayer::new(48_000.0).unwrap();
        player.tell(Orders, "put 3 impact 0 1 {}\ntrigger 3 1 -");
        player.watch(Some(3), false);
        let mut report = Vec::new();
        for _ in 0..40 {
            played(&mut player, 6);
            player.report(&mut report);
            let fact = |n: usize| f64::from_le_bytes(report[8 * n..8 * n + 8].try_into().unwrap());
            let (taps, modes, rows) = (fact(6) as usize, fact(7) as usize, fact(8) as usize);
            assert_eq!(rows, 1);
            assert_eq!(fact(0) as u64, player.engine.frame());
            let length = 104 + taps * (8 + 12) + modes * 8 + (rows + 1) * 20;
            assert_eq!(report.len(), length);
            assert!(taps > 0 && modes > 0);
        }
    }

    /// A score that runs gives the samples that its orders give offline, at their very frames,
    /// whatever the blocks; round and round where it cycles.
    #[test]
    fn a_score_runs_at_its_frames_and_round_and_round() {
        let start = "clear\nput 0 impact 0 4 {}";
        let lines = "0 trigger 0 1 -\n1000 pan 0 -1\n1001 trigger 0 0.5 -\n";
        let mut player = WebPlayer::new(48_000.0).unwrap();
        played(&mut player, 3);
        player.take_score(&format!(
            "part 0 4800\n{lines}again 960 2000\n40 trigger 0 0.5 -\n"
        ));
        player.tell(Play, start);
        while player.position().is_none() {
            player.render(128);
        }
        // The block in which it was ready is its first.
        let mut heard = player.out[0][..128].to_vec();
        let mut report = Vec::new();
        player.report(&mut report);
        let fact = |n: usize| f64::from_le_bytes(report[8 * n..8 * n + 8].try_into().unwrap());
        assert_eq!(fact(11), 128.0);
        for frames in [1, 7, 871, 500, 3293, 2000, 1200] {
            player.render(frames);
            heard.extend_from_slice(&player.out[0][..frames]);
        }
        // One round of 2000 frames and 1200 of the next, in which the position starts anew.
        assert_eq!(player.position(), Some(960 + 1200));
        let all = format!("{lines}4840 trigger 0 0.5 -\n6840 trigger 0 0.5 -\n");
        let order = |line: &str| {
            let (at, order) = line.split_once(' ').unwrap();
            (at.parse().unwrap(), Order::parse(order).unwrap())
        };
        let score = urto_engine::Score {
            events: all.lines().map(order).collect(),
            tracks: Vec::new(),
        };
        let start: Vec<Order> = start
            .lines()
            .map(|line| Order::parse(line).unwrap())
            .collect();
        let rate = Rate::new(48_000.0).unwrap();
        let mut offline = urto_engine::Offline::new(&start, &score, 8000, rate).unwrap();
        let (mut left, mut right) = ([0.0; 8000], [0.0; 8000]);
        offline.render(&mut [&mut left, &mut right]);
        assert_eq!(heard.len(), 8000);
        assert!(left == heard[..], "a score is not what its orders give");
        // What a hand does meanwhile is told with its place in the score, also what comes later.
        player.tell(Orders, "trigger 0 2 -\n@48 trigger 0 1 -");
        player.render(128);
        assert_eq!(
            player.heard().unwrap(),
            "2160 trigger 0 2 -\n2208 trigger 0 1 -\n"
        );
        assert_eq!(player.heard(), None);
        // What is written anew is played from where one is: 2288 frames, of which 200 lie behind.
        player.take_score("part 0 4800\nagain 960 2000\n40 trigger 0 1 -\n1400 stop\n1500 pan 0 1");
        player.tell(Take, "pan 0 0");
        player.tell(Change, "");
        player.render(128);
        assert!(
            player.running.is_none(),
            "a take begins with nothing that runs"
        );
        player.tell(Cut, "");
        player.render(128);
        player.score();
        player.take_score("part 0 9600\n100 pan 0 1\n300 pan 0 -1");
        player.tell(Play, "");
        player.render(128);
        player.tell(Take, "");
        player.render(1);
        player.take_score("part 0 9600\n100 pan 0 1\n300 pan 0 -1");
        player.tell(Play, "");
        player.render(200);
        player.take_score("part 0 9600\n100 pan 0 0.5\n250 pan 0 0.25\n300 pan 0 0.75");
        player.tell(Change, "");
        player.render(200);
        player.tell(Cut, "");
        player.render(1);
        let score = player.score().unwrap();
        let orders: Vec<&str> = score
            .lines()
            .map(|line| line.split_once(' ').unwrap().1)
            .collect();
        assert_eq!(orders, ["pan 0 1", "pan 0 0.25", "pan 0 0.75"]);
        player.tell(Halt, "stop");
        player.render(128);
        assert_eq!(player.position(), None);
        // One that does not cycle ends by itself.
        player.take_score("part 0 4800\n0 trigger 0 1 -");
        player.tell(Play, "clear\nput 0 impact 0 1 {}");
        played(&mut player, 60);
        assert_eq!(player.position(), None);
        for wrong in [
            "",
            "nonsense",
            "part 1",
            "part 0 100\nx trigger 0 1 -",
            "again 0 100",
        ] {
            player.take_score(wrong);
            assert!(player.problem().is_some(), "{wrong}");
        }
        // A score builds nothing and an order that is wrong stops nothing.
        player.take_score("part 0 9999\n0 put 1 impact 0 1 {}\n1 nonsense\n2 trigger 0 1 -");
        player.tell(Play, "clear\nput 0 impact 0 1 {}");
        let heard = played(&mut player, 60);
        assert_eq!(std::iter::from_fn(|| player.problem()).count(), 2);
        assert!(heard.iter().any(|sample| sample.abs() > 0.001));
    }

    /// A take in which a score is played holds the score's orders too.
    #[test]
    fn a_take_keeps_what_a_score_told() {
        let mut player = WebPlayer::new(48_000.0).unwrap();
        player.tell(Take, "clear\nput 0 impact 0 1 {}");
        player.render(128);
        while !player.is_taping() {
            player.render(128);
        }
        player.take_score("part 0 4800\n10 trigger 0 1 -");
        player.tell(Play, "pan 0 0");
        player.render(128);
        player.render(128);
        player.tell(Cut, "");
        player.render(1);
        let score = player.score().unwrap();
        let lines: Vec<&str> = score.lines().collect();
        let [pan, trigger] = lines[..] else {
            panic!("{score}");
        };
        let at = |line: &str| line.split_once(' ').unwrap().0.parse::<u64>().unwrap();
        assert_eq!(at(trigger), at(pan) + 10);
    }

    /// Who looks is told the geometry once, and in every report where its points are; who does not
    /// is told nothing.
    #[test]
    fn a_picture_is_told_once_and_its_points_each_time() {
        let lines = "put 3 impact 0 1 {}\ntrigger 3 1 -";
        let mut player = WebPlayer::new(48_000.0).unwrap();
        let mut builder = crate::builder::Builder::new(48_000.0).unwrap();
        player.know(&builder.work(lines, &Shelf::default()));
        player.tell(Orders, lines);
        let (mut report, mut form) = (Vec::new(), Vec::new());
        let fact = |bytes: &[u8], n: usize| {
            f64::from_le_bytes(bytes[8 * n..8 * n + 8].try_into().unwrap())
        };
        player.watch(Some(3), false);
        played(&mut player, 6);
        player.report(&mut report);
        assert!(!player.geometry(&mut form));
        assert_eq!([fact(&report, 9), fact(&report, 10)], [-1.0, 0.0]);
        player.watch(Some(3), true);
        player.report(&mut report);
        assert!(player.geometry(&mut form));
        assert!(!player.geometry(&mut form));
        let points = fact(&report, 10);
        assert!(points > 100.0);
        assert_eq!(
            [fact(&form, 0), fact(&form, 1), fact(&form, 2)],
            [3.0, 1.0, points]
        );
        assert_eq!(fact(&report, 9), 1.0);
        let modes = fact(&report, 7) as usize;
        let taps = fact(&report, 6) as usize;
        let first = 104 + 20 * taps + 8 * modes;
        let floats = report[first..].chunks_exact(4);
        let floats = floats.map(|own| f32::from_le_bytes(own.try_into().unwrap()));
        let moved: Vec<f32> = floats.take(4 * points as usize).collect();
        assert!(moved.iter().any(|own| *own != 0.0));
        // Another sound in the same slot is another geometry.
        player.tell(Orders, "put 3 crumpling 0 1 {}");
        played(&mut player, 120); // it is built and rehearsed in parts
        assert!(player.geometry(&mut form));
        assert_eq!(fact(&form, 1), 2.0);
    }
}
