//! What a network is made of.

mod edit;

use crate::contact::Contact;
use crate::law::{LinkLaw, Side, Spring};
use crate::vector::{Vector, difference, dot, length, scaled};
use std::collections::HashMap;
use urto::param::written;

/// A handle for a mass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MassId(pub(crate) u32);

impl MassId {
    /// Its number among the masses of its model.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A handle for a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LinkId(pub(crate) u32);

impl LinkId {
    /// Its number among the links of its model.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Where a mass may move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Freedom {
    /// Everywhere.
    #[default]
    Space,
    /// In the plane across an axis: 0 is x, 1 is y, 2 is z.
    Across(usize),
    /// Along an axis.
    Along(usize),
}

impl Freedom {
    /// 1 for each axis along which it may move, else 0.
    pub(crate) fn mask(self) -> Vector {
        core::array::from_fn(|axis| match self {
            Self::Space => 1.0,
            Self::Across(normal) => f64::from(u8::from(axis != normal)),
            Self::Along(own) => f64::from(u8::from(axis == own)),
        })
    }
}

/// What moves a mass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Moved {
    /// What pulls and pushes it.
    #[default]
    ByForces,
    /// Nothing.
    Never,
    /// A driver that says where it is.
    ByDriver,
}

/// A point with a mass.
#[derive(Clone, Debug, PartialEq)]
pub struct Mass {
    /// What it is called; may be empty.
    pub name: String,
    /// What it belongs to; may be empty.
    pub group: String,
    /// Where it starts \[m\].
    pub position: [f64; 3],
    /// How fast it starts \[m/s\].
    pub velocity: [f64; 3],
    /// How heavy it is \[kg\].
    pub mass: f64,
    /// Its size, for contacts \[m\]: a point has none.
    pub radius: f64,
    /// Where it may move.
    pub freedom: Freedom,
    /// What moves it.
    pub moved: Moved,
    /// Whether it is there: what is not stays where it is and has no links, until a
    /// [change](crate::Change) adds it.
    pub there: bool,
}

impl Mass {
    /// A gram at rest.
    pub fn at(position: [f64; 3]) -> Self {
        Self {
            name: String::new(),
            group: String::new(),
            position,
            velocity: [0.0; 3],
            mass: 1e-3,
            radius: 0.0,
            freedom: Freedom::Space,
            moved: Moved::ByForces,
            there: true,
        }
    }

    /// With another mass \[kg\].
    pub fn of(self, mass: f64) -> Self {
        Self { mass, ..self }
    }

    /// With a name.
    pub fn named(self, name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            ..self
        }
    }

    /// Held for ever.
    pub fn fixed(self) -> Self {
        Self {
            moved: Moved::Never,
            ..self
        }
    }

    /// Moved by a driver, not by forces.
    pub fn driven(self) -> Self {
        Self {
            moved: Moved::ByDriver,
            ..self
        }
    }

    /// Whether no force moves it.
    pub fn is_held(&self) -> bool {
        self.moved != Moved::ByForces || !self.there
    }

    /// Whether its numbers are those that a mass may have.
    fn is_possible(&self) -> bool {
        let near = |own: &f64| own.abs() <= LARGEST;
        let [least, most] = MASSES;
        (least..=most).contains(&self.mass)
            && self.position.iter().chain(&self.velocity).all(near)
            && (0.0..=LARGEST).contains(&self.radius)
    }
}

/// A link between two masses.
#[derive(Clone, Debug, PartialEq)]
pub struct Link {
    /// The masses.
    pub ends: [MassId; 2],
    /// What is between them; springs know their length.
    pub law: LinkLaw,
    /// The way along which distance and force are measured, of length 1; `None`: the line from mass to
    /// mass. A plane is a fixed mass in it and the way out of it.
    pub along: Option<[f64; 3]>,
    /// What it belongs to; may be empty.
    pub group: String,
    /// Whether it is there; one between masses of which one is not there does nothing either.
    pub there: bool,
}

impl Link {
    /// Its spring, if it is one.
    pub fn spring(&self) -> Option<&Spring> {
        match &self.law {
            LinkLaw::Spring(spring) => Some(spring),
            _ => None,
        }
    }

