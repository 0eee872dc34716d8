//! `urto view`: pictures of files.

use crate::common::Bench;

/// Width, height, and the pixels as red, green, blue and opacity.
fn pixels(bytes: &[u8]) -> (usize, usize, Vec<[u8; 4]>) {
    let decoder = png::Decoder::new(std::io::Cursor::new(bytes));
    let mut reader = decoder.read_info().unwrap();
    let mut raw = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut raw).unwrap();
    let (all, _) = raw.as_chunks::<4>();
    (info.width as usize, info.height as usize, all.to_vec())
}

/// A sine that begins after half a second.
fn sine(bench: &Bench, name: &str, channels: u16, hertz: f64) {
    let spec = hound::WavSpec {
        channels,
        sample_rate: 48_000,
        bits_per_sample: 16,
        sample_format: hound::SampleFormat::Int,
    };
    let mut wav = hound::WavWriter::create(bench.file(name), spec).unwrap();
    for n in 0..48_000 {
        let phase = urto::math::TAU * hertz * f64::from(n) / 48_000.0;
        let value = if n < 24_000 {
            0.0
        } else {
            urto::math::sin(phase)
        };
        for _ in 0..channels {
            wav.write_sample((16_000.0 * value) as i16).unwrap();
        }
    }
    wav.finalize().unwrap();
}

#[test]
fn a_tone_is_where_it_should_be() {
    let bench = Bench::new();
    sine(&bench, "tone.wav", 1, 1000.0);
    let told = bench.good(&["view", "tone.wav"]);
    assert!(
        told.starts_with("tone.png: 1 s, 48000 Hz, mono, peak "),
        "{told}"
    );
    let (width, height, all) = pixels(&bench.bytes("tone.png"));
    assert!(width > 2000 && height > 1000, "{width} {height}");
    // The brightest colour of the scale, in the panel: all of it in the second half, in one band.
    let bright = |x: usize, y: usize| {
        let [r, g, b, _] = all[y * width + x];
        r > 240 && g > 100 && b < 200
    };
    let panel = 180..width - 200;
    let found: Vec<(usize, usize)> = (0..height)
        .flat_map(|y| panel.clone().map(move |x| (x, y)))
        .filter(|(x, y)| bright(*x, *y))
        .collect();
    assert!(found.len() > 5000, "{}", found.len());
    let left = found.iter().map(|(x, _)| *x).min().unwrap();
    assert!(left > width * 2 / 5, "{left} of {width}");
    let ys = || found.iter().map(|(_, y)| *y);
    let spread = ys().max().unwrap() - ys().min().unwrap();
    assert!(spread < 60, "{spread}");
}

#[test]
fn pictures_are_svg_too_and_show_all_channels() {
    let bench = Bench::new();
    sine(&bench, "two & three.wav", 2, 300.0);
    let told = bench.json(&["view", "two & three.wav", "-o", "two.svg", "--json"]);
    assert_eq!(told["channels"], 2);
    let text = String::from_utf8(bench.bytes("two.svg")).unwrap();
    for part in [
        "<svg ",
        "two &amp; three.wav",
        "channel 2",
        "time [s]",
        "1 kHz",
        " dB<",
        "data:image/png;base64,",
        "</svg>",
    ] {
        assert!(text.contains(part), "{part}");
    }
    // The panel and the scale of both channels.
    assert_eq!(text.matches("<image ").count(), 4);
    bench.good(&["render", "impact", "--seconds", "0.1", "-o", "a.flac"]);
    bench.good(&["view", "a.flac", "-o", "a.png"]);
}

#[test]
fn what_cannot_be_drawn_is_said() {
    let bench = Bench::new();
    sine(&bench, "tone.wav", 1, 1000.0);
    sine(&bench, "many.wav", 17, 1000.0);
    bench.write("text.txt", "Dear Sir or Madam\n");
    bench.write("tone.svg", "mine");
    let empty = hound::WavSpec {
        channels: 1,
        sample_rate: 8000,
        bits_per_sample: 16,
        sample_format: hound::SampleFormat::Int,
    };
    let wav = hound::WavWriter::create(bench.file("empty.wav"), empty).unwrap();
    wav.finalize().unwrap();
    let before = bench.names();
    for (words, part) in [
        ("view nowhere.wav", "cannot read 'nowhere.wav'"),
        ("view text.txt", "neither WAV nor FLAC nor Ogg"),
        ("view empty.wav", "nothing to draw"),
        ("view many.wav", "17 channels"),
        ("view tone.wav -o tone.jpg", ".png or an .svg"),
        ("view tone.wav -o tone.svg", "--force"),
        ("view tone.wav -o nowhere/tone.svg", "no folder 'nowhere'"),
        ("view impact", "urto render"),
        ("view .", "folder"),
    ] {
        let output = bench.plain(&words.split(' ').collect::<Vec<_>>());
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success(), "{words}");
        assert_eq!(told.lines().count(), 1, "{words}: {told}");
        assert!(told.contains(part), "{words}: {told}");
        assert_eq!(bench.names(), before, "{words}");
    }
    bench.good(&["view", "tone.wav", "-o", "tone.svg", "--force"]);
    assert!(bench.bytes("tone.svg").starts_with(b"<svg "));
    bench.good(&["view", "tone.wav"]);
    bench.good(&["view", "tone.wav"]);
    assert!(bench.names().contains(&"tone-2.png".to_owned()));
}
