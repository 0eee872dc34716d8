//! Models of the Mass Interaction Model Scripter (`.mdl`), read from what its README tells of them.
//!
//! Law:    a line is a label, an element and its numbers: `@m mass 1 0 0`, `@s spring @g @m 0.1 0.001`.
//!         `#` begins a remark; a word in place of a number is a `param`. Numbers are K, Z and M of
//!         steps that are 1. All moves along one axis, here z, and springs have no length.
//! Limits: the pluck and the bow are made of straight pieces there and are smooth here, with the same
//!         slope at rest and the same scale; gravity of one mass alone is refused. An input of
//!         position is a driven mass that nobody moves yet; an input of force becomes a click of
//!         force 1 in the first step, so that there is something to hear.

use super::NetworkFile;
use crate::error::{FileError, hint};
use std::collections::HashMap;
use urto::closest;
use urto_mi::{
    Bow, Drive, Event, Freedom, Heard, LinkLaw, Listener, Mass, MassId, Model, ModelError, Moved,
    Pluck, Spring, Stepping, Touch,
};

/// A model that was read, and what a person should know about it.
#[derive(Clone, Debug, PartialEq)]
pub struct ImportedMdl {
    /// Ready to be written or played.
    pub network: NetworkFile,
    /// What is different, or left to do.
    pub remarks: Vec<String>,
}

/// Elements, how many masses each names, and how many numbers it needs and takes at most.
const ELEMENTS: [(&str, usize, [usize; 2], &str); 21] = [
    ("param", 0, [1, 1], "@K param 0.1"),
    ("audioParam", 0, [1, 1], "@K audioParam 0.1"),
    ("mass", 0, [3, 3], "@m mass M position position_before"),
    ("massG", 0, [4, 4], "@m massG M G position position_before"),
    ("ground", 0, [1, 1], "@g ground position"),
    ("osc", 0, [5, 5], "@o osc M K Z position position_before"),
    ("spring", 2, [1, 2], "@s spring @a @b K Z"),
    ("springDamper", 2, [2, 2], "@s springDamper @a @b K Z"),
    ("damper", 2, [1, 1], "@d damper @a @b Z"),
    ("nlspring", 2, [3, 3], "@s nlspring @a @b K Q Z"),
    ("nlSpring", 2, [3, 3], "@s nlSpring @a @b K Q Z"),
    ("nlspring2", 2, [3, 3], "@s nlspring2 @a @b K Q Z"),
    ("nlSpring2", 2, [3, 3], "@s nlSpring2 @a @b K Q Z"),
    ("nlspring3", 2, [3, 3], "@s nlspring3 @a @b K Q Z"),
    ("nlSpring3", 2, [3, 3], "@s nlSpring3 @a @b K Q Z"),
    ("nlPluck", 2, [2, 3], "@p nlPluck @in @m K scale"),
    ("nlBow", 2, [2, 2], "@b nlBow @in @m Z scale"),
    ("posInput", 0, [1, 1], "@in posInput position"),
    ("frcInput", 1, [0, 0], "@in frcInput @m"),
    ("posOutput", 1, [0, 0], "@out posOutput @m"),
    ("frcOutput", 1, [0, 0], "@out frcOutput @m"),
];

/// Longest label \[characters\].
const LONGEST: usize = 64;
/// exp(1/2): the slope of a bow's force at rest is this times force/speed.
const ROOT_E: f64 = 1.648_721_270_700_128;
/// The axis along which all moves.
const UP: [f64; 3] = [0.0, 0.0, 1.0];

/// A line that is no remark.
struct Line<'a> {
    number: usize,
    label: &'a str,
    element: &'static str,
    masses: Vec<&'a str>,
    numbers: Vec<f64>,
}

/// Reads such a model, to be stepped `hertz` times a second; `file` is its name, for messages.
pub fn read_mdl(file: &str, bytes: &[u8], hertz: f64) -> Result<ImportedMdl, FileError> {
    let fail = |line: usize, why: String| FileError::new(file, Some(line), "", why);
    let text = str::from_utf8(bytes)
        .map_err(|_| FileError::new(file, None, "", "a model is text in UTF-8"))?;
    let lines = lines(text).map_err(|(line, why)| fail(line, why))?;
    let model = Model::new(hertz).map_err(|why| FileError::new(file, None, "", why))?;
    let mut reading = Reading {
        model,
        events: Vec::new(),
        listeners: Vec::new(),
        remarks: Vec::new(),
    };
    // Links may stand before their masses.
    for makes_masses in [true, false] {
        for line in lines.iter() {
            let own = ["mass", "massG", "ground", "osc", "posInput"].contains(&line.element);
            if own == makes_masses {
                let done = if own {
                    reading.mass(line)
                } else {
                    reading.join(line)
                };
                done.map_err(|why| fail(line.number, why))?;
            }
        }
    }
    let Reading {
        model,
        events,
        listeners,
        mut remarks,
    } = reading;
    if listeners.is_empty() {
        remarks.push("Nothing of it is heard: add a [[listen]].".to_owned());
    }
    Ok(ImportedMdl {
        network: NetworkFile {
            name: None,
            about: None,
            seconds: None,
            changes: Vec::new(),
            model,
            triangles: Vec::new(),
            events,
            drivers: Vec::new(),
            listeners,
            touch: Touch::default(),
            stepping: Stepping::default(),
        },
        remarks,
    })
}

