//! How many masses run in real time on this machine, at rates for the eye, the hand and the ear.
//!
//! Refs: Villeneuve & Leonard 2019, section 5.3, figure 7.

mod beside;

use super::{Experiment, Paper};
use crate::plot::{Axis, Figure, Panel, Series};
use crate::{Report, Sheet, StudyError, Watch, brief, number};
use serde_json::{Value as Json, json};
use std::time::Instant;
use urto_mi::haptic::TICKS;
use urto_mi::{Hold, Lattice, MassId, MassNetwork, Model, Precision, StepQuality, Stepping};

urto::params! {
    /// Blocks of masses, each twice as large as the one before, are stepped for some time.
    pub struct RealtimeCapacity("realtime-capacity") {
        /// Masses of the largest block.
        largest: 32_768, Integer(64, 32_768), "", Rebuild;
        /// How long each block is timed; the fastest of its pieces counts.
        time: 0.1, Log(1e-3, 0.2), "s", Rebuild;
        /// Threads that step a block together, at most; from 12,000 links on.
        threads: 1, Integer(1, 64), "", Rebuild;
        /// Share of the time that is left for all else: a mixer, an operating system.
        other: 0.2, Linear(0.0, 0.95), "", Rebuild;
    }
}

/// Rates of the paper \[Hz\]: for the eye, the hand and the ear.
const RATES: [(&str, f64); 3] = [("eye", 250.0), ("hand", 1000.0), ("ear", 44_100.0)];

/// Ways to step: key, name.
const WAYS: [(&str, &str, StepQuality, Precision); 4] = [
    (
        "exact_double",
        "exact, double",
        StepQuality::Exact,
        Precision::Double,
    ),
    (
        "fast_double",
        "fast, double",
        StepQuality::Fast,
        Precision::Double,
    ),
    (
        "exact_single",
        "exact, single",
        StepQuality::Exact,
        Precision::Single,
    ),
    (
        "fast_single",
        "fast, single",
        StepQuality::Fast,
        Precision::Single,
    ),
];

/// Masses of the smallest block.
const SMALLEST: usize = 64;
/// Pieces that a block's time is divided into: what disturbs one does not disturb all.
const PIECES: u32 = 20;

/// A block of masses as near to a cube as its number allows, joined along its edges: three links for
/// each mass, as the largest of the paper's models.
fn block(masses: usize) -> Result<(Model, Vec<MassId>), StudyError> {
    let mut model = Model::new(44_100.0)?;
    let doublings = (masses / SMALLEST).ilog2() as usize;
    let mut counts = [4; 3];
    (0..doublings).for_each(|n| counts[n % 3] *= 2);
    let spring = model.discrete(0.05, 1e-4);
    let lattice = Lattice {
        counts,
        spacing: 1.0,
        mass: 1.0,
        spring,
        span: 1.0,
        hold: Hold::Ends,
        ..Lattice::default()
    };
    let masses = lattice.build(&mut model, "m")?;
    Ok((model, masses))
}

/// Where a curve of sizes and times of a step \[s\], both growing, reaches a time: along straight lines
/// between logarithms, and beyond its ends by proportion.
fn reached(curve: &[(f64, f64)], time: f64) -> f64 {
    let Some((first, last)) = curve.first().zip(curve.last()) else {
        return 0.0;
    };
    if time <= first.1 {
        return first.0 * time / first.1;
    }
    let crossed = curve.windows(2).find(|pair| pair[1].1 >= time);
    match crossed {
        Some(pair) => {
            let [(a, before), (b, after)] = [pair[0], pair[1]];
            let log = urto::math::log;
            let share = log(time / before) / log(after / before);
            a * urto::math::exp(share * log(b / a))
        }
        None => last.0 * time / last.1,
    }
}

