//! A score that runs: its orders, told to the engine at their frames, once or round and round.

use urto_engine::{Command, Engine, Order, Problem, Workshop};

/// The shortest part that is played again \[frames\]: every block gets to its end.
const SHORTEST: u64 = 64;
/// Most of what hands do while a score runs that waits to be fetched \[bytes\].
const MOST_HEARD: usize = 1 << 20;

/// A stretch of a score.
#[derive(Debug, Default, PartialEq)]
struct Part {
    /// Where in the score it begins \[frames\].
    from: u64,
    /// How long it is \[frames\].
    frames: u64,
    /// Its orders, at frames that count from its start.
    lines: Vec<(u64, String)>,
}

/// What is to be played: a part, and one that follows it again and again, if any does.
#[derive(Debug, Default, PartialEq)]
pub struct Parts {
    first: Part,
    again: Option<Part>,
}

impl Parts {
    /// Reads `part FROM FRAMES`, then a `FRAME ORDER` per line, and the same after
    /// `again FROM FRAMES`.
    pub fn parse(text: &str) -> Option<Self> {
        let mut own = Self::default();
        for line in text.lines() {
            let (word, rest) = line.split_once(' ')?;
            if let ("part" | "again", Some((from, frames))) = (word, rest.split_once(' ')) {
                let part = Part {
                    from: from.parse().ok()?,
                    frames: frames.parse::<u64>().ok()?.max(SHORTEST),
                    lines: Vec::new(),
                };
                match word {
                    "part" => own.first = part,
                    _ => own.again = Some(part),
                }
                continue;
            }
            let part = own.again.as_mut().unwrap_or(&mut own.first);
            part.lines.push((word.parse().ok()?, rest.to_owned()));
        }
        (own.first.frames > 0).then_some(own)
    }
}

/// A score that runs.
pub struct Running {
    parts: Parts,
    /// Whether the part that is played again has been reached.
    again: bool,
    /// The engine's frame at which the part that is played began.
    base: u64,
    /// Its line that comes next.
    next: usize,
    /// What hands did meanwhile: frames of the score and orders.
    heard: String,
}

impl Running {
    /// It starts at a frame of the engine.
    pub fn new(parts: Parts, base: u64) -> Self {
        Self {
            parts,
            again: false,
            base,
            next: 0,
            heard: String::new(),
        }
    }

    fn part(&self) -> &Part {
        match &self.parts.again {
            Some(part) if self.again => part,
            _ => &self.parts.first,
        }
    }

    /// Goes on with a score that was changed meanwhile, from where it is.
    pub fn change(&mut self, parts: Parts, now: u64) {
        self.parts = parts;
        self.again &= self.parts.again.is_some();
        let at = now.saturating_sub(self.base);
        self.next = self.part().lines.partition_point(|(due, _)| *due < at);
    }

    /// Where in the score a frame of the engine is.
    pub fn position(&self, now: u64) -> u64 {
        self.part().from + now.saturating_sub(self.base)
    }

    /// A hand does something.
    pub fn hear(&mut self, now: u64, order: &str) {
        if self.heard.len() < MOST_HEARD {
            self.heard += &format!("{} {order}\n", self.position(now));
        }
    }

    /// What hands have done since this was asked last.
    pub fn take_heard(&mut self) -> Option<String> {
        (!self.heard.is_empty()).then(|| std::mem::take(&mut self.heard))
    }

    /// Tells the engine what is due before a frame; `note` gets each frame and line, `fail` what
    /// cannot be done. Tells whether the score goes on.
    pub fn play(
        &mut self,
        engine: &mut Engine,
        workshop: &mut Workshop,
        until: u64,
        note: &mut dyn FnMut(u64, &str),
        fail: &mut dyn FnMut(Problem),
    ) -> bool {
        loop {
            let part = match &self.parts.again {
                Some(part) if self.again => part,
                _ => &self.parts.first,
            };
            while let Some((at, line)) = part.lines.get(self.next)
                && self.base + at < until
            {
                match command(workshop, line) {
                    Ok(command) => {
                        // What finds no room now is told with the next block.
                        if engine.tell(self.base + at, command).is_err() {
                            return true;
                        }
                        note(self.base + at, line);
                    }
                    Err(problem) => fail(problem),
                }
                self.next += 1;
            }
            if self.base + part.frames >= until {
                return true;
            }
            self.base += part.frames;
            self.next = 0;
            self.again = true;
            if self.parts.again.is_none() {
                return false;
            }
        }
    }
}

fn command(workshop: &mut Workshop, line: &str) -> Result<Command, Problem> {
    let order = Order::parse(line)?;
    if order.builds() {
        return Err(Problem::new("a score builds nothing"));
    }
    workshop.command(&order)
}
