//! Contact time: on a wall by quadrature of equation (12), on wall and bar by simulation.

use super::{Experiment, Paper};
use crate::StudyError;
use crate::bar::{self, BarStrike, Varied};
use crate::bounded;
use crate::plot::{Axis, Figure, Panel, Series};
use crate::report::{Report, Sheet, number, percent};
use crate::shared::study_params;
use crate::wall::{Beyond, Impact};
use serde_json::json;
use urto::{Rate, math};

study_params! {
    /// A hammer strikes a wall, and a bar of three modes.
    pub struct ContactTime("contact-time") {
        /// Mass of the hammer.
        mass: 0.01, Log(1e-4, 1.0), "kg", Rebuild;
        /// Stiffness of the contact.
        stiffness: 1.5e11, Log(1e3, 1e13), "N/m^a", Rebuild;
        /// Dissipation of the contact.
        dissipation: 0.6, Linear(0.0, 10.0), "s/m", Rebuild;
        /// Exponent of the contact.
        exponent: 2.8, Linear(1.0, 3.5), "", Rebuild;
        /// Speed at which the hammer arrives.
        velocity: 1.0, Log(1e-3, 20.0), "m/s", Rebuild;
        /// Fastest of the hammers in figures 1 and 2; the slowest is `velocity`.
        fastest: 4.0, Log(1e-3, 20.0), "m/s", Rebuild;
        @bar();
        @finely(16);
        /// Values tried of each number in the sweeps.
        sweep: 9, Integer(2, 41), "", Rebuild;
    }
}

/// More steps than this are refused, for each blow.
const MOST_STEPS: f64 = 2e6;
/// Hammers drawn in figures 1 and 2.
const HAMMERS: usize = 4;
/// Steps by which the lower half of figure 1(a) is followed beside its closed form.
const WAY_OUT_STEPS: usize = 4000;

/// Contact times \[s\] of one blow.
struct Times {
    exact: f64,
    wall: Option<(f64, f64)>,
    bar: Option<f64>,
}

fn on_wall(blow: &BarStrike) -> Impact {
    Impact {
        mass: blow.mass,
        stiffness: blow.stiffness,
        exponent: blow.exponent,
        dissipation: blow.dissipation,
        velocity: blow.velocity,
    }
}

impl ContactTime {
    fn blow(&self) -> BarStrike {
        BarStrike {
            mass: self.mass,
            stiffness: self.stiffness,
            dissipation: self.dissipation,
            exponent: self.exponent,
            velocity: self.velocity,
            pitch: self.pitch,
            q: self.q,
            modal_mass: self.modal_mass,
        }
    }

    fn times(&self, blow: &BarStrike) -> Result<Times, StudyError> {
        let rate = Rate::new(self.rate)?;
        let fine = rate.oversampled(self.oversample as u32);
        let exact = on_wall(blow).contact_time();
        // A bar gives way: give it time.
        let longest = 20.0 * exact + 5.0 / self.pitch + 10.0 / self.rate;
        let remedy = "a harder contact, a lighter hammer or a lower rate";
        bounded(longest * fine.hertz(), MOST_STEPS, remedy)?;
        let samples = (longest * self.rate) as usize;
        let struck = bar::strike(blow, rate, self.oversample as u32, samples)?;
        Ok(Times {
            exact,
            wall: bar::strike_wall(blow, fine, longest)?,
            bar: struck.contact_time,
        })
    }

    /// Speeds of the hammers in figures 1 and 2.
    fn speeds(&self) -> Vec<f64> {
        bar::spread(self.velocity, self.fastest, HAMMERS, false)
    }

    /// The lower half of figure 1(a): as deep as the fastest hammer gets, on the way out, and as
    /// much below the limit as the hammers are above standstill. The paper does not say where its
    /// own begin.
    fn ways_out(&self) -> Vec<Beyond> {
        let mu = self.dissipation;
        let fastest = on_wall(&BarStrike {
            velocity: self.velocity.max(self.fastest),
            ..self.blow()
        });
        let depth = fastest.max_compression();
        let below = |speed: f64| fastest.beyond(depth, -1.0 / mu - speed);
        match mu > 0.0 {
            true => self.speeds().into_iter().filter_map(below).collect(),
            false => Vec::new(),
        }
    }

