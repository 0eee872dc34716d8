use super::*;

fn read(text: &str) -> Result<NetworkFile, String> {
    read_network("n.mi.toml", text.as_bytes()).map_err(|error| error.to_string())
}

/// The string of the paper, in its own units.
fn string() -> String {
    let mut text = "urto = \"mi/1\"\nrate = 44100\nunits = \"discrete\"\n".to_owned();
    for n in 0..32 {
        let fixed = n == 0 || n == 31;
        text += &format!(
            "[[mass]]\nname = \"m{n}\"\nposition = [{n}.0, 0.0, 0.0]\nmass = 1.0\nfixed = {fixed}\n"
        );
    }
    for n in 0..31 {
        text += &format!(
            "[[link]]\nkind = \"spring-damper\"\nbetween = [\"m{n}\", \"m{}\"]\nstiffness = 0.1\n\
             damping = 0.0\nlength = 0.9\n",
            n + 1
        );
    }
    text + "[[event]]\nat = 0.0\nforce = { mass = \"m10\", value = [0.0, 1e-6, 0.0], steps = 1 }\n\
            [[listen]]\nmass = \"m5\"\naxis = [0.0, 1.0, 0.0]\nwhat = \"position\"\ngain = 1.0\n"
}

/// Written mass by mass in discrete units, and as a row in SI units: the same.
#[test]
fn units_and_builders_say_the_same() {
    let one = read(&string()).unwrap();
    let hertz = 44_100.0f64;
    let text = format!(
        "urto = \"mi/1\"\n[[row]]\nname = \"m\"\ncount = 32\nfrom = [0, 0, 0]\nto = [31, 0, 0]\n\
         mass = 1\nstiffness = {}\nlength = 0.9\n[[event]]\nforce = {{ mass = \"m.10\", value = [0, \
         {}, 0] }}\n[[listen]]\nmass = \"m.5\"\naxis = [0, 1, 0]\n",
        0.1 * hertz * hertz,
        1e-6 * hertz * hertz
    );
    let other = read(&text).unwrap();
    let heard = |file: &NetworkFile| {
        let mut out = vec![0.0; 2000];
        file.played().unwrap().render(&mut [&mut out]);
        out
    };
    let (a, b) = (heard(&one), heard(&other));
    let highest = a.iter().fold(0.0f64, |most, x| most.max(x.abs()));
    assert!(highest > 1e-7, "{highest}");
    for (x, y) in a.iter().zip(&b) {
        assert!((x - y).abs() < 1e-9 * highest, "{x} {y}");
    }
}

/// All that can be written is read.
#[test]
fn every_kind_of_part_is_read() {
    let text = include_str!("../../../../fuzz/corpus/network/all.toml");
    let file = read(text).unwrap();
    assert_eq!(file.seconds, Some(2.0));
    assert_eq!((file.events.len(), file.drivers.len()), (3, 2));
    // Two planes and an oscillator have a fixed mass each.
    assert_eq!(file.model.masses().len(), 3 + 12 + 5 + 3);
    let mut played = file.played().unwrap();
    let mut out = vec![vec![0.0; 4800]; 2];
    let [left, right] = out.as_mut_slice() else {
        unreachable!()
    };
    played.render(&mut [left, right]);
    for channel in &out {
        assert!(channel.iter().all(|x| x.is_finite()) && channel.iter().any(|x| *x != 0.0));
    }
}

