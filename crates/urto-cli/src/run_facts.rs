//! What a run took: the same figures in words and for programs.

use serde_json::{Value as Json, json};
use std::fmt::Write as _;
use urto_multibody::Statistics;
use urto_multibody::run::Run;

/// Figures of a run.
pub struct Facts<'a> {
    run: &'a Run,
    own: &'a Statistics,
}

impl<'a> Facts<'a> {
    /// Of this run.
    pub fn of(run: &'a Run) -> Self {
        let own = &run.summary.statistics;
        Self { run, own }
    }

    /// Whether the run tells all: older ones, and events from elsewhere, do not.
    fn whole(&self) -> bool {
        self.own.steps > 0 && (self.own.problems == 0 || self.own.rounds.iter().any(|n| *n > 0))
    }

    /// Share of problems that are solved within a millionth, and within a thousandth.
    fn within(&self) -> [f64; 2] {
        let all = self.own.problems.max(1) as f64;
        self.own.above.map(|above| 1.0 - above as f64 / all)
    }

    /// So many rounds were enough for a share of all problems.
    fn rounds(&self, share: f64) -> u64 {
        let wanted = share * self.own.problems as f64;
        let mut sum = 0.0;
        for (n, count) in self.own.rounds.iter().enumerate() {
            sum += *count as f64;
            if sum >= wanted {
                return 1 << n;
            }
        }
        1 << (self.own.rounds.len() - 1)
    }

    /// Of found, near, pressing and rubbing contacts the mean in a step.
    fn in_a_step(&self) -> [f64; 4] {
        let steps = self.own.steps.max(1) as f64;
        self.own.touches.map(|own| own as f64 / steps)
    }

    /// Steps of 1, 2, 4 and 8 base steps. Where none is longer, all are of one.
    fn step_sizes(&self) -> [u64; 4] {
        match self.own.paces {
            [0, 0, 0, 0] => [self.own.steps, 0, 0, 0],
            paces => paces,
        }
    }

    /// What contacts gave, against the energy there was.
    fn given_share(&self) -> f64 {
        let initial = self.run.summary.energy[0].abs();
        if initial > 0.0 {
            self.own.given / initial
        } else {
            0.0
        }
    }

    /// For programs.
    pub fn json(&self) -> Json {
        let (run, own) = (self.run, self.own);
        let [initial, injected, dissipated, stored] = run.summary.energy;
        let mut all = json!({
            "seconds": run.seconds(),
            "step": run.step,
            "steps": run.steps,
            "contacts": run.tracks.len(),
            "entries": run.entries(),
            "problems": own.problems,
            "above_1e-6": own.above[0],
            "above_1e-3": own.above[1],
            "last_resorts": own.last_resorts,
            "mended": run.summary.mended,
            "energy": {
                "initial": initial, "injected": injected, "dissipated": dissipated,
                "stored": stored, "given_by_contacts": own.given,
                "given_of_initial": self.given_share(),
            },
        });
        if self.whole() {
            let [millionth, thousandth] = self.within();
            let [found, near, pressing, rubbing] = self.in_a_step();
            let [one, two, four, eight] = self.step_sizes();
            all["within_1e-6"] = json!(millionth);
            all["within_1e-3"] = json!(thousandth);
            all["worst_residual"] = json!(own.worst);
            all["rounds_p50"] = json!(self.rounds(0.5));
            all["rounds_p99"] = json!(self.rounds(0.99));
            let bins = own.rounds.iter().enumerate();
            all["rounds"] = bins
                .map(|(n, count)| json!({ "most": 1u64 << n, "problems": count }))
                .collect();
            all["scaled"] = json!(own.scaled);
            all["pushed_out"] = json!(own.pushed_out);
            all["largest_overlap"] = json!(own.overlap);
            all["contacts_in_a_step"] = json!({
                "found": found, "near": near, "active": pressing, "with_friction": rubbing,
                "most_active": own.most_pressing,
            });
            all["step_sizes"] = json!({ "1": one, "2": two, "4": four, "8": eight });
            all["taken_back"] = json!(own.taken_back);
        }
        all
    }

    /// In words, a line for each matter.
    pub fn text(&self) -> String {
        let (own, mut text) = (self.own, String::new());
        if !self.whole() {
            return text;
        }
        let [found, near, pressing, rubbing] = self.in_a_step();
        let _ = writeln!(
            text,
            "  contacts in a step: {found:.2} found, {near:.2} near, {pressing:.2} active, \
             {rubbing:.2} with friction; at most {} active",
            own.most_pressing
        );
        let [millionth, thousandth] = self.within();
        let _ = writeln!(
            text,
            "  {} problems: {:.3} % within 1e-6, {:.3} % within 1e-3, worst {:.1e}; 99 % in {} \
             rounds or fewer; {} last resorts",
            own.problems,
            100.0 * millionth,
            100.0 * thousandth,
            own.worst,
            self.rounds(0.99),
            own.last_resorts
        );
        let [one, two, four, eight] = self.step_sizes();
        if two + four + eight > 0 {
            let _ = writeln!(
                text,
                "  steps of 1, 2, 4 and 8 base steps: {one}, {two}, {four}, {eight}; {} taken back",
                own.taken_back
            );
        }
        let _ = writeln!(
            text,
            "  contacts gave {:.1e} J ({:.1e} of what there was); deepest overlap {:.2} \u{b5}m",
            own.given,
            self.given_share(),
            1e6 * own.overlap
        );
        text
    }
}