    /// Figures 1 and 2: where hammers of several speeds go, and how their rebound is found.
    fn figures_1_and_2(&self) -> [Panel; 4] {
        let mu = self.dissipation;
        let mut portrait = Panel::new(
            "Figure 1(a): phase portrait",
            Axis::linear("compression", "µm"),
            Axis::linear("velocity", "m/s"),
        );
        let mut loops = Panel::new(
            "Figure 1(b): force",
            Axis::linear("compression", "µm"),
            Axis::linear("force", "N"),
        );
        let mut levels = Panel::new(
            "Figure 2(a): velocities before and after",
            Axis::linear("velocity", "m/s"),
            Axis::linear("exp(µv)/(1+µv)", ""),
        );
        let mut crossing = Panel::new(
            "Figure 2(b): rebound as an intersection",
            Axis::linear("velocity", "m/s"),
            Axis::linear("exp(µv), a(1+µv)", ""),
        );
        let limit = if mu > 0.0 {
            -1.0 / mu
        } else {
            f64::NEG_INFINITY
        };
        let high = |v: f64| math::exp(mu * v) / (1.0 + mu * v);
        let (mut widest, mut slowest) = (0.0f64, 0.0f64);
        for speed in self.speeds() {
            let hit = on_wall(&BarStrike {
                velocity: speed,
                ..self.blow()
            });
            let out = hit.rebound();
            // Compression rises steeply at both ends, so points crowd there.
            let way: Vec<f64> = bar::spread(0.0, 1.0, 201, false)
                .into_iter()
                .map(|t| speed + (out - speed) * t * t * t * (10.0 + t * (6.0 * t - 15.0)))
                .collect();
            let name = format!("v_in = {} m/s", number(speed, 3));
            let at = |v: f64| 1e6 * hit.compression(v);
            let path = way.iter().map(|v| (at(*v), *v));
            portrait = portrait.with(Series::line(&name, path));
            let force = |v: f64| hit.force(hit.compression(v), v);
            let path = way.iter().map(|v| (at(*v), force(*v)));
            loops = loops.with(Series::line(&name, path));
            levels = levels.with(Series::marked_line(
                &name,
                [(out, high(out)), (speed, high(speed))],
            ));
            let line = [out, 0.0].map(|v| (v, high(speed) * (1.0 + mu * v)));
            crossing = crossing.with(Series::marked_line(&name, line));
            widest = widest.max(1e6 * hit.max_compression());
            slowest = slowest.min(out);
        }
        if limit.is_finite() {
            portrait = portrait.with(Series::guide(
                "v_lim = -1/µ",
                [(0.0, limit), (widest, limit)],
            ));
        }
        for (nth, way) in self.ways_out().iter().enumerate() {
            let ends = (way.velocity, way.v_out());
            let path = bar::spread(ends.0, ends.1, 201, false);
            let path = path.into_iter().map(|v| (1e6 * way.compression(v), v));
            let name = if nth == 0 { "from below v_lim" } else { "" };
            portrait = portrait.with(Series::line(name, path).styled(HAMMERS));
        }
        let over = |from: f64, to: f64, f: &dyn Fn(f64) -> f64| {
            let points = bar::spread(from, to, 201, false);
            points.into_iter().map(|v| (v, f(v))).collect::<Vec<_>>()
        };
        let curve = over(slowest, self.fastest, &high);
        levels = levels.with(Series::line("exp(µv)/(1+µv)", curve));
        let curve = over(slowest, 0.0, &|v| math::exp(mu * v));
        crossing = crossing.with(Series::line("exp(µv)", curve));
        [portrait, loops, levels, crossing]
    }
}

impl Experiment for ContactTime {
    const TITLE: &'static str = "how long a hammer touches";
    const PAPER: Paper = Paper::Impacts;
    const SHOWS: &'static str = "Figures 1 and 2, and equation (12) against simulations on a wall \
        and on a bar, which gives way: there contact lasts longer, unless the bar throws \
        the hammer off.";

