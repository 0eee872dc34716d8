//! How a model is after a change.
//!
//! Masses and links keep their numbers: what is removed is no longer there, and can be added again.

use super::{Link, LinkId, MASSES, MassId, Model, ModelError, Moved, check, ranges};
use crate::change::{Amount, Change};
use crate::law::{LinkLaw, Spring};
use std::collections::HashMap;

impl Model {
    /// Links for which something holds.
    pub fn links_where(&self, mut holds: impl FnMut(&Link) -> bool) -> Vec<LinkId> {
        let all = self.links.iter().enumerate();
        all.filter(|(_, link)| holds(link))
            .map(|(n, _)| LinkId(n as u32))
            .collect()
    }

    /// Links of a name: those of that group, and those between masses of that name.
    pub fn links_of(&self, name: &str) -> Vec<LinkId> {
        let own: Vec<bool> = self
            .masses
            .iter()
            .map(|mass| belongs(&mass.name, name))
            .collect();
        self.links_where(|link| {
            (!name.is_empty() && link.group == name) || link.ends.iter().all(|end| own[end.index()])
        })
    }

    /// Groups that have links, and what else has some within it (rows, lattices, surfaces, parts that are
    /// placed), with these links: in the order in which the first of them were joined.
    pub fn link_groups(&self) -> Vec<(&str, Vec<LinkId>)> {
        let mut known = HashMap::new();
        let mut groups: Vec<(&str, Vec<LinkId>)> = Vec::new();
        let whole = |end: MassId| {
            let name = self.masses[end.index()].name.split_once('.');
            name.map(|(whole, _)| whole)
        };
        for (n, link) in self.links.iter().enumerate() {
            let [a, b] = link.ends.map(whole);
            let within = a.filter(|own| b == Some(own));
            let named = Some(&link.group[..]).filter(|own| !own.is_empty() && within != Some(own));
            for name in within.into_iter().chain(named) {
                let at = *known.entry(name).or_insert(groups.len());
                if at == groups.len() {
                    groups.push((name, Vec::new()));
                }
                groups[at].1.push(LinkId(n as u32));
            }
        }
        groups
    }

    /// Masses of a name: those of that group, and the mass, row, lattice, surface or part so named.
    pub fn masses_of(&self, name: &str) -> Vec<MassId> {
        let all = self.masses.iter().enumerate();
        all.filter(|(_, mass)| {
            (!name.is_empty() && mass.group == name) || belongs(&mass.name, name)
        })
        .map(|(n, _)| MassId(n as u32))
        .collect()
    }

    /// The same after some changes, one after the other.
    pub fn changed(&self, changes: &[Change]) -> Result<Self, ModelError> {
        let mut model = self.clone();
        for change in changes {
            model.change(change)?;
        }
        Ok(model)
    }

    fn change(&mut self, change: &Change) -> Result<(), ModelError> {
        change.check()?;
        match change {
            Change::Stiffness { links, amount } => self.change_links(links, "stiffness", |law| {
                Some(stiffer(law, amount.factor_of(stiffness(law)?)?))
            }),
            Change::Damping { links, amount } => self.change_links(links, "damping", |law| {
                let braked = |own: f64| amount.of(own);
                match law {
                    LinkLaw::Spring(own) => Some(LinkLaw::Spring(Spring {
                        damping: braked(own.damping),
                        ..*own
                    })),
                    LinkLaw::Bow(own) => Some(LinkLaw::Bow(crate::Bow {
                        force: braked(own.force),
                        ..*own
                    })),
                    _ => None,
                }
            }),
            Change::Length { links, amount } => {
                self.change_links(links, "length", |law| match law {
                    LinkLaw::Spring(own) if stiffness(law).is_some() => {
                        Some(LinkLaw::Spring(Spring {
                            length: Some(amount.of(own.length.unwrap_or(0.0))),
                            ..*own
                        }))
                    }
                    _ => None,
                })
            }
            Change::Mass { masses, amount } => self.change_masses(masses, |own, name| {
                let mass = amount.of(own.mass);
                check(&format!("the new mass of {name}"), mass, MASSES)?;
                own.mass = mass;
                Ok(())
            }),
            Change::Fix(masses) => self.hold(masses, Moved::Never),
            Change::Free(masses) => self.hold(masses, Moved::ByForces),
            Change::Add { masses, links } => self.bring(masses, links, true),
            Change::Remove { masses, links } => self.bring(masses, links, false),
        }
    }

