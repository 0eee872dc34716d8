//! A scene, the files that it names, and what happened in it.

use serde_json::{Value as Json, json};
use std::sync::Arc;
use urto_file::ContactSceneFile;
use urto_multibody::Simulation;
use urto_multibody::run::{Reader, Run};
use urto_multibody::scene::{Drive, Form, Scene};

/// What takes longer by its own guess is for the command \[s\]: a page is not left for minutes.
const LONGEST: f64 = 60.0;

/// Why something is not done.
#[derive(Clone, Debug, PartialEq)]
pub enum Refused {
    /// It takes too long here; the command can.
    Long(String),
    /// Something is wrong with it.
    Wrong(String),
}

impl From<String> for Refused {
    fn from(why: String) -> Self {
        Self::Wrong(why)
    }
}

/// A scene, and perhaps what happened in it.
#[derive(Debug)]
pub struct Stage {
    name: String,
    text: String,
    files: Vec<(String, Vec<u8>)>,
    read: ContactSceneFile,
    scene: Arc<Scene>,
    run: Option<Run>,
}

impl Stage {
    /// From a run, which holds its scene and the files that it names.
    pub fn of_run(name: &str, bytes: &[u8]) -> Result<Self, Refused> {
        let wrong = |why: &str| format!("'{name}': {why}");
        let read = Reader::read(bytes, false).map_err(|error| wrong(&error.to_string()))?;
        if !read.run.whole {
            let why =
                "it was not finished; the 'urto simulate' that made it goes on where it stopped";
            return Err(wrong(why).into());
        }
        let mut files = urto_file::read_pack(name, &read.head)?;
        if files.is_empty() {
            return Err(wrong("it holds no scene").into());
        }
        let (_, text) = files.remove(0);
        let text = String::from_utf8_lossy(&text);
        let mut own = Self::of_scene(name, &text, files)?;
        let bodies = read.run.frames.first().map_or(0, |own| own.poses.len());
        if bodies != own.scene.bodies.len() {
            return Err(wrong("its scene and what happened do not belong together").into());
        }
        own.run = Some(read.run);
        Ok(own)
    }

    /// From a scene's text and the files at hand.
    pub fn of_scene(
        name: &str,
        text: &str,
        files: Vec<(String, Vec<u8>)>,
    ) -> Result<Self, Refused> {
        let mut fetch = |wanted: &str| {
            let found = files.iter().find(|(own, _)| own == wanted);
            let found = found.map(|(_, bytes)| bytes.clone());
            found.ok_or_else(|| {
                format!("there is no file '{wanted}' here; drop it together with the scene")
            })
        };
        let spaces = urto_file::spaces();
        let read = urto_file::read_contact_scene_with(name, text.as_bytes(), &spaces, &mut fetch);
        let read = read.map_err(|error| error.to_string())?;
        let named = |own: &(String, Vec<u8>)| read.files.contains(&own.0);
        Ok(Self {
            name: name.to_owned(),
            text: text.to_owned(),
            files: files.iter().filter(|own| named(own)).cloned().collect(),
            scene: Arc::new(read.scene.clone()),
            read,
            run: None,
        })
    }

    /// The name of its file.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The scene as it was written.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The scene.
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// What happened, once that is known.
    pub fn run(&self) -> Option<&Run> {
        self.run.as_ref()
    }

    /// Moves the bodies to the end; `reach` is told which share is done. What would take too long is
    /// refused before it begins.
    pub fn simulate(&mut self, reach: &mut dyn FnMut(f64)) -> Result<(), Refused> {
        let refuse = |error| Refused::Wrong(self.read.refuse(&error).to_string());
        let simulation = Simulation::new(&self.scene).map_err(refuse)?;
        let guess = self.scene.guess();
        if guess > LONGEST {
            return Err(Refused::Long(format!(
                "moving its {} bodies through {} steps takes about {}, and the page moves scenes of up \
                 to a minute",
                self.scene.bodies.len(),
                self.scene.steps(),
                words(guess)
            )));
        }
        self.run = Some(simulation.finish(reach));
        Ok(())
    }

    /// The run as a file: `.urun`.
    pub fn packed(&self) -> Option<Vec<u8>> {
        let mut parts = vec![("scene.toml".to_owned(), self.text.clone().into_bytes())];
        parts.extend(self.files.iter().cloned());
        Some(self.run.as_ref()?.to_bytes(&urto_file::write_pack(&parts)))
    }

    /// What the page writes and draws it by.
    pub fn told(&self) -> Json {
        let scene = &self.scene;
        let bodies = scene.bodies.iter().map(|own| {
            json!({
                "name": own.name,
                "form": form(&own.form),
                "kilograms": if matches!(own.form, Form::Plane) { None } else { Some(own.weight()) },
                "free": matches!(own.drive, Drive::Free),
            })
        });
        let stops = scene.hearing.path.stops();
        let first = stops[0].pose;
        let run = self.run.as_ref().map(|run| {
            let own = &run.summary.statistics;
            json!({
                "seconds": run.seconds(),
                "steps": run.steps,
                "contacts": run.tracks.len(),
                "problems": own.problems,
                "unsolved": own.above[0],
                "looks": crate::seen::looks(scene, run).0,
                "rate": crate::seen::looks(scene, run).1,
            })
        });
        json!({
            "name": self.name,
            "about": self.read.about,
            "seconds": scene.seconds,
            "guess": scene.guess(),
            "bodies": bodies.collect::<Vec<_>>(),
            "listener": { "place": first.place, "turn": first.turn, "walks": stops.len() > 1 },
            "space": scene.hearing.space,
            "gain": scene.hearing.gain,
            "run": run,
        })
    }
}

fn form(form: &Form) -> &'static str {
    match form {
        Form::Sphere { .. } => "sphere",
        Form::Box { .. } => "box",
        Form::Plane => "plane",
        Form::Cylinder { .. } => "cylinder",
        Form::Capsule { .. } => "capsule",
        Form::Mesh(_) => "mesh",
    }
}

/// A time in words that say no more than is known.
fn words(seconds: f64) -> String {
    match seconds {
        s if s < 90.0 => "a minute or two".to_owned(),
        s if s < 5400.0 => format!("{:.0} minutes", s / 60.0),
        s if s < 129_600.0 => format!("{:.0} hours", s / 3600.0),
        s => format!("{:.0} days", s / 86_400.0),
    }
}
