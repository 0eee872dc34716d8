//! What becomes of a mode when it is stepped: figures A.1 and A.2, and what the appendix leaves to
//! do: energy and cost.
//!
//! Law:  a unit impulse gives 1/2m, of which exp(-g·t) is left; a contact books force times
//!       displacement.
//! Refs: Papetti 2010, appendix A.

use super::{Experiment, Paper};
use crate::modal::{Discretisation, ModeAccount, Oscillator, RingingResponse};
use crate::plot::{Axis, Figure, Panel, Series};
use crate::{Report, Sheet, StudyError, number, percent};
use serde_json::{Value as Json, json};
use urto::{Rate, math};

urto::params! {
    /// One mode, stepped in four ways.
    pub struct ModalDiscretisation("modal-discretisation") {
        /// Natural frequency.
        frequency: 12_000.0, Log(20.0, 100_000.0), "Hz", Rebuild;
        /// Damping `g` in `q'' + g·q' + w²·q = f/m`.
        damping: 166.6667, Log(0.1, 1e4), "1/s", Rebuild;
        /// Modal mass.
        mass: 0.001, Log(1e-6, 1e3), "kg", Rebuild;
        /// Sample rate.
        rate: 44_100.0, Log(8_000.0, 384_000.0), "Hz", Rebuild;
        /// Values of the frequency in the plots of the errors.
        points: 80, Integer(2, 1000), "", Rebuild;
    }
}

/// Samples from which a mode is heard: enough to tell, few enough that it still rings.
const SAMPLES: usize = 400;

/// Errors of frequency, damping and size \[%\].
fn errors(oscillator: &Oscillator, found: &RingingResponse) -> [f64; 3] {
    let size = 1.0 / (oscillator.mass * oscillator.ringing());
    [
        100.0 * (found.frequency / oscillator.frequency - 1.0),
        100.0 * (found.damping / oscillator.damping - 1.0),
        100.0 * (found.amplitude / size - 1.0),
    ]
}

impl Experiment for ModalDiscretisation {
    const TITLE: &'static str = "a mode stepped in four ways";
    const PAPER: Paper = Paper::Thesis;
    const SHOWS: &'static str = "Figures A.1 and A.2: frequency and impulse response of a mode by \
         the bilinear transform (prewarped too), impulse invariance and urto's own step; errors \
         of frequency, damping and size over frequency; energy and cost of each, which the thesis \
         leaves to be done.";

    fn run(&self) -> Result<Report, StudyError> {
        let rate = Rate::new(self.rate)?;
        let highest = rate.highest_mode();
        let own = Oscillator {
            frequency: self.frequency,
            damping: self.damping,
            mass: self.mass,
        };
        if own.frequency >= highest || own.frequency < self.damping / math::TAU {
            return Err(StudyError::Refused(format!(
                "a mode of {} Hz cannot be stepped here: it must lie below {highest:.0} Hz (0.49 \
                 of the rate) and above {:.1} Hz (half the critical frequency of its damping)",
                own.frequency,
                self.damping / math::TAU
            )));
        }
        let mut sheet = Sheet::new(
            "",
            [
                "",
                "frequency [Hz]",
                "error [%]",
                "damping [1/s]",
                "error [%]",
                "size error [%]",
            ],
        );
        let milliseconds = number(1e3 * (SAMPLES - 3) as f64 / self.rate, 2);
        let mut accounts = Sheet::new(
            "Energy and cost",
            [
                "",
                "taken from a blow [%]",
                &format!("left after {milliseconds} ms [%]"),
                "rise in a step",
                "books open by [%]",
                "operations",
                "with reads and writes",
                "with velocity",
            ],
        );
        let mut facts = json!({});
        let mut heard = Vec::new();
        for how in Discretisation::ALL {
            let samples = own.simulate(how, rate, SAMPLES)?;
            let found = RingingResponse::new(&samples, rate);
            let off = errors(&own, &found);
            sheet.row([
                how.name().to_owned(),
                number(found.frequency, 7),
                percent(off[0], true),
                number(found.damping, 6),
                percent(off[1], true),
                percent(off[2], true),
            ]);
            facts[how.key()] = json!({
                "frequency": found.frequency,
                "damping": found.damping,
                "amplitude": found.amplitude,
                "frequency_error_percent": off[0],
                "damping_error_percent": off[1],
                "amplitude_error_percent": off[2],
            });
            let account = own.account(how, rate, SAMPLES);
            accounts.row(cells(how, &account));
            facts[how.key()]["account"] = account_facts(&account);
            heard.push((how, samples, found));
        }
        let mut panels = vec![
            gains(&own, &heard, self.rate),
            responses(&own, &heard, self.rate),
        ];
        let (over, trend) = self.trends(rate)?;
        panels.extend(over);
        facts["over_frequency"] = trend;
        Ok(Report {
            sheets: vec![sheet, accounts],
            notes: vec![
                "A mode takes an impulse of unit area, spread over one sample as the method \
                 takes forces: a held force of one sample loses sin(y)/y, y = w/2Fs, of its size."
                    .to_owned(),
                "Taken and left: errors against 1/2m and exp(-g·t). Books: without damping, under a \
                 random force, how far the energy is from force times displacement, of the most \
                 there was; a contact that reckons so makes or loses as much."
                    .to_owned(),
                "The appendix says that the bilinear mode takes more energy from a blow, as if its \
                 mass were larger; a larger mass takes less, and so does the mode, prewarped still \
                 less."
                    .to_owned(),
                "Impulse invariance is as exact and as cheap as the appendix hopes, but its books \
                 are open: a contact on it makes energy. It has no velocity either; a difference of \
                 two places is half a sample late."
                    .to_owned(),
            ],
            facts,
            figure: Figure::beside(2, panels),
        })
    }

