//! What several of the thesis' studies share: impacts as parameters, and every method's errors.

use crate::plot::{Figure, Series};
use crate::wall::{self, Course, Impact, Method, Run};
use crate::{Sheet, StudyError, bounded, percent};
use serde_json::{Value as Json, json};
use urto::Rate;

urto::params! {
    /// An impact of a mass on a rigid wall.
    pub struct Case("case") {
        /// Mass of the body.
        mass: 0.01, Log(1e-4, 1.0), "kg", Rebuild;
        /// Stiffness `k` in `f = k·x^a·(1 + mu·v)`.
        stiffness: 1e9, Log(1e3, 1e13), "N/m^a", Rebuild;
        /// Exponent `a`.
        exponent: 1.5, Linear(1.0, 3.5), "", Rebuild;
        /// Dissipation `mu`.
        dissipation: 0.5, Linear(0.0, 10.0), "s/m", Rebuild;
        /// Speed at first touch.
        velocity: 1.0, Log(1e-3, 20.0), "m/s", Rebuild;
    }
}

impl Case {
    /// An impact of a hundredth of a kilogram, as all of the thesis'.
    fn new(stiffness: f64, exponent: f64, dissipation: f64, velocity: f64) -> Self {
        Self {
            mass: 0.01,
            stiffness,
            exponent,
            dissipation,
            velocity,
        }
    }

    /// Far from any extreme: figure 1.6, table 1.2.
    pub fn reference() -> Self {
        Self::new(1e3, 1.5, 0.5, 0.5)
    }

    /// Case 1, low dissipation: figure 1.7, table 1.3a.
    pub fn gentle() -> Self {
        Self::new(1e7, 1.3, 0.01, 0.5)
    }

    /// Case 2, a hard impact: figure 1.8, table 1.3b.
    pub fn hard() -> Self {
        Self::new(1e9, 1.5, 0.5, 1.0)
    }

    /// Where bounding the compression helps: figure 1.9.
    pub fn bounded() -> Self {
        Self::new(1e7, 1.1, 0.1, 0.3)
    }

    /// Under outside forces: figure 1.5.
    pub fn pressed() -> Self {
        Self::new(1e5, 1.5, 0.5, 0.05)
    }

    /// As the physics has it.
    pub fn impact(&self) -> Impact {
        Impact {
            mass: self.mass,
            stiffness: self.stiffness,
            exponent: self.exponent,
            dissipation: self.dissipation,
            velocity: self.velocity,
        }
    }
}

/// Rate and oversampling together.
pub fn finer(rate: f64, oversample: i64) -> Result<Rate, StudyError> {
    Ok(Rate::new(rate)?.oversampled(oversample.clamp(1, 1024) as u32))
}

/// More steps than this are refused, for all methods together: a few seconds.
const MOST_STEPS: f64 = 1.5e7;

/// One impact by every method.
pub fn by_every_method(impact: Impact, rate: Rate) -> Result<Vec<(Method, Course)>, StudyError> {
    let steps = Method::ALL.len() as f64 * impact.contact_time() * rate.hertz();
    bounded(steps, MOST_STEPS, "a harder contact or a lower rate")?;
    let run = |method: Method| {
        let course = wall::simulate(&Run::plain(impact, method, rate))?;
        Ok((method, course))
    };
    Method::ALL.into_iter().map(run).collect()
}

/// By how much a simulated rebound is too fast \[%\].
pub fn rebound_error(impact: &Impact, v_out: Option<f64>) -> f64 {
    v_out.map_or(f64::NAN, |v| 100.0 * (v / impact.rebound() - 1.0))
}

/// Errors of every method as a table: (1.28), the rebound, (1.29); and of the approximation.
pub fn error_sheet(title: &str, impact: &Impact, courses: &[(Method, Course)]) -> Sheet {
    let names = courses.iter().map(|(method, _)| method.name());
    let head: Vec<&str> = std::iter::once("% error")
        .chain(names)
        .chain(["ṽ_out"])
        .collect();
    let mut sheet = Sheet::new(title, head);
    let mut row = |name: &str, last: String, cell: &dyn Fn(&Course) -> String| {
        let cells = courses.iter().map(|(_, course)| cell(course));
        let all = std::iter::once(name.to_owned()).chain(cells).chain([last]);
        sheet.row(all.collect::<Vec<_>>());
    };
    row("x", String::new(), &|c| percent(c.compression_error, false));
    row("v_out", percent(approximation_error(impact), true), &|c| {
        percent(rebound_error(impact, c.v_out), true)
    });
    row("H", String::new(), &|c| percent(c.hamiltonian_error, false));
    sheet
}

