//! Paper 003's own step beside urto's: how many Newton steps it takes, and where it fails.
//!
//! Step: modes by the bilinear transform, bristles by the trapezoidal rule, the loop between them
//!       by the K-method and Newton's method (section 3). The string is a waveguide of whole
//!       samples, as in section 4.2.
//! Refs: Avanzini, Serafin & Rocchesso 2002, sections 3 and 4.2. Errmax is not given there.

use super::{Experiment, Paper};
use crate::bar::spread;
use crate::bow::{Bowing, Kind, Regime, Rubs};
use crate::modal::Oscillator;
use crate::plot::{Axis, Figure, Panel, Series};
use crate::report::{Report, Sheet, brief, number, percent};
use crate::rubbing::Law;
use crate::shared::study_params;
use crate::trapezoid::{BilinearMode, FrictionStep, Iterations, TrapezoidBow, bow};
use crate::{StudyError, Watch, bounded};
use serde_json::{Value as Json, json};
use urto::Rate;
use urto::math::TAU;

study_params! {
    /// A mass on a spring, dragged by a belt.
    pub struct Belt("belt") {
        /// The mass.
        mass: 0.1, Log(1e-3, 1e2), "kg", Rebuild;
        /// Stiffness of the spring.
        spring: 1e3, Log(1.0, 1e6), "N/m", Rebuild;
        /// Speed of the belt.
        velocity: 0.05, Log(1e-3, 1.0), "m/s", Rebuild;
        @forces(0.5, 1.0);
        @bristles(0.05, 1e4, 1.0, 0.1);
        /// Elastic deflection as a share of the sliding one.
        breakaway: 0.7, Linear(0.0, 0.99), "", Rebuild;
    }
}

study_params! {
    /// A bowed string and a mass on a belt by the paper's own step.
    pub struct PaperStep("friction-step") {
        /// One over the time a wave takes along the string and back.
        frequency: 147.0, Log(40.0, 1e3), "Hz", Rebuild;
        /// Wave impedance; the paper does not say.
        impedance: 0.55, Log(1e-3, 1e2), "kg/s", Rebuild;
        /// Distance of the bow from the bridge, as a share of the length; the paper does not say.
        bow_position: 0.1, Linear(0.02, 0.5), "", Rebuild;
        /// Speed of the bow.
        bow_velocity: 0.1, Log(1e-3, 5.0), "m/s", Rebuild;
        /// Force of the bow on the string.
        normal_force: 1.1, Log(1e-3, 100.0), "N", Rebuild;
        /// Coefficient at which bristles break loose.
        static_friction: 0.4, Log(1e-3, 5.0), "", Rebuild;
        /// Coefficient while bristles slide fast.
        dynamic_friction: 0.2, Log(1e-3, 5.0), "", Rebuild;
        /// Speed over which friction falls from one to the other.
        stribeck_velocity: 0.2, Log(1e-4, 10.0), "m/s", Rebuild;
        /// Softest bristles.
        softest: 1e3, Log(1e2, 1e8), "N/m", Rebuild;
        /// Stiffest bristles.
        stiffest: 1e6, Log(1e2, 1e8), "N/m", Rebuild;
        /// Stiffnesses tried between them.
        sweep: 7, Integer(1, 40), "", Rebuild;
        /// Damping of the bristles.
        bristle_damping: 0.1, Linear(0.0, 1e2), "N*s/m", Rebuild;
        /// Viscous friction.
        viscosity: 0.0, Linear(0.0, 1e2), "N*s/m", Rebuild;
        /// The mass on a belt.
        belt: Belt::default(), Table(Belt), "", Rebuild;
        /// Newton's method ends when the deflection's rate changes by less; the paper does not say.
        tolerance: 1e-9, Log(1e-15, 1e-3), "m/s", Rebuild;
        /// How long the string is bowed; the last third is measured.
        duration: 0.75, Log(0.1, 10.0), "s", Rebuild;
        /// Sample rate.
        rate: 44_100.0, Log(8e3, 3.84e5), "Hz", Rebuild;
        /// Most steps per sample; a quarter and a sixteenth as many are tried too.
        finest: 16, Integer(1, 64), "", Rebuild;
    }
}

