//! A gong that is struck hard: its modes pass energy on, and it gains none.

use urto::Rate;
use urto::body::{Body, BodyKind, BodyParams, MaterialKind};
use urto::math;
use urto::object::{ModeLevel, NamedPoint, Object, Place, Point};

const RATE: f64 = 48_000.0;

/// A thin gong of 0.6 m.
fn gong() -> Box<dyn Object> {
    let params = BodyParams {
        kind: BodyKind::Gong,
        material: MaterialKind::Brass,
        size: 0.6,
        thickness: 0.0015,
        count: 320,
        ..BodyParams::default()
    };
    let points = [NamedPoint {
        name: "strike".to_owned(),
        place: Place::Along(0.36),
    }];
    let body = Body::new(&params).unwrap();
    body.object(&params, &points, Rate::new(RATE).unwrap())
        .unwrap()
}

/// Power of the modes above 1 kHz \[dB\].
fn brightness(gong: &dyn Object) -> f64 {
    let mut levels = vec![ModeLevel::default(); 512];
    let count = gong.levels(&mut levels);
    let high = levels[..count].iter().filter(|mode| mode.frequency > 1e3);
    let powers = high.map(|mode| f64::from(mode.speed) * f64::from(mode.speed));
    10.0 * math::log10(powers.sum())
}

/// Brightness 10 ms after the start of a padded blow of so many newton seconds, and 0.2 s later.
fn blow(impulse: f64) -> [f64; 2] {
    let mut gong = gong();
    // A felt mallet lies on the gong for some 6 ms.
    let contact = (0.006 * RATE) as usize;
    let (mut soon, mut before) = (0.0, 0.0);
    for n in 0..=(0.21 * RATE) as usize {
        gong.begin();
        if n < contact {
            let phase = (n as f64 + 0.5) / contact as f64;
            let force = impulse * RATE / contact as f64 * (1.0 - math::cos(math::TAU * phase));
            gong.push(Point(0), force);
        }
        gong.end();
        let energy = gong.energy();
        let most = before * (1.0 + 1e-12);
        assert!(
            n <= contact || energy <= most,
            "{n}: {energy} after {before}"
        );
        before = energy;
        if n == (0.01 * RATE) as usize {
            soon = brightness(gong.as_ref());
        }
    }
    [soon, brightness(gong.as_ref())]
}

/// Struck softly, its high modes die away from the start, as those of any body; struck hard, energy
/// climbs to them, and they grow after the blow.
#[test]
fn a_gong_blooms_when_it_is_struck_hard() {
    let (soft, hard) = (blow(0.01), blow(4.0));
    assert!(soft[1] < soft[0] - 2.0, "{soft:?}");
    assert!(hard[1] > hard[0] + 6.0, "{hard:?}");
    // The modes alone would be louder by as much as the blow is harder.
    let louder = 20.0 * math::log10(400.0);
    assert!(hard[1] > soft[1] + louder + 10.0, "{hard:?} {soft:?}");
}
