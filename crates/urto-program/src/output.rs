//! To the terminal: text, JSON, and lines of complaint.

use crate::failure::Failure;
use std::io::{ErrorKind, Write};

/// Prints text. A reader who has left (`urto list | head`) is no failure.
pub fn print(text: &str) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(Failure::other(format!("cannot print: {error}")))
        }
        _ => Ok(()),
    }
}

/// Prints facts for programs.
pub fn print_json(facts: &serde_json::Value) -> Result<(), Failure> {
    print(&format!("{facts:#}\n"))
}

/// One line to standard error.
pub fn complain(who: &str, what: &str) {
    let line = what.split_whitespace().collect::<Vec<_>>().join(" ");
    // Nobody is left to hear it if this fails.
    let _ = writeln!(std::io::stderr().lock(), "{who}: {line}");
}

/// Something that was done, but not quite as asked.
pub fn warn(what: &str) {
    complain("warning", what);
}
