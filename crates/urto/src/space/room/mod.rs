//! A small room: the walls' first echoes, the tail they dissolve into, and its own faint noise.
//!
//! Hear:   size and bare walls make the tail long, distance makes it loud; the first echoes tell
//!         a cupboard from a hall.
//! Law:    a box of Louden's proportions (1 : 0.74 : 0.53). First echoes from the images of the
//!         source behind one and two walls: later by their longer way, weaker by r/d and by
//!         sqrt(1 - absorption) per wall. The tail loses (1 - absorption) per mean free path
//!         4V/S, so T60 is Eyring's; it has the diffuse field's energy, 16·pi·r²·(1 - a)/(S·a)
//!         times that of the direct sound.
//! Step:   a tapped delay line into a feedback delay network of 8 lines with an orthogonal
//!         (Hadamard) matrix, so every loss is in the lines: a factor and a low-pass below 1. Where a
//!         way is not a number of whole samples an all-pass makes the rest of it, which loses
//!         nothing, so that echoes come at the same times at every rate. Hence bounded for every
//!         setting. Delays and gains slide for 20 ms or more; a delay moves by at most a quarter
//!         sample per sample, so that nothing clicks.
//!         Two ears hear the images from where they are, 17.5 cm apart, the listener looking at
//!         the source: the direct sound is the same in both, each echo comes at other times, and
//!         of the tail they hear sums of the lines with signs at right angles.
//! Limits: one listener, one source; no frequency dependence but "highs", and none of a head's
//!         shadow; the direct sound arrives at once.
//! Refs:   Allen & Berkley 1979 (images); Jot & Chaigne 1991 (delay networks); Eyring 1930;
//!         Louden 1971; Kuttruff, Room Acoustics (diffuse field, mean free path).

mod geometry;
mod hush;
mod lines;
mod stage;

use crate::math;
use crate::param::{Declared, Range};
use crate::ramp::Ramp;
use crate::rate::Rate;
use crate::rng::Rng;
use geometry::{Box3, IMAGES};
use hush::Hush;
use lines::{Delay, EchoTap, FeedbackDelays};
pub(super) use stage::KIND;

/// The longest side that a room may have \[m\].
const LARGEST: f64 = 20.0;
/// From ear to ear \[m\].
const HEAD: f64 = 0.175;
/// Louder samples do not enter the room: 60 dB over full scale, and never infinity.
const LOUDEST: f64 = 1e3;

crate::params! {
    /// A small room around the sound; off while `level` is 0.
    pub struct RoomParams("room") {
        /// Amount of room sound: 0 is off, 1 is natural.
        level: 0.0, Linear(0.0, 1.0), "", Block, spread 0.0;
        /// Length of the room's longest side.
        size: 5.0, Log(1.0, LARGEST), "m", Block, spread 0.05;
        /// Share of the sound that the walls absorb: bare tiles 0.05, a living room 0.3, a wardrobe
        /// 0.8.
        absorption: 0.3, Linear(0.03, 0.95), "", Block, spread 0.05;
        /// Distance to the listener, limited by the room's size. Nearer is drier.
        distance: 1.0, Log(0.1, 20.0), "m", Block, spread 0.05;
        /// Reverberation time at 8 kHz, as a share of the time at the lowest frequencies.
        highs: 0.4, Linear(0.05, 1.0), "", Block, expert, spread 0.1;
        /// Background noise of the room: RMS as a share of full scale. 0.001 is about -70 dB(A), a
        /// quiet living room.
        hush: 1e-3, ZeroLog(1e-6, 0.1), "", Block, expert, spread 0.0;
        /// Ears that hear the room: with 2 there are two channels, left and right, which differ in
        /// their echoes and in the tail. Several pickups are then one source; directly the left
        /// ear hears the first, third ... and the right ear the others.
        ears: 1, Integer(1, 2), "", Rebuild, spread 0.0;
    }
}

/// What the table allows of the room's own noise.
const HUSH: Range = RoomParams::TABLE.range("hush");

impl RoomParams {
    /// The same, each number within what the table allows. A room is told anew while it sounds,
    /// where nothing may be refused.
    fn within(&self) -> Self {
        let within = |range: Range, value: f64| range.clamp(value);
        Self {
            level: within(const { Self::TABLE.range("level") }, self.level),
            size: within(const { Self::TABLE.range("size") }, self.size),
            absorption: within(const { Self::TABLE.range("absorption") }, self.absorption),
            distance: within(const { Self::TABLE.range("distance") }, self.distance),
            highs: within(const { Self::TABLE.range("highs") }, self.highs),
            hush: HUSH.clamp(self.hush),
            ears: self.ears.clamp(1, 2),
        }
    }

    /// Eyring's time in which the tail dies away by 60 dB \[s\].
    ///
    /// ```
    /// let room = urto::space::RoomParams::default();
    /// assert!((room.decay() - 0.26).abs() < 0.01);
    /// ```
    pub fn decay(&self) -> f64 {
        Box3::new(self.size).decay(self.absorption)
    }

