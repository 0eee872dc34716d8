//! A tube of air in which the sound and the listener may move.
//!
//! Hear:   near by, the sound itself; further down the tube it becomes softer and more and more of it
//!         comes from the walls. A closed tube booms at its resonances, an open one lets the high
//!         tones out. What moves along it changes its pitch a little, and its colour much.
//! Law:    waves in two dimensions over a rectangle (see `mesh`), whose modes are those of ideal air
//!         within 1 % up to a quarter of the mesh's rate (see `law`); sides and ends reflect
//!         (1 - β)/(1 + β) of what comes straight at them, which is what `absorption` leaves of the
//!         energy, through one pole that takes high tones; an open end turns the sign.
//! Step:   the mesh has steps of its own, given by the size of its cells alone, so that a tube is the
//!         same at every sample rate; a low-pass leads there and back (see `bridge`) and makes
//!         everything later by 12 of the mesh's highest tone's half periods, a millisecond. Source and
//!         ears are ports between the cells (see `port`): together they never give more energy than
//!         goes in, wherever they move.
//! Limits: two dimensions; no tone above a quarter of the mesh's rate (5.4 kHz for cells of 2 cm);
//!         open ends have no end correction, though the pole of their surface makes a tube a little
//!         longer in the same way, and that of soft sides makes it wider, where sound is a percent or
//!         two slower. Large tubes get larger cells, so that no tube costs more than [`MOST_WORK`].
//!         Ports move by at most 40 m/s.
//! Refs:   Papetti 2010, 2.2.4 (space), 3.2 (a ball thrown into a tube); Fontana, Savioja & Välimäki
//!         2001; Fontana & Rocchesso 2003 (auditory distance in a tube).

mod bridge;
mod law;
mod mesh;
mod port;
#[cfg(test)]
mod tests;
mod wall;

use bridge::Bridge;
use law::Edge;
use mesh::{Layout, Mesh};
use urto::Rate;
use urto::air::SOUND_SPEED;
use urto::math::{LN_1000, TAU, exp, log};
use urto::param::{Declared, ParamId, Params, Range, Value};
use urto::space::{Space, SpaceKind};

urto::choice! {
    /// What is at the end of a tube.
    pub enum EndKind {
        /// Nothing: sound comes back with its sign turned, and high tones leave.
        Open = "open",
        /// A wall.
        Closed = "closed",
    }
}

urto::params! {
    /// A tube of air around the sound and the listener, both of which may move in it.
    pub struct TubeParams("tube") {
        /// Length of the tube.
        length: 4.0, Log(0.3, 12.0), "m", Rebuild, spread 0.05;
        /// Width of the tube.
        width: 0.4, Log(0.05, 2.0), "m", Rebuild, spread 0.05;
        /// Where along the tube the sound is, from its near end; beyond the far end it stays there.
        source: 2.5, Linear(0.0, 12.0), "m", Sample, spread 0.02;
        /// Where across the tube the sound is: 0 is left, 1 is right.
        across: 0.4, Linear(0.0, 1.0), "", Sample, spread 0.05;
        /// Where along the tube the listener is, from its near end.
        listener: 0.3, Linear(0.0, 12.0), "m", Sample, spread 0.02;
        /// What is at the near end.
        near: EndKind::Open, Choice(EndKind), "", Block;
        /// What is at the far end.
        far: EndKind::Open, Choice(EndKind), "", Block;
        /// Share of the sound that the sides absorb where it comes straight at them.
        absorption: 0.02, Log(0.001, 0.99), "", Block, spread 0.05;
        /// Above this tone the sides absorb all.
        highs: 4000.0, Log(100.0, 20000.0), "Hz", Rebuild, expert, spread 0.05;
        /// Share of the sound that the ends absorb, or let out.
        end_absorption: 0.2, Log(0.001, 0.99), "", Block, spread 0.05;
        /// Above this tone the ends absorb all, or let it out.
        end_highs: 2000.0, Log(100.0, 20000.0), "Hz", Rebuild, expert, spread 0.05;
        /// Size of the cells of air \[cm\]: larger ones cost less, by their third power, and carry no high
        /// tones.
        decimation: 2, Integer(1, 8), "", Rebuild, expert, spread 0.0;
    }
}

/// What the catalogue knows of it.
pub static TUBE: SpaceKind = SpaceKind {
    key: "tube",
    about: "A tube of air, open or closed, in which the sound and the listener may move.",
    table: &TubeParams::TABLE,
    macros: &[],
    make: || Box::new(Tube::default()),
};