    /// Whether its numbers are those that a link may have.
    fn is_possible(&self) -> bool {
        let within = |(_, value, [min, max]): &(_, f64, [f64; 2])| (*min..=*max).contains(value);
        let is_unit = |axis: [f64; 3]| (length(axis) - 1.0).abs() < 1e-9;
        self.along
            .map_or(!matches!(self.law, LinkLaw::Bow(_)), is_unit)
            && ranges(&self.law).iter().all(within)
    }
}

/// A network cannot be as it was asked for.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ModelError {
    /// A number is outside what is allowed, or not a number. Choose one inside.
    #[error("{what} is {}; allowed are {} to {}", written(*.value), written(*.min), written(*.max))]
    OutOfRange {
        /// What it is, in words.
        what: String,
        /// What was given.
        value: f64,
        /// Smallest value.
        min: f64,
        /// Largest value.
        max: f64,
    },
    /// Two masses have the same name. Give one of them another.
    #[error("two masses are named '{0}'; give one of them another name")]
    SameName(String),
    /// Something names a mass that the model does not have. Add the mass first.
    #[error("there is no mass number {0}, only {1} of them; add the mass first")]
    NoSuchMass(usize, usize),
    /// A point has no direction. Give it one that is not zero.
    #[error("point '{0}' has no direction; give it one that is not zero, such as [0, 1, 0]")]
    NoDirection(String),
    /// A link along an axis, or one that needs one, has none. Give it one that is not zero.
    #[error("a link {0} has no axis; give it one that is not zero, such as [0, 1, 0]")]
    NoAxis(String),
    /// A part was turned in which a mass moves along an axis or in a plane of the axes only. Turn it by
    /// quarter turns.
    #[error("{0} moves along axes only, and cannot be turned but by quarter turns about them")]
    CannotTurn(String),
    /// A driver moves a mass that forces move, too. Mark the mass as driven.
    #[error("{0} is moved by forces; a driver of position or velocity needs a mass that is driven")]
    NotDriven(String),
    /// There is no mass, or nobody listens to one. Add a mass and a listener.
    #[error("nothing of it is heard; give it a mass and a [[listen]] that hears one")]
    Unheard,
    /// Something names a link that the model does not have. Join the masses first.
    #[error("there is no link number {0}, only {1} of them; join the masses first")]
    NoSuchLink(usize, usize),
    /// A change has nothing to change. Name other masses or links.
    #[error("{0}")]
    NothingToChange(String),
    /// A mass that a driver moves was to be fixed or freed. Let the driver stand still.
    #[error("{0} is moved by a driver, and cannot be fixed or freed; let its driver stand still")]
    IsDriven(String),
    /// A change needs another network, not only other numbers. Build one and exchange them.
    #[error("{0}; build a network of the new model and exchange the two")]
    NeedsExchange(String),
    /// A link begins and ends at the same mass. Join two.
    #[error("a link begins and ends at the same mass ({0}); join two masses")]
    Loop(String),
    /// A mass is in a contact twice, or on both sides of it. Name it once.
    #[error("{0} is named twice in a contact; name it once, on one side")]
    TouchesTwice(String),
    /// A mass touches a surface of which it is a corner. Leave it out.
    #[error("{0} is a corner of the surface that it is to touch; leave it out of the masses")]
    TouchesItself(String),
    /// A contact has nobody on one of its sides. Name some masses.
    #[error("a contact has no {0}; name some")]
    NothingToTouch(&'static str),
    /// Masses that are points cannot touch each other. Give them radii, or the contact a length.
    #[error(
        "masses without a radius touch at a length that must be given; give the contact a length, \
         or the masses a radius"
    )]
    NoSize,
    /// A triangle has the same corner twice. Name three masses.
    #[error("a triangle has {0} as a corner twice; name three masses")]
    NoTriangle(String),
}

/// Masses, links, and what is around them.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    hertz: f64,
    masses: Vec<Mass>,
    /// Masses by name, of those that have one.
    named: HashMap<String, MassId>,
    links: Vec<Link>,
    contacts: Vec<Contact>,
    /// Friction of the medium, for each mass \[N·s/m\].
    friction: f64,
    /// What pulls every mass \[m/s²\].
    gravity: [f64; 3],
}

/// Masses that are taken \[kg\]: a grain of pollen to a mountain.
const MASSES: [f64; 2] = [1e-12, 1e12];
/// Most steps a second of a model inside a sound: the highest rate that sounds have \[Hz\].
const MOST_STEPS: f64 = 384_000.0;
/// Distances from the origin \[m\], speeds \[m/s\], stiffnesses and all else.
const LARGEST: f64 = 1e15;

