//! What an engine is made of.

use urto::sounds::OutputParams;

urto::choice! {
    /// How often a cylinder fires.
    pub enum Strokes {
        /// Every second turn.
        Four = "four",
        /// Every turn.
        Two = "two",
    }
}

urto::params! {
    /// The exhaust: a pipe, a muffler, a tail pipe.
    pub struct EngineExhaust("exhaust") {
        /// How loud it is.
        level: 1.0, Linear(0.0, 2.0), "", Block, spread 0.05;
        /// Length of the pipe to the muffler.
        length: 1.6, Log(0.05, 6.0), "m", Rebuild, spread 0.05;
        /// Length of the muffler.
        muffler: 0.45, Log(0.02, 2.0), "m", Rebuild, spread 0.05;
        /// How much wider the muffler is, as an area; 1 is none.
        widening: 9.0, Log(1.0, 60.0), "", Rebuild, spread 0.05;
        /// What lines the muffler takes frequencies above this.
        lining: 1800.0, Log(100.0, 2e4), "Hz", Rebuild, expert, spread 0.08;
        /// Length of the tail pipe.
        tail: 0.7, Log(0.02, 3.0), "m", Rebuild, spread 0.05;
        /// Radius of the pipe.
        radius: 0.022, Log(3e-3, 0.15), "m", Rebuild, expert, spread 0.05;
        /// How sharp the pulses are: 0 is a valve that opens slowly, 1 at once.
        sharpness: 0.6, Linear(0.0, 1.0), "", Block, spread 0.08;
        /// How much the gas hisses as it rushes out.
        hiss: 0.2, Linear(0.0, 2.0), "", Block, spread 0.1;
    }
}

urto::params! {
    /// The intake: a pipe that breathes in.
    pub struct EngineIntake("intake") {
        /// How loud it is.
        level: 0.35, Linear(0.0, 2.0), "", Block, spread 0.08;
        /// Its length.
        length: 0.5, Log(0.02, 2.0), "m", Block, spread 0.05;
        /// How much the air hisses as it is drawn in.
        hiss: 0.3, Linear(0.0, 2.0), "", Block, spread 0.1;
    }
}

urto::params! {
    /// The block: what knocks and clatters.
    pub struct EngineBlock("block") {
        /// How loud each combustion knocks on it.
        knock: 0.25, Linear(0.0, 2.0), "", Block, spread 0.1;
        /// How loud valves and chains clatter.
        clatter: 0.2, Linear(0.0, 2.0), "", Block, spread 0.1;
        /// Pitch of its lowest resonance.
        pitch: 700.0, Log(80.0, 6000.0), "Hz", Block, spread 0.06;
    }
}

urto::params! {
    /// Cylinders fire in turn into an exhaust with a muffler, and breathe in through a pipe.
    pub struct CombustionEngineParams("combustion_engine") {
        /// Turns per minute when it idles.
        idle: 850.0, Log(60.0, 6000.0), "1/min", Block, spread 0.05;
        /// Turns per minute with the throttle open.
        top: 5500.0, Log(200.0, 2e4), "1/min", Block, expert, spread 0.05;
        /// How far the throttle is open: 0 idles, 1 is full.
        throttle: 0.0, Linear(0.0, 1.0), "", Sample, spread 0.0;
        /// Cylinders.
        cylinders: 4, Integer(1, 16), "", Rebuild;
        /// How often each fires.
        strokes: Strokes::Four, Choice(Strokes), "", Rebuild;
        /// How much later every second cylinder fires, as a share of the time between two: a V has a
        /// limp.
        limp: 0.0, Linear(0.0, 0.9), "", Block, spread 0.05;
        /// How much firings differ from one to the next.
        roughness: 0.15, Linear(0.0, 1.0), "", Block, spread 0.1;
        /// How much the cylinders differ from each other.
        wear: 0.15, Linear(0.0, 1.0), "", Block, spread 0.1;
        /// How often one does not fire.
        misfire: 0.0, Linear(0.0, 0.5), "", Block, spread 0.1;
        /// How slowly it comes to speed.
        inertia: 0.5, Log(0.02, 10.0), "s", Block, spread 0.06;
        /// How hard it pulls when it idles: louder pulses against the throttle.
        load: 0.3, Linear(0.0, 1.0), "", Block, spread 0.06;
        /// The exhaust.
        exhaust: EngineExhaust::default(), Table(EngineExhaust), "", Block;
        /// The intake.
        intake: EngineIntake::default(), Table(EngineIntake), "", Block;
        /// The block.
        block: EngineBlock::default(), Table(EngineBlock), "", Block;
        include output: OutputParams;
    }
    macros {
        /// How far the throttle is open.
        revs: throttle(0.0, 1.0);
        /// How fast it idles.
        idling: idle(400.0, 2000.0);
        /// How rough it runs.
        coughing: roughness(0.0, 0.8), misfire(0.0, 0.25);
        /// How open the exhaust is: from a muffler to a bare pipe.
        open: exhaust.widening(30.0, 1.0), exhaust.lining(700.0, 15000.0);
        /// How long the exhaust is.
        pipe: exhaust.length(0.3, 4.0);
        /// How much the block knocks.
        knocking: block.knock(0.0, 1.2);
        /// How much it clatters.
        clattering: block.clatter(0.0, 1.0);
        /// How loud it breathes in.
        breathing: intake.level(0.0, 1.2);
    }
}

impl CombustionEngineParams {
    /// Turns of the shaft from one firing of a cylinder to the next.
    pub(super) fn turns(&self) -> f64 {
        match self.strokes {
            Strokes::Four => 2.0,
            Strokes::Two => 1.0,
        }
    }

    /// How often one of the cylinders fires, at a speed \[1/min\]: speed times cylinders over 120, or
    /// over 60 if it has two strokes \[Hz\].
    pub fn firing(&self, speed: f64) -> f64 {
        speed / 60.0 * self.cylinders as f64 / self.turns()
    }

    /// Where its throttle wants it \[1/min\].
    pub(super) fn goal(&self) -> f64 {
        self.idle + self.throttle * (self.top - self.idle).max(0.0)
    }
}
