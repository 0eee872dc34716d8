//! Open air between the sound and the listener.
//!
//! Hear:   the further away, the softer, the later and the duller; what comes nearer sounds higher,
//!         and what goes away lower. What is aside comes to one ear before the other.
//! Law:    1/r beyond one metre; r/c on the way, so that a moving distance bends the pitch; of each
//!         tone what air leaves of it, by its temperature and humidity (ISO 9613-1, see `absorb`).
//! Step:   a delay for each ear, read between samples, and a filter of two milliseconds for what air
//!         leaves, worked out anew every 64 samples while the distance moves and faded over between.
//!         None of it ever gives more than it takes.
//! Limits: one source, which is the mean of a sound's channels; no ground, no wind, no shadow of the
//!         head (that is the space `head`). The distance moves by at most 100 m/s.
//! Refs:   ISO 9613-1:1993; Pierce 1981.

mod absorb;
#[cfg(test)]
mod tests;

pub use absorb::air_absorption;

use absorb::Absorb;
use urto::air::{Line, NEAR, SOUND_SPEED};
use urto::math::sin;
use urto::param::{Declared, ParamId, Params, Range, Value};
use urto::space::{Space, SpaceKind};
use urto::{Ramp, Rate};

urto::params! {
    /// Open air between the sound and the listener: far things are softer, later and duller.
    pub struct AirParams("open_air") {
        /// Distance from the sound to the listener. A distance that moves bends the pitch.
        distance: 5.0, Log(0.5, 300.0), "m", Sample, spread 0.02;
        /// Direction of the sound, in degrees: 0 is in front, 90 right, -90 left.
        azimuth: 20.0, Linear(-180.0, 180.0), "°", Block, spread 0.0;
        /// Temperature of the air.
        temperature: 20.0, Linear(-20.0, 50.0), "°C", Block, expert, spread 0.0;
        /// Humidity of the air: how much water it holds of what it could. Dry air takes more of the high
        /// tones.
        humidity: 50.0, Linear(10.0, 100.0), "%", Block, expert, spread 0.0;
    }
}

/// What the catalogue knows of it.
pub static AIR: SpaceKind = SpaceKind {
    key: "open_air",
    about: "Open air: the sound is far away, softer, later and duller, and may move.",
    table: &AirParams::TABLE,
    macros: &[],
    make: || Box::new(Open::default()),
};

const DISTANCE: Range = AirParams::TABLE.range("distance");
/// Nearer is no louder \[m\].
const NEAREST: f64 = 1.0;
/// Fastest that the distance moves \[m/s\].
const FASTEST: f64 = 100.0;
/// The filter is looked after every N samples.
const BLOCK: u32 = 64;

/// Air in which a sound is heard.
#[derive(Default)]
struct Open {
    params: AirParams,
    made: Option<Made>,
    changed: bool,
}

struct Made {
    rate: Rate,
    line: Line,
    absorb: Absorb,
    /// How far away the sound is \[m\], and how far to its side the right ear's half of the head is.
    distance: Ramp,
    goal: f64,
    aside: Ramp,
    clock: u32,
    /// Samples since something went in.
    still: usize,
}

impl Made {
    fn new(rate: Rate) -> Self {
        let most = (DISTANCE.max + crate::HEAD) / SOUND_SPEED * rate.hertz() + NEAR;
        Self {
            rate,
            line: Line::new(most),
            absorb: Absorb::new(rate),
            distance: Ramp::default(),
            goal: 0.0,
            aside: Ramp::default(),
            clock: 0,
            still: usize::MAX,
        }
    }

    fn memory(&self) -> usize {
        self.line.length() + self.absorb.length()
    }

    fn rests(&self) -> bool {
        self.still > self.memory()
    }

    fn clear(&mut self) {
        self.line.clear();
        self.absorb.clear();
        self.clock = 0;
        self.still = usize::MAX;
    }

    /// Follows what is set; at once while nothing sounds.
    fn aim(&mut self, params: &AirParams) {
        if params.distance.is_finite() {
            self.goal = DISTANCE.clamp(params.distance);
        }
        // The right ear is nearer to what is on the right.
        let aside = 0.5 * crate::HEAD * sin(params.azimuth.to_radians());
        self.absorb.set(params.temperature, params.humidity);
        if self.rests() {
            self.distance = Ramp::at(self.goal);
            self.aside = Ramp::at(aside);
            self.absorb.go(self.goal, true);
        } else {
            self.aside.follow(aside, BLOCK);
        }
    }

    fn pass(&mut self, sample: f64) -> [f64; 2] {
        if sample != 0.0 {
            self.still = 0;
        } else if self.rests() {
            return [0.0; 2];
        } else {
            self.still += 1;
        }
        self.line.write(sample);
        let far = self
            .distance
            .approach(self.goal, FASTEST * self.rate.step());
        let aside = self.aside.next();
        if self.clock == 0 {
            self.absorb.go(far, false);
        }
        self.clock = (self.clock + 1) % BLOCK;
        let heard = [far + aside, far - aside].map(|way| {
            let delay = way / SOUND_SPEED * self.rate.hertz();
            self.line.read(delay.max(0.0) + NEAR) / way.max(NEAREST)
        });
        self.absorb.pass(heard)
    }
}

impl Space for Open {
    fn params(&self) -> &dyn Params {
        &self.params
    }

    fn set(&mut self, id: &ParamId, value: &Value) {
        // What a table does not allow changes nothing.
        let _ = self.params.assign(id, value);
        self.changed = true;
    }

    fn channels(&self, _: usize) -> usize {
        2
    }

    fn prepare(&mut self, rate: Rate, _: usize) {
        if self.made.as_ref().is_none_or(|own| own.rate != rate) {
            self.made = Some(Made::new(rate));
            self.changed = true;
        }
    }

    fn reset(&mut self, _: u64) {
        if let Some(made) = &mut self.made {
            made.clear();
        }
        self.changed = true;
    }

    fn pass(&mut self, inputs: &[&[f64]], outputs: &mut [&mut [f64]]) {
        let (Some(made), [left, right, ..]) = (&mut self.made, outputs) else {
            return;
        };
        if core::mem::take(&mut self.changed) {
            made.aim(&self.params);
        }
        for (n, (left, right)) in left.iter_mut().zip(right.iter_mut()).enumerate() {
            [*left, *right] = made.pass(crate::enters(inputs, n));
        }
    }

    fn tail(&self) -> f64 {
        match &self.made {
            // What is on its way when the sound has ended still arrives.
            Some(made) => {
                let way = self.params.distance.max(made.distance.now());
                way / SOUND_SPEED + made.absorb.length() as f64 * made.rate.step()
            }
            None => 0.0,
        }
    }
}
