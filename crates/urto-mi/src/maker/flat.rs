//! A network as a body in plain numbers: its modes are found by one thread, and another that must not be
//! kept puts it together.

use super::NetworkMaker;
use crate::line::Line;
use crate::piece::{PieceReader, PieceWriter, number};
use std::sync::Arc;
use urto::object::Mode;
use urto::picture::Vector;

/// What such numbers begin with: these letters, as a number.
const FIRST: [u8; 8] = *b"urtomass";
/// No number of a body is larger.
const LARGEST: f64 = 1e30;

/// Whether bytes are such numbers, little-endian, as far as their beginning tells.
pub fn is_flat_network(bytes: &[u8]) -> bool {
    bytes.starts_with(&FIRST)
}

impl NetworkMaker {
    /// Itself as numbers: what it hangs on and weighs, the network at rest, its line, and its modes with
    /// what each moves.
    pub(super) fn to_numbers(&self) -> Vec<f64> {
        let mut to = PieceWriter(vec![f64::from_le_bytes(FIRST)]);
        to.all([f64::from(u8::from(self.hangs)), self.weight]);
        to.all([self.model.hertz(), self.model.friction()]);
        to.network(&self.model);
        to.all(self.line.along());
        to.list(self.line.stations(), |to, (mass, at)| {
            to.all([number(*mass), *at])
        });
        to.list(&self.modes, |to, own| {
            to.all([own.frequency, own.decay, own.mass])
        });
        for (shapes, moved) in self.shapes.iter().zip(&self.moved) {
            to.list(shapes, |to, own| to.all([*own]));
            to.list(moved, |to, own| to.all(*own));
        }
        to.0
    }

