//! Units of length that files are drawn in.

use core::fmt;
use core::str::FromStr;

/// A unit that a file is drawn in; it does not say itself (glTF alone means metres).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Unit {
    /// 1 m.
    #[default]
    Metre,
    /// 0.01 m.
    Centimetre,
    /// 0.001 m.
    Millimetre,
    /// 0.0254 m.
    Inch,
}

impl Unit {
    /// All of them, the likeliest for a wrong size first: programs for printing and machining draw
    /// in millimetres.
    pub const ALL: [Self; 4] = [Self::Millimetre, Self::Centimetre, Self::Inch, Self::Metre];

    /// How long it is \[m\].
    pub fn metres(self) -> f64 {
        match self {
            Self::Metre => 1.0,
            Self::Centimetre => 0.01,
            Self::Millimetre => 0.001,
            Self::Inch => 0.0254,
        }
    }

    /// As it is written: mm.
    pub fn key(self) -> &'static str {
        match self {
            Self::Metre => "m",
            Self::Centimetre => "cm",
            Self::Millimetre => "mm",
            Self::Inch => "in",
        }
    }

    /// As one says it: millimetres.
    pub fn plural(self) -> &'static str {
        match self {
            Self::Metre => "metres",
            Self::Centimetre => "centimetres",
            Self::Millimetre => "millimetres",
            Self::Inch => "inches",
        }
    }
}

impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.key())
    }
}

impl FromStr for Unit {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        let mut all = Self::ALL.into_iter();
        all.find(|own| own.key() == word)
            .ok_or_else(|| format!("'{word}' is no unit here; allowed are m, cm, mm and in"))
    }
}
