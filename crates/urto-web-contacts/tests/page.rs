//! What the page asks for: a scene moved, its run opened again, looked at and heard from elsewhere.

use urto::Rate;
use urto_multibody::Pose;
use urto_web_contacts::{Ears, Listening, Refused, Stage};

const DROP: &str = r#"urto = "contact-scene/1"
seconds = 0.4
[contact]
restitution = 0.5
[body.ground]
shape = "plane"
material = "stone"
[body.marble]
shape = "sphere"
radius = "8 mm"
material = "glass"
place = [0, 0, 0.058]
[listen]
place = [0, -1, 0]
"#;

fn stage() -> Stage {
    let mut stage = Stage::of_scene("drop.toml", DROP, Vec::new()).unwrap();
    let mut shares = Vec::new();
    stage.simulate(&mut |share| shares.push(share)).unwrap();
    assert!(
        shares.is_sorted() && shares.last() >= Some(&0.99),
        "{shares:?}"
    );
    stage
}

fn usual() -> Listening {
    Listening::read("48000\nscene\nscene\n\n").unwrap()
}

fn peak(channel: &[f32]) -> f32 {
    channel.iter().fold(0.0, |most, own| most.max(own.abs()))
}

#[test]
fn a_run_that_was_packed_opens_again_and_sounds_the_same() {
    let stage = stage();
    let packed = stage.packed().unwrap();
    let again = Stage::of_run("drop.urun", &packed).unwrap();
    assert_eq!(again.packed().unwrap(), packed);
    let told = again.told();
    assert_eq!(told["bodies"][1]["form"], "sphere");
    assert_eq!(told["run"]["steps"], 13_000);
    let [one, two] = [&stage, &again].map(|own| own.hear(&usual(), |_| ()).unwrap());
    assert_eq!(one.channels, two.channels);
    assert!((peak(&one.channels[0]) - 0.5).abs() < 1e-6);
    let recipe = one.told["recipe"].as_str().unwrap();
    assert!(urto_file::is_contact_scene(recipe) && recipe.contains("gain = "));
}

/// A marble that falls straight down onto what lies below clicks as 1/r, in what it is heard by at the
/// same height: along its fall that goes with the cosine of the angle, and is none from the side.
#[test]
fn from_nearer_it_is_louder_by_the_distance() {
    let stage = stage();
    let from = |place: [f64; 3]| {
        let how = Listening {
            rate: Rate::new(48_000.0).unwrap(),
            ears: Ears::Scene,
            from: Some(Pose {
                place,
                ..Pose::default()
            }),
            // So soft that nothing is limited.
            gain: Some(0.1),
        };
        let heard = stage.hear(&how, |_| ()).unwrap();
        f64::from(peak(&heard.channels[0]))
    };
    // The middle of the marble is 8 mm up when it strikes.
    let [near, far, aside] = [
        from([0.0, 0.0, 0.508]),
        from([0.0, 0.0, 2.008]),
        from([0.0, 0.5, 0.008]),
    ];
    // A click is a few samples short, and read between them after its way through the air.
    assert!((near / far / 4.0 - 1.0).abs() < 0.1, "{near} {far}");
    assert!(aside < 1e-3 * near, "{aside} {near}");
}

#[test]
fn two_ears_hear_two_channels_and_odd_orders_are_refused() {
    let how = Listening::read("44100\ntwo\n0 -1 0.3 0.7071 0 0 0.7071\n2.5").unwrap();
    assert_eq!((how.ears, how.gain), (Ears::Two, Some(2.5)));
    let heard = stage().hear(&how, |_| ()).unwrap();
    assert_eq!(heard.channels.len(), 2);
    assert!(
        heard.told["recipe"]
            .as_str()
            .unwrap()
            .contains("space = \"head\"")
    );
    for wrong in [
        "",
        "48000\nthree\nscene\n\n",
        "nan\nscene\nscene\n\n",
        "48000\nscene\n1 2 3\n\n",
        "48000\nscene\n0 0 0 0 0 0 0\n\n",
        "48000\nscene\n0 0 nan 1 0 0 0\n\n",
        "48000\nscene\nscene\n-1\n",
    ] {
        assert!(Listening::read(wrong).is_err(), "{wrong}");
    }
    let still = Stage::of_scene("drop.toml", DROP, Vec::new()).unwrap();
    assert!(still.hear(&usual(), |_| ()).unwrap_err().contains("moved"));
}

#[test]
fn what_takes_too_long_is_told_before_it_begins() {
    let text = DROP.replace("seconds = 0.4", "seconds = 600");
    let mut stage = Stage::of_scene("long.toml", &text, Vec::new()).unwrap();
    let refused = stage.simulate(&mut |_| panic!("it was begun")).unwrap_err();
    assert!(
        matches!(&refused, Refused::Long(why) if why.contains("19500000 steps")),
        "{refused:?}"
    );
    assert_eq!(stage.packed(), None);
}

#[test]
fn what_is_wrong_is_told_in_a_sentence() {
    for (text, wanted) in [
        (
            DROP.replace("8 mm", "-8 mm"),
            "drop.toml:10: body.marble.radius",
        ),
        (
            DROP.replace(
                "shape = \"sphere\"\nradius = \"8 mm\"",
                "file = \"cup.body\"",
            ),
            "'cup.body'",
        ),
        (DROP.replace("seconds = 0.4", "space = \"cave\""), "cave"),
    ] {
        match Stage::of_scene("drop.toml", &text, Vec::new()) {
            Err(Refused::Wrong(why)) => assert!(why.contains(wanted), "{why}"),
            other => panic!("{other:?}"),
        }
    }
    let packed = stage().packed().unwrap();
    for broken in [&packed[..packed.len() / 2], b"urto = \"run/2\"\n", b""] {
        assert!(matches!(
            Stage::of_run("drop.urun", broken),
            Err(Refused::Wrong(_))
        ));
    }
}
