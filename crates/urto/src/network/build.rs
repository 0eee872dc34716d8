//! Putting a network together: objects, contacts and ears by name.

use super::{ContactId, DEEPEST, Ear, End, Joint, Motion, Network, ObjectId, Pressed, Thrown};
use crate::contact::Contact;
use crate::error::BuildError;
use crate::object::{Object, Point};

impl Network {
    /// Adds an object.
    pub fn add(&mut self, name: &str, object: Box<dyn Object>) -> Result<ObjectId, BuildError> {
        if self.names.iter().any(|own| own == name) {
            return Err(BuildError::Duplicate {
                what: "object",
                name: name.to_owned(),
            });
        }
        self.names.push(name.to_owned());
        self.objects.push(object);
        Ok(ObjectId(self.objects.len() - 1))
    }

    /// Joins two points, written `object` or `object@point`. The first presses on the second
    /// when it moves in the positive direction.
    pub fn join(
        &mut self,
        name: &str,
        law: Box<dyn Contact>,
        between: [&str; 2],
    ) -> Result<ContactId, BuildError> {
        if self.joints.iter().any(|joint| joint.name == name) {
            return Err(BuildError::Duplicate {
                what: "contact",
                name: name.to_owned(),
            });
        }
        if self.joints.len() == Self::MOST_CONTACTS {
            let most = Self::MOST_CONTACTS;
            return Err(BuildError::Body(format!(
                "a network takes at most {most} contacts"
            )));
        }
        let ends = [self.end(between[0])?, self.end(between[1])?];
        if ends.iter().all(|end| self.objects[end.object].is_rigid()) {
            return Err(BuildError::Rigid(name.to_owned()));
        }
        if ends[0].object == ends[1].object {
            return Err(BuildError::Body(format!(
                "contact '{name}' joins '{}' with itself; it needs two different objects",
                self.names[ends[0].object]
            )));
        }
        let joint = Joint {
            name: name.to_owned(),
            law,
            ends,
            offset: 0.0,
            next_offset: 0.0,
            slipped: 0.0,
            pressed_by: None,
            apart: false,
            injected: 0.0,
            drift: 0.0,
            free: 0.0,
            before: 0.0,
            after: 0.0,
            bias: 0.0,
            force: 0.0,
            displacement: 0.0,
        };
        let overlap = joint.overlap(&self.objects);
        if joint.law.needs_place() && overlap > DEEPEST {
            let [a, b] = between;
            return Err(BuildError::Body(format!(
                "contact '{name}': '{a}' starts {overlap} m inside '{b}', but no law of contact \
                 means anything beyond {DEEPEST} m; let them start further apart"
            )));
        }
        self.joints.push(joint);
        Ok(ContactId(self.joints.len() - 1))
    }

    /// Listens to a point, written `object` or `object@point`. Returns the ear's number.
    pub fn listen(&mut self, point: &str, motion: Motion) -> Result<usize, BuildError> {
        let end = self.end(point)?;
        self.ears.push(Ear {
            end,
            motion,
            value: 0.0,
            velocity: 0.0,
        });
        Ok(self.ears.len() - 1)
    }

    /// Lets one contact's force be the normal force of another (one sample later).
    pub fn press_by(&mut self, contact: Pressed, by: ContactId) {
        self.joints[contact.0].pressed_by = Some(by.0);
    }

    /// A contact, to be pressed; refused if its law makes its own normal force.
    pub fn pressed(&mut self, contact: ContactId) -> Result<Pressed, BuildError> {
        let joint = &mut self.joints[contact.0];
        match joint.law.pressable() {
            Some(_) => Ok(Pressed(contact.0)),
            None => Err(BuildError::Body(format!(
                "contact '{}': its law makes its own normal force and cannot be pressed",
                joint.name
            ))),
        }
    }

    /// An object, to be thrown at a point of it; refused if it stands where it is.
    pub fn thrown(&mut self, object: ObjectId, point: Point) -> Result<Thrown, BuildError> {
        let object = object.0;
        match self.objects[object].throwable() {
            Some(_) => Ok(Thrown { object, point }),
            None => Err(BuildError::Body(format!(
                "object '{}' is held in place and cannot be thrown; throw a mass, a driven point \
                 or a modal body with inertia",
                self.names[object]
            ))),
        }
    }

    fn end(&mut self, written: &str) -> Result<End, BuildError> {
        let (name, point) = written.split_once('@').unwrap_or((written, ""));
        let object = self.object(name)?.0;
        let points = self.objects[object].points();
        let found = match &points {
            Some(points) => points.find(point),
            None => point.is_empty().then_some(Point(0)),
        };
        let found = found.ok_or_else(|| {
            let known = points.map_or(Vec::new(), |points| points.names());
            if known.is_empty() {
                BuildError::Body(format!(
                    "object '{name}' is a single point; write '{name}' without '@{point}'"
                ))
            } else if point.is_empty() {
                let all = known.join(", ");
                BuildError::Body(format!(
                    "object '{name}' has several points; write '{name}@POINT' with one of: {all}"
                ))
            } else {
                BuildError::missing(format!("point of object '{name}' called"), point, known)
            }
        })?;
        Ok(End {
            object,
            point: found,
        })
    }

    /// The object of this name.
    pub fn object(&self, name: &str) -> Result<ObjectId, BuildError> {
        let names = self.names.iter().map(String::as_str);
        match names.clone().position(|own| own == name) {
            Some(index) => Ok(ObjectId(index)),
            None => Err(BuildError::missing("object", name, names)),
        }
    }

    /// The contact of this name.
    pub fn contact(&self, name: &str) -> Result<ContactId, BuildError> {
        let names = self.joints.iter().map(|joint| joint.name.as_str());
        match names.clone().position(|own| own == name) {
            Some(index) => Ok(ContactId(index)),
            None => Err(BuildError::missing("contact", name, names)),
        }
    }

    /// Finds a point, written `object@point`, to move it later.
    pub fn point(&mut self, written: &str) -> Result<(ObjectId, Point), BuildError> {
        self.end(written)
            .map(|end| (ObjectId(end.object), end.point))
    }
}