pub(crate) fn check(what: &str, value: f64, [min, max]: [f64; 2]) -> Result<(), ModelError> {
    if (min..=max).contains(&value) {
        return Ok(());
    }
    Err(ModelError::OutOfRange {
        what: what.to_owned(),
        value,
        min,
        max,
    })
}

impl Model {
    /// Lowest and highest rate of a model \[Hz\]: it may be far below the rate of the sound, for what
    /// is only seen or felt.
    pub const RATES: [f64; 2] = [250.0, 192_000.0];

    /// An empty model with `hertz` steps a second.
    pub fn new(hertz: f64) -> Result<Self, ModelError> {
        check("the model's rate", hertz, Self::RATES)?;
        Ok(Self {
            hertz,
            masses: Vec::new(),
            named: HashMap::new(),
            links: Vec::new(),
            contacts: Vec::new(),
            friction: 0.0,
            gravity: [0.0; 3],
        })
    }

    /// The same with other steps: masses, links and all else are in SI units and stay as they are.
    pub fn with_rate(mut self, hertz: f64) -> Result<Self, ModelError> {
        // Sounds may be finer than any model is written for.
        check("the rate of a body", hertz, [Self::RATES[0], MOST_STEPS])?;
        self.hertz = hertz;
        Ok(self)
    }

    /// Of masses and links that were told in numbers, without names; nothing if it would refuse one of
    /// them. Says not which, and so is much quicker than adding them one by one.
    pub(crate) fn of_read(hertz: f64, masses: Vec<Mass>, links: Vec<Link>) -> Option<Self> {
        let rates = Self::RATES[0]..=MOST_STEPS;
        let fits = |link: &Link| link.ends[0] != link.ends[1] && link.is_possible();
        let possible = masses.iter().all(Mass::is_possible) && links.iter().all(fits);
        (rates.contains(&hertz) && possible).then(|| Self {
            hertz,
            masses,
            named: HashMap::new(),
            links,
            contacts: Vec::new(),
            friction: 0.0,
            gravity: [0.0; 3],
        })
    }

    /// Steps a second \[Hz\].
    pub fn hertz(&self) -> f64 {
        self.hertz
    }

    /// Seconds of a step.
    pub fn step(&self) -> f64 {
        1.0 / self.hertz
    }

    /// A spring in the discrete units of the paper, in which a step is 1 and the mass 1 is 1 kg:
    /// stiffness K and damping Z.
    pub fn discrete(&self, stiffness: f64, damping: f64) -> Spring {
        Spring {
            stiffness: stiffness * self.hertz * self.hertz,
            damping: damping * self.hertz,
            ..Spring::default()
        }
    }

    /// Friction of the medium, for each mass \[N·s/m\].
    pub fn set_friction(&mut self, friction: f64) -> Result<(), ModelError> {
        check("friction", friction, [0.0, LARGEST])?;
        self.friction = friction;
        Ok(())
    }

    /// What pulls every mass \[m/s²\].
    pub fn set_gravity(&mut self, gravity: [f64; 3]) -> Result<(), ModelError> {
        for own in gravity {
            check("gravity", own, [-LARGEST, LARGEST])?;
        }
        self.gravity = gravity;
        Ok(())
    }

    /// Adds a mass.
    pub fn add(&mut self, mass: Mass) -> Result<MassId, ModelError> {
        let name = self.shown(&mass.name);
        check(&format!("the mass of {name}"), mass.mass, MASSES)?;
        for along in 0..3 {
            let far = [-LARGEST, LARGEST];
            check(
                &format!("the position of {name}"),
                mass.position[along],
                far,
            )?;
            check(
                &format!("the velocity of {name}"),
                mass.velocity[along],
                far,
            )?;
        }
        check(
            &format!("the radius of {name}"),
            mass.radius,
            [0.0, LARGEST],
        )?;
        if self.named.contains_key(&mass.name) {
            return Err(ModelError::SameName(mass.name));
        }
        let id = MassId(self.masses.len() as u32);
        if !mass.name.is_empty() {
            self.named.insert(mass.name.clone(), id);
        }
        self.masses.push(mass);
        Ok(id)
    }