/// All lines that say something, with their numbers known.
fn lines(text: &str) -> Result<Vec<Line<'_>>, (usize, String)> {
    let mut params: HashMap<&str, f64> = HashMap::new();
    let mut lines = Vec::new();
    for (n, line) in text.lines().enumerate() {
        let number = n + 1;
        let said = line.split('#').next().unwrap_or("");
        let words: Vec<&str> = said.split_whitespace().collect();
        let [label, element, rest @ ..] = words.as_slice() else {
            match words.is_empty() {
                true => continue,
                false => return Err((number, "expected @label element ...".to_owned())),
            }
        };
        let label = label.strip_prefix('@').filter(|own| !own.is_empty());
        let label = label.ok_or((number, format!("'{}' has no label; write @label", words[0])))?;
        if label.chars().count() > LONGEST {
            return Err((number, format!("a label has at most {LONGEST} characters")));
        }
        let line = line_of(number, label, element, rest, &params).map_err(|why| (number, why))?;
        if ["param", "audioParam"].contains(&line.element) {
            params.insert(label, line.numbers[0]);
        } else {
            lines.push(line);
        }
    }
    Ok(lines)
}

fn line_of<'a>(
    number: usize,
    label: &'a str,
    element: &str,
    rest: &[&'a str],
    params: &HashMap<&str, f64>,
) -> Result<Line<'a>, String> {
    let mut all = ELEMENTS.iter();
    let Some((element, masses, [least, most], example)) = all.find(|own| own.0 == element) else {
        let known: Vec<&str> = ELEMENTS.iter().map(|own| own.0).collect();
        let near = hint(&closest(element, known.iter().copied()).map(str::to_owned));
        let known = known.join(", ");
        return Err(format!("'{element}' is not known{near} (known: {known})"));
    };
    let wrong = || format!("'{element}' is written as {example}");
    let (named, rest) = rest.split_at_checked(*masses).ok_or_else(wrong)?;
    let named: Option<Vec<&str>> = named.iter().map(|own| own.strip_prefix('@')).collect();
    if !(*least..=*most).contains(&rest.len()) {
        return Err(wrong());
    }
    let value = |word: &&str| match (word.parse::<f64>(), params.get(word)) {
        (Ok(own), _) if own.is_finite() => Ok(own),
        (_, Some(own)) => Ok(*own),
        _ => {
            let near = closest(word, params.keys().copied());
            let near = hint(&near.map(str::to_owned));
            Err(format!(
                "'{word}' is neither a number nor a param written before{near}"
            ))
        }
    };
    let numbers: Result<Vec<f64>, String> = rest.iter().map(value).collect();
    Ok(Line {
        number,
        label,
        element,
        masses: named.ok_or_else(wrong)?,
        numbers: numbers?,
    })
}

struct Reading {
    model: Model,
    events: Vec<Event>,
    listeners: Vec<Listener>,
    remarks: Vec<String>,
}

fn told(error: ModelError) -> String {
    error.to_string()
}

impl Reading {
    /// Adds the mass of a line.
    fn mass(&mut self, line: &Line) -> Result<(), String> {
        let hertz = self.model.hertz();
        let at = |z: f64| {
            // Side by side, so that they can be seen apart.
            Mass::at([self.model.masses().len() as f64, 0.0, z]).named(line.label)
        };
        let moving = |kilograms: f64, z: f64, before: f64| Mass {
            velocity: [0.0, 0.0, (z - before) * hertz],
            freedom: Freedom::Along(2),
            ..at(z).of(kilograms)
        };
        let mass = match (line.element, line.numbers.as_slice()) {
            ("mass", [kilograms, z, before]) => moving(*kilograms, *z, *before),
            ("massG", [kilograms, pull, z, before]) => {
                if *pull != 0.0 {
                    return Err(
                        "gravity of one mass alone is not read; write mass, and gravity = \
                                [0, 0, -9.81] or a [[driver]] of force in what is written here"
                            .to_owned(),
                    );
                }
                moving(*kilograms, *z, *before)
            }
            ("ground", [z]) => at(*z).of(1.0).fixed(),
            ("posInput", [z]) => {
                self.remarks.push(format!(
                    "'{}' is moved from outside: give it a [[driver]].",
                    line.label
                ));
                Mass {
                    freedom: Freedom::Along(2),
                    moved: Moved::ByDriver,
                    ..at(*z).of(1.0)
                }
            }
            (_, [kilograms, stiffness, damping, z, before]) => {
                let spring = Spring {
                    length: Some(0.0),
                    ..self.model.discrete(*stiffness, *damping)
                };
                let own = moving(*kilograms, *z, *before);
                let beside = own.position[0];
                let own = self.model.add(own).map_err(told)?;
                // An oscillator swings about 0, wherever it starts.
                let anchor = Mass::at([beside, 0.0, 0.0]).fixed();
                let anchor = self.model.add(anchor).map_err(told)?;
                let ends = [anchor, own];
                let law = LinkLaw::Spring(spring);
                return self.model.link(ends, law, Some(UP), "").map_err(told);
            }
            _ => return Err(format!("'{}' makes no mass", line.element)),
        };
        self.model.add(mass).map(|_| ()).map_err(told)
    }

