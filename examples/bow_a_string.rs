//! Bows a string: a driven bow rubs a waveguide string, put together by hand.

use urto::Rate;
use urto::contact::{ElastoPlastic, FrictionLaw};
use urto::network::{Motion, NetworkBuilder};
use urto::object::{Driven, DrivenParams, NamedPoint, Place, StringBody, StringParams};
use urto_examples::{Outcome, RATE, save};

fn main() -> Outcome {
    let rate = Rate::new(RATE)?;
    let string = StringParams {
        pitch: 196.0,
        decay: 3.0,
        ..StringParams::default()
    };
    let bow = DrivenParams {
        velocity: 0.2,
        ..DrivenParams::default()
    };
    let rosin = FrictionLaw {
        normal_force: 1.5,
        ..FrictionLaw::default()
    };
    let point = |name: &str, position| NamedPoint {
        name: name.to_owned(),
        place: Place::Along(position),
    };
    let points = [point("bow", 0.13), point("bridge", 0.02)];

    let mut parts = NetworkBuilder::new(rate);
    parts.add("string", Box::new(StringBody::new(&string, &points, rate)?))?;
    parts.add("bow", Box::new(Driven::new(&bow, &[], rate)?))?;
    let rub = ElastoPlastic::new(&rosin, rate)?;
    parts.join("rub", Box::new(rub), ["bow", "string@bow"])?;
    parts.listen("string@bridge", Motion::Velocity)?;

    let mut network = parts.build(1);
    let mut samples = vec![0.0; 2 * RATE as usize];
    for sample in &mut samples {
        network.step();
        *sample = network.heard(0) as f32;
    }
    save("bow_a_string", &[samples], None)
}
