//! What can go wrong while something is built. Nothing fails once sound is running: the audio
//! path clamps, counts and reports ([`crate::Health`]).

/// A body, a contact or a network could not be built.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum BuildError {
    /// The sample rate is out of range or not a number. Choose one that is in range.
    #[error("a rate of {0} Hz cannot be used; it must lie between 8000 and 384000 Hz")]
    Rate(f64),
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
    /// Both ends of a contact are moved by prescription, so no force can be solved for. Let one
    /// side be a body that can give way.
    #[error(
        "contact '{0}' lies between two points whose motion is prescribed (driven or wall); \
         one side must be a body that can move"
    )]
    Rigid(String),
    /// A body is described by numbers that contradict each other or are out of range.
    #[error("{0}")]
    Body(String),
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
}

/// The candidate most like `word`, if any is near enough to be what was meant.
///
/// ```
/// assert_eq!(urto::closest("stifness", ["mass", "stiffness"]), Some("stiffness"));
/// assert_eq!(urto::closest("qqq", ["mass", "stiffness"]), None);
/// ```
pub fn closest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    candidates
        .into_iter()
        .map(|candidate| (strsim::jaro_winkler(word, candidate), candidate))
        .filter(|(likeness, _)| *likeness > 0.75)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, candidate)| candidate)
}
