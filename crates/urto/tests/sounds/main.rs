//! What every sound keeps, and what each of them is.

mod bouncing;
mod bowed_string;
mod contracts;
mod footsteps;
mod rolling;
mod rubbing;
mod setting_live;
mod signals;
mod sweeps;
