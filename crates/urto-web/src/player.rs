//! The audio side: lines of orders in, samples out, and reports of what goes on.

use std::collections::VecDeque;
use urto::sound::ModeLevel;
use urto::{BuildError, Rate};
use urto_engine::{Command, Engine, Levels, Order, Tap, Workshop};

/// Instances at once.
pub const SLOTS: usize = 64;
/// Frames of one call. Browsers ask for 128.
pub const BLOCK: usize = 8192;
/// Modes whose levels are reported.
const MODES: usize = 256;
/// Taps of one report. Reports come sixty times a second, so at 192 kHz there are 3200.
const TAPS: usize = 4096;
/// Messages that wait to be read; more would all say the same.
const PROBLEMS: usize = 16;

/// Plays what it is told.
pub struct Player {
    engine: Engine,
    workshop: Workshop,
    /// Left and right samples of the last call.
    pub out: [Vec<f32>; 2],
    /// Orders that the engine had no room for yet.
    waiting: VecDeque<(Command, String)>,
    tape: Option<Tape>,
    problems: VecDeque<String>,
    taps: Vec<Tap>,
    modes: Vec<ModeLevel>,
}

/// What was told since a take began.
struct Tape {
    start: u64,
    /// Lines of a frame, counted from the start, and an order.
    score: String,
}

impl Player {
    /// Silence at this rate \[Hz\].
    pub fn new(rate: f64) -> Result<Self, BuildError> {
        let rate = Rate::new(rate)?;
        Ok(Self {
            engine: Engine::new(rate, SLOTS),
            workshop: Workshop::new(rate, SLOTS),
            out: [vec![0.0; BLOCK], vec![0.0; BLOCK]],
            waiting: VecDeque::new(),
            tape: None,
            problems: VecDeque::new(),
            taps: vec![Tap::default(); TAPS],
            modes: vec![ModeLevel::default(); MODES],
        })
    }

    /// Does what the lines say, at the next sample.
    pub fn tell(&mut self, lines: &str) {
        for line in lines.lines().filter(|line| !line.trim().is_empty()) {
            let made = Order::parse(line).and_then(|order| self.workshop.command(&order));
            match made {
                Ok(command) => self.pass(command, line.to_owned()),
                Err(problem) => self.complain(problem.to_string()),
            }
        }
    }

    /// Orders keep their order: behind one that waits, all wait.
    fn pass(&mut self, command: Command, line: String) {
        if self.waiting.is_empty() {
            if let Err(command) = self.offer(command, &line) {
                self.waiting.push_back((command, line));
            }
        } else {
            self.waiting.push_back((command, line));
        }
    }