    fn run(&self) -> Result<Report, StudyError> {
        let head = [
            "",
            "equation (12) [ms]",
            "wall [ms]",
            "error [%]",
            "bar [ms]",
        ];
        let ms = |time: Option<f64>| number(1e3 * time.unwrap_or(f64::NAN), 5);
        let cells = |name: String, times: &Times| {
            let wall = times.wall.map(|(time, _)| time);
            let error = 100.0 * (wall.unwrap_or(f64::NAN) / times.exact - 1.0);
            [
                name,
                ms(Some(times.exact)),
                ms(wall),
                percent(error, true),
                ms(times.bar),
            ]
        };
        let facts_of = |times: &Times| {
            json!({
                "contact_time": times.exact,
                "contact_time_wall": times.wall.map(|(time, _)| time),
                "contact_time_bar": times.bar,
            })
        };
        let own = self.times(&self.blow())?;
        let mut facts = facts_of(&own);
        let mut sheet = Sheet::new("", head);
        sheet.row(cells("as given".to_owned(), &own));
        let mut speeds = Vec::new();
        for speed in self.speeds() {
            let blow = BarStrike {
                velocity: speed,
                ..self.blow()
            };
            let times = self.times(&blow)?;
            sheet.row(cells(format!("v = {} m/s", number(speed, 3)), &times));
            let mut row = facts_of(&times);
            row["velocity"] = json!(speed);
            row["v_out"] = json!(on_wall(&blow).rebound());
            row["v_out_wall"] = json!(times.wall.map(|(_, velocity)| velocity));
            speeds.push(row);
        }
        facts["velocities"] = json!(speeds);
        let mut panels = self.figures_1_and_2().to_vec();
        let mut out = Sheet::new(
            "Figure 1(a), lower half: from inside, faster than v_lim",
            ["v [m/s]", "v_out [m/s]", "RK4 [m/s]", "beyond v_lim [m/s]"],
        );
        let mut lower = Vec::new();
        for way in self.ways_out() {
            let (v_out, stepped) = (way.v_out(), way.simulated(WAY_OUT_STEPS));
            out.row([
                number(way.velocity, 4),
                number(v_out, 8),
                number(stepped, 8),
                number(-1.0 / self.dissipation - v_out, 4),
            ]);
            lower.push(json!({
                "velocity": way.velocity,
                "depth": way.depth,
                "v_out": v_out,
                "v_out_rk4": stepped,
            }));
        }
        facts["lower_half"] = json!(lower);
        let (mut sheets, mut sweeps) = (vec![sheet, out], Vec::new());
        for varied in Varied::ALL {
            let (key, letter, unit) = varied.words();
            let mut sheet = Sheet::new("", head);
            let (mut exact, mut wall, mut bar) = (Vec::new(), Vec::new(), Vec::new());
            let mut points = Vec::new();
            let values = match varied {
                // The closed form is meant for exponents up to 3.5.
                Varied::Exponent => bar::spread(1.5, 3.5, self.sweep as usize, false),
                _ => varied.values(self.sweep as usize),
            };
            for value in values {
                let blow = varied.put(&self.blow(), value);
                let times = self.times(&blow)?;
                let name = format!("{letter} = {} {unit}", number(value, 3));
                sheet.row(cells(name.trim_end().to_owned(), &times));
                exact.push((value, 1e3 * times.exact));
                wall.extend(times.wall.map(|(time, _)| (value, 1e3 * time)));
                bar.extend(times.bar.map(|time| (value, 1e3 * time)));
                let mut point = facts_of(&times);
                point["value"] = json!(value);
                points.push(point);
            }
            let axis = if varied.is_ratio() {
                Axis::log(letter, unit)
            } else {
                Axis::linear(letter, unit)
            };
            panels.push(
                Panel::new("", axis, Axis::log("contact time", "ms"))
                    .with(Series::line("equation (12)", exact))
                    .with(Series::marks("simulated on a wall", wall))
                    .with(Series::marks("simulated on the bar", bar)),
            );
            sheets.push(sheet);
            sweeps.push(json!({ "parameter": key, "points": points }));
        }
        facts["sweeps"] = json!(sweeps);
        Ok(Report {
            sheets,
            notes: vec![
                "Simulated times are those of the run itself, as its steps have them.".to_owned(),
                "The paper finds contact on a resonator always longer than equation (12). So it is \
                 for a light hammer; one as heavy as a mode, with much dissipation or a stiff \
                 contact, is thrown off before the wall would let go."
                    .to_owned(),
                "Below v_lim the paper's law pulls; urto's contact never does, and lets such a \
                 hammer go as it is."
                    .to_owned(),
            ],
            facts,
            figure: Figure::beside(2, panels),
        })
    }

    fn reduce(&mut self) {
        self.oversample = 4;
        self.sweep = 3;
    }
}
