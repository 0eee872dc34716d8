//! `--like`: how near sounds are to recordings of real things.

use crate::common::Bench;
use std::collections::HashSet;
use std::fmt::Write;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use urto::Rate;
use urto_analyse::likeness::{self, Verdict};
use urto_file::Preset;

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/likeness.md");
/// The page's table stands between these.
const BEGIN: &str = "<!-- likeness: written by the test -->\n";
const END: &str = "<!-- end of likeness -->";
const HEADING: &str = "| preset | class | mean \\|z\\| | outside | verdict | first three seeds |\n|---|---|---|---|---|---|\n";
/// Seeds over which a preset is judged, and the first of them that are tried each time.
const SEEDS: u64 = 10;
const FEW: u64 = 3;
/// One preset in so many is tried each time: some ten seconds.
const EACH: usize = 12;

fn given(name: &str) -> bool {
    std::env::var(name).is_ok_and(|value| value != "0")
}

/// A line of the table.
#[derive(Clone, Debug)]
struct Line {
    preset: String,
    class: String,
    /// Mean |z|, share outside and verdict over all seeds.
    all: [String; 3],
    /// Verdict over the first seeds.
    few: String,
}

fn read(page: &str) -> Vec<Line> {
    let table = page
        .split_once(BEGIN)
        .and_then(|(_, rest)| rest.split_once(END));
    let (table, _) = table.expect("docs/likeness.md has lost the marks around its table");
    let lines = table.strip_prefix(HEADING).expect("its heading").lines();
    lines
        .map(|line| {
            let cells: Vec<String> = line.split('|').map(|cell| cell.trim().to_owned()).collect();
            let [_, preset, class, score, outside, verdict, few, _] = &cells[..] else {
                panic!("not a line of the table: {line}");
            };
            Line {
                preset: preset.clone(),
                class: class.clone(),
                all: [score.clone(), outside.clone(), verdict.clone()],
                few: few.clone(),
            }
        })
        .collect()
}

/// The page with these lines in its table.
fn written(page: &str, lines: &[Line]) -> String {
    let (before, rest) = page.split_once(BEGIN).unwrap();
    let (_, after) = rest.split_once(END).unwrap();
    let mut table = HEADING.to_owned();
    for line in lines {
        let [score, outside, verdict] = &line.all;
        let cells = [
            &line.preset,
            &line.class,
            score,
            outside,
            verdict,
            &line.few,
        ];
        writeln!(table, "| {} |", cells.map(String::as_str).join(" | ")).unwrap();
    }
    format!("{before}{BEGIN}{table}{END}{after}")
}

/// A preset as a plain `urto render` plays it, its channels mixed.
fn played(preset: &Preset, seed: u64) -> (Vec<f32>, Rate) {
    let entry = urto_file::catalogue().sound(&preset.sound).unwrap();
    let rate = Rate::new(48_000.0).unwrap();
    let seconds = preset.seconds.unwrap_or(entry.seconds);
    let mut sound = preset.start(rate, 512, seconds, seed).unwrap();
    let frames = (seconds * rate.hertz()) as usize;
    let mut out = vec![vec![0.0f32; frames]; sound.channels()];
    let mut planes: Vec<&mut [f32]> = out.iter_mut().map(Vec::as_mut_slice).collect();
    sound.render(&[], &mut planes);
    let mixed = |n: usize| out.iter().map(|own| own[n]).sum::<f32>() / out.len() as f32;
    ((0..frames).map(mixed).collect(), rate)
}

/// Mean |z| and share outside of each seed.
fn nearness(line: &Line, seeds: u64) -> Vec<[f64; 2]> {
    let preset = urto_file::find_preset(&line.preset).unwrap().unwrap();
    let mut preset = preset.demonstrated();
    preset.load_built_in().unwrap();
    let class = likeness::class(&line.class).unwrap();
    let judged = |seed: u64| {
        let (samples, rate) = played(&preset, preset.seed.unwrap_or(0) + seed);
        let judged = class.judge(&likeness::describe(&samples, rate));
        [judged.score, judged.outside]
    };
    (0..seeds).map(judged).collect()
}

/// What lines are now, seed by seed; on all cores.
fn measured(lines: &[Line], seeds: u64) -> Vec<Vec<[f64; 2]>> {
    let next = AtomicUsize::new(0);
    let done = Mutex::new(vec![Vec::new(); lines.len()]);
    let work = || {
        while let Some((place, line)) = {
            let place = next.fetch_add(1, Ordering::Relaxed);
            lines.get(place).map(|line| (place, line))
        } {
            let found = nearness(line, seeds);
            done.lock().unwrap()[place] = found;
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(work);
        }
    });
    done.into_inner().unwrap()
}

