//! Routes at work: in which order instances play, and what moves their parameters.
//!
//! An instance plays after all that it listens to, so that a route is sample-exact. Where
//! instances listen to each other in a loop, one route of it comes [`LATE`] samples late, whatever
//! the host's blocks.

use crate::route::{Route, moved, rolled, swing};
use crate::smooth::{SMOOTH, samples};
use crate::voices::CHUNK;
use urto::Rate;
use urto::param::{ParamId, Range};
use urto::sound::{Envelope, TapSignals};
use urto_file::{MOST_MOVED, MOST_ROUTES, Measure, Source, TapPoint};

/// What closes a loop comes N samples late.
pub(crate) const LATE: usize = 64;
/// Most slots that routes can tell apart: one bit each.
const SLOTS: usize = u64::BITS as usize;

/// What is tapped of an instance.
pub(crate) struct Tapped {
    /// Which of [`TapPoint::ALL`] somebody listens to.
    wanted: [bool; TapPoint::ALL.len()],
    /// For each the last [`LATE`] samples, then those of the present chunk.
    lines: [[f32; LATE + CHUNK]; TapPoint::ALL.len()],
    envelope: Envelope,
}

impl Tapped {
    fn new(rate: Rate) -> Self {
        Self {
            wanted: [false; _],
            lines: [[0.0; _]; _],
            envelope: Envelope::new(rate),
        }
    }

    fn is_wanted(&self) -> bool {
        self.wanted.contains(&true)
    }

    /// Room for what goes on at the contact during part of the chunk.
    pub fn contact(&mut self, from: usize, count: usize) -> TapSignals<'_> {
        let part = LATE + from..LATE + from + count;
        let mut lines = self.lines.iter_mut().zip(self.wanted);
        let mut next = || match lines.next() {
            Some((line, true)) => &mut line[part.clone()],
            _ => &mut [],
        };
        // In the order of [`TapPoint::ALL`].
        next();
        TapSignals {
            force: next(),
            speed: next(),
            position: next(),
        }
    }

    /// Takes what is heard at a sample of the chunk.
    #[inline]
    pub fn hear(&mut self, at: usize, heard: f32) {
        if self.wanted[TapPoint::Output as usize] {
            self.lines[TapPoint::Output as usize][LATE + at] = heard;
        }
        if self.wanted[TapPoint::Envelope as usize] {
            let level = self.envelope.follow(heard);
            self.lines[TapPoint::Envelope as usize][LATE + at] = level;
        }
    }

    /// Nothing sounds during part of the chunk.
    pub fn rest(&mut self, from: usize, count: usize) {
        if self.is_wanted() {
            self.contact(from, count).rest();
            (from..from + count).for_each(|at| self.hear(at, 0.0));
        }
    }

    /// So many samples have passed.
    fn pass(&mut self, count: usize) {
        if self.is_wanted() {
            for line in &mut self.lines {
                line.copy_within(count..count + LATE, 0);
            }
        }
    }
}

/// How far routes move a parameter, at each sample of a chunk.
pub(crate) struct Move {
    pub table: &'static str,
    pub id: ParamId,
    units: [f64; CHUNK],
    travel: [f64; CHUNK],
}

impl Move {
    /// The parameter's value at a sample, from the value that is set.
    pub fn value(&self, range: &Range, set: f64, at: usize) -> f32 {
        moved(range, set, self.units[at], self.travel[at]) as f32
    }
}

/// When a chunk is, and what the host gives with it.
pub(crate) struct Moment<'a> {
    /// Frames since everything was cleared, at the first sample of the chunk.
    pub frame: u64,
    /// When the last gesture of the moved instance started, and how strong it was.
    pub began: Option<u64>,
    pub strength: f64,
    pub frames: usize,
    /// The host's inputs, from the first sample of the chunk on.
    pub inputs: &'a [&'a [f32]],
    /// Where the chunk starts in them.
    pub at: usize,
}

