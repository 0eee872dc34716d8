//! Writes a network as one file in SI units, mass by mass and link by link: whatever builders, parts
//! and files it was put together of.

use super::NetworkFile;
use super::score::SIGNALS;
use crate::write::quoted;
use std::collections::HashSet;
use urto_mi::{
    Against, Amount, Change, Contact, Course, Drive, Driven, Freedom, Heard, Link, LinkId, LinkLaw,
    Mass, MassId, Moved, Planned, Side, Spring, Stepping,
};

/// Writes a network. Masses without a name get one, so that links can name them; triangles of shapes
/// are left out.
pub fn write_network(file: &NetworkFile) -> String {
    let names = names(file.model.masses());
    let named = |mass: MassId| quoted(&names[mass.index()]);
    let mut text = "urto = \"mi/1\"\n".to_owned();
    for (key, value) in [("name", &file.name), ("about", &file.about)] {
        if let Some(value) = value {
            text += &format!("{key} = {}\n", quoted(value));
        }
    }
    if let Some(seconds) = file.seconds {
        text += &format!("seconds = {seconds:?}\n");
    }
    let model = &file.model;
    text += &format!(
        "rate = {:?}\nfriction = {:?}\n",
        model.hertz(),
        model.friction()
    );
    text += &format!("gravity = {:?}\n", model.gravity());
    let Stepping {
        quality, precision, ..
    } = file.stepping;
    text += &format!(
        "quality = \"{}\"\nprecision = \"{}\"\n",
        quality.name(),
        precision.name()
    );
    let masses = model.masses().iter().zip(&names);
    list(&mut text, "mass", masses.map(|(own, name)| mass(own, name)));
    let links = model.links().iter();
    list(
        &mut text,
        "link",
        links.map(|own| link(own, own.ends.map(named))),
    );
    let contacts = model.contacts().iter();
    list(
        &mut text,
        "contact",
        contacts.map(|own| contact(own, &named)),
    );
    let events = file.events.iter().map(|own| {
        let (what, mass, value, more) = match own.drive {
            Drive::Force {
                mass,
                newtons,
                steps,
            } => ("force", mass, newtons, format!(", steps = {steps}")),
            Drive::Position { mass, to } => ("position", mass, to, String::new()),
            Drive::Velocity { mass, to } => ("velocity", mass, to, String::new()),
        };
        let mass = named(mass);
        format!(
            "at = {:?}, {what} = {{ mass = {mass}, value = {value:?}{more} }}",
            own.at
        )
    });
    let changes = file.changes.iter().flat_map(|own| {
        own.changes
            .iter()
            .map(|change| change_event(own, change, &names))
    });
    list(&mut text, "event", events.chain(changes));
    let drivers = file.drivers.iter().map(|own| {
        let what = match own.what {
            Driven::Position => "position",
            Driven::Velocity => "velocity",
            Driven::Force => "force",
        };
        let course = match &own.course {
            Course::Curve(curve) => {
                let points = curve.points().iter();
                let points: Vec<String> = points.map(|(t, v)| format!("[{t:?}, {v:?}]")).collect();
                format!("curve = [{}]", points.join(", "))
            }
            Course::Sine {
                hertz,
                amplitude,
                phase,
            } => format!(
                "sine = {{ frequency = {hertz:?}, amplitude = {amplitude:?}, phase = {phase:?} }}"
            ),
            Course::Signal(number) => format!("signal = \"{}\"", SIGNALS[*number]),
        };
        let (mass, axis) = (named(own.mass), own.axis);
        format!("mass = {mass}, axis = {axis:?}, what = \"{what}\", {course}")
    });
    list(&mut text, "driver", drivers);
    let listeners = file.listeners.iter().map(|own| {
        let what = match own.what {
            Heard::Position => "position",
            Heard::Velocity => "velocity",
            Heard::Force => "force",
        };
        let masses: Vec<String> = own.masses.iter().map(|(mass, _)| named(*mass)).collect();
        let weights: Vec<f64> = own.masses.iter().map(|(_, weight)| *weight).collect();
        let (masses, axis, gain) = (masses.join(", "), own.axis, own.gain);
        format!(
            "masses = [{masses}], weights = {weights:?}, axis = {axis:?}, what = \"{what}\", gain = \
             {gain:?}"
        )
    });
    list(&mut text, "listen", listeners);
    let touch = &file.touch;
    if !touch.masses.is_empty() || touch.along.is_some() {
        text += "\n[body]\n";
    }
    if let Some(along) = touch.along {
        text += &format!("axis = {along:?}\n");
    }
    if !touch.masses.is_empty() {
        let masses: Vec<String> = touch.masses.iter().map(|own| named(*own)).collect();
        text += &format!("masses = [{}]\n", masses.join(", "));
    }
    text
}

