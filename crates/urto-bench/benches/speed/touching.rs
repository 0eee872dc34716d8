//! Modes in contact: a long soft blow (or a steady rub) during which every sample is solved, and
//! a ball that rolls.

use crate::clock::{Race, Runner};
use crate::ringing::{body, noise, rate};
use std::hint::black_box;
use urto::contact::{
    Contact, ElastoPlastic, Felt, FeltLaw, FrictionLaw, HuntCrossley, ImpactLaw, Linear, LinearLaw,
    Meeting, Scheme,
};
use urto::network::{ContactId, Motion, Network, NetworkBuilder};
use urto::object::{Driven, DrivenParams, Mass, MassParams, Object};

/// Samples of a blow that are timed. All blows last longer.
const BLOW: usize = 256;

/// A law, and what it is called in the table.
pub struct Law {
    /// The row, and that of the law alone.
    pub row: &'static str,
    pub alone: &'static str,
    make: fn() -> Box<dyn Contact>,
    rubs: bool,
}

fn impact(scheme: Scheme, exponent: f64, stiffness: f64) -> Box<dyn Contact> {
    let law = ImpactLaw {
        scheme,
        exponent,
        stiffness,
        ..ImpactLaw::default()
    };
    Box::new(HuntCrossley::new(&law, rate()).expect("a law"))
}

/// Every law. The stiffnesses let a hammer of 20 g at 1 m/s sink in by millimetres, so that a
/// blow lasts 8 ms or more.
pub const LAWS: [Law; 6] = [
    Law {
        row: "contact dg_phi",
        alone: "law dg_phi",
        make: || impact(Scheme::Exact, 1.5, 3e4),
        rubs: false,
    },
    Law {
        row: "contact dg_phi 2.3",
        alone: "law dg_phi 2.3",
        make: || impact(Scheme::Exact, 2.3, 3e6),
        rubs: false,
    },
    Law {
        row: "contact dg_a",
        alone: "law dg_a",
        make: || impact(Scheme::Cheap, 1.5, 3e4),
        rubs: false,
    },
    Law {
        row: "contact linear",
        alone: "law linear",
        make: || {
            let law = LinearLaw {
                stiffness: 2e3,
                damping: 0.5,
            };
            Box::new(Linear::new(&law, rate()).expect("a law"))
        },
        rubs: false,
    },
    Law {
        row: "contact felt",
        alone: "law felt",
        make: || {
            let law = FeltLaw {
                stiffness: 1e8,
                ..FeltLaw::default()
            };
            Box::new(Felt::new(&law, rate()).expect("a law"))
        },
        rubs: false,
    },
    Law {
        row: "contact friction",
        alone: "law friction",
        make: || Box::new(ElastoPlastic::new(&FrictionLaw::default(), rate()).expect("a law")),
        rubs: true,
    },
];

/// A body and what touches it, every contact closed in every sample.
struct Touched {
    network: Network,
    contacts: Vec<ContactId>,
}

impl Touched {
    fn new(law: &Law, count: usize) -> Self {
        let toucher: Box<dyn Object> = if law.rubs {
            let hand = DrivenParams {
                velocity: 0.2,
                ..DrivenParams::default()
            };
            Box::new(Driven::new(&hand, &[], rate()).expect("a driven point"))
        } else {
            let hammer = MassParams {
                mass: 0.02,
                velocity: 1.0,
                ..MassParams::default()
            };
            Box::new(Mass::new(&hammer, &[], rate()).expect("a hammer"))
        };
        let (network, contact) = join(toucher, (law.make)(), count);
        Self {
            network,
            contacts: vec![contact],
        }
    }

    /// A blow and a rub on one body, the rub pressed by the blow: two contacts that are solved
    /// together.
    fn pressed(count: usize) -> Self {
        let mut network = NetworkBuilder::new(rate());
        let build = |network: &mut NetworkBuilder| {
            let hammer = MassParams {
                mass: 0.02,
                velocity: 1.0,
                ..MassParams::default()
            };
            let hand = DrivenParams {
                velocity: 0.2,
                ..DrivenParams::default()
            };
            network.add("hammer", Box::new(Mass::new(&hammer, &[], rate())?))?;
            network.add("hand", Box::new(Driven::new(&hand, &[], rate())?))?;
            network.add("body", Box::new(body(count)))?;
            let blow = network.join("blow", (LAWS[0].make)(), ["hammer", "body@strike"])?;
            let rub = network.join("rub", (LAWS[5].make)(), ["hand", "body@pickup"])?;
            let pressed = network.pressed(rub)?;
            network.press_by(pressed, blow)?;
            network.listen("body@pickup", Motion::Velocity)?;
            Ok::<_, urto::BuildError>(vec![blow, rub])
        };
        let contacts = build(&mut network).expect("the bench's network can be built");
        Self {
            network: network.build(1),
            contacts,
        }
    }
}

/// Lets something touch a body of that many modes.
fn join(toucher: Box<dyn Object>, law: Box<dyn Contact>, count: usize) -> (Network, ContactId) {
    let mut network = NetworkBuilder::new(rate());
    let build = |network: &mut NetworkBuilder| {
        network.add("toucher", toucher)?;
        network.add("body", Box::new(body(count)))?;
        let contact = network.join("contact", law, ["toucher", "body@strike"])?;
        network.listen("body@pickup", Motion::Velocity)?;
        Ok::<_, urto::BuildError>(contact)
    };
    let contact = build(&mut network).expect("the bench's network can be built");
    (network.build(1), contact)
}