impl RealtimeCapacity {
    /// A network whose corner was struck.
    fn struck(
        &self,
        model: &Model,
        quality: StepQuality,
        precision: Precision,
    ) -> Result<MassNetwork, StudyError> {
        let stepping = Stepping {
            quality,
            precision,
            threads: self.threads as usize,
        };
        let mut network = MassNetwork::with(model, stepping)?;
        let masses = model.masses();
        let struck = masses.iter().position(|mass| !mass.is_held());
        if let Some(mass) = struck.and_then(|n| model.find(&masses[n].name)) {
            network.throw(mass, [0.0, 0.0, 10.0]);
        }
        Ok(network)
    }

    /// Time of a step \[s\].
    fn timed(&self, network: &mut MassNetwork) -> f64 {
        let piece = self.time / f64::from(PIECES);
        let mut best = f64::INFINITY;
        for _ in 0..PIECES {
            let begun = Instant::now();
            let mut steps = 0;
            while steps == 0 || begun.elapsed().as_secs_f64() < piece {
                network.step();
                steps += 1;
            }
            best = best.min(begun.elapsed().as_secs_f64() / f64::from(steps));
        }
        best
    }
}

impl RealtimeCapacity {
    /// What fits with exact steps in double precision when pictures and a hand's device run beside
    /// them: from the time of a step, of a picture and of a tick of the device \[s\].
    fn beside(&self, steps: &[(f64, f64)], pictures: &[(f64, f64)], tick: f64) -> (Sheet, Json) {
        let mut sheet = Sheet::new("", ["beside it", "at 250 Hz", "at 1 kHz", "at 44.1 kHz"]);
        let mut facts = serde_json::Map::new();
        let cases = [
            ("nothing", false, false),
            ("pictures", true, false),
            ("device", false, true),
            ("both", true, true),
        ];
        for (name, seen, felt) in cases {
            let held = RATES.map(|(_, rate)| {
                let shown = if seen { beside::PICTURES } else { 0.0 };
                let device = if felt { TICKS * tick } else { 0.0 };
                let load = steps.iter().zip(pictures);
                let load: Vec<(f64, f64)> = load
                    .map(|((size, step), (_, picture))| (*size, rate * step + shown * picture))
                    .collect();
                reached(&load, (1.0 - self.other - device).max(0.0)).floor()
            });
            sheet.row(core::iter::once(name.to_owned()).chain(held.map(|own| number(own, 0))));
            facts.insert(name.to_owned(), by_rate(held));
        }
        (sheet, Json::Object(facts))
    }
}

/// Masses that fit, by the name of their rate.
fn by_rate(held: [f64; 3]) -> Json {
    let rates = RATES.iter().zip(held);
    Json::Object(
        rates
            .map(|((name, _), masses)| ((*name).to_owned(), json!(masses)))
            .collect(),
    )
}

impl Experiment for RealtimeCapacity {
    const TITLE: &'static str = "how many masses run in real time";
    const PAPER: Paper = Paper::Masses;
    const SHOWS: &'static str = "Figure 7: the largest block of masses, with three links each, that \
        this machine steps in real time at 250 Hz, 1 kHz and 44.1 kHz, with and without pictures of \
        it and a hand's device. A picture is a copy of all places and speeds in this program's \
        memory; what a browser takes to hand it to its graphics processor is not in it. The numbers \
        are this machine's, and differ from run to run.";

    fn run(&self) -> Result<Report, StudyError> {
        self.run_watched(Watch::default())
    }

