//! The experiments against closed forms, references and the papers.

mod closed_forms;
mod common;
mod contact;
mod extremes;
mod friction_studies;
mod masses;
mod simulated;
mod struck_bar;
mod studies;
mod tables;