/// More steps than this are refused, for all strings together: some seconds.
const MOST_STEPS: f64 = 1e7;
/// What section 3.1 finds: fewer Newton steps than this.
const FEWER: f64 = 7.0;
/// As in the bowed-string study: quality factor and, there for experts, bridge and ramp.
const Q: f64 = 500.0;
const CUTOFF: f64 = 8e3;
const RAMP: f64 = 0.02;
const BREAKAWAY: f64 = 0.7;

/// The paper's step and urto's, on the same string.
struct Pair {
    stiffness: f64,
    oversample: u32,
    paper: TrapezoidBow,
    regime: Option<Regime>,
    own: Regime,
}

impl PaperStep {
    fn bowing(&self) -> Bowing {
        Bowing {
            frequency: self.frequency,
            impedance: self.impedance,
            q: Q,
            cutoff: CUTOFF,
            inharmonicity: 0.0,
            position: self.bow_position,
            velocity: self.bow_velocity,
            ramp: RAMP,
        }
    }

    fn law(&self, stiffness: f64) -> Law {
        Law {
            coulomb: self.dynamic_friction * self.normal_force,
            stiction: self.static_friction.max(self.dynamic_friction) * self.normal_force,
            stribeck: self.stribeck_velocity,
            stiffness,
            damping: self.bristle_damping,
            viscosity: self.viscosity,
            breakaway: BREAKAWAY,
        }
    }

    /// Steps per sample that are tried, from few to many.
    fn oversamples(&self) -> Vec<u32> {
        let finest = self.finest as u32;
        let mut all = vec![(finest / 16).max(1), (finest / 4).max(1), finest];
        all.dedup();
        all
    }

    fn string(&self, stiffness: f64, oversample: u32) -> Result<Pair, StudyError> {
        let rate = Rate::new(self.rate)?.oversampled(oversample);
        let (bowing, law) = (self.bowing(), self.law(stiffness));
        let times = (self.duration, self.duration * 2.0 / 3.0);
        let paper = bow(&bowing, law, self.tolerance, rate, times);
        let own = bowing.play(&Rubs::Bristles(law), rate, times.0, times.1)?;
        let regime =
            |motion: &crate::bow::BowMotion| motion.regime(self.bow_velocity, self.frequency);
        Ok(Pair {
            stiffness,
            oversample,
            regime: (!paper.iterations.broken).then(|| regime(&paper.motion)),
            own: regime(&own),
            paper,
        })
    }

    fn strings(&self, watch: Watch) -> Result<Vec<Pair>, StudyError> {
        let oversamples = self.oversamples();
        let each = self.duration * self.rate * f64::from(oversamples.iter().sum::<u32>());
        let remedy = "a shorter time, fewer stiffnesses or a lower rate";
        bounded(2.0 * each * self.sweep as f64, MOST_STEPS, remedy)?;
        let (low, high) = (self.softest, self.stiffest.max(self.softest));
        let tried = spread(low, high, self.sweep as usize, true);
        let all: Vec<(f64, u32)> = oversamples
            .iter()
            .flat_map(|times| tried.iter().map(|stiffness| (*stiffness, *times)))
            .collect();
        watch
            .over(all.into_iter(), (0.0, 0.9))
            .map(|(stiffness, times)| self.string(stiffness, times))
            .collect()
    }
}

/// What the mass on a belt did.
struct Dragged {
    oversample: u32,
    period: Option<f64>,
    iterations: Iterations,
    made: f64,
}

/// Periods that the belt is watched for, after as many to settle: by then it repeats to 1e-5.
const PERIODS: f64 = 30.0;

impl Belt {
    fn law(&self) -> Law {
        crate::shared::law_of!(self)
    }

