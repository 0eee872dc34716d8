//! What a table says about a parameter. It holds no value.

use crate::math;

/// How a slider's travel maps to values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Equal steps.
    Linear,
    /// Equal ratios; both ends are positive.
    Log,
    /// Equal ratios from the minimum up, and zero ("none") at the very start of the travel.
    ZeroLog,
    /// Whole numbers.
    Integer,
}

impl Scale {
    /// Lower-case name, as files and `--json` write it.
    pub fn name(self) -> &'static str {
        match self {
            Scale::Linear => "linear",
            Scale::Log => "log",
            Scale::ZeroLog => "zero-log",
            Scale::Integer => "integer",
        }
    }
}

/// When a change takes effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Update {
    /// At the next sample; may be a signal.
    Sample,
    /// At the next multiple of 64 samples of the sound's own clock, smoothed.
    Block,
    /// When the next gesture starts.
    Event,
    /// The sound is built anew and faded in during 20 ms.
    Rebuild,
}

impl Update {
    /// Lower-case name, as files and `--json` write it.
    pub fn name(self) -> &'static str {
        match self {
            Update::Sample => "sample",
            Update::Block => "block",
            Update::Event => "event",
            Update::Rebuild => "rebuild",
        }
    }
}

/// Who needs to see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tier {
    /// Everybody.
    Basic,
    /// Those who look for it.
    Expert,
}

impl Tier {
    /// Lower-case name, as files and `--json` write it.
    pub fn name(self) -> &'static str {
        match self {
            Tier::Basic => "basic",
            Tier::Expert => "expert",
        }
    }
}

/// Range, scale and default of a number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Range {
    /// Value when nothing is said.
    pub default: f64,
    /// Smallest value (with [`Scale::ZeroLog`], smallest but for zero).
    pub min: f64,
    /// Largest value.
    pub max: f64,
    /// How positions map to values.
    pub scale: Scale,
}

impl Range {
    /// Whether a table may hold this range: ordered ends, a default inside, positive ends for
    /// ratios. Checked when the crate is compiled.
    pub const fn is_sound(&self) -> bool {
        let ordered = self.min < self.max;
        let zero = matches!(self.scale, Scale::ZeroLog) && self.default == 0.0;
        let inside = self.default >= self.min && self.default <= self.max;
        let positive = match self.scale {
            Scale::Log | Scale::ZeroLog => self.min > 0.0,
            _ => true,
        };
        ordered && (inside || zero) && positive
    }

    /// Whether the value is allowed. NaN is not.
    pub fn contains(&self, value: f64) -> bool {
        let inside = value >= self.min && value <= self.max;
        let zero = self.scale == Scale::ZeroLog && value == 0.0;
        let whole = self.scale != Scale::Integer || value == value.round();
        (inside || zero) && whole
    }

    /// The nearest allowed value; the default for NaN.
    pub fn clamp(&self, value: f64) -> f64 {
        if value.is_nan() {
            return self.default;
        }
        match self.scale {
            // Halfway (in ratio) below the minimum nothing but zero can be meant.
            Scale::ZeroLog if value < 0.5 * self.min => 0.0,
            Scale::Integer => value.clamp(self.min, self.max).round(),
            _ => value.clamp(self.min, self.max),
        }
    }

    /// Where the value lies on a slider, 0 to 1.
    pub fn position(&self, value: f64) -> f64 {
        let value = self.clamp(value);
        match self.scale {
            Scale::Linear | Scale::Integer => (value - self.min) / (self.max - self.min),
            Scale::ZeroLog if value == 0.0 => 0.0,
            Scale::Log | Scale::ZeroLog => {
                math::log(value / self.min) / math::log(self.max / self.min)
            }
        }
    }

    /// The value at a slider's position, 0 to 1.
    pub fn value_at(&self, position: f64) -> f64 {
        let position = position.clamp(0.0, 1.0);
        let value = match self.scale {
            Scale::Linear | Scale::Integer => self.min + position * (self.max - self.min),
            Scale::ZeroLog if position == 0.0 => 0.0,
            Scale::Log | Scale::ZeroLog => {
                self.min * math::exp(position * math::log(self.max / self.min))
            }
        };
        self.clamp(value)
    }
}

