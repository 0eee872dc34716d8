//! Walking a tree with the file's name and the key at hand, so that every error can name them.

use crate::error::{FileError, hint};
use crate::header::FileKind;
use crate::number;
use crate::tree::{Data, Node};
use crate::value;
use urto::closest;
use urto::param::{Declared, Value};

/// Longest name, or point written `object@point` \[characters\]: suggesting a similar name
/// takes time that grows with the square of this.
const LONGEST_NAME: usize = 100;

/// A place in a file.
pub(crate) struct Cursor<'a> {
    pub file: &'a str,
    /// Key from the root: `object.bar.modes/0/decay`.
    pub key: String,
    pub node: &'a Node,
}

impl<'a> Cursor<'a> {
    pub fn root(file: &'a str, node: &'a Node) -> Self {
        let key = String::new();
        Self { file, key, node }
    }

    /// An error at this place.
    pub fn fail(&self, message: impl ToString) -> FileError {
        FileError::new(self.file, Some(self.node.line), &self.key, message)
    }

    /// A file of another kind was given.
    pub fn fail_as(&self, found: FileKind, wanted: FileKind) -> FileError {
        self.fail(format!("this is {}, not {}", found.words(), wanted.words()))
    }

    fn unexpected(&self, expected: &str) -> FileError {
        let found = self.node.data.sort();
        self.fail(format!("expected {expected}, found {found}"))
    }

    fn field(&self, name: &str, node: &'a Node) -> Self {
        let key = match self.key.as_str() {
            "" => name.to_owned(),
            // Inside an entry of a list the slash goes on: modes/0/decay.
            key if ends_in_entry(key) => format!("{key}/{name}"),
            key => format!("{key}.{name}"),
        };
        let file = self.file;
        Self { file, key, node }
    }

    /// The names and values of a table in the order of the file.
    pub fn table(&self) -> Result<&'a [(String, Node)], FileError> {
        match &self.node.data {
            Data::Table(entries) => Ok(entries),
            _ => Err(self.unexpected("a table")),
        }
    }

    /// The fields of a table in the order of the file.
    pub fn fields(&self) -> Result<impl Iterator<Item = (&'a str, Self)>, FileError> {
        let entries = self.table()?.iter();
        Ok(entries.map(|(name, node)| (name.as_str(), self.field(name, node))))
    }

    /// The entries of a list; `expected` describes it.
    pub fn entries(&self, expected: &str) -> Result<Vec<Self>, FileError> {
        let Data::List(nodes) = &self.node.data else {
            return Err(self.unexpected(expected));
        };
        let entry = |(index, node)| Self {
            file: self.file,
            key: format!("{}/{index}", self.key),
            node,
        };
        Ok(nodes.iter().enumerate().map(entry).collect())
    }

    /// A field of a table, if it is there.
    pub fn get(&self, name: &str) -> Option<Self> {
        let Data::Table(entries) = &self.node.data else {
            return None;
        };
        let (name, node) = entries.iter().find(|(key, _)| key == name)?;
        Some(self.field(name, node))
    }

    /// A field that must be there; `example` shows how it may look.
    pub fn need(&self, name: &str, example: &str) -> Result<Self, FileError> {
        self.table()?;
        self.get(name)
            .ok_or_else(|| self.fail(format!("'{name}' is missing; for example {example}")))
    }

    /// Refuses fields that are not allowed.
    pub fn only(&self, allowed: &[&str]) -> Result<(), FileError> {
        for (name, field) in self.fields()? {
            if !allowed.contains(&name) {
                let suggestion = closest(name, allowed.iter().copied()).map(str::to_owned);
                let hint = hint(&suggestion);
                let allowed = allowed.join(", ");
                return Err(field.fail(format!("unknown key{hint} (allowed: {allowed})")));
            }
        }
        Ok(())
    }

    pub fn text(&self) -> Result<&'a str, FileError> {
        match &self.node.data {
            Data::Text(text) => Ok(text),
            _ => Err(self.unexpected("text in quotes")),
        }
    }

    /// The name of something elsewhere in the file.
    pub fn reference(&self) -> Result<String, FileError> {
        let text = self.text()?;
        if text.chars().count() > 2 * LONGEST_NAME + 1 {
            return Err(self.fail("the name is too long"));
        }
        Ok(text.to_owned())
    }

    /// Refuses names that could not be written in `object@point` or `object.NAME.key`.
    pub fn check_name(&self, name: &str) -> Result<(), FileError> {
        let strange = |c: char| c.is_control() || c.is_whitespace() || ['@', '.', '/'].contains(&c);
        if name.is_empty() || name.contains(strange) || name.chars().count() > LONGEST_NAME {
            return Err(self.fail(format!(
                "a name has 1 to {LONGEST_NAME} characters, and none of space, '@', '.' and '/'"
            )));
        }
        Ok(())
    }

    /// A finite number, plain or as text with this unit.
    pub fn number(&self, unit: &str) -> Result<f64, FileError> {
        value::number_of(&self.node.data, unit).map_err(|error| self.fail(error))
    }

    /// True or false.
    pub fn flag(&self) -> Result<bool, FileError> {
        match self.node.data {
            Data::Flag(flag) => Ok(flag),
            _ => Err(self.unexpected("true or false")),
        }
    }

    /// Three numbers: a place or a way in space.
    pub fn three(&self, unit: &str) -> Result<[f64; 3], FileError> {
        let expected = "three numbers, such as [0, 1, 0]";
        let entries = self.entries(expected)?;
        let [x, y, z] = entries.as_slice() else {
            return Err(self.fail(format!("expected {expected}, found {}", entries.len())));
        };
        Ok([x.number(unit)?, y.number(unit)?, z.number(unit)?])
    }

    /// One of these words.
    pub fn one_of(&self, words: &[&str]) -> Result<usize, FileError> {
        let text = self.text()?;
        words.iter().position(|word| *word == text).ok_or_else(|| {
            let near = closest(text, words.iter().copied()).map(str::to_owned);
            let known = words.join(", ");
            self.fail(format!(
                "'{text}' is not known{} (known: {known})",
                hint(&near)
            ))
        })
    }

    /// A number within bounds.
    pub fn between(&self, min: f64, max: f64, unit: &'static str) -> Result<f64, FileError> {
        number::between(self.number(unit)?, min, max, unit).map_err(|error| self.fail(error))
    }

    /// A number that the parameter `key` of this table would take.
    pub fn number_like<P: Declared>(&self, key: &str) -> Result<f64, FileError> {
        let (_, spec) = P::TABLE.locate(key).map_err(|error| self.fail(error))?;
        let number = self.number(spec.unit)?;
        spec.check(&Value::Number(number))
            .map_err(|refusal| self.fail(refusal))?;
        Ok(number)
    }

    /// A time within an hour.
    pub fn seconds(&self) -> Result<f64, FileError> {
        number::check_seconds(self.number("s")?).map_err(|error| self.fail(error))
    }

    /// A sample rate.
    pub fn rate(&self) -> Result<f64, FileError> {
        let rate = urto::Rate::new(self.number("Hz")?).map_err(|error| self.fail(error))?;
        Ok(rate.hertz())
    }
}

fn ends_in_entry(key: &str) -> bool {
    let last = key.rsplit('/').next().unwrap_or_default();
    key.contains('/') && !last.is_empty() && last.bytes().all(|byte| byte.is_ascii_digit())
}
