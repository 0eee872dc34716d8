//! All contacts of a network as they are stepped.

use super::pairs::Pairs;
use super::surface::SkinContact;
use super::{Contact, ContactCounts, limit};
use crate::law::{Law, LinkLaw};
use crate::model::{MassId, Model};
use crate::vector::{Vector, difference, dot, length, scaled};

#[derive(Clone)]
enum Sort {
    Pairs(Pairs),
    Surface(SkinContact),
}

/// Does the same with either.
macro_rules! either {
    ($sort:expr, $own:ident => $act:expr) => {
        match $sort {
            Sort::Pairs($own) => $act,
            Sort::Surface($own) => $act,
        }
    };
}

#[derive(Clone, Default)]
pub(crate) struct Contacts {
    all: Vec<(Sort, Law)>,
}

/// Two masses that touch where they are placed, or a mass and a corner of a surface.
pub(crate) struct TouchAsPlaced {
    /// The number of the contact.
    pub contact: usize,
    pub ends: [usize; 2],
    /// From the first to the second, of length 1.
    pub way: Vector,
    /// How far they are apart, less where they touch \[m\]: negative.
    pub gap: f64,
    /// How far they are apart \[m\]; at a surface not known.
    pub distance: Option<f64>,
    /// The corner's share of what the surface takes. A contact with a surface is no stiffer than
    /// one with each corner, by its share, would be: the square of a mean is at most the mean of
    /// squares.
    pub share: f64,
}

impl Contacts {
    /// All that touch where masses are placed.
    pub fn placed(model: &Model) -> Vec<TouchAsPlaced> {
        let at = |n: usize| model.masses()[n].position;
        let mut found = Vec::new();
        for (contact, (mut sort, _)) in Self::new(model).0.all.into_iter().enumerate() {
            match &mut sort {
                Sort::Pairs(own) => own.touching(at, |touch| {
                    found.push(TouchAsPlaced {
                        contact,
                        ends: touch.masses,
                        way: touch.way,
                        gap: touch.gap,
                        distance: Some(touch.distance),
                        share: 1.0,
                    });
                }),
                Sort::Surface(own) => own.touching(at, |touch| {
                    let corners = touch.corners.into_iter().zip(touch.shares);
                    found.extend(corners.map(|(corner, share)| TouchAsPlaced {
                        contact,
                        ends: [corner, touch.mass],
                        way: touch.way,
                        gap: touch.gap,
                        distance: None,
                        share,
                    }));
                }),
            }
        }
        found
    }

    /// With laws that a step can carry, and how many were made softer for it.
    pub fn new(model: &Model) -> (Self, usize) {
        let (h, mut softened) = (model.step(), 0);
        let limits = limit::steepest(model);
        let all = model.contacts().iter().zip(limits);
        let all = all.filter_map(|(contact, most)| {
            let absent = |own: &MassId| !model.masses()[own.index()].there;
            let contact = &contact.without(absent)?;
            let law = LinkLaw::Spring(contact.pushing());
            softened += usize::from(law.stiffness_at(0.0, h) > most);
            let pairs = Pairs::new(contact, model).map(Sort::Pairs);
            let sort = pairs.or_else(|| SkinContact::new(contact, model).map(Sort::Surface));
            Some((sort?, Law::new(&law, most, h)))
        });
        let all = all.collect();
        (Self { all }, softened)
    }

    /// Whether contacts of two states of a model are the same: the same masses are there, held and
    /// free, and each is as hard.
    pub fn alike(one: &Model, other: &Model) -> bool {
        let member = |contact: &Contact| {
            let all = contact.masses.iter().copied().chain(contact.others());
            all.collect::<Vec<MassId>>()
        };
        let state = |model: &Model, own: MassId| {
            let mass = &model.masses()[own.index()];
            (mass.there, mass.is_held())
        };
        let laws = |model: &Model| -> Vec<Law> {
            let limits = limit::steepest(model);
            let all = model.contacts().iter().zip(limits);
            let law = |own: &Contact| LinkLaw::Spring(own.pushing());
            all.map(|(own, most)| Law::new(&law(own), most, model.step()))
                .collect()
        };
        let mut members = one.contacts().iter().flat_map(member);
        one.contacts() == other.contacts()
            && members.all(|own| state(one, own) == state(other, own))
            && laws(one) == laws(other)
    }

    /// The numbers of all masses that may touch something.
    pub fn masses(&self) -> Vec<usize> {
        let all = self.all.iter();
        all.flat_map(|(sort, _)| -> Vec<usize> { either!(sort, own => own.masses().collect()) })
            .collect()
    }

    /// Masses have other numbers from now on.
    pub fn renumber(&mut self, new: &[usize]) {
        for (sort, _) in &mut self.all {
            either!(sort, own => own.renumber(|n| new[n]));
        }
    }

    /// Makes all so many times as hard, and what brakes so many times as strong.
    pub fn temper(&mut self, stiffer: f64, braked: f64) {
        for (_, law) in &mut self.all {
            law.temper(stiffer, braked);
        }
    }

    /// Masses were put elsewhere: who is near whom, and on which side, is to be found anew.
    pub fn forget(&mut self) {
        for (sort, _) in &mut self.all {
            either!(sort, own => own.forget());
        }
    }

    pub fn counts(&self) -> ContactCounts {
        let mut sum = ContactCounts::default();
        for (sort, _) in &self.all {
            let own = either!(sort, own => own.counts);
            sum.near += own.near;
            sum.searches += own.searches;
            sum.tests += own.tests;
            sum.crowded += own.crowded;
        }
        sum
    }

    /// Gives what all contacts push masses with \[N\], from where these are and what they moved in the
    /// last step of `h` seconds; and the energy that they hold \[J\]. Does not allocate.
    pub fn act(
        &mut self,
        at: impl Fn(usize) -> Vector,
        moved: impl Fn(usize) -> Vector,
        h: f64,
        mut push: impl FnMut(usize, Vector),
    ) -> f64 {
        let mut energy = 0.0;
        for (sort, law) in &mut self.all {
            match sort {
                Sort::Pairs(own) => own.touching(&at, |touch| {
                    let [a, b] = touch.masses;
                    let apart = scaled(touch.way, touch.distance);
                    let before = difference(apart, difference(moved(b), moved(a)));
                    let gained = touch.distance - length(before);
                    let own = law.at(touch.gap, touch.gap - gained, h);
                    energy += own.energy;
                    push(a, scaled(touch.way, own.tension));
                    push(b, scaled(touch.way, -own.tension));
                }),
                Sort::Surface(own) => own.touching(&at, |touch| {
                    let point =
                        (0..3).map(|n| touch.shares[n] * dot(touch.way, moved(touch.corners[n])));
                    let gained = dot(touch.way, moved(touch.mass)) - point.sum::<f64>();
                    let own = law.at(touch.gap, touch.gap - gained, h);
                    energy += own.energy;
                    push(touch.mass, scaled(touch.way, -own.tension));
                    for (corner, share) in touch.corners.into_iter().zip(touch.shares) {
                        push(corner, scaled(touch.way, share * own.tension));
                    }
                }),
            }
        }
        energy
    }
}