    /// How long it sounds on after the last sample that goes in \[s\].
    pub fn tail(&self) -> f64 {
        if self.level == 0.0 { 0.0 } else { self.decay() }
    }
}

/// Rooms and ears hiss each on its own; `shift` keeps the two apart.
fn seed_of(seed: u64, index: usize, shift: u32) -> u64 {
    match index as u64 {
        0 => seed,
        index => Rng::new(seed ^ index << shift).bits(),
    }
}

/// Parameters are looked at so often \[samples\].
const LOOK: u32 = 64;
/// Slides take so long \[s\], or longer.
const SLIDE: f64 = 0.02;
/// Most that a number of samples moves per sample: a delay then bends the pitch by a quarter.
const STEEPEST: f64 = 0.25;

/// Sets a number out for a goal, for at least N samples; 0 is at once.
fn slide(number: &mut Ramp, goal: f64, samples: f64) {
    let steps = match samples == 0.0 {
        true => 0.0,
        false => samples.max((goal - number.now()).abs() / STEEPEST).ceil(),
    };
    number.go(goal, steps as u32);
}

/// One echo, while it moves.
#[derive(Clone, Copy, Default)]
struct Echo {
    delay: Ramp,
    gain: Ramp,
}

/// A room that a sound goes through.
///
/// ```
/// use urto::space::{Room, RoomParams};
/// let mut room = Room::new(urto::Rate::new(48_000.0)?);
/// let tiles = RoomParams { level: 1.0, absorption: 0.05, ..Default::default() };
/// let first = room.pass(&tiles, 1.0);
/// let later: f64 = (0..4800).map(|_| room.pass(&tiles, 0.0).abs()).sum();
/// assert!(first > 0.0 && later > first);
/// # Ok::<(), urto::BuildError>(())
/// ```
///
/// It is heard by one ear, or by two ([`Room::with_two_ears`]).
pub struct Room<const EARS: usize = 1> {
    rate: Rate,
    params: RoomParams,
    direct: Ramp,
    wet: Ramp,
    late: Ramp,
    /// How far the room's door is open: a sound that is under way enters gently.
    door: Ramp,
    way: Delay,
    /// For each ear.
    echoes: [[Echo; IMAGES]; EARS],
    /// Where they are read, and how loud.
    taps: [[EchoTap; IMAGES]; EARS],
    tail: FeedbackDelays,
    hush: [Hush; EARS],
    clock: u32,
    moving: bool,
    /// Whether parameters are taken at once, since nothing has sounded yet.
    fresh: bool,
    /// Samples since anything moved in the lines, and after how many they are empty.
    still: usize,
    memory: usize,
}

impl Room {
    /// A silent room. Allocates for the largest one.
    pub fn new(rate: Rate) -> Self {
        Self::silent(rate)
    }

    /// One sample through the room.
    #[inline]
    pub fn pass(&mut self, params: &RoomParams, dry: f64) -> f64 {
        let [heard] = self.hear(params, [dry]);
        heard
    }
}

impl Room<2> {
    /// A silent room with two ears in it. Allocates for the largest one.
    pub fn with_two_ears(rate: Rate) -> Self {
        Self::silent(rate)
    }
}

impl<const EARS: usize> Room<EARS> {
    fn silent(rate: Rate) -> Self {
        let largest = Box3::new(LARGEST);
        let way = Delay::new(geometry::longest_echo(&largest) * rate.hertz());
        let tail = FeedbackDelays::new(largest.mean_free_time() * rate.hertz());
        Self {
            rate,
            memory: way.length() + tail.longest(),
            params: RoomParams::default(),
            direct: Ramp::at(1.0),
            wet: Ramp::default(),
            late: Ramp::default(),
            door: Ramp::at(1.0),
            way,
            echoes: [[Echo::default(); IMAGES]; EARS],
            taps: [[EchoTap::default(); IMAGES]; EARS],
            tail,
            hush: core::array::from_fn(|_| Hush::new(rate)),
            clock: 0,
            moving: false,
            fresh: true,
            still: usize::MAX,
        }
    }

    /// Empty again; the seed is that of the room's own faint noise.
    pub fn reset(&mut self, seed: u64) {
        self.empty();
        for (ear, hush) in self.hush.iter_mut().enumerate() {
            hush.reset(seed_of(seed, ear, 32));
        }
        self.clock = 0;
        self.fresh = true;
    }

    fn empty(&mut self) {
        // Only what has sounded needs to be wiped out.
        if self.still != usize::MAX {
            self.way.clear();
            self.taps.iter_mut().flatten().for_each(EchoTap::clear);
            self.tail.clear();
            self.hush.iter_mut().for_each(Hush::rest);
        }
        self.still = usize::MAX;
    }