/// The means of both over seeds.
fn means(seeds: &[[f64; 2]]) -> [f64; 2] {
    [0, 1].map(|n| seeds.iter().map(|one| one[n]).sum::<f64>() / seeds.len() as f64)
}

fn verdict(line: &Line, score: f64) -> Verdict {
    likeness::class(&line.class).unwrap().verdict(score)
}

/// Every preset is in the table once, with a class that there is, or none.
#[test]
fn the_table_knows_every_preset() {
    let lines = read(&std::fs::read_to_string(PAGE).unwrap());
    let mut names = HashSet::new();
    for line in &lines {
        assert!(
            names.insert(line.preset.clone()),
            "{} is there twice",
            line.preset
        );
        let known = line.class == "-" || likeness::class(&line.class).is_some();
        assert!(known, "{}: there is no class {}", line.preset, line.class);
        assert_eq!(line.class == "-", line.few.is_empty(), "{}", line.preset);
    }
    for preset in urto_file::library().unwrap() {
        let name = preset.name.unwrap();
        assert!(names.remove(&name), "docs/likeness.md has no line '{name}'");
    }
    assert!(names.is_empty(), "there are no presets {names:?}");
}

#[test]
fn presets_that_are_alike_stay_alike() {
    let page = std::fs::read_to_string(PAGE).unwrap();
    let mut lines = read(&page);
    let write = given("URTO_LIKENESS");
    let whole = write || given("URTO_FULL");
    let compared: Vec<usize> = (0..lines.len())
        .filter(|n| lines[*n].class != "-")
        .collect();
    let compared: Vec<usize> = match whole {
        true => compared,
        false => compared.into_iter().step_by(EACH).collect(),
    };
    let chosen: Vec<Line> = compared.iter().map(|n| lines[*n].clone()).collect();
    let found = measured(&chosen, if whole { SEEDS } else { FEW });
    let mut worse = Vec::new();
    let mut check = |line: &Line, before: &str, score: f64, seeds: u64| {
        if before == Verdict::Alike.word() && verdict(line, score) != Verdict::Alike {
            let class = likeness::class(&line.class).unwrap();
            worse.push(format!(
                "{}: over {seeds} seeds mean |z| is {score:.2} now, and {} has {:.2} at most",
                line.preset, class.name, class.most
            ));
        }
        if verdict(line, score) == Verdict::Far {
            worse.push(format!("{}: far over {seeds} seeds", line.preset));
        }
    };
    for (index, seeds) in compared.into_iter().zip(&found) {
        let line = &mut lines[index];
        let [few, _] = means(&seeds[..FEW as usize]);
        check(line, &line.few, few, FEW);
        println!("{}: mean |z| {few:.2} against {}", line.preset, line.class);
        if whole {
            let [score, outside] = means(seeds);
            check(line, &line.all[2], score, SEEDS);
            line.few = verdict(line, few).word().to_owned();
            let word = verdict(line, score).word().to_owned();
            line.all = [
                format!("{score:.2}"),
                format!("{:.0} %", 100.0 * outside),
                word,
            ];
        }
    }
    if whole {
        println!("{}", written(&page, &lines));
    }
    if write {
        std::fs::write(PAGE, written(&page, &lines)).unwrap();
    } else {
        assert!(worse.is_empty(), "{}", worse.join("\n"));
    }
}

#[test]
fn a_file_is_compared_with_real_ones() {
    let bench = Bench::new();
    bench.good(&["render", "gravel path, boots", "-o", "step.wav"]);
    let text = bench.good(&["analyse", "step.wav", "--like", "footsteps_gravel"]);
    assert!(
        text.contains("against 30 recordings of footsteps_gravel"),
        "{text}"
    );
    let facts = bench.json(&[
        "analyse",
        "step.wav",
        "--like",
        "Footsteps gravel",
        "--json",
    ]);
    let like = &facts["like"];
    let rows = like["descriptors"].as_array().unwrap();
    assert!(rows.len() > 30);
    // The worst first, and every row of the text has its number.
    let sizes: Vec<f64> = rows
        .iter()
        .map(|row| row["z"].as_f64().unwrap().abs())
        .collect();
    assert!(sizes.windows(2).all(|pair| pair[0] >= pair[1]), "{sizes:?}");
    for row in rows {
        let name = row["name"].as_str().unwrap();
        let z = format!("{:+5.1}", row["z"].as_f64().unwrap());
        let line = text
            .lines()
            .find(|line| line.starts_with(&format!("{name} ")));
        assert!(
            line.is_some_and(|line| line.contains(&z)),
            "{name} {z}\n{text}"
        );
        let outside = row["z"].as_f64().unwrap().abs() > 1.28;
        assert_eq!(outside, row["meaning"].is_string(), "{row}");
    }
    let mean = sizes.iter().map(|z| z.min(5.0)).sum::<f64>() / sizes.len() as f64;
    assert!((like["score"].as_f64().unwrap() - mean).abs() < 1e-9);
    assert!(text.contains(&format!("mean |z| {mean:.2}")), "{text}");
    // Nearer to steps than to bells.
    let all = bench.json(&["analyse", "step.wav", "--like", "?", "--json"]);
    let all = all["classes"].as_array().unwrap();
    let place = |name: &str| all.iter().position(|own| own["class"] == name).unwrap();
    assert_eq!(all.len(), 49);
    assert!(place("footsteps_gravel") < place("church_bells"));
}

