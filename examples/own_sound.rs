//! A sound of one's own: a door bell whose plunger strikes a bar. Its table of parameters gives it
//! ranges, units and live control; the player gives it a clock, smoothing and crossfades.

use urto::contact::{HuntCrossley, ImpactLaw};
use urto::network::{Motion, NetworkBuilder, Thrown};
use urto::object::{Mass, MassParams, Modal, ModalParams, Mode};
use urto::param::ParamId;
use urto::sound::{Event, Model, Player, Rig, Sound};
use urto::{BuildError, Rate};
use urto_examples::{Outcome, RATE, save};

urto::params! {
    /// A door bell.
    pub struct DoorBellParams("door_bell") {
        /// Frequency of the bar.
        pitch: 660.0, Log(50.0, 5000.0), "Hz", Rebuild;
        /// Speed of the plunger.
        speed: 1.5, Log(0.1, 10.0), "m/s", Event;
    }
}

struct DoorBell {
    rig: Rig,
    plunger: Thrown,
}

impl Model for DoorBell {
    type Params = DoorBellParams;

    fn build(params: &DoorBellParams, rate: Rate, seed: u64) -> Result<Self, BuildError> {
        let mode = |ratio: f64, decay| Mode {
            frequency: ratio * params.pitch,
            decay,
            mass: 0.1,
        };
        let bar = ModalParams {
            modes: vec![mode(1.0, 2.0), mode(2.76, 1.0), mode(5.4, 0.5)],
            ..ModalParams::default()
        };
        let plunger = MassParams {
            position: -5e-3,
            ..MassParams::default()
        };

        let mut parts = NetworkBuilder::new(rate);
        let mass = parts.add("plunger", Box::new(Mass::new(&plunger, &[], rate)?))?;
        parts.add("bar", Box::new(Modal::new(&bar, &[], rate)?))?;
        let law = HuntCrossley::new(&ImpactLaw::default(), rate)?;
        let shown = parts.join("touch", Box::new(law), ["plunger", "bar"])?;
        parts.listen("bar", Motion::Velocity)?;
        let (_, point) = parts.point("plunger")?;
        let plunger = parts.thrown(mass, point)?;
        let (network, routes) = (parts.build(seed), Vec::new());
        let rig = Rig {
            network,
            routes,
            shown,
        };
        Ok(Self { rig, plunger })
    }
    fn rig(&self) -> Option<&Rig> {
        Some(&self.rig)
    }
    fn rig_mut(&mut self) -> Option<&mut Rig> {
        Some(&mut self.rig)
    }
    fn change(&mut self, _: &DoorBellParams, _: &ParamId) {}
    fn event(&mut self, params: &DoorBellParams, event: Event) {
        if let Event::Trigger { strength, .. } = event {
            let speed = strength * params.speed;
            self.rig.network.throw(self.plunger, speed);
        }
    }
    fn tick(&mut self, _: &DoorBellParams) -> f64 {
        self.rig.network.step();
        self.rig.network.heard(0)
    }
    fn tail(_: &DoorBellParams) -> f64 {
        2.0
    }
}

fn main() -> Outcome {
    let mut sound = Player::<DoorBell>::with(DoorBellParams::default())?;
    sound.prepare(Rate::new(RATE)?, 512);
    sound.event(0, Event::trigger(1.0));
    let mut samples = vec![0.0; 2 * RATE as usize];
    sound.render(&[], &mut [&mut samples]);
    save("own_sound", &[samples], Some(1.0))
}
