//! What the user does, as plain data and as a line of text.

use crate::Problem;
use crate::words::{Spoken, Words, lines};
use urto::sound::Quality;

/// What a corner is to be.
#[derive(Clone, Debug, PartialEq)]
pub enum CornerFrom {
    /// Nothing.
    Nothing,
    /// What the instance is now.
    Now,
    /// A preset.
    Preset(String),
}

impl Spoken for CornerFrom {
    fn say(&self, line: &mut String) {
        match self {
            CornerFrom::Nothing => line.push_str(" -"),
            CornerFrom::Now => line.push_str(" now"),
            CornerFrom::Preset(name) => {
                line.push_str(" preset");
                name.say(line);
            }
        }
    }
    fn hear(words: &mut Words) -> Result<Self, Problem> {
        match words.next()?.text.as_str() {
            "-" => Ok(CornerFrom::Nothing),
            "now" => Ok(CornerFrom::Now),
            "preset" => String::hear(words).map(CornerFrom::Preset),
            other => Err(Problem::new(format!(
                "a corner cannot be made of '{other}'"
            ))),
        }
    }
}

lines! {
    /// What the user does. [`Desk::apply`](crate::Desk::apply) takes it.
    pub enum Edit {
        /// A sound or a preset becomes an instance.
        Add = "add" {
            /// Its name.
            name: String,
        },
        /// A scene becomes an instance.
        AddScene = "add-scene" {
            /// Its name.
            name: String,
            /// Its file.
            text: String,
        },
        /// An instance goes.
        Remove = "remove" {
            /// Which.
            id: u32,
        },
        /// An instance is doubled.
        Duplicate = "duplicate" {
            /// Which.
            id: u32,
        },
        /// An instance gets another name.
        Rename = "rename" {
            /// Which.
            id: u32,
            /// The name.
            name: String,
        },
        /// An instance is looked at; not undone.
        Select = "select" {
            /// Which.
            id: Option<u32>,
        },
        /// A sound or preset is played at once, beside the instances; not undone.
        Audition = "audition" {
            /// Its name.
            name: String,
        },
        /// A parameter, or a macro, gets a value as one would write it: `3 mm`.
        Set = "set" {
            /// Which instance.
            id: u32,
            /// The key.
            key: String,
            /// The value.
            text: String,
        },
        /// A number goes to a place of its slider. Moves of one slider are one step to undo, until
        /// it settles.
        Position = "position" {
            /// Which instance.
            id: u32,
            /// The key.
            key: String,
            /// The place, 0 to 1.
            position: f64,
        },
        /// A macro goes to a place, 0 to 100, one step to undo until it settles.
        Macro = "macro" {
            /// Which instance.
            id: u32,
            /// The macro's key.
            key: String,
            /// The place.
            position: f64,
        },
        /// A parameter becomes what its sound has.
        Reset = "reset" {
            /// Which instance.
            id: u32,
            /// The key.
            key: String,
        },
        /// What was being moved is let go: the next move is another step to undo.
        Settle = "settle",
        /// How many blows may ring at once.
        Voices = "voices" {
            /// Which instance.
            id: u32,
            /// How many.
            count: usize,
        },
        /// Where chance starts.
        Seed = "seed" {
            /// Which instance.
            id: u32,
            /// The seed.
            seed: u64,
        },
        /// Loudness of an instance \[dB\].
        Gain = "gain" {
            /// Which instance.
            id: u32,
            /// How loud.
            decibels: f64,
        },
        /// Place of an instance from -1 left to 1 right.
        Pan = "pan" {
            /// Which instance.
            id: u32,
            /// Where.
            pan: f64,
        },
        /// Whether an instance is silent.
        Mute = "mute" {
            /// Which instance.
            id: u32,
            /// Whether.
            on: bool,
        },
        /// Whether it is heard alone.
        Solo = "solo" {
            /// Which instance.
            id: u32,
            /// Whether.
            on: bool,
        },
        /// Loudness of everything \[dB\].
        Master = "master" {
            /// How loud.
            decibels: f64,
        },
        /// How freely ringing bodies are worked out; not undone.
        Quality = "quality" {
            /// How.
            quality: Quality,
        },
        /// The pad is touched: places of its two directions, 0 to 1. One step to undo until the
        /// gesture is released.
        Gesture = "gesture" {
            /// Which instance.
            id: u32,
            /// Along the first.
            x: Option<f64>,
            /// Along the second.
            y: Option<f64>,
        },
        /// A gesture starts; not undone.
        Trigger = "trigger" {
            /// Which instance.
            id: u32,
            /// Factor on the gesture's speed.
            strength: f64,
        },
        /// A held gesture ends; not undone.
        Release = "release" {
            /// Which instance.
            id: u32,
        },
        /// Everything is silenced; not undone.
        Stop = "stop",
        /// An instance's values become a preset of the user, in place of one of that name.
        Store = "store" {
            /// Which instance.
            id: u32,
            /// The preset's name.
            name: String,
            /// What it is.
            about: Option<String>,
            /// Words to find it by.
            tags: Vec<String>,
        },
        /// An instance gets the values of a preset of its sound.
        Recall = "recall" {
            /// Which instance.
            id: u32,
            /// The preset's name.
            name: String,
        },
        /// A preset of the user gets another name.
        RenamePreset = "rename-preset" {
            /// Its name.
            from: String,
            /// Its new name.
            to: String,
        },
        /// A preset of the user goes.
        DeletePreset = "delete-preset" {
            /// Its name.
            name: String,
        },
        /// A preset's file becomes a preset of the user.
        ImportPreset = "import-preset" {
            /// Name of the file.
            file: String,
            /// Its text.
            text: String,
        },
        /// A corner of an instance's square changes.
        Corner = "corner" {
            /// Which instance.
            id: u32,
            /// Which corner: 0 lower left, 1 lower right, 2 upper left, 3 upper right.
            corner: usize,
            /// What it becomes.
            from: CornerFrom,
        },
        /// An instance moves in its square, one step to undo until it settles.
        Morph = "morph" {
            /// Which instance.
            id: u32,
            /// To the right, 0 to 1.
            x: f64,
            /// Up, 0 to 1.
            y: f64,
            /// Whether the pointer was let go there.
            settled: bool,
        },
        /// Whether a morph that settles takes over structure too.
        Structure = "structure" {
            /// Which instance.
            id: u32,
            /// Whether.
            on: bool,
        },
        /// One of an instance's two states is shown: 0 is a, 1 is b. The first time both are alike.
        Compare = "compare" {
            /// Which instance.
            id: u32,
            /// Which state.
            side: usize,
        },
        /// A key is kept from morphs and chance, or no longer.
        Lock = "lock" {
            /// Which instance.
            id: u32,
            /// The key of a parameter or a table.
            key: String,
            /// Whether.
            on: bool,
        },
        /// Chance moves every number that is not locked.
        Vary = "vary" {
            /// Which instance.
            id: u32,
            /// How far, 0 to 1.
            amount: f64,
            /// Where chance starts.
            seed: u64,
        },
        /// A project's file takes the place of everything.
        Open = "open" {
            /// Name of the file.
            file: String,
            /// Its text.
            text: String,
        },
        /// The last step is taken back.
        Undo = "undo",
        /// What was taken back is done again.
        Redo = "redo",
    }
}

