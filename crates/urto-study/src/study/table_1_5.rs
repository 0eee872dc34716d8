//! What the methods and their corrections cost: table 1.5, counted while they run.
//!
//! Refs: Papetti 2010, section 1.4.3. The thesis prints no code. Its (b) is what (1.3), (1.8) and
//!       a Newton step on (1.6) have as they are printed, but for the power 1/(a + 1) of (1.3),
//!       which it forgets; its (a) has some operations more than (1.24) to (1.27), mostly reads.
//!       Reads are uses of variables in its (a), and variables in its (b).

use super::case::{self, Case};
use super::{Experiment, Paper};
use crate::plot::{Axis, Figure, Panel, Series};
use crate::wall::{self, Cost, Impact, Method, Operations, Run, ZeroStart};
use crate::{Report, Sheet, StudyError, bounded, brief, number};
use serde_json::{Value as Json, json};

urto::params! {
    /// Operations per sample of every method, and of the corrections.
    pub struct TableFive("table-1.5") {
        /// The impact during which they are counted.
        hit: Case::hard(), Table(Case), "", Rebuild;
        /// Sample rate.
        rate: 44_100.0, Log(8_000.0, 384_000.0), "Hz", Rebuild;
        /// Largest oversampling in the plot of error against cost.
        finest: 64, Integer(1, 256), "", Rebuild;
    }
}

/// More steps than this are refused, for all methods together: a few seconds.
const MOST_STEPS: f64 = 1e7;

/// Rows of the table: name, key in facts, count.
type Row = (&'static str, &'static str, fn(&Operations) -> f64);
const ROWS: [Row; 10] = [
    ("write", "writes", |o| o.writes),
    ("read", "reads", |o| o.reads),
    ("+ and -", "sums", |o| o.sums),
    ("×", "products", |o| o.products),
    ("÷", "quotients", |o| o.quotients),
    ("half, double", "shifts", |o| o.shifts),
    ("power, exp", "powers", |o| o.powers),
    ("log, atanh", "logs", |o| o.logs),
    ("root", "roots", |o| o.roots),
    ("compare", "comparisons", |o| o.comparisons),
];

/// As printed: write, read, sums, products, quotients, shifts, exp, log, compare.
type Printed = [f64; 9];
const AM1_SAMPLE: Printed = [6.0, 16.0, 3.0, 8.0, 0.0, 0.0, 0.0, 0.0, 0.0];
const AM1_ITERATION: Printed = [10.0, 33.0, 8.0, 11.0, 1.0, 0.0, 1.0, 0.0, 4.0];
const VERLET: Printed = [5.0, 20.0, 7.0, 5.0, 3.0, 2.0, 1.0, 0.0, 1.0];
const HEUN: Printed = [5.0, 21.0, 8.0, 5.0, 3.0, 3.0, 1.0, 0.0, 1.0];
const RK4: Printed = [20.0, 72.0, 22.0, 18.0, 8.0, 6.0, 4.0, 0.0, 4.0];
const HYBRID: Printed = [1.0, 7.0, 6.0, 7.0, 3.0, 0.0, 0.0, 1.0, 1.0];
const BOUND: Printed = [2.0, 4.0, 5.0, 6.0, 4.0, 1.0, 1.0, 0.0, 1.0];
const ZERO: Printed = [1.0, 3.0, 4.0, 3.0, 1.0, 0.0, 0.0, 1.0, 0.0];

fn operations(printed: Printed) -> Operations {
    let [
        writes,
        reads,
        sums,
        products,
        quotients,
        shifts,
        powers,
        logs,
        comparisons,
    ] = printed;
    Operations {
        writes,
        reads,
        variables: reads,
        sums,
        products,
        quotients,
        shifts,
        powers,
        logs,
        roots: 0.0,
        comparisons,
    }
}

/// A column of the table.
struct Column {
    name: &'static str,
    key: &'static str,
    counted: Operations,
    printed: Option<Operations>,
}

