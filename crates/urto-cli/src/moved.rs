//! Scenes in motion, whose work is kept while it is done.
//!
//! What takes longer than a second grows beside what the command makes, as NAME.part, a second of work
//! at a time; scenes that are moved first, because another begins after them, have files of their own,
//! NAME.SCENE.part. The same command goes on from there, whenever and however it was stopped. When what
//! it makes is done, they go.

use crate::contact::{self, Opened};
use crate::failure::Failure;
use crate::progress::Progress;
use crate::{open, output, save};
use std::cell::RefCell;
use std::fs::{File, OpenOptions};
use std::io::{BufWriter, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use urto_multibody::Simulation;
use urto_multibody::run::{Chunk, Reader, Run, Writer};
use urto_multibody::scene::Scene;

/// Work is kept as often.
const EVERY: Duration = Duration::from_secs(1);
/// Steps between looks at the clock.
const LOOK: u32 = 64;
/// Longer guesses are told beforehand \[s\].
const LONG: f64 = 600.0;
/// Largest work that is gone on with \[bytes\].
const LARGEST: u64 = 4 << 30;

/// Where a command keeps its work on scenes.
#[derive(Debug, Default)]
pub struct Work {
    /// What it makes; of what goes to the standard output nothing is kept.
    out: Option<PathBuf>,
    anew: bool,
    kept: RefCell<Vec<PathBuf>>,
}

impl Work {
    /// Beside what will be made; what was begun before is gone on with, or begun anew.
    pub fn beside(out: &Path, anew: bool) -> Self {
        Self {
            out: (!save::is_stdout(out)).then(|| out.to_owned()),
            anew,
            kept: RefCell::default(),
        }
    }

    /// Moves a scene to its end, from where that was stopped. One that is moved before another has a
    /// name.
    pub fn moved(&self, opened: &Opened, before: Option<&Path>) -> Result<Run, Failure> {
        let part = self.part(before);
        let mut simulation = ready(opened)?;
        let head = contact::packed(opened);
        let begun = part.as_deref().filter(|_| !self.anew);
        let begun = begun.and_then(|part| again(part, &head, opened, &mut simulation));
        let (mut writer, mut run) = match begun {
            Some((writer, run)) => (Some(writer), run),
            None => (None, Run::new(opened.scene.settings.step)),
        };
        let progress = Progress::of("moving", u64::from(simulation.progress().1));
        progress.advance(u64::from(simulation.progress().0));
        let mut kept = Instant::now();
        let mut shown = simulation.progress().0;
        loop {
            let more = simulation.step();
            let now = simulation.progress().0;
            if more && !now.is_multiple_of(LOOK) {
                continue;
            }
            progress.advance(u64::from(now - shown));
            shown = now;
            if more && kept.elapsed() < EVERY {
                continue;
            }
            let block = simulation.take();
            if let Some(part) = &part
                && (more || writer.is_some())
            {
                let writing = |error| Failure::writing(part, &error);
                let mut own = match writer.take() {
                    Some(own) => own,
                    None => {
                        let file = File::create(part).map_err(writing)?;
                        let mut own = Writer::new(BufWriter::new(file)).map_err(writing)?;
                        own.write(Chunk::Head(&head)).map_err(writing)?;
                        own
                    }
                };
                own.write(Chunk::Block(&block)).map_err(writing)?;
                let state = simulation.save();
                own.write(Chunk::Checkpoint(&state)).map_err(writing)?;
                own.flush().map_err(writing)?;
                writer = Some(own);
            }
            run.add(block);
            kept = Instant::now();
            if !more {
                break;
            }
        }
        if let (Some(part), true) = (part, writer.is_some()) {
            self.kept.borrow_mut().push(part);
        }
        simulation.last_frame();
        run.add(simulation.take());
        run.steps = simulation.progress().0;
        run.summary = simulation.summary();
        run.end = simulation.end();
        run.whole = true;
        Ok(run)
    }

    /// What it was for is made.
    pub fn done(&self) -> Result<(), Failure> {
        for part in self.kept.take() {
            std::fs::remove_file(&part).map_err(|error| Failure::writing(&part, &error))?;
        }
        Ok(())
    }

    fn part(&self, before: Option<&Path>) -> Option<PathBuf> {
        let mut name = self.out.as_ref()?.as_os_str().to_owned();
        if let Some(scene) = before.and_then(Path::file_name) {
            name.push(".");
            name.push(scene);
        }
        name.push(".part");
        Some(PathBuf::from(name))
    }
}

/// Ready for its first step, with what is odd told, and what would take long.
fn ready(opened: &Opened) -> Result<Simulation, Failure> {
    let simulation = Simulation::new(&opened.scene);
    let simulation = simulation.map_err(|error| Failure::other(opened.file.refuse(&error)))?;
    simulation
        .remarks()
        .iter()
        .for_each(|own| output::warn(own));
    if let Some(warning) = long(&opened.scene) {
        output::warn(&warning);
    }
    Ok(simulation)
}

/// What is said of a scene that takes long.
fn long(scene: &Scene) -> Option<String> {
    let guess = scene.guess();
    (guess > LONG).then(|| {
        format!(
            "this scene may take about {} ({} steps of {} bodies); fewer seconds, a lower \
             contact_rate or lower 'flexible' make it faster",
            words(guess),
            scene.steps(),
            scene.bodies.len()
        )
    })
}

/// A time in words that say no more than is known.
fn words(seconds: f64) -> String {
    match seconds {
        s if s < 5400.0 => format!("{:.0} minutes", s / 60.0),
        s if s < 129_600.0 => format!("{:.0} hours", s / 3600.0),
        s => format!("{:.0} days", s / 86_400.0),
    }
}

type Begun = (Writer<BufWriter<File>>, Run);

/// Goes on with what was stopped, if it was of this scene.
fn again(part: &Path, head: &[u8], opened: &Opened, simulation: &mut Simulation) -> Option<Begun> {
    if !part.is_file() {
        return None;
    }
    let mut bytes = Vec::new();
    let file = open::file(part).ok()?;
    file.take(LARGEST).read_to_end(&mut bytes).ok()?;
    let read = Reader::read(&bytes, true).ok()?;
    let (state, end) = read.checkpoint?;
    if read.head != head {
        output::warn(&format!(
            "'{}' was begun with another scene, and is begun anew",
            part.display()
        ));
        return None;
    }
    let mut goes_on = Simulation::new(&opened.scene).ok()?;
    if !goes_on.load(&state, &read.run) {
        return None;
    }
    let mut file = OpenOptions::new().write(true).open(part).ok()?;
    file.set_len(end as u64).ok()?;
    file.seek(SeekFrom::End(0)).ok()?;
    *simulation = goes_on;
    let (done, total) = simulation.progress();
    output::complain(
        "urto",
        &format!(
            "going on at {:.0} %",
            100.0 * f64::from(done) / f64::from(total.max(1))
        ),
    );
    let mut run = read.run;
    run.step = simulation.step_length();
    Some((Writer::again(BufWriter::new(file), &run), run))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A block that slides for so long, in so many steps each second.
    fn sliding(seconds: &str, rate: &str) -> Opened {
        let text = include_str!("../../../scenes/grain.toml");
        let changes = [("seconds", seconds), ("contact_rate", rate)];
        let changes = changes.map(|(key, value)| (key.to_owned(), value.to_owned()));
        let path = Path::new("grain.toml");
        contact::read(path, text, &changes, None, Work::default()).unwrap()
    }

    /// A free box takes about 30 µs a step, a fixed plane half a µs.
    #[test]
    fn a_scene_that_takes_long_says_so_beforehand() {
        assert_eq!(long(&sliding("1", "16000").scene), None);
        for (seconds, rate, time) in [
            ("60", "48000", None),
            ("600", "48000", Some("15 minutes")),
            ("600", "192000", Some("59 minutes")),
            ("600", "1000000", Some("5 hours")),
        ] {
            let scene = sliding(seconds, rate).scene;
            let said = long(&scene);
            assert_eq!(said.is_some(), time.is_some(), "{seconds} {rate}: {said:?}");
            if let (Some(said), Some(time)) = (said, time) {
                let told = format!("about {time} ({} steps of 2 bodies)", scene.steps());
                assert!(said.contains(&told), "{seconds} {rate}: {said}");
            }
        }
        assert_eq!(words(3.0 * 86_400.0), "3 days");
    }
}
