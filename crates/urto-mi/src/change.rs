//! What may change of a network while it moves.
//!
//! Hear:   a string that is retuned while it sounds, a net that loses a link, a bead that lands.
//! Law:    what a change of stiffness, length or mass adds to the energy that is stored, or takes from
//!         it, is work of the outside; dampers store none.
//! Step:   a change is prepared aside ([`Prepared`](crate::Prepared)), and acts on the network as it
//!         moves, without allocation.
//!
//! ```
//! use urto_mi::{Amount, Change, MassNetwork, Model, Prepared, Row};
//! let mut model = Model::new(44_100.0)?;
//! let masses = Row::default().build(&mut model, "string")?;
//! let mut network = MassNetwork::new(&model)?;
//! network.push(masses[9], [0.0, 1.0, 0.0]);
//! // Aside: all links twice as stiff, over a tenth of a second.
//! let amount = Amount::Times(2.0);
//! let stiffer = Change::Stiffness { links: model.links_of("string"), amount };
//! let after = model.changed(&[stiffer])?;
//! let mut prepared = Prepared::new(&network, &model, &after, 0.1)?;
//! // On the audio path.
//! for _ in 0..8820 {
//!     prepared.act(&mut network);
//!     network.step();
//! }
//! assert!(prepared.is_done());
//! # Ok::<(), urto_mi::ModelError>(())
//! ```

use crate::model::{LinkId, MassId, Model, ModelError, check};

/// How much of something there is to be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Amount {
    /// This much.
    To(f64),
    /// So many times as much.
    Times(f64),
}

/// Something that changes.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// How stiff links are \[N/m\]; where a spring bends, all its stiffnesses change by the same
    /// factor. Links that have none stay as they are.
    Stiffness {
        /// Which.
        links: Vec<LinkId>,
        /// How stiff.
        amount: Amount,
    },
    /// How much springs brake \[N·s/m\], and how strongly bows rub \[N\].
    Damping {
        /// Which.
        links: Vec<LinkId>,
        /// How much.
        amount: Amount,
    },
    /// The length at which springs neither pull nor push \[m\].
    Length {
        /// Which.
        links: Vec<LinkId>,
        /// How long.
        amount: Amount,
    },
    /// How heavy masses are \[kg\]; they stay as fast as they are.
    Mass {
        /// Which.
        masses: Vec<MassId>,
        /// How heavy.
        amount: Amount,
    },
    /// Masses stop where they are.
    Fix(Vec<MassId>),
    /// Masses that were fixed may move, from rest.
    Free(Vec<MassId>),
    /// Masses and links come: a mass where the model has it or where it was removed, as fast as the
    /// model says; a link acts once both its masses are there.
    Add {
        /// Which masses.
        masses: Vec<MassId>,
        /// Which links.
        links: Vec<LinkId>,
    },
    /// Masses and links go; links of a mass that goes do nothing any more.
    Remove {
        /// Which masses.
        masses: Vec<MassId>,
        /// Which links.
        links: Vec<LinkId>,
    },
}

impl Change {
    /// Refuses numbers that nothing can be.
    pub(crate) fn check(&self) -> Result<(), ModelError> {
        let (what, amount) = match self {
            Self::Stiffness { amount, .. } => ("a stiffness", amount),
            Self::Damping { amount, .. } => ("a damping", amount),
            Self::Length { amount, .. } => ("a length", amount),
            Self::Mass { amount, .. } => ("a mass", amount),
            _ => return Ok(()),
        };
        match *amount {
            Amount::To(value) => check(&format!("{what} to which something changes"), value, ANY),
            Amount::Times(factor) => check(&format!("{what} by so many times"), factor, ANY),
        }
    }
}

/// Numbers that are not negative; what they are of has limits of its own.
const ANY: [f64; 2] = [0.0, 1e15];

/// Changes at a time.
#[derive(Clone, Debug, PartialEq)]
pub struct Planned {
    /// When they begin \[s\].
    pub at: f64,
    /// How long links and the weights of masses take to change \[s\]; all else changes at once.
    pub over: f64,
    /// What changes.
    pub changes: Vec<Change>,
}

impl Planned {
    /// The model after them; refuses what it cannot do.
    pub fn after(&self, model: &Model) -> Result<Model, ModelError> {
        check("the time of a change", self.at, [0.0, 1e6])?;
        check("how long a change takes", self.over, [0.0, 1e6])?;
        model.changed(&self.changes)
    }
}