/// Error of the approximate rebound (1.8) \[%\].
pub fn approximation_error(impact: &Impact) -> f64 {
    let approximate = wall::approximate_rebound(impact.velocity, impact.dissipation);
    rebound_error(impact, Some(approximate))
}

/// The same for programs.
pub fn error_facts(impact: &Impact, courses: &[(Method, Course)], rate: Rate) -> Json {
    let finite = |value: f64| value.is_finite().then_some(value);
    let methods = courses.iter().map(|(method, course)| {
        let errors = json!({
            "x_percent": finite(course.compression_error),
            "v_out_percent": finite(rebound_error(impact, course.v_out)),
            "h_percent": finite(course.hamiltonian_error),
            "v_out": course.v_out,
        });
        (method.key().to_owned(), errors)
    });
    let mut facts = Json::Object(methods.collect());
    facts["approximation"] = json!({ "v_out_percent": finite(approximation_error(impact)) });
    facts["exact"] = json!({
        "v_out": impact.rebound(),
        "contact_time": impact.contact_time(),
        "contact_samples": impact.contact_time() * rate.hertz(),
        "max_compression": impact.max_compression(),
        "h_out": impact.energy_after(),
    });
    facts
}

/// The exact phase portrait: compression and velocity.
pub fn exact_portrait(name: &str, impact: &Impact) -> Series {
    let velocities = impact.velocities(150).into_iter();
    Series::line(name, velocities.map(|v| (impact.compression(v), v)))
}

/// The exact energy over velocity.
pub fn exact_energy(name: &str, impact: &Impact) -> Series {
    let velocities = impact.velocities(150).into_iter();
    Series::line(name, velocities.map(|v| (v, impact.energy(v))))
}

/// Every method's phase portrait.
pub fn portraits(courses: &[(Method, Course)]) -> Vec<Series> {
    let all = courses.iter().enumerate();
    all.map(|(nth, (method, course))| {
        drawn(
            method.name(),
            nth,
            course.samples.iter().map(|s| (s.x, s.v)),
        )
    })
    .collect()
}

/// Every method's energy over velocity, but forward Euler's: it gains so much that nothing else
/// could be told apart beside it.
pub fn energies(impact: &Impact, courses: &[(Method, Course)]) -> Vec<Series> {
    let energy = |x: f64, v: f64| 0.5 * impact.mass * v * v + impact.potential(x);
    let shown = courses
        .iter()
        .filter(|(method, _)| *method != Method::Euler);
    let all = shown.enumerate();
    all.map(|(nth, (method, course))| {
        let samples = course.samples.iter();
        drawn(method.name(), nth, samples.map(|s| (s.v, energy(s.x, s.v))))
    })
    .collect()
}

/// Marks joined by a thin line; of many samples only some, each method's own, so that curves
/// that agree do not hide each other.
pub fn drawn(name: &str, nth: usize, points: impl ExactSizeIterator<Item = (f64, f64)>) -> Series {
    let count = points.len();
    if count <= 40 {
        return Series::marked_line(name, points);
    }
    let stride = count / 12;
    let first = stride * (nth % Method::ALL.len()) / Method::ALL.len();
    Series::marks(name, points.skip(first).step_by(stride))
}

/// All series of a figure for programs: `[{title, x, y, series: [{name, points}]}]`.
pub fn figure_facts(figure: &Figure) -> Json {
    let panels = figure.panels.iter().map(|panel| {
        let series = panel.series.iter();
        let series: Vec<Json> = series
            .map(|s| json!({ "name": s.name, "points": s.points }))
            .collect();
        let axis = |name: &str, unit: &str| match unit {
            "" => name.to_owned(),
            unit => format!("{name} [{unit}]"),
        };
        json!({
            "title": panel.title,
            "x": axis(&panel.x.name, &panel.x.unit),
            "y": axis(&panel.y.name, &panel.y.unit),
            "series": series,
        })
    });
    Json::Array(panels.collect())
}
