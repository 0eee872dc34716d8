//! How a sound is played and heard, besides its parameters.
//!
//! In a recipe it is one comment before everything else (`#: fast pitch 1.5 channels 2`), so that
//! the rest is read as ever.

use crate::cli::RenderArgs;
use crate::failure::Failure;
use urto::sound::{Entry, Expression};
use urto_file::{MOST_CHANNELS, rows};

/// Starts the comment.
const MARK: &str = "#: ";

/// How a sound is played and heard, besides its parameters.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Manner {
    /// Whether freely ringing bodies are worked out in f32.
    pub fast: bool,
    /// Pitch, pressure and place of its gesture.
    pub expression: Expression,
    /// To how many channels its own are mixed; none: each is one of the file.
    pub channels: Option<usize>,
}

impl Manner {
    /// What is asked for wins over what a file says.
    pub fn asked(self, asked: &RenderArgs) -> Self {
        let mut expression = self.expression;
        expression.pitch = asked.pitch.or(expression.pitch);
        expression.pressure = asked.pressure.or(expression.pressure);
        expression.place = asked.place.or(expression.place);
        Self {
            fast: asked.fast || self.fast,
            expression,
            channels: asked.channels.or(self.channels),
        }
    }

    /// The comment, or nothing where all is as usual.
    pub fn mark(&self) -> String {
        let number = |name: &str, value: Option<f64>| Some(format!("{name} {}", value?));
        let words = [
            self.fast.then(|| "fast".to_owned()),
            number("pitch", self.expression.pitch),
            number("pressure", self.expression.pressure),
            number("place", self.expression.place),
            self.channels.map(|count| format!("channels {count}")),
        ];
        let words: Vec<String> = words.into_iter().flatten().collect();
        match words.is_empty() {
            true => String::new(),
            false => format!("{MARK}{}\n", words.join(" ")),
        }
    }

    /// Takes the comment off a text; one that is not understood is left there.
    pub fn split(text: &str) -> (Self, &str) {
        let line = text.strip_prefix(MARK).and_then(|it| it.split_once('\n'));
        let read = line.and_then(|(line, rest)| Some((Self::read(line)?, rest)));
        read.unwrap_or((Self::default(), text))
    }

    fn read(line: &str) -> Option<Self> {
        let mut own = Self::default();
        let mut words = line.split(' ');
        while let Some(word) = words.next() {
            let mut number = || words.next()?.parse().ok();
            match word {
                "fast" => own.fast = true,
                "pitch" => own.expression.pitch = Some(number()?),
                "pressure" => own.expression.pressure = Some(number()?),
                "place" => own.expression.place = Some(number()?),
                "channels" => {
                    let count = words.next()?.parse().ok()?;
                    own.channels = (1..=MOST_CHANNELS).contains(&count).then_some(count);
                }
                _ => return None,
            }
        }
        Some(own)
    }
}

/// What was said of a gesture besides its strength, by option.
fn given(asked: &RenderArgs) -> impl Iterator<Item = &'static str> {
    let all = [
        ("--pitch", asked.pitch),
        ("--pressure", asked.pressure),
        ("--place", asked.place),
    ];
    let given = all.into_iter().filter(|(_, value)| value.is_some());
    given.map(|(option, _)| option)
}

/// Refuses what a sound does not follow, and says what it does.
pub fn check(asked: &RenderArgs, entry: &Entry) -> Result<(), Failure> {
    let keys = &entry.expression;
    let deaf = given(asked).find(|option| match *option {
        "--pitch" => keys.pitch.is_empty(),
        "--pressure" => keys.pressure.is_empty(),
        _ => keys.place.is_none(),
    });
    let Some(option) = deaf else {
        return Ok(());
    };
    let follows = rows::expression(keys);
    let follows = match follows.is_empty() {
        true => "It follows nothing of a gesture but its strength; set parameters with -p.".into(),
        false => follows.join(" "),
    };
    Err(Failure::usage(format!(
        "{} does not follow {option}. {follows}",
        entry.key
    )))
}

/// Refuses what is said of a gesture where there is none to say it of.
pub fn refuse(asked: &RenderArgs, what: &str) -> Result<(), Failure> {
    match given(asked).next() {
        Some(option) => Err(Failure::usage(format!(
            "{option} is for a sound or a preset; {what}"
        ))),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_comes_back() {
        let expression = Expression::default()
            .with_pitch(0.1 + 0.2)
            .with_place(1.0 / 3.0);
        let own = Manner {
            fast: true,
            expression,
            channels: Some(2),
        };
        let text = own.mark() + "#: urto 1 seed 2\nrest";
        assert_eq!(Manner::split(&text), (own, "#: urto 1 seed 2\nrest"));
        // As files have it that were made before there was anything else to say.
        let (old, rest) = Manner::split("#: fast\nurto");
        assert!(old.fast && rest == "urto");
        let plain = "#: urto 1 seed 2\n";
        assert_eq!(Manner::split(plain), (Manner::default(), plain));
        assert_eq!(Manner::default().mark(), "");
    }
}
