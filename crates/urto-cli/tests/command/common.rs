//! Runs the built command in a folder of its own.
// Each test file is a program of its own and uses what it needs.
#![allow(dead_code)]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// One out of `n` of them, or with `URTO_FULL=1` all: wide sweeps take minutes.
pub fn sample<T>(all: impl IntoIterator<Item = T>, n: usize) -> impl Iterator<Item = T> {
    let full = std::env::var("URTO_FULL").is_ok_and(|value| value != "0");
    all.into_iter().step_by(if full { 1 } else { n })
}

/// A folder that goes away with the test.
pub struct Bench(tempfile::TempDir);

impl Bench {
    /// An empty folder.
    pub fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        self.0.path()
    }

    /// A file in it.
    pub fn file(&self, name: &str) -> PathBuf {
        self.path().join(name)
    }

    /// Its bytes.
    pub fn bytes(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.file(name)).unwrap()
    }

    /// Writes a file.
    pub fn write(&self, name: &str, text: &str) {
        std::fs::write(self.file(name), text).unwrap();
    }

    /// Names of all files there are, in order.
    pub fn names(&self) -> Vec<String> {
        let files = std::fs::read_dir(self.path()).unwrap();
        let mut names: Vec<String> = files
            .map(|file| file.unwrap().file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }

    /// Runs the command; what it renders may go over what was rendered before.
    pub fn urto(&self, words: &[&str]) -> Output {
        let command = words.iter().find(|word| !word.starts_with('-'));
        let renders = command == Some(&"render");
        let force: &[&str] = if renders { &["--force"] } else { &[] };
        self.plain(&[words, force].concat())
    }

    /// Runs the command with these words alone.
    pub fn plain(&self, words: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_urto"))
            .args(words)
            .current_dir(self.path())
            .output()
            .unwrap()
    }

    /// Runs the command, which must succeed; gives what it printed.
    pub fn good(&self, words: &[&str]) -> String {
        let output = self.urto(words);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{words:?}: {errors}");
        String::from_utf8(output.stdout).unwrap()
    }

    /// Runs the command, which must succeed; gives its JSON.
    pub fn json(&self, words: &[&str]) -> serde_json::Value {
        serde_json::from_str(&self.good(words)).unwrap()
    }
}

/// A small scene without a gain.
pub const SCENE: &str = r#"urto = "scene/1"
# a bar, bowed at its end
rate = 44100
seconds = 0.5
[object.bar]
kind = "modal"
modes = [ { frequency = 440, decay = 1.2, mass = 0.02 }, { frequency = 1210, decay = 0.7, mass = 0.02 } ]
points = { end = [1.0, -0.8], middle = [0.2, 0.9] }
[object.bow]
kind = "driven"
[contact.rub]
between = ["bow", "bar@end"]
law = "friction"
normal_force = 1.5
noise = 0.1
[[score]]
at = 0.05
drive = { object = "bow", velocity = 0.2 }
[listen]
at = ["bar@end", "bar@middle"]
"#;
