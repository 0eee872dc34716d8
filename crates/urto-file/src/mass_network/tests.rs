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
