//! What the player must do, as plain data and as a line of text.

use crate::Problem;
use crate::transition::{Ease, Loosened};
use crate::words::{Spoken, Words, lines};
use urto::sound::{Expression, Quality};
use urto_file::{Measure, Source};

/// A value in an [`Order`]: a number, or the key of an option.
#[derive(Clone, Debug, PartialEq)]
pub enum WireValue {
    /// A number in the table's unit.
    Number(f64),
    /// Key of a choice's option.
    Option(String),
}

impl Spoken for WireValue {
    fn say(&self, line: &mut String) {
        match self {
            WireValue::Number(number) => number.say(line),
            WireValue::Option(key) => key.say(line),
        }
    }
    fn hear(words: &mut Words) -> Result<Self, Problem> {
        let word = words.next()?.text;
        // No option's key reads as a number; a test looks.
        match word.parse::<f64>() {
            Ok(number) if number.is_finite() => Ok(WireValue::Number(number)),
            Ok(_) => Err(Problem::new(format!("{word} is not a finite number"))),
            Err(_) => Ok(WireValue::Option(word)),
        }
    }
}

lines! {
    /// What the player must do. [`Workshop::command`](crate::Workshop::command) makes a command
    /// of it; its text goes over a wire or into a score.
    ///
    /// ```
    /// use urto_engine::Order;
    /// let order = Order::parse("trigger 3 0.5 -")?;
    /// let expression = Default::default();
    /// assert_eq!(order, Order::Trigger { slot: 3, strength: 0.5, hold: None, expression });
    /// assert_eq!(order.to_string(), "trigger 3 0.5 -");
    /// # Ok::<(), urto_engine::Problem>(())
    /// ```
    pub enum Order {
        /// A sound plays in a slot, in place of what is there.
        Put = "put" {
            slot: usize = "Where.",
            sound: String = "Key of the sound.",
            seed: u64 = "Seed of everything random.",
            voices: usize = "Voices, 1 to 8.",
            params: String = "The parameters that differ from the sound's own, as a TOML table in one line.",
        },
        /// A scene plays in a slot, in place of what is there.
        Scene = "scene" {
            slot: usize = "Where.",
            seed: u64 = "Seed of everything random.",
            gain: f64 = "Its gain, from what is heard to samples.",
            text: String = "Its file.",
        },
        /// The slot becomes empty.
        Remove = "remove" { slot: usize = "Which." },
        /// A parameter changes that need not be built anew.
        Set = "set" {
            slot: usize = "Which instance.",
            key: String = "The parameter's key.",
            value: WireValue = "Its value.",
        },
        /// An instance becomes a preset of its sound by and by: `morph 0 "church bell" 3 smooth body`. Only
        /// in a score, which spells it out.
        Morph = "morph" {
            slot: usize = "Which instance.",
            to: String = "Name of the preset.",
            seconds: f64 = "How long that takes \\[s\\], 0.02 to 3600.",
            curve: Ease = "How it goes on: even, smooth, early or late.",
            loosened: Loosened = "Keys of what rings that changes too (`body`, `support`); the rest stays as it is.",
        },
        /// A gesture starts.
        Trigger = "trigger" {
            slot: usize = "Which instance.",
            strength: f64 = "Factor on the gesture's speed, 0 to 10.",
            hold: Option<f64> = "How long it is held \\[s\\], if it is known beforehand.",
            expression: Expression = "What else is known of it: `pitch 1.5 pressure 2 place 0.3`, or any of them.",
        },
        /// A held gesture ends.
        Release = "release" { slot: usize = "Which instance." },
        /// Loudness of an instance \[dB\]; -60 and less is silence.
        Gain = "gain" { slot: usize = "Which instance.", decibels: f64 = "How loud." },
        /// Where an instance is heard, from -1 left to 1 right.
        Pan = "pan" { slot: usize = "Which instance.", pan: f64 = "The place." },
        /// The output at which an instance is heard first; its pan leads to the next one.
        Channel = "channel" { slot: usize = "Which instance.", channel: usize = "The output, 0 to 15." },
        /// Whether an instance is silent.
        Mute = "mute" { slot: usize = "Which instance.", on: bool = "Whether it is." },
        /// Whether it and others like it are heard alone.
        Solo = "solo" { slot: usize = "Which instance.", on: bool = "Whether it is." },
        /// Loudness of everything \[dB\]; -60 and less is silence.
        Master = "master" { decibels: f64 = "How loud." },
        /// Something moves a parameter from now on, in place of the route of this number.
        Route = "route" {
            number: usize = "Its number, 0 to 63.",
            source: Source = "Where it begins: a tap, an input, a curve, an oscillator or an incline.",
            slot: usize = "Which instance is moved.",
            key: String = "The parameter's key.",
            amount: f64 = "What a source of 1 adds.",
            offset: f64 = "What is added anyway.",
            measure: Measure = "What both are measured in: units, or the travel of the slider.",
        },
        /// A route ends.
        Unroute = "unroute" { number: usize = "Its number." },
        /// How freely ringing bodies are worked out.
        Quality = "quality" { quality: Quality = "How." },
        /// Everything fades out and gestures end.
        Stop = "stop",
        /// Everything is taken away at once: a take starts.
        Clear = "clear",
    }
}

