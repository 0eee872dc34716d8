//! `--pitch`, `--pressure` and `--place` say how a sound is played, `--channels` how it is mixed;
//! the recipe keeps both.

use crate::common::{Bench, sample};

/// Every channel of a file, as it was written.
fn channels(bench: &Bench, name: &str) -> Vec<Vec<f32>> {
    let bytes = bench.bytes(name);
    let mut wav = hound::WavReader::new(&bytes[..]).unwrap();
    let count = usize::from(wav.spec().channels);
    let samples: Vec<f32> = wav.samples().map(Result::unwrap).collect();
    let own = |channel| samples.iter().skip(channel).step_by(count).copied();
    (0..count).map(|channel| own(channel).collect()).collect()
}

/// Renders, then renders the file once more, which must give the same bytes.
fn twice(bench: &Bench, words: &[&str]) {
    bench.good(&[words, &["--bits", "32f", "-o", "first.wav"]].concat());
    bench.good(&["render", "first.wav", "-o", "second.wav"]);
    assert!(
        bench.bytes("first.wav") == bench.bytes("second.wav"),
        "{words:?}"
    );
}

#[test]
fn what_a_sound_follows_is_heard_and_kept() {
    let bench = Bench::new();
    for entry in sample(urto_file::catalogue().sounds(), 3) {
        let keys = entry.expression;
        let options = [
            (!keys.pitch.is_empty(), ["--pitch", "1.25"]),
            (!keys.pressure.is_empty(), ["--pressure", "1.7"]),
            (keys.place.is_some(), ["--place", "0.9"]),
        ];
        let mut words = vec!["render", entry.key, "--seconds", "0.3"];
        if entry.key == "friction" {
            // What it rubs by default is a list of modes, the same wherever it is touched.
            words.extend(["-p", "second.body.kind=bar"]);
        }
        if entry.key == "network" {
            // Its string is plucked where its file says; the place is that of a blow beside.
            words.extend(["-p", "strike.speed=1"]);
        }
        twice(&bench, &words);
        let plain = channels(&bench, "first.wav");
        for (follows, option) in options {
            let words = [&words[..], &option].concat();
            if follows {
                twice(&bench, &words);
                let heard = channels(&bench, "first.wav") != plain;
                assert!(heard, "{words:?} changes nothing");
                continue;
            }
            let refused = bench.urto(&words);
            let told = String::from_utf8_lossy(&refused.stderr);
            assert_eq!(refused.status.code(), Some(2), "{told}");
            let known = keys.pitch.iter().chain(keys.pressure).copied();
            for key in known.chain(keys.place.iter().map(|axis| axis.key)) {
                assert!(told.contains(key), "{words:?}: {told}");
            }
        }
    }
}

/// An octave above, all partials of a bar are at twice their frequency.
#[test]
fn pitch_is_a_factor_on_the_frequencies() {
    let bench = Bench::new();
    let lowest = |option: &[&str]| {
        let words = ["render", "impact", "--bits", "24", "-o", "bar.wav"];
        bench.good(&[&words[..], option].concat());
        let facts = bench.json(&["analyse", "bar.wav", "--json"]);
        let partials = facts["partials"].as_array().unwrap();
        let all = partials
            .iter()
            .map(|own| own["frequency"].as_f64().unwrap());
        all.fold(f64::INFINITY, f64::min)
    };
    let ratio = lowest(&["--pitch", "2"]) / lowest(&[]);
    assert!((ratio - 2.0).abs() < 0.01, "{ratio}");
}

#[test]
fn many_files_keep_their_expression() {
    let bench = Bench::new();
    let words = ["render", "bowed_string", "--seconds", "0.2", "--bits", "24"];
    let played = ["--pitch", "0.75", "--pressure", "1.5", "--place", "0.4"];
    for more in [&["--count", "3"][..], &["--count", "3", "--vary", "30%"]] {
        bench.good(&[&words[..], more, &played, &["-o", "s-{n}.wav"]].concat());
        for file in ["s-001.wav", "s-003.wav"] {
            bench.good(&["render", file, "-o", "again.wav"]);
            assert!(bench.bytes(file) == bench.bytes("again.wav"), "{file}");
        }
        // An option wins over the file.
        bench.good(&["render", "s-001.wav", "--pitch", "1", "-o", "again.wav"]);
        assert!(bench.bytes("s-001.wav") != bench.bytes("again.wav"));
    }
}

const TWO: [&str; 10] = [
    "render",
    "impact",
    "--seconds",
    "0.2",
    "-p",
    "pickups=1",
    "-p",
    "pickup=0.1",
    "-p",
    "pickups/0/place=0.7",
];

#[test]
fn pickups_are_channels_unless_they_are_mixed() {
    let bench = Bench::new();
    twice(&bench, &TWO);
    let own = channels(&bench, "first.wav");
    assert_eq!(own.len(), 2);
    assert!(own[0] != own[1]);
    let half = 0.5f32.sqrt();
    let near = |a: &[f32], b: &mut dyn Iterator<Item = f32>, what: &str| {
        let apart = a.iter().zip(b).map(|(a, b)| (a - b).abs());
        let apart = apart.fold(0.0, f32::max);
        assert!(apart < 1e-6, "{what}: {apart}");
    };
    // Crossed: the first pickup is heard on the right alone.
    let crossed = ["panning=own", "pan=1", "pickups/0/pan=-1"];
    let crossed: Vec<&str> = crossed.iter().flat_map(|set| ["-p", set]).collect();
    twice(&bench, &[&TWO[..], &crossed].concat());
    assert!(channels(&bench, "first.wav") == own);
    twice(&bench, &[&TWO[..], &crossed, &["--channels", "2"]].concat());
    let stereo = channels(&bench, "first.wav");
    let scaled = |channel: &[f32]| channel.iter().map(|own| half * own).collect::<Vec<_>>();
    near(&stereo[1], &mut scaled(&own[0]).into_iter(), "right");
    near(&stereo[0], &mut scaled(&own[1]).into_iter(), "left");
    // Both in the middle: the same on both sides, each pickup at a quarter of its power.
    let middle = ["-p", "panning=own", "--channels", "2"];
    twice(&bench, &[&TWO[..], &middle].concat());
    let stereo = channels(&bench, "first.wav");
    near(&stereo[0], &mut stereo[1].iter().copied(), "both sides");
    let sum = own[0].iter().zip(&own[1]).map(|(a, b)| 0.5 * (a + b));
    near(&stereo[0], &mut sum.clone(), "middle");
    // A single output takes the same.
    twice(&bench, &[&TWO[..], &["--channels", "1"]].concat());
    let mono = channels(&bench, "first.wav");
    assert_eq!(mono.len(), 1);
    near(&mono[0], &mut sum.clone(), "mono");
}

/// Sixteen pickups that hear the same add up to 16·√(1/2)·√(1/16) = 2.8 times one of them: what
/// would clip is limited and told.
#[test]
fn a_mix_that_is_too_loud_is_limited_and_told() {
    let bench = Bench::new();
    let many = "render impact -p variation=0 -p pickups=15 -p level=10";
    let many: Vec<&str> = many.split(' ').collect();
    let clamped = |words: &[&str]| {
        let facts = bench.json(&[&many[..], &["--seconds", "0.1", "--json"], words].concat());
        let file = &facts["files"][0];
        file["health"]["clamped"].as_u64().unwrap()
    };
    assert_eq!(clamped(&[]), 0);
    assert!(clamped(&["--channels", "1"]) > 0);
}