/// Bad input: what is wrong, where, and what to do.
#[test]
fn what_is_wrong_is_told_with_its_line() {
    let whole = string();
    for (from, to, told) in [
        (
            "\"m0\", \"m1\"",
            "\"m0\", \"m99\"",
            ": link/0/between/1: there is no mass 'm99'",
        ),
        ("\"m0\", \"m1\"", "\"m0\"", "a link is between two masses"),
        (
            "\"m0\", \"m1\"",
            "\"m0\", \"m0\"",
            "begins and ends at the same mass",
        ),
        (
            "mass = 1.0",
            "mass = 0.0",
            "the mass of 'm0' is 0; allowed are",
        ),
        ("mass = 1.0", "mass = nan", "finite"),
        ("mass = 1.0", "mass = -1.0", "allowed are"),
        (
            "stiffness = 0.1",
            "stiffness = -0.1",
            "stiffness between 'm0' and 'm1' is",
        ),
        (
            "stiffness = 0.1",
            "stifness = 0.1",
            "unknown key; did you mean 'stiffness'?",
        ),
        (
            "name = \"m1\"",
            "name = \"m0\"",
            "two masses are named 'm0'",
        ),
        (
            "position = [0.0, 0.0, 0.0]",
            "position = [0.0, 0.0]",
            "three numbers",
        ),
        (
            "kind = \"spring-damper\"",
            "kind = \"sprung\"",
            "'sprung' is not known; did you mean 'spring'?",
        ),
        ("rate = 44100", "rate = 10", "outside 250 to 192000 Hz"),
        (
            "units = \"discrete\"",
            "units = \"paper\"",
            "known: si, discrete",
        ),
        (
            "what = \"position\"",
            "what = \"place\"",
            "known: position, velocity, force",
        ),
        ("mass = \"m5\"", "masses = []", ""),
        (
            "value = [0.0, 1e-6, 0.0]",
            "value = [0.0, 1e300, 0.0]",
            "a number of an event",
        ),
        (
            "axis = [0.0, 1.0, 0.0]",
            "axis = [0.0, 0.0, 0.0]",
            "an axis is not zero",
        ),
        ("fixed = true", "fixed = 1", "true or false"),
        (
            "urto = \"mi/1\"",
            "urto = \"mi/2\"",
            "version '2' of 'mi' is not known",
        ),
    ] {
        let text = whole.replacen(from, to, 1);
        assert_ne!(text, whole, "{from}");
        match read(&text) {
            Ok(_) => assert_eq!(told, "", "{to}"),
            Err(error) => {
                assert!(!told.is_empty() && error.contains(told), "{to}: {error}");
                assert!(error.starts_with("n.mi.toml:"), "{error}");
            }
        }
    }
    // A driver of a mass that forces move.
    let text = whole
        + "[[driver]]\nmass = \"m4\"\naxis = [0, 1, 0]\nsine = { frequency = 5, amplitude = 1 }\n";
    let error = read(&text).unwrap_err();
    assert!(error.contains("needs a mass that is driven"), "{error}");
}

/// A hundred thousand masses on one line, and far too many.
#[test]
fn a_large_file_on_one_line_is_read_or_refused() {
    let list = |count: usize| {
        let one = |n| format!("{{ position = [{n}, 0, 0] }}");
        let all: Vec<String> = (0..count).map(one).collect();
        format!("urto = \"mi/1\"\nmass = [{}]\n", all.join(", "))
    };
    let file = read(&list(100_000)).unwrap();
    assert_eq!(file.model.masses().len(), 100_000);
    let error = read(&list(1_000_000)).unwrap_err();
    assert!(error.contains("larger than 16 MiB"), "{error}");
}

/// A pyramid of four triangles, its base at z = 0, in millimetres.
const PYRAMID: &str =
    "v 0 0 0\nv 100 0 0\nv 0 100 0\nv 0 0 80\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";

/// Reads with these files beside it.
fn read_with(text: &str, files: &[(&str, &str)]) -> Result<NetworkFile, String> {
    let mut fetch = |name: &str| {
        let found = files.iter().find(|(own, _)| *own == name);
        let found = found.ok_or_else(|| format!("there is no file '{name}' beside it"));
        found.map(|(_, text)| text.as_bytes().to_vec())
    };
    read_network_with("n.mi.toml", text.as_bytes(), &mut fetch).map_err(|error| error.to_string())
}