    fn reduce(&mut self) {
        self.points = 12;
    }
}

fn cells(how: Discretisation, account: &ModeAccount) -> [String; 8] {
    [
        how.name().to_owned(),
        percent(account.taken, true),
        percent(account.left, true),
        number(account.rise, 2),
        percent(account.open, false),
        number(account.cost.total(), 2),
        number(account.cost.with_memory(), 2),
        number(account.cost_with_velocity.total(), 2),
    ]
}

fn account_facts(account: &ModeAccount) -> Json {
    json!({
        "taken_percent": account.taken,
        "left_percent": account.left,
        "rise": account.rise,
        "open_percent": account.open,
        "operations": account.cost.total(),
        "reads": account.cost.reads,
        "writes": account.cost.writes,
        "operations_with_velocity": account.cost_with_velocity.total(),
    })
}

type Ways = [(Discretisation, Vec<f64>, RingingResponse)];

/// Figure A.1.
fn gains(own: &Oscillator, heard: &Ways, rate: f64) -> Panel {
    let count = 600;
    let scan = (1..count).map(|n| 0.5 * rate * f64::from(n) / f64::from(count));
    // The peak is narrower than the grid: look closely around each.
    let mut hertz: Vec<f64> = scan.collect();
    let peaks = heard.iter().map(|(_, _, found)| found.frequency);
    for peak in peaks.chain([own.frequency]) {
        let near = (-40..=40).map(|n| peak + f64::from(n) * 0.05 * own.damping);
        hertz.extend(near.filter(|f| *f > 0.0 && *f < 0.5 * rate));
    }
    hertz.sort_by(f64::total_cmp);
    let decibels = |gain: f64| 20.0 * math::log10(gain);
    let exact = hertz.iter().map(|f| (*f, decibels(own.gain(*f))));
    let peak = decibels(own.gain(own.frequency));
    let mut panel = Panel::new(
        "A.1: frequency response",
        Axis::linear("frequency", "Hz").over(0.0, 0.5 * rate),
        Axis::linear("displacement per newton", "dB re 1 m/N").over(peak - 110.0, peak + 5.0),
    )
    .with(Series::line("continuous", exact));
    for (how, _, found) in heard {
        let points = hertz.iter().map(|f| (*f, decibels(found.gain(*f))));
        panel = panel.with(Series::line(how.name(), points));
    }
    panel
}

/// Figure A.2: some periods.
fn responses(own: &Oscillator, heard: &Ways, rate: f64) -> Panel {
    let shown = (8.0 * rate / own.frequency).clamp(16.0, SAMPLES as f64) as usize;
    let last = shown as f64 / rate;
    let size = 1.0 / (own.mass * own.ringing());
    let fine = (0..=1500).map(|n| last * f64::from(n) / 1500.0);
    let mut panel = Panel::new(
        "A.2: impulse response",
        Axis::linear("time", "s"),
        // Room for the names above what rings.
        Axis::linear("displacement", "m").over(-1.1 * size, 2.2 * size),
    )
    .with(Series::line(
        "continuous",
        fine.map(|t| (t, own.response(t))),
    ));
    for (how, samples, _) in heard {
        let points = samples.iter().take(shown).enumerate();
        let points = points.map(|(n, x)| (n as f64 / rate, *x));
        panel = panel.with(match shown {
            0..=60 => Series::marks(how.name(), points),
            _ => Series::line(how.name(), points),
        });
    }
    panel
}

impl ModalDiscretisation {
    /// Errors over frequency, as panels and as facts.
    fn trends(&self, rate: Rate) -> Result<(Vec<Panel>, Json), StudyError> {
        let names = [
            ("Error of the frequency", "frequency_error_percent"),
            ("Error of the damping", "damping_error_percent"),
            ("Error of the size", "amplitude_error_percent"),
        ];
        let (low, high) = ((self.damping / math::TAU).max(50.0), 0.45 * self.rate);
        let last = (self.points - 1) as f64;
        let hertz: Vec<f64> = (0..self.points)
            .map(|n| low * math::pow(high / low, n as f64 / last))
            .collect();
        let mut panels = names.map(|(name, _)| {
            Panel::new(
                name,
                Axis::log("frequency", "Hz"),
                Axis::log("size of the error", "%").over(1e-10, 1e3),
            )
        });
        let mut facts = json!({ "frequency": hertz });
        for how in Discretisation::ALL {
            let mut columns = [Vec::new(), Vec::new(), Vec::new()];
            for frequency in &hertz {
                let one = Oscillator {
                    frequency: *frequency,
                    damping: self.damping,
                    mass: self.mass,
                };
                let found = RingingResponse::new(&one.simulate(how, rate, SAMPLES)?, rate);
                for (column, error) in columns.iter_mut().zip(errors(&one, &found)) {
                    column.push(error);
                }
            }
            let mut own = json!({});
            for ((panel, column), (_, key)) in panels.iter_mut().zip(&columns).zip(names) {
                let points = hertz.iter().zip(column).map(|(f, e)| (*f, e.abs()));
                panel.series.push(Series::line(how.name(), points));
                own[key] = json!(column);
            }
            facts[how.key()] = own;
        }
        Ok((panels.into(), facts))
    }
}