    /// Gives the engine a command for its next sample and writes it down; gives it back if there
    /// is no room.
    fn offer(&mut self, command: Command, line: &str) -> Result<(), Command> {
        let now = self.engine.frame();
        self.engine.tell(now, command)?;
        if let Some(tape) = &mut self.tape {
            tape.score += &format!("{} {line}\n", now - tape.start);
        }
        Ok(())
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

    /// From here on, what is told is written down.
    pub fn start_tape(&mut self) {
        self.tape = Some(Tape {
            start: self.engine.frame(),
            score: String::new(),
        });
    }

    /// What was told since the tape began, one `FRAME ORDER` per line.
    pub fn stop_tape(&mut self) -> String {
        self.tape.take().map(|tape| tape.score).unwrap_or_default()
    }

    /// Fills `out` with so many frames, at most [`BLOCK`].
    pub fn render(&mut self, frames: usize) {
        // What was done with is dropped before the block: the engine then has all its room.
        while let Some(retired) = self.engine.take_retired() {
            drop(retired);
        }
        while let Some((command, line)) = self.waiting.pop_front() {
            if let Err(command) = self.offer(command, &line) {
                self.waiting.push_front((command, line));
                break;
            }
        }
        let frames = frames.min(BLOCK);
        let [left, right] = &mut self.out;
        self.engine
            .render(&mut left[..frames], &mut right[..frames]);
    }

    /// Whose contact is reported.
    pub fn watch(&mut self, slot: Option<usize>) {
        self.engine.watch(slot);
    }

    /// Writes a report, little-endian:
    ///
    /// - f64: frame, voices awake, energy at first, injected, dissipated, stored; numbers of taps,
    ///   modes and instances;
    /// - f64 of each tap: its frame;
    /// - f32 of each tap: force, then of each: compression, then velocity;
    /// - f32 of each mode: frequency, then of each: level;
    /// - f32 of the master and of each instance: slot (master: -1), peaks left and right, rms,
    ///   lufs.
    pub fn report(&mut self, into: &mut Vec<u8>) {
        let taps = self.engine.drain_taps(&mut self.taps);
        let modes = self.engine.modes(&mut self.modes).min(MODES);
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

#[cfg(test)]
mod tests {
    use super::*;

    fn played(player: &mut Player, blocks: usize) -> Vec<f32> {
        let mut heard = Vec::new();
        for _ in 0..blocks {
            player.render(128);
            heard.extend_from_slice(&player.out[0][..128]);
        }
        heard
    }

    #[test]
    fn lines_are_played_and_written_down() {
        let mut player = Player::new(48_000.0).unwrap();
        played(&mut player, 3);
        player.start_tape();
        player.tell("clear\nput 0 impact 0 1 {}\n");
        player.tell("trigger 0 1 -");
        let heard = played(&mut player, 100);
        assert!(heard.iter().any(|sample| sample.abs() > 0.01));
        assert!(heard.iter().all(|sample| sample.is_finite()));
        player.tell("trigger 0 0.5 -");
        let score = player.stop_tape();
        let expected = "0 clear\n0 put 0 impact 0 1 {}\n0 trigger 0 1 -\n12800 trigger 0 0.5 -\n";
        assert_eq!(score, expected);
        assert_eq!(player.problem(), None);
    }

    #[test]
    fn what_is_not_understood_is_said_and_changes_nothing() {
        let mut player = Player::new(44_100.0).unwrap();
        for wrong in [
            "nonsense",
            "put 0 nothing 0 1 {}",
            "put 99 impact 0 1 {}",
            "set 5 a 1",
        ] {
            player.tell(wrong);
            assert!(player.problem().is_some(), "{wrong}");
        }
        // However much is wrong, few messages wait.
        player.tell(&"nonsense\n".repeat(1000));
        assert_eq!(std::iter::from_fn(|| player.problem()).count(), PROBLEMS);
        assert!(played(&mut player, 10).iter().all(|sample| *sample == 0.0));
        assert!(Player::new(f64::NAN).is_err() && Player::new(0.0).is_err());
    }

    /// More orders than the engine takes at once wait for their turn and are all done.
    #[test]
    fn nothing_told_is_lost() {
        let mut player = Player::new(48_000.0).unwrap();
        player.start_tape();
        player.tell("put 0 impact 0 1 {}");
        player.tell(&"pan 0 0.5\n".repeat(20_000));
        player.tell("trigger 0 1 -");
        let heard = played(&mut player, 200);
        assert!(heard.iter().any(|sample| sample.abs() > 0.001));
        assert_eq!(player.stop_tape().lines().count(), 20_002);
    }

    #[test]
    fn a_report_has_the_length_it_says() {
        let mut player = Player::new(48_000.0).unwrap();
        player.tell("put 3 impact 0 1 {}\ntrigger 3 1 -");
        player.watch(Some(3));
        let mut report = Vec::new();
        for _ in 0..40 {
            played(&mut player, 6);
            player.report(&mut report);
            let fact = |n: usize| f64::from_le_bytes(report[8 * n..8 * n + 8].try_into().unwrap());
            let (taps, modes, rows) = (fact(6) as usize, fact(7) as usize, fact(8) as usize);
            assert_eq!(rows, 1);
            assert_eq!(fact(0) as u64, player.engine.frame());
            let length = 72 + taps * (8 + 12) + modes * 8 + (rows + 1) * 20;
            assert_eq!(report.len(), length);
            assert!(taps > 0 && modes > 0);
        }
    }
}
