//! `urto play` where there is no sound output. (Built with it, a machine may have a sound card.)
#![cfg(not(feature = "play"))]

use crate::common::Bench;

/// One sentence, and a failing status.
#[test]
fn without_sound_output_it_says_how_to_get_it() {
    let bench = Bench::new();
    for (words, status, parts) in [
        (
            &["play", "wine glass"][..],
            1,
            &["libasound2-dev", "--features play", "\"wine glass\" -o -"][..],
        ),
        (&["play", "wine gloss"], 2, &["did you mean 'wine glass'"]),
        (&["play", "impact", "--seconds", "-1"], 2, &["3600"]),
        (&["play"], 2, &["WHAT"]),
    ] {
        let output = bench.plain(words);
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(status), "{words:?}: {told}");
        assert_eq!(told.lines().count(), 1, "{told}");
        for part in parts {
            assert!(told.contains(part), "{part}: {told}");
        }
    }
    assert!(bench.good(&["play", "--help"]).contains("until Ctrl-C"));
}