    /// Joins two masses along the line between them.
    pub fn join(&mut self, ends: [MassId; 2], law: impl Into<LinkLaw>) -> Result<(), ModelError> {
        self.link(ends, law.into(), None, "")
    }

    /// Joins two masses along the line between them, or along an axis of any length but none: a
    /// distance is then how far the second is beyond the first that way, and may be negative.
    pub fn link(
        &mut self,
        ends: [MassId; 2],
        law: LinkLaw,
        along: Option<[f64; 3]>,
        group: &str,
    ) -> Result<(), ModelError> {
        for end in ends {
            self.known(end)?;
        }
        let name = |end: MassId| self.shown(&self.masses[end.index()].name);
        if ends[0] == ends[1] {
            return Err(ModelError::Loop(name(ends[0])));
        }
        let between = format!("between {} and {}", name(ends[0]), name(ends[1]));
        for (what, value, range) in ranges(&law) {
            check(&format!("{what} {between}"), value, range)?;
        }
        let along = match (along, &law) {
            (None, LinkLaw::Bow(_)) => return Err(ModelError::NoAxis(between)),
            (None, _) => None,
            (Some(axis), _) => Some(unit(axis).ok_or(ModelError::NoAxis(between))?),
        };
        let mut law = law;
        if let LinkLaw::Spring(spring) = &mut law {
            let [a, b] = ends.map(|end| self.masses[end.index()].position);
            let placed = match along {
                Some(axis) => dot(difference(b, a), axis).max(0.0),
                None => length(difference(b, a)),
            };
            spring.length.get_or_insert(placed);
        }
        self.links.push(Link {
            ends,
            law,
            along,
            group: group.to_owned(),
            there: true,
        });
        Ok(())
    }

    /// Whether the link that was added last is there.
    pub(crate) fn set_last_link_there(&mut self, there: bool) {
        if let Some(last) = self.links.last_mut() {
            last.there = there;
        }
    }

    /// Lets masses touch: see [`contact`](crate::contact).
    pub fn add_contact(&mut self, contact: Contact) -> Result<(), ModelError> {
        contact.check(self)?;
        let all = self.contacts.iter().chain([&contact]);
        let size = all.map(Contact::size).sum::<usize>() as f64;
        let what = "the number of masses and triangles of all contacts together";
        check(what, size, [1.0, Contact::MOST])?;
        for (what, value, range) in ranges(&LinkLaw::Spring(contact.spring)) {
            check(&format!("{what} of a contact"), value, range)?;
        }
        self.contacts.push(contact);
        Ok(())
    }

    /// Builds something of several masses and links: all of it, or nothing if a part is refused.
    pub(crate) fn all_or_nothing<T>(
        &mut self,
        build: impl FnOnce(&mut Self) -> Result<T, ModelError>,
    ) -> Result<T, ModelError> {
        let (masses, links) = (self.masses.len(), self.links.len());
        let contacts = self.contacts.len();
        let built = build(self);
        if built.is_err() {
            for mass in self.masses.drain(masses..) {
                self.named.remove(&mass.name);
            }
            self.links.truncate(links);
            self.contacts.truncate(contacts);
        }
        built
    }

    /// A mass on a spring of its own, which pulls it to where it starts: an oscillator. Adds a fixed
    /// mass there, too.
    pub fn add_oscillator(&mut self, mass: Mass, spring: Spring) -> Result<MassId, ModelError> {
        let anchor = Mass::at(mass.position).fixed();
        let spring = Spring {
            length: Some(0.0),
            ..spring
        };
        self.all_or_nothing(|model| {
            let own = model.add(mass)?;
            let anchor = model.add(anchor)?;
            model.join([anchor, own], spring)?;
            Ok(own)
        })
    }

    /// A ball on a plane: it is pushed out along `normal` where it is nearer to the plane through
    /// `point` than its radius. Adds a fixed mass at that point.
    pub fn add_plane(
        &mut self,
        ball: MassId,
        point: [f64; 3],
        normal: [f64; 3],
        contact: Spring,
    ) -> Result<(), ModelError> {
        self.known(ball)?;
        let radius = self.masses[ball.index()].radius;
        let contact = Spring {
            length: Some(radius),
            side: Side::Pushes,
            ..contact
        };
        self.all_or_nothing(|model| {
            let ground = model.add(Mass::at(point).fixed())?;
            model.link([ground, ball], contact.into(), Some(normal), "")
        })
    }

