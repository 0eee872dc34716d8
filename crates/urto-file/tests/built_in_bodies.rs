//! The twelve bodies from meshes that come with urto, as they are heard: each mode dies away as its
//! material and the air have it, and a blow on a node of a mode leaves that mode at rest.
//!
//! One mode of each body is tried each time, all that stand alone with `URTO_FULL=1`.

use urto::Rate;
use urto::math::{LN_1000, TAU, cos, log, log10, sin};
use urto::object::{Direction, Surface, SurfacePlace};
use urto::param::leaves;
use urto::sound::Event;
use urto_body::MeshBody;
use urto_file::{assign_text, catalogue, load_resources, read_body};

const RATE: f64 = 48_000.0;
/// Modes that differ by less are one: walls that are round ring twice at each pitch, and within a second
/// such a difference turns no phase.
const ONE: f64 = 1e-5;
/// What else sounds lies this far from a mode that stands alone \[Hz\]: twenty lines of a second.
const ALONE: f64 = 20.0;
/// Longest piece that is measured \[s\], and when it begins: after the blow.
const WINDOW: f64 = 0.2;
const AFTER: f64 = 0.05;
/// What is fainter than this share of the loudest (30 dB) is not measured.
const FAINTEST: f64 = 0.03;
/// What rings shorter than this \[s\] is gone before it can be told from what lies beside it.
const SHORTEST: f64 = 0.03;

fn full() -> bool {
    std::env::var("URTO_FULL").is_ok_and(|value| value != "0")
}

type Place = [f64; 3];

/// A body, and what each mode moves corners of its triangles along their normals.
struct Heard {
    name: &'static str,
    bytes: &'static [u8],
    body: MeshBody,
    frequencies: Vec<f64>,
    /// Of each triangle, of each corner, of each mode.
    rows: Vec<[Vec<f64>; 3]>,
}

impl Heard {
    fn all() -> Vec<Self> {
        let bodies = urto_file::BODIES.iter();
        let meshes = bodies.filter(|(name, _)| name.ends_with(".body"));
        let all: Vec<Self> = meshes.map(|(name, bytes)| Self::new(name, bytes)).collect();
        assert_eq!(all.len(), 12);
        all
    }

    fn new(name: &'static str, bytes: &'static [u8]) -> Self {
        let body = read_body(name, bytes).unwrap();
        let rows = (0..body.surface().triangles()).map(|triangle| {
            [0, 1, 2].map(|corner| {
                let mut shares = [0.0; 3];
                shares[corner] = 1.0;
                let place = SurfacePlace::Within { triangle, shares };
                let row = body.surface().moved_at(place, Direction::Normal);
                row.unwrap()
            })
        });
        Self {
            name,
            bytes,
            rows: rows.collect(),
            frequencies: body.modes().map(|mode| mode.frequency).collect(),
            body,
        }
    }

    fn surface(&self) -> &Surface {
        self.body.surface()
    }

    /// Those of one pitch with a mode, if nothing else sounds within so much of it \[Hz\].
    fn alone(&self, mode: usize, apart: f64) -> Option<Vec<usize>> {
        let own = self.frequencies[mode];
        let near = self.frequencies.iter().enumerate();
        let near: Vec<usize> = near
            .filter(|(_, other)| (*other - own).abs() < apart)
            .map(|(mode, _)| mode)
            .collect();
        let one = near
            .iter()
            .all(|other| (self.frequencies[*other] / own - 1.0).abs() < ONE);
        (one && near[0] == mode && near.len() < 3).then_some(near)
    }

    /// How much all modes of one pitch move a place together.
    fn moves(&self, row: &[f64], modes: &[usize]) -> f64 {
        modes
            .iter()
            .map(|mode| row[*mode] * row[*mode])
            .sum::<f64>()
            .sqrt()
    }

    /// The corner at which this is greatest, and how great.
    fn greatest(&self, of: impl Fn(&[f64]) -> f64) -> (Place, f64) {
        let mut best = ([0.0; 3], 0.0);
        for (triangle, rows) in self.rows.iter().enumerate() {
            for (corner, row) in rows.iter().enumerate() {
                if of(row) > best.1 {
                    // A little inside, so that this triangle is nearest.
                    let mut shares = [0.01; 3];
                    shares[corner] = 0.98;
                    best = (self.place(triangle, shares), of(row));
                }
            }
        }
        best
    }

