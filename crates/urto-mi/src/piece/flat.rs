//! A piece in plain numbers, so that a thread that must not be kept can put it together without
//! reading its file. Names and groups are left out: they are for people.

use super::{Loudness, NetworkPiece};
use crate::change::{Amount, Change, Planned};
use crate::contact::{Against, Contact};
use crate::law::{Attractor, Bow, LinkLaw, Pluck, Side, Spring};
use crate::model::{Freedom, Link, LinkId, Mass, MassId, Model, Moved};
use crate::score::{Course, Drive, Driven, Driver, Event, Heard, Listener};
use crate::stepping::{Precision, StepQuality, Stepping};
use std::sync::OnceLock;
use urto::param::Curve;

impl NetworkPiece {
    /// All of it in numbers, with how loud it is.
    pub fn to_numbers(&self) -> Vec<f64> {
        let model = &self.model;
        let mut to = PieceWriter(Vec::new());
        to.all([model.hertz(), model.friction(), self.seconds]);
        to.all(model.gravity());
        let Loudness { score, blow } = self.loudness();
        to.all([score, blow]);
        let Stepping {
            quality, precision, ..
        } = self.stepping;
        to.all([f64::from(quality as u8), f64::from(precision as u8)]);
        to.network(model);
        to.list(&self.events, |to, own| {
            let (sort, mass, three, steps) = match own.drive {
                Drive::Force {
                    mass,
                    newtons,
                    steps,
                } => (0.0, mass, newtons, steps),
                Drive::Position { mass, to } => (1.0, mass, to, 0),
                Drive::Velocity { mass, to } => (2.0, mass, to, 0),
            };
            to.all([own.at, sort, number(mass), f64::from(steps)]);
            to.all(three);
        });
        to.list(&self.drivers, |to, own| {
            to.all([number(own.mass), f64::from(own.what as u8)]);
            to.all(own.axis);
            match &own.course {
                Course::Curve(curve) => {
                    to.0.push(0.0);
                    to.list(curve.points(), |to, (time, value)| to.all([*time, *value]));
                }
                Course::Sine {
                    hertz,
                    amplitude,
                    phase,
                } => to.all([1.0, *hertz, *amplitude, *phase]),
                Course::Signal(signal) => to.all([2.0, *signal as f64]),
            }
        });
        to.list(&self.changes, |to, own| {
            to.all([own.at, own.over]);
            to.list(&own.changes, PieceWriter::change);
        });
        to.list(&self.listeners, |to, own| {
            to.all(own.axis);
            to.all([f64::from(own.what as u8), own.gain]);
            to.list(&own.masses, |to, (mass, weight)| {
                to.all([number(*mass), *weight])
            });
        });
        to.list(&self.groups, |to, own| {
            to.list(own, |to, link| to.all([link.index() as f64]))
        });
        to.0
    }

    /// What [`to_numbers`](NetworkPiece::to_numbers) told; nothing if they do not fit.
    pub fn of_numbers(numbers: &[f64]) -> Option<Self> {
        let mut from = PieceReader::new(numbers);
        let [hertz, friction, seconds] = from.all()?;
        let gravity = from.all()?;
        let [score, blow] = from.all()?;
        let stepping = Stepping {
            quality: from.among(StepQuality::ALL)?,
            precision: from.among(Precision::ALL)?,
            ..Stepping::default()
        };
        let model = from.network(hertz, friction, gravity)?;
        let piece = Self {
            model,
            events: from.list(PieceReader::event)?,
            drivers: from.list(PieceReader::driver)?,
            changes: from.list(PieceReader::planned)?,
            listeners: from.list(PieceReader::listener)?,
            groups: from.list(|from| from.list(PieceReader::link_id))?,
            seconds,
            stepping,
            loudness: OnceLock::from(Loudness { score, blow }),
        };
        from.is_empty().then_some(piece)
    }
}

pub(crate) fn number(mass: MassId) -> f64 {
    mass.index() as f64
}

/// Numbers of a piece, or of a part of one.
pub(crate) struct PieceWriter(pub Vec<f64>);

impl PieceWriter {
    pub fn all<const N: usize>(&mut self, own: [f64; N]) {
        self.0.extend(own);
    }

