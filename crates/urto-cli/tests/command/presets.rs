//! Every preset reads, says what it is, and sounds at a sensible level.

use crate::common::sample;
use ebur128::{EbuR128, Mode};
use std::collections::HashSet;
use urto::Rate;
use urto::param::{leaves, number_of};
use urto_file::{FILES, Preset, library, read_preset, spoken, write_preset};

const RATE: f64 = 48_000.0;

/// Plays a preset as the command does.
fn played(preset: &Preset) -> Vec<f32> {
    let entry = urto_file::catalogue().sound(&preset.sound).unwrap();
    let seconds = preset.seconds.unwrap_or(entry.seconds);
    let seed = preset.seed.unwrap_or(0);
    let mut sound = preset
        .start(Rate::new(RATE).unwrap(), 512, seconds, seed)
        .unwrap();
    let mut out = vec![vec![0.0; (seconds * RATE) as usize]; sound.channels()];
    let mut planes: Vec<&mut [f32]> = out.iter_mut().map(Vec::as_mut_slice).collect();
    sound.render(&[], &mut planes);
    let name = preset.name.as_deref().unwrap_or_default();
    assert_eq!(sound.health().non_finite, 0, "{name}");
    assert!(sound.notes().is_empty(), "{name}: {:?}", sound.notes());
    let frames = 0..out[0].len();
    frames
        .flat_map(|frame| {
            out.iter()
                .map(move |plane| plane[frame])
                .collect::<Vec<_>>()
        })
        .collect()
}

/// True peak \[dBFS\] and greatest momentary loudness \[LUFS\], silence added so that a short
/// sound fills its 400 ms.
fn levels(samples: &[f32], channels: usize) -> (f64, f64) {
    let mut meter = EbuR128::new(channels as u32, RATE as u32, Mode::M | Mode::TRUE_PEAK).unwrap();
    let mut loudest = f64::NEG_INFINITY;
    let silence = vec![0.0; channels * (0.4 * RATE) as usize];
    for part in [samples, &silence] {
        for block in part.chunks(channels * 480) {
            meter.add_frames_f32(block).unwrap();
            loudest = loudest.max(meter.loudness_momentary().unwrap());
        }
    }
    let peaks = (0..channels as u32).map(|channel| meter.true_peak(channel).unwrap());
    (20.0 * urto::math::log10(peaks.fold(0.0, f64::max)), loudest)
}

