//! Bank: all bubbles of a sound that ring at a time.
//!
//! Law:    each is a damped sine whose pitch rises evenly, by `rise` times its frequency while its
//!         swing falls to 1/e (van den Doel: it comes nearer to the surface).
//! Step:   a turning number z, and what turns it, which itself is turned: z ← z·w, w ← w·s with
//!         |s| = 1. Exact for an even rise, at any rate.
//! Stable: |w| = exp(-d·h) < 1, so |z| and with it the energy fall in every step, whatever the pitch
//!         does. Rounding moves |w| by less than 1e-16 a step, a millionth of what the slowest bubble
//!         loses.
//! Limits: 256 at a time; one more takes the place of the one that is heard least. Bubbles 80 dB below
//!         their beginning are taken out, so that nothing becomes subnormal.

use crate::law::Bubble;
use crate::scene::Scene;
use urto::math::{self, TAU};
use urto::sound::Work;
use urto::{Ledger, Rate};

/// Most bubbles at a time: a hundred nanoseconds a sample.
pub const MOST: usize = 256;
/// Summed side by side, always in the same order.
const LANES: usize = 4;
/// How often those that are over are taken out \[steps\].
const LOOK: u32 = 32;
/// As squares: over after 80 dB.
const OVER: f64 = 1e-8;
/// Nothing rings higher \[Hz\], nor above this share of the rate; no pitch rises by more than so
/// many times.
const HIGHEST: f64 = 18_000.0;
const BELOW: f64 = 0.45;
const RISES: f64 = 4.0;

/// Steps of modes that take as long as a bubble's step (see [`MOST`]), and as drawing and starting one:
/// some twenty exponentials, sines and roots, and a look at all others if the bank is full.
const STEP: f64 = 1.0;
const STARTED: f64 = 600.0;

/// How a bubble begins.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Start {
    pub bubble: Bubble,
    /// How far it swings, as a share of its radius.
    pub share: f64,
    /// By how much of its frequency its pitch rises while it falls to 1/e.
    pub rise: f64,
    /// Time in which it swings up \[s\].
    pub attack: f64,
}

/// A damped sine.
#[derive(Clone, Copy, Debug, Default)]
struct Sine {
    hertz: f64,
    /// How fast it falls \[1/s\], and how fast its pitch rises \[Hz/s\].
    falls: f64,
    rises: f64,
    /// Its height \[m³/s²\] and energy \[J\].
    height: f64,
    energy: f64,
    attack: f64,
}

/// Numbers of all, side by side.
type Row = [f64; MOST];

pub struct Bank {
    rate: Rate,
    count: usize,
    z: Box<[Row; 2]>,
    w: Box<[Row; 2]>,
    s: Box<[Row; 2]>,
    height: Box<Row>,
    /// How far it has swung up, and the share of the rest that each step adds.
    up: Box<[Row; 2]>,
    energy: Box<Row>,
    /// Steps until its pitch rises no more.
    rising: Box<[u32; MOST]>,
    clock: u32,
    injected: f64,
    started: u64,
    /// What is to be seen of them.
    pub scene: Scene,
}

impl Bank {
    pub fn new(rate: Rate) -> Self {
        let pair = || Box::new([[0.0; MOST]; 2]);
        Self {
            rate,
            count: 0,
            z: pair(),
            w: pair(),
            s: pair(),
            height: Box::new([0.0; MOST]),
            up: pair(),
            energy: Box::new([0.0; MOST]),
            rising: Box::new([0; MOST]),
            clock: 0,
            injected: 0.0,
            started: 0,
            scene: Scene::new(rate),
        }
    }

    /// How many ring.
    pub fn count(&self) -> usize {
        self.count
    }

    /// How many began since the last reset.
    pub fn started(&self) -> u64 {
        self.started
    }

    /// What its bubbles take.
    pub fn work(&self) -> Work {
        Work {
            each: STEP * self.count as f64,
            begun: STARTED * self.started as f64,
        }
    }

    /// Lets a bubble begin.
    pub fn start(&mut self, start: &Start) {
        let bubble = &start.bubble;
        let (hertz, falls) = (bubble.hertz(), bubble.falls());
        let sounds = self.ring(Sine {
            hertz,
            falls,
            rises: start.rise * falls * hertz,
            height: bubble.flow(start.share),
            energy: bubble.energy(start.share),
            attack: start.attack,
        });
        if sounds {
            self.scene.bubble(start);
        }
    }

