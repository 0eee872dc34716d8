//! `urto modes`: from a mesh to a body that sounds.

use crate::common::Bench;

/// A cube of 10 mm as six tetrahedra, in a file of Gmsh's, drawn in millimetres.
const CUBE: &str = "$MeshFormat
2.2 0 8
$EndMeshFormat
$Nodes
8
1 0 0 0
2 10 0 0
3 0 10 0
4 10 10 0
5 0 0 10
6 10 0 10
7 0 10 10
8 10 10 10
$EndNodes
$Elements
6
1 4 2 0 1 1 2 4 8
2 4 2 0 1 1 4 3 8
3 4 2 0 1 1 3 7 8
4 4 2 0 1 1 7 5 8
5 4 2 0 1 1 5 6 8
6 4 2 0 1 1 6 2 8
$EndElements
";

fn frequencies(facts: &serde_json::Value) -> Vec<f64> {
    let all = facts["frequencies"].as_array().unwrap().iter();
    all.map(|own| own.as_f64().unwrap()).collect()
}

/// The bar that comes with urto: six ways to move without bending, then 574.2 Hz (Timoshenko's beam).
/// It is written with what the air takes.
#[test]
fn a_body_is_solved_and_written() {
    let bench = Bench::new();
    let facts = bench.json(&[
        "bar", "--count", "12", "--air", "preview", "-o", "bar.body", "--json",
    ]);
    let found = frequencies(&facts);
    assert_eq!(found.len(), 18);
    assert_eq!(found[..6], [0.0; 6]);
    assert!((found[6] / 574.2 - 1.0).abs() < 5e-3, "{found:?}");
    let residuals = facts["residuals"].as_array().unwrap().iter();
    assert!(
        residuals
            .map(|own| own.as_f64().unwrap())
            .all(|own| own < 1e-6)
    );
    for key in ["nodes", "elements", "seconds"] {
        assert!(facts[key].as_f64().unwrap() > 0.0, "{key}");
    }
    let body = urto_file::read_body("bar.body", &bench.bytes("bar.body")).unwrap();
    assert_eq!(body.modes().count(), 12);
    for (mode, told) in body.modes().zip(&found[6..]) {
        assert!((mode.frequency / told - 1.0).abs() < 1e-12);
    }
    // Steel loses more inside than to the air, but the air takes its share.
    assert!(body.modes().all(|mode| mode.radiated > 0.0));
}

/// With fewer triangles it is told how many were left out; the modes stay. Modes that nobody hears are left
/// out of the body, which is told, too.
#[test]
fn what_a_body_is_written_without_is_told() {
    let bench = Bench::new();
    let asked = ["bar", "--count", "60", "--air", "none", "--json", "-o"];
    let all = bench.json(&[&asked[..], &["all.body"]].concat());
    let thin = bench.json(&[&asked[..], &["thin.body", "--triangles", "200"]].concat());
    let [whole, thinned] = ["all.body", "thin.body"]
        .map(|name| urto_file::read_body(name, &bench.bytes(name)).unwrap());
    let before = whole.surface().triangles();
    let now = thinned.surface().triangles();
    assert!(now <= 200 && before > 400, "{now} {before}");
    let told = format!("Written with {now} of {before} triangles.");
    assert!(
        notes(&thin).contains(&told) && !notes(&all).contains("Written with"),
        "{thin}"
    );
    let above = frequencies(&all).iter().filter(|own| **own > 20e3).count();
    assert!(above > 0 && whole.modes().count() == 60 - above, "{above}");
    let told = format!("Of 60 modes {above} lie outside 16 Hz to 20 kHz");
    assert!(notes(&all).contains(&told), "{all}");
    for (one, other) in whole.modes().zip(thinned.modes()) {
        assert_eq!(one.frequency, other.frequency);
    }
}

/// A foil rings too, but rounding hides how well its modes are known, which is told.
#[test]
fn modes_that_rounding_hides_are_told() {
    let bench = Bench::new();
    let asked = ["ruler", "--count", "4", "--json"];
    let usual = bench.json(&asked);
    assert!(!notes(&usual).contains("rounding"), "{usual}");
    let [nodes, elements] = foil();
    bench.write(
        "foil.msh",
        &format!("$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n{nodes}$EndNodes\n$Elements\n{elements}$EndElements\n"),
    );
    let foil = bench.json(&["foil.msh", "--unit", "mm", "--count", "4", "--json"]);
    assert!(notes(&foil).contains("rounding leaves as much"), "{foil}");
}

