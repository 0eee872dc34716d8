//! What can go wrong while something is built. Nothing fails once sound is running: the audio
//! path clamps, counts and reports ([`crate::Health`]).

pub use crate::param::{OutOfRange, closest};

use crate::param::{Declared, Params, UnknownKey, written};
use core::fmt;

/// A body, a contact or a network could not be built.
///
/// The causes carry what is wrong as fields; [`part`](BuildError::part) tells which part of a
/// network or scene is to blame, where there are several.
///
/// ```
/// use urto::BuildError;
/// use urto::object::{Mass, MassParams};
/// let feather = MassParams { mass: 0.0, ..Default::default() };
/// let Err(BuildError::OutOfRange(wrong)) = Mass::new(&feather, &[], urto::Rate::new(48e3)?) else {
///     panic!("nothing is without mass");
/// };
/// assert_eq!((wrong.kind, wrong.key.as_str(), wrong.value), ("mass", "mass", 0.0));
/// assert_eq!((wrong.allowed.min, wrong.unit), (1e-6, "kg"));
/// # Ok::<(), urto::BuildError>(())
/// ```
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// One part of a network or scene is wrong; the cause says how.
    #[error("{part}: {cause}")]
    In {
        /// Which part.
        part: Part,
        /// What is wrong with it.
        cause: Box<BuildError>,
    },
    /// A parameter has a value that its table does not allow. Choose one inside the range.
    #[error(transparent)]
    OutOfRange(#[from] OutOfRange),
    /// No parameter has this key. The message suggests a similar one.
    #[error(transparent)]
    UnknownKey(#[from] UnknownKey),
    /// The parameters are of another kind than what is built from them. Pass those of its kind.
    #[error("parameters of '{given}' were given to one of kind '{wanted}'")]
    OtherParams {
        /// Key of the table that was given.
        given: &'static str,
        /// Key of the table that is wanted.
        wanted: &'static str,
    },
    /// A measure that no table has is out of range. Choose one inside.
    #[error("{what} is {}; allowed are {} to {}", written(*.value), written(*.min), written(*.max))]
    Measure {
        /// What it is, in words.
        what: String,
        /// What was given.
        value: f64,
        /// Smallest value.
        min: f64,
        /// Largest value.
        max: f64,
    },
    /// The sample rate is out of range or not a number. Choose one that is in range.
    #[error("a rate of {0} Hz cannot be used; it must lie between 8000 and 384000 Hz")]
    Rate(f64),
    /// A body is to come from a file that was not loaded. Load it, or choose another kind of body.
    #[error("{}", not_loaded(.name))]
    NotLoaded {
        /// The file's name; empty if none is named.
        name: String,
    },
    /// A body cannot be built as it is asked for. The message says what to mend.
    #[error("{0}")]
    Unfit(String),
    /// Two objects, contacts or points have one name. Rename one of them.
    #[error("there are two {what}s called '{name}'; names must differ")]
    Duplicate {
        /// `object`, `contact` or `point`.
        what: &'static str,
        /// The name that occurs twice.
        name: String,
    },
    /// A name is used that nothing has. Correct it, or add the thing.
    #[error("there is no {what} '{name}'{}{}", hint(.suggestion), listing(.known))]
    Missing {
        /// `object`, `contact` or `point of ...`.
        what: String,
        /// The name asked for.
        name: String,
        /// The most similar name that exists.
        suggestion: Option<String>,
        /// All names that exist.
        known: Vec<String>,
    },
    /// A point is named on an object that is one point itself. Leave it out.
    #[error("an object of kind '{kind}' is a single point and takes no points; remove '{point}'")]
    TakesNoPoints {
        /// The object's kind.
        kind: &'static str,
        /// The point.
        point: String,
    },
    /// A point of an object is asked for that is one point itself. Write the object alone.
    #[error("object '{object}' is a single point; write '{object}' without '@{point}'")]
    SinglePoint {
        /// The object.
        object: String,
        /// The point asked for.
        point: String,
    },
    /// An object has several points, and none of them is named. Name one.
    #[error("object '{object}' has several points; write '{object}@POINT' with one of: {}", .points.join(", "))]
    SeveralPoints {
        /// The object.
        object: String,
        /// Its points.
        points: Vec<String>,
    },
    /// A point of a string is given by shapes. Give its position, from 0 (bridge) to 1 (nut).
    #[error("point '{0}' of a string must be one number from 0 (bridge) to 1 (nut)")]
    ShapeOnString(String),
    /// A surface is none, or has no such place. The message says what to mend.
    #[error("the surface cannot be used: {0}")]
    Surface(String),
    /// A point lies on a surface, but the body has none. Give its position, or a row of shapes.
    #[error(
        "point '{0}' lies on a surface, but the body has none; give a position from 0 to 1 or one shape per mode"
    )]
    NoSurface(String),
    /// A point lies along a body that is a surface. Give a place on the surface.
    #[error(
        "point '{0}' lies along a line, but the body is a surface; give a triangle and shares of its corners, or x, y and z"
    )]
    NoLine(String),
    /// The score moves a point that lies on a surface. Only points along a line are moved so.
    #[error(
        "point '{0}' lies on a surface; the score moves points along a line only, those with a position from 0 to 1"
    )]
    NotAlong(String),
    /// A point of a mass in space is not a direction. Give three numbers.
    #[error("point '{0}' of a mass in space must be a direction: three numbers, not all 0")]
    NoDirection(String),
    /// A row of shapes does not fit the modes. Give one for each mode.
    #[error("{what} has {given} shape values, but the body has {modes} modes; give one per mode")]
    ShapeCount {
        /// Whose shapes they are, in words.
        what: String,
        /// How many there are.
        given: usize,
        /// How many modes the body has.
        modes: usize,
    },
    /// Both ends of a contact are moved by prescription, so no force can be solved for. Let one
    /// side be a body that can give way.
    #[error(
        "it lies between two points whose motion is prescribed (driven or wall); one side must be \
         a body that can move"
    )]
    Rigid,
    /// A contact joins an object with itself. Give it two different ones.
    #[error("it joins '{0}' with itself; it needs two different objects")]
    Itself(String),
    /// Two objects start further inside each other than a law of contact can mean. Let them start
    /// further apart.
    #[error(
        "'{}' starts {overlap} m inside '{}', but no law of contact means anything beyond \
         {deepest} m; let them start further apart", .between[0], .between[1]
    )]
    Overlap {
        /// The two points.
        between: [String; 2],
        /// How far the first is inside the second \[m\].
        overlap: f64,
        /// How far it may be \[m\].
        deepest: f64,
    },
    /// A network has too many contacts. Leave some out.
    #[error("a network takes at most {0} contacts")]
    TooManyContacts(usize),
    /// A contact is to be pressed whose law makes its own normal force. Press a friction contact.
    #[error("its law makes its own normal force and cannot be pressed")]
    NotPressable,
    /// A contact is to be pressed by itself. Name an impact.
    #[error("it cannot be pressed by itself; name an impact")]
    PressedByItself,
    /// A contact is to be pressed by one that the network does not have. Join that one first.
    #[error("it cannot be pressed by a contact that is not there")]
    PressedByNothing,
    /// A contact is to be pressed by one that makes no normal force. Let an impact press it.
    #[error("it cannot be pressed by '{0}', which makes no normal force; let an impact press it")]
    PressesNothing(String),
    /// A handle is used of a part that was taken out of the network. Ask for what is there by name.
    #[error("it was taken out of the network, or was never there")]
    TakenOut,
    /// An object is to be thrown that is held in place.
    #[error(
        "it is held in place and cannot be thrown; throw a mass, a driven point or a modal body \
         with inertia"
    )]
    NotThrowable,
    /// An object is to be driven that is not a driven point.
    #[error("'{object}' is a {kind} and cannot be driven; drive an object of kind 'driven'")]
    NotDriven {
        /// The object.
        object: String,
        /// Its kind.
        kind: &'static str,
    },
    /// A cue sets something that is not a parameter.
    #[error("'{0}' is not a target; write object.NAME.parameter or contact.NAME.parameter")]
    NotATarget(String),
    /// A cue sets a parameter that is not a number.
    #[error("{0}: only numbers can be set by the score")]
    NotANumber(String),
    /// A scene has no listening point. Add one.
    #[error("nothing is listened to; add [listen] with at = [\"object@point\"]")]
    NothingHeard,
    /// A kind of another crate, or a whole sound, says why it cannot be built.
    #[error("{0}")]
    Other(String),
}

