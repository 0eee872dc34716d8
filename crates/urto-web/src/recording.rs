//! A recording of something that was struck, taken apart: the modes that it rang in, as a body's file.

use urto::Rate;
use urto::object::ModalParams;
use urto_file::ModalFile;

/// Longest recording that is taken apart \[s\]: what is struck rings no longer, and all of it is held
/// in memory several times.
const LONGEST: f64 = 60.0;

/// The text of a body's file. `named` is the recording's name, a line break, and its samples of one
/// channel as f32, little-endian.
pub fn body(named: &[u8], rate: f64) -> Result<String, String> {
    let end = named.iter().position(|byte| *byte == b'\n');
    let (name, samples) = named.split_at(end.unwrap_or(named.len()));
    let name = String::from_utf8_lossy(name);
    let rate = Rate::new(rate).map_err(|why| format!("'{name}': {why}"))?;
    let (samples, _) = samples.get(1..).unwrap_or_default().as_chunks();
    let samples: Vec<f32> = samples.iter().map(|own| f32::from_le_bytes(*own)).collect();
    if samples.len() as f64 * rate.step() > LONGEST {
        return Err(format!(
            "'{name}' is longer than a minute; cut out a single blow and drop that"
        ));
    }
    let modes = urto_analyse::analyse(&samples, rate).modes();
    if modes.is_empty() {
        return Err(format!(
            "'{name}' has no partials that stand out of the noise and die away, so there is \
             nothing to strike"
        ));
    }
    let stem = name.rsplit_once('.').map_or(&*name, |(stem, _)| stem);
    Ok(urto_file::write_modal(&ModalFile {
        name: Some(stem.to_owned()),
        about: None,
        params: ModalParams {
            modes,
            ..ModalParams::default()
        },
        points: Vec::new(),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use urto::math::{LN_1000, TAU, exp, sin};

    fn named(name: &str, samples: impl Iterator<Item = f32>) -> Vec<u8> {
        let head = [name.as_bytes(), b"\n"].concat();
        head.into_iter()
            .chain(samples.flat_map(f32::to_le_bytes))
            .collect()
    }

    /// Two modes that were recorded are the modes of the file; what has none, or is too long, is
    /// refused in a sentence that names it.
    #[test]
    fn a_recording_becomes_a_body() {
        let rung = |n: u32, hertz: f64, decay: f64| {
            let t = f64::from(n) / 44_100.0;
            exp(-LN_1000 * t / decay) * sin(TAU * hertz * t)
        };
        let cup =
            (0..44_100).map(|n| (0.4 * rung(n, 1320.0, 0.6) + 0.2 * rung(n, 2961.0, 0.3)) as f32);
        let text = body(&named("my cup.wav", cup), 44_100.0).unwrap();
        let modal = urto_file::read_modal("cup.toml", text.as_bytes()).unwrap();
        assert_eq!(modal.name.as_deref(), Some("my cup"));
        let found: Vec<_> = modal.params.modes.iter().collect();
        assert_eq!(found.len(), 2, "{text}");
        for (mode, (hertz, decay)) in found.iter().zip([(1320.0, 0.6), (2961.0, 0.3)]) {
            assert!((mode.frequency - hertz).abs() < 0.1, "{text}");
            assert!((mode.decay / decay - 1.0).abs() < 0.01, "{text}");
        }
        // Half as loud, so twice as heavy.
        assert!((found[1].mass / found[0].mass - 2.0).abs() < 0.05, "{text}");
        let refused = |samples: usize, rate: f64, why: &str| {
            let told = body(&named("x.wav", (0..samples).map(|_| 0.0)), rate).unwrap_err();
            assert!(told.contains(why) && told.contains("x.wav"), "{told}");
        };
        refused(44_100, 44_100.0, "nothing to strike");
        refused(0, 44_100.0, "nothing to strike");
        refused(61 * 8000, 8000.0, "longer than a minute");
        refused(10, f64::NAN, "rate");
        assert!(body(b"", 48_000.0).is_err());
    }
}
