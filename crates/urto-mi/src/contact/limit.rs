//! The hardest that contacts of many may be.
//!
//! Law:  as for links ([`limit`](crate::limit)): h²·(sum of stiffnesses at a mass) below 2·m. Which
//!       links act at a mass is known, of contacts it is not: a mass counts as touching
//!       [`TOUCHED`] others at once. All pairs of a contact have one law, so it is its lightest mass
//!       (beside its links) that says how hard it may be.

use super::Contact;
use crate::law::{LinkLaw, Spring};
use crate::limit::{USED, weight};
use crate::model::{Mass, MassId, Model};

/// Others that a mass touches at once: balls in a heap touch six on average (a heap of balls without
/// friction is just held up with 2·3 contacts for each).
const TOUCHED: f64 = 6.0;

/// For each contact the steepest that its law may be \[N/m\].
pub(crate) fn steepest(model: &Model) -> Vec<f64> {
    let (h, masses) = (model.step(), model.masses());
    let mut sums = vec![0.0; masses.len()];
    for link in model.links() {
        let own = weight(&link.law, h);
        link.ends.iter().for_each(|end| sums[end.index()] += own);
    }
    let loads: Vec<f64> = model
        .contacts()
        .iter()
        .map(|own| load(own, model))
        .collect();
    for (contact, load) in model.contacts().iter().zip(&loads) {
        for (mass, touched) in contact.touched() {
            sums[mass.index()] += touched * load;
        }
    }
    let allowed = |(contact, load): (&Contact, &f64)| {
        let at = |(mass, touched): (MassId, f64)| {
            let whole = 2.0 * USED * masses[mass.index()].mass / (h * h);
            match sums[mass.index()] > 0.0 && *load > 0.0 {
                true => whole * load / sums[mass.index()],
                false => whole / touched,
            }
        };
        let free = contact
            .touched()
            .filter(|(mass, _)| !masses[mass.index()].is_held());
        free.map(at).fold(HARDEST, f64::min)
    };
    model.contacts().iter().zip(&loads).map(allowed).collect()
}

/// Where nothing is moved by it nothing limits it, but it is to be finite \[N/m\].
const HARDEST: f64 = 1e15;

impl Contact {
    /// Its masses, and how often each may be touched at once: one finds one place of a surface.
    pub(crate) fn touched(&self) -> impl Iterator<Item = (MassId, f64)> {
        let own = if self.is_surface() { 1.0 } else { TOUCHED };
        let first = self.masses.iter().map(move |mass| (*mass, own));
        first.chain(self.others().into_iter().map(|mass| (mass, TOUCHED)))
    }
}

/// How stiff a contact is at a usual depth \[N/m\].
fn load(contact: &Contact, model: &Model) -> f64 {
    let radius = |own: &MassId| model.masses()[own.index()].radius;
    let reaches = contact.masses.iter().map(|own| contact.reach(radius(own)));
    let law = LinkLaw::Spring(Spring {
        length: Some(super::mean(reaches)),
        ..contact.spring
    });
    weight(&law, model.step())
}

/// How far the stiffness of each contact may be multiplied until plain leapfrog does not carry one
/// touch of its lightest masses by itself: k·h²·(1/a + 1/b) + 2·z·h·(1/a + 1/b) below 4.
pub(crate) fn lone_margin(contact: &Contact, model: &Model) -> f64 {
    let lightness = |all: &[MassId]| {
        let free = all.iter().map(|own| &model.masses()[own.index()]);
        let free = free.filter(|own: &&Mass| !own.is_held());
        let mut found: Vec<f64> = free.map(|own| 1.0 / own.mass).collect();
        found.sort_by(|a, b| b.total_cmp(a));
        found
    };
    let first = lightness(&contact.masses);
    let both = match contact.others() {
        none if none.is_empty() => first.iter().take(2).sum::<f64>(),
        others => {
            let second = lightness(&others);
            first.first().unwrap_or(&0.0) + second.first().unwrap_or(&0.0)
        }
    };
    let h = model.step();
    let brakes = 2.0 * contact.spring.damping * h * both;
    let stiff = contact.pushing().stiffness * h * h * both;
    match (stiff > 0.0, brakes < 4.0) {
        (_, false) => 0.0,
        (true, _) => (4.0 - brakes) / stiff,
        (false, _) => f64::INFINITY,
    }
}
