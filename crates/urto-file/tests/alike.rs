//! How many presets are like real things, by what docs/likeness.md has measured over ten seeds.

use std::collections::BTreeMap;

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/likeness.md");

/// Of the presets that have a class of recordings, at least eight in ten are alike in every family of
/// sounds with ten of them or more, and in all together; and none is far.
#[test]
fn eight_in_ten_presets_are_alike_and_none_is_far() {
    let page = std::fs::read_to_string(PAGE).unwrap();
    let mut families: BTreeMap<&str, [usize; 2]> = BTreeMap::new();
    let mut far = Vec::new();
    for preset in urto_file::library().unwrap() {
        let name = preset.name.unwrap();
        let line = page
            .lines()
            .find(|line| line.starts_with(&format!("| {name} |")));
        let line = line.unwrap_or_else(|| panic!("docs/likeness.md has no line '{name}'"));
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let (class, verdict) = (cells[2], cells[5]);
        if class == "-" {
            continue;
        }
        let family = urto_file::catalogue().sound(&preset.sound).unwrap().family;
        for family in [family.name(), "all"] {
            let [alike, all] = families.entry(family).or_default();
            *alike += usize::from(verdict == "alike");
            *all += 1;
        }
        match verdict {
            "alike" | "unlike" => {}
            _ => far.push(format!("{name}: {verdict}")),
        }
    }
    let mut few = Vec::new();
    for (family, [alike, all]) in &families {
        println!("{family}: {alike} of {all} are alike");
        if *all >= 10 && 10 * alike < 8 * all {
            few.push(family);
        }
    }
    assert!(families["all"][1] > 100, "{families:?}");
    assert!(few.is_empty(), "fewer than eight in ten are alike: {few:?}");
    assert!(far.is_empty(), "{}", far.join("\n"));
}
