//! Many rigid or ringing bodies in contact.
#![forbid(unsafe_code)]

pub mod collide;
pub mod touch;