/// Nodes and tetrahedra of a sheet of 300 x 30 x 0.2 mm, as Gmsh writes them.
fn foil() -> [String; 2] {
    let sheet = urto_fem::mesh::lattice::block([300.0, 30.0, 0.2], [40, 4, 1]).unwrap();
    let mut text = [
        format!("{}\n", sheet.nodes.len()),
        format!("{}\n", sheet.elements.len()),
    ];
    for (number, [x, y, z]) in sheet.nodes.iter().enumerate() {
        text[0] += &format!("{} {x} {y} {z}\n", number + 1);
    }
    for (number, element) in sheet.elements.iter().enumerate() {
        let [a, b, c, d] = element.map(|node| node + 1);
        text[1] += &format!("{} 4 2 0 1 {a} {b} {c} {d}\n", number + 1);
    }
    text
}

/// A mesh of one's own, in its own unit; and held in a vice nothing moves freely.
#[test]
fn a_mesh_of_ones_own_goes_through() {
    let bench = Bench::new();
    bench.write("cube.msh", CUBE);
    let asked = ["cube.msh", "--unit", "mm", "--count", "3", "--json"];
    let free = bench.json(&asked);
    assert_eq!(free["rigid"], 6);
    assert!(
        (free["mass"].as_f64().unwrap() - 7.85e-3).abs() < 1e-9,
        "{free}"
    );
    let held = bench.json(&[&asked[..], &["--fixed", "z<0"]].concat());
    assert_eq!(held["rigid"], 0);
    assert!(frequencies(&held)[0] < frequencies(&free)[6]);
    let glass = bench.json(&[&asked[..], &["--material", "glass"]].concat());
    assert_eq!(glass["material"], "glass");
}

/// A material of one's own: steel that is four times as heavy rings an octave lower.
#[test]
fn a_material_of_ones_own_is_taken() {
    let bench = Bench::new();
    let steel = "urto = \"material/1\"\nname = \"lead steel\"\ndensity = 31400\n\
                 modulus = \"200 GPa\"\npoisson = 0.29\nalpha = 5\nbeta = 3e-8\n";
    bench.write("heavy.toml", steel);
    bench.write("wrong.toml", &steel.replace("31400", "-1"));
    let usual = bench.json(&["bar", "--count", "3", "--json"]);
    let heavy = bench.json(&["bar", "--count", "3", "--material", "heavy.toml", "--json"]);
    assert_eq!(heavy["material"], "lead steel");
    for (one, other) in frequencies(&usual).iter().zip(frequencies(&heavy)).skip(6) {
        assert!((other / one - 0.5).abs() < 1e-6, "{one} {other}");
    }
    let refused = bench.run(&["bar", "--material", "wrong.toml"]);
    assert_eq!(refused.status.code(), Some(1));
    let told = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(
        told.contains("wrong.toml:3: density: -1 is outside 1 to 100000 kg/m^3"),
        "{told}"
    );
}

/// A closed surface is filled: a cube of 10 mm as twelve triangles. Without a face it is refused, and
/// mended on request.
#[test]
fn a_surface_is_filled() {
    let bench = Bench::new();
    let corners =
        "v 0 0 0\nv 10 0 0\nv 0 10 0\nv 10 10 0\nv 0 0 10\nv 10 0 10\nv 0 10 10\nv 10 10 10\n";
    let faces = "f 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n";
    bench.write("cube.obj", &format!("{corners}{faces}"));
    let open = faces.lines().skip(1).collect::<Vec<_>>().join("\n");
    bench.write("open.obj", &format!("{corners}{open}\n"));
    let rest = [
        "--unit",
        "mm",
        "--resolution",
        "5mm",
        "--count",
        "3",
        "--json",
    ];
    let found = |file: &str, more: &[&str]| bench.json(&[&[file], &rest[..], more].concat());
    let whole = found("cube.obj", &[]);
    assert!(
        (whole["mass"].as_f64().unwrap() / 7.85e-3 - 1.0).abs() < 1e-6,
        "{whole}"
    );
    let refused = bench.run(&[&["open.obj"], &rest[..]].concat());
    assert!(!refused.status.success());
    let told = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(
        told.contains("not closed") && told.contains("repair"),
        "{told}"
    );
    let mended = found("open.obj", &["--repair"]);
    for (one, other) in frequencies(&mended).iter().zip(frequencies(&whole)) {
        assert!((one - other).abs() <= 1e-9 * other, "{one} {other}");
    }
}

