//! Numbers with units from text: `3`, `3mm`, `2.5 kHz`, `-6 dB`.

use crate::error::ValueError;
use urto::Rate;

/// Powers of ten that may stand before a unit.
const PREFIXES: [(&str, i32); 9] = [
    ("n", -9),
    ("u", -6),
    ("\u{b5}", -6),  // the micro sign
    ("\u{3bc}", -6), // the Greek letter, which looks the same
    ("m", -3),
    ("c", -2),
    ("k", 3),
    ("M", 6),
    ("G", 9),
];

/// A speed may be written in km/h too: an hour has 3600 s, a kilometre 1000 m.
const KMH_PER_METRE_PER_SECOND: f64 = 3.6;

/// Longest time that a file or a command may ask for \[s\].
const LONGEST_TIME: f64 = 3600.0;

/// Reads a number that may carry a unit; the unit must be `unit`, or `unit` with a prefix.
///
/// Prefixes stand before the first factor (`kN/m`, `mm/s`); decibels and cents take none. A speed may
/// be in `km/h`.
///
/// ```
/// use urto_file::parse_number;
/// assert_eq!(parse_number("3 mm", "m")?, 0.003);
/// assert_eq!(parse_number("20g", "kg")?, 0.02);
/// assert_eq!(parse_number("1e-3", "s")?, 0.001);
/// assert!(parse_number("3 mm", "s").is_err());
/// # Ok::<(), urto_file::ValueError>(())
/// ```
pub fn parse_number(text: &str, unit: &str) -> Result<f64, ValueError> {
    let text = text.trim();
    let (digits, exponent, rest) =
        split(text).ok_or_else(
            || match text.trim_start_matches(['+', '-']).parse::<f64>() {
                // The only words that Rust takes for numbers.
                Ok(_) => ValueError::NotFinite(text.to_owned()),
                Err(_) => {
                    let space = if unit.is_empty() { "" } else { " " };
                    ValueError::NotANumber(text.to_owned(), format!("3 or \"0.5{space}{unit}\""))
                }
            },
        )?;
    if unit == "m/s" && rest.trim() == "km/h" {
        return Ok(parse_number(&text[..text.len() - rest.len()], "")? / KMH_PER_METRE_PER_SECOND);
    }
    let shift = shift(rest.trim(), unit)?;
    // The shift goes into the decimal text, so that "3 mm" is the same number as "0.003".
    let number = format!("{digits}e{}", exponent.saturating_add(shift));
    match number.parse::<f64>() {
        Ok(number) if number.is_finite() => Ok(number),
        _ => Err(ValueError::NotFinite(text.to_owned())),
    }
}

/// Reads a time: `2`, `500ms`. It must lie between 0 and 3600 s.
pub fn parse_seconds(text: &str) -> Result<f64, ValueError> {
    check_seconds(parse_number(text, "s")?)
}

/// Reads a sample rate: `48000`, `48kHz`.
pub fn parse_rate(text: &str) -> Result<f64, ValueError> {
    Ok(Rate::new(parse_number(text, "Hz")?)?.hertz())
}

/// Refuses times before the start and beyond an hour.
pub(crate) fn check_seconds(seconds: f64) -> Result<f64, ValueError> {
    between(seconds, 0.0, LONGEST_TIME, "s")
}

/// Refuses what lies outside.
pub(crate) fn between(
    value: f64,
    min: f64,
    max: f64,
    unit: &'static str,
) -> Result<f64, ValueError> {
    if (min..=max).contains(&value) {
        Ok(value)
    } else {
        Err(ValueError::Range {
            value,
            min,
            max,
            unit,
        })
    }
}

/// Parts a text into the decimal digits with sign and point, the exponent, and what follows.
fn split(text: &str) -> Option<(&str, i32, &str)> {
    let count = |from: usize| {
        let digits = text[from..].bytes().take_while(u8::is_ascii_digit);
        from + digits.count()
    };
    let start = usize::from(text.starts_with(['+', '-']));
    let mut end = count(start);
    let mut any = end > start;
    if text[end..].starts_with('.') {
        let fraction = count(end + 1);
        any |= fraction > end + 1;
        end = fraction;
    }
    if !any {
        return None;
    }
    let digits = &text[..end];
    if text[end..].starts_with(['e', 'E']) {
        let sign = usize::from(text[end + 1..].starts_with(['+', '-']));
        let last = count(end + 1 + sign);
        if last > end + 1 + sign {
            // An exponent that does not fit makes zero or infinity; a large one does the same.
            let huge = if text[end + 1..].starts_with('-') {
                -100_000
            } else {
                100_000
            };
            let exponent = text[end + 1..last].parse().unwrap_or(huge);
            return Some((digits, exponent, &text[last..]));
        }
    }
    Some((digits, 0, &text[end..]))
}