#[test]
fn a_shape_becomes_masses_and_links() {
    let text = "urto = \"mi/1\"\n[[surface]]\nname = \"stone\"\nfile = \"pyramid.obj\"\nscale = \
                0.001\nat = [1, 0, 0.5]\nmass = 0.2\nstiffness = 1e4\nhold = { below = 0.501 }\n[[listen]]\n\
                mass = \"stone.3\"\naxis = [0, 0, 1]\n";
    let file = read_with(text, &[("pyramid.obj", PYRAMID)]).unwrap();
    let masses = file.model.masses();
    assert_eq!((masses.len(), file.model.links().len()), (4, 6));
    assert_eq!(file.triangles, [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]]);
    let whole: f64 = masses.iter().map(|own| own.mass).sum();
    assert!((whole - 0.2).abs() < 1e-12, "{whole}");
    let top = file.model.find("stone.3").unwrap().index();
    for (k, wanted) in [1.0, 0.0, 0.58].into_iter().enumerate() {
        assert!((masses[top].position[k] - wanted).abs() < 1e-12, "{k}");
    }
    assert_eq!(masses.iter().filter(|own| own.is_held()).count(), 3);
    for (from, to, told) in [
        (
            "pyramid.obj",
            "cone.obj",
            "n.mi.toml:4: surface/0/file: there is no file 'cone.obj'",
        ),
        ("scale = 0.001", "scale = 0", "outside"),
        ("mass = 0.2", "mass = 0", "allowed are"),
        ("mass = 0.2", "", "'mass' is missing"),
        ("below", "beneath", "unknown key (allowed: below, up)"),
        ("stiffness", "length = 1\nstiffness", "unknown key"),
    ] {
        let error = read_with(&text.replace(from, to), &[("pyramid.obj", PYRAMID)]).unwrap_err();
        assert!(error.contains(told), "{to}: {error}");
    }
    for (shape, told) in [
        ("", "this is no OBJ, STL, PLY or glTF file"),
        ("hello\n", "line 1 begins with 'hello'"),
        ("v 0 0 0\n", "no triangles"),
        ("v 0 0 0\nf 1 2 3\n", "point"),
        ("v 0 0 nan\nf 1 1 1\n", "'nan' is not a number"),
        (
            "v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\n",
            "triangles with an area",
        ),
    ] {
        let error = read_with(text, &[("pyramid.obj", shape)]).unwrap_err();
        assert!(
            error.starts_with("n.mi.toml:") && error.contains(told),
            "{shape:?}: {error}"
        );
    }
    // The same from another format.
    let [points, faces] = ["v ", "f "].map(|start| {
        let lines = PYRAMID.lines().filter_map(|line| line.strip_prefix(start));
        lines.collect::<Vec<_>>()
    });
    let faces = faces.iter().map(|line| {
        let corners = line
            .split_whitespace()
            .map(|own| own.parse::<u32>().unwrap() - 1);
        corners.fold("3".to_owned(), |all, own| format!("{all} {own}"))
    });
    let ply = format!(
        "ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\n\
         element face 4\nproperty list uchar int vertex_indices\nend_header\n{}\n{}\n",
        points.join("\n"),
        faces.collect::<Vec<_>>().join("\n")
    );
    let other = read_with(text, &[("pyramid.obj", &ply)]).unwrap();
    assert_eq!(other.model, file.model);
    // Without a way to other files it says what helps.
    let error = read(text).unwrap_err();
    assert!(error.contains("urto mi flatten"), "{error}");
}

const HARP: &str = r#"urto = "mi/1"
[[part]]
name = "wire"
[[part.row]]
name = "m"
count = 5
from = [0, 0, 0]
to = [0.4, 0, 0]
mass = 1e-3
stiffness = 1e4
[[part]]
name = "pair"
[[part.place]]
name = "a"
part = "wire"
[[part.place]]
name = "b"
part = "wire"
at = [0, 0.1, 0]
[[place]]
name = "left"
part = "pair"
turn = { axis = [0, 0, 1], degrees = 90 }
at = [0, 0, 1]
[[place]]
name = "far"
file = "other.mi.toml"
scale = 2
[[link]]
kind = "spring"
between = ["left.a.m.1", "far.bell.1.0.0"]
stiffness = 10
"#;
const OTHER: &str = "urto = \"mi/1\"\n[[lattice]]\nname = \"bell\"\ncounts = [2, 2, 1]\nspacing = 0.1\n\
                     mass = 1e-3\nstiffness = 100\n";

