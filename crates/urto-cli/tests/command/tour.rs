//! The tour is all there: every sound, pieces that can be made again, pictures, and a page.

use crate::common::{Bench, sample};

/// What is told of its pieces.
fn healthy_and_audible(facts: &serde_json::Value) {
    let files = facts["files"].as_array().unwrap();
    // No more than one hears in a quarter of an hour, and every sound among them.
    assert!((12..=48).contains(&files.len()), "{}", files.len());
    for file in files {
        let path = file["path"].as_str().unwrap();
        let health = &file["health"];
        for count in ["clamped", "unconverged", "non_finite"] {
            assert_eq!(health[count], 0, "{path} {count}");
        }
        let lufs = file["lufs"].as_f64().unwrap();
        assert!((-36.0..-6.0).contains(&lufs), "{path} {lufs}");
    }
}

#[test]
fn the_tour_is_healthy_and_can_be_made_again_from_its_page() {
    let bench = Bench::new();
    let facts = bench.json(&["tour", "--json"]);
    healthy_and_audible(&facts);
    let told = facts["page"].as_str().unwrap();
    assert!(told.ends_with("index.html"), "{told}");
    assert_eq!(bench.names(), ["urto-tour"]);
    let page = String::from_utf8(bench.bytes("urto-tour/index.html")).unwrap();
    let folder = std::fs::read_dir(bench.file("urto-tour")).unwrap();
    let names: Vec<String> = folder
        .map(|file| file.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    let count = |ending: &str| names.iter().filter(|name| name.ends_with(ending)).count();
    assert_eq!(2 * count(".wav"), count(".png"));
    for name in names.iter().filter(|name| !name.ends_with(".html")) {
        assert!(page.contains(name.as_str()), "{name}");
    }
    // Every command on the page makes the very sound it stands under.
    for card in sample(page.split("<article>").skip(1), 8) {
        let between = |from: &str, to: &str| {
            let rest = card.split_once(from).unwrap().1;
            rest.split_once(to).unwrap().0.to_owned()
        };
        let wav = between("<audio controls preload=\"none\" src=\"", "\"");
        let command = between("<code>", "</code>");
        let command = command.replace("<span>", "").replace("</span>", "");
        let mut words: Vec<&str> = command.split_whitespace().skip(1).collect();
        words.extend(["-o", "again.wav", "--force"]);
        let folder = bench.file("urto-tour");
        let done = std::process::Command::new(env!("CARGO_BIN_EXE_urto"))
            .args(&words)
            .current_dir(&folder)
            .output()
            .unwrap();
        let error = String::from_utf8_lossy(&done.stderr);
        assert!(done.status.success(), "{command}: {error}");
        let made = bench.bytes("urto-tour/again.wav");
        assert!(
            made == bench.bytes(&format!("urto-tour/{wav}")),
            "{command}"
        );
    }
}
