//! What happened at a sound's contact, told to its host: for pictures, haptics and games.

use super::{Entry, Envelope};
use crate::rate::Rate;

/// What happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Happening {
    /// Two bodies meet; its strength is the speed at which they do \[m/s\].
    Touch,
    /// They part; its strength is the largest force there was between them \[N\].
    Parting,
    /// What rubs lets go and slips, told when it holds again; its strength is the greatest speed
    /// of the slip \[m/s\].
    Slip,
    /// Nothing happens any more; its strength is 0.
    Rest,
}

/// Something that happened at a contact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Occurrence {
    /// When: in samples since the watch began.
    pub sample: u64,
    /// What.
    pub what: Happening,
    /// How strongly, in the unit that its kind says.
    pub strength: f64,
}

/// It holds when its speed is below this share of the greatest of late, and slips above the other.
/// The bristles of a bow that sticks creep at some per cent of the bow's speed, and a slip is
/// several times as fast as the bow; the shares lie between, and apart, so that noise on one of
/// them is not a slip.
const HOLDS: f64 = 0.2;
const SLIPS: f64 = 0.5;
/// It rests when nothing was seen for this long \[s\] (bounces that can be told apart come sooner)
/// and moves with less than this share of its greatest speed.
const QUIET: f64 = 0.1;
const STILL: f64 = 0.01;

/// Reads force and speed of a contact, as [`TapSignals`](super::TapSignals) has them, and tells
/// what happens there. It allocates nothing and may be called from the audio thread.
///
/// ```
/// use urto::sound::{ContactWatch, Event, Happening, TapSignals};
///
/// let rate = urto::Rate::new(48_000.0)?;
/// let mut sound = urto::sounds::make("impact")?;
/// sound.prepare(rate, 512);
/// sound.event(0, Event::trigger(1.0));
///
/// let (mut out, mut force, mut speed) = ([0.0; 512], [0.0; 512], [0.0; 512]);
/// let mut taps = TapSignals { force: &mut force, speed: &mut speed, ..Default::default() };
/// sound.render_tapped(&[], &mut [&mut out], &mut taps);
/// let mut watch = ContactWatch::of(urto::sounds::find("impact")?, rate);
/// let mut first = None;
/// watch.read(&force, &speed, |occurrence| first = first.or(Some(occurrence)));
/// assert_eq!(first.map(|it| it.what), Some(Happening::Touch));
/// # Ok::<(), urto::BuildError>(())
/// ```
#[derive(Clone, Debug)]
pub struct ContactWatch {
    rubs: bool,
    quiet: u64,
    sample: u64,
    touching: bool,
    last_speed: f64,
    /// Largest force since the touch \[N\].
    force: f64,
    /// How fast it was of late \[m/s\].
    fast: Envelope,
    /// Since when it slips, and its greatest speed.
    slip: Option<(u64, f64)>,
    held: bool,
    /// Greatest speed since the last rest \[m/s\].
    fastest: f64,
    last: Option<u64>,
}

impl ContactWatch {
    /// For a contact that strikes, or one that rubs (whose force tells of no touch, and whose
    /// speed tells of slips).
    pub fn new(rate: Rate, rubs: bool) -> Self {
        Self {
            rubs,
            quiet: (QUIET * rate.hertz()) as u64,
            sample: 0,
            touching: false,
            last_speed: 0.0,
            force: 0.0,
            fast: Envelope::new(rate),
            slip: None,
            held: false,
            fastest: 0.0,
            last: None,
        }
    }

    /// For the contact that a sound's taps show.
    pub fn of(entry: &Entry, rate: Rate) -> Self {
        Self::new(rate, entry.built_on.contains(&"friction"))
    }

    /// Takes the samples of a block, as many of one as of the other, and tells what happened in
    /// them.
    pub fn read(&mut self, force: &[f32], speed: &[f32], mut tell: impl FnMut(Occurrence)) {
        for (force, speed) in force.iter().zip(speed) {
            let (force, speed) = (f64::from(*force).abs(), f64::from(*speed).abs());
            self.touch(force, speed, &mut tell);
            if self.rubs && self.touching {
                self.slip(speed, &mut tell);
            }
            self.rest(speed, &mut tell);
            self.last_speed = speed;
            self.sample += 1;
        }
    }

    fn touch(&mut self, force: f64, speed: f64, tell: &mut impl FnMut(Occurrence)) {
        let touches = force > 0.0;
        if touches && !self.touching {
            // The first step of a stiff touch has slowed it already.
            let met = speed.max(self.last_speed);
            self.tell(Happening::Touch, self.sample, met, tell);
            self.force = 0.0;
        } else if !touches && self.touching {
            self.slip = None;
            self.tell(Happening::Parting, self.sample, self.force, tell);
        }
        self.touching = touches;
        self.force = self.force.max(force);
    }

    fn slip(&mut self, speed: f64, tell: &mut impl FnMut(Occurrence)) {
        let fast = f64::from(self.fast.follow(speed as f32));
        let holds = speed < HOLDS * fast;
        match self.slip {
            Some((since, fastest)) if holds => {
                self.slip = None;
                self.tell(Happening::Slip, since, fastest, tell);
            }
            Some((since, fastest)) => self.slip = Some((since, fastest.max(speed))),
            None if self.held && speed > SLIPS * fast => {
                self.slip = Some((self.sample, speed));
                self.held = false;
            }
            None => {}
        }
        self.held |= holds;
    }

    fn rest(&mut self, speed: f64, tell: &mut impl FnMut(Occurrence)) {
        self.fastest = self.fastest.max(speed);
        let Some(last) = self.last else { return };
        if self.slip.is_none() && self.sample - last > self.quiet && speed <= STILL * self.fastest {
            self.tell(Happening::Rest, self.sample, 0.0, tell);
            self.last = None;
            self.fastest = 0.0;
        }
    }

    fn tell(
        &mut self,
        what: Happening,
        sample: u64,
        strength: f64,
        tell: &mut impl FnMut(Occurrence),
    ) {
        self.last = Some(self.sample);
        tell(Occurrence {
            sample,
            what,
            strength,
        });
    }
}