    fn drag(&self, tolerance: f64, rate: f64, oversample: u32) -> Result<Dragged, StudyError> {
        let fine = Rate::new(rate)?.oversampled(oversample);
        let law = self.law();
        let swing = TAU * (self.mass / self.spring).sqrt();
        let load = 2.0 * (law.stiction - law.coulomb) / (self.spring * self.velocity);
        let steps = 2.0 * PERIODS * (swing + load) * fine.hertz();
        bounded(
            steps,
            MOST_STEPS,
            "a stiffer spring, a faster belt or a lower rate",
        )?;
        let oscillator = Oscillator {
            frequency: 1.0 / swing,
            damping: 0.0,
            mass: self.mass,
        };
        let mut mode = BilinearMode::new(oscillator, fine);
        let mut contact = FrictionStep::new(law, fine.step(), mode.response().1, tolerance);
        let mut force = 0.0;
        let mut places = Vec::new();
        for step in 0..steps as usize {
            mode.coast(force);
            force = contact.take(self.velocity - mode.v, false);
            if contact.iterations.broken {
                break;
            }
            mode.push(force);
            if step >= steps as usize / 2 {
                places.push(mode.x);
            }
        }
        Ok(Dragged {
            oversample,
            period: period(&places).map(|steps| steps * fine.step()),
            iterations: contact.iterations,
            made: contact.made / contact.taken.abs().max(f64::MIN_POSITIVE),
        })
    }
}

/// Mean steps from one pass upwards through the middle to the next.
fn period(places: &[f64]) -> Option<f64> {
    let low = places.iter().copied().fold(f64::MAX, f64::min);
    let high = places.iter().copied().fold(f64::MIN, f64::max);
    let middle = 0.5 * (low + high);
    let passes: Vec<f64> = (1..places.len())
        .filter(|n| places[n - 1] < middle && places[*n] >= middle)
        .map(|n| n as f64 - (places[n] - middle) / (places[n] - places[n - 1]))
        .collect();
    let (first, last) = (passes.first()?, passes.last()?);
    let periods = passes.len() - 1;
    (periods > 0).then(|| (last - first) / periods as f64)
}

fn facts_of(iterations: &Iterations, made: f64) -> Json {
    json!({
        "iterations_mean": iterations.mean(),
        "iterations_most": iterations.most,
        "share_of_seven_or_more": iterations.seven as f64 / iterations.samples.max(1) as f64,
        "unconverged": iterations.failed,
        "broken": iterations.broken,
        "made_share": made.is_finite().then_some(made),
    })
}

/// Cells for how Newton's method fared.
fn cells(iterations: &Iterations, made: f64) -> [String; 5] {
    let share = 100.0 * iterations.seven as f64 / iterations.samples.max(1) as f64;
    [
        number(iterations.mean(), 3),
        iterations.most.to_string(),
        percent(share, false),
        match iterations.broken {
            true => format!("{}, broke", iterations.failed),
            false => iterations.failed.to_string(),
        },
        percent(100.0 * made, false),
    ]
}

const NEWTON: [&str; 5] = [
    "mean",
    "most",
    "7 or more [%]",
    "unconverged",
    "energy made [%]",
];

impl Experiment for PaperStep {
    const TITLE: &'static str = "friction by the paper's own step";
    const PAPER: Paper = Paper::Friction;
    const SHOWS: &'static str = "Section 3: trapezoidal rule, K-method and Newton's method on a \
        bowed waveguide and on a mass on a belt. Fewer than seven Newton steps, as the paper \
        finds, where bristles are soft for the rate; where they are stiff it does not converge, \
        and urto's own step, which does not iterate, still does.";

    fn run(&self) -> Result<Report, StudyError> {
        self.run_watched(Watch::default())
    }