impl Column {
    fn new(
        name: &'static str,
        key: &'static str,
        counted: Operations,
        printed: Option<Printed>,
    ) -> Self {
        Self {
            name,
            key,
            counted,
            printed: printed.map(operations),
        }
    }

    /// As counted, and in brackets as printed.
    fn cell(&self, count: impl Fn(&Operations) -> f64) -> String {
        let text = |value: f64| match value == value.round() {
            true => format!("{value}"),
            false => number(value, 3),
        };
        let own = text(count(&self.counted));
        match &self.printed {
            Some(printed) => format!("{own} ({})", text(count(printed))),
            None => own,
        }
    }

    fn facts(&self) -> Json {
        let all = |operations: &Operations| {
            let mut all = json!({
                "total": operations.total(),
                "total_with_memory": operations.with_memory(),
                "variables": operations.variables,
            });
            for (_, key, count) in ROWS {
                all[key] = json!(count(operations));
            }
            all
        };
        let mut facts = all(&self.counted);
        facts["printed"] = self.printed.as_ref().map_or(Json::Null, all);
        facts
    }
}

fn sheet(title: &str, columns: &[Column]) -> Sheet {
    let names = columns.iter().map(|column| column.name);
    let mut sheet = Sheet::new(title, std::iter::once("").chain(names));
    let mut row = |name: &str, count: &dyn Fn(&Operations) -> f64| {
        let cells = columns.iter().map(|column| column.cell(count));
        let all = std::iter::once(name.to_owned()).chain(cells);
        sheet.row(all.collect::<Vec<_>>());
    };
    for (name, _, count) in ROWS {
        row(name, &count);
    }
    row("total", &Operations::total);
    row("total with memory", &Operations::with_memory);
    sheet
}

/// Every column of (a), the costs behind them, and those of (b).
struct Counts {
    costs: Vec<(Method, Cost)>,
    methods: Vec<Column>,
    corrections: Vec<Column>,
}

fn counts(impact: &Impact, step: f64) -> Counts {
    let costs: Vec<(Method, Cost)> = Method::ALL
        .map(|method| (method, wall::cost(impact, method, step)))
        .to_vec();
    let mut methods = Vec::new();
    for (method, cost) in &costs {
        let (name, key) = (method.name(), method.key());
        match method {
            Method::Am1 => {
                let fixed = Column::new("AM1", "am1", cost.fixed, Some(AM1_SAMPLE));
                let each = cost.iteration;
                methods.push(fixed);
                methods.push(Column::new(
                    "each iteration",
                    "am1_iteration",
                    each,
                    Some(AM1_ITERATION),
                ));
            }
            Method::Verlet => methods.push(Column::new(name, key, cost.per_sample, Some(VERLET))),
            Method::Heun => methods.push(Column::new(name, key, cost.per_sample, Some(HEUN))),
            Method::Rk4 => methods.push(Column::new(name, key, cost.per_sample, Some(RK4))),
            _ => methods.push(Column::new(name, key, cost.per_sample, None)),
        }
    }
    let hybrid = wall::hybrid_cost(impact, 0.5 * impact.velocity).cost;
    let bound = wall::bound_cost(impact).cost;
    let zero = wall::zero_search(impact, ZeroStart::Limit).iteration;
    let corrections = vec![
        Column::new("hybrid", "hybrid", hybrid, Some(HYBRID)),
        Column::new("ṽ_out bound", "bound", bound, Some(BOUND)),
        Column::new("zero of (1.6), a step", "zero_step", zero, Some(ZERO)),
    ];
    Counts {
        costs,
        methods,
        corrections,
    }
}

impl Counts {
    fn cost(&self, method: Method) -> Cost {
        let own = self.costs.iter().find(|(own, _)| *own == method);
        own.map_or(self.costs[0].1, |(_, cost)| *cost)
    }

