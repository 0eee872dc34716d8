//! Orders and edits as lines of text: a name, then words parted by spaces.
//!
//! A word with odd characters stands in quotes, with `\"`, `\\`, `\n` and `\u{7}` for what cannot
//! be written plainly. A bare `-` is nothing.

use crate::Problem;
use urto::sound::{Expression, Quality};

/// The words of a line that are still to be read.
pub(crate) struct Words<'a> {
    rest: &'a str,
}

/// A word, and whether it stood in quotes.
pub(crate) struct Word {
    pub text: String,
    pub quoted: bool,
}

impl<'a> Words<'a> {
    pub fn new(line: &'a str) -> Self {
        Self { rest: line.trim() }
    }

    /// The next word.
    pub fn next(&mut self) -> Result<Word, Problem> {
        self.rest = self.rest.trim_start();
        if self.rest.is_empty() {
            return Err(Problem::new("the line ends too soon"));
        }
        if let Some(inside) = self.rest.strip_prefix('"') {
            return self.quoted(inside);
        }
        let end = self.rest.find(char::is_whitespace);
        let (word, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
        self.rest = rest;
        Ok(Word {
            text: word.to_owned(),
            quoted: false,
        })
    }

    fn quoted(&mut self, inside: &'a str) -> Result<Word, Problem> {
        let mut text = String::new();
        let mut letters = inside.chars();
        loop {
            match letters.next() {
                None => return Err(Problem::new("a quoted word has no end")),
                Some('"') => break,
                Some('\\') => text.push(escaped(&mut letters)?),
                Some(letter) => text.push(letter),
            }
        }
        self.rest = letters.as_str();
        Ok(Word { text, quoted: true })
    }

    /// Whether all was read.
    pub fn is_done(&self) -> bool {
        self.rest.trim_start().is_empty()
    }
}

fn escaped(letters: &mut core::str::Chars) -> Result<char, Problem> {
    let wrong = || Problem::new("a backslash stands before one of \" \\ n or u{...}");
    match letters.next() {
        Some('n') => Ok('\n'),
        Some(letter @ ('"' | '\\')) => Ok(letter),
        Some('u') => {
            let (code, rest) = letters
                .as_str()
                .strip_prefix('{')
                .and_then(|rest| rest.split_once('}'))
                .ok_or_else(wrong)?;
            *letters = rest.chars();
            let code = u32::from_str_radix(code, 16).ok();
            code.and_then(char::from_u32).ok_or_else(wrong)
        }
        _ => Err(wrong()),
    }
}

/// Adds a word, in quotes if it needs them.
fn push(line: &mut String, text: &str) {
    line.push(' ');
    let odd = |c: char| c.is_whitespace() || c.is_control() || c == '"' || c == '\\';
    if !text.is_empty() && text != "-" && !text.contains(odd) {
        return line.push_str(text);
    }
    line.push('"');
    for letter in text.chars() {
        match letter {
            '"' | '\\' => line.extend(['\\', letter]),
            '\n' => line.push_str("\\n"),
            odd if odd.is_control() => line.extend(odd.escape_unicode()),
            plain => line.push(plain),
        }
    }
    line.push('"');
}

/// Something that is a word or several of a line.
pub(crate) trait Spoken: Sized {
    /// Adds it to a line, with a space before.
    fn say(&self, line: &mut String);
    /// Reads it.
    fn hear(words: &mut Words) -> Result<Self, Problem>;
}

impl Spoken for String {
    fn say(&self, line: &mut String) {
        push(line, self);
    }
    fn hear(words: &mut Words) -> Result<Self, Problem> {
        words.next().map(|word| word.text)
    }
}

impl Spoken for f64 {
    fn say(&self, line: &mut String) {
        // The shortest digits that read back as the same number.
        push(line, &format!("{self:?}"));
    }
    fn hear(words: &mut Words) -> Result<Self, Problem> {
        let word = words.next()?.text;
        let number = word.parse::<f64>().ok().filter(|x| x.is_finite());
        number.ok_or_else(|| Problem::new(format!("'{word}' is not a finite number")))
    }
}

impl Spoken for bool {
    fn say(&self, line: &mut String) {
        push(line, if *self { "on" } else { "off" });
    }
    fn hear(words: &mut Words) -> Result<Self, Problem> {
        match words.next()?.text.as_str() {
            "on" => Ok(true),
            "off" => Ok(false),
            other => Err(Problem::new(format!("'{other}' is neither on nor off"))),
        }
    }
}

impl Spoken for Quality {
    fn say(&self, line: &mut String) {
        push(line, quality_name(*self));
    }
    fn hear(words: &mut Words) -> Result<Self, Problem> {
        let word = words.next()?.text;
        quality_of(&word).ok_or_else(|| Problem::new(format!("'{word}' is neither exact nor fast")))
    }
}

/// `exact` or `fast`.
pub(crate) fn quality_name(quality: Quality) -> &'static str {
    match quality {
        Quality::Exact => "exact",
        Quality::Fast => "fast",
    }
}