/// A part of a network or of a scene.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// What sort of part it is.
    pub sort: PartSort,
    /// Its number among those of its sort, from 0.
    pub index: usize,
    /// Its name; for a listening point the point, for a cue nothing.
    pub name: String,
}

/// The sorts of parts of a network or of a scene.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum PartSort {
    /// An object.
    Object,
    /// A contact.
    Contact,
    /// A listening point.
    Ear,
    /// A line of the score.
    Cue,
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.sort {
            PartSort::Object => write!(f, "object '{}'", self.name),
            PartSort::Contact => write!(f, "contact '{}'", self.name),
            PartSort::Ear => write!(f, "listening point '{}'", self.name),
            PartSort::Cue => write!(f, "score/{}", self.index),
        }
    }
}

fn not_loaded(name: &str) -> String {
    match name {
        "" => "no body file is named; name one, or choose another kind of body".to_owned(),
        name => format!("the body file '{name}' is not loaded; load it, or choose another kind"),
    }
}

fn hint(suggestion: &Option<String>) -> String {
    match suggestion {
        Some(name) => format!("; did you mean '{name}'?"),
        None => String::new(),
    }
}

fn listing(names: &[String]) -> String {
    if names.is_empty() || names.len() > 12 {
        String::new()
    } else {
        format!(" (known: {})", names.join(", "))
    }
}

