//! Opens a browser where there is one.

use std::process::{Command, Stdio};

/// Asks the system to show an address; `false` if it has nothing to show it with. Does not wait.
pub fn open_browser(url: &str) -> bool {
    let Some((program, before)) = opener() else {
        return false;
    };
    let mut command = Command::new(program);
    command.args(before).arg(url);
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    match command.spawn() {
        Ok(mut child) => {
            // Someone has to take note of its end.
            std::thread::spawn(move || child.wait());
            true
        }
        Err(_) => false,
    }
}

/// The program that opens addresses here, and its first words.
fn opener() -> Option<(&'static str, &'static [&'static str])> {
    if cfg!(target_os = "macos") {
        return Some(("open", &[]));
    }
    if cfg!(windows) {
        // Not `start`, which is a word of the shell and would read the address's `&`.
        return Some(("rundll32", &["url.dll,FileProtocolHandler"]));
    }
    // Without a screen xdg-open would look for a browser that runs in the terminal.
    let screen = ["DISPLAY", "WAYLAND_DISPLAY"];
    let seen = screen
        .iter()
        .any(|name| std::env::var_os(name).is_some_and(|value| !value.is_empty()));
    seen.then_some(("xdg-open", &[]))
}