    /// What section 1.4.3 says, by the printed counts and by those counted here: sentence, key,
    /// printed, counted.
    fn claims(&self, impact: &Impact) -> Vec<(String, &'static str, f64, f64)> {
        let cost = |method| self.cost(method);
        let hybrid = self.corrections[0].counted.total();
        let rk4 = cost(Method::Rk4);
        let mut claims = Vec::new();
        for (method, name, free, touching, printed) in [
            (
                Method::Verlet,
                "Verlet",
                "verlet_free",
                "verlet_contact",
                19.0,
            ),
            (Method::Heun, "Heun", "heun_free", "heun_contact", 21.0),
        ] {
            let own = cost(method);
            claims.push((
                format!("RK4 over {name} while nothing touches: \"roughly three\""),
                free,
                62.0 / printed,
                rk4.free.total() / own.free.total(),
            ));
            claims.push((
                format!("RK4 over corrected {name} in contact: \"almost twice\""),
                touching,
                62.0 / (printed + 18.0),
                rk4.per_sample.total() / (own.per_sample.total() + hybrid),
            ));
        }
        let am1 = cost(Method::Am1);
        claims.push((
            "AM1 with two iterations over RK4: \"already matches\"".to_owned(),
            "am1_two_iterations",
            61.0 / 62.0,
            (am1.fixed.total() + 2.0 * am1.iteration.total()) / rk4.per_sample.total(),
        ));
        claims.push((
            "AM1 as it runs over RK4".to_owned(),
            "am1_as_it_runs",
            f64::NAN,
            am1.per_sample.total() / rk4.per_sample.total(),
        ));
        let search = wall::zero_search(impact, ZeroStart::Limit);
        let zero = f64::from(search.iterations) * search.iteration.total();
        claims.push((
            "zero of (1.6) over ṽ_out: \"several times\", 15 to 40 steps".to_owned(),
            "zero_over_bound",
            15.0 * 9.0 / 18.0,
            zero / self.corrections[1].counted.total(),
        ));
        for (method, name, key) in [
            (Method::DgA, "DG-A over RK4 in contact", "dg_a_contact"),
            (Method::DgPhi, "DG-Φ over RK4 in contact", "dg_phi_contact"),
        ] {
            let own = cost(method).per_sample.total();
            claims.push((name.to_owned(), key, f64::NAN, own / rk4.per_sample.total()));
        }
        claims
    }
}

/// mu·v over which the zero of (1.6) is looked for.
const SEARCHED: [f64; 6] = [1e-6, 1e-4, 0.01, 0.1, 0.5, 5.0];

/// Newton steps to a zero of (1.6), over mu·v.
fn searches(impact: &Impact) -> (Sheet, Json) {
    let mut sheet = Sheet::new(
        "Newton steps to a zero of (1.6)",
        ["mu·v_in", "from -v_in", "from -1/mu", "v_out error [%]"],
    );
    let mut facts = Vec::new();
    for u in SEARCHED {
        let hit = Impact {
            dissipation: u / impact.velocity,
            ..*impact
        };
        let [near, far] =
            [ZeroStart::Elastic, ZeroStart::Limit].map(|from| wall::zero_search(&hit, from));
        let error = 100.0 * (near.v_out / hit.rebound() - 1.0);
        sheet.row([
            brief(u),
            near.iterations.to_string(),
            far.iterations.to_string(),
            crate::percent(error, true),
        ]);
        facts.push(json!({
            "u": u,
            "from_elastic": near.iterations,
            "from_limit": far.iterations,
            "v_out_percent": error,
        }));
    }
    (sheet, json!(facts))
}

impl Experiment for TableFive {
    const TITLE: &'static str = "what the methods cost";
    const PAPER: Paper = Paper::Thesis;
    const SHOWS: &'static str = "Table 1.5: (a) operations, reads and writes per sample, counted \
         while the methods run, urto's own beside them; (b) those of the corrections; what section \
         1.4.3 says of both; and what accuracy costs when each is oversampled.";