    /// The same as a body for others to touch: without what plays it (masses that a driver moves, and
    /// their links), without gravity, and with nothing moving.
    pub(crate) fn unplayed(&self) -> Self {
        let mut own = self.clone();
        own.gravity = [0.0; 3];
        let driven = |end: &MassId| self.masses[end.index()].moved == Moved::ByDriver;
        own.links
            .retain(|link| self.is_there(link) && !link.ends.iter().any(driven));
        let contacts = self.contacts.iter();
        own.contacts = contacts.filter_map(|own| own.without(driven)).collect();
        for mass in &mut own.masses {
            mass.velocity = [0.0; 3];
            if mass.moved == Moved::ByDriver || !mass.there {
                mass.moved = Moved::Never;
            }
        }
        own
    }

    /// Puts masses elsewhere; links keep their lengths.
    pub(crate) fn place(&mut self, places: impl Iterator<Item = [f64; 3]>) {
        for (mass, place) in self.masses.iter_mut().zip(places) {
            mass.position = place;
        }
    }

    /// Refuses a mass that it does not have.
    pub(crate) fn known(&self, mass: MassId) -> Result<(), ModelError> {
        let count = self.masses.len();
        if mass.index() < count {
            return Ok(());
        }
        Err(ModelError::NoSuchMass(mass.index(), count))
    }

    pub(crate) fn shown(&self, name: &str) -> String {
        if name.is_empty() {
            "a mass without a name".to_owned()
        } else {
            format!("'{name}'")
        }
    }

    /// The mass of this name.
    pub fn find(&self, name: &str) -> Option<MassId> {
        self.named.get(name).copied()
    }

    /// All masses of a group.
    pub fn group<'a>(&'a self, name: &'a str) -> impl Iterator<Item = MassId> + 'a {
        let own = self.masses.iter().enumerate();
        own.filter(move |(_, mass)| !name.is_empty() && mass.group == name)
            .map(|(n, _)| MassId(n as u32))
    }

    /// All masses.
    pub fn masses(&self) -> &[Mass] {
        &self.masses
    }

    /// Whether a link of it acts: it is there, and so are its masses.
    pub fn is_there(&self, link: &Link) -> bool {
        link.there && link.ends.iter().all(|end| self.masses[end.index()].there)
    }

    /// Links that act.
    pub(crate) fn acting(&self) -> impl Iterator<Item = &Link> {
        self.links.iter().filter(|link| self.is_there(link))
    }

    /// All links, their lengths known.
    pub fn links(&self) -> &[Link] {
        &self.links
    }

    /// All contacts of many.
    pub fn contacts(&self) -> &[Contact] {
        &self.contacts
    }

    /// Friction of the medium \[N·s/m\].
    pub fn friction(&self) -> f64 {
        self.friction
    }

    /// What pulls every mass \[m/s²\].
    pub fn gravity(&self) -> [f64; 3] {
        self.gravity
    }
}

/// What may be set of a law, and in which range.
fn ranges(law: &LinkLaw) -> Vec<(&'static str, f64, [f64; 2])> {
    const ANY: [f64; 2] = [0.0, LARGEST];
    // A distance over which something happens.
    const WAY: [f64; 2] = [1e-9, LARGEST];
    match law {
        LinkLaw::Spring(own) => vec![
            ("stiffness", own.stiffness, ANY),
            ("quadratic stiffness", own.quadratic, ANY),
            ("cubic stiffness", own.cubic, ANY),
            ("power", own.power, ANY),
            ("exponent", own.exponent, [1.0, 10.0]),
            ("damping", own.damping, ANY),
            ("length", own.length.unwrap_or(0.0), ANY),
        ],
        LinkLaw::Attractor(own) => vec![
            ("strength", own.strength, [-LARGEST, LARGEST]),
            ("core", own.core, WAY),
        ],
        LinkLaw::Pluck(own) => vec![("stiffness", own.stiffness, ANY), ("reach", own.reach, WAY)],
        LinkLaw::Bow(own) => vec![("force", own.force, ANY), ("speed", own.speed, WAY)],
    }
}

/// The same way with length 1; `None` if it has none.
pub(crate) fn unit(way: Vector) -> Option<Vector> {
    let long = length(way);
    (long > 0.0 && long.is_finite()).then(|| scaled(way, 1.0 / long))
}
