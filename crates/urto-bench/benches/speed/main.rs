//! `cargo bench -p urto-bench`: how fast urto is, against named peers, in one run.
//!
//! ```text
//! cargo bench -p urto-bench                     everything, about a minute
//! cargo bench -p urto-bench -- --quick          a rough look, some seconds
//! cargo bench -p urto-bench -- contact rolling  rows whose name has one of these words
//! cargo bench -p urto-bench -- --markdown docs/speed.md  also writes the page
//! ```
//!
//! A new row is a `Runner` that is added to the race in one of the modules, and its line in
//! `report`. Run by `cargo test` it makes every row once, with few modes, and checks that rows
//! are what they claim; no time is judged there.

mod banks;
mod batch;
mod clock;
mod files;
#[path = "../../peers/fundsp.rs"]
mod fundsp;
mod masses;
mod outside;
mod palette;
mod peak;
mod problems;
mod report;
mod ringing;
mod shares;
mod table;
mod touching;

use clock::{Budget, Race, Times};
use outside::Outside;
use std::path::PathBuf;
use std::process::ExitCode;
use table::Table;

/// Numbers of modes.
const SIZES: [usize; 5] = [4, 16, 64, 256, 1024];

/// What was asked for.
#[derive(Default)]
struct Asked {
    bench: bool,
    quick: bool,
    markdown: Option<PathBuf>,
    /// Only the free ring, for this many milliseconds: see `outside`.
    plain: Option<usize>,
    wanted: Vec<String>,
}

impl Asked {
    fn read(words: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut asked = Self::default();
        let mut words = words.peekable();
        while let Some(word) = words.next() {
            match word.as_str() {
                "--bench" => asked.bench = true,
                "--quick" => asked.quick = true,
                "--markdown" => {
                    let file = words.next().ok_or("--markdown needs a file")?;
                    // cargo starts a bench in its package's folder, people mean the workspace's.
                    asked.markdown = Some(outside::root().join(file));
                }
                "--plain" => {
                    let time = words.next().and_then(|time| time.parse().ok());
                    asked.plain = Some(time.ok_or("--plain needs milliseconds")?);
                }
                _ if word.starts_with('-') => {
                    return Err(format!(
                        "'{word}' is not known; there are --quick, --markdown FILE and words that row names contain"
                    ));
                }
                _ => asked.wanted.push(word),
            }
        }
        Ok(asked)
    }
}

fn main() -> ExitCode {
    let done = Asked::read(std::env::args().skip(1)).and_then(|asked| match asked {
        Asked {
            plain: Some(time), ..
        } => {
            // About as many pieces as fill the time, at 20 ns per sample.
            let ns = ringing::alone(outside::WASM_MODES, (2 * time).max(20));
            println!("free plain {} {ns}", outside::WASM_MODES);
            Ok(())
        }
        Asked { bench: true, .. } => measure(asked),
        _ => smoke(),
    });
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("speed: {why}");
            ExitCode::FAILURE
        }
    }
}

/// Enters all rows that run in this process.
fn enter(race: &mut Race, sizes: &[usize]) {
    ringing::enter(race, sizes);
    banks::enter(race, sizes);
    touching::enter(race, sizes);
    peak::enter(race);
    batch::enter(race);
    palette::enter(race);
    shares::enter(race);
    masses::enter(race);
}

fn measure(asked: Asked) -> Result<(), String> {
    let budget = if asked.quick {
        Budget::QUICK
    } else {
        Budget::FULL
    };
    let mut race = Race::new(asked.wanted);
    enter(&mut race, &SIZES);
    eprintln!("building the peers ...");
    let mut outside = Outside::build(&race, &SIZES, &budget).map_err(|error| error.to_string())?;
    let mut times = Times::default();
    for pass in 0..budget.passes {
        eprintln!("pass {} of {} ...", pass + 1, budget.passes);
        race.run(&budget, &mut times)?;
        outside.run(&mut times);
        files::run(&race, &mut times)?;
        problems::run(&race, if asked.quick { 20 } else { 200 }, &mut times);
    }
    if times.is_empty() {
        return Err("no row has a name with such a word".to_owned());
    }
    let tables = report::tables(&times, &SIZES);
    println!("{}", machine());
    for table in &tables {
        print!("{}", table.text());
    }
    for line in &outside.missing {
        println!("\nmissing: {line}");
    }
    if let Some(file) = asked.markdown {
        std::fs::write(&file, page(&tables, &outside.missing))
            .map_err(|error| format!("{}: {error}", file.display()))?;
    }
    Ok(())
}

/// Makes every row once.
fn smoke() -> Result<(), String> {
    let sizes = [4, 64];
    let mut race = Race::new(Vec::new());
    enter(&mut race, &sizes);
    let mut times = Times::default();
    race.run(&Budget::SMOKE, &mut times)?;
    problems::run(&race, 1, &mut times);
    for table in report::tables(&times, &sizes) {
        let cells = table.rows.iter().map(|row| row.cells.len());
        if cells.into_iter().any(|cells| cells != table.heads.len()) {
            return Err(format!("table '{}' is not a table", table.title));
        }
    }
    // In f32 the peer's slow modes are off by less than a per mille; a wrong filter is off by far more.
    let difference = banks::difference(64);
    if difference.is_nan() || difference > 0.005 {
        return Err(format!(
            "fundsp's bank does not sound like urto's modes: they differ by {difference}"
        ));
    }
    if outside::parse("stk bank native 64 1.5") != Some(("stk bank native", 64, 1.5)) {
        return Err("a peer's line is not read".to_owned());
    }
    println!(
        "speed: every row runs (fundsp's bank is off by {difference:.1e} in f32); 'cargo bench -p urto-bench' measures them"
    );
    Ok(())
}

/// The CPU, as it calls itself.
fn machine() -> String {
    let cpus = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = cpus
        .lines()
        .find(|line| line.starts_with("model name"))
        .and_then(|line| line.split_once(':'))
        .map_or(std::env::consts::ARCH, |(_, name)| name.trim());
    format!("{model}, {}", peak::level())
}

fn page(tables: &[Table], missing: &[String]) -> String {
    let mut out = format!(
        "# Speed\n\nMade by `cargo bench -p urto-bench -- --markdown docs/speed.md` on: {}. One core.\n\n\
         All rows ran interleaved in one run (peers that are programs of their own, between the \
         others), in pieces of about a millisecond, and the fastest piece counts. Times move from \
         machine to machine: compare ratios of one run. The sample rate is 48 kHz; modes lie evenly \
         on a log scale from 80 Hz to 18 kHz and decay by 60 dB in 3 s.\n\n",
        machine()
    );
    for table in tables {
        out += &table.markdown();
    }
    for line in missing {
        out += &format!("Not measured: {line}\n\n");
    }
    out.trim_end().to_owned() + "\n"
}
