//! Sounds are the same at every sample rate: loudness, partials, decay and events of every sound and
//! preset at 44.1, 96 and 192 kHz against 48 kHz.
//!
//! `docs/rates.md` has the table. A few lines are tried each time, with few seeds; all of them over
//! ten seeds or more with `URTO_FULL=1`; `URTO_RATES=1` writes the table anew. What agreed must go on
//! to, and what differed by chance alone must not differ by more.
//! `URTO_SEEDS=10` takes no more seeds than that.
//! `URTO_ONLY="braking;anvil"` tries these alone: a sound with all its presets, or one of them.

mod measure;

use measure::{FRAME, IS_THERE, STANDS_OUT};
use measure::{add_spectrum, common, decay, events, partials, weighted_energy};
use std::fmt::Write;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use urto::Rate;
use urto::analysis::Fourier;
use urto::math::log10;
use urto_file::Preset;

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/rates.md");
/// The page's table stands between these.
const BEGIN: &str = "<!-- rates: written by the test -->\n";
const END: &str = "<!-- end of rates -->";
const HEADING: &str = "| sound | loudness \\[dB\\] | partials | decay | events | verdict | first two seeds | why |\n|---|---|---|---|---|---|---|---|\n";
/// The first is what others are compared with.
const RATES: [f64; 4] = [48e3, 44.1e3, 96e3, 192e3];
/// Seeds over which a sound is judged: where ten may show nothing but chance, four times as many
/// (which halves the chance), and so on.
const SEEDS: [usize; 3] = [10, 40, 160];
/// The first of them, which are tried each time.
const FEW: usize = 2;
/// One line in so many is tried each time: a few seconds.
const EACH: usize = 30;
/// As long as this is listened to \[s\].
const LONGEST: f64 = 2.0;
/// What agrees: \[dB\], and shares.
const LOUDNESS: f64 = 1.0;
const PARTIALS: f64 = 0.01;
const DECAY: f64 = 0.1;
const EVENTS: f64 = 0.1;
/// Partials that are compared: as many of the strongest, and this far below the strongest \[dB\].
const COMPARED: usize = 6;
const FAINTEST: f64 = 30.0;
/// A partial that has no other within this share of it has gone, and one that is weaker or stronger
/// by more than this \[dB\] is another one.
const GONE: f64 = 0.05;
const ANOTHER: f64 = 6.0;
/// Fewer events than this are no rate.
const FEWEST: f64 = 4.0;
/// With so many seeds, a sound that agrees beyond doubt is not heard further.
const SURE: usize = 4;

fn given(name: &str) -> bool {
    std::env::var(name).is_ok_and(|value| value != "0")
}

/// A number for each seed.
type Each = Vec<f64>;

/// What was measured at a rate.
#[derive(Clone, Default)]
struct Measured {
    energy: Each,
    decay: Each,
    events: Each,
    /// Of every second seed each.
    spectra: [Vec<f64>; 2],
}

fn mean(all: &[f64]) -> f64 {
    all.iter().sum::<f64>() / all.len() as f64
}

/// Standard error of the mean.
fn error(all: &[f64]) -> f64 {
    let (middle, count) = (mean(all), all.len() as f64);
    if count < 2.0 {
        return 0.0;
    }
    let squares: f64 = all.iter().map(|x| (x - middle) * (x - middle)).sum();
    (squares / (count - 1.0) / count).sqrt()
}

/// A preset as one gesture plays it, its channels mixed, at the common rate.
fn played(preset: &Preset, hertz: f64, seed: u64) -> Vec<f64> {
    let entry = urto_file::catalogue().sound(&preset.sound).unwrap();
    let rate = Rate::new(hertz).unwrap();
    let seconds = preset.seconds.unwrap_or(entry.seconds).min(LONGEST);
    let mut sound = preset.start(rate, 512, seconds, seed).unwrap();
    let frames = (seconds * hertz) as usize;
    let mut out = vec![vec![0.0f32; frames]; sound.channels()];
    let mut planes: Vec<&mut [f32]> = out.iter_mut().map(Vec::as_mut_slice).collect();
    sound.render(&[], &mut planes);
    let mixed = |n: usize| out.iter().map(|own| own[n]).sum::<f32>() / out.len() as f32;
    let mixed: Vec<f32> = (0..frames).map(mixed).collect();
    common(&mixed, hertz)
}

impl Measured {
    fn new() -> Self {
        Self {
            spectra: [0, 1].map(|_| vec![0.0; FRAME / 2 + 1]),
            ..Self::default()
        }
    }

