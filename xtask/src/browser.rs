//! `cargo xtask browser`: the studio's page in a real browser, and the types of its scripts;
//! `cargo xtask screenshots`: pictures of it.

use crate::whole;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Where systems put the browsers.
const FIREFOX: &[&str] = &["/usr/bin/firefox-esr", "/usr/bin/firefox"];
const BROWSERS: &[&str] = &[
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome",
    "/snap/bin/chromium",
];

/// Checks the types of the page's scripts and plays the page in Chromium.
pub fn check(root: &Path) -> Result<(), String> {
    run(root, &["types", "test"])
}

/// The same, and then the page in Firefox. Where that cannot be installed it is left out, and said so:
/// systems without apt name it otherwise.
pub fn check_both(root: &Path) -> Result<(), String> {
    check(root)?;
    if found("FIREFOX", FIREFOX).is_none() && !install("firefox-esr") {
        println!("there is no firefox and apt-get cannot install it: the page is not tried there");
        return Ok(());
    }
    run(root, &["test:firefox"])
}

/// The same, with ten minutes of random play instead of one.
pub fn check_long(root: &Path) -> Result<(), String> {
    run(root, &["types", "test:long"])
}

/// Writes pictures of every screen into `target/screenshots`.
pub fn screenshots(root: &Path) -> Result<(), String> {
    run(root, &["screenshots"])
}

/// Runs scripts of the tests' package.
fn run(root: &Path, scripts: &[&str]) -> Result<(), String> {
    let browser = browser()?;
    let (tests, program) = prepared(root)?;
    let mut scripts = scripts.iter();
    scripts.try_for_each(|script| node(&tests, &program, &browser, &["run", "--silent", script]))
}

/// Builds the command and fetches what the tests need; gives the tests' folder and
/// the command.
fn prepared(root: &Path) -> Result<(PathBuf, PathBuf), String> {
    let tests = root.join("crates/urto-studio/browser");
    // As the tests build it: what plays is in the page's module, which is the same in all profiles.
    let program = whole::program(root, ["--bin", "urto"])?;
    if !is_fetched(&tests) {
        let mut fetch = Command::new("npm");
        fetch.args(["ci", "--no-audit", "--no-fund", "--loglevel=error"]);
        succeed(
            fetch.current_dir(&tests),
            "npm ci (node with npm is needed)",
        )?;
    }
    Ok((tests, program))
}

/// Whether the packages are there that the lock file names: npm leaves a copy of it with them.
fn is_fetched(tests: &Path) -> bool {
    let changed = |path: &str| tests.join(path).metadata().and_then(|m| m.modified()).ok();
    match (
        changed("package-lock.json"),
        changed("node_modules/.package-lock.json"),
    ) {
        (Some(lock), Some(fetched)) => lock <= fetched,
        _ => false,
    }
}

fn node(tests: &Path, program: &Path, browser: &Path, words: &[&str]) -> Result<(), String> {
    let mut npm = Command::new("npm");
    npm.args(words).current_dir(tests);
    npm.env("URTO", program);
    npm.env("CHROMIUM", browser);
    succeed(&mut npm, &format!("npm {}", words.join(" ")))
}

/// The browser's path; installs it where that can be done without asking.
fn browser() -> Result<PathBuf, String> {
    if let Some(found) = installed() {
        return Ok(found);
    }
    let found = install("chromium").then(installed).flatten();
    found.ok_or_else(|| {
        "there is no chromium and apt-get cannot install it: install it, set CHROMIUM to its \
         path, or leave this part out with --no-browser"
            .to_owned()
    })
}

/// Installs a package where that can be done without asking; tells whether it did.
fn install(package: &str) -> bool {
    println!("{package} is missing; trying to install it with apt-get");
    let ways = [&["apt-get"][..], &["sudo", "-n", "apt-get"]];
    ways.iter().any(|program| {
        let mut install = Command::new(program[0]);
        install.args(&program[1..]);
        install.args(["install", "-y", "--no-install-recommends", package]);
        install.env("DEBIAN_FRONTEND", "noninteractive");
        install.status().is_ok_and(|status| status.success())
    })
}

fn installed() -> Option<PathBuf> {
    found("CHROMIUM", BROWSERS)
}

/// A program that a variable names, or that lies in one of these places.
fn found(variable: &str, places: &[&str]) -> Option<PathBuf> {
    let named = std::env::var_os(variable).map(PathBuf::from);
    let usual = places.iter().map(PathBuf::from);
    named.into_iter().chain(usual).find(|path| path.is_file())
}

fn succeed(command: &mut Command, shown: &str) -> Result<(), String> {
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("'{shown}' ended with {status}")),
        Err(error) => Err(format!("'{shown}' could not be started: {error}")),
    }
}