    /// Gives links other laws; those that have nothing to change (`None`) stay as they are, but one
    /// must have.
    fn change_links(
        &mut self,
        links: &[LinkId],
        what: &str,
        new: impl Fn(&LinkLaw) -> Option<LinkLaw>,
    ) -> Result<(), ModelError> {
        let mut changes = 0;
        for link in links {
            self.known_link(*link)?;
            let Some(law) = new(&self.links[link.index()].law) else {
                continue;
            };
            for (own, value, range) in ranges(&law) {
                check(&format!("the new {own} of a link"), value, range)?;
            }
            self.links[link.index()].law = law;
            changes += 1;
        }
        match changes {
            0 => Err(ModelError::NothingToChange(format!(
                "none of these links has a {what} that can be changed; name others, or leave it out"
            ))),
            _ => Ok(()),
        }
    }

    fn change_masses(
        &mut self,
        masses: &[MassId],
        change: impl Fn(&mut super::Mass, &str) -> Result<(), ModelError>,
    ) -> Result<(), ModelError> {
        if masses.is_empty() {
            let nothing = "no mass is to be changed; name one at least";
            return Err(ModelError::NothingToChange(nothing.to_owned()));
        }
        for mass in masses {
            self.known(*mass)?;
            let name = self.shown(&self.masses[mass.index()].name);
            change(&mut self.masses[mass.index()], &name)?;
        }
        Ok(())
    }

    fn hold(&mut self, masses: &[MassId], moved: Moved) -> Result<(), ModelError> {
        self.change_masses(masses, |own, name| {
            if own.moved == Moved::ByDriver {
                return Err(ModelError::IsDriven(name.to_owned()));
            }
            own.moved = moved;
            Ok(())
        })
    }

    fn bring(
        &mut self,
        masses: &[MassId],
        links: &[LinkId],
        there: bool,
    ) -> Result<(), ModelError> {
        if masses.is_empty() && links.is_empty() {
            let nothing = "nothing is to be added or removed; name a mass or a link at least";
            return Err(ModelError::NothingToChange(nothing.to_owned()));
        }
        for mass in masses {
            self.known(*mass)?;
            self.masses[mass.index()].there = there;
        }
        for link in links {
            self.known_link(*link)?;
            self.links[link.index()].there = there;
        }
        Ok(())
    }

    fn known_link(&self, link: LinkId) -> Result<(), ModelError> {
        let count = self.links.len();
        match link.index() < count {
            true => Ok(()),
            false => Err(ModelError::NoSuchLink(link.index(), count)),
        }
    }
}

/// Whether a name is this one, or that of something in it: `string.3` belongs to `string`.
fn belongs(name: &str, whole: &str) -> bool {
    let rest = name.strip_prefix(whole);
    !whole.is_empty() && rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

/// By which a link's stiffness is told, if it has any; 0 where one number does not tell it.
fn stiffness(law: &LinkLaw) -> Option<f64> {
    let own = match law {
        LinkLaw::Spring(own) => {
            let parts = [own.stiffness, own.quadratic, own.cubic, own.power];
            return parts
                .iter()
                .any(|part| *part > 0.0)
                .then_some(own.stiffness);
        }
        LinkLaw::Pluck(own) => own.stiffness,
        LinkLaw::Attractor(_) => 0.0,
        LinkLaw::Bow(_) => return None,
    };
    Some(own)
}

/// So many times as stiff at every stretch.
fn stiffer(law: &LinkLaw, times: f64) -> LinkLaw {
    match *law {
        LinkLaw::Spring(own) => LinkLaw::Spring(Spring {
            stiffness: own.stiffness * times,
            quadratic: own.quadratic * times,
            cubic: own.cubic * times,
            power: own.power * times,
            ..own
        }),
        LinkLaw::Pluck(own) => LinkLaw::Pluck(crate::Pluck {
            stiffness: own.stiffness * times,
            ..own
        }),
        LinkLaw::Attractor(own) => LinkLaw::Attractor(crate::Attractor {
            strength: own.strength * times,
            ..own
        }),
        LinkLaw::Bow(own) => LinkLaw::Bow(own),
    }
}

impl Amount {
    /// What a number becomes.
    fn of(self, own: f64) -> f64 {
        match self {
            Self::To(value) => value,
            Self::Times(factor) => own * factor,
        }
    }

    /// How many times as much that is; nothing becomes no more by any factor.
    fn factor_of(self, own: f64) -> Option<f64> {
        match self {
            Self::Times(factor) => Some(factor),
            Self::To(value) => (own > 0.0).then(|| value / own),
        }
    }
}
