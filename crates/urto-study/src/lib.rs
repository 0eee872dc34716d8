//! The papers' experiments: numbers, tables, plots.
//!
//! Each file in `study/` is one experiment of a paper: its parameters, declared like a sound's,
//! and a run that gives a [`Report`]: tables for people, facts for programs, a figure for the
//! eye. What experiments share lies beside them: closed forms, the papers' numerical methods,
//! and the drawing.
//!
//! ```
//! let study = urto_study::find("impact-wall")?;
//! let report = study.run((study.params)().as_ref())?;
//! assert!(report.facts["v_out"].as_f64().unwrap() < 0.0);
//! assert!(report.svg()?.starts_with("<svg"));
//! # Ok::<(), urto_study::StudyError>(())
//! ```
#![forbid(unsafe_code)]

mod bar;
mod bow;
mod contact;
mod count;
mod masses;
pub mod modal;
pub mod plot;
mod report;
mod rosin;
mod rubbing;
mod shared;
mod spectrogram;
mod spectrum;
mod study;
mod trapezoid;
pub mod wall;
mod watch;

pub use report::{Report, Sheet, brief, number, percent};
pub use study::{ALL, Experiment, Paper, Study, find};
pub use watch::Watch;

/// An experiment could not be run or drawn.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum StudyError {
    /// No experiment has this name. Ask for one that exists.
    #[error("there is no study '{name}'{}; 'urto study' lists them", .suggestion.as_ref().map(|s| format!("; did you mean '{s}'?")).unwrap_or_default())]
    Unknown {
        /// What was asked for.
        name: String,
        /// The most similar name.
        suggestion: Option<String>,
    },
    /// These parameters ask for something that cannot be done. The text names the remedy.
    #[error("{0}")]
    Refused(String),
    /// A body or a network could not be built.
    #[error(transparent)]
    Build(#[from] urto::BuildError),
    /// A network of masses could not be built.
    #[error(transparent)]
    Model(#[from] urto_mi::ModelError),
    /// A scene could not be read.
    #[error(transparent)]
    File(#[from] urto_file::FileError),
    /// A scene could not be built.
    #[error(transparent)]
    Scene(#[from] urto_multibody::scene::SceneError),
    /// Bodies could not be put together.
    #[error(transparent)]
    World(#[from] urto_multibody::WorldError),
    /// The figure could not be drawn.
    #[error("cannot draw: {0}")]
    Drawing(String),
}

/// Refuses what would take more than N steps, and says what makes it less.
fn bounded(steps: f64, most: f64, remedy: &str) -> Result<(), StudyError> {
    if steps <= most {
        return Ok(());
    }
    Err(StudyError::Refused(format!(
        "this takes {steps:.1e} steps, and more than {most:.0e} would take too long; {remedy} helps"
    )))
}
