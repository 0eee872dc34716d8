//! Files whose networks change.

use crate::mass_network::{read_network, write_network};

const TEXT: &str = r#"urto = "mi/1"
[[row]]
name = "string"
count = 17
from = [0, 0, 0]
to = [0.16, 0, 0]
mass = 1e-4
stiffness = 1e4
length = 0.009
damping = 1e-3
[[mass]]
name = "bead"
position = [0.05, 0, 0.01]
velocity = [0, 0, 1]
[[link]]
kind = "spring"
between = ["string.5", "bead"]
stiffness = 100
[[link]]
kind = "damper"
between = ["string.2", "string.3"]
axis = [0, 0, 1]
damping = 0.1
group = "felt"
[[event]]
force = { mass = "string.7", value = [0, 0, 1], steps = 20 }
[[event]]
at = 0.01
change = { group = "string", stiffness = { times = 1.5 }, damping = 2e-3, over = "5 ms" }
[[event]]
at = 0.012
fix = { mass = "string.10" }
[[event]]
at = 0.02
free = { group = "string.10" }
[[event]]
at = 0.005
add = { group = "bead" }
[[event]]
at = 0.015
add = { links = "felt", over = 0.001 }
[[event]]
at = 0.025
remove = { between = ["string.8", "string.9"] }
[[event]]
at = 0.03
change = { masses = ["string.3", "string.4"], mass = "0.2 g" }
[[listen]]
mass = "string.5"
axis = [0, 0, 1]
"#;

fn heard(text: &str) -> Vec<f64> {
    let file = read_network("n.mi.toml", text.as_bytes()).unwrap();
    let mut played = file.played().unwrap();
    let start = played.network().energy();
    let mut out = vec![0.0; 2000];
    played.render(&mut [&mut out]);
    let network = played.network();
    let total = start + network.injected();
    let missed = total - network.energy() - network.dissipated();
    assert!(missed.abs() < 1e-9 * total, "{missed}");
    out
}

/// The first sample that is not the same, if there is one.
fn parts_at(one: &[f64], other: &[f64]) -> Option<usize> {
    one.iter().zip(other).position(|(a, b)| a != b)
}

/// Every event changes what is heard, from its time on; and written as one file it sounds the
/// same.
#[test]
fn every_change_is_heard_from_its_time_on() {
    let file = read_network("n.mi.toml", TEXT.as_bytes()).unwrap();
    assert_eq!(file.changes.len(), 7);
    let bead = file.model.find("bead").unwrap();
    assert!(!file.model.masses()[bead.index()].there);
    let own = heard(TEXT);
    for (event, seconds) in [
        ("at = 0.01\nchange", 0.01),
        ("at = 0.012\nfix", 0.012),
        ("at = 0.02\nfree", 0.02),
        ("at = 0.025\nremove", 0.025),
        ("at = 0.03\nchange", 0.03),
    ] {
        let late = event.replacen("at = ", "at = 1", 1);
        let text = TEXT.replacen(event, &late, 1);
        assert_ne!(text, TEXT);
        let apart = parts_at(&own, &heard(&text)).unwrap();
        let step = (seconds * 44_100.0f64).round() as usize;
        // What happens elsewhere on the string takes some steps to come.
        assert!(
            (step..step + 60).contains(&apart),
            "{event}: {apart} {step}"
        );
    }
    let written = write_network(&file);
    assert_eq!(parts_at(&own, &heard(&written)), None);
    let again = read_network("again.mi.toml", written.as_bytes()).unwrap();
    assert_eq!(write_network(&again), written);
}

#[test]
fn what_cannot_change_is_refused_with_its_place() {
    for (from, to, told) in [
        (
            "group = \"string\"",
            "group = \"sting\"",
            "nothing is named 'sting'",
        ),
        ("group = \"string\", ", "", "say of what: group ="),
        (
            "stiffness = { times = 1.5 }, damping = 2e-3, ",
            "",
            "say what changes: stiffness",
        ),
        ("{ times = 1.5 }", "{ by = 1.5 }", "stiffness"),
        ("times = 1.5", "times = -2", "allowed are 0 to"),
        ("fix = { mass", "fix = { over = 1, mass", "unknown key"),
        (
            "fix = {",
            "fix = { masses = [\"bead\"],",
            "give one of mass",
        ),
        (
            "\"string.8\", \"string.9\"",
            "\"string.8\", \"string.10\"",
            "no link is between",
        ),
        (
            "links = \"felt\"",
            "links = \"velvet\"",
            "no link belongs to 'velvet'",
        ),
        ("links = \"felt\"", "links = [99]", "links/0"),
        (
            "mass = \"0.2 g\"",
            "mass = 0",
            "the new mass of 'string.3' is 0",
        ),
        (
            "masses = [\"string.3\", \"string.4\"]",
            "links = \"felt\"",
            "say whose mass changes",
        ),
        (
            "fix =",
            "free = { mass = \"bead\" }\nfix =",
            "an event does one thing",
        ),
        ("fix =", "fixe =", "unknown key; did you mean 'fix'"),
    ] {
        let text = TEXT.replacen(from, to, 1);
        assert_ne!(text, TEXT, "{from}");
        let error = read_network("n.mi.toml", text.as_bytes());
        let error = error.map(drop).unwrap_err().to_string();
        assert!(error.contains(told), "{to}: {error}");
        assert!(error.starts_with("n.mi.toml:"), "{error}");
    }
}

#[test]
fn a_driver_follows_a_signal() {
    let text = "urto = \"mi/1\"\n[[mass]]\nname = \"m\"\nposition = [0, 0, 0]\n[[driver]]\nmass = \
                \"m\"\naxis = [1, 0, 0]\nwhat = \"force\"\nsignal = \"b\"\n[[listen]]\nmass = \"m\"\n\
                axis = [1, 0, 0]\n";
    let file = read_network("n.mi.toml", text.as_bytes()).unwrap();
    let mut played = file.played().unwrap();
    played.set_signal(0, 5.0);
    played.step();
    assert_eq!(played.heard(0), 0.0);
    played.set_signal(1, 5.0);
    played.step();
    assert!(played.heard(0) > 0.0);
    assert!(write_network(&file).contains("signal = \"b\""));
    let wrong = text.replace("\"b\"", "\"e\"");
    let error = read_network("n.mi.toml", wrong.as_bytes()).map(drop);
    assert!(error.unwrap_err().to_string().contains("driver/0/signal"));
    let both = text.replace(
        "signal =",
        "sine = { frequency = 1, amplitude = 1 }\nsignal =",
    );
    let error = read_network("n.mi.toml", both.as_bytes()).map(drop);
    assert!(error.unwrap_err().to_string().contains("give one of curve"));
}