/// All routes.
pub(crate) struct Routing {
    rate: Rate,
    routes: Vec<Option<Box<Route>>>,
    /// Slots in the order in which they play.
    pub order: Vec<usize>,
    /// Whether any route closes a loop.
    loops: bool,
    tapped: Vec<Tapped>,
    moves: Vec<Move>,
}

impl Routing {
    pub fn new(rate: Rate, slots: usize) -> Self {
        let nothing = || Move {
            table: "",
            id: ParamId::default(),
            units: [0.0; _],
            travel: [0.0; _],
        };
        Self {
            rate,
            routes: (0..MOST_ROUTES).map(|_| None).collect(),
            order: (0..slots).collect(),
            loops: false,
            tapped: (0..slots).map(|_| Tapped::new(rate)).collect(),
            moves: (0..MOST_MOVED).map(|_| nothing()).collect(),
        }
    }

    /// Most samples that may be played at once.
    pub fn most(&self) -> usize {
        if self.loops { LATE } else { CHUNK }
    }

    /// Whether a route can have a number: it names slots that there are.
    pub fn takes(&self, number: usize, route: &Route) -> bool {
        let slots = self.order.len().min(SLOTS);
        let source = route.tapped().map_or(0, |(slot, _)| slot);
        number < self.routes.len() && route.slot < slots && source < slots
    }

    /// A route comes, by and by if the instance sounds; gives what was there.
    pub fn put(&mut self, number: usize, mut new: Box<Route>, sounds: bool) -> Option<Box<Route>> {
        let own = self.routes.get_mut(number)?;
        if sounds {
            new.follow(own.as_deref(), samples(SMOOTH, self.rate));
        }
        let old = own.replace(new);
        self.arrange();
        old
    }

    /// A route goes.
    pub fn take(&mut self, number: usize) -> Option<Box<Route>> {
        let old = self.routes.get_mut(number)?.take();
        self.arrange();
        old
    }

    /// Takes everything out and is as new.
    pub fn clear(&mut self, out: &mut dyn FnMut(Box<Route>)) {
        for route in &mut self.routes {
            route.take().map(&mut *out);
        }
        for tapped in &mut self.tapped {
            tapped.envelope = Envelope::new(self.rate);
        }
        self.arrange();
    }

    /// Finds the order in which instances play: whoever is listened to first, of several the
    /// lowest slot.
    fn arrange(&mut self) {
        // For each slot, whom it listens to; and, directly or by others, whom it hears.
        let mut listens = [0u64; SLOTS];
        let mut wanted = [[false; TapPoint::ALL.len()]; SLOTS];
        for route in self.routes.iter().flatten() {
            if let Some((source, point)) = route.tapped() {
                listens[route.slot] |= 1 << source;
                wanted[source][point as usize] = true;
            }
        }
        for (tapped, wanted) in self.tapped.iter_mut().zip(wanted) {
            for (point, wanted) in wanted.into_iter().enumerate() {
                // Whoever was not listened to has no past.
                if wanted && !tapped.wanted[point] {
                    tapped.lines[point].fill(0.0);
                }
                tapped.wanted[point] = wanted;
            }
        }
        let hears = closure(&listens);
        let slots = self.order.len().min(SLOTS);
        let mut waiting = if slots == SLOTS {
            u64::MAX
        } else {
            (1 << slots) - 1
        };
        let mut placed = 0u64;
        for place in 0..slots {
            let mut free = (0..slots).filter(|slot| waiting >> slot & 1 == 1);
            let ready = |slot: &usize| listens[*slot] & waiting & !(1 << slot) == 0;
            // Else a loop that hears none but itself begins with its lowest slot.
            let first = |slot: &usize| {
                let heard = hears[*slot] & waiting;
                (0..slots).all(|other| heard >> other & 1 == 0 || hears[other] >> slot & 1 == 1)
            };
            let next = free.clone().find(ready).or_else(|| free.find(first));
            let Some(next) = next else { break };
            waiting &= !(1 << next);
            self.order[place] = next;
            for route in self.routes.iter_mut().flatten() {
                if let (true, Some((source, _))) = (route.slot == next, route.tapped()) {
                    route.late = placed >> source & 1 == 0;
                }
            }
            placed |= 1 << next;
        }
        self.loops = self.routes.iter().flatten().any(|route| route.late);
    }