#[test]
fn classes_are_listed_and_unknown_ones_are_helped_with() {
    let bench = Bench::new();
    let listed = bench.good(&["analyse", "--like", "list"]);
    assert!(listed.lines().count() == 49 && listed.contains("knocking on wooden doors"));
    let refused = |words: &[&str]| {
        let told = bench.urto(words);
        assert_eq!(told.status.code(), Some(2), "{words:?}");
        String::from_utf8_lossy(&told.stderr).into_owned()
    };
    let told = refused(&["analyse", "x.wav", "--like", "gravel"]);
    assert!(told.contains("did you mean footsteps_gravel?"), "{told}");
    let told = refused(&["analyse", "x.wav", "--like", "gravle"]);
    assert!(told.contains("did you mean footsteps_gravel?"), "{told}");
    let told = refused(&["analyse", "x.wav", "--like", "qqq"]);
    assert!(
        told.contains("--like list") && !told.contains("mean"),
        "{told}"
    );
    let told = refused(&["analyse", "x.wav", "--like", "knok"]);
    assert!(told.contains("did you mean knock?"), "{told}");
    let told = refused(&["analyse", "--like", "knock"]);
    assert!(told.contains("urto analyse FILE --like knock"), "{told}");
    let told = refused(&["render", "impact", "--keep", "2", "--count", "4"]);
    assert!(told.contains("--like footsteps_gravel"), "{told}");
    let told = refused(&[
        "render", "impact", "--keep", "5", "--count", "4", "--like", "knock",
    ]);
    assert!(told.contains("--count 30"), "{told}");
    assert!(bench.names().is_empty());
}

#[test]
fn the_nearest_are_kept_and_are_the_files_that_they_are_among_all() {
    let bench = Bench::new();
    let words = [
        "render",
        "wooden door knock",
        "--vary",
        "20%",
        "--count",
        "4",
        // What is judged is what is written: rounding to 24 bits would move what lies in the silence.
        "--bits",
        "32f",
    ];
    bench.good(&[&words[..], &["-o", "all-{n}.wav"]].concat());
    let like = ["--like", "knock", "-o", "near-{n}.wav"];
    let told = bench.json(&[&words[..], &like, &["--keep", "2", "--json"]].concat());
    let files = told["files"].as_array().unwrap();
    let score = |file: &serde_json::Value| file["like"]["score"].as_f64().unwrap();
    assert_eq!(files.len(), 2);
    assert!(score(&files[0]) <= score(&files[1]));
    let mut all = Vec::new();
    for n in 1..=4 {
        let name = format!("all-00{n}.wav");
        let facts = bench.json(&["analyse", &name, "--like", "knock", "--json"]);
        all.push((facts["like"]["score"].as_f64().unwrap(), n));
    }
    all.sort_by(|a, b| a.0.total_cmp(&b.0));
    for (file, (score, n)) in files.iter().zip(&all) {
        let name = format!("near-00{n}.wav");
        assert_eq!(file["path"], name.as_str());
        let told = file["like"]["score"].as_f64().unwrap();
        assert!((told - score).abs() < 1e-6, "{n}: {told} {score}");
        assert!(bench.bytes(&name) == bench.bytes(&format!("all-00{n}.wav")));
        bench.good(&["render", &name, "-o", "again.wav"]);
        assert!(bench.bytes(&name) == bench.bytes("again.wav"));
    }
    let kept = bench.names();
    let kept = kept.iter().filter(|name| name.starts_with("near"));
    assert_eq!(kept.count(), 2);
    let text = bench.good(&[&words[..], &like, &["--keep", "1"]].concat());
    assert!(text.contains("1 of 4 are kept"), "{text}");
    assert!(text.contains("; knock: mean |z| "), "{text}");
}
