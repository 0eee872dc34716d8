//! Scenes: a score that moves everything it can, the same in any block size and after a reset.

use urto::catalogue::Catalogue;
use urto::contact::FrictionLaw;
use urto::network::Motion;
use urto::object::{MassParams, ModalParams, NamedPoint, Place, StringParams};
use urto::param::Params;
use urto::scene::{Action, Cue, Listen, Scene, SceneContact, SceneObject, ScenePlayer};
use urto::sound::Sound;
use urto::{BuildError, Rate};

fn object(name: &str, kind: &str, params: Box<dyn Params>, points: &[(&str, f64)]) -> SceneObject {
    SceneObject {
        name: name.to_owned(),
        kind: Catalogue::of_urto().object(kind).unwrap(),
        params,
        points: points
            .iter()
            .map(|(name, at)| NamedPoint {
                name: (*name).to_owned(),
                place: Place::Along(*at),
            })
            .collect(),
        surface: None,
    }
}

fn contact(name: &str, law: &str, params: Box<dyn Params>, between: [&str; 2]) -> SceneContact {
    SceneContact {
        name: name.to_owned(),
        between: between.map(str::to_owned),
        law: Catalogue::of_urto().law(law).unwrap(),
        params,
        pressed_by: None,
    }
}

fn cue(at: f64, over: f64, action: Action) -> Cue {
    Cue { at, over, action }
}

/// A bow on a string whose pitch and bowing place move, and a ball that is thrown at a bar.
fn scene() -> Scene {
    let driven = Catalogue::of_urto().object("driven").unwrap();
    let noisy = FrictionLaw {
        noise: 0.2,
        ..FrictionLaw::default()
    };
    let away = MassParams {
        position: -1e-3,
        ..MassParams::default()
    };
    let target = |text: &str| text.to_owned();
    Scene {
        objects: vec![
            object("bow", "driven", (driven.params)(), &[]),
            object(
                "string",
                "string",
                Box::new(StringParams::default()),
                &[("bow", 0.1), ("ear", 0.4)],
            ),
            object("ball", "mass", Box::new(away), &[]),
            object(
                "bar",
                "modal",
                Box::new(ModalParams::default()),
                &[("end", 0.0)],
            ),
        ],
        contacts: vec![
            contact("rub", "friction", Box::new(noisy), ["bow", "string@bow"]),
            contact(
                "hit",
                "impact",
                (Catalogue::of_urto().law("impact").unwrap().params)(),
                ["ball", "bar"],
            ),
        ],
        score: vec![
            cue(
                0.0,
                0.02,
                Action::Drive {
                    object: target("bow"),
                    velocity: 0.1,
                },
            ),
            cue(
                0.01,
                0.0,
                Action::Throw {
                    object: target("ball"),
                    velocity: 1.0,
                },
            ),
            cue(
                0.05,
                0.1,
                Action::Move {
                    point: target("string@bow"),
                    to: 0.2,
                },
            ),
            cue(
                0.05,
                0.1,
                Action::Set {
                    target: target("object.string.pitch"),
                    value: 160.0,
                },
            ),
            cue(
                0.08,
                0.05,
                Action::Set {
                    target: target("contact.rub.normal_force"),
                    value: 2.0,
                },
            ),
            cue(
                0.1,
                0.01,
                Action::Offset {
                    contact: target("hit"),
                    to: 1e-5,
                },
            ),
            cue(
                0.15,
                0.02,
                Action::Drive {
                    object: target("bow"),
                    velocity: 0.0,
                },
            ),
        ],
        listen: ["string@ear", "bar"]
            .map(|point| Listen {
                point: point.to_owned(),
                motion: Motion::Velocity,
            })
            .to_vec(),
        gain: Some(0.5),
        ..Scene::default()
    }
}

fn render(player: &mut ScenePlayer, size: usize) -> [Vec<f32>; 2] {
    const FRAMES: usize = 12_000;
    let mut out = [Vec::new(), Vec::new()];
    while out[0].len() < FRAMES {
        let count = size.min(FRAMES - out[0].len());
        let (mut left, mut right) = (vec![0.0; count], vec![0.0; count]);
        player.render(&[], &mut [&mut left, &mut right]);
        out[0].extend(left);
        out[1].extend(right);
    }
    out
}

#[test]
fn any_block_size_and_a_reset_give_the_same_samples() {
    let rate = Rate::new(48_000.0).unwrap();
    let mut player = scene().build(rate).unwrap();
    player.reset(1);
    let first = render(&mut player, 64);
    assert!(
        first
            .iter()
            .all(|channel| channel.iter().any(|x| x.abs() > 1e-3))
    );
    let ledger = player.ledger();
    assert!(ledger.injected > 0.0 && ledger.error().abs() < 1e-10 * ledger.injected);
    for size in [1, 7, 1000, 4096, 20_000] {
        player.reset(1);
        assert!(render(&mut player, size) == first, "blocks of {size}");
    }
    let mut fresh = scene().build(rate).unwrap();
    fresh.reset(1);
    assert!(render(&mut fresh, 333) == first);
    fresh.reset(2);
    assert!(render(&mut fresh, 333) != first, "noise follows the seed");
}

#[test]
fn ramps_go_from_where_the_last_one_ended() {
    let rate = Rate::new(48_000.0).unwrap();
    let mut player = scene().build(rate).unwrap();
    player.reset(0);
    let mut block = [0.0; 480];
    let mut other = [0.0; 480];
    let mut speeds = Vec::new();
    for _ in 0..20 {
        player.render(&[], &mut [&mut block, &mut other]);
        let bow = player.network().object("bow").unwrap();
        speeds.push(player.network().look(bow).velocity(urto::object::Point(0)));
    }
    assert!(
        (speeds[0] - 0.05).abs() < 1e-12,
        "half way after 10 ms: {}",
        speeds[0]
    );
    assert_eq!(speeds[5], 0.1);
    assert!(
        (speeds[15] - 0.05).abs() < 1e-12,
        "half way back: {}",
        speeds[15]
    );
    assert_eq!(speeds[19], 0.0);
}

#[test]
fn what_a_score_cannot_do_is_refused() {
    let rate = Rate::new(48_000.0).unwrap();
    let refused = |action: Action| {
        let mut scene = scene();
        scene.score.push(cue(0.0, 0.0, action));
        scene
            .build(rate)
            .err()
            .map(|error: BuildError| error.to_string())
            .unwrap()
    };
    let text = |text: &str| text.to_owned();
    let drive = refused(Action::Drive {
        object: text("ball"),
        velocity: 1.0,
    });
    assert!(drive.contains("cannot be driven"), "{drive}");
    let target = refused(Action::Set {
        target: text("object.bar.tunning"),
        value: 1.0,
    });
    assert!(target.contains("did you mean 'tuning'"), "{target}");
    let range = refused(Action::Set {
        target: text("object.bar.tuning"),
        value: 99.0,
    });
    assert!(range.contains("99 is outside 0.125 to 8"), "{range}");
    let missing = refused(Action::Throw {
        object: text("bal"),
        velocity: 1.0,
    });
    assert!(missing.contains("did you mean 'ball'"), "{missing}");
}
