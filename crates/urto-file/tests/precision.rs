//! Single precision sounds as double does, for every network that is not chaotic.

use urto::math;
use urto_file::{NetworkFile, read_network};
use urto_mi::{Drive, Event, Freedom, MassId, Precision};

/// Samples that are looked at.
const LENGTH: usize = 1 << 15;

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

fn played(file: &NetworkFile) -> Vec<Vec<f64>> {
    let mut played = file.played().unwrap();
    let mut channels = vec![vec![0.0; LENGTH]; file.listeners.len()];
    let mut parts: Vec<&mut [f64]> = channels.iter_mut().map(Vec::as_mut_slice).collect();
    played.render(&mut parts);
    // What stands still is not heard.
    for channel in &mut channels {
        let middle = channel.iter().sum::<f64>() / LENGTH as f64;
        channel.iter_mut().for_each(|own| *own -= middle);
    }
    channels
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
    let (mut wrong, mut compared, mut untied) = (Vec::new(), 0, 0);
    for path in paths {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let mut file = read_network(&name, &std::fs::read(&path).unwrap()).unwrap();
        let double = played(&file);
        // Whether a nudge of a picometre changes what is heard.
        let mut nudged = file.clone();
        let masses = file.model.masses().iter().enumerate();
        let mut free = masses.filter(|(_, own)| !own.is_held() && own.freedom == Freedom::Space);
        if let Some((n, mass)) = free.next() {
            let to = mass.position.map(|own| own + 1e-12);
            let mass = id(&file, n);
            nudged.events.push(Event {
                at: 0.0,
                drive: Drive::Position { mass, to },
            });
        }
        let nudged = played(&nudged);
        file.stepping.precision = Precision::Single;
        let single = played(&file);
        let stepping = file.played().unwrap().network().stepping();
        if stepping.precision == Precision::Double {
            println!("{name}: not tied");
            untied += 1;
            continue;
        }
        for (channel, own) in double.iter().enumerate() {
            let chaos = apart(own, &nudged[channel]);
            let [level, cents] = apart(own, &single[channel]);
            println!("{name} {channel}: {level:.3} dB, {cents:.4} cent; nudged {chaos:?}");
            if chaos[0] > 0.01 {
                continue;
            }
            compared += 1;
            if level > 1.0 || cents > 0.1 {
                wrong.push((name.clone(), channel, level, cents));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(compared >= 12, "{compared}");
    // Those that fly or float.
    assert!(untied <= 6, "{untied}");
}

/// The handle of a mass by its number.
fn id(file: &NetworkFile, number: usize) -> MassId {
    let mass = &file.model.masses()[number];
    file.model.find(&mass.name).unwrap()
}
