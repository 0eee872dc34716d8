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

    /// Files that are kept so that nothing is found twice, in order.
    pub fn kept(&self) -> Vec<PathBuf> {
        let mut found = Vec::new();
        let mut folders = vec![self.file("kept")];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).into_iter().flatten() {
                let path = entry.unwrap().path();
                match path.is_dir() {
                    true => folders.push(path),
                    false => found.push(path),
                }
            }
        }
        found.sort();
        found
    }

    /// Writes a file.
    pub fn write(&self, name: &str, text: &str) {
        std::fs::write(self.file(name), text).unwrap();
    }

    /// Runs the program.
    pub fn run(&self, words: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_urto-modes"));
        command.args(words).current_dir(self.0.path());
        // What it keeps goes into this folder, too, and away with it.
        for place in ["XDG_CACHE_HOME", "HOME", "LOCALAPPDATA"] {
            command.env(place, self.0.path().join("kept"));
        }
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
