//! What the variables of a SOFA file mean.
//!
//! Law:  a source is heard from (its place - the listener's), in the listener's own axes: view to the
//!       front, up less what of it lies along the view, and the left from both. Spherical places are
//!       degrees counterclockwise from the front, degrees up, metres.
//! Refs: AES69-2022; sofaconventions.org.

use crate::hdf5::{Attribute, Dataset, Datum, File, Object};
use crate::{LARGEST_SOFA, SofaError};
use urto::math::{cos, sin};
use urto::space::{HeadMeasurement, HeadResponses};

/// What is read.
const CONVENTIONS: [&str; 2] = ["SimpleFreeFieldHRIR", "GeneralFIR"];

type Place = [f64; 3];

/// Reads measured ears from the bytes of a SOFA file.
pub fn read(bytes: &[u8]) -> Result<HeadResponses, SofaError> {
    if bytes.len() > LARGEST_SOFA {
        return Err(SofaError::TooLarge);
    }
    Ok(HeadResponses::new(measurement(bytes)?)?)
}

fn measurement(bytes: &[u8]) -> Result<HeadMeasurement, SofaError> {
    let file = File::open(bytes)?;
    let root = file.root()?;
    let about = root.attributes()?;
    if text(&about, "Conventions") != Some("SOFA") {
        return Err(SofaError::NotSofa);
    }
    let convention = text(&about, "SOFAConventions").unwrap_or_default();
    if !CONVENTIONS.contains(&convention) {
        return Err(SofaError::Convention(convention.chars().take(60).collect()));
    }
    let sofa = Sofa {
        file: &file,
        links: root.links()?,
    };
    let heard = sofa.need("Data.IR", "directions x 2 ears x samples", |own| {
        matches!(own, [_, 2, _])
    })?;
    let (count, taps) = (heard.extents[0], heard.extents[2]);
    let rates = sofa.need("Data.SamplingRate", "one rate", |own| {
        own.iter().all(|each| *each <= count.max(1)) && own.len() <= 2
    })?;
    let rate = match rates.numbers.split_first() {
        Some((first, others)) if others.iter().all(|own| own == first) => *first,
        _ => return Err(wrong("Data.SamplingRate", &rates.extents, "one rate")),
    };
    let sources = sofa.places("SourcePosition", count, None, "spherical")?;
    let listener = |name, usual| sofa.places(name, count, Some(usual), "cartesian");
    let at = listener("ListenerPosition", [0.0; 3])?;
    let (view, up) = (
        listener("ListenerView", [1.0, 0.0, 0.0])?,
        listener("ListenerUp", [0.0, 0.0, 1.0])?,
    );
    let seen = |n: usize| {
        let axes = axes(row(&view, n), row(&up, n));
        let away = minus(row(&sources, n), row(&at, n));
        axes.map(|axis| dot(axis, away))
    };
    let right_first = sofa.right_first(count)?;
    let mut delays = sofa.delays(count)?;
    let mut answers: Vec<f32> = heard.numbers.iter().map(|own| *own as f32).collect();
    drop(heard);
    if right_first {
        delays.iter_mut().for_each(|own| own.swap(0, 1));
        for both in answers.chunks_exact_mut((2 * taps).max(1)) {
            let (one, other) = both.split_at_mut(taps);
            one.swap_with_slice(other);
        }
    }
    Ok(HeadMeasurement {
        rate,
        taps,
        places: (0..count).map(seen).collect(),
        answers,
        delays,
    })
}

/// A file and the names in it.
struct Sofa<'a> {
    file: &'a File<'a>,
    links: Vec<(String, u64)>,
}