impl BuildError {
    /// A [`BuildError::Missing`] with the most similar of the known names as a suggestion.
    pub fn missing<'a>(
        what: impl Into<String>,
        name: &str,
        known: impl IntoIterator<Item = &'a str>,
    ) -> Self {
        let known: Vec<String> = known.into_iter().map(str::to_owned).collect();
        Self::Missing {
            what: what.into(),
            name: name.to_owned(),
            suggestion: closest(name, known.iter().map(String::as_str)).map(str::to_owned),
            known,
        }
    }

    /// The same error, and which part of a network or scene is to blame.
    pub fn of(self, sort: PartSort, index: usize, name: &str) -> Self {
        Self::In {
            part: Part {
                sort,
                index,
                name: name.to_owned(),
            },
            cause: Box::new(self),
        }
    }

    /// Which part of a network or scene is to blame, where that can be told.
    pub fn part(&self) -> Option<&Part> {
        match self {
            Self::In { part, .. } => Some(part),
            _ => None,
        }
    }

    /// What is wrong with that part; the error itself where none is to blame.
    pub fn cause(&self) -> &Self {
        match self {
            Self::In { cause, .. } => cause,
            whole => whole,
        }
    }
}

/// The parameters of a kind behind a `dyn`, if they are of that kind and its table allows them:
/// what a line of the [catalogue](crate::catalogue) builds from.
pub fn known<P: Declared>(params: &dyn Params) -> Result<&P, BuildError> {
    let known: Option<&P> = params.as_any().downcast_ref();
    let known = known.ok_or(BuildError::OtherParams {
        given: params.table().key,
        wanted: P::TABLE.key,
    })?;
    known.check()?;
    Ok(known)
}

/// Refuses a measure that no table has, unless it lies within bounds. NaN does not.
pub(crate) fn within(
    what: impl Into<String>,
    value: f64,
    [min, max]: [f64; 2],
) -> Result<(), BuildError> {
    if (min..=max).contains(&value) {
        return Ok(());
    }
    Err(BuildError::Measure {
        what: what.into(),
        value,
        min,
        max,
    })
}
