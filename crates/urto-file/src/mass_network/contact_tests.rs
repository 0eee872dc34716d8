use super::*;
use urto_mi::{Against, advisor};

fn read(text: &str) -> Result<NetworkFile, String> {
    read_network("n.mi.toml", text.as_bytes()).map_err(|error| error.to_string())
}

/// Two balls above a sheet, and a block of which each part is placed.
const BALLS: &str = r#"urto = "mi/1"
gravity = [0, 0, -9.81]
[[mass]]
name = "a"
group = "balls"
position = [0.02, 0.021, 0.01]
mass = "1 g"
radius = 0.004
[[mass]]
name = "b"
group = "balls"
position = [0.034, 0.03, 0.02]
mass = "2 g"
radius = 0.005
[[lattice]]
name = "net"
counts = [6, 6, 1]
spacing = 0.01
mass = 1e-4
stiffness = 2000
length = 0.009
hold = "rim"
[[part]]
name = "thing"
[[part.lattice]]
name = "block"
counts = [2, 2, 2]
spacing = 0.01
mass = 1e-3
stiffness = 2e4
[[part.contact]]
between = [["block.0.0.0", "block.1.1.1"]]
length = 0.001
stiffness = 100
[[place]]
name = "left"
part = "thing"
at = [0.1, 0, 0]
[[place]]
name = "right"
part = "thing"
at = [0.13, 0, 0]
scale = 2
[[contact]]
between = ["balls"]
stiffness = 1e4
damping = 0.1
[[contact]]
between = ["balls", "net"]
surface = true
power = 1e6
[[contact]]
between = ["left", "right"]
length = 0.004
stiffness = 1000
[[contact]]
between = ["b", ["left", "net.0.0.0"]]
stiffness = 1000
[[contact]]
between = ["balls"]
triangles = [["left.block.0.0.0", "left.block.1.0.0", "left.block.0.1.0"]]
stiffness = 1000
[[listen]]
mass = "net.2.2.0"
axis = [0, 0, 1]
what = "velocity"
"#;

#[test]
fn sets_and_surfaces_are_found_by_name() {
    let file = read(BALLS).unwrap();
    let contacts = file.model.contacts();
    let sizes: Vec<(usize, usize)> = (contacts.iter())
        .map(|own| {
            let others = match &own.against {
                Against::EachOther => 0,
                Against::Masses(own) => own.len(),
                Against::Surface(own) => own.len(),
            };
            (own.masses.len(), others)
        })
        .collect();
    // First those of the two placed parts.
    assert_eq!(
        sizes,
        [(2, 0), (2, 0), (2, 0), (2, 50), (8, 8), (1, 9), (2, 1)]
    );
    assert_eq!(contacts[0].spring.length, Some(0.001));
    assert_eq!(contacts[1].spring.length, Some(0.002));
    let mut played = file.played().unwrap();
    let mut heard = vec![0.0; 8000];
    played.render(&mut [&mut heard]);
    let ball = file.model.find("a").unwrap();
    // It lies on the net, above it.
    let [x, y, z] = played.network().position(ball);
    assert!(z > -0.01 && x.abs() < 0.06 && y.abs() < 0.06, "{x} {y} {z}");
    let loudest = |part: &[f64]| part.iter().fold(0.0f64, |most, own| most.max(own.abs()));
    // By itself the net only sags a little.
    let [sags, struck] = [&heard[..1400], &heard[1400..]].map(loudest);
    assert!(struck > 5.0 * sags, "{sags} {struck}");
}

#[test]
fn what_is_written_flat_is_the_same() {
    let file = read(BALLS).unwrap();
    let again = read(&write_network(&file)).unwrap();
    assert_eq!(again.model, file.model);
}

#[test]
fn what_is_wrong_is_told() {
    for (from, to, told) in [
        (
            "between = [\"balls\", \"net\"]",
            "between = [\"bals\", \"net\"]",
            "no group, row, lattice, surface, place or mass 'bals'; did you mean 'balls'?",
        ),
        (
            "between = [\"balls\", \"net\"]",
            "between = [\"balls\"]",
            "the surface is the second of two",
        ),
        (
            "between = [\"balls\", \"net\"]",
            "between = [\"net\", \"balls\"]",
            "the second of the two has no triangles",
        ),
        (
            "between = [\"left\", \"right\"]",
            "between = [\"left\", \"right\", \"net\"]",
            "between two sets of masses, or within one",
        ),
        (
            "between = [\"left\", \"right\"]",
            "between = [\"left\", \"left.block.0.0.0\"]",
            "'left.block.0.0.0' is named twice in a contact",
        ),
        ("length = 0.004\n", "", "give the contact a length"),
        (
            "power = 1e6",
            "powr = 1e6",
            "unknown key; did you mean 'power'?",
        ),
        (
            ", \"left.block.0.1.0\"]]",
            "]]",
            "a triangle has three corners",
        ),
        (
            "between = [\"balls\"]\ntriangles",
            "between = [\"balls\", \"net\"]\ntriangles",
            "triangles are the second side",
        ),
        (
            "damping = 0.1",
            "damping = -0.1",
            "damping of a contact is -0.1",
        ),
    ] {
        assert!(BALLS.contains(from), "{from}");
        let error = read(&BALLS.replacen(from, to, 1)).unwrap_err();
        assert!(error.contains(told), "{error}");
        assert!(error.contains("contact/"), "{error}");
    }
}

/// A contact that the steps cannot carry makes a network unstable, with what would do.
#[test]
fn the_advisor_counts_contacts() {
    let fine = advisor::check(&read(BALLS).unwrap().model);
    assert!(fine.stable, "{:?}", fine.suggested);
    let hard = BALLS.replacen("stiffness = 1e4\n", "stiffness = 1e8\n", 1);
    let advice = advisor::check(&read(&hard).unwrap().model);
    let told = advice.suggested.unwrap();
    assert!(
        !advice.stable && told.contains("Contact 3 is too stiff"),
        "{told}"
    );
    // 4/(h²·(1/a + 1/b)), less what its damper takes: k·h² + 2·z·h.
    let h = 1.0 / 44_100.0;
    let both = 1.0 / 0.001 + 1.0 / 0.002;
    let most = (4.0 / both - 2.0 * 0.1 * h) / (h * h);
    assert!((advice.margin * 1e8 / most - 1.0).abs() < 1e-9);
    // As many as touch as placed count with all that pulls there.
    let touching = BALLS.replacen("[0.034, 0.03, 0.02]", "[0.02, 0.021, 0.0185]", 1);
    let stiff = touching.replacen("stiffness = 1e4\n", "stiffness = 3e6\n", 1);
    let [one, two] =
        [BALLS, &stiff].map(|text| advisor::check(&read(text).unwrap().model).lambda_max);
    assert!(two > 1.5 * one, "{one} {two}");
}