impl Sofa<'_> {
    fn object(&self, name: &str) -> Result<Option<Object<'_>>, SofaError> {
        let link = self.links.iter().find(|(own, _)| own == name);
        link.map(|(_, at)| Object::read(self.file, *at)).transpose()
    }

    fn need(
        &self,
        name: &'static str,
        wanted: &str,
        fits: impl Fn(&[usize]) -> bool,
    ) -> Result<Dataset, SofaError> {
        let object = self.object(name)?.ok_or(SofaError::Missing(name))?;
        numbers(name, &object, wanted, fits)?.ok_or(SofaError::Missing(name))
    }

    /// Places in metres, cartesian: one for each direction, or one for all.
    fn places(
        &self,
        name: &'static str,
        count: usize,
        usual: Option<Place>,
        kind: &'static str,
    ) -> Result<Vec<Place>, SofaError> {
        let object = match (self.object(name)?, usual) {
            (Some(own), _) => own,
            (None, Some(usual)) => return Ok(vec![usual]),
            (None, None) => return Err(SofaError::Missing(name)),
        };
        let wanted = format!("{count} x 3 or 1 x 3");
        let fits = |own: &[usize]| own == [count, 3] || own == [1, 3];
        let own = numbers(name, &object, &wanted, fits)?.ok_or(SofaError::Missing(name))?;
        let places = own.numbers.as_chunks::<3>().0.iter();
        let cartesian = cartesian(name, &object.attributes()?, kind)?;
        Ok(places.map(|own| cartesian(*own)).collect())
    }

    /// Whether the first receiver is the right ear: it lies to the right, and the second to the left.
    fn right_first(&self, count: usize) -> Result<bool, SofaError> {
        let name = "ReceiverPosition";
        let Some(object) = self.object(name)? else {
            return Ok(false);
        };
        // Two receivers, three lengths, and one or each of the directions.
        let fits = |own: &[usize]| {
            matches!(own, [2, 3]) || matches!(own, [2, 3, each] if (1..=count).contains(each))
        };
        let Some(own) = numbers(name, &object, "2 x 3 x 1", fits)? else {
            return Ok(false);
        };
        let each = own.extents.get(2).copied().unwrap_or(1);
        let cartesian = cartesian(name, &object.attributes()?, "cartesian")?;
        let left = [0, 1].map(|ear| {
            let place = [0, 1, 2].map(|axis| own.numbers[(3 * ear + axis) * each]);
            cartesian(place)[1]
        });
        Ok(left[0] < 0.0 && left[1] > 0.0)
    }

    /// What is added to each answer's own delay \[samples\].
    fn delays(&self, count: usize) -> Result<Vec<[f64; 2]>, SofaError> {
        let name = "Data.Delay";
        if self.object(name)?.is_none() {
            return Ok(vec![[0.0; 2]; count]);
        }
        let wanted = format!("{count} x 2 or 1 x 2");
        let own = self.need(name, &wanted, |own| own == [1, 2] || own == [count, 2])?;
        let rows = own.numbers.as_chunks::<2>().0;
        match rows {
            [one] => Ok(vec![*one; count]),
            all => Ok(all.to_vec()),
        }
    }
}

/// How places of a variable become cartesian.
fn cartesian(
    name: &'static str,
    about: &[Attribute],
    usual: &str,
) -> Result<fn(Place) -> Place, SofaError> {
    let kind = text(about, "Type").unwrap_or(usual);
    match kind.trim() {
        "spherical" => Ok(|[around, up, far]| {
            let [around, up] = [around, up].map(f64::to_radians);
            [
                far * cos(up) * cos(around),
                far * cos(up) * sin(around),
                far * sin(up),
            ]
        }),
        "cartesian" => Ok(|own| own),
        other => {
            let told = other.chars().take(60).collect();
            Err(SofaError::Coordinates(name, told))
        }
    }
}

/// What an attribute of this name says.
fn text<'a>(about: &'a [Attribute], name: &str) -> Option<&'a str> {
    let found = about.iter().find(|own| own.name == name)?;
    match &found.value {
        Datum::Text(own) => Some(own),
        Datum::Numbers(_) => None,
    }
}

/// The numbers of a variable, read only if there are as many along each dimension as should be: what
/// does not belong there takes no memory.
fn numbers(
    name: &'static str,
    object: &Object,
    wanted: &str,
    fits: impl Fn(&[usize]) -> bool,
) -> Result<Option<Dataset>, SofaError> {
    match Dataset::extents(object)? {
        Some(extents) if !fits(&extents) => Err(wrong(name, &extents, wanted)),
        _ => Dataset::read(object),
    }
}

fn wrong(variable: &'static str, extents: &[usize], wanted: &str) -> SofaError {
    let sizes: Vec<String> = extents.iter().map(usize::to_string).collect();
    SofaError::Size {
        variable,
        found: match sizes.is_empty() {
            true => "a single number".to_owned(),
            false => sizes.join(" x "),
        },
        wanted: wanted.to_owned(),
    }
}

fn row(all: &[Place], n: usize) -> Place {
    all.get(n).or(all.first()).copied().unwrap_or_default()
}

/// Front, left and up of somebody who looks along a view; the usual ones where it says nothing.
fn axes(view: Place, up: Place) -> [Place; 3] {
    let unit = |own: Place| {
        let length = dot(own, own).sqrt();
        (length > 1e-9 && length.is_finite()).then(|| own.map(|own| own / length))
    };
    let made = || {
        let front = unit(view)?;
        let along = dot(front, up);
        let up = unit([0, 1, 2].map(|n| up[n] - along * front[n]))?;
        let left = [
            up[1] * front[2] - up[2] * front[1],
            up[2] * front[0] - up[0] * front[2],
            up[0] * front[1] - up[1] * front[0],
        ];
        Some([front, left, up])
    };
    made().unwrap_or([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]])
}

fn minus(a: Place, b: Place) -> Place {
    [0, 1, 2].map(|n| a[n] - b[n])
}