    /// Lets a hard round thing of a radius \[m\] sound that is struck, so that its speed changes at
    /// once by so much \[m/s\]: the air before and behind it is pushed away, which is heard as
    /// exp(-l·t)·cos(l·t), l = c/r (Koss & Alfredson 1973).
    pub fn knock(&mut self, radius: f64, speed: f64, energy: f64) {
        let l = crate::law::SOUND / radius;
        self.ring(Sine {
            hertz: l / TAU,
            falls: l,
            rises: 0.0,
            // A sphere's added flow: 2·pi·r³ a unit of acceleration, which lasts about 1/l.
            height: 0.5 * TAU * radius * radius * speed * crate::law::SOUND,
            energy,
            attack: 0.0,
        });
    }

    /// Tells whether it can be heard.
    fn ring(&mut self, sine: Sine) -> bool {
        let step = self.rate.step();
        let highest = HIGHEST.min(BELOW * self.rate.hertz());
        self.started += 1;
        if sine.hertz >= highest || sine.height == 0.0 {
            return false;
        }
        let index = match self.count < MOST {
            true => {
                self.count += 1;
                self.count - 1
            }
            false => self.softest(),
        };
        let rises = TAU * sine.rises * step * step;
        let least = (highest / sine.hertz).min(RISES) - 1.0;
        let steps = least * sine.hertz / (sine.rises * step).max(1e-300);
        let kept = math::exp(-sine.falls * step);
        // The first step goes half of its turn's growth further: then the pitch at time t is that of t.
        let turn = TAU * sine.hertz * step + 0.5 * rises;
        let put = |rows: &mut [Row; 2], to: [f64; 2]| {
            rows[0][index] = to[0];
            rows[1][index] = to[1];
        };
        put(&mut self.z, [1.0, 0.0]);
        put(
            &mut self.w,
            [kept * math::cos(turn), kept * math::sin(turn)],
        );
        put(&mut self.s, [math::cos(rises), math::sin(rises)]);
        let swings = match sine.attack > 0.0 {
            true => -math::expm1(-step / sine.attack),
            false => 1.0,
        };
        put(&mut self.up, [0.0, swings]);
        self.height[index] = sine.height;
        self.energy[index] = sine.energy;
        self.rising[index] = steps.clamp(0.0, 4e9) as u32;
        self.injected += sine.energy;
        true
    }

    fn square(&self, index: usize) -> f64 {
        let [re, im] = [self.z[0][index], self.z[1][index]];
        re * re + im * im
    }

    fn softest(&self) -> usize {
        let loud = |index: usize| self.height[index] * self.height[index] * self.square(index);
        let mut best = (0, loud(0));
        for index in 1..self.count {
            let own = loud(index);
            if own < best.1 {
                best = (index, own);
            }
        }
        best.0
    }

    /// One step: the flow of all \[m³/s²\].
    pub fn tick(&mut self) -> f64 {
        self.scene.specks.pass(1);
        if self.count == 0 {
            return 0.0;
        }
        let mut sums = [0.0; LANES];
        let end = self.count.next_multiple_of(LANES);
        let [zr, zi] = &mut *self.z;
        let [wr, wi] = &mut *self.w;
        let [sr, si] = &*self.s;
        let [up, swings] = &mut *self.up;
        for first in (0..end).step_by(LANES) {
            for (lane, sum) in sums.iter_mut().enumerate() {
                let n = first + lane;
                let (re, im) = (zr[n], zi[n]);
                let (cr, ci) = (wr[n], wi[n]);
                zr[n] = re * cr - im * ci;
                zi[n] = re * ci + im * cr;
                wr[n] = cr * sr[n] - ci * si[n];
                wi[n] = cr * si[n] + ci * sr[n];
                up[n] += swings[n] * (1.0 - up[n]);
                *sum += self.height[n] * up[n] * zi[n];
            }
        }
        self.clock += 1;
        if self.clock >= LOOK {
            self.clock = 0;
            self.look();
        }
        (sums[0] + sums[1]) + (sums[2] + sums[3])
    }

    /// Takes out those that are over, and ends what has risen enough.
    fn look(&mut self) {
        let mut index = 0;
        while index < self.count {
            if self.square(index) < OVER {
                self.take_out(index);
                continue;
            }
            if self.rising[index] < LOOK {
                self.s[0][index] = 1.0;
                self.s[1][index] = 0.0;
            }
            self.rising[index] = self.rising[index].saturating_sub(LOOK);
            index += 1;
        }
    }