/// The power of ten by which a number in the written unit is shifted to be one in `unit`.
fn shift(written: &str, unit: &str) -> Result<i32, ValueError> {
    if written.is_empty() || written == unit {
        return Ok(0);
    }
    // The kilogram is the one unit that already has a prefix.
    let (base, own) = match unit.strip_prefix("kg") {
        Some(rest) => (format!("g{rest}"), 3),
        None => (unit.to_owned(), 0),
    };
    let plain = written.replace('·', "*");
    if plain == unit {
        return Ok(0);
    }
    if takes_prefix(unit) {
        if plain == base {
            return Ok(-own);
        }
        for (prefix, power) in PREFIXES {
            if plain.strip_prefix(prefix) == Some(&base) {
                return Ok(power - own);
            }
        }
    }
    let expected = match unit {
        "" => "the value is a pure number".to_owned(),
        "m" => "the value is in m (also mm or cm)".to_owned(),
        "m/s" => "the value is in m/s (also cm/s or km/h)".to_owned(),
        unit if unit.starts_with("kg") => format!("the value is in {unit} (also {base})"),
        unit if takes_prefix(unit) => format!("the value is in {unit} (also m{unit} or k{unit})"),
        unit => format!("the value is in {unit}"),
    };
    Err(ValueError::Unit {
        written: written.to_owned(),
        expected,
    })
}

/// Whether a power of ten before the unit is a power of ten of the value: not where the first
/// factor has an exponent, nor for ratios.
fn takes_prefix(unit: &str) -> bool {
    let first = unit.split(['*', '/']).next().unwrap_or(unit);
    let ratio = matches!(first, "dB" | "cent" | "%");
    !ratio && !first.is_empty() && first.chars().all(char::is_alphabetic)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn units_and_prefixes_give_the_number_one_would_write() {
        for (text, unit, value) in [
            ("3", "m", 3.0),
            ("3mm", "m", 0.003),
            ("  12 cm ", "m", 0.12),
            ("500ms", "s", 0.5),
            ("7 us", "s", 7e-6),
            ("7 µs", "s", 7e-6),
            ("7 \u{3bc}s", "s", 7e-6),
            ("2.5 kHz", "Hz", 2500.0),
            ("20g", "kg", 0.02),
            ("20 mg", "kg", 2e-5),
            ("2 kg", "kg", 2.0),
            ("5 g/s", "kg/s", 0.005),
            ("1e-3", "kg", 1e-3),
            ("1E+3", "", 1000.0),
            ("-6 dB", "dB", -6.0),
            ("+.5", "", 0.5),
            ("5.", "", 5.0),
            ("30 mm/s", "m/s", 0.03),
            ("36 km/h", "m/s", 10.0),
            ("-1.8e1km/h", "m/s", -5.0),
            ("3 kN/m", "N/m", 3000.0),
            ("2 MN/m^a", "N/m^a", 2e6),
            ("2 N·s/m", "N*s/m", 2.0),
            ("1e3mm", "m", 1.0),
            ("1 m", "m", 1.0),
            ("12 cent", "cent", 12.0),
        ] {
            assert_eq!(parse_number(text, unit), Ok(value), "{text} in {unit}");
        }
    }

    #[test]
    fn what_does_not_fit_is_refused_and_said() {
        for (text, unit, message) in [
            (
                "",
                "m",
                "'' is not a number; write for example 3 or \"0.5 m\"",
            ),
            (
                "fast",
                "",
                "'fast' is not a number; write for example 3 or \"0.5\"",
            ),
            (
                ".",
                "",
                "'.' is not a number; write for example 3 or \"0.5\"",
            ),
            ("nan", "", "nan is not a finite number"),
            ("-inf", "s", "-inf is not a finite number"),
            ("1e999", "s", "1e999 is not a finite number"),
            ("1e99999999999", "s", "1e99999999999 is not a finite number"),
            (
                "3 s",
                "m",
                "'s' is not a unit that fits; the value is in m (also mm or cm)",
            ),
            (
                "3 km/h",
                "m",
                "'km/h' is not a unit that fits; the value is in m (also mm or cm)",
            ),
            (
                "3 mph",
                "m/s",
                "'mph' is not a unit that fits; the value is in m/s (also cm/s or km/h)",
            ),
            (
                "3 m",
                "",
                "'m' is not a unit that fits; the value is a pure number",
            ),
            (
                "3 kdB",
                "dB",
                "'kdB' is not a unit that fits; the value is in dB",
            ),
            (
                "3 mm^2",
                "m^2",
                "'mm^2' is not a unit that fits; the value is in m^2",
            ),
            (
                "3,5",
                "",
                "',5' is not a unit that fits; the value is a pure number",
            ),
            (
                "3 e",
                "kg",
                "'e' is not a unit that fits; the value is in kg (also g)",
            ),
        ] {
            assert_eq!(parse_number(text, unit).unwrap_err().to_string(), message);
        }
        assert!(parse_seconds("-1").is_err());
        assert!(parse_seconds("61min").is_err());
        assert!(parse_seconds("4000").is_err());
        assert_eq!(parse_seconds("500ms"), Ok(0.5));
        assert_eq!(parse_rate("48kHz"), Ok(48_000.0));
        assert!(parse_rate("48").is_err());
    }

    proptest! {
        #[test]
        fn every_number_reads_back(value in any::<f64>().prop_filter("finite", |v| v.is_finite())) {
            prop_assert_eq!(parse_number(&format!("{value:?}"), "m").unwrap().to_bits(), value.to_bits());
            prop_assert_eq!(parse_number(&format!("{value}"), "m").unwrap().to_bits(), value.to_bits());
        }

        #[test]
        fn no_text_panics(text in ".*") {
            for unit in ["", "m", "kg/s", "dB"] {
                let _ = parse_number(&text, unit);
            }
        }
    }
}
