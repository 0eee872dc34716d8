//! Single precision sounds as double does, for every network that is not chaotic.

use urto::math;
use urto_file::{NetworkFile, read_network};
use urto_mi::{Drive, Event, Freedom, MassId, Precision};

/// Samples that are looked at together.
const LENGTH: usize = 1 << 15;

/// Networks in which something that makes the sound comes late, and until when \[s\]: a peg has drawn the
/// string up, and a finger stopped it.
const AWAITED: &[(&str, f64)] = &[("retuned-string", 3.0)];

/// Chaotic networks: a picometre at the start changes what is heard of them, sooner or later. From then on
/// two precisions differ as any two runs do that are not the same to the bit: what a bow takes hold of,
/// what flaps, rattles or buzzes, and a straight row that gives way to one side or the other.
const CHAOTIC: &[&str] = &[
    "bowed-string",
    "cloth",
    "prepared-string",
    "snare",
    "spring-reverb",
];

/// Networks with a part that nothing ties to what is held: it flies or floats, and is stepped in double
/// precision whatever was asked for.
const UNTIED: &[&str] = &[
    "balls-in-a-net",
    "bell",
    "chain-on-a-drum",
    "chain",
    "jelly",
    "rattling-box",
];

/// Powers of the frequencies of a signal, seen through a Hann window.
fn powers(signal: &[f64]) -> Vec<f64> {
    let turn = |n: usize| math::TAU * n as f64 / LENGTH as f64;
    let seen = signal.iter().enumerate();
    let mut real: Vec<f64> = seen
        .map(|(n, own)| own * (0.5 - 0.5 * math::cos(turn(n))))
        .collect();
    let mut imaginary = vec![0.0; LENGTH];
    // Cooley & Tukey 1965, in place: first the order of reversed bits, then butterflies.
    for n in 0..LENGTH {
        let other = n.reverse_bits() >> (usize::BITS - LENGTH.trailing_zeros());
        if n < other {
            real.swap(n, other);
        }
    }
    let mut half = 1;
    while half < LENGTH {
        for start in (0..LENGTH).step_by(2 * half) {
            for n in 0..half {
                let angle = -turn(n * (LENGTH / (2 * half)));
                let (cosine, sine) = (math::cos(angle), math::sin(angle));
                let (a, b) = (start + n, start + n + half);
                let x = cosine * real[b] - sine * imaginary[b];
                let y = cosine * imaginary[b] + sine * real[b];
                (real[b], imaginary[b]) = (real[a] - x, imaginary[a] - y);
                (real[a], imaginary[a]) = (real[a] + x, imaginary[a] + y);
            }
        }
        half *= 2;
    }
    (0..LENGTH / 2)
        .map(|n| real[n] * real[n] + imaginary[n] * imaginary[n])
        .collect()
}

/// How many spans of [`LENGTH`] samples are looked at: all that is usually heard of it with `URTO_FULL=1`,
/// else as many as it takes until everything has happened once that makes the sound.
fn spans(name: &str, file: &NetworkFile) -> usize {
    let samples = |seconds: f64| (seconds * file.model.hertz() / LENGTH as f64).ceil() as usize;
    if std::env::var("URTO_FULL").is_ok_and(|value| value != "0") {
        return samples(file.seconds.unwrap_or(4.0)).max(1);
    }
    let awaited = AWAITED.iter().find(|(own, _)| *own == name);
    awaited.map_or(1, |(_, seconds)| samples(*seconds))
}

/// Each channel in spans.
fn played(file: &NetworkFile, spans: usize) -> Vec<Vec<Vec<f64>>> {
    let mut played = file.played().unwrap();
    let mut channels = vec![Vec::new(); file.listeners.len()];
    for _ in 0..spans {
        let mut parts = vec![vec![0.0; LENGTH]; channels.len()];
        let mut out: Vec<&mut [f64]> = parts.iter_mut().map(Vec::as_mut_slice).collect();
        played.render(&mut out);
        for (channel, mut part) in channels.iter_mut().zip(parts) {
            // What stands still is not heard.
            let middle = part.iter().sum::<f64>() / LENGTH as f64;
            part.iter_mut().for_each(|own| *own -= middle);
            channel.push(part);
        }
    }
    channels
}

/// The power of a signal.
fn power(signal: &[f64]) -> f64 {
    signal.iter().map(|own| own * own).sum()
}