/// A change as an event. Links are told by their numbers, since not all have a name.
fn change_event(planned: &Planned, change: &Change, names: &[String]) -> String {
    let masses = |own: &[MassId]| {
        let all: Vec<String> = own.iter().map(|own| quoted(&names[own.index()])).collect();
        format!("masses = [{}]", all.join(", "))
    };
    let links = |own: &[LinkId]| {
        let all: Vec<usize> = own.iter().map(|own| own.index()).collect();
        format!("links = {all:?}")
    };
    let amount = |own: &Amount| match own {
        Amount::To(value) => format!("{value:?}"),
        Amount::Times(factor) => format!("{{ times = {factor:?} }}"),
    };
    let both = |own_masses: &[MassId], own_links: &[LinkId]| {
        let named = [
            (!own_masses.is_empty()).then(|| masses(own_masses)),
            (!own_links.is_empty()).then(|| links(own_links)),
        ];
        named.into_iter().flatten().collect::<Vec<_>>().join(", ")
    };
    let (kind, what) = match change {
        Change::Stiffness {
            links: own,
            amount: to,
        } => (
            "change",
            format!("{}, stiffness = {}", links(own), amount(to)),
        ),
        Change::Damping {
            links: own,
            amount: to,
        } => (
            "change",
            format!("{}, damping = {}", links(own), amount(to)),
        ),
        Change::Length {
            links: own,
            amount: to,
        } => ("change", format!("{}, length = {}", links(own), amount(to))),
        Change::Mass {
            masses: own,
            amount: to,
        } => ("change", format!("{}, mass = {}", masses(own), amount(to))),
        Change::Fix(own) => ("fix", masses(own)),
        Change::Free(own) => ("free", masses(own)),
        Change::Add { masses, links } => ("add", both(masses, links)),
        Change::Remove { masses, links } => ("remove", both(masses, links)),
    };
    let over = match planned.over {
        0.0 => String::new(),
        over => format!(", over = {over:?}"),
    };
    format!("at = {:?}, {kind} = {{ {what}{over} }}", planned.at)
}

/// A list of tables, one in a line; nothing where it is empty.
fn list(text: &mut String, key: &str, entries: impl Iterator<Item = String>) {
    let lines: Vec<String> = entries.map(|own| format!("  {{ {own} }},\n")).collect();
    if !lines.is_empty() {
        *text += &format!("{key} = [\n{}]\n", lines.concat());
    }
}

/// A name for every mass, its own if it has one.
fn names(masses: &[Mass]) -> Vec<String> {
    let taken: HashSet<&str> = masses.iter().map(|own| own.name.as_str()).collect();
    let given = |(n, mass): (usize, &Mass)| {
        if !mass.name.is_empty() {
            return mass.name.clone();
        }
        let mut name = format!("mass{n}");
        while taken.contains(name.as_str()) {
            name.push('_');
        }
        name
    };
    masses.iter().enumerate().map(given).collect()
}

fn mass(own: &Mass, name: &str) -> String {
    let mut text = format!("name = {}, position = {:?}", quoted(name), own.position);
    text += &format!(", mass = {:?}", own.mass);
    if !own.group.is_empty() {
        text += &format!(", group = {}", quoted(&own.group));
    }
    if own.velocity != [0.0; 3] {
        text += &format!(", velocity = {:?}", own.velocity);
    }
    if own.radius != 0.0 {
        text += &format!(", radius = {:?}", own.radius);
    }
    text += match own.moved {
        Moved::ByForces => "",
        Moved::Never => ", fixed = true",
        Moved::ByDriver => ", driven = true",
    };
    match own.freedom {
        Freedom::Space => {}
        Freedom::Across(axis) => text += &format!(", plane = \"{}\"", ["yz", "xz", "xy"][axis]),
        Freedom::Along(axis) => text += &format!(", axis = \"{}\"", ["x", "y", "z"][axis]),
    }
    text
}

fn contact(own: &Contact, named: &dyn Fn(MassId) -> String) -> String {
    let names = |own: &[MassId]| {
        let names: Vec<String> = own.iter().map(|mass| named(*mass)).collect();
        format!("[{}]", names.join(", "))
    };
    let first = names(&own.masses);
    let mut text = match &own.against {
        Against::EachOther => format!("between = [{first}]"),
        Against::Masses(second) => format!("between = [{first}, {}]", names(second)),
        Against::Surface(triangles) => {
            let all: Vec<String> = triangles.iter().map(|own| names(own)).collect();
            format!("between = [{first}], triangles = [{}]", all.join(", "))
        }
    };
    for (key, value) in numbers(&own.spring) {
        text += &format!(", {key} = {value:?}");
    }
    text
}

/// What a spring has, by key.
fn numbers(spring: &Spring) -> Vec<(&'static str, f64)> {
    let all = [
        ("stiffness", spring.stiffness),
        ("quadratic", spring.quadratic),
        ("cubic", spring.cubic),
        ("power", spring.power),
        ("damping", spring.damping),
    ];
    let mut all: Vec<_> = all.into_iter().filter(|(_, own)| *own != 0.0).collect();
    if spring.power != 0.0 {
        all.push(("exponent", spring.exponent));
    }
    all.extend(spring.length.map(|own| ("length", own)));
    all
}

fn link(own: &Link, [a, b]: [String; 2]) -> String {
    let (kind, numbers) = match own.law {
        LinkLaw::Spring(spring) => {
            let kind = match spring.side {
                Side::Both => "spring-damper",
                Side::Pulls => "rope",
                Side::Pushes => "contact",
            };
            (kind, numbers(&spring))
        }
        LinkLaw::Attractor(own) => (
            "attractor",
            vec![("strength", own.strength), ("core", own.core)],
        ),
        LinkLaw::Pluck(own) => (
            "pluck",
            vec![("stiffness", own.stiffness), ("reach", own.reach)],
        ),
        LinkLaw::Bow(own) => ("bow", vec![("force", own.force), ("speed", own.speed)]),
        // A law that this crate does not know yet.
        _ => ("spring-damper", Vec::new()),
    };
    let mut text = format!("kind = \"{kind}\", between = [{a}, {b}]");
    for (key, value) in numbers {
        text += &format!(", {key} = {value:?}");
    }
    if let Some(axis) = own.along {
        text += &format!(", axis = {axis:?}");
    }
    if !own.group.is_empty() {
        text += &format!(", group = {}", quoted(&own.group));
    }
    text
}