    fn take_out(&mut self, index: usize) {
        self.count -= 1;
        let last = self.count;
        for pair in [&mut self.z, &mut self.w, &mut self.s, &mut self.up] {
            for row in pair.iter_mut() {
                row[index] = row[last];
                row[last] = 0.0;
            }
        }
        for row in [&mut self.height, &mut self.energy] {
            row[index] = row[last];
            row[last] = 0.0;
        }
        self.rising[index] = self.rising[last];
    }

    /// The energy held \[J\].
    pub fn stored(&self) -> f64 {
        (0..self.count)
            .map(|index| self.energy[index] * self.square(index))
            .sum()
    }

    /// What was put in, and what is left of it.
    pub fn ledger(&self) -> Ledger {
        let stored = self.stored();
        Ledger {
            initial: 0.0,
            injected: self.injected,
            dissipated: self.injected - stored,
            stored,
        }
    }

    /// Nothing rings.
    pub fn reset(&mut self) {
        for pair in [&mut self.z, &mut self.w, &mut self.s, &mut self.up] {
            pair.fill([0.0; MOST]);
        }
        self.height.fill(0.0);
        self.energy.fill(0.0);
        self.count = 0;
        self.clock = 0;
        self.injected = 0.0;
        self.started = 0;
        self.scene.reset();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use urto::picture::{Frame, Geometry};

    fn start(radius: f64, rise: f64) -> Start {
        Start {
            bubble: Bubble::new(radius, 0.05),
            share: 0.01,
            rise,
            attack: 0.0,
        }
    }

    /// The samples are those of the formula, with and without a rise, at low and high rates.
    #[test]
    fn a_bubble_is_the_damped_sine_of_its_law() {
        for hertz in [44_100.0, 192_000.0] {
            let rate = Rate::new(hertz).unwrap();
            for (radius, rise) in [(1e-3, 0.0), (3e-3, 0.1), (5e-3, 0.3)] {
                let mut bank = Bank::new(rate);
                let begun = start(radius, rise);
                bank.start(&begun);
                let own = begun.bubble;
                let (d, f, top) = (own.falls(), own.hertz(), own.flow(0.01));
                for n in 1..(0.02 * hertz) as u32 {
                    let t = f64::from(n) / hertz;
                    let turn = TAU * f * (t + 0.5 * rise * d * t * t);
                    let want = top * math::exp(-d * t) * math::sin(turn);
                    let found = bank.tick();
                    assert!((found - want).abs() < 1e-6 * top, "{radius} {n}");
                }
            }
        }
    }

    /// What is seen are the bubbles that sound: each with its own radius, the latest first, and none
    /// that is too small to be heard at this rate.
    #[test]
    fn bubbles_that_sound_are_seen() {
        let mut bank = Bank::new(Rate::new(48_000.0).unwrap());
        bank.scene.level = Some(0.5);
        let radii = [1e-3, 1e-4, 4e-3, 2e-3];
        for radius in radii {
            bank.start(&start(radius, 0.0));
        }
        assert_eq!(bank.count(), 3);
        let mut frame = Frame::new(&Geometry::default().with_specks(8));
        bank.scene.specks.tell(&mut frame);
        let seen: Vec<f64> = frame.specks().iter().map(|own| own.size).collect();
        assert_eq!(seen, [2e-3, 4e-3, 1e-3]);
        for speck in frame.specks() {
            assert!((speck.at[2] - 0.45).abs() < 1e-12);
        }
    }

    /// Whatever rings, the energy falls in every step; a full bank takes the softest one's place, and
    /// all are over at last.
    #[test]
    fn energy_falls_and_the_bank_empties() {
        let rate = Rate::new(48_000.0).unwrap();
        let mut bank = Bank::new(rate);
        for n in 0..400 {
            bank.start(&start(1e-3 * (1.0 + 0.02 * f64::from(n)), 1.0));
        }
        assert_eq!((bank.count(), bank.started()), (MOST, 400));
        let mut before = bank.stored();
        while bank.count() > 0 {
            assert!(bank.tick().is_finite());
            let now = bank.stored();
            assert!(now < before || now == 0.0);
            before = now;
        }
        let ledger = bank.ledger();
        assert!((ledger.dissipated / ledger.injected - 1.0).abs() < 1e-12);
    }
}