    fn all_partials(&self, times: f64) -> Vec<(f64, f64)> {
        let [a, b] = &self.spectra;
        let sum: Vec<f64> = a.iter().zip(b).map(|(a, b)| a + b).collect();
        partials(&sum, times)
    }

    /// Those that do not come by chance: both halves of the seeds have them.
    fn partials(&self) -> Vec<(f64, f64)> {
        let mut all = self.all_partials(STANDS_OUT);
        if self.energy.len() > 1 {
            let halves = self.spectra.each_ref().map(|own| partials(own, STANDS_OUT));
            let near = |half: &Vec<(f64, f64)>, hertz: f64| {
                half.iter()
                    .any(|own| (own.0 / hertz - 1.0).abs() < PARTIALS)
            };
            all.retain(|(hertz, _)| halves.iter().all(|half| near(half, *hertz)));
        }
        all
    }

    fn hear(&mut self, samples: &[f64], fourier: &mut Fourier) {
        let half = &mut self.spectra[self.energy.len() % 2];
        add_spectrum(samples, fourier, half);
        self.energy.push(weighted_energy(samples));
        self.decay.push(decay(samples));
        self.events.push(events(samples));
    }
}

/// A sound at the four rates: over the first seeds, and over as many as it takes.
fn measured(preset: &Preset, seeds: usize) -> [Compared; 2] {
    let mut fourier = Fourier::new(FRAME);
    let mut found = RATES.map(|_| Measured::new());
    let mut few = None;
    let mut before: Vec<f64> = Vec::new();
    for seed in 0..seeds {
        for (own, hertz) in found.iter_mut().zip(RATES) {
            let samples = played(preset, hertz, preset.seed.unwrap_or(0) + seed as u64);
            // What chance does not touch need not be heard again.
            if hertz == RATES[0] {
                if samples == before {
                    let only = compared(&found);
                    return [few.unwrap_or_else(|| only.clone()), only];
                }
                before.clone_from(&samples);
            }
            own.hear(&samples, &mut fourier);
        }
        if seed + 1 == FEW {
            few = Some(compared(&found));
        }
        let heard = seed + 1;
        let decided = SEEDS.contains(&heard) && compared(&found).verdict() != "chance";
        if decided || heard >= SURE && compared(&found).is_sure() {
            break;
        }
    }
    let all = compared(&found);
    [few.unwrap_or_else(|| all.clone()), all]
}

/// A difference, and how much of it may be chance (one standard error).
#[derive(Clone, Copy, Default)]
struct Difference {
    by: f64,
    chance: f64,
}

impl Difference {
    fn larger(self, other: Self) -> Self {
        if other.by.abs() > self.by.abs() {
            other
        } else {
            self
        }
    }

    /// Of two means, as a share of the first.
    fn of(first: &[f64], other: &[f64]) -> Self {
        let (a, b) = (mean(first), mean(other));
        if a <= 0.0 {
            return Self::default();
        }
        let (one, two) = (error(first) / a, error(other) / b.max(1e-300));
        Self {
            by: b / a - 1.0,
            chance: (one * one + two * two).sqrt(),
        }
    }
}

/// How far a sound at other rates is from itself at 48 kHz.
#[derive(Clone)]
struct Compared {
    loudness: [Difference; 3],
    partials: Option<f64>,
    decay: Difference,
    events: Option<Difference>,
}

fn compared(all: &[Measured; 4]) -> Compared {
    let first = &all[0];
    let mut found = Compared {
        loudness: [Difference::default(); 3],
        partials: None,
        decay: Difference::default(),
        events: None,
    };
    let strongest = first.partials();
    for (index, other) in all[1..].iter().enumerate() {
        let share = Difference::of(&first.energy, &other.energy);
        found.loudness[index] = Difference {
            by: 10.0 * log10((1.0 + share.by).max(1e-12)),
            chance: 4.343 * share.chance,
        };
        found.decay = found
            .decay
            .larger(Difference::of(&first.decay, &other.decay));
        if mean(&first.events) >= FEWEST {
            let events = Difference::of(&first.events, &other.events);
            found.events = Some(found.events.unwrap_or_default().larger(events));
        }
        let there = other.all_partials(IS_THERE);
        for (hertz, level) in strongest.iter().take(COMPARED) {
            if *level < strongest[0].1 - FAINTEST {
                continue;
            }
            let alike = there.iter().filter(|own| (own.1 - level).abs() < ANOTHER);
            let away = alike.map(|(other, _)| (other / hertz - 1.0).abs());
            let away = away.fold(1.0, f64::min);
            let worst = found.partials.unwrap_or(0.0);
            found.partials = Some(worst.max(away));
        }
    }
    found
}