    /// A count, and each of them.
    pub fn list<T>(&mut self, all: &[T], each: impl Fn(&mut Self, &T)) {
        self.0.push(all.len() as f64);
        all.iter().for_each(|own| each(self, own));
    }

    /// Masses, links and contacts.
    pub fn network(&mut self, model: &Model) {
        self.list(model.masses(), |to, own| {
            to.all(own.position);
            to.all(own.velocity);
            let freedom = match own.freedom {
                Freedom::Space => 0,
                Freedom::Across(axis) => 1 + axis,
                Freedom::Along(axis) => 4 + axis,
            };
            let moved = own.moved as u8;
            to.all([own.mass, own.radius, freedom as f64, f64::from(moved)]);
            to.all([f64::from(u8::from(own.there))]);
        });
        self.list(model.links(), |to, own| {
            to.all(own.ends.map(number));
            to.all(own.along.unwrap_or([0.0; 3]));
            to.all([f64::from(u8::from(own.there))]);
            to.law(&own.law);
        });
        self.list(model.contacts(), |to, own| to.contact(own));
    }

    /// Its sort; an amount, masses and links, where it has them.
    fn change(&mut self, change: &Change) {
        let no_amount = Amount::Times(1.0);
        let (sort, amount, masses, links) = match change {
            Change::Stiffness { links, amount } => (0.0, *amount, &[][..], &links[..]),
            Change::Damping { links, amount } => (1.0, *amount, &[][..], &links[..]),
            Change::Length { links, amount } => (2.0, *amount, &[][..], &links[..]),
            Change::Mass { masses, amount } => (3.0, *amount, &masses[..], &[][..]),
            Change::Fix(masses) => (4.0, no_amount, &masses[..], &[][..]),
            Change::Free(masses) => (5.0, no_amount, &masses[..], &[][..]),
            Change::Add { masses, links } => (6.0, no_amount, &masses[..], &links[..]),
            Change::Remove { masses, links } => (7.0, no_amount, &masses[..], &links[..]),
        };
        let (times, value) = match amount {
            Amount::To(value) => (0.0, value),
            Amount::Times(factor) => (1.0, factor),
        };
        self.all([sort, times, value]);
        self.list(masses, |to, own| to.all([number(*own)]));
        self.list(links, |to, own| to.all([own.index() as f64]));
    }

    fn contact(&mut self, own: &Contact) {
        self.list(&own.masses, |to, own| to.all([number(*own)]));
        match &own.against {
            Against::EachOther => self.all([0.0]),
            Against::Masses(others) => {
                self.all([1.0]);
                self.list(others, |to, own| to.all([number(*own)]));
            }
            Against::Surface(triangles) => {
                self.all([2.0]);
                self.list(triangles, |to, own| to.all(own.map(number)));
            }
        }
        self.all([f64::from(u8::from(own.spring.length.is_some()))]);
        self.law(&LinkLaw::Spring(own.spring));
    }

    fn law(&mut self, law: &LinkLaw) {
        match *law {
            LinkLaw::Spring(own) => {
                self.all([0.0, own.stiffness, own.quadratic, own.cubic, own.power]);
                let side = f64::from(own.side as u8);
                let length = own.length.unwrap_or(0.0);
                self.all([own.exponent, own.damping, length, side]);
            }
            LinkLaw::Attractor(own) => self.all([1.0, own.strength, own.core]),
            LinkLaw::Pluck(own) => self.all([2.0, own.stiffness, own.reach]),
            LinkLaw::Bow(own) => self.all([3.0, own.force, own.speed]),
        }
    }
}

/// Reads what a [`PieceWriter`] wrote.
pub(crate) struct PieceReader<'a> {
    numbers: &'a [f64],
    /// How many masses and links there are.
    masses: usize,
    links: usize,
}

impl<'a> PieceReader<'a> {
    pub fn new(numbers: &'a [f64]) -> Self {
        Self {
            numbers,
            masses: u32::MAX as usize,
            links: 0,
        }
    }

    /// Whether all has been read.
    pub fn is_empty(&self) -> bool {
        self.numbers.is_empty()
    }

