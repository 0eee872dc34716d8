//! A scene takes an object from a file of its own, and its text can be gathered into one.

use urto_file::{gathered, read_scene, read_scene_with};

const CUP: &str = r#"urto = "modal/1"
modes = [{ frequency = 1320, decay = 0.4, mass = 0.03 }, { frequency = 2900, decay = 0.2, mass = 0.05 }]
ringing = 1.5
points = { rim = [1.0, -0.8] }
"#;

const SCENE: &str = r#"urto = "scene/1"
[object.hammer]
kind = "mass"
mass = 0.02
# Recorded.
[object.cup]
kind = "modal"
file = "cup.toml"
tuning = 2
points = { foot = [0.2, 0.3] }
[contact.hit]
between = ["hammer", "cup@rim"]
law = "impact"
[[score]]
at = 0
throw = { object = "hammer", velocity = 1 }
[listen]
at = ["cup@foot"]
"#;

fn fetch(name: &str) -> Result<Vec<u8>, String> {
    match name {
        "cup.toml" => Ok(CUP.into()),
        other => Err(format!("no file '{other}'")),
    }
}

#[test]
fn an_object_comes_from_its_file_and_can_be_gathered() {
    let scene = read_scene_with("scene.toml", SCENE.as_bytes(), &mut fetch).unwrap();
    let cup = &scene.objects[1];
    let names: Vec<&str> = cup.points.iter().map(|point| point.name.as_str()).collect();
    assert_eq!(names, ["rim", "foot"]);
    let whole = gathered("scene.toml", SCENE, &mut fetch).unwrap();
    assert!(whole.contains("# Recorded.") && !whole.contains("file ="));
    let again = read_scene("whole.toml", whole.as_bytes()).unwrap();
    for key in ["modes/1/frequency", "tuning", "ringing"] {
        let value = |scene: &urto::scene::Scene| {
            let params = &scene.objects[1].params;
            params.value(&params.table().find(key).unwrap())
        };
        assert_eq!(value(&scene), value(&again), "{key}");
    }
    assert_eq!(again.objects[1].points.len(), 2);
    // Nothing to gather: not a byte changes.
    let plain = whole.as_str();
    assert_eq!(gathered("scene.toml", plain, &mut fetch).unwrap(), plain);
}

#[test]
fn a_wrong_file_is_told_with_its_own_name_and_line() {
    let ask = |scene: &str, cup: &str| {
        let cup = cup.to_owned();
        let mut fetch = |_: &str| Ok(cup.clone().into_bytes());
        read_scene_with("scene.toml", scene.as_bytes(), &mut fetch)
            .err()
            .unwrap()
            .to_string()
    };
    let told = ask(SCENE, &CUP.replace("ringing = 1.5", "ringing = 1e9"));
    assert_eq!(told, "cup.toml:3: ringing: 1e9 is outside 0.01 to 100");
    let told = ask(SCENE, "urto = \"preset/1\"\nsound = \"impact\"\n");
    assert_eq!(told, "cup.toml:1: this is a preset, not a modal object");
    let told = ask(&SCENE.replace("cup@rim", "cup@lid"), CUP);
    assert!(
        told.starts_with("scene.toml:11: contact.hit: there is no point"),
        "{told}"
    );
    let missing = SCENE.replace("cup.toml", "mug.toml");
    let told = read_scene_with("scene.toml", missing.as_bytes(), &mut fetch);
    assert_eq!(
        told.err().unwrap().to_string(),
        "scene.toml:8: object.cup.file: no file 'mug.toml'"
    );
}

#[test]
fn a_named_body_is_an_object_of_a_scene() {
    let text = include_str!("data/good/body.toml");
    let scene = read_scene("glass.toml", text.as_bytes()).unwrap();
    let player = scene.build(urto::Rate::new(48_000.0).unwrap()).unwrap();
    let mut modes = [urto::sound::ModeLevel::default(); 64];
    let count = player.network().modes(&mut modes);
    // A glass of 12 cm rings between 800 and 850 Hz.
    let lowest = modes[..count].iter().map(|mode| mode.frequency);
    assert!(lowest.clone().any(|hertz| (800.0..850.0).contains(&hertz)));
    let live = text.replace("object.glass.tuning", "object.glass.size");
    let told = read_scene("glass.toml", live.as_bytes()).err().unwrap();
    assert!(told.to_string().contains("no parameter 'size'"), "{told}");
}

#[test]
fn directions_are_written_as_they_were_read() {
    let cup = CUP.replace(
        "rim = [1.0, -0.8]",
        "rim = { normal = [1.0, -0.8], tangent = [0.1, 0.5], tangent2 = [0.0, -0.3] }, foot = 0.5",
    );
    let read = urto_file::read_modal("cup.toml", cup.as_bytes()).unwrap();
    let names: Vec<&str> = read.points.iter().map(|p| p.name.as_str()).collect();
    assert_eq!(names, ["rim", "rim.tangent", "rim.tangent2", "foot"]);
    let text = urto_file::write_modal(&read);
    let again = urto_file::read_modal("cup.toml", text.as_bytes()).unwrap();
    assert_eq!(again.points, read.points, "{text}");
}

/// A scene that takes an object from a file may say its surface; with the file written out in it, it
/// says the same.
#[test]
fn a_gathered_scene_keeps_its_surface() {
    let text = r#"urto = "scene/1"
[object.cup]
kind = "modal"
file = "cup.toml"
inertia = 0.1
points = { tip = { xyz = [0, 0, 0] }, rim = { triangle = 0, at = [0.5, 0.5, 0] } }
[object.cup.surface]
vertices = [[0, 0, 0], [0.1, 0, 0], [0, 0.1, 0]]
triangles = [[0, 1, 2]]
shapes = [[[0, 0, 1], [0, 0.2, 1], [0, 0, 0.5]]]
[listen]
at = ["cup@tip", "cup@rim.tangent"]
"#;
    let cup = "urto = \"modal/1\"\nmodes = [{ frequency = 900, decay = 0.5, mass = 0.02 }]\n";
    let mut fetch = |_: &str| Ok(cup.as_bytes().to_vec());
    let alone = urto_file::gathered("cup scene", text, &mut fetch).unwrap();
    let first = urto_file::read_scene_with("cup scene", text.as_bytes(), &mut fetch).unwrap();
    let again = urto_file::read_scene("alone", alone.as_bytes()).unwrap();
    let (first, again) = (&first.objects[0], &again.objects[0]);
    assert_eq!(first.points, again.points);
    assert_eq!(first.points.len(), 6);
    assert_eq!(first.surface, again.surface);
    assert!(first.surface.is_some());
}
