//! Files that parameters name: found, packed, carried elsewhere, and refused in one sentence.

use crate::common::Bench;

const CUP: &str = r#"urto = "modal/1"
modes = [{ frequency = 1320, decay = 0.4, mass = 0.03 }, { frequency = 2900, decay = 0.2, mass = 0.05 }]
"#;
const PROJECT: &str = r#"urto = "project/1"
[[instance]]
slot = 0
name = "cup"
sound = "impact"
params.body.kind = "file"
params.body.file = "cup.toml"
"#;

/// What the command says when it must fail.
fn told(bench: &Bench, words: &str) -> String {
    let words: Vec<&str> = words.split(' ').collect();
    let output = bench.urto(&words);
    assert!(!output.status.success(), "{words:?}");
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn a_project_and_its_files_travel_in_one_file() {
    let (home, away) = (Bench::new(), Bench::new());
    home.write("song.toml", PROJECT);
    home.write("cup.toml", CUP);
    home.good(&["render", "song.toml", "--seconds", "0.2", "-o", "a.wav"]);
    home.good(&["pack", "song.toml"]);
    std::fs::write(away.file("song.urto"), home.bytes("song.urto")).unwrap();
    away.good(&["render", "song.urto", "--seconds", "0.2", "-o", "a.wav"]);
    assert_eq!(home.bytes("a.wav"), away.bytes("a.wav"));

    let whole = home.bytes("song.urto");
    std::fs::write(away.file("short.urto"), &whole[..whole.len() - 9]).unwrap();
    let short = told(&away, "render short.urto");
    assert!(short.contains("ends too early"), "{short}");
    let mut changed = whole;
    let last = changed.len() - 9;
    changed[last] ^= 1;
    std::fs::write(away.file("changed.urto"), &changed).unwrap();
    let changed = told(&away, "render changed.urto");
    assert!(changed.contains("is not what was packed"), "{changed}");
}

#[test]
fn what_is_wrong_with_a_file_is_one_sentence() {
    let bench = Bench::new();
    let render = "render impact -p body.kind=file -p body.file=cup.toml --seconds 0.2 -o a.wav";
    let missing = told(&bench, render);
    assert!(missing.contains("no file 'cup.toml' here"), "{missing}");
    std::fs::create_dir(bench.file("res")).unwrap();
    bench.write("res/cup.toml", CUP);
    let words: Vec<&str> = render.split(' ').chain(["--resources", "res"]).collect();
    bench.good(&words);

    bench.write("cup.toml", "urto = \"preset/1\"\nsound = \"impact\"\n");
    let kind = told(&bench, render);
    assert!(kind.contains("holds no body"), "{kind}");
    bench.write("cup.toml", &CUP[..CUP.len() - 20]);
    let cut = told(&bench, render);
    assert!(cut.contains("cup.toml:2"), "{cut}");

    bench.write("cup.toml", CUP);
    let noted =
        format!("{PROJECT}[[resource]]\nname = \"cup.toml\"\nhash = \"0123456789abcdef\"\n");
    bench.write("song.toml", &noted);
    let other = told(&bench, "render song.toml -o b.wav");
    assert!(other.contains("its bytes differ"), "{other}");
    assert!(!bench.names().contains(&"b.wav".to_owned()));
}

#[test]
fn bodies_come_with_urto_and_files_of_ones_own_come_first() {
    let bench = Bench::new();
    let listed = bench.good(&["list", "teacup"]);
    assert!(listed.contains("teacup.toml"), "{listed}");
    let none = told(&bench, "render impact -p body.kind=file -o a.wav");
    assert!(none.contains("body.file: no file is named"), "{none}");
    let render = |name: &str| {
        let words = "render impact -p body.kind=file -p body.file=teacup.toml --seconds 0.2 -o";
        let words: Vec<&str> = words.split(' ').chain([name]).collect();
        bench.good(&words);
        bench.bytes(name)
    };
    let own = render("a.wav");
    bench.write("teacup.toml", CUP);
    assert_ne!(own, render("b.wav"));
}