    /// One sample through the room: what each ear hears directly; the source is their mean.
    #[inline]
    pub fn hear(&mut self, params: &RoomParams, dry: [f64; EARS]) -> [f64; EARS] {
        if self.clock == 0 {
            self.follow(params);
        }
        self.clock = (self.clock + 1) % LOOK;
        if self.moving {
            self.moving = self.slide();
        }
        if self.wet.now() == 0.0 && !self.moving {
            self.empty();
            return dry.map(|dry| dry * self.direct.now());
        }
        let source = dry.iter().sum::<f64>() / EARS as f64;
        let enters = if source.is_nan() {
            0.0
        } else {
            source.clamp(-LOUDEST, LOUDEST)
        };
        let level = self.wet.now() / self.direct.now();
        let level = level * HUSH.clamp(params.hush);
        let hush = self.hush.each_mut().map(|hush| level * hush.next(enters));
        let echo = self.echo(enters);
        core::array::from_fn(|ear| {
            self.direct.now() * dry[ear] + self.wet.now() * echo[ear] + hush[ear]
        })
    }

    /// Whether it adds nothing to what goes through.
    pub fn is_off(&self, params: &RoomParams) -> bool {
        let off = params.level == 0.0 && self.wet.now() == 0.0 && self.direct.now() == 1.0;
        off && !self.moving
    }

    /// So many samples went past it while it was off, which costs nothing.
    pub fn pass_by(&mut self, frames: usize) {
        self.clock = ((u64::from(self.clock) + frames as u64) % u64::from(LOOK)) as u32;
        self.fresh = false;
        self.empty();
    }

    /// What comes back from the walls.
    fn echo(&mut self, dry: f64) -> [f64; EARS] {
        if dry != 0.0 {
            self.still = 0;
        } else if self.still > self.memory {
            return [0.0; EARS];
        }
        self.way.write(self.door.now() * dry);
        let (way, moving) = (&self.way, self.moving);
        let early = self.taps.each_mut().map(|taps| way.taps(taps, moving));
        // The sum of two ears would lack what cancels between them: one of them feeds the tail.
        let (late, loudest) = self.tail.step::<EARS>(early[0], self.moving);
        self.still = if loudest == 0.0 { self.still + 1 } else { 0 };
        core::array::from_fn(|ear| early[ear] + self.late.now() * late[ear])
    }

    /// Takes changed parameters over: at once in silence, sliding otherwise.
    fn follow(&mut self, params: &RoomParams) {
        if self.params == *params && !self.fresh {
            return;
        }
        self.params = params.clone();
        let params = &params.within();
        let hertz = self.rate.hertz();
        let room = Box3::new(params.size);
        let absorption = params.absorption;
        // The sound itself may have begun while the room is still empty.
        let level_pace = if self.fresh { 0.0 } else { SLIDE * hertz };
        let pace = if self.still > self.memory {
            0.0
        } else {
            level_pace
        };
        self.fresh = false;
        let far = room.distance(params.distance);
        let mut early = 0.0;
        for (ear, echoes) in self.echoes.iter_mut().enumerate() {
            // Left and right of the middle, where a single one is.
            let aside = HEAD * (ear as f64 - 0.5 * (EARS - 1) as f64);
            let direct = room.direct(far, aside);
            for (echo, (metres, walls)) in echoes.iter_mut().zip(room.images(far, aside)) {
                let gain = direct / metres * geometry::reflected(absorption, walls);
                early += gain * gain / EARS as f64;
                let delay = (metres - direct) / geometry::SOUND * hertz;
                slide(&mut echo.delay, delay.max(lines::SHORTEST), pace);
                slide(&mut echo.gain, gain, pace);
            }
        }
        // Half the rate may lie below 8 kHz.
        let highest = math::cos(math::TAU * (8000.0 / hertz).min(0.45));
        let returned = self.tail.tune(
            room.mean_free_time() * hertz,
            room.decay(absorption) * hertz,
            (params.highs, highest),
            pace,
        );
        // The diffuse field holds what the first echoes do not.
        let diffuse = room.diffuse(far, absorption);
        let rest = (diffuse - early).max(0.1 * diffuse);
        slide(&mut self.late, (rest / (early * returned)).sqrt(), pace);
        // The room adds as much as it takes from the direct sound, so loudness stays.
        let wet = params.level;
        let whole = 1.0 / (1.0 + wet * wet * diffuse).sqrt();
        if self.wet.now() == 0.0 {
            self.door = Ramp::at(0.0);
            slide(&mut self.door, 1.0, level_pace);
        }
        slide(&mut self.direct, whole, level_pace);
        slide(&mut self.wet, whole * wet, level_pace);
        self.moving = true;
    }

    /// Moves everything on by a sample; tells whether there is more to come.
    fn slide(&mut self) -> bool {
        let mut moving = self.direct.step() | self.wet.step() | self.late.step();
        moving |= self.door.step();
        for (taps, echoes) in self.taps.iter_mut().zip(&mut self.echoes) {
            for (tap, echo) in taps.iter_mut().zip(echoes) {
                moving |= echo.delay.step() | echo.gain.step();
                tap.go(echo.delay.now(), echo.gain.now());
            }
        }
        moving |= self.tail.slide();
        moving
    }
}
