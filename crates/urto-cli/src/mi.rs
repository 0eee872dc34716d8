//! `urto mi check`: what a network of masses will do, before it is played; `urto mi flatten` and
//! `urto mi import`.

use crate::cli::{MiCheckArgs, MiFlattenArgs, MiImportArgs};
use crate::failure::Failure;
use crate::{network, open, output, save};
use serde_json::json;
use std::fmt::Write;
use std::io::Read;
use std::path::Path;
use std::time::{Duration, Instant};
use urto_file::NetworkFile;
use urto_mi::Model;
use urto_mi::advisor::{self, Advice};

/// How long steps are timed.
const TIMED: Duration = Duration::from_millis(30);
/// Tries of which the fastest counts: others were disturbed.
const TRIES: usize = 5;
/// More of a model is not read \[bytes\].
const LARGEST: u64 = 1 << 28;
/// Modes that are shown to people.
const SHOWN: usize = 12;

/// Looks at a network and tells.
pub fn check(asked: &MiCheckArgs, as_json: bool) -> Result<(), Failure> {
    let opened = network::needed(&asked.file)?;
    let advice = advisor::check_modes(&opened.file.model, asked.modes);
    let nanoseconds = nanoseconds_per_step(&opened.file)?;
    if as_json {
        return output::print_json(&json!({
            "stable": advice.stable,
            // JSON has no infinity.
            "margin": advice.margin.is_finite().then_some(advice.margin),
            "modes": advice.modes,
            "modes_found": advice.modes_found,
            "rigid_modes": advice.rigid_modes,
            "zero_modes": advice.zero_modes,
            "buckling": advice.buckling,
            "pitch": advice.pitch,
            "ns_per_step": nanoseconds,
            "masses": opened.file.model.masses().len(),
            "links": opened.file.model.links().len(),
            "contacts": opened.file.model.contacts().len(),
            "groups": groups(&opened.file.model).map(|(name, links)| json!({
                "name": name, "links": links,
            })).collect::<Vec<_>>(),
            "suggested": advice.suggested,
            "remarks": advice.remarks,
        }));
    }
    output::print(&text(&opened.file, &advice, nanoseconds))
}

/// Writes a network and all the files that it names as one.
pub fn flatten(asked: &MiFlattenArgs, as_json: bool) -> Result<(), Failure> {
    let opened = network::needed(&asked.file)?;
    write(&opened.file, &asked.out, asked.force, as_json)
}

/// Makes a network of a model of another program.
pub fn import(asked: &MiImportArgs, as_json: bool) -> Result<(), Failure> {
    let reading = |error| Failure::reading(&asked.file, &error);
    let mut bytes = Vec::new();
    let read = open::file(&asked.file).and_then(|file| file.take(LARGEST).read_to_end(&mut bytes));
    read.map_err(reading)?;
    let name = asked.file.to_string_lossy();
    let imported = urto_file::read_mdl(&name, &bytes, asked.rate).map_err(Failure::other)?;
    write(&imported.network, &asked.out, asked.force, as_json)?;
    for remark in &imported.remarks {
        output::warn(remark);
    }
    Ok(())
}

/// Writes a network, and tells.
fn write(file: &NetworkFile, out: &Path, force: bool, as_json: bool) -> Result<(), Failure> {
    save::check(out)?;
    save::check_free(out, force)?;
    save::save(out, urto_file::write_network(file).as_bytes())?;
    let (masses, links) = (file.model.masses().len(), file.model.links().len());
    if as_json {
        let path = out.display().to_string();
        return output::print_json(&json!({ "file": path, "masses": masses, "links": links }));
    }
    if save::is_stdout(out) {
        return Ok(());
    }
    output::print(&format!(
        "{}: {masses} masses, {links} links\n",
        out.display()
    ))
}

/// Groups with links, each with how many, in the order by which `group.number` counts them.
fn groups(model: &Model) -> impl Iterator<Item = (&str, usize)> {
    let groups = model.link_groups().into_iter();
    groups.map(|(name, links)| (name, links.len()))
}

fn text(file: &NetworkFile, advice: &Advice, nanoseconds: f64) -> String {
    let model = &file.model;
    let contacts = match model.contacts().len() {
        0 => String::new(),
        count => format!("{count} contacts of many, "),
    };
    let mut text = format!(
        "{} masses, {} links, {contacts}{} Hz\n",
        model.masses().len(),
        model.links().len(),
        model.hertz()
    );
    let line = match (advice.stable, advice.margin.is_finite()) {
        (true, false) => "stable at any stiffness".to_owned(),
        (true, true) => format!(
            "stable: all links may be {:.3} times as stiff",
            advice.margin
        ),
        (false, _) => "not stable".to_owned(),
    };
    let _ = writeln!(text, "{line}");
    for more in advice.suggested.iter().chain(&advice.remarks) {
        let _ = writeln!(text, "{more}");
    }
    let groups: Vec<String> = (groups(model).zip(1..))
        .map(|((name, links), number)| format!("{number} {name} ({links} links)"))
        .take(SHOWN)
        .collect();
    if !groups.is_empty() {
        let _ = writeln!(text, "groups: {}", groups.join(", "));
    }
    if !advice.modes.is_empty() {
        let shown = advice.modes.iter().take(SHOWN);
        let shown: Vec<String> = shown.map(|hertz| format!("{hertz:.2}")).collect();
        let more = if advice.modes.len() > SHOWN {
            " ..."
        } else {
            ""
        };
        let _ = writeln!(text, "modes: {}{more} Hz", shown.join(", "));
    }
    if let Some(pitch) = advice.pitch {
        let _ = writeln!(text, "pitch: about {pitch:.2} Hz");
    }
    text + &cost(nanoseconds, model.hertz())
}

/// Rate at which the costs of networks are compared \[Hz\].
const COMPARED: f64 = 44_100.0;

/// What steps of some nanoseconds cost at the network's own rate, and at the one of a CD.
fn cost(nanoseconds: f64, hertz: f64) -> String {
    let times = |hertz: f64| 1e9 / (nanoseconds * hertz);
    let own = times(hertz);
    let mut line = format!("a step takes {nanoseconds:.0} ns: {own:.1} times real time");
    if hertz != COMPARED {
        let _ = write!(line, ", {:.1} times at 44.1 kHz", times(COMPARED));
    }
    line + "\n"
}

/// How long a step takes here, with what is heard \[ns\].
fn nanoseconds_per_step(file: &NetworkFile) -> Result<f64, Failure> {
    let mut played = file.played().map_err(Failure::other)?;
    let mut channels = vec![[0.0; 16]; file.listeners.len().max(1)];
    let mut best = f64::INFINITY;
    for _ in 0..TRIES {
        let (start, mut steps) = (Instant::now(), 0);
        while start.elapsed() < TIMED {
            let mut parts: Vec<&mut [f64]> =
                channels.iter_mut().map(|own| own.as_mut_slice()).collect();
            played.render(&mut parts);
            steps += 16;
        }
        best = best.min(start.elapsed().as_nanos() as f64 / f64::from(steps));
    }
    Ok(best)
}
