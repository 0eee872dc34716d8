//! How a network feels where its masses are placed: its links as straight springs and dampers.
//!
//! Law:    a link of distance d and direction r that pulls with T and has the slope k resists a
//!         small motion with k·r·rT + (T/d)·(1 - r·rT): along itself as a spring, across as a
//!         stretched string does. A damper resists with z·r·rT.
//!         A link along an axis has no way across. A bow brakes with its slope at rest.
//! Limits: what is slack (a rope that hangs through, balls that do not touch) resists nothing.

use crate::contact::{Contacts, TouchAsPlaced};
use crate::law::{Linearised, LinkLaw, Side};
use crate::model::{Link, Mass, MassId, Model};
use crate::vector::{SAME_PLACE, Vector, difference, dot, length, scaled, sum};

/// A pull that nothing balances counts above this share of all that pulls at a mass: lengths in files
/// have some digits only.
const UNBALANCED: f64 = 1e-3;

/// A link, made straight.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tie {
    pub ends: [usize; 2],
    /// From the first to the second, of length 1.
    pub along: Vector,
    /// How much it resists being stretched, and being turned \[N/m\].
    pub stiff: f64,
    pub across: f64,
    /// How much it brakes along itself, and across \[N·s/m\].
    pub brake: f64,
    pub brake_across: f64,
    /// Pull \[N\].
    pub tension: f64,
    /// Whether it does nothing where its masses are placed.
    pub slack: bool,
    /// Whether its way is an axis, which does not turn with its masses.
    pub on_axis: bool,
}

/// A network, made straight.
pub(super) struct Felt {
    pub places: Vec<Vector>,
    pub masses: Vec<f64>,
    /// Along which axes each mass may move.
    pub free: Vec<[bool; 3]>,
    pub ties: Vec<Tie>,
    pub friction: f64,
    pub h: f64,
}

impl Felt {
    /// All that the advisor knows of a model is read here.
    pub fn new(model: &Model) -> Self {
        let masses = model.masses();
        let places: Vec<Vector> = masses.iter().map(|mass| mass.position).collect();
        let mut ties: Vec<Tie> = model.acting().map(|own| tie(own, &places)).collect();
        // Contacts of many count where they touch as placed.
        ties.extend(Contacts::placed(model).iter().map(|own| touch(own, model)));
        Self {
            ties,
            masses: masses.iter().map(|mass| mass.mass).collect(),
            free: masses.iter().map(free_axes).collect(),
            places,
            friction: model.friction(),
            h: model.step(),
        }
    }

    pub fn moves(&self, mass: usize) -> bool {
        self.free[mass].contains(&true)
    }

    /// What the links pull each mass with \[N\], and the sum of the sizes of these pulls.
    fn pulls(&self) -> Vec<(Vector, f64)> {
        let mut pulls = vec![([0.0; 3], 0.0); self.places.len()];
        for tie in &self.ties {
            for (end, sign) in [(tie.ends[0], 1.0), (tie.ends[1], -1.0)] {
                let (force, size) = &mut pulls[end];
                *force = sum(*force, scaled(tie.along, sign * tie.tension));
                *size += tie.tension.abs();
            }
        }
        pulls
    }

    /// The mass that is pulled most where nothing balances that, and with what \[N\]; `weight` pulls
    /// every kilogram, too.
    pub fn unbalanced(&self, weight: Vector) -> Option<(usize, f64)> {
        let pulled = |(mass, (force, size)): (usize, (Vector, f64))| {
            let heavy = scaled(weight, self.masses[mass]);
            let force = sum(force, heavy);
            let free = self.free[mass];
            let force = length(core::array::from_fn(
                |k| if free[k] { force[k] } else { 0.0 },
            ));
            (force > UNBALANCED * (size + length(heavy))).then_some((mass, force))
        };
        let all = self.pulls().into_iter().enumerate().filter_map(pulled);
        all.max_by(|a, b| a.1.total_cmp(&b.1))
    }
}

/// Along which axes forces move a mass.
fn free_axes(mass: &Mass) -> [bool; 3] {
    mass.freedom.mask().map(|own| own > 0.0 && !mass.is_held())
}

/// A link as it is felt where its masses are placed.
fn tie(link: &Link, places: &[Vector]) -> Tie {
    let ends = link.ends.map(MassId::index);
    let way = difference(places[ends[1]], places[ends[0]]);
    if let Some(along) = link.along {
        return Tie {
            on_axis: true,
            ..tied(ends, along, &link.law.straight(dot(way, along)), 0.0)
        };
    }
    let distance = length(way);
    let own = link.law.straight(distance);
    if distance > SAME_PLACE {
        return tied(
            ends,
            scaled(way, 1.0 / distance),
            &own,
            own.tension / distance,
        );
    }
    // A spring without length between masses at one place pulls them back from all sides alike.
    let pushes = link.spring().is_some_and(|own| own.side == Side::Pushes);
    let point = link.law.length() <= SAME_PLACE && !pushes;
    Tie {
        brake_across: if point { own.brake } else { 0.0 },
        across: if point { own.slope } else { 0.0 },
        tension: if point { 0.0 } else { own.tension },
        slack: own.slack && !point,
        ..tied(ends, [1.0, 0.0, 0.0], &own, 0.0)
    }
}

/// Masses that touch as they are placed.
fn touch(own: &TouchAsPlaced, model: &Model) -> Tie {
    let law = LinkLaw::Spring(model.contacts()[own.contact].pushing());
    let felt = law.straight(own.gap);
    let felt = Linearised {
        tension: own.share * felt.tension,
        slope: own.share * felt.slope,
        brake: own.share * felt.brake,
        slack: false,
    };
    let far = own.distance.filter(|far| *far > SAME_PLACE);
    let across = far.map_or(0.0, |far| felt.tension / far);
    tied(own.ends, own.way, &felt, across)
}

fn tied(ends: [usize; 2], along: Vector, own: &Linearised, across: f64) -> Tie {
    Tie {
        ends,
        along,
        stiff: own.slope,
        across: if own.slack { 0.0 } else { across },
        brake: own.brake,
        brake_across: 0.0,
        tension: if own.slack { 0.0 } else { own.tension },
        slack: own.slack,
        on_axis: false,
    }
}