impl Order {
    /// Whether it needs a sound to be built, which takes a while.
    pub fn builds(&self) -> bool {
        matches!(self, Order::Put { .. } | Order::Scene { .. })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use urto::param::Kind;

    #[test]
    fn no_option_reads_as_a_number() {
        for entry in urto_file::catalogue().sounds() {
            for (key, spec) in entry.table.keys() {
                if let Kind::Choice { options, .. } = spec.kind {
                    let numeric = options.iter().find(|o| o.key.parse::<f64>().is_ok());
                    assert_eq!(numeric, None, "{} {key}", entry.key);
                }
            }
        }
    }

    proptest! {
        #[test]
        fn what_is_said_is_heard(text in any::<String>(), number in any::<f64>(), slot in any::<usize>()) {
            let number = if number.is_finite() { number } else { 0.1 };
            let orders = [
                Order::Scene { slot, seed: 7, gain: number, text: text.clone() },
                Order::Set { slot, key: "a.b".into(), value: WireValue::Number(number) },
                Order::Set { slot, key: text, value: WireValue::Option("felt".into()) },
                Order::Trigger { slot, strength: number, hold: Some(number), expression: Expression::default() },
                Order::Trigger { slot, strength: number, hold: None, expression: Expression::default().with_pitch(number) },
                Order::Trigger { slot, strength: number, hold: None, expression: Expression::default().with_place(number).with_pressure(0.5) },
                Order::Morph { slot, to: "church bell".into(), seconds: 0.5, curve: Ease::Late, loosened: Loosened(vec!["body".into()]) },
                Order::Morph { slot, to: "-".into(), seconds: number, curve: Ease::Even, loosened: Loosened::default() },
                Order::Mute { slot, on: true },
                Order::Channel { slot, channel: 7 },
                Order::Quality { quality: Quality::Fast },
                Order::Clear,
            ];
            for order in orders {
                let line = order.to_string();
                prop_assert!(!line.contains('\n'), "{line}");
                prop_assert_eq!(Order::parse(&line), Ok(order));
            }
        }

        #[test]
        fn no_line_does_harm(line in any::<String>()) {
            let _ = Order::parse(&line);
            let _ = Order::parse(&format!("scene 1 {line}"));
            let _ = Order::parse(&format!("set 1 \"{line}"));
        }
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (line, message) in [
            ("", "the line ends too soon"),
            (
                "triger 1 1 -",
                "'triger' is not known; did you mean 'trigger'?",
            ),
            ("gain 1 nan", "'nan' is not a finite number"),
            ("set 1 a inf", "inf is not a finite number"),
            ("remove -1", "'-1' is not a whole number in range"),
            ("stop now", "'stop' is followed by too many words"),
            ("remove \"1", "a quoted word has no end"),
            (
                "trigger 1 1 - pitsch 2",
                "'pitsch' is none of pitch, pressure and place",
            ),
            ("trigger 1 1 - pitch", "the line ends too soon"),
        ] {
            assert_eq!(Order::parse(line).unwrap_err().to_string(), message);
        }
    }
}
