//! One sound of an instance: awake or asleep, or fading out to be used again.

use crate::mix::slices;
use crate::watch::Watch;
use urto::Ramp;
use urto::param::{Kind, ParamId, Params, Update};
use urto::rng::Rng;
use urto::sound::{Event, Expression, Signal, Sound, TapSignals};
use urto_file::MOST_MOVED;

/// How often an awake voice is looked at \[samples of its own clock\].
const LOOK: u64 = 1024;
/// A voice below this share of full scale is silent: -120 dB.
const SILENT: f32 = 1e-6;
/// Looks in a row that must find it silent before it sleeps.
const LOOKS: u32 = 4;

/// A gesture to begin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Start {
    pub strength: f64,
    pub hold: Option<u64>,
    pub expression: Expression,
}

/// A sound that plays, or waits at rest for its next gesture.
pub(crate) struct Voice {
    pub sound: Box<dyn Sound>,
    /// Its place among the voices, which decides its seeds together with how often it was used.
    place: u64,
    uses: u64,
    seed: u64,
    /// A scene starts over by itself; it has no gestures.
    scored: bool,
    /// It stays awake at least so long \[samples\].
    stays: u64,
    hertz: f64,
    awake: bool,
    /// Samples since it woke, and since the last event.
    clock: u64,
    since: u64,
    /// Until a held gesture ends by itself.
    release_in: Option<u64>,
    /// Whether a gesture goes on, and whether a force from outside presses.
    pub held: bool,
    pressed: bool,
    /// Loudest sample of the present look, and of the last one.
    loudest: f32,
    pub level: f32,
    silent_looks: u32,
    /// Fading out, if it has anywhere left to go.
    fade: Option<Ramp>,
    /// What begins when the fade is over.
    next: Option<Start>,
}

impl Voice {
    /// A sound that was prepared, at rest.
    pub fn new(sound: Box<dyn Sound>, place: u64, seed: u64, hertz: f64) -> Self {
        let mut voice = Self {
            sound,
            place,
            uses: 0,
            seed,
            scored: false,
            stays: 0,
            hertz,
            awake: false,
            clock: 0,
            since: 0,
            release_in: None,
            held: false,
            pressed: false,
            loudest: 0.0,
            level: 0.0,
            silent_looks: 0,
            fade: None,
            next: None,
        };
        voice.sound.reset(voice.own_seed());
        voice
    }

    /// A scene, whose score lasts N samples.
    pub fn scored(mut self, lasts: u64) -> Self {
        self.scored = true;
        self.stays = lasts;
        self
    }

    /// The first use of the first voice has the instance's own seed, so that it sounds as the
    /// same sound rendered alone; all others differ from it and from each other.
    fn own_seed(&self) -> u64 {
        match (self.place, self.uses) {
            (0, 0) => self.seed,
            (place, uses) => Rng::new(self.seed ^ place << 56 ^ uses << 8).bits(),
        }
    }

    pub fn is_awake(&self) -> bool {
        self.awake
    }

    pub fn is_fading(&self) -> bool {
        self.fade.is_some()
    }

    /// Begins a gesture now, or once it has faded out.
    pub fn start(&mut self, start: Start, held: bool) {
        if self.fade.is_some() {
            self.next = Some(start);
            self.held = held;
            return;
        }
        self.wake();
        // Nothing is known of it yet but that it has just begun.
        self.level = 1.0;
        self.since = 0;
        self.held = held;
        self.release_in = None;
        if self.scored {
            return;
        }
        let Start {
            strength,
            hold,
            expression,
        } = start;
        self.sound.event(0, Event::with(strength, expression));
        self.release_in = hold.filter(|_| held).map(|hold| hold.max(1));
    }

    /// Time goes on for it, without a gesture.
    pub fn wake(&mut self) {
        if !self.awake {
            self.awake = true;
            self.clock = 0;
            self.since = 0;
            self.loudest = 0.0;
            self.silent_looks = 0;
        }
    }

    /// Whether a parameter is a force from outside, which presses without a gesture. A scene has
    /// forces too, but starts over when it wakes.
    pub fn is_pressed_by(&self, id: &ParamId) -> bool {
        !self.scored && is_outside_force(self.sound.params(), id)
    }

    /// A force from outside presses from now on, or no more.
    pub fn press(&mut self, on: bool) {
        self.pressed = on;
        self.since = 0;
        if on {
            self.wake();
        }
    }

    /// Ends a held gesture.
    pub fn release(&mut self) {
        self.next = None;
        if self.held && self.fade.is_none() {
            self.sound.event(0, Event::Release);
        }
        self.held = false;
        self.since = 0;
        self.release_in = None;
    }

