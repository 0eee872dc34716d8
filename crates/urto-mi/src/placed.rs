//! Models inside models: a part is built once and placed many times.
//!
//! ```
//! use urto_mi::{Model, Placed, Row, Turn, placed};
//! let mut string = Model::new(44_100.0)?;
//! Row::default().build(&mut string, "m")?;
//! let mut harp = Model::new(44_100.0)?;
//! for n in 0..3 {
//!     let turned = Turn::About { axis: [0.0, 0.0, 1.0], degrees: 90.0 };
//!     let scaled = 1.0 - 0.1 * f64::from(n);
//!     let moved = [0.02 * f64::from(n), 0.0, 0.0];
//!     placed::add(&mut harp, &string, &format!("string{n}"), &Placed { turned, scaled, moved })?;
//! }
//! assert!(harp.find("string2.m.31").is_some());
//! # Ok::<(), urto_mi::ModelError>(())
//! ```

use crate::model::{Freedom, Mass, MassId, Model, ModelError, check};
use crate::vector::{Vector, length, scaled, sum};

/// How a part is turned.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Turn {
    /// Not at all.
    #[default]
    Not,
    /// About an axis through its origin; seen against the axis, to the left. Quarter turns about x,
    /// y or z are exact.
    About {
        /// Any length but none.
        axis: [f64; 3],
        /// How far.
        degrees: f64,
    },
    /// By a quaternion w, x, y, z of any length but none.
    Quaternion([f64; 4]),
}

/// Where a part goes: it is turned, then scaled, then moved.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placed {
    /// How it is turned, about its origin.
    pub turned: Turn,
    /// How much larger it becomes: places and lengths of links. Masses, stiffnesses and speeds stay
    /// as they are.
    pub scaled: f64,
    /// Where its origin goes \[m\].
    pub moved: [f64; 3],
}

impl Default for Placed {
    fn default() -> Self {
        Self {
            turned: Turn::Not,
            scaled: 1.0,
            moved: [0.0; 3],
        }
    }
}

/// Columns of a turn: where x, y and z go.
type Columns = [Vector; 3];

/// Scales and axes that are taken.
const SIZES: [f64; 2] = [1e-9, 1e9];
/// Turns and shifts that are taken.
const LARGEST: f64 = 1e15;

/// Adds all masses and links of a part to a model; a mass `name` of the part becomes `prefix.name`,
/// one without a name stays so. Gives its masses in the order of the part. Links keep their lengths
/// exactly where the scale is 1. Rate, friction and gravity are the model's, not the part's.
///
/// If something of it is refused, as a name that is taken already, nothing is added.
pub fn add(
    model: &mut Model,
    part: &Model,
    prefix: &str,
    place: &Placed,
) -> Result<Vec<MassId>, ModelError> {
    model.all_or_nothing(|model| add_to(model, part, prefix, place))
}

fn add_to(
    model: &mut Model,
    part: &Model,
    prefix: &str,
    place: &Placed,
) -> Result<Vec<MassId>, ModelError> {
    check(&format!("the scale of '{prefix}'"), place.scaled, SIZES)?;
    for along in place.moved {
        let what = format!("how far '{prefix}' is moved");
        check(&what, along, [-LARGEST, LARGEST])?;
    }
    let columns = place.turned.columns(prefix)?;
    let mut masses = Vec::with_capacity(part.masses().len());
    for mass in part.masses() {
        let freedom = turned_freedom(&columns, mass.freedom)
            .ok_or_else(|| ModelError::CannotTurn(part.shown(&mass.name)))?;
        let position = scaled(turn(&columns, mass.position), place.scaled);
        masses.push(model.add(Mass {
            name: nested(prefix, &mass.name),
            group: nested(prefix, &mass.group),
            position: sum(position, place.moved),
            velocity: turn(&columns, mass.velocity),
            radius: mass.radius * place.scaled,
            freedom,
            ..mass.clone()
        })?);
    }
    for link in part.links() {
        model.link(
            link.ends.map(|end| masses[end.index()]),
            link.law.scaled(place.scaled),
            link.along.map(|axis| turn(&columns, axis)),
            &nested(prefix, &link.group),
        )?;
        model.set_last_link_there(link.there);
    }
    for contact in part.contacts() {
        model.add_contact(contact.moved_to(&masses, place.scaled))?;
    }
    Ok(masses)
}

