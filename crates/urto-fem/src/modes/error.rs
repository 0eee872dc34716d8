//! What can stand in the way of finding modes.

use urto::body::Material;

/// The modes could not be found.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ModesError {
    /// None are asked for.
    #[error("no modes are asked for: ask for at least one")]
    Nothing,
    /// The frequency is no frequency.
    #[error("modes below {hertz} Hz are asked for: give a frequency above 0")]
    NoFrequency {
        /// What was given \[Hz\].
        hertz: f64,
    },
    /// More modes than such a mesh has.
    #[error("{wanted} modes are asked for, but a mesh of {unknowns} unknowns gives at most {}: ask for fewer, or use smaller elements", unknowns / 3 - 6)]
    TooMany {
        /// How many were asked for.
        wanted: usize,
        /// Three for each free node.
        unknowns: usize,
    },
    /// The frequency is beyond what the elements resolve.
    #[error(
        "the mesh ({unknowns} unknowns) is too coarse for so many modes: ask for fewer, or for a lower frequency, or use smaller elements"
    )]
    TooCoarse {
        /// Three for each free node.
        unknowns: usize,
    },
    /// A figure of the material makes no solid.
    #[error("the material's {what} is {value}; allowed are {allowed}")]
    Material {
        /// Which figure.
        what: &'static str,
        /// Its value.
        value: f64,
        /// What is allowed.
        allowed: &'static str,
    },
    /// A free body must be in one part.
    #[error("{} rigid modes: the mesh is in {parts} parts that do not touch. Join them (merge nodes that lie at the same place), or analyse each part alone", 6 * parts)]
    InParts {
        /// How many.
        parts: usize,
    },
    /// Parts hang together as by a hinge.
    #[error(
        "more than six rigid modes: {parts} parts of the mesh hang together only by an edge or a corner, and turn there as on a hinge. Let them share faces"
    )]
    Hinged {
        /// How many parts.
        parts: usize,
    },
    /// A fixed node is not there.
    #[error("node {node} is to be fixed, but nodes go from 0 to {}", .count.saturating_sub(1))]
    NoSuchNode {
        /// Which.
        node: u32,
        /// How many there are.
        count: usize,
    },
    /// Nothing can move.
    #[error("all nodes are fixed: nothing can ring; leave some free")]
    AllFixed,
    /// Too little is fixed.
    #[error(
        "the body can still move in {ways} ways without bending: fix at least three nodes that are not in a line, or none"
    )]
    StillLoose {
        /// Rigid motions that the fixed nodes allow.
        ways: usize,
    },
    /// Some modes have no stiffness.
    #[error(
        "at least {rigid} rigid modes instead of {expected}: a part of the mesh moves without bending (the lowest mode lies at {hertz:.2e} Hz); look for parts that are not fixed, or that hang on a single node or edge"
    )]
    Mechanism {
        /// How many were found.
        rigid: usize,
        /// How many there should be.
        expected: usize,
        /// The lowest mode \[Hz\].
        hertz: f64,
    },
    /// The matrix cannot be taken apart.
    #[error(
        "stiffness and mass cannot be solved: some elements are so thin or so small beside others that rounding hides the rest; make the mesh more even (Mesh::quality tells how uneven it is)"
    )]
    NotDefinite,
    /// The factor does not fit.
    #[error("the mesh is too large to be solved here: use larger elements")]
    TooLarge,
    /// A dense eigensolver gave up.
    #[error(
        "the modes of a small matrix did not converge: the mesh has numbers of too different size; make it more even"
    )]
    NoConvergence,
    /// A pair is not what it should be.
    #[error(
        "mode {mode} has a residual of {residual:.1e} (at most 1e-6 is let through, or what rounding leaves) and the modes are orthonormal to {orthonormality:.1e} (at most 1e-8): the body is too thin for its length, or the mesh too uneven; use longer elements, or more even ones"
    )]
    Inaccurate {
        /// The worst one, from 0.
        mode: usize,
        /// |K·x - w²·M·x|/|K·x|.
        residual: f64,
        /// Largest entry of X'·M·X - 1.
        orthonormality: f64,
    },
    /// Nobody knows whether modes are missing.
    #[error(
        "it cannot be told whether modes are missing: rounding hides how many there are; make the mesh more even (Mesh::quality tells how uneven it is)"
    )]
    Uncertain,
    /// Whoever watches has ended it.
    #[error("stopped")]
    Stopped,
}

/// Whether a solid can have such figures.
pub(super) fn material(material: &Material) -> Result<(), ModesError> {
    let refuse = |what, value, allowed| {
        Err(ModesError::Material {
            what,
            value,
            allowed,
        })
    };
    let positive = |value: f64| value.is_finite() && value > 0.0;
    if !positive(material.density) {
        return refuse("density", material.density, "numbers above 0 kg/m³");
    }
    if !positive(material.modulus) {
        return refuse("modulus", material.modulus, "numbers above 0 Pa");
    }
    // At 0.5 nothing can be squeezed, and lambda is infinite; close to it elements lock.
    if !(material.poisson > -0.99 && material.poisson < 0.495) {
        return refuse("Poisson's ratio", material.poisson, "-0.99 to 0.495");
    }
    for (what, loss) in [
        ("alpha", material.alpha),
        ("beta", material.beta),
        ("eta", material.eta),
    ] {
        if !(loss.is_finite() && loss >= 0.0) {
            return refuse(what, loss, "numbers from 0");
        }
    }
    Ok(())
}
