//! From values to places on an axis, and the ticks beside it.

use super::Axis;
use urto::math;

/// An axis with its ends and ticks known.
pub(super) struct Scale {
    low: f64,
    high: f64,
    log: bool,
    reversed: bool,
    /// What the tick labels are multiplied by, as a power of ten.
    power: i32,
    /// Places with labels.
    pub ticks: Vec<(f64, String)>,
    /// Places without.
    pub small: Vec<f64>,
}

/// Most labels on an axis.
const MOST: f64 = 8.0;

impl Scale {
    /// An axis over these values.
    pub fn new(axis: &Axis, values: impl Iterator<Item = f64>) -> Self {
        let log = axis.log;
        let shown = values.filter(|v| v.is_finite() && (!log || *v > 0.0));
        let (low, high) = match axis.range {
            Some((a, b)) => (own(log, a.min(b)), own(log, a.max(b))),
            None => {
                let ends = shown.map(|v| own(log, v));
                let (low, high) = ends.fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), v| {
                    (l.min(v), h.max(v))
                });
                if low <= high {
                    widened(low, high)
                } else {
                    (0.0, 1.0)
                }
            }
        };
        let (low, high) = if high > low {
            (low, high)
        } else {
            widened(low, low)
        };
        let mut scale = Self {
            low,
            high,
            log,
            reversed: axis.reversed,
            power: 0,
            ticks: Vec::new(),
            small: Vec::new(),
        };
        // Less than half a decade holds too few round digits: equal steps tell more.
        match log {
            true if high - low < 0.5 => {
                scale.steps(math::pow(10.0, low), math::pow(10.0, high));
            }
            true => scale.decades(),
            false => scale.steps(low, high),
        }
        scale
    }

    /// Where a value lies, 0 to 1 inside; `None` for what the axis cannot show.
    pub fn place(&self, value: f64) -> Option<f64> {
        if !value.is_finite() || (self.log && value <= 0.0) {
            return None;
        }
        let share = (own(self.log, value) - self.low) / (self.high - self.low);
        Some(if self.reversed { 1.0 - share } else { share })
    }

    /// The axis' words: name, and unit with its power of ten.
    pub fn label(&self, axis: &Axis) -> String {
        let power = match self.power {
            0 => String::new(),
            power => power_of_ten(power),
        };
        let unit = format!("{power} {}", axis.unit);
        match unit.trim() {
            "" => axis.name.clone(),
            unit => format!("{} [{unit}]", axis.name),
        }
    }

    fn steps(&mut self, low: f64, high: f64) {
        let rough = (high - low) / MOST;
        let decade = math::pow(10.0, math::log10(rough).floor());
        let nice = [1.0, 2.0, 5.0, 10.0].map(|n| n * decade);
        let step = nice.into_iter().find(|n| *n >= rough).unwrap_or(rough);
        let largest = low.abs().max(high.abs());
        let order = math::log10(largest).floor() as i32;
        if !(-2..=4).contains(&order) {
            self.power = order.div_euclid(3) * 3;
        }
        let unit = math::pow(10.0, f64::from(self.power));
        let decimals = (-math::log10(step / unit) - 1e-9).ceil().max(0.0) as usize;
        let first = (low / step - 1e-9).ceil();
        let count = ((high / step + 1e-9).floor() - first) as usize;
        for n in 0..=count.min(50) {
            let value = (first + n as f64) * step;
            let text = format!("{:.decimals$}", value / unit);
            let text = match text.trim_start_matches('-').trim_matches(['0', '.']) {
                "" => "0".to_owned(),
                _ => text.replace('-', "\u{2212}"),
            };
            if let Some(place) = self.place(value) {
                self.ticks.push((place, text));
            }
        }
    }

    fn decades(&mut self) {
        let (first, last) = (self.low.floor() as i32, self.high.ceil() as i32);
        let decades = self.high - self.low;
        let stride = (decades / MOST).ceil().max(1.0) as i32;
        for decade in first..=last {
            for digit in 1..10 {
                let value = f64::from(digit) * math::pow(10.0, f64::from(decade));
                let Some(place) = self.place(value) else {
                    continue;
                };
                if !(-1e-9..=1.0 + 1e-9).contains(&place) {
                    continue;
                }
                let labelled = match digit {
                    1 => decade.rem_euclid(stride) == 0,
                    2 | 5 => decades < 2.0,
                    _ => decades < 0.7,
                };
                let text = labelled.then(|| match (decade, digit) {
                    (-2..=3, _) => format!("{:.*}", (-decade).max(0) as usize, value),
                    (_, 1) => power_of_ten(decade),
                    _ => format!("{digit}·{}", power_of_ten(decade)),
                });
                match text {
                    Some(text) => self.ticks.push((place, text)),
                    None if stride == 1 || digit == 1 => self.small.push(place),
                    None => {}
                }
            }
        }
    }
}

