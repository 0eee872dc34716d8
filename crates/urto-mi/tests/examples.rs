//! The examples run, and do what they say.

#[path = "../examples/mesh.rs"]
mod mesh;
#[path = "../examples/string.rs"]
mod string;

use urto_mi::Surface;

#[test]
fn the_string_plays_the_pitch_of_its_formula() {
    // f = asin(sqrt(k·(1 - l/d)/m)·h·sin(pi/78))/(pi·h): 39 gaps, stretched by a tenth.
    let h = 1.0 / 44_100.0;
    let pi = core::f64::consts::PI;
    let speed = (7.4e4 * 0.1 / 1e-4f64).sqrt() * h;
    let sine = speed * urto::math::sin(pi / 78.0);
    let expected = urto::math::atan2(sine, (1.0 - sine * sine).sqrt()) / (pi * h);
    let played = string::pitch().unwrap();
    let cents = 1200.0 * urto::math::log(played / expected) / urto::math::log(2.0);
    // A pluck stretches the string: a little above, never below.
    assert!((-0.01..1.0).contains(&cents), "{played} Hz, {cents} cents");
    string::main().unwrap();
}

#[test]
fn the_mesh_moves_in_its_pictures() {
    mesh::main().unwrap();
    let folder = std::env::temp_dir().join(format!("urto-mesh-{}", std::process::id()));
    let mut names: Vec<_> = std::fs::read_dir(&folder)
        .unwrap()
        .map(|own| own.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(
        names,
        ["frame_0000.obj", "frame_0001.obj", "frame_0002.obj"]
    );
    let [first, _, last] = [0, 1, 2].map(|n| {
        let bytes = std::fs::read(folder.join(&names[n])).unwrap();
        Surface::parse(&bytes).unwrap()
    });
    std::fs::remove_dir_all(&folder).unwrap();
    assert_eq!((first.points.len(), first.triangles.len()), (6, 8));
    let still = |n: &usize| first.points[*n] == last.points[*n];
    // The lowest point is held.
    assert_eq!((0..6).filter(still).collect::<Vec<_>>(), [5]);
}
