//! How good the approximate rebound is: table 1.1 and figure 1.3.
//!
//! Law:  v_out ≈ -(1/mu)·(1 - (Σ b_j·(mu·v)^j)·e^(-2·mu·v)), (1.8) and (1.9), against the exact
//!       v_out = -(1 + W0(-(1 + u)·e^-(1 + u)))/mu, u = mu·v.
//! Refs: Papetti 2010, section 1.2.1. The printed limits of 0.01 % and 0.001 % differ: their
//!       exact value was presumably solved for to about 1e-5 % only.

use super::{Experiment, Paper};
use crate::plot::{Axis, Figure, Panel, Series};
use crate::wall::Approximation;
use crate::{Report, Sheet, StudyError, number};
use serde_json::{Value as Json, json};

urto::params! {
    /// Limits of mu·v within which the approximate rebound is good enough.
    pub struct TableOne("table-1.1") {
        /// Order of the approximation; the thesis uses 4.
        order: 4, Integer(1, 20), "", Rebuild;
    }
}

/// The errors that the table is about \[%\], and the limits as printed.
const LIMITS: [(f64, f64, f64); 4] = [
    (1.0, 1.659, 5.0),
    (0.1, 0.798, 8.054),
    (0.01, 0.476, 10.660),
    (0.001, 0.319, 13.170),
];

/// Beyond this even order 20 is exact.
const FAR: f64 = 80.0;
const GRID: usize = 8000;

/// The largest u up to which, and the smallest from which on, the error stays within a limit.
fn limits(approximation: &Approximation, limit: f64) -> Option<(f64, f64)> {
    let off = |u: f64| approximation.error(u).abs() > limit;
    let grid = |n: usize| FAR * n as f64 / GRID as f64;
    let first = (1..=GRID).find(|n| off(grid(*n)))?;
    let last = (1..=GRID).rev().find(|n| off(grid(*n)))?;
    let between = |mut good: f64, mut bad: f64| {
        for _ in 0..60 {
            let middle = 0.5 * (good + bad);
            if off(middle) {
                bad = middle
            } else {
                good = middle
            }
        }
        good
    };
    let below = between(grid(first - 1).max(1e-6), grid(first));
    Some((below, between(grid(last + 1), grid(last))))
}

impl Experiment for TableOne {
    const TITLE: &'static str = "where the approximate rebound is good enough";
    const PAPER: Paper = Paper::Thesis;
    const SHOWS: &'static str = "Table 1.1 and figure 1.3: the error of the approximate output \
         velocity (1.8) over mu·v, for order 4 or any other; the exact one is Lambert's W.";

    fn run(&self) -> Result<Report, StudyError> {
        let approximation = Approximation::new(self.order as usize);
        let mut sheet = Sheet::new(
            format!(
                "mu·v at which v_out of order {} is within an error",
                self.order
            ),
            ["error", "at most", "at least"],
        );
        if self.order == 4 {
            sheet
                .head
                .extend(["printed".to_owned(), "printed".to_owned()]);
        }
        let mut rows = Vec::new();
        for (limit, below, above) in LIMITS {
            let found = limits(&approximation, limit);
            let text = |value: Option<f64>| value.map_or("any".to_owned(), |u| number(u, 6));
            let mut cells = vec![
                format!("{limit} %"),
                text(found.map(|f| f.0)),
                text(found.map(|f| f.1)),
            ];
            if self.order == 4 {
                cells.extend([format!("{below}"), format!("{above}")]);
            }
            sheet.row(cells);
            rows.push(json!({
                "error_percent": limit,
                "below": found.map(|f| f.0),
                "above": found.map(|f| f.1),
            }));
        }
        let b: Vec<Json> = approximation
            .coefficients
            .iter()
            .map(|b| json!(b))
            .collect();
        Ok(Report {
            sheets: vec![sheet],
            notes: Vec::new(),
            facts: json!({ "order": self.order, "limits": rows, "coefficients": b }),
            figure: figure(self.order as usize),
        })
    }
}

/// Figure 1.3, with higher orders beside it.
fn figure(order: usize) -> Figure {
    let scan = (1..=1500).map(|n| f64::from(n) * 0.01);
    let mut panel = Panel::new(
        "Error of the approximate rebound",
        Axis::linear("mu·v", "").over(0.0, 15.0),
        Axis::log("error of v_out", "%").over(1e-6, 100.0),
    );
    let mut orders = vec![order];
    orders.extend([4, 6, 8].into_iter().filter(|n| *n != order));
    for order in orders {
        let approximation = Approximation::new(order);
        let points = scan.clone().map(|u| (u, approximation.error(u).abs()));
        panel = panel.with(Series::line(format!("order {order}"), points));
    }
    for (limit, ..) in LIMITS {
        panel = panel.with(Series::guide("", [(0.0, limit), (15.0, limit)]));
    }
    Figure::new([panel])
}