    /// Works out how an instance is moved during a chunk; tells how many parameters are.
    pub fn work_out(&mut self, slot: usize, moment: &Moment) -> usize {
        let mut count = 0;
        for route in self.routes.iter_mut().flatten() {
            if route.slot != slot {
                continue;
            }
            let known = self.moves[..count]
                .iter()
                .position(|own| own.id == route.id && own.table == route.table);
            let index = known.unwrap_or(count);
            let Some(own) = self.moves.get_mut(index) else {
                continue;
            };
            if known.is_none() {
                count += 1;
                (own.table, own.id) = (route.table, route.id);
                own.units[..moment.frames].fill(0.0);
                own.travel[..moment.frames].fill(0.0);
            }
            let sums = match route.measure {
                Measure::Units => &mut own.units,
                Measure::Travel => &mut own.travel,
            };
            add(route, &self.tapped, moment, self.rate, sums);
        }
        count
    }

    /// What was worked out, and what is tapped of an instance.
    pub fn parts(&mut self, slot: usize, count: usize) -> (&[Move], &mut Tapped) {
        (&self.moves[..count], &mut self.tapped[slot])
    }

    /// So many samples have passed.
    pub fn pass(&mut self, count: usize) {
        self.tapped.iter_mut().for_each(|own| own.pass(count));
    }
}

/// Whom each hears, directly or by others.
fn closure(listens: &[u64; SLOTS]) -> [u64; SLOTS] {
    let mut hears = *listens;
    for by in 0..SLOTS {
        for slot in 0..SLOTS {
            if hears[slot] >> by & 1 == 1 {
                hears[slot] |= hears[by];
            }
        }
    }
    hears
}

/// Adds what a route says to a parameter's way.
fn add(route: &mut Route, tapped: &[Tapped], moment: &Moment, rate: Rate, sums: &mut [f64; CHUNK]) {
    let Route {
        source,
        amount,
        offset,
        late,
        ..
    } = route;
    let mut add = |value: &dyn Fn(usize) -> f64| {
        for (n, sum) in sums[..moment.frames].iter_mut().enumerate() {
            *sum += amount.next() * value(n) + offset.next();
        }
    };
    match source {
        Source::Tap { instance, point } => {
            let line = &tapped[*instance as usize].lines[*point as usize];
            let start = if *late { 0 } else { LATE };
            add(&|n| f64::from(line[start + n]));
        }
        Source::Input(input) => {
            let values = moment
                .inputs
                .get(*input)
                .and_then(|own| own.get(moment.at..));
            let values = values.unwrap_or(&[]);
            let good = |value: &&f32| value.is_finite();
            add(&|n| {
                values
                    .get(n)
                    .filter(good)
                    .map_or(0.0, |value| f64::from(*value))
            });
        }
        Source::Curve(curve) => {
            let passed = moment.began.map(|began| moment.frame - began);
            let time = |n: usize| passed.map_or(0.0, |passed| (passed + n as u64) as f64);
            add(&|n| curve.at(time(n) * rate.step()));
        }
        Source::Oscillator {
            wave,
            frequency,
            phase,
        } => {
            let step = *frequency * rate.step();
            add(&|n| swing(*wave, *phase + (moment.frame + n as u64) as f64 * step));
        }
        Source::Incline { gives, plane } => {
            // Before the first throw the ball lies at the lower end.
            let Some(passed) = moment.began.map(|began| moment.frame - began) else {
                return add(&|_| 0.0);
            };
            let time = |n: usize| (passed + n as u64) as f64 * rate.step();
            add(&|n| rolled(*gives, plane, moment.strength, time(n)));
        }
    }
}