fn own(log: bool, value: f64) -> f64 {
    if log {
        math::log10(value.max(1e-300))
    } else {
        value
    }
}

/// A little room at both ends.
fn widened(low: f64, high: f64) -> (f64, f64) {
    let room = match high - low {
        0.0 if low == 0.0 => 1.0,
        0.0 => 0.1 * low.abs(),
        span => 0.04 * span,
    };
    (low - room, high + room)
}

fn power_of_ten(power: i32) -> String {
    match power {
        0 => "1".to_owned(),
        1 => "10".to_owned(),
        _ => {
            let digits = power.to_string();
            let raised = digits.chars().map(|c| match c {
                '-' => '⁻',
                '1' => '¹',
                '2' => '²',
                '3' => '³',
                c => char::from_u32(c as u32 - '0' as u32 + '⁰' as u32).unwrap_or(c),
            });
            format!("10{}", raised.collect::<String>())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(axis: Axis, low: f64, high: f64) -> Vec<String> {
        let scale = Scale::new(&axis.over(low, high), std::iter::empty());
        scale.ticks.into_iter().map(|(_, text)| text).collect()
    }

    #[test]
    fn ticks_are_round_numbers() {
        let linear = || Axis::linear("x", "m");
        assert_eq!(
            texts(linear(), 0.0, 1.0),
            ["0", "0.2", "0.4", "0.6", "0.8", "1.0"]
        );
        assert_eq!(
            texts(linear(), -7e-5, 7e-5),
            ["−60", "−40", "−20", "0", "20", "40", "60"]
        );
        let scale = Scale::new(&linear().over(0.0, 7e-5), std::iter::empty());
        assert_eq!(scale.label(&linear()), "x [10⁻⁶ m]");
        let log = || Axis::log("x", "m");
        assert_eq!(texts(log(), 1e-3, 1.0), ["10⁻³", "0.01", "0.1", "1"]);
        assert_eq!(texts(log(), 1e-12, 1e12).len(), 9);
        assert_eq!(texts(log(), 0.15, 6.0), ["0.2", "0.5", "1", "2", "5"]);
        assert_eq!(
            texts(log(), 2.1, 2.5),
            [
                "2.10", "2.15", "2.20", "2.25", "2.30", "2.35", "2.40", "2.45", "2.50"
            ]
        );
    }

    #[test]
    fn places_run_from_end_to_end() {
        let axis = Axis::log("x", "").over(1.0, 100.0);
        let scale = Scale::new(&axis, std::iter::empty());
        assert_eq!(scale.place(10.0), Some(0.5));
        assert_eq!(scale.place(-1.0), None);
        let back = Scale::new(&axis.reversed(), std::iter::empty());
        assert_eq!(back.place(100.0), Some(0.0));
    }

    #[test]
    fn one_value_alone_has_an_axis() {
        for value in [0.0, 3.0, -2e-9] {
            let scale = Scale::new(&Axis::linear("x", ""), std::iter::once(value));
            assert_eq!(scale.place(value), Some(0.5));
            assert!(!scale.ticks.is_empty());
        }
    }
}
