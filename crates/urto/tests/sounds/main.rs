//! What each sound is, and how sounds are driven. What all of them keep is in `urto-file/tests/contracts`.

mod bouncing;
mod bowed_string;
mod drifting;
mod expression;
mod footsteps;
mod happenings;
mod made;
mod no_network;
mod pickups;
mod pressed;
mod pushed;
mod rolling;
mod rubbing;
mod setting_live;
mod signals;
mod spaces;
mod variation;