/// The name of something in a part.
fn nested(prefix: &str, name: &str) -> String {
    match (prefix.is_empty(), name.is_empty()) {
        (_, true) => String::new(),
        (true, _) => name.to_owned(),
        _ => format!("{prefix}.{name}"),
    }
}

/// Where a mass that does not move everywhere may move after a turn; `None` if that is along no
/// axis any more.
fn turned_freedom(columns: &Option<Columns>, freedom: Freedom) -> Option<Freedom> {
    let new_axis = |axis: usize| match columns {
        None => Some(axis),
        Some(columns) => columns[axis].iter().position(|own| own.abs() == 1.0),
    };
    match freedom {
        Freedom::Space => Some(Freedom::Space),
        Freedom::Across(axis) => new_axis(axis).map(Freedom::Across),
        Freedom::Along(axis) => new_axis(axis).map(Freedom::Along),
    }
}

fn turn(columns: &Option<Columns>, way: Vector) -> Vector {
    let Some([x, y, z]) = columns else { return way };
    sum(
        scaled(*x, way[0]),
        sum(scaled(*y, way[1]), scaled(*z, way[2])),
    )
}

impl Turn {
    fn columns(&self, prefix: &str) -> Result<Option<Columns>, ModelError> {
        match *self {
            Self::Not => Ok(None),
            Self::About { axis, degrees } => {
                let what = format!("the length of the axis about which '{prefix}' is turned");
                check(&what, length(axis), SIZES)?;
                let what = format!("by how many degrees '{prefix}' is turned");
                check(&what, degrees, [-LARGEST, LARGEST])?;
                Ok(Some(about(scaled(axis, 1.0 / length(axis)), degrees)))
            }
            Self::Quaternion([w, x, y, z]) => {
                let long = (w * w + x * x + y * y + z * z).sqrt();
                let what = format!("the length of the quaternion by which '{prefix}' is turned");
                check(&what, long, SIZES)?;
                let [w, x, y, z] = [w, x, y, z].map(|own| own / long);
                Ok(Some([
                    [
                        1.0 - 2.0 * (y * y + z * z),
                        2.0 * (x * y + w * z),
                        2.0 * (x * z - w * y),
                    ],
                    [
                        2.0 * (x * y - w * z),
                        1.0 - 2.0 * (x * x + z * z),
                        2.0 * (y * z + w * x),
                    ],
                    [
                        2.0 * (x * z + w * y),
                        2.0 * (y * z - w * x),
                        1.0 - 2.0 * (x * x + y * y),
                    ],
                ]))
            }
        }
    }
}

/// Rodrigues' formula, about an axis of length 1.
fn about(axis: Vector, degrees: f64) -> Columns {
    let (sine, cosine) = sine_and_cosine(degrees);
    let column = |k: usize| {
        let mut unit = [0.0; 3];
        unit[k] = 1.0;
        let [x, y, z] = axis;
        let crossed = [[0.0, z, -y], [-z, 0.0, x], [y, -x, 0.0]][k];
        let turned = sum(scaled(unit, cosine), scaled(crossed, sine));
        sum(turned, scaled(axis, axis[k] * (1.0 - cosine)))
    };
    [column(0), column(1), column(2)]
}

/// Exact at quarter turns, where the sine of a rounded pi is not.
fn sine_and_cosine(degrees: f64) -> (f64, f64) {
    let within = degrees.rem_euclid(360.0);
    let quarter = (within / 90.0).floor();
    let rest = (within - 90.0 * quarter).to_radians();
    let (sine, cosine) = (urto::math::sin(rest), urto::math::cos(rest));
    match quarter as u8 % 4 {
        0 => (sine, cosine),
        1 => (cosine, -sine),
        2 => (-sine, -cosine),
        _ => (-cosine, sine),
    }
}