/// Most cells that a tube works out in a second: a sixth of a core. A larger tube gets larger cells.
const MOST_WORK: f64 = 1.2e8;
/// Width of what a port takes in: half a head. A source is as large, or it would ring with the air
/// around it.
const APERTURE: f64 = 0.09;
/// Most of the tube's width that a port takes in.
const WIDEST: f64 = 0.25;
/// Fastest that source and listener go \[m/s\]: pitch would leave all bounds.
const FASTEST: f64 = 40.0;
/// They come to speed and stop within such a time \[s\], or a pitch that jumps would click.
const STARTS: f64 = 0.004;
/// As good as there \[m\].
const THERE: f64 = 1e-7;
/// Reflections go to where they are set within such a time \[s\].
const SLIDE: f64 = 0.02;
/// Below this nothing is heard any more: -200 dB.
const STILL: f64 = 1e-10;
/// It is looked for that after every N steps of the mesh.
const LOOK: u32 = 256;

/// How much larger cells are tried where smaller ones cost too much.
const LARGER: f64 = 1.03;

/// The cells of a tube that is set like this.
fn layout(params: &TubeParams) -> Layout {
    let mut size = 0.01 * params.decimation as f64;
    loop {
        let layout = Layout::new([params.length, params.width], size, SOUND_SPEED);
        if layout.work() <= MOST_WORK {
            return layout;
        }
        size *= LARGER;
    }
}

/// How much admittance a surface has against that of the air, which leaves this of the energy.
fn surface(absorption: f64) -> f64 {
    let back = (1.0 - absorption).sqrt();
    (1.0 - back) / (1.0 + back)
}

/// What a line of the mesh gets back from such a surface, if its admittance is so much over that of the
/// air, so that waves in the air get back what `absorption` says.
fn reflection(kind: EndKind, absorption: f64, line: f64) -> f64 {
    let own = surface(absorption);
    match kind {
        EndKind::Closed => (line - own) / (line + own),
        EndKind::Open => (line * own - 1.0) / (line * own + 1.0),
    }
}

/// A tube in which a sound is heard.
#[derive(Default)]
struct Tube {
    params: TubeParams,
    made: Option<Made>,
    /// Whether reflections were set since they were told.
    changed: bool,
}

/// What a rate and its measures make of it.
struct Made {
    rate: Rate,
    air: Air,
    bridge: Bridge,
    /// Whether it is silent and nothing comes in.
    rests: bool,
}

/// The mesh, and where its ports are.
struct Air {
    mesh: Mesh,
    length: f64,
    width: f64,
    /// Where the source is along and across, and the listener along \[m\], and where they go.
    places: [f64; 3],
    paced: [f64; 3],
    goals: [f64; 3],
    moves: bool,
    /// What a place takes in a step of its way to where a hand at [`FASTEST`] has come.
    gives: f64,
    steps: u32,
}

impl Made {
    fn new(params: &TubeParams, rate: Rate) -> Self {
        let air = Air::new(params);
        Self {
            rate,
            bridge: Bridge::new(rate.step(), air.mesh.layout.step),
            air,
            rests: true,
        }
    }

    fn pass(&mut self, sample: f64) -> [f64; 2] {
        if sample == 0.0 && self.rests {
            return [0.0; 2];
        }
        self.rests = false;
        let air = &mut self.air;
        let out = self.bridge.pass(sample, |sample| air.step(sample));
        if air.steps >= LOOK {
            air.steps = 0;
            if sample == 0.0 && air.mesh.rest().max(self.bridge.rest()) < STILL {
                air.mesh.clear();
                self.bridge.clear();
                self.rests = true;
            }
        }
        out
    }
}

impl Air {
    fn new(params: &TubeParams) -> Self {
        let layout = layout(params);
        let [along, _] = layout.goes;
        let pole = |highs: f64| exp(-TAU * highs * layout.step);
        let aperture = APERTURE.min(WIDEST * params.width);
        // The air of one row has half of this admittance, as a port's is counted twice.
        let admittance = along * aperture / layout.apart[1];
        let poles = [pole(params.end_highs), pole(params.highs)];
        Self {
            mesh: Mesh::new(layout, poles, admittance),
            length: params.length,
            width: params.width,
            places: [0.0; 3],
            paced: [0.0; 3],
            goals: [0.0; 3],
            moves: true,
            gives: 1.0 - exp(-layout.step / STARTS),
            steps: 0,
        }
    }