fn dot(a: Place, b: Place) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILES: [(&str, &[u8]); 3] = [
        ("old", include_bytes!("../tests/data/sphere_old.sofa")),
        ("new", include_bytes!("../tests/data/sphere_new.sofa")),
        ("netCDF", include_bytes!("../tests/data/sphere_netcdf.sofa")),
    ];

    /// In whatever way HDF5 wrote them, the same numbers are read: 14 directions as `make.py` has them,
    /// each from 1.2 m, of 96 samples of both ears.
    #[test]
    fn all_ways_of_writing_are_read_alike() {
        let all =
            FILES.map(|(name, bytes)| measurement(bytes).unwrap_or_else(|e| panic!("{name}: {e}")));
        for own in &all {
            assert_eq!((own.rate, own.taps, own.places.len()), (44_100.0, 96, 14));
            assert_eq!(own.answers, all[0].answers);
            assert_eq!(own.places, all[0].places);
            assert_eq!(own.delays, [[0.0; 2]; 14]);
        }
        let own = &all[0];
        let [front, left, down] = [0, 3, 13].map(|n| own.places[n]);
        for (found, wanted) in [
            (front, [1.2, 0.0, 0.0]),
            (left, [0.0, 1.2, 0.0]),
            (down, [0.0, 0.0, -1.2]),
        ] {
            assert!(
                (0..3).all(|n| (found[n] - wanted[n]).abs() < 1e-9),
                "{found:?}"
            );
        }
        // From the left the left ear hears first: its greatest sample comes earlier.
        let peak = |from: usize| {
            let all = &own.answers[from..from + 96];
            (0..96)
                .max_by(|a, b| all[*a].abs().total_cmp(&all[*b].abs()))
                .unwrap()
        };
        let (near, far) = (peak(3 * 192), peak(3 * 192 + 96));
        assert!(far > near + 15, "{near} {far}");
    }

    /// Somebody who looks to the left and lies on a side: what is to the left of the room is in front.
    #[test]
    fn directions_are_those_of_the_listener() {
        let [front, left, up] = axes([0.0, 2.0, 0.0], [1.0, 1.0, 0.0]);
        assert_eq!((front, up), ([0.0, 1.0, 0.0], [1.0, 0.0, 0.0]));
        assert_eq!(left, [0.0, 0.0, 1.0]);
        assert_eq!(axes([0.0; 3], [0.0; 3])[0], [1.0, 0.0, 0.0]);
    }

    /// Each way of being wrong has its own sentence.
    #[test]
    fn what_is_wrong_is_said() {
        let said = |bytes: &[u8]| measurement(bytes).err().unwrap();
        assert_eq!(said(b"urto"), SofaError::NotHdf5);
        for (_, bytes) in FILES {
            assert_eq!(said(&bytes[..bytes.len() / 2]), SofaError::Truncated);
            let renamed = |from: &str, to: &str| {
                assert_eq!(from.len(), to.len());
                let mut own = bytes.to_vec();
                for at in 0..own.len() - from.len() {
                    if &own[at..at + from.len()] == from.as_bytes() {
                        own[at..at + from.len()].copy_from_slice(to.as_bytes());
                    }
                }
                said(&own)
            };
            assert_eq!(renamed("Conventions", "Conventionz"), SofaError::NotSofa);
            let other = SofaError::Convention("SimpleFreeFieldHRTF".to_owned());
            assert_eq!(renamed("SimpleFreeFieldHRIR", "SimpleFreeFieldHRTF"), other);
            assert_eq!(renamed("Data.IR", "Data.IX"), SofaError::Missing("Data.IR"));
            let other = SofaError::Coordinates("SourcePosition", "spherigal".to_owned());
            assert_eq!(renamed("spherical", "spherigal"), other);
            let wrong = renamed("SourcePosition", "SourceXosition");
            assert_eq!(wrong, SofaError::Missing("SourcePosition"));
        }
        // The place of the listener as that of both ears.
        let mut own = FILES[0].1.to_vec();
        for at in 0..own.len() - 16 {
            if &own[at..at + 16] == b"ListenerPosition" {
                own[at..at + 16].copy_from_slice(b"ReceiverPosition");
            }
        }
        let sentence = said(&own).to_string();
        let wanted = "its variable ReceiverPosition is 1 x 3; it should be 2 x 3 x 1";
        assert_eq!(sentence, wanted);
    }

    /// Every beginning of a file, and thousands with changed bytes: ears or a sentence, at once.
    #[test]
    fn whatever_bytes_there_are_nothing_breaks() {
        let mut rng = urto::rng::Rng::new(11);
        for (name, bytes) in FILES {
            for end in 0..bytes.len() {
                assert!(measurement(&bytes[..end]).is_err(), "{name} {end}");
            }
            let mut heard = 0;
            for n in 0..2000 {
                let mut own = bytes.to_vec();
                for _ in 0..1 + rng.below(4) {
                    let at = rng.below(own.len());
                    own[at] = match rng.below(3) {
                        0 => 0xff,
                        1 => own[at] ^ 1 << rng.below(8),
                        _ => rng.bits() as u8,
                    };
                }
                let found = measurement(&own);
                heard += usize::from(found.is_ok());
                if let (Ok(found), 0) = (found, n % 20) {
                    let _ = HeadResponses::new(found);
                }
            }
            // Many bytes are gaps or samples.
            assert!((100..2000).contains(&heard), "{name}: {heard}");
        }
    }
}