/// Whether a difference is within what agrees, or may be chance.
fn judge(differences: &[(Difference, f64)]) -> &'static str {
    let beyond = |of: &&(Difference, f64)| of.0.by.abs() > of.1;
    let beyond: Vec<_> = differences.iter().filter(beyond).collect();
    if beyond.is_empty() {
        "agrees"
    } else if beyond
        .iter()
        .all(|of| of.0.by.abs() - of.1 < 2.0 * of.0.chance)
    {
        "chance"
    } else {
        "differs"
    }
}

impl Compared {
    /// Each difference, and up to where it agrees.
    fn differences(&self) -> Vec<(Difference, f64)> {
        let mut all: Vec<(Difference, f64)> = self.loudness.map(|own| (own, LOUDNESS)).to_vec();
        all.push((self.decay, DECAY));
        all.extend(self.events.map(|own| (own, EVENTS)));
        let shift = Difference {
            by: self.partials.unwrap_or(0.0),
            chance: 0.0,
        };
        all.push((shift, PARTIALS));
        all
    }

    fn verdict(&self) -> &'static str {
        judge(&self.differences())
    }

    /// Whether more seeds would not change that it agrees: even with twice the standard error.
    fn is_sure(&self) -> bool {
        let sure = |(own, most): &(Difference, f64)| own.by.abs() + 2.0 * own.chance <= *most;
        self.differences().iter().all(sure)
    }

    fn cells(&self) -> [String; 4] {
        let loud = self.loudness.map(|own| format!("{:+.1}", own.by));
        let partials = match self.partials {
            None => "-".to_owned(),
            Some(away) if away > GONE => "gone".to_owned(),
            Some(away) => format!("{:.1} %", 100.0 * away),
        };
        let percent = |own: Difference| format!("{:+.0} %", 100.0 * own.by);
        [
            loud.join(" "),
            partials,
            percent(self.decay),
            self.events.map_or("-".to_owned(), percent),
        ]
    }
}

/// Whether a verdict is worse than another: what was chance must not differ either. What was not known
/// may be anything.
fn is_worse(was: &str, now: &str) -> bool {
    let place = |verdict: &str| {
        let all = ["agrees", "chance", "differs"];
        all.iter().position(|own| *own == verdict)
    };
    place(was).is_some_and(|was| place(now) > Some(was))
}

#[test]
fn no_verdict_gets_worse_unnoticed() {
    let all = ["agrees", "chance", "differs"];
    for (n, was) in all.iter().enumerate() {
        for (m, now) in all.iter().enumerate() {
            assert_eq!(is_worse(was, now), m > n, "{was} {now}");
        }
        assert!(!is_worse("not yet", was));
    }
}

/// A line of the table.
#[derive(Clone, Debug, Default)]
struct Line {
    name: String,
    cells: [String; 4],
    verdict: String,
    few: String,
    why: String,
}

fn read(page: &str) -> Vec<Line> {
    let table = page
        .split_once(BEGIN)
        .and_then(|(_, rest)| rest.split_once(END));
    let (table, _) = table.expect("docs/rates.md has lost the marks around its table");
    let Some(lines) = table.strip_prefix(HEADING) else {
        return Vec::new();
    };
    let cells = |line: &str| -> Vec<String> {
        line.split('|').map(|cell| cell.trim().to_owned()).collect()
    };
    lines
        .lines()
        .map(|line| match &cells(line)[..] {
            [_, name, a, b, c, d, verdict, few, why, _] => Line {
                name: name.clone(),
                cells: [a, b, c, d].map(String::clone),
                verdict: verdict.clone(),
                few: few.clone(),
                why: why.clone(),
            },
            _ => panic!("not a line of the table: {line}"),
        })
        .collect()
}

fn written(page: &str, lines: &[Line]) -> String {
    let (before, rest) = page.split_once(BEGIN).unwrap();
    let (_, after) = rest.split_once(END).unwrap();
    let mut table = HEADING.to_owned();
    for line in lines {
        let Line {
            name,
            cells,
            verdict,
            few,
            why,
        } = line;
        let cells = cells.join(" | ");
        writeln!(table, "| {name} | {cells} | {verdict} | {few} | {why} |").unwrap();
    }
    format!("{before}{BEGIN}{table}{END}{after}")
}