    fn run_watched(&self, watch: Watch) -> Result<Report, StudyError> {
        let largest = self.largest as usize;
        let sizes = core::iter::successors(Some(SMALLEST), |size| Some(2 * size));
        let sizes: Vec<usize> = sizes.take_while(|size| *size <= largest).collect();
        let mut curves = vec![Vec::new(); WAYS.len()];
        let mut pictures = Vec::new();
        let mut links = Vec::new();
        // A larger block does not take less: where it seems so, something disturbed the other.
        let grow = |curve: &mut Vec<(f64, f64)>, size: usize, time: f64| {
            let before = curve.last().map_or(0.0, |own| own.1);
            curve.push((size as f64, time.max(before)));
        };
        for (n, size) in sizes.iter().enumerate() {
            let (model, masses) = block(*size)?;
            links.push(model.links().len());
            for ((.., quality, precision), curve) in WAYS.iter().zip(&mut curves) {
                let mut network = self.struck(&model, *quality, *precision)?;
                grow(curve, *size, self.timed(&mut network));
            }
            let network = self.struck(&model, StepQuality::Exact, Precision::Double)?;
            grow(&mut pictures, *size, beside::picture(&network, &masses));
            watch.at((n + 1) as f64 / sizes.len() as f64);
        }
        let mut sheet = Sheet::new("", ["stepped", "at 250 Hz", "at 1 kHz", "at 44.1 kHz"]);
        let mut panel = Panel::new(
            "",
            Axis::log("masses", ""),
            Axis::log("time of a step", "µs"),
        );
        let tick = beside::device_tick()?;
        let mut facts = json!({
            "masses": sizes,
            "links": links,
            "picture": pictures.iter().map(|own| own.1).collect::<Vec<_>>(),
            "device_tick": tick,
        });
        let (loaded, shares) = self.beside(&curves[0], &pictures, tick);
        facts["beside"] = shares;
        for ((key, name, ..), curve) in WAYS.iter().zip(&curves) {
            let held = RATES.map(|(_, rate)| reached(curve, (1.0 - self.other) / rate).floor());
            let cells = held.map(|own| number(own, 0));
            sheet.row(core::iter::once((*name).to_owned()).chain(cells));
            let points = curve.iter().map(|(size, time)| (*size, 1e6 * time));
            panel = panel.with(Series::marked_line(*name, points));
            facts[*key] = json!({
                "seconds": curve.iter().map(|own| own.1).collect::<Vec<_>>(),
                "masses": by_rate(held),
            });
        }
        for (name, rate) in RATES {
            let time = 1e6 * (1.0 - self.other) / rate;
            let ends = [SMALLEST, sizes[sizes.len() - 1]].map(|size| (size as f64, time));
            panel = panel.with(Series::guide(format!("{} Hz ({name})", brief(rate)), ends));
        }
        Ok(Report {
            sheets: vec![sheet, loaded],
            notes: vec![
                format!(
                    "Masses that fit, with three links each, on {} thread{}, if {} % of the time is \
                     left for all else. Beyond the largest block, by proportion.",
                    self.threads,
                    if self.threads == 1 { "" } else { "s" },
                    brief(100.0 * self.other)
                ),
                format!(
                    "Pictures are copies, {} times a second, of where all masses are and how fast, made \
                     in this program's memory; what a browser takes to hand them to its graphics \
                     processor, and that one's own work, are not in them. A hand's device asks and is answered over \
                     UDP, 1000 times a second, {} µs each time.",
                    beside::PICTURES,
                    number(1e6 * tick, 1)
                ),
            ],
            facts,
            figure: Figure::new([panel]),
        })
    }

    fn reduce(&mut self) {
        self.largest = 256;
        self.time = 1e-3;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By proportion outside, and along straight lines between logarithms.
    #[test]
    fn a_time_is_reached_where_the_curve_has_it() {
        let curve = [(100.0, 1e-6), (200.0, 2e-6), (400.0, 8e-6)];
        assert!((reached(&curve, 0.5e-6) - 50.0).abs() < 1e-9);
        assert!((reached(&curve, 2e-6) - 200.0).abs() < 1e-9);
        assert!((reached(&curve, 4e-6) - 200.0 * 2f64.sqrt()).abs() < 1e-9);
        assert!((reached(&curve, 16e-6) - 800.0).abs() < 1e-9);
        assert_eq!(reached(&[], 1.0), 0.0);
    }

    #[test]
    fn blocks_have_the_masses_that_are_asked_for() {
        for size in [64, 128, 1024, 4096] {
            let (model, masses) = block(size).unwrap();
            assert_eq!(masses.len(), size);
            assert_eq!(model.masses().len(), size);
            let each = model.links().len() as f64 / size as f64;
            assert!((2.0..3.0).contains(&each), "{size}: {each}");
        }
    }
}
