use super::*;

fn read(text: &str) -> Result<ImportedMdl, String> {
    read_mdl("m.mdl", text.as_bytes(), 44_100.0).map_err(|error| error.to_string())
}

/// An oscillator with K and Z, struck by one step of force F = 1, written in either way: it moves
/// by u(n + 1) = 2·u(n) - u(n - 1) - K·u(n) - Z·(u(n) - u(n - 1)), and plays on from the file that
/// is written of it.
#[test]
fn an_oscillator_plays_as_its_numbers_say() {
    let (k, z) = (0.1, 3e-4);
    let own = "@o osc 1. 0.1 3e-4 0. 0.\n@in1 frcInput @o\n@out1 posOutput @o";
    let apart = "@K param 0.1 # of the spring\n@sp springDamper @g @m K 0.0003\n\n@m mass 1. 0. 0.\n\
                 @g ground 0.\n@in1 frcInput @m\n@out1 posOutput @m\n";
    for text in [own, apart] {
        let read = read(text).unwrap();
        let written = crate::write_network(&read.network);
        let again = crate::read_network("again", written.as_bytes()).unwrap();
        for file in [&read.network, &again] {
            let mut heard = vec![0.0; 2000];
            file.played().unwrap().render(&mut [&mut heard]);
            let (mut before, mut now) = (0.0, 0.0);
            for (n, sample) in heard.iter().enumerate() {
                let pushed = if n == 0 { 1.0 } else { 0.0 };
                let next = 2.0 * now - before - k * now - z * (now - before) + pushed;
                (before, now) = (now, next);
                assert!((sample - now).abs() < 1e-9, "{n}: {sample} {now}");
            }
        }
    }
}

#[test]
fn all_elements_are_read() {
    let text = "@nlK param 0.05\n@scale audioParam 0.01\n@m mass 1 0.001 0\n@b massG 2 0 0 0\n\
                @g ground 0\n@in posInput 0.\n@s1 spring @m @b 0.05\n@s1 spring @m @g 0.05 0.01\n\
                @d damper @m @g 0.001\n@q nlSpring2 @m @b 0.1 0.2 0.001\n\
                @c nlspring3 @m @b 0.1 0.2 0.001\n@pick nlPluck @in @m nlK scale\n\
                @p2 nlPluck @in @m 0.5 0.03 0.001\n@bow nlBow @in @b 0.1 0.001\n\
                @o1 posOutput @m\n@o2 frcOutput @g\n";
    let read = read(text).unwrap();
    let model = &read.network.model;
    assert_eq!((model.masses().len(), model.links().len()), (4, 9));
    assert_eq!(read.network.listeners.len(), 2);
    assert!((model.masses()[0].velocity[2] - 44.1).abs() < 1e-9);
    assert!(read.remarks.iter().any(|own| own.contains("[[driver]]")));
    let mut heard = [vec![0.0; 500], vec![0.0; 500]];
    let [a, b] = &mut heard;
    read.network.played().unwrap().render(&mut [a, b]);
    assert!(heard.iter().flatten().all(|own| own.is_finite()));
    assert!(heard[1].iter().any(|own| *own != 0.0));
}

#[test]
fn what_is_wrong_is_told_with_its_line() {
    for (text, told) in [
        (
            "@m mass 1 0",
            "m.mdl:1: 'mass' is written as @m mass M position position_before",
        ),
        (
            "\n@m masss 1 0 0",
            "m.mdl:2: 'masss' is not known; did you mean 'mass'?",
        ),
        ("m mass 1 0 0", "m.mdl:1: 'm' has no label; write @label"),
        ("@m", "expected @label element"),
        (
            "@m mass 1 0 x0",
            "'x0' is neither a number nor a param written before",
        ),
        ("@m mass 0 0 0", "the mass of 'm' is 0"),
        ("@m mass 1 0 0\n@m mass 1 0 0", "two masses are named 'm'"),
        (
            "@m mass 1 0 0\n@s spring @m @n 1",
            "m.mdl:2: there is no mass '@n'",
        ),
        (
            "@m mass 1 0 0\n@s spring @m @m 1",
            "begins and ends at the same mass",
        ),
        ("@m massG 1 0.1 0 0", "gravity of one mass alone"),
        ("@m mass 1 0 inf", "'inf' is neither"),
    ] {
        let error = read(text).unwrap_err();
        assert!(error.contains(told), "{error}");
    }
}
