//! What wind blows past.

use crate::parts::{OPEN_END, SOUND_SPEED};
use urto::math;
use urto::sounds::OutputParams;

/// Vortices that leave a cylinder or an edge behind them: frequency times thickness over speed
/// (Strouhal 1878), the same within 5 % for Reynolds numbers from 300 to 200,000.
pub(super) const STROUHAL: f64 = 0.2;

urto::params! {
    /// An edge in the wind: a roof, a corner, an ear.
    pub struct WindEdge("edge") {
        /// How loud it is.
        level: 1.0, Linear(0.0, 2.0), "", Block, spread 0.05;
        /// How thick the edge is: its hiss reaches up to 0.2 times speed over thickness.
        thickness: 0.003, Log(1e-4, 0.5), "m", Block, spread 0.08;
    }
}

urto::params! {
    /// Wires in the wind, which sing.
    pub struct WindWires("wires") {
        /// How loud they are.
        level: 0.15, Linear(0.0, 2.0), "", Block, spread 0.08;
        /// How many.
        count: 3, Integer(1, 8), "", Rebuild;
        /// Diameter: the tone is at 0.2 times speed over diameter.
        diameter: 0.003, Log(1e-4, 0.3), "m", Block, spread 0.08;
        /// How far their diameters differ.
        differing: 0.3, Linear(0.0, 1.0), "", Block, expert, spread 0.1;
        /// How clear the tone is: frequency over bandwidth.
        purity: 14.0, Log(1.0, 200.0), "", Block, spread 0.1;
    }
}

urto::params! {
    /// A hollow that the wind blows over: a bottle, a keyhole with the room behind it.
    pub struct WindHollow("hollow") {
        /// How loud it is.
        level: 0.0, Linear(0.0, 2.0), "", Block, spread 0.08;
        /// What it holds.
        volume: 2e-3, Log(1e-6, 100.0), "m³", Block, spread 0.08;
        /// Radius of its opening.
        opening: 0.012, Log(5e-4, 0.5), "m", Block, spread 0.08;
        /// How deep the opening is.
        neck: 0.02, Log(1e-4, 1.0), "m", Block, expert, spread 0.08;
        /// How clear its tone is: frequency over bandwidth.
        purity: 12.0, Log(1.0, 200.0), "", Block, expert, spread 0.1;
    }
}

urto::params! {
    /// A pipe that the wind blows over: a chimney, a fence post.
    pub struct WindPipe("pipe") {
        /// How loud it is.
        level: 0.0, Linear(0.0, 2.0), "", Block, spread 0.08;
        /// How long it is.
        length: 5.0, Log(0.05, 20.0), "m", Block, spread 0.08;
        /// Its radius: an open end sounds 0.61 radii longer.
        radius: 0.1, Log(1e-3, 0.5), "m", Block, expert, spread 0.08;
        /// The far end: 0 is open, 1 is closed.
        closed: 0.0, Linear(0.0, 1.0), "", Block, spread 0.0;
        /// How much of a wave its ends send back.
        resonance: 0.85, Linear(0.0, 0.98), "", Block, expert, spread 0.05;
    }
}

urto::params! {
    /// Wind blows past edges, wires, hollows and pipes.
    pub struct WindParams("wind") {
        /// Mean speed of the wind.
        speed: 9.0, Log(0.5, 60.0), "m/s", Block, spread 0.08;
        /// How gusty it is: how far the speed wanders, as a share of its mean.
        gusts: 0.22, Linear(0.0, 0.8), "", Block, spread 0.08;
        /// How long a gust lasts.
        gust: 1.5, Log(0.1, 20.0), "s", Block, expert, spread 0.1;
        /// How much the air that buffets ears and corners is heard: low, and with every gust.
        buffet: 0.5, Linear(0.0, 2.0), "", Block, spread 0.08;
        /// Edges.
        edge: WindEdge::default(), Table(WindEdge), "", Block;
        /// Wires.
        wires: WindWires::default(), Table(WindWires), "", Block;
        /// A hollow.
        hollow: WindHollow::default(), Table(WindHollow), "", Block;
        /// A pipe.
        pipe: WindPipe::default(), Table(WindPipe), "", Block;
        include output: OutputParams;
    }
    macros {
        /// How hard it blows: from a breeze to a storm.
        force: speed(2.5, 28.0);
        /// How gusty it is.
        gustiness: gusts(0.0, 0.5);
        /// How sharp the edges are: sharper is brighter.
        sharpness: edge.thickness(0.02, 0.0006);
        /// How much it buffets.
        buffeting: buffet(0.0, 1.5);
        /// How much wires sing.
        singing: wires.level(0.0, 1.5);
        /// How thin the wires are: thinner is higher.
        thinness: wires.diameter(0.015, 0.0008);
        /// How much a hollow sounds.
        hooting: hollow.level(0.0, 1.5);
        /// How much a pipe sounds.
        chimney: pipe.level(0.0, 1.5);
    }
}

impl WindParams {
    /// Frequency of the tone behind a wire of a diameter \[m\] in wind of a speed \[m/s\] \[Hz\].
    pub fn vortex_tone(speed: f64, diameter: f64) -> f64 {
        STROUHAL * speed / diameter
    }

    /// Frequency of the hollow \[Hz\]: Helmholtz's, the neck 1.7 radii longer for both its ends.
    pub fn hollow_tone(&self) -> f64 {
        let r = self.hollow.opening;
        let area = 0.5 * math::TAU * r * r;
        let neck = self.hollow.neck + 1.7 * r;
        SOUND_SPEED / math::TAU * (area / (self.hollow.volume * neck)).sqrt()
    }

    /// Round trip of a wave in the pipe \[s\].
    pub(super) fn trip(&self) -> f64 {
        let longer = OPEN_END * self.pipe.radius * (2.0 - self.pipe.closed);
        2.0 * (self.pipe.length + longer) / SOUND_SPEED
    }
}