#[test]
fn every_preset_sounds_at_a_sensible_level() {
    let mut wrong = Vec::new();
    for preset in sample(library().unwrap(), 16) {
        let name = preset.name.as_deref().unwrap();
        let channels = (urto_file::catalogue().sound(&preset.sound).unwrap().make)().channels();
        let mut shown = preset.clone().demonstrated();
        shown.load_built_in().unwrap();
        let samples = played(&shown);
        assert!(samples.iter().all(|sample| sample.is_finite()), "{name}");
        let (peak, loudness) = levels(&samples, channels);
        let line = format!("{name}: true peak {peak:.1} dBFS, {loudness:.1} LUFS");
        println!("{line}");
        if peak > -1.0 || !(-30.0..=-12.0).contains(&loudness) {
            wrong.push(line);
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn every_preset_says_what_it_is() {
    let mut names = HashSet::new();
    for (file, text) in FILES {
        let preset = read_preset(file, text.as_bytes()).unwrap_or_else(|error| panic!("{error}"));
        let name = preset
            .name
            .clone()
            .unwrap_or_else(|| panic!("{file} has no name"));
        assert_eq!(format!("{}.toml", spoken(&name).replace(' ', "-")), *file);
        assert!(names.insert(spoken(&name)), "two presets are called {name}");
        let about = preset.about.clone().unwrap_or_default();
        assert!(about.ends_with('.') && about.len() > 20, "{name}: {about}");
        assert!(!preset.tags.is_empty(), "{name} has no tags");
        assert!(preset.version.is_none() && preset.rate.is_none(), "{name}");
        // A sound's key wins over a preset's name, which would then never be heard.
        assert!(
            urto_file::catalogue().sound(&name).is_err(),
            "{name} is a sound"
        );
        let again = read_preset(file, write_preset(&preset, false).as_bytes()).unwrap();
        let (preset, again) = (&preset, &again);
        for (own, read) in [
            (preset.clone(), again.clone()),
            (preset.clone().demonstrated(), again.clone().demonstrated()),
        ] {
            for (id, _) in leaves(own.params.as_ref()) {
                assert_eq!(read.params.value(&id), own.params.value(&id), "{name}");
            }
        }
    }
}

/// Share of its strength that a bounce leaves at most: more is a hand that strikes again.
const BOUNCES: f64 = 0.8;
/// Longest that a dropped thing touches again \[s\].
const RESTS: f64 = 1.5;

/// A trigger gives one blow: a row of blows belongs to the demonstration. What falls or is set down is
/// let go once and touches several times (a box, a ring, a plate, a spoon, a ruler that come to rest; a
/// mug whose rim follows): one event, whose touches are each weaker than the last and soon over.
#[test]
fn one_trigger_is_one_blow() {
    let mut shown = 0;
    for preset in urto_file::library().unwrap() {
        let number = |params: &dyn urto::param::Params, key: &str| {
            let id = params.table().find(key).ok()?;
            Some(number_of(params, &id)?.0)
        };
        let Some(count) = number(preset.params.as_ref(), "repeat.count") else {
            continue;
        };
        let fading = number(preset.params.as_ref(), "repeat.fading").unwrap();
        let pace = number(preset.params.as_ref(), "repeat.pace").unwrap();
        let interval = number(preset.params.as_ref(), "repeat.interval").unwrap();
        // A geometric series.
        let touches: f64 = (0..count as i32 - 1)
            .map(|n| interval * urto::math::pow(pace, f64::from(n)))
            .sum();
        let rests = fading < BOUNCES && touches <= RESTS;
        let name = &preset.name;
        assert!(
            count == 1.0 || rests,
            "{name:?}: {count} touches in {touches:.2} s, each {fading} as strong as the last"
        );
        let preset = preset.demonstrated();
        let fading = number(preset.params.as_ref(), "repeat.fading").unwrap();
        let count = number(preset.params.as_ref(), "repeat.count").unwrap();
        shown += usize::from(count > 1.0 && fading == 1.0);
    }
    assert!(shown >= 18, "{shown}");
}

#[test]
fn a_demonstration_is_played_unless_one_blow_or_many_files_are_asked_for() {
    let bench = crate::common::Bench::new();
    let knock = "wooden door knock";
    let count = |file: &str| {
        let text = bench.bytes(file);
        let text = String::from_utf8_lossy(&text);
        let row = text.split("[params.repeat]").nth(1).unwrap();
        row.trim_start().lines().next().unwrap().to_owned()
    };
    bench.good(&["render", knock, "-o", "row.wav"]);
    assert_eq!(count("row.wav"), "count = 4");
    bench.good(&["render", knock, "--once", "-o", "one.wav"]);
    assert_eq!(count("one.wav"), "count = 1");
    bench.good(&["render", knock, "--count", "2", "-o", "two.wav"]);
    let both = ["two-001.wav", "two-002.wav"].map(|file| {
        assert_eq!(count(file), "count = 1");
        bench.bytes(file)
    });
    // No two blows are alike.
    let samples = |file: &[u8]| file[file.len() / 2..].to_vec();
    assert_ne!(samples(&both[0]), samples(&both[1]));
    bench.good(&["new", "scene", "bells"]);
    let told = bench.urto(&["render", "bells.toml", "--once"]);
    assert!(!told.status.success());
    let told = String::from_utf8_lossy(&told.stderr).into_owned();
    assert!(told.contains("--once is for a preset"), "{told}");
    // The recipe in a file knows nothing of demonstrations: it plays what it played.
    bench.good(&["render", "row.wav", "-o", "again.wav"]);
    let [row, again] = ["row.wav", "again.wav"].map(|file| bench.bytes(file));
    assert!(row == again);
}

/// Whoever opens a sound finds several things that it can be.
#[test]
fn every_sound_has_several_presets() {
    for entry in urto_file::catalogue().sounds() {
        let own = |(file, text): &&(&str, &str)| {
            let preset = read_preset(file, text.as_bytes());
            preset.unwrap_or_else(|error| panic!("{error}")).sound == entry.key
        };
        let count = FILES.iter().filter(own).count();
        assert!(count >= 2, "{} has {count}", entry.key);
    }
}

/// The command finds them however they are written, and helps when they are not quite.
#[test]
fn presets_are_played_and_searched_by_name() {
    let bench = crate::common::Bench::new();
    let facts = bench.json(&["render", "Wine-Glass", "--seconds", "0.1", "--json"]);
    assert_eq!(facts["files"][0]["path"], "wine-glass.wav");
    bench.good(&[
        "render",
        "wine glass",
        "--seconds",
        "0.1",
        "-p",
        "hardness=90",
    ]);
    let told = bench.urto(&["render", "wine glas"]);
    assert!(!told.status.success());
    let told = String::from_utf8_lossy(&told.stderr).into_owned();
    assert!(told.contains("did you mean 'wine glass'?"), "{told}");
    let shown = bench.good(&["show", "wine glass"]);
    assert!(shown.contains("body.kind = glass"), "{shown}");
    let found = bench.json(&["list", "glass", "--json"]);
    let presets = found["presets"].as_array().unwrap();
    assert!(!presets.is_empty() && presets.len() < FILES.len());
    assert!(presets.iter().any(|preset| preset["name"] == "wine glass"));
    assert!(!bench.urto(&["list", "qqqqq"]).status.success());
}

/// A macro moves a preset; what is written out beside it stays, wherever it stands.
#[test]
fn macros_come_before_parameters_on_the_command_line() {
    let bench = crate::common::Bench::new();
    let bytes = |name: &str, words: &[&str]| {
        let mut all = vec!["render", "impact", "--seconds", "0.05", "-o", name];
        all.extend(words.iter().flat_map(|word| ["-p", word]));
        bench.good(&all);
        bench.bytes(name)
    };
    let first = bytes("a.wav", &["hardness=90", "contact.dissipation=1"]);
    assert!(first == bytes("b.wav", &["contact.dissipation=1", "hardness=90"]));
    assert!(first != bytes("c.wav", &["hardness=90"]));
    assert!(first != bytes("d.wav", &["contact.dissipation=1"]));
    let refused = bench.urto(&["render", "impact", "-p", "hardness=101"]);
    let told = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(told.contains("hardness: 101 is outside 0 to 100"), "{told}");
}