    fn run(&self) -> Result<Report, StudyError> {
        let mut impact = self.hit.impact();
        // (1.3) and (1.8) as printed divide by it.
        impact.dissipation = impact.dissipation.max(1e-6 / impact.velocity);
        let rate = case::finer(self.rate, 1)?;
        // Every method with one step per sample, two, four and so on, run and counted.
        let steps = 2.0 * self.finest as f64 * impact.contact_time() * rate.hertz();
        let remedy = "a harder contact, a lower rate or less oversampling";
        bounded(2.0 * Method::ALL.len() as f64 * steps, MOST_STEPS, remedy)?;
        let step = rate.step();
        let counts = counts(&impact, step);
        let mut facts = json!({});
        for column in counts.methods.iter().chain(&counts.corrections) {
            facts[column.key] = column.facts();
        }
        for (method, cost) in &counts.costs {
            let own = &mut facts[method.key()];
            own["free_total"] = json!(cost.free.total());
            own["per_sample_total"] = json!(cost.per_sample.total());
            own["iterations"] = json!(cost.iterations);
        }
        let mut claims = Sheet::new("Section 1.4.3", ["", "printed", "counted"]);
        for (sentence, key, printed, counted) in counts.claims(&impact) {
            claims.row([sentence, number(printed, 3), number(counted, 3)]);
            facts["claims"][key] = json!({
                "printed": printed.is_finite().then_some(printed),
                "counted": counted,
            });
        }
        let (zeros, found) = searches(&impact);
        facts["zero_searches"] = found;
        let iterations = |method| number(counts.cost(method).iterations, 3);
        let (am1, dg_a, dg_phi) = (
            iterations(Method::Am1),
            iterations(Method::DgA),
            iterations(Method::DgPhi),
        );
        Ok(Report {
            sheets: vec![
                sheet("(a) Per sample in contact", &counts.methods),
                sheet("(b) Corrections", &counts.corrections),
                claims,
                zeros,
            ],
            notes: vec![
                "The printed counts themselves give 1.6 to 1.7 where the thesis says \"almost \
                 twice\"; by its formulas as they are printed less is won. Its 15 to 40 steps to \
                 the zero of (1.6) are those of a start next to -1/mu; from -v_in five are \
                 enough."
                    .to_owned(),
                "In brackets: as printed. Reads are uses of variables; those printed in (b) are \
                 variables, each once."
                    .to_owned(),
                format!(
                    "Per sample AM1 takes {am1} Newton steps; DG-A evaluates its law {dg_a} times \
                     and DG-Φ {dg_phi} times, which is in their column."
                ),
                "The hybrid correction takes a power, 1/(a + 1), that the thesis does not count; \
                 its total for a step to the zero, 9 (12), should read 9 (13)."
                    .to_owned(),
                "DG-A and DG-Φ are the library's own algorithm written once more for numbers that \
                 count; docs/speed.md times the library itself."
                    .to_owned(),
            ],
            facts,
            figure: Figure::new([self.panel(&impact)?]),
        })
    }
}

impl TableFive {
    /// Error of the rebound over operations, as each method is oversampled.
    fn panel(&self, impact: &Impact) -> Result<Panel, StudyError> {
        let mut panel = Panel::new(
            "What accuracy costs",
            Axis::log("operations per sample of sound", ""),
            Axis::log("error of v_out", "%"),
        );
        for method in Method::ALL {
            let mut points = Vec::new();
            let mut times = 1;
            while times <= self.finest {
                let rate = case::finer(self.rate, times)?;
                let course = wall::simulate(&Run::plain(*impact, method, rate))?;
                let work = wall::cost(impact, method, rate.step()).per_sample.total();
                let error = case::rebound_error(impact, course.v_out).abs();
                // An error of nothing has no place on a scale of powers.
                let error = if error == 0.0 { 1e-14 } else { error };
                points.push((work * times as f64, error));
                times *= 2;
            }
            panel = panel.with(Series::marked_line(method.name(), points));
        }
        Ok(panel)
    }
}
