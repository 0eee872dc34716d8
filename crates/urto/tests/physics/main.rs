//! The physics against closed forms, references and random extremes.

mod bodies;
mod body_models;
mod bowing;
mod changing;
mod contact_steps;
mod crackle;
mod ear;
mod extended_hertz;
mod felt;
mod friction;
mod impact_bar;
mod impact_wall;
mod network;
mod objects;
mod pictures;
mod pressing;
mod random_networks;
mod refusals;
mod resonator;
mod ringing;
mod room;
mod rosin;
mod scene;
mod small_events;
mod support;
mod surfaces;
