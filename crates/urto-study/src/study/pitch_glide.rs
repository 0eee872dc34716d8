//! A plucked string of masses: the harder, the sharper, and it glides down as it dies away.
//!
//! Refs: Villeneuve & Leonard 2019, section 6.2.2, figures 8 and 9.

use super::{Experiment, Paper};
use crate::masses::{self, End, cents, frequency, rises};
use crate::plot::{Axis, Figure, Panel, Series};
use crate::shared::{study_params, wire_of};
use crate::{Report, Sheet, StudyError, brief, number};
use serde_json::json;
use urto_mi::{Drive, Event, Played};

study_params! {
    /// A string of masses is pushed for one step, and rings.
    pub struct PitchGlide("pitch-glide") {
        /// Force of the pluck in the paper's units; it is also plucked with a half, a quarter and
        /// a tenth of it.
        force: 0.1, Log(1e-6, 10.0), "", Rebuild;
        /// Number of the mass that is plucked, counted from the held end.
        plucked: 10, Integer(1, 127), "", Rebuild;
        /// How long it is heard.
        duration: 1.0, Log(0.05, 20.0), "s", Rebuild;
        @wire(1e-4, 2e-4);
    }
}

/// How hard it is plucked, as shares of the force.
const SHARES: [f64; 4] = [0.1, 0.25, 0.5, 1.0];
/// Where windows begin and end, as shares of the time: short ones first, where pitch glides most.
const EDGES: [f64; 6] = [0.0, 0.1, 0.2, 0.4, 0.7, 1.0];
/// Periods over which the figure takes pitch: less shows single periods' wobble.
const PERIODS: usize = 4;

impl PitchGlide {
    /// The lowest mode over time after a pluck, and how often guards of the energy acted.
    fn pluck(&self, force: f64) -> Result<(Vec<f64>, u64), StudyError> {
        let wire = wire_of!(self);
        let (model, masses) = wire.build(End::Held)?;
        let mass = masses[self.plucked as usize];
        let newtons = [0.0, force * self.rate * self.rate, 0.0];
        let drive = Drive::Force {
            mass,
            newtons,
            steps: 1,
        };
        let event = Event { at: 0.0, drive };
        let mut played = Played::new(&model, &[event], &[wire.lowest_mode(&masses)])?;
        let mut heard = vec![0.0; (self.duration * self.rate) as usize];
        played.render(&mut [&mut heard]);
        let guards = played.network().guards();
        Ok((heard, guards.kicks + guards.speeds))
    }
}

impl Experiment for PitchGlide {
    const TITLE: &'static str = "the pitch of a plucked string of masses";
    const PAPER: Paper = Paper::Masses;
    const SHOWS: &'static str = "Figure 9: springs in space pull more when they are stretched, so \
        a hard pluck starts sharp and glides down to the pitch of a soft one.";

    fn run(&self) -> Result<Report, StudyError> {
        let wire = wire_of!(self);
        masses::free("plucked", self.plucked, self.masses)?;
        let steps = self.duration * self.rate * SHARES.len() as f64;
        masses::bounded(wire.masses, steps)?;
        let pitch = wire.pitch();
        let windows: Vec<[f64; 2]> = (EDGES.windows(2))
            .map(|edges| [edges[0], edges[1]].map(|share| share * self.duration))
            .collect();
        let named = windows
            .iter()
            .map(|[from, to]| format!("{} to {} s", brief(*from), brief(*to)));
        let head = ["force".to_owned()].into_iter().chain(named);
        let mut sheet = Sheet::new(
            format!("Cents above {} Hz, by window", number(pitch, 7)),
            head,
        );
        let mut panel = Panel::new(
            "",
            Axis::linear("time", "s"),
            Axis::linear("above the lowest mode", "cents"),
        );
        let mut plucks = Vec::new();
        for share in SHARES {
            let force = share * self.force;
            let (heard, guarded) = self.pluck(force)?;
            let sample = |time: f64| ((time * self.rate) as usize).min(heard.len());
            let above = |rises: &[f64]| cents(frequency(rises, self.rate), pitch);
            let glide: Vec<f64> = (windows.iter())
                .map(|[from, to]| above(&rises(&heard[sample(*from)..sample(*to)])))
                .collect();
            let cells = glide.iter().map(|own| format!("{:.2}", own));
            let cells = cells.map(|cell| if cell == "NaN" { "-".to_owned() } else { cell });
            sheet.row([brief(force)].into_iter().chain(cells));
            let all = rises(&heard);
            let points = all
                .windows(PERIODS + 1)
                .map(|own| (0.5 * (own[0] + own[PERIODS]) / self.rate, above(own)));
            let points: Vec<_> = points.collect();
            if !points.is_empty() {
                panel = panel.with(Series::line(format!("force {}", brief(force)), points));
            }
            plucks.push(json!({ "force": force, "cents": glide, "guarded_steps": guarded }));
        }
        Ok(Report {
            sheets: vec![sheet],
            notes: vec![
                "Pitch is that of the lowest mode's shape; with three times the force and more \
                 the motion is chaotic, and only its size means something."
                    .to_owned(),
            ],
            facts: json!({ "pitch": pitch, "windows": windows, "plucks": plucks }),
            figure: Figure::new([panel]),
        })
    }
}