    fn named(&self, name: &str) -> Result<MassId, String> {
        self.model.find(name).ok_or_else(|| {
            let known = self.model.masses().iter().map(|own| own.name.as_str());
            let near = closest(name, known.filter(|own| !own.is_empty()));
            let near = hint(&near.map(str::to_owned));
            format!("there is no mass '@{name}'{near}")
        })
    }

    /// Adds the link of a line, or who pushes or listens.
    fn join(&mut self, line: &Line) -> Result<(), String> {
        let masses: Result<Vec<MassId>, String> =
            line.masses.iter().map(|own| self.named(own)).collect();
        let masses = masses?;
        let hertz = self.model.hertz();
        let stiff = hertz * hertz;
        let law = match (line.element, line.numbers.as_slice()) {
            ("frcInput", _) => {
                let newtons = [0.0, 0.0, stiff];
                let drive = Drive::Force {
                    mass: masses[0],
                    newtons,
                    steps: 1,
                };
                self.events.push(Event { at: 0.0, drive });
                self.remarks.push(format!(
                    "'{}' is a force from outside: it became a click of 1 in the first step.",
                    line.label
                ));
                return Ok(());
            }
            ("posOutput", _) => {
                self.listeners
                    .push(Listener::new(masses[0], UP, Heard::Position));
                return Ok(());
            }
            ("frcOutput", _) => {
                // A force that is 1 in steps is heard as 1.
                self.listeners.push(Listener {
                    gain: 1.0 / stiff,
                    ..Listener::new(masses[0], UP, Heard::Force)
                });
                return Ok(());
            }
            ("damper", [damping]) => self.spring(0.0, *damping),
            ("spring", [stiffness]) => self.spring(*stiffness, 0.0),
            ("spring" | "springDamper", [stiffness, damping]) => self.spring(*stiffness, *damping),
            (bent, [stiffness, more, damping]) if bent.to_lowercase().starts_with("nlspring") => {
                let spring = self.model.discrete(*stiffness, *damping);
                let (quadratic, cubic) = match bent.ends_with('3') {
                    true => (0.0, *more * stiff),
                    false => (*more * stiff, 0.0),
                };
                LinkLaw::Spring(Spring {
                    length: Some(0.0),
                    quadratic,
                    cubic,
                    ..spring
                })
            }
            ("nlPluck", [stiffness, reach, rest @ ..]) => {
                self.remarks.push(format!(
                    "The pluck '{}' is smooth here: with the same stiffness and reach, but another \
                     curve.",
                    line.label
                ));
                if let [damping] = rest {
                    let damper = self.spring(0.0, *damping);
                    self.link(&masses, damper)?;
                    self.remarks.push(format!(
                        "The damping of '{}' acts at any distance here.",
                        line.label
                    ));
                }
                LinkLaw::Pluck(Pluck {
                    stiffness: *stiffness * stiff,
                    reach: *reach,
                })
            }
            ("nlBow", [damping, scale]) => {
                self.remarks.push(format!(
                    "The bow '{}' is smooth here: with the same slope at rest, and strongest at its \
                     scale.",
                    line.label
                ));
                LinkLaw::Bow(Bow {
                    force: *damping * *scale * stiff / ROOT_E,
                    speed: *scale * hertz,
                })
            }
            _ => return Err(format!("'{}' is no link", line.element)),
        };
        self.link(&masses, law)
    }

    /// A spring without length, from K and Z.
    fn spring(&self, stiffness: f64, damping: f64) -> LinkLaw {
        LinkLaw::Spring(Spring {
            length: Some(0.0),
            ..self.model.discrete(stiffness, damping)
        })
    }

    fn link(&mut self, masses: &[MassId], law: LinkLaw) -> Result<(), String> {
        let ends = [masses[0], masses[1]];
        self.model.link(ends, law, Some(UP), "").map_err(told)
    }
}

#[cfg(test)]
mod tests;
