//! What the user does, as plain data and as a line of text.

use crate::Problem;
use crate::words::{Spoken, Words, lines};
use urto::sound::{Expression, Quality};
use urto_file::{Measure, Source};

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
        Add = "add" { name: String = "Its name." },
        /// A scene becomes an instance.
        AddScene = "add-scene" { name: String = "Its name.", text: String = "Its file." },
        /// A scene gets another text: another body, contact or number. One step to undo until it
        /// settles.
        Rewrite = "rewrite" { id: u32 = "Which instance.", text: String = "Its file." },
        /// An instance goes.
        Remove = "remove" { id: u32 = "Which." },
        /// An instance is doubled.
        Duplicate = "duplicate" { id: u32 = "Which." },
        /// An instance gets another name.
        Rename = "rename" { id: u32 = "Which.", name: String = "The name." },
        /// An instance is looked at; not undone.
        Select = "select" { id: Option<u32> = "Which." },
        /// A sound or preset is played at once, beside the instances; not undone.
        Audition = "audition" { name: String = "Its name." },
        /// A parameter, or a macro, gets a value as one would write it: `3 mm`.
        Set = "set" {
            id: u32 = "Which instance.",
            key: String = "The key.",
            text: String = "The value.",
        },
        /// A file is put into play: a parameter names it, and the choice beside it says so.
        Use = "use" {
            id: u32 = "Which instance.",
            key: String = "The key of a parameter that names files.",
            file: String = "Name of the file.",
        },
        /// A number goes to a place of its slider. Moves of one slider are one step to undo, until
        /// it settles.
        Position = "position" {
            id: u32 = "Which instance.",
            key: String = "The key.",
            position: f64 = "The place, 0 to 1.",
        },
        /// A macro goes to a place, 0 to 100, one step to undo until it settles.
        Macro = "macro" {
            id: u32 = "Which instance.",
            key: String = "The macro's key.",
            position: f64 = "The place.",
        },
        /// Numbers get the values that were found for what one wants to hear, one step to undo
        /// until it settles.
        Aim = "aim" {
            id: u32 = "Which instance.",
            values: Vec<(String, f64)> = "Keys and values.",
        },
        /// A hand touches a body somewhere: the numbers that say where, and choices by the number of
        /// their option; `mix.gain` and `mix.pan` are its strip in the mixer. One step to undo until
        /// it settles.
        Touch = "touch" {
            id: u32 = "Which instance.",
            values: Vec<(String, f64)> = "Keys and values.",
        },
        /// A parameter becomes what its sound has.
        Reset = "reset" { id: u32 = "Which instance.", key: String = "The key." },
        /// What was being moved is let go: the next move is another step to undo.
        Settle = "settle",
        /// How many blows may ring at once.
        Voices = "voices" { id: u32 = "Which instance.", count: usize = "How many." },
        /// Where chance starts.
        Seed = "seed" { id: u32 = "Which instance.", seed: u64 = "The seed." },
        /// Loudness of an instance \[dB\].
        Gain = "gain" { id: u32 = "Which instance.", decibels: f64 = "How loud." },
        /// Place of an instance from -1 left to 1 right.
        Pan = "pan" { id: u32 = "Which instance.", pan: f64 = "Where." },
        /// The output at which an instance is heard first; its pan leads to the next one.
        Channel = "channel" { id: u32 = "Which instance.", channel: usize = "The output, from 0." },
        /// Whether an instance is silent.
        Mute = "mute" { id: u32 = "Which instance.", on: bool = "Whether." },
        /// Whether it is heard alone.
        Solo = "solo" { id: u32 = "Which instance.", on: bool = "Whether." },
        /// Loudness of everything \[dB\].
        Master = "master" { decibels: f64 = "How loud." },
        /// How many outputs the project is rendered to, 1 to 16. Instances beyond the last one are
        /// heard where the ring of outputs brings them.
        Channels = "channels" { count: usize = "How many." },
        /// Something moves a parameter of an instance: `route tap 1 force 2 pressure 0.5 0 units`.
        Route = "route" {
            source: Source = "Where it begins: a tap, an input, a curve or an oscillator.",
            id: u32 = "Which instance is moved.",
            key: String = "The parameter's key.",
            amount: f64 = "What a source of 1 adds.",
            offset: f64 = "What is added anyway.",
            measure: Measure = "What both are measured in: units, or the travel of the slider.",
        },
        /// A route gets another amount and offset, one step to undo until it settles.
        RouteAmount = "route-amount" {
            number: usize = "Which route.",
            amount: f64 = "What a source of 1 adds.",
            offset: f64 = "What is added anyway.",
        },
        /// A route ends.
        Unroute = "unroute" { number: usize = "Which route." },
        /// How freely ringing bodies are worked out; not undone.
        Quality = "quality" { quality: Quality = "How." },
        /// The pad is touched: places of its two directions, 0 to 1. One step to undo until the
        /// gesture is released.
        Gesture = "gesture" {
            id: u32 = "Which instance.",
            x: Option<f64> = "Along the first.",
            y: Option<f64> = "Along the second.",
        },
        /// A gesture starts; not undone.
        Trigger = "trigger" {
            id: u32 = "Which instance.",
            strength: f64 = "Factor on the gesture's speed.",
            expression: Expression = "What else is known of it: `pitch 1.5 pressure 2 place 0.3`, or any of them.",
        },
        /// A held gesture ends; not undone.
        Release = "release" { id: u32 = "Which instance." },
        /// Everything is silenced; not undone.
        Stop = "stop",
        /// An instance's values become a preset of the user, in place of one of that name.
        Store = "store" {
            id: u32 = "Which instance.",
            name: String = "The preset's name.",
            about: Option<String> = "What it is.",
            tags: Vec<String> = "Words to find it by.",
        },
        /// An instance gets the values of a preset of its sound.
        Recall = "recall" { id: u32 = "Which instance.", name: String = "The preset's name." },
        /// A preset of the user gets another name.
        RenamePreset = "rename-preset" { from: String = "Its name.", to: String = "Its new name." },
        /// A preset of the user goes.
        DeletePreset = "delete-preset" { name: String = "Its name." },
        /// A preset's file becomes a preset of the user.
        ImportPreset = "import-preset" {
            file: String = "Name of the file.",
            text: String = "Its text.",
        },
        /// A corner of an instance's square changes.
        Corner = "corner" {
            id: u32 = "Which instance.",
            corner: usize = "Which corner: 0 lower left, 1 lower right, 2 upper left, 3 upper right.",
            from: CornerFrom = "What it becomes.",
        },
        /// An instance moves in its square, one step to undo until it settles.
        Morph = "morph" {
            id: u32 = "Which instance.",
            x: f64 = "To the right, 0 to 1.",
            y: f64 = "Up, 0 to 1.",
            settled: bool = "Whether the pointer was let go there.",
        },
        /// Whether a morph takes over structure too, from the nearest corner.
        Structure = "structure" { id: u32 = "Which instance.", on: bool = "Whether." },
        /// Whether a morph changes one of the things that ring; they stay as they are otherwise.
        Loosen = "loosen" {
            id: u32 = "Which instance.",
            key: String = "The key of a table: `body`, `support`.",
            on: bool = "Whether.",
        },
        /// One of an instance's two states is shown: 0 is a, 1 is b. The first time both are alike.
        Compare = "compare" { id: u32 = "Which instance.", side: usize = "Which state." },
        /// A key is kept from morphs and chance, or no longer.
        Lock = "lock" {
            id: u32 = "Which instance.",
            key: String = "The key of a parameter or a table.",
            on: bool = "Whether.",
        },
        /// Chance moves every number that is not locked.
        Vary = "vary" {
            id: u32 = "Which instance.",
            amount: f64 = "How far, 0 to 1.",
            seed: u64 = "Where chance starts.",
        },
        /// What is to be played is written anew, as the file has it without the name `score`;
        /// nothing takes it away.
        Score = "score" {
            text: Option<String> = "The score.",
        },
        /// The page keeps a text with the project under a name of small letters; nothing takes it
        /// away.
        Keep = "keep" {
            name: String = "The name.",
            text: Option<String> = "The text.",
        },
        /// A project's file takes the place of everything.
        Open = "open" { file: String = "Name of the file.", text: String = "Its text." },
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
            Edit::Rewrite { .. } => "Change scene",
            Edit::Remove { .. } => "Remove",
            Edit::Duplicate { .. } => "Duplicate",
            Edit::Rename { .. } => "Rename",
            Edit::Set { .. } | Edit::Position { .. } => "Change value",
            Edit::Use { .. } => "Use file",
            Edit::Macro { .. } => "Move macro",
            Edit::Aim { .. } => "Change what is heard",
            Edit::Touch { .. } => "Touch elsewhere",
            Edit::Reset { .. } => "Reset value",
            Edit::Voices { .. } => "Voices",
            Edit::Seed { .. } => "Seed",
            Edit::Gain { .. } | Edit::Master { .. } => "Gain",
            Edit::Pan { .. } => "Pan",
            Edit::Channel { .. } | Edit::Channels { .. } => "Outputs",
            Edit::Mute { .. } => "Mute",
            Edit::Solo { .. } => "Solo",
            Edit::Route { .. } => "Add route",
            Edit::RouteAmount { .. } => "Route amount",
            Edit::Unroute { .. } => "Remove route",
            Edit::Gesture { .. } => "Gesture",
            Edit::Store { .. } => "Store preset",
            Edit::Recall { .. } => "Recall preset",
            Edit::RenamePreset { .. } => "Rename preset",
            Edit::DeletePreset { .. } => "Delete preset",
            Edit::ImportPreset { .. } => "Import preset",
            Edit::Corner { .. } => "Morph corner",
            Edit::Morph { .. } => "Morph",
            Edit::Structure { .. } => "Morph structure",
            Edit::Loosen { .. } => "Morph what rings",
            Edit::Compare { .. } => "Compare",
            Edit::Lock { .. } => "Lock",
            Edit::Vary { .. } => "Vary",
            Edit::Score { .. } => "Edit score",
            Edit::Keep { .. } => "Change settings",
            Edit::Open { .. } => "Open project",
            _ => "",
        }
    }

    /// Edits that have the same of this, one after the other, are one step to undo.
    pub(crate) fn group(&self) -> Option<String> {
        match self {
            Edit::Position { id, key, .. } => Some(format!("position {id} {key}")),
            Edit::Macro { id, key, .. } => Some(format!("macro {id} {key}")),
            Edit::Aim { id, .. } => Some(format!("aim {id}")),
            Edit::Touch { id, .. } => Some(format!("touch {id}")),
            Edit::Gesture { id, .. } => Some(format!("gesture {id}")),
            Edit::Rewrite { id, .. } => Some(format!("rewrite {id}")),
            Edit::Morph { id, .. } => Some(format!("morph {id}")),
            Edit::Gain { id, .. } => Some(format!("gain {id}")),
            Edit::Pan { id, .. } => Some(format!("pan {id}")),
            Edit::RouteAmount { number, .. } => Some(format!("route {number}")),
            Edit::Master { .. } => Some("master".to_owned()),
            Edit::Keep { name, .. } => Some(format!("keep {name}")),
            _ => None,
        }
    }
}