    fn place(&self, triangle: usize, shares: Place) -> Place {
        let found = self
            .surface()
            .find(SurfacePlace::Within { triangle, shares });
        self.surface().at(found.unwrap())
    }

    /// Where modes of two pitches both move, each as a share of its most, and how far.
    fn both(&self, one: &[usize], other: &[usize]) -> (Place, f64) {
        let [most, far] = [one, other].map(|own| self.greatest(|row| self.moves(row, own)).1);
        self.greatest(|row| (self.moves(row, one) / most).min(self.moves(row, other) / far))
    }

    /// The place at which modes of one pitch, at most two, rest and another moves most.
    fn node(&self, modes: &[usize], other: &[usize]) -> Option<Place> {
        let mut best: Option<(Place, f64)> = None;
        for (triangle, rows) in self.rows.iter().enumerate() {
            let values = modes.iter().map(|mode| [0, 1, 2].map(|c| rows[c][*mode]));
            let Some(shares) = rest(&values.collect::<Vec<_>>()) else {
                continue;
            };
            let row: Vec<f64> = (0..self.frequencies.len())
                .map(|mode| (0..3).map(|c| shares[c] * rows[c][mode]).sum())
                .collect();
            let moved = self.moves(&row, other);
            if best.is_none_or(|own| moved > own.1) {
                best = Some((self.place(triangle, shares), moved));
            }
        }
        best.map(|own| own.0)
    }

    /// The sound of a blow, heard at a place.
    fn struck(&self, strike: Place, pickup: Place, ringing: f64, seconds: f64) -> Vec<f32> {
        let entry = catalogue().sound("impact").unwrap();
        let mut params = (entry.make)().params().boxed();
        let [strike, pickup] = [strike, pickup].map(|place| {
            let [x, y, z] = place.map(|own| 1e3 * own);
            format!("{x:?}mm {y:?}mm {z:?}mm")
        });
        for (key, text) in [
            ("body.kind", "file"),
            ("body.file", self.name),
            ("body.ringing", &format!("{ringing:?}")),
            ("strike", &strike),
            ("pickup", &pickup),
            ("variation", "0"),
        ] {
            assign_text(params.as_mut(), key, text).unwrap();
        }
        load_resources(params.as_mut(), &mut |_| Ok(self.bytes.to_vec())).unwrap();
        let mut sound = (entry.make)();
        for (id, _) in leaves(params.as_ref()) {
            sound.set(&id, &params.value(&id).unwrap());
        }
        sound.prepare(Rate::new(RATE).unwrap(), 512);
        sound.reset(1);
        sound.event(0, Event::trigger(1.0));
        let mut heard = vec![0.0; (seconds * RATE) as usize];
        for block in heard.chunks_mut(512) {
            sound.render(&[], &mut [block]);
        }
        heard
    }
}

/// Shares of a triangle's corners between which one row of values, or two, are zero, if that is inside.
fn rest(values: &[Place]) -> Option<Place> {
    let inside = |shares: &Place| shares.iter().all(|own| *own > 0.02);
    match values {
        // The middle of the line on which it is zero.
        [one] => {
            let mut ends = Vec::new();
            for [a, b] in [[0, 1], [1, 2], [2, 0]] {
                if one[a] * one[b] < 0.0 {
                    let mut end = [0.0; 3];
                    end[a] = one[b] / (one[b] - one[a]);
                    end[b] = 1.0 - end[a];
                    ends.push(end);
                }
            }
            let [a, b] = ends[..] else { return None };
            Some([0, 1, 2].map(|n| 0.5 * (a[n] + b[n]))).filter(inside)
        }
        // Where both lines cross: at right angles to both rows.
        [one, other] => {
            let cross =
                [[1, 2], [2, 0], [0, 1]].map(|[a, b]| one[a] * other[b] - one[b] * other[a]);
            let sum: f64 = cross.iter().sum();
            (sum != 0.0)
                .then(|| cross.map(|own| own / sum))
                .filter(inside)
        }
        _ => None,
    }
}

