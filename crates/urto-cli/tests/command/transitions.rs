//! From one preset to another in time, by command.

use crate::common::Bench;

fn samples(bench: &Bench, name: &str) -> Vec<f32> {
    let mut file = hound::WavReader::open(bench.file(name)).unwrap();
    match file.spec().sample_format {
        hound::SampleFormat::Float => file.samples::<f32>().map(Result::unwrap).collect(),
        hound::SampleFormat::Int => file
            .samples::<i32>()
            .map(|own| own.unwrap() as f32 / 8_388_608.0)
            .collect(),
    }
}

/// It begins as one preset and ends as the other, what rings stays or goes along, and the file holds all
/// of it: it is made again bit for bit.
#[test]
fn a_preset_becomes_another_by_command() {
    let bench = Bench::new();
    let words = [
        "render",
        "wine glass",
        "--to",
        "church bell",
        "--over",
        "1s",
        "--blows",
        "3",
    ];
    let rest = ["--seconds", "1.6", "-o"];
    bench.good(&[&words[..], &rest, &["kept.wav"]].concat());
    let loose = ["--loosen", "body", "--curve", "smooth"];
    bench.good(&[&words[..], &loose, &rest, &["loose.wav"]].concat());
    let (kept, loose) = (samples(&bench, "kept.wav"), samples(&bench, "loose.wav"));
    assert_eq!(kept.len(), 2 * 76_800);
    // Until anything moves they are the same, at the last blow no more.
    let part = |all: &[f32], from: usize, to: usize| all[2 * from..2 * to].to_vec();
    assert!(part(&kept, 0, 64) == part(&loose, 0, 64));
    assert!(part(&kept, 48_000, 60_000) != part(&loose, 48_000, 60_000));
    for blow in 0..3 {
        let at = 24_000 * blow;
        for all in [&kept, &loose] {
            let loud = part(all, at, at + 4800)
                .iter()
                .fold(0.0f32, |most, x| most.max(x.abs()));
            assert!((0.01..1.0).contains(&loud), "{blow}: {loud}");
        }
    }
    bench.good(&["render", "kept.wav", "-o", "again.wav"]);
    assert!(samples(&bench, "again.wav") == kept);
}