    /// The body that such numbers tell of, as little-endian bytes; none if they are cut, or tell of
    /// none. The name is for messages.
    ///
    /// ```
    /// use urto::body::Maker;
    /// use urto_mi::{Model, NetworkMaker, Row, Spring, Touch};
    /// let mut model = Model::new(44_100.0)?;
    /// let wire = Spring { stiffness: 6e4, length: Some(0.01), ..Spring::default() };
    /// Row { count: 8, spring: wire, ..Row::default() }.build(&mut model, "string")?;
    /// let maker = NetworkMaker::new("string", &model, &Touch::default())?;
    /// let numbers = maker.flat().unwrap();
    /// let bytes: Vec<u8> = numbers.iter().flat_map(|own| own.to_le_bytes()).collect();
    /// let back = NetworkMaker::of_bytes("string", &bytes).unwrap();
    /// assert_eq!(back.flat(), Some(numbers));
    /// assert!(NetworkMaker::of_bytes("string", &bytes[..bytes.len() - 8]).is_none());
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn of_bytes(name: &str, bytes: &[u8]) -> Option<Self> {
        if !is_flat_network(bytes) {
            return None;
        }
        let numbers = bytes[FIRST.len()..].as_chunks().0.iter();
        let numbers: Vec<f64> = numbers.map(|own| f64::from_le_bytes(*own)).collect();
        let mut from = PieceReader::new(&numbers);
        let [hangs, weight, hertz, friction] = from.all()?;
        let model = from.network(hertz, friction, [0.0; 3])?;
        let along = from.all()?;
        let stations = from.list(|from| {
            let [mass, at] = from.all()?;
            Some((from.mass_id(mass)?, at))
        })?;
        let line = Line::of_stations(stations, along)?;
        let modes = from.list(|from| {
            let positive = |own: &f64| *own > 0.0 && *own < LARGEST;
            let [frequency, decay, mass] = from.all()?;
            let possible = [frequency, decay, mass].iter().all(positive);
            possible.then_some(Mode {
                frequency,
                decay,
                mass,
            })
        })?;
        let (mut shapes, mut moved) = (Vec::new(), Vec::new());
        for _ in &modes {
            let shape = from.list(PieceReader::one)?;
            let drawn: Vec<Vector> = from.list(PieceReader::all)?;
            let mut all = shape.iter().chain(drawn.as_flattened());
            if shape.len() != line.stations().len() || !all.all(|own| own.abs() < LARGEST) {
                return None;
            }
            shapes.push(shape);
            moved.push(drawn);
        }
        let whole = from.is_empty() && !modes.is_empty() && weight > 0.0 && weight < LARGEST;
        whole.then(|| Self {
            name: name.to_owned(),
            model,
            hangs: hangs != 0.0,
            line: Arc::new(line),
            modes,
            shapes,
            moved,
            weight,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Lattice, Mass, Model, Spring, Touch};
    use urto::body::{BodyParams, Maker};
    use urto::object::{NamedPoint, Place, Point};

    /// A sheet that floats, beside a mass that is tied to a wall.
    fn sheet() -> NetworkMaker {
        let mut model = Model::new(48_000.0).unwrap();
        model.set_friction(1e-4).unwrap();
        let spring = Spring {
            stiffness: 4e4,
            damping: 0.01,
            cubic: 1e6,
            ..Spring::default()
        };
        let sheet = Lattice {
            counts: [5, 4, 1],
            spring,
            ..Lattice::default()
        };
        sheet.build(&mut model, "sheet").unwrap();
        let wall = model.add(Mass::at([1.0; 3]).fixed()).unwrap();
        let beside = model.add(Mass::at([1.1, 1.0, 1.0])).unwrap();
        model.join([wall, beside], spring).unwrap();
        // Nothing holds it across.
        let within = Touch {
            along: Some([1.0, 0.0, 0.0]),
            ..Touch::default()
        };
        NetworkMaker::new("sheet", &model, &within).unwrap()
    }

    fn bytes(numbers: &[f64]) -> Vec<u8> {
        numbers.iter().flat_map(|own| own.to_le_bytes()).collect()
    }

    #[test]
    fn a_body_comes_back_from_its_numbers() {
        let sheet = sheet();
        let numbers = sheet.flat().unwrap();
        let back = NetworkMaker::of_bytes("sheet", &bytes(&numbers)).unwrap();
        assert!(back.flat() == Some(numbers.clone()));
        let params = BodyParams::default();
        assert!(sheet.count() > 3 && back.count() == sheet.count());
        for mode in 0..sheet.count() {
            assert_eq!(back.mode(mode, &params), sheet.mode(mode, &params));
            assert_eq!(back.shape(mode, 0.3), sheet.shape(mode, 0.3));
            assert_eq!(back.moved(mode), sheet.moved(mode));
        }
        assert_eq!(back.weight(&params), sheet.weight(&params));
        assert_eq!(back.sketch(), sheet.sketch());
        let heard = |maker: &NetworkMaker| {
            let point = NamedPoint {
                name: "it".to_owned(),
                place: Place::Along(0.3),
            };
            let rate = urto::Rate::new(48_000.0).unwrap();
            let maker = maker.object().unwrap();
            let mut object = maker.build(&params, &[point], rate).unwrap();
            let step = |n: usize| {
                object.begin();
                object.push(Point(0), if n < 40 { 1.0 } else { 0.0 });
                object.end();
                object.velocity(Point(0))
            };
            (0..2000).map(step).collect::<Vec<f64>>()
        };
        let own = heard(&sheet);
        assert!(own.iter().any(|own| *own != 0.0) && own == heard(&back));
    }

    /// Anybody may write such bytes into a file.
    #[test]
    fn numbers_that_are_no_body_are_refused() {
        let numbers = sheet().flat().unwrap();
        let read = |numbers: &[f64]| NetworkMaker::of_bytes("it", &bytes(numbers));
        for cut in (0..numbers.len()).step_by(97).chain([numbers.len() - 1]) {
            assert!(read(&numbers[..cut]).is_none(), "{cut}");
        }
        assert!(read(&[&numbers[..], &[0.0]].concat()).is_none());
        assert!(!is_flat_network(b"urto = \"mi/1\""));
        // One of them is no number, or far too large: refused, but for what is one of a few (the law of
        // a link, which mass it begins at), and then taken as one that is.
        let mut taken = 0;
        for at in 1..numbers.len() {
            for wrong in [f64::NAN, -1e300] {
                let mut numbers = numbers.clone();
                numbers[at] = wrong;
                if let Some(back) = read(&numbers) {
                    taken += 1;
                    // The letters at its beginning are a large number.
                    let told = &back.flat().unwrap()[1..];
                    assert!(told.iter().all(|own| own.abs() < LARGEST), "{at}");
                }
            }
        }
        assert!(
            5 * taken < numbers.len(),
            "{taken} of {}",
            2 * numbers.len()
        );
    }
}
