//! One declaration per parameter.
//!
//! [`params!`](crate::params) declares a table: for each parameter its key, default, range,
//! scale, unit, when a change takes effect, and a sentence of meaning. Everything that shows or
//! sets a parameter (the command, files, a plug-in, the reference pages) is derived from the
//! table, so a parameter is written down once.
//!
//! ```
//! use urto::param::{Declared, Params, Value};
//!
//! urto::params! {
//!     /// A small hammer.
//!     pub struct Hammer("hammer") {
//!         /// Mass of its head.
//!         mass: 0.02, Log(1e-4, 10.0), "kg", Block;
//!         /// Approach speed at first touch.
//!         velocity: 1.0, Log(1e-3, 20.0), "m/s", Event;
//!     }
//! }
//!
//! let mut hammer = Hammer::default();
//! let mass = Hammer::TABLE.find("mass")?;
//! hammer.assign(&mass, &Value::Number(0.5)).unwrap();
//! assert_eq!(hammer.mass, 0.5);
//! let refusal = hammer.assign(&mass, &Value::Number(50.0)).unwrap_err();
//! assert_eq!(refusal.to_string(), "50 is outside 1e-4 to 10 kg");
//! # Ok::<(), urto::param::UnknownKey>(())
//! ```

mod address;
mod check;
mod choice;
mod closest;
mod curve;
mod field;
mod key;
mod macros;
mod perceptual;
mod resource;
mod spec;
#[cfg(test)]
mod tests;

pub use address::{ParamId, UnknownKey, leaves};
pub use check::OutOfRange;
pub use closest::closest;
pub use curve::Curve;
pub use field::{
    ChoiceField, Declared, Field, Params, Refusal, Value, number_of, put, vary, written,
};
pub use macros::joined;
pub use perceptual::{Aim, Macro};
pub use resource::{Held, Resource, ResourceLoader};
pub use spec::{Kind, OptionSpec, Range, Scale, Spec, Table, Tier, Update};