fn notes(facts: &serde_json::Value) -> String {
    let all = facts["notes"].as_array().unwrap().iter();
    all.map(|own| own.as_str().unwrap())
        .collect::<Vec<_>>()
        .join("\n")
}

/// A bar as twelve triangles: cells are as small as the waves of its highest mode need, unless a size is
/// asked for. How elements are shaped is told, and where they are too few in a wave what to do, of a mesh
/// of tetrahedra too.
#[test]
fn elements_are_enough_for_the_highest_mode() {
    let bench = Bench::new();
    let bar = "v 0 0 0\nv 200 0 0\nv 0 20 0\nv 200 20 0\nv 0 0 10\nv 200 0 10\nv 0 20 10\nv 200 20 10\n\
               f 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n";
    bench.write("bar.obj", bar);
    bench.write("cube.msh", CUBE);
    let asked = ["--unit", "mm", "--json"];
    let found = |file: &str, more: &[&str]| bench.json(&[&[file], &asked[..], more].concat());
    let own = found("bar.obj", &["--count", "16"]);
    let coarse = found("bar.obj", &["--count", "16", "--resolution", "12.5mm"]);
    let lie = |facts: &serde_json::Value| facts["elements_per_wave"].as_f64().unwrap();
    assert!(
        lie(&own) >= 6.0 && lie(&coarse) < 0.7 * lie(&own),
        "{own} {coarse}"
    );
    assert!(!notes(&own).contains("too few"), "{}", notes(&own));
    for told in ["cells of 12.5 mm", "too few", "try --resolution"] {
        assert!(notes(&coarse).contains(told), "{coarse}");
    }
    // Its modes are lower, since finer elements bend more freely.
    let top = |facts| frequencies(facts).last().copied().unwrap();
    assert!(top(&own) < top(&coarse));
    // Below a frequency no mode need be known before.
    let below = found("bar.obj", &["--below", "30000"]);
    let filled = notes(&below);
    let cell: f64 = {
        let (_, rest) = filled.split_once("cells of ").unwrap();
        rest.split_once(" mm").unwrap().0.parse().unwrap()
    };
    let steel = urto::body::MaterialKind::Steel.figures();
    let wave = urto_fem::fineness::bending_wave(30e3, 0.01, &steel);
    assert!(cell <= 1.001 * 1e3 * wave / 8.0, "{cell} {wave}");
    // Six elements are too few for anything.
    let cube = found("cube.msh", &["--count", "3"]);
    assert!(
        notes(&cube).contains("too few") && notes(&cube).contains("take a mesh"),
        "{cube}"
    );
    for (key, least, most) in [
        ("smallest_angle", 40.0, 50.0),
        ("largest_angle", 85.0, 95.0),
        ("radius_ratio", 0.6, 0.8),
    ] {
        let own = cube["quality"][key].as_f64().unwrap();
        assert!((least..most).contains(&own), "{key}: {own}");
    }
}

/// What is wrong is told in a line, with what to do.
#[test]
fn what_cannot_be_solved_is_told() {
    let bench = Bench::new();
    bench.write("cube.msh", CUBE);
    bench.write("no.msh", "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n");
    let cases: [(&[&str], &str); 6] = [
        (&["mugg"], "did you mean 'mug'?"),
        (&["cube.msh", "--unit", "ft"], "m, cm, mm and in"),
        (&["mug", "--material", "cheese"], "known are"),
        (&["ruler", "--fixed", "x<-1"], "it goes from"),
        (&["ruler", "--fixed", "left"], "x<5cm"),
        (&["no.msh"], "no.msh"),
    ];
    for (asked, words) in cases {
        let output = bench.run(asked);
        assert!(!output.status.success(), "{asked:?}");
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(told.contains(words), "{asked:?}: {told}");
    }
}