/// How strongly a frequency is in a sound.
fn strength(heard: &[f32], hertz: f64) -> f64 {
    let count = heard.len() as f64;
    let (mut real, mut imaginary) = (0.0, 0.0);
    for (n, sample) in heard.iter().enumerate() {
        let phase = TAU * n as f64 / count;
        // Blackman: what lies beside is 58 dB down, and falls by 18 dB in each octave.
        let window = 0.42 - 0.5 * cos(phase) + 0.08 * cos(2.0 * phase);
        let turned = TAU * hertz * n as f64 / RATE;
        real += window * f64::from(*sample) * cos(turned);
        imaginary += window * f64::from(*sample) * sin(turned);
    }
    (real * real + imaginary * imaginary).sqrt()
}

/// T60 = 13.8/(alpha + eta·w + beta·w² + 2·(what the air takes)), within 2 %.
#[test]
fn modes_die_away_as_material_and_air_have_it() {
    for own in Heard::all() {
        let material = *own.body.material();
        let modes: Vec<_> = own.body.modes().collect();
        let mut tried = 0;
        for mode in 0..modes.len() {
            let w = TAU * modes[mode].frequency;
            let rate = material.alpha + material.eta * w + material.beta * w * w;
            let wanted = LN_1000 / (0.5 * rate + modes[mode].radiated);
            let window = wanted.min(WINDOW);
            // Five lines of the window apart.
            let Some(all) = own
                .alone(mode, 5.0 / window)
                .filter(|_| wanted > 2.0 * AFTER)
            else {
                continue;
            };
            let (place, _) = own.greatest(|row| own.moves(row, &all));
            let later = 0.4 * wanted.min(2.0);
            let heard = own.struck(place, place, 1.0, AFTER + window + later + 0.01);
            let level = |mode: usize, from: f64| {
                let first = (from * RATE) as usize;
                let part = &heard[first..first + (window * RATE) as usize];
                strength(part, modes[mode].frequency)
            };
            let (early, late) = (level(mode, AFTER), level(mode, AFTER + later));
            // What hardly moves the surface along its normals is lost beside what does.
            let loudest = (0..modes.len())
                .map(|mode| level(mode, AFTER))
                .fold(0.0, f64::max);
            if early < FAINTEST * loudest {
                continue;
            }
            let found = LN_1000 * later / log(early / late);
            let off = found / wanted - 1.0;
            println!(
                "{} mode {mode}, {:.0} Hz: {found:.3} s, {:+.2} %",
                own.name,
                modes[mode].frequency,
                100.0 * off
            );
            assert!(
                off.abs() < 0.02,
                "{} {mode}: {found} s, not {wanted} s",
                own.name
            );
            tried += 1;
            if !full() {
                break;
            }
        }
        assert!(tried > 0, "{}: no mode stands alone", own.name);
    }
}

/// Struck where it moves most, a mode is 40 dB louder than struck where it rests, against another mode
/// that both blows reach.
#[test]
fn a_blow_on_a_node_leaves_its_mode_at_rest() {
    for own in Heard::all() {
        let material = *own.body.material();
        let rings = |mode: &usize| material.decay(own.frequencies[*mode]) > SHORTEST;
        let modes = (0..own.frequencies.len()).filter(rings);
        let alone: Vec<Vec<usize>> = modes.filter_map(|mode| own.alone(mode, ALONE)).collect();
        let mut tried = 0;
        for (n, modes) in alone.iter().enumerate() {
            // Of the others that which moves most where this one does.
            let others = alone.iter().enumerate().filter(|(other, _)| *other != n);
            let seen = others.map(|(_, other)| (other, own.both(modes, other)));
            let Some((beside, (place, _))) = seen.max_by(|a, b| a.1.1.total_cmp(&b.1.1)) else {
                continue;
            };
            let Some(node) = own.node(modes, beside) else {
                continue;
            };
            let seen = |strike: Place| {
                let heard = own.struck(strike, place, 10.0, 1.0 + AFTER);
                let heard = &heard[(AFTER * RATE) as usize..];
                let [one, other] =
                    [modes, beside].map(|all| strength(heard, own.frequencies[all[0]]));
                one / other
            };
            let apart = 20.0 * log10(seen(place) / seen(node));
            println!(
                "{} modes {modes:?}, {:.0} Hz: {apart:.0} dB",
                own.name, own.frequencies[modes[0]]
            );
            assert!(apart > 40.0, "{} modes {modes:?}: {apart} dB", own.name);
            tried += 1;
            if !full() {
                break;
            }
        }
        assert!(tried > 0, "{}: no mode has a node", own.name);
    }
}
