//! What every sound and preset sounds like, to the last bit, against what it sounded like before.
//!
//! `data/samples.txt` has a line for each: a fingerprint of its samples and their level, in
//! version 0.1.0 and now. Samples are the same on every machine, so the fingerprints must match.
//! Whoever changes what is heard says why: `URTO_SAMPLES="the reason" cargo test -p urto-file
//! --test samples` writes the new fingerprints down, with that reason beside those that changed.

use std::fmt::Write;
use urto::Rate;
use urto_file::Preset;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/samples.txt");
const HEADING: &str =
    "# name | in 0.1.0: fingerprint, dB | now: fingerprint, dB | why it changed\n";
/// Long enough for every gesture to have begun \[s\].
const SECONDS: f64 = 1.5;

/// A fingerprint of samples (FNV-1a over their bits), and their level \[dB, RMS\].
#[derive(Clone, Debug, PartialEq)]
struct Print {
    hash: String,
    level: String,
}

fn print_of(preset: &Preset) -> Print {
    let rate = Rate::new(48_000.0).unwrap();
    let seed = preset.seed.unwrap_or(0);
    let mut sound = preset.start(rate, 512, SECONDS, seed).unwrap();
    let mut planes = vec![vec![0.0f32; (SECONDS * rate.hertz()) as usize]; sound.channels()];
    let mut outputs: Vec<&mut [f32]> = planes.iter_mut().map(Vec::as_mut_slice).collect();
    sound.render(&[], &mut outputs);
    let (mut hash, mut power) = (0xcbf2_9ce4_8422_2325_u64, 0.0f64);
    for sample in planes.iter().flatten() {
        hash = (hash ^ u64::from(sample.to_bits())).wrapping_mul(0x0000_0100_0000_01b3);
        power += f64::from(*sample) * f64::from(*sample);
    }
    let samples = planes.iter().map(Vec::len).sum::<usize>() as f64;
    Print {
        hash: format!("{hash:016x}"),
        level: format!("{:.2}", 10.0 * urto::math::log10(power / samples)),
    }
}

/// A line of the file.
struct Line {
    name: String,
    before: Option<Print>,
    now: Print,
    reason: String,
}

fn read(text: &str) -> Vec<Line> {
    let print = |words: &str| {
        let (hash, level) = words.split_once(' ')?;
        let (hash, level) = (hash.to_owned(), level.to_owned());
        Some(Print { hash, level })
    };
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let mut parts = line.splitn(4, '|').map(str::trim);
            let mut part = || parts.next();
            let (Some(name), Some(before), Some(now), Some(reason)) =
                (part(), part(), part(), part())
            else {
                panic!("not a line of {FILE}: {line}");
            };
            Line {
                name: name.to_owned(),
                before: print(before),
                now: print(now).unwrap(),
                reason: reason.to_owned(),
            }
        })
        .collect()
}

fn write(lines: &[Line]) -> String {
    let mut text = HEADING.to_owned();
    for line in lines {
        let shown = |print: &Print| format!("{} {}", print.hash, print.level);
        let before = line.before.as_ref().map_or("new".to_owned(), shown);
        let now = shown(&line.now);
        let line = format!("{} | {before} | {now} | {}", line.name, line.reason);
        writeln!(text, "{}", line.trim_end()).unwrap();
    }
    text
}

/// Whether a name is of the third that is always tried: by its letters, so that no order decides.
fn third(name: &str) -> bool {
    name.bytes().map(u64::from).sum::<u64>() % 3 == 0
}

#[test]
fn samples_are_as_they_were_or_the_reason_is_told() {
    let sounds = urto_file::catalogue().sounds().iter();
    let sounds = sounds.map(|entry| (entry.key.to_owned(), Preset::plain(entry)));
    let old = read(&std::fs::read_to_string(FILE).unwrap_or_default());
    let given = std::env::var("URTO_SAMPLES").ok();
    // Every sound; of the presets one in three, or with `URTO_FULL=1` all.
    let whole = given.is_some() || std::env::var_os("URTO_FULL").is_some();
    let chosen = |name: &str| whole || third(name) || old.iter().all(|line| line.name != name);
    let presets = urto_file::library().unwrap().into_iter();
    let presets = presets.filter_map(|preset| {
        let name = format!("\"{}\"", preset.name.as_ref().unwrap());
        chosen(&name).then(|| {
            let mut preset = preset.demonstrated();
            preset.load_built_in().unwrap();
            (name, preset)
        })
    });
    let mut wrong = Vec::new();
    let mut lines = Vec::new();
    for (name, preset) in sounds.chain(presets) {
        let now = print_of(&preset);
        let known = old.iter().find(|line| line.name == name);
        let before = known.and_then(|line| line.before.clone());
        let mut reason = known.map_or(String::new(), |line| line.reason.clone());
        if known.is_none_or(|line| line.now != now) {
            let was = known.map(|line| &line.now);
            wrong.push(format!("{name}: {now:?}, was {was:?}"));
            if let Some(given) = given.as_ref().filter(|given| !reason.contains(*given)) {
                let gap = if reason.is_empty() { "" } else { "; " };
                reason = format!("{reason}{gap}{given}");
            }
        }
        if before.as_ref() == Some(&now) {
            reason.clear();
        } else if reason.is_empty() {
            wrong.push(format!("{name}: it changed, and no reason is told"));
        }
        let name = name.clone();
        lines.push(Line {
            name,
            before,
            now,
            reason,
        });
    }
    if given.is_some() {
        std::fs::write(FILE, write(&lines)).unwrap();
    } else {
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
}
