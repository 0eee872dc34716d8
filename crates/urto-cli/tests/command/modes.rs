//! `urto modes` passes everything on to `urto-modes`, whose own tests say what it does; and what
//! that writes is struck.

use crate::common::Bench;
use crate::mesh_bar::bar;

/// A body from a mesh is struck by its file's name, and other sounds take it too.
#[test]
fn a_body_from_a_mesh_is_struck_and_rolled_on() {
    let bench = Bench::new();
    let first = bar().modes().next().unwrap().frequency;
    std::fs::write(bench.file("bar.body"), urto_file::write_body(&bar())).unwrap();
    bench.good(&["render", "bar.body", "--seconds", "1", "-o", "bar.wav"]);
    let heard = bench.json(&["analyse", "bar.wav", "--json"]);
    let mut partials = heard["partials"].as_array().unwrap().iter();
    let near =
        |own: &serde_json::Value| (own["frequency"].as_f64().unwrap() / first - 1.0).abs() < 2e-3;
    assert!(partials.any(near), "{first} Hz: {heard}");
    let file = ["-p", "body.kind=file", "-p", "body.file=bar.body"];
    let rolled = ["render", "rolling", "--seconds", "0.5", "-o", "r.wav"];
    bench.good(&[&rolled[..], &file[..]].concat());
}

#[cfg(unix)]
mod passed_on {
    use std::os::unix::fs::symlink;
    use std::path::{Path, PathBuf};
    use std::process::{Command, Output};

    /// The built command in a folder without its companion.
    struct Alone(tempfile::TempDir);

    impl Alone {
        fn new() -> Self {
            // A second name of the same file: a link would lead back to where it was built.
            let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
            std::fs::hard_link(env!("CARGO_BIN_EXE_urto"), folder.path().join("urto")).unwrap();
            Self(folder)
        }

        /// With one of the system's programs as its companion.
        fn beside(self, program: &str) -> Self {
            symlink(system(program), self.0.path().join("urto-modes")).unwrap();
            self
        }

        fn path(&self) -> &Path {
            self.0.path()
        }

        /// Runs it as from a shell, not from `cargo test`.
        fn command(&self, words: &[&str]) -> Command {
            let mut command = Command::new(self.path().join("urto"));
            command.args(words).env("PATH", self.path());
            command.env_remove("CARGO").env_remove("CARGO_MANIFEST_DIR");
            command
        }

        fn run(&self, words: &[&str]) -> Output {
            self.command(words).output().unwrap()
        }
    }

    fn system(program: &str) -> PathBuf {
        let places = ["/bin", "/usr/bin"].map(|folder| Path::new(folder).join(program));
        let there = places.into_iter().find(|path| path.is_file());
        there.unwrap_or_else(|| panic!("no {program} on this system"))
    }

    fn told(output: &Output) -> String {
        String::from_utf8_lossy(&output.stderr).into_owned()
    }

    #[test]
    fn words_and_ends_are_those_of_the_companion() {
        let echo = Alone::new().beside("echo");
        let output = echo.run(&["--json", "modes", "modes", "--fixed", "x<5 cm"]);
        assert_eq!(output.stdout, b"--json modes --fixed x<5 cm\n");
        assert_eq!(output.status.code(), Some(0));
        let output = Alone::new().beside("false").run(&["modes", "bar"]);
        assert_eq!(output.status.code(), Some(1));
        assert_eq!(told(&output), "");
    }

    /// Help and refusals need no companion.
    #[test]
    fn without_it_one_line_says_what_to_do() {
        let alone = Alone::new();
        let output = alone.run(&["modes", "bar"]);
        assert_eq!(output.status.code(), Some(1));
        let line = told(&output);
        assert!(
            line.contains("cargo install --path crates/urto-modes"),
            "{line}"
        );
        assert_eq!(line.lines().count(), 1);
        let help = alone.run(&["modes", "--help"]).stdout;
        assert!(String::from_utf8(help).unwrap().contains("--resolution"));
        let output = alone.run(&["modes", "bar", "--unit", "ft"]);
        assert_eq!(output.status.code(), Some(2));
        assert!(told(&output).contains("m, cm, mm and in"));
    }

    /// Started by `cargo run`, it asks that cargo; here `echo` stands for it.
    #[test]
    fn from_the_source_cargo_builds_it() {
        let alone = Alone::new();
        let source = alone.path().join("crates");
        for package in ["urto-cli", "urto-modes"] {
            std::fs::create_dir_all(source.join(package)).unwrap();
        }
        let manifest = source.join("urto-modes/Cargo.toml");
        std::fs::write(&manifest, "").unwrap();
        let run = |alone: &Alone| {
            let mut command = alone.command(&["modes", "bar", "--json"]);
            command.env("CARGO", system("echo"));
            command.env("CARGO_MANIFEST_DIR", source.join("urto-cli"));
            command.output().unwrap()
        };
        let profile = alone.path().file_name().unwrap().to_string_lossy();
        let asked = format!(
            "run --profile {profile} --manifest-path {}",
            manifest.display()
        );
        let output = run(&alone);
        let stdout = String::from_utf8(output.stdout.clone()).unwrap();
        assert_eq!(stdout, format!("{asked} -- bar --json\n"));
        assert!(told(&output).contains("building urto-modes first"));
        let alone = alone.beside("false");
        let output = run(&alone);
        let stdout = String::from_utf8(output.stdout.clone()).unwrap();
        assert_eq!(stdout, format!("{asked} --quiet -- bar --json\n"));
        assert_eq!(told(&output), "");
    }
}