#[test]
fn parts_are_placed_turned_and_nested() {
    let files = [("other.mi.toml", OTHER)];
    let file = read_with(HARP, &files).unwrap();
    assert_eq!(file.model.masses().len(), 10 + 4);
    let at = |name: &str| file.model.masses()[file.model.find(name).unwrap().index()].position;
    // A quarter turn about z: x becomes y, y becomes -x.
    for (found, wanted) in [
        (at("left.a.m.1"), [0.0, 0.1, 1.0]),
        (at("left.b.m.4"), [-0.1, 0.4, 1.0]),
        (at("far.bell.1.1.0"), [0.2, 0.2, 0.0]),
    ] {
        for k in 0..3 {
            assert!((found[k] - wanted[k]).abs() < 1e-12, "{found:?} {wanted:?}");
        }
    }
    let itself = "urto = \"mi/1\"\n[[place]]\nname = \"p\"\nfile = \"self.mi.toml\"\n";
    for (from, to, told) in [
        (
            "part = \"pair\"",
            "part = \"pear\"",
            "n.mi.toml:22: place/0/part: there is no part 'pear'; did you mean 'pair'",
        ),
        ("part = \"pair\"", "", "give one of part = "),
        (
            "name = \"far\"",
            "name = \"left\"\npart = \"wire\"",
            "give one of part = ",
        ),
        (
            "name = \"pair\"",
            "name = \"wire\"",
            "two parts are named 'wire'",
        ),
        ("degrees = 90", "degrees = nan", "finite"),
        (
            "axis = [0, 0, 1]",
            "axis = [0, 0, 0]",
            "the length of the axis",
        ),
        ("scale = 2", "scale = -1", "the scale of 'far'"),
        (
            "name = \"b\"",
            "name = \"a\"",
            "two masses are named 'a.m.0'",
        ),
        (
            "other.mi.toml",
            "self.mi.toml",
            "more than 8 deep; one of them may place itself",
        ),
        (
            "other.mi.toml",
            "scene.toml",
            "this is a scene, not a network of masses",
        ),
        (
            "other.mi.toml",
            "bad.mi.toml",
            "bad.mi.toml:2: mass: expected a list",
        ),
    ] {
        let files = [
            ("other.mi.toml", OTHER),
            ("self.mi.toml", itself),
            ("scene.toml", "urto = \"scene/1\"\n"),
            ("bad.mi.toml", "urto = \"mi/1\"\nmass = 3\n"),
        ];
        let text = HARP.replacen(from, to, 1);
        assert_ne!(text, HARP, "{from}");
        let error = read_with(&text, &files).unwrap_err();
        assert!(error.contains(told), "{to}: {error}");
    }
}

/// Few lines ask for many masses.
#[test]
fn parts_of_parts_have_an_end() {
    let row =
        "[[part.row]]\nname = \"m\"\ncount = 600000\nfrom = [0, 0, 0]\nto = [1, 0, 0]\nmass = 1\n";
    let place = |name| format!("[[place]]\nname = \"{name}\"\npart = \"p\"\n");
    let (a, b) = (place("a"), place("b"));
    let text = format!("urto = \"mi/1\"\n[[part]]\nname = \"p\"\n{row}{a}{b}");
    let error = read(&text).unwrap_err();
    assert!(error.contains("more than 1000000 masses"), "{error}");
}

/// Written as one file, a network of all kinds of parts sounds the same.
#[test]
fn a_network_is_written_as_one_file() {
    let all = include_str!("../../../../fuzz/corpus/network/all.toml");
    let harp = format!(
        "{HARP}[[event]]\nforce = {{ mass = \"left.a.m.1\", value = [0, 0.1, 0.3] }}\n[[listen]]\nmass = \
         \"left.a.m.2\"\naxis = [1, 2, 3]\n[body]\nmasses = [\"left.a.m.1\", \"left.a.m.2\"]\n"
    );
    let header = "urto = \"mi/1\"\n";
    let quick = string().replacen(
        header,
        &format!("{header}quality = \"fast\"\nprecision = \"single\"\n"),
        1,
    );
    assert_ne!(quick, string());
    for text in [&string(), &quick, all, &harp] {
        let file = read_with(text, &[("other.mi.toml", OTHER)]).unwrap();
        let written = write_network(&file);
        let again = read(&written).unwrap();
        assert_eq!(file.touch, again.touch);
        assert_eq!(file.stepping, again.stepping);
        let heard = |file: &NetworkFile| {
            let mut out = vec![vec![0.0; 400]; file.listeners.len()];
            let mut parts: Vec<&mut [f64]> = out.iter_mut().map(Vec::as_mut_slice).collect();
            file.played().unwrap().render(&mut parts);
            out.concat()
        };
        let (own, other) = (heard(&file), heard(&again));
        assert!(own.iter().any(|x| *x != 0.0));
        for (a, b) in own.iter().zip(&other) {
            assert!((a - b).abs() <= 1e-9 * a.abs().max(1e-6), "{a} {b}");
        }
        assert_eq!(write_network(&again), written);
    }
}
