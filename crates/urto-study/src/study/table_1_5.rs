//! What the methods cost: table 1.5, counted while they run.
//!
//! Refs: Papetti 2010, section 1.4.3. The thesis counts bit shifts for halves and a common
//!       exponential for the power; here a half is a product and the power is one operation.

use super::case::{self, Case};
use super::{Experiment, Paper};
use crate::plot::{Axis, Figure, Panel, Series};
use crate::wall::{self, Cost, Method, Operations, Run};
use crate::{Report, Sheet, StudyError, number};
use serde_json::{Value as Json, json};

urto::params! {
    /// Operations per sample of every method of the thesis.
    pub struct TableFive("table-1.5") {
        /// The impact during which they are counted.
        hit: Case::hard(), Table(Case), "", Rebuild;
        /// Sample rate.
        rate: 44_100.0, Log(8_000.0, 384_000.0), "Hz", Rebuild;
        /// Largest oversampling in the plot of error against cost.
        finest: 64, Integer(1, 256), "", Rebuild;
    }
}

/// Totals as printed, without reads and writes; AM1 per sample and per Newton step.
const PRINTED: [(Method, f64, f64); 4] = [
    (Method::Am1, 11.0, 25.0),
    (Method::Verlet, 19.0, 0.0),
    (Method::Heun, 21.0, 0.0),
    (Method::Rk4, 62.0, 0.0),
];

impl Experiment for TableFive {
    const TITLE: &'static str = "what the methods cost";
    const PAPER: Paper = Paper::Thesis;
    const SHOWS: &'static str = "Table 1.5: operations per sample, counted while the methods run, \
         and what accuracy costs when each is oversampled.";

    fn run(&self) -> Result<Report, StudyError> {
        let impact = self.hit.impact();
        let step = case::finer(self.rate, 1)?.step();
        let costs: Vec<(Method, Cost)> = Method::THESIS
            .map(|method| (method, wall::cost(&impact, method, step)))
            .to_vec();
        let mut panel = Panel::new(
            "What accuracy costs",
            Axis::log("operations per sample of sound", ""),
            Axis::log("error of v_out", "%"),
        );
        for (method, _) in &costs {
            let mut points = Vec::new();
            let mut times = 1;
            while times <= self.finest {
                let rate = case::finer(self.rate, times)?;
                let course = wall::simulate(&Run::plain(impact, *method, rate))?;
                let work = wall::cost(&impact, *method, rate.step()).per_sample.total();
                let error = case::rebound_error(&impact, course.v_out).abs();
                points.push((work * times as f64, error));
                times *= 2;
            }
            panel = panel.with(Series::marked_line(method.name(), points));
        }
        Ok(Report {
            sheets: vec![sheet(&costs)],
            notes: vec![
                "Printed: the thesis' totals without reads and writes; AM1's with the Newton \
                 steps counted here."
                    .to_owned(),
                "urto's own steps are timed, not counted: see docs/speed.md.".to_owned(),
            ],
            facts: facts(&costs),
            figure: Figure::new([panel]),
        })
    }
}

fn sheet(costs: &[(Method, Cost)]) -> Sheet {
    let names = costs.iter().map(|(method, _)| method.name());
    let head = std::iter::once("operations per sample").chain(names);
    let mut sheet = Sheet::new("", head);
    type Kind = (&'static str, fn(&Operations) -> f64);
    let kinds: [Kind; 6] = [
        ("+ and -", |o| o.sums),
        ("×", |o| o.products),
        ("÷", |o| o.quotients),
        ("powers", |o| o.powers),
        ("comparisons", |o| o.comparisons),
        ("total", Operations::total),
    ];
    let text = |value: f64| match value == value.round() {
        true => format!("{value}"),
        false => number(value, 3),
    };
    for (name, count) in kinds {
        let cells = costs.iter().map(|(_, cost)| text(count(&cost.per_sample)));
        sheet.row(
            std::iter::once(name.to_owned())
                .chain(cells)
                .collect::<Vec<_>>(),
        );
    }
    let printed = costs
        .iter()
        .map(|(method, cost)| text(printed(*method, cost)));
    sheet.row(
        std::iter::once("printed total".to_owned())
            .chain(printed)
            .collect::<Vec<_>>(),
    );
    let newton = costs.iter().map(|(_, cost)| match cost.newton {
        0.0 => String::new(),
        steps => text(steps),
    });
    sheet.row(
        std::iter::once("Newton steps".to_owned())
            .chain(newton)
            .collect::<Vec<_>>(),
    );
    sheet
}

fn printed(method: Method, cost: &Cost) -> f64 {
    let own = PRINTED.iter().find(|(own, ..)| *own == method);
    own.map_or(f64::NAN, |(_, sample, newton)| {
        sample + newton * cost.newton
    })
}

fn facts(costs: &[(Method, Cost)]) -> Json {
    let entry = |(method, cost): &(Method, Cost)| {
        let done = &cost.per_sample;
        let facts = json!({
            "sums": done.sums,
            "products": done.products,
            "quotients": done.quotients,
            "powers": done.powers,
            "comparisons": done.comparisons,
            "total": done.total(),
            "newton_steps": cost.newton,
            "printed_total": printed(*method, cost),
        });
        (method.key().to_owned(), facts)
    };
    Json::Object(costs.iter().map(entry).collect())
}