    /// Masses, links and contacts; nothing if a model would refuse one of them.
    pub fn network(&mut self, hertz: f64, friction: f64, gravity: [f64; 3]) -> Option<Model> {
        let masses = self.list(Self::mass)?;
        self.masses = masses.len();
        let links = self.list(Self::link)?;
        self.links = links.len();
        let contacts = self.list(Self::contact)?;
        let mut model = Model::of_read(hertz, masses, links)?;
        for contact in contacts {
            model.add_contact(contact).ok()?;
        }
        model.set_friction(friction).ok()?;
        model.set_gravity(gravity).ok()?;
        Some(model)
    }

    pub fn all<const N: usize>(&mut self) -> Option<[f64; N]> {
        let (own, rest) = self.numbers.split_first_chunk()?;
        self.numbers = rest;
        Some(*own)
    }

    pub fn one(&mut self) -> Option<f64> {
        self.all().map(|[own]| own)
    }

    /// One of a few, by its number.
    fn among<T: Copy>(&mut self, all: &[T]) -> Option<T> {
        all.get(self.one()? as usize).copied()
    }

    pub fn list<T>(&mut self, each: impl Fn(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        let count = self.one()? as usize;
        // Each has a number at least.
        let mut all = Vec::with_capacity(count.min(self.numbers.len()));
        for _ in 0..count {
            all.push(each(self)?);
        }
        Some(all)
    }

    pub fn mass_id(&self, number: f64) -> Option<MassId> {
        ((number as usize) < self.masses).then_some(MassId(number as u32))
    }

    fn link_id(&mut self) -> Option<LinkId> {
        let own = self.one()? as u32;
        ((own as usize) < self.links).then_some(LinkId(own))
    }

    fn planned(&mut self) -> Option<Planned> {
        let [at, over] = self.all()?;
        let changes = self.list(Self::change)?;
        Some(Planned { at, over, changes })
    }

    fn change(&mut self) -> Option<Change> {
        let [sort, times, value] = self.all()?;
        let masses = self.list(|from| {
            let own = from.one()?;
            from.mass_id(own)
        })?;
        let links = self.list(Self::link_id)?;
        let amount = match times {
            0.0 => Amount::To(value),
            _ => Amount::Times(value),
        };
        Some(match sort as usize {
            0 => Change::Stiffness { links, amount },
            1 => Change::Damping { links, amount },
            2 => Change::Length { links, amount },
            3 => Change::Mass { masses, amount },
            4 => Change::Fix(masses),
            5 => Change::Free(masses),
            6 => Change::Add { masses, links },
            7 => Change::Remove { masses, links },
            _ => return None,
        })
    }

    fn mass(&mut self) -> Option<Mass> {
        let (position, velocity) = (self.all()?, self.all()?);
        let [mass, radius, freedom, moved] = self.all()?;
        let freedom = match freedom as usize {
            0 => Freedom::Space,
            own @ 1..=3 => Freedom::Across(own - 1),
            own @ 4..=6 => Freedom::Along(own - 4),
            _ => return None,
        };
        let moved = pick([Moved::ByForces, Moved::Never, Moved::ByDriver], moved)?;
        Some(Mass {
            velocity,
            radius,
            freedom,
            moved,
            there: self.one()? != 0.0,
            ..Mass::at(position).of(mass)
        })
    }

    fn link(&mut self) -> Option<Link> {
        let [a, b] = self.all()?;
        let along: [f64; 3] = self.all()?;
        Some(Link {
            ends: [self.mass_id(a)?, self.mass_id(b)?],
            along: (along != [0.0; 3]).then_some(along),
            there: self.one()? != 0.0,
            law: self.law()?,
            group: String::new(),
        })
    }

    fn contact(&mut self) -> Option<Contact> {
        let one = |from: &mut Self| {
            let own = from.one()?;
            from.mass_id(own)
        };
        let masses = self.list(one)?;
        let against = match self.one()? as usize {
            0 => Against::EachOther,
            1 => Against::Masses(self.list(one)?),
            2 => Against::Surface(self.list(|from| Some([one(from)?, one(from)?, one(from)?]))?),
            _ => return None,
        };
        let has_length = self.one()? != 0.0;
        let LinkLaw::Spring(spring) = self.law()? else {
            return None;
        };
        let length = spring.length.filter(|_| has_length);
        Some(Contact {
            masses,
            against,
            spring: Spring { length, ..spring },
        })
    }

    fn law(&mut self) -> Option<LinkLaw> {
        Some(match self.one()? as usize {
            0 => {
                let [stiffness, quadratic, cubic, power] = self.all()?;
                let [exponent, damping, length, side] = self.all()?;
                LinkLaw::Spring(Spring {
                    stiffness,
                    quadratic,
                    cubic,
                    power,
                    exponent,
                    damping,
                    length: Some(length),
                    side: pick([Side::Both, Side::Pulls, Side::Pushes], side)?,
                })
            }
            1 => {
                let [strength, core] = self.all()?;
                LinkLaw::Attractor(Attractor { strength, core })
            }
            2 => {
                let [stiffness, reach] = self.all()?;
                LinkLaw::Pluck(Pluck { stiffness, reach })
            }
            3 => {
                let [force, speed] = self.all()?;
                LinkLaw::Bow(Bow { force, speed })
            }
            _ => return None,
        })
    }

    fn event(&mut self) -> Option<Event> {
        let [at, sort, mass, steps] = self.all()?;
        let (mass, three) = (self.mass_id(mass)?, self.all()?);
        let drive = match sort as usize {
            0 => Drive::Force {
                mass,
                newtons: three,
                steps: steps as u32,
            },
            1 => Drive::Position { mass, to: three },
            2 => Drive::Velocity { mass, to: three },
            _ => return None,
        };
        Some(Event { at, drive })
    }

    fn driver(&mut self) -> Option<Driver> {
        let [mass, what] = self.all()?;
        let axis = self.all()?;
        let course = match self.one()? as usize {
            0 => {
                let points = self.list(|from| from.all().map(|[time, value]| (time, value)))?;
                Course::Curve(Curve::new(points)?)
            }
            2 => Course::Signal(self.one()? as usize),
            _ => {
                let [hertz, amplitude, phase] = self.all()?;
                Course::Sine {
                    hertz,
                    amplitude,
                    phase,
                }
            }
        };
        Some(Driver {
            mass: self.mass_id(mass)?,
            axis,
            what: pick([Driven::Position, Driven::Velocity, Driven::Force], what)?,
            course,
        })
    }

    fn listener(&mut self) -> Option<Listener> {
        let axis = self.all()?;
        let [what, gain] = self.all()?;
        let masses = self.list(|from| {
            let [mass, weight] = from.all()?;
            Some((from.mass_id(mass)?, weight))
        })?;
        Some(Listener {
            masses,
            axis,
            what: pick([Heard::Position, Heard::Velocity, Heard::Force], what)?,
            gain,
        })
    }
}

/// One of several, by its number.
fn pick<T: Copy, const N: usize>(all: [T; N], number: f64) -> Option<T> {
    all.get(number as usize).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_piece_comes_back_from_its_numbers() {
        let mut piece = NetworkPiece::string().unwrap();
        let string: Vec<MassId> = (0..9).map(MassId).collect();
        let surface = vec![[MassId(9), MassId(10), MassId(11)]];
        let lengths = [Some(1e-3), None, Some(2e-3)];
        for (length, against) in lengths.into_iter().zip([
            Against::EachOther,
            Against::Surface(surface),
            Against::Masses(vec![MassId(20)]),
        ]) {
            let contact = Contact {
                masses: string.clone(),
                against,
                spring: Spring {
                    length,
                    side: Side::Pushes,
                    ..Spring::default()
                },
            };
            piece.model.add_contact(contact).unwrap();
        }
        let numbers = piece.to_numbers();
        let back = NetworkPiece::of_numbers(&numbers).unwrap();
        assert_eq!(back.to_numbers(), numbers);
        assert_eq!(back.model().links(), piece.model().links());
        assert_eq!(back.model().contacts(), piece.model().contacts());
        let heard = |piece: &NetworkPiece| {
            let mut heard = vec![0.0; 2000];
            piece.played().unwrap().render(&mut [&mut heard]);
            heard
        };
        assert!(heard(&back) == heard(&piece) && heard(&back).iter().any(|own| *own != 0.0));
        for cut in [0, 1, 9, numbers.len() / 2, numbers.len() - 1] {
            assert!(NetworkPiece::of_numbers(&numbers[..cut]).is_none(), "{cut}");
        }
        assert!(NetworkPiece::of_numbers(&[&numbers[..], &[0.0]].concat()).is_none());
    }
}