impl Edit {
    /// What it does, for the undo button.
    pub(crate) fn label(&self) -> &'static str {
        match self {
            Edit::Add { .. } | Edit::AddScene { .. } => "Add",
            Edit::Remove { .. } => "Remove",
            Edit::Duplicate { .. } => "Duplicate",
            Edit::Rename { .. } => "Rename",
            Edit::Set { .. } | Edit::Position { .. } => "Change value",
            Edit::Macro { .. } => "Move macro",
            Edit::Reset { .. } => "Reset value",
            Edit::Voices { .. } => "Voices",
            Edit::Seed { .. } => "Seed",
            Edit::Gain { .. } | Edit::Master { .. } => "Gain",
            Edit::Pan { .. } => "Pan",
            Edit::Mute { .. } => "Mute",
            Edit::Solo { .. } => "Solo",
            Edit::Gesture { .. } => "Gesture",
            Edit::Store { .. } => "Store preset",
            Edit::Recall { .. } => "Recall preset",
            Edit::RenamePreset { .. } => "Rename preset",
            Edit::DeletePreset { .. } => "Delete preset",
            Edit::ImportPreset { .. } => "Import preset",
            Edit::Corner { .. } => "Morph corner",
            Edit::Morph { .. } => "Morph",
            Edit::Structure { .. } => "Morph structure",
            Edit::Compare { .. } => "Compare",
            Edit::Lock { .. } => "Lock",
            Edit::Vary { .. } => "Vary",
            Edit::Open { .. } => "Open project",
            _ => "",
        }
    }

    /// Edits that have the same of this, one after the other, are one step to undo.
    pub(crate) fn group(&self) -> Option<String> {
        match self {
            Edit::Position { id, key, .. } => Some(format!("position {id} {key}")),
            Edit::Macro { id, key, .. } => Some(format!("macro {id} {key}")),
            Edit::Gesture { id, .. } => Some(format!("gesture {id}")),
            Edit::Morph { id, .. } => Some(format!("morph {id}")),
            Edit::Gain { id, .. } => Some(format!("gain {id}")),
            Edit::Pan { id, .. } => Some(format!("pan {id}")),
            Edit::Master { .. } => Some("master".to_owned()),
            _ => None,
        }
    }
}
