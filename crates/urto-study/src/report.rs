//! What an experiment found: tables for people, facts for programs, a figure for the eye.

use crate::StudyError;
use crate::plot::{self, Figure};
use serde_json::Value as Json;
use std::fmt::Write;

/// What an experiment found.
#[derive(Clone, Debug)]
pub struct Report {
    /// Tables for people.
    pub sheets: Vec<Sheet>,
    /// Remarks under the tables: conventions, and what differs from the paper.
    pub notes: Vec<String>,
    /// The same for programs, full precision; an object.
    pub facts: Json,
    /// The figure.
    pub figure: Figure,
}

impl Report {
    /// Tables and remarks as text.
    pub fn text(&self) -> String {
        let sheets = self.sheets.iter().map(Sheet::text).collect::<Vec<_>>();
        let mut text = sheets.join("\n");
        if !self.notes.is_empty() {
            text.push('\n');
        }
        for note in &self.notes {
            let _ = writeln!(text, "{note}");
        }
        text
    }

    /// The figure as SVG.
    pub fn svg(&self) -> Result<String, StudyError> {
        plot::svg(&self.figure)
    }

    /// The figure as the bytes of a PNG file.
    pub fn png(&self) -> Result<Vec<u8>, StudyError> {
        plot::png(&self.figure)
    }
}

/// A table: the first column names the rows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sheet {
    /// What it shows; may be empty.
    pub title: String,
    /// Heads of the columns, the first one's included.
    pub head: Vec<String>,
    /// The rows.
    pub rows: Vec<Vec<String>>,
}

impl Sheet {
    /// An empty table.
    pub fn new<S: Into<String>>(
        title: impl Into<String>,
        head: impl IntoIterator<Item = S>,
    ) -> Self {
        Self {
            title: title.into(),
            head: head.into_iter().map(Into::into).collect(),
            rows: Vec::new(),
        }
    }

    /// One more row.
    pub fn row<S: Into<String>>(&mut self, cells: impl IntoIterator<Item = S>) {
        self.rows.push(cells.into_iter().map(Into::into).collect());
    }

    /// In columns: names to the left, numbers to the right.
    fn text(&self) -> String {
        let all = || std::iter::once(&self.head).chain(&self.rows);
        let columns = all().map(Vec::len).max().unwrap_or(0);
        let width = |column: usize| {
            let cells = all().filter_map(|row| row.get(column));
            cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..columns).map(width).collect();
        let mut text = String::new();
        if !self.title.is_empty() {
            let _ = writeln!(text, "{}", self.title);
        }
        for row in all() {
            let mut line = String::new();
            for (column, (cell, width)) in row.iter().zip(&widths).enumerate() {
                let _ = match column {
                    0 => write!(line, "  {cell:width$}"),
                    _ => write!(line, "  {cell:>width$}"),
                };
            }
            let _ = writeln!(text, "{}", line.trim_end());
        }
        text
    }
}

/// A number for a table, with N significant digits.
///
/// ```
/// use urto_study::number;
/// assert_eq!(number(0.000428336, 4), "4.283e-4");
/// assert_eq!(number(-0.74843493, 5), "-0.74843");
/// assert_eq!(number(1659.2004, 6), "1659.20");
/// assert_eq!(number(f64::NAN, 6), "-");
/// ```
pub fn number(value: f64, digits: usize) -> String {
    if !value.is_finite() {
        return "-".to_owned();
    }
    if value == 0.0 {
        return "0".to_owned();
    }
    let digits = digits.max(1);
    let scientific = format!("{value:.*e}", digits - 1);
    let exponent: i32 = match scientific.split_once('e') {
        Some((_, exponent)) => exponent.parse().unwrap_or(0),
        None => 0,
    };
    if (-3..=6).contains(&exponent) {
        let decimals = (digits as i32 - 1 - exponent).max(0) as usize;
        return format!("{value:.decimals$}");
    }
    scientific
}

/// A number for a legend: as few digits as it has, at most four.
///
/// ```
/// use urto_study::brief;
/// assert_eq!(brief(4.0), "4");
/// assert_eq!(brief(3.0 * 0.01), "0.03");
/// assert_eq!(brief(1.0e7), "1e7");
/// ```
pub fn brief(value: f64) -> String {
    let text = number(value, 4);
    let (digits, power) = match text.split_once('e') {
        Some((digits, power)) => (digits, format!("e{power}")),
        None => (text.as_str(), String::new()),
    };
    match digits.contains('.') {
        true => {
            digits
                .trim_end_matches('0')
                .trim_end_matches('.')
                .to_owned()
                + &power
        }
        false => digits.to_owned() + &power,
    }
}

/// A percentage as the papers print it: three decimals, or one digit and a power where that
/// would show nothing; with its sign if asked for.
///
/// ```
/// use urto_study::percent;
/// assert_eq!(percent(1.0117, false), "1.012");
/// assert_eq!(percent(7.7e-8, true), "+7.7e-8");
/// assert_eq!(percent(0.0, true), "0");
/// ```
pub fn percent(value: f64, signed: bool) -> String {
    let plus = if signed && value > 0.0 { "+" } else { "" };
    let size = value.abs();
    if !value.is_finite() {
        "-".to_owned()
    } else if value == 0.0 {
        "0".to_owned()
    } else if size < 0.05 {
        format!("{plus}{}", number(value, 2))
    } else {
        format!("{plus}{value:.3}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_line_up() {
        let mut sheet = Sheet::new("Errors", ["%", "AM1", "Verlet"]);
        sheet.row(["x", "0.2", "0.018"]);
        sheet.row(["v_out", "-12.5", "1"]);
        assert_eq!(
            sheet.text(),
            "Errors\n  %        AM1  Verlet\n  x        0.2   0.018\n  v_out  -12.5       1\n"
        );
    }
}