    /// Tells the walls what they reflect.
    fn reflect(&mut self, params: &TubeParams, at_once: bool) {
        let Layout { goes, law, .. } = self.mesh.layout;
        let end = law.along.edge().over_air(goes[0]);
        let within = |range: Range, value: f64| range.clamp(value);
        let ends = within(
            const { TubeParams::TABLE.range("end_absorption") },
            params.end_absorption,
        );
        let sides = within(
            const { TubeParams::TABLE.range("absorption") },
            params.absorption,
        );
        let side = reflection(EndKind::Closed, sides, Edge::SIDE.over_air(goes[1]));
        let steps = match at_once {
            true => 0,
            false => (SLIDE / self.mesh.layout.step) as u32,
        };
        let all = [
            reflection(params.near, ends, end),
            reflection(params.far, ends, end),
            side,
            side,
        ];
        for (wall, reflection) in self.mesh.walls.iter_mut().zip(all) {
            wall.reflect(reflection, steps);
        }
    }

    /// Says where source and listener go; `at_once` while nothing sounds.
    fn aim(&mut self, params: &TubeParams, at_once: bool) {
        let goals = [
            params.source.clamp(0.0, self.length),
            params.across.clamp(0.0, 1.0) * self.width,
            params.listener.clamp(0.0, self.length),
        ];
        if goals.iter().all(|goal| goal.is_finite()) {
            self.moves |= goals != self.goals;
            self.goals = goals;
        }
        if at_once {
            (self.places, self.paced) = (self.goals, self.goals);
            self.moves = true;
        }
    }

    fn step(&mut self, sample: f64) -> [f64; 2] {
        if self.moves {
            let most = FASTEST * self.mesh.layout.step;
            self.moves = false;
            let ways = self.places.iter_mut().zip(&mut self.paced);
            for ((place, paced), goal) in ways.zip(self.goals) {
                *paced += (goal - *paced).clamp(-most, most);
                *place += self.gives * (*paced - *place);
                if (goal - *place).abs() < THERE {
                    (*place, *paced) = (goal, goal);
                } else {
                    self.moves = true;
                }
            }
            let [source, across, listener] = self.places;
            let ear = (0.5 * crate::HEAD).min(0.25 * self.width);
            let middle = 0.5 * self.width;
            self.mesh.go([
                [source, across],
                [listener, middle - ear],
                [listener, middle + ear],
            ]);
        }
        self.steps += 1;
        self.mesh.step(sample)
    }
}

impl TubeParams {
    /// How long it sounds on after the last sample that goes in \[s\]. Waves along the tube lose at the
    /// ends, a little to the sides, and to the ears that hear them; those across it lose to the sides, and
    /// wander to the ends and the ears by and by.
    pub fn tail(&self) -> f64 {
        let way = self.length / SOUND_SPEED;
        let aperture = APERTURE.min(WIDEST * self.width);
        let ears = 1.5 * aperture / self.width;
        let leaves = |absorption: f64| -0.5 * log(1.0 - absorption);
        let ends = (leaves(self.end_absorption) + ears) / way;
        let along = ends + surface(self.absorption) * SOUND_SPEED / self.width;
        // In the tubes that were tried, at least an eighth of what waves along it lose.
        let across = leaves(self.absorption) * SOUND_SPEED / self.width + 0.125 * ends;
        LN_1000 / along.min(across) + way
    }
}

impl Space for Tube {
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
        // Other channels are another mean of the same source.
        if self.made.as_ref().is_none_or(|own| own.rate != rate) {
            self.made = Some(Made::new(&self.params, rate));
            self.changed = true;
        }
    }

    fn reset(&mut self, _: u64) {
        if let Some(made) = &mut self.made {
            made.air.mesh.clear();
            made.bridge.clear();
            made.air.steps = 0;
            made.rests = true;
        }
        self.changed = true;
    }

    fn pass(&mut self, inputs: &[&[f64]], outputs: &mut [&mut [f64]]) {
        let (Some(made), [left, right, ..]) = (&mut self.made, outputs) else {
            return;
        };
        if core::mem::take(&mut self.changed) {
            made.air.reflect(&self.params, made.rests);
            made.air.aim(&self.params, made.rests);
        }
        for (n, (left, right)) in left.iter_mut().zip(right.iter_mut()).enumerate() {
            [*left, *right] = made.pass(crate::enters(inputs, n));
        }
    }

    fn tail(&self) -> f64 {
        let delay = self.made.as_ref().map_or(0.0, |made| made.bridge.delay());
        self.params.tail() + delay
    }
}