/// The quality of this name.
pub(crate) fn quality_of(name: &str) -> Option<Quality> {
    let all = [Quality::Exact, Quality::Fast];
    all.into_iter()
        .find(|quality| quality_name(*quality) == name)
}

impl<T: Spoken> Spoken for Option<T> {
    fn say(&self, line: &mut String) {
        match self {
            None => line.push_str(" -"),
            Some(own) => own.say(line),
        }
    }
    fn hear(words: &mut Words) -> Result<Self, Problem> {
        let mut ahead = Words { rest: words.rest };
        let word = ahead.next()?;
        if word.text == "-" && !word.quoted {
            *words = ahead;
            return Ok(None);
        }
        T::hear(words).map(Some)
    }
}

impl<A: Spoken, B: Spoken> Spoken for (A, B) {
    fn say(&self, line: &mut String) {
        self.0.say(line);
        self.1.say(line);
    }
    fn hear(words: &mut Words) -> Result<Self, Problem> {
        Ok((A::hear(words)?, B::hear(words)?))
    }
}

impl<T: Spoken> Spoken for Vec<T> {
    fn say(&self, line: &mut String) {
        self.len().say(line);
        self.iter().for_each(|own| own.say(line));
    }
    fn hear(words: &mut Words) -> Result<Self, Problem> {
        let count = usize::hear(words)?;
        (0..count).map(|_| T::hear(words)).collect()
    }
}

/// At the end of a line, only what is known: `pitch 1.5 place 0.2`.
impl Spoken for Expression {
    fn say(&self, line: &mut String) {
        let all = [
            ("pitch", self.pitch),
            ("pressure", self.pressure),
            ("place", self.place),
        ];
        for (name, value) in all {
            if let Some(value) = value {
                push(line, name);
                value.say(line);
            }
        }
    }
    fn hear(words: &mut Words) -> Result<Self, Problem> {
        let mut own = Self::default();
        while !words.is_done() {
            let name = words.next()?.text;
            let place = match name.as_str() {
                "pitch" => &mut own.pitch,
                "pressure" => &mut own.pressure,
                "place" => &mut own.place,
                other => {
                    return Err(Problem::new(format!(
                        "'{other}' is none of pitch, pressure and place"
                    )));
                }
            };
            *place = Some(f64::hear(words)?);
        }
        Ok(own)
    }
}

macro_rules! whole_numbers {
    ($($kind:ty),*) => {$(
        impl Spoken for $kind {
            fn say(&self, line: &mut String) {
                push(line, &self.to_string());
            }
            fn hear(words: &mut Words) -> Result<Self, Problem> {
                let word = words.next()?.text;
                let number = word.parse();
                number.map_err(|_| Problem::new(format!("'{word}' is not a whole number in range")))
            }
        }
    )*};
}
whole_numbers!(usize, u32, u64);

/// Declares an enum whose variants are lines: a name and fields, each [`Spoken`], with what it is.
macro_rules! lines {
    ($(#[$meta:meta])* pub enum $name:ident {
        $($(#[$about:meta])* $variant:ident = $word:literal
            $({ $($field:ident: $kind:ty = $what:literal),* $(,)? })?,)*
    }) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq)]
        pub enum $name {
            $($(#[$about])* $variant $({ $(#[doc = $what] $field: $kind),* })?,)*
        }

        impl core::fmt::Display for $name {
            fn fmt(&self, out: &mut core::fmt::Formatter) -> core::fmt::Result {
                let mut line = String::new();
                match self {
                    $(Self::$variant $({ $($field),* })? => {
                        line.push_str($word);
                        $($($crate::words::Spoken::say($field, &mut line);)*)?
                    })*
                }
                out.write_str(&line)
            }
        }

        impl $name {
            /// Reads a line; one that is not understood is an error that says why.
            pub fn parse(line: &str) -> Result<Self, $crate::Problem> {
                let words = &mut $crate::words::Words::new(line);
                let name = words.next()?.text;
                let read = match name.as_str() {
                    $($word => Self::$variant $({
                        $($field: $crate::words::Spoken::hear(words)?),*
                    })?,)*
                    other => {
                        let known = [$($word),*];
                        let near = urto::closest(other, known);
                        let hint = near.map(|near| format!("; did you mean '{near}'?"));
                        let hint = hint.unwrap_or_default();
                        return Err($crate::Problem::new(format!("'{other}' is not known{hint}")));
                    }
                };
                if words.is_done() {
                    Ok(read)
                } else {
                    Err($crate::Problem::new(format!("'{name}' is followed by too many words")))
                }
            }
        }
    };
}
pub(crate) use lines;