impl Runner for Touched {
    fn rewind(&mut self) {
        self.network.reset(1);
        // The first steps wake the body up.
        for _ in 0..8 {
            self.network.step();
        }
    }
    fn run(&mut self, samples: usize) {
        for _ in 0..samples {
            self.network.step();
            black_box(self.network.heard(0));
        }
    }
    fn piece(&self, fitting: usize) -> usize {
        fitting.min(BLOW)
    }
    fn fault(&self) -> Option<String> {
        let open = |contact: &ContactId| self.network.contact_state(*contact).0 == 0.0;
        let any = self.contacts.iter().any(open);
        any.then(|| "a contact opened before its piece was over".to_owned())
    }
}

/// A law between the simplest things there are, a hammer and a wall, or a block on a spring under a
/// moving hand: each step needs the one before, as in a network, but next to nothing else is done.
struct Alone {
    law: Box<dyn Contact>,
    /// Speed with which the two meet at the start, and now \[m/s\].
    from: f64,
    speed: f64,
    /// How far the block gave way \[m\], and its spring over its mass \[1/s²\].
    place: f64,
    pull: f64,
    /// What a newton gives in a step \[m/s/N\].
    mobility: f64,
    force: f64,
}

impl Alone {
    fn new(law: &Law) -> Self {
        let (from, mass, spring) = if law.rubs {
            (0.2, 0.1, 1e3)
        } else {
            (1.0, 0.02, 0.0)
        };
        Self {
            law: (law.make)(),
            from,
            speed: from,
            place: 0.0,
            pull: spring / mass,
            mobility: rate().step() / mass,
            force: 0.0,
        }
    }
}

impl Runner for Alone {
    fn rewind(&mut self) {
        self.law.reset(1);
        (self.speed, self.place) = (self.from, 0.0);
        self.run(8);
    }
    fn run(&mut self, steps: usize) {
        let step = rate().step();
        let law: &mut dyn Contact = black_box(self.law.as_mut());
        for _ in 0..steps {
            let faster = step * self.pull * self.place;
            let meeting = Meeting {
                gained: step * (self.speed + 0.5 * faster),
                compliance: 0.5 * step * self.mobility,
                before: self.speed,
                mobility: self.mobility,
                after: self.speed + faster,
            };
            let bias = law.begin();
            let acts = law.acts(meeting.gained);
            let force = if acts { law.alone(&meeting) } else { 0.0 };
            let moved = meeting.gained - meeting.compliance * (bias + force);
            law.commit(force, moved);
            self.speed = meeting.after - meeting.mobility * force;
            self.place += step * self.from - moved;
            self.force = force + bias;
        }
    }
    fn piece(&self, fitting: usize) -> usize {
        fitting.min(BLOW)
    }
    fn fault(&self) -> Option<String> {
        (self.force == 0.0).then(|| "the contact opened before its piece was over".to_owned())
    }
}

/// A ball of 50 g that rolls over a rough surface on a body of modes.
struct Rolling {
    network: Network,
    contact: ContactId,
    /// Height of the surface under the ball \[m\].
    surface: Vec<f64>,
    touched: usize,
}

/// A tenth of a second.
const ROLL: usize = 4800;

impl Rolling {
    fn new(count: usize) -> Self {
        let ball = MassParams {
            mass: 0.05,
            force: 0.49,
            ..MassParams::default()
        };
        let ball = Box::new(Mass::new(&ball, &[], rate()).expect("a ball"));
        let (network, contact) = join(ball, impact(Scheme::Exact, 1.5, 1e8), count);
        // Roughness of 1 µm below about 1 kHz (two one-pole low-passes): what is finer than the
        // place that the ball touches is not felt.
        let (mut once, mut twice) = (0.0, 0.0);
        let smooth = |x: f64| {
            once += 0.12 * (x - once);
            twice += 0.12 * (once - twice);
            4e-6 * twice
        };
        Self {
            network,
            contact,
            surface: noise(ROLL).into_iter().map(smooth).collect(),
            touched: 0,
        }
    }
}

impl Runner for Rolling {
    fn rewind(&mut self) {
        self.network.reset(1);
        self.touched = 0;
    }
    fn run(&mut self, samples: usize) {
        for height in &self.surface[..samples] {
            self.network.offset(self.contact, *height);
            self.network.step();
            black_box(self.network.heard(0));
            self.touched += usize::from(self.network.contact_state(self.contact).0 > 0.0);
        }
    }
    // Always the same stretch, whose cost is then one number.
    fn piece(&self, _: usize) -> usize {
        ROLL
    }
    fn fault(&self) -> Option<String> {
        (self.touched == 0).then(|| "the ball does not touch".to_owned())
    }
}

/// Adds the rows.
pub fn enter(race: &mut Race, sizes: &[usize]) {
    for &count in sizes {
        for law in &LAWS {
            race.add(law.row, count, || Touched::new(law, count));
        }
        race.add("contact pressed", count, || Touched::pressed(count));
    }
    for law in &LAWS {
        race.add(law.alone, 0, || Alone::new(law));
    }
    if sizes.contains(&64) {
        race.add("rolling", 64, || Rolling::new(64));
    }
}

/// Share of the rolling ball's samples in which it touches.
pub fn rolling_touches() -> f64 {
    let mut rolling = Rolling::new(64);
    rolling.rewind();
    rolling.run(ROLL);
    rolling.touched as f64 / ROLL as f64
}