/// Spans that are heard beside the loudest: -60 dB.
fn heard(spans: &[Vec<f64>]) -> Vec<usize> {
    let loudest = spans.iter().map(|own| power(own)).fold(0.0, f64::max);
    let all = 0..spans.len();
    all.filter(|n| power(&spans[*n]) > 1e-6 * loudest).collect()
}

/// The greatest difference \[dB\] of two spectra where either is above -60 dB, and of their highest
/// peaks \[cent\].
fn apart(one: &[f64], other: &[f64]) -> [f64; 2] {
    let (one, other) = (powers(one), powers(other));
    let highest = one.iter().fold(0.0, |most: f64, own| most.max(*own));
    let heard = one.iter().zip(&other).skip(2);
    let heard = heard.filter(|(a, b)| a.max(**b) > 1e-6 * highest);
    let level = heard.fold(0.0, |most: f64, (a, b)| {
        most.max((10.0 * math::log10(a / b)).abs())
    });
    let peak = |own: &[f64]| {
        let at = (2..own.len() - 1)
            .max_by(|a, b| own[*a].total_cmp(&own[*b]))
            .unwrap();
        // A parabola through the logarithms of three.
        let [a, b, c] = [at - 1, at, at + 1].map(|n| math::log(own[n]));
        at as f64 + 0.5 * (a - c) / (a - 2.0 * b + c)
    };
    let cents = 1200.0 * (math::log(peak(&one) / peak(&other)) / math::log(2.0)).abs();
    [level, cents]
}

#[test]
fn single_precision_sounds_as_double_does() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../networks");
    let mut paths: Vec<_> = (std::fs::read_dir(folder).unwrap())
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.to_string_lossy().ends_with(".mi.toml"))
        .collect();
    paths.sort();
    let (mut wrong, mut compared) = (Vec::new(), 0);
    let (mut chaotic, mut untied) = (Vec::new(), Vec::new());
    for path in paths {
        let name = path.file_stem().unwrap().to_string_lossy();
        let name = name.trim_end_matches(".mi").to_owned();
        let mut file = read_network(&name, &std::fs::read(&path).unwrap()).unwrap();
        file.stepping.precision = Precision::Single;
        let stepping = file.played().unwrap().network().stepping();
        if stepping.precision == Precision::Double {
            untied.push(name);
            continue;
        }
        let spans = spans(&name, &file);
        let single = played(&file, spans);
        file.stepping.precision = Precision::Double;
        let double = played(&file, spans);
        let nudged = played(&nudged(file), spans);
        let mut is_chaotic = false;
        for (channel, own) in double.iter().enumerate() {
            let mut most = [0.0f64; 2];
            for n in heard(own) {
                // All that comes later is another run.
                if apart(&own[n], &nudged[channel][n])[0] > 0.01 {
                    println!("{name} {channel}: chaotic from span {n} on");
                    is_chaotic = true;
                    break;
                }
                let of = apart(&own[n], &single[channel][n]);
                most = [most[0].max(of[0]), most[1].max(of[1])];
                compared += 1;
            }
            let [level, cents] = most;
            println!("{name} {channel}, {spans} spans: {level:.3} dB, {cents:.4} cent");
            if level > 1.0 || cents > 0.1 {
                wrong.push((name.clone(), channel, level, cents));
            }
        }
        if is_chaotic {
            chaotic.push(name);
        }
    }
    println!("chaotic: {chaotic:?}; not tied: {untied:?}");
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert_eq!(untied, UNTIED);
    assert!(compared >= 20, "{compared} spans");
    let named = |own: &String| CHAOTIC.contains(&&own[..]);
    assert!(chaotic.iter().all(named), "{chaotic:?}");
    if std::env::var("URTO_FULL").is_ok_and(|value| value != "0") {
        assert_eq!(chaotic, CHAOTIC);
    }
}

/// The same with a mass that is moved by a picometre at the start.
fn nudged(mut file: NetworkFile) -> NetworkFile {
    let masses = file.model.masses().iter().enumerate();
    let mut free = masses.filter(|(_, own)| !own.is_held() && own.freedom == Freedom::Space);
    if let Some((n, mass)) = free.next() {
        let to = mass.position.map(|own| own + 1e-12);
        let mass = id(&file, n);
        let drive = Drive::Position { mass, to };
        file.events.push(Event { at: 0.0, drive });
    }
    file
}

/// The handle of a mass by its number.
fn id(file: &NetworkFile, number: usize) -> MassId {
    let mass = &file.model.masses()[number];
    file.model.find(&mass.name).unwrap()
}