    /// Fades out during N samples; then it sleeps, or begins anew.
    pub fn stop(&mut self, samples: u32, next: Option<Start>) {
        self.held = next.is_some() && self.held;
        self.next = next;
        if self.awake && self.fade.is_none() {
            let mut fade = Ramp::at(1.0);
            fade.follow(0.0, samples);
            self.fade = Some(fade);
        }
    }

    fn sleep(&mut self) {
        self.awake = false;
        self.held = false;
        self.level = 0.0;
        self.release_in = None;
        self.uses += 1;
        // At rest on a clock of zero, changes take effect at once.
        self.sound.reset(self.own_seed());
    }

    /// Samples until something must be decided, at most `most`.
    fn until(&self, most: usize) -> usize {
        let look = LOOK - self.clock % LOOK;
        let fade = self.fade.map_or(u64::MAX, |fade| u64::from(fade.left()));
        let release = self.release_in.unwrap_or(u64::MAX);
        look.min(fade).min(release).min(most as u64) as usize
    }

    /// Plays into one buffer per channel, all of one length. Who is watched is played sample by
    /// sample, which sounds the same.
    pub fn render(
        &mut self,
        signals: &[Signal],
        outputs: &mut [&mut [f32]],
        contact: &mut TapSignals,
        mut watch: Option<(u64, &mut Watch)>,
    ) {
        let frames = outputs.first().map_or(0, |out| out.len());
        let mut at = 0;
        while at < frames {
            if !self.awake {
                outputs.iter_mut().for_each(|out| out[at..].fill(0.0));
                contact.part(at..frames).rest();
                return;
            }
            let count = match watch {
                Some(_) => 1,
                None => self.until(frames - at),
            };
            let mut contact = contact.part(at..at + count);
            self.play(signals, outputs, &mut contact, at, count);
            if let Some((frame, watch)) = &mut watch {
                watch.see(*frame + at as u64, &self.sound.touch());
            }
            at += count;
            self.pass(count as u64);
        }
    }

    fn play(
        &mut self,
        signals: &[Signal],
        outputs: &mut [&mut [f32]],
        contact: &mut TapSignals,
        at: usize,
        count: usize,
    ) {
        let part = at..at + count;
        let nothing = Signal {
            id: ParamId::default(),
            values: &[],
        };
        let mut cut = [nothing; MOST_MOVED];
        for (cut, whole) in cut.iter_mut().zip(signals) {
            *cut = Signal {
                id: whole.id,
                values: &whole.values[part.clone()],
            };
        }
        let signals = &cut[..signals.len()];
        let channels = outputs.len();
        let mut parts = slices(outputs.iter_mut().map(|out| &mut out[part.clone()]));
        (self.sound).render_tapped(signals, &mut parts[..channels], contact);
        if let Some(fade) = &mut self.fade {
            for n in at..at + count {
                let gain = fade.next() as f32;
                outputs.iter_mut().for_each(|out| out[n] *= gain);
            }
        }
        for out in outputs.iter() {
            let loudest = out[at..at + count].iter();
            self.loudest = loudest.fold(self.loudest, |most, x| most.max(x.abs()));
        }
    }

    /// Time has passed.
    fn pass(&mut self, samples: u64) {
        self.clock += samples;
        self.since += samples;
        if let Some(left) = self.release_in {
            self.release_in = Some(left - samples);
            if left == samples {
                self.release();
            }
        }
        if self.fade.is_some_and(|fade| fade.left() == 0) {
            self.fade = None;
            let (next, held) = (self.next.take(), self.held);
            self.sleep();
            if let Some(next) = next {
                self.start(next, held);
            }
        } else if self.clock.is_multiple_of(LOOK) {
            self.look();
        }
    }

    fn look(&mut self) {
        self.level = self.loudest;
        self.loudest = 0.0;
        self.silent_looks = if self.level < SILENT {
            self.silent_looks.saturating_add(1)
        } else {
            0
        };
        let touched = self.held || self.pressed;
        if self.silent_looks >= LOOKS && !touched && self.since > self.stays {
            // A ball may still be falling: only after what it says to ring is it done.
            let tail = self.sound.tail() * self.hertz;
            if self.since as f64 > tail {
                self.sleep();
            }
        }
    }
}

/// Whether a parameter is none unless somebody presses.
fn is_outside_force(params: &dyn Params, id: &ParamId) -> bool {
    params.table().spec_of(id).is_some_and(|spec| {
        let none = matches!(spec.kind, Kind::Number(range) if range.default == 0.0);
        none && spec.unit == "N" && spec.update == Update::Sample
    })
}