/// Every sound as it comes, and every preset; their files are not read yet.
fn all() -> Vec<(String, Preset)> {
    let sounds = urto_file::catalogue().sounds().iter();
    let sounds = sounds.map(|entry| (format!("`{}`", entry.key), Preset::plain(entry)));
    let presets = urto_file::library().unwrap().into_iter();
    let presets = presets.map(|preset| (preset.name.clone().unwrap(), preset.once().unwrap()));
    sounds.chain(presets).collect()
}

/// What sounds are at the four rates: the verdict of the first seeds, and all of it; on all cores.
fn tried(chosen: &[&(String, Preset)], seeds: usize) -> Vec<(String, Compared)> {
    let next = AtomicUsize::new(0);
    let done: Vec<Mutex<Option<(String, Compared)>>> =
        chosen.iter().map(|_| Mutex::new(None)).collect();
    let work = || {
        while let Some((place, (name, preset))) = {
            let place = next.fetch_add(1, Ordering::Relaxed);
            chosen.get(place).map(|own| (place, own))
        } {
            let mut preset = preset.clone();
            preset.load_built_in().unwrap();
            let [few, whole] = measured(&preset, seeds);
            let verdict = few.verdict().to_owned();
            println!("{name}: {:?} {} {verdict}", whole.cells(), whole.verdict());
            *done[place].lock().unwrap() = Some((verdict, whole));
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(work);
        }
    });
    done.into_iter()
        .map(|own| own.into_inner().unwrap().unwrap())
        .collect()
}

/// Every sound and preset is in the table once, in their order, and what differs says why.
#[test]
fn the_table_knows_every_sound() {
    let lines = read(&std::fs::read_to_string(PAGE).unwrap());
    let have: Vec<&str> = lines.iter().map(|line| line.name.as_str()).collect();
    let want = all();
    let want: Vec<&str> = want.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(have, want, "write docs/rates.md anew with URTO_RATES=1");
    for line in &lines {
        let silent = line.verdict == "differs" && line.why.is_empty();
        assert!(
            !silent,
            "docs/rates.md does not say why '{}' differs",
            line.name
        );
    }
}

#[test]
fn sounds_that_agree_at_all_rates_go_on_to() {
    let page = std::fs::read_to_string(PAGE).unwrap();
    let before = read(&page);
    let write = given("URTO_RATES");
    let whole = write || given("URTO_FULL");
    let all = all();
    let only = std::env::var("URTO_ONLY").ok();
    let step = if whole || only.is_some() { 1 } else { EACH };
    let wanted = |own: &&(String, Preset)| {
        let named = |name: &str| own.0 == name || own.1.sound == name;
        only.as_ref()
            .is_none_or(|names| names.split(';').any(named))
    };
    let chosen: Vec<&(String, Preset)> = all.iter().filter(wanted).step_by(step).collect();
    let most = std::env::var("URTO_SEEDS").ok();
    let most = most.and_then(|most| most.parse().ok()).unwrap_or(SEEDS[2]);
    let found = tried(&chosen, if whole { most } else { FEW });
    let mut worse = Vec::new();
    let mut lines: Vec<Line> = Vec::new();
    for ((name, _), (few, compared)) in chosen.iter().zip(&found) {
        let known = before.iter().find(|line| line.name == *name);
        let now = compared.verdict();
        let mut check = |was: Option<&String>, now: &str| {
            if was.is_some_and(|was| is_worse(was, now)) {
                worse.push(format!("{name}: {:?} ({now})", compared.cells()));
            }
        };
        check(known.map(|line| &line.few), few);
        if whole {
            check(known.map(|line| &line.verdict), now);
        }
        lines.push(Line {
            name: name.clone(),
            cells: compared.cells(),
            verdict: now.to_owned(),
            few: few.clone(),
            why: match now {
                "differs" => known.map_or(String::new(), |line| line.why.clone()),
                _ => String::new(),
            },
        });
    }
    if write {
        // Of what was not tried, the old lines stay.
        for line in before {
            if !lines.iter().any(|own| own.name == line.name) {
                lines.push(line);
            }
        }
        let place = |line: &Line| all.iter().position(|(name, _)| *name == line.name);
        lines.retain(|line| place(line).is_some());
        lines.sort_by_key(place);
        std::fs::write(PAGE, written(&page, &lines)).unwrap();
    } else {
        assert!(
            worse.is_empty(),
            "no longer the same at all rates:\n{}",
            worse.join("\n")
        );
    }
}