/// One option of a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OptionSpec {
    /// Its key in files.
    pub key: &'static str,
    /// What it means.
    pub about: &'static str,
}

/// What sort of thing a parameter is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// A number.
    Number(Range),
    /// One of several words.
    Choice {
        /// The words.
        options: &'static [OptionSpec],
        /// Which one when nothing is said.
        default: usize,
    },
    /// A table inside the table.
    Table(&'static Table),
    /// Several tables of one sort, addressed `modes/3/decay`.
    List {
        /// The sort.
        item: &'static Table,
        /// Fewest entries.
        min: usize,
        /// Most entries.
        max: usize,
    },
    /// A number that changes over time.
    Curve(Range),
    /// A file or another thing outside, by name.
    Resource {
        /// What is accepted, in words.
        accepts: &'static str,
        /// What it holds: a `body`, or what another loader of the
        /// [catalogue](crate::catalogue::Catalogue::resource) makes of it.
        sort: &'static str,
    },
}

/// One row of a table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spec {
    /// Name inside its table.
    pub key: &'static str,
    /// What it means; the doc comment of its declaration.
    pub about: &'static str,
    /// What sort of thing it is, with range or options.
    pub kind: Kind,
    /// Unit symbol, empty for a pure number.
    pub unit: &'static str,
    /// When a change takes effect.
    pub update: Update,
    /// Who needs to see it.
    pub tier: Tier,
    /// Share of a random variation that it takes: 1 all, 0 none.
    pub spread: f64,
    /// Name that it had in earlier versions, which files may still use; empty if none.
    pub formerly: &'static str,
    /// Whether it is an included table, whose rows stand among those of the table around it.
    pub flat: bool,
    /// Whether the table around it leaves it out: nobody can set it.
    pub hidden: bool,
}

impl Spec {
    /// Whether it has this name, or had it once.
    pub fn is_named(&self, name: &str) -> bool {
        self.key == name || !self.formerly.is_empty() && self.formerly == name
    }
}

/// A named set of parameters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Table {
    /// Key of the sound, object or part.
    pub key: &'static str,
    /// What it is; the doc comment of its declaration.
    pub about: &'static str,
    specs: &'static [Spec],
    /// Its perceptual controls.
    pub macros: &'static [super::Macro],
}

impl Table {
    /// A table; [`params!`](crate::params) makes them.
    pub const fn new(
        key: &'static str,
        about: &'static str,
        specs: &'static [Spec],
        macros: &'static [super::Macro],
    ) -> Self {
        Self {
            key,
            about,
            specs,
            macros,
        }
    }

    /// Its rows as they were declared: included tables closed, and what is left out among them.
    /// [`rows`](Table::rows) gives what users see.
    pub const fn declared(&self) -> &'static [Spec] {
        self.specs
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn range(scale: Scale) -> Range {
        Range {
            default: 10.0,
            min: 1.0,
            max: 1000.0,
            scale,
        }
    }

    proptest! {
        #[test]
        fn positions_round_trip(position in 0.0f64..=1.0) {
            for scale in [Scale::Linear, Scale::Log, Scale::ZeroLog] {
                let range = range(scale);
                let back = range.position(range.value_at(position));
                prop_assert!((back - position).abs() < 1e-12, "{scale:?} {position} {back}");
            }
            let range = range(Scale::Integer);
            let value = range.value_at(position);
            prop_assert_eq!(value, value.round());
            prop_assert_eq!(range.value_at(range.position(value)), value);
        }

        #[test]
        fn clamping_always_gives_an_allowed_value(value in any::<f64>()) {
            for scale in [Scale::Linear, Scale::Log, Scale::ZeroLog, Scale::Integer] {
                let range = range(scale);
                prop_assert!(range.contains(range.clamp(value)), "{scale:?} {value}");
            }
        }
    }

    #[test]
    fn nothing_outside_is_contained() {
        let range = range(Scale::Log);
        for value in [
            f64::NAN,
            f64::INFINITY,
            f64::NEG_INFINITY,
            0.0,
            0.999,
            1000.1,
        ] {
            assert!(!range.contains(value));
        }
    }
}
