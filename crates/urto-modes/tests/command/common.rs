//! Runs the built program in a folder of its own.

use std::path::PathBuf;
use std::process::{Command, Output};

/// A folder that goes away with the test.
pub struct Bench(tempfile::TempDir);

impl Bench {
    /// An empty folder.
    pub fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    /// A file in it.
    pub fn file(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Its bytes.
    pub fn bytes(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.file(name)).unwrap()
    }

    /// Writes a file.
    pub fn write(&self, name: &str, text: &str) {
        std::fs::write(self.file(name), text).unwrap();
    }

    /// Runs the program.
    pub fn run(&self, words: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_urto-modes"));
        command.args(words).current_dir(self.0.path());
        command.output().unwrap()
    }

    /// Runs the program, which must succeed; gives what it printed.
    pub fn good(&self, words: &[&str]) -> String {
        let output = self.run(words);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{words:?}: {errors}");
        String::from_utf8(output.stdout).unwrap()
    }

    /// Runs the program, which must succeed; gives its JSON.
    pub fn json(&self, words: &[&str]) -> serde_json::Value {
        serde_json::from_str(&self.good(words)).unwrap()
    }
}