    fn run_watched(&self, watch: Watch) -> Result<Report, StudyError> {
        let pairs = self.strings(watch)?;
        let head = ["bristles [N/m]", "steps per sample"]
            .into_iter()
            .chain(NEWTON);
        let head = head.chain(["its motion", "f0 [Hz]", "urto's motion", "f0 [Hz]"]);
        let mut strings = Sheet::new("Bowed string: Newton steps and motion", head);
        let mut points = Vec::new();
        for pair in &pairs {
            let word = |regime: &Regime| regime.kind().name().to_owned();
            let (motion, pitch) = match &pair.regime {
                Some(regime) => (word(regime), number(regime.f0, 6)),
                None => ("no numbers left".to_owned(), "-".to_owned()),
            };
            let mut row = vec![brief(pair.stiffness), pair.oversample.to_string()];
            row.extend(cells(&pair.paper.iterations, pair.paper.made));
            row.extend([motion, pitch, word(&pair.own), number(pair.own.f0, 6)]);
            strings.row(row);
            let mut point = facts_of(&pair.paper.iterations, pair.paper.made);
            point["stiffness"] = json!(pair.stiffness);
            point["oversample"] = json!(pair.oversample);
            point["paper"] = pair.regime.as_ref().map_or(Json::Null, regime_facts);
            point["urto"] = regime_facts(&pair.own);
            points.push(point);
        }
        watch.at(0.9);
        let head = ["steps per sample", "period [s]"].into_iter().chain(NEWTON);
        let mut belts = Sheet::new("Mass on a belt", head);
        let mut dragged = Vec::new();
        for times in self.oversamples() {
            let belt = self.belt.drag(self.tolerance, self.rate, times)?;
            let period = belt.period.unwrap_or(f64::NAN);
            let mut row = vec![belt.oversample.to_string(), number(period, 8)];
            row.extend(cells(&belt.iterations, belt.made));
            belts.row(row);
            let mut facts = facts_of(&belt.iterations, belt.made);
            facts["oversample"] = json!(belt.oversample);
            facts["period"] = json!(belt.period);
            dragged.push(facts);
        }
        Ok(Report {
            sheets: vec![strings, belts],
            notes: vec![
                "Energy made: what the contact gave without having it, of what went into it. \
                 urto's contact makes none."
                    .to_owned(),
                "One slip in a period or several: with stiff bristles both lie so close together \
                 that either step may find either."
                    .to_owned(),
                "Unconverged: samples at which Newton's method was given up after thirty steps; \
                 the paper gives no limit, and would not end there."
                    .to_owned(),
            ],
            facts: json!({ "string": points, "belt": dragged }),
            figure: Figure::beside(2, self.panels(&pairs)),
        })
    }

    fn reduce(&mut self) {
        self.duration = 0.3;
        self.finest = 4;
        self.sweep = 3;
    }
}

fn regime_facts(regime: &Regime) -> Json {
    json!({
        "slips_per_period": regime.slips_per_period,
        "f0": regime.f0,
        "slip_fraction": regime.slip_fraction,
        "force_max": regime.force_max,
        "force_min": regime.force_min,
        "velocity_min": regime.velocity_min,
        "helmholtz": regime.kind() == Kind::Helmholtz,
    })
}

impl PaperStep {
    /// Most Newton steps, and samples that did not converge, over stiffness.
    fn panels(&self, pairs: &[Pair]) -> [Panel; 2] {
        let axis = || Axis::log("stiffness of the bristles", "N/m");
        let mut most = Panel::new(
            "Most Newton steps in a sample",
            axis(),
            Axis::log("Newton steps", ""),
        );
        let mut lost = Panel::new(
            "Samples that did not converge",
            axis(),
            Axis::linear("share of all", "%"),
        );
        for times in self.oversamples() {
            let name = match times {
                1 => "1 step per sample".to_owned(),
                _ => format!("{times} steps per sample"),
            };
            let own = || pairs.iter().filter(|pair| pair.oversample == times);
            most = most.with(Series::marked_line(
                &name,
                own().map(|pair| (pair.stiffness, f64::from(pair.paper.iterations.most))),
            ));
            lost = lost.with(Series::marked_line(
                &name,
                own().map(|pair| {
                    let done = &pair.paper.iterations;
                    let share = done.failed as f64 / done.samples.max(1) as f64;
                    (pair.stiffness, 100.0 * share)
                }),
            ));
        }
        let ends = (self.softest, self.stiffest.max(self.softest));
        let guide = Series::guide("seven", [(ends.0, FEWER), (ends.1, FEWER)]);
        [most.with(guide), lost]
    }
}
